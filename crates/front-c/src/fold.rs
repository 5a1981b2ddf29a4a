//! Makers of IR expressions that compute what is constant. They keep the meaning of the operators exactly, so that an
//! expression is constant for C iff what these make is a constant; beyond that they only remove what is plainly
//! superfluous.

use hecaton_base::Bits;
use hecaton_ir::scalar::evaluate;
use hecaton_ir::{Binary, Cast, Expr, Scalar, Unary};
use std::cmp::Ordering;

/// An operator applied to one operand.
pub fn unary(op: Unary, a: Expr) -> Expr {
    match (op, &a) {
        (Unary::Not | Unary::Neg, Expr::Unary(inner, x)) if *inner == op => (**x).clone(),
        (Unary::FIsNeg, _) if is_nan(&a) => Expr::unary(op, a),
        _ => evaluated(Expr::unary(op, a)),
    }
}

/// An operator applied to two operands.
pub fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    if is_number(&a) && is_number(&b) {
        return evaluated(Expr::binary(op, a, b));
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
        Binary::PtrDiff | Binary::PtrGap => return distance(op, a, b),
        _ => {}
    }
    Expr::binary(op, a, b)
}

/// The distance of two pointers: known if both are constant moves from the same place.
fn distance(op: Binary, a: Expr, b: Expr) -> Expr {
    fn split(e: &Expr) -> (&Expr, Option<&Bits>) {
        match e {
            Expr::Offset(ab) => match &ab[1] {
                Expr::Int(by) => (&ab[0], Some(by)),
                _ => (e, None),
            },
            _ => (e, None),
        }
    }
    let ((base, x), (other, y)) = (split(&a), split(&b));
    match (x, y) {
        _ if base != other || !matches!(base, Expr::Global(_) | Expr::Var(_) | Expr::Null) => {}
        (Some(x), Some(y)) => return Expr::Int(x.sub(y)),
        (Some(x), None) => return Expr::Int(x.clone()),
        (None, Some(y)) => return Expr::Int(y.neg()),
        (None, None) => {}
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
        // Only the number zero is the null pointer.
        (Expr::Cast(Cast::IToP, _, x), Expr::Null) | (Expr::Null, Expr::Cast(Cast::IToP, _, x)) if matches!(&**x, Expr::Int(x) if !x.is_zero()) =>
        {
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
    if op == Cast::FToBits && is_nan(&a) {
        return Expr::cast(op, to, a);
    }
    if is_number(&a) && op != Cast::IToP {
        return evaluated(Expr::cast(op, to, a));
    }
    match (op, to, &a) {
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

/// A constant that is not a number: compilers and processors do not agree on its bits.
fn is_nan(e: &Expr) -> bool {
    matches!(e, Expr::Float(format, bits) if format.is_nan(bits))
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
            Unary::FNeg
            | Unary::FAbs
            | Unary::FSqrt(_)
            | Unary::FRint
            | Unary::FFloor
            | Unary::FCeil
            | Unary::FTrunc => false,
        },
        Expr::Binary(op, ab) => {
            op.gives_truth() || (matches!(op, Binary::And | Binary::Or | Binary::Xor) && is_condition(&ab[0]))
        }
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

fn is_number(e: &Expr) -> bool {
    matches!(e, Expr::Int(_) | Expr::Float(..))
}

/// What an operator makes of its operands, if they are constants.
fn evaluated(e: Expr) -> Expr {
    evaluate(&e).unwrap_or(e)
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
