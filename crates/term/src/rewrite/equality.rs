//! Equality of any sort.

use super::fold::fold;
use super::leaves::{same_condition, through_leaves};
use super::linear::{self, Linear};
use super::polynomial::polynomials;
use super::{Rule, order, rules};
use crate::builder::Builder;
use crate::dag::{Op, Sort, Term};
use hecaton_base::Bits;

pub(super) const EQ: &[Rule] = rules![
    Fold "eq.constant" fold,
    Fold "eq.same" same,
    Fold "eq.truth" truth,
    Local "eq.order" order,
    Local "eq.negations" negations,
    Local "eq.distinct" distinct,
    Local "eq.one-bit" one_bit,
    Local "eq.invertible" invertible,
    Local "eq.extended" extended,
    Local "eq.narrow" narrow,
    Local "eq.concat" concat,
    Local "eq.leaves" through_leaves,
    Local "eq.choice" choice,
    Local "eq.choices" choices,
    Local "eq.same-condition" same_condition,
    Local "eq.multiple" multiple,
    Local "eq.difference" difference,
    Local "eq.sums" sums,
    Local "eq.polynomials" polynomials,
    Local "eq.stores" stores,
];

fn same(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (args[0] == args[1]).then(|| b.bool(true))
}

/// A truth value compared with a constant is itself or its negation.
fn truth(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, value) = match (b.as_bool(args[0]), b.as_bool(args[1])) {
        (_, Some(value)) => (args[0], value),
        (Some(value), None) => (args[1], value),
        (None, None) => return None,
    };
    Some(if value { x } else { b.not(x) })
}

/// Negations are pulled out of a comparison of truth values, and a term differs from its negation.
fn negations(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if b.opposite(args[0], args[1]) {
        return Some(b.bool(false));
    }
    match (b.as_unary(Op::Not, args[0]), b.as_unary(Op::Not, args[1])) {
        (Some(x), Some(y)) => Some(b.eq(x, y)),
        (Some(x), None) => {
            let same = b.eq(x, args[1]);
            Some(b.not(same))
        }
        (None, Some(y)) => {
            let same = b.eq(args[0], y);
            Some(b.not(same))
        }
        (None, None) => None,
    }
}

/// Bounds, low zero bits or a constant difference exclude it.
fn distinct(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if !matches!(b.sort(args[0]), Sort::Bits(_)) {
        return None;
    }
    b.distinct(args[0], args[1]).then(|| b.bool(false))
}

/// One bit is compared with 1 only.
fn one_bit(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let value = b.as_bits(args[1])?;
    if value.width() != 1 || !value.is_zero() {
        return None;
    }
    let one = b.num(1, 1);
    let set = b.eq(args[0], one);
    Some(b.not(set))
}

/// Operators that lose nothing are undone on both sides, or on the constant side.
fn invertible(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let op = b.op(args[0]);
    let (x, y) = (args[0], args[1]);
    if let Some(value) = b.as_bits(y) {
        let value = value.clone();
        let (inner, value) = match op {
            Op::BvNot => (b.args(x)[0], value.not()),
            Op::BvNeg => (b.args(x)[0], value.neg()),
            Op::BvAdd => b.with_const(Op::BvAdd, x).map(|(inner, c)| (inner, value.sub(&c)))?,
            Op::BvXor => b.with_const(Op::BvXor, x).map(|(inner, c)| (inner, value.xor(&c)))?,
            _ => return None,
        };
        let value = b.bits(value);
        return Some(b.eq(inner, value));
    }
    if b.op(y) != op {
        return None;
    }
    match op {
        Op::BvNot | Op::BvNeg | Op::FpNeg => {
            let (x, y) = (b.args(x)[0], b.args(y)[0]);
            Some(b.eq(x, y))
        }
        Op::BvXor => {
            let ((p, q), (r, s)) = (b.as_binary(op, x)?, b.as_binary(op, y)?);
            let (left, right) = if p == r {
                (q, s)
            } else if p == s {
                (q, r)
            } else if q == r {
                (p, s)
            } else if q == s {
                (p, r)
            } else {
                return None;
            };
            Some(b.eq(left, right))
        }
        _ => None,
    }
}

/// The term inside an extension, whether it is signed, and by how many bits.
fn extension(b: &Builder, term: Term) -> Option<(Term, bool, u32)> {
    match b.op(term) {
        Op::BvZext(by) => Some((b.args(term)[0], false, by)),
        Op::BvSext(by) => Some((b.args(term)[0], true, by)),
        _ => None,
    }
}

/// An extended term against a constant, or against another extended in the same way.
fn extended(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, signed, by) = extension(b, args[0])?;
    let inner = b.width(x);
    if let Some(value) = b.as_bits(args[1]) {
        let low = value.extract(inner - 1, 0);
        let whole = if signed { low.sext(inner + by) } else { low.zext(inner + by) };
        if whole != *value {
            return Some(b.bool(false));
        }
        let low = b.bits(low);
        return Some(b.eq(x, low));
    }
    let (y, also_signed, _) = extension(b, args[1])?;
    if signed != also_signed {
        return None;
    }
    let width = inner.max(b.width(y));
    let (x, y) = match signed {
        false => (b.zext_to(width, x), b.zext_to(width, y)),
        true => (b.sext_to(width, x), b.sext_to(width, y)),
    };
    Some(b.eq(x, y))
}

/// A sum or product computed in few bits and then extended, against the same computed in many: equal if the bounds say
/// that nothing is lost. This is how overflow checks are written.
fn narrow(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    for (short, long) in [(args[0], args[1]), (args[1], args[0])] {
        let Some((x, signed, by)) = extension(b, short) else { continue };
        let op = b.op(x);
        if b.op(long) != op || !matches!(op, Op::BvAdd | Op::BvMul) {
            continue;
        }
        let extends = |b: &Builder, x: Term, y: Term| match (b.as_bits(x), b.as_bits(y)) {
            (Some(x), Some(y)) => *y == if signed { x.sext(y.width()) } else { x.zext(y.width()) },
            _ => extension(b, y) == Some((x, signed, by)),
        };
        let ((p, q), (r, s)) = (b.as_binary(op, x)?, b.as_binary(op, long)?);
        let same = extends(b, p, r) && extends(b, q, s) || extends(b, p, s) && extends(b, q, r);
        let (fact, inner, width) = (b.fact(long), b.width(x), b.width(long));
        let fits = match signed {
            true if width <= 64 => {
                let limit = 1i128 << (inner - 1);
                i128::from(fact.smin) >= -limit && i128::from(fact.smax) < limit
            }
            true => false,
            false => inner < 64 && fact.umax >> inner == 0 || inner == 64 && fact.umax < u64::MAX,
        };
        if same && fits {
            return Some(b.bool(true));
        }
    }
    None
}

/// A concatenation against a constant, or another split at the same place, part by part.
fn concat(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (high, low) = b.as_binary(Op::BvConcat, args[0])?;
    let split = b.width(low);
    let (other_high, other_low) = match (b.as_bits(args[1]), b.as_binary(Op::BvConcat, args[1])) {
        (Some(value), _) => {
            let (top, bottom) = (value.extract(value.width() - 1, split), value.extract(split - 1, 0));
            (b.bits(top), b.bits(bottom))
        }
        (None, Some((h, l))) if b.width(l) == split => (h, l),
        _ => return None,
    };
    let highs = b.eq(high, other_high);
    let lows = b.eq(low, other_low);
    Some(b.and(highs, lows))
}

/// `ite(c, k, y) = v` for constants `k` and `v`, and `ite(c, x, y) = x`.
fn choice(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if let Some(found) = b.rewriter.memo.get(&(op, args[0], args[1])) {
        return Some(*found);
    }
    for (choice, other) in [(args[0], args[1]), (args[1], args[0])] {
        let Some((cond, yes, no)) = b.as_ite(choice) else { continue };
        let constant = b.is_const(other);
        let decided = |b: &Builder, arm: Term| match arm == other {
            true => Some(true),
            false if constant && b.is_const(arm) => Some(false),
            false => None,
        };
        let result = match (decided(b, yes), decided(b, no)) {
            (Some(true), _) => {
                let rest = b.eq(no, other);
                b.or(cond, rest)
            }
            (_, Some(true)) => {
                let rest = b.eq(yes, other);
                let not_cond = b.not(cond);
                b.or(not_cond, rest)
            }
            (Some(false), _) => {
                let rest = b.eq(no, other);
                let not_cond = b.not(cond);
                b.and(not_cond, rest)
            }
            (_, Some(false)) => {
                let rest = b.eq(yes, other);
                b.and(cond, rest)
            }
            (None, None) => continue,
        };
        b.rewriter.memo.insert((op, args[0], args[1]), result);
        return Some(result);
    }
    None
}

/// Two choices between constants.
fn choices(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let ((c, k1, k2), (d, k3, k4)) = (b.as_ite(args[0])?, b.as_ite(args[1])?);
    if ![k1, k2, k3, k4].iter().all(|k| b.is_const(*k)) {
        return None;
    }
    let (not_c, not_d) = (b.not(c), b.not(d));
    let mut any = b.bool(false);
    for (left, right, c, d) in [(k1, k3, c, d), (k1, k4, c, not_d), (k2, k3, not_c, d), (k2, k4, not_c, not_d)] {
        if left == right {
            let both = b.and(c, d);
            any = b.or(any, both);
        }
    }
    Some(any)
}

/// `k · x = c`: an odd factor is divided out, factors of two say that the low bits of `c` are zero and that the high
/// bits of `x` do not matter.
fn multiple(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, factor) = b.with_const(Op::BvMul, args[0])?;
    let value = b.as_bits(args[1])?.clone();
    let (width, twos) = (factor.width(), factor.trailing_zeros());
    if factor.is_zero() {
        return Some(b.bool(value.is_zero()));
    }
    if value.trailing_zeros() < twos {
        return Some(b.bool(false));
    }
    let (odd, value) = (factor.extract(width - 1, twos), value.extract(width - 1, twos));
    let value = b.bits(value.mul(&inverse(&odd)));
    let low = b.extract(width - twos - 1, 0, x);
    Some(b.eq(low, value))
}

/// The inverse of an odd number modulo 2^width, by Newton's iteration.
fn inverse(odd: &Bits) -> Bits {
    let two = Bits::from_u64(odd.width(), 2);
    let mut found = odd.clone();
    loop {
        let product = found.mul(odd);
        if product == Bits::one(odd.width()) {
            return found;
        }
        found = found.mul(&two.sub(&product));
    }
}

/// `a + -b = c` is `a = b + c`.
fn difference(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    b.as_bits(args[1])?;
    let (p, q) = b.as_binary(Op::BvAdd, args[0])?;
    let (minuend, subtrahend) = match (b.as_unary(Op::BvNeg, p), b.as_unary(Op::BvNeg, q)) {
        (_, Some(x)) => (p, x),
        (Some(x), None) => (q, x),
        (None, None) => return None,
    };
    let right = b.add(subtrahend, args[1]);
    Some(b.eq(minuend, right))
}

/// Sums are compared by what is left of their difference. A long look is taken only if the fingerprints promise
/// that nothing but a constant is left.
fn sums(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (left, right) = (args[0], args[1]);
    if !linear::is_sum(b, left) && !linear::is_sum(b, right) || b.is_const(right) {
        return None;
    }
    if let Some(difference) = linear::constant_difference(b, left, right) {
        return Some(b.bool(difference.is_zero()));
    }
    let linear = linear::collect_few(b, &[(left, 1), (right, -1)])?;
    if !linear.merged {
        return None;
    }
    Some(balance(b, linear))
}

/// The equation `linear = 0`, negative coefficients and the constant on the right.
pub(crate) fn balance(b: &mut Builder, linear: Linear) -> Term {
    let width = linear.constant.width();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (base, factor) in linear.terms {
        if factor.sign_bit() && factor != Bits::min_signed(width) {
            right.push((base, factor.neg()));
        } else {
            left.push((base, factor));
        }
    }
    let zero = Bits::zero(width);
    // With nothing on the left, what is on the right may as well stand there.
    let (left, right, constant) = match left.is_empty() {
        true => (right, Vec::new(), linear.constant),
        false => (left, right, linear.constant.neg()),
    };
    let left = linear::build(b, &left, zero);
    let right = linear::build(b, &right, constant);
    b.eq(left, right)
}

/// `a[i := v] = a[i := w]`.
fn stores(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if b.op(args[0]) != Op::Store || b.op(args[1]) != Op::Store {
        return None;
    }
    let (left, right) = (b.args(args[0]), b.args(args[1]));
    let (v, w) = (left[2], right[2]);
    (left[..2] == right[..2]).then(|| b.eq(v, w))
}
