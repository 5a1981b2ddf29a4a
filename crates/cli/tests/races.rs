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
