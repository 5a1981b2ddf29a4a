//! What is queued and running, lane by lane. Everything here happens under the crew's lock and takes no longer than a
//! look at each worker; jobs are long, so the lock is not felt.
//!
//! Each lane has a queue for each worker. A job goes to the queue with the least work in it, or to that of its home; a
//! worker takes from its own queue, and from another one if its own is empty or the other has a job of lower rank that is
//! at home nowhere.

use crate::Ticket;
use crate::record::{Fate, Fold, Opened, Ran, Record};
use hecaton_base::{Budget, Cancel, Wanted};
use std::any::Any;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// A job whose type is forgotten. Can be run again if the first time fails.
pub(crate) trait Attempt: Send {
    /// Runs a copy of the job; a panic is its text.
    fn run(&self, budget: &Budget) -> Produced;
}

/// What came of a job: the outcome of the type that its lane knows, or what went wrong.
pub(crate) type Produced = Result<Box<dyn Any + Send>, String>;

/// However short, a job counts as if it took so long.
const LEAST: Duration = Duration::from_micros(100);
/// A lane that gets a worker keeps it so long if it has more to do: for one with many small jobs it would not be its turn
/// for long otherwise, because the jobs of others take longer than its own.
const TURN: Duration = Duration::from_millis(50);
/// And so long a worker waits, within a lane's turn, for its loop to say what comes next.
const THINKING: Duration = Duration::from_millis(2);
/// So many losses are remembered.
const MOST_LOSSES: usize = 100;

/// A run of a job that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Loss {
    pub lane: String,
    pub label: String,
    pub text: String,
    /// It was the first time, so the job is run again.
    pub again: bool,
}

/// A job in a queue.
pub(crate) struct Entry {
    pub job: Box<dyn Attempt>,
    pub rank: i64,
    pub ticket: Ticket,
    pub label: String,
    pub cost: u64,
    pub bytes: usize,
    /// See [`crate::Job::home`].
    pub home: Option<usize>,
    /// How often it was started and lost.
    pub lost: u32,
    pub cause: Option<Ticket>,
    pub lag: Duration,
}

/// Why a worker gets no job.
pub(crate) enum Idle {
    /// The lane whose turn it is says soon, within this time, what comes next.
    Soon(Duration),
    Nothing,
}

/// A job that a worker has taken.
pub(crate) struct Started {
    pub lane: usize,
    pub entry: Entry,
    pub budget: Budget,
    pub at: Duration,
}

/// What comes first in a queue: whether a job has a home, its rank and its ticket.
type Key = (bool, i64, Ticket);

#[derive(Default)]
struct Queue {
    entries: BTreeMap<Key, Entry>,
    cost: u64,
}

struct Running {
    cancel: Cancel,
    revoked: bool,
    since: Duration,
}

/// The share of a lane at first.
pub const SHARE: u32 = 4;

/// One loop's part.
pub(crate) struct LaneState {
    pub name: Arc<str>,
    pub share: u32,
    /// Most jobs for each worker and most bytes that are queued while there is room.
    pub room: (usize, usize),
    pub budget: Option<Budget>,
    /// Jobs stay where they are: the loop was told to stop.
    pub frozen: bool,
    /// The loop has nothing to do but wait for outcomes.
    pub waits: bool,
    pub results: VecDeque<(Ticket, Produced)>,
    pub queued: usize,
    pub bytes: usize,
    pub done: u64,
    pub lost: u64,
    closed: bool,
    queues: Vec<Queue>,
    running: HashMap<Ticket, Running>,
    wanted: Wanted,
    /// Time that its jobs took.
    used: Duration,
}

impl LaneState {
    pub fn has_room(&self, workers: usize) -> bool {
        self.queued < self.room.0.saturating_mul(workers) && self.bytes <= self.room.1
    }
    pub fn running(&self) -> usize {
        self.running.len()
    }
    /// How many jobs run for its share.
    fn crowding(&self) -> f64 {
        self.running.len() as f64 / f64::from(self.share.max(1))
    }
    /// Jobs that run and whose outcome is awaited.
    pub fn awaited(&self) -> usize {
        self.running.values().filter(|running| !running.revoked).count()
    }
    /// Whether its loop is about to say what comes next.
    fn thinks(&self) -> bool {
        !self.closed && self.queued == 0 && (!self.waits || !self.results.is_empty())
    }
    pub fn is_drained(&self) -> bool {
        self.queued == 0 && self.results.is_empty() && self.awaited() == 0
    }
    fn push(&mut self, entry: Entry) {
        self.queued += 1;
        self.bytes += entry.bytes;
        let workers = self.queues.len();
        let queue = match entry.home {
            Some(home) => &mut self.queues[home % workers],
            None => self.queues.iter_mut().min_by_key(|queue| queue.cost).expect("there is a worker"),
        };
        queue.cost += entry.cost;
        queue.entries.insert((entry.home.is_some(), entry.rank, entry.ticket), entry);
    }
    /// Takes the first job for a worker: the lowest rank, and among equals one of its own queue; with homes, the lowest
    /// rank of its own queue.
    fn pop(&mut self, worker: usize) -> Option<Entry> {
        let firsts = self.queues.iter().enumerate().filter_map(|(i, queue)| {
            let (key, _) = queue.entries.first_key_value()?;
            let (has_home, rank, _) = *key;
            Some((has_home, has_home && i != worker, rank, i != worker, *key, i))
        });
        let (.., key, queue) = firsts.min()?;
        self.remove(queue, key)
    }
    fn remove(&mut self, queue: usize, key: Key) -> Option<Entry> {
        let queue = &mut self.queues[queue];
        let entry = queue.entries.remove(&key)?;
        queue.cost -= entry.cost;
        self.queued -= 1;
        self.bytes -= entry.bytes;
        Some(entry)
    }
    /// Takes one of those of the lowest rank; which one, `random` says.
    fn pop_any(&mut self, random: u64) -> Option<Entry> {
        let keys = |queue: &Queue| queue.entries.keys().copied().collect::<Vec<_>>();
        let all: Vec<(usize, Key)> =
            self.queues.iter().enumerate().flat_map(|(i, q)| keys(q).into_iter().map(move |key| (i, key))).collect();
        let least = all.iter().map(|(_, (_, rank, _))| *rank).min()?;
        let equals: Vec<_> = all.into_iter().filter(|(_, (_, rank, _))| *rank == least).collect();
        let (queue, key) = equals[(random % equals.len() as u64) as usize];
        self.remove(queue, key)
    }
    fn revoke(&mut self, ticket: Ticket) {
        self.results.retain(|(done, _)| *done != ticket);
        if let Some(running) = self.running.get_mut(&ticket) {
            running.revoked = true;
            running.cancel.cancel();
            return;
        }
        let find = |queue: &Queue| queue.entries.keys().find(|(.., t)| *t == ticket).copied();
        let found = self.queues.iter().enumerate().find_map(|(i, queue)| Some((i, find(queue)?)));
        if let Some((queue, key)) = found {
            self.remove(queue, key);
        }
    }
    fn revoke_all(&mut self) {
        self.results.clear();
        (self.queued, self.bytes) = (0, 0);
        self.queues.iter_mut().for_each(|queue| *queue = Queue::default());
        for running in self.running.values_mut() {
            running.revoked = true;
            running.cancel.cancel();
        }
    }
}

/// The lane that a worker takes jobs from for a while.
#[derive(Clone, Copy)]
struct Turn {
    lane: usize,
    since: Duration,
    /// When its last job ended.
    idle: Duration,
}

/// Everything that is queued and running.
pub(crate) struct State {
    pub workers: usize,
    /// Whose turn it is, for each worker.
    turns: Vec<Option<Turn>>,
    pub lanes: Vec<LaneState>,
    pub closed: bool,
    /// Workers that have not ended.
    pub alive: usize,
    /// If one is kept.
    pub record: Option<Record>,
    /// The first losses.
    pub losses: Vec<Loss>,
    /// The job whose outcome was delivered last, and when.
    last: Option<(Ticket, Duration)>,
    /// As many workers as work is asked for and room is made for.
    pub asked: usize,
    /// For what is left to chance.
    pub random: Random,
    /// How often the outcome of a job's first run is thrown away.
    pub losing: Option<(f64, Random)>,
    busy: Duration,
    next: u64,
}

impl State {
    pub fn new(workers: usize, seed: u64) -> Self {
        State {
            workers,
            turns: vec![None; workers],
            lanes: Vec::new(),
            closed: false,
            alive: 0,
            record: None,
            losses: Vec::new(),
            last: None,
            asked: workers,
            random: Random::new(seed),
            losing: None,
            busy: Duration::ZERO,
            next: 0,
        }
    }
    pub fn open_lane(&mut self, name: &str, room: (usize, usize), now: Duration) -> usize {
        if let Some(record) = &mut self.record {
            let lag = now.saturating_sub(self.last.map_or(Duration::ZERO, |(_, at)| at));
            record.lanes.push(Opened { name: name.into(), cause: self.last.map(|(ticket, _)| ticket), lag });
        }
        self.lanes.push(LaneState {
            name: name.into(),
            share: SHARE,
            room,
            budget: None,
            frozen: false,
            waits: false,
            results: VecDeque::new(),
            queued: 0,
            bytes: 0,
            done: 0,
            lost: 0,
            closed: false,
            queues: (0..self.workers).map(|_| Queue::default()).collect(),
            running: HashMap::new(),
            wanted: Wanted::new(),
            // It has no claim on what others got before it came.
            used: self.lanes.iter().filter(|lane| !lane.closed).map(|lane| lane.used).min().unwrap_or_default(),
        });
        self.lanes.len() - 1
    }
    pub fn close_lane(&mut self, lane: usize) {
        self.lanes[lane].closed = true;
        self.lanes[lane].revoke_all();
        self.feel();
    }
    pub fn close(&mut self) {
        self.closed = true;
        self.lanes.iter_mut().for_each(LaneState::revoke_all);
    }
    pub fn ticket(&mut self) -> Ticket {
        self.next += 1;
        Ticket(self.next - 1)
    }
    pub fn push(&mut self, lane: usize, entry: Entry) {
        if !self.closed {
            self.lanes[lane].push(entry);
            self.feel();
        }
    }
    pub fn revoke(&mut self, lane: usize, tickets: &[Ticket]) {
        tickets.iter().for_each(|ticket| self.lanes[lane].revoke(*ticket));
        self.feel();
    }
    pub fn running(&self) -> usize {
        self.lanes.iter().map(LaneState::running).sum()
    }
    pub fn queued(&self) -> usize {
        self.lanes.iter().map(|lane| lane.queued).sum()
    }
    /// Time that workers have spent in jobs, up to now.
    pub fn busy(&self, now: Duration) -> Duration {
        let running = self.lanes.iter().flat_map(|lane| lane.running.values());
        self.busy + running.map(|running| now.saturating_sub(running.since)).sum::<Duration>()
    }

    /// Takes the next job for a worker: from the lane whose turn it is there; else from the lane with the fewest running
    /// jobs for its share, those without a share last; among equals, from the one that got the least time for its share
    /// so far.
    pub fn take(&mut self, worker: usize, crew: &Budget, now: Duration) -> Result<Started, Idle> {
        let claim = |lane: &LaneState| {
            let share = f64::from(lane.share.max(1));
            (lane.share == 0, lane.crowding(), lane.used.as_secs_f64() / share)
        };
        let spare = self.has_spare();
        let may = |lane: &LaneState| lane.queued > 0 && !lane.frozen && (lane.share > 0 || spare);
        let waiting = (0..self.lanes.len()).filter(|i| may(&self.lanes[*i]));
        let first = waiting.min_by(|a, b| {
            let (a, b) = (claim(&self.lanes[*a]), claim(&self.lanes[*b]));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
        });
        let first = first.ok_or(Idle::Nothing)?;
        let turn = self.turn(worker, first, now).unwrap_or(Turn { lane: first, since: now, idle: now });
        let lane = &mut self.lanes[turn.lane];
        let Some(entry) = lane.pop(worker) else {
            return Err(Idle::Soon(THINKING.saturating_sub(now.saturating_sub(turn.idle))));
        };
        lane.used += now.saturating_sub(turn.idle);
        let wanted = lane.wanted.clone();
        self.turns[worker] = Some(turn);
        Ok(self.start(turn.lane, entry, crew, wanted, now))
    }
    /// Whether lanes without a share may have one more worker. The last one is kept for those with a share, whose next job
    /// may come at any time, and others should not have to wait for it.
    fn has_spare(&self) -> bool {
        let (with, without): (Vec<&LaneState>, Vec<&LaneState>) =
            self.lanes.iter().filter(|lane| !lane.closed).partition(|lane| lane.share > 0);
        let running: usize = without.into_iter().map(LaneState::running).sum();
        with.is_empty() || running < self.workers.saturating_sub(1).max(1)
    }
    /// The turn of a lane that goes on at a worker, although another lane would be first.
    fn turn(&self, worker: usize, first: usize, now: Duration) -> Option<Turn> {
        let turn = self.turns[worker].filter(|turn| now.saturating_sub(turn.since) < TURN)?;
        let (lane, first) = (&self.lanes[turn.lane], &self.lanes[first]);
        let may = !lane.frozen && lane.share > 0 && lane.crowding() <= first.crowding();
        let goes_on = lane.queued > 0 || lane.thinks() && now.saturating_sub(turn.idle) < THINKING;
        (may && goes_on).then_some(turn)
    }
    /// Takes a job of one lane, in an order left to chance. So is whether its work is wanted, if it is the last one.
    pub fn take_any(&mut self, lane: usize, crew: &Budget, now: Duration) -> Option<Started> {
        let random = self.random.next();
        let entry = self.lanes[lane].pop_any(random)?;
        let wanted = Wanted::new();
        wanted.set(self.lanes[lane].queued == 0 && self.random.next().is_multiple_of(4));
        Some(self.start(lane, entry, crew, wanted, now))
    }
    fn start(&mut self, lane: usize, entry: Entry, crew: &Budget, wanted: Wanted, now: Duration) -> Started {
        let budget = self.lanes[lane].budget.as_ref().unwrap_or(crew).child().with_wanted(wanted);
        let running = Running { cancel: budget.cancel_flag().clone(), revoked: false, since: now };
        self.lanes[lane].running.insert(entry.ticket, running);
        self.feel();
        Started { lane, entry, budget, at: now }
    }

    /// Takes note of what came of a job: it is given to the lane, or the job is queued once more.
    pub fn finish(&mut self, worker: usize, started: Started, mut produced: Produced, now: Duration) {
        let Started { lane: index, mut entry, at, budget } = started;
        // It may do better when it is run once more; that it panicked is a defect all the same.
        if let Err(text) = &produced {
            budget.note_defect(text);
        }
        let lane = &mut self.lanes[index];
        let revoked = lane.running.remove(&entry.ticket).is_none_or(|running| running.revoked);
        self.busy += now.saturating_sub(at);
        if let Some(turn) = &mut self.turns[worker] {
            turn.idle = now;
        }
        lane.used += now.saturating_sub(at).max(LEAST);
        if let Some((rate, random)) = &mut self.losing
            && entry.lost == 0
            && random.chance(*rate)
        {
            produced = Err("lost on purpose".into());
        }
        let fate = match &produced {
            _ if revoked => Fate::Revoked,
            Ok(_) => Fate::Done,
            Err(text) => Fate::Lost(text.clone()),
        };
        if let Fate::Lost(text) = &fate
            && self.losses.len() < MOST_LOSSES
        {
            let (lane, label, text) = (lane.name.to_string(), entry.label.clone(), text.clone());
            self.losses.push(Loss { lane, label, text, again: entry.lost == 0 });
        }
        if let Some(record) = &mut self.record {
            record.runs.push(Ran {
                lane: index,
                label: entry.label.clone(),
                ticket: entry.ticket,
                worker,
                start: at,
                end: now,
                cause: entry.cause,
                lag: entry.lag,
                fate,
            });
        }
        if !revoked {
            match produced {
                Ok(_) => lane.done += 1,
                Err(_) => lane.lost += 1,
            }
            if produced.is_err() && entry.lost == 0 {
                entry.lost = 1;
                lane.push(entry);
            } else {
                lane.results.push_back((entry.ticket, produced));
            }
        }
        self.feel();
    }

    /// Takes note that a loop hears of a job.
    pub fn delivered(&mut self, ticket: Ticket, now: Duration) {
        self.last = Some((ticket, now));
    }
    /// Takes note of what a loop did.
    pub fn folded(&mut self, fold: Fold) {
        if let Some(record) = &mut self.record {
            record.folds.push(fold);
        }
    }

    /// Says whether work is wanted: a worker has nothing to do, or nothing but jobs of lanes without a share, and
    /// nothing is queued; or another lane waits that has fewer jobs running for its share.
    pub fn feel(&mut self) {
        let lanes = || self.lanes.iter().filter(|lane| lane.share > 0);
        let running: usize = lanes().map(LaneState::running).sum();
        let queued: usize = lanes().filter(|lane| !lane.frozen).map(|lane| lane.queued).sum();
        // Asked for more workers than there are, what is queued does as well as what runs.
        let hungry = if self.asked > self.workers {
            running + queued < self.asked
        } else {
            running < self.workers && queued == 0
        };
        let waiting = lanes().filter(|lane| !lane.frozen && lane.queued > 0).map(LaneState::crowding);
        let least = waiting.min_by(f64::total_cmp);
        for lane in &self.lanes {
            let gives_way = least.is_some_and(|least| lane.crowding() > least);
            lane.wanted.set((hungry && lane.share > 0) || gives_way);
        }
    }
}

/// Numbers that look random and are the same for the same seed.
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Seeds next to each other must not begin alike.
        Random(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 8
    }
    pub fn chance(&mut self, rate: f64) -> bool {
        (self.next() % (1 << 32)) as f64 / ((1u64 << 32) as f64) < rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;

    impl Attempt for Nothing {
        fn run(&self, _: &Budget) -> Produced {
            Ok(Box::new(()))
        }
    }

    /// Queues a job.
    fn push_one(state: &mut State, lane: usize, rank: i64, home: Option<usize>) {
        let (ticket, label, job) = (state.ticket(), String::new(), Box::new(Nothing));
        let (cause, lag) = (None, Duration::ZERO);
        state.push(lane, Entry { job, rank, ticket, label, cost: 1, bytes: 0, home, lost: 0, cause, lag });
    }
    /// Queues so many jobs in a lane.
    fn push(state: &mut State, lane: usize, jobs: u32) {
        (0..jobs).for_each(|_| push_one(state, lane, 0, None));
    }
    /// Runs the next job of the only worker; the lane it is of.
    fn run(state: &mut State, (start, end): (Duration, Duration)) -> usize {
        let Ok(started) = state.take(0, &Budget::unlimited(), start) else { panic!("there are enough") };
        let lane = started.lane;
        state.finish(0, started, Ok(Box::new(())), end);
        lane
    }

    /// How many of the first jobs are of each of two lanes with these shares, one worker, and jobs of one length.
    fn among_the_first(shares: [u32; 2], first: u32, length: Duration) -> [usize; 2] {
        let mut state = State::new(1, 0);
        for share in shares {
            let lane = state.open_lane("lane", (1, 1), Duration::ZERO);
            state.lanes[lane].share = share;
            push(&mut state, lane, first);
        }
        let mut counts = [0; 2];
        for i in 0..first {
            counts[run(&mut state, (length * i, length * (i + 1)))] += 1;
        }
        counts
    }

    #[test]
    fn one_worker_divides_its_time_by_the_shares() {
        for (length, n) in [(TURN, 20), (TURN / 5, 100)] {
            let quarter = n as usize / 4;
            assert_eq!(among_the_first([1, 1], n, length), [2 * quarter, 2 * quarter]);
            assert_eq!(among_the_first([3, 1], n, length), [3 * quarter, quarter]);
            assert_eq!(among_the_first([0, 1], n, length), [0, 4 * quarter], "without a share it comes last");
        }
    }

    #[test]
    fn a_worker_is_kept_for_those_with_a_share() {
        let mut state = State::new(3, 0);
        let lanes = [4, 0].map(|share| {
            let lane = state.open_lane("lane", (1, 1), Duration::ZERO);
            state.lanes[lane].share = share;
            lane
        });
        push(&mut state, lanes[1], 4);
        let take = |state: &mut State, worker: usize| match state.take(worker, &Budget::unlimited(), Duration::ZERO) {
            Ok(started) => Some(started.lane),
            Err(_) => None,
        };
        let taken: Vec<_> = (0..3).map(|worker| take(&mut state, worker)).collect();
        assert_eq!(taken, [Some(lanes[1]), Some(lanes[1]), None]);
        push(&mut state, lanes[0], 1);
        assert_eq!(take(&mut state, 2), Some(lanes[0]));
        let mut state = State::new(2, 0);
        let only = state.open_lane("lane", (1, 1), Duration::ZERO);
        state.lanes[only].share = 0;
        push(&mut state, only, 2);
        assert_eq!([0, 1].map(|worker| take(&mut state, worker)), [Some(only); 2], "nobody else is there");
    }

    #[test]
    fn a_lane_of_short_jobs_has_its_turn_and_others_have_theirs() {
        let (mut state, short) = (State::new(1, 0), TURN / 25);
        let (small, large) = (state.open_lane("small", (1, 1), Duration::ZERO), 1);
        assert_eq!(state.open_lane("large", (1, 1), Duration::ZERO), large);
        push(&mut state, large, 2);
        push(&mut state, small, 1);
        // What comes next is said after each of the jobs, and takes a moment: the worker waits for it.
        let mut now = Duration::ZERO;
        let mut of_small = 0;
        loop {
            let ran = run(&mut state, (now, now + short));
            now += short;
            if ran == large {
                break;
            }
            of_small += 1;
            assert!(of_small < 100, "the turn does not end");
            if now < TURN {
                let soon =
                    matches!(state.take(0, &Budget::unlimited(), now), Err(Idle::Soon(time)) if time <= THINKING);
                assert!(soon, "another lane cut in");
            }
            now += THINKING / 2;
            state.lanes[small].results.clear();
            push(&mut state, small, 1);
        }
        assert!(of_small > 10, "{of_small}");
    }

    #[test]
    fn a_worker_takes_what_is_at_home_nowhere_then_its_own_and_then_what_is_left() {
        let mut state = State::new(2, 0);
        let lane = state.open_lane("lane", (1, 1), Duration::ZERO);
        for (rank, home) in [(1, Some(1)), (2, Some(3)), (3, Some(2)), (4, Some(0)), (5, None)] {
            push_one(&mut state, lane, rank, home);
        }
        let ranks: Vec<i64> = (0..5)
            .map(|_| match state.take(0, &Budget::unlimited(), Duration::ZERO) {
                Ok(started) => started.entry.rank,
                Err(_) => panic!("there are enough"),
            })
            .collect();
        assert_eq!(ranks, [5, 3, 4, 1, 2]);
    }

    #[test]
    fn nobody_is_waited_for_who_waits_himself_or_takes_long() {
        for (waits, after) in [(true, Duration::ZERO), (false, THINKING)] {
            let mut state = State::new(1, 0);
            for _ in 0..2 {
                let lane = state.open_lane("lane", (1, 1), Duration::ZERO);
                push(&mut state, lane, 1);
            }
            let (first, end) = (run(&mut state, (Duration::ZERO, TURN / 25)), TURN / 25 + after);
            state.lanes[first].results.clear();
            state.lanes[first].waits = waits;
            assert_ne!(run(&mut state, (end, end)), first);
        }
    }
}
