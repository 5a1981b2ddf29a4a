//! Which globals the code from a place on can read and write, the functions it calls and the threads it makes included.
//! What no other thread can touch any more is of no interest to others, and neither is an access to it.
//!
//! By the code alone, and cautiously: only globals count whose address stands nowhere but where they are accessed, so
//! that no pointer leads to them.

use super::effects::Access;
use crate::expr::Expr;
use crate::program::{BlockId, Callee, FuncId, GlobalId, Init, Op, Program};
use hecaton_base::{Id as _, Map};
use std::collections::BTreeSet;

/// So many bits are spent at most.
const LARGEST: usize = 1 << 26;

/// A set of globals.
type Set = Vec<u64>;

/// What can be accessed from a place on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Reach {
    read: Set,
    written: Set,
}

impl Reach {
    fn new(words: usize) -> Self {
        Reach { read: vec![0; words], written: vec![0; words] }
    }
    fn note(&mut self, global: GlobalId, write: bool) {
        let set = if write { &mut self.written } else { &mut self.read };
        set[global.index() / 64] |= 1 << (global.index() % 64);
    }
    /// Adds another one; whether that changed anything.
    fn add(&mut self, other: &Reach) -> bool {
        let mut changed = false;
        let pairs = self.read.iter_mut().zip(&other.read).chain(self.written.iter_mut().zip(&other.written));
        for (mine, theirs) in pairs {
            changed |= *mine | *theirs != *mine;
            *mine |= *theirs;
        }
        changed
    }
}

fn has(set: &Set, global: GlobalId) -> bool {
    set.get(global.index() / 64).is_some_and(|word| word >> (global.index() % 64) & 1 == 1)
}

/// The functions whose addresses stand somewhere, so that pointers can lead to them.
pub fn functions_as_values(program: &Program) -> Vec<FuncId> {
    Sharing { escaped: BTreeSet::new(), ahead: Map::new(), gave_up: false }.look(program)
}

/// What the code of a program can touch.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// Globals to which pointers can lead.
    escaped: BTreeSet<GlobalId>,
    /// From the start of each block on, to the end of its function.
    ahead: Map<FuncId, Map<BlockId, Reach>>,
    /// The program is too large to be looked at.
    gave_up: bool,
}

impl Sharing {
    /// Looks at a program.
    pub fn of(program: &Program) -> Self {
        let words = program.globals.len().div_ceil(64);
        let blocks: usize = program.functions.values().map(|function| function.blocks.len()).sum();
        let mut sharing = Sharing { escaped: BTreeSet::new(), ahead: Map::new(), gave_up: false };
        if words * 128 * blocks > LARGEST {
            sharing.gave_up = true;
            return sharing;
        }
        let taken = sharing.look(program);
        // What each block does itself, and which functions it calls or starts.
        let mut calls: Map<FuncId, Map<BlockId, Vec<FuncId>>> = Map::new();
        for function in program.functions.values() {
            let (mut ahead, mut called) = (Map::new(), Map::new());
            for block in function.blocks.values() {
                let (mut reach, mut callees) = (Reach::new(words), Vec::new());
                for inst in &block.insts {
                    for (ptr, write) in accesses(&inst.op) {
                        if let Some(global) = base(ptr) {
                            reach.note(global, write);
                        }
                    }
                    match inst.op.effects().call() {
                        Some((Callee::Direct(func), _)) => callees.push(*func),
                        Some((Callee::Indirect { .. }, _)) => callees.extend(taken.iter().copied()),
                        None => {}
                    }
                }
                callees.sort();
                callees.dedup();
                ahead.push(reach);
                called.push(callees);
            }
            sharing.ahead.push(ahead);
            calls.push(called);
        }
        sharing.close(program, &calls);
        sharing
    }
    /// Finds the globals whose addresses stand somewhere, and the functions.
    fn look(&mut self, program: &Program) -> Vec<FuncId> {
        let mut funcs: BTreeSet<FuncId> = BTreeSet::new();
        for global in program.globals.values() {
            if let Init::Values(values) = &global.init {
                values.iter().for_each(|(_, value)| addresses(value, &mut self.escaped, &mut funcs));
            }
        }
        for block in program.functions.values().flat_map(|function| function.blocks.values()) {
            for inst in &block.insts {
                let accessed = accesses(&inst.op);
                for operand in inst.op.operands() {
                    match accessed.iter().any(|(ptr, _)| std::ptr::eq(*ptr, operand)) && base(operand).is_some() {
                        // The index may hold addresses too.
                        true => indexes(operand, &mut |index| addresses(index, &mut self.escaped, &mut funcs)),
                        false => addresses(operand, &mut self.escaped, &mut funcs),
                    }
                }
            }
            if let Some(operand) = block.end.operand() {
                addresses(operand, &mut self.escaped, &mut funcs);
            }
        }
        funcs.into_iter().collect()
    }
    /// Adds what comes behind, and what is called, until nothing changes.
    fn close(&mut self, program: &Program, calls: &Map<FuncId, Map<BlockId, Vec<FuncId>>>) {
        let mut changed = true;
        while changed {
            changed = false;
            for (func, function) in program.functions.iter() {
                for block in function.blocks.keys().collect::<Vec<_>>().into_iter().rev() {
                    let mut reach = self.ahead[func][block].clone();
                    for callee in &calls[func][block] {
                        if let Some(whole) = self.ahead[*callee].get(program.functions[*callee].entry) {
                            reach.add(whole);
                        }
                    }
                    for next in function.blocks[block].end.targets() {
                        reach.add(&self.ahead[func][next]);
                    }
                    changed |= self.ahead[func][block].add(&reach);
                }
            }
        }
    }
    /// Whether no pointer leads to a global.
    pub fn is_apart(&self, global: GlobalId) -> bool {
        !self.gave_up && !self.escaped.contains(&global)
    }
    /// Whether code that goes on in a block may do something to a global, to which no pointer leads, that is not in order
    /// with an access to it.
    pub fn conflicts(&self, func: FuncId, block: BlockId, global: GlobalId, write: bool) -> bool {
        let reach = &self.ahead[func][block];
        has(&reach.written, global) || (write && has(&reach.read, global))
    }
}

/// The pointers that an instruction accesses memory by, and whether it changes what is there.
fn accesses(op: &Op) -> Vec<(&Expr, bool)> {
    let accesses = op.effects().accesses().filter(Access::is_to_memory);
    accesses.map(|access| (access.ptr, access.changes())).collect()
}

/// The global that a pointer points into, by its form.
fn base(ptr: &Expr) -> Option<GlobalId> {
    let mut at = ptr;
    while let Expr::Offset(ab) = at {
        at = &ab[0];
    }
    match at {
        Expr::Global(global) => Some(*global),
        _ => None,
    }
}

/// The offsets of a pointer.
fn indexes(ptr: &Expr, f: &mut impl FnMut(&Expr)) {
    let mut at = ptr;
    while let Expr::Offset(ab) = at {
        f(&ab[1]);
        at = &ab[0];
    }
}

/// The globals and functions whose addresses occur.
fn addresses(expr: &Expr, globals: &mut BTreeSet<GlobalId>, funcs: &mut BTreeSet<FuncId>) {
    match expr {
        Expr::Global(global) => {
            globals.insert(*global);
        }
        Expr::Func(func) => {
            funcs.insert(*func);
        }
        _ => {}
    }
    for child in expr.children() {
        addresses(child, globals, funcs);
    }
}
