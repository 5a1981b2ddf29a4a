//! What an engine is asked.

use crate::options::{Analysis, Bounds, Search};
use hecaton_cache::Cache;
use hecaton_ir::passes::{self, Choices};
use hecaton_ir::{Program, PropId};
use hecaton_solve::Solver;
use hecaton_symex::Context;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A question: does this program have these properties?
#[derive(Clone)]
pub struct Task {
    /// The program, verified.
    pub program: Arc<Program>,
    /// If the program is a slice, or a variant without some features: what of.
    pub whole: Option<Whole>,
    /// The properties to decide. Those left out are neither checked nor assumed.
    pub props: Vec<PropId>,
    /// All that is asked about, decided elsewhere included: a path that breaks one of these ends there for everybody.
    pub asked: Arc<BTreeSet<PropId>>,
    /// How far to unwind.
    pub bounds: Bounds,
    /// Makes the solver inside a worker.
    pub solver: SolverMaker,
    /// Others, for engines that can use several.
    pub others: Vec<SolverMaker>,
    /// Rewrite formulas as a whole before they are solved.
    pub normalize: bool,
    /// Try to prove by induction what has no bound.
    pub induction: bool,
    /// How the engine `bam` goes about its analysis.
    pub analysis: Analysis,
    /// How paths are searched, by the engines that look at one at a time.
    pub search: Search,
    /// Tell what is known at the heads of loops.
    pub invariants: bool,
    /// What is kept from one run to the next.
    pub cache: Option<Arc<Cache>>,
}

impl Task {
    /// The same as `context`, for what looks for violations only where the task wants it.
    pub(crate) fn restricted_context(&self, program: &Arc<Program>) -> Context {
        self.context(program).restricted(self.search.restriction.clone())
    }
    /// What runs of the program, or of what a pass made of it, share.
    pub(crate) fn context(&self, program: &Arc<Program>) -> Context {
        let context = match &self.whole {
            Some(Whole { choices: Some(_), .. }) => Context::of_slice(program.clone()),
            Some(Whole { choices: None, .. }) | None => Context::new(program.clone()),
        };
        context.asking(self.asked.clone())
    }
    /// The program with the checks of these properties alone, and straightened: what engines execute.
    pub(crate) fn simplified(&self, props: &[PropId]) -> Arc<Program> {
        let mut program = (*self.program).clone();
        passes::select(&mut program, props);
        passes::straighten(&mut program);
        Arc::new(program)
    }
    /// The program that violations are violations of.
    pub fn original(&self) -> &Arc<Program> {
        self.whole.as_ref().map_or(&self.program, |whole| &whole.program)
    }
}

/// What a slice was cut from, or what features were omitted from. A violation of the part has to be one of the whole as
/// well, and what `hecaton_ir::passes::Slice` says of pointers must be respected.
#[derive(Clone)]
pub struct Whole {
    /// The whole program.
    pub program: Arc<Program>,
    /// Which of its choices the slice makes; if it is no slice, it makes all.
    pub choices: Option<Arc<Choices>>,
}

/// Makes a solver, where it is to be used.
pub type SolverMaker = Arc<dyn Fn() -> Box<dyn Solver> + Send + Sync>;
