//! The faults that `bench/mutation` builds in: each still has its place in the code, so that the list does not rot.

use hecaton_testkit::workspace::root;
use std::collections::{BTreeMap, BTreeSet};

/// What the list says of one fault, as far as it can be compared with the code.
#[derive(Default)]
struct Fault {
    name: String,
    file: String,
    lines: Vec<String>,
    instead: usize,
    why: usize,
}

fn faults() -> Vec<Fault> {
    let list = std::fs::read_to_string(root().join("bench/mutations.txt")).expect("the list");
    let mut out: Vec<Fault> = Vec::new();
    for line in list.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if let Some((name, file)) = line.split_once(": ").filter(|_| !line.starts_with(['-', '+', '?', ' '])) {
            out.push(Fault { name: name.into(), file: file.into(), ..Fault::default() });
            continue;
        }
        let last = out.last_mut().expect("a fault has a name");
        match line.split_at(1) {
            ("-", rest) => last.lines.push(rest.trim().to_owned()),
            ("+", _) => last.instead += 1,
            ("?", rest) => assert!(rest.split_whitespace().count() >= 2, "{}: a crate and a target", last.name),
            _ => last.why += 1,
        }
    }
    out
}

/// Text without its line breaks and what is before and after them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_fault_has_its_place_in_the_code() {
    let (mut wrong, mut names, mut files) = (Vec::new(), BTreeSet::new(), BTreeMap::<String, String>::new());
    let faults = faults();
    for Fault { name, file, lines, instead, why } in &faults {
        let text = files.entry(file.clone()).or_insert_with(|| {
            let text = std::fs::read_to_string(root().join(file)).unwrap_or_default();
            format!("\n{}\n", text.lines().map(str::trim).collect::<Vec<_>>().join("\n"))
        });
        let marked = lines.join("\n");
        let place = format!("\n{}\n", marked.replace(['«', '»'], ""));
        let found = text.match_indices(&place).count();
        let marks = marked.matches('«').count() == 1 && marked.matches('»').count() == 1;
        if found != 1 || !marks || *instead == 0 || *why == 0 || !names.insert(name) {
            wrong.push(format!("{name}: {found} times in {file}: {}", words(&marked)));
        }
    }
    assert!(wrong.is_empty(), "these no longer have their place in the code:\n{}", wrong.join("\n"));
    assert!(faults.len() >= 60, "only {} faults", faults.len());
}
