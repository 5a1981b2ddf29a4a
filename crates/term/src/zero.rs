//! Whether numbers are zero, asked of their parts.
//!
//! Where a formula compares a number with zero, and the number is a tree of choices and sums that cannot wrap, the
//! answer is a formula over the conditions alone: a choice is zero if the arm that is meant is, and a sum of numbers
//! that are too small to wrap is zero if all of them are. The numbers themselves vanish. That takes apart the whole tree, which is
//! shared, so it is done for a formula at once and not by a rule for single terms: each term is visited once, without
//! recursion.

use crate::builder::Builder;
use crate::dag::{Op, Sort, Term};
use rustc_hash::FxHashMap;

/// What was found out so far; of use for all formulas of one builder.
#[derive(Default)]
pub struct Zeros {
    /// The formulas as they are now.
    formulas: FxHashMap<Term, Term>,
    /// When numbers are not zero.
    some: FxHashMap<Term, Term>,
}

#[derive(Clone, Copy)]
enum Question {
    Formula(Term),
    NotZero(Term),
}

impl Zeros {
    /// Nothing is known.
    pub fn new() -> Self {
        Self::default()
    }
    /// The formula, with comparisons with zero taken apart.
    pub fn run(&mut self, terms: &mut Builder, root: Term) -> Term {
        let mut open = vec![Question::Formula(root)];
        while let Some(question) = open.last().copied() {
            let before = open.len();
            let known = match question {
                Question::Formula(term) => self.formulas.contains_key(&term),
                Question::NotZero(term) => self.some.contains_key(&term),
            };
            if !known {
                match question {
                    Question::Formula(term) => {
                        if let Some(new) = self.formula(terms, term, &mut open) {
                            self.formulas.insert(term, new);
                        }
                    }
                    Question::NotZero(term) => {
                        if let Some(new) = self.not_zero(terms, term, &mut open) {
                            self.some.insert(term, new);
                        }
                    }
                }
            }
            if open.len() == before {
                open.pop();
            }
        }
        self.formulas[&root]
    }
    /// A formula made of parts that are known; otherwise asks for them.
    fn formula(&self, terms: &mut Builder, term: Term, open: &mut Vec<Question>) -> Option<Term> {
        if terms.sort(term) != Sort::Bool {
            return Some(term);
        }
        let args = terms.args(term).to_vec();
        match terms.op(term) {
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite => {
                let new = self.parts(&args, open)?;
                Some(terms.mk(terms.op(term), &new))
            }
            Op::Eq if terms.sort(args[0]) == Sort::Bool => {
                let new = self.parts(&args, open)?;
                Some(terms.eq(new[0], new[1]))
            }
            Op::Eq if matches!(terms.sort(args[0]), Sort::Bits(_)) => {
                let zero = |terms: &Builder, term: Term| terms.as_bits(term).is_some_and(|bits| bits.is_zero());
                let number = match (zero(terms, args[0]), zero(terms, args[1])) {
                    (_, true) => args[0],
                    (true, false) => args[1],
                    (false, false) => return Some(term),
                };
                let some = self.ask(number, open)?;
                Some(terms.not(some))
            }
            _ => Some(term),
        }
    }
    /// When a number is not zero, if that is known of its parts; otherwise asks for them.
    fn not_zero(&self, terms: &mut Builder, term: Term, open: &mut Vec<Question>) -> Option<Term> {
        if terms.umin(term) > 0 {
            return Some(terms.bool(true));
        }
        let args = terms.args(term).to_vec();
        match terms.op(term) {
            Op::Ite => {
                let cond = self.formulas.get(&args[0]).copied();
                if cond.is_none() {
                    open.push(Question::Formula(args[0]));
                }
                let (yes, no) = (self.ask(args[1], open), self.ask(args[2], open));
                Some(terms.ite(cond?, yes?, no?))
            }
            Op::BvAdd if fits(terms, term, &args) => {
                let parts: Vec<Option<Term>> = args.iter().map(|arg| self.ask(*arg, open)).collect();
                let parts: Option<Vec<Term>> = parts.into_iter().collect();
                Some(terms.any(&parts?))
            }
            Op::BvZext(_) | Op::BvSext(_) => self.ask(args[0], open),
            Op::BvExtract { hi, lo: 0 } if hi < 63 && terms.umax(args[0]) < 1 << (hi + 1) => self.ask(args[0], open),
            _ => {
                let zero = terms.num(terms.width(term), 0);
                let equal = terms.eq(term, zero);
                Some(terms.not(equal))
            }
        }
    }
    fn ask(&self, number: Term, open: &mut Vec<Question>) -> Option<Term> {
        let known = self.some.get(&number).copied();
        if known.is_none() {
            open.push(Question::NotZero(number));
        }
        known
    }
    fn parts(&self, args: &[Term], open: &mut Vec<Question>) -> Option<Vec<Term>> {
        let mut all = Vec::with_capacity(args.len());
        for arg in args {
            match self.formulas.get(arg) {
                Some(new) => all.push(*new),
                None => open.push(Question::Formula(*arg)),
            }
        }
        (all.len() == args.len()).then_some(all)
    }
}

/// Whether a sum of numbers cannot wrap.
fn fits(terms: &Builder, sum: Term, args: &[Term]) -> bool {
    let width = terms.width(sum);
    let mut most = 0u128;
    for arg in args {
        let max = terms.umax(*arg);
        if max == u64::MAX {
            return false;
        }
        most += u128::from(max);
    }
    width > 64 || most < 1 << width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, Value};
    use hecaton_base::Bits;

    #[test]
    fn a_sum_of_choices_is_zero_if_all_are() {
        let mut b = Builder::new();
        let (p, q, r) = (b.var("p", Sort::Bool), b.var("q", Sort::Bool), b.var("r", Sort::Bool));
        let small = b.var("x", Sort::Bits(8));
        let x = b.zext_to(32, small);
        let (zero, one, two) = (b.num(32, 0), b.num(32, 1), b.num(32, 2));
        let first = b.ite(p, one, zero);
        let second = b.ite(q, two, x);
        let sum = b.add(first, second);
        let third = b.add(sum, one);
        let all = b.ite(r, third, sum);
        let is_zero = b.eq(all, zero);
        let formula = b.or(is_zero, p);
        let mut zeros = Zeros::new();
        let new = zeros.run(&mut b, formula);
        for case in 0..64u64 {
            let value = |name: &str| match name {
                "p" => Bits::from_u64(1, case & 1),
                "q" => Bits::from_u64(1, case >> 1 & 1),
                "r" => Bits::from_u64(1, case >> 2 & 1),
                _ => Bits::from_u64(8, case >> 3),
            };
            let truth = |term: Term| {
                let lookup = |symbol| {
                    let bits = value(b.symbol_name(symbol));
                    Some(match b.sort(b.symbol_term(symbol)) {
                        Sort::Bool => Value::Bool(!bits.is_zero()),
                        _ => Value::Bits(bits),
                    })
                };
                Evaluator::new().truth(&b, &lookup, term)
            };
            assert_eq!(truth(formula), truth(new), "case {case}");
        }
    }
}
