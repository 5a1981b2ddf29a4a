//! What happened: every run of a job, and what the loops did with their outcomes.

use crate::Ticket;
use std::sync::Arc;
use std::time::Duration;

/// What became of one run of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its outcome went to its loop.
    Done,
    /// It panicked or disappeared; the text says how. The first time, the job is run again.
    Lost(String),
    /// Nobody wanted the outcome any more.
    Revoked,
}

/// One run of a job. All times are from the start of the crew.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Ran {
    /// An index into the lanes of the record.
    pub lane: usize,
    pub label: String,
    pub ticket: Ticket,
    pub worker: usize,
    pub start: Duration,
    pub end: Duration,
    /// The job without whose outcome this one would not have been submitted.
    pub cause: Option<Ticket>,
    /// How long the loop worked on it: since the delivery of the cause, or since the lane was made.
    pub lag: Duration,
    pub fate: Fate,
}

/// What a loop did between two waits: folding an outcome, making new jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Fold {
    /// An index into the lanes of the record.
    pub lane: usize,
    /// The job whose outcome was delivered before; none at the start of the lane.
    pub ticket: Option<Ticket>,
    pub start: Duration,
    pub end: Duration,
}

/// A lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Its name.
    pub name: Arc<str>,
    /// The last job of any lane whose outcome was delivered before it was made.
    pub cause: Option<Ticket>,
    /// How much later it was made, or how long after the crew.
    pub lag: Duration,
}

/// Everything that happened so far.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// How many workers there are.
    pub workers: usize,
    /// The lanes, in the order they were made.
    pub lanes: Vec<Opened>,
    /// Every run that has ended, in that order.
    pub runs: Vec<Ran>,
    /// What the loops did.
    pub folds: Vec<Fold>,
}
