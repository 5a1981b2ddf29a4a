//! Breadth first.

use super::{About, Frontier, Slot, World};
use std::collections::VecDeque;

#[derive(Default)]
pub(super) struct Fifo(VecDeque<Slot>);

impl Frontier for Fifo {
    fn push(&mut self, slot: Slot, _: &About) {
        self.0.push_back(slot);
    }
    fn pop(&mut self, world: &World<'_>) -> Option<Slot> {
        while let Some(slot) = self.0.pop_front() {
            if (world.alive)(slot) {
                return Some(slot);
            }
        }
        None
    }
    fn keeps_old(&self) -> bool {
        false
    }
}
