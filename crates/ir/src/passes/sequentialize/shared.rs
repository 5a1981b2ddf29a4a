//! Which memory threads share: where it matters who runs next, and what a translation has to keep copies of.
//!
//! Pointers are followed through the code of all threads at once. Since every thread has its own copy of the code, an
//! object that is made there is known by its maker. Memory is shared if several threads access it, one of them writes it
//! and somebody reads it; where races are looked for, even if nobody reads it.

use super::flat::Line;
use super::inline::{Copier, Refusal};
use super::plan::Plan;
use crate::analysis::effects::{Act, Awaited, Taken, Way};
use crate::analysis::points::{ANY, Object, Place, Points};
use crate::expr::{Cast, Expr};
use crate::program::{
    Aspect, Block, BlockId, End, FuncId, Function, GlobalId, Init, Inst, Loc, Op, Program, Role, Span,
};
use crate::types::Scalar;
use hecaton_base::{Id as _, Map};
use std::collections::{BTreeMap, BTreeSet};

/// What a pointer that is followed can point to.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// The shared globals.
    pub globals: Vec<GlobalId>,
    /// The shared objects that threads make: by thread, block and line.
    pub made: Vec<Made>,
    /// The globals and made objects that are not shared.
    pub own_globals: Vec<GlobalId>,
    pub own_made: Vec<Made>,
    /// It may also mean a function.
    pub functions: bool,
    /// It may mean anything.
    pub open: bool,
}

/// Where an object is made: the thread, the block and the line.
pub(super) type Made = (usize, BlockId, usize);

impl Reach {
    /// Whether any of it is shared.
    pub fn is_shared(&self) -> bool {
        self.open || !self.globals.is_empty() || !self.made.is_empty()
    }
    /// Whether some of it is not shared.
    pub fn is_partly_own(&self) -> bool {
        self.functions || !self.own_globals.is_empty() || !self.own_made.is_empty()
    }
}

/// What threads share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// What the pointers of a line can point to, in the order of its operands.
    reach: BTreeMap<Made, Vec<Reach>>,
    /// The globals that are shared.
    pub globals: Vec<GlobalId>,
    /// The globals that one thread alone writes and reads.
    pub private: Vec<GlobalId>,
    /// The made objects that are shared, or whose addresses are found in shared memory or handed to new threads.
    pub made: Vec<Made>,
    /// Those of them that are freed somewhere by a line of the program.
    pub freed: BTreeSet<Made>,
    /// What pointers in shared memory may lead to, besides made objects: globals and functions.
    pub stored: BTreeSet<Stored>,
}

/// What a pointer in memory may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stored {
    Global(GlobalId),
    Func(FuncId),
    /// Nothing: it is a number of the first or the last page.
    Nothing,
    /// Something that is not known.
    Anything,
}

impl Shared {
    /// What the pointers of a line can point to.
    pub fn reach(&self, at: Made) -> &[Reach] {
        self.reach.get(&at).map_or(&[], Vec::as_slice)
    }
    /// Whether a line accesses what is shared.
    pub fn is_shared(&self, at: Made) -> bool {
        self.reach(at).iter().any(Reach::is_shared)
    }

    pub fn of(copier: &mut Copier<'_>, plan: &Plan, races: bool) -> Result<Shared, Refusal> {
        let (program, owners) = all_threads(copier, plan);
        let func = program.entry;
        let entry = &copier.program.functions[copier.program.entry];
        let Some(points) = Points::of(&program) else {
            return Err(Refusal::new("the pointers of this program are too many to follow", entry.span));
        };
        // Who reads and who writes each object.
        let count = points.objects.len();
        let (mut readers, mut writers) = (vec![BTreeSet::new(); count], vec![BTreeSet::new(); count]);
        let mut accesses: Vec<(Made, Vec<u32>)> = Vec::new();
        let mut freed = BTreeSet::new();
        let reached = crate::analysis::cfg::reachable(&program.functions[func]);
        for block in reached {
            let Some((slot, from)) = owners[block] else { continue };
            for (i, inst) in program.functions[func].blocks[block].insts.iter().enumerate() {
                let loc = Loc { func, block, inst: i as u32 };
                let effects = inst.op.effects();
                if effects.act == Some(Act::Clobber) {
                    return Err(Refusal::new("unknown code that may change shared memory", inst.span));
                }
                let mut nodes = Vec::new();
                for (number, access) in effects.accesses().enumerate() {
                    let node = points.node(loc, number);
                    for place in points.places(node) {
                        let object = place.object as usize;
                        if access.changes() {
                            writers[object].insert(slot)
                        } else {
                            readers[object].insert(slot)
                        };
                        let line = &plan.threads[slot].blocks[from].lines[i];
                        if matches!(access.way, Way::Free(_)) && !line.made {
                            freed.insert(object);
                        }
                    }
                    nodes.push(node);
                }
                if !nodes.is_empty() {
                    accesses.push(((slot, from, i), nodes));
                }
            }
        }
        let is_shared = |object: usize| {
            let constant = match points.objects[object] {
                Object::Global(id) => program.globals[id].constant,
                Object::Func(_) => true,
                Object::Made(_) | Object::Outside => false,
            };
            let several = readers[object].union(&writers[object]).count() > 1;
            !constant && several && !writers[object].is_empty() && (races || !readers[object].is_empty())
        };
        let maker = |loc: Loc| owners[loc.block].map(|(slot, block)| (slot, block, loc.inst as usize));
        let mut shared = Shared::default();
        for (_, what) in points.objects.iter().enumerate().filter(|(object, _)| is_shared(*object)) {
            match what {
                Object::Global(id) => shared.globals.push(*id),
                Object::Made(loc) => shared.made.extend(maker(*loc)),
                Object::Func(_) | Object::Outside => {}
            }
        }
        for (object, what) in points.objects.iter().enumerate() {
            if let Object::Global(id) = what
                && !is_shared(object)
                && !program.globals[*id].constant
                && !writers[object].is_empty()
                && !readers[object].is_empty()
            {
                shared.private.push(*id);
            }
        }
        let (stored, handed) = escaping(&program, plan, &points, &is_shared);
        for object in stored.iter().chain(&handed) {
            if let Object::Made(loc) = points.objects[*object as usize] {
                shared.made.extend(maker(loc).filter(|made| !shared.made.contains(made)));
            }
        }
        shared.stored.extend(stored.iter().filter_map(|object| match points.objects[*object as usize] {
            Object::Made(_) => None,
            Object::Global(id) => Some(Stored::Global(id)),
            Object::Func(func) => Some(Stored::Func(func)),
            Object::Outside => Some(Stored::Anything),
        }));
        let lines = plan.threads.iter().flat_map(|flat| flat.blocks.values()).flat_map(|node| &node.lines);
        for value in lines.flat_map(|line| line.op.operands()) {
            numbers_in(value, &mut shared.stored);
        }
        // What is there from the start, and may be copied from one global to another.
        for global in program.globals.values() {
            match &global.init {
                Init::Arbitrary => _ = shared.stored.insert(Stored::Anything),
                Init::Values(values) => {
                    values.iter().for_each(|(_, value)| stored_in(value, &mut shared.stored));
                    values.iter().for_each(|(_, value)| numbers_in(value, &mut shared.stored));
                }
            }
        }
        for object in freed {
            if let Object::Made(loc) = points.objects[object] {
                shared.freed.extend(maker(loc));
            }
        }
        for (at, nodes) in accesses {
            let reach = nodes.into_iter().map(|node| {
                let mut reach = Reach { open: points.is_open(node), ..Reach::default() };
                let objects: BTreeSet<u32> = points.places(node).iter().map(|place| place.object).collect();
                for object in objects {
                    match (points.objects[object as usize], is_shared(object as usize)) {
                        (Object::Outside, _) => {}
                        (Object::Global(id), true) => reach.globals.push(id),
                        (Object::Made(loc), true) => reach.made.extend(maker(loc)),
                        (Object::Global(id), false) => reach.own_globals.push(id),
                        (Object::Made(loc), false) => reach.own_made.extend(maker(loc)),
                        (Object::Func(_), _) => reach.functions = true,
                    }
                }
                reach
            });
            shared.reach.insert(at, reach.collect());
        }
        Ok(shared)
    }
}

/// Pointers that are made from constant numbers: [`Points`] leaves out what means no object.
fn numbers_in(value: &Expr, all: &mut BTreeSet<Stored>) {
    let by = match value {
        Expr::Cast(Cast::IToP, _, number) => Some(&**number),
        Expr::Offset(parts) if parts[0] == Expr::Null => Some(&parts[1]),
        _ => None,
    };
    if let Some(Expr::Int(number)) = by {
        let near = number.to_i64().is_some_and(|number| (-4096..4096).contains(&number));
        all.insert(if near { Stored::Nothing } else { Stored::Anything });
    }
    value.children().iter().for_each(|child| numbers_in(child, all));
}

/// What a constant leads to.
fn stored_in(value: &Expr, all: &mut BTreeSet<Stored>) {
    match value {
        Expr::Global(id) => _ = all.insert(Stored::Global(*id)),
        Expr::Func(func) => _ = all.insert(Stored::Func(*func)),
        _ => value.children().iter().for_each(|child| stored_in(child, all)),
    }
}

/// The objects whose addresses may be found in shared memory, and those that are handed to new threads.
fn escaping(
    program: &Program,
    plan: &Plan,
    points: &Points,
    is_shared: &dyn Fn(usize) -> bool,
) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let (func, function) = (program.entry, &program.functions[program.entry]);
    let reached = crate::analysis::cfg::reachable(function);
    let insts = || {
        reached.iter().flat_map(|block| {
            let insts = function.blocks[*block].insts.iter().enumerate();
            insts.map(|(i, inst)| (Loc { func, block: *block, inst: i as u32 }, &inst.op))
        })
    };
    let shares = |loc: Loc| points.places(points.node(loc, 0)).iter().any(|place| is_shared(place.object as usize));
    // What is copied into shared memory may be all that was ever stored.
    let copies = insts().any(|(loc, op)| matches!(op, Op::Copy { .. }) && shares(loc));
    let objects = |node| points.places(node).iter().map(|place| place.object);
    let (mut stored, mut handed) = (BTreeSet::new(), BTreeSet::new());
    for (loc, op) in insts() {
        match op {
            Op::Store { value, .. } if (copies || shares(loc)) && !matches!(value, Expr::Int(_)) => {
                let ty = program.type_of(func, value);
                let places = points.places(points.node(loc, 0));
                if copies || places.iter().any(|place| may_be_pointer(program, points, *place, ty)) {
                    stored.extend(points.value(loc).into_iter().flat_map(objects));
                }
            }
            Op::Inspect { ptr: Expr::Var(var), .. } if plan.handed.contains(var) => {
                handed.extend(objects(points.node(loc, 0)));
            }
            _ => {}
        }
    }
    (stored, handed)
}

/// Whether what is written to a place with a value of a type may be read as a pointer. Where the place is not known
/// exactly, a number that is not a byte and not as wide as a pointer is taken to lie between pointers.
fn may_be_pointer(program: &Program, points: &Points, place: Place, ty: Option<Scalar>) -> bool {
    let (target, word) = (program.target, u64::from(program.target.pointer_bits() / 8));
    let bytes = match ty {
        Some(ty @ (Scalar::Int(_) | Scalar::Float(_))) => ty.bytes(target),
        Some(Scalar::Ptr) | None => return true,
    };
    let ty = match points.objects[place.object as usize] {
        Object::Global(id) => program.globals[id].ty,
        Object::Made(loc) => match &program.functions[loc.func].blocks[loc.block].insts[loc.inst as usize].op {
            Op::Alloc { ty, .. } => *ty,
            _ => return true,
        },
        Object::Func(_) | Object::Outside => return true,
    };
    let pointers = super::memory::pointers_in(&program.types, target, ty);
    match u64::try_from(place.offset) {
        _ if pointers.is_empty() => false,
        Ok(at) if place.offset != ANY => {
            // An object that is made may be several of its type.
            let at = at % program.types.size(ty, target).max(1);
            pointers.iter().any(|pointer| *pointer < at + bytes && at < pointer + word)
        }
        _ => bytes == 1 || bytes >= word,
    }
}

/// The thread and its block that each block is of.
type Owners = Map<BlockId, Option<(usize, BlockId)>>;

/// A program that runs the code of any thread, for the analysis of pointers; and which thread each block is of.
fn all_threads(copier: &mut Copier<'_>, plan: &Plan) -> (Program, Owners) {
    let mut program = copier.program.clone();
    let mut blocks: Map<BlockId, Block> = Map::new();
    let mut owners: Owners = Map::new();
    let mut entries = Vec::new();
    for (slot, flat) in plan.threads.iter().enumerate() {
        let offset = blocks.len();
        let moved = |block: BlockId| BlockId::new(block.index() + offset);
        for (id, node) in flat.blocks.iter() {
            let insts = node.lines.iter().map(|line| Inst { op: seen(copier, line), span: line.span }).collect();
            let end = match node.end.renamed(&Expr::clone, &moved) {
                End::Return(_) => End::Unreachable,
                end => end,
            };
            blocks.push(Block { insts, end, span: node.span });
            owners.push(Some((slot, id)));
        }
        entries.push(moved(flat.entry));
    }
    let which = copier.number("which", 16);
    let about = copier.number("about", copier.program.target.pointer_bits());
    let mut first = vec![Op::Havoc { dst: which }];
    for var in &plan.handed {
        if copier.types.scalar(copier.vars[*var].ty) == Some(Scalar::Ptr) {
            first.push(Op::Inspect { dst: about, ptr: Expr::Var(*var), aspect: Aspect::Live });
        }
    }
    let insts = first.into_iter().map(|op| Inst { op, span: Span::nowhere() }).collect();
    let arms = entries.iter().enumerate().map(|(i, to)| (hecaton_base::Bits::from_u64(16, i as u64), *to)).collect();
    let end = End::Switch { on: Expr::Var(which), arms, other: entries[0] };
    let entry = blocks.push(Block { insts, end, span: Span::nowhere() });
    owners.push(None);
    program.types = copier.types.clone();
    program.entry = program.functions.push(Function {
        name: "all threads".into(),
        params: plan.params.clone(),
        variadic: false,
        result: None,
        vars: copier.vars.clone(),
        blocks,
        entry,
        span: Span::nowhere(),
    });
    (program, owners)
}

/// What a line does to memory and pointers.
fn seen(copier: &mut Copier<'_>, line: &Line) -> Op {
    let effects = line.op.effects();
    let arbitrary = || effects.takes.map(|(dst, _)| Op::Havoc { dst });
    let other = match effects.act {
        Some(Act::Await(Awaited { values, .. })) => effects.accesses().next().map(|access| {
            let bits = match values.first().and_then(|value| copier.ty(value)) {
                Some(Scalar::Int(bits)) => bits,
                _ => 8,
            };
            let ty = copier.types.int(bits, false);
            let dst = copier.var("awaited", ty, Role::Temp, line.span);
            Op::Load { dst, ptr: access.ptr.clone(), check: None }
        }),
        Some(Act::Spawn(..)) => arbitrary(),
        Some(Act::Join(_) | Act::Begin | Act::End) => Some(Op::Unsupported(String::new())),
        Some(Act::Call(..)) => Some(Op::Unsupported("calls are copied".into())),
        Some(Act::Assume(_) | Act::Assert(..) | Act::Clobber | Act::Log(_) | Act::Unsupported(_)) => None,
        None => arbitrary().filter(|_| effects.takes.is_some_and(|(_, taken)| taken == Taken::Thread)),
    };
    other.unwrap_or_else(|| line.op.clone())
}
