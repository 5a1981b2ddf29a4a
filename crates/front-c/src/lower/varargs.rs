//! Variable arguments. The caller puts them into an object of slots and passes its address behind the named ones; a
//! `va_list` holds the address of the next slot. (In C it is an array on x86-64; a struct of that size differs only
//! where a callee's use of the list is seen by its caller, which the standard leaves open: 7.16p3.) A slot begins with
//! 16 bytes that tell the type of the argument behind them, so that `va_arg` with another type is noticed, and how many
//! arguments there are from here on. A list that was ended is null.

use super::body::stack_object;
use super::library::Use;
use super::place::Place;
use super::{Fault, Lowering, Res, Value, error, unsupported};
use crate::ast::{self, ExprKind, TypeName, UnaryOp};
use crate::ctype::{Body, CRecord, CType, CTypeId, IntKind, Member, Quals};
use crate::fold;
use hecaton_ir::{Aspect, Binary, DataModel, End, Expr, Op, Span, VarId};

/// What the parts of a slot are aligned to: the type, which has as many bytes, and the argument.
const SLOT: u64 = 16;

impl Lowering<'_> {
    /// The type `va_list`.
    pub(super) fn va_list(&mut self) -> CTypeId {
        if let Some(ty) = self.va_list {
            return ty;
        }
        let void = self.ctypes.void();
        let next =
            Member { name: "next".into(), ty: self.ctypes.ptr(void), offset: 0, bits: None, quals: Quals::default() };
        let (size, align) = match self.ctypes.target {
            DataModel::Lp64 => (24, 8),
            DataModel::Ilp32 => (4, 4),
        };
        let body = Body { members: vec![next], size, align, depth: 2 };
        let record = CRecord {
            union: false,
            name: "va_list".into(),
            body: Some(body),
            transparent: false,
            vector: None,
            complex: None,
            library: false,
        };
        let id = self.ctypes.records.push(record);
        let ty = self.ctypes.add(CType::Record(id));
        self.va_list = Some(ty);
        ty
    }
    /// Arguments without `__builtin_va_arg_pack()` at their end, which stands for those that the function at hand has
    /// beyond its named ones; and whether it was there.
    pub(super) fn unpacked<'e>(&self, args: &'e [ast::Expr]) -> (&'e [ast::Expr], bool) {
        let is_pack = |e: &ast::Expr| match &e.kind {
            ExprKind::Call { callee, args, .. } if args.is_empty() => {
                matches!(callee.kind, ExprKind::Name(name) if self.text(name) == "__builtin_va_arg_pack")
            }
            _ => false,
        };
        match args.split_last() {
            Some((last, rest)) if is_pack(last) => (rest, true),
            _ => (args, false),
        }
    }
    /// The arguments beyond the named ones, as they are passed: a variable with the address of their object, which lives
    /// until the callee returns, or null.
    pub(super) fn pack(&mut self, args: &[ast::Expr], ready: Vec<Option<Value>>, span: Span) -> Res<Expr> {
        let (args, forwards) = self.unpacked(args);
        let own = match self.body.slots {
            Some(slots) if forwards => Some(slots),
            None if forwards => {
                return unsupported(span, "`__builtin_va_arg_pack` in a function without variable arguments");
            }
            Some(_) | None => None,
        };
        let mut values = Vec::with_capacity(args.len());
        let mut total = 0;
        for (arg, ready) in args.iter().zip(ready) {
            let (value, check) = self.argument(arg, ready)?;
            let ty = self.ctypes.default_promoted(value.ty);
            let value = self.convert(value, ty, arg.span)?;
            let size = self.size(ty, arg.span)?;
            if self.ctypes.scalar(ty).is_none() && self.ctypes.record(ty).is_none() {
                return error(arg.span, format!("a value of type `{}` cannot be passed", self.ctypes.name(ty)));
            }
            let value = if self.ctypes.scalar(ty).is_some() { self.share(value, arg.span) } else { value };
            values.push((total, value, check, arg.span));
            total += SLOT + size.next_multiple_of(SLOT);
        }
        if values.is_empty() && own.is_none() {
            return Ok(Expr::Null);
        }
        let byte = self.types.int(8, false);
        let slots = self.pointer_temp(span);
        let mut count = self.word(total);
        let mut rest = None;
        let mut remaining = Expr::int(32, 0);
        if let Some(own) = own {
            remaining = self.remaining(own, span);
            // Those of the function at hand come behind.
            let bytes = self.word_temp(span);
            self.emit(Op::Inspect { dst: bytes, ptr: Expr::Var(own), aspect: Aspect::Size }, span);
            count = fold::binary(Binary::Add, count, Expr::Var(bytes));
            rest = Some((Expr::Var(own), Expr::Var(bytes)));
        }
        self.emit(stack_object(slots, byte, count), span);
        if let Some((src, size)) = rest {
            let dst = fold::offset(Expr::Var(slots), self.word(total));
            self.emit(Op::Copy { dst, src, size, check: None }, span);
        }
        let all = values.len();
        for (index, (offset, value, check, span)) in values.into_iter().enumerate() {
            let count = fold::binary(Binary::Add, remaining.clone(), Expr::int(32, (all - index) as i64));
            let at = fold::offset(Expr::Var(slots), self.word(offset + 4));
            self.emit(Op::Store { ptr: at, value: count, check: None }, span);
            let tag = Expr::int(32, self.tag(value.ty));
            let at = fold::offset(Expr::Var(slots), self.word(offset));
            self.emit(Op::Store { ptr: at, value: tag, check: None }, span);
            let at = fold::offset(Expr::Var(slots), self.word(offset + SLOT));
            if self.ctypes.record(value.ty).is_some() {
                self.copy_checked(at, &value, check.as_deref(), span)?;
            } else {
                let stored = self.stored(&value);
                self.emit(Op::Store { ptr: at, value: stored, check: None }, span);
            }
        }
        Ok(Expr::Var(slots))
    }
    /// A number for the type of an argument. Types that an argument of the one may be read as the other (7.16.1.1p2)
    /// have the same, and so have integers of one size and pointers, which are passed in the same way.
    fn tag(&self, ty: CTypeId) -> i64 {
        let size = self.ctypes.size_of(ty).map_or(0, |size| size.min(1 << 20) as i64);
        match () {
            () if self.ctypes.int_kind(ty).is_some() => size,
            () if self.ctypes.pointee(ty).is_some() => 1 << 24,
            () if self.ctypes.float_kind(ty).is_some() => 2 << 24 | size,
            () => 3 << 24 | size,
        }
    }
    /// A list was handed to another function by value. If that takes arguments from it, the list is indeterminate here
    /// from now on (7.16p3); of a function of the program that is not followed.
    pub(super) fn handed_on(&mut self, arg: &ast::Expr, takes: bool) -> Res<()> {
        let wanted = self.va_list();
        if self.body.quiet || self.is_model(arg.span) || !self.is_place(arg) || self.type_of(arg)? != wanted {
            return Ok(());
        }
        let place = self.next_slot(arg)?;
        let gone = if takes {
            Expr::Null
        } else {
            let any = self.condition_temp(arg.span);
            self.emit(Op::Havoc { dst: any }, arg.span);
            let taken = self.condition_temp(arg.span);
            let what = "whether a function takes arguments from a `va_list` that it is given".to_owned();
            self.emit(Op::Approximate { dst: taken, value: Expr::Var(any), what }, arg.span);
            let now = self.read(&place, arg.span)?;
            fold::select(Expr::Var(taken), Expr::Null, now.e)
        };
        let gone = Value { ty: place.ty, e: gone, range: (0, 0) };
        self.initialise(&place, gone, arg.span)?;
        Ok(())
    }
    /// A function is left: each list that was begun in it must have been ended there (7.16.1p1).
    pub(super) fn leaves_lists(&mut self) {
        if !self.body.lists.is_empty() && !self.body.quiet {
            self.note("a `va_list` is taken to need no `va_end`".into());
        }
    }
    fn begins_list(&mut self, list: &ast::Expr) {
        if !self.is_model(list.span) {
            let words = self.words(list);
            if !self.body.lists.insert(words) && !self.body.quiet {
                self.leaves_lists();
            }
        }
    }
    /// Where a `va_list` holds the next slot. Compilers accept whatever is given for one.
    fn next_slot(&mut self, list: &ast::Expr) -> Res<Place> {
        match self.slot_place(list) {
            Err(Fault::Error(_)) => unsupported(list.span, format!("`{}` as a `va_list`", self.words(list))),
            other => other,
        }
    }
    fn slot_place(&mut self, list: &ast::Expr) -> Res<Place> {
        let wanted = self.va_list();
        if let ExprKind::Cast { .. } | ExprKind::Unary { op: UnaryOp::AddrOf, .. } = &list.kind {
            // On x86-64 the list is an array, so that a pointer to it is as good.
            let pointer = self.rvalue(list)?;
            let place = self.pointed(pointer, |this| this.words(list), list.span)?;
            let void = self.ctypes.void();
            let ty = self.ctypes.ptr(void);
            return Ok(self.share_place(Place { ty, ..place }, list.span));
        }
        let mut place = self.place(list, false)?;
        // A `va_list *` that is dereferenced, or a parameter declared as an array of one.
        if let CType::Array(elem, _) = self.ctypes[place.ty] {
            place.ty = elem;
        }
        if place.ty != wanted {
            return error(list.span, format!("a value of type `{}` is no `va_list`", self.ctypes.name(place.ty)));
        }
        let void = self.ctypes.void();
        let ty = self.ctypes.ptr(void);
        Ok(self.share_place(Place { ty, constant: false, ..place }, list.span))
    }
    /// `va_start`, `va_end` and `va_copy`.
    pub(super) fn va_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let span = call.span();
        match name {
            "__builtin_va_start" | "__builtin_c23_va_start" => {
                let place = self.next_slot(call.arg(0)?)?;
                let Some(slots) = self.body.slots else {
                    return unsupported(span, "`va_start` in a function without variable arguments");
                };
                let value = self.value(place.ty, Expr::Var(slots));
                self.initialise(&place, value, span)?;
                self.begins_list(call.arg(0)?);
            }
            "__builtin_va_end" => {
                let place = self.next_slot(call.arg(0)?)?;
                let ended = Value { ty: place.ty, e: Expr::Null, range: (0, 0) };
                self.initialise(&place, ended, span)?;
                let words = self.words(call.arg(0)?);
                self.body.lists.remove(&words);
            }
            "__builtin_va_copy" => {
                let (to, from) = (self.next_slot(call.arg(0)?)?, self.next_slot(call.arg(1)?)?);
                let value = self.read(&from, span)?;
                self.initialise(&to, value, span)?;
                self.begins_list(call.arg(0)?);
            }
            "__builtin_va_arg_pack_len" => return self.pack_length(call).map(Some),
            _ => return Ok(None),
        }
        Ok(Some(self.void_value()))
    }
    /// How many arguments the function at hand has beyond its named ones.
    fn pack_length(&mut self, call: &Use<'_>) -> Res<Value> {
        let span = call.span();
        let Some(slots) = self.body.slots else {
            return unsupported(span, "`__builtin_va_arg_pack_len` in a function without variable arguments");
        };
        let count = self.remaining(slots, span);
        let int = self.ctypes.int(IntKind::Int);
        Ok(self.value(int, count))
    }
    /// How many arguments there are from a slot on.
    fn remaining(&mut self, slots: VarId, span: Span) -> Expr {
        let ty = self.types.int(32, true);
        let count = self.temp_of(ty, span);
        let (some, join) = (self.body.block(span), self.body.block(span));
        self.assign(count, Expr::int(32, 0), span);
        let none = fold::binary(Binary::Eq, Expr::Var(slots), Expr::Null);
        self.body.branch(none, join, some, span);
        self.body.current = some;
        let at = fold::offset(Expr::Var(slots), self.word(4));
        self.emit(Op::Load { dst: count, ptr: at, check: None }, span);
        self.body.end(some, End::Goto(join), span);
        self.body.current = join;
        Expr::Var(count)
    }
    /// `va_arg`.
    pub(super) fn va_arg(&mut self, list: &ast::Expr, name: &TypeName, span: Span) -> Res<Value> {
        let ty = self.type_name(name)?;
        let size = self.size(ty, span)?;
        let found = self.type_of(list)?;
        if self.ctypes.is_arithmetic(found) {
            return error(list.span, "this is not a `va_list`");
        }
        let place = self.next_slot(list)?;
        let slot = self.read(&place, span)?;
        let slot = self.share(slot, span);
        let claim =
            format!("there is an argument of type `{}` for `va_arg({}, ...)`", self.ctypes.name(ty), self.words(list));
        if let Some(prop) = self.access_check(Some(&claim), span) {
            let tag = self.types.int(32, true);
            let tag = self.temp_of(tag, span);
            self.emit(Op::Load { dst: tag, ptr: slot.e.clone(), check: Some(prop) }, span);
            let cond = fold::binary(Binary::Eq, Expr::Var(tag), Expr::int(32, self.tag(ty)));
            self.emit(Op::Assert { cond: cond.clone(), prop }, span);
            self.emit(Op::Assume { cond }, span);
        }
        // Then the argument is there.
        let at = fold::offset(slot.e.clone(), self.word(SLOT));
        let value = self.read(&Place::memory(ty, at, None), span)?;
        let next = fold::offset(slot.e, self.word(SLOT + size.next_multiple_of(SLOT)));
        let next = Value { ty: place.ty, e: next, range: (0, 0) };
        self.initialise(&place, next, span)?;
        Ok(value)
    }
}
