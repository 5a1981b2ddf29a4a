//! Joining two states at the same place into one that stands for the paths of both. Costs what differs between them:
//! the persistent maps find that without looking at what they share.

use crate::context::Context;
use crate::memory::Memory;
use crate::object::Object;
use crate::state::{Frame, State};
use crate::value::Value;
use hecaton_base::Stop;
use hecaton_ir::{FeatureId, Role, Scalar, VarId};
use hecaton_term::Term;
use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use std::sync::Arc;

/// The state for the paths of both. The two must be at the same place, with the same calls and loop rounds, and their
/// path conditions must exclude each other. `None` if no path leads there after all. Fails only where memory cannot be
/// brought into one form.
pub fn join(cx: &mut Context, left: &State, right: &State) -> Result<Option<State>, Stop> {
    let Some((guard, cond)) = cx.join_guards(left.guard, right.guard) else { return Ok(None) };
    if left.threads.is_some() || right.threads.is_some() || left.depth != right.depth {
        return Err(Stop::Unsupported("joining states of several threads".into()));
    }
    // Written so that a new field has to be thought of here; the conditions are joined above.
    let State { frames: right_frames, memory, guard: _, trail, depth: _, threads: _, features } = right;
    debug_assert_eq!(left.frames.len(), right_frames.len());
    let mut frames = Vec::with_capacity(left.frames.len());
    let top = left.frames.len() - 1;
    for (i, (l, r)) in left.frames.iter().zip(right_frames).enumerate() {
        if Arc::ptr_eq(l, r) {
            frames.push(l.clone());
        } else {
            frames.push(Arc::new(join_frames(cx, cond, l, r, i == top)));
        }
    }
    let memory = join_memories(cx, cond, &left.memory, memory)?;
    let trail = cx.trail_join(cond, left.trail, *trail);
    let features = join_features(cx, cond, &left.features, features);
    Ok(Some(State { frames, memory, guard, trail, depth: left.depth, threads: None, features }))
}

/// When features have taken place, on the paths of both.
pub(crate) fn join_features(
    cx: &mut Context,
    cond: Term,
    left: &OrdMap<FeatureId, Term>,
    right: &OrdMap<FeatureId, Term>,
) -> OrdMap<FeatureId, Term> {
    let mut features = left.clone();
    let never = cx.terms.bool(false);
    for item in left.diff(right) {
        let (feature, a, b) = match item {
            DiffItem::Update { old: (feature, a), new: (_, b) } => (*feature, *a, *b),
            DiffItem::Remove(feature, a) => (*feature, *a, never),
            DiffItem::Add(feature, b) => (*feature, never, *b),
        };
        features.insert(feature, cx.terms.ite(cond, a, b));
    }
    features
}

/// How many variables and objects differ between two states at the same place; counts no further than `limit`.
pub fn difference(left: &State, right: &State, limit: usize) -> usize {
    let mut count = 0;
    for (l, r) in left.frames.iter().zip(&right.frames) {
        if !Arc::ptr_eq(l, r) {
            count += l.locals.diff(&r.locals).take(limit).count();
        }
    }
    count + left.memory.objects.diff(&right.memory.objects).take(limit).count()
}

pub(crate) fn join_frames(cx: &mut Context, cond: Term, left: &Frame, right: &Frame, top: bool) -> Frame {
    let Frame { func: _, block: _, inst: _, laps, locals, stack, dst, objects } = right;
    debug_assert_eq!((left.loc(), left.stack, left.dst), (right.loc(), *stack, *dst));
    let mut out = left.clone();
    for (lap, other) in out.laps.iter_mut().zip(laps) {
        debug_assert_eq!((lap.total, lap.forgotten), (other.total, other.forgotten));
        lap.counted = lap.counted.max(other.counted);
        lap.certain &= other.certain;
    }
    // At the start of a block only live variables are worth joining, and those that keep memory from being lost.
    let (shape, program) = (cx.shape(left.func), cx.program.clone());
    let numbers = !cx.facts.is_empty();
    let keeps = |var: VarId| {
        let named = program.leak.is_some() && program.functions[left.func].vars[var].role == Role::Named;
        named && (numbers || program.scalar(left.func, var) == Scalar::Ptr)
    };
    let live = |var: VarId| !top || left.inst != 0 || shape.live[left.block].binary_search(&var).is_ok() || keeps(var);
    for item in left.locals.diff(locals) {
        match item {
            DiffItem::Update { old: (var, a), new: (_, b) } => {
                if live(*var) {
                    let value = Value::choose(cx, cond, a, b);
                    out.locals.insert(*var, value);
                } else {
                    out.locals.remove(var);
                }
            }
            // Written on one side only: the other has the zero that unwritten variables hold.
            DiffItem::Add(var, value) | DiffItem::Remove(var, value) => {
                if live(*var) {
                    let ty = cx.program.scalar(left.func, *var);
                    let zero = crate::scalar::zero(cx, ty);
                    let in_left = left.locals.contains_key(var);
                    let (a, b) = if in_left { (value, &zero) } else { (&zero, value) };
                    let value = Value::choose(cx, cond, a, b);
                    out.locals.insert(*var, value);
                } else {
                    out.locals.remove(var);
                }
            }
        }
    }
    if left.objects != *objects {
        out.objects = left.objects.clone().union(objects.clone());
    }
    out
}

pub(crate) fn join_memories(cx: &mut Context, cond: Term, left: &Memory, right: &Memory) -> Result<Memory, Stop> {
    let mut out = left.clone();
    let not_cond = cx.terms.not(cond);
    let Memory { objects, ended } = right;
    for item in left.objects.diff(objects) {
        let (id, object) = match item {
            DiffItem::Update { old: (id, a), new: (_, b) } => (*id, Object::choose(cx, cond, a, b)?),
            DiffItem::Remove(id, a) => (*id, one_sided(cx, cond, a, ended.get(*id).is_some())),
            DiffItem::Add(id, b) => (*id, one_sided(cx, not_cond, b, left.ended.get(*id).is_some())),
        };
        out.objects.insert(id, Arc::new(object));
    }
    for id in left.ended.difference(ended) {
        let alive = out.objects.get(&id).map_or_else(|| cx.terms.bool(false), |object| object.alive);
        out.ended.set(cx, id, alive);
    }
    Ok(out)
}

/// An object that only one side has. If the other side has freed it, it lives only on this one. If the other side never
/// made it, no pointer to it exists there, so its life needs no condition; only its existence does.
fn one_sided(cx: &mut Context, side: Term, object: &Object, freed_on_the_other: bool) -> Object {
    let mut out = object.clone();
    if freed_on_the_other {
        out.alive = cx.terms.and(side, out.alive);
    } else {
        out.made = cx.terms.and(side, out.made);
    }
    out
}
