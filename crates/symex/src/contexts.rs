//! Threads one context at a time: what one thread does between two switches, from all the places where it can stand.
//!
//! A `State` is one thread that runs. Between contexts it comes apart: the calls it is in stay with the thread, one
//! entry for each place where it can stand, and the rest is a [`World`], which the next thread runs on. So no thread's
//! locals ever depend on where another one stands, and there are no program counters: that a thread stands at a place
//! is a condition. What a switch may see, and when it is a choice, is said at `Choice::Switch` in `ir`.

use crate::context::{Context, GuardId};
use crate::eval::{eval, pointer_of};
use crate::join::{join, join_features, join_memories};
use crate::memory::Memory;
use crate::state::{Check, Frame, State, Succ};
use crate::step::{Run, enter, targets};
use crate::threads::{Touch, overlap, pointers};
use crate::trail::TrailId;
use crate::value::Value;
use hecaton_base::{Id as _, Stop};
use hecaton_ir::{Callee, Expr, FeatureId, FuncId, Loc, Op, PropId, Role, Scalar, VarId};
use hecaton_term::Term;
use imbl::OrdMap;
use std::sync::Arc;

/// The calls that a thread is in, outermost first.
pub type Frames = Vec<Arc<Frame>>;

/// What all threads share.
#[derive(Clone)]
pub struct World {
    memory: Memory,
    features: OrdMap<FeatureId, Term>,
    /// Under which condition there is such a world.
    pub guard: GuardId,
    /// The choices made.
    pub trail: TrailId,
    /// How many threads were made.
    pub made: Term,
}

/// Where a run is to be looked at, and who runs.
pub struct Watch<'a> {
    /// Whether to stop before a place: an instruction, or the end of a block; given the number of calls that it is in.
    pub stops: &'a dyn Fn(Loc, usize) -> bool,
    /// The number of the thread, and when it has a choice; outside of atomic sections.
    pub mark: Option<(Term, Term)>,
}

/// A thread that runs.
#[derive(Clone)]
pub struct Running {
    /// It, on the world.
    pub state: State,
    /// How many threads were made.
    pub made: Term,
    /// In how many atomic sections it is.
    pub sections: u32,
}

impl World {
    /// The world before the first instruction, and the calls of the first thread.
    pub fn start(cx: &mut Context) -> Result<(World, Frames), Stop> {
        let state = crate::step::start(cx)?;
        let made = cx.terms.num(cx.word(), 0);
        Ok(Running { state, made, sections: 0 }.part())
    }
    /// A thread runs on the world where a condition holds.
    pub fn run(&self, cx: &mut Context, frames: Frames, cond: Term) -> Option<Running> {
        let guard = cx.assume(self.guard, cond)?;
        let state = State {
            frames,
            memory: self.memory.clone(),
            guard,
            trail: self.trail,
            depth: 0,
            threads: None,
            features: self.features.clone(),
        };
        Some(Running { state, made: self.made, sections: 0 })
    }
    /// The first world where a condition holds, else the second; its guard is that of the second.
    pub fn choose(cx: &mut Context, cond: Term, yes: &World, no: &World) -> Result<World, Stop> {
        let memory = join_memories(cx, cond, &yes.memory, &no.memory)?;
        let trail = cx.trail_join(cond, yes.trail, no.trail);
        let made = cx.terms.ite(cond, yes.made, no.made);
        let features = join_features(cx, cond, &yes.features, &no.features);
        Ok(World { memory, features, guard: no.guard, trail, made })
    }
    /// The choices made, and then this thread's turn.
    pub fn chosen(&self, cx: &mut Context, thread: Term) -> TrailId {
        let yes = cx.terms.bool(true);
        cx.trail_turn(self.trail, thread, yes)
    }
    /// The world only where a condition holds; `None` if that is nowhere.
    pub fn only(mut self, cx: &mut Context, cond: Term) -> Option<World> {
        self.guard = cx.assume(self.guard, cond)?;
        Some(self)
    }
}

/// The memory that a thread is about to access.
#[derive(Clone)]
pub struct Touches(Vec<Touch>);

impl Running {
    /// What an instruction that it stands before accesses.
    pub fn touches(&self, cx: &mut Context, op: &Op) -> Touches {
        Touches(pointers(cx, &self.state, op))
    }
    /// Whether an access that it stands before may be invalid, as far as can be seen without a solver.
    pub fn may_fail(&self, cx: &mut Context, op: &Op) -> bool {
        let path = cx.guard(self.state.guard);
        pointers(cx, &self.state, op).iter().any(|(pointer, len, write)| {
            // To free something has further conditions.
            let Some(len) = *len else { return true };
            let access = self.state.memory.access(cx, path, pointer_of(pointer), len, *write);
            let bad = cx.terms.or(access.nowhere, access.unknown);
            cx.terms.as_bool(bad) != Some(false)
        })
    }
    /// When two accesses conflict: both are valid, have a byte in common, and one of them writes.
    pub fn conflict(&self, cx: &mut Context, mine: &Touches, theirs: &Touches) -> Term {
        let mut parts = Vec::new();
        for a in &mine.0 {
            for b in theirs.0.iter().filter(|b| a.2 || b.2) {
                parts.push(overlap(cx, &self.state, a, b));
            }
        }
        cx.terms.any(&parts)
    }
    /// The world, and the calls of the thread.
    pub fn part(self) -> (World, Frames) {
        let State { frames, memory, guard, trail, features, depth: _, threads: _ } = self.state;
        (World { memory, features, guard, trail, made: self.made }, frames)
    }
    /// One for the paths of both, which are at the same place; `None` if no path leads there after all.
    pub fn join(cx: &mut Context, left: &Running, right: &Running) -> Result<Option<Running>, Stop> {
        if left.sections != right.sections {
            return Err(Stop::Unsupported("a place that is inside of an atomic section only sometimes".into()));
        }
        let Some((_, cond)) = cx.join_guards(left.state.guard, right.state.guard) else { return Ok(None) };
        let Some(state) = join(cx, &left.state, &right.state)? else { return Ok(None) };
        let made = cx.terms.ite(cond, left.made, right.made);
        Ok(Some(Running { state, made, sections: left.sections }))
    }
    /// The calls of a thread at one place, that of the left where a condition holds.
    pub fn join_frames(cx: &mut Context, cond: Term, left: &Frames, right: &Frames) -> Frames {
        let top = left.len().saturating_sub(1);
        let both = left.iter().zip(right).enumerate();
        both.map(|(i, (l, r))| Arc::new(crate::join::join_frames(cx, cond, l, r, i == top))).collect()
    }
    /// Goes on to the next instruction.
    pub fn advance(&mut self) {
        self.state.top_mut().inst += 1;
    }
    /// The value of an expression that is not a pointer.
    pub fn eval(&self, cx: &mut Context, expr: &Expr) -> Term {
        eval(cx, &self.state, expr).term()
    }
    /// Gives a variable a value.
    pub fn assign(&mut self, dst: VarId, value: Term) {
        self.state.top_mut().locals.insert(dst, Value::Scalar(value));
    }
    /// Notes that the thread does something visible, by choice under a condition.
    pub fn mark(&mut self, cx: &mut Context, thread: Term, when: Term) {
        self.state.trail = cx.trail_turn(self.state.trail, thread, when);
    }
    /// The threads that a `Spawn` can start, with the conditions.
    pub fn spawn(
        &self,
        cx: &mut Context,
        callee: &Callee,
        args: &[Expr],
        out: &mut Vec<Succ>,
        checks: &mut Vec<Check>,
    ) -> Vec<(Term, FuncId, Frames)> {
        let program = cx.program.clone();
        let found = targets(cx, &self.state, None, callee, args, out, checks);
        let values: Vec<Value> = args.iter().map(|arg| eval(cx, &self.state, arg)).collect();
        let (loc, top) = (self.state.loc(), self.state.top());
        let (stack, laps) = (top.stack, top.lap_numbers());
        let mut all = Vec::new();
        for (cond, func) in found {
            let callee = &program.functions[func];
            let path = cx.guard(self.state.guard);
            let guard = cx.terms.and(path, cond);
            if cx.terms.as_bool(guard) == Some(false) {
                continue;
            }
            if !callee.has_body() {
                let stop = Stop::Unsupported(format!("a thread starts with `{}`, which has no body", callee.name));
                out.push(Succ::Stuck { guard, loc, stop });
                continue;
            }
            let stack = cx.stack(stack, loc, &laps, func);
            let mut frame = enter(cx, func, stack, None);
            for (param, value) in callee.params.iter().zip(&values) {
                frame.locals.insert(*param, value.clone());
            }
            all.push((cond, func, vec![Arc::new(frame)]));
        }
        all
    }
    /// Whether what an `Await` waits for is so. The access must be valid; `None` if it is on no path.
    #[allow(clippy::too_many_arguments, reason = "the parts of the instruction")]
    pub fn awaited(
        &mut self,
        cx: &mut Context,
        ptr: &Expr,
        values: &[Expr],
        one: bool,
        check: Option<PropId>,
        out: &mut Vec<Succ>,
        checks: &mut Vec<Check>,
    ) -> Result<Option<Term>, Stop> {
        let program = cx.program.clone();
        let func = self.state.top().func;
        let ty = values.first().and_then(|value| program.type_of(func, value));
        let Some(ty @ Scalar::Int(_)) = ty else { return Err(Stop::Bug("an `Await` without integers".into())) };
        let mut run = Run { cx, program: &program, state: self.state.clone(), checks, stuck: out };
        let found = run.load(ptr, ty, check)?;
        self.state = run.state;
        let Some(found) = found else { return Ok(None) };
        let found = found.term();
        let mut equal = Vec::new();
        for value in values {
            let value = eval(cx, &self.state, value).term();
            equal.push(cx.terms.eq(found, value));
        }
        let any = cx.terms.any(&equal);
        Ok(Some(if one { any } else { cx.terms.not(any) }))
    }
    /// The number at an address, as an `Await` finds it. `None` if the access is not valid for sure.
    pub fn found(&mut self, cx: &mut Context, ptr: &Expr, ty: Scalar) -> Option<Term> {
        let program = cx.program.clone();
        let (mut checks, mut stuck) = (Vec::new(), Vec::new());
        let mut run = Run { cx, program: &program, state: self.state.clone(), checks: &mut checks, stuck: &mut stuck };
        Some(run.load(ptr, ty, None).ok()??.term())
    }
    /// The thread ends: the objects of its calls die.
    pub fn end(mut self, cx: &mut Context) -> World {
        let truth = cx.terms.bool(true);
        for frame in &self.state.frames {
            for id in &frame.objects {
                self.state.memory.free(cx, *id, truth);
            }
        }
        self.part().0
    }
    /// Forgets variables of the innermost call that are not read any more, so that less has to be joined.
    pub fn forget_dead(&mut self, cx: &mut Context) {
        if cx.program.leak.is_some() {
            return;
        }
        let program = cx.program.clone();
        let Loc { func, block, inst } = self.state.loc();
        let live = cx.shape(func).live_before(&program.functions[func], block, inst as usize);
        let dead: Vec<VarId> = {
            let locals = &self.state.top().locals;
            let keeps = |var: VarId| program.functions[func].vars[var].role != Role::Temp;
            locals.keys().copied().filter(|var| !live.contains(var) && !keeps(*var)).collect()
        };
        if !dead.is_empty() {
            let locals = &mut self.state.top_mut().locals;
            for var in dead {
                locals.remove(&var);
            }
        }
    }
    /// Names the place of the innermost call among all threads: the number of an instance.
    pub fn spawned_here(&self, cx: &mut Context, func: FuncId) -> u32 {
        let top = self.state.top();
        let (stack, loc, laps) = (top.stack, top.loc(), top.lap_numbers());
        cx.stack(stack, loc, &laps, func).index() as u32
    }
}
