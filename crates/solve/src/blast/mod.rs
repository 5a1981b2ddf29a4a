//! The bit-blaster: terms to circuits. Only the cone of what is asked for is built; every term once.
//!
//! The walk keeps its own stack, so depth costs no call stack. It asks for arguments when they are needed: the branch
//! an `ite` with a constant condition does not take, and the elements a read passes by, are never built.

mod arrays;
pub mod float;
mod float_arith;
mod float_convert;
mod float_round;
pub mod gates;
pub mod words;

use arrays::{Arrays, Read};
use gates::{Gates, Lit};
use hecaton_base::{Budget, Id as _, Stop};
use hecaton_term::{Dag, Op, Sort, Symbol, Term};
use words::Word;

/// How many steps of the walk pass between two looks at the budget.
const POLL: u32 = 1 << 10;

/// Where a word lies in the store of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: u32,
    len: u32,
}

/// All words that were built, one behind the other.
#[derive(Default)]
struct Store {
    lits: Vec<Lit>,
}

impl Store {
    fn put(&mut self, word: &[Lit]) -> Place {
        let start = u32::try_from(self.lits.len()).expect("more than 2^32 bits");
        self.lits.extend_from_slice(word);
        Place { start, len: word.len() as u32 }
    }
    fn get(&self, place: Place) -> &[Lit] {
        &self.lits[place.start as usize..(place.start + place.len) as usize]
    }
}

/// Something the walk has to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Term(Term),
    Read(Read),
}

/// What one step of the walk came to: the word, or what must be built before.
enum Step {
    Done(Place),
    After(Vec<Task>),
}

/// The circuit of the terms asked for so far.
#[derive(Default)]
pub struct Blaster {
    /// The gates.
    pub gates: Gates,
    words: Store,
    /// By term.
    places: Vec<Option<Place>>,
    /// Free constants that are no arrays, in the order they were met.
    symbols: Vec<(Symbol, Place)>,
    arrays: Arrays,
}

impl Blaster {
    /// Nothing built yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// The literal of a Boolean term.
    pub fn literal(&mut self, dag: &Dag, term: Term, budget: &Budget) -> Result<Lit, Stop> {
        assert_eq!(dag.sort(term), Sort::Bool, "facts and assumptions are Boolean");
        self.build(dag, Task::Term(term), budget)?;
        Ok(self.known(term).expect("just built")[0])
    }
    /// The free constants met so far that are no arrays, with their words.
    pub fn symbols(&self) -> impl Iterator<Item = (Symbol, &[Lit])> {
        self.symbols.iter().map(|(symbol, place)| (*symbol, self.words.get(*place)))
    }

    fn known(&self, term: Term) -> Option<&[Lit]> {
        self.place(term).map(|place| self.words.get(place))
    }
    fn place(&self, term: Term) -> Option<Place> {
        self.places.get(term.index()).copied().flatten()
    }
    fn task_place(&self, task: Task) -> Option<Place> {
        match task {
            Task::Term(term) => self.place(term),
            Task::Read(read) => self.arrays.place(read),
        }
    }

    fn build(&mut self, dag: &Dag, task: Task, budget: &Budget) -> Result<Place, Stop> {
        if self.places.len() < dag.len() {
            self.places.resize(dag.len(), None);
        }
        let mut stack = vec![task];
        let mut steps = 0;
        while let Some(&top) = stack.last() {
            steps += 1;
            if steps % POLL == 0 {
                budget.poll()?;
            }
            if self.task_place(top).is_some() {
                stack.pop();
                continue;
            }
            let step = match top {
                Task::Term(term) => self.step(dag, term)?,
                Task::Read(read) => self.read(dag, read),
            };
            match step {
                Step::Done(place) => {
                    stack.pop();
                    match top {
                        Task::Term(term) => self.places[term.index()] = Some(place),
                        Task::Read(read) => self.arrays.remember(read, place),
                    }
                }
                Step::After(tasks) => stack.extend(tasks),
            }
        }
        Ok(self.task_place(task).expect("just built"))
    }

    /// Builds a term whose arguments are built, or says which are missing.
    fn step(&mut self, dag: &Dag, term: Term) -> Result<Step, Stop> {
        let (op, args) = (dag.op(term), dag.args(term));
        match op {
            Op::Ite => {
                let Some(cond) = self.known(args[0]) else { return Ok(after(args[0])) };
                return Ok(match cond[0].as_const() {
                    Some(cond) => {
                        let branch = args[if cond { 1 } else { 2 }];
                        self.term(branch)
                    }
                    None => self.apply(dag, term)?,
                });
            }
            Op::Select => {
                let Some(place) = self.place(args[1]) else { return Ok(after(args[1])) };
                let index = self.arrays.intern(self.words.get(place));
                let read = Read { array: args[0], index };
                return Ok(self.arrays.place(read).map_or_else(|| Step::After(vec![Task::Read(read)]), Step::Done));
            }
            Op::Eq if matches!(dag.sort(args[0]), Sort::Array { .. }) => return Ok(self.same_array(dag, term)),
            _ => {}
        }
        self.apply(dag, term)
    }

    /// Builds an operator all of whose arguments are words.
    fn apply(&mut self, dag: &Dag, term: Term) -> Result<Step, Stop> {
        let (op, args) = (dag.op(term), dag.args(term));
        let missing: Vec<Task> = args.iter().filter(|a| self.place(**a).is_none()).map(|a| Task::Term(*a)).collect();
        if !missing.is_empty() {
            return Ok(Step::After(missing));
        }
        let Blaster { gates: g, words, places, .. } = self;
        let arg = |i: usize| words.get(places[args[i].index()].expect("arguments are built"));
        let bit = |i: usize| arg(i)[0];
        let word: Word = match op {
            Op::True => vec![Lit::TRUE],
            Op::False => vec![Lit::FALSE],
            Op::Const(id) => words::constant(dag.constant(id)),
            Op::Var(symbol) => {
                let place = self.symbol(dag.sort(term))?;
                self.symbols.push((symbol, place));
                return Ok(Step::Done(place));
            }
            Op::Not => vec![!bit(0)],
            Op::And => vec![g.and(bit(0), bit(1))],
            Op::Or => vec![g.or(bit(0), bit(1))],
            Op::Xor => vec![g.xor(bit(0), bit(1))],
            Op::Eq => vec![g.equal(arg(0), arg(1))],
            Op::Ite => g.mux_words(bit(0), arg(1), arg(2)),
            Op::BvNot => words::not(arg(0)),
            Op::BvNeg => g.negate(arg(0)),
            Op::BvAnd => g.and_words(arg(0), arg(1)),
            Op::BvOr => g.or_words(arg(0), arg(1)),
            Op::BvXor => g.xor_words(arg(0), arg(1)),
            Op::BvAdd => g.add(arg(0), arg(1)),
            Op::BvMul => g.mul(arg(0), arg(1)),
            Op::BvUdiv => g.udivrem(arg(0), arg(1)).0,
            Op::BvUrem => g.udivrem(arg(0), arg(1)).1,
            Op::BvSdiv => g.sdiv(arg(0), arg(1)),
            Op::BvSrem => g.srem(arg(0), arg(1)),
            Op::BvShl => g.shl(arg(0), arg(1)),
            Op::BvLshr => g.lshr(arg(0), arg(1)),
            Op::BvAshr => g.ashr(arg(0), arg(1)),
            Op::BvUlt => vec![g.ult(arg(0), arg(1))],
            Op::BvUle => vec![g.ule(arg(0), arg(1))],
            Op::BvSlt => vec![g.slt(arg(0), arg(1))],
            Op::BvSle => vec![g.sle(arg(0), arg(1))],
            Op::BvConcat => [arg(1), arg(0)].concat(),
            Op::BvExtract { hi, lo } => arg(0)[lo as usize..=hi as usize].to_vec(),
            Op::BvZext(by) => words::zext(arg(0), arg(0).len() + by as usize),
            Op::BvSext(by) => words::sext(arg(0), arg(0).len() + by as usize),
            Op::FpFromBits(_)
            | Op::FpToBits
            | Op::FpNeg
            | Op::FpAbs
            | Op::FpAdd
            | Op::FpMul
            | Op::FpDiv
            | Op::FpFma
            | Op::FpSqrt
            | Op::FpRem
            | Op::FpMod
            | Op::FpRoundIntegral
            | Op::FpEq
            | Op::FpLt
            | Op::FpLe
            | Op::FpIsNan
            | Op::FpIsInf
            | Op::FpIsZero
            | Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpIsNeg
            | Op::FpToFp(_)
            | Op::FpFromSigned(_)
            | Op::FpFromUnsigned(_)
            | Op::FpToSigned(_)
            | Op::FpToUnsigned(_) => {
                let words: Vec<Word> = (0..args.len()).map(|i| arg(i).to_vec()).collect();
                float::blast(g, dag, term, &words)?
            }
            Op::ArrayConst(_) | Op::Select | Op::Store => {
                return Err(Stop::Bug(format!("{op:?} has no word")));
            }
        };
        Ok(Step::Done(self.words.put(&word)))
    }

    /// The word of a new free constant.
    fn symbol(&mut self, sort: Sort) -> Result<Place, Stop> {
        let word = match sort {
            Sort::Bool => self.gates.input_word(1),
            Sort::Bits(width) => self.gates.input_word(width as usize),
            Sort::Float(format) => {
                // Of the encodings of NaN only the canonical one is a value.
                let word = self.gates.input_word(format.bits() as usize);
                let value = float::canonical(&mut self.gates, format, &word);
                let canonical = self.gates.equal(&word, &value);
                self.gates.define(&word, canonical);
                word
            }
            Sort::Array { .. } => return Err(Stop::Bug("an array has no word".into())),
        };
        Ok(self.words.put(&word))
    }
}

fn after(term: Term) -> Step {
    Step::After(vec![Task::Term(term)])
}
