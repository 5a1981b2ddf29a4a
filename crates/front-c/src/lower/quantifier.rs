//! `__CPROVER_forall { T i; body }` and `__CPROVER_exists`: a loop over the values that can matter.
//!
//! The body names a range of constants for the variable: conjuncts such as `0 <= i && i < 10` that make a `forall` true
//! outside (`range ==> claim`) or an `exists` false (`range && claim`). So values outside the range need not be looked
//! at. A quantifier without such a range is not supported.

use super::{Lowering, Res, Value, error, unsupported};
use crate::ast::{self, BinaryOp, Declaration, ExprKind, UnaryOp};
use hecaton_ir::{Binary, End, Expr};

/// Longer ranges are not supported.
const MAX_RANGE: i128 = 1 << 16;

impl Lowering<'_> {
    /// The truth of a quantified expression.
    pub(super) fn quantifier(
        &mut self,
        e: &ast::Expr,
        forall: bool,
        vars: &Declaration,
        body: &ast::Expr,
    ) -> Res<Value> {
        let span = e.span;
        self.body.open_scope(false);
        self.scopes.push(Default::default());
        let result = self.quantified(e, forall, vars, body);
        self.scopes.pop();
        self.body.close_scope(span);
        result
    }
    fn quantified(&mut self, e: &ast::Expr, forall: bool, vars: &Declaration, body: &ast::Expr) -> Res<Value> {
        let span = e.span;
        self.local_declaration(vars)?;
        let [declarator] = &vars.declarators[..] else {
            return unsupported(span, "a quantifier over several variables");
        };
        let Some(name) = declarator.declarator.name else { return error(span, "a quantifier without a variable") };
        let variable = ast::Expr { kind: ExprKind::Name(name.name), span: name.span };
        let place = self.place(&variable, false)?;
        let Some(kind) = self.ctypes.int_kind(place.ty) else {
            return unsupported(span, "a quantifier over a variable that is not an integer");
        };
        let (least, most) = kind.range(self.ctypes.target);
        let mut range = (None, None);
        self.bounds(body, forall, name.name, &mut range);
        let low = range.0.map_or(if kind.signed() { None } else { Some(least) }, |low| Some(low.max(least)));
        let high = range.1.map(|high| high.min(most));
        let (Some(low), Some(high)) = (low, high) else {
            return unsupported(span, "a quantifier without constant bounds for its variable");
        };
        if high - low >= MAX_RANGE {
            return unsupported(span, "a quantifier over a long range");
        }
        let result = self.condition_temp(span);
        self.assign(result, Expr::int(1, i64::from(forall)), span);
        if low > high {
            return Ok(self.truth_value(Expr::Var(result)));
        }
        let first = self.int_value(kind, low);
        self.initialise(&place, first, span)?;
        let (head, next, after) = (self.body.block(span), self.body.block(span), self.body.block(span));
        self.body.flow_to(head, span);
        let truth = self.with_temps(span, |this| this.condition(body))?;
        let all = if forall { Binary::And } else { Binary::Or };
        self.assign(result, crate::fold::binary(all, Expr::Var(result), truth), span);
        let now = self.read(&place, span)?;
        let done = crate::fold::binary(Binary::Eq, now.e.clone(), self.int_value(kind, high).e);
        self.body.branch(done, after, next, span);
        self.body.current = next;
        let bumped = crate::fold::binary(Binary::Add, now.e, self.int_value(kind, 1).e);
        let bumped = self.value(place.ty, bumped);
        self.initialise(&place, bumped, span)?;
        let end = self.body.current;
        self.body.end(end, End::Goto(head), span);
        self.body.current = after;
        Ok(self.truth_value(Expr::Var(result)))
    }
    /// Narrows the range of the variable by the conjuncts that decide the body where they fail.
    fn bounds(&mut self, e: &ast::Expr, forall: bool, variable: ast::Symbol, range: &mut (Option<i128>, Option<i128>)) {
        match &e.kind {
            ExprKind::Quantifier { forall: inner, vars, body } => {
                let hidden =
                    vars.declarators.iter().any(|d| d.declarator.name.is_some_and(|name| name.name == variable));
                if *inner == forall && !hidden {
                    self.bounds(body, forall, variable, range);
                }
            }
            ExprKind::Binary { first, rest } => {
                let decides = if forall { BinaryOp::Or } else { BinaryOp::And };
                // A chain is applied from the left: its last steps are the outer ones.
                let inner = rest.iter().rposition(|step| step.op != decides).map_or(0, |index| index + 1);
                rest[inner..].iter().for_each(|step| self.bounds(&step.arg, forall, variable, range));
                match &rest[..inner] {
                    [] => self.bounds(first, forall, variable, range),
                    [step] if !forall => self.bound(first, step.op, &step.arg, variable, range),
                    _ => {}
                }
            }
            // Where the range of a `forall` fails, so does a conjunct of what is negated.
            ExprKind::Unary { op: UnaryOp::Not, arg } => self.bounds(arg, !forall, variable, range),
            _ => {}
        }
    }
    fn bound(
        &mut self,
        left: &ast::Expr,
        op: BinaryOp,
        right: &ast::Expr,
        variable: ast::Symbol,
        range: &mut (Option<i128>, Option<i128>),
    ) {
        let is_variable = |e: &ast::Expr| matches!(&e.kind, ExprKind::Name(name) if *name == variable);
        let (other, op) = match (is_variable(left), is_variable(right), op) {
            (true, false, op) => (right, op),
            (false, true, BinaryOp::Lt) => (left, BinaryOp::Gt),
            (false, true, BinaryOp::Le) => (left, BinaryOp::Ge),
            (false, true, BinaryOp::Gt) => (left, BinaryOp::Lt),
            (false, true, BinaryOp::Ge) => (left, BinaryOp::Le),
            (false, true, BinaryOp::Eq) => (left, BinaryOp::Eq),
            _ => return,
        };
        let Ok(limit) = self.constant_number(other) else { return };
        let (low, high) = match op {
            BinaryOp::Lt => (None, Some(limit - 1)),
            BinaryOp::Le => (None, Some(limit)),
            BinaryOp::Gt => (Some(limit + 1), None),
            BinaryOp::Ge => (Some(limit), None),
            BinaryOp::Eq => (Some(limit), Some(limit)),
            _ => return,
        };
        if let Some(low) = low {
            range.0 = Some(range.0.map_or(low, |old| old.max(low)));
        }
        if let Some(high) = high {
            range.1 = Some(range.1.map_or(high, |old| old.min(high)));
        }
    }
}
