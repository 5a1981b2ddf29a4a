//! Invariants and correctness witnesses: what they claim is put into the program as checks and looked at by an engine
//! that knows nothing of them.

mod run;

use run::{code, run, scratch, stderr, stdout};

/// An invariant as a witness has it.
struct Claimed {
    line: usize,
    column: usize,
    value: String,
}

/// Reads the invariants of a witness back.
fn claimed(witness: &str) -> Vec<Claimed> {
    let mut out = Vec::new();
    let (mut line, mut column) = (0, 0);
    for row in witness.split("  content:").nth(1).expect("a content").lines() {
        let row = row.trim();
        if let Some(number) = row.strip_prefix("line: ") {
            line = number.parse().expect("a line");
        } else if let Some(number) = row.strip_prefix("column: ") {
            column = number.parse().expect("a column");
        } else if let Some(value) = row.strip_prefix("value: ") {
            let value: String = serde_json::from_str(value).expect("a string");
            out.push(Claimed { line, column, value });
        }
    }
    out
}

/// The program with a check of each invariant where the condition of its loop begins.
fn with_checks(source: &str, claims: &[Claimed], wrap: impl Fn(&str) -> String) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    // From behind, so that places stay where they are.
    let mut claims: Vec<&Claimed> = claims.iter().collect();
    claims.sort_by_key(|claim| std::cmp::Reverse((claim.line, claim.column)));
    for claim in claims {
        let line = &mut lines[claim.line - 1];
        let from = claim.column - 1;
        let check = format!("claim({}), ", wrap(&claim.value));
        let open = from + line[from..].find('(').expect("a condition");
        let at = match &line[from..] {
            rest if rest.starts_with("while") => open + 1,
            rest if rest.starts_with("for") => open + line[open..].find(';').expect("a condition") + 1,
            rest => panic!("no loop: {rest}"),
        };
        line.insert_str(at, &check);
    }
    let claim = "void reach_error(void); static void claim(int ok) { if (!ok) reach_error(); }\n";
    claim.to_owned() + &lines.join("\n") + "\n"
}

const HEAD: &str =
    "extern int __VERIFIER_nondet_int(void); extern void abort(void); void reach_error(void) { abort(); }\n";

const PROGRAMS: &[&str] = &[
    "int state = 1, partner = 4; static unsigned char flag;
static void next(int input) {
  if (input == 3 && state == 1) { state = 2; partner = 7; flag = 200; return; }
  if (input == 4 && state == 2) { state = 5; partner = 1; flag = 3; return; }
  if (input == 5 && state == 5) { if (partner != 1) reach_error(); state = 1; partner = 4; flag = 0; }
}
int main(void) {
  while (1) { next(__VERIFIER_nondet_int()); if (state == 2 && partner != 7) reach_error(); }
}",
    "int f(int n) {
  int i = 0, k = 0;
  while (i < n && i < 100) { i++; if (k < 7) k += 2; }
  for (int i = 10; i > 0; i -= 2) { k = i; }
  return i + k;
}
int main(void) { if (f(__VERIFIER_nondet_int()) > 1000) reach_error(); return 0; }",
    "int g = 3; static unsigned char c; struct pair { int a; short b[2]; } p; int idle;
int main(void) {
  int i = 5;
  while (__VERIFIER_nondet_int()) {
    if (g < 9) g++; else g = 3;
    c = 250; p.b[1] = -4; p.a = g;
    for (unsigned i = 0; i < 4; i++) { int g = 77; p.a = (int)i; if (g == 8) reach_error(); }
    { int i = 1000; while (i > 0) { i -= 4; } if (i > 0) reach_error(); }
  }
  if (i != 5 || g > 9 || idle) reach_error();
  return 0;
}",
    "static void up(int *p) { while (*p < 20) *p += 5; }
int main(void) {
  int x = 0, a[3] = { 1, 2, 3 };
  long long big = -1;
  for (int round = 0; round < 3; round++) { x = 0; up(&x); a[1] = round; big = 0x100000000LL; }
  while (__VERIFIER_nondet_int()) { a[2] = 9; }
  if (x > 25 || big > 0x100000000LL) reach_error();
  return 0;
}",
    "int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -2147483647 || x > 5) return 0;
  while (x < 5) { x++; int y; if (x > 3) y = 1; else y = 2; while (y > 0) y--; }
  if (x != 5) reach_error();
  return 0;
}",
    // Only predicates know it.
    "unsigned x, y;
int main(void) {
  x = __VERIFIER_nondet_int();
  y = x;
  while (__VERIFIER_nondet_int()) {
    if (x < 1000) { x += 3; y += 3; } else { x += x; y += y; }
  }
  if (x != y) reach_error();
  return 0;
}",
];

#[test]
fn what_a_witness_claims_is_so() {
    let mut count = 0;
    for (number, program) in PROGRAMS.iter().enumerate() {
        let source = format!("{HEAD}{program}\n");
        let file = scratch(&format!("witness-{number}.c"), &source);
        let witness = scratch(&format!("witness-{number}.yml"), "");
        let output = run(&["check", "-p", "unreach", "--engine", "bam", "--witness", &witness, "--invariants", &file]);
        assert_eq!(code(&output), 0, "{}", stdout(&output));
        let text = std::fs::read_to_string(&witness).expect("a witness");
        let claims = claimed(&text);
        assert!(!claims.is_empty(), "{text}");
        count += claims.len();
        for claim in &claims {
            assert!(stdout(&output).contains(&claim.value), "{} is not shown", claim.value);
        }
        if program.contains("unsigned x, y") {
            assert!(claims.iter().any(|claim| claim.value.contains("(x == y)")), "{text}");
        }
        let checked = scratch(&format!("witness-{number}-checked.c"), with_checks(&source, &claims, str::to_owned));
        let judged = run(&["check", "-p", "unreach", "--engine", "bmc", "--no-induction", "--unwind", "4", &checked]);
        assert!([0, 5].contains(&code(&judged)), "{text}{}{}", stdout(&judged), stderr(&judged));
        // The checks are reached: the opposite of any of them is violated.
        for claim in claims {
            let opposite = with_checks(&source, &[claim], |value| format!("!({value})"));
            let file = scratch(&format!("witness-{number}-opposite.c"), opposite);
            let judged = run(&["check", "-p", "unreach", "--engine", "bmc", "--unwind", "4", &file]);
            assert_eq!(code(&judged), 10, "{}", stdout(&judged));
        }
    }
    assert!(count >= 8, "only {count} invariants");
}

#[test]
fn invariants_say_what_is_known_and_not_more() {
    let file = scratch("shown.c", format!("{HEAD}{}\n", PROGRAMS[2]));
    let output = run(&["check", "-p", "unreach", "--engine", "bam", "--invariants", "--format", "json", &file]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a report");
    let rows = report["invariants"].as_array().expect("invariants");
    let at = |line: u64| {
        let row = rows.iter().find(|row| row["place"]["line"] == line).expect("a loop");
        row["value"].as_str().expect("a text").to_owned()
    };
    assert!(at(5).contains("g >= 3 && g <= 9") && at(5).contains("idle == 0"), "{}", at(5));
    // There `g` is a global again, and `i` another variable.
    assert!(at(8).contains("i <= 4U") && !at(8).contains("i == 5"), "{}", at(8));
    assert!(at(9).contains("i >= 0 && i <= 1000") && at(9).contains("(i & 3) == 0"), "{}", at(9));
}

#[test]
fn invariants_say_what_belongs_together() {
    let file = scratch("together.c", format!("{HEAD}{}\n", PROGRAMS[0]));
    let output = run(&["check", "-p", "unreach", "--engine", "bam", "--invariants", "--format", "json", &file]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a report");
    let value = report["invariants"][0]["value"].as_str().expect("a text").to_owned();
    for part in ["(state == 1 && partner == 4", "(state == 2 && partner == 7", "(state == 5 && partner == 1"] {
        assert!(value.contains(part), "{value}");
    }
}

#[test]
fn a_witness_is_of_the_form_that_others_read() {
    let file = scratch("form.c", format!("{HEAD}int main(void) {{ return 0; }}\n"));
    let witness = scratch("form.yml", "");
    let spec = scratch("form.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let args = ["check", "-p", &spec, "--sv-comp", "--witness", &witness, &file];
    let output = run::hecaton(&args).env("SOURCE_DATE_EPOCH", "1794787200").output().expect("it runs");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = std::fs::read_to_string(&witness).expect("a witness");
    for part in [
        "- entry_type: \"invariant_set\"\n  metadata:\n    format_version: \"2.0\"\n    uuid: \"",
        "creation_time: \"2026-11-16T00:00:00+00:00\"",
        "      specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"\n",
        "      data_model: \"LP64\"\n      language: \"C\"\n  content: []\n",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    // No proof, no witness.
    let wrong = scratch("wrong.c", format!("{HEAD}int main(void) {{ reach_error(); }}\n"));
    let nothing = scratch("wrong.yml", "untouched");
    let output = run(&["check", "-p", &spec, "--sv-comp", "--witness", &nothing, &wrong]);
    assert_eq!(code(&output), 10);
    assert!(stderr(&output).contains("no correctness witness"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&nothing).expect("it is there"), "untouched");
}
