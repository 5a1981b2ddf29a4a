//! Deciding formulas: the solver interface, the bit-blaster and decorators. Knows nothing of programs; what needs
//! foreign code is in `backends`.

pub mod blast;
pub mod blasted;
pub mod sat;
pub mod solver;
pub mod validate;

pub use blasted::Blasted;
pub use sat::{Sat, SatAnswer};
pub use solver::{Answer, Model, Purpose, Query, Solver};
pub use validate::Validate;
