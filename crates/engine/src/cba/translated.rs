//! `cba --method`: the translations that Ghafari, Hu, Rakamarić 2010 compare. The sequential program goes to `bmc`; what it finds is told as a schedule of
//! the original and replayed there. What the sequential program does not tell (memory that is not freed, races through
//! pointers that may mean anything) the engine's own encoding looks at under the same bound on turns, if there is one.
//!
//! The sequential program is also asked whether some schedule needs more turns. Only if that is shown not to be so, and
//! nothing was cut, a proof is one for all interleavings.

use crate::bmc::Bmc;
use crate::board::Board;
use crate::event::{Event, Sink};
use crate::gate::replayed;
use crate::options::Bounds;
use crate::run::run;
use crate::task::Task;
use crate::verdict::{Outcome, Scope, Turns, Unknown, Verdict};
use hecaton_base::{Budget, Stop};
use hecaton_ir::passes::sequentialize::{Method, Options, Schedule, Sequential, sequentialize};
use hecaton_ir::{PropId, Span};
use hecaton_jobs::Crew;
use hecaton_trace::schedule;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many threads there may be beside the first, where the program does not say, and how deep recursion goes.
const THREADS: u32 = 8;
const RECURSION: u32 = 3;

/// Without a bound that was asked for, rounds are raised to this number.
const MOST_ROUNDS: u32 = 64;

/// Decides what it can by one translation.
pub(super) fn join(task: &Task, method: Method, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
    let sink = board.listen(sink);
    let program = &*task.program;
    let open = task.props.iter().copied().collect();
    let mut run = Run { task, sink: &sink, open, verdicts: BTreeMap::new(), left: vec![] };
    if let Some(prop) = program.leak.filter(|prop| run.open.contains(prop)) {
        run.unknown(prop, Stop::Unsupported("lost memory in a translation of threads".into()), None, None);
    }
    run.leave(program.cleanup);
    let mut notes = Vec::new();
    let rounds = match task.bounds.turns {
        Some(turns) => vec![turns],
        None => (1..=MOST_ROUNDS).map(Turns::Rounds).collect(),
    };
    let mut known = None;
    for turns in rounds {
        if run.open.is_empty() || board.has_all(task) {
            break;
        }
        match run.turns(method, turns, budget, crew, known.clone()) {
            Ok(more) => notes = more,
            Err((stop, span)) => {
                run.leave(program.race);
                for prop in run.open.clone() {
                    run.unknown(prop, stop.clone(), span, known.clone());
                }
            }
        }
        known = Some(Scope::UpTo { unwind: None, branches: None, turns: Some(turns) });
    }
    for prop in run.open.clone() {
        run.unknown(prop, Stop::Steps, None, known.clone());
    }
    let (mut claims, left) = (vec![], std::mem::take(&mut run.left));
    if task.bounds.turns.is_some() && !left.is_empty() {
        let learned = super::by_contexts(&Task { props: left, ..task.clone() }, budget, crew, &sink, board);
        claims.extend(learned.claims);
        notes.extend(learned.notes);
    } else {
        for prop in left {
            let what = format!("{} in this translation of threads", program.props[prop].kind.name());
            run.unknown(prop, Stop::Unsupported(what), None, None);
        }
    }
    claims.extend(run.verdicts.iter().map(|(prop, verdict)| (*prop, verdict.claim())));
    notes.sort();
    notes.dedup();
    board.outcome(task, claims, notes, budget)
}

/// What is settled so far.
struct Run<'a> {
    task: &'a Task,
    sink: &'a Sink,
    open: BTreeSet<PropId>,
    verdicts: BTreeMap<PropId, Verdict>,
    /// What the sequential program does not tell.
    left: Vec<PropId>,
}

impl Run<'_> {
    fn settle(&mut self, prop: PropId, verdict: Verdict) {
        self.open.remove(&prop);
        (self.sink)(Event::Settled(prop, verdict.clone()));
        self.verdicts.insert(prop, verdict);
    }
    fn unknown(&mut self, prop: PropId, stop: Stop, span: Option<Span>, known: Option<Scope>) {
        self.settle(prop, Verdict::Unknown(Unknown { stop, span, known }));
    }
    /// Leaves a property that is open to the engine's own encoding.
    fn leave(&mut self, prop: Option<PropId>) {
        self.left.extend(prop.filter(|prop| self.open.remove(prop)));
    }
    /// Looks at all schedules with so many turns; gives what was taken for granted.
    fn turns(
        &mut self,
        method: Method,
        turns: Turns,
        budget: &Budget,
        crew: &Crew,
        known: Option<Scope>,
    ) -> Result<Vec<String>, (Stop, Option<Span>)> {
        let schedules = match turns {
            Turns::Rounds(count) => Schedule::Rounds(count),
            Turns::Contexts(count) => Schedule::Arbitrary(count),
            Turns::InTurn(count) => Schedule::InTurn(count),
        };
        let options = Options { method, schedule: schedules, threads: THREADS, recursion: RECURSION, further: true };
        (self.sink)(Event::Phase("translating"));
        let sequential = sequentialize(&self.task.program, &self.task.props, &options).map_err(|refusal| {
            (Stop::Unsupported(format!("{} (in a translation of threads)", refusal.what)), Some(refusal.span))
        })?;
        if let Some(race) = self.task.program.race
            && !sequential.props.values().any(|prop| *prop == race)
        {
            self.leave(Some(race));
        }
        let sequential_task = self.task_of(&sequential, schedules);
        let sink = self.sink.clone();
        let quiet: Sink = Arc::new(move |event| match event {
            Event::Settled(..) | Event::Test(_) | Event::Tried(_) => {}
            event => sink(event),
        });
        let outcome = run(&Bmc, &sequential_task, budget, crew, &quiet);
        let further = sequential.further.and_then(|further| outcome.verdicts.get(&further));
        let covered = matches!(further, Some(Verdict::Holds(Scope::All)));
        for (prop, verdict) in outcome.verdicts {
            if Some(prop) == sequential.further {
                continue;
            }
            let original = sequential.props[prop];
            match verdict {
                Verdict::Violated(violation) => {
                    let told = schedule(self.task.original(), &sequential, &violation.counterexample, budget);
                    let replayed = told
                        .map_err(|why| Stop::Bug(format!("a violation of the translation means no schedule: {why}")))
                        .and_then(|cex| replayed(self.task.original(), cex, budget));
                    match replayed {
                        Ok(violation) => self.settle(original, Verdict::Violated(Box::new(violation))),
                        Err(stop) => self.unknown(original, stop, None, known.clone()),
                    }
                }
                Verdict::Holds(Scope::All) if covered => self.settle(original, Verdict::Holds(Scope::All)),
                Verdict::Holds(scope) => {
                    let unwind = match scope {
                        Scope::All => None,
                        Scope::UpTo { unwind, .. } => unwind,
                    };
                    if self.task.bounds.turns.is_some() {
                        let scope = Scope::UpTo { unwind, branches: None, turns: Some(turns) };
                        self.settle(original, Verdict::Holds(scope));
                    }
                }
                Verdict::Unknown(Unknown { stop, span, .. }) => self.unknown(original, stop, span, known.clone()),
            }
        }
        Ok(outcome.notes)
    }
    /// The question about the sequential program.
    fn task_of(&self, sequential: &Sequential, schedules: Schedule) -> Task {
        let props = sequential.props.iter().filter(|(_, original)| self.open.contains(original)).map(|(prop, _)| prop);
        let props = props.chain(sequential.further);
        let asked = sequential.props.iter().filter(|(_, original)| self.task.asked.contains(original));
        let asked = asked.map(|(prop, _)| prop).chain(sequential.further).collect();
        // The loops over turns and over threads must not be cut by a bound for those of the program.
        let turns = match schedules {
            Schedule::Rounds(count) => count.saturating_mul(sequential.threads),
            Schedule::InTurn(count) | Schedule::Arbitrary(count) => count,
        };
        let unwind = self.task.bounds.unwind.map(|unwind| unwind.max(turns.max(sequential.threads).saturating_add(2)));
        Task {
            program: Arc::new(sequential.program.clone()),
            whole: None,
            props: props.collect(),
            asked: Arc::new(asked),
            bounds: Bounds { unwind, turns: None, ..self.task.bounds.clone() },
            induction: false,
            ..self.task.clone()
        }
    }
}
