//! Shifts, extracts, concatenations and extensions.

use super::fold::fold;
use super::leaves::through_leaves;
use super::{Rule, rules};
use crate::builder::Builder;
use crate::dag::{Op, Term};
use hecaton_base::Bits;

pub(super) const SHIFT: &[Rule] = rules![
    Fold "shift.constant" fold,
    Fold "shift.of-zero" shift_of_zero,
    Local "shift.by-constant" shift_by_constant,
    Local "shift.out" shift_out,
    Local "shift.sign" shift_sign,
    Local "shift.leaves" through_leaves,
];
pub(super) const CONCAT: &[Rule] = rules![
    Fold "concat.constant" fold,
    Local "concat.zero" concat_zero,
    Local "concat.multiple" concat_multiple,
    Local "concat.adjacent" concat_adjacent,
    Local "concat.constants" concat_constants,
    Local "concat.extended" concat_extended,
    Local "concat.leaves" through_leaves,
    Local "concat.choices" concat_choices,
];
pub(super) const EXTRACT: &[Rule] = rules![
    Fold "extract.constant" fold,
    Fold "extract.whole" extract_whole,
    Local "extract.extract" extract_extract,
    Local "extract.concat" extract_concat,
    Local "extract.extended" extract_extended,
    Local "extract.multiple" extract_multiple,
    Local "extract.known" extract_known,
    Local "extract.leaves" through_leaves,
    Local "extract.choice" extract_choice,
    Local "extract.bitwise" extract_bitwise,
    Local "extract.low" extract_low,
];
pub(super) const ZEXT: &[Rule] = rules![
    Fold "zext.constant" fold,
    Fold "zext.by-zero" by_zero,
    Local "zext.zext" zext_zext,
    Local "zext.leaves" through_leaves,
];
pub(super) const SEXT: &[Rule] = rules![
    Fold "sext.constant" fold,
    Fold "sext.by-zero" by_zero,
    Local "sext.sext" sext_sext,
    Local "sext.unsigned" sext_unsigned,
    Local "sext.leaves" through_leaves,
];

fn is_zero(b: &Builder, term: Term) -> bool {
    b.as_bits(term).is_some_and(Bits::is_zero)
}

/// Zero shifted is zero; and shifting by zero does nothing.
fn shift_of_zero(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (is_zero(b, args[0]) || is_zero(b, args[1])).then_some(args[0])
}

/// To the left: a multiple. To the right: the high bits, extended.
fn shift_by_constant(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (x, amount, width) = (args[0], b.as_bits(args[1])?, b.width(args[0]));
    let shift = amount.to_u64().filter(|n| *n < u64::from(width)).map(|n| n as u32);
    Some(match (op, shift) {
        (Op::BvShl, Some(_)) => {
            let factor = Bits::one(width).shl(amount);
            let factor = b.bits(factor);
            b.mul(x, factor)
        }
        (Op::BvLshr, Some(shift)) => {
            let high = b.extract(width - 1, shift, x);
            b.zext_to(width, high)
        }
        (Op::BvShl | Op::BvLshr, None) => b.num(width, 0),
        (Op::BvAshr, shift) => {
            let high = b.extract(width - 1, shift.unwrap_or(width - 1), x);
            b.sext_to(width, high)
        }
        (other, _) => panic!("{other:?} is not a shift"),
    })
}

/// The amount is known to be too large.
fn shift_out(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let width = b.width(args[0]);
    if b.fact(args[1]).umin < u64::from(width) || op == Op::BvAshr {
        return None;
    }
    Some(b.num(width, 0))
}

/// The sign is known to be clear.
fn shift_sign(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if op != Op::BvAshr || b.width(args[0]) > 64 || b.fact(args[0]).smin < 0 {
        return None;
    }
    Some(b.mk(Op::BvLshr, args))
}

fn concat_zero(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    is_zero(b, args[0]).then(|| b.zext_to(b.width(args[0]) + b.width(args[1]), args[1]))
}

/// All but the highest bits of a term, above zeros, are a multiple of it.
fn concat_multiple(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if !is_zero(b, args[1]) {
        return None;
    }
    let Op::BvExtract { lo: 0, .. } = b.op(args[0]) else { return None };
    let x = b.args(args[0])[0];
    let (width, zeros) = (b.width(args[0]) + b.width(args[1]), b.width(args[1]));
    if b.width(x) != width {
        return None;
    }
    let factor = Bits::one(width).shl(&Bits::from_u64(width, u64::from(zeros)));
    let factor = b.bits(factor);
    Some(b.mul(x, factor))
}

/// The term and the bits an extract takes.
fn slice(b: &Builder, term: Term) -> Option<(Term, u32, u32)> {
    match b.op(term) {
        Op::BvExtract { hi, lo } => Some((b.args(term)[0], hi, lo)),
        _ => None,
    }
}

/// One extract of both, if they lie side by side in one term.
fn adjacent(b: &mut Builder, high: Term, low: Term) -> Option<Term> {
    let ((x, hi, above), (y, below, lo)) = (slice(b, high)?, slice(b, low)?);
    (x == y && above == below + 1).then(|| b.extract(hi, lo, x))
}

/// Extracts that lie side by side, also across a neighbouring concatenation.
fn concat_adjacent(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if let Some(both) = adjacent(b, args[0], args[1]) {
        return Some(both);
    }
    if let Some((high, middle)) = b.as_binary(Op::BvConcat, args[0])
        && let Some(both) = adjacent(b, middle, args[1])
    {
        return Some(b.concat(high, both));
    }
    let (middle, low) = b.as_binary(Op::BvConcat, args[1])?;
    let both = adjacent(b, args[0], middle)?;
    Some(b.concat(both, low))
}

/// Constants that lie side by side.
fn concat_constants(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if let (Some((high, middle)), Some(low)) = (b.as_binary(Op::BvConcat, args[0]), b.as_bits(args[1]))
        && let Some(value) = b.as_bits(middle)
    {
        let both = value.concat(low);
        let both = b.bits(both);
        return Some(b.concat(high, both));
    }
    let (middle, low) = b.as_binary(Op::BvConcat, args[1])?;
    let both = b.as_bits(args[0])?.concat(b.as_bits(middle)?);
    let both = b.bits(both);
    Some(b.concat(both, low))
}

/// Zeros on the outside stay there.
fn concat_extended(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let Op::BvZext(by) = b.op(args[0]) else { return None };
    let x = b.args(args[0])[0];
    let narrow = b.concat(x, args[1]);
    Some(b.mk(Op::BvZext(by), &[narrow]))
}

/// Two choices under one condition, if the parts of an arm fit together.
fn concat_choices(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let ((c, x, y), (d, p, q)) = (b.as_ite(args[0])?, b.as_ite(args[1])?);
    let fit = |b: &Builder, high: Term, low: Term| {
        b.is_const(high) && b.is_const(low)
            || matches!((slice(b, high), slice(b, low)), (Some((x, _, above)), Some((y, below, _))) if x == y && above == below + 1)
    };
    if c != d || !fit(b, x, p) || !fit(b, y, q) {
        return None;
    }
    let yes = b.concat(x, p);
    let no = b.concat(y, q);
    Some(b.ite(c, yes, no))
}

/// The bounds of an extract.
fn bounds(op: Op) -> (u32, u32) {
    match op {
        Op::BvExtract { hi, lo } => (hi, lo),
        other => panic!("{other:?} is not an extract"),
    }
}

fn extract_whole(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    (bounds(op) == (b.width(args[0]) - 1, 0)).then_some(args[0])
}

fn extract_extract(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (hi, lo) = bounds(op);
    let (x, _, base) = slice(b, args[0])?;
    Some(b.extract(hi + base, lo + base, x))
}

/// From one part of a concatenation, or from both.
fn extract_concat(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (hi, lo) = bounds(op);
    let (high, low) = b.as_binary(Op::BvConcat, args[0])?;
    let split = b.width(low);
    Some(if hi < split {
        b.extract(hi, lo, low)
    } else if lo >= split {
        b.extract(hi - split, lo - split, high)
    } else {
        let high = b.extract(hi - split, 0, high);
        let low = b.extract(split - 1, lo, low);
        b.concat(high, low)
    })
}

fn extract_extended(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (hi, lo) = bounds(op);
    let signed = match b.op(args[0]) {
        Op::BvZext(_) => false,
        Op::BvSext(_) => true,
        _ => return None,
    };
    let x = b.args(args[0])[0];
    let (inner, width) = (b.width(x), hi - lo + 1);
    Some(if hi < inner {
        b.extract(hi, lo, x)
    } else if lo >= inner && !signed {
        b.num(width, 0)
    } else {
        let kept = b.extract(inner - 1, lo.min(inner - 1), x);
        if signed { b.sext_to(width, kept) } else { b.zext_to(width, kept) }
    })
}

/// From a multiple by 2^k.
fn extract_multiple(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (hi, lo) = bounds(op);
    let (x, factor) = b.with_const(Op::BvMul, args[0])?;
    let shift = factor.log2()?;
    Some(if hi < shift {
        b.num(hi - lo + 1, 0)
    } else if lo >= shift {
        b.extract(hi - shift, lo - shift, x)
    } else {
        let high = b.extract(hi - shift, 0, x);
        let zeros = b.num(shift - lo, 0);
        b.concat(high, zeros)
    })
}

/// The bits are known: zeros at the low end, or the same in both bounds and all above them too.
fn extract_known(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (hi, lo) = bounds(op);
    let (fact, width) = (b.fact(args[0]), b.width(args[0]));
    if fact.zeros > hi {
        return Some(b.num(hi - lo + 1, 0));
    }
    let bounded = width <= 64 || fact.umax < u64::MAX;
    if bounded && lo < 64 && fact.umin >> lo == fact.umax >> lo {
        return Some(b.num(hi - lo + 1, fact.umin >> lo));
    }
    None
}

/// From a choice with an arm that vanishes when it is cut: a constant, or one made of parts.
fn extract_choice(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let key = (op, args[0], args[0]);
    if let Some(found) = b.rewriter.memo.get(&key) {
        return Some(*found);
    }
    let (hi, lo) = bounds(op);
    let (cond, yes, no) = b.as_ite(args[0])?;
    let parts = |arm: Term| match b.op(arm) {
        Op::BvConcat | Op::BvZext(_) | Op::BvSext(_) => true,
        _ => b.const_leaves(arm) > 0,
    };
    if !parts(yes) && !parts(no) {
        return None;
    }
    let yes = b.extract(hi, lo, yes);
    let no = b.extract(hi, lo, no);
    let result = b.ite(cond, yes, no);
    b.rewriter.memo.insert(key, result);
    Some(result)
}

/// Bitwise operators with a constant, and complements.
fn extract_bitwise(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (hi, lo) = bounds(op);
    let inner = b.op(args[0]);
    match inner {
        Op::BvNot => {
            let x = b.args(args[0])[0];
            let x = b.extract(hi, lo, x);
            Some(b.mk(Op::BvNot, &[x]))
        }
        Op::BvAnd | Op::BvOr | Op::BvXor => {
            let (x, c) = b.with_const(inner, args[0])?;
            let x = b.extract(hi, lo, x);
            let c = b.bits(c.extract(hi, lo));
            Some(b.mk(inner, &[x, c]))
        }
        _ => None,
    }
}

/// The low bits of a sum, a product or a negation need only the low bits of arguments that are extended anyway.
fn extract_low(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (hi, lo) = bounds(op);
    let inner = b.op(args[0]);
    if lo != 0 || !matches!(inner, Op::BvAdd | Op::BvMul | Op::BvNeg) {
        return None;
    }
    let light = |term: Term| match b.op(term) {
        Op::BvZext(_) | Op::BvSext(_) => b.width(b.args(term)[0]) <= hi + 1,
        _ => b.is_const(term),
    };
    if !b.args(args[0]).iter().all(|a| light(*a)) {
        return None;
    }
    let parts: smallvec::SmallVec<[Term; 2]> = smallvec::SmallVec::from_slice(b.args(args[0]));
    let parts: smallvec::SmallVec<[Term; 2]> = parts.iter().map(|a| b.extract(hi, 0, *a)).collect();
    Some(b.mk(inner, &parts))
}

fn by_zero(_: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    matches!(op, Op::BvZext(0) | Op::BvSext(0)).then_some(args[0])
}

fn zext_zext(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (Op::BvZext(outer), Op::BvZext(inner)) = (op, b.op(args[0])) else { return None };
    let x = b.args(args[0])[0];
    Some(b.mk(Op::BvZext(outer + inner), &[x]))
}

fn sext_sext(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (Op::BvSext(outer), Op::BvSext(inner)) = (op, b.op(args[0])) else { return None };
    let x = b.args(args[0])[0];
    Some(b.mk(Op::BvSext(outer + inner), &[x]))
}

/// The sign is known to be clear.
fn sext_unsigned(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let Op::BvSext(by) = op else { return None };
    let clear =
        matches!(b.op(args[0]), Op::BvZext(inner) if inner > 0) || b.width(args[0]) <= 64 && b.fact(args[0]).smin >= 0;
    clear.then(|| b.mk(Op::BvZext(by), args))
}
