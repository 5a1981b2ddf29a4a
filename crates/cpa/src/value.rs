//! What is known of one scalar: nothing, a range of numbers, or the objects and functions a pointer can lead to.
//!
//! Floats and integers of more than 64 bits are never known. A pointer that is not known may lead anywhere: into any
//! object, into memory outside of the program's, or nowhere.

use crate::range::{Range, WIDEST};
use hecaton_base::{Id as _, WireError};
use hecaton_ir::{Expr, FuncId, Scalar};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// What is known of a scalar.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Nothing.
    Any,
    /// An integer of this range.
    Int(Range),
    /// A pointer.
    Ptr(Arc<Pointer>),
}

/// Where a pointer can lead.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<(Target, Range)>", try_from = "Vec<(Target, Range)>")]
pub struct Pointer {
    /// Ascending, not empty; with the number of bytes it lies behind the start of an object or function. A number is an
    /// address, and null is the number zero.
    pub to: Targets,
}

impl From<Pointer> for Vec<(Target, Range)> {
    fn from(pointer: Pointer) -> Self {
        pointer.to.into_vec()
    }
}

impl TryFrom<Vec<(Target, Range)>> for Pointer {
    type Error = WireError;
    fn try_from(to: Vec<(Target, Range)>) -> Result<Self, WireError> {
        match to.is_empty() || !to.is_sorted_by(|a, b| a.0 < b.0) {
            true => Err(WireError("targets not in order")),
            false => Ok(Pointer { to: to.into() }),
        }
    }
}

/// Most pointers lead to one place.
pub type Targets = SmallVec<[(Target, Range); 1]>;

/// What a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Target {
    /// An address without an object of its own.
    Number,
    /// An object: a global by its number, then the places where objects are made.
    Object(u32),
    /// A function.
    Func(FuncId),
}

/// Pointers that lead to more places than this may lead anywhere.
const MOST_TARGETS: usize = 24;

impl Value {
    /// What is known of a value of a type of which nothing else is known.
    pub fn any(ty: Scalar) -> Value {
        match ty {
            Scalar::Int(width) if width <= WIDEST => Value::Int(Range::all(width)),
            Scalar::Int(_) | Scalar::Float(_) | Scalar::Ptr => Value::Any,
        }
    }
    /// The value whose bytes are all zero.
    pub fn zero(ty: Scalar, word: u32) -> Value {
        match ty {
            Scalar::Int(width) if width <= WIDEST => Value::Int(Range::constant(width, 0)),
            Scalar::Ptr => Value::start_of(Target::Number, word),
            Scalar::Int(_) | Scalar::Float(_) => Value::Any,
        }
    }
    /// A pointer to the start of something; null is the start of numbers.
    pub fn start_of(target: Target, word: u32) -> Value {
        Value::pointer(smallvec![(target, Range::constant(word, 0))])
    }
    /// A pointer to one of these, ascending.
    pub fn pointer(to: Targets) -> Value {
        debug_assert!(!to.is_empty());
        Value::Ptr(Arc::new(Pointer { to }))
    }
    /// The constant of an initial value; `None` if it is none.
    pub fn of_constant(expr: &Expr, word: u32) -> Option<Value> {
        Some(match expr {
            Expr::Int(bits) => match bits.to_u64() {
                Some(value) if bits.width() <= WIDEST => Value::Int(Range::constant(bits.width(), value)),
                _ => Value::Any,
            },
            Expr::Float(..) => Value::Any,
            Expr::Null => Value::start_of(Target::Number, word),
            Expr::Global(global) => Value::start_of(Target::Object(global.index() as u32), word),
            Expr::Func(func) => Value::start_of(Target::Func(*func), word),
            Expr::Offset(parts) => {
                let by = Value::of_constant(&parts[1], word)?;
                Value::of_constant(&parts[0], word)?.moved(by.range(word))
            }
            Expr::Var(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) => return None,
        })
    }
    /// The range of an integer of a width.
    pub fn range(&self, width: u32) -> Range {
        match self {
            Value::Int(range) if range.width() == width => *range,
            Value::Int(_) | Value::Any | Value::Ptr(_) => Range::all(width),
        }
    }
    /// The same as a value of a type: nothing is known if it is one of another.
    pub fn typed(&self, ty: Scalar) -> Value {
        match (self, ty) {
            (Value::Int(range), Scalar::Int(width)) if range.width() == width => self.clone(),
            (Value::Ptr(_), Scalar::Ptr) => self.clone(),
            _ => Value::any(ty),
        }
    }
    /// A pointer moved by some bytes.
    #[must_use]
    pub fn moved(&self, by: Range) -> Value {
        if by.single() == Some(0) {
            return self.clone();
        }
        match self {
            Value::Any | Value::Int(_) => Value::Any,
            Value::Ptr(pointer) => {
                let moved = |(target, at): &(Target, Range)| {
                    let sum = Range::binary(hecaton_ir::Binary::Add, at, &by).expect("a sum of integers");
                    (*target, sum)
                };
                Value::pointer(pointer.to.iter().map(moved).collect())
            }
        }
    }
    /// At least what both can be.
    #[must_use]
    pub fn join(&self, other: &Value) -> Value {
        self.combine(other, &mut |a, b| a.join(b))
    }
    /// The join, with bounds that grow moved to thresholds.
    #[must_use]
    pub fn widen(&self, new: &Value, thresholds: &[i128]) -> Value {
        self.combine(new, &mut |a, b| a.widen(b, thresholds))
    }
    fn combine(&self, other: &Value, ranges: &mut dyn FnMut(&Range, &Range) -> Range) -> Value {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) if a.width() == b.width() => Value::Int(ranges(a, b)),
            (Value::Ptr(a), Value::Ptr(b)) => {
                if Arc::ptr_eq(a, b) || a == b {
                    return self.clone();
                }
                let mut to = a.to.clone();
                for (target, at) in &b.to {
                    match to.binary_search_by_key(target, |(known, _)| *known) {
                        Ok(place) => to[place].1 = ranges(&to[place].1, at),
                        Err(place) => to.insert(place, (*target, *at)),
                    }
                }
                if to.len() > MOST_TARGETS {
                    return Value::Any;
                }
                Value::pointer(to)
            }
            _ => Value::Any,
        }
    }
    /// Whether it says at least as much.
    pub fn leq(&self, other: &Value) -> bool {
        match (self, other) {
            (_, Value::Any) => true,
            (Value::Int(a), Value::Int(b)) => a.leq(b),
            (Value::Ptr(a), Value::Ptr(b)) => {
                let known = |(target, at): &(Target, Range)| {
                    let place = b.to.binary_search_by_key(target, |(known, _)| *known);
                    place.is_ok_and(|place| at.leq(&b.to[place].1))
                };
                a.to.iter().all(known)
            }
            _ => false,
        }
    }
    /// One word that stands for the value, if there is only one value.
    pub fn single(&self) -> Option<u64> {
        match self {
            Value::Any => None,
            Value::Int(range) => range.single(),
            Value::Ptr(pointer) => match pointer.to.as_slice() {
                [(Target::Number, at)] => at.single(),
                [(Target::Object(object), at)] => Some((1 + (u64::from(*object) << 33)) ^ at.single()?),
                [(Target::Func(func), at)] => Some((3 + ((func.index() as u64) << 33)) ^ at.single()?),
                _ => None,
            },
        }
    }
}
