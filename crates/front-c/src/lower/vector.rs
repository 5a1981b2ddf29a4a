//! GNU's vectors. A vector is a struct with an array of its elements in it, so that copies, arguments, results and
//! initialisers are those of structs; what is done with each element is here. Integers in vectors wrap: their
//! arithmetic is not promoted, and compilers do not take its overflow for undefined.

use super::arith::Text;
use super::place::Place;
use super::{Lowering, Res, Value, error, unsupported};
use crate::ast::{self, BinaryOp, TypeName, UnaryOp};
use crate::ctype::{Body, CRecord, CType, CTypeId, IntKind, Len, Member, Quals, RecordId, Vector};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Expr, Span};

/// Vectors with more elements are not taken apart.
const MOST_ELEMENTS: u64 = 256;

/// Whether compilers may take overflow not to happen here either is said nowhere clearly.
const WRAPS: &str = "signed elements of vectors are taken to wrap around";

impl Lowering<'_> {
    /// The vector type of so many bytes.
    pub(super) fn vector_of(&mut self, element: CTypeId, bytes: u64, span: Span) -> Res<CTypeId> {
        let kind = self.ctypes.int_kind(element);
        let usual = matches!(kind, Some(kind) if !matches!(kind, IntKind::Bool | IntKind::BitInt { .. }));
        let Some(size) = self.ctypes.size_of(element).filter(|_| usual || self.ctypes.float_kind(element).is_some())
        else {
            return unsupported(span, "a vector of this type");
        };
        let count = bytes / size.max(1);
        if count == 0 || !bytes.is_multiple_of(size) || !count.is_power_of_two() {
            return error(span, "the size of the vector is no power of two elements");
        }
        if count > MOST_ELEMENTS {
            return unsupported(span, "a vector of that size");
        }
        let vector = Vector { element, count };
        if let Some(id) = self.vectors.get(&vector) {
            return Ok(self.ctypes.add(CType::Record(*id)));
        }
        let elements = self.ctypes.array(element, Len::Known(count));
        let member = Member { name: "elements".into(), ty: elements, offset: 0, bits: None, quals: Quals::default() };
        let depth = self.ctypes.depth(elements) + 1;
        let body = Body { members: vec![member], size: bytes, align: bytes, depth };
        let name = format!("vector of {count} {}", self.ctypes.name(element));
        let record = CRecord {
            union: false,
            name,
            body: Some(body),
            transparent: false,
            vector: Some(vector),
            complex: None,
            library: false,
        };
        let id = self.ctypes.records.push(record);
        self.vectors.insert(vector, id);
        Ok(self.ctypes.add(CType::Record(id)))
    }
    /// The vector that a type is.
    pub(super) fn vector(&self, ty: CTypeId) -> Option<Vector> {
        self.ctypes.record(ty).and_then(|id: RecordId| self.ctypes.records[id].vector)
    }
    /// The element of a vector at an address.
    pub(super) fn lane(&self, vector: Vector, at: &Expr, index: u64) -> Place {
        let size = self.ctypes.size_of(vector.element).unwrap_or(1);
        Place::memory(vector.element, fold::offset(at.clone(), self.word(index * size)), None)
    }
    /// A vector that is made element by element.
    pub(super) fn made(
        &mut self,
        ty: CTypeId,
        vector: Vector,
        span: Span,
        mut element: impl FnMut(&mut Self, u64) -> Res<Value>,
    ) -> Res<Value> {
        let memory = self.temp_object(ty, span)?;
        for index in 0..vector.count {
            let value = element(self, index)?;
            let place = self.lane(vector, &memory, index);
            self.initialise(&place, value, span)?;
        }
        Ok(Value { ty, e: memory, range: (0, 0) })
    }
    /// An operand of an operator on vectors: a number stands for as many of it.
    fn operand(&mut self, value: Value, vector: Vector, span: Span) -> Res<(Value, Option<Vector>)> {
        match self.vector(value.ty) {
            Some(own) if own.count == vector.count => {
                let e = self.share_pointer(value.e, span);
                Ok((Value { e, ..value }, Some(own)))
            }
            Some(_) => error(span, "the vectors have different numbers of elements"),
            None if self.ctypes.is_arithmetic(value.ty) => {
                let value = self.convert(value, vector.element, span)?;
                Ok((self.share(value, span), None))
            }
            None => error(span, format!("a value of type `{}` is no operand", self.ctypes.name(value.ty))),
        }
    }
    fn element_of(&mut self, operand: &(Value, Option<Vector>), index: u64, span: Span) -> Res<Value> {
        match operand.1 {
            Some(vector) => {
                let place = self.lane(vector, &operand.0.e, index);
                self.read(&place, span)
            }
            None => Ok(operand.0.clone()),
        }
    }
    /// A binary operator of which an operand is a vector.
    pub(super) fn vector_binary(&mut self, op: BinaryOp, a: Value, b: Value, text: Text<'_>, span: Span) -> Res<Value> {
        let (va, vb) = (self.vector(a.ty), self.vector(b.ty));
        let Some(vector) = va.or(vb) else { return error(span, "there is no vector") };
        let ty = if va.is_some() { a.ty } else { b.ty };
        let (a, b) = (self.operand(a, vector, span)?, self.operand(b, vector, span)?);
        match op {
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                // All bits of an element are set where it holds.
                let (truth, ty) = self.truths(vector, span)?;
                let bits = self.ctypes.int_kind(truth.element).map_or(32, |kind| self.bits_of(kind));
                self.made(ty, truth, span, |this, index| {
                    let (x, y) = (this.element_of(&a, index, span)?, this.element_of(&b, index, span)?);
                    let value = this.binary(op, x, y, text, span)?;
                    let cond = this.condition_of(value, span)?;
                    let (yes, no) = (Expr::Int(Bits::ones(bits)), Expr::Int(Bits::zero(bits)));
                    Ok(this.value(truth.element, fold::select(cond, yes, no)))
                })
            }
            _ => self.made(ty, vector, span, |this, index| {
                let (x, y) = (this.element_of(&a, index, span)?, this.element_of(&b, index, span)?);
                this.element_binary(op, x, y, vector, text, span)
            }),
        }
    }
    fn element_binary(
        &mut self,
        op: BinaryOp,
        x: Value,
        y: Value,
        vector: Vector,
        text: Text<'_>,
        span: Span,
    ) -> Res<Value> {
        let Some(kind) = self.ctypes.int_kind(vector.element) else { return self.binary(op, x, y, text, span) };
        if kind.signed() && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl) {
            self.note(WRAPS.into());
        }
        let (x, y) = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let y = self.convert(y, vector.element, span)?;
                let ir = match op {
                    BinaryOp::Add => Binary::Add,
                    BinaryOp::Sub => Binary::Sub,
                    _ => Binary::Mul,
                };
                return Ok(self.value(vector.element, fold::binary(ir, x.e, y.e)));
            }
            BinaryOp::Shl => {
                let unsigned = self.int_type(kind.to_unsigned());
                (self.convert(x, unsigned, span)?, y)
            }
            _ => (x, y),
        };
        let value = self.binary(op, x, y, text, span)?;
        self.convert(value, vector.element, span)
    }
    /// The vector of what comparisons of a vector's elements give.
    fn truths(&mut self, vector: Vector, span: Span) -> Res<(Vector, CTypeId)> {
        let size = self.ctypes.size_of(vector.element).unwrap_or(4);
        let kinds = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong, IntKind::Int128];
        let Some(kind) = kinds.into_iter().find(|kind| kind.bytes(self.ctypes.target) == size) else {
            return unsupported(span, "a comparison of vectors of this type");
        };
        let element = self.int_type(kind);
        let ty = self.vector_of(element, size * vector.count, span)?;
        Ok((Vector { element, count: vector.count }, ty))
    }
    /// `+`, `-` and `~` of a vector.
    pub(super) fn vector_unary(&mut self, op: UnaryOp, value: Value, vector: Vector, span: Span) -> Res<Value> {
        let ty = value.ty;
        let operand = self.operand(value, vector, span)?;
        let integer = self.ctypes.int_kind(vector.element).is_some();
        self.made(ty, vector, span, |this, index| {
            let value = this.element_of(&operand, index, span)?;
            if op == UnaryOp::Minus && this.ctypes.int_kind(vector.element).is_some_and(|kind| kind.signed()) {
                this.note(WRAPS.into());
            }
            let ir = match (op, integer) {
                (UnaryOp::Plus, _) => return Ok(value),
                (UnaryOp::Minus, true) => hecaton_ir::Unary::Neg,
                (UnaryOp::Minus, false) => hecaton_ir::Unary::FNeg,
                (UnaryOp::BitNot, true) => hecaton_ir::Unary::Not,
                _ => return error(span, "this operator cannot be applied to vectors"),
            };
            Ok(this.value(vector.element, fold::unary(ir, value.e)))
        })
    }
    /// A cast to or from a vector: the same bytes.
    pub(super) fn vector_cast(&mut self, value: Value, ty: CTypeId, span: Span) -> Res<Value> {
        let (from, to) = (self.size(value.ty, span)?, self.size(ty, span)?);
        if from != to {
            return error(span, "a cast of a vector keeps its size");
        }
        match (self.vector(value.ty), self.vector(ty)) {
            (Some(_), Some(_)) => Ok(Value { ty, ..value }),
            (Some(_), None) if self.ctypes.scalar(ty).is_some() => self.read(&Place::memory(ty, value.e, None), span),
            (None, Some(_)) if self.ctypes.scalar(value.ty).is_some() => {
                let memory = self.temp_object(ty, span)?;
                self.initialise(&Place::memory(value.ty, memory.clone(), None), value, span)?;
                Ok(Value { ty, e: memory, range: (0, 0) })
            }
            _ => error(span, format!("a cast to `{}` is not possible", self.ctypes.name(ty))),
        }
    }
    /// `__builtin_convertvector`: each element is converted.
    pub(super) fn convert_vector(&mut self, arg: &ast::Expr, name: &TypeName, span: Span) -> Res<Value> {
        let ty = self.type_name(name)?;
        let value = self.rvalue(arg)?;
        let (Some(from), Some(to)) = (self.vector(value.ty), self.vector(ty)) else {
            return error(span, "the operands are not vectors");
        };
        if from.count != to.count {
            return error(span, "the vectors have different numbers of elements");
        }
        let operand = self.operand(value, from, span)?;
        self.made(ty, to, span, |this, index| {
            let value = this.element_of(&operand, index, span)?;
            this.convert(value, to.element, span)
        })
    }
}
