//! Builtins that Clang has and gcc has not, or only in later versions: assumptions, accesses that leave the cache alone,
//! and permutations of vectors.

use super::library::Use;
use super::place::{Place, Where};
use super::{Lowering, Res, Value, error, unsupported};
use crate::ast::{self, ExprKind, UnaryOp};
use crate::ctype::{IntKind, Len, Vector};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Expr, Op};

impl Lowering<'_> {
    pub(super) fn clang_builtin(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        match name {
            "__builtin_assume" => self.assume(call).map(Some),
            "__builtin_nontemporal_load" => {
                let place = self.builtin_place(call, 0)?;
                self.read(&place, call.span()).map(Some)
            }
            "__builtin_nontemporal_store" => {
                let value = self.rvalue(call.arg(0)?)?;
                let place = self.builtin_place(call, 1)?;
                self.write(&place, value, call.span())?;
                Ok(Some(self.void_value()))
            }
            "__builtin_shufflevector" => self.shuffle_by_constants(call).map(Some),
            "__builtin_shuffle" => self.shuffle_by_mask(call).map(Some),
            _ => Ok(None),
        }
    }
    fn builtin_place(&mut self, call: &Use<'_>, index: usize) -> Res<Place> {
        let arg = call.arg(index)?;
        let pointer = self.rvalue(arg)?;
        self.pointed(pointer, |this| this.words(arg), call.span())
    }
    /// What is assumed is claimed: the behaviour is undefined where it does not hold, as where `__builtin_unreachable`
    /// is reached.
    fn assume(&mut self, call: &Use<'_>) -> Res<Value> {
        let (arg, span) = (call.arg(0)?, call.span());
        if has_effects(arg) {
            // Then the compiler does not evaluate it.
            self.type_of(arg)?;
            self.warn(span, "what `__builtin_assume` is given has effects and is not evaluated");
            return Ok(self.void_value());
        }
        let cond = self.condition_argument(call, 0)?;
        let words = self.words(arg);
        self.assertion(cond.clone(), format!("what is assumed holds: {words}"), span);
        self.take_for_granted(cond, span);
        Ok(self.void_value())
    }
    /// The elements of two vectors behind each other in memory, and how many there are.
    fn both_vectors(
        &mut self,
        call: &Use<'_>,
        first: &ast::Expr,
        second: Option<&ast::Expr>,
    ) -> Res<(Expr, Vector, u64)> {
        let span = call.span();
        let a = self.rvalue(first)?;
        let Some(vector) = self.vector(a.ty) else { return error(span, "the operands are not vectors") };
        let bytes = self.size(a.ty, span)?;
        let (mut count, mut parts) = (vector.count, vec![a]);
        if let Some(second) = second {
            let b = self.rvalue(second)?;
            let Some(other) = self.vector(b.ty).filter(|other| other.element == vector.element) else {
                return error(span, "the operands are not vectors of the same elements");
            };
            count += other.count;
            parts.push(b);
        }
        let all = self.ctypes.array(vector.element, Len::Known(count));
        let memory = self.temp_object(all, span)?;
        for (index, part) in parts.into_iter().enumerate() {
            let at = fold::offset(memory.clone(), self.word(bytes * index as u64));
            self.copy_to(at, &part, span)?;
        }
        Ok((memory, vector, count))
    }
    /// `__builtin_shufflevector(a, b, 0, 4, -1, ...)`: elements by their numbers, any value for -1.
    fn shuffle_by_constants(&mut self, call: &Use<'_>) -> Res<Value> {
        let span = call.span();
        let (memory, vector, count) = self.both_vectors(call, call.arg(0)?, Some(call.arg(1)?))?;
        let mut wanted = Vec::new();
        for arg in &call.args[2..] {
            let result = self.constant_number(arg);
            let number = self.needed(result, "the number of the element")?;
            match u64::try_from(number) {
                Ok(index) if index < count => wanted.push(Some(index)),
                Err(_) if number == -1 => wanted.push(None),
                _ => return error(arg.span, "there is no such element"),
            }
        }
        let size = self.size(vector.element, span)?;
        let ty = self.vector_of(vector.element, size * wanted.len() as u64, span)?;
        let made = Vector { element: vector.element, count: wanted.len() as u64 };
        self.made(ty, made, span, |this, index| match wanted[index as usize] {
            Some(from) => {
                let place = this.lane(vector, &memory, from);
                this.read(&place, span)
            }
            None => {
                let any = this.temp(vector.element, span);
                this.emit(Op::Havoc { dst: any }, span);
                Ok(this.value(vector.element, Expr::Var(any)))
            }
        })
    }
    /// `__builtin_shuffle(a, mask)` and `__builtin_shuffle(a, b, mask)`: elements by the lowest bits of their numbers.
    fn shuffle_by_mask(&mut self, call: &Use<'_>) -> Res<Value> {
        let span = call.span();
        let (second, mask) = match call.args {
            [_, mask] => (None, mask),
            [_, b, mask] => (Some(b), mask),
            _ => return error(span, "one or two vectors and a mask are wanted"),
        };
        let (memory, vector, count) = self.both_vectors(call, call.arg(0)?, second)?;
        let mask = self.rvalue(mask)?;
        let numbers = self.vector(mask.ty).filter(|numbers| numbers.count == vector.count);
        let Some((numbers, kind)) = numbers.and_then(|v| Some((v, self.ctypes.int_kind(v.element)?))) else {
            return error(span, "the mask is no vector of as many integers");
        };
        let mask = self.share_pointer(mask.e, span);
        let size = self.size(vector.element, span)?;
        let ty = self.vector_of(vector.element, size * vector.count, span)?;
        let (bits, word) = (self.bits_of(kind), self.word_bits());
        self.made(ty, vector, span, |this, index| {
            let place = this.lane(numbers, &mask, index);
            let number = this.read(&place, span)?;
            let low = fold::binary(Binary::And, number.e, Expr::Int(Bits::from_u64(bits, count - 1)));
            let low = fold::resize(low, bits, word, false);
            let at = fold::offset(memory.clone(), fold::binary(Binary::Mul, low, this.word(size)));
            let at = Where::Memory(this.share_pointer(at, span));
            let place = Place { at, ..this.lane(vector, &memory, 0) };
            this.read(&place, span)
        })
    }
    /// The type of an integer argument as it is, without promotion.
    pub(super) fn integer_argument_kind(&mut self, call: &Use<'_>, index: usize) -> Res<IntKind> {
        let arg = call.arg(index)?;
        let (value, _) = self.scratch(arg.span, |this| this.rvalue(arg));
        let ty = value?.ty;
        match self.ctypes.int_kind(ty) {
            Some(kind) if self.bits_of(kind).is_power_of_two() => Ok(kind),
            Some(_) => unsupported(arg.span, "bits of an integer of this width"),
            None => error(arg.span, "an integer is wanted"),
        }
    }
}

/// Whether the evaluation of an expression may do more than read.
fn has_effects(e: &ast::Expr) -> bool {
    match &e.kind {
        ExprKind::Name(_)
        | ExprKind::Int(_)
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
        | ExprKind::TypesCompatible(..) => false,
        ExprKind::Unary { op, arg } => {
            matches!(op, UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec) || has_effects(arg)
        }
        ExprKind::Binary { first, rest } => has_effects(first) || rest.iter().any(|step| has_effects(&step.arg)),
        ExprKind::Cond { cond, yes, no } => {
            has_effects(cond) || yes.as_ref().is_some_and(|yes| has_effects(yes)) || has_effects(no)
        }
        ExprKind::Comma(items) => items.iter().any(has_effects),
        ExprKind::Index { base, index } => has_effects(base) || has_effects(index),
        ExprKind::Member { base, .. } => has_effects(base),
        ExprKind::Cast { arg, .. } | ExprKind::ConvertVector { arg, .. } => has_effects(arg),
        ExprKind::Assign { .. }
        | ExprKind::Call { .. }
        | ExprKind::Compound { .. }
        | ExprKind::Generic { .. }
        | ExprKind::Statement(_)
        | ExprKind::VaArg { .. }
        | ExprKind::Choose { .. }
        | ExprKind::Quantifier { .. } => true,
    }
}
