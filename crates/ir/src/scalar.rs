//! What the operators mean on integers and floats: the one evaluator of constants, for whoever computes with them.
//! Integers of at most 64 bits go the short way on machine words; everything else goes through `Bits` and `Float`.
//! Pointers are the memory's business.

use crate::expr::{Binary, Cast, Expr, Unary};
use crate::types::Scalar;
use hecaton_base::Bits;
use hecaton_base::float::{Float, Rounding};

/// The constant that an operator applied to constants is; `None` if the operands are no numbers or the operator does
/// not apply to them. Only the operator at the top is looked at.
pub fn evaluate(expr: &Expr) -> Option<Expr> {
    let number = |e: &Expr| match e {
        Expr::Int(bits) => Some((Scalar::Int(bits.width()), bits.clone())),
        Expr::Float(format, bits) => Some((Scalar::Float(*format), bits.clone())),
        _ => None,
    };
    let (ty, bits) = match expr {
        Expr::Unary(op, a) => {
            let (ty, a) = number(a)?;
            (crate::typing::unary(*op, ty)?, unary(*op, ty, &a)?)
        }
        Expr::Binary(op, ab) => {
            let ((ty, a), (other, b)) = (number(&ab[0])?, number(&ab[1])?);
            // There is no word among numbers.
            (crate::typing::binary(*op, ty, other, Scalar::Ptr)?, binary(*op, ty, &a, &b)?)
        }
        Expr::Cast(op, to, a) => {
            let (from, a) = number(a)?;
            (*to, cast(*op, from, *to, &a)?)
        }
        Expr::Select(abc) => {
            let (ty, cond) = number(&abc[0])?;
            return (ty == Scalar::Int(1)).then(|| if cond.is_one() { abc[1].clone() } else { abc[2].clone() });
        }
        Expr::Int(_)
        | Expr::Float(..)
        | Expr::Null
        | Expr::Global(_)
        | Expr::Func(_)
        | Expr::Var(_)
        | Expr::Offset(_) => return None,
    };
    match ty {
        Scalar::Int(_) => Some(Expr::Int(bits)),
        Scalar::Float(format) => Some(Expr::Float(format, bits)),
        Scalar::Ptr => None,
    }
}

/// The low bits of a word.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The word of a narrower integer as a signed number.
pub fn signed(width: u32, word: u64) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((word << unused) as i64) >> unused
}

/// An operator on two integers of at most 64 bits. `None` for operators that are not about integers.
#[inline]
pub fn word_binary(op: Binary, width: u32, a: u64, b: u64) -> Option<u64> {
    let s = |word: u64| signed(width, word);
    let fits = |value: i128| i128::from(s(value as u64)) == value;
    let truth = u64::from;
    Some(match op {
        Binary::Add => a.wrapping_add(b) & mask(width),
        Binary::Sub => a.wrapping_sub(b) & mask(width),
        Binary::Mul => a.wrapping_mul(b) & mask(width),
        Binary::UDiv => a.checked_div(b).unwrap_or(mask(width)),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv => match (s(a), s(b)) {
            (x, 0) => (if x < 0 { 1 } else { u64::MAX }) & mask(width),
            (x, y) => x.wrapping_div(y) as u64 & mask(width),
        },
        Binary::SRem => match (s(a), s(b)) {
            (_, 0) => a,
            (x, y) => x.wrapping_rem(y) as u64 & mask(width),
        },
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => {
            if b < u64::from(width) {
                (a << b) & mask(width)
            } else {
                0
            }
        }
        Binary::LShr => {
            if b < u64::from(width) {
                a >> b
            } else {
                0
            }
        }
        Binary::AShr => (s(a) >> b.min(63)) as u64 & mask(width),
        Binary::Eq => truth(a == b),
        Binary::ULt => truth(a < b),
        Binary::ULe => truth(a <= b),
        Binary::SLt => truth(s(a) < s(b)),
        Binary::SLe => truth(s(a) <= s(b)),
        Binary::SAddOverflow => truth(!fits(i128::from(s(a)) + i128::from(s(b)))),
        Binary::SSubOverflow => truth(!fits(i128::from(s(a)) - i128::from(s(b)))),
        Binary::SMulOverflow => truth(!fits(i128::from(s(a)) * i128::from(s(b)))),
        Binary::UAddOverflow => truth(u128::from(a) + u128::from(b) > u128::from(mask(width))),
        Binary::USubOverflow => truth(a < b),
        Binary::UMulOverflow => truth(u128::from(a) * u128::from(b) > u128::from(mask(width))),
        Binary::FAdd(_)
        | Binary::FSub(_)
        | Binary::FMul(_)
        | Binary::FDiv(_)
        | Binary::FMod
        | Binary::FEq
        | Binary::FLt
        | Binary::FLe
        | Binary::PtrDiff
        | Binary::PtrGap => return None,
    })
}

/// An operator on two integers or floats of any width. `None` if it does not apply to that type.
pub fn binary(op: Binary, ty: Scalar, a: &Bits, b: &Bits) -> Option<Bits> {
    match ty {
        Scalar::Int(_) => integer(op, a, b),
        Scalar::Float(format) => {
            let (a, b) = (Float::new(format, a.clone()), Float::new(format, b.clone()));
            Some(match op {
                Binary::FAdd(mode) => a.add(mode, &b).into_bits(),
                Binary::FSub(mode) => a.sub(mode, &b).into_bits(),
                Binary::FMul(mode) => a.mul(mode, &b).into_bits(),
                Binary::FDiv(mode) => a.div(mode, &b).into_bits(),
                Binary::FMod => a.fmod(&b).into_bits(),
                Binary::FEq => Bits::from_bool(a.eq_ieee(&b)),
                Binary::FLt => Bits::from_bool(a.lt(&b)),
                Binary::FLe => Bits::from_bool(a.le(&b)),
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
                | Binary::PtrDiff
                | Binary::PtrGap => return None,
            })
        }
        Scalar::Ptr => None,
    }
}

fn integer(op: Binary, a: &Bits, b: &Bits) -> Option<Bits> {
    use std::cmp::Ordering::{Greater, Less};
    let width = a.width();
    // Exact results need twice the bits, and one more for a sum.
    let (double, sum) = (2 * width, width + 1);
    let s_fits = |exact: Bits| exact == exact.extract(width - 1, 0).sext(exact.width());
    let u_fits = |exact: Bits| exact == exact.extract(width - 1, 0).zext(exact.width());
    Some(match op {
        Binary::Add => a.add(b),
        Binary::Sub => a.sub(b),
        Binary::Mul => a.mul(b),
        Binary::UDiv => a.udiv(b),
        Binary::SDiv => a.sdiv(b),
        Binary::URem => a.urem(b),
        Binary::SRem => a.srem(b),
        Binary::And => a.and(b),
        Binary::Or => a.or(b),
        Binary::Xor => a.xor(b),
        Binary::Shl => a.shl(b),
        Binary::LShr => a.lshr(b),
        Binary::AShr => a.ashr(b),
        Binary::Eq => Bits::from_bool(a == b),
        Binary::ULt => Bits::from_bool(a.ucmp(b) == Less),
        Binary::ULe => Bits::from_bool(a.ucmp(b) != Greater),
        Binary::SLt => Bits::from_bool(a.scmp(b) == Less),
        Binary::SLe => Bits::from_bool(a.scmp(b) != Greater),
        Binary::SAddOverflow => Bits::from_bool(!s_fits(a.sext(sum).add(&b.sext(sum)))),
        Binary::SSubOverflow => Bits::from_bool(!s_fits(a.sext(sum).sub(&b.sext(sum)))),
        Binary::SMulOverflow => Bits::from_bool(!s_fits(a.sext(double).mul(&b.sext(double)))),
        Binary::UAddOverflow => Bits::from_bool(!u_fits(a.zext(sum).add(&b.zext(sum)))),
        Binary::USubOverflow => Bits::from_bool(a.ucmp(b) == Less),
        Binary::UMulOverflow => Bits::from_bool(!u_fits(a.zext(double).mul(&b.zext(double)))),
        Binary::FAdd(_)
        | Binary::FSub(_)
        | Binary::FMul(_)
        | Binary::FDiv(_)
        | Binary::FMod
        | Binary::FEq
        | Binary::FLt
        | Binary::FLe
        | Binary::PtrDiff
        | Binary::PtrGap => return None,
    })
}

/// Only the highest bit.
fn sign_mask(width: u32) -> Bits {
    Bits::min_signed(width)
}

/// An operator on one integer or float of any width. `None` if it does not apply to that type.
pub fn unary(op: Unary, ty: Scalar, a: &Bits) -> Option<Bits> {
    let float = || match ty {
        Scalar::Float(format) => Some(Float::new(format, a.clone())),
        Scalar::Int(_) | Scalar::Ptr => None,
    };
    let round = |mode| float().map(|f| f.round_integral(mode).into_bits());
    match op {
        Unary::Not => matches!(ty, Scalar::Int(_)).then(|| a.not()),
        Unary::Neg => matches!(ty, Scalar::Int(_)).then(|| a.neg()),
        // The sign is a bit like others, also that of a NaN.
        Unary::FNeg => float().map(|_| a.xor(&sign_mask(a.width()))),
        Unary::FAbs => float().map(|_| a.and(&sign_mask(a.width()).not())),
        Unary::FSqrt(mode) => float().map(|f| f.sqrt(mode).into_bits()),
        Unary::FRint => round(Rounding::NearestEven),
        Unary::FFloor => round(Rounding::Down),
        Unary::FCeil => round(Rounding::Up),
        Unary::FTrunc => round(Rounding::Zero),
        Unary::FIsNan => float().map(|f| Bits::from_bool(f.is_nan())),
        Unary::FIsInf => float().map(|f| Bits::from_bool(f.is_inf())),
        Unary::FIsNeg => float().map(|_| Bits::from_bool(a.sign_bit())),
        Unary::FIsNormal => float().map(|f| Bits::from_bool(f.is_normal())),
        Unary::FIsZero => float().map(|f| Bits::from_bool(f.is_zero())),
    }
}

/// A conversion between integers and floats of any width. `None` if it does not apply to those types.
pub fn cast(op: Cast, from: Scalar, to: Scalar, a: &Bits) -> Option<Bits> {
    match (op, from, to) {
        (Cast::Trunc, Scalar::Int(_), Scalar::Int(width)) if width <= a.width() => Some(a.resize(width)),
        (Cast::ZExt, Scalar::Int(_), Scalar::Int(width)) if width >= a.width() => Some(a.zext(width)),
        (Cast::SExt, Scalar::Int(_), Scalar::Int(width)) if width >= a.width() => Some(a.sext(width)),
        (Cast::FToF(mode), Scalar::Float(from), Scalar::Float(to)) => {
            Some(Float::new(from, a.clone()).convert(mode, to).into_bits())
        }
        (Cast::SToF(mode), Scalar::Int(_), Scalar::Float(to)) => Some(Float::from_signed(mode, to, a).into_bits()),
        (Cast::UToF(mode), Scalar::Int(_), Scalar::Float(to)) => Some(Float::from_unsigned(mode, to, a).into_bits()),
        (Cast::FToS, Scalar::Float(from), Scalar::Int(width)) => {
            let value = Float::new(from, a.clone()).to_signed(Rounding::Zero, width);
            Some(value.unwrap_or_else(|| Bits::min_signed(width)))
        }
        (Cast::FToU, Scalar::Float(from), Scalar::Int(width)) => {
            let value = Float::new(from, a.clone()).to_unsigned(Rounding::Zero, width);
            Some(value.unwrap_or_else(|| Bits::min_signed(width)))
        }
        (Cast::FToBits, Scalar::Float(_), Scalar::Int(width)) => (width == a.width()).then(|| a.clone()),
        (Cast::BitsToF, Scalar::Int(width), Scalar::Float(to)) => (width == to.bits()).then(|| a.clone()),
        (
            Cast::Trunc
            | Cast::ZExt
            | Cast::SExt
            | Cast::FToF(_)
            | Cast::SToF(_)
            | Cast::UToF(_)
            | Cast::FToS
            | Cast::FToU
            | Cast::PToI
            | Cast::IToP
            | Cast::FToBits
            | Cast::BitsToF,
            _,
            _,
        ) => None,
    }
}
