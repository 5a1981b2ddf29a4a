//! A program for the tests of analyses that follow each other.

use crate::options::{Analysis, Bounds, Search};
use crate::task::Task;
use hecaton_ir::{PropId, text};
use std::sync::Arc;

/// `main` keeps a number, and calls two functions that do not see it; the alarm is at the end of one of them.
const PROGRAM: &str = "target LP64
entry main
type s32
prop p0 assertion \"s is not 1\" in main
prop p1 assertion \"x is not 3\" in deeper
prop p2 assertion \"never\" in main
global @g: s32
func main() -> i32 {
  var s: s32
  var i: s32
b0:
  s = 0
  goto b1
b1:
  havoc i
  branch i == 0 -> b5, b2
b2:
  call deep(i)
  call other(i)
  assert not(s == 1) prop p0
  branch s == 0 -> b3, b4
b3:
  s = 3
  goto b1
b4:
  s = 0
  goto b1
b5:
  assert 1 prop p2
  return 0
}
func deep(x: s32) -> i32 {
  var r: s32
b0:
  r = call deeper(x & 7)
  return r
}
func deeper(x: s32) -> i32 {
b0:
  assert not(x == 3) prop p1
  return x
}
func other(y: s32) -> i32 {
b0:
  store @g, y
  return y
}
";

/// All properties of the program.
pub(super) fn task() -> Task {
    task_of(PROGRAM)
}

/// The same after edits: what stands there once, and what instead of it.
pub(super) fn task_edited(edits: &[(&str, &str)]) -> Task {
    let mut source = PROGRAM.to_owned();
    for (before, after) in edits {
        assert_eq!(source.matches(before).count(), 1, "{before}");
        source = source.replace(before, after);
    }
    task_of(&source)
}

fn task_of(source: &str) -> Task {
    let program = Arc::new(text::parse("fixture.hir", source).expect("a program"));
    let props: Vec<PropId> = program.props.keys().collect();
    Task {
        program,
        whole: None,
        props: props.clone(),
        asked: Arc::new(props.iter().copied().collect()),
        bounds: Bounds::default(),
        solver: hecaton_backends::make("cadical").expect("the built-in solver"),
        others: vec![],
        normalize: false,
        induction: false,
        analysis: Analysis::default(),
        search: Search::default(),
        invariants: false,
        cache: None,
    }
}
