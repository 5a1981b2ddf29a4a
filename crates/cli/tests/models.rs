//! The models of library functions against the real library: the calls of `models/calls.txt`, with random arguments, are
//! made by a program that gcc has compiled, and the same calls with the model.
//!
//! - What the catalogue calls exact must give the same results and leave the same memory, whatever the rest of the world
//!   does: the concrete interpreter runs the calls, once with all inputs zero, once with all bits of them set.
//! - For everything else the real result must be possible: `assert(result != real)` must be violated, or unknown because
//!   it rests on an approximation.
//!
//! `HECATON_CASES` says how many calls of each line there are, `HECATON_ONLY` which function, `HECATON_SEED` where the
//! random numbers begin.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_base::{Bits, Budget};
use hecaton_front_c::{How, Input, Options, load, modelled};
use hecaton_ir::Place;
use hecaton_testkit::random::Random;
use hecaton_trace::{Oracle, Outcome, Until, run as interpret};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The formats of `REAL`: type, end of names, macro that tells a number.
const FORMATS: [(&str, &str, &str); 3] = [("double", "", "D"), ("float", "f", "F"), ("long double", "l", "L")];

const PRELUDE: &str = "#define _GNU_SOURCE\n\
    #include <arpa/inet.h>\n#include <ctype.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <inttypes.h>\n\
    #include <limits.h>\n#include <locale.h>\n#include <malloc.h>\n#include <math.h>\n#include <pwd.h>\n\
    #include <search.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n\
    #include <sys/mman.h>\n#include <sys/random.h>\n#include <sys/stat.h>\n#include <sys/time.h>\n#include <time.h>\n\
    #include <unistd.h>\n#include <wchar.h>\n\
    int by_value(const void *a, const void *b) { int x = *(int *)a, y = *(int *)b; return x < y ? -1 : x > y; }\n\
    int by_half(const void *a, const void *b) { int x = *(int *)a / 2, y = *(int *)b / 2; return x - y; }\n\
    int by_value_with(const void *a, const void *b, void *c) { return by_value(a, b); }\n\
    static double d(unsigned long long bits) { union { unsigned long long bits; double value; } u = {bits}; return u.value; }\n\
    static float f(unsigned bits) { union { unsigned bits; float value; } u = {bits}; return u.value; }\n\
    static long long of_d(double x) { union { double value; long long bits; } u = {x}; return x != x ? 1 : u.bits; }\n\
    static long long of_f(float x) { union { float value; int bits; } u = {x}; return x != x ? 1 : u.bits; }\n\
    union extended { long double value; struct { long long low; short high; } parts; };\n\
    static long long low_of(long double x) { union extended u = {x}; return x != x ? 1 : u.parts.low; }\n\
    static long long high_of(long double x) { union extended u = {x}; return x != x ? 1 : u.parts.high; }\n";

/// What is asked of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Exact,
    Possible,
}

/// One call: a function, and the body of a C function that calls it.
#[derive(Clone, Debug)]
struct Call {
    name: String,
    asked: Asked,
    body: String,
}

/// Random numbers in words of C.
struct Arguments(Random);

impl Arguments {
    fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }
    fn word(&mut self) -> u64 {
        self.below(1 << 32) << 32 | self.below(1 << 32)
    }
    fn pick(&mut self, all: &[&str]) -> String {
        self.0.pick(all).to_owned()
    }
    fn text(&mut self, most: u64, from: &[u8]) -> String {
        let length = self.below(most + 1);
        (0..length).map(|_| char::from(from[self.below(from.len() as u64) as usize])).collect()
    }
    fn double(&mut self) -> u64 {
        const ODD: [f64; 16] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            2.5,
            -3.5,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            709.5,
            -745.0,
            1e300,
        ];
        match self.below(4) {
            0 => ODD[self.below(16) as usize].to_bits(),
            1 => self.word(),
            _ => self.near(),
        }
    }
    /// A number of moderate size.
    fn near(&mut self) -> u64 {
        let x = (self.below(1 << 20) as f64 - 524_288.0) / [1.0, 64.0, 4096.0, 1_048_576.0][self.below(4) as usize];
        x.to_bits()
    }
    fn single(&mut self) -> u32 {
        match self.below(3) {
            0 => self.word() as u32,
            _ => (f64::from_bits(self.double()) as f32).to_bits(),
        }
    }
    fn integer(&mut self, bits: u32) -> i64 {
        let odd =
            [0, 1, -1, 2, 7, -8, 127, 128, 255, 256, i64::from(i32::MAX), i64::from(i32::MIN), i64::MAX, i64::MIN];
        let n = if self.below(2) == 0 { odd[self.below(14) as usize] } else { self.word() as i64 >> self.below(60) };
        if bits == 32 { i64::from(n as i32) } else { n }
    }
    /// The words for what begins with `$`.
    fn words(&mut self, kind: &str, ty: &str) -> String {
        match kind {
            "str" => format!("{:?}", self.text(7, b"abAB ,a")),
            "wstr" => format!("L{:?}", self.text(7, b"abAB ,a")),
            "letter" => format!("'{}'", self.pick(&["a", "b", "A", "B", " ", ",", "z", "0", "G", "\\t", "\\n", "~"])),
            "byte" => (self.below(257) as i64 - 1).to_string(),
            "n2" => self.below(3).to_string(),
            "n8" => self.below(9).to_string(),
            "base" => self.pick(&["0", "2", "8", "10", "16", "36", "7"]),
            "anybase" => self.pick(&["0", "10", "16", "1", "37", "-1"]),
            "exp" => self.pick(&["0", "1", "-1", "5", "-30", "100", "-140", "1023", "-1074", "2000", "-2100", "16000"]),
            "time" => (self.below(1 << 34) as i64 - (1 << 32)).to_string(),
            "int" => format!("(int){}u", self.integer(32) as u32),
            "long" => format!("(long){}ul", self.integer(64) as u64),
            "small" => {
                let (space, sign, rest) =
                    (self.pick(&["", " ", "\\t"]), self.pick(&["", "-", "+"]), self.pick(&["", "x", " 1", "."]));
                format!("\"{space}{sign}{}{rest}\"", self.below(1 << 31))
            }
            "number" => {
                let (space, sign) = (self.pick(&["", " ", "\\t\\n"]), self.pick(&["", "-", "+", "--"]));
                let (prefix, rest) = (self.pick(&["", "0", "0x", "0b", "x"]), self.pick(&["", "z", " 1", "8", "g"]));
                let digits = match self.below(4) {
                    0 => String::new(),
                    1 => self.text(4, b"01a9fZ"),
                    2 => self.text(25, b"0123456789"),
                    _ => ["9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616"]
                        [self.below(4) as usize]
                        .to_owned(),
                };
                format!("\"{space}{sign}{prefix}{digits}{rest}\"")
            }
            "decimal" => {
                let (space, sign) = (self.pick(&["", " "]), self.pick(&["", "-", "+"]));
                let word = self.pick(&["", "", "", "inf", "nan", "0x1p3", "Infinit", "."]);
                let (whole, part) = (self.text(4, b"0129"), self.text(4, b"0159"));
                let rest = self.pick(&["", "e5", "e-400", "E+999", "e", "e+", "x", "f"]);
                format!("\"{space}{sign}{word}{whole}.{part}{rest}\"")
            }
            "literal" => format!("{:?}", f64::from_bits(self.near()) / [1.0, 1024.0, 65536.0][self.below(3) as usize]),
            "positive" => format!("{:?}", f64::from_bits(self.near()).abs() / 512.0 + 1.0),
            "fraction" => format!("{:?}", (self.below(2001) as f64 - 1000.0) / 1000.0),
            "whole" => format!("{:?}", self.below(41) as f64 - 8.0),
            "dbl" => format!("d({}ull)", self.double()),
            "flt" => format!("f({}u)", self.single()),
            "near" => format!("({ty})d({}ull)", self.near()),
            "real" => match ty {
                "float" => format!("f({}u)", self.single()),
                "double" => format!("d({}ull)", self.double()),
                _ => format!("((long double)d({}ull) + d({}ull))", self.double(), self.near()),
            },
            other => panic!("no argument is called `${other}`"),
        }
    }
    /// The body of a call, with arguments for what begins with `$`.
    fn fill(&mut self, body: &str, ty: &str) -> String {
        let mut parts = body.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
            text += &self.words(&part[..end], ty);
            text += &part[end..];
        }
        text
    }
}

/// All lines of the table, so many times each.
fn calls(count: usize, only: Option<&str>, seed: u64) -> Vec<Call> {
    let how: BTreeMap<String, How> = modelled().into_iter().map(|model| (model.name, model.how)).collect();
    let mut arguments = Arguments(Random(seed.max(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let mut calls = Vec::new();
    for line in include_str!("models/calls.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (names, body) = line.split_once(" | ").unwrap_or_else(|| panic!("no call in `{line}`"));
        let asked = match names.chars().next() {
            Some('=') => Some(Asked::Exact),
            Some('~') => Some(Asked::Possible),
            _ => None,
        };
        let formats = if body.contains("REAL ") { &FORMATS[..] } else { &FORMATS[..1] };
        for name in names.trim_start_matches(['=', '~']).split(' ') {
            for (ty, suffix, letter) in formats {
                let name = format!("{name}{suffix}");
                if only.is_some_and(|only| only != name) {
                    continue;
                }
                let Some(how) = how.get(&name) else { panic!("`{name}` is not in the catalogue") };
                let asked = asked.unwrap_or(if *how == How::Exact { Asked::Exact } else { Asked::Possible });
                for _ in 0..count {
                    let body = arguments.fill(body, ty).replace('@', &name).replace("REAL ", &format!("{ty} "));
                    let body = body.replace("OUTR", &format!("OUT{letter}"));
                    calls.push(Call { name: name.clone(), asked, body });
                }
            }
        }
    }
    calls
}

/// The body of a call with other words for what tells a result.
fn told(body: &str, mut tell: impl FnMut(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some(at) = ["OUT", "MEM(", "WMEM("].iter().filter_map(|word| rest.find(word)).min() {
        let open = at + rest[at..].find('(').expect("a macro has arguments");
        let mut depth = 0;
        let close = open
            + rest[open..]
                .char_indices()
                .position(|(_, c)| {
                    depth += i32::from(c == '(') - i32::from(c == ')');
                    depth == 0
                })
                .expect("parentheses are balanced");
        let (word, inside) = (&rest[at..open], &rest[open + 1..close]);
        text += &rest[..at];
        let (first, second) = inside.rsplit_once(", ").unwrap_or((inside, ""));
        match word {
            "OUT" => text += &tell(inside),
            "OUTP" => text += &tell(&format!("({first}) ? ({first}) - ({second}) : -1")),
            "OUTD" => text += &tell(&format!("of_d({inside})")),
            "OUTF" => text += &tell(&format!("of_f({inside})")),
            "OUTL" => {
                let _ = write!(text, "{{ long double told = {inside}; ");
                text += &tell("low_of(told)");
                text += ";";
                text += &tell("high_of(told)");
                text += "; }";
            }
            "MEM" | "WMEM" => {
                for index in 0..second.parse().expect("a number of elements") {
                    text += &tell(&format!("{first}[{index}]"));
                    text += ";";
                }
            }
            other => panic!("`{other}` tells nothing"),
        }
        rest = &rest[close + 1..];
    }
    text + rest
}

/// What the real library gives: the results of each call.
fn real(calls: &[Call], folder: &Path) -> Vec<Vec<i64>> {
    let mut text = PRELUDE.to_owned();
    for (index, call) in calls.iter().enumerate() {
        let body = told(&call.body, |e| format!("fprintf(out, \" %lld\", (long long)({e}))"));
        let _ = writeln!(text, "static void call_{index}(FILE *out) {{ {body} }}");
    }
    text += "int main(int argc, char **argv) {\n  FILE *out = fopen(argv[1], \"w\");\n";
    for index in 0..calls.len() {
        let _ = writeln!(text, "  call_{index}(out); fprintf(out, \"\\n\");");
    }
    text += "  fclose(out);\n  return 0;\n}\n";
    let (source, binary, results) = (folder.join("real.c"), folder.join("real"), folder.join("results"));
    std::fs::write(&source, text).expect("a temporary file");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O0", "-fno-builtin", "-o"]).arg(&binary).arg(&source).arg("-lm");
    assert!(gcc.status().expect("gcc runs").success(), "{} does not compile", source.display());
    let output = Command::new(&binary).arg(&results).output().expect("the program runs");
    assert!(output.status.success(), "{} failed: {:?}", binary.display(), output.status);
    let text = std::fs::read_to_string(&results).expect("results");
    let lines: Vec<Vec<i64>> = text
        .lines()
        .map(|line| line.split_whitespace().map(|word| word.parse().expect("a number")).collect())
        .collect();
    assert_eq!(lines.len(), calls.len(), "every call tells its results");
    lines
}

/// A call in terms of the model, and `same`: whether it gives the real results.
fn compared(call: &Call, results: &[i64]) -> String {
    let mut next = results.iter();
    let body = told(&call.body, |e| {
        let real = *next.next().expect("as many results as are told");
        format!("same &= (long long)({e}) == (long long){}ull", real as u64)
    });
    format!("_Bool same = 1; {body}")
}

/// All inputs are zero, or all their bits are set.
struct Inputs(bool);

impl Oracle for Inputs {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        Ok(if self.0 { Bits::ones(width) } else { Bits::zero(width) })
    }
    fn place(&mut self, _: u64) -> Result<Place, String> {
        Ok(Place::default())
    }
}

/// The calls whose model does not give the real results, among those that must.
fn inexact(calls: &[(Call, Vec<i64>)], before: &str, folder: &Path) -> Vec<String> {
    let mut text = format!("{PRELUDE}{before}");
    for (index, (call, results)) in calls.iter().enumerate() {
        let _ = writeln!(text, "static _Bool call_{index}(void) {{ {} return same; }}", compared(call, results));
    }
    text += "int main(void) {\n  int wrong = 0;\n";
    for index in 0..calls.len() {
        let _ = writeln!(text, "  if (!wrong && !call_{index}()) wrong = {};", index + 1);
    }
    text += "  return wrong;\n}\n";
    let path = folder.join("exact.c");
    std::fs::write(&path, text).expect("a temporary file");
    let program = match load(&[Input::plain(&path)], &Options::default(), &Budget::unlimited()) {
        Ok(loaded) => loaded.program,
        Err(failure) => panic!("{}: {:?}", path.display(), failure.diags),
    };
    let mut wrong = Vec::new();
    for ones in [false, true] {
        match interpret(&program, &mut Inputs(ones), Until::First, &Budget::unlimited()) {
            Outcome::Ended(Some(bits)) if bits.is_zero() => {}
            Outcome::Ended(Some(bits)) => {
                let (call, results) = &calls[bits.to_u64().map_or(0, |n| n as usize) - 1];
                wrong.push(format!("`{}` is not exact: the real results are {results:?} of {}", call.name, call.body));
            }
            other => wrong.push(format!("{}: {other:?}", path.display())),
        }
    }
    wrong
}

/// The calls whose model does not allow the real results.
fn impossible(calls: &[(Call, Vec<i64>)], before: &str) -> Vec<String> {
    let mut text = format!("{PRELUDE}{before}");
    let first = text.lines().count() + 1;
    for (index, (call, results)) in calls.iter().enumerate() {
        let body = compared(call, results);
        let _ = writeln!(text, "static void call_{index}(void) {{ {body} __CPROVER_assert(!same, \"call\"); }}");
    }
    text += "int main(void) {\n";
    for index in 0..calls.len() {
        let _ = writeln!(text, "  call_{index}();");
    }
    text += "  return 0;\n}\n";
    let name = format!("possible-{}.c", calls[0].0.name);
    let path = run::scratch(&name, &text);
    let args = [
        "check",
        "-p",
        "assertion,deref,free",
        "--engine",
        "bmc",
        "--format",
        "json",
        "--trace",
        "none",
        "--timeout",
        "600s",
        &path,
    ];
    let output = run::run(&args);
    let report: serde_json::Value = match serde_json::from_str(&run::stdout(&output)) {
        Ok(report) => report,
        Err(error) => return vec![format!("{path}: {error}: {}", run::stderr(&output))],
    };
    let mut possible = BTreeSet::new();
    let mut reasons = BTreeMap::new();
    for property in report["properties"].as_array().into_iter().flatten() {
        if property["kind"] != "assertion" {
            continue;
        }
        let line = property["place"]["line"].as_u64().map_or(0, |line| line as usize);
        let reason = property["reason"].as_str().unwrap_or_default();
        if property["verdict"] == "violated" || reason.contains("approximation") {
            possible.insert(line);
        }
        reasons.insert(line, format!("{} {reason}", property["verdict"]));
    }
    let wrong = calls.iter().enumerate().filter(|(index, _)| !possible.contains(&(first + index)));
    wrong
        .map(|(index, (call, results))| {
            let why = reasons.get(&(first + index)).map_or("", String::as_str);
            format!("`{}` does not allow the real results {results:?} of {}: {why}", call.name, call.body)
        })
        .collect()
}

/// What is wrong with the models, so many calls for each line of the table; `before` is put before the calls of the model.
fn wrong(count: usize, only: Option<&str>, seed: u64, before: &str) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("hecaton-models-{}-{seed}-{}", std::process::id(), before.len()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let calls = calls(count, only, seed);
    let (mut exact, mut possible) = (Vec::new(), Vec::new());
    for part in calls.chunks(2000) {
        for (call, results) in part.iter().zip(real(part, &folder)) {
            match call.asked {
                Asked::Exact => exact.push((call.clone(), results)),
                Asked::Possible => possible.push((call.clone(), results)),
            }
        }
    }
    let names: BTreeSet<&str> = calls.iter().map(|call| call.name.as_str()).collect();
    println!("{} functions, {} exact calls, {} possible ones", names.len(), exact.len(), possible.len());
    let mut wrong = Vec::new();
    for part in exact.chunks(400) {
        wrong.extend(inexact(part, before, &folder));
    }
    for part in possible.chunks(60) {
        wrong.extend(impossible(part, before));
    }
    std::fs::remove_dir_all(&folder).expect("the temporary folder goes");
    wrong
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn models_allow_what_the_library_does() {
    let only = std::env::var("HECATON_ONLY").ok();
    let wrong = wrong(number("HECATON_CASES", 1) as usize, only.as_deref(), number("HECATON_SEED", 1), "");
    assert!(wrong.is_empty(), "{} calls are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A program's own function takes the place of the model: a wrong one of each family must be noticed.
#[test]
fn wrong_models_are_noticed() {
    let faults = [
        ("strlen", "size_t strlen(const char *s) { size_t n = 0; while (s[n] != 0 && n < 5) n++; return n; }"),
        ("strcmp", "int strcmp(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a < *b; }"),
        ("wcslen", "size_t wcslen(const wchar_t *s) { size_t n = 0; while (s[n] != 0 && s[n] != ',') n++; return n; }"),
        ("cbrt", "double cbrt(double x) { return x < 0 ? 0 : x; }"),
        ("modf", "double modf(double x, double *whole) { *whole = floor(x); return x - *whole; }"),
        ("toupper", "int toupper(int c) { return c >= 'a' && c < 'z' ? c - 32 : c; }"),
        ("strtol", "long strtol(const char *s, char **end, int base) { *end = (char *)s; return atol(s); }"),
        ("abs", "int abs(int x) { return x; }"),
        ("qsort", "void qsort(void *a, size_t n, size_t m, int (*f)(const void *, const void *)) { f(a, a); }"),
        ("snprintf", "int snprintf(char *to, size_t n, const char *format, ...) { if (n) to[0] = 0; return 0; }"),
        ("sscanf", "int sscanf(const char *s, const char *format, ...) { return 0; }"),
        ("asctime", "char *asctime(const struct tm *date) { return \"Thu Jan  1 00:00:00 1970\\n\"; }"),
        ("timegm", "time_t timegm(struct tm *date) { return date->tm_sec + 60 * date->tm_min; }"),
        ("fgetc", "int fgetc(FILE *file) { return 0; }"),
        ("getenv", "char *getenv(const char *name) { return 0; }"),
        ("open", "int open(const char *name, int flags, ...) { return -1; }"),
        ("time", "time_t time(time_t *t) { *t = -1; return -1; }"),
        ("realloc", "void *realloc(void *old, size_t n) { free(old); return calloc(n, 1); }"),
    ];
    for (name, fault) in faults {
        let found = wrong(20, Some(name), 1, &format!("{fault}\n"));
        let noticed = |message: &String| message.contains("is not exact") || message.contains("does not allow");
        assert!(found.iter().any(noticed), "`{name}` is wrong, but {found:?}: {fault}");
    }
}
