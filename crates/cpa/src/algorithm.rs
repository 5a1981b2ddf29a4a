//! The CPA algorithm (Beyer, Henzinger, Théoduloz 2007, algorithm 1) on one block: takes a state from the wait list, follows it to the next
//! places where paths meet, and merges what arrives there into the reached set. What happens at a call is up to the
//! `Calls` it is given: entered like any other code, or answered by the abstraction of the called block.

use crate::code::Code;
use crate::history::{History, Passed, Turn, Way};
use crate::precision::{Precision, Tracked};
use crate::reached::{Order, Reached};
use crate::state::State;
use crate::step::{Findings, Succ, leave, step};
use crate::value::Value;
use hecaton_base::{Budget, Stop};
use hecaton_ir::{Loc, PropId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Calls that are active at the same time, if calls are entered.
const DEEPEST: usize = 60;
/// States that are followed between two looks at the budget.
const SLICE: u32 = 256;

/// There are more states than there is room for.
pub fn full(most: usize) -> Stop {
    let (unit, name) =
        [(1 << 30, "GiB"), (1 << 20, "MiB")].into_iter().find(|(unit, _)| most >= *unit).unwrap_or((1, "bytes"));
    Stop::Full(format!("reached states of {} {name} (--states SIZE allows more)", most as f64 / unit as f64))
}

/// What happens at the borders of blocks.
pub trait Calls {
    /// The states after the call of a state that stands at the start of a function, its caller below it: those are
    /// given to `out`. If they are to be found by going on inside, it is given back.
    fn enter(&mut self, state: State, way: &dyn Fn() -> Way, out: &mut Vec<After>) -> Option<State>;
    /// The outermost call ends: the state that its block is left with, if anybody wants it.
    fn exit(&mut self, state: State, value: Option<Value>) -> Option<State>;
    /// A state comes to the start of a block of the function.
    fn come(&mut self, state: State, _: &dyn Fn() -> Way, _: &mut Vec<After>) -> Come {
        Come::Inside(state)
    }
    /// Whether to stop now and go on later.
    fn pause(&self) -> bool;
    /// Whether states are set aside until something is known.
    fn waits(&self) -> bool;
}

/// A state behind a block that was answered by its abstraction.
pub struct After {
    /// The state.
    pub state: State,
    /// The function returns there, perhaps with a value.
    pub returns: Option<Option<Value>>,
    /// How it got there.
    pub passed: Passed,
}

/// Where a state is when it comes to the start of a block of the function.
pub enum Come {
    /// Still inside.
    Inside(State),
    /// Outside: the loop that is analysed is left.
    Exit(State),
    /// At a loop that is answered by its abstraction.
    Answered,
}

/// Every call is entered; the outermost call is that of the program.
pub struct Inline;

impl Calls for Inline {
    fn enter(&mut self, state: State, _: &dyn Fn() -> Way, _: &mut Vec<After>) -> Option<State> {
        Some(state)
    }
    fn exit(&mut self, _: State, _: Option<Value>) -> Option<State> {
        None
    }
    fn pause(&self) -> bool {
        false
    }
    fn waits(&self) -> bool {
        false
    }
}

/// One run of the algorithm, which can be interrupted.
#[derive(Clone, Debug)]
pub struct Run {
    /// The reached set.
    pub reached: Reached,
    /// The states that the block is left with.
    pub exits: Reached,
    /// How they were reached.
    pub history: History,
    /// Properties that may be violated, and where, each with the first way there.
    pub alarms: BTreeMap<(PropId, Loc), Way>,
    /// What could not be followed, and where.
    pub stops: Vec<(Stop, Loc)>,
    /// How many steps were made.
    pub steps: u64,
    /// The state to start from.
    first: Option<State>,
    /// What widening went too far for was taken back.
    narrowed: bool,
    /// Lists that are used again and again.
    lists: Lists,
    /// It ends when its reached states take about so many bytes.
    pub most: usize,
}

/// The states that are open while one is followed, what came of a step, and the turns so far.
#[derive(Clone, Debug, Default)]
struct Lists {
    open: Vec<(State, u32)>,
    out: Vec<Succ>,
    turns: Turns,
}

/// Whether only intervals are told, for which widening goes too far; all else has finitely many values.
fn can_narrow(code: &Code, precision: &Precision) -> bool {
    precision.tracked == Tracked::Nothing && code.related().is_empty() && code.judge().is_none()
}

/// The turns since a state was taken from the wait list: each with the one before it.
#[derive(Clone, Debug, Default)]
struct Turns(Vec<(u32, Turn)>);

const NONE: u32 = u32::MAX;

impl Turns {
    fn with(&mut self, before: u32, turn: Turn) -> u32 {
        self.0.push((before, turn));
        self.0.len() as u32 - 1
    }
    fn way(&self, from: Option<u32>, last: u32) -> Way {
        let back = |last: &(u32, Turn)| self.0.get(last.0 as usize).copied();
        let backwards = || std::iter::successors(self.0.get(last as usize).copied(), back);
        let mut turns = Vec::with_capacity(backwards().count());
        turns.extend(backwards().map(|(_, turn)| turn));
        turns.reverse();
        Way { from, turns }
    }
}

impl Run {
    /// A run that has not begun.
    pub fn new(order: Order, most: usize) -> Self {
        let (reached, exits) = (Reached::new(order), Reached::new(Order::Breadth));
        let (history, alarms, stops) = (History::default(), BTreeMap::new(), Vec::new());
        Run {
            reached,
            exits,
            history,
            alarms,
            stops,
            steps: 0,
            first: None,
            narrowed: false,
            lists: Lists::default(),
            most,
        }
    }
    /// About how many bytes its states and their records take.
    pub fn bytes(&self) -> usize {
        self.reached.bytes() + self.exits.bytes() + self.history.bytes()
    }
    /// Adds the state to start from.
    pub fn begin(&mut self, code: &Code, precision: &Precision, mut state: State) {
        state.memory = Arc::new(state.memory.apart());
        self.first = Some(state.clone());
        self.reached.add(code, precision, state, || None);
    }
    /// Adds a state behind a block that was waited for.
    pub fn add(&mut self, code: &Code, precision: &Precision, calls: &mut dyn Calls, after: After, way: &Way) {
        self.behind(code, precision, calls, after, &|| way.clone());
    }
    fn behind(
        &mut self,
        code: &Code,
        precision: &Precision,
        calls: &mut dyn Calls,
        after: After,
        way: &dyn Fn() -> Way,
    ) {
        let (mut open, mut more) = (vec![(after, way())], Vec::new());
        while let Some((After { state, returns, passed }, way)) = open.pop() {
            let calls_it = passed.calls;
            let mut record = || Some(self.history.note(way.clone(), Some(passed.clone())));
            match returns {
                Some(value) => {
                    if let Some(exit) = calls.exit(state, value) {
                        self.exits.add(code, precision, exit, record);
                    }
                }
                None if calls_it => self.reached.add(code, precision, state, record),
                // Out of a loop, perhaps into another.
                None => {
                    let way = Way { from: record(), turns: vec![] };
                    match calls.come(state, &|| way.clone(), &mut more) {
                        Come::Inside(state) => self.reached.add(code, precision, state, || way.from),
                        Come::Exit(state) => self.exits.add(code, precision, state, || way.from),
                        Come::Answered => {}
                    }
                    open.extend(more.drain(..).map(|after| (after, way.clone())));
                }
            }
        }
    }
    /// Goes on until nothing waits. An error if the budget is used up before.
    pub fn go_on(
        &mut self,
        code: &Code,
        precision: &Precision,
        calls: &mut dyn Calls,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut polled = 0u32;
        loop {
            while !calls.pause()
                && let Some((state, from)) = self.reached.pop()
            {
                self.follow(code, precision, calls, budget, (state, from), &mut polled)?;
            }
            let widened = self.reached.is_done() && self.reached.is_widened() && !calls.waits();
            if !widened || std::mem::replace(&mut self.narrowed, true) || !can_narrow(code, precision) {
                return Ok(());
            }
            self.narrow(code, precision, calls, budget, &mut polled)?;
        }
    }
    /// Takes back what widening went too far for: all states are made once more, from those that are known now and
    /// without widening, and then gone on with as usual. So whatever comes of it is closed under all steps as before, and
    /// it does not matter whether the steps are monotone.
    fn narrow(
        &mut self,
        code: &Code,
        precision: &Precision,
        calls: &mut dyn Calls,
        budget: &Budget,
        polled: &mut u32,
    ) -> Result<(), Stop> {
        let fresh = self.reached.narrowing();
        let wide = std::mem::replace(&mut self.reached, fresh);
        if let Some(first) = self.first.clone() {
            self.reached.add(code, precision, first, || None);
        }
        for (state, from) in wide.states() {
            self.follow(code, precision, calls, budget, (state.clone(), from), polled)?;
        }
        self.reached.narrowed();
        self.exits = Reached::new(Order::Breadth);
        self.alarms.clear();
        self.stops.clear();
        Ok(())
    }
    /// Follows a state to the next places where paths meet.
    fn follow(
        &mut self,
        code: &Code,
        precision: &Precision,
        calls: &mut dyn Calls,
        budget: &Budget,
        (state, from): (State, Option<u32>),
        polled: &mut u32,
    ) -> Result<(), Stop> {
        let Lists { mut open, mut out, mut turns } = std::mem::take(&mut self.lists);
        open.push((state, NONE));
        turns.0.clear();
        let (mut findings, mut after) = (Findings::default(), Vec::new());
        while let Some((state, last)) = open.pop() {
            *polled += 1;
            if polled.is_multiple_of(SLICE) {
                budget.poll()?;
                if self.bytes() > self.most {
                    return Err(full(self.most));
                }
            }
            self.steps += 1;
            step(code, state, &mut out, &mut findings);
            for alarm in findings.alarms.drain(..) {
                self.alarms.entry(alarm).or_insert_with(|| turns.way(from, last));
            }
            for succ in out.drain(..) {
                match succ {
                    Succ::Next(next) => {
                        let Loc { func, block, .. } = next.loc();
                        let at = turns.with(last, Turn::To(block));
                        let way = || turns.way(from, at);
                        let note = || Some(self.history.note(way(), None));
                        match calls.come(next, &way, &mut after) {
                            Come::Inside(next) if code.meets(func, block) => {
                                self.reached.add(code, precision, next, note);
                            }
                            Come::Inside(next) => open.push((next, at)),
                            Come::Exit(next) => self.exits.add(code, precision, next, note),
                            Come::Answered => {}
                        }
                        for state in after.drain(..) {
                            self.behind(code, precision, calls, state, &way);
                        }
                    }
                    Succ::Enter(next) => {
                        let loc = next.loc();
                        if next.frames.len() > DEEPEST {
                            let what = "calls nested too deeply for an analysis without summaries";
                            findings.stops.push((Stop::Unsupported(what.into()), loc));
                        } else if let Some(inside) = calls.enter(next, &|| turns.way(from, last), &mut after) {
                            let at = turns.with(last, Turn::Into(loc.func));
                            open.push((inside, at));
                        }
                        for state in after.drain(..) {
                            self.behind(code, precision, calls, state, &|| turns.way(from, last));
                        }
                    }
                    Succ::Leave(state, value) => {
                        let at = turns.with(last, Turn::Back);
                        let note = || Some(self.history.note(turns.way(from, at), None));
                        if state.frames.len() > 1 {
                            self.reached.add(code, precision, leave(code, state, value), note);
                        } else if let Some(exit) = calls.exit(state, value) {
                            self.exits.add(code, precision, exit, note);
                        }
                    }
                }
            }
        }
        self.lists = Lists { open, out, turns };
        for stop in findings.stops {
            if !self.stops.contains(&stop) {
                self.stops.push(stop);
            }
        }
        Ok(())
    }
}
