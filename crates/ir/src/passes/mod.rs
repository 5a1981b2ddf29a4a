//! Passes: programs to programs. `select` and `straighten` keep the choices of every run the same, so that a
//! counterexample of what comes out is one of what went in, and so does `omit` for the runs it leaves; `slice` leaves some
//! choices out and says which; `alone` takes the meaning of threads out of a program without any.

mod alone;
mod features;
mod omit;
mod select;
pub mod sequentialize;
mod slice;
mod straighten;

pub use alone::{NO_THREAD, alone, awaited, has_threads};
pub use features::{log_calls, log_decisions};
pub use omit::{forget_features, omit};
pub use select::select;
pub use slice::{Choices, Slice, size, slice, slice_with};
pub use straighten::straighten;
