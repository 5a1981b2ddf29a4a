//! Omission (swarm bounded model checking, section III): the program without some of its features. Where an omitted
//! feature would take place, the path ends: its `log` becomes `assume(false)`.
//!
//! The assumption is propagated backwards. A place is *lost* if every way on from it comes to such an end, or never
//! ends, and meets nothing before that a property depends on: no check that is asked for, nothing that is not
//! understood. A lost block is an end itself, a call of a function that begins lost is one, and a branch to a lost block
//! becomes the assumption that it is not taken: so the values an input may have become fewer. Assumptions are then moved
//! back to where what they speak of is decided, past everything that no property depends on.
//!
//! What is left are the executions of the program in which no omitted feature takes place, up to that point where one
//! would; checks that come before it are still checked. Blocks and instructions that can be executed stay at their
//! places, and so do the choices: a run of the variant is a run of the program.

use super::alone::has_threads;
use crate::analysis::effects::Act;
use crate::expr::{Binary, Expr, Unary};
use crate::program::{Block, BlockId, Callee, End, FeatureId, FuncId, Function, Inst, Op, Program, PropId, Span};
use hecaton_base::Map;

/// The program without these features, as far as these properties are concerned.
pub fn omit(program: &Program, features: &[FeatureId], props: &[PropId]) -> Program {
    let mut omitted = Map::filled(program.features.len(), false);
    features.iter().for_each(|feature| omitted[*feature] = true);
    let mut wanted = Map::filled(program.props.len(), false);
    props.iter().for_each(|prop| wanted[*prop] = true);
    let mut out = program.clone();
    for block in out.functions.values_mut().flat_map(|function| function.blocks.values_mut()) {
        let first = block.insts.iter().position(|inst| matches!(&inst.op, Op::Log(feature) if omitted[*feature]));
        if let Some(at) = first {
            let span = block.insts[at].span;
            end_at(block, at, span);
        }
    }
    // What one thread does before it is lost, others may see.
    if has_threads(&out) {
        return out;
    }
    // A call that never returns loses what follows it, and so on.
    loop {
        let lost = Lost::of(&out, &wanted);
        let (mut changed, returns) = (false, lost.returns.clone());
        for (func, function) in out.functions.iter_mut() {
            changed |= cut(function, &lost.blocks[func], &lost, &returns);
        }
        if !changed {
            out.functions.values_mut().for_each(|function| hoist(function, &wanted));
            return out;
        }
    }
}

/// Takes the logs out: a program without features means the same.
pub fn forget_features(program: &mut Program) {
    for block in program.functions.values_mut().flat_map(|function| function.blocks.values_mut()) {
        block.insts.retain(|inst| !matches!(inst.op, Op::Log(_)));
    }
}

/// The path ends before an instruction.
fn end_at(block: &mut Block, at: usize, span: Span) {
    block.insts.truncate(at);
    block.insts.push(Inst { op: Op::Assume { cond: Expr::int(1, 0) }, span });
    block.end = End::Unreachable;
}

fn ends(op: &Op) -> bool {
    matches!(op, Op::Assume { cond } if *cond == Expr::int(1, 0))
}

/// What is lost.
struct Lost {
    /// The blocks, from their start on.
    blocks: Map<FuncId, Map<BlockId, bool>>,
    /// Functions that begin so.
    functions: Map<FuncId, bool>,
    /// Functions that may return.
    returns: Map<FuncId, bool>,
}

impl Lost {
    fn of(program: &Program, wanted: &Map<PropId, bool>) -> Lost {
        let matters = matters(program, wanted);
        let returns = returns(program);
        let body = |function: &Function| Map::filled(function.blocks.len(), true);
        let mut lost = Lost {
            blocks: program.functions.values().map(body).collect(),
            functions: program.functions.values().map(Function::has_body).collect(),
            returns,
        };
        // From "all is lost" down, until nothing contradicts.
        let mut changed = true;
        while changed {
            changed = false;
            for (func, function) in program.functions.iter().filter(|(_, function)| function.has_body()) {
                for (id, block) in function.blocks.iter() {
                    if lost.blocks[func][id] && !lost.is_lost(func, block, &matters, wanted) {
                        lost.blocks[func][id] = false;
                        changed = true;
                    }
                }
                lost.functions[func] = lost.blocks[func][function.entry];
            }
        }
        lost
    }
    fn is_lost(&self, func: FuncId, block: &Block, matters: &Map<FuncId, bool>, wanted: &Map<PropId, bool>) -> bool {
        for inst in &block.insts {
            match &inst.op {
                op if ends(op) => return true,
                Op::Call { callee: Callee::Direct(to), .. } if self.functions[*to] => return true,
                Op::Call { callee: Callee::Direct(to), .. } if !matters[*to] && self.returns[*to] => {}
                Op::Call { callee: Callee::Direct(to), .. } if !matters[*to] => return true,
                op if is_significant(op, wanted) => return false,
                _ => {}
            }
        }
        match &block.end {
            End::Goto(_) | End::Branch { .. } | End::Switch { .. } => {
                block.end.targets().iter().all(|to| self.blocks[func][*to])
            }
            End::Return(_) | End::Halt(_) | End::Unreachable => false,
        }
    }
}

/// Whether a property may depend on an instruction itself, or it is not understood. A call is, unless one looks further.
fn is_significant(op: &Op, wanted: &Map<PropId, bool>) -> bool {
    let effects = op.effects();
    // What is not vouched for may change anything.
    let changes = effects.accesses().any(|access| access.changes());
    let checked = effects.check.is_some_and(|prop| changes || wanted[prop]);
    checked
        || effects.act.is_some_and(|act| match act {
            Act::Assert(_, prop) => wanted[prop],
            Act::Call(..) | Act::Clobber | Act::Unsupported(_) => true,
            Act::Spawn(..) | Act::Join(_) | Act::Await(_) | Act::Begin | Act::End => true,
            Act::Assume(_) | Act::Log(_) => false,
        })
}

/// The functions in which, or in what they call, something significant can happen; the end of the program is.
fn matters(program: &Program, wanted: &Map<PropId, bool>) -> Map<FuncId, bool> {
    let mut matters = Map::filled(program.functions.len(), false);
    let mut callers: Map<FuncId, Vec<FuncId>> = Map::filled(program.functions.len(), Vec::new());
    let mut open = Vec::new();
    for (func, function) in program.functions.iter() {
        let mut own = !function.has_body();
        for block in function.blocks.values() {
            own |= matches!(block.end, End::Halt(_) | End::Unreachable) && !block.insts.iter().any(|i| ends(&i.op));
            for inst in &block.insts {
                match &inst.op {
                    Op::Call { callee: Callee::Direct(to), .. } => callers[*to].push(func),
                    op => own |= is_significant(op, wanted),
                }
            }
        }
        if own {
            open.push(func);
        }
    }
    while let Some(func) = open.pop() {
        if !std::mem::replace(&mut matters[func], true) {
            open.append(&mut callers[func]);
        }
    }
    matters
}

/// The functions that may return: a block that does can be reached.
fn returns(program: &Program) -> Map<FuncId, bool> {
    let mut returns: Map<FuncId, bool> = program.functions.values().map(|function| !function.has_body()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (func, function) in program.functions.iter().filter(|(_, function)| function.has_body()) {
            if returns[func] {
                continue;
            }
            let mut seen = Map::filled(function.blocks.len(), false);
            let mut open = vec![function.entry];
            while let Some(id) = open.pop() {
                if std::mem::replace(&mut seen[id], true) {
                    continue;
                }
                let block = &function.blocks[id];
                let stops = |inst: &Inst| match &inst.op {
                    Op::Call { callee: Callee::Direct(to), .. } => !returns[*to],
                    op => ends(op),
                };
                if !block.insts.iter().any(stops) {
                    changed |= matches!(block.end, End::Return(_)) && !std::mem::replace(&mut returns[func], true);
                    open.extend(block.end.targets());
                }
            }
        }
    }
    returns
}

/// Ends paths where they are lost; whether there is anything new.
fn cut(function: &mut Function, blocks: &Map<BlockId, bool>, lost: &Lost, returns: &Map<FuncId, bool>) -> bool {
    let mut changed = false;
    for (id, block) in function.blocks.iter_mut() {
        if blocks[id] {
            if block.insts.len() != 1 || !ends(&block.insts[0].op) {
                let span = block.insts.first().map_or(block.span, |inst| inst.span);
                end_at(block, 0, span);
                changed = true;
            }
            continue;
        }
        if let Some(at) = block.insts.iter().position(|inst| ends(&inst.op)) {
            // Already so, or written so by the user.
            if at + 1 != block.insts.len() || block.end != End::Unreachable {
                let span = block.insts[at].span;
                end_at(block, at, span);
                changed = true;
            }
            continue;
        }
        let fate = block.insts.iter().enumerate().find_map(|(i, inst)| match &inst.op {
            Op::Call { callee: Callee::Direct(to), .. } if lost.functions[*to] => Some((i, inst.span)),
            Op::Call { callee: Callee::Direct(to), .. } if !returns[*to] => Some((i + 1, inst.span)),
            _ => None,
        });
        if let Some((at, span)) = fate {
            end_at(block, at, span);
            changed = true;
            continue;
        }
        if block.end.targets().iter().any(|to| blocks[*to]) {
            narrow(block, blocks);
            changed = true;
        }
    }
    changed
}

/// Assumes that a block does not go on to lost ones.
fn narrow(block: &mut Block, lost: &Map<BlockId, bool>) {
    let span = block.span;
    let (cond, end) = match &block.end {
        End::Branch { cond, yes, no } => match (lost[*yes], lost[*no]) {
            (true, true) => (Some(Expr::int(1, 0)), End::Unreachable),
            (true, false) => (Some(Expr::unary(Unary::Not, cond.clone())), End::Goto(*no)),
            (false, true) => (Some(cond.clone()), End::Goto(*yes)),
            (false, false) => return,
        },
        End::Switch { on, arms, other } => {
            let is = |value: &hecaton_base::Bits| Expr::binary(Binary::Eq, on.clone(), Expr::Int(value.clone()));
            let (gone, mut left): (Vec<_>, Vec<_>) = arms.iter().cloned().partition(|(_, to)| lost[*to]);
            if !lost[*other] {
                let not = |(value, _): &(hecaton_base::Bits, BlockId)| Expr::unary(Unary::Not, is(value));
                let cond = gone.iter().map(not).reduce(|a, b| Expr::binary(Binary::And, a, b));
                let end = if left.is_empty() {
                    End::Goto(*other)
                } else {
                    End::Switch { on: on.clone(), arms: left, other: *other }
                };
                (cond, end)
            } else {
                let cond = left.iter().map(|(value, _)| is(value)).reduce(|a, b| Expr::binary(Binary::Or, a, b));
                match (cond, left.pop()) {
                    (Some(cond), Some((_, to))) if left.is_empty() => (Some(cond), End::Goto(to)),
                    (Some(cond), Some((_, to))) => (Some(cond), End::Switch { on: on.clone(), arms: left, other: to }),
                    _ => (Some(Expr::int(1, 0)), End::Unreachable),
                }
            }
        }
        End::Goto(_) => (Some(Expr::int(1, 0)), End::Unreachable),
        End::Return(_) | End::Halt(_) | End::Unreachable => return,
    };
    block.insts.extend(cond.map(|cond| Inst { op: Op::Assume { cond }, span }));
    block.end = end;
}

/// Moves assumptions back, within blocks and from a block to the only one before it, to the last instruction that writes
/// what they depend on or that a property may depend on.
fn hoist(function: &mut Function, wanted: &Map<PropId, bool>) {
    let mut before: Map<BlockId, Vec<BlockId>> = Map::filled(function.blocks.len(), Vec::new());
    for (id, block) in function.blocks.iter() {
        block.end.targets().into_iter().for_each(|to| before[to].push(id));
    }
    let mut open: Vec<BlockId> = function.blocks.keys().collect();
    // Blocks that only lead to each other would go on for ever.
    let mut left = function.blocks.len();
    while let Some(id) = open.pop() {
        let block = &mut function.blocks[id];
        let mut first = 0;
        for at in 0..block.insts.len() {
            let Op::Assume { cond } = &block.insts[at].op else { continue };
            let mut reads = Vec::new();
            cond.for_each_var(&mut |var| reads.push(var));
            let stays = |inst: &Inst| {
                let written = inst.op.written().is_some_and(|var| reads.contains(&var));
                written || is_significant(&inst.op, wanted) || matches!(inst.op, Op::Assume { .. })
            };
            let to = block.insts[..at].iter().rposition(stays).map_or(0, |last| last + 1);
            block.insts[to..=at].rotate_right(1);
            first += usize::from(to == first);
        }
        // What is assumed before anything else is assumed at the end of the block before, if that leads only here.
        let [only] = before[id][..] else { continue };
        let moves = only != id && id != function.entry && function.blocks[only].end == End::Goto(id);
        if moves && left > 0 && first > 0 && !ends(&function.blocks[id].insts[0].op) {
            let moved: Vec<Inst> = function.blocks[id].insts.drain(..first).collect();
            function.blocks[only].insts.extend(moved);
            open.push(only);
            left -= 1;
        }
    }
}
