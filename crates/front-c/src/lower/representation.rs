//! Representations of types (C17 6.2.6.1): bytes and bits that belong to no value, which take unspecified values when a
//! member is stored, and bytes that are no value of `_Bool`. Hecaton fixes both, so that each is an assumption of the
//! verdict in a program that can see a difference.
//!
//! A program sees one where it looks at the bytes of an object by another type: through a pointer that is converted
//! (straight, or on the way through `void *` or an integer), by `memcpy` between objects of different types, or through
//! another member of a union. What is only copied as what it is, allocated, cleared or freed, is not looked at.

use super::freedoms::Seen;
use super::{Lowering, Value};
use crate::ctype::{BitPlace, CType, CTypeId, FloatKind, IntKind, Len, Member, RecordId};
use hecaton_ir::{Expr, FuncId, Function, Inst, Op, Span, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

const PADDING: &str = "padding bytes are zero at first and keep their values when members are written";
const UNIONS: &str = "writing a member of a union keeps the bytes of the union behind that member";
const BOOLS: &str = "`_Bool` objects are assumed to hold 0 or 1 when they are read: any other byte reads as 1";

/// Of larger types only so many bytes are looked at.
const MOST_BYTES: u64 = 4096;

/// What was seen of representations so far, where it takes two uses to depend on one.
#[derive(Default)]
pub(super) struct Looks {
    /// Pointers on their way through `void *` and through integers.
    void: Way,
    number: Way,
    /// A pointer to something else is converted to one to characters.
    as_bytes: bool,
    /// The members of each union that are accessed.
    parts: FxHashMap<RecordId, FxHashSet<Part>>,
    /// A `_Bool` is read from memory; and there is an object with one that has no value at first.
    reads_bool: bool,
    unset_bool: bool,
}

/// What happens to pointers that are converted to one type and from there to others.
#[derive(Default)]
struct Way {
    /// Pointers to objects with padding, with `_Bool`, and to bytes go in.
    padding_in: bool,
    bool_in: bool,
    bytes_in: bool,
    /// The same come out.
    padding_out: bool,
    bool_out: bool,
    bytes_out: bool,
}

/// A part of a union: where it begins, its type, and its place if it is a bit-field.
type Part = (u64, CTypeId, Option<(u32, u32, u32)>);

/// The bytes of a type: which bits belong to values, and which bytes are a `_Bool`.
struct Bytes {
    value: Vec<u8>,
    bools: Vec<bool>,
}

/// What of the representation of a type is fixed.
#[derive(Clone, Copy)]
struct Hidden {
    padding: bool,
    bools: bool,
}

impl Seen {
    fn way(&mut self, number: bool) -> &mut Way {
        if number { &mut self.looks.number } else { &mut self.looks.void }
    }
}

impl Lowering<'_> {
    /// A pointer is converted to a pointer to another type, after which the bytes of an object may be looked at.
    pub(super) fn views_bytes(&mut self, value: &Value, to: CTypeId, span: Span) {
        let (Some(from), Some(into)) = (self.ctypes.pointee(value.ty), self.ctypes.pointee(to)) else { return };
        if !self.is_own_code(span) {
            return;
        }
        match (self.ctypes.is_void(from), self.ctypes.is_void(into)) {
            (true, true) => {}
            (false, true) => self.goes_in(from, false),
            // What has just been allocated has no other type yet.
            (true, false) if self.is_fresh(&value.e) => {
                let zeroed =
                    self.body.fresh_zeroed && matches!(&value.e, Expr::Var(var) if self.body.fresh == Some(*var));
                if !zeroed {
                    self.is_unset(into);
                }
            }
            (true, false) => self.comes_out(into, false),
            (false, false) => self.seen_as(from, into),
        }
    }
    /// A pointer is converted to an integer, or an integer to a pointer.
    pub(super) fn views_through_number(&mut self, pointer: CTypeId, to_number: bool, span: Span) {
        let Some(to) = self.ctypes.pointee(pointer).filter(|_| self.is_own_code(span)) else { return };
        if to_number { self.goes_in(to, true) } else { self.comes_out(to, true) }
    }
    /// Bytes are copied between what these pointers lead to.
    pub(super) fn copies_bytes(&mut self, to: CTypeId, from: CTypeId, span: Span) {
        let (Some(to), Some(from)) = (self.ctypes.pointee(to), self.ctypes.pointee(from)) else { return };
        if !self.is_own_code(span) {
            return;
        }
        match (self.ctypes.is_void(to), self.ctypes.is_void(from)) {
            (true, true) => {}
            (true, false) => self.goes_in(from, false),
            (false, true) => self.comes_out(to, false),
            (false, false) => {
                let (a, b) = (self.innermost(to), self.innermost(from));
                if !self.ctypes.compatible(a, b) {
                    self.tell_hidden(a);
                    self.tell_hidden(b);
                }
            }
        }
    }
    fn goes_in(&mut self, ty: CTypeId, number: bool) {
        let (hidden, bytes) = (self.hidden(ty), self.is_bytes(ty));
        let way = self.seen.way(number);
        way.padding_in |= hidden.padding;
        way.bool_in |= hidden.bools;
        way.bytes_in |= bytes;
    }
    fn comes_out(&mut self, ty: CTypeId, number: bool) {
        let (hidden, bytes) = (self.hidden(ty), self.is_bytes(ty));
        let way = self.seen.way(number);
        way.padding_out |= hidden.padding;
        way.bool_out |= hidden.bools;
        way.bytes_out |= bytes;
    }
    fn is_bytes(&self, ty: CTypeId) -> bool {
        self.ctypes.int_kind(ty).is_some_and(|kind| kind != IntKind::Bool && kind.bytes(self.ctypes.target) == 1)
    }
    fn seen_as(&mut self, from: CTypeId, into: CTypeId) {
        let (from, into) = (self.innermost(from), self.innermost(into));
        if self.ctypes.compatible(from, into) {
            return;
        }
        for (outer, inner) in [(from, into), (into, from)] {
            if let Some(union) = self.ctypes.record(outer).filter(|record| self.ctypes.records[*record].union) {
                self.accesses_part(union, (0, inner, None));
            }
        }
        let bytes = [from, into].into_iter().any(|ty| self.is_bytes(ty));
        self.seen.looks.as_bytes |= bytes;
        if self.seen.moved_back || !bytes && (self.begins_with(from, into) || self.begins_with(into, from)) {
            return;
        }
        self.tell_hidden(from);
        self.tell_hidden(into);
    }
    fn tell_hidden(&mut self, ty: CTypeId) {
        let hidden = self.hidden(ty);
        if hidden.padding {
            self.note(PADDING.into());
        }
        if hidden.bools {
            self.note(BOOLS.into());
        }
    }

    /// A member of a struct or union is accessed, which may be one of an anonymous union in it.
    pub(super) fn accesses_member(&mut self, outer: CTypeId, name: &str, span: Span) {
        if !self.is_own_code(span) {
            return;
        }
        let mut at = outer;
        while let Some(record) = self.ctypes.record(at) {
            let Some(body) = &self.ctypes.records[record].body else { return };
            let holds = |member: &&Member| {
                let inner = self.ctypes.record(member.ty).filter(|_| member.name.is_empty());
                member.name == name || inner.is_some_and(|inner| self.ctypes.member(inner, name).is_some())
            };
            let Some(member) = body.members.iter().find(holds) else { return };
            self.seen.wide_location |= member.bits.is_some() && spans_units(&body.members, member);
            let (part, next, found) = (part_of(member), member.ty, member.name == name);
            if self.ctypes.records[record].union {
                self.accesses_part(record, part);
            }
            if found {
                return;
            }
            at = next;
        }
    }
    /// A member of a union is given its first value.
    pub(super) fn initialises_member(&mut self, union: RecordId, member: &Member, span: Span) {
        if !self.body.quiet && !self.is_model(span) {
            self.accesses_part(union, part_of(member));
        }
    }
    fn accesses_part(&mut self, union: RecordId, part: Part) {
        self.seen.looks.parts.entry(union).or_default().insert(part);
    }

    /// A `_Bool` is read from memory.
    pub(super) fn reads_bool(&mut self, span: Span) {
        self.seen.looks.reads_bool |= self.is_own_code(span);
    }
    /// A variable in a register is declared without a value.
    pub(super) fn declares_unset(&mut self, var: VarId, ty: CTypeId, span: Span) {
        if self.is_own_code(span) && self.ctypes.int_kind(ty) == Some(IntKind::Bool) {
            self.body.unset_bools.push(var);
        }
    }
    /// A function is complete, in which these variables of type `_Bool` have no value at first.
    pub(super) fn tell_unset(&mut self, func: FuncId, bools: &[VarId]) {
        if bools.iter().any(|var| is_read_unset(&self.functions[func], *var)) {
            self.note(BOOLS.into());
        }
    }
    /// An object is made that has no value at first.
    pub(super) fn makes_unset(&mut self, ty: CTypeId, span: Span) {
        if self.is_own_code(span) {
            self.is_unset(ty);
        }
    }
    fn is_unset(&mut self, ty: CTypeId) {
        self.seen.looks.unset_bool |= self.hidden(ty).bools;
    }

    /// Tells what can only be seen when the whole program is lowered.
    pub(super) fn tell_representations(&mut self) {
        let linked = |name: &str| self.functions.values().any(|f| f.name == name && f.has_body());
        let compared = linked("memcmp");
        let Looks { void, number, as_bytes, parts, reads_bool, unset_bool } = std::mem::take(&mut self.seen.looks);
        let seen = |hidden: fn(&Way) -> [bool; 2], compared: bool| {
            let ways = [(&void, compared), (&number, false)];
            ways.into_iter().any(|(way, compared)| {
                let [goes_in, comes_out] = hidden(way);
                goes_in && (way.bytes_out || compared) || comes_out && way.bytes_in
            })
        };
        let padding = seen(|way| [way.padding_in, way.padding_out], compared);
        let bools = seen(|way| [way.bool_in, way.bool_out], false);
        if padding {
            self.note(PADDING.into());
        }
        if bools || reads_bool && unset_bool {
            self.note(BOOLS.into());
        }
        if self.seen.unsequenced_bytes && (as_bytes || void.bytes_out || number.bytes_out) {
            self.note(super::sequence::LEFT_TO_RIGHT.into());
        }
        for parts in parts.values() {
            let parts: Vec<&Part> = parts.iter().collect();
            for (index, a) in parts.iter().enumerate() {
                for b in &parts[index + 1..] {
                    self.tell_overlaid(a, b);
                }
            }
        }
    }
    /// Two members of a union are accessed.
    fn tell_overlaid(&mut self, a: &Part, b: &Part) {
        let (first, second) = (self.bytes_of_part(a), self.bytes_of_part(b));
        let length = first.value.len().max(second.value.len());
        let at = |bytes: &Bytes, at: usize| bytes.value.get(at).copied().unwrap_or(0);
        if (0..length).any(|i| at(&first, i) != at(&second, i)) {
            self.note(if first.value.len() == second.value.len() { PADDING.into() } else { UNIONS.into() });
        }
        let holds = |bytes: &Bytes, at: usize| bytes.bools.get(at).copied().unwrap_or(false);
        let clash = |x: &Bytes, y: &Bytes, i: usize| holds(x, i) && !holds(y, i) && at(y, i) != 0;
        if (0..length).any(|i| clash(&first, &second, i) || clash(&second, &first, i)) {
            self.note(BOOLS.into());
        }
    }

    fn hidden(&self, ty: CTypeId) -> Hidden {
        let bytes = self.bytes_of_part(&(0, self.innermost(ty), None));
        Hidden { padding: bytes.value.iter().any(|bits| *bits != 0xff), bools: bytes.bools.contains(&true) }
    }
    fn bytes_of_part(&self, (offset, ty, bits): &Part) -> Bytes {
        let size = match bits {
            Some((bytes, ..)) => u64::from(*bytes),
            None => self.ctypes.size_of(*ty).unwrap_or(0),
        };
        let length = offset.saturating_add(size).min(MOST_BYTES) as usize;
        let mut out = Bytes { value: vec![0; length], bools: vec![false; length] };
        match bits {
            Some((bytes, low, width)) => out.field(*offset, BitPlace { bytes: *bytes, low: *low, width: *width }),
            None => self.mark(*ty, *offset, &mut out),
        }
        out
    }
    fn mark(&self, ty: CTypeId, offset: u64, out: &mut Bytes) {
        let size = self.ctypes.size_of(ty).unwrap_or(0);
        if offset >= out.value.len() as u64 {
            return;
        }
        match &self.ctypes[ty] {
            CType::Array(elem, Len::Known(count)) => {
                let size = self.ctypes.size_of(*elem).unwrap_or(0).max(1);
                let room = (out.value.len() as u64 - offset).div_ceil(size);
                (0..room.min(*count)).for_each(|index| self.mark(*elem, offset + index * size, out));
            }
            CType::Array(_, Len::Unknown | Len::Variable(_)) => {}
            CType::Float(FloatKind::LongDouble | FloatKind::Float64x) => out.fill(offset, 10),
            CType::Record(record) => {
                let record = &self.ctypes.records[*record];
                // Of a union any member may be there: what is in none of them is padding, and so is what is not in all.
                let members = record.body.iter().flat_map(|body| &body.members);
                if record.vector.is_some() || record.complex.is_some() {
                    out.fill(offset, size);
                } else if record.union {
                    let parts: Vec<Bytes> = members.map(|member| self.bytes_of_part(&part_of(member))).collect();
                    for at in 0..size.min(out.value.len() as u64 - offset) as usize {
                        let bits = parts.iter().map(|part| part.value.get(at).copied().unwrap_or(0));
                        out.value[offset as usize + at] |= bits.reduce(|a, b| a & b).unwrap_or(0);
                        out.bools[offset as usize + at] |= parts.iter().any(|part| part.bools.get(at) == Some(&true));
                    }
                } else {
                    for member in members {
                        match member.bits {
                            Some(bits) => out.field(offset + member.offset, bits),
                            None => self.mark(member.ty, offset + member.offset, out),
                        }
                    }
                }
            }
            CType::Int(IntKind::Bool) => {
                out.fill(offset, 1);
                out.bools[offset as usize] = true;
            }
            // The bits beyond the width are not specified (System V ABI).
            CType::Int(IntKind::BitInt { width, .. }) => {
                out.field(offset, BitPlace { bytes: size as u32, low: 0, width: u32::from(*width) });
            }
            CType::Int(_) | CType::Enum(_) | CType::Float(_) | CType::Ptr(..) => out.fill(offset, size),
            CType::Void | CType::Func(_) | CType::Other(_) => {}
        }
    }
}

impl Bytes {
    fn fill(&mut self, offset: u64, size: u64) {
        let end = (offset + size).min(self.value.len() as u64);
        (offset..end).for_each(|at| self.value[at as usize] = 0xff);
    }
    fn field(&mut self, offset: u64, place: BitPlace) {
        for bit in place.low..place.low + place.width {
            if let Some(byte) = self.value.get_mut((offset + u64::from(bit / 8)) as usize) {
                *byte |= 1 << (bit % 8);
            }
        }
    }
}

fn part_of(member: &Member) -> Part {
    (member.offset, member.ty, member.bits.map(|bits| (bits.bytes, bits.low, bits.width)))
}

/// Whether a variable of a register may be read before it is written: from its declaration on there is a way to a use.
fn is_read_unset(function: &Function, var: VarId) -> bool {
    let reads = |e: &Expr| {
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            if *e == Expr::Var(var) {
                return true;
            }
            open.extend(e.children());
        }
        false
    };
    let declared = function.vars[var].span;
    let declares = |inst: &Inst| matches!(inst.op, Op::Havoc { dst } if dst == var) && inst.span == declared;
    let starts =
        function.blocks.iter().filter_map(|(id, block)| Some((id, block.insts.iter().position(declares)? + 1)));
    let (mut todo, mut met): (Vec<_>, _) = (starts.collect(), FxHashSet::default());
    while let Some((block, index)) = todo.pop() {
        let block = &function.blocks[block];
        let rest = &block.insts[index..];
        let written = rest.iter().position(|inst| inst.op.written() == Some(var));
        let before = &rest[..written.map_or(rest.len(), |at| at + 1)];
        if before.iter().any(|inst| inst.op.operands().into_iter().any(reads)) {
            return true;
        }
        if written.is_none() {
            if block.end.operand().is_some_and(reads) {
                return true;
            }
            todo.extend(block.end.targets().into_iter().filter(|to| met.insert(*to)).map(|to| (to, 0)));
        }
    }
    false
}

/// Whether the adjacent bit-fields around one lie in more than one unit.
fn spans_units(members: &[Member], of: &Member) -> bool {
    let Some(at) = members.iter().position(|member| member.name == of.name) else { return false };
    let adjacent = |member: &&Member| member.bits.is_some();
    let before = members[..at].iter().rev().take_while(adjacent);
    let after = members[at..].iter().take_while(adjacent);
    before.chain(after).any(|member| member.offset != of.offset)
}
