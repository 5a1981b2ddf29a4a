//! The maker of terms: checks sorts, simplifies, shares.

use crate::dag::{ConstId, Dag, Node, Op, Sort, Symbol, SymbolData, Term};
use crate::facts::{Fact, Facts};
use crate::rewrite::{self, Level, Rewriter, Rule};
use hashbrown::{HashMap, HashTable};
use hecaton_base::float::{Format, Rounding};
use hecaton_base::{Bits, Id as _};
use rustc_hash::{FxBuildHasher, FxHasher};
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

/// The only maker of terms.
pub struct Builder {
    dag: Dag,
    table: HashTable<Term>,
    consts: HashMap<Bits, ConstId, FxBuildHasher>,
    names: HashMap<String, Symbol, FxBuildHasher>,
    facts: Facts,
    pub(crate) rewriter: Rewriter,
}

/// How much fuel for comparing long sums a new term brings.
const FUEL: usize = 8;

impl std::ops::Deref for Builder {
    type Target = Dag;
    fn deref(&self) -> &Dag {
        &self.dag
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

fn hash(op: Op, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    args.hash(&mut hasher);
    hasher.finish()
}

impl Builder {
    /// A builder with no terms but the truth values, which simplifies all it can.
    pub fn new() -> Self {
        Self::with_level(Level::Local)
    }
    /// A builder that simplifies up to a level; at `Level::None`, terms are exactly what was asked for.
    pub fn with_level(level: Level) -> Self {
        let mut builder = Builder {
            dag: Dag::default(),
            table: HashTable::new(),
            consts: HashMap::default(),
            names: HashMap::default(),
            facts: Facts::default(),
            rewriter: Rewriter::new(level),
        };
        builder.share(Op::False, &[], Sort::Bool);
        builder.share(Op::True, &[], Sort::Bool);
        builder
    }
    /// The terms, no more to be added to.
    pub fn freeze(self) -> Arc<Dag> {
        Arc::new(self.dag)
    }

    /// The term `op(args)`, simplified. Panics if the sorts do not fit: that is a defect of the caller.
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        // What is there already could not be simplified when it was made.
        if let Some(found) = self.find(hash(op, args), op, args) {
            return found;
        }
        let sort = self.sort_of(op, args);
        self.rewriter.depth += 1;
        let simpler = rewrite::simplify(self, op, args);
        self.rewriter.depth -= 1;
        match simpler {
            Some(term) => {
                debug_assert_eq!(self.sort(term), sort, "rewriting {op:?} changed its sort");
                term
            }
            None => self.share(op, args, sort),
        }
    }
    fn find(&self, code: u64, op: Op, args: &[Term]) -> Option<Term> {
        let dag = &self.dag;
        self.table.find(code, |t| dag.nodes[*t].op == op && dag.args(*t) == args).copied()
    }
    /// The term exactly as given, shared but not simplified.
    pub(crate) fn share(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        let code = hash(op, args);
        if let Some(found) = self.find(code, op, args) {
            return found;
        }
        let start = u32::try_from(self.dag.args.len()).expect("more than 2^32 arguments");
        self.dag.args.extend_from_slice(args);
        let leaves = self.count_leaves(op, args);
        let term = self.dag.nodes.push(Node { op, sort, start, len: args.len() as u8, leaves });
        let dag = &self.dag;
        self.table.insert_unique(code, term, |t| hash(dag.nodes[*t].op, dag.args(*t)));
        self.facts.push(dag, term);
        self.rewriter.fuel += FUEL;
        if matches!(op, Op::BvAdd | Op::BvMul) && self.rewriter.level == Level::Local && !self.is_const(args[1]) {
            let hash = match op {
                Op::BvAdd => self.sum_hash(term),
                _ => self.product_hash(term),
            };
            self.rewriter.sums.entry(rewrite::sum_key(op, hash, self.width(term))).or_insert(term);
        }
        term
    }
    /// The number of constants in a tree of choices, 0 if other terms are among its leaves or there are too many.
    fn count_leaves(&self, op: Op, args: &[Term]) -> u8 {
        match op {
            Op::Const(_) => 1,
            Op::FpFromBits(_) if self.as_bits(args[0]).is_some() => 1,
            Op::Ite => match (self.const_leaves(args[1]), self.const_leaves(args[2])) {
                (0, _) | (_, 0) => 0,
                (a, b) => a.checked_add(b).unwrap_or(0),
            },
            _ => 0,
        }
    }
    pub(crate) fn const_leaves(&self, term: Term) -> u8 {
        self.dag.nodes[term].leaves
    }

    /// How often each rewrite rule was applied, in the order of the rules' tables.
    pub fn applied(&self) -> impl Iterator<Item = (&'static Rule, u64)> {
        Rule::all().zip(self.rewriter.fired.iter().copied())
    }
    pub(crate) fn fact(&self, term: Term) -> Fact {
        self.facts.get(&self.dag, term)
    }
    pub(crate) fn sum_hash(&self, term: Term) -> u64 {
        self.facts.sum_hash(&self.dag, term)
    }
    pub(crate) fn product_hash(&self, term: Term) -> u64 {
        self.facts.product_hash(&self.dag, term)
    }
    /// A lower bound of a bit-vector term's unsigned value.
    pub fn umin(&self, term: Term) -> u64 {
        self.fact(term).umin
    }
    /// An upper bound of a bit-vector term's unsigned value. `u64::MAX` says nothing: a term of more than 64 bits may
    /// be greater.
    pub fn umax(&self, term: Term) -> u64 {
        self.fact(term).umax
    }
    /// Bounds of a bit-vector term's signed value; `None` if it has more than 64 bits.
    pub fn signed_range(&self, term: Term) -> Option<(i64, i64)> {
        let fact = self.fact(term);
        (self.width(term) <= 64).then_some((fact.smin, fact.smax))
    }
    /// A number of low bits of a bit-vector term that are surely zero: the value is a multiple of 2 to that power.
    pub fn trailing_zeros(&self, term: Term) -> u32 {
        self.fact(term).zeros
    }
    /// Whether two bit-vector terms surely differ, as far as a cheap look tells.
    pub fn surely_distinct(&mut self, a: Term, b: Term) -> bool {
        self.distinct(a, b)
    }

    /// The free constant of that name; made with the sort if it is new. Panics if it exists with another sort.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        if let Some(&symbol) = self.names.get(name) {
            let term = self.dag.symbols[symbol].term;
            assert_eq!(self.sort(term), sort, "`{name}` has two sorts");
            return term;
        }
        let symbol = self.dag.symbols.next_id();
        let term = self.share(Op::Var(symbol), &[], sort);
        self.dag.symbols.push(SymbolData { name: name.to_string(), term });
        self.names.insert(name.to_string(), symbol);
        term
    }

    /// A bit-vector constant.
    pub fn bits(&mut self, value: Bits) -> Term {
        let width = value.width();
        let id = match self.consts.get(&value) {
            Some(&id) => id,
            None => {
                let id = self.dag.consts.push(value.clone());
                self.consts.insert(value, id);
                id
            }
        };
        self.share(Op::Const(id), &[], Sort::Bits(width))
    }
    /// A bit-vector constant.
    pub fn num(&mut self, width: u32, value: u64) -> Term {
        self.bits(Bits::from_u64(width, value))
    }
    /// A Boolean constant.
    pub fn bool(&mut self, value: bool) -> Term {
        Term::new(usize::from(value))
    }
    /// A float constant by its encoding.
    pub fn float(&mut self, format: Format, bits: Bits) -> Term {
        let bits = self.bits(bits);
        self.mk(Op::FpFromBits(format), &[bits])
    }
    /// A constant rounding mode.
    pub fn rounding(&mut self, mode: Rounding) -> Term {
        self.num(3, mode as u64)
    }

    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        self.mk(Op::Not, &[a])
    }
    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::And, &[a, b])
    }
    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Or, &[a, b])
    }
    /// Implication.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }
    /// Conjunction of many, balanced.
    pub fn all(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.bool(true),
            [one] => *one,
            _ => {
                let (left, right) = terms.split_at(terms.len() / 2);
                let (left, right) = (self.all(left), self.all(right));
                self.and(left, right)
            }
        }
    }
    /// Disjunction of many, balanced.
    pub fn any(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.bool(false),
            [one] => *one,
            _ => {
                let (left, right) = terms.split_at(terms.len() / 2);
                let (left, right) = (self.any(left), self.any(right));
                self.or(left, right)
            }
        }
    }
    /// Identity of values of any sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::Eq, &[a, b])
    }
    /// `cond ? yes : no` of any sort.
    pub fn ite(&mut self, cond: Term, yes: Term, no: Term) -> Term {
        self.mk(Op::Ite, &[cond, yes, no])
    }
    /// Sum.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::BvAdd, &[a, b])
    }
    /// Difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let minus_b = self.mk(Op::BvNeg, &[b]);
        self.mk(Op::BvAdd, &[a, minus_b])
    }
    /// Product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::BvMul, &[a, b])
    }
    /// Unsigned less.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::BvUlt, &[a, b])
    }
    /// Unsigned less or equal.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::BvUle, &[a, b])
    }
    /// Signed less.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::BvSlt, &[a, b])
    }
    /// Signed less or equal.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.mk(Op::BvSle, &[a, b])
    }
    /// Bits `hi` down to `lo`.
    pub fn extract(&mut self, hi: u32, lo: u32, a: Term) -> Term {
        self.mk(Op::BvExtract { hi, lo }, &[a])
    }
    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        self.mk(Op::BvConcat, &[high, low])
    }
    /// Zero-extended to a width.
    pub fn zext_to(&mut self, width: u32, a: Term) -> Term {
        let from = self.width(a);
        if from == width { a } else { self.mk(Op::BvZext(width - from), &[a]) }
    }
    /// Sign-extended to a width.
    pub fn sext_to(&mut self, width: u32, a: Term) -> Term {
        let from = self.width(a);
        if from == width { a } else { self.mk(Op::BvSext(width - from), &[a]) }
    }
    /// An array's element.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        self.mk(Op::Select, &[array, index])
    }
    /// An array with one element replaced.
    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        self.mk(Op::Store, &[array, index, value])
    }
    /// The array that holds one value everywhere.
    pub fn array_const(&mut self, index: u32, value: Term) -> Term {
        self.mk(Op::ArrayConst(index), &[value])
    }

    /// The sort of `op(args)`; panics if the arguments do not fit.
    pub(crate) fn sort_of(&self, op: Op, args: &[Term]) -> Sort {
        match op {
            Op::Const(id) => return Sort::Bits(self.dag.consts[id].width()),
            Op::Var(symbol) => return self.sort(self.dag.symbols[symbol].term),
            _ => {}
        }
        let sorts: smallvec::SmallVec<[Sort; 4]> = args.iter().map(|a| self.sort(*a)).collect();
        op.result(&sorts).unwrap_or_else(|| panic!("{op:?} of {sorts:?} is ill-sorted"))
    }
    /// The sort of a free constant, if there is one of that name.
    pub fn symbol_sort(&self, name: &str) -> Option<Sort> {
        self.names.get(name).map(|symbol| self.sort(self.dag.symbols[*symbol].term))
    }
}
