//! Lal, Reps 2008 (Ghafari, Hu, Rakamarić 2010, section 2.2): threads run one after the other, each through all its turns. There is a copy
//! of the shared memory for every round, and what it holds when the round begins is guessed; when all threads have run,
//! only guesses are kept that the round before has come to. A violation counts only then, so that it is noted first.
//!
//! With an arbitrary schedule every turn is a round in which one thread runs, chosen beforehand.

use super::emit::{Leaving, Mark, Out, Scheme, and, equal, is, or, thread};
use super::inline::Refusal;
use super::memory::{Cell, Memory, bytes_of, can_be_freed, is_plain, valid};
use super::shared::{Made, Reach, Stored};
use super::{Schedule, word};
use crate::analysis::effects::{Taken, Way};
use crate::expr::{Binary, Cast, Expr};
use crate::program::{Aspect, BlockId, End, Global, GlobalId, Init, Op, PropId, Region, VarId};
use crate::types::Scalar;
use hecaton_base::{Bits, Id as _, Map};
use std::collections::BTreeMap;

const BITS: u32 = 8;

/// Why a pointer is not followed.
pub(super) const OPEN: &str = "a pointer that may mean anything, in a translation of threads";

struct Lr {
    /// How many rounds there are.
    rounds: usize,
    memory: Memory,
    /// The copies of shared objects, one a round; the first is the object itself.
    copies: BTreeMap<GlobalId, Vec<GlobalId>>,
    /// Whether shared memory holds pointers, and the objects that those that are guessed may lead to.
    guesses_pointers: bool,
    guessed: Vec<GlobalId>,
    /// The round that each thread is in.
    round: Vec<VarId>,
    /// The round in which it was made; as many as there are if it was not.
    born: Vec<VarId>,
    /// The round in which it ends, guessed; as many as there are if it does not.
    ends: Vec<VarId>,
    /// For arbitrary schedules: who runs in each round.
    owner: Vec<VarId>,
    /// How many threads were made: in each round, if several threads make some.
    made: Vec<VarId>,
    /// The properties that are violated, if paths go on behind that and if not.
    violated: BTreeMap<PropId, VarId>,
    fatal: BTreeMap<PropId, VarId>,
    /// Whether one of the latter is. Then no other one is looked at: the first one ends the program, and each thread can
    /// also leave off before.
    over: VarId,
    /// What was reached that is not supported.
    reasons: Vec<String>,
    reason: VarId,
    /// The round in which everything ends in an atomic section, guessed; as many as there are if it does not.
    freezes: Option<VarId>,
    /// Where the thread that is written goes when it has had all its turns.
    after: BlockId,
    /// Bits of thread numbers.
    word: u32,
}

pub(super) fn write(
    out: &mut Out<'_, '_>,
    schedule: Schedule,
    globals: &mut Map<GlobalId, Global>,
) -> Result<(), Refusal> {
    let count = out.plan.threads.len();
    let rounds = match schedule {
        Schedule::Rounds(rounds) => rounds as usize,
        Schedule::InTurn(turns) => (turns as usize).div_ceil(count),
        Schedule::Arbitrary(turns) => turns as usize,
    };
    if rounds == 0 || rounds > 100 {
        return Err(Refusal::new("a number of rounds between 1 and 100 is needed", crate::program::Span::nowhere()));
    }
    let memory = Memory::of(out, globals, false)?;
    let mut pieces = memory.cells.iter().flat_map(|cell| &cell.pieces);
    let guesses_pointers = pieces.any(|piece| piece.ty == Scalar::Ptr);
    let stored = out.shared.stored.iter().filter_map(|stored| match stored {
        Stored::Global(global) => Some(*global),
        Stored::Func(_) | Stored::Nothing | Stored::Anything => None,
    });
    let guessed = stored.chain(memory.promoted.values().copied()).collect();
    let number = |out: &mut Out<'_, '_>, name: &str, bits| -> Vec<VarId> {
        (0..count).map(|slot| out.copier.number(&format!("{name}{slot}"), bits)).collect()
    };
    let bits = word(out);
    let mut lr = Lr {
        rounds,
        memory,
        copies: BTreeMap::new(),
        guesses_pointers,
        guessed,
        round: number(out, "round", BITS),
        born: number(out, "born", BITS),
        ends: number(out, "ends", BITS),
        owner: vec![],
        made: vec![],
        violated: BTreeMap::new(),
        fatal: BTreeMap::new(),
        over: out.copier.number("over", 1),
        reasons: vec![],
        reason: out.copier.number("reason", 16),
        freezes: out.is_frozen().map(|_| out.copier.number("freezing", BITS)),
        after: out.at,
        word: bits,
    };
    out.rounds_are(&lr.round);
    let guesses = lr.guess(out, globals)?;
    let most = Expr::int(BITS, rounds as i64);
    for slot in 1..count {
        out.assign(lr.born[slot], most.clone());
    }
    if let Some(freezes) = lr.freezes {
        out.push(Op::Havoc { dst: freezes });
        out.assume(Expr::binary(Binary::ULe, Expr::Var(freezes), most.clone()));
    }
    if out.plan.joins {
        for end in lr.ends.clone() {
            out.push(Op::Havoc { dst: end });
            out.assume(Expr::binary(Binary::ULe, Expr::Var(end), most.clone()));
        }
    }
    if let Schedule::Arbitrary(_) = schedule {
        for _ in 0..rounds {
            let owner = out.arbitrary("owner", BITS);
            lr.owner.push(owner);
        }
    }
    // One thread after the other.
    for slot in 0..count {
        let last = match schedule {
            // In the last round only some have a turn.
            Schedule::InTurn(turns) => (turns as usize).saturating_sub(slot).div_ceil(count),
            Schedule::Rounds(_) | Schedule::Arbitrary(_) => rounds,
        };
        lr.after = out.block();
        let not_made = out.split(Expr::not(is(lr.born[slot], BITS, rounds)));
        let begins = std::mem::replace(&mut out.at, not_made);
        lr.leave(out, slot, Leaving::Stays);
        out.at = begins;
        out.mark(Mark::Begin, slot, 0);
        out.assign(lr.round[slot], Expr::Var(lr.born[slot]));
        if last < rounds {
            let (round, none) = (lr.round[slot], Expr::int(BITS, last as i64));
            let some = Expr::binary(Binary::ULt, Expr::Var(round), none.clone());
            out.assign(round, Expr::select(some, Expr::Var(round), none));
        }
        out.note_turn(Expr::Var(lr.round[slot]));
        let begun = out.copier.number(&format!("begun{slot}"), 1);
        let from = out.at;
        let start = thread(out, &mut Turns { lr: &mut lr, last, begun }, slot);
        out.at = from;
        out.end(End::Goto(start));
        out.at = lr.after;
    }
    out.span = crate::program::Span::nowhere();
    if let Some((freezes, frozen)) = lr.freezes.zip(out.is_frozen()) {
        out.assume(or(is(freezes, BITS, rounds), frozen));
    }
    lr.stitch(out, &guesses);
    lr.judge(out);
    if out.is_judged() {
        for round in lr.round.clone() {
            out.assign(round, Expr::int(BITS, rounds as i64 - 1));
        }
    }
    out.judge(&mut |out, at, dst, ptr| {
        let none = Reach::default();
        let reach = out.shared.reach(at).first().unwrap_or(&none);
        if reach.open {
            return out.push(Op::Unsupported(OPEN.into()));
        }
        let ptr = lr.translate(out, at.0, &ptr, reach);
        out.push(Op::Load { dst, ptr, check: None });
    });
    Ok(())
}

/// What is guessed of the memory of a round, to be compared with what the round before comes to.
struct Guess {
    cell: Cell,
    /// For every round but the first, the value of every piece.
    values: Vec<Vec<Expr>>,
}

impl Lr {
    fn guess(&mut self, out: &mut Out<'_, '_>, globals: &mut Map<GlobalId, Global>) -> Result<Vec<Guess>, Refusal> {
        let mut guesses = Vec::new();
        for cell in self.memory.cells.clone() {
            let Global { name, ty, span, .. } = globals[cell.global].clone();
            let mut copies = vec![cell.global];
            let mut values = Vec::new();
            for round in 1..self.rounds {
                let name = format!("{name}.{round}");
                let copy = globals.push(Global { name, ty, init: Init::Arbitrary, constant: false, span });
                copies.push(copy);
                let mut guessed = Vec::new();
                for piece in &cell.pieces {
                    let base = Expr::Global(copy);
                    if piece.ty == Scalar::Ptr {
                        let pointer = self.pointer(out);
                        let ptr = out.piece(base.clone(), *piece);
                        out.push(Op::Store { ptr, value: pointer.clone(), check: None });
                        guessed.push(pointer);
                    } else {
                        guessed.push(out.load("guess", base, *piece));
                    }
                }
                values.push(guessed);
            }
            self.copies.insert(cell.global, copies);
            guesses.push(Guess { cell, values });
        }
        let rounds = if out.plan.many_makers { self.rounds } else { 1 };
        for round in 0..rounds {
            let made = out.copier.number("made", self.word);
            if round > 0 {
                out.push(Op::Havoc { dst: made });
            }
            self.made.push(made);
        }
        if rounds > 1 {
            let mut values = Vec::new();
            for made in self.made.clone().into_iter().skip(1) {
                let guess = out.copier.number("guess", self.word);
                out.assign(guess, Expr::Var(made));
                values.push(vec![Expr::Var(guess)]);
            }
            guesses.push(Guess { cell: Cell { global: GlobalId::new(0), pieces: vec![] }, values });
        }
        Ok(guesses)
    }
    /// Some pointer that may be found in shared memory: null, into an object that lives as long as the program, to a
    /// function, or if nothing is known of what is stored there, any number.
    fn pointer(&self, out: &mut Out<'_, '_>) -> Expr {
        let which = out.arbitrary("which", 16);
        let offset = out.arbitrary("offset", self.word);
        // In the first or the last page.
        let near = out.arbitrary("near", 13);
        let mut pointer = Expr::Null;
        let mut number = 0;
        let mut add = |target: Expr| {
            number += 1;
            pointer = Expr::select(is(which, 16, number), target, pointer.clone());
        };
        for global in &self.guessed {
            add(Expr::offset(Expr::Global(*global), Expr::Var(offset)));
        }
        for stored in &out.shared.stored {
            match stored {
                Stored::Func(func) => add(Expr::Func(*func)),
                Stored::Nothing => {
                    let page = Expr::cast(Cast::SExt, Scalar::Int(self.word), Expr::Var(near));
                    add(Expr::cast(Cast::IToP, Scalar::Ptr, page));
                }
                Stored::Anything => add(Expr::cast(Cast::IToP, Scalar::Ptr, Expr::Var(offset))),
                Stored::Global(_) => {}
            }
        }
        let ty = out.copier.types.ptr();
        let var = out.copier.var("guess", ty, crate::program::Role::Temp, out.span);
        out.assign(var, pointer);
        Expr::Var(var)
    }

    /// Keeps only what the rounds have come to.
    fn stitch(&self, out: &mut Out<'_, '_>, guesses: &[Guess]) {
        for guess in guesses {
            for (round, values) in guess.values.iter().enumerate() {
                if guess.cell.pieces.is_empty() {
                    out.assume(equal(Expr::Var(self.made[round]), values[0].clone()));
                    continue;
                }
                let copy = self.copies[&guess.cell.global][round];
                for (piece, value) in guess.cell.pieces.iter().zip(values) {
                    let found = out.load("found", Expr::Global(copy), *piece);
                    out.assume_equal(found, value.clone(), piece.ty);
                }
            }
        }
    }
    /// Says what is violated.
    fn judge(&self, out: &mut Out<'_, '_>) {
        for (prop, var) in &self.fatal {
            out.push(Op::Assert { cond: Expr::not(Expr::Var(*var)), prop: *prop });
        }
        out.assume(Expr::not(Expr::Var(self.over)));
        for (prop, var) in &self.violated {
            out.push(Op::Assert { cond: Expr::not(Expr::Var(*var)), prop: *prop });
        }
        if !self.reasons.is_empty() {
            let mut arms = Vec::new();
            let fine = out.block();
            let from = out.at;
            for (number, why) in self.reasons.iter().enumerate() {
                out.at = out.block();
                out.push(Op::Unsupported(why.clone()));
                out.end(End::Goto(fine));
                arms.push((Bits::from_u64(16, number as u64 + 1), out.at));
            }
            out.at = from;
            out.end(End::Switch { on: Expr::Var(self.reason), arms, other: fine });
            out.at = fine;
        }
    }

    /// The copy of an object for the round a thread is in.
    fn copy(&self, slot: usize, global: GlobalId) -> Expr {
        let copies = &self.copies[&global];
        let mut chosen = Expr::Global(copies[copies.len() - 1]);
        for (round, copy) in copies.iter().enumerate().rev().skip(1) {
            chosen = Expr::select(is(self.round[slot], BITS, round), Expr::Global(*copy), chosen);
        }
        chosen
    }
    /// Where a pointer leads in the round that a thread is in. Behind it, a pointer that was guessed is one that the
    /// thread can have found there: another would change what earlier rounds come to, so that it would come true by itself.
    fn translate(&self, out: &mut Out<'_, '_>, slot: usize, ptr: &Expr, reach: &Reach) -> Expr {
        if self.rounds == 1 {
            return ptr.clone();
        }
        let made = reach.made.iter().filter_map(|made| self.memory.global(made));
        let globals: Vec<GlobalId> = reach.globals.iter().copied().chain(made).collect();
        match ptr {
            Expr::Global(global) if globals.contains(global) => return self.copy(slot, *global),
            Expr::Global(_) => return ptr.clone(),
            Expr::Offset(parts) => match &parts[0] {
                Expr::Global(global) if globals.contains(global) => {
                    return Expr::offset(self.copy(slot, *global), parts[1].clone());
                }
                Expr::Global(_) => return ptr.clone(),
                _ => {}
            },
            _ => {}
        }
        if globals.is_empty() && !self.guesses_pointers {
            return ptr.clone();
        }
        let offset = out.copier.number("offset", self.word);
        out.push(Op::Inspect { dst: offset, ptr: ptr.clone(), aspect: Aspect::Offset });
        let back = Expr::unary(crate::expr::Unary::Neg, Expr::Var(offset));
        let base = Expr::offset(ptr.clone(), back);
        let leads_to = |global: &GlobalId| equal(base.clone(), Expr::Global(*global));
        if self.guesses_pointers && reach.is_partly_own() {
            let own = reach.own_made.iter().filter_map(|made| self.memory.global(made));
            let known: Vec<GlobalId> = globals.iter().chain(&reach.own_globals).copied().chain(own).collect();
            let wrong = self.guessed.iter().filter(|global| !known.contains(global));
            for global in wrong {
                out.assume(Expr::not(leads_to(global)));
            }
        } else if self.guesses_pointers {
            out.assume(globals.iter().map(leads_to).reduce(or).unwrap_or_else(|| Expr::int(1, 0)));
        }
        let mut chosen = if reach.is_partly_own() { Some(ptr.clone()) } else { None };
        for global in &globals {
            let there = Expr::offset(self.copy(slot, *global), Expr::Var(offset));
            chosen = Some(match chosen {
                None => there,
                Some(other) => Expr::select(leads_to(global), there, other),
            });
        }
        chosen.unwrap_or_else(|| ptr.clone())
    }

    fn note(&mut self, out: &mut Out<'_, '_>, slot: usize, prop: PropId, fatal: bool) {
        let all = if fatal { &mut self.fatal } else { &mut self.violated };
        let var = *all.entry(prop).or_insert_with(|| out.copier.number("violated", 1));
        if fatal {
            out.assume(Expr::not(Expr::Var(self.over)));
            out.assign(self.over, Expr::truth());
        }
        out.mark(Mark::Violated, slot, prop.index());
        out.assign(var, Expr::truth());
    }
    fn leave(&mut self, out: &mut Out<'_, '_>, slot: usize, how: Leaving) {
        if let (Leaving::Frozen, Some(freezes)) = (how, self.freezes) {
            out.assume(equal(Expr::Var(self.round[slot]), Expr::Var(freezes)));
        }
        if out.plan.joins {
            let end = match how {
                Leaving::Ended => Expr::Var(self.round[slot]),
                Leaving::Stays | Leaving::Frozen => Expr::int(BITS, self.rounds as i64),
            };
            out.assume(equal(Expr::Var(self.ends[slot]), end));
        }
        out.end(End::Goto(self.after));
    }
    /// Looks whether an access is valid: on a path that is only guessed it need not be.
    fn guard(
        &mut self,
        out: &mut Out<'_, '_>,
        slot: usize,
        ptr: &Expr,
        bytes: Expr,
        write: bool,
        check: Option<PropId>,
    ) {
        if is_plain(out, ptr, &bytes) {
            return;
        }
        let valid = valid(out, ptr, &bytes, write);
        self.require(out, slot, valid, check);
    }
    fn require(&mut self, out: &mut Out<'_, '_>, slot: usize, valid: Expr, check: Option<PropId>) {
        let invalid = out.split(valid);
        let on = std::mem::replace(&mut out.at, invalid);
        match check {
            Some(prop) => {
                self.note(out, slot, prop, true);
                self.leave(out, slot, Leaving::Stays);
            }
            None => self.unsupported(out, slot, "an invalid access"),
        }
        out.at = on;
    }
    fn unsupported(&mut self, out: &mut Out<'_, '_>, slot: usize, why: &str) {
        let known = self.reasons.iter().position(|reason| reason == why);
        let number = known.unwrap_or_else(|| {
            self.reasons.push(why.to_owned());
            self.reasons.len() - 1
        });
        out.assign(self.reason, Expr::int(16, number as i64 + 1));
        self.leave(out, slot, Leaving::Stays);
    }
}

/// A thread, and the number of rounds it has a turn in.
struct Turns<'l> {
    lr: &'l mut Lr,
    last: usize,
    /// Whether it has had one.
    begun: VarId,
}

impl Scheme for Turns<'_> {
    fn switch(&mut self, out: &mut Out<'_, '_>, slot: usize) {
        let (round, last) = (self.lr.round[slot], self.last);
        let later = out.arbitrary("later", BITS);
        let not_before = Expr::binary(Binary::ULe, Expr::Var(round), Expr::Var(later));
        let not_after = Expr::binary(Binary::ULe, Expr::Var(later), Expr::int(BITS, last as i64));
        out.assume(and(not_before, not_after));
        if !self.lr.owner.is_empty() {
            let mut mine = is(later, BITS, last);
            for (turn, owner) in self.lr.owner.iter().enumerate() {
                mine = or(mine, and(is(later, BITS, turn), is(*owner, BITS, slot)));
            }
            out.assume(mine);
        }
        if let Some((freezes, frozen)) = self.lr.freezes.zip(out.is_frozen()) {
            // Nobody runs when everything has ended: neither later, nor behind the one in whose turn that was.
            let before = Expr::binary(Binary::ULt, Expr::Var(later), Expr::Var(freezes));
            let same = and(Expr::not(frozen), equal(Expr::Var(later), Expr::Var(freezes)));
            out.assume(or(is(later, BITS, last), or(before, same)));
        }
        let away = out.split(Expr::not(is(later, BITS, last)));
        let on = std::mem::replace(&mut out.at, away);
        self.lr.leave(out, slot, Leaving::Stays);
        out.at = on;
        out.assign(round, Expr::Var(later));
        out.assign(self.begun, Expr::truth());
        out.note_turn(Expr::Var(round));
    }
    fn quiet(&mut self, out: &mut Out<'_, '_>, slot: usize) {
        // In rounds, a thread that is made has a turn in that round, unless everything ends before.
        if self.lr.owner.is_empty() && self.last == self.lr.rounds && self.lr.freezes.is_none() {
            return;
        }
        let not_yet = out.split(Expr::Var(self.begun));
        let on = std::mem::replace(&mut out.at, not_yet);
        self.switch(out, slot);
        out.end(End::Goto(on));
        out.at = on;
    }
    fn access(&mut self, out: &mut Out<'_, '_>, slot: usize, at: Made, op: Op) {
        let lr = &mut *self.lr;
        let target = out.copier.program.target;
        let reach = out.shared.reach(at).to_vec();
        let none = Reach::default();
        let reach = |i: usize| reach.get(i).unwrap_or(&none);
        let number = |bytes: u64| Expr::int(target.pointer_bits(), bytes as i64);
        if reach(0).open || reach(1).open {
            lr.unsupported(out, slot, OPEN);
            // What follows is never executed.
            out.at = out.block();
            return;
        }
        let effects = op.effects();
        if let Some((dst, Taken::Made(_))) = effects.takes {
            match lr.memory.global(&at) {
                Some(global) => {
                    out.mark(Mark::Global, slot, global.index());
                    out.assign(dst, Expr::Global(global));
                }
                None => {
                    out.mark(Mark::Choice, slot, 0);
                    out.push(op);
                }
            }
            return;
        }
        for access in effects.accesses() {
            match access.way {
                Way::Read | Way::Write(_) => {
                    let bytes = bytes_of(out, access.extent).unwrap_or_else(|| number(1));
                    lr.guard(out, slot, access.ptr, bytes, access.changes(), effects.check);
                }
                Way::Free(Region::Heap) => {
                    let valid = can_be_freed(out, access.ptr);
                    lr.require(out, slot, valid, effects.check);
                }
                Way::Free(Region::Stack) | Way::Ask(_) => {}
            }
        }
        let redirected = op.redirected(|i, access| match access.way {
            Way::Read | Way::Write(_) => Some(lr.translate(out, slot, access.ptr, reach(i))),
            Way::Free(_) | Way::Ask(_) => None,
        });
        out.push(redirected);
    }
    fn assert(&mut self, out: &mut Out<'_, '_>, slot: usize, cond: Expr, prop: PropId) {
        let not = out.split(cond);
        let on = std::mem::replace(&mut out.at, not);
        self.lr.note(out, slot, prop, false);
        out.end(End::Goto(on));
        out.at = on;
    }
    fn unsupported(&mut self, out: &mut Out<'_, '_>, slot: usize, why: &str) {
        self.lr.unsupported(out, slot, why);
    }
    fn spawn(&mut self, out: &mut Out<'_, '_>, slot: usize, made: Option<usize>, dst: VarId) {
        let (bits, round) = (word(out), self.lr.round[slot]);
        if let Some(made) = made {
            out.assign(self.lr.born[made], Expr::Var(round));
            out.assign(dst, Expr::int(bits, made as i64));
            return;
        }
        let counted = out.copier.number("made", bits);
        let counts = self.lr.made.clone();
        let mut now = Expr::Var(counts[counts.len() - 1]);
        for (at, made) in counts.iter().enumerate().rev().skip(1) {
            now = Expr::select(is(round, BITS, at), Expr::Var(*made), now);
        }
        out.assign(counted, now);
        super::epc::spawn_counted(self, out, slot, counted, dst);
        for (at, made) in counts.iter().enumerate() {
            let here = if counts.len() == 1 { Expr::truth() } else { is(round, BITS, at) };
            out.assign(*made, Expr::select(here, Expr::Var(counted), Expr::Var(*made)));
        }
        for of in slot + 1..out.plan.threads.len() {
            let this = equal(Expr::Var(dst), Expr::int(bits, of as i64));
            let born = self.lr.born[of];
            out.assign(born, Expr::select(this, Expr::Var(round), Expr::Var(born)));
        }
        // One that makes a thread with a lower number than its own is guessed wrongly.
        out.assume(Expr::binary(Binary::ULt, Expr::int(bits, slot as i64), Expr::Var(dst)));
    }
    fn ended(&mut self, _: &mut Out<'_, '_>, slot: usize, of: usize) -> Expr {
        let (end, round) = (Expr::Var(self.lr.ends[of]), Expr::Var(self.lr.round[slot]));
        let before = Expr::binary(Binary::ULt, end.clone(), round.clone());
        // In one round, those with lower numbers run first.
        if of < slot && self.lr.owner.is_empty() { or(before, equal(end, round)) } else { before }
    }
    fn exists(&mut self, out: &mut Out<'_, '_>, slot: usize, of: usize) -> Expr {
        if of <= slot || out.plan.many_makers && slot > 0 {
            return Expr::truth();
        }
        Expr::binary(Binary::ULe, Expr::Var(self.lr.born[of]), Expr::Var(self.lr.round[slot]))
    }
    fn leave(&mut self, out: &mut Out<'_, '_>, slot: usize, how: Leaving) {
        self.lr.leave(out, slot, how);
    }
}
