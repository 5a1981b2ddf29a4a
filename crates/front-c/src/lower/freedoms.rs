//! Freedoms of the language that the front end fixes in one way: each is an assumption of the verdict, told where the
//! program makes use of the freedom, and nowhere else. The table of all freedoms is `docs/semantics.md`.
//!
//! Our own models of library functions make use of none: they are written so that any implementation agrees.

use super::{Lowering, Value};
use crate::ast::{Declarator, Derived, StrLit};
use crate::ctype::{CType, CTypeId};
use hecaton_base::Map;
use hecaton_ir::{Callee, Expr, FuncId, Function, Global, GlobalId, Init, Op, Region, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

const FLOATS: &str = "each floating-point operation is rounded to the precision of its type: no excess precision \
                      (`FLT_EVAL_METHOD` 0), no contraction (`FP_CONTRACT` off)";
const VOLATILE: &str = "`volatile` objects change by the program's own writes only";
const TYPES: &str = "an object may be accessed as any type: effective types are not checked (`-fno-strict-aliasing`)";
const RESTRICT: &str = "`restrict` pointers are assumed to be the only way to what is written through them";
const LITERALS: &str = "string literals with equal content are one object, and none is a part of another";
const PLAIN_VOLATILE: &str = "`volatile` objects are accessed through pointers to `volatile` only";
const CONST_MEMBERS: &str = "`const` members are not written through other pointers";
const CONST_LITERALS: &str =
    "`const` compound literals are objects of their own, which share no bytes with other literals";
const STACK: &str = "the stack never overflows";

/// What the program was seen to do so far, where it takes two uses to depend on a freedom.
#[derive(Default)]
pub(super) struct Seen {
    /// What is converted is a difference: a pointer that goes back from a member to the struct around it.
    pub moved_back: bool,
    /// Characters are accessed beside an effect on something else that is not sequenced.
    pub unsequenced_bytes: bool,
    /// A bit-field is accessed, to which others are adjacent in another unit.
    pub wide_location: bool,
    /// Bytes and bits that are no values.
    pub looks: super::representation::Looks,
    /// Pointers that may point into string literals are compared, or looked at as numbers.
    compares_pointers: bool,
    /// What pointers that are compared or looked at as numbers lead to, by its innermost type.
    compared: FxHashSet<CTypeId>,
    /// The compound literals of `const` types: where they stand, and the innermost type.
    const_literals: FxHashMap<(usize, Span), CTypeId>,
    /// The address of a `const` member is taken; and a pointer to `const` becomes one to what can be written.
    pub const_member: bool,
    drops_const: bool,
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

    /// A pointer loses what its type said of the object (6.7.3p6).
    pub(super) fn drops_qualifiers(&mut self, from: CTypeId, to: CTypeId, span: Span) {
        let (old, new) = (self.ctypes.pointee_quals(from), self.ctypes.pointee_quals(to));
        if !self.is_own_code(span) {
            return;
        }
        if old.volatile && !new.volatile {
            self.note(PLAIN_VOLATILE.into());
        }
        self.seen.drops_const |= old.constant && !new.constant;
    }
    /// Whether a pointer leads to a struct of the library as a model declares it.
    pub(super) fn is_of_library(&self, pointer: CTypeId) -> bool {
        let record = self.ctypes.pointee(pointer).and_then(|to| self.ctypes.record(self.innermost(to)));
        record.is_some_and(|record| self.ctypes.records[record].library)
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
    pub(super) fn begins_with(&self, ty: CTypeId, first: CTypeId) -> bool {
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

    /// A function with a body has this parameter, or a variable is declared (6.7.3.1).
    pub(super) fn restricts(&mut self, declarator: &Declarator, ty: CTypeId, span: Span) {
        let restricted = declarator.derived.iter().any(|derived| match derived {
            Derived::Pointer { quals, .. } | Derived::Array { quals, .. } => quals.restrict,
            Derived::Function(_) => false,
        });
        let writes = self.ctypes.pointee(ty).is_some() && !self.ctypes.pointee_quals(ty).constant;
        if restricted && writes && !self.is_model(span) {
            self.note(RESTRICT.into());
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

    /// There is a compound literal of this type.
    pub(super) fn makes_literal(&mut self, ty: CTypeId, constant: bool, span: Span) {
        if constant && !self.is_model(span) {
            let inner = self.innermost(ty);
            self.seen.const_literals.insert((self.linker.unit, span), inner);
        }
    }
    /// Pointers to objects of this type are compared or converted to integers: whether two literals are one object or
    /// overlap is not specified (6.4.5p7).
    pub(super) fn observes_address(&mut self, pointer: CTypeId, span: Span) {
        let Some(to) = self.ctypes.pointee(pointer) else { return };
        let inner = self.innermost(to);
        let may_be_literal = self.ctypes.int_kind(inner).is_some() || self.ctypes.is_void(to);
        if self.is_own_code(span) {
            self.seen.compares_pointers |= may_be_literal;
            self.seen.compared.insert(inner);
        }
    }

    /// Tells what can only be seen when the whole program is lowered.
    pub(super) fn tell_freedoms(&mut self, harness: Option<FuncId>) {
        self.tell_representations();
        if self.seen.wide_location {
            self.note_beside_threads("adjacent bit-fields in different storage units are different memory locations");
        }
        self.tell_endless();
        self.tell_gone(harness);
        if self.seen.compares_pointers && one_may_lie_in_another(&self.seen.literals) {
            self.note(LITERALS.into());
        }
        if self.seen.const_member && self.seen.drops_const {
            self.note(CONST_MEMBERS.into());
        }
        let seen = std::mem::take(&mut self.seen.const_literals);
        let compared = std::mem::take(&mut self.seen.compared);
        let may_share = |ty: &CTypeId| {
            let part = self.ctypes.record(*ty).is_some();
            compared.iter().any(|to| part || self.ctypes.is_void(*to) || self.ctypes.compatible(*to, *ty))
        };
        let others = seen.len() + self.seen.literals.len();
        if others > 1 && seen.values().any(may_share) {
            self.note(CONST_LITERALS.into());
        }
        // What the harness allocates for arguments is there before the program starts.
        let own = |id: FuncId, f: &Function| harness != Some(id) && !self.is_model(f.span);
        if self.functions.iter().any(|(id, f)| own(id, f) && grows(f)) || is_recursive(&self.functions, &self.globals) {
            self.note(STACK.into());
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
