//! `hecaton solvers`, the choice of one, and which program it is.

use hecaton_backends::{Identity, Reach, discover, identify, make};
use hecaton_base::Budget;
use hecaton_engine::SolverMaker;
use hecaton_host::plain;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// No solver is larger.
const LARGEST: u64 = 1 << 30;

/// A solver, as far as a proof rests on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chosen {
    /// The name to ask for it by.
    pub name: &'static str,
    /// The executable; `None` if it is built in.
    pub path: Option<String>,
    /// What it says of its version.
    pub version: String,
    /// The sum of the executable.
    pub sha256: Option<String>,
    /// All of that could be found out.
    #[serde(skip)]
    pub is_known: bool,
}

impl Chosen {
    /// It is not a part of this program.
    pub fn is_external(&self) -> bool {
        self.path.is_some()
    }
    /// Its name, where it is, and its version.
    pub fn description(&self) -> String {
        let Chosen { name, path, version, .. } = self;
        format!("{name} ({}, {version})", path.as_deref().unwrap_or("built in"))
    }
    /// What is assumed where a proof rests on it.
    pub fn assumption(&self) -> String {
        format!("the proof rests on the external solver {}, whose answers are not checked", self.description())
    }
}

/// Which programs the solvers of some names are now: what was found out with one is not taken from another.
pub fn identities(names: &[String], budget: &Budget) -> Vec<Chosen> {
    let default = ["cadical".to_owned()];
    let names = if names.is_empty() { &default } else { names };
    let mut chosen: Vec<Chosen> = Vec::new();
    for Identity { name, path, version } in names.iter().filter_map(|name| identify(name, budget)) {
        if chosen.iter().any(|other| other.name == name) {
            continue;
        }
        let content = path.as_ref().map(|path| plain::read(path, LARGEST));
        let is_known = version.is_ok() && !matches!(content, Some(Err(_)));
        let sha256 = content
            .and_then(Result::ok)
            .map(|content| Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect());
        let path = path.map(|path| path.display().to_string());
        let version = version.unwrap_or_else(|stop| format!("version unknown: {stop}"));
        chosen.push(Chosen { name, path, version, sha256, is_known });
    }
    chosen
}

/// The names of solvers and what makes them; without a name, the default. There is at least one.
pub fn choose(names: &[String]) -> Result<(String, Vec<SolverMaker>), String> {
    if names.is_empty() {
        let name = "cadical";
        return Ok((name.to_owned(), vec![make(name)?]));
    }
    let makers: Result<Vec<SolverMaker>, String> = names.iter().map(|name| make(name)).collect();
    Ok((names.join(","), makers?))
}

/// The solvers that can be used, one a line: name, version and where it is.
pub fn render() -> String {
    let found = discover();
    let widest =
        |text: fn(&hecaton_backends::Found) -> &str| found.iter().map(|f| text(f).chars().count()).max().unwrap_or(0);
    let (names, versions) = (widest(|f| f.name), widest(|f| &f.version));
    let mut out = String::new();
    for (index, solver) in found.iter().enumerate() {
        let place = match (solver.reach, &solver.path) {
            (Reach::BuiltIn, _) => "built in".to_owned(),
            (Reach::Pipe, Some(path)) => path.display().to_string(),
            (Reach::Pipe, None) => "on PATH".to_owned(),
        };
        let default = if index == 0 { " (default)" } else { "" };
        let _ = writeln!(out, "{:names$}  {:versions$}  {place}{default}", solver.name, solver.version);
    }
    out
}
