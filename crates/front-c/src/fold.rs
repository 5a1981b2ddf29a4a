//! Makers of IR expressions that compute what is constant. They keep the meaning of the operators exactly, so that an
//! expression is constant for C iff what these make is a constant; beyond that they only remove what is plainly
//! superfluous.

use hecaton_base::Bits;
use hecaton_base::float::{Float, Rounding};
use hecaton_ir::{Binary, Cast, Expr, Scalar, Unary};
use std::cmp::Ordering;

/// An operator applied to one operand.
pub fn unary(op: Unary, a: Expr) -> Expr {
    match (op, &a) {
        (Unary::Not, Expr::Int(x)) => Expr::Int(x.not()),
        (Unary::Neg, Expr::Int(x)) => Expr::Int(x.neg()),
        (Unary::Not | Unary::Neg, Expr::Unary(inner, x)) if *inner == op => (**x).clone(),
        (op, Expr::Float(format, x)) => match float_unary(op, &Float::new(*format, x.clone())) {
            Some(result) => result,
            None => Expr::unary(op, a),
        },
        _ => Expr::unary(op, a),
    }
}

/// An operator applied to two operands.
pub fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    if let (Expr::Int(x), Expr::Int(y)) = (&a, &b) {
        return Expr::Int(ints(op, x, y).unwrap_or_else(|| unreachable!("no integer operator")));
    }
    if let (Expr::Float(format, x), Expr::Float(_, y)) = (&a, &b) {
        let (x, y) = (Float::new(*format, x.clone()), Float::new(*format, y.clone()));
        return float_binary(op, &x, &y).unwrap_or_else(|| Expr::binary(op, a, b));
    }
    let zero = |e: &Expr| matches!(e, Expr::Int(x) if x.is_zero());
    let one = |e: &Expr| matches!(e, Expr::Int(x) if x.is_one());
    let ones = |e: &Expr| matches!(e, Expr::Int(x) if x.is_ones());
    match op {
        Binary::Add | Binary::Or | Binary::Xor if zero(&a) => return b,
        Binary::Add | Binary::Sub | Binary::Or | Binary::Xor | Binary::Shl | Binary::LShr | Binary::AShr
            if zero(&b) =>
        {
            return a;
        }
        Binary::Mul | Binary::And if zero(&a) => return a,
        Binary::Mul | Binary::And if zero(&b) => return b,
        Binary::Mul if one(&a) => return b,
        Binary::Mul | Binary::UDiv | Binary::SDiv if one(&b) && !matches!(&b, Expr::Int(x) if x.width() == 1) => {
            return a;
        }
        Binary::And if ones(&a) => return b,
        Binary::And if ones(&b) => return a,
        Binary::Or if ones(&a) => return a,
        Binary::Or if ones(&b) => return b,
        Binary::Eq => return equal(a, b),
        _ => {}
    }
    Expr::binary(op, a, b)
}

fn equal(a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Null, Expr::Null) => return Expr::truth(),
        (Expr::Global(x), Expr::Global(y)) if x == y => return Expr::truth(),
        (Expr::Func(x), Expr::Func(y)) => return Expr::int(1, i64::from(x == y)),
        (Expr::Null, Expr::Global(_) | Expr::Func(_)) | (Expr::Global(_) | Expr::Func(_), Expr::Null) => {
            return Expr::int(1, 0);
        }
        // A condition compared with a constant is the condition or its negation.
        (_, Expr::Int(x)) if x.width() == 1 => return if x.is_one() { a } else { unary(Unary::Not, a) },
        (Expr::Int(x), _) if x.width() == 1 => return if x.is_one() { b } else { unary(Unary::Not, b) },
        (Expr::Cast(Cast::ZExt, _, inner), Expr::Int(x)) if is_condition(inner) => {
            return match x.to_u64() {
                Some(0) => unary(Unary::Not, (**inner).clone()),
                Some(1) => (**inner).clone(),
                _ => Expr::int(1, 0),
            };
        }
        (Expr::Int(_), Expr::Cast(Cast::ZExt, _, inner)) if is_condition(inner) => return equal(b, a),
        (Expr::Cast(Cast::ZExt, _, x), Expr::Cast(Cast::ZExt, _, y)) if is_condition(x) && is_condition(y) => {
            return Expr::binary(Binary::Eq, (**x).clone(), (**y).clone());
        }
        _ => {}
    }
    Expr::binary(Binary::Eq, a, b)
}

/// The negation of a condition.
pub fn not(a: Expr) -> Expr {
    unary(Unary::Not, a)
}

/// Both conditions hold.
pub fn and(a: Expr, b: Expr) -> Expr {
    binary(Binary::And, a, b)
}

/// One of the conditions holds.
pub fn or(a: Expr, b: Expr) -> Expr {
    binary(Binary::Or, a, b)
}

/// `cond ? yes : no`.
pub fn select(cond: Expr, yes: Expr, no: Expr) -> Expr {
    match &cond {
        Expr::Int(x) => {
            if x.is_one() {
                yes
            } else {
                no
            }
        }
        _ if yes == no => yes,
        _ => Expr::select(cond, yes, no),
    }
}

/// A conversion. Those that change nothing must not be asked for.
pub fn cast(op: Cast, to: Scalar, a: Expr) -> Expr {
    match (op, to, &a) {
        (Cast::Trunc, Scalar::Int(width), Expr::Int(x)) => Expr::Int(x.resize(width)),
        (Cast::ZExt, Scalar::Int(width), Expr::Int(x)) => Expr::Int(x.zext(width)),
        (Cast::SExt, Scalar::Int(width), Expr::Int(x)) => Expr::Int(x.sext(width)),
        (Cast::SToF, Scalar::Float(format), Expr::Int(x)) => float(Float::from_signed(NEAREST, format, x)),
        (Cast::UToF, Scalar::Float(format), Expr::Int(x)) => float(Float::from_unsigned(NEAREST, format, x)),
        (Cast::FToF, Scalar::Float(format), Expr::Float(from, x)) => {
            float(Float::new(*from, x.clone()).convert(NEAREST, format))
        }
        (Cast::FToS, Scalar::Int(width), Expr::Float(from, x)) => {
            let value = Float::new(*from, x.clone()).to_signed(Rounding::Zero, width);
            Expr::Int(value.unwrap_or_else(|| Bits::min_signed(width)))
        }
        (Cast::FToU, Scalar::Int(width), Expr::Float(from, x)) => {
            let value = Float::new(*from, x.clone()).to_unsigned(Rounding::Zero, width);
            Expr::Int(value.unwrap_or_else(|| Bits::min_signed(width)))
        }
        (Cast::IToP, Scalar::Ptr, Expr::Int(x)) if x.is_zero() => Expr::Null,
        (Cast::IToP, Scalar::Ptr, Expr::Cast(Cast::PToI, _, p)) => (**p).clone(),
        (Cast::PToI, Scalar::Int(width), Expr::Null) => Expr::Int(Bits::zero(width)),
        (Cast::PToI, Scalar::Int(_), Expr::Cast(Cast::IToP, _, x)) => (**x).clone(),
        // The old way to write `offsetof`.
        (Cast::PToI, Scalar::Int(_), Expr::Offset(ab)) if matches!((&ab[0], &ab[1]), (Expr::Null, Expr::Int(_))) => {
            ab[1].clone()
        }
        // An extension of an extension of the same kind, and a zero extension that is extended with its sign.
        (Cast::ZExt | Cast::SExt, _, Expr::Cast(Cast::ZExt, _, x)) => cast(Cast::ZExt, to, (**x).clone()),
        (Cast::SExt, _, Expr::Cast(Cast::SExt, _, x)) => cast(Cast::SExt, to, (**x).clone()),
        _ => Expr::cast(op, to, a),
    }
}

/// An integer of one width as one of another.
pub fn resize(a: Expr, from: u32, to: u32, signed: bool) -> Expr {
    match from.cmp(&to) {
        Ordering::Equal => a,
        Ordering::Greater => cast(Cast::Trunc, Scalar::Int(to), a),
        Ordering::Less => cast(if signed { Cast::SExt } else { Cast::ZExt }, Scalar::Int(to), a),
    }
}

/// A pointer moved by bytes; constant moves in a row are added up.
pub fn offset(pointer: Expr, bytes: Expr) -> Expr {
    match (&pointer, &bytes) {
        (_, Expr::Int(n)) if n.is_zero() => pointer,
        (Expr::Offset(inner), Expr::Int(n)) => match &inner[1] {
            Expr::Int(m) => offset(inner[0].clone(), Expr::Int(m.add(n))),
            _ => Expr::offset(pointer, bytes),
        },
        _ => Expr::offset(pointer, bytes),
    }
}

/// Whether an expression is of type `Int(1)` by its form alone.
pub fn is_condition(e: &Expr) -> bool {
    match e {
        Expr::Int(x) => x.width() == 1,
        Expr::Unary(op, a) => match op {
            Unary::Not | Unary::Neg => is_condition(a),
            Unary::FIsNan | Unary::FIsInf | Unary::FIsNeg | Unary::FIsNormal | Unary::FIsZero => true,
            Unary::FNeg | Unary::FAbs | Unary::FSqrt | Unary::FRint | Unary::FFloor | Unary::FCeil | Unary::FTrunc => {
                false
            }
        },
        Expr::Binary(op, ab) => match op {
            Binary::Eq
            | Binary::ULt
            | Binary::ULe
            | Binary::SLt
            | Binary::SLe
            | Binary::SAddOverflow
            | Binary::SSubOverflow
            | Binary::SMulOverflow
            | Binary::UAddOverflow
            | Binary::USubOverflow
            | Binary::UMulOverflow
            | Binary::FEq
            | Binary::FLt
            | Binary::FLe => true,
            Binary::And | Binary::Or | Binary::Xor => is_condition(&ab[0]),
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::UDiv
            | Binary::SDiv
            | Binary::URem
            | Binary::SRem
            | Binary::Shl
            | Binary::LShr
            | Binary::AShr
            | Binary::FAdd
            | Binary::FSub
            | Binary::FMul
            | Binary::FDiv
            | Binary::FMod
            | Binary::PtrDiff => false,
        },
        Expr::Select(abc) => is_condition(&abc[1]),
        Expr::Cast(_, to, _) => *to == Scalar::Int(1),
        Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) | Expr::Var(_) | Expr::Offset(_) => false,
    }
}

/// Whether an expression has more than `limit` nodes; looks at no more than that many.
pub fn larger(e: &Expr, limit: usize) -> bool {
    fn count(e: &Expr, left: &mut usize) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        e.children().iter().any(|child| count(child, left))
    }
    count(e, &mut { limit })
}

/// All arithmetic rounds to nearest even.
const NEAREST: Rounding = Rounding::NearestEven;

fn float(value: Float) -> Expr {
    Expr::Float(value.format(), value.into_bits())
}

/// The operator on a floating constant; `None` if it is none on floats.
fn float_unary(op: Unary, x: &Float) -> Option<Expr> {
    let truth = |b: bool| Some(Expr::int(1, i64::from(b)));
    match op {
        Unary::FNeg => Some(float(x.neg())),
        Unary::FAbs => Some(float(x.abs())),
        Unary::FSqrt => Some(float(x.sqrt(NEAREST))),
        Unary::FRint => Some(float(x.round_integral(NEAREST))),
        Unary::FFloor => Some(float(x.round_integral(Rounding::Down))),
        Unary::FCeil => Some(float(x.round_integral(Rounding::Up))),
        Unary::FTrunc => Some(float(x.round_integral(Rounding::Zero))),
        Unary::FIsNan => truth(x.is_nan()),
        Unary::FIsInf => truth(x.is_inf()),
        Unary::FIsNeg => truth(x.is_negative()),
        Unary::FIsNormal => truth(x.is_normal()),
        Unary::FIsZero => truth(x.is_zero()),
        Unary::Not | Unary::Neg => None,
    }
}

/// The operator on floating constants; `None` if it is none on floats.
fn float_binary(op: Binary, x: &Float, y: &Float) -> Option<Expr> {
    let truth = |b: bool| Some(Expr::int(1, i64::from(b)));
    match op {
        Binary::FAdd => Some(float(x.add(NEAREST, y))),
        Binary::FSub => Some(float(x.sub(NEAREST, y))),
        Binary::FMul => Some(float(x.mul(NEAREST, y))),
        Binary::FDiv => Some(float(x.div(NEAREST, y))),
        Binary::FMod => Some(float(x.fmod(y))),
        Binary::FEq => truth(x.eq_ieee(y)),
        Binary::FLt => truth(x.lt(y)),
        Binary::FLe => truth(x.le(y)),
        Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::UDiv
        | Binary::SDiv
        | Binary::URem
        | Binary::SRem
        | Binary::And
        | Binary::Or
        | Binary::Xor
        | Binary::Shl
        | Binary::LShr
        | Binary::AShr
        | Binary::Eq
        | Binary::ULt
        | Binary::ULe
        | Binary::SLt
        | Binary::SLe
        | Binary::SAddOverflow
        | Binary::SSubOverflow
        | Binary::SMulOverflow
        | Binary::UAddOverflow
        | Binary::USubOverflow
        | Binary::UMulOverflow
        | Binary::PtrDiff => None,
    }
}

/// The operator on integer constants; `None` if it is none on integers.
fn ints(op: Binary, x: &Bits, y: &Bits) -> Option<Bits> {
    let width = x.width();
    let truth = |b: bool| Some(Bits::from_bool(b));
    let wide = |signed: bool| {
        let extend = |v: &Bits| if signed { v.sext(2 * width + 1) } else { v.zext(2 * width + 1) };
        (extend(x), extend(y))
    };
    // Whether the exact result does not survive the cut to the width.
    let lost = |exact: Bits, signed: bool| {
        let cut = exact.resize(width);
        truth(exact != if signed { cut.sext(2 * width + 1) } else { cut.zext(2 * width + 1) })
    };
    match op {
        Binary::Add => Some(x.add(y)),
        Binary::Sub => Some(x.sub(y)),
        Binary::Mul => Some(x.mul(y)),
        Binary::UDiv => Some(x.udiv(y)),
        Binary::SDiv => Some(x.sdiv(y)),
        Binary::URem => Some(x.urem(y)),
        Binary::SRem => Some(x.srem(y)),
        Binary::And => Some(x.and(y)),
        Binary::Or => Some(x.or(y)),
        Binary::Xor => Some(x.xor(y)),
        Binary::Shl => Some(x.shl(y)),
        Binary::LShr => Some(x.lshr(y)),
        Binary::AShr => Some(x.ashr(y)),
        Binary::Eq => truth(x == y),
        Binary::ULt => truth(x.ucmp(y).is_lt()),
        Binary::ULe => truth(x.ucmp(y).is_le()),
        Binary::SLt => truth(x.scmp(y).is_lt()),
        Binary::SLe => truth(x.scmp(y).is_le()),
        Binary::SAddOverflow | Binary::SSubOverflow | Binary::SMulOverflow => {
            let (x, y) = wide(true);
            let exact = match op {
                Binary::SAddOverflow => x.add(&y),
                Binary::SSubOverflow => x.sub(&y),
                _ => x.mul(&y),
            };
            lost(exact, true)
        }
        Binary::UAddOverflow | Binary::USubOverflow | Binary::UMulOverflow => {
            let (x, y) = wide(false);
            let exact = match op {
                Binary::UAddOverflow => x.add(&y),
                Binary::USubOverflow => x.sub(&y),
                _ => x.mul(&y),
            };
            lost(exact, false)
        }
        Binary::FAdd
        | Binary::FSub
        | Binary::FMul
        | Binary::FDiv
        | Binary::FMod
        | Binary::FEq
        | Binary::FLt
        | Binary::FLe
        | Binary::PtrDiff => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_predicates_on_constants() {
        let int = |v: i64| Expr::int(8, v);
        let table = [
            (Binary::SAddOverflow, 127, 1, true),
            (Binary::SAddOverflow, 127, -1, false),
            (Binary::SSubOverflow, -128, 1, true),
            (Binary::SSubOverflow, 0, -128, true),
            (Binary::SMulOverflow, -128, -1, true),
            (Binary::SMulOverflow, 16, 8, true),
            (Binary::SMulOverflow, -16, 8, false),
            (Binary::UAddOverflow, -1, 1, true),
            (Binary::USubOverflow, 0, 1, true),
            (Binary::UMulOverflow, 16, 16, true),
            (Binary::UMulOverflow, 15, 17, false),
        ];
        for (op, a, b, expected) in table {
            assert_eq!(binary(op, int(a), int(b)), Expr::int(1, i64::from(expected)), "{op:?} {a} {b}");
        }
    }

    #[test]
    fn conditions_are_not_wrapped() {
        let x = Expr::Var(hecaton_base::Id::new(0));
        let cond = Expr::binary(Binary::SLt, x.clone(), Expr::int(32, 3));
        let widened = cast(Cast::ZExt, Scalar::Int(32), cond.clone());
        assert_eq!(not(binary(Binary::Eq, widened, Expr::int(32, 0))), cond);
        assert_eq!(offset(offset(x.clone(), Expr::int(64, 8)), Expr::int(64, -8)), x);
    }
}
