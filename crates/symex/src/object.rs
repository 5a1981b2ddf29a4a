//! One object in memory: cells at constant byte offsets, kept apart so that constants propagate, over an array term
//! for what was not written cell by cell.
//!
//! Cells do not overlap. Reading what is not exactly one cell gathers bytes; writing over a part of a cell splits it.
//! A symbolic offset that can hit few places becomes `ite`s over cells; otherwise the cells are stored into the array
//! and the array is read or written at the symbolic index.

use crate::context::Context;
use crate::scalar;
use crate::value::Value;
use hecaton_base::{Stop, id};
use hecaton_ir::Scalar;
use hecaton_term::{Op, Sort, Term};
use imbl::{OrdMap, OrdSet};

id!(
    /// An object of one context.
    ObjId,
    "o"
);

/// A symbolic offset that can hit more places than this goes to the array term.
const MAX_PLACES: u64 = 96;
/// A rewriting of an object in other units that would make more elements than this is refused.
const MAX_ELEMENTS: u64 = 1 << 16;

/// Who ends an object's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    Global,
    Stack,
    Heap,
}

/// An object and its content.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    pub region: Region,
    pub constant: bool,
    /// Made by a constant `Alloc`: only accesses without a check write it. Its content is like that of others.
    pub read_only: bool,
    pub align: u64,
    /// Size in bytes, a word.
    pub size: Term,
    /// Not yet freed, where it exists.
    pub alive: Term,
    /// Exists: the condition under which it was made, as far as joins have told.
    pub made: Term,
    /// Unknown code could reach it.
    pub exposed: Term,
    cells: OrdMap<u64, Cell>,
    /// The offsets of cells that are not in the array.
    dirty: OrdSet<u64>,
    array: Term,
    /// Bytes of an element of the array.
    unit: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct Cell {
    bytes: u64,
    value: Value,
}

/// In what two states of one object differ.
pub(crate) struct Difference {
    /// The ranges of bytes that can differ; `None` if they are not known.
    pub bytes: Option<Vec<(u64, u64)>>,
    pub alive: bool,
    pub made: bool,
    pub exposed: bool,
}

/// What an object holds where nothing was written.
#[derive(Clone, Copy)]
pub(crate) enum Fresh {
    Zero,
    /// A free array of that number.
    Arbitrary(ObjId),
}

/// An offset that is not constant: where it can point to.
struct Places {
    first: u64,
    step: u64,
    count: u64,
}

impl Object {
    pub fn new(cx: &mut Context, region: Region, size: Term, align: u64, unit: u64, fresh: Fresh) -> Object {
        let array = match fresh {
            Fresh::Zero => zero_array(cx, unit),
            Fresh::Arbitrary(id) => {
                let sort = Sort::Array { index: cx.word(), elem: unit as u32 * 8 };
                cx.terms.var(&format!("mem{id}"), sort)
            }
        };
        let truth = cx.terms.bool(true);
        Object {
            region,
            constant: false,
            read_only: false,
            align,
            size,
            alive: truth,
            made: truth,
            exposed: cx.terms.bool(false),
            cells: OrdMap::new(),
            dirty: OrdSet::new(),
            array,
            unit,
        }
    }
    /// The array of its first content, and the bytes of its elements.
    pub fn content(&self) -> (Term, u64) {
        (self.array, self.unit)
    }
    /// The size, if it is constant.
    pub fn const_size(&self, cx: &Context) -> Option<u64> {
        cx.terms.as_u64(self.size)
    }
    /// What it holds in cells; more may be in the array, as bits.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.cells.values().map(|cell| &cell.value)
    }
    /// All in which two states of one object can differ: terms, and the cells with their offsets and numbers of bytes.
    /// Written so that a new field has to be thought of here.
    pub fn parts(&self) -> ([Term; 5], impl Iterator<Item = (u64, u64, &Value)>) {
        // The first four are fixed when it is made. The sort of the array says its unit, and cells that are not in it
        // yet differ from it.
        let Object {
            region: _,
            constant: _,
            read_only: _,
            align: _,
            size,
            alive,
            made,
            exposed,
            cells,
            dirty: _,
            array,
            unit: _,
        } = self;
        let cells = cells.iter().map(|(offset, cell)| (*offset, cell.bytes, &cell.value));
        ([*size, *alive, *made, *exposed, *array], cells)
    }
    /// What it holds as bits.
    pub fn array(&self) -> Term {
        self.array
    }

    /// The value of a type at an offset.
    pub fn read(&mut self, cx: &mut Context, offset: Term, ty: Scalar) -> Result<Value, Stop> {
        let bytes = ty.bytes(cx.program.target);
        if let Some(at) = cx.terms.as_u64(offset) {
            return self.read_at(cx, at, ty);
        }
        let Some(places) = self.places(cx, offset, bytes) else { return self.read_array(cx, offset, ty) };
        let mut out: Option<Value> = None;
        for i in (0..places.count).rev() {
            let at = places.first + i * places.step;
            let value = self.read_at(cx, at, ty)?;
            out = Some(match out {
                None => value,
                Some(rest) => {
                    let here = cx.terms.num(cx.word(), at);
                    let cond = cx.terms.eq(offset, here);
                    Value::choose(cx, cond, &value, &rest)
                }
            });
        }
        Ok(out.unwrap_or_else(|| scalar::zero(cx, ty)))
    }
    /// Writes a value of a type at an offset, where the condition holds.
    pub fn write(&mut self, cx: &mut Context, offset: Term, ty: Scalar, value: &Value, cond: Term) -> Result<(), Stop> {
        let bytes = ty.bytes(cx.program.target);
        if let Some(at) = cx.terms.as_u64(offset) {
            let value = match cx.terms.as_bool(cond) {
                Some(true) => value.clone(),
                Some(false) => return Ok(()),
                None => {
                    let old = self.read_at(cx, at, ty)?;
                    Value::choose(cx, cond, value, &old)
                }
            };
            return self.write_at(cx, at, bytes, value);
        }
        let Some(places) = self.places(cx, offset, bytes) else {
            return self.write_array(cx, offset, ty, value, cond);
        };
        for i in 0..places.count {
            let at = places.first + i * places.step;
            let here = cx.terms.num(cx.word(), at);
            let hit = cx.terms.eq(offset, here);
            let hit = cx.terms.and(cond, hit);
            let old = self.read_at(cx, at, ty)?;
            let new = Value::choose(cx, hit, value, &old);
            self.write_at(cx, at, bytes, new)?;
        }
        Ok(())
    }

    /// Where an access of that many bytes at a symbolic offset can be, if these are few and do not overlap.
    fn places(&self, cx: &Context, offset: Term, bytes: u64) -> Option<Places> {
        let last = self.const_size(cx)?.checked_sub(bytes)?;
        let (step, rest) = stride(cx, offset);
        if step < bytes {
            return None;
        }
        let low = cx.terms.umin(offset);
        let high = cx.terms.umax(offset).min(last);
        let first = if low <= rest { rest } else { rest + (low - rest).next_multiple_of(step) };
        let count = if first > high { 0 } else { (high - first) / step + 1 };
        (count <= MAX_PLACES).then_some(Places { first, step, count })
    }

    /// Reads at a constant offset.
    pub fn read_at(&mut self, cx: &mut Context, at: u64, ty: Scalar) -> Result<Value, Stop> {
        let bytes = ty.bytes(cx.program.target);
        if let Some(cell) = self.cells.get(&at)
            && cell.bytes == bytes
        {
            let value = cell.value.clone();
            return scalar::convert(cx, &value, ty);
        }
        let bits = self.gather(cx, at, bytes)?;
        Ok(scalar::from_bits(cx, bits, ty))
    }
    /// Writes a whole value at a constant offset.
    pub fn write_at(&mut self, cx: &mut Context, at: u64, bytes: u64, value: Value) -> Result<(), Stop> {
        self.clear(cx, at, bytes)?;
        self.cells.insert(at, Cell { bytes, value });
        self.dirty.insert(at);
        Ok(())
    }
    /// Removes the cells in a range; of those that stick out, the rest stays.
    fn clear(&mut self, cx: &mut Context, at: u64, bytes: u64) -> Result<(), Stop> {
        let end = at + bytes;
        let hit: Vec<(u64, Cell)> = self.cells_touching(at, bytes);
        for (start, cell) in hit {
            self.cells.remove(&start);
            let was_dirty = self.dirty.remove(&start).is_some();
            if start >= at && start + cell.bytes <= end {
                continue;
            }
            let bits = scalar::to_bits(cx, &cell.value)?;
            let pieces = [(start, at.max(start)), (end.min(start + cell.bytes), start + cell.bytes)];
            for (from, to) in pieces {
                if from < to {
                    let (lo, hi) = ((from - start) as u32 * 8, (to - start) as u32 * 8 - 1);
                    let part = cx.terms.extract(hi, lo, bits);
                    self.cells.insert(from, Cell { bytes: to - from, value: scalar::integer(cx, part) });
                    if was_dirty {
                        self.dirty.insert(from);
                    }
                }
            }
        }
        Ok(())
    }
    fn cells_touching(&self, at: u64, bytes: u64) -> Vec<(u64, Cell)> {
        let end = at + bytes;
        let before = self.cells.range(..at).next_back().filter(|(start, cell)| *start + cell.bytes > at);
        before.into_iter().chain(self.cells.range(at..end)).map(|(start, cell)| (*start, cell.clone())).collect()
    }
    /// The bits of a range of bytes, put together from cells and from the array.
    fn gather(&mut self, cx: &mut Context, at: u64, bytes: u64) -> Result<Term, Stop> {
        let end = at + bytes;
        let mut pieces: Vec<Term> = Vec::new();
        let mut next = at;
        for (start, cell) in self.cells_touching(at, bytes) {
            if next < start {
                pieces.push(self.gather_array(cx, next, start - next));
            }
            let bits = scalar::to_bits(cx, &cell.value)?;
            let (from, to) = (start.max(at), (start + cell.bytes).min(end));
            let (lo, hi) = ((from - start) as u32 * 8, (to - start) as u32 * 8 - 1);
            pieces.push(cx.terms.extract(hi, lo, bits));
            next = to;
        }
        if next < end {
            pieces.push(self.gather_array(cx, next, end - next));
        }
        Ok(concat(cx, &pieces))
    }
    fn gather_array(&mut self, cx: &mut Context, at: u64, bytes: u64) -> Term {
        let (first, last) = (at / self.unit, (at + bytes - 1) / self.unit);
        let mut units = Vec::new();
        for index in first..=last {
            let index = cx.terms.num(cx.word(), index);
            units.push(cx.terms.select(self.array, index));
        }
        let all = concat(cx, &units);
        let lo = (at - first * self.unit) as u32 * 8;
        cx.terms.extract(lo + bytes as u32 * 8 - 1, lo, all)
    }

    fn read_array(&mut self, cx: &mut Context, offset: Term, ty: Scalar) -> Result<Value, Stop> {
        let bytes = ty.bytes(cx.program.target);
        self.shape_for(cx, offset, bytes)?;
        if !self.is_whole(cx, offset, bytes) {
            let bits = self.read_across(cx, offset, bytes);
            return Ok(scalar::from_bits(cx, bits, ty));
        }
        let mut units = Vec::new();
        for i in 0..bytes / self.unit {
            let index = self.index(cx, offset, i);
            units.push(cx.terms.select(self.array, index));
        }
        let bits = concat(cx, &units);
        Ok(scalar::from_bits(cx, bits, ty))
    }
    fn write_array(
        &mut self,
        cx: &mut Context,
        offset: Term,
        ty: Scalar,
        value: &Value,
        cond: Term,
    ) -> Result<(), Stop> {
        let bytes = ty.bytes(cx.program.target);
        self.shape_for(cx, offset, bytes)?;
        let bits = scalar::to_bits(cx, value)?;
        if !self.is_whole(cx, offset, bytes) {
            self.write_across(cx, offset, bytes, bits, cond);
            self.cells = OrdMap::new();
            return Ok(());
        }
        let width = self.unit as u32 * 8;
        for i in 0..bytes / self.unit {
            let index = self.index(cx, offset, i);
            let new = cx.terms.extract((i as u32 + 1) * width - 1, i as u32 * width, bits);
            let old = cx.terms.select(self.array, index);
            let stored = cx.terms.ite(cond, new, old);
            self.array = cx.terms.store(self.array, index, stored);
        }
        self.cells = OrdMap::new();
        Ok(())
    }
    /// The index of the `i`th unit at an offset.
    fn index(&self, cx: &mut Context, offset: Term, i: u64) -> Term {
        let word = cx.word();
        let shift = self.unit.trailing_zeros();
        let index = if shift == 0 {
            offset
        } else {
            let by = cx.terms.num(word, u64::from(shift));
            cx.terms.mk(Op::BvLshr, &[offset, by])
        };
        let i = cx.terms.num(word, i);
        cx.terms.add(index, i)
    }
    /// Whether an access is one of whole units.
    fn is_whole(&self, cx: &Context, offset: Term, bytes: u64) -> bool {
        unit_of(cx, offset, bytes) >= self.unit
    }
    /// The units that an access touches, first one lowest, with the index of the first, and by how many bits the
    /// accessed ones are above the lowest.
    fn around(&self, cx: &mut Context, offset: Term, bytes: u64) -> (Vec<Term>, Term, Term) {
        let count = (bytes + self.unit - 1).div_ceil(self.unit);
        let mut units = Vec::new();
        for i in 0..count {
            let index = self.index(cx, offset, i);
            units.push(cx.terms.select(self.array, index));
        }
        let all = concat(cx, &units);
        let width = (count * self.unit * 8) as u32;
        let low = cx.terms.extract(self.unit.trailing_zeros() - 1, 0, offset);
        let low = cx.terms.zext_to(width, low);
        let eight = cx.terms.num(width, 3);
        let by = cx.terms.mk(Op::BvShl, &[low, eight]);
        (units, all, by)
    }
    /// Reads bytes that are no whole number of units.
    fn read_across(&self, cx: &mut Context, offset: Term, bytes: u64) -> Term {
        let (_, all, by) = self.around(cx, offset, bytes);
        let moved = cx.terms.mk(Op::BvLshr, &[all, by]);
        cx.terms.extract(bytes as u32 * 8 - 1, 0, moved)
    }
    /// Writes bytes that are no whole number of units.
    fn write_across(&mut self, cx: &mut Context, offset: Term, bytes: u64, bits: Term, cond: Term) {
        let (units, all, by) = self.around(cx, offset, bytes);
        let width = (units.len() as u64 * self.unit * 8) as u32;
        let zero = cx.terms.num(bytes as u32 * 8, 0);
        let ones = cx.terms.mk(Op::BvNot, &[zero]);
        let [ones, bits] = [ones, bits].map(|term| {
            let term = cx.terms.zext_to(width, term);
            cx.terms.mk(Op::BvShl, &[term, by])
        });
        let others = cx.terms.mk(Op::BvNot, &[ones]);
        let kept = cx.terms.mk(Op::BvAnd, &[all, others]);
        let new = cx.terms.mk(Op::BvOr, &[kept, bits]);
        let unit = self.unit as u32 * 8;
        for (i, old) in units.into_iter().enumerate() {
            let index = self.index(cx, offset, i as u64);
            let part = cx.terms.extract((i as u32 + 1) * unit - 1, i as u32 * unit, new);
            let stored = cx.terms.ite(cond, part, old);
            self.array = cx.terms.store(self.array, index, stored);
        }
    }
    /// Whether the array can be written in units of another size.
    fn can_reshape(&self, cx: &Context, unit: u64) -> bool {
        let elements = self.const_size(cx).map(|size| size / unit.min(self.unit));
        self.unit == unit || is_zero_array(cx, self.array) || elements.is_some_and(|count| count <= MAX_ELEMENTS)
    }
    /// Puts everything into the array, if possible in units that an access of that many bytes at that offset is a whole
    /// number of.
    fn shape_for(&mut self, cx: &mut Context, offset: Term, bytes: u64) -> Result<(), Stop> {
        let unit = unit_of(cx, offset, bytes);
        if self.unit != unit {
            let unit = if is_zero_array(cx, self.array) { unit } else { unit.min(self.unit) };
            let cells_fit = self.cells.iter().all(|(at, cell)| at % unit == 0 && cell.bytes % unit == 0);
            let unit = if cells_fit { unit } else { 1 };
            if self.can_reshape(cx, unit) {
                self.reshape(cx, unit)?;
            }
        } else if self.can_reshape(cx, 1)
            && !self.cells.iter().all(|(at, cell)| at % unit == 0 && cell.bytes % unit == 0)
        {
            self.reshape(cx, 1)?;
        }
        self.flush(cx)
    }
    /// Changes the unit of the array.
    pub fn reshape(&mut self, cx: &mut Context, unit: u64) -> Result<(), Stop> {
        if self.unit == unit {
            return Ok(());
        }
        if is_zero_array(cx, self.array) {
            self.array = zero_array(cx, unit);
            self.unit = unit;
            return Ok(());
        }
        let too_large =
            || Stop::Unsupported("an object that is accessed in units of different sizes is too large".into());
        let size = self.const_size(cx).ok_or_else(too_large)?;
        if size / unit.min(self.unit) > MAX_ELEMENTS {
            return Err(too_large());
        }
        let mut array = zero_array(cx, unit);
        for index in 0..size.div_ceil(unit) {
            let value = self.gather_array(cx, index * unit, unit);
            let index = cx.terms.num(cx.word(), index);
            array = cx.terms.store(array, index, value);
        }
        self.array = array;
        self.unit = unit;
        Ok(())
    }
    /// Stores the cells that are not in the array into it. They stay, as a cache.
    fn flush(&mut self, cx: &mut Context) -> Result<(), Stop> {
        let dirty = std::mem::take(&mut self.dirty);
        for at in dirty {
            let cell = self.cells[&at].clone();
            let bits = scalar::to_bits(cx, &cell.value)?;
            if !at.is_multiple_of(self.unit) || !cell.bytes.is_multiple_of(self.unit) {
                let (offset, truth) = (cx.terms.num(cx.word(), at), cx.terms.bool(true));
                self.write_across(cx, offset, cell.bytes, bits, truth);
                continue;
            }
            let width = self.unit as u32 * 8;
            for i in 0..cell.bytes / self.unit {
                let index = cx.terms.num(cx.word(), at / self.unit + i);
                let part = cx.terms.extract((i as u32 + 1) * width - 1, i as u32 * width, bits);
                self.array = cx.terms.store(self.array, index, part);
            }
        }
        Ok(())
    }

    /// The pieces a range of bytes is best copied or overwritten in: its cells, and units of the array between them.
    pub fn pieces(&self, at: u64, bytes: u64) -> Vec<(u64, u64)> {
        let end = at + bytes;
        let mut out = Vec::new();
        let mut next = at;
        let fill = |from: u64, to: u64, out: &mut Vec<(u64, u64)>| {
            let mut from = from;
            while from < to {
                let piece = (self.unit - from % self.unit).min(to - from);
                out.push((from, piece));
                from += piece;
            }
        };
        for (start, cell) in self.cells_touching(at, bytes) {
            let (from, to) = (start.max(at), (start + cell.bytes).min(end));
            fill(next, from, &mut out);
            out.push((from, to - from));
            next = to;
        }
        fill(next, end, &mut out);
        out
    }
    /// The value of a piece, with its type kept where it is a whole cell.
    pub fn read_piece(&mut self, cx: &mut Context, at: u64, bytes: u64) -> Result<Value, Stop> {
        if let Some(cell) = self.cells.get(&at)
            && cell.bytes == bytes
        {
            return Ok(cell.value.clone());
        }
        let bits = self.gather(cx, at, bytes)?;
        Ok(scalar::integer(cx, bits))
    }
    /// Forgets the content: from now on it is that of a free array.
    pub fn set_content(&mut self, array: Term) {
        self.cells = OrdMap::new();
        self.dirty = OrdSet::new();
        self.array = array;
    }
    /// Sets every byte to zero.
    pub fn set_zero(&mut self, cx: &mut Context) {
        self.cells = OrdMap::new();
        self.dirty = OrdSet::new();
        self.array = zero_array(cx, self.unit);
    }

    /// Makes everything in it arbitrary.
    pub fn forget(&mut self, cx: &mut Context, name: &str) {
        self.cells = OrdMap::new();
        self.dirty = OrdSet::new();
        let sort = Sort::Array { index: cx.word(), elem: self.unit as u32 * 8 };
        self.array = cx.terms.var(&format!("{name}u{}", self.unit), sort);
        cx.arbitrary_pointer(self.array);
    }
    /// The sort that a range of bytes has as one cell, `None` for a pointer; as integers where it is none.
    pub fn cell_sort(&self, cx: &Context, at: u64, bytes: u64) -> Option<Sort> {
        match self.cells.get(&at).filter(|cell| cell.bytes == bytes).map(|cell| &cell.value) {
            Some(Value::Ptr(_)) => None,
            Some(Value::Scalar(term)) => Some(cx.terms.sort(*term)),
            None => Some(Sort::Bits(bytes as u32 * 8)),
        }
    }
    /// In what another state of the same object differs. Written so that a new field has to be thought of here.
    pub fn difference(&self, cx: &mut Context, other: &Object) -> Difference {
        let Object {
            region,
            constant,
            read_only,
            align,
            size,
            alive,
            made,
            exposed,
            cells: _,
            dirty: _,
            array: _,
            unit: _,
        } = self;
        let fixed = (*region, *constant, *read_only, *align, *size);
        let of_other = (other.region, other.constant, other.read_only, other.align, other.size);
        debug_assert_eq!(fixed, of_other, "these are made with the object");
        Difference {
            bytes: self.different_bytes(cx, other),
            alive: *alive != other.alive,
            made: *made != other.made,
            exposed: *exposed != other.exposed,
        }
    }
    /// The ranges of bytes in which another content can differ; `None` if they are not known.
    fn different_bytes(&self, cx: &mut Context, other: &Object) -> Option<Vec<(u64, u64)>> {
        if self.array != other.array || self.unit != other.unit {
            // Reading moves cells into the array, and may change its units: that is no difference.
            let (mut left, mut right) = (self.clone(), other.clone());
            let same_units = left.reshape(cx, right.unit).is_ok();
            let same = same_units && left.flush(cx).is_ok() && right.flush(cx).is_ok() && left.array == right.array;
            return same.then(Vec::new);
        }
        Some(self.changed_cells(other))
    }
    fn changed_cells(&self, other: &Object) -> Vec<(u64, u64)> {
        let mut out = Vec::new();
        for item in self.cells.diff(&other.cells) {
            use imbl::ordmap::DiffItem;
            match item {
                DiffItem::Add(at, cell) | DiffItem::Remove(at, cell) => out.push((*at, cell.bytes)),
                DiffItem::Update { old: (at, old), new: (_, new) } => {
                    out.push((*at, old.bytes));
                    if new.bytes != old.bytes {
                        out.push((*at, new.bytes));
                    }
                }
            }
        }
        out
    }

    /// `cond ? left : right` for the content of an object; costs what differs.
    pub fn choose(cx: &mut Context, cond: Term, left: &Object, right: &Object) -> Result<Object, Stop> {
        let mut out = left.clone();
        // What is fixed when an object is made is the same on both sides; the content is looked at below.
        let Object {
            region,
            constant,
            read_only,
            align,
            size,
            alive,
            made,
            exposed,
            cells: _,
            dirty: _,
            array: _,
            unit: _,
        } = right;
        let fixed = (*region, *constant, *read_only, *align, *size);
        let of_left = (left.region, left.constant, left.read_only, left.align, left.size);
        debug_assert_eq!(of_left, fixed, "these are made with the object");
        out.alive = cx.terms.ite(cond, left.alive, *alive);
        out.made = cx.terms.ite(cond, left.made, *made);
        out.exposed = cx.terms.ite(cond, left.exposed, *exposed);
        if left.array != right.array || left.unit != right.unit {
            let (mut left, mut right) = (left.clone(), right.clone());
            let fits = |o: &Object, unit| o.cells.iter().all(|(at, cell)| at % unit == 0 && cell.bytes % unit == 0);
            let mut unit = left.unit.min(right.unit);
            let can_change = left.can_reshape(cx, 1) && right.can_reshape(cx, 1);
            if can_change && (!fits(&left, unit) || !fits(&right, unit)) {
                unit = 1;
            }
            for side in [&mut left, &mut right] {
                side.reshape(cx, unit)?;
                side.flush(cx)?;
            }
            out.array = choose_array(cx, cond, left.array, right.array);
            out.unit = unit;
            // Cells that agree stay as a cache of the array.
            out.cells = OrdMap::new();
            for (at, cell) in &left.cells {
                if right.cells.get(at) == Some(cell) {
                    out.cells.insert(*at, cell.clone());
                }
            }
            out.dirty = OrdSet::new();
            return Ok(out);
        }
        let changed = left.changed_cells(right);
        let (mut l, mut r) = (left.clone(), right.clone());
        for (at, bytes) in changed {
            let (a, b) = (l.read_piece(cx, at, bytes)?, r.read_piece(cx, at, bytes)?);
            let value = scalar::choose_mixed(cx, cond, &a, &b)?;
            out.write_at(cx, at, bytes, value)?;
        }
        Ok(out)
    }
}

/// The bits of pieces, the first one lowest.
pub(crate) fn concat(cx: &mut Context, pieces: &[Term]) -> Term {
    let (first, rest) = pieces.split_first().expect("at least one piece");
    rest.iter().fold(*first, |low, high| cx.terms.concat(*high, low))
}

fn zero_array(cx: &mut Context, unit: u64) -> Term {
    let zero = cx.terms.num(unit as u32 * 8, 0);
    cx.terms.array_const(cx.word(), zero)
}

/// The only constant arrays made here are zero.
fn is_zero_array(cx: &Context, array: Term) -> bool {
    matches!(cx.terms.op(array), Op::ArrayConst(_))
}

/// The largest unit that an access of that many bytes at that offset is a whole number of.
fn unit_of(cx: &Context, offset: Term, bytes: u64) -> u64 {
    let (step, rest) = stride(cx, offset);
    let aligned = step.min(if rest == 0 { u64::MAX } else { 1 << rest.trailing_zeros() });
    aligned.min(1 << bytes.trailing_zeros())
}

/// A power of two and a rest such that the offset is a multiple of the one plus the other.
fn stride(cx: &Context, offset: Term) -> (u64, u64) {
    let t = &cx.terms;
    let power = |term: Term| 1u64 << t.trailing_zeros(term).min(32);
    if let Op::BvAdd = t.op(offset) {
        for (constant, other) in [(0, 1), (1, 0)] {
            if let Some(constant) = t.as_u64(t.args(offset)[constant]) {
                let step = power(t.args(offset)[other]);
                return (step, constant % step);
            }
        }
    }
    (power(offset), 0)
}

/// `cond ? left : right` for arrays. Where both are a few stores over the same array, the stores are made conditional,
/// so that a conditional write costs one store and not a choice between two arrays.
fn choose_array(cx: &mut Context, cond: Term, left: Term, right: Term) -> Term {
    const MAX_STORES: usize = 16;
    let chain = |cx: &Context, array: Term| {
        let mut at = array;
        let mut out = vec![at];
        while out.len() <= MAX_STORES && cx.terms.op(at) == Op::Store {
            at = cx.terms.args(at)[0];
            out.push(at);
        }
        out
    };
    let (l, r) = (chain(cx, left), chain(cx, right));
    let Some((i, j)) = l.iter().enumerate().find_map(|(i, a)| r.iter().position(|b| a == b).map(|j| (i, j))) else {
        return cx.terms.ite(cond, left, right);
    };
    let mut out = l[i];
    let not_cond = cx.terms.not(cond);
    for (stores, when) in [(&l[..i], cond), (&r[..j], not_cond)] {
        for store in stores.iter().rev() {
            let (index, value) = (cx.terms.args(*store)[1], cx.terms.args(*store)[2]);
            let old = cx.terms.select(out, index);
            let new = cx.terms.ite(when, value, old);
            out = cx.terms.store(out, index, new);
        }
    }
    out
}
