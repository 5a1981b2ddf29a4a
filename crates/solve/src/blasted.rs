//! A solver for terms made of the bit-blaster and a SAT solver.
//!
//! Facts wait until the next question, whose budget pays for blasting them. An assumption is the literal of its term,
//! so asking costs no clause that would have to be taken back.

use crate::blast::Blaster;
use crate::blast::gates::{Cnf, Lit};
use crate::blast::words;
use crate::sat::{Sat, SatAnswer};
use crate::solver::{Answer, ArrayValue, Model, Query, Solver};
use hecaton_base::{Bits, Budget, Stop};
use hecaton_term::{Dag, Term};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The bit-blaster on a SAT solver.
pub struct Blasted<S> {
    sat: S,
    blaster: Blaster,
    cnf: Cnf,
    /// Facts not yet handed to the SAT solver.
    waiting: Vec<Term>,
}

impl<S: Sat> Blasted<S> {
    /// On a SAT solver that has no clauses yet.
    pub fn new(sat: S) -> Self {
        Blasted { sat, blaster: Blaster::new(), cnf: Cnf::new(), waiting: Vec::new() }
    }
    /// The SAT solver, to read its statistics.
    pub fn sat(&self) -> &S {
        &self.sat
    }
    /// The SAT solver, to take what it has kept.
    pub fn sat_mut(&mut self) -> &mut S {
        &mut self.sat
    }
    /// How many gates the circuit has, emitted or not.
    pub fn gates(&self) -> usize {
        self.blaster.gates.len()
    }

    fn decide(&mut self, dag: &Dag, query: &Query<'_>) -> Result<Answer, Stop> {
        query.budget.poll()?;
        while let Some(fact) = self.waiting.last().copied() {
            let lit = self.blaster.literal(dag, fact, query.budget)?;
            self.cnf.require(&self.blaster.gates, &mut self.sat, lit, query.budget)?;
            self.waiting.pop();
        }
        let mut assumed: FxHashMap<i32, Term> = FxHashMap::default();
        let mut assume = Vec::with_capacity(query.assume.len());
        for term in query.assume {
            match self.blaster.literal(dag, *term, query.budget)? {
                Lit::FALSE => return Ok(Answer::Unsat(vec![*term])),
                Lit::TRUE => {}
                lit => {
                    let lit = self.cnf.lit(&self.blaster.gates, &mut self.sat, lit, query.budget)?;
                    if assumed.insert(lit, *term).is_none() {
                        assume.push(lit);
                    }
                }
            }
        }
        self.blaster.saturate(dag, query.budget)?;
        loop {
            self.add_array_clauses(query.budget)?;
            let watch = self.watch();
            let lits: Vec<i32> =
                watch.iter().map(|lit| self.cnf.known(*lit).expect("what is watched is known")).collect();
            match self.sat.solve(&assume, &lits, query.budget) {
                SatAnswer::Unknown(stop) => return Ok(Answer::Unknown(stop)),
                SatAnswer::Unsat(core) => {
                    return Ok(Answer::Unsat(core.iter().filter_map(|lit| assumed.get(lit).copied()).collect()));
                }
                SatAnswer::Sat(values) => {
                    let assignment = Assignment { values: watch.into_iter().zip(values).collect() };
                    if !self.blaster.violated(&|word| assignment.word(word)) {
                        return Ok(Answer::Sat(self.model(&assignment)));
                    }
                    query.budget.poll()?;
                }
            }
        }
    }
    fn add_array_clauses(&mut self, budget: &Budget) -> Result<(), Stop> {
        while let Some(clause) = self.blaster.next_clause() {
            self.cnf.clause(&self.blaster.gates, &mut self.sat, clause, budget)?;
            self.blaster.clause_taken();
        }
        // The model of a free array is read off its reads, so these must have values.
        for read in self.blaster.free_reads() {
            for lit in read.index.unwrap_or_default().iter().chain(read.value) {
                self.cnf.lit(&self.blaster.gates, &mut self.sat, *lit, budget)?;
            }
        }
        Ok(())
    }
    /// The literals a model is made of. Bits the SAT solver never saw do not matter.
    fn watch(&self) -> Vec<Lit> {
        let mut lits: Vec<Lit> = self.blaster.symbols().flat_map(|(_, word)| word).copied().collect();
        for read in self.blaster.free_reads() {
            lits.extend(read.index.unwrap_or_default().iter().chain(read.value));
        }
        lits.retain(|lit| lit.as_const().is_none() && self.cnf.known(*lit).is_some());
        lits
    }
    fn model(&self, assignment: &Assignment) -> Model {
        let scalars = self
            .blaster
            .symbols()
            .filter(|(_, word)| word.iter().any(|lit| self.cnf.known(*lit).is_some()))
            .map(|(symbol, word)| (symbol, assignment.word(word)))
            .collect();
        let mut arrays: BTreeMap<_, _> = self
            .blaster
            .free_arrays()
            .map(|(symbol, elem)| (symbol, ArrayValue { default: Bits::zero(elem), entries: BTreeMap::new() }))
            .collect();
        for read in self.blaster.free_reads() {
            let array = arrays.get_mut(&read.symbol).expect("every free array is listed");
            let value = assignment.word(read.value);
            match read.index {
                Some(index) => drop(array.entries.insert(assignment.word(index), value)),
                None => array.default = value,
            }
        }
        Model { scalars, arrays }
    }
}

impl<S: Sat> Solver for Blasted<S> {
    fn effort(&self) -> u64 {
        self.sat.conflicts()
    }
    fn expect_many(&mut self) {
        self.sat.expect_many();
    }
    fn name(&self) -> &'static str {
        self.sat.name()
    }
    fn assert(&mut self, _dag: &Dag, fact: Term) {
        self.waiting.push(fact);
    }
    fn check(&mut self, dag: &Dag, query: &Query<'_>) -> Answer {
        self.decide(dag, query).unwrap_or_else(Answer::Unknown)
    }
}

/// The values of the watched literals.
struct Assignment {
    values: FxHashMap<Lit, bool>,
}

impl Assignment {
    fn lit(&self, lit: Lit) -> bool {
        lit.as_const().unwrap_or_else(|| self.values.get(&lit).copied().unwrap_or(false))
    }
    fn word(&self, word: &[Lit]) -> Bits {
        let known: Vec<Lit> = word.iter().map(|lit| Lit::constant(self.lit(*lit))).collect();
        words::as_const(&known).expect("all bits are constant")
    }
}
