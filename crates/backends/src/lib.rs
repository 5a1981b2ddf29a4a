//! Solver back ends, one module each: CaDiCaL in process under our bit-blaster, others as SMT-LIB over a pipe.

pub mod cadical;
pub mod discover;
pub mod pipe;
mod process;
mod sexpr;

pub use discover::{Found, Identity, Maker, Reach, discover, identify, make};

use hecaton_solve::{Blasted, Solver, Validate};

/// CaDiCaL under the bit-blaster, its models checked: the default.
pub fn cadical() -> Box<dyn Solver> {
    let sat = cadical::Cadical::new(&cadical::Config::default()).expect("the default configuration exists");
    Box::new(Validate::new(Blasted::new(sat)))
}
