//! The syntax tree of a preprocessed C file.
//!
//! The tree says what was written, not what it means: types stay specifiers and declarators, names stay names. The
//! only thing resolved is what the grammar of C needs for parsing: which names are typedefs.
//!
//! Chains that people and generators make long are flat, so that neither dropping nor visiting a tree recurses
//! along them: operators that associate to the left (`Binary`), comma lists, `else if` arms, labels in a row, and
//! declarators (a list of derivations). Whatever else nests is at most [`MAX_DEPTH`] deep, statements at most
//! [`MAX_STATEMENT_DEPTH`], which the parser enforces.

use hecaton_base::{Id as _, Map, id};
use hecaton_ir::{File, FileId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How deep expressions, initialisers, types and declarators may nest in each other, counted together. A parenthesis
/// counts for one level, some rarer constructs for more. At this depth the parser needs less than 1.5 MiB of stack, also
/// without optimisation.
pub const MAX_DEPTH: u32 = 1_000;

/// How deep statements may nest in each other; a block and the `if` around it are two levels. Those of nested functions
/// and statement expressions count to those around them.
pub const MAX_STATEMENT_DEPTH: u32 = 2_000;

id!(
    /// An interned identifier or attribute name.
    Symbol,
    "n"
);

/// What all units of one run share: the files that places refer to, and the identifiers.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The files, in order of first appearance.
    pub files: Map<FileId, File>,
    /// The files that the preprocessor has read, by the names that it calls them, without a leading `./`.
    pub included: FxHashSet<String>,
    /// The identifiers.
    pub names: Names,
    /// Features to be logged before certain statements, and which of them have found theirs.
    pub predicates: Vec<crate::Predicate>,
    /// See `predicates`.
    pub planted: std::collections::BTreeSet<usize>,
}

impl Sources {
    /// The text of a file that a line marker or a message of the preprocessor names, if it was read as a part of the program:
    /// such a name may be made up (`#line 1 "/etc/passwd"`), and no other file is anybody's business.
    pub(crate) fn text_of(&self, name: &str) -> Option<Arc<str>> {
        /// Larger files are not shown in messages.
        const MOST: u64 = 1 << 28;
        let read = |name: &str| hecaton_host::plain::read(std::path::Path::new(name), MOST).ok();
        let bytes = self
            .included
            .contains(without_dot(name))
            .then(|| read(name))
            .flatten()
            .filter(|bytes| !bytes.is_empty())?;
        Some(String::from_utf8_lossy(&bytes).into())
    }
}

/// A file name without the `./` before it.
pub(crate) fn without_dot(mut name: &str) -> &str {
    while let Some(rest) = name.strip_prefix("./") {
        name = rest.trim_start_matches('/');
    }
    name
}

/// The table of identifiers. Symbols of one table are equal iff their texts are. The first ones are the keywords.
#[derive(Clone, Debug)]
pub struct Names {
    texts: Map<Symbol, Arc<str>>,
    ids: FxHashMap<Arc<str>, Symbol>,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Names { texts: Map::new(), ids: FxHashMap::default() };
        for (index, (text, _, _)) in crate::lex::KEYWORDS.iter().enumerate() {
            let symbol = names.intern(text);
            debug_assert_eq!(symbol.index(), index, "a keyword is listed twice");
        }
        names
    }
}

impl Names {
    /// The symbol of a text, new or known.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.ids.get(text) {
            return symbol;
        }
        let text: Arc<str> = text.into();
        let symbol = self.texts.push(text.clone());
        self.ids.insert(text, symbol);
        symbol
    }
    /// The symbol of a text if it occurs anywhere.
    pub fn lookup(&self, text: &str) -> Option<Symbol> {
        self.ids.get(text).copied()
    }
    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol]
    }
}

/// A name where it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// Which.
    pub name: Symbol,
    /// Where.
    pub span: Span,
}

/// One preprocessed file.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The file the user named.
    pub file: FileId,
    /// What stands at the outermost level, in order.
    pub items: Vec<Item>,
}

/// Something at the outermost level.
#[derive(Clone, Debug)]
pub enum Item {
    /// A function definition.
    Function(Box<Function>),
    /// Objects, functions without a body, types.
    Decl(Box<Declaration>),
    /// `_Static_assert`.
    Assert(Box<StaticAssert>),
    /// `asm("...")` outside of functions.
    Asm(Box<Asm>),
}

/// A function definition; nested ones (GNU) are a `StmtKind::Function`.
#[derive(Clone, Debug)]
pub struct Function {
    /// Return type and storage.
    pub specs: Specs,
    /// Name and parameters; its first derivation is a `Derived::Function`, unless the type hides in a typedef (which
    /// C forbids for definitions).
    pub declarator: Declarator,
    /// The parameter declarations of an old-style definition, in order; empty otherwise.
    pub old_params: Vec<Declaration>,
    /// Attributes after the declarator.
    pub attrs: Vec<Attr>,
    /// The body.
    pub body: Block,
    /// From the first specifier to the declarator.
    pub span: Span,
}

/// `int x = 1, *p;`
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What all declarators share.
    pub specs: Specs,
    /// The declared things; none for `struct s { int x; };`.
    pub declarators: Vec<InitDeclarator>,
    /// Where.
    pub span: Span,
}

/// One declared thing with its initialiser.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// Name and derivations.
    pub declarator: Declarator,
    /// `asm("name")` after the declarator.
    pub asm_label: Option<StrLit>,
    /// Attributes after the declarator.
    pub attrs: Vec<Attr>,
    /// The initialiser.
    pub init: Option<Init>,
    /// Where.
    pub span: Span,
}

/// Declaration specifiers: storage, qualifiers and the type before any derivation.
#[derive(Clone, Debug)]
pub struct Specs {
    /// Storage class, if any.
    pub storage: Option<Storage>,
    /// `_Thread_local`, `thread_local`, `__thread`.
    pub thread_local: bool,
    /// `inline` in any spelling.
    pub inline: bool,
    /// `_Noreturn`; the attribute is in `attrs`.
    pub noreturn: bool,
    /// `constexpr` (C23).
    pub constexpr: bool,
    /// The type.
    pub ty: TypeSpec,
    /// Qualifiers of the type.
    pub quals: Quals,
    /// `_Alignas(...)`.
    pub aligns: Vec<Alignas>,
    /// Attributes among and before the specifiers. Those that belong to a struct, union or enum are in its spec.
    pub attrs: Vec<Attr>,
    /// Where.
    pub span: Span,
}

/// Storage classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// `typedef`.
    Typedef,
    /// `extern`.
    Extern,
    /// `static`.
    Static,
    /// `auto`.
    Auto,
    /// `register`.
    Register,
}

/// Type qualifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quals {
    /// `const`.
    pub constant: bool,
    /// `volatile`.
    pub volatile: bool,
    /// `restrict`.
    pub restrict: bool,
    /// `_Atomic` as a qualifier.
    pub atomic: bool,
}

/// `_Alignas`.
#[derive(Clone, Debug)]
pub enum Alignas {
    /// `_Alignas(16)`.
    Expr(Box<Expr>),
    /// `_Alignas(long)`.
    Type(Box<TypeName>),
}

/// The type named by specifiers.
#[derive(Clone, Debug)]
pub enum TypeSpec {
    /// No type was written: `int` by the old rule.
    Implicit,
    /// `void`.
    Void,
    /// `_Bool`; `bool` in C23.
    Bool,
    /// `char` with the sign if one was written: plain `char` is a type of its own.
    Char {
        /// `Some(true)` for `signed char`.
        signed: Option<bool>,
    },
    /// Standard integers from `short` to `long long`.
    Int {
        /// Which.
        size: IntSize,
        /// Signed.
        signed: bool,
    },
    /// `__int128`.
    Int128 {
        /// Signed.
        signed: bool,
    },
    /// `_BitInt(n)`; also `__CPROVER_bitvector[n]`.
    BitInt {
        /// Signed.
        signed: bool,
        /// Number of bits.
        width: Box<Expr>,
    },
    /// A real floating type.
    Float(FloatKind),
    /// `_Complex` of a real type (a `Float`, or an integer as a GNU extension).
    Complex(Box<TypeSpec>),
    /// `struct` or `union`.
    Record(Box<RecordSpec>),
    /// `enum`.
    Enum(Box<EnumSpec>),
    /// A typedef name in scope.
    Typedef(Ident),
    /// `typeof(expression)`.
    TypeofExpr {
        /// Of this; not evaluated unless it has a variably modified type.
        expr: Box<Expr>,
        /// `typeof_unqual`.
        unqual: bool,
    },
    /// `typeof(type)`.
    TypeofType {
        /// This type.
        ty: Box<TypeName>,
        /// `typeof_unqual`.
        unqual: bool,
    },
    /// `__auto_type`, and `auto` without a type in C23.
    AutoType,
    /// `_Atomic(type)`.
    Atomic(Box<TypeName>),
    /// `__builtin_va_list`.
    VaList,
}

/// Standard integer types by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntSize {
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `long long`.
    LongLong,
}

/// Real floating types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// `_Float16`, `__fp16`.
    Float16,
    /// `__bf16`.
    BFloat16,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `long double`.
    LongDouble,
    /// `_Float32`.
    Float32,
    /// `_Float64`.
    Float64,
    /// `_Float128`, `__float128`.
    Float128,
    /// `_Float32x`.
    Float32x,
    /// `_Float64x`.
    Float64x,
    /// `__float80`.
    Float80,
    /// `__ibm128`.
    Ibm128,
    /// `_Decimal32`.
    Decimal32,
    /// `_Decimal64`.
    Decimal64,
    /// `_Decimal128`.
    Decimal128,
}

/// `struct tag { ... }` or a mention of it.
#[derive(Clone, Debug)]
pub struct RecordSpec {
    /// `union` rather than `struct`.
    pub union: bool,
    /// The tag.
    pub tag: Option<Ident>,
    /// The members if this is a definition.
    pub members: Option<Vec<Member>>,
    /// Attributes after the keyword and after the closing brace.
    pub attrs: Vec<Attr>,
    /// The greatest alignment of members by `#pragma pack(n)`, in bytes, at the closing brace.
    pub pack: Option<u32>,
    /// Of the keyword and tag.
    pub span: Span,
}

/// A line in a struct or union.
#[derive(Clone, Debug)]
pub enum Member {
    /// Members of one declaration; without declarators it is an anonymous struct or union (or declares nothing).
    Fields {
        /// What the declarators share.
        specs: Specs,
        /// The members.
        fields: Vec<FieldDeclarator>,
    },
    /// `_Static_assert`.
    Assert(StaticAssert),
}

/// One member.
#[derive(Clone, Debug)]
pub struct FieldDeclarator {
    /// Name and derivations; without a name for `int : 3`.
    pub declarator: Declarator,
    /// The width of a bit-field.
    pub width: Option<Expr>,
    /// Attributes after the declarator.
    pub attrs: Vec<Attr>,
    /// Where.
    pub span: Span,
}

/// `enum tag { A, B = 2 }` or a mention of it.
#[derive(Clone, Debug)]
pub struct EnumSpec {
    /// The tag.
    pub tag: Option<Ident>,
    /// The underlying type: `enum e : short`.
    pub underlying: Option<TypeName>,
    /// The constants if this is a definition.
    pub constants: Option<Vec<Enumerator>>,
    /// Attributes after the keyword and after the closing brace.
    pub attrs: Vec<Attr>,
    /// Of the keyword and tag.
    pub span: Span,
}

/// An enumeration constant.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// The name.
    pub name: Ident,
    /// The value if written.
    pub value: Option<Expr>,
    /// Attributes after the name.
    pub attrs: Vec<Attr>,
}

/// A type name as in casts.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// The type before derivations. Storage occurs for compound literals in C23 only.
    pub specs: Specs,
    /// Derivations, without a name.
    pub declarator: Declarator,
    /// Where.
    pub span: Span,
}

impl TypeName {
    /// The lengths of arrays in it, which are evaluated with it if they are not constant (C17 6.7.6.2p5).
    pub fn lengths(&self) -> impl Iterator<Item = &Expr> {
        self.declarator.derived.iter().filter_map(|derived| match derived {
            Derived::Array { size: ArraySize::Expr(length), .. } => Some(&**length),
            Derived::Array { size: ArraySize::Unknown | ArraySize::Star, .. }
            | Derived::Pointer { .. }
            | Derived::Function(_) => None,
        })
    }
}

/// What stands around a name in a declaration, as a list.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The declared name; none in type names and unnamed parameters.
    pub name: Option<Ident>,
    /// How the type of the name derives from the specifiers, read from the name outwards: `*a[3]` is
    /// `[Array(3), Pointer]`, "array of 3 pointers"; `(*f)(int)` is `[Pointer, Function]`. To build the type, start
    /// with the specifiers' type and apply the list from its end to its beginning.
    pub derived: Vec<Derived>,
    /// Attributes inside of the declarator, as in `int (__attribute__((x)) *p)`.
    pub attrs: Vec<Attr>,
    /// Of the name, or of the place where it would be.
    pub span: Span,
}

/// One step of a declarator.
#[derive(Clone, Debug)]
pub enum Derived {
    /// `*` with qualifiers of the pointer.
    Pointer {
        /// Qualifiers after the star.
        quals: Quals,
        /// Attributes after the star.
        attrs: Vec<Attr>,
    },
    /// `[...]`.
    Array {
        /// The size.
        size: ArraySize,
        /// Qualifiers inside of the brackets of a parameter.
        quals: Quals,
        /// `static` inside of the brackets of a parameter.
        at_least: bool,
        /// Of the brackets.
        span: Span,
    },
    /// `(...)`.
    Function(Params),
}

/// The size of an array.
#[derive(Clone, Debug)]
pub enum ArraySize {
    /// `[]`.
    Unknown,
    /// `[*]`.
    Star,
    /// `[n]`.
    Expr(Box<Expr>),
}

/// The parameters of a function declarator.
#[derive(Clone, Debug)]
pub enum Params {
    /// With types. `(void)` is an empty list here; a typedef of `void` is not looked through. `()` is this in C23.
    Prototype {
        /// The parameters.
        params: Vec<Param>,
        /// Ends in `...`.
        variadic: bool,
    },
    /// Old style: only names, or nothing at all: `()` before C23.
    Names(Vec<Ident>),
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Type before derivations.
    pub specs: Specs,
    /// Name and derivations.
    pub declarator: Declarator,
    /// Attributes after the declarator.
    pub attrs: Vec<Attr>,
    /// Where.
    pub span: Span,
}

/// One attribute of `__attribute__((...))` or `[[...]]`.
#[derive(Clone, Debug)]
pub struct Attr {
    /// The prefix of `[[gnu::packed]]`; none for the old form.
    pub scope: Option<Symbol>,
    /// The name without leading and trailing double underscores: `packed` for `__packed__`.
    pub name: Symbol,
    /// The arguments.
    pub args: Vec<AttrArg>,
    /// Where.
    pub span: Span,
}

/// An argument of an attribute. A plain name, as in `mode(DI)` or `format(printf, 1, 2)`, is an `Expr`.
#[derive(Clone, Debug)]
pub enum AttrArg {
    /// An expression.
    Expr(Expr),
    /// A type.
    Type(TypeName),
    /// Something else that was skipped.
    Other(Span),
}

/// An initialiser.
#[derive(Clone, Debug)]
pub enum Init {
    /// `= e`.
    Expr(Expr),
    /// `= { ... }`.
    List(InitList),
}

/// `{ 1, .x = 2, [3] = 4 }`
#[derive(Clone, Debug)]
pub struct InitList {
    /// The entries in order.
    pub entries: Vec<InitEntry>,
    /// Of the opening brace.
    pub span: Span,
}

/// One entry of an initialiser list.
#[derive(Clone, Debug)]
pub struct InitEntry {
    /// The path to the initialised part, empty for "the next one".
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Init,
}

/// A step to a part of an object.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.x`, also the old `x:`.
    Field(Ident),
    /// `[i]`.
    Index(Expr),
    /// `[i ... j]`, both included.
    Range(Expr, Expr),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place: the operator for binary operators and assignments, the member's name for `.` and `->`, the first
    /// token for the rest. So errors in long expressions point to the operation.
    pub span: Span,
}

/// What an expression is. Parentheses and `__extension__` leave no trace.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A variable, function or enumeration constant.
    Name(Symbol),
    /// Integer constant.
    Int(IntLit),
    /// Floating constant.
    Float(FloatLit),
    /// Character constant.
    Char(CharLit),
    /// String literal, adjacent ones joined.
    Str(Box<StrLit>),
    /// `true`, `false` (C23).
    Bool(bool),
    /// `nullptr` (C23).
    Nullptr,
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`.
    FuncName,
    /// An operator with one operand.
    Unary {
        /// Which.
        op: UnaryOp,
        /// The operand.
        arg: Box<Expr>,
    },
    /// Operators with two operands, from left to right: `first op1 e1 op2 e2 ...` means
    /// `((first op1 e1) op2 e2) ...`. Precedence is settled: what binds tighter on the right is inside of an `e`, and
    /// the operators of one chain may differ, as in `a * b + c`: `first = a`, `rest = [(*, b), (+, c)]`. Never empty.
    Binary {
        /// The leftmost operand.
        first: Box<Expr>,
        /// Operator and right operand of each step.
        rest: Vec<BinaryStep>,
    },
    /// `lhs = rhs`, `lhs += rhs`.
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// Assigned to.
        lhs: Box<Expr>,
        /// The value.
        rhs: Box<Expr>,
    },
    /// `cond ? yes : no`; without `yes`, it is the value of `cond`, which is evaluated once.
    Cond {
        /// The condition.
        cond: Box<Expr>,
        /// If it is not zero.
        yes: Option<Box<Expr>>,
        /// If it is zero.
        no: Box<Expr>,
    },
    /// `a, b, c`: at least two.
    Comma(Vec<Expr>),
    /// A call.
    Call {
        /// The function.
        callee: Box<Expr>,
        /// The arguments.
        args: Vec<Expr>,
        /// Of the closing parenthesis.
        close: Span,
    },
    /// `base[index]`.
    Index {
        /// Written before the bracket.
        base: Box<Expr>,
        /// Written inside.
        index: Box<Expr>,
    },
    /// `base.field` or `base->field`.
    Member {
        /// The object or pointer.
        base: Box<Expr>,
        /// The member.
        field: Ident,
        /// Written `->`.
        arrow: bool,
    },
    /// `(type) arg`.
    Cast {
        /// To this type.
        ty: Box<TypeName>,
        /// The operand.
        arg: Box<Expr>,
    },
    /// `(type) { ... }`.
    Compound {
        /// The type.
        ty: Box<TypeName>,
        /// The value.
        init: Box<InitList>,
    },
    /// `sizeof arg`.
    SizeofExpr(Box<Expr>),
    /// `sizeof (type)`.
    SizeofType(Box<TypeName>),
    /// `_Alignof arg` (GNU).
    AlignofExpr(Box<Expr>),
    /// `_Alignof (type)`, or `__alignof__ (type)`.
    AlignofType {
        /// The type.
        ty: Box<TypeName>,
        /// What GNU C prefers rather than what the ABI demands.
        preferred: bool,
    },
    /// `_Generic(control, type: e, default: e)`.
    Generic {
        /// What is matched.
        control: GenericControl,
        /// The arms; no type for `default`.
        arms: Vec<(Option<TypeName>, Expr)>,
    },
    /// `({ ... })`.
    Statement(Box<Block>),
    /// `&&label`.
    LabelAddr(Ident),
    /// `__builtin_offsetof(type, path)`.
    Offsetof {
        /// In this type.
        ty: Box<TypeName>,
        /// The way to the member, no ranges; it begins with a `Field`.
        path: Vec<Designator>,
    },
    /// `__builtin_va_arg(list, type)`.
    VaArg {
        /// The argument list.
        list: Box<Expr>,
        /// The type of the next argument.
        ty: Box<TypeName>,
    },
    /// `__builtin_types_compatible_p(a, b)`.
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr(cond, yes, no)`.
    Choose {
        /// A constant.
        cond: Box<Expr>,
        /// If it is not zero.
        yes: Box<Expr>,
        /// If it is zero.
        no: Box<Expr>,
    },
    /// `__builtin_convertvector(arg, type)`.
    ConvertVector {
        /// The vector.
        arg: Box<Expr>,
        /// To this type.
        ty: Box<TypeName>,
    },
    /// `__CPROVER_forall { type x; body }` and `__CPROVER_exists`.
    Quantifier {
        /// `forall` rather than `exists`.
        forall: bool,
        /// The bound variables.
        vars: Box<Declaration>,
        /// The body.
        body: Box<Expr>,
    },
}

/// One step of a chain of binary operators.
#[derive(Clone, Debug)]
pub struct BinaryStep {
    /// The operator.
    pub op: BinaryOp,
    /// Where the operator is.
    pub span: Span,
    /// The right operand.
    pub arg: Expr,
}

/// What `_Generic` matches.
#[derive(Clone, Debug)]
pub enum GenericControl {
    /// The type of an expression.
    Expr(Box<Expr>),
    /// A type (C2y, also in compilers before).
    Type(Box<TypeName>),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `!`.
    Not,
    /// `~`.
    BitNot,
    /// `*`.
    Deref,
    /// `&`.
    AddrOf,
    /// `++x`.
    PreInc,
    /// `--x`.
    PreDec,
    /// `x++`.
    PostInc,
    /// `x--`.
    PostDec,
    /// `__real__`.
    Real,
    /// `__imag__`.
    Imag,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `<`.
    Lt,
    /// `>`.
    Gt,
    /// `<=`.
    Le,
    /// `>=`.
    Ge,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `&&`: the right operand is evaluated only if needed.
    And,
    /// `||`: the right operand is evaluated only if needed.
    Or,
}

impl BinaryOp {
    /// Whether the operation has no meaning for some operands.
    pub fn may_fail(self) -> bool {
        match self {
            BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Shl
            | BinaryOp::Shr => true,
            BinaryOp::Lt
            | BinaryOp::Gt
            | BinaryOp::Le
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::BitAnd
            | BinaryOp::BitXor
            | BinaryOp::BitOr
            | BinaryOp::And
            | BinaryOp::Or => false,
        }
    }
}

/// An integer constant. Its type follows from the value, the base and the suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntLit {
    /// The value.
    pub value: u128,
    /// Written in base 10: then without `u` it never becomes unsigned.
    pub decimal: bool,
    /// Suffix `u`.
    pub unsigned: bool,
    /// How many `l`: 0, 1, 2.
    pub long: u8,
    /// Suffix `wb`: a `_BitInt`.
    pub bit_int: bool,
    /// Suffix `i` or `j`: imaginary (GNU).
    pub imaginary: bool,
}

/// A floating constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatLit {
    /// The digits without suffix and separators; hexadecimal if it begins with `0x`.
    pub text: Box<str>,
    /// From the suffix.
    pub kind: FloatKind,
    /// Suffix `i` or `j`: imaginary (GNU).
    pub imaginary: bool,
}

/// The encoding prefix of characters and strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prefix {
    /// None: `char`.
    Plain,
    /// `u8`: `char` (`unsigned char`, `char8_t` in C23).
    Utf8,
    /// `u`: `char16_t`.
    Utf16,
    /// `U`: `char32_t`.
    Utf32,
    /// `L`: `wchar_t`, 32 bits.
    Wide,
}

/// A character constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharLit {
    /// The encoding.
    pub prefix: Prefix,
    /// The value, for a signed `char`: `'\xff'` is -1. Several characters are combined as GCC does.
    pub value: i64,
}

/// A string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrLit {
    /// The encoding, which gives the type of the elements.
    pub prefix: Prefix,
    /// The elements of the array without the final zero: bytes, UTF-16 units or code points by the prefix.
    pub units: Vec<u32>,
    /// Of the first part.
    pub span: Span,
}

impl StrLit {
    /// The content as text, for messages; what is not a character becomes U+FFFD.
    pub fn lossy(&self) -> String {
        match self.prefix {
            Prefix::Plain | Prefix::Utf8 => {
                let bytes: Vec<u8> = self.units.iter().map(|&unit| unit as u8).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            Prefix::Utf16 => {
                let units: Vec<u16> = self.units.iter().map(|&unit| unit as u16).collect();
                String::from_utf16_lossy(&units)
            }
            Prefix::Utf32 | Prefix::Wide => {
                self.units.iter().map(|&unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
            }
        }
    }
}

/// `{ ... }`
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements and declarations in order.
    pub stmts: Vec<Stmt>,
    /// Of the opening brace.
    pub span: Span,
    /// Of the closing brace.
    pub end: Span,
}

/// A statement or a declaration in a block.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Attributes before it, such as `[[fallthrough]]`.
    pub attrs: Vec<Attr>,
    /// Of its first token.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `e;`
    Expr(Expr),
    /// A declaration.
    Decl(Box<Declaration>),
    /// A nested function (GNU).
    Function(Box<Function>),
    /// `_Static_assert`.
    Assert(Box<StaticAssert>),
    /// `{ ... }`
    Block(Block),
    /// `if (c1) s1 else if (c2) s2 ... else other`, the arms in order; at least one.
    If {
        /// Condition and statement of each arm.
        arms: Vec<(Expr, Stmt)>,
        /// After the last `else`.
        other: Option<Box<Stmt>>,
    },
    /// `switch (on) body`.
    Switch {
        /// The value.
        on: Expr,
        /// Its labels may be anywhere inside, even in inner loops.
        body: Box<Stmt>,
    },
    /// `while (cond) body`.
    While {
        /// The condition.
        cond: Expr,
        /// The body.
        body: Box<Stmt>,
    },
    /// `do body while (cond);`
    DoWhile {
        /// The body.
        body: Box<Stmt>,
        /// The condition.
        cond: Expr,
    },
    /// `for (init; cond; step) body`.
    For(Box<For>),
    /// `goto label;`
    Goto(Ident),
    /// `goto *e;`
    GotoExpr(Expr),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`
    Return(Option<Expr>),
    /// Labels and the statement after them; `Empty` if a block ends or a declaration follows (C23).
    Labeled {
        /// The labels in order; at least one.
        labels: Vec<Label>,
        /// What they label.
        body: Box<Stmt>,
    },
    /// An assembler statement.
    Asm(Box<Asm>),
    /// `__label__ a, b;`
    LabelDecl(Vec<Ident>),
}

/// A `for` loop.
#[derive(Clone, Debug)]
pub struct For {
    /// A declaration, `_Static_assert`, expression or nothing (`Empty`).
    pub init: Stmt,
    /// The condition; none means true.
    pub cond: Option<Expr>,
    /// After each iteration.
    pub step: Option<Expr>,
    /// The body.
    pub body: Stmt,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// What it is.
    pub kind: LabelKind,
    /// Attributes after it.
    pub attrs: Vec<Attr>,
    /// Where.
    pub span: Span,
}

/// What a label is.
#[derive(Clone, Debug)]
pub enum LabelKind {
    /// `name:`
    Name(Symbol),
    /// `case e:`
    Case(Expr),
    /// `case a ... b:`, both included.
    Range(Expr, Expr),
    /// `default:`
    Default,
}

/// An assembler statement or a top-level `asm`.
#[derive(Clone, Debug)]
pub struct Asm {
    /// The text.
    pub template: StrLit,
    /// `volatile`.
    pub volatile: bool,
    /// `goto`.
    pub goto: bool,
    /// Output operands.
    pub outputs: Vec<AsmOperand>,
    /// Input operands.
    pub inputs: Vec<AsmOperand>,
    /// Clobbered registers.
    pub clobbers: Vec<StrLit>,
    /// Labels it may jump to.
    pub labels: Vec<Ident>,
    /// Where.
    pub span: Span,
}

/// An operand of an assembler statement.
#[derive(Clone, Debug)]
pub struct AsmOperand {
    /// `[name]`.
    pub name: Option<Symbol>,
    /// The constraint.
    pub constraint: StrLit,
    /// The operand.
    pub expr: Expr,
}

/// `_Static_assert(cond, "message");`
#[derive(Clone, Debug)]
pub struct StaticAssert {
    /// The condition.
    pub cond: Expr,
    /// The message.
    pub message: Option<StrLit>,
    /// Where.
    pub span: Span,
}
