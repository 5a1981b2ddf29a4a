//! The intermediate representation that all front ends make and all engines read: one dialect of about a dozen
//! instructions, its text form, its verifier and its passes. Knows no source language, no terms and no solver.

pub mod ahead;
pub mod cfg;
pub mod expr;
pub mod lockset;
pub mod passes;
pub mod program;
pub mod scalar;
pub mod sharing;
pub mod text;
pub mod types;
pub mod typing;
pub mod verify;
mod wire;

pub use expr::{Binary, Cast, Expr, Rounding, Unary};
pub use program::*;
pub use types::{DataModel, Field, Format, Record, Scalar, Type, TypeId, Types};
pub use verify::{Fault, Site, verify};
