//! Symbolic execution: a state that is a value, and three functions on it: `start`, `step` and `join`. Asks no solver
//! and knows no search order; engines decide which state goes next and which states are joined.
//!
//! A run's terms, names and trails belong to one [`Context`]; states refer into it by small numbers, so cloning a
//! state is cheap and dropping one is free.

pub mod context;
pub mod contexts;
mod eval;
pub mod forget;
mod join;
mod lifetimes;
mod memory;
mod object;
mod passage;
mod print;
mod scalar;
mod section;
pub mod state;
mod step;
mod threads;
pub mod trail;
mod turn;
mod value;

pub use context::{Context, GuardId, Restriction, Visit};
pub use contexts::{Frames, Watch, World};
pub use eval::formula;
pub use forget::{Changes, Place, forget};
pub use join::{difference, join};
pub use object::ObjId;
pub use print::Print;
pub use section::Footprint;
pub use state::{Check, Frame, Lap, State, Succ};
pub use step::{start, step, step_until};
pub use threads::circle;
pub use trail::{Assignment, TrailId, choices};
pub use turn::{Next, Turn, choose, could_go};
pub use value::{Pointer, Target, Value};
