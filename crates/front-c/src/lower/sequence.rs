//! Effects that are not sequenced (C17 6.5p2): a program that changes an object while another operand of the same
//! operator changes or reads it has no meaning, and violates a property.
//!
//! Two accesses are looked at where both stand in the expression itself, outside of the functions that it calls. Those
//! that name one variable meet; those that go through pointers may, and then it is claimed that their addresses differ.
//! Types, members and addresses that nobody takes tell most of them apart without a claim. Where an access depends on a
//! condition, or its address cannot be found without its effects, an assumption says that effects go from left to right.

use super::effects::Variable;
use super::order::Operand;
use super::place::{Place, Where};
use super::{Entity, Lowering, facts};
use crate::ast::{BinaryOp, BinaryStep, Block, Expr, ExprKind, Init, InitList, Symbol, UnaryOp};
use crate::ctype::{BitPlace, CType, CTypeId, RecordId};
use crate::fold;
use hecaton_ir::{Binary, Expr as Code, PropKind, Span};
use rustc_hash::FxHashSet;

pub(super) const LEFT_TO_RIGHT: &str = "effects that are not sequenced take place from left to right";

/// An effect or a read of an object in an operand.
#[derive(Clone, Copy)]
enum Accessed<'e> {
    Variable(Symbol),
    Place(&'e Expr),
}

/// What the form of two accesses says.
#[derive(PartialEq, Eq)]
enum Meeting {
    Never,
    /// One is to characters, and so may be to a part of the other.
    Bytes,
    /// One may be to a member of the other: equal addresses do not say whether it is.
    Part,
    Perhaps,
    /// One is to a variable as a whole, the other to a part of it.
    Surely,
}

/// The object that a place is a part of.
enum Root {
    Variable(Symbol),
    Pointer,
}

/// A place as a way from its root: the first member on it, if there is one, and the record that it belongs to.
struct Way {
    root: Root,
    first: Option<(RecordId, Symbol)>,
}

/// The effects on places in an assignment that may come after or before its own.
pub(super) struct Pending<'e> {
    writes: Vec<(Accessed<'e>, bool)>,
    changed: FxHashSet<Symbol>,
    calls: bool,
}

impl Lowering<'_> {
    /// Claims that no two effects on one object are unsequenced in these operands; says whether some may be.
    pub(super) fn unsequenced(&mut self, operands: &[Operand<'_>], span: Span) -> bool {
        // A place and what it holds are one operand.
        let alone = !operands.iter().any(|operand| matches!(operand, Operand::Old(_)));
        let direct: Vec<Direct<'_>> = operands
            .iter()
            .filter(|operand| alone || !matches!(operand, Operand::Place(_)))
            .map(|operand| {
                let mut direct = Direct::default();
                match operand {
                    Operand::Value(e) | Operand::Old(e) => direct.value(e, true, true),
                    Operand::Place(e) => direct.place(e, true),
                }
                direct
            })
            .collect();
        let (mut certain, mut possible) = (None, None);
        for (i, a) in direct.iter().enumerate() {
            for (j, b) in direct.iter().enumerate().filter(|(j, _)| *j != i) {
                let sure = a.writes.iter().find(|v| b.reads.contains(v) || b.writes.contains(v) && i < j);
                certain = certain.or(sure.copied().filter(|v| self.is_variable(*v)));
                let maybe = a.may_write.iter().find(|v| b.may_read.contains(v) || b.may_write.contains(v));
                possible = possible.or(maybe.copied().filter(|v| self.is_variable(*v)));
            }
        }
        self.claim_sequenced(certain, possible, span);
        let open = self.places_unsequenced(&direct, span);
        certain.or(possible).is_some() || open
    }
    /// The same for accesses that are not to two variables; says whether some are left open.
    fn places_unsequenced(&mut self, direct: &[Direct<'_>], span: Span) -> bool {
        if direct.iter().all(|direct| direct.places.is_empty()) || direct.iter().all(|direct| !direct.changes()) {
            return false;
        }
        let changed: FxHashSet<Symbol> = direct.iter().flat_map(|direct| &direct.may_write).copied().collect();
        let calls = direct.iter().any(|direct| direct.calls);
        let mut open = false;
        for (i, a) in direct.iter().enumerate() {
            for b in &direct[i + 1..] {
                for x in a.accesses() {
                    for y in b.accesses().filter(|y| x.writes || y.writes) {
                        if matches!((x.what, y.what), (Accessed::Variable(_), Accessed::Variable(_))) {
                            continue;
                        }
                        open |= match self.meeting(x.what, y.what) {
                            Meeting::Never => false,
                            Meeting::Surely if x.sure && y.sure => {
                                if self.checks(PropKind::Sequence, span) {
                                    self.claim(
                                        Code::int(1, 0),
                                        PropKind::Sequence,
                                        |this| this.apart(x.what, y.what),
                                        span,
                                    );
                                }
                                true
                            }
                            Meeting::Surely | Meeting::Part => true,
                            Meeting::Bytes => {
                                self.seen.unsequenced_bytes = true;
                                false
                            }
                            Meeting::Perhaps if x.sure && y.sure => {
                                let first = self.address_again(x.what, &changed, calls, span);
                                let second = self.address_again(y.what, &changed, calls, span);
                                !self.claim_apart(first, second, (x.what, y.what), span)
                            }
                            Meeting::Perhaps => true,
                        };
                    }
                }
            }
        }
        if open {
            self.note(LEFT_TO_RIGHT.into());
        }
        open
    }
    /// The same for an assignment to a variable: whether an effect on it in the value may come after the assignment.
    /// Gives the effects on other objects, which are to be compared with the place that is assigned to.
    pub(super) fn assigned_in_sequence<'e>(&mut self, lhs: &'e Expr, rhs: &'e Expr, span: Span) -> Option<Pending<'e>> {
        if self.body.quiet || self.is_model(span) || !(self.has_effect(rhs) || self.has_effect(lhs)) {
            return None;
        }
        let mut direct = Direct::default();
        direct.value(rhs, true, true);
        if let ExprKind::Name(name) = lhs.kind
            && self.is_variable(name)
        {
            let certain = Some(name).filter(|name| direct.last.contains(name));
            let possible = Some(name).filter(|name| direct.may_last.contains(name));
            self.claim_sequenced(certain, possible, span);
        }
        direct.place(lhs, true);
        // `a[i] = a[j] = 0` is undefined for one element by the letter, and yet does the same in any order: no claim.
        let chained = |what: &Accessed<'_>| match (&rhs.kind, what) {
            (ExprKind::Assign { lhs, .. }, Accessed::Place(e)) => std::ptr::eq(&**lhs, *e),
            _ => false,
        };
        let places = direct.places.iter().filter(|used| used.writes && used.last);
        let places = places.map(|used| (used.what, used.sure && !chained(&used.what)));
        let variables = direct.may_last.iter().map(|name| (Accessed::Variable(*name), direct.last.contains(name)));
        let own =
            |what: &Accessed<'_>| matches!((what, &lhs.kind), (Accessed::Variable(a), ExprKind::Name(b)) if a == b);
        let writes: Vec<(Accessed<'e>, bool)> = places.chain(variables).filter(|(what, _)| !own(what)).collect();
        (!writes.is_empty()).then(|| Pending { writes, changed: direct.may_write, calls: direct.calls })
    }
    /// Claims that the place that is about to be assigned to is none of those that the assignment changes otherwise.
    pub(super) fn store_in_sequence(&mut self, place: Place, lhs: &Expr, pending: Pending<'_>, span: Span) -> Place {
        let own = match lhs.kind {
            ExprKind::Name(name) => Accessed::Variable(name),
            _ => Accessed::Place(lhs),
        };
        let mut place = place;
        for (what, sure) in pending.writes {
            if let (Accessed::Variable(_), Accessed::Variable(_)) = (what, own) {
                continue;
            }
            let met = match self.meeting(what, own) {
                Meeting::Never => continue,
                Meeting::Bytes => {
                    self.seen.unsequenced_bytes = true;
                    continue;
                }
                Meeting::Part | Meeting::Surely => {
                    self.note(LEFT_TO_RIGHT.into());
                    continue;
                }
                Meeting::Perhaps => sure,
            };
            place = self.share_place(place, span);
            let Where::Memory(at) = &place.at else { continue };
            let here = Some((at.clone(), place.bits));
            let other = self.address_again(what, &pending.changed, pending.calls, span);
            if !met || !self.claim_apart(other, here, (what, own), span) {
                self.note(LEFT_TO_RIGHT.into());
            }
        }
        place
    }
    fn claim_sequenced(&mut self, certain: Option<Symbol>, possible: Option<Symbol>, span: Span) {
        let Some(name) = certain.or(possible) else { return };
        let text = self.text(name).to_owned();
        if certain.is_some() && self.checks(PropKind::Sequence, span) {
            self.claim(Code::int(1, 0), PropKind::Sequence, |_| format!("effects on `{text}` are sequenced"), span);
        }
        self.note(LEFT_TO_RIGHT.into());
    }
    /// Claims that two accesses are to different objects. Says whether their addresses are known.
    fn claim_apart(
        &mut self,
        first: Option<(Code, Option<BitPlace>)>,
        second: Option<(Code, Option<BitPlace>)>,
        what: (Accessed<'_>, Accessed<'_>),
        span: Span,
    ) -> bool {
        let (Some((a, a_bits)), Some((b, b_bits))) = (first, second) else { return false };
        let apart = fold::not(fold::binary(Binary::Eq, a, b));
        // Bit-fields of one unit are different objects.
        if a_bits != b_bits || apart == Code::truth() || !self.checks(PropKind::Sequence, span) {
            return true;
        }
        self.demand(apart, PropKind::Sequence, |this| this.apart(what.0, what.1), span);
        true
    }
    /// The claim that two accesses do not meet, in words.
    fn apart(&self, a: Accessed<'_>, b: Accessed<'_>) -> String {
        let [a, b] = [a, b].map(|what| match what {
            Accessed::Variable(name) => self.text(name).to_owned(),
            Accessed::Place(e) => self.words(e),
        });
        if a == b {
            format!("effects on `{a}` are sequenced")
        } else {
            format!("`{a}` and `{b}` are not one object, or effects on it are sequenced")
        }
    }

    /// Whether two accesses may be to one object, by their form.
    fn meeting(&mut self, a: Accessed<'_>, b: Accessed<'_>) -> Meeting {
        let (Some(first), Some(second)) = (self.accessed_type(a), self.accessed_type(b)) else { return Meeting::Never };
        let (Some(x), Some(y)) = (self.way(a), self.way(b)) else { return Meeting::Never };
        let shared = |this: &mut Self, name: Symbol| this.has_address(name);
        let possible = match (&x.root, &y.root) {
            (Root::Variable(v), Root::Variable(w)) => v == w,
            (Root::Variable(v), Root::Pointer) | (Root::Pointer, Root::Variable(v)) => shared(self, *v),
            (Root::Pointer, Root::Pointer) => true,
        };
        let members = match (x.first, y.first) {
            // Two objects of one type are the same or do not overlap, and so their members.
            (Some((r, a)), Some((s, b))) => r != s || a == b || self.ctypes.records[r].union,
            _ => true,
        };
        if !possible || !members {
            return Meeting::Never;
        }
        let character = |ty| self.ctypes.int_kind(ty).is_some_and(|kind| kind.bytes(self.ctypes.target) == 1);
        if self.alike(first, second) {
            Meeting::Perhaps
        } else if self.has_part(first, second) || self.has_part(second, first) {
            let whole = |what| matches!(what, Accessed::Variable(_));
            let named = matches!((&x.root, &y.root), (Root::Variable(_), Root::Variable(_)));
            if named && (whole(a) || whole(b)) { Meeting::Surely } else { Meeting::Part }
        } else if character(first) || character(second) {
            Meeting::Bytes
        } else {
            Meeting::Never
        }
    }
    /// Whether an object may be accessed by both types (6.5p7).
    fn alike(&self, a: CTypeId, b: CTypeId) -> bool {
        let kind = |ty| self.ctypes.int_kind(ty).map(|kind| kind.to_unsigned());
        self.ctypes.compatible(a, b) || kind(a).is_some() && kind(a) == kind(b)
    }
    /// Whether an object of a type has a part of another.
    fn has_part(&self, outer: CTypeId, part: CTypeId) -> bool {
        let inside = |ty: CTypeId| self.alike(ty, part) || self.has_part(ty, part);
        match &self.ctypes[outer] {
            CType::Record(record) => {
                let record = &self.ctypes.records[*record];
                let mut members = record.body.iter().flat_map(|body| &body.members);
                record.complex.is_some_and(inside)
                    || record.vector.is_some_and(|vector| inside(vector.element))
                    || members.any(|member| inside(member.ty))
            }
            CType::Array(element, _) => inside(*element),
            CType::Void
            | CType::Int(_)
            | CType::Float(_)
            | CType::Ptr(..)
            | CType::Enum(_)
            | CType::Func(_)
            | CType::Other(_) => false,
        }
    }
    /// The type of what is accessed; an array is found, but not accessed.
    fn accessed_type(&mut self, what: Accessed<'_>) -> Option<CTypeId> {
        let ty = match what {
            Accessed::Variable(name) => match self.lookup(name)? {
                Entity::Register(_, ty) | Entity::Object(_, ty) | Entity::Captured(_, _, ty) => *ty,
                Entity::Linked(id) => self.linker.type_of(*id),
                Entity::Typedef(_) | Entity::Constant(..) | Entity::Nested(..) => return None,
            },
            Accessed::Place(e) => self.type_of(e).ok()?,
        };
        self.is_accessed(ty).then_some(ty)
    }
    /// Whether an lvalue of a type is accessed where its value is wanted.
    fn is_accessed(&self, ty: CTypeId) -> bool {
        match self.ctypes[ty] {
            CType::Int(_) | CType::Float(_) | CType::Ptr(..) | CType::Enum(_) | CType::Record(_) => true,
            CType::Void | CType::Array(..) | CType::Func(_) | CType::Other(_) => false,
        }
    }
    fn way(&mut self, what: Accessed<'_>) -> Option<Way> {
        let mut at = match what {
            Accessed::Variable(name) => return Some(Way { root: Root::Variable(name), first: None }),
            Accessed::Place(e) => e,
        };
        let mut first = None;
        loop {
            match &at.kind {
                ExprKind::Name(name) => return Some(Way { root: Root::Variable(*name), first }),
                ExprKind::Member { base, field, arrow } => {
                    let ty = self.type_of(base).ok()?;
                    let outer = if *arrow { self.ctypes.pointee(ty)? } else { ty };
                    first = Some((self.ctypes.record(outer)?, field.name));
                    if *arrow {
                        return Some(Way { root: Root::Pointer, first });
                    }
                    at = base;
                }
                ExprKind::Index { base, .. } => {
                    let ty = self.type_of(base).ok()?;
                    if self.ctypes.pointee(ty).is_some() {
                        return Some(Way { root: Root::Pointer, first });
                    }
                    at = base;
                }
                ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag, arg } => at = arg,
                _ => return Some(Way { root: Root::Pointer, first }),
            }
        }
    }
    /// Whether a pointer may lead to a variable.
    fn has_address(&mut self, name: Symbol) -> bool {
        match self.lookup(name) {
            Some(Entity::Linked(id)) => {
                let id = *id;
                self.look_for_addresses();
                self.is_exposed(Variable::Linked(id))
            }
            Some(Entity::Register(..)) => false,
            _ => true,
        }
    }
    /// The address of an access, found without its effects, and its bits in a bit-field's unit; `None` if it depends on
    /// something that the operands may change, or on memory that may not be there.
    fn address_again(
        &mut self,
        what: Accessed<'_>,
        changed: &FxHashSet<Symbol>,
        calls: bool,
        span: Span,
    ) -> Option<(Code, Option<BitPlace>)> {
        let named;
        let e = match what {
            Accessed::Variable(name) => {
                named = Expr { kind: ExprKind::Name(name), span };
                &named
            }
            Accessed::Place(e) => e,
        };
        if !self.is_plain_place(e, changed, calls) {
            return None;
        }
        let quiet = std::mem::replace(&mut self.body.quiet, true);
        let place = self.place(e, true);
        self.body.quiet = quiet;
        match place.ok()? {
            Place { at: Where::Memory(at), bits, .. } => Some((at, bits)),
            Place { at: Where::Register(_), .. } => None,
        }
    }
    fn is_plain_place(&mut self, e: &Expr, changed: &FxHashSet<Symbol>, calls: bool) -> bool {
        match &e.kind {
            ExprKind::Name(_) => true,
            ExprKind::Member { base, arrow: false, .. } => self.is_plain_place(base, changed, calls),
            ExprKind::Member { base, arrow: true, .. } | ExprKind::Unary { op: UnaryOp::Deref, arg: base } => {
                self.is_plain_value(base, changed, calls)
            }
            ExprKind::Index { base, index } => {
                let pointer = self.type_of(base).is_ok_and(|ty| self.ctypes.pointee(ty).is_some());
                let plain = match pointer {
                    true => self.is_plain_value(base, changed, calls),
                    false => self.is_plain_place(base, changed, calls),
                };
                plain && self.is_plain_value(index, changed, calls)
            }
            _ => false,
        }
    }
    fn is_plain_value(&mut self, e: &Expr, changed: &FxHashSet<Symbol>, calls: bool) -> bool {
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Char(_) => true,
            ExprKind::Name(name) => {
                let entity = self.lookup(*name);
                let array = |ty: CTypeId| matches!(self.ctypes[ty], CType::Array(..));
                match entity {
                    Some(Entity::Constant(..)) => true,
                    Some(Entity::Register(..)) => !changed.contains(name),
                    Some(Entity::Object(_, ty)) => array(*ty) || !calls && !changed.contains(name),
                    Some(Entity::Linked(id)) => array(self.linker.type_of(*id)) || !calls && !changed.contains(name),
                    Some(Entity::Captured(..) | Entity::Nested(..) | Entity::Typedef(_)) | None => false,
                }
            }
            ExprKind::Cast { arg, .. } => self.is_plain_value(arg, changed, calls),
            ExprKind::Unary { op: UnaryOp::AddrOf, arg } => self.is_plain_place(arg, changed, calls),
            ExprKind::Binary { first, rest } => {
                let sums = rest.iter().all(|step| matches!(step.op, BinaryOp::Add | BinaryOp::Sub));
                sums && self.is_plain_value(first, changed, calls)
                    && rest.iter().all(|step| self.is_plain_value(&step.arg, changed, calls))
            }
            _ => false,
        }
    }
    /// Whether a variable may be read in its own initialiser, where it has no value yet.
    pub(super) fn reads_itself(&self, name: Symbol, init: &Init) -> bool {
        let mut direct = Direct::default();
        match init {
            Init::Expr(e) => direct.value(e, true, true),
            Init::List(list) => direct.list(list, true),
        }
        let named = |used: &Used<'_>| match used.what {
            Accessed::Variable(other) => other == name,
            Accessed::Place(e) => part_of(e) == Some(name),
        };
        direct.may_read.contains(&name)
            || direct.places.iter().any(named)
            || direct.blocks.iter().any(|block| facts::mentions(block, name))
    }
    fn is_variable(&self, name: Symbol) -> bool {
        match self.lookup(name) {
            Some(Entity::Register(_, ty) | Entity::Object(_, ty) | Entity::Captured(_, _, ty)) => self.is_accessed(*ty),
            Some(Entity::Linked(id)) => self.is_accessed(self.linker.type_of(*id)),
            Some(Entity::Typedef(_) | Entity::Constant(..) | Entity::Nested(..)) | None => false,
        }
    }
}

/// The variable that a place is a part of by its form.
fn part_of(e: &Expr) -> Option<Symbol> {
    match &e.kind {
        ExprKind::Name(name) => Some(*name),
        ExprKind::Member { base, arrow: false, .. } | ExprKind::Index { base, .. } => part_of(base),
        ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag, arg } => part_of(arg),
        _ => None,
    }
}

/// An access that an operand makes itself.
#[derive(Clone, Copy)]
struct Used<'e> {
    what: Accessed<'e>,
    writes: bool,
    sure: bool,
    last: bool,
}

/// What an operand does to variables that it names itself, outside of the functions that it calls.
#[derive(Default)]
struct Direct<'e> {
    reads: FxHashSet<Symbol>,
    writes: FxHashSet<Symbol>,
    /// The same, where it depends on a condition.
    may_read: FxHashSet<Symbol>,
    may_write: FxHashSet<Symbol>,
    /// What is written with no sequence point before the value is there.
    last: FxHashSet<Symbol>,
    may_last: FxHashSet<Symbol>,
    /// Accesses to places that are no variables.
    places: Vec<Used<'e>>,
    /// Functions are called, or statements executed.
    calls: bool,
    blocks: Vec<&'e Block>,
}

impl<'e> Direct<'e> {
    fn changes(&self) -> bool {
        !self.may_write.is_empty() || self.places.iter().any(|used| used.writes)
    }
    /// All accesses, those to variables included.
    fn accesses(&self) -> impl Iterator<Item = Used<'e>> + '_ {
        let written = self.may_write.iter().map(|name| (*name, true, self.writes.contains(name)));
        let read = self.may_read.iter().filter(|name| !self.may_write.contains(name));
        let read = read.map(|name| (*name, false, self.reads.contains(name)));
        let variable = |(name, writes, sure)| Used { what: Accessed::Variable(name), writes, sure, last: false };
        self.places.iter().copied().chain(written.chain(read).map(variable))
    }
    fn access(&mut self, e: &'e Expr, writes: bool, sure: bool, last: bool) {
        self.places.push(Used { what: Accessed::Place(e), writes, sure, last });
    }
    fn read(&mut self, name: Symbol, sure: bool) {
        self.may_read.insert(name);
        if sure {
            self.reads.insert(name);
        }
    }
    fn write(&mut self, name: Symbol, sure: bool, last: bool) {
        self.may_write.insert(name);
        if sure {
            self.writes.insert(name);
        }
        if last {
            self.may_last.insert(name);
            if sure {
                self.last.insert(name);
            }
        }
    }
    /// A place that is found, but not read.
    fn place(&mut self, e: &'e Expr, sure: bool) {
        match &e.kind {
            ExprKind::Name(_) => {}
            ExprKind::Member { base, arrow: false, .. } => self.place(base, sure),
            _ => self.parts(e, sure, true),
        }
    }
    /// An expression whose value is wanted: surely evaluated or not, and with or without a sequence point after it.
    fn value(&mut self, e: &'e Expr, sure: bool, last: bool) {
        match &e.kind {
            ExprKind::Name(name) => self.read(*name, sure),
            ExprKind::Unary { op: UnaryOp::Deref, .. } | ExprKind::Index { .. } | ExprKind::Member { .. } => {
                self.access(e, false, sure, last);
                self.parts(e, sure, last);
            }
            _ => self.parts(e, sure, last),
        }
    }
    fn parts(&mut self, e: &'e Expr, sure: bool, last: bool) {
        match &e.kind {
            ExprKind::Name(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::Bool(_)
            | ExprKind::Nullptr
            | ExprKind::FuncName
            | ExprKind::AlignofExpr(_)
            | ExprKind::AlignofType { .. }
            | ExprKind::LabelAddr(_)
            | ExprKind::Offsetof { .. }
            | ExprKind::TypesCompatible(..)
            | ExprKind::VaArg { .. }
            | ExprKind::Quantifier { .. } => {}
            ExprKind::SizeofType(ty) => ty.lengths().for_each(|length| self.value(length, sure, last)),
            // Evaluated if its type has a variable length, which is not looked at here.
            ExprKind::SizeofExpr(arg) => {
                if facts::has_effect(arg) {
                    self.value(arg, false, last);
                }
            }
            // Which arm is evaluated depends on types and constants, which are not looked at here.
            ExprKind::Generic { arms, .. } => arms.iter().for_each(|(_, arm)| self.value(arm, false, last)),
            ExprKind::Choose { yes, no, .. } => {
                self.value(yes, false, last);
                self.value(no, false, last);
            }
            ExprKind::Statement(block) => {
                self.calls = true;
                self.blocks.push(block);
            }
            ExprKind::Unary { op, arg } => match (op, &arg.kind) {
                (UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, ExprKind::Name(name)) => {
                    self.read(*name, sure);
                    self.write(*name, sure, last);
                }
                (UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, _) => {
                    self.access(arg, true, sure, last);
                    self.place(arg, sure);
                }
                (UnaryOp::AddrOf, _) => self.place(arg, sure),
                _ => self.value(arg, sure, last),
            },
            ExprKind::Binary { first, rest } => {
                let points = |step: &BinaryStep| matches!(step.op, BinaryOp::And | BinaryOp::Or);
                let later = |from: usize| rest[from..].iter().any(points);
                self.value(first, sure, last && !later(0));
                for (index, step) in rest.iter().enumerate() {
                    let always = !rest[..=index].iter().any(points);
                    self.value(&step.arg, sure && always, last && !later(index + 1));
                }
            }
            ExprKind::Assign { op, lhs, rhs } => {
                match &lhs.kind {
                    ExprKind::Name(name) => {
                        if op.is_some() {
                            self.read(*name, sure);
                        }
                        self.write(*name, sure, last);
                    }
                    _ => {
                        self.access(lhs, true, sure, last);
                        self.place(lhs, sure);
                    }
                }
                self.value(rhs, sure, last);
            }
            ExprKind::Cond { cond, yes, no } => {
                self.value(cond, sure, false);
                yes.iter().for_each(|yes| self.value(yes, false, last));
                self.value(no, false, last);
            }
            ExprKind::Comma(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(item, sure, last && index + 1 == items.len());
                }
            }
            ExprKind::Call { callee, args, .. } => {
                self.calls = true;
                if !matches!(callee.kind, ExprKind::Name(_)) {
                    self.value(callee, sure, false);
                }
                args.iter().for_each(|arg| self.value(arg, sure, false));
            }
            ExprKind::Index { base, index } => {
                self.value(base, sure, last);
                self.value(index, sure, last);
            }
            ExprKind::Member { base, arrow, .. } => match arrow {
                true => self.value(base, sure, last),
                false => self.place(base, sure),
            },
            ExprKind::Cast { ty, arg } => {
                ty.lengths().for_each(|length| self.value(length, sure, last));
                self.value(arg, sure, last);
            }
            ExprKind::ConvertVector { arg, .. } => self.value(arg, sure, last),
            ExprKind::Compound { init, .. } => self.list(init, sure),
        }
    }
    fn list(&mut self, list: &'e InitList, sure: bool) {
        for entry in &list.entries {
            match &entry.value {
                // Each is a full expression.
                Init::Expr(e) => self.value(e, sure, false),
                Init::List(inner) => self.list(inner, sure),
            }
        }
    }
}
