//! What a thread is about to touch: the instruction it stands before, or all of the atomic section that it begins. Two
//! such steps of different threads whose footprints do not meet can be done in either order, with the same effect.
//!
//! The section is found without executing it: instructions from its beginning to its end, in the function and in the
//! functions it calls. What that does not tell is everything.

use crate::context::Context;
use crate::eval::{eval, pointer_of};
use crate::object::ObjId;
use crate::passage::dying;
use crate::state::State;
use crate::value::Target;
use hecaton_base::Id as _;
use hecaton_ir::analysis::effects::{Access, Act, Taken, Way};
use hecaton_ir::{Aspect, BlockId, Callee, End, Expr, FuncId, Loc, Op, Program, Role, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Accesses of an atomic section, by expressions of the function it begins in.
pub(crate) enum Section {
    /// It may do anything.
    Anything,
    /// Pointers, how many bytes (else the whole object), and whether they are written.
    Accesses(Vec<(Expr, Option<u64>, bool)>),
}

/// Bytes of an object, all if there is no range, and whether they are written.
pub type Touched = (ObjId, Option<(u64, u64)>, bool);

/// What a step touches.
#[derive(Clone, Debug)]
pub enum Footprint {
    /// It does not commute with anything.
    Anything,
    /// Bytes of objects (all, if there is no range), whether they are written, and whether a thread is made.
    Objects(Vec<Touched>, bool),
}

impl Footprint {
    pub(crate) fn nothing() -> Self {
        Footprint::Objects(vec![], false)
    }
    /// Whether two steps can be done in either order.
    pub fn commutes(&self, other: &Footprint) -> bool {
        let (Footprint::Objects(mine, spawns), Footprint::Objects(theirs, also)) = (self, other) else { return false };
        let meet = |a: &Touched, b: &Touched| {
            let apart = match (a.1, b.1) {
                (Some((from, end)), Some((start, to))) => end <= start || to <= from,
                _ => false,
            };
            a.0 == b.0 && !apart && (a.2 || b.2)
        };
        let both = *spawns && *also;
        !both && mine.iter().all(|a| theirs.iter().all(|b| !meet(a, b)))
    }
    /// Adds what a pointer of the innermost call can mean.
    fn add(&mut self, cx: &mut Context, state: &State, ptr: &Expr, bytes: Option<u64>, write: bool) {
        let Footprint::Objects(all, _) = self else { return };
        let pointer = eval(cx, state, ptr);
        let mut open = false;
        for &(_, target) in pointer_of(&pointer).targets() {
            match target {
                Target::Object(id, offset) => {
                    let range = match (cx.terms.as_u64(offset), bytes) {
                        (Some(from), Some(bytes)) => Some((from, from.saturating_add(bytes))),
                        _ => None,
                    };
                    all.push((id, range, write));
                }
                Target::Raw(address) => open |= cx.terms.as_u64(address) != Some(0),
                Target::Func(_) => {}
            }
        }
        if open {
            *self = Footprint::Anything;
        }
    }
}

/// What a state's running thread is about to touch, up to where others can be chosen again.
pub(crate) fn footprint(cx: &mut Context, state: &State) -> Footprint {
    let Footprint::Objects(mut all, spawns) = first_footprint(cx, state) else { return Footprint::Anything };
    let Some(dying) = dying(cx, state) else { return Footprint::Anything };
    let known = dying.into_iter().filter(|id| !state.is_own(*id) || cx.address(*id).is_some());
    all.extend(known.map(|id| (id, None, true)));
    Footprint::Objects(all, spawns)
}

/// The same of the instruction, or the atomic section, that it stands before.
fn first_footprint(cx: &mut Context, state: &State) -> Footprint {
    let program = cx.program.clone();
    let Loc { func, block, inst } = state.loc();
    let Some(inst) = program.functions[func].blocks[block].insts.get(inst as usize) else {
        return Footprint::Anything;
    };
    let mut out = Footprint::nothing();
    let act = inst.op.effects().act;
    let touched = accesses(&program, func, &inst.op);
    if let Some(Act::Begin | Act::Await(_)) = act {
        match &*cx.section(state.loc()) {
            Section::Anything => return Footprint::Anything,
            Section::Accesses(list) => {
                for (ptr, bytes, write) in list {
                    out.add(cx, state, ptr, *bytes, *write);
                }
            }
        }
    }
    if let Some(Act::Join(thread)) = act {
        // Whether it can be done depends on the end of a thread; of which one must be known.
        let number = eval(cx, state, thread).term();
        return if cx.terms.as_u64(number).is_some() { out } else { Footprint::Anything };
    }
    match touched {
        Some(list) => list.iter().for_each(|(ptr, bytes, write)| out.add(cx, state, ptr, *bytes, *write)),
        None => return Footprint::Anything,
    }
    if let (Some(Act::Spawn(..)), Footprint::Objects(_, spawns)) = (act, &mut out) {
        *spawns = true;
    }
    out
}

/// The accesses of one instruction; `None` if it may do anything.
fn accesses<'a>(program: &Program, func: FuncId, op: &'a Op) -> Option<Vec<(&'a Expr, Option<u64>, bool)>> {
    let effects = op.effects();
    if let Some(Act::Clobber | Act::Unsupported(_)) = effects.act {
        return None;
    }
    // Where in an object a pointer leads, nobody changes.
    let touches = |access: &Access<'_>| access.way != Way::Ask(Aspect::Offset);
    let touched = |access: Access<'a>| (access.ptr, program.bytes(func, access.extent), access.changes());
    Some(effects.accesses().filter(touches).map(touched).collect())
}

/// So many functions are looked into.
const MOST: usize = 16;

/// The section that begins with the instruction at a place.
pub(crate) fn section(program: &Program, start: Loc) -> Section {
    let function = &program.functions[start.func];
    let mut found: Vec<(Expr, Option<u64>, bool)> = Vec::new();
    let (mut written, mut called): (FxHashSet<VarId>, Vec<FuncId>) = (FxHashSet::default(), Vec::new());
    let mut seen: FxHashSet<(BlockId, u32, u32)> = FxHashSet::default();
    let mut open = vec![(start.block, start.inst + 1, 1u32)];
    while let Some((block, from, mut depth)) = open.pop() {
        if !seen.insert((block, from, depth)) || seen.len() > 256 {
            if seen.len() > 256 {
                return Section::Anything;
            }
            continue;
        }
        let code = &function.blocks[block];
        // What variables are that took a value in this block.
        let mut values: FxHashMap<VarId, Expr> = FxHashMap::default();
        for inst in code.insts.iter().skip(from as usize) {
            match inst.op.effects().act {
                Some(Act::Begin | Act::Await(_)) => depth += 1,
                Some(Act::End) => depth -= 1,
                Some(Act::Call(Callee::Direct(func), _)) => called.push(*func),
                Some(Act::Call(Callee::Indirect { .. }, _) | Act::Spawn(..) | Act::Join(_)) => {
                    return Section::Anything;
                }
                Some(Act::Assume(_) | Act::Assert(..) | Act::Clobber | Act::Log(_) | Act::Unsupported(_)) | None => {}
            }
            if depth == 0 {
                break;
            }
            let Some(list) = accesses(program, start.func, &inst.op) else { return Section::Anything };
            found.extend(list.into_iter().map(|(ptr, bytes, write)| (resolved(ptr, &values), bytes, write)));
            written.extend(inst.op.written());
            if let Some(var) = inst.op.written() {
                values.retain(|_, value| {
                    let mut of_it = false;
                    value.for_each_var(&mut |used| of_it |= used == var);
                    !of_it
                });
                values.remove(&var);
                if let Some((_, Taken::Value(value))) = inst.op.effects().takes {
                    let value = resolved(value, &values);
                    let mut of_itself = false;
                    value.for_each_var(&mut |used| of_itself |= used == var);
                    if !of_itself {
                        values.insert(var, value);
                    }
                }
            }
        }
        if depth == 0 {
            continue;
        }
        match &code.end {
            End::Return(_) | End::Halt(_) => return Section::Anything,
            End::Goto(_) | End::Branch { .. } | End::Switch { .. } | End::Unreachable => {
                open.extend(code.end.targets().into_iter().map(|to| (to, 0, depth)));
            }
        }
    }
    // A pointer that is made in the section is not known before it.
    for (ptr, bytes, _) in &mut found {
        let mut made = false;
        ptr.for_each_var(&mut |var| made |= written.contains(&var));
        if made {
            // Somewhere in the object that it points into.
            let mut at = &*ptr;
            while let Expr::Offset(ab) = at {
                at = &ab[0];
            }
            match at {
                Expr::Global(_) => {}
                Expr::Var(var) if !written.contains(var) => {}
                _ => return Section::Anything,
            }
            (*ptr, *bytes) = (at.clone(), None);
        }
    }
    let mut done: FxHashSet<FuncId> = FxHashSet::default();
    while let Some(func) = called.pop() {
        if !done.insert(func) {
            continue;
        }
        let function = &program.functions[func];
        if !function.has_body() || done.len() > MOST {
            return Section::Anything;
        }
        for block in function.blocks.values() {
            for inst in &block.insts {
                match inst.op.effects().act {
                    Some(Act::Call(Callee::Direct(func), _)) => called.push(*func),
                    Some(Act::Call(Callee::Indirect { .. }, _) | Act::Spawn(..) | Act::Join(_)) => {
                        return Section::Anything;
                    }
                    Some(Act::Assume(_) | Act::Assert(..) | Act::Await(_) | Act::Begin | Act::End) => {}
                    Some(Act::Clobber | Act::Log(_) | Act::Unsupported(_)) | None => {}
                }
                let Some(list) = accesses(program, func, &inst.op) else { return Section::Anything };
                for (ptr, bytes, write) in list {
                    match (ptr, base(ptr)) {
                        (Expr::Global(_), _) => found.push((ptr.clone(), bytes, write)),
                        (_, Some(global)) => found.push((global, None, write)),
                        // A local object of the section itself.
                        _ if is_local(program, func, ptr) => {}
                        _ => return Section::Anything,
                    }
                }
            }
            match block.end {
                End::Halt(_) => return Section::Anything,
                End::Goto(_) | End::Branch { .. } | End::Switch { .. } | End::Return(_) | End::Unreachable => {}
            }
        }
    }
    Section::Accesses(found)
}

/// A pointer by what its variables are made of.
fn resolved(ptr: &Expr, values: &FxHashMap<VarId, Expr>) -> Expr {
    match ptr {
        Expr::Var(var) => values.get(var).unwrap_or(ptr).clone(),
        Expr::Offset(ab) => Expr::Offset(Box::new([resolved(&ab[0], values), ab[1].clone()])),
        _ => ptr.clone(),
    }
}

/// The global that a pointer points into.
fn base(ptr: &Expr) -> Option<Expr> {
    let mut at = ptr;
    while let Expr::Offset(ab) = at {
        at = &ab[0];
    }
    matches!(at, Expr::Global(_)).then(|| at.clone())
}

fn is_local(program: &Program, func: FuncId, ptr: &Expr) -> bool {
    let mut at = ptr;
    while let Expr::Offset(ab) = at {
        at = &ab[0];
    }
    let Expr::Var(var) = at else { return false };
    debug_assert!(var.index() < program.functions[func].vars.len());
    matches!(program.functions[func].vars[*var].role, Role::Place(_))
}
