//! Negation, conjunction, disjunction.

use super::fold::fold;
use super::{Rule, order, rules};
use crate::builder::Builder;
use crate::dag::{Op, Term};
use smallvec::SmallVec;

pub(super) const NOT: &[Rule] = rules![
    Fold "not.constant" fold,
    Fold "not.not" not_not,
    Local "not.implication" not_implication,
];
pub(super) const AND: &[Rule] = rules![
    Fold "and.constant" constant,
    Fold "and.same" same,
    Local "and.order" order,
    Local "and.opposite" opposite,
    Local "and.known" known,
    Local "and.opposites-inside" opposites_inside,
    Local "and.factor" factor,
    Local "and.negations" negations,
    Local "and.values" values,
];
pub(super) const OR: &[Rule] = rules![
    Fold "or.constant" constant,
    Fold "or.same" same,
    Local "or.order" order,
    Local "or.opposite" opposite,
    Local "or.known" known,
    Local "or.opposites-inside" opposites_inside,
    Local "or.factor" factor,
    Local "or.negations" negations,
    Local "or.values" values,
];
pub(super) const XOR: &[Rule] = rules![
    Fold "xor.constant" fold,
    Local "xor.is-not-eq" xor,
];

/// How many terms of a conjunction or disjunction are looked through.
const REACH: usize = 8;

fn not_not(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    b.as_unary(Op::Not, args[0])
}

/// `¬(¬a ∨ b)` is `a ∧ ¬b`, unless `b` is a disjunction and its negation would be more of the same.
fn not_implication(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (x, y) = b.as_binary(Op::Or, args[0])?;
    let (premise, conclusion) = match (b.as_unary(Op::Not, x), b.as_unary(Op::Not, y)) {
        (Some(premise), _) => (premise, y),
        (None, Some(premise)) => (premise, x),
        (None, None) => return None,
    };
    if b.op(conclusion) == Op::Or {
        return None;
    }
    let refuted = b.not(conclusion);
    Some(b.and(premise, refuted))
}

/// The other one of `And` and `Or`.
fn dual(op: Op) -> Op {
    match op {
        Op::And => Op::Or,
        Op::Or => Op::And,
        other => panic!("{other:?} is neither `And` nor `Or`"),
    }
}

/// The constant that decides it or that does nothing.
fn constant(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let neutral = op == Op::And;
    match (b.as_bool(args[0]), b.as_bool(args[1])) {
        (Some(value), _) => Some(if value == neutral { args[1] } else { args[0] }),
        (_, Some(value)) => Some(if value == neutral { args[0] } else { args[1] }),
        (None, None) => None,
    }
}

fn same(_: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (args[0] == args[1]).then_some(args[0])
}

fn opposite(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    b.opposite(args[0], args[1]).then(|| b.bool(op == Op::Or))
}

/// What taking `fact` as true (in a conjunction; as false in a disjunction) makes of `term`: it or its negation may be
/// among the first parts of `term`.
enum Effect {
    /// The term is decided to be that value.
    Decided(bool),
    /// Some other term takes its place.
    Becomes(Term),
}

/// The part opposite to a part of a binary term, if that part is the fact or its opposite: `(the fact itself?, other)`.
fn part(b: &Builder, fact: Term, pair: (Term, Term)) -> Option<(bool, Term)> {
    let (x, y) = pair;
    if x == fact {
        Some((true, y))
    } else if y == fact {
        Some((true, x))
    } else if b.opposite(x, fact) {
        Some((false, y))
    } else if b.opposite(y, fact) {
        Some((false, x))
    } else {
        None
    }
}

/// The effect of a fact that holds iff `holds` on a term with the fact among its parts, one level deep, or a few levels
/// deep where that decides the term.
fn effect(b: &mut Builder, fact: Term, holds: bool, term: Term) -> Option<Effect> {
    let (negated, body) = match b.as_unary(Op::Not, term) {
        Some(body) => (true, body),
        None => (false, term),
    };
    let op = b.op(body);
    if !matches!(op, Op::And | Op::Or) {
        return None;
    }
    let neutral = op == Op::And;
    if let Some((itself, rest)) = part(b, fact, (b.args(body)[0], b.args(body)[1])) {
        return Some(if (itself == holds) == neutral {
            Effect::Becomes(if negated { b.not(rest) } else { rest })
        } else {
            Effect::Decided(neutral == negated)
        });
    }
    // A decided part further down decides the whole.
    let mut stack: SmallVec<[Term; 8]> = SmallVec::from_slice(b.args(body));
    for _ in 0..REACH {
        let Some(next) = stack.pop() else { break };
        let Some(pair) = b.as_binary(op, next) else { continue };
        if let Some((itself, _)) = part(b, fact, pair) {
            return ((itself == holds) != neutral).then_some(Effect::Decided(neutral == negated));
        }
        stack.push(pair.0);
        stack.push(pair.1);
    }
    None
}

/// One argument says what a part of the other is: absorption, or the part is dropped.
fn known(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let conjunction = op == Op::And;
    for (fact, term) in [(args[0], args[1]), (args[1], args[0])] {
        match effect(b, fact, conjunction, term) {
            Some(Effect::Decided(value)) if value == conjunction => return Some(fact),
            Some(Effect::Decided(value)) => return Some(b.bool(value)),
            Some(Effect::Becomes(rest)) => return Some(b.mk(op, &[fact, rest])),
            None => {}
        }
        // The fact as a part of a chain of the same operator, further down.
        if chain_holds(b, op, term, fact) {
            return Some(term);
        }
    }
    None
}

/// Whether a fact is among the first parts of a chain of one operator, below the top.
fn chain_holds(b: &Builder, op: Op, term: Term, fact: Term) -> bool {
    let mut stack: SmallVec<[Term; 8]> = SmallVec::new();
    stack.push(term);
    for _ in 0..REACH {
        let Some(next) = stack.pop() else { return false };
        let Some((x, y)) = b.as_binary(op, next) else { continue };
        if x == fact || y == fact {
            return true;
        }
        stack.push(x);
        stack.push(y);
    }
    false
}

/// `(x ∧ y) ∧ (¬x ∧ z)` and its dual.
fn opposites_inside(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (left, right) = (b.as_binary(op, args[0])?, b.as_binary(op, args[1])?);
    let clash = [left.0, left.1].iter().any(|x| b.opposite(*x, right.0) || b.opposite(*x, right.1));
    clash.then(|| b.bool(op == Op::Or))
}

/// Common parts: `(g ∧ c) ∨ (g ∧ d)` is `g ∧ (c ∨ d)`, and its dual. Both sides are taken apart from their newest
/// terms on, so that a long common guard is met whole.
fn factor(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let inner = dual(op);
    if b.op(args[0]) != inner || b.op(args[1]) != inner {
        return None;
    }
    // Terms still to be taken apart, with the sides they stand on.
    let mut open: SmallVec<[(Term, [bool; 2]); 16]> = SmallVec::new();
    let put = |open: &mut SmallVec<[(Term, [bool; 2]); 16]>, term: Term, sides: [bool; 2]| match open
        .iter_mut()
        .find(|(t, _)| *t == term)
    {
        Some((_, found)) => *found = [found[0] || sides[0], found[1] || sides[1]],
        None => open.push((term, sides)),
    };
    put(&mut open, args[0], [true, false]);
    put(&mut open, args[1], [false, true]);
    let mut common: SmallVec<[Term; 8]> = SmallVec::new();
    let mut rest: [SmallVec<[Term; 8]>; 2] = Default::default();
    for step in 0.. {
        let Some(at) = (0..open.len()).max_by_key(|i| open[*i].0) else { break };
        let (term, sides) = open.swap_remove(at);
        if sides == [true, true] {
            common.push(term);
        } else if let Some((x, y)) = b.as_binary(inner, term)
            && step < REACH
        {
            put(&mut open, x, sides);
            put(&mut open, y, sides);
        } else {
            rest[usize::from(sides[1])].push(term);
        }
    }
    if common.is_empty() || common.len() + rest[0].len() + rest[1].len() > REACH {
        return None;
    }
    let rest = rest.map(|parts| join(b, inner, &parts));
    let mut result = b.mk(op, &rest);
    // Oldest first, as they were met newest first.
    for term in common.iter().rev() {
        result = b.mk(inner, &[*term, result]);
    }
    Some(result)
}

/// All parts under one operator, oldest first.
fn join(b: &mut Builder, op: Op, parts: &[Term]) -> Term {
    let mut parts = parts.iter().rev().copied();
    match parts.next() {
        Some(first) => parts.fold(first, |all, part| b.mk(op, &[all, part])),
        None => b.bool(op == Op::And),
    }
}

/// De Morgan: two negations become one.
fn negations(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (x, y) = (b.as_unary(Op::Not, args[0])?, b.as_unary(Op::Not, args[1])?);
    let joined = b.mk(dual(op), &[x, y]);
    Some(b.not(joined))
}

/// Two statements about one term and constants: `x = 1 ∧ x = 2`, `x = 1 ∧ ¬(x = 2)`, `x = 1 ∧ x < 5` and their duals.
fn values(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let conjunction = op == Op::And;
    for (first, second) in [(args[0], args[1]), (args[1], args[0])] {
        // In a conjunction the first is taken as true, in a disjunction as false.
        let fact = if conjunction { Some(first) } else { b.as_unary(Op::Not, first) };
        let Some((x, value)) = fact.and_then(|fact| b.as_binary(Op::Eq, fact)) else { continue };
        if b.as_bits(value).is_none() {
            continue;
        }
        let (negated, atom) = match b.as_unary(Op::Not, second) {
            Some(atom) => (true, atom),
            None => (false, second),
        };
        if !matches!(b.op(atom), Op::Eq | Op::BvUlt | Op::BvSlt) {
            continue;
        }
        let (p, q) = (b.args(atom)[0], b.args(atom)[1]);
        let decided = match (p == x && b.is_const(q), q == x && b.is_const(p)) {
            (true, _) => fold(b, b.op(atom), &[value, q]),
            (_, true) => fold(b, b.op(atom), &[p, value]),
            (false, false) => continue,
        };
        let holds = b.as_bool(decided?).expect("folded") != negated;
        return Some(if holds == conjunction { first } else { b.bool(!conjunction) });
    }
    None
}

fn xor(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let same = b.eq(args[0], args[1]);
    Some(b.not(same))
}
