//! Sizes, alignments and the layout of structs and unions by the System V ABI for i386 and x86-64, as GCC lays them
//! out, and the types of the IR that describe them.
//!
//! A bit-field is accessed through a unit of whole bytes: the fewest that hold it, joined with those of its neighbours
//! where they share a byte. So units do not overlap, and a field that fills its bytes is accessed like a plain member.

use crate::ctype::{BitPlace, Body, CRecord, CType, CTypeId, CTypes, FloatKind, IntKind, Len, Member, Quals, RecordId};
use hecaton_ir::{DataModel, Field, Record, Type, TypeId, Types};
use rustc_hash::FxHashMap;

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
    /// The alignment that a typedef gives the type.
    pub type_align: Option<u64>,
    /// The alignment that the declaration asks for.
    pub align: Option<u64>,
    /// Whether the type's own alignment does not count.
    pub packed: bool,
    /// What the declaration says.
    pub quals: Quals,
}

impl CTypes {
    /// Size in bytes of a complete type of constant size. `void` and functions have size 1, as GNU C has it.
    pub fn size_of(&self, ty: CTypeId) -> Option<u64> {
        match &self[ty] {
            CType::Void | CType::Func(_) => Some(1),
            CType::Int(_) | CType::Enum(_) => self.int_kind(ty).map(|kind| kind.bytes(self.target)),
            CType::Float(kind) => Some(match kind {
                FloatKind::Half => 2,
                FloatKind::Float | FloatKind::Float32 => 4,
                FloatKind::Double | FloatKind::Float64 | FloatKind::Float32x => 8,
                FloatKind::LongDouble | FloatKind::Float64x => match self.target {
                    DataModel::Lp64 => 16,
                    DataModel::Ilp32 => 12,
                },
                FloatKind::Quad => 16,
            }),
            CType::Ptr(..) => Some(self.target.pointer_bytes()),
            CType::Array(elem, Len::Known(n)) => self.size_of(*elem)?.checked_mul(*n).filter(|size| *size < MAX_SIZE),
            CType::Array(_, Len::Unknown | Len::Variable(_)) | CType::Other(_) => None,
            CType::Record(id) => self.records[*id].body.as_ref().map(|body| body.size),
        }
    }
    /// Alignment in bytes as a member of a struct; 1 where it is not known.
    pub fn align_of(&self, ty: CTypeId) -> u64 {
        match &self[ty] {
            CType::Void | CType::Func(_) | CType::Other(_) => 1,
            CType::Int(_) | CType::Enum(_) | CType::Float(_) | CType::Ptr(..) => {
                let size = self.size_of(ty).unwrap_or(1);
                match (&self[ty], self.target) {
                    (CType::Int(IntKind::BitInt { .. }), _) => size.min(self.target.pointer_bytes()),
                    (CType::Float(FloatKind::Quad), _) => 16,
                    (CType::Float(FloatKind::LongDouble | FloatKind::Float64x), DataModel::Ilp32) => 4,
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
        match &self[ty] {
            CType::Int(_)
            | CType::Enum(_)
            | CType::Float(FloatKind::Double | FloatKind::Float64 | FloatKind::Float32x)
                if self.target == DataModel::Ilp32 && self.size_of(ty) == Some(8) =>
            {
                8
            }
            CType::Array(elem, _) => self.preferred_align(*elem),
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
                let (offset, quals) = (member.offset + found.offset, member.quals.of_part(found.quals));
                return Some(Member { offset, quals, ..found });
            }
        }
        None
    }
    /// Lays out the members of a struct or union. `pack` is the greatest alignment of members by `#pragma pack`.
    ///
    /// The rules are GCC's to the letter, where the ABI is silent too: each member wants an alignment of its own, which
    /// packing lowers and the declaration may raise; a bit-field stays inside of the units of its declared type unless
    /// it is packed in any way, but one that happens to fit a machine word at its place is a plain member.
    pub fn lay_out(&self, union: bool, drafts: &[Draft], min_align: u64, pack: Option<u64>) -> Body {
        let (mut bit, mut size_bits, mut record_align) = (0u64, 0u64, min_align.max(1) * 8);
        // Where each kept member lies: its first bit, and whether it is a bit-field.
        let mut placed: Vec<(usize, u64)> = Vec::new();
        for (index, draft) in drafts.iter().enumerate() {
            let start = if union { 0 } else { bit };
            let known_align = if start == 0 { u64::MAX } else { 1 << start.trailing_zeros() };
            let (wanted, word) = self.wanted_align(draft, known_align, pack);
            let bits = draft.width.map_or_else(|| self.size_of(draft.ty).unwrap_or(0) * 8, u64::from);
            let unit = self.unit_align(draft);
            // Unnamed bit-fields do not raise the alignment of the record.
            if draft.width.is_none() || draft.name.is_some() {
                record_align = record_align.max(wanted);
                if draft.width.is_some() {
                    // With `#pragma pack`, a bit-field's type counts even if the field is packed.
                    let counts = match pack {
                        Some(pack) => unit.min(pack * 8),
                        None if draft.packed => 8,
                        None => unit,
                    };
                    record_align = record_align.max(counts);
                }
            }
            let mut at = if known_align < wanted { start.next_multiple_of(wanted) } else { start };
            if let Some(1..) = draft.width
                && !union
                && !word
                && !draft.packed
                && pack.is_none()
            {
                let size = self.size_of(draft.ty).unwrap_or(1) * 8;
                if (at % unit + bits).div_ceil(unit) > size / unit {
                    at = at.next_multiple_of(unit);
                }
            }
            if draft.width.is_none() || draft.name.is_some() {
                placed.push((index, at));
            }
            bit = at + bits;
            size_bits = size_bits.max(bit);
        }
        let align = record_align / 8;
        let size = size_bits.div_ceil(8).next_multiple_of(align);
        let units = units(drafts, &placed);
        let members = placed
            .iter()
            .map(|&(index, at)| {
                let draft = &drafts[index];
                let (offset, bits) = match draft.width {
                    None => (at / 8, None),
                    Some(width) => {
                        // Both bounds grow along the list.
                        let end = at + u64::from(width);
                        let (first, last) = units[units.partition_point(|(_, last)| last * 8 < end)..]
                            .first()
                            .copied()
                            .filter(|(first, _)| first * 8 <= at)
                            .unwrap_or((at / 8, end.div_ceil(8)));
                        let place = BitPlace { bytes: (last - first) as u32, low: (at - first * 8) as u32, width };
                        (first, Some(place))
                    }
                };
                let name = draft.name.clone().unwrap_or_default();
                Member { name, ty: draft.ty, offset, bits, quals: draft.quals }
            })
            .collect();
        let depth = drafts.iter().map(|draft| self.depth(draft.ty)).max().unwrap_or(0) + 1;
        Body { members, size, align, depth }
    }
    /// The alignment in bits of the units that a bit-field of that type is kept in.
    fn unit_align(&self, draft: &Draft) -> u64 {
        draft.type_align.unwrap_or_else(|| self.align_of(draft.ty)) * 8
    }
    /// The alignment in bits that a member wants for itself, at a place that is aligned so far; and whether it is a
    /// bit-field that is as good as a plain member there.
    fn wanted_align(&self, draft: &Draft, known_align: u64, pack: Option<u64>) -> (u64, bool) {
        let of_type = draft.type_align.unwrap_or_else(|| self.preferred_align(draft.ty)) * 8;
        let mut wanted = draft.align.map_or(1, |align| align * 8);
        let mut by_user = draft.align.is_some();
        let (mut packed, mut word) = (draft.packed, false);
        let mut take_type = |wanted: &mut u64| {
            if of_type > *wanted {
                *wanted = of_type;
                by_user = draft.type_align.is_some();
            }
        };
        match draft.width {
            // Begins a new unit, packed or not.
            Some(0) => {
                packed = false;
                take_type(&mut wanted);
            }
            Some(width) => {
                let largest = self.target.pointer_bits() * 2;
                let align = u64::from(width);
                let fits = width >= 8 && width.is_power_of_two() && width <= largest;
                if fits && (width == 8 || !packed) && known_align >= align {
                    wanted = wanted.max(align);
                    word = true;
                }
            }
            None if packed && draft.align.is_some() => {}
            None => take_type(&mut wanted),
        }
        if packed && draft.align.is_none() {
            wanted = wanted.min(8);
        }
        // On i386, eight-byte scalars are aligned to four bytes in structs, unless something else was asked for.
        if !packed && !by_user && self.align_of(draft.ty) < self.preferred_align(draft.ty) {
            wanted = wanted.min(32);
        }
        match (pack, draft.width) {
            (_, Some(0)) | (None, _) => (wanted, word),
            (Some(pack), _) => (wanted.min(pack * 8), word),
        }
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
    ids: FxHashMap<CTypeId, TypeId>,
    names: FxHashMap<String, Vec<Record>>,
}

impl Layouts {
    /// The IR type of an object of a C type. Incomplete arrays have no elements, other incomplete types one byte.
    pub fn object(&mut self, ctypes: &CTypes, types: &mut Types, ty: CTypeId) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let (made, stable) = match &ctypes[ty] {
            CType::Int(_) | CType::Enum(_) => {
                let kind = ctypes.int_kind(ty).unwrap_or(IntKind::Int);
                (Type::Int { bits: kind.bytes(ctypes.target) as u32 * 8, signed: kind.signed() }, true)
            }
            CType::Float(kind) => (Type::Float(kind.format()), true),
            CType::Ptr(..) => (Type::Ptr, true),
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
                CRecord { body: Some(body), union, name, .. } => {
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
    /// The IR type of a register of a scalar C type: without the padding that integers have in memory.
    pub fn register(&mut self, ctypes: &CTypes, types: &mut Types, ty: CTypeId) -> TypeId {
        match ctypes.int_kind(ty) {
            Some(kind) => types.int(kind.bits(ctypes.target), kind.signed()),
            None => self.object(ctypes, types, ty),
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
