//! Complex numbers. One is a struct of its two parts, so that copies, arguments and results are those of structs. What
//! a real number is combined with keeps its imaginary part as it is, as compilers have it. Division by a complex number,
//! and what becomes of products of which both parts are not numbers, is written in C (`models/complex.c`).

use super::arith::Text;
use super::place::{Place, Where};
use super::{Lowering, Res, Value, error, unsupported};
use crate::ast::{self, BinaryOp, ExprKind, FloatLit, IntLit, UnaryOp};
use crate::ctype::{Body, CRecord, CType, CTypeId, FloatKind, IntKind, Member, Quals};
use crate::fold;
use hecaton_ir::{Expr, Format, Span, Unary};

impl Lowering<'_> {
    /// The complex type with parts of a type.
    pub(super) fn complex_of(&mut self, part: CTypeId) -> CTypeId {
        if let Some(id) = self.complexes.get(&part) {
            return self.ctypes.add(CType::Record(*id));
        }
        let size = self.ctypes.size_of(part).unwrap_or(1);
        let member =
            |name: &str, offset| Member { name: name.into(), ty: part, offset, bits: None, quals: Quals::default() };
        let members = vec![member("real", 0), member("imag", size)];
        let body = Body { members, size: 2 * size, align: self.ctypes.align_of(part), depth: 2 };
        let name = format!("_Complex {}", self.ctypes.name(part));
        let (body, complex) = (Some(body), Some(part));
        let record = CRecord { union: false, name, body, transparent: false, vector: None, complex, library: false };
        let id = self.ctypes.records.push(record);
        self.complexes.insert(part, id);
        self.ctypes.add(CType::Record(id))
    }
    /// The type of the parts of a complex type.
    pub(super) fn complex_part(&self, ty: CTypeId) -> Option<CTypeId> {
        self.ctypes.record(ty).and_then(|id| self.ctypes.records[id].complex)
    }
    /// The real or imaginary part of a complex place.
    pub(super) fn part_of(&self, place: Place, part: CTypeId, imaginary: bool) -> Place {
        let size = self.ctypes.size_of(part).unwrap_or(1);
        let at = match place.at {
            Where::Memory(at) => Where::Memory(fold::offset(at, self.word(if imaginary { size } else { 0 }))),
            register @ Where::Register(_) => register,
        };
        Place { ty: part, at, ..place }
    }
    /// Both parts of a number; a real one has only one.
    fn split(&mut self, value: Value, span: Span) -> Res<(Value, Option<Value>)> {
        let Some(part) = self.complex_part(value.ty) else { return Ok((self.share(value, span), None)) };
        let at = self.share_pointer(value.e, span);
        let place = Place::memory(value.ty, at, None);
        let real = self.part_of(place.clone(), part, false);
        let imag = self.part_of(place, part, true);
        let real = self.read(&real, span)?;
        let imag = self.read(&imag, span)?;
        Ok((self.share(real, span), Some(self.share(imag, span))))
    }
    /// The number with these parts.
    pub(super) fn joined(&mut self, ty: CTypeId, real: Value, imag: Value, span: Span) -> Res<Value> {
        let Some(part) = self.complex_part(ty) else { return error(span, "this is no complex type") };
        let memory = self.temp_object(ty, span)?;
        let place = Place::memory(ty, memory.clone(), None);
        let places = (self.part_of(place.clone(), part, false), self.part_of(place, part, true));
        self.initialise(&places.0, real, span)?;
        self.initialise(&places.1, imag, span)?;
        Ok(Value { ty, e: memory, range: (0, 0) })
    }
    /// A conversion of which one side is complex.
    pub(super) fn convert_complex(&mut self, value: Value, to: CTypeId, span: Span) -> Res<Value> {
        let arithmetic = |this: &Self, ty: CTypeId| this.ctypes.is_arithmetic(ty) || this.complex_part(ty).is_some();
        if !arithmetic(self, value.ty) || !arithmetic(self, to) {
            let (from, to) = (self.ctypes.name(value.ty), self.ctypes.name(to));
            return error(span, format!("a value of type `{from}` cannot be converted to `{to}`"));
        }
        if self.ctypes.int_kind(to) == Some(IntKind::Bool) {
            let cond = self.condition_of(value, span)?;
            return Ok(Value { ty: to, e: cond, range: (0, 1) });
        }
        let (real, imag) = self.split(value, span)?;
        if self.complex_part(to).is_none() {
            return self.convert(real, to, span);
        }
        let imag = match imag {
            Some(imag) => imag,
            None => self.int_value(IntKind::Int, 0),
        };
        self.joined(to, real, imag, span)
    }
    /// Whether a complex number is not zero.
    pub(super) fn complex_condition(&mut self, value: Value, span: Span) -> Res<Expr> {
        let (real, imag) = self.split(value, span)?;
        let real = self.condition_of(real, span)?;
        match imag {
            Some(imag) => Ok(fold::or(real, self.condition_of(imag, span)?)),
            None => Ok(real),
        }
    }
    /// The type of an operation on two numbers of which one is complex.
    pub(super) fn common_complex(&mut self, a: CTypeId, b: CTypeId) -> Option<CTypeId> {
        let (x, y) = (self.complex_part(a), self.complex_part(b));
        if x.is_none() && y.is_none() {
            return None;
        }
        let part = self.ctypes.common_arithmetic(x.unwrap_or(a), y.unwrap_or(b))?;
        Some(self.complex_of(part))
    }
    /// A binary operator of which an operand is complex.
    pub(super) fn complex_binary(
        &mut self,
        op: BinaryOp,
        a: Value,
        b: Value,
        text: Text<'_>,
        span: Span,
    ) -> Res<Value> {
        let Some(ty) = self.common_complex(a.ty, b.ty) else {
            return error(span, "the operator cannot be applied to complex numbers and something else");
        };
        let part = self.complex_part(ty).unwrap_or(ty);
        let ((a, ai), (b, bi)) = (self.split(a, span)?, self.split(b, span)?);
        let a = self.convert(a, part, span)?;
        let b = self.convert(b, part, span)?;
        let ai = ai.map(|value| self.convert(value, part, span)).transpose()?;
        let bi = bi.map(|value| self.convert(value, part, span)).transpose()?;
        let apply = |this: &mut Self, op, x: &Value, y: &Value| -> Res<Value> {
            let value = this.binary(op, x.clone(), y.clone(), text, span)?;
            Ok(this.share(value, span))
        };
        match (op, ai, bi) {
            (BinaryOp::Add | BinaryOp::Sub, ai, bi) => {
                let real = apply(self, op, &a, &b)?;
                let imag = match (ai, bi) {
                    (Some(x), Some(y)) => apply(self, op, &x, &y)?,
                    (Some(x), None) => x,
                    (None, Some(y)) if op == BinaryOp::Add => y,
                    (None, Some(y)) => self.unary(UnaryOp::Minus, y, text, span)?,
                    (None, None) => return error(span, "there is no complex operand"),
                };
                self.joined(ty, real, imag, span)
            }
            (BinaryOp::Mul, Some(ai), Some(bi)) => {
                let (first, second) = (apply(self, op, &a, &b)?, apply(self, op, &ai, &bi)?);
                let (third, fourth) = (apply(self, op, &a, &bi)?, apply(self, op, &ai, &b)?);
                let real = apply(self, BinaryOp::Sub, &first, &second)?;
                let imag = apply(self, BinaryOp::Add, &third, &fourth)?;
                let nan = |value: &Value| fold::unary(Unary::FIsNan, value.e.clone());
                let lost = match self.ctypes.float_kind(part) {
                    Some(_) => fold::and(nan(&real), nan(&imag)),
                    None => Expr::int(1, 0),
                };
                let product = self.joined(ty, real, imag, span)?;
                self.in_library_if(lost, "multiply", &product, [a, ai, b, bi], span)?;
                Ok(product)
            }
            (BinaryOp::Mul, Some(x), None) | (BinaryOp::Div, Some(x), None) => {
                let (real, imag) = (apply(self, op, &a, &b)?, apply(self, op, &x, &b)?);
                self.joined(ty, real, imag, span)
            }
            (BinaryOp::Mul, None, Some(y)) => {
                let (real, imag) = (apply(self, op, &a, &b)?, apply(self, op, &a, &y)?);
                self.joined(ty, real, imag, span)
            }
            (BinaryOp::Div, ai, Some(bi)) => {
                if self.ctypes.float_kind(part).is_none() {
                    return unsupported(span, "a division by a complex number of integers");
                }
                let ai = match ai {
                    Some(ai) => ai,
                    None => self.zero_value(part, span)?,
                };
                let quotient = Value { ty, e: self.temp_object(ty, span)?, range: (0, 0) };
                self.in_library_if(Expr::truth(), "divide", &quotient, [a, ai, b, bi], span)?;
                Ok(quotient)
            }
            (BinaryOp::Div, ..) => error(span, "there is no complex operand"),
            (BinaryOp::Eq | BinaryOp::Ne, ai, bi) => {
                let zero = self.int_value(IntKind::Int, 0);
                let (ai, bi) = (ai.unwrap_or_else(|| zero.clone()), bi.unwrap_or(zero));
                let (real, imag) = (apply(self, BinaryOp::Eq, &a, &b)?, apply(self, BinaryOp::Eq, &ai, &bi)?);
                let real = self.condition_of(real, span)?;
                let same = fold::and(real, self.condition_of(imag, span)?);
                Ok(self.truth_value(if op == BinaryOp::Eq { same } else { fold::not(same) }))
            }
            _ => error(span, "the operator cannot be applied to complex numbers"),
        }
    }
    /// Lets a model compute a complex number from the parts of two others where a condition holds.
    fn in_library_if(&mut self, cond: Expr, what: &str, to: &Value, parts: [Value; 4], span: Span) -> Res<()> {
        if matches!(&cond, Expr::Int(bits) if bits.is_zero()) {
            return Ok(());
        }
        let kind = self.complex_part(to.ty).and_then(|part| self.ctypes.float_kind(part));
        let suffix = match kind.map(FloatKind::format) {
            Some(Format::SINGLE) => "f",
            Some(Format::DOUBLE) => "",
            Some(Format::X87) => "l",
            Some(_) | None => return unsupported(span, format!("to {what} complex numbers of this type")),
        };
        let args = [to.e.clone()].into_iter().chain(parts.into_iter().map(|part| part.e)).collect();
        let (computed, next) = (self.body.block(span), self.body.block(span));
        self.body.branch(cond, computed, next, span);
        self.body.current = computed;
        self.call_model(&format!("__hecaton_{what}{suffix}"), args, span)?;
        self.body.flow_to(next, span);
        Ok(())
    }
    /// `+`, `-` and `~`, which is the conjugate, of a complex number.
    pub(super) fn complex_unary(&mut self, op: UnaryOp, value: Value, text: Text<'_>, span: Span) -> Res<Value> {
        let ty = value.ty;
        let (real, Some(imag)) = self.split(value, span)? else { return error(span, "this is no complex number") };
        let (real, imag) = match op {
            UnaryOp::Plus => (real, imag),
            UnaryOp::Minus => (self.unary(op, real, text, span)?, self.unary(op, imag, text, span)?),
            UnaryOp::BitNot => (real, self.unary(UnaryOp::Minus, imag, text, span)?),
            _ => return error(span, "this operator cannot be applied to complex numbers"),
        };
        self.joined(ty, real, imag, span)
    }
    /// The parts of a complex constant, as they stand in memory: sums of literals, real and imaginary.
    pub(super) fn constant_parts(&mut self, e: &ast::Expr, part: CTypeId) -> Res<[Expr; 2]> {
        let (parts, _) = self.scratch(e.span, |this| {
            let (real, imag) = this.constant_sum(e)?;
            let imag = match imag {
                Some(imag) => imag,
                None => this.int_value(IntKind::Int, 0),
            };
            let (real, imag) = (this.convert(real, part, e.span)?, this.convert(imag, part, e.span)?);
            Ok([this.stored(&real), this.stored(&imag)])
        });
        let parts: [Expr; 2] = parts?;
        if parts.iter().all(super::is_constant) { Ok(parts) } else { unsupported(e.span, "this complex constant") }
    }
    fn constant_sum(&mut self, e: &ast::Expr) -> Res<(Value, Option<Value>)> {
        let zero = self.int_value(IntKind::Int, 0);
        match &e.kind {
            ExprKind::Int(lit) if lit.imaginary => {
                let lit = IntLit { imaginary: false, ..*lit };
                Ok((zero, Some(self.int_literal(&lit, e.span)?)))
            }
            ExprKind::Float(lit) if lit.imaginary => {
                let lit = FloatLit { imaginary: false, ..lit.clone() };
                Ok((zero, Some(self.float_literal(&lit, e.span)?)))
            }
            ExprKind::Binary { first, rest }
                if rest.iter().all(|step| matches!(step.op, BinaryOp::Add | BinaryOp::Sub)) =>
            {
                let (mut real, mut imag) = self.constant_sum(first)?;
                for step in rest {
                    let (x, y) = self.constant_sum(&step.arg)?;
                    let text = |_: &Lowering<'_>| String::new();
                    real = self.binary(step.op, real, x, &text, e.span)?;
                    imag = match (imag, y) {
                        (Some(imag), Some(y)) => Some(self.binary(step.op, imag, y, &text, e.span)?),
                        (None, Some(y)) if step.op == BinaryOp::Sub => {
                            Some(self.unary(UnaryOp::Minus, y, &text, e.span)?)
                        }
                        (imag, y) => imag.or(y),
                    };
                }
                Ok((real, imag))
            }
            _ => {
                let value = self.rvalue(e)?;
                match self.complex_part(value.ty) {
                    Some(_) => unsupported(e.span, "this complex constant"),
                    None => Ok((value, None)),
                }
            }
        }
    }
    /// An imaginary literal.
    pub(super) fn imaginary(&mut self, value: Value, span: Span) -> Res<Value> {
        let ty = self.complex_of(value.ty);
        let zero = self.int_value(IntKind::Int, 0);
        self.joined(ty, zero, value, span)
    }
}
