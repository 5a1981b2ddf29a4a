//! Simplification of whole formulas, before they are solved.
//!
//! What a rule at making cannot do, because it sees only a few terms: a term that is used in one place only is
//! rewritten under all that holds in that place. In the arms of an `ite`, the condition is known; in a conjunction,
//! later parts may count on earlier ones, in a disjunction on their negations; where `x = 5` is known, `x` is 5. And
//! equalities between long sums are reduced to what is left when both sides are compared.
//!
//! A term that is used in several places, anywhere in the builder, is rewritten without any context, once. So every term is visited once, the
//! whole is linear in the number of terms, and nothing is ever copied. The pass is iterative: depth costs no stack.
//!
//! Then arithmetic is done in as few bits as the bounds allow. That comes last, and not when terms are made, because a
//! sum whose parts are extended from different widths is no longer one sum.

use crate::builder::Builder;
use crate::dag::{Op, Sort, Term};
use crate::rewrite::{Level, equality, linear};
use hashbrown::{HashMap, HashSet};
use hecaton_base::Id as _;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// Equal terms, simplified. See [`Normalizer`] for formulas that grow.
pub fn normalize(builder: &mut Builder, roots: &[Term]) -> Vec<Term> {
    Normalizer::new().run(builder, roots)
}

/// The pass with its memory: terms seen in earlier runs are not visited again. It belongs to one builder.
#[derive(Default)]
pub struct Normalizer {
    /// What terms become where nothing is known.
    memo: HashMap<Term, Term, FxBuildHasher>,
    /// The same with arithmetic in few bits.
    narrow: HashMap<Term, Term, FxBuildHasher>,
    /// What terms are in the place that is being visited.
    known: HashMap<Term, Term, FxBuildHasher>,
    /// How to forget what is known.
    undo: Vec<(Term, Option<Term>)>,
    /// How often each term is used as an argument, as far as counted.
    uses: Vec<u8>,
    applied: u64,
}

/// How many parts of a condition are taken as known.
const PARTS: usize = 32;
/// How many summands both sides of an equality may have to be compared, apart from the fuel.
const SUMMANDS: usize = 1 << 18;

/// A term whose arguments are being visited.
struct Frame {
    term: Term,
    args: SmallVec<[Term; 4]>,
    /// How much was known when the visit began.
    mark: usize,
}

impl Normalizer {
    /// A pass that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }
    /// How often something known in its place was used.
    pub fn applied(&self) -> u64 {
        self.applied
    }
    /// Equal terms, simplified.
    pub fn run(&mut self, b: &mut Builder, roots: &[Term]) -> Vec<Term> {
        for term in self.entries(b, roots) {
            let result = self.visit(b, term);
            self.memo.insert(term, result);
        }
        let roots: Vec<Term> = roots.iter().map(|root| self.memo[root]).collect();
        if b.rewriter.level == Level::Local {
            self.narrow(b, &roots);
            return roots.iter().map(|root| self.narrow[root]).collect();
        }
        roots
    }

    /// Settles what terms are when arithmetic is done in few bits.
    fn narrow(&mut self, b: &mut Builder, roots: &[Term]) {
        let mut stack: Vec<Term> = roots.to_vec();
        let mut args: SmallVec<[Term; 4]> = SmallVec::new();
        while let Some(&term) = stack.last() {
            if self.narrow.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(b.args(term).iter().filter(|arg| !self.narrow.contains_key(*arg)));
            if stack.len() > before {
                continue;
            }
            args.clear();
            args.extend(b.args(term).iter().map(|arg| self.narrow[arg]));
            let same = if args[..] == *b.args(term) { term } else { b.mk(b.op(term), &args) };
            let result = few_bits(b, same).unwrap_or(same);
            self.narrow.insert(term, result);
            stack.pop();
        }
    }

    /// The roots and all terms below that are used more than once, arguments first, without those seen earlier.
    ///
    /// Every use in the builder counts, not only those below these roots: what later roots share with these must
    /// become the same for all, or a solver would see it twice.
    fn entries(&mut self, b: &Builder, roots: &[Term]) -> Vec<Term> {
        let counted = self.uses.len();
        self.uses.resize(b.len(), 0);
        for term in (counted..b.len()).map(Term::new) {
            for arg in b.args(term) {
                let uses = &mut self.uses[arg.index()];
                *uses = uses.saturating_add(1);
            }
        }
        for root in roots {
            self.uses[root.index()] = u8::MAX;
        }
        let mut seen: HashSet<Term, FxBuildHasher> = HashSet::default();
        let mut stack: Vec<Term> = roots.to_vec();
        let mut entries = Vec::new();
        while let Some(term) = stack.pop() {
            if self.memo.contains_key(&term) || !seen.insert(term) {
                continue;
            }
            if self.uses[term.index()] > 1 {
                entries.push(term);
            }
            stack.extend(b.args(term));
        }
        entries.sort_unstable();
        entries
    }

    /// A term rewritten without context, its single-use parts each in theirs.
    fn visit(&mut self, b: &mut Builder, root: Term) -> Term {
        debug_assert!(self.undo.is_empty() && self.known.is_empty());
        let mut stack = vec![Frame { term: root, args: SmallVec::new(), mark: 0 }];
        loop {
            let frame = stack.last_mut().expect("the root's frame");
            let (term, done) = (frame.term, frame.args.len());
            if done < b.args(term).len() {
                let arg = b.args(term)[done];
                if self.enter(b, frame) {
                    // What stands here does not matter.
                    frame.args.push(arg);
                } else if let Some(result) = self.settled(b, arg) {
                    frame.args.push(result);
                } else {
                    let mark = self.undo.len();
                    stack.push(Frame { term: arg, args: SmallVec::new(), mark });
                }
                continue;
            }
            let frame = stack.pop().expect("the frame looked at");
            self.forget(frame.mark);
            let result = self.finish(b, term, &frame.args);
            match stack.last_mut() {
                Some(parent) => {
                    let result = self.replaced(result);
                    parent.args.push(result);
                }
                None => return result,
            }
        }
    }

    /// Takes over what is known for the next argument; true if that argument does not matter.
    fn enter(&mut self, b: &mut Builder, frame: &Frame) -> bool {
        let first = match frame.args.first() {
            Some(first) => *first,
            None => return false,
        };
        let original = b.args(frame.term)[0];
        let holds = match (b.op(frame.term), frame.args.len()) {
            (Op::Ite, 1) | (Op::And, 1) => true,
            (Op::Ite, 2) | (Op::Or, 1) => false,
            _ => return false,
        };
        self.forget(frame.mark);
        match b.as_bool(first) {
            Some(value) => value != holds,
            None => {
                self.assume(b, original, holds);
                self.assume(b, first, holds);
                false
            }
        }
    }

    /// Takes a condition and its parts as known.
    fn assume(&mut self, b: &mut Builder, cond: Term, holds: bool) {
        let mut parts: SmallVec<[(Term, bool); 8]> = SmallVec::new();
        parts.push((cond, holds));
        for _ in 0..PARTS {
            let Some((part, holds)) = parts.pop() else { break };
            if b.is_const(part) {
                continue;
            }
            let value = b.bool(holds);
            self.learn(part, value);
            match (b.op(part), holds) {
                (Op::Not, _) => parts.push((b.args(part)[0], !holds)),
                (Op::And, true) | (Op::Or, false) => parts.extend(b.args(part).iter().map(|a| (*a, holds))),
                (Op::Eq, _) => self.learn_equality(b, part, holds),
                _ => {}
            }
        }
    }
    /// A term that equals a constant is that constant; a single bit that is not 1 is 0.
    fn learn_equality(&mut self, b: &mut Builder, equality: Term, holds: bool) {
        let (x, value) = (b.args(equality)[0], b.args(equality)[1]);
        if b.is_const(x) || !b.is_const(value) {
            return;
        }
        match (holds, b.as_bits(value)) {
            (true, _) => self.learn(x, value),
            (false, Some(bit)) if bit.width() == 1 => {
                let other = bit.not();
                let other = b.bits(other);
                self.learn(x, other);
            }
            (false, _) => {}
        }
    }
    fn learn(&mut self, term: Term, value: Term) {
        let before = self.known.insert(term, value);
        self.undo.push((term, before));
    }
    fn forget(&mut self, mark: usize) {
        for (term, before) in self.undo.drain(mark..).rev() {
            match before {
                Some(value) => self.known.insert(term, value),
                None => self.known.remove(&term),
            };
        }
    }
    /// The term, or what it is known to be here.
    fn replaced(&mut self, term: Term) -> Term {
        match self.known.get(&term) {
            Some(value) => {
                self.applied += 1;
                *value
            }
            None => term,
        }
    }
    /// What a term becomes here, if that takes no visit.
    fn settled(&mut self, b: &Builder, term: Term) -> Option<Term> {
        let here = self.replaced(term);
        if here != term {
            return Some(here);
        }
        match self.memo.get(&term) {
            Some(general) => Some(self.replaced(*general)),
            None => b.args(term).is_empty().then_some(term),
        }
    }

    /// The operator with its new arguments.
    fn finish(&mut self, b: &mut Builder, term: Term, args: &[Term]) -> Term {
        let op = b.op(term);
        if args.is_empty() {
            return term;
        }
        let made = if args == b.args(term) { term } else { b.mk(op, args) };
        if b.op(made) != Op::Eq {
            return made;
        }
        let (left, right) = (b.args(made)[0], b.args(made)[1]);
        let sums = matches!(b.sort(left), Sort::Bits(_)) && linear::is_sum(b, left) && linear::is_sum(b, right);
        if !sums || b.rewriter.level < Level::Local {
            return made;
        }
        match linear::collect_fuelled(b, &[(left, 1), (right, -1)], SUMMANDS) {
            Some(linear) if linear.merged => equality::balance(b, linear),
            _ => made,
        }
    }
}

/// How many bits must be saved for it to be worth an extension.
const SAVED: u32 = 4;

/// A sum, negation or product in as few bits as its value needs, extended.
fn few_bits(b: &mut Builder, term: Term) -> Option<Term> {
    let op = b.op(term);
    if !matches!(op, Op::BvAdd | Op::BvNeg | Op::BvMul) || b.width(term) > 64 {
        return None;
    }
    let (fact, width) = (b.fact(term), b.width(term));
    let signed = fact.smin < 0;
    let needed = match signed {
        true => 65 - fact.smax.leading_zeros().min((!fact.smin).leading_zeros()),
        false => (64 - fact.umax.leading_zeros()).max(1),
    };
    // Arguments that would have to be cut would be kept whole elsewhere.
    let light = |arg: Term| match b.op(arg) {
        Op::BvZext(_) | Op::BvSext(_) => b.width(b.args(arg)[0]) <= needed,
        _ => b.const_leaves(arg) > 0,
    };
    if needed + SAVED > width || !b.args(term).iter().all(|arg| light(*arg)) {
        return None;
    }
    let args: SmallVec<[Term; 2]> = SmallVec::from_slice(b.args(term));
    let args: SmallVec<[Term; 2]> = args.iter().map(|arg| b.extract(needed - 1, 0, *arg)).collect();
    let short = b.mk(op, &args);
    Some(if signed { b.sext_to(width, short) } else { b.zext_to(width, short) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, Value};
    use crate::testing::{Maker, env};

    #[test]
    fn meaning_is_kept() {
        let mut applied = 0;
        for seed in 0..3000 {
            let width = [1, 2, 3, 8, 32, 70][seed as usize % 6];
            // Without rules at making, there is more to do for the pass.
            let level = if seed % 2 == 0 { Level::Local } else { Level::None };
            let mut b = Builder::with_level(level);
            let mut maker = Maker::new(seed, width);
            let roots: Vec<Term> =
                (0..3).map(|i| maker.term(&mut b, if i < 2 { Sort::Bool } else { Sort::Bits(width) }, 6)).collect();
            let mut pass = Normalizer::new();
            let mut results = pass.run(&mut b, &roots[..2]);
            results.extend(pass.run(&mut b, &roots[2..]));
            applied += pass.applied();
            for _ in 0..12 {
                let values: Vec<Value> = maker.random.assignment(&b);
                let mut evaluator = Evaluator::new();
                for (root, result) in roots.iter().zip(&results) {
                    let (before, after) =
                        (evaluator.eval(&b, &env(&values), *root), evaluator.eval(&b, &env(&values), *result));
                    assert_eq!(before, after, "seed {seed}");
                }
            }
        }
        assert!(applied > 300, "the pass did something in only {applied} places");
    }

    #[test]
    fn guards_are_known_in_their_arms() {
        let mut b = Builder::new();
        let bits = Sort::Bits(32);
        let (g, h) = (b.var("g", Sort::Bool), b.var("h", Sort::Bool));
        let (x, y, z) = (b.var("x", bits), b.var("y", bits), b.var("z", bits));
        // ite(g, ite(h, x, y) + ite(g, y, z), z) with h deep inside.
        let (inner, deep) = (b.ite(h, x, y), b.ite(g, y, z));
        let sum = b.add(inner, deep);
        let whole = b.ite(g, sum, z);
        let expected = b.add(inner, y);
        let expected = b.ite(g, expected, z);
        assert_eq!(normalize(&mut b, &[whole]), [expected]);
    }

    #[test]
    fn equalities_reach_the_other_conjuncts() {
        let mut b = Builder::new();
        let bits = Sort::Bits(32);
        let (x, y) = (b.var("x", bits), b.var("y", bits));
        let (five, seven) = (b.num(32, 5), b.num(32, 7));
        let is_five = b.eq(x, five);
        let product = b.mul(x, y);
        let less = b.ult(product, seven);
        let both = b.and(is_five, less);
        let scaled = b.mul(y, five);
        let less = b.ult(scaled, seven);
        let expected = b.and(is_five, less);
        assert_eq!(normalize(&mut b, &[both]), [expected]);
    }

    #[test]
    fn counters_need_few_bits() {
        let mut b = Builder::new();
        let (zero, one) = (b.num(32, 0), b.num(32, 1));
        let mut counter = zero;
        for i in 0..10 {
            let step = b.var(&format!("g{i}"), Sort::Bool);
            let next = b.add(counter, one);
            counter = b.ite(step, next, counter);
        }
        let limit = b.num(32, 20);
        let inside = b.ult(counter, limit);
        assert_eq!(inside, b.bool(true));
        let seven = b.num(32, 7);
        let hit = b.eq(counter, seven);
        let result = normalize(&mut b, &[hit])[0];
        let widest = b.cone(&[result]).into_iter().filter_map(|t| match b.sort(t) {
            Sort::Bits(width) => Some(width),
            _ => None,
        });
        assert_eq!(widest.max(), Some(4));
    }

    #[test]
    fn long_sums_are_compared() {
        let mut b = Builder::new();
        let inputs: Vec<Term> = (0..1000).map(|i| b.var(&format!("x{i}"), Sort::Bits(32))).collect();
        let (y, z) = (b.var("y", Sort::Bits(32)), b.var("z", Sort::Bits(32)));
        let left = inputs.iter().fold(y, |sum, x| b.add(sum, *x));
        let right = inputs.iter().rev().fold(z, |sum, x| b.add(sum, *x));
        let same = b.eq(left, right);
        let expected = b.eq(y, z);
        assert_ne!(same, expected);
        assert_eq!(normalize(&mut b, &[same]), [expected]);
    }

    #[test]
    fn depth_costs_no_stack() {
        let run = || {
            let mut b = Builder::new();
            let mut term = b.var("x", Sort::Bits(32));
            let mut guard = b.var("g", Sort::Bool);
            for i in 0..100_000 {
                let y = b.var(&format!("y{}", i % 5), Sort::Bits(32));
                let cond = b.ult(y, term);
                guard = b.and(guard, cond);
                let sum = b.mk(Op::BvXor, &[term, y]);
                term = b.ite(guard, sum, y);
            }
            let limit = b.num(32, 9);
            let root = b.ult(term, limit);
            normalize(&mut b, &[root]).len()
        };
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread");
        assert_eq!(thread.join().expect("no overflow"), 1);
    }
}
