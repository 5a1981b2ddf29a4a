//! Builtins and library functions on numbers that are operators of the IR, or small expressions.

use super::library::Use;
use super::{Lowering, Res, Value, error, unsupported};
use crate::ast::{self, ExprKind, UnaryOp};
use crate::ctype::{CType, CTypeId, FloatKind, IntKind, Len};
use crate::fold;
use hecaton_base::Bits;
use hecaton_base::float::Float;
use hecaton_ir::{Binary, Cast, Expr, Format, Op, Rounding, Scalar, Span, Type, Unary};

/// `EDOM` and `ERANGE`.
const DOMAIN: i64 = 33;
const RANGE: i64 = 34;
/// For what is exact.
const NEAREST: Rounding = Rounding::NearestEven;

impl Lowering<'_> {
    pub(super) fn number_function(&mut self, call: &Use<'_>, name: &str, base: &str) -> Res<Option<Value>> {
        if let Some(value) = self.compiler_builtin(call, name)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.clang_builtin(call, name)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.bit_function(call, name)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.overflow_builtin(call, name)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.float_class(call, base)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.rounding_function(call, base)? {
            return Ok(Some(value));
        }
        self.float_function(call, base)
    }
    /// What only compilers have.
    fn compiler_builtin(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let span = call.span();
        let value = match name {
            "__builtin_expect" | "__builtin_expect_with_probability" => {
                let long = self.int_type(IntKind::Long);
                let value = self.rvalue(call.arg(0)?)?;
                let value = self.convert(value, long, span)?;
                self.effects(call, 1)?;
                value
            }
            "__builtin_constant_p" => {
                let arg = call.arg(0)?;
                let constant = match self.constant(arg) {
                    _ if matches!(arg.kind, crate::ast::ExprKind::Str(_)) => true,
                    Ok(value) => matches!(value.e, Expr::Int(_) | Expr::Float(..)),
                    Err(super::Fault::NotConstant(_)) => false,
                    Err(fault) => return Err(fault),
                };
                if !constant {
                    self.note(
                        "`__builtin_constant_p` is 0 for what is no constant by its form, as without optimisation"
                            .into(),
                    );
                }
                self.int_value(IntKind::Int, i128::from(constant))
            }
            "__builtin_object_size" | "__builtin_dynamic_object_size" => {
                let result = self.constant_number(call.arg(1)?);
                let kind = self.needed(result, "the kind of size")?;
                let size = self.ctypes.size_kind();
                // The answer for "not known" depends on the kind asked for.
                let unknown = if kind & 2 == 0 { -1 } else { 0 };
                let known = self.object_size(call.arg(0)?, kind & 1 != 0)?;
                if known.is_none() {
                    self.note(
                        "`__builtin_object_size` does not know objects that are not named, as without optimisation"
                            .into(),
                    );
                }
                self.int_value(size, known.map_or(unknown, i128::from))
            }
            "__builtin_assume_aligned" => {
                let value = self.pointer_argument(call, 0)?;
                let align = self.constant_number(call.arg(1)?).ok().and_then(|n| u64::try_from(n).ok());
                let offset = call.args.get(2).map(|arg| self.rvalue(arg)).transpose()?;
                self.is_said_to_be_aligned(&value.e, align.filter(|_| offset.is_none()), span);
                value
            }
            "__builtin_prefetch" => {
                self.effects(call, 0)?;
                self.void_value()
            }
            "__builtin_return_address" | "__builtin_frame_address" if !call.used => {
                self.effects(call, 0)?;
                self.void_value()
            }
            "__builtin_classify_type" => {
                let (value, _) = self.scratch(span, |this| this.rvalue(call.arg(0)?));
                let ty = value?.ty;
                let class = match &self.ctypes[ty] {
                    CType::Void => 0,
                    CType::Int(_) | CType::Enum(_) => 1,
                    CType::Ptr(..) | CType::Array(..) | CType::Func(_) => 5,
                    CType::Float(_) => 8,
                    CType::Record(_) if self.complex_part(ty).is_some() => 9,
                    CType::Record(_) if self.vector(ty).is_some() => {
                        return unsupported(span, "the class of a vector type");
                    }
                    CType::Record(record) => 12 + i128::from(self.ctypes.records[*record].union),
                    CType::Other(name) => return unsupported(span, name.to_string()),
                };
                self.int_value(IntKind::Int, class)
            }
            "__builtin_speculation_safe_value" => self.rvalue(call.arg(0)?)?,
            "__builtin_LINE" => self.int_value(IntKind::Int, i128::from(span.line)),
            "__builtin_return_address"
            | "__builtin_frame_address"
            | "__builtin_has_attribute"
            | "__builtin_setjmp"
            | "__builtin_longjmp" => {
                return unsupported(span, format!("`{name}`"));
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }
    /// `__builtin_add_overflow` and its relatives.
    fn overflow_builtin(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let Some(base) = name.strip_prefix("__builtin_").and_then(|base| {
            let stripped = base.strip_suffix("_overflow");
            stripped.map(|b| (b, false)).or_else(|| base.strip_suffix("_overflow_p").map(|b| (b, true)))
        }) else {
            return Ok(None);
        };
        let (base, predicate_only) = base;
        let (typed, op) = match base {
            "add" => (None, Binary::Add),
            "sub" => (None, Binary::Sub),
            "mul" => (None, Binary::Mul),
            _ => {
                let Some(first) = base.chars().next() else { return Ok(None) };
                let rest = &base[first.len_utf8()..];
                let op = ["add", "sub", "mul"].iter().position(|op| rest.starts_with(op));
                let (Some(op), Some(suffix)) = (op, rest.get(3..)) else { return Ok(None) };
                let kind = match (first, suffix) {
                    ('s', "") => IntKind::Int,
                    ('s', "l") => IntKind::Long,
                    ('s', "ll") => IntKind::LongLong,
                    ('u', "") => IntKind::UInt,
                    ('u', "l") => IntKind::ULong,
                    ('u', "ll") => IntKind::ULongLong,
                    _ => return Ok(None),
                };
                (Some(kind), [Binary::Add, Binary::Sub, Binary::Mul][op])
            }
        };
        let span = call.span();
        let mut operands = Vec::new();
        for index in 0..2 {
            let mut value = self.rvalue(call.arg(index)?)?;
            if let Some(kind) = typed {
                let ty = self.int_type(kind);
                value = self.convert(value, ty, span)?;
            }
            let Some(kind) = self.ctypes.int_kind(value.ty) else { return error(span, "an integer is wanted") };
            operands.push((value, kind));
        }
        let target = self.rvalue(call.arg(2)?)?;
        let result_ty = if predicate_only {
            target.ty
        } else {
            match self.ctypes.pointee(target.ty) {
                Some(ty) => ty,
                None => return error(span, "a pointer to the result is wanted"),
            }
        };
        let Some(result) = self.ctypes.int_kind(result_ty) else { return error(span, "an integer is wanted") };
        // Exact arithmetic: wide enough for every operand, sign and result.
        let widest = operands.iter().map(|(_, kind)| self.bits_of(*kind)).max().unwrap_or(64);
        let wide = match op {
            Binary::Mul => 2 * widest + 2,
            _ => widest + 2,
        }
        .max(self.bits_of(result) + 1);
        let mut exact = Vec::new();
        for (value, kind) in operands {
            exact.push(fold::resize(value.e, self.bits_of(kind), wide, kind.signed()));
        }
        let wide_ty = self.types.int(wide, true);
        let [a, b] = &exact[..] else { return Ok(None) };
        let sum = fold::binary(op, a.clone(), b.clone());
        let sum = self.share_expr(sum, wide_ty, span);
        let bits = self.bits_of(result);
        let cut = fold::resize(sum.clone(), wide, bits, false);
        let ty = self.register_type(result_ty);
        let cut = self.share_expr(cut, ty, span);
        let back = fold::resize(cut.clone(), bits, wide, result.signed());
        let overflow = fold::not(fold::binary(Binary::Eq, back, sum));
        let truth = self.int_type(IntKind::Bool);
        let overflow = self.value(truth, overflow);
        let overflow = self.share(overflow, span);
        if !predicate_only {
            let words = self.words(call.arg(2)?);
            let place = self.pointed(target, |_| words, span)?;
            let value = self.value(result_ty, cut);
            self.initialise(&place, value, span)?;
        }
        Ok(Some(overflow))
    }
    /// How many bytes there are from an address to the end of its object, or of the array that is meant.
    fn object_size(&mut self, arg: &ast::Expr, closest: bool) -> Res<Option<u64>> {
        let (value, _) = self.scratch(arg.span, |this| this.rvalue(arg));
        let value = value?;
        let (base, offset) = match &value.e {
            Expr::Offset(ab) => match (&ab[0], &ab[1]) {
                (base, Expr::Int(bits)) => (base, bits.to_u64()),
                _ => return Ok(None),
            },
            base => (base, Some(0)),
        };
        let object = match base {
            Expr::Global(global) => match self.linker.type_of_global(*global) {
                // An array of unknown length may get one elsewhere.
                Some(ty) if self.ctypes.size_of(ty).is_none() => return Ok(None),
                Some(ty) => Some(self.object_type(ty)),
                None => self.globals.get(*global).map(|global| global.ty),
            },
            Expr::Var(var) => match self.body.vars.get(*var).map(|var| var.role) {
                Some(hecaton_ir::Role::Place(ty)) => Some(ty),
                _ => None,
            },
            _ => None,
        };
        let Some(object) = object else { return Ok(None) };
        if closest && let Some(size) = self.part_size(arg)? {
            return Ok(Some(size));
        }
        let size = self.types.size(object, self.ctypes.target);
        Ok(offset.filter(|_| size > 0).map(|offset| size.saturating_sub(offset)))
    }
    /// How many bytes there are to the end of the member or the array of which an address is taken, if it is one.
    fn part_size(&mut self, arg: &ast::Expr) -> Res<Option<u64>> {
        let part = match &arg.kind {
            ExprKind::Cast { arg, .. } => return self.part_size(arg),
            ExprKind::Unary { op: UnaryOp::AddrOf, arg } => &**arg,
            ExprKind::Index { .. } | ExprKind::Member { .. } => arg,
            _ => return Ok(None),
        };
        match &part.kind {
            ExprKind::Index { base, index } => {
                let whole = self.type_of(base)?;
                let CType::Array(element, Len::Known(_)) = self.ctypes[whole] else { return Ok(None) };
                let (Some(whole), Some(size)) = (self.ctypes.size_of(whole), self.ctypes.size_of(element)) else {
                    return Ok(None);
                };
                let Ok(index) = self.constant_number(index) else { return Ok(None) };
                let before = u64::try_from(index).ok().and_then(|index| index.checked_mul(size));
                Ok(before.map(|before| whole.saturating_sub(before)))
            }
            ExprKind::Member { .. } => {
                let ty = self.type_of(part)?;
                Ok(self.ctypes.size_of(ty))
            }
            _ => Ok(None),
        }
    }
    /// A floating argument as it is.
    fn float_argument(&mut self, call: &Use<'_>, index: usize) -> Res<(Value, Format)> {
        let value = self.rvalue(call.arg(index)?)?;
        match self.ctypes.float_kind(value.ty) {
            Some(kind) => Ok((self.share(value, call.span()), kind.format())),
            None => {
                let double = self.ctypes.float(FloatKind::Double);
                let value = self.convert(value, double, call.span())?;
                Ok((self.share(value, call.span()), Format::DOUBLE))
            }
        }
    }
    /// Tests of floating numbers.
    fn float_class(&mut self, call: &Use<'_>, base: &str) -> Res<Option<Value>> {
        // CBMC's own names end in `f`, `d` or `ld`.
        let base = match base.strip_prefix("__CPROVER_") {
            Some(own) => match own {
                "isnormald" => "isnormal",
                _ => own.strip_suffix("ld").or_else(|| own.strip_suffix(['d', 'f'])).unwrap_or(own),
            },
            None => base,
        };
        let plain = base.trim_start_matches('_');
        let is = |e: &Expr, op: Unary| fold::unary(op, e.clone());
        // The library's own functions for one type have its letter at the end.
        let name = match plain {
            "isnanf" | "isnanl" | "isnand" => "isnan",
            "isinff" | "isinfl" | "isinfd" => "isinf",
            "finitef" | "finitel" | "finite" | "isfinitef" | "isfinitel" | "isfinited" => "isfinite",
            "isnormalf" | "isnormall" | "isnormald" => "isnormal",
            "signbitf" | "signbitl" | "signbitd" => "signbit",
            "fpclassifyf" | "fpclassifyl" | "fpclassifyd" if base != "fpclassify" => "__fpclassify",
            "fpclassify" if base.starts_with("__") => "__fpclassify",
            other => other,
        };
        let cond = match name {
            "isnan" | "isinf" | "isfinite" | "isnormal" | "iszero" | "signbit" | "isinf_sign" | "__fpclassify" => {
                let (value, _) = self.float_argument(call, 0)?;
                let e = value.e;
                match name {
                    "isnan" => is(&e, Unary::FIsNan),
                    "isinf" if base == "isinf" => is(&e, Unary::FIsInf),
                    // The library's own functions also tell the sign.
                    "isinf" | "isinf_sign" => return Ok(Some(self.infinite_sign(e))),
                    "isfinite" => fold::not(fold::or(is(&e, Unary::FIsNan), is(&e, Unary::FIsInf))),
                    "isnormal" => is(&e, Unary::FIsNormal),
                    "iszero" => is(&e, Unary::FIsZero),
                    "signbit" => is(&e, Unary::FIsNeg),
                    _ => return Ok(Some(self.classified(e, [0, 1, 4, 3, 2]))),
                }
            }
            "fpclassify" => {
                // The five answers come first: nan, infinite, normal, subnormal, zero.
                let mut answers = [0; 5];
                for (index, answer) in answers.iter_mut().enumerate() {
                    let result = self.constant_number(call.arg(index)?);
                    *answer = self.needed(result, "the class")? as i64;
                }
                let (value, _) = self.float_argument(call, 5)?;
                return Ok(Some(self.classified(value.e, answers)));
            }
            "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater" | "isunordered" => {
                let a = self.rvalue(call.arg(0)?)?;
                let b = self.rvalue(call.arg(1)?)?;
                let Some(ty) = self.ctypes.common_arithmetic(a.ty, b.ty) else {
                    return error(call.span(), "numbers are wanted");
                };
                let a = self.convert(a, ty, call.span())?;
                let a = self.share(a, call.span()).e;
                let b = self.convert(b, ty, call.span())?;
                let b = self.share(b, call.span()).e;
                match name {
                    "isgreater" => fold::binary(Binary::FLt, b, a),
                    "isgreaterequal" => fold::binary(Binary::FLe, b, a),
                    "isless" => fold::binary(Binary::FLt, a, b),
                    "islessequal" => fold::binary(Binary::FLe, a, b),
                    "isunordered" => fold::or(is(&a, Unary::FIsNan), is(&b, Unary::FIsNan)),
                    _ => fold::or(fold::binary(Binary::FLt, a.clone(), b.clone()), fold::binary(Binary::FLt, b, a)),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(self.truth_value(cond)))
    }
    /// 1 for +∞, -1 for -∞, else 0.
    fn infinite_sign(&mut self, e: Expr) -> Value {
        let int = self.int_type(IntKind::Int);
        let sign = fold::select(fold::unary(Unary::FIsNeg, e.clone()), Expr::int(32, -1), Expr::int(32, 1));
        self.value(int, fold::select(fold::unary(Unary::FIsInf, e), sign, Expr::int(32, 0)))
    }
    /// One of the answers for nan, infinite, normal, subnormal, zero.
    fn classified(&mut self, e: Expr, answers: [i64; 5]) -> Value {
        let int = self.int_type(IntKind::Int);
        let [nan, infinite, normal, subnormal, zero] = answers.map(|answer| Expr::int(32, answer));
        let is = |op: Unary| fold::unary(op, e.clone());
        let result = fold::select(
            is(Unary::FIsNan),
            nan,
            fold::select(
                is(Unary::FIsInf),
                infinite,
                fold::select(is(Unary::FIsNormal), normal, fold::select(is(Unary::FIsZero), zero, subnormal)),
            ),
        );
        self.value(int, result)
    }
    /// Mathematical functions: `name` for `double`, with `f` for `float` and `l` for `long double`.
    fn float_function(&mut self, call: &Use<'_>, base: &str) -> Res<Option<Value>> {
        const NAMES: [&str; 23] = [
            "fabs",
            "sqrt",
            "floor",
            "ceil",
            "trunc",
            "rint",
            "nearbyint",
            "round",
            "fmod",
            "fma",
            "fmin",
            "fmax",
            "copysign",
            "fdim",
            "inf",
            "huge_val",
            "nan",
            "nans",
            "lrint",
            "llrint",
            "lround",
            "llround",
            "roundeven",
        ];
        const SUFFIXES: [(&str, FloatKind); 6] = [
            ("f16", FloatKind::Half),
            ("f32", FloatKind::Float32),
            ("f64", FloatKind::Float64),
            ("f128", FloatKind::Quad),
            ("f32x", FloatKind::Float32x),
            ("f64x", FloatKind::Float64x),
        ];
        let suffixed = SUFFIXES.into_iter().find_map(|(suffix, kind)| {
            base.strip_suffix(suffix).filter(|name| NAMES.contains(name)).map(|name| (name, kind))
        });
        let (name, kind) = match base {
            _ if NAMES.contains(&base) => (base, FloatKind::Double),
            _ if suffixed.is_some() => suffixed.unwrap_or((base, FloatKind::Double)),
            _ => match (base.strip_suffix('f'), base.strip_suffix('l')) {
                (Some(name), _) if NAMES.contains(&name) => (name, FloatKind::Float),
                (_, Some(name)) if NAMES.contains(&name) => (name, FloatKind::LongDouble),
                _ => return Ok(None),
            },
        };
        // Names of the library count only as declared functions of the right type; `inf` and `nan` of no argument are
        // the compiler's.
        let constants = matches!(name, "inf" | "huge_val" | "nan" | "nans");
        if constants && !self.words(call.e).starts_with("__builtin_") && name != "nan" {
            return Ok(None);
        }
        let ty = self.ctypes.float(kind);
        let format = kind.format();
        let span = call.span();
        let unary = |op: Unary| move |e: Expr| fold::unary(op, e);
        let e = match name {
            "fabs" => unary(Unary::FAbs)(self.float_at(call, 0, ty)?),
            "sqrt" => {
                let x = self.float_at(call, 0, ty)?;
                let zero = Expr::Float(format, Bits::zero(format.bits()));
                self.tells_error(DOMAIN, fold::binary(Binary::FLt, x.clone(), zero), span)?;
                self.rounded(&[&x], span, |mode| fold::unary(Unary::FSqrt(mode), x.clone()))
            }
            "floor" => unary(Unary::FFloor)(self.float_at(call, 0, ty)?),
            "ceil" => unary(Unary::FCeil)(self.float_at(call, 0, ty)?),
            "trunc" => unary(Unary::FTrunc)(self.float_at(call, 0, ty)?),
            "rint" | "nearbyint" => {
                let x = self.float_at(call, 0, ty)?;
                self.rounded_integral(x, span)
            }
            "roundeven" => unary(Unary::FRint)(self.float_at(call, 0, ty)?),
            "round" => {
                let x = self.float_at(call, 0, ty)?;
                self.rounded_away(x, ty, format, span)
            }
            "lrint" | "llrint" | "lround" | "llround" => {
                let x = self.float_at(call, 0, ty)?;
                let whole = if name.ends_with("rint") {
                    self.rounded_integral(x, span)
                } else {
                    self.rounded_away(x, ty, format, span)
                };
                let result = if name.starts_with("ll") { IntKind::LongLong } else { IntKind::Long };
                let value = self.value(ty, whole);
                return Ok(Some(self.fitted_or_any(value, result, span)));
            }
            "fmod" => {
                let (x, y) = (self.float_at(call, 0, ty)?, self.float_at(call, 1, ty)?);
                let is = |op: Unary, e: &Expr| fold::unary(op, e.clone());
                let nan = fold::or(is(Unary::FIsNan, &x), is(Unary::FIsNan, &y));
                let none = fold::or(is(Unary::FIsInf, &x), is(Unary::FIsZero, &y));
                self.tells_error(DOMAIN, fold::and(none, fold::not(nan)), span)?;
                fold::binary(Binary::FMod, x, y)
            }
            // There is no format with twice the precision of the larger ones.
            "fma" if ![Format::HALF, Format::SINGLE, Format::DOUBLE].contains(&format) => return Ok(None),
            "fma" => {
                let operands = [self.float_at(call, 0, ty)?, self.float_at(call, 1, ty)?, self.float_at(call, 2, ty)?];
                self.multiplied_and_added(operands, format, span)
            }
            "fmin" | "fmax" => {
                let (x, y) = (self.float_at(call, 0, ty)?, self.float_at(call, 1, ty)?);
                let (low, high) = if name == "fmin" { (x.clone(), y.clone()) } else { (y.clone(), x.clone()) };
                // A NaN gives way to the other operand.
                let first = fold::or(fold::binary(Binary::FLt, low, high), fold::unary(Unary::FIsNan, y.clone()));
                // Which of two zeros with different signs is the result is left open.
                let zeros = fold::and(fold::unary(Unary::FIsZero, x.clone()), fold::unary(Unary::FIsZero, y.clone()));
                let first = if matches!(zeros, Expr::Int(ref bits) if bits.is_zero()) || self.body.quiet {
                    first
                } else {
                    let either = self.condition_temp(span);
                    self.emit(Op::Havoc { dst: either }, span);
                    fold::select(zeros, Expr::Var(either), first)
                };
                fold::select(first, x, y)
            }
            "fdim" => {
                let (x, y) = (self.float_at(call, 0, ty)?, self.float_at(call, 1, ty)?);
                let zero = Expr::Float(format, Bits::zero(format.bits()));
                let not_above = fold::binary(Binary::FLe, x.clone(), y.clone());
                let ops = [x.clone(), y.clone()];
                let difference = self.rounded(&[&x, &y], span, |mode| {
                    let [x, y] = ops.clone();
                    fold::binary(Binary::FSub(mode), x, y)
                });
                let difference = self.value(ty, fold::select(not_above, zero, difference));
                let difference = self.share(difference, span).e;
                let infinite = |e: &Expr| fold::unary(Unary::FIsInf, e.clone());
                let before = fold::or(infinite(&x), infinite(&y));
                self.tells_error(RANGE, fold::and(infinite(&difference), fold::not(before)), span)?;
                difference
            }
            "copysign" => {
                let (x, y) = (self.float_at(call, 0, ty)?, self.float_at(call, 1, ty)?);
                let magnitude = fold::unary(Unary::FAbs, x);
                let negative = fold::unary(Unary::FNeg, magnitude.clone());
                fold::select(fold::unary(Unary::FIsNeg, y), negative, magnitude)
            }
            "inf" | "huge_val" => Expr::Float(format, Float::inf(format, false).into_bits()),
            "nan" | "nans" => {
                self.effects(call, 0)?;
                Expr::Float(format, Float::nan(format).into_bits())
            }
            _ => return Ok(None),
        };
        let value = self.value(ty, e);
        Ok(Some(self.limit(value, span)))
    }
    /// A mathematical function sets `errno` under a condition, if the program looks at that (7.12.1).
    fn tells_error(&mut self, number: i64, cond: Expr, span: Span) -> Res<()> {
        if !self.sees_errors || matches!(&cond, Expr::Int(bits) if bits.is_zero()) {
            return Ok(());
        }
        let yes = fold::select(cond, Expr::int(32, 1), Expr::int(32, 0));
        self.call_model("__hecaton_math_error", vec![Expr::int(32, number), yes], span)
    }
    fn float_at(&mut self, call: &Use<'_>, index: usize, ty: CTypeId) -> Res<Expr> {
        let value = self.rvalue(call.arg(index)?)?;
        let value = self.convert(value, ty, call.span())?;
        Ok(self.share(value, call.span()).e)
    }
    /// `x * y + z` with one rounding. The product is exact in the largest format, which has twice the precision. The sum is rounded to
    /// odd there, so that rounding it once more is as good as rounding once (Boldo, Melquiond: "Emulation of FMA and
    /// correctly rounded sums", IEEE Transactions on Computers 2008): of the two numbers around it the one with an odd
    /// significand.
    fn multiplied_and_added(&mut self, operands: [Expr; 3], format: Format, span: Span) -> Expr {
        let ty = self.types.add(Type::Float(Format::QUAD));
        let [x, y, z] = operands.map(|e| fold::cast(Cast::FToF(NEAREST), Scalar::Float(Format::QUAD), e));
        let product = self.share_expr(fold::binary(Binary::FMul(NEAREST), x, y), ty, span);
        let z = self.share_expr(z, ty, span);
        let sum = |mode: Rounding| fold::binary(Binary::FAdd(mode), product.clone(), z.clone());
        let below = self.share_expr(sum(Rounding::Down), ty, span);
        let above = self.share_expr(sum(Rounding::Up), ty, span);
        // The sign of an exact zero depends on the mode.
        let exact = self.rounded(&[&product, &z], span, sum);
        let encoding = fold::cast(Cast::FToBits, Scalar::Int(Format::QUAD.bits()), below.clone());
        let odd = fold::cast(Cast::Trunc, Scalar::Int(1), encoding);
        let is_exact = fold::binary(Binary::FEq, below.clone(), above.clone());
        let once = self.share_expr(fold::select(is_exact, exact, fold::select(odd, below, above)), ty, span);
        self.rounded(&[&once], span, |mode| fold::cast(Cast::FToF(mode), Scalar::Float(format), once.clone()))
    }
    /// Rounded to the nearest integral value, halves away from zero.
    fn rounded_away(&mut self, x: Expr, ty: CTypeId, format: Format, span: Span) -> Expr {
        let whole = fold::unary(Unary::FTrunc, x.clone());
        let whole_value = self.value(ty, whole);
        let whole = self.share(whole_value, span).e;
        // All of this is exact.
        let rest = fold::unary(Unary::FAbs, fold::binary(Binary::FSub(NEAREST), x.clone(), whole.clone()));
        let number = |text: &str| {
            let value = Float::parse(format, text, NEAREST);
            Expr::Float(format, value.unwrap_or_else(|| Float::nan(format)).into_bits())
        };
        let up = fold::binary(Binary::FAdd(NEAREST), whole.clone(), number("1"));
        let down = fold::binary(Binary::FSub(NEAREST), whole.clone(), number("1"));
        let away = fold::select(fold::unary(Unary::FIsNeg, x), down, up);
        fold::select(fold::binary(Binary::FLe, number("0.5"), rest), away, whole)
    }
}
