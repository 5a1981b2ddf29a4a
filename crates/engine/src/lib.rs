//! Engines: each takes a task and gives a verdict for every property, by creating jobs and folding their outcomes.
//! Knows nothing of command lines, files or report formats.

pub mod bmc;
mod check;
pub mod induction;
mod joined;
pub mod slicing;
pub mod task;
pub mod verdict;

pub use task::{Bounds, Engine, Event, Sink, SolverMaker, Task, Whole};
pub use verdict::{Claim, Outcome, Scope, Unknown, Verdict, Violation};

/// All engines, the default first.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![Box::new(bmc::Bmc)]
}
