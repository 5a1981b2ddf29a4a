//! Configurable program analysis: abstract states, their transfer relation, merge and stop, the reached set and the loop
//! that computes it. Knows neither engines nor threads.

mod affine;
pub mod algorithm;
pub mod blocks;
pub mod code;
pub mod diagram;
pub mod domain;
pub mod eval;
pub mod facts;
pub mod formula;
pub mod history;
pub mod memory;
pub mod mine;
pub mod precision;
pub mod predicates;
pub mod range;
pub mod reached;
pub mod related;
pub mod retrace;
pub mod state;
pub mod step;
pub mod value;
