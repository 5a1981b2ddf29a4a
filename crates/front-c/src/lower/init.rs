//! Initialisers: first a plan that says which part of the object takes which expression, braces, designators and
//! their absence resolved; then the plan is run, at compile time for static objects, as stores for others.

use super::place::Place;
use super::{Declared, Entity, Fault, Lowering, Res, Value, error, is_constant, unsupported};
use crate::ast::{self, Designator, ExprKind, Init, InitEntry, InitList, StrLit};
use crate::ctype::{BitPlace, CType, CTypeId, CTypes, Len, Member, RecordId, Vector};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Cast, Expr, Op, Scalar, Span};
use std::collections::BTreeMap;

/// Constants that are initialised with each other are looked through up to this many.
const MOST_CONSTANTS: u32 = 16;

/// More parts than this are not planned for.
const MAX_SLOTS: usize = 1 << 24;

/// What each part of an object takes.
pub(super) struct Plan<'a> {
    /// The object's type, completed.
    pub ty: CTypeId,
    slots: Vec<Slot<'a>>,
}

impl Plan<'_> {
    /// The type of an object that has room for all parts: the object's type, or one whose flexible array member has
    /// the elements that the initialiser gives it.
    pub fn object_type(&self, ctypes: &mut CTypes) -> CTypeId {
        let size = |slot: &Slot<'_>| match slot.bits {
            Some(bits) => u64::from(bits.bytes),
            None => ctypes.size_of(slot.ty).unwrap_or(0),
        };
        let end = |slot: &Slot<'_>| slot.offset + size(slot);
        let needed = self.slots.iter().map(end).max().unwrap_or(0);
        let Some(record) = ctypes.record(self.ty).filter(|_| needed > ctypes.size_of(self.ty).unwrap_or(needed)) else {
            return self.ty;
        };
        let mut extended = ctypes.records[record].clone();
        let Some((body, last)) = extended.body.as_mut().and_then(|body| {
            let last = body.members.pop()?;
            Some((body, last))
        }) else {
            return self.ty;
        };
        let (CType::Array(elem, _), true) = (&ctypes[last.ty], needed > last.offset) else { return self.ty };
        let elem = *elem;
        let size = ctypes.size_of(elem).unwrap_or(1).max(1);
        let count = (needed - last.offset).div_ceil(size);
        let ty = ctypes.array(elem, Len::Known(count));
        body.size = (last.offset + count * size).next_multiple_of(body.align);
        body.members.push(Member { ty, ..last });
        let id = ctypes.records.push(extended);
        ctypes.add(CType::Record(id))
    }
}

struct Slot<'a> {
    offset: u64,
    ty: CTypeId,
    bits: Option<BitPlace>,
    what: What<'a>,
}

enum What<'a> {
    Value(&'a ast::Expr),
    Text(&'a StrLit),
}

/// A list of entries being used up.
struct Cursor<'a> {
    entries: &'a [InitEntry],
    next: usize,
    /// An entry that has been taken from the list it stands in, and how many of its designators have been followed.
    taken: Option<(usize, usize)>,
}

impl<'a> Cursor<'a> {
    fn new(entries: &'a [InitEntry]) -> Self {
        Cursor { entries, next: 0, taken: None }
    }
    fn peek(&self) -> Option<&'a InitEntry> {
        self.entries.get(self.next)
    }
    /// How many designators of the next entry have been followed.
    fn depth(&self) -> usize {
        self.taken.filter(|(entry, _)| *entry == self.next).map_or(0, |(_, depth)| depth)
    }
    /// The designators of the next entry that are still to be followed.
    fn designators(&self) -> &'a [Designator] {
        self.peek().map_or(&[][..], |entry| &entry.designators[self.depth()..])
    }
    /// Whether the next entry belongs to the list with the braces: it has designators, and nobody has taken it yet.
    fn is_foreign(&self) -> bool {
        !self.designators().is_empty() && self.taken.is_none_or(|(entry, _)| entry != self.next)
    }
    /// Takes an entry of which so many designators have been followed.
    fn take(&mut self, entry: usize, depth: usize) {
        self.next = entry;
        self.taken = Some((entry, depth));
    }
}

impl Lowering<'_> {
    /// The plan of an initialiser.
    pub(super) fn plan<'a>(&mut self, ty: CTypeId, init: &'a Init) -> Res<Plan<'a>> {
        match init {
            Init::List(list) => self.plan_list(ty, list),
            Init::Expr(e) => {
                let mut plan = Plan { ty, slots: Vec::new() };
                if let CType::Array(..) = self.ctypes[ty] {
                    match &e.kind {
                        ExprKind::Str(lit) if self.takes_text(ty, lit) => {
                            plan.ty = self.text_slot(&mut plan.slots, ty, 0, lit);
                            return Ok(plan);
                        }
                        ExprKind::Compound { init, .. } => return self.plan_list(ty, init),
                        _ => return error(e.span, "an array needs an initialiser in braces"),
                    }
                }
                plan.slots.push(Slot { offset: 0, ty, bits: None, what: What::Value(e) });
                Ok(plan)
            }
        }
    }
    /// The plan of an initialiser in braces.
    pub(super) fn plan_list<'a>(&mut self, ty: CTypeId, list: &'a InitList) -> Res<Plan<'a>> {
        let mut plan = Plan { ty, slots: Vec::new() };
        let count = self.braced(&mut plan.slots, ty, 0, list)?;
        if let CType::Array(elem, Len::Unknown) = self.ctypes[plan.ty] {
            plan.ty = self.ctypes.array(elem, Len::Known(count));
        }
        Ok(plan)
    }
    /// The expression of a list for a scalar, if it is not empty.
    pub(super) fn scalar_of_list<'a>(&mut self, list: &'a InitList) -> Res<Option<&'a ast::Expr>> {
        match &list.entries[..] {
            [] => Ok(None),
            [InitEntry { designators, value }, ..] if designators.is_empty() => match value {
                Init::Expr(e) => Ok(Some(e)),
                Init::List(inner) => self.scalar_of_list(inner),
            },
            _ => error(list.span, "a scalar has no parts"),
        }
    }
    /// Plans a part that has its own braces. Gives the number of elements of an array.
    fn braced<'a>(&mut self, slots: &mut Vec<Slot<'a>>, ty: CTypeId, offset: u64, list: &'a InitList) -> Res<u64> {
        match self.ctypes[ty].clone() {
            CType::Array(..) => {
                if let [InitEntry { designators, value: Init::Expr(e) }, more @ ..] = &list.entries[..]
                    && designators.is_empty()
                    && let ExprKind::Str(lit) = &e.kind
                    && self.takes_text(ty, lit)
                {
                    if !more.is_empty() {
                        return error(list.span, "a string literal fills the array alone");
                    }
                    let done = self.text_slot(slots, ty, offset, lit);
                    return match self.ctypes[done] {
                        CType::Array(_, Len::Known(n)) => Ok(n),
                        _ => Ok(0),
                    };
                }
                self.parts(slots, ty, offset, &mut Cursor::new(&list.entries), true)
            }
            CType::Record(_) => {
                self.size(ty, list.span)?;
                if let ([InitEntry { designators, value: Init::Expr(e) }], Some(_)) =
                    (&list.entries[..], self.complex_part(ty))
                    && designators.is_empty()
                {
                    slots.push(Slot { offset, ty, bits: None, what: What::Value(e) });
                    return Ok(0);
                }
                self.parts(slots, ty, offset, &mut Cursor::new(&list.entries), true)
            }
            CType::Other(name) => unsupported(list.span, name.to_string()),
            _ => {
                if let Some(e) = self.scalar_of_list(list)? {
                    slots.push(Slot { offset, ty, bits: None, what: What::Value(e) });
                }
                Ok(0)
            }
        }
    }
    /// Plans the parts of an array or record from a list. Without braces of its own it takes no more than it needs.
    fn parts<'a>(
        &mut self,
        slots: &mut Vec<Slot<'a>>,
        ty: CTypeId,
        offset: u64,
        list: &mut Cursor<'a>,
        braced: bool,
    ) -> Res<u64> {
        match self.ctypes[ty].clone() {
            CType::Array(elem, len) => self.elements(slots, elem, len, offset, list, braced),
            CType::Record(record) => match self.ctypes.records[record].vector {
                Some(Vector { element, count }) => {
                    self.elements(slots, element, Len::Known(count), offset, list, braced)
                }
                None => self.fields(slots, record, offset, list, braced).map(|()| 0),
            },
            _ => Ok(0),
        }
    }
    fn elements<'a>(
        &mut self,
        slots: &mut Vec<Slot<'a>>,
        elem: CTypeId,
        len: Len,
        offset: u64,
        list: &mut Cursor<'a>,
        braced: bool,
    ) -> Res<u64> {
        let (mut index, mut count) = (0u64, 0u64);
        while let Some(entry) = list.peek() {
            let span = span_of(&entry.value);
            if !braced && list.is_foreign() {
                break;
            }
            let size = self.size(elem, span)?;
            let (start, depth) = (list.next, list.depth());
            let designated = list.designators().first();
            let (first, last) = match designated {
                None => (index, index),
                Some(Designator::Index(e)) => {
                    let at = self.designated(e)?;
                    (at, at)
                }
                Some(Designator::Range(a, b)) => (self.designated(a)?, self.designated(b)?),
                Some(Designator::Field(field)) => return error(field.span, "an array has no members"),
            };
            if let Len::Known(n) = len
                && last >= n
            {
                if designated.is_some() {
                    return error(span, "the designated element is outside of the array");
                }
                if !braced {
                    break;
                }
                self.warn(span, "there are more initialisers than elements");
                list.next += 1;
                continue;
            }
            if first > last || last - first > MAX_SLOTS as u64 {
                return error(span, "this range of elements is empty or too long");
            }
            for at in first..=last {
                list.take(start, depth + usize::from(designated.is_some()));
                self.part(slots, elem, offset + at * size, None, list)?;
                if slots.len() > MAX_SLOTS {
                    return unsupported(span, "an initialiser of that size");
                }
            }
            index = last + 1;
            count = count.max(index);
            if !braced && matches!(len, Len::Known(n) if index >= n) {
                break;
            }
        }
        Ok(count)
    }
    fn fields<'a>(
        &mut self,
        slots: &mut Vec<Slot<'a>>,
        record: RecordId,
        offset: u64,
        list: &mut Cursor<'a>,
        braced: bool,
    ) -> Res<()> {
        let Some(body) = self.ctypes.records[record].body.clone() else { return Ok(()) };
        let union = self.ctypes.records[record].union;
        let mut index = 0;
        while let Some(entry) = list.peek() {
            let span = span_of(&entry.value);
            if !braced && list.is_foreign() {
                break;
            }
            let designated = list.designators().first();
            let mut followed = list.depth();
            match designated {
                None => {}
                Some(Designator::Field(field)) => {
                    let name = self.text(field.name).to_owned();
                    let own = body.members.iter().position(|member| member.name == name);
                    followed += usize::from(own.is_some());
                    // Otherwise it may be a member of an anonymous member, which follows the designator itself.
                    let found = own.or_else(|| {
                        body.members.iter().position(|member| {
                            let inner = self.ctypes.record(member.ty).filter(|_| member.name.is_empty());
                            inner.is_some_and(|inner| self.ctypes.member(inner, &name).is_some())
                        })
                    });
                    match found {
                        Some(found) => index = found,
                        None => return error(field.span, format!("there is no member `{name}`")),
                    }
                }
                Some(_) => return error(span, "a struct has no elements"),
            }
            let Some(member) = body.members.get(index).filter(|_| !union || index == 0 || designated.is_some()) else {
                if !braced {
                    break;
                }
                self.warn(span, "there are more initialisers than members");
                list.next += 1;
                continue;
            };
            if union {
                self.initialises_member(record, member, span);
            }
            list.take(list.next, followed);
            self.part(slots, member.ty, offset + member.offset, member.bits, list)?;
            index = if union { body.members.len() } else { index + 1 };
            if !braced && index >= body.members.len() {
                break;
            }
        }
        Ok(())
    }
    /// Plans one part from the next entry, or from as many as it needs.
    fn part<'a>(
        &mut self,
        slots: &mut Vec<Slot<'a>>,
        ty: CTypeId,
        offset: u64,
        bits: Option<BitPlace>,
        list: &mut Cursor<'a>,
    ) -> Res<()> {
        let Some(entry) = list.peek() else { return Ok(()) };
        if !list.designators().is_empty() {
            // The way goes on inside, and so do the entries after this one.
            let before = list.next;
            self.parts(slots, ty, offset, list, false)?;
            if list.next == before {
                return error(span_of(&entry.value), "this designator does not fit the type");
            }
            return Ok(());
        }
        match &entry.value {
            Init::List(inner) => {
                list.next += 1;
                if bits.is_some() {
                    if let Some(e) = self.scalar_of_list(inner)? {
                        slots.push(Slot { offset, ty, bits, what: What::Value(e) });
                    }
                    return Ok(());
                }
                self.braced(slots, ty, offset, inner).map(drop)
            }
            Init::Expr(e) => {
                match &self.ctypes[ty] {
                    CType::Array(..) => {
                        if let ExprKind::Str(lit) = &e.kind
                            && self.takes_text(ty, lit)
                        {
                            list.next += 1;
                            self.text_slot(slots, ty, offset, lit);
                            return Ok(());
                        }
                    }
                    CType::Record(_) => {
                        let found = self.type_of(e)?;
                        if self.complex_part(ty).is_some() || self.ctypes.compatible(found, ty) {
                            list.next += 1;
                            slots.push(Slot { offset, ty, bits, what: What::Value(e) });
                            return Ok(());
                        }
                    }
                    _ => {
                        list.next += 1;
                        slots.push(Slot { offset, ty, bits, what: What::Value(e) });
                        return Ok(());
                    }
                }
                let before = list.next;
                self.parts(slots, ty, offset, list, false)?;
                if list.next == before {
                    return error(e.span, format!("`{}` has no part to initialise", self.ctypes.name(ty)));
                }
                Ok(())
            }
        }
    }
    fn designated(&mut self, e: &ast::Expr) -> Res<u64> {
        let result = self.constant_number(e);
        match u64::try_from(self.needed(result, "the designator")?) {
            Ok(index) if index < crate::layout::MAX_SIZE => Ok(index),
            _ => error(e.span, "the designator is negative or too large"),
        }
    }
    /// Whether a string literal can fill an array of that type.
    fn takes_text(&self, ty: CTypeId, lit: &StrLit) -> bool {
        let Some(kind) = self.ctypes.element(ty).and_then(|elem| self.ctypes.int_kind(elem)) else { return false };
        kind != crate::ctype::IntKind::Bool && self.bits_of(kind) == self.bits_of(self.string_kind(lit))
    }
    fn text_slot<'a>(&mut self, slots: &mut Vec<Slot<'a>>, ty: CTypeId, offset: u64, lit: &'a StrLit) -> CTypeId {
        let ty = match self.ctypes[ty] {
            CType::Array(elem, Len::Unknown) => self.ctypes.array(elem, Len::Known(lit.units.len() as u64 + 1)),
            _ => ty,
        };
        slots.push(Slot { offset, ty, bits: None, what: What::Text(lit) });
        ty
    }

    /// An initialiser that a later one overrides need not be evaluated (6.7.9p19).
    fn tell_overridden(&mut self, plan: &Plan<'_>) {
        if self.body.quiet {
            return;
        }
        let end = |this: &Self, slot: &Slot<'_>| match slot.bits {
            Some(_) => slot.offset + 1,
            None => slot.offset + this.ctypes.size_of(slot.ty).unwrap_or(1).max(1),
        };
        let effect = |slot: &Slot<'_>| matches!(slot.what, What::Value(e) if self.has_effect(e));
        if !plan.slots.iter().any(effect) {
            return;
        }
        let place = |slot: &Slot<'_>| (slot.offset, slot.bits.map_or(0, |bits| bits.low));
        let mut slots: Vec<&Slot<'_>> = plan.slots.iter().collect();
        slots.sort_by_key(|slot| place(slot));
        let mut reached = 0;
        for pair in slots.windows(2) {
            reached = reached.max(end(self, pair[0]));
            let over = match (pair[0].bits, pair[1].bits) {
                (Some(a), Some(b)) => pair[0].offset == pair[1].offset && a.low == b.low,
                _ => pair[1].offset < reached,
            };
            if over {
                self.note("initialisers that others override are evaluated nevertheless".into());
                return;
            }
        }
    }
    /// Runs a plan as stores into an object.
    pub(super) fn run_plan(&mut self, plan: &Plan<'_>, object: Expr, constant: bool) -> Res<()> {
        self.tell_overridden(plan);
        // What a range of elements takes is evaluated once if it has an effect.
        let mut values: Vec<&ast::Expr> = Vec::new();
        for slot in &plan.slots {
            match slot.what {
                What::Value(e) if !(self.has_effect(e) && values.last().is_some_and(|last| std::ptr::eq(*last, e))) => {
                    values.push(e);
                }
                What::Value(_) | What::Text(_) => {}
            }
        }
        let span = values.first().map_or_else(Span::nowhere, |e| e.span);
        let mut ready = self.values_in_any_order(&values, span)?.into_iter();
        let mut once: Option<(&ast::Expr, (Value, Option<String>))> = None;
        for slot in &plan.slots {
            let at = fold::offset(object.clone(), self.word(slot.offset));
            match slot.what {
                What::Value(e) => {
                    let before = once.take().filter(|(same, _)| std::ptr::eq(*same, e) && self.has_effect(e));
                    let mut source = match before {
                        Some((_, source)) => source,
                        None => self.argument(e, ready.next().flatten())?,
                    };
                    if let (true, (value, Some(check))) = (constant, &source) {
                        // The copy into a `const` object has no check, so the check is that of another one.
                        let copy = self.temp_object(value.ty, e.span)?;
                        self.copy_checked(copy.clone(), value, Some(check), e.span)?;
                        source = (Value { e: copy, ..value.clone() }, None);
                    }
                    if self.has_effect(e) && self.ctypes.scalar(source.0.ty).is_some() {
                        source.0 = self.share(source.0, e.span);
                    }
                    once = Some((e, source.clone()));
                    let place = Place { bits: slot.bits, ..Place::memory(slot.ty, at, None) };
                    self.write_source(&place, source, e.span)?;
                }
                What::Text(lit) => {
                    let (_, global) = self.string(lit);
                    let room = self.size(slot.ty, lit.span)?;
                    let unit = u64::from(self.bits_of(self.string_kind(lit)) / 8);
                    let used = room.min(unit * (lit.units.len() as u64 + 1));
                    let size = self.word(used);
                    self.emit(Op::Copy { dst: at.clone(), src: Expr::Global(global), size, check: None }, lit.span);
                    if used < room {
                        let dst = fold::offset(at, self.word(used));
                        let size = self.word(room - used);
                        self.emit(Op::Fill { dst, byte: Expr::int(8, 0), size, check: None }, lit.span);
                    }
                }
            }
        }
        Ok(())
    }
    /// Runs a plan at compile time: values at byte offsets.
    pub(super) fn static_values(&mut self, plan: &Plan<'_>) -> Res<Vec<(u64, Expr)>> {
        let mut values = StaticValues::default();
        for slot in &plan.slots {
            match slot.what {
                What::Value(e) => {
                    if let Some(part) = self.complex_part(slot.ty) {
                        let size = self.size(part, e.span)?;
                        for (at, value) in [0, size].into_iter().zip(self.constant_parts(e, part)?) {
                            values.put(slot.offset + at, size, value);
                        }
                        continue;
                    }
                    if self.ctypes.record(slot.ty).is_some() {
                        if let ExprKind::Cast { .. } = e.kind {
                            return unsupported(e.span, "a cast to a union as a constant");
                        }
                        // A compound literal stands for its list.
                        let ExprKind::Compound { init, .. } = &e.kind else {
                            return error(e.span, "the initialiser is not a constant expression");
                        };
                        let inner = self.plan_list(slot.ty, init)?;
                        values.clear(slot.offset, self.size(slot.ty, e.span)?);
                        for (offset, value) in self.static_values(&inner)? {
                            let bytes = self.bytes_of(&value);
                            values.put(slot.offset + offset, bytes, value);
                        }
                        continue;
                    }
                    let value = self.static_value(e, slot.ty)?;
                    match slot.bits {
                        Some(bits) => {
                            let Expr::Int(value) = value else {
                                return error(e.span, "the initialiser is not an integer constant");
                            };
                            values.put_bits(slot.offset, bits, &value);
                        }
                        None => {
                            let bytes = self.bytes_of(&value);
                            values.put(slot.offset, bytes, value);
                        }
                    }
                }
                What::Text(lit) => {
                    let room = self.size(slot.ty, lit.span)?;
                    let bits = self.bits_of(self.string_kind(lit));
                    let unit = u64::from(bits / 8);
                    values.clear(slot.offset, room);
                    for (index, code) in lit.units.iter().enumerate() {
                        let at = index as u64 * unit;
                        if *code != 0 && at + unit <= room {
                            let value = Expr::Int(Bits::from_u64(bits, u64::from(*code)));
                            values.put(slot.offset + at, unit, value);
                        }
                    }
                }
            }
        }
        Ok(values.finish())
    }
    /// A constant of a scalar type as it stands in memory.
    fn static_value(&mut self, e: &ast::Expr, ty: CTypeId) -> Res<Expr> {
        let outer = self.in_static.replace(0);
        let result = self.constant(e);
        self.in_static = outer;
        if matches!(result, Err(Fault::NotConstant(_))) && !self.complexes.is_empty() && self.ctypes.is_arithmetic(ty) {
            let found = self.type_of(e)?;
            if self.complex_part(found).is_some() {
                let [real, _] = self.constant_parts(e, ty)?;
                return Ok(real);
            }
        }
        let value = self.needed(result, "the initialiser")?;
        let (converted, code) = self.scratch(e.span, |this| this.convert(value, ty, e.span));
        let value = converted?;
        let stored = self.stored(&value);
        if code || !is_constant(&stored) {
            return error(e.span, "the initialiser is not a constant expression");
        }
        match static_form(&stored) {
            Some(form) => Ok(form),
            None => unsupported(e.span, "arithmetic on an address in an initialiser"),
        }
    }
    /// Keeps the value of a `constexpr` object.
    pub(super) fn learn_constant(&mut self, name: ast::Ident, declared: Declared, declarator: &ast::InitDeclarator) {
        if self.ctypes.scalar(declared.ty).is_none() {
            return;
        }
        if let Some(value) = declarator.init.as_ref().and_then(|init| self.constant_of(init, declared.ty)) {
            self.constexprs = true;
            let scope = self.scopes.last_mut().expect("there is always the file's scope");
            scope.known.insert(name.name, value);
        }
    }
    /// The constant that a scalar is initialised with.
    fn constant_of(&mut self, init: &Init, ty: CTypeId) -> Option<Value> {
        let e = match init {
            Init::Expr(e) => e,
            Init::List(list) => match self.scalar_of_list(list) {
                Ok(Some(e)) => e,
                _ => return None,
            },
        };
        let value = self.constant(e).ok()?;
        let (converted, code) = self.scratch(e.span, |this| this.convert(value, ty, e.span));
        converted.ok().filter(|value| !code && is_constant(&value.e))
    }
    /// The value of a compound literal of a scalar type, which is a constant in the initialiser of a static object.
    pub(super) fn known_literal(&mut self, name: &ast::TypeName, list: &InitList) -> Res<Option<Value>> {
        let ty = self.type_name(name)?;
        if self.ctypes.scalar(ty).is_none() {
            return Ok(None);
        }
        let value = match self.scalar_of_list(list)? {
            Some(e) => match self.constant(e) {
                Err(Fault::NotConstant(_)) => return Ok(None),
                other => other?,
            },
            None => self.zero_value(ty, list.span)?,
        };
        self.convert(value, ty, list.span).map(Some)
    }
    /// The value of an object that is a constant here: `constexpr`, or `const` in the initialiser of a static object.
    pub(super) fn known_constant(&mut self, name: ast::Symbol) -> Option<Value> {
        if !self.constexprs && self.in_static.is_none() {
            return None;
        }
        let scope = self.scopes.iter().rev().find(|scope| scope.entities.contains_key(&name))?;
        if let Some(value) = scope.known.get(&name) {
            return Some(value.clone());
        }
        let Some(Entity::Linked(id)) = scope.entities.get(&name) else { return None };
        let depth = self.in_static.filter(|depth| *depth < MOST_CONSTANTS)?;
        let (id, ty) = (*id, self.linker.type_of(*id));
        self.ctypes.scalar(ty)?;
        let (unit, item, index) = self.linker.constant_object(id)?;
        let ast::Item::Decl(declaration) = &unit.items[item] else { return None };
        // What it is initialised with is written at the level of the file.
        let inner = self.scopes.split_off(1);
        self.in_static = Some(depth + 1);
        let value = declaration.declarators[index].init.as_ref().and_then(|init| self.constant_of(init, ty));
        self.in_static = Some(depth);
        self.scopes.extend(inner);
        value
    }
    fn bytes_of(&self, value: &Expr) -> u64 {
        let scalar = match value {
            Expr::Int(bits) => Scalar::Int(bits.width()),
            Expr::Float(format, _) => Scalar::Float(*format),
            _ => Scalar::Ptr,
        };
        scalar.bytes(self.ctypes.target)
    }
    /// Zero of a scalar type.
    pub(super) fn zero_value(&mut self, ty: CTypeId, span: Span) -> Res<Value> {
        let zero = self.int_value(crate::ctype::IntKind::Int, 0);
        self.convert(zero, ty, span)
    }
}

/// Values at offsets; what comes later replaces what it overlaps.
#[derive(Default)]
struct StaticValues {
    values: BTreeMap<u64, (u64, Expr)>,
    /// The most bytes that one of them has.
    longest: u64,
}

impl StaticValues {
    /// The offsets of the values that overlap a range.
    fn overlapped(&self, offset: u64, bytes: u64) -> impl Iterator<Item = u64> {
        // A value that begins before may reach into the range.
        let near = self.values.range(offset.saturating_sub(self.longest)..offset.saturating_add(bytes));
        near.filter(move |(at, (length, _))| *at + length > offset).map(|(at, _)| *at)
    }
    fn clear(&mut self, offset: u64, bytes: u64) {
        let hit: Vec<u64> = self.overlapped(offset, bytes).collect();
        for at in hit {
            self.values.remove(&at);
        }
    }
    fn put(&mut self, offset: u64, bytes: u64, value: Expr) {
        self.clear(offset, bytes);
        self.longest = self.longest.max(bytes);
        self.values.insert(offset, (bytes, value));
    }
    fn put_bits(&mut self, offset: u64, place: BitPlace, value: &Bits) {
        let width = place.bytes * 8;
        let low = Bits::from_u64(width, u64::from(place.low));
        let mask = Bits::ones(place.width).zext(width).shl(&low);
        let field = value.resize(width).shl(&low).and(&mask);
        let bytes = u64::from(place.bytes);
        self.longest = self.longest.max(bytes);
        let hit: Vec<u64> = self.overlapped(offset, bytes).collect();
        match (&hit[..], self.values.get(&offset)) {
            ([], _) => {
                self.values.insert(offset, (bytes, Expr::Int(field)));
            }
            ([_], Some((length, Expr::Int(old)))) if *length == bytes => {
                let new = old.and(&mask.not()).or(&field);
                self.values.insert(offset, (bytes, Expr::Int(new)));
            }
            _ => {
                // Units that overlap, as in packed structs: byte by byte.
                for at in hit {
                    if let Some((length, Expr::Int(old))) = self.values.remove(&at) {
                        for (i, byte) in (0..length).zip(old.to_le_bytes()) {
                            self.values.insert(at + i, (1, Expr::Int(Bits::from_u64(8, u64::from(byte)))));
                        }
                    }
                }
                for ((i, mask), field) in (0..bytes).zip(mask.to_le_bytes()).zip(field.to_le_bytes()) {
                    let old = match self.values.get(&(offset + i)) {
                        Some((1, Expr::Int(old))) => old.to_u64().unwrap_or(0) as u8,
                        _ => 0,
                    };
                    if mask != 0 {
                        let new = Bits::from_u64(8, u64::from(old & !mask | field));
                        self.values.insert(offset + i, (1, Expr::Int(new)));
                    }
                }
            }
        }
    }
    fn finish(self) -> Vec<(u64, Expr)> {
        let zero = |e: &Expr| match e {
            Expr::Int(bits) | Expr::Float(_, bits) => bits.is_zero(),
            Expr::Null => true,
            _ => false,
        };
        self.values.into_iter().filter(|(_, (_, e))| !zero(e)).map(|(at, (_, e))| (at, e)).collect()
    }
}

/// A constant as an initial value. In memory an address is the same as a pointer or as a number of its width.
fn static_form(e: &Expr) -> Option<Expr> {
    match e {
        Expr::Int(_) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) => Some(e.clone()),
        Expr::Offset(ab) => match (&ab[0], &ab[1]) {
            (Expr::Null, Expr::Int(n)) => Some(Expr::Int(n.clone())),
            (Expr::Global(_), Expr::Int(_)) => Some(e.clone()),
            _ => None,
        },
        Expr::Cast(Cast::PToI | Cast::IToP, _, a) => static_form(a),
        Expr::Binary(Binary::Add, ab) => match (static_form(&ab[0])?, &ab[1]) {
            (base @ (Expr::Global(_) | Expr::Offset(_)), n @ Expr::Int(_)) => Some(fold::offset(base, n.clone())),
            _ => None,
        },
        Expr::Var(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) => None,
    }
}

fn span_of(init: &Init) -> Span {
    match init {
        Init::Expr(e) => e.span,
        Init::List(list) => list.span,
    }
}
