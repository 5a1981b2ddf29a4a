//! Loops that run side by side one at a time: where everything is to happen in a seeded order, a loop runs until it
//! waits for news, and then chance says whose turn it is.

use crate::queue::Random;
use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard};

thread_local! {
    /// The number of the loop that runs on this thread.
    static LOOP: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Whose turn it is.
pub(crate) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    loops: Vec<u64>,
    turn: Option<u64>,
    next: u64,
    random: Random,
}

impl State {
    fn draw(&mut self) {
        let random = self.random.next() as usize;
        self.turn = (!self.loops.is_empty()).then(|| self.loops[random % self.loops.len()]);
    }
}

impl Turns {
    pub fn new(seed: u64) -> Self {
        let state = State { loops: Vec::new(), turn: None, next: 0, random: Random::new(!seed) };
        Turns { state: Mutex::new(state), changed: Condvar::new() }
    }
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
    /// Announces loops, and gives their numbers.
    pub fn announce(&self, count: usize) -> Vec<u64> {
        let mut state = self.lock();
        let first = state.next;
        state.next += count as u64;
        state.loops.extend(first..first + count as u64);
        if state.turn.is_none() {
            state.draw();
        }
        (first..first + count as u64).collect()
    }
    /// Runs a loop that was announced, when it has its turn.
    pub fn run<T>(&self, number: u64, body: impl FnOnce() -> T) -> T {
        LOOP.set(Some(number));
        self.wait_for(number);
        let result = body();
        LOOP.set(None);
        self.leave(number);
        result
    }
    /// Lets others have their turn; comes back when it is ours again.
    pub fn pass(&self) {
        if let Some(me) = LOOP.get() {
            self.lock().draw();
            self.changed.notify_all();
            self.wait_for(me);
        }
    }
    /// Gives up this thread's turn while it does something that needs the turns of others.
    pub fn without<T>(&self, body: impl FnOnce() -> T) -> T {
        let Some(me) = LOOP.get() else { return body() };
        self.leave(me);
        let result = body();
        self.lock().loops.push(me);
        if self.lock().turn.is_none() {
            self.lock().draw();
        }
        self.wait_for(me);
        result
    }
    fn leave(&self, me: u64) {
        let mut state = self.lock();
        state.loops.retain(|number| *number != me);
        state.draw();
        self.changed.notify_all();
    }
    fn wait_for(&self, me: u64) {
        let mut state = self.lock();
        while state.turn != Some(me) {
            state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }
}
