//! A choice of who goes on, for somebody who finds out by himself which threads are worth trying: what each is about to
//! do, and when it can. (`threads` alone tries all that do not sleep.)

use crate::context::Context;
use crate::eval::eval;
use crate::section::{Footprint, footprint};
use crate::state::State;
use crate::threads::{enabled, is_plain, rounds};
use hecaton_ir::Loc;
use hecaton_ir::analysis::effects::Act;
use hecaton_term::Term;

/// What a thread is about to do.
#[derive(Clone)]
pub struct Next {
    /// The number of the thread.
    pub thread: u32,
    /// What it touches.
    pub footprint: Footprint,
    /// When it can be done; `None` if that is always so.
    pub when: Option<Term>,
    /// It is an access that is not atomic.
    pub plain: bool,
    /// The thread whose end it waits for.
    pub joins: Option<u32>,
}

/// A choice of who goes on.
#[derive(Clone)]
pub struct Turn {
    /// The state, before anybody is chosen.
    pub state: State,
    /// What each thread is about to do that has neither ended nor is stopped. The one that ran comes first.
    pub steps: Vec<Next>,
    /// How many threads were made so far.
    pub made: u32,
}

impl Turn {
    pub(crate) fn of(cx: &mut Context, state: &State, threads: impl IntoIterator<Item = usize>) -> Self {
        let mut steps = Vec::new();
        for thread in threads {
            let mut there = state.clone();
            there.run_thread(thread);
            let (when, footprint, plain) = (enabled(cx, &there), footprint(cx, &there), is_plain(cx, &there));
            let joins = joins(cx, &there);
            steps.push(Next { thread: thread as u32, footprint, when, plain, joins });
        }
        let made = state.threads.as_ref().map_or(1, |threads| threads.all.len() as u32);
        Turn { state: state.clone(), steps, made }
    }
    /// What a thread is about to do.
    pub fn step(&self, thread: u32) -> Option<&Next> {
        self.steps.iter().find(|next| next.thread == thread)
    }
}

fn joins(cx: &mut Context, state: &State) -> Option<u32> {
    let program = cx.program.clone();
    let Loc { func, block, inst } = state.loc();
    let Act::Join(thread) = program.functions[func].blocks[block].insts.get(inst as usize)?.op.effects().act? else {
        return None;
    };
    let number = eval(cx, state, thread).term();
    cx.terms.as_u64(number).and_then(|number| u32::try_from(number).ok())
}

/// The state in which a thread was chosen; `None` if it cannot go on.
pub fn choose(cx: &mut Context, state: &State, next: &Next) -> Option<State> {
    let (before, thread) = (state.thread(), next.thread as usize);
    let goes_on = enabled(cx, state).is_none_or(|when| cx.terms.as_bool(when) != Some(false));
    let goes_on = goes_on && !crate::threads::has_left(state);
    let mut there = state.clone();
    there.run_thread(thread);
    if let Some(when) = next.when
        && !there.assume(cx, when)
    {
        return None;
    }
    there.trail = cx.trail_switch(there.trail, next.thread);
    let rounds = rounds(&there);
    if let Some(threads) = there.threads_mut() {
        threads.all[thread].tried = rounds;
        threads.preemptions += u32::from(before != next.thread && goes_on);
        threads.chosen = true;
    }
    Some(there)
}

/// Whether a thread could do what it is about to do in one state if memory was what it was in an earlier one; `None` if
/// that depends on inputs.
pub fn could_go(cx: &mut Context, now: &State, thread: u32, then: &State) -> Option<bool> {
    let mut there = now.clone();
    there.run_thread(thread as usize);
    there.memory = then.memory.clone();
    match enabled(cx, &there) {
        None => Some(true),
        Some(when) => cx.terms.as_bool(when),
    }
}
