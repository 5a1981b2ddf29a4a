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
    let (mut quiet, mut run) = (false, false);
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "-m32" => options.data_model = DataModel::Ilp32,
            "-q" => quiet = true,
            "-run" => run = true,
            _ if arg.starts_with("-I") => options.include.push(arg[2..].into()),
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
            if run {
                let budget = hecaton_base::Budget::unlimited();
                let outcome = hecaton_trace::run(&program, &mut Zero, hecaton_trace::Until::First, &budget);
                match &outcome {
                    hecaton_trace::Outcome::Ended(Some(bits)) => println!("{}", bits.to_i64().unwrap()),
                    other => {
                        println!("{other:?}");
                        if let hecaton_trace::Outcome::Violated(prop, loc, _) = other {
                            println!("{:?} {:?}", program.props[*prop], program.span(*loc));
                        }
                        if let hecaton_trace::Outcome::MissingBody(func, _) = other {
                            println!("{:?}", program.functions[*func].name);
                        }
                    }
                }
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

struct Zero;
impl hecaton_trace::Oracle for Zero {
    fn input(&mut self, width: u32) -> Result<hecaton_base::Bits, String> {
        Ok(hecaton_base::Bits::zero(width))
    }
    fn place(&mut self, _: u64) -> Result<hecaton_ir::Place, String> {
        Ok(hecaton_ir::Place::default())
    }
}
