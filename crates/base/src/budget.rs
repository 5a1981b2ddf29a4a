//! One way to stop. A `Budget` is handed down to everything that may run long; it is polled, never enforced from
//! outside, and what stops carries a typed reason.

use crate::clock;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why something stopped before it had its answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stop {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The step limit was reached.
    Steps,
    /// What an engine keeps has come to the limit that it has for that; the text names both.
    Full(String),
    /// Somebody asked to stop: a sibling found the answer, or the user pressed Ctrl-C.
    Cancelled,
    /// Something that is not modelled; the text says what, and where if it has a place.
    Unsupported(String),
    /// A violation that depends on something known only approximately; the text says what.
    Approximate(String),
    /// A decision procedure failed to answer; the text names it.
    Solver(String),
    /// Only a part of the executions was looked at, and nothing was found there; the text says which.
    Partial(String),
    /// A defect of this tool, found by its own checks. Never an answer.
    Bug(String),
}

impl Stop {
    /// A path broke a rule of memory that nobody asked about: it ends there, and nothing is claimed of what comes after.
    pub fn after_unasked() -> Self {
        Stop::Unsupported("what comes after an invalid access that is not asked about (-p deref,free asks)".into())
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Time => write!(f, "time limit reached"),
            Stop::Memory => write!(f, "memory limit reached"),
            Stop::Steps => write!(f, "step limit reached"),
            Stop::Full(what) => write!(f, "limit reached: {what}"),
            Stop::Cancelled => write!(f, "interrupted"),
            Stop::Unsupported(what) => write!(f, "not supported: {what}"),
            Stop::Approximate(what) => write!(f, "a violation was found that depends on {what}, an approximation"),
            Stop::Solver(what) => write!(f, "solver failed: {what}"),
            Stop::Partial(what) => write!(f, "shown only for {what}"),
            Stop::Bug(what) => write!(f, "internal error: {what}"),
        }
    }
}

impl std::error::Error for Stop {}

/// A flag that travels against the stream: set once, seen by every holder.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }
    /// Asks every holder to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A flag that says "somebody nearby has nothing to do": work that can be split should return soon, with the rest of
/// it. Unlike a cancelled flag it may be taken back.
#[derive(Clone, Debug, Default)]
pub struct Wanted(Arc<AtomicBool>);

impl Wanted {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }
    /// Sets it or takes it back.
    pub fn set(&self, wanted: bool) {
        self.0.store(wanted, Ordering::Relaxed);
    }
    /// Whether it is set now.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A limit of memory, and by how much it is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// So many bytes too many are used.
    pub over: u64,
    /// The limit, in bytes.
    pub limit: u64,
}

/// So many defects are kept.
const MOST_DEFECTS: usize = 16;

/// What a piece of work may use. Cloning shares the step counter and the flags.
///
/// `child` gives a budget whose own cancel flag stops only the child, while every flag above it stops it too.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    bytes: Option<u64>,
    addresses: Option<u64>,
    steps: Option<(u64, Arc<AtomicU64>)>,
    conflicts: Option<(u64, Arc<AtomicU64>)>,
    flags: Vec<Cancel>,
    wanted: Option<Wanted>,
    /// From when on being wanted is a reason to stop.
    yields: Option<Instant>,
    /// Defects of this tool that were noticed in the course of the work.
    defects: Arc<Mutex<Vec<String>>>,
}

impl Budget {
    /// No limit but the cancel flag.
    pub fn unlimited() -> Self {
        let (deadline, bytes, addresses, steps, conflicts) = (None, None, None, None, None);
        let (flags, defects) = (vec![Cancel::new()], Arc::default());
        Budget { deadline, bytes, addresses, steps, conflicts, flags, wanted: None, yields: None, defects }
    }
    /// A defect of this tool was noticed, such as a violation that the replay does not confirm, or a job that panicked. All
    /// that share the budget, up to the whole run, can tell: nothing that they claim to be proved counts any more.
    pub fn note_defect(&self, what: &str) {
        let mut defects = self.defects.lock().unwrap_or_else(PoisonError::into_inner);
        if defects.len() < MOST_DEFECTS {
            defects.push(what.to_owned());
        }
    }
    /// The same for a reason to stop, if it is one.
    pub fn note_stop(&self, stop: &Stop) {
        if let Stop::Bug(what) = stop {
            self.note_defect(what);
        }
    }
    /// The first defect that was noticed.
    pub fn defect(&self) -> Option<String> {
        self.defects.lock().unwrap_or_else(PoisonError::into_inner).first().cloned()
    }
    /// Limited by wall-clock time from now, without the time that the process is stopped ([`clock`]).
    #[must_use]
    pub fn with_time(mut self, limit: Duration) -> Self {
        let new = clock::now() + limit;
        self.deadline = Some(self.deadline.map_or(new, |old| old.min(new)));
        self
    }
    /// Limited by resident memory of the process and of the programs that it has started.
    #[must_use]
    pub fn with_bytes(mut self, limit: u64) -> Self {
        self.bytes = Some(self.bytes.map_or(limit, |old| old.min(limit)));
        self
    }
    /// With limits that are smaller by so much, as far as there are any.
    #[must_use]
    pub fn leaving(mut self, time: Duration, bytes: u64) -> Self {
        self.deadline = self.deadline.map(|deadline| deadline.checked_sub(time).unwrap_or_else(clock::now));
        self.bytes = self.bytes.map(|limit| limit.saturating_sub(bytes));
        self
    }
    /// Limited by the addresses that the process uses, be there memory behind them or not.
    #[must_use]
    pub fn with_addresses(mut self, limit: u64) -> Self {
        self.addresses = Some(self.addresses.map_or(limit, |old| old.min(limit)));
        self
    }
    /// Limited by a number of steps, counted by `tick`.
    #[must_use]
    pub fn with_steps(mut self, limit: u64) -> Self {
        self.steps = Some((limit, Arc::new(AtomicU64::new(0))));
        self
    }
    /// Limited by how hard all questions to SAT solvers may be together, in conflicts. Unlike a limit of time, it is the
    /// same in every run.
    #[must_use]
    pub fn with_conflicts(mut self, limit: u64) -> Self {
        self.conflicts = Some((limit, Arc::new(AtomicU64::new(0))));
        self
    }
    /// The conflicts that are left, if there is a limit.
    pub fn conflicts_left(&self) -> Option<u64> {
        let (limit, used) = self.conflicts.as_ref()?;
        Some(limit.saturating_sub(used.load(Ordering::Relaxed)))
    }
    /// Counts conflicts against their limit.
    pub fn count_conflicts(&self, conflicts: u64) {
        if let Some((_, used)) = &self.conflicts {
            used.fetch_add(conflicts, Ordering::Relaxed);
        }
    }
    /// Asked by this flag to share its work; without one it never is.
    #[must_use]
    pub fn with_wanted(mut self, flag: Wanted) -> Self {
        self.wanted = Some(flag);
        self
    }
    /// Whether a worker is idle and nothing is queued for it: a job that can be split should return with the rest of
    /// its work, once it has done some. It is a wish; nothing is wrong with work that cannot be split. Cheap.
    pub fn wanted(&self) -> bool {
        self.wanted.as_ref().is_some_and(Wanted::is_set)
    }
    /// Stops, as if cancelled, when it is wanted after this time: for work that cannot be split but can be done later.
    #[must_use]
    pub fn yielding(mut self, after: Duration) -> Self {
        self.yields = Some(Instant::now() + after);
        self
    }
    /// A budget under this one with a cancel flag of its own.
    #[must_use]
    pub fn child(&self) -> Self {
        let mut child = self.clone();
        child.flags.push(Cancel::new());
        child
    }
    /// The innermost cancel flag.
    pub fn cancel_flag(&self) -> &Cancel {
        self.flags.last().expect("a budget has a flag")
    }
    /// Whether a cancel flag at or above this budget is set. Cheap: no clock, no memory reading.
    pub fn is_cancelled(&self) -> bool {
        let yields = || self.yields.is_some_and(|at| self.wanted() && Instant::now() >= at);
        self.flags.iter().any(Cancel::is_cancelled) || yields()
    }
    /// The resident memory that is left, if there is a limit.
    pub fn bytes_left(&self) -> Option<u64> {
        self.bytes.map(|limit| limit.saturating_sub(recent().1))
    }
    /// By how much the limits are exceeded, as far as there are any: that of resident memory, and that of addresses.
    pub fn excess(&self) -> (Option<Excess>, Option<Excess>) {
        let (addresses, bytes) =
            if self.bytes.is_some() || self.addresses.is_some() { recent() } else { Default::default() };
        let over =
            |limit: Option<u64>, used: u64| limit.map(|limit| Excess { over: used.saturating_sub(limit), limit });
        (over(self.bytes, bytes), over(self.addresses, addresses))
    }
    /// The time that is left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(clock::now()))
    }
    /// `Err` with the reason if the work has to stop now. Reads the clock and, with a memory limit, now and then `/proc`; a tight
    /// loop polls every thousand rounds or so.
    pub fn poll(&self) -> Result<(), Stop> {
        if self.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some_and(clock::has_come) {
            return Err(Stop::Time);
        }
        if let Some((limit, used)) = &self.steps
            && used.load(Ordering::Relaxed) > *limit
        {
            return Err(Stop::Steps);
        }
        let (bytes, addresses) = self.excess();
        let is_over = |excess: Option<Excess>| excess.is_some_and(|excess| excess.over > 0);
        if is_over(bytes) || is_over(addresses) { Err(Stop::Memory) } else { Ok(()) }
    }
    /// Counts steps against the step limit.
    pub fn tick(&self, steps: u64) {
        if let Some((_, used)) = &self.steps {
            used.fetch_add(steps, Ordering::Relaxed);
        }
    }
}

/// How old what is known of the memory may be.
const RECENT: Duration = Duration::from_millis(5);

/// What the process used a moment ago: reading it takes longer than many a step between two polls.
fn recent() -> (u64, u64) {
    static LAST: Mutex<Option<(Instant, (u64, u64))>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match *last {
        Some((at, used)) if at.elapsed() < RECENT => used,
        _ => {
            let used = used();
            *last = Some((Instant::now(), used));
            used
        }
    }
}

/// The addresses of this process, and the resident memory of it and of the programs that it has started, in bytes; 0 where
/// they cannot be read.
fn used() -> (u64, u64) {
    let (addresses, own) = pages("self");
    let started = STARTED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (addresses, own + started.into_iter().map(|id| resident_with_children(id, 0)).sum::<u64>())
}

/// The addresses and the resident memory of a process.
fn pages(process: &str) -> (u64, u64) {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let mut pages = text.split_whitespace().map(|pages| pages.parse::<u64>().unwrap_or(0) * 4096);
    (pages.next().unwrap_or(0), pages.next().unwrap_or(0))
}

/// The resident memory of a process and of those it has started.
fn resident_with_children(id: u32, depth: u32) -> u64 {
    /// The compiler's driver starts the compiler, and a script may stand before each.
    const DEEPEST: u32 = 8;
    let own = pages(&id.to_string()).1;
    if depth == DEEPEST {
        return own;
    }
    // Children belong to the thread that started them.
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let children = |list: String| -> u64 {
        let ids = list.split_whitespace().filter_map(|child| child.parse().ok());
        ids.map(|child| resident_with_children(child, depth + 1)).sum()
    };
    own + lists.map(children).sum::<u64>()
}

/// Processes whose memory counts as ours.
static STARTED: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// The memory of a process counts as ours as long as this value is there.
#[derive(Debug)]
pub struct Counted(u32);

/// Counts the memory of a process that we have started, and of those that it starts.
pub fn count(process: u32) -> Counted {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    Counted(process)
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
        started.retain(|process| *process != self.0);
    }
}

/// Resident memory of this process and of those it has started, 0 where it cannot be read.
pub fn resident_bytes() -> u64 {
    used().1
}

/// How many bytes of addresses this process may use (`ulimit -v`, or `ulimit -d`, which counts most of them), if that is
/// limited. Beyond them an allocation fails, which nobody survives.
pub fn address_limit() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let limit = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    limit("Max address space").into_iter().chain(limit("Max data size")).min()
}

/// The stack of a thread that does work: enough for nested expressions, which are walked recursively. It is addresses, not
/// memory; where those are limited, all stacks together take a quarter of them.
pub fn stack_bytes() -> usize {
    const MOST: u64 = 256 << 20;
    const LEAST: u64 = 4 << 20;
    /// Threads besides the workers: the loops of engines, and who waits for them.
    const OTHERS: usize = 12;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let share = |limit: u64| limit / 4 / (cores + OTHERS) as u64;
    address_limit().map_or(MOST, share).clamp(LEAST, MOST) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_stopped_by_its_own_flag_and_by_its_parents_but_not_the_other_way() {
        let parent = Budget::unlimited();
        let (one, two) = (parent.child(), parent.child());
        one.cancel_flag().cancel();
        assert_eq!(one.poll(), Err(Stop::Cancelled));
        assert_eq!((two.poll(), parent.poll()), (Ok(()), Ok(())));
        parent.cancel_flag().cancel();
        assert_eq!(two.poll(), Err(Stop::Cancelled));
    }

    #[test]
    fn addresses_are_counted_and_limited() {
        let (addresses, bytes) = used();
        assert!(addresses > bytes && bytes > 0, "{addresses} {bytes}");
        let some = Budget::unlimited().with_addresses(addresses / 2);
        assert_eq!(some.with_addresses(u64::MAX).child().poll(), Err(Stop::Memory));
        assert_eq!(Budget::unlimited().with_addresses(u64::MAX).poll(), Ok(()));
    }

    #[test]
    fn a_budget_is_wanted_only_by_its_flag_and_as_long_as_it_is_set() {
        let flag = Wanted::new();
        let (plain, child) = (Budget::unlimited(), Budget::unlimited().with_wanted(flag.clone()).child());
        assert!(!plain.wanted() && !child.wanted());
        flag.set(true);
        assert!(!plain.wanted() && child.wanted() && child.poll().is_ok());
        flag.set(false);
        assert!(!child.wanted());
    }

    #[test]
    fn a_budget_that_yields_stops_when_it_is_wanted_long_enough() {
        let flag = Wanted::new();
        let budget = Budget::unlimited().with_wanted(flag.clone());
        let (now, later) = (budget.clone().yielding(Duration::ZERO), budget.clone().yielding(Duration::from_secs(60)));
        assert_eq!((now.poll(), later.poll()), (Ok(()), Ok(())));
        flag.set(true);
        assert_eq!((now.poll(), later.poll(), budget.poll()), (Err(Stop::Cancelled), Ok(()), Ok(())));
    }

    #[test]
    fn a_defect_is_known_to_all_that_share_the_budget() {
        let run = Budget::unlimited();
        let job = run.child().with_steps(1).child();
        job.note_stop(&Stop::Time);
        assert_eq!(run.defect(), None);
        job.note_stop(&Stop::Bug("first".into()));
        job.note_defect("second");
        assert_eq!((run.defect().as_deref(), Budget::unlimited().defect()), (Some("first"), None));
    }

    #[test]
    fn every_limit_has_its_own_reason() {
        assert_eq!(Budget::unlimited().with_time(Duration::ZERO).poll(), Err(Stop::Time));
        assert_eq!(Budget::unlimited().with_bytes(1).poll(), Err(Stop::Memory));
        let steps = Budget::unlimited().with_steps(2);
        steps.clone().tick(3);
        assert_eq!(steps.poll(), Err(Stop::Steps));
        let conflicts = Budget::unlimited().with_conflicts(5);
        conflicts.child().count_conflicts(3);
        assert_eq!((conflicts.conflicts_left(), Budget::unlimited().conflicts_left()), (Some(2), None));
        conflicts.count_conflicts(3);
        assert_eq!(conflicts.conflicts_left(), Some(0));
    }
}
