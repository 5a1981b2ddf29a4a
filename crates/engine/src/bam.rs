//! Block-abstraction memoization in parallel (Beyer, Friedberger 2018, algorithms 2 and 3; Wonisch, Wehrheim 2012).
//!
//! A block is a function body or a loop. Its abstraction for one entry state is the set of states in which it can be
//! left. A job runs the CPA algorithm on one block. At a call whose abstraction is not there yet, the job sets that
//! state aside and goes on with the others; the loop below schedules the missing blocks, records which blocks wait
//! for them, and schedules a waiting block again when all of them have arrived. So the states of a block depend on
//! its entry alone and not on which worker was faster. This matters: the order in which states are joined decides
//! which path to an alarm is reported, and with it the number of analyses. Abstractions are in a table that only
//! grows; a job reads it when it has nothing else to do, and takes no lock in between. With one worker this is
//! sequential BAM. With `--bam off`, a single job enters calls like any other code.
//!
//! A job is its block and its entry state. The reached set of a waiting job stays parked in the process, so that the
//! job resumes where it was; a job that finds nothing parked starts again, with the same result.
//!
//! Recursion: abstractions grow. A waiting job publishes what it has found so far, possibly nothing; jobs that used
//! an abstraction go on when it has grown, until none grows any more. If there are many entry states, they are joined
//! and widened, so that there are finitely many.
//!
//! After a refinement, blocks that the new precision does not concern keep their abstractions (see `earlier`).
//!
//! A property without an alarm in a finished analysis holds on all executions. An alarm comes with an abstract path,
//! which is executed exactly (see `path`): it is a violation, or it is infeasible and says what the next analysis has
//! to distinguish (see `refine`), or it is left to other engines.

mod earlier;
#[cfg(test)]
mod fixture;
pub mod judge;
mod path;
mod plan;
#[cfg(test)]
mod recalled;
mod refine;

use crate::board::Board;
use crate::engine::Engine;
use crate::event::{Event, Sink};
use crate::invariants::{Heads, Together};
use crate::lock;
use crate::options::{Analysis, Blocked};
use crate::summaries::{Own, Summaries, Summary, Total, hint_key};
use crate::task::Task;
use crate::verdict::{Claims, Outcome};
use earlier::{Earlier, Unchanged};
use hecaton_base::{Budget, Stop};
use hecaton_cache::Cache;
use hecaton_cpa::algorithm::{After, Calls, Come, Inline, Run, full};
use hecaton_cpa::blocks::Blocks;
use hecaton_cpa::code::Code;
use hecaton_cpa::domain::Domain as _;
use hecaton_cpa::facts::{facts, join};
use hecaton_cpa::formula::Predicate;
use hecaton_cpa::history::{History, Leg, Way, path};
use hecaton_cpa::precision::{Place, Precision, Tracked};
use hecaton_cpa::reached::Reached;
use hecaton_cpa::state::State;
use hecaton_cpa::step::start;
use hecaton_cpa::value::Value;
use hecaton_ir::{BlockId, FuncId, Loc, Program, PropId, passes};
use hecaton_jobs::{Crew, Executor as _, Job, Next, Ticket, discard};
use path::{Checked, Checker, Path};
use plan::{PREDICATES, Plan};
use refine::{Ahead, Refined, Refining};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The engine `bam`.
pub struct Bam;

/// What it does while paths ask to tell values of globals apart.
pub(crate) const REFINING: &str = "refining";

/// The names of its lanes: that of the analysis that is due, and that of one that begins before it is.
const LANE: &str = "bam";
const AHEAD: &str = "bam ahead";

/// Paths that are checked for one property in one analysis, and in all; none is longer than this.
const PATHS: usize = 8;
const ALL_PATHS: usize = 64;
const LONGEST: usize = 200_000;
/// So long a job runs before it gives way to one that waits.
const SLICE: Duration = Duration::from_millis(30);
/// So many entry states of a recursive function are kept apart.
const ENTRIES: usize = 6;
/// The record of an exit that is known from an earlier run.
const NO_RECORD: u32 = u32::MAX;

impl Engine for Bam {
    fn name(&self) -> &'static str {
        LANE
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let program = task.simplified(&task.props);
        let sink = board.listen(sink);
        let threads = passes::has_threads(&program).then(|| Stop::Unsupported("threads".into()));
        let checker =
            Checker { task: task.clone(), program: program.clone(), board: board.clone(), sink: sink.clone() };
        let mut plan = Plan::new(&program, budget);
        let hint = task.cache.as_ref().map(|cache| (cache, hint_key(&program, &task.analysis)));
        let known = hint.as_ref().and_then(|(cache, key)| cache.get(key));
        let hinted = known.as_ref().is_some_and(|known| plan.begin_with(known, &program));
        let asked: Vec<PropId> = task.asked.iter().copied().collect();
        let looked_at = Code::new(program.clone(), task.whole.is_some(), &asked);
        let refining = Refining::new(&looked_at, Arc::new(checker), crew);
        let Refined { why, proved } = refining.go(plan, hinted, threads, budget);
        if let (Some((cache, key)), Some(proved), None) = (hint, proved, budget.defect())
            && known.as_ref() != Some(&proved)
        {
            cache.put(&key, proved);
            cache.write();
        }
        let claims: Claims = task.props.iter().map(|prop| (*prop, why.claim(&program, *prop))).collect();
        let outcome = board.outcome(task, claims, vec![], budget);
        for (prop, verdict) in &outcome.verdicts {
            if !board.has(*prop) {
                sink(Event::Settled(*prop, verdict.clone()));
            }
        }
        outcome
    }
}

/// Keeps predicates as what the last proof of a program had to tell apart, so that the next analysis begins with them. They
/// are about the program's own numbers; whatever they are, nothing depends on them but what is asked.
pub fn suggest(cache: &Cache, program: &Program, analysis: &Analysis, predicates: &[Predicate]) {
    cache.put(&hint_key(program, analysis), plan::predicated(predicates));
    cache.write();
}

/// Whether the cache says that this engine has proved a program like this before.
pub(crate) fn has_hint(task: &Task) -> bool {
    task.cache.as_ref().is_some_and(|cache| cache.get(&hint_key(&task.program, &task.analysis)).is_some())
}

/// What a whole analysis finds.
#[derive(Default)]
struct Found {
    alarms: BTreeSet<(PropId, Loc)>,
    stops: Vec<(Stop, Loc)>,
    /// Why it came to no end.
    early: Option<Stop>,
    /// Something took too many values to be told apart.
    coarse: bool,
    /// What impossible paths ask to tell apart.
    asked_for: BTreeSet<Place>,
    /// What impossible paths ask to know.
    predicates: Vec<Predicate>,
    /// How long jobs worked, all together.
    worked: Duration,
    /// It was ended, for it could not prove anything any more.
    cut: bool,
    /// There are alarms without paths, for something was known from an earlier run.
    unexplained: bool,
    /// Paths that the analysis cannot exclude.
    paths: BTreeMap<PropId, (String, Option<String>)>,
    /// What is known at the heads of loops, if that is asked.
    heads: Heads,
    /// What is known there of globals together, and of predicates.
    together: Together,
}

impl Found {
    /// Whether it proves everything.
    fn is_complete(&self) -> bool {
        self.stops.is_empty() && self.alarms.is_empty() && self.early.is_none()
    }
}

/// What jobs read, and the reached sets of those that wait.
struct Shared {
    code: Arc<Code>,
    blocks: Blocks,
    precision: Precision,
    /// So many reasons are looked for against one path.
    reasons: usize,
    /// Blocks are analysed on their own.
    apart: bool,
    /// What is found is kept for other runs.
    kept: bool,
    /// What is known at the heads of loops is asked.
    heads: bool,
    table: RwLock<Table>,
    parked: Mutex<FxHashMap<Arc<State>, Parked>>,
    entries: Mutex<FxHashMap<(FuncId, BlockId), Entries>>,
    /// How the states of blocks were reached.
    histories: Mutex<FxHashMap<Arc<State>, Arc<History>>>,
    /// About how many bytes the states of all blocks that wait, and the exits of all, take.
    bytes: AtomicUsize,
    checker: Arc<Checker>,
    meter: Meter,
}

/// How long jobs have worked, all together, and how long they may. The clock alone would give several workers more than one.
struct Meter {
    worked: AtomicU64,
    most: Duration,
}

impl Meter {
    fn add(&self, time: Duration) {
        self.worked.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
    fn worked(&self) -> Duration {
        Duration::from_micros(self.worked.load(Ordering::Relaxed))
    }
    fn is_over(&self) -> bool {
        self.worked() >= self.most
    }
}

/// The abstractions of blocks by their entries.
type Table =
    imbl::GenericHashMap<Arc<State>, Abstraction, BuildHasherDefault<FxHasher>, imbl::shared_ptr::DefaultSharedPtr>;

type Heard = FxHashMap<Arc<State>, Abstraction>;

/// The states that a block can be left with, and how often they have grown; final if there is no recursion.
#[derive(Clone)]
struct Abstraction {
    /// The number of the block.
    id: usize,
    /// With their records in the block's history.
    exits: Arc<Vec<(State, u32)>>,
    version: u32,
}

/// The entry states of a recursive function.
#[derive(Default)]
struct Entries {
    apart: FxHashSet<State>,
    joined: Option<State>,
}

/// The analysis of a block that waits.
struct Parked {
    run: Run,
    calls: Vec<Waits>,
    /// The abstractions that it was answered with.
    heard: Heard,
    /// The numbers of all blocks whose abstractions are used, if that is asked.
    used: BTreeSet<usize>,
    /// What was counted for it.
    bytes: usize,
}

/// A call whose abstraction may still come or grow.
struct Waits {
    /// The state at the start of the function, its caller below it, and the way to the call.
    state: State,
    way: Way,
    /// The entry it was reduced to.
    entry: Arc<State>,
    /// The version of the abstraction that was used; 0 if there was none.
    used: u32,
}

impl Shared {
    /// The table as it is now.
    fn table(&self) -> Table {
        self.table.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
    fn publish(&self, id: usize, entry: &Arc<State>, exits: Arc<Vec<(State, u32)>>, version: u32) {
        let abstraction = Abstraction { id, exits, version };
        self.table.write().unwrap_or_else(PoisonError::into_inner).insert(entry.clone(), abstraction);
    }
    /// The states of all blocks may take about so many bytes.
    fn most(&self) -> usize {
        usize::try_from(self.checker.task.analysis.states).unwrap_or(usize::MAX)
    }
    fn told_apart(&self, place: Place) -> bool {
        self.precision.tracks(place) || self.code.relates(place)
    }
    fn grows(&self) -> bool {
        self.blocks.is_recursive()
    }
    /// How the states of a block were reached, if it does not run just now.
    fn history(&self, entry: &Arc<State>) -> Option<Arc<History>> {
        if let Some(history) = lock(&self.histories).get(entry) {
            return Some(history.clone());
        }
        lock(&self.parked).get(entry).map(|parked| Arc::new(parked.run.history.clone()))
    }
    /// The entry that a call is answered by: itself, or in a recursion with many of them one that covers it.
    fn entry(&self, entry: State) -> State {
        if !self.grows() {
            return entry;
        }
        let mut entries = lock(&self.entries);
        let Loc { func, block, .. } = entry.loc();
        let known = entries.entry((func, block)).or_default();
        if known.apart.contains(&entry) {
            return entry;
        }
        if known.apart.len() < ENTRIES {
            known.apart.insert(entry.clone());
            return entry;
        }
        let joined = match &known.joined {
            Some(joined) => joined.join(&entry, &self.code, true),
            None => entry,
        };
        known.joined = Some(joined.clone());
        joined
    }
}

/// What workers do.
#[derive(Clone, Serialize, Deserialize)]
enum Work {
    /// Analyse the block with this entry.
    Block(Block),
    /// Check a path.
    Path(Path),
}

/// A block with an entry state.
#[derive(Clone, Serialize, Deserialize)]
struct Block {
    entry: Arc<State>,
    name: String,
    /// Its number.
    id: usize,
}

/// What came of it.
#[derive(Serialize, Deserialize)]
enum Worked {
    Block(Box<Analysed>),
    Path(Checked),
}

/// What came of a block so far.
#[derive(Default, Serialize, Deserialize)]
struct Analysed {
    /// The states it can be left with, and their records.
    exits: Vec<(State, u32)>,
    /// The entries of other blocks whose abstractions it uses or waits for, and the versions that were used; 0 where
    /// there was none. With a way to the call.
    uses: Vec<(State, u32, Way)>,
    /// It gave way, and has more to do.
    paused: bool,
    alarms: Vec<((PropId, Loc), Way)>,
    stops: Vec<(Stop, Loc)>,
    early: Option<Stop>,
    coarse: bool,
    widened: bool,
    /// If it is complete and that is asked: the numbers of all blocks it uses.
    below: Vec<u64>,
    /// States at the heads of loops, if those are asked.
    heads: Vec<State>,
    /// How many states it has reached, and how many steps were made.
    states: u64,
    steps: u64,
}

/// How a job answers calls.
struct Answers<'a> {
    shared: &'a Shared,
    heard: &'a mut Heard,
    /// Where its own block begins.
    begin: Loc,
    calls: Vec<Waits>,
    budget: &'a Budget,
    since: Instant,
    /// Until when its work is counted.
    counted: std::cell::Cell<Instant>,
    steps: std::cell::Cell<u32>,
}

impl Answers<'_> {
    /// The states after a block whose begin a state has come to, if they are known; else it waits for them.
    fn answer(&mut self, mut state: State, way: &dyn Fn() -> Way, out: &mut Vec<After>) {
        let shared = self.shared;
        if !state.settle(&shared.code) {
            return;
        }
        let entry = Arc::new(shared.entry(shared.blocks.reduce(&shared.code, &state)));
        let known = self.heard.get(&entry);
        if let Some(known) = known {
            let after =
                |(exit, record): &(State, u32)| shared.blocks.expand(&shared.code, &state, &entry, exit, *record);
            out.extend(known.exits.iter().map(after));
        }
        if known.is_none() || shared.grows() {
            let used = known.map_or(0, |known| known.version);
            self.calls.push(Waits { state, way: way(), entry, used });
        }
    }
    /// Goes on behind the blocks that were waited for, if they are there: all of them, so that nothing depends on which one
    /// was there first; in a recursion, where they grow, those that have grown. `false` if there is nothing to go on with.
    fn hear(&mut self, run: &mut Run, used: &mut BTreeSet<usize>) -> bool {
        let (shared, table) = (self.shared, self.shared.table());
        let news = |waits: &Waits| table.get(&waits.entry).is_some_and(|known| known.version > waits.used);
        let ready = if shared.grows() { self.calls.iter().any(news) } else { self.calls.iter().all(news) };
        if !ready || self.calls.is_empty() {
            return false;
        }
        for waits in std::mem::take(&mut self.calls) {
            let Some(known) = table.get(&waits.entry).filter(|known| known.version > waits.used) else {
                self.calls.push(waits);
                continue;
            };
            if shared.kept {
                used.insert(known.id);
            }
            self.heard.insert(waits.entry.clone(), known.clone());
            for (exit, record) in known.exits.iter() {
                let after = shared.blocks.expand(&shared.code, &waits.state, &waits.entry, exit, *record);
                run.add(&shared.code, &shared.precision, self, after, &waits.way);
            }
            if shared.grows() {
                self.calls.push(Waits { used: known.version, ..waits });
            }
        }
        true
    }
}

impl Calls for Answers<'_> {
    fn enter(&mut self, state: State, way: &dyn Fn() -> Way, out: &mut Vec<After>) -> Option<State> {
        self.answer(state, way, out);
        None
    }
    fn come(&mut self, state: State, way: &dyn Fn() -> Way, out: &mut Vec<After>) -> Come {
        let (blocks, at) = (&self.shared.blocks, state.loc());
        if blocks.leaves(&self.shared.code, self.begin, at) {
            Come::Exit(state)
        } else if blocks.is_loop(at) && at != self.begin {
            self.answer(state, way, out);
            Come::Answered
        } else {
            Come::Inside(state)
        }
    }
    fn exit(&mut self, state: State, value: Option<Value>) -> Option<State> {
        Some(self.shared.blocks.exit(&self.shared.code, state, value))
    }
    fn waits(&self) -> bool {
        !self.calls.is_empty()
    }
    fn pause(&self) -> bool {
        // Those who wait for the others may have found something for an idle worker.
        self.steps.set(self.steps.get() + 1);
        if !self.steps.get().is_multiple_of(16) {
            return false;
        }
        let (now, meter) = (Instant::now(), &self.shared.meter);
        meter.add(now - self.counted.replace(now));
        meter.is_over() || self.budget.wanted() && now - self.since > SLICE
    }
}

impl Job for Work {
    type Shared = Arc<Shared>;
    type Outcome = Worked;
    fn label(&self) -> String {
        match self {
            Work::Block(block) => block.name.clone(),
            Work::Path(_) => "path".into(),
        }
    }
    /// What a block has reached is in the memory of the worker that goes on with it.
    fn home(&self) -> Option<usize> {
        match self {
            Work::Block(block) => Some(block.id),
            Work::Path(_) => None,
        }
    }
    fn run(self, shared: &Arc<Shared>, budget: &Budget) -> Worked {
        match self {
            Work::Block(block) => Worked::Block(Box::new(block.run(shared, budget))),
            Work::Path(path) => {
                let since = Instant::now();
                let checked = shared.checker.check(&shared.code, &path, shared.reasons, budget);
                shared.meter.add(since.elapsed());
                Worked::Path(checked)
            }
        }
    }
}

impl Block {
    fn run(self, shared: &Arc<Shared>, budget: &Budget) -> Analysed {
        let (code, precision) = (&shared.code, &shared.precision);
        let parked = lock(&shared.parked).remove(&self.entry);
        let mut parked = parked.unwrap_or_else(|| {
            let mut run = Run::new(shared.checker.task.analysis.order, shared.most());
            run.begin(code, precision, (*self.entry).clone());
            Parked { run, calls: vec![], heard: Heard::default(), used: BTreeSet::new(), bytes: 0 }
        });
        let before = parked.run.steps;
        shared.bytes.fetch_sub(parked.bytes, Ordering::Relaxed);
        let early = if shared.apart {
            let Parked { run, calls, heard, used, .. } = &mut parked;
            let (begin, calls, steps) = (self.entry.loc(), std::mem::take(calls), std::cell::Cell::new(0));
            let since = Instant::now();
            let counted = std::cell::Cell::new(since);
            let mut answers = Answers { shared, heard, begin, calls, budget, since, counted, steps };
            let early = loop {
                if run.reached.is_done() && !answers.hear(run, used) {
                    break None;
                }
                if let Err(stop) = run.go_on(code, precision, &mut answers, budget) {
                    break Some(stop);
                }
                if !run.reached.is_done() {
                    break None;
                }
            };
            shared.meter.add(answers.counted.get().elapsed());
            parked.calls = answers.calls;
            early
        } else {
            parked.run.go_on(code, precision, &mut Inline, budget).err()
        };
        let run = &parked.run;
        let mut uses: BTreeMap<usize, (&Waits, u32)> = BTreeMap::new();
        let mut distinct: FxHashMap<&Arc<State>, usize> = FxHashMap::default();
        for waits in &parked.calls {
            let next = distinct.len();
            let at = *distinct.entry(&waits.entry).or_insert(next);
            let known = uses.entry(at).or_insert((waits, waits.used));
            known.1 = known.1.min(waits.used);
        }
        // Exits and records are kept for good, what was reached until the block is done.
        let waiting = run.reached.bytes() + parked.calls.iter().map(|waits| waits.state.bytes()).sum::<usize>();
        let waits = !uses.is_empty() || !run.reached.is_done();
        let bytes = run.exits.bytes() + run.history.bytes() + if waits { waiting } else { 0 };
        let all = shared.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let early = early.or((all > shared.most()).then(|| full(shared.most())));
        let paused = early.is_none() && !run.reached.is_done();
        let ready = uses.is_empty() || shared.grows();
        let complete = uses.is_empty() && !paused && early.is_none();
        let exits = || run.exits.states().filter_map(|(state, record)| Some((state.clone(), record?))).collect();
        let analysed = Analysed {
            exits: if ready && !paused { exits() } else { vec![] },
            uses: uses.into_values().map(|(waits, used)| ((*waits.entry).clone(), used, waits.way.clone())).collect(),
            paused,
            alarms: run.alarms.iter().map(|(alarm, way)| (*alarm, way.clone())).collect(),
            stops: run.stops.clone(),
            early,
            coarse: run.reached.is_coarse() || run.exits.is_coarse(),
            widened: run.reached.is_widened() || run.exits.is_widened(),
            below: if complete { parked.used.iter().map(|id| *id as u64).collect() } else { vec![] },
            heads: if shared.heads && !paused { at_heads(code, &run.reached) } else { vec![] },
            states: run.reached.len() as u64,
            steps: run.steps - before,
        };
        if paused || !analysed.uses.is_empty() {
            parked.bytes = bytes;
            lock(&shared.parked).insert(self.entry, parked);
        } else {
            lock(&shared.histories).insert(self.entry, Arc::new(parked.run.history));
        }
        analysed
    }
}

/// The states at the heads of loops.
fn at_heads(code: &Code, reached: &Reached) -> Vec<State> {
    let head = |state: &&State| {
        let loc = state.loc();
        loc.inst == 0 && code.shape(loc.func).is_head(loc.block)
    };
    reached.states().map(|(state, _)| state).filter(head).cloned().collect()
}

/// What the loop knows of a block with an entry state.
struct Known {
    entry: Arc<State>,
    /// Queued or running.
    active: bool,
    /// To be run again when it returns.
    again: bool,
    /// How often its abstraction was published; 0 if it was not.
    version: u32,
    /// Those who wait for it, or have used it in a recursion.
    waiting: BTreeSet<usize>,
    /// So many of the blocks that it waits for are not there.
    missing: usize,
    states: u64,
    /// The blocks it uses, with a way to each.
    uses: BTreeMap<usize, Way>,
    /// What it raised, if it is complete.
    alarms: Vec<((PropId, Loc), Way)>,
    stops: Vec<(Stop, Loc)>,
    coarse: bool,
    /// What came of it and of all that it calls, if it is complete and can be kept.
    total: Option<Total>,
    /// It was found there.
    recalled: bool,
    /// Who asked for it first, and the way to the call.
    caller: Option<(usize, Way)>,
}

/// The loop: submits blocks, and those that wait again when what they wait for is there.
struct Scheduler<'a> {
    lane: &'a mut hecaton_jobs::Lane<Work>,
    shared: &'a Shared,
    known: Vec<Known>,
    ids: FxHashMap<Arc<State>, usize>,
    tickets: FxHashMap<Ticket, usize>,
    found: Found,
    /// States and steps, since then.
    counts: (u64, u64),
    since: Instant,
    /// Alarms whose path is not told yet: the block, and the way from its entry.
    untold: Vec<((PropId, Loc), usize, Way)>,
    /// Paths that are checked, and how many there were of each property.
    paths: FxHashMap<Ticket, Path>,
    checked: BTreeMap<PropId, usize>,
    /// Properties with a path that is impossible if more is told apart.
    refuted: BTreeSet<PropId>,
    /// What is kept from one run to the next.
    summaries: Option<Summaries>,
    /// Blocks that are to be kept.
    unkept: Vec<usize>,
    /// What the analysis before found out.
    earlier: Option<Unchanged>,
    /// How many blocks were answered by what was kept, how many by that analysis, and how many have an answer.
    hits: u64,
    again: u64,
    done: u64,
}

impl Scheduler<'_> {
    /// Answers a block by what was kept of an earlier run, if there is something.
    fn recall(&mut self, id: usize) -> bool {
        let entry = self.known[id].entry.clone();
        if self.shared.blocks.is_loop(entry.loc()) {
            return false;
        }
        let Some(summaries) = self.summaries.as_mut() else { return false };
        let Some(Summary { exits, total }) = summaries.get(&entry) else { return false };
        self.hits += 1;
        self.found.alarms.extend(total.alarms.iter().copied());
        self.found.unexplained |= !total.alarms.is_empty();
        self.found.coarse |= total.coarse;
        let known = &mut self.known[id];
        (known.version, known.recalled) = (1, true);
        self.done += 1;
        let exits = exits.into_iter().map(|exit| (exit, NO_RECORD)).collect();
        self.shared.publish(id, &entry, Arc::new(exits), 1);
        known.total = Some(total);
        true
    }
    /// Answers a block by what the analysis before found out, if that is still so, and with it the blocks that it uses.
    fn take_over(&mut self, id: usize) -> bool {
        let Some(unchanged) = self.earlier.take() else { return false };
        let found = unchanged.find(&self.known[id].entry);
        let mut open: Vec<(usize, usize)> = found.map(|before| (id, before)).into_iter().collect();
        while let Some((id, before)) = open.pop() {
            if self.known[id].version > 0 {
                continue;
            }
            self.answer_as(id, &unchanged.earlier, before);
            for (used, way) in &unchanged.earlier.known[before].uses {
                let entry = unchanged.earlier.known[*used].entry.clone();
                let child = self.id(entry, Some((id, way.clone())));
                self.known[id].uses.insert(child, way.clone());
                if self.known[child].version == 0 && !self.known[child].active {
                    match unchanged.find(&self.known[child].entry) {
                        Some(before) => open.push((child, before)),
                        None => self.wake(child),
                    }
                }
            }
        }
        self.earlier = Some(unchanged);
        found.is_some()
    }
    /// A block is answered as it was in another analysis, where it had this number.
    fn answer_as(&mut self, id: usize, earlier: &Earlier, before: usize) {
        let (shared, before) = (self.shared, &earlier.known[before]);
        let Some(Abstraction { exits, .. }) = earlier.shared.table().get(&before.entry).cloned() else { return };
        let mut bytes = exits.iter().map(|(exit, _)| exit.bytes()).sum::<usize>();
        if let Some(history) = earlier.shared.history(&before.entry) {
            bytes += history.bytes();
            lock(&shared.histories).insert(before.entry.clone(), history);
        }
        shared.bytes.fetch_add(bytes, Ordering::Relaxed);
        shared.publish(id, &before.entry, exits, 1);
        let known = &mut self.known[id];
        (known.version, known.states, known.coarse) = (1, before.states, before.coarse);
        (known.alarms, known.stops, known.total) = (before.alarms.clone(), before.stops.clone(), before.total.clone());
        if known.total.is_some() && !shared.blocks.is_loop(before.entry.loc()) {
            self.unkept.push(id);
        }
        self.done += 1;
        self.again += 1;
        self.raise(id);
    }
    /// What a block has raised, so far or in an earlier analysis, is told once.
    fn raise(&mut self, id: usize) {
        let Known { alarms, stops, coarse, .. } = &self.known[id];
        for (alarm, way) in alarms {
            if self.found.alarms.insert(*alarm) {
                self.untold.push((*alarm, id, way.clone()));
            }
        }
        for stop in stops {
            if !self.found.stops.contains(stop) {
                self.found.stops.push(stop.clone());
            }
        }
        self.found.coarse |= coarse;
    }
    /// Keeps what came of a block, if it is complete and everything in it and below it could be followed.
    fn keep(&mut self, id: usize, analysed: &Analysed) {
        if self.summaries.is_none() || !analysed.stops.is_empty() {
            return;
        }
        let alarms = analysed.alarms.iter().map(|(alarm, _)| *alarm).collect();
        let mut total = Total { alarms, coarse: analysed.coarse, widened: analysed.widened };
        for below in &analysed.below {
            let below = usize::try_from(*below).ok().and_then(|id| self.known.get(id)?.total.as_ref());
            let Some(below) = below else { return };
            total.alarms.extend(below.alarms.iter().copied());
            total.coarse |= below.coarse;
            total.widened |= below.widened;
        }
        self.known[id].total = Some(total);
        if !self.shared.blocks.is_loop(self.known[id].entry.loc()) {
            self.unkept.push(id);
        }
    }
    /// Writes what is to be kept.
    fn write(&mut self) {
        let (table, ids) = (self.shared.table(), std::mem::take(&mut self.unkept));
        let Some(summaries) = self.summaries.as_mut() else { return };
        let block = |id: &usize| {
            let Known { entry, total, .. } = &self.known[*id];
            let exits = table.get(entry)?.exits.iter().map(|(exit, _)| exit).collect();
            Some((entry.as_ref(), exits, total.as_ref()?))
        };
        summaries.keep(ids.iter().filter_map(block));
    }
    fn id(&mut self, entry: Arc<State>, caller: Option<(usize, Way)>) -> usize {
        if let Some(id) = self.ids.get(&entry) {
            return *id;
        }
        let id = self.known.len();
        self.ids.insert(entry.clone(), id);
        let waiting = BTreeSet::new();
        self.known.push(Known {
            entry,
            active: false,
            again: false,
            version: 0,
            waiting,
            missing: 0,
            states: 0,
            uses: BTreeMap::new(),
            alarms: vec![],
            stops: vec![],
            coarse: false,
            total: None,
            recalled: false,
            caller,
        });
        id
    }
    /// Runs a block, or once more if it runs. The newest first: callers wait for it.
    fn wake(&mut self, id: usize) {
        let known = &mut self.known[id];
        if known.active {
            known.again = true;
            return;
        }
        known.active = true;
        let (program, loc) = (&self.shared.code.program, known.entry.loc());
        let mut name = program.functions[loc.func].name.clone();
        if self.shared.blocks.is_loop(loc) {
            name += &format!(":{}", program.span(loc).line);
        }
        let block = Block { entry: known.entry.clone(), name, id };
        let ticket = self.lane.submit(Work::Block(block), -(id.min(1 << 40) as i64));
        self.tickets.insert(ticket, id);
    }
    /// Takes what came of a block.
    fn take(&mut self, id: usize, analysed: Analysed) {
        let shared = self.shared;
        self.known[id].active = false;
        for state in &analysed.heads {
            let loc = state.loc();
            let known = facts(&shared.code, state);
            match self.found.heads.entry((loc.func, loc.block)) {
                Entry::Occupied(mut entry) => join(entry.get_mut(), &known),
                Entry::Vacant(entry) => _ = entry.insert(known),
            }
            let joined = match self.found.together.get(&(loc.func, loc.block)) {
                Some(known) => known.join(&state.beside, &shared.code, false),
                None => state.beside.clone(),
            };
            self.found.together.insert((loc.func, loc.block), joined);
        }
        let known = &mut self.known[id];
        (known.alarms, known.stops, known.coarse) = (analysed.alarms.clone(), analysed.stops.clone(), analysed.coarse);
        self.raise(id);
        if analysed.early.is_some() {
            self.found.early = analysed.early;
            return;
        }
        if !analysed.paused && analysed.uses.is_empty() {
            self.keep(id, &analysed);
        }
        self.counts.0 += analysed.states.saturating_sub(self.known[id].states);
        self.known[id].states = analysed.states;
        self.counts.1 += analysed.steps;
        let (waits, mut news, mut missing) = (!analysed.uses.is_empty(), false, 0);
        for (entry, used, way) in analysed.uses {
            let child = self.id(Arc::new(entry), Some((id, way.clone())));
            self.known[id].uses.insert(child, way);
            let is_new = self.known[child].version == 0 && !self.known[child].active;
            if is_new && !self.take_over(child) && !self.recall(child) {
                self.wake(child);
            }
            let there = self.known[child].version > used;
            news |= there;
            missing += usize::from(!there);
            if !there || shared.grows() {
                self.known[child].waiting.insert(id);
            }
        }
        self.tell_paths();
        self.known[id].missing = missing;
        let ready = if shared.grows() { news } else { waits && missing == 0 };
        let again = std::mem::take(&mut self.known[id].again) || analysed.paused || ready;
        if !analysed.paused && (!waits || shared.grows()) {
            let known = &mut self.known[id];
            // States are only joined and added, but a join may change without there being more of them.
            let old = shared.table().get(&known.entry).cloned();
            if known.version == 0 || old.is_none_or(|old| !same_states(&old.exits, &analysed.exits)) {
                self.done += u64::from(known.version == 0);
                known.version += 1;
                shared.publish(id, &known.entry, Arc::new(analysed.exits), known.version);
                self.tell_waiting(id);
            }
        }
        if again {
            self.wake(id);
        }
        if self.summaries.as_ref().is_some_and(Summaries::is_due) {
            self.write();
        }
    }
    /// Wakes those who can go on since a block is there, or has grown.
    fn tell_waiting(&mut self, id: usize) {
        if self.shared.grows() {
            for parent in self.known[id].waiting.clone() {
                self.wake(parent);
            }
            return;
        }
        for parent in std::mem::take(&mut self.known[id].waiting) {
            let known = &mut self.known[parent];
            known.missing -= 1;
            // One that runs finds out when it returns.
            if known.missing == 0 && !known.active {
                self.wake(parent);
            }
        }
    }
    /// Has the paths to alarms checked, as far as they can be told now.
    fn tell_paths(&mut self) {
        for (alarm, id, way) in std::mem::take(&mut self.untold) {
            let (prop, loc) = alarm;
            let all: usize = self.checked.values().sum();
            if all >= ALL_PATHS || self.checked.get(&prop).is_some_and(|count| *count >= PATHS) {
                continue;
            }
            let leg = |id: usize, way| {
                let entry: &Arc<State> = &self.known[id].entry;
                Leg { entry: entry.clone(), calls: !self.shared.blocks.is_loop(entry.loc()), way }
            };
            let mut legs = vec![leg(id, &way)];
            let mut at = id;
            while let Some((caller, way)) = &self.known[at].caller {
                legs.push(leg(*caller, way));
                at = *caller;
            }
            legs.reverse();
            let (shared, recalled) = (self.shared, std::cell::Cell::new(false));
            let history = |entry: &Arc<State>| {
                let found = shared.history(entry);
                let is_recalled = || self.ids.get(entry).is_some_and(|id| self.known[*id].recalled);
                recalled.set(recalled.get() || found.is_none() && is_recalled());
                found
            };
            let turns = path(&legs, &history, LONGEST);
            drop(legs);
            match turns {
                Some(turns) => {
                    *self.checked.entry(prop).or_default() += 1;
                    let path = Path { turns, prop, loc };
                    // Before all blocks: it may be a violation.
                    let ticket = self.lane.submit(Work::Path(path.clone()), i64::MIN);
                    self.paths.insert(ticket, path);
                }
                // What is known from an earlier run will never have a path.
                None if recalled.get() => self.found.unexplained = true,
                // One of the blocks on the way runs just now.
                None => self.untold.push((alarm, id, way)),
            }
        }
    }
    /// Whether paths to violations of a property were looked at, and none waits.
    fn is_followed(&self, prop: PropId) -> bool {
        self.checked.contains_key(&prop) && self.paths.values().all(|path| path.prop != prop)
    }
    /// Takes what came of a path.
    fn take_path(&mut self, path: &Path, checked: Checked) {
        let why = match checked {
            Checked::Violated => return,
            Checked::Refuted(places) => {
                if places.iter().any(|place| !self.shared.told_apart(*place)) {
                    self.refuted.insert(path.prop);
                }
                self.found.asked_for.extend(places);
                None
            }
            Checked::Predicated(predicates) => {
                let known = self.shared.code.predicates();
                if predicates.iter().any(|predicate| !known.contains(predicate)) && known.len() < PREDICATES {
                    self.refuted.insert(path.prop);
                }
                self.found.predicates.extend(predicates);
                Some("it is impossible".to_owned())
            }
            Checked::Impossible => Some("it is impossible".to_owned()),
            Checked::Open(stop) => Some(stop.to_string()),
        };
        let shown = || (path::show(&self.shared.code.program, path), why);
        self.found.paths.entry(path.prop).or_insert_with(shown);
    }
    fn count(&self, sink: &Sink) {
        sink(Event::Counts(BTreeMap::from([
            ("blocks", self.known.len() as u64),
            ("blocks done", self.done),
            ("blocks from the cache", self.hits),
            ("blocks from the analysis before", self.again),
            ("states", self.counts.0),
            ("states a second", (self.counts.0 as f64 / self.since.elapsed().as_secs_f64().max(0.001)) as u64),
            ("steps", self.counts.1),
        ])));
    }
}

/// Whether the states are the same, whatever their records.
fn same_states(old: &[(State, u32)], new: &[(State, u32)]) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|((a, _), (b, _))| a == b)
}

/// What intervals say of the heads of loops, within the budget; for those who can prove it with what they know besides.
pub(crate) fn at_loops(task: &Task, program: &Arc<Program>, budget: &Budget) -> Heads {
    let (board, sink): (Board, Sink) = (Board::default(), Arc::new(|_| {}));
    let task = Task { props: vec![], invariants: true, ..task.clone() };
    let code = Arc::new(Code::new(program.clone(), task.whole.is_some(), &[]));
    let checker = Arc::new(Checker { task, program: program.clone(), board, sink });
    let precision = Precision { tracked: Tracked::Nothing, limit: 0 };
    let how = How { precision, reasons: 0, kept: None, most: Duration::MAX, ahead: None };
    let (found, _) = analyse(&code, how, None, &checker, budget, &Crew::inline(0));
    if found.early.is_some() || found.cut { Heads::new() } else { found.heads }
}

/// How a program is analysed.
#[derive(Clone)]
struct How {
    precision: Precision,
    /// So many reasons are looked for against one path.
    reasons: usize,
    /// What earlier runs have kept is used; with what this one has kept so far.
    kept: Option<Own>,
    /// Jobs may work so long, all together.
    most: Duration,
    /// It begins before it is due.
    ahead: Option<Ahead>,
}

/// Analyses the whole program. An earlier analysis answers what it can; this one is an earlier one for the next.
fn analyse(
    code: &Arc<Code>,
    how: How,
    earlier: Option<Earlier>,
    checker: &Arc<Checker>,
    budget: &Budget,
    crew: &Crew,
) -> (Found, Option<Earlier>) {
    let How { precision, reasons, kept, most, ahead } = how;
    let (task, board, sink) = (&checker.task, &checker.board, &checker.sink);
    let apart = task.analysis.blocks != Blocked::Nothing;
    let blocks = Blocks::of(code, task.analysis.blocks == Blocked::Loops);
    // Predicates have numbers that only mean something in this program, and programs that need them have few blocks: what
    // one of them could find after an edit would not pay for saying them in another way.
    let keeps = apart && !task.invariants && !blocks.is_recursive() && code.judge().is_none();
    let kept = task.cache.clone().zip(kept).filter(|_| keeps);
    let summaries = kept.map(|(cache, own)| Summaries::new(cache, own, code, &task.analysis, &precision));
    let shared = Arc::new(Shared {
        code: code.clone(),
        blocks,
        precision,
        reasons,
        apart,
        kept: summaries.is_some(),
        heads: task.invariants,
        table: RwLock::default(),
        parked: Mutex::default(),
        entries: Mutex::default(),
        histories: Mutex::default(),
        bytes: AtomicUsize::new(0),
        checker: checker.clone(),
        meter: Meter { worked: AtomicU64::new(0), most },
    });
    let mut lane = match &ahead {
        Some(ahead) => ahead.lane(crew, shared.clone()),
        None => crew.lane(LANE, shared.clone()),
    }
    .under(budget);
    let mut schedule = Scheduler {
        lane: &mut lane,
        shared: &shared,
        known: vec![],
        ids: FxHashMap::default(),
        tickets: FxHashMap::default(),
        found: Found::default(),
        counts: (0, 0),
        since: Instant::now(),
        untold: vec![],
        paths: FxHashMap::default(),
        checked: BTreeMap::new(),
        refuted: BTreeSet::new(),
        summaries,
        unkept: vec![],
        earlier: earlier.and_then(|earlier| earlier.before(&shared)),
        hits: 0,
        again: 0,
        done: 0,
    };
    let root = schedule.id(Arc::new(start(code)), None);
    match schedule.take_over(root) || schedule.recall(root) {
        true => {
            schedule.tell_paths();
            schedule.count(sink);
        }
        false => schedule.wake(root),
    }
    loop {
        if shared.meter.is_over() {
            schedule.found.early = Some(Stop::Time);
            break;
        }
        match schedule.lane.wait(budget) {
            Next::Done(ticket, Worked::Block(analysed)) => {
                let Some(id) = schedule.tickets.remove(&ticket) else { continue };
                schedule.take(id, *analysed);
                if schedule.found.early.is_some() {
                    break;
                }
                schedule.count(sink);
            }
            Next::Done(ticket, Worked::Path(checked)) => {
                let Some(path) = schedule.paths.remove(&ticket) else { continue };
                schedule.take_path(&path, checked);
                if board.has_all(task) {
                    schedule.found.early = Some(Stop::Cancelled);
                    break;
                }
                // Nothing can be proved any more; what is known at loops may still be asked.
                let decided = |prop: &PropId| schedule.refuted.contains(prop) || board.has(*prop);
                let in_vain = |prop: &PropId| decided(prop) || !shared.heads && schedule.is_followed(*prop);
                if code.asked.iter().all(in_vain) {
                    // What else would have been seen is not known.
                    schedule.found.coarse |= !code.asked.iter().all(decided);
                    schedule.found.cut = true;
                    break;
                }
            }
            Next::Lost(_, text) => {
                schedule.found.early = Some(Stop::Bug(text));
                break;
            }
            Next::Stopped(stop) => {
                schedule.found.early = Some(stop);
                break;
            }
            Next::Drained => break,
        }
    }
    let Found { alarms, stops, early, .. } = &schedule.found;
    if alarms.is_empty() && stops.is_empty() && early.is_none() && budget.defect().is_none() {
        schedule.write();
    }
    // Nothing waits and nothing runs: every block must have its answer.
    let Scheduler { mut found, known, ids, untold, hits, earlier, .. } = schedule;
    found.worked = shared.meter.worked();
    found.unexplained |= hits > 0 && !untold.is_empty();
    if found.early.is_none() && !found.cut && known.iter().any(|known| known.version == 0 || known.active) {
        found.early = Some(Stop::Bug("a block of the analysis has no answer".into()));
    }
    drop(lane);
    let this = Earlier { shared, known, ids };
    let parked = std::mem::take(&mut *lock(&this.shared.parked));
    // What was kept of other runs has no paths, and what grows has no end of its own. What is known at loops is asked of all.
    let again = apart && found.early.is_none() && hits == 0 && !this.shared.grows() && !task.invariants;
    let (this, dropped) = if again { (Some(this), None) } else { (None, Some(this)) };
    // Nobody has to wait until so many states are dropped.
    discard((parked, earlier, dropped));
    (found, this)
}
