//! SMT-LIB 2 over a pipe: z3, Yices, cvc5, Bitwuzla.
//!
//! One process keeps the facts; an assumption is a Boolean constant equal to its term, asked for by
//! `check-sat-assuming`. A process that fails in any way is killed and the answer is `Unknown` with its name; the next
//! question starts another one with all facts.

use crate::process::Process;
use crate::sexpr::{DEPTH, Sexpr, shorten};
use hecaton_base::{Bits, Budget, Stop};
use hecaton_solve::solver::ArrayValue;
use hecaton_solve::{Answer, Model, Query, Solver};
use hecaton_term::smtlib::{Printer, bits_text};
use hecaton_term::{Dag, Op, Sort, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A kind of solver: how to start it and what it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name on the command line, in reports, and of the executable.
    pub name: &'static str,
    /// Other names it goes by.
    pub alias: &'static str,
    args: &'static [&'static str],
    logic: &'static str,
    floats: bool,
    filled_arrays: Filled,
    /// Prints arrays as stores; otherwise they are asked for element by element.
    prints_arrays: bool,
    /// Tells which assumptions were needed.
    cores: bool,
}

/// What a solver knows of arrays that hold one value everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filled {
    None,
    /// Only a constant value.
    Constant,
    Any,
}

/// All kinds, the most trusted first.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "z3",
        alias: "z3",
        args: &["-in", "-smt2"],
        logic: "ALL",
        floats: true,
        filled_arrays: Filled::Any,
        prints_arrays: true,
        cores: true,
    },
    Kind {
        name: "bitwuzla",
        alias: "bitwuzla",
        args: &[],
        logic: "ALL",
        floats: true,
        filled_arrays: Filled::Any,
        prints_arrays: true,
        cores: true,
    },
    Kind {
        name: "cvc5",
        alias: "cvc5",
        args: &["--incremental", "--produce-models", "--lang", "smt2"],
        logic: "ALL",
        floats: true,
        filled_arrays: Filled::Constant,
        prints_arrays: true,
        cores: true,
    },
    Kind {
        name: "yices-smt2",
        alias: "yices",
        args: &["--incremental"],
        logic: "QF_ABV",
        floats: false,
        filled_arrays: Filled::None,
        prints_arrays: false,
        cores: true,
    },
];

/// Arrays with at most so many index bits are asked for at every index.
const ENUMERATED: u32 = 6;

/// A solver behind a pipe.
pub struct Pipe {
    kind: Kind,
    path: PathBuf,
    facts: Vec<Term>,
    session: Option<Session>,
}

impl Pipe {
    /// A solver of a kind, by its executable; started at the first question.
    pub fn new(kind: Kind, path: &Path) -> Self {
        Pipe { kind, path: path.to_path_buf(), facts: Vec::new(), session: None }
    }
    fn decide(&mut self, dag: &Dag, query: &Query<'_>) -> Result<Answer, Stop> {
        query.budget.poll()?;
        // Out of `self` meanwhile: a session that failed is gone, and its process with it.
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::start(self.kind, &self.path)?,
        };
        let answer = session.ask(dag, &self.facts, query)?;
        self.session = Some(session);
        Ok(answer)
    }
}

impl Solver for Pipe {
    fn expect_many(&mut self) {
        // What the solver is started with suits both.
    }
    fn effort(&self) -> u64 {
        0
    }
    fn name(&self) -> &'static str {
        self.kind.name
    }
    fn assert(&mut self, _dag: &Dag, fact: Term) {
        self.facts.push(fact);
    }
    fn check(&mut self, dag: &Dag, query: &Query<'_>) -> Answer {
        self.decide(dag, query).unwrap_or_else(Answer::Unknown)
    }
}

/// A process and what it was told.
struct Session {
    kind: Kind,
    process: Process,
    printer: Printer,
    /// How many facts it has.
    told: usize,
    /// The constants that stand for assumptions.
    named: HashMap<Term, String>,
    /// Names of index terms, to ask for arrays by their elements.
    indices: BTreeMap<Term, String>,
    /// What was searched for index terms.
    searched: HashSet<Term>,
}

impl Session {
    fn start(kind: Kind, path: &Path) -> Result<Self, Stop> {
        let process = Process::start(kind.name, path, kind.args)?;
        let mut text = String::from("(set-option :print-success false)\n(set-option :produce-models true)\n");
        if kind.cores {
            text.push_str("(set-option :produce-unsat-assumptions true)\n");
        }
        let _ = writeln!(text, "(set-logic {})", kind.logic);
        process.send(text);
        Ok(Session {
            kind,
            process,
            printer: Printer::new(),
            told: 0,
            named: HashMap::new(),
            indices: BTreeMap::new(),
            searched: HashSet::new(),
        })
    }

    fn ask(&mut self, dag: &Dag, facts: &[Term], query: &Query<'_>) -> Result<Answer, Stop> {
        let fresh = &facts[self.told..];
        let mut text = String::new();
        for term in fresh.iter().chain(query.assume) {
            self.inspect(dag, *term, &mut text)?;
        }
        for fact in self.print(dag, fresh, &mut text)? {
            let _ = writeln!(text, "(assert {fact})");
        }
        self.told = facts.len();
        let mut names = Vec::with_capacity(query.assume.len());
        for term in query.assume {
            names.push(self.assumption(dag, *term, &mut text)?);
        }
        if names.is_empty() {
            text.push_str("(check-sat)\n");
        } else {
            let _ = writeln!(text, "(check-sat-assuming ({}))", names.join(" "));
        }
        self.process.send(text);
        match self.process.receive(query.budget)?.atom() {
            Some("sat") => Ok(Answer::Sat(self.model(dag, query.budget)?)),
            Some("unsat") => Ok(Answer::Unsat(self.core(query, &names)?)),
            Some("unknown") => Err(self.process.failed("answered `unknown`")),
            other => {
                let what = other.unwrap_or("a list");
                Err(self.process.failed(&format!("answered `{}`", shorten(what))))
            }
        }
    }

    /// Prints what is new for some terms; gives the expressions of the terms.
    fn print(&mut self, dag: &Dag, terms: &[Term], text: &mut String) -> Result<Vec<String>, Stop> {
        let printed = self.printer.print(dag, terms).map_err(|e| self.unsupported(&e.to_string()))?;
        text.push_str(&printed.text);
        Ok(printed.roots)
    }
    fn assumption(&mut self, dag: &Dag, term: Term, text: &mut String) -> Result<String, Stop> {
        if let Some(name) = self.named.get(&term) {
            return Ok(name.clone());
        }
        let root = self.print(dag, &[term], text)?.remove(0);
        let name = format!("assume!{}", self.named.len());
        let _ = writeln!(text, "(declare-fun {name} () Bool)\n(assert (= {name} {root}))");
        self.named.insert(term, name.clone());
        Ok(name)
    }
    /// Names every index at which some array is read or written below a term; refuses what the solver does not know.
    fn inspect(&mut self, dag: &Dag, root: Term, text: &mut String) -> Result<(), Stop> {
        let mut stack = vec![root];
        let mut indices = Vec::new();
        while let Some(term) = stack.pop() {
            if !self.searched.insert(term) {
                continue;
            }
            let args = dag.args(term);
            stack.extend_from_slice(args);
            match dag.op(term) {
                Op::Select | Op::Store => indices.push(args[1]),
                Op::ArrayConst(_) => match (self.kind.filled_arrays, dag.as_bits(args[0])) {
                    (Filled::Any, _) | (Filled::Constant, Some(_)) => {}
                    (Filled::Constant, None) | (Filled::None, _) => return Err(self.unsupported("constant arrays")),
                },
                _ => {}
            }
            if matches!(dag.sort(term), Sort::Float(_)) && !self.kind.floats {
                return Err(self.unsupported("floats"));
            }
        }
        let names = self.print(dag, &indices, text)?;
        self.indices.extend(indices.into_iter().zip(names));
        Ok(())
    }
    fn unsupported(&self, what: &str) -> Stop {
        Stop::Unsupported(format!("{what} by {}", self.kind.name))
    }

    fn core(&mut self, query: &Query<'_>, names: &[String]) -> Result<Vec<Term>, Stop> {
        if names.is_empty() || !self.kind.cores {
            return Ok(query.assume.to_vec());
        }
        self.process.send("(get-unsat-assumptions)\n".into());
        let answer = self.process.receive(query.budget)?;
        let Some(items) = answer.list() else { return Err(self.process.failed("the core is not a list")) };
        let mut core = Vec::with_capacity(items.len());
        for item in items {
            let at = item.atom().and_then(|name| names.iter().position(|n| n == name));
            let Some(at) = at else { return Err(self.process.failed("the core has what was not assumed")) };
            core.push(query.assume[at]);
        }
        Ok(core)
    }

    fn model(&mut self, dag: &Dag, budget: &Budget) -> Result<Model, Stop> {
        let mut model = Model::default();
        let mut scalars: Vec<(Symbol, String)> = Vec::new();
        let mut arrays: Vec<(Symbol, String, u32, u32)> = Vec::new();
        for symbol in dag.symbols() {
            let Some(name) = self.printer.name(dag, symbol) else { continue };
            match dag.sort(dag.symbol_term(symbol)) {
                Sort::Bool | Sort::Bits(_) | Sort::Float(_) => scalars.push((symbol, name.to_string())),
                Sort::Array { index, elem } => arrays.push((symbol, name.to_string(), index, elem)),
            }
        }
        let names: Vec<String> = scalars.iter().map(|(_, name)| name.clone()).collect();
        for ((symbol, _), value) in scalars.iter().zip(self.values(&names, budget)?) {
            let sort = dag.sort(dag.symbol_term(*symbol));
            model.scalars.insert(*symbol, self.scalar(&value, sort)?);
        }
        // A printed array is nested as deeply as it has entries.
        if self.kind.prints_arrays && self.indices.len() < DEPTH / 2 {
            let names: Vec<String> = arrays.iter().map(|(_, name, ..)| name.clone()).collect();
            let mut values = self.values(&names, budget)?.into_iter();
            arrays.retain(|(symbol, _, index, elem)| {
                let array = values.next().and_then(|value| value.array(*index, *elem));
                array.map(|array| model.arrays.insert(*symbol, array)).is_none()
            });
        }
        if arrays.is_empty() {
            return Ok(model);
        }
        // Not printed, or as a function we cannot read: element by element.
        let touched = self.touched(dag, budget)?;
        for (symbol, name, index, elem) in arrays {
            let at: Vec<Bits> = if index <= ENUMERATED {
                (0..1 << index).map(|i| Bits::from_u64(index, i)).collect()
            } else {
                touched.iter().filter(|bits| bits.width() == index).cloned().collect()
            };
            let reads: Vec<String> = at.iter().map(|bits| format!("(select {name} {})", bits_text(bits))).collect();
            let values = self.values(&reads, budget)?;
            let values: Result<Vec<Bits>, Stop> = values.iter().map(|v| self.scalar(v, Sort::Bits(elem))).collect();
            let entries = at.into_iter().zip(values?).collect();
            model.arrays.insert(symbol, ArrayValue { default: Bits::zero(elem), entries });
        }
        Ok(model)
    }
    /// The values of all indices that occur.
    fn touched(&mut self, dag: &Dag, budget: &Budget) -> Result<BTreeSet<Bits>, Stop> {
        let (terms, names): (Vec<Term>, Vec<String>) = self.indices.clone().into_iter().unzip();
        let values = self.values(&names, budget)?;
        terms.iter().zip(&values).map(|(term, value)| self.scalar(value, dag.sort(*term))).collect()
    }
    fn scalar(&self, value: &Sexpr, sort: Sort) -> Result<Bits, Stop> {
        value.scalar(sort).ok_or_else(|| self.process.failed(&shorten(&format!("not a value of {sort:?}: {value:?}"))))
    }
    /// The values of some expressions under the current model.
    fn values(&mut self, expressions: &[String], budget: &Budget) -> Result<Vec<Sexpr>, Stop> {
        if expressions.is_empty() {
            return Ok(Vec::new());
        }
        self.process.send(format!("(get-value ({}))\n", expressions.join(" ")));
        let answer = self.process.receive(budget)?;
        let pairs = match answer {
            Sexpr::List(pairs) if pairs.len() == expressions.len() => pairs,
            _ => return Err(self.process.failed("wrong number of values")),
        };
        pairs
            .into_iter()
            .map(|pair| match pair {
                Sexpr::List(mut pair) if pair.len() == 2 => Ok(pair.remove(1)),
                _ => Err(self.process.failed("a value without its name")),
            })
            .collect()
    }
}
