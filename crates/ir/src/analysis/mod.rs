//! Analyses: what can be told of a program without executing it, for passes and engines. They change nothing.
//!
//! `effects` says what instructions consist of and do: the others ask there. `cfg` has the order of blocks and live
//! variables, `dominators` and `control` say what decides about a block, `points` what pointers can point to, `sharing`
//! and `unseen` what other threads can touch and see, `lockset` whether locks exclude all data races, `ahead` which
//! properties can come up behind a place.

pub mod ahead;
pub mod cfg;
pub(crate) mod control;
pub(crate) mod dominators;
pub mod effects;
pub mod lockset;
pub(crate) mod points;
pub mod sharing;
mod unseen;

pub use unseen::unseen;
