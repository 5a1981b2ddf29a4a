//! One step after the other of the way from preprocessed text to a program, for `bench/front`:
//! `front STAGE FILE`. All steps up to the named one are done, and what they made is counted.

use hecaton_base::Budget;
use hecaton_front_c::ast::Sources;
use hecaton_front_c::lex::{self, Dialect, Markers};
use hecaton_front_c::{Input, Options, parse};
use hecaton_ir::{File, passes, text, verify};
use std::path::Path;

const STAGES: &[&str] = &["read", "lex", "parse", "declare", "lower", "verify", "straighten", "print"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [stage, file] = &args[..] else { panic!("front {} FILE", STAGES.join("|")) };
    let stage = STAGES.iter().position(|name| name == stage).expect("the name of a stage");
    println!("{}", run(stage, Path::new(file)));
    // What the operating system takes back faster is not dropped here.
    std::process::exit(0);
}

fn run(stage: usize, path: &Path) -> String {
    if stage <= 2 {
        let bytes = std::fs::read(path).expect("a file");
        let mut sources = Sources::default();
        let content = Some(String::from_utf8_lossy(&bytes).into());
        let file = sources.files.push(File { name: path.display().to_string(), text: content, library: false });
        let dialect = Dialect { c23: false, markers: Markers::FollowRead };
        return match stage {
            0 => format!("{} bytes", bytes.len()),
            1 => format!("{} tokens", lex::count(&bytes, file, dialect, &mut sources)),
            _ => match parse::parse(&bytes, file, dialect, &mut sources) {
                Ok(unit) => {
                    let shown = format!("{} items", unit.items.len());
                    std::mem::forget(unit);
                    shown
                }
                Err(diags) => format!("error: {}", diags[0].message),
            },
        };
    }
    let entry = if stage == 3 { "no function has this name" } else { "main" };
    let options =
        Options { entry: entry.to_owned(), error_functions: vec!["reach_error".to_owned()], ..Options::default() };
    let mut program = match hecaton_front_c::load(&[Input::plain(path)], &options, &Budget::unlimited()) {
        Ok(loaded) => loaded.program,
        Err(failure) => return failure.diags.last().map_or(String::new(), |diag| diag.message.clone()),
    };
    let insts: usize = program.functions.values().flat_map(|f| f.blocks.values()).map(|b| b.insts.len()).sum();
    let mut made =
        format!("{} functions, {} globals, {insts} instructions", program.functions.len(), program.globals.len());
    if stage >= 5 {
        made = format!("{made}, {} faults", verify(&program).len());
    }
    if stage >= 6 {
        passes::straighten(&mut program);
    }
    if stage >= 7 {
        made = format!("{made}, {} bytes of text", text::print(&program).len());
    }
    std::mem::forget(program);
    made
}
