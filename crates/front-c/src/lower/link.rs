//! Linking: the functions and objects with linkage of all files, which definition each name has, and what of them the
//! program needs. Only what can be reached from the entry function is lowered.

use super::body::{Body, Facts};
use super::decl::Kind;
use super::{AtExit, Declared, Entity, Fault, Lowering, Names, Res, agree, error};
use crate::ast::{self, Declaration, Derived, Init, InitDeclarator, Item, Params, Sources, Storage, Symbol, Unit};
use crate::ctype::{CType, CTypeId, CTypes, Len, Quals, Signature};
use crate::diag::Diag;
use crate::layout::Layouts;
use crate::lex::{Dialect, Markers};
use crate::preprocess::Unread;
use crate::{Failure, Input, Loaded, Options, Predicate, parse, preprocess};
use hecaton_base::{Budget, Id as _, Map, id};
use hecaton_ir::{
    BlockId, Callee, End, Expr, FuncId, Function, Global, GlobalId, Halt, Inst, Op, Program, Prop, PropKind, Role,
    Scalar, Span, Types, Var, passes,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

id!(
    /// A function or an object with static storage.
    LinkedId,
    "l"
);

/// A function or an object with static storage.
struct Linked {
    symbol: Symbol,
    ty: CTypeId,
    constant: bool,
    volatile: bool,
    atomic: bool,
    /// Every thread has its own.
    thread_local: bool,
    /// The alignment that declarations ask for.
    align: Option<u64>,
    internal: bool,
    span: Span,
    /// Where the program uses it first.
    used: Option<Span>,
    address_taken: bool,
    traits: Traits,
    def: Def,
    ir: Option<Made>,
    /// The name of what it is another name for (`alias`, `weakref`, an assembler name).
    alias: Option<Symbol>,
    /// A definition that gives way to another one: GNU's `extern inline`.
    gives_way: bool,
    /// The definition is an inline one: another file may have one that is not (6.7.4p7).
    inline: bool,
    /// It is weak: a definition gives way to one that is not, and without any its address may be null.
    weak: bool,
    /// The program declares it, with its parameters if it is a function.
    told: bool,
    /// The first prototype of a function in each file.
    prototypes: FxHashMap<usize, Span>,
    /// A declaration of another type elsewhere in the program, which the definition belongs to.
    view_of: Option<LinkedId>,
}

impl Linked {
    fn new(symbol: Symbol, declared: Declared, internal: bool, span: Span, def: Def) -> Self {
        Linked {
            symbol,
            ty: declared.ty,
            constant: declared.constant,
            volatile: declared.volatile,
            atomic: declared.atomic,
            thread_local: declared.thread_local,
            align: declared.as_typedef().type_align,
            internal,
            span,
            used: None,
            address_taken: false,
            traits: Traits::default(),
            def,
            ir: None,
            alias: None,
            gives_way: false,
            inline: false,
            weak: false,
            told: false,
            prototypes: FxHashMap::default(),
            view_of: None,
        }
    }
}

/// What a declaration of a linked name is.
#[derive(Clone, Copy)]
struct Declares {
    internal: bool,
    def: Def,
    inline: bool,
    weak: bool,
    /// An object without a storage class: it has external linkage, whatever was said before.
    plain: bool,
}

/// What attributes say of a function.
#[derive(Clone, Copy, Default)]
pub(super) struct Traits {
    /// It never returns.
    pub noreturn: bool,
    /// It writes no memory.
    pub pure: bool,
    /// It is the function that another function of the program says when it starts.
    pub resolved: bool,
    /// Its parameters that are never null, one a bit, and whether its result never is.
    pub nonnull: u64,
    pub returns_nonnull: bool,
}

/// The definition of a linked thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Def {
    /// Only declared.
    None,
    /// Declared at file level without an initialiser: zero, if nothing else defines it.
    Tentative,
    /// The function that is this item of this unit.
    Function(usize, usize),
    /// The object with an initialiser that is this declarator of this item of this unit.
    Object(usize, usize, usize),
    /// A static local, whose initial value is made where it is declared.
    Local,
}

#[derive(Clone, Copy)]
enum Made {
    Function(FuncId),
    Global(GlobalId),
}

/// The state of linking.
#[derive(Default)]
pub(crate) struct Linker {
    units: Vec<Rc<Unit>>,
    names: Vec<Names>,
    linked: Map<LinkedId, Linked>,
    externals: FxHashMap<Symbol, LinkedId>,
    /// The unit being lowered.
    pub(super) unit: usize,
    functions_to_do: Vec<LinkedId>,
    globals_to_do: Vec<LinkedId>,
    /// The names of globals and functions, each with the number that was tried last to make another one of it.
    names_used: FxHashMap<String, u32>,
    entry: Option<LinkedId>,
    /// The function that calls the entry function.
    harness: Option<FuncId>,
    /// Functions without body that write memory.
    pub(super) clobbering: Vec<FuncId>,
    /// Functions that run before and after the entry function, with their priorities.
    pub(super) constructors: Vec<(u32, LinkedId)>,
    pub(super) destructors: Vec<(u32, LinkedId)>,
    /// The files of models that have been parsed.
    pub(super) loaded_models: FxHashSet<(usize, usize)>,
    /// What the models define gives way to definitions of the program.
    pub(super) modelling: bool,
    /// Models are not looked up: only errors of the program are wanted.
    pub(super) without_models: bool,
    /// Whether what is weak and not defined is there after all.
    weak: FxHashMap<Symbol, GlobalId>,
}

impl Linker {
    pub(super) fn is_function(&self, id: LinkedId) -> bool {
        self.has_body(id) || self.linked[id].ir.is_some_and(|made| matches!(made, Made::Function(_)))
    }
    pub(super) fn type_of(&self, id: LinkedId) -> CTypeId {
        self.linked[id].ty
    }
    /// What its declarations say of an object besides its type.
    pub(super) fn quals(&self, id: LinkedId) -> Quals {
        let Linked { constant, volatile, atomic, align, .. } = self.linked[id];
        Quals { constant, volatile, atomic, align: align.and_then(|align| u32::try_from(align).ok()) }
    }
    pub(super) fn symbol(&self, id: LinkedId) -> Symbol {
        self.linked[id].symbol
    }
    pub(super) fn is_internal(&self, id: LinkedId) -> bool {
        self.linked[id].internal
    }
    /// The thing with external linkage of that name.
    pub(super) fn external(&self, name: Symbol) -> Option<LinkedId> {
        self.externals.get(&name).copied()
    }
    /// Whether nothing calls a function, so that its arguments come from nowhere.
    /// Whether an object is defined with an initialiser.
    pub(super) fn has_initialiser(&self, id: LinkedId) -> bool {
        matches!(self.linked[id].def, Def::Object(..))
    }
    pub(super) fn is_entry(&self, id: LinkedId) -> bool {
        self.entry == Some(id) && self.harness.is_none()
    }
    /// All functions with a definition.
    pub(super) fn defined_functions(&self) -> Vec<LinkedId> {
        self.linked.iter().filter(|(_, linked)| matches!(linked.def, Def::Function(..))).map(|(id, _)| id).collect()
    }
    /// The declaration of a `const` object in the file at hand, and which of its declarators it is.
    pub(super) fn constant_object(&self, id: LinkedId) -> Option<(Rc<Unit>, usize, usize)> {
        let linked = &self.linked[id];
        match linked.def {
            Def::Object(unit, item, index) if unit == self.unit && linked.constant && !linked.volatile => {
                Some((self.units[unit].clone(), item, index))
            }
            _ => None,
        }
    }
    /// What a function of the IR was made of.
    pub(super) fn of_function(&self, func: FuncId) -> Option<LinkedId> {
        let made = |linked: &Linked| matches!(linked.ir, Some(Made::Function(own)) if own == func);
        self.linked.iter().find(|(_, linked)| made(linked)).map(|(id, _)| id)
    }
    /// The unit and the item in it that define a function.
    pub(super) fn definition(&self, id: LinkedId) -> Option<(usize, Rc<Unit>, usize)> {
        let Def::Function(unit, item) = self.linked[id].def else { return None };
        Some((unit, self.units[unit].clone(), item))
    }
    /// The files read so far, those of models included.
    pub(super) fn units(&self) -> &[Rc<Unit>] {
        &self.units
    }
    /// The type of the object that a global stands for, if it has a name.
    pub(super) fn type_of_global(&self, global: GlobalId) -> Option<CTypeId> {
        let is = |linked: &&Linked| matches!(linked.ir, Some(Made::Global(made)) if made == global);
        self.linked.values().find(is).map(|linked| linked.ty)
    }
    /// Whether it is a static variable of a function.
    pub(super) fn is_local(&self, id: LinkedId) -> bool {
        matches!(self.linked[id].def, Def::Local)
    }
    pub(super) fn has_body(&self, id: LinkedId) -> bool {
        matches!(self.linked[self.whole(id)].def, Def::Function(..))
    }
    /// What a declaration is a view of.
    pub(super) fn whole(&self, mut id: LinkedId) -> LinkedId {
        while let Some(target) = self.linked[id].view_of {
            id = target;
        }
        id
    }
    /// Whether what another file defines may have fewer bytes than this declaration of it says.
    pub(super) fn may_be_smaller(&self, id: LinkedId, ctypes: &CTypes) -> bool {
        let whole = self.whole(id);
        let size = |id: LinkedId| ctypes.size_of(self.linked[id].ty);
        whole != id && size(whole).is_none_or(|whole| size(id).is_some_and(|size| whole < size))
    }
    /// Whether only a model tells the type of a function, or a guess.
    pub(super) fn is_guessed(&self, id: LinkedId) -> bool {
        !self.linked[id].told
    }
    /// Whether nothing defines what is declared weak, so that there may be none.
    pub(super) fn may_be_missing(&self, id: LinkedId) -> bool {
        let linked = &self.linked[self.whole(id)];
        linked.weak && matches!(linked.def, Def::None)
    }
    /// Whether a body is another way to write what the library does: that of GNU's `extern inline`.
    pub(super) fn gives_way(&self, id: LinkedId) -> bool {
        self.linked[id].gives_way
    }
    /// Whether a function is called at a place of the file at hand where no prototype of it has been seen, though another
    /// file, or what comes later, has one: then its arguments are passed as they are (C17 6.5.2.2p6).
    pub(super) fn is_bare(&self, id: LinkedId, at: Span) -> bool {
        match self.linked[id].prototypes.get(&self.unit) {
            None => true,
            Some(seen) => seen.file == at.file && (at.line, at.col) < (seen.line, seen.col),
        }
    }
    /// Whether an object is declared at file level without an initialiser.
    pub(super) fn is_tentative(&self, id: LinkedId) -> bool {
        matches!(self.linked[id].def, Def::Tentative)
    }
    /// Where a linked thing is declared.
    pub(super) fn span_of(&self, id: LinkedId) -> Span {
        self.linked[id].span
    }
    /// Whether the address of a function is used for something else than a call of it.
    pub(super) fn is_address_taken(&self, id: LinkedId) -> bool {
        self.linked[id].address_taken
    }
    /// The objects that other files could know by name.
    pub(super) fn visible_globals(&self) -> Vec<GlobalId> {
        let made = |linked: &Linked| match linked.ir {
            Some(Made::Global(global)) if !linked.internal => Some(global),
            Some(Made::Global(_) | Made::Function(_)) | None => None,
        };
        self.linked.values().filter_map(made).collect()
    }
    /// All globals that were made of something linked.
    pub(super) fn made_globals(&self) -> Vec<(GlobalId, LinkedId)> {
        let made = |(id, linked): (LinkedId, &Linked)| match linked.ir {
            Some(Made::Global(global)) => Some((global, id)),
            Some(Made::Function(_)) | None => None,
        };
        self.linked.iter().filter_map(made).collect()
    }
    pub(super) fn traits(&self, id: LinkedId) -> Traits {
        self.linked[self.whole(id)].traits
    }
    /// Notes that the program uses a linked thing at a place.
    pub(super) fn use_at(&mut self, id: LinkedId, span: Span) {
        self.linked[id].used.get_or_insert(span);
    }
    /// Where the program uses a linked thing first.
    pub(super) fn first_use(&self, id: LinkedId) -> Option<Span> {
        self.linked[id].used
    }
}

/// Reads C files and links them to one program.
pub(crate) fn load(inputs: &[Input], options: &Options, budget: &Budget) -> Result<Loaded, Failure> {
    let mut sources = Sources { predicates: options.predicates.clone(), ..Sources::default() };
    let reading = preprocess::Options {
        settings: options.settings.clone(),
        std: options.std.clone(),
        target: options.data_model,
        markers: Markers::FollowRead,
    };
    let (mut units, mut diags): (Vec<Rc<Unit>>, Vec<Diag>) = (Vec::new(), Vec::new());
    for input in inputs {
        let mut reading = reading.clone();
        reading.settings.extend_from_slice(&input.settings);
        if input.std.is_some() {
            reading.std.clone_from(&input.std);
        }
        match preprocess::load(&input.path, &reading, &mut sources, budget) {
            Ok(unit) => units.push(Rc::new(unit)),
            Err(Unread::Wrong(errors)) => diags.extend(errors),
            Err(Unread::Stopped(stop)) => return Err(Failure { diags, files: sources.files, stop: Some(stop) }),
        }
    }
    let lost = options.predicates.iter().enumerate().filter(|(number, _)| !sources.planted.contains(number));
    if diags.is_empty() {
        diags.extend(lost.map(|(_, Predicate { name, file, line, .. })| {
            Diag::error_nowhere(format!("--feature {name}: no statement begins at {file}:{line}"))
        }));
    }
    if !diags.is_empty() {
        return Err(Failure { diags, files: sources.files, stop: None });
    }
    // Models are our own.
    sources.predicates.clear();
    link_units(&units, sources, options)
}

/// Makes a program of preprocessed text.
pub(crate) fn load_text(text: &[u8], options: &Options) -> Result<Loaded, Failure> {
    let mut sources = Sources::default();
    let content = Some(String::from_utf8_lossy(text).into());
    let file = sources.files.push(hecaton_ir::File { name: "text.i".to_owned(), text: content, library: false });
    let c23 = options.std.as_deref().is_some_and(preprocess::is_c23);
    let dialect = Dialect { c23, markers: Markers::FollowRead };
    match parse::parse(text, file, dialect, &mut sources) {
        Ok(unit) => link_units(&[Rc::new(unit)], sources, options),
        Err(diags) => Err(Failure { diags, files: sources.files, stop: None }),
    }
}

fn link_units(units: &[Rc<Unit>], mut sources: Sources, options: &Options) -> Result<Loaded, Failure> {
    for at_exit in [AtExit::Off, AtExit::On] {
        let lowering = lower_units(units, sources, options, at_exit);
        if lowering.at_exit == AtExit::Wanted {
            sources = lowering.sources;
            continue;
        }
        return lowering.outcome(units);
    }
    Err(Failure {
        diags: vec![Diag::error_nowhere("functions that run at the end are not known in time")],
        files: Map::new(),
        stop: None,
    })
}

/// Lowers parsed files.
fn lower_units<'o>(units: &[Rc<Unit>], sources: Sources, options: &'o Options, at_exit: AtExit) -> Lowering<'o> {
    let mut lowering = nothing_lowered(sources, options, at_exit);
    lowering.declare_rounding();
    for unit in units {
        lowering.declare_unit(unit.clone());
    }
    if lowering.entry() {
        lowering.work();
    }
    lowering
}

/// Lowers what the entry function does not reach, for the sake of its errors: a file with such a place is no C, wherever
/// that is. The code is thrown away, and so no model is needed.
fn errors_elsewhere(
    units: &[Rc<Unit>],
    reached: &FxHashSet<Def>,
    sources: Sources,
    options: &Options,
) -> (Sources, Vec<Diag>) {
    let mut lowering = nothing_lowered(sources, options, AtExit::On);
    lowering.linker.without_models = true;
    for unit in units {
        lowering.declare_unit(unit.clone());
    }
    // Those of the declarations are known.
    lowering.errors.clear();
    let defined: Vec<LinkedId> = lowering.linker.linked.iter().map(|(id, _)| id).collect();
    for id in defined {
        match lowering.linker.linked[id].def {
            def if reached.contains(&def) => {}
            Def::Function(..) => {
                lowering.function_of_linked(id);
                lowering.work_function(id);
            }
            Def::Object(..) => {
                lowering.global_of_linked(id);
                lowering.work_global(id);
            }
            Def::Tentative | Def::None | Def::Local => {}
        }
    }
    (lowering.sources, lowering.errors)
}

/// A lowering at its start.
fn nothing_lowered(sources: Sources, options: &Options, at_exit: AtExit) -> Lowering<'_> {
    let mut ctypes = CTypes::new(options.data_model);
    let void = ctypes.void();
    let nowhere = Span::nowhere();
    let sees_errors = sources.names.lookup("__errno_location").is_some();
    Lowering {
        options,
        sources,
        ctypes,
        layouts: Layouts::default(),
        types: Types::new(),
        globals: Map::new(),
        functions: Map::new(),
        props: Map::new(),
        features: Map::new(),
        feature_ids: FxHashMap::default(),
        strings: FxHashMap::default(),
        linker: Linker::default(),
        scopes: Vec::new(),
        body: Body::new(String::new(), void, options.data_model.pointer_bits(), Facts::default(), nowhere),
        inside: false,
        item: 0,
        in_static: None,
        constexprs: false,
        errors: Vec::new(),
        warnings: Vec::new(),
        notes: Vec::new(),
        noted: FxHashSet::default(),
        seen: super::freedoms::Seen::default(),
        endless: super::endless::Endless::default(),
        missing: Vec::new(),
        anonymous: 0,
        at_exit,
        nowhere: None,
        rounding: None,
        sees_errors,
        results: BTreeMap::new(),
        uninterpreted: FxHashMap::default(),
        blocked: None,
        guards: FxHashSet::default(),
        environments: FxHashSet::default(),
        unshared: None,
        threads: Default::default(),
        va_list: None,
        complexes: FxHashMap::default(),
        vectors: FxHashMap::default(),
        known_effects: super::effects::Known::default(),
        enumerators: FxHashSet::default(),
        unsupported_records: FxHashMap::default(),
        outer: Vec::new(),
        nested: Map::new(),
    }
}

impl Lowering<'_> {
    /// Declares everything at the outermost level of a file.
    pub(super) fn declare_unit(&mut self, unit: Rc<Unit>) {
        let index = self.linker.units.len();
        self.linker.units.push(unit.clone());
        self.linker.names.push(Names::default());
        self.linker.unit = index;
        let outer = std::mem::replace(&mut self.scopes, vec![Names::default()]);
        self.predeclare_types();
        self.declare_cprover();
        let outer_item = self.item;
        for (item_index, item) in unit.items.iter().enumerate() {
            self.item = item_index;
            let result = match item {
                Item::Function(function) => self.declare_function(function, item_index),
                Item::Decl(declaration) => self.declare_items(declaration, item_index),
                Item::Assert(assertion) => self.static_assert(assertion),
                Item::Asm(_) => Ok(()),
            };
            match result {
                Ok(()) => {}
                // At file level only the use of what is not supported counts.
                Err(Fault::Unsupported(_, what)) => {
                    if let Item::Decl(declaration) = item {
                        self.declare_unsupported(declaration, &what);
                    }
                }
                Err(fault) => self.fault(fault),
            }
        }
        self.item = outer_item;
        if !self.linker.modelling {
            self.defined_is_complete();
        }
        let names = std::mem::replace(&mut self.scopes, outer).pop().unwrap_or_default();
        self.linker.names[index] = names;
    }
    /// Declares a file of models.
    pub(super) fn declare_models(&mut self, unit: Rc<Unit>) {
        let before = self.linker.unit;
        self.linker.modelling = true;
        self.declare_unit(unit);
        self.linker.modelling = false;
        self.linker.unit = before;
    }
    fn declare_function(&mut self, function: &ast::Function, item: usize) -> Res<()> {
        let Some(name) = function.declarator.name else { return error(function.span, "a function needs a name") };
        if matches!(function.specs.storage, Some(Storage::Register | Storage::Typedef)) {
            return error(function.span, "a function is `static` or `extern`");
        }
        let declared = self.definition_type(function)?;
        // Where execution starts elsewhere, several programs may be given at once.
        let idle_main = self.options.entry != "main" && self.text(name.name) == "main";
        let internal = function.specs.storage == Some(Storage::Static) || idle_main;
        let def = Def::Function(self.linker.unit, item);
        let attrs = || function.specs.attrs.iter().chain(&function.attrs).chain(&function.declarator.attrs);
        let weak = self.is_weak(attrs());
        self.link(name, declared, Declares { internal, def, inline: function.specs.inline, weak, plain: false })?;
        if let Some(&Entity::Linked(id)) = self.lookup(name.name) {
            let mut gnu = false;
            for attr in attrs() {
                self.linked_attribute(attr, id);
                gnu |= self.text(attr.name) == "gnu_inline";
            }
            self.linker.linked[id].traits.noreturn |= function.specs.noreturn;
            let old = self.options.std.as_deref().is_some_and(|std| matches!(std, "gnu89" | "gnu90"));
            let external = function.specs.inline && function.specs.storage == Some(Storage::Extern);
            self.linker.linked[id].gives_way |= external && (gnu || old);
        }
        Ok(())
    }
    /// The type of a function definition.
    pub(super) fn definition_type(&mut self, function: &ast::Function) -> Res<Declared> {
        let base = self.specs(&function.specs)?;
        let mut declared = self.declared(base, &function.declarator, &function.attrs)?;
        // An old-style definition does tell the types of its parameters, though it is no prototype.
        self.old_parameters(function, Self::old_names(function))?;
        if let Some(Derived::Function(Params::Names(names))) = function.declarator.derived.first() {
            let mut params = Vec::new();
            for name in names {
                // Without a prototype arguments are passed as they are promoted.
                let ty = self.old_param(function, name.name)?.ty;
                params.push(self.ctypes.default_promoted(ty));
            }
            if let Some(signature) = self.ctypes.signature(declared.ty).cloned() {
                declared.ty = self.ctypes.add(CType::Func(Signature { params, ..signature }));
            }
        }
        let Some(signature) = self.ctypes.signature(declared.ty) else {
            return error(function.span, "this is not the type of a function");
        };
        let result = signature.result;
        if self.is_incomplete(result) && !self.ctypes.is_void(result) {
            let what = self.ctypes.name(result);
            return error(function.span, format!("the type `{what}` that the function returns is incomplete"));
        }
        Ok(declared)
    }
    fn is_weak<'a>(&self, mut attrs: impl Iterator<Item = &'a ast::Attr>) -> bool {
        attrs.any(|attr| self.text(attr.name) == "weak")
    }
    /// Attributes that say when a function runs, what it does, or what it is another name for.
    fn linked_attribute(&mut self, attr: &ast::Attr, id: LinkedId) {
        let before = match self.sources.names.text(attr.name) {
            "constructor" => true,
            "destructor" => false,
            "noreturn" => {
                self.linker.linked[id].traits.noreturn = true;
                return;
            }
            "nonnull" => {
                let numbers = attr.args.iter().filter_map(|arg| match arg {
                    ast::AttrArg::Expr(e) => self.constant_number(e).ok().and_then(|n| u32::try_from(n).ok()),
                    _ => None,
                });
                let listed = numbers.fold(0, |all, n| all | 1u64.checked_shl(n.wrapping_sub(1)).unwrap_or(0));
                self.linker.linked[id].traits.nonnull |= if attr.args.is_empty() { u64::MAX } else { listed };
                return;
            }
            "returns_nonnull" => {
                self.linker.linked[id].traits.returns_nonnull = true;
                return;
            }
            "const" | "pure" => {
                self.linker.linked[id].traits.pure = true;
                return;
            }
            "ifunc" => {
                self.linker.linked[id].traits.resolved = true;
                return;
            }
            "alias" | "weakref" => {
                if let Some(ast::AttrArg::Expr(ast::Expr { kind: ast::ExprKind::Str(lit), .. })) = attr.args.first() {
                    let target = self.sources.names.intern(&lit.lossy());
                    self.linker.linked[id].alias = Some(target);
                }
                return;
            }
            _ => return,
        };
        // Those without a priority come after those with one.
        let asked = match attr.args.first() {
            Some(ast::AttrArg::Expr(e)) => self.constant_number(e).ok().and_then(|n| u32::try_from(n).ok()),
            _ => None,
        };
        let list = if before { &mut self.linker.constructors } else { &mut self.linker.destructors };
        match list.iter_mut().find(|(_, known)| *known == id) {
            Some((priority, _)) => *priority = asked.unwrap_or(*priority),
            None => list.push((asked.unwrap_or(u32::MAX), id)),
        }
    }
    /// What a linked thing without a definition is another name for, if that is defined.
    fn alias_target(&self, id: LinkedId) -> Option<LinkedId> {
        let linked = &self.linker.linked[id];
        if linked.view_of.is_some() {
            return linked.view_of;
        }
        let name = linked.alias.filter(|_| matches!(linked.def, Def::None | Def::Tentative))?;
        let own = self.scopes.first().and_then(|scope| match scope.entities.get(&name) {
            Some(Entity::Linked(target)) => Some(*target),
            _ => None,
        });
        let target = own.or_else(|| self.linker.external(name))?;
        let defined = !matches!(self.linker.linked[target].def, Def::None);
        (target != id && defined).then_some(target)
    }
    fn declare_items(&mut self, declaration: &Declaration, item: usize) -> Res<()> {
        let base = self.specs(&declaration.specs)?;
        let names = declaration.declarators.iter().filter_map(|d| Some(d.declarator.name?.name));
        self.declares_threads(&declaration.specs.ty, names);
        for (index, declarator) in declaration.declarators.iter().enumerate() {
            let declared = self.declared(base, &declarator.declarator, &declarator.attrs)?;
            let Some(name) = declarator.declarator.name else { continue };
            let storage = declaration.specs.storage;
            let function = self.ctypes.signature(declared.ty).is_some();
            self.alignas(&declaration.specs, &declared)?;
            let global_register = storage == Some(Storage::Register) && declarator.asm_label.is_some();
            if matches!(storage, Some(Storage::Auto | Storage::Register)) && !global_register {
                return error(name.span, "what is declared at file level has static storage");
            }
            if declarator.init.is_some() && (function || storage == Some(Storage::Typedef)) {
                return error(name.span, format!("`{}` is no object that has an initialiser", self.text(name.name)));
            }
            if function && declaration.specs.thread_local {
                return error(name.span, "a function belongs to all threads");
            }
            if storage == Some(Storage::Typedef) {
                self.new_in_file(name, Some(&declared))?;
                self.note_guard(name, declared.ty);
                self.declare(name.name, Entity::Typedef(declared.as_typedef()));
                continue;
            }
            let def = match (&declarator.init, storage) {
                _ if self.ctypes.signature(declared.ty).is_some() => Def::None,
                (Some(_), _) => Def::Object(self.linker.unit, item, index),
                (None, Some(Storage::Extern)) => Def::None,
                (None, _) => Def::Tentative,
            };
            // The name is known in its own initialiser, and the initialiser may complete the type.
            let attrs = || declaration.specs.attrs.iter().chain(&declarator.declarator.attrs).chain(&declarator.attrs);
            let (internal, weak) = (storage == Some(Storage::Static), self.is_weak(attrs()));
            let plain = storage.is_none() && !function;
            self.link(name, declared, Declares { internal, def, inline: false, weak, plain })?;
            let Some(&Entity::Linked(id)) = self.lookup(name.name) else { continue };
            if declaration.specs.noreturn {
                self.linker.linked[id].traits.noreturn = true;
            }
            for attr in attrs() {
                self.linked_attribute(attr, id);
            }
            if let Some(label) = &declarator.asm_label {
                let name = self.sources.names.intern(&label.lossy());
                self.linker.linked[id].alias.get_or_insert(name);
            }
            if declaration.specs.constexpr {
                self.learn_constant(name, declared, declarator);
            }
            let merged = self.linker.linked[id].ty;
            if let (Some(init), CType::Array(_, Len::Unknown)) = (&declarator.init, &self.ctypes[merged]) {
                self.linker.linked[id].ty = self.plan(merged, init)?.ty;
            }
        }
        Ok(())
    }
    /// Declares a linked name in the current scope.
    fn link(&mut self, name: ast::Ident, declared: Declared, declares: Declares) -> Res<()> {
        let Declares { internal, def, plain, weak, .. } = declares;
        if internal && weak {
            return error(name.span, format!("`{}` is weak, so that it has to be public", self.text(name.name)));
        }
        let here = match self.scopes.first().and_then(|scope| scope.entities.get(&name.name)) {
            Some(Entity::Linked(id)) => Some(*id),
            Some(_) if self.scopes.len() == 1 => {
                return error(name.span, format!("`{}` is already declared as something else", self.text(name.name)));
            }
            _ => None,
        };
        if let Some(id) = here.filter(|_| !self.linker.modelling && self.text(name.name) != "main") {
            let linked = &self.linker.linked[id];
            let defined = matches!(linked.def, Def::Function(..));
            let differs = internal && !linked.internal && !defined || plain && linked.internal;
            if differs {
                let message = format!("`{}` is declared `static` and not `static`", self.text(name.name));
                let diag = Diag::error(name.span, message).note("the other declaration", Some(linked.span));
                return Err(Fault::Error(Box::new(diag)));
            }
        }
        let known = here.or_else(|| if internal { None } else { self.linker.externals.get(&name.name).copied() });
        let apart = known.filter(|id| here.is_none() && self.is_apart(*id, declared.ty));
        let id = match known {
            Some(known) if apart.is_some() => self.link_apart(known, name, declared, declares)?,
            Some(id) => {
                self.merge(id, name, declared, declares, here.is_some())?;
                id
            }
            None => {
                let mut linked = Linked::new(name.name, declared, internal, name.span, def);
                linked.inline = declares.inline && !internal;
                let id = self.linker.linked.push(linked);
                if !internal {
                    self.linker.externals.insert(name.name, id);
                }
                id
            }
        };
        let told = !self.linker.modelling && self.ctypes.signature(declared.ty).is_none_or(|s| s.prototype);
        let prototype = self.ctypes.signature(declared.ty).is_some_and(|signature| signature.prototype);
        let linked = &mut self.linker.linked[id];
        if prototype {
            linked.prototypes.entry(self.linker.unit).or_insert(name.span);
        }
        linked.told |= told;
        linked.weak |= declares.weak;
        self.declare(name.name, Entity::Linked(id));
        Ok(())
    }
    /// Whether a declaration in another file than the earlier ones speaks of another type. Nobody compares those: the
    /// linker knows names and addresses.
    fn is_apart(&mut self, id: LinkedId, ty: CTypeId) -> bool {
        let known = self.linker.linked[id].ty;
        if self.ctypes.compatible(known, ty) && (self.linker.modelling || self.fits_definition(known, ty, false)) {
            return false;
        }
        let linked = &self.linker.linked[id];
        match (self.ctypes.signature(linked.ty), self.ctypes.signature(ty)) {
            (Some(old), Some(new)) if self.linker.modelling => {
                // What the program calls by that name is the function of the library if such a call can work.
                let can = |a: CTypeId, b: CTypeId| {
                    let number = |ty: CTypeId| self.ctypes.int_kind(ty).is_some() || self.ctypes.pointee(ty).is_some();
                    number(a) && number(b) || self.same_scalar(a, b)
                };
                let result = can(old.result, new.result) || self.ctypes.is_void(old.result);
                let params = old.params.len() == new.params.len()
                    && old.variadic == new.variadic
                    && old.params.iter().zip(&new.params).all(|(a, b)| can(*a, *b));
                linked.ir.is_none()
                    && !self.same_in_ir(linked.ty, ty)
                    && matches!(linked.def, Def::None)
                    && result
                    && (params || !old.prototype)
            }
            (Some(_), Some(_)) | (Some(_), None) | (None, Some(_)) | (None, None) => !self.linker.modelling,
        }
    }
    fn same_scalar(&self, a: CTypeId, b: CTypeId) -> bool {
        self.ctypes.scalar(a).is_some() && self.ctypes.scalar(a) == self.ctypes.scalar(b)
    }
    /// A declaration that speaks of another type than those in other files: each keeps its own.
    fn link_apart(
        &mut self,
        known: LinkedId,
        name: ast::Ident,
        declared: Declared,
        declares: Declares,
    ) -> Res<LinkedId> {
        let text = self.text(name.name).to_owned();
        let old = &self.linker.linked[known];
        let (old_ty, old_def, old_span, old_weak) = (old.ty, old.def, old.span, old.weak);
        let twice = is_definition(old_def) && is_definition(declares.def);
        let gives_way = old_weak || declares.weak || declares.inline;
        if twice && !gives_way {
            return Err(self.defined_twice(&text, name.span, old_span));
        }
        let (old_name, new_name) = (self.ctypes.name(old_ty), self.ctypes.name(declared.ty));
        let (at, other) = if self.linker.modelling { (old_span, None) } else { (name.span, Some(old_span)) };
        if self.warnings.len() < super::MOST_WARNINGS {
            let message = match other {
                None => format!("`{text}` of the library is `{new_name}`, and declared as `{old_name}`"),
                Some(_) => format!("`{text}` is declared as `{old_name}` and as `{new_name}`"),
            };
            let diag = Diag::warning(at, message);
            self.warnings.push(if other.is_some() { diag.note("the other declaration", other) } else { diag });
        }
        // What defines it is the one that the others are views of; of two tentative definitions, the larger one.
        let size = |this: &Self, ty| this.ctypes.size_of(ty).unwrap_or(0);
        let takes_over = match (old_def, declares.def) {
            (_, Def::None) => false,
            (Def::None, _) => true,
            (Def::Tentative, Def::Tentative) => size(self, declared.ty) > size(self, old_ty),
            (Def::Tentative, _) => true,
            (_, Def::Tentative) => false,
            (Def::Function(..) | Def::Object(..) | Def::Local, _) => old_weak && !declares.weak,
        };
        let Declares { internal, def, .. } = declares;
        let def = if takes_over || matches!(old_def, Def::None) { def } else { Def::None };
        let id = self.linker.linked.push(Linked::new(name.name, declared, internal, name.span, def));
        if takes_over {
            let old = &mut self.linker.linked[known];
            (old.def, old.view_of) = (Def::None, Some(id));
            self.linker.externals.insert(name.name, id);
        } else {
            self.linker.linked[id].view_of = Some(known);
        }
        Ok(id)
    }
    fn defined_twice(&self, text: &str, span: Span, old_span: Span) -> Fault {
        let mut diag =
            Diag::error(span, format!("`{text}` is defined twice")).note("the other definition", Some(old_span));
        if text == "main" {
            diag = diag.help("give the files of one program, or start in another function with --function");
        }
        Fault::Error(Box::new(diag))
    }
    /// Another declaration of a linked thing.
    fn merge(
        &mut self,
        id: LinkedId,
        name: ast::Ident,
        declared: Declared,
        declares: Declares,
        same_file: bool,
    ) -> Res<()> {
        let Declares { def, inline, weak, .. } = declares;
        let (old_ty, old_def, old_span, old_weak) = {
            let linked = &self.linker.linked[id];
            (linked.ty, linked.def, linked.span, linked.weak)
        };
        let text = self.text(name.name).to_owned();
        let functions = (self.ctypes.signature(old_ty).is_some(), self.ctypes.signature(declared.ty).is_some());
        let strict = same_file && !self.linker.modelling;
        let other_quals = {
            let linked = &self.linker.linked[id];
            functions == (false, false)
                && (linked.constant, linked.volatile, linked.atomic)
                    != (declared.constant, declared.volatile, declared.atomic)
        };
        if strict && (other_quals || !self.redeclares(old_ty, declared.ty))
            || !self.ctypes.compatible(old_ty, declared.ty)
        {
            let message = format!(
                "`{text}` is declared as `{}` and as `{}`",
                self.ctypes.name(old_ty),
                self.ctypes.name(declared.ty)
            );
            // Nobody compares declarations across files, and implicit ones are guesses.
            if strict || same_file && !matches!(old_def, Def::None) || functions.0 != functions.1 {
                let diag = Diag::error(name.span, message).note("the other declaration", Some(old_span));
                return Err(Fault::Error(Box::new(diag)));
            }
            if !self.linker.modelling && self.warnings.len() < super::MOST_WARNINGS {
                let diag = Diag::warning(name.span, message).note("the other declaration", Some(old_span));
                self.warnings.push(diag);
            } else if self.linker.modelling && !self.same_in_ir(old_ty, declared.ty) {
                // The program means something else by that name.
                return Ok(());
            }
        }
        let old_inline = self.linker.linked[id].inline && !same_file;
        let both = matches!((old_def, def), (Def::Function(..), Def::Function(..))) && !self.linker.modelling;
        if both && (old_inline || inline) && !same_file && !self.is_same_place(old_span, name.span) {
            self.note(format!("calls of `{text}` use one definition of it, though there is an inline one too"));
        }
        let replace = match (old_def, def) {
            (_, Def::None) | (Def::Object(..) | Def::Local, Def::Tentative) => false,
            (Def::None, _) | (Def::Tentative, _) => true,
            (Def::Function(..), Def::Function(..)) if self.linker.linked[id].gives_way => true,
            (Def::Function(..), Def::Function(..)) if old_inline && !inline => true,
            (Def::Function(..), _) if inline || self.linker.modelling => false,
            (Def::Function(..) | Def::Object(..), _) if !same_file && (old_weak || weak) => old_weak && !weak,
            (Def::Function(..) | Def::Object(..) | Def::Local, _) => {
                return Err(self.defined_twice(&text, name.span, old_span));
            }
        };
        let ty = if self.ctypes.compatible(old_ty, declared.ty) {
            self.ctypes.composite(declared.ty, old_ty)
        } else if replace && !(self.linker.modelling && self.is_told(old_ty)) {
            declared.ty
        } else {
            old_ty
        };
        let linked = &mut self.linker.linked[id];
        linked.ty = ty;
        linked.align = linked.align.max(declared.as_typedef().type_align);
        if replace {
            linked.gives_way = false;
            linked.inline = inline && matches!(def, Def::Function(..));
            linked.def = def;
            linked.span = name.span;
            linked.constant = declared.constant;
            linked.volatile = declared.volatile;
            linked.atomic = declared.atomic;
            linked.thread_local = declared.thread_local;
        }
        Ok(())
    }
    /// Whether two files read the same line.
    fn is_same_place(&self, a: Span, b: Span) -> bool {
        let name = |span: Span| self.sources.files.get(span.file).map(|file| &file.name);
        name(a) == name(b) && a.line == b.line
    }
    /// Whether a declaration tells the types of parameters, and the result is no record: then a model follows it.
    fn is_told(&self, ty: CTypeId) -> bool {
        self.ctypes.signature(ty).is_none_or(|s| s.prototype && self.ctypes.record(s.result).is_none())
    }
    /// Whether two types are the same to the machine: a model of the one does for the other.
    fn same_in_ir(&self, a: CTypeId, b: CTypeId) -> bool {
        let same = |a: CTypeId, b: CTypeId| {
            self.ctypes.scalar(a) == self.ctypes.scalar(b)
                && self.ctypes.record(a).is_some() == self.ctypes.record(b).is_some()
        };
        match (self.ctypes.signature(a), self.ctypes.signature(b)) {
            (Some(a), Some(b)) if a.prototype => {
                let params =
                    a.params.len() == b.params.len() && a.params.iter().zip(&b.params).all(|(a, b)| same(*a, *b));
                same(a.result, b.result) && params && a.variadic == b.variadic
            }
            // Nothing is told of the parameters, and perhaps the result is a guess.
            (Some(_), Some(_)) => true,
            _ => self.ctypes.scalar(a).is_some() && same(a, b),
        }
    }
    /// `extern` and function declarations in a function.
    pub(super) fn link_local(&mut self, name: ast::Ident, declared: Declared, declarator: &InitDeclarator) -> Res<()> {
        if declarator.init.is_some() {
            return error(name.span, "an `extern` declaration in a function has no initialiser");
        }
        let weak = self.is_weak(declarator.declarator.attrs.iter().chain(&declarator.attrs));
        self.link(name, declared, Declares { internal: false, def: Def::None, inline: false, weak, plain: false })
    }
    /// A static variable of a function.
    pub(super) fn static_local(
        &mut self,
        name: ast::Ident,
        declared: Declared,
        declarator: &InitDeclarator,
    ) -> Res<()> {
        if declarator.init.is_none() && matches!(self.ctypes[declared.ty], CType::Array(_, Len::Unknown)) {
            return error(name.span, "the length of the array is not said");
        }
        let local = format!("{}.{}", self.body.name, self.text(name.name));
        let linked = Linked::new(name.name, declared, true, name.span, Def::Local);
        let id = self.linker.linked.push(linked);
        self.declare(name.name, Entity::Linked(id));
        let unique = self.unique(local);
        let global = self.globals.push(Global {
            name: unique,
            ty: self.types.int(8, false),
            init: hecaton_ir::Init::Values(Vec::new()),
            constant: declared.constant,
            span: name.span,
        });
        self.linker.linked[id].ir = Some(Made::Global(global));
        self.define_global(global, id, declared.ty, declarator.init.as_ref())
    }
    /// A static object without a name.
    pub(super) fn static_literal(&mut self, ty: CTypeId, values: Vec<(u64, Expr)>, span: Span) -> GlobalId {
        let name = self.unique("literal".to_owned());
        let ty = self.object_type(ty);
        self.globals.push(Global { name, ty, init: hecaton_ir::Init::Values(values), constant: false, span })
    }
    fn define_global(&mut self, global: GlobalId, id: LinkedId, ty: CTypeId, init: Option<&Init>) -> Res<()> {
        let (mut ty, mut values, mut whole) = (ty, Vec::new(), None);
        if let Some(init) = init {
            let plan = self.plan(ty, init)?;
            ty = plan.ty;
            self.linker.linked[id].ty = ty;
            values = self.static_values(&plan)?;
            whole = Some(plan.object_type(&mut self.ctypes));
        }
        let span = self.linker.linked[id].span;
        // A tentative array without a length has one element.
        if let CType::Array(elem, Len::Unknown) = self.ctypes[ty] {
            ty = self.ctypes.array(elem, Len::Known(1));
        }
        self.size(ty, span)?;
        let object = self.object_type(whole.unwrap_or(ty));
        let object = self.aligned_object(object, self.linker.linked[id].align);
        let (object, values) = match self.linker.linked[id].thread_local {
            true => self.copies(object, values, span)?,
            false => (object, values),
        };
        let made = &mut self.globals[global];
        made.ty = object;
        made.init = hecaton_ir::Init::Values(values);
        Ok(())
    }
    /// A name that no other linked thing has.
    pub(super) fn unique(&mut self, name: String) -> String {
        let Some(&last) = self.linker.names_used.get(&name) else {
            self.linker.names_used.insert(name.clone(), 1);
            return name;
        };
        let mut count = last;
        let candidate = loop {
            count += 1;
            let candidate = format!("{name}.{count}");
            if !self.linker.names_used.contains_key(&candidate) {
                break candidate;
            }
        };
        self.linker.names_used.insert(name, count);
        self.linker.names_used.insert(candidate.clone(), 1);
        candidate
    }
    /// The type and address of a linked thing, and whether it is constant; from now on the program needs it.
    pub(super) fn linked_place(&mut self, id: LinkedId, span: Span) -> Res<(CTypeId, Expr, bool)> {
        let ty = self.linker.linked[id].ty;
        if let Some(target) = self.alias_target(id) {
            let (_, address, constant) = self.linked_place(target, span)?;
            return Ok((ty, address, constant));
        }
        self.linker.use_at(id, span);
        if self.ctypes.signature(ty).is_some() {
            self.linker.linked[id].address_taken = true;
            let func = self.function_of_linked(id);
            let address = self.perhaps(id, Expr::Func(func), span)?;
            return Ok((ty, address, false));
        }
        if let CType::Other(name) = &self.ctypes[ty] {
            return super::unsupported(span, name.to_string());
        }
        let constant = self.linker.linked[id].constant;
        let global = self.global_of_linked(id);
        if self.linker.linked[id].thread_local && self.in_static.is_some() {
            return Err(Fault::NotConstant(span));
        }
        let address = match self.linker.linked[id].thread_local {
            true => self.own_copy(global, ty, self.linker.linked[id].align.is_some(), span)?,
            false => self.perhaps(id, Expr::Global(global), span)?,
        };
        Ok((ty, address, constant))
    }
    /// The IR global of a linked object; from now on the program needs it.
    fn global_of_linked(&mut self, id: LinkedId) -> GlobalId {
        if let Some(Made::Global(global)) = self.linker.linked[id].ir {
            return global;
        }
        let Linked { symbol, constant, span, .. } = self.linker.linked[id];
        let text = self.text(symbol).to_owned();
        let name = self.unique(text);
        let ty = self.types.int(8, false);
        let global = self.globals.push(Global { name, ty, init: hecaton_ir::Init::Arbitrary, constant, span });
        self.linker.linked[id].ir = Some(Made::Global(global));
        self.linker.globals_to_do.push(id);
        global
    }
    /// The address of a linked thing: null if it is weak and nothing happens to define it.
    fn perhaps(&mut self, id: LinkedId, address: Expr, span: Span) -> Res<Expr> {
        if !self.may_be_missing(id) {
            return Ok(address);
        }
        let symbol = self.linker.symbol(id);
        if !self.inside {
            return super::unsupported(span, format!("the address of the weak `{}`", self.text(symbol)));
        }
        let there = match self.linker.weak.get(&symbol) {
            Some(there) => *there,
            None => {
                let name = self.unique(format!("{}.is_there", self.text(symbol)));
                let ty = self.types.int(8, false);
                let init = hecaton_ir::Init::Arbitrary;
                let there = self.globals.push(Global { name, ty, init, constant: true, span });
                self.linker.weak.insert(symbol, there);
                let name = self.text(symbol);
                self.note(format!("the weak `{name}` is defined elsewhere or not at all"));
                there
            }
        };
        let byte = self.types.int(8, false);
        let flag = self.temp_of(byte, span);
        self.emit(Op::Load { dst: flag, ptr: Expr::Global(there), check: None }, span);
        let missing = crate::fold::binary(hecaton_ir::Binary::Eq, Expr::Var(flag), Expr::int(8, 0));
        Ok(crate::fold::select(missing, Expr::Null, address))
    }
    /// Whether nothing of the program or the models defines what is declared weak.
    pub(super) fn may_be_missing(&self, id: LinkedId) -> bool {
        if !self.linker.may_be_missing(id) {
            return false;
        }
        let name = self.text(self.linker.symbol(id));
        !super::catalogue::is_built_in(name) && !super::models::is_modelled(name)
    }
    /// A function that has no body yet.
    pub(super) fn declared_function(
        &mut self,
        name: String,
        params: Vec<hecaton_ir::TypeId>,
        result: Option<hecaton_ir::Scalar>,
        variadic: bool,
        span: Span,
    ) -> FuncId {
        let mut vars = Map::new();
        let params = params
            .into_iter()
            .enumerate()
            .map(|(i, ty)| vars.push(Var { name: format!("arg.{}", i + 1), ty, role: Role::Temp, span }))
            .collect();
        let (blocks, entry) = (Map::new(), BlockId::new(0));
        self.functions.push(Function { name, params, variadic, result, vars, blocks, entry, span })
    }
    /// The IR function of a linked function; from now on the program needs it.
    pub(super) fn function_of_linked(&mut self, id: LinkedId) -> FuncId {
        if let Some(Made::Function(func)) = self.linker.linked[id].ir {
            return func;
        }
        if let Some(target) = self.alias_target(id) {
            return self.function_of_linked(target);
        }
        if let Some(func) = self.by_address(id) {
            self.linker.linked[id].ir = Some(Made::Function(func));
            return func;
        }
        self.load_model(id);
        if let Some(target) = self.linker.linked[id].view_of {
            return self.function_of_linked(target);
        }
        let (ty, span, symbol) = {
            let linked = &self.linker.linked[id];
            (linked.ty, linked.span, linked.symbol)
        };
        let text = self.text(symbol).to_owned();
        let name = self.unique(text);
        let (params, result, variadic) = self.ir_signature(ty);
        let func = self.declared_function(name, params, result, variadic, span);
        self.linker.linked[id].ir = Some(Made::Function(func));
        self.linker.functions_to_do.push(id);
        func
    }
    /// Declares a function that is called without having been declared.
    pub(super) fn implicit_function(&mut self, name: Symbol, span: Span) -> Res<LinkedId> {
        let result = self.int_type(crate::ctype::IntKind::Int);
        let signature = Signature { result, params: Vec::new(), variadic: false, prototype: false };
        let ty = self.ctypes.add(CType::Func(signature));
        let ident = ast::Ident { name, span };
        let saved = self.scopes.split_off(1);
        let declares = Declares { internal: false, def: Def::None, inline: false, weak: false, plain: false };
        let linked = self.link(ident, Declared::plain(ty), declares);
        self.scopes.extend(saved);
        linked?;
        match self.scopes[0].entities.get(&name) {
            Some(Entity::Linked(id)) => Ok(*id),
            _ => error(span, "this is not a function"),
        }
    }

    /// The program or the errors.
    fn outcome(mut self, units: &[Rc<Unit>]) -> Result<Loaded, Failure> {
        if self.linker.entry.is_some() {
            let made = self.linker.linked.values().filter(|linked| linked.ir.is_some());
            let reached = made.map(|linked| linked.def).collect();
            let sources = std::mem::take(&mut self.sources);
            let (sources, errors) = errors_elsewhere(units, &reached, sources, self.options);
            self.sources = sources;
            self.errors.extend(errors);
        }
        match self.linker.entry {
            Some(entry) if self.errors.is_empty() => {
                let warnings = std::mem::take(&mut self.warnings);
                let missing = std::mem::take(&mut self.missing);
                Ok(Loaded { program: self.finish(entry), warnings, missing })
            }
            _ => {
                let mut diags = self.warnings;
                diags.append(&mut self.errors);
                Err(Failure { diags, files: self.sources.files, stop: None })
            }
        }
    }
    /// Finds the entry function; says whether there is one.
    fn entry(&mut self) -> bool {
        let wanted = self.options.entry.clone();
        let symbol = self.sources.names.lookup(&wanted);
        let defined = |linked: &Linked| Some(linked.symbol) == symbol && matches!(linked.def, Def::Function(..));
        let found: Vec<(LinkedId, bool)> =
            self.linker.linked.iter().filter(|(_, linked)| defined(linked)).map(|(id, l)| (id, l.internal)).collect();
        let external = found.iter().find(|(_, internal)| !internal).map(|(id, _)| *id);
        match external.or(if found.len() == 1 { Some(found[0].0) } else { None }) {
            Some(id) => {
                self.function_of_linked(id);
                self.linker.entry = Some(id);
                if wanted != "main" {
                    self.linker.harness = self.harness(id);
                }
                true
            }
            None => {
                let message = if found.is_empty() {
                    format!("there is no function `{wanted}` to start with")
                } else {
                    format!("there are several functions `{wanted}`")
                };
                self.errors.push(Diag::error_nowhere(message));
                false
            }
        }
    }
    /// Lowers all that is needed.
    fn work(&mut self) {
        loop {
            if let Some(id) = self.linker.functions_to_do.pop() {
                self.work_function(id);
            } else if let Some(id) = self.linker.globals_to_do.pop() {
                self.work_global(id);
            } else {
                return;
            }
        }
    }
    fn work_function(&mut self, id: LinkedId) {
        let (def, ir, ty, symbol) = {
            let linked = &self.linker.linked[id];
            (linked.def, linked.ir, linked.ty, linked.symbol)
        };
        let Some(Made::Function(func)) = ir else { return };
        let Def::Function(unit, item) = def else { return self.missing_body(id, func) };
        self.item = item;
        let tree = self.linker.units[unit].clone();
        let Item::Function(function) = &tree.items[item] else { return };
        let name = self.text(symbol).to_owned();
        let kind = if self.linker.is_entry(id) { Kind::Entry } else { Kind::Plain };
        self.in_unit(unit, |this| this.function_body(func, function, ty, name, kind));
    }
    fn work_global(&mut self, id: LinkedId) {
        if matches!(self.linker.linked[id].def, Def::None) {
            self.load_model(id);
        }
        let (def, ir, ty) = {
            let linked = &self.linker.linked[id];
            (linked.def, linked.ir, linked.ty)
        };
        let Some(Made::Global(global)) = ir else { return };
        let result = match def {
            Def::None => {
                let object = self.undefined_type(ty);
                self.globals[global].ty = object;
                let name = self.globals[global].name.clone();
                // What the models declare so is memory of the library, which may hold anything.
                if !name.starts_with("__hecaton_") {
                    self.note(format!("`{name}` is not defined: it has any value at first"));
                    if self.globals[global].constant {
                        self.note("what is declared `const` and not defined is `const` where it is defined".into());
                    }
                }
                Ok(())
            }
            Def::Tentative => self.define_global(global, id, ty, None),
            Def::Object(unit, item, declarator) => {
                self.item = item;
                let tree = self.linker.units[unit].clone();
                let Item::Decl(declaration) = &tree.items[item] else { return };
                let init = declaration.declarators[declarator].init.as_ref();
                self.in_unit(unit, |this| this.define_global(global, id, ty, init))
            }
            Def::Function(..) | Def::Local => Ok(()),
        };
        if let Err(fault) = result {
            match fault {
                Fault::Unsupported(span, what) => self.blocked = Some((span, format!("{what} in an initialiser"))),
                fault => self.fault(fault),
            }
        }
    }
    /// The IR type of an object that nothing defines. An array of unknown length is taken to be long; of an object of
    /// incomplete type it is not known how large it is, which a type without bytes says.
    fn undefined_type(&mut self, ty: CTypeId) -> hecaton_ir::TypeId {
        const LONG: u64 = hecaton_ir::LENGTH_UNKNOWN;
        let CType::Array(elem, Len::Unknown) = self.ctypes[ty] else {
            if self.ctypes.size_of(ty).is_some() && !self.ctypes.is_void(ty) {
                return self.object_type(ty);
            }
            let byte = self.int_type(crate::ctype::IntKind::UChar);
            let nothing = self.ctypes.array(byte, Len::Known(0));
            return self.object_type(nothing);
        };
        let count = LONG / self.ctypes.size_of(elem).unwrap_or(1).clamp(1, LONG);
        self.note(format!("arrays whose length is not known are taken to have {LONG} bytes"));
        let ty = self.ctypes.array(elem, Len::Known(count));
        self.object_type(ty)
    }
    /// What a name means at the outermost level of a unit.
    pub(super) fn name_in_unit(&self, unit: usize, name: Symbol) -> Option<Entity> {
        let names = if unit == self.linker.unit { self.scopes.first() } else { self.linker.names.get(unit) };
        names?.entities.get(&name).cloned()
    }
    /// Runs something with the names of a unit.
    pub(super) fn in_unit<T>(&mut self, unit: usize, f: impl FnOnce(&mut Self) -> T) -> T {
        let names = std::mem::take(&mut self.linker.names[unit]);
        let outer = std::mem::replace(&mut self.scopes, vec![names]);
        let outer_unit = std::mem::replace(&mut self.linker.unit, unit);
        let result = f(self);
        self.linker.unit = outer_unit;
        let names = std::mem::replace(&mut self.scopes, outer).into_iter().next().unwrap_or_default();
        self.linker.names[unit] = names;
        result
    }
    /// If the first content of an object is not known, nothing can be said from the start.
    fn block_entry(&mut self, entry: FuncId) {
        let Some((span, reason)) = self.blocked.take() else { return };
        let function = &mut self.functions[entry];
        let start = function.entry;
        let block = &mut function.blocks[start];
        block.insts = vec![Inst { op: Op::Unsupported(reason), span }];
        block.end = End::Halt(Halt::Abort);
    }
    /// Gives the objects of the program any content at first.
    fn forget_globals(&mut self) {
        for linked in self.linker.linked.values() {
            let Some(Made::Global(id)) = linked.ir else { continue };
            let ours = self.is_model(self.globals[id].span);
            let global = &mut self.globals[id];
            // A type without bytes would say that the size is not known.
            let some = self.types.size(global.ty, self.ctypes.target) > 0;
            if !global.constant && !ours && some {
                global.init = hecaton_ir::Init::Arbitrary;
            }
        }
        self.note("globals that are not constant start with any content".into());
    }
    /// Makes the objects that nobody names but code without body may: their initialisers lead it to others.
    fn link_visible_pointers(&mut self) {
        if self.linker.clobbering.is_empty() {
            return;
        }
        let unseen = |linked: &Linked| matches!(linked.def, Def::Object(..)) && !linked.internal && linked.ir.is_none();
        let all = self.linker.linked.iter().filter(|(_, linked)| unseen(linked) && !self.is_model(linked.span));
        let holders: Vec<(LinkedId, Span)> =
            all.filter(|(_, linked)| self.holds_pointers(linked.ty)).map(|(id, linked)| (id, linked.span)).collect();
        for (id, span) in holders {
            if self.linked_place(id, span).is_err() {
                self.blocked.get_or_insert((span, "an object that code without body may use".into()));
            }
        }
        self.work();
    }
    /// Whether an object of this type has pointers in it.
    fn holds_pointers(&self, ty: CTypeId) -> bool {
        match &self.ctypes[ty] {
            CType::Ptr(..) => true,
            CType::Array(elem, _) => self.holds_pointers(*elem),
            CType::Record(record) => {
                let body = self.ctypes.records[*record].body.as_ref();
                body.is_some_and(|body| body.members.iter().any(|member| self.holds_pointers(member.ty)))
            }
            CType::Void | CType::Int(_) | CType::Enum(_) | CType::Float(_) => false,
            CType::Func(_) | CType::Other(_) => false,
        }
    }
    /// What was registered runs when the entry function returns.
    fn run_at_exit(&mut self, entry: FuncId) {
        self.tell_threads_after(entry);
        if self.at_exit != AtExit::On {
            return;
        }
        let Some(run) = self.model("__hecaton_run_at_exit") else { return };
        self.work();
        let calls = |inst: &Inst| matches!(inst.op, Op::Call { callee: Callee::Direct(to), .. } if to == entry);
        if self.functions.values().flat_map(|f| f.blocks.values()).flat_map(|b| &b.insts).any(calls) {
            let what = "functions that run at the end of a program that calls its entry function";
            self.blocked = Some((self.functions[entry].span, what.into()));
        }
        let mut blocks = self.functions[entry].blocks.values();
        if blocks.any(|b| b.insts.iter().any(|inst| matches!(inst.op, Op::Alloc { .. }))) {
            // They have ended by then (5.1.2.2.3).
            self.note("variables of `main` are taken to live until the functions of `atexit` have run".into());
        }
        for block in self.functions[entry].blocks.values_mut().filter(|b| matches!(b.end, End::Return(_))) {
            let op = Op::Call { dst: None, callee: Callee::Direct(run), args: Vec::new() };
            block.insts.push(Inst { op, span: block.span });
        }
    }
    /// The finished program.
    fn finish(mut self, entry: LinkedId) -> Program {
        let called = self.function_of_linked(entry);
        let func = self.linker.harness.unwrap_or(called);
        if self.options.arbitrary_globals {
            self.forget_globals();
        }
        if self.options.outside {
            let note = "a pointer from outside that is not null points to memory that is apart from all objects of the \
                        program";
            self.note(note.into());
        }
        self.run_at_exit(func);
        self.link_visible_pointers();
        self.unwind_jumps(func);
        self.tell_freedoms(self.linker.harness);
        self.tell_of_threads();
        self.expose_globals();
        self.keep_guards();
        if let Some((span, what)) = self.unshared.filter(|_| self.blocked.is_none() && self.makes_threads()) {
            self.blocked = Some((span, format!("{what} in a program with threads")));
        }
        self.block_entry(func);
        let name = self.functions[func].name.clone();
        let span = self.functions[func].span;
        let mut whole = |kind: PropKind, text: &str| {
            self.props.push(Prop { kind, text: text.to_owned(), func: name.clone(), span })
        };
        let leak = whole(PropKind::Leak, "no memory is lost");
        let cleanup = whole(PropKind::Cleanup, "all memory is freed at the end");
        for (func, result) in std::mem::take(&mut self.results) {
            let name = self.functions[func].name.clone();
            if matches!(self.functions[func].result, Some(Scalar::Int(_))) {
                agree::give_pointer(&mut self.functions, &mut self.types, func, self.ctypes.target.pointer_bits());
                self.note(format!(
                    "`{name}` gives a number that is called a pointer: the upper part of this may be anything"
                ));
                continue;
            }
            agree::give_result(&mut self.functions, &mut self.types, func, result);
            let note = format!("`{name}` gives no result, and any where it is called as if it gave one");
            self.note(note);
        }
        let mut program = Program {
            target: self.ctypes.target,
            types: self.types,
            globals: self.globals,
            functions: self.functions,
            entry: func,
            props: self.props,
            features: self.features,
            files: self.sources.files,
            leak: Some(leak),
            cleanup: Some(cleanup),
            race: None,
            deadlock: None,
            outside: self.options.outside,
            notes: self.notes,
        };
        agree::mend_calls(&mut program);
        if passes::has_threads(&program) {
            let mut whole = |kind: PropKind, text: &str| {
                program.props.push(Prop { kind, text: text.to_owned(), func: name.clone(), span })
            };
            let (race, deadlock) = (whole(PropKind::Race, "no data race"), whole(PropKind::Deadlock, "no deadlock"));
            (program.race, program.deadlock) = (Some(race), Some(deadlock));
        } else {
            passes::alone(&mut program);
        }
        program
    }
}

fn is_definition(def: Def) -> bool {
    matches!(def, Def::Function(..) | Def::Object(..) | Def::Local)
}
