//! Questions about objects and pointers that C has no words for: those of verifiers, and those that the models ask.

use super::library::Use;
use super::undefined::Part;
use super::{Lowering, Res, Value, error, unsupported};
use crate::ast::ExprKind;
use crate::ctype::{CType, IntKind};
use crate::fold;
use hecaton_ir::{Aspect, Binary, Cast, Expr, Op, PropKind, Scalar, Span, Unary};

impl Lowering<'_> {
    /// An aspect of the object that a pointer belongs to.
    pub(super) fn inspect(&mut self, ptr: &Expr, aspect: Aspect, span: Span) -> Expr {
        let word = self.types.int(self.word_bits(), false);
        let dst = self.temp_of(word, span);
        self.emit(Op::Inspect { dst, ptr: ptr.clone(), aspect }, span);
        Expr::Var(dst)
    }
    fn aspect(&mut self, call: &Use<'_>, aspect: Aspect) -> Res<Value> {
        let pointer = self.pointer_argument(call, 0)?;
        let e = self.inspect(&pointer.e, aspect, call.span());
        let kind = self.ctypes.size_kind();
        let ty = self.int_type(kind);
        Ok(self.value(ty, e))
    }
    /// Whether so many bytes from a pointer on belong to one live object, or one that may be written.
    fn accessible(&mut self, ptr: &Expr, bytes: Expr, aspect: Aspect, span: Span) -> Expr {
        let live = self.inspect(ptr, aspect, span);
        let size = self.inspect(ptr, Aspect::Size, span);
        let offset = self.inspect(ptr, Aspect::Offset, span);
        let one = self.word(1);
        let inside = fold::binary(Binary::ULe, offset.clone(), size.clone());
        let room = fold::binary(Binary::ULe, bytes, fold::binary(Binary::Sub, size, offset));
        fold::and(fold::binary(Binary::Eq, live, one), fold::and(inside, room))
    }
    /// The size of what the first argument points to, if it is known.
    fn size_of_pointee(&mut self, call: &Use<'_>) -> Res<Option<u64>> {
        let ty = self.type_of(call.arg(0)?)?;
        let to = match &self.ctypes[ty] {
            CType::Array(elem, _) => Some(*elem),
            _ => self.ctypes.pointee(ty),
        };
        Ok(to.and_then(|to| self.ctypes.size_of(to)))
    }
    /// The number of bytes a question is about: an argument, or the size of what the pointer points to.
    fn bytes_asked(&mut self, call: &Use<'_>) -> Res<Expr> {
        let e = if call.args.len() > 1 {
            self.size_argument(call, 1)?
        } else {
            let size = self.size_of_pointee(call)?.unwrap_or(1);
            self.word(size)
        };
        Ok(self.share_word(e, call.span()))
    }
    /// The start of the object that a pointer belongs to, as a number.
    fn base_address(&mut self, ptr: &Expr, span: Span) -> Expr {
        let address = fold::cast(Cast::PToI, Scalar::Int(self.word_bits()), ptr.clone());
        let offset = self.inspect(ptr, Aspect::Offset, span);
        fold::binary(Binary::Sub, address, offset)
    }
    /// The intrinsics of verifiers that are about memory.
    pub(super) fn object_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let span = call.span();
        let size_type = self.ctypes.size_kind();
        Ok(Some(match name {
            "__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok" => {
                let pointer = self.pointer_argument(call, 0)?;
                let bytes = self.bytes_asked(call)?;
                let aspect = if name == "__CPROVER_r_ok" { Aspect::Live } else { Aspect::Writable };
                let cond = self.accessible(&pointer.e, bytes, aspect, span);
                self.truth_value(cond)
            }
            "__CPROVER_OBJECT_SIZE" | "__hecaton_size" => self.aspect(call, Aspect::Size)?,
            "__CPROVER_POINTER_OFFSET" | "__hecaton_offset" => self.aspect(call, Aspect::Offset)?,
            "__CPROVER_LIVE_OBJECT" | "__hecaton_live" => self.aspect(call, Aspect::Live)?,
            "__CPROVER_WRITEABLE_OBJECT" => self.aspect(call, Aspect::Writable)?,
            "__CPROVER_DYNAMIC_OBJECT" | "__hecaton_heap" => self.aspect(call, Aspect::Heap)?,
            "__CPROVER_POINTER_OBJECT" => {
                let pointer = self.pointer_argument(call, 0)?;
                let base = self.base_address(&pointer.e, span);
                let ty = self.int_type(size_type);
                self.value(ty, base)
            }
            "__CPROVER_same_object" => {
                let (a, b) = (self.pointer_argument(call, 0)?, self.pointer_argument(call, 1)?);
                let (a, b) = (self.base_address(&a.e, span), self.base_address(&b.e, span));
                self.truth_value(fold::binary(Binary::Eq, a, b))
            }
            "__CPROVER_havoc_object" => {
                let pointer = self.pointer_argument(call, 0)?;
                let offset = self.inspect(&pointer.e, Aspect::Offset, span);
                let size = self.inspect(&pointer.e, Aspect::Size, span);
                let start = fold::offset(pointer.e, fold::unary(Unary::Neg, offset));
                let start = self.share_pointer(start, span);
                self.fill_with_anything(call, start, size)?;
                self.void_value()
            }
            "klee_make_symbolic" | "__VERIFIER_nondet_memory" | "__CPROVER_havoc_slice" | "__hecaton_fill" => {
                let to = self.pointer_argument(call, 0)?;
                let size = self.size_argument(call, 1)?;
                let size = self.share_word(size, span);
                self.effects(call, 2)?;
                self.fill_with_anything(call, to.e, size)?;
                self.void_value()
            }
            "__CPROVER_array_copy" | "__CPROVER_array_replace" => {
                let (to, from) = (self.pointer_argument(call, 0)?, self.pointer_argument(call, 1)?);
                let whole = if name == "__CPROVER_array_copy" { &to.e } else { &from.e };
                let size = self.inspect(whole, Aspect::Size, span);
                let offset = self.inspect(whole, Aspect::Offset, span);
                let size = fold::binary(Binary::Sub, size, offset);
                let check = self.call_check(call);
                self.emit(Op::Copy { dst: to.e, src: from.e, size, check }, span);
                self.void_value()
            }
            "__CPROVER_array_set" => {
                if self.size_of_pointee(call)? != Some(1) {
                    return unsupported(span, "`__CPROVER_array_set` of other elements than bytes");
                }
                let to = self.pointer_argument(call, 0)?;
                let byte = self.rvalue(call.arg(1)?)?;
                let uchar = self.int_type(IntKind::UChar);
                let byte = self.convert(byte, uchar, span)?;
                let size = self.inspect(&to.e, Aspect::Size, span);
                let offset = self.inspect(&to.e, Aspect::Offset, span);
                let size = fold::binary(Binary::Sub, size, offset);
                let check = self.call_check(call);
                self.emit(Op::Fill { dst: to.e, byte: byte.e, size, check }, span);
                self.void_value()
            }
            "__hecaton_readable" => {
                self.note_beside_threads("what functions of output read, no other thread writes at the same time");
                let pointer = self.pointer_argument(call, 0)?;
                let bytes = self.bytes_asked(call)?;
                // No bytes are not read from a null pointer either (7.24.1p2).
                let nothing = fold::binary(Binary::Eq, bytes.clone(), self.word(0));
                let nothing = fold::and(nothing, fold::not(fold::binary(Binary::Eq, pointer.e.clone(), Expr::Null)));
                let cond = fold::or(nothing, self.accessible(&pointer.e, bytes, Aspect::Live, span));
                let words = self.words(call.arg(0)?);
                self.demand(cond, PropKind::Deref, |_| format!("what `{words}` points to can be read"), span);
                self.void_value()
            }
            "__hecaton_valid" => {
                let cond = self.condition_argument(call, 0)?;
                let Some(ExprKind::Str(lit)) = call.args.get(1).map(|arg| &arg.kind) else {
                    return error(span, "a text is wanted");
                };
                self.demand(cond, PropKind::Deref, |_| lit.lossy(), span);
                self.void_value()
            }
            "__hecaton_unchanged" | "__hecaton_unchanged_word" => {
                let pointer = self.pointer_argument(call, 0)?;
                self.unchanged_by_unknown_code(&pointer.e, name == "__hecaton_unchanged_word", span);
                self.void_value()
            }
            "__hecaton_apart" => {
                let (to, from) = (self.pointer_argument(call, 0)?, self.pointer_argument(call, 2)?);
                let (written, read) = (self.size_argument(call, 1)?, self.size_argument(call, 3)?);
                let (written, read) = (self.share_word(written, span), self.share_word(read, span));
                let (to, from) = (Part { at: &to.e, size: &written }, Part { at: &from.e, size: &read });
                self.copy_is_apart(to, from, false, &|this| format!("no overlap in `{}`", this.body.name), span);
                self.void_value()
            }
            "__hecaton_approximate" => {
                let value = self.rvalue(call.arg(0)?)?;
                let what = match call.args.get(1).map(|arg| &arg.kind) {
                    Some(ExprKind::Str(lit)) => lit.lossy(),
                    _ => format!("the result of `{}`", self.body.name),
                };
                let dst = self.temp(value.ty, span);
                self.emit(Op::Approximate { dst, value: value.e, what }, span);
                Value { e: Expr::Var(dst), ..value }
            }
            "__hecaton_assumed" | "__hecaton_unsupported" => {
                let Some(ExprKind::Str(lit)) = call.args.first().map(|arg| &arg.kind) else {
                    return error(span, "a text is wanted");
                };
                if name == "__hecaton_unsupported" {
                    return unsupported(span, lit.lossy());
                }
                // The second argument, where there is one, says whether anything is assumed.
                let assumed = match call.args.len() {
                    1 => true,
                    _ => !matches!(self.rvalue(call.arg(1)?)?.e, Expr::Int(x) if x.is_zero()),
                };
                if assumed {
                    self.note(lit.lossy());
                }
                self.void_value()
            }
            _ => return Ok(None),
        }))
    }
}
