//! The steps of threads on one path, with what happened before what: by vector clocks, for the steps that do not commute
//! (Abdulla et al. 2014, sections 3 and 4).

use super::parts::Set;
use hecaton_symex::{Footprint, Next};

/// For each thread, how many of its steps happened before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock(Vec<u32>);

impl Clock {
    fn of(&self, thread: u32) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }
    fn set(&mut self, thread: u32, steps: u32) {
        if self.0.len() <= thread as usize {
            self.0.resize(thread as usize + 1, 0);
        }
        self.0[thread as usize] = steps;
    }
    fn join(&mut self, other: &Clock) {
        for (thread, steps) in other.0.iter().enumerate() {
            if self.of(thread as u32) < *steps {
                self.set(thread as u32, *steps);
            }
        }
    }
    fn covers(&self, event: &Event) -> bool {
        self.of(event.thread) >= event.number
    }
}

/// A step of a thread.
pub(super) struct Event {
    pub thread: u32,
    /// Whether it is an access that is not atomic.
    pub plain: bool,
    /// Which step of its thread it is, from 1.
    number: u32,
    footprint: Footprint,
    clock: Clock,
    /// The threads that it made: from this number to before that one.
    made: (u32, u32),
}

/// The steps of a path.
#[derive(Default)]
pub(super) struct Events(Vec<Event>);

impl Events {
    pub fn len(&self) -> usize {
        self.0.len()
    }
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
    pub fn get(&self, i: usize) -> &Event {
        &self.0[i]
    }
    /// After the last step, so many threads were made.
    pub fn made(&mut self, threads: u32) {
        if let Some(last) = self.0.last_mut() {
            last.made.1 = threads.max(last.made.0);
        }
    }
    /// What happened before a thread's next step, whatever that is.
    fn last(&self, thread: u32) -> Clock {
        let mut events = self.0.iter().rev();
        let last = events.find(|event| event.thread == thread || (event.made.0..event.made.1).contains(&thread));
        last.map(|event| event.clock.clone()).unwrap_or_default()
    }
    /// What happened before a thread's next step without regard to the steps that it does not commute with.
    pub fn before(&self, next: &Next) -> Clock {
        let mut clock = self.last(next.thread);
        if let Some(joined) = next.joins {
            clock.join(&self.last(joined));
        }
        clock
    }
    /// Makes the step.
    pub fn push(&mut self, next: &Next, made: u32) {
        let mut clock = self.before(next);
        for event in self.0.iter().rev() {
            if !clock.covers(event) && !event.footprint.commutes(&next.footprint) {
                clock.join(&event.clock);
            }
        }
        let number = clock.of(next.thread) + 1;
        clock.set(next.thread, number);
        let Next { thread, footprint, plain, .. } = next.clone();
        self.0.push(Event { thread, plain, number, footprint, clock, made: (made, made) });
    }
    /// The steps that a next one could also be done before, the last first: nothing but themselves keeps it behind them.
    /// `could` says whether it could be done then; of what is not certain, both are taken to be so.
    pub fn races(&self, next: &Next, mut could: impl FnMut(usize) -> Option<bool>) -> Vec<usize> {
        let (mut clock, mut found) = (self.before(next), Vec::new());
        for (i, event) in self.0.iter().enumerate().rev() {
            if event.thread == next.thread || clock.covers(event) || event.footprint.commutes(&next.footprint) {
                continue;
            }
            let certain = next.when.is_none() || {
                // Its condition was what it was before the step, unless others changed it.
                let others = self.between(i).any(|other| !other.footprint.commutes(&next.footprint));
                match could(i).filter(|_| !others) {
                    Some(false) => continue,
                    Some(true) => true,
                    None => false,
                }
            };
            found.push(i);
            if certain {
                clock.join(&event.clock);
            }
        }
        found
    }
    /// The steps behind one that do not happen because of it.
    fn between(&self, i: usize) -> impl Iterator<Item = &Event> {
        let from = &self.0[i];
        self.0[i + 1..].iter().filter(move |event| !event.clock.covers(from))
    }
    /// The threads that made them, in order.
    pub fn threads_between(&self, i: usize) -> Vec<u32> {
        self.between(i).map(|event| event.thread).collect()
    }
    /// The threads (as bits) that can begin what leads to a next step being done before step `i`.
    pub fn initials(&self, i: usize, next: &Next) -> Set {
        let before = self.before(next);
        let (mut seen, mut out) = (Set::default(), Set::default());
        let mut earlier: Vec<&Event> = Vec::new();
        for event in self.between(i) {
            if seen & 1 << event.thread == 0 {
                seen |= 1 << event.thread;
                if !earlier.iter().any(|other| event.clock.covers(other)) {
                    out |= 1 << event.thread;
                }
            }
            earlier.push(event);
        }
        let depends = |other: &&Event| before.covers(other) || !other.footprint.commutes(&next.footprint);
        if seen & 1 << next.thread == 0 && !earlier.iter().any(depends) {
            out |= 1 << next.thread;
        }
        out
    }
}
