//! The list of files that a compiler has read (`-MD`), in the form of a rule for `make`.

use hecaton_host::plain;
use std::path::Path;

/// A list is not longer than that.
const LONGEST: u64 = 1 << 26;

/// The files in a list; none where there is no list.
pub(super) fn read(list: &Path) -> Vec<String> {
    plain::read(list, LONGEST).map(|bytes| names(&String::from_utf8_lossy(&bytes))).unwrap_or_default()
}

/// `x: a.c \` and lines with further names. A space, a `#` and a backslash before one of them are written with a backslash, a
/// `$` twice.
fn names(rule: &str) -> Vec<String> {
    let (mut names, mut name) = (Vec::new(), String::new());
    let mut chars = rule.split_once(':').map_or("", |(_, names)| names).chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => {
                chars.next();
                names.extend((!name.is_empty()).then(|| std::mem::take(&mut name)));
            }
            ('\\', Some(' ' | '#' | '\\')) | ('$', Some('$')) => name.extend(chars.next()),
            (c, _) if c.is_whitespace() => names.extend((!name.is_empty()).then(|| std::mem::take(&mut name))),
            (c, _) => name.push(c),
        }
    }
    names.extend((!name.is_empty()).then_some(name));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_files() {
        let rule = "x: a.c \\\n ./b\\ c.h d$$e.h \\\n /usr/f\\#.h\n";
        assert_eq!(names(rule), ["a.c", "./b c.h", "d$e.h", "/usr/f#.h"]);
        assert!(names("").is_empty() && names("x:\n").is_empty());
    }
}
