//! What the tests of the interpreter share: programs as text, and ways to run them.

use hecaton_base::{Bits, Budget};
use hecaton_ir::{Choice, Place, Program, text, verify};
use hecaton_trace::{Oracle, Outcome, Until, run};

/// Reads a program that must be faultless.
pub fn program(source: &str) -> Program {
    let program = text::parse("t.hir", source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    assert_eq!(verify(&program), vec![], "{source}");
    let printed = text::print(&program);
    let again = text::parse("t.hir", &printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(text::print(&again), printed);
    program
}

/// Inputs from a list and then zero; objects wherever they fit.
pub struct Inputs(pub Vec<Bits>, pub usize);

impl Oracle for Inputs {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        let next = self.0.get(self.1).cloned();
        self.1 += 1;
        Ok(next.unwrap_or_else(|| Bits::zero(width)))
    }
    fn place(&mut self, _size: u64) -> Result<Place, String> {
        Ok(Place::default())
    }
}

/// Runs to the first violation.
#[allow(dead_code, reason = "not every test file uses it")]
pub fn outcome(source: &str) -> Outcome {
    run(&program(source), &mut Inputs(vec![], 0), Until::First, &Budget::unlimited())
}

/// A 32-bit input.
#[allow(dead_code, reason = "not every test file uses it")]
pub fn input(value: i64) -> Choice {
    Choice::Input(Bits::from_i64(32, value))
}

/// An object anywhere.
#[allow(dead_code, reason = "not every test file uses it")]
pub fn anywhere() -> Choice {
    Choice::Place(Place::default())
}
