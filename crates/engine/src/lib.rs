//! Engines: each takes a task and gives a verdict for every property, by creating jobs and folding their outcomes.
//! Knows nothing of command lines, files or report formats.

pub mod auto;
pub mod bam;
pub mod bmc;
pub mod board;
pub mod cba;
mod check;
mod deciding;
pub mod disjuncts;
pub mod induction;
pub mod invariants;
mod joined;
pub mod paths;
pub mod proofs;
mod settling;
pub mod slicing;
mod summaries;
pub mod swarm;
pub mod task;
mod unwinding;
pub mod verdict;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use task::{Analysis, Blocked, Bounds, CheckAt, Engine, Event, Merge, Search, Sink, SolverMaker, Task, Whole};
pub use verdict::{Claim, Outcome, Scope, Turns, Unknown, Verdict, Violation};

/// What is behind a lock is whole even if somebody panicked: nothing is left half-changed while one is held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All engines, the default first.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(auto::Auto),
        Box::new(bmc::Bmc),
        Box::new(paths::Paths),
        Box::new(disjuncts::Disjuncts),
        Box::new(swarm::Swarm),
        Box::new(cba::Cba),
        Box::new(bam::Bam),
    ]
}
