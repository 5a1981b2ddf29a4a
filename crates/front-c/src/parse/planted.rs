//! Features that the text does not log itself (swarm bounded model checking, section III: any condition at any place can
//! be one): before a statement at a given line, the parser reads `if (condition) log` from elsewhere.
//!
//! A condition can change nothing and violate nothing, so that the program still means the same: it is made of
//! variables, their members, constants, comparisons and logic.

use super::{Parsed, Parser};
use crate::Predicate;
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Stmt, StmtKind, UnaryOp};
use crate::diag::Diag;
use crate::lex::{Kw, Tok};

/// A feature that is still to be placed.
pub(super) struct Planted<'a> {
    pub predicate: Predicate,
    /// Its number among all.
    pub number: usize,
    /// The statement.
    pub text: &'a [u8],
}

/// The statement that logs a feature.
pub(super) fn statement(predicate: &Predicate) -> Vec<u8> {
    let Predicate { name, expr, .. } = predicate;
    let log = "extern void __hecaton_feature(const char *); __hecaton_feature";
    format!("{{ if ({expr}) {{ {log}(\"{name}\"); }} }}").into_bytes()
}

impl Parser<'_> {
    /// What is to be done before the statement that begins here.
    pub(super) fn planted(&mut self) -> Parsed<Option<Stmt>> {
        let span = self.tok.span;
        let label = match self.here() {
            Tok::Kw(Kw::Case | Kw::Default) => true,
            Tok::Ident(_) => self.peek() == Tok::Colon,
            _ => false,
        };
        let file = self.lex.sources.files.get(span.file).map_or("", |file| file.name.as_str());
        let here = |it: &Planted<'_>| it.predicate.line == span.line && file.ends_with(&it.predicate.file);
        let found = self.planted.iter().position(here).filter(|_| !label && !self.lex.is_elsewhere());
        let Some(index) = found else { return Ok(None) };
        let Planted { predicate, number, text } = self.planted.remove(index);
        let ahead = std::mem::take(&mut self.ahead);
        let (token, before) = (self.tok, self.before);
        let here = self.lex.elsewhere(text, span);
        self.tok = self.lex.next_token();
        let block = self.block();
        let ended = self.at(Tok::End);
        let broken = self.lex.resume(here);
        (self.tok, self.before, self.ahead) = (token, before, ahead);
        let place = |what: &str| format!("--feature {}: `{}` {what}", predicate.name, predicate.expr);
        match block {
            Ok(block) if ended && is_plain_log(&block) => {
                self.lex.sources.planted.insert(number);
                Ok(Some(Stmt { kind: StmtKind::Block(block), attrs: Vec::new(), span }))
            }
            Ok(_) => {
                let diag = Diag::error(span, place("is not a condition that can change and violate nothing"));
                Err(self.fail(diag.help("it may have variables, members, constants, comparisons, bits and logic")))
            }
            Err(failed) => {
                let why = self.error.take().or(broken).map_or_else(String::new, |diag| diag.message.clone());
                self.error = Some(Box::new(Diag::error(span, format!("{}: {why}", place("cannot be read")))));
                Err(failed)
            }
        }
    }
}

fn is_plain_log(block: &Block) -> bool {
    match &block.stmts[..] {
        [Stmt { kind: StmtKind::If { arms, other: None }, .. }] => {
            matches!(&arms[..], [(cond, _)] if is_plain(cond))
        }
        _ => false,
    }
}

/// Whether an expression can neither change nor violate anything.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Char(_) | ExprKind::Bool(_) => true,
        ExprKind::Nullptr | ExprKind::SizeofType(_) => true,
        ExprKind::Unary { op, arg } => {
            let plain = match op {
                UnaryOp::Plus | UnaryOp::Not | UnaryOp::BitNot | UnaryOp::AddrOf => true,
                // A constant may be negative.
                UnaryOp::Minus => matches!(arg.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Char(_)),
                UnaryOp::Deref
                | UnaryOp::PreInc
                | UnaryOp::PreDec
                | UnaryOp::PostInc
                | UnaryOp::PostDec
                | UnaryOp::Real
                | UnaryOp::Imag => false,
            };
            plain && is_plain(arg)
        }
        ExprKind::Binary { first, rest } => {
            let plain = |op: BinaryOp| match op {
                BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => true,
                BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr | BinaryOp::And | BinaryOp::Or => true,
                BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Add | BinaryOp::Sub => false,
                BinaryOp::Shl | BinaryOp::Shr => false,
            };
            is_plain(first) && rest.iter().all(|step| plain(step.op) && is_plain(&step.arg))
        }
        ExprKind::Cond { cond, yes, no } => {
            is_plain(cond) && yes.as_ref().is_none_or(|yes| is_plain(yes)) && is_plain(no)
        }
        ExprKind::Member { base, arrow, .. } => !arrow && is_plain(base),
        ExprKind::Cast { arg, .. } => is_plain(arg),
        ExprKind::Str(_)
        | ExprKind::FuncName
        | ExprKind::Assign { .. }
        | ExprKind::Comma(_)
        | ExprKind::Call { .. }
        | ExprKind::Index { .. }
        | ExprKind::Compound { .. }
        | ExprKind::SizeofExpr(_)
        | ExprKind::AlignofExpr(_)
        | ExprKind::AlignofType { .. }
        | ExprKind::Generic { .. }
        | ExprKind::Statement(_)
        | ExprKind::LabelAddr(_)
        | ExprKind::Offsetof { .. }
        | ExprKind::VaArg { .. }
        | ExprKind::TypesCompatible(..)
        | ExprKind::Choose { .. }
        | ExprKind::ConvertVector { .. }
        | ExprKind::Quantifier { .. } => false,
    }
}
