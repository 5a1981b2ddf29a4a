//! Conversions and arithmetic, with the checks of the standard: overflow, division by zero, shifts.

use super::{Lowering, Res, Value, error, unsupported};
use crate::ast::{BinaryOp, UnaryOp};
use crate::ctype::{CType, CTypeId, IntKind};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Cast, Expr, PropKind, Rounding, Scalar, Span, Unary};

/// The text of the operation at hand, made only if a property needs it.
pub(super) type Text<'a> = &'a dyn Fn(&Lowering<'_>) -> String;

impl Lowering<'_> {
    /// Converts a value to another type, as by assignment or a cast.
    pub(super) fn convert(&mut self, value: Value, to: CTypeId, span: Span) -> Res<Value> {
        if value.ty == to {
            return Ok(value);
        }
        let target = self.ctypes.target;
        let word = self.word_bits();
        match (self.ctypes[value.ty].clone(), self.ctypes[to].clone()) {
            (_, CType::Void) => Ok(self.void_value()),
            (CType::Other(name), _) | (_, CType::Other(name)) => unsupported(span, name.to_string()),
            (CType::Record(_), _) | (_, CType::Record(_))
                if self.complex_part(value.ty).is_some() || self.complex_part(to).is_some() =>
            {
                self.convert_complex(value, to, span)
            }
            (CType::Void, _) => error(span, "the value of something that has none"),
            (_, CType::Int(_) | CType::Enum(_)) if self.ctypes.int_kind(to) == Some(IntKind::Bool) => {
                let cond = self.condition_of(value, span)?;
                Ok(Value { ty: to, e: cond, range: (0, 1) })
            }
            (CType::Int(_) | CType::Enum(_), CType::Int(_) | CType::Enum(_)) => {
                let from = self.ctypes.int_kind(value.ty).unwrap_or(IntKind::Int);
                let kind = self.ctypes.int_kind(to).unwrap_or(IntKind::Int);
                let e = fold::resize(value.e, from.bits(target), kind.bits(target), from.signed());
                let (low, high) = kind.range(target);
                let whole = from.bits(target) < 128 || kind.bits(target) < 128;
                let fits = whole && low <= value.range.0 && value.range.1 <= high;
                Ok(if fits { Value { ty: to, e, range: value.range } } else { self.value(to, e) })
            }
            (CType::Int(_) | CType::Enum(_), CType::Float(kind)) => {
                let from = self.ctypes.int_kind(value.ty).unwrap_or(IntKind::Int);
                let (scalar, signed) = (Scalar::Float(kind.format()), from.signed());
                let op = |mode| if signed { Cast::SToF(mode) } else { Cast::UToF(mode) };
                // What has no more bits than the significand is not rounded.
                if from.bits(target) <= kind.format().sig {
                    return Ok(self.value(to, fold::cast(op(Rounding::NearestEven), scalar, value.e)));
                }
                let value = if self.rounds_dynamically() { self.share(value, span) } else { value };
                let e = self.rounded(&[&value.e], span, |mode| fold::cast(op(mode), scalar, value.e.clone()));
                Ok(self.value(to, e))
            }
            (CType::Float(from), CType::Int(_) | CType::Enum(_)) => {
                let kind = self.ctypes.int_kind(to).unwrap_or(IntKind::Int);
                let value = self.conversion_fits(value, from, kind, span);
                let op = if kind.signed() { Cast::FToS } else { Cast::FToU };
                // Values out of range are undefined; those of small types go through `int`, as compilers do.
                let bits = kind.bits(target);
                let through = bits.max(32);
                let op = if bits < 32 { Cast::FToS } else { op };
                let wide = fold::cast(op, Scalar::Int(through), value.e);
                Ok(self.value(to, fold::resize(wide, through, bits, true)))
            }
            (CType::Float(a), CType::Float(b)) => {
                let (from, scalar) = (a.format(), Scalar::Float(b.format()));
                if from == b.format() {
                    return Ok(self.value(to, value.e));
                }
                if from.sig <= b.format().sig && from.exp <= b.format().exp {
                    return Ok(self.value(to, fold::cast(Cast::FToF(Rounding::NearestEven), scalar, value.e)));
                }
                let value = if self.rounds_dynamically() { self.share(value, span) } else { value };
                let e = self.rounded(&[&value.e], span, |mode| fold::cast(Cast::FToF(mode), scalar, value.e.clone()));
                Ok(self.value(to, e))
            }
            (CType::Int(_) | CType::Enum(_), CType::Ptr(..)) => {
                let from = self.ctypes.int_kind(value.ty).unwrap_or(IntKind::Int);
                self.views_through_number(to, false, span);
                let e = fold::resize(value.e, from.bits(target), word, from.signed());
                Ok(self.value(to, fold::cast(Cast::IToP, Scalar::Ptr, e)))
            }
            (CType::Ptr(..), CType::Int(_) | CType::Enum(_)) => {
                self.observes_address(value.ty, span);
                self.views_through_number(value.ty, true, span);
                let kind = self.ctypes.int_kind(to).unwrap_or(IntKind::Int);
                let e = fold::cast(Cast::PToI, Scalar::Int(word), value.e);
                Ok(self.value(to, fold::resize(e, word, kind.bits(target), false)))
            }
            (CType::Ptr(..), CType::Ptr(..)) => {
                self.note_pointer(&value, to);
                self.drops_qualifiers(value.ty, to, span);
                if self.is_of_library(value.ty) || self.is_of_library(to) {
                    // The same object, which a model and the program declare each in their own way.
                    return Ok(Value { ty: to, ..value });
                }
                self.views_bytes(&value, to, span);
                self.views_as_other(&value, to, span);
                let value = self.conversion_is_aligned(value, to, span);
                Ok(Value { ty: to, ..value })
            }
            (CType::Ptr(..), CType::Record(_)) if self.va_list == Some(to) => {
                unsupported(span, "a pointer as a `va_list`")
            }
            (CType::Record(_), CType::Record(_))
                if self.ctypes.compatible(value.ty, to)
                    || self.vector(value.ty).is_some()
                        && self.vector(to).is_some()
                        && self.ctypes.size_of(value.ty) == self.ctypes.size_of(to) =>
            {
                Ok(Value { ty: to, ..value })
            }
            _ => {
                let (from, to) = (self.ctypes.name(value.ty), self.ctypes.name(to));
                error(span, format!("a value of type `{from}` cannot be converted to `{to}`"))
            }
        }
    }
    /// Whether a scalar value is not zero.
    pub(super) fn condition_of(&mut self, value: Value, span: Span) -> Res<Expr> {
        match self.ctypes[value.ty].clone() {
            CType::Int(_) | CType::Enum(_) if self.ctypes.int_kind(value.ty) == Some(IntKind::Bool) => Ok(value.e),
            CType::Int(_) | CType::Enum(_) => {
                if value.range.0 > 0 || value.range.1 < 0 {
                    return Ok(Expr::truth());
                }
                if let Some(cond) = self.widened_condition(&value.e) {
                    return Ok(cond);
                }
                let kind = self.ctypes.int_kind(value.ty).unwrap_or(IntKind::Int);
                let zero = Expr::Int(Bits::zero(self.bits_of(kind)));
                Ok(fold::not(fold::binary(Binary::Eq, value.e, zero)))
            }
            CType::Float(_) => Ok(fold::not(fold::unary(Unary::FIsZero, value.e))),
            CType::Ptr(..) => Ok(fold::not(fold::binary(Binary::Eq, value.e, Expr::Null))),
            CType::Record(_) if self.complex_part(value.ty).is_some() => self.complex_condition(value, span),
            CType::Other(name) => unsupported(span, name.to_string()),
            CType::Void | CType::Array(..) | CType::Record(_) | CType::Func(_) => {
                error(span, format!("a value of type `{}` is not a condition", self.ctypes.name(value.ty)))
            }
        }
    }
    /// The condition inside of an integer that is 0 or 1.
    fn widened_condition(&self, e: &Expr) -> Option<Expr> {
        let Expr::Cast(Cast::ZExt, _, inner) = e else { return None };
        let one_bit = match &**inner {
            Expr::Var(var) => self.types.scalar(self.body.vars.get(*var)?.ty) == Some(Scalar::Int(1)),
            inner => fold::is_condition(inner),
        };
        one_bit.then(|| (**inner).clone())
    }
    /// The integer promotions.
    pub(super) fn promote(&mut self, value: Value, span: Span) -> Res<Value> {
        match self.ctypes.int_kind(value.ty) {
            Some(kind) => {
                let to = self.int_type(kind.promoted());
                self.convert(value, to, span)
            }
            None => Ok(value),
        }
    }

    /// `+`, `-`, `~` and `!`.
    pub(super) fn unary(&mut self, op: UnaryOp, value: Value, text: Text<'_>, span: Span) -> Res<Value> {
        if op == UnaryOp::Not {
            let cond = self.condition_of(value, span)?;
            return Ok(self.truth_value(fold::not(cond)));
        }
        if let Some(vector) = self.vector(value.ty) {
            return self.vector_unary(op, value, vector, span);
        }
        if self.complex_part(value.ty).is_some() {
            return self.complex_unary(op, value, text, span);
        }
        let value = self.promote(value, span)?;
        match (op, self.ctypes[value.ty].clone()) {
            (UnaryOp::Plus, CType::Int(_) | CType::Float(_)) => Ok(value),
            (UnaryOp::Minus, CType::Float(_)) => Ok(self.value(value.ty, fold::unary(Unary::FNeg, value.e))),
            (UnaryOp::Minus, CType::Int(kind)) => {
                let bits = self.bits_of(kind);
                let mut value = value;
                let min = kind.range(self.ctypes.target).0;
                if kind.signed() && value.range.0 == min {
                    value = self.share(value, span);
                    let least = Expr::Int(Bits::min_signed(bits));
                    let cond = fold::not(fold::binary(Binary::Eq, value.e.clone(), least));
                    self.claim(cond, PropKind::Overflow, |this| format!("no overflow in `{}`", text(this)), span);
                }
                let e = fold::unary(Unary::Neg, value.e);
                let mut result = self.value(value.ty, e);
                if kind.signed() && value.range.0 > min {
                    result.range = (-value.range.1, -value.range.0);
                }
                Ok(result)
            }
            (UnaryOp::BitNot, CType::Int(_)) => Ok(self.value(value.ty, fold::unary(Unary::Not, value.e))),
            (_, CType::Other(name)) => unsupported(span, name.to_string()),
            _ => error(span, format!("this operator cannot be applied to `{}`", self.ctypes.name(value.ty))),
        }
    }

    /// A binary operator on two values, but for `&&` and `||`.
    pub(super) fn binary(&mut self, op: BinaryOp, a: Value, b: Value, text: Text<'_>, span: Span) -> Res<Value> {
        if self.vector(a.ty).is_some() || self.vector(b.ty).is_some() {
            return self.vector_binary(op, a, b, text, span);
        }
        if self.complex_part(a.ty).is_some() || self.complex_part(b.ty).is_some() {
            return self.complex_binary(op, a, b, text, span);
        }
        for value in [&a, &b] {
            match &self.ctypes[value.ty] {
                CType::Other(name) => return unsupported(span, name.to_string()),
                CType::Void | CType::Record(_) => {
                    return error(span, format!("a value of type `{}` is no operand", self.ctypes.name(value.ty)));
                }
                _ => {}
            }
        }
        let (pa, pb) = (self.ctypes.pointee(a.ty), self.ctypes.pointee(b.ty));
        match op {
            BinaryOp::Add if pa.is_some() && pb.is_none() => self.move_pointer(a, b, false, Some(text), span),
            BinaryOp::Add if pb.is_some() && pa.is_none() => self.move_pointer(b, a, false, Some(text), span),
            BinaryOp::Sub if pa.is_some() && pb.is_none() => self.move_pointer(a, b, true, Some(text), span),
            BinaryOp::Sub if pa.is_some() && pb.is_some() => self.pointer_distance(a, b, text, span),
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                self.compare(op, a, b, text, span)
            }
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, a, b, text, span),
            _ => {
                let Some(ty) = self.ctypes.common_arithmetic(a.ty, b.ty) else {
                    return error(
                        span,
                        format!(
                            "the operator cannot be applied to `{}` and `{}`",
                            self.ctypes.name(a.ty),
                            self.ctypes.name(b.ty)
                        ),
                    );
                };
                let a = self.convert(a, ty, span)?;
                let b = self.convert(b, ty, span)?;
                match (self.ctypes.int_kind(ty), self.ctypes.float_kind(ty)) {
                    (Some(kind), _) => self.int_binary(op, a, b, kind, text, span),
                    (_, Some(_)) => self.float_binary(op, a, b, span),
                    _ => error(span, "the operands are not numbers"),
                }
            }
        }
    }
    fn float_binary(&mut self, op: BinaryOp, a: Value, b: Value, span: Span) -> Res<Value> {
        let ir = match op {
            BinaryOp::Add => Binary::FAdd,
            BinaryOp::Sub => Binary::FSub,
            BinaryOp::Mul => Binary::FMul,
            BinaryOp::Div => Binary::FDiv,
            _ => return error(span, "the operator cannot be applied to floating-point numbers"),
        };
        self.float_operation(span);
        let (ty, mut a, mut b) = (a.ty, a, b);
        if self.rounds_dynamically() {
            (a, b) = (self.share(a, span), self.share(b, span));
        }
        let e = self.rounded(&[&a.e, &b.e], span, |mode| fold::binary(ir(mode), a.e.clone(), b.e.clone()));
        let value = self.value(ty, e);
        Ok(self.limit(value, span))
    }
    fn int_binary(
        &mut self,
        op: BinaryOp,
        a: Value,
        b: Value,
        kind: IntKind,
        text: Text<'_>,
        span: Span,
    ) -> Res<Value> {
        let ty = a.ty;
        let signed = kind.signed();
        let (min, max) = kind.range(self.ctypes.target);
        let bits = self.bits_of(kind);
        let value = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let (ir, predicate) = match op {
                    BinaryOp::Add => (Binary::Add, Binary::SAddOverflow),
                    BinaryOp::Sub => (Binary::Sub, Binary::SSubOverflow),
                    _ => (Binary::Mul, Binary::SMulOverflow),
                };
                let exact = if bits < 128 { exact_range(op, a.range, b.range) } else { None };
                let safe = exact.filter(|(low, high)| min <= *low && *high <= max);
                let (mut a, mut b) = (a, b);
                if signed && safe.is_none() && !self.body.quiet {
                    a = self.share(a, span);
                    b = self.share(b, span);
                    let cond = fold::not(fold::binary(predicate, a.e.clone(), b.e.clone()));
                    self.claim(cond, PropKind::Overflow, |this| format!("no overflow in `{}`", text(this)), span);
                }
                let mut value = self.value(ty, fold::binary(ir, a.e, b.e));
                if let Some(range) = safe {
                    value.range = range;
                }
                value
            }
            BinaryOp::Div | BinaryOp::Rem => {
                let (mut a, mut b) = (a, b);
                let zero_possible = b.range.0 <= 0 && 0 <= b.range.1;
                let overflow_possible =
                    signed && a.range.0 == min && b.range.0 <= -1 && -1 <= b.range.1 && !self.body.quiet;
                if zero_possible && !self.body.quiet {
                    b = self.share(b, span);
                    let zero = Expr::Int(Bits::zero(bits));
                    let cond = fold::not(fold::binary(Binary::Eq, b.e.clone(), zero));
                    self.demand(
                        cond,
                        PropKind::Division,
                        |this| format!("no division by zero in `{}`", text(this)),
                        span,
                    );
                }
                if overflow_possible {
                    a = self.share(a, span);
                    b = self.share(b, span);
                    let least = fold::binary(Binary::Eq, a.e.clone(), Expr::Int(Bits::min_signed(bits)));
                    let minus_one = fold::binary(Binary::Eq, b.e.clone(), Expr::Int(Bits::ones(bits)));
                    let cond = fold::not(fold::and(least, minus_one));
                    self.claim(cond, PropKind::Overflow, |this| format!("no overflow in `{}`", text(this)), span);
                }
                let ir = match (op, signed) {
                    (BinaryOp::Div, true) => Binary::SDiv,
                    (BinaryOp::Div, false) => Binary::UDiv,
                    (_, true) => Binary::SRem,
                    (_, false) => Binary::URem,
                };
                let mut value = self.value(ty, fold::binary(ir, a.e, b.e));
                if value.range.0 != value.range.1 {
                    value.range = quotient_range(op, a.range, b.range, (min, max));
                }
                value
            }
            BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr => {
                let ir = match op {
                    BinaryOp::BitAnd => Binary::And,
                    BinaryOp::BitXor => Binary::Xor,
                    _ => Binary::Or,
                };
                let mut value = self.value(ty, fold::binary(ir, a.e, b.e));
                if value.range.0 != value.range.1 && bits < 128 {
                    let nonnegative = a.range.0 >= 0 && b.range.0 >= 0;
                    value.range = match op {
                        BinaryOp::BitAnd if nonnegative => (0, a.range.1.min(b.range.1)),
                        BinaryOp::BitAnd if a.range.0 >= 0 => (0, a.range.1),
                        BinaryOp::BitAnd if b.range.0 >= 0 => (0, b.range.1),
                        BinaryOp::BitOr | BinaryOp::BitXor if nonnegative => {
                            let top = (a.range.1 | b.range.1) as u128;
                            (0, (top + 1).next_power_of_two() as i128 - 1)
                        }
                        _ => value.range,
                    };
                }
                value
            }
            BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::Lt
            | BinaryOp::Gt
            | BinaryOp::Le
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::And
            | BinaryOp::Or => return unsupported(span, "this operator here"),
        };
        Ok(self.limit(value, span))
    }
    fn shift(&mut self, op: BinaryOp, a: Value, b: Value, text: Text<'_>, span: Span) -> Res<Value> {
        let (Some(_), Some(_)) = (self.ctypes.int_kind(a.ty), self.ctypes.int_kind(b.ty)) else {
            return error(span, "only integers can be shifted");
        };
        let mut a = self.promote(a, span)?;
        let mut b = self.promote(b, span)?;
        let (Some(kind), Some(by)) = (self.ctypes.int_kind(a.ty), self.ctypes.int_kind(b.ty)) else {
            return error(span, "only integers can be shifted");
        };
        let (bits, by_bits) = (self.bits_of(kind), self.bits_of(by));
        let quiet = self.body.quiet;
        let in_range = 0 <= b.range.0 && b.range.1 < i128::from(bits);
        if !quiet && !in_range {
            b = self.share(b, span);
            // As unsigned numbers, negative amounts are too large.
            let limit = Expr::Int(Bits::from_u64(by_bits, u64::from(bits)));
            let cond = fold::binary(Binary::ULt, b.e.clone(), limit);
            self.claim(cond, PropKind::Shift, |this| format!("shift amount within bounds in `{}`", text(this)), span);
        }
        // The amount in the width of the shifted value; what does not fit is too large in any case.
        let amount = if by_bits > bits {
            let limit = Expr::Int(Bits::from_u64(by_bits, u64::from(bits)));
            b = self.share(b, span);
            let low = fold::resize(b.e.clone(), by_bits, bits, false);
            fold::select(
                fold::binary(Binary::ULt, b.e.clone(), limit),
                low,
                Expr::Int(Bits::from_u64(bits, u64::from(bits))),
            )
        } else {
            fold::resize(b.e.clone(), by_bits, bits, by.signed())
        };
        let mut result_range = None;
        let e = if op == BinaryOp::Shl {
            let mut amount = amount;
            if kind.signed() && !quiet {
                if a.range.0 < 0 {
                    a = self.share(a, span);
                    let zero = Expr::Int(Bits::zero(bits));
                    let cond = fold::binary(Binary::SLe, zero, a.e.clone());
                    let words = |this: &Self| format!("no negative value is shifted in `{}`", text(this));
                    self.claim(cond, PropKind::Shift, words, span);
                }
                let small = 0 <= b.range.0 && b.range.1 < i128::from(bits) && 0 <= a.range.0 && bits <= 64;
                let exact = small.then(|| (a.range.0 << b.range.0, a.range.1.checked_mul(1i128 << b.range.1)));
                let max = kind.range(self.ctypes.target).1;
                match exact {
                    Some((low, Some(high))) if high <= max => result_range = Some((low, high)),
                    _ => {
                        // The result fits if shifting it back gives the operand. The question is about the value, as
                        // for other operators: of a negative operand too, which `Shift` objects to in any case.
                        a = self.share(a, span);
                        let ty = self.register_type(a.ty);
                        amount = self.share_expr(amount, ty, span);
                        let shifted = fold::binary(Binary::Shl, a.e.clone(), amount.clone());
                        let back = fold::binary(Binary::AShr, shifted, amount.clone());
                        let cond = fold::binary(Binary::Eq, back, a.e.clone());
                        let words = |this: &Self| format!("no overflow in `{}`", text(this));
                        self.claim(cond, PropKind::Overflow, words, span);
                    }
                }
            }
            fold::binary(Binary::Shl, a.e.clone(), amount)
        } else {
            if a.range.0 >= 0 && b.range.0 >= 0 && b.range.1 < i128::from(bits) && bits <= 64 {
                result_range = Some((a.range.0 >> b.range.1, a.range.1 >> b.range.0));
            }
            fold::binary(if kind.signed() { Binary::AShr } else { Binary::LShr }, a.e.clone(), amount)
        };
        let mut value = self.value(a.ty, e);
        if let Some(range) = result_range {
            value.range = range;
        }
        Ok(self.limit(value, span))
    }
    fn compare(&mut self, op: BinaryOp, a: Value, b: Value, text: Text<'_>, span: Span) -> Res<Value> {
        let pointers = (self.ctypes.pointee(a.ty).is_some(), self.ctypes.pointee(b.ty).is_some());
        let (a, b, kind) = if pointers.0 || pointers.1 {
            // An integer compared with a pointer is converted; that is how a null pointer constant is written.
            let a = if pointers.0 { a } else { self.convert(a, b.ty, span)? };
            let b = if pointers.1 { b } else { self.convert(b, a.ty, span)? };
            if a.e != Expr::Null && b.e != Expr::Null {
                self.observes_address(a.ty, span);
                self.observes_address(b.ty, span);
            }
            let ordered = !matches!(op, BinaryOp::Eq | BinaryOp::Ne);
            let (a, b) = if ordered { self.in_one_object(a, b, text, span) } else { (a, b) };
            (a, b, Compared::Unsigned)
        } else {
            let Some(ty) = self.ctypes.common_arithmetic(a.ty, b.ty) else {
                return error(
                    span,
                    format!("`{}` and `{}` cannot be compared", self.ctypes.name(a.ty), self.ctypes.name(b.ty)),
                );
            };
            let a = self.convert(a, ty, span)?;
            let b = self.convert(b, ty, span)?;
            let kind = match self.ctypes.int_kind(ty) {
                None => Compared::Float,
                Some(kind) if kind.signed() => Compared::Signed,
                Some(_) => Compared::Unsigned,
            };
            (a, b, kind)
        };
        // Ranges of 128-bit values are not exact.
        let narrow = self.ctypes.int_kind(a.ty).is_some_and(|kind| self.bits_of(kind) < 128);
        if kind != Compared::Float
            && narrow
            && let Some(known) = decided(op, a.range, b.range)
        {
            return Ok(self.truth_value(Expr::int(1, i64::from(known))));
        }
        // Comparing a truth value with 0 or 1 is the condition itself.
        if let (BinaryOp::Eq | BinaryOp::Ne, (0, 0) | (1, 1), Some(cond)) = (op, b.range, self.widened_condition(&a.e))
        {
            let positive = (b.range.0 == 1) == (op == BinaryOp::Eq);
            return Ok(self.truth_value(if positive { cond } else { fold::not(cond) }));
        }
        let (less, less_equal, equal) = match kind {
            Compared::Signed => (Binary::SLt, Binary::SLe, Binary::Eq),
            Compared::Unsigned => (Binary::ULt, Binary::ULe, Binary::Eq),
            Compared::Float => (Binary::FLt, Binary::FLe, Binary::FEq),
        };
        let cond = match op {
            BinaryOp::Lt => fold::binary(less, a.e, b.e),
            BinaryOp::Gt => fold::binary(less, b.e, a.e),
            BinaryOp::Le => fold::binary(less_equal, a.e, b.e),
            BinaryOp::Ge => fold::binary(less_equal, b.e, a.e),
            BinaryOp::Eq => fold::binary(equal, a.e, b.e),
            _ => fold::not(fold::binary(equal, a.e, b.e)),
        };
        let value = self.truth_value(cond);
        Ok(self.limit(value, span))
    }

    /// An index as a pointer-wide number of bytes.
    pub(super) fn scaled(&mut self, index: Value, size: Expr, span: Span) -> Res<Expr> {
        if self.ctypes.int_kind(index.ty).is_none() {
            return error(span, "the index is not an integer");
        }
        let diff = self.ctypes.diff_kind();
        let ty = self.int_type(diff);
        let index = self.convert(index, ty, span)?;
        Ok(fold::binary(Binary::Mul, index.e, size))
    }
    /// A pointer moved by a number of elements. Without a text it is not asked whether it stays in its object: it is
    /// accessed, and the access is checked.
    pub(super) fn move_pointer(
        &mut self,
        pointer: Value,
        index: Value,
        back: bool,
        text: Option<Text<'_>>,
        span: Span,
    ) -> Res<Value> {
        let Some(to) = self.ctypes.pointee(pointer.ty) else { return error(span, "this is not a pointer") };
        let size = self.size_expr(to, span)?;
        let (index, fits) = match text {
            Some(_) => self.move_fits(index, &size, span)?,
            None => (index, Expr::truth()),
        };
        let bytes = self.scaled(index, size, span)?;
        let bytes = if back { fold::unary(Unary::Neg, bytes) } else { bytes };
        if let Some(text) = text {
            let moved = self.stays_inside(pointer.e, bytes, fits, text, span);
            let value = self.value(pointer.ty, moved);
            return Ok(self.limit(value, span));
        }
        let value = self.value(pointer.ty, fold::offset(pointer.e, bytes));
        Ok(self.limit(value, span))
    }
    fn pointer_distance(&mut self, a: Value, b: Value, text: Text<'_>, span: Span) -> Res<Value> {
        let (Some(to), Some(other)) = (self.ctypes.pointee(a.ty), self.ctypes.pointee(b.ty)) else {
            return error(span, "this is not a pointer");
        };
        if !self.ctypes.compatible(to, other) {
            let (a, b) = (self.ctypes.name(a.ty), self.ctypes.name(b.ty));
            return error(span, format!("`{a}` and `{b}` have no distance"));
        }
        let size = self.size_expr(to, span)?;
        let kind = self.ctypes.diff_kind();
        let ty = self.int_type(kind);
        self.observes_address(a.ty, span);
        let (a, b) = self.in_one_object(a, b, text, span);
        let same = a.e == b.e && super::is_constant(&a.e);
        let bytes = if same { self.word(0) } else { fold::binary(Binary::PtrDiff, a.e, b.e) };
        if matches!(&size, Expr::Int(bits) if bits.is_zero()) {
            return unsupported(span, format!("the distance of pointers to empty objects in `{}`", text(self)));
        }
        let value = self.value(ty, fold::binary(Binary::SDiv, bytes, size));
        Ok(self.limit(value, span))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    Signed,
    Unsigned,
    Float,
}

/// The range of the exact result.
fn exact_range(op: BinaryOp, a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    match op {
        BinaryOp::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
        BinaryOp::Sub => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
        _ => {
            let corners = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
            Some((corners.into_iter().min()?, corners.into_iter().max()?))
        }
    }
}

/// The range of a quotient or remainder whose divisor is not zero.
fn quotient_range(op: BinaryOp, a: (i128, i128), b: (i128, i128), whole: (i128, i128)) -> (i128, i128) {
    let magnitude = |r: (i128, i128)| r.0.unsigned_abs().max(r.1.unsigned_abs());
    if magnitude(whole) >= 1 << 64 || a.0 == whole.0 && whole.0 < 0 && b.0 <= -1 && -1 <= b.1 {
        return whole;
    }
    let largest = match op {
        BinaryOp::Div => magnitude(a),
        _ => magnitude(a).min(magnitude(b).saturating_sub(1)),
    } as i128;
    let low = if a.0 >= 0 && (op == BinaryOp::Rem || b.0 >= 0) { 0 } else { -largest };
    let high = if a.1 <= 0 && op == BinaryOp::Rem { 0 } else { largest };
    (low.max(whole.0), high.min(whole.1))
}

/// The comparison if the ranges decide it.
fn decided(op: BinaryOp, a: (i128, i128), b: (i128, i128)) -> Option<bool> {
    let always = |yes: bool, no: bool| {
        if yes {
            Some(true)
        } else if no {
            Some(false)
        } else {
            None
        }
    };
    match op {
        BinaryOp::Lt => always(a.1 < b.0, a.0 >= b.1),
        BinaryOp::Le => always(a.1 <= b.0, a.0 > b.1),
        BinaryOp::Gt => always(a.0 > b.1, a.1 <= b.0),
        BinaryOp::Ge => always(a.0 >= b.1, a.1 < b.0),
        BinaryOp::Eq => always(a.0 == a.1 && b == a, a.1 < b.0 || b.1 < a.0),
        BinaryOp::Ne => always(a.1 < b.0 || b.1 < a.0, a.0 == a.1 && b == a),
        _ => None,
    }
}
