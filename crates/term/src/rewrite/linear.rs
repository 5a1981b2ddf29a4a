//! Sums, differences, multiples and products.
//!
//! A sum stays a spine of binary additions, in the order in which it was made, with its constant, if any, as the last
//! argument at the top. That reordered sums are one term is the work of the fingerprints in `facts`: a new sum whose
//! fingerprint is that of an older one is compared with it exactly and, if they are equal, is that term. Products
//! likewise.

use super::fold::fold;
use super::leaves::{same_condition, through_leaves};
use super::{Rule, order, rules, sum_key};
use crate::builder::Builder;
use crate::dag::{Op, Term};
use crate::facts::Facts;
use hecaton_base::Bits;
use smallvec::SmallVec;
use std::collections::BinaryHeap;

pub(super) const NEG: &[Rule] = rules![
    Fold "neg.constant" fold,
    Local "neg.neg" neg_neg,
    Local "neg.not" neg_not,
    Local "neg.multiple" neg_multiple,
    Local "neg.sum" neg_sum,
    Local "neg.leaves" through_leaves,
];
pub(super) const ADD: &[Rule] = rules![
    Fold "add.constant" fold,
    Fold "add.zero" add_zero,
    Local "add.order" order,
    Local "add.constants" add_constants,
    Local "add.multiples" add_multiples,
    Local "add.cancel" add_cancel,
    Local "add.known" add_known,
    Local "add.collect" add_collect,
    Local "add.leaves" through_leaves,
    Local "add.same-condition" same_condition,
];
pub(super) const MUL: &[Rule] = rules![
    Fold "mul.constant" fold,
    Fold "mul.zero-one" mul_zero_one,
    Local "mul.order" order,
    Local "mul.minus-one" mul_minus_one,
    Local "mul.constants" mul_constants,
    Local "mul.sum" mul_sum,
    Local "mul.sign" mul_sign,
    Local "mul.known" mul_known,
    Local "mul.leaves" through_leaves,
    Local "mul.choice" mul_choice,
];

/// How many terms a look at a sum takes that is not promised to be worth it.
const FEW: usize = 24;
/// How far down a spine a summand is looked for.
const REACH: usize = 6;

/// `constant + Σ factor · base`, the bases distinct and newest first, the factors not zero.
pub(crate) struct Linear {
    pub terms: Vec<(Term, Bits)>,
    pub constant: Bits,
    /// Whether something was brought together: a base met twice, or constants in two places.
    pub merged: bool,
}

/// Whether the term is taken apart in linear forms.
pub(crate) fn is_sum(b: &Builder, term: Term) -> bool {
    match b.op(term) {
        Op::BvAdd | Op::BvNeg | Op::BvNot => true,
        Op::BvMul => b.as_bits(b.args(term)[1]).is_some(),
        _ => false,
    }
}

/// The linear form of a weighted sum of terms, exactly; `None` if it takes more than `limit` steps. Every step is
/// charged to `steps`. Terms are taken apart newest first, so that one that is met twice is taken apart once, and parts
/// that cancel are not taken apart at all.
pub(crate) fn collect(b: &Builder, parts: &[(Term, i64)], limit: usize, steps: &mut usize) -> Option<Linear> {
    let width = b.width(parts[0].0);
    let mut heap: BinaryHeap<(Term, Bits)> =
        parts.iter().map(|(term, factor)| (*term, Bits::from_i64(width, *factor))).collect();
    let mut linear = Linear { terms: Vec::new(), constant: Bits::zero(width), merged: false };
    let mut constants = 0;
    while let Some((term, mut factor)) = heap.pop() {
        *steps += 1;
        if *steps > limit {
            return None;
        }
        while heap.peek().is_some_and(|(next, _)| *next == term) {
            factor = factor.add(&heap.pop().expect("peeked").1);
            linear.merged = true;
        }
        if factor.is_zero() {
            continue;
        }
        let args = b.args(term);
        match b.op(term) {
            Op::Const(id) => {
                linear.constant = linear.constant.add(&factor.mul(b.constant(id)));
                constants += 1;
            }
            Op::BvAdd => {
                heap.push((args[0], factor.clone()));
                heap.push((args[1], factor));
            }
            Op::BvNeg => heap.push((args[0], factor.neg())),
            Op::BvNot => {
                linear.constant = linear.constant.sub(&factor);
                constants += 1;
                heap.push((args[0], factor.neg()));
            }
            Op::BvMul if b.as_bits(args[1]).is_some() => {
                let by = b.as_bits(args[1]).expect("a constant");
                heap.push((args[0], factor.mul(by)));
            }
            _ => linear.terms.push((term, factor)),
        }
    }
    linear.merged |= constants > 1;
    Some(linear)
}

/// The linear form, if a short look is enough.
pub(crate) fn collect_few(b: &Builder, parts: &[(Term, i64)]) -> Option<Linear> {
    collect(b, parts, FEW, &mut 0)
}

/// The linear form on account of the fuel, in at most `limit` steps.
pub(crate) fn collect_fuelled(b: &mut Builder, parts: &[(Term, i64)], limit: usize) -> Option<Linear> {
    let mut steps = 0;
    let linear = collect(b, parts, b.rewriter.fuel.min(limit), &mut steps);
    b.rewriter.fuel = b.rewriter.fuel.saturating_sub(steps);
    linear
}

/// `a - b`, if that is a constant.
pub(crate) fn constant_difference(b: &mut Builder, left: Term, right: Term) -> Option<Bits> {
    if b.sum_hash(left) != b.sum_hash(right) {
        return None;
    }
    let linear = collect_fuelled(b, &[(left, 1), (right, -1)], usize::MAX)?;
    linear.terms.is_empty().then_some(linear.constant)
}

/// `factor · base`.
fn scale(b: &mut Builder, base: Term, factor: &Bits) -> Term {
    let factor = b.bits(factor.clone());
    b.mul(base, factor)
}

/// The sum of a linear form: oldest base first, the constant last.
pub(crate) fn build(b: &mut Builder, terms: &[(Term, Bits)], constant: Bits) -> Term {
    let mut sum: Option<Term> = None;
    for (base, factor) in terms.iter().rev() {
        let summand = scale(b, *base, factor);
        sum = Some(match sum {
            Some(sum) => b.add(sum, summand),
            None => summand,
        });
    }
    let constant = b.bits(constant);
    match sum {
        Some(sum) => b.add(sum, constant),
        None => constant,
    }
}

/// A summand as base and factor.
fn multiple(b: &Builder, term: Term) -> (Term, Bits) {
    match b.op(term) {
        Op::BvNeg => (b.args(term)[0], Bits::ones(b.width(term))),
        _ => match b.with_const(Op::BvMul, term) {
            Some((base, factor)) => (base, factor),
            None => (term, Bits::one(b.width(term))),
        },
    }
}

fn neg_neg(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    b.as_unary(Op::BvNeg, args[0])
}

/// `-~x` is `x + 1`.
fn neg_not(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let x = b.as_unary(Op::BvNot, args[0])?;
    let one = b.num(b.width(x), 1);
    Some(b.add(x, one))
}

fn neg_multiple(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, factor) = b.with_const(Op::BvMul, args[0])?;
    Some(scale(b, x, &factor.neg()))
}

/// The negation goes to the summands if one is a constant or negated itself.
fn neg_sum(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, y) = b.as_binary(Op::BvAdd, args[0])?;
    let light = |t: Term| b.is_const(t) || b.op(t) == Op::BvNeg;
    if !light(x) && !light(y) {
        return None;
    }
    let x = b.mk(Op::BvNeg, &[x]);
    let y = b.mk(Op::BvNeg, &[y]);
    Some(b.add(x, y))
}

fn add_zero(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let zero = |t: Term| b.as_bits(t).is_some_and(Bits::is_zero);
    if zero(args[1]) {
        Some(args[0])
    } else if zero(args[0]) {
        Some(args[1])
    } else {
        None
    }
}

/// Constants are collected at the top of the spine.
fn add_constants(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let split = |b: &Builder, t: Term| match b.with_const(Op::BvAdd, t) {
        Some((x, c)) => (x, Some(c)),
        None => (t, None),
    };
    let ((x, c), (y, d)) = (split(b, args[0]), split(b, args[1]));
    let constant = match (c, d) {
        (Some(c), Some(d)) => c.add(&d),
        (Some(c), None) => match b.as_bits(y) {
            Some(d) => {
                let sum = c.add(d);
                let sum = b.bits(sum);
                return Some(b.add(x, sum));
            }
            None => c,
        },
        (None, Some(d)) => d,
        (None, None) => return None,
    };
    let sum = b.add(x, y);
    let constant = b.bits(constant);
    Some(b.add(sum, constant))
}

/// `k · x + m · x`.
fn add_multiples(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let ((x, k), (y, m)) = (multiple(b, args[0]), multiple(b, args[1]));
    if x != y || b.is_const(x) {
        return None;
    }
    Some(scale(b, x, &k.add(&m)))
}

/// The fingerprint says that only a constant or one base is left.
fn add_cancel(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if b.is_const(args[1]) {
        return None;
    }
    let hash = b.sum_hash(args[0]).wrapping_add(b.sum_hash(args[1]));
    let base = match hash {
        0 => None,
        _ => Some(Facts::base_of_hash(b, hash).filter(|base| b.sort(*base) == b.sort(args[0]))?),
    };
    let linear = collect_fuelled(b, &[(args[0], 1), (args[1], 1)], usize::MAX)?;
    let left = match (&linear.terms[..], base) {
        ([], None) => return Some(b.bits(linear.constant)),
        ([(only, factor)], Some(base)) if *only == base && factor.is_one() => base,
        _ => return None,
    };
    let constant = b.bits(linear.constant);
    Some(b.add(left, constant))
}

/// An older sum has the same fingerprint.
fn add_known(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if b.is_const(args[1]) {
        return None;
    }
    let key = (op, args[0], args[1]);
    if let Some(found) = b.rewriter.memo.get(&key) {
        return Some(*found);
    }
    let hash = b.sum_hash(args[0]).wrapping_add(b.sum_hash(args[1]));
    let older = *b.rewriter.sums.get(&sum_key(op, hash, b.width(args[0])))?;
    if b.sort(older) != b.sort(args[0]) {
        return None;
    }
    let linear = collect_fuelled(b, &[(args[0], 1), (args[1], 1), (older, -1)], usize::MAX)?;
    if !linear.terms.is_empty() {
        return None;
    }
    let constant = b.bits(linear.constant);
    let result = b.add(older, constant);
    b.rewriter.memo.insert(key, result);
    Some(result)
}

/// A base that is already among the last summands.
fn add_collect(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let among = |spine: Term, summand: Term| {
        let base = multiple(b, summand).0;
        let mut at = spine;
        for _ in 0..REACH {
            let Some((rest, last)) = b.as_binary(Op::BvAdd, at) else {
                return at != spine && multiple(b, at).0 == base;
            };
            if multiple(b, last).0 == base {
                return true;
            }
            at = rest;
        }
        false
    };
    if b.is_const(args[1]) || !among(args[0], args[1]) && !among(args[1], args[0]) {
        return None;
    }
    let linear = collect_few(b, &[(args[0], 1), (args[1], 1)])?;
    linear.merged.then(|| build(b, &linear.terms, linear.constant))
}

fn mul_zero_one(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    for (x, k) in [(args[0], args[1]), (args[1], args[0])] {
        match b.as_bits(k) {
            Some(value) if value.is_zero() => return Some(k),
            Some(value) if value.is_one() => return Some(x),
            _ => {}
        }
    }
    None
}

fn mul_minus_one(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    b.as_bits(args[1])?.is_ones().then(|| b.mk(Op::BvNeg, &[args[0]]))
}

/// Constant factors are collected on the outside.
fn mul_constants(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let split = |b: &Builder, t: Term| match b.with_const(Op::BvMul, t) {
        Some((x, c)) => (x, Some(c)),
        None => (t, None),
    };
    let ((x, c), (y, d)) = (split(b, args[0]), split(b, args[1]));
    let factor = match (c, d) {
        (Some(c), Some(d)) => c.mul(&d),
        (Some(c), None) => match b.as_bits(y) {
            Some(d) => {
                let product = c.mul(d);
                return Some(scale(b, x, &product));
            }
            None => c,
        },
        (None, Some(d)) => d,
        (None, None) => return None,
    };
    let product = b.mul(x, y);
    Some(scale(b, product, &factor))
}

/// `(x + c) · k` is `x · k + c · k`.
fn mul_sum(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let factor = b.as_bits(args[1])?.clone();
    let (x, c) = b.with_const(Op::BvAdd, args[0])?;
    let product = scale(b, x, &factor);
    let constant = b.bits(c.mul(&factor));
    Some(b.add(product, constant))
}

/// Negations are pulled out of products.
fn mul_sign(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    match (b.as_unary(Op::BvNeg, args[0]), b.as_unary(Op::BvNeg, args[1])) {
        (Some(x), Some(y)) => Some(b.mul(x, y)),
        (Some(x), None) => match b.as_bits(args[1]) {
            Some(factor) => {
                let factor = factor.neg();
                Some(scale(b, x, &factor))
            }
            None => {
                let product = b.mul(x, args[1]);
                Some(b.mk(Op::BvNeg, &[product]))
            }
        },
        (None, Some(y)) => {
            let product = b.mul(args[0], y);
            Some(b.mk(Op::BvNeg, &[product]))
        }
        (None, None) => None,
    }
}

/// An older product has the same factors.
fn mul_known(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if b.is_const(args[1]) || b.op(args[0]) != Op::BvMul && b.op(args[1]) != Op::BvMul {
        return None;
    }
    let hash = b.product_hash(args[0]).wrapping_add(b.product_hash(args[1]));
    let older = *b.rewriter.sums.get(&sum_key(op, hash, b.width(args[0])))?;
    (b.sort(older) == b.sort(args[0]) && same_factors(b, args, older)).then_some(older)
}

/// Whether a product of terms has exactly the factors of another, with multiplicities; false if that is not settled
/// soon.
fn same_factors(b: &Builder, left: &[Term], right: Term) -> bool {
    let mut heap: BinaryHeap<(Term, i32)> = left.iter().map(|t| (*t, 1)).collect();
    heap.push((right, -1));
    for _ in 0..4 * FEW {
        let Some((term, mut count)) = heap.pop() else { return true };
        while heap.peek().is_some_and(|(next, _)| *next == term) {
            count = match count.checked_add(heap.pop().expect("peeked").1) {
                Some(count) => count,
                None => return false,
            };
        }
        if count == 0 {
            continue;
        }
        let Some((x, y)) = b.as_binary(Op::BvMul, term) else { return false };
        heap.push((x, count));
        heap.push((y, count));
    }
    false
}

/// A factor that is 0 or 1.
fn mul_choice(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    for (choice, other) in [(args[0], args[1]), (args[1], args[0])] {
        let Some((cond, yes, no)) = b.as_ite(choice) else { continue };
        let small: SmallVec<[Option<bool>; 2]> =
            [yes, no].iter().map(|arm| b.as_bits(*arm).and_then(Bits::to_u64)).map(bit).collect();
        if let [Some(yes), Some(no)] = small[..] {
            let zero = b.num(b.width(other), 0);
            let arm = |bit: bool| if bit { other } else { zero };
            return Some(b.ite(cond, arm(yes), arm(no)));
        }
    }
    None
}

fn bit(value: Option<u64>) -> Option<bool> {
    match value {
        Some(0) => Some(false),
        Some(1) => Some(true),
        _ => None,
    }
}
