//! Attributes: `__attribute__((...))` and `[[...]]`.

use super::{Parsed, Parser};
use crate::ast::{Attr, AttrArg};
use crate::diag::Diag;
use crate::lex::{Kw, Tok};

/// The least and the greatest number of arguments of an attribute; any for those that we do not know.
fn numbers(name: &str) -> (usize, usize) {
    match name {
        "always_inline"
        | "artificial"
        | "cold"
        | "common"
        | "const"
        | "flatten"
        | "gnu_inline"
        | "hot"
        | "leaf"
        | "may_alias"
        | "naked"
        | "no_instrument_function"
        | "nocommon"
        | "noclone"
        | "noinline"
        | "nonstring"
        | "noreturn"
        | "nothrow"
        | "packed"
        | "pure"
        | "returns_twice"
        | "transparent_union"
        | "unused"
        | "used"
        | "warn_unused_result"
        | "weak" => (0, 0),
        "aligned" | "constructor" | "deprecated" | "destructor" | "sentinel" | "weakref" => (0, 1),
        "alias" | "alloc_align" | "cleanup" | "format_arg" | "ifunc" | "mode" | "section" | "tls_model"
        | "vector_size" | "visibility" => (1, 1),
        "alloc_size" | "assume_aligned" => (1, 2),
        "format" => (3, 3),
        _ => (0, usize::MAX),
    }
}

impl Parser<'_> {
    /// Any number of attribute lists, of both forms.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Attr>> {
        let mut attrs = Vec::new();
        loop {
            match self.here() {
                Tok::Kw(Kw::Attribute) => self.old_attributes(&mut attrs)?,
                Tok::LBracket if self.peek() == Tok::LBracket => self.new_attributes(&mut attrs)?,
                _ => {
                    attrs.shrink_to_fit();
                    return Ok(attrs);
                }
            }
        }
    }

    fn old_attributes(&mut self, attrs: &mut Vec<Attr>) -> Parsed<()> {
        self.advance();
        self.expect(Tok::LParen, "`((`")?;
        self.expect(Tok::LParen, "`((`")?;
        self.enter_heavy(4)?;
        while !self.at(Tok::RParen) {
            if self.eat(Tok::Comma) {
                continue;
            }
            let (name, span) = self.attribute_name()?;
            let args = if self.at(Tok::LParen) { self.attribute_args()? } else { Vec::new() };
            let (least, most) = numbers(self.lex.sources.names.text(name));
            if !(least..=most).contains(&args.len()) {
                return Err(self.fail(Diag::error(span, "this attribute has another number of arguments")));
            }
            attrs.push(Attr { scope: None, name, args, span });
            if !self.at(Tok::RParen) && !self.at(Tok::Comma) {
                return Err(self.expected("`,` or `)`"));
            }
        }
        self.leave_heavy(4);
        self.expect(Tok::RParen, "`)`")?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(())
    }

    fn new_attributes(&mut self, attrs: &mut Vec<Attr>) -> Parsed<()> {
        self.advance();
        self.advance();
        self.enter_heavy(4)?;
        while !self.at(Tok::RBracket) {
            if self.eat(Tok::Comma) {
                continue;
            }
            let (mut name, span) = self.attribute_name()?;
            let mut scope = None;
            if self.at(Tok::Colon) && self.peek() == Tok::Colon {
                self.advance();
                self.advance();
                scope = Some(std::mem::replace(&mut name, self.attribute_name()?.0));
            }
            let mut args = Vec::new();
            if self.at(Tok::LParen) {
                let gnu = scope.is_some_and(|scope| self.lex.sources.names.text(scope) == "gnu");
                if gnu || scope.is_none() {
                    args = self.attribute_args()?;
                } else {
                    args.push(AttrArg::Other(self.skip_group()?));
                }
            }
            attrs.push(Attr { scope, name, args, span });
            if !self.at(Tok::RBracket) && !self.at(Tok::Comma) {
                return Err(self.expected("`,` or `]]`"));
            }
        }
        self.leave_heavy(4);
        self.expect(Tok::RBracket, "`]]`")?;
        self.expect(Tok::RBracket, "`]]`")?;
        Ok(())
    }

    /// A word, keywords included, without the underscores around it.
    fn attribute_name(&mut self) -> Parsed<(crate::ast::Symbol, hecaton_ir::Span)> {
        if !matches!(self.tok.tok, Tok::Ident(_) | Tok::Kw(_)) {
            return Err(self.expected("the name of an attribute"));
        }
        let token = self.advance();
        let text = String::from_utf8_lossy(self.lex.bytes(&token));
        let bare = text.strip_prefix("__").and_then(|t| t.strip_suffix("__")).filter(|t| !t.is_empty());
        Ok((self.lex.sources.names.intern(bare.unwrap_or(&text)), token.span))
    }

    fn attribute_args(&mut self) -> Parsed<Vec<AttrArg>> {
        self.expect(Tok::LParen, "`(`")?;
        let mut args = Vec::new();
        while !self.at(Tok::RParen) {
            if self.starts_type() {
                args.push(AttrArg::Type(self.type_name()?));
            } else {
                args.push(AttrArg::Expr(self.assignment()?));
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`")?;
        args.shrink_to_fit();
        Ok(args)
    }
}
