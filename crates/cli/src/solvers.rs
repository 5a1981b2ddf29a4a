//! `hecaton solvers`, and the choice of one.

use hecaton_backends::{Reach, discover, make};
use hecaton_engine::SolverMaker;
use std::fmt::Write as _;

/// The name of a solver and what makes it; without a name, the default.
pub fn choose(name: Option<&str>) -> Result<(String, SolverMaker), String> {
    let name = name.unwrap_or("cadical");
    Ok((name.to_owned(), make(name)?))
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
