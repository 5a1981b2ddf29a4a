//! Context-bounded execution of all schedules at once, lazily: no values are guessed.
//!
//! The idea is that of lazy sequentialization (La Torre, Madhusudan, Parlato 2009; Inverso et al. 2014): contexts are
//! executed in the order in which they happen, so that memory only ever holds what some schedule can lead to. Unlike
//! there, a thread is not recomputed when it resumes, nor are its locals kept under a program counter: every place
//! where it can stand has a condition, and the calls that it is in there ([`Stand`]). A context starts from all
//! places at once; an execution that runs into a place where the thread can also have stood is merged with that
//! state. So the work of a context is that of one run through the thread's code, and constants of a loop iteration
//! remain constants.
//!
//! At every place where another thread could observe or change something there is one free Boolean: does this thread
//! go on in this context? So all schedules are in one formula, whose size is linear in rounds, threads and length.

use super::shared::Seen;
use crate::unwinding::{Cut, Found, Halted, Round, cut};
use hecaton_base::{Budget, Stop};
use hecaton_ir::analysis::effects::{Access, Act, Extent, Taken, Way};
use hecaton_ir::{Block, End, Expr, FuncId, Halt, Inst, Loc, Op, Program, PropId, Scalar, passes};
use hecaton_symex::contexts::{Running, Touches, Watch, World};
use hecaton_symex::{Check, Context, Frames, GuardId, Succ, circle, step, step_until};
use hecaton_term::{Sort, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The places of one thread, in the order in which a run comes by.
type Key = Vec<u32>;

/// A thread, and all that is known of where it can be.
struct Slot {
    /// The instruction, call and iteration that makes it.
    origin: u32,
    number: Term,
    created: Term,
    ended: Term,
    /// An assumption did not hold: it never goes on.
    stopped: Term,
    stands: BTreeMap<Key, Stand>,
}

/// A thread stands at a place.
struct Stand {
    frames: Frames,
    cond: Term,
}

/// How a context of a thread ends.
#[derive(Default)]
struct Ends {
    /// At places where it can go on later.
    stands: BTreeMap<Key, Running>,
    /// The thread has ended.
    ended: Vec<World>,
    /// The thread is stopped for ever.
    stopped: Vec<World>,
    /// When it did something that others can see.
    moved: Vec<Term>,
    /// Some paths ended altogether.
    lost: bool,
}

/// What a thread stands before, outside of atomic sections, and when.
struct Pending {
    /// What is accessed, where that does not depend on variables.
    plain: Option<(Expr, Scalar, bool)>,
    touches: Touches,
    cond: Term,
    loc: Loc,
    /// It is an atomic access, which other atomic ones do not race with.
    atomic: bool,
}

/// What threads there are, and the world they share.
pub(crate) struct Lazy<'a> {
    round: Round<'a>,
    program: Arc<Program>,
    budget: &'a Budget,
    seen: &'a dyn Fn(Loc) -> Seen,
    world: World,
    slots: Vec<Slot>,
    contexts: u32,
    /// For each turn, or round of turns: which threads moved, and when.
    moved: Vec<Vec<(usize, Term)>>,
    /// What was found so far.
    pub found: Found,
    steps: u64,
    order: Order,
    /// Races are looked for.
    pub races: Option<PropId>,
    /// What others than a thread stand before while it runs, atomic accesses left out.
    nearby: Option<(usize, Rc<Vec<Pending>>)>,
}

/// Whose turn it is.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    /// Everybody's, once a round.
    Rounds,
    /// Anybody's.
    Any,
    /// One after the other.
    InTurn,
}

/// When a thread begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    /// It is just being made.
    Now,
    /// It has begun.
    Before,
}

/// How often the budget is polled, in steps.
const PERIOD: u64 = 32;

fn block(program: &Program, loc: Loc) -> &Block {
    &program.functions[loc.func].blocks[loc.block]
}

fn halted(stop: Stop) -> Halted {
    (stop, None)
}

impl<'a> Lazy<'a> {
    /// The first thread, before it does anything visible. `seen` says which accesses matter to other threads.
    pub fn new(
        cx: &mut Context,
        round: Round<'a>,
        budget: &'a Budget,
        seen: &'a dyn Fn(Loc) -> Seen,
        order: Order,
        races: Option<PropId>,
    ) -> Result<Self, Halted> {
        let (world, frames) = World::start(cx).map_err(halted)?;
        let (zero, no, yes) = (world.made, cx.terms.bool(false), cx.terms.bool(true));
        let main = Slot { origin: 0, number: zero, created: yes, ended: no, stopped: no, stands: BTreeMap::new() };
        let program = cx.program.clone();
        let found = Found::default();
        let mut lazy = Lazy {
            round,
            program,
            budget,
            seen,
            world,
            slots: vec![main],
            contexts: 0,
            moved: vec![],
            found,
            steps: 0,
            order,
            races,
            nearby: None,
        };
        let base = lazy.world.clone();
        let first = base.run(cx, frames, yes).ok_or((Stop::Bug("a program that cannot start".into()), None))?;
        let key = first.state.position(cx);
        let ends = lazy.run(cx, 0, BTreeMap::from([(key, first)]), None)?;
        lazy.close(cx, 0, &base, no, ends)?;
        Ok(lazy)
    }
    /// Every thread in turn.
    pub fn round(&mut self, cx: &mut Context) -> Result<(), Halted> {
        let yes = cx.terms.bool(true);
        let mut slot = 0;
        self.moved.push(vec![]);
        while slot < self.slots.len() {
            self.context(cx, slot, yes)?;
            slot += 1;
        }
        Ok(())
    }
    /// One thread, whichever.
    pub fn any_context(&mut self, cx: &mut Context) -> Result<(), Halted> {
        let number = self.contexts;
        let mut slot = 0;
        let mut none = cx.terms.bool(true);
        self.moved.push(vec![]);
        while slot < self.slots.len() {
            let pick = cx.terms.var(&format!("pick{number}.{slot}"), Sort::Bool);
            let active = cx.terms.and(none, pick);
            let not = cx.terms.not(pick);
            none = cx.terms.and(none, not);
            self.context(cx, slot, active)?;
            slot += 1;
        }
        Ok(())
    }
    /// The thread whose turn it is, given the number of contexts before.
    pub fn next_context(&mut self, cx: &mut Context, turn: &mut usize) -> Result<(), Halted> {
        let yes = cx.terms.bool(true);
        if *turn >= self.slots.len() {
            *turn = 0;
        }
        self.moved.push(vec![]);
        self.context(cx, *turn, yes)?;
        *turn += 1;
        Ok(())
    }

    /// When some thread other than one can still do something, now or later.
    fn others(&self, cx: &mut Context, slot: usize) -> Term {
        let mut all = Vec::new();
        for (_, other) in self.slots.iter().enumerate().filter(|(i, _)| *i != slot) {
            all.extend(other.stands.values().map(|stand| stand.cond));
        }
        cx.terms.any(&all)
    }

    /// A thread runs from wherever it stands, as far as it likes.
    fn context(&mut self, cx: &mut Context, slot: usize, active: Term) -> Result<(), Halted> {
        self.contexts += 1;
        self.nearby = None;
        let base = self.world.clone();
        let stands = std::mem::take(&mut self.slots[slot].stands);
        let conds: Vec<Term> = stands.values().map(|stand| stand.cond).collect();
        let standing = cx.terms.any(&conds);
        let idle = cx.terms.not(standing);
        let mut waiting = BTreeMap::new();
        for (key, stand) in stands {
            if let Some(running) = base.run(cx, stand.frames, stand.cond) {
                waiting.insert(key, running);
            }
        }
        let ends = self.run(cx, slot, waiting, Some(active))?;
        let moved = cx.terms.any(&ends.moved);
        if let Some(turn) = self.moved.last_mut() {
            turn.push((slot, moved));
        }
        self.close(cx, slot, &base, idle, ends)
    }
    /// Puts the world together from where a thread can have come to; the world before is for where it did not run.
    fn close(&mut self, cx: &mut Context, slot: usize, base: &World, idle: Term, ends: Ends) -> Result<(), Halted> {
        let mut world = base.clone();
        let mut survivors = vec![idle];
        let mut kept: Vec<(World, Term)> = Vec::new();
        for (key, running) in ends.stands {
            let cond = beyond(cx, running.state.guard, base.guard);
            let (reached, frames) = running.part();
            kept.push((reached, cond));
            self.slots[slot].stands.insert(key, Stand { frames, cond });
        }
        for (list, ended) in [(ends.ended, true), (ends.stopped, false)] {
            for reached in list {
                let cond = beyond(cx, reached.guard, base.guard);
                let slot = &mut self.slots[slot];
                let mark = if ended { &mut slot.ended } else { &mut slot.stopped };
                *mark = cx.terms.or(*mark, cond);
                kept.push((reached, cond));
            }
        }
        for (reached, cond) in kept.iter().rev() {
            world = World::choose(cx, *cond, reached, &world).map_err(halted)?;
            survivors.push(*cond);
        }
        if ends.lost {
            let survivors = cx.terms.any(&survivors);
            match world.clone().only(cx, survivors) {
                Some(only) => world = only,
                None => self.slots.clear(),
            }
        }
        self.world = world;
        Ok(())
    }

    /// Runs a thread from some places; `go` is when it may at all, `None` if it only runs to where it first stands.
    fn run(
        &mut self,
        cx: &mut Context,
        slot: usize,
        mut waiting: BTreeMap<Key, Running>,
        go: Option<Term>,
    ) -> Result<Ends, Halted> {
        let mut ends = Ends::default();
        // One that is just being made is not alone: the one that makes it goes on.
        let made = go.is_none() && slot != 0;
        let mut others = if made { cx.terms.bool(true) } else { self.others(cx, slot) };
        // A new thread stands before whatever is visible first: what it chooses behind that is chosen when it goes on. Where
        // it stood it may stay, even if nobody can see what it does there.
        let begins = if made { Begins::Now } else { Begins::Before };
        let stood: BTreeSet<Key> = waiting.keys().cloned().collect();
        let program = self.program.clone();
        while let Some((key, mut running)) = waiting.pop_first() {
            self.poll()?;
            match cut(cx, &self.round, &running.state) {
                None => {}
                Some(kind) => {
                    let guard = cx.guard(running.state.guard);
                    match kind {
                        Cut::General => self.found.cuts.push(guard),
                        Cut::Fixed(bound) => {
                            self.found.fixed.push(guard);
                            self.found.least = Some(self.found.least.map_or(bound, |least| least.min(bound)));
                        }
                    }
                    ends.lost = true;
                    continue;
                }
            }
            let loc = running.state.loc();
            let here = block(&program, loc);
            let free = running.sections == 0;
            let Some(Inst { op, .. }) = here.insts.get(loc.inst as usize) else {
                let bottom = running.state.frames.len() == 1;
                match &here.end {
                    End::Halt(Halt::Thread) => {
                        if slot == 0 && (program.leak.is_some() || program.cleanup.is_some()) {
                            let stop = Stop::Unsupported("memory that is left when the last thread ends".into());
                            self.found.stuck.push((cx.guard(running.state.guard), loc, stop));
                        }
                        ends.ended.push(running.end(cx));
                    }
                    End::Return(_) if bottom && slot != 0 => ends.ended.push(running.end(cx)),
                    End::Return(_) if !bottom => {
                        self.walk(cx, (slot, begins), running, others, &mut waiting, &mut ends)?
                    }
                    End::Return(_) | End::Halt(Halt::Exit | Halt::Abort) if free => {
                        // The program could end here: that is looked at, but whatever comes after is not lost.
                        if program.leak.is_some() || program.cleanup.is_some() {
                            let mut last = running.clone();
                            last.mark(cx, self.slots[slot].number, others);
                            let (mut out, mut checks) = (Vec::new(), Vec::new());
                            step(cx, last.state, &mut out, &mut checks);
                            self.found.checks.extend(checks);
                            self.stuck(out);
                        }
                        stand(cx, &mut ends.stands, key, running)?;
                    }
                    _ => self.walk(cx, (slot, begins), running, others, &mut waiting, &mut ends)?,
                }
                continue;
            };
            if let Op::Assume { cond } = op {
                let cond = running.eval(cx, cond);
                let not = cx.terms.not(cond);
                let mut other = running.clone();
                if other.state.assume(cx, not) {
                    match free {
                        true => ends.stopped.push(other.part().0),
                        false => ends.lost = true,
                    }
                }
                if running.state.assume(cx, cond) {
                    running.advance();
                    self.queue(cx, &mut waiting, running)?;
                }
                continue;
            }
            if let Op::Thread { dst } = op {
                running.assign(*dst, self.slots[slot].number);
                running.advance();
                self.queue(cx, &mut waiting, running)?;
                continue;
            }
            if let Op::Atomic { begin: false } = op {
                running.sections = running.sections.saturating_sub(1);
                running.advance();
                self.queue(cx, &mut waiting, running)?;
                continue;
            }
            let seen = op.is_visible().then(|| (self.seen)(loc));
            let stops = match seen {
                None => false,
                Some(_) if !free => false,
                Some(_) if is_about_threads(op) || begins == Begins::Now || stood.contains(&key) => true,
                Some(Seen::ByOthers) => true,
                Some(Seen::Invalid) => running.may_fail(cx, op),
                Some(Seen::Never) => false,
            };
            if stops {
                let Some(active) = go else {
                    stand(cx, &mut ends.stands, key, running)?;
                    continue;
                };
                // Alone, there is nothing to wait for.
                if cx.terms.as_bool(others) != Some(false) || cx.terms.as_bool(active) != Some(true) {
                    let name = key.iter().fold(format!("go{}.{slot}", self.contexts), |name, n| format!("{name}.{n}"));
                    let free = cx.terms.var(&name, Sort::Bool);
                    let on = cx.terms.and(free, active);
                    let not = cx.terms.not(on);
                    let mut other = running.clone();
                    if other.state.assume(cx, not) {
                        stand(cx, &mut ends.stands, key.clone(), other)?;
                    }
                    if !running.state.assume(cx, on) {
                        continue;
                    }
                }
                if !is_waiting(op) {
                    ends.moved.push(cx.guard(running.state.guard));
                }
            }
            if !free && seen == Some(Seen::ByOthers) {
                self.race_inside(cx, slot, &running, op, loc);
            }
            match op {
                Op::Join { thread } => {
                    let thread = running.eval(cx, thread);
                    let (mut done, mut known) = (Vec::new(), Vec::new());
                    for slot in &self.slots {
                        let same = cx.terms.eq(slot.number, thread);
                        known.push(cx.terms.and(same, slot.created));
                        done.push(cx.terms.and(same, slot.ended));
                    }
                    let (done, known) = (cx.terms.any(&done), cx.terms.any(&known));
                    let unknown = cx.terms.not(known);
                    let path = cx.guard(running.state.guard);
                    let guard = cx.terms.and(path, unknown);
                    if cx.terms.as_bool(guard) != Some(false) {
                        let stop = Stop::Unsupported(passes::NO_THREAD.into());
                        self.found.stuck.push((guard, loc, stop));
                    }
                    let Some(mut running) = self.wait(cx, running, key, done, &mut ends)? else { continue };
                    if free {
                        ends.moved.push(cx.guard(running.state.guard));
                        running.mark(cx, self.slots[slot].number, others);
                    }
                    running.advance();
                    self.queue(cx, &mut waiting, running)?;
                }
                Op::Await { ptr, values, one, owned: _, check } => {
                    let (mut out, mut checks) = (Vec::new(), Vec::new());
                    let before = running.state.guard;
                    let awaited = running.awaited(cx, ptr, values, *one, *check, &mut out, &mut checks);
                    self.found.checks.extend(checks);
                    ends.lost |= running.state.guard != before || !out.is_empty();
                    self.stuck(out);
                    let awaited = match awaited {
                        Ok(Some(awaited)) => awaited,
                        Ok(None) => {
                            ends.lost = true;
                            continue;
                        }
                        Err(stop) => {
                            ends.lost = true;
                            self.found.stuck.push((cx.guard(running.state.guard), loc, stop));
                            continue;
                        }
                    };
                    let Some(mut running) = self.wait(cx, running, key, awaited, &mut ends)? else { continue };
                    if free {
                        ends.moved.push(cx.guard(running.state.guard));
                        running.mark(cx, self.slots[slot].number, others);
                    }
                    running.sections += 1;
                    running.advance();
                    self.queue(cx, &mut waiting, running)?;
                }
                Op::Atomic { .. } => {
                    if free {
                        running.mark(cx, self.slots[slot].number, others);
                    }
                    running.sections += 1;
                    running.advance();
                    self.queue(cx, &mut waiting, running)?;
                }
                Op::Spawn { .. } => {
                    if free {
                        running.mark(cx, self.slots[slot].number, others);
                    }
                    self.spawn(cx, running, op, &mut waiting, &mut ends)?;
                    self.nearby = None;
                    others = self.others(cx, slot);
                }
                _ => self.walk(cx, (slot, begins), running, others, &mut waiting, &mut ends)?,
            }
        }
        Ok(ends)
    }

    /// What a thread can stand before. Places where the same memory is accessed are one.
    fn pending(&self, cx: &mut Context, slot: usize) -> Vec<Pending> {
        let mut all: Vec<Pending> = Vec::new();
        for stand in self.slots[slot].stands.values() {
            let Some(mut running) = self.world.run(cx, stand.frames.clone(), stand.cond) else { continue };
            let loc = running.state.loc();
            let Some(Inst { op, .. }) = block(&self.program, loc).insts.get(loc.inst as usize) else { continue };
            let (mut cond, atomic) = (stand.cond, matches!(op, Op::Await { .. }));
            if let Op::Await { ptr, values, one, check, .. } = op {
                let (mut out, mut checks) = (Vec::new(), Vec::new());
                match running.awaited(cx, ptr, values, *one, *check, &mut out, &mut checks) {
                    Ok(Some(ready)) => cond = cx.terms.and(cond, ready),
                    Ok(None) | Err(_) => continue,
                }
            }
            let plain = accessed(&self.program, loc.func, op);
            match all.iter_mut().find(|known| plain.is_some() && known.plain == plain) {
                Some(known) => known.cond = cx.terms.or(known.cond, cond),
                None => {
                    let touches = running.touches(cx, op);
                    all.push(Pending { plain, touches, cond, loc, atomic });
                }
            }
        }
        all
    }
    /// Races of what a thread does in an atomic section with what others stand before.
    fn race_inside(&mut self, cx: &mut Context, slot: usize, running: &Running, op: &Op, loc: Loc) {
        let Some(prop) = self.races else { return };
        let mine = running.touches(cx, op);
        let plain = accessed(&self.program, loc.func, op);
        let nearby = match &self.nearby {
            Some((of, nearby)) if *of == slot => nearby.clone(),
            _ => {
                let mut all = Vec::new();
                for other in (0..self.slots.len()).filter(|other| *other != slot) {
                    all.extend(self.pending(cx, other).into_iter().filter(|theirs| !theirs.atomic));
                }
                let all = Rc::new(all);
                self.nearby = Some((slot, all.clone()));
                all
            }
        };
        let mut parts = Vec::new();
        for theirs in nearby.iter().filter(|theirs| !are_apart(&plain, &theirs.plain)) {
            let meet = running.conflict(cx, &mine, &theirs.touches);
            parts.push(cx.terms.and(meet, theirs.cond));
        }
        let (guard, trail, cond) = (running.state.guard, running.state.trail, cx.terms.any(&parts));
        let path = cx.guard(guard);
        let bad = cx.terms.and(path, cond);
        if cx.terms.as_bool(bad) != Some(false) {
            let open = cx.terms.bool(true);
            self.found.checks.push(Check { prop, bad, guard, cond, open, trail, loc });
        }
    }
    /// Races between what threads stand before now, one of them being the next to go on. Since nobody has to go on, all
    /// that were possible earlier still are.
    pub fn races(&mut self, cx: &mut Context) -> Vec<Check> {
        let Some(prop) = self.races else { return vec![] };
        let mut checks = Vec::new();
        let pending: Vec<Vec<Pending>> = (0..self.slots.len()).map(|slot| self.pending(cx, slot)).collect();
        for (slot, all) in pending.iter().enumerate() {
            for mine in all {
                let others =
                    pending.iter().enumerate().filter(|(other, _)| *other != slot && (mine.atomic || slot < *other));
                let mut parts = Vec::new();
                let others = others.flat_map(|(_, all)| all);
                for theirs in others.filter(|theirs| !theirs.atomic && !are_apart(&mine.plain, &theirs.plain)) {
                    let both = cx.terms.and(mine.cond, theirs.cond);
                    let Some(running) = self.world.run(cx, vec![], both) else { continue };
                    let meet = running.conflict(cx, &mine.touches, &theirs.touches);
                    parts.push(cx.terms.and(meet, both));
                }
                let cond = cx.terms.any(&parts);
                let mut check = self.check(cx, prop, cond, mine.loc);
                if cx.terms.as_bool(check.bad) != Some(false) {
                    check.trail = self.world.chosen(cx, self.slots[slot].number);
                    checks.push(check);
                }
            }
        }
        checks
    }

    /// Goes on where a thread need not wait; where it must, it stands, or in an atomic section the path ends.
    fn wait(
        &mut self,
        cx: &mut Context,
        mut running: Running,
        key: Key,
        ready: Term,
        ends: &mut Ends,
    ) -> Result<Option<Running>, Halted> {
        let not = cx.terms.not(ready);
        let mut other = running.clone();
        if other.state.assume(cx, not) {
            match running.sections {
                0 => stand(cx, &mut ends.stands, key, other)?,
                _ => ends.lost = true,
            }
        }
        Ok(running.state.assume(cx, ready).then_some(running))
    }

    /// Lets a thread run to where something is to be decided; a new one to the first thing that is visible at all.
    fn walk(
        &mut self,
        cx: &mut Context,
        (slot, begins): (usize, Begins),
        running: Running,
        others: Term,
        waiting: &mut BTreeMap<Key, Running>,
        ends: &mut Ends,
    ) -> Result<(), Halted> {
        let Running { state, made, sections } = running;
        let (free, before) = (sections == 0, state.guard);
        let (program, seen) = (self.program.clone(), self.seen);
        let everywhere = free || self.races.is_some();
        let new = begins == Begins::Now;
        let stops = |loc: Loc, calls: usize| {
            let here = block(&program, loc);
            match here.insts.get(loc.inst as usize) {
                Some(Inst { op, .. }) => {
                    stops_at(op) || everywhere && op.is_visible() && (new || seen(loc) != Seen::Never)
                }
                None => match here.end {
                    End::Halt(_) => true,
                    End::Return(_) => calls == 1,
                    End::Goto(_) | End::Branch { .. } | End::Switch { .. } | End::Unreachable => false,
                },
            }
        };
        let mark = free.then_some((self.slots[slot].number, others));
        let (mut out, mut checks) = (Vec::new(), Vec::new());
        step_until(cx, state, &Watch { stops: &stops, mark }, &mut out, &mut checks);
        self.found.checks.extend(checks);
        ends.lost |= !keeps_all(cx, before, &out);
        for succ in out {
            match succ {
                Succ::End { .. } => {}
                Succ::Stuck { guard, loc, stop } => self.found.stuck.push((guard, loc, stop)),
                Succ::Next(state) => self.queue(cx, waiting, Running { state, made, sections })?,
            }
        }
        Ok(())
    }

    /// Starts threads, and lets them run to where they first stand.
    fn spawn(
        &mut self,
        cx: &mut Context,
        running: Running,
        op: &Op,
        waiting: &mut BTreeMap<Key, Running>,
        ends: &mut Ends,
    ) -> Result<(), Halted> {
        let Op::Spawn { dst, callee, args } = op else { return Ok(()) };
        let (mut out, mut checks) = (Vec::new(), Vec::new());
        let targets = running.spawn(cx, callee, args, &mut out, &mut checks);
        self.found.checks.extend(checks);
        ends.lost |= !out.is_empty() || targets.len() != 1;
        self.stuck(out);
        let word = self.program.target.pointer_bits();
        for (cond, func, frames) in targets {
            let mut running = running.clone();
            if !running.state.assume(cx, cond) {
                continue;
            }
            let one = cx.terms.num(word, 1);
            let number = cx.terms.add(running.made, one);
            let origin = running.spawned_here(cx, func);
            let made_when = cx.guard(running.state.guard);
            running.assign(*dst, number);
            running.made = number;
            running.advance();
            let slot = self.slots.iter().position(|slot| slot.origin == origin).unwrap_or_else(|| {
                let no = cx.terms.bool(false);
                let stands = BTreeMap::new();
                self.slots.push(Slot { origin, number, created: no, ended: no, stopped: no, stands });
                self.slots.len() - 1
            });
            let entry = &mut self.slots[slot];
            entry.number = cx.terms.ite(made_when, number, entry.number);
            entry.created = cx.terms.or(entry.created, made_when);
            let (world, own) = running.part();
            let yes = cx.terms.bool(true);
            let Some(first) = world.run(cx, frames, yes) else { continue };
            let key = first.state.position(cx);
            let begun = self.run(cx, slot, BTreeMap::from([(key, first)]), None)?;
            // Where the new thread can stand, or has ended already: the world that the old one goes on with.
            let lost = begun.lost;
            let mut kept: Vec<(World, Term)> = Vec::new();
            for (key, running) in begun.stands {
                let full = cx.guard(running.state.guard);
                let cond = beyond(cx, running.state.guard, world.guard);
                let (reached, frames) = running.part();
                kept.push((reached, cond));
                let entry = &mut self.slots[slot];
                let stand = match entry.stands.remove(&key) {
                    None => Stand { frames, cond: full },
                    Some(old) => {
                        let frames = Running::join_frames(cx, full, &frames, &old.frames);
                        Stand { frames, cond: cx.terms.or(full, old.cond) }
                    }
                };
                entry.stands.insert(key, stand);
            }
            for (list, ended) in [(begun.ended, true), (begun.stopped, false)] {
                for reached in list {
                    let full = cx.guard(reached.guard);
                    let cond = beyond(cx, reached.guard, world.guard);
                    let entry = &mut self.slots[slot];
                    let mark = if ended { &mut entry.ended } else { &mut entry.stopped };
                    *mark = cx.terms.or(*mark, full);
                    kept.push((reached, cond));
                }
            }
            ends.lost |= lost;
            let Some((last, cond)) = kept.pop() else { continue };
            let mut after = last;
            after.guard = world.guard;
            let mut survivors = vec![cond];
            for (reached, cond) in kept.iter().rev() {
                after = World::choose(cx, *cond, reached, &after).map_err(halted)?;
                survivors.push(*cond);
            }
            let all = if lost { cx.terms.any(&survivors) } else { yes };
            if let Some(running) = after.run(cx, own, all) {
                self.queue(cx, waiting, running)?;
            }
        }
        Ok(())
    }

    /// A thread comes to a place, where it may meet itself on other paths.
    fn queue(
        &mut self,
        cx: &mut Context,
        waiting: &mut BTreeMap<Key, Running>,
        mut running: Running,
    ) -> Result<(), Halted> {
        running.forget_dead(cx);
        let key = running.state.position(cx);
        stand(cx, waiting, key, running)
    }
    fn stuck(&mut self, out: Vec<Succ>) {
        for succ in out {
            match succ {
                Succ::Stuck { guard, loc, stop } => self.found.stuck.push((guard, loc, stop)),
                Succ::Next(_) | Succ::End { .. } => {}
            }
        }
    }
    fn poll(&mut self) -> Result<(), Halted> {
        self.steps += 1;
        if self.steps.is_multiple_of(PERIOD) {
            self.budget.tick(PERIOD);
            self.budget.poll().map_err(halted)?;
        }
        Ok(())
    }

    /// When some thread could still go on, when all that are left wait for each other, and the world.
    pub fn outlook(&mut self, cx: &mut Context) -> Result<Outlook, Halted> {
        let program = self.program.clone();
        let (mut going, mut waits, mut over) = (Vec::new(), Vec::new(), Vec::new());
        let (mut at, mut next) = (None, Vec::new());
        let never = cx.terms.bool(false);
        // Who waits for whom: see `Program::deadlock`.
        let mut whom = vec![vec![never; self.slots.len()]; self.slots.len()];
        for (slot, whom) in whom.iter_mut().enumerate() {
            over.push(self.slots[slot].stopped);
            let first = going.len();
            let stands: Vec<(Frames, Term)> =
                self.slots[slot].stands.values().map(|stand| (stand.frames.clone(), stand.cond)).collect();
            for (frames, cond) in stands {
                let Some(mut running) = self.world.run(cx, frames, cond) else { continue };
                let loc = running.state.loc();
                let Some(inst) = block(&program, loc).insts.get(loc.inst as usize) else {
                    over.push(cond);
                    continue;
                };
                let mut on = None;
                let ready = match &inst.op {
                    Op::Join { thread } => {
                        let thread = running.eval(cx, thread);
                        on = Some((thread, 0));
                        let mut done = Vec::new();
                        for slot in &self.slots {
                            let same = cx.terms.eq(slot.number, thread);
                            done.push(cx.terms.and(same, slot.ended));
                        }
                        cx.terms.any(&done)
                    }
                    Op::Await { ptr, values, one, owned, check } => {
                        let ty = values.first().and_then(|value| program.type_of(loc.func, value));
                        if let Some(ty) = ty.filter(|_| *owned) {
                            on = running.found(cx, ptr, ty).map(|found| (found, 1));
                        }
                        let (mut out, mut checks) = (Vec::new(), Vec::new());
                        match running.awaited(cx, ptr, values, *one, *check, &mut out, &mut checks) {
                            // Where the access is invalid, the thread could go on to find that out.
                            Ok(Some(ready)) if out.is_empty() && checks.is_empty() => ready,
                            Ok(_) | Err(_) => cx.terms.bool(true),
                        }
                    }
                    _ => cx.terms.bool(true),
                };
                let not = cx.terms.not(ready);
                for (other, edge) in whom.iter_mut().enumerate() {
                    let Some((number, more)) = on else { break };
                    let word = cx.terms.width(self.slots[other].number);
                    let (number, more) = (cx.terms.zext_to(word, number), cx.terms.num(word, more));
                    let their = cx.terms.add(self.slots[other].number, more);
                    let same = cx.terms.eq(number, their);
                    let waits = cx.terms.all(&[cond, not, same]);
                    *edge = cx.terms.or(*edge, waits);
                }
                going.push(cx.terms.and(cond, ready));
                waits.push(cx.terms.and(cond, not));
                if cx.terms.as_bool(not) != Some(false) {
                    at = Some(loc);
                }
            }
            next.push((slot, cx.terms.any(&going[first..])));
        }
        let (going, waits, over) = (cx.terms.any(&going), cx.terms.any(&waits), cx.terms.any(&over));
        let none = cx.terms.or(going, over);
        let none = cx.terms.not(none);
        // Who waits for one that has ended comes first, and one by one: these are the easier questions, and lemmas for
        // the others.
        let mut deadlocks = Vec::new();
        for (slot, ended) in self.slots.iter().map(|slot| slot.ended).enumerate() {
            let for_it: Vec<Term> = whom.iter().map(|row| row[slot]).collect();
            let any = cx.terms.any(&for_it);
            deadlocks.push(cx.terms.and(any, ended));
        }
        deadlocks.push(cx.terms.and(waits, none));
        deadlocks.push(circle(cx, whom, &[]));
        deadlocks.retain(|deadlock| cx.terms.as_bool(*deadlock) != Some(false));
        Ok(Outlook { more: self.more(cx, next), deadlocks, at })
    }
    /// When there is a schedule that these turns do not suffice for.
    ///
    /// A schedule that needs more turns uses each of them: between two rounds somebody moves after one that comes later
    /// in the order, and between two turns of arbitrary threads another one moves; otherwise both would fit into one.
    fn more(&self, cx: &mut Context, next: Vec<(usize, Term)>) -> Term {
        let mut all = Vec::new();
        for (i, turn) in self.moved.iter().enumerate() {
            let then = self.moved.get(i + 1).unwrap_or(&next);
            let mut ways = Vec::new();
            for (a, first) in turn {
                for (b, second) in then {
                    let apart = match self.order {
                        Order::Rounds => a > b,
                        Order::Any => a != b,
                        Order::InTurn => true,
                    };
                    if apart {
                        ways.push(cx.terms.and(*first, *second));
                    }
                }
            }
            match self.order {
                Order::Rounds | Order::Any => all.push(cx.terms.any(&ways)),
                // Whose turn it is is fixed, so that some must be left unused.
                Order::InTurn => {}
            }
        }
        if let Order::InTurn = self.order {
            let going: Vec<Term> = next.iter().map(|(_, going)| *going).collect();
            all.push(cx.terms.any(&going));
        }
        cx.terms.all(&all)
    }
    /// A check of the world as it is now.
    pub fn check(&self, cx: &mut Context, prop: PropId, cond: Term, loc: Loc) -> Check {
        let (guard, trail) = (self.world.guard, self.world.trail);
        let path = cx.guard(guard);
        let bad = cx.terms.and(path, cond);
        Check { prop, bad, guard, cond, open: cx.terms.bool(true), trail, loc }
    }
    /// How many threads there are, the first included.
    pub fn threads(&self) -> usize {
        self.slots.len()
    }
    /// The condition of the world.
    pub fn guard(&self, cx: &Context) -> Term {
        cx.guard(self.world.guard)
    }
}

/// What can become of the threads.
pub(crate) struct Outlook {
    /// When there is a schedule with more turns.
    pub more: Term,
    /// When threads are left and all of them wait, none of them being stopped, or some wait for each other.
    pub deadlocks: Vec<Term>,
    /// Where one waits.
    pub at: Option<Loc>,
}

/// The condition that a guard adds to a beginning of it.
fn beyond(cx: &mut Context, guard: GuardId, from: GuardId) -> Term {
    let conjuncts = cx.conjuncts(guard, from);
    cx.terms.all(&conjuncts)
}

/// Puts a thread at a place, joined with itself if it can be there already.
fn stand(cx: &mut Context, places: &mut BTreeMap<Key, Running>, key: Key, running: Running) -> Result<(), Halted> {
    let joined = match places.remove(&key) {
        None => Some(running),
        Some(other) => Running::join(cx, &other, &running).map_err(halted)?,
    };
    places.extend(joined.map(|joined| (key, joined)));
    Ok(())
}

/// Whether the paths of a state all went on: along one way, or along two that exclude each other.
fn keeps_all(cx: &mut Context, before: GuardId, out: &[Succ]) -> bool {
    let mut guards = Vec::new();
    for succ in out {
        match succ {
            Succ::Next(state) => guards.push(state.guard),
            Succ::End { .. } | Succ::Stuck { .. } => return false,
        }
    }
    match guards[..] {
        [one] => one == before,
        [one, two] => {
            let (a, b) = (cx.conjuncts(one, before), cx.conjuncts(two, before));
            matches!((&a[..], &b[..]), ([a], [b]) if cx.terms.not(*a) == *b)
        }
        _ => false,
    }
}

/// The address, bytes and direction of an access, if they do not depend on variables.
fn accessed(program: &Program, func: FuncId, op: &Op) -> Option<(Expr, Scalar, bool)> {
    let effects = op.effects();
    let mut accesses = effects.accesses();
    let (Some(Access { ptr, way, extent }), None, None) = (accesses.next(), accesses.next(), effects.act) else {
        return None;
    };
    let write = match way {
        Way::Read => false,
        Way::Write(_) => true,
        Way::Free(_) | Way::Ask(_) => return None,
    };
    let ty = match extent {
        Extent::OfVar(var) => program.scalar(func, var),
        Extent::OfValue(value) => program.type_of(func, value)?,
        Extent::Bytes(_) | Extent::Object => return None,
    };
    let mut constant = true;
    ptr.for_each_var(&mut |_| constant = false);
    constant.then(|| (ptr.clone(), ty, write))
}

/// Whether accesses cannot conflict: to different globals, or both only read.
fn are_apart(one: &Option<(Expr, Scalar, bool)>, other: &Option<(Expr, Scalar, bool)>) -> bool {
    let global = |ptr: &Expr| match ptr {
        Expr::Global(global) => Some(*global),
        Expr::Offset(parts) => match parts[0] {
            Expr::Global(global) => Some(global),
            _ => None,
        },
        _ => None,
    };
    let (Some((one, _, writes)), Some((other, _, also))) = (one, other) else { return false };
    let different = matches!((global(one), global(other)), (Some(one), Some(other)) if one != other);
    different || !(*writes || *also)
}

/// Instructions whose meaning depends on other threads.
fn is_about_threads(op: &Op) -> bool {
    op.effects().synchronises()
}
/// Instructions that a thread may have to wait at.
fn is_waiting(op: &Op) -> bool {
    op.effects().waits()
}
/// Instructions that are executed here and not by a step.
fn stops_at(op: &Op) -> bool {
    let effects = op.effects();
    let own = effects.takes.is_some_and(|(_, taken)| taken == Taken::Thread);
    is_about_threads(op) || own || matches!(effects.act, Some(Act::Assume(_)))
}
