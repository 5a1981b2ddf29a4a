//! What is known of a property at the end. A verdict carries its scope: a bounded result cannot be mistaken for a
//! proof.

use hecaton_base::Stop;
use hecaton_ir::{PropId, Span};
use hecaton_trace::{Counterexample, Trace};
use std::collections::BTreeMap;

/// What is known of one property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No execution in the scope violates it.
    Holds(Scope),
    /// An execution violates it; it was replayed on the concrete interpreter.
    Violated(Box<Violation>),
    /// Neither is known.
    Unknown(Unknown),
}

impl Verdict {
    /// Whether more work would not change it.
    pub fn is_final(&self) -> bool {
        match self {
            Verdict::Holds(Scope::All) | Verdict::Violated(_) => true,
            Verdict::Holds(Scope::UpTo { .. }) | Verdict::Unknown(_) => false,
        }
    }
}

/// What a "holds" speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All executions.
    All,
    /// All executions in which no loop and no recursion goes beyond a bound.
    UpTo {
        /// How often a loop body is entered, or a function is active at the same time, at most.
        unwind: u32,
    },
}

/// A replayed counterexample.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The choices that lead to the violation.
    pub counterexample: Counterexample,
    /// What happens on the way, from the replay.
    pub trace: Trace,
}

/// Why a property is open, and what is known nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The reason.
    pub stop: Stop,
    /// The place, if the reason has one.
    pub span: Option<Span>,
    /// In this scope it is known to hold.
    pub known: Option<Scope>,
}

/// The verdicts of one run, and what it took for granted.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// One for each property of the task.
    pub verdicts: BTreeMap<PropId, Verdict>,
    /// Assumptions behind the verdicts, to be shown with them.
    pub notes: Vec<String>,
}
