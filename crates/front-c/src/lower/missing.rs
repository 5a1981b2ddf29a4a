//! Functions without a body that are called nevertheless: each gets the body that the user asked for.
//!
//! The result is always arbitrary; a pointer among it may be null, and what it points to otherwise is unknown. A
//! function that is declared never to return ends the program. Functions that change the flow of control in ways a
//! call cannot (they return twice, or run other functions of the program later) are unsupported.

use super::Lowering;
use super::link::LinkedId;
use crate::diag::Diag;
use crate::{Missing, MissingBody};
use hecaton_base::Map;
use hecaton_ir::{Block, End, Expr, FuncId, Halt, Inst, Op, Role, Span, Var};

/// Names that begin like this have a meaning of their own, which an arbitrary result does not give.
const MEANINGFUL: [&str; 6] = ["__builtin_", "__sync_", "__atomic_", "__CPROVER_", "__ESBMC_", "__VERIFIER_"];

/// Functions that return twice, never, or in another place, or that have others called later.
const CONTROL: [&str; 25] = [
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "getcontext",
    "setcontext",
    "makecontext",
    "swapcontext",
    "vfork",
    "atexit",
    "at_quick_exit",
    "on_exit",
    "signal",
    "sigaction",
    "sigset",
    "pthread_create",
    "pthread_exit",
    "pthread_atfork",
    "pthread_once",
    "pthread_key_create",
    "thrd_create",
    "thrd_exit",
];

impl Lowering<'_> {
    /// Makes the body of a function without definition.
    pub(super) fn missing_body(&mut self, id: LinkedId, func: FuncId) {
        let name = self.text(self.linker.symbol(id)).to_owned();
        let declared = self.linker.span_of(id);
        let used = self.linker.first_use(id).unwrap_or(declared);
        if CONTROL.contains(&name.as_str()) || MEANINGFUL.iter().any(|prefix| name.starts_with(prefix)) {
            let unsupported = Op::Unsupported(format!("`{name}`"));
            return self.stub(func, vec![unsupported], End::Unreachable, declared);
        }
        if self.options.missing_body == MissingBody::Error {
            let mut diag = Diag::error(used, format!("`{name}` is used but has no body"));
            if declared != used {
                diag = diag.note("declared here", Some(declared));
            }
            self.errors.push(diag.help("give the file that defines it, or allow it with --missing-body"));
            return;
        }
        let traits = self.linker.traits(id);
        if traits.noreturn {
            let assumed = "never returns: the program is aborted".to_owned();
            self.missing.push(Missing { name, declared, used, assumed });
            return self.stub(func, Vec::new(), End::Halt(Halt::Abort), declared);
        }
        let signature = self.ctypes.signature(self.linker.type_of(id)).cloned();
        let mut ops = Vec::new();
        let writes = self.options.missing_body == MissingBody::Havoc && !traits.pure;
        if writes {
            ops.push(Op::Unsupported(format!("what `{name}`, which has no body, does to memory")));
        }
        let result = signature.filter(|signature| !self.ctypes.is_void(signature.result)).map(|s| s.result);
        let assumed = match (result.is_some(), writes) {
            (true, true) => "any result, any content of the memory it reaches",
            (true, false) => "any result, memory stays as it is",
            (false, true) => "any content of the memory it reaches",
            (false, false) => "memory stays as it is",
        };
        self.missing.push(Missing { name, declared, used, assumed: assumed.to_owned() });
        let end = match result.filter(|ty| self.ctypes.scalar(*ty).is_some()) {
            Some(ty) => {
                let ty = self.register_type(ty);
                let var = Var { name: "result".into(), ty, role: Role::Temp, span: declared };
                let var = self.functions[func].vars.push(var);
                ops.push(Op::Havoc { dst: var });
                End::Return(Some(Expr::Var(var)))
            }
            None => End::Return(None),
        };
        self.stub(func, ops, end, declared);
    }
    /// A body of one block.
    fn stub(&mut self, func: FuncId, ops: Vec<Op>, end: End, span: Span) {
        let insts = ops.into_iter().map(|op| Inst { op, span }).collect();
        let mut blocks = Map::new();
        let entry = blocks.push(Block { insts, end, span });
        let function = &mut self.functions[func];
        (function.blocks, function.entry) = (blocks, entry);
    }
}
