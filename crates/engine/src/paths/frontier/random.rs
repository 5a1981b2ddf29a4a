//! Any state, by a seed.

use super::{About, Frontier, Slot, World};

pub(super) struct Random {
    slots: Vec<Slot>,
    random: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        // Any seed will do but zero, which xorshift keeps.
        Random { slots: Vec::new(), random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 }
    }
}

impl Frontier for Random {
    fn push(&mut self, slot: Slot, _: &About) {
        self.slots.push(slot);
    }
    fn pop(&mut self, world: &World<'_>) -> Option<Slot> {
        while !self.slots.is_empty() {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            let at = (self.random % self.slots.len() as u64) as usize;
            let slot = self.slots.swap_remove(at);
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
