//! Which solvers there are: the one built in, and those found on `PATH`.

use crate::cadical::Cadical;
use crate::pipe::{KINDS, Kind, Pipe};
use crate::process::Process;
use crate::sexpr::shorten;
use hecaton_base::{Budget, Stop};
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

/// Which program a solver is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name to ask for it by.
    pub name: &'static str,
    /// The executable; `None` if it is built in.
    pub path: Option<PathBuf>,
    /// What it says of its version, or why it does not.
    pub version: Result<String, Stop>,
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
        let asked = version(kind, &path, &Budget::unlimited());
        let version = asked.unwrap_or_else(|stop| format!("unknown ({stop})"));
        Some(Found { name: kind.name, path: Some(path), version, reach: Reach::Pipe })
    });
    std::iter::once(built_in).chain(on_path).collect()
}

/// The maker of the solver of a name; `default` is the built-in one. An error lists what there is.
pub fn make(name: &str) -> Result<Maker, String> {
    if is_built_in(name) {
        return Ok(Arc::new(crate::cadical));
    }
    let Some(kind) = kind(name) else {
        return Err(format!("no solver `{name}`; there are: {}", available()));
    };
    match find(kind) {
        Some(path) => Ok(Arc::new(move || Box::new(Validate::new(Pipe::new(*kind, &path))))),
        None => Err(format!("`{}` is not on PATH; there are: {}", kind.name, available())),
    }
}

/// Which program the solver of a name is, if there is one; asks it for its version.
pub fn identify(name: &str, budget: &Budget) -> Option<Identity> {
    if is_built_in(name) {
        return Some(Identity { name: "cadical", path: None, version: Ok(Cadical::version()) });
    }
    let kind = kind(name)?;
    let path = find(kind)?;
    Some(Identity { name: kind.name, version: version(kind, &path, budget), path: Some(path) })
}

fn is_built_in(name: &str) -> bool {
    matches!(name, "default" | "cadical")
}

fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name || kind.alias == name)
}

fn available() -> String {
    let found = KINDS.iter().filter(|kind| find(kind).is_some()).map(|kind| kind.name);
    std::iter::once("cadical").chain(found).collect::<Vec<_>>().join(", ")
}

/// The executable of a kind on `PATH`.
fn find(kind: &Kind) -> Option<PathBuf> {
    hecaton_host::path::program(kind.name.as_ref())
}

fn version(kind: &Kind, path: &std::path::Path, budget: &Budget) -> Result<String, Stop> {
    let budget = budget.clone().with_time(VERSION_TIME);
    let line = Process::start(kind.name, path, &["--version"]).and_then(|mut process| process.line(&budget))?;
    Ok(shorten(&line))
}
