//! The parser: recursive descent over tokens, with the GNU extensions that preprocessed system headers and kernel
//! code use, and C23.
//!
//! It stops at the first error. Errors travel as an empty `Failed` while the message waits in the parser, so results
//! stay small. Statements are parsed with an explicit stack. Every cycle of the recursion in everything else passes
//! through [`Parser::enter`], which limits the depth; left-recursive trees that a loop builds are counted too (see
//! `deepest`), so [`crate::ast::MAX_DEPTH`] bounds the height of what is returned and not only the parser's own stack.

mod attr;
mod decl;
mod expr;
mod init;
mod item;
mod planted;
mod specs;
mod stmt;

use crate::ast::{Ident, MAX_DEPTH, Prefix, Sources, StrLit, Symbol, Unit};
use crate::diag::Diag;
use crate::lex::{self, Dialect, Kw, Lexer, Tok, Token};
use crate::literal;
use hecaton_base::Id as _;
use hecaton_ir::{FileId, Span};
use planted::Planted;
use std::collections::VecDeque;

/// Parses the preprocessed text of a file.
pub fn parse(text: &[u8], file: FileId, dialect: Dialect, sources: &mut Sources) -> Result<Unit, Vec<Diag>> {
    if u32::try_from(text.len()).is_err() {
        return Err(vec![Diag::error_nowhere("the preprocessed text is larger than 4 GiB")]);
    }
    let predicates = sources.predicates.clone();
    let texts: Vec<Vec<u8>> = predicates.iter().map(planted::statement).collect();
    let planted = predicates.into_iter().zip(&texts).enumerate();
    let planted = planted.map(|(number, (predicate, text))| Planted { predicate, number, text }).collect();
    let mut lex = Lexer::new(text, file, dialect, sources);
    let tok = lex.next_token();
    let mut parser = Parser {
        lex,
        tok,
        before: tok.span,
        ahead: VecDeque::new(),
        dialect,
        depth: 0,
        deepest: 0,
        open_statements: 0,
        error: None,
        planted,
        typedefs: Vec::new(),
        undo: Vec::new(),
        scopes: Vec::new(),
    };
    for name in lex::PREDECLARED {
        let name = parser.lex.sources.names.intern(name);
        parser.declare(name, true);
    }
    match parser.unit() {
        Ok(items) => Ok(Unit { file, items }),
        Err(Failed) => {
            let lexical = parser.lex.error.take();
            let error = parser.error.take().or(lexical);
            Err(vec![error.map_or_else(|| Diag::error_nowhere("the file cannot be parsed"), |diag| *diag)])
        }
    }
}

/// Parsing failed; the message is in `Parser::error`.
#[derive(Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    lex: Lexer<'a>,
    /// The current token.
    tok: Token,
    /// The place of the token before it.
    before: Span,
    /// Tokens after the current one that were looked at.
    ahead: VecDeque<Token>,
    dialect: Dialect,
    depth: u32,
    /// The greatest depth of a node under the expression being parsed, counting those that loops put above it.
    deepest: u32,
    /// How many statements are open around the current token.
    open_statements: u32,
    error: Option<Box<Diag>>,
    /// Features to be logged before certain statements.
    planted: Vec<Planted<'a>>,
    /// Whether each symbol names a type now.
    typedefs: Vec<bool>,
    /// What to restore when scopes end.
    undo: Vec<(Symbol, bool)>,
    /// Where the scopes begin in `undo`.
    scopes: Vec<usize>,
}

impl Parser<'_> {
    fn advance(&mut self) -> Token {
        let next = match self.ahead.pop_front() {
            Some(token) => token,
            None => self.lex.next_token(),
        };
        self.before = self.tok.span;
        std::mem::replace(&mut self.tok, next)
    }
    /// The token after the current one.
    fn peek(&mut self) -> Tok {
        self.peek_at(0)
    }
    fn peek_at(&mut self, index: usize) -> Tok {
        while self.ahead.len() <= index {
            let token = self.lex.next_token();
            self.ahead.push_back(token);
        }
        self.ahead[index].tok
    }
    /// The current token's sort.
    fn here(&self) -> Tok {
        self.tok.tok
    }
    fn at(&self, tok: Tok) -> bool {
        self.tok.tok == tok
    }
    fn at_kw(&self, kw: Kw) -> bool {
        self.tok.tok == Tok::Kw(kw)
    }
    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.at(tok);
        if found {
            self.advance();
        }
        found
    }
    fn eat_kw(&mut self, kw: Kw) -> bool {
        self.eat(Tok::Kw(kw))
    }
    fn expect(&mut self, tok: Tok, what: &str) -> Parsed<Token> {
        if self.at(tok) { Ok(self.advance()) } else { Err(self.expected(what)) }
    }
    fn semicolon(&mut self) -> Parsed<()> {
        self.expect(Tok::Semi, "`;`").map(|_| ())
    }
    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        match self.here() {
            Tok::Ident(name) => {
                let span = self.advance().span;
                Ok(Ident { name, span })
            }
            _ => Err(self.expected(what)),
        }
    }

    #[cold]
    fn fail(&mut self, diag: Diag) -> Failed {
        self.error.get_or_insert_with(|| Box::new(diag));
        Failed
    }
    /// The current token is not what must stand here.
    #[cold]
    fn expected(&mut self, what: &str) -> Failed {
        if self.at(Tok::Bad)
            && let Some(diag) = self.lex.error.take()
        {
            return self.fail(*diag);
        }
        let found = lex::describe(&self.tok, self.lex.bytes(&self.tok));
        let mut span = self.tok.span;
        let mut diag = Diag::error(span, format!("expected {what}, found {found}"));
        // What is missing at the end of a line belongs there, not to the next line.
        let before = self.before;
        if matches!(what, "`;`" | "`)`" | "`]`" | "`,`") && (before.file, before.line) != (span.file, span.line) {
            span = Span { col: before.col + before.len, len: 1, ..before };
            diag.span = Some(span);
        }
        if what == "`;`" {
            diag.help = Some("a `;` may be missing here".into());
        }
        if let Tok::Ident(name) = self.tok.tok
            && lex::is_c23_keyword(name)
        {
            diag.help = Some(format!("{found} is a keyword since C23: pass -std=c23"));
        }
        self.fail(diag)
    }
    #[cold]
    fn unknown_type(&mut self, name: Ident) -> Failed {
        let text = self.lex.sources.names.text(name.name).to_string();
        let mut diag = Diag::error(name.span, format!("unknown type name `{}`", literal::shorten(&text)));
        if lex::is_c23_keyword(name.name) {
            diag.help = Some(format!("`{text}` is a keyword since C23: pass -std=c23"));
            if text == "bool" {
                diag.help = Some("include <stdbool.h>, or pass -std=c23".into());
            }
        }
        self.fail(diag)
    }
    #[cold]
    fn too_deep(&mut self) -> Failed {
        let span = self.tok.span;
        self.fail(Diag::error(span, format!("nesting too deep: more than {MAX_DEPTH} levels")))
    }

    /// One level down; `leave` must follow on success.
    #[inline]
    fn enter(&mut self) -> Parsed<()> {
        self.enter_heavy(1)
    }
    #[inline]
    fn leave(&mut self) {
        self.leave_heavy(1);
    }
    /// Down into something that counts for several levels, since parsing it takes that much more stack.
    #[inline]
    fn enter_heavy(&mut self, levels: u32) -> Parsed<()> {
        self.depth += levels;
        if self.depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.deepest = self.deepest.max(self.depth);
        Ok(())
    }
    #[inline]
    fn leave_heavy(&mut self, levels: u32) {
        self.depth -= levels;
    }

    fn push_scope(&mut self) {
        self.scopes.push(self.undo.len());
    }
    fn pop_scope(&mut self) {
        let start = self.scopes.pop().unwrap_or(0);
        for (name, was) in self.undo.drain(start..).rev() {
            self.typedefs[name.index()] = was;
        }
    }
    /// From here to the end of the scope, the name is a type or is not.
    fn declare(&mut self, name: Symbol, is_type: bool) {
        let index = name.index();
        if self.typedefs.len() <= index {
            if !is_type {
                return;
            }
            self.typedefs.resize(index + 1, false);
        }
        if self.typedefs[index] != is_type {
            self.typedefs[index] = is_type;
            if !self.scopes.is_empty() {
                self.undo.push((name, !is_type));
            }
        }
    }
    fn is_typedef(&self, name: Symbol) -> bool {
        self.typedefs.get(name.index()).copied().unwrap_or(false)
    }

    /// One or more adjacent strings, joined.
    fn string(&mut self) -> Parsed<StrLit> {
        if !self.at(Tok::Str) {
            return Err(self.expected("a string"));
        }
        let span = self.tok.span;
        let first = self.advance();
        let (mut prefix, body) = literal::split(self.lex.bytes(&first));
        let mut bodies = vec![body];
        while self.at(Tok::Str) {
            let (other, body) = literal::split(self.lex.bytes(&self.tok));
            if prefix != other && prefix != Prefix::Plain && other != Prefix::Plain {
                let span = self.tok.span;
                return Err(self.fail(Diag::error(span, "strings with different prefixes cannot be joined")));
            }
            if other != Prefix::Plain {
                prefix = other;
            }
            bodies.push(body);
            self.advance();
        }
        let mut units = Vec::with_capacity(bodies.iter().map(|body| body.len()).sum());
        for body in bodies {
            if let Err(message) = literal::decode(body, prefix, &mut units) {
                return Err(self.fail(Diag::error(span, message)));
            }
        }
        Ok(StrLit { prefix, units, span })
    }

    /// Over a balanced group that begins with the current opening bracket.
    fn skip_group(&mut self) -> Parsed<Span> {
        let open = self.tok.span;
        let mut level = 0u32;
        loop {
            match self.here() {
                Tok::LParen | Tok::LBracket | Tok::LBrace => level += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => level -= 1,
                Tok::End | Tok::Bad => {
                    self.expected("a closing bracket");
                    if let Some(diag) = &mut self.error {
                        diag.notes.push(("opened here".into(), Some(open)));
                    }
                    return Err(Failed);
                }
                _ => {}
            }
            self.advance();
            if level == 0 {
                return Ok(open);
            }
        }
    }
}
