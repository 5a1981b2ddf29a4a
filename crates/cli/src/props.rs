//! What is asked: the kinds of property chosen with `-p`, by name or by an SV-COMP property file.

use hecaton_ir::PropKind;
use std::collections::BTreeSet;

/// The properties to decide, and what a property file says about the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The chosen kinds.
    pub kinds: BTreeSet<PropKind>,
    /// The function to start in, if a property file names it.
    pub entry: Option<String>,
    /// Functions that must not be called, if a property file names them.
    pub error_functions: Vec<String>,
    /// A label that must not be reached, if a property file names it.
    pub error_label: Option<String>,
    /// Questions that cannot be answered yet, by their SV-COMP name.
    pub unsupported: Vec<String>,
}

/// Kinds that are not checked unless asked for: many programs end without freeing, and rightly so; and a variable that
/// is read without a value is arbitrary, which shows where it matters. Where pointers may lead and how they are aligned
/// matters at accesses, which `deref` checks; to show it of every pointer needs facts that many proofs do without.
const NOT_BY_DEFAULT: [PropKind; 5] =
    [PropKind::Leak, PropKind::Cleanup, PropKind::Pointer, PropKind::Alignment, PropKind::Uninit];
const MEMORY: [PropKind; 4] = [PropKind::Bounds, PropKind::Deref, PropKind::Free, PropKind::Leak];

fn defaults() -> BTreeSet<PropKind> {
    PropKind::ALL.into_iter().filter(|k| !NOT_BY_DEFAULT.contains(k)).collect()
}

impl Default for Selection {
    fn default() -> Self {
        Selection { kinds: defaults(), ..Self::nothing() }
    }
}

/// Whether a function can have this name.
fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.starts_with(|c: char| plain(c) && !c.is_ascii_digit()) && text.chars().all(plain)
}

impl Selection {
    fn nothing() -> Self {
        Selection {
            kinds: BTreeSet::new(),
            entry: None,
            error_functions: vec![],
            error_label: None,
            unsupported: vec![],
        }
    }

    /// From the words of a comma list: kinds, groups, and `-kind` or `-group` to remove.
    pub fn parse_list(list: &str) -> Result<Self, String> {
        let words: Vec<&str> = list.split(',').map(str::trim).filter(|w| !w.is_empty()).collect();
        let Some(first) = words.first() else { return Err("no property is named".into()) };
        let mut kinds = if first.starts_with('-') { defaults() } else { BTreeSet::new() };
        for word in &words {
            match word.strip_prefix('-') {
                None => kinds.extend(group(word)?),
                Some(removed) => {
                    let removed = group(removed)?;
                    kinds.retain(|k| !removed.contains(k));
                }
            }
        }
        if kinds.is_empty() {
            return Err(format!("`{list}` leaves nothing to check"));
        }
        Ok(Selection { kinds, ..Self::nothing() })
    }

    /// From the text of an SV-COMP property file. The error has its line, from 1.
    pub fn parse_prp(text: &str) -> Result<Self, (u32, String)> {
        let mut selection = Self::nothing();
        let mut any = false;
        for (index, line) in text.lines().enumerate() {
            let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
            if !compact.is_empty() {
                any = true;
                selection.add_check(&compact).map_err(|what| (index as u32 + 1, what))?;
            }
        }
        if any { Ok(selection) } else { Err((1, "the property file is empty".into())) }
    }

    /// Adds one `CHECK(init(entry()),LTL(formula))`, written without blanks.
    fn add_check(&mut self, check: &str) -> Result<(), String> {
        if check.starts_with("COVER(") {
            return Err("test generation (COVER) is not supported".into());
        }
        let (entry, formula) = check
            .strip_prefix("CHECK(init(")
            .and_then(|rest| rest.split_once("()),LTL("))
            .and_then(|(entry, rest)| Some((entry, rest.strip_suffix("))")?)))
            .ok_or("expected `CHECK( init(main()), LTL(formula) )`")?;
        if !is_name(entry) {
            return Err("the entry function has no name of a function".into());
        }
        match &self.entry {
            Some(other) if other != entry => return Err(format!("two entry functions, {other} and {entry}")),
            _ => self.entry = Some(entry.to_owned()),
        }
        if let Some(function) = formula.strip_prefix("G!call(").and_then(|f| f.strip_suffix("())")) {
            for name in [function, "__VERIFIER_error"] {
                if !self.error_functions.iter().any(|f| f == name) {
                    self.error_functions.push(name.to_owned());
                }
            }
            self.kinds.insert(PropKind::Unreach);
        } else if let Some(label) = formula.strip_prefix("G!label(").and_then(|f| f.strip_suffix(')')) {
            self.error_label = Some(label.to_owned());
            self.kinds.insert(PropKind::Unreach);
        } else {
            match formula {
                "Gvalid-free" => self.kinds.extend([PropKind::Free]),
                // An index beyond its array but inside of the same object is no invalid dereference.
                "Gvalid-deref" => self.kinds.extend([PropKind::Deref]),
                "Gvalid-memtrack" => self.kinds.extend([PropKind::Leak]),
                "Gvalid-memcleanup" => self.kinds.extend([PropKind::Cleanup]),
                "G!overflow" => self.kinds.extend([PropKind::Overflow]),
                "Fend" => self.unsupported.push("termination".into()),
                "G!data-race" => self.kinds.extend([PropKind::Race]),
                "G!deadlock" => self.kinds.extend([PropKind::Deadlock]),
                "Gdef-behavior" => self.unsupported.push("def-behavior".into()),
                _ => return Err(format!("the formula `{formula}` is not known")),
            }
        }
        Ok(())
    }

    /// Both questions.
    pub fn and(mut self, other: Selection) -> Result<Self, String> {
        if let (Some(a), Some(b)) = (&self.entry, &other.entry)
            && a != b
        {
            return Err(format!("two entry functions, {a} and {b}"));
        }
        self.kinds.extend(other.kinds);
        self.entry = self.entry.or(other.entry);
        for name in other.error_functions {
            if !self.error_functions.contains(&name) {
                self.error_functions.push(name);
            }
        }
        self.error_label = self.error_label.or(other.error_label);
        self.unsupported.extend(other.unsupported);
        Ok(self)
    }
}

/// A kind or a group by its name.
fn group(name: &str) -> Result<BTreeSet<PropKind>, String> {
    if let Some(kind) = PropKind::ALL.into_iter().find(|k| k.name() == name) {
        return Ok(BTreeSet::from([kind]));
    }
    match name {
        "all" => Ok(PropKind::ALL.into()),
        "default" => Ok(defaults()),
        "memory" => Ok(MEMORY.into()),
        _ => {
            let kinds: Vec<&str> = PropKind::ALL.iter().map(|k| k.name()).collect();
            Err(format!("`{name}` is no kind of property; there are {}, default, memory and all", kinds.join(", ")))
        }
    }
}

/// The SV-COMP name of a violated kind.
pub fn subproperty(kind: PropKind) -> &'static str {
    match kind {
        PropKind::Unreach => "unreach-call",
        PropKind::Bounds | PropKind::Deref => "valid-deref",
        PropKind::Free => "valid-free",
        PropKind::Leak => "valid-memtrack",
        PropKind::Cleanup => "valid-memcleanup",
        PropKind::Overflow => "no-overflow",
        PropKind::Race => "no-data-race",
        PropKind::Deadlock => "no-deadlock",
        // These are no properties of SV-COMP; the name of the kind says more than nothing.
        PropKind::Assertion
        | PropKind::Division
        | PropKind::Shift
        | PropKind::Conversion
        | PropKind::Pointer
        | PropKind::Alignment
        | PropKind::Overlap
        | PropKind::Vla
        | PropKind::Sequence
        | PropKind::Uninit => kind.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(selection: &Selection) -> Vec<&'static str> {
        selection.kinds.iter().map(|k| k.name()).collect()
    }

    #[test]
    fn lists_add_and_remove() {
        let list = |text| names(&Selection::parse_list(text).expect(text));
        assert_eq!(list("overflow, assertion"), ["assertion", "overflow"]);
        assert_eq!(list("memory,-leak"), ["bounds", "deref", "free"]);
        assert_eq!(list("all").len(), PropKind::ALL.len());
        assert_eq!(
            list("-unreach,-memory"),
            [
                "assertion",
                "overflow",
                "division",
                "shift",
                "conversion",
                "overlap",
                "vla",
                "sequence",
                "race",
                "deadlock"
            ]
        );
        assert_eq!(names(&Selection::default()), list("all,-leak,-cleanup,-pointer,-alignment,-uninit"));
        for wrong in ["", ",", "bound", "bounds,-bounds", "-all"] {
            assert!(Selection::parse_list(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn property_files_are_read_whatever_their_blanks() {
        let reach = Selection::parse_prp("CHECK( init(main()), LTL(G ! call(reach_error())) )\n").expect("reach");
        assert_eq!(names(&reach), ["unreach"]);
        assert_eq!(reach.error_functions, ["reach_error", "__VERIFIER_error"]);
        assert_eq!(reach.entry.as_deref(), Some("main"));
        let memory = "CHECK(init(main()),LTL(G valid-free))\nCHECK( init(main()), LTL(G valid-deref) )\n\n\
                      CHECK( init(main()), LTL(G valid-memtrack) )\n";
        assert_eq!(names(&Selection::parse_prp(memory).expect("memory")), ["deref", "free", "leak"]);
        let label = Selection::parse_prp("CHECK( init(main()), LTL(G ! label(ERROR)) )").expect("label");
        assert_eq!(label.error_label.as_deref(), Some("ERROR"));
    }

    #[test]
    fn questions_we_cannot_answer_are_kept_and_not_dropped() {
        let end = Selection::parse_prp("CHECK( init(main()), LTL(F end) )").expect("termination");
        assert!(end.kinds.is_empty());
        assert_eq!(end.unsupported, ["termination"]);
        let overflow = Selection::parse_prp("CHECK( init(main()), LTL(G ! overflow) )").expect("overflow");
        let both = end.and(overflow).expect("same entry");
        assert_eq!((names(&both), both.unsupported.len()), (vec!["overflow"], 1));
    }

    #[test]
    fn wrong_property_files_are_errors_in_their_line() {
        let line = |text| Selection::parse_prp(text).expect_err(text).0;
        assert_eq!(line("\nCHECK( init(ma(in()), LTL(G ! overflow) )"), 2);
        assert_eq!(line("CHECK( init(()), LTL(G ! overflow) )"), 1);
        assert_eq!(line(""), 1);
        assert_eq!(line("\nCHECK( init(main()), LTL(G ! nonsense) )"), 2);
        assert_eq!(line("CHECK( init(main()), LTL(F end) )\nCHECK( init(f()), LTL(F end) )"), 2);
        assert_eq!(line("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"), 1);
        assert_eq!(line("int main(void) { return 0; }"), 1);
    }
}
