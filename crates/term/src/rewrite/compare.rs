//! Inequalities, unsigned and signed.

use super::fold::{fold, fold_constants};
use super::leaves::{same_condition, through_leaves};
use super::{Rule, linear, rules};
use crate::builder::Builder;
use crate::dag::{Op, Term};
use hecaton_base::Bits;

pub(super) const ULT: &[Rule] = rules![
    Fold "ult.constant" fold,
    Fold "ult.same" same,
    Local "ult.bounds" ult_bounds,
    Local "ult.one-bit" ult_one_bit,
    Local "ult.edge" ult_edge,
    Local "ult.extended" ult_extended,
    Local "ult.concat" concat,
    Local "ult.complement" complement,
    Local "ult.leaves" through_leaves,
    Local "ult.same-condition" same_condition,
    Local "ult.choice" choice,
    Local "ult.overflow" ult_overflow,
    Local "ult.shifted" ult_shifted,
    Local "ult.multiple" ult_multiple,
    Local "ult.remainder" ult_remainder,
    Local "ult.sums" sums,
];
pub(super) const SLT: &[Rule] = rules![
    Fold "slt.constant" fold,
    Fold "slt.same" same,
    Local "slt.bounds" slt_bounds,
    Local "slt.one-bit" slt_one_bit,
    Local "slt.unsigned" slt_unsigned,
    Local "slt.edge" slt_edge,
    Local "slt.extended" slt_extended,
    Local "slt.concat" concat,
    Local "slt.complement" complement,
    Local "slt.leaves" through_leaves,
    Local "slt.same-condition" same_condition,
    Local "slt.choice" choice,
    Local "slt.shifted" slt_shifted,
    Local "slt.multiple" slt_multiple,
    Local "slt.sums" sums,
];
pub(super) const LE: &[Rule] = rules![
    Fold "le.constant" fold,
    Local "le.is-not-lt" le,
];

/// `a ≤ b` is `¬(b < a)`.
fn le(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let strict = if op == Op::BvUle { Op::BvUlt } else { Op::BvSlt };
    let less = b.mk(strict, &[args[1], args[0]]);
    Some(b.not(less))
}

fn same(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (args[0] == args[1]).then(|| b.bool(false))
}

fn ult_bounds(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, y) = (b.fact(args[0]), b.fact(args[1]));
    if x.umax < y.umin {
        Some(b.bool(true))
    } else if (y.umax < u64::MAX || b.width(args[1]) <= 64) && x.umin >= y.umax {
        Some(b.bool(false))
    } else {
        None
    }
}

fn slt_bounds(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if b.width(args[0]) > 64 {
        return None;
    }
    let (x, y) = (b.fact(args[0]), b.fact(args[1]));
    if x.smax < y.smin {
        Some(b.bool(true))
    } else if x.smin >= y.smax {
        Some(b.bool(false))
    } else {
        None
    }
}

fn ult_one_bit(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    one_bit(b, args[0], args[1])
}
fn slt_one_bit(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    one_bit(b, args[1], args[0])
}
/// The first bit is 0 and the second 1.
fn one_bit(b: &mut Builder, low: Term, high: Term) -> Option<Term> {
    if b.width(low) != 1 {
        return None;
    }
    let (zero, one) = (b.num(1, 0), b.num(1, 1));
    let low = b.eq(low, zero);
    let high = b.eq(high, one);
    Some(b.and(low, high))
}

/// `x` is, or is not, the constant.
fn equals(b: &mut Builder, x: Term, value: Bits, positive: bool) -> Term {
    let value = b.bits(value);
    let same = b.eq(x, value);
    if positive { same } else { b.not(same) }
}

fn ult_edge(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let width = b.width(args[0]);
    edge(b, args, &Bits::zero(width), &Bits::ones(width))
}
fn slt_edge(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let width = b.width(args[0]);
    edge(b, args, &Bits::min_signed(width), &Bits::max_signed(width))
}
/// Comparisons that leave one value, or all but one, in the range from `min` to `max`.
fn edge(b: &mut Builder, args: &[Term], min: &Bits, max: &Bits) -> Option<Term> {
    let one = Bits::one(min.width());
    if let Some(bound) = b.as_bits(args[1]) {
        if bound == min {
            return Some(b.bool(false));
        } else if bound == max {
            return Some(equals(b, args[0], max.clone(), false));
        } else if *bound == min.add(&one) {
            return Some(equals(b, args[0], min.clone(), true));
        }
    }
    if let Some(bound) = b.as_bits(args[0]) {
        if bound == max {
            return Some(b.bool(false));
        } else if bound == min {
            return Some(equals(b, args[1], min.clone(), false));
        } else if *bound == max.sub(&one) {
            return Some(equals(b, args[1], max.clone(), true));
        }
    }
    None
}

fn ult_extended(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    match (b.op(args[0]), b.op(args[1])) {
        (Op::BvZext(_), Op::BvZext(_)) => {
            let (x, y) = (b.args(args[0])[0], b.args(args[1])[0]);
            let width = b.width(x).max(b.width(y));
            let (x, y) = (b.zext_to(width, x), b.zext_to(width, y));
            Some(b.mk(op, &[x, y]))
        }
        (Op::BvSext(_), Op::BvSext(_)) => sext_both(b, op, args),
        (Op::BvZext(_), Op::Const(id)) => {
            let x = b.args(args[0])[0];
            let (inner, value) = (b.width(x), b.constant(id).clone());
            if !value.extract(value.width() - 1, inner).is_zero() {
                return Some(b.bool(true));
            }
            let low = b.bits(value.extract(inner - 1, 0));
            Some(b.ult(x, low))
        }
        (Op::Const(id), Op::BvZext(_)) => {
            let x = b.args(args[1])[0];
            let (inner, value) = (b.width(x), b.constant(id).clone());
            if !value.extract(value.width() - 1, inner).is_zero() {
                return Some(b.bool(false));
            }
            let low = b.bits(value.extract(inner - 1, 0));
            Some(b.ult(low, x))
        }
        _ => None,
    }
}

/// Sign extension keeps both orders.
fn sext_both(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (x, y) = (b.args(args[0])[0], b.args(args[1])[0]);
    let width = b.width(x).max(b.width(y));
    let (x, y) = (b.sext_to(width, x), b.sext_to(width, y));
    Some(b.mk(op, &[x, y]))
}

fn slt_extended(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    match (b.op(args[0]), b.op(args[1])) {
        (Op::BvSext(_), Op::BvSext(_)) => sext_both(b, op, args),
        (Op::BvSext(_), Op::Const(id)) => {
            let x = b.args(args[0])[0];
            let (inner, value) = (b.width(x), b.constant(id).clone());
            let low = value.extract(inner - 1, 0);
            if low.sext(value.width()) != value {
                return Some(b.bool(!value.sign_bit()));
            }
            let low = b.bits(low);
            Some(b.slt(x, low))
        }
        (Op::Const(id), Op::BvSext(_)) => {
            let x = b.args(args[1])[0];
            let (inner, value) = (b.width(x), b.constant(id).clone());
            let low = value.extract(inner - 1, 0);
            if low.sext(value.width()) != value {
                return Some(b.bool(value.sign_bit()));
            }
            let low = b.bits(low);
            Some(b.slt(low, x))
        }
        _ => None,
    }
}

/// Whether the sign bit is known, and what it is.
fn sign(b: &Builder, term: Term) -> Option<bool> {
    if let Some(value) = b.as_bits(term) {
        return Some(value.sign_bit());
    }
    if matches!(b.op(term), Op::BvZext(by) if by > 0) {
        return Some(false);
    }
    let fact = b.fact(term);
    match b.width(term) {
        0..=64 if fact.smin >= 0 => Some(false),
        0..=64 if fact.smax < 0 => Some(true),
        _ => None,
    }
}

/// With known signs it is an unsigned comparison, or decided.
fn slt_unsigned(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    match (sign(b, args[0])?, sign(b, args[1])?) {
        (false, false) | (true, true) => Some(b.ult(args[0], args[1])),
        (negative, _) => Some(b.bool(negative)),
    }
}

/// Common high parts, or common low parts.
fn concat(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let ((h, l), (i, m)) = (b.as_binary(Op::BvConcat, args[0])?, b.as_binary(Op::BvConcat, args[1])?);
    if h == i {
        Some(b.ult(l, m))
    } else if l == m {
        Some(b.mk(op, &[h, i]))
    } else {
        None
    }
}

/// Complements reverse both orders.
fn complement(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (x, y) = match (b.as_unary(Op::BvNot, args[0]), b.as_unary(Op::BvNot, args[1])) {
        (Some(x), Some(y)) => (x, y),
        (Some(x), None) => {
            let value = b.as_bits(args[1])?.not();
            (x, b.bits(value))
        }
        (None, Some(y)) => {
            let value = b.as_bits(args[0])?.not();
            (b.bits(value), y)
        }
        (None, None) => return None,
    };
    Some(b.mk(op, &[y, x]))
}

/// A choice with a constant arm against a constant.
fn choice(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let key = (op, args[0], args[1]);
    if let Some(found) = b.rewriter.memo.get(&key) {
        return Some(*found);
    }
    let at = match (b.is_const(args[0]), b.is_const(args[1])) {
        (false, true) => 0,
        (true, false) => 1,
        (true, true) | (false, false) => return None,
    };
    let (cond, yes, no) = b.as_ite(args[at])?;
    if !b.is_const(yes) && !b.is_const(no) {
        return None;
    }
    let arm = |b: &mut Builder, arm: Term| {
        let pair = if at == 0 { [arm, args[1]] } else { [args[0], arm] };
        if b.is_const(arm) { fold_constants(b, op, &pair) } else { b.mk(op, &pair) }
    };
    let yes = arm(b, yes);
    let no = arm(b, no);
    let result = b.ite(cond, yes, no);
    b.rewriter.memo.insert(key, result);
    Some(result)
}

/// `x + y < x` says that the sum wraps; for a constant, `x < x + c` says that it does not.
fn ult_overflow(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if let Some((p, q)) = b.as_binary(Op::BvAdd, args[0]) {
        let other = if p == args[1] {
            Some(q)
        } else if q == args[1] {
            Some(p)
        } else {
            None
        };
        if let Some(other) = other {
            let bound = b.mk(Op::BvNot, &[other]);
            return Some(b.ult(bound, args[1]));
        }
    }
    let (x, c) = b.with_const(Op::BvAdd, args[1])?;
    if x != args[0] || c.is_zero() {
        return None;
    }
    let bound = b.bits(c.not());
    let wraps = b.ult(bound, x);
    Some(b.not(wraps))
}

/// A term as `x + c` in the integers, if that is known not to wrap; at most 64 bits.
fn unsigned_offset(b: &Builder, term: Term) -> Option<(Term, i128)> {
    let (x, c) = b.with_const(Op::BvAdd, term)?;
    if c.width() > 64 {
        return None;
    }
    let most = i128::from(u64::MAX >> (64 - c.width()));
    let fact = b.fact(x);
    let value = i128::from(c.to_u64()?);
    if i128::from(fact.umax) + value <= most {
        Some((x, value))
    } else if i128::from(fact.umin) + value > most {
        Some((x, value - most - 1))
    } else {
        None
    }
}

/// `x + c` without wrapping against a constant, or against another such sum.
fn ult_shifted(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let width = b.width(args[0]);
    if width > 64 {
        return None;
    }
    let most = i128::from(u64::MAX >> (64 - width));
    match (unsigned_offset(b, args[0]), unsigned_offset(b, args[1])) {
        (Some((x, c)), _) if b.is_const(args[1]) => {
            let bound = i128::from(b.as_u64(args[1])?) - c;
            if bound > most {
                return Some(b.bool(true));
            } else if bound <= 0 {
                return Some(b.bool(false));
            }
            let bound = b.num(width, bound as u64);
            Some(b.ult(x, bound))
        }
        (_, Some((x, c))) if b.is_const(args[0]) => {
            let bound = i128::from(b.as_u64(args[0])?) - c;
            if bound < 0 {
                return Some(b.bool(true));
            } else if bound >= most {
                return Some(b.bool(false));
            }
            let bound = b.num(width, bound as u64);
            Some(b.ult(bound, x))
        }
        (Some((x, c)), Some((y, d))) if c == d => Some(b.ult(x, y)),
        _ => None,
    }
}

/// `k · x` without wrapping against a constant, or against another multiple by `k`.
fn ult_multiple(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let multiple = |b: &Builder, term: Term| {
        let (x, factor) = b.with_const(Op::BvMul, term)?;
        if factor.width() > 64 {
            return None;
        }
        let (fact, factor) = (b.fact(x), factor.to_u64()?);
        let most = u128::from(u64::MAX >> (64 - b.width(x)));
        (factor > 0 && u128::from(fact.umax) * u128::from(factor) <= most).then_some((x, factor))
    };
    match (multiple(b, args[0]), multiple(b, args[1])) {
        (Some((x, k)), Some((y, m))) if k == m => Some(b.ult(x, y)),
        (Some((x, k)), _) => {
            let bound = b.as_u64(args[1])?.div_ceil(k);
            let bound = b.num(b.width(x), bound);
            Some(b.ult(x, bound))
        }
        (None, Some((x, k))) => {
            let bound = b.as_u64(args[0])? / k;
            let bound = b.num(b.width(x), bound);
            Some(b.ult(bound, x))
        }
        (None, None) => None,
    }
}

/// `x mod y < y` unless `y` is zero.
fn ult_remainder(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (_, y) = b.as_binary(Op::BvUrem, args[0])?;
    if y != args[1] {
        return None;
    }
    let width = b.width(y);
    Some(equals(b, y, Bits::zero(width), false))
}

/// A term as `x + c` in the integers, if that is known not to overflow; at most 64 bits.
fn signed_offset(b: &Builder, term: Term) -> Option<(Term, i128)> {
    let (x, c) = b.with_const(Op::BvAdd, term)?;
    if c.width() > 64 {
        return None;
    }
    let (least, most) = signed_range(c.width());
    let (fact, value) = (b.fact(x), i128::from(c.to_i64()?));
    let fits = i128::from(fact.smin) + value >= least && i128::from(fact.smax) + value <= most;
    fits.then_some((x, value))
}

/// The signed range of at most 64 bits.
fn signed_range(width: u32) -> (i128, i128) {
    (-(1 << (width - 1)), (1 << (width - 1)) - 1)
}

/// `x + c` without overflow against a constant, or against another such sum.
fn slt_shifted(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let width = b.width(args[0]);
    if width > 64 {
        return None;
    }
    let (least, most) = signed_range(width);
    let number = |b: &Builder, term: Term| b.as_bits(term).and_then(Bits::to_i64).map(i128::from);
    match (signed_offset(b, args[0]), signed_offset(b, args[1])) {
        (Some((x, c)), _) if b.is_const(args[1]) => {
            let bound = number(b, args[1])? - c;
            if bound > most {
                return Some(b.bool(true));
            } else if bound <= least {
                return Some(b.bool(false));
            }
            let bound = b.bits(Bits::from_i64(width, bound as i64));
            Some(b.slt(x, bound))
        }
        (_, Some((x, c))) if b.is_const(args[0]) => {
            let bound = number(b, args[0])? - c;
            if bound < least {
                return Some(b.bool(true));
            } else if bound >= most {
                return Some(b.bool(false));
            }
            let bound = b.bits(Bits::from_i64(width, bound as i64));
            Some(b.slt(bound, x))
        }
        (Some((x, c)), Some((y, d))) if c == d => Some(b.slt(x, y)),
        _ => None,
    }
}

/// `k · x` without overflow, `k` positive, against a constant.
fn slt_multiple(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let multiple = |b: &Builder, term: Term| {
        let (x, factor) = b.with_const(Op::BvMul, term)?;
        if factor.width() > 64 {
            return None;
        }
        let (least, most) = signed_range(factor.width());
        let (fact, factor) = (b.fact(x), i128::from(factor.to_i64()?));
        let fits = i128::from(fact.smin) * factor >= least && i128::from(fact.smax) * factor <= most;
        (factor > 0 && fits).then_some((x, factor as i64))
    };
    match (multiple(b, args[0]), multiple(b, args[1])) {
        (Some((x, k)), Some((y, m))) if k == m => Some(b.slt(x, y)),
        (Some((x, k)), _) => {
            let value = b.as_bits(args[1])?.to_i64()?;
            let bound = value.div_euclid(k) + i64::from(value.rem_euclid(k) != 0);
            let bound = b.bits(Bits::from_i64(b.width(x), bound));
            Some(b.slt(x, bound))
        }
        (None, Some((x, k))) => {
            let bound = b.as_bits(args[0])?.to_i64()?.div_euclid(k);
            let bound = b.bits(Bits::from_i64(b.width(x), bound));
            Some(b.slt(bound, x))
        }
        (None, None) => None,
    }
}

/// Reordered sums are equal.
fn sums(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let same = linear::constant_difference(b, args[0], args[1])?.is_zero();
    same.then(|| b.bool(false))
}
