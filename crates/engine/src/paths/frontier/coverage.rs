//! The state that is nearest to code no path has reached, counted in blocks along the calls it is in.

use super::{About, Frontier, Slot, World};
use crate::paths::coverage::Coverage;
use hecaton_base::Map;
use hecaton_ir::{BlockId, Callee, FuncId, Loc, Op, Program};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;

/// For each block, those before it.
type Edges = Map<BlockId, Vec<BlockId>>;

/// Farther than everything.
const FAR: u32 = u32::MAX / 2;

pub(super) struct Nearest {
    program: Arc<Program>,
    /// For each block, how far it is to code that is not covered, and to the end of its function.
    distances: Map<FuncId, Map<BlockId, (u32, u32)>>,
    /// How much was covered when they were computed.
    covered: usize,
    heap: BinaryHeap<(Reverse<u32>, Slot, Vec<Loc>)>,
}

impl Nearest {
    pub fn new(program: Arc<Program>) -> Self {
        let distances = program.functions.values().map(|f| Map::filled(f.blocks.len(), (0, 0))).collect();
        Nearest { program, distances, covered: usize::MAX, heap: BinaryHeap::new() }
    }
    /// How far a state is from code that is not covered: from one of its calls, after the calls inside of it ended.
    fn distance(&self, stack: &[Loc]) -> u32 {
        let (mut best, mut out) = (FAR, 0u32);
        for loc in stack.iter().rev() {
            let (uncovered, end) = self.distances[loc.func][loc.block];
            best = best.min(out.saturating_add(uncovered));
            out = out.saturating_add(end);
        }
        best.min(FAR)
    }
    /// Computes all distances, backwards from what is not covered and from the ends of functions.
    fn update(&mut self, coverage: &Coverage) {
        self.covered = coverage.len();
        let program = self.program.clone();
        let mut before: Map<FuncId, Edges> =
            program.functions.values().map(|f| Map::filled(f.blocks.len(), Vec::new())).collect();
        let mut callers: Map<FuncId, Vec<(FuncId, BlockId)>> = Map::filled(program.functions.len(), Vec::new());
        let mut open = VecDeque::new();
        for (func, function) in program.functions.iter() {
            for (id, block) in function.blocks.iter() {
                self.distances[func][id] = (FAR, FAR);
                let targets = block.end.targets();
                for to in &targets {
                    before[func][*to].push(id);
                }
                for inst in &block.insts {
                    if let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op {
                        callers[*callee].push((func, id));
                    }
                }
                if !coverage.has(func, id) {
                    self.distances[func][id].0 = 0;
                    open.push_back((func, id, true));
                }
                if targets.is_empty() {
                    self.distances[func][id].1 = 0;
                    open.push_back((func, id, false));
                }
            }
        }
        while let Some((func, block, uncovered)) = open.pop_front() {
            let (near, end) = self.distances[func][block];
            let next = if uncovered { near } else { end } + 1;
            let mut reach = |func: FuncId, block: BlockId| {
                let distance = &mut self.distances[func][block];
                let distance = if uncovered { &mut distance.0 } else { &mut distance.1 };
                if *distance > next {
                    *distance = next;
                    open.push_back((func, block, uncovered));
                }
            };
            for from in &before[func][block] {
                reach(func, *from);
            }
            if uncovered && block == program.functions[func].entry {
                for (caller, at) in &callers[func] {
                    reach(*caller, *at);
                }
            }
        }
    }
}

impl Frontier for Nearest {
    fn push(&mut self, slot: Slot, about: &About) {
        // Known to be no farther than this; looked at again when it comes up.
        self.heap.push((Reverse(0), slot, about.stack.clone()));
    }
    fn pop(&mut self, world: &World<'_>) -> Option<Slot> {
        if self.covered != world.coverage.len() {
            self.update(world.coverage);
        }
        // Distances only grow as more is covered, so the first that is still as near as it was is the nearest.
        while let Some((Reverse(known), slot, stack)) = self.heap.pop() {
            if !(world.alive)(slot) {
                continue;
            }
            let distance = self.distance(&stack);
            if distance <= known || self.heap.peek().is_none_or(|(Reverse(next), ..)| distance <= *next) {
                return Some(slot);
            }
            self.heap.push((Reverse(distance), slot, stack));
        }
        None
    }
    fn keeps_old(&self) -> bool {
        true
    }
}
