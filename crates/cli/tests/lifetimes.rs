//! Where objects die: kinds of object, in kinds of scope, with every way out of it. One program has a function for each;
//! an access in it stands on a line that says whether the object lives there.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use std::fmt::Write as _;

/// How an object is made, and `p` is set to it.
const DECLARED: [(&str, &str); 8] = [
    ("scalar", "int x = 1; p = &x;"),
    ("array", "int x[3] = {1, 2, 3}; p = &x[1];"),
    ("struct", "struct S x = {1, {2, 3}}; p = &x.b[1];"),
    ("vla", "int x[n + 1]; x[0] = 1; p = x;"),
    ("array literal", "p = (int[]){1, 2};"),
    ("struct literal", "p = &(struct S){1, {2, 3}}.a;"),
    ("scalar literal", "p = &(int){1};"),
    ("aligned", "_Alignas(32) int x = 1; p = &x;"),
];

/// The scopes: what stands before what is in them, and after it; and whether `break` and `continue` leave it.
const SCOPES: [(&str, &str, &str, bool, bool); 9] = [
    ("block", "{", "}", false, false),
    ("if", "if (n) {", "}", false, false),
    ("else", "if (!n) ; else {", "}", false, false),
    ("else if", "if (!n) ; else if (n > 0) {", "}", false, false),
    ("switch", "switch (n) { default: ; {", "} }", true, false),
    ("while", "while (n-- > 0) {", "}", true, true),
    ("do", "do {", "} while (0);", true, true),
    ("for", "for (int i = 0; i < 1; i++) {", "}", true, true),
    ("statement expression", "(void)({", "n; });", false, false),
];

/// Whole bodies of functions with an `@` where the literal stands: what the heads and the parts of statements make.
const WITH_LITERALS: [&str; 21] = [
    "if ((p = @))\nLIVE\nDEAD",
    "if (n && (p = @))\nLIVE\nDEAD",
    "if ((p = @), 0) ; else\nLIVE\nDEAD",
    "if (n) p = @;\nDEAD",
    "if (!n) ; else p = @;\nDEAD",
    "if (!n) ; else if ((p = @))\nLIVE\nDEAD",
    "if ((p = @)) goto out;\nout:\nDEAD",
    "while (n--) p = @;\nDEAD",
    "while ((p = @) && n--)\nLIVE\nDEAD",
    "while ((p = @)) break;\nDEAD",
    "do p = @; while (0);\nDEAD",
    "do ; while ((p = @) && 0);\nDEAD",
    "do {\nif (p) {\nLIVE\nreturn; } } while ((p = @));",
    "for (p = @; n--; )\nLIVE\nDEAD",
    "for (; (p = @) && n--; )\nLIVE\nDEAD",
    "for (; n--; p = @) ;\nDEAD",
    "for (int i = 0; i < 2; i++, p = @) if (i)\nLIVE",
    "for (int i = 0; i < 2; i++) if (i) {\nDEAD\n} else p = @;",
    "for (int i = 0; i < 2; i++) { if (i) {\nDEAD\nbreak; } p = @;\nLIVE\ncontinue; }",
    "switch (*(p = @)) { default:\nLIVE\nbreak; }\nDEAD",
    "switch (n) default: p = @;\nDEAD",
];

/// Bodies of functions for what else there is.
const OTHERS: [&str; 28] = [
    // Jumps out of a full expression with temporaries, to where an object was made or not yet, and past a parameter.
    "if (setjmp(where)) { p = kept;\nDEAD\nreturn; } n = *(p = make(1).b) + (leave(p), 1);",
    "if (setjmp(where)) { p = kept;\nDEAD\nreturn; } n = n && *(p = make(1).b) && (leave(p), 1);",
    "int x = 1; if (setjmp(where)) { p = kept;\nLIVE\nreturn; } leave(&x);",
    "if (setjmp(where)) { p = kept;\nDEAD\nreturn; } n = *leave_parameter(whole);",
    // Temporaries live until the end of the full expression.
    "n = *(p = make(1).b);\nDEAD",
    "n = *(p = make(1).b) &&\n*p /*live*/;\nDEAD",
    "n = (n ? make(1).b : make(2).b)[0];",
    "((p = make(1).b) && n) ?\n*p /*live*/ : 0;\nDEAD",
    "(n ? (p = make(1).b) : (p = make(2).b)), n =\n*p /*live*/;\nDEAD",
    "if ((p = make(1).b) &&\n*p /*live*/) {\nDEAD\n}",
    "if (!((p = make(nondet()).b) && n &&\n*p /*live*/)) {\nDEAD\n} else {\nDEAD\n}",
    "while ((p = make(1).b) &&\n*p /*live*/) {\nDEAD\nreturn; }",
    "for (; (p = make(1).b) && !n--; ) ;\nDEAD",
    "switch ((p = make(1).b)[0]) { default:\nDEAD\n}",
    "n = take(make(1)) + *(p = make(2).b) +\n*p /*live*/;\nDEAD",
    // A parameter dies with its function, whatever its type.
    "p = scalar_parameter(n);\nDEAD",
    "p = struct_parameter(whole);\nDEAD",
    "p = struct_parameter(make(1));\nDEAD",
    "p = (&struct_parameter)(whole);\nDEAD",
    "n = *(p = &whole.a) +\n*struct_parameter(whole) /*dead*/;",
    "p = second_parameter(n, whole);\nDEAD",
    "struct S x = pass(whole); p = x.b;\nLIVE",
    "p = variable_parameter(1, whole);\nDEAD",
    // What is jumped over, into and back to.
    "goto in; { int x; in: x = 1; p = &x;\nLIVE\n}\nDEAD",
    "goto in; for (int i = 0; ; ) { in: i = 1; p = &i;\nLIVE\nbreak; }\nDEAD",
    "switch (n) { int x; case 1: x = 1; p = &x;\nLIVE\n}\nDEAD",
    "{ int x = 1; again: if (p) {\nLIVE\nreturn; } p = &x; goto again; }",
    "int m = 0; again: ; int x[n + 1]; x[0] = 1; if (m++) {\nDEAD\nreturn; } p = x; goto again;",
];

const PRELUDE: &str = "
#include <setjmp.h>
#include <stdarg.h>
jmp_buf where; int *kept;
void leave(int *p) { kept = p; longjmp(where, 1); }
int nondet(void); int sink;
struct S { int a; int b[2]; } whole = {1, {2, 3}};
struct S make(int x) { struct S s = {x, {x, x}}; return s; }
struct S pass(struct S s) { return s; }
int *leave_parameter(struct S s) { leave(s.b); return 0; }
int take(struct S s) { return s.a; }
int *scalar_parameter(int x) { int *p = &x; return p; }
int *struct_parameter(struct S s) { int *p = &s.b[1]; return p; }
int *second_parameter(int x, struct S s) { int *p = &s.a; return p; }
int *variable_parameter(int x, ...) {
  va_list list; va_start(list, x); struct S s = va_arg(list, struct S); int *p = &s.a; va_end(list); return p;
}
";

/// The bodies of the functions, and the functions that they call.
fn bodies() -> Vec<String> {
    let mut bodies = Vec::new();
    for (_, object) in DECLARED {
        for (_, open, close, breaks, continues) in SCOPES {
            bodies.push(format!("{open} {object}\nLIVE\n{close}\nDEAD"));
            bodies.push(format!("{open} {object}\nLIVE\ngoto out; {close} out:\nDEAD"));
            bodies.push(format!("back: if (p) {{\nDEAD\nreturn; }} {open} {object}\nLIVE\ngoto back; {close}"));
            // A jump out of a function that is called in the scope, and one that does not leave it.
            bodies.push(format!(
                "if (setjmp(where)) {{ p = kept;\nDEAD\nreturn; }} {open} {object}\nLIVE\nleave(p); {close}"
            ));
            bodies.push(format!(
                "{open} {object} if (setjmp(where)) {{ p = kept;\nLIVE\nreturn; }}\nLIVE\nleave(p); {close}"
            ));
            bodies.push(format!(
                "p = ({{ int *inner(void) {{ {open} {object}\nLIVE\nreturn p; {close} }} inner(); }});\nDEAD"
            ));
            if breaks {
                bodies.push(format!("{open} {object}\nLIVE\nbreak; {close}\nDEAD"));
                bodies.push(format!("{open} {{ {object}\nLIVE\nif (n < 9) break; }} {close}\nDEAD"));
            }
            if continues {
                bodies.push(format!("{open} {object}\nLIVE\ncontinue; {close}\nDEAD"));
                bodies.push(format!("{open} {{ {object}\nLIVE\nif (n < 9) continue; }} {close}\nDEAD"));
            }
        }
    }
    for body in WITH_LITERALS {
        for literal in ["(int[]){1, 2}", "&(struct S){1}.a", "&(int){1}", "(struct S){1, {2, 3}}.b"] {
            bodies.push(body.replace('@', literal));
        }
    }
    bodies.extend(OTHERS.map(str::to_owned));
    bodies
}

/// The program, and for each access of it the line and whether the object lives there.
fn program() -> (String, Vec<(u32, bool)>) {
    let mut text = PRELUDE.to_owned();
    let bodies = bodies();
    for (number, body) in bodies.iter().enumerate() {
        let body = body.replace("LIVE", "sink = *p; /*live*/").replace("DEAD", "sink = *p; /*dead*/");
        let body = body.replace("goto out;", &format!("goto out{number};")).replace("out:", &format!("out{number}: ;"));
        let _ = writeln!(text, "void f{number}(void) {{ int n = 1, *p = 0;\n{body}\n}}");
    }
    text += "int main(void) { switch (nondet()) {\n";
    for number in 0..bodies.len() {
        let _ = writeln!(text, "case {number}: f{number}(); break;");
    }
    text += "} return 0; }\n";
    let lines = text.lines().zip(1u32..);
    let said = lines.filter(|(line, _)| line.contains("/*live*/") || line.contains("/*dead*/"));
    let said = said.map(|(line, number)| (number, line.contains("/*live*/"))).collect();
    (text, said)
}

#[test]
fn objects_die_where_their_scopes_end() {
    let (text, said) = program();
    let path = run::scratch("lifetimes.c", &text);
    let output = run::run(&["check", "--format", "json", "--trace", "none", "-p", "deref", "--engine", "paths", &path]);
    let report: serde_json::Value = serde_json::from_str(&run::stdout(&output)).expect("a report");
    let line = |number: u32| text.lines().nth(number as usize - 1).unwrap_or_default();
    assert!(report["properties"].as_array().is_some_and(|all| !all.is_empty()), "{report:#}");
    let mut wrong = Vec::new();
    for (number, lives) in &said {
        let own = |p: &&serde_json::Value| p["place"]["file"] == path.as_str() && p["place"]["line"] == *number;
        let here = report["properties"].as_array().into_iter().flatten().filter(own);
        let verdicts: Vec<&str> = here.filter_map(|p| p["verdict"].as_str()).collect();
        let wanted = if *lives { "holds" } else { "violated" };
        if verdicts.is_empty() || verdicts.iter().any(|verdict| *verdict != wanted) {
            let start = (0..*number).rev().find(|n| *n == 0 || line(*n).starts_with("void f")).unwrap_or(0);
            let shown: Vec<&str> = (start..=*number).filter(|n| *n > 0).map(line).collect();
            wrong.push(format!("line {number}: {verdicts:?}, {wanted} is wanted\n  {}", shown.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let (live, dead) = said.iter().fold((0, 0), |(l, d), (_, lives)| if *lives { (l + 1, d) } else { (l, d + 1) });
    assert!(live > 300 && dead > 300, "there is something to compare: {live} live, {dead} dead");
}
