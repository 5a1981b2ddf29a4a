//! One solver beside one symbolic execution: it knows the facts that the execution relies on, as far as there are any when
//! it is asked, and answers whether conditions can hold together with them.
//!
//! The facts say how objects lie in the address space. They only grow, so each is asserted once. A proof from facts that
//! contradict each other would be none: whoever concludes something from an unsatisfiable answer asks
//! [`Session::not_vacuous`] in the end.

use hecaton_base::{Budget, Stop};
use hecaton_solve::{Answer, Model, Purpose, Query, Solver};
use hecaton_term::{Builder, Dag, Term};

/// A solver, and how many of the facts it has.
pub(crate) struct Session {
    solver: Box<dyn Solver>,
    asserted: usize,
}

/// Whether conditions can hold together.
pub(crate) enum Answered {
    /// In this model.
    Possible(Model),
    /// No: these alone contradict each other or the facts.
    Never(Vec<Term>),
}

impl Session {
    pub fn new(solver: Box<dyn Solver>) -> Self {
        Session { solver, asserted: 0 }
    }
    /// How hard the questions were; see [`Solver::effort`].
    pub fn effort(&self) -> u64 {
        self.solver.effort()
    }
    /// Adds a lemma: something that follows from earlier answers.
    pub fn assert(&mut self, terms: &Dag, lemma: Term) {
        self.solver.assert(terms, lemma);
    }
    /// Whether the assumptions of a query can hold together with the facts, which begin with those of the last question.
    pub fn ask(&mut self, terms: &Dag, facts: &[Term], query: &Query<'_>) -> Result<Answered, Stop> {
        for fact in &facts[self.asserted..] {
            self.solver.assert(terms, *fact);
        }
        self.asserted = facts.len();
        if let Some(never) = query.assume.iter().find(|part| terms.as_bool(**part) == Some(false)) {
            return Ok(Answered::Never(vec![*never]));
        }
        match self.solver.check(terms, query) {
            Answer::Sat(model) => Ok(Answered::Possible(model)),
            Answer::Unsat(core) => Ok(Answered::Never(core)),
            Answer::Unknown(stop) => Err(stop),
        }
    }
    /// An error if the facts contradict each other.
    pub fn not_vacuous(&mut self, terms: &mut Builder, facts: &[Term], budget: &Budget) -> Result<(), Stop> {
        if facts.is_empty() {
            return Ok(());
        }
        let query = Query { assume: &[terms.bool(true)], budget, purpose: Purpose::of("reachability") };
        match self.ask(terms, facts, &query)? {
            Answered::Possible(_) => Ok(()),
            Answered::Never(_) => Err(Stop::Unsupported("objects that do not fit into the address space".into())),
        }
    }
}

/// What a verdict assumes if facts about addresses matter.
pub(crate) fn addresses_note(matter: bool) -> Vec<String> {
    let note = "addresses matter: nothing lies in the first 4096 bytes of the address space or at its very end";
    matter.then(|| note.into()).into_iter().collect()
}
