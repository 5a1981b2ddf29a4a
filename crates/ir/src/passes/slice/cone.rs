//! What the properties depend on: the checks that are asked for, and backwards from them through the branches that
//! decide whether something is executed, the variables and the memory it reads, and the calls that lead there.
//!
//! A path that ends before a check is a decision about the check too. Assumptions and the ends of the program are
//! therefore kept wherever a check can come later; what ends a path otherwise (an invalid access nobody asks about, a
//! loop that never ends) is kept only if something depends on its result. A slice may have more paths for that, never
//! fewer.

use crate::analysis::control::Control;
use crate::analysis::effects::{Act, Taken, Way};
use crate::analysis::points::{ANY, Node, OUTSIDE, Place, Points, Write, bytes, is_observer, overlap};
use crate::expr::Expr;
use crate::program::{
    Aspect, BlockId, Callee, End, FeatureId, FuncId, GlobalId, Init, Inst, Loc, Op, Program, PropId, Region, VarId,
};
use hecaton_base::Map;
use rustc_hash::{FxHashMap, FxHashSet};

/// What has to stay.
pub(super) struct Cone {
    pub functions: Map<FuncId, Kept>,
    pub globals: Map<GlobalId, bool>,
    /// The features that take place where something else has to stay.
    pub features: Vec<FeatureId>,
}

/// What has to stay of a function.
#[derive(Default)]
pub(super) struct Kept {
    /// The decisions of a function that can be called; nothing stays of others.
    pub control: Option<Control>,
    /// Anything at all.
    pub any: bool,
    pub blocks: Map<BlockId, KeptBlock>,
    pub vars: Map<VarId, bool>,
    /// The result.
    pub result: bool,
}

/// What has to stay of a block.
#[derive(Clone, Default)]
pub(super) struct KeptBlock {
    /// That it is executed.
    pub needed: bool,
    pub insts: Vec<bool>,
    /// Which way it goes on.
    pub end: bool,
}

impl Cone {
    /// What some properties depend on, and which of some features take place in it as in the whole.
    pub fn of(program: &Program, points: &Points, wanted: &dyn Fn(PropId) -> bool, features: &[FeatureId]) -> Cone {
        let mut run = Run::new(program, points, wanted);
        run.criteria();
        run.solve();
        let features = run.logs(features);
        let globals = run.globals();
        Cone { functions: run.kept, globals, features }
    }
}

struct Run<'a> {
    program: &'a Program,
    points: &'a Points,
    wanted: &'a dyn Fn(PropId) -> bool,
    kept: Map<FuncId, Kept>,
    /// The instructions that write each variable.
    writers: Map<FuncId, Map<VarId, Vec<Loc>>>,
    calls: Map<FuncId, Vec<Loc>>,
    writes: Vec<Vec<Write>>,
    /// The instructions that can end the life of each object.
    frees: Vec<Vec<Loc>>,
    /// Objects whose life matters.
    accessed: Vec<bool>,
    /// Sets that were looked at for an access of so many bytes; nothing is read if there are none.
    seen: FxHashSet<(Node, i32)>,
    /// Places that were looked at.
    read: FxHashSet<(u32, i32, i32)>,
    /// Unknown code is needed.
    clobbered: bool,
    /// It matters where objects lie, and so which of them live at the same time.
    observing: bool,
    open: Vec<Open>,
}

/// What is needed and was not looked at yet.
enum Open {
    Inst(Loc),
    Block(FuncId, BlockId),
    Var(FuncId, VarId),
    Result(FuncId),
}

impl<'a> Run<'a> {
    fn new(program: &'a Program, points: &'a Points, wanted: &'a dyn Fn(PropId) -> bool) -> Self {
        let mut run = Run {
            program,
            points,
            wanted,
            kept: Map::new(),
            writers: Map::new(),
            calls: Map::filled(program.functions.len(), Vec::new()),
            writes: points.writes(program),
            frees: vec![Vec::new(); points.objects.len()],
            accessed: vec![false; points.objects.len()],
            seen: FxHashSet::default(),
            read: FxHashSet::default(),
            clobbered: false,
            observing: false,
            open: Vec::new(),
        };
        for (func, function) in program.functions.iter() {
            let mut writers = Map::filled(function.vars.len(), Vec::new());
            let mut kept = Kept::default();
            if points.called[func] && function.has_body() {
                let control = Control::of(function);
                let block = |insts: usize| KeptBlock { insts: vec![false; insts], ..KeptBlock::default() };
                kept.blocks = function.blocks.values().map(|it| block(it.insts.len())).collect();
                kept.vars = Map::filled(function.vars.len(), false);
                for (block, it) in function.blocks.iter().filter(|(block, _)| control.reached[*block]) {
                    for (i, inst) in it.insts.iter().enumerate() {
                        let loc = Loc { func, block, inst: i as u32 };
                        if let Some(var) = inst.op.written() {
                            writers[var].push(loc);
                        }
                        run.note(loc, &inst.op);
                    }
                }
                kept.control = Some(control);
            }
            run.kept.push(kept);
            run.writers.push(writers);
        }
        run
    }
    /// Remembers who calls whom, and who frees what.
    fn note(&mut self, loc: Loc, op: &Op) {
        let effects = op.effects();
        if let Some((callee, _)) = effects.call() {
            for target in self.points.targets(loc, callee) {
                self.calls[target].push(loc);
            }
        }
        for (number, _) in effects.accesses().enumerate().filter(|(_, access)| matches!(access.way, Way::Free(_))) {
            for place in self.points.places(self.points.node(loc, number)) {
                self.frees[place.object as usize].push(loc);
            }
        }
    }
    fn control(&self, func: FuncId) -> &Control {
        self.kept[func].control.as_ref().expect("only functions that are called are looked at")
    }

    /// Starts with the checks, and with what can end a path before one.
    fn criteria(&mut self) {
        let program = self.program;
        let at_end = program.cleanup.is_some_and(self.wanted);
        let ahead = Ahead::of(self, at_end);
        for (func, function) in program.functions.iter() {
            if self.kept[func].control.is_none() {
                continue;
            }
            for (block, it) in function.blocks.iter() {
                if !self.control(func).reached[block] {
                    continue;
                }
                // What is assumed before the end of a block that is never executed says why it is not.
                let mut later = ahead.ends[func][block] || it.end == End::Unreachable;
                if ends_path(&it.end) && ahead.returns[func] {
                    self.need_block(func, block);
                }
                for (i, inst) in it.insts.iter().enumerate().rev() {
                    let loc = Loc { func, block, inst: i as u32 };
                    let heap = at_end && is_about_heap(&inst.op);
                    let check = self.is_check(loc, inst);
                    let assumes = |act: Act<'_>| matches!(act, Act::Assume(cond) if *cond != Expr::truth());
                    let assume = later && inst.op.effects().act.is_some_and(assumes);
                    if check || assume || heap {
                        self.need(loc);
                    }
                    later |= check || ahead.calls(self, loc, &inst.op);
                }
            }
            if at_end && func == program.entry {
                for (block, _) in function.blocks.iter().filter(|(_, it)| matches!(it.end, End::Return(_))) {
                    if self.control(func).reached[block] {
                        self.need_block(func, block);
                    }
                }
            }
            // A loop without a way out ends paths as well.
            if ahead.returns[func] {
                let heads: Vec<BlockId> = self.control(func).endless.iter().map(|blocks| blocks[0]).collect();
                heads.into_iter().for_each(|head| self.need_block(func, head));
            }
        }
    }
    /// Whether an instruction can violate a property that is asked for, or is not understood and might.
    fn is_check(&self, loc: Loc, inst: &Inst) -> bool {
        let (program, points) = (self.program, self.points);
        let effects = inst.op.effects();
        if effects.check.is_some_and(self.wanted) {
            return true;
        }
        // Through a pointer that may mean anything, anything may be written, unless that is memory like any other.
        let mut changed = effects.accesses().enumerate().filter(|(_, access)| access.changes());
        if !program.outside && changed.any(|(number, _)| points.is_open(points.node(loc, number))) {
            return true;
        }
        match effects.act {
            Some(Act::Assert(cond, prop)) => (self.wanted)(prop) && *cond != Expr::truth(),
            // Anything may be called through such a pointer too, and a function of another type is not understood.
            Some(Act::Call(callee, _)) => {
                let open = match callee {
                    Callee::Direct(_) => false,
                    Callee::Indirect { .. } => {
                        points.is_open(points.callee(loc)) || points.is_misfit(program, loc, inst)
                    }
                };
                let targets = points.targets(loc, callee);
                open || targets.iter().any(|func| !program.functions[*func].has_body())
            }
            Some(Act::Unsupported(_) | Act::Spawn(..) | Act::Join(_) | Act::Await(_) | Act::Begin | Act::End) => true,
            Some(Act::Assume(_) | Act::Clobber | Act::Log(_)) | None => false,
        }
    }

    fn need(&mut self, loc: Loc) {
        let kept = &mut self.kept[loc.func].blocks[loc.block].insts[loc.inst as usize];
        if !std::mem::replace(kept, true) {
            self.open.push(Open::Inst(loc));
        }
    }
    fn need_block(&mut self, func: FuncId, block: BlockId) {
        if !std::mem::replace(&mut self.kept[func].blocks[block].needed, true) {
            self.open.push(Open::Block(func, block));
        }
    }
    fn need_expr(&mut self, func: FuncId, expr: &Expr) {
        let mut open = vec![expr];
        while let (false, Some(expr)) = (self.observing, open.pop()) {
            open.extend(expr.children());
            if is_observer(self.program, func, expr) {
                self.observe();
            }
        }
        let vars = &mut self.kept[func].vars;
        expr.for_each_var(&mut |var| {
            if !std::mem::replace(&mut vars[var], true) {
                self.open.push(Open::Var(func, var));
            }
        });
    }
    /// It matters where objects lie: the ends of those whose addresses are looked at are needed.
    fn observe(&mut self) {
        if !std::mem::replace(&mut self.observing, true) {
            let seen = (0..self.frees.len()).filter(|object| self.points.observed[*object]);
            let frees: Vec<Loc> = seen.flat_map(|object| self.frees[object].clone()).collect();
            frees.into_iter().for_each(|free| self.need(free));
        }
    }
    fn need_result(&mut self, func: FuncId) {
        if self.kept[func].control.is_some() && !std::mem::replace(&mut self.kept[func].result, true) {
            self.open.push(Open::Result(func));
        }
    }
    fn solve(&mut self) {
        while let Some(open) = self.open.pop() {
            match open {
                Open::Inst(loc) => self.inst(loc),
                Open::Block(func, block) => self.block(func, block),
                Open::Var(func, var) => self.var(func, var),
                Open::Result(func) => self.result(func),
            }
        }
    }
    /// A block is needed with the branches that lead to it, and the calls of its function.
    fn block(&mut self, func: FuncId, block: BlockId) {
        let program = self.program;
        for branch in self.control(func).on[block].clone() {
            if !std::mem::replace(&mut self.kept[func].blocks[branch].end, true) {
                if let Some(operand) = program.functions[func].blocks[branch].end.operand() {
                    self.need_expr(func, operand);
                }
                self.need_block(func, branch);
            }
        }
        if !std::mem::replace(&mut self.kept[func].any, true) {
            for call in self.calls[func].clone() {
                self.need(call);
            }
        }
    }
    /// A variable is needed with everything that writes it.
    fn var(&mut self, func: FuncId, var: VarId) {
        let program = self.program;
        for loc in std::mem::take(&mut self.writers[func][var]) {
            self.need(loc);
            let effects = program.functions[func].blocks[loc.block].insts[loc.inst as usize].op.effects();
            if let (Some((_, Taken::Returned)), Some((callee, _))) = (effects.takes, effects.call()) {
                self.points.targets(loc, callee).into_iter().for_each(|target| self.need_result(target));
            }
        }
        if let Some(number) = program.functions[func].params.iter().position(|param| *param == var) {
            for call in self.calls[func].clone() {
                let inst = &program.functions[call.func].blocks[call.block].insts[call.inst as usize];
                if let Some((_, args)) = inst.op.effects().call() {
                    args.get(number).into_iter().for_each(|arg| self.need_expr(call.func, arg));
                }
            }
        }
    }
    fn result(&mut self, func: FuncId) {
        let program = self.program;
        for (block, it) in program.functions[func].blocks.iter() {
            if let End::Return(Some(value)) = &it.end
                && self.control(func).reached[block]
            {
                self.need_block(func, block);
                self.need_expr(func, value);
            }
        }
    }
    fn inst(&mut self, loc: Loc) {
        if self.points.peeks.contains(&loc) {
            self.observe();
        }
        let program = self.program;
        self.need_block(loc.func, loc.block);
        let op = &program.functions[loc.func].blocks[loc.block].insts[loc.inst as usize].op;
        let effects = op.effects();
        // Of a call, only the arguments that somebody needs are.
        if let Some((callee, args)) = effects.call() {
            if let Callee::Indirect { ptr, .. } = callee {
                self.need_expr(loc.func, ptr);
            }
            for target in self.points.targets(loc, callee) {
                for (param, arg) in program.functions[target].params.iter().zip(args) {
                    if self.kept[target].vars.get(*param) == Some(&true) {
                        self.need_expr(loc.func, arg);
                    }
                }
            }
            return;
        }
        for (number, access) in effects.accesses().enumerate() {
            let bytes = match access.way {
                Way::Read => bytes(program, loc.func, access.extent),
                Way::Write(_) | Way::Free(_) | Way::Ask(_) => 0,
            };
            self.access(self.points.node(loc, number), bytes);
            if access.way == Way::Ask(Aspect::Exposed) {
                self.unknown_code();
            }
        }
        if effects.act == Some(Act::Clobber) {
            self.unknown_code();
        }
        for operand in op.operands() {
            self.need_expr(loc.func, operand);
        }
    }
    /// Something is read through a pointer, or only accessed if no bytes are.
    fn access(&mut self, node: Node, bytes: i32) {
        if !self.seen.insert((node, bytes)) {
            return;
        }
        for place in self.points.places(node) {
            self.touch(*place, bytes);
        }
    }
    /// A place is read, or only accessed if no bytes are.
    fn touch(&mut self, place: Place, bytes: i32) {
        let (object, outside) = (place.object as usize, OUTSIDE.object as usize);
        let hit = self.points.hit[object];
        let bytes = if bytes != 0 && place.offset == ANY { ANY } else { bytes };
        if !std::mem::replace(&mut self.accessed[object], true) {
            let mut frees = self.frees[object].clone();
            if hit {
                frees.extend_from_slice(&self.frees[outside]);
            }
            frees.into_iter().for_each(|free| self.need(free));
            if place == OUTSIDE {
                self.hits(0);
            }
        }
        if bytes == 0 || !self.read.insert((place.object, place.offset, bytes)) {
            return;
        }
        let overlaps = |write: &&Write| overlap((write.offset, write.bytes), (place.offset, bytes));
        let mut locs: Vec<Loc> = self.writes[object].iter().filter(overlaps).map(|write| write.loc).collect();
        if hit {
            locs.extend(self.writes[outside].iter().map(|write| write.loc));
        }
        locs.into_iter().for_each(|loc| self.need(loc));
        if place == OUTSIDE {
            self.hits(bytes);
        }
    }
    /// Whatever a pointer from outside may hit is read, or only accessed if no bytes are.
    fn hits(&mut self, bytes: i32) {
        for object in (0..self.points.objects.len()).filter(|object| self.points.hit[*object]) {
            self.touch(Place { object: object as u32, offset: ANY }, bytes);
        }
    }
    /// All unknown code is needed, and with it whatever it can reach things through.
    fn unknown_code(&mut self) {
        let (program, points) = (self.program, self.points);
        if std::mem::replace(&mut self.clobbered, true) {
            return;
        }
        points.clobbers.iter().for_each(|loc| self.need(*loc));
        for &Loc { func, block, inst } in &points.observers {
            if (inst as usize) < program.functions[func].blocks[block].insts.len() {
                self.need(Loc { func, block, inst });
            } else if !std::mem::replace(&mut self.kept[func].blocks[block].end, true) {
                self.need_block(func, block);
                let end = &program.functions[func].blocks[block].end;
                end.operand().into_iter().for_each(|operand| self.need_expr(func, operand));
                if let End::Return(_) = end {
                    self.need_result(func);
                }
            }
        }
        for object in (0..points.objects.len()).filter(|object| points.escaped[*object]) {
            for i in 0..self.writes[object].len() {
                let loc = self.writes[object][i].loc;
                let op = &program.functions[loc.func].blocks[loc.block].insts[loc.inst as usize].op;
                if points.writes_pointer(loc, op) {
                    self.need(loc);
                }
            }
        }
    }
    /// Keeps the logs of features where that costs nothing, because the blocks they stand in are needed anyway; gives the
    /// features of which all are kept.
    fn logs(&mut self, features: &[FeatureId]) -> Vec<FeatureId> {
        let mut whole = features.to_vec();
        for (func, function) in self.program.functions.iter() {
            let kept = &mut self.kept[func];
            let Some(control) = &kept.control else { continue };
            for (block, code) in function.blocks.iter().filter(|(block, _)| control.reached[*block]) {
                for (i, inst) in code.insts.iter().enumerate() {
                    let Op::Log(feature) = &inst.op else { continue };
                    if !kept.blocks[block].needed {
                        whole.retain(|other| other != feature);
                    } else if features.contains(feature) {
                        kept.blocks[block].insts[i] = true;
                    }
                }
            }
        }
        whole
    }
    /// The globals that something still mentions.
    fn globals(&self) -> Map<GlobalId, bool> {
        let program = self.program;
        let mut kept = Map::filled(program.globals.len(), false);
        let mut open = Vec::new();
        for (func, function) in program.functions.iter() {
            for (block, it) in self.kept[func].blocks.iter() {
                let code = &function.blocks[block];
                for (inst, _) in code.insts.iter().zip(&it.insts).filter(|(_, kept)| **kept) {
                    inst.op.operands().into_iter().for_each(|operand| mentioned(operand, &mut open));
                }
                let end = match &code.end {
                    End::Return(_) => self.kept[func].result,
                    _ => it.end,
                };
                if let Some(operand) = code.end.operand().filter(|_| end) {
                    mentioned(operand, &mut open);
                }
            }
        }
        while let Some(global) = open.pop() {
            if std::mem::replace(&mut kept[global], true) {
                continue;
            }
            if let Init::Values(values) = &program.globals[global].init {
                values.iter().for_each(|(_, value)| mentioned(value, &mut open));
            }
        }
        kept
    }
}

fn mentioned(expr: &Expr, found: &mut Vec<GlobalId>) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let Expr::Global(id) = expr {
            found.push(*id);
        }
        open.extend(expr.children());
    }
}

/// Whether an instruction makes or frees objects in the heap.
fn is_about_heap(op: &Op) -> bool {
    let effects = op.effects();
    let made = effects.takes.is_some_and(|(_, taken)| taken == Taken::Made(Region::Heap));
    made || effects.accesses().any(|access| access.way == Way::Free(Region::Heap))
}

/// Whether the end of a block ends the program.
fn ends_path(end: &End) -> bool {
    match end {
        End::Halt(_) | End::Unreachable => true,
        End::Goto(_) | End::Branch { .. } | End::Switch { .. } | End::Return(_) => false,
    }
}

/// Where a check can still come.
struct Ahead {
    /// After the last instruction of a block.
    ends: Map<FuncId, Map<BlockId, bool>>,
    /// Within a call of a function.
    inside: Map<FuncId, bool>,
    /// After a function returns, or would if it did.
    returns: Map<FuncId, bool>,
    /// Functions and blocks that were found to have one behind them and were not looked at yet.
    open_functions: Vec<FuncId>,
    open_blocks: Vec<(FuncId, BlockId)>,
}

impl Ahead {
    fn of(run: &Run<'_>, at_end: bool) -> Ahead {
        let program = run.program;
        let empty = |func: FuncId| Map::filled(program.functions[func].blocks.len(), false);
        let mut ahead = Ahead {
            ends: program.functions.keys().map(empty).collect(),
            inside: Map::filled(program.functions.len(), false),
            returns: Map::filled(program.functions.len(), false),
            open_functions: Vec::new(),
            open_blocks: Vec::new(),
        };
        let mut blocks = Vec::new();
        for (func, function) in program.functions.iter() {
            let Some(control) = &run.kept[func].control else { continue };
            blocks.extend(function.blocks.iter().filter(|(id, _)| control.reached[*id]).map(|(id, it)| (func, id, it)));
        }
        // Who calls a function that has a check inside has one too.
        let mut open = Vec::new();
        let mut preds: FxHashMap<(FuncId, BlockId), Vec<BlockId>> = FxHashMap::default();
        for &(func, block, it) in &blocks {
            it.end.targets().into_iter().for_each(|to| preds.entry((func, to)).or_default().push(block));
            let mut insts = it.insts.iter().enumerate();
            if insts.any(|(i, inst)| run.is_check(Loc { func, block, inst: i as u32 }, inst)) {
                open.push(func);
            }
        }
        while let Some(func) = open.pop() {
            if !std::mem::replace(&mut ahead.inside[func], true) {
                open.extend(run.calls[func].iter().map(|call| call.func));
            }
        }
        for &(func, block, it) in &blocks {
            let mut later = false;
            for (i, inst) in it.insts.iter().enumerate().rev() {
                let loc = Loc { func, block, inst: i as u32 };
                if later {
                    ahead.after(run, loc, &inst.op);
                }
                later |= run.is_check(loc, inst) || ahead.calls(run, loc, &inst.op);
            }
            if later {
                ahead.open_blocks.push((func, block));
            }
            if at_end && matches!(it.end, End::Halt(_)) {
                ahead.end(run, func, block);
            }
        }
        if at_end {
            program.functions.keys().for_each(|func| ahead.returned(func));
        }
        // Backwards over the edges between blocks, and from calls to the ends of what they call.
        let mut started: FxHashSet<(FuncId, BlockId)> = FxHashSet::default();
        loop {
            if let Some(func) = ahead.open_functions.pop() {
                let function = &program.functions[func];
                for (block, _) in function.blocks.iter().filter(|(_, it)| matches!(it.end, End::Return(_))) {
                    ahead.end(run, func, block);
                }
            } else if let Some((func, block)) = ahead.open_blocks.pop() {
                if started.insert((func, block)) {
                    preds.get(&(func, block)).into_iter().flatten().for_each(|pred| ahead.end(run, func, *pred));
                }
            } else {
                return ahead;
            }
        }
    }
    /// A check can come after a block: so it can at its start, and after every call in it.
    fn end(&mut self, run: &Run<'_>, func: FuncId, block: BlockId) {
        if std::mem::replace(&mut self.ends[func][block], true) {
            return;
        }
        self.open_blocks.push((func, block));
        for (i, inst) in run.program.functions[func].blocks[block].insts.iter().enumerate() {
            self.after(run, Loc { func, block, inst: i as u32 }, &inst.op);
        }
    }
    /// A check can come after an instruction.
    fn after(&mut self, run: &Run<'_>, loc: Loc, op: &Op) {
        if let Some((callee, _)) = op.effects().call() {
            run.points.targets(loc, callee).into_iter().for_each(|target| self.returned(target));
        }
    }
    fn returned(&mut self, func: FuncId) {
        if !std::mem::replace(&mut self.returns[func], true) {
            self.open_functions.push(func);
        }
    }
    /// Whether an instruction calls something that has a check inside.
    fn calls(&self, run: &Run<'_>, loc: Loc, op: &Op) -> bool {
        let called = op.effects().call().map(|(callee, _)| run.points.targets(loc, callee)).unwrap_or_default();
        called.iter().any(|func| self.inside[*func])
    }
}
