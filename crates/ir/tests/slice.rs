//! Slices: programs in, the part that some properties depend on out, compared with the file beside the input;
//! `UPDATE_EXPECT=1` rewrites. A case is `NAME.hir`, whose first line lists the kinds of property, and `NAME.sliced`.

use hecaton_ir::passes::slice;
use hecaton_ir::text::{parse, print_plain};
use hecaton_ir::{PropId, verify};
use hecaton_testkit::expect_file;
use std::path::Path;

#[test]
fn slices() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slice");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut cases = 0;
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_none_or(|extension| extension != "hir") {
            continue;
        }
        cases += 1;
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).expect("a readable file"));
        let asked = text.lines().next().and_then(|line| line.strip_prefix("// asks:")).expect("a list of kinds");
        let program = parse(&name, &text).unwrap_or_else(|e| panic!("{name}:{e}"));
        assert_eq!(verify(&program), vec![], "{name}");
        let wanted = |id: &PropId| asked.split_whitespace().any(|kind| kind == program.props[*id].kind.name());
        let props: Vec<PropId> = program.props.keys().filter(wanted).collect();
        let sliced = slice(&program, &props).expect("a program without threads").program;
        assert_eq!(verify(&sliced), vec![], "{name}");
        expect_file(&path.with_extension("sliced"), &print_plain(&sliced));
        // What is left depends on everything that is left.
        let again = slice(&sliced, &props).expect("a program without threads").program;
        assert_eq!(print_plain(&again), print_plain(&sliced), "{name}");
    }
    assert!(cases >= 6);
}

#[test]
fn a_program_with_threads_is_left_alone() {
    let text = "func run(x: s32) {\na:\n return\n}\nfunc main() -> i32 {\n var t: s64\na:\n t = spawn run(1:i32)\n \
                join t\n assert t == 0 \"t\"\n return 0\n}\n";
    let program = parse("threads.hir", text).expect("a program");
    let props: Vec<PropId> = program.props.keys().collect();
    assert!(slice(&program, &props).is_none());
}
