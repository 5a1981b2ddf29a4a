//! Random formulas, from a seed: Booleans, bit-vectors of widths 1 to 16, arrays, and floats of a tiny format.

use hecaton_base::Bits;
use hecaton_base::float::Format;
use hecaton_term::{Builder, Op, Sort, Term};

/// A xorshift generator.
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 32) as usize) % bound
    }
    /// One of some things.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
    /// A bit-vector that is often a special one.
    pub fn bits(&mut self, width: u32) -> Bits {
        match self.below(6) {
            0 => Bits::zero(width),
            1 => Bits::one(width),
            2 => Bits::ones(width),
            3 => Bits::min_signed(width),
            _ => Bits::from_u64(64, self.next()).concat(&Bits::from_u64(64, self.next())).resize(width),
        }
    }
}

/// What a random formula may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// Booleans and bit-vectors.
    Words,
    /// Those and arrays.
    Arrays,
    /// Those and floats.
    Floats,
}

/// Random facts over a few free constants, whose names begin as said.
pub fn formula(builder: &mut Builder, random: &mut Random, theory: Theory, prefix: &str) -> Vec<Term> {
    loop {
        let facts = attempt(builder, random, theory, prefix);
        if !facts.is_empty() {
            return facts;
        }
    }
}

/// Facts that the builder did not decide; maybe none.
fn attempt(builder: &mut Builder, random: &mut Random, theory: Theory, prefix: &str) -> Vec<Term> {
    let size = 6 + random.below(26);
    let narrow = 1 + random.below(8) as u32;
    let wide = narrow + random.below(9) as u32;
    let mut pool = Pool { terms: Vec::new(), widths: [narrow, wide], formats: [FORMATS[0], FORMATS[1]] };
    for i in 0..2 {
        // The sorts are part of the names, as a second attempt may have others.
        let prefix = format!("{prefix}{narrow}.{wide}.");
        pool.terms.push(builder.var(&format!("{prefix}p{i}"), Sort::Bool));
        pool.terms.push(builder.var(&format!("{prefix}x{i}"), Sort::Bits(narrow)));
        pool.terms.push(builder.var(&format!("{prefix}y{i}"), Sort::Bits(wide)));
        match theory {
            Theory::Words => {}
            Theory::Arrays => {
                let sort = Sort::Array { index: narrow, elem: wide };
                pool.terms.push(builder.var(&format!("{prefix}a{i}"), sort));
            }
            Theory::Floats => {
                pool.terms.push(builder.var(&format!("{prefix}f{i}"), Sort::Float(pool.formats[0])));
                pool.terms.push(builder.var(&format!("{prefix}g{i}"), Sort::Float(pool.formats[1])));
            }
        }
    }
    for _ in 0..2 {
        for width in pool.widths {
            let bits = random.bits(width);
            pool.terms.push(builder.bits(bits));
        }
    }
    if theory == Theory::Floats {
        for format in pool.formats {
            let bits = random.bits(format.bits());
            pool.terms.push(builder.float(format, bits));
        }
    }
    for _ in 0..size {
        let term = match theory {
            Theory::Arrays if random.below(3) == 0 => pool.array_step(builder, random),
            Theory::Floats if random.below(2) == 0 => pool.float_step(builder, random),
            _ => pool.word_step(builder, random),
        };
        pool.terms.push(term);
    }
    // The latest truth values, each as it is or negated.
    let open = |t: &&Term| builder.sort(**t) == Sort::Bool && builder.as_bool(**t).is_none();
    let facts: Vec<Term> = pool.terms.iter().rev().filter(open).take(1 + random.below(5)).copied().collect();
    facts.into_iter().map(|fact| if random.below(2) == 0 { fact } else { builder.not(fact) }).collect()
}

/// Small enough that every solver is quick, with every class of values.
const FORMATS: [Format; 2] = [Format { exp: 3, sig: 4 }, Format { exp: 4, sig: 6 }];

struct Pool {
    terms: Vec<Term>,
    widths: [u32; 2],
    formats: [Format; 2],
}

impl Pool {
    /// A term of a sort; the later it was made the likelier. There is always one: the free constants.
    fn any(&self, builder: &Builder, random: &mut Random, sort: Sort) -> Term {
        let fitting: Vec<Term> = self.terms.iter().copied().filter(|t| builder.sort(*t) == sort).collect();
        let (one, two) = (random.below(fitting.len()), random.below(fitting.len()));
        fitting[one.max(two)]
    }
    fn word(&self, random: &mut Random) -> Sort {
        Sort::Bits(random.pick(&self.widths))
    }
    fn word_step(&self, builder: &mut Builder, random: &mut Random) -> Term {
        use Op::*;
        let sort = self.word(random);
        let Sort::Bits(width) = sort else { unreachable!("words are bit-vectors") };
        match random.below(12) {
            0 => {
                let op = random.pick(&[Not, And, Or, Xor, Eq, Ite]);
                let args: Vec<Term> = (0..arity(op)).map(|_| self.any(builder, random, Sort::Bool)).collect();
                builder.mk(op, &args)
            }
            1 | 2 => {
                let op = random.pick(&[Eq, BvUlt, BvUle, BvSlt, BvSle]);
                let args = [self.any(builder, random, sort), self.any(builder, random, sort)];
                builder.mk(op, &args)
            }
            3 => {
                let cond = self.any(builder, random, Sort::Bool);
                let (yes, no) = (self.any(builder, random, sort), self.any(builder, random, sort));
                builder.ite(cond, yes, no)
            }
            4 => {
                let a = self.any(builder, random, sort);
                builder.mk(random.pick(&[BvNot, BvNeg]), &[a])
            }
            5 => {
                // From one width to the other, over an extract of a concat.
                let [narrow, wide] = self.widths;
                let (from, to) = if width == narrow { (wide, narrow) } else { (narrow, wide) };
                let a = self.any(builder, random, Sort::Bits(from));
                let extended = match random.below(3) {
                    0 => builder.zext_to(from + to, a),
                    1 => builder.sext_to(from + to, a),
                    _ => {
                        let b = self.any(builder, random, Sort::Bits(to));
                        builder.concat(b, a)
                    }
                };
                let lo = random.below(from as usize + 1) as u32;
                builder.extract(lo + to - 1, lo, extended)
            }
            _ => {
                let op = random.pick(&[
                    BvAnd, BvOr, BvXor, BvAdd, BvAdd, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr, BvAshr,
                ]);
                let args = [self.any(builder, random, sort), self.any(builder, random, sort)];
                builder.mk(op, &args)
            }
        }
    }
    fn array_step(&self, builder: &mut Builder, random: &mut Random) -> Term {
        let [narrow, wide] = self.widths;
        let (index, elem) = (Sort::Bits(narrow), Sort::Bits(wide));
        let array = Sort::Array { index: narrow, elem: wide };
        let (a, b) = (self.any(builder, random, array), self.any(builder, random, array));
        match random.below(10) {
            0 => builder.eq(a, b),
            1 => {
                let cond = self.any(builder, random, Sort::Bool);
                builder.ite(cond, a, b)
            }
            2 => {
                let value = self.any(builder, random, elem);
                builder.array_const(narrow, value)
            }
            3..=5 => {
                let (at, value) = (self.any(builder, random, index), self.any(builder, random, elem));
                builder.store(a, at, value)
            }
            _ => {
                let at = self.any(builder, random, index);
                builder.select(a, at)
            }
        }
    }
    fn float_step(&self, builder: &mut Builder, random: &mut Random) -> Term {
        use Op::*;
        let format = random.pick(&self.formats);
        let float = Sort::Float(format);
        let [a, b, c] = [0; 3].map(|_| self.any(builder, random, float));
        let mode = if random.below(4) > 0 {
            builder.num(3, random.below(5) as u64)
        } else {
            let word = self.any(builder, random, Sort::Bits(self.widths[0]));
            let wide = builder.zext_to(self.widths[0] + 3, word);
            builder.extract(2, 0, wide)
        };
        match random.below(12) {
            0 => builder.mk(random.pick(&[Eq, FpEq, FpLt, FpLe]), &[a, b]),
            1 => builder.mk(random.pick(&[FpIsNan, FpIsInf, FpIsZero, FpIsNormal, FpIsSubnormal, FpIsNeg]), &[a]),
            2 => {
                let cond = self.any(builder, random, Sort::Bool);
                builder.ite(cond, a, b)
            }
            3 => builder.mk(random.pick(&[FpNeg, FpAbs]), &[a]),
            4 => {
                let to = random.pick(&self.formats);
                builder.mk(FpToFp(to), &[mode, a])
            }
            5 => {
                let sort = self.word(random);
                let word = self.any(builder, random, sort);
                builder.mk(random.pick(&[FpFromSigned(format), FpFromUnsigned(format)]), &[mode, word])
            }
            6 => {
                let width = random.pick(&self.widths);
                builder.mk(random.pick(&[FpToSigned(width), FpToUnsigned(width)]), &[mode, a])
            }
            7 => builder.mk(random.pick(&[FpSqrt, FpRoundIntegral]), &[mode, a]),
            8 => builder.mk(random.pick(&[FpRem, FpMod]), &[a, b]),
            9 => builder.mk(FpFma, &[mode, a, b, c]),
            _ => builder.mk(random.pick(&[FpAdd, FpMul, FpDiv]), &[mode, a, b]),
        }
    }
}

fn arity(op: Op) -> usize {
    match op {
        Op::Not => 1,
        Op::Ite => 3,
        _ => 2,
    }
}
