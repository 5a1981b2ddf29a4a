//! Concrete memory: objects with bytes, where a byte is data or a fragment of a pointer.
//!
//! Pointers keep the object they point to when they are stored, copied as bytes and loaded again, so that no address
//! has to be invented for an object nobody asks the address of. An address is given to an object when it is observed
//! (cast to an integer, compared with another object's, read byte by byte); objects whose place was chosen from outside
//! have theirs from the start, and only these can lie where a dead object lay.
//!
//! Functions have addresses from the start, at the end of the address space if nobody chose others, so a stored function
//! pointer is plain data. An address that is used as a pointer means the function or live object that lies there at that
//! moment.

use crate::scalar;
use crate::value::Value;
use hecaton_base::{Bits, Id as _};
use hecaton_ir::{Aspect, DataModel, FuncId, GlobalId, Loc, Region, Scalar};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::num::NonZeroU64;

/// Whose an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Global(GlobalId),
    /// Nobody: the memory outside of the program's objects.
    Outside,
    Region(Region),
}

/// One object.
#[derive(Debug)]
pub(crate) struct Object {
    pub owner: Owner,
    pub size: u64,
    pub align: u64,
    pub live: bool,
    /// Its size is not known, and none of its bytes can be accessed.
    pub is_unsized: bool,
    pub constant: bool,
    /// Defined `const`, but no global: only accesses without a check write it.
    pub read_only: bool,
    /// Unknown code could reach it.
    exposed: bool,
    /// The `Alloc` that made it.
    pub made: Option<Loc>,
    /// What ended its life.
    pub ended: Option<Loc>,
    /// How many objects had been made when it ended.
    until: u32,
    /// The object that it may lie in the place of, which was about to die when it was made.
    pub replaces: Option<u32>,
    /// Its number among the objects of its region, from 1.
    pub number: u32,
    address: Option<NonZeroU64>,
    data: Data,
    pointers: Option<Box<Pointers>>,
}

#[derive(Debug)]
enum Data {
    /// All bytes; fresh pages of a zeroed allocation cost nothing until they are touched.
    Dense(Vec<u8>),
    /// The pages that were written; the others are zero.
    Sparse(Box<Pages>),
}

/// Pages by number.
#[derive(Debug, Default)]
struct Pages(HashMap<u64, Box<[u8]>>);

/// Objects above this size are kept as pages.
const DENSE: u64 = 1 << 24;
/// So are all but small ones when the others have this many bytes together.
const DENSE_TOTAL: u64 = 1 << 30;
const PAGE: u64 = 1 << 12;
/// No more bytes than this are copied or filled by one instruction.
pub(crate) const MOST_MOVED: u64 = 1 << 28;

impl Data {
    fn new(size: u64, others: u64) -> Self {
        let dense = size <= PAGE || (size <= DENSE && others + size <= DENSE_TOTAL);
        if dense { Data::Dense(vec![0; size as usize]) } else { Data::Sparse(Box::default()) }
    }
    /// Bytes that are set aside.
    fn dense(&self) -> u64 {
        match self {
            Data::Dense(bytes) => bytes.len() as u64,
            Data::Sparse(_) => 0,
        }
    }
    fn read(&self, offset: u64, out: &mut [u8]) {
        match self {
            Data::Dense(bytes) => out.copy_from_slice(&bytes[offset as usize..offset as usize + out.len()]),
            Data::Sparse(pages) => {
                let mut done = 0;
                while done < out.len() {
                    let at = offset + done as u64;
                    let (page, start) = (at / PAGE, (at % PAGE) as usize);
                    let len = (PAGE as usize - start).min(out.len() - done);
                    match pages.0.get(&page) {
                        Some(bytes) => out[done..done + len].copy_from_slice(&bytes[start..start + len]),
                        None => out[done..done + len].fill(0),
                    }
                    done += len;
                }
            }
        }
    }
    fn write(&mut self, offset: u64, bytes: &[u8]) {
        match self {
            Data::Dense(all) => all[offset as usize..offset as usize + bytes.len()].copy_from_slice(bytes),
            Data::Sparse(pages) => {
                let mut done = 0;
                while done < bytes.len() {
                    let at = offset + done as u64;
                    let (page, start) = (at / PAGE, (at % PAGE) as usize);
                    let len = (PAGE as usize - start).min(bytes.len() - done);
                    let target = pages.0.entry(page).or_insert_with(|| vec![0; PAGE as usize].into());
                    target[start..start + len].copy_from_slice(&bytes[done..done + len]);
                    done += len;
                }
            }
        }
    }
}

/// A byte of a pointer: the object and offset it points to, and the number of the byte.
type Fragment = ((u32, i64), u8);

/// The pointers among the bytes of an object, hiding the data below them: whole ones by the offset of their first
/// byte, and single bytes of others. Neither overlap.
#[derive(Debug, Default)]
struct Pointers {
    whole: BTreeMap<u64, (u32, i64)>,
    parts: BTreeMap<u64, Fragment>,
}

impl Pointers {
    /// The fragment at an offset: the pointer and the number of its byte.
    fn at(&self, offset: u64, size: u64) -> Option<Fragment> {
        if let Some((start, pointer)) = self.whole.range(..=offset).next_back()
            && offset - start < size
        {
            return Some((*pointer, (offset - start) as u8));
        }
        self.parts.get(&offset).copied()
    }
    /// Whether any byte in the range is a fragment.
    fn any(&self, offset: u64, len: u64, size: u64) -> bool {
        let end = offset + len;
        self.whole.range(offset.saturating_sub(size - 1)..end).next().is_some()
            || self.parts.range(offset..end).next().is_some()
    }
    /// Makes the range data.
    fn clear(&mut self, offset: u64, len: u64, size: u64) {
        let end = offset + len;
        let hit: Vec<u64> = self.whole.range(offset.saturating_sub(size - 1)..end).map(|(start, _)| *start).collect();
        for start in hit {
            let Some(pointer) = self.whole.remove(&start) else { continue };
            for index in 0..size {
                if start + index < offset || start + index >= end {
                    self.parts.insert(start + index, (pointer, index as u8));
                }
            }
        }
        let hit: Vec<u64> = self.parts.range(offset..end).map(|(at, _)| *at).collect();
        for at in hit {
            self.parts.remove(&at);
        }
    }
    fn targets(&self) -> impl Iterator<Item = u32> + '_ {
        self.whole.values().chain(self.parts.values().map(|(pointer, _)| pointer)).map(|(object, _)| *object)
    }
}

/// Why an access is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Invalid {
    /// A pointer without object.
    Address(u64),
    Function(u32),
    Dead(u32),
    Outside {
        object: u32,
        offset: i64,
    },
    Constant(u32),
}

/// All objects.
#[derive(Debug)]
pub(crate) struct Memory {
    target: DataModel,
    functions: Vec<u64>,
    code: HashMap<u64, u32>,
    pub objects: Vec<Object>,
    /// The live objects that have an address, by that.
    placed: BTreeSet<(u64, u32)>,
    /// One of them was placed with an object that it replaces: they may overlap.
    replaced: bool,
    /// The memory outside of the program's objects.
    pub outside: Option<u32>,
    /// Addresses that objects are placed at some time, to be kept free.
    reserved: BTreeSet<u64>,
    next: u64,
    /// Bytes of dense objects.
    dense: u64,
    /// How many stack and heap objects were made.
    made: [u32; 2],
    /// Set when the address space ran out: what was computed since is void.
    pub exhausted: bool,
}

impl Memory {
    /// No objects; `reserved` are addresses that objects will be placed at.
    pub fn new(target: DataModel, functions: usize, reserved: BTreeSet<u64>) -> Self {
        let next = match target {
            DataModel::Ilp32 => 0x4000_0000,
            DataModel::Lp64 => 0x5000_0000_0000,
        };
        let functions: Vec<u64> = (0..functions as u64).map(|func| target.code() + 16 * func).collect();
        let code = functions.iter().enumerate().map(|(func, at)| (*at, func as u32)).collect();
        let (objects, placed) = (Vec::new(), BTreeSet::new());
        let (replaced, outside, dense, made, exhausted) = (false, None, 0, [0; 2], false);
        Memory { replaced, target, functions, code, objects, placed, outside, reserved, next, dense, made, exhausted }
    }
    /// Places functions at addresses chosen from outside, before there is any object. The others are not where any of
    /// these is, nor where numbers lead that are not chosen with them.
    pub fn place_functions(&mut self, places: &[(FuncId, u64)]) -> Result<(), String> {
        self.code.clear();
        for (func, at) in places {
            if *at == 0 || *at != self.mask(*at) {
                return Err(format!("a function cannot lie at {at:#x}"));
            }
            let Some(place) = self.functions.get_mut(func.index()) else {
                return Err(format!("there is no function {}", func.index()));
            };
            *place = *at;
            if self.code.insert(*at, func.index() as u32).is_some() {
                return Err(format!("two functions lie at {at:#x}"));
            }
        }
        let chosen: HashSet<usize> = places.iter().map(|(func, _)| func.index()).collect();
        let mut next = self.target.code();
        for func in (0..self.functions.len()).filter(|func| !chosen.contains(func)) {
            while self.code.contains_key(&next) {
                next += 16;
            }
            self.functions[func] = next;
            self.code.insert(next, func as u32);
            next += 16;
        }
        self.reserved.extend(self.code.keys().filter(|at| **at < self.target.code()));
        Ok(())
    }
    fn pointer_size(&self) -> u64 {
        self.target.pointer_bytes()
    }
    fn mask(&self, address: u64) -> u64 {
        address & scalar::mask(self.target.pointer_bits())
    }
    /// All objects lie below this address.
    fn end_of_objects(&self) -> u64 {
        self.target.code()
    }
    /// The address of a function.
    pub fn function_address(&self, func: u32) -> u64 {
        self.functions[func as usize]
    }

    /// A new live object with zero bytes.
    pub fn add(&mut self, owner: Owner, size: u64, align: u64, constant: bool, made: Option<Loc>) -> u32 {
        let id = u32::try_from(self.objects.len()).unwrap_or(u32::MAX);
        let data = Data::new(size, self.dense);
        self.dense += data.dense();
        let (address, pointers, ended) = (None, None, None);
        let number = match owner {
            Owner::Global(_) | Owner::Outside => 0,
            Owner::Region(region) => {
                let made = &mut self.made[usize::from(region == Region::Heap)];
                *made = made.saturating_add(1);
                *made
            }
        };
        self.objects.push(Object {
            owner,
            size,
            align: align.max(1),
            live: true,
            is_unsized: false,
            constant,
            read_only: false,
            exposed: owner == Owner::Outside,
            made,
            ended,
            until: u32::MAX,
            replaces: None,
            number,
            address,
            data,
            pointers,
        });
        id
    }
    /// Ends the life of an object; its bytes are gone.
    pub fn end(&mut self, object: u32, at: Loc) {
        let (id, made) = (object, self.objects.len() as u32);
        let object = &mut self.objects[object as usize];
        object.live = false;
        object.ended = Some(at);
        object.until = made;
        if let Some(address) = object.address {
            self.placed.remove(&(address.get(), id));
        }
        self.dense -= object.data.dense();
        object.data = Data::Dense(Vec::new());
        object.pointers = None;
    }

    /// How many bytes of address space an object takes: in the heap one at least, as objects there have different
    /// addresses, and so if its size is not known.
    fn extent(&self, id: u32) -> u64 {
        let object = &self.objects[id as usize];
        object.size.max(u64::from(object.owner == Owner::Region(Region::Heap) || object.is_unsized))
    }
    /// Whether an object would overlap a placed live one or a function.
    fn collides(&self, id: u32, start: u64) -> bool {
        let size = self.objects[id as usize].size;
        let end = start + self.extent(id);
        let apart = |base: u64, extent: u64| end <= base || base + extent <= start;
        // Where none overlap, what lies apart from an object that takes bytes is followed by nothing that starts before
        // that one.
        for (base, other) in self.placed.range(..(end, 0)).rev() {
            let extent = self.extent(*other);
            if !apart(*base, extent) && self.objects[id as usize].replaces != Some(*other) {
                return true;
            }
            if extent > 0 && *base <= start && !self.replaced {
                break;
            }
        }
        self.code.keys().any(|at| *at >= start && *at - start < size)
    }
    /// Whether two objects exist at the same time, sooner or later.
    fn together(&self, a: u32, b: u32) -> bool {
        let (first, second) = (a.min(b), a.max(b));
        self.objects[first as usize].until > second && self.objects[second as usize].replaces != Some(first)
    }
    /// Places an object at an address chosen from outside.
    pub fn place(&mut self, object: u32, address: u64) -> Result<(), String> {
        let (size, align) = (self.objects[object as usize].size, self.objects[object as usize].align);
        if address == 0 {
            return Err("an object cannot lie at address 0".to_string());
        }
        if !address.is_multiple_of(align) {
            return Err(format!("address {address:#x} is not a multiple of {align}"));
        }
        let last = address.checked_add(size).filter(|last| *last == self.mask(*last));
        if last.is_none_or(|last| last >= self.end_of_objects()) {
            return Err(format!("an object of {size} bytes at {address:#x} does not fit in the address space"));
        }
        if self.collides(object, address) {
            return Err(format!("an object of {size} bytes at {address:#x} overlaps another"));
        }
        self.objects[object as usize].address = NonZeroU64::new(address);
        self.placed.insert((address, object));
        self.replaced |= self.objects[object as usize].replaces.is_some();
        Ok(())
    }
    /// The address of an object, chosen now if it has none yet.
    pub fn address(&mut self, id: u32) -> u64 {
        let object = &self.objects[id as usize];
        if let Some(address) = object.address {
            return address.get();
        }
        let (size, align) = (object.size, object.align);
        let mut start = self.next.next_multiple_of(align);
        loop {
            // A free byte behind every object that may lie anywhere: one past its end is the start of no other.
            let Some(end) = start.checked_add(size).and_then(|e| e.checked_add(1)) else {
                self.exhausted = true;
                return start;
            };
            if end >= self.end_of_objects() {
                self.exhausted = true;
                return start;
            }
            // Keep away from addresses that will be asked for, and from the objects that will lie there.
            const DISTANCE: u64 = 1 << 20;
            let asked = self.reserved.range(start.saturating_sub(DISTANCE)..end).next_back();
            let taken = self.placed.range(..(end, 0)).next_back();
            let taken = taken
                .map(|(base, id)| base.saturating_add(self.objects[*id as usize].size.max(1)))
                .filter(|taken_end| *taken_end >= start);
            start = match (asked, taken) {
                (Some(asked), _) => (asked + DISTANCE + 1).next_multiple_of(align),
                (None, Some(taken_end)) => (taken_end + 1).next_multiple_of(align),
                (None, None) => {
                    self.next = end;
                    break;
                }
            };
        }
        self.objects[id as usize].address = NonZeroU64::new(start);
        if self.objects[id as usize].live {
            self.placed.insert((start, id));
        }
        start
    }
    /// The address a pointer stands for.
    pub fn pointer_address(&mut self, pointer: &Value) -> u64 {
        match pointer {
            Value::Word(address) => *address,
            Value::Func(func) => self.function_address(*func),
            Value::Object(object, offset) => {
                let base = self.address(*object);
                self.mask(base.wrapping_add_signed(*offset))
            }
            Value::Wide(_) => unreachable!("a pointer is not wide"),
        }
    }
    /// The pointer an address stands for: to the object or function that lies there, if there is one. The end of an object
    /// stays an address, even where another one begins: what it means is decided where it is used.
    pub fn pointer_at(&self, address: u64) -> Value {
        match self.lies_at(address) {
            Value::Object(_, 0) if self.ends_at(address) => Value::Word(address),
            found => found,
        }
    }
    /// Whether the end of an object is this address.
    fn ends_at(&self, address: u64) -> bool {
        let mut before = self.placed.range(..(address, 0)).rev().map(|(base, id)| (*base, self.extent(*id)));
        before.find(|(_, extent)| *extent > 0).is_some_and(|(base, extent)| base + extent == address)
    }
    /// What lies at an address.
    fn lies_at(&self, address: u64) -> Value {
        if let Some(func) = self.code.get(&address) {
            return Value::Func(*func);
        }
        // Objects without bytes may lie anywhere; only those of the heap have an address of their own.
        for (base, id) in self.placed.range(..=(address, u32::MAX)).rev() {
            let (extent, offset) = (self.extent(*id), address - base);
            if offset < extent {
                return Value::Object(*id, offset as i64);
            }
            if extent > 0 {
                break;
            }
        }
        Value::Word(address)
    }
    /// A pointer moved by a signed number of bytes.
    pub fn offset(&self, pointer: &Value, by: u64) -> Value {
        let bits = self.target.pointer_bits();
        let delta = scalar::signed(bits, by);
        match pointer {
            Value::Word(address) => Value::Word(self.mask(address.wrapping_add_signed(delta))),
            Value::Object(object, offset) => {
                Value::Object(*object, scalar::signed(bits, self.mask(offset.wrapping_add(delta) as u64)))
            }
            Value::Func(func) if delta == 0 => Value::Func(*func),
            Value::Func(func) => Value::Word(self.mask(self.function_address(*func).wrapping_add_signed(delta))),
            Value::Wide(_) => unreachable!("a pointer is not wide"),
        }
    }
    /// Whether two pointers are equal.
    pub fn equal(&mut self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Object(x, i), Value::Object(y, j)) if x == y => i == j,
            (Value::Object(x, i), Value::Object(y, j)) => {
                // The end of one may be the start of the other, unless they do not exist at the same time.
                let touches = |id: u32, at: i64, to: i64| at as u64 == self.extent(id) && to == 0;
                let possible = touches(*x, *i, *j) || touches(*y, *j, *i) || !self.together(*x, *y);
                possible && self.pointer_address(a) == self.pointer_address(b)
            }
            (Value::Object(..), Value::Word(0)) | (Value::Word(0), Value::Object(..)) => false,
            (Value::Word(x), Value::Word(y)) => x == y,
            (Value::Func(x), Value::Func(y)) => x == y,
            (Value::Func(_), Value::Object(x, i)) | (Value::Object(x, i), Value::Func(_)) => {
                *i as u64 == self.extent(*x) && self.pointer_address(a) == self.pointer_address(b)
            }
            _ => self.pointer_address(a) == self.pointer_address(b),
        }
    }
    /// The order of two pointers: of offsets in one object, else of addresses.
    pub fn compare(&mut self, a: &Value, b: &Value) -> std::cmp::Ordering {
        match (a, b) {
            (Value::Object(x, i), Value::Object(y, j)) if x == y => i.cmp(j),
            _ => self.pointer_address(a).cmp(&self.pointer_address(b)),
        }
    }
    /// The distance of two pointers in bytes.
    pub fn distance(&mut self, a: &Value, b: &Value) -> u64 {
        match (a, b) {
            (Value::Object(x, i), Value::Object(y, j)) if x == y => self.mask(i.wrapping_sub(*j) as u64),
            _ => {
                let (a, b) = (self.pointer_address(a), self.pointer_address(b));
                self.mask(a.wrapping_sub(b))
            }
        }
    }

    /// The same, but the greatest number if they belong to different objects.
    pub fn gap(&mut self, a: &Value, b: &Value) -> u64 {
        match (a, b) {
            (Value::Object(x, _), Value::Object(y, _)) if x != y => self.mask(u64::MAX),
            _ => self.distance(a, b),
        }
    }

    /// The pointer as it is used: an address means the object that lies there now, or else the memory outside.
    pub fn found(&self, pointer: &Value) -> Value {
        match pointer {
            Value::Word(address) if *address >= self.target.first() => match (self.lies_at(*address), self.outside) {
                (Value::Word(address), Some(outside)) if address < self.end_of_objects() => {
                    Value::Object(outside, address as i64)
                }
                (found, _) => found,
            },
            Value::Word(_) | Value::Object(..) | Value::Func(_) | Value::Wide(_) => pointer.clone(),
        }
    }
    /// An aspect of the object that a pointer belongs to.
    pub fn inspect(&self, pointer: &Value, aspect: Aspect) -> u64 {
        let (id, offset) = match self.found(pointer) {
            Value::Object(id, offset) => (id, offset),
            Value::Word(address) if aspect == Aspect::Offset => return address,
            Value::Word(_) | Value::Func(_) | Value::Wide(_) => return 0,
        };
        let object = &self.objects[id as usize];
        match aspect {
            Aspect::Offset => self.mask(offset as u64),
            Aspect::Size if object.live => object.size,
            Aspect::Size => 0,
            Aspect::Live => u64::from(object.live),
            Aspect::Writable => u64::from(object.live && !object.constant && !object.read_only),
            Aspect::Heap => u64::from(object.live && object.owner == Owner::Region(Region::Heap)),
            Aspect::Global => u64::from(matches!(object.owner, Owner::Global(_))),
            Aspect::Exposed => u64::from(object.live && !object.constant && !object.read_only && object.exposed),
        }
    }
    /// The object and offset of a valid access.
    pub fn access(&self, pointer: &Value, len: u64, write: bool) -> Result<(u32, u64), Invalid> {
        let (id, offset) = match self.found(pointer) {
            Value::Word(address) => return Err(Invalid::Address(address)),
            Value::Func(func) => return Err(Invalid::Function(func)),
            Value::Object(id, offset) => (id, offset),
            Value::Wide(_) => unreachable!("a pointer is not wide"),
        };
        let object = &self.objects[id as usize];
        if !object.live {
            return Err(Invalid::Dead(id));
        }
        // In the memory outside, the offset is the address.
        let at = if Some(id) == self.outside { Ok(offset as u64) } else { u64::try_from(offset) };
        match at {
            Ok(start) if len <= object.size && start <= object.size - len => {
                if write && object.constant {
                    Err(Invalid::Constant(id))
                } else {
                    Ok((id, start))
                }
            }
            _ => Err(Invalid::Outside { object: id, offset }),
        }
    }

    /// The object and offset of a valid write; one that is checked does not write what is defined `const`.
    pub fn writable(&self, pointer: &Value, len: u64, checked: bool) -> Result<(u32, u64), Invalid> {
        let (id, at) = self.access(pointer, len, true)?;
        if checked && self.objects[id as usize].read_only { Err(Invalid::Constant(id)) } else { Ok((id, at)) }
    }

    /// The value of a type found at a valid place.
    pub fn load(&mut self, id: u32, offset: u64, ty: Scalar) -> Value {
        let len = ty.bytes(self.target);
        let object = &self.objects[id as usize];
        if object.pointers.is_none() {
            if let (Scalar::Int(width @ ..=64), Data::Dense(bytes)) = (ty, &object.data) {
                let mut word = [0; 8];
                word[..len as usize].copy_from_slice(&bytes[offset as usize..(offset + len) as usize]);
                return Value::Word(u64::from_le_bytes(word) & scalar::mask(width));
            }
        } else if let (Scalar::Ptr, Some(pointers)) = (ty, &object.pointers) {
            if let Some((target, at)) = pointers.whole.get(&offset) {
                return Value::Object(*target, *at);
            }
            // The fragments of one pointer in order are that pointer, however they came here.
            if let Some((pointer, 0)) = pointers.at(offset, len)
                && (1..len).all(|i| pointers.at(offset + i, len) == Some((pointer, i as u8)))
            {
                return Value::Object(pointer.0, pointer.1);
            }
        }
        let bytes = self.bytes(id, offset, len);
        let stored = Bits::from_le_bytes(len as u32 * 8, &bytes);
        match ty {
            Scalar::Ptr => self.pointer_at(stored.to_u64().unwrap_or(0)),
            Scalar::Int(_) | Scalar::Float(_) => Value::of(scalar::from_storage(ty, &stored)),
        }
    }
    /// Bytes as data; fragments of pointers become bytes of addresses.
    fn bytes(&mut self, id: u32, offset: u64, len: u64) -> Vec<u8> {
        let mut bytes = vec![0; len as usize];
        let size = self.pointer_size();
        let object = &self.objects[id as usize];
        object.data.read(offset, &mut bytes);
        let fragments: Vec<(u64, Fragment)> = match &object.pointers {
            Some(pointers) if pointers.any(offset, len, size) => {
                (0..len).filter_map(|i| pointers.at(offset + i, size).map(|f| (i, f))).collect()
            }
            Some(_) | None => Vec::new(),
        };
        for (i, ((target, at), index)) in fragments {
            let address = self.pointer_address(&Value::Object(target, at));
            bytes[i as usize] = address.to_le_bytes()[usize::from(index)];
        }
        bytes
    }
    /// Stores a value at a valid place.
    pub fn store(&mut self, id: u32, offset: u64, ty: Scalar, value: &Value) {
        let (len, size) = (ty.bytes(self.target), self.pointer_size());
        let word = match (ty, value) {
            (Scalar::Ptr, Value::Object(target, at)) => {
                let pointers = self.objects[id as usize].pointers.get_or_insert_default();
                pointers.clear(offset, size, size);
                pointers.whole.insert(offset, (*target, *at));
                return;
            }
            (Scalar::Ptr, Value::Func(func)) => self.function_address(*func),
            (Scalar::Ptr | Scalar::Int(..=64), Value::Word(word)) => *word,
            (Scalar::Ptr | Scalar::Int(_) | Scalar::Float(_), value) => {
                let bits = match ty {
                    Scalar::Int(width) => value.bits(width),
                    Scalar::Float(format) => value.bits(format.bits()),
                    Scalar::Ptr => unreachable!("a pointer is not wide"),
                };
                let bytes = scalar::to_storage(ty, bits).to_le_bytes();
                return self.write(id, offset, &bytes);
            }
        };
        self.write(id, offset, &word.to_le_bytes()[..len as usize]);
    }
    /// Writes data bytes.
    pub fn write(&mut self, id: u32, offset: u64, bytes: &[u8]) {
        let size = self.pointer_size();
        let object = &mut self.objects[id as usize];
        if let Some(pointers) = &mut object.pointers {
            pointers.clear(offset, bytes.len() as u64, size);
        }
        object.data.write(offset, bytes);
    }
    /// Copies bytes with the pointers among them; the ranges may overlap.
    pub fn copy(&mut self, to: (u32, u64), from: (u32, u64), len: u64) {
        let size = self.pointer_size();
        let mut bytes = vec![0; len as usize];
        let source = &self.objects[from.0 as usize];
        source.data.read(from.1, &mut bytes);
        let (mut whole, mut parts) = (Vec::new(), Vec::new());
        if let Some(pointers) = &source.pointers {
            let (start, end) = (from.1, from.1 + len);
            for (at, pointer) in pointers.whole.range(start.saturating_sub(size - 1)..end) {
                if *at >= start && at + size <= end {
                    whole.push((at - start, *pointer));
                } else {
                    let inside = (0..size).filter(|i| (start..end).contains(&(at + i)));
                    parts.extend(inside.map(|i| (at + i - start, (*pointer, i as u8))));
                }
            }
            parts.extend(pointers.parts.range(start..end).map(|(at, part)| (at - start, *part)));
        }
        self.write(to.0, to.1, &bytes);
        if !whole.is_empty() || !parts.is_empty() {
            let pointers = self.objects[to.0 as usize].pointers.get_or_insert_default();
            pointers.whole.extend(whole.into_iter().map(|(at, pointer)| (to.1 + at, pointer)));
            pointers.parts.extend(parts.into_iter().map(|(at, part)| (to.1 + at, part)));
        }
    }
    /// Makes all bytes of an object zero.
    pub fn clear(&mut self, id: u32) {
        let object = &mut self.objects[id as usize];
        object.pointers = None;
        match &mut object.data {
            Data::Dense(bytes) => bytes.fill(0),
            Data::Sparse(pages) => **pages = Pages::default(),
        }
    }
    /// Sets bytes.
    pub fn fill(&mut self, id: u32, offset: u64, byte: u8, len: u64) {
        self.write(id, offset, &vec![byte; len as usize]);
    }

    /// A live heap object, if there is one.
    pub fn held(&self) -> Option<u32> {
        self.heap().next()
    }
    /// A live heap object that no pointer leads to from a global, a live stack object or one of the objects `held`, if
    /// there is one.
    pub fn lost(&self, held: impl Iterator<Item = u32>) -> Option<u32> {
        let kept = |object: &Object| match object.owner {
            Owner::Global(_) | Owner::Outside => true,
            Owner::Region(Region::Stack) => object.live,
            Owner::Region(Region::Heap) => false,
        };
        let all = 0..self.objects.len() as u32;
        let reached = self.reached(all.filter(|id| kept(&self.objects[*id as usize])).chain(held).collect());
        self.heap().find(|id| !reached.contains(id))
    }
    /// The objects that pointers lead to from these.
    fn reached(&self, mut open: Vec<u32>) -> HashSet<u32> {
        let mut reached: HashSet<u32> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            if let Some(pointers) = &self.objects[id as usize].pointers {
                open.extend(pointers.targets().filter(|target| reached.insert(*target)));
            }
        }
        reached
    }
    /// The objects that unknown code can reach from these and from where earlier code could get; it can from now on.
    pub fn expose(&mut self, mut roots: Vec<u32>) -> HashSet<u32> {
        roots.extend((0..self.objects.len() as u32).filter(|id| self.objects[*id as usize].exposed));
        let reached = self.reached(roots);
        for id in &reached {
            self.objects[*id as usize].exposed = true;
        }
        reached
    }
    fn heap(&self) -> impl Iterator<Item = u32> + '_ {
        let heap = |object: &Object| object.live && object.owner == Owner::Region(Region::Heap);
        self.objects.iter().enumerate().filter(move |(_, object)| heap(object)).map(|(id, _)| id as u32)
    }
}
