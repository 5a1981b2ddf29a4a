//! Preprocessed C to a program: whatever the text, the answer is a message or a program that is well formed, and stays
//! so when it is straightened.

#![no_main]

use hecaton_front_c::{MissingBody, Options};
use hecaton_ir::{DataModel, passes, text, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // The first bits choose the dialect.
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let options = Options {
        data_model: if choice & 1 == 0 { DataModel::Lp64 } else { DataModel::Ilp32 },
        std: (choice & 2 != 0).then(|| "c23".to_owned()),
        error_functions: vec!["reach_error".to_owned()],
        malloc_may_fail: choice & 4 != 0,
        error_label: (choice & 8 != 0).then(|| "ERROR".to_owned()),
        missing_body: if choice & 16 == 0 { MissingBody::Havoc } else { MissingBody::Result },
        uninit: choice & 32 != 0,
        ..Options::default()
    };
    let Ok(loaded) = hecaton_front_c::load_text(bytes, &options) else { return };
    let mut program = loaded.program;
    let faults = verify(&program);
    assert!(faults.is_empty(), "{}", faults[0]);
    text::print(&program);
    passes::straighten(&mut program);
    let faults = verify(&program);
    assert!(faults.is_empty(), "straightened: {}", faults[0]);
});
