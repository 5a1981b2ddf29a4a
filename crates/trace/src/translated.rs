//! Tells a run of a sequential program that stands for one with threads as a run of that program.
//!
//! The sequential program writes down what happens to which thread, and in which turn
//! (`hecaton_ir::passes::sequentialize::Mark`). Here that is put into the order in which it happens. The result is a
//! counterexample like any other: it is believed once `replay` has run into the violation.

use crate::counterexample::Counterexample;
use crate::machine::{Asker, Event, Machine, Observer, Oracle, Outcome, Until, codes};
use crate::replay::Script;
use crate::scalar::Nan;
use hecaton_base::{Bits, Budget, Id as _};
use hecaton_ir::passes::sequentialize::{Mark, Sequential};
use hecaton_ir::{Choice, Content, GlobalId, Loc, Place, Program, VarId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Something that a run of the sequential program says.
enum Said {
    Mark(u64),
    Turn(u64),
    Choice(Choice),
    Global(GlobalId, Place),
    /// The place of the memory outside, or an argument of the entry function.
    First(Choice),
}

/// Listens to a run.
struct Listener<'a> {
    program: &'a Program,
    step: VarId,
    turn: VarId,
    said: &'a RefCell<Vec<Said>>,
}

impl Observer for Listener<'_> {
    fn event(&mut self, loc: Loc, _: u32, event: impl FnOnce() -> Event) {
        if loc.func != self.program.entry {
            return;
        }
        let block = &self.program.functions[loc.func].blocks[loc.block];
        let Some(dst) = block.insts.get(loc.inst as usize).and_then(|inst| inst.op.written()) else { return };
        if dst != self.step && dst != self.turn {
            return;
        }
        if let Event::Assign { value } = event() {
            let value = value.word();
            self.said.borrow_mut().push(if dst == self.step { Said::Mark(value) } else { Said::Turn(value) });
        }
    }
}

/// Makes the choices of a run, and says which.
struct Teller<'a> {
    script: Script<'a>,
    by: Asker,
    said: &'a RefCell<Vec<Said>>,
}

impl Teller<'_> {
    fn say(&self, choice: Choice) {
        let said = match (self.by, choice) {
            (Asker::Global(id), Choice::Place(place)) => Said::Global(id, place),
            (Asker::Outside | Asker::Entry | Asker::Global(_), choice) => Said::First(choice),
            (Asker::Inst(_), choice) => Said::Choice(choice),
        };
        self.said.borrow_mut().push(said);
    }
}

impl Oracle for Teller<'_> {
    fn asked(&mut self, by: Asker) {
        self.by = by;
        self.script.asked(by);
    }
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        let bits = self.script.input(width)?;
        self.say(Choice::Input(bits.clone()));
        Ok(bits)
    }
    fn place(&mut self, size: u64) -> Result<Place, String> {
        let place = self.script.place(size)?;
        self.say(Choice::Place(Place { address: None, ..place.clone() }));
        Ok(place)
    }
    fn clobber(&mut self) -> Result<Vec<Content>, String> {
        self.script.clobber()
    }
    fn switch(&mut self, threads: u32) -> Result<u32, String> {
        self.script.switch(threads)
    }
}

/// What happens to a thread.
#[derive(Clone)]
enum Happening {
    Step,
    Spawn,
    Choice(Choice),
    /// It does not run any more.
    Gone,
    Violated,
}

/// The counterexample of the original program that one of the sequential program means.
pub fn schedule(sequential: &Sequential, cex: &Counterexample, budget: &Budget) -> Result<Counterexample, String> {
    let program = &sequential.program;
    let given: Vec<&Choice> = cex.choices.iter().filter(|choice| !matches!(choice, Choice::Branch(_))).collect();
    let reserved: BTreeSet<u64> = given
        .iter()
        .filter_map(|choice| match choice {
            Choice::Place(place) => place.address,
            Choice::Input(_) | Choice::Clobber(_) | Choice::Branch(_) | Choice::Switch(_) => None,
        })
        .collect();
    let said = RefCell::new(Vec::new());
    let mut teller = Teller { script: Script::new(&given), by: Asker::Entry, said: &said };
    let mut listener = Listener { program, step: sequential.step, turn: sequential.turn, said: &said };
    let codes = codes(program);
    let mut machine = Machine::new(program, &codes, reserved, Nan::Positive);
    match machine.run(&mut teller, Until::Violated(cex.property), budget, &mut listener) {
        Outcome::Violated(..) => {}
        other => return Err(format!("the sequential program does not violate it: {other:?}")),
    }
    drop((machine, teller));
    let property = sequential.props[cex.property];
    let story = Story::of(sequential, said.into_inner(), property.index() as u32)?;
    Ok(Counterexample { property, choices: story.choices() })
}

/// What happens to whom, in the order of turns.
struct Story {
    first: Vec<Choice>,
    /// What each thread does before it comes to anything visible.
    leads: BTreeMap<u32, Vec<Happening>>,
    rest: Vec<(u32, Happening)>,
}

impl Story {
    fn of(sequential: &Sequential, said: Vec<Said>, property: u32) -> Result<Self, String> {
        let mut first = Vec::new();
        let mut places: BTreeMap<GlobalId, Place> = BTreeMap::new();
        // For each thread: when, and what.
        let mut all: BTreeMap<u32, Vec<((u64, u32), Happening)>> = BTreeMap::new();
        let (mut turn, mut chooses, mut count, mut last) = (0, None, 0, None);
        let in_turns = said.iter().any(|said| matches!(said, Said::Turn(_)));
        for said in said {
            let (thread, happening) = match said {
                Said::Turn(now) => {
                    turn = now;
                    continue;
                }
                Said::Global(id, place) => {
                    if id.index() < sequential.globals {
                        first.push(Choice::Place(place));
                    } else {
                        places.insert(id, place);
                    }
                    continue;
                }
                Said::First(choice) => {
                    first.push(choice);
                    continue;
                }
                Said::Choice(choice) => match chooses.take() {
                    Some(thread) => (thread, Happening::Choice(choice)),
                    None => continue,
                },
                Said::Mark(number) => {
                    let (mark, thread, about) = Mark::of(number).ok_or("a mark that means nothing")?;
                    match mark {
                        Mark::Begin => {
                            all.insert(thread, vec![]);
                            continue;
                        }
                        Mark::Step => (thread, Happening::Step),
                        Mark::Spawn => (thread, Happening::Spawn),
                        Mark::Choice => {
                            chooses = Some(thread);
                            continue;
                        }
                        Mark::Global => {
                            let place = places.get(&GlobalId::new(about as usize)).cloned().unwrap_or_default();
                            (thread, Happening::Choice(Choice::Place(place)))
                        }
                        Mark::Ended | Mark::Stopped => (thread, Happening::Gone),
                        Mark::Violated if about == property => (thread, Happening::Violated),
                        Mark::Violated => continue,
                    }
                }
            };
            count += 1;
            let when = if in_turns { (turn, thread) } else { (count, 0) };
            last = Some(when);
            all.entry(thread).or_default().push((when, happening));
        }
        let noted = all.values().flatten().any(|(_, happening)| matches!(happening, Happening::Violated));
        let (mut leads, mut rest) = (BTreeMap::new(), Vec::new());
        for (thread, happenings) in all {
            let lead = happenings.iter().position(|(_, what)| matches!(what, Happening::Step));
            let lead = lead.unwrap_or(happenings.len());
            leads.insert(thread, happenings[..lead].iter().map(|(_, what)| what.clone()).collect());
            rest.extend(happenings[lead..].iter().map(|(when, what)| (*when, thread, what.clone())));
        }
        // What was computed of later turns before the violation came up in an earlier one did not happen.
        rest.retain(|(when, ..)| noted || last.is_none_or(|last| *when <= last));
        rest.sort_by_key(|(when, ..)| *when);
        Ok(Story { first, leads, rest: rest.into_iter().map(|(_, thread, what)| (thread, what)).collect() })
    }
    /// The choices of the run of the original program, up to the violation.
    fn choices(mut self) -> Vec<Choice> {
        let mut choices = std::mem::take(&mut self.first);
        let (mut live, mut made) = (1, 0);
        let rest = std::mem::take(&mut self.rest);
        if self.lead(0, &mut choices, &mut live) {
            return choices;
        }
        for (thread, what) in rest {
            match what {
                Happening::Step if live > 1 => choices.push(Choice::Switch(thread)),
                Happening::Step => {}
                Happening::Choice(choice) => choices.push(choice),
                Happening::Gone => live -= 1,
                Happening::Spawn => {
                    live += 1;
                    made += 1;
                    if self.lead(made, &mut choices, &mut live) {
                        return choices;
                    }
                }
                Happening::Violated => return choices,
            }
        }
        choices
    }
    /// A thread comes to the first visible thing; whether it violates the property before.
    fn lead(&mut self, thread: u32, choices: &mut Vec<Choice>, live: &mut i64) -> bool {
        for what in self.leads.remove(&thread).unwrap_or_default() {
            match what {
                Happening::Choice(choice) => choices.push(choice),
                Happening::Gone => *live -= 1,
                Happening::Violated => return true,
                Happening::Step | Happening::Spawn => {}
            }
        }
        false
    }
}
