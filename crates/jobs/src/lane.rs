//! How a loop gives jobs to the crew and hears of them.

use crate::crew::{Core, Kind, guarded};
use crate::queue::{Attempt, Entry, LaneState, Produced};
use crate::record::Fold;
use crate::{Executor, Job, Next, Ticket};
use hecaton_base::{Budget, Stop, Wire};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often a waiting loop looks at its budget.
const POLL: Duration = Duration::from_millis(20);
/// How long jobs have to return what they have when somebody asks to stop.
const CANCEL_GRACE: Duration = Duration::from_millis(40);
/// How long they have when a limit is reached: nobody waits for somebody else's answer, and what they have is needed.
const LIMIT_GRACE: Duration = Duration::from_secs(1);

/// One loop's access to a crew. Cheap to make; dropping it revokes its jobs.
pub struct Lane<J: Job> {
    core: Arc<Core>,
    index: usize,
    shared: Arc<J::Shared>,
    /// As many as there is to be room for.
    asked: usize,
    clock: Clock,
    job: PhantomData<fn() -> J>,
}

/// What the loop spends its time on.
struct Clock {
    /// When it got control.
    since: Duration,
    /// The time it had control before.
    before: Duration,
    /// The job whose outcome it heard of last.
    last: Option<Ticket>,
}

impl<J: Job> Lane<J> {
    pub(crate) fn new(core: Arc<Core>, name: &str, shared: J::Shared, room: (usize, usize)) -> Self {
        let (index, asked) = {
            let mut state = core.lock();
            let now = core.now();
            (state.open_lane(name, room, now), state.asked)
        };
        let clock = Clock { since: core.now(), before: Duration::ZERO, last: None };
        Lane { core, index, shared: Arc::new(shared), asked, clock, job: PhantomData }
    }
    /// The same lane, its jobs under this budget instead of the crew's.
    #[must_use]
    pub fn under(self, budget: &Budget) -> Self {
        self.state(|lane| lane.budget = Some(budget.clone()));
        self
    }
    /// How many of the workers it should get, compared to other lanes (`SHARE` at first). One without a share gets those
    /// that no other lane has work for.
    pub fn set_share(&self, weight: u32) {
        self.state(|lane| lane.share = weight);
        self.core.lock().feel();
    }
    /// When there is no room any more: at this many queued jobs for each worker, or beyond this many bytes of them.
    pub fn set_room(&self, jobs: usize, bytes: usize) {
        self.state(|lane| lane.room = (jobs, bytes));
    }
    /// Whether more should be submitted now. Where there is none, a loop waits for outcomes first.
    pub fn room(&self) -> bool {
        self.state(|lane| lane.has_room(self.asked))
    }
    /// For how many workers work should be split: as many as the crew has, or is to be taken to have.
    pub fn workers(&self) -> usize {
        self.asked
    }
    /// How many jobs are queued, and how many are running.
    pub fn pending(&self) -> (usize, usize) {
        self.state(|lane| (lane.queued, lane.awaited()))
    }
    /// As `submit`, for a loop that keeps work back: says which job's outcome this one follows from, if any, for the
    /// record. `submit` takes the one that was delivered last.
    pub fn submit_after(&mut self, cause: Option<Ticket>, job: J, rank: i64) -> Ticket {
        let control = self.core.now().saturating_sub(self.clock.since);
        let lag = if cause.is_none() { self.clock.before + control } else { control };
        let (label, cost, bytes, home) = (job.label(), job.cost(), job.bytes(), job.home());
        let through_wire = self.core.through_wire.load(Ordering::Relaxed);
        let job = Box::new(Typed { job, shared: Arc::clone(&self.shared), through_wire });
        let mut state = self.core.lock();
        let ticket = state.ticket();
        state.push(self.index, Entry { job, rank, ticket, label, cost, bytes, home, lost: 0, cause, lag });
        self.core.work.notify_one();
        ticket
    }

    /// The loop gives up control.
    fn stop_clock(&mut self) {
        let (start, end) = (self.clock.since, self.core.now());
        self.clock.before += end.saturating_sub(start);
        self.core.lock().folded(Fold { lane: self.index, ticket: self.clock.last, start, end });
    }
    fn state<T>(&self, look: impl FnOnce(&mut LaneState) -> T) -> T {
        look(&mut self.core.lock().lanes[self.index])
    }
    /// The next piece of news that is there already.
    fn news(&self, produced: Option<(Ticket, Produced)>) -> Option<Next<J::Outcome>> {
        let (ticket, produced) = produced?;
        let outcome = produced.map(|outcome| *outcome.downcast().expect("the outcome of a job of this lane"));
        Some(match outcome {
            Ok(outcome) => Next::Done(ticket, outcome),
            Err(text) => Next::Lost(ticket, text),
        })
    }
    fn wait_for_threads(&self, budget: &Budget) -> Next<J::Outcome> {
        let mut told: Option<Instant> = None;
        let mut state = self.core.lock();
        loop {
            let closed = state.closed;
            let lane = &mut state.lanes[self.index];
            lane.waits = false;
            if let Some(news) = self.news(lane.results.pop_front()) {
                return news;
            }
            if lane.is_drained() {
                return if closed { Next::Stopped(Stop::Cancelled) } else { Next::Drained };
            }
            let stop = budget.poll().err();
            let thaw = lane.frozen && stop.is_none();
            lane.frozen = stop.is_some();
            if let Some(stop) = stop {
                let grace = if stop == Stop::Cancelled { CANCEL_GRACE } else { LIMIT_GRACE };
                if lane.awaited() == 0 || told.get_or_insert_with(Instant::now).elapsed() >= grace {
                    return Next::Stopped(stop);
                }
            }
            lane.waits = true;
            if thaw {
                self.core.work.notify_all();
            }
            state = self.core.news.wait_timeout(state, POLL).unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }
    fn wait_inline(&self, budget: &Budget) -> Next<J::Outcome> {
        loop {
            let started = {
                let mut state = self.core.lock();
                if let Some(news) = self.news(state.lanes[self.index].results.pop_front()) {
                    return news;
                }
                if state.lanes[self.index].is_drained() {
                    return Next::Drained;
                }
                if let Err(stop) = budget.poll() {
                    return Next::Stopped(stop);
                }
                let now = self.core.now();
                state.take_any(self.index, budget, now).expect("a job that waits, since none is running")
            };
            let produced = started.entry.job.run(&started.budget);
            self.core.lock().finish(0, started, produced, self.core.now());
        }
    }
}

impl<J: Job> Executor<J> for Lane<J> {
    fn submit(&mut self, job: J, rank: i64) -> Ticket {
        self.submit_after(self.clock.last, job, rank)
    }
    fn wait(&mut self, budget: &Budget) -> Next<J::Outcome> {
        self.stop_clock();
        let next = match &self.core.kind {
            Kind::Threads => self.wait_for_threads(budget),
            Kind::Inline(turns) => {
                turns.pass();
                self.wait_inline(budget)
            }
        };
        if let Next::Lost(_, text) = &next {
            budget.note_defect(text);
        }
        if let Next::Done(ticket, _) | Next::Lost(ticket, _) = &next {
            self.clock.last = Some(*ticket);
            self.core.lock().delivered(*ticket, self.core.now());
        }
        self.clock.since = self.core.now();
        next
    }
    fn idle(&self) -> usize {
        let state = self.core.lock();
        state.asked.saturating_sub(state.running() + state.queued())
    }
    fn revoke(&mut self, tickets: &[Ticket]) {
        self.core.lock().revoke(self.index, tickets);
    }
}

impl<J: Job> Drop for Lane<J> {
    fn drop(&mut self) {
        self.stop_clock();
        self.core.lock().close_lane(self.index);
        // Those without a share may have the worker that was kept for this one.
        self.core.work.notify_all();
    }
}

/// A job with what it needs.
struct Typed<J: Job> {
    job: J,
    shared: Arc<J::Shared>,
    through_wire: bool,
}

impl<J: Job> Attempt for Typed<J> {
    fn run(&self, budget: &Budget) -> Produced {
        if !self.through_wire {
            let outcome = guarded(|| self.job.clone().run(&self.shared, budget))?;
            return Ok(Box::new(outcome));
        }
        let broken = |error| format!("a job or its outcome cannot be sent: {error}");
        let job = J::from_bytes(&self.job.to_bytes()).map_err(broken)?;
        let outcome = guarded(|| job.run(&self.shared, budget))?;
        Ok(Box::new(J::Outcome::from_bytes(&outcome.to_bytes()).map_err(broken)?))
    }
}
