//! Which inputs a run takes, and where: what is needed to make a test of a path.

use crate::machine::{Asker, Oracle, Until, run};
use hecaton_base::{Bits, Budget};
use hecaton_ir::{Choice, Content, FuncId, Loc, Place, Program};

/// An input of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The instruction that takes it; `None` for an argument of the entry function.
    pub loc: Option<Loc>,
    /// Its value.
    pub value: Bits,
}

/// The inputs that a run on these choices takes, in order, as far as it goes.
pub fn inputs(program: &Program, choices: &[Choice], budget: &Budget) -> Vec<Given> {
    let mut script = Script { choices: choices.iter(), loc: None, given: Vec::new() };
    run(program, &mut script, Until::End, budget);
    script.given
}

struct Script<'a> {
    choices: std::slice::Iter<'a, Choice>,
    loc: Option<Loc>,
    given: Vec<Given>,
}

impl Oracle for Script<'_> {
    fn asked(&mut self, by: Asker) {
        self.loc = match by {
            Asker::Inst(loc) => Some(loc),
            Asker::Entry | Asker::Global(_) | Asker::Outside => None,
        };
    }
    fn functions(&mut self) -> Vec<(FuncId, u64)> {
        let Some(Choice::Functions(functions)) = self.choices.as_slice().first() else { return Vec::new() };
        self.choices.next();
        functions.clone()
    }
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        match self.choices.next() {
            Some(Choice::Input(value)) if value.width() == width => {
                self.given.push(Given { loc: self.loc, value: value.clone() });
                Ok(value.clone())
            }
            other => Err(format!("an input of {width} bits is asked for, and there is {other:?}")),
        }
    }
    fn place(&mut self, _: u64) -> Result<Place, String> {
        match self.choices.next() {
            Some(Choice::Place(place)) => Ok(place.clone()),
            other => Err(format!("a place is asked for, and there is {other:?}")),
        }
    }
    fn switch(&mut self, _: u32) -> Result<u32, String> {
        match self.choices.next() {
            Some(Choice::Switch(thread)) => Ok(*thread),
            other => Err(format!("a switch of threads is asked for, and there is {other:?}")),
        }
    }
    fn clobber(&mut self) -> Result<Vec<Content>, String> {
        match self.choices.next() {
            Some(Choice::Clobber(contents)) => Ok(contents.clone()),
            other => Err(format!("changes are asked for, and there is {other:?}")),
        }
    }
}
