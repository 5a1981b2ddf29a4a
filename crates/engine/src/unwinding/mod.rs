//! Merged execution: all paths at once, states joined wherever they meet, up to bounds on loops and recursion, and what
//! can be concluded from one such execution.

mod bounds;
mod decider;
mod merged;

pub(crate) use bounds::{Cut, Round, cut};
pub(crate) use decider::{Decider, Found, next_group};
pub(crate) use merged::{Halted, Stuck, Visitor, execute};
