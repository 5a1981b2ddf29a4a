//! The blocks of a program and what they have to do with each other: a function body is a block that is entered by its
//! calls and left by its returns; a loop is one that is entered at its head and left where its edges lead out of it, or
//! by a return. `reduce` leaves out of an entry state what the block cannot touch, so that more entries are the same, and
//! `expand` puts it back (the operators of Wonisch, Wehrheim 2012).
//!
//! A block can touch the objects it names, those it makes, and those that known pointers lead to from there. A pointer of
//! which nothing is known may lead to what was left out; reading there gives nothing, and writing there is noted in
//! `Memory::wild`, so that `expand` forgets what was left out.

use crate::algorithm::After;
use crate::code::Code;
use crate::domain::{Domain as _, Touches};
use crate::history::Passed;
use crate::memory::{Cell, Memory, Object};
use crate::precision::Place;
use crate::state::{Frame, State};
use crate::step::{set_result, tell_leave};
use crate::value::{Target, Value};
use hecaton_base::{Id as _, Map};
use hecaton_ir::analysis::effects::{Access, Taken, Way};
use hecaton_ir::{BlockId, Callee, End, Expr, FuncId, Init, Loc, Op, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How the functions of a program hang together.
pub struct Blocks {
    /// The objects that a function names or makes, with those it calls; ascending.
    touched: Map<FuncId, Vec<u32>>,
    /// Those of them that it names otherwise than to read them; ascending.
    written: Map<FuncId, Vec<u32>>,
    /// The objects whose address is a value somewhere, so that a pointer may lead to them; ascending.
    escaped: Vec<u32>,
    called: Called,
    recursive: bool,
    /// Loops by their heads, if they are blocks. The start of a function is never one: it is the function's.
    loops: FxHashMap<(FuncId, BlockId), Loop>,
}

/// Who calls whom, by the numbers of functions.
struct Called {
    direct: Vec<Vec<usize>>,
    /// Those that call by a pointer.
    indirect: Vec<bool>,
    /// Those whose address is taken, which are called by a pointer.
    taken: Vec<usize>,
}

impl Called {
    fn by(&self, func: usize) -> impl Iterator<Item = usize> + '_ {
        let others = if self.indirect[func] { self.taken.as_slice() } else { &[] };
        self.direct[func].iter().chain(others).copied()
    }
}

/// A loop that is a block.
#[derive(Default)]
struct Loop {
    /// The objects it names or makes, with the functions it calls; ascending.
    touched: Vec<u32>,
    /// Those of them that it names otherwise than to read them; ascending.
    written: Vec<u32>,
    /// The variables it reads or writes, ascending.
    vars: Vec<VarId>,
    /// Where its edges lead out of it, ascending.
    exits: BTreeSet<BlockId>,
    returns: bool,
}

/// The variable that holds the result in the state at the end of a call.
fn result_var() -> VarId {
    VarId::new(u32::MAX as usize - 1)
}

impl Blocks {
    /// Looks at all functions, and at their loops if they are to be blocks.
    pub fn of(code: &Code, loops: bool) -> Self {
        let mut blocks = Self::functions(code);
        if loops {
            for func in code.program.functions.keys() {
                blocks.add_loops(code, func);
            }
        }
        blocks
    }
    fn add_loops(&mut self, code: &Code, func: FuncId) {
        let function = &code.program.functions[func];
        if !function.has_body() {
            return;
        }
        let shape = code.shape(func);
        for (block, it) in function.blocks.iter() {
            for head in shape.heads[block].iter().filter(|head| **head != function.entry) {
                let known = self.loops.entry((func, *head)).or_default();
                let mut own: Vec<u32> = Vec::new();
                for (i, inst) in it.insts.iter().enumerate() {
                    for operand in inst.op.operands() {
                        names(operand, &mut own, &mut []);
                        if !reads(&inst.op) {
                            names(operand, &mut known.written, &mut []);
                        }
                    }
                    inst.op.for_each_read(&mut |var| known.vars.push(var));
                    known.vars.extend(inst.op.written());
                    match inst.op.effects().call() {
                        Some((Callee::Direct(to), _)) => {
                            own.extend(&self.touched[*to]);
                            known.written.extend(&self.written[*to]);
                        }
                        // Whatever can be called by this function can be called here.
                        Some((Callee::Indirect { .. }, _)) => {
                            own.extend(&self.touched[func]);
                            known.written.extend(&self.written[func]);
                        }
                        None => {}
                    }
                    if makes(&inst.op) {
                        own.push(code.site(Loc { func, block, inst: i as u32 }));
                    }
                }
                it.end.for_each_read(&mut |var| known.vars.push(var));
                match &it.end {
                    End::Branch { cond: expr, .. } | End::Switch { on: expr, .. } => names(expr, &mut own, &mut []),
                    End::Return(value) => {
                        known.returns = true;
                        value.iter().for_each(|expr| names(expr, &mut own, &mut []));
                    }
                    End::Goto(_) | End::Halt(_) | End::Unreachable => {}
                }
                known.touched.append(&mut own);
                known.exits.extend(it.end.targets().into_iter().filter(|to| !shape.heads[*to].contains(head)));
            }
        }
        for (_, known) in self.loops.iter_mut().filter(|((of, _), _)| *of == func) {
            for objects in [&mut known.touched, &mut known.written] {
                objects.sort_unstable();
                objects.dedup();
            }
            known.vars.sort_unstable();
            known.vars.dedup();
        }
    }
    fn functions(code: &Code) -> Self {
        let program = &code.program;
        let count = program.functions.len();
        let mut taken = vec![false; count];
        let mut direct: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut indirect = vec![false; count];
        let mut touched: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut written: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut escaped = Vec::new();
        for global in program.globals.values() {
            if let Init::Values(values) = &global.init {
                values.iter().for_each(|(_, expr)| names(expr, &mut escaped, &mut taken));
            }
        }
        for (func, function) in program.functions.iter() {
            let own = &mut touched[func.index()];
            for (block, it) in function.blocks.iter() {
                for (i, inst) in it.insts.iter().enumerate() {
                    let effects = inst.op.effects();
                    let is_accessed = |operand: &Expr| {
                        let mut to_memory = effects.accesses().filter(Access::is_to_memory);
                        to_memory.any(|access| std::ptr::eq(access.ptr, operand))
                    };
                    for operand in inst.op.operands() {
                        names(operand, own, &mut taken);
                        if !reads(&inst.op) {
                            names(operand, &mut written[func.index()], &mut []);
                        }
                        if !is_accessed(operand) {
                            names(operand, &mut escaped, &mut []);
                        }
                    }
                    match effects.call() {
                        Some((Callee::Direct(to), _)) => direct[func.index()].push(to.index()),
                        Some((Callee::Indirect { .. }, _)) => indirect[func.index()] = true,
                        None => {}
                    }
                    if makes(&inst.op) {
                        own.push(code.site(Loc { func, block, inst: i as u32 }));
                    }
                }
                match &it.end {
                    End::Branch { cond: expr, .. } | End::Switch { on: expr, .. } | End::Return(Some(expr)) => {
                        names(expr, own, &mut taken);
                        names(expr, &mut escaped, &mut []);
                    }
                    End::Goto(_) | End::Return(None) | End::Halt(_) | End::Unreachable => {}
                }
            }
        }
        let called = Called { direct, indirect, taken: (0..count).filter(|func| taken[*func]).collect() };
        let (mut all, mut all_written, mut recursive) = (Map::new(), Map::new(), false);
        for func in 0..count {
            let (mut seen, mut open) = (vec![false; count], vec![func]);
            let (mut objects, mut changed) = (Vec::new(), Vec::new());
            while let Some(at) = open.pop() {
                objects.extend(&touched[at]);
                changed.extend(&written[at]);
                for to in called.by(at) {
                    recursive |= to == func;
                    if !std::mem::replace(&mut seen[to], true) && to != func {
                        open.push(to);
                    }
                }
            }
            for objects in [&mut objects, &mut changed] {
                objects.sort_unstable();
                objects.dedup();
            }
            all.push(objects);
            all_written.push(changed);
        }
        escaped.sort_unstable();
        escaped.dedup();
        Blocks { touched: all, written: all_written, escaped, called, recursive, loops: FxHashMap::default() }
    }
    /// Whether a function can call itself, by way of others or not.
    pub fn is_recursive(&self) -> bool {
        self.recursive
    }
    /// The functions that have to do with places, by themselves or by what they call: the others do not depend on whether
    /// those are told apart, unless a pointer leads there.
    pub fn concerned(&self, places: &[Place]) -> FxHashSet<FuncId> {
        let has = |func: FuncId, place: &Place| match place {
            Place::Var(of, _) => *of == func,
            Place::Cell(object, _) => self.touched[func].binary_search(object).is_ok(),
        };
        let all = || self.touched.keys();
        let mut found: FxHashSet<FuncId> = all().filter(|func| places.iter().any(|place| has(*func, place))).collect();
        loop {
            let calls = |func: &FuncId| self.called.by(func.index()).any(|to| found.contains(&FuncId::new(to)));
            let more: Vec<FuncId> = all().filter(|func| !found.contains(func) && calls(func)).collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }
    /// Whether a block begins at a place inside of a function.
    pub fn is_loop(&self, loc: Loc) -> bool {
        self.the_loop(loc).is_some()
    }
    fn the_loop(&self, loc: Loc) -> Option<&Loop> {
        if loc.inst == 0 { self.loops.get(&(loc.func, loc.block)) } else { None }
    }
    /// Whether a place in the function is outside of the block that begins at another.
    pub fn leaves(&self, code: &Code, begin: Loc, at: Loc) -> bool {
        self.is_loop(begin) && !code.shape(begin.func).heads[at.block].contains(&begin.block)
    }
    /// The loops of a function that are blocks, by their heads: how deep they are nested, and the blocks they are left to.
    pub fn loops_of(&self, code: &Code, func: FuncId) -> Vec<(BlockId, usize, Vec<BlockId>)> {
        let own = self.loops.iter().filter(|((of, _), _)| *of == func);
        let nesting = |head: BlockId| code.shape(func).heads[head].len();
        let mut all: Vec<_> =
            own.map(|((_, head), known)| (*head, nesting(*head), known.exits.iter().copied().collect())).collect();
        all.sort_unstable_by_key(|(head, ..)| code.shape(func).order[*head]);
        all
    }
    /// How many objects a block can name or make.
    pub fn objects(&self, begin: Loc) -> usize {
        self.the_loop(begin).map_or(self.touched[begin.func].len(), |known| known.touched.len())
    }
    /// The state that a block begins with, without what it cannot touch. The state stands at the start of the function,
    /// its caller below it, or at the head of the loop.
    pub fn reduce(&self, code: &Code, outer: &State) -> State {
        let known = self.the_loop(outer.loc());
        let mut frame = Frame { dst: None, ..outer.top().clone() };
        if let Some(known) = known {
            frame.vars.retain(|(var, _)| known.vars.binary_search(var).is_ok());
            frame.links.clear();
            frame.objects.clear();
        }
        let memory = &outer.memory;
        let mut kept = vec![false; memory.objects.len()];
        let own = known.map_or(&self.touched[frame.func], |known| &known.touched);
        let mut open: Vec<u32> = own.clone();
        let targets = |value: &Value, open: &mut Vec<u32>| {
            if let Value::Ptr(pointer) = value {
                open.extend(pointer.to.iter().filter_map(|(to, _)| match to {
                    Target::Object(object) => Some(*object),
                    Target::Number | Target::Func(_) => None,
                }));
            }
        };
        frame.vars.iter().for_each(|(_, value)| targets(value, &mut open));
        while let Some(object) = open.pop() {
            let Ok(place) = memory.objects.binary_search_by_key(&object, |(id, _)| *id) else { continue };
            if std::mem::replace(&mut kept[place], true) {
                continue;
            }
            let cells = if code.is_constant(object) { code.constant(object) } else { memory.cells_of(object) };
            cells.iter().for_each(|cell| targets(&cell.value, &mut open));
        }
        let all = kept.iter().all(|kept| *kept);
        let objects = if all {
            memory.objects.clone()
        } else {
            Arc::new(memory.objects.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(it, _)| *it).collect())
        };
        let inside = |cell: &&Cell| objects.binary_search_by_key(&cell.object, |(id, _)| *id).is_ok();
        let cells = if all { memory.cells.clone() } else { memory.cells.iter().filter(inside).cloned().collect() };
        let died = if memory.died.iter().all(|object| own.binary_search(object).is_ok()) {
            memory.died.clone()
        } else {
            Arc::new(memory.died.iter().copied().filter(|object| own.binary_search(object).is_ok()).collect())
        };
        let written = known.map_or(&self.written[outer.loc().func], |known| &known.written);
        let touches = Touches {
            keeps: &|object| objects.binary_search_by_key(&object, |(id, _)| *id).is_ok(),
            writes: &|object| [written, &self.escaped].into_iter().any(|some| some.binary_search(&object).is_ok()),
        };
        let beside = outer.beside.reduce(code, &touches);
        let same = all && !memory.wild && Arc::ptr_eq(&died, &memory.died);
        let memory = if same { memory.clone() } else { Arc::new(Memory { objects, cells, died, wild: false }) };
        State { frames: vec![frame], memory, beside }
    }
    /// The state at the end of the outermost call of a block, as it is kept.
    pub fn exit(&self, code: &Code, mut last: State, value: Option<Value>) -> State {
        tell_leave(code, &mut last);
        let frame = last.frames.pop().expect("a state has a frame");
        for object in &frame.objects {
            last.memory_mut().end(*object, true);
        }
        let dst = value.is_some().then(result_var);
        let vars = value.filter(|value| *value != Value::Any).map(|value| (result_var(), value));
        let frame =
            Frame { dst, vars: vars.into_iter().collect(), links: vec![], objects: vec![], inst: u32::MAX, ..frame };
        State { frames: vec![frame], memory: last.memory, beside: last.beside }
    }
    /// The state after a block that began with `entry`, made from `outer` by `reduce`, and ended with `exit`, which has
    /// this record.
    pub fn expand(&self, code: &Code, outer: &State, entry: &Arc<State>, exit: &State, record: u32) -> After {
        let calls = !self.is_loop(entry.loc());
        let passed = Passed { entry: entry.clone(), calls, exit: record };
        let memory = self.expand_memory(code, outer, entry, exit);
        let beside = outer.beside.expand(&exit.beside, exit.memory.wild);
        let mut frames = outer.frames.clone();
        let end = exit.top();
        let value = end.dst.map(|_| end.get(result_var()).cloned().unwrap_or(Value::Any));
        if calls {
            let called = frames.pop().expect("a state has a frame");
            let mut state = State { frames, memory, beside };
            set_result(code, &mut state, called.func, called.dst, value);
            return After { state, returns: None, passed };
        }
        let returns = (end.inst == u32::MAX).then_some(value);
        let frame = frames.last_mut().expect("a state has a frame");
        frame.links.clear();
        if returns.is_some() {
            frame.vars.clear();
        } else {
            let changed = self.the_loop(entry.loc()).map_or(&[][..], |known| &known.vars);
            frame.vars.retain(|(var, _)| changed.binary_search(var).is_err());
            frame.vars.extend(end.vars.iter().cloned());
            frame.vars.sort_unstable_by_key(|(var, _)| *var);
            (frame.block, frame.inst) = (end.block, end.inst);
            frame.keep(&code.shape(frame.func).live[end.block]);
            frame.objects.extend(&end.objects);
            frame.objects.sort_unstable();
            frame.objects.dedup();
        }
        After { state: State { frames, memory, beside }, returns, passed }
    }
    fn expand_memory(&self, code: &Code, outer: &State, entry: &State, exit: &State) -> Arc<Memory> {
        let left_out = |id: u32| entry.memory.objects.binary_search_by_key(&id, |(id, _)| *id).is_err();
        let wild = exit.memory.wild;
        let mut memory = (*exit.memory).clone();
        memory.share(&outer.memory);
        let mut shared = Arc::new(memory);
        let all_died = outer.memory.died.iter().all(|object| exit.memory.died.binary_search(object).is_ok());
        let all_known = entry.memory.objects.len() == outer.memory.objects.len();
        if all_died && all_known && wild >= outer.memory.wild {
            return shared;
        }
        let memory = Arc::make_mut(&mut shared);
        memory.wild |= outer.memory.wild;
        if !all_died {
            let died = Arc::make_mut(&mut memory.died);
            died.extend(outer.memory.died.iter());
            died.sort_unstable();
            died.dedup();
        }
        if !all_known {
            let rest = outer.memory.objects.iter().filter(|(id, _)| left_out(*id)).map(|(id, known)| {
                let free = wild && !code.is_constant(*id);
                let maybe = known.maybe || (wild && code.made(*id).is_some());
                (*id, Object { maybe, zero: known.zero && !free, ..*known })
            });
            let objects = Arc::make_mut(&mut memory.objects);
            objects.extend(rest);
            objects.sort_unstable_by_key(|(id, _)| *id);
            if !wild {
                memory.cells.extend(outer.memory.cells.iter().filter(|cell| left_out(cell.object)).cloned());
                memory.cells.sort_by_key(|cell| (cell.object, cell.offset));
            }
        }
        shared
    }
}

/// Whether an instruction does no more to the objects that it names than to read them.
fn reads(op: &Op) -> bool {
    let effects = op.effects();
    let mut accesses = effects.accesses().peekable();
    effects.act.is_none() && accesses.peek().is_some() && accesses.all(|access| access.way == Way::Read)
}

/// Whether an instruction makes an object.
fn makes(op: &Op) -> bool {
    op.effects().takes.is_some_and(|(_, taken)| matches!(taken, Taken::Made(_)))
}

/// The objects and functions that an expression names.
fn names(expr: &Expr, objects: &mut Vec<u32>, functions: &mut [bool]) {
    match expr {
        Expr::Global(global) => objects.push(global.index() as u32),
        Expr::Func(func) => functions.iter_mut().skip(func.index()).take(1).for_each(|taken| *taken = true),
        Expr::Int(_) | Expr::Float(..) | Expr::Null | Expr::Var(_) => {}
        Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) | Expr::Offset(_) => {
            expr.children().iter().for_each(|child| names(child, objects, functions));
        }
    }
}
