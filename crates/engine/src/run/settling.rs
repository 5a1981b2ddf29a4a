//! What can be said only when an engine has said all it has: the same for every engine, so that they are alike.
//!
//! A run in which a defect of this tool was noticed proves nothing (see `Outcome::honest`).
//!
//! An access or a call that nobody asks about is taken to be valid, and a proof says so. But if *every* execution that
//! comes to it goes wrong there, at one visit or another, that means that nothing comes after it, while a program that
//! goes wrong may well go on: then nothing is claimed of what comes behind it. Whether there is an execution that comes there
//! and does not go wrong is asked here, once a proof rests on it: of all executions at once, unwound further and further,
//! or, with threads, of one schedule after the other. What is limited is the work (steps, terms and conflicts), not the time,
//! so that the answer does not depend on luck; where that is not enough, the access is taken to be valid like others, but
//! for programs with threads. Where the user's limits end it, the properties behind the access are unknown.

use crate::event::{Event, Sink};
use crate::options::Bounds;
use crate::oracle::Oracle;
use crate::session::{Answered, Session};
use crate::task::Task;
use crate::unwinding::{Round, Visitor, cut, execute};
use crate::valuation::Valuation;
use crate::verdict::{Outcome, Unknown, Verdict};
use hecaton_base::{Budget, Stop};
use hecaton_ir::analysis::ahead::{Behind, Onward};
use hecaton_ir::{PropId, passes};
use hecaton_solve::{Model, Purpose, Query};
use hecaton_symex::{Assignment as _, Check, Context, State, Succ, start, step};
use hecaton_term::Term;
use std::collections::{BTreeMap, BTreeSet};

/// At most so many rounds of a loop, and steps in all, are looked at.
const ROUNDS: u32 = 4096;
const STEPS: u64 = 400_000;
/// So many new terms count as a step.
const TERMS: u64 = 16;
/// What all questions to solvers may cost.
const CONFLICTS: u64 = 200_000;
/// With threads: so many steps, and so many of one path.
const STEPS_OF_PATHS: u64 = 60_000;
const STEPS_OF_ONE: u32 = 4_000;
/// So many visits of one access are kept with threads.
const VISITS: usize = 64;

/// The verdicts of a whole run. `doubtful` are the properties of accesses that were not seen to be valid.
pub(super) fn settled(
    task: &Task,
    outcome: Outcome,
    doubtful: &BTreeSet<PropId>,
    budget: &Budget,
    sink: &Sink,
) -> Outcome {
    let mut outcome = outcome.honest(budget);
    // What is proved of a variant is a part of another proof.
    let variant = task.whole.is_some();
    let held: BTreeSet<PropId> = outcome
        .verdicts
        .iter()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Holds(_)))
        .map(|(prop, _)| *prop)
        .collect();
    if variant || held.is_empty() {
        return outcome;
    }
    let program = &task.program;
    let ahead = Onward::of(program);
    let mut behind: BTreeMap<PropId, Behind> = BTreeMap::new();
    for prop in doubtful.iter().filter(|prop| !task.asked.contains(prop)) {
        let places = ahead.places(*prop);
        let after = ahead.behind(&places);
        if !places.is_empty() && held.iter().any(|prop| after.has(*prop)) {
            behind.insert(*prop, after);
        }
    }
    if behind.is_empty() {
        return outcome;
    }
    sink(Event::Phase("looking for valid accesses"));
    let budget = budget.child().with_conflicts(CONFLICTS);
    let mut open: BTreeSet<PropId> = behind.keys().copied().collect();
    let found = match passes::has_threads(program) {
        true => by_paths(task, &mut open, &budget.with_steps(STEPS_OF_PATHS)),
        false => all_at_once(task, &mut open, &budget.with_steps(STEPS)),
    };
    let (doubted, stop) = match found {
        Ok(wrong) => (wrong, Stop::after_unasked()),
        Err(stop) => (open, stop),
    };
    for access in doubted {
        for prop in held.iter().filter(|prop| behind[&access].has(**prop)) {
            let span = Some(program.props[access].span);
            let verdict = Verdict::Unknown(Unknown { stop: stop.clone(), span, known: None });
            sink(Event::Settled(*prop, verdict.clone()));
            outcome.verdicts.insert(*prop, verdict);
        }
    }
    outcome
}

/// Lets paths through within bounds, and keeps where it did not.
struct Within<'a> {
    round: Round<'a>,
    /// Paths that may still go round a loop that was certain to go on: nobody knows what they lead to.
    unknown: Vec<Term>,
    /// Paths that have made so many rounds of their own choice.
    far: Vec<Term>,
    /// What new terms count against, and how many there were when they were counted last.
    budget: Budget,
    terms: usize,
}

impl Visitor for Within<'_> {
    fn enter(&mut self, cx: &mut Context, state: &mut State) -> bool {
        let steps = (cx.terms.len() - self.terms) as u64 / TERMS;
        self.budget.tick(steps);
        self.terms += (steps * TERMS) as usize;
        if cut(cx, &self.round, state).is_none() {
            return true;
        }
        let top = state.top();
        let certain =
            top.laps.last().is_some_and(|lap| lap.counted <= self.round.unwind && lap.total > self.round.total);
        let guard = cx.guard(state.guard);
        if certain {
            self.unknown.push(guard)
        } else {
            self.far.push(guard)
        }
        false
    }
    fn checks(&mut self, cx: &mut Context, found: &mut Vec<Check>) -> Term {
        found.clear();
        cx.terms.bool(true)
    }
}

/// A session within a budget.
struct Asking<'a> {
    session: Session,
    budget: &'a Budget,
}

impl Asking<'_> {
    fn ask(&mut self, cx: &Context, condition: Term) -> Result<Option<Model>, Stop> {
        let query = Query { assume: &[condition], budget: self.budget, purpose: Purpose::of("valid accesses") };
        match self.session.ask(&cx.terms, &cx.facts, &query)? {
            Answered::Possible(model) => Ok(Some(model)),
            Answered::Never(_) => Ok(None),
        }
    }
}

/// Whether the user, or who asked for this run, put an end to it.
fn is_ended(stop: &Stop) -> bool {
    match stop {
        Stop::Time | Stop::Memory | Stop::Cancelled => true,
        Stop::Steps
        | Stop::Full(_)
        | Stop::Unsupported(_)
        | Stop::Approximate(_)
        | Stop::Solver(_)
        | Stop::Partial(_)
        | Stop::Bug(_) => false,
    }
}

/// Those of the accesses that every execution goes wrong at that comes to them, as far as that is found out. Those that are
/// open are not seen to be valid; if this was ended from outside, nothing more is known of them.
fn all_at_once(task: &Task, open: &mut BTreeSet<PropId>, budget: &Budget) -> Result<BTreeSet<PropId>, Stop> {
    let mut wrong = BTreeSet::new();
    let bounds = Bounds::default();
    let mut cx = Context::new(task.simplified(&[])).asking(task.asked.clone());
    let mut asking = Asking { session: Session::new((task.solver)()), budget };
    let mut round = Round::first(&bounds);
    while !open.is_empty() && round.unwind <= ROUNDS && round.total <= ROUNDS {
        match unwound(&mut cx, round, &mut asking, open, &mut wrong) {
            Ok(false) => round = round.next(),
            Err(stop) if is_ended(&stop) => return Err(stop),
            Ok(true) | Err(_) => break,
        }
    }
    Ok(wrong)
}

/// The same within some bounds; whether nothing is beyond them.
fn unwound(
    cx: &mut Context,
    round: Round<'_>,
    asking: &mut Asking<'_>,
    open: &mut BTreeSet<PropId>,
    wrong: &mut BTreeSet<PropId>,
) -> Result<bool, Stop> {
    cx.take_visits();
    let terms = cx.terms.len();
    let mut within = Within { round, unknown: Vec::new(), far: Vec::new(), budget: asking.budget.clone(), terms };
    execute(cx, asking.budget, &mut within).map_err(|(stop, _)| stop)?;
    let mut visits: BTreeMap<PropId, (Vec<Term>, Vec<Term>)> = BTreeMap::new();
    for visit in cx.take_visits().into_iter().filter(|visit| open.contains(&visit.prop)) {
        let (come, bad) = visits.entry(visit.prop).or_default();
        come.push(visit.path);
        bad.push(visit.bad);
    }
    let unknown = cx.terms.any(&within.unknown);
    let known = cx.terms.not(unknown);
    // For each access: when it is come to, and when nothing goes wrong there.
    let mut looked: BTreeMap<PropId, (Term, Term)> = BTreeMap::new();
    for (prop, (come, bad)) in visits {
        let (come, bad) = (cx.terms.any(&come), cx.terms.any(&bad));
        let never = cx.terms.not(bad);
        looked.insert(prop, (come, cx.terms.all(&[come, never, known])));
    }
    let mut left: BTreeMap<PropId, Term> = BTreeMap::new();
    while let Some((prop, (come, good))) = looked.pop_first() {
        match asking.ask(cx, good)? {
            None => drop(left.insert(prop, come)),
            Some(model) => {
                open.remove(&prop);
                let mut valuation = Valuation::new(&cx.terms, &model);
                looked.retain(|prop, (_, good)| {
                    let valid = valuation.holds(*good);
                    if valid {
                        open.remove(prop);
                    }
                    !valid
                });
            }
        }
    }
    within.far.push(unknown);
    let beyond = cx.terms.any(&within.far);
    let complete = open.is_empty() || asking.ask(cx, beyond)?.is_none();
    if complete {
        for (prop, come) in left {
            if asking.ask(cx, come)?.is_some() {
                wrong.insert(prop);
            }
        }
    }
    Ok(complete)
}

/// A path of a program with threads, and the accesses on it that are looked for.
struct Walk {
    state: State,
    passed: BTreeSet<PropId>,
    steps: u32,
}

/// The same for programs with threads: a path that comes to its end, or is long, has gone wrong nowhere.
fn by_paths(task: &Task, open: &mut BTreeSet<PropId>, budget: &Budget) -> Result<BTreeSet<PropId>, Stop> {
    let mut cx = Context::new(task.simplified(&[])).asking(task.asked.clone()).interleaving();
    let maker = || (task.solver)();
    let mut oracle = Oracle::new(&maker, budget);
    let nothing = cx.no_guard();
    let possible = |oracle: &mut Oracle<'_>, cx: &mut Context, path: Term| match oracle.ask(cx, nothing, path, None) {
        Err(stop) if is_ended(&stop) => Err(stop),
        found => Ok(matches!(found, Ok(Some(_)))),
    };
    let Ok(first) = start(&mut cx) else { return Ok(BTreeSet::new()) };
    let mut walks = vec![Walk { state: first, passed: BTreeSet::new(), steps: 0 }];
    let mut visits: BTreeMap<PropId, Vec<Term>> = BTreeMap::new();
    let (mut succs, mut checks) = (Vec::new(), Vec::new());
    cx.take_visits();
    while let Some(Walk { state, mut passed, steps }) = walks.pop() {
        budget.tick(1);
        match budget.poll() {
            Err(stop) if is_ended(&stop) => return Err(stop),
            Err(_) => break,
            Ok(()) if open.is_empty() => break,
            Ok(()) => {}
        }
        step(&mut cx, state, &mut succs, &mut checks);
        checks.clear();
        for visit in cx.take_visits().into_iter().filter(|visit| open.contains(&visit.prop)) {
            passed.insert(visit.prop);
            let known = visits.entry(visit.prop).or_default();
            if known.len() < VISITS {
                known.push(visit.path);
            }
        }
        for succ in succs.drain(..) {
            let guard = match succ {
                Succ::Next(state) if steps < STEPS_OF_ONE => {
                    walks.push(Walk { state, passed: passed.clone(), steps: steps + 1 });
                    continue;
                }
                Succ::Next(state) => cx.guard(state.guard),
                Succ::End { guard, .. } | Succ::Stuck { guard, .. } => guard,
            };
            if passed.iter().any(|prop| open.contains(prop)) && possible(&mut oracle, &mut cx, guard)? {
                open.retain(|prop| !passed.contains(prop));
            }
        }
    }
    let mut wrong = BTreeSet::new();
    for prop in open.iter() {
        for path in visits.remove(prop).unwrap_or_default() {
            if possible(&mut oracle, &mut cx, path)? {
                wrong.insert(*prop);
                break;
            }
        }
    }
    Ok(wrong)
}
