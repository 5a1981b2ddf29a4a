//! Bounded model checking of the whole program (Biere et al. 1999; Clarke, Kroening, Lerda 2004): one merged
//! execution per bound, all properties decided in one incremental solver.
//!
//! A path that exceeds the bound of a loop or a recursion is cut, and its path condition is kept. If no cut path is
//! satisfiable, nothing was left out and the result is a proof. Otherwise the bound is doubled; if the user fixed it,
//! the verdict carries the bound. Inputs keep their names in every round, so terms and learned clauses of one bound
//! serve the next.

use crate::board::Board;
use crate::engine::Engine;
use crate::event::{Event, Sink};
use crate::induction::{self, Induction};
use crate::lock;
use crate::options::Bounds;
use crate::session::addresses_note;
use crate::task::Task;
use crate::unwinding::{Cut, Decider, Found, Halted, Round, Visitor, cut, execute};
use crate::verdict::{Claim, Claims, Outcome, Scope, Unknown, Verdict};
use hecaton_base::{Budget, Stop};
use hecaton_ir::{Program, PropId};
use hecaton_jobs::{Crew, Executor as _, Job, Next};
use hecaton_symex::{Check, Context, State};
use hecaton_term::Term;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The engine `bmc`.
pub struct Bmc;

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let program = task.simplified(&task.props);
        let induct = task.induction && task.bounds == Bounds::default() && induction::applies(&program);
        let (task, sink) = (task.clone(), board.listen(sink));
        let shared = Arc::new(Shared { task, program, board: board.clone(), sink, parked: Mutex::new(None) });
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
            Some(Err(unfinished)) => {
                board.outcome(&shared.task, open(&shared.task, &unfinished.stop(budget)), vec![], budget)
            }
            None => board.outcome(&shared.task, open(&shared.task, &Stop::Cancelled), vec![], budget),
        };
        let other = match ran.next() {
            Some(Ok(other)) => other.notes,
            Some(Err(unfinished)) => {
                // What it would have proved stays open.
                let _ = unfinished.stop(budget);
                vec![]
            }
            None => vec![],
        };
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

/// Induction beside the deepening. When others want the worker it gives way, and goes on later with more time: what it was
/// executing it has to execute again.
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
    /// Induction that gave way. A job that finds nothing here begins anew.
    parked: Mutex<Option<Box<Induction>>>,
}

#[derive(Clone, Serialize, Deserialize)]
enum Work {
    /// Raise the bound until everything is settled; with one worker, try induction in between.
    Deepening { induct: bool },
    /// Prove what has no bound; gives way to others after so many milliseconds.
    Induction { patience: u64 },
}

/// What a job found out.
#[derive(Serialize, Deserialize)]
struct Learned {
    claims: Claims,
    notes: Vec<String>,
    /// It gave way to others; with more time, more might be found.
    again: bool,
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
        let Shared { task, program, board, sink, parked } = &**shared;
        let induct = match self {
            Work::Deepening { induct } => induct,
            Work::Induction { patience } => {
                let open = task.props.iter().copied().filter(|prop| !board.has(*prop)).collect();
                let mut claims = Vec::new();
                let polite = budget.child().yielding(Duration::from_millis(patience));
                let known = lock(parked).take();
                let mut induction = known.unwrap_or_else(|| Box::new(Induction::new(task, program, board, &polite)));
                let ended = induction.go_on(open, &polite, &mut |prop| {
                    sink(Event::Settled(prop, Verdict::Holds(Scope::All)));
                    claims.push((prop, Claim::Holds(Scope::All)));
                });
                let again = ended.early && budget.poll().is_ok();
                if again {
                    *lock(parked) = Some(induction);
                }
                return Learned { claims, notes: addresses_note(ended.facts), again };
            }
        };
        let induction = if induct { Trying::Next } else { Trying::No };
        let mut run = Run { decider: Decider::new(task, program, board, sink, budget), induction };
        if let Err(halted) = run.deepen() {
            run.decider.give_up(&halted);
        }
        let decider = run.decider;
        sink(Event::Counts(BTreeMap::from([("terms", decider.cx.terms.len() as u64)])));
        Learned { notes: addresses_note(!decider.cx.facts.is_empty()), claims: decider.claims, again: false }
    }
}

/// The bound after which induction is tried, if it has no worker of its own.
const BEFORE_INDUCTION: u32 = 2;
/// The least time for it.
const LEAST_INDUCTION: Duration = Duration::from_secs(2);

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
    decider: Decider<'a>,
    induction: Trying,
}

/// Whether induction is tried in between.
enum Trying {
    No,
    /// It has not begun.
    Next,
    /// It came to no end.
    Begun(Box<Induction>),
}

impl Run<'_> {
    fn deepen(&mut self) -> Result<(), Halted> {
        let start = Instant::now();
        let task = self.decider.task;
        let fixed = task.bounds.unwind;
        let mut round = Round::first(&task.bounds);
        while !self.decider.open.is_empty() {
            let board = self.decider.board;
            self.decider.open.retain(|prop| !board.has(*prop));
            let unwind = round.unwind;
            (self.decider.sink)(Event::Bound(unwind));
            (self.decider.sink)(Event::Phase("executing"));
            let found = self.execute(&round)?;
            (self.decider.sink)(Event::Phase("solving"));
            self.decider.decide(&found, true)?;
            if self.decider.open.is_empty() {
                return Ok(());
            }
            self.decider.stuck(&found.stuck)?;
            let reached = found.least.map_or(unwind, |least| least.min(unwind));
            self.decider.known = Some(Scope::rounds(reached));
            let (cuts, at_loops) = (self.decider.cx.terms.any(&found.cuts), self.decider.cx.terms.any(&found.fixed));
            let (cuts, at_loops) = (self.decider.ask(cuts)?.is_some(), self.decider.ask(at_loops)?.is_some());
            if !cuts && !at_loops {
                self.decider.not_vacuous()?;
                self.decider.settle_open(Scope::All);
            } else if !cuts || fixed.is_some() {
                self.decider.settle_open(Scope::rounds(reached));
            } else {
                if unwind >= BEFORE_INDUCTION {
                    self.induct_for(start.elapsed() + LEAST_INDUCTION);
                }
                round = round.next();
            }
        }
        Ok(())
    }

    /// Tries induction for some time; not again, if it was at its end before.
    fn induct_for(&mut self, time: Duration) {
        let Decider { task, program, open, budget, .. } = &self.decider;
        let (budget, open, mut proved) = (budget.child().with_time(time), open.clone(), Vec::new());
        let mut induction = match std::mem::replace(&mut self.induction, Trying::No) {
            Trying::No => return,
            Trying::Next => Box::new(Induction::new(task, program, self.decider.board, &budget)),
            Trying::Begun(induction) => induction,
        };
        if induction.go_on(open, &budget, &mut |prop| proved.push(prop)).early {
            self.induction = Trying::Begun(induction);
        }
        for prop in proved {
            self.decider.settle(prop, Verdict::Holds(Scope::All));
        }
    }

    /// Executes all paths within the bounds.
    fn execute(&mut self, round: &Round<'_>) -> Result<Found, Halted> {
        let mut bounded = Bounded { round, open: &self.decider.open, found: Found::default() };
        let stuck = execute(&mut self.decider.cx, self.decider.budget, &mut bounded)?;
        Ok(Found { stuck, ..bounded.found })
    }
}
