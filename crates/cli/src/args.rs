//! The command line as typed: the only definition of it, from which help, completions and the man page are made.

use clap::{Args, Parser, Subcommand, ValueEnum};
use hecaton_cpa::reached::Order;
use hecaton_engine::{Analysis, Blocked, CheckAt, Inner, Merge, Plan, Search, Strategy, Turns};
use hecaton_front_c::Predicate;
use hecaton_ir::DataModel;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  hecaton check sort.c                         every default property, on all executions if possible
  hecaton check -p bounds,overflow sort.c      only these kinds of property
  hecaton check -p all,-leak sort.c            everything but leaks
  hecaton check --unwind 10 loop.c             at most 10 rounds of every loop: a bounded answer
  hecaton check --format json sort.c           the same content for a program to read
  hecaton check --sv-comp task.yml             an SV-COMP task, ending in its result line
  hecaton check --function insert list.c       one function with any arguments
  hecaton check --compdb build                 the program that a compile_commands.json describes
  hecaton list properties sort.c               what would be checked, with its name and place

Exit codes:
  0    every property holds on all executions
  10   a property is violated
  5    inconclusive, or shown only up to a bound (0 with --accept-bounded)
  1    wrong use of the command line
  2    bad input, or code that can be reached and is not supported
  6    internal error
  7    a report or a file could not be written whole
  130  interrupted; the results so far are printed";

/// Checks C programs against their assertions and against undefined behaviour.
#[derive(Parser, Debug)]
#[command(name = "hecaton", version, about, after_long_help = EXAMPLES, max_term_width = 110)]
#[command(after_help = "Exit codes: 0 holds, 10 violated, 5 inconclusive, 1 usage, 2 bad input, 6 internal. \
                        `hecaton help check` says more.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Decide properties of a program.
    #[command(after_long_help = EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Print the intermediate representation of a program.
    Ir(IrArgs),
    /// Check a bundle of `hecaton check --certificate` again, from its files alone.
    ///
    /// Each refutation is checked by hecaton's own checker, and by `lrat-check` and `cake_lpr` if they are on PATH. Inputs that are
    /// still where they were must not have changed. A bundle that is accepted shows that its formulas have no model, not
    /// that they are those of the program: running `hecaton check --certificate` again shows that. Exit code 2 if it is
    /// refused.
    Certify(CertifyArgs),
    /// Print a program with threads as a sequential one, for schedules with a bound on turns.
    ///
    /// What is violated in it is violated by a schedule within the bound, and the other way round: assertions, accesses to
    /// memory, arithmetic, and deadlocks (all wait, or some wait for each other), which are asked for at its end. Not
    /// translated are data races, lost memory and memory that is not freed; its notes say so if they were asked for. What a
    /// translation cannot express is refused, or makes the verdict unknown where it is reached.
    Sequentialize(SequentializeArgs),
    /// List what a program contains.
    List(ListArgs),
    /// List the solvers that can be used, with their versions.
    Solvers,
    /// List the library functions that are modelled, by header, and how.
    Models {
        /// For a person, or as one JSON value.
        #[arg(long, value_enum, default_value_t = ListFormat::Human)]
        format: ListFormat,
    },
    /// Look after the cache of earlier results.
    Cache {
        /// What to do.
        #[command(subcommand)]
        action: CacheAction,
    },
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page (for `man -l -`).
    Man,
}

/// `hecaton certify`.
#[derive(Args, Debug)]
pub struct CertifyArgs {
    /// The folder that `hecaton check --certificate` has written.
    #[arg(value_name = "DIR")]
    pub bundle: PathBuf,
    /// Use no checker but hecaton's own.
    #[arg(long)]
    pub no_others: bool,
}

/// `hecaton cache`.
#[derive(Subcommand, Debug)]
pub enum CacheAction {
    /// Say where it is and what is in it.
    Stats(CachePlace),
    /// Remove everything.
    Clear(CachePlace),
    /// Look at the checksums of all entries, and remove those that are damaged.
    Verify(CachePlace),
}

/// Where the cache is.
#[derive(Args, Debug)]
pub struct CachePlace {
    /// The folder of the cache [default: $HECATON_CACHE, else hecaton in the user's cache folder].
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

/// Whether and where results are kept for later runs.
#[derive(Args, Debug)]
pub struct CacheArgs {
    /// Neither use nor keep results of other runs.
    #[arg(long, help_heading = "Cache")]
    pub no_cache: bool,
    /// Keep results for later runs in this folder [default: $HECATON_CACHE, else hecaton in the user's cache folder].
    ///
    /// What engine `bam` finds out about a function is used again as long as neither the function nor what it calls has
    /// changed, and what was proved of a whole program as long as nothing has changed. Only this build of the program uses
    /// what it has kept. With --sv-comp nothing is used or kept unless this option is given.
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache", help_heading = "Cache")]
    pub cache: Option<PathBuf>,
    /// How large the cache may become; what was not used for the longest time goes first.
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = parse_size, help_heading = "Cache")]
    pub cache_size: u64,
}

/// `hecaton check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,

    /// What to check: kinds and groups separated by commas, `-kind` to leave one out, or an SV-COMP `.prp` file.
    ///
    /// Kinds: assertion, unreach, bounds, deref, free, leak, cleanup, overflow, division, shift, conversion, pointer,
    /// alignment, overlap, vla, sequence, uninit, and of programs with threads race and deadlock.
    /// Groups: default (all but leak, cleanup, pointer, alignment and uninit), memory (bounds, deref, free, leak), all.
    /// conversion reports floats that do not fit the integer type they are converted to; pointer, pointers that are
    /// moved out of their object, or ordered or subtracted across objects; overlap, copies onto themselves; vla,
    /// lengths of arrays that are not positive or too large; sequence, effects on one variable in no certain order.
    /// Without bounds, an array access need only be inside of the object that the array is a part of.
    /// uninit reports reads of local scalar variables that have no value yet and whose address is not taken.
    /// A list that begins with `-kind` starts from the default.
    #[arg(short, long = "property", value_name = "PROPS|FILE.prp", allow_hyphen_values = true)]
    #[arg(help_heading = "Question")]
    pub property: Vec<String>,
    /// How to decide: `auto`, `bmc`, `paths`, `disjuncts`, `swarm`, `cba` or `bam`.
    ///
    /// `bmc` looks at all paths at once, with a bound on loops that is raised, and tries induction beside it. `paths`
    /// follows one path after the other; `disjuncts` does so without asking a solver, and solves many path conditions
    /// together. `swarm` runs one of them on variants of the program without some of its features (see --swarm), then
    /// on the whole. `cba` is for programs with threads: it looks at all schedules at once, with a bound on the turns
    /// of threads that is raised. `bam` proves without bounds: it analyses functions in parallel with intervals, known
    /// values and predicates, tells more apart where a path to a violation turns out to be impossible, and reports those
    /// that are possible. `auto` lets them work side by side and takes what the first of them finds out.
    #[arg(long, value_name = "ENGINE", default_value = "auto", help_heading = "Search")]
    pub engine: String,
    /// Unwind every loop and recursion at most N times, instead of deepening until everything is settled.
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub unwind: Option<u32>,
    /// Unwind the loops at this line at most N times; may be repeated.
    #[arg(long, value_name = "FILE:LINE=N", value_parser = parse_unwind_loop, help_heading = "Search")]
    pub unwind_loop: Vec<(String, u32, u32)>,
    /// Use up to N worker threads [default: one for each core].
    #[arg(short, long, alias = "workers", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = "Search")]
    pub jobs: Option<u16>,
    /// For tests: run jobs one at a time, in an order that the number decides, and send them through their encoding.
    #[arg(long, value_name = "SEED", hide = true, help_heading = "Search")]
    pub inline: Option<u64>,
    /// For tests: throw away the first outcome of jobs at this rate, from 0 to 1.
    #[arg(long, value_name = "RATE", hide = true, help_heading = "Search")]
    pub lose_jobs: Option<f64>,
    /// Do not try to prove by induction what has no bound.
    #[arg(long, help_heading = "Search")]
    pub no_induction: bool,
    /// With --engine bam: what is analysed on its own, and what is found remembered.
    #[arg(long, value_enum, value_name = "BLOCKS", default_value_t = BamBlocks::Functions, help_heading = "Search")]
    pub bam: BamBlocks,
    /// With --engine bam: which state is followed next.
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = WaitList::Calls, help_heading = "Search")]
    pub wait_list: WaitList,
    /// With --engine paths: which saved state is taken next; several take turns. By default lifo, and if the program
    /// has threads few-preemptions, shallow-loops and few-threads in turn with it, and source-sets beside them.
    #[arg(long, value_name = "ORDER", value_delimiter = ',', value_parser = parse_strategy)]
    #[arg(help_heading = "Paths")]
    pub strategy: Vec<Strategy>,
    /// With --engine paths: ask whether a path is possible at each `branch`, at its `end`, or at every N branches.
    ///
    /// `auto` asks at each branch at first, then more and more seldom while all paths turn out to be possible.
    #[arg(long, value_name = "auto|branch|end|N", default_value = "auto", value_parser = parse_check_at)]
    #[arg(help_heading = "Paths")]
    pub check_at: CheckAt,
    /// With --engine paths: join states that meet and are nearly the same; they are then taken in program order.
    #[arg(long, value_enum, value_name = "WHERE", default_value_t = Merging::None, help_heading = "Paths")]
    pub merge: Merging,
    /// With --engine paths or disjuncts: follow paths only up to N branches with several ways: a bounded answer.
    #[arg(long, value_name = "N", help_heading = "Paths")]
    pub depth: Option<u32>,
    /// With --engine disjuncts: solve N path conditions together [default: few at first, then more].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000000), help_heading = "Paths")]
    pub block: Option<u32>,
    /// With --engine disjuncts: solve on these solvers in turn.
    #[arg(long, value_name = "SOLVERS", value_delimiter = ',', conflicts_with = "solver", help_heading = "Paths")]
    pub solvers: Vec<String>,
    /// With --engine paths: write the inputs of every path that comes to its end to this folder, as JSON and as C.
    #[arg(long, value_name = "DIR", help_heading = "Paths")]
    pub tests: Option<PathBuf>,
    /// With --engine swarm.
    #[command(flatten)]
    pub swarm: SwarmArgs,
    /// With --engine cba: look at schedules in which every thread has at most K turns, one a round.
    #[arg(long, value_name = "K", conflicts_with = "contexts", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(help_heading = "Threads")]
    pub rounds: Option<u32>,
    /// With --engine cba: look at schedules of at most K turns.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Threads")]
    pub contexts: Option<u32>,
    /// With --engine cba: make the program sequential by a translation of the paper, and check that.
    ///
    /// Without it all schedules are put into one formula directly, which is faster (see bench/cba.md). Data races and memory
    /// that is not freed are looked at in that way in any case, if a bound is given; a translation does not say them.
    #[arg(long, value_enum, value_name = "METHOD", help_heading = "Bounds")]
    pub method: Option<Method>,
    /// With --contexts: whose turn it is, anybody's or in the order of their making.
    #[arg(long, value_enum, value_name = "WHOSE", default_value_t = Schedule::Arbitrary, requires = "contexts")]
    #[arg(help_heading = "Threads")]
    pub schedule: Schedule,
    /// What is kept from one run to the next.
    #[command(flatten)]
    pub keep: CacheArgs,
    /// For everything that is chosen at random.
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Search")]
    pub seed: u64,
    /// Which solver decides formulas (see `hecaton solvers`).
    #[arg(long, value_name = "SOLVER", help_heading = "Search")]
    pub solver: Option<String>,
    /// Rewrite formulas as a whole before they are solved. Pays on some programs, costs a little on most.
    #[arg(long, help_heading = "Search")]
    pub normalize: bool,
    /// Look at the whole program at once, instead of the part that the properties depend on.
    #[arg(long, help_heading = "Search")]
    pub no_slice: bool,
    /// End within this time, such as 60s, 5min or 1h, with the results so far. Time that the process is stopped does not count.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
    /// Stop at this much memory, such as 512MiB or 4GiB, and print the results so far.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// With --engine bam: stop the analysis when the states that it has reached take about this much memory.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "2GiB", help_heading = "Limits")]
    pub states: u64,
    /// Stop at the first violation instead of deciding all other properties too. `--sv-comp` has one answer, and implies this.
    #[arg(long, help_heading = "Limits")]
    pub first: bool,
    /// Take "holds up to the bound" for success: exit code 0 instead of 5.
    #[arg(long, help_heading = "Limits")]
    pub accept_bounded: bool,
    /// How to report: for a person, as one JSON value, or as one JSON value per event and line.
    #[arg(long, value_enum, default_value_t = Format::Human, help_heading = "Report")]
    pub format: Format,
    /// End with the result line of SV-COMP (`Verification result: …`).
    #[arg(long, help_heading = "Report")]
    pub sv_comp: bool,
    /// How much of a counterexample to show.
    #[arg(long, value_enum, default_value_t = TraceLength::Short, help_heading = "Report")]
    pub trace: TraceLength,
    /// Show what holds at the head of each loop, as far as engine `bam` knows.
    #[arg(long, help_heading = "Report")]
    pub invariants: bool,
    /// If everything holds on all executions, write a correctness witness: YAML in the format 2.0 of SV-COMP.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub witness: Option<PathBuf>,
    /// Check a proof of every unsatisfiable answer of the SAT solver, and say what is certified by that and what is not.
    ///
    /// The solver gives an LRAT proof, which hecaton checks while the solver runs, from the clauses that it gave to it. An
    /// answer whose proof is wrong is a defect: nothing counts as proved beside it. Answers of other solvers (--solver)
    /// are counted as not certified. Results of other runs are not taken from the cache.
    #[arg(long, help_heading = "Report")]
    pub certify: bool,
    /// Certify, and write a bundle to this new folder: for each such answer a formula and its refutation as DIMACS and LRAT
    /// files, and what they are for. `hecaton certify DIR` and other checkers can check them again.
    #[arg(long, value_name = "DIR", help_heading = "Report")]
    pub certificate: Option<PathBuf>,
    /// With --certificate: how large the bundle may become. One that would be larger is not written: exit code 7.
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = parse_size, help_heading = "Report")]
    pub certificate_size: u64,
    /// Write a timeline of workers and jobs, for ui.perfetto.dev or chrome://tracing.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub chrome_trace: Option<PathBuf>,
    /// Predict the time with 2 to 1024 workers, from the jobs of this run and what each followed from.
    ///
    /// Work is split more finely than the workers of this run need. A run with -j1 is the best to predict from: its
    /// jobs do not slow each other down.
    #[arg(long, help_heading = "Report")]
    pub scaling: bool,
    /// List the properties that hold as well.
    #[arg(short, long, help_heading = "Report")]
    pub verbose: bool,
}

impl CheckArgs {
    /// Whether unsatisfiable answers are to be certified.
    pub fn certifies(&self) -> bool {
        self.certify || self.certificate.is_some()
    }
    /// How `--engine bam` goes about its analysis.
    pub fn analysis(&self) -> Analysis {
        let blocks = match self.bam {
            BamBlocks::Off => Blocked::Nothing,
            BamBlocks::Functions => Blocked::Functions,
            BamBlocks::Loops => Blocked::Loops,
        };
        let order = match self.wait_list {
            WaitList::Depth => Order::Depth,
            WaitList::Breadth => Order::Breadth,
            WaitList::Postorder => Order::Postorder,
            WaitList::Calls => Order::Calls,
        };
        Analysis { blocks, order, states: self.states }
    }
    /// How paths are searched.
    pub fn search(&self) -> Search {
        let merge = match self.merge {
            Merging::None => Merge::None,
            Merging::Loops => Merge::Loops,
            Merging::All => Merge::All,
        };
        Search {
            strategies: self.strategy.clone(),
            check_at: self.check_at,
            merge,
            tests: self.tests.is_some(),
            seed: self.seed,
            depth: self.depth,
            block: self.block.map(|size| size as usize),
            swarm: Plan {
                configurations: self.swarm.configurations.map(|count| count as usize),
                rate: self.swarm.omit_rate,
                each: self.swarm.each,
                inner: self.swarm.inner,
                all: self.swarm.all,
                slice: !self.no_slice,
                restrict: !self.swarm.no_restrict,
                ..Plan::default()
            },
            method: self.method.map(Method::of_ir),
            ..Search::default()
        }
    }
    /// The bound on turns of threads.
    pub fn turns(&self) -> Option<Turns> {
        match (self.rounds, self.contexts, self.schedule) {
            (Some(rounds), _, _) => Some(Turns::Rounds(rounds)),
            (None, Some(contexts), Schedule::Arbitrary) => Some(Turns::Contexts(contexts)),
            (None, Some(contexts), Schedule::RoundRobin) => Some(Turns::InTurn(contexts)),
            (None, None, _) => None,
        }
    }
    /// How many worker threads to use.
    pub fn workers(&self) -> u16 {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(|| u16::try_from(cores()).unwrap_or(u16::MAX))
    }
}

/// Which variants of the program `--engine swarm` looks at.
#[derive(Args, Debug)]
pub struct SwarmArgs {
    /// With --engine swarm: try N random sets of features to omit [default: 4 for each feature, 8 to 64].
    ///
    /// A feature is what a `log("name")` stands at (see `hecaton list features`). Where an omitted one would take place
    /// the execution ends. What is violated without some features is violated; what is not is asked of the whole program
    /// in the end.
    #[arg(long = "swarm", value_name = "N", help_heading = "Swarm")]
    pub configurations: Option<u32>,
    /// With --engine swarm: the chance that a feature is omitted, from 0 to 1.
    #[arg(long, value_name = "RATE", default_value = "0.5", value_parser = parse_rate, help_heading = "Swarm")]
    pub omit_rate: u32,
    /// With --engine swarm: how long one configuration may take.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration, help_heading = "Swarm")]
    pub each: Duration,
    /// With --engine swarm: the engine that checks a configuration: `bmc`, `paths` or `disjuncts`, or `turns` for the
    /// first two in turns.
    #[arg(long, value_name = "ENGINE", default_value = "turns", value_parser = parse_inner, help_heading = "Swarm")]
    pub inner: Inner,
    /// With --engine swarm: go on after the first violation, and look for other ones.
    #[arg(long, help_heading = "Swarm")]
    pub all: bool,
    /// With --engine swarm: look for violations everywhere in the whole program, even where configurations rule them out.
    #[arg(long, help_heading = "Swarm")]
    pub no_restrict: bool,
    /// Drop features from a violation, one after the other, while there is still one without them.
    ///
    /// The report then says which features it needs. Each question has the time of --each.
    #[arg(long, conflicts_with_all = ["first", "sv_comp"], help_heading = "Swarm")]
    pub minimise: bool,
    /// With --engine swarm: omit exactly these features, and do not look at the whole program; may be repeated.
    #[arg(long, value_name = "FEATURES", help_heading = "Swarm")]
    pub omit: Vec<String>,
}

/// `hecaton ir`.
#[derive(Args, Debug)]
pub struct IrArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
    /// List the blocks that `check --engine bam --bam loops` analyses on their own instead: functions and loops, nested.
    #[arg(long, help_heading = "Question")]
    pub blocks: bool,
    /// With --blocks: draw them, as a graph for Graphviz.
    #[arg(long, requires = "blocks", help_heading = "Question")]
    pub dot: bool,
    /// Print only the part that the properties depend on, as `check` looks at it.
    #[arg(long, help_heading = "Question")]
    pub slice: bool,
    /// Print the variant without these features, sliced, as `check --engine swarm` looks at it.
    #[arg(long, value_name = "FEATURES", help_heading = "Question")]
    pub omit: Option<String>,
    /// With --omit: print the variant as it is, instead of the part that the properties depend on.
    #[arg(long, requires = "omit", conflicts_with = "slice", help_heading = "Question")]
    pub no_slice: bool,
    /// The properties to slice for, as for `check`.
    #[arg(short, long = "property", value_name = "PROPS|FILE.prp", allow_hyphen_values = true)]
    #[arg(help_heading = "Question")]
    pub property: Vec<String>,
}

/// `hecaton sequentialize`.
#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("bound").required(true).args(["rounds", "contexts"])))]
pub struct SequentializeArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
    /// The translation: explicit program counters, Lal-Reps, or La Torre-Madhusudan-Parlato.
    #[arg(long, value_enum, value_name = "METHOD", help_heading = "Bounds")]
    pub method: Method,
    /// Every thread has at most K turns, one a round.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100), help_heading = "Bounds")]
    pub rounds: Option<u32>,
    /// There are at most K turns.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100), help_heading = "Bounds")]
    pub contexts: Option<u32>,
    /// Whose turn it is [default: round-robin with --rounds, arbitrary with --contexts].
    #[arg(long, value_enum, value_name = "WHOSE", help_heading = "Bounds")]
    pub schedule: Option<Schedule>,
    /// Where the program makes threads in loops, or other threads than the first make some: at most N beside it.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=64))]
    #[arg(help_heading = "Bounds")]
    pub threads: u32,
    /// How deep a function may call itself: calls are copied.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=50))]
    #[arg(help_heading = "Bounds")]
    pub recursion: u32,
    /// The properties to keep, as for `check`.
    #[arg(short, long = "property", value_name = "PROPS|FILE.prp", allow_hyphen_values = true)]
    #[arg(help_heading = "Question")]
    pub property: Vec<String>,
}

/// A translation of programs with threads.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Explicit program counters.
    Epc,
    /// Lal and Reps: threads one after the other, with guessed memory.
    Lr,
    /// La Torre, Madhusudan and Parlato: threads are computed again in every turn.
    Lmp,
}

impl Method {
    /// As the pass calls it.
    pub fn of_ir(self) -> hecaton_ir::passes::sequentialize::Method {
        use hecaton_ir::passes::sequentialize::Method as Of;
        match self {
            Method::Epc => Of::Epc,
            Method::Lr => Of::Lr,
            Method::Lmp => Of::Lmp,
        }
    }
}

/// `hecaton list`.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Of what.
    #[arg(value_enum)]
    pub what: Listed,
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
}

/// What every command that reads a program takes.
#[derive(Args, Debug)]
pub struct InputArgs {
    /// C files (`.c`, preprocessed `.i`; several are linked), one `.hir` file, or one SV-COMP task `.yml`.
    ///
    /// With --compdb, the files of the database to take; without any, all of them.
    #[arg(value_name = "INPUT", required_unless_present = "compdb")]
    pub inputs: Vec<PathBuf>,
    /// Take files and their options from a compile_commands.json, or from the one in a folder.
    #[arg(long, value_name = "DIR|FILE", help_heading = "Preprocessor")]
    pub compdb: Option<PathBuf>,
    /// The function to start in, with any arguments.
    ///
    /// Numbers are arbitrary. A pointer is null, points to an object of its own with any content, or equals an earlier
    /// pointer to the same type; so do pointers in those objects, down to --harness-depth. The report says what was
    /// assumed.
    #[arg(long, value_name = "NAME", help_heading = "Question")]
    pub function: Option<String>,
    /// With --function: how many pointers in a row lead to objects; those behind them are null.
    #[arg(long, value_name = "N", default_value = "2", help_heading = "Question")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=8))]
    pub harness_depth: u32,
    /// With --function: how many elements the objects of pointer arguments have [default: 1, or 8 for bytes].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1048576))]
    #[arg(help_heading = "Question")]
    pub harness_elements: Option<u64>,
    /// Calls of these functions are features, by name; `*` stands for anything: push,pop,top*.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Swarm")]
    pub feature_calls: Vec<String>,
    /// NAME='EXPR at FILE:LINE': the feature NAME takes place where EXPR holds, before a statement at that line.
    ///
    /// EXPR is in C, with what is visible there, and changes nothing. May be repeated.
    #[arg(long, value_name = "NAME=EXPR at FILE:LINE", value_parser = parse_feature, help_heading = "Swarm")]
    pub feature: Vec<Predicate>,
    /// Which features there are beside those that are named: `auto` proposes some.
    ///
    /// They are the ways that decisions over inputs can go, such as the arms of a switch, and the calls that a loop chooses
    /// among.
    #[arg(long, value_enum, default_value = "marked", help_heading = "Swarm")]
    pub features: Features,
    /// Global and static variables start with any content instead of their initial values, but for constant ones.
    #[arg(long, help_heading = "Question")]
    pub arbitrary_globals: bool,
    /// Sizes of int, long and pointers [default: LP64, or what a task file says].
    #[arg(long, value_name = "MODEL", value_parser = parse_data_model, help_heading = "Question")]
    pub data_model: Option<DataModel>,
    /// What a call of a function without body does [default: havoc, with --sv-comp result].
    ///
    /// Where this is not given, functions of the C library that have no model are not
    /// supported instead: the verdict is unknown if one is reached.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Question")]
    pub missing_body: Option<MissingBody>,
    /// Where a pointer from outside leads that is not null: the result of a function without body, say.
    ///
    /// [default: unknown; with --sv-comp own, unless the validity of accesses is asked]
    #[arg(long, value_enum, value_name = "WHERE", help_heading = "Question", hide_possible_values = false)]
    pub outside: Option<Outside>,
    /// Allocation may fail and give a null pointer.
    #[arg(long, help_heading = "Question")]
    pub malloc_may_fail: bool,
    /// Look for included files here too.
    #[arg(short = 'I', value_name = "DIR", help_heading = "Preprocessor")]
    pub include: Vec<PathBuf>,
    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Preprocessor")]
    pub define: Vec<String>,
    /// Undefine a macro.
    #[arg(short = 'U', value_name = "NAME", help_heading = "Preprocessor")]
    pub undefine: Vec<String>,
    /// The language standard, as the compiler takes it: c99, gnu17.
    #[arg(long, value_name = "STANDARD", help_heading = "Preprocessor")]
    pub std: Option<String>,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto, help_heading = "Report")]
    pub color: Color,
}

/// Whose turn it is.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every thread, one after the other.
    RoundRobin,
    /// Whichever.
    Arbitrary,
}

/// What `--engine bam` analyses on its own.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum BamBlocks {
    /// Nothing: calls are entered like any other code.
    Off,
    /// Function bodies.
    #[value(alias = "on")]
    Functions,
    /// Function bodies and loops.
    Loops,
}

/// Which state `--engine bam` follows next.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitList {
    /// The newest.
    Depth,
    /// The oldest.
    Breadth,
    /// That which comes first in reverse post-order, loops as a whole.
    Postorder,
    /// That of the innermost call, and there in reverse post-order.
    Calls,
}

/// Where states of `--engine paths` are joined.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merging {
    /// Nowhere.
    None,
    /// At the heads of loops and behind loops.
    Loops,
    /// Wherever they meet.
    All,
}

/// What a function without body does.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingBody {
    /// Gives any result and leaves any content in the memory it can reach.
    Havoc,
    /// Gives any result and leaves memory as it is.
    Result,
    /// It must not be there: the program is refused, with a list.
    Error,
}

/// Where pointers from outside lead.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Nobody knows: the verdict is unknown where one is used.
    Unknown,
    /// To memory with any content, apart from all objects of the program, where every access is valid.
    Own,
}

/// Which features a program has.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// Those that it logs, and those that options name.
    Marked,
    /// Proposed ones as well.
    Auto,
}

/// What `hecaton list` lists.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// What can be violated.
    Properties,
    /// Loops, as `--unwind-loop` names them.
    Loops,
    /// Named events.
    Features,
    /// Functions, with and without body.
    Functions,
}

/// Report formats.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For a person.
    Human,
    /// One JSON value at the end.
    Json,
    /// One JSON value per line while running, the report last.
    Jsonl,
}

/// Formats of lists.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFormat {
    /// For a person.
    Human,
    /// One JSON value.
    Json,
}

/// How much of a counterexample is shown.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceLength {
    /// Every step.
    Full,
    /// The steps that matter, repeated rounds of a loop left out.
    Short,
    /// Nothing but the place.
    None,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

fn parse_inner(text: &str) -> Result<Inner, String> {
    let names = Inner::ALL.map(Inner::name);
    let known = Inner::ALL.into_iter().find(|inner| inner.name() == text);
    known.ok_or_else(|| format!("there are: {}", names.join(", ")))
}

/// A rate from 0 to 1, in thousandths.
fn parse_rate(text: &str) -> Result<u32, String> {
    let rate: f64 = text.parse().map_err(|_| "expected a number from 0 to 1".to_owned())?;
    match (0.0..=1.0).contains(&rate) {
        true => Ok((rate * 1000.0).round() as u32),
        false => Err("expected a number from 0 to 1".into()),
    }
}

fn parse_feature(text: &str) -> Result<Predicate, String> {
    let wrong = || format!("`{text}` is not of the form NAME=EXPR at FILE:LINE");
    let (name, rest) = text.split_once('=').ok_or_else(wrong)?;
    let (expr, place) = rest.rsplit_once(" at ").ok_or_else(wrong)?;
    let (file, line) = place.rsplit_once(':').ok_or_else(wrong)?;
    let (name, expr, file) = (name.trim(), expr.trim(), file.trim());
    let plain = |c: char| !c.is_control() && !"\"\\,".contains(c);
    if file.is_empty()
        || expr.is_empty()
        || name.is_empty()
        || !name.chars().all(plain)
        || expr.contains(char::is_control)
    {
        return Err(wrong());
    }
    let line = line.trim().parse().map_err(|_| wrong())?;
    Ok(Predicate { name: name.to_owned(), expr: expr.to_owned(), file: file.to_owned(), line })
}

fn parse_strategy(text: &str) -> Result<Strategy, String> {
    let found = Strategy::ALL.iter().find(|(_, name)| *name == text).map(|(strategy, _)| *strategy);
    let names: Vec<&str> = Strategy::ALL.iter().map(|(_, name)| *name).collect();
    found.ok_or_else(|| format!("expected some of {}", names.join(", ")))
}

fn parse_check_at(text: &str) -> Result<CheckAt, String> {
    match text {
        "auto" => Ok(CheckAt::Auto),
        "branch" => Ok(CheckAt::Branch),
        "end" => Ok(CheckAt::End),
        _ => match text.parse::<u32>() {
            Ok(n) if n > 0 => Ok(CheckAt::Every(n)),
            _ => Err("expected auto, branch, end, or a number of branches".into()),
        },
    }
}

fn parse_data_model(text: &str) -> Result<DataModel, String> {
    match text.to_ascii_uppercase().as_str() {
        "ILP32" | "32" => Ok(DataModel::Ilp32),
        "LP64" | "64" => Ok(DataModel::Lp64),
        _ => Err("expected ILP32 or LP64".into()),
    }
}

/// A number and what follows it.
fn split_unit(text: &str) -> Result<(f64, &str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse::<f64>().map_err(|_| format!("`{text}` does not begin with a number"))?;
    Ok((number, text[end..].trim()))
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text)?;
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`: expected ms, s, min or h")),
    };
    // Beyond a century the clock's arithmetic could overflow.
    Ok(Duration::from_secs_f64((number * scale).min(3.2e9)))
}

fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text)?;
    let scale: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(format!("unknown unit `{unit}`: expected KiB, MiB or GiB")),
    };
    let bytes = (number * scale as f64) as u64;
    if bytes == 0 { Err("a limit of nothing".into()) } else { Ok(bytes) }
}

fn parse_unwind_loop(text: &str) -> Result<(String, u32, u32), String> {
    let wrong = || format!("`{text}` is not of the form FILE:LINE=N");
    let (place, bound) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (file, line) = place.rsplit_once(':').ok_or_else(wrong)?;
    let (line, bound) = (line.parse().map_err(|_| wrong())?, bound.parse().map_err(|_| wrong())?);
    if file.is_empty() { Err(wrong()) } else { Ok((file.to_owned(), line, bound)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn durations_and_sizes_have_units() {
        assert_eq!(parse_duration("1.5min"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse_duration("7"), Ok(Duration::from_secs(7)));
        assert!(parse_duration("7 weeks").is_err() && parse_duration("s").is_err() && parse_duration("-1s").is_err());
        assert!(parse_duration("99999999999999999999999999h").is_ok(), "too long is as good as no limit");
        assert_eq!(parse_size("4GiB"), Ok(4 << 30));
        assert_eq!(parse_size("1.5k"), Ok(1536));
        assert!(parse_size("0").is_err() && parse_size("4 potatoes").is_err());
    }

    #[test]
    fn a_loop_is_named_by_file_and_line() {
        assert_eq!(parse_unwind_loop("a:b.c:12=3"), Ok(("a:b.c".into(), 12, 3)));
        for wrong in ["", "x.c:1", "x.c=2", ":1=2", "x.c:a=2", "x.c:1=-2"] {
            assert!(parse_unwind_loop(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_property_list_may_begin_with_a_removal() {
        let cli = Cli::try_parse_from(["hecaton", "check", "-p", "-overflow", "x.c"]).expect("accepted");
        let Command::Check(check) = cli.command else { panic!("not check") };
        assert_eq!(check.property, ["-overflow"]);
    }

    #[test]
    fn the_help_names_every_kind_of_property() {
        let mut command = Cli::command();
        let check = command.find_subcommand_mut("check").expect("there is check");
        let property = check.get_arguments().find(|a| a.get_id() == "property").expect("there is --property");
        let help = property.get_long_help().expect("it has help").to_string();
        for kind in hecaton_ir::PropKind::ALL {
            let named = help.split(|c: char| !c.is_alphanumeric()).any(|word| word == kind.name());
            assert!(named, "`{}` is not in the help of --property", kind.name());
        }
    }

    /// Every `hecaton` command in the README's shell blocks is one the program takes.
    #[test]
    fn the_commands_of_the_readme_exist() {
        let readme = include_str!("../../../README.md");
        let mut commands = 0;
        for block in readme.split("```sh\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default().replace("\\\n", " ");
            for line in block.lines() {
                let line = line.split(" #").next().unwrap_or_default();
                for part in line.split("&&").flat_map(|p| p.split('|')).map(str::trim) {
                    // `hecaton …`, or `cargo run … -- …`.
                    let first = if part.starts_with("cargo run") { "--" } else { "hecaton" };
                    let mut words = part.split_whitespace().skip_while(|w| *w != first);
                    if words.next().is_none() {
                        continue;
                    }
                    commands += 1;
                    let words: Vec<&str> = words.take_while(|w| *w != ">" && *w != "2>&1").collect();
                    let parsed = Cli::try_parse_from(std::iter::once("hecaton").chain(words));
                    if let Err(error) = parsed {
                        assert!(!error.use_stderr(), "README: `{part}`: {error}");
                    }
                }
            }
        }
        assert!(commands >= 5, "only {commands} commands found in the README");
    }
}
