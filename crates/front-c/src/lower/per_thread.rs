//! Variables of which every thread has its own copy, and threads that a label makes.
//!
//! Such a variable is an array with an element for each of the threads that there can be; its name means the element of
//! the thread that executes it. Only where threads can be made: elsewhere it is a variable like any other.

use super::{Lowering, Res, unsupported};
use crate::ast::{Stmt, StmtKind};
use crate::ctype::{CType, CTypeId, Len};
use crate::fold;
use hecaton_ir::{Binary, Expr, GlobalId, Op, Span, Type, TypeId};

/// How many threads a program can have whose variables are looked at; also known to the model of threads.
const THREADS: u64 = 512;
/// The most that is copied for each of them, in bytes and in values.
const LARGEST: u64 = 1 << 16;

impl Lowering<'_> {
    /// Whether the program knows of a function that makes threads.
    pub(super) fn can_make_threads(&self) -> bool {
        ["pthread_create", "thrd_create"].iter().any(|name| {
            let symbol = self.sources.names.lookup(name);
            symbol.is_some_and(|symbol| self.linker.external(symbol).is_some())
        })
    }
    /// The type and the first values of all copies.
    pub(super) fn copies(
        &mut self,
        object: TypeId,
        values: Vec<(u64, Expr)>,
        span: Span,
    ) -> Res<(TypeId, Vec<(u64, Expr)>)> {
        if !self.can_make_threads() {
            self.unshared.get_or_insert((span, "variables of a thread"));
            return Ok((object, values));
        }
        let size = self.types.size(object, self.ctypes.target);
        if size > LARGEST || values.len() as u64 > LARGEST / THREADS {
            return unsupported(span, "a large variable of which every thread has its own");
        }
        let mut all = Vec::new();
        for thread in 0..THREADS {
            all.extend(values.iter().map(|(at, value)| (thread * size + at, value.clone())));
        }
        Ok((self.types.add(Type::Array { elem: object, len: THREADS }), all))
    }
    /// The address of the copy of the thread that executes this.
    pub(super) fn own_copy(&mut self, global: GlobalId, ty: CTypeId, aligned: bool, span: Span) -> Res<Expr> {
        if !self.can_make_threads() {
            return Ok(Expr::Global(global));
        }
        let unknown = matches!(self.ctypes[ty], CType::Array(_, Len::Unknown)) || self.has_open_end(ty);
        if unknown || aligned {
            return unsupported(span, "a variable of this type of which every thread has its own");
        }
        let size = self.size(ty, span)?;
        self.threads.own.insert(global);
        let thread = self.word_temp(span);
        self.emit(Op::Thread { dst: thread }, span);
        let offset = fold::binary(Binary::Mul, Expr::Var(thread), self.word(size));
        Ok(fold::offset(Expr::Global(global), offset))
    }
    /// Whether an initialiser can make an object of this type longer than the type says.
    fn has_open_end(&self, ty: CTypeId) -> bool {
        let Some(record) = self.ctypes.record(ty) else { return false };
        let body = self.ctypes.records[record].body.as_ref();
        let last = body.and_then(|body| body.members.last());
        last.is_some_and(|last| matches!(self.ctypes[last.ty], CType::Array(_, Len::Unknown | Len::Known(0))))
    }
    /// `__CPROVER_ASYNC_1: f(x);`: a thread that executes the call.
    pub(super) fn start(&mut self, body: &Stmt, span: Span) -> Res<()> {
        let StmtKind::Expr(call) = &body.kind else {
            return unsupported(span, "`__CPROVER_ASYNC` before anything but a call");
        };
        let (block, before) = (self.body.current, self.body.insts(self.body.current).len());
        self.with_temps(call.span, |this| this.effect(call))?;
        let thread = self.word_temp(span);
        let alone = self.body.current == block && self.body.insts(block).len() == before + 1;
        match self.body.insts_mut(block).last_mut().filter(|_| alone).map(|inst| &mut inst.op) {
            Some(op @ Op::Call { .. }) => {
                let Op::Call { callee, args, .. } = std::mem::replace(op, Op::Atomic { begin: false }) else {
                    return Ok(());
                };
                *op = Op::Spawn { dst: thread, callee, args };
                Ok(())
            }
            // What the arguments read must be read by the new thread.
            _ => unsupported(span, "`__CPROVER_ASYNC` before a call whose arguments read memory"),
        }
    }
}
