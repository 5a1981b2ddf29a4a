//! The decisions that lead to a violation; everything else is recomputed from them.

use hecaton_base::{Wire, WireError};
use hecaton_ir::{Choice, PropId};

/// A run that violates a property, by the choices made on the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counterexample {
    /// What is violated.
    pub property: PropId,
    /// In the order of execution.
    pub choices: Vec<Choice>,
}

impl Wire for Counterexample {
    fn write(&self, out: &mut Vec<u8>) {
        self.property.write(out);
        self.choices.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Counterexample { property: Wire::read(input)?, choices: Wire::read(input)? })
    }
}
