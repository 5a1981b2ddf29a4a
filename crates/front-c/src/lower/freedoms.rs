//! Freedoms of the language that the front end fixes in one way: each is an assumption of the verdict, told where the
//! program makes use of the freedom, and nowhere else. The table of all freedoms is `docs/semantics.md`.
//!
//! Our own models of library functions make use of none: they are written so that any implementation agrees.

use super::{Lowering, Value};
use crate::ast::{Derived, Param, StrLit};
use crate::ctype::{CType, CTypeId, FloatKind, Len};
use hecaton_base::Map;
use hecaton_ir::{Callee, Expr, FuncId, Function, Global, GlobalId, Init, Op, Region, Span};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

const FLOATS: &str = "each floating-point operation is rounded to the precision of its type: no excess precision \
                      (`FLT_EVAL_METHOD` 0), no contraction (`FP_CONTRACT` off)";
const VOLATILE: &str = "`volatile` objects change by the program's own writes only";
const PADDING: &str = "padding bytes are zero at first and keep their values when members are written";
const UNIONS: &str = "writing a member of a union keeps the bytes of the union behind that member";
const TYPES: &str = "an object may be accessed as any type: effective types are not checked (`-fno-strict-aliasing`)";
const RESTRICT: &str = "`restrict` parameters are assumed to be the only way to what is written through them";
const LITERALS: &str = "string literals with equal content are one object, and none is a part of another";
const STACK: &str = "the stack never overflows";

/// What the program was seen to do so far, where it takes two uses to depend on a freedom.
#[derive(Default)]
pub(super) struct Seen {
    /// Something with padding is handed on as `void *`.
    padding_as_void: bool,
    /// The bytes behind a `void *` are looked at one by one.
    void_as_bytes: bool,
    /// Unions of which a member is accessed that is smaller than the union; and one that is larger than another.
    small_members: FxHashSet<CTypeId>,
    large_members: FxHashSet<CTypeId>,
    /// Pointers that may point into string literals are compared, or looked at as numbers.
    compares_pointers: bool,
    /// The string literals of the program: where they stand, by the file that is translated, and their bytes.
    literals: FxHashSet<(usize, Span, Vec<u8>)>,
}

impl Lowering<'_> {
    /// Whether code at this place is executed, and is the program's own.
    pub(super) fn is_own_code(&self, span: Span) -> bool {
        self.inside && !self.body.quiet && !self.is_model(span)
    }

    /// Two floats are added, subtracted, multiplied or divided (5.2.4.2.2p9, 6.5p8).
    pub(super) fn float_operation(&mut self, span: Span) {
        if self.is_own_code(span) {
            self.note(FLOATS.into());
        }
    }

    /// An object is read (5.1.2.3p6, 6.7.3p7).
    pub(super) fn reads_volatile(&mut self, span: Span) {
        if self.is_own_code(span) {
            self.note(VOLATILE.into());
        }
    }

    /// A pointer is converted, after which the bytes of an object may be looked at (6.2.6.1p6).
    pub(super) fn views_bytes(&mut self, from: CTypeId, to: CTypeId, span: Span) {
        let (Some(from), Some(to)) = (self.ctypes.pointee(from), self.ctypes.pointee(to)) else { return };
        if !self.is_own_code(span) {
            return;
        }
        let bytes = self.ctypes.int_kind(to).is_some_and(|kind| kind.bytes(self.ctypes.target) == 1);
        if bytes && self.has_padding(from) {
            self.note(PADDING.into());
        } else if self.ctypes.is_void(to) && self.has_padding(from) {
            self.seen.padding_as_void = true;
        } else if self.ctypes.is_void(from) && bytes {
            self.seen.void_as_bytes = true;
        }
    }

    /// A pointer is converted to one to another type, through which the object may be accessed (6.5p7). A struct may be
    /// accessed as its first member and back; anything as characters. What is declared as an array of characters is no
    /// room for others. Conversions by way of `void *` are not seen.
    pub(super) fn views_as_other(&mut self, value: &Value, to: CTypeId, span: Span) {
        let (Some(from), Some(to)) = (self.ctypes.pointee(value.ty), self.ctypes.pointee(to)) else { return };
        if !self.is_own_code(span) || self.noted.contains(TYPES) {
            return;
        }
        let declared = super::undefined::named(&self.body.vars, &value.e).is_some();
        if self.is_accessed_otherwise(from, to, declared) {
            self.note(TYPES.into());
        }
    }
    fn is_accessed_otherwise(&self, from: CTypeId, to: CTypeId, declared: bool) -> bool {
        let is_object = |ty| self.ctypes.size_of(ty).is_some_and(|size| size > 0) && !self.ctypes.is_void(ty);
        let character = |ty| self.ctypes.int_kind(ty).is_some_and(|kind| kind.bytes(self.ctypes.target) == 1);
        let (mut from, mut to) = (from, to);
        while let CType::Array(elem, _) = self.ctypes[from] {
            from = elem;
        }
        while let CType::Array(elem, _) = self.ctypes[to] {
            to = elem;
        }
        if !is_object(from) || !is_object(to) || character(to) || character(from) && !declared {
            return false;
        }
        !self.begins_with(from, to) && !self.begins_with(to, from)
    }
    /// Whether an object of a type is one of another type, or begins with one.
    fn begins_with(&self, ty: CTypeId, first: CTypeId) -> bool {
        let (mut open, mut steps) = (vec![ty], 0);
        while let Some(ty) = open.pop() {
            steps += 1;
            let unsigned = |ty| self.ctypes.int_kind(ty).map(|kind| kind.to_unsigned());
            let same_kind = unsigned(ty).is_some() && unsigned(ty) == unsigned(first);
            if same_kind || self.ctypes.compatible(ty, first) || steps > 100 {
                return true;
            }
            match &self.ctypes[ty] {
                CType::Array(elem, _) => open.push(*elem),
                CType::Record(record) => {
                    let record = &self.ctypes.records[*record];
                    let members = record.body.iter().flat_map(|body| &body.members);
                    open.extend(members.filter(|member| member.offset == 0).map(|member| member.ty));
                }
                _ => {}
            }
        }
        false
    }

    /// A function with a body has this parameter (6.7.3.1).
    pub(super) fn restricts(&mut self, param: &Param, ty: CTypeId) {
        let restricted = param.declarator.derived.iter().any(|derived| match derived {
            Derived::Pointer { quals, .. } | Derived::Array { quals, .. } => quals.restrict,
            Derived::Function(_) => false,
        });
        let writes = self.ctypes.pointee(ty).is_some() && !self.ctypes.pointee_quals(ty).constant;
        if restricted && writes && !self.is_model(param.span) {
            self.note(RESTRICT.into());
        }
    }

    /// A member of a struct or union is accessed (6.2.6.1p7).
    pub(super) fn accesses_member(&mut self, outer: CTypeId, member: CTypeId, span: Span) {
        let Some(record) = self.ctypes.record(outer) else { return };
        if !self.ctypes.records[record].union || !self.is_own_code(span) {
            return;
        }
        let Some(body) = &self.ctypes.records[record].body else { return };
        let sizes = || body.members.iter().filter_map(|member| self.ctypes.size_of(member.ty));
        let (Some(size), Some(least)) = (self.ctypes.size_of(member), sizes().min()) else { return };
        let (small, large) = (sizes().any(|other| size < other), size > least);
        if small {
            self.seen.small_members.insert(outer);
        }
        if large {
            self.seen.large_members.insert(outer);
        }
    }

    /// The address of a string literal is taken.
    pub(super) fn points_to_literal(&mut self, lit: &StrLit) {
        if self.is_model(lit.span) {
            return;
        }
        let bytes = self.bits_of(self.string_kind(lit)) as usize / 8;
        let units = lit.units.iter().chain(&[0]);
        let content = units.flat_map(|unit| unit.to_le_bytes().into_iter().take(bytes)).collect();
        self.seen.literals.insert((self.linker.unit, lit.span, content));
    }

    /// Pointers to objects of this type are compared or converted to integers: whether two literals are one object or
    /// overlap is not specified (6.4.5p7).
    pub(super) fn observes_address(&mut self, pointer: CTypeId, span: Span) {
        let Some(to) = self.ctypes.pointee(pointer) else { return };
        let may_be_literal = self.ctypes.int_kind(self.innermost(to)).is_some() || self.ctypes.is_void(to);
        if may_be_literal && self.is_own_code(span) {
            self.seen.compares_pointers = true;
        }
    }

    /// Tells what can only be seen when the whole program is lowered.
    pub(super) fn tell_freedoms(&mut self, harness: Option<FuncId>) {
        let linked = |name: &str| self.functions.values().any(|f| f.name == name && f.has_body());
        if self.seen.padding_as_void && (self.seen.void_as_bytes || linked("memcmp")) {
            self.note(PADDING.into());
        }
        if !self.seen.small_members.is_disjoint(&self.seen.large_members) {
            self.note(UNIONS.into());
        }
        if self.seen.compares_pointers && one_may_lie_in_another(&self.seen.literals) {
            self.note(LITERALS.into());
        }
        // What the harness allocates for arguments is there before the program starts.
        let own = |id: FuncId, f: &Function| harness != Some(id) && !self.is_model(f.span);
        if self.functions.iter().any(|(id, f)| own(id, f) && grows(f)) || is_recursive(&self.functions, &self.globals) {
            self.note(STACK.into());
        }
    }

    /// Whether some bytes of an object belong to no member. Bits that no bit-field takes count.
    fn has_padding(&self, ty: CTypeId) -> bool {
        match &self.ctypes[ty] {
            CType::Array(elem, Len::Known(_) | Len::Unknown | Len::Variable(_)) => self.has_padding(*elem),
            CType::Float(FloatKind::LongDouble | FloatKind::Float64x) => true,
            CType::Record(record) => {
                let record = &self.ctypes.records[*record];
                let (Some(body), Some(size)) = (&record.body, self.ctypes.size_of(ty)) else { return false };
                if record.vector.is_some() {
                    return false;
                }
                let bits = |member: &crate::ctype::Member| match member.bits {
                    Some(bits) => u64::from(bits.width),
                    None => self.ctypes.size_of(member.ty).unwrap_or(0) * 8,
                };
                let members = || body.members.iter();
                let whole = match record.union {
                    true => members().all(|member| bits(member) == size * 8),
                    false => members().map(bits).sum::<u64>() >= size * 8,
                };
                !whole || members().any(|member| self.has_padding(member.ty))
            }
            CType::Void | CType::Int(_) | CType::Enum(_) | CType::Float(_) | CType::Ptr(..) => false,
            CType::Func(_) | CType::Other(_) => false,
        }
    }
}

/// Whether of two literals one holds the bytes of the other one, or both hold the same. Each ends with a zero, so only
/// the parts that end with one are of interest.
fn one_may_lie_in_another(literals: &FxHashSet<(usize, Span, Vec<u8>)>) -> bool {
    let contents: FxHashSet<&[u8]> = literals.iter().map(|(_, _, content)| content.as_slice()).collect();
    if contents.len() < literals.len() {
        return true;
    }
    let lengths: BTreeSet<usize> = contents.iter().map(|content| content.len()).collect();
    contents.iter().any(|outer| {
        let ends = (1..=outer.len()).filter(|end| outer[end - 1] == 0);
        let parts = ends.flat_map(|end| lengths.range(..=end).map(move |length| &outer[end - length..end]));
        parts.filter(|part| part.len() < outer.len()).any(|part| contents.contains(part))
    })
}

/// Whether a function takes memory of the stack that depends on values.
fn grows(function: &Function) -> bool {
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    let mut allocated = insts.filter_map(|inst| match &inst.op {
        Op::Alloc { region: Region::Stack, count, .. } => Some(count),
        _ => None,
    });
    allocated.any(|count| !matches!(count, Expr::Int(_)))
}

/// Whether some function may call itself, by way of others too. A call through a pointer may lead to any function whose
/// address is taken.
fn is_recursive(functions: &Map<FuncId, Function>, globals: &Map<GlobalId, Global>) -> bool {
    let taken = taken(functions, globals);
    let mut direct: Map<FuncId, Vec<FuncId>> = Map::default();
    let mut indirect: Map<FuncId, bool> = Map::default();
    for function in functions.values() {
        let (mut callees, mut computed) = (Vec::new(), false);
        for inst in function.blocks.values().flat_map(|block| &block.insts) {
            match &inst.op {
                Op::Call { callee: Callee::Direct(to), .. } => callees.push(*to),
                Op::Call { callee: Callee::Indirect { .. }, .. } => computed = true,
                _ => {}
            }
        }
        direct.push(callees);
        indirect.push(computed);
    }
    // Depth-first search with colours: a function that is met while it is being looked at calls itself.
    let mut colour: Map<FuncId, u8> = functions.values().map(|_| 0).collect();
    let next = |func: FuncId| -> Vec<FuncId> {
        let computed = if indirect[func] { taken.iter().copied().collect() } else { Vec::new() };
        direct[func].iter().copied().chain(computed).collect()
    };
    for start in functions.keys() {
        let mut stack = vec![(start, None::<Vec<FuncId>>)];
        while let Some((func, rest)) = stack.pop() {
            let mut rest = match rest {
                Some(rest) => rest,
                None if colour[func] == 1 => return true,
                None if colour[func] == 2 => continue,
                None => {
                    colour[func] = 1;
                    next(func)
                }
            };
            match rest.pop() {
                Some(callee) => stack.extend([(func, Some(rest)), (callee, None)]),
                None => colour[func] = 2,
            }
        }
    }
    false
}

/// The functions whose addresses are taken somewhere: where a call goes through a pointer, it is one of these.
pub(super) fn taken(functions: &Map<FuncId, Function>, globals: &Map<GlobalId, Global>) -> FxHashSet<FuncId> {
    let mut taken = FxHashSet::default();
    for block in functions.values().flat_map(|function| function.blocks.values()) {
        let operands = block.insts.iter().flat_map(|inst| inst.op.operands());
        operands.chain(block.end.operand()).for_each(|e| take(e, &mut taken));
    }
    for global in globals.values() {
        let Init::Values(values) = &global.init else { continue };
        values.iter().for_each(|(_, value)| take(value, &mut taken));
    }
    taken
}

/// Adds the functions whose addresses an expression contains.
fn take(e: &Expr, taken: &mut FxHashSet<FuncId>) {
    if let Expr::Func(func) = e {
        taken.insert(*func);
    }
    e.children().iter().for_each(|child| take(child, taken));
}
