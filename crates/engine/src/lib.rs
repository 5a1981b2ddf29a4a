//! Engines: each takes a task and gives a verdict for every property, by creating jobs and folding their outcomes.
//! Knows nothing of command lines, files or report formats.

pub mod bam;
pub mod bmc;
mod board;
pub mod cba;
pub mod disjuncts;
mod engine;
pub mod event;
mod gate;
pub mod induction;
pub mod invariants;
pub mod options;
mod oracle;
pub mod paths;
pub mod portfolio;
mod run;
mod session;
mod summaries;
pub mod swarm;
mod task;
mod unwinding;
mod valuation;
mod verdict;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use board::Board;
pub use engine::Engine;
pub use event::{Event, Sink, Tried};
pub use options::{Analysis, Blocked, Bounds, CheckAt, Inner, Merge, Plan, Search, Strategy};
pub use run::{run, run_cached, run_sliced};
pub use task::{SolverMaker, Task, Whole};
pub use verdict::{Claim, Outcome, Scope, Turns, Unknown, Verdict, Violation};

/// What is behind a lock is whole even if somebody panicked: nothing is left half-changed while one is held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All engines, the default first.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(portfolio::Auto),
        Box::new(bmc::Bmc),
        Box::new(paths::Paths),
        Box::new(disjuncts::Disjuncts),
        Box::new(swarm::Swarm),
        Box::new(cba::Cba),
        Box::new(bam::Bam),
    ]
}
