//! Run-time values.
//!
//! Types are static, so a value does not carry one: an integer of at most 64 bits is its zero-extended word, a float of
//! at most 64 bits the word of its encoding, a pointer without an object the word of its address. Only what is wider
//! lives on the heap.

use hecaton_base::Bits;
use std::rc::Rc;

/// A value of scalar type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// An integer, a float's encoding, or a pointer that is only an address (0 is the null pointer).
    Word(u64),
    /// A pointer into an object, or beyond it.
    Object(u32, i64),
    /// The address of a function.
    Func(u32),
    /// An integer or float of more than 64 bits.
    Wide(Rc<Bits>),
}

impl Value {
    /// The value of some bits.
    pub fn of(bits: Bits) -> Self {
        if bits.width() <= 64 { Value::Word(bits.to_u64().unwrap_or(0)) } else { Value::Wide(Rc::new(bits)) }
    }
    /// A truth value.
    pub fn truth(value: bool) -> Self {
        Value::Word(u64::from(value))
    }
    /// The word of an integer of at most 64 bits. Types are checked before a program runs; a pointer has no word.
    pub fn word(&self) -> u64 {
        match self {
            Value::Word(word) => *word,
            Value::Wide(bits) => bits.to_u64().unwrap_or(u64::MAX),
            Value::Object(..) | Value::Func(_) => unreachable!("a pointer is not used as an integer without a cast"),
        }
    }
    /// The bits of an integer or float of that width.
    pub fn bits(&self, width: u32) -> Bits {
        match self {
            Value::Wide(bits) if bits.width() == width => Bits::clone(bits),
            other => Bits::from_u64(width, other.word()),
        }
    }
}
