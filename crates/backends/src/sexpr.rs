//! S-expressions as solvers print them, and the values they stand for. Nesting is limited, so that whatever a solver
//! prints can be walked and dropped without danger to the call stack.

use hecaton_base::Bits;
use hecaton_base::float::{Float, Format};
use hecaton_solve::solver::ArrayValue;
use hecaton_term::Sort;
use std::collections::BTreeMap;

/// How deeply lists may be nested.
pub const DEPTH: usize = 1000;

/// An S-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sexpr {
    /// A symbol, number, string or quoted symbol, as written.
    Atom(String),
    /// A list.
    List(Vec<Sexpr>),
}

/// Cuts a stream of text into S-expressions. Only what is complete is taken.
#[derive(Default)]
pub struct Reader {
    text: Vec<u8>,
    /// Where scanning goes on, how many lists are open, and inside what quotes.
    at: usize,
    open: usize,
    quote: Option<u8>,
    comment: bool,
}

impl Reader {
    /// Adds text.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
    }
    /// How much text is kept.
    pub fn kept(&self) -> usize {
        self.text.len()
    }
    /// The text that is not yet part of a complete expression.
    pub fn rest(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
    /// The next complete expression; an error if the text can never become one.
    pub fn next(&mut self) -> Option<Result<Sexpr, String>> {
        while self.at < self.text.len() {
            let byte = self.text[self.at];
            self.at += 1;
            if self.comment {
                self.comment = byte != b'\n';
            } else if let Some(quote) = self.quote {
                if byte == quote {
                    self.quote = None;
                }
            } else {
                match byte {
                    b';' => self.comment = true,
                    b'"' | b'|' => self.quote = Some(byte),
                    // Who prints without end shall not be read to the end.
                    b'(' if self.open >= DEPTH => return Some(Err("nested too deeply".into())),
                    b'(' => self.open += 1,
                    b')' if self.open == 0 => return Some(Err("a `)` too many".into())),
                    b')' => {
                        self.open -= 1;
                        if self.open == 0 {
                            return Some(self.take());
                        }
                    }
                    // Outside lists a line is an expression.
                    b'\n' if self.open == 0 => {
                        if self.text[..self.at].iter().all(u8::is_ascii_whitespace) {
                            self.text.drain(..self.at);
                            self.at = 0;
                        } else {
                            return Some(self.take());
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }
    fn take(&mut self) -> Result<Sexpr, String> {
        let taken: Vec<u8> = self.text.drain(..self.at).collect();
        self.at = 0;
        parse(&String::from_utf8_lossy(&taken))
    }
}

/// Reads one expression that fills the text.
pub fn parse(text: &str) -> Result<Sexpr, String> {
    let mut lists: Vec<Vec<Sexpr>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        match first {
            '(' => {
                if lists.len() > DEPTH {
                    return Err("nested too deeply".into());
                }
                lists.push(Vec::new());
                rest = &rest[1..];
            }
            ')' => {
                let list = lists.pop().expect("never empty");
                let Some(outer) = lists.last_mut() else { return Err("a `)` too many".into()) };
                outer.push(Sexpr::List(list));
                rest = &rest[1..];
            }
            ';' => rest = rest.split_once('\n').map_or("", |(_, rest)| rest),
            '"' | '|' => {
                let Some(end) = rest[1..].find(first) else { return Err("a quote is open".into()) };
                lists.last_mut().expect("never empty").push(Sexpr::Atom(rest[..end + 2].to_string()));
                rest = &rest[end + 2..];
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '|' | ';'))
                    .unwrap_or(rest.len());
                lists.last_mut().expect("never empty").push(Sexpr::Atom(rest[..end].to_string()));
                rest = &rest[end..];
            }
        }
        rest = rest.trim_start();
    }
    match (lists.pop(), lists.is_empty()) {
        (Some(mut top), true) if top.len() == 1 => Ok(top.remove(0)),
        _ => Err(format!("not one expression: {}", shorten(text))),
    }
}

/// The beginning of a text, for messages.
pub fn shorten(text: &str) -> String {
    let line = text.trim().replace('\n', " ");
    match line.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

impl Sexpr {
    /// The atom's text.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(text) => Some(text),
            Sexpr::List(_) => None,
        }
    }
    /// The list's items.
    pub fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::Atom(_) => None,
            Sexpr::List(items) => Some(items),
        }
    }
    /// Whether this is an error message.
    pub fn is_error(&self) -> bool {
        self.list().and_then(|items| items.first()).and_then(Sexpr::atom) == Some("error")
    }
    /// A bit-vector, truth value (as one bit) or float (as its encoding) of a sort.
    pub fn scalar(&self, sort: Sort) -> Option<Bits> {
        match sort {
            Sort::Bool => match self.atom()? {
                "true" => Some(Bits::from_bool(true)),
                "false" => Some(Bits::from_bool(false)),
                _ => None,
            },
            Sort::Bits(width) => self.bits().filter(|bits| bits.width() == width),
            Sort::Float(format) => self.float(format),
            Sort::Array { .. } => None,
        }
    }
    fn bits(&self) -> Option<Bits> {
        match self {
            Sexpr::Atom(text) => {
                let (digits, radix, each) = match text.split_at_checked(2)? {
                    ("#x", digits) => (digits, 16, 4),
                    ("#b", digits) => (digits, 2, 1),
                    _ => return None,
                };
                let width = u32::try_from(digits.len()).ok()?.checked_mul(each)?;
                number(digits, radix, width)
            }
            Sexpr::List(items) => match &items[..] {
                [Sexpr::Atom(underscore), Sexpr::Atom(value), Sexpr::Atom(width)] if underscore == "_" => {
                    number(value.strip_prefix("bv")?, 10, width.parse().ok()?)
                }
                _ => None,
            },
        }
    }
    fn float(&self, format: Format) -> Option<Bits> {
        let items = self.list()?;
        let found = match items.first()?.atom()? {
            "fp" if items.len() == 4 => {
                let [sign, exponent, fraction] = [1, 2, 3].map(|i| items[i].bits());
                let (sign, exponent, fraction) = (sign?, exponent?, fraction?);
                if sign.width() != 1 || exponent.width() != format.exp || fraction.width() != format.sig - 1 {
                    return None;
                }
                Float::new(format, sign.concat(&exponent).concat(&fraction))
            }
            "_" if items.len() == 4 => match items[1].atom()? {
                "+zero" => Float::zero(format, false),
                "-zero" => Float::zero(format, true),
                "+oo" => Float::inf(format, false),
                "-oo" => Float::inf(format, true),
                "NaN" => Float::nan(format),
                _ => return None,
            },
            _ => return None,
        };
        Some(found.into_bits())
    }
    /// An array written as stores into a constant array.
    pub fn array(&self, index: u32, elem: u32) -> Option<ArrayValue> {
        let mut entries: BTreeMap<Bits, Bits> = BTreeMap::new();
        let mut at = self;
        loop {
            let items = at.list()?;
            match items {
                [Sexpr::Atom(store), below, i, v] if store == "store" => {
                    let (i, v) = (i.scalar(Sort::Bits(index))?, v.scalar(Sort::Bits(elem))?);
                    // The outermost store counts.
                    entries.entry(i).or_insert(v);
                    at = below;
                }
                [Sexpr::List(kind), value] if kind.len() == 3 && kind[1].atom() == Some("const") => {
                    return Some(ArrayValue { default: value.scalar(Sort::Bits(elem))?, entries });
                }
                _ => return None,
            }
        }
    }
}

fn number(digits: &str, radix: u32, width: u32) -> Option<Bits> {
    if digits.is_empty() || width == 0 {
        return None;
    }
    // By hand, since widths have no limit: shift by a digit, add it. Powers of two need no multiplication.
    let mut value = Bits::zero(width.checked_add(4)?);
    let base = Bits::from_u64(width + 4, u64::from(radix));
    for digit in digits.chars() {
        let digit = digit.to_digit(radix)?;
        value = value.mul(&base).add(&Bits::from_u64(width + 4, u64::from(digit)));
        if value.leading_zeros() < 4 {
            return None;
        }
    }
    Some(value.resize(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_cut_into_expressions() {
        let mut reader = Reader::default();
        reader.feed(b"\n sat\n((x #x0a)\n ; a comment )\n (|y z)| #b1))(err");
        let mut found = Vec::new();
        while let Some(next) = reader.next() {
            found.push(next.expect("well-formed"));
        }
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], Sexpr::Atom("sat".into()));
        assert_eq!(found[1].list().map(<[_]>::len), Some(2));
        assert_eq!(reader.rest(), "(err");
        reader.feed(b"or \"a)\")\n");
        assert!(reader.next().is_some_and(|e| e.is_ok_and(|e| e.is_error())));
        reader.feed(b")");
        assert!(matches!(reader.next(), Some(Err(_))));
    }

    #[test]
    fn malformed_text_is_an_error() {
        let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        for text in ["(((", ")", "a b", "", "\"x", &deep] {
            assert!(parse(text).is_err());
        }
        for text in [deep.as_str(), &"(".repeat(DEPTH + 1)] {
            let mut reader = Reader::default();
            reader.feed(text.as_bytes());
            assert!(matches!(reader.next(), Some(Err(_))));
        }
    }

    #[test]
    fn values_of_every_sort() {
        let of = |text: &str, sort| parse(text).expect("well-formed").scalar(sort);
        let bits = |w, v| Some(Bits::from_u64(w, v));
        assert_eq!(of("#xaF", Sort::Bits(8)), bits(8, 0xaf));
        assert_eq!(of("#b101", Sort::Bits(3)), bits(3, 5));
        assert_eq!(of("(_ bv10 4)", Sort::Bits(4)), bits(4, 10));
        for wrong in ["(_ bv16 4)", "#xa5", "#b", "#xg", "(_ bv 4)", "true", "(a b)"] {
            assert_eq!(of(wrong, Sort::Bits(4)), None, "{wrong}");
        }
        assert_eq!(of("true", Sort::Bool), bits(1, 1));
        let tiny = Format { exp: 3, sig: 4 };
        assert_eq!(of("(fp #b1 #b011 #b100)", Sort::Float(tiny)), bits(7, 0b1_011_100));
        assert_eq!(of("(_ -oo 3 4)", Sort::Float(tiny)), bits(7, 0b1_111_000));
        assert_eq!(of("(_ NaN 3 4)", Sort::Float(tiny)), bits(7, 0b0_111_100));
        assert_eq!(of("(fp #b1 #b11 #b1000)", Sort::Float(tiny)), None);
        let array = "(store (store ((as const (Array (_ BitVec 2) (_ BitVec 4))) #x1) #b00 #x2) #b00 #x3)";
        let array = parse(array).expect("well-formed").array(2, 4).expect("an array");
        assert_eq!(array.default, Bits::from_u64(4, 1));
        assert_eq!(array.entries, BTreeMap::from([(Bits::zero(2), Bits::from_u64(4, 3))]));
    }
}
