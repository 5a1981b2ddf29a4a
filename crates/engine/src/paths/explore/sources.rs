//! One schedule of each equivalence class of schedules: source sets (Abdulla et al. 2014) with sleep sets
//! (Godefroid 1996). Exploration is depth first, and the thread that ran keeps running. For each step, the walk finds
//! the earlier steps that it could have preceded, and adds a backtrack point for a thread that leads there.
//!
//! Beyond the paper:
//! - A path can end in the middle (an invalid access, an assumption that does not hold, a call of `exit`) while other
//!   threads are enabled. Then all of them are tried at the last choice. The same holds where a thread is enabled for
//!   some inputs only.
//! - A thread that is blocked when a path ends has a next step too, which could have preceded others.
//! - A data race needs a state in which both threads stand before their accesses. It is constructed where two steps
//!   are found that could be exchanged (`probe`).
//!
//! States are not compared, because what is tried from a state depends on how it was reached. A thread that waits in
//! a loop therefore never ends here; the walk gives up, and the one beside it, with all choices and comparison of
//! states, goes on.
//!
//! Several workers can share a walk: see `parts`. A worker that takes up a part executes its path again, and the
//! choices on it; if that does not lead to the same places as before, the walk is given up.

use super::super::decisions::{Decision, Decisions, PathId, Stand};
use super::super::events::Events;
use super::super::parts::{Choice, Mark, Number, Part, Rest, Set, Ways, Wish, Wishes};
use super::{Explorer, Judge, Saved};
use crate::options::Merge;
use crate::oracle::Witness;
use crate::paths::{Explored, Shared};
use crate::unwinding::{Round, cut};
use hecaton_base::{Budget, Stop};
use hecaton_symex::{Check, GuardId, Next, State, Turn, choose, could_go, start};
use std::rc::Rc;
use std::time::Instant;

/// With more terms than this, most of them of paths that are done, the walk is taken up anew; so often, then it gives up.
const TERMS: usize = 4_000_000;
const RENEWALS: u32 = 4;
/// Longer paths are not looked at: every step is compared with those before it.
const LONGEST: usize = 4096;
/// So many states are made at most to bring two threads before their accesses.
const PROBED: usize = 256;
/// A thread is a bit.
const THREADS: u32 = Set::BITS;
/// As many rounds of a loop whose end is not certain are followed.
const ROUNDS: u32 = 16;

/// What became of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walked {
    /// All was walked.
    Done,
    /// It can go on.
    Paused,
    /// Others should have a part of it.
    Gives,
    /// It has no end, or this is not the way to find it.
    GaveUp,
}

/// Walks parts, one after the other.
pub(crate) struct Walker<'a> {
    make: &'a dyn Fn() -> Explorer<'a>,
    explorer: Explorer<'a>,
    parts: Vec<Part>,
    walk: Option<Walk>,
    /// What was found with earlier explorers.
    before: Explored,
    wishes: Vec<Wish>,
    renewed: u32,
}

impl<'a> Walker<'a> {
    /// Of some parts, with explorers that choose.
    pub fn new(make: &'a dyn Fn() -> Explorer<'a>, mut parts: Vec<Part>) -> Self {
        parts.reverse();
        let (before, wishes) = (Explored::default(), vec![]);
        Walker { make, explorer: make(), parts, walk: None, before, wishes, renewed: 0 }
    }
    /// Goes on for about so many steps. An answer that is not there, or no budget, is the end of it.
    pub fn go(&mut self, steps: u64) -> Walked {
        self.go_on(steps).unwrap_or(Walked::GaveUp)
    }
    fn go_on(&mut self, steps: u64) -> Result<Walked, Stop> {
        let until = self.explorer.steps.saturating_add(steps);
        loop {
            let Some(walk) = &mut self.walk else {
                let Some(part) = self.parts.pop() else { return Ok(Walked::Done) };
                match self.explorer.resume(&part)? {
                    Some(walk) => self.walk = Some(walk),
                    None => return Ok(Walked::GaveUp),
                }
                continue;
            };
            match self.explorer.go(walk, until, !self.parts.is_empty())? {
                Stopped::Done => {
                    self.wishes.extend(walk.wishes());
                    self.walk = None;
                }
                Stopped::Full if self.renewed < RENEWALS && walk.taken > 0 => {
                    self.explorer.not_vacuous()?;
                    self.keep();
                    let used = std::mem::replace(&mut self.explorer, (self.make)());
                    self.before.merge(used.finish());
                    self.renewed += 1;
                    return Ok(Walked::Paused);
                }
                Stopped::Paused => return Ok(Walked::Paused),
                Stopped::Gives => return Ok(Walked::Gives),
                Stopped::Full | Stopped::GaveUp => return Ok(Walked::GaveUp),
            }
        }
    }
    /// Makes a part of what is under way.
    fn keep(&mut self) {
        if let Some(walk) = self.walk.take() {
            self.wishes.extend(walk.wishes());
            self.parts.extend(self.explorer.pack(&walk));
        }
    }
    /// What was found, and what is left to walk.
    pub fn finish(mut self) -> (Explored, Rest) {
        self.keep();
        let sound = self.explorer.not_vacuous().is_ok();
        self.before.merge(self.explorer.finish());
        (self.before, if sound { Rest::Parts(self.parts, self.wishes) } else { Rest::GaveUp })
    }
}

/// How a walk goes.
enum Stopped {
    Done,
    Paused,
    Gives,
    Full,
    GaveUp,
}

/// A place where it was chosen who goes on.
struct Node {
    turn: Turn,
    choice: Choice,
    /// The ways that were not gone; none where the choice is common, but for the one that is gone here.
    ways: Vec<(u32, Option<Saved>)>,
    /// The number of a common choice, and what is wished of it.
    common: Option<(Number, Wishes)>,
    at: At,
    /// A beginning of the state's condition, with a model.
    base: Base,
}

/// Where a path has several ways.
#[derive(Clone, Copy)]
struct At {
    /// What it decided before, and the step that has them.
    path: PathId,
    step: u32,
    /// Up to which step its checks were asked.
    asked: u32,
}

impl Node {
    /// Some of these threads are to be tried; without any, all.
    fn want(&mut self, some: Set, best: u32) {
        match &mut self.common {
            Some((_, wishes)) => wishes.add(&self.choice, some, best),
            None => self.choice.want(some, best),
        }
    }
    fn want_all(&mut self) {
        match &mut self.common {
            Some((_, wishes)) => wishes.add(&self.choice, 0, 0),
            None => self.choice.wanted |= self.choice.all,
        }
    }
}

enum Level {
    Choice(Box<Node>),
    /// Other ways for other inputs.
    Fork(At, Vec<Saved>),
}

impl Level {
    fn open(&self) -> usize {
        match self {
            Level::Choice(node) if node.common.is_some() => 0,
            Level::Choice(node) => node.choice.open().count_ones() as usize,
            Level::Fork(_, ways) => ways.len(),
        }
    }
    fn at(&self) -> At {
        match self {
            Level::Choice(node) => node.at,
            Level::Fork(at, _) => *at,
        }
    }
}

/// A walk that is under way.
#[derive(Default)]
struct Walk {
    levels: Vec<Level>,
    /// So many of them are common: they are not gone back to here.
    common: usize,
    /// Where the choices are among the levels.
    choices: Vec<usize>,
    events: Events,
    current: Option<Box<Saved>>,
    /// How many ways were gone.
    taken: u64,
    /// Something was not looked at.
    unsure: bool,
}

impl Walk {
    fn node(&mut self, i: usize) -> Option<&mut Node> {
        match self.levels.get_mut(*self.choices.get(i)?)? {
            Level::Choice(node) => Some(node),
            Level::Fork(..) => None,
        }
    }
    fn last(&mut self) -> Option<&mut Node> {
        let last = self.choices.len().checked_sub(1)?;
        self.node(last)
    }
    /// All threads are to be tried at the last choice.
    fn widen(&mut self) {
        if let Some(node) = self.last() {
            node.want_all();
        }
    }
    fn push(&mut self, node: Node) {
        self.choices.push(self.levels.len());
        self.levels.push(Level::Choice(Box::new(node)));
    }
    /// What is wished of common choices.
    fn wishes(&self) -> Vec<Wish> {
        let common = self.levels.iter().filter_map(|level| match level {
            Level::Choice(node) => node.common.clone(),
            Level::Fork(..) => None,
        });
        common.filter(|(_, wishes)| !wishes.is_empty()).collect()
    }
}

impl<'a> Explorer<'a> {
    /// One that chooses itself which threads go on.
    pub fn choosing(shared: &'a Shared, budget: &'a Budget, judge: Judge<'a>) -> Self {
        let round = Round { unwind: ROUNDS, ..Round::first_of_paths(&shared.task.bounds) };
        let explorer = Explorer::new(shared, budget, round, judge);
        let cx = shared.task.restricted_context(&shared.program).choosing();
        Explorer { cx, met: None, merge: Merge::None, ..explorer }
    }
    /// Takes a part up: makes its path again, with the choices on it. `None` if it does not lead to where it did.
    fn resume(&mut self, part: &Part) -> Result<Option<Walk>, Stop> {
        let begin = Instant::now();
        if self.first.is_none() {
            self.first = Some(start(&mut self.cx)?);
        }
        let base = Some((self.cx.no_guard(), Witness::zero()));
        let first = self.at(Stand { path: Decisions::none(), steps: 0, asked: 0 });
        let mut at = Saved { state: self.first.clone(), base, ..first };
        let mut walk = Walk { common: part.common as usize, ..Walk::default() };
        let mut decisions = part.path.iter().copied().peekable();
        // The checks that were not asked before ways parted.
        let mut unasked: Vec<(u32, Check)> = Vec::new();
        for (i, mark) in part.marks.iter().enumerate() {
            let last = i + 1 == part.marks.len();
            let (nexts, turn) = loop {
                let step = at.steps;
                let Some((nexts, checks)) = self.step(&mut at, false)? else { return Ok(None) };
                unasked.extend(checks.into_iter().map(|check| (step + 1, check)));
                let turn = self.cx.take_turn();
                if let Some(turn) = &turn {
                    walk.events.made(turn.made);
                }
                if step == mark.step {
                    break (nexts, turn);
                }
                let decision = decisions.next_if(|decision| decision.step == step);
                // No choice of who goes on is without its mark.
                if step > mark.step || turn.is_some() {
                    return Ok(None);
                }
                match self.lead(&at, nexts, decision)? {
                    Some(next) => at = next,
                    None => return Ok(None),
                }
            };
            let decision = decisions.next_if(|decision| decision.step == mark.step);
            if decision.is_some() == last {
                return Ok(None);
            }
            unasked.retain(|(step, _)| *step > mark.asked);
            let pending: Vec<Check> = unasked.iter().map(|(_, check)| *check).collect();
            let here = At { path: at.path, step: mark.step, asked: mark.asked };
            let own = i >= walk.common || last;
            let way = |explorer: &mut Self, state: &State| {
                let (to, thread) = (state.loc(), state.thread());
                let path = explorer.tree.with(at.path, Decision { step: mark.step, to, thread });
                let forks = explorer.tree.count(path);
                let mut way =
                    Saved { asked: mark.asked, pending: pending.clone(), forks, ..at.on(state.clone(), path) };
                if !explorer.solves() {
                    way.base = Some((explorer.cx.no_guard(), Witness::zero()));
                    explorer.is_led(&mut way);
                }
                way
            };
            match &mark.ways {
                Ways::Choice(choice, number) => {
                    let Some(turn) = turn.filter(|turn| turn.made <= THREADS) else { return Ok(None) };
                    if number.is_some() != (i < walk.common) {
                        return Ok(None);
                    }
                    let left = if own { choice.all & !choice.done } else { 0 };
                    let (mut ways, mut found) = (Vec::new(), Set::default());
                    for state in nexts.iter().filter(|state| left & 1 << state.thread() != 0) {
                        found |= 1 << state.thread();
                        ways.push((state.thread(), Some(way(self, state))));
                    }
                    if found != left {
                        return Ok(None);
                    }
                    if let Some(decision) = decision {
                        let Some(next) = turn.step(decision.thread) else { return Ok(None) };
                        walk.events.push(next, turn.made);
                    }
                    let common = number.map(|number| (number, Wishes::default()));
                    walk.push(Node { turn, choice: *choice, ways, common, at: here, base: at.base.clone() });
                }
                Ways::Fork(open) => {
                    if i < walk.common {
                        return Ok(None);
                    }
                    let is_open = |state: &&State| open.contains(&(state.loc(), state.thread()));
                    let ways: Vec<Saved> = nexts.iter().filter(is_open).map(|state| way(self, state)).collect();
                    if turn.is_some() || ways.len() != open.len() {
                        return Ok(None);
                    }
                    walk.levels.push(Level::Fork(here, ways));
                }
            }
            if let Some(decision) = decision {
                match self.lead(&at, nexts, Some(decision))? {
                    Some(next) => at = next,
                    None => return Ok(None),
                }
            }
        }
        // What was given up on the way was so before.
        self.cx.take_lost();
        if let Some(thread) = part.goes {
            let Some(saved) = self.take_turn(&mut walk, thread)? else { return Ok(None) };
            walk.current = Some(Box::new(saved));
        } else if part.marks.is_empty() {
            walk.current = Some(Box::new(at));
        }
        self.worth = Instant::now() + begin.elapsed() * 4;
        Ok(Some(walk))
    }
    /// Where a path that is made again goes on; `None` if that is not certain.
    fn lead(&mut self, at: &Saved, nexts: Vec<State>, decision: Option<Decision>) -> Result<Option<Saved>, Stop> {
        let several = nexts.len() > 1;
        let mut found = None;
        for state in nexts {
            let (to, thread) = (state.loc(), state.thread());
            if decision.is_some_and(|decision| (decision.to, decision.thread) != (to, thread)) {
                continue;
            }
            let path = match several || decision.is_some() {
                true => self.tree.with(at.path, Decision { step: at.steps - 1, to, thread }),
                false => at.path,
            };
            let mut next = at.on(state, path);
            if several && decision.is_none() && !self.is_real(&mut next)? {
                continue;
            }
            if found.replace(next).is_some() {
                return Ok(None);
            }
        }
        Ok(found)
    }
    /// What is left of a walk that is at the end of a path.
    fn pack(&self, walk: &Walk) -> Option<Part> {
        let last = walk.levels.iter().rposition(|level| level.open() > 0)?;
        let levels = &walk.levels[..=last];
        let marks = levels.iter().filter_map(|level| {
            let At { step, asked, .. } = level.at();
            let ways = match level {
                Level::Choice(node) => Ways::Choice(node.choice, node.common.as_ref().map(|(number, _)| *number)),
                Level::Fork(_, ways) if ways.is_empty() => return None,
                Level::Fork(_, ways) => {
                    let states = ways.iter().filter_map(|saved| saved.state.as_ref());
                    Ways::Fork(states.map(|state| (state.loc(), state.thread())).collect())
                }
            };
            Some(Mark { step, asked, ways })
        });
        let path = self.tree.list(levels[last].at().path);
        Some(Part { marks: marks.collect(), common: walk.common as u32, path, goes: None })
    }
    /// Whether somebody should have a part of the walk, and there is one to give.
    fn gives(&self, walk: &Walk, more: bool) -> bool {
        let open = || walk.levels.iter().map(Level::open).sum::<usize>();
        if walk.taken > 0 && self.is_full() {
            return open() > 0;
        }
        let due = match self.shared.task.search.share_after {
            Some(ways) => walk.taken >= ways,
            None => self.is_wanted() && Instant::now() > self.worth,
        };
        due && match open() {
            0 => false,
            1 => more || !walk.wishes().is_empty(),
            _ => true,
        }
    }
    /// Goes on until so many steps are made. With `more`, other parts wait.
    fn go(&mut self, walk: &mut Walk, until: u64, more: bool) -> Result<Stopped, Stop> {
        loop {
            if self.shared.is_done() || walk.unsure || walk.events.len() > LONGEST {
                return Ok(Stopped::GaveUp);
            }
            if walk.current.is_none() {
                if self.cx.terms.len() > TERMS {
                    return Ok(Stopped::Full);
                }
                if self.gives(walk, more) {
                    return Ok(Stopped::Gives);
                }
                if self.steps >= until {
                    return Ok(Stopped::Paused);
                }
            }
            self.budget.poll()?;
            let next = match walk.current.take() {
                Some(saved) => Some(*saved),
                None => self.next_way(walk)?,
            };
            let Some(saved) = next else {
                return Ok(if walk.unsure { Stopped::GaveUp } else { Stopped::Done });
            };
            walk.taken += 1;
            if !self.advance(walk, saved)? {
                return Ok(Stopped::GaveUp);
            }
        }
    }
    /// The next way to go that was not gone.
    fn next_way(&mut self, walk: &mut Walk) -> Result<Option<Saved>, Stop> {
        loop {
            if walk.levels.len() <= walk.common {
                return Ok(None);
            }
            walk.events.truncate(walk.choices.len());
            let picked = match walk.levels.last_mut() {
                None => return Ok(None),
                Some(Level::Fork(_, ways)) => match ways.pop() {
                    Some(saved) => return Ok(Some(saved)),
                    None => None,
                },
                Some(Level::Choice(node)) => {
                    walk.events.truncate(walk.choices.len() - 1);
                    node.choice.pick()
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
            node.want_all();
        }
        let (made, before) = (node.turn.made, node.choice.asleep | node.choice.done);
        node.choice.done |= 1 << thread;
        let commuting = node.turn.steps.iter().filter(|other| other.footprint.commutes(&next.footprint));
        node.choice.then = commuting.fold(0, |bits, other| bits | 1 << other.thread) & before;
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
                let from = Probe { turn: node.turn.clone(), path: node.at.path, step: node.at.step, passed: 0 };
                let (base, both) = (node.base.clone(), [next.thread, events.get(i).thread]);
                walk.unsure |= !self.probe(from, &base, &events.threads_between(i), both)?;
            }
        }
        walk.events = events;
        Ok(())
    }
    /// Lets some threads make one step each, and then both of two that stand before accesses; `false` if there are too
    /// many ways to do that.
    fn probe(&mut self, from: Probe, base: &Base, threads: &[u32], both: [u32; 2]) -> Result<bool, Stop> {
        let (mut open, mut made) = (vec![from], 0);
        while let Some(Probe { turn, path, step, passed }) = open.pop() {
            let chosen = threads.get(passed).map_or(both.to_vec(), |thread| vec![*thread]);
            for thread in chosen {
                let Some(next) = turn.step(thread).cloned() else { continue };
                let Some(state) = choose(&mut self.cx, &turn.state, &next) else { continue };
                let decision = Decision { step, to: state.loc(), thread };
                let path = self.tree.with(path, decision);
                let first = self.at(Stand { path, steps: step + 1, asked: step + 1 });
                let mut waiting = vec![Saved { state: Some(state), base: base.clone(), ..first }];
                while let Some(mut saved) = waiting.pop() {
                    made += 1;
                    if made > PROBED {
                        return Ok(false);
                    }
                    let Some((nexts, checks)) = self.step(&mut saved, false)? else { continue };
                    saved.pending.extend(checks);
                    self.flush(&mut saved)?;
                    let Saved { path, steps, .. } = saved;
                    match self.cx.take_turn() {
                        Some(turn) if passed < threads.len() => {
                            open.push(Probe { turn, path, step: steps - 1, passed: passed + 1 });
                        }
                        Some(_) => {}
                        None => {
                            let several = nexts.len() > 1;
                            for state in nexts {
                                let decision = Decision { step: steps - 1, to: state.loc(), thread: state.thread() };
                                let path = if several { self.tree.with(path, decision) } else { path };
                                waiting.push(saved.on(state, path));
                            }
                        }
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
            let (base, at) = (saved.base.clone(), At { path: saved.path, step: saved.steps - 1, asked: saved.asked });
            let ways = self.fork(saved, nexts, from)?;
            let at = At { asked: ways.first().map_or(at.asked, |way| way.asked), ..at };
            let Some(turn) = turn else {
                walk.levels.push(Level::Fork(at, ways));
                return Ok(true);
            };
            if turn.made > THREADS {
                return Ok(false);
            }
            let asleep = walk.last().map_or(0, |node| node.choice.then);
            let thread = |saved: &Saved| saved.state.as_ref().map_or(0, |state| state.thread());
            let ways: Vec<(u32, Option<Saved>)> = ways.into_iter().map(|saved| (thread(&saved), Some(saved))).collect();
            let all = ways.iter().fold(0, |bits, (thread, _)| bits | 1 << thread);
            let mut order = turn.steps.iter().map(|next| next.thread);
            let first = order.next().unwrap_or(0);
            let mut choice = Choice { first, all, asleep, wanted: 0, done: 0, then: 0 };
            let awake = all & !asleep;
            let begins = [first].into_iter().chain(order).find(|thread| awake & 1 << thread != 0);
            choice.wanted = begins.map_or(0, |thread| 1 << thread);
            walk.push(Node { turn, choice, ways, common: None, at, base });
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

/// A choice on the way to two accesses: where it is, and how many threads made their step.
struct Probe {
    turn: Turn,
    path: PathId,
    step: u32,
    passed: usize,
}

/// A condition with a model.
type Base = Option<(GuardId, Rc<Witness>)>;
