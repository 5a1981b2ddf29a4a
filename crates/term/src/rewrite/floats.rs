//! IEEE floats. One table for all operators: the rules look at the operator first.

use super::fold::fold;
use super::{Rule, order, rules};
use crate::builder::Builder;
use crate::dag::{Op, Sort, Term};
use hecaton_base::float::{Float, Format, Rounding};

pub(super) const FLOAT: &[Rule] = rules![
    Fold "float.constant" constant,
    Fold "float.nan" nan,
    Fold "float.there-and-back" there_and_back,
    Local "float.sign" sign,
    Local "float.class" class,
    Local "float.same" same,
    Local "float.order" commutative,
    Local "float.one" one,
    Local "float.zero" zero,
    Local "float.convert" convert,
    Local "float.widened" widened,
];

/// All operators of constants but the one constants are made of.
fn constant(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if matches!(op, Op::FpFromBits(_)) { None } else { fold(b, op, args) }
}

/// Every encoding of NaN becomes the canonical one.
fn nan(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let Op::FpFromBits(format) = op else { return None };
    let bits = b.as_bits(args[0])?;
    let canonical = Float::new(format, bits.clone()).into_bits();
    (canonical != *bits).then(|| b.float(format, canonical))
}

/// The float of the encoding of a float.
fn there_and_back(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let Op::FpFromBits(format) = op else { return None };
    let x = b.as_unary(Op::FpToBits, args[0])?;
    (b.sort(x) == Sort::Float(format)).then_some(x)
}

/// Negations and magnitudes of each other.
fn sign(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    match (op, b.op(*args.first()?)) {
        (Op::FpNeg, Op::FpNeg) => Some(b.args(args[0])[0]),
        (Op::FpAbs, Op::FpAbs) => Some(args[0]),
        (Op::FpAbs, Op::FpNeg) => {
            let x = b.args(args[0])[0];
            Some(b.mk(Op::FpAbs, &[x]))
        }
        (Op::FpIsNeg, Op::FpAbs) => Some(b.bool(false)),
        _ => None,
    }
}

/// Classes that do not depend on the sign.
fn class(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let signless = matches!(op, Op::FpIsNan | Op::FpIsInf | Op::FpIsZero | Op::FpIsNormal | Op::FpIsSubnormal);
    if !signless || !matches!(b.op(args[0]), Op::FpNeg | Op::FpAbs) {
        return None;
    }
    let x = b.args(args[0])[0];
    Some(b.mk(op, &[x]))
}

/// A float compared with itself.
fn same(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    match op {
        Op::FpLt if args[0] == args[1] => Some(b.bool(false)),
        Op::FpEq | Op::FpLe if args[0] == args[1] => {
            let nan = b.mk(Op::FpIsNan, &[args[0]]);
            Some(b.not(nan))
        }
        _ => None,
    }
}

fn commutative(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if matches!(op, Op::FpAdd | Op::FpMul | Op::FpEq) { order(b, op, args) } else { None }
}

/// Whether a term is this constant.
fn is(b: &Builder, term: Term, value: impl Fn(Format) -> Float) -> bool {
    b.as_float(term).is_some_and(|(format, bits)| *value(format).bits() == *bits)
}

/// Times one, by one.
fn one(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if !matches!(op, Op::FpMul | Op::FpDiv) {
        return None;
    }
    let unit = |format: Format| Float::from_f32(1.0).convert(Rounding::Zero, format);
    is(b, args[2], unit).then_some(args[1])
}

/// Plus minus zero, unless +0 - 0 is rounded down to -0.
fn zero(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if op != Op::FpAdd || b.as_u64(args[0])? == Rounding::Down as u64 {
        return None;
    }
    is(b, args[2], |format| Float::zero(format, true)).then_some(args[1])
}

/// Whether every number of one format is one of the other.
fn widens(from: Format, to: Format) -> bool {
    from.exp <= to.exp && from.sig <= to.sig
}

fn format(b: &Builder, term: Term) -> Format {
    match b.sort(term) {
        Sort::Float(format) => format,
        other => panic!("{other:?} is not a float"),
    }
}

/// The float inside a conversion that loses nothing.
fn inside(b: &Builder, term: Term) -> Option<Term> {
    let Op::FpToFp(to) = b.op(term) else { return None };
    let x = b.args(term)[1];
    widens(format(b, x), to).then_some(x)
}

/// To the same format, or from a wider one it came from.
fn convert(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let Op::FpToFp(to) = op else { return None };
    if format(b, args[1]) == to {
        return Some(args[1]);
    }
    let x = inside(b, args[1])?;
    if format(b, x) == to { Some(x) } else { Some(b.mk(op, &[args[0], x])) }
}

/// Comparisons and classes of widened floats.
fn widened(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    match op {
        Op::FpEq | Op::FpLt | Op::FpLe => {
            let (x, y) = (inside(b, args[0])?, inside(b, args[1])?);
            (b.sort(x) == b.sort(y)).then(|| b.mk(op, &[x, y]))
        }
        Op::FpIsNan | Op::FpIsInf | Op::FpIsZero | Op::FpIsNeg => {
            let x = inside(b, args[0])?;
            Some(b.mk(op, &[x]))
        }
        _ => None,
    }
}
