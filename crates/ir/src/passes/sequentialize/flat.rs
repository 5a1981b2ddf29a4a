//! The code of one thread without calls: blocks of lines that know whether they stand in an atomic section, and whether
//! they were made up by the translation.

use crate::expr::Expr;
use crate::fold::{fold, is_constant};
use crate::program::{BlockId, Callee, End, Op, Span, VarId};
use hecaton_base::Map;
use std::collections::{BTreeMap, BTreeSet};

/// How deep atomic sections may nest.
const MOST_SECTIONS: u32 = 8;

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub op: Op,
    pub span: Span,
    /// Not in the program that is translated: nobody counts it as a step.
    pub made: bool,
    /// In an atomic section.
    pub inside: bool,
    /// The thread that a `Spawn` makes, where that is always the same one.
    pub slot: Option<usize>,
}

impl Line {
    /// One that is made up.
    pub fn made(op: Op, span: Span) -> Self {
        Line { op, span, made: true, inside: false, slot: None }
    }
}

/// A block.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub lines: Vec<Line>,
    pub end: End,
    pub span: Span,
    /// Whether its end is in an atomic section.
    pub inside: bool,
}

/// The code of a thread. `Return` is the end of the thread.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    pub blocks: Map<BlockId, Node>,
    pub entry: BlockId,
}

/// An instruction with other variables and expressions.
pub(super) fn rewrite(op: &Op, var: &impl Fn(VarId) -> VarId, expr: &impl Fn(&Expr) -> Expr) -> Op {
    let all = |list: &[Expr]| list.iter().map(expr).collect::<Vec<_>>();
    let callee = |callee: &Callee| match callee {
        Callee::Direct(func) => Callee::Direct(*func),
        Callee::Indirect { ptr, check } => Callee::Indirect { ptr: expr(ptr), check: *check },
    };
    match op {
        Op::Assign { dst, value } => Op::Assign { dst: var(*dst), value: expr(value) },
        Op::Load { dst, ptr, check } => Op::Load { dst: var(*dst), ptr: expr(ptr), check: *check },
        Op::Store { ptr, value, check } => Op::Store { ptr: expr(ptr), value: expr(value), check: *check },
        Op::Copy { dst, src, size, check } => {
            Op::Copy { dst: expr(dst), src: expr(src), size: expr(size), check: *check }
        }
        Op::Fill { dst, byte, size, check } => {
            Op::Fill { dst: expr(dst), byte: expr(byte), size: expr(size), check: *check }
        }
        Op::Alloc { dst, region, ty, count, zeroed, constant, align, replaces } => Op::Alloc {
            dst: var(*dst),
            region: *region,
            ty: *ty,
            count: expr(count),
            zeroed: *zeroed,
            constant: *constant,
            align: align.as_ref().map(&expr),
            replaces: replaces.as_ref().map(&expr),
        },
        Op::Free { ptr, region, check } => Op::Free { ptr: expr(ptr), region: *region, check: *check },
        Op::Havoc { dst } => Op::Havoc { dst: var(*dst) },
        Op::Clobber { roots } => Op::Clobber { roots: all(roots) },
        Op::Approximate { dst, value, what } => {
            Op::Approximate { dst: var(*dst), value: expr(value), what: what.clone() }
        }
        Op::Inspect { dst, ptr, aspect } => Op::Inspect { dst: var(*dst), ptr: expr(ptr), aspect: *aspect },
        Op::Assume { cond } => Op::Assume { cond: expr(cond) },
        Op::Assert { cond, prop } => Op::Assert { cond: expr(cond), prop: *prop },
        Op::Call { dst, callee: to, args } => Op::Call { dst: dst.map(var), callee: callee(to), args: all(args) },
        Op::Spawn { dst, callee: to, args } => Op::Spawn { dst: var(*dst), callee: callee(to), args: all(args) },
        Op::Join { thread } => Op::Join { thread: expr(thread) },
        Op::Thread { dst } => Op::Thread { dst: var(*dst) },
        Op::Atomic { begin } => Op::Atomic { begin: *begin },
        Op::Await { ptr, values, one, owned, check } => {
            Op::Await { ptr: expr(ptr), values: all(values), one: *one, owned: *owned, check: *check }
        }
        Op::Log(feature) => Op::Log(*feature),
        Op::Unsupported(why) => Op::Unsupported(why.clone()),
    }
}

/// An end with other expressions and targets.
pub(super) fn rewrite_end(end: &End, expr: &impl Fn(&Expr) -> Expr, to: &impl Fn(BlockId) -> BlockId) -> End {
    match end {
        End::Goto(block) => End::Goto(to(*block)),
        End::Branch { cond, yes, no } => End::Branch { cond: expr(cond), yes: to(*yes), no: to(*no) },
        End::Switch { on, arms, other } => {
            let arms = arms.iter().map(|(value, block)| (value.clone(), to(*block))).collect();
            End::Switch { on: expr(on), arms, other: to(*other) }
        }
        End::Return(value) => End::Return(value.as_ref().map(expr)),
        End::Halt(halt) => End::Halt(*halt),
        End::Unreachable => End::Unreachable,
    }
}

impl Flat {
    /// The blocks that can be reached.
    pub fn reachable(&self) -> BTreeSet<BlockId> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![self.entry]);
        while let Some(block) = open.pop() {
            if seen.insert(block) {
                open.extend(self.blocks[block].end.targets());
            }
        }
        seen
    }
    /// Fills in variables that only ever hold one value. `settled` are those that are always written before they are
    /// read; the others may also hold zero.
    pub fn fill(&mut self, settled: &BTreeSet<VarId>) {
        for _ in 0..64 {
            let mut values: BTreeMap<VarId, Option<Expr>> = BTreeMap::new();
            let reached = self.reachable();
            for block in &reached {
                for line in &self.blocks[*block].lines {
                    let Some(dst) = line.op.written() else { continue };
                    let value = match &line.op {
                        Op::Assign { value, .. } if is_constant(value) => Some(value.clone()),
                        _ => None,
                    };
                    let known = values.entry(dst).or_insert_with(|| value.clone());
                    if *known != value {
                        *known = None;
                    }
                }
            }
            values.retain(|var, value| match value {
                Some(Expr::Null) => true,
                Some(Expr::Int(bits)) => bits.is_zero() || settled.contains(var),
                Some(_) => settled.contains(var),
                None => false,
            });
            let known = |var: VarId| values.get(&var).cloned().flatten();
            let mut changed = false;
            for block in reached {
                let node = &mut self.blocks[block];
                for line in &mut node.lines {
                    let op = rewrite(&line.op, &|var| var, &|expr| fold(expr, &known));
                    changed |= op != line.op;
                    line.op = op;
                }
                let end = match rewrite_end(&node.end, &|expr| fold(expr, &known), &|to| to) {
                    End::Branch { cond: Expr::Int(bits), yes, no } => End::Goto(if bits.is_zero() { no } else { yes }),
                    End::Switch { on: Expr::Int(bits), arms, other } => {
                        let arm = arms.iter().find(|(value, _)| *value == bits);
                        End::Goto(arm.map_or(other, |(_, to)| *to))
                    }
                    end => end,
                };
                changed |= end != node.end;
                node.end = end;
            }
            if !changed {
                return;
            }
        }
    }
    /// Tells apart for every block how many atomic sections it is in. `None` if they nest too deeply.
    pub fn with_sections(&self) -> Option<Flat> {
        let mut blocks: Map<BlockId, Node> = Map::new();
        let mut ids: BTreeMap<(BlockId, u32), BlockId> = BTreeMap::new();
        let empty = |span| Node { lines: vec![], end: End::Unreachable, span, inside: false };
        let mut open = vec![(self.entry, 0u32)];
        ids.insert((self.entry, 0), blocks.push(empty(self.blocks[self.entry].span)));
        while let Some((block, before)) = open.pop() {
            let (from, mut depth) = (&self.blocks[block], before);
            let mut lines = Vec::with_capacity(from.lines.len());
            for line in &from.lines {
                let inside = depth > 0;
                match &line.op {
                    Op::Atomic { begin: false } => {
                        depth = depth.saturating_sub(1);
                        continue;
                    }
                    Op::Atomic { begin: true } | Op::Await { .. } => depth += 1,
                    _ => {}
                }
                if depth > MOST_SECTIONS {
                    return None;
                }
                lines.push(Line { inside, ..line.clone() });
            }
            for to in from.end.targets() {
                ids.entry((to, depth)).or_insert_with(|| {
                    open.push((to, depth));
                    blocks.push(empty(self.blocks[to].span))
                });
            }
            let end = rewrite_end(&from.end, &Expr::clone, &|to| ids[&(to, depth)]);
            blocks[ids[&(block, before)]] = Node { lines, end, span: from.span, inside: depth > 0 };
        }
        Some(Flat { blocks, entry: ids[&(self.entry, 0)] })
    }
}
