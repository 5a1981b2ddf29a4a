//! What every other crate stands on: typed dense ids, bit-vector and float values, the budget that stops work,
//! and the wire encoding of plain data. Knows nothing of programs, terms or solvers.

pub mod bits;
pub mod budget;
pub mod clock;
pub mod float;
pub mod id;
pub mod wire;

pub use bits::Bits;
pub use budget::{Budget, Cancel, Stop, Wanted};
pub use id::{Id, Map};
pub use wire::{Wire, WireError};
