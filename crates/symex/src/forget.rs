//! Forgetting: what a loop may change is made arbitrary at its head, so that one state stands for the start of any of
//! its rounds. What a loop changes in memory is found by executing it: [`Changes::grow`] compares the state at the
//! head with the one that comes back to it, and an engine starts again until nothing new shows.
//!
//! A forgotten state is no longer reached by choices, so nothing is replayed from it; it serves proofs only. A pointer
//! that is forgotten may mean any object, and so may an integer that is made a pointer later: an access through one
//! is `Stuck`.

use crate::context::Context;
use crate::object::{ObjId, Object};
use crate::scalar;
use crate::state::State;
use crate::value::{Pointer, Target, Value};
use hecaton_ir::{BlockId, FuncId, Scalar, VarId};
use hecaton_term::{Sort, Term};
use imbl::ordmap::DiffItem;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Something whose value a loop may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A variable of the function with the loop.
    Local(VarId),
    /// Bytes of an object: where, and how many.
    Cell(ObjId, u64, u64),
}

/// What a loop may change.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    locals: BTreeSet<VarId>,
    objects: BTreeMap<ObjId, Change>,
}

/// What a loop may change in one object.
#[derive(Clone, Debug, Default)]
struct Change {
    /// Offsets and sizes of cells.
    cells: BTreeMap<u64, u64>,
    /// Anything in it.
    all: bool,
    /// It may be freed.
    freed: bool,
}

impl Changes {
    /// The changes of a loop as far as the program text tells them: its own variables.
    pub fn of_loop(cx: &mut Context, func: FuncId, head: BlockId) -> Self {
        let shape = cx.shape(func);
        let function = &cx.program.functions[func];
        let inside = function.blocks.iter().filter(|(block, _)| shape.heads[*block].contains(&head));
        let written = inside.flat_map(|(_, block)| &block.insts).filter_map(|inst| inst.op.written());
        let locals = written.filter(|var| shape.live[head].binary_search(var).is_ok()).collect();
        Changes { locals, objects: BTreeMap::new() }
    }
    /// Adds what differs in memory between a state at the head and one that came back to it. Objects that the loop has
    /// made itself are not looked at: no later round knows them but by a pointer that is forgotten.
    pub fn grow(&mut self, cx: &mut Context, before: &State, after: &State) -> bool {
        let mut grown = false;
        for item in before.memory.objects.diff(&after.memory.objects) {
            match item {
                DiffItem::Update { old: (id, old), new: (_, new) } => {
                    let change = self.objects.entry(*id).or_default();
                    grown |= old.alive != new.alive && !std::mem::replace(&mut change.freed, true);
                    if change.all {
                        continue;
                    }
                    match old.difference(cx, new) {
                        None => {
                            change.all = true;
                            grown = true;
                        }
                        Some(cells) => {
                            for (at, bytes) in cells {
                                grown |= change.add(at, bytes);
                            }
                        }
                    }
                }
                DiffItem::Remove(id, _) => {
                    let change = self.objects.entry(*id).or_default();
                    grown |= !std::mem::replace(&mut change.freed, true);
                }
                DiffItem::Add(..) => {}
            }
        }
        grown
    }
}

impl Change {
    /// Adds a cell; one that overlaps another differently makes the whole object change.
    fn add(&mut self, at: u64, bytes: u64) -> bool {
        if self.all || self.cells.get(&at) == Some(&bytes) {
            return false;
        }
        let before = self.cells.range(..at).next_back().is_some_and(|(start, size)| start + size > at);
        if before || self.cells.range(at..at + bytes).next().is_some() {
            self.all = true;
        } else {
            self.cells.insert(at, bytes);
        }
        true
    }
}

/// Makes everything that a loop may change arbitrary. The state must be at the head of the loop. Gives the places that
/// now hold arbitrary integers.
pub fn forget(cx: &mut Context, state: &mut State, changes: &Changes) -> Vec<Place> {
    let frame = state.top();
    let (stack, loc, laps, func) = (frame.stack, frame.loc(), frame.lap_numbers(), frame.func);
    // The names are those of this arrival, so that the same arrival in another run gives the same terms.
    let arrival = cx.instance(stack, loc, &laps, u32::MAX / 2);
    let mut places = Vec::new();
    for var in &changes.locals {
        let sort = match cx.program.scalar(func, *var) {
            Scalar::Ptr => None,
            ty @ (Scalar::Int(_) | Scalar::Float(_)) => Some(scalar::sort(cx, ty)),
        };
        let value = arbitrary(cx, &format!("any{arrival}v{var}"), sort);
        if matches!(sort, Some(Sort::Bits(_))) {
            places.push(Place::Local(*var));
        }
        state.top_mut().locals.insert(*var, value);
    }
    for (id, change) in &changes.objects {
        let Some(object) = state.memory.objects.get(id) else { continue };
        let mut object: Object = (**object).clone();
        if change.freed {
            let alive = cx.terms.var(&format!("any{arrival}alive{id}"), Sort::Bool);
            object.alive = cx.terms.and(object.alive, alive);
        }
        let mut all = change.all;
        for (at, bytes) in change.cells.iter().filter(|_| !change.all) {
            let name = format!("any{arrival}m{id}at{at}");
            let sort = object.cell_sort(cx, *at, *bytes);
            let value = arbitrary(cx, &name, sort);
            if object.write_at(cx, *at, *bytes, value).is_err() {
                all = true;
                break;
            }
            if matches!(sort, Some(Sort::Bits(_))) {
                places.push(Place::Cell(*id, *at, *bytes));
            }
        }
        if all {
            places.retain(|place| !matches!(place, Place::Cell(other, ..) if other == id));
            object.forget(cx, &format!("any{arrival}m{id}"));
        }
        state.memory.objects.insert(*id, Arc::new(object));
    }
    let total = state.top().laps.last().expect("a loop has a lap").total;
    state.top_mut().laps.last_mut().expect("a loop has a lap").forgotten = Some(total);
    places
}

/// A fresh value of a sort, or a fresh pointer.
fn arbitrary(cx: &mut Context, name: &str, sort: Option<Sort>) -> Value {
    let term = cx.terms.var(name, sort.unwrap_or(Sort::Bits(cx.word())));
    if matches!(cx.terms.sort(term), Sort::Bits(_)) {
        cx.arbitrary_pointer(term);
    }
    match sort {
        Some(_) => Value::Scalar(term),
        None => Value::Ptr(Pointer::to(cx, Target::Raw(term))),
    }
}

impl State {
    /// The integer at a place, if there is one.
    pub fn integer_at(&self, cx: &mut Context, place: Place) -> Option<Term> {
        let value = match place {
            Place::Local(var) => match self.top().locals.get(&var) {
                Some(value) => value.clone(),
                // A variable that was not written holds zero.
                None => scalar::zero(cx, cx.program.scalar(self.top().func, var)),
            },
            Place::Cell(id, at, bytes) => {
                let mut object: Object = (**self.memory.objects.get(&id)?).clone();
                object.read_piece(cx, at, bytes).ok()?
            }
        };
        match value {
            Value::Scalar(term) if matches!(cx.terms.sort(term), Sort::Bits(_)) => Some(term),
            Value::Scalar(_) | Value::Ptr(_) => None,
        }
    }
    /// The integers in the variables of the innermost call.
    pub fn integers(&self, cx: &Context) -> Vec<(VarId, Term)> {
        let values = self.top().locals.iter().filter_map(|(var, value)| match value {
            Value::Scalar(term) if matches!(cx.terms.sort(*term), Sort::Bits(_)) => Some((*var, *term)),
            Value::Scalar(_) | Value::Ptr(_) => None,
        });
        values.collect()
    }
}
