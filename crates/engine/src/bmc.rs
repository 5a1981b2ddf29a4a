//! Bounded model checking of the whole program: all paths at once, states joined wherever they meet, one formula a
//! bound, all properties decided in one incremental run.
//!
//! A path that goes beyond the bound of a loop or a recursion is cut, and its condition
//! is kept: if none of them can be satisfied, nothing was cut and the result is a proof; otherwise the bound is raised
//! (or, if it is fixed, the result says that it is bounded). Inputs have the same names in every round, so terms and
//! learned clauses of one bound serve the next.

use crate::board::Board;
use crate::check::{Valuation, confirm, without_heap};
use crate::induction;
use crate::joined::{Halted, Stuck, Visitor, execute};
use crate::task::{Bounds, Engine, Event, Sink, Task};
use crate::unwinding::{Cut, Round, cut};
use crate::verdict::{Claim, Claims, Outcome, Scope, Unknown, Verdict};
use hecaton_base::{Budget, Stop, Wire, WireError};
use hecaton_ir::{Program, PropId, passes};
use hecaton_jobs::{Crew, Executor as _, Job, Next};
use hecaton_solve::{Answer, Model, Query, Solver};
use hecaton_symex::{Assignment, Check, Context, State};
use hecaton_term::{Normalizer, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An answer that costs fewer conflicts than this allows more questions at once.
const EASY: u64 = 50;
/// An answer that costs more than this asks for fewer.
const HARD: u64 = 2000;
/// The most checks in one question.
const LARGEST_GROUP: usize = 512;

/// The engine `bmc`.
pub struct Bmc;

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let mut program = (*task.program).clone();
        passes::select(&mut program, &task.props);
        passes::straighten(&mut program);
        let program = Arc::new(program);
        let induct = task.induction && task.bounds == Bounds::default() && induction::applies(&program);
        let (task, sink) = (task.clone(), board.listen(sink));
        let shared = Arc::new(Shared { task, program, board: board.clone(), sink });
        if !induct || crew.workers() == 1 {
            return deepen(&shared, budget, crew, induct);
        }
        // Each is of use to the other only by what it settles.
        let both = budget.child();
        let deepening = || {
            let outcome = deepen(&shared, &both, crew, false);
            both.cancel_flag().cancel();
            outcome
        };
        let inducting = || {
            let notes = induct_beside(&shared, &both, crew);
            if board.has_all(&shared.task) {
                both.cancel_flag().cancel();
            }
            Outcome { notes, ..Outcome::default() }
        };
        let mut ran = crew.side_by_side(vec![Box::new(deepening), Box::new(inducting)]).into_iter();
        let mut outcome = match ran.next() {
            Some(Ok(outcome)) => outcome,
            Some(Err(text)) => board.outcome(&shared.task, open(&shared.task, &Stop::Bug(text)), vec![], budget),
            None => board.outcome(&shared.task, open(&shared.task, &Stop::Cancelled), vec![], budget),
        };
        let other = ran.next().and_then(Result::ok).map(|other| other.notes).unwrap_or_default();
        outcome.notes.extend(other.into_iter().filter(|note| !outcome.notes.contains(note)).collect::<Vec<_>>());
        outcome
    }
}

/// A whole incremental deepening is one job: its terms and its solver never leave it.
fn deepen(shared: &Arc<Shared>, budget: &Budget, crew: &Crew, induct: bool) -> Outcome {
    let (task, board) = (&shared.task, &shared.board);
    let mut lane = crew.lane("bmc", shared.clone()).under(budget);
    lane.submit(Work::Deepening { induct }, 0);
    let stop = match lane.wait(budget) {
        Next::Done(_, Learned { claims, notes, .. }) => return board.outcome(task, claims, notes, budget),
        Next::Lost(_, text) => Stop::Bug(text),
        Next::Stopped(stop) => stop,
        Next::Drained => Stop::Bug("the job is gone".into()),
    };
    board.outcome(task, open(task, &stop), vec![], budget)
}

/// Induction beside the deepening. When others want the worker it gives way, and begins again with more time.
fn induct_beside(shared: &Arc<Shared>, budget: &Budget, crew: &Crew) -> Vec<String> {
    let mut lane = crew.lane("induction", shared.clone()).under(budget);
    let mut patience = LEAST_INDUCTION.as_millis() as u64 / 4;
    lane.submit(Work::Induction { patience }, 1);
    loop {
        match lane.wait(budget) {
            Next::Done(_, Learned { again: true, .. }) if !shared.board.has_all(&shared.task) => {
                patience = patience.saturating_mul(2);
                lane.submit(Work::Induction { patience }, 1);
            }
            Next::Done(_, Learned { notes, .. }) => return notes,
            // What it does not prove others may.
            Next::Lost(..) | Next::Stopped(_) | Next::Drained => return vec![],
        }
    }
}

/// Everything is open.
fn open(task: &Task, stop: &Stop) -> Claims {
    let unknown = Claim::Unknown(Unknown { stop: stop.clone(), span: None, known: None });
    task.props.iter().map(|prop| (*prop, unknown.clone())).collect()
}

/// What the jobs work on.
struct Shared {
    task: Task,
    /// The task's program without checks that nobody asks for, straightened.
    program: Arc<Program>,
    board: Board,
    sink: Sink,
}

#[derive(Clone)]
enum Work {
    /// Raise the bound until everything is settled; with one worker, try induction in between.
    Deepening { induct: bool },
    /// Prove what has no bound; gives way to others after so many milliseconds.
    Induction { patience: u64 },
}

impl Wire for Work {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Work::Deepening { induct } => {
                out.push(0);
                induct.write(out);
            }
            Work::Induction { patience } => {
                out.push(1);
                patience.write(out);
            }
        }
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        match u8::read(input)? {
            0 => Ok(Work::Deepening { induct: bool::read(input)? }),
            1 => Ok(Work::Induction { patience: u64::read(input)? }),
            _ => Err(WireError("not a job of bmc")),
        }
    }
}

/// What a job found out.
struct Learned {
    claims: Claims,
    notes: Vec<String>,
    /// It gave way to others; with more time, more might be found.
    again: bool,
}

impl Wire for Learned {
    fn write(&self, out: &mut Vec<u8>) {
        self.claims.write(out);
        self.notes.write(out);
        self.again.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Learned { claims: Wire::read(input)?, notes: Wire::read(input)?, again: Wire::read(input)? })
    }
}

impl Job for Work {
    type Shared = Arc<Shared>;
    type Outcome = Learned;
    fn label(&self) -> String {
        match self {
            Work::Deepening { .. } => "deepening".into(),
            Work::Induction { .. } => "induction".into(),
        }
    }
    fn run(self, shared: &Arc<Shared>, budget: &Budget) -> Learned {
        let Shared { task, program, board, sink } = &**shared;
        let induct = match self {
            Work::Deepening { induct } => induct,
            Work::Induction { patience } => {
                let open = task.props.iter().copied().filter(|prop| !board.has(*prop)).collect();
                let mut claims = Vec::new();
                let polite = budget.child().yielding(Duration::from_millis(patience));
                let ended = induction::prove(task, program, open, &polite, &mut |prop| {
                    sink(Event::Settled(prop, Verdict::Holds(Scope::All)));
                    claims.push((prop, Claim::Holds(Scope::All)));
                });
                let again = ended.early && budget.poll().is_ok();
                return Learned { claims, notes: addresses_note(ended.facts), again };
            }
        };
        let mut run = Run {
            task,
            board,
            sink,
            budget,
            program: program.clone(),
            cx: task.context(program),
            solver: (task.solver)(),
            normalizer: task.normalize.then(Normalizer::new),
            asserted: 0,
            claims: Vec::new(),
            open: task.props.iter().copied().collect(),
            known: None,
            induct,
        };
        for prop in without_heap(program) {
            run.settle(prop, Verdict::Holds(Scope::All));
        }
        if let Err((stop, span)) = run.deepen() {
            for prop in std::mem::take(&mut run.open) {
                let unknown = Unknown { stop: stop.clone(), span, known: run.known.clone() };
                run.settle(prop, Verdict::Unknown(unknown));
            }
        }
        Learned { claims: run.claims, notes: addresses_note(!run.cx.facts.is_empty()), again: false }
    }
}

pub(crate) fn addresses_note(matter: bool) -> Vec<String> {
    let note = "addresses matter: objects are taken to lie apart from each other, freed ones included";
    matter.then(|| note.into()).into_iter().collect()
}

/// The bound after which induction is tried, if it has no worker of its own.
const BEFORE_INDUCTION: u32 = 2;
/// The least time for it.
const LEAST_INDUCTION: Duration = Duration::from_secs(2);

/// What one round of execution found.
#[derive(Default)]
struct Found {
    checks: Vec<Check>,
    /// Conditions under which paths were cut.
    cuts: Vec<Term>,
    /// Conditions under which paths were cut at a bound that is fixed for one loop, and the least of these bounds.
    fixed: Vec<Term>,
    least: Option<u32>,
    stuck: Stuck,
}

impl Found {
    /// Whether every path was followed to its end.
    fn is_complete(&self) -> bool {
        self.cuts.is_empty() && self.fixed.is_empty() && self.stuck.is_empty()
    }
}

/// Lets states through within the bounds, and collects.
struct Bounded<'a> {
    round: &'a Round<'a>,
    open: &'a BTreeSet<PropId>,
    found: Found,
}

impl Visitor for Bounded<'_> {
    fn enter(&mut self, cx: &mut Context, state: &mut State) -> bool {
        let found = &mut self.found;
        match cut(cx, self.round, state) {
            None => return true,
            Some(Cut::General) => found.cuts.push(cx.guard(state.guard)),
            Some(Cut::Fixed(bound)) => {
                found.fixed.push(cx.guard(state.guard));
                found.least = Some(found.least.map_or(bound, |least| least.min(bound)));
            }
        }
        false
    }
    fn checks(&mut self, cx: &mut Context, found: &mut Vec<Check>) -> Term {
        self.found.checks.extend(found.drain(..).filter(|check| self.open.contains(&check.prop)));
        cx.terms.bool(true)
    }
}

struct Run<'a> {
    task: &'a Task,
    board: &'a Board,
    sink: &'a Sink,
    budget: &'a Budget,
    program: Arc<Program>,
    cx: Context,
    solver: Box<dyn Solver>,
    normalizer: Option<Normalizer>,
    /// How many facts of the context the solver has.
    asserted: usize,
    claims: Claims,
    open: BTreeSet<PropId>,
    known: Option<Scope>,
    /// Induction is to be tried.
    induct: bool,
}

impl Run<'_> {
    fn settle(&mut self, prop: PropId, verdict: Verdict) {
        self.open.remove(&prop);
        self.claims.push((prop, verdict.claim()));
        (self.sink)(Event::Settled(prop, verdict));
    }
    fn settle_open(&mut self, scope: Scope) {
        for prop in std::mem::take(&mut self.open) {
            self.settle(prop, Verdict::Holds(scope.clone()));
        }
    }

    fn deepen(&mut self) -> Result<(), Halted> {
        let start = Instant::now();
        let task = self.task;
        let fixed = task.bounds.unwind;
        let mut round = Round::first(&task.bounds);
        while !self.open.is_empty() {
            let board = self.board;
            self.open.retain(|prop| !board.has(*prop));
            let unwind = round.unwind;
            (self.sink)(Event::Bound(unwind));
            (self.sink)(Event::Phase("executing"));
            let found = self.execute(&round)?;
            (self.sink)(Event::Phase("solving"));
            self.decide(&found)?;
            if self.open.is_empty() {
                return Ok(());
            }
            self.stuck(&found.stuck)?;
            let reached = found.least.map_or(unwind, |least| least.min(unwind));
            self.known = Some(Scope::rounds(reached));
            let (cuts, at_loops) = (self.cx.terms.any(&found.cuts), self.cx.terms.any(&found.fixed));
            let (cuts, at_loops) = (self.ask(cuts)?.is_some(), self.ask(at_loops)?.is_some());
            if !cuts && !at_loops {
                self.not_vacuous()?;
                self.settle_open(Scope::All);
            } else if !cuts || fixed.is_some() {
                self.settle_open(Scope::rounds(reached));
            } else {
                if unwind >= BEFORE_INDUCTION && self.induct {
                    self.induct_for(start.elapsed() + LEAST_INDUCTION);
                }
                round = round.next();
            }
        }
        Ok(())
    }

    /// Tries induction for some time; not again, if it was at its end before.
    fn induct_for(&mut self, time: Duration) {
        let budget = self.budget.child().with_time(time);
        let mut proved = Vec::new();
        let open = self.open.clone();
        let ended = induction::prove(self.task, &self.program, open, &budget, &mut |prop| proved.push(prop));
        self.induct = ended.early;
        for prop in proved {
            self.settle(prop, Verdict::Holds(Scope::All));
        }
    }

    /// Executes all paths within the bounds.
    fn execute(&mut self, round: &Round<'_>) -> Result<Found, Halted> {
        let mut bounded = Bounded { round, open: &self.open, found: Found::default() };
        let stuck = execute(&mut self.cx, self.budget, &mut bounded)?;
        Ok(Found { stuck, ..bounded.found })
    }

    /// The condition, rewritten as a whole if the task wants that.
    fn simplified(&mut self, condition: Term) -> Term {
        match &mut self.normalizer {
            Some(normalizer) => normalizer.run(&mut self.cx.terms, &[condition])[0],
            None => condition,
        }
    }
    /// Adds a fact for good.
    fn tell(&mut self, fact: Term) {
        let fact = self.simplified(fact);
        self.solver.assert(&self.cx.terms, fact);
    }
    /// Whether a condition can hold, with the facts about addresses.
    fn ask(&mut self, condition: Term) -> Result<Option<Model>, Halted> {
        while self.asserted < self.cx.facts.len() {
            let fact = self.cx.facts[self.asserted];
            self.tell(fact);
            self.asserted += 1;
        }
        if self.cx.terms.as_bool(condition) == Some(false) {
            return Ok(None);
        }
        let condition = self.simplified(condition);
        match self.solver.check(&self.cx.terms, &Query { assume: &[condition], budget: self.budget }) {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(stop) => Err((stop, None)),
        }
    }
    /// Finds violations until there are no more; what is then open holds within the bound.
    ///
    /// Checks are asked in the order of execution, few at a time while answers are hard and more while they are
    /// easy: an early check has a small formula, and once it is known not to fail it is a lemma for those behind it.
    ///
    /// If no path was left behind, a property is proved as soon as its last check is.
    fn decide(&mut self, found: &Found) -> Result<(), Halted> {
        let checks = &found.checks;
        let last: BTreeMap<PropId, usize> = checks.iter().enumerate().map(|(i, check)| (check.prop, i)).collect();
        let complete = found.is_complete() && self.cx.facts.is_empty();
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
            let bad: Vec<Term> = asked.iter().filter(|c| self.open.contains(&c.prop)).map(|c| c.bad).collect();
            let any = self.cx.terms.any(&bad);
            let before = self.solver.effort();
            match self.ask(any)? {
                Some(model) => self.violated(checks, &model)?,
                None => {
                    let never = self.cx.terms.not(any);
                    self.tell(never);
                    next += asked.len();
                    group = match self.solver.effort() - before {
                        easy if easy < EASY => (group * 2).min(LARGEST_GROUP),
                        hard if hard > HARD => (group / 2).max(1),
                        _ => group,
                    };
                }
            }
        }
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
    fn stuck(&mut self, stuck: &Stuck) -> Result<(), Halted> {
        let guards: Vec<Term> = stuck.iter().map(|(guard, ..)| *guard).collect();
        let any = self.cx.terms.any(&guards);
        let Some(model) = self.ask(any)? else { return Ok(()) };
        let mut valuation = Valuation::new(&self.cx.terms, &model);
        let reached = stuck.iter().find(|(guard, ..)| valuation.holds(*guard));
        let (_, loc, stop) = reached.ok_or((Stop::Bug("a model reaches nothing".into()), None))?;
        Err((stop.clone(), Some(self.program.span(*loc))))
    }
    /// A proof from facts that contradict each other is none.
    fn not_vacuous(&mut self) -> Result<(), Halted> {
        if self.cx.facts.is_empty() {
            return Ok(());
        }
        let truth = self.cx.terms.bool(true);
        match self.ask(truth)? {
            Some(_) => Ok(()),
            None => Err((Stop::Unsupported("objects that do not fit into the address space".into()), None)),
        }
    }
}
