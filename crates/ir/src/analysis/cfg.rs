//! The shape of a function: a weak topological order of its blocks (Bourdoncle 1993) and the variables that are live
//! at their starts.
//!
//! The order puts every cycle inside a component with a head, for irreducible graphs too: an edge that does not go
//! forward in the order goes to the head of a component that contains its source. Whole-program execution processes
//! blocks in this order, and a loop's iterations are counted at its head.

use crate::program::{BlockId, Function, VarId};
use hecaton_base::{Id as _, Map};
use std::collections::BTreeSet;

/// The order and the components of one function.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The place of each block in the order; blocks that cannot be reached have `u32::MAX`.
    pub order: Map<BlockId, u32>,
    /// The heads of the components around each block, outermost first; a head is in its own component.
    pub heads: Map<BlockId, Vec<BlockId>>,
    /// For each block, the variables whose value at its start may still be read; ascending.
    pub live: Map<BlockId, Vec<VarId>>,
}

impl Shape {
    /// The shape of a function with a body.
    pub fn of(function: &Function) -> Self {
        let count = function.blocks.len();
        let mut wto =
            Wto { function, order: Map::filled(count, u32::MAX), heads: Map::filled(count, Vec::new()), next: 0 };
        wto.components(&mut Map::filled(count, true), &[function.entry], &mut Vec::new());
        Shape { order: wto.order, heads: wto.heads, live: live(function) }
    }
    /// The variables whose value before an instruction of a block may still be read.
    pub fn live_before(&self, function: &Function, block: BlockId, inst: usize) -> BTreeSet<VarId> {
        let block = &function.blocks[block];
        let targets = block.end.targets();
        let mut live: BTreeSet<VarId> = targets.iter().flat_map(|to| self.live[*to].iter().copied()).collect();
        block.end.for_each_read(&mut |var| {
            live.insert(var);
        });
        for inst in block.insts.iter().skip(inst).rev() {
            if let Some(var) = inst.op.written() {
                live.remove(&var);
            }
            inst.op.for_each_read(&mut |var| {
                live.insert(var);
            });
        }
        live
    }
    /// Whether the block is the head of a loop.
    pub fn is_head(&self, block: BlockId) -> bool {
        self.heads[block].last() == Some(&block)
    }
    /// Whether an edge closes a loop at its target.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.order[from] >= self.order[to]
    }
}

struct Wto<'a> {
    function: &'a Function,
    order: Map<BlockId, u32>,
    heads: Map<BlockId, Vec<BlockId>>,
    next: u32,
}

impl Wto<'_> {
    /// Orders the blocks of `allowed` that can be reached from the roots, by their strongly connected components.
    fn components(&mut self, allowed: &mut Map<BlockId, bool>, roots: &[BlockId], heads: &mut Vec<BlockId>) {
        for component in components(self.function, allowed, roots) {
            let head = component[0];
            let successors = self.function.blocks[head].end.targets();
            let cyclic = component.len() > 1 || successors.contains(&head);
            if cyclic {
                heads.push(head);
            }
            self.order[head] = self.next;
            self.next += 1;
            self.heads[head].clone_from(heads);
            if component.len() > 1 {
                // Without the head, what is left is entered from the head or, if irreducible, from outside as well.
                let mut inside = Map::filled(self.function.blocks.len(), false);
                component[1..].iter().for_each(|b| inside[*b] = true);
                let entries: Vec<BlockId> =
                    successors.into_iter().filter(|b| inside[*b]).chain(component[1..].iter().copied()).collect();
                self.components(&mut inside, &entries, heads);
            }
            if cyclic {
                heads.pop();
            }
        }
    }
}

/// The strongly connected components that can be reached from the roots inside `allowed`, in topological order; each
/// begins with the block that was entered first (Tarjan's algorithm with an explicit stack). Clears `allowed` for
/// every block it visits.
pub(crate) fn components(
    function: &Function,
    allowed: &mut Map<BlockId, bool>,
    roots: &[BlockId],
) -> Vec<Vec<BlockId>> {
    const DONE: u32 = u32::MAX;
    let mut low: Map<BlockId, u32> = Map::filled(function.blocks.len(), 0);
    let mut member: Map<BlockId, bool> = allowed.clone();
    let (mut counter, mut open, mut found) = (0, Vec::new(), Vec::new());
    for &root in roots {
        if !allowed[root] {
            continue;
        }
        // A frame: the block, its number, its successors still to visit.
        let mut stack: Vec<(BlockId, u32, Vec<BlockId>)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(block) = enter.take() {
                allowed[block] = false;
                counter += 1;
                low[block] = counter;
                open.push(block);
                let mut targets = function.blocks[block].end.targets();
                targets.reverse();
                stack.push((block, counter, targets));
            }
            let Some((block, number, targets)) = stack.last_mut() else { break };
            let (block, number) = (*block, *number);
            if let Some(to) = targets.pop() {
                if allowed[to] {
                    enter = Some(to);
                } else if member[to] && low[to] != 0 && low[to] != DONE {
                    low[block] = low[block].min(low[to]);
                }
                continue;
            }
            stack.pop();
            if let Some((parent, _, _)) = stack.last() {
                low[*parent] = low[*parent].min(low[block]);
            }
            if low[block] == number {
                let start = open.iter().rposition(|b| *b == block).expect("an open block is on the stack");
                let component: Vec<BlockId> = open.drain(start..).collect();
                for b in &component {
                    low[*b] = DONE;
                    member[*b] = false;
                }
                found.push(component);
            }
        }
    }
    found.reverse();
    found
}

/// The blocks that can be reached from the entry.
pub(crate) fn reachable(function: &Function) -> Vec<BlockId> {
    let mut seen = Map::filled(function.blocks.len(), false);
    let (mut open, mut out) = (vec![function.entry], Vec::new());
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            out.push(block);
            open.extend(function.blocks[block].end.targets());
        }
    }
    out
}

/// Live variables at block starts, by the usual backward fixpoint.
fn live(function: &Function) -> Map<BlockId, Vec<VarId>> {
    let (blocks, vars) = (function.blocks.len(), function.vars.len());
    let words = vars.div_ceil(64);
    // Read before written, and written, in each block.
    let mut reads = Map::<BlockId, Vec<u64>>::filled(blocks, vec![0; words]);
    let mut writes = reads.clone();
    for (id, block) in function.blocks.iter() {
        let (reads, writes) = (&mut reads[id], &mut writes[id]);
        let mut read = |var: VarId, writes: &Vec<u64>| {
            let (word, bit) = (var.index() / 64, 1u64 << (var.index() % 64));
            if writes[word] & bit == 0 {
                reads[word] |= bit;
            }
        };
        for inst in &block.insts {
            inst.op.for_each_read(&mut |var| read(var, writes));
            if let Some(var) = inst.op.written() {
                writes[var.index() / 64] |= 1 << (var.index() % 64);
            }
        }
        block.end.for_each_read(&mut |var| read(var, writes));
    }
    let mut live = reads;
    let mut changed = true;
    while changed {
        changed = false;
        for id in function.blocks.keys().rev() {
            for to in function.blocks[id].end.targets() {
                for word in 0..words {
                    let new = live[id][word] | (live[to][word] & !writes[id][word]);
                    changed |= new != live[id][word];
                    live[id][word] = new;
                }
            }
        }
    }
    let ones = |(at, word): (usize, &u64)| {
        let rest = |word: &u64| Some(word & (word - 1)).filter(|rest| *rest != 0);
        let words = std::iter::successors(Some(*word).filter(|word| *word != 0), rest);
        words.map(move |word| VarId::new(at * 64 + word.trailing_zeros() as usize))
    };
    live.values().map(|set| set.iter().enumerate().flat_map(ones).collect()).collect()
}
