//! C types: an interned table, so that equal types have equal ids; structs, unions and enums are nominal. The
//! qualifiers of an object are not part of its type but a property of its declaration; those of what a pointer points
//! to are a part of the pointer, since `_Generic` and the like tell such pointers apart.

use hecaton_base::{Map, id};
use hecaton_ir::{DataModel, Format, Scalar, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::rc::Rc;

id!(
    /// A C type.
    CTypeId,
    "c"
);
id!(
    /// A struct or union.
    RecordId,
    "r"
);
id!(
    /// An enumeration.
    EnumId,
    "e"
);

/// The integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    /// What GCC takes the value of a bit-field for, if no standard type has its width.
    Field {
        width: u8,
        signed: bool,
    },
    /// `_BitInt(width)`.
    BitInt {
        width: u16,
        signed: bool,
    },
}

/// The real floating types. Of two operands, the type of the greater one is that of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum FloatKind {
    Half,
    Float,
    Float32,
    Float32x,
    Double,
    Float64,
    Float64x,
    LongDouble,
    Quad,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Len {
    /// A constant.
    Known(u64),
    /// Not said: an incomplete type, or a flexible member.
    Unknown,
    /// Computed when the declaration was executed and kept in that variable of the function at hand.
    Variable(VarId),
}

/// What is said of an object besides its type: qualifiers, and the alignment that its declaration or its typedef asks
/// for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quals {
    /// `const`.
    pub constant: bool,
    /// `volatile`.
    pub volatile: bool,
    /// `_Atomic`.
    pub atomic: bool,
    /// The alignment in bytes.
    pub align: Option<u32>,
}

impl Quals {
    /// What both say, for a part of an object: its own alignment counts.
    pub fn of_part(self, part: Quals) -> Quals {
        let (constant, volatile) = (self.constant || part.constant, self.volatile || part.volatile);
        Quals { constant, volatile, atomic: self.atomic || part.atomic, align: part.align }
    }
    /// The qualifiers alone.
    pub fn unaligned(self) -> Quals {
        Quals { align: None, ..self }
    }
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// What it returns.
    pub result: CTypeId,
    /// The parameters, adjusted: no arrays, no functions.
    pub params: Vec<CTypeId>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether the parameters were declared at all; `int f()` says nothing about them.
    pub prototype: bool,
}

/// A C type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CType {
    /// `void`.
    Void,
    /// An integer.
    Int(IntKind),
    /// A real floating type.
    Float(FloatKind),
    /// A pointer, and what it says of what it points to.
    Ptr(CTypeId, Quals),
    /// An array.
    Array(CTypeId, Len),
    /// A struct or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A function.
    Func(Signature),
    /// A type that is known but not handled, by its name; reachable use is reported.
    Other(Rc<str>),
}

/// A member of a laid out struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name; empty for an anonymous struct or union, whose members count as members of the outer one.
    pub name: String,
    /// The type.
    pub ty: CTypeId,
    /// Byte offset; for a bit-field, of the unit it is accessed through.
    pub offset: u64,
    /// Where in its unit, for a bit-field.
    pub bits: Option<BitPlace>,
    /// What its declaration says.
    pub quals: Quals,
}

/// Where a bit-field lies in the unit it is accessed through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitPlace {
    /// Bytes of the unit.
    pub bytes: u32,
    /// The lowest bit.
    pub low: u32,
    /// The number of bits.
    pub width: u32,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct CRecord {
    /// A union, else a struct.
    pub union: bool,
    /// The tag, or a made-up name.
    pub name: String,
    /// The members and the layout, once it is complete.
    pub body: Option<Body>,
    /// A union that takes arguments of any of its members' types.
    pub transparent: bool,
    /// The vector that it is.
    pub vector: Option<Vector>,
    /// The type of the parts of the complex type that it is.
    pub complex: Option<CTypeId>,
    /// A model of the library defines it: the program has a type of its own for the same objects.
    pub library: bool,
}

/// A vector of GNU C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vector {
    /// The type of its elements.
    pub element: CTypeId,
    /// How many there are.
    pub count: u64,
}

/// The layout of a complete struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// In order of declaration; unnamed bit-fields are left out.
    pub members: Vec<Member>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// How deep the types of the members nest, and one.
    pub depth: u32,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct CEnum {
    /// The tag, or a made-up name.
    pub name: String,
    /// The integer type it is compatible with; `None` while it is incomplete.
    pub kind: Option<IntKind>,
    /// The values of its constants.
    pub constants: Vec<i128>,
}

/// All C types of a program.
pub struct CTypes {
    /// Sizes of the target.
    pub target: DataModel,
    types: Map<CTypeId, CType>,
    ids: FxHashMap<CType, CTypeId>,
    depths: Map<CTypeId, u32>,
    /// The structs and unions.
    pub records: Map<RecordId, CRecord>,
    /// The enumerations.
    pub enums: Map<EnumId, CEnum>,
}

impl IntKind {
    /// Bits of a value; `_Bool` has one.
    pub fn bits(self, target: DataModel) -> u32 {
        match self {
            IntKind::Bool => 1,
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => 32,
            IntKind::Long | IntKind::ULong => target.pointer_bits(),
            IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
            IntKind::Field { width, .. } => u32::from(width),
            IntKind::BitInt { width, .. } => u32::from(width),
        }
    }
    /// Bytes of an object, padding included.
    pub fn bytes(self, target: DataModel) -> u64 {
        let bytes = u64::from(self.bits(target)).div_ceil(8);
        match self {
            // By the ABI, wide ones are arrays of words.
            IntKind::BitInt { width: 65.., .. } => bytes.next_multiple_of(target.pointer_bytes()),
            _ => bytes.next_power_of_two(),
        }
    }
    /// The type of the value of a bit-field declared with this type, if it is an integer type that is not its own.
    pub fn field(self, width: u32, target: DataModel) -> Option<IntKind> {
        if width == self.bits(target) {
            return None;
        }
        let signed = self.signed();
        if let IntKind::BitInt { .. } = self {
            return Some(IntKind::BitInt { width: width as u16, signed });
        }
        let standard = [IntKind::Int, IntKind::SChar, IntKind::Short, IntKind::Long, IntKind::LongLong];
        Some(match standard.into_iter().find(|kind| kind.bits(target) == width) {
            Some(kind) if signed => kind,
            Some(kind) => kind.to_unsigned(),
            None => IntKind::Field { width: width as u8, signed },
        })
    }
    /// Whether negative values exist. Plain `char` is signed.
    pub fn signed(self) -> bool {
        match self {
            IntKind::Char
            | IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            IntKind::Bool
            | IntKind::UChar
            | IntKind::UShort
            | IntKind::UInt
            | IntKind::ULong
            | IntKind::ULongLong
            | IntKind::UInt128 => false,
            IntKind::Field { signed, .. } | IntKind::BitInt { signed, .. } => signed,
        }
    }
    /// The conversion rank among types of the same width, and among the standard types.
    pub fn rank(self) -> u32 {
        match self {
            IntKind::Bool | IntKind::Field { .. } | IntKind::BitInt { .. } => 0,
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 3,
            IntKind::Long | IntKind::ULong => 4,
            IntKind::LongLong | IntKind::ULongLong => 5,
            IntKind::Int128 | IntKind::UInt128 => 6,
        }
    }
    /// The unsigned type of the same rank.
    pub fn to_unsigned(self) -> IntKind {
        match self {
            IntKind::Bool => IntKind::Bool,
            IntKind::Char | IntKind::SChar | IntKind::UChar => IntKind::UChar,
            IntKind::Short | IntKind::UShort => IntKind::UShort,
            IntKind::Int | IntKind::UInt => IntKind::UInt,
            IntKind::Long | IntKind::ULong => IntKind::ULong,
            IntKind::LongLong | IntKind::ULongLong => IntKind::ULongLong,
            IntKind::Int128 | IntKind::UInt128 => IntKind::UInt128,
            IntKind::Field { width, .. } => IntKind::Field { width, signed: false },
            IntKind::BitInt { width, .. } => IntKind::BitInt { width, signed: false },
        }
    }
    /// After the integer promotions.
    pub fn promoted(self) -> IntKind {
        match self {
            IntKind::Field { width: 32.., .. } | IntKind::BitInt { .. } => self,
            IntKind::Field { .. } => IntKind::Int,
            _ if self.rank() < IntKind::Int.rank() => IntKind::Int,
            _ => self,
        }
    }
    /// The usual arithmetic conversions of two integer types.
    pub fn common(self, other: IntKind, target: DataModel) -> IntKind {
        let (a, b) = (self.promoted(), other.promoted());
        // A wider type has the greater rank.
        let rank = |kind: IntKind| (kind.bits(target), kind.rank());
        if a.signed() == b.signed() {
            return if rank(a) >= rank(b) { a } else { b };
        }
        let (unsigned, signed) = if a.signed() { (b, a) } else { (a, b) };
        if rank(unsigned) >= rank(signed) {
            unsigned
        } else if signed.bits(target) > unsigned.bits(target) {
            signed
        } else {
            signed.to_unsigned()
        }
    }
    /// The least and the greatest value; those of types with 128 bits and more are cut to what `i128` holds.
    pub fn range(self, target: DataModel) -> (i128, i128) {
        let bits = self.bits(target);
        match (self.signed(), bits) {
            (true, 128..) => (i128::MIN, i128::MAX),
            (false, 127..) => (0, i128::MAX),
            (true, _) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (false, _) => (0, (1 << bits) - 1),
        }
    }
    /// The name in C.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            IntKind::Bool => "_Bool",
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
            IntKind::Field { width, signed } => {
                let sign = if signed { "" } else { "unsigned " };
                return Cow::Owned(format!("{sign}int:{width}"));
            }
            IntKind::BitInt { width, signed } => {
                let sign = if signed { "" } else { "unsigned " };
                return Cow::Owned(format!("{sign}_BitInt({width})"));
            }
        })
    }
}

impl FloatKind {
    /// Its encoding.
    pub fn format(self) -> Format {
        match self {
            FloatKind::Half => Format::HALF,
            FloatKind::Float | FloatKind::Float32 => Format::SINGLE,
            FloatKind::Double | FloatKind::Float64 | FloatKind::Float32x => Format::DOUBLE,
            FloatKind::LongDouble | FloatKind::Float64x => Format::X87,
            FloatKind::Quad => Format::QUAD,
        }
    }
    /// The name in C.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "_Float16",
            FloatKind::Float => "float",
            FloatKind::Float32 => "_Float32",
            FloatKind::Float32x => "_Float32x",
            FloatKind::Double => "double",
            FloatKind::Float64 => "_Float64",
            FloatKind::Float64x => "_Float64x",
            FloatKind::LongDouble => "long double",
            FloatKind::Quad => "_Float128",
        }
    }
}

/// How types are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreement {
    /// By the letter of the standard.
    Strict,
    /// Records by their members.
    Members,
    /// Records by their tags.
    Tags,
}

impl CTypes {
    /// An empty table.
    pub fn new(target: DataModel) -> Self {
        CTypes {
            target,
            types: Map::new(),
            ids: FxHashMap::default(),
            depths: Map::new(),
            records: Map::new(),
            enums: Map::new(),
        }
    }
    /// The id of a type.
    pub fn add(&mut self, ty: CType) -> CTypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let depth = match &ty {
            CType::Ptr(inner, _) | CType::Array(inner, _) => self.depth(*inner) + 1,
            CType::Func(signature) => {
                let parts = signature.params.iter().chain([&signature.result]);
                parts.map(|part| self.depth(*part)).max().unwrap_or(0) + 1
            }
            CType::Void | CType::Int(_) | CType::Float(_) | CType::Record(_) | CType::Enum(_) | CType::Other(_) => 1,
        };
        self.depths.push(depth);
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }
    /// How deep a type nests: what looks at a type goes down that far. Pointers to records go no further, since records
    /// are equal by name.
    pub fn depth(&self, ty: CTypeId) -> u32 {
        match &self[ty] {
            CType::Record(id) => self.records[*id].body.as_ref().map_or(1, |body| body.depth),
            _ => self.depths[ty],
        }
    }
    /// `void`.
    pub fn void(&mut self) -> CTypeId {
        self.add(CType::Void)
    }
    /// An integer type.
    pub fn int(&mut self, kind: IntKind) -> CTypeId {
        self.add(CType::Int(kind))
    }
    /// A floating type.
    pub fn float(&mut self, kind: FloatKind) -> CTypeId {
        self.add(CType::Float(kind))
    }
    /// A pointer type.
    pub fn ptr(&mut self, to: CTypeId) -> CTypeId {
        self.qualified_ptr(to, Quals::default())
    }
    /// A pointer type with what it says of what it points to.
    pub fn qualified_ptr(&mut self, to: CTypeId, quals: Quals) -> CTypeId {
        self.add(CType::Ptr(to, quals))
    }
    /// What a pointer says of what it points to.
    pub fn pointee_quals(&self, ty: CTypeId) -> Quals {
        match &self[ty] {
            CType::Ptr(_, quals) => *quals,
            _ => Quals::default(),
        }
    }
    /// An array type.
    pub fn array(&mut self, elem: CTypeId, len: Len) -> CTypeId {
        self.add(CType::Array(elem, len))
    }
    /// `size_t`.
    pub fn size_kind(&self) -> IntKind {
        match self.target {
            DataModel::Lp64 => IntKind::ULong,
            DataModel::Ilp32 => IntKind::UInt,
        }
    }
    /// `ptrdiff_t`.
    pub fn diff_kind(&self) -> IntKind {
        match self.target {
            DataModel::Lp64 => IntKind::Long,
            DataModel::Ilp32 => IntKind::Int,
        }
    }
    /// The integer type of 64 bits: `long` if it has them.
    pub fn word64(&self, signed: bool) -> IntKind {
        match (self.target, signed) {
            (DataModel::Lp64, true) => IntKind::Long,
            (DataModel::Lp64, false) => IntKind::ULong,
            (DataModel::Ilp32, true) => IntKind::LongLong,
            (DataModel::Ilp32, false) => IntKind::ULongLong,
        }
    }
    /// The integer kind of an integer or enumeration.
    pub fn int_kind(&self, ty: CTypeId) -> Option<IntKind> {
        match &self[ty] {
            CType::Int(kind) => Some(*kind),
            CType::Enum(id) => Some(self.enums[*id].kind.unwrap_or(IntKind::UInt)),
            _ => None,
        }
    }
    /// The floating kind of a floating type.
    pub fn float_kind(&self, ty: CTypeId) -> Option<FloatKind> {
        match &self[ty] {
            CType::Float(kind) => Some(*kind),
            _ => None,
        }
    }
    /// What a pointer points to.
    pub fn pointee(&self, ty: CTypeId) -> Option<CTypeId> {
        match &self[ty] {
            CType::Ptr(to, _) => Some(*to),
            _ => None,
        }
    }
    /// The element of an array.
    pub fn element(&self, ty: CTypeId) -> Option<CTypeId> {
        match &self[ty] {
            CType::Array(elem, _) => Some(*elem),
            _ => None,
        }
    }
    /// The signature of a function type.
    pub fn signature(&self, ty: CTypeId) -> Option<&Signature> {
        match &self[ty] {
            CType::Func(signature) => Some(signature),
            _ => None,
        }
    }
    /// The record of a struct or union type.
    pub fn record(&self, ty: CTypeId) -> Option<RecordId> {
        match &self[ty] {
            CType::Record(id) => Some(*id),
            _ => None,
        }
    }
    /// Whether it is `void`.
    pub fn is_void(&self, ty: CTypeId) -> bool {
        self[ty] == CType::Void
    }
    /// Whether values of it are held in registers.
    pub fn scalar(&self, ty: CTypeId) -> Option<Scalar> {
        match &self[ty] {
            CType::Int(_) | CType::Enum(_) => self.int_kind(ty).map(|k| Scalar::Int(k.bits(self.target))),
            CType::Float(kind) => Some(Scalar::Float(kind.format())),
            CType::Ptr(..) => Some(Scalar::Ptr),
            CType::Void | CType::Array(..) | CType::Record(_) | CType::Func(_) | CType::Other(_) => None,
        }
    }
    /// Whether it is an integer, an enumeration or a floating type.
    pub fn is_arithmetic(&self, ty: CTypeId) -> bool {
        self.int_kind(ty).is_some() || self.float_kind(ty).is_some()
    }
    /// The type of an argument or a variable after the default argument promotions.
    pub fn default_promoted(&mut self, ty: CTypeId) -> CTypeId {
        match (self.int_kind(ty), self.float_kind(ty)) {
            (Some(kind), _) => self.int(kind.promoted()),
            (_, Some(FloatKind::Float)) => self.float(FloatKind::Double),
            _ => ty,
        }
    }
    /// The usual arithmetic conversions, if both are arithmetic.
    pub fn common_arithmetic(&mut self, a: CTypeId, b: CTypeId) -> Option<CTypeId> {
        match (self.float_kind(a), self.float_kind(b), self.int_kind(a), self.int_kind(b)) {
            (Some(x), Some(y), ..) => Some(self.float(x.max(y))),
            (Some(x), None, _, Some(_)) | (None, Some(x), Some(_), _) => Some(self.float(x)),
            (None, None, Some(x), Some(y)) => {
                let kind = x.common(y, self.target);
                Some(self.int(kind))
            }
            _ => None,
        }
    }
    /// Whether two records of different files are the same: their tags and, where they are complete, their members. Of
    /// what members only point to, the tags are compared.
    fn same_record(&self, x: &CRecord, y: &CRecord) -> bool {
        let untagged = |record: &CRecord| record.name.starts_with("anonymous.");
        let same = |(m, n): (&Member, &Member)| {
            m.name == n.name && m.offset == n.offset && m.bits == n.bits && self.compatible_member(m.ty, n.ty)
        };
        let tags = untagged(x) && untagged(y) || x.name == y.name;
        let members = match (&x.body, &y.body) {
            (Some(a), Some(b)) => {
                (a.size, a.align, a.members.len()) == (b.size, b.align, b.members.len())
                    && a.members.iter().zip(&b.members).all(same)
            }
            _ => x.name == y.name,
        };
        x.union == y.union && tags && members
    }
    fn compatible_member(&self, a: CTypeId, b: CTypeId) -> bool {
        match (&self[a], &self[b]) {
            (CType::Array(x, m), CType::Array(y, n)) => m == n && self.compatible_member(*x, *y),
            (CType::Ptr(..), CType::Ptr(..)) => a == b || self.agree(a, b, Agreement::Tags, &mut FxHashSet::default()),
            _ => self.compatible(a, b),
        }
    }
    /// Whether the two can stand for the same object or function.
    pub fn compatible(&self, a: CTypeId, b: CTypeId) -> bool {
        a == b || self.agree(a, b, Agreement::Members, &mut FxHashSet::default())
    }
    /// Whether the two are compatible by the letter of the standard, as `_Generic` has it: the qualifiers of what is
    /// pointed to count, and no enumeration is another one.
    pub fn strictly_compatible(&self, a: CTypeId, b: CTypeId) -> bool {
        a == b || self.agree(a, b, Agreement::Strict, &mut FxHashSet::default())
    }
    /// The same in one of three ways; pairs of functions are not compared again.
    fn agree(&self, a: CTypeId, b: CTypeId, how: Agreement, seen: &mut FxHashSet<(CTypeId, CTypeId)>) -> bool {
        let strict = how == Agreement::Strict;
        if a == b {
            return true;
        }
        match (&self[a], &self[b]) {
            (CType::Enum(_), CType::Enum(_)) if strict => false,
            (CType::Int(_) | CType::Enum(_), CType::Int(_) | CType::Enum(_)) => {
                (matches!(self[a], CType::Enum(_)) || matches!(self[b], CType::Enum(_)))
                    && self.int_kind(a) == self.int_kind(b)
            }
            (CType::Ptr(x, p), CType::Ptr(y, q)) => {
                // What is behind a pointer is compared when it is accessed.
                let how = if strict { how } else { Agreement::Tags };
                (!strict || p.unaligned() == q.unaligned()) && self.agree(*x, *y, how, seen)
            }
            (CType::Array(x, m), CType::Array(y, n)) => {
                let lens = match (m, n) {
                    (Len::Known(m), Len::Known(n)) => m == n,
                    _ => true,
                };
                lens && self.agree(*x, *y, how, seen)
            }
            (CType::Record(x), CType::Record(y)) => {
                let (x, y) = (&self.records[*x], &self.records[*y]);
                if how == Agreement::Tags && x.name == y.name { x.union == y.union } else { self.same_record(x, y) }
            }
            (CType::Func(x), CType::Func(y)) => {
                !seen.insert((a, b))
                    || self.agree(x.result, y.result, how, seen)
                        && (!x.prototype
                            || !y.prototype
                            || x.variadic == y.variadic
                                && x.params.len() == y.params.len()
                                && x.params.iter().zip(&y.params).all(|(p, q)| self.agree(*p, *q, how, seen)))
            }
            _ => false,
        }
    }
    /// The more complete of two compatible types: lengths and prototypes that one of them lacks are taken from the
    /// other.
    pub fn composite(&mut self, a: CTypeId, b: CTypeId) -> CTypeId {
        if a == b {
            return a;
        }
        match (self[a].clone(), self[b].clone()) {
            (CType::Array(x, m), CType::Array(y, n)) => {
                let elem = self.composite(x, y);
                self.array(elem, if m == Len::Unknown { n } else { m })
            }
            (CType::Func(x), CType::Func(y)) => {
                if !x.prototype && (y.prototype || x.params.is_empty()) {
                    b
                } else {
                    a
                }
            }
            (CType::Ptr(x, quals), CType::Ptr(y, _)) => {
                let to = self.composite(x, y);
                self.qualified_ptr(to, quals)
            }
            _ => a,
        }
    }
    /// The type in C, for messages.
    pub fn name(&self, ty: CTypeId) -> String {
        self.name_within(ty, 64)
    }
    /// The name, but for what nests deeper than so many levels.
    fn name_within(&self, ty: CTypeId, levels: u32) -> String {
        // Functions in functions can grow exponentially.
        let (Some(below), in_function) = (levels.checked_sub(1), levels.saturating_sub(16)) else {
            return "...".into();
        };
        match &self[ty] {
            CType::Void => "void".into(),
            CType::Int(kind) => kind.name().into(),
            CType::Float(kind) => kind.name().into(),
            CType::Ptr(to, _) => match &self[*to] {
                CType::Func(signature) => format!(
                    "{} (*)({})",
                    self.name_within(signature.result, in_function),
                    self.names(signature, in_function)
                ),
                CType::Array(..) => format!("pointer to {}", self.name_within(*to, below)),
                CType::Ptr(..) => format!("{}*", self.name_within(*to, below)),
                _ => format!("{} *", self.name_within(*to, below)),
            },
            CType::Array(elem, len) => {
                let len = match len {
                    Len::Known(n) => n.to_string(),
                    Len::Unknown => String::new(),
                    Len::Variable(_) => "*".into(),
                };
                format!("{} [{len}]", self.name_within(*elem, below))
            }
            CType::Record(id) => {
                let record = &self.records[*id];
                match (record.vector, record.complex) {
                    (Some(_), _) | (_, Some(_)) => record.name.clone(),
                    (None, None) => format!("{} {}", if record.union { "union" } else { "struct" }, record.name),
                }
            }
            CType::Enum(id) => format!("enum {}", self.enums[*id].name),
            CType::Func(signature) => {
                format!("{} ({})", self.name_within(signature.result, in_function), self.names(signature, in_function))
            }
            CType::Other(name) => name.to_string(),
        }
    }
    fn names(&self, signature: &Signature, levels: u32) -> String {
        const MOST: usize = 10;
        let shown = signature.params.iter().take(MOST);
        let mut names: Vec<String> = shown.map(|p| self.name_within(*p, levels)).collect();
        if signature.variadic || signature.params.len() > MOST {
            names.push("...".into());
        }
        if names.is_empty() && signature.prototype { "void".into() } else { names.join(", ") }
    }
}

impl std::ops::Index<CTypeId> for CTypes {
    type Output = CType;
    fn index(&self, id: CTypeId) -> &CType {
        &self.types[id]
    }
}
