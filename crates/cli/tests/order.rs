//! The order of evaluation: what a compiler makes of a random expression is among the results that hecaton allows.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::{Random, order};
use std::collections::BTreeSet;
use std::process::Command;

/// What hecaton says where it does not look at all orders.
const NOT_ALL: [&str; 3] =
    ["is evaluated as a whole before or after", "are evaluated from left to right only", "only two orders"];

fn cases() -> usize {
    std::env::var("HECATON_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(30)
}

/// What each expression gives, built by one compiler; none if it is not there.
fn results(source: &str, compiler: &str, level: &str) -> Option<Vec<u32>> {
    if Command::new(compiler).arg("--version").output().is_err() {
        println!("skipped: {compiler} is not there");
        return None;
    }
    let binary = run::scratch(&format!("order-{compiler}{level}.out"), "");
    let built = Command::new(compiler).args(["-w", level, "-DRUN", source, "-o", &binary]).status();
    assert!(built.is_ok_and(|status| status.success()), "{source}: {compiler} does not build it");
    let output = Command::new(&binary).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text.lines().map(|line| line.parse().expect("a number")).collect())
}

#[test]
fn every_order_of_a_compiler_is_allowed() {
    let seed = std::env::var("HECATON_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut random = Random(seed);
    let expressions: Vec<String> = (0..cases()).map(|_| order::expression(&mut random)).collect();
    let all: String = expressions.iter().map(|e| format!("begin(); {e}; printf(\"%u\\n\", sum());\n")).collect();
    let text = format!("#include <stdio.h>\n{}int main(void) {{\n{all}}}\n", order::BEFORE);
    let source = run::scratch("order.c", &text);
    let mut found: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); expressions.len()];
    for (compiler, level) in [("gcc", "-O0"), ("gcc", "-O2"), ("clang", "-O0"), ("clang", "-O2")] {
        for (found, result) in found.iter_mut().zip(results(&source, compiler, level).into_iter().flatten()) {
            found.insert(result);
        }
    }
    let (mut judged, mut open) = (0, 0);
    for (e, results) in expressions.iter().zip(&found) {
        let claims: String = results
            .iter()
            .enumerate()
            .map(|(n, result)| format!("case {n}: __CPROVER_assert(sum() != {result}u, \"not {result}\"); break;\n"))
            .collect();
        let text = format!(
            "int __VERIFIER_nondet_int(void);\nvoid __CPROVER_assert(int, const char *);\n{}int main(void) {{\nbegin();\n{e};\n\
             switch (__VERIFIER_nondet_int()) {{\n{claims}}}\n}}\n",
            order::BEFORE
        );
        let source = run::scratch("order-one.c", &text);
        let output = run::run(&["check", "--format", "json", "--trace", "none", "-p", "assertion", &source]);
        let told = run::stdout(&output);
        let report: serde_json::Value =
            serde_json::from_str(&told).unwrap_or_else(|error| panic!("{text}: {error}: {}", run::stderr(&output)));
        if NOT_ALL.iter().any(|line| told.contains(line)) {
            open += 1;
            continue;
        }
        judged += results.len();
        for property in report["properties"].as_array().expect("a list") {
            assert_eq!(property["verdict"], "violated", "`{e}`: {property}\n{text}");
        }
    }
    println!("{judged} results judged, {open} expressions left open");
    assert!(open < expressions.len(), "nothing was judged");
}
