//! From files to trees, with the system's preprocessor.

use hecaton_base::Budget;
use hecaton_front_c::ast::{ExprKind, Item, Sources, StmtKind, Unit};
use hecaton_front_c::diag::Diag;
use hecaton_front_c::lex::Markers;
use hecaton_front_c::preprocess::{Define, Name, Options, Search, Setting, Unread, load};
use hecaton_ir::DataModel;
use std::path::{Path, PathBuf};

fn options() -> Options {
    Options { settings: Vec::new(), std: None, target: DataModel::Lp64, markers: Markers::FollowRead }
}

/// A folder for the files of one test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("preprocess").join(test);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}
fn file(test: &str, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder(test).join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path
}
fn error(path: &Path, options: &Options) -> (Diag, Sources) {
    let mut sources = Sources::default();
    match load(path, options, &mut sources, &Budget::unlimited()) {
        Ok(_) => panic!("{} is accepted", path.display()),
        Err(Unread::Wrong(diags)) => (diags[0].clone(), sources),
        Err(Unread::Stopped(stop)) => panic!("{}: {stop}", path.display()),
    }
}
fn unit(path: &Path, options: &Options) -> (Unit, Sources) {
    let mut sources = Sources::default();
    match load(path, options, &mut sources, &Budget::unlimited()) {
        Ok(unit) => (unit, sources),
        Err(unread) => panic!("{}: {unread:?}", path.display()),
    }
}

#[test]
fn samples_for_both_data_models() {
    for sample in ["../../examples/bubble.c", "../../examples/lstack.c", "tests/samples/headers.c"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(sample);
        for target in [DataModel::Lp64, DataModel::Ilp32] {
            let (unit, _) = unit(&path, &Options { target, ..options() });
            assert!(unit.items.iter().any(|item| matches!(item, Item::Function(_))), "{sample}");
        }
    }
}

#[test]
fn sizes_follow_the_data_model() {
    let text = "#include <limits.h>\n#include <stdint.h>\n#if LONG_MAX > 0x7fffffff\nint wide;\n#else\nint narrow;\n#endif\n\
                #if SIZE_MAX > 0xffffffffu\nint wide_size;\n#endif\n";
    let path = file("sizes", "sizes.c", text);
    for (target, wide) in [(DataModel::Lp64, true), (DataModel::Ilp32, false)] {
        let (_, sources) = unit(&path, &Options { target, ..options() });
        assert_eq!(sources.names.lookup("wide").is_some(), wide);
        assert_eq!(sources.names.lookup("wide_size").is_some(), wide);
        assert_eq!(sources.names.lookup("narrow").is_some(), !wide);
    }
}

#[test]
fn flags_are_passed_on() {
    let path = file("flags", "flags.c", "#include \"own.h\"\n#ifdef __linux__\nint with;\n#endif\nint NAME = VALUE;\n");
    let include = folder("flags").join("include");
    std::fs::create_dir_all(&include).expect("a folder");
    std::fs::write(include.join("own.h"), "int own;\n").expect("a header");
    let options = Options {
        settings: vec![
            Setting::Folder(Search::First, include),
            Setting::Define(Define::parse("NAME=chosen").expect("a macro")),
            Setting::Define(Define::parse("VALUE").expect("a macro")),
            Setting::Undefine(Name::parse("__linux__").expect("a name")),
        ],
        ..options()
    };
    let (unit, sources) = unit(&path, &options);
    assert_eq!(unit.items.len(), 2);
    assert!(sources.names.lookup("chosen").is_some() && sources.names.lookup("with").is_none());
    let c23 = file("flags", "c23.c", "bool b = true; static_assert(1); int *p = nullptr;\n");
    let mut sources = Sources::default();
    assert!(load(&c23, &Options { std: Some("c23".into()), ..options }, &mut sources, &Budget::unlimited()).is_ok());
    assert!(error(&c23, &self::options()).0.help.is_some_and(|help| help.contains("c23")));
}

#[test]
fn places_are_those_of_the_source() {
    let text = "#include <assert.h>\n#define TWICE(x) ((x) + (x))\nint f(int value) {\n\treturn   TWICE( value )  -  g(1);\n}\n\
                int h(int a) { assert(a > 0); return k(a); }\n";
    let path = file("places", "places.c", text);
    let (unit, sources) = unit(&path, &options());
    let functions: Vec<_> = unit
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Function(function) => Some(function),
            _ => None,
        })
        .collect();
    let StmtKind::Return(Some(difference)) = &functions[0].body.stmts[0].kind else { panic!("no return") };
    assert_eq!(sources.files[difference.span.file].name, path.display().to_string());
    assert_eq!((difference.span.line, difference.span.col), (4, 27), "the minus");
    let ExprKind::Binary { first, rest } = &difference.kind else { panic!("no difference") };
    assert_eq!((first.span.line, first.span.col), (4, 11), "the macro, for the plus in it");
    assert_eq!((rest[0].arg.span.line, rest[0].arg.span.col), (4, 30), "the call");
    let ExprKind::Call { close, .. } = &rest[0].arg.kind else { panic!("no call") };
    assert_eq!((close.line, close.col), (4, 33));
    // A macro of a system header on the same line.
    assert_eq!((functions[1].body.stmts[0].span.line, functions[1].body.stmts[0].span.col), (6, 16));
    let StmtKind::Return(Some(call)) = &functions[1].body.stmts[1].kind else { panic!("no return") };
    assert_eq!((call.span.line, call.span.col), (6, 38));
}

#[test]
fn errors_in_the_source() {
    let path = file("errors", "syntax.c", "#define EMPTY\nint f(void) {\n  int x = 1 EMPTY\n  return x;\n}\n");
    let (diag, sources) = error(&path, &options());
    let span = diag.span.expect("a place");
    assert_eq!((diag.message.as_str(), span.line), ("expected `;`, found `return`", 3));
    assert!(sources.files[span.file].text.is_some(), "a snippet can be shown");

    let path = file("errors", "include.c", "int x;\n#include \"missing.h\"\n");
    let (diag, sources) = error(&path, &options());
    let span = diag.span.expect("a place");
    assert_eq!((diag.message.as_str(), span.line, span.col), ("the header `missing.h` is not found", 2, 1));
    assert_eq!(sources.files[span.file].name, path.display().to_string());
    // For ILP32 the message is about this header too, and not about those that are missing for 32 bits.
    let (diag, _) = error(&path, &Options { target: DataModel::Ilp32, ..options() });
    assert_eq!(diag.message, "the header `missing.h` is not found");

    let path = file("errors", "directive.c", "#error \"stop here\"\n");
    assert!(error(&path, &options()).0.message.contains("stop here"));
    let path = file("errors", "unfinished.c", "#if 1\nint x;\n");
    assert_eq!(error(&path, &options()).0.span.map(|span| span.line), Some(1));
}

#[test]
fn what_is_not_c() {
    let (diag, _) = error(Path::new("/no/such/file.c"), &options());
    assert!(diag.message.contains("/no/such/file.c") && diag.span.is_none(), "{}", diag.message);
    assert!(error(&folder("not-c"), &options()).0.message.contains("directory"));
    let (diag, _) = error(&file("not-c", "zero.c", b"int x;\nint \0 y;\n"), &options());
    assert_eq!(diag.span.map(|span| (span.line, span.col)), Some((2, 5)));
    let (diag, _) = error(&file("not-c", "binary.i", b"\x7fELF\x02\x01\x01\0\0\0\0"), &options());
    assert_eq!(diag.span.map(|span| (span.line, span.col)), Some((1, 1)));
    let noise: Vec<u8> = (1u32..5000).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    error(&file("not-c", "noise.c", &noise), &options());
    error(&file("not-c", "latin.c", b"int x; // \xe9t\xe9\nint y = 'x';\nint \xe9;\n"), &options());
    let (unit, _) = unit(&file("not-c", "comment.c", b"int x; // \xe9t\xe9\nchar *s = \"\xe9\";\n"), &options());
    assert_eq!(unit.items.len(), 2);
    let empty = file("not-c", "empty.c", "");
    let mut sources = Sources::default();
    assert!(load(&empty, &options(), &mut sources, &Budget::unlimited()).is_ok_and(|unit| unit.items.is_empty()));
}

#[test]
fn markers_in_preprocessed_files() {
    let real = file("markers", "real.c", format!("{}  int x\n\n    =   @;\n", "\n".repeat(9)));
    let real = real.display().to_string();
    let text = format!("# 10 \"{real}\"\nint x\n# 20 \"gone.c\"\n;int y\n# 12 \"{real}\"\n= @;\n");
    let path = file("markers", "marked.i", text);
    let own = path.display().to_string();
    // A file counts, and its text is shown, only if it was read as a part of the program.
    let cases = [
        (Markers::Ignore, true, &own, 6, 3),
        (Markers::FollowRead, true, &real, 12, 9),
        (Markers::FollowRead, false, &own, 6, 3),
        (Markers::Follow, true, &real, 12, 9),
        (Markers::Follow, false, &real, 12, 3),
    ];
    for (markers, read, name, line, col) in cases {
        let mut sources = Sources::default();
        sources.included.extend(read.then(|| real.clone()));
        let result = load(&path, &Options { markers, ..options() }, &mut sources, &Budget::unlimited());
        let Err(Unread::Wrong(diags)) = result else { panic!("{markers:?} {read}") };
        let span = diags[0].span.expect("a place");
        let found = (&sources.files[span.file].name, span.line, span.col);
        assert_eq!(found, (name, line, col), "{markers:?} {read}");
        assert_eq!(sources.files[span.file].text.is_some(), read || *name == own, "{markers:?} {read}");
    }
    let path = file("markers", "gone.i", "int x;\n# 20 \"gone.c\"\n\n@\n");
    for (markers, name, line) in [(Markers::FollowRead, None, 4), (Markers::Follow, Some("gone.c"), 21)] {
        let (diag, sources) = error(&path, &Options { markers, ..options() });
        let span = diag.span.expect("a place");
        let expected = name.map_or(path.display().to_string(), String::from);
        assert_eq!((sources.files[span.file].name.clone(), span.line), (expected, line), "{markers:?}");
    }
}
