//! Bit-vector values of any width, with the meaning of the SMT-LIB theory: arithmetic is modulo 2^width, division
//! by zero gives all ones, remainder by zero gives the dividend.
//!
//! Values of at most 64 bits, almost all of them in practice, are stored in place.

use crate::WireError;
use num_bigint::{BigInt, BigUint, Sign};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A bit-vector value: a width and that many bits. Width 0 does not exist.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "(u32, Vec<u64>)", try_from = "(u32, Vec<u64>)")]
pub struct Bits {
    width: u32,
    repr: Repr,
}

/// `Small` iff the width is at most 64; unused high bits are zero in both.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(u64),
    Big(Box<[u64]>),
}
use Repr::{Big, Small};

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The width and the words, the lowest first.
impl From<Bits> for (u32, Vec<u64>) {
    fn from(bits: Bits) -> Self {
        let words = match bits.repr {
            Small(word) => vec![word],
            Big(words) => words.into_vec(),
        };
        (bits.width, words)
    }
}

impl TryFrom<(u32, Vec<u64>)> for Bits {
    type Error = WireError;
    fn try_from((width, words): (u32, Vec<u64>)) -> Result<Self, WireError> {
        if width == 0 || words.len() != width.div_ceil(64) as usize {
            return Err(WireError("not as many words as a value of this width has"));
        }
        if !width.is_multiple_of(64) && words[words.len() - 1] & !mask(width % 64) != 0 {
            return Err(WireError("bits beyond the width"));
        }
        let repr = if width <= 64 { Small(words[0]) } else { Big(words.into()) };
        Ok(Bits { width, repr })
    }
}

impl Bits {
    /// The value modulo 2^width.
    pub fn from_u64(width: u32, value: u64) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            return Bits { width, repr: Small(value & mask(width)) };
        }
        let mut words = vec![0; width.div_ceil(64) as usize];
        words[0] = value;
        Bits { width, repr: Big(words.into()) }
    }
    /// The value modulo 2^width, sign-extended if the width is larger than 64.
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 { Self::from_u64(width, value as u64) } else { Self::from_u64(64, value as u64).sext(width) }
    }
    /// The value modulo 2^width.
    pub fn from_u128(width: u32, value: u128) -> Self {
        Self::from_biguint(width, &BigUint::from(value))
    }
    /// The value modulo 2^width.
    pub fn from_biguint(width: u32, value: &BigUint) -> Self {
        let mut digits = value.iter_u64_digits();
        if width <= 64 {
            return Self::from_u64(width, digits.next().unwrap_or(0));
        }
        let mut words: Vec<u64> = digits.take(width.div_ceil(64) as usize).collect();
        words.resize(width.div_ceil(64) as usize, 0);
        Self::from_words(width, words)
    }
    /// The value modulo 2^width, negative numbers in two's complement.
    pub fn from_bigint(width: u32, value: &BigInt) -> Self {
        let magnitude = Self::from_biguint(width, value.magnitude());
        if value.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
    }
    fn from_words(width: u32, mut words: Vec<u64>) -> Self {
        debug_assert!(width > 64 && words.len() == width.div_ceil(64) as usize);
        if !width.is_multiple_of(64) {
            *words.last_mut().expect("not empty") &= mask(width % 64);
        }
        Bits { width, repr: Big(words.into()) }
    }
    /// A truth value as one bit.
    pub fn from_bool(value: bool) -> Self {
        Self::from_u64(1, u64::from(value))
    }
    /// All bits zero.
    pub fn zero(width: u32) -> Self {
        Self::from_u64(width, 0)
    }
    /// The number one.
    pub fn one(width: u32) -> Self {
        Self::from_u64(width, 1)
    }
    /// All bits one.
    pub fn ones(width: u32) -> Self {
        Self::zero(width).not()
    }
    /// The least signed value: only the top bit set.
    pub fn min_signed(width: u32) -> Self {
        Self::one(width).shl(&Self::from_u64(width.max(32), u64::from(width - 1)).resize(width))
    }
    /// The greatest signed value: all but the top bit set.
    pub fn max_signed(width: u32) -> Self {
        Self::min_signed(width).not()
    }
    /// From bytes, least significant first; missing bytes are zero, excess bits are cut.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Self {
        if width <= 64 {
            let mut buffer = [0; 8];
            let len = bytes.len().min(8);
            buffer[..len].copy_from_slice(&bytes[..len]);
            return Self::from_u64(width, u64::from_le_bytes(buffer));
        }
        Self::from_biguint(width, &BigUint::from_bytes_le(bytes))
    }
    /// The bytes, least significant first; `ceil(width / 8)` of them.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let len = self.width.div_ceil(8) as usize;
        self.words().iter().flat_map(|w| w.to_le_bytes()).take(len).collect()
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }
    fn words(&self) -> &[u64] {
        match &self.repr {
            Small(word) => std::slice::from_ref(word),
            Big(words) => words,
        }
    }
    /// The value as an unsigned number, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        let words = self.words();
        words[1..].iter().all(|w| *w == 0).then_some(words[0])
    }
    /// The value as a signed number, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.repr {
            Small(word) => Some(((word << (64 - self.width)) as i64) >> (64 - self.width)),
            Big(_) => i64::try_from(self.to_bigint()).ok(),
        }
    }
    /// The value as an unsigned number, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        u128::try_from(self.to_biguint()).ok()
    }
    /// The value as an unsigned number.
    pub fn to_biguint(&self) -> BigUint {
        match &self.repr {
            Small(word) => BigUint::from(*word),
            Big(_) => BigUint::from_bytes_le(&self.to_le_bytes()),
        }
    }
    /// The value as a signed number in two's complement.
    pub fn to_bigint(&self) -> BigInt {
        if self.sign_bit() { -BigInt::from(self.neg().to_biguint()) } else { BigInt::from(self.to_biguint()) }
    }
    /// Bit `index`, 0 being the least significant.
    pub fn bit(&self, index: u32) -> bool {
        assert!(index < self.width, "bit {index} of a {}-bit value", self.width);
        self.words()[(index / 64) as usize] >> (index % 64) & 1 == 1
    }
    /// The most significant bit.
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width - 1)
    }
    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|w| *w == 0)
    }
    /// Whether the value is one.
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }
    /// Whether all bits are one.
    pub fn is_ones(&self) -> bool {
        match &self.repr {
            Small(word) => *word == mask(self.width),
            Big(_) => self.not().is_zero(),
        }
    }
    /// The number of zero bits below the lowest one bit; the width if there is none.
    pub fn trailing_zeros(&self) -> u32 {
        let mut count = 0;
        for word in self.words() {
            if *word != 0 {
                return count + word.trailing_zeros();
            }
            count += 64;
        }
        self.width
    }
    /// The number of zero bits above the highest one bit; the width if there is none.
    pub fn leading_zeros(&self) -> u32 {
        let mut high = self.words().len() as u32 * 64;
        for word in self.words().iter().rev() {
            if *word != 0 {
                return self.width - (high - word.leading_zeros());
            }
            high -= 64;
        }
        self.width
    }
    /// The number of one bits.
    pub fn count_ones(&self) -> u32 {
        self.words().iter().map(|w| w.count_ones()).sum()
    }
    /// `Some(k)` if the value is 2^k.
    pub fn log2(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    fn zip(&self, other: &Self, small: impl Fn(u64, u64) -> u64, big: impl Fn(BigUint, BigUint) -> BigUint) -> Self {
        assert_eq!(self.width, other.width, "operands of different widths");
        match (&self.repr, &other.repr) {
            (Small(a), Small(b)) => Self::from_u64(self.width, small(*a, *b)),
            _ => Self::from_biguint(self.width, &big(self.to_biguint(), other.to_biguint())),
        }
    }
    fn bitwise(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        assert_eq!(self.width, other.width, "operands of different widths");
        match (&self.repr, &other.repr) {
            (Small(a), Small(b)) => Self::from_u64(self.width, f(*a, *b)),
            _ => Self::from_words(self.width, self.words().iter().zip(other.words()).map(|(a, b)| f(*a, *b)).collect()),
        }
    }
    fn modulus(&self) -> BigUint {
        BigUint::from(1u8) << self.width
    }

    /// Bitwise complement.
    #[must_use]
    pub fn not(&self) -> Self {
        match &self.repr {
            Small(word) => Self::from_u64(self.width, !word),
            Big(words) => Self::from_words(self.width, words.iter().map(|w| !w).collect()),
        }
    }
    /// Two's complement negation.
    #[must_use]
    pub fn neg(&self) -> Self {
        match &self.repr {
            Small(word) => Self::from_u64(self.width, word.wrapping_neg()),
            Big(_) => self.not().add(&Self::one(self.width)),
        }
    }
    /// Bitwise and.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a & b)
    }
    /// Bitwise or.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a | b)
    }
    /// Bitwise exclusive or.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a ^ b)
    }
    /// Sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        self.zip(other, u64::wrapping_add, |a, b| a + b)
    }
    /// Difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.zip(other, u64::wrapping_sub, |a, b| a + self.modulus() - b)
    }
    /// Product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        self.zip(other, u64::wrapping_mul, |a, b| a * b)
    }
    /// Unsigned quotient; all ones if the divisor is zero.
    #[must_use]
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() { Self::ones(self.width) } else { self.zip(other, |a, b| a / b, |a, b| a / b) }
    }
    /// Unsigned remainder; the dividend if the divisor is zero.
    #[must_use]
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() { self.clone() } else { self.zip(other, |a, b| a % b, |a, b| a % b) }
    }
    /// Signed quotient, truncated; SMT-LIB's meaning for a zero divisor.
    #[must_use]
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.abs().udiv(&other.abs());
        if self.sign_bit() == other.sign_bit() { quotient } else { quotient.neg() }
    }
    /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
    #[must_use]
    pub fn srem(&self, other: &Self) -> Self {
        let rest = self.abs().urem(&other.abs());
        if self.sign_bit() { rest.neg() } else { rest }
    }
    /// The magnitude of the signed value, as an unsigned one.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.sign_bit() { self.neg() } else { self.clone() }
    }
    fn shift_amount(&self, by: &Self) -> Option<u32> {
        by.to_u64().filter(|n| *n < u64::from(self.width)).map(|n| n as u32)
    }
    /// Shift left; zero if the amount is not below the width.
    #[must_use]
    pub fn shl(&self, by: &Self) -> Self {
        match (self.shift_amount(by), &self.repr) {
            (None, _) => Self::zero(self.width),
            (Some(n), Small(word)) => Self::from_u64(self.width, word << n),
            (Some(n), Big(_)) => Self::from_biguint(self.width, &(self.to_biguint() << n)),
        }
    }
    /// Logical shift right; zero if the amount is not below the width.
    #[must_use]
    pub fn lshr(&self, by: &Self) -> Self {
        match (self.shift_amount(by), &self.repr) {
            (None, _) => Self::zero(self.width),
            (Some(n), Small(word)) => Self::from_u64(self.width, word >> n),
            (Some(n), Big(_)) => Self::from_biguint(self.width, &(self.to_biguint() >> n)),
        }
    }
    /// Arithmetic shift right; all sign bits if the amount is not below the width.
    #[must_use]
    pub fn ashr(&self, by: &Self) -> Self {
        if self.sign_bit() { self.not().lshr(by).not() } else { self.lshr(by) }
    }
    /// The bits `hi..=lo` as a value of `hi - lo + 1` bits.
    #[must_use]
    pub fn extract(&self, hi: u32, lo: u32) -> Self {
        assert!(lo <= hi && hi < self.width, "extract {hi}:{lo} of {} bits", self.width);
        match &self.repr {
            Small(word) => Self::from_u64(hi - lo + 1, word >> lo),
            Big(_) => Self::from_biguint(hi - lo + 1, &(self.to_biguint() >> lo)),
        }
    }
    /// This value as the high bits, the other as the low ones.
    #[must_use]
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        match (&self.repr, &low.repr) {
            (Small(a), Small(b)) if width <= 64 => Self::from_u64(width, (a << low.width) | b),
            _ => Self::from_biguint(width, &((self.to_biguint() << low.width) | low.to_biguint())),
        }
    }
    /// Zero-extended to a width that is not smaller.
    #[must_use]
    pub fn zext(&self, width: u32) -> Self {
        assert!(width >= self.width, "extension to fewer bits");
        self.resize(width)
    }
    /// Sign-extended to a width that is not smaller.
    #[must_use]
    pub fn sext(&self, width: u32) -> Self {
        assert!(width >= self.width, "extension to fewer bits");
        if self.sign_bit() { self.not().resize(width).not() } else { self.resize(width) }
    }
    /// Cut or zero-extended to a width.
    #[must_use]
    pub fn resize(&self, width: u32) -> Self {
        match &self.repr {
            Small(word) => Self::from_u64(width, *word),
            Big(_) => Self::from_biguint(width, &self.to_biguint()),
        }
    }
    /// Unsigned comparison.
    pub fn ucmp(&self, other: &Self) -> Ordering {
        assert_eq!(self.width, other.width, "operands of different widths");
        self.words().iter().rev().cmp(other.words().iter().rev())
    }
    /// Signed comparison.
    pub fn scmp(&self, other: &Self) -> Ordering {
        other.sign_bit().cmp(&self.sign_bit()).then_with(|| self.ucmp(other))
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By width, then unsigned: an order for maps, not a comparison of the theory.
impl Ord for Bits {
    fn cmp(&self, other: &Self) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.words().iter().rev().cmp(other.words().iter().rev()))
    }
}

impl std::fmt::Debug for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.to_biguint(), self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(width: u32, value: i64) -> Bits {
        Bits::from_i64(width, value)
    }

    #[test]
    fn small_and_big_representations_agree() {
        // The same computation at 40 bits in place and at 100 bits on the heap, on values that fit in 40.
        let values: Vec<i64> = vec![0, 1, -1, 2, -2, 7, -7, 1 << 38, -(1 << 38), 12345, -54321];
        for &a in &values {
            for &b in &values {
                let (sa, sb, ba, bb) = (signed(40, a), signed(40, b), signed(100, a), signed(100, b));
                assert_eq!(sa.add(&sb), ba.add(&bb).resize(40));
                assert_eq!(sa.sub(&sb), ba.sub(&bb).resize(40));
                assert_eq!(sa.mul(&sb), ba.mul(&bb).resize(40));
                assert_eq!(sa.xor(&sb), ba.xor(&bb).resize(40));
                assert_eq!(sa.scmp(&sb), ba.scmp(&bb));
                if b != 0 {
                    assert_eq!(sa.sdiv(&sb), ba.sdiv(&bb).resize(40));
                    assert_eq!(sa.srem(&sb), ba.srem(&bb).resize(40));
                    assert_eq!(sa.srem(&sb).to_i64(), Some(a % b));
                }
            }
        }
    }

    #[test]
    fn division_by_zero_is_the_smt_lib_one() {
        for width in [8, 100] {
            let (five, zero) = (signed(width, 5), Bits::zero(width));
            assert_eq!(five.udiv(&zero), Bits::ones(width));
            assert_eq!(five.urem(&zero), five);
            assert_eq!(five.sdiv(&zero), Bits::ones(width));
            assert_eq!(five.neg().sdiv(&zero), Bits::one(width));
            assert_eq!(five.neg().srem(&zero), five.neg());
        }
    }

    #[test]
    fn shifts_and_extensions() {
        for width in [8, 64, 65, 128] {
            let top = Bits::min_signed(width);
            let big = Bits::from_u64(width, u64::from(width));
            assert_eq!(top.lshr(&Bits::from_u64(width, u64::from(width) - 1)), Bits::one(width));
            assert_eq!(top.ashr(&big), Bits::ones(width));
            assert_eq!(top.lshr(&big), Bits::zero(width));
            assert_eq!(top.sext(width + 70).extract(width + 69, width - 1), Bits::ones(71));
            assert_eq!(top.leading_zeros() + Bits::max_signed(width).leading_zeros(), 1);
            assert_eq!((top.trailing_zeros(), top.log2()), (width - 1, Some(width - 1)));
        }
        assert_eq!(Bits::min_signed(1), Bits::one(1));
        assert_eq!(Bits::from_u64(8, 0xab).concat(&Bits::from_u64(4, 0xc)), Bits::from_u64(12, 0xabc));
        assert_eq!(signed(70, -3).to_i64(), Some(-3));
    }
}
