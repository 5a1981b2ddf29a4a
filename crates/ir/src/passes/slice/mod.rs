//! Slicing: the part of a program that some properties depend on, small enough to be looked at instead of the whole.
//!
//! First what is constant is filled in, so that code which cannot be reached and globals that nothing writes are gone.
//! Then everything is left out that no check depends on. A violation of the slice may be none of the program, where
//! what was left out ends a path first: it has to be replayed on the program. A proof for the slice is one for the
//! program.
//!
//! What is not supported is never left out where it can be reached: nothing is known of what it does. That goes for
//! `Unsupported`, functions without body, calls of functions of another type, and whatever is written, freed or called
//! through a pointer that may mean anything. Only a read through such a pointer is left out if nothing needs what it
//! finds: it changes nothing, and if it is invalid the path ends. Where there is memory outside of the program, it is
//! memory like any other.
//!
//! Two things an engine must respect. The choices of a slice are some of those of the program, in the same order;
//! `Choices` says which; the place of the memory outside always is. And pointers are taken to come from the addresses of
//! their objects: an access in the slice through a number, or through a pointer that comes from nowhere, must be treated
//! as something that is not modelled.

mod cone;
mod constants;
mod cut;

use crate::analysis::cfg::reachable;
use crate::analysis::effects::{Access, Way};
use crate::analysis::points::Points;
use crate::program::{FeatureId, GlobalId, Loc, Program, PropId};
use cone::Cone;
use hecaton_base::{Id as _, Map};
use rustc_hash::FxHashSet;

/// A part of a program.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The part, as a program of its own. Functions and properties have the same ids, everything else has not.
    pub program: Program,
    /// Which choices of the whole it makes.
    pub choices: Choices,
    /// The features, of those that were asked about, that take place in it as they do in the whole.
    pub features: Vec<FeatureId>,
}

/// Which choices of a program are left in its slice; the arguments of the entry function always are.
#[derive(Clone, Debug)]
pub struct Choices {
    globals: Map<GlobalId, bool>,
    insts: FxHashSet<Loc>,
}

impl Choices {
    /// Whether the place of a global is one of them.
    pub fn has_global(&self, global: GlobalId) -> bool {
        self.globals[global]
    }
    /// Whether what the instruction at a place of the whole program chooses (`Effects::chooses`) is one of them.
    pub fn has_inst(&self, loc: Loc) -> bool {
        self.insts.contains(&loc)
    }
}

/// The slice for some properties. `None` where there can be none: for a program with threads, for the question whether
/// memory is lost, for one that asks what a pointer from elsewhere points to, and for one whose pointers are too many to
/// follow.
pub fn slice(program: &Program, props: &[PropId]) -> Option<Slice> {
    slice_with(program, props, &[])
}

/// The same; it says which of these features take place as in the whole. Those that do not would make it larger.
pub fn slice_with(program: &Program, props: &[PropId], features: &[FeatureId]) -> Option<Slice> {
    let mut wanted = vec![false; program.props.len()];
    props.iter().for_each(|prop| wanted[prop.index()] = true);
    // What a variable still holds at the end of the program is not lost, whether anything depends on it or not.
    if program.leak.is_some_and(|leak| wanted[leak.index()]) {
        return None;
    }
    let points = Points::of(program)?;
    if !is_understood(program, &points) {
        return None;
    }
    let filled = constants::propagate(program, &points);
    let points = Points::of(&filled)?;
    let cone = Cone::of(&filled, &points, &|prop: PropId| wanted[prop.index()], features);
    let (mut program, choices) = cut::cut(&filled, &cone);
    program.leak = None;
    program.cleanup = program.cleanup.filter(|prop| wanted[prop.index()]);
    Some(Slice { program, choices, features: cone.features })
}

/// How many instructions there are in the functions of a program, the ends of blocks included.
pub fn size(program: &Program) -> u64 {
    program.functions.values().flat_map(|f| f.blocks.values()).map(|block| block.insts.len() as u64 + 1).sum()
}

/// Whether there are neither threads nor questions about pointers that may mean anything.
fn is_understood(program: &Program, points: &Points) -> bool {
    let called = program.functions.iter().filter(|(func, f)| points.called[*func] && f.has_body());
    let mut insts = called.flat_map(|(func, f)| {
        reachable(f).into_iter().flat_map(move |block| {
            let insts = f.blocks[block].insts.iter().enumerate();
            insts.map(move |(i, inst)| (Loc { func, block, inst: i as u32 }, &inst.op))
        })
    });
    insts.all(|(loc, op)| {
        let effects = op.effects();
        let asks = |access: &Access<'_>| matches!(access.way, Way::Ask(_));
        let mut asked = effects.accesses().enumerate().filter(|(_, access)| asks(access));
        !effects.synchronises() && !asked.any(|(number, _)| points.is_open(points.node(loc, number)))
    })
}
