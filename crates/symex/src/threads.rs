//! Several threads in one state: who runs, who waits for what, and which ones are worth running next.
//!
//! `hecaton_ir::Choice::Switch` says where it is chosen who goes on. Here each choice is a state of its own, but for
//! those that *sleep sets* (Godefroid) show to be superfluous: a thread whose next step was already tried from an earlier state
//! sleeps until a step is made that does not commute with it. What a step touches is known before it is made (see
//! `section`), because it stands in registers. An access to memory that only the thread itself knows of is not
//! visible to anybody, and nobody else is tried there; nor is one to a global that no other thread can touch any more
//! (`hecaton_ir::analysis::sharing`).
//!
//! Two things keep that complete. A path that ends in the middle of a step (an assumption in an atomic section) does
//! no harm, since all other threads that are awake are tried from the state before it. And a thread that sleeps before
//! an atomic section is woken when another one comes to stand before an access that the section could race with.

use crate::context::Context;
use crate::eval::{eval, global_object, pointer_of};
use crate::memory::{Access, Resolved};
use crate::object::ObjId;
use crate::section::{Footprint, footprint};
use crate::state::{Check, Frame, State, Succ};
use crate::step::{finish, note};
use crate::turn::{Turn, choose};
use crate::value::{Target, Value};
use hecaton_base::Id as _;
use hecaton_ir::analysis::effects::{self, Act, Awaited, Extent, Way};
use hecaton_ir::analysis::sharing::Sharing;
use hecaton_ir::{BlockId, Expr, FuncId, GlobalId, Halt, Loc, Op, Region, Scalar};
use hecaton_term::Term;
use imbl::OrdMap;
use std::sync::Arc;

/// How a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It can run, or waits.
    Live,
    /// An assumption of it did not hold: it does not run again.
    Stopped,
    Ended,
}

/// A thread. The calls of the one that runs are in the state.
#[derive(Clone)]
pub(crate) struct Thread {
    frames: Vec<Arc<Frame>>,
    pub status: Status,
    /// How many atomic sections it is in, while it does not run.
    depth: u32,
    /// The rounds it had made, and the calls it was in, when others were tried last.
    pub tried: (u32, usize),
    /// Where its calls were when there was more than one thread, or when it was made.
    from: Arc<[(FuncId, BlockId)]>,
}

/// All threads of a state that has more than one.
#[derive(Clone)]
pub(crate) struct Threads {
    pub all: Vec<Thread>,
    /// The number of the one that runs.
    pub current: usize,
    /// It was chosen to execute what it stands before.
    pub chosen: bool,
    /// A new thread runs to where it first stands; then this one goes on.
    maker: Option<usize>,
    /// Threads that need not be tried now.
    asleep: Vec<usize>,
    /// How often it was switched away from a thread that could go on.
    pub preemptions: u32,
    /// Objects that only one thread knows of, and which.
    own: OrdMap<ObjId, usize>,
}

impl Threads {
    fn live(&self) -> usize {
        self.all.iter().filter(|thread| thread.status == Status::Live).count()
    }
    /// The calls of all threads: number, how it is, how many atomic sections it is in.
    pub fn stacks<'a>(&'a self, state: &'a State) -> impl Iterator<Item = (usize, Status, u32, &'a [Arc<Frame>])> + 'a {
        self.all.iter().enumerate().map(move |(number, thread)| match number == self.current {
            true => (number, thread.status, state.depth, &state.frames[..]),
            // What has ended is gone.
            false if thread.status != Status::Live => (number, thread.status, 0, &[][..]),
            false => (number, thread.status, thread.depth, &thread.frames[..]),
        })
    }
    /// Those that need not be tried now.
    pub fn sleepers(&self) -> &[usize] {
        &self.asleep
    }
    fn is_stopped(&self) -> bool {
        self.all.iter().any(|thread| thread.status == Status::Stopped)
    }
}

impl State {
    /// The number of the thread that runs.
    pub fn thread(&self) -> u32 {
        self.threads.as_ref().map_or(0, |threads| threads.current as u32)
    }
    /// How often it was switched away from a thread that could go on.
    pub fn preemptions(&self) -> u32 {
        self.threads.as_ref().map_or(0, |threads| threads.preemptions)
    }
    /// How many threads were made, the first one included.
    pub fn threads_made(&self) -> u32 {
        self.threads.as_ref().map_or(1, |threads| threads.all.len() as u32)
    }
    /// Whether threads were made.
    pub fn has_threads(&self) -> bool {
        self.threads.is_some()
    }
    pub(crate) fn threads_mut(&mut self) -> Option<&mut Threads> {
        self.threads.as_mut().map(Arc::make_mut)
    }
    /// The calls of all other threads that have not ended.
    pub(crate) fn other_frames(&self) -> Vec<Vec<Arc<Frame>>> {
        let Some(threads) = &self.threads else { return vec![] };
        let others = threads.all.iter().enumerate();
        let others = others.filter(|(i, thread)| *i != threads.current && thread.status != Status::Ended);
        others.map(|(_, thread)| thread.frames.clone()).collect()
    }
    /// Makes another thread the one that runs.
    pub(crate) fn run_thread(&mut self, number: usize) {
        if self.thread() as usize == number {
            return;
        }
        let (frames, depth) = (std::mem::take(&mut self.frames), self.depth);
        let Some(threads) = self.threads_mut() else {
            self.frames = frames;
            return;
        };
        let current = threads.current;
        threads.all[current].frames = frames;
        threads.current = number;
        let (frames, inner) = (std::mem::take(&mut threads.all[number].frames), threads.all[number].depth);
        threads.all[current].depth = depth;
        (self.frames, self.depth) = (frames, inner);
    }
    /// Objects that a value points to are known to others from now on.
    pub(crate) fn share(&mut self, value: &Value) {
        if let (Some(threads), Value::Ptr(pointer)) = (self.threads_mut(), value) {
            for (_, target) in pointer.targets() {
                if let Target::Object(id, _) = target {
                    threads.own.remove(id);
                }
            }
        }
    }
    /// Whether only the running thread knows of an object.
    pub(crate) fn is_own(&self, id: ObjId) -> bool {
        self.threads.as_ref().is_none_or(|threads| threads.own.get(&id) == Some(&threads.current))
    }
    /// The running thread made an object.
    pub(crate) fn made(&mut self, id: ObjId) {
        if let Some(threads) = self.threads_mut() {
            threads.own.insert(id, threads.current);
        }
    }
}

/// Whether the running thread stops before an instruction (`None`: the end of the program), for a choice of who goes on.
pub(crate) fn pauses(cx: &mut Context, state: &mut State, op: Option<&Op>) -> bool {
    let Some(threads) = &state.threads else { return false };
    let current = threads.current;
    if state.depth > 0 || op.is_some_and(|op| !op.is_visible()) {
        return false;
    }
    if threads.maker.is_some() {
        return true;
    }
    let alone = threads.live() == 1;
    if alone && !cx.leaves_choice() {
        return false;
    }
    if threads.chosen {
        if let Some(threads) = state.threads_mut() {
            threads.chosen = false;
        }
        return false;
    }
    if op.is_some_and(|op| is_own(cx, state, op)) && !is_new_round(state) {
        if !alone {
            state.trail = cx.trail_switch(state.trail, current as u32);
        }
        return false;
    }
    true
}

/// How often the running thread went round loops whose end is not certain, and how deep its calls are.
pub(crate) fn rounds(state: &State) -> (u32, usize) {
    let laps = state.frames.iter().flat_map(|frame| &frame.laps);
    (laps.map(|lap| lap.counted).sum(), state.frames.len())
}

/// Whether the running thread went round a loop, or deep into calls, since others were tried: it could go on for ever,
/// whatever it does.
fn is_new_round(state: &mut State) -> bool {
    let (laps, calls) = rounds(state);
    let Some(threads) = &state.threads else { return false };
    let (tried, deep) = threads.all[threads.current].tried;
    if laps > tried || calls > deep + DEEP {
        return true;
    }
    if laps < tried || calls < deep {
        let least = (laps.min(tried), calls.min(deep));
        if let Some(threads) = state.threads_mut() {
            let current = threads.current;
            threads.all[current].tried = least;
        }
    }
    false
}

/// So many calls inside of each other are no recursion yet.
const DEEP: usize = 16;

/// Whether an instruction accesses only what nobody else knows of or can touch any more, or what nobody can change. And
/// certainly does so: an access that ends the path would take from others what they could do before it.
fn is_own(cx: &mut Context, state: &State, op: &Op) -> bool {
    let effects = op.effects();
    if effects.act.is_some() || effects.accesses().next().is_none() {
        return false;
    }
    for access in effects.accesses() {
        match access.way {
            Way::Read | Way::Write(_) => {}
            Way::Free(Region::Stack) => {
                let pointer = eval(cx, state, access.ptr);
                return reaches_own(cx, state, &pointer, true);
            }
            Way::Free(Region::Heap) | Way::Ask(_) => return false,
        }
    }
    let touched = pointers(cx, state, op);
    let path = cx.guard(state.guard);
    let one = cx.terms.num(cx.word(), 1);
    touched.iter().all(|(pointer, len, write)| {
        reaches_own(cx, state, pointer, *write) && {
            let found = state.memory.access(cx, path, pointer_of(pointer), len.unwrap_or(one), *write);
            let bad = cx.terms.or(found.nowhere, found.unknown);
            cx.terms.as_bool(bad) == Some(false)
        }
    })
}

/// Whether a pointer leads only to what others cannot touch, or not in a way that matters to an access.
fn reaches_own(cx: &mut Context, state: &State, pointer: &Value, write: bool) -> bool {
    let Some(threads) = &state.threads else { return true };
    pointer_of(pointer).targets().iter().all(|(_, target)| match target {
        Target::Object(id, _) => {
            let constant = state.memory.objects.get(id).is_some_and(|object| object.constant);
            let known = |cx: &mut Context| {
                threads.own.get(id) == Some(&threads.current) || is_done_with(cx, threads, *id, write)
            };
            constant || (cx.address(*id).is_none() && known(cx))
        }
        Target::Raw(_) | Target::Func(_) => false,
    })
}

/// Whether an object is a global that no other thread can touch any more in a way that matters to an access. For
/// somebody who chooses by what threads did, none may have done so either.
fn is_done_with(cx: &mut Context, threads: &Threads, id: ObjId, write: bool) -> bool {
    let Some(global) = cx.global_of(id) else { return false };
    let sharing = cx.sharing();
    let others = threads.all.iter().enumerate().filter(|(i, _)| *i != threads.current);
    if cx.leaves_choice() {
        let mut places = others.flat_map(|(_, thread)| thread.from.iter());
        return sharing.is_apart(global)
            && !places.any(|(func, block)| sharing.conflicts(*func, *block, global, write));
    }
    let mut frames = others.filter(|(_, thread)| thread.status == Status::Live).flat_map(|(_, thread)| &thread.frames);
    sharing.is_apart(global) && !frames.any(|frame| sharing.conflicts(frame.func, frame.block, global, write))
}

/// When the thread that runs can go on with what it stands before; `None` if that is always so.
pub(crate) fn enabled(cx: &mut Context, state: &State) -> Option<Term> {
    let program = cx.program.clone();
    let Loc { func, block, inst } = state.loc();
    let effects = program.functions[func].blocks[block].insts.get(inst as usize)?.op.effects();
    match effects.act? {
        Act::Join(thread) => Some(joined(cx, state, thread)),
        Act::Await(Awaited { values, one, .. }) => {
            let ty = program.type_of(func, &values[0]).expect("the verifier has checked the types");
            let found = found(cx, state, effects.accesses().next()?, ty);
            let now = awaited(cx, &mut state.clone(), &found.all, ty, values, one).ok()?;
            Some(cx.terms.or(found.nowhere, now))
        }
        Act::Assume(_) | Act::Assert(..) | Act::Call(..) | Act::Spawn(..) | Act::Begin | Act::End => None,
        Act::Clobber | Act::Log(_) | Act::Unsupported(_) => None,
    }
}

/// What the access of the instruction that the running thread stands before finds, of a type.
fn found(cx: &mut Context, state: &State, access: effects::Access<'_>, ty: Scalar) -> Resolved {
    let pointer = eval(cx, state, access.ptr);
    let bytes = cx.terms.num(cx.word(), ty.bytes(cx.program.target));
    let path = cx.guard(state.guard);
    state.memory.access(cx, path, pointer_of(&pointer), bytes, false)
}

/// When a thread can be joined: it has ended, or there is none of that number, which is not modelled.
pub(crate) fn joined(cx: &mut Context, state: &State, thread: &Expr) -> Term {
    let number = eval(cx, state, thread).term();
    let unended = match &state.threads {
        Some(threads) => {
            let all = threads.all.iter().enumerate();
            all.filter(|(_, thread)| thread.status != Status::Ended).map(|(i, _)| i as u64).collect()
        }
        None => vec![0],
    };
    let mut parts = Vec::new();
    for i in unended {
        let value = cx.terms.num(cx.word(), i);
        let equal = cx.terms.eq(number, value);
        parts.push(cx.terms.not(equal));
    }
    cx.terms.all(&parts)
}

/// When the number of a thread is not one of those there are.
pub(crate) fn no_thread(cx: &mut Context, state: &State, thread: &Expr) -> Term {
    let number = eval(cx, state, thread).term();
    let count = state.threads.as_ref().map_or(1, |threads| threads.all.len());
    let count = cx.terms.num(cx.word(), count as u64);
    let known = cx.terms.ult(number, count);
    cx.terms.not(known)
}

/// When what is found in memory is one of some values, or none of them.
pub(crate) fn awaited(
    cx: &mut Context,
    state: &mut State,
    found: &[Access],
    ty: Scalar,
    values: &[Expr],
    one: bool,
) -> Result<Term, hecaton_base::Stop> {
    let now = state.memory.load(cx, found, ty)?.term();
    let mut hits = Vec::new();
    for value in values {
        let value = eval(cx, state, value).term();
        hits.push(cx.terms.eq(now, value));
    }
    let any = cx.terms.any(&hits);
    Ok(if one { any } else { cx.terms.not(any) })
}

/// The running thread stands before something visible, or does not run any more: every thread that can go on does.
pub(crate) fn schedule(cx: &mut Context, mut state: State, out: &mut Vec<Succ>, checks: &mut Vec<Check>) {
    let Some(threads) = state.threads_mut() else { return };
    if let Some(maker) = threads.maker.take() {
        state.run_thread(maker);
        out.push(Succ::Next(state));
        return;
    }
    let current = threads.current;
    let live: Vec<usize> = (0..threads.all.len()).filter(|t| threads.all[*t].status == Status::Live).collect();
    match live[..] {
        [] => {
            if !threads.is_stopped() {
                finish(cx, &state, Halt::Exit, &[], out, checks);
            }
            return;
        }
        [only] => {
            threads.asleep.clear();
            threads.chosen = false;
            state.run_thread(only);
            if cx.leaves_choice() {
                let turn = Turn::of(cx, &state, [only]);
                cx.turn = Some(turn);
                if let Some(threads) = state.threads_mut() {
                    threads.chosen = true;
                }
            }
            out.push(Succ::Next(state));
            return;
        }
        _ => {}
    }
    // What each is about to do, and when it can. The one that runs comes first: it needs no switch.
    let mut order = live;
    order.sort_by_key(|thread| (*thread != current, *thread));
    let mut ways: Vec<(usize, State, Option<Term>, Footprint, bool)> = Vec::new();
    for thread in order {
        let mut there = state.clone();
        there.run_thread(thread);
        let (when, touches) = (enabled(cx, &there), footprint(cx, &there));
        let plain = is_plain(cx, &there);
        ways.push((thread, there, when, touches, plain));
    }
    if let Some(prop) = cx.program.deadlock
        && !state.threads.as_ref().is_some_and(|threads| threads.is_stopped())
    {
        let mut parts = Vec::new();
        for (_, _, when, ..) in &ways {
            parts.push(match when {
                Some(when) => cx.terms.not(*when),
                None => cx.terms.bool(false),
            });
        }
        let all = cx.terms.all(&parts);
        note(cx, &state, prop, all, checks);
    }
    if let Some(prop) = cx.program.deadlock {
        let ways: Vec<(usize, &State, Option<Term>)> = ways.iter().map(|way| (way.0, &way.1, way.2)).collect();
        let bad = circles(cx, &state, &ways);
        note(cx, &state, prop, bad, checks);
    }
    if cx.leaves_choice() {
        let order: Vec<usize> = ways.iter().map(|way| way.0).collect();
        let turn = Turn::of(cx, &state, order);
        out.extend(turn.steps.iter().filter_map(|next| choose(cx, &state, next)).map(Succ::Next));
        cx.turn = Some(turn);
        return;
    }
    let mut asleep = state.threads.as_ref().map_or(vec![], |threads| threads.asleep.clone());
    if cx.program.race.is_some() {
        let racing = |number: usize| {
            let mine = ways.iter().find(|way| way.0 == number);
            mine.is_some_and(|mine| ways.iter().any(|way| way.0 != number && way.4 && !way.3.commutes(&mine.3)))
        };
        asleep.retain(|number| !racing(*number));
    }
    // The one that ran comes first, if it has neither ended nor is stopped.
    let goes_on = ways
        .first()
        .is_some_and(|way| way.0 == current && way.2.is_none_or(|when| cx.terms.as_bool(when) != Some(false)));
    let mut tried: Vec<usize> = asleep;
    for i in 0..ways.len() {
        let (thread, when) = (ways[i].0, ways[i].2);
        if tried.contains(&thread) {
            continue;
        }
        let mut next = ways[i].1.clone();
        if let Some(when) = when
            && !next.assume(cx, when)
        {
            continue;
        }
        let still: Vec<usize> = tried
            .iter()
            .copied()
            .filter(|other| ways.iter().any(|way| way.0 == *other && way.3.commutes(&ways[i].3)))
            .collect();
        next.trail = cx.trail_switch(next.trail, thread as u32);
        let rounds = rounds(&next);
        if let Some(threads) = next.threads_mut() {
            threads.all[thread].tried = rounds;
            threads.preemptions += u32::from(thread != current && goes_on);
            threads.chosen = true;
            threads.asleep = still;
        }
        out.push(Succ::Next(next));
        tried.push(thread);
    }
}

/// When threads wait for locks and ends of each other, or for a lock of one that has ended.
fn circles(cx: &mut Context, state: &State, ways: &[(usize, &State, Option<Term>)]) -> Term {
    let never = cx.terms.bool(false);
    let Some(threads) = &state.threads else { return never };
    let count = threads.all.len();
    let mut waits = vec![vec![never; count]; count];
    for (thread, there, when) in ways {
        let Some(when) = *when else { continue };
        if let (Some(on), not) = (waited_for(cx, there), cx.terms.not(when)) {
            for (other, edge) in waits[*thread].iter_mut().enumerate() {
                let width = cx.terms.width(on.0);
                let number = cx.terms.num(width, other as u64 + on.1);
                let same = cx.terms.eq(on.0, number);
                *edge = cx.terms.and(not, same);
            }
        }
    }
    let ended: Vec<Term> = threads.all.iter().map(|thread| cx.terms.bool(thread.status == Status::Ended)).collect();
    circle(cx, waits, &ended)
}

/// When somebody waits for himself, or for one that has ended, through others; `waits` says who waits for whom.
pub fn circle(cx: &mut Context, mut waits: Vec<Vec<Term>>, ended: &[Term]) -> Term {
    let is = |cx: &Context, term: Term| cx.terms.as_bool(term) != Some(false);
    for k in 0..waits.len() {
        for i in 0..waits.len() {
            if !is(cx, waits[i][k]) {
                continue;
            }
            for j in 0..waits.len() {
                if is(cx, waits[k][j]) {
                    let through = cx.terms.and(waits[i][k], waits[k][j]);
                    waits[i][j] = cx.terms.or(waits[i][j], through);
                }
            }
        }
    }
    let mut parts = Vec::new();
    for (i, row) in waits.iter().enumerate() {
        parts.push(row[i]);
        for (edge, ended) in row.iter().zip(ended) {
            parts.push(cx.terms.and(*edge, *ended));
        }
    }
    cx.terms.any(&parts)
}

/// A number that says which thread the running one waits for, and what it is more than that thread's number.
fn waited_for(cx: &mut Context, state: &State) -> Option<(Term, u64)> {
    let program = cx.program.clone();
    let Loc { func, block, inst } = state.loc();
    let effects = program.functions[func].blocks[block].insts.get(inst as usize)?.op.effects();
    match effects.act? {
        Act::Join(thread) => Some((eval(cx, state, thread).term(), 0)),
        Act::Await(Awaited { values, owned: true, .. }) => {
            let ty = program.type_of(func, &values[0]).expect("the verifier has checked the types");
            let found = found(cx, state, effects.accesses().next()?, ty);
            Some((state.clone().memory.load(cx, &found.all, ty).ok()?.term(), 1))
        }
        Act::Await(_) | Act::Begin | Act::End | Act::Spawn(..) => None,
        Act::Assume(_) | Act::Assert(..) | Act::Call(..) | Act::Clobber | Act::Log(_) | Act::Unsupported(_) => None,
    }
}

/// Whether a thread stands before an access that is not atomic.
pub(crate) fn is_plain(cx: &Context, state: &State) -> bool {
    let Loc { func, block, inst } = state.loc();
    let inst = cx.program.functions[func].blocks[block].insts.get(inst as usize);
    inst.is_some_and(|inst| {
        let effects = inst.op.effects();
        !effects.synchronises() && effects.accesses().any(|access| access.can_race())
    })
}

/// A new thread with its first call, which runs first.
pub(crate) fn spawn(state: &mut State, frame: Frame) {
    if state.threads.is_none() {
        let from = state.frames.iter().map(|frame| (frame.func, frame.block)).collect();
        let first = Thread { frames: vec![], status: Status::Live, depth: 0, tried: rounds(state), from };
        let (all, own) = (vec![first], alone(state));
        let threads = Threads { all, current: 0, chosen: false, maker: None, asleep: vec![], preemptions: 0, own };
        state.threads = Some(Arc::new(threads));
    }
    for value in frame.locals.values() {
        state.share(value);
    }
    let Some(threads) = state.threads_mut() else { return };
    let (number, maker) = (threads.all.len(), threads.current);
    let from = [(frame.func, frame.block)].into();
    threads.all.push(Thread { frames: vec![Arc::new(frame)], status: Status::Live, depth: 0, tried: (0, 1), from });
    state.run_thread(number);
    if let Some(threads) = state.threads_mut() {
        threads.maker = Some(maker);
    }
}

/// Local objects of the only thread to which no pointer is in memory.
fn alone(state: &State) -> OrdMap<ObjId, usize> {
    let mut own: OrdMap<ObjId, usize> = OrdMap::new();
    for frame in &state.frames {
        own.extend(frame.objects.iter().map(|id| (*id, 0usize)));
    }
    for object in state.memory.objects.values() {
        for value in object.values() {
            if let Value::Ptr(pointer) = value {
                for (_, target) in pointer.targets() {
                    if let Target::Object(id, _) = target {
                        own.remove(id);
                    }
                }
            }
        }
    }
    own
}

/// The running thread does not run any more, because it ended or was stopped.
pub(crate) fn leave(cx: &mut Context, mut state: State, status: Status, out: &mut Vec<Succ>, checks: &mut Vec<Check>) {
    if let Some(threads) = state.threads_mut() {
        let current = threads.current;
        threads.all[current].status = status;
    }
    if cx.leaves_choice() {
        out.push(Succ::Next(state));
    } else {
        schedule(cx, state, out, checks);
    }
}

/// Whether the thread that ran does not run any more, and another one is to be chosen.
pub(crate) fn has_left(state: &State) -> bool {
    state.threads.as_ref().is_some_and(|threads| threads.all[threads.current].status != Status::Live)
}

/// Whether the thread that runs can be stopped without ending the path: there are others, and it is in no atomic section.
pub(crate) fn can_stop(state: &State) -> bool {
    state.threads.as_ref().is_some_and(|threads| threads.live() > 1 && state.depth == 0)
}

/// Notes a race of what the running thread is about to access with what others stand before.
pub(crate) fn race(cx: &mut Context, state: &State, op: &Op, checks: &mut Vec<Check>) {
    let (Some(prop), Some(threads)) = (cx.program.race, &state.threads) else { return };
    if threads.live() == 1 {
        return;
    }
    let mine = pointers(cx, state, op);
    if mine.is_empty() || is_own(cx, state, op) {
        return;
    }
    let mut parts = Vec::new();
    for (number, thread) in threads.all.iter().enumerate() {
        if number == threads.current || thread.status != Status::Live || thread.depth > 0 {
            continue;
        }
        let mut there = state.clone();
        there.run_thread(number);
        if !is_plain(cx, &there) {
            continue;
        }
        let program = cx.program.clone();
        let Loc { func, block, inst } = there.loc();
        let other = &program.functions[func].blocks[block].insts[inst as usize].op;
        let theirs = pointers(cx, &there, other);
        for a in &mine {
            for b in theirs.iter().filter(|b| a.2 || b.2) {
                parts.push(overlap(cx, state, a, b));
            }
        }
    }
    let bad = cx.terms.any(&parts);
    note(cx, state, prop, bad, checks);
}

/// A pointer, how many bytes are accessed (all of the object that it is the start of, where it is freed), and whether
/// they are written.
pub(crate) type Touch = (Value, Option<Term>, bool);

/// The pointers of an access with the bytes that are accessed, and whether they are written.
pub(crate) fn pointers(cx: &mut Context, state: &State, op: &Op) -> Vec<Touch> {
    let program = cx.program.clone();
    let func = state.top().func;
    let word = cx.word();
    let racing = op.effects().accesses().filter(effects::Access::can_race);
    let touched = racing.map(|access| {
        let len = match access.extent {
            Extent::Bytes(size) => Some(eval(cx, state, size).term()),
            extent => program.bytes(func, extent).map(|bytes| cx.terms.num(word, bytes)),
        };
        (eval(cx, state, access.ptr), len, access.changes())
    });
    touched.collect()
}

/// When two valid accesses have a byte in common.
pub(crate) fn overlap(cx: &mut Context, state: &State, a: &Touch, b: &Touch) -> Term {
    let path = cx.guard(state.guard);
    let (zero, one) = (cx.terms.num(cx.word(), 0), cx.terms.num(cx.word(), 1));
    let left = state.memory.access(cx, path, pointer_of(&a.0), a.1.unwrap_or(one), a.2);
    let right = state.memory.access(cx, path, pointer_of(&b.0), b.1.unwrap_or(one), b.2);
    let mut parts = Vec::new();
    for x in &left.all {
        for y in &right.all {
            if x.id != y.id || !cx.can_race(x.id) {
                continue;
            }
            let size = cx.size(x.id);
            let mut all = vec![x.guard, y.guard];
            for (access, len) in [(x, a.1), (y, b.1)] {
                match len {
                    None => all.push(cx.terms.eq(access.offset, zero)),
                    // No byte is in common with none.
                    Some(len) => {
                        let none = cx.terms.eq(len, zero);
                        all.push(cx.terms.not(none));
                    }
                }
            }
            let (x_len, y_len) = (a.1.unwrap_or(size), b.1.unwrap_or(size));
            let (x_end, y_end) = (cx.terms.add(x.offset, x_len), cx.terms.add(y.offset, y_len));
            all.extend([cx.terms.ult(x.offset, y_end), cx.terms.ult(y.offset, x_end)]);
            parts.push(cx.terms.all(&all));
        }
    }
    let meet = cx.terms.any(&parts);
    let (bad, also) = (cx.terms.or(left.nowhere, left.unknown), cx.terms.or(right.nowhere, right.unknown));
    let (good, fine) = (cx.terms.not(bad), cx.terms.not(also));
    cx.terms.all(&[meet, good, fine])
}

impl Context {
    /// What the code can touch, from which place on.
    fn sharing(&mut self) -> Arc<Sharing> {
        let program = &self.program;
        self.sharing.get_or_insert_with(|| Arc::new(Sharing::of(program))).clone()
    }
    /// The global that an object is.
    pub(crate) fn global_of(&self, id: ObjId) -> Option<GlobalId> {
        let global = GlobalId::new(id.index() / 2);
        (id.index() % 2 == 1 && global.index() < self.program.globals.len()).then_some(global)
    }
    /// Whether accesses to an object can race: not if it belongs to one of our own models that guards it.
    fn can_race(&mut self, id: ObjId) -> bool {
        let program = &self.program;
        let quiet = self.quiet.get_or_insert_with(|| {
            let guarded = program.globals.keys().filter(|id| program.is_guarded(*id));
            guarded.map(global_object).collect()
        });
        !quiet.contains(&id)
    }
}

/// When the running thread, the only one that can, waits for ever for something to be so: if one was stopped, that might
/// still make it so, but not where a thread that has ended would have to.
pub(crate) fn waits_for_ever(cx: &mut Context, state: &State, now: Term) -> Term {
    match &state.threads {
        Some(threads) if threads.is_stopped() => circles(cx, state, &[(threads.current, state, Some(now))]),
        Some(_) | None => cx.terms.not(now),
    }
}
