//! The interface of a decision procedure. Facts only grow, everything that can be taken back is an assumption, and an
//! answer carries its evidence: nothing is legal "only after" something else.

use hecaton_base::{Bits, Budget, Stop};
use hecaton_term::{Dag, Symbol, Term};
use std::collections::BTreeMap;

/// A decision procedure over the terms of one growing DAG: every call gets the same DAG, possibly with more terms.
pub trait Solver: Send {
    /// The name in reports and on the command line.
    fn name(&self) -> &'static str;
    /// Adds a fact for good.
    fn assert(&mut self, dag: &Dag, fact: Term);
    /// Decides the facts together with the query's assumptions.
    fn check(&mut self, dag: &Dag, query: &Query<'_>) -> Answer;
    /// How hard all questions so far were: conflicts, where the solver tells, else 0. Unlike time, the same in every
    /// run.
    fn effort(&self) -> u64;
    /// Prepares for many small questions instead of few large ones. Means something only before the first fact and the
    /// first question, and never changes an answer.
    fn expect_many(&mut self);
}

/// One question.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// Boolean terms that hold for this question only.
    pub assume: &'a [Term],
    /// When to give up.
    pub budget: &'a Budget,
    /// What it is asked for.
    pub purpose: Purpose<'a>,
}

impl<'a> Query<'a> {
    /// A question that is asked for nothing in particular.
    pub fn new(assume: &'a [Term], budget: &'a Budget) -> Self {
        Query { assume, budget, purpose: Purpose::default() }
    }
}

/// What a question is asked for: the label of its answer in a certificate. No solver looks at it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Purpose<'a> {
    /// The step of the proof that needs the answer.
    pub step: &'static str,
    /// The properties that it is asked about, as the caller numbers them; none if the answer serves all.
    pub about: &'a [u32],
}

impl Purpose<'_> {
    /// A step that serves all properties.
    pub fn of(step: &'static str) -> Self {
        Purpose { step, about: &[] }
    }
}

/// An answer with its evidence.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfiable, by this model.
    Sat(Model),
    /// Unsatisfiable; these assumptions suffice for that, with the facts.
    Unsat(Vec<Term>),
    /// Not decided.
    Unknown(Stop),
}

/// Values of free constants; one that is missing does not matter and may be taken as zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Booleans as one bit, bit-vectors as they are, floats by their encoding.
    pub scalars: BTreeMap<Symbol, Bits>,
    /// Arrays by the elements that are not the default.
    pub arrays: BTreeMap<Symbol, ArrayValue>,
}

/// The value of an array: a default and exceptions.
pub use hecaton_term::eval::ArrayValue;
