//! Hands what CaDiCaL derives to the checker, while it derives it.

use crate::cadical::Certify;
use cadical_sys::{CaDiCal, ProofTracer};
use hecaton_certify::{Checker, Fault, Pair, Work};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Checks the answers of one solver.
pub struct Certifier {
    shared: Shared,
    wanted: Certify,
    answered: bool,
}

/// The checker, and how long it took.
struct Checking {
    checker: Checker,
    time: Duration,
}

/// Held by the solver and by who asks it, which are never at it at the same time.
#[derive(Clone)]
struct Shared(Arc<Mutex<Checking>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Checking> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Checking {
    fn timed<R>(&mut self, work: impl FnOnce(&mut Checker) -> R) -> R {
        let start = Instant::now();
        let result = work(&mut self.checker);
        self.time += start.elapsed();
        result
    }
}

impl Certifier {
    /// Follows a solver that has no clauses yet.
    pub(crate) fn connect(solver: &mut CaDiCal, wanted: Certify) -> Result<Self, String> {
        // Bounded variable addition derives clauses about new variables that do not follow from the others.
        if !solver.set("factor", 0) {
            return Err("cadical: no option `factor`".into());
        }
        let checker = Checker::new(wanted == Certify::Proofs);
        let shared = Shared(Arc::new(Mutex::new(Checking { checker, time: Duration::ZERO })));
        solver.connect_proof_tracer1(shared.clone(), true, false);
        Ok(Certifier { shared, wanted, answered: false })
    }
    /// The solver is given a clause.
    pub(crate) fn give(&self, clause: &[i32], give: impl FnOnce()) {
        self.shared.lock().checker.give(clause);
        give();
        self.shared.lock().checker.taken();
    }
    /// The solver is about to be asked.
    pub(crate) fn ask(&mut self) {
        self.answered = false;
        self.shared.lock().checker.ask();
    }
    /// The solver says that these assumptions suffice for there to be no model.
    pub(crate) fn answer(&mut self, core: &[i32]) -> Result<(), Fault> {
        self.shared.lock().timed(|checker| checker.answer(core))?;
        self.answered = true;
        Ok(())
    }
    /// Whether the last question had an unsatisfiable answer, which was checked; and its proof, if that is wanted.
    pub fn take_answer(&mut self) -> Option<Result<Option<Pair>, Fault>> {
        let proved = std::mem::take(&mut self.answered);
        proved.then(|| match self.wanted {
            Certify::Answers => Ok(None),
            Certify::Proofs => self.shared.lock().timed(|checker| checker.proof()).map(Some),
        })
    }
    /// How much was checked since the last call, and how long that took.
    pub fn take_work(&self) -> (Work, Duration) {
        let mut checking = self.shared.lock();
        (checking.checker.take_work(), std::mem::take(&mut checking.time))
    }
}

impl ProofTracer for Shared {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        let checker = &mut self.lock().checker;
        match restored {
            false => checker.original(id, clause),
            true => checker.restored(id, clause),
        }
    }
    fn add_derived_clause(&mut self, id: i64, _redundant: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        self.lock().timed(|checker| checker.derived(id, clause, antecedents, witness));
    }
    fn delete_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32]) {
        self.lock().checker.deleted(id);
    }
    fn weaken_minus(&mut self, id: i64, _clause: &[i32]) {
        self.lock().checker.weakened(id);
    }
    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.lock().timed(|checker| checker.about_assumptions(id, clause, antecedents));
    }
    fn conclude_unsat(&mut self, _kind: i32, clause_ids: &[i64]) {
        self.lock().checker.concluded(clause_ids);
    }
    // What follows says nothing of which clauses hold. Assumptions are known from the caller.
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn add_assumption(&mut self, _lit: i32) {}
    fn add_constraint(&mut self, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _kind: i32, _model: &[i32]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}

#[cfg(test)]
mod tests {
    use crate::cadical::{Cadical, Certify, Config};
    use hecaton_base::{Budget, Stop};
    use hecaton_solve::{Sat, SatAnswer};

    #[test]
    fn an_answer_beside_a_fault_of_the_proof_is_none() {
        let config = Config { certify: Some(Certify::Answers), ..Config::default() };
        let wrong: [fn(&mut hecaton_certify::Checker); 3] = [
            // The solver says that it was given a clause, that one follows, and that another came back.
            |checker| checker.original(1_000, &[1]),
            |checker| checker.derived(1_000, &[3], &[1, 2], 0),
            |checker| checker.restored(1, &[1, -2]),
        ];
        for fault in [None].into_iter().chain(wrong.map(Some)) {
            let mut sat = Cadical::new(&config).expect("the options exist");
            for clause in [[1, 2], [-1, 2], [1, -2], [-1, -2]] {
                sat.add_clause(&clause);
            }
            let wrong = fault.is_some();
            if let (Some(fault), Some(certifier)) = (fault, sat.certifier()) {
                fault(&mut certifier.shared.lock().checker);
            }
            match sat.solve(&[3], &[], &Budget::unlimited()) {
                SatAnswer::Unsat(core) => assert!(core.is_empty() && !wrong, "{core:?}"),
                SatAnswer::Unknown(Stop::Bug(what)) => assert!(wrong && what.contains("unproved answer"), "{what}"),
                answer => panic!("{answer:?}"),
            }
            assert_eq!(sat.certifier().expect("there").take_answer().is_some(), !wrong);
        }
    }
}
