//! Whatever the input, the parser answers with a tree or a message. These run on threads with the small stack that
//! the test harness gives them.

use hecaton_front_c::ast::{ExprKind, Item, Sources, StmtKind, Unit};
use hecaton_front_c::diag::Diag;
use hecaton_front_c::lex::{Dialect, Markers};
use hecaton_front_c::parse;
use hecaton_ir::File;

fn parsed(text: &[u8], c23: bool) -> Result<Unit, Vec<Diag>> {
    let mut sources = Sources::default();
    let file = sources.files.push(File { name: "case.i".into(), text: None, library: false });
    parse::parse(text, file, Dialect { c23, markers: Markers::Follow }, &mut sources)
}

/// Constructs that nest: what stands before, around (opening and closing, repeated), inside and after.
const NESTS: &[(&str, &str, &str, &str, &str)] = &[
    ("int x = ", "(", "1", ")", ";"),
    ("int f(int a) { return ", "a||a&&a|a^a&a==a<a<<a+a*(", "1", ")", ";}"),
    ("int f(void) {", "{", "", "}", "}"),
    ("int x = ", "{", "1", "}", ";"),
    ("int x = ", "- ", "1", "", ";"),
    ("int x = ", "!", "1", "", ";"),
    ("int x = ", "(int)", "1", "", ";"),
    ("int x = ", "(int){", "1", "}", ";"),
    ("int x = ", "sizeof ", "1", "", ";"),
    ("int x = ", "__extension__ (int) ", "1", "", ";"),
    ("int ", "*", "x", "", ";"),
    ("int ", "(", "x", ")", ";"),
    ("int ", "(*", "x", ")(void)", ";"),
    ("int x", "[1]", "", "", ";"),
    ("void f(", "void (*g)(", "int", ")", ");"),
    ("int f(int *x) { return x", "[0]", "", "", ";}"),
    ("int f(int *x) { return ", "(", "x", "[0])", ";}"),
    ("int f(int *x) { return x", "[x", "", "]", ";}"),
    ("int f(int x) { return ", "f(", "x", ")", ";}"),
    ("int f(int x) { return x", ".a", "", "", ";}"),
    ("int f(int x) { return x", "++", "", "", ";}"),
    ("int x = ", "1 ? 2 : ", "3", "", ";"),
    ("int x = ", "1 ? ", "3", " : 2", ";"),
    ("int f(int x) { ", "x = ", "1", "", ";}"),
    ("", "struct {", "int x;", "} y;", ""),
    ("", "typeof(", "int", ")", " x;"),
    ("int x ", "__attribute__((aligned(", "1", ")))", ";"),
    ("int x ", "__attribute__((aligned(sizeof(int ", "", "))))", ";"),
    ("int f(void) { return ", "({ ", "1;", "});", "}"),
    ("int f(int x) {", "if (x) ", ";", "", "}"),
    ("int f(int x) {", "while (x) ", ";", "", "}"),
    ("int f(int x) {", "for (;;) ", ";", "", "}"),
    ("int f(int x) {", "do ", ";", "while (x);", "}"),
    ("int f(int x) {", "switch (x) ", ";", "", "}"),
    ("int f(int x) {", "a: if (x) ", ";", "", "}"),
    ("int x = ", "_Generic(1, default: ", "1", ")", ";"),
    ("int f(void) {", "int g(void) {", "", "}", "}"),
    ("int x = ", "sizeof(enum { A = ", "1", "})", ";"),
    ("int f(void) { return ", "__builtin_va_arg(x, __typeof__(", "1", "))", ";}"),
    ("int x = ", "sizeof(_BitInt(", "1", "))", ";"),
    ("int x = {", "[1", "", "]", " = 1};"),
    ("int f(void) { return ", "__CPROVER_forall { int i; ", "1", "}", ";}"),
    ("f(a) int ", "(", "a", ")", "; {}"),
];

#[test]
fn deep_nesting_is_an_error() {
    for (before, open, inside, close, after) in NESTS {
        for depth in [10_000, 1_000_000] {
            let text = [before, &*open.repeat(depth), inside, &*close.repeat(depth), after].concat();
            let Err(diags) = parsed(text.as_bytes(), false) else { panic!("{open} is not limited") };
            let found = &diags[0].message;
            assert!(found.starts_with("nesting too deep"), "{open}: {found}");
            // Cut off in the middle, it is an error too.
            assert!(parsed(&text.as_bytes()[..before.len() + open.len() * depth], false).is_err(), "{open}");
        }
    }
}

#[test]
fn moderate_nesting_is_fine() {
    for (before, open, inside, close, after) in NESTS {
        // `++` is no lvalue, `!1` and the rest are fine: what counts here is the syntax.
        let depth = if open.len() > 20 { 80 } else { 120 };
        let text = [before, &*open.repeat(depth), inside, &*close.repeat(depth), after].concat();
        match parsed(text.as_bytes(), false) {
            Ok(unit) => drop(unit.clone()),
            Err(diags) => {
                let incomplete = diags[0].message.starts_with("expected a type") && open.contains("aligned(");
                assert!(incomplete, "{open}: {}", diags[0].message);
            }
        }
    }
}

/// The deepest trees that are accepted can be dropped.
#[test]
fn the_limit_can_be_used() {
    for (before, open, inside, close, after) in NESTS {
        let tree = |depth: usize| {
            let text = [before, &*open.repeat(depth), inside, &*close.repeat(depth), after].concat();
            parsed(text.as_bytes(), false)
        };
        let too_deep = |depth: usize| tree(depth).is_err_and(|diags| diags[0].message.starts_with("nesting too deep"));
        let (mut fine, mut deep) = (1, 4_000);
        assert!(!too_deep(fine) && too_deep(deep), "{open}");
        while deep - fine > 1 {
            let middle = (fine + deep) / 2;
            if too_deep(middle) { deep = middle } else { fine = middle }
        }
        assert!(fine >= 70, "{open}: only {fine}");
        drop(tree(fine));
    }
}

/// Depths that generated programs have.
#[test]
fn blocks_nest_eight_hundred_deep() {
    let text = format!("int f(int x) {{ {}x; {} }}", "if (x) { ".repeat(800), "} else { x; }".repeat(800));
    assert!(parsed(text.as_bytes(), false).is_ok());
}

#[test]
fn long_chains_are_flat() {
    let count = 100_000;
    let chain = |operator: &str| {
        let text = format!("int f(int a) {{ return a{}; }}", format!("{operator}a").repeat(count));
        let unit = parsed(text.as_bytes(), false).expect("a chain is fine");
        let Some(Item::Function(function)) = unit.items.into_iter().next() else { panic!("no function") };
        let Some(StmtKind::Return(Some(expr))) = function.body.stmts.into_iter().next().map(|stmt| stmt.kind) else {
            panic!("no return")
        };
        expr.kind
    };
    for operator in [" + ", " && ", " || ", " * ", " == ", " << "] {
        let ExprKind::Binary { rest, .. } = chain(operator) else { panic!("{operator}") };
        assert_eq!(rest.len(), count, "{operator}");
    }
    let ExprKind::Comma(list) = chain(" , ") else { panic!("comma") };
    assert_eq!(list.len(), count + 1);

    let arms = format!("int f(int a) {{ {} ; }}", "if (a) ; else ".repeat(10_000));
    let unit = parsed(arms.as_bytes(), false).expect("a long chain of arms is fine");
    let Some(Item::Function(function)) = unit.items.first() else { panic!("no function") };
    assert!(matches!(&function.body.stmts[0].kind, StmtKind::If { arms, other: Some(_) } if arms.len() == 10_000));

    let labels: String = (0..10_000).map(|n| format!("case {n}: l{n}: ")).collect();
    assert!(parsed(format!("int f(int a) {{ switch (a) {{ {labels} ; }} }}").as_bytes(), false).is_ok());
    assert!(parsed(format!("char *s = {};", "\"a\" ".repeat(count)).as_bytes(), false).is_ok());
    assert!(parsed(format!("int a[] = {{ {} }};", "1, ".repeat(count)).as_bytes(), false).is_ok());
    assert!(parsed("int x;".repeat(count).as_bytes(), false).is_ok());
    assert!(parsed(format!("int x = {}1;", "__extension__ ".repeat(count)).as_bytes(), false).is_ok());
}

#[test]
fn every_prefix_gives_an_answer() {
    let sample = include_bytes!("samples/sample.i");
    assert!(parsed(sample, false).is_ok());
    let mut accepted = 0;
    for end in 0..sample.len() {
        match parsed(&sample[..end], false) {
            Ok(_) => accepted += 1,
            Err(diags) => assert!(diags[0].span.is_some_and(|span| span.line > 0), "no place at {end}: {diags:?}"),
        }
    }
    // Only between declarations.
    assert!(accepted > 20 && accepted < sample.len() / 4, "{accepted}");
}

struct Xorshift(u64);

impl Xorshift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

#[test]
fn random_bytes_give_an_answer() {
    let mut random = Xorshift(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2_000 {
        let len = random.below(200);
        let bytes: Vec<u8> = (0..len).map(|_| random.next() as u8).collect();
        let _ = parsed(&bytes, random.below(2) == 0);
    }
}

/// Random tokens get further than random bytes.
#[test]
fn random_tokens_give_an_answer() {
    let words: Vec<&str> = "int char long struct union enum typedef static extern const T x y f a ( ) [ ] { } ; , : ? . ... \
        -> ++ -- & && | || ^ ~ ! + - * / % << >> < > <= >= == != = += 1 0x2u 1.5f 'c' \"s\" sizeof if else while do for \
        switch case default return goto break continue asm __attribute__ (( )) __extension__ typeof _Generic \
        _Static_assert _Alignas _Atomic __builtin_va_arg __builtin_offsetof __label__ void unsigned [[ ]] # \n \
        __auto_type _BitInt inline __real__ &&x ({ }) __func__ L\"w\" \\ @"
        .split(' ')
        .collect();
    let mut random = Xorshift(0x2545_f491_4f6c_dd1d);
    for _ in 0..5_000 {
        let mut text = String::from("typedef int T; ");
        if random.below(2) == 0 {
            text += "int f(int a) { ";
        }
        for _ in 0..random.below(40) {
            text += words[random.below(words.len())];
            text.push(' ');
        }
        let _ = parsed(text.as_bytes(), random.below(2) == 0);
    }
}

/// A program with parts removed, doubled and exchanged.
#[test]
fn mutated_programs_give_an_answer() {
    let sample = include_bytes!("samples/sample.i");
    let mut random = Xorshift(0x1234_5678_9abc_def1);
    for _ in 0..1_000 {
        let mut bytes = sample.to_vec();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            let len = random.below(20).min(bytes.len() - at);
            match random.below(3) {
                0 => {
                    bytes.drain(at..at + len);
                }
                1 => {
                    let piece = bytes[at..at + len].to_vec();
                    let to = random.below(bytes.len());
                    bytes.splice(to..to, piece);
                }
                _ => {
                    let from = random.below(bytes.len());
                    bytes[at] = bytes[from];
                }
            }
        }
        let _ = parsed(&bytes, false);
    }
}

#[test]
fn garbage_has_a_place() {
    let cases: &[(&[u8], u32, u32, &str)] = &[
        (b"int x;\n\0", 2, 1, "zero byte"),
        (b"int \x01x;", 1, 5, "stray byte 0x01"),
        (b"int \xff\xfe;", 1, 5, "0xff"),
        (b"int x = \x80;", 1, 9, "0x80"),
        ("int é = “1”;".as_bytes(), 1, 9, "stray character"),
        (b"\x7fELF\x02\x01\x01\0\0", 1, 1, "stray byte 0x7f"),
        (b"int x = `1`;", 1, 9, "stray ``"),
    ];
    for (text, line, col, message) in cases {
        let Err(diags) = parsed(text, false) else { panic!("accepted {text:?}") };
        let span = diags[0].span.expect("a place");
        assert_eq!((span.line, span.col), (*line, *col), "{text:?}");
        assert!(diags[0].message.contains(message), "{}", diags[0].message);
    }
}
