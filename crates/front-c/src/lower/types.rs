//! Types from specifiers and declarators.

use super::{Declared, Entity, Fault, Lowering, Names, Res, Tag, error, unsupported};
use crate::ast::{
    Alignas, ArraySize, Attr, AttrArg, Declarator, Derived, EnumSpec, ExprKind, IntSize, MAX_DEPTH, Member, Param,
    Params, RecordSpec, Specs, TypeName, TypeSpec,
};
use crate::ctype::{Body, CEnum, CRecord, CType, CTypeId, FloatKind, IntKind, Len, Signature};
use crate::layout::{Draft, MAX_SIZE};
use hecaton_base::Bits;
use hecaton_ir::{Expr, Field, Record, Role, Span, Type, TypeId};

/// What to do with an array length that is not constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Variable {
    /// Compute it here.
    Compute,
    /// Leave it open: a parameter of a prototype, whose names may not even be known.
    Open,
    /// Compute it, but for the outermost length, which has no meaning: a parameter of a definition.
    Parameter,
}

impl Lowering<'_> {
    /// The type of a type name.
    pub(super) fn type_name(&mut self, name: &TypeName) -> Res<CTypeId> {
        Ok(self.type_name_declared(name)?.ty)
    }
    /// All that a type name says.
    pub(super) fn type_name_declared(&mut self, name: &TypeName) -> Res<Declared> {
        let base = self.specs(&name.specs)?;
        self.declarator(base, &name.declarator, Variable::Compute)
    }
    /// The alignment of a type by its name: what the ABI demands, or what GNU C prefers.
    pub(super) fn type_align(&mut self, name: &TypeName, preferred: bool) -> Res<u64> {
        // The operand is not evaluated, and an array has the alignment of its elements, however many there are.
        let base = self.specs(&name.specs)?;
        let declared = self.declarator(base, &name.declarator, Variable::Open)?.as_typedef();
        if self.is_incomplete(declared.ty) && self.ctypes.record(declared.ty).is_some() {
            self.size(declared.ty, name.span)?;
        }
        let (ty, ctypes) = (declared.ty, &self.ctypes);
        let natural = if preferred { ctypes.preferred_align(ty) } else { ctypes.align_of(ty) };
        Ok(declared.type_align.unwrap_or(natural))
    }
    /// The type of declaration specifiers.
    pub(super) fn specs(&mut self, specs: &Specs) -> Res<Declared> {
        let mut declared = match &specs.ty {
            TypeSpec::Implicit => self.plain(CType::Int(IntKind::Int)),
            TypeSpec::Void => self.plain(CType::Void),
            TypeSpec::Bool => self.plain(CType::Int(IntKind::Bool)),
            TypeSpec::Char { signed } => self.plain(CType::Int(match signed {
                None => IntKind::Char,
                Some(true) => IntKind::SChar,
                Some(false) => IntKind::UChar,
            })),
            TypeSpec::Int { size, signed } => {
                let kind = match size {
                    IntSize::Short => IntKind::Short,
                    IntSize::Int => IntKind::Int,
                    IntSize::Long => IntKind::Long,
                    IntSize::LongLong => IntKind::LongLong,
                };
                self.plain(CType::Int(if *signed { kind } else { kind.to_unsigned() }))
            }
            TypeSpec::Int128 { signed } => {
                self.plain(CType::Int(if *signed { IntKind::Int128 } else { IntKind::UInt128 }))
            }
            TypeSpec::BitInt { width, signed } => self.bit_int(width, *signed)?,
            TypeSpec::Float(kind) => self.float_spec(*kind),
            TypeSpec::Complex(part) => {
                let part = Specs {
                    ty: (**part).clone(),
                    storage: None,
                    constexpr: false,
                    quals: Default::default(),
                    aligns: Vec::new(),
                    attrs: Vec::new(),
                    ..specs.clone()
                };
                let part = self.specs(&part)?.ty;
                if self.ctypes.is_arithmetic(part) {
                    Declared::plain(self.complex_of(part))
                } else {
                    self.other("a complex type of this kind")
                }
            }
            TypeSpec::Record(record) => {
                let ty = self.record(record)?;
                Declared::plain(ty)
            }
            TypeSpec::Enum(spec) => {
                let ty = self.enumeration(spec)?;
                Declared::plain(ty)
            }
            TypeSpec::Typedef(name) => match self.lookup(name.name) {
                Some(Entity::Typedef(declared)) => *declared,
                _ => return error(name.span, format!("`{}` is not a type", self.text(name.name))),
            },
            TypeSpec::TypeofExpr { expr, unqual } => {
                self.no_bit_field(expr)?;
                let (ty, quals) = self.qualified_type_of(expr)?;
                self.evaluate_for_length(expr, ty)?;
                let (constant, volatile) = (quals.constant && !unqual, quals.volatile && !unqual);
                Declared { constant, volatile, atomic: quals.atomic && !unqual, ..Declared::plain(ty) }
            }
            TypeSpec::TypeofType { ty, unqual } => {
                let base = self.specs(&ty.specs)?;
                let declared = self.declarator(base, &ty.declarator, Variable::Compute)?;
                let (constant, volatile) = (declared.constant && !unqual, declared.volatile && !unqual);
                Declared { constant, volatile, atomic: declared.atomic && !unqual, ..declared }
            }
            TypeSpec::AutoType => return unsupported(specs.span, "a type that is left to the initialiser here"),
            TypeSpec::Atomic(name) => {
                let named = self.type_name_declared(name)?;
                self.atomic(&named, true, specs.span)?;
                Declared { atomic: true, ..Declared::plain(named.ty) }
            }
            TypeSpec::VaList => {
                let ty = self.va_list();
                Declared::plain(ty)
            }
        };
        self.restrict(declared.ty, specs.quals, specs.span)?;
        if specs.quals.atomic {
            self.atomic(&declared, false, specs.span)?;
        }
        declared.constant |= specs.quals.constant || specs.constexpr;
        declared.volatile |= specs.quals.volatile;
        declared.atomic |= specs.quals.atomic;
        declared.thread_local |= specs.thread_local;
        for alignas in &specs.aligns {
            let asked = match alignas {
                Alignas::Expr(e) => self.alignment(e)?,
                Alignas::Type(name) => self.type_align(name, false)?,
            };
            // `_Alignas(0)` says nothing.
            if asked > 0 {
                declared.align = Some(declared.align.unwrap_or(1).max(asked));
            }
        }
        let declared = self.type_attributes(declared, &specs.attrs)?;
        Ok(self.atomic_aligned(declared))
    }
    /// Atomic types of such sizes are aligned to their size, so that they can be accessed at once (GCC, both ABIs).
    fn atomic_aligned(&self, declared: Declared) -> Declared {
        match self.ctypes.size_of(declared.ty) {
            Some(size @ (1 | 2 | 4 | 8 | 16)) if declared.atomic && size > self.ctypes.align_of(declared.ty) => {
                Declared { type_align: declared.type_align.max(Some(size)), ..declared }
            }
            _ => declared,
        }
    }
    fn bit_int(&mut self, width: &crate::ast::Expr, signed: bool) -> Res<Declared> {
        let result = self.constant_number(width);
        let bits = self.needed(result, "the width of the type")?;
        match u16::try_from(bits) {
            Ok(width) if width > u16::from(signed) => Ok(self.plain(CType::Int(IntKind::BitInt { width, signed }))),
            Ok(_) => error(width.span, "the type has too few bits"),
            Err(_) if bits < 0 => error(width.span, "the type has too few bits"),
            Err(_) => unsupported(width.span, "a type of more than 65535 bits"),
        }
    }
    fn plain(&mut self, ty: CType) -> Declared {
        Declared::plain(self.ctypes.add(ty))
    }
    fn other(&mut self, name: &str) -> Declared {
        self.plain(CType::Other(name.into()))
    }
    pub(super) fn float_spec(&mut self, kind: crate::ast::FloatKind) -> Declared {
        use crate::ast::FloatKind as F;
        let kind = match kind {
            F::Float16 => FloatKind::Half,
            F::Float => FloatKind::Float,
            F::Float32 => FloatKind::Float32,
            F::Float32x => FloatKind::Float32x,
            F::Double => FloatKind::Double,
            F::Float64 => FloatKind::Float64,
            F::Float64x => FloatKind::Float64x,
            F::LongDouble | F::Float80 => FloatKind::LongDouble,
            F::Float128 => FloatKind::Quad,
            F::BFloat16 => return self.other("the type `__bf16`"),
            F::Ibm128 => return self.other("the type `__ibm128`"),
            F::Decimal32 | F::Decimal64 | F::Decimal128 => return self.other("a decimal floating type"),
        };
        self.plain(CType::Float(kind))
    }
    /// Declares the types that every file knows.
    pub(super) fn predeclare_types(&mut self) {
        for name in crate::lex::PREDECLARED {
            let Some(symbol) = self.sources.names.lookup(name) else { continue };
            let declared = match name {
                "__float80" => self.float_spec(crate::ast::FloatKind::Float80),
                "__float128" => self.float_spec(crate::ast::FloatKind::Float128),
                _ => {
                    let byte = self.ctypes.int(IntKind::Char);
                    Declared::plain(self.ctypes.ptr(byte))
                }
            };
            self.declare(symbol, Entity::Typedef(declared));
        }
    }
    fn alignment(&mut self, e: &crate::ast::Expr) -> Res<u64> {
        let result = self.constant_number(e);
        let value = self.needed(result, "the alignment")?;
        match u64::try_from(value) {
            Ok(0) => Ok(0),
            Ok(n) if n.is_power_of_two() && n <= 1 << 28 => Ok(n),
            _ => error(e.span, "the alignment is not a small power of two"),
        }
    }
    /// `aligned`, `mode` and `vector_size`, which change the type that is declared.
    fn type_attributes(&mut self, mut declared: Declared, attrs: &[Attr]) -> Res<Declared> {
        for attr in attrs {
            match self.text(attr.name) {
                "aligned" => {
                    let asked = self.aligned_attribute(attr)?;
                    declared.align = Some(declared.align.unwrap_or(1).max(asked));
                }
                "mode" => declared.ty = self.mode(declared.ty, attr)?,
                "transparent_union" => {
                    if let Some(record) = self.ctypes.record(declared.ty) {
                        self.ctypes.records[record].transparent = true;
                    }
                }
                "vector_size" => declared.ty = self.vector_attribute(declared.ty, attr)?,
                _ => {}
            }
        }
        Ok(declared)
    }
    fn vector_attribute(&mut self, ty: CTypeId, attr: &Attr) -> Res<CTypeId> {
        let Some(AttrArg::Expr(e)) = attr.args.first() else {
            return unsupported(attr.span, "this size of a vector");
        };
        let result = self.constant_number(e);
        let bytes = self.needed(result, "the size of the vector")?;
        match u64::try_from(bytes) {
            Ok(bytes) => self.vector_of(ty, bytes, attr.span),
            Err(_) => error(e.span, "the size of the vector is negative or too large"),
        }
    }
    fn aligned_attribute(&mut self, attr: &Attr) -> Res<u64> {
        match attr.args.first() {
            None => Ok(16),
            Some(AttrArg::Expr(e)) => self.alignment(e),
            Some(AttrArg::Type(name)) => self.type_align(name, false),
            Some(AttrArg::Other(span)) => unsupported(*span, "this argument of `aligned`"),
        }
    }
    fn mode(&mut self, ty: CTypeId, attr: &Attr) -> Res<CTypeId> {
        let Some(AttrArg::Expr(crate::ast::Expr { kind: ExprKind::Name(name), .. })) = attr.args.first() else {
            return unsupported(attr.span, "this `mode`");
        };
        let mode = self.text(*name).trim_matches('_').to_owned();
        if self.complex_part(ty).is_some() {
            let kind = match mode.as_str() {
                "SC" => FloatKind::Float,
                "DC" => FloatKind::Double,
                "XC" => FloatKind::LongDouble,
                "TC" => FloatKind::Quad,
                _ => return unsupported(attr.span, format!("the mode {mode}")),
            };
            let part = self.ctypes.float(kind);
            return Ok(self.complex_of(part));
        }
        if self.ctypes.float_kind(ty).is_some() {
            let kind = match mode.as_str() {
                "HF" => FloatKind::Half,
                "SF" => FloatKind::Float,
                "DF" => FloatKind::Double,
                "XF" => FloatKind::LongDouble,
                "TF" => FloatKind::Quad,
                _ => return unsupported(attr.span, format!("the mode {mode}")),
            };
            return Ok(self.ctypes.float(kind));
        }
        let kind = match mode.as_str() {
            "QI" | "byte" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" if self.word_bits() == 64 => IntKind::Long,
            "DI" => IntKind::LongLong,
            "TI" => IntKind::Int128,
            "word" | "pointer" | "unwind_word" => IntKind::Long,
            _ => return unsupported(attr.span, format!("the mode {mode}")),
        };
        let signed = self.ctypes.int_kind(ty).is_none_or(IntKind::signed);
        Ok(self.ctypes.int(if signed { kind } else { kind.to_unsigned() }))
    }
    /// The type that a declarator makes of its base.
    pub(super) fn declarator(&mut self, base: Declared, declarator: &Declarator, vary: Variable) -> Res<Declared> {
        let mut declared = base;
        if declarator.derived.len() > 1 {
            let lengths = declarator.derived.iter().filter_map(|derived| match derived {
                Derived::Array { size: ArraySize::Expr(e), .. } => Some(&**e),
                Derived::Array { .. } | Derived::Pointer { .. } | Derived::Function(_) => None,
            });
            self.lengths_from_last(&lengths.collect::<Vec<_>>());
        }
        // Attributes before the stars of a declarator in parentheses belong to what is pointed to.
        let stars = declarator.derived.iter().take_while(|d| matches!(d, Derived::Pointer { .. })).count();
        for (index, derived) in declarator.derived.iter().enumerate().rev() {
            if index + 1 == stars && !declarator.attrs.is_empty() {
                let align = declared.align.take();
                declared = Declared { align, ..self.type_attributes(declared, &declarator.attrs)?.as_typedef() };
            }
            declared = match derived {
                Derived::Pointer { quals, attrs } => {
                    let said = Declared { align: None, ..declared }.quals();
                    let ty = self.ctypes.qualified_ptr(declared.ty, said);
                    self.restrict(ty, *quals, declarator.span)?;
                    let (constant, volatile) = (quals.constant, quals.volatile);
                    let pointer =
                        Declared { ty, constant, volatile, atomic: quals.atomic, type_align: None, ..declared };
                    self.type_attributes(pointer, attrs)?
                }
                Derived::Array { size, quals, at_least, span } => {
                    let outermost = index == 0;
                    let open = match declarator.derived.get(index + 1) {
                        Some(Derived::Array { size, .. }) => matches!(size, ArraySize::Unknown),
                        Some(Derived::Pointer { .. } | Derived::Function(_)) => false,
                        None => matches!(self.ctypes[declared.ty], CType::Array(_, Len::Unknown)),
                    };
                    if open || !self.ctypes.is_void(declared.ty) && self.is_incomplete(declared.ty) {
                        return error(*span, "the elements of the array have an incomplete type");
                    }
                    let said = *at_least || *quals != Default::default();
                    if said && (vary == Variable::Compute || !outermost) {
                        return error(*span, "`static` and qualifiers stand in the brackets of parameters only");
                    }
                    // The number of elements that a parameter has at least is looked at where the function begins.
                    let vary = if *at_least { Variable::Open } else { vary };
                    let ty = self.array_of(declared.ty, size, vary, outermost, *span)?;
                    Declared { ty, ..declared }
                }
                Derived::Function(params) => {
                    let ty = self.function_of(declared.ty, params, declarator.span)?;
                    Declared::plain(ty)
                }
            };
        }
        self.check_depth(self.ctypes.depth(declared.ty), declarator.span)?;
        if stars > 0 { Ok(declared) } else { self.type_attributes(declared, &declarator.attrs) }
    }
    fn check_depth(&self, depth: u32, span: Span) -> Res<()> {
        if depth > MAX_DEPTH {
            return error(span, format!("nesting too deep: more than {MAX_DEPTH} types in each other"));
        }
        Ok(())
    }
    fn array_of(
        &mut self,
        elem: CTypeId,
        size: &ArraySize,
        vary: Variable,
        outermost: bool,
        span: Span,
    ) -> Res<CTypeId> {
        match &self.ctypes[elem] {
            CType::Void | CType::Func(_) => {
                return error(span, format!("an array of `{}` is not possible", self.ctypes.name(elem)));
            }
            _ => {}
        }
        let len = match size {
            ArraySize::Unknown | ArraySize::Star => Len::Unknown,
            ArraySize::Expr(e) => match self.constant_int(e) {
                Ok((bits, kind)) => match super::number(&bits, kind.signed()) {
                    Some(n) if (0..i128::from(MAX_SIZE)).contains(&n) => Len::Known(n as u64),
                    Some(1..) => return unsupported(span, "an array of that size"),
                    _ => return error(span, "the size of the array is negative or too large"),
                },
                Err(Fault::NotConstant(_) | Fault::Error(_)) if vary == Variable::Open => Len::Unknown,
                Err(Fault::NotConstant(_)) if vary == Variable::Parameter && outermost && !self.inside => Len::Unknown,
                Err(Fault::NotConstant(span)) if !self.inside => {
                    return error(span, "the size of the array is not a constant expression");
                }
                Err(Fault::NotConstant(_)) => {
                    let count = self.length_of(e, span)?;
                    if vary == Variable::Parameter && outermost {
                        // Evaluated where the function begins (6.9.1p10), though the parameter is a pointer.
                        return Ok(self.ctypes.array(elem, Len::Unknown));
                    }
                    let ty = self.types.int(self.word_bits(), false);
                    let var = self.body.var("len", ty, Role::Temp, e.span);
                    self.assign(var, count, e.span);
                    Len::Variable(var)
                }
                Err(fault) => return Err(fault),
            },
        };
        if let (Len::Known(n), Some(size)) = (len, self.ctypes.size_of(elem))
            && size.checked_mul(n).is_none_or(|bytes| bytes >= MAX_SIZE)
        {
            return error(span, "the array is too large");
        }
        Ok(self.ctypes.array(elem, len))
    }
    /// The length of an array that is not constant.
    fn length_of(&mut self, e: &crate::ast::Expr, span: Span) -> Res<Expr> {
        let value = self.rvalue(e)?;
        if self.ctypes.int_kind(value.ty).is_none() {
            return error(span, "the size of the array is not an integer");
        }
        let words = self.words(e);
        let kind = self.ctypes.diff_kind();
        let word = self.int_type(kind);
        let count = self.convert(value, word, e.span)?;
        let count = self.share_word(count.e, e.span);
        self.length_is_positive(&count, &words, e.span);
        Ok(count)
    }
    fn function_of(&mut self, result: CTypeId, params: &Params, span: Span) -> Res<CTypeId> {
        if matches!(self.ctypes[result], CType::Array(..) | CType::Func(_)) {
            return error(span, format!("a function cannot return `{}`", self.ctypes.name(result)));
        }
        let signature = match params {
            Params::Prototype { params, variadic } => {
                let mut types = self.param_types(params)?;
                self.void_parameters(params, &types, *variadic)?;
                // A typedef of `void` as the only parameter.
                if let [only] = types[..]
                    && self.ctypes.is_void(only)
                {
                    types.clear();
                }
                Signature { result, params: types, variadic: *variadic, prototype: true }
            }
            Params::Names(_) => Signature { result, params: Vec::new(), variadic: false, prototype: false },
        };
        Ok(self.ctypes.add(CType::Func(signature)))
    }
    /// The types of the parameters of a declaration, each in the scope of those before it.
    fn param_types(&mut self, params: &[Param]) -> Res<Vec<CTypeId>> {
        self.scopes.push(Names::default());
        let types = params
            .iter()
            .map(|param| {
                let declared = self.param_type(param, Variable::Open)?;
                if let Some(name) = param.declarator.name {
                    if self.scopes.last().is_some_and(|scope| scope.entities.contains_key(&name.name)) {
                        return error(name.span, format!("the parameter `{}` is declared twice", self.text(name.name)));
                    }
                    // Only its type can matter: there is no code.
                    let entity = Entity::Object(hecaton_base::Id::new(0), declared.ty);
                    self.declare_qualified(name.name, entity, declared.quals());
                }
                Ok(declared.ty)
            })
            .collect();
        // Tags are known outside too: a definition that follows means the same types.
        let inner = self.scopes.pop().unwrap_or_default();
        if let Some(outer) = self.scopes.last_mut() {
            for (name, tag) in inner.tags {
                outer.tags.entry(name).or_insert(tag);
            }
        }
        types
    }
    /// The adjusted type of a parameter.
    pub(super) fn param_type(&mut self, param: &Param, vary: Variable) -> Res<Declared> {
        self.parameter_specs(&param.specs)?;
        let base = self.specs(&param.specs)?;
        self.declares_threads(&param.specs.ty, param.declarator.name.iter().map(|name| name.name));
        let declared = self.declarator(base, &param.declarator, vary)?;
        let declared = self.type_attributes(declared, &param.attrs)?;
        Ok(self.adjusted(declared))
    }
    /// Arrays and functions as parameters are pointers.
    pub(super) fn adjusted(&mut self, declared: Declared) -> Declared {
        let ty = match self.ctypes[declared.ty] {
            CType::Array(elem, _) => self.ctypes.qualified_ptr(elem, declared.quals().unaligned()),
            CType::Func(_) => self.ctypes.ptr(declared.ty),
            _ => return declared,
        };
        Declared { ty, constant: false, volatile: false, atomic: false, ..declared }
    }
    /// A declared thing: specifiers' type, declarator, and the attributes after it.
    pub(super) fn declared(&mut self, base: Declared, declarator: &Declarator, attrs: &[Attr]) -> Res<Declared> {
        let declared = self.declarator(base, declarator, Variable::Compute)?;
        self.type_attributes(declared, attrs)
    }

    fn record(&mut self, spec: &RecordSpec) -> Res<CTypeId> {
        let known = spec.tag.and_then(|tag| {
            let scopes = &self.scopes;
            // A definition makes a new type unless this very scope has announced it.
            let visible = if spec.members.is_some() { scopes.len() - 1 } else { 0 };
            scopes[visible..].iter().rev().find_map(|scope| scope.tags.get(&tag.name)).copied()
        });
        let id = match known {
            Some(Tag::Record(id)) if self.ctypes.records[id].union == spec.union => id,
            Some(_) => return error(spec.span, "this tag is already used for another kind of type"),
            None => {
                let name = match spec.tag {
                    Some(tag) => self.text(tag.name).to_owned(),
                    None => self.anonymous_name(),
                };
                let id = self.ctypes.records.push(CRecord {
                    union: spec.union,
                    name,
                    body: None,
                    transparent: false,
                    vector: None,
                    complex: None,
                    library: self.linker.modelling,
                });
                if let Some(tag) = spec.tag {
                    let scope = self.scopes.last_mut().expect("there is always the file's scope");
                    scope.tags.insert(tag.name, Tag::Record(id));
                }
                id
            }
        };
        let ty = self.ctypes.add(CType::Record(id));
        self.ctypes.records[id].transparent |=
            spec.attrs.iter().any(|attr| self.text(attr.name) == "transparent_union");
        let Some(members) = &spec.members else { return Ok(ty) };
        if self.ctypes.records[id].body.is_some() {
            return error(spec.span, format!("`{}` is defined twice", self.ctypes.name(ty)));
        }
        let packed = spec.attrs.iter().any(|attr| self.text(attr.name) == "packed");
        let mut min_align = 1;
        for attr in &spec.attrs {
            if self.text(attr.name) == "aligned" {
                min_align = min_align.max(self.aligned_attribute(attr)?);
            }
        }
        match self.members(spec, members, packed, min_align) {
            Ok(_) if self.ctypes.records[id].body.is_some() => {
                return error(spec.span, format!("`{}` is defined within itself", self.ctypes.name(ty)));
            }
            Ok(body) => self.ctypes.records[id].body = Some(body),
            // The name lives on; its use is the problem.
            Err(Fault::Unsupported(_, what)) => {
                self.unsupported_records.insert(id, what);
            }
            Err(fault) => return Err(fault),
        }
        Ok(ty)
    }
    fn anonymous_name(&mut self) -> String {
        self.anonymous += 1;
        format!("anonymous.{}", self.anonymous)
    }
    fn members(&mut self, spec: &RecordSpec, members: &[Member], packed: bool, min_align: u64) -> Res<Body> {
        let mut drafts: Vec<Draft> = Vec::new();
        let mut names = rustc_hash::FxHashSet::default();
        for (at, member) in members.iter().enumerate() {
            let (specs, fields) = match member {
                Member::Fields { specs, fields } => (specs, fields),
                Member::Assert(assertion) => {
                    self.static_assert(assertion)?;
                    continue;
                }
            };
            if specs.storage.is_some() {
                return error(specs.span, "a member has no storage class");
            }
            let base = self.specs(specs)?;
            let declared = fields.iter().filter_map(|field| Some(field.declarator.name?.name));
            self.declares_threads(&specs.ty, declared);
            if fields.is_empty() {
                // An anonymous struct or union; anything else without a name declares no member.
                if matches!(&specs.ty, TypeSpec::Record(inner) if inner.tag.is_none()) {
                    let Declared { ty, type_align, align, .. } = base;
                    self.size(ty, specs.span)?;
                    let mut inner = Vec::new();
                    self.member_names(ty, &mut inner);
                    if let Some(name) = inner.into_iter().find(|name| !names.insert(name.clone())) {
                        return error(specs.span, format!("the member `{name}` is declared twice"));
                    }
                    drafts.push(Draft { name: None, ty, width: None, type_align, align, packed, quals: base.quals() });
                }
                continue;
            }
            for (field_at, field) in fields.iter().enumerate() {
                let declared = self.declarator(base, &field.declarator, Variable::Compute)?;
                let declared = self.type_attributes(declared, &field.attrs)?;
                let own_packed = field.attrs.iter().chain(&specs.attrs).any(|attr| self.text(attr.name) == "packed");
                let width = match &field.width {
                    Some(e) => Some(self.bit_width(e, declared.ty)?),
                    None => None,
                };
                if width.is_some() && !specs.aligns.is_empty() {
                    return error(field.span, "a bit-field has no `_Alignas`");
                }
                self.alignas(specs, &declared)?;
                if width == Some(0) && field.declarator.name.is_some() {
                    return error(field.span, "a bit-field without bits has no name");
                }
                if width.is_none() && matches!(self.ctypes[declared.ty], CType::Func(_) | CType::Void) {
                    return error(field.span, "a member has no object type");
                }
                let flexible = matches!(self.ctypes[declared.ty], CType::Array(_, Len::Unknown));
                if flexible {
                    let more = at + 1 < members.len() || field_at + 1 < fields.len();
                    self.flexible_member(spec.union, drafts.len(), more, field.span)?;
                }
                if width.is_none() && !flexible {
                    self.size(declared.ty, field.span)?;
                }
                let name = field.declarator.name.map(|name| self.text(name.name).to_owned());
                if let Some(name) = &name
                    && !names.insert(name.clone())
                {
                    return error(field.span, format!("the member `{name}` is declared twice"));
                }
                let packed = packed || own_packed;
                let Declared { ty, type_align, align, .. } = declared;
                let mut quals = declared.quals();
                if packed && align.is_none() {
                    quals.align = Some(1);
                }
                drafts.push(Draft { name, ty, width, type_align, align, packed, quals });
            }
        }
        let body = self.ctypes.lay_out(spec.union, &drafts, min_align, spec.pack.map(u64::from));
        self.check_depth(body.depth, spec.span)?;
        if body.size >= MAX_SIZE { error(spec.span, "the type is too large") } else { Ok(body) }
    }
    fn bit_width(&mut self, e: &crate::ast::Expr, ty: CTypeId) -> Res<u32> {
        let Some(kind) = self.ctypes.int_kind(ty).filter(|_| !self.is_incomplete(ty)) else {
            return error(e.span, format!("a bit-field cannot have type `{}`", self.ctypes.name(ty)));
        };
        let result = self.constant_number(e);
        let width = self.needed(result, "the width of the bit-field")?;
        if (0..=i128::from(self.bits_of(kind))).contains(&width) {
            Ok(width as u32)
        } else {
            error(e.span, "the width of the bit-field does not fit its type")
        }
    }

    fn enumeration(&mut self, spec: &EnumSpec) -> Res<CTypeId> {
        let known = spec.tag.and_then(|tag| {
            let visible = if spec.constants.is_some() { self.scopes.len() - 1 } else { 0 };
            self.scopes[visible..].iter().rev().find_map(|scope| scope.tags.get(&tag.name)).copied()
        });
        let id = match known {
            Some(Tag::Enum(id)) => id,
            Some(Tag::Record(_)) => return error(spec.span, "this tag is already used for another kind of type"),
            None => {
                let name = match spec.tag {
                    Some(tag) => self.text(tag.name).to_owned(),
                    None => self.anonymous_name(),
                };
                let id = self.ctypes.enums.push(CEnum { name, kind: None, constants: Vec::new() });
                if let Some(tag) = spec.tag {
                    let scope = self.scopes.last_mut().expect("there is always the file's scope");
                    scope.tags.insert(tag.name, Tag::Enum(id));
                }
                id
            }
        };
        let ty = self.ctypes.add(CType::Enum(id));
        let underlying = match &spec.underlying {
            Some(name) => {
                let ty = self.type_name(name)?;
                match self.ctypes.int_kind(ty) {
                    Some(kind) => Some(kind),
                    None => return error(spec.span, "the underlying type of an enumeration is not an integer type"),
                }
            }
            None => None,
        };
        if underlying.is_some() {
            self.ctypes.enums[id].kind = underlying;
        }
        let Some(constants) = &spec.constants else { return Ok(ty) };
        if !self.ctypes.enums[id].constants.is_empty() {
            return error(spec.span, format!("`{}` is defined twice", self.ctypes.name(ty)));
        }
        let (mut next, mut least, mut greatest) = (0i128, 0i128, 0i128);
        let mut large = Vec::new();
        for constant in constants {
            if let Some(e) = &constant.value {
                let result = self.constant_number(e);
                next = self.needed(result, "the value of the enumeration constant")?;
            }
            let value = next;
            least = least.min(value);
            greatest = greatest.max(value);
            let fits = |kind: IntKind| {
                let (low, high) = kind.range(self.ctypes.target);
                (low..=high).contains(&value)
            };
            let order =
                [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LongLong, IntKind::ULongLong];
            let Some(kind) = underlying.or_else(|| order.into_iter().find(|kind| fits(*kind))) else {
                return error(constant.name.span, "the value of the enumeration constant is too large");
            };
            let bits = Bits::from_u128(self.bits_of(kind), value as u128);
            let constant_type = self.int_type(kind);
            // An expression may be looked at twice, once for its type, and so is the enumeration that stands in it.
            if self.enumerators.insert(constant.name.span) {
                self.new_in_file(constant.name, None)?;
            }
            self.declare(constant.name.name, Entity::Constant(bits, constant_type));
            if kind != IntKind::Int {
                large.push((constant.name.name, value));
            }
            self.ctypes.enums[id].constants.push(value);
            next = value + 1;
        }
        if underlying.is_none() {
            let packed = spec.attrs.iter().any(|attr| self.text(attr.name) == "packed");
            let small = [IntKind::UChar, IntKind::SChar, IntKind::UShort, IntKind::Short];
            let usual =
                [IntKind::UInt, IntKind::Int, IntKind::ULong, IntKind::Long, IntKind::ULongLong, IntKind::LongLong];
            let fits = |kind: &IntKind| {
                let (low, high) = kind.range(self.ctypes.target);
                low <= least && greatest <= high
            };
            let kind = small.into_iter().filter(|_| packed).chain(usual).find(fits);
            let mut kind = kind.unwrap_or(IntKind::LongLong);
            for attr in &spec.attrs {
                if self.text(attr.name) == "mode" {
                    let plain = self.int_type(kind);
                    let asked = self.mode(plain, attr)?;
                    kind = self.ctypes.int_kind(asked).unwrap_or(kind);
                }
            }
            self.ctypes.enums[id].kind = Some(kind);
            // Those that do not fit an `int` have the type of the whole.
            let whole = self.int_type(kind);
            for (name, value) in large {
                let bits = Bits::from_u128(self.bits_of(kind), value as u128);
                self.declare(name, Entity::Constant(bits, whole));
            }
        }
        Ok(ty)
    }

    /// The size of a type as an expression: a constant unless it has variable length.
    pub(super) fn size_expr(&mut self, ty: CTypeId, span: Span) -> Res<Expr> {
        match self.ctypes[ty] {
            CType::Array(elem, Len::Variable(var)) => {
                let elem = self.size_expr(elem, span)?;
                Ok(crate::fold::binary(hecaton_ir::Binary::Mul, Expr::Var(var), elem))
            }
            CType::Array(elem, Len::Known(n)) if self.ctypes.size_of(ty).is_none() => {
                let elem = self.size_expr(elem, span)?;
                Ok(crate::fold::binary(hecaton_ir::Binary::Mul, self.word(n), elem))
            }
            _ => Ok(self.word(self.size(ty, span)?)),
        }
    }
    /// The type of an object that is declared with a larger alignment than its type has.
    pub(super) fn aligned_object(&mut self, ty: TypeId, asked: Option<u64>) -> TypeId {
        let target = self.ctypes.target;
        let Some(align) = asked.filter(|asked| *asked > self.types.align(ty, target)) else { return ty };
        let size = self.types.size(ty, target);
        let field = Field { name: String::new(), ty, offset: 0, bits: None };
        let name = format!("aligned.{align}.{size}.{}", hecaton_base::Id::index(ty));
        self.types.add(Type::Record(Record { union: false, name, fields: vec![field], size, align }))
    }
    /// Checks a `_Static_assert`.
    pub(super) fn static_assert(&mut self, assertion: &crate::ast::StaticAssert) -> Res<()> {
        let result = self.constant_int(&assertion.cond);
        let (bits, _) = self.needed(result, "the condition")?;
        if !bits.is_zero() {
            return Ok(());
        }
        let message = assertion.message.as_ref().map_or(String::new(), |message| format!(": {}", message.lossy()));
        error(assertion.span, format!("static assertion failed{message}"))
    }
}
