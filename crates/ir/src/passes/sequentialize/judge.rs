//! What threads come to when all turns are over: whether some wait for ever (deadlocks), whether two are about to access
//! the same memory (races, [`super::race`]), and whether there is a schedule that needs more turns than there are.
//!
//! While threads run, a variable of each says how it stands ([`Out::stands`]). A thread has variables of its own, so that at
//! the end they hold what they held when it stood last: what it stands before can then be looked at in the memory that
//! is there after the last turn. Since a thread can leave off at every place, the end stands for all moments before it.
//!
//! A schedule that needs more turns uses each of them: between two rounds somebody moves after one that comes later in
//! the order, and between two turns of arbitrary threads another one moves; otherwise both would fit into one. So if
//! no run of the translation does that and leaves somebody who can go on, all schedules are among those looked at.

use super::emit::{Out, and, equal, is, or};
use super::memory::{is_plain, valid};
use super::race::{Mixed, can_race, is_mixed};
use super::shared::Made;
use super::{Schedule, word};
use crate::analysis::effects::{Act, Awaited};
use crate::expr::{Binary, Expr};
use crate::passes::awaited;
use crate::program::{End, Op, PropId, VarId};
use crate::types::Scalar;
use hecaton_base::Bits;

const BITS: u32 = 16;

/// How a thread stands: not at all, before something it can do, ended, for ever (or before the end of the program), or
/// before the first of the instructions that are looked at.
const READY: usize = 1;
const ENDED: usize = 2;
const OVER: usize = 3;
const LOOKED_AT: usize = 4;

/// How a thread stands, as the translations see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// It has ended.
    Ended,
    /// It is stopped, or its next step would end the program.
    Over,
}

/// What is asked at the end, and the variables that say it.
pub(super) struct Judge {
    /// Violated if threads wait for ever.
    deadlock: Option<PropId>,
    /// Violated if a schedule needs more turns.
    further: Option<PropId>,
    /// Violated if two threads are about to access the same memory; and what is accessed in atomic sections and outside.
    race: Option<(PropId, Mixed)>,
    /// The thread that everything ended in an atomic section of, counted from one.
    frozen: Option<VarId>,
    schedule: Schedule,
    stands: Vec<VarId>,
    /// What each thread may have to wait at, and what it may race with others at; and whether it is inside of an atomic
    /// section.
    waits: Vec<Vec<(Made, Op, bool)>>,
    /// Who moves in this turn, counted from one.
    moves: VarId,
    /// Who moved in each turn, counted from one; zero if nobody did.
    movers: Vec<VarId>,
    /// Where turns are not executed in their order: the round that each thread is in.
    rounds: Option<Vec<VarId>>,
}

impl Out<'_, '_> {
    /// From now on it is kept what is needed to say at the end whether these properties are violated.
    pub fn ask(
        &mut self,
        deadlock: Option<PropId>,
        race: Option<(PropId, Mixed)>,
        further: Option<PropId>,
        schedule: Schedule,
    ) {
        if deadlock.is_none() && race.is_none() && further.is_none() {
            return;
        }
        let count = self.plan.threads.len();
        let stands = (0..count).map(|slot| self.copier.number(&format!("stands{slot}"), BITS)).collect();
        let moves = self.copier.number("moves", BITS);
        let turns = if further.is_some() { schedule.turns(count) } else { 0 };
        let movers = (0..turns).map(|turn| self.copier.number(&format!("mover{turn}"), BITS)).collect();
        let waits = vec![vec![]; count];
        let mixes = race.as_ref().is_some_and(|(_, mixed)| !mixed.is_empty());
        let frozen = mixes.then(|| self.copier.number("frozen", BITS));
        let rounds = None;
        self.judge = Some(Judge { deadlock, further, race, frozen, schedule, stands, waits, moves, movers, rounds });
    }
    /// Turns are not executed in their order; these variables say in which round each thread is.
    pub fn rounds_are(&mut self, rounds: &[VarId]) {
        if let Some(judge) = &mut self.judge {
            judge.rounds = Some(rounds.to_vec());
        }
    }
    /// A thread comes to stand before an instruction that is visible.
    pub fn stands_before(&mut self, at: Made, op: &Op) {
        let Some(judge) = &mut self.judge else { return };
        let (slot, mut number) = (at.0, READY);
        let races = judge.race.is_some() && can_race(self.copier.program, self.shared, at, op);
        if op.effects().waits() || races {
            number = LOOKED_AT + judge.waits[slot].len();
            judge.waits[slot].push((at, op.clone(), false));
        }
        let dst = judge.stands[slot];
        self.assign(dst, Expr::int(BITS, number as i64));
    }
    /// Whether everything may end before a line in an atomic section.
    pub fn may_freeze(&self, at: Made, op: &Op) -> bool {
        let mixed = self.judge.as_ref().and_then(|judge| judge.race.as_ref()).map(|(_, mixed)| mixed);
        mixed.is_some_and(|mixed| is_mixed(self.copier.program, self.shared, mixed, at, op))
    }
    /// Everything ends before a line in an atomic section, if it has not ended in another one.
    pub fn freezes_before(&mut self, at: Made, op: &Op) {
        let Some(judge) = &mut self.judge else { return };
        let Some(frozen) = judge.frozen else { return };
        let (slot, number) = (at.0, LOOKED_AT + judge.waits[at.0].len());
        judge.waits[slot].push((at, op.clone(), true));
        let dst = judge.stands[slot];
        self.assume(is(frozen, BITS, 0));
        self.assign(frozen, Expr::int(BITS, slot as i64 + 1));
        self.assign(dst, Expr::int(BITS, number as i64));
    }
    /// Whether everything has ended in an atomic section, if that can be.
    pub fn is_frozen(&self) -> Option<Expr> {
        let frozen = self.judge.as_ref().and_then(|judge| judge.frozen);
        frozen.map(|frozen| Expr::not(is(frozen, BITS, 0)))
    }
    /// A thread does not run any more.
    pub fn stands(&mut self, slot: usize, stand: Stand) {
        let Some(judge) = &self.judge else { return };
        let dst = judge.stands[slot];
        let number = match stand {
            Stand::Ended => ENDED,
            Stand::Over => OVER,
        };
        self.assign(dst, Expr::int(BITS, number as i64));
    }
    /// A thread has executed what it stood before.
    pub fn moved(&mut self, slot: usize) {
        let Some(judge) = self.judge.as_ref().filter(|judge| judge.further.is_some()) else { return };
        let (me, moves, movers) = (Expr::int(BITS, slot as i64 + 1), judge.moves, judge.movers.clone());
        let Some(round) = judge.rounds.as_ref().map(|rounds| rounds[slot]) else {
            return self.assign(moves, me);
        };
        let Some(Scalar::Int(bits)) = self.copier.ty(&Expr::Var(round)) else { return };
        let (each, first) = match judge.schedule {
            Schedule::Rounds(_) | Schedule::InTurn(_) => (self.plan.threads.len(), slot),
            Schedule::Arbitrary(_) => (1, 0),
        };
        for (now, mover) in movers.into_iter().skip(first).step_by(each).enumerate() {
            self.assign(mover, Expr::select(is(round, bits, now), me.clone(), Expr::Var(mover)));
        }
    }
    /// A turn begins, or a thread is computed again.
    pub fn nobody_moved(&mut self) {
        if let Some(moves) = self.judge.as_ref().filter(|judge| judge.further.is_some()).map(|judge| judge.moves) {
            self.assign(moves, Expr::int(BITS, 0));
        }
    }
    /// The turn with this number is over.
    pub fn turn_ends(&mut self, turn: VarId, bits: u32) {
        let Some(judge) = self.judge.as_ref().filter(|judge| judge.further.is_some()) else { return };
        let (moves, movers) = (judge.moves, judge.movers.clone());
        for (i, mover) in movers.into_iter().enumerate() {
            self.assign(mover, Expr::select(is(turn, bits, i), Expr::Var(moves), Expr::Var(mover)));
        }
    }
    /// Whether something is asked about the end.
    pub fn is_judged(&self) -> bool {
        self.judge.is_some()
    }

    /// All turns are over: says what is violated. `read` loads what memory then holds, as a thread at a line sees it, and
    /// says nothing is known where it cannot.
    pub fn judge(&mut self, read: &mut dyn FnMut(&mut Self, Made, VarId, Expr)) {
        let is_frozen = self.is_frozen().unwrap_or_else(|| Expr::int(1, 0));
        let Some(judge) = self.judge.take() else { return };
        let count = self.plan.threads.len();
        let number = |out: &mut Self, name: &str, bits: u32| -> Vec<VarId> {
            (0..count).map(|slot| out.copier.number(&format!("{name}{slot}"), bits)).collect()
        };
        // Whether each thread can go on, and for whom it waits otherwise, if that is known.
        let (going, whom) = (number(self, "going", 1), number(self, "whom", BITS));
        let touches = judge.race.as_ref().map(|_| self.touches(count));
        for slot in 0..count {
            self.assign(going[slot], is(judge.stands[slot], BITS, READY));
            self.assign(whom[slot], Expr::int(BITS, count as i64));
            let (from, after) = (self.at, self.block());
            let mut arms = Vec::new();
            for (i, (at, op, inside)) in judge.waits[slot].iter().enumerate() {
                self.at = self.block();
                arms.push((Bits::from_u64(BITS, (LOOKED_AT + i) as u64), self.at));
                if *inside {
                    self.assign(going[slot], Expr::truth());
                } else {
                    self.waiting(&judge, *at, op, (going[slot], whom[slot]), read);
                }
                if let Some(touches) = &touches {
                    self.touch(&touches[slot], *at, op, going[slot], *inside);
                }
                self.end(End::Goto(after));
            }
            self.at = from;
            self.end(End::Switch { on: Expr::Var(judge.stands[slot]), arms, other: after });
            self.at = after;
        }
        if let Some(prop) = judge.deadlock {
            let dead = self.dead(&judge, &going, &whom);
            self.push(Op::Assert { cond: or(is_frozen.clone(), Expr::not(dead)), prop });
        }
        if let Some(((prop, _), touches)) = judge.race.as_ref().zip(touches) {
            self.race(*prop, &touches, judge.frozen);
        }
        if let Some(prop) = judge.further {
            let more = self.more(&judge, &going);
            self.push(Op::Assert { cond: or(is_frozen, Expr::not(more)), prop });
        }
    }
    /// Whether a thread that stands before an instruction can execute it, and for whom it waits.
    fn waiting(
        &mut self,
        judge: &Judge,
        at: Made,
        op: &Op,
        (going, whom): (VarId, VarId),
        read: &mut dyn FnMut(&mut Self, Made, VarId, Expr),
    ) {
        let count = self.plan.threads.len();
        let effects = op.effects();
        let ptr = effects.accesses().next().map(|access| access.ptr);
        match (effects.act, ptr) {
            (Some(Act::Join(thread)), _) => {
                let (mut done, mut on) = (Expr::int(1, 0), Expr::int(BITS, count as i64));
                for of in 0..count {
                    let this = equal(thread.clone(), Expr::int(word(self), of as i64));
                    done = or(done, and(this.clone(), is(judge.stands[of], BITS, ENDED)));
                    on = Expr::select(this, Expr::int(BITS, of as i64), on);
                }
                self.assign(going, done);
                self.assign(whom, on);
            }
            (Some(Act::Await(Awaited { values, one, owned })), Some(ptr)) => {
                // What is not a number is not waited for: the line itself says so.
                let Some(Scalar::Int(bits)) = values.first().and_then(|value| self.copier.ty(value)) else { return };
                let bytes = Expr::int(word(self), i64::from(bits.div_ceil(8)));
                if !is_plain(self, ptr, &bytes) {
                    if self.copier.program.outside {
                        let why = "waiting at an address from outside, in a translation of threads";
                        return self.push(Op::Unsupported(why.into()));
                    }
                    // Where the access is invalid, the thread could go on to find that out.
                    let valid = valid(self, ptr, &bytes, false);
                    let invalid = self.split(valid);
                    let (on, after) = (std::mem::replace(&mut self.at, invalid), self.block());
                    self.assign(going, Expr::truth());
                    self.end(End::Goto(after));
                    self.at = on;
                    self.awaiting((at, ptr, values, one, owned), bits, (going, whom), read);
                    self.end(End::Goto(after));
                    self.at = after;
                    return;
                }
                self.awaiting((at, ptr, values, one, owned), bits, (going, whom), read);
            }
            (Some(_) | None, _) => self.assign(going, Expr::truth()),
        }
    }
    fn awaiting(
        &mut self,
        (at, ptr, values, one, owned): (Made, &Expr, &[Expr], bool, bool),
        bits: u32,
        (going, whom): (VarId, VarId),
        read: &mut dyn FnMut(&mut Self, Made, VarId, Expr),
    ) {
        let count = self.plan.threads.len();
        let found = self.copier.number("found", bits);
        read(self, at, found, ptr.clone());
        self.assign(going, awaited(Expr::Var(found), values, one));
        if owned {
            let mut on = Expr::int(BITS, count as i64);
            for of in (0..count).filter(|of| bits >= 16 || *of + 1 < 1 << bits) {
                on = Expr::select(is(found, bits, of + 1), Expr::int(BITS, of as i64), on);
            }
            self.assign(whom, on);
        }
    }

    /// Whether threads wait for ever: see `Program::deadlock`.
    fn dead(&mut self, judge: &Judge, going: &[VarId], whom: &[VarId]) -> Expr {
        let count = going.len();
        let no = || Expr::int(1, 0);
        let any = |all: Vec<Expr>| all.into_iter().fold(no(), or);
        let waits = |slot: usize| {
            let stands = Expr::binary(Binary::ULe, Expr::int(BITS, LOOKED_AT as i64), Expr::Var(judge.stands[slot]));
            and(stands, Expr::not(Expr::Var(going[slot])))
        };
        let open = |slot: usize| or(Expr::Var(going[slot]), is(judge.stands[slot], BITS, OVER));
        let all = and(any((0..count).map(waits).collect()), Expr::not(any((0..count).map(open).collect())));
        // Who is at the end of the chain of those who wait for each other.
        let known = |slot: usize| {
            and(waits(slot), Expr::binary(Binary::ULt, Expr::Var(whom[slot]), Expr::int(BITS, count as i64)))
        };
        let mut last: Vec<VarId> = Vec::new();
        for (slot, whom) in whom.iter().enumerate() {
            let next = self.copier.number(&format!("next{slot}"), BITS);
            self.assign(next, Expr::select(known(slot), Expr::Var(*whom), Expr::int(BITS, slot as i64)));
            last.push(next);
        }
        let mut length = 1;
        while length < count {
            let before = last.clone();
            for at in &mut last {
                let from = *at;
                let mut to = Expr::Var(from);
                for (of, next) in before.iter().enumerate() {
                    to = Expr::select(is(from, BITS, of), Expr::Var(*next), to);
                }
                *at = self.copier.number("next", BITS);
                self.assign(*at, to);
            }
            length *= 2;
        }
        let mut circles = Vec::new();
        for (slot, last) in last.iter().enumerate() {
            for of in 0..count {
                let ended = if of == slot { no() } else { is(judge.stands[of], BITS, ENDED) };
                circles.push(and(is(*last, BITS, of), or(known(of), ended)));
            }
        }
        or(all, any(circles))
    }
    /// Whether each turn was used, and somebody can go on.
    fn more(&mut self, judge: &Judge, going: &[VarId]) -> Expr {
        let count = going.len();
        let (no, yes) = (|| Expr::int(1, 0), Expr::truth);
        let moved = |turn: usize| Expr::not(is(judge.movers[turn], BITS, 0));
        let turns = judge.movers.len();
        match judge.schedule {
            Schedule::Rounds(rounds) => {
                let mut all = yes();
                for round in 0..rounds as usize {
                    let (mut later, mut ways) = (no(), no());
                    for slot in (0..count).rev() {
                        let then = match round + 1 < rounds as usize {
                            true => moved((round + 1) * count + slot),
                            false => Expr::Var(going[slot]),
                        };
                        ways = or(ways, and(later.clone(), then));
                        later = or(later, moved(round * count + slot));
                    }
                    all = and(all, ways);
                }
                all
            }
            Schedule::Arbitrary(_) => {
                let mut all = yes();
                for turn in 0..turns {
                    all = and(all, moved(turn));
                    if turn > 0 {
                        let (a, b) = (Expr::Var(judge.movers[turn - 1]), Expr::Var(judge.movers[turn]));
                        all = and(all, Expr::not(equal(a, b)));
                    }
                }
                let mut others = no();
                for (slot, going) in going.iter().enumerate() {
                    let other = match judge.movers.last() {
                        Some(last) => Expr::not(is(*last, BITS, slot + 1)),
                        None => yes(),
                    };
                    others = or(others, and(Expr::Var(*going), other));
                }
                and(all, others)
            }
            // Whose turn it is is fixed, so that some must be left unused.
            Schedule::InTurn(_) => going.iter().fold(no(), |any, going| or(any, Expr::Var(*going))),
        }
    }
}
