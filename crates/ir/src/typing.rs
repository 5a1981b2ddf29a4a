//! The types of expressions.

use crate::expr::{Binary, Cast, Expr, Unary};
use crate::program::{FuncId, Program};
use crate::types::Scalar;

/// The type of an expression in a function; `None` if it, or anything in it, is ill-typed.
pub(crate) fn type_of(program: &Program, func: FuncId, expr: &Expr) -> Option<Scalar> {
    match expr {
        Expr::Int(bits) => Some(Scalar::Int(bits.width())),
        Expr::Float(format, bits) => (format.bits() == bits.width()).then_some(Scalar::Float(*format)),
        Expr::Null => Some(Scalar::Ptr),
        Expr::Global(id) => program.globals.get(*id).map(|_| Scalar::Ptr),
        Expr::Func(id) => program.functions.get(*id).map(|_| Scalar::Ptr),
        Expr::Var(id) => {
            let var = program.functions.get(func)?.vars.get(*id)?;
            program.types.get(var.ty).and_then(|_| program.types.scalar(var.ty))
        }
        Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) | Expr::Offset(_) => {
            let mut types = [Scalar::Ptr; 3];
            for (ty, child) in types.iter_mut().zip(expr.children()) {
                *ty = type_of(program, func, child)?;
            }
            combine(program.word(), expr, &types[..expr.children().len()])
        }
    }
}

/// The type of an operator applied to operands of these types, for a pointer-wide integer type; `None` if it does not
/// apply. Only the operator is looked at, not what stands below it; a leaf has no operator.
pub fn combine(word: Scalar, expr: &Expr, types: &[Scalar]) -> Option<Scalar> {
    match (expr, types) {
        (Expr::Unary(op, _), [a]) => unary(*op, *a),
        (Expr::Binary(op, _), [a, b]) => binary(*op, *a, *b, word),
        (Expr::Select(_), [cond, yes, no]) => (*cond == Scalar::Int(1) && yes == no).then_some(*yes),
        (Expr::Cast(op, to, _), [a]) => cast(*op, *a, *to, word).then_some(*to),
        (Expr::Offset(_), [a, by]) => (*a == Scalar::Ptr && *by == word).then_some(Scalar::Ptr),
        _ => None,
    }
}

pub(crate) fn unary(op: Unary, a: Scalar) -> Option<Scalar> {
    match (op, a) {
        (Unary::Not | Unary::Neg, Scalar::Int(_)) => Some(a),
        (
            Unary::FNeg | Unary::FAbs | Unary::FSqrt(_) | Unary::FRint | Unary::FFloor | Unary::FCeil | Unary::FTrunc,
            Scalar::Float(_),
        ) => Some(a),
        (Unary::FIsNan | Unary::FIsInf | Unary::FIsNeg | Unary::FIsNormal | Unary::FIsZero, Scalar::Float(_)) => {
            Some(Scalar::Int(1))
        }
        _ => None,
    }
}

pub(crate) fn binary(op: Binary, a: Scalar, b: Scalar, word: Scalar) -> Option<Scalar> {
    use Binary::*;
    let condition = Some(Scalar::Int(1));
    if a != b {
        return None;
    }
    match (op, a) {
        (Add | Sub | Mul | UDiv | SDiv | URem | SRem | And | Or | Xor | Shl | LShr | AShr, Scalar::Int(_)) => Some(a),
        (Eq | ULt | ULe, Scalar::Int(_) | Scalar::Ptr) | (SLt | SLe, Scalar::Int(_)) => condition,
        (SAddOverflow | SSubOverflow | SMulOverflow | UAddOverflow | USubOverflow | UMulOverflow, Scalar::Int(_)) => {
            condition
        }
        (FAdd(_) | FSub(_) | FMul(_) | FDiv(_) | FMod, Scalar::Float(_)) => Some(a),
        (FEq | FLt | FLe, Scalar::Float(_)) => condition,
        (PtrDiff | PtrGap, Scalar::Ptr) => Some(word),
        _ => None,
    }
}

fn cast(op: Cast, from: Scalar, to: Scalar, word: Scalar) -> bool {
    match (op, from, to) {
        (Cast::Trunc, Scalar::Int(a), Scalar::Int(b)) => a > b,
        (Cast::ZExt | Cast::SExt, Scalar::Int(a), Scalar::Int(b)) => a < b,
        (Cast::FToF(_), Scalar::Float(a), Scalar::Float(b)) => a != b,
        (Cast::SToF(_) | Cast::UToF(_), Scalar::Int(_), Scalar::Float(_)) => true,
        (Cast::FToS | Cast::FToU, Scalar::Float(_), Scalar::Int(_)) => true,
        (Cast::PToI, Scalar::Ptr, to) => to == word,
        (Cast::IToP, from, Scalar::Ptr) => from == word,
        (Cast::FToBits, Scalar::Float(a), Scalar::Int(b)) | (Cast::BitsToF, Scalar::Int(b), Scalar::Float(a)) => {
            a.bits() == b
        }
        _ => false,
    }
}
