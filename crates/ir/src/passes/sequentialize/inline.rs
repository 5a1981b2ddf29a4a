//! Copies the calls of a thread into one piece of code, so that a translation can leave it anywhere and come back.
//!
//! Constant arguments are filled in on the way, so that a thread that starts through a pointer starts in a known
//! function. A stack object dies where its function returns: that becomes a `Free`. What cannot be copied, recursion
//! deeper than the bound for one, is not supported where it is reached.

use super::flat::{Flat, Line, Node};
use crate::analysis::cfg::Shape;
use crate::analysis::points::Points;
use crate::expr::{Binary, Expr};
use crate::fold::{fold, is_constant, zero};
use crate::program::{
    BlockId, Callee, End, FuncId, Halt, Inst, Loc, Op, Program, PropId, Region, Role, Span, Var, VarId,
};
use crate::types::{Scalar, TypeId, Types};
use crate::typing::combine;
use hecaton_base::Map;
use std::collections::{BTreeMap, BTreeSet};

/// Calls may nest so deeply.
const MOST_CALLS: usize = 100;
/// The lines of all threads together.
const MOST_LINES: usize = 400_000;

/// Why a program is not translated, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What stands in the way.
    pub what: String,
    /// Where.
    pub span: Span,
}

impl Refusal {
    pub(super) fn new(what: impl Into<String>, span: Span) -> Self {
        Refusal { what: what.into(), span }
    }
}

/// The variables of all threads, and what is needed to copy code.
pub(super) struct Copier<'p> {
    pub program: &'p Program,
    pub types: Types,
    pub vars: Map<VarId, Var>,
    /// Variables that are always written before they are read.
    pub settled: BTreeSet<VarId>,
    names: BTreeSet<String>,
    /// The last number that was put behind a name.
    numbers: BTreeMap<String, u32>,
    /// Parameters with constant arguments.
    constants: BTreeMap<VarId, Expr>,
    points: Option<Points>,
    shapes: BTreeMap<FuncId, Shape>,
    recursion: u32,
    lines: usize,
    /// The code is that of the first thread, whose return ends the program.
    first: bool,
}

/// A call that is being copied.
struct Active {
    func: FuncId,
    /// The stack objects it makes.
    objects: Vec<Object>,
}

#[derive(Clone, Copy)]
struct Object {
    /// Takes its address while it lives.
    tracker: VarId,
    /// It is made once whenever the function is called, and only dies at its end.
    certain: bool,
}

impl<'p> Copier<'p> {
    pub fn new(program: &'p Program, recursion: u32) -> Self {
        Copier {
            program,
            types: program.types.clone(),
            vars: Map::new(),
            settled: BTreeSet::new(),
            names: BTreeSet::new(),
            numbers: BTreeMap::new(),
            constants: BTreeMap::new(),
            points: Points::of(program),
            shapes: BTreeMap::new(),
            recursion,
            lines: 0,
            first: false,
        }
    }
    /// A new variable.
    pub fn var(&mut self, name: &str, ty: TypeId, role: Role, span: Span) -> VarId {
        let mut unique = name.to_owned();
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        while !self.names.insert(unique.clone()) {
            *number += 1;
            unique = format!("{name}.{number}");
        }
        self.vars.push(Var { name: unique, ty, role, span })
    }
    /// A new variable of an integer type.
    pub fn number(&mut self, name: &str, bits: u32) -> VarId {
        let ty = self.types.int(bits, false);
        self.var(name, ty, Role::Temp, Span::nowhere())
    }
    /// The type of an expression over these variables.
    pub fn ty(&self, expr: &Expr) -> Option<Scalar> {
        match expr {
            Expr::Int(bits) => Some(Scalar::Int(bits.width())),
            Expr::Float(format, _) => Some(Scalar::Float(*format)),
            Expr::Null | Expr::Global(_) | Expr::Func(_) => Some(Scalar::Ptr),
            Expr::Var(var) => self.types.scalar(self.vars[*var].ty),
            Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) | Expr::Offset(_) => {
                let types: Option<Vec<Scalar>> = expr.children().iter().map(|child| self.ty(child)).collect();
                combine(self.program.word(), expr, &types?)
            }
        }
    }
    /// The functions that a call may mean.
    fn targets(&self, loc: Loc, callee: &Callee) -> Vec<FuncId> {
        match (callee, &self.points) {
            (Callee::Direct(func), _) => vec![*func],
            (Callee::Indirect { ptr: Expr::Func(func), .. }, _) => vec![*func],
            (Callee::Indirect { .. }, Some(points)) => points.targets(loc, callee),
            (Callee::Indirect { .. }, None) => vec![],
        }
    }
    /// The code of a thread that starts in a function.
    pub fn thread(&mut self, func: FuncId, args: &[Expr], first: bool) -> Result<Flat, Refusal> {
        let mut blocks = Map::new();
        self.first = first;
        let entry = self.copy(&mut blocks, func, args, None, &mut Vec::new())?;
        Ok(Flat { blocks, entry })
    }

    fn shape(&mut self, func: FuncId) -> &Shape {
        let program = self.program;
        self.shapes.entry(func).or_insert_with(|| Shape::of(&program.functions[func]))
    }
    fn dead_end(&self, blocks: &mut Map<BlockId, Node>, op: Op, span: Span) -> BlockId {
        let line = Line::made(op, span);
        blocks.push(Node { lines: vec![line], end: End::Halt(Halt::Abort), span, inside: false })
    }

    /// Copies a function; `back` is where it returns to, and which variable takes its result.
    fn copy(
        &mut self,
        blocks: &mut Map<BlockId, Node>,
        func: FuncId,
        args: &[Expr],
        back: Option<(BlockId, Option<VarId>)>,
        stack: &mut Vec<Active>,
    ) -> Result<BlockId, Refusal> {
        let program = self.program;
        let function = &program.functions[func];
        let refuse = |why: String| Op::Unsupported(why);
        let depth = stack.iter().filter(|active| active.func == func).count();
        let why = if !function.has_body() {
            Some(format!("a call of `{}`, which has no body,", function.name))
        } else if function.variadic && args.len() > function.params.len() {
            Some(format!(
                "a call of `{}` with more arguments than parameters, in a translation of threads",
                function.name
            ))
        } else if depth > self.recursion as usize {
            Some(format!(
                "recursion of `{}` deeper than {}, in a translation of threads",
                function.name, self.recursion
            ))
        } else if stack.len() >= MOST_CALLS {
            Some(format!("calls nested deeper than {MOST_CALLS}, in a translation of threads"))
        } else {
            None
        };
        if let Some(why) = why {
            return Ok(self.dead_end(blocks, refuse(why), function.span));
        }
        let mut written: BTreeSet<VarId> = BTreeSet::new();
        for block in function.blocks.values() {
            self.lines += block.insts.len() + 1;
            written.extend(block.insts.iter().filter_map(|inst| inst.op.written()));
        }
        if self.lines > MOST_LINES {
            return Err(Refusal::new(
                format!("the threads have more than {MOST_LINES} lines without calls"),
                function.span,
            ));
        }
        // Variables.
        let vars: Map<VarId, VarId> =
            function.vars.values().map(|var| self.var(&var.name, var.ty, var.role, var.span)).collect();
        let mut first = Vec::new();
        let made = |op: Op| Line::made(op, function.span);
        for (param, arg) in function.params.iter().zip(args) {
            self.settled.insert(vars[*param]);
            if is_constant(arg) && !written.contains(param) {
                self.constants.insert(vars[*param], arg.clone());
            }
            first.push(made(Op::Assign { dst: vars[*param], value: arg.clone() }));
        }
        let live = self.shape(func).live[function.entry].clone();
        for var in live.into_iter().filter(|var| !function.params.contains(var)) {
            first.push(made(Op::Assign { dst: vars[var], value: zero(program.scalar(func, var)) }));
        }
        // Stack objects.
        let frees = function.blocks.values().flat_map(|block| &block.insts);
        let frees = frees.filter(|inst| matches!(inst.op, Op::Free { region: Region::Stack, .. })).count();
        let mut trackers: BTreeMap<(BlockId, usize), VarId> = BTreeMap::new();
        let mut objects = Vec::new();
        for (block, body) in function.blocks.iter() {
            for (i, inst) in body.insts.iter().enumerate() {
                if let Op::Alloc { region: Region::Stack, .. } = &inst.op {
                    let ptr = self.types.ptr();
                    let tracker = self.var("object", ptr, Role::Temp, inst.span);
                    let cyclic = !self.shape(func).heads[block].is_empty();
                    let certain = block == function.entry && !cyclic && frees == 0;
                    first.push(made(Op::Assign { dst: tracker, value: Expr::Null }));
                    trackers.insert((block, i), tracker);
                    objects.push(Object { tracker, certain });
                }
            }
        }
        stack.push(Active { func, objects });
        // Blocks.
        let empty = |span| Node { lines: vec![], end: End::Unreachable, span, inside: false };
        let ids: Map<BlockId, BlockId> = function.blocks.values().map(|block| blocks.push(empty(block.span))).collect();
        let entry =
            blocks.push(Node { lines: first, end: End::Goto(ids[function.entry]), span: function.span, inside: false });
        for (block, body) in function.blocks.iter() {
            let mut at = ids[block];
            for (i, Inst { op, span }) in body.insts.iter().enumerate() {
                let loc = Loc { func, block, inst: i as u32 };
                let known = |var: VarId| Some(self.constants.get(&vars[var]).cloned().unwrap_or(Expr::Var(vars[var])));
                let op = op.renamed(&|var| vars[var], &|expr| fold(expr, &known));
                let line = |op: Op| Line { made: false, ..Line::made(op, *span) };
                let made = |op: Op| Line::made(op, *span);
                match op {
                    Op::Call { dst, callee, args } => {
                        let next = blocks.push(empty(*span));
                        let end = self.call(blocks, loc, *span, &callee, &args, (next, dst), stack)?;
                        blocks[at].end = end;
                        at = next;
                    }
                    Op::Alloc { dst, region: Region::Stack, .. } => {
                        let tracker = trackers[&(block, i)];
                        if !self.shape(func).heads[block].is_empty() {
                            // The one of an earlier lap may still live.
                            let why = "a stack object that is made again before it dies, in a translation of threads";
                            let twice = self.dead_end(blocks, Op::Unsupported(why.into()), *span);
                            let next = blocks.push(empty(*span));
                            let cond = is_null(tracker);
                            blocks[at].end = End::Branch { cond, yes: next, no: twice };
                            at = next;
                        }
                        blocks[at].lines.push(line(op));
                        blocks[at].lines.push(made(Op::Assign { dst: tracker, value: Expr::Var(dst) }));
                    }
                    Op::Free { ref ptr, region: Region::Stack, .. } => {
                        for tracker in trackers.values() {
                            let same = Expr::binary(Binary::Eq, Expr::Var(*tracker), ptr.clone());
                            let value = Expr::select(same, Expr::Null, Expr::Var(*tracker));
                            blocks[at].lines.push(made(Op::Assign { dst: *tracker, value }));
                        }
                        blocks[at].lines.push(line(op));
                    }
                    op => blocks[at].lines.push(line(op)),
                }
            }
            let known = |var: VarId| Some(self.constants.get(&vars[var]).cloned().unwrap_or(Expr::Var(vars[var])));
            let end = body.end.renamed(&|expr| fold(expr, &known), &|to| ids[to]);
            blocks[at].span = body.span;
            match (end, back) {
                (End::Return(value), Some((to, result))) => {
                    let objects = stack.last().map(|active| active.objects.clone()).unwrap_or_default();
                    let at = die(blocks, at, &objects, body.span);
                    if let (Some(dst), Some(value)) = (result, value) {
                        let op = Op::Assign { dst, value };
                        blocks[at].lines.push(Line::made(op, body.span));
                    }
                    blocks[at].end = End::Goto(to);
                }
                (End::Return(_), None) => {
                    let objects = stack.last().map(|active| active.objects.clone()).unwrap_or_default();
                    let at = if self.first { at } else { die(blocks, at, &objects, body.span) };
                    blocks[at].end = End::Return(None);
                }
                (End::Halt(Halt::Thread), _) => {
                    let objects = stack.iter().flat_map(|active| active.objects.iter());
                    let objects: Vec<Object> = objects.map(|object| Object { certain: false, ..*object }).collect();
                    let at = die(blocks, at, &objects, body.span);
                    blocks[at].end = End::Halt(Halt::Thread);
                }
                (end, _) => blocks[at].end = end,
            }
        }
        stack.pop();
        Ok(entry)
    }

    /// How a block ends that calls a function; `back` is where it goes on, and what takes the result.
    #[allow(clippy::too_many_arguments, reason = "what a call is made of")]
    fn call(
        &mut self,
        blocks: &mut Map<BlockId, Node>,
        loc: Loc,
        span: Span,
        callee: &Callee,
        args: &[Expr],
        back: (BlockId, Option<VarId>),
        stack: &mut Vec<Active>,
    ) -> Result<End, Refusal> {
        let (ptr, check) = match callee {
            Callee::Direct(func) => return Ok(End::Goto(self.copy(blocks, *func, args, Some(back), stack)?)),
            Callee::Indirect { ptr, check } => (ptr, *check),
        };
        let fits = |copier: &Self, func: FuncId| {
            let function = &copier.program.functions[func];
            function.params.len() <= args.len()
                && back.1.is_none_or(|dst| copier.types.scalar(copier.vars[dst].ty) == function.result)
        };
        let targets = match ptr {
            Expr::Func(func) => vec![*func],
            _ => self.targets(loc, callee),
        };
        let mut next = self.no_function(blocks, check, span);
        for func in targets.into_iter().rev().filter(|func| fits(self, *func)).collect::<Vec<_>>() {
            let yes = self.copy(blocks, func, args, Some(back), stack)?;
            if *ptr == Expr::Func(func) {
                return Ok(End::Goto(yes));
            }
            let cond = Expr::binary(Binary::Eq, ptr.clone(), Expr::Func(func));
            let end = End::Branch { cond, yes, no: next };
            next = blocks.push(Node { lines: vec![], end, span, inside: false });
        }
        Ok(End::Goto(next))
    }
    fn no_function(&self, blocks: &mut Map<BlockId, Node>, check: Option<PropId>, span: Span) -> BlockId {
        match check {
            Some(prop) => self.dead_end(blocks, Op::Assert { cond: Expr::int(1, 0), prop }, span),
            None => {
                let why = "a call of what is no function that fits, in a translation of threads";
                self.dead_end(blocks, Op::Unsupported(why.into()), span)
            }
        }
    }
}

fn is_null(var: VarId) -> Expr {
    Expr::binary(Binary::Eq, Expr::Var(var), Expr::Null)
}

/// The stack objects of a call die; gives the block that goes on.
fn die(blocks: &mut Map<BlockId, Node>, mut at: BlockId, objects: &[Object], span: Span) -> BlockId {
    for Object { tracker, certain } in objects.iter().rev() {
        let op = Op::Free { ptr: Expr::Var(*tracker), region: Region::Stack, check: None };
        let free = Line::made(op, span);
        if *certain {
            blocks[at].lines.push(free);
            continue;
        }
        let node = |lines, end| Node { lines, end, span, inside: false };
        let next = blocks.push(node(vec![], End::Unreachable));
        let dying = blocks.push(node(vec![free], End::Goto(next)));
        blocks[at].end = End::Branch { cond: is_null(*tracker), yes: next, no: dying };
        at = next;
    }
    at
}
