//! Traces: what is shown of a run, and which steps the failure depends on.

mod support;

use hecaton_base::Budget;
use hecaton_base::Id as _;
use hecaton_ir::{Choice, PropId};
use hecaton_trace::{Counterexample, Trace, What, replay};
use support::{anywhere, input, program};

fn trace(source: &str, choices: Vec<Choice>) -> Trace {
    let program = program(source);
    let property = program.props.keys().next_back().unwrap_or(PropId::new(0));
    replay(&program, &Counterexample { property, choices }, &Budget::unlimited()).unwrap_or_else(|m| panic!("{m}"))
}

/// One line a step; those the failure depends on begin with a star.
fn shown(trace: &Trace) -> String {
    let mut out = String::new();
    for step in &trace.steps {
        let what = match &step.what {
            What::Assign { name, value } => format!("{name} = {value}"),
            What::Input { name, value, .. } => format!("input {name} = {value}"),
            What::Store { name, value } => format!("[{name}] = {value}"),
            What::Alloc { name, size } => format!("alloc {name} {size}"),
            What::Free { name } => format!("free {name}"),
            What::Call { func, args } => {
                let args: Vec<String> = args.iter().map(|(name, value)| format!("{name}={value}")).collect();
                format!("call {func}({})", args.join(", "))
            }
            What::Return { func, value } => format!("return {func} {}", value.clone().unwrap_or_default()),
            What::Branch { taken } => format!("branch {taken}"),
            What::Assume => "assume".to_string(),
            What::Log { feature } => format!("log {feature}"),
            What::Omitted { count } => format!("... {count} steps"),
            What::Failure { cause } => format!("failure: {cause}"),
        };
        let mark = if step.relevant { "*" } else { " " };
        out += &format!("{mark}{}{}\n", "  ".repeat(step.depth as usize), what.trim_end());
    }
    out
}

#[test]
fn values_are_shown_by_their_types() {
    let source = "
type struct node size 16 align 8 { v: u8 @0; next: ptr @8; }
type struct deep size 48 align 8 { a: [2 x struct node] @0; f: f64 @32; w: s32 @40 }
global @g: struct deep
global @h: ptr
func callee(a: s32, q: ptr, ...) -> i32 {
x:
  return a
}
func main(argc: u8) {
  var s: s8
  var u: u8
  var b: u1
  var w: s100
  var p: ptr
  var t: s32 temp
  var here: ptr place [2 x s16]
x:
  s = -1
  u = 255
  b = 1
  w = -633825300114114700748351602688
  p = null
  p = @g + 24
  p = @g + 48
  p = &callee
  p = itop<ptr>(18:i64)
  here = alloc stack [2 x s16]
  p = here
  p = here + 2
  p = here + 3
  t = 77
  store @g + 16, 200:i8
  store @g + 24, p
  store @g + 32, 0.1:f64
  store @g + 40, -3:i32
  store @g + 33, -3:i8
  store @g + 0, 1:i64
  store here + 2, -2:i16
  p = alloc heap struct node, 2
  store p + 24, p
  store p, 3:i8
  p = p + 16
  p = alloc heap struct node
  store p + 8, @g
  store p, 4:i8
  copy @g, p, 16
  fill @g, 1, 32
  t = call callee(-4, p, 5:i32, 0.5:f64, @h)
  log hello
  free heap p
  assume 1
  assert 0 \"end\"
}
";
    let trace = trace(
        source,
        vec![
            anywhere(),
            anywhere(),
            Choice::Input(hecaton_base::Bits::from_u64(8, 200)),
            anywhere(),
            anywhere(),
            anywhere(),
        ],
    );
    let want = "input argc = 200
 s = -1
 u = 255
 b = 1
 w = -633825300114114700748351602688
 p = NULL
 p = &g.a[1].next
 p = &g+48
 p = callee
 p = 0x12
 p = &here
 p = &here[1]
 p = &here+3
 [g.a[1].v] = 200
 [g.a[1].next] = &here+3
 [g.f] = 0.1
 [g.w] = -3
 [g+33] = -3
 [g.a[0].v] = 1
 [here[1]] = -2
 alloc malloc#1 32
 [malloc#1[1].next] = malloc#1
 [malloc#1[0].v] = 3
 p = malloc#1+16
 alloc malloc#2 16
 [malloc#2.next] = &g
 [malloc#2.v] = 4
 [g.a[0]] = 16 bytes of malloc#2
 [g.a] = 32 bytes 0x01
 call callee(a=-4, q=malloc#2, ...=5, ...=0.5, ...=&h)
   return callee -4
 log hello
 free malloc#2
 assume
*failure: the condition does not hold
";
    assert_eq!(shown(&trace).trim_start(), want.trim_start());
}

#[test]
fn bit_fields_are_shown_by_their_own_names_and_values() {
    // A bit-field is written as a part of the bytes that hold it and others.
    let source = "
type struct flags size 4 align 4 { a: s32 @0 bits 0 3; b: u32 @0 bits 3 3; c: u32 @0 bits 6 10; d: u8 @2 bits 0 8; e: s8 @3 }
type struct outer size 12 align 4 { x: s32 @0; f: [2 x struct flags] @4; }
global @g: struct outer
func main() {
  var old: i16 temp
x:
  old = load @g + 8
  store @g + 8, (old & 65528) | 5
  old = load @g + 8
  store @g + 8, (old & 65479) | 40
  old = load @g + 8
  store @g + 8, (old & 63) | 19200
  store @g + 10, 200:i8
  store @g + 11, 200:i8
  store @g + 8, 41:i8
  store @g, 41:i8
  assert 0 \"end\"
}
";
    let trace = trace(source, vec![anywhere()]);
    let want = "
 [g.f[1].a] = -3
 [g.f[1].b] = 5
 [g.f[1].c] = 300
 [g.f[1].d] = 200
 [g.f[1].e] = -56
 [g+8] = 41
 [g.x] = 41
*failure: the condition does not hold
";
    assert_eq!(shown(&trace).trim_start(), want.trim_start());
}

#[test]
fn the_slice_follows_data_and_control() {
    let source = "
global @total: s32
func twice(n: s32) -> i32 {
  var r: s32
x:
  r = n + n
  return r
}
func unrelated(n: s32) {
x:
  n = n + 1
}
func main(a: s32, b: s32) {
  var c: s32
  var d: s32
  var i: s32
x:
  c = call twice(a)
  call unrelated(b)
  d = b * 2
  store @total, d
  store @total, c
  branch a <s 10 -> small, large
small:
  d = 5
  branch b <s 10 -> some, meet
some:
  i = 9
  goto meet
large:
  d = 6
  goto meet
meet:
  c = load @total
  assert not((c + d) == 9) \"nine\"
}
";
    let trace = trace(source, vec![anywhere(), input(2), input(3)]);
    let want = "*input a = 2
 input b = 3
*call twice(n=2)
*  r = 4
*  return twice 4
*c = 4
 call unrelated(n=3)
   n = 4
   return unrelated
 d = 6
 [total] = 6
*[total] = 4
*branch true
*d = 5
 branch true
 i = 9
*c = 4
*failure: the condition does not hold
";
    assert_eq!(shown(&trace), want);
}

#[test]
fn the_slice_shows_why_a_loop_ends() {
    let source = "
func main() {
  var x: s32
  var y: s32
  var z: s32
a:
  x = 0
  y = 1
  z = 0
  goto head
head:
  branch x <s 2 -> turn, rest
turn:
  x = x + 1
  y = y * 2
  goto head
rest:
  branch z <s 1 -> other, end
other:
  z = z + 1
  goto rest
end:
  assert not(y == 4) \"four\"
}
";
    let trace = trace(source, vec![]);
    let want = "*x = 0
*y = 1
 z = 0
*branch true
*x = 1
*y = 2
*branch true
*x = 2
*y = 4
*branch false
 branch true
 z = 1
 branch false
*failure: the condition does not hold
";
    assert_eq!(shown(&trace), want);
}

#[test]
fn the_slice_of_a_use_after_free_has_the_free() {
    let source = "
func main(n: s32) {
  var p: ptr
  var q: ptr
  var i: s32
x:
  p = alloc heap s32
  q = alloc heap s32
  store q, n
  free heap q
  branch n == 1 -> yes, no
yes:
  free heap p
  goto no
no:
  i = load p check \"p is alive\"
}
";
    let trace = trace(source, vec![input(1), anywhere(), anywhere()]);
    let want = "*input n = 1
*alloc malloc#1 4
 alloc malloc#2 4
 [malloc#2] = 1
 free malloc#2
*branch true
*free malloc#1
*failure: `malloc#1` is memory freed at t.hir:13
";
    // The variables that hold the addresses are named, so they are shown as well.
    let lines: String = shown(&trace)
        .lines()
        .filter(|l| !l.contains("p = ") && !l.contains("q = "))
        .map(|l| format!("{l}\n"))
        .collect();
    assert_eq!(lines, want);
}

#[test]
fn the_call_stack_is_kept() {
    let source = "
func inner(n: s32) {
x:
  assert n <s 3 \"small\"
}
func outer(n: s32) {
x:
  log before
  call inner(n + 1)
}
func main() {
x:
  call outer(1)
  call outer(2)
}
";
    let trace = trace(source, vec![]);
    let stack: Vec<(&str, u32)> = trace.stack.iter().map(|a| (a.name.as_str(), a.span.line)).collect();
    assert_eq!(stack, [("main", 14), ("outer", 9), ("inner", 4)]);
    assert_eq!(trace.steps.last().map(|s| s.depth), Some(2));
    assert_eq!(trace.span.line, 4);
}

#[test]
fn long_traces_keep_their_ends() {
    let source = "
func main() {
  var i: s32
head:
  i = i + 1
  branch i <s 1000000 -> head, done
done:
  assert 0 \"end\"
}
";
    let trace = trace(source, vec![]);
    let omitted: Vec<usize> = trace
        .steps
        .iter()
        .enumerate()
        .filter_map(|(at, step)| matches!(step.what, What::Omitted { .. }).then_some(at))
        .collect();
    assert_eq!(omitted.len(), 1);
    let What::Omitted { count } = trace.steps[omitted[0]].what else { panic!("the gap") };
    assert_eq!(count + trace.steps.len() as u64 - 1, 2_000_001);
    assert_eq!(trace.steps[0].what, What::Assign { name: "i".into(), value: "1".into() });
    let last = &trace.steps[trace.steps.len() - 3..];
    assert_eq!(last[0].what, What::Assign { name: "i".into(), value: "1000000".into() });
    assert_eq!(last[1].what, What::Branch { taken: "false".into() });
}
