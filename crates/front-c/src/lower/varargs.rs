//! Variable arguments. The caller puts them into an object of slots of 16 bytes and passes its address behind the
//! named ones; a `va_list` holds the address of the next slot. (In C it is an array on x86-64; a struct of that size
//! differs only where a callee's use of the list is seen by its caller, which the standard leaves open.)

use super::library::Use;
use super::place::Place;
use super::{Fault, Lowering, Res, Value, error, unsupported};
use crate::ast::{self, ExprKind, TypeName, UnaryOp};
use crate::ctype::{Body, CRecord, CType, CTypeId, Member, Quals};
use crate::fold;
use hecaton_ir::{Aspect, Binary, DataModel, Expr, Op, Region, Span};

/// Bytes of a slot; larger arguments take several.
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
            total += size.next_multiple_of(SLOT);
        }
        if values.is_empty() && own.is_none() {
            return Ok(Expr::Null);
        }
        let byte = self.types.int(8, false);
        let slots = self.pointer_temp(span);
        let mut count = self.word(total);
        let mut rest = None;
        if let Some(own) = own {
            // Those of the function at hand come behind.
            let bytes = self.word_temp(span);
            self.emit(Op::Inspect { dst: bytes, ptr: Expr::Var(own), aspect: Aspect::Size }, span);
            count = fold::binary(Binary::Add, count, Expr::Var(bytes));
            rest = Some((Expr::Var(own), Expr::Var(bytes)));
        }
        self.emit(
            Op::Alloc {
                dst: slots,
                region: Region::Stack,
                ty: byte,
                count,
                zeroed: false,
                constant: false,
                align: None,
                replaces: None,
            },
            span,
        );
        if let Some((src, size)) = rest {
            let dst = fold::offset(Expr::Var(slots), self.word(total));
            self.emit(Op::Copy { dst, src, size, check: None }, span);
        }
        for (offset, value, check, span) in values {
            let at = fold::offset(Expr::Var(slots), self.word(offset));
            if self.ctypes.record(value.ty).is_some() {
                self.copy_checked(at, &value, check.as_deref(), span)?;
            } else {
                let stored = self.stored(&value);
                self.emit(Op::Store { ptr: at, value: stored, check: None }, span);
            }
        }
        Ok(Expr::Var(slots))
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
            }
            "__builtin_va_end" => self.effects(call, 0)?,
            "__builtin_va_copy" => {
                let (to, from) = (self.next_slot(call.arg(0)?)?, self.next_slot(call.arg(1)?)?);
                let value = self.read(&from, span)?;
                self.initialise(&to, value, span)?;
            }
            _ => return Ok(None),
        }
        Ok(Some(self.void_value()))
    }
    /// `va_arg`.
    pub(super) fn va_arg(&mut self, list: &ast::Expr, name: &TypeName, span: Span) -> Res<Value> {
        let ty = self.type_name(name)?;
        let size = self.size(ty, span)?;
        let place = self.next_slot(list)?;
        let slot = self.read(&place, span)?;
        let slot = self.share(slot, span);
        let claim = format!("there is an argument for `va_arg({}, ...)`", self.words(list));
        let argument = Place::memory(ty, slot.e.clone(), Some(claim));
        let value = self.read(&argument, span)?;
        let next = fold::offset(slot.e, self.word(size.next_multiple_of(SLOT)));
        let next = Value { ty: place.ty, e: next, range: (0, 0) };
        self.initialise(&place, next, span)?;
        Ok(value)
    }
}
