//! Floats as circuits.
//!
//! A float is the word of its encoding, and it is always a *canonical* one: of the NaNs only that with a clear sign
//! and just the top fraction bit set. [`canonical`] makes any word so (free constants and `FpFromBits` go through it),
//! every operation here keeps it, and so identity of floats is equality of words and `FpToBits` is nothing at all.
//!
//! An operation takes its operands apart ([`unpack`]), computes an exact result or one with a sticky bit, and hands
//! it to the one place that rounds (`float_round`). A rounding mode is a word of three bits; a constant one folds.

use super::float_arith as arith;
use super::float_convert as convert;
use super::gates::{Gates, Lit};
use super::words::{self, Word};
use hecaton_base::float::{Float, Format};
use hecaton_base::{Bits, Stop};
use hecaton_term::{Dag, Op, Sort, Term};

/// The word of a float operator's term, given the words of its arguments; a truth value is a word of one bit.
/// `Unsupported` if the circuit would be too large to be of use.
pub fn blast(g: &mut Gates, dag: &Dag, term: Term, args: &[Word]) -> Result<Word, Stop> {
    let format = |i: usize| match dag.sort(dag.args(term)[i]) {
        Sort::Float(format) => format,
        other => panic!("{other:?} is not a float"),
    };
    let one = |lit: Lit| Ok(vec![lit]);
    match dag.op(term) {
        Op::FpFromBits(format) => Ok(canonical(g, format, &args[0])),
        Op::FpToBits => Ok(args[0].clone()),
        Op::FpNeg => Ok(negated(g, format(0), &args[0])),
        Op::FpAbs => Ok(with_sign(&args[0], Lit::FALSE)),
        Op::FpAdd => Ok(arith::add(g, format(1), &args[0], &args[1], &args[2])),
        Op::FpMul => Ok(arith::mul(g, format(1), &args[0], &args[1], &args[2])),
        Op::FpDiv => Ok(arith::div(g, format(1), &args[0], &args[1], &args[2])),
        Op::FpFma => Ok(arith::fma(g, format(1), &args[0], &args[1], &args[2], &args[3])),
        Op::FpSqrt => Ok(arith::sqrt(g, format(1), &args[0], &args[1])),
        Op::FpRem => arith::rem(g, format(0), &args[0], &args[1], true),
        Op::FpMod => arith::rem(g, format(0), &args[0], &args[1], false),
        Op::FpRoundIntegral => Ok(convert::round_integral(g, format(1), &args[0], &args[1])),
        Op::FpEq => one(equal(g, format(0), &args[0], &args[1])),
        Op::FpLt => one(less(g, format(0), &args[0], &args[1], false)),
        Op::FpLe => one(less(g, format(0), &args[0], &args[1], true)),
        Op::FpIsNan => one(Fields::new(g, format(0), &args[0]).nan),
        Op::FpIsInf => one(Fields::new(g, format(0), &args[0]).inf),
        Op::FpIsZero => one(Fields::new(g, format(0), &args[0]).zero),
        Op::FpIsNormal => {
            let fields = Fields::new(g, format(0), &args[0]);
            one(g.all(&[!fields.low, !fields.nan, !fields.inf]))
        }
        Op::FpIsSubnormal => {
            let fields = Fields::new(g, format(0), &args[0]);
            one(g.and(fields.low, !fields.zero))
        }
        // The canonical NaN has no sign.
        Op::FpIsNeg => one(sign(&args[0])),
        Op::FpToFp(to) => Ok(convert::to_float(g, format(1), to, &args[0], &args[1])),
        Op::FpFromSigned(to) => Ok(convert::from_integer(g, to, &args[0], &args[1], true)),
        Op::FpFromUnsigned(to) => Ok(convert::from_integer(g, to, &args[0], &args[1], false)),
        Op::FpToSigned(width) => Ok(convert::to_integer(g, format(1), &args[0], &args[1], width as usize, true)),
        Op::FpToUnsigned(width) => Ok(convert::to_integer(g, format(1), &args[0], &args[1], width as usize, false)),
        other @ (Op::True
        | Op::False
        | Op::Const(_)
        | Op::Var(_)
        | Op::Not
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::Eq
        | Op::Ite
        | Op::BvNot
        | Op::BvNeg
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::BvAdd
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvSdiv
        | Op::BvSrem
        | Op::BvShl
        | Op::BvLshr
        | Op::BvAshr
        | Op::BvUlt
        | Op::BvUle
        | Op::BvSlt
        | Op::BvSle
        | Op::BvConcat
        | Op::BvExtract { .. }
        | Op::BvZext(_)
        | Op::BvSext(_)
        | Op::ArrayConst(_)
        | Op::Select
        | Op::Store) => Err(Stop::Bug(format!("{other:?} is not a float operator"))),
    }
}

/// The word with any NaN replaced by the canonical one.
pub fn canonical(g: &mut Gates, format: Format, word: &[Lit]) -> Word {
    let (fraction, rest) = word.split_at(fraction_bits(format));
    let special = g.all(&rest[..format.exp as usize]);
    let some = g.any(fraction);
    let nan = g.and(special, some);
    let quiet = words::constant(Float::nan(format).bits());
    g.mux_words(nan, &quiet, word)
}

/// Bits of the significand without the hidden one.
pub(super) fn fraction_bits(format: Format) -> usize {
    format.sig as usize - 1
}
/// The exponent of the greatest numbers.
pub(super) fn greatest(format: Format) -> i64 {
    (1 << (format.exp - 1)) - 1
}
/// The exponent of the least normal numbers, and of all subnormal ones.
pub(super) fn least_normal(format: Format) -> i64 {
    1 - greatest(format)
}
/// The exponent of the least subnormal number.
pub(super) fn least(format: Format) -> i64 {
    least_normal(format) - fraction_bits(format) as i64
}

/// The sign of an encoding.
pub(super) fn sign(word: &[Lit]) -> Lit {
    word[word.len() - 1]
}
/// The encoding with another sign.
pub(super) fn with_sign(word: &[Lit], sign: Lit) -> Word {
    let mut word = word.to_vec();
    *word.last_mut().expect("not empty") = sign;
    word
}
/// The sign flipped, but not of NaN.
fn negated(g: &mut Gates, format: Format, word: &[Lit]) -> Word {
    let nan = Fields::new(g, format, word).nan;
    let flipped = g.and(!nan, !sign(word));
    with_sign(word, flipped)
}

/// A rounding mode, one literal for each but "towards zero", which is when none holds.
pub(super) struct Mode {
    pub even: Lit,
    pub away: Lit,
    pub up: Lit,
    pub down: Lit,
}

impl Mode {
    /// Towards zero: for results that are exact.
    pub const ZERO: Mode = Mode { even: Lit::FALSE, away: Lit::FALSE, up: Lit::FALSE, down: Lit::FALSE };

    /// The mode with a number in three bits; numbers past the last mode mean towards zero.
    pub fn new(g: &mut Gates, number: &[Lit]) -> Self {
        let mut is = |n: u64| {
            let number_n = words::constant(&Bits::from_u64(3, n));
            g.equal(number, &number_n)
        };
        Mode { even: is(0), away: is(1), up: is(2), down: is(3) }
    }
    /// Whether a magnitude between two neighbours becomes the upper one: `odd` is the last bit of the lower one,
    /// `half` the bit below it and `rest` whether there is anything below that.
    pub fn rounds_up(&self, g: &mut Gates, neg: Lit, odd: Lit, half: Lit, rest: Lit) -> Lit {
        let inexact = g.or(half, rest);
        let past = g.or(rest, odd);
        let even = g.and(self.even, past);
        let near = g.or(even, self.away);
        let near = g.and(near, half);
        let outwards = g.mux(neg, self.down, self.up);
        let outwards = g.and(outwards, inexact);
        g.or(near, outwards)
    }
    /// Whether what is too large becomes infinite and not the greatest number.
    pub fn overflows_to_inf(&self, g: &mut Gates, neg: Lit) -> Lit {
        let outwards = g.mux(neg, self.down, self.up);
        g.any(&[self.even, self.away, outwards])
    }
}

/// The fields of an encoding and the class they say.
pub(super) struct Fields {
    pub neg: Lit,
    /// The exponent's.
    pub field: Word,
    pub fraction: Word,
    pub nan: Lit,
    pub inf: Lit,
    pub zero: Lit,
    /// Zero or subnormal.
    pub low: Lit,
}

impl Fields {
    pub fn new(g: &mut Gates, format: Format, word: &[Lit]) -> Self {
        debug_assert_eq!(word.len(), format.bits() as usize);
        let (fraction, rest) = word.split_at(fraction_bits(format));
        let field = rest[..format.exp as usize].to_vec();
        let special = g.all(&field);
        let low = g.is_zero(&field);
        // Canonical: an all-ones exponent has a clear fraction or just its top bit.
        let quiet = fraction[fraction.len() - 1];
        let none = g.is_zero(fraction);
        Fields {
            neg: sign(word),
            nan: g.and(special, quiet),
            inf: g.and(special, !quiet),
            zero: g.and(low, none),
            low,
            field,
            fraction: fraction.to_vec(),
        }
    }
    /// The significand with the hidden bit, as it stands: without leading one if subnormal.
    pub fn significand(&self) -> Word {
        let mut sig = self.fraction.clone();
        sig.push(!self.low);
        sig
    }
    /// The exponent field, but one instead of zero: what the significand as it stands is scaled by.
    pub fn scale(&self, g: &mut Gates) -> Word {
        let mut scale = self.field.clone();
        scale[0] = g.or(scale[0], self.low);
        scale
    }
    /// The exponent of the significand as it stands.
    pub fn exponent(&self, g: &mut Gates, format: Format) -> Signed {
        let scale = Signed::unsigned(&self.scale(g), 1, 2 * greatest(format));
        scale.sub(g, &Signed::constant(greatest(format)))
    }
}

/// A word in two's complement with bounds its number keeps, which decide its width. Operands that stand for no number
/// (the exponent of a zero or a NaN) may be out of bounds; then the word is some word, and the result is not used.
#[derive(Clone)]
pub(super) struct Signed {
    pub word: Word,
    pub lo: i64,
    pub hi: i64,
}

impl Signed {
    pub fn constant(value: i64) -> Self {
        let word = words::constant(&Bits::from_i64(width(value, value) as u32, value));
        Signed { word, lo: value, hi: value }
    }
    /// An unsigned word as a number from 0 to `hi`.
    pub fn unsigned(word: &[Lit], lo: i64, hi: i64) -> Self {
        Signed { word: words::zext(word, width(0, hi)), lo, hi }
    }
    fn fit(word: &[Lit], lo: i64, hi: i64) -> Self {
        Signed { word: words::sext(word, width(lo, hi)), lo, hi }
    }
    /// The word at a width.
    pub fn at(&self, width: usize) -> Word {
        words::sext(&self.word, width)
    }
    pub fn add(&self, g: &mut Gates, other: &Self, carry: Lit) -> Self {
        let more = i64::from(carry != Lit::FALSE);
        let (lo, hi) = (self.lo + other.lo, self.hi + other.hi + more);
        let width = width(lo, hi);
        Self::fit(&g.add_carry(&self.at(width), &other.at(width), carry).0, lo, hi)
    }
    pub fn sub(&self, g: &mut Gates, other: &Self) -> Self {
        let (lo, hi) = (self.lo - other.hi, self.hi - other.lo);
        let width = width(lo, hi);
        Self::fit(&g.sub(&self.at(width), &other.at(width)), lo, hi)
    }
    /// Halved, rounded down.
    pub fn half(&self) -> Self {
        let (lo, hi) = (self.lo.div_euclid(2), self.hi.div_euclid(2));
        let top = self.word.len().max(2);
        Self::fit(&self.at(top)[1..], lo, hi)
    }
    /// `cond ? self : other`.
    pub fn mux(&self, g: &mut Gates, cond: Lit, other: &Self) -> Self {
        let (lo, hi) = (self.lo.min(other.lo), self.hi.max(other.hi));
        let width = width(lo, hi);
        Signed { word: g.mux_words(cond, &self.at(width), &other.at(width)), lo, hi }
    }
    pub fn is_negative(&self) -> Lit {
        sign(&self.word)
    }
}

/// The bits that numbers between the bounds need in two's complement.
pub(super) fn width(lo: i64, hi: i64) -> usize {
    let bits = |n: i64| 65 - (if n < 0 { !n } else { n }).leading_zeros() as usize;
    bits(lo).max(bits(hi))
}

/// A float taken apart. If it is finite and not zero, it is ±1.f · 2^`exp` where `sig` has the bits of 1.f.
pub(super) struct Unpacked {
    pub nan: Lit,
    pub inf: Lit,
    pub zero: Lit,
    pub neg: Lit,
    pub exp: Signed,
    /// The leading one is at the top, except that of a zero all bits are clear.
    pub sig: Word,
}

/// Takes a float apart.
pub(super) fn unpack(g: &mut Gates, format: Format, word: &[Lit]) -> Unpacked {
    let fields = Fields::new(g, format, word);
    let (sig, shift) = normalise(g, &fields.significand());
    let shift = Signed::unsigned(&shift, 0, fraction_bits(format) as i64);
    let exp = fields.exponent(g, format).sub(g, &shift);
    debug_assert_eq!(exp.lo, least(format));
    Unpacked { nan: fields.nan, inf: fields.inf, zero: fields.zero, neg: fields.neg, exp, sig }
}

/// The word shifted left until its top bit is set, and by how much; of a zero word, some amount.
pub(super) fn normalise(g: &mut Gates, word: &[Lit]) -> (Word, Word) {
    let mut word = word.to_vec();
    let mut count = vec![Lit::FALSE; stages(word.len())];
    for stage in (0..count.len()).rev() {
        let step = 1 << stage;
        let clear = g.is_zero(&word[word.len() - step..]);
        word = shifted_left(g, &word, step, clear);
        count[stage] = clear;
    }
    (word, count)
}

/// As [`normalise`], but by no more than `room`; gives what is left of the room.
pub(super) fn normalise_within(g: &mut Gates, word: &[Lit], room: &[Lit]) -> (Word, Word) {
    let (mut word, mut room) = (word.to_vec(), room.to_vec());
    for stage in (0..stages(word.len()).min(room.len())).rev() {
        let step = 1 << stage;
        let clear = g.is_zero(&word[word.len() - step..]);
        let enough = g.any(&room[stage..]);
        let take = g.and(clear, enough);
        word = shifted_left(g, &word, step, take);
        let mut borrow = take;
        for bit in &mut room[stage..] {
            (*bit, borrow) = (g.xor(*bit, borrow), g.and(!*bit, borrow));
        }
    }
    (word, room)
}

/// How many bits an amount needs that shifts within a word of that length.
pub(super) fn stages(len: usize) -> usize {
    (usize::BITS - (len - 1).leading_zeros()) as usize
}

fn shifted_left(g: &mut Gates, word: &[Lit], step: usize, cond: Lit) -> Word {
    (0..word.len()).map(|i| g.mux(cond, if i < step { Lit::FALSE } else { word[i - step] }, word[i])).collect()
}

/// The word shifted right; its lowest bit stays set if any bit that passes through it is.
pub(super) fn shift_sticky(g: &mut Gates, word: &[Lit], by: &[Lit]) -> Word {
    let mut word = word.to_vec();
    let len = word.len();
    let stages = stages(len).min(by.len());
    for (stage, cond) in by[..stages].iter().enumerate() {
        let step = 1 << stage;
        let lost = g.any(&word[..=step.min(len - 1)]);
        word = (0..len)
            .map(|i| {
                let from = if i == 0 { lost } else { word.get(i + step).copied().unwrap_or(Lit::FALSE) };
                g.mux(*cond, from, word[i])
            })
            .collect();
    }
    let all_out = g.any(&by[stages..]);
    let some = g.any(&word);
    let mut out: Word = word.iter().map(|x| g.and(!all_out, *x)).collect();
    out[0] = g.mux(all_out, some, word[0]);
    out
}

fn equal(g: &mut Gates, format: Format, x: &[Lit], y: &[Lit]) -> Lit {
    let (a, b) = (Fields::new(g, format, x), Fields::new(g, format, y));
    let same = g.equal(x, y);
    let zeros = g.and(a.zero, b.zero);
    let same = g.or(same, zeros);
    g.and(!a.nan, same)
}

/// Less, or with `or_equal` less or equal.
fn less(g: &mut Gates, format: Format, x: &[Lit], y: &[Lit], or_equal: bool) -> Lit {
    let (a, b) = (Fields::new(g, format, x), Fields::new(g, format, y));
    let (mag_x, mag_y) = (&x[..x.len() - 1], &y[..y.len() - 1]);
    // One comparison of magnitudes, the other way round if both are negative; signs that differ decide alone.
    let (low, high): (Word, Word) =
        mag_x.iter().zip(mag_y).map(|(p, q)| (g.mux(a.neg, *q, *p), g.mux(a.neg, *p, *q))).unzip();
    let magnitudes = if or_equal { g.ule(&low, &high) } else { g.ult(&low, &high) };
    let differ = g.xor(a.neg, b.neg);
    let ordered = g.mux(differ, a.neg, magnitudes);
    let zeros = g.and(a.zero, b.zero);
    let result = g.mux(zeros, Lit::constant(or_equal), ordered);
    let nan = g.or(a.nan, b.nan);
    g.and(!nan, result)
}
