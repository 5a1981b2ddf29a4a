//! La Torre, Madhusudan, Parlato 2009 (Ghafari, Hu, Rakamarić 2010, section 2.3): turns are executed in their order, so that nothing is
//! guessed, but a thread keeps nothing while others run. When it is its turn again, it is computed once more from its
//! start: what it found in shared memory at the beginning of its earlier turns is known, and it must leave there what it
//! left before. What it does inside of its turns may be something else than before, as long as nobody can tell.
//!
//! All code of threads is entered at one block (`resume`), so that to compute one more turn is one lap of a loop with one
//! head. How many turns a thread has computed is counted, though it follows from which turn it is: the number is known
//! where owners are chosen, and engines see by it where that loop ends.

use super::emit::{Leaving, Mark, Out, Scheme, and, equal, is, or, thread};
use super::inline::Refusal;
use super::lr::OPEN;
use super::memory::Memory;
use super::shared::Made;
use super::{Schedule, word};
use crate::expr::{Binary, Expr};
use crate::program::{BlockId, End, Global, GlobalId, Init, Op, PropId, Role, Span, VarId};
use crate::types::Scalar;
use hecaton_base::{Bits, Id as _, Map};

const BITS: u32 = 16;

struct Lmp {
    memory: Memory,
    /// The turn for which threads run now, and the one that the running thread computes.
    now: VarId,
    turn: VarId,
    /// How many turns the running thread has computed before this one: not more than have been.
    laps: VarId,
    /// How many turns there are.
    turns: usize,
    /// Who has each turn.
    owners: Vec<Expr>,
    /// For each object, what it holds before every turn and after the last.
    kept: Vec<Vec<GlobalId>>,
    /// The variables that are shared, and what they hold before every turn and after the last.
    vars: Vec<(VarId, Vec<VarId>)>,
    made: VarId,
    ended: Vec<VarId>,
    /// Where threads go on in their next turns; their numbers come behind those of the threads, for their starts.
    places: Vec<BlockId>,
    place: VarId,
    /// Goes to the place with that number.
    resume: BlockId,
    threads: usize,
    /// A thread interrupts its turn, or goes away for good.
    interrupted: BlockId,
    gone: BlockId,
    /// All turns are over: threads that had none still do what needs none.
    over: VarId,
    finishing: BlockId,
    /// There is no next turn.
    last: BlockId,
}

pub(super) fn write(
    out: &mut Out<'_, '_>,
    schedule: Schedule,
    globals: &mut Map<GlobalId, Global>,
) -> Result<(), Refusal> {
    let count = out.plan.threads.len();
    let turns = schedule.turns(count) as usize;
    if turns == 0 || turns > 400 {
        return Err(Refusal::new("a number of turns between 1 and 400 is needed", Span::nowhere()));
    }
    if let Some(span) = address_as_number(out) {
        return Err(Refusal::new(
            "the address of an object becomes a number: only --method epc or lr can translate that",
            span,
        ));
    }
    let memory = Memory::of(out, globals, true)?;
    let bits = word(out);
    let made = out.copier.number("made", bits);
    let ended: Vec<VarId> = (0..count).map(|slot| out.copier.number(&format!("ended{slot}"), 1)).collect();
    let mut kept = Vec::new();
    for cell in &memory.cells {
        let Global { name, ty, span, .. } = globals[cell.global].clone();
        let keep = |turn: usize| Global {
            name: format!("{name}.{turn}"),
            ty,
            init: Init::Values(vec![]),
            constant: false,
            span,
        };
        kept.push((0..=turns).map(|turn| globals.push(keep(turn))).collect::<Vec<_>>());
    }
    let mut vars = Vec::new();
    let joined = if out.plan.joins { ended.as_slice() } else { &[] };
    for var in out.plan.handed.iter().chain([&made]).chain(joined) {
        let (name, ty) = (out.copier.vars[*var].name.clone(), out.copier.vars[*var].ty);
        let copies = (0..=turns).map(|turn| out.copier.var(&format!("{name}.{turn}"), ty, Role::Temp, Span::nowhere()));
        vars.push((*var, copies.collect::<Vec<_>>()));
    }
    let (now, turn, place) =
        (out.copier.number("now", BITS), out.copier.number("at", BITS), out.copier.number("place", BITS));
    let laps = out.copier.number("laps", BITS);
    let owners = (0..turns).map(|i| match schedule {
        Schedule::Rounds(_) | Schedule::InTurn(_) => Expr::int(BITS, (i % count) as i64),
        Schedule::Arbitrary(_) => {
            let owner = Expr::Var(out.arbitrary("owner", BITS));
            out.assume(Expr::binary(Binary::ULt, owner.clone(), Expr::int(BITS, count as i64)));
            owner
        }
    });
    let owners = owners.collect();
    let (interrupted, gone, finishing, resume) = (out.block(), out.block(), out.block(), out.block());
    let last = out.block();
    let (over, late) = (out.copier.number("over", 1), out.copier.number("late", BITS));
    let mut lmp = Lmp {
        memory,
        now,
        turn,
        laps,
        turns,
        owners,
        kept,
        vars,
        made,
        ended,
        places: vec![],
        place,
        resume,
        threads: count,
        interrupted,
        gone,
        over,
        finishing,
        last,
    };
    // What there is before the first turn.
    lmp.save(out, &Expr::int(BITS, 0), 0..=0);
    let (head, next) = (out.block(), out.block());
    out.end(End::Goto(head));
    let mut arms = Vec::new();
    let mut late_starts = Vec::new();
    let mut starts = Vec::new();
    for slot in 0..count {
        starts.push(thread(out, &mut lmp, slot));
        out.span = Span::nowhere();
        let begins = out.block();
        out.at = begins;
        // The first turn it has after it was made, if that is not later than this one.
        let mut first = Expr::int(BITS, turns as i64);
        for i in (0..turns).rev() {
            let there = if slot == 0 {
                Expr::truth()
            } else {
                let before = lmp.vars.iter().find(|(var, _)| *var == lmp.made).map(|(_, copies)| copies[i]);
                let before = before.map_or(Expr::int(bits, 0), Expr::Var);
                Expr::binary(Binary::ULe, Expr::int(bits, slot as i64), before)
            };
            let mine = and(equal(lmp.owners[i].clone(), Expr::int(BITS, slot as i64)), there);
            first = Expr::select(mine, Expr::int(BITS, i as i64), first);
        }
        // It had no turn at all: only what it does first is left.
        let begins_late = out.block();
        late_starts.push((first.clone(), begins_late));
        out.at = begins_late;
        out.mark(Mark::Begin, slot, 0);
        lmp.go_to(out, slot);
        out.at = begins;
        out.assign(turn, first);
        let late = out.split(Expr::binary(Binary::ULe, Expr::Var(turn), Expr::Var(now)));
        let on = std::mem::replace(&mut out.at, late);
        lmp.pass(out);
        out.end(End::Goto(next));
        out.at = on;
        out.mark(Mark::Begin, slot, 0);
        out.note_turn(Expr::Var(turn));
        lmp.restore(out, &Expr::Var(turn), 0);
        out.assign(laps, Expr::int(BITS, 0));
        lmp.go_to(out, slot);
        arms.push((Bits::from_u64(BITS, slot as u64), begins));
    }
    out.span = Span::nowhere();
    // Whose turn it is.
    let mut owner = Expr::int(BITS, count as i64);
    for (i, mine) in lmp.owners.iter().enumerate().rev() {
        owner = Expr::select(is(now, BITS, i), mine.clone(), owner);
    }
    out.at = head;
    out.nobody_moved();
    out.end(End::Switch { on: owner, arms, other: last });
    out.at = next;
    out.turn_ends(now, BITS);
    out.assign(now, Expr::binary(Binary::Add, Expr::Var(now), Expr::int(BITS, 1)));
    out.end(End::Branch { cond: is(now, BITS, turns), yes: last, no: head });
    lmp.interruption(out, next);
    out.at = resume;
    let mut to: Vec<(Bits, BlockId)> = starts
        .iter()
        .chain(&lmp.places)
        .enumerate()
        .map(|(number, block)| (Bits::from_u64(BITS, number as u64), *block))
        .collect();
    let end = match to.pop() {
        Some((_, other)) => End::Switch { on: Expr::Var(place), arms: to, other },
        None => End::Goto(next),
    };
    out.end(end);
    out.at = last;
    out.assign(over, Expr::truth());
    let after = lmp.vars.iter().find(|(var, _)| *var == made).map_or(made, |(_, copies)| copies[turns]);
    super::epc::finish(out, finishing, late, |out, slot| {
        let (first, begin) = late_starts[slot].clone();
        let mut after = Expr::Var(after);
        let mut late = equal(first.clone(), Expr::int(BITS, turns as i64));
        if let Some(frozen) = out.is_frozen() {
            // What is there is what there was in the turn in which everything ended.
            after = Expr::select(frozen.clone(), Expr::Var(made), after);
            late = or(late, and(frozen, Expr::binary(Binary::ULt, Expr::Var(now), first)));
        }
        let there = Expr::binary(Binary::ULe, Expr::int(word(out), slot as i64), after);
        (and(there, late), begin)
    });
    if out.is_judged() {
        let on = out.is_frozen().map(|frozen| out.split(Expr::not(frozen)));
        lmp.restore(out, &Expr::int(BITS, turns as i64 - 1), 1);
        if let Some(on) = on {
            out.end(End::Goto(on));
            out.at = on;
        }
    }
    out.judge(&mut |out, at, dst, ptr| {
        if out.shared.reach(at).iter().any(|reach| reach.open) {
            return out.push(Op::Unsupported(OPEN.into()));
        }
        out.push(Op::Load { dst, ptr, check: None });
    });
    Ok(())
}

/// Where the address of an object becomes a number, if threads make objects: those made again lie elsewhere.
fn address_as_number(out: &Out<'_, '_>) -> Option<Span> {
    fn has(expr: &Expr) -> bool {
        matches!(expr, Expr::Cast(crate::expr::Cast::PToI, ..)) || expr.children().iter().any(has)
    }
    let lines = || {
        let flats = out.plan.threads.iter();
        flats.flat_map(|flat| flat.reachable().into_iter().flat_map(|block| &flat.blocks[block].lines))
    };
    let makes = lines().any(|line| matches!(line.op, Op::Alloc { .. }));
    lines().find(|line| makes && line.op.operands().into_iter().any(has)).map(|line| line.span)
}

impl Lmp {
    /// What was kept before the turn with that number, or one later.
    fn at<T: Copy>(&self, turn: &Expr, all: &[T], later: usize, as_expr: impl Fn(T) -> Expr) -> Expr {
        let last = self.turns - 1;
        let mut chosen = as_expr(all[last + later]);
        for i in (0..last).rev() {
            let this = equal(turn.clone(), Expr::int(BITS, i as i64));
            chosen = Expr::select(this, as_expr(all[i + later]), chosen);
        }
        chosen
    }
    /// Keeps what is there now, as what is there before one of these turns.
    fn save(&self, out: &mut Out<'_, '_>, turn: &Expr, among: std::ops::RangeInclusive<usize>) {
        let bits = word(out);
        for (cell, kept) in self.memory.cells.iter().zip(&self.kept) {
            let dst = if *among.end() == 0 { Expr::Global(kept[0]) } else { self.at(turn, kept, 1, Expr::Global) };
            let size = cell.pieces.last().map_or(0, |piece| piece.offset + piece.ty.bytes(out.copier.program.target));
            let size = Expr::int(bits, size as i64);
            out.push(Op::Copy { dst, src: Expr::Global(cell.global), size, check: None });
        }
        for (var, kept) in &self.vars {
            for i in among.clone() {
                let here =
                    if *among.end() == 0 { Expr::truth() } else { equal(turn.clone(), Expr::int(BITS, i as i64 - 1)) };
                out.assign(kept[i], Expr::select(here, Expr::Var(*var), Expr::Var(kept[i])));
            }
        }
    }
    /// Keeps what is there now, as what is there after this turn.
    fn save_after(&self, out: &mut Out<'_, '_>) {
        self.save(out, &Expr::Var(self.now), 1..=self.turns);
    }
    /// Brings back what was there before a turn, or one later.
    fn restore(&self, out: &mut Out<'_, '_>, turn: &Expr, later: usize) {
        let bits = word(out);
        for (cell, kept) in self.memory.cells.iter().zip(&self.kept) {
            let src = self.at(turn, kept, later, Expr::Global);
            let size = cell.pieces.last().map_or(0, |piece| piece.offset + piece.ty.bytes(out.copier.program.target));
            let size = Expr::int(bits, size as i64);
            out.push(Op::Copy { dst: Expr::Global(cell.global), src, size, check: None });
        }
        for (var, kept) in &self.vars {
            let value = self.at(turn, kept, later, Expr::Var);
            out.assign(*var, value);
        }
    }
    /// Goes on only where everything is as it was after the turn that the thread computes again.
    fn same_after(&self, out: &mut Out<'_, '_>) {
        let turn = Expr::Var(self.turn);
        for (cell, kept) in self.memory.cells.iter().zip(&self.kept) {
            let before = self.at(&turn, kept, 1, Expr::Global);
            out.assume_same(&Expr::Global(cell.global), &before, &cell.pieces);
        }
        for (var, kept) in &self.vars {
            let before = self.at(&turn, kept, 1, Expr::Var);
            match out.copier.types.scalar(out.copier.vars[*var].ty) {
                Some(Scalar::Float(format)) => {
                    let encoding = |value| Expr::cast(crate::expr::Cast::FToBits, Scalar::Int(format.bits()), value);
                    out.assume(equal(encoding(Expr::Var(*var)), encoding(before)));
                }
                Some(ty) => out.assume_equal(Expr::Var(*var), before, ty),
                None => out.assume(equal(Expr::Var(*var), before)),
            }
        }
    }
    /// Nothing happens in this turn.
    fn pass(&self, out: &mut Out<'_, '_>) {
        self.restore(out, &Expr::Var(self.now), 0);
        self.save_after(out);
    }
    /// What happens when a thread interrupts its turn, and when it goes away for good.
    fn interruption(&self, out: &mut Out<'_, '_>, next: BlockId) {
        for block in [self.interrupted, self.gone] {
            out.at = block;
            let late = out.split(Expr::not(Expr::Var(self.over)));
            let on = std::mem::replace(&mut out.at, late);
            out.end(End::Goto(self.finishing));
            out.at = on;
            if block == self.interrupted {
                self.interrupt(out, next);
            } else {
                self.go(out, next);
            }
        }
    }
    /// Goes to the place with a number.
    fn go_to(&self, out: &mut Out<'_, '_>, number: usize) {
        out.assign(self.place, Expr::int(BITS, number as i64));
        out.end(End::Goto(self.resume));
    }
    /// Goes on where the running thread has computed the turn for which it runs; gives the block for where it has not.
    fn split_computed(&self, out: &mut Out<'_, '_>) -> BlockId {
        let now = || Expr::Var(self.now);
        // Every turn it has computed is one of its own before this one, so that there are no more than have been.
        out.split(or(equal(Expr::Var(self.turn), now()), equal(Expr::Var(self.laps), now())))
    }
    fn interrupt(&self, out: &mut Out<'_, '_>, next: BlockId) {
        let earlier = self.split_computed(out);
        self.save_after(out);
        out.end(End::Goto(next));
        out.at = earlier;
        self.same_after(out);
        // Its next turn: there is one, since it has this one.
        let mine = self.at(&Expr::Var(self.now), &(0..self.turns).collect::<Vec<_>>(), 0, |i| self.owners[i].clone());
        let mut following = Expr::int(BITS, self.turns as i64);
        for (i, owner) in self.owners.iter().enumerate().rev() {
            let later = Expr::binary(Binary::ULt, Expr::Var(self.turn), Expr::int(BITS, i as i64));
            let this = and(later, equal(owner.clone(), mine.clone()));
            following = Expr::select(this, Expr::int(BITS, i as i64), following);
        }
        out.assign(self.turn, following);
        out.note_turn(Expr::Var(self.turn));
        self.restore(out, &Expr::Var(self.turn), 0);
        out.nobody_moved();
        let one_more = Expr::binary(Binary::Add, Expr::Var(self.laps), Expr::int(BITS, 1));
        out.assign(self.laps, one_more);
        out.end(End::Goto(self.resume));
    }
    fn go(&self, out: &mut Out<'_, '_>, next: BlockId) {
        let earlier = self.split_computed(out);
        self.save_after(out);
        out.end(End::Goto(next));
        out.at = earlier;
        self.same_after(out);
        out.nobody_moved();
        self.pass(out);
        out.end(End::Goto(next));
    }
}

impl Scheme for Lmp {
    fn switch(&mut self, out: &mut Out<'_, '_>, _: usize) {
        let place = out.goto_new();
        let number = (self.threads + self.places.len()) as i64;
        self.places.push(place);
        let go = out.arbitrary("go", 1);
        let away = out.split(and(Expr::Var(go), Expr::not(Expr::Var(self.over))));
        let on = std::mem::replace(&mut out.at, away);
        out.assign(self.place, Expr::int(BITS, number));
        out.end(End::Goto(self.interrupted));
        out.at = on;
    }
    fn quiet(&mut self, out: &mut Out<'_, '_>, _: usize) {
        let away = out.split(Expr::not(Expr::Var(self.over)));
        let on = std::mem::replace(&mut out.at, away);
        out.end(End::Goto(self.finishing));
        out.at = on;
    }
    fn access(&mut self, out: &mut Out<'_, '_>, slot: usize, at: Made, op: Op) {
        if out.shared.reach(at).iter().any(|reach| reach.open) {
            self.unsupported(out, slot, OPEN);
            // What follows is never executed.
            out.at = out.block();
            return;
        }
        match (&op, self.memory.global(&at)) {
            (Op::Alloc { dst, .. }, Some(global)) => {
                out.mark(Mark::Global, slot, global.index());
                out.assign(*dst, Expr::Global(global));
            }
            (Op::Alloc { .. }, None) => {
                out.mark(Mark::Choice, slot, 0);
                out.push(op);
            }
            _ => out.push(op),
        }
    }
    fn assert(&mut self, out: &mut Out<'_, '_>, _: usize, cond: Expr, prop: PropId) {
        out.push(Op::Assert { cond, prop });
    }
    fn unsupported(&mut self, out: &mut Out<'_, '_>, slot: usize, why: &str) {
        out.push(Op::Unsupported(why.to_owned()));
        self.leave(out, slot, Leaving::Stays);
    }
    fn spawn(&mut self, out: &mut Out<'_, '_>, slot: usize, _: Option<usize>, dst: VarId) {
        let made = self.made;
        super::epc::spawn_counted(self, out, slot, made, dst);
    }
    fn ended(&mut self, _: &mut Out<'_, '_>, _: usize, of: usize) -> Expr {
        Expr::Var(self.ended[of])
    }
    fn exists(&mut self, out: &mut Out<'_, '_>, _: usize, of: usize) -> Expr {
        Expr::binary(Binary::ULe, Expr::int(word(out), of as i64), Expr::Var(self.made))
    }
    fn leave(&mut self, out: &mut Out<'_, '_>, slot: usize, how: Leaving) {
        match how {
            Leaving::Ended => {
                out.assign(self.ended[slot], Expr::truth());
                out.end(End::Goto(self.gone));
            }
            Leaving::Stays => out.end(End::Goto(self.gone)),
            Leaving::Frozen => {
                // Not where it is only computed again.
                let earlier = self.split_computed(out);
                out.end(End::Goto(self.last));
                out.at = earlier;
                out.assume(Expr::int(1, 0));
                out.end(End::Goto(self.last));
            }
        }
    }
}
