//! Is an abstract path to an alarm feasible? It is executed symbolically, and what a solver finds is replayed. If the
//! abstraction itself can show that the path is infeasible once nothing is joined, it says what has to be
//! distinguished for that.

use crate::board::Board;
use crate::event::{Event, Sink};
use crate::gate::confirm;
use crate::oracle::Oracle;
use crate::task::Task;
use crate::valuation::Valuation;
use crate::verdict::Verdict;
use hecaton_base::{Budget, Id as _, Stop};
use hecaton_cpa::code::Code;
use hecaton_cpa::formula::Predicate;
use hecaton_cpa::history::Turn;
use hecaton_cpa::mine::mine;
use hecaton_cpa::precision::Place;
use hecaton_cpa::retrace::{Retraced, retrace};
use hecaton_ir::{FuncId, Loc, Program, PropId};
use hecaton_symex::{Check, State, Succ, start, step};
use hecaton_term::Term;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Ways that lie in the same direction are followed side by side: so many.
const SIDES: usize = 16;
/// So many lines of a path are shown.
const LINES: usize = 24;

/// An abstract path to a place where a property may be violated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Path {
    pub turns: Vec<Turn>,
    pub prop: PropId,
    pub loc: Loc,
}

/// What came of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Checked {
    /// It is a violation, which was replayed.
    Violated,
    /// It is impossible, and the analysis sees that if it tells these places apart.
    Refuted(Vec<Place>),
    /// It is impossible, and the analysis may see that if it knows which of these predicates hold.
    Predicated(Vec<Predicate>),
    /// It is impossible, for reasons beyond the abstraction.
    Impossible,
    /// It could not be decided.
    Open(Stop),
}

/// What is needed to check a path.
#[derive(Clone)]
pub(super) struct Checker {
    pub task: Task,
    pub program: Arc<Program>,
    pub board: Board,
    pub sink: Sink,
}

impl Checker {
    /// Checks a path; if it is impossible, up to so many reasons for that are looked for.
    pub fn check(&self, code: &Code, path: &Path, reasons: usize, budget: &Budget) -> Checked {
        if self.board.has(path.prop) {
            return Checked::Open(Stop::Cancelled);
        }
        if code.judge().is_some() {
            return match self.execute(path, budget) {
                Ok(Checked::Impossible) => {
                    let predicates = mine(code, &path.turns, (path.prop, path.loc), budget);
                    predicates.map_or_else(Checked::Open, Checked::Predicated)
                }
                Ok(checked) => checked,
                Err(stop) => Checked::Open(stop),
            };
        }
        match retrace(code, &path.turns, (path.prop, path.loc), reasons, budget) {
            Ok(Retraced::Impossible(places)) => return Checked::Refuted(places),
            Ok(Retraced::Possible | Retraced::Lost) => {}
            Err(stop) => return Checked::Open(stop),
        }
        self.execute(path, budget).unwrap_or_else(Checked::Open)
    }
    /// Symbolic execution of the path.
    fn execute(&self, path: &Path, budget: &Budget) -> Result<Checked, Stop> {
        let mut cx = self.task.restricted_context(&self.program);
        let mut states = vec![start(&mut cx)?];
        let (mut succs, mut checks) = (Vec::new(), Vec::new());
        let mut stuck: Vec<(Term, Stop)> = Vec::new();
        // The same property may be violated earlier on the path: a replay stops there.
        let mut earlier: Vec<Check> = Vec::new();
        for turn in &path.turns {
            budget.poll()?;
            let mut next = Vec::new();
            for state in states {
                let depth = state.frames.len();
                step(&mut cx, state, &mut succs, &mut checks);
                earlier.extend(checks.drain(..).filter(|check| check.prop == path.prop));
                for succ in succs.drain(..) {
                    match succ {
                        Succ::Next(state) if goes(&state, depth, *turn) => next.push(state),
                        Succ::Stuck { guard, stop, .. } => stuck.push((guard, stop)),
                        Succ::Next(_) | Succ::End { .. } => {}
                    }
                }
            }
            if next.len() > SIDES {
                return Err(Stop::Approximate("too many ways at once".into()));
            }
            states = next;
        }
        let mut bad: Vec<Check> = Vec::new();
        for state in states {
            checks.clear();
            step(&mut cx, state, &mut succs, &mut checks);
            succs.clear();
            bad.extend(checks.iter().filter(|check| check.prop == path.prop));
        }
        let maker = || (self.task.solver)();
        let mut oracle = Oracle::new(&maker, budget);
        let mut first = Vec::new();
        for check in &bad {
            let mut cond = check.cond;
            for before in &earlier {
                let holds = cx.terms.not(before.cond);
                cond = cx.terms.and(cond, holds);
            }
            first.push(Check { cond, ..*check });
        }
        for check in first.into_iter().chain(earlier).chain(bad) {
            let Some(witness) = oracle.ask(&mut cx, check.guard, check.cond, None)? else { continue };
            let mut valuation = Valuation::new(&cx.terms, &witness.model);
            let violation = confirm(&cx, &self.task, &check, &mut valuation, budget)?;
            (self.sink)(Event::Settled(check.prop, Verdict::Violated(Box::new(violation))));
            return Ok(Checked::Violated);
        }
        // What cannot be followed leaves the path open only where it is reached.
        for (guard, stop) in stuck {
            let anywhere = cx.no_guard();
            if oracle.ask(&mut cx, anywhere, guard, None)?.is_some() {
                return Ok(Checked::Open(stop));
            }
        }
        Ok(Checked::Impossible)
    }
}

/// Whether a state is where a turn leads, from so many calls.
fn goes(state: &State, depth: usize, turn: Turn) -> bool {
    let (now, top) = (state.frames.len(), state.top());
    match turn {
        Turn::To(block) => now == depth && top.block == block && top.inst == 0,
        Turn::Into(func) => now == depth + 1 && top.func == func,
        Turn::Back => now + 1 == depth,
    }
}

/// The lines that a path comes to, those at the end of it if there are many.
pub(super) fn show(program: &Program, path: &Path) -> String {
    let mut calls = vec![program.entry];
    let mut places: Vec<String> = Vec::new();
    let mut note = |func: FuncId, line: u32| {
        let place = format!("{}:{line}", program.functions[func].name);
        if line > 0 && places.last() != Some(&place) {
            places.push(place);
        }
    };
    for turn in &path.turns {
        let Some(func) = calls.last().copied() else { break };
        match turn {
            // Where abstractions were joined, the records may not tell a path from end to end.
            Turn::To(block) if block.index() >= program.functions[func].blocks.len() => break,
            Turn::To(block) => {
                let loc = Loc { func, block: *block, inst: 0 };
                note(func, program.span(loc).line);
            }
            Turn::Into(callee) => calls.push(*callee),
            Turn::Back => drop(calls.pop()),
        }
    }
    note(path.loc.func, program.span(path.loc).line);
    let skipped = places.len().saturating_sub(LINES);
    let begin = if skipped > 0 { "… → " } else { "" };
    format!("{begin}{}", places[skipped..].join(" → "))
}
