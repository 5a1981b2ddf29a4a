//! Solvers that misbehave: whatever they do is `Unknown` with their name, within the budget, and leaves no process.

use hecaton_backends::pipe::{KINDS, Kind, Pipe};
use hecaton_base::{Budget, Stop};
use hecaton_solve::{Answer, Query, Solver, Validate};
use hecaton_term::{Builder, Sort, Term};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// A folder of this test's own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hecaton-fakes-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the fakes");
        Folder(path)
    }
    /// A solver that is a shell script.
    fn solver(&self, script: &str) -> Validate<Pipe> {
        let path = self.0.join("solver");
        // Another process writes it: a child that another test makes just now would keep our handle, and a file that is
        // open for writing cannot be executed.
        let write = ["-c", "printf '%s' \"$1\" > \"$0\" && chmod +x \"$0\""];
        let text = format!("#!/bin/sh\n{script}\n");
        let written = Command::new("/bin/sh").args(write).arg(&path).arg(text).status().expect("a shell");
        assert!(written.success());
        Validate::new(Pipe::new(z3(), &path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn z3() -> Kind {
    KINDS.iter().copied().find(|kind| kind.name == "z3").expect("a known kind")
}

/// x < y over eight bits; the only fact.
fn problem(b: &mut Builder) -> Term {
    let (x, y) = (b.var("x", Sort::Bits(8)), b.var("y", Sort::Bits(8)));
    b.ult(x, y)
}

fn ask(solver: &mut dyn Solver, b: &Builder, assume: &[Term]) -> Answer {
    solver.check(b, &Query::new(assume, &Budget::unlimited().with_time(Duration::from_secs(20))))
}

/// Reads until the question; what a script does then is its fault.
const LISTEN: &str = "while read -r line; do case \"$line\" in '(check-sat'*) break;; esac; done";

/// Name, script, and what the message must contain.
const BROKEN: &[(&str, &str, &str)] = &[
    ("dies at once", "echo 'out of luck' >&2; exit 3", "out of luck"),
    ("dies when asked", "LISTEN; kill -9 $$", "ended"),
    ("prints garbage", "LISTEN; echo '%PDF-1.4 \u{1}'", "%PDF"),
    ("prints too many brackets", "LISTEN; echo ')))'", "cannot read its output"),
    ("gives up", "LISTEN; echo unknown", "answered `unknown`"),
    ("reports an error", "LISTEN; echo '(error \"no such logic\")'; echo sat", "no such logic"),
    ("ends in the middle of its model", "LISTEN; echo sat; read -r line; printf '((|x@0| #x0'; exit 0", "ended"),
    ("says sat and ends", "LISTEN; echo sat; exit 0", "ended"),
    ("gives too few values", "LISTEN; echo sat; read -r line; echo '((|x@0| #x00))'", "wrong number of values"),
    ("gives a value of another width", "LISTEN; echo sat; read -r line; echo '((a #x000) (b #x001))'", "not a value"),
    ("answers with a list", "LISTEN; echo '(sat)'", "answered"),
];

#[test]
fn broken_solvers_are_unknown_with_their_name() {
    for (what, script, expected) in BROKEN {
        let folder = Folder::new("broken");
        let mut b = Builder::new();
        let fact = problem(&mut b);
        let mut solver = folder.solver(&script.replace("LISTEN", LISTEN));
        solver.assert(&b, fact);
        for _ in 0..2 {
            match ask(&mut solver, &b, &[]) {
                Answer::Unknown(Stop::Solver(why)) => {
                    assert!(why.starts_with("z3: ") && why.contains(expected), "{what}: {why}");
                }
                other => panic!("{what}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_wrong_model_is_a_bug_and_no_answer() {
    let folder = Folder::new("wrong");
    let mut b = Builder::new();
    let fact = problem(&mut b);
    let mut solver = folder.solver(&format!("{LISTEN}; echo sat; read -r line; echo '((x #x07) (y #x07))'"));
    solver.assert(&b, fact);
    let answer = ask(&mut solver, &b, &[]);
    assert!(matches!(&answer, Answer::Unknown(Stop::Bug(why)) if why.starts_with("z3: ")), "{answer:?}");
}

#[test]
fn a_right_model_is_believed() {
    let folder = Folder::new("right");
    let mut b = Builder::new();
    let fact = problem(&mut b);
    let mut solver =
        folder.solver(&format!("{LISTEN}; echo sat; read -r line; echo '((x (_ bv6 8))'; echo '(y #b00000111))'"));
    solver.assert(&b, fact);
    let answer = ask(&mut solver, &b, &[]);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}

#[test]
fn a_core_of_what_was_not_assumed_is_no_answer() {
    let folder = Folder::new("core");
    let mut b = Builder::new();
    let fact = problem(&mut b);
    let mut solver = folder.solver(&format!("{LISTEN}; echo unsat; read -r line; echo '(assume!7)'"));
    let answer = ask(&mut solver, &b, &[fact]);
    assert!(matches!(answer, Answer::Unknown(Stop::Solver(_))), "{answer:?}");
}

#[test]
fn a_solver_that_hangs_is_stopped_with_its_children() {
    // One that neither reads nor writes, behind a wrapper that waits for it, and more text than a pipe holds.
    let folder = Folder::new("hang");
    let pid = folder.0.join("pid");
    let mut b = Builder::new();
    let mut all = vec![problem(&mut b)];
    for i in 0..3000 {
        let (x, y) = (b.var(&format!("x{i}"), Sort::Bits(64)), b.var(&format!("y{i}"), Sort::Bits(64)));
        all.push(b.ult(x, y));
    }
    let mut solver = folder.solver(&format!("sleep 600 & echo $! > {}; wait", pid.display()));
    for fact in &all {
        solver.assert(&b, *fact);
    }
    let budget = Budget::unlimited().with_time(Duration::from_secs(60));
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            // Not before the sleeper is there: on a busy machine that takes its time.
            while std::fs::read_to_string(&pid).map_or(true, |text| !text.ends_with('\n')) && budget.poll().is_ok() {
                std::thread::sleep(Duration::from_millis(10));
            }
            budget.cancel_flag().cancel();
        });
        solver.check(&b, &Query::new(&[], &budget))
    });
    assert!(matches!(answer, Answer::Unknown(Stop::Cancelled)), "{answer:?}");
    let pid = std::fs::read_to_string(&pid).expect("the sleeper wrote its number");
    let gone = (0..2000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        // Gone, or dead and waiting for its new parent.
        std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).map_or(true, |stat| stat.contains(") Z "))
    });
    assert!(gone, "the sleeper still runs");
}

#[test]
fn a_missing_executable_is_unknown() {
    let mut b = Builder::new();
    let fact = problem(&mut b);
    let mut solver = Pipe::new(z3(), std::path::Path::new("/no/such/solver"));
    solver.assert(&b, fact);
    let answer = ask(&mut solver, &b, &[]);
    assert!(matches!(&answer, Answer::Unknown(Stop::Solver(why)) if why.contains("/no/such/solver")), "{answer:?}");
}
