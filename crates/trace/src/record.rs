//! Keeps what happened in a run: the first events and the last ones, if there are too many.

use crate::machine::{Event, Observer};
use hecaton_ir::Loc;
use std::collections::VecDeque;

/// One event.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub loc: Loc,
    pub frame: u32,
    pub depth: u32,
    /// The thread.
    pub thread: u32,
    pub event: Event,
}

/// The events of a run.
#[derive(Debug)]
pub(crate) struct Record {
    first: Vec<Entry>,
    last: VecDeque<Entry>,
    /// How many are kept of either.
    room: (usize, usize),
    omitted: u64,
    /// How deep each thread is.
    depth: Vec<u32>,
    thread: u32,
}

impl Record {
    /// An empty record that keeps so many events from the beginning and from the end.
    pub fn new(room: (usize, usize)) -> Self {
        Record { first: Vec::new(), last: VecDeque::new(), room, omitted: 0, depth: vec![0], thread: 0 }
    }
    /// The kept events in order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.first.iter().chain(&self.last)
    }
    /// How many events are missing.
    pub fn omitted(&self) -> u64 {
        self.omitted
    }
    /// The kept events in order, how many of them come before the gap, and how many are missing there.
    pub fn into_entries(self) -> (Vec<Entry>, usize, u64) {
        let mut entries = self.first;
        let before = entries.len();
        entries.extend(self.last);
        (entries, before, self.omitted)
    }
}

impl Observer for Record {
    fn thread(&mut self, number: u32) {
        self.thread = number;
        let threads = self.depth.len().max(number as usize + 1);
        self.depth.resize(threads, 0);
    }
    fn event(&mut self, loc: Loc, frame: u32, event: impl FnOnce() -> Event) {
        let event = event();
        let here = &mut self.depth[self.thread as usize];
        let depth = *here;
        match event {
            // A new thread begins its own depth.
            Event::Call { spawned: true, .. } => {}
            Event::Call { .. } => *here += 1,
            Event::Return { .. } => *here = here.saturating_sub(1),
            Event::Assign { .. }
            | Event::Load { .. }
            | Event::Store { .. }
            | Event::Copy { .. }
            | Event::Fill { .. }
            | Event::Content { .. }
            | Event::Alloc { .. }
            | Event::Free { .. }
            | Event::Input { .. }
            | Event::Assume
            | Event::Branch { .. }
            | Event::Log
            | Event::Failure { .. } => {}
        }
        let entry = Entry { loc, frame, depth, thread: self.thread, event };
        if self.first.len() < self.room.0 {
            self.first.push(entry);
            return;
        }
        if self.last.len() == self.room.1 {
            self.last.pop_front();
            self.omitted += 1;
        }
        self.last.push_back(entry);
    }
}
