//! Programs of several files: linking, compilation databases, functions without body.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use run::{code, run, scratch, stderr, stdout};

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// A folder of its own for a test.
fn folder(name: &str) -> String {
    let marker = scratch(&format!("{name}.marker"), "");
    let folder = marker.trim_end_matches(".marker").to_owned();
    std::fs::create_dir_all(format!("{folder}/include")).expect("a folder");
    folder
}

fn write(folder: &str, name: &str, text: &str) -> String {
    let path = format!("{folder}/{name}");
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn functions_without_body_are_listed_or_refused() {
    let text = "extern int measure(int);\nvoid note(const char *);\nint main(void) {\n  note(\"x\");\n  \
                __CPROVER_assert(measure(2) > 0, \"positive\");\n  return 0;\n}\n";
    let file = scratch("without_body.c", text);
    let refused = run(&["check", "--missing-body", "error", &file]);
    assert_eq!(code(&refused), 2, "{}", stdout(&refused));
    for part in ["`measure` is used but has no body", "`note` is used but has no body", "without_body.c:5"] {
        assert!(stderr(&refused).contains(part), "{part} is missing in:\n{}", stderr(&refused));
    }
    let human = run(&["check", "--missing-body", "result", &file]);
    assert_eq!(code(&human), 10);
    for part in ["functions without body: any result, memory stays as it is", "  measure  ", "without_body.c:5"] {
        assert!(stdout(&human).contains(part), "{part} is missing in:\n{}", stdout(&human));
    }
    let report = json(&stdout(&run(&["check", "--format", "json", &file])));
    let listed = report["without_body"].as_array().expect("a list");
    let measure = listed.iter().find(|f| f["name"] == "measure").expect("listed");
    assert_eq!((measure["declared"]["line"].as_u64(), measure["used"]["line"].as_u64()), (Some(1), Some(5)));
    assert!(measure["assumed"].as_str().is_some_and(|text| text.contains("any result")), "{measure}");
    let sv_comp = stdout(&run(&["check", "--sv-comp", &file]));
    assert!(sv_comp.contains("\nFunctions without body: measure, note\n"), "{sv_comp}");
}

#[test]
fn a_database_gives_files_and_their_options() {
    let folder = folder("database");
    write(&folder, "include/limit.h", "int limit(void);\n");
    write(&folder, "a.c", "#include \"limit.h\"\nstatic int own = SIZE;\nint limit(void) { return own; }\n");
    let main = "#include <limit.h>\n#include \"limit.h\"\nstatic int own = 4;\nint main(void) {\n  \
                __CPROVER_assert(limit() == SIZE, \"other options\");\n  __CPROVER_assert(limit() + own == 7, \"sum\");\n  \
                return sizeof(long) == 4 ? 0 : 1;\n}\n";
    let main = write(&folder, "main.c", main);
    let entries = format!(
        "[{{\"directory\": {0:?}, \"file\": \"a.c\", \"command\": \"cc -Iinclude '-DSIZE=3' -c a.c -o a.o\"}},\n\
         {{\"directory\": {0:?}, \"file\": \"./main.c\", \"arguments\": [\"cc\", \"-I\", \"include\", \"-D\", \"SIZE=5\", \
         \"-c\", \"main.c\"]}}]\n",
        folder
    );
    let database = write(&folder, "compile_commands.json", &entries);
    for path in [&folder, &database] {
        let output = run(&["check", "--format", "json", "--compdb", path]);
        let report = json(&stdout(&output));
        assert_eq!(report["summary"]["violated"].as_u64(), Some(1), "{report}");
        assert_eq!(report["properties"][0]["place"]["line"].as_u64(), Some(5), "{report}");
    }
    // Only one of them: what the other defines is then without body.
    let alone = json(&stdout(&run(&["check", "--format", "json", "--compdb", &folder, &main])));
    assert_eq!(alone["without_body"][0]["name"].as_str(), Some("limit"), "{alone}");
    let absent = run(&["check", "--compdb", &folder, "no/such.c"]);
    assert_eq!(code(&absent), 2);
    assert!(stderr(&absent).contains("is not in the database"), "{}", stderr(&absent));
    let broken = write(&folder, "broken.json", "[\n  {]\n");
    let broken = run(&["check", "--compdb", &broken]);
    assert_eq!(code(&broken), 2);
    assert!(stderr(&broken).contains("broken.json:2"), "{}", stderr(&broken));
}

#[test]
fn several_programs_at_once_need_a_choice() {
    let folder = folder("mains");
    let a = write(&folder, "a.c", "int twice(int x) { return 2 * x; }\nint main(void) { return twice(1); }\n");
    let b = write(&folder, "b.c", "int main(void) { return 0; }\n");
    let both = run(&["check", &a, &b]);
    assert_eq!(code(&both), 2);
    for part in ["`main` is defined twice", "a.c:2", "b.c:1", "--function"] {
        assert!(stderr(&both).contains(part), "{part} is missing in:\n{}", stderr(&both));
    }
    assert_eq!(code(&run(&["check", "-p", "overflow", "--function", "twice", &a, &b])), 10);
}

#[test]
fn files_are_linked_as_a_linker_does() {
    let folder = folder("linked");
    let a = "int shared;\nstatic int own = 1;\nstatic int step(void) { return own; }\nint a(void) { return step() + shared; }\n";
    let a = write(&folder, "a.c", a);
    let b = "int shared;\nstatic int own = 2;\nstatic int step(void) { return own; }\nextern int a(void);\n\
             int main(void) {\n  shared = 3;\n  __CPROVER_assert(a() == 4 && step() == 2, \"apart\");\n  return 0;\n}\n";
    let b = write(&folder, "b.c", b);
    assert_eq!(code(&run(&["check", &a, &b])), 0, "{}", stdout(&run(&["check", &a, &b])));
    let c = write(&folder, "c.c", "long shared;\nint c;\n");
    let warned = run(&["check", &a, &b, &c]);
    for part in ["`shared` is declared as `int` and as `long`", "c.c:1", "the other declaration"] {
        assert!(stderr(&warned).contains(part), "{part} is missing in:\n{}", stderr(&warned));
    }
    // Each declaration keeps its own type: an array of unknown length here is a struct there, and a `char` the last
    // byte of an `int`.
    let d = "extern char parts[];\nextern char small;\nlong wide(long);\nint main(void) {\n  small = 1;\n  \
             __CPROVER_assert(parts[0] == 1 && wide(5) == 6 && small == 1, \"apart\");\n  return 0;\n}\n";
    let d = write(&folder, "d.c", d);
    let e = "struct { char x, y; } parts = {1, 2};\nint small = 256;\nint wide(int n) { return n + 1; }\n";
    let e = write(&folder, "e.c", e);
    for order in [[&d, &e], [&e, &d]] {
        // More bits of a result are wanted than there are.
        let open = run(&["check", order[0], order[1]]);
        assert_eq!(code(&open), 2, "{}", stdout(&open));
        assert!(stdout(&open).contains("`wide` that does not fit"), "{}", stdout(&open));
    }
    let narrow = "extern char parts[];\nextern char small;\nshort wide(long);\nint main(void) {\n  small = 1;\n  \
                  __CPROVER_assert(parts[0] == 1 && wide(5) == 6 && small == 1, \"apart\");\n  return 0;\n}\n";
    let narrow = write(&folder, "narrow.c", narrow);
    for order in [[&narrow, &e], [&e, &narrow]] {
        let holds = run(&["check", order[0], order[1]]);
        assert_eq!(code(&holds), 0, "{}", stdout(&holds));
        assert!(stdout(&holds).contains("calling conventions"), "{}", stdout(&holds));
    }
    let object = write(&folder, "x.o", "");
    let refused = run(&["check", &a, &object]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("x.o` is compiled code"), "{}", stderr(&refused));
}

/// A weak definition gives way to one that is not weak, whatever the order, and the first of two weak ones counts.
/// Two files of which one declares something otherwise than the other defines it: no proof, and nothing that is a defect
/// of the tool.
#[test]
fn declarations_that_do_not_fit_the_definition() {
    let folder = folder("misfits");
    let check = "void __CPROVER_assert(int, const char *);\n";
    let cases = [
        // An argument is passed as a `double`.
        (
            "promoted",
            "float f();\nint main(void) { float x = 1.5f; __CPROVER_assert(f(x) == 1.5f, \"\"); }\n",
            2,
            "float f(float x) { return x; }\n",
        ),
        (
            "promoted_fits",
            "double f();\nint main(void) { float x = 1.5f; __CPROVER_assert(f(x) == 1.5, \"\"); }\n",
            0,
            "double f(double x) { return x; }\n",
        ),
        // The definition takes its parameters as they are promoted, which the prototype does not say.
        (
            "old_style",
            "float f(char, float);\nint main(void) { __CPROVER_assert(f(300, 1.5f) == 1.5f, \"\"); }\n",
            2,
            "float f(c, x) char c; float x; { return x; }\n",
        ),
        (
            "old_style_fits",
            "float f(int, double);\nint main(void) { __CPROVER_assert(f(300, 1.5f) == 1.5f, \"\"); }\n",
            0,
            "float f(c, x) char c; float x; { return x; }\n",
        ),
        (
            "old_style_counted",
            "int f(int);\nint main(void) { __CPROVER_assert(f(3) == 3, \"\"); }\n",
            2,
            "int f(a, b) int a, b; { return a; }\n",
        ),
        // More bytes are written than the caller has made room for.
        (
            "result",
            "struct s { int a; };\nstruct s f(void);\nint main(void) { struct s s = f(); \
            __CPROVER_assert(s.a == 1, \"\"); }\n",
            2,
            "struct s { int a, b, c, d; };\nstruct s f(void) { struct s s = {1, 2, 3, 4}; return s; }\n",
        ),
        (
            "result_fits",
            "struct s { int a; };\nstruct s f(void);\nint main(void) { struct s s = f(); \
            __CPROVER_assert(s.a == 1, \"\"); }\n",
            0,
            "struct s { int a; };\nstruct s f(void) { struct s s = {1}; return s; }\n",
        ),
        // More bytes are read than there are.
        ("object", "extern long g;\nint main(void) { __CPROVER_assert(g != 7, \"\"); }\n", 10, "int g = 1;\n"),
        // The inline definition is another way to call the external one.
        (
            "inline",
            "inline int f(void) { return 1; }\nint main(void) { __CPROVER_assert(f() > 0, \"\"); }\n",
            0,
            "int f(void) { return 2; }\n",
        ),
        ("object_fits", "extern int g;\nint main(void) { __CPROVER_assert(g != 7, \"\"); }\n", 0, "long g = 1;\n"),
    ];
    for (name, first, wanted, second) in cases {
        let first = write(&folder, &format!("{name}_a.c"), &format!("{check}{first}"));
        let second = write(&folder, &format!("{name}_b.c"), second);
        let output = run(&["check", &first, &second]);
        assert_eq!(code(&output), wanted, "{name}: {}{}", stdout(&output), stderr(&output));
        assert!(!stderr(&output).contains("internal error"), "{name}: {}", stderr(&output));
        let told = stdout(&output).contains("calls of `f` use one definition of it, though there is an inline one too");
        assert_eq!(told, name == "inline", "{name}: {}", stdout(&output));
    }
}

#[test]
fn weak_definitions_give_way() {
    let folder = folder("weak");
    let main = "extern int x;\nint f(void);\nint main(void) {\n  __CPROVER_assert(x == N && f() == N, \"\");\n  return 0;\n}\n";
    let main = write(&folder, "main.c", main);
    let definitions =
        |attribute: &str, n: u32| format!("int x {attribute} = {n};\n{attribute} int f(void) {{ return {n}; }}\n");
    let weak = write(&folder, "weak.c", &definitions("__attribute__((weak))", 1));
    let other = write(&folder, "other.c", &definitions("__attribute__((weak))", 2));
    let strong = write(&folder, "strong.c", &definitions("", 3));
    let cases: [(&str, &[&String]); 6] = [
        ("-DN=1", &[&weak, &main]),
        ("-DN=3", &[&weak, &main, &strong]),
        ("-DN=3", &[&strong, &main, &weak]),
        ("-DN=1", &[&weak, &other, &main]),
        ("-DN=2", &[&main, &other, &weak]),
        ("-DN=3", &[&main, &other, &strong, &weak]),
    ];
    for (define, files) in cases {
        let args: Vec<&str> = ["check", define].into_iter().chain(files.iter().map(|file| file.as_str())).collect();
        let output = run(&args);
        assert_eq!(code(&output), 0, "{args:?}\n{}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn a_harness_says_what_it_assumes() {
    let file = scratch("harness.c", "int get(char *s, int (*f)(int)) { return s && f ? f(s[7]) : 0; }\n");
    let report = json(&stdout(&run(&["check", "--format", "json", "--function", "get", &file])));
    let notes = report["notes"].to_string();
    for part in
        ["`get` is called once", "as from `malloc`", "a `char` array ends in a zero", "globals are as initialised"]
    {
        assert!(notes.contains(part), "{part} is missing in:\n{notes}");
    }
}

/// Headers give the sizes of the model that is asked for, whether a 32-bit C library is installed or not.
#[test]
fn headers_of_a_narrow_target() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\n#include <limits.h>\n\
        #include <stdint.h>\n#include <stddef.h>\n#include <pthread.h>\n#include <math.h>\n#include <errno.h>\n\
        #include <time.h>\n#include <unistd.h>\n#include <ctype.h>\n#include <signal.h>\n#include <inttypes.h>\n\
        _Static_assert(sizeof(size_t) == 4 && sizeof(long) == 4 && sizeof(void *) == 4, \"words\");\n\
        _Static_assert(sizeof(intptr_t) == 4 && sizeof(uintptr_t) == 4 && sizeof(ptrdiff_t) == 4, \"pointers\");\n\
        _Static_assert(sizeof(int64_t) == 8 && sizeof(intmax_t) == 8 && sizeof(int_fast16_t) == 4, \"integers\");\n\
        _Static_assert(LONG_MAX == 2147483647L && SIZE_MAX == 4294967295U && UINT64_MAX > SIZE_MAX, \"limits\");\n\
        _Static_assert(sizeof(time_t) == 4 && sizeof(off_t) == 4 && sizeof(pid_t) == 4, \"system\");\n\
        _Static_assert(sizeof(long double) == 12 && sizeof(wchar_t) == 4, \"others\");\n\
        _Static_assert(sizeof(pthread_t) == 4 && sizeof(pthread_mutex_t) == 24, \"threads\");\n\
        int main(void) {\n  div_t d = div(7, 2);\n  assert(d.quot == 3);\n  assert(strlen(\"abc\") == 3);\n  return 0;\n}\n";
    let file = scratch("narrow.c", text);
    let output = run(&["check", "-p", "assertion", "--data-model", "ILP32", &file]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}
