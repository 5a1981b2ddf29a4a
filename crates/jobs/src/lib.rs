//! What runs next and where. The only crate that starts threads for work. Knows neither programs nor terms.
//!
//! A job never waits for, starts or talks to another job: it returns, and the loop that submitted it decides what comes
//! of it. So the same engine runs inline, in seeded order for tests, or on threads.

mod inline;
mod threads;

pub use inline::Inline;
pub use threads::Threads;

use hecaton_base::{Budget, Stop};

/// A piece of work. Running it twice is harmless.
pub trait Job: Send + 'static {
    /// What all jobs of an executor may read.
    type Shared: Send + Sync + 'static;
    /// What comes of it.
    type Outcome: Send + 'static;
    /// Does it. Polls the budget and returns early, with what it has, when that says so.
    fn run(self, shared: &Self::Shared, budget: &Budget) -> Self::Outcome;
}

/// The number of a submitted job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u64);

/// What an executor has to say.
#[derive(Debug)]
pub enum Next<O> {
    /// A job is done.
    Done(Ticket, O),
    /// A job panicked; the text says how. Its work is not done.
    Lost(Ticket, String),
    /// Nothing is queued or running.
    Drained,
    /// The budget says to stop; jobs may still be running.
    Stopped(Stop),
}

/// Places jobs on workers.
pub trait Executor<J: Job> {
    /// Queues a job. Those of lower rank start first.
    fn submit(&mut self, job: J, rank: i64) -> Ticket;
    /// Waits for news.
    fn wait(&mut self, budget: &Budget) -> Next<J::Outcome>;
    /// How many workers have nothing to do.
    fn idle(&self) -> usize;
    /// Takes back jobs; those already running are asked to stop, and their outcome is dropped.
    fn revoke(&mut self, tickets: &[Ticket]);
}

/// Runs a job so that a panic in it is an outcome and not the end of the process.
fn guarded<J: Job>(job: J, shared: &J::Shared, budget: &Budget) -> Result<J::Outcome, String> {
    // The job owns what it works on and the shared data is only read, so a panic leaves nothing half-changed behind.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.run(shared, budget))).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
    })
}

#[cfg(test)]
mod tests;
