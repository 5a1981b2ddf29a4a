//! What an instruction does to a state. This is the one symbolic meaning of the IR; the concrete one is in `trace`,
//! and tests compare the two.

use crate::context::Context;
use crate::contexts::Watch;
use crate::eval::{dynamic_object, eval, function_targets, global_object, is_unsized, outside_object, pointer_of};
use crate::memory::{Access, Birth, Memory, Resolved};
use crate::object::{ObjId, Region};
use crate::scalar;
use crate::state::{Check, Frame, Lap, State, Succ};
use crate::threads::{self, Status};
use crate::value::{Pointer, Target, Value};
use hecaton_base::Stop;
use hecaton_ir::{
    Aspect, BlockId, Callee, End, Expr, FuncId, Halt, Init, Inst, Loc, Op, Program, PropId, Region as IrRegion, Role,
    Scalar, VarId, passes,
};
use hecaton_term::{Op as TermOp, Sort, Term};
use imbl::{OrdMap, OrdSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// The state before the first instruction: globals made, arguments of the entry function arbitrary.
pub fn start(cx: &mut Context) -> Result<State, Stop> {
    let program = cx.program.clone();
    let memory = Memory::with_globals(cx)?;
    let mut trail = cx.trail_start();
    for (id, global) in program.globals.iter() {
        let object = global_object(id);
        let arbitrary = matches!(global.init, Init::Arbitrary);
        let content = arbitrary.then(|| memory.objects[&object].content());
        trail = cx.trail_place(trail, object, content);
    }
    if program.outside {
        let object = outside_object(cx);
        let content = memory.objects[&object].content();
        trail = cx.trail_place(trail, object, Some(content));
    }
    let func = program.entry;
    let stack = Context::bottom();
    let mut state = State {
        frames: vec![Arc::new(enter(cx, func, stack, None))],
        memory,
        guard: cx.no_guard(),
        trail,
        depth: 0,
        threads: None,
        features: OrdMap::new(),
    };
    for (i, param) in program.functions[func].params.iter().enumerate() {
        havoc(cx, &mut state, *param, i as u32 + 1);
    }
    Ok(state)
}

pub(crate) fn enter(cx: &mut Context, func: FuncId, stack: crate::context::StackId, dst: Option<VarId>) -> Frame {
    let block = cx.program.functions[func].entry;
    let loops = cx.shape(func).heads[block].len();
    Frame {
        func,
        block,
        inst: 0,
        laps: std::iter::repeat_n(Lap::first(), loops).collect(),
        locals: OrdMap::new(),
        stack,
        dst,
        objects: OrdSet::new(),
    }
}

/// Gives a variable an arbitrary value.
fn havoc(cx: &mut Context, state: &mut State, dst: VarId, sub: u32) {
    let frame = state.top();
    let ty = cx.program.scalar(frame.func, dst);
    let (stack, loc, laps) = (frame.stack, frame.loc(), frame.lap_numbers());
    let instance = cx.instance(stack, loc, &laps, sub);
    // A float comes as its bits: a NaN keeps them.
    let sort = match ty {
        Scalar::Float(format) => Sort::Bits(format.bits()),
        Scalar::Int(_) | Scalar::Ptr => scalar::sort(cx, ty),
    };
    let input = cx.input(instance, sort);
    state.trail = cx.trail_input(state.trail, input);
    let value = match ty {
        Scalar::Float(format) => Value::Scalar(cx.terms.mk(TermOp::FpFromBits(format), &[input])),
        Scalar::Ptr => {
            cx.arbitrary_pointer(input);
            Value::Ptr(Pointer::to(cx, Target::Raw(input)))
        }
        Scalar::Int(_) => Value::Scalar(input),
    };
    state.top_mut().locals.insert(dst, value);
}

/// Runs a state to the end of its block, or to a call. What can be violated on the way goes to `checks`.
pub fn step(cx: &mut Context, state: State, out: &mut Vec<Succ>, checks: &mut Vec<Check>) {
    run(cx, state, None, out, checks);
}

/// The same, but at most to where somebody wants to look at it: see [`Watch`].
pub fn step_until(cx: &mut Context, state: State, watch: &Watch<'_>, out: &mut Vec<Succ>, checks: &mut Vec<Check>) {
    run(cx, state, Some(watch), out, checks);
}

fn run(cx: &mut Context, mut state: State, watch: Option<&Watch<'_>>, out: &mut Vec<Succ>, checks: &mut Vec<Check>) {
    if threads::has_left(&state) {
        threads::schedule(cx, state, out, checks);
        return;
    }
    let program = cx.program.clone();
    let Loc { func, block, inst } = state.loc();
    let code = &program.functions[func].blocks[block];
    let stops = |i: usize, state: &State| {
        let loc = Loc { func, block, inst: i as u32 };
        i > inst as usize && watch.is_some_and(|watch| (watch.stops)(loc, state.frames.len()))
    };
    for (i, inst) in code.insts.iter().enumerate().skip(inst as usize) {
        let stop = stops(i, &state);
        state.top_mut().inst = i as u32;
        if state.threads.is_some() {
            if threads::pauses(cx, &mut state, Some(&inst.op)) {
                threads::schedule(cx, state, out, checks);
                return;
            }
            threads::race(cx, &state, &inst.op, checks);
        }
        if stop {
            out.push(Succ::Next(state));
            return;
        }
        if let Some((thread, when)) = watch.and_then(|watch| watch.mark)
            && inst.op.is_visible()
        {
            state.trail = cx.trail_turn(state.trail, thread, when);
        }
        let mut run = Run { cx, program: &program, state, checks, stuck: out };
        let flow = run.inst(inst);
        unsettled(run.cx, &run.state, run.stuck);
        match flow {
            Ok(Flow::On) => state = run.state,
            Ok(Flow::Ends) => return,
            Ok(Flow::Spawned) => {
                let Run { state, stuck: out, .. } = run;
                out.push(Succ::Next(state));
                return;
            }
            Ok(Flow::Calls) => {
                let Run { cx, state, checks, stuck: out, .. } = run;
                call(cx, state, inst, out, checks);
                return;
            }
            Err(stop) => {
                let Run { cx, state, stuck: out, .. } = run;
                out.push(Succ::Stuck { guard: cx.guard(state.guard), loc: state.loc(), stop });
                return;
            }
        }
    }
    let stop = stops(code.insts.len(), &state);
    state.top_mut().inst = code.insts.len() as u32;
    if state.threads.is_some() && ends_program(&state, &code.end) && threads::pauses(cx, &mut state, None) {
        threads::schedule(cx, state, out, checks);
        return;
    }
    if stop {
        out.push(Succ::Next(state));
        return;
    }
    end(cx, state, &code.end, out, checks);
}

/// Whether the end of a block is the end of the program, for all threads.
fn ends_program(state: &State, end: &End) -> bool {
    match end {
        End::Halt(Halt::Exit | Halt::Abort) => true,
        End::Return(_) => state.thread() == 0 && state.frames.len() == 1,
        End::Halt(Halt::Thread) | End::Goto(_) | End::Branch { .. } | End::Switch { .. } | End::Unreachable => false,
    }
}

/// How execution goes on after an instruction.
enum Flow {
    On,
    /// No path gets behind it.
    Ends,
    /// It is a call.
    Calls,
    /// The step ends behind it, as another thread runs now or there are several ways.
    Spawned,
}

pub(crate) struct Run<'a> {
    pub cx: &'a mut Context,
    pub program: &'a Program,
    pub state: State,
    pub checks: &'a mut Vec<Check>,
    /// Takes what cannot be followed.
    pub stuck: &'a mut Vec<Succ>,
}

impl Run<'_> {
    fn eval(&mut self, expr: &Expr) -> Value {
        eval(self.cx, &self.state, expr)
    }
    fn term(&mut self, expr: &Expr) -> Term {
        self.eval(expr).term()
    }
    fn set(&mut self, dst: VarId, value: Value) {
        self.state.top_mut().locals.insert(dst, value);
    }
    fn path(&self) -> Term {
        self.cx.guard(self.state.guard)
    }
    /// Notes that a property is violated where a condition holds.
    fn check(&mut self, prop: PropId, bad: Term) {
        note(self.cx, &self.state, prop, bad, self.checks);
    }
    /// Goes on only where a condition holds.
    fn assume(&mut self, cond: Term) -> Flow {
        match self.cx.assume(self.state.guard, cond) {
            Some(guard) => {
                self.cx.lost |= guard != self.state.guard;
                self.state.guard = guard;
                Flow::On
            }
            None => {
                self.cx.lost = true;
                Flow::Ends
            }
        }
    }
    /// Notes what is violated by an invalid access, and goes on only where it is valid.
    fn demand(&mut self, bad: Term, check: Option<PropId>) -> Flow {
        let path = self.path();
        let good = self.cx.terms.not(bad);
        match check {
            Some(prop) => {
                self.check(prop, bad);
                self.cx.visit(prop, path, bad);
            }
            None => {
                // Our own front end vouches for what cannot be invalid; who writes a text form may be wrong.
                let written = self.cx.program.files.values().next().is_some_and(|file| file.name.ends_with(".hir"));
                let stop = if written {
                    Stop::Unsupported("an invalid access that the text form does not check".into())
                } else {
                    Stop::Bug("an access that was vouched for is invalid".into())
                };
                self.leave(path, bad, stop);
            }
        }
        self.assume(good)
    }
    /// Leaves the paths on which a pointer from outside is not null: no object is known that it means, though there
    /// may be one. What is then known of the objects it can mean is of use to find violations only.
    fn leave_unknown(&mut self, pointer: &Pointer, unknown: Term, what: &str) -> Flow {
        let path = self.path();
        if !self.cx.program.outside {
            let meant = from_outside(self.cx, pointer);
            self.leave(path, meant, Stop::Unsupported(format!("{what} an arbitrary pointer")));
        }
        let number = forbidden(self.cx, self.program, pointer);
        self.leave(path, number, Stop::Unsupported(format!("{what} a number, in a slice")));
        let known = self.cx.terms.not(unknown);
        self.assume(known)
    }
    /// Goes on only where a pointer does not lead to an object whose size is not known.
    fn without_unsized(&mut self, pointer: &Pointer, what: &str) -> Flow {
        let unsized_objects = pointer.targets().iter().filter_map(|(guard, target)| match target {
            Target::Object(id, _) if is_unsized(self.cx, *id) => Some(*guard),
            Target::Object(..) | Target::Func(_) | Target::Raw(_) => None,
        });
        let guards: Vec<Term> = unsized_objects.collect();
        if guards.is_empty() {
            return Flow::On;
        }
        let (path, met) = (self.path(), self.cx.terms.any(&guards));
        self.leave(path, met, Stop::Unsupported(format!("{what} an object whose size is not known")));
        let good = self.cx.terms.not(met);
        self.assume(good)
    }
    /// Why nothing is known if a condition can hold.
    fn leave(&mut self, path: Term, cond: Term, stop: Stop) {
        let guard = self.cx.terms.and(path, cond);
        if self.cx.terms.as_bool(guard) != Some(false) {
            self.stuck.push(Succ::Stuck { guard, loc: self.state.loc(), stop });
        }
    }
    /// The objects a pointer means, and when the access is invalid; `None` if no path gets there.
    fn access(&mut self, pointer: &Pointer, bytes: Term, write: bool) -> Option<(Vec<Access>, Term)> {
        let path = self.path();
        if let Flow::Ends = self.without_unsized(pointer, "an access to") {
            return None;
        }
        let found = self.state.memory.access(self.cx, path, pointer, bytes, write);
        match self.leave_unknown(pointer, found.unknown, "an access through") {
            Flow::On => Some((found.all, found.nowhere)),
            Flow::Ends | Flow::Calls | Flow::Spawned => None,
        }
    }

    /// What is found in memory, where the access is valid; `None` if it is so on no path.
    pub fn load(&mut self, ptr: &Expr, ty: Scalar, check: Option<PropId>) -> Result<Option<Value>, Stop> {
        let pointer = self.eval(ptr);
        let bytes = self.cx.terms.num(self.cx.word(), ty.bytes(self.program.target));
        let Some((all, bad)) = self.access(pointer_of(&pointer), bytes, false) else { return Ok(None) };
        match self.demand(bad, check) {
            Flow::Ends | Flow::Calls | Flow::Spawned => Ok(None),
            Flow::On => self.state.memory.load(self.cx, &all, ty).map(Some),
        }
    }
    fn inst(&mut self, inst: &Inst) -> Result<Flow, Stop> {
        match &inst.op {
            Op::Assign { dst, value } | Op::Approximate { dst, value, what: _ } => {
                let value = self.eval(value);
                self.set(*dst, value);
            }
            Op::Load { dst, ptr, check } => {
                let ty = self.program.scalar(self.state.top().func, *dst);
                let Some(value) = self.load(ptr, ty, *check)? else { return Ok(Flow::Ends) };
                self.set(*dst, value);
            }
            Op::Store { ptr, value, check } => {
                let func = self.state.top().func;
                let ty = self.program.type_of(func, value).expect("the verifier has checked the types");
                let (pointer, value) = (self.eval(ptr), self.eval(value));
                let bytes = self.cx.terms.num(self.cx.word(), ty.bytes(self.program.target));
                let Some((all, bad)) = self.access(pointer_of(&pointer), bytes, true) else {
                    return Ok(Flow::Ends);
                };
                let bad = self.or_spoilt(bad, &all, *check);
                if let Flow::Ends = self.demand(bad, *check) {
                    return Ok(Flow::Ends);
                }
                self.state.memory.store(self.cx, &all, ty, &value)?;
                if self.state.threads.is_some() {
                    self.state.share(&value);
                }
            }
            Op::Copy { dst, src, size, check } => {
                let (to, from, size) = (self.eval(dst), self.eval(src), self.term(size));
                let Some((to, bad_to)) = self.access(pointer_of(&to), size, true) else { return Ok(Flow::Ends) };
                let Some((from, bad_from)) = self.access(pointer_of(&from), size, false) else {
                    return Ok(Flow::Ends);
                };
                let bad = self.cx.terms.or(bad_to, bad_from);
                let bad = self.or_spoilt(bad, &to, *check);
                let bad = self.unless_zero(size, bad);
                if let Flow::Ends = self.demand(bad, *check) {
                    return Ok(Flow::Ends);
                }
                if let Flow::Ends = self.few_bytes(&[&to, &from], size) {
                    return Ok(Flow::Ends);
                }
                self.state.memory.copy(self.cx, &to, &from, size)?;
            }
            Op::Fill { dst, byte, size, check } => {
                let (to, byte, size) = (self.eval(dst), self.term(byte), self.term(size));
                let Some((to, bad)) = self.access(pointer_of(&to), size, true) else { return Ok(Flow::Ends) };
                let bad = self.or_spoilt(bad, &to, *check);
                let bad = self.unless_zero(size, bad);
                if let Flow::Ends = self.demand(bad, *check) {
                    return Ok(Flow::Ends);
                }
                if let Flow::Ends = self.few_bytes(&[&to], size) {
                    return Ok(Flow::Ends);
                }
                self.state.memory.fill(self.cx, &to, byte, size)?;
            }
            Op::Clobber { roots } => {
                let roots: Vec<Pointer> = roots.iter().map(|root| pointer_of(&self.eval(root)).clone()).collect();
                let frame = self.state.top();
                let (stack, loc, laps) = (frame.stack, frame.loc(), frame.lap_numbers());
                let instance = self.cx.instance(stack, loc, &laps, 0);
                let done = self.state.memory.clobber(self.cx, &roots, instance)?;
                self.state.trail = self.cx.trail_clobber(self.state.trail, done.changed);
                let path = self.path();
                let guard = self.cx.terms.and(path, done.undecided);
                if self.cx.terms.as_bool(guard) != Some(false) {
                    let what = "whether unknown code reaches an object whose address is used as a number";
                    self.stuck.push(Succ::Stuck { guard, loc, stop: Stop::Unsupported(what.into()) });
                }
                let decided = self.cx.terms.not(done.undecided);
                return Ok(self.assume(decided));
            }
            Op::Alloc { dst, region, ty, count, zeroed, constant, align, replaces } => {
                let frame = self.state.top();
                let (stack, loc, laps) = (frame.stack, frame.loc(), frame.lap_numbers());
                let count = self.term(count);
                let elem = self.program.types.size(*ty, self.program.target);
                let elem = self.cx.terms.num(self.cx.word(), elem);
                let size = self.cx.terms.mul(count, elem);
                let asked = align.as_ref().map(|align| self.term(align));
                let replaced: Vec<_> = match replaces.as_ref().map(|it| self.eval(it)) {
                    None => Vec::new(),
                    Some(pointer) => objects_of(pointer_of(&pointer)),
                };
                let ended = self.state.memory.ended.for_birth(self.cx, &replaced);
                let id = dynamic_object(self.cx.birth((stack, loc, &laps), size, asked, &ended));
                let kind = match region {
                    IrRegion::Stack => Region::Stack,
                    IrRegion::Heap => Region::Heap,
                };
                let birth = Birth { region: kind, ty: *ty, size, zeroed: *zeroed, asked, ended };
                self.state.memory.make(self.cx, id, birth);
                if *constant {
                    self.state.memory.set_read_only(id);
                }
                let content = (!zeroed).then(|| self.state.memory.objects[&id].content());
                if let (Some((content, _)), true) = (content, self.program.outside) {
                    // Numbers that nobody wrote lead to the memory outside as well.
                    self.cx.arbitrary_pointer(content);
                }
                self.state.trail = self.cx.trail_place(self.state.trail, id, content);
                if *region == IrRegion::Stack {
                    self.state.top_mut().objects.insert(id);
                }
                self.state.made(id);
                let zero = self.cx.terms.num(self.cx.word(), 0);
                let pointer = Pointer::to(self.cx, Target::Object(id, zero));
                self.set(*dst, Value::Ptr(pointer));
            }
            Op::Free { ptr, region, check } => return Ok(self.free(ptr, *region, *check)),
            Op::Havoc { dst } => havoc(self.cx, &mut self.state, *dst, 0),
            Op::Inspect { dst, ptr, aspect } => {
                let pointer = self.eval(ptr);
                if let Flow::Ends = self.without_numbers(pointer_of(&pointer)) {
                    return Ok(Flow::Ends);
                }
                if *aspect == Aspect::Size
                    && let Flow::Ends = self.without_unsized(pointer_of(&pointer), "the size of")
                {
                    return Ok(Flow::Ends);
                }
                let value = self.state.memory.inspect(self.cx, pointer_of(&pointer), *aspect);
                self.set(*dst, Value::Scalar(value));
            }
            Op::Assume { cond } => {
                let cond = self.term(cond);
                if self.state.threads.is_some() && threads::can_stop(&self.state) {
                    let not = self.cx.terms.not(cond);
                    let mut stopped = self.state.clone();
                    if stopped.assume(self.cx, not) {
                        threads::leave(self.cx, stopped, Status::Stopped, self.stuck, self.checks);
                        self.state.top_mut().inst += 1;
                        let lost = self.cx.lost;
                        let flow = self.assume(cond);
                        self.cx.lost = lost;
                        return Ok(match flow {
                            Flow::On => Flow::Spawned,
                            other => other,
                        });
                    }
                }
                return Ok(self.assume(cond));
            }
            Op::Assert { cond, prop } => {
                let cond = self.term(cond);
                let bad = self.cx.terms.not(cond);
                self.check(*prop, bad);
            }
            Op::Call { .. } => return Ok(Flow::Calls),
            Op::Log(feature) => {
                if self.cx.is_restricting(*feature) {
                    let truth = self.cx.terms.bool(true);
                    self.state.features.insert(*feature, truth);
                }
            }
            Op::Thread { dst } => {
                let number = self.cx.terms.num(self.cx.word(), u64::from(self.state.thread()));
                self.set(*dst, Value::Scalar(number));
            }
            Op::Atomic { begin } => {
                let depth = self.state.depth;
                self.state.depth = if *begin { depth + 1 } else { depth.saturating_sub(1) };
            }
            Op::Join { thread } => {
                let path = self.path();
                let none = threads::no_thread(self.cx, &self.state, thread);
                self.leave(path, none, Stop::Unsupported(passes::NO_THREAD.into()));
                let some = self.cx.terms.not(none);
                if let Flow::Ends = self.assume(some) {
                    return Ok(Flow::Ends);
                }
                let ended = threads::joined(self.cx, &self.state, thread);
                return Ok(self.wait(ended));
            }
            Op::Await { ptr, values, one, owned: _, check } => {
                let func = self.state.top().func;
                let ty = self.program.type_of(func, &values[0]).expect("the verifier has checked the types");
                let pointer = self.eval(ptr);
                let bytes = self.cx.terms.num(self.cx.word(), ty.bytes(self.program.target));
                let Some((all, bad)) = self.access(pointer_of(&pointer), bytes, false) else {
                    return Ok(Flow::Ends);
                };
                if let Flow::Ends = self.demand(bad, *check) {
                    return Ok(Flow::Ends);
                }
                let now = threads::awaited(self.cx, &mut self.state, &all, ty, values, *one)?;
                let flow = self.wait(now);
                self.state.depth += 1;
                return Ok(flow);
            }
            Op::Spawn { dst, callee, args } => return self.spawn(*dst, callee, args),
            Op::Unsupported(what) => return Err(Stop::Unsupported(what.clone())),
        }
        Ok(Flow::On)
    }
    /// Goes on only where what is waited for is so. Outside of atomic sections, one that waits alone waits for ever;
    /// where there are others, it was looked at when this thread was chosen.
    fn wait(&mut self, now: Term) -> Flow {
        let alone = self.state.depth == 0 && !threads::can_stop(&self.state);
        if let Some(prop) = self.program.deadlock.filter(|_| alone) {
            let bad = threads::waits_for_ever(self.cx, &self.state, now);
            self.check(prop, bad);
        }
        self.assume(now)
    }
    fn spawn(&mut self, dst: VarId, callee: &Callee, args: &[Expr]) -> Result<Flow, Stop> {
        if !self.cx.interleaves() {
            return Err(Stop::Unsupported("threads".into()));
        }
        let Callee::Direct(func) = callee else {
            return Err(Stop::Unsupported("a thread that starts at a pointer".into()));
        };
        if !self.program.functions[*func].has_body() {
            let name = &self.program.functions[*func].name;
            return Err(Stop::Unsupported(format!("`{name}` is called but has no body")));
        }
        let values: Vec<Value> = args.iter().map(|arg| self.eval(arg)).collect();
        let (loc, stack, laps) = (self.state.loc(), self.state.top().stack, self.state.top().lap_numbers());
        let number = self.state.threads.as_ref().map_or(1, |threads| threads.all.len());
        let number = self.cx.terms.num(self.cx.word(), number as u64);
        self.set(dst, Value::Scalar(number));
        self.state.top_mut().inst += 1;
        let stack = self.cx.stack(stack, loc, &laps, *func);
        let mut frame = enter(self.cx, *func, stack, None);
        for (param, value) in self.program.functions[*func].params.iter().zip(values) {
            frame.locals.insert(*param, value);
        }
        threads::spawn(&mut self.state, frame);
        Ok(Flow::Spawned)
    }
    /// Goes on only where a pointer is not an address that was made from a number and might be an object's.
    fn without_numbers(&mut self, pointer: &Pointer) -> Flow {
        let mut numbers = Vec::new();
        for &(guard, target) in pointer.targets() {
            let Target::Raw(address) = target else { continue };
            let word = self.cx.word();
            // In the first and the last page there is no object.
            let page = self.cx.terms.num(word, 4096);
            let moved = self.cx.terms.add(address, page);
            let two = self.cx.terms.num(word, 8192);
            let nothing = self.cx.terms.ult(moved, two);
            let something = self.cx.terms.not(nothing);
            numbers.push(self.cx.terms.and(guard, something));
        }
        let number = self.cx.terms.any(&numbers);
        let path = self.path();
        let guard = self.cx.terms.and(path, number);
        if self.cx.terms.as_bool(guard) == Some(false) {
            return Flow::On;
        }
        let stop = Stop::Unsupported("what object an address made from a number belongs to".into());
        self.stuck.push(Succ::Stuck { guard, loc: self.state.loc(), stop });
        let good = self.cx.terms.not(number);
        self.assume(good)
    }
    /// A write is bad, too, if it is checked and an object is hit that is defined `const`.
    fn or_spoilt(&mut self, bad: Term, all: &[Access], check: Option<PropId>) -> Term {
        if check.is_none() {
            return bad;
        }
        let spoilt = self.state.memory.read_only(self.cx, all);
        self.cx.terms.or(bad, spoilt)
    }
    /// Goes on only where a copy or a fill is of no more bytes than can be looked at one by one.
    fn few_bytes(&mut self, all: &[&[Access]], size: Term) -> Flow {
        let Some(most) = self.state.memory.greatest_size(self.cx, all, size) else { return Flow::On };
        let limit = self.cx.terms.num(self.cx.word(), most);
        let (path, many) = (self.path(), self.cx.terms.ult(limit, size));
        let what = format!("copying or setting more than {most} bytes, a number of them that is not known");
        self.leave(path, many, Stop::Unsupported(what));
        let few = self.cx.terms.not(many);
        self.assume(few)
    }
    fn unless_zero(&mut self, size: Term, bad: Term) -> Term {
        let zero = self.cx.terms.num(self.cx.word(), 0);
        let nothing = self.cx.terms.eq(size, zero);
        let something = self.cx.terms.not(nothing);
        self.cx.terms.and(something, bad)
    }
    fn free(&mut self, ptr: &Expr, region: IrRegion, check: Option<PropId>) -> Flow {
        let pointer = self.eval(ptr);
        let pointer = pointer_of(&pointer);
        let path = self.path();
        let Resolved { mut all, nowhere, unknown } = self.state.memory.resolve(self.cx, path, pointer);
        if self.cx.program.outside {
            // Nothing is known of who owns it.
            let outside = outside_object(self.cx);
            all.retain(|access| access.id != outside);
        }
        match self.leave_unknown(pointer, unknown, "`free` of") {
            Flow::On => {}
            Flow::Ends | Flow::Calls | Flow::Spawned => return Flow::Ends,
        }
        let cx = &mut *self.cx;
        let zero = cx.terms.num(cx.word(), 0);
        // Freeing null is nothing; `resolve` counts null among the places where there is no object.
        let null = Pointer::null(cx);
        let is_null = scalar::pointers_equal(cx, pointer, &null);
        let not_null = cx.terms.not(is_null);
        let mut parts = vec![cx.terms.and(nowhere, not_null)];
        for access in &all {
            let invalid = match self.state.memory.objects.get(&access.id) {
                Some(object) if (object.region == Region::Heap) == (region == IrRegion::Heap) => {
                    let at_start = cx.terms.eq(access.offset, zero);
                    let valid = cx.terms.and(object.alive, at_start);
                    cx.terms.not(valid)
                }
                _ => cx.terms.bool(true),
            };
            parts.push(cx.terms.and(access.guard, invalid));
        }
        let bad = cx.terms.any(&parts);
        if let Flow::Ends = self.demand(bad, check) {
            return Flow::Ends;
        }
        for access in all {
            self.state.memory.free(self.cx, access.id, access.guard);
            if region == IrRegion::Stack {
                self.state.top_mut().objects.remove(&access.id);
            }
        }
        Flow::On
    }
}

pub(crate) fn note(cx: &mut Context, state: &State, prop: PropId, bad: Term, checks: &mut Vec<Check>) {
    let (path, open) = (cx.guard(state.guard), cx.not_shown(prop, &state.features));
    let (cond, bad) = (bad, cx.terms.all(&[path, bad, open]));
    if cx.terms.as_bool(bad) != Some(false) {
        checks.push(Check { prop, bad, guard: state.guard, cond, open, trail: state.trail, loc: state.loc() });
    }
}

/// The objects that a pointer means, and when.
fn objects_of(pointer: &Pointer) -> Vec<(ObjId, Term)> {
    let object = |&(guard, target): &(Term, Target)| match target {
        Target::Object(id, _) => Some((id, guard)),
        Target::Func(_) | Target::Raw(_) => None,
    };
    pointer.targets().iter().filter_map(object).collect()
}

/// When a pointer comes from outside and is not null.
fn from_outside(cx: &mut Context, pointer: &Pointer) -> Term {
    let mut parts = Vec::new();
    for &(guard, target) in pointer.targets() {
        let Target::Raw(address) = target else { continue };
        if cx.is_arbitrary(address) {
            let null = cx.moved_null(address);
            let not_null = cx.terms.not(null);
            parts.push(cx.terms.and(guard, not_null));
        }
    }
    cx.terms.any(&parts)
}

/// When a pointer is a number that may be the address of an object, in a slice.
fn forbidden(cx: &mut Context, program: &Program, pointer: &Pointer) -> Term {
    let mut parts = Vec::new();
    for &(guard, target) in pointer.targets() {
        let Target::Raw(address) = target else { continue };
        if cx.is_forbidden(address) {
            let (word, target) = (cx.word(), program.target);
            let first = cx.terms.num(word, target.first());
            let room = cx.terms.num(word, target.code() - target.first());
            let above = cx.terms.sub(address, first);
            let somewhere = cx.terms.ult(above, room);
            parts.push(cx.terms.and(guard, somewhere));
        }
    }
    cx.terms.any(&parts)
}

/// The functions that a call, or the start of a thread, can mean, and when. Of the result `dst` takes it is known only
/// that it fits.
pub(crate) fn targets(
    cx: &mut Context,
    state: &State,
    dst: Option<VarId>,
    callee: &Callee,
    args: &[Expr],
    out: &mut Vec<Succ>,
    checks: &mut Vec<Check>,
) -> Vec<(Term, FuncId)> {
    let program = cx.program.clone();
    let caller = state.top().func;
    let types: Vec<Scalar> =
        args.iter().map(|arg| program.type_of(caller, arg).expect("the verifier has checked the types")).collect();
    let fits = |func: FuncId| {
        let callee = &program.functions[func];
        let result = dst.map(|dst| program.scalar(caller, dst));
        callee.params.len() <= types.len()
            && callee.params.iter().zip(&types).all(|(p, t)| program.scalar(func, *p) == *t)
            && (result.is_none() || result == callee.result)
    };
    match callee {
        Callee::Direct(func) => vec![(cx.terms.bool(true), *func)],
        Callee::Indirect { ptr, check } => {
            let pointer = eval(cx, state, ptr);
            let pointer = pointer_of(&pointer);
            let path = cx.guard(state.guard);
            let found = function_targets(cx, path, pointer);
            let (good, other): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, f)| fits(*f));
            let outside = from_outside(cx, pointer);
            let number = forbidden(cx, &program, pointer);
            let mut leave = |cx: &mut Context, guard: Term, what: String| {
                let guard = cx.terms.and(path, guard);
                if cx.terms.as_bool(guard) != Some(false) {
                    out.push(Succ::Stuck { guard, loc: state.loc(), stop: Stop::Unsupported(what) });
                }
            };
            leave(cx, outside, "a call through an arbitrary pointer".into());
            leave(cx, number, "a call through a number, in a slice".into());
            for (guard, func) in &other {
                let name = &program.functions[*func].name;
                leave(cx, *guard, format!("a call of `{name}` through a pointer to a function of another type"));
            }
            let guards: Vec<Term> = good.iter().chain(&other).map(|(guard, _)| *guard).chain([outside]).collect();
            let valid = cx.terms.any(&guards);
            let bad = cx.terms.not(valid);
            if let Some(prop) = check {
                note(cx, state, *prop, bad, checks);
                cx.visit(*prop, path, bad);
            }
            good
        }
    }
}

/// Enters the functions that a call can mean.
fn call(cx: &mut Context, mut state: State, inst: &Inst, out: &mut Vec<Succ>, checks: &mut Vec<Check>) {
    let Op::Call { dst, callee, args } = &inst.op else { unreachable!("only calls are called") };
    let program = cx.program.clone();
    let values: Vec<Value> = args.iter().map(|arg| eval(cx, &state, arg)).collect();
    let targets = targets(cx, &state, *dst, callee, args, out, checks);
    // What the pointer of an indirect call is beside them is not followed.
    cx.lost |= !matches!(targets[..], [(always, _)] if cx.terms.as_bool(always) == Some(true));
    let loc = state.loc();
    let (stack, laps) = (state.top().stack, state.top().lap_numbers());
    state.top_mut().inst += 1;
    for (guard, func) in targets {
        let Some(guard) = cx.assume(state.guard, guard) else { continue };
        let callee = &program.functions[func];
        if !callee.has_body() {
            let stop = Stop::Unsupported(format!("`{}` is called but has no body", callee.name));
            out.push(Succ::Stuck { guard: cx.guard(guard), loc, stop });
            continue;
        }
        let stack = cx.stack(stack, loc, &laps, func);
        let mut frame = enter(cx, func, stack, *dst);
        for (param, value) in callee.params.iter().zip(&values) {
            frame.locals.insert(*param, value.clone());
        }
        let mut next = state.clone();
        next.guard = guard;
        next.frames.push(Arc::new(frame));
        out.push(Succ::Next(next));
    }
}

/// What was asked of the addresses of dead objects, where threads are interleaved: other orders of the same steps are not
/// looked at, in which such an object lay elsewhere, or was another one's.
fn unsettled(cx: &mut Context, state: &State, out: &mut Vec<Succ>) {
    let mut parts = Vec::new();
    for id in cx.take_compared() {
        if let Some(alive) = state.memory.ended.get(id) {
            parts.push(cx.terms.not(alive));
        }
    }
    let (path, dead) = (cx.guard(state.guard), cx.terms.any(&parts));
    let guard = cx.terms.and(path, dead);
    if cx.terms.as_bool(guard) != Some(false) {
        let what = "the address of an object that is dead, with several threads";
        out.push(Succ::Stuck { guard, loc: state.loc(), stop: Stop::Unsupported(what.into()) });
    }
}

/// Leaves a block.
fn end(cx: &mut Context, mut state: State, end: &End, out: &mut Vec<Succ>, checks: &mut Vec<Check>) {
    match end {
        End::Goto(to) => {
            jump(cx, &mut state, *to);
            out.push(Succ::Next(state));
        }
        End::Branch { cond, yes, no } => {
            let literal = matches!(cond, Expr::Int(_));
            let cond = eval(cx, &state, cond).term();
            unsettled(cx, &state, out);
            let not_cond = cx.terms.not(cond);
            branch(cx, state, &[(cond, *yes), (not_cond, *no)], literal, out);
        }
        End::Switch { on, arms, other } => {
            let on = eval(cx, &state, on).term();
            unsettled(cx, &state, out);
            let on = match cx.terms.sort(on) {
                hecaton_term::Sort::Bool => scalar::bool_to_bits(cx, 1, on),
                _ => on,
            };
            // Arms that lead to the same block are one way; ways are tried in the order of the arms.
            let mut ways: Vec<(Vec<Term>, BlockId)> = Vec::new();
            let mut none = Vec::new();
            for (value, to) in arms {
                let value = cx.terms.bits(value.clone());
                let hit = cx.terms.eq(on, value);
                none.push(cx.terms.not(hit));
                match ways.iter_mut().find(|(_, block)| block == to) {
                    Some((hits, _)) => hits.push(hit),
                    None => ways.push((vec![hit], *to)),
                }
            }
            let rest = cx.terms.all(&none);
            match ways.iter_mut().find(|(_, block)| block == other) {
                Some((hits, _)) => hits.push(rest),
                None => ways.push((vec![rest], *other)),
            }
            let ways: Vec<(Term, BlockId)> = ways.into_iter().map(|(hits, to)| (cx.terms.any(&hits), to)).collect();
            branch(cx, state, &ways, false, out);
        }
        End::Return(value) => {
            let value = value.as_ref().map(|value| eval(cx, &state, value));
            unsettled(cx, &state, out);
            let frame = state.frames.pop().expect("a state has a frame");
            let truth = cx.terms.bool(true);
            for id in &frame.objects {
                state.memory.free(cx, *id, truth);
            }
            if state.frames.is_empty() {
                state.frames.push(frame);
                if state.thread() > 0 {
                    threads::leave(cx, state, Status::Ended, out, checks);
                } else {
                    let held = held(cx, &state, false);
                    finish(cx, &state, Halt::Exit, &held, out, checks);
                }
                return;
            }
            if let Some(dst) = frame.dst {
                let value = value.unwrap_or_else(|| {
                    let ty = cx.program.scalar(state.top().func, dst);
                    scalar::zero(cx, ty)
                });
                state.top_mut().locals.insert(dst, value);
            }
            out.push(Succ::Next(state));
        }
        End::Halt(Halt::Thread) => {
            let truth = cx.terms.bool(true);
            for frame in &state.frames {
                for id in &frame.objects {
                    state.memory.free(cx, *id, truth);
                }
            }
            if state.has_threads() {
                threads::leave(cx, state, Status::Ended, out, checks);
            } else {
                finish(cx, &state, Halt::Exit, &[], out, checks);
            }
        }
        End::Halt(halt) => {
            let held = held(cx, &state, true);
            finish(cx, &state, *halt, &held, out, checks);
        }
        End::Unreachable => {
            let stop = Stop::Bug("code that was said to be unreachable is reached".into());
            out.push(Succ::Stuck { guard: cx.guard(state.guard), loc: state.loc(), stop });
        }
    }
}

/// The values that active calls can still use, those of the running thread if it is `active`: of source variables, and
/// of temporaries that are still to be read.
fn held(cx: &mut Context, state: &State, active: bool) -> Vec<Value> {
    if cx.program.leak.is_none() {
        return Vec::new();
    }
    let mut out = Vec::new();
    if active {
        held_by(cx, &state.frames, &mut out);
    }
    for frames in state.other_frames() {
        held_by(cx, &frames, &mut out);
    }
    out
}

fn held_by(cx: &mut Context, frames: &[Arc<Frame>], out: &mut Vec<Value>) {
    let program = cx.program.clone();
    for (i, frame) in frames.iter().enumerate() {
        let function = &program.functions[frame.func];
        let mut live = cx.shape(frame.func).live_before(function, frame.block, frame.inst as usize);
        if let Some(awaited) = frames.get(i + 1).and_then(|callee| callee.dst) {
            live.remove(&awaited);
        }
        for (var, value) in &frame.locals {
            let counts = match function.vars[*var].role {
                Role::Named => true,
                Role::Place(_) | Role::Temp => live.contains(var),
            };
            if counts {
                out.push(value.clone());
            }
        }
    }
}

/// The program ends: is there memory that was lost, or not freed? `held` is what calls that go on for ever still use.
pub(crate) fn finish(
    cx: &mut Context,
    state: &State,
    halt: Halt,
    held: &[Value],
    out: &mut Vec<Succ>,
    checks: &mut Vec<Check>,
) {
    if let Some(prop) = cx.program.leak {
        let (bad, undecided) = state.memory.lost(cx, held);
        note(cx, state, prop, bad, checks);
        let path = cx.guard(state.guard);
        let guard = cx.terms.and(path, undecided);
        if cx.terms.as_bool(guard) != Some(false) {
            let stop = Stop::Unsupported("whether memory is lost whose address is used as a number".into());
            out.push(Succ::Stuck { guard, loc: state.loc(), stop });
        }
    }
    if let Some(prop) = cx.program.cleanup {
        let bad = state.memory.still_allocated(cx);
        note(cx, state, prop, bad, checks);
    }
    out.push(Succ::End { guard: cx.guard(state.guard), trail: state.trail, halt });
}

/// Goes every way that is possible. A test with a constant result that could have left a loop makes the round one that
/// was certain to stay; a condition that is a literal is not a test.
fn branch(cx: &mut Context, state: State, ways: &[(Term, BlockId)], literal: bool, out: &mut Vec<Succ>) {
    let shape = cx.shape(state.top().func);
    let here = state.top().block;
    let possible: Vec<(crate::context::GuardId, BlockId)> =
        ways.iter().filter_map(|(cond, to)| cx.assume(state.guard, *cond).map(|guard| (guard, *to))).collect();
    let constant = possible.len() == 1 && possible[0].0 == state.guard;
    let mut certain: SmallVec<[bool; 4]> = SmallVec::new();
    for head in &shape.heads[here] {
        let leaves = |to: &BlockId| !shape.heads[*to].contains(head);
        certain.push(!literal && constant && ways.iter().any(|(_, to)| leaves(to)) && !leaves(&possible[0].1));
    }
    let mut state = Some(state);
    let last = possible.len().saturating_sub(1);
    for (i, (guard, to)) in possible.into_iter().enumerate() {
        let Some(mut next) = (if i == last { state.take() } else { state.clone() }) else { break };
        next.guard = guard;
        for (lap, certain) in next.top_mut().laps.iter_mut().zip(&certain) {
            lap.certain |= certain;
        }
        jump(cx, &mut next, to);
        out.push(Succ::Next(next));
    }
}

/// Moves to the start of another block of the same function.
fn jump(cx: &mut Context, state: &mut State, to: BlockId) {
    let shape = cx.shape(state.top().func);
    let frame = state.top_mut();
    let (old, new) = (&shape.heads[frame.block], &shape.heads[to]);
    if shape.is_back_edge(frame.block, to) {
        let at = new.len() - 1;
        debug_assert!(shape.is_head(to) && old.get(at) == Some(&to));
        frame.laps.truncate(at + 1);
        frame.laps[at] = frame.laps[at].next();
    } else {
        let common = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        frame.laps.truncate(common);
        frame.laps.resize(new.len(), Lap::first());
    }
    frame.block = to;
    frame.inst = 0;
}
