//! Constant folding, with the evaluator's meaning.

use crate::builder::Builder;
use crate::dag::{Op, Term};
use crate::scalar::{Scalar, apply};
use hecaton_base::float::Float;
use smallvec::SmallVec;

/// All arguments are constants.
pub(super) fn fold(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    if !args.iter().all(|a| b.is_const(*a)) {
        return None;
    }
    Some(fold_constants(b, op, args))
}

/// The value of an operator of constants.
pub(super) fn fold_constants(b: &mut Builder, op: Op, args: &[Term]) -> Term {
    let values: SmallVec<[Scalar; 4]> = args.iter().map(|a| scalar(b, *a)).collect();
    let values: SmallVec<[&Scalar; 4]> = values.iter().collect();
    let value = apply(op, &values);
    constant(b, value)
}

fn scalar(b: &Builder, term: Term) -> Scalar {
    match b.op(term) {
        Op::True => Scalar::Bool(true),
        Op::False => Scalar::Bool(false),
        Op::Const(id) => Scalar::Bits(b.constant(id).clone()),
        _ => {
            let (format, bits) = b.as_float(term).expect("a constant");
            Scalar::Float(Float::new(format, bits.clone()))
        }
    }
}

fn constant(b: &mut Builder, value: Scalar) -> Term {
    match value {
        Scalar::Bool(value) => b.bool(value),
        Scalar::Bits(value) => b.bits(value),
        Scalar::Float(value) => {
            let format = value.format();
            b.float(format, value.into_bits())
        }
    }
}
