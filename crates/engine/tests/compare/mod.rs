//! Verdicts in a word, and the task that random programs are asked, for tests that compare verdicts.

use hecaton_base::Stop;
use hecaton_engine::{Analysis, Bounds, Scope, Search, Task, Verdict};
use hecaton_ir::{Program, PropId};
use std::sync::Arc;

/// A number from the environment.
#[allow(dead_code, reason = "shared by several tests")]
pub fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

/// What a verdict says.
pub fn said(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds(Scope::All) => "holds",
        Verdict::Holds(Scope::UpTo { .. }) => "bounded",
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(unknown) => match unknown.stop {
            Stop::Bug(_) => "defect",
            Stop::Time | Stop::Memory | Stop::Full(_) | Stop::Steps | Stop::Cancelled => "stopped",
            Stop::Unsupported(_) | Stop::Approximate(_) | Stop::Solver(_) | Stop::Partial(_) => "unknown",
        },
    }
}

/// Some properties of a program up to a bound.
pub fn task(program: Arc<Program>, props: Vec<PropId>, unwind: u32, search: Search) -> Task {
    let solver = hecaton_backends::make("cadical").expect("the built-in solver");
    let bounds = Bounds { unwind: Some(unwind), ..Bounds::default() };
    let (others, normalize, induction) = (vec![], false, false);
    let asked = Arc::new(props.iter().copied().collect());
    Task {
        program,
        whole: None,
        props,
        asked,
        bounds,
        solver,
        others,
        normalize,
        induction,
        analysis: Analysis::default(),
        search,
        invariants: false,
        cache: None,
    }
}
