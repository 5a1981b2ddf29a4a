//! The cache as a user meets it: the second run, the run after an edit, damage, runs at the same time, and runs that are
//! killed. Whatever the cache is like, verdicts are those of a run without one.

mod run;

use run::{code, hecaton, scratch, stderr, stdout};
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Output, Stdio};

const PROGRAM: &str = "
extern int __VERIFIER_nondet_int(void);
#define any __VERIFIER_nondet_int
extern void abort(void);
void reach_error(void) { abort(); }
int state;
static int clamp(int x) { if (x < 0) return 0; if (x > 10) return 10; return x; }
static int twice(int x) { return clamp(x) * 2; }
static int count(int n) { int s = 0; for (int i = 0; i < n; i++) s = clamp(s + 1); return s; }
static void check(int ok) { if (!ok) reach_error(); }
int main(void) {
    check(twice(any()) <= 20);
    check(count(5) <= 10);
    while (any()) state = clamp(any());
    check(state <= 10);
    return 0;
}
";

fn folder(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-cache-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder.display().to_string()
}

fn check(file: &str, folder: &str, more: &[&str]) -> Output {
    let mut args = vec!["check", "-p", "unreach", "--no-slice", "--format", "json", "--cache", folder, file];
    args.extend(more);
    hecaton(&args).output().expect("it runs")
}

/// A number of the report; 0 where there is none.
fn count(output: &Output, name: &str) -> u64 {
    let report: serde_json::Value = serde_json::from_str(&stdout(output)).expect("a report");
    report["counts"][name].as_u64().unwrap_or(0)
}

#[test]
fn the_second_run_knows_what_the_first_has_proved() {
    let (file, folder) = (scratch("second.c", PROGRAM), folder("second"));
    for engine in ["auto", "bam", "bmc"] {
        let first = check(&file, &folder, &["--engine", engine]);
        let second = check(&file, &folder, &["--engine", engine]);
        assert_eq!((code(&first), code(&second)), (0, 0), "{}", stdout(&first));
        assert_eq!(count(&first, "properties from the cache"), 0);
        assert!(count(&second, "properties from the cache") > 0, "{}", stdout(&second));
        assert_eq!(stderr(&second), "");
    }
    let args = ["check", "-p", "unreach", "--no-slice", "--format", "json", "--no-cache", &file];
    let without = hecaton(&args).env("HECATON_CACHE", &folder).output().expect("it runs");
    assert_eq!((code(&without), count(&without, "properties from the cache")), (0, 0));
    // Another question has another answer.
    let other = check(&file, &folder, &["--engine", "bam", "--unwind", "3"]);
    assert_eq!(count(&other, "properties from the cache"), 0);
}

#[test]
fn what_was_not_edited_is_not_analysed_again() {
    let folder = folder("edited");
    let first = check(&scratch("edited-1.c", PROGRAM), &folder, &["--engine", "bam"]);
    assert_eq!((code(&first), count(&first, "blocks from the cache")), (0, 0), "{}", stdout(&first));
    // A function before the others grows by a string, a variable in memory, a property and a line.
    let longer = "{ const char *t = \"more\"; int a[2]; int *p = a; p[1] = t[0]; if (p[1] != 'm') reach_error();\nreturn clamp(x) * 2; }";
    let edited = PROGRAM.replace("{ return clamp(x) * 2; }", longer);
    let second = check(&scratch("edited-2.c", &edited), &folder, &["--engine", "bam"]);
    assert_eq!(code(&second), 0, "{}", stdout(&second));
    assert!(count(&second, "blocks from the cache") >= 2, "{}", stdout(&second));
    assert!(count(&second, "steps") < count(&first, "steps"), "{}", stdout(&second));
}

#[test]
fn an_edit_that_matters_is_noticed() {
    let folder = folder("matters");
    assert_eq!(code(&check(&scratch("matters-1.c", PROGRAM), &folder, &[])), 0);
    let edited = PROGRAM.replace("return 10; return x;", "return 11; return x;");
    let file = scratch("matters-2.c", &edited);
    assert_eq!(code(&check(&file, &folder, &[])), 10);
    assert_eq!(code(&check(&file, &folder, &["--engine", "bam"])), 10);
    assert_eq!(code(&check(&file, &folder, &[])), 10, "and again");
}

/// With one worker, others look at a program before `bam` does; but not if `bam` has proved it before the edit.
#[test]
fn who_has_proved_a_program_begins_after_an_edit() {
    let (name, folder) = ("begins.c", folder("begins"));
    let first = check(&scratch(name, PROGRAM), &folder, &["-j1"]);
    assert_eq!(code(&first), 0, "{}", stdout(&first));
    assert!(count(&first, "lines") > 0, "paths were looked at: {}", stdout(&first));
    let edited = scratch(name, PROGRAM.replace("return clamp(x) * 2;", "x = clamp(x); return x + x;"));
    let second = check(&edited, &folder, &["-j1"]);
    assert_eq!((code(&second), count(&second, "lines")), (0, 0), "{}", stdout(&second));
    assert!(count(&second, "blocks from the cache") > 0, "{}", stdout(&second));
    let wrong = scratch(name, PROGRAM.replace("return clamp(x) * 2;", "return clamp(x) * 3;"));
    for workers in ["-j1", "-j2"] {
        assert_eq!(code(&check(&wrong, &folder, &[workers])), 10);
    }
}

/// What a run has left open is asked anew by the next one.
#[test]
fn only_proofs_are_kept_as_proofs() {
    let (violated, folder) = (scratch("open.c", PROGRAM.replace("<= 20", "<= 19")), folder("open"));
    for run in 0..2 {
        let output = check(&violated, &folder, &["--engine", "bmc", "--unwind", "2"]);
        assert_eq!(code(&output), 10, "run {run}");
    }
    let bounded = scratch("bounded.c", PROGRAM);
    for run in 0..2 {
        let output = check(&bounded, &folder, &["--engine", "bmc", "--unwind", "2"]);
        assert_eq!(code(&output), 5, "run {run}: {}", stdout(&output));
    }
}

#[test]
fn damage_is_told_and_changes_nothing() {
    let (file, folder) = (scratch("damage.c", PROGRAM), folder("damage"));
    assert_eq!(code(&check(&file, &folder, &["--engine", "bam"])), 0);
    let database = format!("{folder}/summaries.sqlite");
    let good = std::fs::read(&database).expect("the file");
    for step in [61, 509, 4093] {
        let mut bytes = good.clone();
        for at in (8192..bytes.len()).step_by(step) {
            bytes[at] ^= 0x11;
        }
        std::fs::write(&database, bytes).expect("written");
        let after = check(&file, &folder, &["--engine", "bam"]);
        assert_eq!(code(&after), 0, "{}", stderr(&after));
    }
    std::fs::write(&database, b"nonsense".repeat(4000)).expect("written");
    let after = check(&file, &folder, &["--engine", "bam"]);
    assert_eq!(code(&after), 0);
    assert!(stderr(&after).contains("warning: cache: "), "{}", stderr(&after));
    assert!(stderr(&after).contains("`hecaton cache clear` removes it"), "{}", stderr(&after));
    assert_eq!(code(&run::run(&["cache", "verify", "--cache", &folder])), 2);
    let cleared = run::run(&["cache", "clear", "--cache", &folder]);
    assert_eq!(code(&cleared), 0);
    assert!(stdout(&cleared).contains("a file that could not be emptied was removed"), "{}", stdout(&cleared));
    assert_eq!(code(&run::run(&["cache", "verify", "--cache", &folder])), 0);
    assert_eq!(code(&check(&file, &folder, &["--engine", "bam"])), 0);
    let stats = run::run(&["cache", "stats", "--cache", &folder]);
    assert!(
        stdout(&stats).contains("this build") && !stdout(&stats).contains("this build      0"),
        "{}",
        stdout(&stats)
    );
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let (file, blocked) = (scratch("blocked.c", PROGRAM), scratch("not-a-folder", "x"));
    let output = check(&file, &format!("{blocked}/inside"), &["--engine", "bam"]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("`--cache DIR` names another folder"), "{}", stderr(&output));
}

#[test]
fn runs_at_the_same_time_share_it() {
    let (good, folder) = (scratch("same-good.c", PROGRAM), folder("same"));
    let bad = scratch("same-bad.c", PROGRAM.replace("return 10; return x;", "return 11; return x;"));
    let start = |file: &str| {
        let args = ["check", "-p", "unreach", "--format", "json", "--cache", &folder, file];
        hecaton(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let runs: Vec<_> = [&good, &bad, &good, &bad].iter().map(|file| start(file)).collect();
    let ended: Vec<Output> = runs.into_iter().map(|run| run.wait_with_output().expect("it ends")).collect();
    assert_eq!(ended.iter().map(code).collect::<Vec<_>>(), [0, 10, 0, 10]);
    assert_eq!(ended.iter().map(stderr).collect::<String>(), "");
    assert_eq!(code(&run::run(&["cache", "verify", "--cache", &folder])), 0);
}

#[test]
fn a_run_that_is_killed_leaves_a_cache_that_can_be_used() {
    let (file, folder) = (scratch("killed.c", PROGRAM), folder("killed"));
    for news in 1..6 {
        let args = ["check", "--no-slice", "--engine", "bam", "--format", "jsonl", "--cache", &folder, &file];
        let mut child = hecaton(&args).stdout(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        // After some news of blocks that are done; it may have ended by then.
        lines.map_while(Result::ok).filter(|line| line.contains("\"counts\"")).take(news).count();
        child.kill().expect("killed");
        child.wait().expect("it has ended");
        assert_eq!(code(&run::run(&["cache", "verify", "--cache", &folder])), 0);
    }
    let after = check(&file, &folder, &["--engine", "bam"]);
    assert_eq!((code(&after), stderr(&after)), (0, String::new()));
}

/// A solver with a name of its own: it is asked for its version and nothing else, since the program needs no solver.
#[test]
fn a_proof_rests_on_the_solver_that_gave_it() {
    let (file, folder) = (scratch("solver.c", PROGRAM), folder("solver"));
    let bin = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-cache-{}-bin", std::process::id()));
    std::fs::create_dir_all(&bin).expect("a folder");
    let solver = |version: &str, comment: &str| {
        let path = bin.join("z3");
        std::fs::write(&path, format!("#!/bin/sh\n# {comment}\necho '{version}'\n")).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
    };
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let check = |more: &[&str]| {
        let args =
            ["check", "-p", "unreach", "--engine", "bam", "--no-slice", "--solver", "z3", "--cache", &folder, &file];
        let output = hecaton(&[&args[..], more].concat()).env("PATH", &path).output().expect("it runs");
        assert_eq!(code(&output), 0, "{more:?}: {}{}", stdout(&output), stderr(&output));
        output
    };
    let known = |output: &Output| count(output, "properties from the cache") > 0;
    let json = ["--format", "json"];
    solver("Z3 one", "");
    assert!(!known(&check(&json)));
    // In every format, the second time too.
    let place = format!("z3 ({}, Z3 one)", bin.join("z3").display());
    for (format, before) in [
        (&["--format", "human"][..], "the proof rests on the external solver "),
        (&["--format", "json"], "the proof rests on the external solver "),
        (&["--format", "jsonl"], "the proof rests on the external solver "),
        (&["--sv-comp", "--format", "human"], "External solver: "),
        (&["--sv-comp", "--format", "json"], "External solver: "),
    ] {
        let said = stdout(&check(format));
        assert!(said.contains(&format!("{before}{place}")), "{format:?}: {said}");
    }
    let again = check(&json);
    assert!(known(&again), "{}", stdout(&again));
    let report: serde_json::Value = serde_json::from_str(&stdout(&again)).expect("a report");
    let external = &report["external_solvers"][0];
    assert_eq!((external["name"].as_str(), external["version"].as_str()), (Some("z3"), Some("Z3 one")));
    assert_eq!(external["sha256"].as_str().map(str::len), Some(64));
    // The same name, but another version, or only another content.
    solver("Z3 two", "");
    assert!(!known(&check(&json)));
    solver("Z3 two", "another one");
    assert!(!known(&check(&json)));
    assert!(known(&check(&json)));
    // What is built in is not external.
    let own =
        stdout(&run::run(&["check", "-p", "unreach", "--engine", "bam", "--format", "json", "--no-cache", &file]));
    assert!(!own.contains("external"), "{own}");
}
