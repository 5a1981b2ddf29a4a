//! Solvers whose unsatisfiable answers are certified, as far as they are, and counted in a [`Ledger`].

use crate::cadical::{Cadical, Certify, Config};
use crate::discover::{Maker, make};
use hecaton_base::Stop;
use hecaton_certify::Ledger;
use hecaton_solve::{Answer, Blasted, Query, Solver, Validate};
use hecaton_term::{Dag, Term};
use std::sync::Arc;

/// The maker of the solver of a name, as [`make`] gives it, all of whose answers are noted in a ledger.
pub fn certified(name: &str, ledger: Arc<Ledger>) -> Result<Maker, String> {
    let plain = make(name)?;
    Ok(match name {
        "default" | "cadical" => Arc::new(move || {
            let (number, proofs) = ledger.enter();
            let certify = Some(if proofs { Certify::Proofs } else { Certify::Answers });
            let sat = Cadical::new(&Config { certify, ..Config::default() }).expect("the default configuration exists");
            Box::new(Validate::new(Certified { inner: Blasted::new(sat), ledger: ledger.clone(), number }))
        }),
        _ => Arc::new(move || Box::new(Unproved { inner: plain(), ledger: ledger.clone() })),
    })
}

/// CaDiCaL under the bit-blaster, its proofs checked.
struct Certified {
    inner: Blasted<Cadical>,
    ledger: Arc<Ledger>,
    number: u64,
}

impl Solver for Certified {
    fn name(&self) -> &'static str {
        self.inner.name()
    }
    fn assert(&mut self, dag: &Dag, fact: Term) {
        self.inner.assert(dag, fact);
    }
    fn check(&mut self, dag: &Dag, query: &Query<'_>) -> Answer {
        let answer = self.inner.check(dag, query);
        let Some(certifier) = self.inner.sat_mut().certifier() else {
            return Answer::Unknown(Stop::Bug("cadical: nothing checks its answers".into()));
        };
        let proved = certifier.take_answer();
        let (work, time) = certifier.take_work();
        self.ledger.worked(work, time);
        match (&answer, proved) {
            (Answer::Sat(_) | Answer::Unknown(_), None) => answer,
            (Answer::Unsat(_), None) => {
                self.ledger.without_solver();
                answer
            }
            (Answer::Unsat(_), Some(Ok(pair))) => {
                self.ledger.certified(self.number, query.purpose.step, query.purpose.about, pair);
                answer
            }
            (Answer::Unsat(_), Some(Err(fault))) => {
                Answer::Unknown(Stop::Bug(format!("cadical: an answer without proof: {fault}")))
            }
            (Answer::Sat(_) | Answer::Unknown(_), Some(_)) => {
                Answer::Unknown(Stop::Bug("cadical: a refuted question has another answer".into()))
            }
        }
    }
    fn effort(&self) -> u64 {
        self.inner.effort()
    }
    fn expect_many(&mut self) {
        self.inner.expect_many();
    }
}

/// A solver that gives no proofs.
struct Unproved {
    inner: Box<dyn Solver>,
    ledger: Arc<Ledger>,
}

impl Solver for Unproved {
    fn name(&self) -> &'static str {
        self.inner.name()
    }
    fn assert(&mut self, dag: &Dag, fact: Term) {
        self.inner.assert(dag, fact);
    }
    fn check(&mut self, dag: &Dag, query: &Query<'_>) -> Answer {
        let answer = self.inner.check(dag, query);
        if let Answer::Unsat(_) = answer {
            self.ledger.unproved(self.inner.name());
        }
        answer
    }
    fn effort(&self) -> u64 {
        self.inner.effort()
    }
    fn expect_many(&mut self) {
        self.inner.expect_many();
    }
}
