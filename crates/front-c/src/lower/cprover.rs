//! What CBMC adds to C for numbers.

use super::library::Use;
use super::{Entity, Lowering, Res, Value, error, unsupported};
use crate::ctype::{CType, CTypeId, IntKind};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Cast, Expr, Scalar, Unary};

impl Lowering<'_> {
    /// Declares what CBMC has without a declaration: the size of the largest object.
    pub(super) fn declare_cprover(&mut self) {
        if let Some(name) = self.sources.names.lookup("__CPROVER_max_malloc_size") {
            let kind = self.ctypes.size_kind();
            let ty = self.int_type(kind);
            self.declare(name, Entity::Constant(Bits::max_signed(self.word_bits()), ty));
        }
    }
    pub(super) fn cprover_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let span = call.span();
        let Some(own) = name.strip_prefix("__CPROVER_") else { return Ok(None) };
        if own.starts_with("uninterpreted_") {
            return self.uninterpreted(call, name).map(Some);
        }
        Ok(Some(match own {
            "overflow_plus" | "overflow_minus" | "overflow_mult" => {
                let (a, b, _, kind) = self.two_integers(call)?;
                let op = match (own, kind.signed()) {
                    ("overflow_plus", true) => Binary::SAddOverflow,
                    ("overflow_plus", false) => Binary::UAddOverflow,
                    ("overflow_minus", true) => Binary::SSubOverflow,
                    ("overflow_minus", false) => Binary::USubOverflow,
                    (_, true) => Binary::SMulOverflow,
                    (_, false) => Binary::UMulOverflow,
                };
                self.truth_value(fold::binary(op, a, b))
            }
            "overflow_unary_minus" => {
                let value = self.rvalue(call.arg(0)?)?;
                let ty = self.ctypes.default_promoted(value.ty);
                let Some(kind) = self.ctypes.int_kind(ty) else { return error(span, "an integer is wanted") };
                let value = self.convert(value, ty, span)?;
                let zero = Expr::int(self.bits_of(kind), 0);
                let op = if kind.signed() { Binary::SSubOverflow } else { Binary::USubOverflow };
                self.truth_value(fold::binary(op, zero, value.e))
            }
            "saturating_plus" | "saturating_minus" => {
                let (a, b, ty, kind) = self.two_integers(call)?;
                let plus = own == "saturating_plus";
                let (op, overflow) = match (plus, kind.signed()) {
                    (true, true) => (Binary::Add, Binary::SAddOverflow),
                    (true, false) => (Binary::Add, Binary::UAddOverflow),
                    (false, true) => (Binary::Sub, Binary::SSubOverflow),
                    (false, false) => (Binary::Sub, Binary::USubOverflow),
                };
                let bits = self.bits_of(kind);
                let (least, greatest) = kind.range(self.ctypes.target);
                let [least, greatest] = [least, greatest].map(|end| Expr::Int(Bits::from_u128(bits, end as u128)));
                // A signed sum leaves its range on the side of the first operand.
                let limit = match (plus, kind.signed()) {
                    (_, true) => {
                        fold::select(fold::binary(Binary::SLt, a.clone(), Expr::int(bits, 0)), least, greatest)
                    }
                    (true, false) => greatest,
                    (false, false) => least,
                };
                let over = fold::binary(overflow, a.clone(), b.clone());
                self.value(ty, fold::select(over, limit, fold::binary(op, a, b)))
            }
            "equal" => {
                // The same value, not what `==` says of floating numbers.
                let (a, b) = (self.rvalue(call.arg(0)?)?, self.rvalue(call.arg(1)?)?);
                let Some(ty) = self.ctypes.common_arithmetic(a.ty, b.ty) else {
                    return error(span, "numbers are wanted");
                };
                let (a, b) = (self.convert(a, ty, span)?, self.convert(b, ty, span)?);
                let encoded = |value: Value| match self.ctypes.scalar(ty) {
                    Some(Scalar::Float(format)) => fold::cast(Cast::FToBits, Scalar::Int(format.bits()), value.e),
                    _ => value.e,
                };
                let (a, b) = (encoded(a), encoded(b));
                self.truth_value(fold::binary(Binary::Eq, a, b))
            }
            "signf" | "signd" | "signld" | "sign" => {
                let value = self.rvalue(call.arg(0)?)?;
                if self.ctypes.float_kind(value.ty).is_none() {
                    return error(span, "a floating number is wanted");
                }
                let value = self.share(value, span);
                let sign = fold::unary(Unary::FIsNeg, value.e);
                self.truth_value(sign)
            }
            "enum_is_in_range" => {
                let ty = self.type_of(call.arg(0)?)?;
                let CType::Enum(id) = self.ctypes[ty] else {
                    return unsupported(span, "`__CPROVER_enum_is_in_range` of something else than an enumeration");
                };
                let value = self.rvalue(call.arg(0)?)?;
                let value = self.convert(value, ty, span)?;
                let value = self.share(value, span).e;
                let bits = self.ctypes.int_kind(ty).map_or(32, |kind| self.bits_of(kind));
                let constants = self.ctypes.enums[id].constants.iter();
                let same = constants.map(|constant| {
                    fold::binary(Binary::Eq, value.clone(), Expr::Int(Bits::from_u128(bits, *constant as u128)))
                });
                let cond = same.fold(Expr::int(1, 0), fold::or);
                self.truth_value(cond)
            }
            _ => return Ok(None),
        }))
    }
    /// Two integers in their common type.
    fn two_integers(&mut self, call: &Use<'_>) -> Res<(Expr, Expr, CTypeId, IntKind)> {
        let span = call.span();
        let (a, b) = (self.rvalue(call.arg(0)?)?, self.rvalue(call.arg(1)?)?);
        let Some(ty) = self.ctypes.common_arithmetic(a.ty, b.ty) else { return error(span, "numbers are wanted") };
        let Some(kind) = self.ctypes.int_kind(ty) else { return error(span, "integers are wanted") };
        let a = self.convert(a, ty, span)?;
        let a = self.share(a, span);
        let b = self.convert(b, ty, span)?;
        let b = self.share(b, span);
        Ok((a.e, b.e, ty, kind))
    }
}
