//! The world around the program, as far as it is not written in C as models: formatted output and input, and threads.

use super::formats;
use super::library::Use;
use super::{Lowering, Res, Value, unsupported};
use crate::ctype::IntKind;
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Callee, Expr, Halt, Op, Span, VarId};

impl Lowering<'_> {
    /// An arbitrary value of an integer type between two bounds.
    pub(super) fn arbitrary_int(&mut self, kind: IntKind, bounds: Option<(i64, i64)>, call: &Use<'_>) -> Value {
        let span = call.span();
        let ty = self.int_type(kind);
        let var = self.temp(ty, span);
        self.emit(Op::Havoc { dst: var }, span);
        let mut value = self.value(ty, Expr::Var(var));
        if let Some((low, high)) = bounds {
            let bits = self.bits_of(kind);
            let above = fold::binary(Binary::SLe, Expr::Int(Bits::from_i64(bits, low)), Expr::Var(var));
            let below = fold::binary(Binary::SLe, Expr::Var(var), Expr::Int(Bits::from_i64(bits, high)));
            self.emit(Op::Assume { cond: fold::and(above, below) }, span);
            value.range = (i128::from(low), i128::from(high));
        }
        value
    }
    pub(super) fn environment_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        if let Some((at, follow)) = formats::output(name) {
            if matches!(name, "error" | "error_at_line") {
                return self.report(call, name, at).map(Some);
            }
            let value = self.print(call, name, at, follow)?;
            return Ok(Some(match name {
                "err" | "errx" | "verr" | "verrx" => self.exits(call, false)?,
                _ => value,
            }));
        }
        if let Some(at) = formats::input(name) {
            return self.scan(call, name, at).map(Some);
        }
        let value = match name {
            "__CPROVER_input" | "__CPROVER_output" | "__CPROVER_cover" | "__ESBMC_cover" | "klee_prefer_cex" => {
                self.effects(call, 0)?;
                self.void_value()
            }
            "sched_yield" => self.arbitrary_int(IntKind::Int, Some((-1, 0)), call),
            "klee_int" => self.arbitrary_int(IntKind::Int, None, call),
            "klee_range" => {
                let int = self.int_type(IntKind::Int);
                let mut bounds = Vec::new();
                for index in 0..2 {
                    let value = self.rvalue(call.arg(index)?)?;
                    let value = self.convert(value, int, call.span())?;
                    bounds.push(self.share(value, call.span()).e);
                }
                let value = self.arbitrary_int(IntKind::Int, None, call);
                let above = fold::binary(Binary::SLe, bounds[0].clone(), value.e.clone());
                let below = fold::binary(Binary::SLt, value.e.clone(), bounds[1].clone());
                self.emit(Op::Assume { cond: fold::and(above, below) }, call.span());
                value
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }
    /// A message of an error, which ends the program unless its status is zero.
    fn report(&mut self, call: &Use<'_>, name: &str, at: usize) -> Res<Value> {
        let (arg, span) = (call.arg(0)?, call.span());
        let status = self.rvalue(arg)?;
        let int = self.int_type(IntKind::Int);
        let status = self.convert(status, int, arg.span)?;
        let status = self.share(status, span);
        self.print(&Use { args: &call.args[1..], used: false, ..*call }, name, at - 1, true)?;
        let model = if name == "error" { "__hecaton_report" } else { "__hecaton_report_at" };
        self.call_model(model, vec![status.e.clone()], span)?;
        // Where the status is known, what follows is not reached.
        if matches!(&status.e, Expr::Int(bits) if !bits.is_zero()) {
            return self.ends(call, Halt::Exit);
        }
        Ok(self.void_value())
    }
    /// What threads are made of, and the atomic sections of verifiers.
    pub(super) fn thread_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let span = call.span();
        match name {
            "__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin" | "__ESBMC_atomic_begin" => {
                self.emit(Op::Atomic { begin: true }, span);
                return Ok(Some(self.void_value()));
            }
            "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" | "__ESBMC_atomic_end" => {
                self.emit(Op::Atomic { begin: false }, span);
                return Ok(Some(self.void_value()));
            }
            "__hecaton_spawn" => {
                let start = self.pointer_argument(call, 0)?;
                let Expr::Func(func) = start.e else {
                    return unsupported(span, "a thread that starts with an unknown function");
                };
                let mut args = Vec::new();
                for index in 1..call.args.len() {
                    args.push(self.pointer_argument(call, index)?.e);
                }
                let thread = self.word_temp(span);
                self.emit(Op::Spawn { dst: thread, callee: Callee::Direct(func), args }, span);
                return Ok(Some(self.number_of_thread(thread)));
            }
            "__hecaton_join" => {
                let thread = self.size_argument(call, 0)?;
                self.emit(Op::Join { thread }, span);
            }
            "__hecaton_thread" => {
                let thread = self.word_temp(span);
                self.emit(Op::Thread { dst: thread }, span);
                return Ok(Some(self.number_of_thread(thread)));
            }
            "__hecaton_can_cancel" | "__hecaton_can_make_threads" => {
                let can = if name == "__hecaton_can_cancel" { self.can_cancel() } else { self.can_make_threads() };
                return Ok(Some(self.int_value(IntKind::Int, i128::from(can))));
            }
            "__hecaton_exit_thread" => return self.ends(call, Halt::Thread).map(Some),
            "__hecaton_await_is" | "__hecaton_await_not" | "__hecaton_await_lock" => {
                let pointer = self.rvalue(call.arg(0)?)?;
                let Some(ty) = self.ctypes.pointee(pointer.ty) else { return unsupported(span, "a wait for nothing") };
                let pointer = self.share(pointer, span);
                let mut values = Vec::new();
                for index in 1..call.args.len() {
                    let value = self.rvalue(call.arg(index)?)?;
                    values.push(self.convert(value, ty, span)?.e);
                }
                let (ptr, check) = (pointer.e, self.call_check(call));
                let (one, owned) = (name != "__hecaton_await_not", name == "__hecaton_await_lock");
                self.emit(Op::Await { ptr, values, one, owned, check }, span);
            }
            _ => return Ok(None),
        }
        Ok(Some(self.void_value()))
    }
    pub(super) fn word_temp(&mut self, span: Span) -> VarId {
        let word = self.types.int(self.word_bits(), false);
        self.temp_of(word, span)
    }
    fn number_of_thread(&mut self, thread: VarId) -> Value {
        let kind = self.ctypes.size_kind();
        let ty = self.int_type(kind);
        self.value(ty, Expr::Var(thread))
    }
}
