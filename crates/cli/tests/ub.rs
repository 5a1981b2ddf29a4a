//! The programs of `tests/ub`, each as it is and with `-DUB`: defined, and undefined in the way that its header names.
//! Hecaton must prove the first and find the second, and so must the sanitizers of the compilers that are installed:
//! they judge independently whether a program is what its header says.
//!
//! ```c
//! // kind: bounds          the property that `-DUB` violates; `none`: there is no undefined variant
//! // seen by: ubsan        asan | ubsan | tsan | msan | crash, `of clang` where gcc misses it, or `none, WHY`
//! ```
//!
//! The defined variant must run silently under every sanitizer, with and without optimisation. The undefined one must be
//! reported without optimisation only, since an optimiser may remove what is undefined.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::workspace::{files, root};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A way to compile and run a program so that undefined behaviour ends it with another exit code than 0.
struct Sanitizer {
    name: &'static str,
    flags: &'static [&'static str],
    compilers: &'static [&'static str],
}

const SANITIZERS: [Sanitizer; 6] = [
    Sanitizer {
        name: "ubsan",
        flags: &["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"],
        compilers: &["gcc", "clang"],
    },
    Sanitizer { name: "asan", flags: &["-fsanitize=address"], compilers: &["gcc", "clang"] },
    Sanitizer {
        name: "asan-pointers",
        flags: &["-fsanitize=address,pointer-subtract,pointer-compare"],
        compilers: &["gcc"],
    },
    Sanitizer { name: "tsan", flags: &["-fsanitize=thread"], compilers: &["gcc", "clang"] },
    Sanitizer { name: "msan", flags: &["-fsanitize=memory"], compilers: &["clang"] },
    Sanitizer { name: "crash", flags: &[], compilers: &["gcc", "clang"] },
];

/// Options of the runtimes: a report ends the program, and what is not looked at by default is.
const RUNTIME: [(&str, &str); 2] = [
    ("ASAN_OPTIONS", "detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:detect_leaks=1"),
    ("TSAN_OPTIONS", "halt_on_error=1:exitcode=66"),
];

/// ThreadSanitizer sees a race in the runs in which the threads meet.
const RUNS_FOR_RACE: usize = 20;

/// The value of a line `// key: value` of the header.
fn header<'t>(text: &'t str, key: &str) -> &'t str {
    let line = text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("no line `// {key}: …` in {text}"))
}

/// Whether a compiler can build and run programs with these options on this machine.
fn works(compiler: &str, flags: &[&str]) -> bool {
    let source = run::scratch("empty.c", "int main(void) { return 0; }\n");
    exit_code(compiler, flags, &source, &format!("empty-{compiler}-{}", flags.concat())) == Some(0)
}

/// The exit code of a compiled program: `None` if it was killed or could not be built.
fn exit_code(compiler: &str, flags: &[&str], source: &str, name: &str) -> Option<i32> {
    let program = run::scratch(&format!("{}.out", name.replace(['/', ',', '='], "-")), "");
    let built = Command::new(compiler)
        .args(["-w", "-g", "-pthread"])
        .args(flags)
        .args([source, "-o", &program])
        .current_dir(root())
        .stderr(Stdio::null())
        .status();
    if !built.is_ok_and(|status| status.success()) {
        return None;
    }
    let mut command = Command::new(&program);
    command.envs(RUNTIME).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let code = command.status().ok()?.code();
    let _ = std::fs::remove_file(&program);
    code
}

/// What hecaton says with all kinds of properties: the result, and the kinds that are violated.
fn answer(path: &str, macros: &[&str]) -> (String, Vec<String>) {
    let mut args = vec!["check", "-p", "all", "--format", "json", "--trace", "none", "--timeout", "600s"];
    args.extend(macros);
    args.push(path);
    let output = run::run(&args);
    let text = run::stdout(&output);
    let report: serde_json::Value =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}: {text}{}", run::stderr(&output)));
    let violated = |property: &&serde_json::Value| property["verdict"] == "violated";
    let properties = report["properties"].as_array().expect("a list");
    let kinds = properties.iter().filter(violated).map(|p| p["kind"].as_str().expect("a name").to_owned());
    (report["result"].as_str().expect("a word").to_owned(), kinds.collect())
}

/// Everything that is wrong with the answers to one program.
fn complaints(path: &Path, available: &[(&'static Sanitizer, &'static str)]) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a program is text");
    let path = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let (kind, seen) = (header(&text, "kind"), header(&text, "seen by"));
    let mut wrong = Vec::new();
    let (result, violated) = answer(&path, &[]);
    if result != "holds" {
        wrong.push(format!("{path}: {result} {violated:?}, and it is defined"));
    }
    if kind != "none" {
        let (result, violated) = answer(&path, &["-DUB"]);
        if result != "violated" || !violated.iter().any(|found| found == kind) {
            wrong.push(format!("{path} -DUB: {result} {violated:?}, but not {kind}"));
        }
    }
    for &(sanitizer, compiler) in available {
        let threads = text.contains("pthread.h");
        // A run under ThreadSanitizer says something of threads only, and its allocator needs no test here.
        if threads == matches!(sanitizer.name, "asan" | "asan-pointers" | "msan") {
            continue;
        }
        let file = path.replace('/', "-");
        let name = |what: &str| format!("{file}-{compiler}-{}-{what}", sanitizer.name);
        for level in ["-O0", "-O2"] {
            let flags: Vec<&str> = sanitizer.flags.iter().copied().chain([level]).collect();
            if exit_code(compiler, &flags, &path, &name(level)) != Some(0) {
                wrong.push(format!("{path}: {compiler} {level} with {} reports it, and it is defined", sanitizer.name));
            }
        }
        let (by, of) = seen.split_once(" of ").unwrap_or((seen, compiler));
        if by == sanitizer.name && of == compiler {
            let flags: Vec<&str> = sanitizer.flags.iter().copied().chain(["-O0", "-DUB"]).collect();
            let runs = if by == "tsan" { RUNS_FOR_RACE } else { 1 };
            if (0..runs).all(|_| exit_code(compiler, &flags, &path, &name("undefined")) == Some(0)) {
                wrong.push(format!("{path} -DUB: {compiler} with {by} does not see it"));
            }
        }
    }
    wrong
}

#[test]
fn sanitizers_agree_on_what_is_undefined() {
    let all = files(&root().join("tests/ub"));
    assert!(all.len() > 40, "the programs of tests/ub are missing");
    let mut available = Vec::new();
    for sanitizer in &SANITIZERS {
        for &compiler in sanitizer.compilers {
            match works(compiler, sanitizer.flags) {
                true => available.push((sanitizer, compiler)),
                false => println!("skipped: {compiler} with {}, which does not work here", sanitizer.name),
            }
        }
    }
    assert!(!available.is_empty(), "gcc runs the preprocessor, so it is there");
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(path) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    wrong.lock().expect("no panic").extend(complaints(path, &available));
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().expect("no panic");
    wrong.sort();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
