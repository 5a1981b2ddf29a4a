//! What can be chosen about a check: bounds, and how each engine goes about its search.

use crate::verdict::Turns;
use hecaton_cpa::reached::Order;
use hecaton_ir::FeatureId;
use hecaton_ir::passes::sequentialize::Method;
use hecaton_symex::Restriction;
use std::sync::Arc;
use std::time::Duration;

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

/// The orders in which saved states can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Depth first: the youngest state.
    Lifo,
    /// Breadth first: the oldest state.
    Fifo,
    /// Any.
    Random,
    /// The one that is nearest to code that no path has reached.
    Coverage,
    /// The one with the fewest rounds of loops.
    ShallowLoops,
    /// The one with the fewest preemptions of threads, of those the youngest.
    FewPreemptions,
    /// The one with the fewest threads and preemptions, of those the youngest.
    FewThreads,
    /// Of threads, one order of each set of equivalent ones, as long as that leads anywhere; else depth first.
    SourceSets,
}

impl Strategy {
    /// All of them, with their names on the command line.
    pub const ALL: [(Strategy, &'static str); 8] = [
        (Strategy::Lifo, "lifo"),
        (Strategy::Fifo, "fifo"),
        (Strategy::Random, "random"),
        (Strategy::Coverage, "coverage"),
        (Strategy::ShallowLoops, "shallow-loops"),
        (Strategy::FewPreemptions, "few-preemptions"),
        (Strategy::FewThreads, "few-threads"),
        (Strategy::SourceSets, "source-sets"),
    ];
}

/// Which configurations are tried, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many; without it a few for each feature.
    pub configurations: Option<usize>,
    /// The chance that a feature is omitted, in thousandths.
    pub rate: u32,
    /// How long one may take.
    pub each: Duration,
    /// What checks them.
    pub inner: Inner,
    /// Go on when a violation is found.
    pub all: bool,
    /// Look at the part of a variant that the properties depend on.
    pub slice: bool,
    /// Look for violations in the whole program only where verified configurations leave them open.
    pub restrict: bool,
    /// These instead of random ones, each ascending; the whole program is not asked.
    pub exactly: Vec<Vec<FeatureId>>,
    /// In the end, ask the whole program for what is open.
    pub whole: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            configurations: None,
            rate: 500,
            each: Duration::from_secs(10),
            inner: Inner::Turns,
            all: false,
            slice: true,
            restrict: true,
            exactly: vec![],
            whole: true,
        }
    }
}

/// The engines that can check a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inner {
    /// `bmc` and `paths` in turns: what is hard for one of them is often easy for the other.
    Turns,
    /// The whole variant at once.
    Bmc,
    /// Path by path.
    Paths,
    /// Path conditions together.
    Disjuncts,
}

impl Inner {
    /// All of them, the default first.
    pub const ALL: [Inner; 4] = [Inner::Turns, Inner::Bmc, Inner::Paths, Inner::Disjuncts];
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Inner::Turns => "turns",
            Inner::Bmc => "bmc",
            Inner::Paths => "paths",
            Inner::Disjuncts => "disjuncts",
        }
    }
}
