//! Concurrent bounded model checking by path disjuncts (Phan, Malacaria, Păsăreanu 2015, section 4): paths are
//! followed without a solver, each possible violation adds a disjunct, and any idle worker solves a block of
//! disjuncts. The first satisfiable block ends the search, if nothing else is asked.
//!
//! Beyond the paper: the walk itself is divided among the workers by decisions. Blocks are small at first, so that
//! early bugs are found early, and grow. Path conditions in a block share their prefixes. A bounded number of blocks
//! waits; without room, nothing is produced. A path that exceeds the bound of a round, or meets something
//! unsupported, is a disjunct like the others: it counts only if it is satisfiable. When there are many disjuncts,
//! the paths that wait become disjuncts too, every few branches, and unsatisfiable ones are not followed further; the
//! producer still never solves. With a fixed block size (`--block`), the producer follows everything, as in the
//! paper.
//!
//! With threads, jobs of their own explore one schedule of each equivalence class (`paths::explore::sources`) beside
//! the walk over all of them. If that walk is complete and all its blocks are solved, it has the answer.

use crate::board::Board;
use crate::engine::Engine;
use crate::event::{Event, Sink};
use crate::paths::collect::{Block, Collector, Goal};
use crate::paths::decisions::Bundle;
use crate::paths::parts::{Part, Rest, Tree};
use crate::paths::{Explored, Shared, collect_paths, collect_walk, confirm};
use crate::session::{Answered, Session, addresses_note};
use crate::task::{SolverMaker, Task};
use crate::unwinding::Round;
use crate::valuation::Valuation;
use crate::verdict::{Outcome, Scope};
use hecaton_base::{Budget, Stop};
use hecaton_ir::{PropId, Span};
use hecaton_jobs::{Crew, Executor, Job, Next, Ticket};
use hecaton_solve::{Purpose, Query};
use hecaton_symex::Assignment;
use hecaton_term::{Builder, Term};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// Without a fixed size, the first block has so many disjuncts, and no block has more than that many. 200 is what the
/// paper found to be best.
const FIRST: usize = 1;
const MOST: usize = 200;
/// A job that follows paths returns after so many blocks at first, then after more.
const BLOCKS: u32 = 1;
const MOST_BLOCKS: u32 = 32;
/// After so many disjuncts, paths are followed through so many forks, so many of them in one job, before they are asked
/// whether they are possible.
const SIFT: u64 = 400;
const AHEAD: u32 = 4;
const CHUNK: usize = 32;
/// So many jobs may wait for each worker, in so many bytes.
const ROOM: (usize, usize) = (4, 256 << 20);

/// The engine `disjuncts`.
pub struct Disjuncts;

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Work {
    /// Follow these paths, through so many forks, up to a number of blocks, the first of that size.
    Produce { stands: Bundle, unwind: (u32, u32), size: u32, blocks: u32, ahead: Option<u32> },
    /// Walk these parts, up to a number of blocks, the first of that size.
    Walk { parts: Vec<Part>, size: u32, blocks: u32 },
    /// Solve a block, with the solver of that number.
    Solve { block: Block, solver: u32 },
    /// Find the violation that is known to be in the next step of these paths, which may be those of a walk.
    Confirm { stands: Bundle, walk: bool, prop: PropId },
}

#[derive(Serialize, Deserialize)]
enum Found {
    /// Paths were followed.
    Produced(Box<Explored>),
    /// Parts were walked.
    Walked(Box<Explored>, Rest),
    /// These goals of the block can be reached, and these goals were not decided.
    Solved { hits: Vec<u32>, open: Option<Stop> },
}

impl Job for Work {
    type Shared = Shared;
    type Outcome = Found;
    fn label(&self) -> String {
        match self {
            Work::Produce { .. } => "produce".into(),
            Work::Solve { block, .. } => format!("solve {}", block.goals.len()),
            Work::Walk { .. } => "walk".into(),
            Work::Confirm { .. } => "confirm".into(),
        }
    }
    fn bytes(&self) -> usize {
        match self {
            Work::Solve { block, .. } => block.terms.len() * 16,
            Work::Produce { .. } | Work::Walk { .. } | Work::Confirm { .. } => 0,
        }
    }
    fn run(self, shared: &Shared, budget: &Budget) -> Found {
        match self {
            Work::Produce { stands, unwind, size, blocks, ahead } => {
                let (unwind, total) = unwind;
                let round = Round { bounds: &shared.task.bounds, unwind, total };
                let blocks = collector(shared, size, blocks);
                Found::Produced(Box::new(collect_paths(shared, budget, round, &stands, blocks, ahead)))
            }
            Work::Solve { block, solver } => {
                let makers: Vec<&SolverMaker> = [&shared.task.solver].into_iter().chain(&shared.task.others).collect();
                let (hits, open) = solve(&block, makers[solver as usize % makers.len()], budget);
                Found::Solved { hits, open }
            }
            Work::Walk { parts, size, blocks } => {
                let (explored, rest) = collect_walk(shared, budget, parts, &|| collector(shared, size, blocks));
                Found::Walked(Box::new(explored), rest)
            }
            Work::Confirm { stands, walk, prop } => {
                Found::Produced(Box::new(confirm(shared, budget, &stands, walk, prop)))
            }
        }
    }
}

/// For so many blocks, the first of that size.
fn collector(shared: &Shared, size: u32, blocks: u32) -> Collector {
    let most = shared.task.search.block.unwrap_or(MOST);
    Collector::new((size as usize).min(most), most, blocks as usize)
}

/// Which goals of a block can be reached. Of several violations of one property one is enough.
fn solve(block: &Block, maker: &SolverMaker, budget: &Budget) -> (Vec<u32>, Option<Stop>) {
    let mut terms = Builder::new();
    let Ok(roots) = terms.try_import(&block.terms) else {
        return (vec![], Some(Stop::Bug("a block that cannot be read".into())));
    };
    let (goals, facts) = roots.split_at(roots.len() - block.facts as usize);
    if goals.len() != block.goals.len() {
        return (vec![], Some(Stop::Bug("a block with the wrong number of conditions".into())));
    }
    let mut session = Session::new(maker());
    let (mut hits, mut open): (Vec<u32>, Vec<usize>) = (vec![], (0..goals.len()).collect());
    // What is expected to be possible is asked one by one, the easy way; what is not, all at once.
    while !open.is_empty() {
        let waits = |i: &usize| block.goals[*i] == Goal::Waits;
        let asked: Vec<usize> = match open.iter().copied().find(waits) {
            Some(one) => vec![one],
            None => open.clone(),
        };
        let conditions: Vec<Term> = asked.iter().map(|i| goals[*i]).collect();
        let any = terms.any(&conditions);
        let query = Query { assume: &[any], budget, purpose: Purpose::of("path conditions") };
        match session.ask(&terms, facts, &query) {
            Err(stop) => return (hits, Some(stop)),
            Ok(Answered::Never(_)) => open.retain(|i| !asked.contains(i)),
            Ok(Answered::Possible(model)) => {
                let mut valuation = Valuation::new(&terms, &model);
                let reached: Vec<usize> = open.iter().copied().filter(|i| valuation.holds(goals[*i])).collect();
                if reached.is_empty() {
                    return (hits, Some(Stop::Bug("a model satisfies no disjunct".into())));
                }
                for i in reached {
                    let again = |j: &usize| match &block.goals[i] {
                        Goal::GoesOn | Goal::Waits => i == *j,
                        goal => block.goals[*j] == *goal,
                    };
                    if open.contains(&i) {
                        hits.push(i as u32);
                        open.retain(|j| !again(j));
                    }
                }
            }
        }
    }
    let stop = session.not_vacuous(&mut terms, facts, budget).err();
    (hits, stop)
}

/// Whether a job belongs to following all paths, or to the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    All,
    Walk,
}

/// What a job does.
enum Doing {
    Produces,
    Walks(Vec<Part>),
    Solves(Vec<Goal>, Bundle),
    Confirms(PropId),
}

/// A walk that is under way.
struct Walking {
    tree: Tree,
    /// Parts for jobs, with the job they follow from.
    waiting: VecDeque<(Option<Ticket>, Vec<Part>)>,
    found: Explored,
}

impl Walking {
    fn new() -> Self {
        let waiting = VecDeque::from([(None, vec![Part::all()])]);
        Walking { tree: Tree::default(), waiting, found: Explored::default() }
    }
}

impl Engine for Disjuncts {
    fn name(&self) -> &'static str {
        "disjuncts"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let shared = Shared::new(task, sink, board);
        let (board, sink) = (shared.board.clone(), shared.sink.clone());
        sink(Event::Phase("producing"));
        let mut round = Round::first_of_paths(&task.bounds);
        // The walk, as long as it has not given up.
        let mut walk = shared.compares_orders().then(Walking::new);
        let mut lane = crew.lane("disjuncts", shared).under(budget);
        lane.set_room(ROOM.0, ROOM.1);
        let mut total = Explored::default();
        let mut known = None;
        // What is to be followed in this round, with the job it follows from, and beyond it.
        let (mut waiting, mut beyond) = (VecDeque::from([(None, Bundle::start())]), Vec::new());
        // The jobs there are, and whose they are.
        let mut jobs: BTreeMap<Ticket, (Whose, Doing)> = BTreeMap::new();
        let (mut size, mut blocks, mut turn) = (task.search.block.unwrap_or(FIRST) as u32, BLOCKS, 0u32);
        let (mut counts, mut last) = ((0u64, 0u64), None);
        loop {
            if board.has_all(task) {
                break;
            }
            if walk.is_none() {
                let walks = jobs.iter().filter(|(_, (whose, _))| *whose == Whose::Walk).map(|(ticket, _)| *ticket);
                lane.revoke(&walks.collect::<Vec<Ticket>>());
                jobs.retain(|_, (whose, _)| *whose == Whose::All);
            }
            if let Some(walk) = &mut walk {
                while lane.room()
                    && let Some((cause, parts)) = walk.waiting.pop_front()
                {
                    let ticket = lane.submit_after(cause, Work::Walk { parts: parts.clone(), size, blocks }, 1);
                    jobs.insert(ticket, (Whose::Walk, Doing::Walks(parts)));
                }
            }
            while lane.room()
                && let Some((cause, stands)) = waiting.pop_front()
            {
                let ahead = (task.search.block.is_none() && counts.1 >= SIFT).then_some(AHEAD);
                let work = Work::Produce { stands, unwind: (round.unwind, round.total), size, blocks, ahead };
                jobs.insert(lane.submit_after(cause, work, 1), (Whose::All, Doing::Produces));
            }
            let is_done = |whose: Whose| !jobs.values().any(|(other, _)| *other == whose);
            if is_done(Whose::Walk)
                && walk.as_ref().is_some_and(|walk| walk.waiting.is_empty())
                && let Some(walk) = walk.take()
            {
                // This is all there is.
                let all = std::mem::replace(&mut total, walk.found);
                total.take_violations(all);
                known = None;
                break;
            }
            if is_done(Whose::All) && waiting.is_empty() {
                if total.early.is_none() && !beyond.is_empty() {
                    known = Some(Scope::rounds(round.unwind));
                    round = round.next();
                    sink(Event::Bound(round.unwind));
                    let parts = Bundle::join(&std::mem::take(&mut beyond)).split(lane.workers());
                    waiting.extend(parts.into_iter().map(|part| (last, part)));
                    continue;
                }
                // Where paths were lost, the walk may still say all.
                if total.early.is_none() || walk.is_none() {
                    break;
                }
            }
            let (ticket, found) = match lane.wait(budget) {
                Next::Done(ticket, found) => (ticket, found),
                Next::Lost(ticket, text) => {
                    match jobs.remove(&ticket) {
                        Some((Whose::Walk, _)) => walk = None,
                        Some((Whose::All, _)) | None => total.early = Some(Stop::Bug(text)),
                    }
                    continue;
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
            let Some((whose, doing)) = jobs.remove(&ticket) else { continue };
            // What it found is found for those whose job it was; nobody asks for what a walk found that gave up.
            let sum = match (whose, &mut walk) {
                (Whose::All, _) => &mut total,
                (Whose::Walk, Some(walk)) => &mut walk.found,
                (Whose::Walk, None) => continue,
            };
            let (mut explored, rest) = match (found, doing) {
                (Found::Produced(explored), Doing::Confirms(prop)) => {
                    let mut explored = explored;
                    if !explored.decides(prop) {
                        let early = explored.early.take().map(|stop| (stop, Span::nowhere()));
                        // What a number leads to may be known only where other paths were followed, too.
                        let lost = || (Stop::Bug("a violation was found and lost again".into()), Span::nowhere());
                        let (stop, span) = early.or_else(|| explored.first_stuck()).unwrap_or_else(lost);
                        explored.refused.push((prop, stop, span));
                    }
                    (explored, None)
                }
                (Found::Produced(explored), _) => (explored, None),
                (Found::Walked(explored, rest), _) => (explored, Some(rest)),
                (Found::Solved { hits, open }, Doing::Solves(goals, stands)) => {
                    last = Some(ticket);
                    sum.early = sum.early.take().or(open);
                    let (mut on, mut possible) = (Vec::new(), Vec::new());
                    for hit in hits {
                        match goals.get(hit as usize) {
                            Some(Goal::Violated(prop)) if !board.has(*prop) => {
                                let of_walk = whose == Whose::Walk;
                                let work =
                                    Work::Confirm { stands: stands.pick(&[hit as usize]), walk: of_walk, prop: *prop };
                                jobs.insert(lane.submit(work, -1), (whose, Doing::Confirms(*prop)));
                            }
                            Some(Goal::Violated(_)) | None => {}
                            Some(Goal::Stuck(stop, span)) => sum.note_stuck(stop.clone(), *span),
                            Some(Goal::GoesOn) => on.push(hit as usize),
                            Some(Goal::Waits) => possible.push(hit as usize),
                            Some(cut @ (Goal::Cut(_) | Goal::Deep)) => sum.note_cut(cut),
                        }
                    }
                    if whose == Whose::Walk {
                        // It has no paths that go on elsewhere.
                        if sum.early.is_some() || !on.is_empty() || !possible.is_empty() {
                            walk = None;
                        }
                        continue;
                    }
                    if !on.is_empty() {
                        beyond.push(stands.pick(&on));
                    }
                    // The deepest first: few wait then.
                    possible.sort_unstable();
                    for part in stands.pick(&possible).chunks(CHUNK) {
                        waiting.push_front((Some(ticket), part));
                    }
                    continue;
                }
                (Found::Solved { .. }, _) => {
                    sum.early = Some(Stop::Bug("something was solved that nobody asked for".into()));
                    continue;
                }
            };
            if !explored.blocks.is_empty() {
                size = if task.search.block.is_none() { (size * 2).min(MOST as u32) } else { size };
                blocks = (blocks * 2).min(MOST_BLOCKS);
            }
            for block in std::mem::take(&mut explored.blocks) {
                let (goals, stands) = (block.goals.clone(), block.stands.clone());
                counts = (counts.0 + 1, counts.1 + goals.len() as u64);
                let ticket = lane.submit(Work::Solve { block, solver: turn }, 0);
                turn = turn.wrapping_add(1);
                jobs.insert(ticket, (whose, Doing::Solves(goals, stands)));
            }
            let left = std::mem::take(&mut explored.rest);
            sum.merge(*explored);
            if whose == Whose::All {
                // What was split before keeps everybody busy, if it is not submitted yet.
                let parts = if waiting.len() + 1 < lane.workers() { lane.idle().max(2) } else { 1 };
                waiting.extend(left.split(parts).into_iter().map(|part| (Some(ticket), part)));
            } else if let Some(walking) = &mut walk {
                let grown = rest.map_or(Some(vec![]), |rest| walking.tree.grown(rest));
                match grown.filter(|_| walking.found.early.is_none()) {
                    Some(parts) => {
                        let shared_out = walking.tree.share(parts, lane.idle().max(1));
                        walking.waiting.extend(shared_out.into_iter().map(|parts| (Some(ticket), parts)));
                        let walked = jobs.values().filter_map(|(_, doing)| match doing {
                            Doing::Walks(parts) => Some(parts),
                            Doing::Produces | Doing::Solves(..) | Doing::Confirms(_) => None,
                        });
                        walking.tree.prune(walked.chain(walking.waiting.iter().map(|(_, parts)| parts)).flatten());
                    }
                    None => walk = None,
                }
            }
            let paths = total.paths + walk.as_ref().map_or(0, |walk| walk.found.paths);
            sink(Event::Counts(BTreeMap::from([("paths", paths), ("blocks", counts.0), ("disjuncts", counts.1)])));
        }
        let claims = task.props.iter().map(|prop| (*prop, total.claim(*prop, known.as_ref(), task.search.depth)));
        let outcome = board.outcome(task, claims.collect(), addresses_note(total.facts), budget);
        for (prop, verdict) in &outcome.verdicts {
            if !board.has(*prop) {
                sink(Event::Settled(*prop, verdict.clone()));
            }
        }
        outcome
    }
}
