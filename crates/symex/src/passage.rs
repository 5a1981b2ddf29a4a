//! What a thread does behind the instruction that it was chosen for, before others are chosen again, and that others can
//! tell all the same: calls return and the thread ends, so that local objects die to which others may have pointers; and
//! it is asked whether an object lives.
//!
//! By the code alone, and cautiously: a thread surely stops only before what is never its own affair.

use crate::context::Context;
use crate::object::ObjId;
use crate::state::State;
use hecaton_base::Map;
use hecaton_ir::analysis::effects::{Act, Way};
use hecaton_ir::analysis::sharing::functions_as_values;
use hecaton_ir::{Aspect, BlockId, Callee, End, FuncId, Halt, Loc, Program, Region};
use rustc_hash::{FxHashMap, FxHashSet};

/// What can happen from a place on before others are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Passage {
    /// The call returns.
    pub returns: bool,
    /// The thread ends in the middle of its calls.
    pub ends: bool,
    /// It is asked whether an object lives.
    pub asks: bool,
}

impl Passage {
    const ANYTHING: Passage = Passage { returns: true, ends: true, asks: true };
    fn add(&mut self, other: Passage) {
        self.returns |= other.returns;
        self.ends |= other.ends;
        self.asks |= other.asks;
    }
}

/// So many places of a function are looked at.
const MOST: usize = 4096;

/// Passages of a program.
#[derive(Default)]
pub(crate) struct Passages {
    /// From the start of each function, and of any function whose address is taken.
    calls: Map<FuncId, Passage>,
    indirect: Passage,
    /// From other places, in so many atomic sections, as far as they were looked at.
    from: FxHashMap<(Loc, u32), Passage>,
}

impl Passages {
    /// From a place on, in so many atomic sections.
    pub fn from(&mut self, program: &Program, start: Loc, depth: u32) -> Passage {
        if self.calls.len() < program.functions.len() {
            self.look(program);
        }
        if let Some(known) = self.from.get(&(start, depth)) {
            return *known;
        }
        let found = self.walk(program, start, depth);
        self.from.insert((start, depth), found);
        found
    }
    /// Looks at all functions until nothing changes.
    fn look(&mut self, program: &Program) {
        self.calls = Map::filled(program.functions.len(), Passage::default());
        let taken = functions_as_values(program);
        let mut changed = true;
        while changed {
            changed = false;
            for (func, function) in program.functions.iter().filter(|(_, function)| function.has_body()) {
                let found = self.walk(program, Loc { func, block: function.entry, inst: 0 }, 0);
                changed |= found != self.calls[func];
                self.calls[func].add(found);
            }
            for func in &taken {
                let found = self.calls[*func];
                self.indirect.add(found);
            }
        }
    }
    fn walk(&self, program: &Program, start: Loc, depth: u32) -> Passage {
        let function = &program.functions[start.func];
        let mut out = Passage::default();
        let mut seen: FxHashSet<(BlockId, u32, u32)> = FxHashSet::default();
        let mut open = vec![(start.block, start.inst, depth)];
        'places: while let Some((block, from, mut depth)) = open.pop() {
            if !seen.insert((block, from, depth)) {
                continue;
            }
            if seen.len() > MOST {
                return Passage::ANYTHING;
            }
            let code = &function.blocks[block];
            for inst in code.insts.iter().skip(from as usize) {
                let effects = inst.op.effects();
                match effects.act {
                    // Nobody else is chosen in a section, and what is touched there is known to belong to it.
                    Some(Act::Begin | Act::Await(_)) if depth > 0 => depth += 1,
                    Some(Act::End) => depth = depth.saturating_sub(1),
                    _ if depth > 0 => {}
                    Some(Act::Begin | Act::Await(_) | Act::Spawn(..) | Act::Join(_)) => continue 'places,
                    Some(Act::Clobber | Act::Unsupported(_)) => continue 'places,
                    Some(Act::Call(callee, _)) => {
                        let inside = match callee {
                            Callee::Direct(func) => self.calls[*func],
                            Callee::Indirect { .. } => self.indirect,
                        };
                        out.add(Passage { returns: false, ..inside });
                        if !inside.returns {
                            continue 'places;
                        }
                    }
                    Some(Act::Assume(_) | Act::Assert(..) | Act::Log(_)) | None => {}
                }
                for access in effects.accesses().filter(|_| depth == 0) {
                    match access.way {
                        Way::Free(Region::Heap) => continue 'places,
                        Way::Ask(Aspect::Offset) => {}
                        Way::Ask(
                            Aspect::Size
                            | Aspect::Live
                            | Aspect::Writable
                            | Aspect::Heap
                            | Aspect::Global
                            | Aspect::Exposed,
                        ) => out.asks = true,
                        // These can be of no interest to anybody else.
                        Way::Read | Way::Write(_) | Way::Free(Region::Stack) => {}
                    }
                }
            }
            match &code.end {
                End::Return(_) => out.returns = true,
                End::Halt(Halt::Thread) => out.ends = true,
                // Others are chosen before it, if it is in no section. In one, nothing is left to others.
                End::Halt(Halt::Exit | Halt::Abort) => {}
                End::Goto(_) | End::Branch { .. } | End::Switch { .. } | End::Unreachable => {
                    open.extend(code.end.targets().into_iter().map(|to| (to, 0, depth)));
                }
            }
        }
        out
    }
}

/// What the running thread's next step may do beside the instruction that it stands before: which local objects that
/// others may know of can die; `None` if it may ask about any object.
pub(crate) fn dying(cx: &mut Context, state: &State) -> Option<Vec<ObjId>> {
    let program = cx.program.clone();
    let Loc { func, block, inst } = state.loc();
    let op = program.functions[func].blocks[block].insts.get(inst as usize).map(|inst| &inst.op);
    let begins = op.is_some_and(|op| matches!(op.effects().act, Some(Act::Begin | Act::Await(_))));
    let depth = u32::from(begins);
    let mut at = cx.passages.from(&program, Loc { func, block, inst: inst + u32::from(op.is_some()) }, depth);
    let mut returning = 0;
    let mut frames = state.frames.iter().rev().skip(1);
    loop {
        if at.asks {
            return None;
        }
        if at.ends {
            returning = state.frames.len();
            break;
        }
        if !at.returns {
            break;
        }
        returning += 1;
        let Some(caller) = frames.next() else { break };
        at = cx.passages.from(&program, caller.loc(), 0);
    }
    let frames = state.frames.iter().enumerate().skip(state.frames.len() - returning);
    // Others are chosen before the entry function returns, and then nobody is.
    let frames = frames.filter(|(i, _)| *i > 0 || state.thread() > 0 || at.ends);
    Some(frames.flat_map(|(_, frame)| frame.objects.iter().copied()).collect())
}
