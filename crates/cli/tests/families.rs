//! What the report lists as assumed where a program does no more than call functions of the library: nothing, or what the
//! table of `docs/semantics.md` says of these functions. `models/families.txt` has a small program for every header of
//! which functions are modelled, and the assumptions that it may list.

use hecaton_base::Budget;
use hecaton_front_c::{Input, Options, load, modelled};
use std::collections::BTreeSet;

/// A program of one family of functions.
struct Family {
    header: String,
    body: String,
    assumptions: Vec<String>,
}

/// The declarations that all programs share, and the programs: a line each, and under it a line for each assumption.
fn families() -> (String, Vec<Family>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models/families.txt");
    let text = std::fs::read_to_string(path).expect("the table of families");
    let (mut prelude, mut families) = (String::new(), Vec::<Family>::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
        match (line.strip_prefix("  "), line.split_once(" | ")) {
            (Some(assumption), _) => {
                families.last_mut().expect("a program before its assumptions").assumptions.push(assumption.to_owned());
            }
            (None, Some((header, body))) => {
                families.push(Family { header: header.to_owned(), body: body.to_owned(), assumptions: Vec::new() });
            }
            (None, None) => {
                prelude += line;
                prelude.push('\n');
            }
        }
    }
    (prelude, families)
}

#[test]
fn programs_that_call_the_library_list_what_they_touch() {
    let (prelude, families) = families();
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("family.c");
    let mut wrong = Vec::new();
    for Family { header, body, assumptions } in &families {
        std::fs::write(&path, format!("{prelude}int main(void) {{ {body} return 0; }}\n")).expect("a temporary file");
        match load(&[Input::plain(&path)], &Options::default(), &Budget::unlimited()) {
            Ok(loaded) if loaded.program.notes == *assumptions => {}
            Ok(loaded) => wrong.push(format!("{header} | {body}\n  lists {:#?}", loaded.program.notes)),
            Err(failure) => wrong.push(format!("{header} | {body}\n  {:?}", failure.diags)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_family_has_a_program() {
    let (_, families) = families();
    let tried: BTreeSet<&str> = families.iter().map(|family| family.header.as_str()).collect();
    let lost: BTreeSet<&str> =
        modelled().iter().map(|model| model.header).filter(|name| !tried.contains(name)).collect();
    assert!(lost.is_empty(), "headers without a program in models/families.txt: {lost:?}");
}
