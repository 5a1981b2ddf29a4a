//! The orders of the steps of threads, one of each set of equivalent ones: *source sets* (Abdulla et al. 2014). Depth
//! first, the thread that ran goes on; of each step it is looked which steps before it it could also have come before,
//! and threads are tried there that lead to that. Together with sleep sets.
//!
//! Beyond the paper:
//! - A path can end in the middle (something invalid is done, an assumption does not hold, the program exits) while
//!   others could still go on. Then all are tried where the last choice was. So they are where a thread can go on for
//!   some inputs only.
//! - Somebody who waits when a path ends has a next step too, which could have come before others.
//! - A race of data needs a state in which both stand before their accesses. It is made where two steps are found that
//!   could be exchanged (`probe`).
//!
//! No states are compared here, since what is tried from one depends on how it was reached. So this has no end where a
//! thread waits in a loop, and gives up there: the walk beside it, with all choices and comparison of states, goes on.

use super::super::events::Events;
use super::{Explorer, Saved};
use crate::unwinding::cut;
use hecaton_base::Stop;
use hecaton_symex::{Next, Turn, choose, could_go};

/// With more terms than this it gives up.
const TERMS: usize = 4_000_000;
/// Longer paths are not looked at: every step is compared with those before it.
const LONGEST: usize = 4096;
/// So many states are made at most to bring two threads before their accesses.
const PROBED: usize = 256;

/// What became of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walked {
    /// All was walked.
    Done,
    /// It can go on.
    Paused,
    /// It has no end, or this is not the way to find it.
    GaveUp,
}

/// A place where it was chosen who goes on.
struct Node {
    turn: Turn,
    /// The threads that can, and how; taken away once they did.
    ways: Vec<(u32, Option<Saved>)>,
    /// Threads, as bits: those that need not be tried, those that are to be, those that were, and those that need not be
    /// after the one that goes on now.
    asleep: u64,
    wanted: u64,
    done: u64,
    then: u64,
    /// A beginning of the state's condition, with a model.
    base: Base,
}

impl Node {
    fn all(&self) -> u64 {
        self.ways.iter().fold(0, |bits, (thread, _)| bits | 1 << thread)
    }
    /// The next thread to try.
    fn pick(&self) -> Option<u32> {
        let open = self.wanted & !self.done & !self.asleep;
        let order = self.turn.steps.iter().map(|next| next.thread);
        order.filter(|thread| open & 1 << thread != 0).find(|thread| self.all() & 1 << thread != 0)
    }
    /// Some of these threads are to be tried.
    fn want(&mut self, some: u64, best: u32) {
        if some & (self.wanted | self.asleep) != 0 {
            return;
        }
        let possible = some & self.all();
        match possible {
            0 => self.wanted |= self.all(),
            _ if possible & 1 << best != 0 => self.wanted |= 1 << best,
            _ => self.wanted |= 1 << possible.trailing_zeros(),
        }
    }
}

enum Level {
    Choice(Box<Node>),
    /// Other ways for other inputs.
    Fork(Vec<Saved>),
}

/// A walk that is under way.
#[derive(Default)]
pub(crate) struct Walk {
    levels: Vec<Level>,
    /// Where the choices are among the levels.
    choices: Vec<usize>,
    events: Events,
    current: Option<Box<Saved>>,
    /// Something was not looked at.
    unsure: bool,
}

impl Walk {
    fn node(&mut self, i: usize) -> Option<&mut Node> {
        match self.levels.get_mut(*self.choices.get(i)?)? {
            Level::Choice(node) => Some(node),
            Level::Fork(_) => None,
        }
    }
    fn last(&mut self) -> Option<&mut Node> {
        let last = self.choices.len().checked_sub(1)?;
        self.node(last)
    }
    /// All threads are to be tried at the last choice.
    fn widen(&mut self) {
        if let Some(node) = self.last() {
            node.wanted |= node.all();
        }
    }
}

impl Explorer<'_> {
    /// Begins a walk.
    pub fn walk(&mut self) -> Walk {
        let first = self.at(super::Stand { path: super::Decisions::none(), steps: 0, asked: 0 });
        let base = Some((self.cx.no_guard(), super::Witness::zero()));
        Walk { current: Some(Box::new(Saved { base, ..first })), ..Walk::default() }
    }
    /// Goes on until so many steps are made.
    pub fn go(&mut self, walk: &mut Walk, until: u64) -> Result<Walked, Stop> {
        loop {
            if self.shared.is_done() {
                return Ok(Walked::Done);
            }
            if self.cx.terms.len() > TERMS || walk.unsure || walk.events.len() > LONGEST {
                return Ok(Walked::GaveUp);
            }
            if self.steps >= until {
                return Ok(Walked::Paused);
            }
            self.budget.poll()?;
            let next = match walk.current.take() {
                Some(saved) => Some(*saved),
                None => self.next_way(walk)?,
            };
            let Some(saved) = next else {
                self.not_vacuous()?;
                return Ok(Walked::Done);
            };
            for saved in self.revive(saved, false)? {
                if !self.advance(walk, saved)? {
                    return Ok(Walked::GaveUp);
                }
            }
        }
    }
    /// The next way to go that was not gone.
    fn next_way(&mut self, walk: &mut Walk) -> Result<Option<Saved>, Stop> {
        loop {
            walk.events.truncate(walk.choices.len());
            let picked = match walk.levels.last_mut() {
                None => return Ok(None),
                Some(Level::Fork(ways)) => match ways.pop() {
                    Some(saved) => return Ok(Some(saved)),
                    None => None,
                },
                Some(Level::Choice(node)) => {
                    walk.events.truncate(walk.choices.len() - 1);
                    node.pick()
                }
            };
            match picked {
                Some(thread) => {
                    if let Some(saved) = self.take_turn(walk, thread)? {
                        return Ok(Some(saved));
                    }
                }
                None => {
                    if let Some(Level::Choice(_)) = walk.levels.pop() {
                        walk.choices.pop();
                    }
                }
            }
        }
    }
    /// A thread goes on at the last choice.
    fn take_turn(&mut self, walk: &mut Walk, thread: u32) -> Result<Option<Saved>, Stop> {
        let Some(node) = walk.last() else { return Ok(None) };
        let Some(next) = node.turn.step(thread).cloned() else { return Ok(None) };
        if next.when.is_some_and(|when| self.cx.terms.as_bool(when) != Some(true)) {
            node.wanted |= node.all();
        }
        let (made, before) = (node.turn.made, node.asleep | node.done);
        node.done |= 1 << thread;
        let commuting = node.turn.steps.iter().filter(|other| other.footprint.commutes(&next.footprint));
        node.then = commuting.fold(0, |bits, other| bits | 1 << other.thread) & before;
        let saved = node.ways.iter_mut().find(|(way, _)| *way == thread).and_then(|(_, saved)| saved.take());
        let turn = node.turn.clone();
        self.look_back(walk, &turn, &next, true)?;
        walk.events.push(&next, made);
        Ok(saved)
    }
    /// Looks which steps a next one could have come before, and has threads tried there that lead to that.
    fn look_back(&mut self, walk: &mut Walk, turn: &Turn, next: &Next, goes: bool) -> Result<(), Stop> {
        let events = std::mem::take(&mut walk.events);
        let found = events.races(next, |i| {
            let then = walk.node(i)?;
            could_go(&mut self.cx, &turn.state, next.thread, &then.turn.state)
        });
        for i in &found {
            let initials = events.initials(*i, next);
            if let Some(node) = walk.node(*i) {
                node.want(initials, next.thread);
            }
        }
        let race = self.shared.program.race.filter(|race| self.shared.asks(*race));
        for i in found {
            if goes
                && race.is_some_and(|race| !self.shared.board.has(race))
                && (next.plain || events.get(i).plain)
                && let Some(node) = walk.node(i)
            {
                let (turn, base) = (node.turn.clone(), node.base.clone());
                let both = [next.thread, events.get(i).thread];
                walk.unsure |= !self.probe(turn, base, &events.threads_between(i), both)?;
            }
        }
        walk.events = events;
        Ok(())
    }
    /// Lets some threads make one step each, and then both of two that stand before accesses; `false` if there are too
    /// many ways to do that.
    fn probe(&mut self, turn: Turn, base: Base, threads: &[u32], both: [u32; 2]) -> Result<bool, Stop> {
        let mut open = vec![(turn, 0usize)];
        let mut made = 0;
        while let Some((turn, at)) = open.pop() {
            let chosen = threads.get(at).map_or(both.to_vec(), |thread| vec![*thread]);
            for thread in chosen {
                let Some(next) = turn.step(thread).cloned() else { continue };
                let Some(state) = choose(&mut self.cx, &turn.state, &next) else { continue };
                let mut states = vec![state];
                while let Some(state) = states.pop() {
                    made += 1;
                    if made > PROBED {
                        return Ok(false);
                    }
                    let mut saved = self.at(super::Stand { path: super::Decisions::none(), steps: 0, asked: 0 });
                    saved.base = base.clone();
                    saved.state = Some(state);
                    let Some((nexts, checks)) = self.step(&mut saved, false)? else { continue };
                    saved.pending.extend(checks);
                    self.flush(&mut saved)?;
                    match self.cx.take_turn() {
                        Some(turn) if at < threads.len() => open.push((turn, at + 1)),
                        Some(_) => {}
                        None => states.extend(nexts),
                    }
                }
            }
        }
        self.cx.take_lost();
        Ok(true)
    }
    /// Follows a path to the next choice of any kind, or to its end; `false` if that is too far.
    fn advance(&mut self, walk: &mut Walk, mut saved: Saved) -> Result<bool, Stop> {
        loop {
            let Some(state) = &saved.state else { return Ok(true) };
            if cut(&mut self.cx, &self.round, state).is_some() {
                return Ok(false);
            }
            let from = state.loc();
            if self.is_known(&saved) {
                self.coverage.block(from.func, from.block);
            }
            let Some((nexts, checks)) = self.step(&mut saved, true)? else { return Ok(true) };
            saved.pending.extend(checks);
            if self.cx.take_lost() {
                walk.widen();
            }
            if nexts.is_empty() || saved.pending.len() >= self.group {
                self.flush(&mut saved)?;
            }
            let turn = self.cx.take_turn();
            if let Some(turn) = &turn {
                walk.events.made(turn.made);
            }
            if nexts.is_empty() {
                self.end_of_path(walk, turn)?;
                return Ok(true);
            }
            if nexts.len() == 1 && turn.is_none() {
                let path = saved.path;
                if let Some(state) = nexts.into_iter().next() {
                    saved = saved.on(state, path);
                }
                continue;
            }
            let base = saved.base.clone();
            let ways = self.fork(saved, nexts, from)?;
            let Some(turn) = turn else {
                walk.levels.push(Level::Fork(ways));
                return Ok(true);
            };
            if turn.made > 64 {
                return Ok(false);
            }
            let asleep = walk.last().map_or(0, |node| node.then);
            let thread = |saved: &Saved| saved.state.as_ref().map_or(0, |state| state.thread());
            let ways = ways.into_iter().map(|saved| (thread(&saved), Some(saved))).collect();
            let mut node = Node { turn, ways, asleep, wanted: 0, done: 0, then: 0, base };
            let awake = node.all() & !asleep;
            let first = node.turn.steps.iter().map(|next| next.thread).find(|thread| awake & 1 << thread != 0);
            node.wanted = first.map_or(0, |thread| 1 << thread);
            walk.choices.push(walk.levels.len());
            walk.levels.push(Level::Choice(Box::new(node)));
            return Ok(true);
        }
    }
    /// A path is at its end: what others could have done counts all the same.
    fn end_of_path(&mut self, walk: &mut Walk, turn: Option<Turn>) -> Result<(), Stop> {
        walk.widen();
        let events = walk.events.len();
        let last = turn.is_none();
        let Some(turn) = turn.or_else(|| walk.last().map(|node| node.turn.clone())) else { return Ok(()) };
        let ran = if last && events > 0 { Some(walk.events.get(events - 1).thread) } else { None };
        for next in &turn.steps {
            let waits = next.when.is_some_and(|when| self.cx.terms.as_bool(when) != Some(true));
            if waits && ran != Some(next.thread) {
                self.look_back(walk, &turn, next, false)?;
            }
        }
        Ok(())
    }
}

/// A condition with a model.
type Base = Option<(hecaton_symex::GuardId, std::rc::Rc<super::Witness>)>;
