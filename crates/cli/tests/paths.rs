//! What `--engine paths` gives besides verdicts: tests of the paths, and how much of the program they cover.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "extern int nondet_int(void);
extern unsigned char nondet_uchar(void);
int main(void) {
  int x = nondet_int();
  if (x == 12345) return 3;
  unsigned char y = nondet_uchar();
  int z = nondet_int();
  if (y > 100 && z < -7 && x + 1u == 8u) return 4;
  if (y == 77) return 5;
  return 6;
}
";

/// Compiles a test with the program and runs it.
fn result_of(dir: &Path, program: &Path, test: &Path) -> i32 {
    let exe = dir.join("test");
    let built = Command::new("gcc").arg("-w").arg("-o").arg(&exe).arg(program).arg(test).status();
    assert!(built.expect("gcc is there").success(), "{}", test.display());
    Command::new(&exe).status().expect("it runs").code().expect("it ends")
}

#[test]
fn tests_of_all_paths_reach_every_result() {
    let dir = std::env::temp_dir().join(format!("hecaton-tests-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let (program, tests) = (dir.join("program.c"), dir.join("tests"));
    std::fs::write(&program, PROGRAM).expect("a file");
    let (program_text, tests_text) = (program.display().to_string(), tests.display().to_string());
    let output = run::run(&[
        "check",
        "--engine",
        "paths",
        "--format",
        "json",
        "--tests",
        &tests_text,
        "-p",
        "all",
        &program_text,
    ]);
    assert_eq!(run::code(&output), 0, "{}", run::stderr(&output));
    let report: serde_json::Value = serde_json::from_str(&run::stdout(&output)).expect("a report");
    let counts = &report["counts"];
    assert_eq!((&counts["lines covered"], &counts["branches covered"]), (&counts["lines"], &counts["branches"]));
    let mut results = BTreeSet::new();
    let mut written = 0;
    for entry in std::fs::read_dir(&tests).expect("tests were written") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("text");
        if path.extension().is_some_and(|ending| ending == "c") {
            results.insert(result_of(&dir, &program, &path));
        } else {
            let test: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(test["objects"][0]["name"], "nondet_int");
            assert_eq!(test["objects"][0]["bits"], 32);
            written += 1;
        }
    }
    assert_eq!(results, BTreeSet::from([3, 4, 5, 6]));
    assert_eq!(report["counts"]["paths"], written);
    std::fs::remove_dir_all(&dir).expect("removed");
}

#[test]
fn tests_are_only_made_by_the_engine_that_has_them() {
    let output = run::run(&["check", "--engine", "bmc", "--tests", "nowhere", "examples/bubble.c"]);
    assert_eq!(run::code(&output), 1);
    assert!(run::stderr(&output).contains("--engine paths"), "{}", run::stderr(&output));
}
