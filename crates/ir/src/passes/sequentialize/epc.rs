//! Explicit program counters (Ghafari, Hu, Rakamarić 2010, section 2.1): turns are executed in their order. At every place where others
//! may run, a thread can note where it is and go; whoever is next jumps to where it was. All variables of all threads
//! are kept. Memory is as it is, so whatever a program does with pointers is translated.
//!
//! What a thread does before it comes to anything visible needs no turn. After the last turn, threads that had none do
//! that much.

use super::emit::{Leaving, Mark, Out, Scheme, and, is, thread};
use super::shared::Made;
use super::{Schedule, word};
use crate::expr::{Binary, Cast, Expr};
use crate::program::{BlockId, End, Op, PropId, VarId};
use crate::types::Scalar;
use hecaton_base::Bits;

const BITS: u32 = 16;

struct Epc {
    /// Where each thread is: at one of its places, or gone for good.
    places: Vec<VarId>,
    /// The places of each thread: where it begins, and where it can be interrupted.
    blocks: Vec<Vec<BlockId>>,
    ended: Vec<VarId>,
    /// How many threads were made.
    made: VarId,
    /// Whose turn is next.
    next: BlockId,
    /// There is no next turn.
    last: BlockId,
    /// All turns are over.
    over: VarId,
}

/// The place of a thread that does not run any more.
const GONE: i64 = 0xffff;

pub(super) fn write(out: &mut Out<'_, '_>, schedule: Schedule) {
    let count = out.plan.threads.len();
    let (turn, done) = (out.copier.number("thread", BITS), out.copier.number("turns", BITS));
    let places = (0..count).map(|slot| out.copier.number(&format!("place{slot}"), BITS)).collect();
    let ended = (0..count).map(|slot| out.copier.number(&format!("ended{slot}"), 1)).collect();
    let made = out.copier.number("made", word(out));
    let (head, whose, next, last) = (out.block(), out.block(), out.block(), out.block());
    out.end(End::Goto(head));
    let (over, late) = (out.copier.number("over", 1), out.copier.number("late", BITS));
    let mut epc = Epc { places, blocks: vec![vec![]; count], ended, made, next, last, over };
    let (mut arms, mut late_arms) = (Vec::new(), Vec::new());
    // Bits for the number of a thread.
    let choices = usize::BITS - count.leading_zeros();
    let late_number = |slot: usize| (1 << choices) + slot;
    for slot in 0..count {
        let start = thread(out, &mut epc, slot);
        let begins = out.block();
        out.at = begins;
        out.mark(Mark::Begin, slot, 0);
        out.end(End::Goto(start));
        epc.blocks[slot].insert(0, begins);
        // A thread that was not made has no turn.
        let dispatch = out.block();
        out.at = dispatch;
        if slot > 0 {
            let there = Expr::binary(Binary::ULe, Expr::int(word(out), slot as i64), Expr::Var(made));
            let not = out.split(there);
            let here = std::mem::replace(&mut out.at, not);
            out.end(End::Goto(next));
            out.at = here;
        }
        let to = epc.blocks[slot].iter().enumerate();
        let to = to.map(|(place, block)| (Bits::from_u64(BITS, place as u64), *block)).collect();
        out.end(End::Switch { on: Expr::Var(epc.places[slot]), arms: to, other: next });
        arms.push((Bits::from_u64(BITS, slot as u64), dispatch));
        late_arms.push((Bits::from_u64(BITS, late_number(slot) as u64), begins));
    }
    // Whose turn it is. Threads are entered from one block alone, those that begin after all turns included, so that
    // the turns are a loop with one head. The numbers of those that begin late are none that can be chosen.
    out.at = head;
    out.nobody_moved();
    if let Schedule::Arbitrary(_) = schedule {
        let chosen = out.arbitrary("chosen", choices);
        out.assign(turn, Expr::cast(Cast::ZExt, Scalar::Int(BITS), Expr::Var(chosen)));
    }
    out.end(End::Goto(whose));
    out.at = whose;
    arms.extend(late_arms);
    out.end(End::Switch { on: Expr::Var(turn), arms, other: last });
    out.at = next;
    let finishing = out.split(Expr::not(Expr::Var(over)));
    let one = Expr::int(BITS, 1);
    out.turn_ends(done, BITS);
    out.assign(done, Expr::binary(Binary::Add, Expr::Var(done), one.clone()));
    if !matches!(schedule, Schedule::Arbitrary(_)) {
        let after = Expr::binary(Binary::Add, Expr::Var(turn), one);
        out.assign(turn, Expr::select(is(turn, BITS, count - 1), Expr::int(BITS, 0), after));
    }
    let turns = schedule.turns(count);
    out.end(End::Branch { cond: is(done, BITS, turns as usize), yes: last, no: head });
    out.at = last;
    out.assign(over, Expr::truth());
    let begins: Vec<BlockId> = (0..count).map(|_| out.block()).collect();
    for (slot, begin) in begins.iter().enumerate() {
        let here = std::mem::replace(&mut out.at, *begin);
        out.assign(turn, Expr::int(BITS, late_number(slot) as i64));
        out.end(End::Goto(whose));
        out.at = here;
    }
    finish(out, finishing, late, |out, slot| {
        let there = Expr::binary(Binary::ULe, Expr::int(word(out), slot as i64), Expr::Var(made));
        (and(there, is(epc.places[slot], BITS, 0)), begins[slot])
    });
    out.judge(&mut |out, _, dst, ptr| out.push(Op::Load { dst, ptr, check: None }));
}

/// After all turns: lets threads begin for which a condition holds, one after the other. They come back to a block.
pub(super) fn finish(
    out: &mut Out<'_, '_>,
    back: BlockId,
    late: VarId,
    begins: impl Fn(&Out<'_, '_>, usize) -> (Expr, BlockId),
) {
    let mut arms = Vec::new();
    for slot in 0..out.plan.threads.len() {
        let (cond, begin) = begins(out, slot);
        let next = out.block();
        out.assign(late, Expr::int(BITS, slot as i64));
        out.end(End::Branch { cond, yes: begin, no: next });
        arms.push((Bits::from_u64(BITS, slot as u64), next));
        out.at = next;
    }
    let last = out.at;
    out.at = back;
    out.end(End::Switch { on: Expr::Var(late), arms, other: last });
    out.at = last;
}

impl Scheme for Epc {
    fn switch(&mut self, out: &mut Out<'_, '_>, slot: usize) {
        let place = out.goto_new();
        self.blocks[slot].push(place);
        let number = self.blocks[slot].len() as i64;
        let go = out.arbitrary("go", 1);
        let away = out.split(and(Expr::Var(go), Expr::not(Expr::Var(self.over))));
        let on = std::mem::replace(&mut out.at, away);
        out.assign(self.places[slot], Expr::int(BITS, number));
        out.end(End::Goto(self.next));
        out.at = on;
    }
    fn quiet(&mut self, out: &mut Out<'_, '_>, _: usize) {
        let away = out.split(Expr::not(Expr::Var(self.over)));
        let on = std::mem::replace(&mut out.at, away);
        out.end(End::Goto(self.next));
        out.at = on;
    }
    fn access(&mut self, out: &mut Out<'_, '_>, slot: usize, _: Made, op: Op) {
        if let Op::Alloc { .. } = op {
            out.mark(Mark::Choice, slot, 0);
        }
        out.push(op);
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
        spawn_counted(self, out, slot, made, dst);
    }
    fn ended(&mut self, _: &mut Out<'_, '_>, _: usize, of: usize) -> Expr {
        Expr::Var(self.ended[of])
    }
    fn exists(&mut self, out: &mut Out<'_, '_>, _: usize, of: usize) -> Expr {
        Expr::binary(Binary::ULe, Expr::int(word(out), of as i64), Expr::Var(self.made))
    }
    fn leave(&mut self, out: &mut Out<'_, '_>, slot: usize, how: Leaving) {
        if how == Leaving::Ended {
            out.assign(self.ended[slot], Expr::truth());
        }
        out.assign(self.places[slot], Expr::int(BITS, GONE));
        let to = match how {
            Leaving::Ended | Leaving::Stays => self.next,
            Leaving::Frozen => self.last,
        };
        out.end(End::Goto(to));
    }
}

/// Gives a new thread its number, if there can be one more.
pub(super) fn spawn_counted(scheme: &mut dyn Scheme, out: &mut Out<'_, '_>, slot: usize, made: VarId, dst: VarId) {
    let bits = word(out);
    let most = out.plan.threads.len() - 1;
    let room = Expr::binary(Binary::ULt, Expr::Var(made), Expr::int(bits, most as i64));
    let none = out.split(room);
    let on = std::mem::replace(&mut out.at, none);
    scheme.unsupported(out, slot, &format!("more than {most} threads beside the first, in a translation of threads"));
    out.at = on;
    out.assign(made, Expr::binary(Binary::Add, Expr::Var(made), Expr::int(bits, 1)));
    out.assign(dst, Expr::Var(made));
}
