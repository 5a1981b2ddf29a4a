//! The command line from outside: exit codes, formats, limits and interruption.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use run::{code, hecaton, run, scratch, stderr, stdout};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

const SAFE: &str = "tests/tasks/assert_safe.c";
const UNSAFE: &str = "tests/tasks/assert_unsafe.c";
/// Runs for as long as it may: every bound holds and a larger one is tried.
/// Unwinding never ends, and induction would need an invariant that it does not guess.
const ENDLESS: &str = include_str!("../../../examples/open.c");

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn exit_codes_say_what_was_found() {
    let bounded = "tests/tasks/loop_bounded_answer.c";
    for (args, expected) in [
        (vec!["check", SAFE], 0),
        (vec!["check", UNSAFE], 10),
        (vec!["check", "--unwind", "3", bounded], 5),
        (vec!["check", "--unwind", "3", "--accept-bounded", bounded], 0),
        (vec!["check", "tests/tasks/unsupported_reached.c"], 2),
        (vec!["check"], 1),
        (vec!["chekc", SAFE], 1),
        (vec!["check", "--no-such-option", SAFE], 1),
        (vec!["check", "--engine", "steam", SAFE], 1),
        (vec!["check", "--solver", "oracle", SAFE], 1),
        (vec!["check", "-p", "happiness", SAFE], 1),
        (vec!["check", "--timeout", "soon", SAFE], 1),
        (vec!["check", "--function", "no_such_function", SAFE], 2),
        (vec!["--help"], 0),
        (vec!["--version"], 0),
        (vec!["help", "check"], 0),
        (vec!["solvers"], 0),
        (vec!["models"], 0),
        (vec!["man"], 0),
        (vec!["completions", "bash"], 0),
        (vec!["ir", SAFE], 0),
        (vec!["ir", "no/such.c"], 2),
    ] {
        let output = run(&args);
        assert_eq!(code(&output), expected, "{args:?}\n{}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn nothing_to_check_is_success_only_if_everything_was_understood() {
    let clear = scratch("clear.c", "static int f(void) { return 1; }\nint main(void) { return f(); }\n");
    assert_eq!(code(&run(&["check", "-p", "unreach", &clear])), 0);
    let gap =
        scratch("gap.c", "int fork(void);\nstatic int f(void) { return fork(); }\nint main(void) { return f(); }\n");
    let output = run(&["check", "-p", "unreach", "--sv-comp", &gap]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stdout(&output).ends_with("Verification result: UNKNOWN\n"), "{}", stdout(&output));
    let dead =
        scratch("dead.c", "int fork(void);\nstatic int f(void) { return fork(); }\nint main(void) { return 0; }\n");
    assert_eq!(code(&run(&["check", "-p", "unreach", &dead])), 0);
}

#[test]
fn the_report_for_a_person_has_place_values_and_summary() {
    let output = run(&["check", UNSAFE]);
    let text = stdout(&output);
    for part in ["violated[assertion]", "assert_unsafe.c:7", "assert(x * 2 < 38);", "x = 19", "FAILED  1 of "] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colours in a pipe:\n{text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.contains(" s") && last.contains("MiB"), "{last}");
    assert!(stdout(&run(&["check", "--color", "always", UNSAFE])).contains('\u{1b}'));
    assert_eq!(stderr(&output), "", "progress in a pipe");
}

#[test]
fn holding_properties_are_listed_on_request() {
    let short = stdout(&run(&["check", SAFE]));
    assert!(short.starts_with("HOLDS  "), "{short}");
    let long = stdout(&run(&["check", "-v", SAFE]));
    assert!(long.contains("holds     main.assertion.1"), "{long}");
}

#[test]
fn json_has_the_same_content() {
    let output = run(&["check", "--format", "json", "--trace", "full", UNSAFE]);
    let report = json(&stdout(&output));
    assert_eq!((report["format"].as_str(), report["version"].as_u64()), (Some("hecaton-report"), Some(1)));
    assert_eq!((report["result"].as_str(), report["exit_code"].as_u64()), (Some("violated"), Some(10)));
    let property = &report["properties"][0];
    assert_eq!((property["kind"].as_str(), property["place"]["line"].as_u64()), (Some("assertion"), Some(7)));
    let steps = property["trace"].as_array().expect("a trace");
    assert!(steps.iter().any(|s| s["name"] == "x" && s["value"] == "19"), "{steps:?}");
    assert_eq!(steps.last().map(|s| s["action"].as_str()), Some(Some("failure")));
    let refused = run(&["check", "--format", "json", "no/such.c"]);
    let report = json(&stdout(&refused));
    assert_eq!((report["result"].as_str(), code(&refused)), (Some("error"), 2));
    assert!(report["diagnostics"][0]["message"].as_str().is_some_and(|m| m.contains("no/such.c")));
}

#[test]
fn every_line_of_jsonl_is_json_and_the_last_is_the_report() {
    let text = stdout(&run(&["check", "--format", "jsonl", UNSAFE]));
    let lines: Vec<serde_json::Value> = text.lines().map(json).collect();
    assert_eq!(lines.last().map(|l| l["format"].as_str()), Some(Some("hecaton-report")));
    assert!(lines.iter().any(|l| l["event"] == "settled" && l["property"]["verdict"] == "violated"), "{text}");
}

#[test]
fn the_timeline_and_the_prediction_are_of_the_jobs_that_ran() {
    let path = scratch("timeline.json", "");
    let output = run(&["check", "--format", "json", "-j", "2", "--scaling", "--chrome-trace", &path, UNSAFE]);
    let scaling = &json(&stdout(&output))["scaling"];
    assert!(scaling["jobs"].as_u64() >= Some(1) && scaling["workers"] == 2, "{scaling}");
    let rows = scaling["predicted"].as_array().expect("a row for each number of workers");
    assert_eq!((&rows[0]["workers"], &rows[0]["speedup"]), (&1.into(), &1.0.into()));
    assert_eq!(rows.last().map(|row| &row["workers"]), Some(&1024.into()));
    let timeline = json(&std::fs::read_to_string(&path).expect("the timeline was written"));
    let events = timeline["traceEvents"].as_array().expect("events");
    let jobs = events.iter().filter(|event| event["ph"] == "X" && event["pid"] == 1).count() as u64;
    assert!(Some(jobs) >= scaling["jobs"].as_u64(), "{timeline}");
    let human = stdout(&run(&["check", "--scaling", UNSAFE]));
    assert!(human.contains("workers     predicted  speed-up") && human.contains("   1024  "), "{human}");
    assert!(json(&stdout(&run(&["check", "--format", "json", UNSAFE])))["scaling"].is_null());
    let refused = run(&["check", "--chrome-trace", "no/such/folder/file.json", UNSAFE]);
    assert_eq!(code(&refused), 1, "before anything is done: {}", stderr(&refused));
}

#[test]
fn sv_comp_ends_with_its_line() {
    let reach = scratch("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let end = scratch("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    let overflow = scratch("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    for (property, file, expected) in [
        (&reach, "tests/tasks/unreach_unsafe.c", "FALSE(unreach-call)"),
        (&reach, "tests/tasks/unreach_ignores_assert.c", "TRUE"),
        (&overflow, "tests/tasks/overflow_add.c", "FALSE(no-overflow)"),
        (&end, "tests/tasks/assert_safe.c", "UNKNOWN"),
        (&reach, "no/such.c", "UNKNOWN"),
    ] {
        let text = stdout(&run(&["check", "--sv-comp", "-p", property, file]));
        assert_eq!(text.lines().last(), Some(format!("Verification result: {expected}").as_str()), "{file}: {text}");
    }
}

#[test]
fn a_task_file_names_program_property_and_data_model() {
    scratch(
        "sizes.c",
        "void reach_error(void) {}\nint main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n",
    );
    scratch("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    scratch("cover.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
    for (model, expected) in [("ILP32", "FALSE(unreach-call)"), ("LP64", "TRUE")] {
        let task = scratch(
            &format!("{model}.yml"),
            format!(
                "format_version: '2.0'\ninput_files: 'sizes.c'\nproperties:\n  - property_file: reach.prp\n    \
                 expected_verdict: true\n  - property_file: cover.prp\noptions:\n  language: C\n  data_model: {model}\n"
            ),
        );
        let text = stdout(&run(&["check", "--sv-comp", &task]));
        assert!(text.ends_with(&format!("Verification result: {expected}\n")), "{model}: {text}");
    }
}

#[test]
fn several_files_are_one_program() {
    let one = scratch(
        "one.c",
        "static int hidden = 1;\nint shared;\nint two(void);\nint main(void) {\n  shared = hidden;\n  \
         __CPROVER_assert(two() == 21, \"linked\");\n  return 0;\n}\n",
    );
    let two =
        scratch("two.c", "static int hidden = 20;\nextern int shared;\nint two(void) { return hidden + shared; }\n");
    let output = run(&["check", &one, &two]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let alone = run(&["check", &one]);
    assert_eq!(code(&alone), 10, "a function without body gives any result: {}{}", stdout(&alone), stderr(&alone));
}

#[test]
fn the_printed_ir_is_a_program_with_the_same_answer() {
    for (file, expected) in [(SAFE, 0), (UNSAFE, 10), ("tests/tasks/list_reversed.c", 0)] {
        let text = stdout(&run(&["ir", file]));
        let path = scratch("printed.hir", text);
        let output = run(&["check", &path]);
        assert_eq!(code(&output), expected, "{file}: {}{}", stdout(&output), stderr(&output));
    }
}

/// The notes of a printed program.
fn notes(text: &str) -> String {
    text.lines().filter(|line| line.starts_with("note ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_sequential_program_says_what_its_verdict_means_and_it_means_that() {
    // A thread's own invalid access ends the program, but not before others have done what they can.
    let file = "tests/tasks/cba_own_access_ends.c";
    for method in ["epc", "lr", "lmp"] {
        let args = ["sequentialize", "--method", method, "--rounds", "2", "-p", "assertion,deref,race", file];
        let text = stdout(&run(&args));
        let said = notes(&text);
        assert!(said.contains("in all its schedules with up to 2 rounds"), "{said}");
        assert!(said.contains("checked here: assertion, deref, race;"), "{said}");
        assert!(said.contains("what is violated here is violated in the original"), "{said}");
        let path = scratch(&format!("sequential-{method}.hir"), text);
        let output = run(&["check", "--trace", "none", "--format", "json", &path]);
        let report = json(&stdout(&output));
        let properties = report["properties"].as_array().expect("a list");
        let violated = |kind: &str| properties.iter().any(|prop| prop["kind"] == kind && prop["verdict"] == "violated");
        assert!(violated("assertion") && violated("deref") && violated("race"), "{method}: {report}");
    }
}

#[test]
fn a_sequential_program_says_what_is_not_checked() {
    let file = "tests/tasks/cba_method_no_race.c";
    let args = ["sequentialize", "--method", "epc", "--rounds", "2", "-p", "race,cleanup", file];
    let text = stdout(&run(&args));
    let said = notes(&text);
    assert!(said.contains("not translated, so not checked here: all memory is freed at the end"), "{said}");
    assert!(said.contains(", race; what is violated here"), "{said}");
    // Whoever looks at it is told too.
    let path = scratch("sequential-cleanup.hir", text);
    let output = run(&["check", "--trace", "none", &path]);
    let shown = stdout(&output);
    assert!(shown.contains("not translated, so not checked here: all memory is freed at the end"), "{shown}");
}

#[test]
fn lists_name_what_there_is() {
    let list = |what: &str, file: &str| stdout(&run(&["list", what, file]));
    assert!(list("properties", UNSAFE).contains("main.assertion.1\tassertion\t"));
    assert!(list("loops", "examples/bubble.c").contains("examples/bubble.c:10\tmain\tnesting 2"));
    assert!(list("functions", "examples/queue.c").contains("main\texamples/queue.c:24\tentry"));
    assert!(list("features", "tests/tasks/log_features.c").starts_with("push\t"));
    assert!(stdout(&run(&["solvers"])).starts_with("cadical"));
}

#[test]
fn features_are_listed_with_what_makes_them_and_violations_say_which_they_need() {
    let file = "tests/tasks/swarm_feature_calls.c";
    let at = "small=i < 2 at swarm_feature_calls.c:14";
    let kinds =
        ["list", "features", "-Iinclude", "--feature", at, "--feature-calls", "top", "--features", "auto", file];
    let text = stdout(&run(&kinds));
    for line in [
        format!("in\tlog\t1 places\t{file}:10\n"),
        format!("small\texpression\t1 places\t{file}:14\n"),
        // The call is one of the proposed ways as well.
        format!("top\tcall\t2 places\t{file}:15 {file}:9\n"),
        format!("push\tproposed\t1 places\t{file}:16\n"),
    ] {
        assert!(text.contains(&line), "{line:?} is not in\n{text}");
    }
    for (feature, why) in [
        ("small=i++ at swarm_feature_calls.c:14", "change and violate nothing"),
        ("small=i < at swarm_feature_calls.c:14", "cannot be read"),
        ("small=i < 2) { } if (1 at swarm_feature_calls.c:14", "change and violate nothing"),
        ("small=1 at swarm_feature_calls.c:1", "no statement begins"),
        ("small=nobody at swarm_feature_calls.c:14", "nobody"),
    ] {
        let output = run(&["list", "features", "-Iinclude", "--feature", feature, file]);
        assert!(code(&output) == 2 && stderr(&output).contains(why), "{feature}: {}", stderr(&output));
    }
    assert_eq!(code(&run(&["list", "features", "--feature", "small=1", file])), 1);
    let needs = run(&["check", "--minimise", "-p", "assertion", "tests/tasks/swarm_minimised.c"]);
    assert!(stdout(&needs).contains("needs the features: up\n"), "{}", stdout(&needs));
}

#[test]
fn limits_leave_the_results_so_far() {
    let path = scratch("endless-limits.c", ENDLESS);
    let time = run(&["check", "--timeout", "2s", &path]);
    assert_eq!(code(&time), 5, "{}{}", stdout(&time), stderr(&time));
    let text = stdout(&time);
    assert!(text.contains("time limit reached") && text.contains("holds up to "), "{text}");
    let memory = run(&["check", "--memory", "1MiB", &path]);
    assert_eq!(code(&memory), 5, "{}{}", stdout(&memory), stderr(&memory));
    assert!(stderr(&memory).contains("memory limit reached while the program was read"), "{}", stderr(&memory));
    let memory = run(&["check", "--memory", "60MiB", &path]);
    assert_eq!(code(&memory), 5, "{}{}", stdout(&memory), stderr(&memory));
    assert!(stdout(&memory).contains("memory limit reached"), "{}", stdout(&memory));
    let states = run(&["check", "--engine", "bam", "--states", "1KiB", "tests/tasks/bam_state_machine.c"]);
    assert_eq!(code(&states), 5, "{}{}", stdout(&states), stderr(&states));
    let text = stdout(&states);
    assert!(text.contains("limit reached: reached states of 1024 bytes (--states SIZE allows more)"), "{text}");
}

/// Whoever runs under a limit of addresses hears of it, instead of a process that dies.
#[test]
fn a_limit_of_addresses_is_one_of_memory() {
    let text = "int nondet(void);\nint a[4000];\nint main(void) {\n  for (int i = 0; i < 4000; i++) {\n    int k = nondet();\n    \
                if (k >= 0 && k < 4000) a[k] = a[k * 7 % 4000] + i;\n  }\n  __CPROVER_assert(a[7] * a[31] != 123457, \"\");\n}\n";
    let path = scratch("many-addresses.c", text);
    let limited = |kilobytes: &str, file: &str| {
        let check = hecaton(&["check", "--engine", "bmc", "-j2", "-p", "assertion", file]);
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v $0 && exec \"$@\"", kilobytes]).arg(check.get_program()).args(check.get_args());
        shell.current_dir(check.get_current_dir().expect("a folder")).output().expect("a shell")
    };
    let few = limited("300000", SAFE);
    assert_eq!(code(&few), 2, "{}", stderr(&few));
    let said = "292 MiB of addresses (ulimit -v, ulimit -d) are too few";
    assert!(stderr(&few).contains(said), "{}", stderr(&few));
    let enough = limited("600000", SAFE);
    assert_eq!(code(&enough), 0, "{}{}", stdout(&enough), stderr(&enough));
    let full = limited("600000", &path);
    assert_eq!(code(&full), 5, "{}{}", stdout(&full), stderr(&full));
    assert!(stdout(&full).contains("memory limit reached"), "{}", stdout(&full));
}

#[test]
fn the_first_violation_can_be_enough() {
    let text = "int nondet(void);\nint main(void) {\n  __CPROVER_assert(nondet() != 7, \"first\");\n  unsigned i = 0;\n  \
                while (nondet()) i += 2;\n  __CPROVER_assert(i * i * i != 64, \"late\");\n  while (1) i ^= i << 3;\n}\n";
    let path = scratch("first-violation.c", text);
    // Without the option this program is looked at until the time is up.
    for options in [vec!["--first"], vec!["--sv-comp"]] {
        let mut args = vec!["check", "--timeout", "300s"];
        args.extend(options);
        args.push(&path);
        let done = run(&args);
        let text = stdout(&done);
        assert_eq!(code(&done), 10, "{text}{}", stderr(&done));
        assert!(!text.contains("time limit"), "{text}");
    }
}

#[test]
fn an_interrupt_leaves_the_results_so_far() {
    let path = scratch("endless-interrupt.c", ENDLESS);
    let mut child = hecaton(&["check", "--format", "jsonl", &path]).stdout(Stdio::piped()).spawn().expect("starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    // It runs once it speaks of a bound.
    let mut line = String::new();
    while !line.contains("\"bound\"") {
        line.clear();
        assert_ne!(out.read_line(&mut line).expect("readable"), 0, "ended early");
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill exists");
    assert!(killed.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("readable");
    assert_eq!(child.wait().expect("ends").code(), Some(130));
    let report = json(rest.lines().last().unwrap_or(&line));
    assert_eq!((report["result"].as_str(), report["stopped"].as_str()), (Some("unknown"), Some("interrupted")));
    assert_eq!(report["properties"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_reader_who_goes_away_is_no_panic() {
    let mut child = hecaton(&["ir", "examples/eca_safe_3.c"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.code().is_some(), "killed");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// The list of models is grouped by header, and says the same as JSON.
#[test]
fn models_are_listed_by_header() {
    let human = stdout(&run(&["models"]));
    let at = human.find("\nstring.h\n").expect("a header");
    assert!(human[at..].contains(" strcpy "), "{human}");
    assert!(human.contains("over-approximation"));
    let json: serde_json::Value = serde_json::from_str(&stdout(&run(&["models", "--format", "json"]))).expect("JSON");
    let all = json.as_array().expect("a list");
    assert!(all.len() > 300);
    let how = |name: &str| all.iter().find(|f| f["name"] == name).map(|f| f["how"].clone());
    assert_eq!(how("sinf"), Some("approximate".into()));
    assert_eq!(how("strtol"), Some("exact".into()));
    assert_eq!(how("fork"), Some("unsupported".into()));
    for function in all {
        let name = function["name"].as_str().expect("a name");
        assert!(human.contains(name), "{name}");
    }
}
