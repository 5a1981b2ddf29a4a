//! Conditions of the IR as C expressions: exactly what they are, also where signed sums would overflow in C. So sums are
//! those of unsigned numbers, which are taken as signed where they are compared so.

use hecaton_base::{Bits, Id as _};
use hecaton_ir::scalar::signed;
use hecaton_ir::{Binary, Cast, Expr, Scalar, Unary};

/// Something with a name: how it is written, whether its type has a sign, and its bits.
pub(super) type Named = (String, bool, u32);

/// A condition as C; `None` if there are operators that C has not in the same way.
pub(super) fn condition(expr: &Expr, atoms: &[Named]) -> Option<String> {
    Spoken { atoms }.condition(expr)
}

struct Spoken<'a> {
    atoms: &'a [Named],
}

fn type_name(bits: u32, sign: bool) -> Option<&'static str> {
    Some(match (bits, sign) {
        (8, true) => "(signed char)",
        (8, false) => "(unsigned char)",
        (16, true) => "(short)",
        (16, false) => "(unsigned short)",
        (32, true) => "(int)",
        (32, false) => "(unsigned int)",
        (64, true) => "(long long)",
        (64, false) => "(unsigned long long)",
        _ => return None,
    })
}

fn literal(bits: &Bits, sign: bool) -> Option<String> {
    let (width, word) = (bits.width(), bits.to_u64()?);
    type_name(width, sign)?;
    let value = if sign { i128::from(signed(width, word)) } else { i128::from(word) };
    Some(super::literal(value, width, sign))
}

impl Spoken<'_> {
    fn bits(&self, expr: &Expr) -> Option<u32> {
        Some(match expr {
            Expr::Var(number) => self.atoms.get(number.index())?.2,
            Expr::Int(bits) => bits.width(),
            Expr::Binary(op, _) if op.gives_truth() => 1,
            Expr::Unary(_, a) => self.bits(a)?,
            Expr::Binary(_, ab) => self.bits(&ab[0])?,
            Expr::Select(abc) => self.bits(&abc[1])?,
            Expr::Cast(_, Scalar::Int(width), _) => *width,
            Expr::Cast(..) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) | Expr::Offset(_) => {
                return None;
            }
        })
    }
    /// Whether it is written in C as it is, with this sign.
    fn is_plain(&self, expr: &Expr, sign: bool) -> bool {
        match expr {
            Expr::Int(_) => true,
            Expr::Var(number) => self.atoms.get(number.index()).is_some_and(|atom| atom.1 == sign),
            _ => false,
        }
    }
    /// A number, with or without sign.
    fn number(&self, expr: &Expr, sign: bool) -> Option<String> {
        match expr {
            Expr::Int(bits) => literal(bits, sign),
            Expr::Var(number) if self.is_plain(expr, sign) => Some(self.atoms[number.index()].0.clone()),
            _ if sign => Some(format!("{}({})", type_name(self.bits(expr)?, true)?, self.number(expr, false)?)),
            Expr::Var(number) => {
                let (name, _, bits) = self.atoms.get(number.index())?;
                Some(format!("{}{name}", type_name(*bits, false)?))
            }
            _ => self.operator(expr),
        }
    }
    /// An operator, as a number without sign.
    fn operator(&self, expr: &Expr) -> Option<String> {
        let bits = self.bits(expr)?;
        let to = type_name(bits, false)?;
        // What is narrower than `int` would become one; a factor of 1U keeps it without sign.
        let (one, cast) = if bits < 32 { ("1U * ", to) } else { ("", "") };
        Some(match expr {
            Expr::Unary(Unary::Not, a) => format!("{cast}(~({one}{}))", self.number(a, false)?),
            Expr::Unary(Unary::Neg, a) => format!("{cast}(0U - ({one}{}))", self.number(a, false)?),
            Expr::Binary(op, ab) => {
                let sign = match op {
                    Binary::Add => "+",
                    Binary::Sub => "-",
                    Binary::Mul => "*",
                    Binary::And => "&",
                    Binary::Or => "|",
                    Binary::Xor => "^",
                    _ => return None,
                };
                let (a, b) = (self.number(&ab[0], false)?, self.number(&ab[1], false)?);
                format!("{cast}({one}{a} {sign} {one}{b})")
            }
            Expr::Select(abc) => {
                let (yes, no) = (self.number(&abc[1], false)?, self.number(&abc[2], false)?);
                format!("({} ? {yes} : {no})", self.condition(&abc[0])?)
            }
            Expr::Cast(op, Scalar::Int(_), a) if self.bits(a)? > 1 => match op {
                Cast::Trunc | Cast::ZExt => format!("{to}({})", self.number(a, false)?),
                Cast::SExt => format!("{to}({})", self.number(a, true)?),
                _ => return None,
            },
            Expr::Cast(Cast::ZExt, Scalar::Int(_), a) => format!("({} ? {to}1 : {to}0)", self.condition(a)?),
            _ => return None,
        })
    }
    fn condition(&self, expr: &Expr) -> Option<String> {
        if self.bits(expr)? != 1 {
            return None;
        }
        Some(match expr {
            Expr::Int(bits) => if bits.is_zero() { "0" } else { "1" }.to_owned(),
            Expr::Unary(Unary::Not, a) => match a.as_ref() {
                Expr::Binary(Binary::Eq, ab) if self.bits(&ab[0])? > 1 => self.compared("!=", ab, None)?,
                _ => format!("!{}", self.condition(a)?),
            },
            Expr::Binary(op, ab) if self.bits(&ab[0])? > 1 => match op {
                Binary::Eq => self.compared("==", ab, None)?,
                Binary::SLt => self.compared("<", ab, Some(true))?,
                Binary::SLe => self.compared("<=", ab, Some(true))?,
                Binary::ULt => self.compared("<", ab, Some(false))?,
                Binary::ULe => self.compared("<=", ab, Some(false))?,
                _ => return None,
            },
            Expr::Binary(op, ab) => {
                let (a, b) = (self.condition(&ab[0])?, self.condition(&ab[1])?);
                match op {
                    Binary::And => format!("({a} && {b})"),
                    Binary::Or => format!("({a} || {b})"),
                    Binary::Xor => format!("({a} != {b})"),
                    Binary::Eq => format!("({a} == {b})"),
                    _ => return None,
                }
            }
            Expr::Select(abc) => {
                let (yes, no) = (self.condition(&abc[1])?, self.condition(&abc[2])?);
                format!("({} ? {yes} : {no})", self.condition(&abc[0])?)
            }
            _ => return None,
        })
    }
    /// A comparison, with a sign or in the way that is shorter.
    fn compared(&self, op: &str, ab: &[Expr; 2], sign: Option<bool>) -> Option<String> {
        let sign = sign.unwrap_or_else(|| ab.iter().all(|side| self.is_plain(side, true)));
        Some(format!("({} {op} {})", self.number(&ab[0], sign)?, self.number(&ab[1], sign)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_ir::VarId;

    #[test]
    fn conditions_are_written_as_c() {
        let atoms: Vec<Named> =
            vec![("x".into(), true, 32), ("y".into(), true, 32), ("u".into(), false, 32), ("c".into(), true, 8)];
        let var = |at: usize| Expr::Var(VarId::new(at));
        let said = |expr: Expr| condition(&expr, &atoms);
        let less = Expr::binary(Binary::SLt, var(0), var(1));
        assert_eq!(said(less.clone()).as_deref(), Some("(x < y)"));
        assert_eq!(said(Expr::not(less)).as_deref(), Some("!(x < y)"));
        let sum = |a, b| Expr::binary(Binary::Add, a, b);
        let equal = Expr::binary(Binary::Eq, sum(var(0), var(1)), var(2));
        assert_eq!(said(equal.clone()).as_deref(), Some("(((unsigned int)x + (unsigned int)y) == u)"));
        assert_eq!(said(Expr::not(equal)).as_deref(), Some("(((unsigned int)x + (unsigned int)y) != u)"));
        let narrow = Expr::binary(Binary::SLe, sum(var(3), Expr::int(8, 1)), Expr::int(8, -1));
        let text = "((signed char)((unsigned char)(1U * (unsigned char)c + 1U * 1)) <= (-1))";
        assert_eq!(said(narrow).as_deref(), Some(text));
        assert_eq!(
            said(Expr::binary(Binary::ULt, var(0), Expr::int(32, -1))).as_deref(),
            Some("((unsigned int)x < 4294967295U)")
        );
        assert_eq!(said(Expr::binary(Binary::UDiv, var(0), var(1))), None);
        assert_eq!(said(Expr::binary(Binary::Eq, Expr::binary(Binary::UDiv, var(0), var(1)), var(0))), None);
    }
}
