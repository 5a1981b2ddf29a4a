//! Constants: numbers, characters and strings from their spelling to their value.

use crate::ast::{CharLit, FloatKind, FloatLit, IntLit, Prefix};

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// An integer constant.
    Int(IntLit),
    /// A floating constant.
    Float(FloatLit),
}

/// The value of a number token, or what is wrong with it.
pub(crate) fn number(bytes: &[u8]) -> Result<Number, String> {
    let text: String = bytes.iter().filter(|b| **b != b'\'').map(|b| *b as char).collect();
    let lower = text.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        _ => (10, &lower[..]),
    };
    let mantissa = digits.find(|c: char| !(c.is_digit(base.max(10)) || c == '.')).unwrap_or(digits.len());
    let exponent = if base == 16 { 'p' } else { 'e' };
    let float = digits[..mantissa].contains('.') || (base != 2 && digits[mantissa..].starts_with(exponent));
    if !float {
        return integer(&lower, base, &digits[..mantissa], &digits[mantissa..]);
    }
    if base == 2 {
        return Err(format!("`{}` is not a number", shorten(&text)));
    }
    let mut end = mantissa;
    if digits[end..].starts_with(exponent) {
        end += 1;
        if digits[end..].starts_with(['+', '-']) {
            end += 1;
        }
        let count = digits[end..].find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len() - end);
        if count == 0 {
            return Err(format!("the exponent of `{}` has no digits", shorten(&text)));
        }
        end += count;
    } else if base == 16 {
        return Err(format!("the hexadecimal floating constant `{}` needs an exponent", shorten(&text)));
    }
    let body = &digits[..mantissa];
    if body.matches('.').count() > 1 || !body.contains(|c: char| c.is_ascii_hexdigit()) {
        return Err(format!("`{}` is not a number", shorten(&text)));
    }
    let (kind, imaginary) = float_suffix(&digits[end..])
        .ok_or_else(|| format!("`{}` is not a suffix of a floating constant", shorten(&digits[end..])))?;
    let prefix = if base == 16 { "0x" } else { "" };
    Ok(Number::Float(FloatLit { text: format!("{prefix}{}", &digits[..end]).into(), kind, imaginary }))
}

fn integer(lower: &str, base: u32, digits: &str, suffix: &str) -> Result<Number, String> {
    let octal = base == 10 && digits.len() > 1 && digits.starts_with('0');
    let radix = if octal { 8 } else { base };
    if digits.is_empty() {
        return Err(format!("`{}` is not a number", shorten(lower)));
    }
    let mut value: u128 = 0;
    for digit in digits.chars() {
        let Some(digit) = digit.to_digit(radix) else {
            return Err(format!("the digit `{digit}` in a constant of base {radix}"));
        };
        value = value
            .checked_mul(u128::from(radix))
            .and_then(|v| v.checked_add(u128::from(digit)))
            .ok_or_else(|| format!("the integer constant `{}` is too large", shorten(lower)))?;
    }
    let mut lit =
        IntLit { value, decimal: base == 10 && !octal, unsigned: false, long: 0, bit_int: false, imaginary: false };
    let mut rest = suffix;
    while !rest.is_empty() {
        let len = match rest.as_bytes() {
            [b'l', b'l', ..] if lit.long == 0 && !lit.bit_int => {
                lit.long = 2;
                2
            }
            [b'l', ..] if lit.long == 0 && !lit.bit_int => {
                lit.long = 1;
                1
            }
            [b'w', b'b', ..] if lit.long == 0 && !lit.bit_int => {
                lit.bit_int = true;
                2
            }
            [b'u', ..] if !lit.unsigned => {
                lit.unsigned = true;
                1
            }
            [b'i' | b'j', ..] if !lit.imaginary => {
                lit.imaginary = true;
                1
            }
            _ => return Err(format!("`{}` is not a suffix of an integer constant", shorten(suffix))),
        };
        rest = &rest[len..];
    }
    Ok(Number::Int(lit))
}

fn float_suffix(suffix: &str) -> Option<(FloatKind, bool)> {
    let (suffix, imaginary) = match suffix.strip_suffix(['i', 'j']) {
        Some(rest) => (rest, true),
        None => match suffix.strip_prefix(['i', 'j']) {
            Some(rest) => (rest, true),
            None => (suffix, false),
        },
    };
    let kind = match suffix {
        "" => FloatKind::Double,
        "f" => FloatKind::Float,
        "l" => FloatKind::LongDouble,
        "f16" => FloatKind::Float16,
        "bf16" => FloatKind::BFloat16,
        "f32" => FloatKind::Float32,
        "f64" => FloatKind::Float64,
        "f128" | "q" => FloatKind::Float128,
        "f32x" => FloatKind::Float32x,
        "f64x" => FloatKind::Float64x,
        "w" => FloatKind::Float80,
        "df" => FloatKind::Decimal32,
        "dd" | "d" => FloatKind::Decimal64,
        "dl" => FloatKind::Decimal128,
        _ => return None,
    };
    // A bare `d` means `double` (GNU), not decimal.
    Some((if suffix == "d" { FloatKind::Double } else { kind }, imaginary))
}

/// The prefix of a character or string token and what stands between its quotes.
pub(crate) fn split(bytes: &[u8]) -> (Prefix, &[u8]) {
    let quote = bytes.iter().position(|b| matches!(b, b'"' | b'\'')).unwrap_or(0);
    let prefix = match &bytes[..quote] {
        b"L" => Prefix::Wide,
        b"u" => Prefix::Utf16,
        b"U" => Prefix::Utf32,
        b"u8" => Prefix::Utf8,
        _ => Prefix::Plain,
    };
    (prefix, bytes.get(quote + 1..bytes.len().saturating_sub(1)).unwrap_or_default())
}

/// The value of a character token.
pub(crate) fn character(bytes: &[u8]) -> Result<CharLit, String> {
    let (prefix, body) = split(bytes);
    let mut units = Vec::new();
    decode(body, prefix, &mut units)?;
    if units.is_empty() {
        return Err("an empty character constant".into());
    }
    let last = units[units.len() - 1];
    let value = match prefix {
        Prefix::Plain if units.len() == 1 => i64::from(last as u8 as i8),
        Prefix::Plain => i64::from(units.iter().fold(0u32, |value, unit| value << 8 | unit) as i32),
        _ if units.len() > 1 => return Err("more than one character in a character constant with a prefix".into()),
        Prefix::Wide => i64::from(last as i32),
        Prefix::Utf8 | Prefix::Utf16 | Prefix::Utf32 => i64::from(last),
    };
    Ok(CharLit { prefix, value })
}

/// Appends the elements of what stands between quotes.
pub(crate) fn decode(body: &[u8], prefix: Prefix, units: &mut Vec<u32>) -> Result<(), String> {
    let narrow = matches!(prefix, Prefix::Plain | Prefix::Utf8);
    let mask = match prefix {
        Prefix::Plain | Prefix::Utf8 => 0xff,
        Prefix::Utf16 => 0xffff,
        Prefix::Utf32 | Prefix::Wide => u32::MAX,
    };
    let mut at = 0;
    while let Some(&byte) = body.get(at) {
        if byte != b'\\' {
            if narrow || byte < 0x80 {
                units.push(u32::from(byte));
                at += 1;
                continue;
            }
            let len = (1..=4).find(|len| body.get(at..at + len).is_some_and(|b| std::str::from_utf8(b).is_ok()));
            let text = len.and_then(|len| std::str::from_utf8(&body[at..at + len]).ok());
            let Some(c) = text.and_then(|text| text.chars().next()) else {
                return Err(format!("the byte 0x{byte:02x} in a wide string is not UTF-8"));
            };
            push_char(c, prefix, units);
            at += c.len_utf8();
            continue;
        }
        at += 1;
        let escape = body.get(at).copied().unwrap_or(b'\\');
        at += 1;
        let simple = match escape {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'e' | b'E' => 27,
            b'\n' => continue,
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    let Some(&digit @ b'0'..=b'7') = body.get(at) else { break };
                    value = value * 8 + u32::from(digit - b'0');
                    at += 1;
                }
                value
            }
            b'x' => {
                let mut value = 0u32;
                let start = at;
                while let Some(digit) = body.get(at).and_then(|b| (*b as char).to_digit(16)) {
                    value = value << 4 | digit;
                    at += 1;
                }
                if at == start {
                    return Err("`\\x` without digits".into());
                }
                value
            }
            b'u' | b'U' => {
                let len = if escape == b'u' { 4 } else { 8 };
                let digits = body.get(at..at + len).and_then(|b| std::str::from_utf8(b).ok());
                let c = digits.and_then(|d| u32::from_str_radix(d, 16).ok()).and_then(char::from_u32);
                let Some(c) = c else {
                    return Err(format!("`\\{}` is not followed by the {len} digits of a character", escape as char));
                };
                push_char(c, prefix, units);
                at += len;
                continue;
            }
            other => u32::from(other),
        };
        units.push(simple & mask);
    }
    Ok(())
}

fn push_char(c: char, prefix: Prefix, units: &mut Vec<u32>) {
    match prefix {
        Prefix::Plain | Prefix::Utf8 => units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        Prefix::Utf16 => units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit))),
        Prefix::Utf32 | Prefix::Wide => units.push(c as u32),
    }
}

/// A text cut to a length that fits in a message.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 { text.into() } else { text.chars().take(37).chain("...".chars()).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let cases: &[(&str, u128, bool, bool, u8)] = &[
            ("0", 0, true, false, 0),
            ("42", 42, true, false, 0),
            ("0x1Fu", 31, false, true, 0),
            ("0b101", 5, false, false, 0),
            ("017", 15, false, false, 0),
            ("10UL", 10, true, true, 1),
            ("10LLU", 10, true, true, 2),
            ("10lu", 10, true, true, 1),
            ("1'000'000", 1_000_000, true, false, 0),
            ("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFwb", u128::MAX, false, false, 0),
            ("0xe", 14, false, false, 0),
        ];
        for (text, value, decimal, unsigned, long) in cases {
            let Ok(Number::Int(lit)) = number(text.as_bytes()) else { panic!("{text}") };
            assert_eq!(
                (lit.value, lit.decimal, lit.unsigned, lit.long),
                (*value, *decimal, *unsigned, *long),
                "{text}"
            );
        }
    }

    #[test]
    fn floats() {
        let cases: &[(&str, &str, FloatKind)] = &[
            ("1.0", "1.0", FloatKind::Double),
            ("1e10f", "1e10", FloatKind::Float),
            (".5L", ".5", FloatKind::LongDouble),
            ("5.", "5.", FloatKind::Double),
            ("1E-3", "1e-3", FloatKind::Double),
            ("0x1.8p+3", "0x1.8p+3", FloatKind::Double),
            ("0x1p-1074", "0x1p-1074", FloatKind::Double),
            ("1.5f128", "1.5", FloatKind::Float128),
            ("1.5Q", "1.5", FloatKind::Float128),
            ("1.5f32x", "1.5", FloatKind::Float32x),
            ("08.5", "08.5", FloatKind::Double),
        ];
        for (text, value, kind) in cases {
            let Ok(Number::Float(lit)) = number(text.as_bytes()) else { panic!("{text}") };
            assert_eq!((&*lit.text, lit.kind), (*value, *kind), "{text}");
        }
    }

    #[test]
    fn bad_numbers() {
        for text in ["08", "0x", "0b2", "1.2.3", "1e", "1e+", "0x1.8", "1lul", "12abc", "0x1p", "1.0xyz", "0b1.0"] {
            assert!(number(text.as_bytes()).is_err(), "{text}");
        }
        assert!(number("9".repeat(60).as_bytes()).is_err_and(|e| e.contains("too large")));
    }

    #[test]
    fn characters() {
        let cases: &[(&str, i64)] = &[
            ("'a'", 97),
            (r"'\n'", 10),
            (r"'\xff'", -1),
            (r"'\377'", -1),
            (r"'\0'", 0),
            (r"'\''", 39),
            ("'ab'", 0x6162),
            ("L'é'", 0xe9),
            (r"u'\u20ac'", 0x20ac),
            (r"U'\U0001F600'", 0x1f600),
            (r"u8'\xff'", 255),
            (r"'\e'", 27),
        ];
        for (text, value) in cases {
            assert_eq!(character(text.as_bytes()).map(|c| c.value), Ok(*value), "{text}");
        }
        assert!(character(b"''").is_err());
        assert!(character(b"L'ab'").is_err());
    }

    #[test]
    fn strings() {
        let decoded = |text: &str| {
            let (prefix, body) = split(text.as_bytes());
            let mut units = Vec::new();
            decode(body, prefix, &mut units).map(|()| units)
        };
        assert_eq!(decoded(r#""a\x41g\1012""#), Ok(vec![97, 0x41, 103, 65, 50]));
        assert_eq!(decoded(r#"L"é\u20ac""#), Ok(vec![0xe9, 0x20ac]));
        assert_eq!(decoded(r#"u"😀""#), Ok(vec![0xd83d, 0xde00]));
        assert_eq!(decoded("\"é\""), Ok(vec![0xc3, 0xa9]));
        assert_eq!(decoded(r#""\q""#), Ok(vec![113]));
        assert!(decoded(r#""\x""#).is_err());
        assert!(decoded(r#""\u12""#).is_err());
    }
}
