//! Initialisers.

use super::{Parsed, Parser};
use crate::ast::{Designator, Init, InitEntry, InitList};
use crate::lex::Tok;

impl Parser<'_> {
    pub(super) fn initializer(&mut self) -> Parsed<Init> {
        if self.at(Tok::LBrace) { Ok(Init::List(self.init_list()?)) } else { Ok(Init::Expr(self.assignment()?)) }
    }

    pub(super) fn init_list(&mut self) -> Parsed<InitList> {
        self.enter()?;
        let span = self.expect(Tok::LBrace, "`{`")?.span;
        let mut entries = Vec::new();
        while !self.at(Tok::RBrace) {
            let designators = self.designators()?;
            let value = self.initializer()?;
            entries.push(InitEntry { designators, value });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        if !self.at(Tok::RBrace) {
            return Err(self.expected("`,` or `}`"));
        }
        self.advance();
        self.leave();
        entries.shrink_to_fit();
        Ok(InitList { entries, span })
    }

    fn designators(&mut self) -> Parsed<Vec<Designator>> {
        let mut path = Vec::new();
        if let Tok::Ident(_) = self.tok.tok
            && self.peek() == Tok::Colon
        {
            path.push(Designator::Field(self.ident("a member")?));
            self.advance();
            return Ok(path);
        }
        loop {
            match self.here() {
                Tok::Dot => {
                    self.advance();
                    path.push(Designator::Field(self.ident("a member")?));
                }
                Tok::LBracket => {
                    self.advance();
                    let from = self.conditional()?;
                    path.push(if self.eat(Tok::Ellipsis) {
                        Designator::Range(from, self.conditional()?)
                    } else {
                        Designator::Index(from)
                    });
                    self.expect(Tok::RBracket, "`]`")?;
                }
                _ => break,
            }
        }
        path.shrink_to_fit();
        if !path.is_empty() && !self.eat(Tok::Assign) {
            // The old form `[3] 5`; a member needs the sign.
            if matches!(path.last(), Some(Designator::Field(_))) {
                return Err(self.expected("`=`"));
            }
        }
        Ok(path)
    }
}
