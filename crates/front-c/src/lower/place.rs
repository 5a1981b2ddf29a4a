//! Places: what can be assigned to or have its address taken; reading and writing them.

use super::arith::Text;
use super::body::{Temporary, stack_object};
use super::order::Evaluated;
use super::{Entity, Lowering, Res, Value, error, unsupported};
use crate::ast::{self, ExprKind, UnaryOp};
use crate::ctype::{BitPlace, CRecord, CType, CTypeId, IntKind, Len, Quals, Vector};
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, BlockId, Expr, Op, PropKind, Span, VarId};

/// Where a place is.
#[derive(Clone, Debug)]
pub(super) enum Where {
    Register(VarId),
    Memory(Expr),
}

/// A place.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub ty: CTypeId,
    pub at: Where,
    /// For a bit-field: which bits of the unit there.
    pub bits: Option<BitPlace>,
    /// What is claimed when it is accessed, unless the access is certainly valid.
    pub check: Option<String>,
    /// What is claimed to be aligned when it is accessed, if that is asked: the pointer that leads here, and its
    /// alignment. A member is as aligned as its struct has it, whatever its type.
    pub aligned: Option<(Expr, u64)>,
    /// Not to be assigned to.
    pub constant: bool,
    /// What declarations say of it besides the type.
    pub quals: Quals,
    /// The last member of a struct behind a pointer: if it is an array of one element, it may be meant to be longer.
    pub last: bool,
}

impl Place {
    pub fn memory(ty: CTypeId, address: Expr, check: Option<String>) -> Self {
        Place {
            ty,
            at: Where::Memory(address),
            bits: None,
            check,
            aligned: None,
            constant: false,
            quals: Quals::default(),
            last: false,
        }
    }
    pub fn register(ty: CTypeId, var: VarId) -> Self {
        Place {
            ty,
            at: Where::Register(var),
            bits: None,
            check: None,
            aligned: None,
            constant: false,
            quals: Quals::default(),
            last: false,
        }
    }
}

impl Lowering<'_> {
    /// The place that an expression denotes. With `address`, it is only wanted for its address: then an index is as
    /// good as a moved pointer, and not checked.
    pub(super) fn place(&mut self, e: &ast::Expr, address: bool) -> Res<Place> {
        if let ExprKind::Name(name) = &e.kind {
            self.use_arguments(*name, e.span);
        }
        if let Some((vector, index)) = self.argument_index(e).filter(|_| !address) {
            return self.main_argument(e, vector, index);
        }
        match &e.kind {
            ExprKind::Name(name) => match self.lookup(*name).cloned() {
                Some(Entity::Register(var, ty)) => {
                    Ok(Place { quals: self.quals_of(*name), ..Place::register(ty, var) })
                }
                Some(Entity::Object(var, ty)) => match &self.ctypes[ty] {
                    CType::Other(what) => unsupported(e.span, what.to_string()),
                    _ => Ok(Place { quals: self.quals_of(*name), ..Place::memory(ty, Expr::Var(var), None) }),
                },
                Some(Entity::Linked(_)) if self.is_declared_later(*name) => {
                    error(e.span, format!("`{}` is not declared yet", self.text(*name)))
                }
                Some(Entity::Linked(id)) => {
                    let (ty, address, constant) = self.linked_place(id, e.span)?;
                    let quals = self.quals_of(*name);
                    let check = self
                        .linker
                        .may_be_smaller(id, &self.ctypes)
                        .then(|| format!("access to `{}`", self.text(*name)));
                    Ok(Place { constant, quals, ..Place::memory(ty, address, check) })
                }
                Some(Entity::Captured(up, var, ty)) => {
                    let quals = self.quals_of(*name);
                    Ok(Place { quals, ..self.captured(up, var, ty, e.span)? })
                }
                Some(Entity::Nested(id, up)) => self.nested_pointer(id, up, e.span),
                Some(Entity::Constant(..)) => error(e.span, "an enumeration constant is not a place"),
                Some(Entity::Typedef(_)) => error(e.span, format!("`{}` is a type", self.text(*name))),
                None => error(e.span, format!("`{}` is not declared", self.text(*name))),
            },
            ExprKind::Str(lit) => {
                self.points_to_literal(lit);
                let (ty, global) = self.string(lit);
                Ok(Place::memory(ty, Expr::Global(global), None))
            }
            ExprKind::FuncName => {
                let lit = ast::StrLit {
                    prefix: ast::Prefix::Plain,
                    units: self.body.name.bytes().map(u32::from).collect(),
                    // It is one object in the whole function.
                    span: Span::nowhere(),
                };
                if !self.is_model(e.span) {
                    self.points_to_literal(&lit);
                }
                let (ty, global) = self.string(&lit);
                let quals = Quals { constant: true, ..Quals::default() };
                Ok(Place { quals, ..Place::memory(ty, Expr::Global(global), None) })
            }
            ExprKind::Unary { op: UnaryOp::Deref, arg } => {
                let pointer = self.rvalue(arg)?;
                let words = |this: &Self| this.words(arg);
                self.pointed(pointer, words, e.span)
            }
            ExprKind::Index { base, index } => self.indexed(e, base, index, address),
            ExprKind::Member { base, field, arrow } => {
                let outer = if *arrow {
                    let pointer = self.rvalue(base)?;
                    self.pointed(pointer, |this| this.words(base), e.span)?
                } else {
                    self.place_or_value(base, address)?
                };
                self.member(outer, field.name, e.span)
            }
            ExprKind::Compound { ty, init } => self.compound_literal(ty, init, e.span),
            ExprKind::Statement(_) | ExprKind::Call { .. } | ExprKind::Cond { .. } | ExprKind::Assign { .. } => {
                self.place_or_value(e, address)
            }
            ExprKind::Comma(items) => {
                let Some((last, init)) = items.split_last() else { return error(e.span, "an empty list") };
                for item in init {
                    self.effect(item)?;
                }
                self.place(last, address)
            }
            ExprKind::Generic { .. } | ExprKind::Choose { .. } => {
                let chosen = self.chosen(e)?;
                self.place(chosen, address)
            }
            ExprKind::Unary { op: op @ (UnaryOp::Real | UnaryOp::Imag), arg } => {
                let outer = self.place_or_value(arg, address)?;
                match (self.complex_part(outer.ty), op) {
                    (Some(part), _) => Ok(self.part_of(outer, part, *op == UnaryOp::Imag)),
                    (None, UnaryOp::Real) => Ok(outer),
                    (None, _) => error(e.span, "a real number has no imaginary part"),
                }
            }
            _ => error(e.span, "this expression is not a place"),
        }
    }
    /// A place, or the memory where a struct value is found.
    fn place_or_value(&mut self, e: &ast::Expr, address: bool) -> Res<Place> {
        match &e.kind {
            ExprKind::Statement(_)
            | ExprKind::Call { .. }
            | ExprKind::Cond { .. }
            | ExprKind::Assign { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::Cast { .. } => {
                let value = self.rvalue(e)?;
                if self.ctypes.record(value.ty).is_none() {
                    return error(e.span, "this expression is not a place");
                }
                // An array in it can be written, which nobody may do (6.2.4p8): only what makes the temporary does.
                let mut check = None;
                if let Expr::Var(var) = value.e
                    && self.body.temps.iter().any(|temp| temp.var == var && temp.lasting)
                    && !self.is_model(e.span)
                {
                    self.is_constant(var, true);
                    check = Some(format!("access to the value of `{}`", self.words(e)));
                }
                Ok(Place::memory(value.ty, value.e, check))
            }
            _ => self.place(e, address),
        }
    }
    /// What a pointer points to.
    pub(super) fn pointed(&mut self, pointer: Value, words: impl FnOnce(&Self) -> String, span: Span) -> Res<Place> {
        match self.ctypes.pointee(pointer.ty) {
            Some(to) => {
                let check = format!("dereference of `{}`", words(self));
                let quals = self.ctypes.pointee_quals(pointer.ty);
                let (at, aligned) = self.with_alignment_claim(pointer.e, to, quals, span);
                Ok(Place { quals, aligned, ..Place::memory(to, at, Some(check)) })
            }
            None => match &self.ctypes[pointer.ty] {
                CType::Other(name) => unsupported(span, name.to_string()),
                _ => error(span, format!("a value of type `{}` is not a pointer", self.ctypes.name(pointer.ty))),
            },
        }
    }
    fn indexed(&mut self, e: &ast::Expr, base: &ast::Expr, index: &ast::Expr, address: bool) -> Res<Place> {
        // An array that is itself a place has a bound. (`i[a]` goes by pointers, like any other base.)
        let base_is_place =
            matches!(
                base.kind,
                ExprKind::Name(_) | ExprKind::Index { .. } | ExprKind::Member { .. } | ExprKind::Str(_)
            ) || matches!(base.kind, ExprKind::Unary { op: UnaryOp::Deref, .. } | ExprKind::Compound { .. });
        if base_is_place && !self.is_function_or_constant(base) {
            let is_array = matches!(base.kind, ExprKind::Index { .. } | ExprKind::Member { .. });
            let (ready, ready_index) = self.base_and_index(base, index, e.span)?;
            let outer = match ready {
                Some(Evaluated::Place(place)) => place,
                Some(Evaluated::Value(pointer)) => {
                    let index_value = self.ready_or(ready_index, index)?;
                    return self.by_pointer(e, pointer, index_value, address);
                }
                None => self.place(base, address && is_array)?,
            };
            if let CType::Array(elem, len) = self.ctypes[outer.ty] {
                let quals = outer.quals;
                let index_value = self.ready_or(ready_index, index)?;
                let place = self.element(e, outer, elem, len, index_value, index, address)?;
                return Ok(Place { quals, ..place });
            }
            if let Some(Vector { element, count }) = self.vector(outer.ty) {
                let (quals, index_value) = (outer.quals, self.ready_or(ready_index, index)?);
                let place = self.element(e, outer, element, Len::Known(count), index_value, index, address)?;
                return Ok(Place { quals, ..place });
            }
            // In C, a `va_list` is an array with one element.
            if Some(outer.ty) == self.va_list && self.word_bits() == 64 {
                let (index, _) = self.constant_int(index)?;
                return if index.is_zero() { Ok(outer) } else { unsupported(e.span, "a part of a `va_list`") };
            }
            let pointer = self.read(&outer, base.span)?;
            let index_value = self.ready_or(ready_index, index)?;
            return self.by_pointer(e, pointer, index_value, address);
        }
        let [ready, ready_index] = self.two_in_any_order(base, index, e.span)?;
        let pointer = self.ready_or(ready, base)?;
        let index_value = self.ready_or(ready_index, index)?;
        if let Some(Vector { element, count }) = self.vector(pointer.ty) {
            let outer = Place::memory(pointer.ty, pointer.e, None);
            return self.element(e, outer, element, Len::Known(count), index_value, index, address);
        }
        self.by_pointer(e, pointer, index_value, address)
    }
    fn is_function_or_constant(&self, e: &ast::Expr) -> bool {
        let ExprKind::Name(name) = &e.kind else { return false };
        match self.lookup(*name) {
            Some(Entity::Constant(..) | Entity::Nested(..)) => true,
            Some(Entity::Linked(id)) => self.linker.is_function(*id),
            _ => false,
        }
    }
    pub(super) fn by_pointer(&mut self, e: &ast::Expr, base: Value, index: Value, address: bool) -> Res<Place> {
        let (pointer, index) = if self.ctypes.pointee(base.ty).is_some() { (base, index) } else { (index, base) };
        let Some(to) = self.ctypes.pointee(pointer.ty) else {
            return error(e.span, format!("a value of type `{}` cannot be indexed", self.ctypes.name(pointer.ty)));
        };
        // A part of it may be all that is accessed, or only its address is wanted.
        let accessed = !address && self.ctypes.scalar(to).is_some();
        let words: Text<'_> = &|this| this.words(e);
        let moved = self.move_pointer(pointer, index, false, Some(words).filter(|_| !accessed), e.span)?;
        self.pointed(moved, |this| this.words(e), e.span)
    }
    /// An element of an array that lies at an address.
    #[allow(clippy::too_many_arguments, reason = "the parts of one subscript")]
    fn element(
        &mut self,
        e: &ast::Expr,
        outer: Place,
        elem: CTypeId,
        len: Len,
        index: Value,
        index_ast: &ast::Expr,
        address: bool,
    ) -> Res<Place> {
        let Some(kind) = self.ctypes.int_kind(index.ty) else { return error(e.span, "the index is not an integer") };
        let mut index = self.promote(index, e.span)?;
        let kind = kind.promoted();
        let bits = self.bits_of(kind);
        let Where::Memory(at) = outer.at else { return error(e.span, "an array has an address") };
        let (mut check, constant, last) = (outer.check, outer.constant, outer.last);
        let aligned = outer.aligned;
        // Certainly an element, whatever is asked.
        let certain = match len {
            Len::Known(n) => 0 <= index.range.0 && index.range.1 < i128::from(n) && bits < 128,
            Len::Variable(_) | Len::Unknown => false,
        };
        let in_bounds = |this: &Self| format!("array index {} within bounds", this.words(index_ast));
        let open_end = match len {
            Len::Known(0) => check.is_some(),
            Len::Known(1) => last,
            Len::Known(_) | Len::Variable(_) => false,
            Len::Unknown => true,
        };
        if address && !certain && !open_end {
            index = self.address_inside(index, len, &|this| this.words(e), e.span)?;
        }
        match len {
            _ if address || certain => {}
            // GNU's flexible array member, and how it was written before there were any.
            Len::Known(0) if check.is_some() => {}
            Len::Known(1) if last => {}
            Len::Known(n) if self.options.bounds => {
                if !self.body.quiet {
                    index = self.share(index, e.span);
                    let last = i128::from(n) - 1;
                    let cond = if last < 0 {
                        Expr::int(1, 0)
                    } else if last > kind.range(self.ctypes.target).1 {
                        // Every index of this type is small enough.
                        if kind.signed() {
                            fold::binary(Binary::SLe, Expr::Int(Bits::zero(bits)), index.e.clone())
                        } else {
                            Expr::truth()
                        }
                    } else {
                        // As unsigned numbers, negative indexes are too large.
                        let last = Expr::Int(Bits::from_u64(bits, last as u64));
                        fold::binary(Binary::ULe, index.e.clone(), last)
                    };
                    self.demand(cond, PropKind::Bounds, in_bounds, e.span);
                }
            }
            Len::Variable(var) if self.options.bounds => {
                let diff = self.ctypes.diff_kind();
                let ty = self.int_type(diff);
                index = self.convert(index, ty, e.span)?;
                index = self.share(index, e.span);
                let cond = fold::binary(Binary::ULt, index.e.clone(), Expr::Var(var));
                self.demand(cond, PropKind::Bounds, in_bounds, e.span);
            }
            Len::Known(_) | Len::Variable(_) | Len::Unknown => {
                if check.is_none() {
                    check = Some(format!("dereference of `{}`", self.words(e)));
                }
            }
        }
        let size = self.size_expr(elem, e.span)?;
        let bytes = self.scaled(index, size, e.span)?;
        let at = if address && open_end {
            self.stays_inside(at, bytes, Expr::truth(), &|this| this.words(e), e.span)
        } else {
            fold::offset(at, bytes)
        };
        Ok(Place { constant, aligned, ..Place::memory(elem, at, check) })
    }
    fn member(&mut self, outer: Place, name: ast::Symbol, span: Span) -> Res<Place> {
        let Some(record) = self.ctypes.record(outer.ty) else {
            if let CType::Other(name) = &self.ctypes[outer.ty] {
                return unsupported(span, name.to_string());
            }
            return error(span, format!("a value of type `{}` has no members", self.ctypes.name(outer.ty)));
        };
        if self.ctypes.records[record].body.is_none() {
            self.size(outer.ty, span)?;
            return error(span, format!("the type `{}` is incomplete", self.ctypes.name(outer.ty)));
        }
        let member_name = self.text(name).to_owned();
        let Some(member) = self.ctypes.member(record, &member_name) else {
            let message = format!("`{}` has no member `{member_name}`", self.ctypes.name(outer.ty));
            return error(span, message);
        };
        self.accesses_member(outer.ty, &member_name, span);
        let CRecord { union, body, .. } = &self.ctypes.records[record];
        let end = body.as_ref().and_then(|body| body.members.last());
        let last = !union && outer.check.is_some() && end.is_some_and(|end| end.name == member.name);
        let Where::Memory(at) = outer.at else { return error(span, "a struct has an address") };
        if outer.quals.atomic {
            // Not defined in C.
            self.unshared.get_or_insert((span, "a member of a struct that is `_Atomic`"));
        }
        let address = fold::offset(at, self.word(member.offset));
        Ok(Place {
            ty: member.ty,
            at: Where::Memory(address),
            bits: member.bits,
            check: outer.check,
            aligned: outer.aligned,
            constant: outer.constant,
            quals: outer.quals.of_part(member.quals),
            last,
        })
    }

    /// The value of a place: arrays and functions become pointers, structs stay where they are.
    pub(super) fn read(&mut self, place: &Place, span: Span) -> Res<Value> {
        if place.quals.volatile {
            self.reads_volatile(span);
        }
        self.accesses(place);
        let at = match &place.at {
            Where::Register(var) => {
                if let Some(shadow) = self.body.shadows.get(var).copied() {
                    let name = self.body.vars[*var].name.clone();
                    self.claim(Expr::Var(shadow), PropKind::Uninit, |_| format!("`{name}` is initialised"), span);
                }
                return Ok(self.value(place.ty, Expr::Var(*var)));
            }
            Where::Memory(at) => at.clone(),
        };
        self.access_is_aligned(place, span);
        if let Some(bits) = place.bits {
            return self.read_bits(place, at, bits, span);
        }
        match self.ctypes[place.ty].clone() {
            CType::Array(elem, _) => {
                let ty = self.ctypes.qualified_ptr(elem, place.quals.unaligned());
                Ok(self.value(ty, at))
            }
            CType::Func(_) => {
                let ty = self.ctypes.ptr(place.ty);
                Ok(self.value(ty, at))
            }
            CType::Record(_) => {
                self.size(place.ty, span)?;
                if place.quals.atomic && !self.body.quiet {
                    let copy = self.temp_object(place.ty, span)?;
                    let check = self.access_check(place.check.as_deref(), span);
                    let size = self.size_expr(place.ty, span)?;
                    self.section(place, true, span);
                    self.emit(Op::Copy { dst: copy.clone(), src: at, size, check }, span);
                    self.section(place, false, span);
                    return Ok(Value { ty: place.ty, e: copy, range: (0, 0) });
                }
                // A struct that may not be there is accessed where it is copied or one of its members is read.
                if let Some(text) = &place.check
                    && !self.body.quiet
                {
                    let copy = self.temp_object(place.ty, span)?;
                    let check = self.access_check(Some(text), span);
                    let size = self.size_expr(place.ty, span)?;
                    self.emit(Op::Copy { dst: copy.clone(), src: at, size, check }, span);
                    return Ok(Value { ty: place.ty, e: copy, range: (0, 0) });
                }
                Ok(Value { ty: place.ty, e: at, range: (0, 0) })
            }
            CType::Void => Ok(self.void_value()),
            CType::Other(name) => unsupported(span, name.to_string()),
            CType::Int(_) | CType::Enum(_) | CType::Float(_) | CType::Ptr(..) => {
                self.section(place, true, span);
                let value = self.load(place.ty, at, place.check.as_deref(), span);
                self.section(place, false, span);
                Ok(value)
            }
        }
    }
    /// Loads a scalar.
    pub(super) fn load(&mut self, ty: CTypeId, at: Expr, check: Option<&str>, span: Span) -> Value {
        let check = self.access_check(check, span);
        let object = self.object_type(ty);
        let var = self.temp_of(object, span);
        self.emit(Op::Load { dst: var, ptr: at, check }, span);
        match self.ctypes.int_kind(ty) {
            Some(IntKind::Bool) => {
                self.reads_bool(span);
                let cond = fold::not(fold::binary(Binary::Eq, Expr::Var(var), Expr::int(8, 0)));
                Value { ty, e: cond, range: (0, 1) }
            }
            Some(kind) => {
                let e = fold::resize(Expr::Var(var), self.memory_bits(kind), self.bits_of(kind), false);
                self.value(ty, e)
            }
            None => self.value(ty, Expr::Var(var)),
        }
    }
    /// Bits of an integer in memory, padding included.
    fn memory_bits(&self, kind: IntKind) -> u32 {
        kind.bytes(self.ctypes.target) as u32 * 8
    }
    fn read_bits(&mut self, place: &Place, at: Expr, bits: BitPlace, span: Span) -> Res<Value> {
        let unit_bits = bits.bytes * 8;
        let unit_ty = self.types.int(unit_bits, false);
        let unit = self.temp_of(unit_ty, span);
        let check = self.access_check(place.check.as_deref(), span);
        self.emit(Op::Load { dst: unit, ptr: at, check }, span);
        let low = Expr::Int(Bits::from_u64(unit_bits, u64::from(bits.low)));
        let shifted = fold::binary(Binary::LShr, Expr::Var(unit), low);
        let field = fold::resize(shifted, unit_bits, bits.width, false);
        let ty = self.field_type(place.ty, bits.width);
        Ok(self.value(ty, field))
    }
    /// The type of a bit-field's value.
    fn field_type(&mut self, ty: CTypeId, width: u32) -> CTypeId {
        let kind = self.ctypes.int_kind(ty).unwrap_or(IntKind::Int);
        match kind.field(width, self.ctypes.target) {
            Some(field) => self.int_type(field),
            None => ty,
        }
    }
    /// Writes a value of the place's type. Gives the value of the assignment.
    pub(super) fn write(&mut self, place: &Place, value: Value, span: Span) -> Res<Value> {
        self.assignable(place, span)?;
        self.initialise(place, value, span)
    }
    /// Refuses assignments to what is `const`, or has a member that is (6.3.2.1p1).
    pub(super) fn assignable(&self, place: &Place, span: Span) -> Res<()> {
        if place.constant || place.quals.constant || self.has_constant(place.ty) {
            return error(span, "a `const` object cannot be assigned to");
        }
        Ok(())
    }
    /// Whether a struct or union has a `const` member.
    fn has_constant(&self, ty: CTypeId) -> bool {
        let Some(record) = self.ctypes.record(ty) else { return false };
        let body = self.ctypes.records[record].body.as_ref();
        body.is_some_and(|body| {
            body.members.iter().any(|m| m.quals.constant || self.has_constant(self.innermost(m.ty)))
        })
    }
    /// The innermost element of an array, else the type itself.
    pub(super) fn innermost(&self, ty: CTypeId) -> CTypeId {
        let mut inner = ty;
        while let CType::Array(elem, _) = self.ctypes[inner] {
            inner = elem;
        }
        inner
    }
    /// Writes the first value, which a `const` object can have too.
    pub(super) fn initialise(&mut self, place: &Place, value: Value, span: Span) -> Res<Value> {
        self.accesses(place);
        let mut ty = place.ty;
        if let Some(bits) = place.bits.filter(|_| self.ctypes.float_kind(value.ty).is_some()) {
            // The type of a bit-field has its width.
            ty = self.field_type(place.ty, bits.width);
        }
        let value = self.convert(value, ty, span)?;
        let at = match &place.at {
            Where::Register(var) => {
                let range = value.range;
                let constant = value.e.children().is_empty() && !matches!(value.e, Expr::Var(_));
                let result = if constant { value.e.clone() } else { Expr::Var(*var) };
                let redirected = match &value.e {
                    Expr::Var(temp) => self.body.redirect(*temp, *var),
                    _ => false,
                };
                if !redirected {
                    self.assign(*var, value.e, span);
                }
                if let Some(shadow) = self.body.shadows.get(var).copied() {
                    self.assign(shadow, Expr::truth(), span);
                }
                return Ok(Value { ty: place.ty, e: result, range });
            }
            Where::Memory(at) => at.clone(),
        };
        self.access_is_aligned(place, span);
        if let Some(bits) = place.bits {
            return self.write_bits(place, at, bits, value, span);
        }
        match self.ctypes[place.ty].clone() {
            CType::Record(_) => {
                let size = self.size_expr(place.ty, span)?;
                let check = self.access_check(place.check.as_deref(), span);
                if place.quals.atomic && !self.body.quiet {
                    // Only the access to what is atomic is.
                    let copy = self.temp_object(place.ty, span)?;
                    self.emit(Op::Copy { dst: copy.clone(), src: value.e, size: size.clone(), check }, span);
                    self.section(place, true, span);
                    self.emit(Op::Copy { dst: at, src: copy.clone(), size, check }, span);
                    self.section(place, false, span);
                    return Ok(Value { ty: place.ty, e: copy, range: (0, 0) });
                }
                self.copies_lock(place.ty, span);
                self.emit(Op::Copy { dst: at.clone(), src: value.e, size, check }, span);
                Ok(Value { ty: place.ty, e: at, range: (0, 0) })
            }
            CType::Int(_) | CType::Enum(_) | CType::Float(_) | CType::Ptr(..) => {
                // The value may be used again.
                let value = if fold::larger(&value.e, 6) { self.share(value, span) } else { value };
                let check = self.access_check(place.check.as_deref(), span);
                let stored = self.stored(&value);
                self.section(place, true, span);
                self.emit(Op::Store { ptr: at, value: stored, check }, span);
                self.section(place, false, span);
                Ok(value)
            }
            CType::Other(name) => unsupported(span, name.to_string()),
            CType::Void | CType::Array(..) | CType::Func(_) => {
                error(span, format!("a place of type `{}` cannot be assigned to", self.ctypes.name(place.ty)))
            }
        }
    }
    /// Begins or ends the atomic section that an access to a place is, if it is `_Atomic`. A variable in a register
    /// belongs to one thread.
    pub(super) fn section(&mut self, place: &Place, begin: bool, span: Span) {
        if place.quals.atomic && matches!(place.at, Where::Memory(_)) {
            self.emit(Op::Atomic { begin }, span);
        }
    }
    /// A scalar as it stands in memory: integers have whole bytes there.
    pub(super) fn stored(&self, value: &Value) -> Expr {
        match self.ctypes.int_kind(value.ty) {
            Some(kind) => fold::resize(value.e.clone(), self.bits_of(kind), self.memory_bits(kind), kind.signed()),
            None => value.e.clone(),
        }
    }
    fn write_bits(&mut self, place: &Place, at: Expr, bits: BitPlace, value: Value, span: Span) -> Res<Value> {
        let mut at = at;
        let unit_bits = bits.bytes * 8;
        let ty = self.field_type(place.ty, bits.width);
        let value = self.convert(value, ty, span)?;
        let value = self.share(value, span);
        let check = self.access_check(place.check.as_deref(), span);
        let widened = fold::resize(value.e.clone(), bits.width, unit_bits, false);
        let unit = if bits.width == unit_bits {
            widened
        } else {
            let unit_ty = self.types.int(unit_bits, false);
            let old = self.temp_of(unit_ty, span);
            at = self.share_address(at, span);
            self.emit(Op::Load { dst: old, ptr: at.clone(), check }, span);
            let mask = Bits::ones(bits.width).zext(unit_bits).shl(&Bits::from_u64(unit_bits, u64::from(bits.low)));
            let kept = fold::binary(Binary::And, Expr::Var(old), Expr::Int(mask.not()));
            let low = Expr::Int(Bits::from_u64(unit_bits, u64::from(bits.low)));
            fold::binary(Binary::Or, kept, fold::binary(Binary::Shl, widened, low))
        };
        self.emit(Op::Store { ptr: at, value: unit, check }, span);
        // The value of the assignment is what the field now holds.
        Ok(value)
    }
    /// A fresh stack object that dies at the end of the full expression; gives its address.
    pub(super) fn temp_object(&mut self, ty: CTypeId, span: Span) -> Res<Expr> {
        let var = self.fresh_object(ty, span)?;
        let lasting = self.has_array(ty);
        self.body.temps.push(Temporary { var, lasting });
        Ok(Expr::Var(var))
    }
    /// A fresh stack object that somebody has to free; gives the variable with its address.
    pub(super) fn fresh_object(&mut self, ty: CTypeId, span: Span) -> Res<VarId> {
        self.size(ty, span)?;
        let object = self.object_type(ty);
        let pointer = self.types.ptr();
        let var = self.temp_of(pointer, span);
        let count = self.word(1);
        self.emit(stack_object(var, object, count), span);
        Ok(var)
    }
    /// Whether there is an array in a struct or union: then an lvalue can denote a part of a temporary of its type.
    fn has_array(&self, ty: CTypeId) -> bool {
        match &self.ctypes[ty] {
            CType::Array(..) => true,
            CType::Record(id) => {
                let body = self.ctypes.records[*id].body.as_ref();
                body.is_some_and(|body| body.members.iter().any(|member| self.has_array(member.ty)))
            }
            CType::Void
            | CType::Int(_)
            | CType::Float(_)
            | CType::Ptr(..)
            | CType::Enum(_)
            | CType::Func(_)
            | CType::Other(_) => false,
        }
    }
    /// Lowers a full expression and frees the temporaries it made.
    pub(super) fn with_temps<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let (made, result) = self.apart_from_temps(f);
        self.free_temps(made.into_iter().map(|temp| temp.var).collect(), span);
        result
    }
    /// Lowers something, and gives the temporaries that it made beside the result.
    fn apart_from_temps<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> (Vec<Temporary>, Res<T>) {
        let (outer, depth) = (std::mem::take(&mut self.body.temps), self.body.hidden_temps.len());
        self.body.hidden_temps.extend(outer.iter().map(|temp| temp.var));
        let result = f(self);
        self.body.hidden_temps.truncate(depth);
        (std::mem::replace(&mut self.body.temps, outer), result)
    }
    /// Lowers a part of a full expression that is not always evaluated, and decides about the temporaries it made.
    pub(super) fn in_part<T>(&mut self, before: BlockId, span: Span, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let (made, result) = self.apart_from_temps(f);
        self.leave_part(made, before, span);
        result
    }
    /// Frees the temporaries of a part that is not always evaluated. Those that a pointer may lead into live until the
    /// end of the full expression (C17 6.2.4p8), and are made in the block before the part.
    pub(super) fn leave_part(&mut self, made: Vec<Temporary>, before: BlockId, span: Span) {
        let (lasting, brief): (Vec<_>, Vec<_>) = made.into_iter().partition(|temp| temp.lasting);
        self.free_temps(brief.into_iter().map(|temp| temp.var).collect(), span);
        for temp in lasting {
            self.body.hoist(temp.var, before);
            self.body.temps.push(temp);
        }
    }
    /// Frees stack objects, the last first.
    pub(super) fn free_temps(&mut self, temps: Vec<VarId>, span: Span) {
        for var in temps.into_iter().rev() {
            let op = Op::Free { ptr: Expr::Var(var), region: hecaton_ir::Region::Stack, check: None };
            self.emit(op, span);
        }
    }
    /// A struct value moved into a given memory, so that it outlives its temporary.
    pub(super) fn copy_to(&mut self, dst: Expr, value: &Value, span: Span) -> Res<()> {
        self.copy_checked(dst, value, None, span)
    }
    /// The same, with the claim that the access is valid.
    pub(super) fn copy_checked(&mut self, dst: Expr, value: &Value, check: Option<&str>, span: Span) -> Res<()> {
        let size = self.size_expr(value.ty, span)?;
        let check = self.access_check(check, span);
        self.copies_lock(value.ty, span);
        self.emit(Op::Copy { dst, src: value.e.clone(), size, check }, span);
        Ok(())
    }
    /// A value that is about to be copied. A struct that is a place is not read yet: the claim that it is valid memory
    /// comes along, for the copy to make.
    pub(super) fn source(&mut self, e: &ast::Expr) -> Res<(Value, Option<String>)> {
        if !self.is_place(e) {
            return Ok((self.rvalue(e)?, None));
        }
        let place = self.place(e, false)?;
        if let (Some(_), Where::Memory(at), false) = (self.ctypes.record(place.ty), &place.at, place.quals.atomic) {
            self.access_is_aligned(&place, e.span);
            return Ok((Value { ty: place.ty, e: at.clone(), range: (0, 0) }, place.check));
        }
        Ok((self.read(&place, e.span)?, None))
    }
    /// Whether an expression denotes an object, by its form.
    pub(super) fn is_place(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            ExprKind::Unary { op: UnaryOp::Deref, .. } | ExprKind::Index { .. } | ExprKind::Member { .. } => true,
            ExprKind::Name(_) => !self.is_function_or_constant(e),
            _ => false,
        }
    }
    /// Writes what `source` gave.
    pub(super) fn write_source(
        &mut self,
        place: &Place,
        (value, check): (Value, Option<String>),
        span: Span,
    ) -> Res<Value> {
        let Some(check) = check else { return self.initialise(place, value, span) };
        let text = match &place.check {
            Some(own) => format!("{own} and {check}"),
            None => check,
        };
        self.initialise(&Place { check: Some(text), ..place.clone() }, value, span)
    }
}
