//! Which saved state is taken next. A strategy is one file: it keeps slots in its order and knows nothing of states.
//!
//! A slot may have gone when it comes up (it was joined with another, or another strategy of an interleaving took it):
//! strategies skip those, so nothing is ever taken out of the middle.

mod coverage;
mod fewest;
mod fifo;
mod interleave;
mod lifo;
mod random;

use super::coverage::Coverage;
use crate::options::Strategy;
use hecaton_ir::{Loc, Program, passes};
use std::sync::Arc;

/// The number of a saved state; later ones are larger.
pub(crate) type Slot = u64;

/// What a strategy may look at.
#[derive(Clone, Debug)]
pub(crate) struct About {
    /// Where the calls are, innermost last.
    pub stack: Vec<Loc>,
    /// Rounds of loops that the path is in, over all calls.
    pub rounds: u64,
    /// How often it was switched away from a thread that could go on.
    pub preemptions: u32,
    /// How many threads there were.
    pub threads: u32,
}

impl About {
    /// Of a path whose state is not at hand.
    pub fn nowhere() -> Self {
        About { stack: vec![], rounds: 0, preemptions: 0, threads: 0 }
    }
}

/// What is the case when a state is to be taken.
pub(crate) struct World<'a> {
    /// Whether a slot is still there.
    pub alive: &'a dyn Fn(Slot) -> bool,
    /// What is covered.
    pub coverage: &'a Coverage,
}

/// The states that wait.
pub(crate) trait Frontier {
    /// A state comes in.
    fn push(&mut self, slot: Slot, about: &About);
    /// The next state.
    fn pop(&mut self, world: &World<'_>) -> Option<Slot>;
    /// Whether states that came in early are taken late: those are the ones to be kept small.
    fn keeps_old(&self) -> bool;
}

/// A frontier for some strategies, which take turns; without any, the one that is best for the program.
pub(crate) fn frontier(strategies: &[Strategy], program: &Arc<Program>, seed: u64) -> Box<dyn Frontier> {
    let one = |strategy: &Strategy| -> Box<dyn Frontier> {
        match strategy {
            Strategy::Lifo | Strategy::SourceSets => Box::new(lifo::Lifo::default()),
            Strategy::Fifo => Box::new(fifo::Fifo::default()),
            Strategy::Random => Box::new(random::Random::new(seed)),
            Strategy::Coverage => Box::new(coverage::Nearest::new(program.clone())),
            Strategy::ShallowLoops => Box::new(fewest::Fewest::rounds()),
            Strategy::FewPreemptions => Box::new(fewest::Fewest::preemptions()),
            Strategy::FewThreads => Box::new(fewest::Fewest::threads()),
        }
    };
    // Errors that need few preemptions, those that need one of every thread, those that need few rounds of loops, and,
    // where the inputs say how many threads are made, those that few threads make.
    let several = [Strategy::FewPreemptions, Strategy::Lifo, Strategy::ShallowLoops, Strategy::FewThreads];
    match strategies {
        [] if passes::has_threads(program) => Box::new(interleave::Interleave::new(several.iter().map(one).collect())),
        [] => one(&Strategy::Lifo),
        [single] => one(single),
        several => Box::new(interleave::Interleave::new(several.iter().map(one).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Id as _;
    use hecaton_ir::{BlockId, FuncId};
    use std::collections::BTreeSet;

    const PROGRAM: &str =
        "target LP64\nentry main\nfunc main() -> i32 {\n b0:\n  goto b1\n b1:\n  goto b2\n b2:\n  return 0:i32\n}\n";

    fn about(block: usize, rounds: u64) -> About {
        About {
            stack: vec![Loc { func: FuncId::new(0), block: BlockId::new(block), inst: 0 }],
            rounds,
            preemptions: rounds as u32 / 2,
            threads: 1,
        }
    }
    fn program() -> Arc<Program> {
        Arc::new(hecaton_ir::text::parse("x.hir", PROGRAM).unwrap_or_else(|e| panic!("{e:?}")))
    }
    fn order(strategies: &[Strategy], gone: &[Slot]) -> Vec<Slot> {
        let mut frontier = frontier(strategies, &program(), 7);
        for slot in 0..6 {
            frontier.push(slot, &about(slot as usize % 3, 10 - slot));
        }
        let mut coverage = Coverage::default();
        coverage.block(FuncId::new(0), BlockId::new(0));
        let mut taken: BTreeSet<Slot> = gone.iter().copied().collect();
        let mut out = Vec::new();
        loop {
            let alive = |slot: Slot| !taken.contains(&slot);
            let Some(slot) = frontier.pop(&World { alive: &alive, coverage: &coverage }) else { return out };
            assert!(taken.insert(slot), "{slot} was taken twice");
            out.push(slot);
        }
    }

    #[test]
    fn each_strategy_has_its_order() {
        assert_eq!(order(&[Strategy::Lifo], &[]), [5, 4, 3, 2, 1, 0]);
        assert_eq!(order(&[Strategy::Fifo], &[]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(order(&[Strategy::ShallowLoops], &[]), [5, 4, 3, 2, 1, 0]);
        assert_eq!(order(&[Strategy::FewPreemptions], &[]), [5, 4, 3, 2, 1, 0]);
        // Blocks 1 and 2 are not covered, 0 leads to 1.
        let nearest = order(&[Strategy::Coverage], &[]);
        assert_eq!(nearest[..4].iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([1, 2, 4, 5]));
        assert_eq!(order(&[Strategy::Lifo, Strategy::Fifo], &[]), [5, 0, 4, 1, 3, 2]);
    }

    #[test]
    fn nothing_is_lost_and_what_is_gone_is_skipped() {
        for (strategy, name) in Strategy::ALL {
            let mut all = order(&[strategy, Strategy::Random], &[2, 3]);
            all.sort_unstable();
            assert_eq!(all, [0, 1, 4, 5], "{name}");
        }
    }
}
