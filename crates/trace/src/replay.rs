//! The gate that every violation leaves by: the counterexample is run on the concrete interpreter, and only if it ends
//! in the violation of its property is there a trace.

use crate::approximate;
use crate::cause::Cause;
use crate::counterexample::Counterexample;
use crate::machine::{Asker, Machine, Oracle, Outcome, Until, codes};
use crate::record::Record;
use crate::scalar::Nan;
use crate::show;
use crate::steps::{self, Trace};
use hecaton_base::{Bits, Budget, Stop};
use hecaton_ir::passes::Choices;
use hecaton_ir::{Choice, Content, FuncId, Halt, Loc, Place, Program, PropId};
use std::collections::BTreeSet;
use std::fmt;

/// Why a counterexample is none, and where that showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where the run was.
    pub loc: Loc,
    /// `file:line` of that, if it has a place in the source.
    pub place: Option<String>,
    /// What happened instead of the violation.
    pub reason: Reason,
}

/// What happened instead of the violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The program ended normally, or by `exit` or `abort`.
    Ended(Option<Halt>),
    /// An assumption did not hold.
    AssumeFailed,
    /// Another property was violated in a way that ends the run.
    Other(PropId, Cause),
    /// Something undefined happened.
    Undefined(Cause),
    /// Something was reached that is not modelled.
    Unsupported(String),
    /// A function without body was called.
    MissingBody(FuncId),
    /// A choice was missing, of the wrong kind or width, or impossible.
    Choice(String),
    /// The violation came with so many choices not yet used.
    Unused(usize),
    /// The violation depends on something that is known only approximately.
    Approximate(String),
    /// The budget ran out, or the program is faulty.
    Stopped(Stop),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Ended(None | Some(Halt::Exit | Halt::Thread)) => write!(f, "the program ends without a violation"),
            Reason::Ended(Some(Halt::Abort)) => write!(f, "the program aborts without a violation"),
            Reason::AssumeFailed => write!(f, "an assumption does not hold"),
            Reason::Other(prop, cause) => write!(f, "another property ({prop}) is violated first: {cause}"),
            Reason::Undefined(cause) => write!(f, "undefined behaviour comes first: {cause}"),
            Reason::Unsupported(what) => write!(f, "not supported: {what}"),
            Reason::MissingBody(func) => write!(f, "function {func} has no body"),
            Reason::Choice(why) => write!(f, "a choice is not possible: {why}"),
            Reason::Unused(count) => write!(f, "{count} choices are left over"),
            Reason::Approximate(what) => write!(f, "the violation depends on {what}, which is an approximation"),
            Reason::Stopped(stop) => write!(f, "{stop}"),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loc { func, block, inst } = self.loc;
        write!(f, "the counterexample could not be replayed: {} (at ", self.reason)?;
        if let Some(place) = &self.place {
            write!(f, "{place}, ")?;
        }
        write!(f, "{func}, {block}, instruction {inst})")
    }
}

impl std::error::Error for Mismatch {}

/// Runs the program on the choices until the property is violated. Choices of branches are decisions of a search, not
/// of the run, and are passed over.
pub fn replay(program: &Program, cex: &Counterexample, budget: &Budget) -> Result<Trace, Mismatch> {
    replay_keeping(program, cex, budget, KEPT)
}

/// Runs a program on the choices that a slice of it made. What the slice leaves out is zero, and lies anywhere. Gives
/// the counterexample of the whole program as well.
pub fn replay_slice(
    program: &Program,
    cex: &Counterexample,
    made: &Choices,
    budget: &Budget,
) -> Result<(Counterexample, Trace), Mismatch> {
    judge(program, cex, Some(made), budget, KEPT)
}

/// How many events are kept from the start and from the end of a run.
const KEPT: (usize, usize) = (200_000, 600_000);

/// `replay` with a number of events to keep from the start and from the end.
pub(crate) fn replay_keeping(
    program: &Program,
    cex: &Counterexample,
    budget: &Budget,
    kept: (usize, usize),
) -> Result<Trace, Mismatch> {
    judge(program, cex, None, budget, kept).map(|(_, trace)| trace)
}

/// Runs the program on the choices, which are all there are or those of a slice, until the property is violated. With a
/// NaN whose bits had to be made up, whatever they are.
fn judge(
    program: &Program,
    cex: &Counterexample,
    made: Option<&Choices>,
    budget: &Budget,
    kept: (usize, usize),
) -> Result<(Counterexample, Trace), Mismatch> {
    let (verdict, nan_made) = judge_with(program, cex, made, budget, kept, Nan::Positive);
    // What the rest of a program does with a NaN is no reason why a slice of it is not confirmed.
    if !nan_made || (made.is_some() && verdict.is_err()) {
        return verdict;
    }
    let others = Nan::ALL.iter().skip(1);
    let all: Vec<_> = others.map(|nan| judge_with(program, cex, made, budget, kept, *nan).0).collect();
    match (verdict, all.into_iter().find_map(Result::err)) {
        (Ok(found), None) => Ok(found),
        (Err(Mismatch { loc, place, reason }), _) | (Ok(_), Some(Mismatch { loc, place, reason })) => {
            let reason = match reason {
                Reason::Stopped(_) | Reason::Approximate(_) => reason,
                _ => Reason::Approximate("the bits of a NaN that is not an input".to_owned()),
            };
            Err(Mismatch { loc, place, reason })
        }
    }
}

/// `judge`, and whether there was a NaN with made up bits.
fn judge_with(
    program: &Program,
    cex: &Counterexample,
    made: Option<&Choices>,
    budget: &Budget,
    kept: (usize, usize),
    nan: Nan,
) -> (Result<(Counterexample, Trace), Mismatch>, bool) {
    let choices: Vec<&Choice> = cex.choices.iter().filter(|c| !matches!(c, Choice::Branch(_))).collect();
    let reserved: BTreeSet<u64> = choices
        .iter()
        .filter_map(|choice| match choice {
            Choice::Place(place) => place.address,
            Choice::Functions(_) | Choice::Input(_) | Choice::Clobber(_) | Choice::Branch(_) | Choice::Switch(_) => {
                None
            }
        })
        .collect();
    let mut script = Script { made, ..Script::new(&choices) };
    let codes = codes(program);
    let mut machine = Machine::new(program, &codes, reserved, nan);
    let mut record = Record::new(kept);
    let outcome = machine.run(&mut script, Until::Violated(cex.property), budget, &mut record);
    let (loc, reason) = match outcome {
        Outcome::Violated(prop, loc, cause) if prop == cex.property => {
            // A circle of threads that wait is there whatever others do after it.
            let lasting = matches!(cause, Cause::Circle(_));
            let unused = if lasting { 0 } else { choices.len() - script.next };
            match machine.doubt.get().or(approximate::dependence(program, &record)) {
                Some(what) if unused == 0 => (loc, Reason::Approximate(what.to_owned())),
                None if unused == 0 => {
                    let all = Counterexample { property: prop, choices: script.all };
                    return (Ok((all, steps::trace(&machine, record, prop, loc, &cause))), machine.nan_made.get());
                }
                _ => (loc, Reason::Unused(unused)),
            }
        }
        Outcome::Violated(prop, loc, cause) => (loc, Reason::Other(prop, cause)),
        Outcome::Ended(_) => (machine.last(), Reason::Ended(None)),
        Outcome::Halted(halt) => (machine.last(), Reason::Ended(Some(halt))),
        Outcome::AssumeFailed(loc) => (loc, Reason::AssumeFailed),
        Outcome::Undefined(loc, cause) => (loc, Reason::Undefined(cause)),
        Outcome::Unsupported(loc, what) => (loc, Reason::Unsupported(what)),
        Outcome::MissingBody(func, loc) => (loc, Reason::MissingBody(func)),
        Outcome::Refused(loc, why) => (loc, Reason::Choice(why)),
        Outcome::Stopped(loc, stop) => (loc, Reason::Stopped(stop)),
    };
    (Err(Mismatch { loc, place: show::place(program, loc), reason }), machine.nan_made.get())
}

/// Choices that are given beforehand.
pub(crate) struct Script<'a> {
    choices: &'a [&'a Choice],
    next: usize,
    /// Which choices are given, if not all are.
    made: Option<&'a Choices>,
    /// Whether the next one is.
    given: bool,
    /// All choices so far.
    all: Vec<Choice>,
    /// How many objects were made, and the numbers of those whose places were given.
    objects: u64,
    numbers: Vec<u64>,
}

impl<'a> Script<'a> {
    /// All choices of a run.
    pub fn new(choices: &'a [&'a Choice]) -> Self {
        Script { choices, next: 0, made: None, given: true, all: vec![], objects: 0, numbers: vec![] }
    }
    fn next(&mut self, wanted: &str) -> Result<&Choice, String> {
        let choice = self.choices.get(self.next).ok_or_else(|| format!("no choice is left for {wanted}"))?;
        self.next += 1;
        self.all.push((*choice).clone());
        Ok(choice)
    }
}

impl Oracle for Script<'_> {
    fn asked(&mut self, by: Asker) {
        self.given = match (self.made, by) {
            (None, _) | (_, Asker::Outside | Asker::Entry) => true,
            (Some(made), Asker::Global(global)) => made.has_global(global),
            (Some(made), Asker::Inst(loc)) => made.has_inst(loc),
        };
    }
    fn functions(&mut self) -> Vec<(FuncId, u64)> {
        let Some(Choice::Functions(functions)) = self.choices.first() else { return Vec::new() };
        self.next = 1;
        self.all.push(Choice::Functions(functions.clone()));
        functions.clone()
    }
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        if !self.given {
            self.all.push(Choice::Input(Bits::zero(width)));
            return Ok(Bits::zero(width));
        }
        match self.next("an input")? {
            Choice::Input(bits) if bits.width() == width => Ok(bits.clone()),
            Choice::Input(bits) => Err(format!("an input of {} bits where {width} are wanted", bits.width())),
            Choice::Place(_) => Err("the place of an object where an input is wanted".to_string()),
            Choice::Clobber(_) => Err("new content of objects where an input is wanted".to_string()),
            Choice::Functions(_) => Err("the places of functions where an input is wanted".to_string()),
            Choice::Branch(_) | Choice::Switch(_) => Err("a switch of threads where an input is wanted".to_string()),
        }
    }
    fn place(&mut self, _size: u64) -> Result<Place, String> {
        self.objects += 1;
        if self.given {
            self.numbers.push(self.objects - 1);
        } else {
            self.all.push(Choice::Place(Place::default()));
            return Ok(Place::default());
        }
        match self.next("the place of an object")? {
            Choice::Place(place) => Ok(place.clone()),
            Choice::Functions(_) | Choice::Input(_) | Choice::Clobber(_) => {
                Err("another choice where the place of an object is wanted".to_string())
            }
            Choice::Branch(_) | Choice::Switch(_) => {
                Err("a switch of threads where the place of an object is wanted".to_string())
            }
        }
    }
    fn switch(&mut self, threads: u32) -> Result<u32, String> {
        match self.next("which thread runs")? {
            Choice::Switch(thread) if *thread < threads => Ok(*thread),
            Choice::Switch(thread) => Err(format!("there is no thread {thread}")),
            Choice::Functions(_) | Choice::Input(_) | Choice::Place(_) | Choice::Clobber(_) | Choice::Branch(_) => {
                Err("another choice where a switch of threads is wanted".to_string())
            }
        }
    }
    fn clobber(&mut self) -> Result<Vec<Content>, String> {
        let mut contents = match self.given.then(|| self.next("what unknown code does")).transpose()? {
            None => vec![],
            Some(Choice::Clobber(contents)) => contents.clone(),
            Some(
                Choice::Functions(_) | Choice::Input(_) | Choice::Place(_) | Choice::Branch(_) | Choice::Switch(_),
            ) => {
                return Err("another choice where new content of objects is wanted".to_string());
            }
        };
        if self.made.is_some() {
            // Objects are given by their numbers in the slice.
            for content in &mut contents {
                let number = usize::try_from(content.object).ok().and_then(|number| self.numbers.get(number));
                content.object = *number.ok_or("new content of an object that was not made")?;
            }
            if self.given {
                self.all.pop();
            }
            self.all.push(Choice::Clobber(contents.clone()));
        }
        Ok(contents)
    }
}
