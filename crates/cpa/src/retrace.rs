//! Follows one abstract path without joining anything. If it turns out to be impossible, what told so is traced back
//! along the path (the sliced infeasible prefix): these variables and cells are worth telling apart. A path can be
//! impossible for several reasons, one after the other; so many as are asked for are found.

use crate::code::Code;
use crate::domain::{Change, Domain as _};
use crate::history::Turn;
use crate::precision::Place;
use crate::range::Range;
use crate::state::State;
use crate::step::{Findings, Succ, Touch, leave, start, step};
use crate::value::Value;
use hecaton_base::{Budget, Stop};
use hecaton_ir::{Block, BlockId, End, Expr, FuncId, Inst, Loc, Op, PropId, Role, VarId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What became of a path.
pub enum Retraced {
    /// Nothing speaks against it.
    Possible,
    /// These places do.
    Impossible(Vec<Place>),
    /// It is not a path of the program, or leads to what cannot be followed.
    Lost,
}

/// A step that was made.
struct Step {
    func: FuncId,
    block: BlockId,
    /// The instructions; a call is the last of them.
    insts: (u32, u32),
    /// How many calls are active.
    depth: u32,
    /// What takes the result of the call.
    dst: Option<VarId>,
    turn: Option<Turn>,
    touched: Vec<Touch>,
}

/// Follows a path to a place where a property is said to be violated; up to so many reasons against it are found.
pub fn retrace(
    code: &Code,
    path: &[Turn],
    alarm: (PropId, Loc),
    most: usize,
    budget: &Budget,
) -> Result<Retraced, Stop> {
    let mut state = start(code);
    let mut made: Vec<Step> = Vec::with_capacity(path.len() + 1);
    let (mut places, mut reasons): (BTreeSet<Place>, usize) = (BTreeSet::new(), 0);
    let against = |places: BTreeSet<Place>| Retraced::Impossible(places.into_iter().collect());
    for turn in path.iter().map(Some).chain([None]) {
        budget.poll()?;
        let (Loc { func, block, inst }, depth) = (state.loc(), state.frames.len() as u32);
        let dst = state.top().dst;
        let before = state.clone();
        let mut findings = Findings { touched: Some(Vec::new()), ..Findings::default() };
        let mut out = Vec::new();
        step(code, state, &mut out, &mut findings);
        let code_of = &code.program.functions[func].blocks[block];
        let calls = code_of.insts.iter().skip(inst as usize).position(|inst| matches!(inst.op, Op::Call { .. }));
        let until = calls.map_or(code_of.insts.len() as u32, |at| inst + at as u32 + 1);
        let touched = findings.touched.take().unwrap_or_default();
        made.push(Step { func, block, insts: (inst, until), depth, dst, turn: turn.copied(), touched });
        let Some(turn) = turn else {
            return Ok(if findings.alarms.contains(&alarm) {
                if reasons > 0 { against(places) } else { Retraced::Possible }
            } else if findings.stops.is_empty() {
                places.extend(slice(code, &made, Some(alarm.1)));
                against(places)
            } else if reasons > 0 {
                against(places)
            } else {
                Retraced::Lost
            });
        };
        let next = out.into_iter().find_map(|succ| taken(code, succ, *turn));
        if let Some(next) = next {
            state = next;
            continue;
        }
        if !findings.stops.is_empty() {
            return Ok(if reasons > 0 { against(places) } else { Retraced::Lost });
        }
        places.extend(slice(code, &made, None));
        reasons += 1;
        if reasons >= most {
            return Ok(against(places));
        }
        // As if it were possible: nothing is known of what told that it is not.
        let last = made.last().expect("a step was made");
        let mut out = Vec::new();
        step(code, without(code, before, last), &mut out, &mut Findings::default());
        match out.into_iter().find_map(|succ| taken(code, succ, *turn)) {
            Some(next) => state = next,
            None => return Ok(against(places)),
        }
    }
    Ok(if reasons > 0 { against(places) } else { Retraced::Lost })
}

/// A state without what a step has read in memory or uses of variables.
fn without(code: &Code, mut state: State, step: &Step) -> State {
    for touch in step.touched.iter().filter(|touch| !touch.write) {
        for (object, at) in &touch.to {
            let (from, hi) = at.unsigned_bounds();
            let to = hi.saturating_add(touch.bytes);
            state.beside(code, |beside, seen| beside.change(seen, &Change::Bytes { object: *object, from, to }));
            state.memory_mut().forget_bytes(code, *object, from, to);
        }
    }
    let block = &code.program.functions[step.func].blocks[step.block];
    let frame = state.top_mut();
    frame.links.clear();
    let mut forget = |var: VarId| frame.learn(var, Value::Any);
    block.insts[step.insts.0 as usize..step.insts.1 as usize]
        .iter()
        .for_each(|inst| inst.op.for_each_read(&mut forget));
    block.end.for_each_read(&mut forget);
    state
}

/// The state after a turn, if this is it.
pub(crate) fn taken(code: &Code, succ: Succ, turn: Turn) -> Option<State> {
    match (succ, turn) {
        (Succ::Next(state), Turn::To(block)) if state.top().block == block => Some(state),
        (Succ::Enter(state), Turn::Into(func)) if state.top().func == func => Some(state),
        (Succ::Leave(state, value), Turn::Back) if state.frames.len() > 1 => Some(leave(code, state, value)),
        (Succ::Next(_) | Succ::Enter(_) | Succ::Leave(..), _) => None,
    }
}

/// What is needed, going backwards.
#[derive(Default)]
struct Needs {
    /// Variables of the so many-th call.
    vars: FxHashSet<(u32, VarId)>,
    /// Bytes of objects: from, to.
    bytes: Vec<(u32, u64, u64)>,
    places: BTreeSet<Place>,
}

impl Needs {
    fn expr(&mut self, func: FuncId, depth: u32, expr: &Expr) {
        expr.for_each_var(&mut |var| {
            self.vars.insert((depth, var));
            self.places.insert(Place::Var(func, var));
        });
    }
    fn op(&mut self, func: FuncId, depth: u32, op: &Op) {
        op.operands().into_iter().for_each(|expr| self.expr(func, depth, expr));
    }
    /// What was read at some offsets.
    fn read(&mut self, touch: &Touch) {
        for (object, at) in &touch.to {
            let (lo, hi) = at.unsigned_bounds();
            let needed = (*object, lo, hi.saturating_add(touch.bytes));
            if !self.bytes.contains(&needed) {
                self.bytes.push(needed);
            }
            self.place(*object, at);
        }
    }
    fn place(&mut self, object: u32, at: &Range) {
        if let Some(offset) = at.single() {
            self.places.insert(Place::Cell(object, offset));
        }
    }
    /// Whether something that is needed may be written; what is surely written is not needed any longer before.
    fn written(&mut self, touch: &Touch) -> bool {
        let mut any = false;
        for (object, at) in &touch.to {
            let (lo, hi) = at.unsigned_bounds();
            let end = hi.saturating_add(touch.bytes);
            if self.bytes.iter().any(|(of, from, to)| of == object && *from < end && lo < *to) {
                any = true;
                self.place(*object, at);
            }
            if touch.to.len() == 1 && lo == hi {
                self.bytes.retain(|(of, from, to)| !(of == object && *from >= lo && *to <= end));
            }
        }
        any
    }
}

/// The places that the end of a path depends on: on its conditions there, or on what is checked at a place.
fn slice(code: &Code, made: &[Step], checked: Option<Loc>) -> Vec<Place> {
    let mut needs = Needs::default();
    let block_of = |step: &Step| -> &Block { &code.program.functions[step.func].blocks[step.block] };
    if let Some(last) = made.last() {
        let block = block_of(last);
        match checked {
            Some(loc) => {
                let op = block.insts.get(loc.inst as usize).map(|inst| &inst.op);
                op.into_iter().for_each(|op| needs.op(last.func, last.depth, op));
            }
            None => {
                match &block.end {
                    End::Branch { cond: expr, .. } | End::Switch { on: expr, .. } => {
                        needs.expr(last.func, last.depth, expr);
                    }
                    End::Goto(_) | End::Return(_) | End::Halt(_) | End::Unreachable => {}
                }
                for inst in &block.insts[last.insts.0 as usize..last.insts.1 as usize] {
                    match &inst.op {
                        Op::Assume { .. } | Op::Call { .. } => needs.op(last.func, last.depth, &inst.op),
                        Op::Load { ptr, .. } | Op::Store { ptr, .. } => needs.expr(last.func, last.depth, ptr),
                        _ => {}
                    }
                }
            }
        }
    }
    for (i, step) in made.iter().enumerate().rev() {
        let block = block_of(step);
        let (func, depth) = (step.func, step.depth);
        match step.turn {
            Some(Turn::To(_)) | None => {}
            Some(Turn::Into(callee)) => {
                let before = step.insts.1.checked_sub(1);
                let call = before.and_then(|at| block.insts.get(at as usize)).map(|inst| &inst.op);
                if let Some(Op::Call { args, .. }) = call {
                    for (param, arg) in code.program.functions[callee].params.iter().zip(args) {
                        if needs.vars.remove(&(depth + 1, *param)) {
                            needs.expr(func, depth, arg);
                        }
                    }
                }
                // Nothing else of the call existed before.
                needs.vars.retain(|(of, _)| *of <= depth);
            }
            Some(Turn::Back) => {
                if let (Some(dst), End::Return(Some(value))) = (step.dst, &block.end)
                    && needs.vars.remove(&(depth - 1, dst))
                {
                    needs.expr(func, depth, value);
                }
            }
        }
        let mut touched = step.touched.iter().rev().peekable();
        let is_last = i + 1 == made.len();
        for at in (step.insts.0..step.insts.1).rev() {
            if is_last && checked.is_some_and(|loc| at >= loc.inst) {
                while touched.next_if(|touch| touch.inst == at).is_some() {}
                continue;
            }
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            while let Some(touch) = touched.next_if(|touch| touch.inst == at) {
                if touch.write { writes.push(touch) } else { reads.push(touch) }
            }
            let inst: &Inst = &block.insts[at as usize];
            if matches!(inst.op, Op::Call { .. }) {
                continue;
            }
            let needed = match inst.op.written() {
                Some(dst) => needs.vars.remove(&(depth, dst)),
                None => writes.iter().filter(|touch| needs.written(touch)).count() > 0,
            };
            if needed {
                needs.op(func, depth, &inst.op);
                reads.iter().for_each(|touch| needs.read(touch));
                // What was read only to be used at once is told apart by where it was read.
                if let Op::Load { dst, .. } = &inst.op
                    && code.program.functions[func].vars[*dst].role == Role::Temp
                {
                    needs.places.remove(&Place::Var(func, *dst));
                }
            }
        }
    }
    needs.places.into_iter().collect()
}
