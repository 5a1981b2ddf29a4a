//! Functions with a meaning of their own, as far as they are not written in C as models: the intrinsics of verifiers,
//! program ends, and memory. A function that the user defines is never taken for one of these, but for the error
//! functions.

use super::link::LinkedId;
use super::order::Operand;
use super::undefined::Part;
use super::{AtExit, Lowering, Res, Value, catalogue, unsupported};
use crate::ast::{self, BinaryOp, ExprKind, Symbol};
use crate::ctype::{CTypeId, IntKind};
use crate::fold;
use hecaton_ir::{Binary, End, Expr, Feature, Halt, Op, PropKind, Region, Span};

/// A call of such a function.
pub(super) struct Use<'a> {
    /// The whole call.
    pub e: &'a ast::Expr,
    /// Its arguments.
    pub args: &'a [ast::Expr],
    /// Its declaration, if there is one.
    pub linked: Option<LinkedId>,
    /// Whether the result is wanted.
    pub used: bool,
}

/// How an object is made.
#[derive(Clone)]
struct New {
    region: Region,
    zeroed: bool,
    align: Option<Expr>,
    replaces: Option<Expr>,
}

impl New {
    fn of(region: Region, zeroed: bool) -> Self {
        New { region, zeroed, align: None, replaces: None }
    }
}

impl<'a> Use<'a> {
    pub fn span(&self) -> Span {
        self.e.span
    }
    /// The argument at an index.
    pub fn arg(&self, index: usize) -> Res<&'a ast::Expr> {
        match self.args.get(index) {
            Some(arg) => Ok(arg),
            None => unsupported(self.span(), "a call without all of its arguments"),
        }
    }
}

impl Lowering<'_> {
    /// The value of a call of a function with a meaning of its own; `None` if it is an ordinary one.
    pub(super) fn intrinsic(
        &mut self,
        e: &ast::Expr,
        name: Symbol,
        linked: Option<LinkedId>,
        args: &[ast::Expr],
        used: bool,
    ) -> Res<Option<Value>> {
        let text = self.text(name).to_owned();
        let call = Use { e, args, linked, used };
        let asked = self.options.checks.contains(&PropKind::Unreach);
        let has_body = linked.is_some_and(|id| self.linker.has_body(id));
        // Where it may be called, the program's own function does what it says.
        if self.options.error_functions.contains(&text) && (asked || !has_body) {
            for arg in args {
                self.effect(arg)?;
            }
            if !asked {
                self.note(format!("a call of `{text}`, which has no body, ends the program"));
            }
            self.claim(Expr::int(1, 0), PropKind::Unreach, |_| format!("{text} is not called"), e.span);
            return self.ends(&call, Halt::Abort).map(Some);
        }
        // `log` may be an event of the program or a logarithm.
        if linked.is_some_and(|id| self.linker.has_body(id) && !self.linker.gives_way(id))
            || !(catalogue::is_built_in(&text) || ["log", "__hecaton_feature"].contains(&&*text))
        {
            return Ok(None);
        }
        let operands: Vec<Operand<'_>> = args.iter().map(Operand::Value).collect();
        if !self.is_model(e.span) && args.iter().any(|arg| self.has_effect(arg)) {
            self.unsequenced(&operands, e.span);
        }
        self.left_to_right(args.iter());
        if catalogue::is_unsupported(&text) {
            return unsupported(e.span, format!("`{text}`"));
        }
        if let Some(value) = self.verifier_function(&call, &text)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.object_function(&call, &text)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.cprover_function(&call, &text)? {
            return Ok(Some(value));
        }
        let base = text.strip_prefix("__builtin_").unwrap_or(&text);
        if let Some(value) = self.memory_function(&call, base)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.thread_function(&call, &text)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.jump_function(&call, &text)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.va_function(&call, &text)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.atomic_function(&call, &text)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.environment_function(&call, base)? {
            return Ok(Some(value));
        }
        self.number_function(&call, &text, base)
    }
    /// What the call returns by its declaration.
    pub(super) fn result_type(&mut self, call: &Use<'_>) -> CTypeId {
        let declared = call.linked.and_then(|id| {
            let ty = self.linker.type_of(id);
            self.ctypes.signature(ty).map(|signature| signature.result)
        });
        declared.unwrap_or_else(|| self.ctypes.int(IntKind::Int))
    }
    /// The program ends here.
    pub(super) fn ends(&mut self, call: &Use<'_>, how: Halt) -> Res<Value> {
        self.body.terminate(End::Halt(how), call.span());
        let ty = self.result_type(call);
        if self.ctypes.scalar(ty).is_some() { Ok(self.unused_value(ty)) } else { Ok(self.void_value()) }
    }
    /// The program ends here, after what was registered for that.
    pub(super) fn exits(&mut self, call: &Use<'_>, quick: bool) -> Res<Value> {
        if self.at_exit == AtExit::On {
            let name = if quick { "__hecaton_run_at_quick_exit" } else { "__hecaton_run_at_exit" };
            self.call_model(name, Vec::new(), call.span())?;
        }
        self.ends(call, Halt::Exit)
    }
    /// An argument converted to the type of its parameter, if that is declared.
    pub(super) fn parameter(&mut self, call: &Use<'_>, index: usize) -> Res<Value> {
        let arg = call.arg(index)?;
        let value = self.rvalue(arg)?;
        let declared = call.linked.and_then(|id| {
            let ty = self.linker.type_of(id);
            self.ctypes.signature(ty).and_then(|signature| signature.params.get(index).copied())
        });
        match declared {
            Some(ty) => self.convert(value, ty, arg.span),
            None => Ok(value),
        }
    }
    /// Evaluates the arguments from an index on, for their effects.
    pub(super) fn effects(&mut self, call: &Use<'_>, from: usize) -> Res<()> {
        call.args.iter().skip(from).try_for_each(|arg| self.effect(arg))
    }
    pub(super) fn condition_argument(&mut self, call: &Use<'_>, index: usize) -> Res<Expr> {
        let value = self.parameter(call, index)?;
        self.condition_of(value, call.span())
    }

    fn verifier_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let span = call.span();
        match name {
            "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" | "klee_assume" => {
                let cond = self.condition_argument(call, 0)?;
                self.effects(call, 1)?;
                if !self.body.quiet {
                    self.emit(Op::Assume { cond }, span);
                }
                Ok(Some(self.void_value()))
            }
            "__CPROVER_assert"
            | "__CPROVER_precondition"
            | "__CPROVER_postcondition"
            | "__ESBMC_assert"
            | "__VERIFIER_assert" => {
                let cond = self.condition_argument(call, 0)?;
                let words = self.words(call.arg(0)?);
                let text = match call.args.get(1).map(|arg| &arg.kind) {
                    Some(ExprKind::Str(lit)) if !lit.units.is_empty() => format!("{}: {words}", lit.lossy()),
                    _ => words,
                };
                self.assertion(cond, text, span);
                Ok(Some(self.void_value()))
            }
            "assert" => {
                // The macro of a header that was not included; or a function of the user, which takes anything.
                let ty = self.type_of(call.arg(0)?)?;
                let scalar = self.ctypes.scalar(ty).is_some() || self.ctypes.element(ty).is_some();
                if !scalar && self.complex_part(ty).is_none() {
                    return Ok(None);
                }
                let cond = self.condition_argument(call, 0)?;
                let words = self.words(call.arg(0)?);
                self.assertion(cond.clone(), words, span);
                if !self.body.quiet {
                    self.emit(Op::Assume { cond }, span);
                }
                Ok(Some(self.void_value()))
            }
            "__assert_fail" | "__assert" | "__assert_func" | "__assert_rtn" | "__assert_perror_fail" => {
                let text = call.args.iter().find_map(|arg| match &arg.kind {
                    ExprKind::Str(lit) => Some(lit.lossy()),
                    _ => None,
                });
                // Newlib and Darwin pass the place first, the condition last.
                let last = call.args.iter().rev().find_map(|arg| match &arg.kind {
                    ExprKind::Str(lit) => Some(lit.lossy()),
                    _ => None,
                });
                let text = if matches!(name, "__assert_func" | "__assert_rtn") { last } else { text };
                self.assertion(Expr::int(1, 0), text.unwrap_or_else(|| "assertion".into()), span);
                self.ends(call, Halt::Abort).map(Some)
            }
            "__builtin_unreachable" => {
                self.assertion(Expr::int(1, 0), "unreachable code is not reached".into(), span);
                self.ends(call, Halt::Abort).map(Some)
            }
            "abort" | "__builtin_abort" | "__builtin_trap" => self.ends(call, Halt::Abort).map(Some),
            "_Exit" | "_exit" | "__builtin__exit" | "__builtin__Exit" => {
                self.effects(call, 0)?;
                self.ends(call, Halt::Exit).map(Some)
            }
            "exit" | "quick_exit" | "__builtin_exit" => {
                self.effects(call, 0)?;
                self.exits(call, name == "quick_exit").map(Some)
            }
            "log" | "__hecaton_feature" if self.is_feature_log(call) => {
                let Some(ExprKind::Str(lit)) = call.args.first().map(|arg| &arg.kind) else { return Ok(None) };
                let feature = self.feature(lit.lossy());
                self.emit(Op::Log(feature), span);
                Ok(Some(self.void_value()))
            }
            _ => {
                let prefixes = ["__VERIFIER_nondet_", "__CPROVER_nondet_", "nondet_", "__hecaton_any_"];
                // This one writes to memory.
                if name != "__VERIFIER_nondet_memory" && prefixes.iter().any(|prefix| name.starts_with(prefix)) {
                    return self.arbitrary(call, name).map(Some);
                }
                Ok(None)
            }
        }
    }
    pub(super) fn assertion(&mut self, cond: Expr, text: String, span: Span) {
        // An assertion is a property even where it is plain that it holds: the user asked for it.
        if !self.body.quiet {
            let prop = self.prop(PropKind::Assertion, text, span);
            self.emit(Op::Assert { cond, prop }, span);
        }
    }
    /// `log("feature")`, where `log` is not the logarithm.
    fn is_feature_log(&mut self, call: &Use<'_>) -> bool {
        let [ast::Expr { kind: ExprKind::Str(_), .. }] = call.args else { return false };
        let Some(id) = call.linked else { return false };
        let ty = self.linker.type_of(id);
        match self.ctypes.signature(ty).map(|signature| signature.params.clone()).as_deref() {
            Some([only]) => self.ctypes.pointee(*only).is_some(),
            _ => false,
        }
    }
    fn feature(&mut self, name: String) -> hecaton_ir::FeatureId {
        if let Some(&id) = self.feature_ids.get(&name) {
            return id;
        }
        let id = self.features.push(Feature { name: name.clone() });
        self.feature_ids.insert(name, id);
        id
    }
    /// An arbitrary value of the declared type, or of the one the name says.
    fn arbitrary(&mut self, call: &Use<'_>, name: &str) -> Res<Value> {
        self.effects(call, 0)?;
        let declared = call.linked.is_some();
        let suffix = name.rsplit("nondet_").next().unwrap_or("");
        let ty = match suffix {
            _ if declared => self.result_type(call),
            "bool" | "_Bool" => self.ctypes.int(IntKind::Bool),
            "char" => self.ctypes.int(IntKind::Char),
            "uchar" | "unsigned_char" => self.ctypes.int(IntKind::UChar),
            "short" => self.ctypes.int(IntKind::Short),
            "ushort" => self.ctypes.int(IntKind::UShort),
            "uint" | "unsigned" | "u32" => self.ctypes.int(IntKind::UInt),
            "long" => self.ctypes.int(IntKind::Long),
            "ulong" => self.ctypes.int(IntKind::ULong),
            "longlong" => self.ctypes.int(IntKind::LongLong),
            "ulonglong" => self.ctypes.int(IntKind::ULongLong),
            "size_t" => {
                let kind = self.ctypes.size_kind();
                self.ctypes.int(kind)
            }
            "float" => self.ctypes.float(crate::ctype::FloatKind::Float),
            "double" => self.ctypes.float(crate::ctype::FloatKind::Double),
            _ => self.ctypes.int(IntKind::Int),
        };
        let span = call.span();
        if self.ctypes.is_void(ty) {
            return Ok(self.void_value());
        }
        if self.ctypes.record(ty).is_some() {
            let memory = self.temp_object(ty, span)?;
            return Ok(Value { ty, e: memory, range: (0, 0) });
        }
        if self.ctypes.scalar(ty).is_none() {
            return unsupported(span, format!("an arbitrary value of type {}", self.ctypes.name(ty)));
        }
        let var = self.temp(ty, span);
        self.emit(Op::Havoc { dst: var }, span);
        if self.ctypes.pointee(ty).is_some() {
            let any = self.wild(var, span);
            return Ok(self.value(ty, any));
        }
        Ok(self.value(ty, Expr::Var(var)))
    }
    /// What an arbitrary pointer is: it may also lead nowhere, if that can matter. What else it points to is open.
    pub(super) fn wild(&mut self, pointer: hecaton_ir::VarId, span: Span) -> Expr {
        if !self.options.frees {
            return Expr::Var(pointer);
        }
        let wild = self.condition_temp(span);
        self.emit(Op::Havoc { dst: wild }, span);
        // An object without any bytes is apart from all others, and nothing can be done with its address.
        let nowhere = match self.nowhere {
            Some(nowhere) => nowhere,
            None => {
                let byte = self.ctypes.int(IntKind::UChar);
                let nothing = self.ctypes.array(byte, crate::ctype::Len::Known(0));
                let name = self.unique("nowhere".to_owned());
                let (ty, init) = (self.object_type(nothing), hecaton_ir::Init::Values(Vec::new()));
                let made = self.globals.push(hecaton_ir::Global { name, ty, init, constant: true, span });
                *self.nowhere.insert(made)
            }
        };
        fold::select(Expr::Var(wild), Expr::Global(nowhere), Expr::Var(pointer))
    }

    fn memory_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let span = call.span();
        match name {
            "malloc" | "__VERIFIER_malloc" | "alloca" | "alloca_with_align" | "calloc" => {
                let made = match name {
                    "calloc" => self.calloc(call)?,
                    "malloc" | "__VERIFIER_malloc" => self.malloc(call, &New::of(Region::Heap, false))?,
                    _ => {
                        self.body.takes_stack = true;
                        self.malloc(call, &New::of(Region::Stack, false))?
                    }
                };
                let made = self.share(made, span);
                if let Expr::Var(var) = made.e {
                    (self.body.fresh, self.body.fresh_zeroed) = (Some(var), name == "calloc");
                }
                Ok(Some(made))
            }
            "__hecaton_malloc_aligned" => {
                let (size, align) = (self.size_argument(call, 0)?, self.size_argument(call, 1)?);
                let align = Some(self.share_word(align, span));
                self.malloc_bytes(size, &New { align, ..New::of(Region::Heap, false) }, span).map(Some)
            }
            "__hecaton_malloc_instead" => {
                let (size, old) = (self.size_argument(call, 0)?, self.pointer_argument(call, 1)?);
                let new = New { replaces: Some(old.e), ..New::of(Region::Heap, false) };
                self.malloc_bytes(size, &new, span).map(Some)
            }
            "__CPROVER_allocate" => {
                let result = self.constant_number(call.arg(1)?);
                let zeroed = self.needed(result, "the second argument")? != 0;
                self.allocate_surely(call, zeroed).map(Some)
            }
            "free" | "__CPROVER_deallocate" => {
                let arg = call.arg(0)?;
                let (pointer, _) = self.void_pointer(arg, false)?;
                let text = format!("free of `{}`", self.words(arg));
                let check = if self.body.quiet { None } else { Some(self.prop(PropKind::Free, text, span)) };
                self.emit(Op::Free { ptr: pointer.e, region: Region::Heap, check }, span);
                Ok(Some(self.void_value()))
            }
            "memmove" | "__memmove_chk" => {
                self.copies_lock_at(call.arg(1)?);
                let (dst, to) = self.place_argument(call, 0, call.used)?;
                let (src, from) = self.place_argument(call, 1, false)?;
                self.copies_bytes(to, from, span);
                let size = self.size_argument(call, 2)?;
                let size = self.share_word(size, span);
                self.effects(call, 3)?;
                let check = self.call_check(call);
                self.are_no_null_pointers(&[&dst.e, &src.e], &size, check, span);
                self.emit(Op::Copy { dst: dst.e.clone(), src: src.e, size, check }, span);
                Ok(Some(dst))
            }
            "memcpy" | "__memcpy_chk" | "__memcpy" => {
                let (dst, _) = self.copy_apart(call)?;
                Ok(Some(dst))
            }
            "mempcpy" | "__mempcpy" | "__mempcpy_chk" => {
                let (dst, size) = self.copy_apart(call)?;
                Ok(Some(self.value(dst.ty, fold::offset(dst.e, size))))
            }
            "memset" | "__memset_chk" => {
                let (dst, _) = self.place_argument(call, 0, call.used)?;
                let byte = self.rvalue(call.arg(1)?)?;
                let uchar = self.int_type(IntKind::UChar);
                let byte = self.convert(byte, uchar, span)?;
                let size = self.size_argument(call, 2)?;
                let size = self.share_word(size, span);
                self.effects(call, 3)?;
                let check = self.call_check(call);
                self.are_no_null_pointers(&[&dst.e], &size, check, span);
                self.emit(Op::Fill { dst: dst.e.clone(), byte: byte.e, size, check }, span);
                Ok(Some(dst))
            }
            _ => Ok(None),
        }
    }
    /// Copies bytes to memory that must not overlap them. Gives the target and the number of bytes.
    fn copy_apart(&mut self, call: &Use<'_>) -> Res<(Value, Expr)> {
        let span = call.span();
        self.copies_lock_at(call.arg(1)?);
        let (dst, to) = self.place_argument(call, 0, call.used)?;
        let (src, from) = self.place_argument(call, 1, false)?;
        self.copies_bytes(to, from, span);
        let size = self.size_argument(call, 2)?;
        let size = self.share_word(size, span);
        self.effects(call, 3)?;
        let check = self.call_check(call);
        self.are_no_null_pointers(&[&dst.e, &src.e], &size, check, span);
        self.emit(Op::Copy { dst: dst.e.clone(), src: src.e.clone(), size: size.clone(), check }, span);
        let (to, from) = (Part { at: &dst.e, size: &size }, Part { at: &src.e, size: &size });
        self.copy_is_apart(to, from, false, &|this| format!("no overlap in `{}`", this.words(call.e)), span);
        Ok((dst, size))
    }
    /// Claims that pointers to memory that is copied or filled are not null even where it has no bytes (7.24.1p2). Of
    /// more bytes the access itself finds that out.
    fn are_no_null_pointers(&mut self, pointers: &[&Expr], size: &Expr, check: Option<hecaton_ir::PropId>, span: Span) {
        let Some(prop) = check else { return };
        let mut cond = Expr::truth();
        for pointer in pointers {
            if super::undefined::named(&self.body.vars, pointer).is_none() {
                cond = fold::and(cond, fold::not(fold::binary(Binary::Eq, (*pointer).clone(), Expr::Null)));
            }
        }
        let something = fold::not(fold::binary(Binary::Eq, size.clone(), self.word(0)));
        let cond = fold::or(something, cond);
        if cond != Expr::truth() {
            self.emit(Op::Assert { cond, prop }, span);
        }
    }
    /// The property of a function that accesses memory.
    pub(super) fn call_check(&mut self, call: &Use<'_>) -> Option<hecaton_ir::PropId> {
        let text = format!("valid memory in `{}`", self.words(call.e));
        self.access_check(Some(&text), call.span())
    }
    /// A pointer argument as `void *` that may be used twice.
    pub(super) fn pointer_argument(&mut self, call: &Use<'_>, index: usize) -> Res<Value> {
        let arg = call.arg(index)?;
        let (value, _) = self.void_pointer(arg, true)?;
        Ok(self.share(value, arg.span))
    }
    /// The same, but which object it belongs to stays visible; and the type that it had. It may be handed on.
    fn place_argument(&mut self, call: &Use<'_>, index: usize, handed_on: bool) -> Res<(Value, CTypeId)> {
        let arg = call.arg(index)?;
        let (value, given) = self.void_pointer(arg, handed_on)?;
        Ok((Value { e: self.share_address(value.e, arg.span), ..value }, given))
    }
    /// An argument as `void *`, which may be handed on as such, and the type that it had.
    fn void_pointer(&mut self, arg: &ast::Expr, handed_on: bool) -> Res<(Value, CTypeId)> {
        let value = self.rvalue(arg)?;
        let void = self.ctypes.void();
        let (ty, given) = (self.ctypes.ptr(void), value.ty);
        let value = match self.ctypes.pointee(given) {
            Some(_) if !handed_on => Value { ty, ..value },
            _ => self.convert(value, ty, arg.span)?,
        };
        Ok((value, given))
    }
    /// An argument as a pointer-wide size.
    pub(super) fn size_argument(&mut self, call: &Use<'_>, index: usize) -> Res<Expr> {
        let arg = call.arg(index)?;
        let value = self.rvalue(arg)?;
        self.as_size(value, arg.span)
    }
    pub(super) fn as_size(&mut self, value: Value, span: Span) -> Res<Expr> {
        let kind = self.ctypes.size_kind();
        let ty = self.int_type(kind);
        Ok(self.convert(value, ty, span)?.e)
    }
    /// The element type that an expression for a size speaks of, and the number of elements if it is not one.
    fn elements_in<'e>(&mut self, e: &'e ast::Expr) -> Option<(CTypeId, Option<&'e ast::Expr>)> {
        let ty = match &e.kind {
            ExprKind::SizeofType(name) => self.scratch(e.span, |this| this.type_name(name)).0.ok()?,
            ExprKind::SizeofExpr(arg) => self.type_of(arg).ok()?,
            ExprKind::Binary { first, rest } => {
                let [step] = &rest[..] else { return None };
                if step.op != BinaryOp::Mul {
                    return None;
                }
                let (size, count) = match (&first.kind, &step.arg.kind) {
                    (_, ExprKind::SizeofType(_) | ExprKind::SizeofExpr(_)) => (&step.arg, &**first),
                    (ExprKind::SizeofType(_) | ExprKind::SizeofExpr(_), _) => (&**first, &step.arg),
                    _ => return None,
                };
                return self.elements_in(size).map(|(ty, _)| (ty, Some(count)));
            }
            _ => return None,
        };
        let useful = self.ctypes.size_of(ty).is_some_and(|size| size > 0) && !self.ctypes.is_void(ty);
        useful.then_some((ty, None))
    }
    fn malloc(&mut self, call: &Use<'_>, new: &New) -> Res<Value> {
        let span = call.span();
        let arg = call.arg(0)?;
        match self.elements_in(arg) {
            Some((ty, None)) => {
                let count = self.word(1);
                self.allocate(ty, count, new, span)
            }
            Some((ty, Some(count))) => {
                let value = self.rvalue(count)?;
                let count = self.as_size(value, count.span)?;
                let count = self.share_word(count, span);
                self.allocate_many(ty, count, new, true, span)
            }
            None => {
                let bytes = self.size_argument(call, 0)?;
                let bytes = self.share_word(bytes, span);
                self.effects(call, 1)?;
                self.malloc_bytes(bytes, new, span)
            }
        }
    }
    fn malloc_bytes(&mut self, bytes: Expr, new: &New, span: Span) -> Res<Value> {
        let bytes = self.share_word(bytes, span);
        let ty = self.int_type(IntKind::UChar);
        self.allocate_many(ty, bytes, new, true, span)
    }
    fn calloc(&mut self, call: &Use<'_>) -> Res<Value> {
        let span = call.span();
        let (count, size) = (call.arg(0)?, call.arg(1)?);
        let value = self.rvalue(count)?;
        let count = self.as_size(value, span)?;
        let count = self.share_word(count, span);
        if let Some((ty, None)) = self.elements_in(size) {
            return self.allocate_many(ty, count, &New::of(Region::Heap, true), false, span);
        }
        let value = self.rvalue(size)?;
        let size = self.as_size(value, span)?;
        let size = self.share_word(size, span);
        let overflow = fold::binary(Binary::UMulOverflow, count.clone(), size.clone());
        let bytes = fold::binary(Binary::Mul, count, size);
        let bytes = self.share_word(bytes, span);
        // No object is larger than half of the address space.
        let limit = Expr::Int(hecaton_base::Bits::max_signed(self.word_bits()));
        let fits = fold::binary(Binary::ULe, bytes.clone(), limit);
        let possible = fold::binary(Binary::And, fold::not(overflow), fits);
        let ty = self.int_type(IntKind::UChar);
        self.allocate_if(possible, ty, bytes, &New::of(Region::Heap, true), None, span)
    }
    /// Allocates a number of elements. If their size in bytes overflows, `wraps` says whether that many bytes modulo
    /// the word are allocated, as `malloc(n * size)` does, or none.
    fn allocate_many(&mut self, ty: CTypeId, count: Expr, new: &New, wraps: bool, span: Span) -> Res<Value> {
        let size = self.size(ty, span)?.max(1);
        // No object is larger than half of the address space.
        let limit = hecaton_base::Bits::max_signed(self.word_bits());
        let most = limit.udiv(&hecaton_base::Bits::from_u64(self.word_bits(), size));
        let possible = fold::binary(Binary::ULe, count.clone(), Expr::Int(most));
        let wrapped = (wraps && size > 1).then(|| fold::binary(Binary::Mul, count.clone(), self.word(size)));
        self.allocate_if(possible, ty, count, new, wrapped, span)
    }
    /// Allocates if that is possible; else as many bytes as `otherwise` says, if it is given and not too many; else
    /// the result is null.
    #[allow(clippy::too_many_arguments, reason = "the parts of one allocation")]
    fn allocate_if(
        &mut self,
        possible: Expr,
        ty: CTypeId,
        count: Expr,
        new: &New,
        otherwise: Option<Expr>,
        span: Span,
    ) -> Res<Value> {
        if matches!(&possible, Expr::Int(bits) if bits.is_one()) {
            return self.allocate(ty, count, new, span);
        }
        let result = self.pointer_temp(span);
        let void = self.ctypes.void();
        let pointer = self.ctypes.ptr(void);
        let (yes, no, join) = (self.body.block(span), self.body.block(span), self.body.block(span));
        self.body.branch(possible, yes, no, span);
        self.body.current = yes;
        let value = self.allocate(ty, count, new, span)?;
        self.assign(result, value.e, span);
        self.body.flow_to(join, span);
        self.body.current = no;
        match otherwise {
            Some(bytes) => {
                let bytes = self.share_word(bytes, span);
                let byte = self.int_type(IntKind::UChar);
                let value = self.allocate_many(byte, bytes, new, false, span)?;
                self.assign(result, value.e, span);
            }
            None => self.assign(result, Expr::Null, span),
        }
        let from = self.body.current;
        self.body.end(from, End::Goto(join), span);
        self.body.current = join;
        Ok(self.value(pointer, Expr::Var(result)))
    }
    /// Allocates; may fail if that was asked for.
    fn allocate(&mut self, ty: CTypeId, count: Expr, new: &New, span: Span) -> Res<Value> {
        let New { region, zeroed, align, replaces } = new.clone();
        let void = self.ctypes.void();
        let pointer = self.ctypes.ptr(void);
        let object = self.object_type(ty);
        let result = self.pointer_temp(span);
        if region == Region::Heap && self.options.malloc_may_fail {
            let fails = self.condition_temp(span);
            self.emit(Op::Havoc { dst: fails }, span);
            let (yes, no, join) = (self.body.block(span), self.body.block(span), self.body.block(span));
            self.body.branch(Expr::Var(fails), yes, no, span);
            self.body.current = yes;
            self.assign(result, Expr::Null, span);
            self.body.end(yes, End::Goto(join), span);
            self.body.current = no;
            self.emit(
                Op::Alloc { dst: result, region, ty: object, count, zeroed, constant: false, align, replaces },
                span,
            );
            self.body.flow_to(join, span);
        } else {
            if region == Region::Heap {
                self.note("memory allocation is taken never to fail".into());
            }
            self.emit(
                Op::Alloc { dst: result, region, ty: object, count, zeroed, constant: false, align, replaces },
                span,
            );
        }
        Ok(self.value(pointer, Expr::Var(result)))
    }
    /// `__CPROVER_allocate`: what it allocates is there, whatever `malloc` is taken to do.
    fn allocate_surely(&mut self, call: &Use<'_>, zeroed: bool) -> Res<Value> {
        let span = call.span();
        let ty = self.int_type(IntKind::UChar);
        let element = match self.elements_in(call.arg(0)?) {
            Some((element, None)) => Some(element),
            _ => None,
        };
        let (ty, count) = match element {
            Some(element) => (element, self.word(1)),
            None => {
                let bytes = self.size_argument(call, 0)?;
                let bytes = self.share_word(bytes, span);
                let most = Expr::Int(hecaton_base::Bits::max_signed(self.word_bits()));
                self.take_for_granted(fold::binary(Binary::ULe, bytes.clone(), most), span);
                (ty, bytes)
            }
        };
        let void = self.ctypes.void();
        let pointer = self.ctypes.ptr(void);
        let (object, dst) = (self.object_type(ty), self.pointer_temp(span));
        self.emit(
            Op::Alloc {
                dst,
                region: Region::Heap,
                ty: object,
                count,
                zeroed,
                constant: false,
                align: None,
                replaces: None,
            },
            span,
        );
        Ok(self.value(pointer, Expr::Var(dst)))
    }
}
