//! The values of scalars as they lie in memory and as they come from outside.

use hecaton_base::Bits;
use hecaton_base::float::Float;
use hecaton_ir::Scalar;
pub(crate) use hecaton_ir::scalar::{binary, cast, mask, signed, unary, word_binary};

/// The bits of a scalar as they lie in memory.
pub(crate) fn to_storage(ty: Scalar, value: Bits) -> Bits {
    match ty {
        Scalar::Float(format) => Float::new(format, value).to_storage(),
        Scalar::Int(_) | Scalar::Ptr => value,
    }
}

/// The value of a scalar from the bits found in memory; a NaN becomes the one NaN there is.
pub(crate) fn from_storage(ty: Scalar, stored: &Bits) -> Bits {
    match ty {
        Scalar::Float(format) => Float::from_storage(format, stored).into_bits(),
        Scalar::Int(width) => stored.resize(width),
        Scalar::Ptr => stored.clone(),
    }
}

/// A value that was chosen from outside: of a float, a NaN becomes the one NaN there is.
pub(crate) fn canonical(ty: Scalar, value: Bits) -> Bits {
    match ty {
        Scalar::Float(format) => Float::new(format, value).into_bits(),
        Scalar::Int(_) | Scalar::Ptr => value,
    }
}
