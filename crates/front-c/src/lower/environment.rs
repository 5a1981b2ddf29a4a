//! The world around the program: output, input, time, and threads. Output has no effect that a program could see;
//! input is arbitrary.

use super::library::Use;
use super::{Lowering, Res, Value, unsupported};
use crate::ctype::IntKind;
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Callee, Expr, Op};

/// Functions that only write to the outside; their results are arbitrary.
const OUTPUT: [&str; 26] = [
    "printf",
    "__printf_chk",
    "fprintf",
    "__fprintf_chk",
    "vprintf",
    "vfprintf",
    "puts",
    "fputs",
    "putchar",
    "putc",
    "fputc",
    "putchar_unlocked",
    "fputs_unlocked",
    "fflush",
    "perror",
    "printk",
    "fwrite",
    "__CPROVER_printf",
    "__CPROVER_input",
    "__CPROVER_output",
    "__CPROVER_cover",
    "__ESBMC_cover",
    "klee_prefer_cex",
    "setbuf",
    "setvbuf",
    "syslog",
];

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
        if OUTPUT.contains(&name) {
            self.effects(call, 0)?;
            let ty = self.result_type(call);
            if !call.used || self.ctypes.scalar(ty).is_none() {
                return Ok(Some(self.void_value()));
            }
            let Some(kind) = self.ctypes.int_kind(ty) else { return Ok(None) };
            return Ok(Some(self.arbitrary_int(kind, None, call)));
        }
        let int_max = i64::from(i32::MAX);
        let value = match name {
            "getchar" | "getc" | "fgetc" | "getchar_unlocked" => {
                self.effects(call, 0)?;
                self.arbitrary_int(IntKind::Int, Some((-1, 255)), call)
            }
            "rand" => self.arbitrary_int(IntKind::Int, Some((0, int_max)), call),
            "random" => self.arbitrary_int(IntKind::Long, Some((0, int_max)), call),
            "clock" => self.arbitrary_int(IntKind::Long, None, call),
            "srand" | "srandom" | "sync" => {
                self.effects(call, 0)?;
                self.void_value()
            }
            "getpid" | "getppid" => self.arbitrary_int(IntKind::Int, Some((1, int_max)), call),
            "usleep" | "sched_yield" => {
                self.effects(call, 0)?;
                self.arbitrary_int(IntKind::Int, Some((-1, 0)), call)
            }
            "sleep" => {
                // What was left of the time when a signal came.
                let uint = self.int_type(IntKind::UInt);
                let asked = self.rvalue(call.arg(0)?)?;
                let asked = self.convert(asked, uint, call.span())?;
                let asked = self.share(asked, call.span());
                let left = self.arbitrary_int(IntKind::UInt, None, call);
                let cond = fold::binary(Binary::ULe, left.e.clone(), asked.e);
                self.emit(Op::Assume { cond }, call.span());
                left
            }
            "time" => {
                // With an argument it also stores its result there.
                let pointer = self.pointer_argument(call, 0)?;
                if pointer.e != Expr::Null {
                    return unsupported(call.span(), "`time` with an argument");
                }
                self.arbitrary_int(IntKind::Long, None, call)
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
                    Expr::Func(func) => Callee::Direct(func),
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
            "pthread_exit"
            | "pthread_self"
            | "pthread_cond_wait"
            | "pthread_cond_signal"
            | "pthread_cond_broadcast"
            | "pthread_cond_init"
            | "pthread_mutex_trylock"
            | "pthread_cancel"
            | "pthread_key_create" => {
                return unsupported(span, format!("`{name}`"));
            }
            _ => return Ok(None),
        }
        Ok(Some(self.int_value(IntKind::Int, 0)))
    }
}
