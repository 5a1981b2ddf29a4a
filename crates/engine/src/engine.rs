//! What an engine is.

use crate::board::Board;
use crate::event::Sink;
use crate::task::Task;
use crate::verdict::Outcome;
use hecaton_base::Budget;
use hecaton_jobs::Crew;

/// One way of deciding properties.
pub trait Engine: Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;
    /// Decides what it can within the budget, by jobs for the crew, beside others that note on the same board what they
    /// settle. Every property of the task has a verdict in the outcome.
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome;
}
