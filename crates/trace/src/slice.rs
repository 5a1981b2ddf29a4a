//! Which events the failure depends on: a dynamic backward slice over data and control dependences.
//!
//! Walking back from the failure, the sets say what is still wanted: variables of frames, bytes of objects, the decision
//! that led to a block, the call that made a frame. An event that provides something wanted is relevant, and what it
//! used is wanted from there on. Where events were left out, the slice goes on with what it wants on the other side.

use crate::machine::Event;
use crate::record::Entry;
use hecaton_base::{Id as _, Map};
use hecaton_ir::{BlockId, Callee, Expr, FuncId, Function, Loc, Op, Program, VarId};
use std::collections::{BTreeMap, HashMap, HashSet};

/// For each event whether the last one depends on it.
///
/// What follows a loop depends on none of its decisions, as long as the loop ends. Whoever is shown turns of it wants to
/// see why there was not one more: the decisions of a loop of which some matter all do, in a second walk.
pub(crate) fn relevant(program: &Program, entries: &[Entry]) -> Vec<bool> {
    let mut slicer = Slicer::new(program);
    let marks = slicer.walk(entries);
    let mut loops = HashSet::new();
    for (entry, marked) in entries.iter().zip(&marks) {
        if *marked && matches!(entry.event, Event::Branch { .. }) && slicer.repeats(entry.loc) {
            loops.insert((entry.frame, entry.loc));
        }
    }
    if loops.is_empty() {
        return marks;
    }
    Slicer { loops, ..Slicer::new(program) }.walk(entries)
}

struct Slicer<'a> {
    program: &'a Program,
    vars: HashSet<(u32, VarId)>,
    bytes: HashMap<u32, Ranges>,
    /// Objects whose making and freeing matter.
    objects: HashSet<u32>,
    /// Frames in which something is relevant.
    frames: HashSet<u32>,
    /// Blocks of frames that we want to know the reason for being in.
    decisions: HashMap<u32, Vec<BlockId>>,
    control: HashMap<FuncId, Map<BlockId, Vec<BlockId>>>,
    /// Branches of frames that are relevant whenever they are taken.
    loops: HashSet<(u32, Loc)>,
}

impl<'a> Slicer<'a> {
    fn new(program: &'a Program) -> Self {
        Slicer {
            program,
            vars: HashSet::new(),
            bytes: HashMap::new(),
            objects: HashSet::new(),
            frames: HashSet::new(),
            decisions: HashMap::new(),
            control: HashMap::new(),
            loops: HashSet::new(),
        }
    }

    fn walk(&mut self, entries: &[Entry]) -> Vec<bool> {
        let mut marks = vec![false; entries.len()];
        for (mark, entry) in marks.iter_mut().zip(entries).rev() {
            *mark = self.visit(entry);
            if *mark {
                self.frames.insert(entry.frame);
                let open = self.decisions.entry(entry.frame).or_default();
                if !open.contains(&entry.loc.block) {
                    open.push(entry.loc.block);
                }
            }
        }
        marks
    }
    fn control(&mut self, func: FuncId) -> &Map<BlockId, Vec<BlockId>> {
        let program = self.program;
        self.control.entry(func).or_insert_with(|| control_dependences(&program.functions[func]))
    }
    /// Whether a branch decides about being taken again.
    fn repeats(&mut self, loc: Loc) -> bool {
        self.control(loc.func)[loc.block].contains(&loc.block)
    }

    fn op(&self, loc: Loc) -> Option<&'a Op> {
        let program = self.program;
        program.functions[loc.func].blocks[loc.block].insts.get(loc.inst as usize).map(|inst| &inst.op)
    }
    fn want(&mut self, frame: u32, expr: &Expr) {
        expr.for_each_var(&mut |var| {
            self.vars.insert((frame, var));
        });
    }
    fn want_all(&mut self, frame: u32, loc: Loc) {
        match self.op(loc) {
            Some(op) => op.operands().into_iter().for_each(|expr| self.want(frame, expr)),
            None => {
                let end = &self.program.functions[loc.func].blocks[loc.block].end;
                if let Some(expr) = end.operand() {
                    self.want(frame, expr);
                }
            }
        }
    }
    fn want_bytes(&mut self, object: u32, offset: u64, len: u64) {
        self.bytes.entry(object).or_default().add(offset, offset.saturating_add(len));
    }
    /// Whether bytes are wanted; they no longer are.
    fn provides(&mut self, object: u32, offset: u64, len: u64) -> bool {
        self.bytes.get_mut(&object).is_some_and(|ranges| ranges.cut(offset, offset.saturating_add(len)))
    }

    fn visit(&mut self, entry: &Entry) -> bool {
        let Entry { loc, frame, .. } = *entry;
        let written = self.op(loc).and_then(Op::written);
        match &entry.event {
            Event::Failure { object } => {
                match self.op(loc) {
                    // What was to be stored does not matter if it could not be.
                    Some(Op::Store { ptr, .. }) => self.want(frame, ptr),
                    Some(Op::Call { callee: Callee::Indirect { ptr, .. }, .. }) => self.want(frame, ptr),
                    Some(_) => self.want_all(frame, loc),
                    None => {}
                }
                self.objects.extend(object);
                true
            }
            Event::Assign { .. } => {
                let hit = written.is_some_and(|var| self.vars.remove(&(frame, var)));
                if hit {
                    self.want_all(frame, loc);
                }
                hit
            }
            Event::Load { object, offset, len, .. } => {
                let hit = written.is_some_and(|var| self.vars.remove(&(frame, var)));
                if hit {
                    self.want_all(frame, loc);
                    self.want_bytes(*object, *offset, *len);
                }
                hit
            }
            Event::Store { ty, object, offset, .. } => {
                let hit = self.provides(*object, *offset, ty.bytes(self.program.target));
                if hit {
                    self.want_all(frame, loc);
                }
                hit
            }
            Event::Copy { to, from, len } => {
                let hit = self.provides(to.0, to.1, *len);
                if hit {
                    self.want_all(frame, loc);
                    self.want_bytes(from.0, from.1, *len);
                }
                hit
            }
            Event::Fill { object, offset, len, .. } => {
                let hit = self.provides(*object, *offset, *len);
                if hit {
                    self.want_all(frame, loc);
                }
                hit
            }
            Event::Content { object, .. } => {
                let hit = self.provides(*object, 0, u64::MAX);
                if hit {
                    self.want_all(frame, loc);
                }
                hit
            }
            Event::Alloc { object } => {
                let var = written.is_some_and(|var| self.vars.remove(&(frame, var)));
                let bytes = self.bytes.remove(object).is_some_and(|ranges| !ranges.is_empty());
                let hit = self.objects.remove(object) || var || bytes;
                if hit {
                    self.want_all(frame, loc);
                }
                hit
            }
            Event::Free { object } => {
                let hit = self.objects.contains(object);
                if hit {
                    self.want_all(frame, loc);
                }
                hit
            }
            Event::Input { var, .. } => self.vars.remove(&(frame, *var)),
            Event::Call { func, frame: made, .. } => {
                let mut hit = self.frames.remove(made);
                self.decisions.remove(made);
                let args = match self.op(loc) {
                    Some(Op::Call { callee, args, .. }) => {
                        if let (true, Callee::Indirect { ptr, .. }) = (hit, callee) {
                            self.want(frame, ptr);
                        }
                        args.as_slice()
                    }
                    _ => &[],
                };
                for (param, arg) in self.program.functions[*func].params.iter().zip(args) {
                    if self.vars.remove(&(*made, *param)) {
                        hit = true;
                        self.want(frame, arg);
                    }
                }
                hit
            }
            Event::Return { to, .. } => {
                let hit = to.is_some_and(|to| self.vars.remove(&(to.frame, to.var)));
                if hit {
                    self.want_all(frame, loc);
                }
                hit
            }
            Event::Branch { .. } => {
                let mut open = self.decisions.remove(&frame).unwrap_or_default();
                let before = open.len();
                let control = self.control(loc.func);
                open.retain(|block| !control[*block].contains(&loc.block));
                let hit = open.len() < before || self.loops.contains(&(frame, loc));
                if !open.is_empty() {
                    self.decisions.insert(frame, open);
                }
                if hit {
                    self.want_all(frame, loc);
                }
                hit
            }
            Event::Assume | Event::Log => false,
        }
    }
}

/// A set of numbers as ranges that neither overlap nor touch.
#[derive(Debug, Default)]
pub(crate) struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    pub fn add(&mut self, start: u64, end: u64) {
        if start >= end {
            return;
        }
        let (mut low, mut high) = (start, end);
        while let Some((s, e)) = self.0.range(..=high).next_back().map(|(s, e)| (*s, *e)) {
            if e < low {
                break;
            }
            self.0.remove(&s);
            (low, high) = (low.min(s), high.max(e));
        }
        self.0.insert(low, high);
    }
    /// Whether any of a range is in.
    pub fn meets(&self, start: u64, end: u64) -> bool {
        start < end && self.0.range(..end).next_back().is_some_and(|(_, e)| *e > start)
    }
    /// Takes a range out; whether any of it was in.
    pub fn cut(&mut self, start: u64, end: u64) -> bool {
        let mut hit = false;
        while let Some((s, e)) = self.0.range(..end).next_back().map(|(s, e)| (*s, *e)) {
            if e <= start {
                break;
            }
            hit = true;
            self.0.remove(&s);
            if e > end {
                self.0.insert(end, e);
            }
            if s < start {
                self.0.insert(s, start);
            }
        }
        hit
    }
}

/// The blocks that lead to a root and are not seen yet, in reverse postorder of the reversed graph.
fn backwards(predecessors: &[Vec<usize>], root: usize, seen: &mut [bool]) -> Vec<usize> {
    seen[root] = true;
    let (mut stack, mut order) = (vec![(root, 0)], Vec::new());
    while let Some((block, next)) = stack.last_mut() {
        match predecessors[*block].get(*next) {
            Some(&to) => {
                *next += 1;
                if !seen[to] {
                    seen[to] = true;
                    stack.push((to, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// For each block, the blocks whose branch decides whether it is executed: those with a successor that it
/// post-dominates without post-dominating them (Ferrante, Ottenstein, Warren 1987).
fn control_dependences(function: &Function) -> Map<BlockId, Vec<BlockId>> {
    let count = function.blocks.len();
    let exit = count;
    let mut successors: Vec<Vec<usize>> =
        function.blocks.values().map(|b| b.end.targets().iter().map(|t| t.index()).collect()).collect();
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
    for (block, targets) in successors.iter_mut().enumerate() {
        if targets.is_empty() {
            targets.push(exit);
        }
        targets.iter().for_each(|to| predecessors[*to].push(block));
    }
    // Where a block can never end, some block of its cycle gets an edge to the exit, so that every block is reached
    // from there backwards.
    let mut seen = vec![false; count + 1];
    backwards(&predecessors, exit, &mut seen);
    for root in 0..count {
        if !seen[root] {
            successors[root].push(exit);
            predecessors[exit].push(root);
            backwards(&predecessors, root, &mut seen);
        }
    }
    let order = backwards(&predecessors, exit, &mut vec![false; count + 1]);
    // Immediate post-dominators by the usual fixpoint over the reversed graph (Cooper, Harvey, Kennedy 2001).
    let mut rank = vec![0; count + 1];
    order.iter().enumerate().for_each(|(i, block)| rank[*block] = i);
    let mut ipdom: Vec<Option<usize>> = vec![None; count + 1];
    ipdom[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order[1..] {
            let mut new: Option<usize> = None;
            for &to in &successors[block] {
                if ipdom[to].is_none() {
                    continue;
                }
                new = Some(match new {
                    None => to,
                    Some(mut a) => {
                        let mut b = to;
                        while a != b {
                            while rank[a] > rank[b] {
                                a = ipdom[a].unwrap_or(exit);
                            }
                            while rank[b] > rank[a] {
                                b = ipdom[b].unwrap_or(exit);
                            }
                        }
                        a
                    }
                });
            }
            if new.is_some() && ipdom[block] != new {
                ipdom[block] = new;
                changed = true;
            }
        }
    }
    let mut control: Map<BlockId, Vec<BlockId>> = Map::filled(count, Vec::new());
    for block in 0..count {
        let stop = ipdom[block].unwrap_or(exit);
        for &to in &successors[block] {
            let mut runner = to;
            while runner != stop && runner != exit {
                let list = &mut control[BlockId::new(runner)];
                if list.contains(&BlockId::new(block)) {
                    break;
                }
                list.push(BlockId::new(block));
                runner = ipdom[runner].unwrap_or(exit);
            }
        }
    }
    control
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_ir::text::parse;

    /// The decisions of each block of `main`.
    fn control(body: &str) -> Vec<Vec<usize>> {
        let program = parse("t.hir", &format!("func main(c: u1) {{\n{body}\n}}\n")).expect("a program");
        let found = control_dependences(&program.functions[program.entry]);
        found.values().map(|list| list.iter().map(|block| block.index()).collect()).collect()
    }

    #[test]
    fn decisions_of_branches_and_loops() {
        let none: Vec<usize> = vec![];
        // A diamond: its meeting point depends on nothing.
        let found = control("a:\nbranch c -> b, d\nb:\ngoto e\nd:\ngoto e\ne:\nreturn");
        assert_eq!(found, [none.clone(), vec![0], vec![0], none.clone()]);
        // A loop: its head decides about itself and its body.
        let found = control("a:\ngoto h\nh:\nbranch c -> b, e\nb:\ngoto h\ne:\nreturn");
        assert_eq!(found, [none.clone(), vec![1], vec![1], none.clone()]);
        // An early exit decides about what follows.
        let found = control("a:\nbranch c -> x, b\nx:\nabort\nb:\nreturn");
        assert_eq!(found, [none, vec![0], vec![0]]);
    }

    #[test]
    fn loops_without_end_are_no_trouble() {
        control("a:\ngoto a");
        control("a:\nbranch c -> a, a");
        control("a:\nbranch c -> b, d\nb:\nbranch c -> b, e\ne:\ngoto b\nd:\nreturn");
        control("a:\nbranch c -> b, d\nb:\ngoto d\nd:\nbranch c -> b, e\ne:\ngoto a");
        let found = control("a:\nbranch c -> b, d\nb:\ngoto b\nd:\nreturn");
        assert!(found[1].contains(&0) && found[2] == [0]);
    }

    #[test]
    fn ranges_merge_and_split() {
        let mut ranges = Ranges::default();
        ranges.add(0, 4);
        ranges.add(8, 12);
        ranges.add(4, 6);
        assert_eq!(ranges.0.clone().into_iter().collect::<Vec<_>>(), [(0, 6), (8, 12)]);
        assert!(ranges.cut(5, 9));
        assert!(!ranges.cut(5, 9));
        assert_eq!(ranges.0.clone().into_iter().collect::<Vec<_>>(), [(0, 5), (9, 12)]);
        assert!(ranges.cut(1, 2));
        assert_eq!(ranges.0.clone().into_iter().collect::<Vec<_>>(), [(0, 1), (2, 5), (9, 12)]);
        ranges.add(0, 20);
        assert_eq!(ranges.0.clone().into_iter().collect::<Vec<_>>(), [(0, 20)]);
        assert!(ranges.cut(0, u64::MAX) && ranges.is_empty());
    }
}
