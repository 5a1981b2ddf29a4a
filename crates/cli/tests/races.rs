//! The programs of `tests/races`, each as it is and with `-DRACY`: without a race, and with one. `bench/races` compares
//! them with ThreadSanitizer.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::workspace::{files, root};

#[test]
fn races_are_found_and_their_absence_is_proved() {
    let all = files(&root().join("tests/races"));
    assert_eq!(all.len(), 20);
    let mut wrong = Vec::new();
    for path in all {
        let path = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        for (macros, code) in [(&[][..], 0), (&["-DRACY"][..], 10)] {
            let mut args = vec!["check", "-p", "race", "--trace", "none", "--timeout", "600s"];
            args.extend(macros);
            args.push(&path);
            let output = run::run(&args);
            if run::code(&output) != code {
                wrong.push(format!("{path} {macros:?}: {}", run::stdout(&output)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_taken_for_granted_of_races_that_nobody_asks_about_is_told() {
    for (props, told) in [("assertion", true), ("assertion,race", false)] {
        let args = ["check", "-p", props, "--trace", "none", "--timeout", "600s", "tests/tasks/thread_mutex.c"];
        let output = run::stdout(&run::run(&args));
        assert_eq!(output.contains("where data races are not asked about"), told, "{output}");
    }
}
