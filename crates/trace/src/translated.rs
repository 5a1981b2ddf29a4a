//! Tells a run of a sequential program that stands for one with threads as a run of that program.
//!
//! The sequential program writes down what happens to which thread, and in which turn
//! (`hecaton_ir::passes::sequentialize::Mark`). Here that is put into the order in which it happens, and the original is
//! led along it. The result is a counterexample like any other: it is believed once `replay` has run into the violation.

use crate::counterexample::Counterexample;
use crate::machine::{Asker, Event, Machine, Observer, Oracle, Outcome, Until, codes};
use crate::replay::Script;
use crate::scalar::Nan;
use hecaton_base::{Bits, Budget, Id as _};
use hecaton_ir::passes::sequentialize::{Mark, Sequential};
use hecaton_ir::{Choice, Content, FuncId, GlobalId, Loc, Place, Program, VarId};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
    fn functions(&mut self) -> Vec<(FuncId, u64)> {
        self.script.functions()
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

/// The counterexample of the original program that one of the sequential program means.
pub fn schedule(
    original: &Program,
    sequential: &Sequential,
    cex: &Counterexample,
    budget: &Budget,
) -> Result<Counterexample, String> {
    let program = &sequential.program;
    let given: Vec<&Choice> = cex.choices.iter().filter(|choice| !matches!(choice, Choice::Branch(_))).collect();
    let reserved: BTreeSet<u64> = given
        .iter()
        .filter_map(|choice| match choice {
            Choice::Place(place) => place.address,
            Choice::Functions(_) | Choice::Input(_) | Choice::Clobber(_) | Choice::Branch(_) | Choice::Switch(_) => {
                None
            }
        })
        .collect();
    let said = RefCell::new(Vec::new());
    let mut teller = Teller { script: Script::new(&given), by: Asker::Entry, said: &said };
    let mut listener = Listener { program, step: sequential.step, turn: sequential.turn, said: &said };
    let sequential_codes = codes(program);
    let mut machine = Machine::new(program, &sequential_codes, reserved, Nan::Positive);
    match machine.run(&mut teller, Until::Violated(cex.property), budget, &mut listener) {
        Outcome::Violated(..) => {}
        other => return Err(format!("the sequential program does not violate it: {other:?}")),
    }
    drop((machine, teller));
    let property = sequential.props[cex.property];
    let story = Story::of(sequential, said.into_inner())?;
    let whose = Whose { current: Cell::new(0), made: Cell::new(0) };
    let mut guide = Guide { story, by: Asker::Entry, whose: &whose, all: vec![] };
    let original_codes = codes(original);
    let mut machine = Machine::new(original, &original_codes, BTreeSet::new(), Nan::Positive);
    match machine.run(&mut guide, Until::Violated(property), budget, &mut &whose) {
        Outcome::Violated(violated, ..) if violated == property => Ok(Counterexample { property, choices: guide.all }),
        other => Err(format!("the schedule does not violate it: {other:?}")),
    }
}

/// Who does what in which order, and what is chosen.
#[derive(Default)]
struct Story {
    /// The places of globals and of the memory outside, and the arguments of the entry function.
    first: VecDeque<Choice>,
    /// What each thread chooses.
    chosen: BTreeMap<u32, VecDeque<Choice>>,
    /// Who executes something visible, and how many threads are made at the latest when the next one is.
    steps: VecDeque<(u32, u32)>,
}

/// A visible step of a thread: when, and whether it makes a thread.
struct Step {
    when: (u64, u32),
    thread: u32,
    makes: bool,
}

impl Story {
    fn of(sequential: &Sequential, said: Vec<Said>) -> Result<Self, String> {
        let mut story = Story::default();
        let mut places: BTreeMap<GlobalId, Place> = BTreeMap::new();
        let mut steps: BTreeMap<u32, Vec<Step>> = BTreeMap::new();
        let (mut turn, mut chooses, mut count) = (0, None, 0);
        let in_turns = said.iter().any(|said| matches!(said, Said::Turn(_)));
        for said in said {
            let number = match said {
                Said::Turn(now) => {
                    turn = now;
                    continue;
                }
                Said::Global(id, place) if id.index() < sequential.globals => {
                    story.first.push_back(Choice::Place(place));
                    continue;
                }
                Said::Global(id, place) => {
                    places.insert(id, place);
                    continue;
                }
                Said::First(choice) => {
                    story.first.push_back(choice);
                    continue;
                }
                Said::Choice(choice) => {
                    if let Some(thread) = chooses.take() {
                        story.chosen.entry(thread).or_default().push_back(choice);
                    }
                    continue;
                }
                Said::Mark(number) => number,
            };
            let (mark, thread, about) = Mark::of(number).ok_or("a mark that means nothing")?;
            match mark {
                Mark::Begin => {
                    // What it did when it was computed before does not count.
                    steps.remove(&thread);
                    story.chosen.remove(&thread);
                }
                Mark::Step => {
                    count += 1;
                    let when = if in_turns { (turn, thread) } else { (count, 0) };
                    steps.entry(thread).or_default().push(Step { when, thread, makes: false });
                }
                Mark::Spawn => {
                    if let Some(step) = steps.get_mut(&thread).and_then(|all| all.last_mut()) {
                        step.makes = true;
                    }
                }
                Mark::Choice => chooses = Some(thread),
                Mark::Global => {
                    let place = places.get(&GlobalId::new(about as usize)).cloned().unwrap_or_default();
                    story.chosen.entry(thread).or_default().push_back(Choice::Place(place));
                }
                Mark::Ended | Mark::Stopped | Mark::Violated => {}
            }
        }
        let mut steps: Vec<Step> = steps.into_values().flatten().collect();
        steps.sort_by_key(|step| step.when);
        let mut made = 0;
        for step in steps {
            story.steps.push_back((step.thread, made + 1));
            made += u32::from(step.makes);
        }
        // Behind the last thread that is made, there is no next one.
        story.steps.iter_mut().filter(|(_, next)| *next > made).for_each(|(_, next)| *next = u32::MAX);
        Ok(story)
    }
}

/// Which thread of the original runs, and how many were made.
struct Whose {
    current: Cell<u32>,
    made: Cell<u32>,
}

impl Observer for &Whose {
    fn thread(&mut self, number: u32) {
        self.current.set(number);
    }
    fn event(&mut self, _: Loc, _: u32, event: impl FnOnce() -> Event) {
        if let Event::Call { spawned: true, .. } = event() {
            self.made.set(self.made.get() + 1);
        }
    }
}

/// Leads a run of the original as the story tells it, and notes the choices. What the story does not tell, of threads
/// that had no turn, is zero.
struct Guide<'a> {
    story: Story,
    by: Asker,
    whose: &'a Whose,
    all: Vec<Choice>,
}

impl Guide<'_> {
    fn told(&mut self) -> Option<Choice> {
        match self.by {
            Asker::Global(_) | Asker::Outside | Asker::Entry => self.story.first.pop_front(),
            Asker::Inst(_) => self.story.chosen.get_mut(&self.whose.current.get())?.pop_front(),
        }
    }
}

impl Oracle for Guide<'_> {
    fn asked(&mut self, by: Asker) {
        self.by = by;
    }
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        let bits = match self.told() {
            Some(Choice::Input(bits)) if bits.width() == width => bits,
            None => Bits::zero(width),
            Some(_) => return Err("the story tells something else than an input".into()),
        };
        self.all.push(Choice::Input(bits.clone()));
        Ok(bits)
    }
    fn place(&mut self, _: u64) -> Result<Place, String> {
        let place = match self.told() {
            Some(Choice::Place(place)) => place,
            None => Place::default(),
            Some(_) => return Err("the story tells something else than the place of an object".into()),
        };
        self.all.push(Choice::Place(place.clone()));
        Ok(place)
    }
    fn clobber(&mut self) -> Result<Vec<Content>, String> {
        Err("unknown code has no translation".into())
    }
    fn switch(&mut self, _: u32) -> Result<u32, String> {
        // A thread that was alone did its steps without being asked, until it made another one.
        let made = self.whose.made.get();
        while self.story.steps.front().is_some_and(|(_, next)| *next <= made) {
            self.story.steps.pop_front();
        }
        let (thread, _) = self.story.steps.pop_front().ok_or("the story has no more steps")?;
        self.all.push(Choice::Switch(thread));
        Ok(thread)
    }
}
