//! Input that is no program: always a message and exit code 1 or 2, never a panic, a hang or a verdict.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use run::{code, run, scratch, stderr, stdout};

/// Checks a file that cannot be used; gives the message.
fn refused(path: &str) -> String {
    let output = run(&["check", path]);
    assert!(matches!(code(&output), 1 | 2), "{path}: exit code {}\n{}", code(&output), stderr(&output));
    assert_eq!(stdout(&output), "", "{path}: something on standard output");
    let message = stderr(&output);
    assert!(message.starts_with("error"), "{path}: {message}");
    assert!(!message.contains("panicked") && !message.contains("internal error"), "{path}: {message}");
    message
}

/// Bytes that look random and are the same every time.
fn noise(len: usize, mut seed: u64, printable: bool) -> Vec<u8> {
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let byte = (seed >> 24) as u8;
        if printable { b' ' + byte % 95 } else { byte }
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn missing_files_and_directories_are_named() {
    for extension in ["c", "i", "hir", "yml"] {
        assert!(refused(&format!("no/such/file.{extension}")).contains("no/such/file"));
    }
    assert!(refused("crates").contains("directory"));
    assert!(refused("README.md").contains("README.md"), "not an extension we read");
}

#[test]
fn noise_is_refused_in_every_language() {
    for (number, extension) in ["c", "i", "hir", "yml"].into_iter().enumerate() {
        for printable in [false, true] {
            for round in 1..=4 {
                let seed = 0x9e37_79b9_7f4a_7c15 ^ (round * 7919 + number as u64);
                refused(&scratch(&format!("noise{round}{printable}.{extension}"), noise(4_000, seed, printable)));
            }
        }
    }
}

#[test]
fn truncated_programs_are_refused_wherever_they_end() {
    let text = "struct s { int a[3]; };\nint main(void) { struct s x = {{1, 2, 3}}; if (x.a[1] == 2) { return 1; } return 0; }\n";
    let end = text.trim_end().len();
    // Behind the first declaration a shorter text could still be a program without main, which is refused as well.
    for cut in (1..end).step_by(7) {
        refused(&scratch(&format!("cut{cut}.c"), &text[..cut]));
    }
}

#[test]
fn a_missing_include_is_shown_where_it_stands() {
    let message = refused(&scratch("include.c", "int x;\n#include \"nowhere.h\"\nint main(void) { return 0; }\n"));
    assert!(message.contains("nowhere.h") && message.contains("include.c:2"), "{message}");
}

#[test]
fn a_syntax_error_is_shown_where_it_stands() {
    let message = refused(&scratch("syntax.c", "int main(void) {\n  int x = 3 +;\n  return x;\n}\n"));
    assert!(message.contains("syntax.c:2") && message.contains("int x = 3 +;"), "{message}");
}

#[test]
fn nesting_has_a_limit_and_not_a_crash() {
    let n = 10_000;
    let shapes = [
        ("parentheses.c", format!("int main(void) {{ return {}1{}; }}\n", "(".repeat(n), ")".repeat(n))),
        ("blocks.c", format!("int main(void) {{ {}{} return 0; }}\n", "{".repeat(n), "}".repeat(n))),
        ("minus.c", format!("int main(void) {{ return {}1; }}\n", "- ".repeat(3 * n))),
        ("pointers.c", format!("int {}p;\nint main(void) {{ return 0; }}\n", "*".repeat(n))),
        ("open.c", "(".repeat(n)),
        ("brackets.c", format!("int a{};\nint main(void) {{ return 0; }}\n", "[1]".repeat(n))),
        ("parentheses.hir", format!("func main() -> i32 {{\nb0:\n  return {}1{}\n}}\n", "(".repeat(n), ")".repeat(n))),
        ("deep.yml", (0..n / 10).map(|i| format!("{}a:\n", " ".repeat(i))).collect()),
    ];
    for (name, text) in shapes {
        let output = run(&["check", &scratch(name, text)]);
        assert!(matches!(code(&output), 0..=2), "{name}: {}\n{}", code(&output), stderr(&output));
        assert!(code(&output) == 0 || stderr(&output).starts_with("error"), "{name}: {}", stderr(&output));
    }
}

#[test]
fn a_file_of_fifty_megabytes_is_no_trouble() {
    let mut text = vec![b' '; 50_000_000];
    text.push(b'@');
    let path = scratch("large.i", text);
    let message = refused(&path);
    assert!(message.len() < 2_000, "the message quotes {} bytes", message.len());
    let _ = std::fs::remove_file(path);
}

#[test]
fn task_and_property_files_are_refused_in_their_line() {
    let task = scratch("wrong.yml", "format_version: '2.0'\ninput_files: {a: b}\n");
    assert!(refused(&task).contains("wrong.yml:2"));
    let java = scratch("java.yml", "format_version: '2.0'\ninput_files: A.java\noptions:\n  language: Java\n");
    assert!(refused(&java).contains("Java"));
    let prp = scratch("wrong.prp", "CHECK( init(main()), LTL(G ! sorrow) )\n");
    let output = run(&["check", "-p", &prp, "tests/tasks/assert_safe.c"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("wrong.prp:1"), "{}", stderr(&output));
}
