//! Sizes, alignments and the layout of structs and unions by the System V ABI for i386 and x86-64, as GCC lays them
//! out, and the types of the IR that describe them.
//!
//! A bit-field is accessed through a unit of whole bytes: the fewest that hold it, joined with those of its neighbours
//! where they share a byte. So units do not overlap, and a field that fills its bytes is accessed like a plain member.

use crate::ctype::{BitPlace, Body, CRecord, CType, CTypeId, CTypes, FloatKind, IntKind, Len, Member, RecordId};
use hecaton_ir::{DataModel, Field, Record, Type, TypeId, Types};
use std::collections::HashMap;

/// Objects are smaller than this many bytes.
pub const MAX_SIZE: u64 = 1 << 47;

/// A member before layout.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The name; none for unnamed bit-fields and anonymous records.
    pub name: Option<String>,
    /// The type.
    pub ty: CTypeId,
    /// The width of a bit-field.
    pub width: Option<u32>,
    /// Alignment asked for.
    pub align: Option<u64>,
    /// Whether the type's own alignment does not count.
    pub packed: bool,
}

impl CTypes {
    /// Size in bytes of a complete type of constant size. `void` and functions have size 1, as GNU C has it.
    pub fn size_of(&self, ty: CTypeId) -> Option<u64> {
        match &self[ty] {
            CType::Void | CType::Func(_) => Some(1),
            CType::Int(_) | CType::Enum(_) => {
                self.int_kind(ty).map(|kind| u64::from(kind.bits(self.target)).div_ceil(8))
            }
            CType::Float(kind) => Some(match kind {
                FloatKind::Half => 2,
                FloatKind::Float => 4,
                FloatKind::Double => 8,
                FloatKind::LongDouble => match self.target {
                    DataModel::Lp64 => 16,
                    DataModel::Ilp32 => 12,
                },
                FloatKind::Quad => 16,
            }),
            CType::Ptr(_) => Some(self.target.pointer_bytes()),
            CType::Array(elem, Len::Known(n)) => self.size_of(*elem)?.checked_mul(*n).filter(|size| *size < MAX_SIZE),
            CType::Array(_, Len::Unknown | Len::Variable(_)) | CType::Other(_) => None,
            CType::Record(id) => self.records[*id].body.as_ref().map(|body| body.size),
        }
    }
    /// Alignment in bytes as a member of a struct; 1 where it is not known.
    pub fn align_of(&self, ty: CTypeId) -> u64 {
        match &self[ty] {
            CType::Void | CType::Func(_) | CType::Other(_) => 1,
            CType::Int(_) | CType::Enum(_) | CType::Float(_) | CType::Ptr(_) => {
                let size = self.size_of(ty).unwrap_or(1);
                match (&self[ty], self.target) {
                    (CType::Float(FloatKind::Quad), _) => 16,
                    (CType::Float(FloatKind::LongDouble), DataModel::Ilp32) => 4,
                    (_, DataModel::Ilp32) => size.min(4),
                    (_, DataModel::Lp64) => size.min(16),
                }
            }
            CType::Array(elem, _) => self.align_of(*elem),
            CType::Record(id) => self.records[*id].body.as_ref().map_or(1, |body| body.align),
        }
    }
    /// What GNU's `__alignof__` says: on i386 the preferred alignment of 8-byte scalars is larger than in a struct.
    pub fn preferred_align(&self, ty: CTypeId) -> u64 {
        match (&self[ty], self.target) {
            (
                CType::Int(IntKind::LongLong | IntKind::ULongLong) | CType::Float(FloatKind::Double),
                DataModel::Ilp32,
            ) => 8,
            (CType::Array(elem, _), _) => self.preferred_align(*elem),
            _ => self.align_of(ty),
        }
    }
    /// A member by name, also inside of anonymous members: its type, its byte offset and its bits.
    pub fn member(&self, record: RecordId, name: &str) -> Option<Member> {
        let body = self.records[record].body.as_ref()?;
        for member in &body.members {
            if member.name == name {
                return Some(member.clone());
            }
            if member.name.is_empty()
                && let Some(inner) = self.record(member.ty)
                && let Some(found) = self.member(inner, name)
            {
                return Some(Member { offset: member.offset + found.offset, ..found });
            }
        }
        None
    }
    /// Lays out the members of a struct or union. `pack` is the greatest alignment of members by `#pragma pack`.
    pub fn lay_out(&self, union: bool, drafts: &[Draft], min_align: u64, pack: Option<u64>) -> Body {
        let (mut bit, mut size_bits, mut align) = (0u64, 0u64, min_align.max(1));
        // Where each kept member lies: its first bit, and whether it is a bit-field.
        let mut placed: Vec<(usize, u64)> = Vec::new();
        for (index, draft) in drafts.iter().enumerate() {
            let most = pack.unwrap_or(u64::MAX);
            let natural = self.align_of(draft.ty).min(most);
            let asked = draft.align.unwrap_or(1).min(most);
            let start = if union { 0 } else { bit };
            let (at, bits) = match draft.width {
                Some(0) => (start.next_multiple_of(natural.max(asked) * 8), 0),
                Some(width) => {
                    let width = u64::from(width);
                    let mut at = if draft.align.is_some() { start.next_multiple_of(asked * 8) } else { start };
                    let unit = natural * 8;
                    let span = (at % unit + width).div_ceil(unit);
                    let size = self.size_of(draft.ty).unwrap_or(natural) * 8;
                    // Only without packing of any kind does a field stay inside of its declared type's units.
                    if !draft.packed && pack.is_none() && span > size.div_ceil(unit) {
                        at = at.next_multiple_of(unit);
                    }
                    (at, width)
                }
                None => {
                    let own = if draft.packed { 1 } else { natural }.max(asked);
                    (start.next_multiple_of(own * 8), self.size_of(draft.ty).unwrap_or(0) * 8)
                }
            };
            // Unnamed bit-fields do not raise the alignment of the record.
            if draft.width.is_none() || draft.name.is_some() {
                // With `#pragma pack`, GCC counts a bit-field's type even if the field is packed.
                let counts = !draft.packed || draft.width.is_some() && pack.is_some();
                align = align.max(if counts { natural } else { 1 }).max(asked);
                placed.push((index, at));
            }
            bit = at + bits;
            size_bits = size_bits.max(bit);
        }
        let size = size_bits.div_ceil(8).next_multiple_of(align);
        let units = units(drafts, &placed);
        let members = placed
            .iter()
            .map(|&(index, at)| {
                let draft = &drafts[index];
                let (offset, bits) = match draft.width {
                    None => (at / 8, None),
                    Some(width) => {
                        let (first, last) = units
                            .iter()
                            .copied()
                            .find(|(first, last)| first * 8 <= at && at + u64::from(width) <= last * 8)
                            .unwrap_or((at / 8, (at + u64::from(width)).div_ceil(8)));
                        let place = BitPlace { bytes: (last - first) as u32, low: (at - first * 8) as u32, width };
                        (first, Some(place))
                    }
                };
                Member { name: draft.name.clone().unwrap_or_default(), ty: draft.ty, offset, bits }
            })
            .collect();
        Body { members, size, align }
    }
}

/// The units of the bit-fields: byte ranges, those that overlap joined as long as the result has at most eight bytes.
fn units(drafts: &[Draft], placed: &[(usize, u64)]) -> Vec<(u64, u64)> {
    let mut units: Vec<(u64, u64)> = Vec::new();
    for &(index, at) in placed {
        let Some(width) = drafts[index].width else { continue };
        let (first, last) = (at / 8, (at + u64::from(width)).div_ceil(8));
        match units.last_mut() {
            Some(unit) if first < unit.1 && last.max(unit.1) - unit.0.min(first) <= 8 => {
                *unit = (unit.0.min(first), unit.1.max(last));
            }
            _ => units.push((first, last)),
        }
    }
    units
}

/// Makes IR types of C types.
#[derive(Default)]
pub struct Layouts {
    ids: HashMap<CTypeId, TypeId>,
    names: HashMap<String, Vec<Record>>,
}

impl Layouts {
    /// The IR type of an object of a C type. Incomplete arrays have no elements, other incomplete types one byte.
    pub fn object(&mut self, ctypes: &CTypes, types: &mut Types, ty: CTypeId) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let (made, stable) = match &ctypes[ty] {
            CType::Int(IntKind::Bool) => (Type::Int { bits: 8, signed: false }, true),
            CType::Int(_) | CType::Enum(_) => {
                let kind = ctypes.int_kind(ty).unwrap_or(IntKind::Int);
                (Type::Int { bits: kind.bits(ctypes.target), signed: kind.signed() }, true)
            }
            CType::Float(kind) => (Type::Float(kind.format()), true),
            CType::Ptr(_) => (Type::Ptr, true),
            CType::Void | CType::Func(_) | CType::Other(_) => (Type::Int { bits: 8, signed: false }, true),
            CType::Array(elem, len) => {
                let len = match len {
                    Len::Known(n) => *n,
                    Len::Unknown | Len::Variable(_) => 0,
                };
                let complete = ctypes.size_of(*elem).is_some();
                (Type::Array { elem: self.object(ctypes, types, *elem), len }, complete)
            }
            CType::Record(id) => match &ctypes.records[*id] {
                CRecord { body: Some(body), union, name } => {
                    (Type::Record(self.record(ctypes, types, *union, name, body)), true)
                }
                CRecord { body: None, .. } => (Type::Int { bits: 8, signed: false }, false),
            },
        };
        let id = types.add(made);
        if stable {
            self.ids.insert(ty, id);
        }
        id
    }
    /// The IR type of a register of a scalar C type.
    pub fn register(&mut self, ctypes: &CTypes, types: &mut Types, ty: CTypeId) -> TypeId {
        match ctypes[ty] {
            CType::Int(IntKind::Bool) => types.int(1, false),
            _ => self.object(ctypes, types, ty),
        }
    }
    fn record(&mut self, ctypes: &CTypes, types: &mut Types, union: bool, name: &str, body: &Body) -> Record {
        let mut fields = Vec::with_capacity(body.members.len());
        for member in &body.members {
            let declared = self.object(ctypes, types, member.ty);
            let field = match member.bits {
                None => Field { name: member.name.clone(), ty: declared, offset: member.offset, bits: None },
                Some(place) => {
                    // Shown from the first byte it touches, as an integer that holds it whole.
                    let low = place.low % 8;
                    let kind = ctypes.int_kind(member.ty).unwrap_or(IntKind::Int);
                    let needed = (low + place.width).next_multiple_of(8);
                    let fits = needed <= kind.bits(ctypes.target).max(8);
                    let ty = if fits { declared } else { types.int(needed, kind.signed()) };
                    let offset = member.offset + u64::from(place.low / 8);
                    Field { name: member.name.clone(), ty, offset, bits: Some((low, place.width)) }
                }
            };
            fields.push(field);
        }
        let mut record = Record { union, name: name.into(), fields, size: body.size, align: body.align };
        // Records of different files or scopes may share a tag; equal layouts then share the type.
        let same = self.names.entry(name.into()).or_default();
        let index = same.iter().position(|r| *r == record).unwrap_or_else(|| {
            same.push(record.clone());
            same.len() - 1
        });
        if index > 0 {
            record.name = format!("{name}.{}", index + 1);
        }
        record
    }
}
