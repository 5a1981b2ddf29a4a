//! The invariants of a program. Whatever makes or changes a program runs `verify` on it; everything that reads one
//! relies on what is listed here.
//!
//!  1. Ids name things that exist, in every place an id can stand; spans with a line name a file.
//!  2. The entry is a function with a body.
//!  3. Names are unique: of globals, of functions, of features, of structs, of unions, of the variables of a function.
//!  4. Variables have scalar types; parameters are different variables.
//!  5. Types are made of types that come before them; integers have 1 to 65,536 bits; floats have one of the five known
//!     formats; alignments are powers of two; sizes stay below half the address space; nothing is nested deeper than 1,000.
//!  6. Fields lie inside their record, bit-fields inside their storage unit.
//!  7. Expressions are well-typed.
//!  8. Operands have the type the instruction wants: conditions `Int(1)`, pointers `Ptr`, sizes and counts a
//!     pointer-wide integer, a filling byte `Int(8)`, an assigned value that of its variable.
//!  9. Calls have an argument of the right type for every parameter (more are ignored); a result that is taken has the
//!     variable's type.
//! 10. `Return` gives a value of the function's result type, or none if it has none.
//! 11. The values of a `Switch` have the width of what it looks at, and none stands twice.
//! 12. Initial values of globals are constants, ascending, not overlapping, inside the global.
//! 13. A function with a body has an entry block; so every block ends in blocks of its function.
//! 14. Properties are of the kind their use has: `Deref` for accesses and calls, `Free` for freeing, `Leak` and `Cleanup`
//!     for the whole program and nowhere else, `Race` and `Deadlock` for the whole program, or for assertions of one that
//!     stands for threads or has only one.
//! 15. Expressions are at most 4,000 operators deep.

use crate::expr::Expr;
use crate::program::{
    BlockId, Callee, End, FuncId, Function, GlobalId, Init, Loc, Op, Program, PropId, PropKind, Role, Span, VarId,
};
use crate::types::{Format, Scalar, Type, TypeId};
use hecaton_base::{Bits, Id as _};
use std::collections::HashSet;

/// Something wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the violated invariant.
    pub rule: u32,
    /// Where.
    pub site: Site,
    /// What.
    pub message: String,
}

/// Where a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// In the program as a whole.
    Program,
    /// In a type.
    Type(TypeId),
    /// In a property.
    Prop(PropId),
    /// In a global.
    Global(GlobalId),
    /// In the head of a function.
    Func(FuncId),
    /// In an instruction, or at the end of a block.
    Code(Loc),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.site {
            Site::Program => write!(f, "program: ")?,
            Site::Type(id) => write!(f, "type {id}: ")?,
            Site::Prop(id) => write!(f, "property {id}: ")?,
            Site::Global(id) => write!(f, "global {id}: ")?,
            Site::Func(id) => write!(f, "function {id}: ")?,
            Site::Code(Loc { func, block, inst }) => write!(f, "function {func}, {block}, instruction {inst}: ")?,
        }
        write!(f, "{} (rule {})", self.message, self.rule)
    }
}

/// How deep an expression may be.
pub const MAX_DEPTH: usize = 4_000;
/// How wide an integer may be.
pub const MAX_BITS: u32 = 1 << 16;

/// All faults of a program; none if it can be relied on.
pub fn verify(program: &Program) -> Vec<Fault> {
    let mut verifier = Verifier { program, site: Site::Program, faults: Vec::new() };
    verifier.types();
    if !verifier.faults.is_empty() {
        // Sizes and scalars of faulty types mean nothing.
        return verifier.faults;
    }
    verifier.heads();
    for (id, global) in program.globals.iter() {
        verifier.site = Site::Global(id);
        verifier.span(global.span);
        if verifier.ty(global.ty) {
            verifier.size(global.ty);
            verifier.init(global.ty, &global.init);
        }
    }
    // The heads of all functions come before any body, which may call them.
    let sound: Vec<FuncId> = program.functions.keys().filter(|id| verifier.head(*id)).collect();
    if sound.len() == program.functions.len() {
        for id in sound {
            verifier.body(id);
        }
    }
    verifier.faults
}

struct Verifier<'a> {
    program: &'a Program,
    site: Site,
    faults: Vec<Fault>,
}

impl<'a> Verifier<'a> {
    fn fault(&mut self, rule: u32, message: impl Into<String>) {
        self.faults.push(Fault { rule, site: self.site, message: message.into() });
    }
    /// Reports if something does not hold; gives whether it does.
    fn must(&mut self, rule: u32, holds: bool, message: impl FnOnce() -> String) -> bool {
        if !holds {
            self.fault(rule, message());
        }
        holds
    }
    fn unique<'n>(&mut self, what: &str, names: impl Iterator<Item = &'n str>) {
        let mut seen = HashSet::new();
        for name in names {
            if !seen.insert(name) {
                self.fault(3, format!("two {what} are named `{name}`"));
            }
        }
    }
    fn span(&mut self, span: Span) {
        let known = span.line == 0 || self.program.files.get(span.file).is_some();
        self.must(1, known, || format!("a span in file {} which does not exist", span.file));
    }
    fn ty(&mut self, id: TypeId) -> bool {
        let known = self.program.types.get(id).is_some();
        self.must(1, known, || format!("type {id} does not exist"))
    }
    fn size(&mut self, id: TypeId) {
        let size = self.program.types.size(id, self.program.target);
        let most = (1u64 << (self.program.target.pointer_bits() - 1)) - 1;
        self.must(5, size <= most, || format!("{size} bytes are more than an object can have"));
    }

    fn types(&mut self) {
        let (program, types) = (self.program, &self.program.types);
        // How deep each type is, 0 if it is faulty and must not be measured.
        let mut depths: Vec<usize> = Vec::new();
        for (id, ty) in types.iter() {
            self.site = Site::Type(id);
            let before = self.faults.len();
            let mut depth = 1;
            match ty {
                Type::Int { bits, .. } => {
                    let bits = *bits;
                    self.must(5, (1..=MAX_BITS).contains(&bits), || format!("an integer of {bits} bits"));
                }
                Type::Float(format) => self.format(*format),
                Type::Ptr => {}
                Type::Array { elem, .. } => {
                    self.must(5, elem.index() < id.index(), || format!("{elem} does not come before {id}"));
                    depth += depths.get(elem.index()).copied().unwrap_or(0);
                }
                Type::Record(record) => {
                    let align = record.align;
                    self.must(5, align.is_power_of_two(), || format!("alignment {align} is not a power of two"));
                    for field in &record.fields {
                        let sound = field.ty.index() < id.index();
                        self.must(5, sound, || format!("{} does not come before {id}", field.ty));
                        let Some(below @ 1..) = depths.get(field.ty.index()).copied() else { continue };
                        depth = depth.max(below + 1);
                        let size = types.size(field.ty, program.target);
                        let inside = field.offset.checked_add(size).is_some_and(|end| end <= record.size);
                        // A bit-field is only accessed through its bits: the unit's unused end may be cut off.
                        let inside = match field.bits {
                            None => inside,
                            Some((low, count)) => {
                                let fits = low.checked_add(count).is_some_and(|end| u64::from(end) <= size * 8);
                                let last = (u64::from(low) + u64::from(count)).div_ceil(8);
                                fits && field.offset.checked_add(last).is_some_and(|end| end <= record.size)
                            }
                        };
                        self.must(6, inside, || format!("field `{}` is not inside `{}`", field.name, record.name));
                    }
                }
            }
            self.must(5, depth <= 1_000, || "a type nested too deeply".to_string());
            depths.push(if self.faults.len() == before { depth } else { 0 });
        }
        self.site = Site::Program;
        for (what, union) in [("structs", false), ("unions", true)] {
            let names: Vec<&str> = types
                .iter()
                .filter_map(|(_, ty)| match ty {
                    Type::Record(record) if record.union == union => Some(record.name.as_str()),
                    Type::Record(_) | Type::Int { .. } | Type::Float(_) | Type::Ptr | Type::Array { .. } => None,
                })
                .collect();
            self.unique(what, names.into_iter());
        }
    }

    fn format(&mut self, format: Format) {
        let known = [Format::HALF, Format::SINGLE, Format::DOUBLE, Format::X87, Format::QUAD].contains(&format);
        self.must(5, known, || format!("a float of {} and {} bits", format.exp, format.sig));
    }

    /// What belongs to the whole program.
    fn heads(&mut self) {
        let program = self.program;
        self.site = Site::Program;
        match program.functions.get(program.entry) {
            None => self.fault(2, format!("the entry {} does not exist", program.entry)),
            Some(entry) => {
                self.must(2, entry.has_body(), || format!("the entry `{}` has no body", entry.name));
            }
        }
        self.unique("globals", program.globals.values().map(|g| g.name.as_str()));
        self.unique("functions", program.functions.values().map(|f| f.name.as_str()));
        self.unique("features", program.features.values().map(|f| f.name.as_str()));
        self.prop(program.leak, &[PropKind::Leak]);
        self.prop(program.race, &[PropKind::Race]);
        self.prop(program.deadlock, &[PropKind::Deadlock]);
        self.prop(program.cleanup, &[PropKind::Cleanup]);
        for (id, prop) in program.props.iter() {
            self.site = Site::Prop(id);
            self.span(prop.span);
        }
    }

    fn prop(&mut self, prop: Option<PropId>, kinds: &[PropKind]) {
        let Some(id) = prop else { return };
        match self.program.props.get(id) {
            None => self.fault(1, format!("property {id} does not exist")),
            Some(prop) => {
                let kind = prop.kind;
                self.must(14, kinds.contains(&kind), || format!("a property of kind `{}` here", kind.name()));
            }
        }
    }

    fn init(&mut self, ty: TypeId, init: &Init) {
        let program = self.program;
        let values = match init {
            Init::Arbitrary => return,
            Init::Values(values) => values,
        };
        let (size, mut free) = (program.types.size(ty, program.target), 0);
        for (offset, value) in values {
            let Some(scalar) = self.constant(value) else { continue };
            let end = offset.checked_add(scalar.bytes(program.target));
            self.must(12, *offset >= free, || format!("the value at {offset} overlaps the one before"));
            match end {
                Some(end) if end <= size => free = end,
                _ => self.fault(12, format!("the value at {offset} is outside of the global")),
            }
        }
    }

    /// The type of an initial value; `None` if it was reported.
    fn constant(&mut self, value: &Expr) -> Option<Scalar> {
        let program = self.program;
        let base = |expr: &Expr| match expr {
            Expr::Global(id) => program.globals.get(*id).map(|_| Scalar::Ptr),
            Expr::Func(id) => program.functions.get(*id).map(|_| Scalar::Ptr),
            _ => None,
        };
        let found = match value {
            Expr::Int(bits) => Some(Scalar::Int(bits.width())),
            Expr::Float(format, bits) => {
                self.format(*format);
                (format.bits() == bits.width()).then_some(Scalar::Float(*format))
            }
            Expr::Null => Some(Scalar::Ptr),
            Expr::Global(_) | Expr::Func(_) => {
                let found = base(value);
                if !self.must(1, found.is_some(), || "an initial value names something that does not exist".into()) {
                    return None;
                }
                found
            }
            Expr::Offset(ab) => match (&ab[0], &ab[1]) {
                (Expr::Global(_), Expr::Int(by)) if Scalar::Int(by.width()) == program.word() => base(&ab[0]),
                _ => None,
            },
            Expr::Var(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) => None,
        };
        self.must(12, found.is_some(), || "an initial value that is not a constant".to_string());
        found
    }

    /// Checks the head of a function; whether its body can be looked at.
    fn head(&mut self, id: FuncId) -> bool {
        let (program, before) = (self.program, self.faults.len());
        let function = &program.functions[id];
        self.site = Site::Func(id);
        self.span(function.span);
        for (_, var) in function.vars.iter() {
            self.span(var.span);
            if self.ty(var.ty) {
                let scalar = program.types.scalar(var.ty);
                self.must(4, scalar.is_some(), || format!("variable `{}` is not of a scalar type", var.name));
            }
            match var.role {
                Role::Place(ty) => {
                    self.ty(ty);
                }
                Role::Named | Role::Temp => {}
            }
        }
        self.unique("variables", function.vars.values().map(|v| v.name.as_str()));
        let mut seen = HashSet::new();
        for param in &function.params {
            let known = function.vars.get(*param).is_some();
            self.must(1, known, || format!("parameter {param} is not a variable"));
            self.must(4, seen.insert(*param), || format!("parameter {param} stands twice"));
        }
        if let Some(Scalar::Float(format)) = function.result {
            self.format(format);
        }
        if let Some(Scalar::Int(bits)) = function.result {
            self.must(5, (1..=MAX_BITS).contains(&bits), || format!("an integer of {bits} bits"));
        }
        if function.has_body() {
            let known = function.blocks.get(function.entry).is_some();
            self.must(13, known, || format!("the entry block {} does not exist", function.entry));
        }
        self.faults.len() == before
    }

    fn body(&mut self, func: FuncId) {
        let program = self.program;
        let function = &program.functions[func];
        for (id, block) in function.blocks.iter() {
            for (inst, it) in block.insts.iter().enumerate() {
                self.site = Site::Code(Loc { func, block: id, inst: inst as u32 });
                self.span(it.span);
                self.op(func, function, &it.op);
            }
            self.site = Site::Code(Loc { func, block: id, inst: block.insts.len() as u32 });
            self.span(block.span);
            self.end(func, function, &block.end);
        }
    }

    /// The type of an expression; `None` if it was reported.
    fn expr(&mut self, func: FuncId, expr: &'a Expr) -> Option<Scalar> {
        let program = self.program;
        // First what recursion relies on, without recursion.
        let mut stack = vec![(expr, 1)];
        let before = self.faults.len();
        while let Some((expr, depth)) = stack.pop() {
            if depth > MAX_DEPTH {
                self.fault(15, format!("an expression deeper than {MAX_DEPTH}"));
                return None;
            }
            let known = match expr {
                Expr::Global(id) => program.globals.get(*id).is_some(),
                Expr::Func(id) => program.functions.get(*id).is_some(),
                Expr::Var(id) => program.functions[func].vars.get(*id).is_some(),
                Expr::Float(format, _) | Expr::Cast(_, Scalar::Float(format), _) => {
                    self.format(*format);
                    true
                }
                Expr::Cast(_, Scalar::Int(bits), _) => {
                    self.must(5, (1..=MAX_BITS).contains(bits), || format!("an integer of {bits} bits"));
                    true
                }
                Expr::Int(_)
                | Expr::Null
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Select(_)
                | Expr::Cast(_, Scalar::Ptr, _)
                | Expr::Offset(_) => true,
            };
            self.must(1, known, || "an expression names something that does not exist".to_string());
            stack.extend(expr.children().iter().map(|child| (child, depth + 1)));
        }
        if self.faults.len() > before {
            return None;
        }
        let found = program.type_of(func, expr);
        self.must(7, found.is_some(), || "an ill-typed expression".to_string());
        found
    }

    fn typed(&mut self, func: FuncId, expr: &'a Expr, want: Scalar, what: &str) {
        if let Some(found) = self.expr(func, expr) {
            self.must(8, found == want, || format!("the {what} is {found:?}, not {want:?}"));
        }
    }

    /// The type of a variable; `None` if it was reported.
    fn var(&mut self, func: FuncId, var: VarId) -> Option<Scalar> {
        let known = self.program.functions[func].vars.get(var).is_some();
        self.must(1, known, || format!("variable {var} does not exist")).then(|| self.program.scalar(func, var))
    }

    fn written(&mut self, func: FuncId, var: VarId, want: Scalar) {
        if let Some(found) = self.var(func, var) {
            self.must(8, found == want, || format!("the variable is {found:?}, not {want:?}"));
        }
    }

    fn op(&mut self, func: FuncId, function: &'a Function, op: &'a Op) {
        let word = self.program.word();
        match op {
            Op::Assign { dst, value } | Op::Approximate { dst, value, what: _ } => {
                if let Some(ty) = self.var(func, *dst) {
                    self.typed(func, value, ty, "value");
                }
            }
            Op::Load { dst, ptr, check } => {
                self.var(func, *dst);
                self.typed(func, ptr, Scalar::Ptr, "pointer");
                self.prop(*check, &[PropKind::Deref]);
            }
            Op::Store { ptr, value, check } => {
                self.typed(func, ptr, Scalar::Ptr, "pointer");
                self.expr(func, value);
                self.prop(*check, &[PropKind::Deref]);
            }
            Op::Copy { dst, src, size, check } => {
                self.typed(func, dst, Scalar::Ptr, "target");
                self.typed(func, src, Scalar::Ptr, "source");
                self.typed(func, size, word, "size");
                self.prop(*check, &[PropKind::Deref]);
            }
            Op::Fill { dst, byte, size, check } => {
                self.typed(func, dst, Scalar::Ptr, "target");
                self.typed(func, byte, Scalar::Int(8), "byte");
                self.typed(func, size, word, "size");
                self.prop(*check, &[PropKind::Deref]);
            }
            Op::Alloc { dst, region: _, ty, count, zeroed: _, constant: _, align, replaces } => {
                self.written(func, *dst, Scalar::Ptr);
                if self.ty(*ty) {
                    self.size(*ty);
                }
                self.typed(func, count, word, "count");
                if let Some(align) = align {
                    self.typed(func, align, word, "alignment");
                }
                if let Some(replaced) = replaces {
                    self.typed(func, replaced, Scalar::Ptr, "replaced object");
                }
            }
            Op::Free { ptr, region: _, check } => {
                self.typed(func, ptr, Scalar::Ptr, "pointer");
                self.prop(*check, &[PropKind::Free]);
            }
            Op::Havoc { dst } => {
                self.var(func, *dst);
            }
            Op::Clobber { roots } => {
                for root in roots {
                    self.typed(func, root, Scalar::Ptr, "pointer");
                }
            }
            Op::Inspect { dst, ptr, aspect: _ } => {
                self.written(func, *dst, word);
                self.typed(func, ptr, Scalar::Ptr, "pointer");
            }
            Op::Assume { cond } => self.typed(func, cond, Scalar::Int(1), "condition"),
            Op::Assert { cond, prop } => {
                self.typed(func, cond, Scalar::Int(1), "condition");
                let at_end = |kind: &PropKind| matches!(kind, PropKind::Leak | PropKind::Cleanup);
                let kinds: Vec<PropKind> = PropKind::ALL.into_iter().filter(|kind| !at_end(kind)).collect();
                self.prop(Some(*prop), &kinds);
            }
            Op::Call { dst, callee, args } => {
                let result = dst.and_then(|dst| self.var(func, dst));
                self.call(func, callee, args);
                if let (Some(want), Callee::Direct(id)) = (result, callee)
                    && let Some(called) = self.program.functions.get(*id)
                {
                    let found = called.result;
                    self.must(9, found == Some(want), || format!("the result is {found:?}, not {want:?}"));
                }
            }
            Op::Spawn { dst, callee, args } => {
                self.written(func, *dst, word);
                self.call(func, callee, args);
            }
            Op::Join { thread } => self.typed(func, thread, word, "thread"),
            Op::Thread { dst } => self.written(func, *dst, word),
            Op::Await { ptr, values, one: _, owned: _, check } => {
                self.typed(func, ptr, Scalar::Ptr, "pointer");
                self.prop(*check, &[PropKind::Deref]);
                let types: Vec<Option<Scalar>> = values.iter().map(|value| self.expr(func, value)).collect();
                let fits = !types.is_empty()
                    && types.iter().all(|ty| *ty == types[0] && matches!(ty, None | Some(Scalar::Int(_))));
                self.must(8, fits, || {
                    format!("`{}` waits for values that are not integers of one type", function.name)
                });
            }
            Op::Atomic { begin: _ } | Op::Unsupported(_) => {}
            Op::Log(feature) => {
                let known = self.program.features.get(*feature).is_some();
                self.must(1, known, || format!("feature {feature} does not exist in `{}`", function.name));
            }
        }
    }

    fn call(&mut self, func: FuncId, callee: &'a Callee, args: &'a [Expr]) {
        let types: Vec<Option<Scalar>> = args.iter().map(|arg| self.expr(func, arg)).collect();
        match callee {
            Callee::Indirect { ptr, check } => {
                self.typed(func, ptr, Scalar::Ptr, "callee");
                self.prop(*check, &[PropKind::Deref]);
            }
            Callee::Direct(id) => {
                let Some(called) = self.program.functions.get(*id) else {
                    return self.fault(1, format!("function {id} does not exist"));
                };
                let (given, wanted) = (args.len(), called.params.len());
                self.must(9, given >= wanted, || {
                    format!("{given} arguments for the {wanted} parameters of `{}`", called.name)
                });
                for (i, (param, found)) in called.params.iter().zip(types).enumerate() {
                    let want = self.program.scalar(*id, *param);
                    if let Some(found) = found {
                        self.must(9, found == want, || format!("argument {i} is {found:?}, not {want:?}"));
                    }
                }
            }
        }
    }

    fn block(&mut self, function: &Function, block: BlockId) {
        self.must(1, function.blocks.get(block).is_some(), || format!("block {block} does not exist"));
    }

    fn end(&mut self, func: FuncId, function: &'a Function, end: &'a End) {
        for block in end.targets() {
            self.block(function, block);
        }
        match end {
            End::Goto(_) | End::Halt(_) | End::Unreachable => {}
            End::Branch { cond, .. } => self.typed(func, cond, Scalar::Int(1), "condition"),
            End::Switch { on, arms, .. } => {
                let Some(ty) = self.expr(func, on) else { return };
                let Scalar::Int(width) = ty else { return self.fault(8, format!("a switch on {ty:?}")) };
                let mut seen: HashSet<&Bits> = HashSet::new();
                for (value, _) in arms {
                    let same = value.width() == width;
                    self.must(11, same, || format!("a value of {} bits in a switch on {width}", value.width()));
                    self.must(11, seen.insert(value), || format!("{value:?} stands twice"));
                }
            }
            End::Return(value) => {
                let found = match value {
                    Some(value) => match self.expr(func, value) {
                        Some(found) => Some(found),
                        None => return,
                    },
                    None => None,
                };
                let want = function.result;
                self.must(10, found == want, || format!("{found:?} is returned, not {want:?}"));
            }
        }
    }
}
