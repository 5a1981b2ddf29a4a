//! The header of a task file: the comment lines at the start of `tests/tasks/<name>.c` that say what is asked and
//! what the answer is.
//!
//! ```c
//! // property: bounds,overflow        as for -p; left out: the default set
//! // expect: violated(bounds@17)      holds | bounded | unknown | violated(kind@line), several separated by blanks
//! // engines: bmc                     left out: every engine
//! // options: --unwind 4 -DN=3        further options of `hecaton check`; several such lines are several runs
//! // assumes: `malloc` never fails    an assumption that the report must list, one a line; or `nothing`: it lists none
//! ```

/// What a task file asks and expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The value of `-p`, if given.
    pub property: Option<String>,
    /// The answer.
    pub expect: Expect,
    /// The engines it is for; empty means all.
    pub engines: Vec<String>,
    /// Further options, one list for each run; at least one.
    pub runs: Vec<Vec<String>>,
    /// The assumptions that a conclusive report must list; an empty list: it must not list any.
    pub assumes: Option<Vec<String>>,
}

/// The answer a task must get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// All properties hold on all executions.
    Holds,
    /// All hold up to a bound, at least one only so.
    Bounded,
    /// Some property is open, none is violated.
    Unknown,
    /// Exactly these are violated: kinds and lines, in this order.
    Violated(Vec<(String, u32)>),
}

impl Header {
    /// Reads the header of a task file.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut property, mut expect, mut engines, mut runs) = (None, None, vec![], vec![]);
        let mut assumes: Option<Vec<String>> = None;
        for line in text.lines() {
            let Some(comment) = line.strip_prefix("//") else { break };
            let Some((key, value)) = comment.split_once(':') else { continue };
            let value = value.trim();
            match key.trim() {
                "property" => property = Some(value.to_owned()),
                "expect" => expect = Some(Expect::parse(value)?),
                "engines" => engines = value.split([',', ' ']).filter(|e| !e.is_empty()).map(str::to_owned).collect(),
                "options" => runs.push(words(value)),
                "assumes" if value == "nothing" && assumes.is_none() => assumes = Some(vec![]),
                "assumes" if assumes.as_ref().is_some_and(Vec::is_empty) => {
                    return Err("`assumes: nothing` stands beside an assumption".into());
                }
                "assumes" => assumes.get_or_insert_default().push(value.to_owned()),
                _ => {}
            }
        }
        let expect = expect.ok_or("no `// expect:` line at the start of the file")?;
        if runs.is_empty() {
            runs.push(vec![]);
        }
        Ok(Header { property, expect, engines, runs, assumes })
    }
}

impl Expect {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "holds" => return Ok(Expect::Holds),
            "bounded" => return Ok(Expect::Bounded),
            "unknown" => return Ok(Expect::Unknown),
            _ => {}
        }
        let place = |word: &str| {
            let (kind, line) = word.strip_prefix("violated(")?.strip_suffix(')')?.split_once('@')?;
            Some((kind.to_owned(), line.parse().ok()?))
        };
        let places: Option<Vec<_>> = text.split_whitespace().map(place).collect();
        match places {
            Some(mut places) if !places.is_empty() => {
                places.sort_by(|(a, m), (b, n)| (m, a).cmp(&(n, b)));
                Ok(Expect::Violated(places))
            }
            _ => Err(format!("`{text}`: expected holds, bounded, unknown or violated(kind@line)")),
        }
    }
}

/// What blanks separate, but for those between single quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '\'' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => words.push(String::new()),
            c => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        let header = Header::parse(
            "// What it is about.\n// property: all,-leak\n// expect: violated(deref@9) violated(bounds@7)\n\
             // options: -DN=3 --unwind 4\nint x; // expect: holds\n",
        )
        .expect("well formed");
        assert_eq!(header.property.as_deref(), Some("all,-leak"));
        assert_eq!(header.expect, Expect::Violated(vec![("bounds".into(), 7), ("deref".into(), 9)]));
        assert_eq!(header.runs, [["-DN=3", "--unwind", "4"]]);
        assert_eq!(words(" a  'b c'=d e "), ["a", "b c=d", "e"]);
        assert!(header.engines.is_empty());
        let assumes = |lines: &str| Header::parse(&format!("// expect: holds\n{lines}")).expect("well formed").assumes;
        assert_eq!(assumes(""), None);
        assert_eq!(assumes("// assumes: nothing\n"), Some(vec![]));
        assert_eq!(assumes("// assumes: a: b\n// assumes: c\n"), Some(vec!["a: b".into(), "c".into()]));
        let header = Header::parse("// expect: holds\n// options: -DA\n// options: -DB\n").expect("well formed");
        assert_eq!(header.runs, [["-DA"], ["-DB"]]);
        assert_eq!(Header::parse("// expect: holds\n").expect("well formed").runs, [Vec::<String>::new()]);
    }

    #[test]
    fn wrong_headers_are_errors() {
        assert!(Header::parse("int main(void) { return 0; }\n// expect: holds\n").is_err(), "not at the start");
        assert!(Header::parse("// expect: safe\n").is_err());
        assert!(Header::parse("// expect: violated(bounds)\n").is_err());
        assert!(Header::parse("// expect: holds\n// assumes: nothing\n// assumes: a thing\n").is_err());
    }
}
