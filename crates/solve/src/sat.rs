//! The interface of a SAT solver, as small as the bit-blaster needs it.
//!
//! Literals are those of DIMACS: variable `v > 0` as `v`, its negation as `-v`. What a caller wants to know of a model
//! is said with the question and comes back inside the answer, so that nothing is legal "only after" something else.

use hecaton_base::{Budget, Stop};

/// An incremental SAT solver: clauses only grow, assumptions hold for one question.
pub trait Sat: Send {
    /// The name in reports and on the command line.
    fn name(&self) -> &'static str;
    /// A variable not used before.
    fn new_var(&mut self) -> i32;
    /// Adds a clause for good. The empty clause makes everything unsatisfiable.
    fn add_clause(&mut self, clause: &[i32]);
    /// Decides the clauses together with the assumptions; `watch` lists the literals whose values are wanted.
    fn solve(&mut self, assume: &[i32], watch: &[i32], budget: &Budget) -> SatAnswer;
    /// How many conflicts all questions so far have cost.
    fn conflicts(&self) -> u64;
    /// Prepares for many small questions instead of few large ones, if there is no clause yet.
    fn expect_many(&mut self);
}

/// What a SAT solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatAnswer {
    /// Satisfiable; the values of the watched literals, in their order.
    Sat(Vec<bool>),
    /// Unsatisfiable; these of the assumptions suffice.
    Unsat(Vec<i32>),
    /// Not decided.
    Unknown(Stop),
}
