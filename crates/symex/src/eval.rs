//! Evaluation of the IR's expressions to values.

use crate::context::Context;
use crate::object::ObjId;
use crate::scalar::{self, bits_to_bool, bool_to_bits};
use crate::state::State;
use crate::value::{Pointer, Target, Value};
use hecaton_base::float::Rounding;
use hecaton_base::{Bits, Id as _};
use hecaton_ir::{Binary, Cast, Expr, FuncId, GlobalId, Scalar, Unary};
use hecaton_term::{Op, Sort, Term};

/// The object of a global.
pub(crate) fn global_object(id: GlobalId) -> ObjId {
    ObjId::new(id.index() * 2 + 1)
}

/// Whether an object is a global whose size is not known.
pub(crate) fn is_unsized(cx: &Context, id: ObjId) -> bool {
    let global = GlobalId::new(id.index() / 2);
    id.index() % 2 == 1 && global.index() < cx.program.globals.len() && cx.program.is_unsized(global)
}

/// The memory outside of the program's objects.
pub(crate) fn outside_object(cx: &Context) -> ObjId {
    global_object(GlobalId::new(cx.program.globals.len()))
}

/// The object an instance of an instruction makes.
pub(crate) fn dynamic_object(instance: u32) -> ObjId {
    ObjId::new(instance as usize * 2)
}

/// The value of an expression in the innermost call.
pub(crate) fn eval(cx: &mut Context, state: &State, expr: &Expr) -> Value {
    match expr {
        Expr::Int(bits) if bits.width() == 1 => Value::Scalar(cx.terms.bool(bits.bit(0))),
        Expr::Int(bits) => Value::Scalar(cx.terms.bits(bits.clone())),
        Expr::Float(format, bits) => Value::Scalar(cx.terms.float(*format, bits.clone())),
        Expr::Null => Value::Ptr(Pointer::null(cx)),
        Expr::Global(id) => {
            let zero = cx.terms.num(cx.word(), 0);
            Value::Ptr(Pointer::to(cx, Target::Object(global_object(*id), zero)))
        }
        Expr::Func(id) => Value::Ptr(Pointer::to(cx, Target::Func(*id))),
        Expr::Var(var) => {
            let frame = state.top();
            match frame.locals.get(var) {
                Some(value) => value.clone(),
                None => {
                    let ty = cx.program.scalar(frame.func, *var);
                    scalar::zero(cx, ty)
                }
            }
        }
        Expr::Unary(op, a) => {
            let a = eval(cx, state, a).term();
            Value::Scalar(unary(cx, *op, a))
        }
        Expr::Binary(op, ab) => {
            if let (Binary::And, [Expr::Cast(Cast::PToI, _, pointer), Expr::Int(mask)]) = (op, &**ab) {
                let pointer = eval(cx, state, pointer);
                return Value::Scalar(scalar::masked_address(cx, pointer_of(&pointer), mask));
            }
            let (a, b) = (eval(cx, state, &ab[0]), eval(cx, state, &ab[1]));
            Value::Scalar(binary(cx, *op, &a, &b))
        }
        Expr::Select(abc) => {
            let cond = eval(cx, state, &abc[0]).term();
            match cx.terms.as_bool(cond) {
                Some(true) => eval(cx, state, &abc[1]),
                Some(false) => eval(cx, state, &abc[2]),
                None => {
                    let (yes, no) = (eval(cx, state, &abc[1]), eval(cx, state, &abc[2]));
                    Value::choose(cx, cond, &yes, &no)
                }
            }
        }
        Expr::Cast(op, to, a) => {
            let a = eval(cx, state, a);
            match cast(cx, *op, *to, &a) {
                Value::Ptr(pointer) => Value::Ptr(state.memory.meant(cx, &pointer)),
                value @ Value::Scalar(_) => value,
            }
        }
        Expr::Offset(ab) => {
            let (pointer, by) = (eval(cx, state, &ab[0]), eval(cx, state, &ab[1]).term());
            Value::Ptr(pointer_of(&pointer).map(cx, |cx, target| match target {
                Target::Object(id, offset) => Target::Object(id, cx.terms.add(offset, by)),
                Target::Raw(address) => Target::Raw(cx.terms.add(address, by)),
                Target::Func(func) => {
                    if cx.terms.as_u64(by) == Some(0) {
                        return Target::Func(func);
                    }
                    let address = scalar::target_address(cx, Target::Func(func));
                    Target::Raw(cx.terms.add(address, by))
                }
            }))
        }
    }
}

/// The term of an integer expression whose variables are these terms, by their numbers. `None` if there is anything but
/// integers in it.
pub fn formula(cx: &mut Context, expr: &Expr, vars: &[Term]) -> Option<Term> {
    Some(match expr {
        Expr::Int(bits) if bits.width() == 1 => cx.terms.bool(bits.bit(0)),
        Expr::Int(bits) => cx.terms.bits(bits.clone()),
        Expr::Var(number) => *vars.get(number.index())?,
        Expr::Unary(op @ (Unary::Not | Unary::Neg), a) => {
            let a = formula(cx, a, vars)?;
            unary(cx, *op, a)
        }
        Expr::Binary(
            Binary::FAdd(_)
            | Binary::FSub(_)
            | Binary::FMul(_)
            | Binary::FDiv(_)
            | Binary::FMod
            | Binary::FEq
            | Binary::FLt
            | Binary::FLe
            | Binary::PtrDiff
            | Binary::PtrGap,
            _,
        )
        | Expr::Unary(..)
        | Expr::Float(..)
        | Expr::Null
        | Expr::Global(_)
        | Expr::Func(_)
        | Expr::Offset(_) => return None,
        Expr::Binary(op, ab) => {
            let (a, b) = (formula(cx, &ab[0], vars)?, formula(cx, &ab[1], vars)?);
            binary(cx, *op, &Value::Scalar(a), &Value::Scalar(b))
        }
        Expr::Select(abc) => {
            let cond = formula(cx, &abc[0], vars)?;
            let (yes, no) = (formula(cx, &abc[1], vars)?, formula(cx, &abc[2], vars)?);
            cx.terms.ite(cond, yes, no)
        }
        Expr::Cast(op @ (Cast::Trunc | Cast::ZExt | Cast::SExt), to @ Scalar::Int(_), a) => {
            let a = formula(cx, a, vars)?;
            cast(cx, *op, *to, &Value::Scalar(a)).term()
        }
        Expr::Cast(..) => return None,
    })
}

/// The pointer. Panics on a scalar: the verifier has checked the types.
pub(crate) fn pointer_of(value: &Value) -> &Pointer {
    match value {
        Value::Ptr(pointer) => pointer,
        Value::Scalar(_) => panic!("a scalar where a pointer was expected"),
    }
}

fn unary(cx: &mut Context, op: Unary, a: Term) -> Term {
    let rounded = |cx: &mut Context, op: Op, mode: Rounding| {
        let mode = cx.terms.rounding(mode);
        cx.terms.mk(op, &[mode, a])
    };
    match op {
        Unary::Not if cx.terms.sort(a) == Sort::Bool => cx.terms.not(a),
        Unary::Not => cx.terms.mk(Op::BvNot, &[a]),
        Unary::Neg if cx.terms.sort(a) == Sort::Bool => a,
        Unary::Neg => cx.terms.mk(Op::BvNeg, &[a]),
        Unary::FNeg => cx.terms.mk(Op::FpNeg, &[a]),
        Unary::FAbs => cx.terms.mk(Op::FpAbs, &[a]),
        Unary::FSqrt(mode) => rounded(cx, Op::FpSqrt, mode),
        Unary::FRint => rounded(cx, Op::FpRoundIntegral, Rounding::NearestEven),
        Unary::FFloor => rounded(cx, Op::FpRoundIntegral, Rounding::Down),
        Unary::FCeil => rounded(cx, Op::FpRoundIntegral, Rounding::Up),
        Unary::FTrunc => rounded(cx, Op::FpRoundIntegral, Rounding::Zero),
        Unary::FIsNan => cx.terms.mk(Op::FpIsNan, &[a]),
        Unary::FIsInf => cx.terms.mk(Op::FpIsInf, &[a]),
        Unary::FIsNormal => cx.terms.mk(Op::FpIsNormal, &[a]),
        Unary::FIsZero => cx.terms.mk(Op::FpIsZero, &[a]),
        Unary::FIsNeg => {
            let bits = scalar::float_bits(cx, a);
            let top = cx.terms.width(bits) - 1;
            let sign = cx.terms.extract(top, top, bits);
            let set = cx.terms.num(1, 1);
            cx.terms.eq(sign, set)
        }
    }
}

fn binary(cx: &mut Context, op: Binary, a: &Value, b: &Value) -> Term {
    if let (Value::Ptr(a), Value::Ptr(b)) = (a, b) {
        return match op {
            Binary::Eq => scalar::pointers_equal(cx, a, b),
            Binary::ULt => scalar::pointers_ordered(cx, a, b, false),
            Binary::ULe => scalar::pointers_ordered(cx, a, b, true),
            Binary::PtrDiff => scalar::pointer_difference(cx, a, b),
            Binary::PtrGap => scalar::pointer_gap(cx, a, b),
            _ => panic!("{op:?} of pointers"),
        };
    }
    let (a, b) = (a.term(), b.term());
    match cx.terms.sort(a) {
        Sort::Bool => binary_bool(cx, op, a, b),
        Sort::Float(_) => binary_float(cx, op, a, b),
        Sort::Bits(_) => binary_bits(cx, op, a, b),
        Sort::Array { .. } => panic!("an array as a value"),
    }
}

fn binary_bool(cx: &mut Context, op: Binary, a: Term, b: Term) -> Term {
    match op {
        Binary::And => cx.terms.and(a, b),
        Binary::Or => cx.terms.or(a, b),
        Binary::Xor => cx.terms.mk(Op::Xor, &[a, b]),
        Binary::Eq => cx.terms.eq(a, b),
        // Anything else is rare at one bit: it is done on bits.
        _ => {
            let (x, y) = (bool_to_bits(cx, 1, a), bool_to_bits(cx, 1, b));
            let out = binary_bits(cx, op, x, y);
            if cx.terms.sort(out) == Sort::Bool { out } else { bits_to_bool(cx, out) }
        }
    }
}

fn binary_float(cx: &mut Context, op: Binary, a: Term, b: Term) -> Term {
    let mut rounded = |op: Op, mode: Rounding, b: Term| {
        let mode = cx.terms.rounding(mode);
        cx.terms.mk(op, &[mode, a, b])
    };
    match op {
        Binary::FAdd(mode) => rounded(Op::FpAdd, mode, b),
        Binary::FMul(mode) => rounded(Op::FpMul, mode, b),
        Binary::FDiv(mode) => rounded(Op::FpDiv, mode, b),
        Binary::FSub(mode) => {
            let minus = cx.terms.mk(Op::FpNeg, &[b]);
            let mode = cx.terms.rounding(mode);
            cx.terms.mk(Op::FpAdd, &[mode, a, minus])
        }
        Binary::FMod => cx.terms.mk(Op::FpMod, &[a, b]),
        Binary::FEq => cx.terms.mk(Op::FpEq, &[a, b]),
        Binary::FLt => cx.terms.mk(Op::FpLt, &[a, b]),
        Binary::FLe => cx.terms.mk(Op::FpLe, &[a, b]),
        _ => panic!("{op:?} of floats"),
    }
}

fn binary_bits(cx: &mut Context, op: Binary, a: Term, b: Term) -> Term {
    let mut mk = |op: Op| cx.terms.mk(op, &[a, b]);
    match op {
        Binary::Add => mk(Op::BvAdd),
        Binary::Sub => cx.terms.sub(a, b),
        Binary::Mul => mk(Op::BvMul),
        Binary::UDiv => mk(Op::BvUdiv),
        Binary::SDiv => mk(Op::BvSdiv),
        Binary::URem => mk(Op::BvUrem),
        Binary::SRem => mk(Op::BvSrem),
        Binary::And => mk(Op::BvAnd),
        Binary::Or => mk(Op::BvOr),
        Binary::Xor => mk(Op::BvXor),
        Binary::Shl => mk(Op::BvShl),
        Binary::LShr => mk(Op::BvLshr),
        Binary::AShr => mk(Op::BvAshr),
        Binary::Eq => mk(Op::Eq),
        Binary::ULt => mk(Op::BvUlt),
        Binary::ULe => mk(Op::BvUle),
        Binary::SLt => mk(Op::BvSlt),
        Binary::SLe => mk(Op::BvSle),
        Binary::SAddOverflow => signed_add_overflow(cx, a, b),
        Binary::SSubOverflow => signed_sub_overflow(cx, a, b),
        Binary::SMulOverflow => {
            let width = cx.terms.width(a);
            let (x, y) = (cx.terms.sext_to(2 * width, a), cx.terms.sext_to(2 * width, b));
            let product = cx.terms.mul(x, y);
            let low = cx.terms.extract(width - 1, 0, product);
            let back = cx.terms.sext_to(2 * width, low);
            let fits = cx.terms.eq(back, product);
            cx.terms.not(fits)
        }
        Binary::UAddOverflow => {
            let sum = cx.terms.add(a, b);
            cx.terms.ult(sum, a)
        }
        Binary::USubOverflow => cx.terms.ult(a, b),
        Binary::UMulOverflow => {
            let width = cx.terms.width(a);
            let (x, y) = (cx.terms.zext_to(2 * width, a), cx.terms.zext_to(2 * width, b));
            let product = cx.terms.mul(x, y);
            let high = cx.terms.extract(2 * width - 1, width, product);
            let zero = cx.terms.num(width, 0);
            let fits = cx.terms.eq(high, zero);
            cx.terms.not(fits)
        }
        Binary::FAdd(_)
        | Binary::FSub(_)
        | Binary::FMul(_)
        | Binary::FDiv(_)
        | Binary::FMod
        | Binary::FEq
        | Binary::FLt
        | Binary::FLe
        | Binary::PtrDiff
        | Binary::PtrGap => panic!("{op:?} of integers"),
    }
}

/// A sum with a constant overflows beyond a bound, which is one comparison; else by the signs.
fn signed_add_overflow(cx: &mut Context, a: Term, b: Term) -> Term {
    for (x, k) in [(a, b), (b, a)] {
        if let Some(k) = cx.terms.as_bits(k).cloned() {
            let width = k.width();
            return if k.sign_bit() {
                let least = cx.terms.bits(Bits::min_signed(width).sub(&k));
                cx.terms.slt(x, least)
            } else {
                let greatest = cx.terms.bits(Bits::max_signed(width).sub(&k));
                cx.terms.slt(greatest, x)
            };
        }
    }
    let sum = cx.terms.add(a, b);
    signs_differ_from(cx, sum, a, b)
}

fn signed_sub_overflow(cx: &mut Context, a: Term, b: Term) -> Term {
    if let Some(k) = cx.terms.as_bits(b).cloned() {
        let width = k.width();
        return if k.sign_bit() {
            let greatest = cx.terms.bits(Bits::max_signed(width).add(&k));
            cx.terms.slt(greatest, a)
        } else {
            let least = cx.terms.bits(Bits::min_signed(width).add(&k));
            cx.terms.slt(a, least)
        };
    }
    let difference = cx.terms.sub(a, b);
    let minus = cx.terms.mk(Op::BvNot, &[b]);
    signs_differ_from(cx, difference, a, minus)
}

/// Both `a` and `b` have another sign than the result.
fn signs_differ_from(cx: &mut Context, result: Term, a: Term, b: Term) -> Term {
    let top = cx.terms.width(a) - 1;
    let [r, a, b] = [result, a, b].map(|t| cx.terms.extract(top, top, t));
    let (x, y) = (cx.terms.eq(a, r), cx.terms.eq(b, r));
    let (x, y) = (cx.terms.not(x), cx.terms.not(y));
    cx.terms.and(x, y)
}

fn cast(cx: &mut Context, op: Cast, to: Scalar, a: &Value) -> Value {
    let rounded = |cx: &mut Context, op: Op, mode: Rounding, a: Term| {
        let mode = cx.terms.rounding(mode);
        cx.terms.mk(op, &[mode, a])
    };
    // Integers as bits, whatever their width; a result of one bit becomes a truth value again.
    let bits = |cx: &mut Context, a: &Value| {
        let a = a.term();
        if cx.terms.sort(a) == Sort::Bool { bool_to_bits(cx, 1, a) } else { a }
    };
    match (op, to) {
        (Cast::Trunc, Scalar::Int(1)) => Value::Scalar(bits_to_bool(cx, a.term())),
        (Cast::Trunc, Scalar::Int(width)) => Value::Scalar(cx.terms.extract(width - 1, 0, a.term())),
        (Cast::ZExt, Scalar::Int(width)) => {
            let a = a.term();
            if cx.terms.sort(a) == Sort::Bool {
                return Value::Scalar(bool_to_bits(cx, width, a));
            }
            Value::Scalar(cx.terms.zext_to(width, a))
        }
        (Cast::SExt, Scalar::Int(width)) => {
            let a = bits(cx, a);
            Value::Scalar(cx.terms.sext_to(width, a))
        }
        (Cast::FToF(mode), Scalar::Float(f)) => Value::Scalar(rounded(cx, Op::FpToFp(f), mode, a.term())),
        (Cast::SToF(mode), Scalar::Float(f)) => {
            let a = bits(cx, a);
            Value::Scalar(rounded(cx, Op::FpFromSigned(f), mode, a))
        }
        (Cast::UToF(mode), Scalar::Float(f)) => {
            let a = bits(cx, a);
            Value::Scalar(rounded(cx, Op::FpFromUnsigned(f), mode, a))
        }
        (Cast::FToS | Cast::FToU, Scalar::Int(width)) => {
            let op = if op == Cast::FToS { Op::FpToSigned(width) } else { Op::FpToUnsigned(width) };
            let out = rounded(cx, op, Rounding::Zero, a.term());
            Value::Scalar(if width == 1 { bits_to_bool(cx, out) } else { out })
        }
        (Cast::PToI, Scalar::Int(_)) => Value::Scalar(scalar::address(cx, pointer_of(a))),
        (Cast::IToP, Scalar::Ptr) => Value::Ptr(Pointer::to(cx, Target::Raw(a.term()))),
        (Cast::FToBits, Scalar::Int(_)) => Value::Scalar(scalar::float_bits(cx, a.term())),
        (Cast::BitsToF, Scalar::Float(f)) => Value::Scalar(cx.terms.mk(Op::FpFromBits(f), &[a.term()])),
        _ => panic!("{op:?} to {to:?}"),
    }
}

/// The functions that a pointer can mean under a path condition, and when. A number means the function that lies there;
/// from now on, none of which nobody asked yet where it lies does so.
pub(crate) fn function_targets(cx: &mut Context, path: Term, pointer: &Pointer) -> Vec<(Term, FuncId)> {
    let mut out = Vec::new();
    for &(guard, target) in pointer.targets() {
        match target {
            Target::Func(func) => out.push((guard, func)),
            Target::Object(..) => {}
            Target::Raw(address) => {
                let mut rest = cx.terms.and(path, guard);
                for (func, at) in cx.placed_functions.clone() {
                    let same = cx.terms.eq(address, at);
                    let here = cx.terms.and(guard, same);
                    if cx.terms.as_bool(here) != Some(false) {
                        out.push((here, func));
                        let elsewhere = cx.terms.not(same);
                        rest = cx.terms.and(rest, elsewhere);
                    }
                }
                cx.found_empty(rest, address);
            }
        }
    }
    out
}
