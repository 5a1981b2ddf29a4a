//! Counterexamples and the concrete interpreter that judges them. A violation is only believed once `replay` has run
//! into it. Knows neither terms nor solvers nor symbolic execution: it is the independent judge.

mod approximate;
mod cause;
mod code;
mod counterexample;
mod fewer;
mod inputs;
mod machine;
mod memory;
mod record;
mod replay;
mod scalar;
mod schedule;
mod show;
mod slice;
mod steps;
mod threads;
mod translated;
mod value;

pub use cause::{Cause, Race, Standing};
pub use counterexample::Counterexample;
pub use fewer::fewer_switches;
pub use inputs::{Given, inputs};
pub use machine::{Asker, Oracle, Outcome, Until, run};
pub use replay::{Mismatch, Reason, replay, replay_slice};
pub use schedule::{Deed, Moment, Party};
pub use steps::{Active, Step, Trace, What};
pub use translated::schedule;
