//! The lexer: bytes of preprocessed C to tokens with places.
//!
//! Works on demand, so that a large file never exists as a list of tokens. Line markers (`# 12 "file.c"`) set the
//! place of what follows; `#pragma pack` is tracked, other pragmas are skipped. A character that begins no token gives
//! one `Tok::Bad` and its message is kept in [`Lexer::error`]: the parser cannot get past it.
//!
//! Columns are those of the source where it is at hand, see [`crate::place`].

use crate::ast::{FloatKind, Prefix, Sources, Symbol};
use crate::diag::Diag;
use crate::literal;
use crate::place::{Original, Physical};
use crate::preprocess::is_named;
use hecaton_base::Id as _;
use hecaton_ir::{FileId, Span};
use rustc_hash::FxHashMap;

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub tok: Tok,
    /// First byte in the text.
    pub start: u32,
    /// One past the last byte in the text.
    pub end: u32,
    /// Where.
    pub span: Span,
}

/// The sorts of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tok {
    Ident(Symbol),
    Kw(Kw),
    Number,
    Char,
    Str,
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Semi,
    Comma,
    Colon,
    Question,
    Dot,
    Ellipsis,
    Arrow,
    PlusPlus,
    MinusMinus,
    Amp,
    AmpAmp,
    Pipe,
    PipePipe,
    Caret,
    Tilde,
    Bang,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    EqEq,
    Implies,
    NotEq,
    Assign,
    PlusAssign,
    MinusAssign,
    StarAssign,
    SlashAssign,
    PercentAssign,
    ShlAssign,
    ShrAssign,
    AmpAssign,
    PipeAssign,
    CaretAssign,
    Hash,
    Bad,
    End,
}

/// Keywords; spellings that mean the same are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kw {
    Alignas,
    Alignof,
    AlignofGnu,
    Asm,
    Atomic,
    Attribute,
    Auto,
    AutoType,
    BitInt,
    BitVector,
    Bool,
    Break,
    Case,
    Char,
    ChooseExpr,
    Complex,
    Const,
    Constexpr,
    Continue,
    ConvertVector,
    Default,
    Do,
    Double,
    Else,
    Enum,
    Exists,
    Extension,
    Extern,
    False,
    Float,
    FloatN(FloatKind),
    For,
    Forall,
    FuncName,
    Generic,
    Goto,
    If,
    Imag,
    Inline,
    Int,
    Int128,
    Int128T,
    LabelDecl,
    Long,
    Noreturn,
    Nullability,
    Nullptr,
    Offsetof,
    Real,
    Register,
    Restrict,
    Return,
    Short,
    Signed,
    SizeT,
    Sizeof,
    Static,
    StaticAssert,
    Struct,
    Switch,
    ThreadLocal,
    True,
    Typedef,
    Typeof,
    TypeofUnqual,
    TypesCompatible,
    Uint128T,
    Union,
    Unsigned,
    VaArg,
    VaList,
    Void,
    Volatile,
    While,
}

/// All spellings of keywords; `true` for those that are keywords in C23 only. A symbol below the length of the table
/// is its entry.
pub(crate) const KEYWORDS: &[(&str, Kw, bool)] = &[
    ("_Alignas", Kw::Alignas, false),
    ("alignas", Kw::Alignas, true),
    ("_Alignof", Kw::Alignof, false),
    ("__alignof", Kw::AlignofGnu, false),
    ("__alignof__", Kw::AlignofGnu, false),
    ("alignof", Kw::Alignof, true),
    ("asm", Kw::Asm, false),
    ("__asm", Kw::Asm, false),
    ("__asm__", Kw::Asm, false),
    ("_Atomic", Kw::Atomic, false),
    ("__attribute", Kw::Attribute, false),
    ("__attribute__", Kw::Attribute, false),
    ("auto", Kw::Auto, false),
    ("__auto_type", Kw::AutoType, false),
    ("_BitInt", Kw::BitInt, false),
    ("__CPROVER_bitvector", Kw::BitVector, false),
    ("_Bool", Kw::Bool, false),
    ("__CPROVER_bool", Kw::Bool, false),
    ("bool", Kw::Bool, true),
    ("break", Kw::Break, false),
    ("case", Kw::Case, false),
    ("char", Kw::Char, false),
    ("__builtin_choose_expr", Kw::ChooseExpr, false),
    ("_Complex", Kw::Complex, false),
    ("__complex", Kw::Complex, false),
    ("__complex__", Kw::Complex, false),
    ("const", Kw::Const, false),
    ("__const", Kw::Const, false),
    ("__const__", Kw::Const, false),
    ("constexpr", Kw::Constexpr, true),
    ("continue", Kw::Continue, false),
    ("__builtin_convertvector", Kw::ConvertVector, false),
    ("default", Kw::Default, false),
    ("do", Kw::Do, false),
    ("double", Kw::Double, false),
    ("else", Kw::Else, false),
    ("enum", Kw::Enum, false),
    ("__CPROVER_exists", Kw::Exists, false),
    ("__extension__", Kw::Extension, false),
    ("extern", Kw::Extern, false),
    ("false", Kw::False, true),
    ("float", Kw::Float, false),
    ("_Float16", Kw::FloatN(FloatKind::Float16), false),
    ("__fp16", Kw::FloatN(FloatKind::Float16), false),
    ("__bf16", Kw::FloatN(FloatKind::BFloat16), false),
    ("_Float32", Kw::FloatN(FloatKind::Float32), false),
    ("_Float64", Kw::FloatN(FloatKind::Float64), false),
    ("_Float128", Kw::FloatN(FloatKind::Float128), false),
    ("_Float32x", Kw::FloatN(FloatKind::Float32x), false),
    ("_Float64x", Kw::FloatN(FloatKind::Float64x), false),
    ("__ibm128", Kw::FloatN(FloatKind::Ibm128), false),
    ("_Decimal32", Kw::FloatN(FloatKind::Decimal32), false),
    ("_Decimal64", Kw::FloatN(FloatKind::Decimal64), false),
    ("_Decimal128", Kw::FloatN(FloatKind::Decimal128), false),
    ("for", Kw::For, false),
    ("__CPROVER_forall", Kw::Forall, false),
    ("__func__", Kw::FuncName, false),
    ("__FUNCTION__", Kw::FuncName, false),
    ("__PRETTY_FUNCTION__", Kw::FuncName, false),
    ("_Generic", Kw::Generic, false),
    ("goto", Kw::Goto, false),
    ("if", Kw::If, false),
    ("__imag", Kw::Imag, false),
    ("__imag__", Kw::Imag, false),
    ("inline", Kw::Inline, false),
    ("__inline", Kw::Inline, false),
    ("__inline__", Kw::Inline, false),
    ("int", Kw::Int, false),
    ("__int128", Kw::Int128, false),
    ("__int128_t", Kw::Int128T, false),
    ("__label__", Kw::LabelDecl, false),
    ("long", Kw::Long, false),
    ("_Noreturn", Kw::Noreturn, false),
    ("_Nonnull", Kw::Nullability, false),
    ("_Nullable", Kw::Nullability, false),
    ("_Null_unspecified", Kw::Nullability, false),
    ("nullptr", Kw::Nullptr, true),
    ("__builtin_offsetof", Kw::Offsetof, false),
    ("__real", Kw::Real, false),
    ("__real__", Kw::Real, false),
    ("register", Kw::Register, false),
    ("restrict", Kw::Restrict, false),
    ("__restrict", Kw::Restrict, false),
    ("__restrict__", Kw::Restrict, false),
    ("return", Kw::Return, false),
    ("short", Kw::Short, false),
    ("signed", Kw::Signed, false),
    ("__signed", Kw::Signed, false),
    ("__signed__", Kw::Signed, false),
    ("__CPROVER_size_t", Kw::SizeT, false),
    ("sizeof", Kw::Sizeof, false),
    ("static", Kw::Static, false),
    ("_Static_assert", Kw::StaticAssert, false),
    ("static_assert", Kw::StaticAssert, true),
    ("struct", Kw::Struct, false),
    ("switch", Kw::Switch, false),
    ("_Thread_local", Kw::ThreadLocal, false),
    ("__thread", Kw::ThreadLocal, false),
    ("thread_local", Kw::ThreadLocal, true),
    ("true", Kw::True, true),
    ("typedef", Kw::Typedef, false),
    ("typeof", Kw::Typeof, false),
    ("__typeof", Kw::Typeof, false),
    ("__typeof__", Kw::Typeof, false),
    ("typeof_unqual", Kw::TypeofUnqual, true),
    ("__typeof_unqual", Kw::TypeofUnqual, false),
    ("__typeof_unqual__", Kw::TypeofUnqual, false),
    ("__builtin_types_compatible_p", Kw::TypesCompatible, false),
    ("__uint128_t", Kw::Uint128T, false),
    ("union", Kw::Union, false),
    ("unsigned", Kw::Unsigned, false),
    ("__unsigned", Kw::Unsigned, false),
    ("__unsigned__", Kw::Unsigned, false),
    ("__builtin_va_arg", Kw::VaArg, false),
    ("__builtin_va_list", Kw::VaList, false),
    ("void", Kw::Void, false),
    ("volatile", Kw::Volatile, false),
    ("__volatile", Kw::Volatile, false),
    ("__volatile__", Kw::Volatile, false),
    ("while", Kw::While, false),
];

/// Names of types that every file knows without declaring them, and that it may declare as something else.
pub(crate) const PREDECLARED: [&str; 3] = ["__float80", "__float128", "__builtin_ms_va_list"];

/// Whether a symbol is a word that is a keyword in C23 but not before.
pub(crate) fn is_c23_keyword(symbol: Symbol) -> bool {
    KEYWORDS.get(symbol.index()).is_some_and(|entry| entry.2)
}

/// What line markers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markers {
    /// Places are those the markers name.
    Follow,
    /// The same, but what a marker assigns to a file that was not read as a part of the program keeps its place in the given
    /// text.
    FollowRead,
    /// Places are those in the given text.
    Ignore,
}

/// What lexing and parsing depend on.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// `bool`, `true`, `nullptr`, `constexpr` and so on are keywords, `()` is `(void)`.
    pub c23: bool,
    /// What line markers do.
    pub markers: Markers,
}

/// How many tokens a text has, up to the first that is none: for measuring.
pub fn count(text: &[u8], file: FileId, dialect: Dialect, sources: &mut Sources) -> usize {
    let mut lexer = Lexer::new(text, file, dialect, sources);
    std::iter::repeat_with(|| lexer.next_token()).take_while(|token| !matches!(token.tok, Tok::End | Tok::Bad)).count()
}

/// The lexer.
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    pos: usize,
    /// Whether only blanks stood on this line so far.
    fresh: bool,
    /// Line of `pos` in the text.
    line: u32,
    /// What to add to it to get the line in `file`, modulo 2^32.
    shift: u32,
    /// Column of a byte is its position minus this; moved along by bytes that continue a character.
    line_start: usize,
    file: FileId,
    own: FileId,
    dialect: Dialect,
    known: FxHashMap<Vec<u8>, Option<FileId>>,
    /// The files but `own` by name, once they are asked for.
    by_name: FxHashMap<String, FileId>,
    /// Its text, if it is not this one.
    original: Option<Original>,
    /// Where the current line begins and ends in the text.
    line_bounds: (usize, usize),
    /// Whether the current lines come from a system header.
    system: bool,
    pack: Vec<(Option<u32>, Option<Vec<u8>>)>,
    packed: Option<u32>,
    /// Files and names.
    pub sources: &'a mut Sources,
    /// The message of the first `Tok::Bad`.
    pub error: Option<Box<Diag>>,
    /// Where everything is said to stand while a text from elsewhere is read.
    fixed: Option<Span>,
}

/// Where a text was left to read another one.
pub(crate) struct Left<'a> {
    text: &'a [u8],
    pos: usize,
    fresh: bool,
    error: Option<Box<Diag>>,
}

impl<'a> Lexer<'a> {
    /// A lexer of a text that belongs to a known file.
    pub fn new(text: &'a [u8], own: FileId, dialect: Dialect, sources: &'a mut Sources) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        Lexer {
            text,
            pos: 0,
            fresh: true,
            line: 1,
            shift: 0,
            line_start: 0,
            file: own,
            own,
            dialect,
            known: FxHashMap::default(),
            by_name: FxHashMap::default(),
            original: None,
            line_bounds: (0, 0),
            system: false,
            pack: Vec::new(),
            packed: None,
            sources,
            error: None,
            fixed: None,
        }
    }
    /// Goes on with another text, all of which is said to stand at one place.
    pub fn elsewhere(&mut self, text: &'a [u8], at: Span) -> Left<'a> {
        self.fixed = Some(at);
        let text = std::mem::replace(&mut self.text, text);
        let (pos, fresh) = (std::mem::take(&mut self.pos), std::mem::replace(&mut self.fresh, false));
        Left { text, pos, fresh, error: self.error.take() }
    }
    /// Whether another text is being read.
    pub fn is_elsewhere(&self) -> bool {
        self.fixed.is_some()
    }
    /// Back to where a text was left; gives what was wrong in the other one.
    pub fn resume(&mut self, left: Left<'a>) -> Option<Box<Diag>> {
        self.fixed = None;
        (self.text, self.pos, self.fresh) = (left.text, left.pos, left.fresh);
        std::mem::replace(&mut self.error, left.error)
    }

    /// The bytes of a token.
    pub fn bytes(&self, token: &Token) -> &'a [u8] {
        &self.text[token.start as usize..token.end as usize]
    }
    /// The alignment that `#pragma pack` sets at this point.
    pub fn pack(&self) -> Option<u32> {
        self.packed
    }

    /// The next token; `Tok::End` forever at the end.
    pub fn next_token(&mut self) -> Token {
        let bad = self.skip_blanks();
        let start = self.pos;
        let tok = if self.error.is_some() || bad { Tok::Bad } else { self.token() };
        self.fresh = false;
        let span = self.place(start, self.pos);
        if tok == Tok::Bad {
            // Everything after it is gone: the parser stops here.
            self.pos = self.text.len();
        }
        Token { tok, start: start as u32, end: self.pos.max(start) as u32, span }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }
    fn newline(&mut self) {
        self.pos += 1;
        self.line = self.line.wrapping_add(1);
        self.line_start = self.pos;
    }
    fn fail(&mut self, start: usize, end: usize, message: String) -> Tok {
        let span = self.place(start, end.max(start + 1));
        self.error.get_or_insert_with(|| Box::new(Diag::error(span, message)));
        Tok::Bad
    }

    /// Skips blanks, comments, line splices and directives. True if that failed.
    fn skip_blanks(&mut self) -> bool {
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b'\n' => {
                    self.newline();
                    self.fresh = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.pos += 1,
                b'/' if self.byte(1) == b'/' => self.skip_line(),
                b'/' if self.byte(1) == b'*' => {
                    let start = self.pos;
                    let place = self.place(start, start + 2);
                    self.pos += 2;
                    loop {
                        match self.text.get(self.pos) {
                            None => {
                                self.pos = start;
                                self.error.get_or_insert_with(|| {
                                    Box::new(Diag::error(place, "this comment is never closed"))
                                });
                                return true;
                            }
                            Some(b'*') if self.byte(1) == b'/' => break self.pos += 2,
                            Some(b'\n') => self.newline(),
                            Some(&byte) => self.skip_byte(byte),
                        }
                    }
                }
                b'\\' if self.byte(1) == b'\n' => {
                    self.pos += 1;
                    self.newline();
                }
                b'\\' if self.byte(1) == b'\r' && self.byte(2) == b'\n' => {
                    self.pos += 2;
                    self.newline();
                }
                b'#' if self.fresh => {
                    if self.directive() {
                        return true;
                    }
                }
                b'%' if self.fresh && self.byte(1) == b':' => {
                    if self.directive() {
                        return true;
                    }
                }
                _ => return false,
            }
        }
        false
    }
    fn skip_byte(&mut self, byte: u8) {
        self.pos += 1;
        if byte & 0xc0 == 0x80 {
            self.line_start += 1;
        }
    }
    /// To the end of the line, over splices; the newline stays.
    fn skip_line(&mut self) {
        while let Some(&byte) = self.text.get(self.pos) {
            if byte == b'\n' {
                return;
            }
            if byte == b'\\' && self.byte(1) == b'\n' {
                self.pos += 1;
                self.newline();
            } else {
                self.skip_byte(byte);
            }
        }
    }

    fn token(&mut self) -> Tok {
        use Tok::*;
        let start = self.pos;
        let Some(&byte) = self.text.get(start) else { return End };
        let punctuation = |lexer: &mut Self, len: usize, tok: Tok| {
            lexer.pos += len;
            tok
        };
        match (byte, self.byte(1), self.byte(2)) {
            (b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.., _, _) | (b'\\', b'u' | b'U', _) => self.word(),
            (b'0'..=b'9', _, _) | (b'.', b'0'..=b'9', _) => self.number(),
            (b'"', _, _) => self.quoted(b'"', 0),
            (b'\'', _, _) => self.quoted(b'\'', 0),
            (b'(', _, _) => punctuation(self, 1, LParen),
            (b')', _, _) => punctuation(self, 1, RParen),
            (b'[', _, _) => punctuation(self, 1, LBracket),
            (b']', _, _) => punctuation(self, 1, RBracket),
            (b'{', _, _) => punctuation(self, 1, LBrace),
            (b'}', _, _) => punctuation(self, 1, RBrace),
            (b';', _, _) => punctuation(self, 1, Semi),
            (b',', _, _) => punctuation(self, 1, Comma),
            (b':', b'>', _) => punctuation(self, 2, RBracket),
            (b':', _, _) => punctuation(self, 1, Colon),
            (b'?', _, _) => punctuation(self, 1, Question),
            (b'~', _, _) => punctuation(self, 1, Tilde),
            (b'.', b'.', b'.') => punctuation(self, 3, Ellipsis),
            (b'.', _, _) => punctuation(self, 1, Dot),
            (b'+', b'+', _) => punctuation(self, 2, PlusPlus),
            (b'+', b'=', _) => punctuation(self, 2, PlusAssign),
            (b'+', _, _) => punctuation(self, 1, Plus),
            (b'-', b'-', _) => punctuation(self, 2, MinusMinus),
            (b'-', b'=', _) => punctuation(self, 2, MinusAssign),
            (b'-', b'>', _) => punctuation(self, 2, Arrow),
            (b'-', _, _) => punctuation(self, 1, Minus),
            (b'&', b'&', _) => punctuation(self, 2, AmpAmp),
            (b'&', b'=', _) => punctuation(self, 2, AmpAssign),
            (b'&', _, _) => punctuation(self, 1, Amp),
            (b'|', b'|', _) => punctuation(self, 2, PipePipe),
            (b'|', b'=', _) => punctuation(self, 2, PipeAssign),
            (b'|', _, _) => punctuation(self, 1, Pipe),
            (b'^', b'=', _) => punctuation(self, 2, CaretAssign),
            (b'^', _, _) => punctuation(self, 1, Caret),
            (b'!', b'=', _) => punctuation(self, 2, NotEq),
            (b'!', _, _) => punctuation(self, 1, Bang),
            (b'*', b'=', _) => punctuation(self, 2, StarAssign),
            (b'*', _, _) => punctuation(self, 1, Star),
            (b'/', b'=', _) => punctuation(self, 2, SlashAssign),
            (b'/', _, _) => punctuation(self, 1, Slash),
            (b'%', b'=', _) => punctuation(self, 2, PercentAssign),
            (b'%', b'>', _) => punctuation(self, 2, RBrace),
            (b'%', _, _) => punctuation(self, 1, Percent),
            (b'<', b'<', b'=') => punctuation(self, 3, ShlAssign),
            (b'<', b'<', _) => punctuation(self, 2, Shl),
            (b'<', b'=', _) => punctuation(self, 2, Le),
            (b'<', b':', _) => punctuation(self, 2, LBracket),
            (b'<', b'%', _) => punctuation(self, 2, LBrace),
            (b'<', _, _) => punctuation(self, 1, Lt),
            (b'>', b'>', b'=') => punctuation(self, 3, ShrAssign),
            (b'>', b'>', _) => punctuation(self, 2, Shr),
            (b'>', b'=', _) => punctuation(self, 2, Ge),
            (b'>', _, _) => punctuation(self, 1, Gt),
            (b'=', b'=', b'>') => punctuation(self, 3, Implies),
            (b'=', b'=', _) => punctuation(self, 2, EqEq),
            (b'=', _, _) => punctuation(self, 1, Assign),
            (b'#', _, _) => punctuation(self, 1, Hash),
            (0, _, _) => self.fail(start, start, "a zero byte: this is not C source".into()),
            (b' '..=b'~', _, _) => self.fail(start, start, format!("stray `{}`", byte as char)),
            _ => self.fail(start, start, format!("stray byte 0x{byte:02x}: this is not C source")),
        }
    }

    fn word(&mut self) -> Tok {
        let start = self.pos;
        let (mut ascii, mut escaped) = (true, false);
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' => self.pos += 1,
                0x80.. => {
                    ascii = false;
                    self.pos += 1;
                }
                b'\\' if matches!(self.byte(1), b'u' | b'U') => {
                    escaped = true;
                    self.pos += 2;
                }
                _ => break,
            }
        }
        let bytes = &self.text[start..self.pos];
        if escaped {
            return self.escaped_word(start);
        }
        if let Some(&quote @ (b'"' | b'\'')) = self.text.get(self.pos)
            && matches!(bytes, b"L" | b"u" | b"U" | b"u8")
        {
            self.pos = start;
            return self.quoted(quote, bytes.len());
        }
        let word = match std::str::from_utf8(bytes) {
            Ok(word) => word,
            Err(error) => {
                let bad = start + error.valid_up_to();
                let byte = self.text[bad];
                return self.fail(bad, bad, format!("stray byte 0x{byte:02x}: neither ASCII nor UTF-8"));
            }
        };
        if !ascii {
            if let Some(bad) = word.chars().find(|c| !c.is_ascii() && !c.is_alphanumeric()) {
                return self.fail(start, self.pos, format!("stray character `{}`", bad.escape_default()));
            }
            self.line_start += bytes.iter().filter(|byte| **byte & 0xc0 == 0x80).count();
        }
        let symbol = self.sources.names.intern(word);
        match KEYWORDS.get(symbol.index()) {
            Some((_, kw, c23)) if !c23 || self.dialect.c23 => Tok::Kw(*kw),
            _ => Tok::Ident(symbol),
        }
    }

    /// A word with characters written as `\u1234`.
    #[cold]
    fn escaped_word(&mut self, start: usize) -> Tok {
        let mut units = Vec::new();
        let decoded = literal::decode(&self.text[start..self.pos], Prefix::Plain, &mut units);
        let bytes: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
        match (decoded, std::str::from_utf8(&bytes)) {
            (Ok(()), Ok(word)) => Tok::Ident(self.sources.names.intern(word)),
            (Err(message), _) => self.fail(start, self.pos, message),
            (Ok(()), Err(_)) => self.fail(start, self.pos, "a word that is not UTF-8".into()),
        }
    }

    fn number(&mut self) -> Tok {
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b'e' | b'E' | b'p' | b'P' if matches!(self.byte(1), b'+' | b'-') => {
                    // In hexadecimal, `e` is a digit.
                    self.pos += if self.sign_belongs() { 2 } else { 1 };
                    if matches!(self.text.get(self.pos), Some(b'+' | b'-')) {
                        break;
                    }
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' => self.pos += 1,
                b'\'' if self.dialect.c23 && self.byte(1).is_ascii_alphanumeric() => self.pos += 2,
                _ => break,
            }
        }
        Tok::Number
    }
    /// Whether the sign after the exponent letter at `pos` is part of the number.
    fn sign_belongs(&self) -> bool {
        let mut start = self.pos;
        while start > 0
            && (self.text[start - 1].is_ascii_alphanumeric() || matches!(self.text[start - 1], b'.' | b'\''))
        {
            start -= 1;
        }
        let hex = self.text[start..].starts_with(b"0x") || self.text[start..].starts_with(b"0X");
        !hex || matches!(self.text[self.pos], b'p' | b'P')
    }

    fn quoted(&mut self, quote: u8, prefix: usize) -> Tok {
        let start = self.pos;
        self.pos += prefix + 1;
        let what = if quote == b'"' { "string" } else { "character constant" };
        loop {
            match self.text.get(self.pos) {
                Some(&byte) if byte == quote => {
                    self.pos += 1;
                    return if quote == b'"' { Tok::Str } else { Tok::Char };
                }
                Some(b'\\') if self.byte(1) == b'\n' => {
                    self.pos += 1;
                    self.newline();
                }
                Some(b'\\') if self.pos + 1 < self.text.len() => self.pos += 2,
                None | Some(b'\n' | b'\\') => {
                    let end = self.pos;
                    return self.fail(start, end, format!("this {what} is never closed"));
                }
                Some(&byte) => self.skip_byte(byte),
            }
        }
    }

    /// A line that begins with `#`. True if it is an error.
    fn directive(&mut self) -> bool {
        let start = self.pos;
        let end = self.text[start..].iter().position(|b| *b == b'\n').map_or(self.text.len(), |n| start + n);
        let line = &self.text[start + if self.text[start] == b'%' { 2 } else { 1 }..end];
        let body = line.trim_ascii();
        let word_len = body.iter().position(|b| !b.is_ascii_alphanumeric() && *b != b'_').unwrap_or(body.len());
        let (word, rest) = body.split_at(word_len);
        let mut error = None;
        match word {
            b"" if body.is_empty() => {}
            [b'0'..=b'9', ..] => self.marker(body),
            b"line" => self.marker(rest.trim_ascii()),
            b"pragma" => error = self.pragma(rest.trim_ascii()).err(),
            b"ident" | b"sccs" | b"warning" => {}
            _ => {
                let name = String::from_utf8_lossy(word).into_owned();
                error = Some(format!("the directive `#{name}` in preprocessed text"));
            }
        }
        if let Some(message) = error {
            self.fail(start, end, message);
            if word != b"pragma"
                && let Some(diag) = self.error.take()
            {
                self.error = Some(Box::new(diag.help("name the file .c to have it preprocessed")));
            }
            return true;
        }
        self.skip_line();
        false
    }

    /// `12 "file.c" 1 3`: the next line is line 12 of that file.
    fn marker(&mut self, body: &[u8]) {
        if self.dialect.markers == Markers::Ignore {
            return;
        }
        let digits = body.iter().position(|b| !b.is_ascii_digit()).unwrap_or(body.len());
        let line = body[..digits].iter().fold(0u32, |n, d| n.saturating_mul(10).saturating_add(u32::from(d - b'0')));
        let rest = body[digits..].trim_ascii_start();
        if let Some(quoted) = rest.strip_prefix(b"\"") {
            let mut name = Vec::new();
            let mut bytes = quoted.iter();
            while let Some(&byte) = bytes.next() {
                match byte {
                    b'"' => break,
                    b'\\' => name.extend(bytes.next()),
                    _ => name.push(byte),
                }
            }
            let system = bytes.as_slice().split(|b| *b == b' ').any(|flag| flag.trim_ascii() == b"3");
            let file = self.file_of(name, system);
            self.system = system;
            if file != self.file || self.original.is_none() {
                self.file = file;
                let text = self.sources.files[file].text.clone();
                self.original = text.filter(|_| !self.keeps_own_places()).map(Original::new);
            }
        }
        // The line after this one has that number.
        self.shift = if self.keeps_own_places() { 0 } else { line.wrapping_sub(self.line.wrapping_add(1)) };
    }
    /// Whether markers do not count here, since the file they name was not read as a part of the program.
    fn keeps_own_places(&self) -> bool {
        self.file == self.own && self.dialect.markers == Markers::FollowRead
    }
    /// The file a marker names; the given text itself where that file was not read and this matters.
    fn file_of(&mut self, name: Vec<u8>, system: bool) -> FileId {
        let own = self.own;
        if let Some(&known) = self.known.get(&name) {
            return known.unwrap_or(own);
        }
        let text_name = String::from_utf8_lossy(&name).into_owned();
        let virtual_file = text_name.is_empty() || (text_name.starts_with('<') && text_name.ends_with('>'));
        if self.by_name.is_empty() {
            // The first file of a name counts.
            for (id, file) in self.sources.files.iter().filter(|(id, _)| *id != own) {
                self.by_name.entry(file.name.clone()).or_insert(id);
            }
        }
        let found = self.by_name.get(&text_name).copied();
        let own_name = is_named(&self.sources.files[own].name, &text_name);
        let read_only = self.dialect.markers == Markers::FollowRead;
        let file = if own_name {
            Some(own)
        } else if let Some(found) = found {
            Some(found)
        } else {
            let text = if virtual_file || (system && !read_only) { None } else { self.sources.text_of(&text_name) };
            if text.is_none() && read_only {
                None
            } else {
                let id = self.sources.files.push(hecaton_ir::File { name: text_name.clone(), text, library: false });
                self.by_name.insert(text_name, id);
                Some(id)
            }
        };
        self.known.insert(name, file);
        file.unwrap_or(own)
    }
    fn pragma(&mut self, body: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(body);
        if text.starts_with("scalar_storage_order") {
            return Err("`#pragma scalar_storage_order` is not supported".into());
        }
        let Some(rest) = text.strip_prefix("pack") else { return Ok(()) };
        let malformed = || format!("malformed `#pragma {text}`");
        let inner = rest.trim().strip_prefix('(').and_then(|r| r.split(')').next()).ok_or_else(malformed)?;
        let mut args = inner.split(',').map(str::trim).filter(|arg| !arg.is_empty()).peekable();
        let number = |arg: &str| match arg.parse::<u32>() {
            Ok(0) => Ok(None),
            Ok(n @ (1 | 2 | 4 | 8 | 16)) => Ok(Some(n)),
            _ => Err(malformed()),
        };
        match args.peek().copied() {
            None => self.packed = None,
            Some("push") => {
                args.next();
                let name = args.next_if(|arg| arg.parse::<u32>().is_err()).map(|name| name.as_bytes().to_vec());
                self.pack.push((self.packed, name));
                if let Some(arg) = args.next() {
                    self.packed = number(arg)?;
                }
            }
            Some("pop") => {
                args.next();
                let name = args.next_if(|arg| arg.parse::<u32>().is_err()).map(|name| name.as_bytes().to_vec());
                let at = match &name {
                    None => self.pack.len().checked_sub(1),
                    Some(_) => self.pack.iter().rposition(|(_, pushed)| *pushed == name),
                };
                if let Some(at) = at {
                    self.packed = self.pack[at].0;
                    self.pack.truncate(at);
                }
                if let Some(arg) = args.next() {
                    self.packed = number(arg)?;
                }
            }
            Some(arg) => self.packed = number(arg)?,
        }
        Ok(())
    }

    /// The place of a piece of the text.
    fn place(&mut self, start: usize, end: usize) -> Span {
        if let Some(at) = self.fixed {
            return at;
        }
        let line = self.line.wrapping_add(self.shift);
        let col = (start + 1).saturating_sub(self.line_start).max(1) as u32;
        let len = end.saturating_sub(start).max(1) as u32;
        let mut span = Span { file: self.file, line, col, len };
        if let Some(original) = &mut self.original {
            if !(self.line_bounds.0..=self.line_bounds.1).contains(&start) {
                let begin = self.text[..start].iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
                let length = self.text[start..].iter().position(|b| *b == b'\n').unwrap_or(self.text.len() - start);
                self.line_bounds = (begin, start + length);
            }
            let (begin, end_of_line) = self.line_bounds;
            let physical = Physical { number: self.line, text: &self.text[begin..end_of_line], system: self.system };
            if let Some(found) = original.locate(line, physical, start - begin, end.max(start) - begin) {
                (span.col, span.len) = found;
            }
        }
        span
    }
}

/// What a token is called in messages.
pub(crate) fn describe(token: &Token, bytes: &[u8]) -> String {
    match token.tok {
        Tok::End => "the end of the file".into(),
        Tok::Str => "a string".into(),
        _ => format!("`{}`", literal::shorten(&String::from_utf8_lossy(bytes))),
    }
}
