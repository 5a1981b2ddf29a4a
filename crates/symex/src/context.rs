//! What all states of one run share: the terms, the names of inputs and objects, the guards, the trails, and the facts
//! about addresses.
//!
//! Inputs and objects are named by the dynamic instance of the instruction that makes them (call stack, loop
//! iterations, place). The same instance in another run, or with a larger bound, gives the same terms, so that what a
//! solver learned about them stays useful.

use crate::lifetimes::{Ended, Placing};
use crate::object::ObjId;
use crate::passage::Passages;
use crate::section::{Section, section};
use crate::trail::TrailNode;
use crate::turn::Turn;
use hecaton_base::float::Format;
use hecaton_base::{Id as _, Map, id};
use hecaton_ir::analysis::cfg::Shape;
use hecaton_ir::analysis::sharing::Sharing;
use hecaton_ir::{FeatureId, FuncId, Loc, Program, PropId, VarId};
use hecaton_term::{Builder, Op, Sort, Term};
use imbl::OrdMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

id!(
    /// A path condition of one context.
    GuardId,
    "guard"
);
id!(
    /// A call stack of one context.
    StackId,
    "stack"
);

/// Loop iterations around a place, outermost first.
pub type Laps = SmallVec<[u32; 4]>;

/// What is known of properties beforehand: one is violated only where of each of these sets of features one has taken
/// place before. Those left out may be violated anywhere.
pub type Restriction = BTreeMap<PropId, Vec<Vec<FeatureId>>>;

/// What all states of one run share.
pub struct Context {
    /// The program.
    pub program: Arc<Program>,
    /// All terms.
    pub terms: Builder,
    /// What holds of addresses that are observed; to be asserted with every question.
    pub facts: Vec<Term>,
    pub(crate) shapes: Map<FuncId, Option<Arc<Shape>>>,
    pub(crate) trail: Map<crate::TrailId, TrailNode>,
    pub(crate) clobbers: Vec<crate::trail::Changed>,
    guards: Map<GuardId, GuardNode>,
    instances: FxHashMap<Instance, u32>,
    /// How many times the bits of a NaN were made up.
    nans: u32,
    pub(crate) placing: FxHashMap<ObjId, Placing>,
    pub(crate) observed: BTreeMap<ObjId, Observed>,
    pub(crate) addresses: FxHashMap<Term, ObjId>,
    /// The functions whose addresses matter.
    pub(crate) placed_functions: BTreeMap<FuncId, Term>,
    /// The objects that the last instruction asked the address of, or compared with others; kept where threads are
    /// interleaved, see [`Context::take_compared`].
    compared: Vec<ObjId>,
    /// Addresses without an object or function that were used, and when: none that is observed later lies there.
    pub(crate) empty: Vec<(Term, Term)>,
    /// Inputs that are pointers, and contents from outside that may hold some.
    arbitrary: FxHashSet<Term>,
    /// The program is a slice, in which only pointers that come from the addresses of objects lead anywhere.
    sliced: bool,
    /// Whoever asks for it follows every order of the steps of threads.
    interleaves: bool,
    /// Whoever asks for it chooses himself who goes on (see [`Turn`]).
    chooses: bool,
    /// The last choice there was.
    pub(crate) turn: Option<Turn>,
    /// Paths were given up because something invalid was done, or was assumed not to be so.
    pub(crate) lost: bool,
    /// Atomic sections that were looked at.
    sections: FxHashMap<Loc, Arc<Section>>,
    /// What happens between two choices of who goes on, as far as it was looked at.
    pub(crate) passages: Passages,
    /// Objects that cannot race.
    pub(crate) quiet: Option<FxHashSet<ObjId>>,
    /// The variables that matter from a place on.
    pub(crate) lives: FxHashMap<Loc, Arc<BTreeSet<VarId>>>,
    /// What the code can touch, once it was looked at.
    pub(crate) sharing: Option<Arc<Sharing>>,
    restriction: Arc<Restriction>,
    /// The properties that are asked about; all, if nothing is said.
    asked: Option<Arc<BTreeSet<PropId>>>,
    /// Those of accesses that nobody asks about, where one was met that may be invalid.
    doubtful: BTreeSet<PropId>,
    /// All accesses that nobody asks about, if somebody wants to know.
    visits: Option<Vec<Visit>>,
}

/// An access or a call that nobody asks about was come to.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// What it would violate.
    pub prop: PropId,
    /// When it is come to.
    pub path: Term,
    /// When it is invalid then.
    pub bad: Term,
}

/// So many accesses to addresses without an object are remembered. More would only help a replay that is refused.
const MAX_EMPTY: usize = 256;

/// A path condition: what held before, and one condition more.
#[derive(Clone, Copy)]
struct GuardNode {
    parent: GuardId,
    depth: u32,
    conjunct: Term,
    total: Term,
}

/// A dynamic instance of a place.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Instance {
    stack: StackId,
    loc: Loc,
    laps: Laps,
    sub: u32,
    /// The alignment that is asked for, and which objects were dead: what an object's address can be depends on it.
    asked: Option<Term>,
    ended: u128,
}

/// An object whose address matters.
pub(crate) struct Observed {
    pub address: Term,
    pub size: Term,
    /// Behind its last byte.
    pub end: Term,
}

impl Context {
    /// A context for runs of a program.
    pub fn new(program: Arc<Program>) -> Self {
        let mut terms = Builder::new();
        let truth = terms.bool(true);
        let mut guards = Map::new();
        guards.push(GuardNode { parent: GuardId::new(0), depth: 0, conjunct: truth, total: truth });
        let shapes = Map::filled(program.functions.len(), None);
        let mut trail = Map::new();
        trail.push(TrailNode::Start);
        Context {
            program,
            terms,
            facts: Vec::new(),
            shapes,
            trail,
            clobbers: Vec::new(),
            guards,
            instances: FxHashMap::default(),
            nans: 0,
            placing: FxHashMap::default(),
            observed: BTreeMap::new(),
            addresses: FxHashMap::default(),
            placed_functions: BTreeMap::new(),
            compared: Vec::new(),
            empty: Vec::new(),
            arbitrary: FxHashSet::default(),
            sliced: false,
            interleaves: false,
            chooses: false,
            turn: None,
            lost: false,
            sections: FxHashMap::default(),
            passages: Passages::default(),
            quiet: None,
            lives: FxHashMap::default(),
            sharing: None,
            restriction: Arc::default(),
            asked: None,
            doubtful: BTreeSet::new(),
            visits: None,
        }
    }
    /// Looks for violations only where they are not ruled out beforehand.
    #[must_use]
    pub fn restricted(self, restriction: Arc<Restriction>) -> Self {
        Context { restriction, ..self }
    }
    /// Says which properties are asked about. A path that breaks another one ends there like any other; whether
    /// something is claimed of what comes after is for those to say who know all paths (see [`Context::doubtful`]).
    #[must_use]
    pub fn asking(self, props: Arc<BTreeSet<PropId>>) -> Self {
        Context { asked: Some(props), ..self }
    }
    /// Whether a property is asked about.
    pub(crate) fn is_asked(&self, prop: PropId) -> bool {
        self.asked.as_ref().is_none_or(|asked| asked.contains(&prop))
    }
    /// An access or a call is come to: takes note of it if nobody asks about it.
    pub(crate) fn visit(&mut self, prop: PropId, path: Term, bad: Term) {
        if self.is_asked(prop) {
            return;
        }
        let wrong = self.terms.and(path, bad);
        if self.terms.as_bool(wrong) != Some(false) {
            self.doubtful.insert(prop);
        }
        self.visits.iter_mut().for_each(|visits| visits.push(Visit { prop, path, bad: wrong }));
    }
    /// The properties that nobody asks about and that some access or call may violate, as far as it was looked at.
    pub fn doubtful(&self) -> &BTreeSet<PropId> {
        &self.doubtful
    }
    /// From now on takes note of all accesses and calls that nobody asks about; gives those since this was called last.
    pub fn take_visits(&mut self) -> Vec<Visit> {
        self.visits.replace(Vec::new()).unwrap_or_default()
    }
    /// Whether it matters if a feature has taken place.
    pub(crate) fn is_restricting(&self, feature: FeatureId) -> bool {
        self.restriction.values().flatten().any(|set| set.contains(&feature))
    }
    /// When a violation of a property is not ruled out beforehand.
    pub(crate) fn not_shown(&mut self, prop: PropId, features: &OrdMap<FeatureId, Term>) -> Term {
        let restriction = self.restriction.clone();
        let mut all = self.terms.bool(true);
        for set in restriction.get(&prop).into_iter().flatten() {
            let seen: Vec<Term> = set.iter().filter_map(|feature| features.get(feature).copied()).collect();
            let any = self.terms.any(&seen);
            all = self.terms.and(all, any);
        }
        all
    }
    /// A context for runs of a slice: an access through a number is not followed.
    pub fn of_slice(program: Arc<Program>) -> Self {
        Context { sliced: true, ..Context::new(program) }
    }
    /// The same, for somebody who follows every successor of a state on its own: threads are then executed, each choice
    /// of who goes on being a successor. Otherwise they are not supported.
    pub fn interleaving(self) -> Self {
        Context { interleaves: true, ..self }
    }
    /// The same, for somebody who chooses by himself which threads are worth trying: each choice is a successor, none
    /// sleeps, and [`Context::take_turn`] tells what there was to choose from.
    pub fn choosing(self) -> Self {
        Context { interleaves: true, chooses: true, ..self }
    }
    pub(crate) fn leaves_choice(&self) -> bool {
        self.chooses
    }
    /// What there was to choose from, if the last step ended with a choice of who goes on.
    pub fn take_turn(&mut self) -> Option<Turn> {
        self.turn.take()
    }
    /// Whether paths were given up since this was asked last: they can be followed no further, but others threads could
    /// still do something on them.
    pub fn take_lost(&mut self) -> bool {
        std::mem::take(&mut self.lost)
    }
    pub(crate) fn interleaves(&self) -> bool {
        self.interleaves
    }
    /// The atomic section that begins at a place.
    pub(crate) fn section(&mut self, start: Loc) -> Arc<Section> {
        let program = &self.program;
        self.sections.entry(start).or_insert_with(|| Arc::new(section(program, start))).clone()
    }
    /// Whether an address is a number that must not lead anywhere, because the program is a slice.
    pub(crate) fn is_forbidden(&self, address: Term) -> bool {
        self.sliced && self.terms.as_u64(address) != Some(0) && !(self.program.outside && self.is_arbitrary(address))
    }
    /// The shape of a function with a body.
    pub fn shape(&mut self, func: FuncId) -> Arc<Shape> {
        let program = &self.program;
        self.shapes[func].get_or_insert_with(|| Arc::new(Shape::of(&program.functions[func]))).clone()
    }
    /// The width of a pointer.
    pub(crate) fn word(&self) -> u32 {
        self.program.target.pointer_bits()
    }

    /// The number of a dynamic instance; `sub` tells things of one instruction apart.
    pub(crate) fn instance(&mut self, stack: StackId, loc: Loc, laps: &Laps, sub: u32) -> u32 {
        self.numbered(Instance { stack, loc, laps: laps.clone(), sub, asked: None, ended: 0 })
    }
    fn numbered(&mut self, instance: Instance) -> u32 {
        let next = u32::try_from(self.instances.len()).expect("more than 2^32 instances") + 1;
        *self.instances.entry(instance).or_insert(next)
    }
    /// The number of an instance that makes an object of a size, with the alignment that is asked for, where others have
    /// ended. Paths that are not joined may come here with different sizes, or when other objects live: these are
    /// different objects.
    pub(crate) fn birth(
        &mut self,
        (stack, loc, laps): (StackId, Loc, &Laps),
        size: Term,
        asked: Option<Term>,
        ended: &Ended,
    ) -> u32 {
        let sub = u32::try_from(size.index()).expect("terms have 32 bits");
        self.numbered(Instance { stack, loc, laps: laps.clone(), sub, asked, ended: ended.print() })
    }
    /// The call stack of the entry function.
    pub(crate) fn bottom() -> StackId {
        StackId::new(0)
    }
    /// The call stack inside a call.
    pub(crate) fn stack(&mut self, caller: StackId, call: Loc, laps: &Laps, callee: FuncId) -> StackId {
        StackId::new(self.instance(caller, call, laps, u32::MAX - callee.index() as u32) as usize)
    }
    /// The encoding of some NaN, another one each time.
    pub(crate) fn nan_bits(&mut self, format: Format) -> Term {
        self.nans += 1;
        let name = format!("nan{}", self.nans);
        let any = self.terms.var(&name, Sort::Bits(format.bits()));
        let (top, fraction) = (format.bits() - 1, format.sig - 1);
        let (sign, payload) = (self.terms.extract(top, top, any), self.terms.extract(fraction - 1, 0, any));
        let exponent = self.terms.num(format.exp, 0);
        let exponent = self.terms.mk(Op::BvNot, &[exponent]);
        // With nothing in the fraction it would be an infinity.
        let (zero, one) = (self.terms.num(fraction, 0), self.terms.num(fraction, 1));
        let none = self.terms.eq(payload, zero);
        let payload = self.terms.ite(none, one, payload);
        let head = self.terms.concat(sign, exponent);
        self.terms.concat(head, payload)
    }
    /// A fresh or known input of an instance.
    pub(crate) fn input(&mut self, instance: u32, sort: Sort) -> Term {
        self.terms.var(&format!("in{instance}"), sort)
    }

    /// Remembers an input that is a pointer, or the content of an object that was filled from outside.
    pub(crate) fn arbitrary_pointer(&mut self, input: Term) {
        self.arbitrary.insert(input);
    }
    /// Whether an address may come from an input that is a pointer: then any object may be meant. Looks through
    /// choices and sums; anything more complicated counts as coming from one, if there is any.
    pub(crate) fn is_arbitrary(&self, address: Term) -> bool {
        if self.arbitrary.is_empty() {
            return false;
        }
        let mut open = vec![address];
        for _ in 0..64 {
            let Some(term) = open.pop() else { return false };
            match self.terms.op(term) {
                Op::Ite => open.extend_from_slice(&self.terms.args(term)[1..]),
                Op::BvAdd | Op::BvConcat | Op::BvExtract { .. } => open.extend_from_slice(self.terms.args(term)),
                Op::Select => open.push(self.terms.args(term)[0]),
                Op::Store => {
                    let args = self.terms.args(term);
                    open.extend([args[0], args[2]]);
                }
                Op::ArrayConst(_) => {}
                Op::Const(_) => {}
                Op::Var(_) if !self.arbitrary.contains(&term) => {}
                _ => return true,
            }
        }
        true
    }

    /// When an address that may come from an input that is a pointer comes from the null pointer, perhaps moved: one that
    /// is not null may be moved to zero too, but nothing is known of what it means.
    pub(crate) fn moved_null(&mut self, address: Term) -> Term {
        self.moved_null_within(address, 16)
    }
    fn moved_null_within(&mut self, address: Term, depth: u32) -> Term {
        if let Some(at) = self.terms.as_u64(address) {
            return self.terms.bool(at < self.program.target.first());
        }
        match (self.terms.op(address), depth) {
            (Op::Ite, 1..) => {
                let [cond, yes, no] = [0, 1, 2].map(|i| self.terms.args(address)[i]);
                let (yes, no) = (self.moved_null_within(yes, depth - 1), self.moved_null_within(no, depth - 1));
                self.terms.ite(cond, yes, no)
            }
            (Op::BvAdd, 1..) => {
                let summands = self.terms.args(address).to_vec();
                let mut from = summands.iter().filter(|summand| self.is_arbitrary(**summand));
                match (from.next(), from.next()) {
                    (Some(&base), None) => self.moved_null_within(base, depth - 1),
                    _ => self.is_zero(address),
                }
            }
            _ => self.is_zero(address),
        }
    }
    fn is_zero(&mut self, address: Term) -> Term {
        let zero = self.terms.num(self.word(), 0);
        self.terms.eq(address, zero)
    }

    /// The condition that always holds.
    pub fn no_guard(&self) -> GuardId {
        GuardId::new(0)
    }
    /// The condition as a term.
    pub fn guard(&self, guard: GuardId) -> Term {
        self.guards[guard].total
    }
    /// What a condition is made of beyond a beginning of it, the first first.
    pub fn conjuncts(&self, guard: GuardId, beyond: GuardId) -> Vec<Term> {
        let (mut at, mut out) = (guard, Vec::new());
        while at != beyond {
            let node = self.guards[at];
            debug_assert!(node.depth > 0, "not a beginning of the condition");
            out.push(node.conjunct);
            at = node.parent;
        }
        out.reverse();
        out
    }
    /// The condition with one more; `None` if it cannot hold.
    pub(crate) fn assume(&mut self, guard: GuardId, condition: Term) -> Option<GuardId> {
        match self.terms.as_bool(condition) {
            Some(true) => return Some(guard),
            Some(false) => return None,
            None => {}
        }
        let node = self.guards[guard];
        let total = self.terms.and(node.total, condition);
        if total == node.total {
            return Some(guard);
        }
        if self.terms.as_bool(total) == Some(false) {
            return None;
        }
        let depth = node.depth + 1;
        Some(self.guards.push(GuardNode { parent: guard, depth, conjunct: condition, total }))
    }
    /// How two conditions came apart: their common beginning, and what each has beyond it, the first first.
    fn suffixes(&self, left: GuardId, right: GuardId) -> (GuardId, Vec<Term>, Vec<Term>) {
        let (mut l, mut r) = (left, right);
        let (mut only_left, mut only_right) = (Vec::new(), Vec::new());
        while l != r {
            if self.guards[l].depth >= self.guards[r].depth {
                only_left.push(self.guards[l].conjunct);
                l = self.guards[l].parent;
            } else {
                only_right.push(self.guards[r].conjunct);
                r = self.guards[r].parent;
            }
        }
        only_left.reverse();
        only_right.reverse();
        (l, only_left, only_right)
    }
    /// The disjunction of two conditions that exclude each other, and a term that holds in the left case and not in
    /// the right one. Only what comes after their common beginning is looked at, so joining the arms of an `if` gives
    /// back the condition before it, and the `if`'s own condition to choose by. `None` if neither can hold, which may
    /// show only here, when the terms are simplified together.
    pub(crate) fn join_guards(&mut self, left: GuardId, right: GuardId) -> Option<(GuardId, Term)> {
        let (common, only_left, only_right) = self.suffixes(left, right);
        let (l, r) = (self.terms.all(&only_left), self.terms.all(&only_right));
        let either = self.terms.or(l, r);
        let joined = self.assume(common, either)?;
        let choose = match (only_left.first(), only_right.first()) {
            (Some(&a), Some(&b)) if self.terms.not(a) == b => a,
            _ => l,
        };
        Some((joined, choose))
    }

    /// Remembers that an address was accessed where no observed object lies. Nobody could know yet where the others
    /// will lie: they are taken not to lie there.
    pub(crate) fn found_empty(&mut self, when: Term, address: Term) {
        let in_first_page = self.terms.as_u64(address).is_some_and(|at| at < self.program.target.first());
        if !in_first_page && self.empty.len() < MAX_EMPTY && !self.empty.contains(&(when, address)) {
            self.empty.push((when, address));
        }
    }
    /// Where threads are interleaved: notes that it matters where an object lies, or which object it is.
    pub(crate) fn note_compared(&mut self, id: ObjId) {
        if self.interleaves {
            self.compared.push(id);
        }
    }
    /// The objects of which the last instruction asked where they lie, or whether they are others, if threads are
    /// interleaved.
    pub(crate) fn take_compared(&mut self) -> Vec<ObjId> {
        std::mem::take(&mut self.compared)
    }
}
