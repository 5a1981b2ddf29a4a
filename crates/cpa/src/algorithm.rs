//! The CPA algorithm (algorithm 1 of the paper) on one block: takes a state from the wait list, follows it to the next
//! places where paths meet, and merges what arrives there into the reached set. What happens at a call is up to the
//! `Calls` it is given: entered like any other code, or answered by the abstraction of the called block.

use crate::code::Code;
use crate::precision::Precision;
use crate::reached::{Order, Reached};
use crate::state::State;
use crate::step::{Findings, Succ, leave, step};
use crate::value::Value;
use hecaton_base::{Budget, Stop};
use hecaton_ir::{Loc, PropId};
use std::collections::BTreeSet;

/// Calls that are active at the same time, if calls are entered.
const DEEPEST: usize = 60;
/// States that are followed between two looks at the budget.
const SLICE: u32 = 256;

/// What happens at a call.
pub trait Calls {
    /// The states after the call of a state that stands at the start of a function, its caller below it: those are
    /// given to `out`. If they are to be found by going on inside, it is given back.
    fn enter(&mut self, state: State, out: &mut Vec<State>) -> Option<State>;
    /// The outermost call ends.
    fn exit(&mut self, state: State, value: Option<Value>);
    /// Whether to stop now and go on later.
    fn pause(&self) -> bool;
}

/// Every call is entered; the outermost call is that of the program.
pub struct Inline;

impl Calls for Inline {
    fn enter(&mut self, state: State, _: &mut Vec<State>) -> Option<State> {
        Some(state)
    }
    fn exit(&mut self, _: State, _: Option<Value>) {}
    fn pause(&self) -> bool {
        false
    }
}

/// One run of the algorithm, which can be interrupted.
#[derive(Clone, Debug)]
pub struct Run {
    /// The reached set.
    pub reached: Reached,
    /// Properties that may be violated, and where.
    pub alarms: BTreeSet<(PropId, Loc)>,
    /// What could not be followed, and where.
    pub stops: Vec<(Stop, Loc)>,
    /// How many steps were made.
    pub steps: u64,
}

impl Run {
    /// A run that has not begun.
    pub fn new(order: Order) -> Self {
        Run { reached: Reached::new(order), alarms: BTreeSet::new(), stops: Vec::new(), steps: 0 }
    }
    /// Adds a state to start from.
    pub fn add(&mut self, code: &Code, precision: &Precision, state: State) {
        self.reached.add(code, precision, state);
    }
    /// Goes on until nothing waits. An error if the budget is used up before.
    pub fn go_on(
        &mut self,
        code: &Code,
        precision: &Precision,
        calls: &mut dyn Calls,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut turn = 0u32;
        while !calls.pause()
            && let Some(state) = self.reached.pop()
        {
            let mut open = vec![state];
            let (mut out, mut findings, mut after) = (Vec::new(), Findings::default(), Vec::new());
            while let Some(state) = open.pop() {
                turn += 1;
                if turn.is_multiple_of(SLICE) {
                    budget.poll()?;
                }
                self.steps += 1;
                step(code, state, &mut out, &mut findings);
                for succ in out.drain(..) {
                    match succ {
                        Succ::Next(next) => {
                            let Loc { func, block, .. } = next.loc();
                            if code.meets(func, block) {
                                self.reached.add(code, precision, next);
                            } else {
                                open.push(next);
                            }
                        }
                        Succ::Enter(next) => {
                            let loc = next.loc();
                            if next.frames.len() > DEEPEST {
                                let what = "calls nested too deeply for an analysis without summaries";
                                findings.stops.push((Stop::Unsupported(what.into()), loc));
                            } else if let Some(inside) = calls.enter(next, &mut after) {
                                open.push(inside);
                            }
                            for state in after.drain(..) {
                                self.reached.add(code, precision, state);
                            }
                        }
                        Succ::Leave(last, value) if last.frames.len() == 1 => calls.exit(last, value),
                        Succ::Leave(last, value) => self.reached.add(code, precision, leave(code, last, value)),
                    }
                }
            }
            self.alarms.extend(findings.alarms);
            for stop in findings.stops {
                if !self.stops.contains(&stop) {
                    self.stops.push(stop);
                }
            }
        }
        Ok(())
    }
}
