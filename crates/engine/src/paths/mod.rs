//! Single-path exploration (the path paper's scheme): states are saved at branches, taken up again in an order that a
//! strategy decides, and joined only on demand. Violations are reported as they are found; when every path was
//! followed to its end, what is left is proved.
//!
//! A job follows the paths below some decisions. When another worker has nothing to do, it returns with what is left,
//! as decisions, and that is shared out anew.

pub(crate) mod collect;
mod coverage;
pub(crate) mod decisions;
mod events;
pub(crate) mod explore;
mod frontier;
pub(crate) mod oracle;
mod symbols;

pub use frontier::Strategy;

use crate::bmc::addresses_note;
use crate::board::Board;
use crate::check::without_heap;
use crate::task::{Engine, Event, Sink, Task};
use crate::unwinding::Round;
use crate::verdict::{Claim, Outcome, Scope, Unknown, Verdict};
use collect::{Block, Collector, Goal};
use coverage::Coverage;
use decisions::Bundle;
use explore::sources::Walked;
use explore::{Explorer, Judge};
use hecaton_base::{Budget, Stop, Wire, WireError};
use hecaton_ir::{Program, PropId, Span, passes};
use hecaton_jobs::{Crew, Executor, Job, Next};
use hecaton_trace::Counterexample;
use oracle::{Evaluations, Oracle};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The engine `paths`.
pub struct Paths;

/// What the jobs work on.
pub(crate) struct Shared {
    pub task: Task,
    asked: BTreeSet<PropId>,
    /// The task's program without checks that nobody asks for, straightened.
    pub program: Arc<Program>,
    pub board: Board,
    pub sink: Sink,
}

impl Shared {
    pub fn new(task: &Task, sink: &Sink, board: &Board) -> Self {
        let mut program = (*task.program).clone();
        passes::select(&mut program, &task.props);
        passes::straighten(&mut program);
        let (board, sink) = (board.clone(), board.listen(sink));
        let asked = task.props.iter().copied().collect();
        Shared { task: task.clone(), asked, program: Arc::new(program), board, sink }
    }
    /// Whether there is nothing left to look for. For tests, every path is.
    fn is_done(&self) -> bool {
        self.board.has_all(&self.task) && !self.task.search.tests
    }
    /// Whether orders of the steps of threads need not all be followed. With a bound, a state is another one if the bound
    /// is nearer; for tests, every path counts.
    fn compares_orders(&self) -> bool {
        let (bounds, search) = (&self.task.bounds, &self.task.search);
        let unbounded = bounds.unwind.is_none() && bounds.loops.is_empty() && search.depth.is_none();
        unbounded && !search.tests && passes::has_threads(&self.program)
    }
    /// Whether the task asks for a property.
    fn asks(&self, prop: PropId) -> bool {
        self.asked.contains(&prop)
    }
}

/// Follow these paths.
#[derive(Clone, Debug)]
pub(crate) struct Explore {
    stands: Bundle,
    /// The bounds of the round: see [`Round`].
    unwind: (u32, u32),
    /// Not that, but one order of each set of equivalent ones (see `explore::sources`).
    walks: bool,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explored {
    /// Replayed violations.
    pub violations: Vec<Counterexample>,
    /// Violations that the replay did not confirm.
    pub refused: Vec<(PropId, Stop, Span)>,
    /// What is not modelled and can be reached.
    stuck: Vec<(Stop, Span)>,
    /// The least bound at which a path was cut.
    cut: Option<u32>,
    /// A path had more branches than was allowed.
    deep: bool,
    /// The unwinding up to which all paths were followed.
    known: u32,
    /// What is left to others, and in which round.
    pub rest: Bundle,
    pub unwind: (u32, u32),
    /// What is to be solved.
    pub blocks: Vec<Block>,
    /// Why it stopped before it was done.
    pub early: Option<Stop>,
    coverage: Coverage,
    /// How many paths came to their end, and how many states were joined.
    pub paths: u64,
    joined: u64,
    /// The facts about addresses were used.
    pub facts: bool,
    /// The walk along source sets: it came to its end, so that this says all; or it was left to others.
    walk: (bool, bool),
}

impl Explored {
    fn has_stuck(&self, stop: &Stop, span: Span) -> bool {
        self.stuck.iter().any(|(s, at)| s == stop && *at == span)
    }
    /// Something that is not modelled and can be reached.
    pub fn first_stuck(&self) -> Option<(Stop, Span)> {
        self.stuck.first().cloned()
    }
    pub fn note_stuck(&mut self, stop: Stop, span: Span) {
        if !self.has_stuck(&stop, span) {
            self.stuck.push((stop, span));
        }
    }
    /// Whether a violation of a property was replayed.
    pub fn decides(&self, prop: PropId) -> bool {
        let confirmed = self.violations.iter().any(|violation| violation.property == prop);
        confirmed || self.refused.iter().any(|(refused, ..)| *refused == prop)
    }
    /// A path goes beyond a fixed bound.
    pub fn note_cut(&mut self, how: &Goal) {
        match how {
            Goal::Cut(bound) => self.cut = Some(self.cut.map_or(*bound, |least| least.min(*bound))),
            Goal::Deep => self.deep = true,
            Goal::Violated(_) | Goal::Stuck(..) | Goal::GoesOn | Goal::Waits => {}
        }
    }
    fn is_cut(&self) -> bool {
        self.cut.is_some() || self.deep
    }
    /// The scope of what holds.
    fn scope(&self, depth: Option<u32>) -> Scope {
        match (self.cut, depth.filter(|_| self.deep)) {
            (None, None) => Scope::All,
            (unwind, branches) => Scope::UpTo { unwind, branches, turns: None },
        }
    }
    /// What it means for a property, if it is the sum of all jobs.
    pub fn claim(&self, prop: PropId, known: Option<&Scope>, depth: Option<u32>) -> Claim {
        let unknown = |stop: &Stop, span| Claim::Unknown(Unknown { stop: stop.clone(), span, known: known.cloned() });
        if let Some(violation) = self.violations.iter().find(|violation| violation.property == prop) {
            return Claim::Violated(violation.clone());
        }
        let refused = self.refused.iter().find(|(refused, ..)| *refused == prop);
        match (&self.early, refused, self.stuck.first()) {
            (_, Some((_, stop, span)), _) | (_, None, Some((stop, span))) => unknown(stop, Some(*span)),
            (Some(stop), None, None) => unknown(stop, None),
            (None, None, None) => Claim::Holds(self.scope(depth)),
        }
    }
    /// Adds the violations that another one found.
    fn take_violations(&mut self, other: Explored) {
        self.violations.extend(other.violations);
        self.paths += other.paths;
    }
    /// Adds what another job found.
    pub fn merge(&mut self, other: Explored) {
        for (stop, span) in other.stuck {
            self.note_stuck(stop, span);
        }
        self.violations.extend(other.violations);
        self.refused.extend(other.refused);
        self.cut = self.cut.into_iter().chain(other.cut).min();
        self.deep |= other.deep;
        self.coverage.merge(other.coverage);
        self.paths += other.paths;
        self.joined += other.joined;
        self.facts |= other.facts;
        self.early = self.early.take().or(other.early);
    }
}

impl Wire for Explore {
    fn write(&self, out: &mut Vec<u8>) {
        self.stands.write(out);
        self.unwind.write(out);
        self.walks.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Explore { stands: Wire::read(input)?, unwind: Wire::read(input)?, walks: Wire::read(input)? })
    }
}

impl Wire for Explored {
    fn write(&self, out: &mut Vec<u8>) {
        self.violations.write(out);
        self.refused.write(out);
        self.stuck.write(out);
        (self.cut, self.deep).write(out);
        self.known.write(out);
        self.rest.write(out);
        self.unwind.write(out);
        self.blocks.write(out);
        self.early.write(out);
        self.coverage.write(out);
        (self.paths, self.joined, self.facts).write(out);
        self.walk.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let (violations, refused, stuck) = (Wire::read(input)?, Wire::read(input)?, Wire::read(input)?);
        let ((cut, deep), known, rest) = (Wire::read(input)?, Wire::read(input)?, Wire::read(input)?);
        let (unwind, blocks) = (Wire::read(input)?, Wire::read(input)?);
        let (early, coverage) = (Wire::read(input)?, Wire::read(input)?);
        let ((paths, joined, facts), walk) = (Wire::read(input)?, Wire::read(input)?);
        let seen = Explored { violations, refused, stuck, cut, deep, known, ..Explored::default() };
        Ok(Explored { rest, unwind, blocks, early, coverage, paths, joined, facts, walk, ..seen })
    }
}

impl Job for Explore {
    type Shared = Shared;
    type Outcome = Explored;
    fn label(&self) -> String {
        "explore".into()
    }
    fn cost(&self) -> u64 {
        self.stands.len() as u64
    }
    fn run(self, shared: &Shared, budget: &Budget) -> Explored {
        let (unwind, total) = self.unwind;
        let round = Round { bounds: &shared.task.bounds, unwind, total };
        let maker = || (shared.task.solver)();
        let judge = || Judge::Solver(Box::new(Oracle::new(&maker, budget)));
        let mut all = Explorer::new(shared, budget, round, judge());
        if !(self.walks || self.stands == Bundle::start() && shared.compares_orders()) {
            return all.run(&self.stands);
        }
        // In turns: the one has few paths where the order of most steps does not matter, the other where many orders lead
        // to the same state, and it has the short violations first.
        let mut some = Explorer::new(shared, budget, round, judge()).choosing();
        let (mut walk, mut gave_up) = (some.walk(), false);
        if !self.walks {
            all.begin(&self.stands);
        }
        for turn in 1.. {
            let until = turn * QUANTUM;
            if !self.walks && all.go_on(until) {
                let mut out = all.finish();
                out.take_violations(some.finish());
                let rest = !out.rest.is_empty();
                return Explored { walk: (false, rest && !gave_up), ..out };
            }
            if gave_up {
                continue;
            }
            match some.go(&mut walk, until) {
                Ok(Walked::Paused) => {}
                Ok(Walked::Done) => {
                    let mut out = some.finish();
                    out.take_violations(all.finish());
                    return Explored { walk: (true, false), ..out };
                }
                Ok(Walked::GaveUp) | Err(_) => gave_up = true,
            }
            if gave_up && self.walks {
                break;
            }
        }
        some.finish()
    }
}

/// So many steps of one kind are made before the other has its turn.
const QUANTUM: u64 = 4096;

/// Follows paths without asking a solver, through so many forks, into these blocks.
pub(crate) fn collect_paths(
    shared: &Shared,
    budget: &Budget,
    round: Round<'_>,
    stands: &Bundle,
    blocks: Collector,
    ahead: Option<u32>,
) -> Explored {
    let maker = || (shared.task.solver)();
    let judge = Judge::Later(blocks, Evaluations::default(), Box::new(Oracle::new(&maker, budget)));
    Explorer::new(shared, budget, round, judge).looking_ahead(ahead).run(stands)
}

/// Makes one step on these paths and reports the violations in it.
pub(crate) fn take_step(shared: &Shared, budget: &Budget, stands: &Bundle) -> Explored {
    let maker = || (shared.task.solver)();
    let judge = Judge::Solver(Box::new(Oracle::new(&maker, budget)));
    Explorer::new(shared, budget, Round::first_of_paths(&shared.task.bounds), judge).run_step(stands)
}

impl Engine for Paths {
    fn name(&self) -> &'static str {
        "paths"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let shared = Shared::new(task, sink, board);
        let (board, sink, program) = (shared.board.clone(), shared.sink.clone(), shared.program.clone());
        let round = Round::first_of_paths(&task.bounds);
        for prop in without_heap(&program) {
            sink(Event::Settled(prop, Verdict::Holds(Scope::All)));
        }
        sink(Event::Phase("exploring"));
        let only = task.search.strategies == [Strategy::SourceSets] && shared.compares_orders();
        let mut lane = crew.lane("paths", shared).under(budget);
        let first = |walks| Explore { stands: Bundle::start(), unwind: (round.unwind, round.total), walks };
        // How many jobs there are, and beside them the walk along source sets.
        let ticket = lane.submit(first(only), 0);
        let (mut open, mut walk) = (u32::from(!only), only.then_some(ticket));
        let mut total = Explored::default();
        // The unwinding up to which all paths of the jobs that are not done for every bound were followed.
        let mut known: Option<u32> = None;
        loop {
            match lane.wait(budget) {
                Next::Done(ticket, mut explored) => {
                    if explored.walk.0 {
                        // This is all there is.
                        explored.take_violations(std::mem::take(&mut total));
                        (total, known) = (explored, None);
                        break;
                    }
                    if walk == Some(ticket) {
                        total.take_violations(explored);
                        if open == 0 {
                            lane.submit(first(false), 0);
                            open = 1;
                        }
                        continue;
                    }
                    open = open.saturating_sub(1);
                    if explored.walk.1 {
                        walk = Some(lane.submit(first(true), 0));
                    }
                    let (rest, unwind) = (std::mem::take(&mut explored.rest), explored.unwind);
                    if !rest.is_empty() || explored.early.is_some() || explored.is_cut() {
                        known = Some(known.map_or(explored.known, |least| least.min(explored.known)));
                    }
                    total.merge(explored);
                    if board.has_all(task) && !task.search.tests {
                        break;
                    }
                    for stands in rest.split(lane.idle().max(1)) {
                        lane.submit(Explore { stands, unwind, walks: false }, 0);
                        open += 1;
                    }
                    if open == 0 {
                        break;
                    }
                }
                Next::Lost(ticket, _) if walk == Some(ticket) => {}
                Next::Lost(_, text) => {
                    open = open.saturating_sub(1);
                    total.early = Some(Stop::Bug(text));
                }
                Next::Stopped(stop) => {
                    total.early = Some(stop);
                    break;
                }
                Next::Drained => break,
            }
        }
        let share = total.coverage.share(&program);
        sink(Event::Counts(BTreeMap::from([
            ("paths", total.paths),
            ("joined", total.joined),
            ("lines covered", share.lines.0),
            ("lines", share.lines.1),
            ("branches covered", share.branches.0),
            ("branches", share.branches.1),
        ])));
        let known = known.filter(|bound| *bound > 0).map(Scope::rounds);
        let claims =
            task.props.iter().map(|prop| (*prop, total.claim(*prop, known.as_ref(), task.search.depth))).collect();
        let outcome = board.outcome(task, claims, addresses_note(total.facts), budget);
        for (prop, verdict) in &outcome.verdicts {
            if !board.has(*prop) {
                sink(Event::Settled(*prop, verdict.clone()));
            }
        }
        outcome
    }
}
