//! Functions without a body that are called nevertheless: each gets the body that the user asked for.
//!
//! The result is always arbitrary; a pointer among it may be null, and what it points to otherwise is unknown. A
//! function that is declared never to return ends the program. With `havoc`, the memory that its pointers lead to, that
//! other files could know by name, or that an earlier such function has seen takes any content; the functions of the
//! program are taken not to be called back. Functions that change the flow of control in ways a
//! call cannot (they return twice, or run other functions of the program later) are unsupported, and so are those of
//! the C library that have no model, unless the user asks that they be treated like others.

use super::link::LinkedId;
use super::{Lowering, catalogue, known};
use crate::ctype::{CType, CTypeId};
use crate::diag::Diag;
use crate::{Missing, MissingBody};
use hecaton_base::Map;
use hecaton_ir::{Block, End, Expr, FuncId, GlobalId, Halt, Inst, Op, Role, Scalar, Span, Var, VarId};

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
        let meaningful = catalogue::is_built_in(&name) || MEANINGFUL.iter().any(|prefix| name.starts_with(prefix));
        if CONTROL.contains(&name.as_str()) || meaningful {
            let unsupported = Op::Unsupported(format!("`{name}`"));
            return self.stub(func, vec![unsupported], End::Unreachable, declared);
        }
        let undeclared = self.linker.is_guessed(id) && known::is_undeclared_library(&name);
        if self.linker.traits(id).resolved {
            let unsupported = Op::Unsupported(format!("`{name}`, which is found when the program starts"));
            return self.stub(func, vec![unsupported], End::Unreachable, declared);
        }
        if !self.options.missing_library && (undeclared || known::is_library(&name, declared, &self.sources.files)) {
            let unsupported = Op::Unsupported(format!("`{name}`, a function of the library without a model"));
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
        let Some(signature) = self.ctypes.signature(self.linker.type_of(id)).cloned() else { return };
        let result = Some(signature.result).filter(|result| !self.ctypes.is_void(*result));
        let by_memory = result.is_some_and(|result| self.ctypes.record(result).is_some());
        let writes = self.options.missing_body == MissingBody::Havoc && !traits.pure;
        let mut ops = Vec::new();
        if writes && !signature.prototype && self.linker.is_address_taken(id) {
            // Where it is called by its address, nobody sees that it is this one and what it is given.
            let what = format!("what `{name}`, which has no body and is declared without parameters, does");
            ops.push(Op::Unsupported(what));
        }
        if writes && signature.params.iter().any(|param| self.leads_to_guard(*param)) {
            ops.push(Op::Unsupported(format!("what `{name}`, which has no body, does to a lock that it is given")));
        }
        if writes || by_memory {
            let function = &self.functions[func];
            let is_pointer = |var: &&VarId| self.types.scalar(function.vars[**var].ty) == Some(Scalar::Ptr);
            let params = function.params.iter().filter(is_pointer).map(|var| Expr::Var(*var));
            // The first parameter is where the result goes.
            let roots: Vec<Expr> = if writes { params.collect() } else { params.take(1).collect() };
            if writes {
                self.linker.clobbering.push(func);
            }
            ops.push(Op::Clobber { roots });
        }
        let assumed = match (result.is_some(), writes) {
            (true, true) => "any result, any content of the memory it reaches",
            (true, false) => "any result, memory stays as it is",
            (false, true) => "any content of the memory it reaches",
            (false, false) => "memory stays as it is",
        };
        let mut assumed = assumed.to_owned();
        if signature.params.iter().any(|param| self.leads_to_function(*param)) {
            assumed += "; it does not call the functions it is given";
        }
        if !traits.pure {
            self.endless.unknown.insert(func);
        }
        self.note("functions without body return, free nothing and call no function of the program".into());
        self.note_beside_threads("what functions without body access, no other thread accesses at the same time");
        self.missing.push(Missing { name, declared, used, assumed });
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
    /// Whether an argument is the address of a function, or leads to one in one step.
    fn leads_to_function(&self, ty: CTypeId) -> bool {
        let is_function =
            |ty: CTypeId| self.ctypes.pointee(ty).is_some_and(|to| matches!(self.ctypes[to], CType::Func(_)));
        let record = self.ctypes.record(self.ctypes.pointee(ty).unwrap_or(ty));
        let body = record.and_then(|record| self.ctypes.records[record].body.as_ref());
        is_function(ty) || body.is_some_and(|body| body.members.iter().any(|member| is_function(member.ty)))
    }
    /// Lets functions without body reach the objects that other files could know by name, now that all are there.
    pub(super) fn expose_globals(&mut self) {
        let visible = self.linker.visible_globals();
        let ours = |this: &Self, global: GlobalId| this.is_model(this.globals[global].span);
        // The models' own objects are out of reach, but for `errno`.
        let errno = self.globals.iter().find(|(id, global)| global.name == "error_number" && ours(self, *id));
        let roots: Vec<Expr> = visible
            .into_iter()
            .filter(|global| !ours(self, *global))
            .chain(errno.map(|(id, _)| id))
            .map(Expr::Global)
            .collect();
        for func in std::mem::take(&mut self.linker.clobbering) {
            for inst in self.functions[func].blocks.values_mut().flat_map(|block| &mut block.insts) {
                if let Op::Clobber { roots: all } = &mut inst.op {
                    all.extend(roots.iter().cloned());
                }
            }
        }
    }
    /// What a call of a function without body can reach through arguments that it does not declare.
    pub(super) fn clobber_arguments(&mut self, id: LinkedId, passed: &[Expr], span: Span) {
        let missing = !self.linker.has_body(id) && self.options.missing_body == MissingBody::Havoc;
        if !missing || self.linker.traits(id).pure || self.body.quiet {
            return;
        }
        let roots: Vec<Expr> = passed.iter().filter(|e| self.is_pointer(e)).cloned().collect();
        if !roots.is_empty() {
            self.emit(Op::Clobber { roots }, span);
        }
    }
    fn is_pointer(&self, mut e: &Expr) -> bool {
        loop {
            e = match e {
                // Both choices have one type.
                Expr::Select(parts) => &parts[1],
                Expr::Var(var) => return self.types.scalar(self.body.vars[*var].ty) == Some(Scalar::Ptr),
                Expr::Null | Expr::Global(_) | Expr::Func(_) | Expr::Offset(_) | Expr::Cast(_, Scalar::Ptr, _) => {
                    return true;
                }
                Expr::Int(_) | Expr::Float(..) | Expr::Unary(..) | Expr::Binary(..) | Expr::Cast(..) => return false,
            };
        }
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
