//! Values: scalar terms, and pointers as guarded sets of targets, so that a dereference becomes a short chain of
//! `ite`s over the objects that are really meant.

use crate::context::Context;
use crate::object::ObjId;
use hecaton_ir::FuncId;
use hecaton_term::Term;
use smallvec::{SmallVec, smallvec};

/// The value of a variable or a memory cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer (a Boolean term if it has one bit) or a float.
    Scalar(Term),
    /// A pointer.
    Ptr(Pointer),
}

/// A pointer: targets under conditions, of which exactly one holds on every path of the state. No base stands twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer(pub(crate) SmallVec<[(Term, Target); 1]>);

/// What a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A number of bytes into an object.
    Object(ObjId, Term),
    /// A function.
    Func(FuncId),
    /// An address that no object is known for; zero is the null pointer.
    Raw(Term),
}

impl Target {
    fn same_base(&self, other: &Target) -> bool {
        match (self, other) {
            (Target::Object(a, _), Target::Object(b, _)) => a == b,
            (Target::Func(a), Target::Func(b)) => a == b,
            (Target::Raw(_), Target::Raw(_)) => true,
            _ => false,
        }
    }
}

impl Pointer {
    /// The pointer to one target.
    pub(crate) fn to(cx: &mut Context, target: Target) -> Self {
        Pointer(smallvec![(cx.terms.bool(true), target)])
    }
    /// The null pointer.
    pub(crate) fn null(cx: &mut Context) -> Self {
        let zero = cx.terms.num(cx.word(), 0);
        Self::to(cx, Target::Raw(zero))
    }
    /// The targets with their conditions.
    pub fn targets(&self) -> &[(Term, Target)] {
        &self.0
    }
    /// `cond ? self : other`.
    pub(crate) fn choose(cx: &mut Context, cond: Term, yes: &Pointer, no: &Pointer) -> Pointer {
        if yes == no {
            return yes.clone();
        }
        match cx.terms.as_bool(cond) {
            Some(true) => return yes.clone(),
            Some(false) => return no.clone(),
            None => {}
        }
        let not_cond = cx.terms.not(cond);
        let mut out = SmallVec::new();
        for (guard, target) in &yes.0 {
            match no.0.iter().find(|(_, other)| target.same_base(other)) {
                Some((other_guard, other)) => {
                    let guard = cx.terms.ite(cond, *guard, *other_guard);
                    let target = match (*target, *other) {
                        (Target::Object(id, a), Target::Object(_, b)) => Target::Object(id, cx.terms.ite(cond, a, b)),
                        (Target::Raw(a), Target::Raw(b)) => Target::Raw(cx.terms.ite(cond, a, b)),
                        (same, _) => same,
                    };
                    out.push((guard, target));
                }
                None => out.push((cx.terms.and(cond, *guard), *target)),
            }
        }
        for (guard, target) in &no.0 {
            if !yes.0.iter().any(|(_, other)| target.same_base(other)) {
                out.push((cx.terms.and(not_cond, *guard), *target));
            }
        }
        Pointer::cleaned(cx, out)
    }
    /// Without targets that cannot be meant.
    fn cleaned(cx: &mut Context, mut targets: SmallVec<[(Term, Target); 1]>) -> Pointer {
        targets.retain(|(guard, _)| cx.terms.as_bool(*guard) != Some(false));
        if let [(guard, _)] = &mut targets[..] {
            *guard = cx.terms.bool(true);
        }
        Pointer(targets)
    }
    /// Every target changed by a function that keeps its base.
    pub(crate) fn map(&self, cx: &mut Context, mut f: impl FnMut(&mut Context, Target) -> Target) -> Pointer {
        Pointer(self.0.iter().map(|(guard, target)| (*guard, f(cx, *target))).collect())
    }
    /// A Boolean about the target, for the target that is meant.
    pub(crate) fn any(&self, cx: &mut Context, mut f: impl FnMut(&mut Context, Target) -> Term) -> Term {
        let mut parts: Vec<Term> = Vec::with_capacity(self.0.len());
        for (guard, target) in &self.0 {
            let holds = f(cx, *target);
            parts.push(cx.terms.and(*guard, holds));
        }
        cx.terms.any(&parts)
    }
    /// A term for each target, chosen by the conditions.
    pub(crate) fn pick(&self, cx: &mut Context, mut f: impl FnMut(&mut Context, Target) -> Term) -> Term {
        let (last, rest) = self.0.split_last().expect("a pointer has a target");
        let mut out = f(cx, last.1);
        for (guard, target) in rest.iter().rev() {
            let term = f(cx, *target);
            out = cx.terms.ite(*guard, term, out);
        }
        out
    }
}

impl Value {
    /// The scalar term. Panics on a pointer: the verifier has checked the types.
    pub(crate) fn term(&self) -> Term {
        match self {
            Value::Scalar(term) => *term,
            Value::Ptr(_) => panic!("a pointer where a scalar was expected"),
        }
    }
    /// `cond ? yes : no` of two values of the same type.
    pub(crate) fn choose(cx: &mut Context, cond: Term, yes: &Value, no: &Value) -> Value {
        match (yes, no) {
            (Value::Scalar(a), Value::Scalar(b)) => Value::Scalar(cx.terms.ite(cond, *a, *b)),
            (Value::Ptr(a), Value::Ptr(b)) => Value::Ptr(Pointer::choose(cx, cond, a, b)),
            _ => panic!("values of different types are joined"),
        }
    }
}
