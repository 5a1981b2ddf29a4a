//! The concrete interpreter: runs a verified program on one sequence of choices, with the meaning given in
//! `hecaton_ir::program`. Iterative throughout: neither deep expressions nor deep calls use the host's stack.

use crate::cause::{self, Cause};
use crate::code::{self, Act, Code, Move, Slot};
use crate::memory::{Invalid, MOST_MOVED, Memory, Owner};
use crate::scalar::{self, Nan};
use crate::threads::{Status, Threads};
use crate::value::Value;
use hecaton_base::{Bits, Budget, Id as _, Map, Stop};
use hecaton_ir::analysis::cfg::Shape;
use hecaton_ir::{
    BlockId, Cast, Content, Expr, FuncId, GlobalId, Halt, Init, Loc, Place, Program, PropId, Region, Role, Scalar,
    Unary, VarId,
};
use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Who asks for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A global, for its place.
    Global(GlobalId),
    /// The memory outside of the program, for its place.
    Outside,
    /// The entry function, for an argument.
    Entry,
    /// The instruction there.
    Inst(Loc),
}

/// Who makes the choices.
pub trait Oracle {
    /// Says who asks for the next choice, for those who want to know.
    fn asked(&mut self, _by: Asker) {}
    /// Where functions lie, as far as that is chosen.
    fn functions(&mut self) -> Vec<(FuncId, u64)> {
        Vec::new()
    }
    /// The value of an input of that many bits.
    fn input(&mut self, width: u32) -> Result<Bits, String>;
    /// Where a new object of that many bytes lies, and which bytes it finds there.
    fn place(&mut self, size: u64) -> Result<Place, String>;
    /// Which objects unknown code changes, and to what; nothing, unless said otherwise.
    fn clobber(&mut self) -> Result<Vec<Content>, String> {
        Ok(Vec::new())
    }
    /// Which thread runs next, of so many; those that have ended or wait must not be chosen. The first, unless said
    /// otherwise.
    fn switch(&mut self, _threads: u32) -> Result<u32, String> {
        Ok(0)
    }
}

/// How far to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Until the first property is violated.
    First,
    /// Until this property is violated; failed assertions of others are passed over.
    Violated(PropId),
    /// As far as it goes; failed assertions are passed over.
    End,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry function returned, with this value if it is a number.
    Ended(Option<Bits>),
    /// `exit` or `abort`.
    Halted(Halt),
    /// An assumption did not hold.
    AssumeFailed(Loc),
    /// A property was violated.
    Violated(PropId, Loc, Cause),
    /// Something undefined happened that no property stands for.
    Undefined(Loc, Cause),
    /// Something was reached that is not modelled.
    Unsupported(Loc, String),
    /// A function without body was called.
    MissingBody(FuncId, Loc),
    /// A choice was missing or impossible.
    Refused(Loc, String),
    /// The budget ran out, or the program is faulty.
    Stopped(Loc, Stop),
}

/// Runs a verified program.
pub fn run(program: &Program, oracle: &mut dyn Oracle, until: Until, budget: &Budget) -> Outcome {
    let codes = codes(program);
    let mut machine = Machine::new(program, &codes, BTreeSet::new(), Nan::Positive);
    machine.run(oracle, until, budget, &mut ())
}

/// What the machine tells while it runs. All of it is ignored in a plain run, at no cost.
pub(crate) trait Observer {
    /// Another thread runs from now on.
    fn thread(&mut self, _number: u32) {}
    /// Something happened at a place, in a frame with that number.
    fn event(&mut self, loc: Loc, frame: u32, event: impl FnOnce() -> Event);
}

impl Observer for () {
    #[inline]
    fn event(&mut self, _: Loc, _: u32, _: impl FnOnce() -> Event) {}
}

/// What happened.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Assign {
        value: Value,
    },
    Load {
        value: Value,
        object: u32,
        offset: u64,
        len: u64,
    },
    Store {
        value: Value,
        ty: Scalar,
        object: u32,
        offset: u64,
    },
    Copy {
        to: (u32, u64),
        from: (u32, u64),
        len: u64,
    },
    Fill {
        object: u32,
        offset: u64,
        byte: u8,
        len: u64,
    },
    /// New content of a whole object, by its first bytes.
    Content {
        object: u32,
        first: u64,
    },
    Alloc {
        object: u32,
    },
    Free {
        object: u32,
    },
    Input {
        var: VarId,
        value: Value,
    },
    Assume,
    /// A call into a new frame.
    Call {
        func: FuncId,
        frame: u32,
        args: Box<[Value]>,
        /// In a new thread.
        spawned: bool,
    },
    /// Back to the caller.
    Return {
        value: Option<Value>,
        to: Option<Taken>,
    },
    /// A choice between blocks.
    Branch {
        to: BlockId,
    },
    Log,
    /// The end, with the object it is about.
    Failure {
        object: Option<u32>,
    },
}

/// Where the result of a call goes: the frame, the variable, and the call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub frame: u32,
    pub var: VarId,
    pub call: Loc,
}

/// Functions ready to run, made when they are first called.
pub(crate) type Codes = Map<FuncId, OnceCell<Result<Code, String>>>;

/// No function is ready yet.
pub(crate) fn codes(program: &Program) -> Codes {
    program.functions.keys().map(|_| OnceCell::new()).collect()
}

pub(crate) struct Frame<'p> {
    pub func: FuncId,
    pub code: &'p Code,
    /// Where its slots begin.
    pub base: usize,
    /// The step to go on with.
    pub pc: usize,
    /// The caller's variable that takes the result.
    result: Option<u32>,
    /// How many stack objects were live before.
    objects: usize,
    /// Its number, unique in the run.
    id: u32,
}

/// The whole state of a run.
pub(crate) struct Machine<'p> {
    pub program: &'p Program,
    pub memory: Memory,
    codes: &'p Codes,
    /// What belongs to the thread that runs; what belongs to the others is in `threads`.
    pub stack: Vec<Value>,
    pub frames: Vec<Frame<'p>>,
    pub stack_objects: Vec<u32>,
    pub threads: Threads<'p>,
    frames_made: u32,
    /// The object that the failure at the end is about.
    pub culprit: Cell<Option<u32>>,
    nan: Nan,
    /// Whether there was a NaN whose bits are those of `nan` only because some must be chosen.
    pub nan_made: Cell<bool>,
    /// Why the invalid access that ended the run may be valid nevertheless.
    pub doubt: Cell<Option<&'static str>>,
}

/// Why a step does not go on to the next one.
pub(crate) type Halted = Box<Outcome>;

/// Steps between two looks at the budget.
const SLICE: u64 = 4096;

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, codes: &'p Codes, reserved: BTreeSet<u64>, nan: Nan) -> Self {
        let memory = Memory::new(program.target, program.functions.len(), reserved);
        let (stack, frames, stack_objects) = (Vec::new(), Vec::new(), Vec::new());
        let culprit = Cell::new(None);
        let nan_made = Cell::new(false);
        let threads = Threads::new();
        Machine {
            program,
            memory,
            codes,
            stack,
            frames,
            stack_objects,
            threads,
            frames_made: 0,
            culprit,
            nan,
            nan_made,
            doubt: Cell::new(None),
        }
    }

    /// The number of the next frame.
    pub fn frames_made(&self) -> u32 {
        self.frames_made
    }

    /// The functions that are being executed, the entry first, with the place each one is at.
    pub fn call_stack(&self) -> Vec<Loc> {
        self.frames.iter().map(|f| f.code.loc(f.func, f.pc.min(f.code.blocks.len() - 1))).collect()
    }

    /// Where the run is.
    pub fn last(&self) -> Loc {
        let start = Loc { func: self.program.entry, block: BlockId::new(0), inst: 0 };
        self.call_stack().last().copied().unwrap_or(start)
    }

    pub fn run(
        &mut self,
        oracle: &mut dyn Oracle,
        until: Until,
        budget: &Budget,
        observer: &mut impl Observer,
    ) -> Outcome {
        let start = Loc { func: self.program.entry, block: BlockId::new(0), inst: 0 };
        let outcome = match self.begin(oracle, observer, start) {
            Ok(()) => self.steps(oracle, until, budget, observer),
            Err(outcome) => *outcome,
        };
        if self.memory.exhausted {
            return Outcome::Unsupported(start, "more memory than there are addresses".to_string());
        }
        if let Outcome::Violated(_, loc, _) | Outcome::Undefined(loc, _) | Outcome::AssumeFailed(loc) = &outcome {
            let frame = self.frames.last().map_or(0, |f| f.id);
            let object = self.culprit.get();
            observer.event(*loc, frame, || Event::Failure { object });
        }
        outcome
    }

    /// Makes the globals and enters the entry function.
    fn begin(&mut self, oracle: &mut dyn Oracle, observer: &mut impl Observer, start: Loc) -> Result<(), Halted> {
        let program = self.program;
        let functions = oracle.functions();
        if !functions.is_empty() {
            self.memory.place_functions(&functions).map_err(|e| refused(start, &e))?;
        }
        for (id, global) in program.globals.iter() {
            let size = program.types.size(global.ty, program.target);
            let align = program.types.align(global.ty, program.target);
            let object = self.memory.add(Owner::Global(id), size, align, global.constant, None);
            self.memory.objects[object as usize].is_unsized = program.is_unsized(id);
        }
        for (id, global) in program.globals.iter() {
            let object = id.index() as u32;
            let size = self.memory.objects[object as usize].size;
            oracle.asked(Asker::Global(id));
            let place = oracle.place(size).map_err(|e| refused(start, &e))?;
            let zeroed = matches!(global.init, Init::Values(_));
            self.settle(object, &place, zeroed).map_err(|e| refused(start, &e))?;
            if let Init::Values(values) = &global.init {
                for (offset, value) in values {
                    self.initial(id, *offset, value).map_err(|e| bug(start, &e))?;
                }
            }
        }
        if program.outside {
            let size = program.target.code();
            let object = self.memory.add(Owner::Outside, size, 1, false, None);
            self.memory.outside = Some(object);
            oracle.asked(Asker::Outside);
            let place = oracle.place(size).map_err(|e| refused(start, &e))?;
            self.settle(object, &place, false).map_err(|e| refused(start, &e))?;
        }
        let function = &program.functions[program.entry];
        if !function.has_body() {
            return Err(Box::new(Outcome::MissingBody(program.entry, start)));
        }
        let mut args = Vec::new();
        for param in &function.params {
            let ty = program.scalar(program.entry, *param);
            oracle.asked(Asker::Entry);
            args.push(self.input(oracle, ty).map_err(|e| refused(start, &e))?);
        }
        self.enter(program.entry, None, &args, start)?;
        for (var, value) in function.params.iter().zip(args) {
            observer.event(start, 0, || Event::Input { var: *var, value });
        }
        Ok(())
    }

    fn initial(&mut self, global: GlobalId, offset: u64, value: &Expr) -> Result<(), String> {
        let word = self.program.target.pointer_bits();
        let pointer = |expr: &Expr| match expr {
            Expr::Null => Some(Value::Word(0)),
            Expr::Func(id) => Some(Value::Func(id.index() as u32)),
            Expr::Global(id) => Some(Value::Object(id.index() as u32, 0)),
            _ => None,
        };
        let (ty, value) = match value {
            Expr::Int(bits) => (Scalar::Int(bits.width()), Value::of(bits.clone())),
            Expr::Float(format, bits) => {
                let ty = Scalar::Float(*format);
                (ty, Value::of(self.nan.settle(ty, bits.clone(), &self.nan_made)))
            }
            Expr::Offset(ab) => match (pointer(&ab[0]), &ab[1]) {
                (Some(base), Expr::Int(by)) if by.width() == word => {
                    (Scalar::Ptr, self.memory.offset(&base, by.to_u64().unwrap_or(0)))
                }
                _ => return Err("an initial value that is not constant".to_string()),
            },
            other => match pointer(other) {
                Some(value) => (Scalar::Ptr, value),
                None => return Err("an initial value that is not constant".to_string()),
            },
        };
        let object = global.index() as u32;
        let len = ty.bytes(self.program.target);
        if offset.checked_add(len).is_none_or(|end| end > self.memory.objects[object as usize].size) {
            return Err("an initial value outside of its global".to_string());
        }
        self.memory.store(object, offset, ty, &value);
        Ok(())
    }

    /// Gives a new object its address and bytes.
    fn settle(&mut self, object: u32, place: &Place, zeroed: bool) -> Result<(), String> {
        if let Some(address) = place.address {
            self.memory.place(object, address)?;
        }
        let size = self.memory.objects[object as usize].size;
        for (offset, byte) in &place.bytes {
            if *offset >= size {
                return Err(format!("a byte at offset {offset} of an object of {size} bytes"));
            }
            if zeroed && *byte != 0 {
                return Err("a byte that is not zero in a zeroed object".to_string());
            }
            self.memory.write(object, *offset, &[*byte]);
        }
        Ok(())
    }

    fn input(&mut self, oracle: &mut dyn Oracle, ty: Scalar) -> Result<Value, String> {
        let width = match ty {
            Scalar::Int(width) => width,
            Scalar::Float(format) => format.bits(),
            Scalar::Ptr => self.program.target.pointer_bits(),
        };
        let bits = oracle.input(width)?;
        if bits.width() != width {
            return Err(format!("an input of {} bits where {width} are wanted", bits.width()));
        }
        Ok(match ty {
            Scalar::Ptr => self.memory.pointer_at(bits.to_u64().unwrap_or(0)),
            Scalar::Int(_) | Scalar::Float(_) => Value::of(bits),
        })
    }

    /// A new frame with these arguments.
    pub fn enter(&mut self, func: FuncId, result: Option<u32>, args: &[Value], at: Loc) -> Result<(), Halted> {
        let code = match self.codes[func].get_or_init(|| code::compile(self.program, func, self.nan, &self.nan_made)) {
            Ok(code) => code,
            Err(fault) => return Err(bug(at, &format!("in `{}`: {fault}", self.program.functions[func].name))),
        };
        let base = self.stack.len();
        self.stack.resize(base + code.slots, Value::Word(0));
        for (param, value) in self.program.functions[func].params.iter().zip(args) {
            self.stack[base + param.index()] = value.clone();
        }
        let pc = code.starts[self.program.functions[func].entry.index()] as usize;
        let (objects, id) = (self.stack_objects.len(), self.frames_made);
        self.frames_made = self.frames_made.wrapping_add(1);
        self.frames.push(Frame { func, code, base, pc, result, objects, id });
        Ok(())
    }

    fn steps(
        &mut self,
        oracle: &mut dyn Oracle,
        until: Until,
        budget: &Budget,
        observer: &mut impl Observer,
    ) -> Outcome {
        let mut left = SLICE;
        loop {
            let Some(frame) = self.frames.last() else {
                let start = Loc { func: self.program.entry, block: BlockId::new(0), inst: 0 };
                return *bug(start, "no function is running");
            };
            let (code, base, func, id) = (frame.code, frame.base, frame.func, frame.id);
            let mut pc = frame.pc;
            // Runs inside one frame until a call or return.
            let outcome = loop {
                left -= 1;
                if left == 0 {
                    left = SLICE;
                    budget.tick(SLICE);
                    if let Err(stop) = budget.poll() {
                        break Err(Box::new(Outcome::Stopped(code.loc(func, pc), stop)));
                    }
                }
                let step = &code.steps[pc];
                self.moves(code, base, step.moves);
                let at = || code.loc(func, pc);
                if self.threads.all.len() > 1 {
                    if self.pauses(&step.act) {
                        self.set_pc(pc);
                        break self.schedule(at(), until, oracle, observer);
                    }
                    if let Some(race) = self.race(code, base, &step.act, at(), until) {
                        break Err(race);
                    }
                }
                match &step.act {
                    Act::Assign => {
                        observer.event(at(), id, || Event::Assign { value: self.assigned(base, at()) });
                        pc += 1;
                    }
                    Act::Goto(to) => pc = code.starts[to.index()] as usize,
                    Act::Branch { cond, yes, no } => {
                        let to = if self.get(code, base, *cond).word() == 0 { *no } else { *yes };
                        observer.event(at(), id, || Event::Branch { to });
                        pc = code.starts[to.index()] as usize;
                    }
                    Act::Switch { on, arms, other } => {
                        let to = *arms.get(&self.get(code, base, *on).word()).unwrap_or(other);
                        observer.event(at(), id, || Event::Branch { to });
                        pc = code.starts[to.index()] as usize;
                    }
                    Act::WideSwitch { on, arms, other } => {
                        let on = self.get(code, base, *on);
                        let to = arms.iter().find(|(v, _)| *v == on.bits(v.width())).map_or(*other, |(_, to)| *to);
                        observer.event(at(), id, || Event::Branch { to });
                        pc = code.starts[to.index()] as usize;
                    }
                    Act::Load { dst, ty, ptr, check } => {
                        let (ptr, len) = (self.get(code, base, *ptr), ty.bytes(self.program.target));
                        let (object, offset) = match self.memory.access(ptr, len, false) {
                            Ok(place) => place,
                            Err(invalid) => break Err(self.invalid(at(), *check, invalid, len)),
                        };
                        let value = self.memory.load(object, offset, *ty);
                        observer.event(at(), id, || Event::Load { value: value.clone(), object, offset, len });
                        self.stack[base + *dst as usize] = value;
                        pc += 1;
                    }
                    Act::Store { ty, ptr, value, check } => {
                        let (ptr, len) = (self.get(code, base, *ptr), ty.bytes(self.program.target));
                        let (object, offset) = match self.memory.writable(ptr, len, check.is_some()) {
                            Ok(place) => place,
                            Err(invalid) => break Err(self.invalid(at(), *check, invalid, len)),
                        };
                        let value = get(&self.stack, code, base, *value);
                        observer.event(at(), id, || Event::Store { value: value.clone(), ty: *ty, object, offset });
                        self.memory.store(object, offset, *ty, value);
                        pc += 1;
                    }
                    Act::Assume { cond } => {
                        let holds = self.get(code, base, *cond).word() != 0;
                        observer.event(at(), id, || Event::Assume);
                        if !holds {
                            if self.threads.live > 1 && *self.threads.depth() == 0 {
                                self.set_pc(pc);
                                break self.leave_thread(Status::Stopped, at(), until, oracle, observer);
                            }
                            break Err(Box::new(Outcome::AssumeFailed(at())));
                        }
                        pc += 1;
                    }
                    Act::Assert { cond, prop } => {
                        let holds = self.get(code, base, *cond).word() != 0;
                        let stops = match until {
                            Until::First => true,
                            Until::Violated(goal) => goal == *prop,
                            Until::End => false,
                        };
                        if !holds && stops {
                            let cause = self.broken(*prop, at());
                            break Err(Box::new(Outcome::Violated(*prop, at(), cause)));
                        }
                        pc += 1;
                    }
                    Act::Havoc { dst, ty } => {
                        oracle.asked(Asker::Inst(at()));
                        let value = match self.input(oracle, *ty) {
                            Ok(value) => value,
                            Err(why) => break Err(refused(at(), &why)),
                        };
                        let var = VarId::new(*dst as usize);
                        observer.event(at(), id, || Event::Input { var, value: value.clone() });
                        self.stack[base + *dst as usize] = value;
                        pc += 1;
                    }
                    Act::Inspect { dst, ptr, aspect } => {
                        let value = self.memory.inspect(self.get(code, base, *ptr), *aspect);
                        self.stack[base + *dst as usize] = Value::Word(value);
                        observer.event(at(), id, || Event::Assign { value: Value::Word(value) });
                        pc += 1;
                    }
                    Act::Log => {
                        observer.event(at(), id, || Event::Log);
                        pc += 1;
                    }
                    Act::Copy { .. }
                    | Act::Fill { .. }
                    | Act::Clobber { .. }
                    | Act::Alloc { .. }
                    | Act::Free { .. } => {
                        if let Err(outcome) = self.memory_step(code, base, at(), &step.act, oracle, observer, id) {
                            break Err(outcome);
                        }
                        pc += 1;
                    }
                    Act::Call { .. } | Act::CallAt { .. } => {
                        self.set_pc(pc);
                        break self.call(code, base, at(), &step.act, observer, id);
                    }
                    Act::Thread { dst } => {
                        let value = Value::Word(self.threads.current as u64);
                        observer.event(at(), id, || Event::Assign { value: value.clone() });
                        self.stack[base + *dst as usize] = value;
                        pc += 1;
                    }
                    Act::Atomic(begin) => {
                        let depth = self.threads.depth();
                        *depth = if *begin { *depth + 1 } else { depth.saturating_sub(1) };
                        pc += 1;
                    }
                    Act::Join { .. } | Act::Await { .. } => {
                        if let Err(outcome) = self.waits(code, base, at(), &step.act, until) {
                            break Err(outcome);
                        }
                        pc += 1;
                    }
                    Act::Spawn { .. } => {
                        self.set_pc(pc);
                        break self.spawn(code, base, at(), &step.act, observer, id);
                    }
                    Act::Return(_) if self.frames.len() == 1 && self.threads.current > 0 => {
                        self.set_pc(pc);
                        break self.end_thread(at(), until, oracle, observer);
                    }
                    Act::Halt(Halt::Thread) => {
                        self.set_pc(pc);
                        break self.end_thread(at(), until, oracle, observer);
                    }
                    Act::Return(value) => {
                        let value = value.map(|slot| self.get(code, base, slot).clone());
                        self.set_pc(pc);
                        break self.leave(value, at(), until, observer, id);
                    }
                    Act::Halt(halt) => {
                        self.set_pc(pc);
                        let leak = self.leak(true, until, at());
                        break Err(leak.unwrap_or_else(|| Box::new(Outcome::Halted(*halt))));
                    }
                    Act::Unsupported(reason) => break Err(Box::new(Outcome::Unsupported(at(), reason.to_string()))),
                    Act::Unreachable => break Err(bug(at(), "code that is never executed was reached")),
                }
            };
            if let Err(outcome) = outcome {
                self.set_pc(pc);
                budget.tick(SLICE - left);
                return *outcome;
            }
        }
    }

    fn set_pc(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
        }
    }

    #[inline]
    pub fn get<'a>(&'a self, code: &'a Code, base: usize, slot: Slot) -> &'a Value {
        get(&self.stack, code, base, slot)
    }

    /// The value an assignment just gave its variable.
    fn assigned(&self, base: usize, at: Loc) -> Value {
        let inst = self.program.functions[at.func].blocks[at.block].insts.get(at.inst as usize);
        match inst.and_then(|inst| inst.op.written()) {
            Some(var) => self.stack[base + var.index()].clone(),
            None => Value::Word(0),
        }
    }

    #[inline]
    fn moves(&mut self, code: &Code, base: usize, (from, to): (u32, u32)) {
        for step in &code.moves[from as usize..to as usize] {
            let stack = &self.stack;
            let word = |slot: Slot| get(stack, code, base, slot).word();
            let (dst, value) = match step {
                Move::Copy { dst, a } => (*dst, get(stack, code, base, *a).clone()),
                Move::Word { op, width, dst, a, b } => {
                    let value = scalar::word_binary(*op, u32::from(*width), word(*a), word(*b));
                    (*dst, Value::Word(value.expect("an operator on integers")))
                }
                Move::Not { mask, dst, a } => (*dst, Value::Word(!word(*a) & mask)),
                Move::Neg { mask, dst, a } => (*dst, Value::Word(word(*a).wrapping_neg() & mask)),
                Move::Cut { mask, dst, a } => (*dst, Value::Word(word(*a) & mask)),
                Move::Extend { from, mask, dst, a } => {
                    (*dst, Value::Word(scalar::signed(u32::from(*from), word(*a)) as u64 & mask))
                }
                Move::Select { dst, cond, yes, no } => {
                    let chosen = if word(*cond) != 0 { *yes } else { *no };
                    (*dst, get(stack, code, base, chosen).clone())
                }
                Move::Offset { dst, a, by } => (*dst, self.memory.offset(get(stack, code, base, *a), word(*by))),
                Move::PtrEq { dst, a, b } => {
                    let (a, b) = (get(stack, code, base, *a), get(stack, code, base, *b));
                    (*dst, Value::truth(self.memory.equal(a, b)))
                }
                Move::PtrLess { strict, dst, a, b } => {
                    let (a, b) = (get(stack, code, base, *a), get(stack, code, base, *b));
                    let order = self.memory.compare(a, b);
                    (*dst, Value::truth(order == Ordering::Less || (!strict && order == Ordering::Equal)))
                }
                Move::PtrDiff { dst, a, b } => {
                    let (a, b) = (get(stack, code, base, *a), get(stack, code, base, *b));
                    (*dst, Value::Word(self.memory.distance(a, b)))
                }
                Move::PtrGap { dst, a, b } => {
                    let (a, b) = (get(stack, code, base, *a), get(stack, code, base, *b));
                    (*dst, Value::Word(self.memory.gap(a, b)))
                }
                Move::Address { dst, a } => {
                    (*dst, Value::Word(self.memory.pointer_address(get(stack, code, base, *a))))
                }
                Move::Pointer { dst, a } => (*dst, self.memory.pointer_at(word(*a))),
                Move::Unary { op, ty, dst, a } => {
                    let a = get(stack, code, base, *a).bits(width(*ty));
                    let value = scalar::unary(*op, *ty, &a).expect("an operator on that type");
                    let value = match op {
                        Unary::FSqrt(_) | Unary::FRint | Unary::FFloor | Unary::FCeil | Unary::FTrunc => {
                            self.nan.settle(*ty, value, &self.nan_made)
                        }
                        // The others give integers, or change the sign only.
                        Unary::Not | Unary::Neg | Unary::FNeg | Unary::FAbs => value,
                        Unary::FIsNan | Unary::FIsInf | Unary::FIsNeg | Unary::FIsNormal | Unary::FIsZero => value,
                    };
                    (*dst, Value::of(value))
                }
                Move::Binary { op, ty, dst, a, b } => {
                    let (a, b) = (get(stack, code, base, *a), get(stack, code, base, *b));
                    let (a, b) = (a.bits(width(*ty)), b.bits(width(*ty)));
                    let value = scalar::binary(*op, *ty, &a, &b).expect("an operator on that type");
                    // Comparisons give a single bit.
                    let arithmetic = value.width() == width(*ty);
                    (*dst, Value::of(if arithmetic { self.nan.settle(*ty, value, &self.nan_made) } else { value }))
                }
                Move::Cast { op, from, to, dst, a } => {
                    let a = get(stack, code, base, *a).bits(width(*from));
                    let value = scalar::cast(*op, *from, *to, &a).expect("a conversion of that type");
                    let same = *op == Cast::BitsToF;
                    (*dst, Value::of(if same { value } else { self.nan.settle(*to, value, &self.nan_made) }))
                }
            };
            self.stack[base + dst as usize] = value;
        }
    }

    /// What an invalid step leads to.
    /// What an invalid access makes of the run.
    pub fn invalid(&self, at: Loc, check: Option<PropId>, invalid: Invalid, len: u64) -> Halted {
        match invalid {
            Invalid::Outside { object, .. } if self.memory.objects[object as usize].is_unsized => {
                Box::new(Outcome::Unsupported(at, "an access to an object whose size is not known".to_string()))
            }
            _ => {
                self.doubt.set(self.doubtful(&invalid));
                self.fault(at, check, cause::access(self, invalid, len))
            }
        }
    }
    /// Why an access may be valid nevertheless: nobody defines the object.
    fn doubtful(&self, invalid: &Invalid) -> Option<&'static str> {
        let (Invalid::Outside { object, .. } | Invalid::Constant(object)) = invalid else { return None };
        let Owner::Global(global) = self.memory.objects[*object as usize].owner else { return None };
        match (invalid, &self.program.globals[global].init) {
            (Invalid::Outside { offset: 0.., .. }, _) if self.program.is_open_ended(global) => {
                Some("the length of an array that nothing defines")
            }
            // What the library declares so is its own memory.
            (Invalid::Constant(_), Init::Arbitrary) if !self.program.is_of_library(global) => {
                Some("whether an object is `const` where it is defined")
            }
            _ => None,
        }
    }
    pub fn fault(&self, at: Loc, check: Option<PropId>, cause: Cause) -> Halted {
        Box::new(match check {
            Some(prop) => Outcome::Violated(prop, at, cause),
            None => Outcome::Undefined(at, cause),
        })
    }

    #[allow(clippy::too_many_arguments, reason = "the step's context")]
    fn memory_step(
        &mut self,
        code: &Code,
        base: usize,
        at: Loc,
        act: &Act,
        oracle: &mut dyn Oracle,
        observer: &mut impl Observer,
        id: u32,
    ) -> Result<(), Halted> {
        let too_long = |len: u64| -> Result<(), Halted> {
            if len <= MOST_MOVED {
                return Ok(());
            }
            Err(Box::new(Outcome::Unsupported(at, format!("{len} bytes moved at once"))))
        };
        match act {
            Act::Copy { dst, src, size, check } => {
                let len = self.get(code, base, *size).word();
                if len == 0 {
                    return Ok(());
                }
                let (dst, src) = (self.get(code, base, *dst), self.get(code, base, *src));
                let invalid = |e| self.invalid(at, *check, e, len);
                let from = self.memory.access(src, len, false).map_err(invalid)?;
                let to = self.memory.writable(dst, len, check.is_some()).map_err(invalid)?;
                too_long(len)?;
                observer.event(at, id, || Event::Copy { to, from, len });
                self.memory.copy(to, from, len);
            }
            Act::Fill { dst, byte, size, check } => {
                let len = self.get(code, base, *size).word();
                if len == 0 {
                    return Ok(());
                }
                let (dst, byte) = (self.get(code, base, *dst), self.get(code, base, *byte).word() as u8);
                let invalid = |e| self.invalid(at, *check, e, len);
                let (object, offset) = self.memory.writable(dst, len, check.is_some()).map_err(invalid)?;
                too_long(len)?;
                observer.event(at, id, || Event::Fill { object, offset, byte, len });
                self.memory.fill(object, offset, byte, len);
            }
            Act::Clobber { roots } => {
                let roots = roots.iter().filter_map(|root| match self.memory.found(self.get(code, base, *root)) {
                    Value::Object(object, _) => Some(object),
                    Value::Word(_) | Value::Func(_) | Value::Wide(_) => None,
                });
                let reached = self.memory.expose(roots.collect());
                oracle.asked(Asker::Inst(at));
                for content in oracle.clobber().map_err(|e| refused(at, &e))? {
                    let object = u32::try_from(content.object).ok().filter(|object| reached.contains(object));
                    let found = object.and_then(|id| Some((id, self.memory.objects.get(id as usize)?)));
                    let Some(object) = found.filter(|(_, o)| o.live && !o.constant && !o.read_only).map(|(id, _)| id)
                    else {
                        return Err(refused(at, &format!("object {} is out of reach", content.object)));
                    };
                    self.memory.clear(object);
                    let place = Place { address: None, bytes: content.bytes };
                    self.settle(object, &place, false).map_err(|e| refused(at, &e))?;
                    let first = place.bytes.iter().filter(|(at, _)| *at < 8);
                    let first = first.fold(0, |word, (at, byte)| word | u64::from(*byte) << (8 * at));
                    observer.event(at, id, || Event::Content { object, first });
                }
            }
            Act::Alloc { dst, region, size, least, count, zeroed, constant, align, replaces } => {
                let count = self.get(code, base, *count).word();
                let most = scalar::mask(self.program.target.pointer_bits());
                let Some(size) = size.checked_mul(count).filter(|size| *size <= most) else {
                    let reason = format!("an object of {count} times {size} bytes");
                    return Err(Box::new(Outcome::Unsupported(at, reason)));
                };
                if self.memory.objects.len() >= u32::MAX as usize - 1 {
                    return Err(Box::new(Outcome::Stopped(at, Stop::Memory)));
                }
                oracle.asked(Asker::Inst(at));
                let place = oracle.place(size).map_err(|e| refused(at, &e))?;
                let align = align.map_or(0, |align| self.get(code, base, align).word());
                let align = (*least).max(align & align.wrapping_neg());
                let object = self.memory.add(Owner::Region(*region), size, align, false, Some(at));
                let replaced = replaces.map(|it| self.memory.found(self.get(code, base, it)));
                if let Some(Value::Object(replaced, _)) = replaced {
                    self.memory.objects[object as usize].replaces = Some(replaced);
                }
                self.memory.objects[object as usize].read_only = *constant;
                self.settle(object, &place, *zeroed).map_err(|e| refused(at, &e))?;
                match region {
                    Region::Stack => self.stack_objects.push(object),
                    Region::Heap => {}
                }
                observer.event(at, id, || Event::Alloc { object });
                self.stack[base + *dst as usize] = Value::Object(object, 0);
            }
            Act::Free { ptr, region, check } => {
                let object = match self.memory.found(self.get(code, base, *ptr)) {
                    Value::Word(0) => return Ok(()),
                    Value::Object(object, _) if Some(object) == self.memory.outside => return Ok(()),
                    Value::Object(object, offset) => {
                        let found = &self.memory.objects[object as usize];
                        if !found.live || offset != 0 || found.owner != Owner::Region(*region) {
                            return Err(self.fault(at, *check, cause::free(self, object, offset)));
                        }
                        object
                    }
                    Value::Word(address) => return Err(self.fault(at, *check, Cause::FreeAddress(address))),
                    Value::Func(func) => {
                        let cause = cause::free_function(self, func);
                        return Err(self.fault(at, *check, cause));
                    }
                    Value::Wide(_) => return Err(bug(at, "a pointer is not wide")),
                };
                observer.event(at, id, || Event::Free { object });
                self.memory.end(object, at);
            }
            Act::Assign
            | Act::Load { .. }
            | Act::Store { .. }
            | Act::Havoc { .. }
            | Act::Inspect { .. }
            | Act::Assume { .. }
            | Act::Assert { .. }
            | Act::Call { .. }
            | Act::CallAt { .. }
            | Act::Spawn { .. }
            | Act::Join { .. }
            | Act::Thread { .. }
            | Act::Atomic(_)
            | Act::Await { .. }
            | Act::Log
            | Act::Unsupported(_)
            | Act::Goto(_)
            | Act::Branch { .. }
            | Act::Switch { .. }
            | Act::WideSwitch { .. }
            | Act::Return(_)
            | Act::Halt(_)
            | Act::Unreachable => return Err(bug(at, "not a step of memory")),
        }
        Ok(())
    }

    /// The function that a call means, and its arguments.
    pub fn called(&self, code: &Code, base: usize, at: Loc, act: &Act) -> Result<(FuncId, Vec<Value>), Halted> {
        let (func, args) = match act {
            Act::Call { func, args, .. } => (*func, args),
            Act::CallAt { dst, ptr, check, args, types } => {
                let func = match self.memory.found(self.get(code, base, *ptr)) {
                    Value::Func(func) => FuncId::new(func as usize),
                    other @ (Value::Word(_) | Value::Object(..) | Value::Wide(_)) => {
                        let cause = cause::callee(self, &other);
                        return Err(self.fault(at, *check, cause));
                    }
                };
                if !code::fits(self.program, func, types, dst.map(|(_, ty)| ty)) {
                    let name = self.program.functions[func].name.clone();
                    return Err(self.fault(at, *check, Cause::Unfit(name)));
                }
                (func, args)
            }
            _ => return Err(bug(at, "not a call")),
        };
        if !self.program.functions[func].has_body() {
            return Err(Box::new(Outcome::MissingBody(func, at)));
        }
        Ok((func, args.iter().map(|slot| self.get(code, base, *slot).clone()).collect()))
    }

    fn call(
        &mut self,
        code: &Code,
        base: usize,
        at: Loc,
        act: &Act,
        observer: &mut impl Observer,
        id: u32,
    ) -> Result<(), Halted> {
        let dst = match act {
            Act::Call { dst, .. } | Act::CallAt { dst, .. } => *dst,
            _ => return Err(bug(at, "not a call")),
        };
        let (func, args) = self.called(code, base, at, act)?;
        let frame = self.frames_made;
        self.enter(func, dst.map(|(slot, _)| slot), &args, at)?;
        observer.event(at, id, || Event::Call { func, frame, args: args.into(), spawned: false });
        Ok(())
    }

    fn leave(
        &mut self,
        value: Option<Value>,
        at: Loc,
        until: Until,
        observer: &mut impl Observer,
        id: u32,
    ) -> Result<(), Halted> {
        let last = self.frames.len() == 1;
        let Some(frame) = self.frames.last() else { return Err(bug(at, "a return from nowhere")) };
        let (base, result, objects) = (frame.base, frame.result, frame.objects);
        for object in self.stack_objects.split_off(objects) {
            if self.memory.objects[object as usize].live {
                self.memory.end(object, at);
            }
        }
        if last {
            if let Some(leak) = self.leak(false, until, at) {
                return Err(leak);
            }
            let ty = self.program.functions[self.program.entry].result;
            let bits = match (ty, value) {
                (Some(ty @ (Scalar::Int(_) | Scalar::Float(_))), Some(value)) => Some(value.bits(width(ty))),
                (Some(Scalar::Ptr) | None, _) | (_, None) => None,
            };
            return Err(Box::new(Outcome::Ended(bits)));
        }
        self.frames.pop();
        self.stack.truncate(base);
        let caller = self.frames.last_mut().expect("a caller");
        let (frame, call) = (caller.id, caller.code.loc(caller.func, caller.pc));
        caller.pc += 1;
        let to = result.map(|slot| Taken { frame, var: VarId::new(slot as usize), call });
        let into = caller.base;
        observer.event(at, id, || Event::Return { value: value.clone(), to });
        if let Some(slot) = result {
            match value {
                Some(value) => self.stack[into + slot as usize] = value,
                None => return Err(bug(at, "a call that wants a value where none is returned")),
            }
        }
        Ok(())
    }

    /// The objects that active calls can still use: by source variables, and by temporaries that are still to be read.
    fn held(&self, active: bool) -> Vec<u32> {
        let mut out = Vec::new();
        if active {
            self.held_by(&self.frames, &self.stack, &mut out);
        }
        for (number, thread) in self.threads.all.iter().enumerate() {
            if number != self.threads.current && thread.status != Status::Ended {
                self.held_by(&thread.frames, &thread.stack, &mut out);
            }
        }
        out
    }
    fn held_by(&self, frames: &[Frame<'_>], stack: &[Value], out: &mut Vec<u32>) {
        for (i, frame) in frames.iter().enumerate() {
            let function = &self.program.functions[frame.func];
            let at = frame.code.loc(frame.func, frame.pc);
            let callee = frames.get(i + 1);
            let next = at.inst as usize + usize::from(callee.is_some());
            let mut live = Shape::of(function).live_before(function, at.block, next);
            if let Some(awaited) = callee.and_then(|callee| callee.result) {
                live.remove(&VarId::new(awaited as usize));
            }
            for (var, declared) in function.vars.iter() {
                let counts = match declared.role {
                    Role::Named => true,
                    Role::Place(_) | Role::Temp => live.contains(&var),
                };
                if let Value::Object(object, _) = &stack[frame.base + var.index()]
                    && counts
                {
                    out.push(*object);
                }
            }
        }
    }
    /// What the end violates. Calls that are `active` still hold what their variables point to.
    pub fn leak(&self, active: bool, until: Until, at: Loc) -> Option<Halted> {
        let (program, memory) = (self.program, &self.memory);
        let wanted = |prop: &PropId| match until {
            Until::First => true,
            Until::Violated(goal) => goal == *prop,
            Until::End => false,
        };
        if let Some(prop) = program.leak.filter(wanted) {
            let held = self.held(active);
            if let Some(object) = memory.lost(held.into_iter()) {
                return Some(Box::new(Outcome::Violated(prop, at, cause::lost(self, object))));
            }
        }
        if let Some(prop) = program.cleanup.filter(wanted)
            && let Some(object) = memory.held()
        {
            return Some(Box::new(Outcome::Violated(prop, at, cause::held(self, object))));
        }
        None
    }
}

#[inline]
pub(crate) fn get<'a>(stack: &'a [Value], code: &'a Code, base: usize, slot: Slot) -> &'a Value {
    match slot.as_constant() {
        None => &stack[base + slot.0 as usize],
        Some(index) => &code.constants[index],
    }
}

fn width(ty: Scalar) -> u32 {
    match ty {
        Scalar::Int(width) => width,
        Scalar::Float(format) => format.bits(),
        Scalar::Ptr => 64,
    }
}

pub(crate) fn refused(at: Loc, why: &str) -> Halted {
    Box::new(Outcome::Refused(at, why.to_string()))
}

pub(crate) fn bug(at: Loc, what: &str) -> Halted {
    Box::new(Outcome::Stopped(at, Stop::Bug(what.to_string())))
}
