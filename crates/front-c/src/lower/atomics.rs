//! The atomic builtins of GCC, which `stdatomic.h` is made of: a load, an operation and a store in an atomic section. All
//! memory orders count as the strongest; where a weaker one is asked for, the verdict says so.

use super::library::Use;
use super::place::{Place, Where};
use super::{Lowering, Res, Value, error, unsupported};
use crate::ast::BinaryOp;
use crate::ctype::{CTypeId, IntKind};
use crate::fold;
use hecaton_ir::{Binary, End, Expr, Op, Unary};

/// The most bytes that are exchanged if they are what is expected.
const LARGEST: u64 = 16;

/// What a read-modify-write does with the old value and the operand.
#[derive(Clone, Copy)]
enum Change {
    Arithmetic(BinaryOp),
    Nand,
    Exchange,
}

fn change(name: &str) -> Option<Change> {
    Some(match name {
        "add" => Change::Arithmetic(BinaryOp::Add),
        "sub" => Change::Arithmetic(BinaryOp::Sub),
        "or" => Change::Arithmetic(BinaryOp::BitOr),
        "and" => Change::Arithmetic(BinaryOp::BitAnd),
        "xor" => Change::Arithmetic(BinaryOp::BitXor),
        "nand" => Change::Nand,
        _ => return None,
    })
}

impl Lowering<'_> {
    pub(super) fn atomic_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let Some(base) = name.strip_prefix("__sync_").or_else(|| name.strip_prefix("__atomic_")) else {
            return Ok(None);
        };
        if name.starts_with("__atomic_") {
            self.note_order(call, base)?;
        }
        let plain = base.strip_suffix("_n").unwrap_or(base);
        if let Some(op) = base.strip_prefix("fetch_and_").or_else(|| base.strip_prefix("fetch_")).and_then(change) {
            return self.atomic_change(call, op, true).map(Some);
        }
        let new = base.strip_suffix("_and_fetch").or_else(|| base.strip_suffix("_fetch"));
        if let Some(op) = new.and_then(change) {
            return self.atomic_change(call, op, false).map(Some);
        }
        match (plain, base.ends_with("_n")) {
            ("lock_test_and_set", _) | ("exchange", true) => self.atomic_change(call, Change::Exchange, true).map(Some),
            ("load", true) => {
                let place = self.atomic_place(call, 0)?;
                self.atomically(call, |this| this.read(&place, call.span())).map(Some)
            }
            ("store", true) => {
                let place = self.atomic_place(call, 0)?;
                let value = self.rvalue(call.arg(1)?)?;
                self.atomically(call, |this| this.write(&place, value, call.span()))?;
                Ok(Some(self.void_value()))
            }
            ("load", false) => {
                let (place, result) = (self.atomic_place(call, 0)?, self.atomic_place(call, 1)?);
                let value = self.loaded(call, &place)?;
                self.write(&result, value, call.span())?;
                Ok(Some(self.void_value()))
            }
            ("store", false) => {
                let (place, source) = (self.atomic_place(call, 0)?, self.atomic_place(call, 1)?);
                let value = self.own_value(&source, call)?;
                self.atomically(call, |this| this.write(&place, value, call.span()))?;
                Ok(Some(self.void_value()))
            }
            ("exchange", false) => {
                let (place, source) = (self.atomic_place(call, 0)?, self.atomic_place(call, 1)?);
                let result = self.atomic_place(call, 2)?;
                let new = self.own_value(&source, call)?;
                let room = self.room(place.ty, call)?;
                let old = self.atomically(call, |this| {
                    let old = this.fetched(&place, room, call)?;
                    this.write(&place, new, call.span())?;
                    Ok(old)
                })?;
                self.write(&result, old, call.span())?;
                Ok(Some(self.void_value()))
            }
            ("compare_exchange", false) => self.compare_exchange(call, false).map(Some),
            ("test_and_set", _) => {
                let place = self.atomic_byte(call)?;
                let one = self.int_value(IntKind::UChar, 1);
                let old = self.atomically(call, |this| {
                    let old = this.read(&place, call.span())?;
                    let old = this.share(old, call.span());
                    this.write(&place, one, call.span())?;
                    Ok(old)
                })?;
                let truth = self.int_type(IntKind::Bool);
                self.convert(old, truth, call.span()).map(Some)
            }
            ("always_lock_free" | "is_lock_free", _) => {
                let result = self.constant_number(call.arg(0)?);
                let size = self.needed(result, "the size")?;
                self.effects(call, 1)?;
                let free = matches!(size, 1 | 2 | 4 | 8);
                Ok(Some(self.int_value(IntKind::Bool, i128::from(free))))
            }
            ("clear", _) => {
                let place = self.atomic_byte(call)?;
                let zero = self.int_value(IntKind::UChar, 0);
                self.atomically(call, |this| this.write(&place, zero, call.span()))?;
                Ok(Some(self.void_value()))
            }
            ("lock_release", _) => {
                let place = self.atomic_place(call, 0)?;
                let zero = self.zero_value(place.ty, call.span())?;
                self.atomically(call, |this| this.write(&place, zero, call.span()))?;
                Ok(Some(self.void_value()))
            }
            ("bool_compare_and_swap", _) => self.compare_and_swap(call, true).map(Some),
            ("val_compare_and_swap", _) => self.compare_and_swap(call, false).map(Some),
            ("compare_exchange", true) => self.compare_exchange(call, true).map(Some),
            ("synchronize" | "thread_fence" | "signal_fence", _) => Ok(Some(self.void_value())),
            _ => unsupported(call.span(), format!("`{name}`")),
        }
    }
    /// Says what is assumed of memory orders, and of an exchange that may fail without reason.
    fn note_order(&mut self, call: &Use<'_>, base: &str) -> Res<()> {
        const STRONGEST: i128 = 5;
        let exchange = base.starts_with("compare_exchange");
        let at = if exchange { 4 } else { call.args.len().saturating_sub(1) };
        if base == "store" && self.initialises_atomic(call) {
            self.note("no thread accesses an atomic object while `atomic_init` initialises it".into());
            return Ok(());
        }
        let ordered = !matches!(base, "signal_fence" | "always_lock_free" | "is_lock_free");
        if ordered && self.constant_number(call.arg(at)?).ok() != Some(STRONGEST) {
            self.note("a weaker memory order that is asked for is taken to be sequentially consistent".into());
        }
        if exchange && self.body.loops_around > 0 && self.constant_number(call.arg(3)?).ok() != Some(0) {
            self.note("a weak exchange in a loop is taken to fail only if the value is another one".into());
        }
        Ok(())
    }
    /// The condition that a weak exchange fails without reason. In a loop, which is there to try again, it does not.
    fn fails_anyway(&mut self, call: &Use<'_>) -> Res<Option<Expr>> {
        if self.body.loops_around > 0 || self.constant_number(call.arg(3)?).ok() == Some(0) {
            return Ok(None);
        }
        let weak = self.rvalue(call.arg(3)?)?;
        let weak = self.condition_of(weak, call.span())?;
        let fails = self.arbitrary_int(IntKind::Bool, None, call);
        let fails = self.condition_of(fails, call.span())?;
        Ok(Some(fold::and(weak, fails)))
    }
    /// Memory for a struct, if the type is one.
    fn room(&mut self, ty: CTypeId, call: &Use<'_>) -> Res<Option<Expr>> {
        match self.ctypes.record(ty) {
            Some(_) => self.temp_object(ty, call.span()).map(Some),
            None => Ok(None),
        }
    }
    /// What a place holds, as a value that nobody else can change; a struct goes into the room that was made for it.
    fn fetched(&mut self, place: &Place, room: Option<Expr>, call: &Use<'_>) -> Res<Value> {
        let (Some(room), Where::Memory(at)) = (room, &place.at) else {
            let value = self.read(place, call.span())?;
            return Ok(self.share(value, call.span()));
        };
        let size = self.size_expr(place.ty, call.span())?;
        let check = self.access_check(place.check.as_deref(), call.span());
        self.emit(Op::Copy { dst: room.clone(), src: at.clone(), size, check }, call.span());
        Ok(Value { ty: place.ty, e: room, range: (0, 0) })
    }
    fn own_value(&mut self, place: &Place, call: &Use<'_>) -> Res<Value> {
        let room = self.room(place.ty, call)?;
        self.fetched(place, room, call)
    }
    /// What a place holds, read as a whole.
    fn loaded(&mut self, call: &Use<'_>, place: &Place) -> Res<Value> {
        let room = self.room(place.ty, call)?;
        self.atomically(call, |this| this.fetched(place, room, call))
    }
    /// The byte that a flag is, whatever the pointer says.
    fn atomic_byte(&mut self, call: &Use<'_>) -> Res<Place> {
        let arg = call.arg(0)?;
        let pointer = self.rvalue(arg)?;
        let byte = self.int_type(IntKind::UChar);
        let ty = self.ctypes.ptr(byte);
        let pointer = self.convert(pointer, ty, arg.span)?;
        let pointer = self.share(pointer, arg.span);
        self.pointed(pointer, |this| this.words(arg), arg.span)
    }
    fn atomic_place(&mut self, call: &Use<'_>, index: usize) -> Res<Place> {
        let arg = call.arg(index)?;
        let pointer = self.rvalue(arg)?;
        let pointer = self.share(pointer, arg.span);
        let mut place = self.pointed(pointer, |this| this.words(arg), arg.span)?;
        // The section is made here.
        place.quals.atomic = false;
        Ok(place)
    }
    fn atomically<T>(&mut self, call: &Use<'_>, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.emit(Op::Atomic { begin: true }, call.span());
        let result = f(self)?;
        self.emit(Op::Atomic { begin: false }, call.span());
        Ok(result)
    }
    /// Gives the old value, or the new one.
    fn atomic_change(&mut self, call: &Use<'_>, change: Change, old_wanted: bool) -> Res<Value> {
        let span = call.span();
        let place = self.atomic_place(call, 0)?;
        let operand = self.rvalue(call.arg(1)?)?;
        let operand = self.share(operand, span);
        self.atomically(call, |this| {
            let old = this.read(&place, span)?;
            let old = this.share(old, span);
            let new = this.changed(change, old.clone(), operand, place.ty, call)?;
            let new = this.write(&place, new, span)?;
            Ok(if old_wanted { old } else { new })
        })
    }
    /// The new value. Atomic arithmetic wraps, so it is done on the unsigned type.
    fn changed(&mut self, change: Change, old: Value, operand: Value, ty: CTypeId, call: &Use<'_>) -> Res<Value> {
        let span = call.span();
        if let Change::Exchange = change {
            return self.convert(operand, ty, span);
        }
        if self.ctypes.pointee(ty).is_some() {
            // The operand counts bytes.
            let bytes = self.as_size(operand, span)?;
            let bytes = match change {
                Change::Arithmetic(BinaryOp::Add) => bytes,
                Change::Arithmetic(BinaryOp::Sub) => fold::unary(Unary::Neg, bytes),
                Change::Arithmetic(_) | Change::Nand | Change::Exchange => {
                    return unsupported(span, "this atomic operation on a pointer");
                }
            };
            return Ok(self.value(ty, fold::offset(old.e, bytes)));
        }
        if self.ctypes.int_kind(ty).is_none_or(|kind| kind == IntKind::Bool) {
            return unsupported(span, "atomic arithmetic on this type");
        }
        let operand = self.convert(operand, ty, span)?;
        let op = match change {
            Change::Arithmetic(BinaryOp::Add) => Binary::Add,
            Change::Arithmetic(BinaryOp::Sub) => Binary::Sub,
            Change::Arithmetic(BinaryOp::BitOr) => Binary::Or,
            Change::Arithmetic(BinaryOp::BitXor) => Binary::Xor,
            Change::Arithmetic(_) | Change::Nand | Change::Exchange => Binary::And,
        };
        let mut e = fold::binary(op, old.e, operand.e);
        if let Change::Nand = change {
            e = fold::unary(Unary::Not, e);
        }
        Ok(self.value(ty, e))
    }
    /// `__sync_..._compare_and_swap`: whether it was swapped, or the old value.
    fn compare_and_swap(&mut self, call: &Use<'_>, truth: bool) -> Res<Value> {
        let span = call.span();
        let place = self.atomic_place(call, 0)?;
        let expected = self.rvalue(call.arg(1)?)?;
        let expected = self.convert(expected, place.ty, span)?;
        let new = self.rvalue(call.arg(2)?)?;
        let new = self.convert(new, place.ty, span)?;
        let (same, old) = self.swap_if_equal(call, &place, (expected, None), new, None)?;
        if truth {
            let ty = self.int_type(IntKind::Bool);
            return Ok(self.value(ty, same));
        }
        Ok(old)
    }
    /// `__atomic_compare_exchange_n`, or without `_n` with a pointer to the new value: stores what it found if it did
    /// not swap.
    fn compare_exchange(&mut self, call: &Use<'_>, direct: bool) -> Res<Value> {
        let span = call.span();
        let place = self.atomic_place(call, 0)?;
        let found = self.atomic_place(call, 1)?;
        if !self.ctypes.compatible(place.ty, found.ty) {
            return error(span, "the two pointers have different types");
        }
        let new = if direct {
            let new = self.rvalue(call.arg(2)?)?;
            let new = self.convert(new, place.ty, span)?;
            self.share(new, span)
        } else {
            let source = self.atomic_place(call, 2)?;
            self.own_value(&source, call)?
        };
        let fails = self.fails_anyway(call)?;
        let (expected, bits) =
            match self.ctypes.float_kind(place.ty).is_some() || self.ctypes.record(place.ty).is_some() {
                true => {
                    let bytes = self.size(place.ty, span)?;
                    if bytes > LARGEST {
                        return unsupported(span, "an atomic exchange of this type");
                    }
                    let bits = bytes as u32 * 8;
                    (self.as_number(&found, bits, call)?, Some(bits))
                }
                false => (self.read(&found, span)?, None),
            };
        let (same, old) = self.swap_if_equal(call, &place, (expected, bits), new, fails)?;
        let (write, join) = (self.body.block(span), self.body.block(span));
        self.body.branch(same.clone(), join, write, span);
        self.body.current = write;
        self.write(&found, old, span)?;
        let end = self.body.current;
        self.body.end(end, End::Goto(join), span);
        self.body.current = join;
        let ty = self.int_type(IntKind::Bool);
        Ok(self.value(ty, same))
    }
    /// All bytes of a place as one number.
    fn as_number(&mut self, place: &Place, bits: u32, call: &Use<'_>) -> Res<Value> {
        let span = call.span();
        let Where::Memory(at) = &place.at else { return unsupported(span, "an atomic exchange of this type") };
        let ty = self.types.int(bits, false);
        let var = self.temp_of(ty, span);
        let check = self.access_check(place.check.as_deref(), span);
        self.emit(Op::Load { dst: var, ptr: at.clone(), check }, span);
        Ok(Value { ty: place.ty, e: Expr::Var(var), range: (0, 0) })
    }
    /// Writes a new value where there is the expected one: all bytes count, as a number of so many bits, where that is
    /// not a number or pointer. Gives whether it did, and the old value.
    fn swap_if_equal(
        &mut self,
        call: &Use<'_>,
        place: &Place,
        (expected, bits): (Value, Option<u32>),
        new: Value,
        fails: Option<Expr>,
    ) -> Res<(Expr, Value)> {
        let span = call.span();
        let expected = if bits.is_some() { expected } else { self.share(expected, span) };
        let new = if self.ctypes.record(new.ty).is_some() { new } else { self.share(new, span) };
        let room = self.room(place.ty, call)?;
        self.emit(Op::Atomic { begin: true }, span);
        let old = self.fetched(place, room, call)?;
        let now = match bits {
            Some(bits) => self.as_number(place, bits, call)?.e,
            None => old.e.clone(),
        };
        let mut equal = fold::binary(Binary::Eq, now, expected.e);
        if let Some(fails) = fails {
            equal = fold::and(equal, fold::not(fails));
        }
        let truth = self.int_type(IntKind::Bool);
        let equal = self.value(truth, equal);
        let same = self.share(equal, span).e;
        let (write, join) = (self.body.block(span), self.body.block(span));
        self.body.branch(same.clone(), write, join, span);
        self.body.current = write;
        self.write(place, new, span)?;
        let end = self.body.current;
        self.body.end(end, End::Goto(join), span);
        self.body.current = join;
        self.emit(Op::Atomic { begin: false }, span);
        Ok((same, old))
    }
}
