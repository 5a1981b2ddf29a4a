//! From columns of preprocessed text to columns of the source.
//!
//! The preprocessor keeps lines apart but collapses blanks, removes comments and expands macros. So each preprocessed
//! line is laid beside its source line: what agrees at its beginning and at its end, blanks aside, is the same; what
//! lies between came from macros. There a word is looked up in the source, where it may be an argument, and whatever
//! is not found gets the place of the macro's name. GCC puts the expansion of macros of system headers on lines of
//! their own and marks them; those are never looked up.
//!
//! All this is for showing places only: a wrong guess is a wrong column on the right line.

use std::sync::Arc;

/// Longer source lines keep the columns of the preprocessed text.
const LONGEST: usize = 4096;
/// How far words are looked for.
const WINDOW: usize = 256;

/// A source file beside its preprocessed text.
pub(crate) struct Original {
    text: Arc<str>,
    /// Where line `at` begins, counted from 1.
    start: usize,
    at: u32,
    /// The source line, comments blanked.
    line: Vec<u8>,
    ascii: bool,
    /// Up to here the source line is used up by preprocessed lines before the current one.
    resume: usize,
    /// The preprocessed line that the rest is about.
    physical: u32,
    system: bool,
    /// Below, both lines agree; `walk` is a pair of corresponding positions in them.
    prefix_end: usize,
    walk: (usize, usize),
    /// From here on they agree again.
    suffix: (usize, usize),
    /// Between: the macro's name and where the last word was found.
    name: (usize, usize),
    cursor: usize,
}

/// A line of preprocessed text.
#[derive(Clone, Copy)]
pub(crate) struct Physical<'a> {
    /// Its number in the preprocessed text.
    pub number: u32,
    /// Its text.
    pub text: &'a [u8],
    /// Whether it is marked as coming from a system header.
    pub system: bool,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}
fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|b| is_blank(*b)) {
        at += 1;
    }
    at
}

impl Original {
    /// At the beginning of a file.
    pub(crate) fn new(text: Arc<str>) -> Self {
        Original {
            text,
            start: 0,
            at: 0,
            line: Vec::new(),
            ascii: true,
            resume: 0,
            physical: 0,
            system: false,
            prefix_end: 0,
            walk: (0, 0),
            suffix: (0, 0),
            name: (0, 0),
            cursor: 0,
        }
    }

    /// Column and length, in characters from 1, of the bytes `from..to` of a preprocessed line that stands for a
    /// source line. None if the source has no such line or a very long one.
    pub(crate) fn locate(&mut self, line: u32, physical: Physical<'_>, from: usize, to: usize) -> Option<(u32, u32)> {
        if line != self.at && !self.seek(line) {
            return None;
        }
        if self.line.len() > LONGEST {
            return None;
        }
        if physical.number != self.physical {
            self.align(physical);
        }
        let token = physical.text.get(from..to.min(physical.text.len())).unwrap_or_default();
        let (at, len) = self.find(physical.text, from, token);
        let before = self.line.get(..at).unwrap_or_default();
        let column = if self.ascii { at } else { before.iter().filter(|b| **b & 0xc0 != 0x80).count() };
        let within = self.line.get(at..at + len).unwrap_or_default();
        let length = if self.ascii { len } else { within.iter().filter(|b| **b & 0xc0 != 0x80).count() };
        Some((column as u32 + 1, length.max(1) as u32))
    }

    /// Makes a line the current one.
    fn seek(&mut self, line: u32) -> bool {
        let bytes = self.text.as_bytes();
        if self.at == 0 || line < self.at {
            (self.start, self.at) = (0, 1);
        }
        while self.at < line {
            match bytes[self.start..].iter().position(|b| *b == b'\n') {
                Some(n) => self.start += n + 1,
                None => {
                    self.at = 0;
                    return false;
                }
            }
            self.at += 1;
        }
        let rest = &bytes[self.start..];
        let end = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        self.line.clear();
        self.line.extend_from_slice(&rest[..end]);
        self.ascii = self.line.is_ascii();
        self.blank_comments();
        (self.resume, self.physical, self.system) = (0, 0, false);
        true
    }
    fn blank_comments(&mut self) {
        let line = &mut self.line;
        let (mut at, mut quote) = (0, 0u8);
        while at < line.len() {
            match (line[at], line.get(at + 1).copied().unwrap_or(0)) {
                (b'\\', _) if quote != 0 => at += 1,
                (byte, _) if byte == quote => quote = 0,
                _ if quote != 0 => {}
                (byte @ (b'"' | b'\''), _) => quote = byte,
                (b'/', b'/') => {
                    line[at..].fill(b' ');
                    return;
                }
                (b'/', b'*') => {
                    let end = line[at + 2..].windows(2).position(|w| w == b"*/").map_or(line.len(), |n| at + n + 4);
                    line[at..end].fill(b' ');
                    at = end;
                    continue;
                }
                // The end of a comment that began on a line before.
                (b'*', b'/') => line[..at + 2].fill(b' '),
                _ => {}
            }
            at += 1;
        }
    }

    /// Lays a preprocessed line beside what is left of the source line.
    fn align(&mut self, physical: Physical<'_>) {
        let text = physical.text;
        let mut from = skip_blanks(&self.line, self.resume);
        if self.system && !physical.system {
            // After the expansion of a macro: does this line go on behind its use?
            let behind = skip_blanks(&self.line, self.end_of_use(from));
            let first = skip_blanks(text, 0);
            if text.get(first).is_some_and(|b| self.line.get(behind) == Some(b)) {
                from = behind;
            }
        }
        (self.physical, self.system) = (physical.number, physical.system);
        let (mut here, mut there) = (skip_blanks(text, 0), from);
        self.walk = (here, there);
        if !physical.system {
            while here < text.len() && there < self.line.len() && text[here] == self.line[there] {
                (here, there) = (skip_blanks(text, here + 1), skip_blanks(&self.line, there + 1));
            }
            // Not in the middle of a word that differs only in its rest.
            let differs =
                |text: &[u8], at: usize| at > 0 && text.get(at).is_some_and(|b| is_word(*b)) && is_word(text[at - 1]);
            while differs(text, here) || differs(&self.line, there) {
                if here <= self.walk.0 || there <= self.walk.1 {
                    break;
                }
                (here, there) = (here - 1, there - 1);
            }
        }
        self.prefix_end = here;
        self.resume = there;
        let name_end = there + self.line[there.min(self.line.len())..].iter().take_while(|b| is_word(**b)).count();
        self.name = (there, name_end.max(there + 1) - there);
        self.cursor = there;
        self.suffix = (text.len(), self.line.len());
        if !physical.system {
            let (mut end, mut source_end) = self.suffix;
            loop {
                while end > here && is_blank(text[end - 1]) {
                    end -= 1;
                }
                while source_end > there && is_blank(self.line[source_end - 1]) {
                    source_end -= 1;
                }
                if end <= here || source_end <= there || text[end - 1] != self.line[source_end - 1] {
                    break;
                }
                (end, source_end) = (end - 1, source_end - 1);
            }
            (end, source_end) = (skip_blanks(text, end), skip_blanks(&self.line, source_end));
            while end < text.len() && end > 0 && is_word(text[end]) && is_word(text[end - 1]) {
                (end, source_end) = (end + 1, source_end + 1);
            }
            self.suffix = (end, source_end);
        }
    }
    /// Where the use of a macro ends whose name is here: after its arguments, if it has any.
    fn end_of_use(&self, from: usize) -> usize {
        let mut at = from + self.line.get(from..).unwrap_or_default().iter().take_while(|b| is_word(**b)).count();
        let open = skip_blanks(&self.line, at);
        if self.line.get(open) != Some(&b'(') {
            return at;
        }
        let mut level = 0;
        for (index, byte) in self.line.iter().enumerate().skip(open) {
            match byte {
                b'(' => level += 1,
                b')' => level -= 1,
                _ => {}
            }
            if level == 0 {
                at = index + 1;
                break;
            }
        }
        at
    }

    /// Where in the source line a token of the preprocessed line is, and how long.
    fn find(&mut self, text: &[u8], from: usize, token: &[u8]) -> (usize, usize) {
        if from < self.prefix_end || from >= self.suffix.0 {
            if from >= self.suffix.0 && self.walk.0 < self.suffix.0 {
                self.walk = self.suffix;
            }
            let (mut here, mut there) = self.walk;
            while here < from && there < self.line.len() {
                (here, there) = (here + 1, there + 1);
                // Blanks differ in number.
                if here < from || text.get(here).is_some_and(|b| !is_blank(*b)) {
                    let next = skip_blanks(text, here);
                    if next <= from {
                        here = next;
                        there = skip_blanks(&self.line, there);
                    }
                }
            }
            self.walk = (here, there);
            return (there, token.len());
        }
        let near = skip_blanks(&self.line, self.cursor);
        if self.cursor > self.name.0 && self.matches(near, token) {
            self.cursor = near + token.len();
            return (near, token.len());
        }
        if !self.system && token.first().is_some_and(|b| is_word(*b) || matches!(b, b'"' | b'\'')) {
            let limit = self.suffix.1.min(self.line.len());
            let ahead = self.cursor..limit.min(self.cursor + WINDOW);
            let behind = self.name.0..self.cursor.min(self.name.0 + WINDOW).min(limit);
            if let Some(at) = ahead.chain(behind).find(|at| self.matches(*at, token)) {
                self.cursor = at + token.len();
                return (at, token.len());
            }
        }
        self.name
    }
    /// Whether a token stands at a place of the source line, and not inside of a longer word.
    fn matches(&self, at: usize, token: &[u8]) -> bool {
        let (Some(first), Some(last)) = (token.first(), token.last()) else { return false };
        let word_before = at > 0 && self.line.get(at - 1).is_some_and(|b| is_word(*b));
        let word_after = self.line.get(at + token.len()).is_some_and(|b| is_word(*b));
        self.line.get(at..).is_some_and(|rest| rest.starts_with(token))
            && !(is_word(*first) && word_before)
            && !(is_word(*last) && word_after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source with each token's place, as `token@column`.
    fn located(source: &str, preprocessed: &[(&str, bool)]) -> String {
        let mut original = Original::new(source.into());
        let mut found = Vec::new();
        for (index, (text, system)) in preprocessed.iter().enumerate() {
            let physical = Physical { number: index as u32 + 1, text: text.as_bytes(), system: *system };
            let mut at = 0;
            while at < text.len() {
                let rest = &text.as_bytes()[at..];
                let word = rest.iter().take_while(|b| is_word(**b)).count();
                if rest[0] != b' ' {
                    let len = word.max(1);
                    let (col, _) = original.locate(1, physical, at, at + len).expect("one line");
                    found.push(format!("{}@{col}", &text[at..at + len]));
                }
                at += word.max(1);
            }
        }
        found.join(" ")
    }

    #[test]
    fn blanks_and_comments() {
        assert_eq!(located("  x   =  1 ;", &[("  x = 1 ;", false)]), "x@3 =@7 1@10 ;@12");
        assert_eq!(located("x = /* one */ 1; // done", &[("x = 1;", false)]), "x@1 =@3 1@15 ;@16");
        assert_eq!(located("end */ x = 1;", &[("       x = 1;", false)]), "x@8 =@10 1@12 ;@13");
    }

    #[test]
    fn user_macros() {
        let found = located("y = MAX(a, b) + c;", &[("y = ((a) > (b) ? (a) : (b)) + c;", false)]);
        assert!(found.starts_with("y@1 =@3 (@5 (@5 a@9"), "{found}");
        assert!(found.ends_with("+@15 c@17 ;@18"), "{found}");
        let found = located("x =  ADD( a ,b )  ; ", &[("x = ((a) + (b)) ;", false)]);
        assert!(found.ends_with("b@14 )@16 )@16 ;@19") || found.ends_with("b@14 )@6 )@16 ;@19"), "{found}");
        assert_eq!(located("int a[SIZE];", &[("int a[10];", false)]), "int@1 a@5 [@6 10@7 ]@11 ;@12");
        assert_eq!(located("size = SIZEX;", &[("size = SIZE2;", false)]), "size@1 =@6 SIZE2@8 ;@13");
    }

    #[test]
    fn system_macros() {
        let lines = [
            ("f(); ", false),
            ("((void) sizeof ((", true),
            ("x>0", false),
            (") ? 1 : 0))", true),
            ("; ", false),
            ("((void*)0)", true),
            (";", false),
        ];
        let found = located("f(); assert(x>0); NULL;", &lines);
        assert!(found.starts_with("f@1 (@2 )@3 ;@4 (@6 (@6 void@6"), "{found}");
        assert!(found.contains("x@13 >@14 0@15"), "{found}");
        assert!(found.ends_with(";@17 (@19 (@19 void@19 *@19 )@19 0@19 )@19 ;@23"), "{found}");
    }

    #[test]
    fn missing_and_long_lines() {
        let physical = Physical { number: 1, text: b"x", system: false };
        assert_eq!(Original::new("x".into()).locate(2, physical, 0, 1), None);
        assert_eq!(Original::new("x".repeat(5000).into()).locate(1, physical, 0, 1), None);
        assert_eq!(Original::new("".into()).locate(1, physical, 0, 1), Some((1, 1)));
    }
}
