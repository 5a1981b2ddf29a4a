//! CaDiCaL, in process.

use crate::tracer::Certifier;
use cadical_sys::{CaDiCal, Status, Terminator};
use hecaton_base::{Budget, Stop};
use hecaton_solve::{Sat, SatAnswer};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the clock and the memory may go unread while the solver runs. The cancel flag is read at every chance.
const PERIOD: Duration = Duration::from_millis(10);

/// How the solver is set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// A preset of the solver: `default`, `plain`, `sat`, `unsat`.
    pub preset: Option<String>,
    /// Options by their name in the solver.
    pub options: Vec<(String, i32)>,
    /// Where to write a proof, and in which format.
    pub proof: Option<(std::path::PathBuf, Proof)>,
    /// Check the proof of every unsatisfiable answer before it is given.
    pub certify: Option<Certify>,
}

/// What is wanted of a solver whose answers are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certify {
    /// Answers that were checked.
    Answers,
    /// Their proofs too, each on its own.
    Proofs,
}

/// A proof format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Clauses that are added and deleted.
    Drat,
    /// The same with the reasons, quick to check.
    Lrat,
}

/// What the solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Variables that were made.
    pub variables: i64,
    /// Clauses that were added.
    pub clauses: i64,
    /// Conflicts of the search.
    pub conflicts: i64,
    /// Decisions of the search.
    pub decisions: i64,
    /// Propagated literals.
    pub propagations: i64,
}

/// The SAT solver CaDiCaL.
pub struct Cadical {
    solver: CaDiCal,
    watchdog: Shared,
    vars: i32,
    clauses: i64,
    /// Something was asked.
    asked: bool,
    /// A proof file is open.
    proof: bool,
    /// Checks what the solver derives.
    certifier: Option<Certifier>,
}

#[allow(unsafe_code, reason = "the binding does not say whether a solver may change its thread")]
// SAFETY: all that a solver works on belongs to it: the library keeps nothing for a thread, nor anything for the process that
// solving would change. What is connected to a solver here, its terminator and its tracer, is `Send`. One thread at a time
// uses it, for it is not `Sync`.
unsafe impl Send for Cadical {}

impl Cadical {
    /// A solver without clauses; an unknown option or preset, or a proof file that cannot be written, is an error.
    pub fn new(config: &Config) -> Result<Self, String> {
        let mut solver = CaDiCal::new();
        if let Some(preset) = &config.preset
            && !solver.configure(preset)
        {
            return Err(format!("cadical: no preset `{preset}`"));
        }
        for (name, value) in &config.options {
            if !solver.set(name, *value) {
                return Err(format!("cadical: no option `{name}`"));
            }
        }
        if let Some((path, format)) = &config.proof {
            open_proof(&mut solver, path, *format)?;
        }
        let certifier = config.certify.map(|certify| Certifier::connect(&mut solver, certify)).transpose()?;
        let watchdog = Shared(Arc::new(Mutex::new(Watchdog::new(Budget::unlimited()))));
        solver.connect_terminator(watchdog.clone());
        Ok(Cadical { solver, watchdog, vars: 0, clauses: 0, asked: false, proof: config.proof.is_some(), certifier })
    }
    /// What checks the answers, if they are to be checked.
    pub fn certifier(&mut self) -> Option<&mut Certifier> {
        self.certifier.as_mut()
    }
    /// What was done so far.
    pub fn stats(&self) -> Stats {
        let of = |name: &str| self.solver.get_statistic_value(name);
        Stats {
            variables: i64::from(self.vars),
            clauses: self.clauses,
            conflicts: of("conflicts"),
            decisions: of("decisions"),
            propagations: of("propagations"),
        }
    }
    /// Completes the proof file, if there is one. Dropping the solver does it too.
    pub fn close_proof(&mut self) {
        if std::mem::take(&mut self.proof) {
            self.solver.close_proof_trace(false);
        }
    }
    /// The version of the library.
    pub fn version() -> String {
        CaDiCal::version()
    }
}

fn open_proof(solver: &mut CaDiCal, path: &Path, format: Proof) -> Result<(), String> {
    let text = path.to_str().ok_or_else(|| format!("cadical: the path {} is not UTF-8", path.display()))?;
    solver.set("binary", 0);
    if format == Proof::Lrat {
        solver.set("lrat", 1);
    }
    if solver.trace_proof2(text) { Ok(()) } else { Err(format!("cadical: cannot write {text}")) }
}

impl Sat for Cadical {
    fn expect_many(&mut self) {
        // Options can be set only at first. Before each question it tries some simple assignments,
        // which takes longer than a small question itself.
        if self.clauses == 0 && !self.asked {
            self.solver.set("lucky", 0);
        }
    }
    fn conflicts(&self) -> u64 {
        u64::try_from(self.stats().conflicts).unwrap_or(0)
    }
    fn name(&self) -> &'static str {
        "cadical"
    }
    fn new_var(&mut self) -> i32 {
        self.vars = self.vars.checked_add(1).expect("more than 2^31 variables");
        self.vars
    }
    fn add_clause(&mut self, clause: &[i32]) {
        self.clauses += 1;
        match &self.certifier {
            None => self.solver.clause6(clause),
            Some(certifier) => certifier.give(clause, || self.solver.clause6(clause)),
        }
    }
    fn solve(&mut self, assume: &[i32], watch: &[i32], budget: &Budget) -> SatAnswer {
        if let Err(stop) = budget.poll() {
            return SatAnswer::Unknown(stop);
        }
        *self.watchdog.lock() = Watchdog::new(budget.clone());
        self.asked = true;
        if let Some(certifier) = &mut self.certifier {
            certifier.ask();
        }
        for lit in assume {
            self.solver.assume(*lit);
        }
        let (left, before) = (budget.conflicts_left(), self.conflicts());
        if let Some(left) = left {
            // A limit holds for one question.
            self.solver.limit("conflicts", i32::try_from(left).unwrap_or(i32::MAX));
        }
        let status = self.solver.solve();
        budget.count_conflicts(self.conflicts() - before);
        match status {
            Status::SATISFIABLE => SatAnswer::Sat(watch.iter().map(|lit| self.solver.val(*lit) == *lit).collect()),
            Status::UNSATISFIABLE => {
                if self.proof || self.certifier.is_some() {
                    // The last step: the failed assumptions as a clause, or the empty one.
                    self.solver.conclude();
                }
                let core = assume.iter().copied().filter(|lit| self.solver.failed(*lit)).collect::<Vec<_>>();
                match self.certifier.as_mut().map(|certifier| certifier.answer(&core)) {
                    None | Some(Ok(())) => SatAnswer::Unsat(core),
                    Some(Err(fault)) => SatAnswer::Unknown(Stop::Bug(format!("cadical: an unproved answer: {fault}"))),
                }
            }
            Status::UNKNOWN => {
                let stop = self.watchdog.lock().stop.take();
                let spent = left.is_some().then_some(Stop::Steps);
                SatAnswer::Unknown(stop.or(spent).unwrap_or_else(|| Stop::Solver("cadical: gave up".into())))
            }
        }
    }
}

/// Watches the budget of the question that is being answered.
struct Watchdog {
    budget: Budget,
    last: Instant,
    stop: Option<Stop>,
}

impl Watchdog {
    fn new(budget: Budget) -> Self {
        Watchdog { budget, last: Instant::now(), stop: None }
    }
}

/// Held by the solver and by who asks it, which are never at it at the same time.
#[derive(Clone)]
struct Shared(Arc<Mutex<Watchdog>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Watchdog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Terminator for Shared {
    fn terminated(&mut self) -> bool {
        let mut dog = self.lock();
        if dog.stop.is_some() {
            return true;
        }
        if dog.budget.is_cancelled() {
            dog.stop = Some(Stop::Cancelled);
        } else if dog.last.elapsed() >= PERIOD {
            dog.last = Instant::now();
            dog.stop = dog.budget.poll().err();
        }
        dog.stop.is_some()
    }
}
