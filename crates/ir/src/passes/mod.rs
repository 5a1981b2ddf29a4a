//! Passes: programs to programs. Each keeps the choices of every run the same, so that a counterexample of what comes
//! out is one of what went in.

mod select;
mod straighten;

pub use select::select;
pub use straighten::straighten;
