//! C text to IR: preprocessing with the system's compiler, a hand-written parser, and lowering to `hecaton-ir`.
//! Knows no engine and no other language.

pub mod ast;
pub mod diag;
pub mod lex;
mod literal;
pub mod parse;
pub mod preprocess;
