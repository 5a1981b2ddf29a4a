//! The text form of programs: whatever the text, the answer is a message, faults, or a program that is the same after
//! printing and parsing.

#![no_main]

use hecaton_ir::{text, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = std::str::from_utf8(bytes) else { return };
    let Ok(program) = text::parse("text.hir", source) else { return };
    if !verify(&program).is_empty() {
        return;
    }
    let printed = text::print(&program);
    let again = text::parse("text.hir", &printed).expect("what is printed can be parsed");
    assert_eq!(text::print(&again), printed);
});
