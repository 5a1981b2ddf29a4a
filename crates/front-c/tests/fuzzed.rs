//! What mutation of programs has found: each file of `tests/fuzzed` gives an error or a program that is well formed.

use hecaton_front_c::{Options, load_text};
use hecaton_ir::{DataModel, passes, verify};
use std::path::Path;

#[test]
fn finds_stay_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzzed");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = std::fs::read(&path).expect("a file");
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            let options = Options { data_model, ..Options::default() };
            let Ok(mut loaded) = load_text(&text, &options) else { continue };
            assert_eq!(verify(&loaded.program).first().map(ToString::to_string), None, "{}", path.display());
            passes::straighten(&mut loaded.program);
            assert_eq!(verify(&loaded.program).first().map(ToString::to_string), None, "{}", path.display());
        }
    }
}
