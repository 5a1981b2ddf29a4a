//! Every file in `tests/tasks`, with every engine it is for, sliced on one worker and whole on two: the verdict and the
//! violated lines must be those in its header. A new case is one file. `HECATON_TASKS=WORD` runs those with the word in their
//! names, `HECATON_FIRST=1` ends with the first that is wrong.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::task::{Expect, Header};
use hecaton_testkit::workspace::{files, root};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One run of a task.
struct Case {
    path: PathBuf,
    header: Header,
    engine: &'static str,
    options: Vec<String>,
}

fn cases() -> Vec<Case> {
    let seeds: u64 = std::env::var("HECATON_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut options = vec!["-j1".to_owned(), "-j2 --no-slice".to_owned()];
    options.extend((0..seeds).map(|seed| format!("--inline {seed} --lose-jobs 0.3")));
    if seeds > 1 {
        options.push("-j2 --lose-jobs 0.3".to_owned());
    }
    let chosen = std::env::var("HECATON_TASKS").unwrap_or_default();
    let mut cases = Vec::new();
    for path in files(&root().join("tests/tasks")) {
        if !path.file_name().is_some_and(|name| name.to_string_lossy().contains(&chosen)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a task is text");
        let header = Header::parse(&text).unwrap_or_else(|what| panic!("{}: {what}", path.display()));
        for engine in hecaton_engine::engines() {
            let name = engine.name();
            // Without features, `swarm` is no more than the engine inside; without threads, `cba` is `bmc`.
            let idle = name == "swarm" && !text.contains("log(\"") && !text.contains("feature") || name == "cba";
            if header.engines.is_empty() && !idle || header.engines.iter().any(|e| e == name) {
                for (options, run) in options.iter().flat_map(|how| header.runs.iter().map(move |run| (how, run))) {
                    let options = options.split(' ').map(str::to_owned).chain(run.iter().cloned()).collect();
                    cases.push(Case { path: path.clone(), header: header.clone(), engine: name, options });
                }
            }
        }
    }
    cases
}

/// Runs a case; gives what is wrong with its answer.
fn run_case(case: &Case) -> Result<(), String> {
    let path = case.path.strip_prefix(root()).unwrap_or(&case.path).display().to_string();
    // A hang must fail the test, not the whole run.
    let mut args = vec!["check", "--format", "json", "--trace", "none", "--timeout", "600s"];
    args.extend(["--engine", case.engine]);
    args.extend(case.options.iter().map(String::as_str));
    if let Some(property) = &case.header.property {
        args.extend(["-p", property]);
    }
    args.push(&path);
    let output = run::run(&args);
    let text = run::stdout(&output);
    let report: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| format!("{e}: {text}{}", run::stderr(&output)))?;
    let expected_code = match case.header.expect {
        Expect::Holds => 0..=0,
        Expect::Bounded => 5..=5,
        Expect::Unknown => 2..=5,
        Expect::Violated(_) => 10..=10,
    };
    let answer = answer(&report);
    // An abstraction may leave open what nobody says it must settle, and knows no bounds.
    let abstraction = case.engine == "bam" && !case.header.engines.iter().any(|engine| engine == "bam");
    let unbounded = answer == Expect::Holds && case.header.expect == Expect::Bounded;
    let partly = match (&answer, &case.header.expect) {
        (Expect::Violated(found), Expect::Violated(all)) => found.iter().all(|place| all.contains(place)),
        _ => false,
    };
    if abstraction && (unbounded || partly || answer == Expect::Unknown) {
        return Ok(());
    }
    if answer != case.header.expect {
        return Err(format!("expected {:?}, the answer is {answer:?}\n{}", case.header.expect, reasons(&report)));
    }
    if !expected_code.contains(&run::code(&output)) || report["exit_code"] != run::code(&output) {
        return Err(format!("exit code {}", run::code(&output)));
    }
    assumptions(case, &report)
}

/// Compares the assumptions of a report with those of the header.
fn assumptions(case: &Case, report: &serde_json::Value) -> Result<(), String> {
    let Some(expected) = &case.header.assumes else { return Ok(()) };
    let notes = report["notes"].as_array().into_iter().flatten();
    let told: Vec<&str> = notes.filter_map(serde_json::Value::as_str).collect();
    if expected.is_empty() && !told.is_empty() {
        return Err(format!("nothing is assumed, and the report lists {told:?}"));
    }
    match expected.iter().find(|assumption| !told.contains(&assumption.as_str())) {
        Some(missing) => Err(format!("the assumption `{missing}` is not among {told:?}")),
        None => Ok(()),
    }
}

/// The answer in the form of a header.
fn answer(report: &serde_json::Value) -> Expect {
    match report["result"].as_str() {
        Some("holds") => Expect::Holds,
        Some("bounded") => Expect::Bounded,
        Some("violated") => {
            let properties = report["properties"].as_array().into_iter().flatten();
            let mut places: Vec<(String, u32)> = properties
                .filter(|p| p["verdict"] == "violated")
                .map(|p| {
                    let place = if p["called_at"].is_null() { &p["place"] } else { &p["called_at"] };
                    let line = place["line"].as_u64().and_then(|line| u32::try_from(line).ok());
                    (p["kind"].as_str().unwrap_or_default().to_owned(), line.unwrap_or(0))
                })
                .collect();
            places.sort_by(|(a, m), (b, n)| (m, a).cmp(&(n, b)));
            places.dedup();
            Expect::Violated(places)
        }
        _ => Expect::Unknown,
    }
}

/// Why it may have become something else.
fn reasons(report: &serde_json::Value) -> String {
    let properties = report["properties"].as_array().into_iter().flatten();
    let mut reasons: Vec<String> = properties.filter_map(|p| p["reason"].as_str().map(str::to_owned)).collect();
    let messages = report["diagnostics"].as_array().into_iter().flatten();
    reasons.extend(messages.filter_map(|m| m["message"].as_str().map(str::to_owned)));
    reasons.sort();
    reasons.dedup();
    reasons.join("\n")
}

#[test]
fn every_task_gets_its_answer() {
    let cases = cases();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let name = |path: &Path| path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let first = std::env::var_os("HECATON_FIRST").is_some();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if first && !wrong.lock().expect("no thread panics here").is_empty() {
                        return;
                    }
                    if let Err(what) = run_case(case) {
                        let line = format!("{} --engine {} {:?}: {what}", name(&case.path), case.engine, case.options);
                        wrong.lock().expect("no thread panics here").push(line);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{} of {} runs are wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
