//! The code of one thread without calls: blocks of lines that know whether they stand in an atomic section, and whether
//! they were made up by the translation.

use crate::analysis::effects::Act;
use crate::expr::Expr;
use crate::fold::{fold, is_constant};
use crate::program::{BlockId, End, Op, Span, VarId};
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
                    let op = line.op.renamed(&|var| var, &|expr| fold(expr, &known));
                    changed |= op != line.op;
                    line.op = op;
                }
                let end = match node.end.renamed(&|expr| fold(expr, &known), &|to| to) {
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
                match line.op.effects().act {
                    Some(Act::End) => {
                        depth = depth.saturating_sub(1);
                        continue;
                    }
                    Some(Act::Begin | Act::Await(_)) => depth += 1,
                    Some(Act::Assume(_) | Act::Assert(..) | Act::Call(..) | Act::Spawn(..) | Act::Join(_)) => {}
                    Some(Act::Clobber | Act::Log(_) | Act::Unsupported(_)) | None => {}
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
            let end = from.end.renamed(&Expr::clone, &|to| ids[&(to, depth)]);
            blocks[ids[&(block, before)]] = Node { lines, end, span: from.span, inside: depth > 0 };
        }
        Some(Flat { blocks, entry: ids[&(self.entry, 0)] })
    }
}
