//! Which solvers there are: the one built in, and those found on `PATH`.

use crate::cadical::Cadical;
use crate::pipe::{KINDS, Kind, Pipe};
use crate::process::Process;
use crate::sexpr::shorten;
use hecaton_base::Budget;
use hecaton_solve::{Solver, Validate};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long a solver may take to say its version.
const VERSION_TIME: Duration = Duration::from_secs(5);

/// A solver that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The name to ask for it by.
    pub name: &'static str,
    /// The executable; `None` if it is built in.
    pub path: Option<PathBuf>,
    /// What it says of its version.
    pub version: String,
    /// How it is reached.
    pub reach: Reach,
}

/// How a solver is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// In this process, under our bit-blaster.
    BuiltIn,
    /// As SMT-LIB over a pipe.
    Pipe,
}

/// Makes a fresh solver each time; each worker makes its own.
pub type Maker = Arc<dyn Fn() -> Box<dyn Solver> + Send + Sync>;

/// All solvers, the default first. Asks each one on `PATH` for its version.
pub fn discover() -> Vec<Found> {
    let built_in = Found { name: "cadical", path: None, version: Cadical::version(), reach: Reach::BuiltIn };
    let on_path = KINDS.iter().filter_map(|kind| {
        let path = find(kind)?;
        let version = version(kind, &path);
        Some(Found { name: kind.name, path: Some(path), version, reach: Reach::Pipe })
    });
    std::iter::once(built_in).chain(on_path).collect()
}

/// The maker of the solver of a name; `default` is the built-in one. An error lists what there is.
pub fn make(name: &str) -> Result<Maker, String> {
    if matches!(name, "default" | "cadical") {
        return Ok(Arc::new(crate::cadical));
    }
    let Some(kind) = KINDS.iter().find(|kind| kind.name == name || kind.alias == name) else {
        return Err(format!("no solver `{name}`; there are: {}", available()));
    };
    match find(kind) {
        Some(path) => Ok(Arc::new(move || Box::new(Validate::new(Pipe::new(*kind, &path))))),
        None => Err(format!("`{}` is not on PATH; there are: {}", kind.name, available())),
    }
}

fn available() -> String {
    let found = KINDS.iter().filter(|kind| find(kind).is_some()).map(|kind| kind.name);
    std::iter::once("cadical").chain(found).collect::<Vec<_>>().join(", ")
}

/// The executable of a kind on `PATH`.
fn find(kind: &Kind) -> Option<PathBuf> {
    hecaton_host::path::program(kind.name.as_ref())
}

fn version(kind: &Kind, path: &std::path::Path) -> String {
    let budget = Budget::unlimited().with_time(VERSION_TIME);
    let line = Process::start(kind.name, path, &["--version"]).and_then(|mut process| process.line(&budget));
    match line {
        Ok(line) => shorten(&line),
        Err(stop) => format!("unknown ({stop})"),
    }
}
