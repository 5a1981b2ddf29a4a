//! Statements and blocks, with a stack of what is open instead of recursion: programs that other tools generated nest
//! blocks a thousand deep.

use super::item::Declared;
use super::{Parsed, Parser};
use crate::ast::{Attr, Block, Expr, ExprKind, For, Ident, Label, LabelKind, MAX_STATEMENT_DEPTH, Stmt, StmtKind};
use crate::diag::Diag;
use crate::lex::{Kw, Tok};
use hecaton_ir::Span;

/// A statement whose inner statement is being parsed.
struct Open {
    kind: OpenKind,
    attrs: Vec<Attr>,
    span: Span,
}

enum OpenKind {
    /// `span` is that of the brace.
    Block {
        stmts: Vec<Stmt>,
        span: Span,
    },
    /// The arms before, and the condition of this one.
    If {
        arms: Vec<(Expr, Stmt)>,
        cond: Expr,
    },
    Else {
        arms: Vec<(Expr, Stmt)>,
    },
    Switch {
        on: Expr,
    },
    While {
        cond: Expr,
    },
    Do,
    /// Has a scope of its own.
    For {
        init: Stmt,
        cond: Option<Expr>,
        step: Option<Expr>,
    },
    Labeled {
        labels: Vec<Label>,
    },
    /// Has something to be done before it.
    Planted {
        first: Stmt,
    },
}

/// The beginning of a statement.
enum Begun {
    Done(Stmt),
    Open(Open),
}

impl Parser<'_> {
    /// `{ ... }` in a scope of its own.
    pub(super) fn block(&mut self) -> Parsed<Block> {
        let span = self.tok.span;
        let mut stack = Vec::new();
        let outermost = self.open_block(Vec::new(), span)?;
        self.push_open(&mut stack, outermost)?;
        loop {
            let in_block = matches!(stack.last(), Some(Open { kind: OpenKind::Block { .. }, .. }));
            let mut done = if in_block
                && self.at(Tok::RBrace)
                && let Some(Open { kind: OpenKind::Block { mut stmts, span }, attrs, span: start }) =
                    self.pop_open(&mut stack)
            {
                stmts.shrink_to_fit();
                self.pop_scope();
                let block = Block { stmts, span, end: self.advance().span };
                if stack.is_empty() {
                    return Ok(block);
                }
                Stmt { kind: StmtKind::Block(block), attrs, span: start }
            } else {
                if self.at(Tok::End) {
                    return Err(self.unfinished(&stack));
                }
                match self.begin(in_block)? {
                    Begun::Done(stmt) => stmt,
                    Begun::Open(open) => {
                        self.push_open(&mut stack, open)?;
                        continue;
                    }
                }
            };
            // The statement may complete the one around it, and so on.
            while let Some(open) = self.pop_open(&mut stack) {
                match self.end(open, done)? {
                    Begun::Done(stmt) => done = stmt,
                    Begun::Open(open) => {
                        self.push_open(&mut stack, open)?;
                        break;
                    }
                }
            }
        }
    }
    fn push_open(&mut self, stack: &mut Vec<Open>, open: Open) -> Parsed<()> {
        self.open_statements += 1;
        if self.open_statements > MAX_STATEMENT_DEPTH {
            let diag = format!("nesting too deep: more than {MAX_STATEMENT_DEPTH} statements in each other");
            return Err(self.fail(Diag::error(open.span, diag)));
        }
        stack.push(open);
        Ok(())
    }
    fn pop_open(&mut self, stack: &mut Vec<Open>) -> Option<Open> {
        self.open_statements = self.open_statements.saturating_sub(1);
        stack.pop()
    }
    fn open_block(&mut self, attrs: Vec<Attr>, start: Span) -> Parsed<Open> {
        let span = self.expect(Tok::LBrace, "`{`")?.span;
        self.push_scope();
        Ok(Open { kind: OpenKind::Block { stmts: Vec::new(), span }, attrs, span: start })
    }

    /// The file ends inside of statements.
    fn unfinished(&mut self, stack: &[Open]) -> super::Failed {
        let brace = stack.iter().rev().find_map(|open| match open.kind {
            OpenKind::Block { span, .. } => Some(span),
            _ => None,
        });
        let failed = self.expected("`}`");
        if let Some(diag) = &mut self.error {
            diag.notes.push(("this `{` is never closed".into(), brace));
        }
        failed
    }

    /// A whole simple statement, or another one up to its inner statement.
    fn begin(&mut self, in_block: bool) -> Parsed<Begun> {
        let span = self.tok.span;
        if !self.planted.is_empty()
            && let Some(first) = self.planted()?
        {
            return Ok(match in_block {
                true => Begun::Done(first),
                false => Begun::Open(Open { kind: OpenKind::Planted { first }, attrs: Vec::new(), span }),
            });
        }
        let attrs = match self.here() {
            Tok::Kw(Kw::Attribute) | Tok::LBracket => self.attributes()?,
            _ => Vec::new(),
        };
        let open = |kind, attrs| Ok(Begun::Open(Open { kind, attrs, span }));
        let kind = match self.here() {
            Tok::Semi => {
                self.advance();
                StmtKind::Empty
            }
            Tok::LBrace => return self.open_block(attrs, span).map(Begun::Open),
            Tok::Ident(_) if self.peek() == Tok::Colon => return self.labeled(attrs, span, in_block),
            Tok::Ident(name) if self.is_typedef(name) => return self.declared(attrs, span, in_block),
            Tok::Kw(kw) => match kw {
                Kw::If => {
                    self.advance();
                    let cond = self.condition()?;
                    return open(OpenKind::If { arms: Vec::with_capacity(1), cond }, attrs);
                }
                Kw::Case | Kw::Default => return self.labeled(attrs, span, in_block),
                Kw::For => {
                    let kind = self.for_head()?;
                    return open(kind, attrs);
                }
                Kw::While => {
                    self.advance();
                    let cond = self.condition()?;
                    while self.contract()? {}
                    return open(OpenKind::While { cond }, attrs);
                }
                Kw::Do => {
                    self.advance();
                    while self.contract()? {}
                    return open(OpenKind::Do, attrs);
                }
                Kw::Switch => {
                    self.advance();
                    let on = self.condition()?;
                    return open(OpenKind::Switch { on }, attrs);
                }
                Kw::Extension => {
                    while self.eat_kw(Kw::Extension) {}
                    if self.starts_type() {
                        return self.declared(attrs, span, in_block);
                    }
                    self.expression_statement()?
                }
                Kw::Else => {
                    return Err(self.fail(Diag::error(span, "this `else` belongs to no `if`")));
                }
                _ if self.starts_type() => return self.declared(attrs, span, in_block),
                _ => self.simple(kw)?,
            },
            _ => self.expression_statement()?,
        };
        Ok(Begun::Done(Stmt { kind, attrs, span }))
    }

    /// Puts an inner statement into the one around it, which then is complete or goes on.
    fn end(&mut self, open: Open, inner: Stmt) -> Parsed<Begun> {
        let Open { kind, attrs, span } = open;
        let kind = match kind {
            OpenKind::If { mut arms, cond } => {
                arms.push((cond, inner));
                if self.eat_kw(Kw::Else) {
                    let kind = if self.eat_kw(Kw::If) {
                        let cond = self.condition()?;
                        OpenKind::If { arms, cond }
                    } else {
                        OpenKind::Else { arms }
                    };
                    return Ok(Begun::Open(Open { kind, attrs, span }));
                }
                StmtKind::If { arms, other: None }
            }
            OpenKind::Else { arms } => StmtKind::If { arms, other: Some(Box::new(inner)) },
            OpenKind::Switch { on } => StmtKind::Switch { on, body: Box::new(inner) },
            OpenKind::While { cond } => StmtKind::While { cond, body: Box::new(inner) },
            OpenKind::Do => {
                if !self.eat_kw(Kw::While) {
                    return Err(self.expected("`while`"));
                }
                let cond = self.condition()?;
                self.semicolon()?;
                StmtKind::DoWhile { body: Box::new(inner), cond }
            }
            OpenKind::For { init, cond, step } => {
                self.pop_scope();
                StmtKind::For(Box::new(For { init, cond, step, body: inner }))
            }
            OpenKind::Labeled { labels } => StmtKind::Labeled { labels, body: Box::new(inner) },
            OpenKind::Planted { first } => StmtKind::Block(Block { stmts: vec![first, inner], span, end: self.before }),
            OpenKind::Block { mut stmts, span: brace } => {
                stmts.push(inner);
                return Ok(Begun::Open(Open { kind: OpenKind::Block { stmts, span: brace }, attrs, span }));
            }
        };
        Ok(Begun::Done(Stmt { kind, attrs, span }))
    }

    /// Statements that begin with a keyword and have no inner statement.
    fn simple(&mut self, kw: Kw) -> Parsed<StmtKind> {
        let kind = match kw {
            Kw::Return => {
                self.advance();
                StmtKind::Return(if self.at(Tok::Semi) { None } else { Some(self.expr()?) })
            }
            Kw::Goto => {
                self.advance();
                if self.eat(Tok::Star) {
                    StmtKind::GotoExpr(self.expr()?)
                } else {
                    StmtKind::Goto(self.ident("a label")?)
                }
            }
            Kw::Break => {
                self.advance();
                StmtKind::Break
            }
            Kw::Continue => {
                self.advance();
                StmtKind::Continue
            }
            Kw::Asm => StmtKind::Asm(Box::new(self.asm()?)),
            Kw::StaticAssert => return Ok(StmtKind::Assert(Box::new(self.static_assert()?))),
            Kw::LabelDecl => {
                self.advance();
                let mut labels = vec![self.ident("a label")?];
                while self.eat(Tok::Comma) {
                    labels.push(self.ident("a label")?);
                }
                StmtKind::LabelDecl(labels)
            }
            _ => return self.expression_statement(),
        };
        self.semicolon()?;
        Ok(kind)
    }

    /// A declaration as a statement; only directly in a block.
    fn declared(&mut self, attrs: Vec<Attr>, span: Span, in_block: bool) -> Parsed<Begun> {
        self.check_block(in_block)?;
        self.declaration_statement(span, attrs).map(Begun::Done)
    }
    fn check_block(&mut self, in_block: bool) -> Parsed<()> {
        if in_block {
            return Ok(());
        }
        let span = self.tok.span;
        Err(self.fail(Diag::error(span, "expected a statement, found a declaration").help("put it in braces")))
    }
    fn declaration_statement(&mut self, span: Span, attrs: Vec<Attr>) -> Parsed<Stmt> {
        let kind = match self.declaration(attrs)? {
            Declared::Decl(decl) => StmtKind::Decl(Box::new(decl)),
            Declared::Function(function) => StmtKind::Function(function),
        };
        Ok(Stmt { kind, attrs: Vec::new(), span })
    }

    fn expression_statement(&mut self) -> Parsed<StmtKind> {
        let expr = self.expr()?;
        if let (ExprKind::Name(name), Tok::Ident(_) | Tok::Kw(_)) = (&expr.kind, self.here())
            && expr.span.line == self.tok.span.line
        {
            return Err(self.unknown_type(Ident { name: *name, span: expr.span }));
        }
        self.semicolon()?;
        Ok(StmtKind::Expr(expr))
    }

    /// Labels up to the statement after them.
    fn labeled(&mut self, attrs: Vec<Attr>, start: Span, in_block: bool) -> Parsed<Begun> {
        let mut labels = Vec::with_capacity(1);
        loop {
            let span = self.tok.span;
            let kind = match self.here() {
                Tok::Ident(name) if self.peek() == Tok::Colon => {
                    self.advance();
                    LabelKind::Name(name)
                }
                Tok::Kw(Kw::Default) => {
                    self.advance();
                    LabelKind::Default
                }
                Tok::Kw(Kw::Case) => {
                    self.advance();
                    let from = self.conditional()?;
                    if self.eat(Tok::Ellipsis) {
                        LabelKind::Range(from, self.conditional()?)
                    } else {
                        LabelKind::Case(from)
                    }
                }
                _ => break,
            };
            self.expect(Tok::Colon, "`:`")?;
            labels.push(Label { kind, attrs: self.attributes()?, span });
        }
        let span = self.tok.span;
        // C23: a label may stand before a declaration or at the end of a block.
        let declaration = self.starts_type() || self.at_kw(Kw::StaticAssert);
        if declaration {
            self.check_block(in_block)?;
        }
        if declaration || self.at(Tok::RBrace) {
            let body = Box::new(Stmt { kind: StmtKind::Empty, attrs: Vec::new(), span });
            return Ok(Begun::Done(Stmt { kind: StmtKind::Labeled { labels, body }, attrs, span: start }));
        }
        Ok(Begun::Open(Open { kind: OpenKind::Labeled { labels }, attrs, span: start }))
    }

    /// `(e)`
    fn condition(&mut self) -> Parsed<Expr> {
        self.expect(Tok::LParen, "`(`")?;
        let cond = self.expr()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(cond)
    }

    fn for_head(&mut self) -> Parsed<OpenKind> {
        self.advance();
        self.expect(Tok::LParen, "`(`")?;
        self.push_scope();
        let span = self.tok.span;
        while self.eat_kw(Kw::Extension) {}
        let init = if self.eat(Tok::Semi) {
            Stmt { kind: StmtKind::Empty, attrs: Vec::new(), span }
        } else if self.at_kw(Kw::StaticAssert) {
            let kind = StmtKind::Assert(Box::new(self.static_assert()?));
            Stmt { kind, attrs: Vec::new(), span }
        } else if self.starts_type() {
            let attrs = self.attributes()?;
            self.declaration_statement(span, attrs)?
        } else {
            Stmt { kind: self.expression_statement()?, attrs: Vec::new(), span }
        };
        let cond = if self.at(Tok::Semi) { None } else { Some(self.expr()?) };
        self.semicolon()?;
        let step = if self.at(Tok::RParen) { None } else { Some(self.expr()?) };
        self.expect(Tok::RParen, "`)`")?;
        while self.contract()? {}
        Ok(OpenKind::For { init, cond, step })
    }
}
