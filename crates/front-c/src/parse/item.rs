//! The outermost level, declarations and function definitions.

use super::{Parsed, Parser};
use crate::ast::{
    Asm, AsmOperand, Attr, Declaration, Declarator, Derived, Expr, Function, InitDeclarator, Item, Params, Specs,
    StaticAssert, Storage, StrLit, TypeSpec,
};
use crate::diag::Diag;
use crate::lex::{Kw, Tok};

/// A declaration or a function definition.
pub(super) enum Declared {
    Decl(Declaration),
    Function(Box<Function>),
}

impl Parser<'_> {
    pub(super) fn unit(&mut self) -> Parsed<Vec<Item>> {
        let mut items = Vec::new();
        while !self.at(Tok::End) {
            if self.eat(Tok::Semi) || self.eat_kw(Kw::Extension) {
                continue;
            }
            items.push(self.item()?);
        }
        Ok(items)
    }

    fn item(&mut self) -> Parsed<Item> {
        match self.here() {
            Tok::Kw(Kw::Asm) => {
                let asm = self.asm()?;
                self.eat(Tok::Semi);
                Ok(Item::Asm(Box::new(asm)))
            }
            Tok::Kw(Kw::StaticAssert) => Ok(Item::Assert(Box::new(self.static_assert()?))),
            Tok::RBrace => {
                let span = self.tok.span;
                Err(self.fail(Diag::error(span, "this `}` closes nothing")))
            }
            Tok::Ident(_) | Tok::Kw(_) | Tok::Star | Tok::LParen | Tok::LBracket => {
                let attrs = self.attributes()?;
                match self.declaration(attrs)? {
                    Declared::Decl(decl) => Ok(Item::Decl(Box::new(decl))),
                    Declared::Function(function) => Ok(Item::Function(function)),
                }
            }
            _ => Err(self.expected("a declaration")),
        }
    }

    /// A declaration with its `;`, or a function definition. The caller has made sure that it is one.
    pub(super) fn declaration(&mut self, attrs: Vec<Attr>) -> Parsed<Declared> {
        let span = self.tok.span;
        let mut specs = self.specs()?;
        if !attrs.is_empty() {
            specs.attrs.splice(0..0, attrs);
        }
        if self.eat(Tok::Semi) {
            return Ok(Declared::Decl(Declaration { specs, declarators: Vec::new(), span }));
        }
        let mut declarators = Vec::new();
        loop {
            let lead = self.attributes()?;
            let declarator = self.declarator()?;
            let Some(name) = declarator.name else { return Err(self.expected("a name")) };
            // `foo_t x;` with an unknown `foo_t` reads as a name without a type.
            let typeless = matches!(specs.ty, TypeSpec::Implicit) && declarator.derived.is_empty();
            if declarators.is_empty()
                && typeless
                && (matches!(self.tok.tok, Tok::Ident(_) | Tok::Star) || self.starts_type())
            {
                return Err(self.unknown_type(name));
            }
            let is_type = specs.storage == Some(Storage::Typedef);
            self.declare(name.name, is_type);
            let mut asm_label = None;
            let before = lead.len();
            let mut attrs = lead;
            loop {
                match self.here() {
                    Tok::Kw(Kw::Asm) => asm_label = Some(self.asm_label()?),
                    Tok::Kw(Kw::Attribute) => attrs.extend(self.attributes()?),
                    Tok::Ident(_) if self.contract()? => {}
                    _ => break,
                }
            }
            let function = matches!(declarator.derived.first(), Some(Derived::Function(_)));
            let old_style = match declarator.derived.first() {
                Some(Derived::Function(Params::Names(names))) => !names.is_empty(),
                _ => false,
            };
            if declarators.is_empty() && !is_type && (self.at(Tok::LBrace) || (old_style && self.starts_type())) {
                if attrs.len() > before && self.at(Tok::LBrace) {
                    let span = attrs[before].span;
                    let diag = Diag::error(span, "attributes after the declarator of a function definition");
                    return Err(self.fail(diag.help("write them before the declarator")));
                }
                if !function {
                    let span = self.tok.span;
                    return Err(self.fail(
                        Diag::error(span, "expected `;` or `=`, found `{`")
                            .note("after this declaration", Some(name.span)),
                    ));
                }
                return self.function(specs, declarator, attrs).map(Declared::Function);
            }
            let init = if self.eat(Tok::Assign) { Some(self.initializer()?) } else { None };
            declarators.push(InitDeclarator { declarator, asm_label, attrs, init, span: name.span });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.semicolon()?;
        declarators.shrink_to_fit();
        Ok(Declared::Decl(Declaration { specs, declarators, span }))
    }

    /// From the parameter declarations of the old style, or the body, on.
    fn function(&mut self, specs: Specs, declarator: Declarator, attrs: Vec<Attr>) -> Parsed<Box<Function>> {
        let span = declarator.span;
        self.enter_heavy(8)?;
        self.push_scope();
        match declarator.derived.first() {
            Some(Derived::Function(Params::Prototype { params, .. })) => {
                for param in params {
                    if let Some(name) = param.declarator.name {
                        self.declare(name.name, false);
                    }
                }
            }
            Some(Derived::Function(Params::Names(names))) => {
                names.iter().for_each(|name| self.declare(name.name, false));
            }
            _ => {}
        }
        let mut old_params = Vec::new();
        while !self.at(Tok::LBrace) {
            if !self.starts_type() {
                return Err(self.expected("`{`"));
            }
            let attrs = self.attributes()?;
            match self.declaration(attrs)? {
                Declared::Decl(decl) => old_params.push(decl),
                Declared::Function(inner) => {
                    return Err(self.fail(Diag::error(inner.span, "a function among the parameters of another one")));
                }
            }
        }
        let body = self.block()?;
        self.pop_scope();
        self.leave_heavy(8);
        Ok(Box::new(Function { specs, declarator, old_params, attrs, body, span }))
    }

    /// A contract clause of CBMC after a declarator or loop head; skipped. Whether there was one.
    pub(super) fn contract(&mut self) -> Parsed<bool> {
        let Tok::Ident(name) = self.tok.tok else { return Ok(false) };
        let known = matches!(
            self.lex.sources.names.text(name),
            "__CPROVER_requires"
                | "__CPROVER_ensures"
                | "__CPROVER_assigns"
                | "__CPROVER_frees"
                | "__CPROVER_requires_contract"
                | "__CPROVER_ensures_contract"
                | "__CPROVER_loop_invariant"
                | "__CPROVER_decreases"
        );
        if known && self.peek() == Tok::LParen {
            self.advance();
            self.skip_group()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn asm_label(&mut self) -> Parsed<StrLit> {
        self.advance();
        self.expect(Tok::LParen, "`(`")?;
        let label = self.string()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(label)
    }

    pub(super) fn static_assert(&mut self) -> Parsed<StaticAssert> {
        let span = self.advance().span;
        self.expect(Tok::LParen, "`(`")?;
        let cond = self.conditional()?;
        let message = if self.eat(Tok::Comma) { Some(self.string()?) } else { None };
        self.expect(Tok::RParen, "`)`")?;
        self.semicolon()?;
        Ok(StaticAssert { cond, message, span })
    }

    /// From `asm` to the closing parenthesis.
    pub(super) fn asm(&mut self) -> Parsed<Asm> {
        let span = self.advance().span;
        let (mut volatile, mut goto) = (false, false);
        loop {
            match self.here() {
                Tok::Kw(Kw::Volatile) => volatile = true,
                Tok::Kw(Kw::Goto) => goto = true,
                Tok::Kw(Kw::Inline) => {}
                _ => break,
            }
            self.advance();
        }
        self.expect(Tok::LParen, "`(`")?;
        let mut asm = Asm {
            template: self.string()?,
            volatile,
            goto,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
            span,
        };
        if self.eat(Tok::Colon) {
            asm.outputs = self.asm_operands()?;
        }
        if self.eat(Tok::Colon) {
            asm.inputs = self.asm_operands()?;
        }
        if self.eat(Tok::Colon) {
            while self.at(Tok::Str) {
                asm.clobbers.push(self.string()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        if self.eat(Tok::Colon) {
            while let Tok::Ident(_) = self.tok.tok {
                asm.labels.push(self.ident("a label")?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RParen, "`)`")?;
        Ok(asm)
    }
    fn asm_operands(&mut self) -> Parsed<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while self.at(Tok::LBracket) || self.at(Tok::Str) {
            let mut name = None;
            if self.eat(Tok::LBracket) {
                name = Some(self.ident("a name")?.name);
                self.expect(Tok::RBracket, "`]`")?;
            }
            let constraint = self.string()?;
            self.expect(Tok::LParen, "`(`")?;
            let expr: Expr = self.expr()?;
            self.expect(Tok::RParen, "`)`")?;
            operands.push(AsmOperand { name, constraint, expr });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(operands)
    }
}
