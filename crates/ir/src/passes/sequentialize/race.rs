//! Races in translations (`Program::race`): when all turns are over, two threads stand before accesses to the same memory.
//!
//! Since a thread can leave off before each of its accesses that others may see, the end stands for all moments before it,
//! as it does for deadlocks ([`super::judge`]). The accesses that each thread stands before are put into variables, which
//! are compared for every two threads. Inside of an atomic section no thread stands: where one accesses what another
//! accesses outside of sections ([`Mixed`]), everything may end right before that access ([`super::emit::Leaving::Frozen`]), and then
//! that one is compared with what the others stand before.

use super::emit::{Mark, Out, and, equal, is, or};
use super::memory::{ask, bytes_of, is_plain, valid};
use super::plan::Plan;
use super::shared::{Made, Reach, Shared};
use super::word;
use crate::analysis::effects::{Access, Act};
use crate::expr::{Binary, Expr, Unary};
use crate::program::{Aspect, End, GlobalId, Op, Program, PropId, Role, Span, VarId};
use hecaton_base::Bits;
use std::collections::{BTreeMap, BTreeSet};

const BITS: u32 = 16;

/// Later than any turn.
const AFTER_ALL: i64 = 0x7fff;

/// What a thread is about to access.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    /// The start of the object.
    base: VarId,
    from: VarId,
    /// How many bytes; none if it accesses nothing, or not validly.
    len: VarId,
    writes: VarId,
    /// It does not race with what is atomic too.
    atomic: VarId,
}

/// The accesses of a line that can race, by their numbers, and what their pointers can point to.
fn racing<'a>(shared: &'a Shared, at: Made, op: &'a Op) -> impl Iterator<Item = (usize, Access<'a>, &'a Reach)> {
    let all = op.effects().accesses().zip(shared.reach(at)).enumerate();
    all.filter(|(_, (access, _))| access.can_race()).map(|(number, (access, reach))| (number, access, reach))
}

/// Something that several threads access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Object {
    Global(GlobalId),
    Made(Made),
}

fn objects(program: &Program, reach: &Reach) -> Vec<Object> {
    let globals = reach.globals.iter().filter(|global| !program.is_guarded(**global));
    let made = reach.made.iter().copied().map(Object::Made);
    globals.copied().map(Object::Global).chain(made).collect()
}

/// Whether a line accesses what others may access too.
pub(super) fn can_race(program: &Program, shared: &Shared, at: Made, op: &Op) -> bool {
    racing(shared, at, op).any(|(_, _, reach)| reach.open || !objects(program, reach).is_empty())
}

/// Who accesses an object: in atomic sections or not, reading or writing.
#[derive(Default)]
struct Users {
    inside: [BTreeSet<usize>; 2],
    outside: [BTreeSet<usize>; 2],
}

/// The objects that are accessed in atomic sections and outside of them, so that there may be a race.
pub(super) type Mixed = BTreeSet<Object>;

/// Finds them. `None` if some pointer may mean anything: then races are not translated.
pub(super) fn mixed(program: &Program, plan: &Plan, shared: &Shared) -> Option<Mixed> {
    if program.outside {
        return None;
    }
    let mut users: BTreeMap<Object, Users> = BTreeMap::new();
    for (slot, flat) in plan.threads.iter().enumerate() {
        for block in flat.reachable() {
            for (i, line) in flat.blocks[block].lines.iter().enumerate() {
                for (_, access, reach) in racing(shared, (slot, block, i), &line.op) {
                    if reach.open {
                        return None;
                    }
                    for object in objects(program, reach) {
                        let users = users.entry(object).or_default();
                        if line.inside {
                            users.inside[usize::from(access.changes())].insert(slot);
                        } else if !waits(&line.op) {
                            users.outside[usize::from(access.changes())].insert(slot);
                        }
                    }
                }
            }
        }
    }
    let meet = |some: &BTreeSet<usize>, others: &BTreeSet<usize>| some.iter().any(|a| others.iter().any(|b| a != b));
    let is_mixed = |Users { inside: [reads, writes], outside: [loads, stores] }: &Users| {
        meet(reads, stores) || meet(writes, loads) || meet(writes, stores)
    };
    Some(users.into_iter().filter(|(_, users)| is_mixed(users)).map(|(object, _)| object).collect())
}

/// Whether a line accesses something of these.
pub(super) fn is_mixed(program: &Program, shared: &Shared, mixed: &Mixed, at: Made, op: &Op) -> bool {
    racing(shared, at, op).flat_map(|(_, _, reach)| objects(program, reach)).any(|object| mixed.contains(&object))
}

fn waits(op: &Op) -> bool {
    matches!(op.effects().act, Some(Act::Await(_)))
}

impl Out<'_, '_> {
    /// Variables for what so many threads are about to access.
    pub fn touches(&mut self, threads: usize) -> Vec<[Touch; 2]> {
        let bits = word(self);
        let ptr = self.copier.types.ptr();
        let mut touch = |slot: usize| Touch {
            base: self.copier.var(&format!("touched{slot}"), ptr, Role::Temp, Span::nowhere()),
            from: self.copier.number(&format!("from{slot}"), bits),
            len: self.copier.number(&format!("len{slot}"), bits),
            writes: self.copier.number(&format!("writes{slot}"), 1),
            atomic: self.copier.number(&format!("atomic{slot}"), 1),
        };
        (0..threads).map(|slot| [touch(slot), touch(slot)]).collect()
    }
    /// Says what a thread that stands before a line is about to access, or is about to inside of an atomic section. One that
    /// waits accesses nothing.
    pub fn touch(&mut self, touches: &[Touch; 2], at: Made, op: &Op, going: VarId, inside: bool) {
        let program = self.copier.program;
        if !can_race(program, self.shared, at, op) {
            return;
        }
        let bits = word(self);
        let (shared, waits) = (self.shared, waits(op));
        for (i, access, reach) in racing(shared, at, op) {
            let (ptr, writes) = (access.ptr, access.changes());
            let zero = Expr::int(bits, 0);
            let offset = ask(self, ptr, Aspect::Offset);
            let base = Expr::offset(ptr.clone(), Expr::unary(Unary::Neg, offset.clone()));
            // All of what lives there, if it is not said how much.
            let (len, mut races) = match bytes_of(self, access.extent) {
                Some(bytes) if is_plain(self, ptr, &bytes) => (bytes, Expr::truth()),
                Some(bytes) => {
                    let valid = valid(self, ptr, &bytes, writes);
                    (bytes, valid)
                }
                // All of what lives there, whether it can be freed or not.
                None => (ask(self, ptr, Aspect::Size), equal(offset.clone(), zero.clone())),
            };
            for global in &reach.globals {
                if program.is_guarded(*global) {
                    races = and(races, Expr::not(equal(base.clone(), Expr::Global(*global))));
                }
            }
            if waits && !inside {
                races = and(races, Expr::Var(going));
            }
            let touch = touches[i];
            self.assign(touch.base, base);
            self.assign(touch.from, offset);
            self.assign(touch.len, Expr::select(races, len, zero));
            self.assign(touch.writes, Expr::int(1, i64::from(writes)));
            self.assign(touch.atomic, Expr::int(1, i64::from(waits || inside)));
        }
    }
    /// Says whether two threads are about to access the same memory: one of them is the next to go on then.
    pub fn race(&mut self, prop: PropId, touches: &[[Touch; 2]], frozen: Option<VarId>) {
        let bits = word(self);
        // In an atomic section nobody else goes on.
        let counts = |a: usize, b: usize| match frozen {
            None => Expr::truth(),
            Some(frozen) => [0, a + 1, b + 1].map(|who| is(frozen, BITS, who)).into_iter().fold(Expr::int(1, 0), or),
        };
        let some = |touch: &Touch| Expr::not(is(touch.len, bits, 0));
        let before = |a: &Touch, b: &Touch| {
            let end = Expr::binary(Binary::Add, Expr::Var(b.from), Expr::Var(b.len));
            Expr::binary(Binary::ULt, Expr::Var(a.from), end)
        };
        let conflict = |a: &Touch, b: &Touch| {
            let changes = or(Expr::Var(a.writes), Expr::Var(b.writes));
            let plain = Expr::not(and(Expr::Var(a.atomic), Expr::Var(b.atomic)));
            let same = equal(Expr::Var(a.base), Expr::Var(b.base));
            let overlap = and(before(a, b), before(b, a));
            [plain, some(a), some(b), same, overlap].into_iter().fold(changes, and)
        };
        // Who goes on, counted from one.
        let next = self.copier.number("races", BITS);
        let number = |slot: usize| Expr::int(BITS, slot as i64 + 1);
        for (b, theirs) in touches.iter().enumerate() {
            for (a, mine) in touches[..b].iter().enumerate() {
                let ways = mine.iter().flat_map(|x| theirs.iter().map(|y| conflict(x, y)));
                let meet = and(ways.fold(Expr::int(1, 0), or), counts(a, b));
                // What is done atomically races by being done, the other one by being about to be done.
                let who = Expr::select(Expr::Var(mine[0].atomic), number(a), number(b));
                self.assign(next, Expr::select(meet, who, Expr::Var(next)));
            }
        }
        let races = self.split(is(next, BITS, 0));
        let on = std::mem::replace(&mut self.at, races);
        if self.says_turns {
            self.note_turn(Expr::int(BITS, AFTER_ALL));
        }
        let (from, violated) = (self.at, self.block());
        let mut arms = Vec::new();
        for slot in 0..touches.len() {
            self.at = self.block();
            arms.push((Bits::from_u64(BITS, slot as u64 + 1), self.at));
            self.mark(Mark::Step, slot, 0);
            self.end(End::Goto(violated));
        }
        self.at = from;
        self.end(End::Switch { on: Expr::Var(next), arms, other: violated });
        self.at = violated;
        self.push(Op::Assert { cond: Expr::int(1, 0), prop });
        self.end(End::Goto(on));
        self.at = on;
    }
}
