//! Several strategies that take turns over the same states.

use super::{About, Frontier, Slot, World};

pub(super) struct Interleave {
    all: Vec<Box<dyn Frontier>>,
    turn: usize,
}

impl Interleave {
    pub fn new(all: Vec<Box<dyn Frontier>>) -> Self {
        Interleave { all, turn: 0 }
    }
}

impl Frontier for Interleave {
    fn push(&mut self, slot: Slot, about: &About) {
        for one in &mut self.all {
            one.push(slot, about);
        }
    }
    fn pop(&mut self, world: &World<'_>) -> Option<Slot> {
        let turn = self.turn;
        self.turn = (turn + 1) % self.all.len();
        self.all[turn].pop(world)
    }
    fn keeps_old(&self) -> bool {
        self.all[0].keeps_old()
    }
}
