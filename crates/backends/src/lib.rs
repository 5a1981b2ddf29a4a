//! Solver back ends, one module each: CaDiCaL in process under our bit-blaster, others as SMT-LIB over a pipe. And the allocator,
//! which all of them share with the rest of the process.

pub mod cadical;
mod certified;
pub mod discover;
pub mod memory;
pub mod pipe;
mod process;
mod sexpr;
pub mod tracer;

pub use certified::certified;
pub use discover::{Found, Identity, Maker, Reach, discover, identify, make};

use hecaton_solve::{Blasted, Solver, Validate};

/// CaDiCaL under the bit-blaster, its models checked: the default.
pub fn cadical() -> Box<dyn Solver> {
    let sat = cadical::Cadical::new(&cadical::Config::default()).expect("the default configuration exists");
    Box::new(Validate::new(Blasted::new(sat)))
}
