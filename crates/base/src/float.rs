//! IEEE 754 binary floating-point values and operations on their encodings, for every format and rounding mode.

/// A binary format by its exponent bits and significand bits, hidden bit included (as in SMT-LIB).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
}
