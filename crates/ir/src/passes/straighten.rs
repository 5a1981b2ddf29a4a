//! Joins a block with the only one that follows it, if nothing else leads there, and lets jumps skip empty blocks.
//! Fewer, longer blocks mean fewer states to order and to join.

use crate::program::{BlockId, End, Function, Program};
use hecaton_base::{Id as _, Map};

/// Straightens every function. Blocks that nothing leads to any more stay, empty and unreachable.
pub fn straighten(program: &mut Program) {
    for function in program.functions.values_mut() {
        if function.has_body() {
            skip_empty(function);
            merge(function);
        }
    }
}

/// Where a jump to a block ends if blocks without instructions are skipped; a cycle of those stays as it is.
fn target(function: &Function, from: BlockId) -> BlockId {
    let mut at = from;
    for _ in 0..function.blocks.len() {
        match &function.blocks[at] {
            block if !block.insts.is_empty() => return at,
            block => match block.end {
                End::Goto(to) => at = to,
                _ => return at,
            },
        }
    }
    from
}

fn skip_empty(function: &mut Function) {
    let targets: Map<BlockId, BlockId> = function.blocks.keys().map(|block| target(function, block)).collect();
    for block in function.blocks.values_mut() {
        match &mut block.end {
            End::Goto(to) => *to = targets[*to],
            End::Branch { yes, no, .. } => (*yes, *no) = (targets[*yes], targets[*no]),
            End::Switch { arms, other, .. } => {
                arms.iter_mut().for_each(|(_, to)| *to = targets[*to]);
                *other = targets[*other];
            }
            End::Return(_) | End::Halt(_) | End::Unreachable => {}
        }
    }
    function.entry = targets[function.entry];
}

fn merge(function: &mut Function) {
    // How many jumps lead to each block, from blocks that can be reached.
    let mut jumps: Map<BlockId, u32> = Map::filled(function.blocks.len(), 0);
    let mut open = vec![function.entry];
    jumps[function.entry] = 1;
    while let Some(block) = open.pop() {
        for to in function.blocks[block].end.targets() {
            jumps[to] += 1;
            if jumps[to] == 1 {
                open.push(to);
            }
        }
    }
    for i in 0..function.blocks.len() {
        let block = BlockId::new(i);
        if jumps[block] == 0 {
            continue;
        }
        while let End::Goto(to) = function.blocks[block].end {
            if jumps[to] != 1 || to == block || to == function.entry {
                break;
            }
            let next = &mut function.blocks[to];
            let (insts, span) = (std::mem::take(&mut next.insts), next.span);
            let end = std::mem::replace(&mut next.end, End::Unreachable);
            jumps[to] = 0;
            let first = &mut function.blocks[block];
            first.insts.extend(insts);
            first.end = end;
            first.span = span;
        }
    }
}
