//! `hecaton solvers`, and the choice of one.

use hecaton_backends::{Reach, certified, discover, make};
use hecaton_certify::Ledger;
use hecaton_engine::SolverMaker;
use std::fmt::Write as _;
use std::sync::Arc;

/// The names of solvers and what makes them; without a name, the default. There is at least one. With a ledger, their answers
/// are certified and noted there.
pub fn choose(names: &[String], ledger: Option<&Arc<Ledger>>) -> Result<(String, Vec<SolverMaker>), String> {
    let make = |name: &str| match ledger {
        Some(ledger) => certified(name, ledger.clone()),
        None => make(name),
    };
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
