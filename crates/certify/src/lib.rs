//! Checks proofs of unsatisfiability, independently of the solvers that write them.
//!
//! The format is LRAT (Cruz-Filipe et al. 2017), without RAT steps: every derived
//! clause names the clauses from which unit propagation refutes its negation. So every derived clause is *implied* by the
//! clauses before it, and that is all that soundness rests on here: which clauses a solver deletes, weakens or restores
//! decides only what it may name.
//!
//! [`Checker`] follows an incremental solver while it runs, and cuts out of its whole derivation the part that one answer
//! needs. [`Cnf`] and [`refute`] check the files that come of that, from nothing but the files. [`Ledger`] collects the answers
//! of all solvers of a run. This crate knows no solver, no term and no program: what it is told by those is not believed.

mod files;
mod ledger;
mod propagate;
mod trace;

pub use files::{Cnf, Malformed, Refuted, refute};
pub use ledger::{Entry, Ledger, Pair, Store, Totals};
pub use trace::{Checker, Fault, Work};
