//! What an engine is asked, and how it reports while it runs.

use crate::board::Board;
use crate::invariants::Invariant;
use crate::paths::Strategy;
use crate::settling::settled;
use crate::swarm::{Plan, Tried};
use crate::verdict::{Outcome, Scope, Turns, Verdict};
use hecaton_base::Budget;
use hecaton_cache::Cache;
use hecaton_cpa::reached::Order;
use hecaton_ir::ahead::demanded;
use hecaton_ir::passes::Choices;
use hecaton_ir::passes::sequentialize::Method;
use hecaton_ir::{Choice, Program, PropId, lockset};
use hecaton_jobs::Crew;
use hecaton_solve::Solver;
use hecaton_symex::{Context, Restriction};
use std::collections::{BTreeMap, BTreeSet};
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

/// How the engine `bam` goes about its analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// What is analysed on its own.
    pub blocks: Blocked,
    /// In which order states are taken from wait lists.
    pub order: Order,
    /// The reached states may take about so many bytes.
    pub states: u64,
}

impl Default for Analysis {
    fn default() -> Self {
        Analysis { blocks: Blocked::Functions, order: Order::Calls, states: 2 << 30 }
    }
}

/// What is analysed on its own, and what is found remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Nothing: calls are entered like any other code.
    Nothing,
    /// Function bodies.
    Functions,
    /// Function bodies and loops.
    Loops,
}

/// How paths are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Which saved state is taken next; several take turns.
    pub strategies: Vec<Strategy>,
    /// When a path is asked whether it is possible.
    pub check_at: CheckAt,
    /// Which states are joined where they meet.
    pub merge: Merge,
    /// Report the inputs of every path that comes to its end.
    pub tests: bool,
    /// For everything that is chosen at random.
    pub seed: u64,
    /// Paths are followed up to so many branches with several ways.
    pub depth: Option<u32>,
    /// How many conditions are solved together by `disjuncts`; without it few at first, then more.
    pub block: Option<usize>,
    /// States that are kept whole in one job; of others only the decisions are kept.
    pub live: usize,
    /// After so many paths a job gives away what is left, whether somebody wants it or not: for tests. Without it, after
    /// some time, if somebody does.
    pub share_after: Option<u64>,
    /// Which configurations of features are tried, by `swarm`.
    pub swarm: Plan,
    /// By which translation `cba` makes programs with threads sequential; without it, by none of them.
    pub method: Option<Method>,
    /// Where violations need not be looked for: the rest was shown before.
    pub restriction: Arc<Restriction>,
}

impl Default for Search {
    fn default() -> Self {
        let strategies = vec![];
        Search {
            strategies,
            check_at: CheckAt::Auto,
            merge: Merge::None,
            tests: false,
            seed: 1,
            depth: None,
            block: None,
            live: 8192,
            share_after: None,
            swarm: Plan::default(),
            method: None,
            restriction: Arc::default(),
        }
    }
}

/// When a path is asked whether it is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckAt {
    /// Where it comes to a branch, but more and more seldom while all paths turn out to be possible.
    Auto,
    /// Where it comes to a branch.
    Branch,
    /// At its end.
    End,
    /// At every so many branches.
    Every(u32),
}

/// Which states are joined where they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// None.
    None,
    /// At the heads of loops and behind loops, if they are nearly the same.
    Loops,
    /// Everywhere, if they are nearly the same.
    All,
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

/// Bounds on loops and recursion.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bounds {
    /// A fixed bound for every loop and for recursion; without it the bound is raised until everything is settled.
    pub unwind: Option<u32>,
    /// Fixed bounds for the loops at a line of a file (compared by the end of the path).
    pub loops: Vec<(String, u32, u32)>,
    /// A fixed bound for the turns of threads; without it the bound is raised.
    pub turns: Option<Turns>,
}

/// News from a running engine.
#[derive(Clone, Debug)]
pub enum Event {
    /// The engine now unwinds to this bound.
    Bound(u32),
    /// What it is doing, in a word or two: `executing`, `solving`.
    Phase(&'static str),
    /// A property has its final verdict.
    Settled(PropId, Verdict),
    /// The choices of a path that came to its end.
    Test(Vec<Choice>),
    /// A configuration of features was tried.
    Tried(Tried),
    /// What holds at the heads of loops; the last is the most exact.
    Invariants(Vec<Invariant>),
    /// Numbers worth showing, by name.
    Counts(BTreeMap<&'static str, u64>),
}

/// Takes the news; called from any worker.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// The property of data races, if it is asked and the locks of the program show that there are none.
fn unraced(task: &Task) -> Option<PropId> {
    let race = task.program.race.filter(|race| task.props.contains(race))?;
    lockset::excludes_races(&task.program).then_some(race)
}

/// One way of deciding properties.
pub trait Engine: Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;
    /// Decides what it can within the budget, by jobs for the crew, beside others that note on the same board what they
    /// settle. Every property of the task has a verdict in the outcome.
    fn join(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome;
    /// The same, alone, and with what can be said only in the end.
    fn run(&self, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink) -> Outcome {
        let Some(race) = unraced(task) else {
            let board = Board::default();
            let outcome = self.join(task, budget, crew, sink, &board);
            return settled(task, outcome, &board.doubtful(), budget, sink);
        };
        let rest = Task { props: task.props.iter().copied().filter(|prop| *prop != race).collect(), ..task.clone() };
        let board = Board::default();
        let mut outcome = match rest.props.is_empty() {
            true => Outcome::default(),
            false => self.join(&rest, budget, crew, sink, &board),
        };
        let verdict = Verdict::Holds(Scope::All);
        sink(Event::Settled(race, verdict.clone()));
        outcome.verdicts.insert(race, verdict);
        // Where no engine looked at the program, no access was seen to be valid.
        let doubtful = if rest.props.is_empty() { demanded(&task.program) } else { board.doubtful() };
        settled(task, outcome, &doubtful, budget, sink)
    }
}
