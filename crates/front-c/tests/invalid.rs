//! What gcc refuses is refused, and what gcc accepts is accepted: one program a line in `tests/invalid/*.c`, by families.
//! The messages are compared with the `.txt` file beside it; `UPDATE_EXPECT=1` rewrites. A line that ends in `// open` is
//! one where the two differ, and have to: its repair is noticed.

use hecaton_front_c::{Failure, Options, load_text};
use hecaton_testkit::expect_file;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether gcc accepts a program.
fn gcc_accepts(text: &str) -> bool {
    let mut gcc = Command::new("gcc")
        .args(["-x", "cpp-output", "-std=gnu17", "-fsyntax-only", "-w", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("gcc starts");
    gcc.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("gcc reads");
    gcc.wait().expect("gcc ends").success()
}

/// The programs of a file, with the numbers of their lines and whether it is open that the two differ.
fn programs(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with("//") && !line.is_empty());
    lines.map(|(index, line)| match line.strip_suffix("// open") {
        Some(case) => (index + 1, case, true),
        None => (index + 1, line, false),
    })
}

/// What is compared with the compiler: the program with a function to start in.
fn started(case: &str) -> String {
    if case.contains(" main(") { case.to_owned() } else { format!("{case}\nint main(void) {{ return 0; }}\n") }
}

#[test]
fn as_gcc() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invalid");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = String::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let mut messages = String::new();
        for (line, case, open) in programs(&text) {
            let program = started(case);
            let answer = load_text(program.as_bytes(), &Options::default());
            let accepted = answer.is_ok();
            if let Err(Failure { diags, .. }) = answer {
                let error = diags.iter().find(|diag| diag.severity == hecaton_front_c::Severity::Error);
                writeln!(messages, "{line}: {}", error.expect("an error").message).expect("text");
            }
            if (gcc_accepts(&program) == accepted) == open {
                let how = if accepted { "accepted" } else { "refused" };
                let what = if open { "as by gcc" } else { "unlike gcc" };
                let name = path.file_name().expect("a name").to_string_lossy();
                writeln!(wrong, "{name}:{line}: {how} {what}: {case}").expect("text");
            }
        }
        expect_file(&path.with_extension("txt"), &messages);
    }
    assert!(wrong.is_empty(), "{wrong}");
}
