//! Complement, and, or, exclusive or of bit-vectors, bit by bit.

use super::fold::fold;
use super::leaves::{same_condition, through_leaves};
use super::{Rule, order, rules};
use crate::builder::Builder;
use crate::dag::{Op, Term};
use hecaton_base::Bits;

pub(super) const NOT: &[Rule] = rules![
    Fold "bvnot.constant" fold,
    Local "bvnot.not" not_not,
    Local "bvnot.neg" not_neg,
    Local "bvnot.sum" not_sum,
    Local "bvnot.xor" not_xor,
    Local "bvnot.leaves" through_leaves,
];
pub(super) const AND: &[Rule] = rules![
    Fold "bvand.constant" fold,
    Fold "bvand.same" same,
    Fold "bvand.zero-ones" and_zero_ones,
    Local "bvand.order" order,
    Local "bvand.complement" and_complement,
    Local "bvand.constants" constants,
    Local "bvand.absorb" absorb,
    Local "bvand.leaves" through_leaves,
    Local "bvand.same-condition" same_condition,
    Local "bvand.mask" mask,
    Local "bvand.extended" extended,
    Local "bvand.negations" negations,
    Local "bvand.flags" flags,
];
pub(super) const OR: &[Rule] = rules![
    Fold "bvor.constant" fold,
    Fold "bvor.same" same,
    Fold "bvor.zero-ones" or_zero_ones,
    Local "bvor.order" order,
    Local "bvor.complement" or_complement,
    Local "bvor.constants" constants,
    Local "bvor.absorb" absorb,
    Local "bvor.leaves" through_leaves,
    Local "bvor.same-condition" same_condition,
    Local "bvor.extended" extended,
    Local "bvor.negations" negations,
    Local "bvor.flags" flags,
    Local "bvor.apart" apart,
];
pub(super) const XOR: &[Rule] = rules![
    Fold "bvxor.constant" fold,
    Fold "bvxor.same" xor_same,
    Fold "bvxor.zero" xor_zero,
    Local "bvxor.order" order,
    Local "bvxor.ones" xor_ones,
    Local "bvxor.constants" constants,
    Local "bvxor.complements" xor_complements,
    Local "bvxor.cancel" xor_cancel,
    Local "bvxor.leaves" through_leaves,
    Local "bvxor.same-condition" same_condition,
    Local "bvxor.extended" extended,
    Local "bvxor.flags" flags,
    Local "bvxor.apart" apart,
];

fn not_not(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    b.as_unary(Op::BvNot, args[0])
}

/// `~-x` is `x - 1`.
fn not_neg(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let x = b.as_unary(Op::BvNeg, args[0])?;
    let minus_one = b.bits(Bits::ones(b.width(x)));
    Some(b.add(x, minus_one))
}

/// `~(x + c)` is `-x + ~c`.
fn not_sum(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, c) = b.with_const(Op::BvAdd, args[0])?;
    let minus = b.mk(Op::BvNeg, &[x]);
    let constant = b.bits(c.not());
    Some(b.add(minus, constant))
}

fn not_xor(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, c) = b.with_const(Op::BvXor, args[0])?;
    let c = b.bits(c.not());
    Some(b.mk(Op::BvXor, &[x, c]))
}

fn same(_: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (args[0] == args[1]).then_some(args[0])
}

/// A constant of all zeros, or of all ones, with the other argument.
fn extreme(b: &Builder, args: &[Term]) -> Option<(Term, Term, bool)> {
    for (x, k) in [(args[0], args[1]), (args[1], args[0])] {
        match b.as_bits(k) {
            Some(value) if value.is_zero() => return Some((x, k, false)),
            Some(value) if value.is_ones() => return Some((x, k, true)),
            _ => {}
        }
    }
    None
}

fn and_zero_ones(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    extreme(b, args).map(|(x, k, ones)| if ones { x } else { k })
}

fn or_zero_ones(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    extreme(b, args).map(|(x, k, ones)| if ones { k } else { x })
}

fn complements(b: &Builder, x: Term, y: Term) -> bool {
    b.as_unary(Op::BvNot, x) == Some(y) || b.as_unary(Op::BvNot, y) == Some(x)
}

fn and_complement(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    complements(b, args[0], args[1]).then(|| b.num(b.width(args[0]), 0))
}

fn or_complement(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    complements(b, args[0], args[1]).then(|| b.bits(Bits::ones(b.width(args[0]))))
}

fn combine(op: Op, x: &Bits, y: &Bits) -> Bits {
    match op {
        Op::BvAnd => x.and(y),
        Op::BvOr => x.or(y),
        Op::BvXor => x.xor(y),
        other => panic!("{other:?} is not bitwise"),
    }
}

/// `(x ∘ c) ∘ d`, and constants are collected on the outside.
fn constants(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if let Some((x, c)) = b.with_const(op, args[0]) {
        return Some(match b.as_bits(args[1]) {
            Some(d) => {
                let both = combine(op, &c, d);
                let both = b.bits(both);
                b.mk(op, &[x, both])
            }
            None => {
                let inner = b.mk(op, &[x, args[1]]);
                let c = b.bits(c);
                b.mk(op, &[inner, c])
            }
        });
    }
    let (y, d) = b.with_const(op, args[1])?;
    let inner = b.mk(op, &[args[0], y]);
    let d = b.bits(d);
    Some(b.mk(op, &[inner, d]))
}

/// `x & (x | y)`, `x & (x & y)`, `x & (~x | y)`, `x & (~x & y)` and their duals.
fn absorb(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let dual = if op == Op::BvAnd { Op::BvOr } else { Op::BvAnd };
    for (x, other) in [(args[0], args[1]), (args[1], args[0])] {
        if let Some((p, q)) = b.as_binary(op, other) {
            if p == x || q == x {
                return Some(other);
            }
            if complements(b, p, x) || complements(b, q, x) {
                let width = b.width(x);
                return Some(b.bits(if op == Op::BvAnd { Bits::zero(width) } else { Bits::ones(width) }));
            }
        }
        if let Some((p, q)) = b.as_binary(dual, other) {
            if p == x || q == x {
                return Some(x);
            }
            if complements(b, p, x) {
                return Some(b.mk(op, &[x, q]));
            }
            if complements(b, q, x) {
                return Some(b.mk(op, &[x, p]));
            }
        }
    }
    None
}

/// A mask of one run of ones is an extract with zeros around it. Bits known to be zero may belong to the run.
fn mask(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let mask = b.as_bits(args[1])?.clone();
    let (x, width) = (args[0], mask.width());
    let (low, high) = (mask.trailing_zeros(), width - mask.leading_zeros());
    let run = high.checked_sub(low)?;
    if run == 0 || mask.count_ones() != run {
        return None;
    }
    // All that the mask removes is zero anyway.
    let fact = b.fact(x);
    let fits = high == width || high < 64 && fact.umax >> high == 0;
    if fits && fact.zeros >= low {
        return Some(x);
    }
    let kept = b.extract(high - 1, low, x);
    let padded = if low == 0 {
        kept
    } else {
        let zeros = b.num(low, 0);
        b.concat(kept, zeros)
    };
    Some(b.zext_to(width, padded))
}

/// Arguments that are extended by zeros from one width, or one of them with a constant.
fn extended(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let Op::BvZext(by) = b.op(args[0]) else { return None };
    let x = b.args(args[0])[0];
    let inner = b.width(x);
    let y = match b.op(args[1]) {
        Op::BvZext(other) if other == by => b.args(args[1])[0],
        Op::Const(id) => {
            let value = b.constant(id);
            let high_is_zero = value.extract(inner + by - 1, inner).is_zero();
            if !high_is_zero && op != Op::BvAnd {
                return None;
            }
            let low = value.extract(inner - 1, 0);
            b.bits(low)
        }
        _ => return None,
    };
    let narrow = b.mk(op, &[x, y]);
    Some(b.mk(Op::BvZext(by), &[narrow]))
}

/// De Morgan: two complements become one.
fn negations(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (x, y) = (b.as_unary(Op::BvNot, args[0])?, b.as_unary(Op::BvNot, args[1])?);
    let dual = if op == Op::BvAnd { Op::BvOr } else { Op::BvAnd };
    let joined = b.mk(dual, &[x, y]);
    Some(b.mk(Op::BvNot, &[joined]))
}

/// Two choices between one number and zero: the conditions are combined.
fn flags(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let flag = |b: &Builder, term: Term| {
        let (cond, yes, no) = b.as_ite(term)?;
        let (yes, no) = (b.as_bits(yes)?, b.as_bits(no)?);
        if no.is_zero() {
            Some((cond, true, yes.clone()))
        } else if yes.is_zero() {
            Some((cond, false, no.clone()))
        } else {
            None
        }
    };
    let ((c, c_sign, k), (d, d_sign, m)) = (flag(b, args[0])?, flag(b, args[1])?);
    if k != m {
        return None;
    }
    let c = if c_sign { c } else { b.not(c) };
    let d = if d_sign { d } else { b.not(d) };
    let joined = match op {
        Op::BvAnd => Op::And,
        Op::BvOr => Op::Or,
        Op::BvXor => Op::Xor,
        other => panic!("{other:?} is not bitwise"),
    };
    let cond = b.mk(joined, &[c, d]);
    let zero = b.num(k.width(), 0);
    let value = b.bits(k);
    Some(b.ite(cond, value, zero))
}

/// Arguments whose bits do not overlap are a concatenation: the low bits of one are zero where the other lives.
fn apart(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let width = b.width(args[0]);
    for (high, low) in [(args[0], args[1]), (args[1], args[0])] {
        let (zeros, below) = (b.fact(high).zeros, b.fact(low).umax);
        if zeros == 0 || zeros >= width || below == u64::MAX {
            continue;
        }
        let needed = 64 - below.leading_zeros();
        if needed <= zeros {
            let high = b.extract(width - 1, zeros, high);
            let low = b.extract(zeros - 1, 0, low);
            return Some(b.concat(high, low));
        }
    }
    None
}

fn xor_same(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (args[0] == args[1]).then(|| b.num(b.width(args[0]), 0))
}

fn xor_zero(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    match extreme(b, args)? {
        (x, _, false) => Some(x),
        (_, _, true) => None,
    }
}

fn xor_ones(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    match extreme(b, args)? {
        (x, _, true) => Some(b.mk(Op::BvNot, &[x])),
        (_, _, false) => None,
    }
}

/// Complements are pulled out.
fn xor_complements(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    match (b.as_unary(Op::BvNot, args[0]), b.as_unary(Op::BvNot, args[1])) {
        (Some(x), Some(y)) => Some(b.mk(Op::BvXor, &[x, y])),
        (Some(x), None) => {
            let inner = b.mk(Op::BvXor, &[x, args[1]]);
            Some(b.mk(Op::BvNot, &[inner]))
        }
        (None, Some(y)) => {
            let inner = b.mk(Op::BvXor, &[args[0], y]);
            Some(b.mk(Op::BvNot, &[inner]))
        }
        (None, None) => None,
    }
}

/// `x ^ (x ^ y)`.
fn xor_cancel(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    for (x, other) in [(args[0], args[1]), (args[1], args[0])] {
        if let Some((p, q)) = b.as_binary(Op::BvXor, other) {
            if p == x {
                return Some(q);
            }
            if q == x {
                return Some(p);
            }
        }
    }
    None
}
