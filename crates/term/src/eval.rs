//! Evaluation of terms under an assignment of the free constants.
//!
//! Iterative, so that depth costs no stack; memoised over what is asked for only; of an `ite` only the chosen arm is
//! evaluated. Arrays are persistent maps inside, so that a chain of n stores costs n log n.

use crate::dag::{Dag, Op, Sort, Symbol, Term};
use crate::scalar::{Scalar, apply};
use hashbrown::HashMap;
use hecaton_base::Bits;
use hecaton_base::float::Float;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;

/// The value of an array: a default and exceptions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayValue {
    /// The element wherever no exception says otherwise.
    pub default: Bits,
    /// Elements by index; those equal to the default may be listed or not.
    pub entries: BTreeMap<Bits, Bits>,
}

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of sort `Bool`.
    Bool(bool),
    /// Of sort `Bits`, or the encoding of a float.
    Bits(Bits),
    /// Of sort `Array`.
    Array(ArrayValue),
}

impl Value {
    /// The zero of a sort: false, all bits zero, zero everywhere.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Bits(width) => Value::Bits(Bits::zero(width)),
            Sort::Float(format) => Value::Bits(Bits::zero(format.bits())),
            Sort::Array { index: _, elem } => {
                Value::Array(ArrayValue { default: Bits::zero(elem), entries: BTreeMap::new() })
            }
        }
    }
    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            Value::Bits(_) | Value::Array(_) => None,
        }
    }
    /// The bit-vector or encoding, if it is one.
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Bits(value) => Some(value),
            Value::Bool(_) | Value::Array(_) => None,
        }
    }
}

/// What a free constant stands for; `None` means zero. A Boolean may be given as one bit.
pub type Env<'a> = dyn Fn(Symbol) -> Option<Value> + 'a;

/// The values of some terms. See [`Evaluator`] for asking several times under one assignment.
pub fn eval(dag: &Dag, env: &Env<'_>, roots: &[Term]) -> Vec<Value> {
    let mut evaluator = Evaluator::new();
    roots.iter().map(|root| evaluator.eval(dag, env, *root)).collect()
}

/// An evaluator that remembers what it has computed. Every call must be given the same assignment and the same DAG,
/// which may have grown.
#[derive(Default)]
pub struct Evaluator {
    memo: HashMap<Term, Known, FxBuildHasher>,
    stack: Vec<Term>,
}

/// A value during evaluation.
#[derive(Clone)]
enum Known {
    Scalar(Scalar),
    /// Boxed, as arrays are rare and the memory holds a value for every term.
    Array(Box<Table>),
}

/// An array: entries equal to the default are not listed.
#[derive(Clone)]
struct Table {
    index: u32,
    default: Bits,
    entries: imbl::OrdMap<Bits, Bits>,
}

impl Table {
    fn get(&self, index: &Bits) -> &Bits {
        self.entries.get(index).unwrap_or(&self.default)
    }
    fn set(&mut self, index: Bits, value: Bits) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
    /// Whether both hold the same everywhere. If the defaults differ, that takes an entry at every index.
    fn same(&self, other: &Table) -> bool {
        if self.default == other.default {
            return self.entries == other.entries;
        }
        let indices = self.index < usize::BITS;
        let most = self.entries.len() + other.entries.len();
        if !indices || 1usize << self.index > most {
            return false;
        }
        (0..1u64 << self.index).all(|i| {
            let i = Bits::from_u64(self.index, i);
            self.get(&i) == other.get(&i)
        })
    }
}

impl Evaluator {
    /// An evaluator that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a term.
    pub fn eval(&mut self, dag: &Dag, env: &Env<'_>, root: Term) -> Value {
        self.settle(dag, env, root);
        match &self.memo[&root] {
            Known::Scalar(Scalar::Bool(value)) => Value::Bool(*value),
            Known::Scalar(Scalar::Bits(value)) => Value::Bits(value.clone()),
            Known::Scalar(Scalar::Float(value)) => Value::Bits(value.bits().clone()),
            Known::Array(table) => Value::Array(ArrayValue {
                default: table.default.clone(),
                entries: table.entries.iter().map(|(i, v)| (i.clone(), v.clone())).collect(),
            }),
        }
    }
    /// The value of a Boolean term.
    pub fn truth(&mut self, dag: &Dag, env: &Env<'_>, root: Term) -> bool {
        self.settle(dag, env, root);
        self.scalar(root).bool()
    }
    /// The value of a bit-vector term.
    pub fn bits(&mut self, dag: &Dag, env: &Env<'_>, root: Term) -> Bits {
        self.settle(dag, env, root);
        self.scalar(root).bits().clone()
    }

    fn settle(&mut self, dag: &Dag, env: &Env<'_>, root: Term) {
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.memo.contains_key(&term) {
                self.stack.pop();
                continue;
            }
            let (op, args) = (dag.op(term), dag.args(term));
            if op == Op::Ite {
                let Some(cond) = self.memo.get(&args[0]) else {
                    self.stack.push(args[0]);
                    continue;
                };
                let Known::Scalar(Scalar::Bool(cond)) = cond else { panic!("a condition that is not Boolean") };
                let arm = args[if *cond { 1 } else { 2 }];
                match self.memo.get(&arm) {
                    Some(value) => {
                        let value = value.clone();
                        self.finish(term, value);
                    }
                    None => self.stack.push(arm),
                }
                continue;
            }
            let before = self.stack.len();
            self.stack.extend(args.iter().filter(|a| !self.memo.contains_key(*a)));
            if self.stack.len() == before {
                let value = self.compute(dag, env, term);
                self.finish(term, value);
            }
        }
    }
    fn finish(&mut self, term: Term, value: Known) {
        self.memo.insert(term, value);
        self.stack.pop();
    }
    fn scalar(&self, term: Term) -> &Scalar {
        match &self.memo[&term] {
            Known::Scalar(value) => value,
            Known::Array(_) => panic!("{term} is an array"),
        }
    }
    fn table(&self, term: Term) -> &Table {
        match &self.memo[&term] {
            Known::Array(table) => table,
            Known::Scalar(_) => panic!("{term} is not an array"),
        }
    }

    /// The value of a term whose arguments are known and which is not an `ite`.
    fn compute(&self, dag: &Dag, env: &Env<'_>, term: Term) -> Known {
        let args = dag.args(term);
        match (dag.op(term), dag.sort(term)) {
            (Op::True, _) => Known::Scalar(Scalar::Bool(true)),
            (Op::False, _) => Known::Scalar(Scalar::Bool(false)),
            (Op::Const(id), _) => Known::Scalar(Scalar::Bits(dag.constant(id).clone())),
            (Op::Var(symbol), sort) => match env(symbol) {
                Some(value) => given(sort, value)
                    .unwrap_or_else(|| panic!("the value of `{}` is not of its sort", dag.symbol_name(symbol))),
                None => given(sort, Value::zero(sort)).expect("zero has the sort"),
            },
            (Op::Eq, _) if matches!(dag.sort(args[0]), Sort::Array { .. }) => {
                Known::Scalar(Scalar::Bool(self.table(args[0]).same(self.table(args[1]))))
            }
            (Op::ArrayConst(index), _) => {
                let default = self.scalar(args[0]).bits().clone();
                Known::Array(Box::new(Table { index, default, entries: imbl::OrdMap::new() }))
            }
            (Op::Select, _) => {
                Known::Scalar(Scalar::Bits(self.table(args[0]).get(self.scalar(args[1]).bits()).clone()))
            }
            (Op::Store, _) => {
                let mut table = self.table(args[0]).clone();
                table.set(self.scalar(args[1]).bits().clone(), self.scalar(args[2]).bits().clone());
                Known::Array(Box::new(table))
            }
            (op, _) => {
                let args: smallvec::SmallVec<[&Scalar; 4]> = args.iter().map(|a| self.scalar(*a)).collect();
                Known::Scalar(apply(op, &args))
            }
        }
    }
}

/// A value from outside; `None` if it is not of the sort.
fn given(sort: Sort, value: Value) -> Option<Known> {
    Some(match (sort, value) {
        (Sort::Bool, Value::Bool(value)) => Known::Scalar(Scalar::Bool(value)),
        (Sort::Bool, Value::Bits(value)) if value.width() == 1 => Known::Scalar(Scalar::Bool(value.bit(0))),
        (Sort::Bits(width), Value::Bits(value)) if value.width() == width => Known::Scalar(Scalar::Bits(value)),
        (Sort::Float(format), Value::Bits(value)) if value.width() == format.bits() => {
            Known::Scalar(Scalar::Float(Float::new(format, value)))
        }
        (Sort::Array { index, elem }, Value::Array(value)) if value.default.width() == elem => {
            let mut table = Box::new(Table { index, default: value.default, entries: imbl::OrdMap::new() });
            for (at, element) in value.entries {
                if at.width() != index || element.width() != elem {
                    return None;
                }
                table.set(at, element);
            }
            Known::Array(table)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Builder;

    #[test]
    fn a_million_deep_term_needs_no_stack() {
        let run = || {
            let mut b = Builder::new();
            let x = b.var("x", Sort::Bits(32));
            let mut sum = x;
            for _ in 0..500_000 {
                let minus = b.share(Op::BvNeg, &[sum], Sort::Bits(32));
                sum = b.share(Op::BvAdd, &[minus, x], Sort::Bits(32));
            }
            eval(&b, &|_| Some(Value::Bits(Bits::from_u64(32, 7))), &[sum])
        };
        let values = std::thread::Builder::new().stack_size(256 << 10).spawn(run).expect("a thread").join();
        assert_eq!(values.expect("no overflow"), [Value::Bits(Bits::from_u64(32, 7))]);
    }

    #[test]
    fn arrays_are_compared_at_every_index() {
        let mut b = Builder::new();
        let sort = Sort::Array { index: 1, elem: 8 };
        let (x, y) = (b.var("x", sort), b.var("y", sort));
        let (zero, one) = (b.num(1, 0), b.num(1, 1));
        let (five, six) = (b.num(8, 5), b.num(8, 6));
        let mut left = b.share(Op::Store, &[x, zero, five], sort);
        let mut right = b.share(Op::Store, &[y, zero, five], sort);
        let differ = b.share(Op::Eq, &[left, right], Sort::Bool);
        left = b.share(Op::Store, &[left, one, six], sort);
        right = b.share(Op::Store, &[right, one, six], sort);
        let agree = b.share(Op::Eq, &[left, right], Sort::Bool);
        let filled = |value| Value::Array(ArrayValue { default: Bits::from_u64(8, value), entries: BTreeMap::new() });
        let first = x;
        let env = |symbol| Some(if b.symbol_term(symbol) == first { filled(1) } else { filled(2) });
        assert_eq!(eval(&b, &env, &[differ, agree]), [Value::Bool(false), Value::Bool(true)]);
    }

    #[test]
    fn missing_constants_are_zero() {
        let mut b = Builder::new();
        let array = b.var("a", Sort::Array { index: 8, elem: 8 });
        let index = b.var("i", Sort::Bits(8));
        let read = b.select(array, index);
        let flag = b.var("f", Sort::Bool);
        assert_eq!(eval(&b, &|_| None, &[read, flag]), [Value::Bits(Bits::zero(8)), Value::Bool(false)]);
    }

    #[test]
    fn conversions_out_of_range_give_the_top_bit() {
        use hecaton_base::float::{Format, Rounding};
        let mut b = Builder::new();
        let nan = b.float(Format::SINGLE, Float::nan(Format::SINGLE).into_bits());
        let mode = b.rounding(Rounding::Zero);
        let signed = b.mk(Op::FpToSigned(8), &[mode, nan]);
        let unsigned = b.mk(Op::FpToUnsigned(8), &[mode, nan]);
        let top = Value::Bits(Bits::from_u64(8, 0x80));
        assert_eq!(eval(&b, &|_| None, &[signed, unsigned]), [top.clone(), top]);
    }
}
