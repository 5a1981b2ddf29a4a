//! One job of the engine `paths`: follows the paths that begin with some decisions, each to its end or to the bound,
//! and saves the other successors wherever a state has more than one.

pub(super) mod sources;

use super::collect::{Collector, Goal};
use super::coverage::Coverage;
use super::decisions::{Bundle, Decision, Decisions, PathId, Stand};
use super::frontier::{About, Frontier, Slot, World, frontier};
use super::{Explored, Shared};
use crate::event::Event;
use crate::gate::confirm;
use crate::options::{CheckAt, Merge};
use crate::oracle::{Evaluations, Oracle, Witness};
use crate::unwinding::{Cut, Round, cut};
use crate::valuation::Valuation;
use crate::verdict::Verdict;
use hecaton_base::{Budget, Stop};
use hecaton_ir::{BlockId, FuncId, Loc, PropId, passes};
use hecaton_symex::{Check, Context, GuardId, State, Succ, choices, difference, join, start, step};
use hecaton_term::Term;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How often the budget is polled, in steps.
const PERIOD: u64 = 32;
/// A job gives nothing away before it has run so long: making states again has its price.
const PATIENCE: Duration = Duration::from_millis(50);
/// With so many terms, most of them of paths that are done, everything is begun anew from the decisions.
const TERMS: usize = 6_000_000;
/// Without a solver a job is done with so many.
const COLLECTED: usize = 1_500_000;
/// States that differ in more than this many variables and objects are not joined.
const NEAR: usize = 32;
/// The most checks in one question, and the effort that makes for fewer or more; as in `bmc`.
const LARGEST_GROUP: usize = 64;
const EASY: u64 = 50;
const HARD: u64 = 2000;
/// With `CheckAt::Auto`: after so many forks in a row at which every way is possible, half as many are asked; at least
/// every sixty-fourth is.
const STREAK: u32 = 16;
const LONGEST_INTERVAL: u32 = 6;
/// How often numbers are reported.
const NEWS: Duration = Duration::from_millis(200);

/// What a step leads to: states, and what can be violated on the way.
type Led = (Vec<State>, Vec<Check>);

/// A path that waits.
struct Saved {
    /// What is needed to go on; without it, it is made again from the decisions.
    state: Option<State>,
    path: PathId,
    /// How many steps it has made, and up to which of them its checks were asked.
    steps: u32,
    asked: u32,
    /// How many forks it went through, how many since it was asked whether it is possible, and how many in this job.
    forks: u32,
    unasked: u32,
    here: u32,
    /// It was to be asked whether it is possible, and that was put off until its turn comes; where it came from.
    doubt: Option<Loc>,
    /// Checks that were not asked yet.
    pending: Vec<Check>,
    /// A beginning of its condition, with a model.
    base: Option<(GuardId, Rc<Witness>)>,
    /// It stands for several paths, which begin like this.
    joined: Option<(PathId, u32)>,
}

/// Who says whether a path is possible.
pub(super) enum Judge<'a> {
    /// A solver, now.
    Solver(Box<Oracle<'a>>),
    /// Somebody later: it is taken to be possible, and what that would mean is collected. A solver is asked only where a
    /// path that is made again has a choice it did not have.
    Later(Collector, Evaluations, Box<Oracle<'a>>),
}

pub(super) struct Explorer<'a> {
    shared: &'a Shared,
    budget: &'a Budget,
    cx: Context,
    first: Option<State>,
    judge: Judge<'a>,
    tree: Decisions,
    saved: BTreeMap<Slot, Saved>,
    next: Slot,
    live: usize,
    frontier: Box<dyn Frontier>,
    /// With joining: the slots by position, which is also the order.
    meeting: BTreeMap<Vec<u32>, Vec<Slot>>,
    joins: FxHashMap<FuncId, BTreeSet<BlockId>>,
    /// Paths that went beyond the bound.
    deferred: Vec<Saved>,
    round: Round<'a>,
    /// How many checks are asked at once.
    group: usize,
    /// How often in a row a path turned out to be possible in every way.
    streak: u32,
    /// Without a solver: a path is followed through so many forks, then somebody may say whether it is possible.
    ahead: Option<u32>,
    /// Where states are joined; not where somebody has to find a path again.
    merge: Merge,
    /// Ways beside one that is known are asked for when their turn comes. Not with threads: there, what is tried depends on
    /// who can go on.
    puts_off: bool,
    /// Conditions that are not possible.
    never: FxHashSet<Term>,
    /// States of several threads that were met, and which threads were not tried from there.
    met: Option<FxHashMap<u128, Vec<u64>>>,
    /// Violations that were replayed, confirmed or not.
    replayed: FxHashSet<(PropId, Term)>,
    /// Violations of this property alone are of interest.
    only: Option<PropId>,
    coverage: Coverage,
    out: Explored,
    steps: u64,
    since: Instant,
    /// When the path that is followed is given away at the earliest, if it is.
    worth: Instant,
    news: Instant,
}

impl<'a> Explorer<'a> {
    pub fn new(shared: &'a Shared, budget: &'a Budget, round: Round<'a>, judge: Judge<'a>) -> Self {
        let search = &shared.task.search;
        let alone = matches!(judge, Judge::Solver(_)) && !passes::has_threads(&shared.program);
        let merge = if alone { search.merge } else { Merge::None };
        let remembers = shared.compares_orders() && matches!(judge, Judge::Solver(_));
        Explorer {
            shared,
            budget,
            cx: shared.task.restricted_context(&shared.program).interleaving(),
            first: None,
            judge,
            tree: Decisions::new(),
            saved: BTreeMap::new(),
            next: 0,
            live: 0,
            frontier: frontier(&search.strategies, &shared.program, search.seed),
            meeting: BTreeMap::new(),
            joins: FxHashMap::default(),
            deferred: Vec::new(),
            round,
            group: 1,
            only: None,
            ahead: None,
            merge,
            puts_off: alone && merge == Merge::None,
            streak: 0,
            never: FxHashSet::default(),
            met: remembers.then(FxHashMap::default),
            replayed: FxHashSet::default(),
            coverage: Coverage::default(),
            out: Explored::default(),
            steps: 0,
            since: Instant::now(),
            worth: Instant::now(),
            news: Instant::now(),
        }
    }

    /// Follows no path through more than so many forks.
    pub fn looking_ahead(self, ahead: Option<u32>) -> Self {
        Explorer { ahead, ..self }
    }
    /// Follows the paths that begin with these decisions.
    pub fn run(mut self, stands: &Bundle) -> Explored {
        self.begin(stands);
        self.go_on(u64::MAX);
        self.finish()
    }
    /// Takes up the paths that begin with these decisions.
    pub fn begin(&mut self, stands: &Bundle) {
        for stand in stands.stands(&mut self.tree) {
            let mut saved = self.at(stand);
            if stand.path == Decisions::none() {
                saved.base = Some((self.cx.no_guard(), Witness::zero()));
            }
            self.keep(saved, About::nowhere());
        }
        self.out.known = self.round.unwind / 2;
    }
    /// Follows paths for about so many steps; whether there is no more to do here.
    pub fn go_on(&mut self, steps: u64) -> bool {
        match self.all(self.steps.saturating_add(steps)) {
            Ok(done) => done,
            Err(stop) => {
                self.out.early = Some(stop);
                true
            }
        }
    }
    /// Leaves to others what is left.
    pub fn stop(mut self) -> Explored {
        match self.saved.len() + self.deferred.len() {
            0 => drop(self.go_on(u64::MAX)),
            _ => self.give_all(),
        }
        self.finish()
    }
    /// Makes one step on the path that begins with these decisions, and asks for violations of one property on the whole
    /// path.
    pub fn run_step(mut self, stands: &Bundle, prop: PropId) -> Explored {
        self.only = Some(prop);
        for stand in stands.stands(&mut self.tree) {
            let saved = self.at(Stand { asked: 0, ..stand });
            if let Err(stop) = self.one_step(saved) {
                self.out.early = Some(stop);
            }
        }
        self.finish()
    }
    fn one_step(&mut self, saved: Saved) -> Result<(), Stop> {
        for mut saved in self.revive(saved, false)? {
            if let Some((_, checks)) = self.step(&mut saved, true)? {
                saved.pending.extend(checks);
                self.flush(&mut saved)?;
            }
        }
        Ok(())
    }
    /// What came of it.
    pub fn finish(mut self) -> Explored {
        self.out.facts = !self.cx.facts.is_empty();
        self.shared.board.doubt(self.cx.doubtful());
        self.counts();
        self.out.coverage = std::mem::take(&mut self.coverage);
        if let Judge::Later(collector, ..) = &mut self.judge {
            collector.pack(&self.cx, &self.tree);
            self.out.blocks = std::mem::take(&mut collector.blocks);
        }
        self.out
    }
    fn at(&self, Stand { path, steps, asked }: Stand) -> Saved {
        let forks = self.tree.count(path);
        let (unasked, here, pending) = (0, 0, vec![]);
        let (state, doubt, base, joined) = (None, None, None, None);
        Saved { state, path, steps, asked, forks, unasked, here, doubt, pending, base, joined }
    }
    /// Leaves the answer to later.
    fn collect(&mut self, goal: Goal, stand: Stand, condition: Term) {
        let Judge::Later(collector, ..) = &mut self.judge else { return };
        collector.take(&self.cx, &self.tree, goal, stand, condition);
    }

    fn all(&mut self, until: u64) -> Result<bool, Stop> {
        loop {
            if self.shared.is_done() {
                return Ok(true);
            }
            if self.steps >= until {
                return Ok(false);
            }
            self.budget.poll()?;
            if self.news.elapsed() > NEWS {
                self.news = Instant::now();
                self.counts();
            }
            if self.cx.terms.len() > TERMS && self.merge == Merge::None && self.solves() {
                self.renew();
            }
            if self.give() {
                return Ok(true);
            }
            let Some(saved) = self.take() else {
                self.out.known = self.round.unwind;
                if self.deferred.is_empty() {
                    self.not_vacuous()?;
                    return Ok(true);
                }
                self.round = self.round.next();
                (self.shared.sink)(Event::Bound(self.round.unwind));
                for saved in std::mem::take(&mut self.deferred) {
                    self.push(saved)?;
                }
                continue;
            };
            let asks = self.shared.task.search.check_at != CheckAt::End;
            for mut saved in self.revive(saved, asks)? {
                if saved.doubt.is_some() {
                    let possible = self.settle(&mut saved)?;
                    self.streak = if possible { self.streak + 1 } else { 0 };
                    if !possible {
                        continue;
                    }
                }
                self.follow(saved)?;
            }
        }
    }

    fn counts(&self) {
        let mut counts = BTreeMap::from([("paths", self.out.paths)]);
        if let Judge::Solver(oracle) = &self.judge {
            counts.insert("questions", oracle.questions);
            counts.insert("answered by a known model", oracle.known);
        }
        (self.shared.sink)(Event::Counts(counts));
    }

    /// Keeps a path until its turn comes.
    fn keep(&mut self, saved: Saved, about: About) -> Slot {
        let slot = self.next;
        self.next += 1;
        self.live += usize::from(saved.state.is_some());
        self.saved.insert(slot, saved);
        self.frontier.push(slot, &about);
        if self.live > self.shared.task.search.live {
            self.spill();
        }
        slot
    }
    /// Saves a path; one that meets another may be joined with it.
    fn push(&mut self, mut saved: Saved) -> Result<(), Stop> {
        let Some(state) = &saved.state else {
            self.keep(saved, About::nowhere());
            return Ok(());
        };
        let rounds = state.frames.iter().flat_map(|frame| &frame.laps).map(|lap| u64::from(lap.total)).sum();
        let stack = state.frames.iter().map(|frame| frame.loc()).collect();
        let about = About { stack, rounds, preemptions: state.preemptions(), threads: state.threads_made() };
        if self.merge == Merge::None {
            self.keep(saved, about);
            return Ok(());
        }
        let (position, loc) = (state.position(&mut self.cx), state.loc());
        if self.is_meeting_place(loc) {
            for slot in self.meeting.get(&position).cloned().unwrap_or_default() {
                let Some(other) = self.saved.remove(&slot) else { continue };
                match self.join(other, saved)? {
                    Ok(both) => {
                        match both {
                            Some(both) => drop(self.saved.insert(slot, both)),
                            None => self.live -= 1,
                        }
                        return Ok(());
                    }
                    Err((other, mine)) => {
                        self.saved.insert(slot, other);
                        saved = mine;
                    }
                }
            }
        }
        let slot = self.keep(saved, about);
        self.meeting.entry(position).or_default().push(slot);
        Ok(())
    }
    /// The next path.
    fn take(&mut self) -> Option<Saved> {
        if self.merge != Merge::None {
            while let Some(mut entry) = self.meeting.first_entry() {
                let Some(slot) = entry.get_mut().pop() else {
                    entry.remove();
                    continue;
                };
                if let Some(saved) = self.saved.remove(&slot) {
                    self.live -= usize::from(saved.state.is_some());
                    return Some(saved);
                }
            }
        }
        let saved = &self.saved;
        let world = World { alive: &|slot| saved.contains_key(&slot), coverage: &self.coverage };
        let slot = self.frontier.pop(&world)?;
        let saved = self.saved.remove(&slot)?;
        self.live -= usize::from(saved.state.is_some());
        Some(saved)
    }
    /// Whether states are joined at a place.
    fn is_meeting_place(&mut self, loc: Loc) -> bool {
        if self.merge == Merge::All {
            return true;
        }
        if loc.inst != 0 {
            return false;
        }
        let (shape, function) = (self.cx.shape(loc.func), &self.shared.program.functions[loc.func]);
        let places = self.joins.entry(loc.func).or_insert_with(|| {
            let heads = function.blocks.keys().filter(|block| shape.is_head(*block));
            let edges = function
                .blocks
                .iter()
                .flat_map(|(from, block)| block.end.targets().into_iter().map(move |to| (from, to)));
            let behind =
                edges.filter(|(from, to)| shape.heads[*from].iter().any(|head| !shape.heads[*to].contains(head)));
            heads.chain(behind.map(|(_, to)| to)).collect()
        });
        places.contains(&loc.block)
    }
    /// Joins two paths that are at the same place, if they are nearly the same; else gives them back.
    fn join(&mut self, mut left: Saved, mut right: Saved) -> Result<Result<Option<Saved>, (Saved, Saved)>, Stop> {
        let near = match (&left.state, &right.state) {
            (Some(l), Some(r)) => difference(l, r, NEAR + 1) <= NEAR,
            _ => false,
        };
        if !near {
            return Ok(Err((left, right)));
        }
        self.flush(&mut left)?;
        self.flush(&mut right)?;
        let (Some(l), Some(r)) = (&left.state, &right.state) else { return Ok(Err((left, right))) };
        let Ok(state) = join(&mut self.cx, l, r) else { return Ok(Err((left, right))) };
        let Some(state) = state else { return Ok(Ok(None)) };
        self.out.joined += 1;
        let known = [&left, &right].into_iter().find(|saved| self.is_known(saved));
        let base = known.and_then(|saved| saved.base.as_ref()).map(|(_, witness)| (state.guard, witness.clone()));
        let beginning = |saved: &Saved| saved.joined.map_or(saved.path, |(path, _)| path);
        let joined = Some(self.tree.common(beginning(&left), beginning(&right)));
        let forks = left.forks.max(right.forks);
        Ok(Ok(Some(Saved { state: Some(state), forks, base, joined, ..left })))
    }

    /// Keeps only the decisions of those states that will be needed last.
    fn spill(&mut self) {
        let half = self.live / 2;
        let old = self.frontier.keeps_old();
        let live = |(slot, saved): (&Slot, &Saved)| (saved.state.is_some() && saved.joined.is_none()).then_some(*slot);
        let chosen: Vec<Slot> = if old {
            self.saved.iter().filter_map(live).take(half).collect()
        } else {
            self.saved.iter().rev().filter_map(live).take(half).collect()
        };
        for slot in chosen {
            if let Some(saved) = self.saved.get_mut(&slot) {
                saved.forget();
                self.live -= 1;
            }
        }
    }
    /// Begins anew with nothing but the decisions.
    fn renew(&mut self) {
        for saved in self.saved.values_mut().chain(&mut self.deferred) {
            saved.forget();
        }
        self.live = 0;
        self.shared.board.doubt(self.cx.doubtful());
        self.first = None;
        self.never.clear();
        self.replayed.clear();
        self.met.iter_mut().for_each(FxHashMap::clear);
        self.cx = self.shared.task.restricted_context(&self.shared.program).interleaving();
        let (Judge::Solver(oracle) | Judge::Later(_, _, oracle)) = &mut self.judge;
        oracle.renew();
    }
    /// Whether a solver is at hand.
    fn solves(&self) -> bool {
        matches!(self.judge, Judge::Solver(_))
    }
    /// Whether somebody waits for this worker, or for a part of its work, and some of it is done.
    fn is_wanted(&self) -> bool {
        match self.shared.task.search.share_after {
            Some(paths) => self.out.paths >= paths,
            None => self.budget.wanted() && self.since.elapsed() > PATIENCE,
        }
    }
    /// Whether enough is collected.
    fn is_full(&self) -> bool {
        match &self.judge {
            Judge::Solver(_) => false,
            Judge::Later(collector, ..) => collector.is_full() || self.cx.terms.len() > COLLECTED,
        }
    }
    /// Puts everything that is left into the outcome if another worker has nothing to do, or enough is collected.
    fn give(&mut self) -> bool {
        let wanted = self.is_wanted();
        let full = self.is_full();
        let left = self.saved.len() + self.deferred.len();
        if !(full && left > 0 || wanted && left > 1) {
            return false;
        }
        let beginnings: FxHashSet<(PathId, u32)> = self.left().map(|stand| (stand.path, stand.steps)).collect();
        if !full && beginnings.len() < 2 {
            return false;
        }
        self.give_all();
        true
    }
    /// The paths that wait.
    fn left(&self) -> impl Iterator<Item = Stand> {
        self.deferred.iter().chain(self.saved.values()).map(Saved::stand)
    }
    /// Puts everything that is left into the outcome.
    fn give_all(&mut self) {
        // States that were joined may have the same beginning.
        let mut seen = FxHashSet::default();
        let rest: Vec<Stand> = self.left().filter(|stand| seen.insert((stand.path, stand.steps))).collect();
        self.out.rest = Bundle::of(&self.tree, rest);
        self.out.unwind = (self.round.unwind, self.round.total);
    }

    /// The state of a path, made again if need be, and then asked whether it is possible. What was decided otherwise elsewhere may then be open here, so there
    /// may be several.
    fn revive(&mut self, saved: Saved, asks: bool) -> Result<Vec<Saved>, Stop> {
        if saved.state.is_some() {
            return Ok(vec![saved]);
        }
        if self.first.is_none() {
            self.first = Some(start(&mut self.cx)?);
        }
        let begin = Instant::now();
        let decisions = self.tree.list(saved.path);
        let first = Saved { state: self.first.clone(), path: Decisions::none(), steps: 0, pending: vec![], ..saved };
        let mut open = vec![(first, 0)];
        let mut out = Vec::new();
        while let Some((mut at, mut decided)) = open.pop() {
            if at.steps == saved.steps {
                self.flush(&mut at)?;
                if !self.solves() {
                    at.base = Some((self.cx.no_guard(), Witness::zero()));
                    self.is_led(&mut at);
                }
                if !asks {
                    at.doubt = None;
                }
                if !asks || self.settle(&mut at)? {
                    out.push(at);
                }
                continue;
            }
            let decision = decisions.get(decided).filter(|decision| decision.step == at.steps);
            let from = at.state.as_ref().map(State::loc);
            decided += usize::from(decision.is_some());
            let Some((nexts, checks)) = self.step(&mut at, false)? else { continue };
            if at.steps > saved.asked {
                at.pending.extend(checks);
            }
            let several = nexts.len() > 1;
            for state in nexts {
                let (to, thread) = (state.loc(), state.thread());
                if decision.is_some_and(|decision| (decision.to, decision.thread) != (to, thread)) {
                    continue;
                }
                let path = match decision {
                    Some(decision) => self.tree.with(at.path, *decision),
                    None if several => self.tree.with(at.path, Decision { step: at.steps - 1, to, thread }),
                    None => at.path,
                };
                let doubt = if several { from } else { at.doubt };
                let mut next = Saved { doubt, ..at.on(state, path) };
                // How much of a condition is seen to be constant depends on what else was looked at. Whoever goes a way that
                // is not possible finds none of the later decisions, and nearly everything open.
                if !several || decision.is_some() || self.is_real(&mut next)? {
                    open.push((next, decided));
                }
            }
        }
        self.worth = Instant::now() + begin.elapsed() * 4;
        Ok(out)
    }
    /// One step of a path: the states it leads to, and what can be violated on the way. What is not modelled is noted
    /// if it is new.
    fn step(&mut self, saved: &mut Saved, new: bool) -> Result<Option<Led>, Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(PERIOD) {
            self.budget.tick(PERIOD);
            self.budget.poll()?;
        }
        let Some(state) = saved.state.take() else { return Ok(None) };
        let (mut succs, mut checks, mut nexts) = (Vec::new(), Vec::new(), Vec::new());
        step(&mut self.cx, state, &mut succs, &mut checks);
        saved.steps += 1;
        for succ in succs {
            match succ {
                Succ::Next(state) => nexts.push(state),
                Succ::Stuck { guard, loc, stop } if new => self.stuck(saved, guard, loc, stop)?,
                Succ::Stuck { .. } => {}
                Succ::End { guard, trail, .. } => {
                    if new {
                        self.out.paths += 1;
                        if self.shared.task.search.tests {
                            self.report_test(saved, guard, trail)?;
                        }
                    }
                }
            }
        }
        let board = &self.shared.board;
        let wanted = |prop: PropId| self.shared.asks(prop) && self.only.is_none_or(|only| only == prop);
        checks.retain(|check| wanted(check.prop) && !board.has(check.prop));
        Ok(Some((nexts, checks)))
    }

    /// Follows a path to its end, to the bound, or to a fork, where it is saved.
    fn follow(&mut self, mut saved: Saved) -> Result<(), Stop> {
        loop {
            let Some(state) = &saved.state else { return Ok(()) };
            match cut(&mut self.cx, &self.round, state) {
                None => {}
                Some(Cut::General) if self.shared.task.bounds.unwind.is_none() => {
                    return self.leave(saved, Goal::GoesOn);
                }
                Some(Cut::General) => {
                    let bound = self.round.unwind;
                    return self.leave(saved, Goal::Cut(bound));
                }
                Some(Cut::Fixed(bound)) => return self.leave(saved, Goal::Cut(bound)),
            }
            let from = state.loc();
            if self.is_known(&saved) {
                self.coverage.block(from.func, from.block);
            }
            let Some((mut nexts, checks)) = self.step(&mut saved, true)? else { return Ok(()) };
            saved.pending.extend(checks);
            // Which way it goes is a decision even if the others need not be followed.
            let several = nexts.len() > 1;
            nexts.retain(|state| self.is_new(state));
            let at_end = self.shared.task.search.check_at == CheckAt::End && self.solves();
            if nexts.is_empty() || (saved.pending.len() >= self.group && !at_end) {
                self.flush(&mut saved)?;
            }
            let mut nexts = match nexts.len() {
                0 => return Ok(()),
                1 if !several => nexts
                    .into_iter()
                    .map(|state| {
                        let path = saved.path;
                        saved.on(state, path)
                    })
                    .collect(),
                _ => self.fork(saved, nexts, from)?,
            };
            // A path can be long, and every fork on it a question.
            let gives = several && self.is_wanted() && Instant::now() > self.worth;
            let others = self.saved.len() + self.deferred.len() > 0;
            let alone = nexts.len() == 1 && self.merge == Merge::None && !(gives && others);
            match nexts.pop() {
                Some(next) if alone => saved = next,
                Some(next) => {
                    // The first way last, so that depth first takes it first.
                    self.push(next)?;
                    for next in nexts.into_iter().rev() {
                        self.push(next)?;
                    }
                    return Ok(());
                }
                None => return Ok(()),
            }
        }
    }
    /// Whether no state was met that goes on like this one. Following that one is enough: it is followed, was put away to
    /// be followed, or was given to somebody who does.
    fn is_new(&mut self, state: &State) -> bool {
        let Some(met) = &mut self.met else { return true };
        let Some(print) = state.print(&mut self.cx) else { return true };
        let known = met.entry(print.hash).or_default();
        if known.iter().any(|asleep| asleep & !print.asleep == 0) {
            return false;
        }
        known.retain(|asleep| print.asleep & !asleep != 0);
        known.push(print.asleep);
        true
    }
    /// A path goes beyond a bound, if it is possible.
    fn leave(&mut self, mut saved: Saved, how: Goal) -> Result<(), Stop> {
        self.flush(&mut saved)?;
        if !self.solves() {
            if let Some(state) = &saved.state {
                let guard = self.cx.guard(state.guard);
                self.collect(how, saved.stand(), guard);
            }
        } else if self.possible(&mut saved)? {
            match how {
                Goal::GoesOn => self.deferred.push(saved),
                other => self.out.note_cut(&other),
            }
        }
        Ok(())
    }
    /// The ways that a path can go, as far as that is asked here.
    fn fork(&mut self, mut saved: Saved, nexts: Vec<State>, from: Loc) -> Result<Vec<Saved>, Stop> {
        saved.forks += 1;
        saved.unasked += 1;
        saved.here += 1;
        if self.shared.task.search.depth.is_some_and(|depth| saved.forks > depth) {
            for state in nexts {
                let path = saved.path;
                self.leave(saved.on(state, path), Goal::Deep)?;
                saved.pending.clear();
            }
            return Ok(vec![]);
        }
        let ask = match self.shared.task.search.check_at {
            CheckAt::Auto => saved.unasked >= 1 << (self.streak / STREAK).min(LONGEST_INTERVAL),
            CheckAt::Branch => true,
            CheckAt::End => false,
            CheckAt::Every(n) => saved.forks.is_multiple_of(n.max(1)),
        };
        if ask {
            self.flush(&mut saved)?;
            saved.unasked = 0;
        }
        let (mut out, ways, mut led) = (Vec::new(), nexts.len(), None);
        for state in nexts {
            let (to, thread) = (state.loc(), state.thread());
            let path = self.tree.with(saved.path, Decision { step: saved.steps - 1, to, thread });
            let mut next = saved.on(state, path);
            if self.ahead.is_some_and(|ahead| next.here >= ahead) {
                self.leave(next, Goal::Waits)?;
                continue;
            }
            if self.is_led(&mut next) {
                led = Some(out.len());
            }
            out.push(next);
        }
        if let Some(led) = led {
            // The way that is known to be possible first: so a whole path is followed before anything is asked.
            out[..=led].rotate_right(1);
        }
        if !ask {
            return Ok(out);
        }
        for next in &mut out {
            next.doubt = Some(from);
        }
        // Whoever has a way to go asks for the others when their turn comes: it may never come.
        let asked_now = if led.is_some() && self.puts_off { 1 } else { ways };
        let mut possible = Vec::with_capacity(ways);
        for (i, mut next) in out.into_iter().enumerate() {
            if i >= asked_now || self.settle(&mut next)? {
                possible.push(next);
            }
        }
        if asked_now == ways {
            self.streak = if possible.len() == ways { self.streak + 1 } else { 0 };
        }
        Ok(possible)
    }
    /// Whether a path is possible that came to where it is by a fork; if so, that way is covered.
    fn settle(&mut self, saved: &mut Saved) -> Result<bool, Stop> {
        let possible = self.possible(saved)?;
        if let (true, Some(from), Some(state)) = (possible, saved.doubt.take(), &saved.state) {
            let to = state.loc();
            if from.func == to.func && to.inst == 0 {
                self.coverage.way(from.func, from.block, to.block);
            }
        }
        Ok(possible)
    }

    /// Whether the model of the beginning of a path is one of all of it.
    fn is_led(&mut self, saved: &mut Saved) -> bool {
        let (Some((_, witness)), Some(state)) = (&saved.base, &saved.state) else { return false };
        let condition = self.cx.guard(state.guard);
        let holds = match &mut self.judge {
            Judge::Solver(oracle) => self.cx.facts.is_empty() && oracle.holds(&self.cx, witness, condition),
            Judge::Later(_, evaluations, _) => evaluations.holds(&self.cx, witness, condition),
        };
        if holds && saved.pending.is_empty() {
            saved.base = Some((state.guard, witness.clone()));
        } else if !holds && !self.solves() {
            saved.base = None;
        }
        holds
    }
    /// Whether there is a model of the whole path condition.
    fn is_known(&self, saved: &Saved) -> bool {
        match (&saved.base, &saved.state) {
            (Some((guard, _)), Some(state)) => *guard == state.guard,
            _ => false,
        }
    }
    /// Whether a path is possible; finds a model.
    fn possible(&mut self, saved: &mut Saved) -> Result<bool, Stop> {
        let Some(state) = &saved.state else { return Ok(false) };
        if self.is_known(saved) {
            return Ok(true);
        }
        let (guard, loc) = (state.guard, state.loc());
        let Judge::Solver(oracle) = &mut self.judge else { return Ok(true) };
        let truth = self.cx.terms.bool(true);
        let base = saved.base.as_ref().map(|(guard, witness)| (*guard, witness));
        match oracle.ask(&mut self.cx, guard, truth, base) {
            Ok(Some(witness)) => {
                saved.base = Some((guard, witness));
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(stop) => {
                self.failed(stop, loc)?;
                Ok(false)
            }
        }
    }
    /// Whether a path is possible, even if that is left to others.
    fn is_real(&mut self, saved: &mut Saved) -> Result<bool, Stop> {
        let (Judge::Later(_, _, oracle), Some(state)) = (&mut self.judge, &saved.state) else {
            return self.possible(saved);
        };
        let truth = self.cx.terms.bool(true);
        let answer = oracle.ask(&mut self.cx, state.guard, truth, None);
        self.budget.poll()?;
        Ok(answer.map_or(true, |witness| witness.is_some()))
    }
    /// A question without answer leaves its paths open, unless there is no budget left for any.
    fn failed(&mut self, stop: Stop, loc: Loc) -> Result<(), Stop> {
        self.budget.poll()?;
        if matches!(stop, Stop::Time | Stop::Memory | Stop::Steps | Stop::Cancelled) {
            return Err(stop);
        }
        self.out.note_stuck(stop, self.shared.program.span(loc));
        Ok(())
    }
    /// Paths cannot be followed any further: is one of them possible?
    fn stuck(&mut self, saved: &Saved, guard: Term, loc: Loc, stop: Stop) -> Result<(), Stop> {
        let span = self.shared.program.span(loc);
        if self.out.has_stuck(&stop, span) {
            return Ok(());
        }
        let Judge::Solver(oracle) = &mut self.judge else {
            self.collect(Goal::Stuck(stop, span), saved.stand(), guard);
            return Ok(());
        };
        let base = saved.base.as_ref().map(|(guard, witness)| (*guard, witness));
        let beginning = base.map_or(self.cx.no_guard(), |(guard, _)| guard);
        match oracle.ask(&mut self.cx, beginning, guard, base) {
            Ok(Some(_)) => self.out.note_stuck(stop, span),
            Ok(None) => {}
            Err(stop) => self.failed(stop, loc)?,
        }
        Ok(())
    }
    /// Asks the checks of a path that were not asked yet.
    fn flush(&mut self, saved: &mut Saved) -> Result<(), Stop> {
        saved.asked = saved.steps;
        let mut pending = std::mem::take(&mut saved.pending);
        let base = saved.base.as_ref().map(|(guard, witness)| (*guard, witness));
        let beginning = base.map_or(self.cx.no_guard(), |(guard, _)| guard);
        loop {
            let board = &self.shared.board;
            pending.retain(|check| {
                let known = self.never.contains(&check.bad) || self.replayed.contains(&(check.prop, check.bad));
                !known && !board.has(check.prop)
            });
            let Some(last) = pending.last() else { return Ok(()) };
            let loc = last.loc;
            let Judge::Solver(oracle) = &mut self.judge else {
                // Without a solver they are flushed after the step that they belong to.
                let Stand { path, steps, .. } = saved.stand();
                let before = Stand { path, steps: steps - 1, asked: steps - 1 };
                for check in pending {
                    if self.replayed.insert((check.prop, check.bad)) {
                        self.collect(Goal::Violated(check.prop), before, check.bad);
                    }
                }
                return Ok(());
            };
            let mut bad = Vec::with_capacity(pending.len());
            for check in &pending {
                let mut parts = self.cx.conjuncts(check.guard, beginning);
                parts.extend([check.cond, check.open]);
                bad.push(self.cx.terms.all(&parts));
            }
            let any = self.cx.terms.any(&bad);
            let before = oracle.effort();
            match oracle.ask(&mut self.cx, beginning, any, base) {
                Ok(Some(witness)) => {
                    let hit: Vec<Check> =
                        pending.iter().filter(|check| oracle.holds(&self.cx, &witness, check.bad)).copied().collect();
                    if hit.is_empty() {
                        return Err(Stop::Bug("a model violates no property".into()));
                    }
                    for check in hit {
                        self.violated(&check, &witness);
                    }
                }
                Ok(None) => {
                    self.never.extend(pending.iter().map(|check| check.bad));
                    self.group = match oracle.effort().saturating_sub(before) {
                        easy if easy < EASY => (self.group * 2).min(LARGEST_GROUP),
                        hard if hard > HARD => (self.group / 2).max(1),
                        _ => self.group,
                    };
                }
                Err(stop) => {
                    self.failed(stop, loc)?;
                    return Ok(());
                }
            }
        }
    }
    /// A model violates a check: replays it.
    fn violated(&mut self, check: &Check, witness: &Witness) {
        self.replayed.insert((check.prop, check.bad));
        if self.shared.board.has(check.prop) {
            return;
        }
        let mut valuation = Valuation::new(&self.cx.terms, &witness.model);
        match confirm(&self.cx, &self.shared.task, check, &mut valuation, self.budget) {
            Ok(violation) => {
                self.out.violations.push(violation.counterexample.clone());
                (self.shared.sink)(Event::Settled(check.prop, Verdict::Violated(Box::new(violation))));
            }
            Err(stop) => {
                let span = self.shared.program.span(check.loc);
                if !self.out.refused.iter().any(|(prop, ..)| *prop == check.prop) {
                    self.out.refused.push((check.prop, stop, span));
                }
            }
        }
    }
    /// Reports the choices of a path that came to its end, if it is possible.
    fn report_test(&mut self, saved: &Saved, guard: Term, trail: hecaton_symex::TrailId) -> Result<(), Stop> {
        let base = saved.base.as_ref().map(|(guard, witness)| (*guard, witness));
        let beginning = base.map_or(self.cx.no_guard(), |(guard, _)| guard);
        let Judge::Solver(oracle) = &mut self.judge else { return Ok(()) };
        if let Some(witness) = oracle.ask(&mut self.cx, beginning, guard, base)? {
            let mut valuation = Valuation::new(&self.cx.terms, &witness.model);
            (self.shared.sink)(Event::Test(choices(&self.cx, trail, &mut valuation)));
        }
        Ok(())
    }
    /// A proof from facts that contradict each other is none.
    fn not_vacuous(&mut self) -> Result<(), Stop> {
        match &mut self.judge {
            Judge::Solver(oracle) => oracle.not_vacuous(&mut self.cx),
            Judge::Later(..) => Ok(()),
        }
    }
}

impl Saved {
    /// Where it is, as decisions.
    fn stand(&self) -> Stand {
        match self.joined {
            Some((path, steps)) => Stand { path, steps, asked: steps },
            None => Stand { path: self.path, steps: self.steps, asked: self.asked },
        }
    }
    /// The same path one step later.
    fn on(&self, state: State, path: PathId) -> Saved {
        let Saved { steps, asked, forks, unasked, here, doubt, joined, .. } = *self;
        Saved {
            state: Some(state),
            path,
            steps,
            asked,
            forks,
            unasked,
            here,
            doubt,
            joined,
            pending: self.pending.clone(),
            base: self.base.clone(),
        }
    }
    /// Keeps only what is needed to make the state again.
    fn forget(&mut self) {
        self.state = None;
        self.pending = Vec::new();
        self.base = None;
    }
}
