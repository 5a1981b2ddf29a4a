//! Terms: sorts, a hash-consed DAG, a rewriter in levels, an evaluator, SMT-LIB printing and packs. Knows neither
//! programs nor solvers.
//!
//! A [`Builder`] is the only maker: making a term checks its sorts, simplifies it and shares it. Terms of one builder
//! are small copyable numbers; what crosses a job's border is a `Pack`.

pub mod builder;
pub mod dag;
pub mod eval;
mod facts;
pub mod normal;
pub mod pack;
pub mod rewrite;
mod scalar;
pub mod smtlib;
#[cfg(test)]
mod testing;
pub mod zero;

pub use builder::Builder;
pub use dag::{Dag, Op, Sort, Symbol, Term};
pub use eval::{Evaluator, Value};
pub use normal::{Normalizer, normalize};
pub use pack::Pack;
pub use rewrite::{Level, Rule};
pub use zero::Zeros;
