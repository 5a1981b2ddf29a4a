//! Decides what one merged execution found: which checks can fail, whether something unsupported can be reached,
//! whether paths were cut. One incremental solver for all properties.

use crate::board::Board;
use crate::event::{Event, Sink};
use crate::gate::confirm;
use crate::session::{Answered, Session};
use crate::task::Task;
use crate::unwinding::{Halted, Stuck};
use crate::valuation::Valuation;
use crate::verdict::{Claims, Scope, Unknown, Verdict};
use hecaton_base::{Budget, Id as _, Stop};
use hecaton_ir::{Program, PropId};
use hecaton_solve::{Model, Purpose, Query};
use hecaton_symex::{Assignment as _, Check, Context};
use hecaton_term::{Normalizer, Term, Zeros};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// An answer that costs fewer conflicts than this allows more questions at once.
const EASY: u64 = 50;
/// An answer that costs more than this asks for fewer.
const HARD: u64 = 2000;
/// The most checks in one question.
const LARGEST_GROUP: usize = 512;

/// How many checks are asked about together, after so many were and the answer cost so much.
pub(crate) fn next_group(group: usize, effort: u64) -> usize {
    match effort {
        easy if easy < EASY => (group * 2).min(LARGEST_GROUP),
        hard if hard > HARD => (group / 2).max(1),
        _ => group,
    }
}

/// What one round of execution found.
#[derive(Default)]
pub(crate) struct Found {
    pub checks: Vec<Check>,
    /// Conditions under which paths were cut.
    pub cuts: Vec<Term>,
    /// Conditions under which paths were cut at a bound that is fixed for one loop, and the least of these bounds.
    pub fixed: Vec<Term>,
    pub least: Option<u32>,
    pub stuck: Stuck,
}

impl Found {
    /// Whether every path was followed to its end.
    pub fn is_complete(&self) -> bool {
        self.cuts.is_empty() && self.fixed.is_empty() && self.stuck.is_empty()
    }
}

/// The terms, the solver and what is settled of one job.
pub(crate) struct Decider<'a> {
    pub task: &'a Task,
    pub board: &'a Board,
    pub sink: &'a Sink,
    pub budget: &'a Budget,
    pub program: Arc<Program>,
    pub cx: Context,
    session: Session,
    normalizer: Option<Normalizer>,
    /// Comparisons with zero are taken apart.
    pub zeros: Option<Zeros>,
    /// The facts of the context, simplified.
    facts: Vec<Term>,
    pub claims: Claims,
    pub open: BTreeSet<PropId>,
    pub known: Option<Scope>,
}

impl<'a> Decider<'a> {
    /// Nothing is settled yet. The program is what a pass has made of the task's.
    pub fn new(task: &'a Task, program: &Arc<Program>, board: &'a Board, sink: &'a Sink, budget: &'a Budget) -> Self {
        Decider {
            task,
            board,
            sink,
            budget,
            program: program.clone(),
            cx: task.restricted_context(program),
            session: Session::new((task.solver)()),
            normalizer: task.normalize.then(Normalizer::new),
            zeros: None,
            facts: Vec::new(),
            claims: Vec::new(),
            open: task.props.iter().copied().collect(),
            known: None,
        }
    }
    /// What is open stays so, for this reason.
    pub fn give_up(&mut self, (stop, span): &Halted) {
        for prop in std::mem::take(&mut self.open) {
            let unknown = Unknown { stop: stop.clone(), span: *span, known: self.known.clone() };
            self.settle(prop, Verdict::Unknown(unknown));
        }
    }
    pub fn settle(&mut self, prop: PropId, verdict: Verdict) {
        self.board.doubt(self.cx.doubtful());
        self.open.remove(&prop);
        self.claims.push((prop, verdict.claim()));
        (self.sink)(Event::Settled(prop, verdict));
    }
    pub fn settle_open(&mut self, scope: Scope) {
        for prop in std::mem::take(&mut self.open) {
            self.settle(prop, Verdict::Holds(scope.clone()));
        }
    }

    /// The condition, rewritten as a whole if the task wants that.
    fn simplified(&mut self, condition: Term) -> Term {
        let condition = match &mut self.zeros {
            Some(zeros) => zeros.run(&mut self.cx.terms, condition),
            None => condition,
        };
        match &mut self.normalizer {
            Some(normalizer) => normalizer.run(&mut self.cx.terms, &[condition])[0],
            None => condition,
        }
    }
    fn simplify_facts(&mut self) {
        while self.facts.len() < self.cx.facts.len() {
            let fact = self.simplified(self.cx.facts[self.facts.len()]);
            self.facts.push(fact);
        }
    }
    /// Adds a lemma.
    pub fn tell(&mut self, lemma: Term) {
        let lemma = self.simplified(lemma);
        self.session.assert(&self.cx.terms, lemma);
    }
    /// Whether a condition can hold, with the facts about addresses.
    pub fn ask(&mut self, condition: Term) -> Result<Option<Model>, Halted> {
        match self.ask_all(&[condition], Purpose::of("reachability"))? {
            Answered::Possible(model) => Ok(Some(model)),
            Answered::Never(_) => Ok(None),
        }
    }
    /// Whether conditions can hold together; if not, some that cannot.
    fn ask_all(&mut self, conditions: &[Term], purpose: Purpose<'_>) -> Result<Answered, Halted> {
        self.simplify_facts();
        let assume: Vec<Term> = conditions.iter().map(|part| self.simplified(*part)).collect();
        let query = Query { assume: &assume, budget: self.budget, purpose };
        match self.session.ask(&self.cx.terms, &self.facts, &query).map_err(|stop| (stop, None))? {
            Answered::Possible(model) => Ok(Answered::Possible(model)),
            Answered::Never(core) => {
                let needed = conditions.iter().zip(&assume).filter(|(_, asked)| core.contains(asked));
                Ok(Answered::Never(needed.map(|(part, _)| *part).collect()))
            }
        }
    }
    /// Finds violations until there are no more; what is then open holds within the bound.
    ///
    /// Checks are asked in the order of execution, few at a time while answers are hard and more while they are
    /// easy: an early check has a small formula, and once it is known not to fail it is a lemma for those behind it.
    ///
    /// Where violations are ruled out on a part of the executions, none is expected on the rest either. Then checks are
    /// asked one by one, wherever they are, as long as something of their path conditions turns out not to matter: what
    /// does is a lemma about more paths than those that were asked about, and carries over from one step to the next.
    /// Only if that is not so, or several are asked together, the question is restricted to where they are not ruled out.
    ///
    /// If no path was left behind (`all` says whether the execution meant to cover all), a property is proved as soon as its last check is.
    pub fn decide(&mut self, found: &Found, all: bool) -> Result<(), Halted> {
        let checks = &found.checks;
        let last: BTreeMap<PropId, usize> = checks.iter().enumerate().map(|(i, check)| (check.prop, i)).collect();
        let complete = all && found.is_complete() && self.cx.facts.is_empty();
        let proving = !self.task.search.restriction.is_empty();
        let (mut next, mut group) = (0, 1);
        loop {
            if complete {
                let done = |prop: &&PropId| last.get(prop).is_none_or(|last| *last < next);
                for prop in self.open.iter().filter(done).copied().collect::<Vec<_>>() {
                    self.settle(prop, Verdict::Holds(Scope::All));
                }
            }
            if next >= checks.len() {
                return Ok(());
            }
            self.budget.poll().map_err(|stop| (stop, None))?;
            let asked = &checks[next..checks.len().min(next + group)];
            let open: Vec<&Check> = asked.iter().filter(|check| self.open.contains(&check.prop)).collect();
            let bad: Vec<Term> = open.iter().map(|check| check.bad).collect();
            let bad = self.cx.terms.any(&bad);
            let parts = match &open[..] {
                [check] if proving => self.parts(check),
                _ => vec![bad],
            };
            let before = self.session.effort();
            let about: Vec<u32> = open.iter().map(|check| check.prop.index() as u32).collect();
            let purpose = Purpose { step: "checks", about: &about };
            let mut answer = self.ask_all(&parts, purpose)?;
            // A slice may have violations where they are ruled out: then only the others are asked for.
            if let Answered::Possible(model) = &answer
                && proving
                && !Valuation::new(&self.cx.terms, model).holds(bad)
            {
                answer = self.ask_all(&[bad], purpose)?;
            }
            match answer {
                Answered::Possible(model) => self.violated(checks, &model)?,
                Answered::Never(core) => {
                    let general = core.len() < parts.len();
                    let all = self.cx.terms.all(&core);
                    let never = self.cx.terms.not(all);
                    self.tell(never);
                    next += asked.len();
                    group = if general { 1 } else { next_group(group, self.session.effort() - before) };
                }
            }
        }
    }
    /// What must hold together for a check to fail, whether that is ruled out beforehand or not.
    fn parts(&self, check: &Check) -> Vec<Term> {
        let mut parts = self.cx.conjuncts(check.guard, self.cx.no_guard());
        parts.push(check.cond);
        parts
    }
    /// Settles the properties that a model violates. The model means one path, so the first check of a property that
    /// fails under it is where the replay must end.
    fn violated(&mut self, checks: &[Check], model: &Model) -> Result<(), Halted> {
        let mut settled: BTreeMap<PropId, Verdict> = BTreeMap::new();
        let mut valuation = Valuation::new(&self.cx.terms, model);
        for check in checks {
            if !self.open.contains(&check.prop) || settled.contains_key(&check.prop) || !valuation.holds(check.bad) {
                continue;
            }
            let verdict = match confirm(&self.cx, self.task, check, &mut valuation, self.budget) {
                Ok(violation) => Verdict::Violated(Box::new(violation)),
                Err(stop) => {
                    let span = Some(self.program.span(check.loc));
                    Verdict::Unknown(Unknown { stop, span, known: self.known.clone() })
                }
            };
            settled.insert(check.prop, verdict);
        }
        if settled.is_empty() {
            return Err((Stop::Bug("a model violates no property".into()), None));
        }
        for (prop, verdict) in settled {
            self.settle(prop, verdict);
        }
        Ok(())
    }
    /// Whether something that is not modelled can be reached.
    pub fn stuck(&mut self, stuck: &Stuck) -> Result<(), Halted> {
        let guards: Vec<Term> = stuck.iter().map(|(guard, ..)| *guard).collect();
        let any = self.cx.terms.any(&guards);
        let Some(model) = self.ask(any)? else { return Ok(()) };
        let mut valuation = Valuation::new(&self.cx.terms, &model);
        let reached = stuck.iter().find(|(guard, ..)| valuation.holds(*guard));
        let (_, loc, stop) = reached.ok_or((Stop::Bug("a model reaches nothing".into()), None))?;
        Err((stop.clone(), Some(self.program.span(*loc))))
    }
    /// A proof from facts that contradict each other is none.
    pub fn not_vacuous(&mut self) -> Result<(), Halted> {
        self.simplify_facts();
        let Decider { session, cx, facts, budget, .. } = self;
        session.not_vacuous(&mut cx.terms, facts, budget).map_err(|stop| (stop, None))
    }
}
