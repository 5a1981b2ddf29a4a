//! `ite`.

use super::{Rule, rules};
use crate::builder::Builder;
use crate::dag::{Op, Sort, Term};
use smallvec::SmallVec;

pub(super) const ITE: &[Rule] = rules![
    Fold "ite.constant" constant,
    Fold "ite.same" same,
    Local "ite.not" not,
    Local "ite.truth" truth,
    Local "ite.prune" prune,
    Local "ite.equality" equality,
    Local "ite.merge" merge,
    Local "ite.common-condition" common_condition,
    Local "ite.common-operator" common_operator,
    Local "ite.increment" increment,
    Local "ite.extended" extended,
];

/// How many parts of a condition are looked at.
const REACH: usize = 8;
/// How many nested choices of an arm are decided.
const CHAIN: usize = 16;
/// At which depth of cascading rules common operators are no longer pulled out, so that long chains of them are not
/// copied.
const SHALLOW: u32 = 4;

fn constant(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    b.as_bool(args[0]).map(|cond| args[if cond { 1 } else { 2 }])
}

fn same(_: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (args[1] == args[2]).then_some(args[1])
}

fn not(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let cond = b.as_unary(Op::Not, args[0])?;
    Some(b.ite(cond, args[2], args[1]))
}

/// Between truth values, an arm that is constant, the condition or its negation; or arms that are opposites.
fn truth(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (cond, yes, no) = (args[0], args[1], args[2]);
    if b.sort(yes) != Sort::Bool {
        return None;
    }
    let value = |b: &Builder, arm: Term, holds: bool| match b.as_bool(arm) {
        Some(value) => Some(value),
        None if arm == cond => Some(holds),
        None if b.opposite(arm, cond) => Some(!holds),
        None => None,
    };
    match (value(b, yes, true), value(b, no, false)) {
        (Some(true), _) => Some(b.or(cond, no)),
        (Some(false), _) => {
            let not_cond = b.not(cond);
            Some(b.and(not_cond, no))
        }
        (None, Some(true)) => {
            let not_cond = b.not(cond);
            Some(b.or(not_cond, yes))
        }
        (None, Some(false)) => Some(b.and(cond, yes)),
        (None, None) => b.opposite(yes, no).then(|| b.eq(cond, yes)),
    }
}

/// What a condition that holds iff `holds` says of another.
pub(crate) fn implied(b: &Builder, cond: Term, holds: bool, other: Term) -> Option<bool> {
    let mut stack: SmallVec<[(Term, bool); 8]> = SmallVec::new();
    stack.push((cond, holds));
    for _ in 0..REACH {
        let (fact, holds) = stack.pop()?;
        if fact == other {
            return Some(holds);
        }
        if b.opposite(fact, other) {
            return Some(!holds);
        }
        match (b.op(fact), holds) {
            (Op::Not, _) => stack.push((b.args(fact)[0], !holds)),
            (Op::And, true) | (Op::Or, false) => {
                stack.push((b.args(fact)[0], holds));
                stack.push((b.args(fact)[1], holds));
            }
            _ => {}
        }
    }
    None
}

/// Choices inside the arms that the condition decides.
fn prune(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let cond = args[0];
    let settle = |b: &Builder, mut arm: Term, holds: bool| {
        for _ in 0..CHAIN {
            let Some((inner, yes, no)) = b.as_ite(arm) else { break };
            match implied(b, cond, holds, inner) {
                Some(true) => arm = yes,
                Some(false) => arm = no,
                None => break,
            }
        }
        arm
    };
    let (yes, no) = (settle(b, args[1], true), settle(b, args[2], false));
    (yes != args[1] || no != args[2]).then(|| b.ite(cond, yes, no))
}

/// `ite(x = y, x, y)` is `y`.
fn equality(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, y) = b.as_binary(Op::Eq, args[0])?;
    ((x, y) == (args[1], args[2]) || (y, x) == (args[1], args[2])).then_some(args[2])
}

/// An arm that is a choice with the other arm in it: one choice under a joined condition.
fn merge(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (cond, yes, no) = (args[0], args[1], args[2]);
    if let Some((inner, x, y)) = b.as_ite(yes) {
        if y == no {
            let both = b.and(cond, inner);
            return Some(b.ite(both, x, no));
        }
        if x == no {
            let not_inner = b.not(inner);
            let both = b.and(cond, not_inner);
            return Some(b.ite(both, y, no));
        }
    }
    if let Some((inner, x, y)) = b.as_ite(no) {
        if x == yes {
            let either = b.or(cond, inner);
            return Some(b.ite(either, yes, y));
        }
        if y == yes {
            let not_inner = b.not(inner);
            let either = b.or(cond, not_inner);
            return Some(b.ite(either, yes, x));
        }
    }
    None
}

/// Both arms are choices under one condition and agree in one arm.
fn common_condition(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let ((c, x, y), (d, p, q)) = (b.as_ite(args[1])?, b.as_ite(args[2])?);
    if c != d {
        return None;
    }
    if x == p {
        let other = b.ite(args[0], y, q);
        Some(b.ite(c, x, other))
    } else if y == q {
        let other = b.ite(args[0], x, p);
        Some(b.ite(c, other, y))
    } else {
        None
    }
}

/// Whether it helps to choose an argument of the operator instead of its result. Not so where the choice would be among
/// more bits, where constant arguments would be lost, or where the operator is simpler on truth values anyway.
fn pulled_out(op: Op, position: usize) -> bool {
    match op {
        Op::Not
        | Op::And
        | Op::Or
        | Op::BvNot
        | Op::BvNeg
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::BvAdd
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvSdiv
        | Op::BvSrem
        | Op::BvShl
        | Op::BvLshr
        | Op::BvAshr
        | Op::BvConcat
        | Op::BvZext(_)
        | Op::BvSext(_)
        | Op::FpNeg
        | Op::FpAbs
        | Op::FpAdd
        | Op::FpMul
        | Op::FpDiv
        | Op::FpFma
        | Op::FpSqrt
        | Op::FpRem
        | Op::FpMod
        | Op::FpRoundIntegral => true,
        Op::Store => position == 2,
        Op::True
        | Op::False
        | Op::Const(_)
        | Op::Var(_)
        | Op::Xor
        | Op::Eq
        | Op::Ite
        | Op::BvUlt
        | Op::BvUle
        | Op::BvSlt
        | Op::BvSle
        | Op::BvExtract { .. }
        | Op::ArrayConst(_)
        | Op::Select
        | Op::FpFromBits(_)
        | Op::FpToBits
        | Op::FpEq
        | Op::FpLt
        | Op::FpLe
        | Op::FpIsNan
        | Op::FpIsInf
        | Op::FpIsZero
        | Op::FpIsNormal
        | Op::FpIsSubnormal
        | Op::FpIsNeg
        | Op::FpToFp(_)
        | Op::FpFromSigned(_)
        | Op::FpFromUnsigned(_)
        | Op::FpToSigned(_)
        | Op::FpToUnsigned(_) => false,
    }
}

/// Both arms are one operator and differ in one argument only.
fn common_operator(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let op = b.op(args[1]);
    if b.op(args[2]) != op || b.rewriter.depth > SHALLOW {
        return None;
    }
    let (left, right) = (b.args(args[1]), b.args(args[2]));
    if left.len() != right.len() {
        return None;
    }
    let mut right: SmallVec<[Term; 4]> = SmallVec::from_slice(right);
    let mut joined: SmallVec<[Term; 4]> = SmallVec::from_slice(left);
    let commutes =
        matches!(op, Op::And | Op::Or | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvMul) && joined.len() == 2;
    if commutes && (joined[0] == right[1] || joined[1] == right[0]) {
        right.swap(0, 1);
    }
    let mut differing = (0..joined.len()).filter(|i| joined[*i] != right[*i]);
    let at = differing.next()?;
    if differing.next().is_some() || !pulled_out(op, at) || b.sort(joined[at]) != b.sort(right[at]) {
        return None;
    }
    joined[at] = b.ite(args[0], joined[at], right[at]);
    Some(b.mk(op, &joined))
}

/// `ite(c, x + k, x)` is `x + ite(c, k, 0)`.
fn increment(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let split = |b: &Builder, moved: Term, x: Term| {
        let (base, constant) = b.as_binary(Op::BvAdd, moved)?;
        (base == x && b.is_const(constant)).then_some(constant)
    };
    if let Some(constant) = split(b, args[1], args[2]) {
        let zero = b.num(b.width(args[2]), 0);
        let by = b.ite(args[0], constant, zero);
        return Some(b.add(args[2], by));
    }
    let constant = split(b, args[2], args[1])?;
    let zero = b.num(b.width(args[1]), 0);
    let by = b.ite(args[0], zero, constant);
    Some(b.add(args[1], by))
}

/// How many low bits of a term say all, and whether the rest are copies of its sign; constants fit either way.
fn significant(b: &Builder, term: Term, signed: bool) -> Option<u32> {
    match b.op(term) {
        Op::BvSext(_) if signed => Some(b.width(b.args(term)[0])),
        Op::BvZext(_) => Some(b.width(b.args(term)[0]) + u32::from(signed)),
        Op::Const(id) => {
            let value = b.constant(id);
            Some(match signed && value.sign_bit() {
                true => value.width() - value.not().leading_zeros() + 1,
                false => (value.width() - value.leading_zeros() + u32::from(signed)).max(1),
            })
        }
        _ => None,
    }
}

/// Between terms that are extended: the choice is among fewer bits.
fn extended(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (yes, no) = (args[1], args[2]);
    if b.is_const(yes) && b.is_const(no) {
        return None;
    }
    for signed in [false, true] {
        let (Some(m), Some(n)) = (significant(b, yes, signed), significant(b, no, signed)) else { continue };
        let (kept, width) = (m.max(n), b.width(yes));
        if kept >= width {
            continue;
        }
        let (yes, no) = (b.extract(kept - 1, 0, yes), b.extract(kept - 1, 0, no));
        let choice = b.ite(args[0], yes, no);
        return Some(if signed { b.sext_to(width, choice) } else { b.zext_to(width, choice) });
    }
    None
}
