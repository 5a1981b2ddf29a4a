//! Reads a formula in DIMACS and checks a refutation of it in LRAT, from the bytes of the two files alone.
//!
//! Whoever wrote the files may be hostile: every number is checked, nothing is sized by a number that a file merely
//! claims, and tables are vectors in the order of the file, so that no choice of numbers makes them slow. The memory is
//! a constant factor of the files.

use crate::propagate::{Effect, Propagation};

/// A file that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for Malformed {}

/// A formula: clauses of literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// Variables are numbered from 1 up to this.
    pub variables: i32,
    clauses: Clauses,
}

/// A proof that was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refuted {
    /// Clauses that it derives, up to the empty one.
    pub steps: usize,
    /// Clauses are numbered without gaps behind those of the formula, and none is deleted: any checker can take it,
    /// even one that trusts the numbers.
    pub plain: bool,
}

/// Clauses in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Clauses {
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Clauses {
    fn len(&self) -> usize {
        self.ends.len()
    }
    fn get(&self, index: usize) -> &[i32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
    }
    /// What was put behind the last clause becomes one.
    fn end(&mut self) {
        self.ends.push(self.literals.len());
    }
}

/// The words of a file, with their lines.
struct Words<'a> {
    rest: &'a [u8],
    line: usize,
    /// Nothing but space stands before this place in its line.
    fresh: bool,
}

impl<'a> Words<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Words { rest: bytes, line: 1, fresh: true }
    }
    /// Leaves out space, and comments where a line may begin with one.
    fn skip(&mut self) {
        while let Some((first, rest)) = self.rest.split_first() {
            match first {
                b'\n' => (self.line, self.fresh) = (self.line + 1, true),
                b' ' | b'\t' | b'\r' => {}
                b'c' if self.fresh => {
                    let end = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
                    self.rest = &self.rest[end..];
                    continue;
                }
                _ => return,
            }
            self.rest = rest;
        }
    }
    fn next(&mut self) -> Option<&'a [u8]> {
        self.skip();
        let end = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        (self.rest, self.fresh) = (rest, false);
        (!word.is_empty()).then_some(word)
    }
    fn wrong<T>(&self, what: impl Into<String>) -> Result<T, Malformed> {
        Err(Malformed { line: self.line, what: what.into() })
    }
    /// A word as a number.
    fn parse(&self, word: &[u8]) -> Result<i64, Malformed> {
        const SHOWN: usize = 24;
        let number = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        number.map_or_else(
            || {
                let text: String = String::from_utf8_lossy(&word[..word.len().min(SHOWN)]).escape_debug().collect();
                self.wrong(format!("`{text}` is not a number"))
            },
            Ok,
        )
    }
    /// The next word, which must be a number.
    fn number(&mut self) -> Result<i64, Malformed> {
        match self.next() {
            Some(word) => self.parse(word),
            None => self.wrong("the file ends in the middle"),
        }
    }
    /// A literal of one of so many variables, 0 for the end of a clause.
    fn literal(&self, number: i64, variables: i32) -> Result<i32, Malformed> {
        match i32::try_from(number) {
            Ok(lit) if lit.unsigned_abs() <= variables.unsigned_abs() => Ok(lit),
            _ => self.wrong(format!("literal {number}, and the formula has {variables} variables")),
        }
    }
}

impl Cnf {
    /// Reads DIMACS.
    pub fn read(bytes: &[u8]) -> Result<Cnf, Malformed> {
        let mut words = Words::new(bytes);
        if (words.next(), words.next()) != (Some(b"p"), Some(b"cnf")) {
            return words.wrong("a formula begins with `p cnf VARIABLES CLAUSES`");
        }
        let (variables, count) = (words.number()?, words.number()?);
        // A formula that mentions so many variables takes two bytes for each: tables are as large as the greatest of them.
        let room = i64::try_from(bytes.len() / 2).unwrap_or(i64::MAX).min(i64::from(i32::MAX));
        let variables = match i32::try_from(variables) {
            Ok(declared) if (0..=room).contains(&variables) => declared,
            _ => return words.wrong(format!("{variables} variables are declared in a file of {} bytes", bytes.len())),
        };
        let mut clauses = Clauses::default();
        let mut open = false;
        while let Some(word) = words.next() {
            match words.literal(words.parse(word)?, variables)? {
                0 => {
                    clauses.end();
                    open = false;
                }
                lit => {
                    clauses.literals.push(lit);
                    open = true;
                }
            }
        }
        if open {
            return words.wrong("the last clause does not end in 0");
        }
        if i64::try_from(clauses.len()) != Ok(count) {
            return words.wrong(format!("{count} clauses are declared, {} are there", clauses.len()));
        }
        Ok(Cnf { variables, clauses })
    }
    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// A clause, from 0.
    pub fn clause(&self, index: usize) -> &[i32] {
        self.clauses.get(index)
    }
}

/// Checks that an LRAT proof refutes a formula: that every clause it derives follows by propagation along those that it
/// names, and that the empty one is among them.
pub fn refute(cnf: &Cnf, lrat: &[u8]) -> Result<Refuted, Malformed> {
    let mut clauses = cnf.clauses.clone();
    // Numbers grow in the order of the file.
    let mut ids: Vec<u64> = (1..=clauses.len() as u64).collect();
    let mut deleted: Vec<bool> = vec![false; clauses.len()];
    let mut propagation = Propagation::default();
    let mut proof = Refuted { steps: 0, plain: true };
    let mut words = Words::new(lrat);
    let mut last = clauses.len() as u64;
    while let Some(word) = words.next() {
        let Ok(id) = u64::try_from(words.parse(word)?) else { return words.wrong("a step has a number below 0") };
        words.skip();
        if words.rest.first() == Some(&b'd') {
            words.next();
            proof.plain = false;
            loop {
                match words.number()? {
                    0 => break,
                    number => {
                        let at = find(&ids, number).filter(|at| !deleted[*at]);
                        let Some(at) = at else { return words.wrong(format!("there is no clause {number} to delete")) };
                        deleted[at] = true;
                    }
                }
            }
            continue;
        }
        if id <= last {
            return words.wrong(format!("step {id} comes after clause {last}"));
        }
        proof.plain &= id == last + 1;
        last = id;
        let start = clauses.literals.len();
        loop {
            let number = words.number()?;
            match words.literal(number, cnf.variables)? {
                0 => break,
                lit => clauses.literals.push(lit),
            }
        }
        let step = clauses.literals[start..].to_vec();
        let mut follows = propagation.begin(&step);
        loop {
            let number = words.number()?;
            if number == 0 {
                break;
            }
            if number < 0 {
                return words.wrong(format!("step {id} is a RAT step, which is not accepted"));
            }
            if follows {
                continue;
            }
            let Some(at) = find(&ids, number).filter(|at| !deleted[*at]) else {
                return words.wrong(format!("step {id} names clause {number}, which is not there"));
            };
            match propagation.take(clauses.get(at)) {
                Effect::Conflict => follows = true,
                Effect::Unit | Effect::Known => {}
                Effect::Open => return words.wrong(format!("step {id}: nothing follows from clause {number}")),
            }
        }
        if !follows {
            return words.wrong(format!("step {id} does not follow from the clauses that it names"));
        }
        clauses.end();
        ids.push(id);
        deleted.push(false);
        proof.steps += 1;
        if step.is_empty() {
            words.skip();
            return match words.rest.is_empty() {
                true => Ok(proof),
                false => words.wrong("the proof goes on after the empty clause"),
            };
        }
    }
    words.wrong("the proof ends without the empty clause")
}

/// The place of a clause by its number.
fn find(ids: &[u64], number: i64) -> Option<usize> {
    let number = u64::try_from(number).ok()?;
    let guess = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let plain = guess.filter(|at| ids.get(*at) == Some(&number));
    plain.or_else(|| ids.binary_search(&number).ok())
}
