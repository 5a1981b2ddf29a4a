//! Rules of the house that the compiler does not check. Words that must not occur are put together here from pieces,
//! so that this file does not find itself.

use hecaton_testkit::Header;
use hecaton_testkit::workspace::{files, root, rust_files};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which crate may depend on which; `base` is allowed everywhere, and tests may use anything.
const EDGES: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("ir", &[]),
    ("term", &[]),
    ("jobs", &[]),
    ("host", &[]),
    ("cache", &["host"]),
    ("certify", &[]),
    ("front-c", &["ir", "host"]),
    ("trace", &["ir"]),
    ("solve", &["term"]),
    ("backends", &["solve", "term", "host", "certify"]),
    ("symex", &["ir", "term"]),
    ("cpa", &["ir"]),
    ("engine", &["ir", "term", "solve", "symex", "cpa", "trace", "jobs", "cache"]),
    (
        "cli",
        &[
            "ir", "term", "jobs", "front-c", "trace", "solve", "backends", "symex", "cpa", "engine", "cache", "host",
            "certify",
        ],
    ),
    ("testkit", &[]),
];

const MAX_LINES: usize = 1_500;

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Panics with all complaints, if there are any.
fn report(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn crates_depend_only_on_what_is_below_them() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--no-deps", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let short = |name: &serde_json::Value| name.as_str().and_then(|n| n.strip_prefix("hecaton-")).map(str::to_owned);
    let mut complaints = Vec::new();
    let mut seen = BTreeSet::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let name = short(&package["name"]).expect("every package is called hecaton-something");
        let Some((_, allowed)) = EDGES.iter().find(|(from, _)| *from == name) else {
            complaints.push(format!("{name} is not in the list of crates"));
            continue;
        };
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let Some(to) = short(&dependency["name"]).filter(|_| dependency["kind"] != "dev") else { continue };
            if to != "base" && !allowed.contains(&to.as_str()) {
                complaints.push(format!("{name} must not depend on {to}"));
            }
        }
        seen.insert(name);
    }
    complaints.extend(EDGES.iter().filter(|(c, _)| !seen.contains(*c)).map(|(c, _)| format!("there is no crate {c}")));
    report(complaints);
}

#[test]
fn files_are_short() {
    let too_long = |(path, text): &(PathBuf, String)| {
        let lines = text.lines().count();
        (lines > MAX_LINES).then(|| format!("{}: {lines} lines, more than {MAX_LINES}", relative(path)))
    };
    report(rust_files().iter().filter_map(too_long).collect());
}

/// The code of a line: without a trailing comment, and nothing of a line that is all comment or attribute.
fn code(line: &str) -> &str {
    let line = line.split("//").next().unwrap_or_default().trim();
    if line.starts_with("#[") || line.starts_with("#!") { "" } else { line }
}

fn has_word(line: &str, word: &str) -> bool {
    let border = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word)
        .any(|(at, _)| border(line[..at].chars().next_back()) && border(line[at + word.len()..].chars().next()))
}

#[test]
fn code_that_bypasses_the_checks_of_rust_stays_in_backends() {
    let word = ["un", "safe"].concat();
    let mut complaints = Vec::new();
    for (path, text) in rust_files() {
        let name = relative(&path);
        if name.starts_with("crates/backends/") {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            // A string may speak of it.
            let bare: String = code(line).split('"').step_by(2).collect();
            if has_word(&bare, &word) {
                complaints.push(format!("{name}:{}: {word}", index + 1));
            }
        }
    }
    for (name, _) in EDGES {
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).expect("every crate has a manifest");
        if *name != "backends" && !text.contains("[lints]\nworkspace = true") {
            complaints.push(format!("{}: the lints of the workspace are not used", relative(&manifest)));
        }
    }
    report(complaints);
}

#[test]
fn nothing_is_left_for_later() {
    let words = [["to", "do!"].concat(), ["unimple", "mented!"].concat(), ["db", "g!"].concat()];
    let mut complaints = Vec::new();
    for (path, text) in rust_files() {
        for (index, line) in text.lines().enumerate() {
            for word in words.iter().filter(|w| code(line).contains(w.as_str())) {
                complaints.push(format!("{}:{}: {word}", relative(&path), index + 1));
            }
        }
    }
    report(complaints);
}

#[test]
fn names_say_what_a_file_is_and_not_how_old() {
    let stale = ["util", "utils", "helpers", "misc", "legacy", "new", "old"];
    let is_stale = |path: &Path| path.file_stem().is_some_and(|s| stale.contains(&s.to_string_lossy().as_ref()));
    let stale_files = rust_files().into_iter().map(|(path, _)| path).filter(|path| is_stale(path));
    report(stale_files.map(|path| format!("{}: needs a better name", relative(&path))).collect());
}

#[test]
fn every_crate_has_its_paragraph_in_the_architecture() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md exists");
    let mut complaints = Vec::new();
    for (name, _) in EDGES {
        let heading = format!("### `{name}`");
        match text.split_once(&heading) {
            None => complaints.push(format!("ARCHITECTURE.md has no heading {heading}")),
            Some((_, rest)) => {
                let paragraph = rest.split("\n#").next().unwrap_or_default();
                if !paragraph.contains("**Must not know:**") {
                    complaints.push(format!("ARCHITECTURE.md: `{name}` does not say what it must not know"));
                }
            }
        }
    }
    for word in text.split('`').filter(|w| w.starts_with("crates/")) {
        if !root().join(word).exists() {
            complaints.push(format!("ARCHITECTURE.md: {word} does not exist"));
        }
    }
    report(complaints);
}

/// The citations in a text, `Surname, Surname 1999` or `Surname et al. 1999`, as the surname before the year and the year.
fn citations(text: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().filter(|word| !["et", "al."].contains(word)).collect();
    let cited = |pair: &[&str]| {
        let year: String = pair[1].chars().take_while(char::is_ascii_digit).collect();
        let name = pair[0].trim_start_matches('(').trim_end_matches(',');
        let is_year = year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
        (is_year && name.chars().next().is_some_and(char::is_uppercase)).then(|| (name.to_owned(), year))
    };
    words.windows(2).filter_map(cited).collect()
}

#[test]
fn what_is_cited_is_in_the_bibliography() {
    let pair = |name: &str, year: &str| (name.to_owned(), year.to_owned());
    let text = "as in (King 1976; Abdulla et al. 2014, section 4) and Lal, Reps 2008 (since 2010)";
    assert_eq!(citations(text), [pair("King", "1976"), pair("Abdulla", "2014"), pair("Reps", "2008")]);
    let bibliography = std::fs::read_to_string(root().join("docs/bibliography.md")).expect("there is a bibliography");
    let mut complaints = Vec::new();
    let mut cited = 0;
    for (path, text) in rust_files() {
        let header: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).collect();
        for (name, year) in citations(&header.join(" ")) {
            cited += 1;
            let entry =
                |line: &str| line.starts_with("- ") && line.contains(&name) && line.contains(&format!("{year}.**"));
            if !bibliography.lines().any(entry) {
                complaints.push(format!("{}: {name} {year} is not in docs/bibliography.md", relative(&path)));
            }
        }
    }
    assert!(cited > 10, "only {cited} citations were found");
    report(complaints);
}

/// The text without comments, and without the unit tests at its end.
fn without_comments_and_tests(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// The modules of its own crate that some code names: what follows `crate::`, in braces too.
fn named_modules(code: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let mut named = BTreeSet::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            named.insert(word(rest));
            continue;
        };
        let (mut depth, mut item) = (1, String::new());
        for c in list.chars() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 || (depth == 1 && c == ',') {
                named.insert(word(item.trim()));
                item.clear();
            } else {
                item.push(c);
            }
            if depth == 0 {
                break;
            }
        }
    }
    named
}

#[test]
fn modules_use_only_those_before_them() {
    assert_eq!(
        named_modules("use crate::{a, b::{c, d}, e};\ncrate::f::g()"),
        ["a", "b", "e", "f"].map(str::to_owned).into()
    );
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md exists");
    let mut complaints = Vec::new();
    let mut drawn = 0;
    for (name, _) in EDGES {
        let paragraph = text.split_once(&format!("### `{name}`")).map_or("", |(_, rest)| rest);
        let paragraph = paragraph.split("\n### ").next().unwrap_or_default();
        let Some((_, list)) = paragraph.split_once("```modules\n") else { continue };
        drawn += 1;
        let order: Vec<&str> = list.split("```").next().unwrap_or_default().split_whitespace().collect();
        let source = root().join("crates").join(name).join("src");
        let mut seen = BTreeSet::new();
        for (path, text) in rust_files().into_iter().filter(|(path, _)| path.starts_with(&source)) {
            let inside = path.strip_prefix(&source).expect("it starts with it");
            let module = inside.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
            let module = module.unwrap_or_default().trim_end_matches(".rs").to_owned();
            if module == "lib" {
                continue;
            }
            let Some(place) = order.iter().position(|listed| *listed == module) else {
                complaints.push(format!("{}: `{module}` is not in the list of modules of `{name}`", relative(&path)));
                continue;
            };
            for used in named_modules(&without_comments_and_tests(&text)) {
                match order.iter().position(|listed| *listed == used) {
                    Some(other) if other > place => {
                        complaints.push(format!("{}: `{module}` must not use `{used}`", relative(&path)));
                    }
                    _ => {}
                }
            }
            seen.insert(module);
        }
        let gone = order.iter().filter(|listed| !seen.contains(**listed));
        complaints.extend(gone.map(|listed| format!("ARCHITECTURE.md: `{name}` has no module `{listed}`")));
    }
    assert!(drawn > 0, "ARCHITECTURE.md lists the modules of no crate");
    report(complaints);
}

#[test]
fn no_file_names_a_place_on_somebodys_machine() {
    let places = [["/wo", "rk/"].concat(), ["/ro", "ot/"].concat(), ["/ho", "me/"].concat(), ["/Us", "ers/"].concat()];
    let mut complaints = Vec::new();
    for path in files(&root()) {
        // What is no text names no place that a person would follow.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (index, line) in text.lines().enumerate() {
            for place in places.iter().filter(|p| line.contains(p.as_str())) {
                complaints.push(format!("{}:{}: {place}", relative(&path), index + 1));
            }
        }
    }
    report(complaints);
}

#[test]
fn every_task_has_a_header() {
    let tasks = files(&root().join("tests/tasks"));
    assert!(tasks.len() >= 60, "only {} tasks", tasks.len());
    let mut complaints = Vec::new();
    for path in tasks.iter().filter(|p| p.extension().is_some_and(|e| e == "c" || e == "i" || e == "hir")) {
        let text = std::fs::read_to_string(path).expect("tasks are text");
        if let Err(what) = Header::parse(&text) {
            complaints.push(format!("{}: {what}", relative(path)));
        }
    }
    report(complaints);
}
