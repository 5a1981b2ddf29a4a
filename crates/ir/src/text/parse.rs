//! Reading what stands outside of functions. Two passes: the first reads all declarations and the heads of functions, the
//! second initial values and bodies, which may use whatever is declared anywhere.

use super::lex::{Kind, Token, lex};
use super::{Error, MAX_NESTING, names};
use crate::expr::Expr;
use crate::program::{
    BlockId, Feature, FeatureId, File, FileId, FuncId, Function, Global, GlobalId, Init, Program, Prop, PropId,
    PropKind, Role, Span, Var, VarId,
};
use crate::types::{DataModel, Field, Format, Record, Scalar, Type, TypeId, Types};
use crate::verify::MAX_BITS;
use hecaton_base::{Bits, Id as _, Map};
use num_bigint::BigInt;
use std::collections::HashMap;

/// Reads a program; `name` is the path of the text as the user would write it.
pub fn parse(name: &str, text: &str) -> Result<Program, Error> {
    let tokens = lex(text)?;
    let files = tokens.windows(3).filter(|w| {
        matches!((&w[0].kind, &w[1].kind, &w[2].kind), (Kind::Line, Kind::Name(word, false), Kind::Text(_)) if word == "file")
    });
    let first = matches!(tokens.as_slice(), [Token { kind: Kind::Name(word, false), .. }, ..] if word == "file");
    let own = FileId::new(files.count() + usize::from(first));
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        program: Program {
            target: DataModel::Lp64,
            types: Types::new(),
            globals: Map::new(),
            functions: Map::new(),
            entry: FuncId::new(0),
            props: Map::new(),
            features: Map::new(),
            files: Map::new(),
            leak: None,
            race: None,
            deadlock: None,
            cleanup: None,
            outside: false,
            notes: Vec::new(),
        },
        own,
        own_used: false,
        globals: HashMap::new(),
        functions: HashMap::new(),
        props: HashMap::new(),
        features: HashMap::new(),
        records: HashMap::new(),
        later: Vec::new(),
    };
    parser.declarations()?;
    parser.definitions()?;
    let Parser { mut program, own_used, .. } = parser;
    if own_used {
        program.files.push(File { name: name.to_string(), text: Some(text.into()), library: false });
    }
    Ok(program)
}

/// The names of one function.
#[derive(Default)]
pub(super) struct Scope {
    pub vars: HashMap<String, (VarId, Scalar)>,
    pub labels: HashMap<String, BlockId>,
}

/// The variables of the function that is being declared.
#[derive(Default)]
struct Vars {
    all: Map<VarId, Var>,
    names: HashMap<String, VarId>,
}

/// What the second pass goes back to: the token where it begins.
enum Later {
    Entry(usize),
    /// A property of the whole program.
    Whole(PropKind, usize),
    Init(GlobalId, usize),
    Body {
        func: FuncId,
        from: Option<usize>,
        at: usize,
    },
}

pub(super) struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    pub program: Program,
    /// The id the text itself gets as a file, if a span points into it.
    own: FileId,
    own_used: bool,
    pub globals: HashMap<String, GlobalId>,
    functions: HashMap<String, FuncId>,
    props: HashMap<String, PropId>,
    features: HashMap<String, FeatureId>,
    records: HashMap<(bool, String), TypeId>,
    later: Vec<Later>,
}

/// Tokens.
impl Parser<'_> {
    pub(super) fn at(&self) -> usize {
        self.at
    }
    fn token(&self, index: usize) -> &Token {
        // The last token is the end, and nothing is read behind it.
        &self.tokens[index.min(self.tokens.len() - 1)]
    }
    pub(super) fn kind(&self) -> &Kind {
        &self.token(self.at).kind
    }
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        self.error_at(self.at, message.into())
    }
    pub(super) fn error_at(&self, index: usize, message: String) -> Error {
        let Token { line, col, len, .. } = *self.token(index);
        Error { message, line, col, len }
    }
    /// The sign that comes next, if it is one.
    pub(super) fn sign(&self) -> Option<&'static str> {
        self.sign_at(0)
    }
    /// The sign so many tokens ahead, if it is one.
    pub(super) fn sign_at(&self, ahead: usize) -> Option<&'static str> {
        match self.token(self.at + ahead).kind {
            Kind::Sign(sign) => Some(sign),
            Kind::Name(..) | Kind::Number(_) | Kind::Decimal(_) | Kind::Text(_) | Kind::Line | Kind::End => None,
        }
    }
    pub(super) fn accept(&mut self, sign: &str) -> bool {
        let found = self.sign() == Some(sign);
        if found {
            self.advance();
        }
        found
    }
    pub(super) fn expect(&mut self, sign: &str) -> Result<(), Error> {
        if self.accept(sign) { Ok(()) } else { Err(self.error(format!("`{sign}` is wanted"))) }
    }
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Name(name, false) if name == word)
    }
    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }
    fn expect_word(&mut self, word: &str) -> Result<(), Error> {
        if self.accept_word(word) { Ok(()) } else { Err(self.error(format!("`{word}` is wanted"))) }
    }
    pub(super) fn skip_lines(&mut self) {
        while *self.kind() == Kind::Line {
            self.advance();
        }
    }
    pub(super) fn end_line(&mut self) -> Result<(), Error> {
        match self.kind() {
            Kind::Line => {
                self.advance();
                Ok(())
            }
            Kind::Sign("}") | Kind::End => Ok(()),
            Kind::Name(..) | Kind::Number(_) | Kind::Decimal(_) | Kind::Text(_) | Kind::Sign(_) => {
                Err(self.error("the end of the line is wanted"))
            }
        }
    }
    /// A name; a word of the language must be quoted to be one.
    pub(super) fn name(&mut self, what: &str) -> Result<String, Error> {
        match self.kind().clone() {
            Kind::Name(name, false) if names::is_reserved(&name) => {
                Err(self.error(format!("{what} is wanted; as a name, `{name}` must be quoted")))
            }
            Kind::Name(name, _) => {
                self.advance();
                Ok(name)
            }
            Kind::Number(_) | Kind::Decimal(_) | Kind::Text(_) | Kind::Sign(_) | Kind::Line | Kind::End => {
                Err(self.error(format!("{what} is wanted")))
            }
        }
    }
    pub(super) fn text(&mut self) -> Result<String, Error> {
        match self.kind().clone() {
            Kind::Text(text) => {
                self.advance();
                Ok(text)
            }
            Kind::Name(..) | Kind::Number(_) | Kind::Decimal(_) | Kind::Sign(_) | Kind::Line | Kind::End => {
                Err(self.error("a text in double quotes is wanted"))
            }
        }
    }
    /// The number some digits are.
    pub(super) fn big(&self, digits: &str) -> Result<BigInt, Error> {
        // Nothing is wider than the widest integer; longer numbers would only cost time.
        if digits.len() > MAX_BITS as usize / 3 {
            return Err(self.error("a number with too many digits"));
        }
        let parsed = match digits.strip_prefix("0x") {
            Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16),
            None => BigInt::parse_bytes(digits.as_bytes(), 10),
        };
        parsed.ok_or_else(|| self.error("not a number"))
    }
    fn number<T: TryFrom<BigInt>>(&mut self) -> Result<T, Error> {
        let Kind::Number(digits) = self.kind().clone() else { return Err(self.error("a number is wanted")) };
        let value = self.big(&digits)?;
        let value = T::try_from(value).map_err(|_| self.error("the number is too large"))?;
        self.advance();
        Ok(value)
    }
    /// The place of the tokens since `start` in the text itself.
    pub(super) fn place(&mut self, start: usize) -> Span {
        let (first, last) = (self.token(start), self.token(self.at.saturating_sub(1).max(start)));
        let len = if last.line == first.line { (last.col + last.len).saturating_sub(first.col) } else { first.len };
        let span = Span { file: self.own, line: first.line, col: first.col, len: len.max(1) };
        self.own_used = true;
        span
    }
    /// Goes to a token.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at;
    }
    /// A span if one is written, else the place of the tokens since `start`.
    pub(super) fn span(&mut self, start: usize) -> Result<Span, Error> {
        if !self.accept("!") {
            return Ok(self.place(start));
        }
        if self.accept("-") {
            return Ok(Span::nowhere());
        }
        let at = self.at;
        let file: u32 = self.number()?;
        self.expect(":")?;
        let line = self.number()?;
        self.expect(":")?;
        let col = self.number()?;
        self.expect(":")?;
        let len = self.number()?;
        if line > 0 && file as usize >= self.own.index() {
            return Err(self.error_at(at, format!("there is no file {file}")));
        }
        Ok(Span { file: FileId::new(file as usize), line, col, len })
    }
}

/// Names that are declared elsewhere.
impl Parser<'_> {
    pub(super) fn word(&self) -> Scalar {
        self.program.word()
    }
    pub(super) fn func(&mut self, what: &str) -> Result<FuncId, Error> {
        let at = self.at;
        let name = self.name(what)?;
        self.functions.get(&name).copied().ok_or_else(|| self.error_at(at, format!("there is no function `{name}`")))
    }
    pub(super) fn feature(&mut self) -> Result<FeatureId, Error> {
        let name = self.name("a feature")?;
        // Features need no declaration.
        let features = &mut self.program.features;
        Ok(*self.features.entry(name.clone()).or_insert_with(|| features.push(Feature { name })))
    }
    /// A declared property, or a new one: `p3`, `"text"`, `overflow "text"`. Its place is that of the instruction, which
    /// is not known yet.
    pub(super) fn prop(&mut self, kind: PropKind, func: &str) -> Result<(PropId, bool), Error> {
        let at = self.at;
        let mut kind = kind;
        if let Kind::Name(name, false) = self.kind().clone()
            && matches!(self.token(self.at + 1).kind, Kind::Text(_))
        {
            let Some(found) = PropKind::ALL.into_iter().find(|k| k.name() == name) else {
                return Err(self.error(format!("there is no kind of property `{name}`")));
            };
            kind = found;
            self.advance();
        }
        if let Kind::Text(_) = self.kind() {
            let (text, func, span) = (self.text()?, func.to_string(), Span::nowhere());
            return Ok((self.program.props.push(Prop { kind, text, func, span }), true));
        }
        let name = self.name("a property")?;
        match self.props.get(&name) {
            Some(id) => Ok((*id, false)),
            None => Err(self.error_at(at, format!("there is no property `{name}`"))),
        }
    }
    /// A type without parts. Only what objects and variables are made of enters the table of types.
    pub(super) fn scalar(&mut self) -> Result<Scalar, Error> {
        let at = self.at;
        let ty = if self.sign() == Some("[") { None } else { self.plain_type()?.err() };
        match ty {
            Some(Type::Int { bits, .. }) => Ok(Scalar::Int(bits)),
            Some(Type::Float(format)) => Ok(Scalar::Float(format)),
            Some(Type::Ptr) => Ok(Scalar::Ptr),
            Some(Type::Array { .. } | Type::Record(_)) | None => {
                Err(self.error_at(at, "a type without parts is wanted".to_string()))
            }
        }
    }
    /// A type.
    pub(super) fn ty(&mut self) -> Result<TypeId, Error> {
        let mut lens = Vec::new();
        while self.accept("[") {
            if lens.len() > MAX_NESTING {
                return Err(self.error("a type nested too deeply"));
            }
            lens.push(self.number::<u64>()?);
            self.expect_word("x")?;
        }
        let mut id = match self.plain_type()? {
            Ok(record) => record,
            Err(ty) => self.program.types.add(ty),
        };
        for len in lens.into_iter().rev() {
            self.expect("]")?;
            id = self.program.types.add(Type::Array { elem: id, len });
        }
        Ok(id)
    }
    /// A declared record, or a type without parts.
    fn plain_type(&mut self) -> Result<Result<TypeId, Type>, Error> {
        let at = self.at;
        for (word, union) in [("struct", false), ("union", true)] {
            if self.accept_word(word) {
                let name = self.name("the name of a record")?;
                let found = self.records.get(&(union, name.clone())).copied();
                let Some(found) = found else {
                    return Err(self.error_at(at, format!("there is no {word} `{name}` declared before")));
                };
                return Ok(Ok(found));
            }
        }
        let Kind::Name(word, false) = self.kind().clone() else { return Err(self.error("a type is wanted")) };
        let ty = if word == "ptr" {
            Type::Ptr
        } else if let Some((_, format)) = names::FLOATS.iter().find(|(name, _)| *name == word) {
            Type::Float(*format)
        } else if word == "float" {
            self.advance();
            self.expect("(")?;
            let exp = self.number()?;
            self.expect(",")?;
            let sig = self.number()?;
            let known = names::FLOATS.iter().find(|(_, format)| *format == Format { exp, sig });
            let Some((_, format)) = known else { return Err(self.error("there is no such float format")) };
            // The closing parenthesis is left for the end.
            Type::Float(*format)
        } else {
            let signed = match word.as_bytes()[0] {
                b's' | b'i' => Some(true),
                b'u' => Some(false),
                _ => None,
            };
            let digits = word.get(1..).filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
            let bits = digits.and_then(|d| d.parse::<u32>().ok()).filter(|bits| (1..=MAX_BITS).contains(bits));
            match (signed, bits) {
                (Some(signed), Some(bits)) => Type::Int { bits, signed },
                _ => return Err(self.error(format!("there is no type `{word}`"))),
            }
        };
        if word == "float" {
            self.expect(")")?;
        } else {
            self.advance();
        }
        Ok(Err(ty))
    }
}

/// The first pass.
impl Parser<'_> {
    fn declarations(&mut self) -> Result<(), Error> {
        loop {
            self.skip_lines();
            let start = self.at;
            let Kind::Name(word, false) = self.kind().clone() else {
                if *self.kind() == Kind::End {
                    return Ok(());
                }
                return Err(self.error("a declaration is wanted"));
            };
            self.advance();
            match word.as_str() {
                "target" => {
                    let at = self.at;
                    let name = self.name("ILP32 or LP64")?;
                    let found = [DataModel::Ilp32, DataModel::Lp64].into_iter().find(|m| m.to_string() == name);
                    self.program.target =
                        found.ok_or_else(|| self.error_at(at, format!("there is no target `{name}`")))?;
                }
                "entry" => {
                    self.later.push(Later::Entry(self.at));
                    self.name("a function")?;
                }
                "leak" | "cleanup" | "race" | "deadlock" => {
                    let kind = PropKind::ALL.into_iter().find(|kind| kind.name() == word);
                    self.later.extend(kind.map(|kind| Later::Whole(kind, self.at)));
                    self.skip_line();
                }
                "outside" => self.program.outside = true,
                "note" => {
                    let note = self.text()?;
                    self.program.notes.push(note);
                }
                "file" => {
                    let name = self.text()?;
                    let library = self.accept_word("library");
                    self.program.files.push(File { name, text: None, library });
                }
                "type" => self.declare_type()?,
                "feature" => {
                    let at = self.at;
                    let name = self.name("a feature")?;
                    if self.features.contains_key(&name) {
                        return Err(self.error_at(at, format!("feature `{name}` is declared twice")));
                    }
                    let id = self.program.features.push(Feature { name: name.clone() });
                    self.features.insert(name, id);
                }
                "prop" => self.declare_prop(start)?,
                "global" => self.declare_global(start)?,
                "func" => self.declare_function(start)?,
                _ => return Err(self.error_at(start, format!("there is no declaration `{word}`"))),
            }
            self.end_line()?;
        }
    }

    fn skip_line(&mut self) {
        while !matches!(self.kind(), Kind::Line | Kind::End) {
            self.advance();
        }
    }

    /// Skips from behind an opening brace to behind its closing one.
    fn skip_braces(&mut self) -> Result<(), Error> {
        let open = self.at;
        let mut depth = 1u32;
        while depth > 0 {
            match self.kind() {
                Kind::Sign("{") => depth += 1,
                Kind::Sign("}") => depth -= 1,
                Kind::End => return Err(self.error_at(open, "the `}` to a `{` is missing".to_string())),
                Kind::Name(..) | Kind::Number(_) | Kind::Decimal(_) | Kind::Text(_) | Kind::Sign(_) | Kind::Line => {}
            }
            self.advance();
        }
        Ok(())
    }

    fn declare_type(&mut self) -> Result<(), Error> {
        let start = self.at;
        let union = self.is_word("union");
        if !union && !self.is_word("struct") {
            // Only fixes its place in the table.
            self.ty()?;
            return Ok(());
        }
        self.advance();
        let name = self.name("the name of a record")?;
        self.expect_word("size")?;
        let size = self.number()?;
        self.expect_word("align")?;
        let align = self.number()?;
        self.expect("{")?;
        let mut fields = Vec::new();
        self.skip_lines();
        while !self.accept("}") {
            let name = self.name("a field")?;
            self.expect(":")?;
            let ty = self.ty()?;
            self.expect("@")?;
            let offset = self.number()?;
            let bits = if self.accept_word("bits") { Some((self.number()?, self.number()?)) } else { None };
            fields.push(Field { name, ty, offset, bits });
            self.skip_lines();
            if !self.accept(";") && self.sign() != Some("}") {
                return Err(self.error("`;` or `}` is wanted"));
            }
            self.skip_lines();
        }
        let known = self.records.contains_key(&(union, name.clone()));
        let id = self.program.types.add(Type::Record(Record { union, name: name.clone(), fields, size, align }));
        if known {
            return Err(self.error_at(start, format!("`{name}` is declared twice")));
        }
        self.records.insert((union, name), id);
        Ok(())
    }

    fn declare_prop(&mut self, start: usize) -> Result<(), Error> {
        let name = self.name("the name of a property")?;
        let at = self.at;
        let Some(kind) = PropKind::ALL.into_iter().find(|k| self.is_word(k.name())) else {
            return Err(self.error_at(at, "the kind of a property is wanted".to_string()));
        };
        self.advance();
        let text = self.text()?;
        let func = if self.accept_word("in") { self.name("a function")? } else { String::new() };
        let span = self.span(start)?;
        if self.props.contains_key(&name) {
            return Err(self.error_at(start, format!("property `{name}` is declared twice")));
        }
        let id = self.program.props.push(Prop { kind, text, func, span });
        self.props.insert(name, id);
        Ok(())
    }

    fn declare_global(&mut self, start: usize) -> Result<(), Error> {
        self.expect("@")?;
        let name = self.name("the name of a global")?;
        self.expect(":")?;
        let ty = self.ty()?;
        let constant = self.accept_word("const");
        let id = self.program.globals.next_id();
        let mut init = Init::Values(Vec::new());
        if self.accept("=") {
            if self.accept_word("arbitrary") {
                init = Init::Arbitrary;
            } else {
                self.expect("{")?;
                self.later.push(Later::Init(id, self.at));
                self.skip_braces()?;
            }
        }
        let span = self.span(start)?;
        if self.globals.insert(name.clone(), id).is_some() {
            return Err(self.error_at(start, format!("global `{name}` is declared twice")));
        }
        self.program.globals.push(Global { name, ty, init, constant, span });
        Ok(())
    }

    fn declare_var(&mut self, vars: &mut Vars, start: usize) -> Result<VarId, Error> {
        let at = self.at;
        let name = self.name("the name of a variable")?;
        self.expect(":")?;
        let type_at = self.at;
        let ty = self.ty()?;
        if self.program.types.scalar(ty).is_none() {
            return Err(self.error_at(type_at, "a variable is of a type without parts".to_string()));
        }
        let role = if self.accept_word("temp") {
            Role::Temp
        } else if self.accept_word("place") {
            Role::Place(self.ty()?)
        } else {
            Role::Named
        };
        let span = self.span(start)?;
        let id = vars.all.next_id();
        if vars.names.insert(name.clone(), id).is_some() {
            return Err(self.error_at(at, format!("variable `{name}` is declared twice")));
        }
        Ok(vars.all.push(Var { name, ty, role, span }))
    }

    fn declare_function(&mut self, start: usize) -> Result<(), Error> {
        let name = self.name("the name of a function")?;
        let mut vars = Vars::default();
        // Parameters by name only are looked up when the variables are known.
        let (mut params, mut named, mut variadic) = (Vec::new(), Vec::new(), false);
        self.expect("(")?;
        self.skip_lines();
        while !self.accept(")") {
            let at = self.at;
            if self.accept("...") {
                variadic = true;
            } else if self.sign_at(1) == Some(":") {
                params.push(self.declare_var(&mut vars, at)?);
            } else {
                named.push((self.name("a parameter")?, at));
            }
            self.skip_lines();
            if (variadic || !self.accept(",")) && self.sign() != Some(")") {
                return Err(self.error("`,` or `)` is wanted"));
            }
            self.skip_lines();
        }
        let result = if self.accept("->") { Some(self.scalar()?) } else { None };
        let from = if self.accept_word("from") {
            let at = self.at;
            self.name("a block")?;
            Some(at)
        } else {
            None
        };
        let span = self.span(start)?;
        let id = self.program.functions.next_id();
        if self.accept("{") {
            self.skip_lines();
            while self.accept_word("var") {
                let start = self.at - 1;
                self.declare_var(&mut vars, start)?;
                self.end_line()?;
                self.skip_lines();
            }
            self.later.push(Later::Body { func: id, from, at: self.at });
            self.skip_braces()?;
        }
        for (name, at) in named {
            let Some(id) = vars.names.get(&name) else {
                return Err(self.error_at(at, format!("there is no variable `{name}`")));
            };
            params.push(*id);
        }
        if self.functions.insert(name.clone(), id).is_some() {
            return Err(self.error_at(start, format!("function `{name}` is declared twice")));
        }
        let (vars, blocks, entry) = (vars.all, Map::new(), BlockId::new(0));
        self.program.functions.push(Function { name, params, variadic, result, vars, blocks, entry, span });
        Ok(())
    }
}

/// The second pass.
impl Parser<'_> {
    fn definitions(&mut self) -> Result<(), Error> {
        let mut entry = None;
        for later in std::mem::take(&mut self.later) {
            match later {
                Later::Entry(at) => {
                    self.at = at;
                    entry = Some(self.func("a function")?);
                }
                Later::Whole(kind, at) => {
                    let prop = Some(self.end_prop(at, kind)?);
                    match kind {
                        PropKind::Leak => self.program.leak = prop,
                        PropKind::Cleanup => self.program.cleanup = prop,
                        PropKind::Race => self.program.race = prop,
                        PropKind::Deadlock => self.program.deadlock = prop,
                        _ => {}
                    }
                }
                Later::Init(id, at) => {
                    self.at = at;
                    let values = self.init()?;
                    self.program.globals[id].init = Init::Values(values);
                }
                Later::Body { func, from, at } => {
                    self.at = at;
                    self.body(func, from)?;
                }
            }
        }
        let main = self.functions.get("main").copied();
        self.program.entry = match entry.or(main) {
            Some(entry) => entry,
            None => {
                return Err(self.error_at(0, "there is no function `main`, and no `entry` names another".to_string()));
            }
        };
        Ok(())
    }

    fn end_prop(&mut self, at: usize, kind: PropKind) -> Result<PropId, Error> {
        self.at = at;
        let (id, new) = self.prop(kind, "")?;
        if new {
            let span = self.span(at)?;
            self.program.props[id].span = span;
        }
        self.end_line()?;
        Ok(id)
    }

    fn init(&mut self) -> Result<Vec<(u64, Expr)>, Error> {
        let (mut values, scope) = (Vec::new(), Scope::default());
        self.skip_lines();
        while !self.accept("}") {
            let offset: u64 = self.number()?;
            self.expect(":")?;
            if let Kind::Text(text) = self.kind().clone() {
                for (i, c) in text.chars().enumerate() {
                    let Ok(byte) = u8::try_from(u32::from(c)) else {
                        return Err(self.error("a character that is not a byte; write its bytes as `\\u{..}`"));
                    };
                    let Some(at) = offset.checked_add(i as u64) else { return Err(self.error("too far")) };
                    values.push((at, Expr::Int(Bits::from_u64(8, u64::from(byte)))));
                }
                self.advance();
            } else {
                let (value, _) = self.any_expr(&scope)?;
                values.push((offset, value));
            }
            self.skip_lines();
            if !self.accept(",") && self.sign() != Some("}") {
                return Err(self.error("`,` or `}` is wanted"));
            }
            self.skip_lines();
        }
        Ok(values)
    }
}
