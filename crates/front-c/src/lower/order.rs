//! The order in which operands are evaluated, where C leaves it open (C17 6.5p3, 6.5.2.2p10, 6.7.9p23).
//!
//! Operands that see each other's effects (`effects`) are evaluated in every order: an arbitrary value, an input that a
//! trace shows, chooses among copies of their code. Up to three are permuted; of more, only the order of the text and its
//! reverse are there, and an assumption says so. All others are evaluated from left to right.
//!
//! Where two effects on one object are not sequenced at all (`i = i++`), the program has no meaning: see `sequence`.

use super::body::Temporary;
use super::effects::Effects;
use super::place::{Place, Where};
use super::{Lowering, Res, Value};
use crate::ast::{BinaryOp, BinaryStep, Expr, ExprKind, UnaryOp};
use hecaton_base::Bits;
use hecaton_ir::{BlockId, End, Expr as Code, Op, Role, Span, VarId};

/// So many operands are evaluated in all orders.
const MOST_PERMUTED: usize = 3;
/// So many copies of one piece of code are made at most, by operands in operands.
const MOST_COPIES: u32 = 24;

/// Where parts of an operand could come before another operand, and other parts after it.
const WHOLE: &str =
    "an operand is evaluated as a whole before or after the others, not in part before and in part after them";
const SOME_LEFT_TO_RIGHT: &str = "some operands that see each other's effects are evaluated from left to right only";

/// An operand.
#[derive(Clone, Copy)]
pub(super) enum Operand<'e> {
    /// Its value is wanted.
    Value(&'e Expr),
    /// A place to be written.
    Place(&'e Expr),
    /// What the place of the operand before this one holds: it is read once that place is found.
    Old(&'e Expr),
}

impl<'e> Operand<'e> {
    fn expr(self) -> &'e Expr {
        match self {
            Operand::Value(e) | Operand::Place(e) | Operand::Old(e) => e,
        }
    }
}

/// An operand that has been evaluated.
pub(super) enum Evaluated {
    Value(Value),
    Place(Place),
}

/// What a compound assignment works on.
pub(super) struct Operands {
    pub place: Place,
    pub old: Option<Value>,
    pub right: Option<Value>,
}

/// Where the outcome of an operand is kept, the same for each order.
#[derive(Clone)]
enum Kept {
    Scalar(VarId, Value),
    Memory(VarId, Value),
    Nothing(Value),
    Address(VarId, Place),
    Register(Place),
}

impl Lowering<'_> {
    /// Evaluates those of the operands that see each other's effects, in any order. The others are `None`: when they are
    /// evaluated does not matter.
    pub(super) fn in_any_order(&mut self, operands: &[Operand<'_>], span: Span) -> Res<Vec<Option<Evaluated>>> {
        let mut outcome: Vec<Option<Evaluated>> = operands.iter().map(|_| None).collect();
        if self.body.quiet || !self.inside || operands.len() < 2 || !operands.iter().any(|o| self.has_effect(o.expr()))
        {
            return Ok(outcome);
        }
        // What models do is ours to say.
        if self.is_model(span) {
            return Ok(outcome);
        }
        if self.unsequenced(operands, span) {
            return Ok(outcome);
        }
        let effects: Vec<Effects> = operands
            .iter()
            .map(|operand| match operand {
                Operand::Value(e) => self.effects_of(e),
                Operand::Place(e) => self.effects_of_place(e),
                Operand::Old(e) => self.effects_of_read(e),
            })
            .collect();
        let mut group: Vec<usize> = Vec::new();
        for i in 0..operands.len() {
            if (0..operands.len())
                .any(|j| i != j && !follows(operands, i, j) && self.interfere(&effects[i], &effects[j]))
            {
                group.push(i);
            }
        }
        if group.is_empty() {
            return Ok(outcome);
        }
        for i in group.iter().filter(|i| !matches!(operands[**i], Operand::Old(_))) {
            let mut others = (0..operands.len()).filter(|j| j != i && !follows(operands, *i, *j));
            let found = matches!(operands[*i], Operand::Place(_));
            if others.any(|j| self.disturbed_parts(operands[*i].expr(), found, &effects[j]) > 1) {
                self.note(WHOLE.into());
                break;
            }
        }
        let orders = if group.len() <= MOST_PERMUTED {
            let mut orders = permutations(&group);
            orders.retain(|order| {
                let later = |at: usize| order[at..].iter();
                !(0..order.len()).any(|at| later(at).any(|i| *i < order[at] && follows(operands, *i, order[at])))
            });
            orders
        } else {
            self.note(
                "of more than three operands that see each other's effects, only two orders of evaluation are \
                       looked at: from left to right and from right to left"
                    .into(),
            );
            vec![group.clone(), group.iter().rev().copied().collect()]
        };
        let copies = self.body.copies * orders.len() as u32;
        if copies > MOST_COPIES || group.iter().any(|i| effects[*i].once) {
            self.note(SOME_LEFT_TO_RIGHT.into());
            return Ok(outcome);
        }
        let mut target = None;
        for (index, operand) in operands.iter().enumerate() {
            if let Operand::Place(e) = operand
                && !group.contains(&index)
            {
                let place = self.place(e, false)?;
                let place = self.share_place(place, span);
                target = Some(place.clone());
                outcome[index] = Some(Evaluated::Place(place));
            }
        }
        let outer = std::mem::replace(&mut self.body.copies, copies);
        let result = self.evaluate_in(&orders, operands, target, span);
        self.body.copies = outer;
        for (index, kept) in result? {
            outcome[index] = Some(self.evaluated(kept));
        }
        Ok(outcome)
    }
    /// How many parts of an expression see the effects of another one. A place that is only found is not accessed.
    fn disturbed_parts(&mut self, e: &Expr, found: bool, other: &Effects) -> usize {
        let whole = if found { self.effects_of_place(e) } else { self.effects_of(e) };
        if !self.interfere(&whole, other) {
            return 0;
        }
        let (parts, own): (Vec<&Expr>, bool) = match &e.kind {
            ExprKind::Name(_) | ExprKind::Statement(_) | ExprKind::VaArg { .. } | ExprKind::Quantifier { .. } => {
                return 1;
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::Bool(_)
            | ExprKind::Nullptr
            | ExprKind::FuncName
            | ExprKind::SizeofExpr(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofExpr(_)
            | ExprKind::AlignofType { .. }
            | ExprKind::LabelAddr(_)
            | ExprKind::Offsetof { .. }
            | ExprKind::TypesCompatible(..)
            | ExprKind::Compound { .. } => return 1,
            ExprKind::Generic { arms, .. } => (arms.iter().map(|(_, arm)| arm).collect(), false),
            ExprKind::Choose { yes, no, .. } => (vec![yes, no], false),
            ExprKind::Unary { op, arg } => (vec![arg], matches!(op, UnaryOp::Deref) && !found),
            ExprKind::Binary { first, rest } => {
                (std::iter::once(&**first).chain(rest.iter().map(|step| &step.arg)).collect(), false)
            }
            ExprKind::Assign { lhs, rhs, .. } => (vec![lhs, rhs], false),
            ExprKind::Cond { cond, yes, no } => {
                ([Some(&**cond), yes.as_deref(), Some(&**no)].into_iter().flatten().collect(), false)
            }
            ExprKind::Comma(items) => (items.iter().collect(), false),
            ExprKind::Call { args, .. } => (args.iter().collect(), true),
            ExprKind::Index { base, index } => (vec![base, index], !found),
            ExprKind::Member { base, arrow: false, .. } => return self.disturbed_parts(base, found, other),
            ExprKind::Member { base, arrow: true, .. } => (vec![base], !found),
            ExprKind::Cast { arg, .. } | ExprKind::ConvertVector { arg, .. } => (vec![arg], false),
        };
        usize::from(own) + parts.into_iter().map(|part| self.disturbed_parts(part, false, other)).sum::<usize>()
    }
    pub(super) fn has_effect(&self, e: &Expr) -> bool {
        self.body.facts.effects.contains(&(std::ptr::from_ref(e) as usize))
    }
    /// Gives what is kept of the operands. A place that an old value is read from stands in the same order, or is `found`
    /// by then.
    fn evaluate_in(
        &mut self,
        orders: &[Vec<usize>],
        operands: &[Operand<'_>],
        found: Option<Place>,
        span: Span,
    ) -> Res<Vec<(usize, Kept)>> {
        let bits = if orders.len() == 2 { 1 } else { 8 };
        let ty = self.types.int(bits, false);
        let name = if orders.len() == 2 { "right_to_left" } else { "order_of_operands" };
        let chosen = self.body.var(name, ty, Role::Named, span);
        // Not where it is declared: it is no variable without a value.
        self.emit(Op::Havoc { dst: chosen }, operands[orders[0][0]].expr().span);
        let before = self.body.current;
        let outer = std::mem::take(&mut self.body.temps);
        let shared = self.body.share_props();
        let mut kept: Vec<(usize, Option<Kept>)> = orders[0].iter().map(|index| (*index, None)).collect();
        let (mut arms, mut lasting): (Vec<BlockId>, Vec<Temporary>) = (Vec::new(), Vec::new());
        let join = self.body.block(span);
        for order in orders {
            let arm = self.body.block(span);
            arms.push(arm);
            self.body.current = arm;
            let mut target = found.clone();
            for index in order {
                let slot = kept.iter().position(|(known, _)| known == index).unwrap_or(0);
                let place = kept[slot].1.take();
                let done = self.keep(operands[*index], place, &mut target, before);
                match done {
                    Ok(done) => kept[slot].1 = Some(done),
                    Err(fault) => {
                        self.body.end(before, End::Goto(arm), span);
                        self.body.unshare_props(shared);
                        self.body.temps.splice(0..0, outer);
                        return Err(fault);
                    }
                }
            }
            // Objects that hold outcomes are made before the choice, and live on.
            let made = std::mem::take(&mut self.body.temps);
            self.leave_part(made, before, span);
            lasting.append(&mut self.body.temps);
            let from = self.body.current;
            self.body.end(from, End::Goto(join), span);
        }
        self.body.unshare_props(shared);
        self.body.temps = outer;
        self.body.temps.extend(lasting);
        for (_, kept) in &kept {
            if let Some(Kept::Memory(var, _)) = kept {
                self.body.temps.push(Temporary { var: *var, lasting: true });
            }
        }
        let end = match &arms[..] {
            [left, right] => End::Branch { cond: Code::Var(chosen), yes: *right, no: *left },
            _ => {
                let last = arms.len() - 1;
                let cases = arms[..last].iter().enumerate();
                let cases = cases.map(|(n, arm)| (Bits::from_u64(bits, n as u64), *arm)).collect();
                End::Switch { on: Code::Var(chosen), arms: cases, other: arms[last] }
            }
        };
        self.body.end(before, end, span);
        self.body.current = join;
        Ok(kept.into_iter().filter_map(|(index, kept)| kept.map(|kept| (index, kept))).collect())
    }
    /// Evaluates an operand and keeps the outcome where it is kept in every order.
    fn keep(
        &mut self,
        operand: Operand<'_>,
        place: Option<Kept>,
        target: &mut Option<Place>,
        before: BlockId,
    ) -> Res<Kept> {
        let span = operand.expr().span;
        match operand {
            Operand::Place(e) => {
                let found = self.place(e, false)?;
                *target = Some(found.clone());
                let Where::Memory(at) = &found.at else { return Ok(Kept::Register(found)) };
                let at = at.clone();
                let var = match place {
                    Some(Kept::Address(var, _)) => var,
                    Some(_) | None => self.pointer_temp(span),
                };
                self.assign(var, at, span);
                *target = Some(Place { at: Where::Memory(Code::Var(var)), ..found.clone() });
                Ok(Kept::Address(var, found))
            }
            Operand::Value(_) | Operand::Old(_) => {
                let value = match (operand, target.take()) {
                    (Operand::Old(_), Some(target)) => self.read(&target, span)?,
                    _ => self.rvalue(operand.expr())?,
                };
                if self.ctypes.scalar(value.ty).is_some() {
                    let var = match place {
                        Some(Kept::Scalar(var, _)) => var,
                        Some(_) | None => self.temp(value.ty, span),
                    };
                    self.assign(var, value.e.clone(), span);
                    return Ok(Kept::Scalar(var, value));
                }
                if self.ctypes.record(value.ty).is_none() {
                    return Ok(Kept::Nothing(value));
                }
                let var = match place {
                    Some(Kept::Memory(var, _)) => var,
                    Some(_) | None => {
                        let here = std::mem::replace(&mut self.body.current, before);
                        let var = self.fresh_object(value.ty, span);
                        self.body.current = here;
                        var?
                    }
                };
                self.copy_to(Code::Var(var), &value, span)?;
                Ok(Kept::Memory(var, value))
            }
        }
    }
    fn evaluated(&self, kept: Kept) -> Evaluated {
        match kept {
            // Its range in one order says nothing about the other.
            Kept::Scalar(var, value) => Evaluated::Value(self.value(value.ty, Code::Var(var))),
            Kept::Memory(var, value) => Evaluated::Value(Value { e: Code::Var(var), ..value }),
            Kept::Nothing(value) => Evaluated::Value(value),
            Kept::Address(var, place) => Evaluated::Place(Place { at: Where::Memory(Code::Var(var)), ..place }),
            Kept::Register(place) => Evaluated::Place(place),
        }
    }
    /// The same for values alone.
    pub(super) fn values_in_any_order(&mut self, operands: &[&Expr], span: Span) -> Res<Vec<Option<Value>>> {
        let operands: Vec<Operand<'_>> = operands.iter().map(|e| Operand::Value(e)).collect();
        let found = self.in_any_order(&operands, span)?;
        Ok(found
            .into_iter()
            .map(|found| match found {
                Some(Evaluated::Value(value)) => Some(value),
                Some(Evaluated::Place(_)) | None => None,
            })
            .collect())
    }
    /// Two values.
    pub(super) fn two_in_any_order(&mut self, a: &Expr, b: &Expr, span: Span) -> Res<[Option<Value>; 2]> {
        let mut found = self.values_in_any_order(&[a, b], span)?;
        let second = found.pop().flatten();
        Ok([found.pop().flatten(), second])
    }
    /// A value that may be there already.
    pub(super) fn ready_or(&mut self, ready: Option<Value>, e: &Expr) -> Res<Value> {
        match ready {
            Some(value) => Ok(value),
            None => self.rvalue(e),
        }
    }
    /// An array or a pointer, and an index.
    pub(super) fn base_and_index(
        &mut self,
        base: &Expr,
        index: &Expr,
        span: Span,
    ) -> Res<(Option<Evaluated>, Option<Value>)> {
        if self.body.quiet || !(self.has_effect(base) || self.has_effect(index)) {
            return Ok((None, None));
        }
        let ty = self.type_of(base)?;
        let pointer = self.ctypes.pointee(ty).is_some();
        let first = if pointer { Operand::Value(base) } else { Operand::Place(base) };
        let mut found = self.in_any_order(&[first, Operand::Value(index)], span)?;
        let index = match found.pop().flatten() {
            Some(Evaluated::Value(value)) => Some(value),
            Some(Evaluated::Place(_)) | None => None,
        };
        Ok((found.pop().flatten(), index))
    }
    /// The target of an assignment, and its value if that is there by then.
    pub(super) fn place_and_value(&mut self, lhs: &Expr, rhs: &Expr, span: Span) -> Res<(Place, Option<Value>)> {
        let mut found = self.in_any_order(&[Operand::Place(lhs), Operand::Value(rhs)], span)?;
        let value = match found.pop().flatten() {
            Some(Evaluated::Value(value)) => Some(value),
            Some(Evaluated::Place(_)) | None => None,
        };
        match found.pop().flatten() {
            Some(Evaluated::Place(place)) => Ok((place, value)),
            Some(Evaluated::Value(_)) | None => Ok((self.place(lhs, false)?, value)),
        }
    }
    /// The target of a compound assignment, its old value and the other operand, the latter two as far as they are there
    /// by then. Where the old value is not, it is read last.
    pub(super) fn target_and_operands(&mut self, lhs: &Expr, rhs: &Expr, span: Span) -> Res<Operands> {
        let mut operands = vec![Operand::Place(lhs), Operand::Value(rhs)];
        let open = !self.body.quiet && (self.has_effect(lhs) || self.has_effect(rhs));
        // An atomic operation reads and writes at once.
        if open && !self.qualified_type_of(lhs)?.1.atomic {
            operands.insert(1, Operand::Old(lhs));
        }
        let mut found = if open { self.in_any_order(&operands, span)? } else { Vec::new() };
        let (mut place, mut old, mut right) = (None, None, None);
        for (operand, found) in operands.iter().zip(found.drain(..)) {
            match (operand, found) {
                (Operand::Place(_), Some(Evaluated::Place(found))) => place = Some(found),
                (Operand::Old(_), Some(Evaluated::Value(value))) => old = Some(value),
                (Operand::Value(_), Some(Evaluated::Value(value))) => right = Some(value),
                (Operand::Place(_), Some(Evaluated::Value(_)))
                | (Operand::Old(_) | Operand::Value(_), Some(Evaluated::Place(_)))
                | (_, None) => {}
            }
        }
        let place = match place {
            Some(place) => place,
            None => self.place(lhs, false)?,
        };
        Ok(Operands { place: self.share_place(place, span), old, right })
    }
    /// A callee that is computed before the arguments: says so if it matters.
    pub(super) fn callee_first(&mut self, callee: &Expr, args: &[Expr]) {
        if self.body.quiet || !(self.has_effect(callee) || args.iter().any(|arg| self.has_effect(arg))) {
            return;
        }
        let first = self.effects_of(callee);
        for arg in args {
            let arg = self.effects_of(arg);
            if self.interfere(&first, &arg) {
                self.note(SOME_LEFT_TO_RIGHT.into());
            }
        }
    }
    /// The lengths of an array of arrays, the outermost first, which are evaluated one after the other: says so if it
    /// matters.
    pub(super) fn lengths_from_last(&mut self, lengths: &[&Expr]) {
        if self.body.quiet || !self.inside || lengths.len() < 2 {
            return;
        }
        let effects: Vec<Effects> = lengths.iter().map(|e| self.effects_of(e)).collect();
        if (1..effects.len()).any(|i| effects[..i].iter().any(|other| self.interfere(&effects[i], other))) {
            self.note("the lengths of an array of arrays are evaluated from the last to the first".into());
        }
    }
    /// The operands of a chain of binary operators, up to one that is evaluated first in any case.
    pub(super) fn chain_in_any_order(&mut self, first: &Expr, rest: &[BinaryStep]) -> Res<Vec<Option<Value>>> {
        let count = rest.iter().take_while(|step| !matches!(step.op, BinaryOp::And | BinaryOp::Or)).count();
        if rest[count..].iter().any(|step| !matches!(step.op, BinaryOp::And | BinaryOp::Or)) {
            self.left_to_right(std::iter::once(first).chain(rest.iter().map(|step| &step.arg)));
        }
        let operands: Vec<&Expr> = std::iter::once(first).chain(rest[..count].iter().map(|step| &step.arg)).collect();
        let ready = self.values_in_any_order(&operands, rest[0].span)?;
        // What is computed from the first operands comes after all others then, and so not before one that ends all.
        if ready.iter().any(Option::is_some) {
            let checked = rest[..count].iter().position(|step| step.op.may_fail()).map_or(count, |at| at + 1);
            if rest[checked..count].iter().any(|step| self.has_effect(&step.arg) && self.may_end(&step.arg)) {
                self.note(WHOLE.into());
            }
        }
        Ok(ready)
    }
    /// Where the order of evaluation is not modelled: says so if it matters.
    pub(super) fn left_to_right<'e>(&mut self, operands: impl Iterator<Item = &'e Expr> + Clone) {
        if self.body.quiet || !operands.clone().any(|e| self.has_effect(e)) || operands.clone().count() < 2 {
            return;
        }
        if operands.clone().next().is_some_and(|e| self.is_model(e.span)) {
            return;
        }
        let effects: Vec<Effects> = operands.map(|e| self.effects_of(e)).collect();
        for (i, a) in effects.iter().enumerate() {
            if effects[..i].iter().any(|b| self.interfere(a, b)) {
                self.note(SOME_LEFT_TO_RIGHT.into());
                return;
            }
        }
    }
}

/// Whether one of two operands is what the place before it holds, so that their order is known.
fn follows(operands: &[Operand<'_>], i: usize, j: usize) -> bool {
    matches!((operands[i.min(j)], operands[i.max(j)]), (Operand::Place(_), Operand::Old(_)))
}

/// All orders.
fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    if of.len() < 2 {
        return vec![of.to_vec()];
    }
    let mut all = Vec::new();
    for (at, first) in of.iter().enumerate() {
        let rest: Vec<usize> = of.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, index)| *index).collect();
        all.extend(permutations(&rest).into_iter().map(|tail| [vec![*first], tail].concat()));
    }
    all
}
