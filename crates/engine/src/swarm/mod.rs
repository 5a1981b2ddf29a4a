//! Swarm bounded model checking (Alipour, Groce 2011, algorithm 1): another engine runs on variants of the program
//! from which random sets of features are omitted. A variant is smaller and more constrained, so its violations are
//! found sooner and contain fewer features; a violation of a variant is replayed on the program itself.
//!
//! Every worker runs a loop that takes the next configuration (`choose`). At first each configuration gets a small
//! part of its time; those that did not finish return with more, so that a hard one does not delay the others. From
//! then on the whole program is among them too, because some violations need every feature.
//!
//! What a configuration verifies is not a proof of the program, but a part of one (`partial`). When the
//! configurations are done, the whole program is checked for the open properties, but only on executions that contain
//! an omitted feature of every verified configuration: there are no violations on the others (the paper's section V).
//! `minimise` drops features from a violation.

mod choose;
mod minimise;
mod partial;

pub use minimise::minimise;

use crate::bmc::Bmc;
use crate::board::Board;
use crate::disjuncts::Disjuncts;
use crate::engine::Engine;
use crate::event::{Event, Sink, Tried};
use crate::options::{Inner, Search};
use crate::paths::Paths;
use crate::run::{run, run_sliced};
use crate::task::{Task, Whole};
use crate::verdict::{Claim, Outcome, Scope, Unknown, Verdict};
use choose::{Chooser, Merit};
use hecaton_base::{Budget, Stop};
use hecaton_ir::analysis::ahead::demanded;
use hecaton_ir::{BlockId, Callee, Expr, FeatureId, FuncId, Op, Program, PropId, passes};
use hecaton_jobs::{Crew, Loop};
use hecaton_symex::Restriction;
use partial::Partial;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A configuration's first time is this part of all it may have.
const FIRST: u32 = 64;
/// How much more it has in the next round.
const MORE: u32 = 4;

/// The engine `swarm`.
pub struct Swarm;

/// The engines that check a variant, one after the other in turns.
fn engines(inner: Inner) -> &'static [&'static dyn Engine] {
    match inner {
        Inner::Turns => &[&Bmc, &Paths],
        Inner::Bmc => &[&Bmc],
        Inner::Paths => &[&Paths],
        Inner::Disjuncts => &[&Disjuncts],
    }
}

impl Engine for Swarm {
    fn name(&self) -> &'static str {
        "swarm"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        // Variants are made from the program itself: a slice has lost its features.
        let task = Task { program: task.original().clone(), whole: None, ..task.clone() };
        let plan = &task.search.swarm;
        let sink = board.listen(sink);
        // What is shown of variants is shown by runs of their own.
        board.doubt(&demanded(&task.program));
        let features = present(&task.program);
        let mut notes = Vec::new();
        let mut hunt = Hunt::new(&task, &features, budget, crew, &sink, board);
        if features.is_empty() {
            notes.push("the program has no features: nothing was omitted".into());
        } else {
            sink(Event::Phase("swarm"));
            hunt.run(crew.workers());
        }
        let Known { partial, violated, subsumed, .. } = hunt.state.into_inner().unwrap_or_else(|e| e.into_inner());
        if subsumed > 0 && plan.whole {
            notes.push(format!("{subsumed} configurations were not tried: they omit more than a verified one"));
        }
        let done = !violated.is_empty() && !plan.all;
        let open: Vec<PropId> = task.props.iter().copied().filter(|prop| !board.has(*prop)).collect();
        if done && !open.is_empty() && plan.whole {
            notes.push("the first violation ended the search; --all goes on".into());
        }
        if done || open.is_empty() || !plan.exactly.is_empty() || !plan.whole {
            let claim = |prop: &PropId| (*prop, left_open(&task.program, &partial, *prop, budget));
            let claims = open.iter().map(claim).collect();
            let outcome = board.outcome(&task, claims, notes, budget);
            for (prop, verdict) in outcome.verdicts.iter().filter(|(prop, _)| open.contains(prop)) {
                sink(Event::Settled(*prop, verdict.clone()));
            }
            return outcome;
        }
        let mut outcome = whole(&task, open, &partial, budget, crew, &sink);
        let settled = board.outcome(&task, vec![], vec![], budget);
        outcome.verdicts.extend(settled.verdicts);
        outcome.notes.extend(notes);
        outcome
    }
}

/// What is to be said of a property that no configuration settled.
fn left_open(program: &Program, partial: &Partial, prop: PropId, budget: &Budget) -> Claim {
    let ended = budget.poll().err();
    let stop = match (partial.words(program, prop), ended) {
        (Some(part), _) => Stop::Partial(part),
        (None, Some(stop)) => stop,
        (None, None) => Stop::Cancelled,
    };
    Claim::Unknown(Unknown { stop, span: None, known: None })
}

/// The features that can take place at all.
pub(crate) fn present(program: &Program) -> Vec<FeatureId> {
    let insts = program.functions.values().flat_map(|f| f.blocks.values()).flat_map(|block| &block.insts);
    let logged: BTreeSet<FeatureId> = insts
        .filter_map(|inst| match &inst.op {
            Op::Log(feature) => Some(*feature),
            _ => None,
        })
        .collect();
    logged.into_iter().collect()
}

/// Asks the whole program for what is open, and only for violations that configurations have not ruled out: what the two
/// show together is shown of all executions.
fn whole(task: &Task, open: Vec<PropId>, partial: &Partial, budget: &Budget, crew: &Crew, sink: &Sink) -> Outcome {
    let start = Instant::now();
    let mut restriction = Restriction::new();
    // The bounds of what was shown only up to one.
    let mut bounds: BTreeMap<PropId, u32> = BTreeMap::new();
    // With threads, what comes before a violation is a matter of the order that is looked at.
    let restrict = task.search.swarm.restrict && !passes::has_threads(&task.program);
    for prop in open.iter().filter(|_| restrict) {
        for shown in partial.of(*prop) {
            match shown.scope {
                Scope::All => {}
                // The same bound will be that of the whole.
                Scope::UpTo { unwind: Some(unwind), branches: None, turns: None }
                    if task.bounds.loops.is_empty() && task.bounds.unwind.is_some_and(|bound| bound <= unwind) =>
                {
                    let least = bounds.entry(*prop).or_insert(unwind);
                    *least = unwind.min(*least);
                }
                Scope::UpTo { .. } => continue,
            }
            restriction.entry(*prop).or_default().push(shown.without.clone());
        }
    }
    let restricted = !restriction.is_empty();
    let search = Search { restriction: Arc::new(restriction), ..task.search.clone() };
    let task = Task { props: open, search, ..task.clone() };
    let size = Size::default();
    // What holds on the rest of all executions holds no further than the part that was shown before.
    let honest: Sink = {
        let (sink, bounded) = (sink.clone(), bounds.keys().copied().collect::<BTreeSet<_>>());
        Arc::new(move |event| match &event {
            Event::Settled(prop, Verdict::Holds(_)) if bounded.contains(prop) => {}
            _ => sink(event),
        })
    };
    let mut outcome = check(&task, 0, budget, crew, &sized(&honest, &size));
    for (prop, bound) in bounds {
        if let Some(Verdict::Holds(scope)) = outcome.verdicts.get_mut(&prop) {
            *scope = match scope {
                Scope::All => Scope::rounds(bound),
                Scope::UpTo { unwind, branches, turns } => Scope::UpTo {
                    unwind: Some(unwind.map_or(bound, |other| other.min(bound))),
                    branches: *branches,
                    turns: *turns,
                },
            };
            sink(Event::Settled(prop, Verdict::Holds(scope.clone())));
        }
    }
    let row = Tried { restricted, ..tried(vec![], start.elapsed(), &size, &outcome) };
    sink(Event::Tried(row));
    outcome
}

/// What is asked of the program without some features.
fn variant(task: &Task, omitted: &[FeatureId], props: Vec<PropId>) -> Task {
    let program = passes::omit(&task.program, omitted, &props);
    debug_assert_eq!(hecaton_ir::verify(&program), vec![], "a variant is a program");
    let whole = Some(Whole { program: task.program.clone(), choices: None });
    Task { program: Arc::new(program), whole, props, ..task.clone() }
}

/// Runs the inner engine whose turn it is on a task's program, or on its slice.
fn check(task: &Task, turn: usize, budget: &Budget, crew: &Crew, sink: &Sink) -> Outcome {
    let (plan, engines) = (&task.search.swarm, engines(task.search.swarm.inner));
    let engine = engines[turn % engines.len()];
    match plan.slice {
        true => run_sliced(engine, task, budget, crew, sink),
        false => run(engine, task, budget, crew, sink),
    }
}

/// Whether more time could settle what is open.
fn is_out_of_time(outcome: &Outcome) -> bool {
    outcome.verdicts.values().any(|verdict| match verdict {
        Verdict::Unknown(unknown) => unknown.stop == Stop::Time,
        Verdict::Holds(_) | Verdict::Violated(_) => false,
    })
}

/// How large a question was.
type Size = Arc<Mutex<Option<(u64, &'static str)>>>;

/// A sink that takes the size out of the counts of an engine.
fn sized(sink: &Sink, size: &Size) -> Sink {
    let (sink, size) = (sink.clone(), size.clone());
    Arc::new(move |event| {
        if let Event::Counts(counts) = &event {
            let known = ["terms", "paths"].into_iter().find_map(|name| counts.get(name).map(|count| (*count, name)));
            if known.is_some() {
                *size.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = known;
            }
        }
        sink(event);
    })
}

fn tried(omitted: Vec<FeatureId>, time: Duration, size: &Size, outcome: &Outcome) -> Tried {
    let size = *size.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let seconds = time.as_secs_f64();
    let restricted = false;
    let mut tried = Tried { omitted, restricted, seconds, size, violated: 0, verified: 0, bounded: 0, open: None };
    for verdict in outcome.verdicts.values() {
        match verdict {
            Verdict::Violated(_) => tried.violated += 1,
            Verdict::Holds(Scope::All) => tried.verified += 1,
            Verdict::Holds(Scope::UpTo { .. }) => tried.bounded += 1,
            Verdict::Unknown(unknown) => tried.open = Some(unknown.stop.clone()),
        }
    }
    tried
}

/// The search through configurations.
struct Hunt<'a> {
    task: &'a Task,
    budget: Budget,
    crew: &'a Crew,
    sink: &'a Sink,
    board: &'a Board,
    state: Mutex<Known>,
}

/// A configuration that is to be tried.
#[derive(Default)]
struct Waiting {
    omitted: Vec<FeatureId>,
    /// The time it took before.
    before: Duration,
    /// Whose turn it is.
    turn: usize,
}

/// What the loops of a hunt share.
struct Known {
    chooser: Chooser,
    /// How many configurations may still be made.
    left: usize,
    /// How many were made.
    made: usize,
    /// Those to be tried in this round.
    queue: VecDeque<Waiting>,
    /// Those that need more time.
    unfinished: VecDeque<Waiting>,
    partial: Partial,
    covered: BTreeSet<(FuncId, BlockId)>,
    violated: BTreeMap<PropId, Vec<FeatureId>>,
    subsumed: u32,
}

impl<'a> Hunt<'a> {
    fn new(
        task: &'a Task,
        features: &[FeatureId],
        budget: &Budget,
        crew: &'a Crew,
        sink: &'a Sink,
        board: &'a Board,
    ) -> Self {
        let plan = &task.search.swarm;
        let few = if plan.exactly.is_empty() { (4 * features.len()).clamp(8, 64) } else { 0 };
        let known = Known {
            chooser: Chooser::new(features.to_vec(), plan.rate, task.search.seed),
            left: plan.configurations.filter(|_| plan.exactly.is_empty()).unwrap_or(few),
            made: 0,
            queue: plan
                .exactly
                .iter()
                .map(|omitted| Waiting { omitted: omitted.clone(), ..Default::default() })
                .collect(),
            // From the second round on, nothing is omitted in one of them: not everything has a violation without something.
            unfinished: (plan.whole && plan.exactly.is_empty()).then(Default::default).into_iter().collect(),
            partial: Partial::default(),
            covered: BTreeSet::new(),
            violated: BTreeMap::new(),
            subsumed: 0,
        };
        Hunt { task, budget: budget.child(), crew, sink, board, state: Mutex::new(known) }
    }
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
    /// Tries configurations in so many loops until they are done, or a violation ends it.
    fn run(&mut self, loops: usize) {
        let plan = &self.task.search.swarm;
        let mut time = if plan.exactly.is_empty() { plan.each / FIRST } else { plan.each };
        loop {
            let last = time >= plan.each;
            let one = || Box::new(|| self.round(time, last)) as Loop<'_, ()>;
            for ended in self.crew.side_by_side((0..loops).map(|_| one()).collect()) {
                if let Err(unfinished) = ended {
                    // The others take what it would have taken.
                    let _ = unfinished.stop(&self.budget);
                }
            }
            let mut known = self.lock();
            // The program itself is asked in the end anyway.
            let done = known.unfinished.iter().all(|waiting| waiting.omitted.is_empty());
            if last || done || self.budget.poll().is_err() {
                return;
            }
            known.queue = std::mem::take(&mut known.unfinished);
            time = (time * MORE).min(plan.each);
        }
    }
    /// Takes configurations until there are no more in this round.
    fn round(&self, time: Duration, last: bool) {
        while self.budget.poll().is_ok() {
            let open: Vec<PropId> = self.task.props.iter().copied().filter(|prop| !self.board.has(*prop)).collect();
            if open.is_empty() {
                return;
            }
            let Some(waiting) = self.lock().next(&open) else { return };
            self.attempt(waiting, open, time, last);
        }
    }
    fn attempt(&self, Waiting { omitted, before, turn }: Waiting, open: Vec<PropId>, time: Duration, last: bool) {
        let start = Instant::now();
        let task = self.task;
        // There is no time for induction in a first look.
        let part = Task { induction: task.induction && last, ..variant(task, &omitted, open) };
        let code = reached(&part.program);
        let size = Size::default();
        let budget = self.budget.child().with_time(time);
        let outcome = check(&part, turn, &budget, self.crew, &sized(&self.violations(), &size));
        let unfinished = is_out_of_time(&outcome);
        let took = before + start.elapsed();
        let row = tried(omitted.clone(), took, &size, &outcome);
        let mut known = self.lock();
        let mut found = false;
        for (prop, verdict) in &outcome.verdicts {
            match verdict {
                Verdict::Holds(Scope::All) if omitted.is_empty() => {
                    (self.sink)(Event::Settled(*prop, verdict.clone()));
                }
                Verdict::Holds(_) if omitted.is_empty() => {}
                Verdict::Holds(scope) => known.partial.add(*prop, &omitted, scope),
                Verdict::Violated(_) => {
                    found = true;
                    known.violated.entry(*prop).or_insert_with(|| omitted.clone());
                }
                Verdict::Unknown(_) => {}
            }
        }
        let fast = !unfinished && self.budget.poll().is_ok();
        let new_code = fast && code.iter().any(|place| !known.covered.contains(place));
        if fast {
            known.covered.extend(code);
        }
        known.chooser.learn(&omitted, Merit { found, fast, new_code });
        if unfinished && !last && !found {
            known.unfinished.push_back(Waiting { omitted, before: took, turn: turn + 1 });
        } else {
            (self.sink)(Event::Tried(row));
        }
        if found && !task.search.swarm.all {
            self.budget.cancel_flag().cancel();
        }
    }
    /// Lets through what is true of the program as well: violations.
    fn violations(&self) -> Sink {
        let sink = self.sink.clone();
        Arc::new(move |event| match &event {
            Event::Settled(_, Verdict::Violated(_)) => sink(event),
            Event::Settled(..)
            | Event::Bound(_)
            | Event::Phase(_)
            | Event::Test(_)
            | Event::Tried(_)
            | Event::Invariants(_)
            | Event::Counts(_) => {}
        })
    }
}

impl Known {
    /// The next configuration.
    fn next(&mut self, open: &[PropId]) -> Option<Waiting> {
        loop {
            let next = match self.queue.pop_front() {
                Some(next) => next,
                None => {
                    self.left = self.left.checked_sub(1)?;
                    let (omitted, turn) = (self.chooser.next()?, self.made);
                    self.made += 1;
                    Waiting { omitted, before: Duration::ZERO, turn }
                }
            };
            if !self.partial.covers(open, &next.omitted) {
                return Some(next);
            }
            self.subsumed += 1;
        }
    }
}

/// The blocks of a variant that can be reached by jumps and direct calls and do not end at once.
fn reached(program: &Program) -> BTreeSet<(FuncId, BlockId)> {
    let mut seen = BTreeSet::new();
    let start = |func: FuncId| (func, program.functions[func].entry);
    let mut open = vec![start(program.entry)];
    while let Some((func, block)) = open.pop() {
        let Some(code) = program.functions[func].blocks.get(block) else { continue };
        let first = code.insts.first().map(|inst| &inst.op);
        let ends = matches!(first, Some(Op::Assume { cond }) if *cond == Expr::int(1, 0));
        if ends || !seen.insert((func, block)) {
            continue;
        }
        open.extend(code.end.targets().into_iter().map(|to| (func, to)));
        for inst in &code.insts {
            if let Op::Call { callee: Callee::Direct(to), .. } = &inst.op {
                open.push(start(*to));
            }
        }
    }
    seen
}
