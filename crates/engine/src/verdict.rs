//! What is known of a property at the end. A verdict carries its scope: a bounded result cannot be mistaken for a
//! proof.

use hecaton_base::{Budget, Stop};
use hecaton_ir::{PropId, Span};
use hecaton_trace::{Counterexample, Trace};
use serde::{Deserialize, Serialize};
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

impl Verdict {
    /// The same as plain data.
    pub fn claim(&self) -> Claim {
        match self {
            Verdict::Holds(scope) => Claim::Holds(scope.clone()),
            Verdict::Violated(violation) => Claim::Violated(violation.counterexample.clone()),
            Verdict::Unknown(unknown) => Claim::Unknown(unknown.clone()),
        }
    }
}

/// A verdict as plain data, as it crosses a job's border: without the trace, which the replay makes again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// No execution in the scope violates it.
    Holds(Scope),
    /// These choices violate it; those of the whole program, if a slice of it is looked at.
    Violated(Counterexample),
    /// Neither is known.
    Unknown(Unknown),
}

/// What a job found out, in plain data.
pub(crate) type Claims = Vec<(PropId, Claim)>;

/// What a "holds" speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    /// All executions.
    All,
    /// All executions within bounds; there is at least one.
    UpTo {
        /// How often a loop body is entered, or a function is active at the same time, at most.
        unwind: Option<u32>,
        /// How many branches with several ways there are, at most.
        branches: Option<u32>,
        /// How often threads take turns, at most.
        turns: Option<Turns>,
    },
}

/// How often threads take turns, at most. A thread may also do nothing in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turns {
    /// So many rounds, in each of which every thread has one turn, in the order of their making.
    Rounds(u32),
    /// So many turns of whichever thread.
    Contexts(u32),
    /// So many turns, each thread in the order of their making, again and again.
    InTurn(u32),
}

impl Turns {
    /// How many.
    pub fn count(self) -> u32 {
        match self {
            Turns::Rounds(count) | Turns::Contexts(count) | Turns::InTurn(count) => count,
        }
    }
}

impl Scope {
    /// All executions in which no loop and no recursion goes beyond a bound.
    pub fn rounds(unwind: u32) -> Scope {
        Scope::UpTo { unwind: Some(unwind), branches: None, turns: None }
    }
}

/// A replayed counterexample.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The choices that lead to the violation.
    pub counterexample: Counterexample,
    /// What happens on the way, from the replay.
    pub trace: Trace,
    /// The features that it needs, if that was asked: without any one of them, and with no others, none was found.
    pub needs: Option<Vec<String>>,
}

/// Why a property is open, and what is known nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    /// The reason.
    pub stop: Stop,
    /// The place, if the reason has one.
    pub span: Option<Span>,
    /// In this scope it is known to hold.
    pub known: Option<Scope>,
}

impl Outcome {
    /// Nothing counts as proved in a run in which a defect of this tool was noticed: whoever went wrong there may have gone
    /// wrong elsewhere as well. Violations do, for they were replayed.
    #[must_use]
    pub fn honest(mut self, budget: &Budget) -> Self {
        let Some(what) = budget.defect() else { return self };
        for verdict in self.verdicts.values_mut() {
            match verdict {
                Verdict::Holds(_) => {
                    *verdict = Verdict::Unknown(Unknown { stop: Stop::Bug(what.clone()), span: None, known: None });
                }
                Verdict::Unknown(unknown) => unknown.known = None,
                Verdict::Violated(_) => {}
            }
        }
        self
    }
}

/// The verdicts of one run, and what it took for granted.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// One for each property of the task.
    pub verdicts: BTreeMap<PropId, Verdict>,
    /// Assumptions behind the verdicts, to be shown with them.
    pub notes: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Wire;
    use hecaton_base::{Bits, Id};
    use hecaton_ir::{Choice, FileId};

    #[test]
    fn claims_come_back_as_they_were() {
        let choices = vec![Choice::Input(Bits::from_u64(8, 7)), Choice::Branch(true)];
        let span = Span { file: FileId::new(1), line: 2, col: 3, len: 4 };
        let claims = vec![
            Claim::Holds(Scope::All),
            Claim::Holds(Scope::UpTo { unwind: None, branches: Some(9), turns: Some(Turns::Rounds(3)) }),
            Claim::Violated(Counterexample { property: PropId::new(3), choices }),
            Claim::Unknown(Unknown { stop: Stop::Time, span: Some(span), known: Some(Scope::rounds(1)) }),
            Claim::Unknown(Unknown { stop: Stop::Bug("b".into()), span: None, known: None }),
        ];
        assert_eq!(Wire::from_bytes(&claims.to_bytes()), Ok(claims));
        assert!(Claim::from_bytes(&[3]).is_err() && Scope::from_bytes(&[2]).is_err());
    }
}
