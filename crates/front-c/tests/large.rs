//! Programs of a size that only tools write: the way to a program is about linear in the length of the text, and what
//! nests too deep is an error.

use hecaton_front_c::{Failure, Loaded, Options, load_text};
use hecaton_ir::verify;

fn load(text: &str) -> Result<Loaded, Failure> {
    load_text(text.as_bytes(), &Options::default())
}

fn program(text: &str) -> Loaded {
    let loaded = load(text).unwrap_or_else(|failure| panic!("{}", failure.diags[0].message));
    assert_eq!(verify(&loaded.program).first().map(ToString::to_string), None);
    loaded
}

fn message(text: &str) -> String {
    load(text).err().map_or("no error".to_owned(), |failure| failure.diags[0].message.clone())
}

/// A piece of text for each number, in a row.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

/// What would take minutes if it were quadratic.
#[test]
fn many_of_a_kind() {
    let count = 20_000;
    let statics = program(&format!("int main(void) {{ {} return 0; }}", "{ static int v = 3; v++; }".repeat(count)));
    assert_eq!(statics.program.globals.len(), count);
    let declared = each(count, |n| format!("int f{n}(int);"));
    let called = each(count, |n| format!("f{n}(1);"));
    let missing = program(&format!("{declared} int main(void) {{ {called} return 0; }}"));
    assert_eq!(missing.program.functions.len(), count + 1);
    let markers = each(count, |n| format!("# {n} \"f{n}.h\"\nint x{n};\n"));
    program(&format!("{markers} int main(void) {{ return 0; }}"));
    let ranges = each(count, |n| format!("case {} ... {}: a = {n}; break;", n * 1000, n * 1000 + 999));
    program(&format!("int main(void) {{ int a = 0; switch (a) {{ {ranges} }} return a; }}"));
    let bits = each(count, |n| format!("unsigned f{n} : 3;"));
    program(&format!("struct s {{ {bits} }} g; int main(void) {{ return g.f7; }}"));
}

/// Chains of definitions nest types without nesting the text.
#[test]
fn deep_types_are_errors() {
    let count = 20_000;
    for step in ["*t", "t[1]", "(*t)(void)", "(*t)(T)"] {
        let chain = each(count, |n| {
            let derived = step.replace('t', &format!("t{}", n + 1)).replace('T', &format!("t{n}"));
            format!("typedef t{n} {derived};")
        });
        let found = message(&format!("typedef int t0; {chain} t{count} *g; int main(void) {{ return g == 0; }}"));
        assert!(found.starts_with("nesting too deep"), "{step}: {found}");
    }
    let chain = each(count, |n| format!("struct s{} {{ struct s{n} a; }};", n + 1));
    let found = message(&format!("struct s0 {{ int x; }}; {chain} struct s{count} g; int main(void) {{ return 0; }}"));
    assert!(found.starts_with("nesting too deep"), "{found}");
}

/// Types whose names and comparison would be exponential.
#[test]
fn wide_function_types_are_shown_and_compared() {
    let chain = |name: &str| {
        let step = |n: usize| format!("typedef {name}{n} (*{name}{})({name}{n}, {name}{n}, {name}{n});", n + 1);
        each(200, step)
    };
    let (a, b) = (chain("a"), chain("b"));
    let start = "enum e { E = 1 }; typedef unsigned (*a0)(int); typedef enum e (*b0)(int);";
    let found = program(&format!("{start} {a} {b} extern a200 g; extern b200 g; int main(void) {{ return g != 0; }}"));
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    let found = message(&format!("{start} {a} a200 g; int g(void); int main(void) {{ return 0; }}"));
    assert!(found.contains("is declared as") && found.len() < 100_000, "{found}");
}

/// Functions and objects that nothing reaches from the entry are not lowered; what an address or an initialiser of
/// something reached names is.
#[test]
fn only_what_is_reached_is_lowered() {
    let unused = each(1_000, |n| format!("int unused{n}(int x) {{ return x + unused_object{n}; }}"));
    let objects = each(1_000, |n| format!("static int unused_object{n} = {n};"));
    let used = "int direct(void) { return 1; } int pointed(void) { return 2; } int listed(void) { return 3; }
        struct ops { int (*run)(void); struct ops *next; };
        static struct ops last = { listed, 0 }; static struct ops first = { 0, &last };
        int main(void) { int (*p)(void) = pointed; return direct() + p() + first.next->run(); }";
    let program = program(&format!("{objects} {unused} {used}")).program;
    let functions: Vec<&str> = program.functions.values().map(|f| f.name.as_str()).collect();
    assert_eq!(functions.len(), 4, "{functions:?}");
    assert!(["main", "direct", "pointed", "listed"].iter().all(|name| functions.contains(name)), "{functions:?}");
    let globals: Vec<&str> = program.globals.values().map(|g| g.name.as_str()).collect();
    assert_eq!(globals, ["first", "last"]);
}
