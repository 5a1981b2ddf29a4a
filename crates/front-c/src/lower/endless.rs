//! Loops that never end (C17 6.8.5p6): an implementation may assume that an iteration statement ends if its controlling
//! expression is no constant and it performs no input or output, accesses no `volatile` object and synchronises nothing.
//! We take every loop to run as written, for ever if its condition stays true; the assumption is listed where there is a
//! loop of that kind that is not shown to end.
//!
//! What shows that a loop ends, or performs something, is a *step*: a block after which the loop cannot come back to its
//! head for ever. A loop is left alone if each way from its head back there goes through a step.
//!
//! - A signed number that is only ever increased overflows, one that is only ever decreased too, and a pointer that is moved
//!   in one direction leaves its object: both are undefined, so that no execution without undefined behaviour does it for
//!   ever. (Where overflow is not asked about, that is an assumption of its own.)
//! - An unsigned number is moved in one direction, and before it is moved again a comparison makes sure that it does not
//!   wrap around; or it is the index of an access, and no object is as large as the address space.
//! - A number is divided or shifted to the right, and a comparison makes sure that it is not zero yet.
//! - Unknown code, or a function of the library for input, output, threads or time, is called: that counts as input or output.
//!
//! The search runs on the blocks of one function; whether a callee performs something is asked when the program is whole.

use super::place::Place;
use super::{Entity, Lowering, catalogue};
use crate::ast::{Expr as Syntax, ExprKind, Symbol, UnaryOp};
use hecaton_base::Map;
use hecaton_ir::{
    Binary, Block, BlockId, Callee, Cast, End, Expr, FuncId, Inst, Op, Role, Scalar, Span, Unary, Var, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

const ENDLESS: &str = "loops that perform no input or output run for ever if their conditions stay true, though C allows \
                       to assume that they end (`-fno-finite-loops`)";

/// Headers whose functions perform input or output, or depend on something outside of the program, or synchronise.
const PERFORMING: [&str; 21] = [
    "stdio.h",
    "unistd.h",
    "fcntl.h",
    "dirent.h",
    "poll.h",
    "time.h",
    "pwd.h",
    "sched.h",
    "pthread.h",
    "semaphore.h",
    "threads.h",
    "syslog.h",
    "err.h",
    "error.h",
    "signal.h",
    "sys/time.h",
    "sys/random.h",
    "sys/stat.h",
    "sys/select.h",
    "sys/socket.h",
    "verifier intrinsics",
];
/// Beginnings of names that are declared there, or as functions of a compiler, and perform nothing.
const SILENT: [&str; 11] = [
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "asprintf",
    "vasprintf",
    "sscanf",
    "mktime",
    "gmtime",
    "__CPROVER_",
    "klee_",
];
/// Intrinsics that are inputs or synchronise, though their names begin like those.
const INPUTS: [&str; 5] = ["__CPROVER_nondet_", "__CPROVER_atomic_", "__CPROVER_input", "__CPROVER_output", "klee_int"];
/// Functions of compilers for atomic access.
const ATOMIC: [&str; 2] = ["__sync_", "__atomic_"];
/// Functions that go on in a text that ends when they are called with a null pointer.
const GOING_ON: [&str; 3] = ["strtok", "strtok_r", "__strtok_r"];

/// An iteration statement whose controlling expression is no constant: where it begins, and where those around it do.
#[derive(Clone, Debug)]
pub(super) struct Iteration {
    pub head: BlockId,
    pub around: Vec<BlockId>,
}

/// The iteration statements of a function, and the blocks that perform something.
#[derive(Clone, Debug, Default)]
pub(super) struct Loops {
    pub iterations: Vec<Iteration>,
    pub performing: FxHashSet<BlockId>,
}

/// A way back to the head of a loop without a step, but perhaps through callees that perform something: where it leads
/// from each block, and what is called there.
struct Open {
    head: BlockId,
    blocks: FxHashMap<BlockId, (Vec<BlockId>, Vec<FuncId>)>,
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Endless {
    open: Vec<Open>,
    performing: FxHashMap<FuncId, FxHashSet<BlockId>>,
    /// Functions without body, of which it is not known that they perform nothing.
    pub unknown: FxHashSet<FuncId>,
}

impl Lowering<'_> {
    /// Something is performed in the current block that makes a loop one that C does not assume to end.
    pub(super) fn performs(&mut self) {
        if !self.body.quiet {
            let block = self.body.current;
            self.body.loops.performing.insert(block);
        }
    }
    /// An object is read or written.
    pub(super) fn accesses(&mut self, place: &Place) {
        if place.quals.volatile || place.quals.atomic {
            self.performs();
        }
    }
    /// A function with a meaning of its own was called.
    pub(super) fn called_built_in(&mut self, name: Symbol) {
        if is_performing(self.text(name)) {
            self.performs();
        }
    }
    /// An iteration statement begins; `cond` is its controlling expression.
    pub(super) fn begins_loop(&mut self, head: BlockId, cond: Option<&Syntax>, span: Span) {
        let constant = cond.is_none_or(|cond| self.is_constant_form(cond));
        if !constant && self.is_own_code(span) {
            let around = self.body.heads.clone();
            self.body.loops.iterations.push(Iteration { head, around });
        }
        self.body.heads.push(head);
    }
    /// Whether an expression has the form of a constant expression (6.6).
    fn is_constant_form(&self, e: &Syntax) -> bool {
        match &e.kind {
            ExprKind::Name(name) => matches!(self.lookup(*name), Some(Entity::Constant(..))),
            ExprKind::Unary { op, arg } => match op {
                UnaryOp::AddrOf
                | UnaryOp::Deref
                | UnaryOp::PreInc
                | UnaryOp::PreDec
                | UnaryOp::PostInc
                | UnaryOp::PostDec => false,
                _ => self.is_constant_form(arg),
            },
            ExprKind::Binary { first, rest } => {
                self.is_constant_form(first) && rest.iter().all(|step| self.is_constant_form(&step.arg))
            }
            ExprKind::Cond { cond, yes, no } => {
                let yes = yes.as_ref().is_none_or(|yes| self.is_constant_form(yes));
                self.is_constant_form(cond) && yes && self.is_constant_form(no)
            }
            ExprKind::Cast { arg, .. } => self.is_constant_form(arg),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::Bool(_)
            | ExprKind::Nullptr
            | ExprKind::SizeofType(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::AlignofType { .. }
            | ExprKind::AlignofExpr(_)
            | ExprKind::Offsetof { .. }
            | ExprKind::TypesCompatible(..) => true,
            _ => false,
        }
    }

    /// A function is complete.
    pub(super) fn look_for_endless(&mut self, func: FuncId, loops: Loops) {
        let Loops { iterations, performing } = loops;
        let goes_on = |op: &Op| match op {
            Op::Call { callee: Callee::Direct(to), args, .. } => {
                GOING_ON.contains(&self.functions[*to].name.as_str()) && args.first() == Some(&Expr::Null)
            }
            _ => false,
        };
        let function = &self.functions[func];
        let word = self.word_bits();
        let search = Search { blocks: &function.blocks, vars: &function.vars, performing: &performing, word };
        let open: Vec<Open> = iterations.iter().filter_map(|iteration| search.open(iteration, &goes_on)).collect();
        self.endless.open.extend(open);
        if !performing.is_empty() {
            self.endless.performing.insert(func, performing);
        }
    }
    /// Tells whether the whole program has a loop that is not shown to end.
    pub(super) fn tell_endless(&mut self) {
        let Endless { open, performing, unknown } = std::mem::take(&mut self.endless);
        if open.is_empty() {
            return;
        }
        let mut known: FxHashSet<FuncId> = unknown;
        for (id, function) in self.functions.iter() {
            if is_performing(&function.name) && (self.is_model(function.span) || !function.has_body()) {
                known.insert(id);
            }
        }
        // A function performs something if each way through it does.
        loop {
            let before = known.len();
            for (id, function) in self.functions.iter().filter(|(_, function)| function.has_body()) {
                let performing = performing.get(&id);
                let stops = |block: BlockId| {
                    let calls = |inst: &Inst| match &inst.op {
                        Op::Call { callee: Callee::Direct(to), .. } => known.contains(to),
                        op => synchronises(op),
                    };
                    performing.is_some_and(|blocks| blocks.contains(&block))
                        || function.blocks[block].insts.iter().any(calls)
                };
                let returns = |block: BlockId| matches!(function.blocks[block].end, End::Return(_));
                let next = |block: BlockId| function.blocks[block].end.targets();
                if !known.contains(&id) && !is_reached(&[function.entry], next, stops, returns) {
                    known.insert(id);
                }
            }
            if known.len() == before {
                break;
            }
        }
        let endless = |open: &Open| {
            let next = |block: BlockId| open.blocks.get(&block).map_or_else(Vec::new, |(next, _)| next.clone());
            let stops = |block: BlockId| {
                open.blocks.get(&block).is_none_or(|(_, callees)| callees.iter().any(|f| known.contains(f)))
            };
            !stops(open.head) && is_reached(&next(open.head), next, stops, |block| block == open.head)
        };
        if open.iter().any(endless) {
            self.note(ENDLESS.into());
        }
    }
}

/// Whether a function of the library performs input or output or synchronises, by its name.
fn is_performing(name: &str) -> bool {
    let begins = |with: &&str| name.starts_with(with);
    if INPUTS.iter().any(begins) || ATOMIC.iter().any(begins) {
        return true;
    }
    let plain = name.trim_start_matches('_').trim_start_matches("isoc99_").trim_start_matches("isoc23_");
    if SILENT.iter().any(|silent| begins(silent) || plain.starts_with(silent)) {
        return false;
    }
    let nondet = ["__VERIFIER_nondet_", "nondet_", "__VERIFIER_atomic_", "__ESBMC_atomic_"];
    match catalogue::header(name) {
        Some("verifier intrinsics") | None => nondet.iter().any(begins),
        Some(header) => PERFORMING.contains(&header),
    }
}

/// Whether an instruction has to do with other threads.
fn synchronises(op: &Op) -> bool {
    matches!(op, Op::Spawn { .. } | Op::Join { .. } | Op::Atomic { .. } | Op::Await { .. } | Op::Unsupported(_))
}

/// Whether a block that is wanted is reached from some blocks, without going on where that `stops`.
fn is_reached(
    from: &[BlockId],
    next: impl Fn(BlockId) -> Vec<BlockId>,
    stops: impl Fn(BlockId) -> bool,
    wanted: impl Fn(BlockId) -> bool,
) -> bool {
    let (mut open, mut seen): (Vec<BlockId>, FxHashSet<BlockId>) = (from.to_vec(), FxHashSet::default());
    while let Some(block) = open.pop() {
        if stops(block) || !seen.insert(block) {
            continue;
        }
        if wanted(block) {
            return true;
        }
        open.extend(next(block));
    }
    false
}

/// What a step does to a number.
#[derive(Clone, Debug, PartialEq)]
enum Move {
    /// Adds a constant; the overflow of the signed sum is undefined, or the number is a pointer.
    Undefined(i128),
    /// Adds a constant, modulo two to the power of the width.
    Wrapping(i128, u32),
    /// Comes closer to zero, unless it is zero.
    Shrinks,
    /// The same, and a negative number may stay what it is.
    ShrinksAbove,
}

/// A number that a loop changes: a variable, or what is in memory at a constant address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Number {
    Register(VarId),
    Cell(Expr),
}

/// One change of a number: where, and what it is, unless that is not known.
struct Change {
    block: BlockId,
    made: Option<Move>,
}

/// The search for ways back to the head of a loop.
struct Search<'a> {
    blocks: &'a Map<BlockId, Block>,
    vars: &'a Map<VarId, Var>,
    performing: &'a FxHashSet<BlockId>,
    word: u32,
}

impl Search<'_> {
    /// What is left of a loop when it may come back to its head without a step.
    fn open(&self, iteration: &Iteration, goes_on: &dyn Fn(&Op) -> bool) -> Option<Open> {
        let inside = self.inside(iteration);
        if !inside.contains(&iteration.head) {
            return None;
        }
        let changes = self.changes(&inside);
        let mut steps: FxHashSet<BlockId> = FxHashSet::default();
        for (number, changes) in &changes {
            if self.is_progress(number, changes, &inside) {
                steps.extend(changes.iter().map(|change| change.block));
            }
        }
        for block in &inside {
            let stops = |inst: &Inst| synchronises(&inst.op) || goes_on(&inst.op);
            if self.performing.contains(block) || self.blocks[*block].insts.iter().any(stops) {
                steps.insert(*block);
            }
        }
        let next = |block: BlockId| self.next(block, &inside);
        let stops = |block: BlockId| steps.contains(&block);
        if stops(iteration.head) || !is_reached(&next(iteration.head), next, stops, |block| block == iteration.head) {
            return None;
        }
        let callees = |block: BlockId| {
            let direct = |inst: &Inst| match &inst.op {
                Op::Call { callee: Callee::Direct(to), .. } => Some(*to),
                _ => None,
            };
            self.blocks[block].insts.iter().filter_map(direct).collect()
        };
        let left = inside.iter().filter(|block| !steps.contains(block));
        let blocks = left.map(|block| (*block, (self.next(*block, &inside), callees(*block)))).collect();
        Some(Open { head: iteration.head, blocks })
    }
    fn next(&self, block: BlockId, inside: &FxHashSet<BlockId>) -> Vec<BlockId> {
        let mut next = self.blocks[block].end.targets();
        next.retain(|to| inside.contains(to));
        next
    }
    /// The blocks from which a loop comes back to its head, without leaving for the heads of those around it.
    fn inside(&self, iteration: &Iteration) -> FxHashSet<BlockId> {
        let Iteration { head, around } = iteration;
        let (mut seen, mut open) = (FxHashSet::default(), vec![*head]);
        let mut before: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        while let Some(block) = open.pop() {
            if !seen.insert(block) {
                continue;
            }
            for to in self.blocks[block].end.targets() {
                if to == *head || !around.contains(&to) {
                    before.entry(to).or_default().push(block);
                    open.push(to);
                }
            }
        }
        let mut back = FxHashSet::default();
        let mut open = before.get(head).cloned().unwrap_or_default();
        while let Some(block) = open.pop() {
            if back.insert(block) && block != *head {
                open.extend(before.get(&block).into_iter().flatten());
            }
        }
        back
    }
    /// What the blocks of a loop change. Cells are looked at only where nothing else can write them.
    fn changes(&self, inside: &FxHashSet<BlockId>) -> FxHashMap<Number, Vec<Change>> {
        let mut changes: FxHashMap<Number, Vec<Change>> = FxHashMap::default();
        let (mut lost, mut stored): (bool, Vec<&Expr>) = (false, Vec::new());
        for block in inside {
            for (index, inst) in self.blocks[*block].insts.iter().enumerate() {
                let (number, value) = match &inst.op {
                    Op::Assign { dst, value } => (Number::Register(*dst), Some(value)),
                    Op::Store { ptr, value, .. } => {
                        stored.push(ptr);
                        (Number::Cell(ptr.clone()), Some(value))
                    }
                    Op::Load { dst, .. }
                    | Op::Havoc { dst }
                    | Op::Approximate { dst, .. }
                    | Op::Inspect { dst, .. }
                    | Op::Thread { dst } => (Number::Register(*dst), None),
                    Op::Alloc { dst, .. } | Op::Spawn { dst, .. } | Op::Call { dst: Some(dst), .. } => {
                        lost = true;
                        (Number::Register(*dst), None)
                    }
                    Op::Call { dst: None, .. }
                    | Op::Copy { .. }
                    | Op::Fill { .. }
                    | Op::Free { .. }
                    | Op::Clobber { .. }
                    | Op::Join { .. }
                    | Op::Atomic { .. }
                    | Op::Await { .. }
                    | Op::Unsupported(_) => {
                        lost = true;
                        continue;
                    }
                    Op::Assume { .. } | Op::Assert { .. } | Op::Log(_) => continue,
                };
                let made = value.and_then(|value| self.move_of(&number, value, *block, index));
                changes.entry(number).or_default().push(Change { block: *block, made });
            }
        }
        let apart = |cell: &Expr| stored.iter().all(|at| *at == cell || self.are_apart(cell, at));
        changes.retain(|number, _| match number {
            Number::Register(_) => true,
            Number::Cell(cell) => !lost && self.object(cell).is_some() && is_fixed(cell) && apart(cell),
        });
        changes
    }
    /// The object with a name that an address leads into.
    fn object<'e>(&self, at: &'e Expr) -> Option<&'e Expr> {
        super::undefined::named(self.vars, at)
    }
    fn are_apart(&self, a: &Expr, b: &Expr) -> bool {
        matches!((self.object(a), self.object(b)), (Some(a), Some(b)) if a != b)
    }
    /// What number an expression is, at a place in a block.
    fn number(&self, e: &Expr, block: BlockId, before: usize) -> Option<Number> {
        let Expr::Var(var) = e else { return None };
        if self.vars.get(*var)?.role != Role::Temp {
            return Some(Number::Register(*var));
        }
        // A temporary holds what it took last.
        let insts = &self.blocks[block].insts;
        let taken = insts[..before.min(insts.len())].iter().rev().find_map(|inst| match &inst.op {
            Op::Assign { dst, value } if dst == var => Some(match value {
                Expr::Var(from) => Number::Register(*from),
                _ => Number::Register(*var),
            }),
            Op::Load { dst, ptr, .. } if dst == var => Some(Number::Cell(ptr.clone())),
            _ => None,
        });
        Some(taken.unwrap_or(Number::Register(*var)))
    }
    /// What storing a value does to a number.
    fn move_of(&self, number: &Number, value: &Expr, block: BlockId, index: usize) -> Option<Move> {
        let is_it = |e: &Expr| self.number(e, block, index).as_ref() == Some(number);
        let plain = |e: &Expr| match e {
            Expr::Cast(Cast::ZExt | Cast::SExt, _, inner) => is_it(inner),
            e => is_it(e),
        };
        let (value, width) = match value {
            Expr::Cast(Cast::Trunc, Scalar::Int(width), inner) => (&**inner, Some(*width)),
            value => (value, None),
        };
        match value {
            Expr::Offset(parts) => {
                let by = constant(&parts[1]).filter(|by| *by != 0)?;
                is_it(&parts[0]).then_some(Move::Undefined(by))
            }
            Expr::Binary(op @ (Binary::Add | Binary::Sub), parts) if plain(&parts[0]) => {
                let Expr::Int(bits) = &parts[1] else { return None };
                let by = constant(&parts[1]).filter(|by| *by != 0)?;
                let by = if *op == Binary::Sub { -by } else { by };
                // The check of the same sum or difference stands right before it.
                let checked = self.blocks[block].insts[..index].iter().rev().take(4).any(|inst| {
                    let Op::Assert { cond: Expr::Unary(Unary::Not, cond), .. } = &inst.op else { return false };
                    let Expr::Binary(asked, operands) = &**cond else { return false };
                    let amount = match asked {
                        Binary::SAddOverflow => constant(&operands[1]),
                        Binary::SSubOverflow => constant(&operands[1]).map(|amount| -amount),
                        _ => None,
                    };
                    operands[0] == parts[0] && amount == Some(by)
                });
                Some(if checked && width.is_none() {
                    Move::Undefined(by)
                } else {
                    Move::Wrapping(by, width.unwrap_or(bits.width()))
                })
            }
            Expr::Binary(op, parts) if plain(&parts[0]) => {
                let by = constant(&parts[1]);
                let extended = matches!(parts[0], Expr::Cast(Cast::SExt, ..));
                match op {
                    Binary::SDiv if by.is_some_and(|by| by > 1) => Some(Move::Shrinks),
                    // The bits of an extended sign would come down.
                    Binary::UDiv if !extended && by.is_some_and(|by| by > 1) => Some(Move::Shrinks),
                    Binary::LShr if !extended && by.is_some_and(|by| by > 0) => Some(Move::Shrinks),
                    Binary::AShr if by.is_some_and(|by| by > 0) => Some(Move::ShrinksAbove),
                    Binary::And => match &parts[1] {
                        // `n & (n - 1)` has one bit less.
                        Expr::Binary(Binary::Add, less) if less[0] == parts[0] && constant(&less[1]) == Some(-1) => {
                            Some(Move::Shrinks)
                        }
                        Expr::Binary(Binary::Sub, less) if less[0] == parts[0] && constant(&less[1]) == Some(1) => {
                            Some(Move::Shrinks)
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }
    /// Whether these changes of a number cannot go on for ever.
    fn is_progress(&self, number: &Number, changes: &[Change], inside: &FxHashSet<BlockId>) -> bool {
        let moves: Option<Vec<&Move>> = changes.iter().map(|change| change.made.as_ref()).collect();
        let Some(moves) = moves else { return false };
        let by = |made: &&Move| match made {
            Move::Undefined(by) => Some(*by > 0),
            Move::Wrapping(..) | Move::Shrinks | Move::ShrinksAbove => None,
        };
        let directions: Vec<Option<bool>> = moves.iter().map(by).collect();
        if directions.iter().all(|up| *up == Some(true)) || directions.iter().all(|up| *up == Some(false)) {
            return true;
        }
        let [Change { block, made: Some(made) }] = changes else { return false };
        // Whether the number is changed again only by way of a guard.
        let guarded = |from: BlockId, to: BlockId| match &self.blocks[from].end {
            End::Branch { cond, yes, no } if yes != no && (*yes == to || *no == to) => {
                self.guards(number, made, (cond, to == *yes), from, inside)
            }
            _ => false,
        };
        let next = |from: BlockId| -> Vec<BlockId> {
            self.next(from, inside).into_iter().filter(|to| !guarded(from, *to)).collect()
        };
        if !is_reached(&next(*block), next, |_| false, |to| to == *block) {
            return true;
        }
        let indexes = |at: BlockId| {
            matches!(made, Move::Wrapping(_, width) if *width == self.word)
                && self.blocks[at].insts.iter().any(|inst| match &inst.op {
                    Op::Load { ptr, .. } | Op::Store { ptr, .. } => {
                        is_index(number, ptr, |var| self.is_kept(var, inside))
                    }
                    _ => false,
                })
        };
        let next = |from: BlockId| self.next(from, inside);
        indexes(*block) || !is_reached(&next(*block), next, indexes, |to| to == *block)
    }
    /// Whether no block of a loop changes a variable.
    fn is_kept(&self, var: VarId, inside: &FxHashSet<BlockId>) -> bool {
        let writes = |inst: &Inst| match &inst.op {
            Op::Assign { dst, .. }
            | Op::Load { dst, .. }
            | Op::Havoc { dst }
            | Op::Approximate { dst, .. }
            | Op::Inspect { dst, .. }
            | Op::Thread { dst }
            | Op::Alloc { dst, .. }
            | Op::Spawn { dst, .. }
            | Op::Call { dst: Some(dst), .. } => *dst == var,
            Op::Call { dst: None, .. }
            | Op::Store { .. }
            | Op::Copy { .. }
            | Op::Fill { .. }
            | Op::Free { .. }
            | Op::Clobber { .. }
            | Op::Join { .. }
            | Op::Atomic { .. }
            | Op::Await { .. }
            | Op::Unsupported(_)
            | Op::Assume { .. }
            | Op::Assert { .. }
            | Op::Log(_) => false,
        };
        !inside.iter().any(|block| self.blocks[*block].insts.iter().any(writes))
    }
    /// Whether a branch is taken only where the number can be changed in this way without an end being put off for ever.
    fn guards(
        &self,
        number: &Number,
        made: &Move,
        (cond, holds): (&Expr, bool),
        block: BlockId,
        inside: &FxHashSet<BlockId>,
    ) -> bool {
        // Where the change stands in the same block, what is compared is the number before it or after it: either way the
        // comparison lies between this change and the next one.
        let is_it = |e: &Expr| self.number(e, block, usize::MAX).as_ref() == Some(number);
        // The number itself, or what it is widened to.
        let side = |e: &Expr| match e {
            Expr::Cast(Cast::ZExt, _, inner) if is_it(inner) => Some(Cast::ZExt),
            Expr::Cast(Cast::SExt, _, inner) if is_it(inner) => Some(Cast::SExt),
            e => is_it(e).then_some(Cast::Trunc),
        };
        match cond {
            Expr::Unary(Unary::Not, inner) => self.guards(number, made, (inner, !holds), block, inside),
            Expr::Binary(Binary::And, parts) if holds => {
                parts.iter().any(|part| self.guards(number, made, (part, true), block, inside))
            }
            Expr::Binary(Binary::Or, parts) if !holds => {
                parts.iter().any(|part| self.guards(number, made, (part, false), block, inside))
            }
            Expr::Binary(Binary::Eq, parts) if !holds => {
                let (this, other) = match (side(&parts[0]), side(&parts[1])) {
                    (Some(_), None) => (&parts[0], &parts[1]),
                    (None, Some(_)) => (&parts[1], &parts[0]),
                    _ => return false,
                };
                let zero = constant(other) == Some(0);
                let kept = match other {
                    Expr::Int(_) => true,
                    Expr::Var(var) => self.is_kept(*var, inside),
                    _ => false,
                };
                match made {
                    Move::Wrapping(1 | -1, _) => {
                        let plain = matches!(other, Expr::Int(_)) || side(this) == Some(Cast::Trunc);
                        kept && plain && can_equal(this, other, made)
                    }
                    Move::Shrinks => zero,
                    Move::Wrapping(..) | Move::Undefined(_) | Move::ShrinksAbove => false,
                }
            }
            Expr::Binary(op @ (Binary::ULt | Binary::ULe | Binary::SLt | Binary::SLe), parts) => {
                let signed = matches!(op, Binary::SLt | Binary::SLe);
                // `a < b` is the same as not `b <= a`.
                let strict = matches!(op, Binary::ULt | Binary::SLt) == holds;
                let (low, high) = if holds { (&parts[0], &parts[1]) } else { (&parts[1], &parts[0]) };
                match (side(low), side(high)) {
                    (Some(cast), None) => is_below(made, cast, high, signed, strict),
                    (None, Some(cast)) => is_above(made, cast, low, signed, strict),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// Whether a number that goes through all values of its width equals a constant some time.
fn can_equal(this: &Expr, other: &Expr, made: &Move) -> bool {
    let (Expr::Cast(cast, ..), Move::Wrapping(_, width), Some(other)) = (this, made, constant(other)) else {
        return true;
    };
    let half = 1i128 << (width - 1).min(126);
    match cast {
        Cast::SExt => (-half..half).contains(&other),
        _ => (0..2 * half).contains(&other),
    }
}

/// Whether a number below a bound can be increased without wrapping around.
fn is_below(made: &Move, cast: Cast, bound: &Expr, signed: bool, strict: bool) -> bool {
    let Move::Wrapping(by, width) = made else { return false };
    if *by < 1 || *width > 64 {
        return false;
    }
    let by_sign = match cast {
        Cast::ZExt => false,
        Cast::SExt => true,
        _ => signed,
    };
    // A sign that is extended says nothing about an unsigned comparison.
    if cast == Cast::SExt && !signed {
        return false;
    }
    let most = if by_sign { (1i128 << (width - 1)) - 1 } else { (1i128 << width) - 1 };
    // What is not widened is compared with numbers of its own type.
    let greatest = greatest(bound, signed);
    let greatest = if cast == Cast::Trunc { greatest.min(most) } else { greatest };
    greatest - i128::from(strict) + by <= most
}

/// Whether a number above a bound can be decreased, or comes closer to zero.
fn is_above(made: &Move, cast: Cast, bound: &Expr, signed: bool, strict: bool) -> bool {
    let Some(bound) = least(bound, signed) else { return false };
    let bound = bound + i128::from(strict);
    match made {
        Move::Shrinks => bound > 0,
        Move::ShrinksAbove => bound > 0 && signed && cast != Cast::ZExt,
        Move::Wrapping(by, width) if *by < 0 && *width <= 64 => {
            let by_sign = if cast == Cast::Trunc { signed } else { cast == Cast::SExt };
            let fewest = if by_sign { -(1i128 << (width - 1)) } else { 0 };
            (cast != Cast::SExt || signed) && bound + by >= fewest
        }
        Move::Wrapping(..) | Move::Undefined(_) => false,
    }
}

/// The greatest number that an expression can be, by its form.
fn greatest(e: &Expr, signed: bool) -> i128 {
    match e {
        Expr::Int(bits) if signed => bits.to_i64().map_or(i128::MAX / 4, i128::from),
        Expr::Int(bits) => bits.to_u64().map_or(i128::MAX / 4, i128::from),
        Expr::Cast(Cast::ZExt, _, inner) => width_of(inner).map_or(i128::MAX / 4, |width| (1 << width) - 1),
        // The comparison is of the type of the number, unless it is widened.
        Expr::Cast(Cast::SExt, Scalar::Int(_), inner) if signed => {
            width_of(inner).map_or(i128::MAX / 4, |width| (1 << (width - 1)) - 1)
        }
        e => match width_of(e) {
            Some(width) if signed => (1 << (width - 1)) - 1,
            Some(width) => (1 << width) - 1,
            None => i128::MAX / 4,
        },
    }
}

/// The least number that an expression can be, by its form.
fn least(e: &Expr, signed: bool) -> Option<i128> {
    match e {
        Expr::Int(bits) if signed => bits.to_i64().map(i128::from),
        Expr::Int(bits) => bits.to_u64().map(i128::from),
        _ if !signed => Some(0),
        _ => None,
    }
}

/// The width of an expression of at most 64 bits, as far as its form says.
fn width_of(e: &Expr) -> Option<u32> {
    match e {
        Expr::Int(bits) => Some(bits.width()),
        Expr::Cast(_, Scalar::Int(width), _) => Some(*width),
        _ => None,
    }
    .filter(|width| (1..=64).contains(width))
}

/// The number that a constant is, taken as signed.
fn constant(e: &Expr) -> Option<i128> {
    let Expr::Int(bits) = e else { return None };
    bits.to_i64().map(i128::from)
}

/// Whether an address is the same in every round of a loop.
fn is_fixed(at: &Expr) -> bool {
    match at {
        Expr::Global(_) | Expr::Var(_) => true,
        Expr::Offset(parts) => is_fixed(&parts[0]) && matches!(parts[1], Expr::Int(_)),
        _ => false,
    }
}

/// Whether an address is that of an element of an array, by a number.
fn is_index(number: &Number, at: &Expr, kept: impl Fn(VarId) -> bool) -> bool {
    let (Expr::Offset(parts), Number::Register(var)) = (at, number) else { return false };
    let base = match &parts[0] {
        Expr::Global(_) => true,
        Expr::Var(base) => kept(*base),
        _ => false,
    };
    let is_it = |e: &Expr| *e == Expr::Var(*var);
    let scaled = match &parts[1] {
        Expr::Binary(Binary::Mul, factors) => is_it(&factors[0]) && constant(&factors[1]).is_some_and(|by| by > 0),
        e => is_it(e),
    };
    base && scaled
}
