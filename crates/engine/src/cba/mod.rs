//! Context-bounded analysis of programs with threads (Ghafari, Hu, Rakamarić 2010): all schedules with a bounded
//! number of turns of threads.
//!
//! The bound on turns is raised round by round in one incremental run, until a schedule violates every open property,
//! no thread can go on (then all interleavings are covered), or a bound that the user set is reached. Loops are
//! unwound as by `bmc`; if that cuts a path, the run starts again with a larger bound.
//!
//! By default the engine uses its own encoding ([`lazy`]): one condition for each place where a thread can stand, no
//! guessed values, nothing computed twice. It was chosen by measurement (`bench/cba.md`): it settles the whole grid
//! of the paper, and in no cell a translation is faster beyond noise. `--method` selects one of the paper's
//! translations instead.

mod lazy;
mod shared;
mod translated;

use crate::bmc::Bmc;
use crate::board::Board;
use crate::engine::Engine;
use crate::event::{Event, Sink};
use crate::session::addresses_note;
use crate::task::Task;
use crate::unwinding::{Decider, Found, Halted, Round};
use crate::verdict::{Claim, Claims, Outcome, Scope, Turns, Unknown, Verdict};
use hecaton_base::{Budget, Stop};
use hecaton_ir::{Loc, Program, passes};
use hecaton_jobs::{Crew, Executor as _, Job, Next};
use hecaton_term::Zeros;
use lazy::{Lazy, Order};
use serde::{Deserialize, Serialize};
use shared::Own;
use std::sync::Arc;

/// The engine `cba`.
pub struct Cba;

impl Engine for Cba {
    fn name(&self) -> &'static str {
        "cba"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        if !passes::has_threads(&task.program) {
            return Bmc.join(task, budget, crew, sink, board);
        }
        if let Some(method) = task.search.method {
            return translated::join(task, method, budget, crew, sink, board);
        }
        let Learned { claims, notes } = by_contexts(task, budget, crew, sink, board);
        board.outcome(task, claims, notes, budget)
    }
}

/// Decides what is asked by the engine's own encoding.
fn by_contexts(task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Learned {
    let program = task.simplified(&task.props);
    let (task, sink) = (task.clone(), board.listen(sink));
    let shared = Arc::new(Shared { task, program, board: board.clone(), sink });
    let mut lane = crew.lane("cba", shared.clone()).under(budget);
    lane.submit(Deepening, 0);
    let stop = match lane.wait(budget) {
        Next::Done(_, learned) => return learned,
        Next::Lost(_, text) => Stop::Bug(text),
        Next::Stopped(stop) => stop,
        Next::Drained => Stop::Bug("the job is gone".into()),
    };
    let unknown = Claim::Unknown(Unknown { stop, span: None, known: None });
    let claims = shared.task.props.iter().map(|prop| (*prop, unknown.clone())).collect();
    Learned { claims, notes: vec![] }
}

/// What the job works on.
struct Shared {
    task: Task,
    /// The task's program without checks that nobody asks for, straightened.
    program: Arc<Program>,
    board: Board,
    sink: Sink,
}

/// Raise the bounds until everything is settled.
#[derive(Clone, Serialize, Deserialize)]
struct Deepening;

/// What a job found out.
#[derive(Serialize, Deserialize)]
struct Learned {
    claims: Claims,
    notes: Vec<String>,
}

impl Job for Deepening {
    type Shared = Arc<Shared>;
    type Outcome = Learned;
    fn label(&self) -> String {
        "contexts".into()
    }
    fn run(self, shared: &Arc<Shared>, budget: &Budget) -> Learned {
        let Shared { task, program, board, sink } = &**shared;
        let mut decider = Decider::new(task, program, board, sink, budget);
        decider.zeros = Some(Zeros::new());
        if let Some(prop) = program.leak.filter(|prop| decider.open.contains(prop)) {
            let stop = Stop::Unsupported("lost memory, which other threads may hold, as `cba` sees threads".into());
            decider.settle(prop, Verdict::Unknown(Unknown { stop, span: None, known: None }));
        }
        if let Err(halted) = deepen(&mut decider) {
            decider.give_up(&halted);
        }
        Learned { notes: addresses_note(!decider.cx.facts.is_empty()), claims: decider.claims }
    }
}

/// How many rounds a bound on loops is worth, if something was cut by it.
const PATIENCE: u32 = 2;

fn deepen(decider: &mut Decider<'_>) -> Result<(), Halted> {
    let (task, program, budget) = (decider.task, decider.program.clone(), decider.budget);
    let own = Own::of(&program);
    let seen = |loc: Loc| own.seen(&program, loc);
    let mut round = Round::first(&task.bounds);
    let mut level = 0;
    while !decider.open.is_empty() {
        (decider.sink)(Event::Bound(round.unwind));
        (decider.sink)(Event::Phase("executing"));
        let order = match task.bounds.turns {
            None | Some(Turns::Rounds(_)) => Order::Rounds,
            Some(Turns::Contexts(_)) => Order::Any,
            Some(Turns::InTurn(_)) => Order::InTurn,
        };
        let races = program.race.filter(|prop| decider.open.contains(prop));
        let mut lazy = Lazy::new(&mut decider.cx, round, budget, &seen, order, races)?;
        let (mut count, mut turn) = (0, 0);
        loop {
            let board = decider.board;
            decider.open.retain(|prop| !board.has(*prop));
            lazy.races = lazy.races.filter(|prop| decider.open.contains(prop));
            (decider.sink)(Event::Phase("executing"));
            count += 1;
            let (done, asked) = match task.bounds.turns {
                None => {
                    lazy.round(&mut decider.cx)?;
                    (Turns::Rounds(count), None)
                }
                Some(asked @ Turns::Rounds(_)) => {
                    lazy.round(&mut decider.cx)?;
                    (Turns::Rounds(count), Some(asked))
                }
                Some(asked @ Turns::Contexts(_)) => {
                    lazy.any_context(&mut decider.cx)?;
                    (Turns::Contexts(count), Some(asked))
                }
                Some(asked @ Turns::InTurn(_)) => {
                    lazy.next_context(&mut decider.cx, &mut turn)?;
                    (Turns::InTurn(count), Some(asked))
                }
            };
            let cx = &mut decider.cx;
            let outlook = lazy.outlook(cx)?;
            let mut checks = std::mem::take(&mut lazy.found.checks);
            if let (Some(prop), Some(loc)) = (program.deadlock, outlook.at) {
                checks.extend(outlook.deadlocks.iter().map(|deadlock| lazy.check(cx, prop, *deadlock, loc)));
            }
            checks.extend(lazy.races(&mut decider.cx));
            checks.retain(|check| decider.open.contains(&check.prop));
            let counts = [("terms", decider.cx.terms.len() as u64), ("threads", lazy.threads() as u64)];
            (decider.sink)(Event::Counts(counts.into_iter().collect()));
            (decider.sink)(Event::Phase("solving"));
            decider.decide(&Found { checks, ..Found::default() }, false)?;
            if decider.open.is_empty() {
                return Ok(());
            }
            let last = asked.is_some_and(|asked| count >= asked.count());
            let stuck = std::mem::take(&mut lazy.found.stuck);
            decider.stuck(&stuck)?;
            lazy.found.stuck = stuck;
            let path = lazy.guard(&decider.cx);
            let going = decider.cx.terms.and(path, outlook.more);
            let goes_on = decider.ask(going)?.is_some();
            if goes_on && !last && asked.is_some() {
                continue;
            }
            let (cuts, fixed) = (lazy.found.cuts.clone(), lazy.found.fixed.clone());
            let (cuts, at_loops) = (decider.cx.terms.any(&cuts), decider.cx.terms.any(&fixed));
            let (cuts, at_loops) = (decider.ask(cuts)?.is_some(), decider.ask(at_loops)?.is_some());
            let reached = lazy.found.least.map_or(round.unwind, |least| least.min(round.unwind));
            let unwind = (cuts || at_loops).then_some(reached);
            let turns = goes_on.then_some(done);
            let scope = match (unwind, turns) {
                (None, None) => Scope::All,
                (unwind, turns) => Scope::UpTo { unwind, branches: None, turns },
            };
            if scope == Scope::All {
                decider.not_vacuous()?;
                decider.settle_open(Scope::All);
                return Ok(());
            }
            decider.known = Some(scope.clone());
            // No bound is left to be raised, but those that were asked for.
            if (last || !goes_on) && (!cuts || task.bounds.unwind.is_some()) {
                decider.settle_open(scope);
                return Ok(());
            }
            if cuts && task.bounds.unwind.is_none() && (last || !goes_on || count >= level + PATIENCE) {
                break;
            }
        }
        level += 1;
        round = round.next();
    }
    Ok(())
}
