//! What runs next and where. The only crate that starts threads for work. Knows neither programs nor terms.
//!
//! A job never waits for, starts or talks to another job: it returns, and the loop that submitted it decides what comes
//! of it. So the same engine runs inline, in seeded order for tests, or on threads. Only plain data crosses a job's
//! border: a job and its outcome can be written to bytes and read back, so that one day they can go elsewhere.
//!
//! A [`Crew`] is the workers; a [`Lane`] is how one engine's loop gives them jobs. Several loops may run at the same
//! time, each with a lane of its own on one crew.

mod crew;
mod lane;
mod queue;
mod record;
mod scaling;
mod timeline;
mod turns;

pub use crew::{Crew, LaneLoad, Load, Loop, Shares, Unfinished};
pub use lane::Lane;
pub use queue::{Loss, SHARE};
pub use record::{Fate, Fold, Opened, Ran, Record};
pub use scaling::{Row, Scaling};

use hecaton_base::{Budget, Stop, Wire};

/// A piece of work: plain data. Running it twice is harmless.
pub trait Job: Wire + Clone + Send + 'static {
    /// What all jobs of a lane may read. An executor elsewhere would send it once.
    type Shared: Send + Sync + 'static;
    /// What comes of it, the rest of the work included.
    type Outcome: Wire + Send + 'static;
    /// Does it. Polls the budget and returns early, with what it has, when that says so. Work that can be split also
    /// returns, after some of it, when the budget is `wanted`.
    fn run(self, shared: &Self::Shared, budget: &Budget) -> Self::Outcome;
    /// A word or two for the timeline.
    fn label(&self) -> String;
    /// How much work it is, compared to the other jobs of its lane: by this, jobs are spread over workers.
    fn cost(&self) -> u64 {
        1
    }
    /// Jobs with the same number are best run by the same worker, for they work on the same memory. Jobs without one come
    /// first; those with one are in the order of their ranks only among those of the worker, which takes from others when it
    /// has no more.
    fn home(&self) -> Option<usize> {
        None
    }
    /// How much memory it takes while it is queued.
    fn bytes(&self) -> usize {
        0
    }
}

/// The number of a submitted job, unique in its crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u64);

impl Ticket {
    /// The number.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// What an executor has to say.
#[derive(Debug)]
pub enum Next<O> {
    /// A job is done.
    Done(Ticket, O),
    /// A job panicked or disappeared, and again when it was run once more; the text says how. Its work is not done.
    Lost(Ticket, String),
    /// Nothing is queued or running.
    Drained,
    /// The budget says to stop; jobs may still be running.
    Stopped(Stop),
}

/// Places jobs on workers. [`Lane`] is the one for this process; one that sends jobs to other processes or machines
/// implements the same four functions, so an engine's loop does not know the difference.
pub trait Executor<J: Job> {
    /// Queues a job. Those of lower rank start first. Never blocks; whoever may produce too much asks for `room` first.
    fn submit(&mut self, job: J, rank: i64) -> Ticket;
    /// Waits for news. When the budget says to stop, jobs that have not started stay where they are, and those that run
    /// have a moment to return what they have.
    fn wait(&mut self, budget: &Budget) -> Next<J::Outcome>;
    /// How many workers have nothing to do and will find nothing in a queue: into so many parts work is best split.
    fn idle(&self) -> usize;
    /// Takes back jobs; those already running are asked to stop, and their outcome is dropped.
    fn revoke(&mut self, tickets: &[Ticket]);
}

/// Drops what takes long to drop, beside what comes next; if there is no thread for it, it is done here.
pub fn discard<T: Send + 'static>(left: T) {
    _ = std::thread::Builder::new().name("discarding".into()).spawn(move || drop(left));
}

#[cfg(test)]
mod tests;
