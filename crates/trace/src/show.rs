//! How values, objects and places are shown: by the names and types of the source.

use crate::memory::{Memory, Owner};
use crate::scalar;
use crate::value::Value;
use hecaton_base::float::Float;
use hecaton_base::{Bits, Id as _};
use hecaton_ir::{Binary, Expr, Field, FuncId, Loc, Op, Program, Region, Role, Scalar, Type, TypeId};
use std::ops::Range;

/// `file:line` of a location, if it has a place.
pub(crate) fn place(program: &Program, loc: Loc) -> Option<String> {
    let block = program.functions.get(loc.func)?.blocks.get(loc.block)?;
    let span = block.insts.get(loc.inst as usize).map_or(block.span, |inst| inst.span);
    let file = program.files.get(span.file).filter(|_| span.line > 0)?;
    Some(format!("{}:{}", file.name, span.line))
}

/// The name of an object: its variable's, or `malloc#3`.
pub(crate) fn object(program: &Program, memory: &Memory, id: u32) -> String {
    let object = &memory.objects[id as usize];
    match object.owner {
        Owner::Global(global) => program.globals[global].name.clone(),
        Owner::Outside => "outside".to_string(),
        Owner::Region(Region::Heap) => format!("malloc#{}", object.number),
        Owner::Region(Region::Stack) => {
            let named = object.made.and_then(|loc| {
                let Op::Alloc { dst, .. } = alloc(program, loc)? else { return None };
                let var = &program.functions[loc.func].vars[*dst];
                match var.role {
                    Role::Place(_) | Role::Named => Some(var.name.clone()),
                    Role::Temp => None,
                }
            });
            named.unwrap_or_else(|| format!("local#{}", object.number))
        }
    }
}

fn alloc(program: &Program, loc: Loc) -> Option<&Op> {
    program.functions.get(loc.func)?.blocks.get(loc.block)?.insts.get(loc.inst as usize).map(|inst| &inst.op)
}

/// The element type of an object and how many there are in a row.
fn layout(program: &Program, memory: &Memory, id: u32) -> Option<(TypeId, u64)> {
    let object = &memory.objects[id as usize];
    let ty = match object.owner {
        Owner::Global(global) => return Some((program.globals[global].ty, 1)),
        Owner::Outside => return None,
        Owner::Region(_) => match alloc(program, object.made?)? {
            Op::Alloc { ty, .. } => *ty,
            _ => return None,
        },
    };
    let size = program.types.size(ty, program.target);
    (size > 0).then(|| (ty, object.size / size))
}

/// The index of an access and the number of elements, if the object is an array and the access is of an element.
pub(crate) fn index(program: &Program, memory: &Memory, id: u32, offset: i64, len: u64) -> Option<(i64, u64)> {
    let (elem, count) = match layout(program, memory, id)? {
        (ty, 1) => match program.types[ty] {
            Type::Array { elem, len } => (elem, len),
            Type::Int { .. } | Type::Float(_) | Type::Ptr | Type::Record(_) => return None,
        },
        array => array,
    };
    let size = i64::try_from(program.types.size(elem, program.target)).ok().filter(|size| *size > 0)?;
    let whole = len <= size as u64;
    whole.then(|| (offset.div_euclid(size), count)).filter(|(index, count)| *index < 0 || *index as u64 >= *count)
}

/// The part of a type at an offset, as a path (`[3].next`), with its type; `None` where no member begins.
fn path(program: &Program, ty: TypeId, offset: u64, len: u64) -> Option<(String, TypeId)> {
    let (mut text, mut ty, mut offset) = (String::new(), ty, offset);
    loop {
        match &program.types[ty] {
            Type::Int { .. } | Type::Float(_) | Type::Ptr => return (offset == 0).then_some((text, ty)),
            Type::Array { elem, .. } => {
                let size = program.types.size(*elem, program.target);
                if offset == 0 && len > size {
                    return Some((text, ty));
                }
                text += &format!("[{}]", offset.checked_div(size)?);
                offset %= size;
                ty = *elem;
            }
            Type::Record(record) => {
                if offset == 0 && len == record.size && record.fields.len() != 1 {
                    return Some((text, ty));
                }
                let inside = |f: &&Field| {
                    let size = program.types.size(f.ty, program.target);
                    f.offset <= offset && offset < f.offset.saturating_add(size)
                };
                // What is read or written of a bit-field are bytes that it may share with others.
                let whole = |f: &&Field| f.bits.is_none_or(|bits| bits == (0, len as u32 * 8) && f.offset == offset);
                let same = |f: &&Field| program.types.size(f.ty, program.target) == len;
                let fields = || record.fields.iter().filter(inside).filter(whole);
                let field = fields().find(same).or_else(|| fields().next())?;
                if !field.name.is_empty() {
                    text += &format!(".{}", field.name);
                }
                offset -= field.offset;
                ty = field.ty;
            }
        }
    }
}

/// The element of an object at an offset, by name, with its type and the rest of the offset.
fn element(program: &Program, memory: &Memory, id: u32, offset: u64) -> Option<(String, TypeId, u64)> {
    let (ty, count) = layout(program, memory, id)?;
    let size = program.types.size(ty, program.target);
    let (index, rest) = (offset.checked_div(size)?, offset % size);
    let index = if count == 1 && index == 0 { String::new() } else { format!("[{index}]") };
    Some((format!("{}{index}", object(program, memory, id)), ty, rest))
}

/// A bit-field in the bits of an object.
struct BitField {
    /// The path to it.
    path: String,
    /// Where it lies in the type.
    bits: Range<u64>,
    signed: bool,
}

/// The bit-field that is accessed by an access to some bits of a type: the one that they are; or, if all that is known
/// is that they were accessed together, the only one among them.
fn bit_field(program: &Program, ty: TypeId, bits: &Range<u64>, exact: bool) -> Option<BitField> {
    let within = |ty: TypeId, at: u64, name: String| {
        let end = at.checked_add(program.types.size(ty, program.target).checked_mul(8)?)?;
        if bits.start < at || end < bits.end {
            return None;
        }
        let found = bit_field(program, ty, &(bits.start - at..bits.end - at), exact)?;
        let bits = found.bits.start + at..found.bits.end + at;
        Some(BitField { path: name + &found.path, bits, signed: found.signed })
    };
    match &program.types[ty] {
        Type::Int { .. } | Type::Float(_) | Type::Ptr => None,
        Type::Array { elem, .. } => {
            let size = program.types.size(*elem, program.target).checked_mul(8)?;
            let index = bits.start.checked_div(size)?;
            within(*elem, index * size, format!("[{index}]"))
        }
        Type::Record(record) => {
            let place = |field: &Field| {
                let (low, width) = field.bits.map_or_else(
                    || (0, program.types.size(field.ty, program.target) * 8),
                    |(low, width)| (u64::from(low), u64::from(width)),
                );
                field.offset * 8 + low..field.offset * 8 + low + width
            };
            let mut touched = record.fields.iter().filter(|field| {
                let place = place(field);
                place.start < bits.end && bits.start < place.end
            });
            let alone = !exact && !record.union && touched.clone().count() == 1;
            touched.find_map(|field| {
                let (place, dot) = (place(field), if field.name.is_empty() { "" } else { "." });
                let path = format!("{dot}{}", field.name);
                if field.bits.is_none() {
                    return within(field.ty, place.start, path);
                }
                let it = place == *bits || alone && bits.start <= place.start && place.end <= bits.end;
                let signed = matches!(program.types[field.ty], Type::Int { signed: true, .. });
                it.then_some(BitField { path, bits: place, signed })
            })
        }
    }
}

/// The bits of what was there before that an expression keeps, as one that writes a bit-field does.
fn kept(e: &Expr) -> Option<&Bits> {
    match e {
        Expr::Binary(Binary::Or, parts) => kept(&parts[0]),
        Expr::Binary(Binary::And, parts) => match &parts[1] {
            Expr::Int(mask) => Some(mask),
            _ => None,
        },
        _ => None,
    }
}

/// A scalar that was read or written in memory: its place and its value. The declared type says how to show the value,
/// if it fits. A bit-field is written as a part of the bytes that hold it; which part, the expression that the
/// instruction stores tells.
pub(crate) fn scalar_at(
    program: &Program,
    memory: &Memory,
    (id, offset): (u32, u64),
    ty: Scalar,
    it: &Value,
    op: Option<&Op>,
) -> (String, String) {
    let len = ty.bytes(program.target);
    if let Scalar::Int(width) = ty
        && let Value::Word(_) | Value::Wide(_) = it
        && let Some((name, part, rest)) = element(program, memory, id, offset)
    {
        let stored = match op {
            Some(Op::Store { value, .. }) => Some(value),
            _ => None,
        };
        let written = stored.and_then(kept).map(Bits::not).filter(|written| !written.is_zero());
        let (low, high) = match &written {
            Some(written) => (written.trailing_zeros(), width - written.leading_zeros()),
            None => (0, width),
        };
        let bits = rest * 8 + u64::from(low)..rest * 8 + u64::from(high);
        if let Some(found) = bit_field(program, part, &bits, written.is_some()) {
            let low = (found.bits.start - rest * 8) as u32;
            let high = (found.bits.end - rest * 8) as u32;
            let number = it.bits(width).extract(high - 1, low);
            let number = if found.signed { number.to_bigint() } else { number.to_biguint().into() };
            return (format!("{name}{}", found.path), number.to_string());
        }
    }
    let (mut name, place) = lvalue(program, memory, id, offset, len);
    if place.is_none() && offset == 0 && len < memory.objects[id as usize].size {
        name += "+0";
    }
    let declared = place.filter(|place| program.types.scalar(*place) == Some(ty));
    let text = match declared {
        Some(ty) => value(program, memory, &program.types[ty], it),
        None => scalar_value(program, memory, ty, it),
    };
    (name, text)
}

/// The name of a place in an object (`a[3]`, `malloc#1.next`, `x+2`) and its type if it is a member.
pub(crate) fn lvalue(program: &Program, memory: &Memory, id: u32, offset: u64, len: u64) -> (String, Option<TypeId>) {
    let name = object(program, memory, id);
    let found = element(program, memory, id, offset).and_then(|(element, ty, rest)| {
        let (path, ty) = path(program, ty, rest, len)?;
        Some((format!("{element}{path}"), ty))
    });
    match found {
        Some((text, ty)) => (text, Some(ty)),
        None if offset == 0 => (name, None),
        None => (format!("{name}+{offset}"), None),
    }
}

/// A pointer as text.
pub(crate) fn pointer(program: &Program, memory: &Memory, value: &Value) -> String {
    match value {
        Value::Word(0) => "NULL".to_string(),
        Value::Word(address) => format!("{address:#x}"),
        Value::Func(func) => {
            program.functions.get(FuncId::new(*func as usize)).map_or_else(|| "?".to_string(), |f| f.name.clone())
        }
        Value::Object(id, offset) => {
            let found = &memory.objects[*id as usize];
            let name = object(program, memory, *id);
            let heap = found.owner == Owner::Region(Region::Heap);
            match u64::try_from(*offset) {
                Ok(0) if heap => name,
                Ok(0) => format!("&{name}"),
                Ok(at) if !heap && at < found.size => {
                    let (text, _) = lvalue(program, memory, *id, at, 1);
                    format!("&{text}")
                }
                Ok(at) => format!("{}{name}+{at}", if heap { "" } else { "&" }),
                Err(_) => format!("{}{name}{offset}", if heap { "" } else { "&" }),
            }
        }
        Value::Wide(_) => "?".to_string(),
    }
}

/// A value of a type as text.
pub(crate) fn value(program: &Program, memory: &Memory, ty: &Type, value: &Value) -> String {
    match ty {
        Type::Ptr => pointer(program, memory, value),
        Type::Int { bits, signed } => match (value, signed) {
            (Value::Word(word), true) if *bits > 1 && *bits <= 64 => scalar::signed(*bits, *word).to_string(),
            (Value::Word(word), _) => word.to_string(),
            (Value::Wide(wide), true) => wide.to_bigint().to_string(),
            (Value::Wide(wide), false) => wide.to_biguint().to_string(),
            (Value::Object(..) | Value::Func(_), _) => pointer(program, memory, value),
        },
        Type::Float(format) => match value {
            Value::Word(_) | Value::Wide(_) => Float::new(*format, value.bits(format.bits())).to_string(),
            Value::Object(..) | Value::Func(_) => pointer(program, memory, value),
        },
        Type::Array { .. } | Type::Record(_) => "{...}".to_string(),
    }
}

/// A value of a scalar type as text, integers as signed.
pub(crate) fn scalar_value(program: &Program, memory: &Memory, ty: Scalar, it: &Value) -> String {
    let ty = match ty {
        Scalar::Int(bits) => Type::Int { bits, signed: true },
        Scalar::Float(format) => Type::Float(format),
        Scalar::Ptr => Type::Ptr,
    };
    value(program, memory, &ty, it)
}
