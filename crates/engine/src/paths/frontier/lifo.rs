//! Depth first.

use super::{About, Frontier, Slot, World};

#[derive(Default)]
pub(super) struct Lifo(Vec<Slot>);

impl Frontier for Lifo {
    fn push(&mut self, slot: Slot, _: &About) {
        self.0.push(slot);
    }
    fn pop(&mut self, world: &World<'_>) -> Option<Slot> {
        while let Some(slot) = self.0.pop() {
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
