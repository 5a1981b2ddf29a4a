//! Operators over choices between constants.

use super::fold::fold_constants;
use crate::builder::Builder;
use crate::dag::{Op, Sort, Term};
use smallvec::SmallVec;

/// How many constants a tree of choices may have for an operator to be moved to them: fewer if the result is a choice
/// between constants again, more if it is a truth value, where most choices vanish.
const WORDS: u8 = 8;
const TRUTHS: u8 = 24;

/// The operator's other arguments are constants: it is applied to each constant of a small tree of choices.
pub(super) fn through_leaves(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let mut tree = None;
    for (i, arg) in args.iter().enumerate() {
        match b.op(*arg) {
            Op::Ite if tree.is_none() && b.const_leaves(*arg) > 0 => tree = Some(i),
            _ if b.is_const(*arg) => {}
            _ => return None,
        }
    }
    let at = tree?;
    let limit = match op {
        Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::FpEq | Op::FpLt | Op::FpLe => TRUTHS,
        _ => WORDS,
    };
    if b.const_leaves(args[at]) > limit {
        return None;
    }
    // Small, so recursion is too.
    fn walk(b: &mut Builder, op: Op, args: &mut SmallVec<[Term; 4]>, at: usize, tree: Term) -> Term {
        match b.as_ite(tree) {
            Some((cond, yes, no)) => {
                let yes = walk(b, op, args, at, yes);
                let no = walk(b, op, args, at, no);
                b.ite(cond, yes, no)
            }
            None => {
                args[at] = tree;
                fold_constants(b, op, args)
            }
        }
    }
    let mut folded = SmallVec::from_slice(args);
    Some(walk(b, op, &mut folded, at, args[at]))
}

/// Two arguments that are choices between constants under one condition.
pub(super) fn same_condition(b: &mut Builder, op: Op, args: &[Term]) -> Option<Term> {
    let ((c, k1, k2), (d, k3, k4)) = (b.as_ite(args[0])?, b.as_ite(args[1])?);
    if c != d || !matches!(b.sort(k1), Sort::Bits(_)) {
        return None;
    }
    let whole = |b: &Builder, x: Term, y: Term| b.is_const(x) && b.is_const(y);
    let settled = match op {
        // Equal arms settle a comparison as well.
        Op::Eq | Op::BvUlt | Op::BvSlt => {
            (whole(b, k1, k3) || k1 == k3) && (whole(b, k2, k4) || k2 == k4)
                || (op == Op::Eq && (k1 == k3 || k2 == k4 || whole(b, k1, k3) || whole(b, k2, k4)))
        }
        _ => whole(b, k1, k3) && whole(b, k2, k4),
    };
    if !settled {
        return None;
    }
    let yes = b.mk(op, &[k1, k3]);
    let no = b.mk(op, &[k2, k4]);
    Some(b.ite(c, yes, no))
}
