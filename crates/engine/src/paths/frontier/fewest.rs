//! The fewest of something first, the youngest among equals.
//!
//! Few rounds of loops: a loop does not keep the rest of the program waiting. Few preemptions: most errors of programs with threads need only one or two switches away from a thread that could go
//! on, and a counterexample with few of them is easy to read. (Iterative context bounding; with one thread the same as
//! depth first.) Few threads and preemptions: where an input says how many threads are made, there is no end of them
//! without a single preemption, and the errors that two or three of them make come first here.

use super::{About, Frontier, Slot, World};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub(super) struct Fewest {
    waiting: BinaryHeap<(Reverse<u64>, Slot)>,
    count: fn(&About) -> u64,
}

impl Fewest {
    pub fn rounds() -> Self {
        Fewest { waiting: BinaryHeap::new(), count: |about| about.rounds }
    }
    pub fn preemptions() -> Self {
        Fewest { waiting: BinaryHeap::new(), count: |about| about.preemptions.into() }
    }
    pub fn threads() -> Self {
        Fewest { waiting: BinaryHeap::new(), count: |about| u64::from(about.threads) + u64::from(about.preemptions) }
    }
}

impl Frontier for Fewest {
    fn push(&mut self, slot: Slot, about: &About) {
        self.waiting.push((Reverse((self.count)(about)), slot));
    }
    fn pop(&mut self, world: &World<'_>) -> Option<Slot> {
        while let Some((_, slot)) = self.waiting.pop() {
            if (world.alive)(slot) {
                return Some(slot);
            }
        }
        None
    }
    fn keeps_old(&self) -> bool {
        true
    }
}
