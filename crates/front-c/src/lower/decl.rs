//! Local declarations and function bodies.

use super::body::{Body, Facts, Finished, stack_object};
use super::place::Place;
use super::types::Variable;
use super::{Declared, Entity, Fault, Lowering, Names, Res, Value, error, facts, unsupported};
use crate::ast::{self, Declaration, Derived, Init, InitDeclarator, Params, Storage, TypeSpec};
use crate::ctype::{CType, CTypeId, IntKind, Len, Signature};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, End, Expr, FuncId, Function, Op, Region, Role, Scalar, Span};

/// Where a function stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// At the outermost level.
    Plain,
    /// There, and the program starts with it.
    Entry,
    /// Inside of another function.
    Nested,
}

impl Lowering<'_> {
    /// A declaration in a function.
    pub(super) fn local_declaration(&mut self, declaration: &Declaration) -> Res<()> {
        let result = self.local_names(declaration);
        if let Err(Fault::Unsupported(_, what)) = &result {
            self.declare_unsupported(declaration, what);
        }
        result
    }
    /// Makes a name known that nothing can be done with.
    pub(super) fn declare_unusable(&mut self, name: ast::Ident, what: &str) {
        let ty = self.ctypes.add(CType::Other(what.into()));
        self.declare(name.name, Entity::Object(hecaton_base::Id::new(0), ty));
    }
    /// Makes the names of a declaration known that could not be lowered: only their use counts.
    pub(super) fn declare_unsupported(&mut self, declaration: &Declaration, what: &str) {
        let ty = self.ctypes.add(CType::Other(what.into()));
        for name in declaration.declarators.iter().filter_map(|declarator| declarator.declarator.name) {
            if self.scopes.last().is_some_and(|scope| scope.entities.contains_key(&name.name)) {
                continue;
            }
            let entity = match declaration.specs.storage {
                Some(Storage::Typedef) => Entity::Typedef(Declared::plain(ty)),
                _ => Entity::Object(hecaton_base::Id::new(0), ty),
            };
            self.declare(name.name, entity);
        }
    }
    fn local_names(&mut self, declaration: &Declaration) -> Res<()> {
        let specs = &declaration.specs;
        if let TypeSpec::AutoType = specs.ty {
            for declarator in &declaration.declarators {
                self.auto_variable(&specs.attrs, declarator)?;
            }
            return Ok(());
        }
        let base = self.specs(specs)?;
        let names = declaration.declarators.iter().filter_map(|d| Some(d.declarator.name?.name));
        self.declares_threads(&specs.ty, names);
        for declarator in &declaration.declarators {
            let declared = self.declared(base, &declarator.declarator, &declarator.attrs)?;
            let Some(name) = declarator.declarator.name else { continue };
            self.new_in_block(name, &declared, specs.storage)?;
            self.alignas(specs, &declared)?;
            let function = matches!(self.ctypes[declared.ty], CType::Func(_));
            if specs.thread_local && !matches!(specs.storage, Some(Storage::Static | Storage::Extern)) {
                return error(name.span, "a variable with automatic storage belongs to one call, not to a thread");
            }
            if function && specs.storage == Some(Storage::Static) {
                return error(name.span, "a function is not declared `static` in another one");
            }
            if matches!(specs.storage, Some(Storage::Static | Storage::Extern)) && self.has_variable_length(declared.ty)
            {
                return error(name.span, "an array with static storage has a constant length");
            }
            match specs.storage {
                Some(Storage::Typedef) => self.declare(name.name, Entity::Typedef(declared.as_typedef())),
                Some(Storage::Extern) => self.link_local(name, declared, declarator)?,
                Some(Storage::Static) => {
                    if matches!(self.ctypes[declared.ty], CType::Func(_)) {
                        self.link_local(name, declared, declarator)?;
                    } else {
                        self.static_local(name, declared, declarator)?;
                    }
                }
                Some(Storage::Auto) if matches!(self.ctypes[declared.ty], CType::Func(_)) => {
                    self.announce_nested(name, declared.ty);
                }
                Some(Storage::Auto | Storage::Register) | None => {
                    if matches!(self.ctypes[declared.ty], CType::Func(_)) {
                        self.link_local(name, declared, declarator)?;
                    } else {
                        self.variable(name, declared, declarator)?;
                        self.cleanup(name, &specs.attrs, declarator)?;
                        if specs.storage == Some(Storage::Register) {
                            self.has_no_address(name);
                        }
                    }
                }
            }
            if specs.constexpr {
                self.learn_constant(name, declared, declarator);
            }
        }
        Ok(())
    }
    fn has_no_address(&mut self, name: ast::Ident) {
        self.scopes.last_mut().expect("there is always the file's scope").registers.insert(name.name);
    }
    /// Refuses a second declaration of a name in one block, unless it is of a thing with linkage, or the same typedef
    /// (6.7p3).
    fn new_in_block(&mut self, name: ast::Ident, declared: &Declared, storage: Option<Storage>) -> Res<()> {
        let Some(known) = self.scopes.last().and_then(|scope| scope.entities.get(&name.name)) else { return Ok(()) };
        let function = matches!(self.ctypes[declared.ty], CType::Func(_));
        let linked = storage == Some(Storage::Extern) || function;
        let (fine, what) = match known {
            Entity::Linked(id) => (linked && !self.linker.is_local(*id), "defined"),
            Entity::Nested(..) => (function, "defined"),
            Entity::Typedef(old) => {
                let same = storage == Some(Storage::Typedef)
                    && self.ctypes.compatible(old.ty, declared.ty)
                    && !self.has_variable_length(declared.ty);
                (same || matches!(self.ctypes[old.ty], CType::Other(_)), "declared")
            }
            Entity::Object(_, ty) => (matches!(self.ctypes[*ty], CType::Other(_)), "defined"),
            Entity::Register(..) | Entity::Captured(..) | Entity::Constant(..) => (false, "defined"),
        };
        if fine { Ok(()) } else { error(name.span, format!("`{}` is {what} twice in one block", self.text(name.name))) }
    }
    /// `__attribute__((cleanup(f)))`: `f` is called with the address of the variable when its scope is left.
    fn cleanup(&mut self, name: ast::Ident, attrs: &[ast::Attr], declarator: &InitDeclarator) -> Res<()> {
        let attrs = attrs.iter().chain(&declarator.declarator.attrs).chain(&declarator.attrs);
        for attr in attrs {
            if self.text(attr.name) != "cleanup" {
                continue;
            }
            let function = match attr.args.first() {
                Some(ast::AttrArg::Expr(e)) => self.rvalue(e)?,
                _ => return error(attr.span, "`cleanup` needs the name of a function"),
            };
            let (Expr::Func(func), Some(&Entity::Object(var, _))) = (function.e, self.lookup(name.name)) else {
                return unsupported(attr.span, "this `cleanup`");
            };
            let params = self.functions[func].params.len();
            if params != 1 && !self.functions[func].variadic {
                return unsupported(attr.span, "a `cleanup` with a function that takes not just one argument");
            }
            let callee = hecaton_ir::Callee::Direct(func);
            self.body.cleanup(Op::Call { dst: None, callee, args: vec![Expr::Var(var)] });
        }
        Ok(())
    }
    /// `__auto_type x = e;`
    fn auto_variable(&mut self, attrs: &[ast::Attr], declarator: &InitDeclarator) -> Res<()> {
        let (Some(name), Some(Init::Expr(e))) = (declarator.declarator.name, &declarator.init) else {
            return error(declarator.span, "a type cannot be found without an initialiser");
        };
        let ty = {
            let (value, _) = self.scratch(e.span, |this| this.rvalue(e));
            value?.ty
        };
        self.variable(name, Declared::plain(ty), declarator)?;
        self.cleanup(name, attrs, declarator)
    }
    /// A variable with automatic storage.
    fn variable(&mut self, name: ast::Ident, declared: Declared, declarator: &InitDeclarator) -> Res<()> {
        let text = self.text(name.name).to_owned();
        self.restricts(&declarator.declarator, declared.ty, name.span);
        if let CType::Other(what) = &self.ctypes[declared.ty] {
            // Only its use is a problem; but its name must be known.
            let what = what.to_string();
            let pointer = self.types.ptr();
            let var = self.body.var(&text, pointer, Role::Temp, name.span);
            self.declare(name.name, Entity::Object(var, declared.ty));
            return match &declarator.init {
                Some(_) => unsupported(name.span, what),
                None => Ok(()),
            };
        }
        let taken = self.body.facts.address_taken.contains(&name.name);
        if self.ctypes.scalar(declared.ty).is_some() && !taken {
            let ty = self.register_type(declared.ty);
            let var = self.body.var(&text, ty, Role::Named, name.span);
            if self.options.leaks && self.ctypes.pointee(declared.ty).is_some() {
                self.body.pointer(var);
            }
            // The scope of the name begins before its initialiser.
            self.declare_qualified(name.name, Entity::Register(var, declared.ty), declared.quals());
            let skippable = self.body.is_skippable();
            let early = declarator.init.as_ref().is_some_and(|init| self.reads_itself(name.name, init));
            if self.options.uninit && (skippable || early || declarator.init.is_none()) {
                let shadow = self.condition_temp(name.span);
                self.body.shadows.insert(var, shadow);
            }
            if skippable {
                self.body.arbitrary_at_entry(var);
            }
            let place = Place::register(declared.ty, var);
            if early || declarator.init.is_none() {
                self.emit(Op::Havoc { dst: var }, name.span);
                self.declares_unset(var, declared.ty, name.span);
                if let Some(shadow) = self.body.shadows.get(&var).copied() {
                    self.assign(shadow, Expr::int(1, 0), name.span);
                }
            }
            return match &declarator.init {
                None => {
                    if self.body.facts.freed.contains(&name.name) && self.ctypes.pointee(declared.ty).is_some() {
                        let any = self.wild(var, name.span);
                        self.assign(var, any, name.span);
                    }
                    Ok(())
                }
                Some(Init::Expr(e)) => self.with_temps(e.span, |this| {
                    let value = this.rvalue(e)?;
                    this.initialise(&place, value, e.span).map(drop)
                }),
                Some(Init::List(list)) => {
                    let Some(e) = self.scalar_of_list(list)? else {
                        let zero = self.zero_value(declared.ty, list.span)?;
                        return self.initialise(&place, zero, list.span).map(drop);
                    };
                    self.with_temps(e.span, |this| {
                        let value = this.rvalue(e)?;
                        this.initialise(&place, value, e.span).map(drop)
                    })
                }
            };
        }
        if matches!(self.ctypes[declared.ty], CType::Array(..)) && self.has_variable_length(declared.ty) {
            if let Some(Init::Expr(_)) = &declarator.init {
                return error(name.span, "an array of variable length has no initialiser");
            }
            if let Some(Init::List(list)) = &declarator.init
                && !list.entries.is_empty()
            {
                return error(list.span, "an array of variable length has no initialiser");
            }
            return self.variable_array(name, declared, &text);
        }
        let pointer = self.types.ptr();
        // The object's type may only be known from its initialiser.
        let plan = match &declarator.init {
            Some(init) => {
                let pending = self.body.var(&text, pointer, Role::Temp, name.span);
                self.declare_qualified(name.name, Entity::Object(pending, declared.ty), declared.quals());
                let plan = self.plan(declared.ty, init)?;
                Some((plan, pending))
            }
            None => None,
        };
        let ty = plan.as_ref().map_or(declared.ty, |(plan, _)| plan.ty);
        if self.ctypes.is_void(ty) {
            return error(name.span, format!("the variable `{text}` has type `void`"));
        }
        self.size(ty, name.span)?;
        let whole = plan.as_ref().map_or(ty, |(plan, _)| plan.object_type(&mut self.ctypes));
        if whole != ty {
            return error(name.span, "only objects with static storage initialise a member without a length");
        }
        let object = self.object_type(whole);
        let var = match &plan {
            Some((_, pending)) => *pending,
            None => self.body.var(&text, pointer, Role::Temp, name.span),
        };
        self.body.vars[var].role = Role::Place(object);
        self.declare_qualified(name.name, Entity::Object(var, ty), declared.quals());
        let object = self.aligned_object(object, declared.as_typedef().type_align);
        let here = self.body.object(var, object, false);
        self.is_constant(var, declared.constant);
        let list = matches!(&declarator.init, Some(Init::List(_)));
        if list && declarator.init.as_ref().is_some_and(|init| self.reads_itself(name.name, init)) {
            self.note("an object that is read in its own initialiser is zero at first".into());
        }
        if here {
            let count = self.word(1);
            self.emit(
                Op::Alloc {
                    dst: var,
                    region: Region::Stack,
                    ty: object,
                    count,
                    zeroed: list,
                    constant: false,
                    align: None,
                    replaces: None,
                },
                name.span,
            );
        }
        let Some((plan, _)) = plan else {
            self.makes_unset(ty, name.span);
            return Ok(());
        };
        if !here && list {
            self.fill_zero(Expr::Var(var), ty, name.span)?;
        }
        self.with_temps(name.span, |this| this.run_plan(&plan, Expr::Var(var), declared.constant))
    }
    fn variable_array(&mut self, name: ast::Ident, declared: Declared, text: &str) -> Res<()> {
        let ty = declared.ty;
        self.body.variable_arrays = true;
        // The innermost element of constant size, and how many of them there are.
        let (mut inner, mut count) = (ty, self.word(1));
        while self.ctypes.size_of(inner).is_none() {
            let CType::Array(next, len) = self.ctypes[inner] else {
                self.size(inner, name.span)?;
                break;
            };
            let factor = match len {
                Len::Known(n) => self.word(n),
                Len::Variable(var) => Expr::Var(var),
                Len::Unknown => return error(name.span, "the type of the array is incomplete"),
            };
            inner = next;
            if count == self.word(1) {
                count = factor;
                continue;
            }
            let factor = self.share_word(factor, name.span);
            count = self.share_word(count, name.span);
            let overflow = fold::binary(Binary::UMulOverflow, count.clone(), factor.clone());
            self.length_is_possible(fold::not(overflow), text, name.span);
            count = fold::binary(Binary::Mul, count, factor);
        }
        let size = self.size(inner, name.span)?.max(1);
        let most = Bits::max_signed(self.word_bits()).udiv(&Bits::from_u64(self.word_bits(), size));
        count = self.share_word(count, name.span);
        self.length_is_possible(fold::binary(Binary::ULe, count.clone(), Expr::Int(most)), text, name.span);
        let object = self.object_type(inner);
        let shown = self.object_type(ty);
        let pointer = self.types.ptr();
        let var = self.body.var(text, pointer, Role::Place(shown), name.span);
        self.declare_qualified(name.name, Entity::Object(var, ty), declared.quals());
        self.emit(stack_object(var, object, count), name.span);
        self.body.variable_object(var, object);
        self.makes_unset(ty, name.span);
        Ok(())
    }
    /// Whether an array, or an array in it, has a variable length.
    fn has_variable_length(&self, ty: CTypeId) -> bool {
        let mut inner = ty;
        while let CType::Array(elem, len) = self.ctypes[inner] {
            if matches!(len, Len::Variable(_)) {
                return true;
            }
            inner = elem;
        }
        false
    }
    pub(super) fn take_for_granted(&mut self, cond: Expr, span: Span) {
        if !self.body.quiet && cond != Expr::truth() {
            self.emit(Op::Assume { cond }, span);
        }
    }
    /// An object made by a compound literal.
    pub(super) fn compound_literal(&mut self, name: &ast::TypeName, list: &ast::InitList, span: Span) -> Res<Place> {
        let declared = self.type_name_declared(name)?;
        let quals = declared.quals();
        let plan = self.plan_list(declared.ty, list)?;
        let ty = plan.ty;
        self.size(ty, span)?;
        self.makes_literal(ty, quals.constant, span);
        if !self.inside {
            // Outside of functions it is a static object.
            let values = self.static_values(&plan)?;
            let global = self.static_literal(ty, values, span);
            return Ok(Place { quals, ..Place::memory(ty, Expr::Global(global), None) });
        }
        let object = self.object_type(ty);
        let pointer = self.types.ptr();
        let var = self.body.var("literal", pointer, Role::Temp, span);
        // Where it is evaluated may be conditional; so it is made where its scope begins.
        self.body.object(var, object, true);
        self.is_constant(var, quals.constant);
        self.fill_zero(Expr::Var(var), ty, span)?;
        self.run_plan(&plan, Expr::Var(var), quals.constant)?;
        Ok(Place { quals, ..Place::memory(ty, Expr::Var(var), None) })
    }
    pub(super) fn fill_zero(&mut self, at: Expr, ty: CTypeId, span: Span) -> Res<()> {
        let size = self.size_expr(ty, span)?;
        self.emit(Op::Fill { dst: at, byte: Expr::int(8, 0), size, check: None }, span);
        Ok(())
    }

    /// The body of a function definition. Says whether it uses the frame of a function around it.
    pub(super) fn function_body(
        &mut self,
        id: FuncId,
        function: &ast::Function,
        ty: CTypeId,
        name: String,
        kind: Kind,
    ) -> bool {
        let Some(signature) = self.ctypes.signature(ty).cloned() else { return false };
        let is_entry = kind == Kind::Entry;
        let watched = if is_entry { second_parameter(function) } else { None };
        let found: Facts = facts::of(&function.body, &self.sources.names, watched);
        let span = function.declarator.span;
        self.body = Body::new(name.clone(), signature.result, self.word_bits(), found, span);
        self.inside = true;
        self.scopes.push(Names::default());
        let by_memory = self.ctypes.record(signature.result).is_some();
        if by_memory {
            let pointer = self.types.ptr();
            let var = self.body.var("result", pointer, Role::Temp, span);
            self.body.params.push(var);
            self.body.result_place =
                Some(if is_entry { self.entry_object(signature.result, "returned", span) } else { var });
        }
        if kind == Kind::Nested {
            // The last argument, but the lengths of parameters may need it.
            let pointer = self.types.ptr();
            self.body.outer_frame = Some(self.body.var("frame", pointer, Role::Temp, span));
        }
        if let Err(fault) = self.params(function, &signature, is_entry) {
            self.fault(fault);
        }
        let traits = self.linker.of_function(id).map(|id| self.linker.traits(id)).unwrap_or_default();
        if !is_entry && !self.is_model(span) {
            self.params_are_not_null(traits.nonnull, &signature, span);
        }
        if signature.variadic {
            let pointer = self.types.ptr();
            let var = self.body.var("arguments", pointer, Role::Temp, span);
            self.body.params.push(var);
            self.body.slots = Some(var);
        }
        self.body.params.extend(self.body.outer_frame);
        self.prepare_for_jumps(span);
        if is_entry {
            self.entry_assumptions(&name, &signature);
            self.startup(span);
        }
        // The parameters share the scope of the body.
        let labelled = self.body.facts.labelled.contains(&(std::ptr::from_ref(&function.body) as usize));
        self.body.set_labelled(labelled);
        for s in &function.body.stmts {
            self.stmt(s);
        }
        let end = function.body.end;
        self.leaves_lists();
        if self.body.takes_stack && self.body.variable_arrays {
            self.note(
                "memory from `alloca` lives until its function returns, though an array of variable length ends before"
                    .into(),
            );
        }
        if name == "main" && self.ctypes.int_kind(signature.result).is_some() {
            let zero = self.int_value(IntKind::Int, 0);
            if let Ok(zero) = self.convert(zero, signature.result, end) {
                self.run_cleanups(end);
                self.body.terminate(End::Return(Some(zero.e)), end);
            }
        } else if self.ctypes.is_void(signature.result) {
            self.run_cleanups(end);
            self.body.terminate(End::Return(None), end);
        } else {
            self.return_arbitrary(end);
        }
        if !self.is_model(span) {
            if traits.noreturn {
                self.never_returns(span);
            }
            if traits.returns_nonnull {
                self.result_is_not_null(span);
            }
        }
        self.scopes.pop();
        self.inside = false;
        let frame_used = self.body.frame_used;
        self.complete(id, self.ctypes.scalar(signature.result), span);
        frame_used
    }
    /// Makes the body under construction that of a function.
    pub(super) fn complete(&mut self, id: FuncId, result: Option<Scalar>, span: Span) {
        let void = self.ctypes.void();
        let empty = Body::new(String::new(), void, self.word_bits(), Facts::default(), span);
        let mut body = std::mem::replace(&mut self.body, empty);
        let params = std::mem::take(&mut body.params);
        let unset = std::mem::take(&mut body.unset_bools);
        if let Some(frame) = body.frame {
            let void = self.ctypes.void();
            let pointer = self.ctypes.ptr(void);
            let slots = self.ctypes.array(pointer, Len::Known(body.captured.len() as u64 + 1));
            let ty = self.object_type(slots);
            body.set_object_type(frame, ty);
        }
        if let Some(object) = body.facts.label_object {
            let byte = self.int_type(IntKind::UChar);
            let bytes = self.ctypes.array(byte, Len::Known(body.facts.addressed.len() as u64 + 1));
            self.globals[object].ty = self.object_type(bytes);
        }
        let Finished { vars, mut blocks, props, loops } = body.finish();
        let first = self.props.len();
        for prop in props {
            self.props.push(prop);
        }
        super::body::shift_props(&mut blocks, first);
        let name = std::mem::take(&mut self.functions[id].name);
        let made =
            Function { name, params, variadic: false, result, vars, blocks, entry: hecaton_base::Id::new(0), span };
        self.functions[id] = made;
        self.tell_unset(id, &unset);
        self.look_for_endless(id, loops);
    }
    /// An object of arbitrary content for the entry function.
    pub(super) fn entry_object(&mut self, ty: CTypeId, name: &str, span: Span) -> hecaton_ir::VarId {
        let object = self.object_type(ty);
        let pointer = self.types.ptr();
        let var = self.body.var(name, pointer, Role::Place(object), span);
        let count = self.word(1);
        self.emit(stack_object(var, object, count), span);
        var
    }
    /// Calls what runs before the entry function.
    pub(super) fn startup(&mut self, span: Span) {
        // Destructors run after all that the program registers for its end, those with the least priority last: they
        // are registered before anything else can be.
        let mut destructors = self.linker.destructors.clone();
        destructors.sort_by_key(|(priority, _)| *priority);
        for (_, id) in destructors {
            let func = self.function_of_linked(id);
            if let Err(fault) = self.call_model("__hecaton_at_exit", vec![Expr::Func(func)], span) {
                self.fault(fault);
            }
        }
        let mut constructors = self.linker.constructors.clone();
        constructors.sort_by_key(|(priority, _)| *priority);
        if constructors.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            self.note("constructors of the same priority run in the order of the files and of their texts".into());
        }
        for (_, id) in constructors {
            let callee = hecaton_ir::Callee::Direct(self.function_of_linked(id));
            self.emit(Op::Call { dst: None, callee, args: Vec::new() }, span);
        }
    }
    /// What the environment grants the entry function: the number of arguments of `main` is not negative.
    fn entry_assumptions(&mut self, name: &str, signature: &Signature) {
        let pointers = signature.params.iter().filter(|param| self.ctypes.pointee(**param).is_some()).count();
        if pointers > usize::from(self.body.arguments.is_some()) {
            self.note(format!("what the pointer arguments of `{name}` point to is not modelled"));
        }
        let (Some(&first), Some(&ty)) = (self.body.params.first(), signature.params.first()) else { return };
        if name == "main" && self.ctypes.int_kind(ty) == Some(IntKind::Int) {
            let cond = fold::binary(Binary::SLe, Expr::int(32, 0), Expr::Var(first));
            self.emit(Op::Assume { cond }, self.body.vars[first].span);
        }
    }
    fn params(&mut self, function: &ast::Function, signature: &Signature, is_entry: bool) -> Res<()> {
        let Some(Derived::Function(params)) = function.declarator.derived.first() else {
            return error(function.span, "the definition of a function needs a parameter list");
        };
        match params {
            Params::Prototype { params, .. } => {
                if let [only] = &params[..] {
                    let ty = self.param_type(only, Variable::Open)?.ty;
                    if self.ctypes.is_void(ty) {
                        return Ok(());
                    }
                }
                for param in params {
                    let declared = self.param_type(param, Variable::Parameter)?;
                    self.restricts(&param.declarator, declared.ty, param.span);
                    self.param(param.declarator.name, declared, is_entry, param.span)?;
                    if !is_entry {
                        self.has_elements(&param.declarator)?;
                    }
                    if let (Some(name), Some(Storage::Register)) = (param.declarator.name, param.specs.storage) {
                        self.has_no_address(name);
                    }
                }
            }
            Params::Names(names) => {
                for (index, name) in names.iter().enumerate() {
                    let declared = self.old_param(function, name.name)?;
                    match signature.params.get(index) {
                        Some(&passed) if self.ctypes.scalar(passed) != self.ctypes.scalar(declared.ty) => {
                            self.promoted_param(*name, declared, passed)?;
                        }
                        _ => self.param(Some(*name), declared, is_entry, name.span)?,
                    }
                }
            }
        }
        Ok(())
    }
    /// The type of a parameter of an old-style definition.
    pub(super) fn old_param(&mut self, function: &ast::Function, name: ast::Symbol) -> Res<Declared> {
        for declaration in &function.old_params {
            for declarator in &declaration.declarators {
                if declarator.declarator.name.is_some_and(|declared| declared.name == name) {
                    let base = self.specs(&declaration.specs)?;
                    let declared = self.declared(base, &declarator.declarator, &declarator.attrs)?;
                    return Ok(self.adjusted(declared));
                }
            }
        }
        let ty = self.int_type(IntKind::Int);
        Ok(Declared::plain(ty))
    }
    /// A parameter of an old-style definition that is passed in its promoted type.
    fn promoted_param(&mut self, name: ast::Ident, declared: Declared, passed: CTypeId) -> Res<()> {
        let register = self.register_type(passed);
        let argument = self.body.var("arg", register, Role::Temp, name.span);
        self.body.params.push(argument);
        let value = self.value(passed, Expr::Var(argument));
        let value = self.convert(value, declared.ty, name.span)?;
        self.param_variable(name, declared, value)
    }
    /// The variable of a parameter that holds the converted argument.
    pub(super) fn param_variable(&mut self, name: ast::Ident, declared: Declared, value: Value) -> Res<()> {
        let ty = declared.ty;
        let text = self.text(name.name).to_owned();
        if !self.body.facts.address_taken.contains(&name.name) {
            let register = self.register_type(ty);
            let var = self.body.var(&text, register, Role::Named, name.span);
            self.declare_qualified(name.name, Entity::Register(var, ty), declared.quals());
            self.assign(var, value.e, name.span);
            return Ok(());
        }
        let object = self.object_type(ty);
        let pointer = self.types.ptr();
        let var = self.body.var(&text, pointer, Role::Place(object), name.span);
        let count = self.word(1);
        self.emit(stack_object(var, object, count), name.span);
        self.is_constant(var, declared.constant);
        let stored = self.stored(&value);
        self.emit(Op::Store { ptr: Expr::Var(var), value: stored, check: None }, name.span);
        self.declare_qualified(name.name, Entity::Object(var, ty), declared.quals());
        Ok(())
    }
    fn param(&mut self, name: Option<ast::Ident>, declared: Declared, is_entry: bool, span: Span) -> Res<()> {
        let ty = declared.ty;
        if let Some(name) = name
            && self.scopes.last().is_some_and(|scope| scope.entities.contains_key(&name.name))
        {
            return error(name.span, format!("the parameter `{}` is declared twice", self.text(name.name)));
        }
        let text = name.map_or("unnamed".to_owned(), |name| self.text(name.name).to_owned());
        if self.ctypes.record(ty).is_some() {
            // The caller made a copy and passes its address.
            self.size(ty, span)?;
            let object = self.object_type(ty);
            let pointer = self.types.ptr();
            let var = if is_entry {
                // There is no caller: any content.
                let argument = self.body.var("arg", pointer, Role::Temp, span);
                self.body.params.push(argument);
                self.entry_object(ty, &text, span)
            } else {
                let var = self.body.var(&text, pointer, Role::Place(object), span);
                self.body.params.push(var);
                var
            };
            if let Some(name) = name {
                self.declare_qualified(name.name, Entity::Object(var, ty), declared.quals());
            }
            return Ok(());
        }
        if let CType::Other(_) = &self.ctypes[ty] {
            // Only its use is a problem.
            let pointer = self.types.ptr();
            let var = self.body.var(&text, pointer, Role::Temp, span);
            self.body.params.push(var);
            if let Some(name) = name {
                self.declare(name.name, Entity::Object(var, ty));
            }
            return Ok(());
        }
        if self.ctypes.scalar(ty).is_none() {
            return error(span, format!("the parameter `{text}` has type `{}`", self.ctypes.name(ty)));
        }
        let register = self.register_type(ty);
        if let Some(name) = name
            && is_entry
            && self.is_argument_vector(&declared)
        {
            return self.argument_vector(name, declared);
        }
        if is_entry && self.ctypes.pointee(ty).is_some() {
            // Nothing is known about what it points to; only its use is a problem.
            let var = self.body.var(&text, register, Role::Temp, span);
            self.body.params.push(var);
            if let Some(name) = name {
                let unknown = self.ctypes.add(CType::Other("a pointer argument of the entry function".into()));
                self.declare(name.name, Entity::Object(var, unknown));
            }
            return Ok(());
        }
        let taken = name.filter(|name| self.body.facts.address_taken.contains(&name.name));
        let Some(name) = taken else {
            let var = self.body.var(&text, register, Role::Named, span);
            self.body.params.push(var);
            if let Some(name) = name {
                self.declare_qualified(name.name, Entity::Register(var, ty), declared.quals());
            }
            return Ok(());
        };
        let argument = self.body.var("arg", register, Role::Temp, span);
        self.body.params.push(argument);
        let value = self.value(ty, Expr::Var(argument));
        self.param_variable(name, declared, value)
    }
    /// The IR's view of a signature: the types of the parameters, hidden ones included, and of the result.
    pub(super) fn ir_signature(&mut self, ty: CTypeId) -> (Vec<hecaton_ir::TypeId>, Option<Scalar>, bool) {
        let Some(signature) = self.ctypes.signature(ty).cloned() else { return (Vec::new(), None, false) };
        let mut params = Vec::new();
        if self.ctypes.record(signature.result).is_some() {
            params.push(self.types.ptr());
        }
        for param in &signature.params {
            let scalar = self.ctypes.scalar(*param).is_some();
            params.push(if scalar { self.register_type(*param) } else { self.types.ptr() });
        }
        if signature.variadic {
            params.push(self.types.ptr());
        }
        // Without a prototype anything can be passed.
        (params, self.ctypes.scalar(signature.result), !signature.prototype)
    }
}

/// The name of the second parameter of a function.
fn second_parameter(function: &ast::Function) -> Option<ast::Symbol> {
    match function.declarator.derived.first() {
        Some(Derived::Function(Params::Prototype { params, .. })) => {
            params.get(1).and_then(|param| param.declarator.name).map(|name| name.name)
        }
        Some(Derived::Function(Params::Names(names))) => names.get(1).map(|name| name.name),
        Some(Derived::Pointer { .. } | Derived::Array { .. }) | None => None,
    }
}
