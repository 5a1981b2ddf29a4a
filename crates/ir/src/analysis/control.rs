//! Which branches decide whether a block is executed (Ferrante, Ottenstein, Warren 1987), from the tree of
//! post-dominators.
//!
//! An endless loop never reaches an end of the function. So that everything has a post-dominator, the head of every
//! loop without a way out gets an edge to the end that nothing ever takes. Whether a loop ends is not counted as a
//! decision about what comes after it.

use super::cfg::components;
use super::dominators::dominators;
use crate::program::{BlockId, Function};
use hecaton_base::{Id as _, Map};

/// The decisions in a function with a body.
pub(crate) struct Control {
    /// The first block that is executed whichever way a block goes; `None` if that is only the end.
    pub next: Map<BlockId, Option<BlockId>>,
    /// The branches that decide whether a block is executed.
    pub on: Map<BlockId, Vec<BlockId>>,
    /// The loops without a way out, their heads first.
    pub endless: Vec<Vec<BlockId>>,
    /// Whether a block can be reached from the entry.
    pub reached: Map<BlockId, bool>,
}

impl Control {
    pub fn of(function: &Function) -> Self {
        let count = function.blocks.len();
        let targets: Map<BlockId, Vec<BlockId>> = function.blocks.values().map(|block| block.end.targets()).collect();
        let mut reached = Map::filled(count, true);
        let sccs = components(function, &mut reached, &[function.entry]);
        reached.values_mut().for_each(|unvisited| *unvisited = !*unvisited);
        let mut endless = Vec::new();
        let mut member: Map<BlockId, u32> = Map::filled(count, u32::MAX);
        for (i, blocks) in sccs.into_iter().enumerate() {
            blocks.iter().for_each(|block| member[*block] = i as u32);
            let inside = |to: &BlockId| member[*to] == i as u32;
            if blocks.iter().all(|block| !targets[*block].is_empty() && targets[*block].iter().all(inside)) {
                endless.push(blocks);
            }
        }

        // Towards the entry, from a node for the end.
        let exit = count;
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
        let mut ends: Vec<bool> = vec![false; count];
        endless.iter().for_each(|blocks| ends[blocks[0].index()] = true);
        for (block, to) in targets.iter().filter(|(block, _)| reached[*block]) {
            to.iter().for_each(|to| back[to.index()].push(block.index()));
            if to.is_empty() || ends[block.index()] {
                back[exit].push(block.index());
            }
        }
        let above = dominators(&back, exit);
        let mut on: Map<BlockId, Vec<BlockId>> = Map::filled(count, Vec::new());
        for (block, to) in targets.iter().filter(|(block, to)| reached[*block] && !to.is_empty()) {
            let stop = above[block.index()];
            for to in to {
                let mut at = to.index();
                while at != stop && at != exit {
                    let list = &mut on[BlockId::new(at)];
                    if list.last() == Some(&block) {
                        break;
                    }
                    list.push(block);
                    at = above[at];
                }
            }
        }
        let next = (0..count).map(|b| (above[b] < count).then(|| BlockId::new(above[b]))).collect();
        Control { next, on, endless, reached }
    }
}
