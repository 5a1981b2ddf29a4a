//! What a running engine tells while it works.

use crate::invariants::Invariant;
use crate::verdict::Verdict;
use hecaton_base::Stop;
use hecaton_ir::{Choice, FeatureId, PropId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// News from a running engine.
#[derive(Clone, Debug)]
pub enum Event {
    /// The engine now unwinds to this bound.
    Bound(u32),
    /// What it is doing, in a word or two: `executing`, `solving`.
    Phase(&'static str),
    /// A property has its final verdict.
    Settled(PropId, Verdict),
    /// The choices of a path that came to its end.
    Test(Vec<Choice>),
    /// A configuration of features was tried.
    Tried(Tried),
    /// What holds at the heads of loops; the last is the most exact.
    Invariants(Vec<Invariant>),
    /// Numbers worth showing, by name.
    Counts(BTreeMap<&'static str, u64>),
}

/// Takes the news; called from any worker.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// A configuration that was tried, for the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// What was omitted, ascending; nothing in the run of the whole program.
    pub omitted: Vec<FeatureId>,
    /// The run of the whole program was restricted to what verified configurations leave open.
    pub restricted: bool,
    /// How long it took, all rounds together.
    pub seconds: f64,
    /// How large it was, and what that counts.
    pub size: Option<(u64, &'static str)>,
    /// How many properties it found violated.
    pub violated: usize,
    /// How many it found to hold on all its executions.
    pub verified: usize,
    /// How many up to a bound.
    pub bounded: usize,
    /// Why others are open, if any are.
    pub open: Option<Stop>,
}
