//! Few preemptions first, the youngest among equals: most errors of programs with threads need only one or two switches
//! away from a thread that could go on, and a counterexample with few of them is easy to read. (Iterative context
//! bounding; with one thread the same as depth first.)

use super::{About, Frontier, Slot, World};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Default)]
pub(super) struct FewPreemptions(BinaryHeap<(Reverse<u32>, Slot)>);

impl Frontier for FewPreemptions {
    fn push(&mut self, slot: Slot, about: &About) {
        self.0.push((Reverse(about.preemptions), slot));
    }
    fn pop(&mut self, world: &World<'_>) -> Option<Slot> {
        while let Some((_, slot)) = self.0.pop() {
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
