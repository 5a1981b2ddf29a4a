//! Simplification of a term at its making: named rules in levels.
//!
//! A rule looks at an operator and its arguments, which are simplified already, and returns an equal term or nothing.
//! The rules of an operator stand in a table in the order in which they are tried; the first that applies wins. What
//! holds for every rule:
//! - It is sound alone, whatever rules were tried before it; the tests run each by itself.
//! - It makes a bounded number of new terms, whatever the size of its arguments. Loops over chains have a limit that
//!   stands beside them; sums are compared on account of `Rewriter::fuel`.
//! - Its result is made with `Builder::mk`, so rules may cascade, but never deeper than `DEPTH`: below that, terms are
//!   only folded. So no chain of arguments, however deep, costs stack.
//!
//! The levels: [`Level::Fold`] needs constants or is an identity that drops an argument; [`Level::Local`] looks a few
//! terms deep. What needs a look at a whole formula is in `normal`.
//!
//! What the rules agree on: constants are the last argument of commutative operators, other arguments are in the
//! order of their making; there is no `Xor` (it is a negated `Eq`), no `BvUle`, `BvSle` (negated `BvUlt`, `BvSlt`), no
//! shift by a constant (a multiple, or an extract that is extended); conditions of `Ite` are not negated.

mod arrays;
mod bitwise;
mod boolean;
mod choice;
mod compare;
mod division;
pub(crate) mod equality;
mod floats;
mod fold;
mod leaves;
pub(crate) mod linear;
mod polynomial;
mod slices;

use crate::builder::Builder;
use crate::dag::{Op, Term};
use hashbrown::HashMap;
use hecaton_base::float::Float;
use rustc_hash::FxBuildHasher;

/// How much is simplified when a term is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing: terms are exactly as they are asked for.
    None,
    /// Constants and what they absorb.
    Fold,
    /// All rules that look only a few terms deep.
    Local,
}

/// A named rewrite rule.
pub struct Rule {
    /// The operator's family and what the rule is about, for statistics and tests.
    pub name: &'static str,
    /// From which level on it is applied.
    pub level: Level,
    pub(crate) apply: Apply,
}

/// An equal term, if the rule applies. The sorts fit.
pub(crate) type Apply = fn(&mut Builder, Op, &[Term]) -> Option<Term>;

/// How deep rules may cascade before terms are only folded.
pub(crate) const DEPTH: u32 = 40;

/// What the rewriter of one builder remembers.
pub(crate) struct Rewriter {
    pub level: Level,
    /// How often each rule was applied, by its number.
    pub fired: Vec<u64>,
    /// How many `mk` are under way.
    pub depth: u32,
    /// How many summands may still be looked at in comparisons of long sums. Every new term adds some, so that all
    /// comparisons together stay linear in the number of terms.
    pub fuel: usize,
    /// Results of the rules that walk chains, by operator and arguments.
    pub memo: HashMap<(Op, Term, Term), Term, FxBuildHasher>,
    /// One sum without constant, or one product of two terms, by `sum_key`.
    pub sums: HashMap<u64, Term, FxBuildHasher>,
}

impl Rewriter {
    pub fn new(level: Level) -> Self {
        Rewriter {
            level,
            fired: vec![0; START[FAMILIES.len()]],
            depth: 0,
            fuel: 4096,
            memo: HashMap::default(),
            sums: HashMap::default(),
        }
    }
}

/// A key for sums and products of one fingerprint and width; others may have the same by accident.
pub(crate) fn sum_key(op: Op, hash: u64, width: u32) -> u64 {
    let kind = u64::from(width) << 1 | u64::from(op == Op::BvMul);
    hash ^ kind.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Rule {
    /// All rules, each in the table of every operator it belongs to.
    pub fn all() -> impl Iterator<Item = &'static Rule> {
        FAMILIES.iter().flat_map(|family| family.iter())
    }
}

macro_rules! rules {
    ($($level:ident $name:literal $apply:path),* $(,)?) => {
        &[$(crate::rewrite::Rule { name: $name, level: crate::rewrite::Level::$level, apply: $apply }),*]
    };
}
use rules;

/// The tables, in the order of `family`.
const FAMILIES: [&[Rule]; 29] = [
    &[],
    boolean::NOT,
    boolean::AND,
    boolean::OR,
    boolean::XOR,
    equality::EQ,
    choice::ITE,
    bitwise::NOT,
    linear::NEG,
    bitwise::AND,
    bitwise::OR,
    bitwise::XOR,
    linear::ADD,
    linear::MUL,
    division::UDIV,
    division::UREM,
    division::SDIV,
    division::SREM,
    slices::SHIFT,
    compare::ULT,
    compare::SLT,
    compare::LE,
    slices::CONCAT,
    slices::EXTRACT,
    slices::ZEXT,
    slices::SEXT,
    arrays::SELECT,
    arrays::STORE,
    floats::FLOAT,
];

/// The number of the first rule of each family.
const START: [usize; FAMILIES.len() + 1] = {
    let mut start = [0; FAMILIES.len() + 1];
    let mut i = 0;
    while i < FAMILIES.len() {
        start[i + 1] = start[i] + FAMILIES[i].len();
        i += 1;
    }
    start
};

fn family(op: Op) -> usize {
    match op {
        Op::True | Op::False | Op::Const(_) | Op::Var(_) | Op::ArrayConst(_) => 0,
        Op::Not => 1,
        Op::And => 2,
        Op::Or => 3,
        Op::Xor => 4,
        Op::Eq => 5,
        Op::Ite => 6,
        Op::BvNot => 7,
        Op::BvNeg => 8,
        Op::BvAnd => 9,
        Op::BvOr => 10,
        Op::BvXor => 11,
        Op::BvAdd => 12,
        Op::BvMul => 13,
        Op::BvUdiv => 14,
        Op::BvUrem => 15,
        Op::BvSdiv => 16,
        Op::BvSrem => 17,
        Op::BvShl | Op::BvLshr | Op::BvAshr => 18,
        Op::BvUlt => 19,
        Op::BvSlt => 20,
        Op::BvUle | Op::BvSle => 21,
        Op::BvConcat => 22,
        Op::BvExtract { .. } => 23,
        Op::BvZext(_) => 24,
        Op::BvSext(_) => 25,
        Op::Select => 26,
        Op::Store => 27,
        Op::FpFromBits(_)
        | Op::FpToBits
        | Op::FpNeg
        | Op::FpAbs
        | Op::FpAdd
        | Op::FpMul
        | Op::FpDiv
        | Op::FpFma
        | Op::FpSqrt
        | Op::FpRem
        | Op::FpMod
        | Op::FpRoundIntegral
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
        | Op::FpToUnsigned(_) => 28,
    }
}

/// The rules of an operator, in the order in which they are tried.
#[cfg(test)]
pub(crate) fn rules_of(op: Op) -> &'static [Rule] {
    FAMILIES[family(op)]
}

/// A simpler term equal to `op(args)`, if a rule applies.
pub(crate) fn simplify(builder: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let family = family(op);
    let level = if builder.rewriter.depth > DEPTH { Level::Fold } else { Level::Local }.min(builder.rewriter.level);
    for (i, rule) in FAMILIES[family].iter().enumerate() {
        if rule.level <= level
            && let Some(term) = (rule.apply)(builder, op, args)
        {
            builder.rewriter.fired[START[family] + i] += 1;
            return Some(term);
        }
    }
    None
}

/// Arguments of a commutative operator in their order: by number, constants last.
fn order(builder: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let (a, b) = (args[args.len() - 2], args[args.len() - 1]);
    let misplaced = match (builder.is_const(a), builder.is_const(b)) {
        (true, false) => true,
        (false, true) => false,
        (true, true) | (false, false) => b < a,
    };
    if !misplaced {
        return None;
    }
    Some(match args {
        [a, b] => builder.mk(op, &[*b, *a]),
        [mode, a, b] => builder.mk(op, &[*mode, *b, *a]),
        _ => return None,
    })
}

/// Patterns the rules look for.
impl Builder {
    /// Whether the term is a constant of its sort, arrays aside. Two constants are equal only if they are one term:
    /// an encoding of NaN that is not the canonical one is not a constant.
    pub(crate) fn is_const(&self, term: Term) -> bool {
        match self.op(term) {
            Op::True | Op::False | Op::Const(_) => true,
            Op::FpFromBits(format) => {
                let bits = self.as_bits(self.args(term)[0]);
                bits.is_some_and(|bits| Float::new(format, bits.clone()).bits() == bits)
            }
            _ => false,
        }
    }
    /// The argument, if the term is this operator of one argument.
    pub(crate) fn as_unary(&self, op: Op, term: Term) -> Option<Term> {
        (self.op(term) == op).then(|| self.args(term)[0])
    }
    /// The arguments, if the term is this operator of two arguments.
    pub(crate) fn as_binary(&self, op: Op, term: Term) -> Option<(Term, Term)> {
        (self.op(term) == op).then(|| (self.args(term)[0], self.args(term)[1]))
    }
    /// Condition and arms, if the term is an `ite`.
    pub(crate) fn as_ite(&self, term: Term) -> Option<(Term, Term, Term)> {
        match (self.op(term), self.args(term)) {
            (Op::Ite, [cond, yes, no]) => Some((*cond, *yes, *no)),
            _ => None,
        }
    }
    /// Whether one of the Boolean terms is the negation of the other.
    pub(crate) fn opposite(&self, a: Term, b: Term) -> bool {
        self.as_unary(Op::Not, a) == Some(b) || self.as_unary(Op::Not, b) == Some(a)
    }
    /// The term and the constant of `x + c`, `x * c` and the like.
    pub(crate) fn with_const(&self, op: Op, term: Term) -> Option<(Term, hecaton_base::Bits)> {
        let (x, c) = self.as_binary(op, term)?;
        Some((x, self.as_bits(c)?.clone()))
    }
    /// Whether two bit-vector terms cannot be equal, as far as a short look tells.
    pub(crate) fn distinct(&mut self, a: Term, b: Term) -> bool {
        if a == b {
            return false;
        }
        if let (Some(a), Some(b)) = (self.as_bits(a), self.as_bits(b)) {
            return a != b;
        }
        let (x, y) = (self.fact(a), self.fact(b));
        if x.umax < y.umin || y.umax < x.umin {
            return true;
        }
        if self.width(a) <= 64 && (x.smax < y.smin || y.smax < x.smin) {
            return true;
        }
        let low = |value: Option<&hecaton_base::Bits>, zeros: u32| value.is_some_and(|v| v.trailing_zeros() < zeros);
        if low(self.as_bits(a), y.zeros) || low(self.as_bits(b), x.zeros) {
            return true;
        }
        linear::constant_difference(self, a, b).is_some_and(|d| !d.is_zero())
    }
}

#[cfg(test)]
pub(crate) mod tests;
