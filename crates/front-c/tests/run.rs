//! Programs whose result is compared with that of the compiled program: each file of `tests/run` is lowered and run
//! on the concrete interpreter, and `main` must return what it returns when the system's compiler has compiled it. The
//! same for random programs.

mod random;

use hecaton_base::{Bits, Budget};
use hecaton_front_c::{Input, Options, load};
use hecaton_ir::Place;
use hecaton_trace::{Oracle, Outcome, Until, run};
use std::path::{Path, PathBuf};
use std::process::Command;

fn options() -> Options {
    Options { error_functions: vec!["reach_error".into()], ..Options::default() }
}

/// Inputs are zero, memory too.
struct Zeros;

impl Oracle for Zeros {
    fn input(&mut self, width: u32) -> Result<Bits, String> {
        Ok(Bits::zero(width))
    }
    fn place(&mut self, _: u64) -> Result<Place, String> {
        Ok(Place::default())
    }
}

/// What `main` returns on the interpreter.
fn interpreted(path: &Path, until: Until) -> String {
    let program = match load(&[Input::plain(path)], &options(), &Budget::unlimited()) {
        Ok(loaded) => loaded.program,
        Err(failure) => panic!("{}: {:?}", path.display(), failure.diags),
    };
    let faults = hecaton_ir::verify(&program);
    assert!(faults.is_empty(), "{}: {:?}", path.display(), faults);
    match run(&program, &mut Zeros, until, &Budget::unlimited()) {
        Outcome::Ended(Some(bits)) => bits.to_i64().map_or_else(|| "?".into(), |n| n.to_string()),
        Outcome::Violated(prop, loc, cause) => {
            let prop = &program.props[prop];
            format!("violated: {} at line {}, {cause:?}", prop.text, program.span(loc).line)
        }
        other => format!("{other:?}"),
    }
}

/// What `main` returns when compiled.
fn compiled(path: &Path, folder: &Path) -> String {
    let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
    let wrapper = folder.join(format!("{name}.wrapper.c"));
    let binary = folder.join(&name);
    let code = format!(
        "#define main user_main\n#include {:?}\n#undef main\n#include <stdio.h>\n\
         int main(void) {{ int r = user_main(); printf(\"\\n%d\\n\", r); return 0; }}\n",
        path.display().to_string()
    );
    std::fs::write(&wrapper, code).expect("a temporary file");
    let status =
        Command::new("gcc").args(["-w", "-O0", "-fwrapv", "-o"]).arg(&binary).arg(&wrapper).arg("-lm").status();
    assert!(status.expect("gcc runs").success(), "{} does not compile", path.display());
    let output = Command::new(&binary).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().last().unwrap_or("").to_owned()
}

#[test]
fn programs_compute_what_the_compiled_ones_do() {
    let folder = std::env::temp_dir().join(format!("hecaton-front-c-run-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let mut files: Vec<PathBuf> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run"))
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for path in &files {
        let (expected, actual) = (compiled(path, &folder), interpreted(path, Until::First));
        if expected != actual {
            wrong.push(format!("{}: compiled {expected}, interpreted {actual}", path.display()));
        }
    }
    std::fs::remove_dir_all(&folder).expect("the temporary folder goes");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn random_programs_compute_what_the_compiled_ones_do() {
    let folder = std::env::temp_dir().join(format!("hecaton-front-c-random-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let mut random = random::Random(0x9e37_79b9_7f4a_7c15);
    let programs = [
        ("floats", random::floats(&mut random, 250)),
        ("bit_fields", random::bit_fields(&mut random, 200)),
        ("overflow", random::overflow(&mut random, 150)),
    ];
    for (name, text) in programs {
        let path = folder.join(format!("{name}.c"));
        std::fs::write(&path, text).expect("a temporary file");
        // What overflows wraps. On failure the program stays where it is.
        assert_eq!(interpreted(&path, Until::End), compiled(&path, &folder), "{}", path.display());
    }
    std::fs::remove_dir_all(&folder).expect("the temporary folder goes");
}
