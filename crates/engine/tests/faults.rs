//! A run in which a defect of this tool was noticed proves nothing: faults of each kind are injected into every engine.

#[path = "compare/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod compare;

use compare::{said, task};
use hecaton_base::{Bits, Budget, Stop};
use hecaton_engine::{Search, Sink, SolverMaker, engines, run, run_sliced};
use hecaton_ir::{PropId, text};
use hecaton_jobs::Crew;
use hecaton_solve::{Answer, Query, Solver, Validate};
use hecaton_term::{Dag, Term};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One property is violated, one holds by what its terms are, one holds because a solver says so.
const PROGRAM: &str = "target LP64
entry main
type s32
prop p0 assertion \"x is not 42\" in main
prop p1 assertion \"always\" in main
prop p2 assertion \"never that sum\" in main
func main() -> i32 {
  var x: s32
  var y: s32
b0:
  havoc x
  havoc y
  assert not(x == 42) prop p0
  assert (x + y) == (y + x) prop p1
  assert not(((x & y) + (x | y)) == ((x + y) + 1)) prop p2
  return 0
}
";

/// What goes wrong.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// A job panics, and again when it is run once more.
    Lost,
    /// A job panics once.
    Panics,
    /// The solver's models are wrong, and it is noticed that they are.
    Refuted,
    /// The solver's models are wrong, and nobody looks at them before they are used.
    Believed,
    /// The solver says that it has a defect.
    Told,
    /// The proof of an unsatisfiable answer is wrong.
    Unproved,
}

const FAULTS: [Fault; 6] = [Fault::Lost, Fault::Panics, Fault::Refuted, Fault::Believed, Fault::Told, Fault::Unproved];

/// A solver that goes wrong.
struct Faulty {
    inner: Box<dyn Solver>,
    fault: Fault,
}

impl Solver for Faulty {
    fn name(&self) -> &'static str {
        "faulty"
    }
    fn assert(&mut self, dag: &Dag, fact: Term) {
        self.inner.assert(dag, fact);
    }
    fn check(&mut self, dag: &Dag, query: &Query<'_>) -> Answer {
        match (self.inner.check(dag, query), self.fault) {
            (Answer::Sat(mut model), Fault::Refuted | Fault::Believed) => {
                for bits in model.scalars.values_mut() {
                    *bits = Bits::zero(bits.width());
                }
                Answer::Sat(model)
            }
            (Answer::Unsat(_), Fault::Unproved) => Answer::Unknown(Stop::Bug("unproved on purpose".into())),
            (Answer::Sat(_), Fault::Told) => Answer::Unknown(Stop::Bug("told on purpose".into())),
            (answer, _) => answer,
        }
    }
    fn effort(&self) -> u64 {
        self.inner.effort()
    }
    fn expect_many(&mut self) {
        self.inner.expect_many();
    }
}

/// Makes solvers that go wrong like this; the so-manieth job that needs one panics.
fn faulty(plain: &SolverMaker, fault: Fault, at: u64) -> SolverMaker {
    let (plain, made) = (plain.clone(), AtomicU64::new(0));
    Arc::new(move || {
        let number = made.fetch_add(1, Ordering::Relaxed);
        let inner = plain();
        match fault {
            Fault::Lost => assert!(number < at || number > at + 1, "lost on purpose"),
            Fault::Panics => assert!(number != at, "panicked on purpose"),
            Fault::Refuted | Fault::Told | Fault::Unproved => return Box::new(Validate::new(Faulty { inner, fault })),
            Fault::Believed => return Box::new(Faulty { inner, fault }),
        }
        inner
    })
}

#[test]
fn nothing_is_proved_in_a_run_with_a_defect() {
    let program = Arc::new(text::parse("faults.hir", PROGRAM).unwrap_or_else(|e| panic!("{e}")));
    let props: Vec<PropId> = program.props.keys().collect();
    let sink: Sink = Arc::new(|_| {});
    for engine in engines() {
        for fault in FAULTS {
            let mut noticed = 0;
            for (at, workers) in [(0, 1), (0, 2), (1, 1), (1, 2)] {
                for sliced in [false, true] {
                    let plain = task(program.clone(), props.clone(), 4, Search::default());
                    let solver = faulty(&plain.solver, fault, at);
                    let task = hecaton_engine::Task { solver, ..plain };
                    let budget = Budget::unlimited();
                    let crew =
                        if workers == 1 { Crew::inline(at) } else { Crew::threads(workers, &budget).expect("threads") };
                    let outcome = match sliced {
                        true => run_sliced(engine.as_ref(), &task, &budget, &crew, &sink),
                        false => run(&*engine, &task, &budget, &crew, &sink),
                    };
                    let defect = budget.defect();
                    noticed += u32::from(defect.is_some());
                    for (prop, verdict) in &outcome.verdicts {
                        let said = said(verdict);
                        let name = engine.name();
                        let claims = said == "holds" || said == "bounded";
                        assert!(!claims || defect.is_none(), "{name}, {fault:?}: {prop} {said} beside {defect:?}");
                        assert!(said != "defect" || defect.is_some(), "{name}, {fault:?}: nobody noticed");
                    }
                }
            }
            assert!(noticed > 0, "{}: {fault:?} was never noticed", engine.name());
        }
    }
}

#[test]
fn without_a_fault_everything_is_settled() {
    let program = Arc::new(text::parse("faults.hir", PROGRAM).unwrap_or_else(|e| panic!("{e}")));
    let props: Vec<PropId> = program.props.keys().collect();
    let sink: Sink = Arc::new(|_| {});
    for engine in engines() {
        let budget = Budget::unlimited();
        let task = task(program.clone(), props.clone(), 4, Search::default());
        let outcome = run(&*engine, &task, &budget, &Crew::inline(1), &sink);
        let said: Vec<&str> = outcome.verdicts.values().map(said).collect();
        assert_eq!((&said[..2], budget.defect()), (&["violated", "holds"][..], None), "{}", engine.name());
    }
}
