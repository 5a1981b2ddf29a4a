//! Writes the code of threads into the one function of the sequential program. What the translations do differently is
//! behind [`Scheme`]; what a line of a thread means is said here.
//!
//! So that a run of the sequential program can be told as one of the original, variables that nothing reads are written
//! on the way: [`Mark`] says what happens to a thread, and `turn` in which turn.

use super::flat::Line;
use super::inline::Copier;
use super::judge::{Judge, Stand};
use super::memory::{bytes_of, can_be_freed, is_plain, valid};
use super::plan::Plan;
use super::shared::{Made, Shared};
use crate::analysis::effects::{Act, Awaited, Taken, Way};
use crate::expr::{Binary, Expr};
use crate::passes::{NO_THREAD, awaited};
use crate::program::{Block, BlockId, End, Halt, Inst, Op, PropId, Region, Span, VarId};
use crate::types::Scalar;
use hecaton_base::Map;

/// What happens to a thread in a run of the sequential program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It starts, or is computed once more from its start.
    Begin,
    /// It executes something visible outside of atomic sections.
    Step,
    /// What it executes makes a thread.
    Spawn,
    /// The next choice of the run is one of the thread's.
    Choice,
    /// It makes an object that is a global of the sequential program.
    Global,
    /// It has ended.
    Ended,
    /// An assumption of it does not hold.
    Stopped,
    /// It violates a property.
    Violated,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 8] =
        [Mark::Begin, Mark::Step, Mark::Spawn, Mark::Choice, Mark::Global, Mark::Ended, Mark::Stopped, Mark::Violated];
    /// The number that is written for it: with the thread, and the property or the global it is about.
    fn number(self, thread: usize, about: usize) -> u64 {
        let kind = Self::ALL.iter().position(|mark| *mark == self).unwrap_or(0) as u64;
        kind | (thread as u64) << 8 | (about as u64) << 24
    }
    /// The mark, the thread and what it is about, by the number.
    pub fn of(number: u64) -> Option<(Mark, u32, u32)> {
        let mark = *Self::ALL.get(usize::try_from(number & 0xff).ok()?)?;
        Some((mark, (number >> 8 & 0xffff) as u32, u32::try_from(number >> 24).ok()?))
    }
}

/// How a thread goes away for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    /// It has ended.
    Ended,
    /// An assumption does not hold, or it stays where it is for ever.
    Stays,
    /// Nobody runs any more: it is about to access something inside of an atomic section.
    Frozen,
}

/// The function that is written.
pub(super) struct Out<'c, 'p> {
    pub copier: &'c mut Copier<'p>,
    pub plan: &'c Plan,
    pub shared: &'c Shared,
    pub blocks: Map<BlockId, Block>,
    /// The block that is written to.
    pub at: BlockId,
    pub span: Span,
    step: VarId,
    turn: VarId,
    /// Whether turns are not executed in their order, so that it is said which turn it is.
    pub says_turns: bool,
    /// What is to be said at the end of all turns.
    pub judge: Option<Judge>,
}

/// What translations do differently.
pub(super) trait Scheme {
    /// Others may run here; the code goes on where this thread goes on.
    fn switch(&mut self, out: &mut Out<'_, '_>, slot: usize);
    /// The thread does something that needs a turn, but that nobody else can see.
    fn quiet(&mut self, out: &mut Out<'_, '_>, slot: usize);
    /// An access to memory, or a question about it.
    fn access(&mut self, out: &mut Out<'_, '_>, slot: usize, at: Made, op: Op);
    /// The property is violated if the condition does not hold.
    fn assert(&mut self, out: &mut Out<'_, '_>, slot: usize, cond: Expr, prop: PropId);
    /// Something is not supported: the thread does not go on.
    fn unsupported(&mut self, out: &mut Out<'_, '_>, slot: usize, why: &str);
    /// The number of a new thread.
    fn spawn(&mut self, out: &mut Out<'_, '_>, slot: usize, made: Option<usize>, dst: VarId);
    /// Whether a thread has ended, as one of them sees it.
    fn ended(&mut self, out: &mut Out<'_, '_>, slot: usize, of: usize) -> Expr;
    /// Whether a thread has been made, as one of them sees it.
    fn exists(&mut self, out: &mut Out<'_, '_>, slot: usize, of: usize) -> Expr;
    /// The thread goes away for good; ends the block.
    fn leave(&mut self, out: &mut Out<'_, '_>, slot: usize, how: Leaving);
}

impl<'c, 'p> Out<'c, 'p> {
    pub fn new(copier: &'c mut Copier<'p>, plan: &'c Plan, shared: &'c Shared) -> Self {
        let (step, turn) = (copier.number("step", 64), copier.number("turn", 64));
        let span = Span::nowhere();
        let mut blocks = Map::new();
        let at = blocks.push(Block { insts: vec![], end: End::Unreachable, span });
        Out { copier, plan, shared, blocks, at, span, step, turn, says_turns: false, judge: None }
    }
    /// The variables that say what happens.
    pub fn marks(&self) -> (VarId, VarId) {
        (self.step, self.turn)
    }
    /// A new block.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Block { insts: vec![], end: End::Unreachable, span: self.span })
    }
    pub fn push(&mut self, op: Op) {
        let span = self.span;
        self.blocks[self.at].insts.push(Inst { op, span });
    }
    pub fn assign(&mut self, dst: VarId, value: Expr) {
        self.push(Op::Assign { dst, value });
    }
    pub fn assume(&mut self, cond: Expr) {
        self.push(Op::Assume { cond });
    }
    /// Ends the block.
    pub fn end(&mut self, end: End) {
        let span = self.span;
        let block = &mut self.blocks[self.at];
        (block.end, block.span) = (end, span);
    }
    /// Ends the block by going to a new one.
    pub fn goto_new(&mut self) -> BlockId {
        let next = self.block();
        self.end(End::Goto(next));
        self.at = next;
        next
    }
    /// Goes on where a condition holds; gives the block for where it does not.
    pub fn split(&mut self, cond: Expr) -> BlockId {
        let (yes, no) = (self.block(), self.block());
        self.end(End::Branch { cond, yes, no });
        self.at = yes;
        no
    }
    /// A new variable for a number, with an arbitrary value.
    pub fn arbitrary(&mut self, name: &str, bits: u32) -> VarId {
        let var = self.copier.number(name, bits);
        self.push(Op::Havoc { dst: var });
        var
    }
    pub fn mark(&mut self, mark: Mark, slot: usize, about: usize) {
        let value = Expr::int(64, mark.number(slot, about) as i64);
        self.assign(self.step, value);
    }
    /// Says which turn it is from here on.
    pub fn note_turn(&mut self, turn: Expr) {
        let value = Expr::cast(crate::expr::Cast::ZExt, Scalar::Int(64), turn);
        self.assign(self.turn, value);
        self.says_turns = true;
    }
}

/// `a == b`.
pub(super) fn equal(a: Expr, b: Expr) -> Expr {
    Expr::binary(Binary::Eq, a, b)
}
/// `a == n` for a variable with so many bits.
pub(super) fn is(var: VarId, bits: u32, n: usize) -> Expr {
    equal(Expr::Var(var), Expr::int(bits, n as i64))
}
/// Both conditions.
pub(super) fn and(a: Expr, b: Expr) -> Expr {
    Expr::binary(Binary::And, a, b)
}
/// One of the conditions.
pub(super) fn or(a: Expr, b: Expr) -> Expr {
    Expr::binary(Binary::Or, a, b)
}

/// Writes the code of a thread; gives the block it starts in.
pub(super) fn thread(out: &mut Out<'_, '_>, scheme: &mut dyn Scheme, slot: usize) -> BlockId {
    let plan = out.plan;
    let flat = &plan.threads[slot];
    let reached = flat.reachable();
    let ids: Map<BlockId, BlockId> = flat.blocks.keys().map(|_| out.block()).collect();
    for block in reached {
        let node = &flat.blocks[block];
        out.at = ids[block];
        let mut going = true;
        for (i, line) in node.lines.iter().enumerate() {
            out.span = line.span;
            going = write(out, scheme, (slot, block, i), line);
            if !going {
                break;
            }
        }
        out.span = node.span;
        if !going {
            continue;
        }
        let end = node.end.renamed(&Expr::clone, &|to| ids[to]);
        match end {
            End::Return(_) if slot > 0 => ended(out, scheme, slot),
            End::Halt(Halt::Thread) => ended(out, scheme, slot),
            // The program ends: nobody runs on, or the others do as if this thread were never chosen again.
            End::Return(_) | End::Halt(Halt::Exit | Halt::Abort) => {
                if node.inside {
                    out.assume(Expr::int(1, 0));
                }
                out.stands(slot, Stand::Over);
                scheme.leave(out, slot, Leaving::Stays);
            }
            end => out.end(end),
        }
    }
    ids[flat.entry]
}

fn ended(out: &mut Out<'_, '_>, scheme: &mut dyn Scheme, slot: usize) {
    out.mark(Mark::Ended, slot, 0);
    out.stands(slot, Stand::Ended);
    scheme.leave(out, slot, Leaving::Ended);
}

/// Whether an access that is checked is valid, where that is not plain.
fn is_valid(out: &mut Out<'_, '_>, op: &Op) -> Option<Expr> {
    let effects = op.effects();
    // These are vouched for, or others can run before them anyway.
    if effects.check.is_none() || effects.synchronises() {
        return None;
    }
    let mut all: Option<Expr> = None;
    for access in effects.accesses() {
        let valid = match (access.way, bytes_of(out, access.extent)) {
            (Way::Read | Way::Write(_), Some(bytes)) if is_plain(out, access.ptr, &bytes) => continue,
            (Way::Read | Way::Write(_), Some(bytes)) => valid(out, access.ptr, &bytes, access.changes()),
            (Way::Free(Region::Heap), _) => can_be_freed(out, access.ptr),
            (Way::Read | Way::Write(_), None) | (Way::Free(Region::Stack) | Way::Ask(_), _) => continue,
        };
        all = Some(all.map_or(valid.clone(), |all| and(all, valid)));
    }
    all
}

/// Writes a line; whether the code goes on behind it.
fn write(out: &mut Out<'_, '_>, scheme: &mut dyn Scheme, at: Made, line: &Line) -> bool {
    let (slot, op) = (at.0, &line.op);
    let visible = op.is_visible() && !line.inside && !line.made;
    if visible {
        out.stands_before(at, op);
        if op.effects().synchronises() || out.shared.is_shared(at) {
            scheme.switch(out, slot);
        } else {
            scheme.quiet(out, slot);
            // Nobody sees it, but if it is invalid it ends what all threads do, and others can do something before.
            if let Some(valid) = is_valid(out, op) {
                let invalid = out.split(valid);
                let on = std::mem::replace(&mut out.at, invalid);
                scheme.switch(out, slot);
                out.end(End::Goto(on));
                out.at = on;
            }
        }
        out.mark(Mark::Step, slot, 0);
    }
    if line.inside && !line.made && out.may_freeze(at, op) {
        let freezes = out.arbitrary("freezes", 1);
        let away = out.split(Expr::not(Expr::Var(freezes)));
        let on = std::mem::replace(&mut out.at, away);
        out.freezes_before(at, op);
        scheme.leave(out, slot, Leaving::Frozen);
        out.at = on;
    }
    let effects = op.effects();
    match effects.act {
        Some(Act::Await(Awaited { values, one, owned: _ })) => {
            let ty = values.first().and_then(|value| out.copier.ty(value));
            let (Some(Scalar::Int(bits)), Some(access)) = (ty, effects.accesses().next()) else {
                scheme.unsupported(out, slot, "waiting for nothing");
                return false;
            };
            let dst = out.copier.number("awaited", bits);
            scheme.access(out, slot, at, Op::Load { dst, ptr: access.ptr.clone(), check: effects.check });
            out.assume(awaited(Expr::Var(dst), values, one));
        }
        Some(Act::Assume(cond)) if line.inside => out.assume(cond.clone()),
        Some(Act::Assume(cond)) => {
            let not = out.split(cond.clone());
            let on = std::mem::replace(&mut out.at, not);
            out.mark(Mark::Stopped, slot, 0);
            out.stands(slot, Stand::Over);
            scheme.leave(out, slot, Leaving::Stays);
            out.at = on;
        }
        Some(Act::Assert(cond, prop)) => scheme.assert(out, slot, cond.clone(), prop),
        Some(Act::Spawn(..)) => {
            out.mark(Mark::Spawn, slot, 0);
            effects.takes.into_iter().for_each(|(dst, _)| scheme.spawn(out, slot, line.slot, dst));
        }
        Some(Act::Join(thread)) => join(out, scheme, slot, thread),
        Some(Act::Unsupported(why)) => {
            scheme.unsupported(out, slot, why);
            return false;
        }
        Some(Act::Clobber | Act::Call(..)) => {
            scheme.unsupported(out, slot, "unknown code in a translation of threads");
            return false;
        }
        Some(Act::Begin | Act::End) => {}
        Some(Act::Log(_)) => out.push(op.clone()),
        None => plain(out, scheme, at, op),
    }
    if visible {
        out.moved(slot);
    }
    true
}

/// Writes a line that does no more than to access memory and to give a variable a value.
fn plain(out: &mut Out<'_, '_>, scheme: &mut dyn Scheme, at: Made, op: &Op) {
    let (slot, effects) = (at.0, op.effects());
    if effects.accesses().next().is_some() {
        return scheme.access(out, slot, at, op.clone());
    }
    match effects.takes {
        Some((_, Taken::Made(_) | Taken::Arbitrary)) if out.shared.made.contains(&at) => {
            scheme.access(out, slot, at, op.clone());
        }
        Some((_, Taken::Made(_) | Taken::Arbitrary)) => {
            out.mark(Mark::Choice, slot, 0);
            out.push(op.clone());
        }
        Some((dst, Taken::Thread)) => {
            let word = out.copier.program.target.pointer_bits();
            out.assign(dst, Expr::int(word, slot as i64));
        }
        Some((_, Taken::Value(_) | Taken::Near(_) | Taken::Found | Taken::Number | Taken::Returned)) | None => {
            out.push(op.clone());
        }
    }
}

/// Waits for the end of a thread.
fn join(out: &mut Out<'_, '_>, scheme: &mut dyn Scheme, slot: usize, thread: &Expr) {
    let word = out.copier.program.target.pointer_bits();
    let (mut known, mut done) = (Expr::int(1, 0), Expr::int(1, 0));
    for of in 0..out.plan.threads.len() {
        let this = equal(thread.clone(), Expr::int(word, of as i64));
        known = or(known, and(this.clone(), scheme.exists(out, slot, of)));
        let ended = match out.plan.silent[of] {
            true => scheme.exists(out, slot, of),
            false => scheme.ended(out, slot, of),
        };
        done = or(done, and(this, ended));
    }
    let unknown = out.split(known);
    let on = std::mem::replace(&mut out.at, unknown);
    scheme.unsupported(out, slot, NO_THREAD);
    out.at = on;
    out.assume(done);
}
