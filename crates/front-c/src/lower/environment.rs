//! The world around the program, as far as it is not written in C as models: formatted output and input, and threads.

use super::formats;
use super::library::Use;
use super::{Lowering, Res, Value, unsupported};
use crate::ctype::IntKind;
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Callee, Expr, Op, Scalar, VarId};

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
            let value = self.print(call, name, at, follow)?;
            return Ok(Some(match name {
                "err" | "errx" | "verr" | "verrx" => self.exits(call, false)?,
                _ => value,
            }));
        }
        if let Some((at, from_memory)) = formats::input(name) {
            return self.scan(call, name, at, from_memory).map(Some);
        }
        let value = match name {
            "__CPROVER_input" | "__CPROVER_output" | "__CPROVER_cover" | "__ESBMC_cover" | "klee_prefer_cex" => {
                self.effects(call, 0)?;
                self.void_value()
            }
            "getchar" | "getchar_unlocked" => self.arbitrary_int(IntKind::Int, Some((-1, 255)), call),
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
    /// Threads and locks of POSIX, and the atomic sections of verifiers.
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
            "pthread_create" => {
                let handle = self.pointer_argument(call, 0)?;
                self.pointer_argument(call, 1)?;
                let start = self.pointer_argument(call, 2)?;
                let argument = self.pointer_argument(call, 3)?;
                let callee = match start.e {
                    Expr::Func(func) => {
                        let function = &self.functions[func];
                        let takes_pointer =
                            |var: &VarId| self.types.scalar(function.vars[*var].ty) == Some(Scalar::Ptr);
                        if function.params.len() != 1 || !function.params.iter().all(takes_pointer) {
                            return unsupported(span, "a thread that starts with a function of another type");
                        }
                        Callee::Direct(func)
                    }
                    ptr => {
                        let check = self.access_check(Some("start of a thread"), span);
                        Callee::Indirect { ptr, check }
                    }
                };
                let word = self.types.int(self.word_bits(), false);
                let thread = self.temp_of(word, span);
                self.emit(Op::Spawn { dst: thread, callee, args: vec![argument.e] }, span);
                let check = self.access_check(Some("the thread's handle is valid memory"), span);
                self.emit(Op::Store { ptr: handle.e, value: Expr::Var(thread), check }, span);
            }
            "pthread_join" => {
                let thread = self.size_argument(call, 0)?;
                let result = self.pointer_argument(call, 1)?;
                if result.e != Expr::Null {
                    return unsupported(span, "the result of a thread");
                }
                self.emit(Op::Join { thread }, span);
            }
            "pthread_mutex_lock" | "pthread_spin_lock" => {
                let mutex = self.pointer_argument(call, 0)?;
                self.emit(Op::Lock { mutex: mutex.e }, span);
            }
            "pthread_mutex_unlock" | "pthread_spin_unlock" => {
                let mutex = self.pointer_argument(call, 0)?;
                self.emit(Op::Unlock { mutex: mutex.e }, span);
            }
            "pthread_mutex_init"
            | "pthread_mutex_destroy"
            | "pthread_attr_init"
            | "pthread_attr_destroy"
            | "pthread_attr_setdetachstate"
            | "pthread_detach" => self.effects(call, 0)?,
            _ => return Ok(None),
        }
        Ok(Some(self.int_value(IntKind::Int, 0)))
    }
}
