//! The lexer of the text form. Ends of lines are tokens, since they end instructions; comments are not.

use super::Error;
use super::names::{begins_name, continues_name};

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or word; whether it was quoted, and so cannot be a word of the language.
    Name(String, bool),
    /// Digits, or `0x` and hexadecimal digits.
    Number(String),
    /// A number with a fraction or an exponent.
    Decimal(String),
    /// What stood between double quotes.
    Text(String),
    /// A sign.
    Sign(&'static str),
    /// The end of a line.
    Line,
    /// The end of the text; always the last token, and only there.
    End,
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub line: u32,
    pub col: u32,
    pub len: u32,
}

/// All signs; of two that match, the longer one comes first. Those ending in a letter only match if no letter or digit
/// follows, so that `zext<u8>` is not a comparison.
const SIGNS: [&str; 31] = [
    "...", "<=u", "<=s", ">=u", ">=s", "<u", "<s", ">u", ">s", "->", "==", "!=", "<", ">", "(", ")", "[", "]", "{",
    "}", ",", ";", ":", "@", "&", "|", "^", "+", "-", "*", "=",
];

/// Splits a text into tokens.
pub(super) fn lex(text: &str) -> Result<Vec<Token>, Error> {
    let mut lexer = Lexer { rest: text, line: 1, col: 1, tokens: Vec::new() };
    while lexer.next()? {}
    Ok(lexer.tokens)
}

struct Lexer<'t> {
    rest: &'t str,
    line: u32,
    col: u32,
    tokens: Vec<Token>,
}

impl<'t> Lexer<'t> {
    fn error(&self, message: impl Into<String>) -> Error {
        Error { message: message.into(), line: self.line, col: self.col, len: 1 }
    }

    /// Takes so many bytes, which are whole characters of one line.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.col = self.col.saturating_add(taken.chars().count() as u32);
        self.rest = rest;
        taken
    }

    fn push(&mut self, kind: Kind, line: u32, col: u32) {
        self.tokens.push(Token { kind, line, col, len: self.col.saturating_sub(col).max(1) });
    }

    /// Reads a token; whether there is more.
    fn next(&mut self) -> Result<bool, Error> {
        let (line, col) = (self.line, self.col);
        let Some(first) = self.rest.chars().next() else {
            self.push(Kind::Line, line, col);
            self.push(Kind::End, line, col);
            return Ok(false);
        };
        if first == '\n' {
            self.take(1);
            self.push(Kind::Line, line, col);
            (self.line, self.col) = (self.line.saturating_add(1), 1);
        } else if first.is_whitespace() {
            self.take(first.len_utf8());
        } else if self.rest.starts_with("//") {
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if first == '"' || first == '`' {
            let text = self.quoted(first)?;
            let kind = if first == '"' { Kind::Text(text) } else { Kind::Name(text, true) };
            self.push(kind, line, col);
        } else if first.is_ascii_digit() {
            let kind = self.number();
            self.push(kind, line, col);
        } else if begins_name(first) && !self.rest.starts_with("...") {
            let end = self.rest.find(|c| !continues_name(c)).unwrap_or(self.rest.len());
            let name = self.take(end).to_string();
            self.push(Kind::Name(name, false), line, col);
        } else if self.rest.starts_with('!') && !self.rest.starts_with("!=") {
            self.take(1);
            self.push(Kind::Sign("!"), line, col);
        } else {
            let fits = |sign: &&&str| {
                let behind = self.rest.strip_prefix(**sign).map(|rest| rest.chars().next());
                let open = sign.ends_with(char::is_alphabetic);
                behind.is_some_and(|next| !open || !next.is_some_and(continues_name))
            };
            let Some(sign) = SIGNS.iter().find(fits) else {
                return Err(self.error(format!("`{}` means nothing here", first.escape_default())));
            };
            self.take(sign.len());
            self.push(Kind::Sign(sign), line, col);
        }
        Ok(true)
    }

    fn number(&mut self) -> Kind {
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        if let Some(hex) = self.rest.strip_prefix("0x") {
            let end = hex.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hex.len());
            return Kind::Number(self.take(end + 2).to_string());
        }
        let whole = digits(self.rest);
        let mut end = whole;
        if let Some(fraction) = self.rest[end..].strip_prefix('.')
            && digits(fraction) > 0
        {
            end += 1 + digits(fraction);
        }
        if let Some(exponent) = self.rest[end..].strip_prefix(['e', 'E']) {
            let sign = usize::from(exponent.starts_with(['+', '-']));
            let len = digits(&exponent[sign..]);
            if len > 0 {
                end += 1 + sign + len;
            }
        }
        let text = self.take(end).to_string();
        if end == whole { Kind::Number(text) } else { Kind::Decimal(text) }
    }

    fn quoted(&mut self, delimiter: char) -> Result<String, Error> {
        let unclosed = self.error(format!("a {delimiter} that is not closed on its line"));
        self.take(1);
        let mut text = String::new();
        loop {
            let Some(c) = self.rest.chars().next() else { return Err(unclosed) };
            match c {
                '\n' => return Err(unclosed),
                c if c == delimiter => {
                    self.take(1);
                    return Ok(text);
                }
                '\\' => {
                    let wrong = self.error("an escape that means nothing");
                    self.take(1);
                    let Some(c) = self.rest.chars().next().filter(|c| *c != '\n') else { return Err(unclosed) };
                    self.take(c.len_utf8());
                    text.push(match c {
                        'n' => '\n',
                        't' => '\t',
                        '\\' | '"' | '`' => c,
                        'u' => {
                            let body = self.rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
                            let Some((hex, _)) = body else { return Err(wrong) };
                            let code = if hex.len() <= 6 { u32::from_str_radix(hex, 16).ok() } else { None };
                            let Some(c) = code.and_then(char::from_u32) else { return Err(wrong) };
                            self.take(hex.len() + 2);
                            c
                        }
                        _ => return Err(wrong),
                    });
                }
                c => {
                    self.take(c.len_utf8());
                    text.push(c);
                }
            }
        }
    }
}
