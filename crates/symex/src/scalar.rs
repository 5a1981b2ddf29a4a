//! Conversions between values and the bits they have in memory, and the arithmetic of pointers.

use crate::context::Context;
use crate::object::ObjId;
use crate::value::{Pointer, Target, Value};
use hecaton_base::float::Format;
use hecaton_base::{Bits, Stop};
use hecaton_ir::Scalar;
use hecaton_term::{Op, Sort, Term};

/// The zero of a type.
pub(crate) fn zero(cx: &mut Context, ty: Scalar) -> Value {
    match ty {
        Scalar::Int(1) => Value::Scalar(cx.terms.bool(false)),
        Scalar::Int(bits) => Value::Scalar(cx.terms.num(bits, 0)),
        Scalar::Float(format) => {
            let zero = cx.terms.num(format.bits(), 0);
            Value::Scalar(cx.terms.mk(Op::FpFromBits(format), &[zero]))
        }
        Scalar::Ptr => Value::Ptr(Pointer::null(cx)),
    }
}

/// The sort of the term of a value that is not a pointer; of a pointer, that of its address.
pub(crate) fn sort(cx: &Context, ty: Scalar) -> Sort {
    match ty {
        Scalar::Int(1) => Sort::Bool,
        Scalar::Int(bits) => Sort::Bits(bits),
        Scalar::Float(format) => Sort::Float(format),
        Scalar::Ptr => Sort::Bits(cx.word()),
    }
}

/// A truth value as bits.
pub(crate) fn bool_to_bits(cx: &mut Context, width: u32, term: Term) -> Term {
    let (one, zero) = (cx.terms.num(width, 1), cx.terms.num(width, 0));
    cx.terms.ite(term, one, zero)
}

/// Whether the lowest bit is set.
pub(crate) fn bits_to_bool(cx: &mut Context, term: Term) -> Term {
    let low = cx.terms.extract(0, 0, term);
    let one = cx.terms.num(1, 1);
    cx.terms.eq(low, one)
}

/// An integer value of as many bits as the term has.
pub(crate) fn integer(_cx: &mut Context, bits: Term) -> Value {
    Value::Scalar(bits)
}

/// The bits of a value as they lie in memory, padded to whole bytes.
pub(crate) fn to_bits(cx: &mut Context, value: &Value) -> Result<Term, Stop> {
    match value {
        Value::Ptr(pointer) => Ok(address(cx, pointer)),
        Value::Scalar(term) => match cx.terms.sort(*term) {
            Sort::Bool => Ok(bool_to_bits(cx, 8, *term)),
            Sort::Bits(width) => Ok(cx.terms.zext_to(width.next_multiple_of(8), *term)),
            Sort::Float(Format::X87) => {
                // In memory the integer bit is explicit: set for all but zero and subnormal numbers.
                let bits = float_bits(cx, *term);
                let (high, low) = (cx.terms.extract(78, 63, bits), cx.terms.extract(62, 0, bits));
                let exponent = cx.terms.extract(77, 63, bits);
                let none = cx.terms.num(15, 0);
                let small = cx.terms.eq(exponent, none);
                let (zero, one) = (cx.terms.num(1, 0), cx.terms.num(1, 1));
                let integer = cx.terms.ite(small, zero, one);
                let high = cx.terms.concat(high, integer);
                Ok(cx.terms.concat(high, low))
            }
            Sort::Float(_) => Ok(float_bits(cx, *term)),
            Sort::Array { .. } => Err(Stop::Bug("an array as the value of a cell".into())),
        },
    }
}

/// How many choices between floats are looked through for their bits.
const CHOICES: u32 = 16;

/// The encoding of a float. For terms there is one NaN, for programs there are many: what comes from outside and from
/// memory has the bits it came with, signs are changed bit by bit, and the NaNs of arithmetic and of constants have
/// arbitrary bits, each time they are asked for.
pub(crate) fn float_bits(cx: &mut Context, term: Term) -> Term {
    encoding(cx, term, &mut CHOICES.clone())
}

fn encoding(cx: &mut Context, term: Term, left: &mut u32) -> Term {
    let Sort::Float(format) = cx.terms.sort(term) else { unreachable!("only floats have an encoding") };
    let args: Vec<Term> = cx.terms.args(term).to_vec();
    let sign = |cx: &mut Context| cx.terms.bits(Bits::min_signed(format.bits()));
    match cx.terms.op(term) {
        Op::FpFromBits(_) if cx.terms.as_bits(args[0]).is_none_or(|bits| !format.is_nan(bits)) => return args[0],
        Op::FpNeg => {
            let (bits, sign) = (encoding(cx, args[0], left), sign(cx));
            return cx.terms.mk(Op::BvXor, &[bits, sign]);
        }
        Op::FpAbs => {
            let (bits, sign) = (encoding(cx, args[0], left), sign(cx));
            let rest = cx.terms.mk(Op::BvNot, &[sign]);
            return cx.terms.mk(Op::BvAnd, &[bits, rest]);
        }
        Op::Ite if *left > 0 => {
            *left -= 1;
            let (yes, no) = (encoding(cx, args[1], left), encoding(cx, args[2], left));
            return cx.terms.ite(args[0], yes, no);
        }
        _ => {}
    }
    let nan = cx.terms.mk(Op::FpIsNan, &[term]);
    let bits = cx.terms.mk(Op::FpToBits, &[term]);
    if cx.terms.as_bool(nan) == Some(false) {
        return bits;
    }
    let any = cx.nan_bits(format);
    cx.terms.ite(nan, any, bits)
}

/// The value of a type with these bits in memory.
pub(crate) fn from_bits(cx: &mut Context, bits: Term, ty: Scalar) -> Value {
    match ty {
        Scalar::Int(1) => Value::Scalar(bits_to_bool(cx, bits)),
        Scalar::Int(width) => Value::Scalar(cx.terms.extract(width - 1, 0, bits)),
        Scalar::Float(Format::X87) => Value::Scalar(x87_from_bits(cx, bits)),
        Scalar::Float(format) => Value::Scalar(cx.terms.mk(Op::FpFromBits(format), &[bits])),
        Scalar::Ptr => Value::Ptr(Pointer::to(cx, Target::Raw(bits))),
    }
}

/// The 80 bits of memory as the processor reads them: without the integer bit a number that is not tiny is not a
/// number, and with it a tiny one is the least normal one.
fn x87_from_bits(cx: &mut Context, bits: Term) -> Term {
    let t = &mut cx.terms;
    let (sign, exponent) = (t.extract(79, 79, bits), t.extract(78, 64, bits));
    let (integer, fraction) = (t.extract(63, 63, bits), t.extract(62, 0, bits));
    let (zero, one, set) = (t.num(15, 0), t.num(15, 1), t.num(1, 1));
    let (tiny, integer) = (t.eq(exponent, zero), t.eq(integer, set));
    let lifted = t.ite(integer, one, zero);
    let exponent = t.ite(tiny, lifted, exponent);
    let high = t.concat(sign, exponent);
    let value = t.concat(high, fraction);
    let value = t.mk(Op::FpFromBits(Format::X87), &[value]);
    let nan = t.num(79, 0);
    let nan = t.mk(Op::BvNot, &[nan]);
    let nan = t.mk(Op::FpFromBits(Format::X87), &[nan]);
    let fine = t.or(tiny, integer);
    t.ite(fine, value, nan)
}

/// The value read as another type of the same size.
pub(crate) fn convert(cx: &mut Context, value: &Value, ty: Scalar) -> Result<Value, Stop> {
    let same = match (value, ty) {
        (Value::Ptr(_), Scalar::Ptr) => true,
        (Value::Scalar(term), Scalar::Int(_) | Scalar::Float(_)) => cx.terms.sort(*term) == sort(cx, ty),
        _ => false,
    };
    if same {
        return Ok(value.clone());
    }
    let bits = to_bits(cx, value)?;
    Ok(from_bits(cx, bits, ty))
}

/// `cond ? yes : no` of two values of the same size but perhaps of different types.
pub(crate) fn choose_mixed(cx: &mut Context, cond: Term, yes: &Value, no: &Value) -> Result<Value, Stop> {
    match (yes, no) {
        (Value::Scalar(a), Value::Scalar(b)) if cx.terms.sort(*a) == cx.terms.sort(*b) => {
            Ok(Value::choose(cx, cond, yes, no))
        }
        (Value::Ptr(_), Value::Ptr(_)) => Ok(Value::choose(cx, cond, yes, no)),
        (Value::Ptr(_), Value::Scalar(_)) => {
            let no = convert(cx, no, Scalar::Ptr)?;
            Ok(Value::choose(cx, cond, yes, &no))
        }
        (Value::Scalar(_), Value::Ptr(_)) => {
            let yes = convert(cx, yes, Scalar::Ptr)?;
            Ok(Value::choose(cx, cond, &yes, no))
        }
        (Value::Scalar(_), Value::Scalar(_)) => {
            let (a, b) = (to_bits(cx, yes)?, to_bits(cx, no)?);
            Ok(Value::Scalar(cx.terms.ite(cond, a, b)))
        }
    }
}

/// The address of a target, which from now on matters.
pub(crate) fn target_address(cx: &mut Context, target: Target) -> Term {
    match target {
        Target::Raw(address) => address,
        Target::Func(func) => cx.observe_function(func),
        Target::Object(id, offset) => {
            let base = cx.observe(id);
            cx.terms.add(base, offset)
        }
    }
}

/// The address of a pointer.
pub(crate) fn address(cx: &mut Context, pointer: &Pointer) -> Term {
    pointer.pick(cx, target_address)
}

/// The bits of an address that a mask has. Where these are low ones only, and the object is aligned so far, they are
/// those of the offset, and where the object lies does not matter.
pub(crate) fn masked_address(cx: &mut Context, pointer: &Pointer, mask: &Bits) -> Term {
    pointer.pick(cx, |cx, target| {
        let bits = cx.terms.bits(mask.clone());
        let address = match target {
            Target::Object(id, offset) if mask.to_u64().is_some_and(|mask| mask < cx.alignment(id)) => offset,
            Target::Object(..) | Target::Func(_) | Target::Raw(_) => target_address(cx, target),
        };
        cx.terms.mk(Op::BvAnd, &[address, bits])
    })
}

/// The object that a number was made from the address of, as far as the term says so, and that address.
pub(crate) fn made_from(cx: &Context, number: Term) -> Option<(ObjId, Term)> {
    if cx.terms.op(number) != Op::BvAdd {
        return cx.object_at(number).map(|id| (id, number));
    }
    let (mut summands, mut leaves) = (vec![number], Vec::new());
    while let Some(term) = summands.pop() {
        if cx.terms.op(term) == Op::BvAdd && leaves.len() + summands.len() < 16 {
            summands.extend_from_slice(cx.terms.args(term));
        } else {
            leaves.push(term);
        }
    }
    let mut objects = leaves.iter().filter_map(|term| cx.object_at(*term).map(|id| (id, *term)));
    match (objects.next(), objects.next()) {
        (Some(found), None) => Some(found),
        (None, _) | (Some(_), Some(_)) => None,
    }
}

/// Whether two pointers are equal.
pub(crate) fn pointers_equal(cx: &mut Context, a: &Pointer, b: &Pointer) -> Term {
    a.any(cx, |cx, x| {
        b.any(cx, |cx, y| match (x, y) {
            (Target::Object(o, m), Target::Object(p, n)) if o == p => cx.terms.eq(m, n),
            (Target::Object(o, m), Target::Object(p, n)) => {
                let possible = cx.may_meet((o, m), (p, n));
                same_address(cx, possible, x, y)
            }
            (Target::Func(f), Target::Func(g)) => cx.terms.bool(f == g),
            (Target::Raw(m), Target::Raw(n)) => cx.terms.eq(m, n),
            (Target::Object(o, m), Target::Func(_)) | (Target::Func(_), Target::Object(o, m)) => {
                let end = cx.placing[&o].extent;
                let behind = cx.terms.eq(m, end);
                same_address(cx, behind, x, y)
            }
            (Target::Raw(n), other) | (other, Target::Raw(n)) => {
                if cx.terms.as_u64(n) == Some(0) {
                    return cx.terms.bool(false);
                }
                let address = target_address(cx, other);
                cx.terms.eq(address, n)
            }
        })
    })
}

/// Whether two targets have the same address, where that is possible.
fn same_address(cx: &mut Context, possible: Term, x: Target, y: Target) -> Term {
    if cx.terms.as_bool(possible) == Some(false) {
        return possible;
    }
    let (a, b) = (target_address(cx, x), target_address(cx, y));
    let same = cx.terms.eq(a, b);
    cx.terms.and(possible, same)
}

/// Whether one pointer is below another, or equal if `or_equal`.
pub(crate) fn pointers_ordered(cx: &mut Context, a: &Pointer, b: &Pointer, or_equal: bool) -> Term {
    a.any(cx, |cx, x| {
        b.any(cx, |cx, y| {
            if let (Target::Object(o, m), Target::Object(p, n)) = (x, y)
                && o == p
            {
                return if or_equal { cx.terms.sle(m, n) } else { cx.terms.slt(m, n) };
            }
            let (m, n) = (target_address(cx, x), target_address(cx, y));
            if or_equal { cx.terms.ule(m, n) } else { cx.terms.ult(m, n) }
        })
    })
}

/// The distance of two pointers in bytes.
pub(crate) fn pointer_difference(cx: &mut Context, a: &Pointer, b: &Pointer) -> Term {
    a.pick(cx, |cx, x| b.pick(cx, |cx, y| distance(cx, x, y)))
}

/// The same, but the greatest number where they belong to different objects.
pub(crate) fn pointer_gap(cx: &mut Context, a: &Pointer, b: &Pointer) -> Term {
    a.pick(cx, |cx, x| {
        b.pick(cx, |cx, y| match (x, y) {
            (Target::Object(o, _), Target::Object(p, _)) if o != p => cx.terms.bits(Bits::ones(cx.word())),
            _ => distance(cx, x, y),
        })
    })
}

fn distance(cx: &mut Context, a: Target, b: Target) -> Term {
    match (a, b) {
        (Target::Object(o, m), Target::Object(p, n)) if o == p => cx.terms.sub(m, n),
        _ => {
            let (m, n) = (target_address(cx, a), target_address(cx, b));
            cx.terms.sub(m, n)
        }
    }
}
