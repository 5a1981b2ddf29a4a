//! IEEE 754 binary floating-point values and operations on their encodings, for every format and rounding mode.
//!
//! The meaning is that of the SMT-LIB theory: there is one NaN (sign clear, exponent all ones, only the top fraction
//! bit set), every operation that meets a NaN gives it, and results are those of exact arithmetic rounded once. Two
//! `Float`s are equal as Rust values iff they are the same datum (so +0 differs from −0 and NaN equals itself);
//! [`Float::eq_ieee`] is the comparison of the theory.
//!
//! Arithmetic goes through exact big integers (`arith`); rounding to nearest even in single and double precision
//! takes the processor's instructions, which are correctly rounded. Text is read and written in `text`.

mod arith;
#[cfg(test)]
mod tests;
mod text;

use crate::Bits;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A binary format by its exponent bits and significand bits, hidden bit included (as in SMT-LIB).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Format {
    /// Bits of the exponent.
    pub exp: u32,
    /// Bits of the significand, the hidden one included.
    pub sig: u32,
}

impl Format {
    /// `_Float16`.
    pub const HALF: Format = Format { exp: 5, sig: 11 };
    /// `float`.
    pub const SINGLE: Format = Format { exp: 8, sig: 24 };
    /// `double`.
    pub const DOUBLE: Format = Format { exp: 11, sig: 53 };
    /// x87 `long double`. As a value it has 79 bits (the integer bit is hidden); in memory it has 80.
    pub const X87: Format = Format { exp: 15, sig: 64 };
    /// `_Float128`.
    pub const QUAD: Format = Format { exp: 15, sig: 113 };

    /// Bits of an encoding: sign, exponent, significand without the hidden bit.
    pub fn bits(self) -> u32 {
        self.exp + self.sig
    }
    /// Bits in memory: those of the encoding, but 80 for the x87 format with its explicit integer bit.
    pub fn storage_bits(self) -> u32 {
        if self == Self::X87 { 80 } else { self.bits() }
    }
}

/// The five IEEE rounding modes, numbered as the term layer encodes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// To nearest, ties to even.
    NearestEven = 0,
    /// To nearest, ties away from zero.
    NearestAway = 1,
    /// Towards +∞.
    Up = 2,
    /// Towards −∞.
    Down = 3,
    /// Towards zero.
    Zero = 4,
}

impl Rounding {
    /// All modes, in the order of their numbers.
    pub const ALL: [Rounding; 5] =
        [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];

    /// The mode with a number; every number that is none's means towards zero, as in the term layer.
    pub fn from_number(number: u64) -> Self {
        usize::try_from(number).ok().and_then(|n| Self::ALL.get(n).copied()).unwrap_or(Rounding::Zero)
    }
}

/// A floating-point datum: a format and an encoding in it. A NaN is always the canonical one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Float {
    format: Format,
    bits: Bits,
}

/// A datum taken apart.
#[derive(Clone)]
enum Value {
    Nan,
    Inf { neg: bool },
    Zero { neg: bool },
    Finite(Number),
}

/// The number ±mant · 2^exp with `mant` not zero.
#[derive(Clone)]
struct Number {
    neg: bool,
    mant: BigUint,
    exp: i64,
}

impl Number {
    /// The exponent of two just above the magnitude: 2^(top − 1) ≤ |self| < 2^top.
    fn top(&self) -> i64 {
        self.exp + self.mant.bits() as i64
    }
}

impl Format {
    /// The exponent bias, which is also the greatest exponent.
    fn bias(self) -> i64 {
        (1 << (self.exp - 1)) - 1
    }
    /// The exponent of the least subnormal number.
    fn least(self) -> i64 {
        2 - self.bias() - i64::from(self.sig)
    }
    /// The exponent field of infinities and NaN.
    fn special(self) -> u64 {
        (1 << self.exp) - 1
    }
    /// Whether this is the encoding of a NaN, any of them.
    pub fn is_nan(self, bits: &Bits) -> bool {
        let datum = Float { format: self, bits: bits.clone() };
        datum.is_nan()
    }
    /// The encoding of the datum with these bits in memory (see `Float::from_storage`), every bit of a NaN kept.
    pub fn encoding(self, stored: &Bits) -> Bits {
        assert_eq!(stored.width(), self.storage_bits(), "storage of {self:?}");
        if self != Format::X87 {
            return stored.clone();
        }
        let (head, fraction) = (stored.extract(79, 64), stored.extract(62, 0));
        match (stored.extract(78, 64).is_zero(), stored.bit(63)) {
            (false, false) => Float::nan(self).bits,
            (true, true) => head.or(&Bits::one(16)).concat(&fraction),
            (true, false) | (false, true) => head.concat(&fraction),
        }
    }
    /// The bits in memory of an encoding, every bit of a NaN kept.
    pub fn storage(self, bits: &Bits) -> Bits {
        if self != Format::X87 {
            return bits.clone();
        }
        let integer = Bits::from_bool(!bits.extract(77, 63).is_zero());
        bits.extract(78, 63).concat(&integer).concat(&bits.extract(62, 0))
    }
}

/// Makers and parts.
impl Float {
    /// The datum with an encoding of `format.bits()` bits; any NaN becomes the canonical one.
    pub fn new(format: Format, bits: Bits) -> Self {
        assert_eq!(bits.width(), format.bits(), "an encoding of {format:?}");
        let datum = Float { format, bits };
        if datum.exponent_field() == format.special() && !datum.fraction_is_zero() { Self::nan(format) } else { datum }
    }
    fn encode(format: Format, neg: bool, exponent: u64, fraction: &BigUint) -> Self {
        let head = (u64::from(neg) << format.exp) | exponent;
        let bits = match fraction.iter_u64_digits().next() {
            low if format.bits() <= 64 => Bits::from_u64(format.bits(), (head << (format.sig - 1)) | low.unwrap_or(0)),
            _ => Bits::from_biguint(format.bits(), &((BigUint::from(head) << (format.sig - 1)) | fraction)),
        };
        Float { format, bits }
    }
    /// Not a number.
    pub fn nan(format: Format) -> Self {
        Self::encode(format, false, format.special(), &(BigUint::from(1u8) << (format.sig - 2)))
    }
    /// An infinity.
    pub fn inf(format: Format, neg: bool) -> Self {
        Self::encode(format, neg, format.special(), &BigUint::ZERO)
    }
    /// A zero.
    pub fn zero(format: Format, neg: bool) -> Self {
        Self::encode(format, neg, 0, &BigUint::ZERO)
    }
    /// The finite number of greatest magnitude.
    pub fn max_finite(format: Format, neg: bool) -> Self {
        Self::encode(format, neg, format.special() - 1, &((BigUint::from(1u8) << (format.sig - 1)) - 1u8))
    }
    /// A native double as the double it is.
    pub fn from_f64(value: f64) -> Self {
        Self::new(Format::DOUBLE, Bits::from_u64(64, value.to_bits()))
    }
    /// A native float as the single it is.
    pub fn from_f32(value: f32) -> Self {
        Self::new(Format::SINGLE, Bits::from_u64(32, u64::from(value.to_bits())))
    }
    /// The nearest native double.
    pub fn to_f64(&self) -> f64 {
        f64::from_bits(self.convert(Rounding::NearestEven, Format::DOUBLE).bits.to_u64().expect("64 bits"))
    }
    /// The nearest native float.
    pub fn to_f32(&self) -> f32 {
        f32::from_bits(self.convert(Rounding::NearestEven, Format::SINGLE).bits.to_u64().expect("32 bits") as u32)
    }
    /// From the bits in memory, `format.storage_bits()` of them. In the x87 format the integer bit is explicit:
    /// like the processor, a clear one under a non-zero exponent is taken as NaN, a set one under exponent zero
    /// as exponent one.
    pub fn from_storage(format: Format, stored: &Bits) -> Self {
        Self::new(format, format.encoding(stored))
    }
    /// The bits in memory, `format.storage_bits()` of them.
    pub fn to_storage(&self) -> Bits {
        self.format.storage(&self.bits)
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }
    /// The encoding.
    pub fn bits(&self) -> &Bits {
        &self.bits
    }
    /// The encoding.
    pub fn into_bits(self) -> Bits {
        self.bits
    }
    fn exponent_field(&self) -> u64 {
        self.bits.extract(self.format.bits() - 2, self.format.sig - 1).to_u64().expect("at most 64 exponent bits")
    }
    fn fraction_is_zero(&self) -> bool {
        self.bits.trailing_zeros() >= self.format.sig - 1
    }
    fn value(&self) -> Value {
        let (neg, exponent) = (self.bits.sign_bit(), self.exponent_field());
        let fraction = self.bits.extract(self.format.sig - 2, 0).to_biguint();
        if exponent == self.format.special() {
            return if fraction.bits() == 0 { Value::Inf { neg } } else { Value::Nan };
        }
        if exponent == 0 && fraction.bits() == 0 {
            return Value::Zero { neg };
        }
        let mant = if exponent == 0 { fraction } else { fraction + (BigUint::from(1u8) << (self.format.sig - 1)) };
        Value::Finite(Number { neg, mant, exp: self.format.least() + exponent.max(1) as i64 - 1 })
    }
}

/// Classes and comparisons.
impl Float {
    /// Not a number.
    pub fn is_nan(&self) -> bool {
        self.exponent_field() == self.format.special() && !self.fraction_is_zero()
    }
    /// Infinite.
    pub fn is_inf(&self) -> bool {
        self.exponent_field() == self.format.special() && self.fraction_is_zero()
    }
    /// Zero of either sign.
    pub fn is_zero(&self) -> bool {
        self.exponent_field() == 0 && self.fraction_is_zero()
    }
    /// Finite with full precision: not zero, subnormal, infinite or NaN.
    pub fn is_normal(&self) -> bool {
        let exponent = self.exponent_field();
        exponent != 0 && exponent != self.format.special()
    }
    /// Below the least normal number, but not zero.
    pub fn is_subnormal(&self) -> bool {
        self.exponent_field() == 0 && !self.fraction_is_zero()
    }
    /// Sign bit set; never for NaN.
    pub fn is_negative(&self) -> bool {
        self.bits.sign_bit()
    }
    /// Sign bit clear and not NaN.
    pub fn is_positive(&self) -> bool {
        !self.bits.sign_bit() && !self.is_nan()
    }
    /// IEEE order: zeros are equal, NaN is unordered.
    pub fn cmp_ieee(&self, other: &Self) -> Option<Ordering> {
        assert_eq!(self.format, other.format, "operands of different formats");
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        // Encodings are sign and magnitude, and magnitudes are ordered as integers.
        Some(match (self.bits.sign_bit(), other.bits.sign_bit()) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.bits.ucmp(&other.bits),
            (true, true) => other.bits.ucmp(&self.bits),
        })
    }
    /// IEEE equality.
    pub fn eq_ieee(&self, other: &Self) -> bool {
        self.cmp_ieee(other) == Some(Ordering::Equal)
    }
    /// Less; false if unordered.
    pub fn lt(&self, other: &Self) -> bool {
        self.cmp_ieee(other) == Some(Ordering::Less)
    }
    /// Less or equal; false if unordered.
    pub fn le(&self, other: &Self) -> bool {
        matches!(self.cmp_ieee(other), Some(Ordering::Less | Ordering::Equal))
    }
    /// The sign flipped; NaN stays.
    #[must_use]
    pub fn neg(&self) -> Self {
        if self.is_nan() {
            return self.clone();
        }
        Float { format: self.format, bits: self.bits.xor(&Bits::min_signed(self.format.bits())) }
    }
    /// The sign cleared.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.bits.sign_bit() { self.neg() } else { self.clone() }
    }
}
