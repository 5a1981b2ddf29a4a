//! Few rounds of loops first, the youngest among equals: a loop does not keep the rest of the program waiting.

use super::{About, Frontier, Slot, World};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Default)]
pub(super) struct ShallowLoops(BinaryHeap<(Reverse<u64>, Slot)>);

impl Frontier for ShallowLoops {
    fn push(&mut self, slot: Slot, about: &About) {
        self.0.push((Reverse(about.rounds), slot));
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
