//! The rounding mode of floating-point arithmetic.
//!
//! A program that never mentions `fesetround` rounds to nearest. In others the mode is a global of our own, and every
//! operation that may round is done in the four modes and chosen among; operations on constants are the compiler's,
//! which rounds to nearest. Results of wider evaluation (`FLT_EVAL_METHOD`) are not modelled: every operation rounds to
//! its own type, in both data models.

use super::library::Use;
use super::{Lowering, Res, Value, unsupported};
use crate::ctype::IntKind;
use crate::fold;
use hecaton_ir::{Binary, Expr, Global, Init, Op, Rounding, Span, Unary};

/// The modes other than to nearest by their numbers in `fenv.h`.
const MODES: [(i64, Rounding); 3] = [(0x400, Rounding::Down), (0x800, Rounding::Up), (0xc00, Rounding::Zero)];

impl Lowering<'_> {
    /// Makes the global that holds the mode, if the program can change it.
    pub(super) fn declare_rounding(&mut self) {
        if self.sources.names.lookup("fesetround").is_some() {
            let global = Global {
                name: "fenv.rounding".into(),
                ty: self.types.int(32, true),
                init: Init::Values(Vec::new()),
                constant: false,
                span: Span::nowhere(),
            };
            self.rounding = Some(self.globals.push(global));
        }
    }
    /// An operation in the current mode. Its operands must be fit to be used more than once.
    pub(super) fn rounded(&mut self, operands: &[&Expr], span: Span, operation: impl Fn(Rounding) -> Expr) -> Expr {
        if operands.iter().all(|e| matches!(e, Expr::Int(_) | Expr::Float(..))) {
            let nearest = operation(Rounding::NearestEven);
            if self.rounding.is_some()
                && self.is_own_code(span)
                && MODES.iter().any(|(_, mode)| operation(*mode) != nearest)
            {
                self.note("operations on constants round to nearest, whatever `fesetround` says".into());
            }
            return nearest;
        }
        self.in_mode(span, operation)
    }
    /// An operation in the current mode, also on constants.
    fn in_mode(&mut self, span: Span, operation: impl Fn(Rounding) -> Expr) -> Expr {
        let Some(global) = self.rounding.filter(|_| !self.body.quiet) else {
            return operation(Rounding::NearestEven);
        };
        let ty = self.types.int(32, true);
        let mode = self.temp_of(ty, span);
        self.emit(Op::Load { dst: mode, ptr: Expr::Global(global), check: None }, span);
        MODES.into_iter().fold(operation(Rounding::NearestEven), |other, (number, rounding)| {
            let chosen = fold::binary(Binary::Eq, Expr::Var(mode), Expr::int(32, number));
            fold::select(chosen, operation(rounding), other)
        })
    }
    /// Whether operands of what may round must be kept in variables.
    pub(super) fn rounds_dynamically(&self) -> bool {
        self.rounding.is_some()
    }
    /// Rounded to an integral value in the current mode. Compilers leave that to the library even for constants.
    pub(super) fn rounded_integral(&mut self, x: Expr, span: Span) -> Expr {
        self.in_mode(span, |mode| {
            let op = match mode {
                Rounding::NearestEven | Rounding::NearestAway => Unary::FRint,
                Rounding::Up => Unary::FCeil,
                Rounding::Down => Unary::FFloor,
                Rounding::Zero => Unary::FTrunc,
            };
            fold::unary(op, x.clone())
        })
    }
    /// The functions of `fenv.h`.
    pub(super) fn rounding_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        let span = call.span();
        let int = self.int_type(IntKind::Int);
        match name {
            "fegetround" => {
                let Some(global) = self.rounding else { return Ok(Some(self.int_value(IntKind::Int, 0))) };
                Ok(Some(self.load(int, Expr::Global(global), None, span)))
            }
            "fesetround" => {
                let Some(global) = self.rounding else { return unsupported(span, "`fesetround`") };
                let value = self.rvalue(call.arg(0)?)?;
                let value = self.convert(value, int, span)?;
                let new = self.share(value, span).e;
                let is = |number: i64| fold::binary(Binary::Eq, new.clone(), Expr::int(32, number));
                let known = MODES.into_iter().fold(is(0), |known, (number, _)| fold::or(known, is(number)));
                let old = self.load(int, Expr::Global(global), None, span);
                let value = fold::select(known.clone(), new.clone(), old.e);
                self.emit(Op::Store { ptr: Expr::Global(global), value, check: None }, span);
                Ok(Some(self.truth_value(fold::not(known))))
            }
            // Without a way to test them, exceptions are invisible.
            "feclearexcept" | "feraiseexcept" => {
                self.effects(call, 0)?;
                Ok(Some(self.int_value(IntKind::Int, 0)))
            }
            "fetestexcept" | "fegetexceptflag" | "fesetexceptflag" | "fegetenv" | "fesetenv" | "feholdexcept"
            | "feupdateenv" | "fegetexcept" | "feenableexcept" | "fedisableexcept" => {
                unsupported(span, format!("`{name}`"))
            }
            _ => Ok(None),
        }
    }
}
