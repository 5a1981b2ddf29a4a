//! `setjmp` and `longjmp`, made of what the intermediate representation has anyway: calls, returns and branches.
//!
//! `longjmp` (`models/jump.c`) says where to jump and returns. Behind every call of a function that may have called it
//! there is a test whether the thread jumps; then the function returns at once, which ends the lives of its objects. In the
//! function with the frame that is jumped to, control goes on behind its call of `setjmp` instead, by way of what a `goto`
//! from the place of the call does with scopes. Two steps make this:
//!
//! - while a function that calls `setjmp` is lowered, each call in it is followed by a test for its own frame (`catch_jump`),
//!   since only here the scopes are known;
//! - when all functions are lowered, it is known which calls may jump, and those get the test for other frames (`unwind_jumps`).

use super::body::stack_object;
use super::library::Use;
use super::{Entity, Lowering, Res, Value, freedoms, unsupported};
use crate::ast::Symbol;
use crate::ctype::{CTypeId, IntKind};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{
    Binary, Block, BlockId, Callee, Cast, End, Expr, FuncId, Halt, Inst, Op, Role, Scalar, Span, Var, VarId,
};
use rustc_hash::FxHashSet;

/// Functions of the model.
const SET: &str = "__hecaton_set_jump";
const TARGET: &str = "__hecaton_jump_target";
const CALL: &str = "__hecaton_jump_call";
const END: &str = "__hecaton_end_jump";
/// The function that begins a jump.
const JUMP: &str = "longjmp";
/// The name of the variable that holds the address of the frame of a function that calls `setjmp`.
const FRAME: &str = "setjmp.frame";

/// The names of `setjmp`.
pub(super) const SETJMP: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];

/// A local variable and what it held when `setjmp` was called.
struct Kept {
    now: Now,
    scalar: Scalar,
    saved: VarId,
}

/// Where a local variable lies.
#[derive(Clone, Copy)]
enum Now {
    Register(VarId),
    /// The address, and whether it is a `_Bool`.
    Memory(VarId, bool),
}

impl Lowering<'_> {
    /// Makes the frame of a function that calls `setjmp`.
    pub(super) fn prepare_for_jumps(&mut self, span: Span) {
        if self.body.facts.jump_targets == 0 {
            return;
        }
        let (pointer, word) = (self.types.ptr(), self.types.int(self.word_bits(), false));
        let frame = self.body.var(FRAME, pointer, Role::Temp, span);
        let op = stack_object(frame, word, self.word(1));
        self.emit(op, span);
        // Code that is not there can reach it, but does not write it.
        self.body.constants.insert(frame);
        if self.can_make_threads() {
            let thread = self.word_temp(span);
            self.emit(Op::Thread { dst: thread }, span);
            self.emit(Op::Store { ptr: Expr::Var(frame), value: Expr::Var(thread), check: None }, span);
        }
        self.body.jump_frame = Some(frame);
    }
    fn jump_model(&mut self, name: &str, dst: Option<VarId>, args: Vec<Expr>, span: Span) -> Res<()> {
        let Some(func) = self.model(name) else { return unsupported(span, format!("`{name}`")) };
        self.emit(Op::Call { dst, callee: Callee::Direct(func), args }, span);
        Ok(())
    }
    /// `setjmp`.
    pub(super) fn jump_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        if !SETJMP.contains(&name) {
            return Ok(None);
        }
        let (span, environment_type) = (call.span(), self.type_of(call.arg(0)?)?);
        let environment = self.pointer_argument(call, 0)?;
        self.effects(call, 1)?;
        let int = self.int_type(IntKind::Int);
        let result = self.temp(int, span);
        if self.body.quiet {
            return Ok(Some(self.value(int, Expr::Var(result))));
        }
        let Some(frame) = self.body.jump_frame.filter(|_| self.outer.is_empty()) else {
            return unsupported(span, format!("`{name}` in a nested function or outside of a function body"));
        };
        if !self.body.temps.is_empty() || !self.body.hidden_temps.is_empty() {
            return unsupported(span, format!("`{name}` in an expression with temporary objects"));
        }
        if !self.body.facts.placed_jump_targets.contains(&(std::ptr::from_ref(call.e) as usize)) {
            self.note("the result of `setjmp` may be used as that of any function, as with GCC".into());
        }
        let (back, on) = (self.body.block(span), self.body.block(span));
        let number = self.body.put_jump_target(back);
        let number = self.word(number);
        self.jump_model(SET, None, vec![environment.e, Expr::Var(frame), number], span)?;
        let zero = self.int_value(IntKind::Int, 0);
        self.assign(result, zero.e, span);
        let kept = self.keep_locals(environment_type, span);
        let before = self.body.current;
        self.body.end(before, End::Goto(on), span);
        self.body.current = back;
        self.jump_model(END, Some(result), Vec::new(), span)?;
        for local in kept {
            self.lose_change(&local, span);
        }
        self.body.flow_to(on, span);
        Ok(Some(self.value(int, Expr::Var(result))))
    }
    /// Keeps the values of the local variables that are in scope: those that change before the jump are indeterminate
    /// after it, unless they are `volatile` (7.13.2.1p3). Of arrays and structs this is assumed not to matter, but for the
    /// `jmp_buf` itself, which does not change.
    fn keep_locals(&mut self, environment: CTypeId, span: Span) -> Vec<Kept> {
        let environment = self.ctypes.pointee(environment).unwrap_or(environment);
        let environment = self.innermost(environment);
        let mut locals: Vec<(VarId, CTypeId, bool)> = Vec::new();
        for scope in &self.scopes[1..] {
            let fixed = |name: &Symbol| scope.quals.get(name).is_some_and(|quals| quals.volatile || quals.constant);
            locals.extend(scope.entities.iter().filter(|(name, _)| !fixed(name)).filter_map(|(_, e)| match e {
                Entity::Register(var, ty) => Some((*var, *ty, true)),
                Entity::Object(var, ty) => Some((*var, *ty, false)),
                Entity::Typedef(_) | Entity::Constant(..) | Entity::Linked(_) => None,
                Entity::Captured(..) | Entity::Nested(..) => None,
            }));
        }
        locals.sort_by_key(|(var, ..)| *var);
        let mut kept = Vec::new();
        for (var, ty, register) in locals {
            let Some(scalar) = self.ctypes.scalar(ty) else {
                if self.innermost(ty) != environment {
                    let note = "what is written to arrays, structs and unions between `setjmp` and `longjmp` is kept";
                    self.note(note.into());
                }
                continue;
            };
            let object = if register { self.body.vars[var].ty } else { self.object_type(ty) };
            let scalar = self.types.scalar(object).unwrap_or(scalar);
            let saved = self.temp_of(object, span);
            let now = match register {
                true => Now::Register(var),
                false => Now::Memory(var, self.ctypes.int_kind(ty) == Some(IntKind::Bool)),
            };
            self.read_local(saved, now, span);
            kept.push(Kept { now, scalar, saved });
        }
        kept
    }
    /// Reads a local variable. Another thread may write it meanwhile, and that is no race: the program does not read it.
    fn read_local(&mut self, dst: VarId, now: Now, span: Span) {
        match now {
            Now::Register(var) => self.assign(dst, Expr::Var(var), span),
            Now::Memory(address, _) => {
                self.emit(Op::Atomic { begin: true }, span);
                self.emit(Op::Load { dst, ptr: Expr::Var(address), check: None }, span);
                self.emit(Op::Atomic { begin: false }, span);
            }
        }
    }
    /// Makes a local variable arbitrary if it is no longer what it was.
    fn lose_change(&mut self, local: &Kept, span: Span) {
        let ty = self.body.vars[local.saved].ty;
        let now = self.temp_of(ty, span);
        self.read_local(now, local.now, span);
        let encoded = |var: VarId| match local.scalar {
            Scalar::Float(format) => fold::cast(Cast::FToBits, Scalar::Int(format.bits()), Expr::Var(var)),
            Scalar::Int(_) | Scalar::Ptr => Expr::Var(var),
        };
        let same = fold::binary(Binary::Eq, encoded(now), encoded(local.saved));
        let (lost, on) = (self.body.block(span), self.body.block(span));
        self.body.branch(same, on, lost, span);
        self.body.current = lost;
        match local.now {
            Now::Register(var) => {
                self.emit(Op::Havoc { dst: var }, span);
                if let Some(shadow) = self.body.shadows.get(&var).copied() {
                    self.assign(shadow, Expr::int(1, 0), span);
                }
            }
            Now::Memory(address, truth) => {
                self.emit(Op::Havoc { dst: now }, span);
                let any = Expr::Var(now);
                let value = if truth { fold::binary(Binary::And, any, Expr::int(8, 1)) } else { any };
                self.emit(Op::Store { ptr: Expr::Var(address), value, check: None }, span);
            }
        }
        self.body.flow_to(on, span);
    }
    /// Behind a call: goes on behind a `setjmp` of this function, if the thread jumps there.
    pub(super) fn catch_jump(&mut self, span: Span) -> Res<()> {
        let Some(frame) = self.body.jump_frame.filter(|_| !self.body.quiet) else { return Ok(()) };
        let target = self.pointer_temp(span);
        self.jump_model(TARGET, Some(target), Vec::new(), span)?;
        let (here, on) = (self.body.block(span), self.body.block(span));
        self.body.branch(fold::binary(Binary::Eq, Expr::Var(target), Expr::Var(frame)), here, on, span);
        self.body.current = here;
        let temps = self.body.temps.iter().map(|temp| temp.var);
        let dying = self.body.hidden_temps.iter().copied().chain(temps).collect();
        self.free_temps(dying, span);
        let call = self.word_temp(span);
        self.jump_model(CALL, Some(call), Vec::new(), span)?;
        self.body.jump_back(Expr::Var(call), span);
        self.body.current = on;
        Ok(())
    }

    /// Lets every function that is jumped out of return at once, now that all are lowered.
    pub(super) fn unwind_jumps(&mut self, entry: FuncId) {
        let named = |name: &str| self.functions.iter().find(|(_, f)| f.name == name && self.is_model(f.span));
        let (Some((target, _)), Some((jump, _))) = (named(TARGET), named(JUMP)) else { return };
        let (jumping, pointers) = self.may_jump(jump);
        let first = |op: &Op| match op {
            Op::Spawn { callee: Callee::Direct(func), .. } => Some(*func),
            _ => None,
        };
        let insts = self.functions.values().flat_map(|f| f.blocks.values()).flat_map(|block| &block.insts);
        let mut outermost: FxHashSet<FuncId> = insts.filter_map(|inst| first(&inst.op)).collect();
        outermost.insert(entry);
        let ends = ["__hecaton_run_at_exit", "__hecaton_run_at_quick_exit"];
        outermost.extend(self.functions.iter().filter(|(_, f)| ends.contains(&f.name.as_str())).map(|(id, _)| id));
        let pointer = self.types.ptr();
        for func in jumping.iter().copied() {
            let leaves = |op: &Op| match op {
                Op::Call { callee: Callee::Direct(to), .. } => jumping.contains(to),
                Op::Call { callee: Callee::Indirect { .. }, .. } => pointers,
                _ => false,
            };
            let function = &mut self.functions[func];
            let frame = function.vars.iter().find(|(_, var)| var.name == FRAME).map(|(var, _)| var);
            let mut open: Vec<BlockId> = function.blocks.keys().collect();
            while let Some(block) = open.pop() {
                let insts = &mut function.blocks[block].insts;
                let Some(at) = insts.iter().position(|inst| leaves(&inst.op)) else { continue };
                // An atomic function ends its section itself.
                let ends = matches!(insts.get(at + 1).map(|inst| &inst.op), Some(Op::Atomic { begin: false }));
                let (rest, span) = (insts.split_off(at + 1 + usize::from(ends)), insts[at].span);
                let call = rest.iter().find(|inst| matches!(inst.op, Op::Call { .. }));
                let is_test =
                    |inst: &Inst| matches!(&inst.op, Op::Call { callee: Callee::Direct(to), .. } if *to == target);
                let caught = call.is_some_and(is_test);
                let seen = function.vars.push(Var {
                    name: format!("setjmp.target.{}", function.vars.len()),
                    ty: pointer,
                    role: Role::Temp,
                    span,
                });
                let test = Op::Call { dst: Some(seen), callee: Callee::Direct(target), args: Vec::new() };
                function.blocks[block].insts.push(Inst { op: test, span });
                let old = std::mem::replace(&mut function.blocks[block].end, End::Unreachable);
                let old_span = function.blocks[block].span;
                let rest = function.blocks.push(Block { insts: rest, end: old, span: old_span });
                open.push(rest);
                let stuck = |what: &str| Block {
                    insts: vec![Inst { op: Op::Unsupported(what.to_owned()), span }],
                    end: End::Halt(Halt::Abort),
                    span,
                };
                let mut away = function.blocks.push(match outermost.contains(&func) {
                    true => stuck("a `longjmp` out of where the program or a thread begins or ends"),
                    false => Block { insts: Vec::new(), end: End::Return(function.result.map(zero)), span },
                });
                if let Some(frame) = frame {
                    let here = match caught {
                        true => rest,
                        false => function.blocks.push(stuck("a `longjmp` out of a function that is called implicitly")),
                    };
                    let cond = fold::binary(Binary::Eq, Expr::Var(seen), Expr::Var(frame));
                    let end = End::Branch { cond, yes: here, no: away };
                    away = function.blocks.push(Block { insts: Vec::new(), end, span });
                }
                let cond = fold::binary(Binary::Eq, Expr::Var(seen), Expr::Null);
                function.blocks[block].end = End::Branch { cond, yes: rest, no: away };
            }
        }
    }
    /// The functions in which `longjmp` may be called, and whether a call through a pointer may lead to one.
    fn may_jump(&self, jump: FuncId) -> (Vec<FuncId>, bool) {
        let taken = freedoms::taken(&self.functions, &self.globals);
        let (mut jumping, mut pointers) = (FxHashSet::from_iter([jump]), taken.contains(&jump));
        loop {
            let before = (jumping.len(), pointers);
            for (id, function) in self.functions.iter() {
                let mut insts = function.blocks.values().flat_map(|block| &block.insts);
                let calls = insts.any(|inst| match &inst.op {
                    Op::Call { callee: Callee::Direct(to), .. } => jumping.contains(to),
                    Op::Call { callee: Callee::Indirect { .. }, .. } => pointers,
                    _ => false,
                });
                if calls && jumping.insert(id) {
                    pointers |= taken.contains(&id);
                }
            }
            if (jumping.len(), pointers) == before {
                break;
            }
        }
        let mut jumping: Vec<FuncId> = jumping.into_iter().collect();
        jumping.sort();
        (jumping, pointers)
    }
}

/// A value of a type, which nobody looks at.
fn zero(scalar: Scalar) -> Expr {
    match scalar {
        Scalar::Int(bits) => Expr::Int(Bits::zero(bits)),
        Scalar::Float(format) => Expr::Float(format, Bits::zero(format.bits())),
        Scalar::Ptr => Expr::Null,
    }
}
