//! Types. A `Scalar` is what an expression, a variable or one memory access has; a `Type` additionally describes the
//! layout of objects in memory and how a value is shown to a person. Layout (offsets, padding, bit-fields) is decided
//! by the front end and only recorded here.

use hecaton_base::{Map, id};
use std::collections::HashMap;

id!(
    /// A type of a program.
    TypeId,
    "t"
);

/// An IEEE 754 binary format by its exponent bits and significand bits, hidden bit included (as in SMT-LIB).
pub use hecaton_base::float::Format;

/// The type of a value that is not an aggregate. Integers carry no sign: operators do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Two's complement integer of that many bits. `Int(1)` is the type of conditions.
    Int(u32),
    /// IEEE float.
    Float(Format),
    /// Pointer; its size is the data model's.
    Ptr,
}

/// A type: a scalar, or the layout of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Integer. `signed` only says how to show a value.
    Int {
        /// Width in bits.
        bits: u32,
        /// Shown as a signed number.
        signed: bool,
    },
    /// IEEE float.
    Float(Format),
    /// Pointer to anything.
    Ptr,
    /// `len` elements in a row.
    Array {
        /// The element's type.
        elem: TypeId,
        /// How many.
        len: u64,
    },
    /// A struct or union with its layout.
    Record(Record),
}

/// The layout of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// `struct` or `union`.
    pub union: bool,
    /// The tag, or a made-up name that is unique in the program.
    pub name: String,
    /// The members, in order of declaration.
    pub fields: Vec<Field>,
    /// Size in bytes, padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name; empty for an anonymous member.
    pub name: String,
    /// The declared type.
    pub ty: TypeId,
    /// Byte offset in the record. For a bit-field, of the storage unit it is accessed through.
    pub offset: u64,
    /// For a bit-field: lowest bit in the storage unit, and number of bits.
    pub bits: Option<(u32, u32)>,
}

/// Sizes that depend on the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// 32-bit int, long and pointer.
    Ilp32,
    /// 32-bit int, 64-bit long and pointer.
    Lp64,
}

impl DataModel {
    /// Bits of a pointer.
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }
    /// Bytes of a pointer.
    pub fn pointer_bytes(self) -> u64 {
        u64::from(self.pointer_bits() / 8)
    }
    /// No object lies below this address, so that the null pointer moved within an object leads nowhere.
    pub fn first(self) -> u64 {
        match self {
            DataModel::Ilp32 | DataModel::Lp64 => 0x1000,
        }
    }
    /// All objects lie below this address. Functions may lie above it, and do so where there is memory outside of the
    /// program.
    pub fn code(self) -> u64 {
        match self {
            DataModel::Ilp32 => 0xfff0_0000,
            DataModel::Lp64 => 0xffff_ff00_0000_0000,
        }
    }
}

impl std::fmt::Display for DataModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        })
    }
}

impl Scalar {
    /// Bytes one value occupies in memory. An integer of odd width occupies whole bytes; the 80-bit float occupies
    /// ten, its padding belongs to the object.
    pub fn bytes(self, target: DataModel) -> u64 {
        match self {
            Scalar::Int(bits) => u64::from(bits.div_ceil(8)),
            Scalar::Float(format) => u64::from(format.storage_bits() / 8),
            Scalar::Ptr => target.pointer_bytes(),
        }
    }
}

/// The types of one program; equal types have equal ids.
#[derive(Clone, Debug, Default)]
pub struct Types {
    types: Map<TypeId, Type>,
    ids: HashMap<Type, TypeId>,
}

impl Types {
    /// No types.
    pub fn new() -> Self {
        Self::default()
    }
    /// The id of a type, made if it is new.
    pub fn add(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }
    /// The id of an integer type.
    pub fn int(&mut self, bits: u32, signed: bool) -> TypeId {
        self.add(Type::Int { bits, signed })
    }
    /// The id of the pointer type.
    pub fn ptr(&mut self) -> TypeId {
        self.add(Type::Ptr)
    }
    /// The type, if the id is one of this table's.
    pub fn get(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id)
    }
    /// All types, in order of their making: a type comes after those it is made of.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types.iter()
    }
    /// The scalar a type is, if it is one.
    pub fn scalar(&self, id: TypeId) -> Option<Scalar> {
        match self[id] {
            Type::Int { bits, .. } => Some(Scalar::Int(bits)),
            Type::Float(format) => Some(Scalar::Float(format)),
            Type::Ptr => Some(Scalar::Ptr),
            Type::Array { .. } | Type::Record(_) => None,
        }
    }
    /// Size in bytes, tail padding included.
    pub fn size(&self, id: TypeId, target: DataModel) -> u64 {
        match &self[id] {
            Type::Array { elem, len } => self.size(*elem, target).saturating_mul(*len),
            Type::Record(record) => record.size,
            Type::Int { .. } | Type::Ptr => {
                let bytes = self.scalar(id).expect("scalar").bytes(target);
                if bytes <= 16 { bytes.next_power_of_two() } else { bytes.next_multiple_of(8) }
            }
            Type::Float(format) => match (format.storage_bits(), target) {
                (80, DataModel::Ilp32) => 12,
                (80, DataModel::Lp64) => 16,
                (bits, _) => u64::from(bits / 8),
            },
        }
    }
    /// Natural alignment in bytes.
    pub fn align(&self, id: TypeId, target: DataModel) -> u64 {
        match &self[id] {
            Type::Array { elem, .. } => self.align(*elem, target),
            Type::Record(record) => record.align,
            Type::Int { .. } | Type::Ptr | Type::Float(_) => match target {
                DataModel::Ilp32 => self.size(id, target).min(4),
                DataModel::Lp64 => self.size(id, target).min(16),
            },
        }
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.types[id]
    }
}
