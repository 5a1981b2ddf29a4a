//! Declaration specifiers: storage, qualifiers, and the type before any declarator.

use super::{Parsed, Parser};
use crate::ast::{
    Alignas, EnumSpec, Enumerator, Expr, FieldDeclarator, FloatKind, Ident, IntSize, Member, Quals, RecordSpec, Specs,
    Storage, TypeSpec,
};
use crate::diag::Diag;
use crate::lex::{Kw, Tok};
use hecaton_ir::Span;

/// The words of the basic types seen so far. A type that is complete by itself is in `whole`.
#[derive(Default)]
struct Words {
    whole: Option<TypeSpec>,
    base: Option<Kw>,
    width: Option<Box<Expr>>,
    signed: Option<bool>,
    short: bool,
    long: u8,
    complex: bool,
    /// `auto` beside another storage class.
    inferred: bool,
}

impl Words {
    fn none(&self) -> bool {
        self.whole.is_none()
            && self.base.is_none()
            && self.signed.is_none()
            && !self.short
            && self.long == 0
            && !self.complex
    }
    /// The type that the words name together.
    fn combine(self) -> Result<TypeSpec, &'static str> {
        let basic = self.base.is_some() || self.signed.is_some() || self.short || self.long > 0 || self.complex;
        if let Some(whole) = self.whole {
            return if basic { Err("two types in one declaration") } else { Ok(whole) };
        }
        if !basic {
            return Ok(TypeSpec::Implicit);
        }
        let signed = self.signed.unwrap_or(true);
        let plain = self.signed.is_none() && !self.short && self.long == 0;
        let spec = match self.base {
            None if self.complex && plain => TypeSpec::Float(FloatKind::Double),
            None | Some(Kw::Int) => match (self.short, self.long) {
                (false, 0) => TypeSpec::Int { size: IntSize::Int, signed },
                (true, 0) => TypeSpec::Int { size: IntSize::Short, signed },
                (false, 1) => TypeSpec::Int { size: IntSize::Long, signed },
                (false, 2) => TypeSpec::Int { size: IntSize::LongLong, signed },
                (true, _) => return Err("both `short` and `long` in one type"),
                (false, _) => return Err("too many `long` in one type"),
            },
            Some(Kw::Char) if !self.short && self.long == 0 => TypeSpec::Char { signed: self.signed },
            Some(Kw::Double) if !self.short && self.signed.is_none() && self.long <= 1 => {
                TypeSpec::Float(if self.long == 1 { FloatKind::LongDouble } else { FloatKind::Double })
            }
            Some(Kw::Int128) if !self.short && self.long == 0 => TypeSpec::Int128 { signed },
            Some(Kw::BitInt | Kw::BitVector) if !self.short && self.long == 0 => {
                let Some(width) = self.width else { return Err("a `_BitInt` without width") };
                TypeSpec::BitInt { signed, width }
            }
            Some(Kw::Void) if plain && !self.complex => TypeSpec::Void,
            Some(Kw::Bool) if plain && !self.complex => TypeSpec::Bool,
            Some(Kw::Float) if plain => TypeSpec::Float(FloatKind::Float),
            Some(Kw::FloatN(kind)) if plain => TypeSpec::Float(kind),
            Some(_) => return Err("these words do not name a type together"),
        };
        Ok(if self.complex { TypeSpec::Complex(Box::new(spec)) } else { spec })
    }
}

impl Parser<'_> {
    /// Whether the current token can begin a declaration or type name.
    pub(super) fn starts_type(&mut self) -> bool {
        match self.here() {
            Tok::Ident(name) => self.is_typedef(name),
            Tok::LBracket => self.peek() == Tok::LBracket,
            tok => Self::is_specifier(tok),
        }
    }
    /// Whether the token after the current one can begin a type name.
    pub(super) fn type_follows(&mut self) -> bool {
        match self.peek() {
            Tok::Ident(name) => self.is_typedef(name),
            Tok::Kw(Kw::Extension) => matches!(self.peek_at(1), Tok::Kw(_)) && Self::is_specifier(self.peek_at(1)),
            tok => Self::is_specifier(tok),
        }
    }
    fn is_specifier(tok: Tok) -> bool {
        let Tok::Kw(kw) = tok else { return false };
        matches!(
            kw,
            Kw::Alignas
                | Kw::Atomic
                | Kw::Attribute
                | Kw::Auto
                | Kw::AutoType
                | Kw::BitInt
                | Kw::BitVector
                | Kw::Bool
                | Kw::Char
                | Kw::Complex
                | Kw::Const
                | Kw::Constexpr
                | Kw::Double
                | Kw::Enum
                | Kw::Extern
                | Kw::Float
                | Kw::FloatN(_)
                | Kw::Inline
                | Kw::Int
                | Kw::Int128
                | Kw::Int128T
                | Kw::Long
                | Kw::Noreturn
                | Kw::Nullability
                | Kw::Register
                | Kw::Restrict
                | Kw::Short
                | Kw::Signed
                | Kw::SizeT
                | Kw::Static
                | Kw::Struct
                | Kw::ThreadLocal
                | Kw::Typedef
                | Kw::Typeof
                | Kw::TypeofUnqual
                | Kw::Uint128T
                | Kw::Union
                | Kw::Unsigned
                | Kw::VaList
                | Kw::Void
                | Kw::Volatile
        )
    }

    /// All specifiers from here on. Without any type the result is `TypeSpec::Implicit`.
    pub(super) fn specs(&mut self) -> Parsed<Specs> {
        let span = self.tok.span;
        let mut specs = Specs {
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            constexpr: false,
            ty: TypeSpec::Implicit,
            quals: Quals::default(),
            aligns: Vec::new(),
            attrs: Vec::new(),
            span,
        };
        let mut words = Words::default();
        loop {
            let at = self.tok.span;
            match self.here() {
                Tok::Ident(name) if words.none() && self.is_typedef(name) => {
                    words.whole = Some(TypeSpec::Typedef(Ident { name, span: at }));
                    self.advance();
                }
                Tok::LBracket if self.peek() == Tok::LBracket => specs.attrs.extend(self.attributes()?),
                Tok::Kw(kw) => {
                    if !self.specifier(kw, &mut specs, &mut words)? {
                        break;
                    }
                }
                _ => break,
            }
        }
        let auto = self.dialect.c23 && words.none() && (words.inferred || specs.storage == Some(Storage::Auto));
        specs.ty = match words.combine() {
            Ok(_) if auto => TypeSpec::AutoType,
            Ok(TypeSpec::Implicit) if self.dialect.c23 && specs.constexpr => TypeSpec::AutoType,
            Ok(ty) => ty,
            Err(message) => return Err(self.fail(Diag::error(span, message))),
        };
        Ok(specs)
    }

    /// One specifier that begins with a keyword. False if it is none.
    fn specifier(&mut self, kw: Kw, specs: &mut Specs, words: &mut Words) -> Parsed<bool> {
        let span = self.tok.span;
        let storage = match kw {
            Kw::Typedef => Some(Storage::Typedef),
            Kw::Extern => Some(Storage::Extern),
            Kw::Static => Some(Storage::Static),
            Kw::Auto => Some(Storage::Auto),
            Kw::Register => Some(Storage::Register),
            _ => None,
        };
        if let Some(storage) = storage {
            // In C23 `auto` may stand beside another storage class: the type is that of the initialiser.
            match specs.storage {
                Some(other) if other == storage => {}
                Some(Storage::Auto) if self.dialect.c23 => {
                    words.inferred = true;
                    specs.storage = Some(storage);
                }
                Some(_) if self.dialect.c23 && storage == Storage::Auto => words.inferred = true,
                Some(_) => return Err(self.fail(Diag::error(span, "two storage classes in one declaration"))),
                None => specs.storage = Some(storage),
            }
            self.advance();
            return Ok(true);
        }
        match kw {
            Kw::ThreadLocal => specs.thread_local = true,
            Kw::Inline => specs.inline = true,
            Kw::Noreturn => specs.noreturn = true,
            Kw::Constexpr => specs.constexpr = true,
            Kw::Const => specs.quals.constant = true,
            Kw::Volatile => specs.quals.volatile = true,
            Kw::Restrict => specs.quals.restrict = true,
            Kw::Atomic if self.peek() != Tok::LParen => specs.quals.atomic = true,
            Kw::Extension | Kw::Nullability => {}
            Kw::Signed | Kw::Unsigned => {
                let signed = kw == Kw::Signed;
                if words.signed.is_some_and(|other| other != signed) {
                    return Err(self.fail(Diag::error(span, "both `signed` and `unsigned` in one type")));
                }
                words.signed = Some(signed);
            }
            Kw::Short => words.short = true,
            Kw::Long => words.long = words.long.saturating_add(1),
            Kw::Complex => words.complex = true,
            Kw::Void | Kw::Bool | Kw::Char | Kw::Int | Kw::Float | Kw::Double | Kw::Int128 | Kw::FloatN(_) => {
                self.basic(kw, words)?;
            }
            Kw::BitInt => {
                self.basic(kw, words)?;
                self.advance();
                self.enter_heavy(2)?;
                self.expect(Tok::LParen, "`(`")?;
                words.width = Some(Box::new(self.conditional()?));
                self.expect(Tok::RParen, "`)`")?;
                self.leave_heavy(2);
                return Ok(true);
            }
            Kw::BitVector => {
                self.basic(kw, words)?;
                self.advance();
                self.enter_heavy(2)?;
                self.expect(Tok::LBracket, "`[`")?;
                words.width = Some(Box::new(self.conditional()?));
                self.expect(Tok::RBracket, "`]`")?;
                self.leave_heavy(2);
                return Ok(true);
            }
            Kw::Attribute => {
                specs.attrs.extend(self.attributes()?);
                return Ok(true);
            }
            Kw::Alignas => {
                self.advance();
                self.enter_heavy(2)?;
                self.expect(Tok::LParen, "`(`")?;
                specs.aligns.push(if self.starts_type() {
                    Alignas::Type(Box::new(self.type_name()?))
                } else {
                    Alignas::Expr(Box::new(self.conditional()?))
                });
                self.expect(Tok::RParen, "`)`")?;
                self.leave_heavy(2);
                return Ok(true);
            }
            Kw::Int128T => self.whole(words, TypeSpec::Int128 { signed: true })?,
            Kw::Uint128T => self.whole(words, TypeSpec::Int128 { signed: false })?,
            Kw::SizeT => self.whole(words, TypeSpec::Int { size: IntSize::Long, signed: false })?,
            Kw::VaList => self.whole(words, TypeSpec::VaList)?,
            Kw::AutoType => self.whole(words, TypeSpec::AutoType)?,
            Kw::Struct | Kw::Union => {
                let spec = self.record()?;
                self.whole(words, spec)?;
                return Ok(true);
            }
            Kw::Enum => {
                let spec = self.enumeration()?;
                self.whole(words, spec)?;
                return Ok(true);
            }
            Kw::Typeof | Kw::TypeofUnqual | Kw::Atomic => {
                let spec = self.type_operator(kw)?;
                self.whole(words, spec)?;
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.advance();
        Ok(true)
    }
    fn basic(&mut self, kw: Kw, words: &mut Words) -> Parsed<()> {
        if words.base.is_some() {
            let span = self.tok.span;
            return Err(self.fail(Diag::error(span, "two types in one declaration")));
        }
        words.base = Some(kw);
        Ok(())
    }
    fn whole(&mut self, words: &mut Words, spec: TypeSpec) -> Parsed<()> {
        if words.whole.is_some() {
            let span = self.tok.span;
            let diag = Diag::error(span, "two types in one declaration");
            return Err(self.fail(diag.help("a `;` may be missing after the first one")));
        }
        words.whole = Some(spec);
        Ok(())
    }

    /// `typeof (...)`, `_Atomic (...)`.
    fn type_operator(&mut self, kw: Kw) -> Parsed<TypeSpec> {
        self.advance();
        self.enter_heavy(3)?;
        self.expect(Tok::LParen, "`(`")?;
        while self.eat_kw(Kw::Extension) {}
        let unqual = kw == Kw::TypeofUnqual;
        let spec = if kw == Kw::Atomic {
            TypeSpec::Atomic(Box::new(self.type_name()?))
        } else if self.starts_type() {
            TypeSpec::TypeofType { ty: Box::new(self.type_name()?), unqual }
        } else {
            TypeSpec::TypeofExpr { expr: Box::new(self.expr()?), unqual }
        };
        self.expect(Tok::RParen, "`)`")?;
        self.leave_heavy(3);
        Ok(spec)
    }

    fn record(&mut self) -> Parsed<TypeSpec> {
        self.enter_heavy(3)?;
        let keyword = self.advance();
        let union = keyword.tok == Tok::Kw(Kw::Union);
        let mut attrs = self.attributes()?;
        let mut tag = None;
        if let Tok::Ident(_) = self.tok.tok {
            tag = Some(self.ident("a tag")?);
        }
        let mut members = None;
        let mut pack = None;
        if self.at(Tok::LBrace) {
            let open = self.advance().span;
            let mut list = Vec::new();
            while !self.at(Tok::RBrace) {
                if self.eat(Tok::Semi) || self.eat_kw(Kw::Extension) {
                    continue;
                }
                if self.at(Tok::End) {
                    return Err(self.unclosed(open));
                }
                list.push(self.member()?);
            }
            pack = self.lex.pack();
            list.shrink_to_fit();
            self.advance();
            attrs.extend(self.old_style_attributes()?);
            members = Some(list);
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        self.leave_heavy(3);
        Ok(TypeSpec::Record(Box::new(RecordSpec { union, tag, members, attrs, pack, span: keyword.span })))
    }
    fn unclosed(&mut self, open: Span) -> super::Failed {
        let failed = self.expected("`}`");
        if let Some(diag) = &mut self.error {
            diag.notes.push(("this `{` is never closed".into(), Some(open)));
        }
        failed
    }
    /// Only `__attribute__`: a `[[...]]` after a closing brace belongs to the declaration.
    fn old_style_attributes(&mut self) -> Parsed<Vec<crate::ast::Attr>> {
        if self.at_kw(Kw::Attribute) { self.attributes() } else { Ok(Vec::new()) }
    }

    fn member(&mut self) -> Parsed<Member> {
        if self.at_kw(Kw::StaticAssert) {
            return Ok(Member::Assert(self.static_assert()?));
        }
        let attrs = self.attributes()?;
        if !self.starts_type() {
            if let Tok::Ident(_) = self.tok.tok
                && matches!(self.peek(), Tok::Ident(_) | Tok::Star)
            {
                let name = self.ident("a type")?;
                return Err(self.unknown_type(name));
            }
            return Err(self.expected("a member or `}`"));
        }
        let mut specs = self.specs()?;
        specs.attrs.splice(0..0, attrs);
        let mut fields = Vec::new();
        while !self.at(Tok::Semi) && !self.at(Tok::RBrace) {
            let mut attrs = self.attributes()?;
            let span = self.tok.span;
            let declarator = if self.at(Tok::Colon) { Self::nameless(span) } else { self.declarator()? };
            let width = if self.eat(Tok::Colon) { Some(self.conditional()?) } else { None };
            attrs.extend(self.attributes()?);
            let span = declarator.span;
            fields.push(FieldDeclarator { declarator, width, attrs, span });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        // The last `;` may be missing, as GCC allows.
        if !self.at(Tok::RBrace) {
            self.semicolon()?;
        }
        fields.shrink_to_fit();
        Ok(Member::Fields { specs, fields })
    }

    fn enumeration(&mut self) -> Parsed<TypeSpec> {
        self.enter_heavy(3)?;
        let span = self.advance().span;
        let mut attrs = self.attributes()?;
        let mut tag = None;
        if let Tok::Ident(_) = self.tok.tok {
            tag = Some(self.ident("a tag")?);
        }
        let mut underlying = None;
        if self.at(Tok::Colon) && self.type_follows() {
            self.advance();
            underlying = Some(self.type_name()?);
        }
        let mut constants = None;
        if self.at(Tok::LBrace) {
            let open = self.advance().span;
            let mut list = Vec::new();
            while !self.at(Tok::RBrace) {
                if self.at(Tok::End) {
                    return Err(self.unclosed(open));
                }
                let name = self.ident("an enumeration constant or `}`")?;
                let attrs = self.attributes()?;
                let value = if self.eat(Tok::Assign) { Some(self.conditional()?) } else { None };
                self.declare(name.name, false);
                list.push(Enumerator { name, value, attrs });
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            if !self.at(Tok::RBrace) {
                return Err(self.expected("`,` or `}`"));
            }
            if list.is_empty() {
                return Err(self.expected("an enumeration constant"));
            }
            self.advance();
            attrs.extend(self.old_style_attributes()?);
            list.shrink_to_fit();
            constants = Some(list);
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        self.leave_heavy(3);
        Ok(TypeSpec::Enum(Box::new(EnumSpec { tag, underlying, constants, attrs, span })))
    }
}
