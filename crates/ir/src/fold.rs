//! Expressions with the values of some variables filled in, and what is constant then computed. Floats are left alone.

use crate::expr::{Binary, Cast, Expr, Unary};
use crate::program::VarId;
use crate::types::Scalar;
use hecaton_base::Bits;
use std::cmp::Ordering;

/// Whether an expression is one value, whatever the variables.
pub(crate) fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Int(_) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) => true,
        Expr::Offset(ab) => matches!((&ab[0], &ab[1]), (Expr::Global(_), Expr::Int(_))),
        Expr::Var(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) => false,
    }
}

/// The zero of a type: what a variable holds that was not written.
pub(crate) fn zero(ty: Scalar) -> Expr {
    match ty {
        Scalar::Int(width) => Expr::Int(Bits::zero(width)),
        Scalar::Float(format) => Expr::Float(format, Bits::zero(format.bits())),
        Scalar::Ptr => Expr::Null,
    }
}

/// The expression with the known variables replaced by their values and simplified from the leaves up.
pub(crate) fn fold(expr: &Expr, known: &impl Fn(VarId) -> Option<Expr>) -> Expr {
    match expr {
        Expr::Int(_) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) => expr.clone(),
        Expr::Var(var) => known(*var).unwrap_or_else(|| expr.clone()),
        Expr::Unary(op, a) => {
            let a = fold(a, known);
            unary(*op, &a).unwrap_or_else(|| Expr::unary(*op, a))
        }
        Expr::Binary(op, ab) => {
            let (a, b) = (fold(&ab[0], known), fold(&ab[1], known));
            binary(*op, &a, &b).unwrap_or_else(|| Expr::binary(*op, a, b))
        }
        Expr::Select(abc) => match fold(&abc[0], known) {
            Expr::Int(cond) => fold(&abc[if cond.is_zero() { 2 } else { 1 }], known),
            cond => Expr::select(cond, fold(&abc[1], known), fold(&abc[2], known)),
        },
        Expr::Cast(op, to, a) => {
            let a = fold(a, known);
            cast(*op, *to, &a).unwrap_or_else(|| Expr::cast(*op, *to, a))
        }
        Expr::Offset(ab) => offset(fold(&ab[0], known), fold(&ab[1], known)),
    }
}

fn unary(op: Unary, a: &Expr) -> Option<Expr> {
    let Expr::Int(a) = a else { return None };
    match op {
        Unary::Not => Some(Expr::Int(a.not())),
        Unary::Neg => Some(Expr::Int(a.neg())),
        Unary::FNeg
        | Unary::FAbs
        | Unary::FSqrt(_)
        | Unary::FRint
        | Unary::FFloor
        | Unary::FCeil
        | Unary::FTrunc
        | Unary::FIsNan
        | Unary::FIsInf
        | Unary::FIsNeg
        | Unary::FIsNormal
        | Unary::FIsZero => None,
    }
}

fn binary(op: Binary, a: &Expr, b: &Expr) -> Option<Expr> {
    match (a, b) {
        (Expr::Int(a), Expr::Int(b)) => integers(op, a, b).map(Expr::Int),
        (Expr::Int(known), other) | (other, Expr::Int(known)) => absorbed(op, known, other),
        _ if op == Binary::Eq => same_pointer(a, b).map(|same| Expr::Int(Bits::from_bool(same))),
        _ => None,
    }
}

fn integers(op: Binary, a: &Bits, b: &Bits) -> Option<Bits> {
    let truth = |value: bool| Some(Bits::from_bool(value));
    // Sums and products of two numbers fit in twice their width.
    let signed = |exact: fn(&Bits, &Bits) -> Bits| {
        let width = a.width();
        let full = exact(&a.sext(2 * width + 1), &b.sext(2 * width + 1));
        truth(full.extract(width - 1, 0).sext(2 * width + 1) != full)
    };
    let unsigned = |exact: fn(&Bits, &Bits) -> Bits| {
        let width = a.width();
        let full = exact(&a.zext(2 * width + 1), &b.zext(2 * width + 1));
        truth(full.extract(width - 1, 0).zext(2 * width + 1) != full)
    };
    match op {
        Binary::Add => Some(a.add(b)),
        Binary::Sub => Some(a.sub(b)),
        Binary::Mul => Some(a.mul(b)),
        Binary::UDiv => Some(a.udiv(b)),
        Binary::SDiv => Some(a.sdiv(b)),
        Binary::URem => Some(a.urem(b)),
        Binary::SRem => Some(a.srem(b)),
        Binary::And => Some(a.and(b)),
        Binary::Or => Some(a.or(b)),
        Binary::Xor => Some(a.xor(b)),
        Binary::Shl => Some(a.shl(b)),
        Binary::LShr => Some(a.lshr(b)),
        Binary::AShr => Some(a.ashr(b)),
        Binary::Eq => truth(a == b),
        Binary::ULt => truth(a.ucmp(b) == Ordering::Less),
        Binary::ULe => truth(a.ucmp(b) != Ordering::Greater),
        Binary::SLt => truth(a.scmp(b) == Ordering::Less),
        Binary::SLe => truth(a.scmp(b) != Ordering::Greater),
        Binary::SAddOverflow => signed(Bits::add),
        Binary::SSubOverflow => signed(Bits::sub),
        Binary::SMulOverflow => signed(Bits::mul),
        Binary::UAddOverflow => unsigned(Bits::add),
        Binary::USubOverflow => truth(a.ucmp(b) == Ordering::Less),
        Binary::UMulOverflow => unsigned(Bits::mul),
        Binary::FAdd(_)
        | Binary::FSub(_)
        | Binary::FMul(_)
        | Binary::FDiv(_)
        | Binary::FMod
        | Binary::FEq
        | Binary::FLt
        | Binary::FLe
        | Binary::PtrDiff
        | Binary::PtrGap => None,
    }
}

/// The result where one operand of a symmetric operator decides it.
fn absorbed(op: Binary, known: &Bits, other: &Expr) -> Option<Expr> {
    match op {
        Binary::And if known.is_zero() => Some(Expr::Int(known.clone())),
        Binary::And if known.is_ones() => Some(other.clone()),
        Binary::Or if known.is_ones() => Some(Expr::Int(known.clone())),
        Binary::Or if known.is_zero() => Some(other.clone()),
        _ => None,
    }
}

/// Whether two constant pointers are equal, where that does not depend on addresses.
fn same_pointer(a: &Expr, b: &Expr) -> Option<bool> {
    match (a, b) {
        (Expr::Null, Expr::Null) => Some(true),
        (Expr::Null, Expr::Global(_) | Expr::Func(_)) | (Expr::Global(_) | Expr::Func(_), Expr::Null) => Some(false),
        // Two objects can have the same address if one has no bytes.
        (Expr::Global(g), Expr::Global(h)) => (g == h).then_some(true),
        (Expr::Func(f), Expr::Func(g)) => Some(f == g),
        _ => None,
    }
}

fn cast(op: Cast, to: Scalar, a: &Expr) -> Option<Expr> {
    let Expr::Int(bits) = a else { return None };
    match (op, to) {
        (Cast::Trunc, Scalar::Int(width)) => Some(Expr::Int(bits.extract(width - 1, 0))),
        (Cast::ZExt, Scalar::Int(width)) => Some(Expr::Int(bits.zext(width))),
        (Cast::SExt, Scalar::Int(width)) => Some(Expr::Int(bits.sext(width))),
        (Cast::IToP, Scalar::Ptr) if bits.is_zero() => Some(Expr::Null),
        _ => None,
    }
}

/// A moved pointer; two moves by constants are one.
fn offset(base: Expr, by: Expr) -> Expr {
    match (base, by) {
        (base, Expr::Int(by)) if by.is_zero() => base,
        (Expr::Offset(ab), Expr::Int(by)) => match &ab[1] {
            Expr::Int(first) => offset(ab[0].clone(), Expr::Int(first.add(&by))),
            _ => Expr::offset(Expr::Offset(ab), Expr::Int(by)),
        },
        (base, by) => Expr::offset(base, by),
    }
}
