//! Exact arithmetic and the one place that rounds.
//!
//! Every operation computes its result as an exact number, or as one cut far below the last bit of the format with a
//! sticky flag for what was cut, and gives it to [`round`].

use super::{Float, Format, Number, Rounding, Value};
use crate::Bits;
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;

/// Bits an inexact intermediate result has beyond the significand, so that its sticky flag is below the rounding bit.
const GUARD: u64 = 3;

/// The number in the format, rounded. `sticky` says that the magnitude is in truth greater than `mant` · 2^`exp`, but
/// by less than 2^`exp`; then `mant` has at least two bits more than the significand.
pub(super) fn round(format: Format, mode: Rounding, number: Number, sticky: bool) -> Float {
    let Number { neg, ref mant, exp } = number;
    debug_assert!(!sticky || mant.bits() >= u64::from(format.sig) + 2);
    debug_assert!(mant.bits() > 0);
    if number.top() > format.bias() + 1 {
        return overflow(format, mode, neg);
    }
    let precision = i64::from(format.sig);
    let quantum = (number.top() - precision).max(format.least());
    let mut rounded = if quantum <= exp {
        mant << (exp - quantum)
    } else {
        cut(mant, (quantum - exp) as u64, sticky).to_integer(mode, neg)
    };
    // A carry gives a power of two, which also starts the next binade: its encoding is the next one up.
    let mut exponent = quantum - format.least();
    if rounded.bits() as i64 > precision {
        rounded >>= 1u8;
        exponent += 1;
    }
    if (rounded.bits() as i64) < precision {
        return Float::encode(format, neg, 0, &rounded);
    }
    exponent += 1;
    if exponent as u64 >= format.special() {
        return overflow(format, mode, neg);
    }
    rounded.set_bit(u64::from(format.sig) - 1, false);
    Float::encode(format, neg, exponent as u64, &rounded)
}

fn overflow(format: Format, mode: Rounding, neg: bool) -> Float {
    let to_inf = match mode {
        Rounding::NearestEven | Rounding::NearestAway => true,
        Rounding::Up => !neg,
        Rounding::Down => neg,
        Rounding::Zero => false,
    };
    if to_inf { Float::inf(format, neg) } else { Float::max_finite(format, neg) }
}

/// A magnitude in units of the place it is to be rounded to: whole units, whether half a unit is in the rest, and
/// whether there is anything below that.
struct Cut {
    whole: BigUint,
    half: bool,
    rest: bool,
}

fn cut(mant: &BigUint, shift: u64, sticky: bool) -> Cut {
    if shift > mant.bits() {
        return Cut { whole: BigUint::ZERO, half: false, rest: true };
    }
    let rest = sticky || mant.trailing_zeros().is_some_and(|zeros| zeros < shift - 1);
    Cut { whole: mant >> shift, half: mant.bit(shift - 1), rest }
}

impl Cut {
    fn to_integer(&self, mode: Rounding, neg: bool) -> BigUint {
        let up = match mode {
            Rounding::NearestEven => self.half && (self.rest || self.whole.bit(0)),
            Rounding::NearestAway => self.half,
            Rounding::Up => !neg && (self.half || self.rest),
            Rounding::Down => neg && (self.half || self.rest),
            Rounding::Zero => false,
        };
        if up { &self.whole + 1u8 } else { self.whole.clone() }
    }
}

/// The magnitude rounded to an integer; `None` if that would have more than `limit` bits.
fn to_integer(number: &Number, mode: Rounding, limit: u32) -> Option<BigUint> {
    if number.top() > i64::from(limit) {
        return None;
    }
    Some(if number.exp >= 0 {
        &number.mant << number.exp
    } else {
        cut(&number.mant, number.exp.unsigned_abs(), false).to_integer(mode, number.neg)
    })
}

fn sum(format: Format, mode: Rounding, a: Value, b: Value) -> Float {
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => Float::nan(format),
        (Value::Inf { neg: a }, Value::Inf { neg: b }) if a != b => Float::nan(format),
        (Value::Inf { neg }, _) | (_, Value::Inf { neg }) => Float::inf(format, neg),
        (Value::Zero { neg: a }, Value::Zero { neg: b }) => {
            Float::zero(format, if mode == Rounding::Down { a || b } else { a && b })
        }
        (Value::Zero { .. }, Value::Finite(x)) | (Value::Finite(x), Value::Zero { .. }) => {
            round(format, mode, x, false)
        }
        (Value::Finite(x), Value::Finite(y)) => {
            let (big, small) = if x.top() >= y.top() { (x, y) } else { (y, x) };
            sum_finite(format, mode, big, small)
        }
    }
}

fn sum_finite(format: Format, mode: Rounding, big: Number, small: Number) -> Float {
    // Room under the larger number; what lies below it altogether is no more than a sticky flag.
    let room = (u64::from(format.sig) + GUARD).saturating_sub(big.mant.bits()) as i64 + 1;
    if small.top() <= big.exp - room {
        let mut mant = big.mant << room;
        if big.neg != small.neg {
            mant -= 1u8;
        }
        return round(format, mode, Number { neg: big.neg, mant, exp: big.exp - room }, true);
    }
    let exp = big.exp.min(small.exp);
    let (a, b) = (big.mant << (big.exp - exp), small.mant << (small.exp - exp));
    let (neg, mant) = match (big.neg == small.neg, a.cmp(&b)) {
        (true, _) => (big.neg, a + b),
        (false, Ordering::Equal) => return Float::zero(format, mode == Rounding::Down),
        (false, Ordering::Greater) => (big.neg, a - b),
        (false, Ordering::Less) => (small.neg, b - a),
    };
    round(format, mode, Number { neg, mant, exp }, false)
}

/// The exact product.
fn product(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
        (Value::Inf { .. }, Value::Zero { .. }) | (Value::Zero { .. }, Value::Inf { .. }) => Value::Nan,
        (Value::Inf { neg: a }, Value::Inf { neg: b } | Value::Finite(Number { neg: b, .. }))
        | (Value::Finite(Number { neg: a, .. }), Value::Inf { neg: b }) => Value::Inf { neg: a != b },
        (Value::Zero { neg: a }, Value::Zero { neg: b } | Value::Finite(Number { neg: b, .. }))
        | (Value::Finite(Number { neg: a, .. }), Value::Zero { neg: b }) => Value::Zero { neg: a != b },
        (Value::Finite(a), Value::Finite(b)) => {
            Value::Finite(Number { neg: a.neg != b.neg, mant: a.mant * b.mant, exp: a.exp + b.exp })
        }
    }
}

fn ratio(format: Format, mode: Rounding, a: &Number, b: &Number) -> Float {
    let shift = (u64::from(format.sig) + GUARD + b.mant.bits()).saturating_sub(a.mant.bits());
    let scaled = &a.mant << shift;
    let mant = &scaled / &b.mant;
    let sticky = &mant * &b.mant != scaled;
    round(format, mode, Number { neg: a.neg != b.neg, mant, exp: a.exp - b.exp - shift as i64 }, sticky)
}

/// The number `mant` · 10^`exp`, rounded. Digits beyond those a format can tell apart must have been cut before.
pub(super) fn round_decimal(format: Format, mode: Rounding, neg: bool, mant: BigUint, exp: i64) -> Float {
    let ten = |power: i64| BigUint::from(10u8).pow(power as u32);
    // Far out of range already in powers of two: spare the powers of ten.
    if exp > format.bias() {
        return round(format, mode, Number { neg, mant, exp: format.bias() + 1 }, false);
    }
    if mant.bits() as i64 + exp < format.least() - GUARD as i64 {
        return round(
            format,
            mode,
            Number { neg, mant: BigUint::from(1u8), exp: format.least() - GUARD as i64 },
            false,
        );
    }
    if exp >= 0 {
        return round(format, mode, Number { neg, mant: mant * ten(exp), exp: 0 }, false);
    }
    let (a, b) = (Number { neg, mant, exp: 0 }, Number { neg: false, mant: ten(-exp), exp: 0 });
    ratio(format, mode, &a, &b)
}

/// What is left of `a` after taking `b` a whole number of times, nearest (IEEE) or truncated (C's `fmod`).
fn remainder(a: &Float, b: &Float, nearest: bool) -> Float {
    assert_eq!(a.format, b.format, "operands of different formats");
    let (x, y) = match (a.value(), b.value()) {
        (Value::Nan | Value::Inf { .. }, _) | (_, Value::Nan | Value::Zero { .. }) => return Float::nan(a.format),
        (_, Value::Inf { .. }) | (Value::Zero { .. }, _) => return a.clone(),
        (Value::Finite(x), Value::Finite(y)) => (x, y),
    };
    if x.top() < y.top() - 1 {
        return a.clone();
    }
    let exp = x.exp.min(y.exp);
    let unit = y.mant << (y.exp - exp);
    // One bit of the quotient is kept, for ties.
    let double = &unit << 1u8;
    let mut rest =
        x.mant % &double * BigUint::from(2u8).modpow(&BigUint::from((x.exp - exp) as u64), &double) % &double;
    let odd = rest >= unit;
    if odd {
        rest -= &unit;
    }
    let mut neg = x.neg;
    if nearest {
        let up = match (&rest << 1u8).cmp(&unit) {
            Ordering::Less => false,
            Ordering::Equal => odd,
            Ordering::Greater => true,
        };
        if up {
            rest = unit - rest;
            neg = !neg;
        }
    }
    if rest.bits() == 0 {
        return Float::zero(a.format, x.neg);
    }
    round(a.format, Rounding::NearestEven, Number { neg, mant: rest, exp }, false)
}

/// Arithmetic.
impl Float {
    fn native_double(&self) -> f64 {
        f64::from_bits(self.bits.to_u64().expect("64 bits"))
    }
    fn native_single(&self) -> f32 {
        f32::from_bits(self.bits.to_u64().expect("32 bits") as u32)
    }
    /// The operation by the processor, where it has one.
    fn native(
        &self,
        mode: Rounding,
        other: &Self,
        single: impl Fn(f32, f32) -> f32,
        double: impl Fn(f64, f64) -> f64,
    ) -> Option<Float> {
        assert_eq!(self.format, other.format, "operands of different formats");
        match (mode, self.format) {
            (Rounding::NearestEven, Format::SINGLE) => {
                Some(Float::from_f32(single(self.native_single(), other.native_single())))
            }
            (Rounding::NearestEven, Format::DOUBLE) => {
                Some(Float::from_f64(double(self.native_double(), other.native_double())))
            }
            _ => None,
        }
    }
    /// Sum.
    #[must_use]
    pub fn add(&self, mode: Rounding, other: &Self) -> Self {
        self.native(mode, other, |a, b| a + b, |a, b| a + b).unwrap_or_else(|| self.add_exact(mode, other))
    }
    pub(super) fn add_exact(&self, mode: Rounding, other: &Self) -> Self {
        sum(self.format, mode, self.value(), other.value())
    }
    /// Difference.
    #[must_use]
    pub fn sub(&self, mode: Rounding, other: &Self) -> Self {
        self.add(mode, &other.neg())
    }
    /// Product.
    #[must_use]
    pub fn mul(&self, mode: Rounding, other: &Self) -> Self {
        self.native(mode, other, |a, b| a * b, |a, b| a * b).unwrap_or_else(|| self.mul_exact(mode, other))
    }
    pub(super) fn mul_exact(&self, mode: Rounding, other: &Self) -> Self {
        Self::from_value(self.format, mode, product(self.value(), other.value()))
    }
    /// Quotient.
    #[must_use]
    pub fn div(&self, mode: Rounding, other: &Self) -> Self {
        self.native(mode, other, |a, b| a / b, |a, b| a / b).unwrap_or_else(|| self.div_exact(mode, other))
    }
    pub(super) fn div_exact(&self, mode: Rounding, other: &Self) -> Self {
        let neg = self.is_negative() != other.is_negative();
        match (self.value(), other.value()) {
            (Value::Nan, _) | (_, Value::Nan) => Self::nan(self.format),
            (Value::Inf { .. }, Value::Inf { .. }) | (Value::Zero { .. }, Value::Zero { .. }) => Self::nan(self.format),
            (Value::Inf { .. }, Value::Zero { .. } | Value::Finite(_)) | (Value::Finite(_), Value::Zero { .. }) => {
                Self::inf(self.format, neg)
            }
            (Value::Zero { .. }, Value::Inf { .. } | Value::Finite(_)) | (Value::Finite(_), Value::Inf { .. }) => {
                Self::zero(self.format, neg)
            }
            (Value::Finite(a), Value::Finite(b)) => ratio(self.format, mode, &a, &b),
        }
    }
    /// `self · factor + addend`, rounded once.
    #[must_use]
    pub fn fma(&self, mode: Rounding, factor: &Self, addend: &Self) -> Self {
        assert!(self.format == factor.format && self.format == addend.format, "operands of different formats");
        sum(self.format, mode, product(self.value(), factor.value()), addend.value())
    }
    /// Square root.
    #[must_use]
    pub fn sqrt(&self, mode: Rounding) -> Self {
        self.native(mode, self, |a, _| a.sqrt(), |a, _| a.sqrt()).unwrap_or_else(|| self.sqrt_exact(mode))
    }
    pub(super) fn sqrt_exact(&self, mode: Rounding) -> Self {
        match self.value() {
            Value::Nan | Value::Inf { neg: true } | Value::Finite(Number { neg: true, .. }) => Self::nan(self.format),
            Value::Inf { neg: false } | Value::Zero { .. } => self.clone(),
            Value::Finite(Number { neg: false, mant, exp }) => {
                let mut shift = (2 * (u64::from(self.format.sig) + GUARD)).saturating_sub(mant.bits());
                if (exp - shift as i64) % 2 != 0 {
                    shift += 1;
                }
                let scaled = mant << shift;
                let root = scaled.sqrt();
                let sticky = &root * &root != scaled;
                round(self.format, mode, Number { neg: false, mant: root, exp: (exp - shift as i64) / 2 }, sticky)
            }
        }
    }
    /// IEEE remainder: `self − n · other` with n the integer nearest to the quotient, even in a tie. Always exact.
    #[must_use]
    pub fn rem(&self, other: &Self) -> Self {
        remainder(self, other, true)
    }
    /// C's `fmod`: `self − n · other` with n the quotient truncated to an integer. Always exact.
    #[must_use]
    pub fn fmod(&self, other: &Self) -> Self {
        remainder(self, other, false)
    }
    /// The value rounded to an integer; a zero result keeps the sign.
    #[must_use]
    pub fn round_integral(&self, mode: Rounding) -> Self {
        match self.value() {
            Value::Nan | Value::Inf { .. } | Value::Zero { .. } => self.clone(),
            Value::Finite(number) if number.exp >= 0 => self.clone(),
            Value::Finite(number) => {
                let mant =
                    to_integer(&number, mode, self.format.sig).expect("below 2^sig, as the exponent is negative");
                Self::from_integer(self.format, mode, number.neg, mant)
            }
        }
    }
    /// The value in another format.
    #[must_use]
    pub fn convert(&self, mode: Rounding, format: Format) -> Self {
        match (self.format, format) {
            (from, to) if from == to => self.clone(),
            (Format::SINGLE, Format::DOUBLE) => Self::from_f64(f64::from(self.native_single())),
            (Format::DOUBLE, Format::SINGLE) if mode == Rounding::NearestEven => {
                Self::from_f32(self.native_double() as f32)
            }
            _ => self.convert_exact(mode, format),
        }
    }
    pub(super) fn convert_exact(&self, mode: Rounding, format: Format) -> Self {
        Self::from_value(format, mode, self.value())
    }
    /// A two's complement integer, rounded.
    pub fn from_signed(mode: Rounding, format: Format, value: &Bits) -> Self {
        let value = value.to_bigint();
        Self::from_integer(format, mode, value.sign() == Sign::Minus, value.into_parts().1)
    }
    /// An unsigned integer, rounded.
    pub fn from_unsigned(mode: Rounding, format: Format, value: &Bits) -> Self {
        Self::from_integer(format, mode, false, value.to_biguint())
    }
    /// The value rounded to a two's complement integer; `None` if it is NaN, infinite or does not fit.
    pub fn to_signed(&self, mode: Rounding, width: u32) -> Option<Bits> {
        let value = self.to_integer(mode, width)?;
        let bits = Bits::from_bigint(width, &value);
        (bits.to_bigint() == value).then_some(bits)
    }
    /// The value rounded to an unsigned integer; `None` if it is NaN, infinite or does not fit. What rounds to zero
    /// from below fits.
    pub fn to_unsigned(&self, mode: Rounding, width: u32) -> Option<Bits> {
        let value = self.to_integer(mode, width)?.to_biguint()?;
        (value.bits() <= u64::from(width)).then(|| Bits::from_biguint(width, &value))
    }
    fn to_integer(&self, mode: Rounding, width: u32) -> Option<BigInt> {
        match self.value() {
            Value::Nan | Value::Inf { .. } => None,
            Value::Zero { .. } => Some(BigInt::ZERO),
            Value::Finite(number) => {
                let magnitude = BigInt::from(to_integer(&number, mode, width)?);
                Some(if number.neg { -magnitude } else { magnitude })
            }
        }
    }
    fn from_integer(format: Format, mode: Rounding, neg: bool, mant: BigUint) -> Self {
        if mant.bits() == 0 {
            return Self::zero(format, neg);
        }
        round(format, mode, Number { neg, mant, exp: 0 }, false)
    }
    fn from_value(format: Format, mode: Rounding, value: Value) -> Self {
        match value {
            Value::Nan => Self::nan(format),
            Value::Inf { neg } => Self::inf(format, neg),
            Value::Zero { neg } => Self::zero(format, neg),
            Value::Finite(number) => round(format, mode, number, false),
        }
    }
}
