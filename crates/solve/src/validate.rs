//! Believes no model it has not evaluated: every fact and assumption must be true under it. One evaluation a model is
//! cheap next to finding the model, so this is always on.

use crate::solver::{Answer, Model, Query, Solver};
use hecaton_base::{Bits, Stop};
use hecaton_term::eval::{Evaluator, Value};
use hecaton_term::{Dag, Symbol, Term};

/// A solver whose models are checked; a wrong one is `Unknown(Bug)`, never an answer.
pub struct Validate<S> {
    inner: S,
    facts: Vec<Term>,
}

impl<S: Solver> Validate<S> {
    /// Checks the models of a solver that has no facts yet.
    pub fn new(inner: S) -> Self {
        Validate { inner, facts: Vec::new() }
    }
}

impl<S: Solver> Solver for Validate<S> {
    fn effort(&self) -> u64 {
        self.inner.effort()
    }
    fn expect_many(&mut self) {
        self.inner.expect_many();
    }
    fn name(&self) -> &'static str {
        self.inner.name()
    }
    fn assert(&mut self, dag: &Dag, fact: Term) {
        self.facts.push(fact);
        self.inner.assert(dag, fact);
    }
    fn check(&mut self, dag: &Dag, query: &Query<'_>) -> Answer {
        match self.inner.check(dag, query) {
            Answer::Sat(model) => match refuted(dag, &model, self.facts.iter().chain(query.assume)) {
                None => Answer::Sat(model),
                Some(term) => {
                    let name = self.inner.name();
                    defect(query, format!("{name}: the model does not satisfy {term}"))
                }
            },
            Answer::Unsat(core) => match core.iter().find(|term| !query.assume.contains(term)) {
                None => Answer::Unsat(core),
                Some(term) => {
                    let name = self.inner.name();
                    defect(query, format!("{name}: the core has {term}, which was not assumed"))
                }
            },
            Answer::Unknown(stop) => {
                query.budget.note_stop(&stop);
                Answer::Unknown(stop)
            }
        }
    }
}

/// The solver contradicts itself.
fn defect(query: &Query<'_>, what: String) -> Answer {
    query.budget.note_defect(&what);
    Answer::Unknown(Stop::Bug(what))
}

/// The first of some Boolean terms that is not true under a model.
pub fn refuted<'a>(dag: &Dag, model: &Model, mut terms: impl Iterator<Item = &'a Term>) -> Option<Term> {
    let env = |symbol: Symbol| model.value(symbol);
    let mut evaluator = Evaluator::new();
    terms.find(|term| !evaluator.truth(dag, &env, **term)).copied()
}

impl Model {
    /// The value of a free constant; `None` if it does not matter.
    pub fn value(&self, symbol: Symbol) -> Option<Value> {
        let scalar = self.scalars.get(&symbol).map(|bits: &Bits| Value::Bits(bits.clone()));
        scalar.or_else(|| self.arrays.get(&symbol).map(|array| Value::Array(array.clone())))
    }
}
