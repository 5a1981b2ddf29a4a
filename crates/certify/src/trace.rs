//! Follows an incremental solver step by step.
//!
//! The clauses come from two sides. The caller says what it hands to the solver ([`Checker::give`]); the solver says what it
//! has got, and derives. Only what was given counts as given: an original clause of the solver that differs from it is a fault.
//! Every derived clause is checked at once, so that the whole costs about as much as propagating it once more, and
//! clauses that the solver deletes can be forgotten.
//!
//! A solver that eliminates variables takes clauses out (*weakens*) and may bring them back (*restores*) for a later question
//! (Fazekas, Biere, Scholl 2019). Such a clause was checked when it came up: what comes back must be the same clause.
//!
//! An answer is believed if the solver has derived a clause in which every literal is the negation of an assumption. The empty
//! clause is one. If proofs are wanted, steps stay as long as a clause that is still there was derived from them, and
//! [`Checker::proof`] cuts out what the last answer rests on. That answer's own lemmas, should the caller give them to the solver
//! later, cannot be in it.

use crate::ledger::Pair;
use crate::propagate::{Effect, Propagation};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::Write as _;

/// What is wrong with a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// How much was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Clauses that were given.
    pub given: u64,
    /// Derived clauses that were checked.
    pub steps: u64,
    /// Clauses that those named.
    pub hints: u64,
}

struct Step {
    /// The solver's number. Numbers only grow, so they order the steps.
    id: i64,
    literals: Box<[i32]>,
    from: Origin,
    /// The solver has not deleted it.
    live: bool,
    /// How often the solver may bring it back.
    weakened: u32,
    /// How many steps that are kept name it.
    uses: u32,
}

enum Origin {
    Given,
    /// Derived from these steps, in the order of propagation; empty if proofs are not wanted.
    Steps(Box<[u32]>),
}

/// Follows one solver.
#[derive(Default)]
pub struct Checker {
    /// Keep what proofs need.
    keeps: bool,
    propagation: Propagation,
    steps: Vec<Option<Step>>,
    free: Vec<u32>,
    by_id: FxHashMap<i64, u32>,
    last: i64,
    /// What was given and has not come back from the solver.
    given: Option<Box<[i32]>>,
    /// The clauses about assumptions of the current question.
    about: Vec<i64>,
    conclusion: Vec<i64>,
    work: Work,
    fault: Option<Fault>,
    /// For the hints of the step that is being checked.
    named: Vec<u32>,
}

impl Checker {
    /// Follows a solver that has no clauses yet. `keeps` says whether proofs are wanted.
    pub fn new(keeps: bool) -> Self {
        Checker { keeps, ..Checker::default() }
    }
    /// The first fault, if there was one. Then nothing counts any more.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }
    /// What was checked since the last call.
    pub fn take_work(&mut self) -> Work {
        std::mem::take(&mut self.work)
    }

    /// The caller is about to give a clause to the solver.
    pub fn give(&mut self, clause: &[i32]) {
        self.taken();
        self.given = Some(clause.into());
    }
    /// The caller has given the clause: the solver must have reported it.
    pub fn taken(&mut self) {
        if let Some(clause) = self.given.take() {
            self.fail(format!("the solver did not report that it was given the clause {}", show(&clause)));
        }
    }
    /// A new question.
    pub fn ask(&mut self) {
        self.taken();
        for id in std::mem::take(&mut self.about) {
            self.deleted(id);
        }
        self.conclusion.clear();
    }

    /// The solver was given a clause.
    pub fn original(&mut self, id: i64, clause: &[i32]) {
        match self.given.take() {
            Some(given) if *given == *clause => {
                self.work.given += 1;
                self.add(id, clause, Origin::Given);
            }
            Some(given) => {
                self.fail(format!("the solver took clause {id} for {}, given was {}", show(clause), show(&given)));
            }
            None => self.fail(format!("the solver reports clause {id}, {}, which nobody gave it", show(clause))),
        }
    }
    /// The solver takes a clause out and may bring it back. One that it does not have it cannot bring back.
    pub fn weakened(&mut self, id: i64) {
        if let Some(step) = self.step(id) {
            step.weakened = step.weakened.saturating_add(1);
        }
    }
    /// The solver brings a clause back.
    pub fn restored(&mut self, id: i64, clause: &[i32]) {
        let Some(step) = self.step(id) else {
            return self.fail(format!("the solver restores clause {id}, which was not weakened"));
        };
        if sorted(&step.literals) == sorted(clause) {
            step.live = true;
            step.weakened = step.weakened.saturating_sub(1);
        } else {
            let before = show(&step.literals);
            self.fail(format!("the solver restores clause {id} as {}, it was {before}", show(clause)));
        }
    }
    /// The solver derives a clause by propagation along others. `witness` is not zero if it claims no more than that the
    /// clause does not change whether there is a model: such steps are refused.
    pub fn derived(&mut self, id: i64, clause: &[i32], hints: &[i64], witness: i32) {
        if self.fault.is_some() {
            return;
        }
        if witness != 0 {
            return self.fail(format!("clause {id}, {}, is derived by a RAT step (on {witness})", show(clause)));
        }
        let mut named = std::mem::take(&mut self.named);
        named.clear();
        match self.follows(clause, hints, &mut named) {
            Ok(()) => {
                self.work.steps += 1;
                self.work.hints += hints.len() as u64;
                if !self.keeps {
                    named.clear();
                }
                for step in &named {
                    self.at(*step).uses += 1;
                }
                self.add(id, clause, Origin::Steps(named.as_slice().into()));
            }
            Err(why) => self.fail(format!("clause {id}, {}, does not follow: {why}", show(clause))),
        }
        self.named = named;
    }
    /// The same for a clause about the assumptions of the question, which lasts as long as that.
    pub fn about_assumptions(&mut self, id: i64, clause: &[i32], hints: &[i64]) {
        self.derived(id, clause, hints, 0);
        self.about.push(id);
    }
    /// The solver will not name a clause again, unless it restores it. Nothing rests on that but the memory.
    pub fn deleted(&mut self, id: i64) {
        let Some(at) = self.by_id.get(&id).copied().filter(|_| self.fault.is_none()) else { return };
        let step = self.at(at);
        step.live = false;
        if step.weakened == 0 {
            self.by_id.remove(&id);
            self.release(at);
        }
    }
    /// The clauses with which the solver concludes that the question has no model.
    pub fn concluded(&mut self, ids: &[i64]) {
        self.conclusion = ids.to_vec();
    }

    /// Whether it is proved that the given clauses and these assumptions have no model.
    pub fn answer(&mut self, core: &[i32]) -> Result<(), Fault> {
        match self.refutation() {
            Ok(step) => {
                let core: FxHashSet<i32> = core.iter().copied().collect();
                let Some(lit) = step.literals.iter().find(|lit| !core.contains(&-**lit)) else { return Ok(()) };
                let clause = show(&step.literals);
                self.fail(format!("the conclusion {clause} has {lit}, whose negation is not in the core"));
            }
            Err(fault) => self.fail(fault.0),
        }
        Err(self.fault.clone().unwrap_or_else(|| Fault("no fault".into())))
    }
    /// What the last answer rests on, if proofs are kept: the clauses that were given and are needed, with the assumptions as
    /// unit clauses behind them; and the steps to the empty clause. Variables and clauses are numbered anew, without gaps.
    pub fn proof(&self) -> Result<Pair, Fault> {
        let root = self.refutation()?;
        let mut needed: FxHashSet<u32> = FxHashSet::default();
        let mut open: Vec<u32> = self.by_id.get(&root.id).copied().into_iter().collect();
        let clash = is_tautology(&root.literals);
        if clash {
            open.clear();
        }
        while let Some(at) = open.pop() {
            if needed.insert(at)
                && let Some(Step { from: Origin::Steps(steps), .. }) = &self.steps[at as usize]
            {
                open.extend(steps);
            }
        }
        let mut needed: Vec<(u32, &Step)> =
            needed.into_iter().filter_map(|at| Some((at, self.steps[at as usize].as_ref()?))).collect();
        needed.sort_unstable_by_key(|(_, step)| (matches!(step.from, Origin::Steps(_)), step.id));
        let mut variables: Vec<i32> =
            needed.iter().flat_map(|(_, step)| &step.literals).chain(&root.literals).map(|lit| lit.abs()).collect();
        variables.sort_unstable();
        variables.dedup();
        let numbers: FxHashMap<i32, i32> = variables.iter().zip(1..).map(|(var, number)| (*var, number)).collect();
        let literals = |clause: &[i32]| -> Vec<i32> {
            let mut literals: Vec<i32> = clause.iter().map(|lit| numbers[&lit.abs()] * lit.signum()).collect();
            literals.sort_unstable_by_key(|lit| (lit.abs(), *lit));
            literals.dedup();
            literals
        };
        let assumptions: Vec<i32> = literals(&root.literals).into_iter().map(|lit| -lit).collect();
        let given = needed.iter().take_while(|(_, step)| matches!(step.from, Origin::Given)).count();
        let clauses = given + assumptions.len();
        let (mut cnf, mut lrat) = (Vec::new(), Vec::new());
        // Writing to memory does not fail.
        let _ = writeln!(cnf, "p cnf {} {clauses}", variables.len());
        let line = |out: &mut Vec<u8>, literals: &[i32]| {
            for lit in literals {
                let _ = write!(out, "{lit} ");
            }
            let _ = write!(out, "0");
        };
        let mut names: FxHashMap<u32, usize> = FxHashMap::default();
        for (name, (at, step)) in (1..).zip(&needed[..given]) {
            names.insert(*at, name);
            line(&mut cnf, &literals(&step.literals));
            cnf.push(b'\n');
        }
        for assumption in &assumptions {
            line(&mut cnf, &[*assumption]);
            cnf.push(b'\n');
        }
        let mut last = clauses;
        for (at, step) in &needed[given..] {
            let Origin::Steps(steps) = &step.from else { continue };
            last += 1;
            names.insert(*at, last);
            let _ = write!(lrat, "{last} ");
            line(&mut lrat, &literals(&step.literals));
            for step in steps {
                let _ = write!(lrat, " {}", names[step]);
            }
            let _ = writeln!(lrat, " 0");
        }
        let ends =
            needed.last().is_some_and(|(_, step)| step.literals.is_empty() && matches!(step.from, Origin::Steps(_)));
        if !ends {
            last += 1;
            let _ = write!(lrat, "{last} 0");
            for unit in given + 1..=clauses {
                let _ = write!(lrat, " {unit}");
            }
            if let Some(name) = self.by_id.get(&root.id).and_then(|at| names.get(at)) {
                let _ = write!(lrat, " {name}");
            }
            let _ = writeln!(lrat, " 0");
        }
        Ok(Pair { cnf, lrat, clauses, steps: last - clauses, assumptions })
    }

    /// The step with which the solver concludes.
    fn refutation(&self) -> Result<&Step, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let [id] = self.conclusion[..] else {
            return Err(Fault(format!("the solver concludes with {} clauses instead of one", self.conclusion.len())));
        };
        let step = self.by_id.get(&id).and_then(|at| self.steps[*at as usize].as_ref());
        step.ok_or_else(|| Fault(format!("the solver concludes with clause {id}, which it does not have")))
    }
    fn step(&mut self, id: i64) -> Option<&mut Step> {
        let at = self.by_id.get(&id)?;
        self.steps[*at as usize].as_mut()
    }
    fn at(&mut self, at: u32) -> &mut Step {
        self.steps[at as usize].as_mut().expect("what is in the table or named by a kept step is kept")
    }
    /// Whether a clause follows from those that are named; tells which of them were of use.
    fn follows(&mut self, clause: &[i32], hints: &[i64], named: &mut Vec<u32>) -> Result<(), String> {
        if self.propagation.begin(clause) {
            return Ok(());
        }
        for hint in hints {
            let at = self.by_id.get(hint).copied().ok_or_else(|| format!("there is no clause {hint}"))?;
            let Some(step) = &self.steps[at as usize] else { return Err(format!("clause {hint} was forgotten")) };
            match self.propagation.take(&step.literals) {
                Effect::Conflict => {
                    named.push(at);
                    return Ok(());
                }
                Effect::Unit => named.push(at),
                Effect::Known => {}
                Effect::Open => return Err(format!("nothing follows from clause {hint}, {}", show(&step.literals))),
            }
        }
        Err(format!("the {} clauses that it names do not contradict its negation", hints.len()))
    }
    fn add(&mut self, id: i64, clause: &[i32], from: Origin) {
        if id <= self.last {
            return self.fail(format!("the solver numbers a clause {id} after {}", self.last));
        }
        self.last = id;
        let step = Step { id, literals: clause.into(), from, live: true, weakened: 0, uses: 0 };
        let at = match self.free.pop() {
            Some(at) => at,
            None => {
                self.steps.push(None);
                u32::try_from(self.steps.len() - 1).expect("fewer than 2^32 clauses fit into memory")
            }
        };
        self.steps[at as usize] = Some(step);
        self.by_id.insert(id, at);
    }
    /// Forgets a step that the solver will not name again, and those that were kept for its sake only.
    fn release(&mut self, at: u32) {
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            let gone = |step: &Step| step.uses == 0 && !step.live && step.weakened == 0;
            let Some(step) = self.steps[at as usize].take_if(|step| gone(step)) else { continue };
            self.free.push(at);
            if let Origin::Steps(steps) = step.from {
                for step in steps {
                    self.at(step).uses -= 1;
                    open.push(step);
                }
            }
        }
    }
    fn fail(&mut self, what: String) {
        self.fault.get_or_insert(Fault(what));
    }
}

fn sorted(clause: &[i32]) -> Vec<i32> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

fn is_tautology(clause: &[i32]) -> bool {
    let clause = sorted(clause);
    clause.iter().any(|lit| clause.binary_search(&-lit).is_ok())
}

/// A clause for a message.
fn show(clause: &[i32]) -> String {
    const MOST: usize = 12;
    let shown: Vec<String> = clause.iter().take(MOST).map(i32::to_string).collect();
    let more = if clause.len() > MOST { " …" } else { "" };
    format!("({}{more})", shown.join(" "))
}
