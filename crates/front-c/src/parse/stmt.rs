//! Statements and blocks.

use super::item::Declared;
use super::{Parsed, Parser};
use crate::ast::{Attr, Block, ExprKind, For, Ident, Label, LabelKind, Stmt, StmtKind};
use crate::diag::Diag;
use crate::lex::{Kw, Tok};
use hecaton_ir::Span;

impl Parser<'_> {
    /// `{ ... }` in a scope of its own.
    pub(super) fn block(&mut self) -> Parsed<Block> {
        let span = self.expect(Tok::LBrace, "`{`")?.span;
        self.push_scope();
        let mut stmts = Vec::new();
        while !self.at(Tok::RBrace) {
            if self.at(Tok::End) {
                let failed = self.expected("`}`");
                if let Some(diag) = &mut self.error {
                    diag.notes.push(("this `{` is never closed".into(), Some(span)));
                }
                return Err(failed);
            }
            self.in_block = true;
            stmts.push(self.statement()?);
        }
        self.pop_scope();
        let end = self.advance().span;
        Ok(Block { stmts, span, end })
    }

    /// A statement, or a declaration if `in_block` says that it stands directly in a block.
    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        self.enter_heavy(2)?;
        let in_block = std::mem::take(&mut self.in_block);
        let span = self.tok.span;
        let attrs = match self.here() {
            Tok::Kw(Kw::Attribute) | Tok::LBracket => self.attributes()?,
            _ => Vec::new(),
        };
        let stmt = self.plain_statement(span, attrs, in_block)?;
        self.leave_heavy(2);
        Ok(stmt)
    }

    fn plain_statement(&mut self, span: Span, attrs: Vec<Attr>, in_block: bool) -> Parsed<Stmt> {
        let kind = match self.here() {
            Tok::Semi => {
                self.advance();
                StmtKind::Empty
            }
            Tok::LBrace => StmtKind::Block(self.block()?),
            Tok::Ident(_) if self.peek() == Tok::Colon => self.labeled(in_block)?,
            Tok::Ident(name) => {
                if self.is_typedef(name) {
                    self.check_block(in_block)?;
                    return self.declaration_statement(span, attrs);
                }
                self.expression_statement()?
            }
            Tok::Kw(kw) => match kw {
                Kw::If => self.if_statement()?,
                Kw::Case | Kw::Default => self.labeled(in_block)?,
                Kw::For => self.for_statement()?,
                Kw::While => self.while_statement()?,
                Kw::Do => self.do_statement()?,
                Kw::Switch => self.switch_statement()?,
                Kw::Return => self.return_statement()?,
                Kw::Goto => self.goto_statement()?,
                Kw::Break | Kw::Continue => {
                    self.advance();
                    self.semicolon()?;
                    if kw == Kw::Break { StmtKind::Break } else { StmtKind::Continue }
                }
                Kw::Asm => {
                    let asm = self.asm()?;
                    self.semicolon()?;
                    StmtKind::Asm(Box::new(asm))
                }
                Kw::StaticAssert => StmtKind::Assert(Box::new(self.static_assert()?)),
                Kw::LabelDecl => self.label_declaration()?,
                Kw::Extension => {
                    while self.eat_kw(Kw::Extension) {}
                    if self.starts_type() {
                        self.check_block(in_block)?;
                        return self.declaration_statement(span, attrs);
                    }
                    self.expression_statement()?
                }
                Kw::Else => {
                    let span = self.tok.span;
                    return Err(self.fail(Diag::error(span, "this `else` belongs to no `if`")));
                }
                _ if self.starts_type() => {
                    self.check_block(in_block)?;
                    return self.declaration_statement(span, attrs);
                }
                _ => self.expression_statement()?,
            },
            _ => self.expression_statement()?,
        };
        Ok(Stmt { kind, attrs, span })
    }

    /// A declaration stands here; it may only in a block.
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
        if let (ExprKind::Name(name), Tok::Ident(_) | Tok::Kw(_)) = (&expr.kind, self.tok.tok)
            && expr.span.line == self.tok.span.line
        {
            return Err(self.unknown_type(Ident { name: *name, span: expr.span }));
        }
        self.semicolon()?;
        Ok(StmtKind::Expr(expr))
    }

    fn labeled(&mut self, in_block: bool) -> Parsed<StmtKind> {
        let mut labels = Vec::new();
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
        let empty = Stmt { kind: StmtKind::Empty, attrs: Vec::new(), span };
        let body = if self.at(Tok::RBrace) {
            empty
        } else if self.starts_type() || self.at_kw(Kw::StaticAssert) {
            self.check_block(in_block)?;
            empty
        } else {
            self.statement()?
        };
        Ok(StmtKind::Labeled { labels, body: Box::new(body) })
    }

    /// `(e)`
    fn condition(&mut self) -> Parsed<crate::ast::Expr> {
        self.expect(Tok::LParen, "`(`")?;
        let cond = self.expr()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(cond)
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        let mut arms = Vec::new();
        loop {
            self.advance();
            let cond = self.condition()?;
            let body = self.statement()?;
            arms.push((cond, body));
            if !self.eat_kw(Kw::Else) {
                return Ok(StmtKind::If { arms, other: None });
            }
            if !self.at_kw(Kw::If) {
                let other = Some(Box::new(self.statement()?));
                return Ok(StmtKind::If { arms, other });
            }
        }
    }

    fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.enter()?;
        self.advance();
        self.expect(Tok::LParen, "`(`")?;
        self.push_scope();
        let span = self.tok.span;
        while self.eat_kw(Kw::Extension) {}
        let init = if self.eat(Tok::Semi) {
            Stmt { kind: StmtKind::Empty, attrs: Vec::new(), span }
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
        let body = self.statement()?;
        self.pop_scope();
        self.leave();
        Ok(StmtKind::For(Box::new(For { init, cond, step, body })))
    }

    fn while_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let cond = self.condition()?;
        while self.contract()? {}
        let body = Box::new(self.statement()?);
        Ok(StmtKind::While { cond, body })
    }

    fn do_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        while self.contract()? {}
        let body = Box::new(self.statement()?);
        if !self.at_kw(Kw::While) {
            return Err(self.expected("`while`"));
        }
        self.advance();
        let cond = self.condition()?;
        self.semicolon()?;
        Ok(StmtKind::DoWhile { body, cond })
    }

    fn switch_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let on = self.condition()?;
        let body = Box::new(self.statement()?);
        Ok(StmtKind::Switch { on, body })
    }

    fn return_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let value = if self.at(Tok::Semi) { None } else { Some(self.expr()?) };
        self.semicolon()?;
        Ok(StmtKind::Return(value))
    }

    fn goto_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let kind =
            if self.eat(Tok::Star) { StmtKind::GotoExpr(self.expr()?) } else { StmtKind::Goto(self.ident("a label")?) };
        self.semicolon()?;
        Ok(kind)
    }

    fn label_declaration(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let mut labels = vec![self.ident("a label")?];
        while self.eat(Tok::Comma) {
            labels.push(self.ident("a label")?);
        }
        self.semicolon()?;
        Ok(StmtKind::LabelDecl(labels))
    }
}
