//! Random programs of our own, judged by their generator, by gcc and by hecaton. `bench/arithmetic` judges more of them,
//! and more ways to build them.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::arithmetic;
use std::process::Command;

/// How many programs of each sort.
const CASES: u64 = 5;

/// The last line that a program prints, built by gcc.
fn printed(source: &str) -> String {
    let binary = run::scratch("arithmetic.out", "");
    let built = Command::new("gcc").args(["-w", "-O2", source, "-o", &binary]).status();
    assert!(built.is_ok_and(|status| status.success()), "{source}: gcc does not build it");
    let output = Command::new(&binary).output().expect("the program runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The properties of a program and their verdicts.
fn verdicts(args: &[&str]) -> Vec<(String, String)> {
    let output = run::run(&[&["check", "--format", "json", "--trace", "none"], args].concat());
    let report: serde_json::Value = serde_json::from_str(&run::stdout(&output))
        .unwrap_or_else(|error| panic!("{args:?}: {error}: {}", run::stderr(&output)));
    let word = |property: &serde_json::Value, key: &str| property[key].as_str().expect("a word").to_owned();
    let properties = report["properties"].as_array().expect("a list");
    properties.iter().map(|property| (word(property, "text"), word(property, "verdict"))).collect()
}

#[test]
fn as_the_generator_and_gcc() {
    for seed in 1..=CASES {
        for symbolic in [false, true] {
            let arithmetic::Program { text, checksum } = arithmetic::program(seed, false);
            let sum = checksum.expect("a defined program has a checksum");
            let source = run::scratch(&format!("arithmetic-{seed}.c"), &text);
            assert_eq!(printed(&source), format!("checksum = {sum:X}"), "{source}: gcc against the generator");
            let expected = format!("EXPECTED=0x{sum:X}u");
            let mut args = vec!["-D", &expected, &source];
            if symbolic {
                args.extend(["-D", "SYMBOLIC"]);
            }
            for (text, verdict) in verdicts(&args) {
                let wanted = if text.starts_with("not as gcc") { "violated" } else { "holds" };
                assert_eq!(verdict, wanted, "{args:?}: {text}");
            }
        }
    }
}

#[test]
fn undefined_operations_are_found() {
    for seed in 1..=CASES {
        let source = run::scratch(&format!("undefined-{seed}.c"), arithmetic::program(seed, true).text);
        let found = verdicts(&[&source]);
        assert!(found.iter().any(|(_, verdict)| verdict == "violated"), "{source}: {found:?}");
    }
}
