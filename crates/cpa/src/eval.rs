//! What an expression can be in a state, and what a state is where a condition holds.

use crate::code::Code;
use crate::range::{Range, WIDEST};
use crate::state::{Link, State};
use crate::value::{Pointer, Target, Targets, Value};
use hecaton_base::Id as _;
use hecaton_ir::scalar::mask;
use hecaton_ir::{Binary, Cast, Expr, Op, Scalar, Unary, VarId};

/// The type of an expression of the innermost call.
pub(crate) fn type_of(code: &Code, state: &State, expr: &Expr) -> Scalar {
    code.program.type_of(state.top().func, expr).expect("the verifier has checked the types")
}

/// What an expression can be.
pub fn eval(code: &Code, state: &State, expr: &Expr) -> Value {
    let int = |range: Option<Range>, expr: &Expr| match range {
        Some(range) => Value::Int(range),
        None => Value::any(type_of(code, state, expr)),
    };
    match expr {
        Expr::Int(bits) => match bits.to_u64() {
            Some(word) if bits.width() <= WIDEST => Value::Int(Range::constant(bits.width(), word)),
            _ => Value::Any,
        },
        Expr::Float(..) => Value::Any,
        Expr::Null => Value::start_of(Target::Number, code.word),
        Expr::Global(global) => Value::start_of(Target::Object(global.index() as u32), code.word),
        Expr::Func(func) => Value::start_of(Target::Func(*func), code.word),
        Expr::Var(var) => match state.top().get(*var) {
            Some(value) => value.clone(),
            None => Value::any(code.program.scalar(state.top().func, *var)),
        },
        Expr::Unary(op, a) => match eval(code, state, a) {
            Value::Int(range) => int(Range::unary(*op, &range), expr),
            Value::Any | Value::Ptr(_) => int(None, expr),
        },
        Expr::Binary(op, ab) => match (eval(code, state, &ab[0]), eval(code, state, &ab[1])) {
            (Value::Int(a), Value::Int(b)) => {
                // The same value twice.
                if ab[0] == ab[1]
                    && let Some(truth) = on_equals(*op)
                {
                    return Value::Int(Range::truth(Some(truth)));
                }
                int(Range::binary(*op, &a, &b), expr)
            }
            (Value::Ptr(a), Value::Ptr(b)) => pointers(code, state, *op, &a, &b),
            _ => int(None, expr),
        },
        Expr::Select(abc) => {
            let cond = eval(code, state, &abc[0]).range(1);
            match cond.as_bool() {
                Some(true) => eval(code, state, &abc[1]),
                Some(false) => eval(code, state, &abc[2]),
                None => eval(code, state, &abc[1]).join(&eval(code, state, &abc[2])),
            }
        }
        Expr::Cast(op, to, a) => {
            let value = eval(code, state, a);
            match (op, *to, &value) {
                (_, Scalar::Int(width), Value::Int(range)) if width <= WIDEST => {
                    int(Range::cast(*op, width, range), expr)
                }
                (Cast::PToI, Scalar::Int(width), Value::Ptr(pointer)) => match pointer.to.as_slice() {
                    [(Target::Number, at)] if at.width() == width => Value::Int(*at),
                    _ => Value::any(*to),
                },
                (Cast::IToP, Scalar::Ptr, Value::Int(range)) if range.single() == Some(0) => {
                    Value::start_of(Target::Number, code.word)
                }
                _ => Value::any(*to),
            }
        }
        Expr::Offset(ab) => {
            let by = eval(code, state, &ab[1]).range(code.word);
            eval(code, state, &ab[0]).moved(by)
        }
    }
}

/// The truth of a comparison of a value with itself.
fn on_equals(op: Binary) -> Option<bool> {
    match op {
        Binary::Eq | Binary::ULe | Binary::SLe => Some(true),
        Binary::ULt | Binary::SLt | Binary::SSubOverflow | Binary::USubOverflow => Some(false),
        _ => None,
    }
}

/// Whether a pointer to an object lies inside of it, or just behind if `behind`.
fn inside(state: &State, object: u32, at: &Range, behind: bool) -> bool {
    let (lo, hi) = at.signed_bounds();
    state.memory.object(object).is_some_and(|known| {
        let end = if behind { known.size.0 } else { known.size.0.saturating_sub(1) };
        lo >= 0 && hi as u64 <= end && (behind || known.size.0 > 0)
    })
}

/// Whether two targets of pointers can be the same address; `None` if that is not known.
fn same_address(code: &Code, state: &State, a: &(Target, Range), b: &(Target, Range)) -> Option<bool> {
    match (a.0, b.0) {
        (Target::Number, Target::Number) => Range::binary(Binary::Eq, &a.1, &b.1).and_then(|eq| eq.as_bool()),
        (Target::Object(x), Target::Object(y)) if x == y && code.is_one(x) => {
            let equal = Range::binary(Binary::Eq, &a.1, &b.1)?;
            equal.as_bool()
        }
        // The end of one may be the start of another, and one that is dead may have been where another is now.
        (Target::Object(x), Target::Object(y)) if x != y => {
            let apart = |object: u32, at: &Range| inside(state, object, at, false) && lives(state, object);
            (apart(x, &a.1) && apart(y, &b.1)).then_some(false)
        }
        (Target::Object(_), Target::Object(_)) => None,
        (Target::Func(x), Target::Func(y)) => (a.1.single() == Some(0) && b.1.single() == Some(0)).then_some(x == y),
        (Target::Object(x), Target::Number) => not_a_number(state, x, &a.1, &b.1),
        (Target::Number, Target::Object(y)) => not_a_number(state, y, &b.1, &a.1),
        (Target::Func(_), Target::Number) => not_low(&a.1, &b.1),
        (Target::Number, Target::Func(_)) => not_low(&b.1, &a.1),
        (Target::Object(x), Target::Func(_)) => {
            (inside(state, x, &a.1, false) && b.1.single() == Some(0)).then_some(false)
        }
        (Target::Func(_), Target::Object(y)) => {
            (inside(state, y, &b.1, false) && a.1.single() == Some(0)).then_some(false)
        }
    }
}
/// No object lies in the first page.
fn not_a_number(state: &State, object: u32, at: &Range, number: &Range) -> Option<bool> {
    (inside(state, object, at, true) && number.unsigned_bounds().1 < FIRST).then_some(false)
}
fn not_low(at: &Range, number: &Range) -> Option<bool> {
    (at.single() == Some(0) && number.unsigned_bounds().1 < FIRST).then_some(false)
}
/// Whether a pointer to an object leads to a live one for sure.
fn lives(state: &State, object: u32) -> bool {
    state.memory.object(object).is_some_and(|known| !known.maybe && !known.stale)
}
/// Below this address there is no object and no function.
const FIRST: u64 = 0x1000;

fn pointers(code: &Code, state: &State, op: Binary, a: &Pointer, b: &Pointer) -> Value {
    // Both in the same one object: their offsets.
    let offsets = || match (a.to.as_slice(), b.to.as_slice()) {
        ([(Target::Object(x), at)], [(Target::Object(y), to)])
            if x == y && code.is_one(*x) && inside(state, *x, at, true) && inside(state, *x, to, true) =>
        {
            Some((*at, *to))
        }
        ([(Target::Number, at)], [(Target::Number, to)]) => Some((*at, *to)),
        _ => None,
    };
    let truth = match op {
        Binary::Eq => {
            let mut answer: Option<Option<bool>> = None;
            for x in &a.to {
                for y in &b.to {
                    let this = same_address(code, state, x, y);
                    answer = Some(match answer {
                        None => this,
                        Some(before) if before == this => this,
                        Some(_) => None,
                    });
                }
            }
            answer.flatten()
        }
        Binary::ULt | Binary::ULe | Binary::SLt | Binary::SLe => {
            offsets().and_then(|(x, y)| Range::binary(op, &x, &y)).and_then(|range| range.as_bool())
        }
        Binary::PtrDiff => {
            return match offsets().and_then(|(x, y)| Range::binary(Binary::Sub, &x, &y)) {
                Some(range) => Value::Int(range),
                None => Value::Int(Range::all(code.word)),
            };
        }
        Binary::PtrGap => {
            let known = !a.to.is_empty() && !b.to.is_empty();
            let apart = known
                && a.to.iter().all(|(x, _)| {
                    b.to.iter().all(|(y, _)| matches!((x, y), (Target::Object(x), Target::Object(y)) if x != y))
                });
            return match offsets().and_then(|(x, y)| Range::binary(Binary::Sub, &x, &y)) {
                Some(range) => Value::Int(range),
                None if apart => Value::Int(Range::constant(code.word, hecaton_ir::scalar::mask(code.word))),
                None => Value::Int(Range::all(code.word)),
            };
        }
        // The verifier has checked the types: there is no other operator on pointers.
        _ => return Value::Any,
    };
    Value::Int(Range::truth(truth))
}

/// Goes on only where a condition has a value; `false` if that is nowhere.
pub fn assume(code: &Code, state: &mut State, cond: &Expr, wanted: bool) -> bool {
    match eval(code, state, cond).range(1).as_bool() {
        Some(known) if known != wanted => return false,
        Some(_) => return true,
        None => {}
    }
    match cond {
        Expr::Unary(Unary::Not, a) => assume(code, state, a, !wanted),
        Expr::Binary(op @ (Binary::And | Binary::Or), ab) => {
            // All of a conjunction that holds hold; so do all negations of a disjunction that does not.
            if wanted == (*op == Binary::And) {
                return assume(code, state, &ab[0], wanted) && assume(code, state, &ab[1], wanted);
            }
            for (one, other) in [(0, 1), (1, 0)] {
                if eval(code, state, &ab[one]).range(1).as_bool() == Some(!wanted) {
                    return assume(code, state, &ab[other], wanted);
                }
            }
            true
        }
        Expr::Binary(op, ab) => compare(code, state, *op, &ab[0], &ab[1], wanted),
        _ => narrow(code, state, cond, &Range::constant(1, u64::from(wanted))),
    }
}

fn compare(code: &Code, state: &mut State, op: Binary, a: &Expr, b: &Expr, wanted: bool) -> bool {
    let (x, y) = match (eval(code, state, a), eval(code, state, b)) {
        (Value::Int(x), Value::Int(y)) => (x, y),
        (x, y) if op == Binary::Eq => return same_pointer(code, state, (a, &x), (b, &y), wanted),
        _ => return true,
    };
    let width = x.width();
    // `low < high` or `low <= high` of either sign.
    let mut order = |low: (&Expr, Range), high: (&Expr, Range), signed: bool, strict: bool| -> bool {
        let gap = i128::from(strict);
        let (least, most): (i128, i128) = if signed {
            let all = Range::all(width).signed_bounds();
            (all.0.into(), all.1.into())
        } else {
            (0, mask(width).into())
        };
        let bounds = |range: &Range| -> (i128, i128) {
            if signed {
                let (lo, hi) = range.signed_bounds();
                (lo.into(), hi.into())
            } else {
                let (lo, hi) = range.unsigned_bounds();
                (lo.into(), hi.into())
            }
        };
        let make = |lo: i128, hi: i128| -> Option<Range> {
            if lo > hi {
                return None;
            }
            Some(if signed {
                Range::signed(width, lo as i64, hi as i64)
            } else {
                Range::unsigned(width, lo as u64, hi as u64)
            })
        };
        let Some(below) = make(least, bounds(&high.1).1 - gap) else { return false };
        let Some(above) = make(bounds(&low.1).0 + gap, most) else { return false };
        narrow(code, state, low.0, &below) && narrow(code, state, high.0, &above)
    };
    match (op, wanted) {
        (Binary::Eq, true) => {
            let Some(both) = x.meet(&y) else { return false };
            narrow(code, state, a, &both) && narrow(code, state, b, &both)
        }
        (Binary::Eq, false) => {
            let without = |state: &mut State, expr: &Expr, range: &Range, other: &Range| match other.single() {
                None => true,
                Some(word) => range.without(word).is_some_and(|rest| narrow(code, state, expr, &rest)),
            };
            without(state, a, &x, &y) && without(state, b, &y, &x)
        }
        (Binary::ULt, true) => order((a, x), (b, y), false, true),
        (Binary::ULt, false) => order((b, y), (a, x), false, false),
        (Binary::ULe, true) => order((a, x), (b, y), false, false),
        (Binary::ULe, false) => order((b, y), (a, x), false, true),
        (Binary::SLt, true) => order((a, x), (b, y), true, true),
        (Binary::SLt, false) => order((b, y), (a, x), true, false),
        (Binary::SLe, true) => order((a, x), (b, y), true, false),
        (Binary::SLe, false) => order((b, y), (a, x), true, true),
        // Nothing is learnt from the others.
        _ => true,
    }
}

/// Two pointers are equal or not.
fn same_pointer(code: &Code, state: &mut State, a: (&Expr, &Value), b: (&Expr, &Value), wanted: bool) -> bool {
    let null = Value::start_of(Target::Number, code.word);
    for ((expr, value), (_, other)) in [(a, b), (b, a)] {
        match (value, other) {
            // Where an unknown pointer is equal to a known one, it is that one: only null, since another name may be
            // the same address.
            (Value::Any, Value::Ptr(_)) if wanted && *other == null => {
                learn_pointer(code, state, expr, &null);
            }
            (Value::Ptr(pointer), Value::Ptr(known)) => {
                let possible = |target: &(Target, Range)| {
                    known.to.iter().any(|to| same_address(code, state, target, to) != Some(!wanted))
                };
                let mut left: Targets = if wanted || known.to.len() == 1 {
                    pointer.to.iter().copied().filter(possible).collect()
                } else {
                    pointer.to.clone()
                };
                if !wanted && *other == null {
                    left = left
                        .into_iter()
                        .filter_map(|(target, at)| match target {
                            Target::Number => at.without(0).map(|at| (target, at)),
                            Target::Object(_) | Target::Func(_) => Some((target, at)),
                        })
                        .collect();
                }
                if left.is_empty() {
                    return false;
                }
                if left != pointer.to {
                    learn_pointer(code, state, expr, &Value::pointer(left));
                }
            }
            _ => {}
        }
    }
    true
}

/// Takes note of what a pointer is.
pub(crate) fn learn_pointer(code: &Code, state: &mut State, expr: &Expr, value: &Value) {
    if let Expr::Var(var) = expr {
        learn(code, state, *var, value.clone());
    }
}

/// Takes note of what a variable is, and with it what it is equal to in memory.
fn learn(code: &Code, state: &mut State, var: VarId, value: Value) {
    let frame = state.top_mut();
    frame.learn(var, value.clone());
    if let Some(Link::Cell(object, offset, bytes)) = frame.link(var).cloned()
        && state.memory.object(object).is_some_and(|known| !known.many)
    {
        let at = Range::constant(code.word, offset);
        state.memory_mut().write(code, object, &at, bytes, &value, true);
    }
}

/// Goes on only where an integer is in a range; `false` if that is nowhere.
fn narrow(code: &Code, state: &mut State, expr: &Expr, to: &Range) -> bool {
    let Value::Int(now) = eval(code, state, expr) else { return true };
    if now.width() != to.width() {
        return true;
    }
    let Some(new) = now.meet(to) else { return false };
    if new == now {
        return true;
    }
    let truth = if new.width() == 1 { new.as_bool() } else { None };
    match expr {
        Expr::Var(var) => {
            learn(code, state, *var, Value::Int(new));
            match state.top().link(*var).cloned() {
                Some(Link::Assigned(block, inst)) => {
                    let program = &code.program;
                    let block = &program.functions[state.top().func].blocks[block];
                    match (&block.insts[inst as usize].op, truth) {
                        (Op::Assign { value, .. }, Some(truth)) => assume(code, state, value, truth),
                        (Op::Assign { value, .. }, None) => narrow(code, state, value, &new),
                        _ => true,
                    }
                }
                Some(Link::Cell(..)) | None => true,
            }
        }
        Expr::Cast(op, _, a) => {
            let Value::Int(inner) = eval(code, state, a) else { return true };
            let width = inner.width();
            match op {
                Cast::ZExt => {
                    let (lo, hi) = new.unsigned_bounds();
                    lo <= mask(width) && narrow(code, state, a, &Range::unsigned(width, lo, hi.min(mask(width))))
                }
                Cast::SExt => {
                    let ((lo, hi), all) = (new.signed_bounds(), Range::all(width).signed_bounds());
                    let (lo, hi) = (lo.max(all.0), hi.min(all.1));
                    lo <= hi && narrow(code, state, a, &Range::signed(width, lo, hi))
                }
                Cast::Trunc => {
                    let ((ulo, uhi), (slo, shi)) = (inner.unsigned_bounds(), inner.signed_bounds());
                    let all = Range::all(new.width()).signed_bounds();
                    if uhi <= mask(new.width()) {
                        let (lo, hi) = new.unsigned_bounds();
                        let (lo, hi) = (lo.max(ulo), hi.min(uhi));
                        lo <= hi && narrow(code, state, a, &Range::unsigned(width, lo, hi))
                    } else if slo >= all.0 && shi <= all.1 {
                        let (lo, hi) = new.signed_bounds();
                        narrow(code, state, a, &Range::signed(width, lo, hi))
                    } else {
                        true
                    }
                }
                _ => true,
            }
        }
        Expr::Unary(Unary::Not, a) if truth.is_some() => assume(code, state, a, truth == Some(false)),
        Expr::Unary(op @ (Unary::Not | Unary::Neg), a) => {
            Range::unary(*op, &new).is_none_or(|range| narrow(code, state, a, &range))
        }
        Expr::Binary(op @ (Binary::Add | Binary::Sub | Binary::Xor), ab) => {
            let (x, y) = (eval(code, state, &ab[0]).range(new.width()), eval(code, state, &ab[1]).range(new.width()));
            // x op y = new: what x and y are then.
            let (for_x, for_y) = match op {
                Binary::Add => (Range::binary(Binary::Sub, &new, &y), Range::binary(Binary::Sub, &new, &x)),
                Binary::Sub => (Range::binary(Binary::Add, &new, &y), Range::binary(Binary::Sub, &x, &new)),
                _ => (Range::binary(Binary::Xor, &new, &y), Range::binary(Binary::Xor, &new, &x)),
            };
            for_x.is_none_or(|range| narrow(code, state, &ab[0], &range))
                && for_y.is_none_or(|range| narrow(code, state, &ab[1], &range))
        }
        Expr::Binary(..) => truth.is_none_or(|truth| assume_binary(code, state, expr, truth)),
        Expr::Select(abc) => {
            let fits = |state: &State, e: &Expr| match eval(code, state, e) {
                Value::Int(range) if range.width() == new.width() => range.meet(&new).is_some(),
                _ => true,
            };
            match (fits(state, &abc[1]), fits(state, &abc[2])) {
                (true, true) => true,
                (true, false) => assume(code, state, &abc[0], true) && narrow(code, state, &abc[1], &new),
                (false, true) => assume(code, state, &abc[0], false) && narrow(code, state, &abc[2], &new),
                (false, false) => false,
            }
        }
        _ => true,
    }
}

/// The same as `assume`, for an operator.
fn assume_binary(code: &Code, state: &mut State, expr: &Expr, truth: bool) -> bool {
    match expr {
        Expr::Binary(Binary::Add | Binary::Sub | Binary::Xor, _) => true,
        _ => assume(code, state, expr, truth),
    }
}
