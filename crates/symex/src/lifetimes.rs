//! Where objects and functions lie, as far as it matters, and which of them can lie at the same place.
//!
//! An address is a free term that is made when it is first asked for, with facts: it is not in the first page, where
//! null pointers are moved to, it is aligned, and what exists at the same time lies apart. Objects may touch, so that the
//! end of one is the start of another, and what was freed may be used again. For that it must be known of two objects
//! whether one was dead when the other was made. That depends on the path, and facts do not; so it is made part of an
//! object's identity: one that is made where other objects are dead is another object (see [`Context::birth`]).
//!
//! States of several threads are compared with each other, and such names would keep them apart. Where threads are
//! interleaved, only dead objects whose addresses matter already are part of a name, and what is asked of the address of
//! any other dead object is not supported (see [`Context::take_compared`]).

use crate::context::{Context, Observed};
use crate::object::ObjId;
use hecaton_base::Id as _;
use hecaton_ir::FuncId;
use hecaton_term::{Sort, Term};
use imbl::OrdMap;
use std::hash::{DefaultHasher, Hasher};

/// Objects that may be dead, each with the condition that it lives.
#[derive(Clone, Default)]
pub(crate) struct Ended {
    alive: OrdMap<ObjId, Term>,
    /// A hash of them, the sum over all, so that a change costs the same however many there are.
    print: u128,
}

/// What the address of an object depends on.
#[derive(Clone)]
pub(crate) struct Placing {
    pub size: Term,
    /// The bytes that it takes: one at least in the heap, as addresses of objects there are different.
    pub extent: Term,
    /// That it takes a byte for sure.
    pub nonempty: bool,
    pub align: u64,
    /// What the address is a multiple of besides, if it is a power of two.
    pub asked: Option<Term>,
    /// Those that may have been dead when it was made.
    pub ended: Ended,
}

impl Ended {
    /// When an object lives; `None` if it does for sure, or was never made.
    pub fn get(&self, id: ObjId) -> Option<Term> {
        self.alive.get(&id).copied()
    }
    /// Takes note of when an object lives.
    pub fn set(&mut self, cx: &Context, id: ObjId, alive: Term) {
        let old = match cx.terms.as_bool(alive) {
            Some(true) => self.alive.remove(&id),
            Some(false) | None => {
                self.print = self.print.wrapping_add(hash(id, alive));
                self.alive.insert(id, alive)
            }
        };
        if let Some(old) = old {
            self.print = self.print.wrapping_sub(hash(id, old));
        }
    }
    /// Stands for them: with 128 bits of a good hash function, that two different ones have the same does not happen.
    pub fn print(&self) -> u128 {
        self.print
    }
    /// The objects of which two differ.
    pub fn difference(&self, other: &Ended) -> Vec<ObjId> {
        use imbl::ordmap::DiffItem;
        if self.print == other.print {
            return Vec::new();
        }
        let differs = |item| match item {
            DiffItem::Update { old: (id, _), .. } | DiffItem::Remove(id, _) | DiffItem::Add(id, _) => *id,
        };
        self.alive.diff(&other.alive).map(differs).collect()
    }
    /// Those of them that a new object has in its name, with what it replaces.
    pub fn for_birth(&self, cx: &mut Context, replaced: &[(ObjId, Term)]) -> Ended {
        let mut out = self.seen(cx);
        for &(id, when) in replaced {
            let alive = out.get(id).unwrap_or_else(|| cx.terms.bool(true));
            let kept = cx.terms.not(when);
            let alive = cx.terms.and(alive, kept);
            out.set(cx, id, alive);
        }
        out
    }
    fn seen(&self, cx: &Context) -> Ended {
        if !cx.interleaves() {
            return self.clone();
        }
        let mut out = Ended::default();
        for id in cx.observed.keys() {
            if let Some(alive) = self.get(*id) {
                out.set(cx, *id, alive);
            }
        }
        out
    }
}

fn hash(id: ObjId, alive: Term) -> u128 {
    let half = |seed: u64| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(seed);
        hasher.write_usize(id.index());
        hasher.write_usize(alive.index());
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

impl Context {
    /// Remembers what the address of an object will depend on, should it ever matter.
    pub(crate) fn place(&mut self, id: ObjId, placing: Placing) {
        self.placing.insert(id, placing);
    }
    /// The size of an object.
    pub(crate) fn size(&self, id: ObjId) -> Term {
        self.placing[&id].size
    }
    /// The bytes that an object takes.
    pub(crate) fn extent(&self, id: ObjId) -> Term {
        self.placing[&id].extent
    }
    /// What the address of an object is a multiple of.
    pub(crate) fn alignment(&self, id: ObjId) -> u64 {
        let asked = |placing: &Placing| placing.asked.and_then(|asked| self.terms.as_u64(asked)).unwrap_or(0);
        self.placing.get(&id).map_or(1, |placing| placing.align.max(asked(placing) & asked(placing).wrapping_neg()))
    }
    /// When two objects exist at the same time, if both are made.
    pub(crate) fn together(&self, a: ObjId, b: ObjId) -> Option<Term> {
        self.placing[&a].ended.get(b).or_else(|| self.placing[&b].ended.get(a))
    }
    /// The address of an object, which from now on matters. The facts can always be satisfied together: no object is
    /// larger than half of the address space, and those of a quarter of it or more may overlap others.
    pub(crate) fn observe(&mut self, id: ObjId) -> Term {
        self.note_compared(id);
        if let Some(known) = self.observed.get(&id) {
            return known.address;
        }
        let Placing { size, extent, align, asked, .. } = self.placing[&id];
        let (word, target) = (self.word(), self.program.target);
        let t = &mut self.terms;
        let address = t.var(&format!("addr{id}"), Sort::Bits(word));
        let first = t.num(word, target.first());
        let quarter = t.num(word, 1 << (word - 2));
        let half = t.num(word, 1 << (word - 1));
        let (small, possible) = (t.ult(size, quarter), t.ult(size, half));
        let not_null = t.ule(first, address);
        let end = t.add(address, extent);
        let no_wrap = t.ule(address, end);
        let code = t.num(word, target.code());
        let below = t.ult(end, code);
        let mut alone = vec![not_null, no_wrap, below];
        if align > 1 {
            let low = t.extract(align.trailing_zeros() - 1, 0, address);
            let none = t.num(align.trailing_zeros(), 0);
            alone.push(t.eq(low, none));
        }
        if let Some(asked) = asked {
            // Its lowest bit.
            let minus = t.mk(hecaton_term::Op::BvNeg, &[asked]);
            let power = t.mk(hecaton_term::Op::BvAnd, &[asked, minus]);
            let one = t.num(word, 1);
            let below = t.sub(power, one);
            let zero = t.num(word, 0);
            let nothing = t.eq(power, zero);
            let low = t.mk(hecaton_term::Op::BvAnd, &[address, below]);
            let multiple = t.eq(low, zero);
            alone.push(t.or(nothing, multiple));
        }
        let mut held = Vec::new();
        let others: Vec<ObjId> = self.observed.keys().copied().collect();
        for other in others {
            let together = self.together(id, other);
            let (t, other) = (&mut self.terms, &self.observed[&other]);
            let before = t.ule(end, other.address);
            let after = t.ule(other.end, address);
            let apart = t.or(before, after);
            let mut when = t.ult(other.size, quarter);
            if let Some(together) = together {
                when = t.and(when, together);
            }
            held.push(t.implies(when, apart));
        }
        let functions: Vec<Term> = self.placed_functions.values().copied().collect();
        let t = &mut self.terms;
        let (mut inside, truth) = (Vec::new(), t.bool(true));
        inside.extend(functions.into_iter().map(|function| (truth, function)));
        inside.extend(&self.empty);
        for (when, at) in inside {
            let offset = t.sub(at, address);
            let inside = t.ult(offset, size);
            let both = t.and(when, inside);
            held.push(t.not(both));
        }
        for (size, facts) in [(possible, alone), (small, held)] {
            let all = t.all(&facts);
            let fact = t.implies(size, all);
            self.facts.push(fact);
        }
        self.observed.insert(id, Observed { address, size, end });
        self.addresses.insert(address, id);
        address
    }
    /// The address of a function, which from now on matters: it is that of no other function and of no byte of an
    /// object. Where there is memory outside of the program, it lies above all of that.
    pub(crate) fn observe_function(&mut self, func: FuncId) -> Term {
        if let Some(known) = self.placed_functions.get(&func) {
            return *known;
        }
        let (word, target) = (self.word(), self.program.target);
        let t = &mut self.terms;
        let address = t.var(&format!("code{}", func.index()), Sort::Bits(word));
        let lowest = t.num(word, if self.program.outside { target.code() } else { target.first() });
        let minus_one = t.num(word, 0);
        let minus_one = t.mk(hecaton_term::Op::BvNot, &[minus_one]);
        self.facts.push(t.ule(lowest, address));
        self.facts.push(t.ult(address, minus_one));
        let quarter = t.num(word, 1 << (word - 2));
        for object in self.observed.values() {
            let offset = t.sub(address, object.address);
            let inside = t.ult(offset, object.size);
            let small = t.ult(object.size, quarter);
            let both = t.and(small, inside);
            self.facts.push(t.not(both));
        }
        for other in self.placed_functions.values() {
            let same = t.eq(address, *other);
            self.facts.push(t.not(same));
        }
        for &(when, at) in &self.empty {
            let same = t.eq(address, at);
            let both = t.and(when, same);
            self.facts.push(t.not(both));
        }
        self.placed_functions.insert(func, address);
        address
    }
    /// The object that a term is the address of.
    pub(crate) fn object_at(&self, address: Term) -> Option<ObjId> {
        self.addresses.get(&address).copied()
    }
    /// The function that a term is the address of.
    pub(crate) fn function_at(&self, address: Term) -> Option<FuncId> {
        self.placed_functions.iter().find(|(_, at)| **at == address).map(|(func, _)| *func)
    }
    /// The objects whose addresses matter.
    pub(crate) fn observed(&self) -> Vec<(ObjId, Term)> {
        self.observed.iter().map(|(id, o)| (*id, o.address)).collect()
    }
    /// The address of an object, if it matters.
    pub(crate) fn address(&self, id: ObjId) -> Option<Term> {
        self.observed.get(&id).map(|o| o.address)
    }
    /// When offsets into two different objects can be the same address: the end of one is the start of the other, or
    /// they do not exist at the same time.
    pub(crate) fn may_meet(&mut self, (a, at): (ObjId, Term), (b, to): (ObjId, Term)) -> Term {
        self.note_compared(a);
        self.note_compared(b);
        let together = self.together(a, b);
        let zero = self.terms.num(self.word(), 0);
        let mut touches = |id: ObjId, at: Term, to: Term| {
            let Placing { extent, nonempty, .. } = self.placing[&id];
            if nonempty && at == zero {
                return self.terms.bool(false);
            }
            let (behind, start) = (self.terms.eq(at, extent), self.terms.eq(to, zero));
            self.terms.and(behind, start)
        };
        let (before, after) = (touches(a, at, to), touches(b, to, at));
        let touch = self.terms.or(before, after);
        match together {
            None => touch,
            Some(together) => {
                let apart = self.terms.not(together);
                self.terms.or(apart, touch)
            }
        }
    }
}
