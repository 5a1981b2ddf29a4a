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

/// One run of a job. Times are from the start of the crew.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Ran {
    pub lane: Arc<str>,
    pub label: String,
    pub ticket: Ticket,
    pub worker: usize,
    pub start: Duration,
    pub end: Duration,
    /// The job without whose outcome this one would not have been submitted.
    pub cause: Option<Ticket>,
    /// How long the loop worked on it: from the delivery of the cause, or from the start of the lane.
    pub lag: Duration,
    pub fate: Fate,
}

/// What a loop did between two waits: folding an outcome, making new jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Fold {
    pub lane: Arc<str>,
    /// The job whose outcome was delivered before; none at the start of the lane.
    pub ticket: Option<Ticket>,
    pub start: Duration,
    pub end: Duration,
}

/// Everything that happened so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// How many workers there are.
    pub workers: usize,
    /// Every run that has ended, in that order.
    pub runs: Vec<Ran>,
    /// What the loops did.
    pub folds: Vec<Fold>,
}

/// The record as it is written, if it is.
#[derive(Default)]
pub(crate) struct Log {
    pub on: bool,
    pub runs: Vec<Ran>,
    pub folds: Vec<Fold>,
}

impl Log {
    pub fn ran(&mut self, ran: impl FnOnce() -> Ran) {
        if self.on {
            self.runs.push(ran());
        }
    }
    pub fn fold(&mut self, fold: impl FnOnce() -> Fold) {
        if self.on {
            self.folds.push(fold());
        }
    }
}
