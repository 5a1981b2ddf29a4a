//! Block-abstraction memoization in parallel (the fifth paper, algorithms 2 and 3): the first proofs without bounds.
//!
//! A block is a function body, and its abstraction for one entry state is the set of states it can be left with. A job is
//! a run of the CPA algorithm on one block. Where it comes to a call whose abstraction is missing, it sets that
//! state aside and goes on with its others; the loop below schedules the missing block, remembers who waits for it, and
//! schedules the waiting one again when it is there. Abstractions are in a table that jobs only read.
//! With one worker this is sequential BAM. With `bam` off, calls are entered like any other code, in a single job.
//!
//! A job is its block and entry state. The reached set of a job that waits is parked in the process, so that it goes on
//! where it was; one that finds nothing parked starts again, with the same result.
//!
//! Recursion: abstractions grow. A job that waits has published what it has found so far, which may be nothing, and those
//! that used an abstraction go on when it has grown, until none grows any more. Entry states of which there are many
//! are joined and widened, so that there are not infinitely many.
//!
//! A property without an alarm in a finished analysis holds on all executions. An alarm is not a violation: then it is tried
//! again with more told apart, and at last left to others.

use crate::board::Board;
use crate::check::without_heap;
use crate::summaries::{Summaries, Summary};
use crate::task::{Engine, Event, Sink, Task};
use crate::verdict::{Claim, Claims, Outcome, Scope, Unknown, Verdict};
use hecaton_base::{Budget, Stop, Wire, WireError};
use hecaton_cpa::algorithm::{Calls, Inline, Run};
use hecaton_cpa::blocks::Blocks;
use hecaton_cpa::code::Code;
use hecaton_cpa::precision::{Precision, Tracked};
use hecaton_cpa::reached::{Order, Reached};
use hecaton_cpa::state::State;
use hecaton_cpa::step::start;
use hecaton_cpa::value::Value;
use hecaton_ir::{FuncId, Loc, Program, PropId, passes};
use hecaton_jobs::{Crew, Executor as _, Job, Next, Ticket};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The engine `bam`.
pub struct Bam;

/// How many values of one variable are told apart, one try after the other; none at first.
const LIMITS: [u32; 3] = [0, 24, 400];
/// So long a job runs before it gives way to one that waits.
const SLICE: Duration = Duration::from_millis(30);
/// So many entry states of a recursive function are kept apart.
const ENTRIES: usize = 6;
/// Parts of the table, each with a lock of its own.
const SHARDS: usize = 16;

impl Engine for Bam {
    fn name(&self) -> &'static str {
        "bam"
    }
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
        let mut program = (*task.program).clone();
        passes::select(&mut program, &task.props);
        passes::straighten(&mut program);
        let program = Arc::new(program);
        let sink = board.listen(sink);
        for prop in without_heap(&program) {
            sink(Event::Settled(prop, Verdict::Holds(Scope::All)));
        }
        sink(Event::Phase("analysing"));
        let mut why = Why::default();
        if passes::has_threads(&program) {
            why.stop = Some(Stop::Unsupported("threads".into()));
        }
        for limit in LIMITS {
            let open: Vec<PropId> = analysable(&program, task).filter(|prop| !board.has(*prop)).collect();
            if open.is_empty() || why.stop.is_some() {
                break;
            }
            let tracked = if limit == 0 { Tracked::Nothing } else { Tracked::Everything };
            let code = Arc::new(Code::new(program.clone(), task.whole.is_some(), &open));
            let found = analyse(&code, Precision { tracked, limit }, task, budget, crew, &sink);
            if let Some(stop) = found.early {
                why.stop = Some(stop);
                break;
            }
            why.places = found.alarms.iter().copied().collect();
            why.unsupported = found.stops.first().cloned();
            if found.stops.is_empty() {
                for prop in &open {
                    if !found.alarms.iter().any(|(alarm, _)| alarm == prop) {
                        sink(Event::Settled(*prop, Verdict::Holds(Scope::All)));
                    }
                }
            }
            if limit > 0 && !found.coarse {
                // Telling more apart would not change anything.
                break;
            }
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

/// The properties that the analysis can prove: what is lost at the end of a run is not followed, and threads are not.
fn analysable<'a>(program: &'a Program, task: &'a Task) -> impl Iterator<Item = PropId> + 'a {
    let others = [program.leak, program.cleanup, program.race, program.deadlock];
    task.props.iter().copied().filter(move |prop| !others.contains(&Some(*prop)))
}

/// Why a property is open.
#[derive(Default)]
struct Why {
    stop: Option<Stop>,
    unsupported: Option<(Stop, Loc)>,
    places: BTreeMap<PropId, Loc>,
}

impl Why {
    fn claim(&self, program: &Program, prop: PropId) -> Claim {
        let unknown = |stop: Stop, loc: Option<Loc>| {
            let span = loc.map(|loc| program.span(loc));
            Claim::Unknown(Unknown { stop, span, known: None })
        };
        match (&self.stop, &self.unsupported, self.places.get(&prop)) {
            (Some(stop), ..) => unknown(stop.clone(), None),
            (None, Some((stop, loc)), _) => unknown(stop.clone(), Some(*loc)),
            (None, None, place) => {
                unknown(Stop::Approximate("what the abstraction leaves open".into()), place.copied())
            }
        }
    }
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
}

/// What jobs read, and the reached sets of those that wait.
struct Shared {
    code: Arc<Code>,
    blocks: Blocks,
    precision: Precision,
    /// Blocks are analysed on their own.
    apart: bool,
    /// Which blocks were used by one is asked at its end.
    kept: bool,
    table: Vec<RwLock<FxHashMap<Arc<State>, Abstraction>>>,
    parked: Mutex<FxHashMap<Arc<State>, Parked>>,
    entries: Mutex<FxHashMap<FuncId, Entries>>,
}

/// The states that a block can be left with, and how often they have grown; final if there is no recursion.
#[derive(Clone)]
struct Abstraction {
    exits: Arc<Vec<State>>,
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
    /// Calls whose abstraction may still come or grow: the state at the start of the function, the entry it was
    /// reduced to, and the version that was used.
    calls: Vec<(State, Arc<State>, u32)>,
    exits: Reached,
    /// The entries of all blocks that are used, if that is asked.
    used: FxHashSet<Arc<State>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn shard(&self, entry: &State) -> &RwLock<FxHashMap<Arc<State>, Abstraction>> {
        let mut hasher = FxHasher::default();
        entry.hash(&mut hasher);
        &self.table[(hasher.finish() >> 40) as usize % SHARDS]
    }
    fn get(&self, entry: &State) -> Option<Abstraction> {
        self.shard(entry).read().unwrap_or_else(PoisonError::into_inner).get(entry).cloned()
    }
    fn publish(&self, entry: &Arc<State>, exits: Vec<State>, version: u32) {
        let abstraction = Abstraction { exits: Arc::new(exits), version };
        let mut shard = self.shard(entry).write().unwrap_or_else(PoisonError::into_inner);
        shard.insert(entry.clone(), abstraction);
    }
    fn grows(&self) -> bool {
        self.blocks.is_recursive()
    }
    /// The entry that a call is answered by: itself, or in a recursion with many of them one that covers it.
    fn entry(&self, entry: State) -> State {
        if !self.grows() {
            return entry;
        }
        let mut entries = lock(&self.entries);
        let known = entries.entry(entry.top().func).or_default();
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

/// Analyse a block.
#[derive(Clone)]
struct Block {
    entry: Arc<State>,
    name: String,
}

/// What came of it so far.
#[derive(Default)]
struct Analysed {
    /// The states it can be left with.
    exits: Vec<State>,
    /// The entries of other blocks whose abstractions it uses or waits for, and the versions that were used; 0 where
    /// there was none.
    uses: Vec<(State, u32)>,
    /// It gave way, and has more to do.
    paused: bool,
    alarms: Vec<(PropId, Loc)>,
    stops: Vec<(Stop, Loc)>,
    early: Option<Stop>,
    coarse: bool,
    widened: bool,
    /// If it is complete, and that is asked: the entries of all blocks that are used.
    below: Vec<State>,
    /// How many states it has reached, and how many steps were made.
    states: u64,
    steps: u64,
}

impl Wire for Block {
    fn write(&self, out: &mut Vec<u8>) {
        self.entry.as_ref().write(out);
        self.name.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Block { entry: Arc::new(Wire::read(input)?), name: Wire::read(input)? })
    }
}

impl Wire for Analysed {
    fn write(&self, out: &mut Vec<u8>) {
        self.exits.write(out);
        self.uses.write(out);
        (self.paused, self.coarse, self.widened).write(out);
        self.below.write(out);
        self.alarms.write(out);
        self.stops.write(out);
        self.early.write(out);
        (self.states, self.steps).write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let (exits, uses, (paused, coarse, widened)) = Wire::read(input)?;
        let below = Wire::read(input)?;
        let (alarms, stops, early) = Wire::read(input)?;
        let (states, steps) = Wire::read(input)?;
        Ok(Analysed { exits, uses, paused, alarms, stops, early, coarse, widened, below, states, steps })
    }
}

/// How a job answers calls.
struct Answers<'a> {
    shared: &'a Shared,
    calls: Vec<(State, Arc<State>, u32)>,
    exits: &'a mut Reached,
    used: &'a mut FxHashSet<Arc<State>>,
    budget: &'a Budget,
    since: Instant,
    steps: std::cell::Cell<u32>,
}

impl Calls for Answers<'_> {
    fn enter(&mut self, state: State, out: &mut Vec<State>) -> Option<State> {
        let shared = self.shared;
        let entry = Arc::new(shared.entry(shared.blocks.reduce(&shared.code, &state)));
        if shared.kept && !self.used.contains(&entry) {
            self.used.insert(entry.clone());
        }
        let known = shared.get(&entry);
        if let Some(known) = &known {
            out.extend(known.exits.iter().map(|exit| shared.blocks.expand(&shared.code, &state, &entry, exit)));
        }
        if known.is_none() || shared.grows() {
            let version = known.map_or(0, |known| known.version);
            self.calls.push((state, entry, version));
        }
        None
    }
    fn exit(&mut self, state: State, value: Option<Value>) {
        let exit = self.shared.blocks.exit(state, value);
        self.exits.add(&self.shared.code, &self.shared.precision, exit);
    }
    fn pause(&self) -> bool {
        // Those who wait for the others may have found something for an idle worker.
        self.steps.set(self.steps.get() + 1);
        self.steps.get().is_multiple_of(16) && self.budget.wanted() && self.since.elapsed() > SLICE
    }
}

impl Job for Block {
    type Shared = Arc<Shared>;
    type Outcome = Analysed;
    fn label(&self) -> String {
        self.name.clone()
    }
    fn run(self, shared: &Arc<Shared>, budget: &Budget) -> Analysed {
        let (code, precision) = (&shared.code, &shared.precision);
        let parked = lock(&shared.parked).remove(&self.entry);
        let mut parked = parked.unwrap_or_else(|| {
            let mut run = Run::new(Order::Topological);
            run.add(code, precision, (*self.entry).clone());
            Parked { run, calls: vec![], exits: Reached::new(Order::Breadth), used: FxHashSet::default() }
        });
        // What was waited for may be there now.
        let mut calls = Vec::new();
        for (state, entry, used) in std::mem::take(&mut parked.calls) {
            let known = shared.get(&entry).filter(|known| known.version > used);
            let version = known.as_ref().map_or(used, |known| known.version);
            for exit in known.iter().flat_map(|known| known.exits.iter()) {
                parked.run.add(code, precision, shared.blocks.expand(code, &state, &entry, exit));
            }
            if known.is_none() || shared.grows() {
                calls.push((state, entry, version));
            }
        }
        let before = parked.run.steps;
        let (early, calls) = if shared.apart {
            let since = Instant::now();
            let steps = std::cell::Cell::new(0);
            let (exits, used) = (&mut parked.exits, &mut parked.used);
            let mut answers = Answers { shared, calls, exits, used, budget, since, steps };
            let early = parked.run.go_on(code, precision, &mut answers, budget).err();
            (early, answers.calls)
        } else {
            (parked.run.go_on(code, precision, &mut Inline, budget).err(), calls)
        };
        parked.calls = calls;
        let run = &parked.run;
        let mut uses: BTreeMap<usize, (&Arc<State>, u32)> = BTreeMap::new();
        let mut distinct: FxHashMap<&Arc<State>, usize> = FxHashMap::default();
        for (_, entry, used) in &parked.calls {
            let next = distinct.len();
            let at = *distinct.entry(entry).or_insert(next);
            let known = uses.entry(at).or_insert((entry, *used));
            known.1 = known.1.min(*used);
        }
        let paused = early.is_none() && !run.reached.is_done();
        let ready = uses.is_empty() || shared.grows();
        let complete = uses.is_empty() && !paused && early.is_none();
        let analysed = Analysed {
            exits: if ready && !paused { parked.exits.states().cloned().collect() } else { vec![] },
            uses: uses.into_values().map(|(entry, used)| ((**entry).clone(), used)).collect(),
            paused,
            alarms: run.alarms.iter().copied().collect(),
            stops: run.stops.clone(),
            early,
            coarse: run.reached.is_coarse() || parked.exits.is_coarse(),
            widened: run.reached.is_widened() || parked.exits.is_widened(),
            below: if complete { parked.used.iter().map(|entry| (**entry).clone()).collect() } else { vec![] },
            states: run.reached.len() as u64,
            steps: run.steps - before,
        };
        if paused || !analysed.uses.is_empty() {
            lock(&shared.parked).insert(self.entry, parked);
        }
        analysed
    }
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
    waiting: BTreeSet<usize>,
    states: u64,
    /// What came of it and of all that it calls, without the exits, if it is complete and can be kept.
    total: Option<Summary>,
}

/// The loop: submits blocks, and those that wait again when what they wait for is there.
struct Scheduler<'a> {
    lane: &'a mut hecaton_jobs::Lane<Block>,
    known: Vec<Known>,
    ids: FxHashMap<Arc<State>, usize>,
    tickets: FxHashMap<Ticket, usize>,
    program: &'a Program,
    shared: &'a Shared,
    /// What is kept from one run to the next.
    summaries: Option<Summaries>,
    /// How many blocks were answered by that.
    hits: u64,
}

impl Scheduler<'_> {
    /// Answers a block by what was kept of an earlier run, if there is something.
    fn recall(&mut self, id: usize, found: &mut Found) -> bool {
        let entry = self.known[id].entry.clone();
        let Some(mut summary) = self.summaries.as_mut().and_then(|summaries| summaries.get(&entry)) else {
            return false;
        };
        self.hits += 1;
        found.alarms.extend(summary.alarms.iter().copied());
        found.coarse |= summary.coarse;
        let known = &mut self.known[id];
        known.version = 1;
        self.shared.publish(&entry, std::mem::take(&mut summary.exits), 1);
        known.total = Some(summary);
        true
    }
    /// Keeps what came of a block, if it is complete and everything in it and below it could be followed.
    fn keep(&mut self, id: usize, analysed: &Analysed) {
        if self.summaries.is_none() || !analysed.stops.is_empty() {
            return;
        }
        let alarms = analysed.alarms.iter().copied().collect();
        let mut total = Summary { exits: vec![], alarms, coarse: analysed.coarse, widened: analysed.widened };
        for entry in &analysed.below {
            let Some(below) = self.ids.get(entry).and_then(|id| self.known[*id].total.as_ref()) else { return };
            total.alarms.extend(below.alarms.iter().copied());
            total.coarse |= below.coarse;
            total.widened |= below.widened;
        }
        let entry = self.known[id].entry.clone();
        let mut whole = Summary { exits: analysed.exits.clone(), ..total };
        if let Some(summaries) = &mut self.summaries {
            summaries.put(&entry, &whole);
        }
        whole.exits = vec![];
        self.known[id].total = Some(whole);
    }
    fn id(&mut self, entry: State) -> usize {
        if let Some(id) = self.ids.get(&entry) {
            return *id;
        }
        let entry = Arc::new(entry);
        let id = self.known.len();
        self.ids.insert(entry.clone(), id);
        let waiting = BTreeSet::new();
        self.known.push(Known { entry, active: false, again: false, version: 0, waiting, states: 0, total: None });
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
        let name = self.program.functions[known.entry.top().func].name.clone();
        let block = Block { entry: known.entry.clone(), name };
        let ticket = self.lane.submit(block, -(id.min(1 << 40) as i64));
        self.tickets.insert(ticket, id);
    }
}

/// Analyses the whole program with a precision.
fn analyse(code: &Arc<Code>, precision: Precision, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink) -> Found {
    let table = (0..SHARDS).map(|_| RwLock::default()).collect();
    let (parked, entries) = (Mutex::default(), Mutex::default());
    let blocks = Blocks::of(code);
    let grows = blocks.is_recursive();
    let apart = task.blocks;
    let summaries = task.cache.clone().filter(|_| apart && !grows).map(|cache| Summaries::new(cache, code, &precision));
    let kept = summaries.is_some();
    let shared = Arc::new(Shared { code: code.clone(), blocks, precision, apart, kept, table, parked, entries });
    let mut lane = crew.lane("bam", shared.clone()).under(budget);
    let mut found = Found::default();
    let mut counts = (0u64, 0u64);
    let program = &code.program;
    let (ids, tickets) = (FxHashMap::default(), FxHashMap::default());
    let (known, hits) = (vec![], 0);
    let mut schedule = Scheduler { lane: &mut lane, known, ids, tickets, program, shared: &shared, summaries, hits };
    let root = schedule.id(start(code));
    match schedule.recall(root, &mut found) {
        true => sink(Event::Counts(BTreeMap::from([("blocks", 1), ("blocks from the cache", 1)]))),
        false => schedule.wake(root),
    }
    loop {
        match schedule.lane.wait(budget) {
            Next::Done(ticket, analysed) => {
                let Some(id) = schedule.tickets.remove(&ticket) else { continue };
                schedule.known[id].active = false;
                found.alarms.extend(analysed.alarms.iter().copied());
                for stop in &analysed.stops {
                    if !found.stops.contains(stop) {
                        found.stops.push(stop.clone());
                    }
                }
                found.coarse |= analysed.coarse;
                if let Some(stop) = analysed.early {
                    found.early = Some(stop);
                    break;
                }
                if !analysed.paused && analysed.uses.is_empty() {
                    schedule.keep(id, &analysed);
                }
                counts.0 += analysed.states.saturating_sub(schedule.known[id].states);
                schedule.known[id].states = analysed.states;
                counts.1 += analysed.steps;
                let mut again = std::mem::take(&mut schedule.known[id].again) || analysed.paused;
                let waits = !analysed.uses.is_empty();
                for (entry, used) in analysed.uses {
                    let child = schedule.id(entry);
                    schedule.known[child].waiting.insert(id);
                    if schedule.known[child].version > used {
                        again = true;
                    } else if schedule.known[child].version == 0 && !schedule.known[child].active {
                        match schedule.recall(child, &mut found) {
                            true => again = true,
                            false => schedule.wake(child),
                        }
                    }
                }
                if !analysed.paused && (!waits || grows) {
                    let known = &mut schedule.known[id];
                    // States are only joined and added, but a join may change without there being more of them.
                    let old = shared.get(&known.entry);
                    if known.version == 0 || old.is_none_or(|old| *old.exits != analysed.exits) {
                        known.version += 1;
                        shared.publish(&known.entry, analysed.exits, known.version);
                        for parent in known.waiting.clone() {
                            schedule.wake(parent);
                        }
                    }
                }
                if again {
                    schedule.wake(id);
                }
                let done = schedule.known.iter().filter(|known| known.version > 0).count() as u64;
                sink(Event::Counts(BTreeMap::from([
                    ("blocks", schedule.known.len() as u64),
                    ("blocks done", done),
                    ("blocks from the cache", schedule.hits),
                    ("states", counts.0),
                    ("steps", counts.1),
                ])));
            }
            Next::Lost(_, text) => {
                found.early = Some(Stop::Bug(text));
                break;
            }
            Next::Stopped(stop) => {
                found.early = Some(stop);
                break;
            }
            Next::Drained => break,
        }
    }
    if let Some(summaries) = &schedule.summaries {
        summaries.flush();
    }
    // Nothing waits and nothing runs: every block must have its answer.
    if found.early.is_none() && schedule.known.iter().any(|known| known.version == 0 || known.active) {
        found.early = Some(Stop::Bug("a block of the analysis has no answer".into()));
    }
    found
}
