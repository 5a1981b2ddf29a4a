//! Forgetting: what a loop may change is made arbitrary at its head, so that one state stands for the start of any of
//! its rounds. What a loop changes in memory is found by executing it: [`Changes::grow`] compares the state at the
//! head with the one that comes back to it, and an engine starts again until nothing new shows.
//!
//! A forgotten state is no longer reached by choices, so nothing is replayed from it; it serves proofs only. A pointer
//! is forgotten up to the objects that it is seen to mean at the head, with any offset. If it can mean something else,
//! such as an object that the loop has made, it may mean anything, and so may an integer that is made a pointer later:
//! an access through one is `Stuck`.

use crate::context::Context;
use crate::eval::global_object;
use crate::object::{Difference, ObjId, Object};
use crate::scalar;
use crate::state::State;
use crate::value::{Pointer, Target, Value};
use hecaton_ir::{BlockId, FuncId, GlobalId, Scalar, VarId};
use hecaton_term::{Sort, Term};
use imbl::ordmap::DiffItem;
use std::collections::{BTreeMap, BTreeSet};

/// Something whose value a loop may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A variable of the function with the loop.
    Local(VarId),
    /// Bytes of an object: where, and how many.
    Cell(ObjId, u64, u64),
}

impl Place {
    /// Bytes of a global.
    pub fn of_global(id: GlobalId, offset: u64, bytes: u64) -> Self {
        Place::Cell(global_object(id), offset, bytes)
    }
}

/// What a loop may change.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    locals: BTreeSet<VarId>,
    objects: BTreeMap<ObjId, Change>,
    /// What pointers at changed places mean.
    pointers: BTreeMap<Place, Aims>,
    /// More was found while forgetting: a state that was forgotten before does not stand for it.
    stale: bool,
}

/// What a pointer can mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Aims {
    /// For objects, with a power of two that divides all offsets: words are then not mistaken for bytes.
    bases: BTreeMap<Base, u32>,
    /// Anything else.
    others: bool,
}

/// A power of two that offsets are not looked at beyond.
const LARGEST_POWER: u32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    Null,
    /// An address that no object is known for.
    Number,
    Object(ObjId),
    Func(FuncId),
}

impl Aims {
    /// Adds what a value means in a state, seen from a state at the head; says whether that was new.
    fn add(&mut self, cx: &Context, head: &State, value: &Value) -> bool {
        let before = self.clone();
        match value {
            Value::Ptr(pointer) => {
                for (_, target) in pointer.targets() {
                    match target {
                        Target::Object(id, offset) if head.memory.knows(*id) => {
                            let power = cx.terms.trailing_zeros(*offset).min(LARGEST_POWER);
                            let known = self.bases.entry(Base::Object(*id)).or_insert(power);
                            *known = power.min(*known);
                        }
                        Target::Func(func) => _ = self.bases.insert(Base::Func(*func), 0),
                        Target::Raw(address) if cx.terms.as_u64(*address) == Some(0) => {
                            self.bases.insert(Base::Null, 0);
                        }
                        Target::Raw(address) if !cx.is_arbitrary(*address) => _ = self.bases.insert(Base::Number, 0),
                        Target::Object(..) | Target::Raw(_) => self.others = true,
                    }
                }
            }
            Value::Scalar(bits) if cx.terms.as_u64(*bits) == Some(0) => _ = self.bases.insert(Base::Null, 0),
            Value::Scalar(_) => self.others = true,
        }
        before != *self
    }
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
    /// The condition under which it exists may be another.
    made: bool,
    /// Unknown code may come to know it, and from then on always does.
    exposed: bool,
}

impl Changes {
    /// The changes of a loop as far as the program text tells them: its own variables.
    pub fn of_loop(cx: &mut Context, func: FuncId, head: BlockId) -> Self {
        let shape = cx.shape(func);
        let function = &cx.program.functions[func];
        let inside = function.blocks.iter().filter(|(block, _)| shape.heads[*block].contains(&head));
        let written = inside.flat_map(|(_, block)| &block.insts).filter_map(|inst| inst.op.written());
        let locals = written.filter(|var| shape.live[head].binary_search(var).is_ok()).collect();
        Changes { locals, objects: BTreeMap::new(), pointers: BTreeMap::new(), stale: false }
    }
    /// Adds what differs in memory between a state at the head and one that came back to it. A forgotten state stands
    /// for any arrival, so the first one must be compared with the exact ones that follow, and the forgotten one with
    /// those behind it. Objects that the loop has made itself are not looked at: no later round knows them but by a pointer that is forgotten.
    pub fn grow(&mut self, cx: &mut Context, before: &State, after: &State) -> bool {
        let mut grown = false;
        for item in before.memory.objects.diff(&after.memory.objects) {
            match item {
                DiffItem::Update { old: (id, old), new: (_, new) } => {
                    let Difference { bytes, alive, made, exposed } = old.difference(cx, new);
                    let change = self.objects.entry(*id).or_default();
                    grown |= alive && !std::mem::replace(&mut change.freed, true);
                    grown |= made && !std::mem::replace(&mut change.made, true);
                    grown |= exposed && !std::mem::replace(&mut change.exposed, true);
                    if change.all {
                        continue;
                    }
                    match bytes {
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
        for var in &self.locals {
            for state in [before, after] {
                if let Some(value @ Value::Ptr(_)) = state.top().locals.get(var) {
                    grown |= self.pointers.entry(Place::Local(*var)).or_default().add(cx, before, value);
                }
            }
        }
        for (id, change) in self.objects.iter_mut().filter(|(_, change)| !change.all) {
            let (Some(old), Some(new)) = (before.memory.objects.get(id), after.memory.objects.get(id)) else {
                continue;
            };
            let (mut old, mut new): (Object, Object) = ((**old).clone(), (**new).clone());
            for (at, bytes) in &change.cells {
                let place = Place::Cell(*id, *at, *bytes);
                match (old.read_piece(cx, *at, *bytes), new.read_piece(cx, *at, *bytes)) {
                    (Ok(old), Ok(new)) if matches!((&old, &new), (Value::Ptr(_), _) | (_, Value::Ptr(_))) => {
                        let aims = self.pointers.entry(place).or_default();
                        grown |= aims.add(cx, before, &old);
                        grown |= aims.add(cx, before, &new);
                    }
                    (Ok(Value::Scalar(old)), Ok(Value::Scalar(new))) if cx.terms.sort(old) == cx.terms.sort(new) => {}
                    // A float, say, does not stand for all bits that an integer at its place can have.
                    _ => change.all = true,
                }
            }
            grown |= change.all;
        }
        grown
    }
    /// Whether forgetting has found more since the last time this was asked, so that everything must start again.
    pub fn take_stale(&mut self) -> bool {
        std::mem::take(&mut self.stale)
    }
    /// Something that a forgotten pointer can be, given what it is before it is forgotten.
    fn pointer(&mut self, cx: &mut Context, state: &State, place: Place, now: &Value, name: &str) -> Value {
        let aims = self.pointers.entry(place).or_default();
        self.stale |= aims.add(cx, state, now);
        if aims.others {
            return arbitrary(cx, name, None);
        }
        let mut out: Option<Pointer> = None;
        for (i, (base, power)) in aims.bases.iter().enumerate() {
            let target = match base {
                Base::Null => Target::Raw(cx.terms.num(cx.word(), 0)),
                Base::Number => Target::Raw(cx.terms.var(&format!("{name}n"), Sort::Bits(cx.word()))),
                Base::Func(func) => Target::Func(*func),
                Base::Object(id) => {
                    let units = cx.terms.var(&format!("{name}o{id}by{power}"), Sort::Bits(cx.word() - power));
                    let offset = match power {
                        0 => units,
                        _ => {
                            let none = cx.terms.num(*power, 0);
                            cx.terms.concat(units, none)
                        }
                    };
                    Target::Object(*id, offset)
                }
            };
            let pointer = Pointer::to(cx, target);
            out = Some(match out {
                None => pointer,
                Some(rest) => {
                    let meant = cx.terms.var(&format!("{name}is{i}"), Sort::Bool);
                    Pointer::choose(cx, meant, &pointer, &rest)
                }
            });
        }
        Value::Ptr(out.unwrap_or_else(|| Pointer::null(cx)))
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

/// Makes everything that a loop may change arbitrary. The state must be at the head of the loop; from then on it stands for
/// later arrivals there, and for earlier ones back to `since`, an exact one. Gives the places that now hold arbitrary
/// integers or pointers.
pub fn forget(cx: &mut Context, state: &mut State, since: &State, changes: &mut Changes) -> Vec<Place> {
    let frame = state.top();
    let (stack, loc, laps, func) = (frame.stack, frame.loc(), frame.lap_numbers(), frame.func);
    // The names are those of this arrival, so that the same arrival in another run gives the same terms.
    let arrival = cx.instance(stack, loc, &laps, u32::MAX / 2);
    let mut places = Vec::new();
    let head = state.clone();
    for var in changes.locals.clone() {
        let ty = cx.program.scalar(func, var);
        let (place, name) = (Place::Local(var), format!("any{arrival}v{var}"));
        let value = match ty {
            Scalar::Ptr => {
                let now = head.top().locals.get(&var).cloned().unwrap_or_else(|| scalar::zero(cx, ty));
                changes.pointer(cx, &head, place, &now, &name)
            }
            Scalar::Int(_) | Scalar::Float(_) => arbitrary(cx, &name, Some(scalar::sort(cx, ty))),
        };
        places.push(place);
        state.top_mut().locals.insert(var, value);
    }
    for (id, change) in &changes.objects.clone() {
        // One that has died since then is alive at the earlier arrivals.
        let before = since.memory.objects.get(id);
        let Some(object) = state.memory.objects.get(id).or(before) else { continue };
        let mut object: Object = (**object).clone();
        if change.freed {
            let alive = cx.terms.var(&format!("any{arrival}alive{id}"), Sort::Bool);
            object.alive = cx.terms.and(before.map_or(object.alive, |before| before.alive), alive);
            if since.top().objects.contains(id) {
                state.top_mut().objects.insert(*id);
            }
        }
        if change.made {
            object.made = cx.terms.var(&format!("any{arrival}made{id}"), Sort::Bool);
        }
        if change.exposed {
            let exposed = cx.terms.var(&format!("any{arrival}exposed{id}"), Sort::Bool);
            object.exposed = cx.terms.or(object.exposed, exposed);
        }
        let mut all = change.all;
        for (at, bytes) in change.cells.iter().filter(|_| !change.all) {
            let name = format!("any{arrival}m{id}at{at}");
            let (place, sort) = (Place::Cell(*id, *at, *bytes), object.cell_sort(cx, *at, *bytes));
            let value = match sort {
                Some(sort) if !changes.pointers.contains_key(&place) => Ok(arbitrary(cx, &name, Some(sort))),
                _ => object.read_piece(cx, *at, *bytes).map(|now| changes.pointer(cx, &head, place, &now, &name)),
            };
            if value.and_then(|value| object.write_at(cx, *at, *bytes, value)).is_err() {
                all = true;
                break;
            }
            places.push(place);
        }
        if all {
            places.retain(|place| !matches!(place, Place::Cell(other, ..) if other == id));
            object.forget(cx, &format!("any{arrival}m{id}"));
        }
        state.memory.set(cx, *id, object);
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

/// What a pointer means.
pub struct Meant {
    /// Objects, each with the condition, the offset and its size.
    pub objects: Vec<(Term, Term, Term)>,
    /// The condition under which it means no object.
    pub none: Term,
}

impl State {
    /// The value at a place, if it can be read.
    fn value_at(&self, cx: &mut Context, place: Place) -> Option<Value> {
        match place {
            Place::Local(var) => Some(match self.top().locals.get(&var) {
                Some(value) => value.clone(),
                // A variable that was not written holds zero.
                None => scalar::zero(cx, cx.program.scalar(self.top().func, var)),
            }),
            Place::Cell(id, at, bytes) => {
                let mut object: Object = (**self.memory.objects.get(&id)?).clone();
                object.read_piece(cx, at, bytes).ok()
            }
        }
    }
    /// The integer at a place, if there is one.
    pub fn integer_at(&self, cx: &mut Context, place: Place) -> Option<Term> {
        match self.value_at(cx, place)? {
            Value::Scalar(term) if matches!(cx.terms.sort(term), Sort::Bits(_)) => Some(term),
            Value::Scalar(_) | Value::Ptr(_) => None,
        }
    }
    /// The pointer at a place, if there is one.
    pub fn pointer_at(&self, cx: &mut Context, place: Place) -> Option<Meant> {
        let Value::Ptr(pointer) = self.value_at(cx, place)? else { return None };
        let (mut objects, mut none) = (Vec::new(), Vec::new());
        for (guard, target) in pointer.targets() {
            match target {
                Target::Object(id, offset) => objects.push((*guard, *offset, cx.size(*id))),
                Target::Func(_) | Target::Raw(_) => none.push(*guard),
            }
        }
        Some(Meant { objects, none: cx.terms.any(&none) })
    }
    /// The variables of the innermost call that hold integers and may still be read. Others are not even forgotten: what
    /// they hold has nothing to do with the round that a forgotten state stands for.
    pub fn integers(&self, cx: &mut Context) -> Vec<VarId> {
        let top = self.top();
        let shape = cx.shape(top.func);
        let live = shape.live[top.block].iter().copied();
        let integer = |var: &VarId| match top.locals.get(var) {
            Some(Value::Scalar(term)) => matches!(cx.terms.sort(*term), Sort::Bits(_)),
            Some(Value::Ptr(_)) | None => false,
        };
        live.filter(integer).collect()
    }
}
