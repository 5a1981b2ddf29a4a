//! What evaluating an expression does to memory and reads of it, functions it calls included: a cheap look at the syntax
//! tree, which says too much rather than too little. With it `order` knows which operands see each other's effects.
//!
//! Places are told apart by their variable. What is reached through pointers is one thing, together with all variables
//! whose address is taken somewhere and all that are no scalars. Whether a callee comes back at all counts as an effect
//! that checks can see: what violates a property is not reached behind an `exit`.

use super::link::LinkedId;
use super::{Entity, Lowering, catalogue};
use crate::MissingBody;
use crate::ast::{
    self, Block, Declaration, Derived, Designator, Expr, ExprKind, For, Function, Init, InitList, Item, Params, Stmt,
    StmtKind, Storage, Symbol, UnaryOp,
};
use crate::ctype::{CType, CTypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    /// With static storage.
    Linked(LinkedId),
    /// A static one of a function.
    Kept(LinkedId, Symbol),
    /// Of the function at hand.
    Local(Symbol),
}

/// What an evaluation does.
#[derive(Clone, Default)]
pub(super) struct Effects {
    reads: FxHashSet<Variable>,
    writes: FxHashSet<Variable>,
    reads_memory: bool,
    writes_memory: bool,
    /// Calls code that is not there.
    unknown: bool,
    /// May do anything.
    anything: bool,
    /// May end the program, or never come to its end.
    ends: bool,
    /// May violate a property.
    checks: bool,
    /// Has a part that cannot be lowered twice: statements.
    pub once: bool,
}

impl Effects {
    fn add(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.reads_memory |= other.reads_memory;
        self.writes_memory |= other.writes_memory;
        self.unknown |= other.unknown;
        self.anything |= other.anything;
        self.ends |= other.ends;
        self.checks |= other.checks;
    }
    fn is_pure(&self) -> bool {
        self.writes.is_empty() && !self.writes_memory && !self.unknown && !self.anything && !self.ends
    }
}

/// How a place is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    Both,
}

/// What a name stands for in a function.
enum Meaning {
    /// A variable of the function that nobody else knows by name, and whether it is an array.
    Own(bool),
    Variable(Variable),
    /// A function, a constant, an array whose name is its address.
    Nothing,
    /// Not known.
    Unknown,
}

/// The effects found so far.
#[derive(Default)]
pub(super) struct Known {
    /// What functions do themselves, and what they call.
    direct: FxHashMap<LinkedId, Rc<(Effects, FxHashSet<LinkedId>)>>,
    /// What they do in all.
    whole: FxHashMap<LinkedId, Rc<Effects>>,
    /// Names whose address is taken anywhere, and up to which unit that was looked for.
    taken: FxHashSet<Symbol>,
    units: usize,
}

impl Lowering<'_> {
    /// The effects of an expression of the function at hand.
    pub(super) fn effects_of(&mut self, e: &Expr) -> Effects {
        let mut walk = Walk { lowering: self, function: None, scopes: Vec::new(), found: Effects::default() };
        walk.value(e);
        walk.close()
    }
    /// The effects of finding a place of the function at hand.
    pub(super) fn effects_of_place(&mut self, e: &Expr) -> Effects {
        let mut walk = Walk { lowering: self, function: None, scopes: Vec::new(), found: Effects::default() };
        walk.address(e);
        walk.close()
    }
    /// The effects of reading a place of the function at hand that is found by then.
    pub(super) fn effects_of_read(&mut self, e: &Expr) -> Effects {
        let mut walk = Walk { lowering: self, function: None, scopes: Vec::new(), found: Effects::default() };
        walk.access(e);
        walk.close()
    }
    /// Whether evaluating an expression may end the program, or never come to its end.
    pub(super) fn may_end(&mut self, e: &Expr) -> bool {
        self.effects_of(e).ends
    }
    /// Whether it matters in which order two evaluations take place.
    pub(super) fn interfere(&mut self, a: &Effects, b: &Effects) -> bool {
        if a.is_pure() && b.is_pure() {
            return false;
        }
        self.look_for_addresses();
        self.disturbs(a, b) || self.disturbs(b, a)
    }
    /// Whether the first changes what the second reads or writes.
    fn disturbs(&self, a: &Effects, b: &Effects) -> bool {
        if a.ends && b.checks {
            return true;
        }
        let touches = |b: &Effects| !b.reads.is_empty() || !b.writes.is_empty() || b.reads_memory || b.writes_memory;
        if a.anything && (touches(b) || b.unknown || b.anything) {
            return true;
        }
        let (reached, shared) = (b.reads_memory || b.writes_memory || b.unknown, |v: &Variable| self.is_exposed(*v));
        if a.writes.iter().any(|v| b.reads.contains(v) || b.writes.contains(v) || reached && shared(v)) {
            return true;
        }
        let hit = || b.reads.iter().chain(&b.writes).any(shared);
        if a.writes_memory && (b.reads_memory || b.writes_memory || b.unknown || hit()) {
            return true;
        }
        // What unknown code makes of the memory is arbitrary: two pieces of it do not disturb each other.
        let visible = |v: &Variable| match v {
            Variable::Linked(id) => !self.linker.is_internal(*id) || self.is_exposed(*v),
            Variable::Kept(..) | Variable::Local(_) => self.is_exposed(*v),
        };
        a.unknown && (b.reads_memory || b.writes_memory || b.reads.iter().chain(&b.writes).any(visible))
    }
    /// Whether a pointer may lead to a variable.
    pub(super) fn is_exposed(&self, variable: Variable) -> bool {
        match variable {
            Variable::Linked(id) => {
                self.ctypes.scalar(self.linker.type_of(id)).is_none()
                    || self.known_effects.taken.contains(&self.linker.symbol(id))
            }
            Variable::Kept(..) => true,
            Variable::Local(name) => match self.lookup(name) {
                Some(Entity::Register(..)) => false,
                Some(_) | None => true,
            },
        }
    }
    /// Finds the names whose address is taken, in all units that are there by now.
    pub(super) fn look_for_addresses(&mut self) {
        let units = self.linker.units()[self.known_effects.units..].to_vec();
        for unit in &units {
            for item in &unit.items {
                match item {
                    Item::Function(function) => {
                        let facts = super::facts::of(&function.body, &self.sources.names, None);
                        self.known_effects.taken.extend(facts.address_taken);
                    }
                    Item::Decl(declaration) => {
                        for init in declaration.declarators.iter().filter_map(|d| d.init.as_ref()) {
                            self.known_effects.taken.extend(super::facts::addresses(init));
                        }
                    }
                    Item::Assert(_) | Item::Asm(_) => {}
                }
            }
        }
        self.known_effects.units += units.len();
    }
    /// The effects of calling a function.
    fn effects_of_function(&mut self, id: LinkedId) -> Rc<Effects> {
        if let Some(known) = self.known_effects.whole.get(&id) {
            return known.clone();
        }
        let (mut whole, mut seen, mut todo) = (Effects::default(), FxHashSet::default(), vec![id]);
        while let Some(next) = todo.pop() {
            if seen.insert(next) {
                let direct = self.direct_effects(next);
                whole.add(&direct.0);
                todo.extend(&direct.1);
            }
        }
        let whole = Rc::new(whole);
        self.known_effects.whole.insert(id, whole.clone());
        whole
    }
    fn direct_effects(&mut self, id: LinkedId) -> Rc<(Effects, FxHashSet<LinkedId>)> {
        if let Some(known) = self.known_effects.direct.get(&id) {
            return known.clone();
        }
        let found = Rc::new(self.look_at_function(id));
        self.known_effects.direct.insert(id, found.clone());
        found
    }
    fn look_at_function(&mut self, id: LinkedId) -> (Effects, FxHashSet<LinkedId>) {
        let name = self.text(self.linker.symbol(id)).to_owned();
        let nothing = FxHashSet::default();
        if !self.linker.has_body(id) && catalogue::is_built_in(&name) {
            return (built_in(&name), nothing);
        }
        self.load_model(id);
        if name == "longjmp" && !self.linker.is_internal(id) {
            return (Effects { ends: true, anything: true, ..Effects::default() }, nothing);
        }
        if let Some((unit, tree, item)) = self.linker.definition(id)
            && let Item::Function(function) = &tree.items[item]
        {
            let mut walk = Walk {
                lowering: self,
                function: Some(Around { id, unit, calls: FxHashSet::default() }),
                scopes: Vec::new(),
                found: Effects::default(),
            };
            walk.body(function);
            let calls = walk.function.take().map_or(nothing, |around| around.calls);
            return (walk.close(), calls);
        }
        let traits = self.linker.traits(id);
        let ends = traits.noreturn;
        let unknown = self.options.missing_body == MissingBody::Havoc && !traits.pure;
        (Effects { unknown, ends, ..Effects::default() }, nothing)
    }
}

/// The effects of a function that is lowered by code of its own.
fn built_in(name: &str) -> Effects {
    let base = name.strip_prefix("__builtin_").unwrap_or(name);
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let checks = base.contains("assert") || base == "unreachable";
    if ["exit", "_exit", "_Exit", "quick_exit", "abort", "trap"].contains(&base) {
        return Effects { ends: true, anything: base == "exit" || base == "quick_exit", ..Effects::default() };
    }
    if checks {
        return Effects { checks, ..Effects::default() };
    }
    let pure = ["malloc", "calloc", "alloca", "log", "abs", "labs", "llabs", "assume_aligned", "expect", "constant_p"];
    let arbitrary = begins(&["__VERIFIER_nondet_", "__CPROVER_nondet_", "nondet_", "klee_range", "klee_int"]);
    let assumes = name.ends_with("_assume");
    // Those that ask about numbers or objects, and those that give what is not known.
    let asks = [
        "__hecaton_any_",
        "__hecaton_size",
        "__hecaton_offset",
        "__hecaton_live",
        "__hecaton_heap",
        "__hecaton_unchanged",
    ];
    let numbers = [
        "signbit",
        "isnan",
        "isinf",
        "isfinite",
        "isnormal",
        "isunordered",
        "isless",
        "isgreater",
        "fabs",
        "copysign",
        "inf",
        "huge_val",
        "nan",
        "sqrt",
        "floor",
        "ceil",
        "trunc",
        "round",
        "object_size",
        "va_arg_pack",
        "types_compatible_p",
    ];
    if begins(&asks) || numbers.iter().any(|stem| base.starts_with(stem)) {
        return Effects::default();
    }
    let questions = [
        "__CPROVER_is",
        "__CPROVER_equal",
        "__CPROVER_sign",
        "__CPROVER_OBJECT_SIZE",
        "__CPROVER_POINTER_",
        "__CPROVER_same_object",
        "__CPROVER_overflow_",
        "__CPROVER_abs",
        "__CPROVER_fabs",
    ];
    if begins(&questions) {
        return Effects::default();
    }
    let bits = ["clz", "ctz", "popcount", "parity", "ffs", "clrsb", "bswap", "bitreverse", "rotate"];
    if arbitrary || assumes || pure.contains(&base) || bits.iter().any(|stem| base.starts_with(stem)) {
        return Effects::default();
    }
    let threads = begins(&["pthread_", "thrd_", "mtx_", "__hecaton_"]) || name.contains("atomic_");
    // What waits for another thread may wait for ever.
    Effects {
        reads_memory: true,
        writes_memory: true,
        checks: true,
        anything: threads,
        ends: threads,
        ..Effects::default()
    }
}

/// The function that is looked at.
struct Around {
    id: LinkedId,
    unit: usize,
    calls: FxHashSet<LinkedId>,
}

/// A name of a function, and whether it is an array; `None` for one that means something outside.
type Own = (Symbol, Option<Meant>);

#[derive(Clone, Copy)]
enum Meant {
    Variable { array: bool },
    Kept,
}

struct Walk<'w, 'o> {
    lowering: &'w mut Lowering<'o>,
    /// None if it is the function at hand.
    function: Option<Around>,
    /// The names that the code itself declares.
    scopes: Vec<Vec<Own>>,
    found: Effects,
}

impl Walk<'_, '_> {
    fn close(self) -> Effects {
        self.found
    }
    fn body(&mut self, function: &Function) {
        let mut names = Vec::new();
        if let Some(Derived::Function(params)) = function.declarator.derived.first() {
            match params {
                Params::Prototype { params, .. } => names.extend(params.iter().filter_map(|p| p.declarator.name)),
                Params::Names(list) => names.extend(list),
            }
        }
        let own = names.into_iter().map(|name| (name.name, Some(Meant::Variable { array: false }))).collect();
        self.scopes.push(own);
        self.block(&function.body);
        self.scopes.pop();
    }
    fn block(&mut self, block: &Block) {
        self.scopes.push(Vec::new());
        block.stmts.iter().for_each(|s| self.stmt(s));
        self.scopes.pop();
    }
    fn declaration(&mut self, declaration: &Declaration) {
        for declarator in &declaration.declarators {
            if let (Some(name), Some(scope)) = (declarator.declarator.name, self.scopes.last_mut()) {
                let array = matches!(declarator.declarator.derived.first(), Some(Derived::Array { .. }));
                let meant = match declaration.specs.storage {
                    Some(Storage::Extern) => None,
                    Some(Storage::Static) => Some(Meant::Kept),
                    Some(Storage::Typedef | Storage::Auto | Storage::Register) | None => {
                        Some(Meant::Variable { array })
                    }
                };
                scope.push((name.name, meant));
            }
            match &declarator.init {
                // A static object has its value before anything runs.
                Some(_) if declaration.specs.storage == Some(Storage::Static) => {}
                Some(init) => self.init(init),
                None => {}
            }
        }
    }
    fn init(&mut self, init: &Init) {
        match init {
            Init::Expr(e) => self.value(e),
            Init::List(list) => self.list(list),
        }
    }
    fn list(&mut self, list: &InitList) {
        for entry in &list.entries {
            for designator in &entry.designators {
                match designator {
                    Designator::Field(_) | Designator::Index(_) | Designator::Range(..) => {}
                }
            }
            self.init(&entry.value);
        }
    }
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Assert(_)
            | StmtKind::LabelDecl(_)
            | StmtKind::Return(None) => {}
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) | StmtKind::GotoExpr(e) => self.value(e),
            StmtKind::Decl(declaration) => self.declaration(declaration),
            // What it does to the variables around it is not told apart.
            StmtKind::Function(_) | StmtKind::Asm(_) => self.found.anything = true,
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { arms, other } => {
                for (cond, arm) in arms {
                    self.value(cond);
                    self.stmt(arm);
                }
                other.iter().for_each(|other| self.stmt(other));
            }
            StmtKind::Switch { on, body } => {
                self.value(on);
                self.stmt(body);
            }
            StmtKind::While { cond: on, body } | StmtKind::DoWhile { body, cond: on } => {
                self.found.ends |= is_always_true(on) && !leaves(body, true);
                self.value(on);
                self.stmt(body);
            }
            StmtKind::For(parts) => {
                let For { init, cond, step, body } = &**parts;
                self.scopes.push(Vec::new());
                self.found.ends |= cond.as_ref().is_none_or(is_always_true) && !leaves(body, true);
                self.stmt(init);
                cond.iter().chain(step).for_each(|e| self.value(e));
                self.stmt(body);
                self.scopes.pop();
            }
            StmtKind::Labeled { labels, body } => {
                let starts = |label: &ast::Label| match &label.kind {
                    ast::LabelKind::Name(name) => self.lowering.text(*name).starts_with("__CPROVER_ASYNC_"),
                    ast::LabelKind::Case(_) | ast::LabelKind::Range(..) | ast::LabelKind::Default => false,
                };
                self.found.anything |= labels.iter().any(starts);
                self.found.checks |= self.lowering.options.error_label.is_some();
                self.stmt(body);
            }
        }
    }
    fn meaning(&self, name: Symbol) -> Meaning {
        for scope in self.scopes.iter().rev() {
            if let Some((_, meant)) = scope.iter().rev().find(|(own, _)| *own == name) {
                match (meant, &self.function) {
                    (Some(Meant::Variable { array }), _) => return Meaning::Own(*array),
                    (Some(Meant::Kept), Some(around)) => return Meaning::Variable(Variable::Kept(around.id, name)),
                    (Some(Meant::Kept), None) => return Meaning::Unknown,
                    (None, _) => break,
                }
            }
        }
        let entity = match &self.function {
            Some(around) => self.lowering.name_in_unit(around.unit, name),
            None => self.lowering.lookup(name).cloned(),
        };
        match entity {
            Some(Entity::Constant(..) | Entity::Typedef(_)) => Meaning::Nothing,
            Some(Entity::Linked(id)) if self.is_function(self.lowering.linker.type_of(id)) => Meaning::Nothing,
            Some(Entity::Linked(id)) => Meaning::Variable(Variable::Linked(id)),
            Some(Entity::Register(..) | Entity::Object(..)) => Meaning::Variable(Variable::Local(name)),
            Some(Entity::Captured(..) | Entity::Nested(..)) | None => Meaning::Unknown,
        }
    }
    fn is_function(&self, ty: CTypeId) -> bool {
        self.lowering.ctypes.signature(ty).is_some()
    }
    /// Whether a name is certainly an array.
    fn is_array(&self, name: Symbol) -> bool {
        let array = |ty: CTypeId| matches!(self.lowering.ctypes[ty], CType::Array(..));
        match self.meaning(name) {
            Meaning::Own(own) => own,
            Meaning::Variable(Variable::Linked(id)) => array(self.lowering.linker.type_of(id)),
            Meaning::Variable(Variable::Local(name)) => match self.lowering.lookup(name) {
                Some(Entity::Object(_, ty)) => array(*ty),
                _ => false,
            },
            Meaning::Variable(Variable::Kept(..)) | Meaning::Nothing | Meaning::Unknown => false,
        }
    }
    fn memory(&mut self, access: Access) {
        self.found.checks = true;
        self.found.reads_memory |= access != Access::Write;
        self.found.writes_memory |= access != Access::Read;
    }
    fn variable(&mut self, name: Symbol, access: Access) {
        match self.meaning(name) {
            Meaning::Own(_) | Meaning::Nothing => {}
            Meaning::Variable(variable) => {
                if access != Access::Write {
                    self.found.reads.insert(variable);
                }
                if access != Access::Read {
                    self.found.writes.insert(variable);
                }
            }
            Meaning::Unknown => self.memory(access),
        }
    }
    /// A place that is read or written.
    fn place(&mut self, e: &Expr, access: Access) {
        match &e.kind {
            ExprKind::Name(name) => self.variable(*name, access),
            ExprKind::Unary { op: UnaryOp::Deref, arg } => {
                self.value(arg);
                self.memory(access);
            }
            ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag, arg } => self.place(arg, access),
            ExprKind::Index { base, index } => {
                self.value(index);
                self.found.checks = true;
                match &base.kind {
                    ExprKind::Name(name) if self.is_array(*name) => self.variable(*name, access),
                    ExprKind::Name(_) => {
                        self.value(base);
                        self.memory(access);
                    }
                    // An array or a pointer.
                    _ => {
                        self.place(base, access);
                        self.memory(access);
                    }
                }
            }
            ExprKind::Member { base, arrow, .. } => {
                if *arrow {
                    self.value(base);
                    self.memory(access);
                } else {
                    self.place(base, access);
                }
            }
            _ => self.value(e),
        }
    }
    /// The access alone to a place that is read.
    fn access(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(name) => self.variable(*name, Access::Read),
            ExprKind::Unary { op: UnaryOp::Deref, .. } | ExprKind::Member { arrow: true, .. } => {
                self.memory(Access::Read);
            }
            ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag, arg: base }
            | ExprKind::Member { base, arrow: false, .. } => self.access(base),
            // Of an array, a vector or by a pointer.
            ExprKind::Index { base, .. } => {
                if !matches!(base.kind, ExprKind::Name(name) if self.is_array(name)) {
                    self.memory(Access::Read);
                }
                self.access(base);
            }
            _ => self.value(e),
        }
    }
    /// A place whose address is found.
    fn address(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(_) => {}
            ExprKind::Unary { op: UnaryOp::Deref, arg } => self.value(arg),
            ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag, arg } => self.address(arg),
            ExprKind::Index { base, index } => {
                self.value(index);
                self.found.checks = true;
                match &base.kind {
                    ExprKind::Name(name) if self.is_array(*name) => {}
                    _ => self.value(base),
                }
            }
            ExprKind::Member { base, arrow, .. } => {
                if *arrow {
                    self.value(base);
                } else {
                    self.address(base);
                }
            }
            _ => self.value(e),
        }
    }
    /// An expression whose value is wanted.
    fn value(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::Bool(_)
            | ExprKind::Nullptr
            | ExprKind::FuncName
            | ExprKind::AlignofExpr(_)
            | ExprKind::AlignofType { .. }
            | ExprKind::LabelAddr(_)
            | ExprKind::Offsetof { .. }
            | ExprKind::TypesCompatible(..) => {}
            ExprKind::SizeofType(ty) => ty.lengths().for_each(|length| self.value(length)),
            // Evaluated if its type has a variable length, which is not looked at here.
            ExprKind::SizeofExpr(arg) => {
                if super::facts::has_effect(arg) {
                    self.value(arg);
                }
            }
            ExprKind::Name(name) if self.is_array(*name) => {}
            ExprKind::Name(_) | ExprKind::Index { .. } | ExprKind::Member { .. } => self.place(e, Access::Read),
            ExprKind::Unary { op, arg } => match op {
                UnaryOp::Deref => self.place(e, Access::Read),
                UnaryOp::AddrOf => self.address(arg),
                UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec => {
                    self.found.checks = true;
                    self.place(arg, Access::Both);
                }
                UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::BitNot | UnaryOp::Real | UnaryOp::Imag => {
                    self.found.checks |= *op == UnaryOp::Minus;
                    self.value(arg);
                }
            },
            ExprKind::Binary { first, rest } => {
                self.value(first);
                for step in rest {
                    self.found.checks |= step.op.may_fail();
                    self.value(&step.arg);
                }
            }
            ExprKind::Assign { op, lhs, rhs } => {
                self.found.checks |= op.is_some();
                self.place(lhs, if op.is_some() { Access::Both } else { Access::Write });
                self.value(rhs);
            }
            ExprKind::Cond { cond, yes, no } => {
                self.value(cond);
                yes.iter().for_each(|yes| self.value(yes));
                self.value(no);
            }
            ExprKind::Comma(items) => items.iter().for_each(|item| self.value(item)),
            ExprKind::Call { callee, args, .. } => self.call(callee, args),
            ExprKind::Cast { ty, arg } => {
                ty.lengths().for_each(|length| self.value(length));
                self.value(arg);
            }
            ExprKind::ConvertVector { arg, .. } => self.value(arg),
            ExprKind::Compound { init, .. } => self.list(init),
            ExprKind::Generic { arms, .. } => arms.iter().for_each(|(_, arm)| self.value(arm)),
            ExprKind::Statement(block) => {
                self.found.once = true;
                self.found.anything |= self.function.is_none() && has_jump(block);
                self.block(block);
            }
            ExprKind::VaArg { list, .. } => self.place(list, Access::Both),
            ExprKind::Choose { cond: _, yes, no } => {
                self.value(yes);
                self.value(no);
            }
            ExprKind::Quantifier { body, .. } => {
                self.found.once = true;
                self.value(body);
            }
        }
    }
    fn call(&mut self, callee: &Expr, args: &[Expr]) {
        args.iter().for_each(|arg| self.value(arg));
        let ExprKind::Name(name) = callee.kind else {
            self.value(callee);
            self.found.anything = true;
            return;
        };
        let own = self.scopes.iter().flatten().any(|(own, meant)| *own == name && meant.is_some());
        let entity = match &self.function {
            _ if own => None,
            Some(around) => self.lowering.name_in_unit(around.unit, name),
            None => self.lowering.lookup(name).cloned(),
        };
        let text = self.lowering.text(name).to_owned();
        if self.lowering.options.error_functions.contains(&text) {
            self.found.checks = true;
        }
        match (entity, &mut self.function) {
            (Some(Entity::Linked(id)), _)
                if self.lowering.ctypes.signature(self.lowering.linker.type_of(id)).is_none() =>
            {
                self.found.anything = true;
            }
            (Some(Entity::Linked(id)), Some(around)) => {
                around.calls.insert(id);
            }
            (Some(Entity::Linked(id)), None) => {
                let whole = self.lowering.effects_of_function(id);
                self.found.add(&whole);
            }
            (None, _) if !own && catalogue::is_built_in(&text) => self.found.add(&built_in(&text)),
            // Not declared, or by a pointer.
            _ => self.found.anything = true,
        }
    }
}

/// Whether a condition is a number that is not zero.
fn is_always_true(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(lit) => lit.value != 0,
        ExprKind::Bool(value) => *value,
        _ => false,
    }
}

/// Whether a jump may leave the body of a loop, or of a statement in it where `break` leaves another one.
fn leaves(s: &Stmt, own: bool) -> bool {
    match &s.kind {
        StmtKind::Goto(_) | StmtKind::GotoExpr(_) | StmtKind::Return(_) => true,
        StmtKind::Break => own,
        StmtKind::Block(block) => block.stmts.iter().any(|s| leaves(s, own)),
        StmtKind::If { arms, other } => {
            arms.iter().any(|(_, arm)| leaves(arm, own)) || other.iter().any(|other| leaves(other, own))
        }
        StmtKind::Switch { body, .. } | StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
            leaves(body, false)
        }
        StmtKind::For(parts) => leaves(&parts.body, false),
        StmtKind::Labeled { body, .. } => leaves(body, own),
        StmtKind::Empty
        | StmtKind::Continue
        | StmtKind::Expr(_)
        | StmtKind::Decl(_)
        | StmtKind::Function(_)
        | StmtKind::Assert(_)
        | StmtKind::Asm(_)
        | StmtKind::LabelDecl(_) => false,
    }
}

/// Whether a jump may leave a block.
fn has_jump(block: &Block) -> bool {
    block.stmts.iter().any(|s| match &s.kind {
        StmtKind::Goto(_) | StmtKind::GotoExpr(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => true,
        StmtKind::Block(block) => has_jump(block),
        StmtKind::If { .. }
        | StmtKind::Switch { .. }
        | StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For(_)
        | StmtKind::Labeled { .. } => true,
        StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Decl(_)
        | StmtKind::Function(_)
        | StmtKind::Assert(_)
        | StmtKind::Asm(_)
        | StmtKind::LabelDecl(_) => false,
    })
}
