//! Prints the IR of C files: `lower [-m32] FILE...`.

use hecaton_front_c::{Input, Options, load};
use hecaton_ir::{DataModel, text, verify};

fn main() {
    let mut options = Options {
        data_model: DataModel::Lp64,
        include: vec![],
        define: vec![],
        undefine: vec![],
        std: None,
        entry: "main".into(),
        error_functions: vec!["reach_error".into(), "__VERIFIER_error".into()],
        malloc_may_fail: false,
        error_label: None,
    };
    let mut inputs = vec![];
    let mut quiet = false;
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "-m32" => options.data_model = DataModel::Ilp32,
            "-q" => quiet = true,
            _ if arg.starts_with("-D") => options.define.push(arg[2..].into()),
            _ => inputs.push(Input { path: arg.into() }),
        }
    }
    match load(&inputs, &options) {
        Ok((program, warnings)) => {
            for warning in &warnings {
                eprintln!("{:?}: {}", warning.span.map(|s| (s.line, s.col)), warning.message);
            }
            if !quiet {
                print!("{}", text::print(&program));
            }
            for fault in verify(&program) {
                eprintln!("FAULT {fault:?}");
            }
        }
        Err(failure) => {
            for diag in &failure.diags {
                let place = diag.span.map(|s| format!("{}:{}:{}", failure.files[s.file].name, s.line, s.col));
                eprintln!("{:?} {}: {}", diag.severity, place.unwrap_or_default(), diag.message);
            }
            std::process::exit(2);
        }
    }
}
