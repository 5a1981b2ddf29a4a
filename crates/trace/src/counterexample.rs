//! The decisions that lead to a violation; everything else is recomputed from them.

use hecaton_ir::{Choice, PropId};
use serde::{Deserialize, Serialize};

/// A run that violates a property, by the choices made on the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counterexample {
    /// What is violated.
    pub property: PropId,
    /// In the order of execution.
    pub choices: Vec<Choice>,
}
