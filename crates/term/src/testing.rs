//! Random terms and assignments for the tests, from a fixed seed.

use crate::builder::Builder;
use crate::dag::{Dag, Op, Sort, Symbol, Term};
use crate::eval::{ArrayValue, Value};
use hecaton_base::Bits;
use hecaton_base::float::{Float, Format};
use std::collections::BTreeMap;

/// A small pseudo-random generator.
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
    /// A value with a liking for the ends of the range.
    pub fn bits(&mut self, width: u32) -> Bits {
        let small = self.below(5) as u64;
        match self.below(8) {
            0 => Bits::zero(width),
            1 => Bits::ones(width).sub(&Bits::from_u64(width, small)),
            2 => Bits::min_signed(width).add(&Bits::from_u64(width, small)),
            3 => Bits::max_signed(width).sub(&Bits::from_u64(width, small)),
            4 | 5 => Bits::from_u64(width, small),
            6 => Bits::one(width).shl(&Bits::from_u64(width, self.next() % u64::from(width))),
            _ => {
                let bytes: Vec<u8> = (0..width.div_ceil(8)).map(|_| self.next() as u8).collect();
                Bits::from_le_bytes(width, &bytes)
            }
        }
    }
    pub fn float(&mut self, format: Format) -> Bits {
        let special = [
            Float::nan(format),
            Float::inf(format, false),
            Float::inf(format, true),
            Float::zero(format, false),
            Float::zero(format, true),
            Float::from_f32(1.0).convert(hecaton_base::float::Rounding::Zero, format),
            Float::from_f32(-2.5).convert(hecaton_base::float::Rounding::Zero, format),
            Float::max_finite(format, false),
        ];
        match self.chance(60) {
            true => special[self.below(special.len())].bits().clone(),
            false => self.bits(format.bits()),
        }
    }
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.chance(50)),
            Sort::Bits(width) => Value::Bits(self.bits(width)),
            Sort::Float(format) => Value::Bits(self.float(format)),
            Sort::Array { index, elem } => {
                let entries: BTreeMap<Bits, Bits> = (0..4).map(|_| (self.bits(index), self.bits(elem))).collect();
                Value::Array(ArrayValue { default: self.bits(elem), entries })
            }
        }
    }
    /// A value for every free constant.
    pub fn assignment(&mut self, dag: &Dag) -> Vec<Value> {
        dag.symbols().map(|symbol| self.value(dag.sort(dag.symbol_term(symbol)))).collect()
    }
}

/// An environment of values by symbol number.
pub(crate) fn env(values: &[Value]) -> impl Fn(Symbol) -> Option<Value> {
    use hecaton_base::Id as _;
    move |symbol| values.get(symbol.index()).cloned()
}

/// A format so small that random floats meet.
pub(crate) const TINY: Format = Format { exp: 3, sig: 4 };
/// One that is wider.
pub(crate) const WIDER: Format = Format { exp: 4, sig: 6 };

/// Makes random terms that like to reuse each other.
pub(crate) struct Maker {
    pub random: Random,
    /// Whether arguments are simplified when they are made.
    pub simplify: bool,
    pub width: u32,
    pool: Vec<Term>,
}

impl Maker {
    pub fn new(seed: u64, width: u32) -> Self {
        Maker { random: Random::new(seed), simplify: true, width, pool: Vec::new() }
    }
    pub fn make(&mut self, b: &mut Builder, op: Op, args: &[Term]) -> Term {
        let term = if self.simplify {
            b.mk(op, args)
        } else {
            let sort = b.sort_of(op, args);
            b.share(op, args, sort)
        };
        self.pool.push(term);
        term
    }
    pub fn constant(&mut self, b: &mut Builder, sort: Sort) -> Term {
        match sort {
            Sort::Bool => {
                let value = self.random.chance(50);
                b.bool(value)
            }
            Sort::Bits(width) => {
                let value = self.random.bits(width);
                b.bits(value)
            }
            Sort::Float(format) => {
                let bits = Float::new(format, self.random.float(format)).into_bits();
                b.float(format, bits)
            }
            Sort::Array { index, elem } => {
                let value = self.constant(b, Sort::Bits(elem));
                b.array_const(index, value)
            }
        }
    }
    /// A random term of the sort.
    pub fn term(&mut self, b: &mut Builder, sort: Sort, depth: u32) -> Term {
        if self.random.chance(45) && !self.pool.is_empty() {
            for _ in 0..6 {
                let term = self.pool[self.random.below(self.pool.len())];
                if b.sort(term) == sort {
                    return term;
                }
            }
        }
        if self.random.chance(25) {
            return self.constant(b, sort);
        }
        if depth == 0 || self.random.chance(15) {
            let name = format!("{sort:?}-{}", self.random.below(3));
            let term = b.var(&name, sort);
            self.pool.push(term);
            return term;
        }
        if self.random.chance(20) {
            let cond = self.term(b, Sort::Bool, depth - 1);
            let (yes, no) = (self.term(b, sort, depth - 1), self.term(b, sort, depth - 1));
            return self.make(b, Op::Ite, &[cond, yes, no]);
        }
        let (op, sorts) = self.operator(sort);
        let args: Vec<Term> = sorts.iter().map(|sort| self.term(b, *sort, depth - 1)).collect();
        self.make(b, op, &args)
    }
    /// A random operator of a result sort, with its argument sorts.
    pub fn operator(&mut self, sort: Sort) -> (Op, Vec<Sort>) {
        let w = self.width;
        let any = Sort::Bits(w);
        let (float, wider) = (Sort::Float(TINY), Sort::Float(WIDER));
        let mode = Sort::Bits(3);
        let array = Sort::Array { index: w.min(3), elem: w };
        match sort {
            Sort::Bool => match self.random.below(20) {
                0 | 1 => (Op::Not, vec![Sort::Bool]),
                2..=4 => (Op::And, vec![Sort::Bool; 2]),
                5..=7 => (Op::Or, vec![Sort::Bool; 2]),
                8 => (Op::Xor, vec![Sort::Bool; 2]),
                9 => (Op::Eq, vec![Sort::Bool; 2]),
                10 | 11 => (Op::Eq, vec![any; 2]),
                12 => (self.random.pick(&[Op::BvUlt, Op::BvUle]), vec![any; 2]),
                13 => (self.random.pick(&[Op::BvSlt, Op::BvSle]), vec![any; 2]),
                14 => (Op::Eq, vec![array; 2]),
                15 => (Op::Eq, vec![float; 2]),
                16 => (self.random.pick(&[Op::FpEq, Op::FpLt, Op::FpLe]), vec![self.random.pick(&[float, wider]); 2]),
                17 => {
                    let classes =
                        [Op::FpIsNan, Op::FpIsInf, Op::FpIsZero, Op::FpIsNormal, Op::FpIsSubnormal, Op::FpIsNeg];
                    (self.random.pick(&classes), vec![self.random.pick(&[float, wider])])
                }
                18 => (Op::BvUlt, vec![Sort::Bits(w + 2); 2]),
                _ => (Op::BvSlt, vec![Sort::Bits(w + 2); 2]),
            },
            Sort::Bits(n) => match self.random.below(26) {
                0 => (Op::BvNot, vec![sort]),
                1 => (Op::BvNeg, vec![sort]),
                2 => (Op::BvAnd, vec![sort; 2]),
                3 => (Op::BvOr, vec![sort; 2]),
                4 => (Op::BvXor, vec![sort; 2]),
                5..=7 => (Op::BvAdd, vec![sort; 2]),
                8 | 9 => (Op::BvMul, vec![sort; 2]),
                10 => (self.random.pick(&[Op::BvUdiv, Op::BvUrem]), vec![sort; 2]),
                11 => (self.random.pick(&[Op::BvSdiv, Op::BvSrem]), vec![sort; 2]),
                12 | 13 => (self.random.pick(&[Op::BvShl, Op::BvLshr, Op::BvAshr]), vec![sort; 2]),
                14..=16 if n > 1 => {
                    let low = 1 + self.random.below(n as usize - 1) as u32;
                    (Op::BvConcat, vec![Sort::Bits(n - low), Sort::Bits(low)])
                }
                17 | 18 => {
                    let lo = self.random.below(3) as u32;
                    let above = self.random.below(3) as u32;
                    (Op::BvExtract { hi: lo + n - 1, lo }, vec![Sort::Bits(n + lo + above)])
                }
                19 | 20 if n > 1 => {
                    let by = 1 + self.random.below(n as usize - 1) as u32;
                    (Op::BvZext(by), vec![Sort::Bits(n - by)])
                }
                21 | 22 if n > 1 => {
                    let by = 1 + self.random.below(n as usize - 1) as u32;
                    (Op::BvSext(by), vec![Sort::Bits(n - by)])
                }
                23 if n == w => (Op::Select, vec![array, Sort::Bits(w.min(3))]),
                24 if n == TINY.bits() => (Op::FpToBits, vec![float]),
                25 => (self.random.pick(&[Op::FpToSigned(n), Op::FpToUnsigned(n)]), vec![mode, float]),
                _ => (Op::BvAdd, vec![sort; 2]),
            },
            Sort::Float(format) => match self.random.below(10) {
                0 => (Op::FpFromBits(format), vec![Sort::Bits(format.bits())]),
                1 => (self.random.pick(&[Op::FpNeg, Op::FpAbs]), vec![sort]),
                2 => (self.random.pick(&[Op::FpAdd, Op::FpMul, Op::FpDiv]), vec![mode, sort, sort]),
                3 => (Op::FpFma, vec![mode, sort, sort, sort]),
                4 => (self.random.pick(&[Op::FpSqrt, Op::FpRoundIntegral]), vec![mode, sort]),
                5 => (self.random.pick(&[Op::FpRem, Op::FpMod]), vec![sort; 2]),
                6 | 7 => (Op::FpToFp(format), vec![mode, self.random.pick(&[float, wider])]),
                8 => (self.random.pick(&[Op::FpFromSigned(format), Op::FpFromUnsigned(format)]), vec![mode, any]),
                _ => (Op::FpNeg, vec![sort]),
            },
            Sort::Array { index, elem } => match self.random.below(4) {
                0 => (Op::ArrayConst(index), vec![Sort::Bits(elem)]),
                _ => (Op::Store, vec![sort, Sort::Bits(index), Sort::Bits(elem)]),
            },
        }
    }
}
