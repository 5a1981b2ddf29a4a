//! C in, IR text out, compared with the file beside it; `UPDATE_EXPECT=1` rewrites. A case is `NAME.c` and `NAME.hir`.
//! `// options:` in its first line may hold `ilp32`, `malloc-may-fail`, `leaks` and `entry=NAME`. A program that is refused has
//! its messages in `NAME.hir` instead.

use hecaton_base::Budget;
use hecaton_front_c::{Input, Loaded, Options, load};
use hecaton_ir::{DataModel, Program};
use hecaton_testkit::expect_file;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn options(text: &str) -> Options {
    let mut options =
        Options { error_functions: vec!["reach_error".into(), "__VERIFIER_error".into()], ..Options::default() };
    let first = text.lines().next().unwrap_or("");
    for word in first.strip_prefix("// options:").unwrap_or("").split_whitespace() {
        match word.split_once('=') {
            None if word == "ilp32" => options.data_model = DataModel::Ilp32,
            None if word == "malloc-may-fail" => options.malloc_may_fail = true,
            None if word == "leaks" => options.leaks = true,
            Some(("entry", name)) => options.entry = name.into(),
            _ => panic!("unknown option {word}"),
        }
    }
    options
}

/// The text without what depends on where the tests run: the names of files.
fn printed(program: &Program) -> String {
    let text = hecaton_ir::text::print(program);
    text.lines().filter(|line| !line.starts_with("file ")).fold(String::new(), |all, line| all + line + "\n")
}

#[test]
fn lowered_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let options = options(&std::fs::read_to_string(&path).expect("a readable file"));
        let text = match load(&[Input::plain(&path)], &options, &Budget::unlimited()) {
            Ok(Loaded { program, warnings, .. }) => {
                let faults = hecaton_ir::verify(&program);
                assert!(faults.is_empty(), "{}: {faults:?}", path.display());
                let mut text = printed(&program);
                for warning in warnings {
                    let line = warning.span.map_or(0, |span| span.line);
                    writeln!(text, "// line {line}: warning: {}", warning.message).expect("text");
                }
                text
            }
            Err(failure) => failure.diags.iter().fold(String::new(), |all, diag| {
                let line = diag.span.map_or(0, |span| span.line);
                all + &format!("line {line}: {}\n", diag.message)
            }),
        };
        expect_file(&path.with_extension("hir"), &text);
    }
}
