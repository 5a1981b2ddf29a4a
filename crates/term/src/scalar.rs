//! The one meaning of the operators on values that are not arrays. The evaluator and constant folding both use it.

use crate::dag::Op;
use hecaton_base::Bits;
use hecaton_base::float::{Float, Rounding};
use std::cmp::Ordering;

/// A value that is not an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool(bool),
    Bits(Bits),
    Float(Float),
}

impl Scalar {
    pub fn bool(&self) -> bool {
        match self {
            Scalar::Bool(value) => *value,
            other => panic!("{other:?} is not a truth value"),
        }
    }
    pub fn bits(&self) -> &Bits {
        match self {
            Scalar::Bits(value) => value,
            other => panic!("{other:?} is not a bit-vector"),
        }
    }
    pub fn float(&self) -> &Float {
        match self {
            Scalar::Float(value) => value,
            other => panic!("{other:?} is not a float"),
        }
    }
    fn mode(&self) -> Rounding {
        let number = self.bits().to_u64().expect("three bits");
        Rounding::ALL.get(number as usize).copied().unwrap_or(Rounding::Zero)
    }
}

/// The result of an operator that neither takes nor gives arrays and is not a leaf.
pub(crate) fn apply(op: Op, args: &[&Scalar]) -> Scalar {
    let flag = |i: usize| args[i].bool();
    let bits = |i: usize| args[i].bits();
    let float = |i: usize| args[i].float();
    let mode = || args[0].mode();
    match op {
        Op::Not => Scalar::Bool(!flag(0)),
        Op::And => Scalar::Bool(flag(0) && flag(1)),
        Op::Or => Scalar::Bool(flag(0) || flag(1)),
        Op::Xor => Scalar::Bool(flag(0) != flag(1)),
        Op::Eq => Scalar::Bool(args[0] == args[1]),
        Op::Ite => args[if flag(0) { 1 } else { 2 }].clone(),

        Op::BvNot => Scalar::Bits(bits(0).not()),
        Op::BvNeg => Scalar::Bits(bits(0).neg()),
        Op::BvAnd => Scalar::Bits(bits(0).and(bits(1))),
        Op::BvOr => Scalar::Bits(bits(0).or(bits(1))),
        Op::BvXor => Scalar::Bits(bits(0).xor(bits(1))),
        Op::BvAdd => Scalar::Bits(bits(0).add(bits(1))),
        Op::BvMul => Scalar::Bits(bits(0).mul(bits(1))),
        Op::BvUdiv => Scalar::Bits(bits(0).udiv(bits(1))),
        Op::BvUrem => Scalar::Bits(bits(0).urem(bits(1))),
        Op::BvSdiv => Scalar::Bits(bits(0).sdiv(bits(1))),
        Op::BvSrem => Scalar::Bits(bits(0).srem(bits(1))),
        Op::BvShl => Scalar::Bits(bits(0).shl(bits(1))),
        Op::BvLshr => Scalar::Bits(bits(0).lshr(bits(1))),
        Op::BvAshr => Scalar::Bits(bits(0).ashr(bits(1))),
        Op::BvUlt => Scalar::Bool(bits(0).ucmp(bits(1)) == Ordering::Less),
        Op::BvUle => Scalar::Bool(bits(0).ucmp(bits(1)) != Ordering::Greater),
        Op::BvSlt => Scalar::Bool(bits(0).scmp(bits(1)) == Ordering::Less),
        Op::BvSle => Scalar::Bool(bits(0).scmp(bits(1)) != Ordering::Greater),
        Op::BvConcat => Scalar::Bits(bits(0).concat(bits(1))),
        Op::BvExtract { hi, lo } => Scalar::Bits(bits(0).extract(hi, lo)),
        Op::BvZext(by) => Scalar::Bits(bits(0).zext(bits(0).width() + by)),
        Op::BvSext(by) => Scalar::Bits(bits(0).sext(bits(0).width() + by)),

        Op::FpFromBits(format) => Scalar::Float(Float::new(format, bits(0).clone())),
        Op::FpToBits => Scalar::Bits(float(0).bits().clone()),
        Op::FpNeg => Scalar::Float(float(0).neg()),
        Op::FpAbs => Scalar::Float(float(0).abs()),
        Op::FpAdd => Scalar::Float(float(1).add(mode(), float(2))),
        Op::FpMul => Scalar::Float(float(1).mul(mode(), float(2))),
        Op::FpDiv => Scalar::Float(float(1).div(mode(), float(2))),
        Op::FpFma => Scalar::Float(float(1).fma(mode(), float(2), float(3))),
        Op::FpSqrt => Scalar::Float(float(1).sqrt(mode())),
        Op::FpRem => Scalar::Float(float(0).rem(float(1))),
        Op::FpMod => Scalar::Float(float(0).fmod(float(1))),
        Op::FpRoundIntegral => Scalar::Float(float(1).round_integral(mode())),
        Op::FpEq => Scalar::Bool(float(0).eq_ieee(float(1))),
        Op::FpLt => Scalar::Bool(float(0).lt(float(1))),
        Op::FpLe => Scalar::Bool(float(0).le(float(1))),
        Op::FpIsNan => Scalar::Bool(float(0).is_nan()),
        Op::FpIsInf => Scalar::Bool(float(0).is_inf()),
        Op::FpIsZero => Scalar::Bool(float(0).is_zero()),
        Op::FpIsNormal => Scalar::Bool(float(0).is_normal()),
        Op::FpIsSubnormal => Scalar::Bool(float(0).is_subnormal()),
        Op::FpIsNeg => Scalar::Bool(float(0).is_negative()),
        Op::FpToFp(format) => Scalar::Float(float(1).convert(mode(), format)),
        Op::FpFromSigned(format) => Scalar::Float(Float::from_signed(mode(), format, bits(1))),
        Op::FpFromUnsigned(format) => Scalar::Float(Float::from_unsigned(mode(), format, bits(1))),
        Op::FpToSigned(width) => {
            Scalar::Bits(float(1).to_signed(mode(), width).unwrap_or_else(|| Bits::min_signed(width)))
        }
        Op::FpToUnsigned(width) => {
            Scalar::Bits(float(1).to_unsigned(mode(), width).unwrap_or_else(|| Bits::min_signed(width)))
        }

        Op::True | Op::False | Op::Const(_) | Op::Var(_) => panic!("{op:?} is a leaf"),
        Op::ArrayConst(_) | Op::Select | Op::Store => panic!("{op:?} is about arrays"),
    }
}
