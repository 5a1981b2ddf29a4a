//! Merged symbolic execution: states are processed in the weak topological order of their positions (Bourdoncle
//! 1993), so that every state that can reach a place has arrived before the place is left; states that meet are
//! merged.

use hecaton_base::{Budget, Stop};
use hecaton_ir::{Loc, Span};
use hecaton_symex::{Check, Context, State, Succ, join, start, step};
use hecaton_term::Term;
use std::collections::BTreeMap;

/// Why a run halted, and where.
pub(crate) type Halted = (Stop, Option<Span>);

/// How often the budget is polled, in steps.
const PERIOD: u64 = 32;

/// Conditions under which paths met something that is not modelled.
pub(crate) type Stuck = Vec<(Term, Loc, Stop)>;

/// What an engine does with the states that come by.
pub(crate) trait Visitor {
    /// A state is about to be executed, until the end of its block or to a call: may it?
    fn enter(&mut self, cx: &mut Context, state: &mut State) -> bool;
    /// What can be violated in the part that was just executed; gives what is to be assumed behind it.
    fn checks(&mut self, cx: &mut Context, found: &mut Vec<Check>) -> Term;
}

/// Executes all paths that the visitor lets through.
pub(crate) fn execute(cx: &mut Context, budget: &Budget, visitor: &mut impl Visitor) -> Result<Stuck, Halted> {
    let mut stuck = Stuck::new();
    let first = start(cx).map_err(|stop| (stop, None))?;
    let mut waiting: BTreeMap<Vec<u32>, State> = BTreeMap::from([(first.position(cx), first)]);
    let (mut out, mut found) = (Vec::new(), Vec::new());
    let mut steps = 0u64;
    while let Some((_, mut state)) = waiting.pop_first() {
        steps += 1;
        if steps.is_multiple_of(PERIOD) {
            budget.tick(PERIOD);
            budget.poll().map_err(|stop| (stop, None))?;
        }
        if !visitor.enter(cx, &mut state) {
            continue;
        }
        step(cx, state, &mut out, &mut found);
        let behind = visitor.checks(cx, &mut found);
        for succ in out.drain(..) {
            match succ {
                Succ::End { .. } => {}
                Succ::Stuck { guard, loc, stop } => stuck.push((guard, loc, stop)),
                Succ::Next(mut state) => {
                    if !state.assume(cx, behind) {
                        continue;
                    }
                    let key = state.position(cx);
                    let state = match waiting.remove(&key) {
                        None => Some(state),
                        Some(other) => match join(cx, &other, &state) {
                            Ok(joined) => joined,
                            Err(stop) => {
                                stuck.push((cx.guard(state.guard), state.loc(), stop));
                                Some(other)
                            }
                        },
                    };
                    waiting.extend(state.map(|state| (key, state)));
                }
            }
        }
    }
    Ok(stuck)
}
