//! The verdict of a property depends on the program and on what was asked: not on how many workers there are, on which of
//! them was faster, nor on anything else that differs from one run to the next. A sample of `tests/tasks`; with
//! `HECATON_LUCK=N` every task, N times with each number of workers.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::task::Header;
use hecaton_testkit::workspace::{files, root};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of so many tasks one is in the sample.
const SAMPLE: usize = 16;
const WORKERS: [&str; 3] = ["-j1", "-j2", "-j4"];

/// The verdict of each property.
fn verdicts(path: &Path, property: Option<&str>, options: &[String], workers: &str) -> BTreeMap<String, String> {
    let file = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut args = vec!["check", "--format", "json", "--trace", "none", "--timeout", "600s", workers];
    args.extend(options.iter().map(String::as_str));
    args.extend(property.into_iter().flat_map(|property| ["-p", property]));
    args.push(&file);
    let output = run::run(&args);
    let text = run::stdout(&output);
    let report: serde_json::Value =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{file} {workers}: {e}: {text}{}", run::stderr(&output)));
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let properties = report["properties"].as_array().into_iter().flatten();
    let mut found: BTreeMap<String, String> = properties.map(|p| (text(&p["id"]), text(&p["verdict"]))).collect();
    found.insert("the whole".into(), text(&report["result"]));
    found
}

#[test]
fn verdicts_do_not_depend_on_workers_nor_on_luck() {
    let times: Option<usize> = std::env::var("HECATON_LUCK").ok().and_then(|text| text.parse().ok());
    let (step, times) = (times.map_or(SAMPLE, |_| 1), times.unwrap_or(1));
    let paths: Vec<_> = files(&root().join("tests/tasks")).into_iter().step_by(step).collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let loops = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..loops {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let text = std::fs::read_to_string(path).expect("a task is text");
                    // One that cannot be read is complained about by the test of its answer.
                    let Ok(header) = Header::parse(&text) else { continue };
                    // What only some engines settle is theirs.
                    let engine = match header.engines.first() {
                        Some(first) if !header.engines.iter().any(|engine| engine == "auto") => first.as_str(),
                        Some(_) | None => "auto",
                    };
                    let Some(options) = header.runs.first() else { continue };
                    let options: Vec<String> =
                        ["--engine", engine].map(str::to_owned).into_iter().chain(options.iter().cloned()).collect();
                    let mut first: Option<BTreeMap<String, String>> = None;
                    for (workers, time) in
                        WORKERS.iter().flat_map(|workers| (0..times).map(move |time| (workers, time)))
                    {
                        let now = verdicts(path, header.property.as_deref(), &options, workers);
                        let known = first.get_or_insert_with(|| now.clone());
                        let other = now.iter().find(|(name, verdict)| known.get(*name) != Some(*verdict));
                        if let Some((name, verdict)) = other {
                            let before = known.get(name).map_or("nothing", String::as_str);
                            let line = format!(
                                "{} {options:?}: {name} is {before}, with {workers} in run {time} {verdict}",
                                path.display()
                            );
                            wrong.lock().expect("no thread panics here").push(line);
                            break;
                        }
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{} of {} tasks depend on luck:\n{}", wrong.len(), paths.len(), wrong.join("\n"));
}
