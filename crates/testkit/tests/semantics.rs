//! `docs/semantics.md` is the one place that says what a program means. These tests keep it in step with the code: each
//! row names tests that are there, each assumption it quotes is a text of the code, and each text of the code that is
//! listed as an assumption stands in it.

use hecaton_testkit::workspace::{files, root, rust_files};

/// A row of a table: its cells.
fn rows(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Option<Vec<String>> {
        let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
        Some(inner.split('|').map(|cell| cell.trim().to_owned()).collect())
    };
    let rows = text.lines().filter(|line| !line.starts_with("|---")).filter_map(cells);
    rows.filter(|row| row.first().is_some_and(|cell| cell != "freedom")).collect()
}

/// What stands between “ and ”.
fn quotes(text: &str) -> Vec<String> {
    text.split('“').skip(1).filter_map(|rest| Some(rest.split_once('”')?.0.to_owned())).collect()
}

/// The string literal at the start of a text, without the breaks of long ones, and with `…` for what is put in.
fn literal(text: &str) -> Option<String> {
    let mut chars = text.trim_start().strip_prefix('"')?.chars();
    let mut out = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(out),
            '\\' => match chars.next()? {
                '\n' => chars = chars.as_str().trim_start().chars(),
                c => out.push(c),
            },
            '{' => {
                chars = chars.as_str().split_once('}')?.1.chars();
                out.push('…');
            }
            c => out.push(c),
        }
    }
}

/// The texts that become assumptions of a verdict, and where they stand.
fn assumptions() -> Vec<(String, String)> {
    let mut sources: Vec<(String, String)> = Vec::new();
    for (path, text) in rust_files() {
        let path = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        if path.contains("/src/") {
            sources.push((path, text));
        }
    }
    for path in files(&root().join("crates/front-c/models")) {
        let text = std::fs::read_to_string(&path).expect("a model is text");
        sources.push((path.strip_prefix(root()).unwrap_or(&path).display().to_string(), text));
    }
    let mut found = Vec::new();
    for (path, text) in sources {
        for start in ["self.note(", "__hecaton_assumed("] {
            for (at, _) in text.match_indices(start) {
                let rest = text[at + start.len()..].trim_start();
                let rest = rest.strip_prefix("format!(").unwrap_or(rest);
                found.extend(literal(rest).map(|text| (path.clone(), text)));
            }
        }
    }
    found
}

fn document() -> String {
    std::fs::read_to_string(root().join("docs/semantics.md")).expect("the document is there")
}

#[test]
fn every_row_has_a_test() {
    let rows = rows(&document());
    assert!(rows.len() > 30, "the tables are missing");
    let mut wrong = Vec::new();
    for row in &rows {
        let [freedom, _, _, tests] = row.as_slice() else {
            wrong.push(format!("a row does not have four cells: {row:?}"));
            continue;
        };
        for test in tests.split(',').map(str::trim) {
            if !root().join(test).is_file() {
                wrong.push(format!("{freedom}: there is no test `{test}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_assumption_of_the_document_is_a_text_of_the_code() {
    let mut code = String::new();
    for (_, text) in rust_files() {
        // Long literals are broken with a backslash.
        code.push_str(&text.replace("\\\n", " ").replace('\n', " "));
    }
    for path in files(&root().join("crates/front-c/models")) {
        code.push_str(&std::fs::read_to_string(path).expect("a model is text"));
    }
    let code = code.replace("\\\"", "\"").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut wrong = Vec::new();
    for row in rows(&document()) {
        for quote in row.get(2).map(|cell| quotes(cell)).unwrap_or_default() {
            if let Some(part) = quote.split('…').map(str::trim).find(|part| !code.contains(part)) {
                wrong.push(format!("`{part}` of “{quote}” is nowhere in the code"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_assumption_of_the_code_is_in_the_document() {
    let quoted: Vec<String> = rows(&document()).iter().flat_map(|row| quotes(&row.join(" "))).collect();
    let all = assumptions();
    assert!(all.len() > 20, "the texts of the code were not found");
    let known = |text: &String| quoted.iter().any(|quote| quote == text);
    let wrong: Vec<String> =
        all.iter().filter(|(_, text)| !known(text)).map(|(path, text)| format!("{path}: “{text}”")).collect();
    assert!(wrong.is_empty(), "not in docs/semantics.md:\n{}", wrong.join("\n"));
}
