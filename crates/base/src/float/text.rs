//! Floats as text: C's literals in, the shortest decimal that reads back as the same datum out.

use super::arith::{round, round_decimal};
use super::{Float, Format, Number, Rounding, Value};
use num_bigint::BigUint;

impl Float {
    /// A number in C's syntax, decimal or hexadecimal, without suffix, correctly rounded; a sign, `inf` and `nan`
    /// are understood too. `None` if it is anything else.
    pub fn parse(format: Format, text: &str, mode: Rounding) -> Option<Self> {
        let (neg, body) = match text.strip_prefix('-') {
            Some(body) => (true, body),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        match body {
            "inf" => return Some(Self::inf(format, neg)),
            "nan" => return Some(Self::nan(format)),
            _ => {}
        }
        let hex = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X"));
        let (body, radix, marks) = match hex {
            Some(body) => (body, 16, ['p', 'P']),
            None => (body, 10, ['e', 'E']),
        };
        let (number, exponent) = match body.split_once(marks) {
            Some((number, exponent)) => (number, parse_exponent(exponent)?),
            None => (body, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.len() + fraction.len() == 0 || !whole.chars().chain(fraction.chars()).all(|c| c.is_digit(radix)) {
            return None;
        }
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).skip_while(|d| *d == b'0').collect();
        let mut scale = -(fraction.len() as i64);
        // Past this many digits only "anything but zero" matters: no number halfway between two data has more.
        let enough = (2 * format.bias() + 2 * i64::from(format.sig)) as usize;
        if digits.len() > enough {
            let cut = digits.len() - enough;
            let rest = digits[enough..].iter().any(|d| *d != b'0');
            digits.truncate(enough);
            digits.push(if rest { b'1' } else { b'0' });
            scale += cut as i64 - 1;
        }
        let mant = match digits.is_empty() {
            true => return Some(Self::zero(format, neg)),
            false => BigUint::parse_bytes(&digits, radix)?,
        };
        Some(match radix {
            16 => round(format, mode, Number { neg, mant, exp: exponent + 4 * scale }, false),
            _ => round_decimal(format, mode, neg, mant, exponent + scale),
        })
    }

    /// Decimal digits, and the exponent of ten of the first one.
    fn shortest(&self, number: &Number) -> (String, i64) {
        // Enough digits to tell any two data apart.
        let most = self.format.sig * 30103 / 100_000 + 2;
        for count in 1..most {
            let (digits, exp) = decimal(number, count);
            if Self::parse(self.format, &format!("{digits}e{}", exp + 1 - i64::from(count)), Rounding::NearestEven)
                == Some(self.abs())
            {
                return (digits.trim_end_matches('0').to_owned(), exp);
            }
        }
        decimal(number, most)
    }
}

/// The exponent of a literal, cut to a range in which sums cannot overflow and every format has left its own range.
fn parse_exponent(text: &str) -> Option<i64> {
    const FAR: i64 = 1 << 48;
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|d| d.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse::<i64>().unwrap_or(FAR).min(FAR);
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// The number to `count` significant decimal digits, to nearest, and the exponent of ten of the first one.
fn decimal(number: &Number, count: u32) -> (String, i64) {
    let ten = |power: i64| BigUint::from(10u8).pow(power as u32);
    // At most one too small, which the loop sees.
    let mut exp = (number.top() - 1) * 30_103 / 100_000 - i64::from(number.top() < 1);
    loop {
        let (mut above, mut below) = (number.mant.clone(), BigUint::from(1u8));
        if number.exp >= 0 {
            above <<= number.exp;
        } else {
            below <<= -number.exp;
        }
        let scale = i64::from(count) - 1 - exp;
        if scale >= 0 {
            above *= ten(scale);
        } else {
            below *= ten(-scale);
        }
        let digits = ((above << 1u8) + &below) / (below << 1u8);
        if digits >= ten(i64::from(count)) {
            exp += 1;
        } else if digits < ten(i64::from(count) - 1) {
            exp -= 1;
        } else {
            return (digits.to_string(), exp);
        }
    }
}

impl std::fmt::Display for Float {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = match self.value() {
            Value::Nan => return f.write_str("nan"),
            Value::Inf { neg } => return f.write_str(if neg { "-inf" } else { "inf" }),
            Value::Zero { neg } => return f.write_str(if neg { "-0.0" } else { "0.0" }),
            Value::Finite(number) => number,
        };
        let (digits, exp) = self.shortest(&number);
        let sign = if number.neg { "-" } else { "" };
        if (0..21).contains(&exp) {
            let (whole, fraction) = digits.split_at(digits.len().min(exp as usize + 1));
            let zeros = "0".repeat(exp as usize + 1 - whole.len());
            write!(f, "{sign}{whole}{zeros}.{}", if fraction.is_empty() { "0" } else { fraction })
        } else if (-5..0).contains(&exp) {
            write!(f, "{sign}0.{}{digits}", "0".repeat(-exp as usize - 1))
        } else {
            let (first, fraction) = digits.split_at(1);
            write!(f, "{sign}{first}{}{fraction}e{exp}", if fraction.is_empty() { "" } else { "." })
        }
    }
}

impl std::fmt::Debug for Float {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self} ({:?} {}e{}s)", self.bits, self.format.exp, self.format.sig)
    }
}
