//! The values of scalars as they lie in memory, and the bits of NaNs.

use hecaton_base::Bits;
use hecaton_base::float::{Float, Format};
use hecaton_ir::Scalar;
pub(crate) use hecaton_ir::scalar::{binary, cast, mask, signed, unary, word_binary};

/// The bits of a scalar as they lie in memory.
pub(crate) fn to_storage(ty: Scalar, value: Bits) -> Bits {
    match ty {
        Scalar::Float(format) => format.storage(&value),
        Scalar::Int(_) | Scalar::Ptr => value,
    }
}

/// The value of a scalar from the bits found in memory.
pub(crate) fn from_storage(ty: Scalar, stored: &Bits) -> Bits {
    match ty {
        Scalar::Float(format) => format.encoding(stored),
        Scalar::Int(width) => stored.resize(width),
        Scalar::Ptr => stored.clone(),
    }
}

/// The bits of the NaNs that arithmetic and constants give. C does not say what they are, compilers and processors
/// differ (`0.0 / 0.0` has a clear sign as a constant, a set one on x86 at run time), so a run must not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nan {
    /// The sign clear, only the top fraction bit set.
    Positive,
    /// The sign set, only the top fraction bit set.
    Negative,
    /// All bits set.
    Full,
}

impl Nan {
    pub const ALL: [Nan; 3] = [Nan::Positive, Nan::Negative, Nan::Full];

    fn bits(self, format: Format) -> Bits {
        let quiet = Float::nan(format).into_bits();
        match self {
            Nan::Positive => quiet,
            Nan::Negative => quiet.or(&Bits::min_signed(format.bits())),
            Nan::Full => Bits::zero(format.bits()).not(),
        }
    }

    /// What a constant or the result of an operation is; notes if it is a NaN whose bits are made up.
    pub fn settle(self, ty: Scalar, bits: Bits, made: &std::cell::Cell<bool>) -> Bits {
        match ty {
            Scalar::Float(format) if format.is_nan(&bits) => {
                made.set(true);
                self.bits(format)
            }
            Scalar::Float(_) | Scalar::Int(_) | Scalar::Ptr => bits,
        }
    }
}
