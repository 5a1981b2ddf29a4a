//! Each `tests/syntax/*.i` is parsed and compared with the `.ast` file beside it. `UPDATE_EXPECT=1` rewrites those.
//! A first line `// std: c23` sets the language. A file that cannot be parsed shows its message instead.

mod sexpr;

use hecaton_front_c::ast::Sources;
use hecaton_front_c::lex::{Dialect, Markers};
use hecaton_front_c::parse;
use hecaton_ir::File;
use std::path::Path;

fn rendered(name: &str, text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.files.push(File { name: name.into(), text: Some(text.into()), library: false });
    let dialect = Dialect { c23: text.starts_with("// std: c23"), markers: Markers::Ignore };
    match parse::parse(text.as_bytes(), file, dialect, &mut sources) {
        Ok(unit) => sexpr::unit(&unit, &sources.names),
        Err(diags) => {
            let mut out = String::new();
            for diag in diags {
                let place =
                    diag.span.map_or(String::new(), |span| format!("{}:{}+{}: ", span.line, span.col, span.len));
                out += &format!("error: {place}{}\n", diag.message);
                for (note, span) in diag.notes {
                    let place = span.map_or(String::new(), |span| format!("{}:{}+{}: ", span.line, span.col, span.len));
                    out += &format!("note: {place}{note}\n");
                }
                diag.help.iter().for_each(|help| out += &format!("help: {help}\n"));
            }
            out
        }
    }
}

#[test]
fn golden_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "i"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    let mut wrong = Vec::new();
    for path in names {
        let text = std::fs::read_to_string(&path).expect("readable");
        // Cases of one file are separated by `//---`; each is parsed by itself.
        let found: Vec<String> = text.split("//---\n").map(|case| rendered("case.i", case)).collect();
        let found = found.join("---\n");
        let expected_path = path.with_extension("ast");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected_path, &found).expect("writable");
        }
        let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
        if expected != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "differs from the .ast file:\n{}", wrong.join("\n"));
}
