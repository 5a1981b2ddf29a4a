//! What is known of memory: the objects that may be alive, and what some of their bytes hold.
//!
//! An object is named by the global or by the `Alloc` that makes it. If several objects of one name may be alive at the
//! same time it is `many`, and a write adds to what was known instead of replacing it. A name that is not in the list
//! has no live object: an access to it ends the path.

use crate::code::{Code, initial_cells};
use crate::range::Range;
use crate::value::Value;
use hecaton_base::{Id as _, WireError};
use hecaton_ir::{Init, Scalar};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All that is known of memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Memory {
    /// Objects that may be alive, ascending.
    pub objects: Arc<Vec<(u32, Object)>>,
    /// What some bytes hold, ascending, not overlapping. Constant objects have none.
    pub cells: Vec<Cell>,
    /// Names of which an object may have died, ascending: a pointer to one made later may be a pointer to that one.
    pub died: Arc<Vec<u32>>,
    /// Something was written, or freed, that may be anything: what was left out of a block is unknown afterwards.
    pub wild: bool,
}

/// The parts of memory as they are read.
#[derive(Deserialize)]
struct Parts {
    objects: Arc<Vec<(u32, Object)>>,
    cells: Vec<Cell>,
    died: Arc<Vec<u32>>,
    wild: bool,
}

impl TryFrom<Parts> for Memory {
    type Error = WireError;
    fn try_from(Parts { objects, cells, died, wild }: Parts) -> Result<Self, WireError> {
        let ordered = cells.is_sorted_by(|a, b| (a.object, a.end()) <= (b.object, b.offset) || a.object < b.object);
        if !objects.is_sorted_by(|a, b| a.0 < b.0) || !ordered || !died.is_sorted() {
            return Err(WireError("memory not in order"));
        }
        Ok(Memory { objects, cells, died, wild })
    }
}

/// What is known of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Object {
    /// The least and the greatest size in bytes.
    pub size: (u64, u64),
    /// It may be dead.
    pub maybe: bool,
    /// There may be several of the name.
    pub many: bool,
    /// A pointer of the name may lead to an earlier object, which is dead.
    pub stale: bool,
    /// Bytes that are in no cell are zero; else they are not known.
    pub zero: bool,
}

/// What some bytes of an object hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// The object.
    pub object: u32,
    /// The first byte.
    pub offset: u64,
    /// How many.
    pub bytes: u64,
    /// The scalar they are.
    pub value: Value,
}

impl Cell {
    fn end(&self) -> u64 {
        self.offset.saturating_add(self.bytes)
    }
}

impl Memory {
    /// The globals.
    pub fn initial(code: &Code) -> Self {
        let program = &code.program;
        let (mut objects, mut cells) = (Vec::new(), Vec::new());
        for (id, global) in program.globals.iter() {
            let size = program.types.size(global.ty, program.target);
            let zero = match global.init {
                Init::Arbitrary => false,
                Init::Values(_) => true,
            };
            objects.push((
                id.index() as u32,
                Object { size: (size, size), maybe: false, many: false, stale: false, zero },
            ));
            if !global.constant {
                cells.extend(initial_cells(&code.program, id));
            }
        }
        Memory { objects: Arc::new(objects), cells, died: Arc::default(), wild: false }
    }
    /// The same, sharing nothing: workers that count references to the same lists would wait for each other.
    #[must_use]
    pub fn apart(&self) -> Self {
        let (objects, died) = (Arc::new((*self.objects).clone()), Arc::new((*self.died).clone()));
        Memory { objects, cells: self.cells.clone(), died, wild: self.wild }
    }
    /// Shares the lists that another one has too.
    pub fn share(&mut self, other: &Memory) {
        if self.objects == other.objects {
            self.objects = other.objects.clone();
        }
        if self.died == other.died {
            self.died = other.died.clone();
        }
    }
    /// An object that may be alive.
    pub fn object(&self, object: u32) -> Option<&Object> {
        let place = self.objects.binary_search_by_key(&object, |(id, _)| *id).ok()?;
        Some(&self.objects[place].1)
    }
    fn object_mut(&mut self, object: u32) -> Option<&mut Object> {
        let place = self.objects.binary_search_by_key(&object, |(id, _)| *id).ok()?;
        Some(&mut Arc::make_mut(&mut self.objects)[place].1)
    }
    /// The cells of an object.
    pub fn cells_of(&self, object: u32) -> &[Cell] {
        let from = self.cells.partition_point(|cell| cell.object < object);
        let to = from + self.cells[from..].partition_point(|cell| cell.object == object);
        &self.cells[from..to]
    }
    /// The cells that touch some bytes of an object, as a range of indices.
    fn touching(&self, object: u32, from: u64, to: u64) -> std::ops::Range<usize> {
        let mut first = self.cells.partition_point(|cell| (cell.object, cell.offset) < (object, from));
        if first > 0 && self.cells[first - 1].object == object && self.cells[first - 1].end() > from {
            first -= 1;
        }
        let touches = |cell: &Cell| cell.object == object && cell.offset < to;
        first..first + self.cells[first..].partition_point(touches)
    }
    /// The value of a type that is found in an object at one of some offsets.
    pub fn read(&self, code: &Code, object: u32, at: &Range, bytes: u64, ty: Scalar) -> Value {
        let Some(known) = self.object(object) else { return Value::any(ty) };
        let (lo, hi) = at.unsigned_bounds();
        let end = hi.saturating_add(bytes);
        let cells = if code.is_constant(object) {
            let cells = code.constant(object);
            let from = cells.partition_point(|cell| cell.end() <= lo);
            &cells[from..from + cells[from..].partition_point(|cell| cell.offset < end)]
        } else {
            &self.cells[self.touching(object, lo, end)]
        };
        let mut found: Option<Value> = None;
        let mut covered = 0u64;
        for cell in cells {
            if cell.bytes != bytes || !falls_on(at, cell.offset, bytes) {
                return Value::any(ty);
            }
            covered = covered.saturating_add(bytes);
            let value = cell.value.typed(ty);
            found = Some(found.map_or_else(|| value.clone(), |found| found.join(&value)).typed(ty));
        }
        if covered >= end - lo {
            return found.unwrap_or_else(|| Value::any(ty));
        }
        if !known.zero {
            return Value::any(ty);
        }
        let zero = Value::zero(ty, code.word);
        found.map_or(zero.clone(), |found| found.join(&zero)).typed(ty)
    }
    /// Writes a value at one of some offsets of an object; if not `sure`, perhaps elsewhere.
    pub fn write(&mut self, code: &Code, object: u32, at: &Range, bytes: u64, value: &Value, sure: bool) {
        let Some(known) = self.object(object).copied() else { return };
        if code.is_constant(object) || bytes == 0 {
            return;
        }
        let value = match value {
            Value::Int(range) if range.is_all() => Value::Any,
            value => value.clone(),
        };
        let (lo, hi) = at.unsigned_bounds();
        let end = hi.saturating_add(bytes);
        let touching = self.touching(object, lo, end);
        if sure && lo == hi && !known.many {
            if touching.len() == 1 {
                let cell = &mut self.cells[touching.start];
                if cell.offset == lo && cell.bytes == bytes {
                    cell.value = value;
                    if !known.zero && self.cells[touching.start].value == Value::Any {
                        self.cells.remove(touching.start);
                    }
                    return;
                }
            }
            let mut new = Vec::with_capacity(3);
            if known.zero {
                new.extend(self.fragments(touching.clone(), lo, end));
            }
            if known.zero || value != Value::Any {
                let place = new.partition_point(|cell: &Cell| cell.offset < lo);
                new.insert(place, Cell { object, offset: lo, bytes, value });
            }
            self.cells.splice(touching, new);
            return;
        }
        let zero_value = Value::zero(Scalar::Ptr, code.word);
        let is_zero = value == zero_value || value.single() == Some(0) && matches!(value, Value::Int(_));
        if known.zero && !is_zero {
            // Bytes that are in no cell may be this now.
            self.grow_unknown(object, &known);
        }
        let zero = self.object(object).is_some_and(|known| known.zero);
        let touching = self.touching(object, lo, end);
        for cell in &mut self.cells[touching.clone()] {
            cell.value = if cell.bytes == bytes && falls_on(at, cell.offset, bytes) {
                cell.value.join(&value)
            } else {
                Value::Any
            };
            if matches!(&cell.value, Value::Int(range) if range.is_all()) {
                cell.value = Value::Any;
            }
        }
        if !zero {
            self.drop_unknown(object);
        }
    }
    /// Parts of cells outside of a range, of which nothing is known any more.
    fn fragments(&self, touching: std::ops::Range<usize>, from: u64, to: u64) -> Vec<Cell> {
        let mut out = Vec::new();
        for cell in &self.cells[touching] {
            if cell.offset < from {
                out.push(Cell { bytes: from - cell.offset, value: Value::Any, ..cell.clone() });
            }
            if cell.end() > to {
                out.push(Cell { offset: to, bytes: cell.end() - to, value: Value::Any, ..cell.clone() });
            }
        }
        out
    }
    /// Bytes in no cell were zero, and are unknown from now on.
    fn grow_unknown(&mut self, object: u32, known: &Object) {
        debug_assert!(known.zero);
        if let Some(object) = self.object_mut(object) {
            object.zero = false;
        }
        self.drop_unknown(object);
    }
    /// In an object whose other bytes are unknown, a cell of which nothing is known says nothing.
    fn drop_unknown(&mut self, object: u32) {
        self.cells.retain(|cell| cell.object != object || cell.value != Value::Any);
    }
    /// Nothing is known of some bytes of an object any more.
    pub fn forget_bytes(&mut self, code: &Code, object: u32, from: u64, to: u64) {
        let Some(known) = self.object(object).copied() else { return };
        if code.is_constant(object) || from >= to {
            return;
        }
        if from == 0 && to >= known.size.1 {
            return self.forget(code, object);
        }
        let touching = self.touching(object, from, to);
        let mut new = Vec::new();
        if known.zero {
            new = self.fragments(touching.clone(), from, to);
            let place = new.partition_point(|cell: &Cell| cell.offset < from);
            new.insert(place, Cell { object, offset: from, bytes: to - from, value: Value::Any });
        }
        self.cells.splice(touching, new);
    }
    /// All bytes of an object are zero.
    pub fn clear(&mut self, object: u32) {
        if let Some(object) = self.object_mut(object) {
            object.zero = true;
        }
        self.cells.retain(|cell| cell.object != object);
    }
    /// Nothing is known of what an object holds any more.
    pub fn forget(&mut self, code: &Code, object: u32) {
        if code.is_constant(object) {
            return;
        }
        if let Some(object) = self.object_mut(object) {
            object.zero = false;
        }
        self.cells.retain(|cell| cell.object != object);
    }
    /// Nothing is known of what any object holds any more, the constant ones apart.
    pub fn forget_all(&mut self, code: &Code) {
        self.cells.clear();
        for (id, object) in Arc::make_mut(&mut self.objects) {
            if !code.is_constant(*id) {
                object.zero = false;
            }
        }
        self.wild = true;
    }
    /// Any object that was made by the program may have died.
    pub fn doubt_all(&mut self, code: &Code) {
        for (id, object) in Arc::make_mut(&mut self.objects) {
            object.maybe |= code.made(*id).is_some();
        }
        self.wild = true;
    }
    /// Makes an object. If there may be a live one of the same name, there are many from now on.
    pub fn make(&mut self, object: u32, size: (u64, u64), zeroed: bool) {
        match self.objects.binary_search_by_key(&object, |(id, _)| *id) {
            Err(place) => {
                let stale = self.died.binary_search(&object).is_ok();
                let new = Object { size, maybe: false, many: false, stale, zero: zeroed };
                Arc::make_mut(&mut self.objects).insert(place, (object, new));
            }
            Ok(place) => {
                let old = self.objects[place].1;
                let size = (old.size.0.min(size.0), old.size.1.max(size.1));
                let zero = old.zero && zeroed;
                let keeps = zero && self.cells_of(object).is_empty();
                let stale = old.stale || old.maybe;
                let new = Object { size, maybe: old.maybe, many: true, stale, zero: keeps };
                Arc::make_mut(&mut self.objects)[place].1 = new;
                self.cells.retain(|cell| cell.object != object);
            }
        }
    }
    /// Ends the life of an object: of the only one of its name, if it is `sure` that it is meant.
    pub fn end(&mut self, object: u32, sure: bool) {
        let Ok(place) = self.objects.binary_search_by_key(&object, |(id, _)| *id) else { return };
        if sure && !self.objects[place].1.many {
            Arc::make_mut(&mut self.objects).remove(place);
            if let Err(place) = self.died.binary_search(&object) {
                Arc::make_mut(&mut self.died).insert(place, object);
            }
            self.cells.retain(|cell| cell.object != object);
        } else {
            Arc::make_mut(&mut self.objects)[place].1.maybe = true;
        }
    }
    /// At least what either can be.
    pub fn join(&self, new: &Memory, word: u32, values: &dyn Fn(&Value, &Value) -> Value) -> Memory {
        let mut objects: Vec<(u32, Object)> = Vec::with_capacity(self.objects.len());
        let mut cells = Vec::with_capacity(self.cells.len());
        let same = Arc::ptr_eq(&self.objects, &new.objects);
        let (mut left, mut right) = (self.objects.iter().peekable(), new.objects.iter().peekable());
        loop {
            let id = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some((a, _)), Some((b, _))) => *a.min(b),
                (Some((a, _)), None) | (None, Some((a, _))) => *a,
            };
            let a = left.next_if(|(of, _)| *of == id).map(|(_, object)| *object);
            let b = right.next_if(|(of, _)| *of == id).map(|(_, object)| *object);
            match (a, b) {
                (Some(a), Some(b)) => {
                    let size = (a.size.0.min(b.size.0), a.size.1.max(b.size.1));
                    let (maybe, many, stale) = (a.maybe || b.maybe, a.many || b.many, a.stale || b.stale);
                    let mut object = Object { size, maybe, many, stale, zero: a.zero && b.zero };
                    let before = cells.len();
                    let (left, right) = ((self.cells_of(id), a.zero), (new.cells_of(id), b.zero));
                    if !merge_cells(left, right, word, values, &mut cells) {
                        cells.truncate(before);
                        object.zero = false;
                    }
                    objects.push((id, object));
                }
                (Some(only), None) => {
                    objects.push((id, Object { maybe: true, ..only }));
                    cells.extend(self.cells_of(id).iter().cloned());
                }
                (None, Some(only)) => {
                    objects.push((id, Object { maybe: true, ..only }));
                    cells.extend(new.cells_of(id).iter().cloned());
                }
                (None, None) => {}
            }
        }
        let objects = if same && objects == *self.objects { self.objects.clone() } else { Arc::new(objects) };
        let died = if self.died == new.died {
            self.died.clone()
        } else {
            let mut died: Vec<u32> = self.died.iter().chain(new.died.iter()).copied().collect();
            died.sort_unstable();
            died.dedup();
            Arc::new(died)
        };
        Memory { objects, cells, died, wild: self.wild || new.wild }
    }
}

/// Adds the cells of an object in two memories together; `false` if they have different shapes.
fn merge_cells(
    (left, left_zero): (&[Cell], bool),
    (right, right_zero): (&[Cell], bool),
    word: u32,
    values: &dyn Fn(&Value, &Value) -> Value,
    out: &mut Vec<Cell>,
) -> bool {
    let (both_zero, mut end) = (left_zero && right_zero, 0);
    let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
    // What the bytes of a cell are on the side that has no such cell.
    let rest = |cell: &Cell, zero: bool| match (&cell.value, zero) {
        (_, false) | (Value::Any, _) => Value::Any,
        (Value::Int(range), true) => Value::Int(Range::constant(range.width(), 0)),
        (Value::Ptr(_), true) => Value::zero(Scalar::Ptr, word),
    };
    loop {
        let (cell, value) = match (l.peek(), r.peek()) {
            (None, None) => break,
            (Some(a), Some(b)) if a.offset == b.offset => {
                if a.bytes != b.bytes {
                    return false;
                }
                let merged = (*a, values(&a.value, &b.value));
                l.next();
                r.next();
                merged
            }
            (Some(a), b) if b.is_none_or(|b| a.offset < b.offset) => {
                let merged = (*a, values(&a.value, &rest(a, right_zero)));
                l.next();
                merged
            }
            (_, Some(b)) => {
                let merged = (*b, values(&rest(b, left_zero), &b.value));
                r.next();
                merged
            }
            (Some(_), None) => return false,
        };
        // Cells that are left out must overlap nothing either.
        if end > cell.offset {
            return false;
        }
        end = cell.end();
        let value = match value {
            Value::Int(range) if range.is_all() => Value::Any,
            value => value,
        };
        if both_zero || value != Value::Any {
            out.push(Cell { value, ..*cell });
        }
    }
    true
}

/// Whether an access at one of some offsets meets a cell of the same size entirely or not at all.
fn falls_on(at: &Range, offset: u64, bytes: u64) -> bool {
    if at.single() == Some(offset) {
        return true;
    }
    let (known, low) = at.low_bits();
    bytes.is_power_of_two() && known >= bytes.trailing_zeros() && (low ^ offset) & (bytes - 1) == 0
}
