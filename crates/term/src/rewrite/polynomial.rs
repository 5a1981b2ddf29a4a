//! Equality of polynomials: products of sums are multiplied out, for the comparison only. What is not decided stays as
//! it is, so nothing grows.

use crate::builder::Builder;
use crate::dag::{Op, Sort, Term};
use hecaton_base::Bits;
use std::collections::BTreeMap;

/// How many monomials a polynomial may have on the way.
const MONOMIALS: usize = 64;
/// How deep terms are taken apart.
const DEPTH: u32 = 16;
/// How many terms are looked at for a product of a sum, which makes the work worth it.
const REACH: usize = 12;

/// Coefficients by monomial, which is a sorted list of factors; none is zero.
type Polynomial = BTreeMap<Vec<Term>, Bits>;

/// Both sides multiplied out are the same, or differ by a constant.
pub(super) fn polynomials(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let Sort::Bits(_) = b.sort(args[0]) else { return None };
    if !has_product_of_sum(b, args) {
        return None;
    }
    let mut budget = 4 * MONOMIALS;
    let mut left = expand(b, args[0], DEPTH, &mut budget)?;
    let right = expand(b, args[1], DEPTH, &mut budget)?;
    for (monomial, factor) in right {
        accumulate(&mut left, monomial, factor.neg());
    }
    match left.iter().next() {
        None => Some(b.bool(true)),
        Some((monomial, _)) if left.len() == 1 && monomial.is_empty() => Some(b.bool(false)),
        Some(_) => None,
    }
}

/// Whether there is something to multiply out among the first terms.
fn has_product_of_sum(b: &Builder, roots: &[Term]) -> bool {
    let mut stack: smallvec::SmallVec<[Term; 8]> = smallvec::SmallVec::from_slice(roots);
    for _ in 0..REACH {
        let Some(term) = stack.pop() else { return false };
        match b.op(term) {
            Op::BvMul => {
                if b.args(term).iter().any(|arg| matches!(b.op(*arg), Op::BvAdd | Op::BvNot)) {
                    return true;
                }
                stack.extend_from_slice(b.args(term));
            }
            Op::BvAdd | Op::BvNeg | Op::BvNot => stack.extend_from_slice(b.args(term)),
            _ => {}
        }
    }
    false
}

fn accumulate(sum: &mut Polynomial, monomial: Vec<Term>, factor: Bits) {
    match sum.entry(monomial) {
        std::collections::btree_map::Entry::Vacant(entry) => {
            if !factor.is_zero() {
                entry.insert(factor);
            }
        }
        std::collections::btree_map::Entry::Occupied(mut entry) => {
            let total = entry.get().add(&factor);
            if total.is_zero() {
                entry.remove();
            } else {
                entry.insert(total);
            }
        }
    }
}

/// The term multiplied out; `None` if that takes too much.
fn expand(b: &Builder, term: Term, depth: u32, budget: &mut usize) -> Option<Polynomial> {
    *budget = budget.checked_sub(1)?;
    let depth = depth.checked_sub(1)?;
    let args = b.args(term);
    let mut sum = Polynomial::new();
    match b.op(term) {
        Op::Const(id) => accumulate(&mut sum, Vec::new(), b.constant(id).clone()),
        Op::BvAdd => {
            sum = expand(b, args[0], depth, budget)?;
            for (monomial, factor) in expand(b, args[1], depth, budget)? {
                accumulate(&mut sum, monomial, factor);
            }
        }
        Op::BvNeg | Op::BvNot => {
            for (monomial, factor) in expand(b, args[0], depth, budget)? {
                accumulate(&mut sum, monomial, factor.neg());
            }
            if b.op(term) == Op::BvNot {
                accumulate(&mut sum, Vec::new(), Bits::ones(b.width(term)));
            }
        }
        Op::BvMul => {
            let (left, right) = (expand(b, args[0], depth, budget)?, expand(b, args[1], depth, budget)?);
            if left.len() * right.len() > MONOMIALS {
                return None;
            }
            for (m, f) in &left {
                for (n, g) in &right {
                    let mut monomial = [&m[..], &n[..]].concat();
                    monomial.sort_unstable();
                    accumulate(&mut sum, monomial, f.mul(g));
                }
            }
        }
        _ => accumulate(&mut sum, vec![term], Bits::one(b.width(term))),
    }
    (sum.len() <= MONOMIALS).then_some(sum)
}
