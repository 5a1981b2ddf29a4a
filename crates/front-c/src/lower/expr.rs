//! Expressions to values.

use super::body::Temporary;
use super::order::Operands;
use super::place::{Place, Where};
use super::undefined::Part;
use super::{Entity, Lowering, Res, Value, error, facts, unsupported, words};
use crate::ast::{
    self, BinaryOp, BinaryStep, Designator, ExprKind, FloatLit, GenericControl, IntLit, Prefix, StrLit, TypeName,
    UnaryOp,
};
use crate::ctype::{CType, CTypeId, IntKind, Len, Member, Quals, RecordId};
use crate::fold;
use hecaton_base::Bits;
use hecaton_base::float::{Float, Rounding};
use hecaton_ir::{Binary, BlockId, End, Expr, GlobalId, Span};

impl Lowering<'_> {
    /// The value of an expression; arrays and functions become pointers.
    pub(super) fn rvalue(&mut self, e: &ast::Expr) -> Res<Value> {
        match &e.kind {
            ExprKind::Name(name) => match self.lookup(*name) {
                Some(Entity::Constant(..)) if self.is_declared_later(*name) => {
                    error(e.span, format!("`{}` is not declared yet", self.text(*name)))
                }
                Some(Entity::Constant(bits, ty)) => {
                    let (bits, ty) = (bits.clone(), *ty);
                    Ok(self.value(ty, Expr::Int(bits)))
                }
                _ => match self.known_constant(*name) {
                    Some(value) => Ok(value),
                    None => self.read_place(e),
                },
            },
            ExprKind::Int(lit) => self.int_literal(lit, e.span),
            ExprKind::Float(lit) => self.float_literal(lit, e.span),
            ExprKind::Char(lit) => {
                let kind = match lit.prefix {
                    Prefix::Plain | Prefix::Wide => IntKind::Int,
                    Prefix::Utf8 => IntKind::UChar,
                    Prefix::Utf16 => IntKind::UShort,
                    Prefix::Utf32 => IntKind::UInt,
                };
                Ok(self.int_value(kind, i128::from(lit.value)))
            }
            ExprKind::Bool(value) => Ok(self.int_value(IntKind::Bool, i128::from(*value))),
            ExprKind::Nullptr => {
                let void = self.ctypes.void();
                let ty = self.ctypes.ptr(void);
                Ok(self.value(ty, Expr::Null))
            }
            ExprKind::Compound { ty, init } if self.in_static.is_some() => match self.known_literal(ty, init)? {
                Some(value) => Ok(value),
                None => self.read_place(e),
            },
            ExprKind::Str(_)
            | ExprKind::FuncName
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Compound { .. } => self.read_place(e),
            ExprKind::Unary { op, arg } => self.unary_expr(e, *op, arg),
            ExprKind::Binary { first, rest } => self.chain(first, rest),
            ExprKind::Assign { op, lhs, rhs } => self.assignment(e, *op, lhs, rhs),
            ExprKind::Cond { cond, yes, no } => self.conditional(e, cond, yes.as_deref(), no),
            ExprKind::Comma(items) => {
                let Some((last, init)) = items.split_last() else { return error(e.span, "an empty list") };
                for item in init {
                    self.effect(item)?;
                }
                self.rvalue(last)
            }
            ExprKind::Call { callee, args, .. } => self.call(e, callee, args, true),
            ExprKind::Cast { ty, arg } => self.cast(ty, arg, e.span),
            ExprKind::SizeofExpr(arg) => {
                if let ExprKind::Str(lit) = &arg.kind {
                    let unit = self.ctypes.int(self.unit_kind(lit.prefix));
                    let size = self.size(unit, e.span)?;
                    return Ok(self.size_value(self.word(size * (lit.units.len() as u64 + 1))));
                }
                self.no_bit_field(arg)?;
                let ty = self.type_of(arg)?;
                self.evaluate_for_length(arg, ty)?;
                self.sizeof(ty, e.span)
            }
            ExprKind::SizeofType(name) => {
                let ty = self.type_name(name)?;
                self.sizeof(ty, e.span)
            }
            ExprKind::AlignofExpr(arg) => {
                self.no_bit_field(arg)?;
                let (ty, quals) = self.qualified_type_of(arg)?;
                let align = quals.align.map_or_else(|| self.ctypes.preferred_align(ty), u64::from);
                Ok(self.size_value(self.word(align)))
            }
            ExprKind::AlignofType { ty, preferred } => {
                let align = self.type_align(ty, *preferred)?;
                Ok(self.size_value(self.word(align)))
            }
            ExprKind::Generic { .. } | ExprKind::Choose { .. } => {
                let chosen = self.chosen(e)?;
                self.rvalue(chosen)
            }
            ExprKind::Statement(block) => self.statement_expr(block),
            ExprKind::LabelAddr(label) => self.label_address(*label),
            ExprKind::Offsetof { ty, path } => self.offsetof(ty, path, e.span),
            ExprKind::VaArg { list, ty } => self.va_arg(list, ty, e.span),
            ExprKind::TypesCompatible(a, b) => {
                let (a, b) = (self.type_name(a)?, self.type_name(b)?);
                let same = self.ctypes.strictly_compatible(a, b);
                Ok(self.int_value(IntKind::Int, i128::from(same)))
            }
            ExprKind::ConvertVector { arg, ty } => self.convert_vector(arg, ty, e.span),
            ExprKind::Quantifier { forall, vars, body } => self.quantifier(e, *forall, vars, body),
        }
    }
    fn read_place(&mut self, e: &ast::Expr) -> Res<Value> {
        let place = self.place(e, false)?;
        self.read(&place, e.span)
    }
    /// Evaluates for the effects only.
    pub(super) fn effect(&mut self, e: &ast::Expr) -> Res<()> {
        match &e.kind {
            // The old value is not needed.
            ExprKind::Unary { op: UnaryOp::PostInc, arg } => self.step(e, arg, true, false).map(drop),
            ExprKind::Unary { op: UnaryOp::PostDec, arg } => self.step(e, arg, false, false).map(drop),
            ExprKind::Call { callee, args, .. } => self.call(e, callee, args, false).map(drop),
            ExprKind::Comma(items) => items.iter().try_for_each(|item| self.effect(item)),
            ExprKind::Cast { ty, arg }
                if matches!(ty.specs.ty, ast::TypeSpec::Void) && ty.declarator.derived.is_empty() =>
            {
                self.effect(arg)
            }
            ExprKind::Cond { cond, yes: Some(yes), no } => self.conditional_effect(e, cond, yes, no),
            ExprKind::Name(_) if self.type_of(e).is_ok_and(|ty| self.is_incomplete(ty)) => {
                self.place(e, false).map(drop)
            }
            ExprKind::Name(name) if matches!(self.lookup(*name), Some(Entity::Nested(..))) => Ok(()),
            // It has a value, which leads nowhere here.
            ExprKind::Name(name) if self.names_arguments(*name) => Ok(()),
            _ => {
                // Also `(void)x;` reads the object (6.3.2.1p2), of which other threads may have to do with any part.
                let value = self.rvalue(e)?;
                let parts = self.ctypes.record(value.ty).is_some() && self.is_place(e);
                if parts && !self.body.quiet && self.can_make_threads() {
                    let copy = self.temp_object(value.ty, e.span)?;
                    self.copy_to(copy, &value, e.span)?;
                }
                Ok(())
            }
        }
    }
    fn conditional_effect(&mut self, e: &ast::Expr, cond: &ast::Expr, yes: &ast::Expr, no: &ast::Expr) -> Res<()> {
        let (yes_block, no_block) = (self.body.block(yes.span), self.body.block(no.span));
        let join = self.body.block(e.span);
        let before = self.body.current;
        let made = self.branch_partly(cond, yes_block, no_block)?;
        self.body.temps.extend(made);
        for (block, arm) in [(yes_block, yes), (no_block, no)] {
            self.body.current = block;
            self.in_part(before, arm.span, |this| this.effect(arm))?;
            let from = self.body.current;
            self.body.end(from, End::Goto(join), arm.span);
        }
        self.body.current = join;
        Ok(())
    }
    /// Whether an expression is not zero.
    pub(super) fn condition(&mut self, e: &ast::Expr) -> Res<Expr> {
        let value = self.rvalue(e)?;
        self.condition_of(value, e.span)
    }
    /// Branches on a full expression: its temporaries die on both ways.
    pub(super) fn branch_fully(&mut self, e: &ast::Expr, yes: BlockId, no: BlockId) -> Res<()> {
        let ways = [(self.body.block(e.span), yes), (self.body.block(e.span), no)];
        let made = self.branch_partly(e, ways[0].0, ways[1].0)?;
        for (way, to) in ways {
            self.body.current = way;
            self.free_temps(made.iter().map(|temp| temp.var).collect(), e.span);
            self.body.end(way, End::Goto(to), e.span);
        }
        Ok(())
    }
    /// Branches on an expression; gives the temporaries that live on, which are there on both ways.
    fn branch_partly(&mut self, e: &ast::Expr, yes: BlockId, no: BlockId) -> Res<Vec<Temporary>> {
        let before = self.body.current;
        let outer = std::mem::take(&mut self.body.temps);
        let result = self.branch_on(e, yes, no);
        let made = std::mem::replace(&mut self.body.temps, outer);
        for temp in &made {
            self.body.hoist(temp.var, before);
        }
        result.map(|()| made)
    }
    /// Branches on an expression; short-circuit operators become branches of their own.
    fn branch_on(&mut self, e: &ast::Expr, yes: BlockId, no: BlockId) -> Res<()> {
        match &e.kind {
            ExprKind::Unary { op: UnaryOp::Not, arg } => self.branch_on(arg, no, yes),
            ExprKind::Binary { first, rest } => self.branch_chain(first, rest, yes, no, e.span),
            _ => {
                // What cannot be lowered here leaves the rest of the statement as it is.
                let before = self.body.current;
                self.attempt(|this| {
                    let cond = this.in_part(before, e.span, |this| this.condition(e))?;
                    this.body.branch(cond, yes, no, e.span);
                    Ok(())
                });
                Ok(())
            }
        }
    }
    fn branch_chain(
        &mut self,
        first: &ast::Expr,
        rest: &[BinaryStep],
        yes: BlockId,
        no: BlockId,
        span: Span,
    ) -> Res<()> {
        let Some(last) = rest.last() else { return self.branch_on(first, yes, no) };
        if !matches!(last.op, BinaryOp::And | BinaryOp::Or) {
            let before = self.body.current;
            self.attempt(|this| {
                let cond = this.in_part(before, span, |this| {
                    let value = this.chain(first, rest)?;
                    this.condition_of(value, span)
                })?;
                this.body.branch(cond, yes, no, last.span);
                Ok(())
            });
            return Ok(());
        }
        // The operands of the same operator at the end of the chain.
        let count = rest.iter().rev().take_while(|step| step.op == last.op).count();
        let (head, tail) = rest.split_at(rest.len() - count);
        let both = last.op == BinaryOp::And;
        for index in 0..=tail.len() {
            let goes_on = index < tail.len();
            let next = if goes_on { self.body.block(tail[index].arg.span) } else { yes };
            let (on_yes, on_no) = match (goes_on, both) {
                (false, _) => (yes, no),
                (true, true) => (next, no),
                (true, false) => (yes, next),
            };
            match index.checked_sub(1) {
                None => self.branch_chain(first, head, on_yes, on_no, span)?,
                Some(previous) => self.branch_on(&tail[previous].arg, on_yes, on_no)?,
            }
            if goes_on {
                self.body.current = next;
            }
        }
        Ok(())
    }
    /// A chain of binary operators.
    fn chain(&mut self, first: &ast::Expr, rest: &[BinaryStep]) -> Res<Value> {
        let mut ready = self.chain_in_any_order(first, rest)?.into_iter();
        let mut next = |this: &mut Self, e: &ast::Expr| match ready.next().flatten() {
            Some(value) => Ok(value),
            None => this.rvalue(e),
        };
        let mut value = next(self, first)?;
        for (index, step) in rest.iter().enumerate() {
            value = match step.op {
                BinaryOp::And | BinaryOp::Or => self.logical(value, step)?,
                op => {
                    let right = next(self, &step.arg)?;
                    let text = |this: &Lowering<'_>| words::chain(&this.sources.names, first, &rest[..=index]);
                    if matches!(
                        op,
                        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge
                    ) && !matches!((&value.e, &right.e), (Expr::Int(_), _) | (_, Expr::Int(_)))
                    {
                        self.compares_threads(&[(index == 0).then_some(first), Some(&step.arg)], step.span);
                    }
                    self.binary(op, value, right, &text, step.span)?
                }
            };
        }
        Ok(value)
    }
    fn logical(&mut self, left: Value, step: &BinaryStep) -> Res<Value> {
        let left = self.condition_of(left, step.span)?;
        let both = step.op == BinaryOp::And;
        if let Expr::Int(known) = &left {
            if known.is_one() == both {
                let right = self.condition(&step.arg)?;
                return Ok(self.truth_value(right));
            }
            // The right operand is not evaluated, but must make sense.
            self.scratch(step.arg.span, |this| this.condition(&step.arg)).0?;
            return Ok(self.truth_value(left));
        }
        let before = self.body.current;
        let arm = self.body.block(step.arg.span);
        self.body.current = arm;
        let right =
            self.in_arm(before, arm, |this| this.in_part(before, step.arg.span, |this| this.condition(&step.arg)))?;
        if self.body.is_untouched(arm) && !fold::larger(&right, 20) {
            self.body.current = before;
            let cond = if both { fold::and(left, right) } else { fold::or(left, right) };
            let value = self.truth_value(cond);
            return Ok(self.limit(value, step.span));
        }
        let result = self.condition_temp(step.span);
        self.assign(result, right, step.span);
        let join = self.body.block(step.span);
        let after = self.body.current;
        self.body.end(after, End::Goto(join), step.span);
        self.body.current = before;
        self.assign(result, left, step.span);
        let (yes, no) = if both { (arm, join) } else { (join, arm) };
        self.body.branch(Expr::Var(result), yes, no, step.span);
        self.body.current = join;
        Ok(self.truth_value(Expr::Var(result)))
    }
    fn unary_expr(&mut self, e: &ast::Expr, op: UnaryOp, arg: &ast::Expr) -> Res<Value> {
        match op {
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::BitNot => {
                let value = self.rvalue(arg)?;
                self.unary(op, value, &|this| this.words(e), e.span)
            }
            UnaryOp::Deref => {
                // `*f` of a function is the function again.
                self.read_place(e)
            }
            UnaryOp::AddrOf => self.address_of(arg, e.span),
            UnaryOp::PreInc => self.step(e, arg, true, false),
            UnaryOp::PreDec => self.step(e, arg, false, false),
            UnaryOp::PostInc => self.step(e, arg, true, true),
            UnaryOp::PostDec => self.step(e, arg, false, true),
            UnaryOp::Real | UnaryOp::Imag if self.is_complex_place(arg)? => self.read_place(e),
            UnaryOp::Real | UnaryOp::Imag => {
                let value = self.rvalue(arg)?;
                match self.complex_part(value.ty) {
                    Some(part) => {
                        let place = Place::memory(value.ty, value.e, None);
                        let place = self.part_of(place, part, op == UnaryOp::Imag);
                        self.read(&place, e.span)
                    }
                    None if op == UnaryOp::Real => Ok(value),
                    None => self.zero_value(value.ty, e.span),
                }
            }
        }
    }
    /// Whether an expression denotes a complex object.
    fn is_complex_place(&mut self, e: &ast::Expr) -> Res<bool> {
        Ok(self.is_place(e) && self.type_of(e).map(|ty| self.complex_part(ty).is_some())?)
    }
    fn address_of(&mut self, arg: &ast::Expr, span: Span) -> Res<Value> {
        self.lvalue(arg)?;
        self.not_register(arg)?;
        let place = match &arg.kind {
            // `&*p` is `p`, whatever it is.
            ExprKind::Unary { op: UnaryOp::Deref, arg: pointer } => {
                let value = self.rvalue(pointer)?;
                if self.ctypes.pointee(value.ty).is_some() {
                    return Ok(value);
                }
                return error(span, "this is not a pointer");
            }
            _ => self.place(arg, true)?,
        };
        if place.bits.is_some() {
            return error(span, "a bit-field has no address");
        }
        let member = matches!(arg.kind, ExprKind::Member { .. } | ExprKind::Index { .. });
        self.seen.const_member |= member && place.quals.constant && self.is_own_code(span);
        let ty = self.ctypes.qualified_ptr(place.ty, place.quals.unaligned());
        match place.at {
            Where::Memory(at) => Ok(self.value(ty, at)),
            Where::Register(_) if self.body.quiet => Ok(self.value(ty, Expr::Null)),
            Where::Register(_) => unsupported(span, "the address of this variable"),
        }
    }
    /// `++` and `--`; gives the new value, or the old one.
    fn step(&mut self, e: &ast::Expr, arg: &ast::Expr, up: bool, old_wanted: bool) -> Res<Value> {
        self.lvalue(arg)?;
        let place = self.place(arg, false)?;
        let place = self.share_place(place, e.span);
        self.section(&place, true, e.span);
        let mut old = self.read(&place, e.span)?;
        if old_wanted && matches!(place.at, Where::Register(_)) {
            let var = self.temp(old.ty, e.span);
            self.assign(var, old.e.clone(), e.span);
            old.e = Expr::Var(var);
        }
        let one = self.int_value(IntKind::Int, 1);
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let new = match (self.ctypes.pointee(old.ty), self.ctypes.is_arithmetic(old.ty)) {
            (Some(_), _) => self.move_pointer(old.clone(), one, !up, Some(&|this| this.words(e)), e.span)?,
            (None, true) => {
                let one =
                    if self.ctypes.float_kind(old.ty).is_some() { self.convert(one, old.ty, e.span)? } else { one };
                self.binary(op, old.clone(), one, &|this| this.words(e), e.span)?
            }
            (None, false) if self.vector(old.ty).is_some() || self.complex_part(old.ty).is_some() => {
                // The old value is what it was, wherever the new one goes.
                if old_wanted {
                    let copy = self.temp_object(old.ty, e.span)?;
                    self.copy_to(copy.clone(), &old, e.span)?;
                    old.e = copy;
                }
                self.binary(op, old.clone(), one, &|this| this.words(e), e.span)?
            }
            (None, false) => {
                return match &self.ctypes[old.ty] {
                    CType::Other(name) => unsupported(e.span, name.to_string()),
                    _ => error(e.span, format!("a value of type `{}` cannot be counted", self.ctypes.name(old.ty))),
                };
            }
        };
        let new = self.write(&place, new, e.span)?;
        self.section(&place, false, e.span);
        Ok(if old_wanted { old } else { new })
    }
    /// A place whose address may be used more than once.
    pub(super) fn share_place(&mut self, place: Place, span: Span) -> Place {
        let at = match place.at {
            Where::Register(var) => Where::Register(var),
            Where::Memory(at) => Where::Memory(self.share_address(at, span)),
        };
        Place { at, ..place }
    }
    fn assignment(&mut self, e: &ast::Expr, op: Option<BinaryOp>, lhs: &ast::Expr, rhs: &ast::Expr) -> Res<Value> {
        self.lvalue(lhs)?;
        let pending = self.assigned_in_sequence(lhs, rhs, e.span);
        match op {
            None => {
                let (place, ready) = match lhs.kind {
                    ExprKind::Name(_) => (self.place(lhs, false)?, None),
                    _ => self.place_and_value(lhs, rhs, e.span)?,
                };
                let place = match place.at {
                    Where::Memory(_) if self.ctypes.record(place.ty).is_some() => self.share_place(place, e.span),
                    _ => place,
                };
                let mut source = match ready {
                    Some(value) => (value, None),
                    None => self.source(rhs)?,
                };
                self.assignable(&place, e.span)?;
                let place = match pending {
                    Some(pending) => self.store_in_sequence(place, lhs, pending, e.span),
                    None => place,
                };
                let overlap = self.may_overlap(&place, rhs, &mut source);
                let value = self.write_source(&place, source, e.span)?;
                if let Some((to, from, size)) = overlap {
                    let (to, from) = (Part { at: &to, size: &size }, Part { at: &from, size: &size });
                    self.copy_is_apart(
                        to,
                        from,
                        true,
                        &|this| format!("no partial overlap in `{}`", this.words(e)),
                        e.span,
                    );
                }
                Ok(value)
            }
            Some(op) => {
                let Operands { place, old, right } = self.target_and_operands(lhs, rhs, e.span)?;
                let right = self.ready_or(right, rhs)?;
                let right = if place.quals.atomic { self.share(right, e.span) } else { right };
                self.section(&place, true, e.span);
                let old = match old {
                    Some(old) => old,
                    None => self.read(&place, e.span)?,
                };
                let new = self.binary(op, old, right, &|this| this.words(e), e.span)?;
                let place = match pending {
                    Some(pending) => self.store_in_sequence(place, lhs, pending, e.span),
                    None => place,
                };
                let new = self.write(&place, new, e.span)?;
                self.section(&place, false, e.span);
                Ok(new)
            }
        }
    }
    fn conditional(&mut self, e: &ast::Expr, cond: &ast::Expr, yes: Option<&ast::Expr>, no: &ast::Expr) -> Res<Value> {
        let tested = self.rvalue(cond)?;
        let tested = if yes.is_none() { self.share(tested, e.span) } else { tested };
        let test = self.condition_of(tested.clone(), cond.span)?;
        if let Expr::Int(known) = &test {
            return self.known_conditional(known.is_one(), tested, yes, no, e.span);
        }
        let before = self.body.current;
        let yes_block = self.body.block(e.span);
        self.body.current = yes_block;
        let outer_temps = std::mem::take(&mut self.body.temps);
        let yes_value = match yes {
            Some(yes) => self.in_arm(before, yes_block, |this| this.rvalue(yes))?,
            None => tested,
        };
        let yes_pure = self.body.is_untouched(yes_block);
        let yes_end = self.body.current;
        let yes_temps = std::mem::take(&mut self.body.temps);
        let no_block = self.body.block(e.span);
        self.body.current = no_block;
        let no_value = self.in_arm(before, no_block, |this| this.rvalue(no))?;
        let no_pure = self.body.is_untouched(no_block);
        let no_end = self.body.current;
        let no_temps = std::mem::replace(&mut self.body.temps, outer_temps);
        let ty = self.conditional_type(&yes_value, &no_value, e.span)?;
        let scalar = self.ctypes.scalar(ty).is_some();
        if scalar && yes_pure && no_pure && !fold::larger(&yes_value.e, 20) && !fold::larger(&no_value.e, 20) {
            self.body.current = before;
            let yes_value = self.convert(yes_value, ty, e.span)?;
            let no_value = self.convert(no_value, ty, e.span)?;
            let range = (yes_value.range.0.min(no_value.range.0), yes_value.range.1.max(no_value.range.1));
            let value = Value { ty, e: fold::select(test, yes_value.e, no_value.e), range };
            return Ok(self.limit(value, e.span));
        }
        // Where the value goes: nowhere, to a temporary, or to memory that is made before the branch.
        self.body.current = before;
        let (result, memory) = if self.ctypes.record(ty).is_some() {
            (None, Some(self.temp_object(ty, e.span)?))
        } else if scalar {
            (Some(self.temp(ty, e.span)), None)
        } else {
            (None, None)
        };
        self.body.branch(test, yes_block, no_block, cond.span);
        let join = self.body.block(e.span);
        let mut range: Option<(i128, i128)> = None;
        for (end, value, temps) in [(yes_end, yes_value, yes_temps), (no_end, no_value, no_temps)] {
            self.body.current = end;
            let value = self.convert(value, ty, e.span)?;
            range = Some(range.map_or(value.range, |r| (r.0.min(value.range.0), r.1.max(value.range.1))));
            if let Some(var) = result {
                self.assign(var, value.e, e.span);
            } else if let Some(memory) = &memory {
                self.copy_to(memory.clone(), &value, e.span)?;
            }
            self.leave_part(temps, before, e.span);
            let from = self.body.current;
            self.body.end(from, End::Goto(join), e.span);
        }
        self.body.current = join;
        Ok(match (result, memory) {
            (Some(var), _) => Value { ty, e: Expr::Var(var), range: range.unwrap_or((0, 0)) },
            (None, Some(memory)) => Value { ty, e: memory, range: (0, 0) },
            (None, None) => self.void_value(),
        })
    }
    /// Lowers something that stands in a block of its own, before it is known how that is entered. What cannot be
    /// lowered is reached there, whatever the condition: the statement as a whole is given up.
    fn in_arm<T>(&mut self, before: BlockId, arm: BlockId, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let result = f(self);
        if let Err(super::Fault::Unsupported(span, _)) = &result {
            self.body.end(before, End::Goto(arm), *span);
        }
        result
    }
    /// A conditional whose outcome is known: the other operand only gives its type.
    fn known_conditional(
        &mut self,
        outcome: bool,
        tested: Value,
        yes: Option<&ast::Expr>,
        no: &ast::Expr,
        span: Span,
    ) -> Res<Value> {
        let other = |this: &mut Self, e: &ast::Expr| this.scratch(span, |this| this.rvalue(e)).0;
        let (taken, other) = match (outcome, yes) {
            (true, Some(yes)) => (self.rvalue(yes)?, other(self, no)?),
            (true, None) => (tested, other(self, no)?),
            (false, Some(yes)) => (self.rvalue(no)?, other(self, yes)?),
            (false, None) => (self.rvalue(no)?, tested),
        };
        let ty = if outcome {
            self.conditional_type(&taken, &other, span)?
        } else {
            self.conditional_type(&other, &taken, span)?
        };
        self.convert(taken, ty, span)
    }
    fn conditional_type(&mut self, yes: &Value, no: &Value, span: Span) -> Res<CTypeId> {
        if let Some(ty) = self.ctypes.common_arithmetic(yes.ty, no.ty) {
            return Ok(ty);
        }
        if yes.ty == no.ty {
            return Ok(yes.ty);
        }
        if let Some(ty) = self.common_complex(yes.ty, no.ty) {
            return Ok(ty);
        }
        if self.ctypes.is_void(yes.ty) || self.ctypes.is_void(no.ty) {
            return Ok(self.ctypes.void());
        }
        let null = |v: &Value| match &v.e {
            Expr::Null => true,
            Expr::Int(bits) => bits.is_zero(),
            _ => false,
        };
        match (self.ctypes.pointee(yes.ty), self.ctypes.pointee(no.ty)) {
            (Some(_), None) if self.ctypes.int_kind(no.ty).is_some() => Ok(yes.ty),
            (None, Some(_)) if self.ctypes.int_kind(yes.ty).is_some() => Ok(no.ty),
            (Some(a), Some(_)) if self.ctypes.is_void(a) && null(yes) => Ok(no.ty),
            (Some(_), Some(b)) if self.ctypes.is_void(b) && null(no) => Ok(yes.ty),
            (Some(a), Some(b)) => {
                let quals = self.ctypes.pointee_quals(yes.ty).of_part(self.ctypes.pointee_quals(no.ty));
                Ok(self.ctypes.qualified_ptr(if self.ctypes.is_void(b) { b } else { a }, quals.unaligned()))
            }
            _ if self.ctypes.compatible(yes.ty, no.ty) => Ok(yes.ty),
            _ => error(
                span,
                format!(
                    "the operands of `?:` have types `{}` and `{}`",
                    self.ctypes.name(yes.ty),
                    self.ctypes.name(no.ty)
                ),
            ),
        }
    }
    fn cast(&mut self, name: &TypeName, arg: &ast::Expr, span: Span) -> Res<Value> {
        let ty = self.type_name(name)?;
        if self.ctypes.is_void(ty) {
            self.effect(arg)?;
            return Ok(self.void_value());
        }
        let value = self.rvalue(arg)?;
        if value.ty != ty && (self.vector(ty).is_some() || self.vector(value.ty).is_some()) {
            return self.vector_cast(value, ty, span);
        }
        match self.ctypes[ty] {
            CType::Record(_) if self.complex_part(ty).is_some() => self.convert(value, ty, span),
            CType::Record(record) if value.ty != ty => self.cast_to_union(record, ty, value, span),
            CType::Array(..) | CType::Func(_) => {
                error(span, format!("a cast to `{}` is not possible", self.ctypes.name(ty)))
            }
            _ => {
                self.seen.moved_back = matches!(&arg.kind, ExprKind::Binary { rest, .. }
                    if rest.last().is_some_and(|step| step.op == BinaryOp::Sub));
                let converted = self.convert(value, ty, span);
                self.seen.moved_back = false;
                converted
            }
        }
    }

    /// An argument as the type of its parameter: a transparent union takes what one of its members takes.
    pub(super) fn convert_argument(&mut self, value: Value, param: CTypeId, span: Span) -> Res<Value> {
        let Some(record) = self.ctypes.record(param).filter(|id| self.ctypes.records[*id].transparent) else {
            return self.convert(value, param, span);
        };
        if self.ctypes.record(value.ty).is_some_and(|own| own == record) {
            return Ok(value);
        }
        let members: Vec<Member> =
            self.ctypes.records[record].body.iter().flat_map(|body| body.members.clone()).collect();
        let pointer = self.ctypes.pointee(value.ty).is_some() || matches!(&value.e, Expr::Int(bits) if bits.is_zero());
        // The member of that very type, else any that the value can be assigned to.
        let exact = members.iter().position(|member| self.ctypes.compatible(member.ty, value.ty));
        let pointers = || members.iter().position(|member| pointer && self.ctypes.pointee(member.ty).is_some());
        let numbers = || {
            let arithmetic = self.ctypes.is_arithmetic(value.ty);
            members.iter().position(|member| arithmetic && self.ctypes.is_arithmetic(member.ty))
        };
        match exact.or_else(pointers).or_else(numbers) {
            Some(index) => self.as_union(&members[index], param, value, span),
            None => self.convert(value, param, span),
        }
    }
    /// GNU's cast to a union: the member of the value's type takes it.
    fn cast_to_union(&mut self, record: RecordId, ty: CTypeId, value: Value, span: Span) -> Res<Value> {
        let union = self.ctypes.records[record].union;
        let members = self.ctypes.records[record].body.iter().flat_map(|body| body.members.clone());
        let found = members.into_iter().filter(|_| union).find(|member| self.ctypes.compatible(member.ty, value.ty));
        match found {
            Some(member) => self.as_union(&member, ty, value, span),
            None => error(span, format!("a cast to `{}` is not possible", self.ctypes.name(ty))),
        }
    }
    /// A union with a member that has a value.
    fn as_union(&mut self, member: &Member, ty: CTypeId, value: Value, span: Span) -> Res<Value> {
        if let Some(union) = self.ctypes.record(ty) {
            self.initialises_member(union, member, span);
        }
        let memory = self.temp_object(ty, span)?;
        let at = fold::offset(memory.clone(), self.word(member.offset));
        let place = Place { bits: member.bits, ..Place::memory(member.ty, at, None) };
        self.initialise(&place, value, span)?;
        Ok(Value { ty, e: memory, range: (0, 0) })
    }

    pub(super) fn int_literal(&mut self, lit: &IntLit, span: Span) -> Res<Value> {
        if lit.imaginary {
            let value = self.int_literal(&IntLit { imaginary: false, ..*lit }, span)?;
            return self.imaginary(value, span);
        }
        if lit.bit_int {
            // The smallest type that holds it.
            let signed = !lit.unsigned;
            let width = (128 - lit.value.leading_zeros()).max(1) as u16 + u16::from(signed);
            let kind = IntKind::BitInt { width, signed };
            let bits = Bits::from_u128(128, lit.value).zext(129).resize(u32::from(width));
            return Ok(self.constant_value(kind, bits));
        }
        use IntKind::{Int, Int128, Long, LongLong, UInt, UInt128, ULong, ULongLong};
        let order = [Int, UInt, Long, ULong, LongLong, ULongLong, Int128, UInt128];
        let rank = match lit.long {
            0 => Int.rank(),
            1 => Long.rank(),
            _ => LongLong.rank(),
        };
        let target = self.ctypes.target;
        let fits = |kind: &IntKind| {
            let bits = kind.bits(target) - u32::from(kind.signed());
            lit.value.checked_shr(bits).unwrap_or(0) == 0
        };
        let kind = order
            .into_iter()
            .filter(|kind| kind.rank() >= rank)
            .filter(|kind| if lit.unsigned { !kind.signed() } else { kind.signed() || !lit.decimal })
            .find(fits);
        match kind {
            Some(kind) => {
                let bits = Bits::from_u128(self.bits_of(kind), lit.value);
                Ok(self.constant_value(kind, bits))
            }
            None => error(span, "the constant is too large"),
        }
    }
    pub(super) fn float_literal(&mut self, lit: &FloatLit, span: Span) -> Res<Value> {
        if lit.imaginary {
            let value = self.float_literal(&FloatLit { imaginary: false, ..lit.clone() }, span)?;
            return self.imaginary(value, span);
        }
        let declared = self.float_spec(lit.kind);
        let Some(kind) = self.ctypes.float_kind(declared.ty) else {
            return unsupported(span, self.ctypes.name(declared.ty));
        };
        match Float::parse(kind.format(), &lit.text, Rounding::NearestEven) {
            Some(value) => Ok(self.value(declared.ty, Expr::Float(kind.format(), value.into_bits()))),
            None => error(span, "this is not a floating-point constant"),
        }
    }
    fn size_value(&mut self, e: Expr) -> Value {
        let kind = self.ctypes.size_kind();
        let ty = self.int_type(kind);
        self.value(ty, e)
    }
    /// The operand of `sizeof` or `typeof` is evaluated if its type is an array of variable length (6.5.3.4p2).
    pub(super) fn evaluate_for_length(&mut self, arg: &ast::Expr, ty: CTypeId) -> Res<()> {
        let variable = matches!(self.ctypes[ty], CType::Array(..)) && self.ctypes.size_of(ty).is_none();
        if variable && self.inside && !self.body.quiet && facts::has_effect(arg) {
            self.effect(arg)?;
        }
        Ok(())
    }
    fn sizeof(&mut self, ty: CTypeId, span: Span) -> Res<Value> {
        let size = self.size_expr(ty, span)?;
        Ok(self.size_value(size))
    }
    fn offsetof(&mut self, name: &TypeName, path: &[Designator], span: Span) -> Res<Value> {
        let mut ty = self.type_name(name)?;
        let mut offset = self.word(0);
        for step in path {
            match step {
                Designator::Field(field) => {
                    let text = self.text(field.name).to_owned();
                    let Some(member) = self.ctypes.record(ty).and_then(|record| self.ctypes.member(record, &text))
                    else {
                        self.size(ty, span)?;
                        return error(field.span, format!("`{}` has no member `{text}`", self.ctypes.name(ty)));
                    };
                    if member.bits.is_some() {
                        return error(field.span, "a bit-field has no offset");
                    }
                    ty = member.ty;
                    offset = fold::binary(Binary::Add, offset, self.word(member.offset));
                }
                Designator::Index(index) => {
                    let CType::Array(elem, _) = self.ctypes[ty] else { return error(span, "this is not an array") };
                    let value = self.rvalue(index)?;
                    let size = self.size_expr(elem, span)?;
                    let bytes = self.scaled(value, size, span)?;
                    offset = fold::binary(Binary::Add, offset, bytes);
                    ty = elem;
                }
                Designator::Range(..) => return error(span, "a range is not possible here"),
            }
        }
        Ok(self.size_value(offset))
    }
    /// The operand that `_Generic` or `__builtin_choose_expr` chooses.
    pub(super) fn chosen<'e>(&mut self, e: &'e ast::Expr) -> Res<&'e ast::Expr> {
        match &e.kind {
            ExprKind::Choose { cond, yes, no } => {
                let result = self.constant_int(cond);
                let (bits, _) = self.needed(result, "the condition")?;
                Ok(if bits.is_zero() { no } else { yes })
            }
            ExprKind::Generic { control, arms } => {
                // A value has no qualifiers, a type may have some.
                let (ty, quals) = match control {
                    GenericControl::Expr(e) => {
                        let (value, _) = self.scratch(e.span, |this| this.rvalue(e));
                        (value?.ty, Quals::default())
                    }
                    GenericControl::Type(name) => {
                        let declared = self.type_name_declared(name)?;
                        (declared.ty, declared.quals().unaligned())
                    }
                };
                let (mut default, mut found) = (None, None);
                let mut known: Vec<(CTypeId, Quals)> = Vec::new();
                for (name, arm) in arms {
                    let Some(name) = name else {
                        if default.replace(arm).is_some() {
                            return error(arm.span, "a second `default` in `_Generic`");
                        }
                        continue;
                    };
                    let candidate = self.type_name_declared(name)?;
                    self.association(candidate.ty, name.span)?;
                    let own = (candidate.ty, candidate.quals().unaligned());
                    let same =
                        |(ty, quals): &(CTypeId, Quals)| *quals == own.1 && self.ctypes.strictly_compatible(*ty, own.0);
                    if known.iter().any(same) {
                        return error(name.span, "two associations of `_Generic` with compatible types");
                    }
                    known.push(own);
                    if own.1 == quals && self.ctypes.strictly_compatible(own.0, ty) {
                        // With an enumeration and its integer type both may fit.
                        if found.replace(arm).is_some() {
                            return unsupported(e.span, "a choice of `_Generic` with two associations that fit");
                        }
                    }
                }
                match found.or(default) {
                    Some(arm) => Ok(arm),
                    None => error(e.span, format!("no association for the type `{}`", self.ctypes.name(ty))),
                }
            }
            _ => Ok(e),
        }
    }
    /// The type of an expression as `sizeof` and `typeof` see it: arrays and functions stay what they are; and what
    /// else is said of the object that it denotes. To be called with scratch code only.
    pub(super) fn type_unevaluated(&mut self, e: &ast::Expr) -> Res<(CTypeId, Quals)> {
        let bare = |ty: CTypeId| Ok((ty, Quals::default()));
        match &e.kind {
            ExprKind::Name(name) => match self.lookup(*name) {
                Some(
                    Entity::Constant(_, ty)
                    | Entity::Register(_, ty)
                    | Entity::Object(_, ty)
                    | Entity::Captured(_, _, ty),
                ) => Ok((*ty, self.quals_of(*name))),
                Some(Entity::Nested(id, _)) => bare(self.nested_type(*id)),
                Some(Entity::Linked(_)) if self.is_declared_later(*name) => {
                    error(e.span, format!("`{}` is not declared yet", self.text(*name)))
                }
                Some(Entity::Linked(id)) => Ok((self.linker.type_of(*id), self.quals_of(*name))),
                _ => bare(self.rvalue(e)?.ty),
            },
            // What is said outright need not be found out: nested literals would be looked at again and again.
            ExprKind::Cast { ty, .. } => bare(self.type_name(ty)?),
            ExprKind::Compound { ty, init } => {
                let declared = self.type_name_declared(ty)?;
                let ty = match self.ctypes[declared.ty] {
                    CType::Array(_, Len::Unknown) => self.plan_list(declared.ty, init)?.ty,
                    _ => declared.ty,
                };
                Ok((ty, declared.quals()))
            }
            ExprKind::Str(_)
            | ExprKind::FuncName
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Unary { op: UnaryOp::Deref, .. } => {
                let place = self.place(e, true)?;
                Ok((place.ty, place.quals))
            }
            ExprKind::Generic { .. } | ExprKind::Choose { .. } => {
                let chosen = self.chosen(e)?;
                self.type_unevaluated(chosen)
            }
            _ => bare(self.rvalue(e)?.ty),
        }
    }
    fn unit_kind(&self, prefix: Prefix) -> IntKind {
        match prefix {
            Prefix::Plain | Prefix::Utf8 => IntKind::Char,
            Prefix::Utf16 => IntKind::UShort,
            Prefix::Utf32 => IntKind::UInt,
            Prefix::Wide => IntKind::Int,
        }
    }
    /// The constant global of a string literal; equal literals share one.
    pub(super) fn string(&mut self, lit: &StrLit) -> (CTypeId, GlobalId) {
        let kind = self.unit_kind(lit.prefix);
        let unit = self.int_type(kind);
        let ty = self.ctypes.array(unit, Len::Known(lit.units.len() as u64 + 1));
        if let Some(&id) = self.strings.get(&(lit.units.clone(), kind)) {
            return (ty, id);
        }
        let bits = self.bits_of(kind);
        let bytes = u64::from(bits / 8);
        let values = lit
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| **unit != 0)
            .map(|(i, unit)| (i as u64 * bytes, Expr::Int(Bits::from_u64(bits, u64::from(*unit)))))
            .collect();
        let global = hecaton_ir::Global {
            name: format!("str.{}", self.strings.len()),
            ty: self.object_type(ty),
            init: hecaton_ir::Init::Values(values),
            constant: true,
            span: lit.span,
        };
        let id = self.globals.push(global);
        self.strings.insert((lit.units.clone(), kind), id);
        (ty, id)
    }
    /// The kind of the elements of a string literal.
    pub(super) fn string_kind(&self, lit: &StrLit) -> IntKind {
        self.unit_kind(lit.prefix)
    }
}
