//! Expressions, by precedence climbing. Steps of left-associative operators go into one flat chain.

use super::{Parsed, Parser};
use crate::ast::{
    BinaryOp, BinaryStep, Designator, Expr, ExprKind, GenericControl, Ident, MAX_DEPTH, TypeName, UnaryOp,
};
use crate::diag::Diag;
use crate::lex::{Kw, Tok};
use crate::literal::{self, Number};
use hecaton_ir::Span;

fn make(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

/// The operator of a token and how tightly it binds.
fn binary(tok: Tok) -> Option<(BinaryOp, u8)> {
    Some(match tok {
        Tok::Star => (BinaryOp::Mul, 10),
        Tok::Slash => (BinaryOp::Div, 10),
        Tok::Percent => (BinaryOp::Rem, 10),
        Tok::Plus => (BinaryOp::Add, 9),
        Tok::Minus => (BinaryOp::Sub, 9),
        Tok::Shl => (BinaryOp::Shl, 8),
        Tok::Shr => (BinaryOp::Shr, 8),
        Tok::Lt => (BinaryOp::Lt, 7),
        Tok::Gt => (BinaryOp::Gt, 7),
        Tok::Le => (BinaryOp::Le, 7),
        Tok::Ge => (BinaryOp::Ge, 7),
        Tok::EqEq => (BinaryOp::Eq, 6),
        Tok::NotEq => (BinaryOp::Ne, 6),
        Tok::Amp => (BinaryOp::BitAnd, 5),
        Tok::Caret => (BinaryOp::BitXor, 4),
        Tok::Pipe => (BinaryOp::BitOr, 3),
        Tok::AmpAmp => (BinaryOp::And, 2),
        Tok::PipePipe => (BinaryOp::Or, 1),
        _ => return None,
    })
}

fn assign_op(tok: Tok) -> Option<Option<BinaryOp>> {
    Some(match tok {
        Tok::Assign => None,
        Tok::StarAssign => Some(BinaryOp::Mul),
        Tok::SlashAssign => Some(BinaryOp::Div),
        Tok::PercentAssign => Some(BinaryOp::Rem),
        Tok::PlusAssign => Some(BinaryOp::Add),
        Tok::MinusAssign => Some(BinaryOp::Sub),
        Tok::ShlAssign => Some(BinaryOp::Shl),
        Tok::ShrAssign => Some(BinaryOp::Shr),
        Tok::AmpAssign => Some(BinaryOp::BitAnd),
        Tok::CaretAssign => Some(BinaryOp::BitXor),
        Tok::PipeAssign => Some(BinaryOp::BitOr),
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression with commas.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        let first = self.assignment()?;
        if self.at(Tok::Comma) { self.comma(first) } else { Ok(first) }
    }
    #[inline(never)]
    fn comma(&mut self, first: Expr) -> Parsed<Expr> {
        let span = first.span;
        let mut list = vec![first];
        while self.eat(Tok::Comma) {
            list.push(self.assignment()?);
        }
        list.shrink_to_fit();
        Ok(make(ExprKind::Comma(list), span))
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        let lhs = self.conditional()?;
        match assign_op(self.tok.tok) {
            None => Ok(lhs),
            Some(op) => self.assignment_from(lhs, op),
        }
    }
    #[inline(never)]
    fn assignment_from(&mut self, lhs: Expr, op: Option<BinaryOp>) -> Parsed<Expr> {
        self.enter()?;
        let span = self.advance().span;
        let lhs = Box::new(lhs);
        let rhs = Box::new(self.assignment()?);
        self.leave();
        Ok(make(ExprKind::Assign { op, lhs, rhs }, span))
    }

    /// An expression without commas and assignments.
    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        let mut expr = self.unary()?;
        if binary(self.tok.tok).is_some() {
            expr = self.chain(expr, 0)?;
        }
        if self.at(Tok::Implies) {
            expr = self.implication(expr)?;
        }
        if self.at(Tok::Question) { self.conditional_from(expr) } else { Ok(expr) }
    }
    /// `premise ==> claim`, as CBMC has it: `!premise || claim`.
    #[inline(never)]
    fn implication(&mut self, premise: Expr) -> Parsed<Expr> {
        self.enter()?;
        let span = self.advance().span;
        let mut claim = self.unary()?;
        if binary(self.tok.tok).is_some() {
            claim = self.chain(claim, 0)?;
        }
        if self.at(Tok::Implies) {
            claim = self.implication(claim)?;
        }
        self.leave();
        let first = Box::new(make(ExprKind::Unary { op: UnaryOp::Not, arg: Box::new(premise) }, span));
        Ok(make(ExprKind::Binary { first, rest: vec![BinaryStep { op: BinaryOp::Or, span, arg: claim }] }, span))
    }
    #[inline(never)]
    fn conditional_from(&mut self, cond: Expr) -> Parsed<Expr> {
        self.enter()?;
        let span = self.advance().span;
        let cond = Box::new(cond);
        let yes = if self.at(Tok::Colon) { None } else { Some(Box::new(self.expr()?)) };
        self.expect(Tok::Colon, "`:`")?;
        let no = Box::new(self.conditional()?);
        self.leave();
        Ok(make(ExprKind::Cond { cond, yes, no }, span))
    }

    /// The operators that bind at least as tightly as `least`, from the first operand on.
    #[inline(never)]
    fn chain(&mut self, first: Expr, least: u8) -> Parsed<Expr> {
        self.enter()?;
        let first = Box::new(first);
        let mut rest: Vec<BinaryStep> = Vec::with_capacity(1);
        let mut last = self.tok.span;
        while let Some((op, tightness)) = binary(self.tok.tok) {
            if tightness < least {
                break;
            }
            last = self.advance().span;
            let mut arg = self.unary()?;
            if binary(self.tok.tok).is_some_and(|(_, next)| next > tightness) {
                arg = self.chain(arg, tightness + 1)?;
            }
            rest.push(BinaryStep { op, span: last, arg });
        }
        self.leave();
        rest.shrink_to_fit();
        Ok(make(ExprKind::Binary { first, rest }, last))
    }

    /// An operand with its prefix and postfix operators.
    fn unary(&mut self) -> Parsed<Expr> {
        let op = match self.here() {
            Tok::Plus => UnaryOp::Plus,
            Tok::Minus => UnaryOp::Minus,
            Tok::Bang => UnaryOp::Not,
            Tok::Tilde => UnaryOp::BitNot,
            Tok::Star => UnaryOp::Deref,
            Tok::Amp => UnaryOp::AddrOf,
            Tok::PlusPlus => UnaryOp::PreInc,
            Tok::MinusMinus => UnaryOp::PreDec,
            Tok::LParen if self.type_follows() => return self.cast(),
            Tok::Kw(kw) => match kw {
                Kw::Real => UnaryOp::Real,
                Kw::Imag => UnaryOp::Imag,
                Kw::Sizeof | Kw::Alignof | Kw::AlignofGnu => return self.sizeof(kw),
                Kw::Extension => return self.extension(),
                _ => return self.operand(),
            },
            Tok::AmpAmp => return self.label_address(),
            _ => return self.operand(),
        };
        self.prefix(op)
    }
    #[inline(never)]
    fn prefix(&mut self, op: UnaryOp) -> Parsed<Expr> {
        self.enter()?;
        let span = self.advance().span;
        let arg = Box::new(self.unary()?);
        self.leave();
        Ok(make(ExprKind::Unary { op, arg }, span))
    }
    #[inline(never)]
    fn extension(&mut self) -> Parsed<Expr> {
        while self.eat_kw(Kw::Extension) {}
        self.enter()?;
        let expr = self.unary()?;
        self.leave();
        Ok(expr)
    }
    #[inline(never)]
    fn label_address(&mut self) -> Parsed<Expr> {
        let span = self.advance().span;
        let label = self.ident("a label")?;
        Ok(make(ExprKind::LabelAddr(label), span))
    }
    /// `(type) operand` or `(type) { ... }`.
    #[inline(never)]
    fn cast(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let span = self.tok.span;
        let ty = self.parenthesized_type()?;
        let expr = if self.at(Tok::LBrace) {
            let saved = std::mem::replace(&mut self.deepest, self.depth);
            let init = Box::new(self.init_list()?);
            self.postfix(make(ExprKind::Compound { ty, init }, span), saved)?
        } else {
            let arg = Box::new(self.unary()?);
            make(ExprKind::Cast { ty, arg }, span)
        };
        self.leave();
        Ok(expr)
    }
    #[inline(never)]
    fn parenthesized_type(&mut self) -> Parsed<Box<TypeName>> {
        self.expect(Tok::LParen, "`(`")?;
        while self.eat_kw(Kw::Extension) {}
        let ty = Box::new(self.type_name()?);
        self.expect(Tok::RParen, "`)`")?;
        Ok(ty)
    }
    #[inline(never)]
    fn sizeof(&mut self, kw: Kw) -> Parsed<Expr> {
        self.enter()?;
        let span = self.advance().span;
        let mut ty = None;
        let arg = if self.at(Tok::LParen) && self.type_follows() {
            let inner = self.tok.span;
            let name = self.parenthesized_type()?;
            if self.at(Tok::LBrace) {
                let saved = std::mem::replace(&mut self.deepest, self.depth);
                let init = Box::new(self.init_list()?);
                Some(self.postfix(make(ExprKind::Compound { ty: name, init }, inner), saved)?)
            } else {
                ty = Some(name);
                None
            }
        } else {
            Some(self.unary()?)
        };
        self.leave();
        let kind = match (arg.map(Box::new), ty, kw == Kw::Sizeof) {
            (Some(arg), _, true) => ExprKind::SizeofExpr(arg),
            (Some(arg), _, false) => ExprKind::AlignofExpr(arg),
            (None, Some(ty), true) => ExprKind::SizeofType(ty),
            (None, Some(ty), false) => ExprKind::AlignofType { ty, preferred: kw == Kw::AlignofGnu },
            (None, None, _) => return Err(self.expected("an operand")),
        };
        Ok(make(kind, span))
    }

    /// An operand with its postfix operators.
    fn operand(&mut self) -> Parsed<Expr> {
        let saved = std::mem::replace(&mut self.deepest, self.depth);
        let expr = match self.here() {
            Tok::Ident(name) => {
                let span = self.advance().span;
                make(ExprKind::Name(name), span)
            }
            Tok::LParen => self.parentheses()?,
            _ => self.primary()?,
        };
        match self.here() {
            Tok::LBracket | Tok::LParen | Tok::Dot | Tok::Arrow | Tok::PlusPlus | Tok::MinusMinus => {
                self.postfix(expr, saved)
            }
            _ => {
                self.deepest = self.deepest.max(saved);
                Ok(expr)
            }
        }
    }
    #[inline(never)]
    fn parentheses(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let span = self.advance().span;
        let expr = if self.at(Tok::LBrace) { self.statement_expr(span)? } else { self.expr()? };
        self.expect(Tok::RParen, "`)`")?;
        self.leave();
        // What can only be a cast: the type is not known.
        if let (ExprKind::Name(name), Tok::Ident(_) | Tok::Number | Tok::Char | Tok::Str) = (&expr.kind, self.here()) {
            return Err(self.unknown_type(Ident { name: *name, span: expr.span }));
        }
        Ok(expr)
    }

    #[inline(never)]
    fn statement_expr(&mut self, span: Span) -> Parsed<Expr> {
        self.enter_heavy(4)?;
        let block = Box::new(self.block()?);
        self.leave_heavy(4);
        Ok(make(ExprKind::Statement(block), span))
    }

    /// Postfix operators after an operand. `saved` is the value of `deepest` from before the operand; meanwhile it is
    /// the depth under the operand, which every operator increases by one.
    #[inline(never)]
    fn postfix(&mut self, mut expr: Expr, saved: u32) -> Parsed<Expr> {
        loop {
            match self.here() {
                Tok::LBracket => {
                    self.advance();
                    expr = self.index(Box::new(expr))?;
                }
                Tok::LParen => {
                    self.advance();
                    expr = self.call(Box::new(expr))?;
                }
                Tok::Dot | Tok::Arrow => {
                    let arrow = self.advance().tok == Tok::Arrow;
                    let field = self.ident("a member")?;
                    expr = make(ExprKind::Member { base: Box::new(expr), field, arrow }, field.span);
                }
                Tok::PlusPlus | Tok::MinusMinus => {
                    let op = if self.at(Tok::PlusPlus) { UnaryOp::PostInc } else { UnaryOp::PostDec };
                    self.advance();
                    let span = expr.span;
                    expr = make(ExprKind::Unary { op, arg: Box::new(expr) }, span);
                }
                _ => break,
            }
            self.deepest += 1;
            if self.deepest > MAX_DEPTH {
                return Err(self.too_deep());
            }
        }
        self.deepest = self.deepest.max(saved);
        Ok(expr)
    }
    #[inline(never)]
    fn index(&mut self, base: Box<Expr>) -> Parsed<Expr> {
        self.enter()?;
        let span = base.span;
        let index = Box::new(self.expr()?);
        self.expect(Tok::RBracket, "`]`")?;
        self.leave();
        Ok(make(ExprKind::Index { base, index }, span))
    }
    #[inline(never)]
    fn call(&mut self, callee: Box<Expr>) -> Parsed<Expr> {
        self.enter()?;
        let span = callee.span;
        let mut args = Vec::new();
        while !self.at(Tok::RParen) {
            args.push(self.assignment()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        let close = self.expect(Tok::RParen, "`,` or `)`")?.span;
        self.leave();
        args.shrink_to_fit();
        Ok(make(ExprKind::Call { callee, args, close }, span))
    }

    #[inline(never)]
    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.tok.span;
        let kind = match self.here() {
            Tok::Number => match literal::number(self.lex.bytes(&self.tok)) {
                Ok(Number::Int(lit)) => ExprKind::Int(lit),
                Ok(Number::Float(lit)) => ExprKind::Float(lit),
                Err(message) => return Err(self.fail(Diag::error(span, message))),
            },
            Tok::Char => match literal::character(self.lex.bytes(&self.tok)) {
                Ok(lit) => ExprKind::Char(lit),
                Err(message) => return Err(self.fail(Diag::error(span, message))),
            },
            Tok::Str => return Ok(make(ExprKind::Str(Box::new(self.string()?)), span)),
            Tok::Kw(Kw::True) => ExprKind::Bool(true),
            Tok::Kw(Kw::False) => ExprKind::Bool(false),
            Tok::Kw(Kw::Nullptr) => ExprKind::Nullptr,
            Tok::Kw(Kw::FuncName) => ExprKind::FuncName,
            Tok::Kw(
                kw @ (Kw::Generic
                | Kw::Offsetof
                | Kw::VaArg
                | Kw::TypesCompatible
                | Kw::ChooseExpr
                | Kw::ConvertVector
                | Kw::Forall
                | Kw::Exists),
            ) => {
                self.enter_heavy(3)?;
                self.advance();
                let kind = self.special(kw)?;
                self.leave_heavy(3);
                return Ok(make(kind, span));
            }
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        Ok(make(kind, span))
    }

    /// Forms that look like calls but take types.
    fn special(&mut self, kw: Kw) -> Parsed<ExprKind> {
        if matches!(kw, Kw::Forall | Kw::Exists) {
            return self.quantifier(kw == Kw::Forall);
        }
        self.expect(Tok::LParen, "`(`")?;
        let kind = match kw {
            Kw::Offsetof => {
                let ty = Box::new(self.type_name()?);
                self.expect(Tok::Comma, "`,`")?;
                ExprKind::Offsetof { ty, path: self.member_path()? }
            }
            Kw::VaArg => {
                let list = Box::new(self.assignment()?);
                self.expect(Tok::Comma, "`,`")?;
                ExprKind::VaArg { list, ty: Box::new(self.type_name()?) }
            }
            Kw::ConvertVector => {
                let arg = Box::new(self.assignment()?);
                self.expect(Tok::Comma, "`,`")?;
                ExprKind::ConvertVector { arg, ty: Box::new(self.type_name()?) }
            }
            Kw::TypesCompatible => {
                let left = Box::new(self.type_name()?);
                self.expect(Tok::Comma, "`,`")?;
                ExprKind::TypesCompatible(left, Box::new(self.type_name()?))
            }
            Kw::ChooseExpr => {
                let cond = Box::new(self.assignment()?);
                self.expect(Tok::Comma, "`,`")?;
                let yes = Box::new(self.assignment()?);
                self.expect(Tok::Comma, "`,`")?;
                ExprKind::Choose { cond, yes, no: Box::new(self.assignment()?) }
            }
            _ => self.generic()?,
        };
        self.expect(Tok::RParen, "`)`")?;
        Ok(kind)
    }

    fn member_path(&mut self) -> Parsed<Vec<Designator>> {
        let mut path = vec![Designator::Field(self.ident("a member")?)];
        loop {
            match self.here() {
                Tok::Dot => {
                    self.advance();
                    path.push(Designator::Field(self.ident("a member")?));
                }
                // `a->b` is `a[0].b` here.
                Tok::Arrow => {
                    let span = self.advance().span;
                    let zero = crate::ast::IntLit {
                        value: 0,
                        decimal: true,
                        unsigned: false,
                        long: 0,
                        bit_int: false,
                        imaginary: false,
                    };
                    path.push(Designator::Index(make(ExprKind::Int(zero), span)));
                    path.push(Designator::Field(self.ident("a member")?));
                }
                Tok::LBracket => {
                    self.advance();
                    path.push(Designator::Index(self.expr()?));
                    self.expect(Tok::RBracket, "`]`")?;
                }
                _ => return Ok(path),
            }
        }
    }

    fn generic(&mut self) -> Parsed<ExprKind> {
        let control = if self.starts_type() {
            GenericControl::Type(Box::new(self.type_name()?))
        } else {
            GenericControl::Expr(Box::new(self.assignment()?))
        };
        let mut arms = Vec::new();
        while self.eat(Tok::Comma) {
            let ty = if self.eat_kw(Kw::Default) { None } else { Some(self.type_name()?) };
            self.expect(Tok::Colon, "`:`")?;
            arms.push((ty, self.assignment()?));
        }
        Ok(ExprKind::Generic { control, arms })
    }

    /// `{ type x, y; body }`
    fn quantifier(&mut self, forall: bool) -> Parsed<ExprKind> {
        self.expect(Tok::LBrace, "`{`")?;
        self.push_scope();
        let super::item::Declared::Decl(vars) = self.declaration(Vec::new())? else {
            return Err(self.expected("a variable"));
        };
        let body = Box::new(self.expr()?);
        self.eat(Tok::Semi);
        self.expect(Tok::RBrace, "`}`")?;
        self.pop_scope();
        Ok(ExprKind::Quantifier { forall, vars: Box::new(vars), body })
    }
}
