//! Variables that only ever hold one value, in the whole program at once: through calls and returns, and through globals
//! that nothing writes. Only code that can be reached with these values counts (Wegman, Zadeck 1991, but with one
//! value for a variable wherever it is read: most variables are temporaries that are written once).
//!
//! What is found is filled in: expressions get smaller, branches that always go one way become jumps, loads from
//! constant globals become assignments, and calls of a known function become direct. Instructions stay where they are.

use crate::analysis::dominators::{dominators, intervals};
use crate::analysis::effects::Taken;
use crate::analysis::points::{OUTSIDE, Points, Write, fits, overlap};
use crate::expr::Expr;
use crate::fold::{fold, is_constant, zero};
use crate::program::{BlockId, Callee, End, FuncId, Function, GlobalId, Init, Inst, Loc, Op, Program, VarId};
use crate::types::Scalar;
use hecaton_base::{Id as _, Map};

/// The program with what is constant filled in.
pub(super) fn propagate(program: &Program, points: &Points) -> Program {
    let writes = points.writes(program);
    let mut run = Run::new(program, points, &writes);
    run.reach(program.entry);
    for param in &program.functions[program.entry].params {
        run.join(program.entry, *param, Value::Many);
    }
    run.solve();
    let Run { values, blocks, cells, .. } = run;
    let mut out = program.clone();
    for (func, function) in out.functions.iter_mut().filter(|(func, _)| !blocks[*func].is_empty()) {
        let known = |var: VarId| values[func][var].constant();
        for (id, block) in function.blocks.iter_mut() {
            if !blocks[func][id] {
                block.end = End::Unreachable;
                continue;
            }
            for inst in &mut block.insts {
                fill(&cells, func, inst, &known);
            }
            fill_end(&mut block.end, &known);
        }
    }
    out
}

/// What is known of the values of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// It has none yet.
    None,
    One(Expr),
    Many,
}

impl Value {
    fn constant(&self) -> Option<Expr> {
        match self {
            Value::One(value) => Some(value.clone()),
            Value::None | Value::Many => None,
        }
    }
}

/// What globals hold that nothing writes.
struct Cells<'a> {
    program: &'a Program,
    points: &'a Points,
    writes: &'a [Vec<Write>],
}

impl Cells<'_> {
    /// The value of a type at a constant address, if it is always the same.
    fn load(&self, ptr: &Expr, ty: Scalar) -> Option<Expr> {
        let (global, offset): (GlobalId, u64) = match ptr {
            Expr::Global(id) => (*id, 0),
            Expr::Offset(ab) => match (&ab[0], &ab[1]) {
                (Expr::Global(id), Expr::Int(by)) => (*id, by.to_u64()?),
                _ => return None,
            },
            _ => return None,
        };
        let program = self.program;
        let it = &program.globals[global];
        let bytes = ty.bytes(program.target);
        let end = offset.checked_add(bytes)?;
        let Init::Values(values) = &it.init else { return None };
        if end > program.types.size(it.ty, program.target) {
            return None;
        }
        let range = (i32::try_from(offset).ok()?, i32::try_from(bytes).ok()?);
        let object = 1 + global.index();
        if self.points.hit[object] && !self.writes[OUTSIDE.object as usize].is_empty() {
            return None;
        }
        if self.writes[object].iter().any(|write| overlap((write.offset, write.bytes), range)) {
            return None;
        }
        let mut value = zero(ty);
        let first = values.partition_point(|(at, _)| *at < offset);
        // A value that begins before may reach into the place.
        for (at, found) in &values[first.saturating_sub(1)..] {
            if *at >= end {
                break;
            }
            let found_ty = constant_type(found)?;
            if *at == offset && found_ty == ty {
                value = found.clone();
            } else if at + found_ty.bytes(program.target) > offset {
                return None;
            }
        }
        Some(value)
    }
}

fn constant_type(value: &Expr) -> Option<Scalar> {
    match value {
        Expr::Int(bits) => Some(Scalar::Int(bits.width())),
        Expr::Float(format, _) => Some(Scalar::Float(*format)),
        Expr::Null | Expr::Global(_) | Expr::Func(_) | Expr::Offset(_) => Some(Scalar::Ptr),
        Expr::Var(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) => None,
    }
}

struct Run<'a> {
    program: &'a Program,
    points: &'a Points,
    cells: Cells<'a>,
    values: Map<FuncId, Map<VarId, Value>>,
    results: Map<FuncId, Value>,
    /// Which blocks can be reached; none for a function that cannot.
    blocks: Map<FuncId, Map<BlockId, bool>>,
    /// Where variables are read.
    reads: Map<FuncId, Map<VarId, Vec<Loc>>>,
    /// The variables that take the result.
    callers: Map<FuncId, Vec<(FuncId, VarId)>>,
    open_blocks: Vec<(FuncId, BlockId)>,
    open: Vec<Loc>,
}

impl<'a> Run<'a> {
    fn new(program: &'a Program, points: &'a Points, writes: &'a [Vec<Write>]) -> Self {
        let count = program.functions.len();
        Run {
            program,
            points,
            cells: Cells { program, points, writes },
            values: Map::filled(count, Map::new()),
            results: Map::filled(count, Value::None),
            blocks: Map::filled(count, Map::new()),
            reads: Map::filled(count, Map::new()),
            callers: Map::filled(count, Vec::new()),
            open_blocks: Vec::new(),
            open: Vec::new(),
        }
    }
    fn reach(&mut self, func: FuncId) {
        let function = &self.program.functions[func];
        if !function.has_body() || !self.blocks[func].is_empty() {
            return;
        }
        self.blocks[func] = Map::filled(function.blocks.len(), false);
        let mut reads: Map<VarId, Vec<Loc>> = Map::filled(function.vars.len(), Vec::new());
        for (block, it) in function.blocks.iter() {
            for (i, inst) in it.insts.iter().enumerate() {
                let loc = Loc { func, block, inst: i as u32 };
                inst.op.for_each_read(&mut |var| reads[var].push(loc));
            }
            let loc = Loc { func, block, inst: it.insts.len() as u32 };
            it.end.for_each_read(&mut |var| reads[var].push(loc));
        }
        let written = always_written(function, &reads);
        self.reads[func] = reads;
        let program = self.program;
        self.values[func] = function
            .vars
            .keys()
            .map(|var| if written[var] { Value::None } else { Value::One(zero(program.scalar(func, var))) })
            .collect();
        self.reach_block(func, function.entry);
    }
    fn reach_block(&mut self, func: FuncId, block: BlockId) {
        if !std::mem::replace(&mut self.blocks[func][block], true) {
            self.open_blocks.push((func, block));
        }
    }
    fn join(&mut self, func: FuncId, var: VarId, value: Value) {
        if self.values[func].is_empty() {
            return;
        }
        let old = &mut self.values[func][var];
        let new = match (&*old, value) {
            (Value::Many, _) | (_, Value::None) => return,
            (Value::None, value) => value,
            (Value::One(a), Value::One(b)) if *a == b => return,
            (Value::One(_), Value::One(_) | Value::Many) => Value::Many,
        };
        *old = new;
        self.open.extend_from_slice(&self.reads[func][var]);
    }
    /// The value of an expression.
    fn value(&self, func: FuncId, expr: &Expr) -> Value {
        let values = &self.values[func];
        let mut unknown = false;
        expr.for_each_var(&mut |var| unknown |= values[var] == Value::None);
        if unknown {
            return Value::None;
        }
        match fold(expr, &|var| values[var].constant()) {
            value if is_constant(&value) => Value::One(value),
            _ => Value::Many,
        }
    }
    fn solve(&mut self) {
        loop {
            if let Some((func, block)) = self.open_blocks.pop() {
                let insts = self.program.functions[func].blocks[block].insts.len();
                (0..=insts as u32).for_each(|inst| self.visit(Loc { func, block, inst }));
            } else if let Some(loc) = self.open.pop() {
                if self.blocks[loc.func][loc.block] {
                    self.visit(loc);
                }
            } else {
                return;
            }
        }
    }
    fn visit(&mut self, loc: Loc) {
        let program = self.program;
        let Loc { func, block, inst } = loc;
        let block = &program.functions[func].blocks[block];
        match block.insts.get(inst as usize) {
            Some(inst) => self.inst(loc, inst),
            None => self.end(func, &block.end),
        }
    }
    fn inst(&mut self, loc: Loc, inst: &Inst) {
        let (func, effects) = (loc.func, inst.op.effects());
        if let Some((dst, taken)) = effects.takes {
            let value = match taken {
                Taken::Value(value) => self.value(func, value),
                Taken::Found => match effects.accesses().next().map(|access| self.value(func, access.ptr)) {
                    Some(Value::None) => Value::None,
                    Some(Value::One(ptr)) => {
                        self.cells.load(&ptr, self.program.scalar(func, dst)).map_or(Value::Many, Value::One)
                    }
                    Some(Value::Many) | None => Value::Many,
                },
                Taken::Near(_) | Taken::Made(_) | Taken::Arbitrary | Taken::Number | Taken::Thread => Value::Many,
                // That depends on what is called.
                Taken::Returned => Value::None,
            };
            self.join(func, dst, value);
        }
        if let Some((callee, args)) = effects.call() {
            let dst = effects.takes.filter(|(_, taken)| *taken == Taken::Returned).map(|(dst, _)| dst);
            for target in self.targets(loc, callee) {
                self.call(func, target, dst, args);
            }
        }
    }
    /// The functions that a call can mean with the values known so far.
    fn targets(&self, loc: Loc, callee: &Callee) -> Vec<FuncId> {
        let mut targets = self.points.targets(loc, callee);
        if let Callee::Indirect { ptr, .. } = callee {
            match self.value(loc.func, ptr) {
                Value::None => targets.clear(),
                Value::One(value) => targets.retain(|func| value == Expr::Func(*func)),
                Value::Many => {}
            }
        }
        targets
    }
    fn call(&mut self, caller: FuncId, target: FuncId, dst: Option<VarId>, args: &[Expr]) {
        let function = &self.program.functions[target];
        if !function.has_body() {
            if let Some(dst) = dst {
                self.join(caller, dst, Value::Many);
            }
            return;
        }
        self.reach(target);
        for (param, arg) in function.params.iter().zip(args) {
            let value = self.value(caller, arg);
            self.join(target, *param, value);
        }
        if let Some(dst) = dst {
            if !self.callers[target].contains(&(caller, dst)) {
                self.callers[target].push((caller, dst));
            }
            let result = self.results[target].clone();
            self.join(caller, dst, result);
        }
    }
    fn end(&mut self, func: FuncId, end: &End) {
        match end {
            End::Goto(to) => self.reach_block(func, *to),
            End::Branch { cond, yes, no } => match self.value(func, cond) {
                Value::None => {}
                Value::One(Expr::Int(cond)) => self.reach_block(func, if cond.is_zero() { *no } else { *yes }),
                Value::One(_) | Value::Many => {
                    self.reach_block(func, *yes);
                    self.reach_block(func, *no);
                }
            },
            End::Switch { on, arms, other } => match self.value(func, on) {
                Value::None => {}
                Value::One(Expr::Int(on)) => {
                    let to = arms.iter().find(|(value, _)| *value == on).map_or(*other, |(_, to)| *to);
                    self.reach_block(func, to);
                }
                Value::One(_) | Value::Many => end.targets().into_iter().for_each(|to| self.reach_block(func, to)),
            },
            End::Return(Some(value)) => {
                let value = self.value(func, value);
                let new = match (&self.results[func], value) {
                    (Value::Many, _) | (_, Value::None) => return,
                    (Value::None, value) => value,
                    (Value::One(a), Value::One(b)) if *a == b => return,
                    (Value::One(_), Value::One(_) | Value::Many) => Value::Many,
                };
                self.results[func] = new.clone();
                for (caller, dst) in self.callers[func].clone() {
                    self.join(caller, dst, new.clone());
                }
            }
            End::Return(None) | End::Halt(_) | End::Unreachable => {}
        }
    }
}

/// The variables that are never read before they are written: parameters, and those with a write that everything
/// which reads or writes them comes after.
fn always_written(function: &Function, reads: &Map<VarId, Vec<Loc>>) -> Map<VarId, bool> {
    let mut firsts: Map<VarId, Vec<(BlockId, u32)>> = Map::filled(function.vars.len(), Vec::new());
    for (id, block) in function.blocks.iter() {
        for (i, inst) in block.insts.iter().enumerate() {
            if let Some(var) = inst.op.written() {
                firsts[var].push((id, i as u32));
            }
        }
    }
    let edges: Vec<Vec<usize>> =
        function.blocks.values().map(|block| block.end.targets().iter().map(|to| to.index()).collect()).collect();
    let above = dominators(&edges, function.entry.index());
    let spans = intervals(&above, function.entry.index());
    let dominates = |a: (BlockId, u32), b: (BlockId, u32)| {
        let (outer, inner) = (spans[a.0.index()], spans[b.0.index()]);
        if a.0 == b.0 { a.1 < b.1 } else { outer.0 <= inner.0 && inner.1 <= outer.1 }
    };
    let mut out = Map::filled(function.vars.len(), false);
    for (var, writes) in firsts.iter() {
        // The one write that can come before all reads is the outermost.
        let outermost = writes.iter().filter(|w| above[w.0.index()] != usize::MAX).min_by_key(|w| {
            let span = spans[w.0.index()];
            (span.0, std::cmp::Reverse(span.1), w.1)
        });
        let read = |loc: &&Loc| above[loc.block.index()] != usize::MAX;
        out[var] = match outermost {
            Some(first) => reads[var].iter().filter(read).all(|loc| dominates(*first, (loc.block, loc.inst))),
            None => reads[var].iter().filter(read).count() == 0,
        };
    }
    function.params.iter().for_each(|param| out[*param] = true);
    out
}

fn fill(cells: &Cells<'_>, func: FuncId, inst: &mut Inst, known: &impl Fn(VarId) -> Option<Expr>) {
    let program = cells.program;
    inst.op.for_each_operand_mut(|operand| *operand = fold(operand, known));
    if let Op::Load { dst, ptr, .. } = &inst.op
        && let Some(value) = cells.load(ptr, program.scalar(func, *dst))
    {
        inst.op = Op::Assign { dst: *dst, value };
    }
    let target = match &inst.op {
        Op::Call { callee: Callee::Indirect { ptr: Expr::Func(target), .. }, .. } => Some(*target),
        _ => None,
    };
    if let Some(target) = target.filter(|target| fits(program, func, inst, *target))
        && let Op::Call { callee, .. } = &mut inst.op
    {
        *callee = Callee::Direct(target);
    }
}

fn fill_end(end: &mut End, known: &impl Fn(VarId) -> Option<Expr>) {
    match end {
        End::Branch { cond, yes, no } => {
            *cond = fold(cond, known);
            if let Expr::Int(bits) = cond {
                *end = End::Goto(if bits.is_zero() { *no } else { *yes });
            }
        }
        End::Switch { on, arms, other } => {
            *on = fold(on, known);
            if let Expr::Int(bits) = on {
                let to = arms.iter().find(|(value, _)| value == bits).map_or(*other, |(_, to)| *to);
                *end = End::Goto(to);
            }
        }
        End::Return(Some(value)) => *value = fold(value, known),
        End::Goto(_) | End::Return(None) | End::Halt(_) | End::Unreachable => {}
    }
}
