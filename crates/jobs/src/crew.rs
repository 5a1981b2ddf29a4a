//! The workers: threads, or the caller itself in a seeded order.

use crate::Job;
use crate::lane::Lane;
use crate::queue::{Idle, Loss, Random, SHARE, State};
use crate::record::Record;
use crate::turns::Turns;
use hecaton_base::budget::stack_bytes;
use hecaton_base::{Budget, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long a crew waits for its workers when it ends. One that does not look at its budget is left behind.
const PARTING: Duration = Duration::from_secs(1);
/// How many jobs for each worker are queued while there is room.
const ROOM_JOBS: usize = 4;
/// How many bytes of jobs are queued in a lane while there is room.
const ROOM_BYTES: usize = 64 << 20;

/// The loop of an engine, to be run beside others.
pub type Loop<'a, T> = Box<dyn FnOnce() -> T + Send + 'a>;

/// The workers that lanes share.
///
/// Those of `threads` are threads. `inline` has one worker, the caller: jobs run inside of `wait`, and chance decides
/// the order among jobs of equal rank, whose turn it is among loops that run side by side, and sometimes that work is
/// wanted. With the same seed everything happens in the same order.
///
/// When a crew is dropped, its jobs are cancelled.
pub struct Crew {
    core: Arc<Core>,
}

/// The shares of a crew's lanes.
#[derive(Clone)]
pub struct Shares(Arc<Core>);

impl Shares {
    /// `Lane::set_share` of the lanes with a name.
    pub fn set(&self, name: &str, share: u32) {
        let mut state = self.0.lock();
        let mut changed = false;
        for lane in state.lanes.iter_mut().filter(|lane| &*lane.name == name) {
            changed |= lane.share != share;
            lane.share = share;
        }
        if changed {
            state.feel();
        }
    }
    /// The lanes of one name become lanes of another, with the share that those have.
    pub fn rename(&self, from: &str, to: &str) {
        let mut state = self.0.lock();
        let share = state.lanes.iter().rfind(|lane| &*lane.name == to).map_or(SHARE, |lane| lane.share);
        for lane in state.lanes.iter_mut().filter(|lane| &*lane.name == from) {
            (lane.name, lane.share) = (to.into(), share);
        }
        state.feel();
        drop(state);
        self.0.work.notify_all();
    }
}

/// What the crew, its lanes and its threads share.
pub(crate) struct Core {
    pub kind: Kind,
    pub budget: Budget,
    pub through_wire: AtomicBool,
    pub start: Instant,
    /// There may be something to do.
    pub work: Condvar,
    /// There may be news for a loop, or a worker has ended.
    pub news: Condvar,
    state: Mutex<State>,
}

/// Where jobs run.
pub(crate) enum Kind {
    Threads,
    Inline(Turns),
}

impl Core {
    pub fn lock(&self) -> MutexGuard<'_, State> {
        // No job runs while the lock is held, so it cannot be poisoned by one.
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
    /// The time since the crew was made.
    pub fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Crew {
    /// A crew with that many threads, at least one: an error if the system does not allow even that. The budget is that of all
    /// jobs, unless their lane has one.
    pub fn threads(workers: usize, budget: &Budget) -> std::io::Result<Self> {
        let workers = workers.max(1);
        let crew = Crew::new(Kind::Threads, workers, 0, budget.clone());
        let stack = stack_bytes();
        for index in 0..workers {
            let core = Arc::clone(&crew.core);
            crew.core.lock().alive += 1;
            let thread = std::thread::Builder::new().name(format!("worker-{index}")).stack_size(stack);
            if let Err(error) = thread.spawn(move || worker(&core, index)) {
                crew.core.lock().alive -= 1;
                // Those that run do the work of all.
                return if index > 0 { Ok(crew) } else { Err(error) };
            }
        }
        Ok(crew)
    }
    /// A crew whose only worker is the caller. A job's budget is that of its lane, or that of `wait`.
    pub fn inline(seed: u64) -> Self {
        Crew::new(Kind::Inline(Turns::new(seed)), 1, seed, Budget::unlimited())
    }
    fn new(kind: Kind, workers: usize, seed: u64, budget: Budget) -> Self {
        let core = Core {
            kind,
            budget,
            through_wire: AtomicBool::new(false),
            start: Instant::now(),
            work: Condvar::new(),
            news: Condvar::new(),
            state: Mutex::new(State::new(workers, seed)),
        };
        Crew { core: Arc::new(core) }
    }
    /// Throws away the outcome of a job's first run at this rate (0 to 1), as if the worker had died: for tests. Only of
    /// the first, so that nothing is `Lost` in the end.
    #[must_use]
    pub fn losing(self, rate: f64, seed: u64) -> Self {
        self.core.lock().losing = Some((rate, Random::new(seed)));
        self
    }
    /// Writes every job and outcome to bytes and reads them back, as a remote executor would.
    #[must_use]
    pub fn through_wire(self) -> Self {
        self.core.through_wire.store(true, Ordering::Relaxed);
        self
    }
    /// Keeps a record of every job, which takes memory for each. To be said before there are lanes.
    #[must_use]
    pub fn recording(self) -> Self {
        {
            let mut state = self.core.lock();
            state.record = Some(Record { workers: state.workers, ..Record::default() });
        }
        self
    }
    /// Asks for as much work as if there were more workers: jobs are split and queued for that many, so that the record
    /// shows what they could do. For threads, and to be said before there are lanes.
    #[must_use]
    pub fn as_if(self, workers: usize) -> Self {
        {
            let mut state = self.core.lock();
            state.asked = workers.max(state.workers);
        }
        self
    }

    /// How many workers there are.
    pub fn workers(&self) -> usize {
        self.core.lock().workers
    }
    /// A lane for one loop. Its jobs are revoked when it is dropped.
    pub fn lane<J: Job>(&self, name: &str, shared: J::Shared) -> Lane<J> {
        Lane::new(Arc::clone(&self.core), name, shared, (ROOM_JOBS, ROOM_BYTES))
    }
    /// The shares of its lanes, for whoever watches them.
    pub fn shares(&self) -> Shares {
        Shares(Arc::clone(&self.core))
    }
    /// Runs loops side by side, each on a thread of its own, until all have returned. Gives the results in the same
    /// order. They are not workers: they should do little but wait.
    pub fn side_by_side<'a, T: Send + 'a>(&self, loops: Vec<Loop<'a, T>>) -> Vec<Result<T, Unfinished>> {
        match &self.core.kind {
            Kind::Threads => on_threads(loops.into_iter().map(|body| || guarded(body))),
            Kind::Inline(turns) => {
                let numbers = turns.announce(loops.len());
                let taking_turns = |(body, number)| move || turns.run(number, || guarded(body));
                turns.without(|| on_threads(loops.into_iter().zip(numbers).map(taking_turns)))
            }
        }
    }

    /// How busy the crew is, for a line of progress.
    pub fn load(&self) -> Load {
        let now = self.core.now();
        let state = self.core.lock();
        let whole = now.as_secs_f64() * state.workers as f64;
        Load {
            workers: state.workers,
            busy: state.running(),
            queued: state.queued(),
            utilisation: if whole > 0.0 { (state.busy(now).as_secs_f64() / whole).min(1.0) } else { 0.0 },
            lanes: state
                .lanes
                .iter()
                .map(|lane| LaneLoad {
                    name: lane.name.to_string(),
                    running: lane.running(),
                    queued: lane.queued,
                    done: lane.done,
                    lost: lane.lost,
                })
                .collect(),
        }
    }
    /// What happened so far; nothing unless the crew is `recording`.
    pub fn record(&self) -> Record {
        self.core.lock().record.clone().unwrap_or_default()
    }
    /// The jobs that were lost so far, the first hundred of them.
    pub fn losses(&self) -> Vec<Loss> {
        self.core.lock().losses.clone()
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        let until = Instant::now() + PARTING;
        let mut state = self.core.lock();
        state.close();
        self.core.work.notify_all();
        self.core.news.notify_all();
        while state.alive > 0 {
            let Some(left) = until.checked_duration_since(Instant::now()) else { return };
            state = self.core.news.wait_timeout(state, left).unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }
}

/// Why a loop has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It panicked, with this text.
    Panicked(String),
    /// The system gives it no thread (`ulimit -u`, `ulimit -v`), with this reason.
    NotStarted(String),
}

impl Unfinished {
    /// Why nothing is known of what it would have found: a panic is a defect, of which the budget takes note.
    pub fn stop(self, budget: &Budget) -> Stop {
        let stop = match self {
            Unfinished::Panicked(text) => Stop::Bug(text),
            Unfinished::NotStarted(why) => Stop::Full(format!("threads that the system allows: {why}")),
        };
        budget.note_stop(&stop);
        stop
    }
}

fn on_threads<T: Send>(
    loops: impl Iterator<Item = impl FnOnce() -> Result<T, String> + Send>,
) -> Vec<Result<T, Unfinished>> {
    let stack = stack_bytes();
    std::thread::scope(|scope| {
        let spawn = |(i, body)| {
            let thread = std::thread::Builder::new().name(format!("loop-{i}")).stack_size(stack);
            thread.spawn_scoped(scope, body).map_err(|error| Unfinished::NotStarted(error.to_string()))
        };
        // All must have started before the first is waited for.
        let threads: Vec<_> = loops.enumerate().map(spawn).collect();
        let result = |thread: Result<std::thread::ScopedJoinHandle<'_, Result<T, String>>, Unfinished>| {
            let ended = thread?.join().unwrap_or_else(|panic| Err(text(&*panic)));
            ended.map_err(Unfinished::Panicked)
        };
        threads.into_iter().map(result).collect()
    })
}

/// What a thread does.
fn worker(core: &Core, index: usize) {
    let mut state = core.lock();
    while !state.closed {
        let started = match state.take(index, &core.budget, core.now()) {
            Ok(started) => started,
            Err(Idle::Soon(time)) => {
                state = core.work.wait_timeout(state, time).unwrap_or_else(|poisoned| poisoned.into_inner()).0;
                continue;
            }
            Err(Idle::Nothing) => {
                state = core.work.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
                continue;
            }
        };
        drop(state);
        let produced = started.entry.job.run(&started.budget);
        state = core.lock();
        state.finish(index, started, produced, core.now());
        core.news.notify_all();
    }
    state.alive -= 1;
    core.news.notify_all();
}

/// How busy a crew is.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// How many workers there are.
    pub workers: usize,
    /// How many of them have a job.
    pub busy: usize,
    /// Jobs that wait for a worker.
    pub queued: usize,
    /// Which part of the workers' time was spent in jobs so far, 0 to 1.
    pub utilisation: f64,
    /// Each lane, those included that are closed.
    pub lanes: Vec<LaneLoad>,
}

/// How busy a lane is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LaneLoad {
    pub name: String,
    pub running: usize,
    pub queued: usize,
    /// Jobs that came to an end.
    pub done: u64,
    /// Runs of jobs that did not.
    pub lost: u64,
}

/// Runs something so that a panic in it is a text and not the end of the thread.
pub(crate) fn guarded<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    // A job owns what it works on and the shared data is only read, so a panic leaves nothing half-changed behind.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).map_err(|panic| text(&*panic))
}

fn text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_one_name_become_lanes_of_another_with_its_share() {
        let crew = Crew::inline(0);
        for name in ["due", "ahead", "other"] {
            crew.core.lock().open_lane(name, (1, 1), Duration::ZERO);
        }
        crew.shares().set("due", 7);
        crew.shares().set("ahead", 0);
        crew.shares().rename("ahead", "due");
        let state = crew.core.lock();
        let lanes: Vec<(&str, u32)> = state.lanes.iter().map(|lane| (&*lane.name, lane.share)).collect();
        assert_eq!(lanes, [("due", 7), ("due", 7), ("other", SHARE)]);
    }
}
