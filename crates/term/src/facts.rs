//! Cheap facts about bit-vector terms, computed once when a term is made: bounds of its value, known zero bits at its
//! low end, and a fingerprint of the sum or product it is.
//!
//! Bounds are those of interval arithmetic, over the arguments' bounds only; they never follow a relation between two
//! terms. Values of more than 64 bits have bounds only if they are small.
//!
//! **Fingerprints.** The linear fingerprint of a term is a sum, modulo 2^64, of a pseudo-random number for each base
//! (a term that is not itself a sum, a difference or a multiple) times the base's coefficient; constants count
//! nothing. So sums with the same summands in any order have the same fingerprint, and `x + y - y` has that of `x`,
//! whose number can be read back from it. Factors of products are treated likewise. Equal fingerprints are only ever
//! a hint for where to compare exactly.

use crate::dag::{Dag, Op, Sort, Term};
use hecaton_base::{Bits, Id as _};

/// What is known of a bit-vector term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Unsigned bounds. An upper bound of `u64::MAX` says nothing, whatever the width.
    pub umin: u64,
    pub umax: u64,
    /// Signed bounds; they say nothing for more than 64 bits.
    pub smin: i64,
    pub smax: i64,
    /// The linear fingerprint of a sum, a negation, a complement or a multiple; the fingerprint of a product's factors;
    /// of no meaning for other terms.
    pub hash: u64,
    /// How many low bits are zero at least.
    pub zeros: u32,
}

/// The facts of all terms of a builder; those that say no more than the width does are not stored.
#[derive(Default)]
pub(crate) struct Facts {
    slots: Vec<u32>,
    stored: Vec<Fact>,
}

fn ones(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}
fn greatest(width: u32) -> i64 {
    if width >= 64 { i64::MAX } else { (1 << (width - 1)) - 1 }
}
fn least(width: u32) -> i64 {
    -greatest(width) - 1
}
/// All ones up to the highest one bit.
fn filled(value: u64) -> u64 {
    if value == 0 { 0 } else { u64::MAX >> value.leading_zeros() }
}

/// An upper bound, unless it is the one that says nothing.
fn small(bound: Option<u64>) -> Option<u64> {
    bound.filter(|bound| *bound < u64::MAX)
}

/// A bijection that makes small numbers look random.
fn scatter(mut x: u64) -> u64 {
    x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}
/// The inverse of `scatter`.
fn gather(mut x: u64) -> u64 {
    const INVERSE: u64 = 0xcfee_444d_8b59_a89b;
    x = (x ^ (x >> 32)).wrapping_mul(INVERSE);
    x = (x ^ (x >> 32)).wrapping_mul(INVERSE);
    x ^ (x >> 32)
}

/// The low 64 bits of a coefficient, sign-extended, so that small negative ones are so in every width.
pub(crate) fn coefficient_hash(value: &Bits) -> u64 {
    match value.width() {
        0..=64 => value.to_i64().expect("at most 64 bits") as u64,
        _ => value.extract(63, 0).to_u64().expect("64 bits"),
    }
}

impl Fact {
    /// What the width alone says.
    fn any(width: u32) -> Fact {
        Fact { umin: 0, umax: ones(width), smin: least(width), smax: greatest(width), hash: 0, zeros: 0 }
    }
    fn constant(value: &Bits) -> Fact {
        let mut fact = Fact::any(value.width());
        match value.to_u64() {
            Some(number) => (fact.umin, fact.umax) = (number, number),
            None => fact.umin = u64::MAX,
        }
        if value.width() <= 64 {
            let number = value.to_i64().expect("at most 64 bits");
            (fact.smin, fact.smax) = (number, number);
        }
        fact.zeros = value.trailing_zeros();
        fact
    }
    fn set_unsigned(&mut self, min: u64, max: u64) {
        (self.umin, self.umax) = (min, max);
    }
    /// Takes signed bounds if they are within the width.
    fn set_signed(&mut self, width: u32, min: i128, max: i128) {
        if width <= 64 && min >= i128::from(least(width)) && max <= i128::from(greatest(width)) {
            (self.smin, self.smax) = (min as i64, max as i64);
        }
    }
    /// Lets the two kinds of bounds and the zero bits sharpen each other.
    fn reconcile(mut self, width: u32) -> Fact {
        if width > 64 {
            return self;
        }
        let (top, all) = (greatest(width) as u64, ones(width));
        if self.umax <= top {
            self.smin = self.smin.max(self.umin as i64);
            self.smax = self.smax.min(self.umax as i64);
        } else if self.umin > top {
            let signed = |u: u64| ((u << (64 - width)) as i64) >> (64 - width);
            self.smin = self.smin.max(signed(self.umin));
            self.smax = self.smax.min(signed(self.umax));
        }
        if self.smin >= 0 {
            self.umin = self.umin.max(self.smin as u64);
            self.umax = self.umax.min(self.smax as u64);
        } else if self.smax < 0 {
            self.umin = self.umin.max(self.smin as u64 & all);
            self.umax = self.umax.min(self.smax as u64 & all);
        }
        self
    }
}

impl Facts {
    /// Records what is known of the newest term.
    pub fn push(&mut self, dag: &Dag, term: Term) {
        debug_assert_eq!(term.index(), self.slots.len());
        let slot = match self.derive(dag, term) {
            Some(fact) => {
                self.stored.push(fact);
                u32::try_from(self.stored.len()).expect("fewer facts than terms")
            }
            None => 0,
        };
        self.slots.push(slot);
    }
    /// What is known of a bit-vector term.
    pub fn get(&self, dag: &Dag, term: Term) -> Fact {
        match (self.slots[term.index()], dag.op(term)) {
            (0, Op::Const(id)) => Fact::constant(dag.constant(id)),
            (0, _) => Fact::any(dag.width(term)),
            (slot, _) => self.stored[slot as usize - 1],
        }
    }
    /// The linear fingerprint of a bit-vector term.
    pub fn sum_hash(&self, dag: &Dag, term: Term) -> u64 {
        match dag.op(term) {
            Op::Const(_) => 0,
            Op::BvAdd | Op::BvNeg | Op::BvNot => self.stored[self.slots[term.index()] as usize - 1].hash,
            Op::BvMul if dag.as_bits(dag.args(term)[1]).is_some() => {
                self.stored[self.slots[term.index()] as usize - 1].hash
            }
            _ => scatter(term.index() as u64 + 1),
        }
    }
    /// The term that alone has this linear fingerprint, if there is one.
    pub fn base_of_hash(dag: &Dag, hash: u64) -> Option<Term> {
        let number = usize::try_from(gather(hash)).ok()?;
        (1..=dag.len()).contains(&number).then(|| Term::new(number - 1))
    }
    /// The fingerprint of the factors of a term.
    pub fn product_hash(&self, dag: &Dag, term: Term) -> u64 {
        match dag.op(term) {
            Op::BvMul => self.stored[self.slots[term.index()] as usize - 1].hash,
            _ => scatter(!(term.index() as u64)),
        }
    }

    fn derive(&self, dag: &Dag, term: Term) -> Option<Fact> {
        let Sort::Bits(width) = dag.sort(term) else { return None };
        let op = dag.op(term);
        let args = dag.args(term);
        let of = |i: usize| self.get(dag, args[i]);
        let mut fact = Fact::any(width);
        let narrow = width <= 64;
        match op {
            // Computed when asked for.
            Op::Const(_) => return None,
            Op::BvZext(_) => {
                let a = of(0);
                // The bound of a wide argument that says nothing must go on saying nothing, and a full 64-bit one
                // cannot be told from it.
                fact.set_unsigned(a.umin, a.umax);
                fact.zeros = a.zeros;
            }
            Op::BvSext(_) => {
                let a = of(0);
                if dag.width(args[0]) <= 64 {
                    fact.set_signed(width, i128::from(a.smin), i128::from(a.smax));
                }
                fact.zeros = a.zeros;
            }
            Op::BvAnd => {
                let (a, b) = (of(0), of(1));
                fact.set_unsigned(0, a.umax.min(b.umax));
                fact.zeros = a.zeros.max(b.zeros);
            }
            Op::BvOr => {
                let (a, b) = (of(0), of(1));
                if narrow {
                    fact.set_unsigned(a.umin.max(b.umin), filled(a.umax | b.umax));
                }
                fact.zeros = a.zeros.min(b.zeros);
            }
            Op::BvXor => {
                let (a, b) = (of(0), of(1));
                if narrow {
                    fact.set_unsigned(0, filled(a.umax | b.umax));
                }
                fact.zeros = a.zeros.min(b.zeros);
            }
            Op::BvNot => {
                let a = of(0);
                if narrow {
                    fact.set_unsigned(ones(width) - a.umax, ones(width) - a.umin);
                    fact.set_signed(width, -1 - i128::from(a.smax), -1 - i128::from(a.smin));
                }
                fact.hash = self.sum_hash(dag, args[0]).wrapping_neg();
                return Some(fact.reconcile(width));
            }
            Op::BvNeg => {
                let a = of(0);
                if narrow && a.umin > 0 {
                    fact.set_unsigned(ones(width) - a.umax + 1, ones(width) - a.umin + 1);
                }
                fact.set_signed(width, -i128::from(a.smax), -i128::from(a.smin));
                fact.zeros = a.zeros;
                fact.hash = self.sum_hash(dag, args[0]).wrapping_neg();
                return Some(fact.reconcile(width));
            }
            Op::BvAdd => {
                let (a, b) = (of(0), of(1));
                if narrow {
                    let range = u128::from(ones(width)) + 1;
                    let (min, max) = (u128::from(a.umin) + u128::from(b.umin), u128::from(a.umax) + u128::from(b.umax));
                    if max < range {
                        fact.set_unsigned(min as u64, max as u64);
                    } else if min >= range {
                        fact.set_unsigned((min - range) as u64, (max - range) as u64);
                    }
                    let (min, max) = (i128::from(a.smin) + i128::from(b.smin), i128::from(a.smax) + i128::from(b.smax));
                    fact.set_signed(width, min, max);
                } else if let Some(max) = small(a.umax.checked_add(b.umax)) {
                    fact.set_unsigned(a.umin + b.umin, max);
                }
                fact.zeros = a.zeros.min(b.zeros);
                fact.hash = self.sum_hash(dag, args[0]).wrapping_add(self.sum_hash(dag, args[1]));
                return Some(fact.reconcile(width));
            }
            Op::BvMul => {
                let (a, b) = (of(0), of(1));
                if narrow {
                    let max = u128::from(a.umax) * u128::from(b.umax);
                    if max <= u128::from(ones(width)) {
                        fact.set_unsigned(a.umin * b.umin, max as u64);
                    }
                    let corners = [a.smin, a.smax].map(|x| [b.smin, b.smax].map(|y| i128::from(x) * i128::from(y)));
                    let corners = corners.as_flattened();
                    let (min, max) = (corners.iter().min(), corners.iter().max());
                    fact.set_signed(width, *min.expect("four"), *max.expect("four"));
                } else if let Some(max) = small(a.umax.checked_mul(b.umax)) {
                    fact.set_unsigned(a.umin * b.umin, max);
                }
                fact.zeros = (a.zeros + b.zeros).min(width);
                fact.hash = match dag.as_bits(args[1]) {
                    Some(factor) => self.sum_hash(dag, args[0]).wrapping_mul(coefficient_hash(factor)),
                    None => self.product_hash(dag, args[0]).wrapping_add(self.product_hash(dag, args[1])),
                };
                return Some(fact.reconcile(width));
            }
            Op::BvUdiv => {
                let (a, b) = (of(0), of(1));
                if narrow && b.umin > 0 {
                    fact.set_unsigned(a.umin / b.umax, a.umax / b.umin);
                }
            }
            Op::BvUrem => {
                let (a, b) = (of(0), of(1));
                fact.umax = if b.umin > 0 && b.umax < u64::MAX { a.umax.min(b.umax - 1) } else { a.umax };
                if a.umax < b.umin {
                    fact.umin = a.umin;
                }
                fact.zeros = a.zeros.min(b.zeros);
            }
            Op::BvSdiv => {
                let (a, b) = (of(0), of(1));
                if narrow && b.smin == b.smax && b.smin != 0 && b.smin != -1 {
                    let ends = [a.smin / b.smin, a.smax / b.smin].map(i128::from);
                    fact.set_signed(width, ends[0].min(ends[1]), ends[0].max(ends[1]));
                }
            }
            Op::BvSrem => {
                let (a, b) = (of(0), of(1));
                if narrow {
                    let (mut min, mut max) = (i128::from(a.smin.min(0)), i128::from(a.smax.max(0)));
                    if b.smin > 0 || b.smax < 0 {
                        let most = i128::from(b.smin).abs().max(i128::from(b.smax).abs()) - 1;
                        (min, max) = (min.max(-most), max.min(most));
                    }
                    fact.set_signed(width, min, max);
                }
                fact.zeros = a.zeros.min(b.zeros);
            }
            Op::BvShl => fact.zeros = of(0).zeros,
            Op::BvLshr => {
                let (a, b) = (of(0), of(1));
                if narrow {
                    fact.set_unsigned(0, if b.umin < 64 { a.umax >> b.umin } else { 0 });
                }
            }
            Op::BvAshr => {
                let (a, b) = (of(0), of(1));
                if narrow {
                    let by = b.umin.min(63);
                    let min = if a.smin < 0 { a.smin >> by } else { 0 };
                    let max = if a.smax >= 0 { a.smax >> by } else { -1 };
                    fact.set_signed(width, i128::from(min), i128::from(max));
                }
            }
            Op::BvConcat => {
                let (a, b) = (of(0), of(1));
                let low = dag.width(args[1]);
                if narrow {
                    fact.set_unsigned((a.umin << low) | b.umin, (a.umax << low) | b.umax);
                }
                fact.zeros = if b.zeros == low { low + a.zeros } else { b.zeros };
            }
            Op::BvExtract { hi: _, lo } => {
                let a = of(0);
                if a.umax < u64::MAX || dag.width(args[0]) == 64 {
                    let (min, max) = if lo < 64 { (a.umin >> lo, a.umax >> lo) } else { (0, 0) };
                    if max <= ones(width) {
                        fact.set_unsigned(min, max);
                    }
                }
                fact.zeros = a.zeros.saturating_sub(lo).min(width);
            }
            Op::Ite => {
                let (a, b) = (of(1), of(2));
                fact.set_unsigned(a.umin.min(b.umin), a.umax.max(b.umax));
                if narrow {
                    (fact.smin, fact.smax) = (a.smin.min(b.smin), a.smax.max(b.smax));
                }
                fact.zeros = a.zeros.min(b.zeros);
            }
            Op::Var(_) | Op::Select | Op::FpToBits | Op::FpToSigned(_) | Op::FpToUnsigned(_) => return None,
            Op::True
            | Op::False
            | Op::Not
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::ArrayConst(_)
            | Op::Store
            | Op::FpFromBits(_)
            | Op::FpNeg
            | Op::FpAbs
            | Op::FpAdd
            | Op::FpMul
            | Op::FpDiv
            | Op::FpFma
            | Op::FpSqrt
            | Op::FpRem
            | Op::FpMod
            | Op::FpRoundIntegral
            | Op::FpEq
            | Op::FpLt
            | Op::FpLe
            | Op::FpIsNan
            | Op::FpIsInf
            | Op::FpIsZero
            | Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpIsNeg
            | Op::FpToFp(_)
            | Op::FpFromSigned(_)
            | Op::FpFromUnsigned(_) => panic!("{op:?} gives no bit-vector"),
        }
        let fact = fact.reconcile(width);
        (fact != Fact::any(width)).then_some(fact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scattering_is_undone() {
        for x in [0, 1, 2, 77, u64::from(u32::MAX), u64::MAX, 0x1234_5678_9abc_def0] {
            assert_eq!(gather(scatter(x)), x);
        }
    }
}
