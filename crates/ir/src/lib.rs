//! The intermediate representation that all front ends make and all engines read: one dialect of about twenty
//! instructions, its text form, its verifier, analyses of programs and passes. Knows no source language, no terms and no
//! solver.

pub mod analysis;
pub mod expr;
mod fold;
pub mod passes;
pub mod program;
pub mod scalar;
pub mod text;
pub mod types;
pub mod typing;
pub mod verify;

pub use expr::{Binary, Cast, Expr, Rounding, Unary};
pub use program::*;
pub use types::{DataModel, Field, Format, Record, Scalar, Type, TypeId, Types};
pub use verify::{Fault, Site, verify};
