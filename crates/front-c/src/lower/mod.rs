//! Lowering of syntax trees to the IR: name and type resolution, evaluation of constants, statements and expressions
//! to blocks, with the checks that the properties ask for.
//!
//! Decisions that others can rely on: operands are evaluated from left to right, the target of an assignment before
//! its value, but where it matters (`order`); expressions stay trees as long as they are small, and whatever is used twice is kept in a temporary; a
//! variable of scalar type whose address is not taken is a register. Memory that an initialiser in braces does not
//! mention is zero, padding included. What cannot be lowered becomes `Op::Unsupported` at its place; only what is
//! wrong in the user's program is an error.

mod agree;
mod arguments;
mod arith;
mod asm;
mod atomics;
mod bits;
mod body;
mod call;
pub(crate) mod catalogue;
mod clang;
mod complex;
mod concurrency;
mod constraints;
mod cprover;
mod decl;
mod effects;
mod elementary;
mod endless;
mod environment;
mod expr;
mod facts;
mod formats;
mod freedoms;
mod gone;
mod guards;
mod harness;
mod init;
mod jumps;
mod known;
mod library;
mod link;
mod missing;
mod models;
mod nested;
mod numbers;
mod objects;
mod order;
mod per_thread;
mod place;
mod quantifier;
mod representation;
mod rounding;
mod sequence;
mod stmt;
mod types;
mod undefined;
mod uninterpreted;
mod varargs;
mod vector;
mod words;

pub(crate) use link::{load, load_text};

use link::Linker;

use crate::ast::{self, Sources, Symbol};
use crate::ctype::{CType, CTypeId, CTypes, EnumId, IntKind, Len, Quals, RecordId, Vector};
use crate::diag::Diag;
use crate::layout::Layouts;
use crate::{Options, fold};
use body::Body;
use hecaton_base::{Bits, Map};
use hecaton_ir::{
    Expr, Feature, FeatureId, FuncId, Function, Global, GlobalId, Op, Prop, PropId, PropKind, Scalar, Span, TypeId,
    Types, VarId,
};
use link::LinkedId;
use nested::{Nested, NestedId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Warnings beyond this many are not kept.
const MOST_WARNINGS: usize = 200;

/// Why something was not lowered.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The program is wrong.
    Error(Box<Diag>),
    /// We cannot do it.
    Unsupported(Span, String),
    /// A constant was needed.
    NotConstant(Span),
}

pub(crate) type Res<T> = Result<T, Fault>;

/// An error at a place.
fn error<T>(span: Span, message: impl Into<String>) -> Res<T> {
    Err(Fault::Error(Box::new(Diag::error(span, message))))
}

/// Something we cannot do.
fn unsupported<T>(span: Span, what: impl Into<String>) -> Res<T> {
    Err(Fault::Unsupported(span, what.into()))
}

/// What an identifier stands for.
#[derive(Clone, Debug)]
enum Entity {
    Typedef(Declared),
    /// An enumeration constant.
    Constant(Bits, CTypeId),
    /// A local variable in a register.
    Register(VarId, CTypeId),
    /// A local variable in memory, by the variable that holds its address.
    Object(VarId, CTypeId),
    /// A function or an object with static storage.
    Linked(LinkedId),
    /// A local variable of the function so many levels around, by the variable there that holds its address.
    Captured(usize, VarId, CTypeId),
    /// A function that is defined in the function so many levels around.
    Nested(NestedId, usize),
}

/// A type as a declaration gives it.
#[derive(Clone, Copy, Debug)]
struct Declared {
    ty: CTypeId,
    /// The object so declared is `const`.
    constant: bool,
    /// It is `volatile`.
    volatile: bool,
    /// It is `_Atomic`.
    atomic: bool,
    /// Every thread has its own.
    thread_local: bool,
    /// The alignment that a typedef gives the type.
    type_align: Option<u64>,
    /// The alignment that this declaration asks for.
    align: Option<u64>,
}

impl Declared {
    /// A type and nothing else.
    fn plain(ty: CTypeId) -> Self {
        let (constant, volatile, atomic, thread_local) = (false, false, false, false);
        Declared { ty, constant, volatile, atomic, thread_local, type_align: None, align: None }
    }
    /// What is said of an object declared like this, besides its type.
    fn quals(self) -> Quals {
        let align = self.align.max(self.type_align).and_then(|align| u32::try_from(align).ok());
        Quals { constant: self.constant, volatile: self.volatile, atomic: self.atomic, align }
    }
    /// What the name of a type means that is declared like this.
    fn as_typedef(self) -> Self {
        Declared { type_align: self.align.or(self.type_align), align: None, ..self }
    }
}

/// What a tag stands for.
#[derive(Clone, Copy, Debug)]
enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// The names of one scope.
#[derive(Default)]
struct Names {
    entities: FxHashMap<Symbol, Entity>,
    /// What declarations say of local variables besides their types, unless it is nothing.
    quals: FxHashMap<Symbol, Quals>,
    tags: FxHashMap<Symbol, Tag>,
    /// The values of `constexpr` objects.
    known: FxHashMap<Symbol, Value>,
    /// Variables that are declared `register`.
    registers: FxHashSet<Symbol>,
    /// At file level: with which item of the file a name is declared first.
    since: FxHashMap<Symbol, usize>,
    /// Labels of this scope alone, with numbers of their own.
    labels: FxHashMap<Symbol, u32>,
}

/// A value of C type. That of a struct or union is the address where it can be found until the end of the full
/// expression; `void` has none.
#[derive(Clone, Debug)]
struct Value {
    ty: CTypeId,
    e: Expr,
    /// For integers: between which numbers the value lies.
    range: (i128, i128),
}

/// Whether the program may register functions that run at its end. Whether it does is seen too late for the ends that
/// were lowered before, so then everything is lowered again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtExit {
    /// Nothing was registered so far.
    Off,
    /// Something was: the program must be lowered again.
    Wanted,
    /// Every end runs what was registered.
    On,
}

/// What is being lowered.
pub(crate) struct Lowering<'o> {
    options: &'o Options,
    sources: Sources,
    ctypes: CTypes,
    layouts: Layouts,
    types: Types,
    globals: Map<GlobalId, Global>,
    functions: Map<hecaton_ir::FuncId, Function>,
    props: Map<PropId, Prop>,
    features: Map<FeatureId, Feature>,
    feature_ids: FxHashMap<String, FeatureId>,
    strings: FxHashMap<(Vec<u32>, IntKind), GlobalId>,
    linker: Linker,
    /// The scopes around the place at hand, the file's first.
    scopes: Vec<Names>,
    body: Body,
    /// In a function, rather than at file level.
    inside: bool,
    /// The item of the file that is declared or lowered: what is declared after it is not known there.
    item: usize,
    /// In the initialiser of a static object, where GNU C takes `const` objects for constants; and how many such objects
    /// are looked through already.
    in_static: Option<u32>,
    /// There are `constexpr` objects.
    constexprs: bool,
    errors: Vec<Diag>,
    warnings: Vec<Diag>,
    notes: Vec<String>,
    noted: FxHashSet<String>,
    /// Uses of what C leaves open.
    seen: freedoms::Seen,
    endless: endless::Endless,
    threads: concurrency::Threads,
    missing: Vec<crate::Missing>,
    anonymous: u32,
    /// Whether functions may be registered that run at the end.
    at_exit: AtExit,
    /// What arbitrary pointers point to that lead nowhere.
    nowhere: Option<GlobalId>,
    /// The rounding mode, if the program can change it.
    rounding: Option<GlobalId>,
    /// Whether the program mentions the number of the last error, so that it matters what sets it.
    sees_errors: bool,
    /// The results that functions without one have to give, since their addresses become those of functions with one.
    results: BTreeMap<FuncId, Scalar>,
    /// The results of functions of which nothing is known but that they are functions.
    uninterpreted: FxHashMap<String, GlobalId>,
    /// Why the program cannot even start.
    blocked: Option<(Span, String)>,
    /// The types of locks and their like: only functions of the library write such objects.
    guards: FxHashSet<RecordId>,
    /// The types of what `setjmp` writes, and nobody else.
    environments: FxHashSet<RecordId>,
    /// Something that means more where there are threads, and is not modelled then.
    unshared: Option<(Span, &'static str)>,
    /// The type `va_list`, once it is needed.
    va_list: Option<CTypeId>,
    /// The functions around the one at hand, as far as they are lowered.
    outer: Vec<Body>,
    nested: Map<NestedId, Nested>,
    /// The complex types made so far, by the type of their parts.
    complexes: FxHashMap<CTypeId, RecordId>,
    /// The vector types made so far.
    vectors: FxHashMap<Vector, RecordId>,
    /// What evaluating functions does.
    known_effects: effects::Known,
    /// Where the enumeration constants stand that were declared so far.
    enumerators: FxHashSet<Span>,
    /// Records that cannot be laid out, and why.
    unsupported_records: FxHashMap<RecordId, String>,
}

impl Lowering<'_> {
    fn text(&self, symbol: Symbol) -> &str {
        self.sources.names.text(symbol)
    }
    fn words(&self, e: &ast::Expr) -> String {
        words::expr(&self.sources.names, e)
    }
    fn lookup(&self, symbol: Symbol) -> Option<&Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.entities.get(&symbol))
    }
    fn declare(&mut self, symbol: Symbol, entity: Entity) {
        self.declare_qualified(symbol, entity, Quals::default());
    }
    fn declare_qualified(&mut self, symbol: Symbol, entity: Entity, quals: Quals) {
        let (outermost, item) = (self.scopes.len() == 1, self.item);
        let scope = self.scopes.last_mut().expect("there is always the file's scope");
        scope.entities.insert(symbol, entity);
        if outermost {
            scope.since.entry(symbol).or_insert(item);
        }
        if quals != Quals::default() {
            scope.quals.insert(symbol, quals);
        } else if !scope.quals.is_empty() {
            scope.quals.remove(&symbol);
        }
    }
    /// What the declaration of a name says besides its type.
    fn quals_of(&self, symbol: Symbol) -> Quals {
        let scope = self.scopes.iter().rev().find(|scope| scope.entities.contains_key(&symbol));
        match scope.map(|scope| (scope.entities.get(&symbol), scope.quals.get(&symbol))) {
            Some((Some(Entity::Linked(id)), _)) => self.linker.quals(*id),
            Some((_, Some(quals))) => *quals,
            Some((_, None)) | None => Quals::default(),
        }
    }
    fn warn(&mut self, span: Span, message: impl Into<String>) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Diag::warning(span, message));
        }
    }
    fn note(&mut self, text: String) {
        if self.noted.insert(text.clone()) {
            self.notes.push(text);
        }
    }

    fn int_type(&mut self, kind: IntKind) -> CTypeId {
        self.ctypes.int(kind)
    }
    fn bits_of(&self, kind: IntKind) -> u32 {
        kind.bits(self.ctypes.target)
    }
    fn word_bits(&self) -> u32 {
        self.ctypes.target.pointer_bits()
    }
    /// A pointer-wide integer constant.
    fn word(&self, value: u64) -> Expr {
        Expr::Int(Bits::from_u64(self.word_bits(), value))
    }
    fn object_type(&mut self, ty: CTypeId) -> TypeId {
        self.layouts.object(&self.ctypes, &mut self.types, ty)
    }
    fn register_type(&mut self, ty: CTypeId) -> TypeId {
        self.layouts.register(&self.ctypes, &mut self.types, ty)
    }
    /// The size of a complete type, or an error.
    fn size(&self, ty: CTypeId, span: Span) -> Res<u64> {
        let mut inner = ty;
        loop {
            match &self.ctypes[inner] {
                CType::Array(_, Len::Variable(_)) => return unsupported(span, "a variable length in this place"),
                CType::Array(elem, _) => inner = *elem,
                CType::Other(name) => return unsupported(span, name.to_string()),
                CType::Record(id) if self.unsupported_records.contains_key(id) => {
                    return unsupported(span, self.unsupported_records[id].clone());
                }
                _ => break,
            }
        }
        match self.ctypes.size_of(ty) {
            Some(size) => Ok(size),
            None => error(span, format!("the type `{}` is incomplete or too large", self.ctypes.name(ty))),
        }
    }

    /// An integer value of a constant.
    fn int_value(&mut self, kind: IntKind, value: i128) -> Value {
        let bits = Bits::from_u128(self.bits_of(kind), value as u128);
        self.constant_value(kind, bits)
    }
    fn constant_value(&mut self, kind: IntKind, bits: Bits) -> Value {
        let number = number(&bits, kind.signed());
        let range = number.map_or_else(|| kind.range(self.ctypes.target), |n| (n, n));
        Value { ty: self.ctypes.int(kind), e: Expr::Int(bits), range }
    }
    /// A value with the range of its type.
    fn value(&self, ty: CTypeId, e: Expr) -> Value {
        let range = self.ctypes.int_kind(ty).map_or((0, 0), |kind| match &e {
            Expr::Int(bits) => number(bits, kind.signed()).map_or_else(|| kind.range(self.ctypes.target), |n| (n, n)),
            _ => kind.range(self.ctypes.target),
        });
        Value { ty, e, range }
    }
    fn void_value(&mut self) -> Value {
        let ty = self.ctypes.void();
        Value { ty, e: Expr::int(1, 0), range: (0, 0) }
    }
    /// C's `int` from a condition.
    fn truth_value(&mut self, cond: Expr) -> Value {
        let ty = self.ctypes.int(IntKind::Int);
        let e = fold::cast(hecaton_ir::Cast::ZExt, Scalar::Int(32), cond);
        let range = match &e {
            Expr::Int(bits) if bits.is_zero() => (0, 0),
            Expr::Int(_) => (1, 1),
            _ => (0, 1),
        };
        Value { ty, e, range }
    }

    /// A temporary of an IR type.
    fn temp_of(&mut self, ty: TypeId, span: Span) -> VarId {
        self.body.temp(ty, span)
    }
    /// A temporary for values of a scalar C type.
    fn temp(&mut self, ty: CTypeId, span: Span) -> VarId {
        let ty = self.register_type(ty);
        self.temp_of(ty, span)
    }
    fn condition_temp(&mut self, span: Span) -> VarId {
        let ty = self.types.int(1, false);
        self.temp_of(ty, span)
    }
    fn pointer_temp(&mut self, span: Span) -> VarId {
        let ty = self.types.ptr();
        self.temp_of(ty, span)
    }
    fn emit(&mut self, op: Op, span: Span) {
        self.body.emit(op, span);
    }
    fn assign(&mut self, dst: VarId, value: Expr, span: Span) {
        self.emit(Op::Assign { dst, value }, span);
    }
    /// The same value in a form that may be used more than once.
    fn share(&mut self, value: Value, span: Span) -> Value {
        if value.e.children().is_empty() {
            return value;
        }
        let var = self.temp(value.ty, span);
        self.assign(var, value.e, span);
        Value { e: Expr::Var(var), ..value }
    }
    /// An expression of IR type in a form that may be used more than once.
    fn share_expr(&mut self, e: Expr, ty: TypeId, span: Span) -> Expr {
        if e.children().is_empty() {
            return e;
        }
        let var = self.temp_of(ty, span);
        self.assign(var, e, span);
        Expr::Var(var)
    }
    fn share_pointer(&mut self, e: Expr, span: Span) -> Expr {
        let ty = self.types.ptr();
        self.share_expr(e, ty, span)
    }
    /// An address that may be used more than once; a constant move from a name is as good as a name.
    fn share_address(&mut self, at: Expr, span: Span) -> Expr {
        match &at {
            Expr::Offset(ab) if ab[0].children().is_empty() && matches!(ab[1], Expr::Int(_)) => at,
            _ => self.share_pointer(at, span),
        }
    }
    fn share_word(&mut self, e: Expr, span: Span) -> Expr {
        let ty = self.types.int(self.ctypes.target.pointer_bits(), false);
        self.share_expr(e, ty, span)
    }
    /// Keeps trees small: a large value is put into a temporary.
    fn limit(&mut self, value: Value, span: Span) -> Value {
        if fold::larger(&value.e, 40) { self.share(value, span) } else { value }
    }

    /// A new property of the function at hand.
    fn prop(&mut self, kind: PropKind, text: String, span: Span) -> PropId {
        let func = self.body.name.clone();
        self.body.prop(Prop { kind, text, func, span })
    }
    /// Claims a condition, unless it holds by itself or nothing here is executed.
    fn claim(&mut self, cond: Expr, kind: PropKind, text: impl FnOnce(&Self) -> String, span: Span) {
        if self.body.quiet || matches!(&cond, Expr::Int(bits) if bits.is_one()) {
            return;
        }
        if matches!(kind, PropKind::Overflow | PropKind::Division | PropKind::Shift) {
            // The check is made in any case, so that it can be listed; unasked, the assumption is told.
            self.checks(kind, span);
        }
        let text = text(self);
        let prop = self.prop(kind, text, span);
        self.emit(Op::Assert { cond, prop }, span);
    }
    /// Claims a condition and then takes it for granted.
    fn demand(&mut self, cond: Expr, kind: PropKind, text: impl FnOnce(&Self) -> String, span: Span) {
        if self.body.quiet || matches!(&cond, Expr::Int(bits) if bits.is_one()) {
            return;
        }
        self.claim(cond.clone(), kind, text, span);
        self.emit(Op::Assume { cond }, span);
    }
    /// The check of a memory access.
    fn access_check(&mut self, text: Option<&str>, span: Span) -> Option<PropId> {
        match text {
            Some(text) if !self.body.quiet => Some(self.prop(PropKind::Deref, text.to_owned(), span)),
            _ => None,
        }
    }

    /// Runs something whose code is thrown away: only types and constants are wanted. Also says whether there was any
    /// code.
    fn scratch<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let void = self.ctypes.void();
        let mut scratch = Body::new(self.body.name.clone(), void, self.word_bits(), body::Facts::default(), span);
        scratch.quiet = true;
        // Jumps in there lead nowhere, but their targets must be known.
        scratch.facts = std::mem::take(&mut self.body.facts);
        scratch.breaks.clone_from(&self.body.breaks);
        scratch.continues.clone_from(&self.body.continues);
        scratch.loops_around = self.body.loops_around;
        scratch.outer_frame = self.body.outer_frame;
        let saved = std::mem::replace(&mut self.body, scratch);
        let result = f(self);
        let mut scratch = std::mem::replace(&mut self.body, saved);
        self.body.facts = std::mem::take(&mut scratch.facts);
        (result, !scratch.is_empty())
    }
    /// The value of a constant expression: an integer, a float, or an address.
    fn constant(&mut self, e: &ast::Expr) -> Res<Value> {
        let (value, code) = self.scratch(e.span, |this| this.rvalue(e));
        let value = value?;
        if code || !is_constant(&value.e) {
            return Err(Fault::NotConstant(e.span));
        }
        Ok(value)
    }
    /// The value of an integer constant expression.
    fn constant_int(&mut self, e: &ast::Expr) -> Res<(Bits, IntKind)> {
        let value = self.constant(e)?;
        match (value.e, self.ctypes.int_kind(value.ty)) {
            (Expr::Int(bits), Some(kind)) => Ok((bits, kind)),
            _ => Err(Fault::NotConstant(e.span)),
        }
    }
    /// The value of an integer constant expression as a number.
    fn constant_number(&mut self, e: &ast::Expr) -> Res<i128> {
        let (bits, kind) = self.constant_int(e)?;
        number(&bits, kind.signed()).ok_or(Fault::NotConstant(e.span))
    }
    /// Makes the lack of a constant an error.
    fn needed<T>(&self, result: Res<T>, what: &str) -> Res<T> {
        match result {
            Err(Fault::NotConstant(span)) => error(span, format!("{what} is not a constant expression")),
            other => other,
        }
    }
    /// The type of an expression that is not evaluated.
    fn type_of(&mut self, e: &ast::Expr) -> Res<CTypeId> {
        self.qualified_type_of(e).map(|(ty, _)| ty)
    }
    /// The same, and what else is said of the object that it denotes.
    fn qualified_type_of(&mut self, e: &ast::Expr) -> Res<(CTypeId, Quals)> {
        let (ty, _) = self.scratch(e.span, |this| this.type_unevaluated(e));
        ty
    }
}

/// The number that bits stand for, if `i128` holds it.
fn number(bits: &Bits, signed: bool) -> Option<i128> {
    if bits.width() <= 64 {
        return if signed { bits.to_i64().map(i128::from) } else { bits.to_u64().map(i128::from) };
    }
    if signed { i128::try_from(bits.to_bigint()).ok() } else { bits.to_u128().and_then(|n| i128::try_from(n).ok()) }
}

/// Whether an expression is a constant of C: a number, an address, or one made of the other.
fn is_constant(e: &Expr) -> bool {
    match e {
        Expr::Int(_) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) => true,
        Expr::Offset(ab) => matches!(ab[0], Expr::Global(_) | Expr::Null) && matches!(ab[1], Expr::Int(_)),
        // A part of an address is not known when the program is linked.
        Expr::Cast(hecaton_ir::Cast::Trunc, ..) => false,
        Expr::Cast(_, _, a) => is_constant(a),
        // A number added to an address.
        Expr::Binary(hecaton_ir::Binary::Add, ab) => is_constant(&ab[0]) && matches!(ab[1], Expr::Int(_)),
        Expr::Var(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) => false,
    }
}
