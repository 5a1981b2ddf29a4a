//! Bounds on loops and recursion in one round of a deepening, and where they cut a path.

use crate::options::Bounds;
use hecaton_ir::FuncId;
use hecaton_symex::{Context, Frame, State};

/// How far one round goes.
#[derive(Clone, Copy)]
pub(crate) struct Round<'a> {
    /// The bounds of the task.
    pub bounds: &'a Bounds,
    /// Rounds of a loop that are counted, and depth of recursion.
    pub unwind: u32,
    /// Rounds of a loop in all.
    pub total: u32,
}

impl<'a> Round<'a> {
    /// The first round: as far as the bound of the task, or not far.
    pub fn first(bounds: &'a Bounds) -> Self {
        match bounds.unwind {
            Some(bound) => Round { bounds, unwind: bound, total: bound },
            // Walks over a cycle of objects can be certain to go on for ever: few rounds first.
            None => Round { bounds, unwind: 1, total: 16 },
        }
    }
    /// The first round for single paths: one that is certain to stay in a loop costs little.
    pub fn first_of_paths(bounds: &'a Bounds) -> Self {
        let first = Self::first(bounds);
        Round { total: if bounds.unwind.is_some() { first.total } else { 4096 }, ..first }
    }
    /// The next round goes further.
    pub fn next(self) -> Self {
        let (unwind, total) = (self.unwind.saturating_mul(2), self.total.saturating_mul(4).max(256));
        Round { unwind, total, ..self }
    }
}

/// Why a path is not followed any further.
pub(crate) enum Cut {
    /// By the bound of this round.
    General,
    /// By the bound that was fixed for this loop.
    Fixed(u32),
}

/// Whether a state has gone around a loop, or into a function, more often than the bounds allow.
pub(crate) fn cut(cx: &mut Context, round: &Round<'_>, state: &State) -> Option<Cut> {
    let top = state.top();
    if top.inst != 0 {
        return None;
    }
    if top.block == cx.program.functions[top.func].entry && depth(state, top.func) > round.unwind.saturating_add(1) {
        return Some(Cut::General);
    }
    let shape = cx.shape(top.func);
    let lap = top.laps.last().filter(|_| shape.is_head(top.block))?;
    match loop_bound(cx, round.bounds, top) {
        Some(bound) => (lap.total > bound).then_some(Cut::Fixed(bound)),
        None => (lap.counted > round.unwind || lap.total > round.total).then_some(Cut::General),
    }
}

/// The bound that was fixed for the loop whose head a call is at.
fn loop_bound(cx: &Context, bounds: &Bounds, frame: &Frame) -> Option<u32> {
    if bounds.loops.is_empty() {
        return None;
    }
    let program = &cx.program;
    let span = program.span(frame.loc());
    let file = program.files.get(span.file)?;
    let here = |(name, line, _): &&(String, u32, u32)| *line == span.line && file.name.ends_with(name.as_str());
    bounds.loops.iter().find(here).map(|(_, _, bound)| *bound)
}

fn depth(state: &State, func: FuncId) -> u32 {
    state.frames.iter().filter(|frame| frame.func == func).count() as u32
}
