//! Declarators, parameters and type names.

use super::{Parsed, Parser};
use crate::ast::{ArraySize, Attr, Declarator, Derived, Ident, MAX_DEPTH, Param, Params, Quals, TypeName, TypeSpec};
use crate::lex::{Kw, Tok};
use hecaton_ir::Span;

/// Which declarators may stand here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// With a name: declarations.
    Named,
    /// Without: type names.
    Abstract,
    /// Either: parameters.
    Param,
}

impl Parser<'_> {
    /// A declarator with a name.
    pub(super) fn declarator(&mut self) -> Parsed<Declarator> {
        self.declarator_of(Form::Named)
    }
    /// A declarator that derives nothing.
    pub(super) fn nameless(span: Span) -> Declarator {
        Declarator { name: None, derived: Vec::new(), attrs: Vec::new(), span }
    }
    /// A type as in casts.
    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        let span = self.tok.span;
        let specs = self.specs()?;
        if matches!(specs.ty, TypeSpec::Implicit) {
            if let Tok::Ident(name) = self.tok.tok {
                let span = self.tok.span;
                return Err(self.unknown_type(Ident { name, span }));
            }
            if specs.quals == Quals::default() && specs.storage.is_none() {
                return Err(self.expected("a type"));
            }
        }
        let declarator = self.declarator_of(Form::Abstract)?;
        Ok(TypeName { specs, declarator, span })
    }

    fn declarator_of(&mut self, form: Form) -> Parsed<Declarator> {
        if form == Form::Abstract && self.at(Tok::RParen) {
            return Ok(Self::nameless(self.tok.span));
        }
        self.enter()?;
        let mut pointers = Vec::new();
        let mut attrs: Vec<Attr> = Vec::new();
        loop {
            match self.here() {
                Tok::Star | Tok::Caret => {
                    self.advance();
                    let (quals, attrs) = self.pointer_quals()?;
                    pointers.push(Derived::Pointer { quals, attrs });
                    self.check_length(pointers.len())?;
                }
                Tok::Kw(Kw::Attribute) => attrs.extend(self.attributes()?),
                Tok::Kw(Kw::Extension | Kw::Nullability) => {
                    self.advance();
                }
                _ => break,
            }
        }
        let span = self.tok.span;
        let mut declarator = match self.here() {
            Tok::Ident(name) if form != Form::Abstract => {
                self.advance();
                let mut named = Self::nameless(span);
                named.name = Some(Ident { name, span });
                named
            }
            Tok::LParen if form == Form::Named || self.is_grouping(form) => {
                self.advance();
                let inner = self.declarator_of(form)?;
                self.expect(Tok::RParen, "`)`")?;
                inner
            }
            _ if form == Form::Named => return Err(self.expected("a name")),
            _ => Self::nameless(span),
        };
        loop {
            match self.here() {
                Tok::LBracket if self.peek() == Tok::LBracket => attrs.extend(self.attributes()?),
                Tok::LBracket => {
                    let array = self.array(span)?;
                    declarator.derived.push(array);
                }
                Tok::LParen => {
                    let params = self.params()?;
                    declarator.derived.push(Derived::Function(params));
                }
                _ => break,
            }
            self.check_length(declarator.derived.len())?;
        }
        declarator.derived.extend(pointers.into_iter().rev());
        self.check_length(declarator.derived.len())?;
        declarator.derived.shrink_to_fit();
        declarator.attrs.extend(attrs);
        self.leave();
        Ok(declarator)
    }
    fn check_length(&mut self, len: usize) -> Parsed<()> {
        if len > MAX_DEPTH as usize { Err(self.too_deep()) } else { Ok(()) }
    }

    /// Whether a parenthesis groups a declarator that may be nameless, rather than begin parameters.
    fn is_grouping(&mut self, form: Form) -> bool {
        match self.peek() {
            Tok::Star | Tok::Caret | Tok::LParen | Tok::Kw(Kw::Attribute) => true,
            Tok::LBracket => self.peek_at(1) != Tok::LBracket,
            Tok::Ident(name) => form == Form::Param && !self.is_typedef(name),
            _ => false,
        }
    }

    fn pointer_quals(&mut self) -> Parsed<(Quals, Vec<Attr>)> {
        let mut quals = Quals::default();
        let mut attrs = Vec::new();
        loop {
            match self.here() {
                Tok::Kw(Kw::Const) => quals.constant = true,
                Tok::Kw(Kw::Volatile) => quals.volatile = true,
                Tok::Kw(Kw::Restrict) => quals.restrict = true,
                Tok::Kw(Kw::Atomic) => quals.atomic = true,
                Tok::Kw(Kw::Nullability | Kw::Extension) => {}
                Tok::Kw(Kw::Attribute) => {
                    attrs.extend(self.attributes()?);
                    continue;
                }
                Tok::LBracket if self.peek() == Tok::LBracket => {
                    attrs.extend(self.attributes()?);
                    continue;
                }
                _ => return Ok((quals, attrs)),
            }
            self.advance();
        }
    }

    fn array(&mut self, name: Span) -> Parsed<Derived> {
        let mut span = self.advance().span;
        let (mut quals, mut at_least) = (Quals::default(), false);
        loop {
            let (more, _) = self.pointer_quals()?;
            quals.constant |= more.constant;
            quals.volatile |= more.volatile;
            quals.restrict |= more.restrict;
            quals.atomic |= more.atomic;
            if !self.eat_kw(Kw::Static) {
                break;
            }
            at_least = true;
        }
        let size = if self.at(Tok::RBracket) {
            ArraySize::Unknown
        } else if self.at(Tok::Star) && self.peek() == Tok::RBracket {
            self.advance();
            ArraySize::Star
        } else {
            ArraySize::Expr(Box::new(self.assignment()?))
        };
        let close = self.expect(Tok::RBracket, "`]`")?.span;
        if (close.file, close.line) == (span.file, span.line) && close.col >= span.col {
            span.len = close.col - span.col + close.len;
        }
        if span.line == 0 {
            span = name;
        }
        Ok(Derived::Array { size, quals, at_least, span })
    }

    fn params(&mut self) -> Parsed<Params> {
        self.enter()?;
        self.expect(Tok::LParen, "`(`")?;
        self.push_scope();
        let params = self.param_list()?;
        self.pop_scope();
        self.expect(Tok::RParen, "`)`")?;
        self.leave();
        Ok(params)
    }
    fn param_list(&mut self) -> Parsed<Params> {
        if self.at(Tok::RParen) {
            return Ok(if self.dialect.c23 {
                Params::Prototype { params: Vec::new(), variadic: false }
            } else {
                Params::Names(Vec::new())
            });
        }
        if self.at_kw(Kw::Void) && self.peek() == Tok::RParen {
            self.advance();
            return Ok(Params::Prototype { params: Vec::new(), variadic: false });
        }
        if let Tok::Ident(name) = self.tok.tok
            && !self.is_typedef(name)
        {
            return self.old_names();
        }
        let mut params = Vec::new();
        loop {
            if params.is_empty() && self.at(Tok::Ellipsis) && !self.dialect.c23 {
                return Err(self.expected("a parameter before the `...`"));
            }
            if self.eat(Tok::Ellipsis) {
                params.shrink_to_fit();
                return Ok(Params::Prototype { params, variadic: true });
            }
            params.push(self.param()?);
            // GNU: what stands before a `;` announces parameters that follow, for use in the sizes of arrays.
            if self.eat(Tok::Semi) {
                params.clear();
                continue;
            }
            if !self.eat(Tok::Comma) {
                params.shrink_to_fit();
                return Ok(Params::Prototype { params, variadic: false });
            }
        }
    }
    fn old_names(&mut self) -> Parsed<Params> {
        let mut names = Vec::new();
        loop {
            let name = self.ident("a parameter")?;
            names.push(name);
            if !self.eat(Tok::Comma) {
                // `f(foo_t x)` with an unknown `foo_t`.
                if !self.at(Tok::RParen) && !self.at(Tok::Bad) && !self.at(Tok::End) {
                    return Err(self.unknown_type(name));
                }
                return Ok(Params::Names(names));
            }
            if self.starts_type() || self.at(Tok::Ellipsis) {
                return Err(self.unknown_type(name));
            }
        }
    }
    fn param(&mut self) -> Parsed<Param> {
        while self.eat_kw(Kw::Extension) {}
        let span = self.tok.span;
        if !self.starts_type() {
            if let Tok::Ident(name) = self.tok.tok {
                return Err(self.unknown_type(Ident { name, span }));
            }
            return Err(self.expected("a parameter"));
        }
        let specs = self.specs()?;
        let declarator = self.declarator_of(Form::Param)?;
        let attrs = self.attributes()?;
        if let Some(name) = declarator.name {
            self.declare(name.name, false);
        }
        Ok(Param { specs, declarator, attrs, span })
    }
}
