//! Constraints of the standard that lowering does not come across by itself: what declarations and expressions may not
//! say, though it could be given a meaning. Gcc is the measure: what it refuses without options is refused here, and what
//! it takes with a warning is taken (`tests/invalid.rs` compares the two).

use super::{Declared, Entity, Lowering, Res, error};
use crate::ast::{self, ExprKind, Function, Param, Params, Specs, Storage, Symbol, TypeSpec, UnaryOp};
use crate::ctype::{CType, CTypeId, Len, Quals};
use hecaton_ir::Span;
use rustc_hash::FxHashSet;

/// What a call gives whose function is only later known to return nothing.
pub(super) const NO_VALUE: &str = "the value of something that has none";

impl Lowering<'_> {
    /// Parameters are variables of their function: no storage class but `register`, and no alignment of their own.
    pub(super) fn parameter_specs(&self, specs: &Specs) -> Res<()> {
        match specs.storage {
            None | Some(Storage::Register) if !specs.thread_local => {}
            _ => return error(specs.span, "a parameter has no storage class but `register`"),
        }
        if specs.aligns.is_empty() { Ok(()) } else { error(specs.span, "a parameter has no `_Alignas`") }
    }
    /// `void` is the only parameter, or none.
    pub(super) fn void_parameters(&self, params: &[Param], types: &[CTypeId], variadic: bool) -> Res<()> {
        let Some(at) = types.iter().position(|ty| self.ctypes.is_void(*ty)) else { return Ok(()) };
        let quals = params[at].specs.quals;
        if types.len() > 1 || variadic || quals.constant || quals.volatile {
            return error(params[at].span, "`void` must be the only parameter, and without qualifiers");
        }
        Ok(())
    }
    /// The declarations between the names and the body of an old-style definition declare its parameters, each once.
    pub(super) fn old_parameters(&self, function: &Function, names: &[ast::Ident]) -> Res<()> {
        let mut declared = FxHashSet::default();
        for declaration in &function.old_params {
            self.parameter_specs(&declaration.specs)?;
            for declarator in &declaration.declarators {
                let Some(name) = declarator.declarator.name else { continue };
                let text = self.text(name.name);
                if !names.iter().any(|known| known.name == name.name) {
                    return error(name.span, format!("`{text}` is no parameter"));
                }
                if !declared.insert(name.name) {
                    return error(name.span, format!("the parameter `{text}` is declared twice"));
                }
                if declarator.init.is_some() {
                    return error(name.span, format!("the parameter `{text}` has an initialiser"));
                }
            }
        }
        Ok(())
    }
    /// `_Alignas` stands with objects, and does not take alignment away.
    pub(super) fn alignas(&self, specs: &Specs, declared: &Declared) -> Res<()> {
        if specs.aligns.is_empty() {
            return Ok(());
        }
        let function = matches!(self.ctypes[declared.ty], CType::Func(_));
        if function || matches!(specs.storage, Some(Storage::Typedef | Storage::Register)) {
            return error(specs.span, "`_Alignas` stands with objects that have an address");
        }
        match declared.align {
            Some(asked) if asked < self.ctypes.align_of(declared.ty) => {
                error(specs.span, "`_Alignas` asks for less than the type has")
            }
            _ => Ok(()),
        }
    }
    /// `restrict` says something of pointers to objects.
    pub(super) fn restrict(&self, ty: CTypeId, quals: ast::Quals, span: Span) -> Res<()> {
        let fine = match &self.ctypes[ty] {
            CType::Ptr(to, _) => !matches!(self.ctypes[*to], CType::Func(_)),
            CType::Other(_) => true,
            _ => false,
        };
        if quals.restrict && !fine { error(span, "`restrict` stands with pointers to objects") } else { Ok(()) }
    }
    /// What `_Atomic` can stand with; in parentheses it takes no qualified type.
    pub(super) fn atomic(&self, declared: &Declared, named: bool, span: Span) -> Res<()> {
        if matches!(self.ctypes[declared.ty], CType::Array(..) | CType::Func(_)) {
            return error(span, "an array or function cannot be `_Atomic`");
        }
        if named && (declared.constant || declared.volatile || declared.atomic) {
            return error(span, "`_Atomic(...)` takes a type without qualifiers");
        }
        Ok(())
    }
    /// Whether a type is one that has no size yet.
    pub(super) fn is_incomplete(&self, ty: CTypeId) -> bool {
        match self.ctypes[ty] {
            CType::Record(id) => self.ctypes.records[id].body.is_none() && !self.unsupported_records.contains_key(&id),
            CType::Enum(id) => self.ctypes.enums[id].kind.is_none(),
            CType::Array(elem, _) => self.is_incomplete(elem),
            CType::Void => true,
            CType::Int(_) | CType::Float(_) | CType::Ptr(..) | CType::Func(_) | CType::Other(_) => false,
        }
    }
    /// The names that a struct or union has as its own: those of anonymous members too.
    pub(super) fn member_names(&self, ty: CTypeId, names: &mut Vec<String>) {
        let body = self.ctypes.record(ty).and_then(|record| self.ctypes.records[record].body.as_ref());
        for member in body.iter().flat_map(|body| &body.members) {
            if member.name.is_empty() {
                self.member_names(member.ty, names);
            } else {
                names.push(member.name.clone());
            }
        }
    }
    /// A member without a length is the last one of a struct that has others before it.
    pub(super) fn flexible_member(&self, union: bool, before: usize, more: bool, span: Span) -> Res<()> {
        let what = match () {
            () if union => "a union has no member without a length",
            () if more => "a member without a length must be the last one",
            () if before == 0 => "a member without a length cannot be the only one",
            () => return Ok(()),
        };
        error(span, what)
    }
    /// What a `for` statement declares are variables of its own.
    pub(super) fn for_declaration(&mut self, declaration: &ast::Declaration) -> Res<()> {
        let specs = &declaration.specs;
        let defines = match &specs.ty {
            TypeSpec::Record(record) => record.members.is_some(),
            TypeSpec::Enum(spec) => spec.constants.is_some(),
            _ => false,
        };
        let stored = matches!(specs.storage, Some(Storage::Static | Storage::Extern | Storage::Typedef));
        let function =
            |d: &ast::InitDeclarator| matches!(d.declarator.derived.first(), Some(ast::Derived::Function(_)));
        if defines || stored || declaration.declarators.iter().any(function) {
            return error(specs.span, "a `for` statement declares variables of its own only");
        }
        Ok(())
    }
    /// A bit-field has neither size, nor alignment, nor a type that a name could stand for.
    pub(super) fn no_bit_field(&mut self, e: &ast::Expr) -> Res<()> {
        let ExprKind::Member { .. } = e.kind else { return Ok(()) };
        let (place, _) = self.scratch(e.span, |this| this.place(e, true));
        match place?.bits {
            Some(_) => error(e.span, "a bit-field cannot be the operand here"),
            None => Ok(()),
        }
    }
    /// Refuses what denotes no object, though its value may lie in memory: it cannot be assigned to, and has no address.
    pub(super) fn lvalue(&self, e: &ast::Expr) -> Res<()> {
        match &e.kind {
            ExprKind::Comma(_)
            | ExprKind::Call { .. }
            | ExprKind::Cond { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Statement(_)
            | ExprKind::VaArg { .. } => error(e.span, "this expression is not a place"),
            ExprKind::Member { base, arrow: false, .. } => self.lvalue(base),
            ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag, arg } => self.lvalue(arg),
            _ => Ok(()),
        }
    }
    /// Refuses the address of a variable that is declared `register`, and of its members.
    pub(super) fn not_register(&self, e: &ast::Expr) -> Res<()> {
        match &e.kind {
            ExprKind::Member { base, arrow: false, .. } => self.not_register(base),
            ExprKind::Name(name) => {
                let scope = self.scopes.iter().rev().find(|scope| scope.entities.contains_key(name));
                match scope {
                    Some(scope) if scope.registers.contains(name) => {
                        error(e.span, format!("`{}` is declared `register`: it has no address", self.text(*name)))
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
    /// Whether a name at file level is declared before the place at hand.
    pub(super) fn is_declared_later(&self, name: Symbol) -> bool {
        let inner = self.scopes.iter().skip(1).any(|scope| scope.entities.contains_key(&name));
        !inner && self.scopes.first().and_then(|scope| scope.since.get(&name)).is_some_and(|since| *since > self.item)
    }
    /// A type that an association of `_Generic` can name.
    pub(super) fn association(&self, ty: CTypeId, span: Span) -> Res<()> {
        let open = matches!(self.ctypes[ty], CType::Array(_, Len::Unknown) | CType::Func(_));
        if open || self.is_incomplete(ty) {
            return error(span, format!("`{}` cannot be the type of an association", self.ctypes.name(ty)));
        }
        Ok(())
    }
    /// Whether a name can be declared again in one file with this type.
    pub(super) fn redeclares(&mut self, old: CTypeId, new: CTypeId) -> bool {
        if self.ctypes.strictly_compatible(old, new) {
            let bare = self.takes_promoted(old, new) && self.takes_promoted(new, old);
            return bare && self.fits_definition(old, new, true);
        }
        if !self.ctypes.compatible(old, new) {
            // A transparent union takes what its members take.
            let transparent =
                |ty: &CTypeId| self.ctypes.record(*ty).is_some_and(|record| self.ctypes.records[record].transparent);
            let unions = |ty| self.ctypes.signature(ty).is_some_and(|s| s.params.iter().any(transparent));
            return unions(old) || unions(new);
        }
        // Enumerations and what is inside of functions are compared more loosely than by the letter.
        !self.differs_in_quals(old, new)
    }
    /// Whether a prototype tells what an old-style definition takes: parameters of their promoted types (6.7.6.3p15). GNU C
    /// has them passed as an earlier prototype in the same file says.
    pub(super) fn fits_definition(&mut self, old: CTypeId, new: CTypeId, same_file: bool) -> bool {
        let (Some(old), Some(new)) = (self.ctypes.signature(old).cloned(), self.ctypes.signature(new).cloned()) else {
            return true;
        };
        let (told, bare, first) = match (old.prototype, new.prototype) {
            (true, false) => (old, new, same_file),
            (false, true) => (new, old, false),
            (true, true) | (false, false) => return true,
        };
        // Nothing is told of the parameters.
        if bare.params.is_empty() {
            return true;
        }
        let mut pairs = told.params.iter().zip(&bare.params);
        let same = pairs.all(|(told, bare)| {
            let told = if first { self.ctypes.default_promoted(*told) } else { *told };
            self.ctypes.compatible(told, *bare)
        });
        same && (first || !told.variadic) && told.params.len() == bare.params.len()
    }
    /// Whether a function declared without parameters can have these: they are passed as they are promoted.
    fn takes_promoted(&mut self, bare: CTypeId, told: CTypeId) -> bool {
        let (Some(bare), Some(told)) = (self.ctypes.signature(bare), self.ctypes.signature(told).cloned()) else {
            return true;
        };
        if bare.prototype || !bare.params.is_empty() || !told.prototype {
            return true;
        }
        !told.variadic && told.params.iter().all(|param| self.ctypes.default_promoted(*param) == *param)
    }
    /// Whether pointers say different things of what they point to.
    fn differs_in_quals(&self, a: CTypeId, b: CTypeId) -> bool {
        match (&self.ctypes[a], &self.ctypes[b]) {
            (CType::Ptr(x, p), CType::Ptr(y, q)) => p.unaligned() != q.unaligned() || self.differs_in_quals(*x, *y),
            (CType::Array(x, _), CType::Array(y, _)) => self.differs_in_quals(*x, *y),
            (CType::Func(x), CType::Func(y)) => {
                self.differs_in_quals(x.result, y.result)
                    || x.params.iter().zip(&y.params).any(|(p, q)| self.differs_in_quals(*p, *q))
            }
            _ => false,
        }
    }
    /// Refuses a second declaration at file level of a name that is a type or a constant.
    pub(super) fn new_in_file(&self, name: ast::Ident, typedef: Option<&Declared>) -> Res<()> {
        let Some(known) = self.scopes.last().and_then(|scope| scope.entities.get(&name.name)) else { return Ok(()) };
        let quals = |declared: &Declared| Quals { align: None, ..declared.quals() };
        let same = match (known, typedef) {
            (Entity::Typedef(old), Some(new)) => {
                matches!(self.ctypes[old.ty], CType::Other(_))
                    || matches!(self.ctypes[new.ty], CType::Other(_))
                    || self.ctypes.strictly_compatible(old.ty, new.ty) && quals(old) == quals(new)
            }
            _ => false,
        };
        if same { Ok(()) } else { error(name.span, format!("`{}` is declared twice", self.text(name.name))) }
    }
    /// At the end of a file, what it defines has a size.
    pub(super) fn defined_is_complete(&mut self) {
        let names: Vec<_> =
            self.scopes.first().map(|scope| scope.entities.values().cloned().collect()).unwrap_or_default();
        for entity in names {
            let Entity::Linked(id) = entity else { continue };
            let ty = self.linker.type_of(id);
            if self.linker.is_tentative(id) && self.is_incomplete(ty) && !self.ctypes.is_void(ty) {
                let (span, text) = (self.linker.span_of(id), self.text(self.linker.symbol(id)).to_owned());
                let what = format!("the type `{}` of `{text}` is incomplete", self.ctypes.name(ty));
                self.fault(super::Fault::Error(Box::new(crate::diag::Diag::error(span, what))));
            }
        }
    }
    /// The parameters of an old-style declarator.
    pub(super) fn old_names(function: &Function) -> &[ast::Ident] {
        match function.declarator.derived.first() {
            Some(ast::Derived::Function(Params::Names(names))) => names,
            _ => &[],
        }
    }
}
