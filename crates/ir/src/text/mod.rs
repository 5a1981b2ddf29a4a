//! The text form of a program, `.hir`: what `hecaton ir` prints, what tests compare, and a small guarded-command
//! language that can be written by hand.

mod names;
mod print;

pub use print::{print, print_expr, print_plain, print_type};
