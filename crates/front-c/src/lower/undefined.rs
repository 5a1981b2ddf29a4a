//! Undefined behaviour that no instruction of the IR stumbles over by itself: floats that do not fit the integer type
//! they are converted to, copies that overlap, lengths of variable-length arrays, pointers that leave their object or
//! are compared across objects, misaligned accesses.
//!
//! Each kind is checked only where its property is asked for. Elsewhere the place is assumed to be harmless, and the
//! verdict says so: `checks` notes the assumption at the first place that was not shown harmless here. Inside the
//! models of library functions nothing is checked but what they claim themselves (`__hecaton_apart`).
//!
//! The checks of pointers ask for offsets in objects (`Inspect`) and never for addresses, so that programs whose
//! addresses do not matter stay such programs. A pointer that belongs to no object passes: it may be the address of a
//! device, and an access through it is judged as an access.

use super::arith::Text;
use super::place::{Place, Where};
use super::{Lowering, Res, Value};
use crate::ast::{self, ArraySize, Derived};
use crate::ctype::{CType, CTypeId, FloatKind, IntKind, Len, Quals, Signature};
use crate::fold;
use hecaton_base::{Bits, Map};
use hecaton_ir::{Aspect, Binary, Callee, Cast, Expr, Op, PropKind, Role, Rounding, Scalar, Span, Unary, Var, VarId};

/// What is assumed where a kind of property is not asked for.
fn assumption(kind: PropKind) -> Option<&'static str> {
    match kind {
        PropKind::Conversion => {
            Some("float-to-integer conversions are assumed to fit, since `conversion` is not checked")
        }
        PropKind::Pointer => Some(
            "pointer arithmetic is assumed to stay inside its object, and pointers that are ordered or subtracted to lie \
             in the same one, since `pointer` is not checked",
        ),
        PropKind::Alignment => Some("accesses are assumed to be aligned, since `alignment` is not checked"),
        PropKind::Overlap => Some("copied memory is assumed not to overlap its copy, since `overlap` is not checked"),
        PropKind::Vla => Some(
            "lengths of variable-length arrays are assumed to be positive and not too large, since `vla` is not checked",
        ),
        PropKind::Sequence => {
            Some("effects on one variable are assumed to be sequenced, since `sequence` is not checked")
        }
        PropKind::Overflow => Some("signed arithmetic is assumed not to overflow, since `overflow` is not checked"),
        PropKind::Division => Some("divisors are assumed not to be zero, since `division` is not checked"),
        PropKind::Shift => Some(
            "shift amounts are assumed to fit, and nothing negative to be shifted left, since `shift` is not checked",
        ),
        PropKind::Assertion
        | PropKind::Unreach
        | PropKind::Bounds
        | PropKind::Deref
        | PropKind::Free
        | PropKind::Leak
        | PropKind::Cleanup
        | PropKind::Uninit
        | PropKind::Race
        | PropKind::Deadlock => None,
    }
}

impl Lowering<'_> {
    /// Whether a place that may be undefined in this way is to be checked; if not, it is assumed to be harmless.
    pub(super) fn checks(&mut self, kind: PropKind, span: Span) -> bool {
        if self.body.quiet || self.is_model(span) && kind != PropKind::Overlap {
            return false;
        }
        if self.options.checks.contains(&kind) {
            return true;
        }
        if let Some(text) = assumption(kind) {
            self.note(text.to_owned());
        }
        false
    }

    /// Claims that a float fits an integer type (6.3.1.4): its integral part is a value of that type.
    pub(super) fn conversion_fits(&mut self, value: Value, from: FloatKind, to: IntKind, span: Span) -> Value {
        let bits = self.bits_of(to);
        if is_harmless(&value.e, from, bits, to.signed()) {
            return value;
        }
        if self.fits_integer(&value.e, from, to) == Expr::truth() || !self.checks(PropKind::Conversion, span) {
            return value;
        }
        let value = self.share(value, span);
        let cond = self.fits_integer(&value.e, from, to);
        let to = self.int_type(to);
        let (from, to) = (self.ctypes.name(value.ty), self.ctypes.name(to));
        self.claim(cond, PropKind::Conversion, |_| format!("conversion from `{from}` to `{to}` fits"), span);
        value
    }

    /// Whether the integral part of a float is a value of an integer type.
    fn fits_integer(&self, e: &Expr, from: FloatKind, to: IntKind) -> Expr {
        let bits = self.bits_of(to);
        let format = from.format();
        // A wider type holds the bounds.
        let power = |exponent: u32| Bits::from_u64(bits + 2, 1).shl(&Bits::from_u64(bits + 2, u64::from(exponent)));
        let float = |n: &Bits, mode| fold::cast(Cast::SToF(mode), Scalar::Float(format), Expr::Int(n.clone()));
        let infinite = |e: &Expr| matches!(fold::unary(Unary::FIsInf, e.clone()), Expr::Int(x) if x.is_one());
        let high = float(&power(if to.signed() { bits - 1 } else { bits }), Rounding::NearestEven);
        let least = if to.signed() { power(bits - 1).neg() } else { Bits::zero(bits + 2) };
        let below = least.sub(&Bits::one(bits + 2));
        // The number below the least value, if the format has it; else the least value is exact.
        let low = match (float(&below, Rounding::Down), float(&below, Rounding::Up)) {
            (down, up) if down == up => fold::binary(Binary::FLt, down, e.clone()),
            _ => {
                let least = float(&least, Rounding::NearestEven);
                let op = if infinite(&least) { Binary::FLt } else { Binary::FLe };
                fold::binary(op, least, e.clone())
            }
        };
        fold::and(low, fold::binary(Binary::FLt, e.clone(), high))
    }
    /// A float as an integer by a function of the library: any value, if it does not fit (7.12.9.5).
    pub(super) fn fitted_or_any(&mut self, value: Value, to: IntKind, span: Span) -> Value {
        let from = self.ctypes.float_kind(value.ty).unwrap_or(FloatKind::Double);
        let bits = self.bits_of(to);
        let value = self.share(value, span);
        let fits = self.fits_integer(&value.e, from, to);
        let whole = fold::cast(Cast::FToS, Scalar::Int(bits), value.e);
        let to = self.int_type(to);
        if fits == Expr::truth() {
            return self.value(to, whole);
        }
        let any = self.temp(to, span);
        self.emit(Op::Havoc { dst: any }, span);
        self.value(to, fold::select(fits, whole, Expr::Var(any)))
    }
    /// Claims that memory that has just been copied does not overlap its copy. Both accesses are valid here, so that
    /// different objects are certainly apart. With `exact`, a copy of an object to itself is no overlap.
    pub(super) fn copy_is_apart(&mut self, to: Part<'_>, from: Part<'_>, exact: bool, text: Text<'_>, span: Span) {
        // What is written is not constant.
        let constant =
            matches!(named(&self.body.vars, from.at), Some(Expr::Global(global)) if self.globals[*global].constant);
        if constant || are_different(&self.body.vars, to.at, from.at) || exact && to.at == from.at {
            return;
        }
        let gap = |a: &Part<'_>, b: &Part<'_>| fold::binary(Binary::PtrGap, a.at.clone(), b.at.clone());
        let behind = fold::binary(Binary::ULe, from.size.clone(), gap(&to, &from));
        let before = fold::binary(Binary::ULe, to.size.clone(), gap(&from, &to));
        let mut cond = fold::and(behind, before);
        for size in [from.size, to.size] {
            let nothing = fold::binary(Binary::Eq, size.clone(), self.word(0));
            if from.size != to.size && !matches!(nothing, Expr::Int(_)) {
                cond = fold::or(nothing, cond);
            }
        }
        if exact {
            cond = fold::or(fold::binary(Binary::Eq, to.at.clone(), from.at.clone()), cond);
        }
        if cond == Expr::truth() || !self.checks(PropKind::Overlap, span) {
            return;
        }
        self.claim(cond, PropKind::Overlap, |this| text(this), span);
    }
    /// A pointer that something of a type is accessed through, and, if it is asked whether it is aligned and that is not
    /// plain, what is to be claimed where it is accessed.
    pub(super) fn with_alignment_claim(
        &mut self,
        at: Expr,
        to: CTypeId,
        quals: Quals,
        span: Span,
    ) -> (Expr, Option<(Expr, u64)>) {
        let align = self.alignment_of(to, quals);
        let asked = self.options.checks.contains(&PropKind::Alignment) && !self.is_model(span);
        if !asked || self.body.quiet || self.is_aligned(&at, align) {
            return (at, None);
        }
        let at = self.share_address(at, span);
        (at.clone(), Some((at, align)))
    }
    /// The alignment that accesses through a pointer need: a typedef may ask for less than the type has.
    fn alignment_of(&self, to: CTypeId, quals: Quals) -> u64 {
        quals.align.map_or_else(|| self.ctypes.align_of(to), u64::from)
    }
    /// Claims that an access is aligned (6.3.2.3p7). Arrays and functions are not accessed as a whole.
    pub(super) fn access_is_aligned(&mut self, place: &Place, span: Span) {
        let Some((at, align)) = &place.aligned else { return };
        if matches!(self.ctypes[place.ty], CType::Array(..) | CType::Func(_) | CType::Void) {
            return;
        }
        self.claim_aligned(at, *align, &format!("the address of this access is a multiple of {align}"), span);
    }
    fn claim_aligned(&mut self, at: &Expr, align: u64, text: &str, span: Span) {
        let address = fold::cast(Cast::PToI, Scalar::Int(self.word_bits()), at.clone());
        let low = fold::binary(Binary::And, address, self.word(align - 1));
        let aligned = fold::binary(Binary::Eq, low, self.word(0));
        // Of an address without an object nothing is known.
        let live = self.inspect(at, Aspect::Live, span);
        let cond = fold::or(fold::binary(Binary::Eq, live, self.word(0)), aligned);
        self.claim(cond, PropKind::Alignment, |_| text.to_owned(), span);
    }
    /// A pointer is converted to one to another type: the only place where misaligned pointers of good types come from,
    /// but for numbers and members of packed structs.
    pub(super) fn conversion_is_aligned(&mut self, value: Value, to: CTypeId, span: Span) -> Value {
        let (Some(from), Some(into)) = (self.ctypes.pointee(value.ty), self.ctypes.pointee(to)) else { return value };
        let align = self.alignment_of(into, self.ctypes.pointee_quals(to));
        let before = self.alignment_of(from, self.ctypes.pointee_quals(value.ty));
        let harmless = align <= before || self.is_aligned(&value.e, align) || self.is_fresh(&value.e);
        if harmless || !self.checks(PropKind::Alignment, span) {
            return value;
        }
        let value = self.share(value, span);
        let text = format!("the pointer is a multiple of {align}, as `{}` needs it", self.ctypes.name(to));
        self.claim_aligned(&value.e, align, &text, span);
        value
    }
    /// `__builtin_assume_aligned`: without a number, the alignment is not looked at.
    pub(super) fn is_said_to_be_aligned(&mut self, at: &Expr, align: Option<u64>, span: Span) {
        match align {
            Some(align) if !align.is_power_of_two() || self.is_aligned(at, align) => {}
            Some(align) => {
                if self.checks(PropKind::Alignment, span) {
                    self.claim_aligned(at, align, &format!("the pointer is a multiple of {align}, as is said"), span);
                }
            }
            None => self.note("what `__builtin_assume_aligned` says with an offset is taken to be true".into()),
        }
    }
    /// Whether an address is plainly a multiple of a number: null, or in an object with a name.
    fn is_aligned(&self, at: &Expr, align: u64) -> bool {
        let (base, offset) = match at {
            Expr::Offset(ab) => (&ab[0], Some(&ab[1])),
            _ => (at, None),
        };
        let offset = match offset {
            None => 0,
            Some(Expr::Int(offset)) => offset.to_u64().unwrap_or(1),
            Some(_) => 1,
        };
        let target = self.ctypes.target;
        let own = match base {
            Expr::Null => u64::MAX,
            Expr::Global(global) => self.types.align(self.globals[*global].ty, target),
            Expr::Var(var) => match self.body.vars.get(*var).map(|var| var.role) {
                Some(Role::Place(ty)) => self.types.align(ty, target),
                _ => 1,
            },
            _ => 1,
        };
        align <= 1 || own >= align && offset.is_multiple_of(align)
    }
    /// Whether a pointer is what an allocation has just given, which is aligned for all types.
    pub(super) fn is_fresh(&self, at: &Expr) -> bool {
        let Expr::Var(var) = at else { return false };
        if self.body.fresh == Some(*var) {
            return true;
        }
        match self.body.insts(self.body.current).last().map(|inst| &inst.op) {
            Some(Op::Call { dst: Some(dst), callee: Callee::Direct(func), .. }) => {
                let name = self.functions[*func].name.as_str();
                dst == var && ["realloc", "reallocarray", "aligned_alloc", "memalign", "valloc"].contains(&name)
            }
            _ => false,
        }
    }
    /// The address of an object with automatic storage that may be defined `const`: then only its initialisation writes
    /// it (6.7.3p6), which is all that writes it without a check.
    pub(super) fn is_constant(&mut self, var: VarId, constant: bool) {
        if constant && self.options.constants {
            self.body.constants.insert(var);
        }
    }
    /// The number of elements that a pointer is moved by, and the condition that it is not too large for any object:
    /// taken as signed, and multiplied with the size of an element, it is what it was.
    pub(super) fn move_fits(&mut self, index: Value, size: &Expr, span: Span) -> Res<(Value, Expr)> {
        let widest = i128::from(i64::MAX) >> (64 - self.word_bits());
        let whole = match size {
            Expr::Int(size) => size.to_u64().map_or(widest, |size| widest / i128::from(size.max(1))),
            _ => 0,
        };
        if -whole <= index.range.0 && index.range.1 <= whole || !self.checks(PropKind::Pointer, span) {
            return Ok((index, Expr::truth()));
        }
        let unsigned = index.range.1 > widest;
        let kind = self.ctypes.diff_kind();
        let ty = self.int_type(kind);
        let index = self.convert(index, ty, span)?;
        let index = self.share(index, span);
        let product = fold::not(fold::binary(Binary::SMulOverflow, index.e.clone(), size.clone()));
        let positive = fold::binary(Binary::SLe, self.word(0), index.e.clone());
        Ok((index, if unsigned { fold::and(positive, product) } else { product }))
    }
    /// Moves a pointer by bytes, and claims that it stays inside its object or one past its end, and that a null pointer
    /// is not moved (6.5.6p8).
    pub(super) fn stays_inside(&mut self, base: Expr, bytes: Expr, fits: Expr, text: Text<'_>, span: Span) -> Expr {
        let moved = fold::offset(base.clone(), bytes.clone());
        let still = matches!(&bytes, Expr::Int(n) if n.is_zero());
        let harmless = fits == Expr::truth() && (still || self.is_inside(&moved));
        if !still && self.options.checks.contains(&PropKind::Pointer) && self.is_own_code(span) {
            self.note("`pointer` looks at whole objects: a pointer may leave the row of an array or the member that it began in".into());
        }
        if harmless || !self.checks(PropKind::Pointer, span) {
            return moved;
        }
        let base = self.share_pointer(base, span);
        let bytes = self.share_word(bytes, span);
        let moved = self.share_pointer(fold::offset(base.clone(), bytes.clone()), span);
        let [live, offset, size] =
            [Aspect::Live, Aspect::Offset, Aspect::Size].map(|aspect| self.inspect(&moved, aspect, span));
        // A negative offset is too large as an unsigned number.
        let inside = fold::binary(Binary::ULe, offset, size);
        let no_object = fold::binary(Binary::Eq, live, self.word(0));
        let mut cond = fold::and(fits, fold::or(no_object, inside));
        if named(&self.body.vars, &base).is_none() {
            let zero = fold::binary(Binary::Eq, bytes, self.word(0));
            let somewhere = fold::not(fold::binary(Binary::Eq, base, Expr::Null));
            cond = fold::and(cond, fold::or(somewhere, zero));
        }
        self.claim(cond, PropKind::Pointer, |this| format!("`{}` stays inside its object", text(this)), span);
        moved
    }
    /// Claims of an index whose address alone is wanted that it is at most one past the end of its array.
    pub(super) fn address_inside(&mut self, index: Value, len: Len, text: Text<'_>, span: Span) -> Res<Value> {
        let known = match len {
            Len::Known(n) => 0 <= index.range.0 && index.range.1 <= i128::from(n),
            Len::Variable(_) | Len::Unknown => false,
        };
        if known || !self.checks(PropKind::Pointer, span) {
            return Ok(index);
        }
        let kind = self.ctypes.diff_kind();
        let ty = self.int_type(kind);
        let index = self.convert(index, ty, span)?;
        let index = self.share(index, span);
        let end = match len {
            Len::Known(n) => self.word(n),
            Len::Variable(var) => Expr::Var(var),
            Len::Unknown => return Ok(index),
        };
        let cond = fold::binary(Binary::ULe, index.e.clone(), end);
        self.claim(cond, PropKind::Pointer, |this| format!("`&{}` stays inside its array", text(this)), span);
        Ok(index)
    }
    /// Claims that two pointers that are ordered or subtracted lie in one object (6.5.6p9, 6.5.8p5): the objects that
    /// they belong to begin at the same place.
    pub(super) fn in_one_object(&mut self, a: Value, b: Value, text: Text<'_>, span: Span) -> (Value, Value) {
        let pointers = self.ctypes.pointee(a.ty).is_some() && self.ctypes.pointee(b.ty).is_some();
        if !pointers || same_base(&a.e, &b.e) || !self.checks(PropKind::Pointer, span) {
            return (a, b);
        }
        let (a, b) = (self.share(a, span), self.share(b, span));
        let [x, y] = [&a, &b].map(|pointer| {
            let offset = self.inspect(&pointer.e, Aspect::Offset, span);
            fold::offset(pointer.e.clone(), fold::unary(Unary::Neg, offset))
        });
        // An address without an object passes: it lies as far from null as it says.
        let null = |pointer: &Expr| fold::binary(Binary::Eq, pointer.clone(), Expr::Null);
        let [first, second] = [(&x, &a), (&y, &b)].map(|(start, at)| fold::and(null(start), fold::not(null(&at.e))));
        let cond = fold::or(fold::binary(Binary::Eq, x, y), fold::or(first, second));
        self.claim(cond, PropKind::Pointer, |this| format!("the operands of `{}` lie in one object", text(this)), span);
        (a, b)
    }
    /// Whether an address lies inside an object with a name, or one past its end.
    fn is_inside(&self, at: &Expr) -> bool {
        let (base, offset) = match at {
            Expr::Offset(ab) => (&ab[0], &ab[1]),
            _ => return false,
        };
        let ty = match base {
            Expr::Global(global) => self.globals[*global].ty,
            Expr::Var(var) => match self.body.vars.get(*var).map(|var| var.role) {
                Some(Role::Place(ty)) => ty,
                _ => return false,
            },
            _ => return false,
        };
        matches!(offset, Expr::Int(offset) if offset.to_u64().is_some_and(|at| at <= self.types.size(ty, self.ctypes.target)))
    }
    /// For an assignment of a struct or union that lies in memory: where it goes, where it comes from and its size, if
    /// the two may overlap in part (6.5.16.1p3). Elements of an array that is named do not.
    pub(super) fn may_overlap(
        &mut self,
        place: &Place,
        rhs: &ast::Expr,
        (value, check): &mut (Value, Option<String>),
    ) -> Option<(Expr, Expr, Expr)> {
        let Where::Memory(to) = &place.at else { return None };
        let whole = self.ctypes.record(place.ty).is_some() && self.is_place(rhs) && !place.quals.atomic;
        let size = self.ctypes.size_of(place.ty)?;
        let by_pointer = place.check.is_some() || check.is_some();
        let known = matches!(fold::binary(Binary::PtrGap, to.clone(), value.e.clone()), Expr::Int(_));
        if !whole || !by_pointer && !known {
            return None;
        }
        value.e = self.share_address(value.e.clone(), rhs.span);
        Some((to.clone(), value.e.clone(), self.word(size)))
    }
    /// Claims that a parameter that is declared with `static` and a number of elements leads to so many (6.7.6.3p7).
    pub(super) fn has_elements(&mut self, declarator: &ast::Declarator) -> Res<()> {
        let (Some(name), Some(Derived::Array { size: ArraySize::Expr(size), at_least: true, .. })) =
            (declarator.name, declarator.derived.first())
        else {
            return Ok(());
        };
        if self.is_model(name.span) {
            return Ok(());
        }
        let variable = ast::Expr { kind: ast::ExprKind::Name(name.name), span: name.span };
        let pointer = self.rvalue(&variable)?;
        let Some(element) = self.ctypes.pointee(pointer.ty) else { return Ok(()) };
        let pointer = self.share(pointer, name.span);
        let count = self.rvalue(size)?;
        let count = self.as_size(count, name.span)?;
        let element = self.size_expr(element, name.span)?;
        let bytes = fold::binary(Binary::Mul, count, element);
        let bytes = self.share_word(bytes, name.span);
        let [live, offset, size] =
            [Aspect::Live, Aspect::Offset, Aspect::Size].map(|aspect| self.inspect(&pointer.e, aspect, name.span));
        let room = fold::binary(Binary::Sub, size.clone(), offset.clone());
        let inside = fold::and(fold::binary(Binary::ULe, offset, size), fold::binary(Binary::ULe, bytes, room));
        // An address without an object may be that of a device.
        let no_object = fold::binary(Binary::Eq, live, self.word(0));
        let null = fold::binary(Binary::Eq, pointer.e, Expr::Null);
        let cond = fold::and(fold::not(null), fold::or(no_object, inside));
        let text = self.text(name.name).to_owned();
        let text = |_: &Self| format!("`{text}` has as many elements as its declaration says");
        self.demand(cond, PropKind::Assertion, text, name.span);
        Ok(())
    }
    /// Claims that parameters which the attribute `nonnull` names are not null.
    pub(super) fn params_are_not_null(&mut self, which: u64, signature: &Signature, span: Span) {
        let by_memory = usize::from(self.ctypes.record(signature.result).is_some());
        for (index, ty) in signature.params.iter().enumerate().take(64).filter(|(index, _)| which >> index & 1 == 1) {
            let Some(&param) = self.body.params.get(index + by_memory).filter(|_| self.ctypes.pointee(*ty).is_some())
            else {
                continue;
            };
            let cond = fold::not(fold::binary(Binary::Eq, Expr::Var(param), Expr::Null));
            let text = format!("argument {} of `{}` is not null, as its declaration says", index + 1, self.body.name);
            self.demand(cond, PropKind::Assertion, |_| text, span);
        }
    }
    /// Claims that what a function with the attribute `returns_nonnull` returns is not null.
    pub(super) fn result_is_not_null(&mut self, span: Span) {
        let text = format!("the result of `{}` is not null, as its declaration says", self.body.name);
        let prop = self.prop(PropKind::Assertion, text, span);
        self.body.before_results(|result| {
            let cond = fold::not(fold::binary(Binary::Eq, result.clone(), Expr::Null));
            [Op::Assert { cond: cond.clone(), prop }, Op::Assume { cond }]
        });
    }
    /// Claims that a function that is declared never to return does not (6.7.4p8).
    pub(super) fn never_returns(&mut self, span: Span) {
        let text = format!("`{}`, which is declared never to return, does not", self.body.name);
        let prop = self.prop(PropKind::Assertion, text, span);
        self.body.before_returns(&[Op::Assert { cond: Expr::int(1, 0), prop }, Op::Assume { cond: Expr::int(1, 0) }]);
    }
    /// Claims that a variable-length array has a positive length; `count` is signed. GNU C has arrays without elements,
    /// so that what follows is executed with those too.
    pub(super) fn length_is_positive(&mut self, count: &Expr, words: &str, span: Span) {
        let positive = fold::binary(Binary::SLt, self.word(0), count.clone());
        if positive != Expr::truth() && self.checks(PropKind::Vla, span) {
            self.claim(positive, PropKind::Vla, |_| format!("array length `{words}` is positive"), span);
        }
        let not_negative = fold::binary(Binary::SLe, self.word(0), count.clone());
        self.take_for_granted(not_negative, span);
    }
    /// Claims that the size of a variable-length array in bytes fits `ptrdiff_t`, of which there is no larger object.
    pub(super) fn length_is_possible(&mut self, cond: Expr, name: &str, span: Span) {
        if cond != Expr::truth() && self.checks(PropKind::Vla, span) {
            let text = format!("the size of the array `{name}` fits `ptrdiff_t`");
            self.claim(cond.clone(), PropKind::Vla, |_| text, span);
        }
        self.take_for_granted(cond, span);
    }
}

/// Memory that is copied or written.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    /// Where it begins: an expression that may be used twice.
    pub at: &'a Expr,
    /// How many bytes it has: the same.
    pub size: &'a Expr,
}

/// Whether two addresses are those of different objects with names.
fn are_different(vars: &Map<VarId, Var>, a: &Expr, b: &Expr) -> bool {
    match (named(vars, a), named(vars, b)) {
        (Some(a), Some(b)) => a != b,
        _ => false,
    }
}

/// Whether two pointers were moved from the same one.
fn same_base(a: &Expr, b: &Expr) -> bool {
    base_of(a).is_some_and(|base| Some(base) == base_of(b))
}

/// What a pointer was moved from.
fn base_of(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::Offset(ab) => base_of(&ab[0]),
        Expr::Global(_) | Expr::Var(_) | Expr::Null => Some(e),
        _ => None,
    }
}

/// The object with a name that an address belongs to, by its start.
pub(super) fn named<'e>(vars: &Map<VarId, Var>, e: &'e Expr) -> Option<&'e Expr> {
    match e {
        Expr::Global(_) => Some(e),
        Expr::Var(var) => matches!(vars.get(*var)?.role, Role::Place(_)).then_some(e),
        Expr::Offset(ab) => named(vars, &ab[0]),
        _ => None,
    }
}

/// Whether what is converted to an integer was an integer of fewer values before, which the float holds exactly.
fn is_harmless(e: &Expr, float: FloatKind, bits: u32, signed: bool) -> bool {
    let Expr::Cast(op @ (Cast::SToF(_) | Cast::UToF(_)), _, inner) = e else { return false };
    let (Some(width), was_signed) = (width_of(inner), matches!(op, Cast::SToF(_))) else { return false };
    let fits = if was_signed { signed && width <= bits } else { width < bits || width == bits && !signed };
    fits && width <= float.format().sig
}

/// The width of an integer expression, as far as its form says.
fn width_of(e: &Expr) -> Option<u32> {
    match e {
        Expr::Int(bits) => Some(bits.width()),
        Expr::Cast(_, Scalar::Int(width), _) => Some(*width),
        _ => None,
    }
}
