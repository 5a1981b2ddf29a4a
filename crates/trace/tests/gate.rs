//! The replay gate: a counterexample is believed only if it runs into its violation and uses all its choices.

mod support;

use hecaton_base::{Bits, Budget, Id as _, Stop, Wire as _};
use hecaton_ir::{Choice, Place, Program, PropId};
use hecaton_trace::{Counterexample, Reason, Trace, replay};
use support::{anywhere, input, program};

fn prop(program: &Program, text: &str) -> PropId {
    program.props.iter().find(|(_, p)| p.text == text).map(|(id, _)| id).expect("the property")
}

fn go(program: &Program, text: &str, choices: Vec<Choice>) -> Result<Trace, Reason> {
    let cex = Counterexample { property: prop(program, text), choices };
    assert_eq!(Counterexample::from_bytes(&cex.to_bytes()), Ok(cex.clone()));
    replay(program, &cex, &Budget::unlimited()).map_err(|mismatch| {
        assert!(mismatch.to_string().contains("could not be replayed"));
        assert!(mismatch.place.is_none_or(|place| place.starts_with("t.hir:")));
        mismatch.reason
    })
}

const SOURCE: &str = "
func ext()
func main(n: s32) -> i32 {
  var i: s32
  var p: ptr
start:
  havoc i
  assume i <s 100
  assert not(i == 3) \"not three\"
  switch i [4 -> deref, 5 -> unchecked, 6 -> missing, 7 -> asm, 8 -> stop, 9 -> make, 10 -> spin] else last
deref:
  i = load p check \"valid\"
  goto last
unchecked:
  i = load p
  goto last
missing:
  call ext()
  goto last
asm:
  unsupported \"asm\"
  goto last
stop:
  abort
make:
  p = alloc heap s32
  i = load p check \"never\"
  goto last
spin:
  goto spin
last:
  assert (i + n) <s 50 \"small\"
  return 0
}
";

#[test]
fn a_violation_gives_a_trace() {
    let program = program(SOURCE);
    let trace = go(&program, "small", vec![input(0), input(60)]).expect("violated");
    assert_eq!((trace.span.line, trace.cause.as_str()), (32, "the condition does not hold"));
    assert_eq!(trace.property, prop(&program, "small"));
    // Failed assertions of other properties do not end the run.
    go(&program, "small", vec![input(90), input(3)]).expect("violated");
    go(&program, "not three", vec![input(90), input(3)]).expect("violated");
    let trace = go(&program, "valid", vec![input(0), input(4)]).expect("violated");
    assert_eq!(trace.cause, "null pointer dereferenced");
    go(&program, "small", vec![input(49), input(9), Choice::Place(Place { address: None, bytes: vec![(0, 1)] })])
        .expect("violated with the found byte");
    // Decisions of a search may stand between.
    go(&program, "small", vec![input(0), input(60), Choice::Branch(true)]).expect("violated");
}

#[test]
fn everything_else_is_a_mismatch() {
    let program = program(SOURCE);
    let reason = |text: &str, choices: Vec<Choice>| match go(&program, text, choices) {
        Ok(trace) => panic!("{trace:?}"),
        Err(reason) => reason,
    };
    assert_eq!(reason("small", vec![input(0), input(0)]), Reason::Ended(None));
    assert!(matches!(reason("small", vec![input(0), input(8)]), Reason::Ended(Some(_))));
    assert_eq!(reason("small", vec![input(0), input(100)]), Reason::AssumeFailed);
    assert!(matches!(reason("small", vec![input(0), input(4)]), Reason::Other(..)));
    assert!(matches!(reason("small", vec![input(0), input(5)]), Reason::Undefined(_)));
    assert!(matches!(reason("small", vec![input(0), input(6)]), Reason::MissingBody(_)));
    assert_eq!(reason("small", vec![input(0), input(7)]), Reason::Unsupported("asm".into()));
    assert!(matches!(reason("small", vec![input(0)]), Reason::Choice(why) if why.contains("no choice is left")));
    assert!(matches!(reason("small", vec![]), Reason::Choice(_)));
    let narrow = Choice::Input(Bits::from_u64(31, 1));
    assert!(matches!(reason("small", vec![input(0), narrow]), Reason::Choice(why) if why.contains("31 bits")));
    assert!(matches!(reason("small", vec![input(0), anywhere()]), Reason::Choice(_)));
    assert!(matches!(reason("small", vec![input(0), Choice::Switch(1)]), Reason::Choice(_)));
    assert!(matches!(reason("small", vec![input(0), input(9), input(1)]), Reason::Choice(_)));
    assert!(matches!(reason("small", vec![input(0), input(9), Choice::Switch(0)]), Reason::Choice(_)));
    let nowhere = Choice::Place(Place { address: Some(0), bytes: vec![] });
    assert!(matches!(reason("small", vec![input(0), input(9), nowhere]), Reason::Choice(_)));
    assert_eq!(reason("small", vec![input(0), input(60), input(1), anywhere()]), Reason::Unused(2));

    let cex = Counterexample { property: prop(&program, "small"), choices: vec![input(0), input(10)] };
    let budget = Budget::unlimited().with_steps(10_000);
    assert_eq!(replay(&program, &cex, &budget).map_err(|m| m.reason).err(), Some(Reason::Stopped(Stop::Steps)));
    let cancelled = Budget::unlimited();
    cancelled.cancel_flag().cancel();
    assert_eq!(replay(&program, &cex, &cancelled).map_err(|m| m.reason).err(), Some(Reason::Stopped(Stop::Cancelled)));
    // A property that does not exist is never violated.
    let cex = Counterexample { property: PropId::new(99), choices: vec![input(0), input(0)] };
    assert_eq!(replay(&program, &cex, &Budget::unlimited()).map_err(|m| m.reason).err(), Some(Reason::Ended(None)));
}

#[test]
fn globals_take_the_first_choices() {
    let program = program(
        "global @a: s32\nglobal @b: s32 = arbitrary\nfunc main(n: s32) {\n  var i: s32\nx:\n  i = load @b\n  \
         assert not((ptoi<i64>(@a) + zext<i64>(i + n)) == 4099) \"a lies there\"\n}\n",
    );
    let at = |address, bytes: &[(u64, u8)]| Choice::Place(Place { address: Some(address), bytes: bytes.to_vec() });
    let text = "a lies there";
    go(&program, text, vec![at(4096, &[]), at(64, &[(0, 1)]), input(2)]).expect("violated");
    assert!(matches!(go(&program, text, vec![at(4096, &[(0, 1)]), at(64, &[]), input(2)]), Err(Reason::Choice(_))));
    assert_eq!(go(&program, text, vec![at(4096, &[]), at(64, &[]), input(2)]).err(), Some(Reason::Ended(None)));
    assert!(matches!(go(&program, text, vec![at(64, &[]), at(66, &[]), input(2)]), Err(Reason::Choice(_))));
}

#[test]
fn objects_without_an_address_keep_clear_of_those_with_one() {
    // The first object is observed before the second one is placed exactly where the first one would go by itself.
    let source = "func main() {\n  var p: ptr\n  var q: ptr\nx:\n  p = alloc heap s32\n  assume not(ptoi<i64>(p) == 0)\n  \
                  q = alloc heap s32\n  assert p == q \"the same\"\n}\n";
    let program = program(source);
    let at = |address| Choice::Place(Place { address: Some(address), bytes: vec![] });
    go(&program, "the same", vec![anywhere(), at(0x5000_0000_0000)]).expect("two objects are never the same");
}
