//! Memory: the objects there are, and access through pointers.

use crate::context::Context;
use crate::eval::{global_object, is_unsized, outside_object};
use crate::lifetimes::{Ended, Placing};
use crate::object::{Fresh, ObjId, Object, Region};
use crate::scalar;
use crate::value::{Pointer, Target, Value};
use hecaton_base::Stop;
use hecaton_ir::{Aspect, Expr, Init, Scalar, Type, TypeId};
use hecaton_term::{Op, Sort, Term};
use imbl::OrdMap;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A copy or a fill that is not of constant size and place is done byte by byte, up to this many bytes.
const MAX_SYMBOLIC_BYTES: u64 = 4096;

/// Where neither the size nor the objects tell how many they can be, only paths on which they are no more than this many
/// go on: an assumption of the program, which the solver sees, may leave no others.
const UNTOLD_BYTES: u64 = 128;

/// The objects of a state. One that is in neither collection was not made on any of its paths.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    pub objects: OrdMap<ObjId, Arc<Object>>,
    /// Objects that may be dead. Those that are freed on all paths of the state are only here; their content is gone.
    pub ended: Ended,
}

/// A new object.
pub(crate) struct Birth {
    pub region: Region,
    pub ty: TypeId,
    pub size: Term,
    pub zeroed: bool,
    /// An alignment besides that of the type.
    pub asked: Option<Term>,
    /// Those that may be dead.
    pub ended: Ended,
}

/// One of the objects a pointer can mean.
pub(crate) struct Access {
    /// When it is meant.
    pub guard: Term,
    pub id: ObjId,
    pub offset: Term,
}

/// What a pointer means.
pub(crate) struct Resolved {
    /// Objects.
    pub all: Vec<Access>,
    /// When it means no object.
    pub nowhere: Term,
    /// When it came from outside and is not null, and no object is known that it means.
    pub unknown: Term,
}

impl Memory {
    /// Whether an object was made on some path.
    pub fn knows(&self, id: ObjId) -> bool {
        self.objects.contains_key(&id) || self.ended.get(id).is_some()
    }
    /// The objects that a pointer can mean under a path condition, and when it means none or something unknown.
    pub fn resolve(&self, cx: &mut Context, path: Term, pointer: &Pointer) -> Resolved {
        let mut out = Vec::new();
        let (mut nowhere, mut unknown) = (Vec::new(), Vec::new());
        for &(guard, target) in pointer.targets() {
            let both = cx.terms.and(path, guard);
            if cx.terms.as_bool(both) == Some(false) {
                continue;
            }
            match target {
                Target::Object(id, offset) => out.push(Access { guard, id, offset }),
                Target::Func(_) => nowhere.push(guard),
                Target::Raw(address) => {
                    let mut rest = guard;
                    if cx.terms.as_u64(address) != Some(0) {
                        for (id, base) in cx.observed() {
                            let Some(object) = self.objects.get(&id) else { continue };
                            let (size, alive) = (object.size, object.alive);
                            let offset = cx.terms.sub(address, base);
                            let inside = cx.terms.ult(offset, size);
                            // Where it is dead, another one may lie there now.
                            let inside = cx.terms.and(inside, alive);
                            let here = cx.terms.and(guard, inside);
                            if cx.terms.as_bool(here) != Some(false) {
                                out.push(Access { guard: here, id, offset });
                                let outside = cx.terms.not(inside);
                                rest = cx.terms.and(rest, outside);
                            }
                        }
                    }
                    if cx.is_arbitrary(address) {
                        let null = cx.moved_null(address);
                        let not_null = cx.terms.not(null);
                        if cx.program.outside {
                            let first = cx.terms.num(cx.word(), cx.program.target.first());
                            let low = cx.terms.ult(address, first);
                            let high = cx.terms.not(low);
                            let there = cx.terms.and(rest, high);
                            out.push(Access { guard: there, id: outside_object(cx), offset: address });
                            rest = cx.terms.and(rest, low);
                        }
                        unknown.push(cx.terms.and(rest, not_null));
                        rest = cx.terms.and(rest, null);
                    }
                    let empty = cx.terms.and(path, rest);
                    cx.found_empty(empty, address);
                    nowhere.push(rest);
                }
            }
        }
        Resolved { all: out, nowhere: cx.terms.any(&nowhere), unknown: cx.terms.any(&unknown) }
    }
    /// When an access of that many bytes is invalid.
    fn invalid(&self, cx: &mut Context, access: &Access, bytes: Term, write: bool) -> Term {
        let Some(object) = self.objects.get(&access.id) else { return cx.terms.bool(true) };
        if write && object.constant {
            return cx.terms.bool(true);
        }
        let size = object.size;
        let dead = cx.terms.not(object.alive);
        let too_small = cx.terms.ult(size, bytes);
        let room = cx.terms.sub(size, bytes);
        let beyond = cx.terms.ult(room, access.offset);
        let mut outside = cx.terms.or(too_small, beyond);
        // Offsets are signed: in an object of more than half of the address space, a negative one is not a large one.
        if cx.terms.umax(size) >= 1 << (cx.word() - 1) {
            let zero = cx.terms.num(cx.word(), 0);
            let before = cx.terms.slt(access.offset, zero);
            outside = cx.terms.or(outside, before);
        }
        cx.terms.or(dead, outside)
    }
    /// The accesses of that many bytes that a pointer can mean and that can be valid; `nowhere` says when the access is
    /// not.
    pub fn access(&self, cx: &mut Context, path: Term, pointer: &Pointer, bytes: Term, write: bool) -> Resolved {
        let Resolved { mut all, nowhere, unknown } = self.resolve(cx, path, pointer);
        let (mut parts, mut unknown) = (vec![nowhere], vec![unknown]);
        let outside = cx.program.outside.then(|| outside_object(cx));
        all.retain(|access| {
            let invalid = self.invalid(cx, access, bytes, write);
            // Pointers to the memory outside are taken not to lead behind it.
            let list = if Some(access.id) == outside { &mut unknown } else { &mut parts };
            list.push(cx.terms.and(access.guard, invalid));
            cx.terms.as_bool(invalid) != Some(true)
        });
        Resolved { all, nowhere: cx.terms.any(&parts), unknown: cx.terms.any(&unknown) }
    }
    /// When one of these accesses is to an object that only its initialisation may write.
    pub fn read_only(&self, cx: &mut Context, all: &[Access]) -> Term {
        let objects = |access: &&Access| self.objects.get(&access.id).is_some_and(|object| object.read_only);
        let guards: Vec<Term> = all.iter().filter(objects).map(|access| access.guard).collect();
        cx.terms.any(&guards)
    }
    /// An aspect of the object that a pointer belongs to. An address without an object belongs to none.
    pub fn inspect(&self, cx: &mut Context, pointer: &Pointer, aspect: Aspect) -> Term {
        let word = cx.word();
        let (zero, one) = (cx.terms.num(word, 0), cx.terms.num(word, 1));
        pointer.pick(cx, |cx, target| match (target, aspect) {
            (Target::Raw(address), Aspect::Offset) => address,
            (Target::Object(_, offset), Aspect::Offset) => offset,
            (Target::Object(id, _), _) => {
                let Some(object) = self.objects.get(&id) else { return zero };
                let value = match aspect {
                    Aspect::Size => object.size,
                    Aspect::Writable if object.constant || object.read_only => zero,
                    Aspect::Exposed if object.constant || object.read_only => zero,
                    Aspect::Exposed => cx.terms.ite(object.exposed, one, zero),
                    Aspect::Heap if object.region != Region::Heap => zero,
                    Aspect::Global if cx.global_of(id).is_none() => zero,
                    Aspect::Live | Aspect::Writable | Aspect::Heap | Aspect::Global | Aspect::Offset => one,
                };
                cx.terms.ite(object.alive, value, zero)
            }
            (Target::Func(_) | Target::Raw(_), _) => zero,
        })
    }
    fn object_mut(&mut self, id: ObjId) -> Option<&mut Object> {
        self.objects.get_mut(&id).map(Arc::make_mut)
    }
    /// The pointer, where its addresses were made from numbers now: a number that was made from the address of an object
    /// means that object, if it lives and the number lies in it. Any other number means what lies there when it is used:
    /// the end of one object may be the start of another.
    pub fn meant(&self, cx: &mut Context, pointer: &Pointer) -> Pointer {
        let number = |target: &Target| matches!(target, Target::Raw(address) if cx.terms.as_u64(*address).is_none());
        if !pointer.targets().iter().any(|(_, target)| number(target)) {
            return pointer.clone();
        }
        let mut out: Option<Pointer> = None;
        for &(guard, target) in pointer.targets().iter().rev() {
            let this = match target {
                Target::Raw(address) => self.at_number(cx, address, 16),
                Target::Object(..) | Target::Func(_) => Pointer::to(cx, target),
            };
            out = Some(match out {
                None => this,
                Some(rest) => Pointer::choose(cx, guard, &this, &rest),
            });
        }
        out.unwrap_or_else(|| Pointer::null(cx))
    }
    fn at_number(&self, cx: &mut Context, address: Term, depth: u32) -> Pointer {
        let number = Pointer::to(cx, Target::Raw(address));
        if let (Op::Ite, 1..) = (cx.terms.op(address), depth) {
            let [cond, yes, no] = [0, 1, 2].map(|i| cx.terms.args(address)[i]);
            let (yes, no) = (self.at_number(cx, yes, depth - 1), self.at_number(cx, no, depth - 1));
            let known = |p: &Pointer| p.targets().iter().any(|(_, t)| !matches!(t, Target::Raw(_)));
            return if known(&yes) || known(&no) { Pointer::choose(cx, cond, &yes, &no) } else { number };
        }
        let Some((id, base)) = scalar::made_from(cx, address) else {
            return match cx.function_at(address) {
                Some(func) => Pointer::to(cx, Target::Func(func)),
                None => number,
            };
        };
        let alive = match self.ended.get(id) {
            None => cx.terms.bool(true),
            Some(alive) => alive,
        };
        let offset = cx.terms.sub(address, base);
        let extent = cx.extent(id);
        let inside = cx.terms.ult(offset, extent);
        let own = cx.terms.and(alive, inside);
        let object = Pointer::to(cx, Target::Object(id, offset));
        Pointer::choose(cx, own, &object, &number)
    }

    /// The value of a type that a valid access finds.
    pub fn load(&mut self, cx: &mut Context, all: &[Access], ty: Scalar) -> Result<Value, Stop> {
        let mut out: Option<Value> = None;
        for access in all.iter().rev() {
            let Some(object) = self.object_mut(access.id) else { continue };
            let value = match object.read(cx, access.offset, ty)? {
                Value::Ptr(pointer) => Value::Ptr(self.meant(cx, &pointer)),
                value @ Value::Scalar(_) => value,
            };
            out = Some(match out {
                None => value,
                Some(rest) => Value::choose(cx, access.guard, &value, &rest),
            });
        }
        Ok(out.unwrap_or_else(|| scalar::zero(cx, ty)))
    }
    /// Writes a value where a valid access points to.
    pub fn store(&mut self, cx: &mut Context, all: &[Access], ty: Scalar, value: &Value) -> Result<(), Stop> {
        for access in all {
            let guard = if all.len() == 1 { cx.terms.bool(true) } else { access.guard };
            let Some(object) = self.object_mut(access.id) else { continue };
            object.write(cx, access.offset, ty, value, guard)?;
        }
        Ok(())
    }

    /// Copies bytes between valid places; all is read before anything is written.
    pub fn copy(&mut self, cx: &mut Context, to: &[Access], from: &[Access], size: Term) -> Result<(), Stop> {
        let constant = |cx: &Context, all: &[Access]| all.iter().all(|a| cx.terms.as_u64(a.offset).is_some());
        match cx.terms.as_u64(size) {
            Some(0) => Ok(()),
            Some(bytes) if constant(cx, from) && constant(cx, to) => self.copy_pieces(cx, to, from, bytes),
            _ => self.copy_bytes(cx, to, from, size),
        }
    }
    fn copy_pieces(&mut self, cx: &mut Context, to: &[Access], from: &[Access], bytes: u64) -> Result<(), Stop> {
        // The places where any source begins a piece, relative to the start.
        let mut cuts: Vec<u64> = vec![bytes];
        for access in from {
            let start = cx.terms.as_u64(access.offset).expect("constant");
            if let Some(object) = self.objects.get(&access.id)
                && object.const_size(cx).is_none_or(|size| start.checked_add(bytes).is_some_and(|end| end <= size))
            {
                cuts.extend(object.pieces(start, bytes).iter().map(|(at, _)| at - start));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let mut values = Vec::new();
        let mut begin = 0;
        for cut in cuts {
            if cut > begin {
                let mut out: Option<Value> = None;
                for access in from.iter().rev() {
                    let start = cx.terms.as_u64(access.offset).expect("constant");
                    let Some(object) = self.object_mut(access.id) else { continue };
                    let value = object.read_piece(cx, start + begin, cut - begin)?;
                    out = Some(match out {
                        None => value,
                        Some(rest) => scalar::choose_mixed(cx, access.guard, &value, &rest)?,
                    });
                }
                values.extend(out.map(|value| (begin, cut - begin, value)));
            }
            begin = cut;
        }
        for access in to {
            let start = cx.terms.as_u64(access.offset).expect("constant");
            let Some(object) = self.object_mut(access.id) else { continue };
            for (at, bytes, value) in &values {
                let mut value = value.clone();
                if to.len() > 1 {
                    let old = object.read_piece(cx, start + at, *bytes)?;
                    value = scalar::choose_mixed(cx, access.guard, &value, &old)?;
                }
                object.write_at(cx, start + at, *bytes, value)?;
            }
        }
        Ok(())
    }
    /// How many bytes a size can be at most, given the objects it is used on.
    fn most_bytes(&self, cx: &mut Context, all: &[&[Access]], size: Term) -> u64 {
        let mut most = cx.terms.umax(size);
        for side in all {
            let mut largest = Some(0);
            for access in *side {
                let size = self.objects.get(&access.id).and_then(|o| o.const_size(cx));
                largest = largest.zip(size).map(|(a, b): (u64, u64)| a.max(b));
            }
            most = most.min(largest.unwrap_or(u64::MAX));
        }
        most
    }
    /// The greatest size that a copy or a fill can have here, unless it can have any.
    pub fn greatest_size(&self, cx: &mut Context, all: &[&[Access]], size: Term) -> Option<u64> {
        let mut accesses = all.iter().flat_map(|side| side.iter());
        let exact = cx.terms.as_u64(size).is_some() && accesses.all(|a| cx.terms.as_u64(a.offset).is_some());
        let few = exact || self.most_bytes(cx, all, size) <= MAX_SYMBOLIC_BYTES;
        (!few).then_some(UNTOLD_BYTES)
    }
    /// How many bytes are looked at one by one.
    fn bytes_looked_at(&self, cx: &mut Context, all: &[&[Access]], size: Term) -> u64 {
        let most = self.most_bytes(cx, all, size);
        if most > MAX_SYMBOLIC_BYTES { UNTOLD_BYTES } else { most }
    }
    fn copy_bytes(&mut self, cx: &mut Context, to: &[Access], from: &[Access], size: Term) -> Result<(), Stop> {
        let most = self.bytes_looked_at(cx, &[to, from], size);
        let byte = Scalar::Int(8);
        let moved = |cx: &mut Context, all: &[Access], i: u64| -> Vec<Access> {
            let by = cx.terms.num(cx.word(), i);
            all.iter().map(|a| Access { guard: a.guard, id: a.id, offset: cx.terms.add(a.offset, by) }).collect()
        };
        let mut values = Vec::new();
        for i in 0..most {
            let from = moved(cx, from, i);
            values.push(self.load(cx, &from, byte)?);
        }
        for (i, value) in values.into_iter().enumerate() {
            let index = cx.terms.num(cx.word(), i as u64);
            let wanted = cx.terms.ult(index, size);
            for access in moved(cx, to, i as u64) {
                let guard = cx.terms.and(access.guard, wanted);
                let Some(object) = self.object_mut(access.id) else { continue };
                object.write(cx, access.offset, byte, &value, guard)?;
            }
        }
        Ok(())
    }
    /// Sets bytes at valid places.
    pub fn fill(&mut self, cx: &mut Context, to: &[Access], byte: Term, size: Term) -> Result<(), Stop> {
        let bytes = match cx.terms.as_u64(size) {
            Some(0) => return Ok(()),
            Some(bytes) if to.iter().all(|a| cx.terms.as_u64(a.offset).is_some()) => bytes,
            _ => return self.fill_bytes(cx, to, byte, size),
        };
        for access in to {
            let start = cx.terms.as_u64(access.offset).expect("constant");
            let alone = to.len() == 1;
            let Some(object) = self.object_mut(access.id) else { continue };
            if object.const_size(cx).is_some_and(|size| start.checked_add(bytes).is_none_or(|end| end > size)) {
                continue;
            }
            if alone && start == 0 && object.const_size(cx) == Some(bytes) && cx.terms.as_u64(byte) == Some(0) {
                object.set_zero(cx);
                continue;
            }
            for (at, len) in object.pieces(start, bytes) {
                let same = vec![byte; len as usize];
                let mut value = Value::Scalar(crate::object::concat(cx, &same));
                if !alone {
                    let old = object.read_piece(cx, at, len)?;
                    value = scalar::choose_mixed(cx, access.guard, &value, &old)?;
                }
                object.write_at(cx, at, len, value)?;
            }
        }
        Ok(())
    }
    fn fill_bytes(&mut self, cx: &mut Context, to: &[Access], byte: Term, size: Term) -> Result<(), Stop> {
        let most = self.bytes_looked_at(cx, &[to], size);
        let value = Value::Scalar(byte);
        for i in 0..most {
            let index = cx.terms.num(cx.word(), i);
            let wanted = cx.terms.ult(index, size);
            for access in to {
                let guard = cx.terms.and(access.guard, wanted);
                let offset = cx.terms.add(access.offset, index);
                let Some(object) = self.object_mut(access.id) else { continue };
                object.write(cx, offset, Scalar::Int(8), &value, guard)?;
            }
        }
        Ok(())
    }

    /// Makes an object where others have ended. Its content is arbitrary unless `zeroed`.
    pub fn make(&mut self, cx: &mut Context, id: ObjId, birth: Birth) {
        let Birth { region, ty, size, zeroed, asked, ended } = birth;
        let unit = unit(cx, ty);
        let align = match region {
            Region::Heap => 16,
            Region::Global | Region::Stack => cx.program.types.align(ty, cx.program.target),
        };
        let fresh = if zeroed { Fresh::Zero } else { Fresh::Arbitrary(id) };
        let (zero, one) = (cx.terms.num(cx.word(), 0), cx.terms.num(cx.word(), 1));
        let own_byte = region == Region::Heap || is_unsized(cx, id);
        let nonempty = own_byte || cx.terms.as_u64(size).is_some_and(|size| size > 0);
        let extent = if own_byte {
            let none = cx.terms.eq(size, zero);
            cx.terms.ite(none, one, size)
        } else {
            size
        };
        cx.place(id, Placing { size, extent, nonempty, align, asked, ended });
        let object = Object::new(cx, region, size, align, unit, fresh);
        self.set(cx, id, object);
    }
    /// Leaves an object that was just made to its initialisation.
    pub fn set_read_only(&mut self, id: ObjId) {
        if let Some(object) = self.object_mut(id) {
            object.read_only = true;
        }
    }
    /// Makes the globals.
    pub fn with_globals(cx: &mut Context) -> Result<Memory, Stop> {
        let program = cx.program.clone();
        let mut memory = Memory::default();
        for (id, global) in program.globals.iter() {
            let size = program.types.size(global.ty, program.target);
            let size = cx.terms.num(cx.word(), size);
            let object = global_object(id);
            let arbitrary = matches!(global.init, Init::Arbitrary);
            let (region, ty, zeroed) = (Region::Global, global.ty, !arbitrary);
            memory.make(cx, object, Birth { region, ty, size, zeroed, asked: None, ended: Ended::default() });
            let made = memory.object_mut(object).expect("just made");
            if let Init::Values(values) = &global.init {
                for (at, value) in values {
                    let (value, ty) = constant(cx, value)?;
                    made.write_at(cx, *at, ty.bytes(program.target), value)?;
                }
            }
            made.constant = global.constant;
            if arbitrary {
                let (content, _) = made.content();
                cx.arbitrary_pointer(content);
            }
        }
        if program.outside {
            let id = outside_object(cx);
            let size = cx.terms.num(cx.word(), program.target.code());
            cx.place(
                id,
                Placing { size, extent: size, nonempty: true, align: 1, asked: None, ended: Ended::default() },
            );
            let mut object = Object::new(cx, Region::Global, size, 1, 1, Fresh::Arbitrary(id));
            object.exposed = cx.terms.bool(true);
            let (content, _) = object.content();
            cx.arbitrary_pointer(content);
            memory.objects.insert(id, Arc::new(object));
        }
        Ok(memory)
    }
    /// Takes a new object, or what became of one.
    pub fn set(&mut self, cx: &Context, id: ObjId, object: Object) {
        self.ended.set(cx, id, object.alive);
        self.objects.insert(id, Arc::new(object));
    }
    /// Ends the life of an object where the condition holds.
    pub fn free(&mut self, cx: &mut Context, id: ObjId, cond: Term) {
        let Some(object) = self.object_mut(id) else { return };
        let kept = cx.terms.not(cond);
        object.alive = cx.terms.and(object.alive, kept);
        let alive = object.alive;
        self.ended.set(cx, id, alive);
        if cx.terms.as_bool(alive) == Some(false) {
            self.objects.remove(&id);
        }
    }
    /// When heap memory is still allocated.
    pub fn still_allocated(&self, cx: &mut Context) -> Term {
        let heap: Vec<(Term, Term)> =
            self.objects.values().filter(|o| o.region == Region::Heap).map(|o| (o.made, o.alive)).collect();
        let parts: Vec<Term> = heap.into_iter().map(|(made, alive)| cx.terms.and(made, alive)).collect();
        cx.terms.any(&parts)
    }
    /// When heap memory is still allocated but nothing leads to it any more; and when that cannot be told, because the
    /// address of something was used as a number and a number that depends on it is kept. What the program can still
    /// use is what it finds in globals, in live stack objects and in `held`.
    pub fn lost(&self, cx: &mut Context, held: &[Value]) -> (Term, Term) {
        let heap: Vec<(ObjId, Term, Term)> = self
            .objects
            .iter()
            .filter(|(_, o)| o.region == Region::Heap)
            .map(|(id, o)| (*id, o.made, o.alive))
            .collect();
        if heap.is_empty() {
            let none = cx.terms.bool(false);
            return (none, none);
        }
        let surely = self.kept(cx, held, false);
        let perhaps = self.kept(cx, held, true);
        let (mut lost, mut undecided) = (Vec::new(), Vec::new());
        for (id, made, alive) in heap {
            let allocated = cx.terms.and(made, alive);
            let (unreached, unlikely) = (cx.terms.not(surely[&id]), cx.terms.not(perhaps[&id]));
            lost.push(cx.terms.and(allocated, unlikely));
            let between = cx.terms.and(unreached, perhaps[&id]);
            undecided.push(cx.terms.and(allocated, between));
        }
        (cx.terms.any(&lost), cx.terms.any(&undecided))
    }
    /// When each object can still be used. With `numbers`, numbers made from addresses count, and code that is not known
    /// may keep what it has seen.
    fn kept(&self, cx: &mut Context, held: &[Value], numbers: bool) -> BTreeMap<ObjId, Term> {
        let mut given: BTreeMap<ObjId, Term> = BTreeMap::new();
        for (to, guard) in leads_to(cx, held.iter(), numbers) {
            let old = given.get(&to).copied().unwrap_or_else(|| cx.terms.bool(false));
            given.insert(to, cx.terms.or(old, guard));
        }
        let start = |cx: &mut Context, id: ObjId, object: &Object| {
            let start = match object.region {
                Region::Global => cx.terms.bool(true),
                Region::Stack => cx.terms.and(object.made, object.alive),
                Region::Heap if numbers => object.exposed,
                Region::Heap => cx.terms.bool(false),
            };
            given.get(&id).map_or(start, |given| cx.terms.or(start, *given))
        };
        self.reached(cx, start, numbers)
    }
    /// When each object is reached, from where it is to begin with, by a chain of pointers, and with `numbers` also of
    /// numbers made from addresses.
    fn reached(
        &self,
        cx: &mut Context,
        start: impl Fn(&mut Context, ObjId, &Object) -> Term,
        numbers: bool,
    ) -> BTreeMap<ObjId, Term> {
        let mut reached: BTreeMap<ObjId, Term> = BTreeMap::new();
        for (id, object) in &self.objects {
            let from = start(cx, *id, object);
            reached.insert(*id, from);
        }
        let mut edges: BTreeMap<ObjId, Vec<(ObjId, Term)>> = BTreeMap::new();
        for (id, object) in &self.objects {
            let mut out = leads_to(cx, object.values(), numbers);
            if numbers {
                let seen = addresses_in(cx, [object.array()]);
                let truth = cx.terms.bool(true);
                out.extend(seen.into_iter().map(|id| (id, truth)));
            }
            out.retain(|(to, _)| to != id && reached.contains_key(to));
            edges.insert(*id, out);
        }
        // Made larger until nothing changes; as many visits to an object as there are objects are enough for any chain.
        let mut visits: BTreeMap<ObjId, usize> = BTreeMap::new();
        let mut open: BTreeSet<ObjId> = reached.keys().copied().collect();
        while let Some(id) = open.pop_first() {
            let from = reached[&id];
            let visit = visits.entry(id).or_insert(0);
            *visit += 1;
            if cx.terms.as_bool(from) == Some(false) || *visit > self.objects.len() + 1 {
                continue;
            }
            for (to, guard) in &edges[&id] {
                let old = reached[to];
                let both = cx.terms.and(from, *guard);
                if is_absorbed(cx, both, old) {
                    continue;
                }
                let new = cx.terms.or(old, both);
                if new != old {
                    reached.insert(*to, new);
                    open.insert(*to);
                }
            }
        }
        reached
    }
}

/// What unknown code changes.
pub(crate) struct Clobbered {
    /// The objects, each with its new content, the unit of that, and when it is changed.
    pub changed: Vec<(ObjId, (Term, u64), Term)>,
    /// When something may be reached that no pointer is seen to lead to.
    pub undecided: Term,
}

impl Memory {
    /// Unknown code runs, which has these pointers. `instance` names the new contents.
    pub fn clobber(&mut self, cx: &mut Context, roots: &[Pointer], instance: u32) -> Result<Clobbered, Stop> {
        let mut given: OrdMap<ObjId, Term> = OrdMap::new();
        for (guard, target) in roots.iter().flat_map(|root| root.targets()) {
            let Target::Object(id, _) = target else { continue };
            let old = given.get(id).copied().unwrap_or_else(|| cx.terms.bool(false));
            given.insert(*id, cx.terms.or(old, *guard));
        }
        let begin = |cx: &mut Context, id: ObjId, object: &Object| match given.get(&id) {
            Some(given) => cx.terms.or(object.exposed, *given),
            None => object.exposed,
        };
        let surely = self.reached(cx, begin, false);
        // The address of something was used as a number: it may be kept where no pointer is seen.
        let perhaps = self.reached(
            cx,
            |cx, id, object| match cx.address(id) {
                Some(_) => cx.terms.bool(true),
                None => begin(cx, id, object),
            },
            false,
        );
        let (mut changed, mut undecided) = (Vec::new(), Vec::new());
        let ids: Vec<ObjId> = self.objects.keys().copied().collect();
        for id in ids {
            let (surely, perhaps) = (surely[&id], perhaps[&id]);
            let Some(object) = self.object_mut(id) else { continue };
            if object.constant || object.read_only {
                continue;
            }
            let here = cx.terms.and(object.alive, object.made);
            let unseen = cx.terms.not(surely);
            let unseen = cx.terms.and(perhaps, unseen);
            undecided.push(cx.terms.and(here, unseen));
            let reached = cx.terms.and(here, surely);
            if cx.terms.as_bool(reached) == Some(false) {
                continue;
            }
            let (_, unit) = object.content();
            let sort = Sort::Array { index: cx.word(), elem: unit as u32 * 8 };
            let array = cx.terms.var(&format!("mem{instance}.{id}u{unit}"), sort);
            cx.arbitrary_pointer(array);
            let mut fresh = object.clone();
            fresh.set_content(array);
            *object = match cx.terms.as_bool(reached) {
                Some(true) => fresh,
                _ => Object::choose(cx, reached, &fresh, object)?,
            };
            object.exposed = cx.terms.or(object.exposed, reached);
            changed.push((id, (array, unit), reached));
        }
        Ok(Clobbered { changed, undecided: cx.terms.any(&undecided) })
    }
}

/// The objects that values lead to, and when. With `numbers`, a number that is made from an address leads to its object.
fn leads_to<'a>(cx: &mut Context, values: impl Iterator<Item = &'a Value>, numbers: bool) -> Vec<(ObjId, Term)> {
    let mut out = Vec::new();
    let mut terms = Vec::new();
    for value in values {
        match value {
            Value::Scalar(term) => terms.push(*term),
            Value::Ptr(pointer) => {
                for (guard, target) in pointer.targets() {
                    match target {
                        Target::Object(to, _) => out.push((*to, *guard)),
                        Target::Raw(address) => terms.push(*address),
                        Target::Func(_) => {}
                    }
                }
            }
        }
    }
    if numbers {
        let truth = cx.terms.bool(true);
        out.extend(addresses_in(cx, terms).into_iter().map(|id| (id, truth)));
    }
    out
}

/// The objects whose addresses occur in terms.
fn addresses_in(cx: &Context, terms: impl IntoIterator<Item = Term>) -> BTreeSet<ObjId> {
    let mut out = BTreeSet::new();
    let mut open: Vec<Term> = terms.into_iter().collect();
    let mut seen: FxHashSet<Term> = open.iter().copied().collect();
    while let Some(term) = open.pop() {
        out.extend(cx.object_at(term));
        open.extend(cx.terms.args(term).iter().copied().filter(|arg| seen.insert(*arg)));
    }
    out
}

/// Whether a condition plainly implies another: it has all conjuncts of one of its disjuncts.
fn is_absorbed(cx: &Context, condition: Term, by: Term) -> bool {
    let flat = |term: Term, op: Op| {
        let (mut open, mut out) = (vec![term], Vec::new());
        while let Some(term) = open.pop() {
            if cx.terms.op(term) == op && out.len() + open.len() < 256 {
                open.extend_from_slice(cx.terms.args(term));
            } else {
                out.push(term);
            }
        }
        out
    };
    let have: FxHashSet<Term> = flat(condition, Op::And).into_iter().collect();
    flat(by, Op::Or).into_iter().any(|part| flat(part, Op::And).iter().all(|needed| have.contains(needed)))
}

/// The bytes in which an object of a type is best accessed at a symbolic offset.
fn unit(cx: &Context, ty: TypeId) -> u64 {
    match &cx.program.types[ty] {
        Type::Array { elem, .. } => unit(cx, *elem),
        Type::Record(_) => 1,
        Type::Int { .. } | Type::Float(_) | Type::Ptr => {
            let size = cx.program.types.size(ty, cx.program.target);
            if size.is_power_of_two() && size <= 16 { size } else { 1 }
        }
    }
}

/// The value of a constant expression of a global's initialiser.
fn constant(cx: &mut Context, expr: &Expr) -> Result<(Value, Scalar), Stop> {
    let bug = || Stop::Bug("an initialiser that is not constant".into());
    let zero = cx.terms.num(cx.word(), 0);
    Ok(match expr {
        Expr::Int(bits) if bits.width() == 1 => (Value::Scalar(cx.terms.bool(bits.bit(0))), Scalar::Int(1)),
        Expr::Int(bits) => (Value::Scalar(cx.terms.bits(bits.clone())), Scalar::Int(bits.width())),
        Expr::Float(format, bits) => (Value::Scalar(cx.terms.float(*format, bits.clone())), Scalar::Float(*format)),
        Expr::Null => (Value::Ptr(Pointer::null(cx)), Scalar::Ptr),
        Expr::Func(id) => (Value::Ptr(Pointer::to(cx, Target::Func(*id))), Scalar::Ptr),
        Expr::Global(id) => (Value::Ptr(Pointer::to(cx, Target::Object(global_object(*id), zero))), Scalar::Ptr),
        Expr::Offset(ab) => {
            let (Expr::Global(id), Expr::Int(by)) = (&ab[0], &ab[1]) else { return Err(bug()) };
            let by = cx.terms.bits(by.clone());
            (Value::Ptr(Pointer::to(cx, Target::Object(global_object(*id), by))), Scalar::Ptr)
        }
        Expr::Var(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) => return Err(bug()),
    })
}
