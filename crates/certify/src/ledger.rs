//! What is certified in a run, collected from all its solvers.

use crate::trace::Work;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A formula and its refutation, as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// DIMACS.
    pub cnf: Vec<u8>,
    /// LRAT.
    pub lrat: Vec<u8>,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Steps of the proof.
    pub steps: usize,
    /// The assumptions of the question that are needed, which are the last clauses of the formula.
    pub assumptions: Vec<i32>,
}

/// What an answer belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// From 1, in the order of the run.
    pub number: u64,
    /// The solver that gave it, from 1: later answers of a solver may have lemmas from earlier ones among their clauses.
    pub solver: u64,
    /// What the question was asked for.
    pub purpose: &'static str,
    /// The properties that it was asked about, as the caller numbers them; none if it serves all.
    pub about: Vec<u32>,
}

/// Takes the proofs of answers.
pub trait Store: Send {
    /// Keeps one, or says why it cannot; then none is offered any more.
    fn keep(&mut self, entry: Entry, pair: Pair) -> Result<(), String>;
}

/// What was certified, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Unsatisfiable answers of a SAT solver whose proofs were checked.
    pub certified: u64,
    /// Unsatisfiable answers that needed no SAT solver.
    pub without_solver: u64,
    /// Unsatisfiable answers of solvers that give no proof, by their names.
    pub unproved: BTreeMap<&'static str, u64>,
    /// How much was checked.
    pub work: Work,
    /// How long that took, in all workers together.
    pub time: Duration,
    /// Why proofs are missing from the store.
    pub lost: Option<String>,
}

#[derive(Default)]
struct State {
    totals: Totals,
    solvers: u64,
    store: Option<Box<dyn Store>>,
    closed: bool,
}

/// Collects what all solvers of a run have to say.
#[derive(Default)]
pub struct Ledger(Mutex<State>);

impl Ledger {
    /// An empty one. With a store, proofs go there.
    pub fn new(store: Option<Box<dyn Store>>) -> Self {
        Ledger(Mutex::new(State { store, ..State::default() }))
    }
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// A new solver: its number, and whether its proofs are wanted.
    pub fn enter(&self) -> (u64, bool) {
        let mut state = self.lock();
        state.solvers += 1;
        (state.solvers, state.store.is_some())
    }
    /// Notes how much was checked, whatever came of it.
    pub fn worked(&self, work: Work, time: Duration) {
        let mut state = self.lock();
        let Work { given, steps, hints } = &mut state.totals.work;
        *given += work.given;
        *steps += work.steps;
        *hints += work.hints;
        state.totals.time += time;
    }
    /// An answer whose proof was checked; `pair` is what to keep of it.
    pub fn certified(&self, solver: u64, purpose: &'static str, about: &[u32], pair: Option<Pair>) {
        let mut state = self.lock();
        if state.closed {
            return;
        }
        state.totals.certified += 1;
        let entry = Entry { number: state.totals.certified, solver, purpose, about: about.to_vec() };
        let kept = match (&mut state.store, pair) {
            (Some(store), Some(pair)) => store.keep(entry, pair),
            (Some(_), None) => Err("a solver gave an answer without its proof".to_owned()),
            (None, _) => Ok(()),
        };
        if let Err(why) = kept {
            state.totals.lost = Some(why);
            state.store = None;
        }
    }
    /// An answer that needed no SAT solver.
    pub fn without_solver(&self) {
        self.lock().totals.without_solver += 1;
    }
    /// An answer of a solver that gives no proof.
    pub fn unproved(&self, solver: &'static str) {
        *self.lock().totals.unproved.entry(solver).or_default() += 1;
    }
    /// The end: what comes later is not counted, and nothing is kept any more.
    pub fn close(&self) -> Totals {
        let mut state = self.lock();
        state.closed = true;
        state.store = None;
        state.totals.clone()
    }
}
