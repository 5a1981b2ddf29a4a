//! Simplification of a term at its making.

use crate::builder::Builder;
use crate::dag::{Op, Sort, Term};

/// A simpler term equal to `op(args)`, if a rule applies.
pub(crate) fn simplify(_builder: &mut Builder, _op: Op, _args: &[Term], _sort: Sort) -> Option<Term> {
    None
}
