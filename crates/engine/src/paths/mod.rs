//! Single-path exploration (Khazem, Tautschnig 2019): states are saved at branches, resumed in an order that a
//! strategy decides, and merged only on demand. Violations are reported as they are found; when every path was
//! followed to its end, the other properties are proved.
//!
//! A job follows the paths below some decisions. When another worker is idle, the job returns the rest of its paths,
//! as decisions, and the loop distributes them anew.
//!
//! With threads there are two ways to explore all schedules, and whichever finishes first has the answer: every
//! choice with comparison of states (`explore`), and one schedule of each equivalence class (`explore::sources`). A
//! single worker alternates between the two; several workers divide them.

pub(crate) mod collect;
mod coverage;
pub(crate) mod decisions;
mod events;
pub(crate) mod explore;
mod frontier;
pub(crate) mod parts;

use crate::board::Board;
use crate::engine::Engine;
use crate::event::{Event, Sink};
use crate::options::Strategy;
use crate::oracle::{Evaluations, Oracle};
use crate::session::addresses_note;
use crate::task::Task;
use crate::unwinding::Round;
use crate::verdict::{Claim, Outcome, Scope, Unknown};
use collect::{Block, Collector, Goal};
use coverage::Coverage;
use decisions::Bundle;
use explore::sources::{Walked, Walker};
use explore::{Explorer, Judge};
use hecaton_base::{Budget, Stop};
use hecaton_ir::{Program, PropId, Span, passes};
use hecaton_jobs::{Crew, Executor, Job, Lane, Next, Ticket};
use hecaton_trace::Counterexample;
use parts::{Part, Rest, Tree};
use serde::{Deserialize, Serialize};
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
        let program = task.simplified(&task.props);
        let (board, sink) = (board.clone(), board.listen(sink));
        let asked = task.props.iter().copied().collect();
        Shared { task: task.clone(), asked, program, board, sink }
    }
    /// Whether there is nothing left to look for. For tests, every path is.
    fn is_done(&self) -> bool {
        self.board.has_all(&self.task) && !self.task.search.tests
    }
    /// Whether orders of the steps of threads need not all be followed. With a bound, a state is another one if the bound
    /// is nearer; for tests, every path counts.
    pub fn compares_orders(&self) -> bool {
        let (bounds, search) = (&self.task.bounds, &self.task.search);
        let unbounded = bounds.unwind.is_none() && bounds.loops.is_empty() && search.depth.is_none();
        unbounded && !search.tests && passes::has_threads(&self.program)
    }
    /// Whether the task asks for a property.
    fn asks(&self, prop: PropId) -> bool {
        self.asked.contains(&prop)
    }
}

/// Follow these paths, and walk these parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Explore {
    stands: Bundle,
    /// The bounds of the round: see [`Round`].
    unwind: (u32, u32),
    /// Of the walk along source sets (see `explore::sources`).
    parts: Vec<Part>,
}

/// What came of paths, and of parts of the walk.
#[derive(Serialize, Deserialize)]
pub(crate) struct Went {
    all: Option<Explored>,
    walk: Option<(Explored, Rest)>,
}

/// What came of following paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    pub fn take_violations(&mut self, other: Explored) {
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
        self.blocks.extend(other.blocks);
        self.facts |= other.facts;
        self.early = self.early.take().or(other.early);
    }
}

impl Job for Explore {
    type Shared = Shared;
    type Outcome = Went;
    fn label(&self) -> String {
        if self.stands.is_empty() { "walk".into() } else { "explore".into() }
    }
    fn cost(&self) -> u64 {
        (self.stands.len() + self.parts.len()) as u64
    }
    fn run(self, shared: &Shared, budget: &Budget) -> Went {
        let (unwind, total) = self.unwind;
        let round = Round { bounds: &shared.task.bounds, unwind, total };
        let maker = || (shared.task.solver)();
        let judge = || Judge::Solver(Box::new(Oracle::new(&maker, budget)));
        let chooser = || Explorer::choosing(shared, budget, judge());
        let mut all = (!self.stands.is_empty()).then(|| Explorer::new(shared, budget, round, judge()));
        if let Some(all) = &mut all {
            all.begin(&self.stands);
        }
        let mut walker = (!self.parts.is_empty()).then(|| Walker::new(&chooser, self.parts));
        let mut gave_up = None;
        // In turns: the one has few paths where the order of most steps does not matter, the other where many orders lead
        // to the same state, and it has the short violations first.
        while all.is_some() || walker.is_some() {
            if all.as_mut().is_some_and(|all| all.go_on(QUANTUM)) {
                break;
            }
            match walker.as_mut().map(|walker| walker.go(QUANTUM)) {
                Some(Walked::Paused) | None => {}
                Some(Walked::Done | Walked::Gives) => {
                    return Went { all: all.map(Explorer::stop), walk: walker.map(Walker::finish) };
                }
                Some(Walked::GaveUp) => gave_up = walker.take().map(|walker| (walker.finish().0, Rest::GaveUp)),
            }
        }
        Went { all: all.map(Explorer::finish), walk: gave_up.or_else(|| walker.map(Walker::finish)) }
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

/// Walks parts without asking a solver, into blocks that are made by this.
pub(crate) fn collect_walk(
    shared: &Shared,
    budget: &Budget,
    parts: Vec<Part>,
    blocks: &dyn Fn() -> Collector,
) -> (Explored, Rest) {
    let maker = || (shared.task.solver)();
    let oracle = || Box::new(Oracle::new(&maker, budget));
    let judge = || Judge::Later(blocks(), Evaluations::default(), oracle());
    let chooser = || Explorer::choosing(shared, budget, judge());
    let mut walker = Walker::new(&chooser, parts);
    loop {
        match walker.go(QUANTUM) {
            Walked::Paused => {}
            Walked::Done | Walked::Gives => return walker.finish(),
            Walked::GaveUp => return (walker.finish().0, Rest::GaveUp),
        }
    }
}

/// Makes one step on these paths, which may be those of a walk, and reports where they violate a property first: what
/// violates it in that step may have done so before, and a run is over then.
pub(crate) fn confirm(shared: &Shared, budget: &Budget, stands: &Bundle, walk: bool, prop: PropId) -> Explored {
    let maker = || (shared.task.solver)();
    let judge = Judge::Solver(Box::new(Oracle::new(&maker, budget)));
    if walk {
        return Explorer::choosing(shared, budget, judge).run_step(stands, prop);
    }
    Explorer::new(shared, budget, Round::first_of_paths(&shared.task.bounds), judge).run_step(stands, prop)
}

impl Engine for Paths {
    fn name(&self) -> &'static str {
        "paths"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let shared = Shared::new(task, sink, board);
        let (board, sink, program) = (shared.board.clone(), shared.sink.clone(), shared.program.clone());
        let round = Round::first_of_paths(&task.bounds);
        sink(Event::Phase("exploring"));
        let walks = shared.compares_orders();
        let only = walks && task.search.strategies == [Strategy::SourceSets];
        let lane = crew.lane("paths", shared).under(budget);
        let mut work = Sharing::new(lane, (round.unwind, round.total));
        work.begin(!only, walks);
        let mut total = Explored::default();
        // What the walk found, as long as it has not given up.
        let mut walked = walks.then(Explored::default);
        // The unwinding up to which all paths of the jobs that are not done for every bound were followed.
        let mut known: Option<u32> = None;
        loop {
            let (all, walk, done) = match work.lane.wait(budget) {
                Next::Done(ticket, Went { all, walk }) => (all, walk, work.ended(ticket)),
                Next::Lost(ticket, text) => {
                    let lost = work.ended(ticket);
                    if lost.0 {
                        total.early = Some(Stop::Bug(text));
                    }
                    (None, lost.1.then_some((Explored::default(), Rest::GaveUp)), lost)
                }
                Next::Stopped(stop) => {
                    total.early = Some(stop);
                    break;
                }
                Next::Drained => {
                    total.early = Some(Stop::Bug("a job has disappeared".into()));
                    break;
                }
            };
            let (mut stands, mut unwind) = (Bundle::default(), work.unwind);
            if let Some(mut explored) = all {
                (stands, unwind) = (std::mem::take(&mut explored.rest), explored.unwind);
                if !stands.is_empty() || explored.early.is_some() || explored.is_cut() {
                    known = Some(known.map_or(explored.known, |least| least.min(explored.known)));
                }
                total.merge(explored);
            } else if done.0 && total.early.is_none() {
                total.early = Some(Stop::Bug("paths were not followed".into()));
            }
            if board.has_all(task) && !task.search.tests {
                break;
            }
            let mut parts = Vec::new();
            if done.1 {
                let (explored, rest) = walk.unwrap_or((Explored::default(), Rest::GaveUp));
                match (walked.take(), work.tree.grown(rest)) {
                    (Some(mut sum), Some(open)) => {
                        sum.merge(explored);
                        (walked, parts) = (Some(sum), open);
                    }
                    (sum, _) => {
                        sum.into_iter().chain([explored]).for_each(|explored| total.take_violations(explored));
                        work.stop_walking();
                    }
                }
            }
            work.hand_out(stands, unwind, parts);
            if !work.walks()
                && let Some(mut walked) = walked.take()
            {
                // This is all there is.
                walked.take_violations(std::mem::take(&mut total));
                (total, known) = (walked, None);
                break;
            }
            if !work.begun && walked.is_none() {
                work.begin(true, false);
            }
            // Where paths were lost, the walk may still say all.
            if work.begun && !work.follows() && (total.early.is_none() || walked.is_none()) {
                break;
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

/// The jobs there are, and what is to be done.
struct Sharing {
    lane: Lane<Explore>,
    /// Whether they follow all paths, and which parts they walk.
    jobs: BTreeMap<Ticket, (bool, Vec<Part>)>,
    tree: Tree,
    unwind: (u32, u32),
    /// All paths are followed, or were.
    begun: bool,
}

impl Sharing {
    fn new(lane: Lane<Explore>, unwind: (u32, u32)) -> Self {
        Sharing { lane, jobs: BTreeMap::new(), tree: Tree::default(), unwind, begun: false }
    }
    fn submit(&mut self, stands: Bundle, unwind: (u32, u32), parts: Vec<Part>) {
        let kept = (!stands.is_empty(), parts.clone());
        let ticket = self.lane.submit(Explore { stands, unwind, parts }, 0);
        self.jobs.insert(ticket, kept);
    }
    /// The first job: all paths, the whole walk, or both.
    fn begin(&mut self, all: bool, walk: bool) {
        self.begun |= all;
        let stands = if all { Bundle::start() } else { Bundle::default() };
        self.submit(stands, self.unwind, if walk { vec![Part::all()] } else { vec![] });
    }
    /// A job is not there any more: whether it followed all paths, and whether it walked.
    fn ended(&mut self, ticket: Ticket) -> (bool, bool) {
        self.jobs.remove(&ticket).map_or((false, false), |(all, parts)| (all, !parts.is_empty()))
    }
    /// Whether somebody follows all paths.
    fn follows(&self) -> bool {
        self.jobs.values().any(|(all, _)| *all)
    }
    /// Whether somebody walks.
    fn walks(&self) -> bool {
        self.jobs.values().any(|(_, parts)| !parts.is_empty())
    }
    /// The walk is given up.
    fn stop_walking(&mut self) {
        let only = self.jobs.iter().filter(|(_, (all, _))| !all);
        let tickets: Vec<Ticket> = only.map(|(ticket, _)| *ticket).collect();
        self.lane.revoke(&tickets);
        self.jobs.retain(|_, (all, _)| *all);
    }
    /// Gives work to those who have none.
    fn hand_out(&mut self, stands: Bundle, unwind: (u32, u32), parts: Vec<Part>) {
        let free = self.lane.idle().max(1);
        let walkers = match (stands.is_empty(), parts.is_empty()) {
            (false, false) if free == 1 => return self.submit(stands, unwind, parts),
            (_, true) => 0,
            (true, false) => free,
            (false, false) => free - free / 2,
        };
        for stands in stands.split(free - walkers) {
            self.submit(stands, unwind, vec![]);
        }
        for parts in self.tree.share(parts, walkers) {
            self.submit(Bundle::default(), unwind, parts);
        }
        self.tree.prune(self.jobs.values().flat_map(|(_, parts)| parts));
    }
}
