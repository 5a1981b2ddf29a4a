//! Evaluation of terms under an assignment of the free constants.

use hecaton_base::Bits;
use std::collections::BTreeMap;

/// The value of an array: a default and exceptions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayValue {
    /// The element wherever no exception says otherwise.
    pub default: Bits,
    /// Elements by index; those equal to the default may be listed or not.
    pub entries: BTreeMap<Bits, Bits>,
}

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of sort `Bool`.
    Bool(bool),
    /// Of sort `Bits`, or the encoding of a float.
    Bits(Bits),
    /// Of sort `Array`.
    Array(ArrayValue),
}
