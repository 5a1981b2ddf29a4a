//! The state of one set of paths: call stack, memory, path condition, trail. A value: no solver, no statistics, no
//! worklist.

use crate::context::{Context, GuardId, Laps, StackId};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::threads::Threads;
use crate::trail::TrailId;
use crate::value::Value;
use hecaton_base::{Id as _, Stop};
use hecaton_ir::{BlockId, FeatureId, FuncId, Halt, Loc, PropId, VarId};
use hecaton_term::Term;
use imbl::{OrdMap, OrdSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// A set of paths that are at the same place.
#[derive(Clone)]
pub struct State {
    /// The active calls of the thread that runs, outermost first; never empty.
    pub frames: Vec<Arc<Frame>>,
    pub(crate) memory: Memory,
    /// Under which condition the state is reached.
    pub guard: GuardId,
    /// The choices made.
    pub trail: TrailId,
    /// How many atomic sections the thread that runs is in.
    pub(crate) depth: u32,
    /// All threads, once there is more than one.
    pub(crate) threads: Option<Arc<Threads>>,
    /// When features have taken place, as far as checks are restricted by them; those left out have not.
    pub(crate) features: OrdMap<FeatureId, Term>,
}

/// An active call.
#[derive(Clone)]
pub struct Frame {
    /// The function.
    pub func: FuncId,
    /// The block it is in.
    pub block: BlockId,
    /// The next instruction.
    pub inst: u32,
    /// The loops around the block, outermost first.
    pub laps: SmallVec<[Lap; 4]>,
    pub(crate) locals: OrdMap<VarId, Value>,
    /// Names this call among all calls.
    pub(crate) stack: StackId,
    /// The caller's variable that takes the result.
    pub(crate) dst: Option<VarId>,
    /// Objects that die with the call.
    pub(crate) objects: OrdSet<ObjId>,
}

/// How far a loop has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lap {
    /// How often the path came back to the head.
    pub total: u32,
    /// The same, but without rounds in which an exit was tested and staying was certain: a loop with a constant number
    /// of rounds needs no bound.
    pub counted: u32,
    /// In this round an exit was tested with a constant result.
    pub(crate) certain: bool,
    /// The round at whose start what the loop changes was forgotten (see [`crate::forget`]).
    pub forgotten: Option<u32>,
}

impl Lap {
    pub(crate) fn first() -> Self {
        Lap { total: 0, counted: 0, certain: false, forgotten: None }
    }
    pub(crate) fn next(self) -> Self {
        let counted = self.counted + u32::from(!self.certain);
        Lap { total: self.total + 1, counted, certain: false, forgotten: self.forgotten }
    }
}

impl Frame {
    /// Where the call is.
    pub fn loc(&self) -> Loc {
        Loc { func: self.func, block: self.block, inst: self.inst }
    }
    pub(crate) fn lap_numbers(&self) -> Laps {
        self.laps.iter().map(|lap| lap.total).collect()
    }
}

impl State {
    /// The innermost call.
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a state has a frame")
    }
    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        Arc::make_mut(self.frames.last_mut().expect("a state has a frame"))
    }
    /// Goes on only where a condition holds; `false` if that is nowhere.
    pub fn assume(&mut self, cx: &mut Context, condition: Term) -> bool {
        match cx.assume(self.guard, condition) {
            Some(guard) => {
                self.guard = guard;
                true
            }
            None => false,
        }
    }
    /// Where it is.
    pub fn loc(&self) -> Loc {
        self.top().loc()
    }
    /// A key by which states can be processed so that all that can still be joined with one come before what follows
    /// it: for each call, which call it is, the loops around its place with their rounds, and the place in the weak
    /// topological order. What is inside of a call comes before what follows it.
    pub fn position(&self, cx: &mut Context) -> Vec<u32> {
        let mut key = Vec::with_capacity(self.frames.len() * 4);
        for (i, frame) in self.frames.iter().enumerate() {
            let shape = cx.shape(frame.func);
            key.push(frame.stack.index() as u32);
            for (head, lap) in shape.heads[frame.block].iter().zip(&frame.laps) {
                key.extend([shape.order[*head], lap.total]);
            }
            // A caller stands behind its call already.
            let caller = u32::from(i + 1 < self.frames.len());
            key.extend([shape.order[frame.block], 2 * frame.inst - caller]);
        }
        key
    }
}

/// What a step leads to.
pub enum Succ {
    /// A state to go on with.
    Next(State),
    /// The program ends.
    End {
        /// Under which condition.
        guard: Term,
        /// After which choices.
        trail: TrailId,
        /// How.
        halt: Halt,
    },
    /// The paths cannot be followed any further, for this reason.
    Stuck {
        /// Under which condition.
        guard: Term,
        /// Where.
        loc: Loc,
        /// Why.
        stop: Stop,
    },
}

/// A property is violated on some paths if this is satisfiable.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The property.
    pub prop: PropId,
    /// The condition, the state's path condition included.
    pub bad: Term,
    /// The state's path condition.
    pub guard: GuardId,
    /// The condition without it, and without `open`.
    pub cond: Term,
    /// When it is not ruled out beforehand (see `Restriction`).
    pub open: Term,
    /// The choices that lead there.
    pub trail: TrailId,
    /// Where.
    pub loc: Loc,
}
