//! Mathematical functions of constants: `exp(1.0)`, `pow(10, 2)`. Their models (`models/math.c`) know little more than the
//! range of a function, which is all that can be had cheaply of an argument that is not known; of constants the value is.
//!
//! C leaves the accuracy to the implementation (5.2.4.2.2p6). The result is taken to be any number near the real value, by
//! far more than the units in the last place by which libraries are off; a violation does not rest on which one it is. What
//! can be represented and is the exact value of `pow`, `exp2`, `log2`, `log10` or `hypot` is taken for the result,
//! which is an assumption. Special cases, errors and results near the ends of a format are left to the models.

use super::catalogue;
use super::link::LinkedId;
use super::{Lowering, Value};
use crate::ast;
use crate::ctype::CType;
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Expr, Format, Op, Span};

const EXACT: &str = "`pow`, `exp2`, `log2`, `log10` and `hypot` of constants give exact results where these can be \
                     represented";

/// The value of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    /// The number itself.
    Exact(f64),
    /// Off by a small part of it.
    Near(f64),
    /// Off by a small part of it, and by a small number.
    About(f64),
}

impl Lowering<'_> {
    /// The result of a function of the library whose arguments are constants, if more is known of it than its model says.
    pub(super) fn function_of_constants(&mut self, id: LinkedId, args: &[ast::Expr], span: Span) -> Option<Value> {
        let name = self.text(self.linker.symbol(id)).to_owned();
        if self.body.quiet || catalogue::header(&name) != Some("math.h") {
            return None;
        }
        let signature = self.ctypes.signature(self.linker.type_of(id)).cloned()?;
        let CType::Float(kind) = self.ctypes[signature.result] else { return None };
        let format = kind.format();
        if !signature.prototype || signature.params.len() != args.len() {
            return None;
        }
        let mut numbers = Vec::new();
        for (arg, param) in args.iter().zip(&signature.params) {
            let value = self.constant(arg).ok()?;
            let (value, code) = self.scratch(span, |this| this.convert(value, *param, span));
            match value.ok()?.e {
                Expr::Float(of, bits) if of == format && !code => numbers.push(number(format, &bits)?),
                _ => return None,
            }
        }
        let base = if format == Format::SINGLE { name.strip_suffix('f')? } else { &name };
        let known = known(base, &numbers)?;
        let (Known::Exact(value) | Known::Near(value) | Known::About(value)) = known;
        let (least, most) = if format == Format::SINGLE { (1e-30, 1e30) } else { (1e-290, 1e290) };
        if !(least..most).contains(&value.abs()) {
            return None;
        }
        if let Known::Exact(value) = known
            && number(format, &bits_of(format, value)) == Some(value)
        {
            self.note(EXACT.into());
            return Some(self.value(signature.result, Expr::Float(format, bits_of(format, value))));
        }
        let part = if format == Format::SINGLE { 1.0 / f64::from(1 << 18) } else { 1.0 / (1u64 << 40) as f64 };
        let off = value.abs() * part + if matches!(known, Known::About(_)) { part } else { 0.0 };
        // Where a bound of the function is so near, the model knows it.
        let bounded = ["sin", "cos", "tanh"].contains(&base) && value.abs() + off > 1.0;
        if bounded || ["acos", "acosh", "sqrt"].contains(&base) && value < off {
            return None;
        }
        let bound = |bound: f64| Expr::Float(format, bits_of(format, bound));
        let any = self.temp(signature.result, span);
        self.emit(Op::Havoc { dst: any }, span);
        let above = fold::binary(Binary::FLe, bound(value - off), Expr::Var(any));
        let below = fold::binary(Binary::FLe, Expr::Var(any), bound(value + off));
        self.emit(Op::Assume { cond: fold::and(above, below) }, span);
        let result = self.temp(signature.result, span);
        self.emit(
            Op::Approximate { dst: result, value: Expr::Var(any), what: format!("the result of `{name}`") },
            span,
        );
        Some(self.value(signature.result, Expr::Var(result)))
    }
}

/// The number that bits encode, if it is finite and of a format that the machine has.
fn number(format: Format, bits: &Bits) -> Option<f64> {
    let number = match format {
        Format::DOUBLE => f64::from_bits(bits.to_u64()?),
        Format::SINGLE => f64::from(f32::from_bits(u32::try_from(bits.to_u64()?).ok()?)),
        _ => return None,
    };
    number.is_finite().then_some(number)
}

fn bits_of(format: Format, number: f64) -> Bits {
    match format {
        Format::SINGLE => Bits::from_u64(32, u64::from((number as f32).to_bits())),
        _ => Bits::from_u64(64, number.to_bits()),
    }
}

fn known(name: &str, numbers: &[f64]) -> Option<Known> {
    let known = match (name, numbers) {
        // What they are at 0 is fixed (F.10).
        ("exp" | "exp10" | "cosh", [x]) if *x == 0.0 => return None,
        // Libraries differ in how they reduce large arguments.
        ("sin" | "cos" | "tan", [x]) if x.abs() > 1e4 => return None,
        ("sin", [x]) => Known::About(x.sin()),
        ("cos", [x]) => Known::About(x.cos()),
        ("tan", [x]) if x.cos().abs() > 1e-3 => Known::About(x.tan()),
        ("asin", [x]) => Known::About(x.asin()),
        ("acos", [x]) => Known::About(x.acos()),
        ("atan", [x]) => Known::About(x.atan()),
        ("atan2", [y, x]) if *x != 0.0 && *y != 0.0 => Known::About(y.atan2(*x)),
        ("sinh", [x]) => Known::Near(x.sinh()),
        ("cosh", [x]) => Known::Near(x.cosh()),
        ("tanh", [x]) => Known::Near(x.tanh()),
        ("asinh", [x]) => Known::About(x.asinh()),
        ("acosh", [x]) => Known::About(x.acosh()),
        ("atanh", [x]) if x.abs() < 0.999 => Known::About(x.atanh()),
        ("exp", [x]) => Known::Near(x.exp()),
        ("expm1", [x]) => Known::Near(x.exp_m1()),
        ("log", [x]) if *x > 0.0 => Known::Near(x.ln()),
        ("log1p", [x]) if *x > -1.0 => Known::Near(x.ln_1p()),
        ("exp2", [x]) if x.fract() == 0.0 => Known::Exact(x.exp2()),
        ("exp2", [x]) => Known::Near(x.exp2()),
        ("exp10", [x]) => Known::Near(10f64.powf(*x)),
        ("log2", [x]) if *x > 0.0 => {
            let value = x.log2().round();
            if value.exp2() == *x { Known::Exact(value) } else { Known::Near(x.log2()) }
        }
        ("log10", [x]) if *x > 0.0 => {
            let value = x.log10().round();
            if power(10.0, value) == Some(*x) { Known::Exact(value) } else { Known::Near(x.log10()) }
        }
        // Not exact in glibc: the root of 27 is not 3 there.
        ("cbrt", [x]) => Known::Near(x.cbrt()),
        ("hypot", [x, y]) => {
            let (value, whole) = (x.hypot(*y).round(), |x: f64| x.fract() == 0.0 && x.abs() < f64::from(1 << 25));
            let squares = [*x, *y, value].map(|x| x * x);
            let exact = whole(*x) && whole(*y) && squares[0] + squares[1] == squares[2];
            if exact { Known::Exact(value) } else { Known::Near(x.hypot(*y)) }
        }
        ("pow", [x, y]) if *x != 0.0 => match power(*x, *y) {
            Some(value) => Known::Exact(value),
            None => Known::Near(x.powf(*y)),
        },
        _ => return None,
    };
    Some(known)
}

/// The power of a number with a small whole exponent, if no product on the way there is rounded.
fn power(x: f64, exponent: f64) -> Option<f64> {
    if exponent.fract() != 0.0 || !(0.0..=64.0).contains(&exponent) {
        return None;
    }
    let mut value = 1.0f64;
    for _ in 0..exponent as u32 {
        let next = value * x;
        if !next.is_normal() || value.mul_add(x, -next) != 0.0 {
            return None;
        }
        value = next;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_powers_are_exact() {
        assert_eq!(known("pow", &[10.0, 2.0]), Some(Known::Exact(100.0)));
        assert_eq!(known("pow", &[-0.5, 3.0]), Some(Known::Exact(-0.125)));
        assert!(matches!(known("pow", &[0.1, 2.0]), Some(Known::Near(_))));
        assert!(matches!(known("pow", &[10.0, 23.0]), Some(Known::Near(_))));
        assert_eq!(known("log10", &[1000.0]), Some(Known::Exact(3.0)));
        assert!(matches!(known("log2", &[3.0]), Some(Known::Near(_))));
        assert_eq!(known("hypot", &[3.0, -4.0]), Some(Known::Exact(5.0)));
        assert_eq!((known("log", &[-1.0]), known("exp", &[-0.0])), (None, None));
    }
}
