//! Calls: of functions, through pointers, and of the functions that have a meaning of their own.

use super::constraints::NO_VALUE;
use super::link::LinkedId;
use super::{Entity, Fault, Lowering, Res, Value, error, unsupported};
use crate::ast::{self, ExprKind};
use crate::ctype::{CType, CTypeId, IntKind, Signature};
use hecaton_ir::{Callee, Expr, Op, PropKind, Span, VarId};

/// What else is to be known of a call.
pub(super) enum Extra {
    Nothing,
    /// The parameters of this function are not declared.
    Undeclared(LinkedId),
    /// Only a model tells what the parameters are: the program does not declare the function, so that a compiler takes
    /// any arguments.
    Guessed,
    /// A nested function gets this frame as its last argument.
    Frame(Expr),
}

impl Lowering<'_> {
    /// A call; `used` says whether its value is wanted.
    pub(super) fn call(&mut self, e: &ast::Expr, callee: &ast::Expr, args: &[ast::Expr], used: bool) -> Res<Value> {
        let point = self.cancellation_point(callee, args, e.span)?;
        let declared = match callee.kind {
            ExprKind::Name(name) => self.lookup(name).is_some() && !self.is_declared_later(name),
            _ => true,
        };
        let mut value = self.called(e, callee, args, used)?;
        if !declared && self.ctypes.is_void(value.ty) {
            // A compiler takes it to return an `int`.
            value.ty = self.ctypes.add(CType::Other(NO_VALUE.into()));
        }
        if let Some(model) = point {
            self.call_model(model, Vec::new(), e.span)?;
        }
        Ok(value)
    }
    fn called(&mut self, e: &ast::Expr, callee: &ast::Expr, args: &[ast::Expr], used: bool) -> Res<Value> {
        if let ExprKind::Name(name) = callee.kind {
            if let Some(value) = self.cleanup_call(name, args, e.span)? {
                return Ok(value);
            }
            let entity = self.lookup(name).cloned();
            if let Some(Entity::Nested(id, up)) = entity {
                return self.call_nested((id, up), args, used, e.span);
            }
            let linked = match entity {
                Some(Entity::Linked(id)) if self.ctypes.signature(self.linker.type_of(id)).is_some() => Some(id),
                Some(_) => None,
                None => {
                    if let Some(value) = self.intrinsic(e, name, None, args, used)? {
                        self.called_built_in(name);
                        return Ok(value);
                    }
                    if let Some(id) = self.modelled(name, callee.span) {
                        return self.call_linked(id, args, used, e.span);
                    }
                    let text = self.text(name).to_owned();
                    // `__builtin___strcpy_chk(to, from, room)` is `strcpy(to, from)` with a check of our own.
                    let checked = text.strip_prefix("__builtin___").and_then(|text| text.strip_suffix("_chk"));
                    if let (Some(base), Some((_, args))) = (checked, args.split_last()) {
                        let base = self.sources.names.intern(base);
                        if let Some(id) = self.modelled(base, callee.span) {
                            return self.call_linked(id, args, used, e.span);
                        }
                    }
                    if text.starts_with("__builtin_") {
                        return unsupported(e.span, format!("`{text}`"));
                    }
                    let id = self.implicit_function(name, callee.span)?;
                    self.warn(callee.span, format!("`{text}` is not declared: it is taken to return an `int`"));
                    Some(id)
                }
            };
            if let Some(id) = linked {
                if let Some(value) = self.intrinsic(e, name, Some(id), args, used)? {
                    self.called_built_in(name);
                    return Ok(value);
                }
                if self.linker.is_entry(id) && !args.is_empty() {
                    return unsupported(e.span, "a call of the entry function with arguments");
                }
                self.initialises_lock(name, args, e.span);
                self.synchronises(name, e.span);
                let atomic = self.text(name).starts_with("__VERIFIER_atomic_");
                if atomic && self.body.jump_frame.is_some() {
                    return unsupported(e.span, "a call of an atomic function beside `setjmp`");
                }
                if atomic {
                    self.emit(Op::Atomic { begin: true }, e.span);
                }
                let value = match self.may_be_missing(id) {
                    // There may be none: then it is a call of null.
                    true => self.call_pointer(e, callee, args, used)?,
                    false => self.call_linked(id, args, used, e.span)?,
                };
                if atomic {
                    self.emit(Op::Atomic { begin: false }, e.span);
                }
                return Ok(value);
            }
        }
        self.call_pointer(e, callee, args, used)
    }
    fn call_pointer(&mut self, e: &ast::Expr, callee: &ast::Expr, args: &[ast::Expr], used: bool) -> Res<Value> {
        self.callee_first(callee, args);
        let pointer = self.rvalue(callee)?;
        let signature = match self.ctypes.pointee(pointer.ty).map(|to| self.ctypes[to].clone()) {
            Some(CType::Func(signature)) => signature,
            _ => {
                return error(e.span, format!("a value of type `{}` cannot be called", self.ctypes.name(pointer.ty)));
            }
        };
        let target = match pointer.e {
            Expr::Func(func) => Callee::Direct(func),
            ptr => {
                let ptr = self.share_pointer(ptr, e.span);
                let text = format!("call of `{}`", self.words(callee));
                let check = if self.body.quiet { None } else { Some(self.prop(PropKind::Deref, text, e.span)) };
                Callee::Indirect { ptr, check }
            }
        };
        self.call_by(target, Extra::Nothing, &signature, args, used, e.span)
    }
    /// A call in the macro `pthread_cleanup_push`: the handler and its argument are variables there, which the call that
    /// announces it is given too, and nobody jumps to where older versions set a jump.
    fn cleanup_call(&mut self, name: ast::Symbol, args: &[ast::Expr], span: Span) -> Res<Option<Value>> {
        let (text, known) = (self.text(name), |name: &str| {
            let symbol = self.sources.names.lookup(name)?;
            self.lookup(symbol).map(|_| symbol)
        });
        let (Some(routine), Some(argument), Some(buffer)) =
            (known("__cancel_routine"), known("__cancel_arg"), known("__cancel_buf"))
        else {
            return Ok(None);
        };
        match (text, args) {
            ("__sigsetjmp", [jump, _]) if is_part_of(jump, buffer) => {
                let zero = self.int_value(IntKind::Int, 0);
                Ok(Some(zero))
            }
            ("__pthread_register_cancel", [address]) => {
                let variable = |name| ast::Expr { kind: ExprKind::Name(name), span };
                let args = [address.clone(), variable(routine), variable(argument)];
                let name = self.sources.names.intern("__hecaton_register_cancel");
                let Some(id) = self.modelled(name, span) else { return Ok(None) };
                self.call_linked(id, &args, false, span).map(Some)
            }
            _ => Ok(None),
        }
    }
    fn call_linked(&mut self, id: LinkedId, args: &[ast::Expr], used: bool, span: Span) -> Res<Value> {
        self.linker.use_at(id, span);
        if (!self.linker.has_body(id) || self.is_model(self.linker.span_of(self.linker.whole(id))))
            && let Some(value) = self.function_of_constants(id, args, span)
        {
            return Ok(value);
        }
        // First the function: a model may tell its type better than an implicit declaration.
        let func = self.function_of_linked(id);
        let ty = self.linker.type_of(id);
        let Some(mut signature) = self.ctypes.signature(ty).cloned() else {
            return error(span, "this is not a function");
        };
        let whole = self.linker.whole(id);
        let own = self.linker.has_body(id) && !self.is_model(self.linker.span_of(whole));
        if whole != id && self.passes_other_records(&signature, self.linker.type_of(whole)) {
            return unsupported(span, "a call by a type with another struct than that of the definition");
        }
        if own && signature.prototype && self.linker.is_bare(id, span) {
            if signature.variadic {
                return unsupported(span, "a call of a function with variable arguments without its prototype");
            }
            (signature.prototype, signature.params) = (false, Vec::new());
        }
        let extra = match () {
            () if signature.prototype
                && (self.linker.is_guessed(id) || self.is_declared_later(self.linker.symbol(id))) =>
            {
                Extra::Guessed
            }
            () if signature.prototype || args.is_empty() => Extra::Nothing,
            () => Extra::Undeclared(id),
        };
        self.call_by(Callee::Direct(func), extra, &signature, args, used, span)
    }
    /// Whether a function takes or gives a struct by value that is another one by the type of its definition.
    fn passes_other_records(&self, signature: &Signature, definition: CTypeId) -> bool {
        let Some(other) = self.ctypes.signature(definition) else { return false };
        let differ = |a: CTypeId, b: CTypeId| {
            let record = self.ctypes.record(a).or(self.ctypes.record(b));
            record.is_some() && !self.ctypes.compatible(a, b)
        };
        differ(signature.result, other.result)
            || signature.params.iter().zip(&other.params).any(|(a, b)| differ(*a, *b))
    }
    /// The call of a function.
    pub(super) fn call_by(
        &mut self,
        callee: Callee,
        extra: Extra,
        signature: &Signature,
        args: &[ast::Expr],
        used: bool,
        span: Span,
    ) -> Res<Value> {
        let result = signature.result;
        if let CType::Other(name) = &self.ctypes[result] {
            return unsupported(span, name.to_string());
        }
        let mut passed = Vec::with_capacity(args.len() + 1);
        // What belongs to the callee, and dies when it returns.
        let mut copies = Vec::new();
        let memory = match self.ctypes.record(result) {
            Some(_) => {
                let memory = self.temp_object(result, span)?;
                passed.push(memory.clone());
                Some(memory)
            }
            None => None,
        };
        let wanted = signature.params.len();
        if args.len() < wanted {
            if signature.prototype && !matches!(extra, Extra::Guessed) {
                return error(span, format!("{} arguments, but {wanted} parameters", args.len()));
            }
            // Compilers take it; undefined where it is executed.
            self.warn(span, format!("{} arguments, but {wanted} parameters", args.len()));
            return unsupported(span, "a call with too few arguments");
        }
        if matches!(extra, Extra::Guessed) && !signature.variadic && args.len() > wanted {
            self.warn(span, format!("{} arguments, but {wanted} parameters", args.len()));
            return unsupported(span, "a call with too many arguments");
        }
        if args.len() > wanted && signature.prototype && !signature.variadic {
            return error(span, format!("{} arguments, but {wanted} parameters", args.len()));
        }
        let all: Vec<&ast::Expr> = args.iter().collect();
        let mut ready = self.values_in_any_order(&all, span)?;
        let ready_others = ready.split_off(wanted.min(args.len()));
        let (named, others) = args.split_at(wanted.min(args.len()));
        for ((arg, &param), ready) in named.iter().zip(&signature.params).zip(ready) {
            let (value, check) = self.argument(arg, ready)?;
            let given = value.ty;
            let value = match self.convert_argument(value, param, arg.span) {
                Err(Fault::Error(_)) if matches!(extra, Extra::Guessed) => {
                    let (given, param) = (self.ctypes.name(given), self.ctypes.name(param));
                    let what = format!("an argument of type `{given}` for a parameter of type `{param}`");
                    self.warn(arg.span, what.clone());
                    return unsupported(arg.span, what);
                }
                other => other?,
            };
            let value = self.passed(value, check, &mut copies, arg.span)?;
            passed.push(value);
        }
        if signature.variadic {
            let slots = self.pack(others, ready_others, span)?;
            if let Expr::Var(slots) = slots {
                copies.push(slots);
            }
            passed.push(slots);
        } else {
            for (arg, ready) in others.iter().zip(ready_others) {
                let (value, check) = self.argument(arg, ready)?;
                let ty = self.ctypes.default_promoted(value.ty);
                let value = self.convert(value, ty, arg.span)?;
                let value = self.passed(value, check, &mut copies, arg.span)?;
                // Arguments beyond the parameters of an old-style definition are evaluated and dropped.
                if wanted == 0 && !matches!(extra, Extra::Frame(_)) {
                    passed.push(value);
                }
            }
        }
        if let Extra::Frame(frame) = &extra {
            passed.push(frame.clone());
        }
        let scalar = self.ctypes.scalar(result).is_some();
        let dst = if scalar && used { Some(self.temp(result, span)) } else { None };
        if let Extra::Undeclared(id) = extra {
            self.clobber_arguments(id, &passed, span);
        }
        let takes = matches!(&callee, Callee::Direct(func) if self.is_model(self.functions[*func].span));
        self.emit(Op::Call { dst, callee, args: passed }, span);
        self.free_temps(copies, span);
        self.catch_jump(span)?;
        for arg in args {
            self.handed_on(arg, takes)?;
        }
        Ok(match (dst, memory) {
            (Some(var), _) => self.value(result, Expr::Var(var)),
            (None, Some(memory)) => Value { ty: result, e: memory, range: (0, 0) },
            (None, None) if scalar => self.unused_value(result),
            (None, None) => self.void_value(),
        })
    }
    /// The value of an argument, unless it is there already.
    pub(super) fn argument(&mut self, arg: &ast::Expr, ready: Option<Value>) -> Res<(Value, Option<String>)> {
        match ready {
            Some(value) => Ok((value, None)),
            None => self.source(arg),
        }
    }
    /// A value nobody looks at.
    pub(super) fn unused_value(&mut self, ty: CTypeId) -> Value {
        let zero = match self.ctypes.scalar(ty) {
            Some(hecaton_ir::Scalar::Int(bits)) => Expr::Int(hecaton_base::Bits::zero(bits)),
            Some(hecaton_ir::Scalar::Float(format)) => Expr::Float(format, hecaton_base::Bits::zero(format.bits())),
            Some(hecaton_ir::Scalar::Ptr) | None => Expr::Null,
        };
        Value { ty, e: zero, range: (0, 0) }
    }
    /// An argument as it is passed: a struct as the address of a fresh copy.
    fn passed(&mut self, value: Value, check: Option<String>, copies: &mut Vec<VarId>, span: Span) -> Res<Expr> {
        if self.ctypes.record(value.ty).is_none() {
            if self.ctypes.scalar(value.ty).is_none() {
                return error(span, format!("a value of type `{}` cannot be passed", self.ctypes.name(value.ty)));
            }
            return Ok(value.e);
        }
        let copy = self.fresh_object(value.ty, span)?;
        copies.push(copy);
        self.copy_checked(Expr::Var(copy), &value, check.as_deref(), span)?;
        Ok(Expr::Var(copy))
    }
}

/// Whether an expression is a variable, a member of it, or a cast of such a one.
pub(super) fn is_part_of(e: &ast::Expr, variable: ast::Symbol) -> bool {
    let mut at = e;
    loop {
        at = match &at.kind {
            ExprKind::Name(name) => return *name == variable,
            ExprKind::Member { base, .. } => base,
            ExprKind::Cast { arg, .. } => arg,
            _ => return false,
        };
    }
}
