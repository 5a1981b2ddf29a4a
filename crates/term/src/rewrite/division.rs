//! Quotients and remainders. Division by zero has its SMT-LIB meaning: the unsigned quotient is all ones, the remainder
//! is the dividend.

use super::fold::fold;
use super::leaves::through_leaves;
use super::{Rule, rules};
use crate::builder::Builder;
use crate::dag::{Op, Term};
use hecaton_base::Bits;

pub(super) const UDIV: &[Rule] = rules![
    Fold "udiv.constant" fold,
    Fold "udiv.by-zero-one" udiv_by_zero_one,
    Local "udiv.power" udiv_power,
    Local "udiv.small" udiv_small,
    Local "udiv.same" udiv_same,
    Local "udiv.extended" extended,
    Local "udiv.multiple" udiv_multiple,
    Local "udiv.udiv" udiv_udiv,
    Local "udiv.leaves" through_leaves,
];
pub(super) const UREM: &[Rule] = rules![
    Fold "urem.constant" fold,
    Fold "urem.by-zero-one" rem_by_zero_one,
    Local "urem.power" urem_power,
    Local "urem.small" urem_small,
    Local "urem.same" rem_same,
    Local "urem.extended" extended,
    Local "urem.multiple" urem_multiple,
    Local "urem.leaves" through_leaves,
];
pub(super) const SDIV: &[Rule] = rules![
    Fold "sdiv.constant" fold,
    Fold "sdiv.by-one" sdiv_by_one,
    Local "sdiv.unsigned" unsigned,
    Local "sdiv.minus-one" sdiv_minus_one,
    Local "sdiv.power" sdiv_power,
    Local "sdiv.leaves" through_leaves,
];
pub(super) const SREM: &[Rule] = rules![
    Fold "srem.constant" fold,
    Fold "srem.by-zero-one" rem_by_zero_one,
    Local "srem.unsigned" unsigned,
    Local "srem.same" rem_same,
    Local "srem.minus-one" srem_minus_one,
    Local "srem.power" srem_power,
    Local "srem.leaves" through_leaves,
];

fn udiv_by_zero_one(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let divisor = b.as_bits(args[1])?;
    if divisor.is_zero() {
        let ones = Bits::ones(divisor.width());
        Some(b.bits(ones))
    } else {
        divisor.is_one().then_some(args[0])
    }
}

/// By 2^k: the high bits.
fn udiv_power(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (shift, width) = (b.as_bits(args[1])?.log2()?, b.width(args[0]));
    let high = b.extract(width - 1, shift, args[0]);
    Some(b.zext_to(width, high))
}

/// The dividend is below the divisor.
fn udiv_small(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (b.fact(args[0]).umax < b.fact(args[1]).umin).then(|| b.num(b.width(args[0]), 0))
}

/// `x / x` is 1, or all ones.
fn udiv_same(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if args[0] != args[1] {
        return None;
    }
    let width = b.width(args[0]);
    let (zero, one, ones) = (b.num(width, 0), b.num(width, 1), b.bits(Bits::ones(width)));
    let by_zero = b.eq(args[0], zero);
    Some(b.ite(by_zero, ones, one))
}

/// Both are extended by zeros, or one is and the other is a constant that fits: the narrow operation does. A quotient
/// by zero would not be all ones any more.
fn extended(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let Op::BvZext(by) = b.op(args[0]) else { return None };
    let x = b.args(args[0])[0];
    let (inner, width) = (b.width(x), b.width(args[0]));
    let y = match b.op(args[1]) {
        Op::BvZext(other) if other == by => b.args(args[1])[0],
        Op::Const(id) => {
            let value = b.constant(id);
            if !value.extract(width - 1, inner).is_zero() {
                return None;
            }
            let low = value.extract(inner - 1, 0);
            b.bits(low)
        }
        _ => return None,
    };
    if op == Op::BvUdiv && b.fact(y).umin == 0 {
        return None;
    }
    let narrow = b.mk(op, &[x, y]);
    Some(b.zext_to(width, narrow))
}

/// `x` of `k · x`, if the product does not wrap.
fn exact_multiple(b: &Builder, term: Term, of: &Bits) -> Option<(Term, u64)> {
    let (x, factor) = b.with_const(Op::BvMul, term)?;
    let (width, factor, of) = (factor.width(), factor.to_u64()?, of.to_u64()?);
    if width > 64 || of == 0 || factor % of != 0 {
        return None;
    }
    let most = u128::from(u64::MAX >> (64 - width));
    (u128::from(b.fact(x).umax) * u128::from(factor) <= most).then_some((x, factor / of))
}

fn udiv_multiple(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let divisor = b.as_bits(args[1])?.clone();
    let (x, factor) = exact_multiple(b, args[0], &divisor)?;
    let factor = b.num(divisor.width(), factor);
    Some(b.mul(x, factor))
}

fn urem_multiple(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let divisor = b.as_bits(args[1])?.clone();
    exact_multiple(b, args[0], &divisor).map(|_| b.num(divisor.width(), 0))
}

/// `(x / c) / d` is `x / (c · d)`, or zero if the product is too large.
fn udiv_udiv(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let outer = b.as_bits(args[1])?.clone();
    let (x, inner) = b.with_const(Op::BvUdiv, args[0])?;
    if inner.is_zero() || outer.is_zero() {
        return None;
    }
    let width = inner.width();
    let product = inner.zext(2 * width).mul(&outer.zext(2 * width));
    if product.extract(2 * width - 1, width).is_zero() {
        let divisor = b.bits(product.extract(width - 1, 0));
        Some(b.mk(Op::BvUdiv, &[x, divisor]))
    } else {
        Some(b.num(width, 0))
    }
}

/// By 1 nothing is left, by 0 everything.
fn rem_by_zero_one(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let divisor = b.as_bits(args[1])?;
    if divisor.is_zero() { Some(args[0]) } else { divisor.is_one().then(|| b.num(b.width(args[0]), 0)) }
}

/// By 2^k: the low bits.
fn urem_power(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (shift, width) = (b.as_bits(args[1])?.log2()?, b.width(args[0]));
    if shift == 0 {
        return Some(b.num(width, 0));
    }
    let low = b.extract(shift - 1, 0, args[0]);
    Some(b.zext_to(width, low))
}

fn urem_small(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (b.fact(args[0]).umax < b.fact(args[1]).umin).then_some(args[0])
}

/// `x mod x` is 0, for zero too.
fn rem_same(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (args[0] == args[1]).then(|| b.num(b.width(args[0]), 0))
}

fn sdiv_by_one(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let divisor = b.as_bits(args[1])?;
    // The number one; in one bit, 1 is minus one.
    (divisor.is_one() && divisor.width() > 1).then_some(args[0])
}

fn is_nonnegative(b: &Builder, term: Term) -> bool {
    match b.as_bits(term) {
        Some(value) => !value.sign_bit(),
        None => matches!(b.op(term), Op::BvZext(by) if by > 0) || b.width(term) <= 64 && b.fact(term).smin >= 0,
    }
}

/// Neither argument is negative.
fn unsigned(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let unsigned = if op == Op::BvSdiv { Op::BvUdiv } else { Op::BvUrem };
    (is_nonnegative(b, args[0]) && is_nonnegative(b, args[1])).then(|| b.mk(unsigned, args))
}

fn sdiv_minus_one(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    b.as_bits(args[1])?.is_ones().then(|| b.mk(Op::BvNeg, &[args[0]]))
}

fn srem_minus_one(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    b.as_bits(args[1])?.is_ones().then(|| b.num(b.width(args[0]), 0))
}

/// For a divisor 2^k that is positive: k, and the dividend plus 2^k - 1 if it is negative.
fn biased(b: &mut Builder, args: &[Term]) -> Option<(u32, Term, Term)> {
    let divisor = b.as_bits(args[1])?;
    let (shift, width) = (divisor.log2()?, divisor.width());
    if shift == 0 || shift + 1 >= width {
        return None;
    }
    let bias = divisor.sub(&Bits::one(width));
    let (zero, bias) = (b.num(width, 0), b.bits(bias));
    let negative = b.slt(args[0], zero);
    let bias = b.ite(negative, bias, zero);
    let sum = b.add(args[0], bias);
    Some((shift, sum, bias))
}

/// By 2^k: a shift of the biased dividend, which rounds towards zero.
fn sdiv_power(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (shift, sum, _) = biased(b, args)?;
    let width = b.width(args[0]);
    let high = b.extract(width - 1, shift, sum);
    Some(b.sext_to(width, high))
}

/// By 2^k: the low bits of the biased dividend, less the bias.
fn srem_power(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (shift, sum, bias) = biased(b, args)?;
    let low = b.extract(shift - 1, 0, sum);
    let low = b.zext_to(b.width(args[0]), low);
    Some(b.sub(low, bias))
}
