//! Memory: objects, pointers among bytes, addresses, lifetimes, and every way an access can be invalid.

mod support;

use hecaton_base::{Bits, Budget, Stop};
use hecaton_ir::{Halt, Loc, Place};
use hecaton_trace::{Cause, Oracle, Outcome, Until, run};
use support::{Inputs, outcome, program};

/// Wraps lines into `main` with some variables; the result is `i`.
fn main_with(lines: &str) -> String {
    format!(
        "type struct node size 16 align 8 {{ v: s32 @0; next: ptr @8; }}
global @x: s32 = {{ 0: 5:i32 }}
global @word: s64
global @text: [4 x s8] const = {{ 0: \"abc\\u{{0}}\" }}
global @table: [3 x ptr] = {{ 0: &callee, 8: @text + 1, 16: @x }}
func callee(a: s32) -> i32 {{
c:
  return a + 1
}}
func other() {{
c:
  return
}}
func ext() -> i32
func main() -> i32 {{
  var i: s32
  var l: s64
  var c: u8
  var b: u1
  var p: ptr
  var q: ptr
  var r: ptr
  var f: f80
  var a: ptr place [5 x s32]
start:
{lines}
  return i
}}
"
    )
}

fn value(lines: &str) -> i64 {
    match outcome(&main_with(lines)) {
        Outcome::Ended(Some(bits)) => bits.to_i64().expect("a small value"),
        other => panic!("{other:?}\n{lines}"),
    }
}

fn cause(lines: &str) -> String {
    match outcome(&main_with(lines)) {
        Outcome::Violated(_, _, cause) => cause.to_string(),
        Outcome::Undefined(_, cause) => format!("undefined: {cause}"),
        other => panic!("{other:?}\n{lines}"),
    }
}

#[test]
fn globals_have_their_first_values() {
    assert_eq!(value("i = load @x"), 5);
    assert_eq!(value("c = load @text + 2\ni = zext<i32>(c)"), i64::from(b'c'));
    assert_eq!(value("p = load @table + 8\nc = load p\ni = zext<i32>(c)"), i64::from(b'b'));
    assert_eq!(value("p = load @table\ni = call [p](41:i32)"), 42);
    assert_eq!(value("p = load @table + 16\nstore p, 9:i32\ni = load @x"), 9);
    assert_eq!(value("l = load @word\ni = trunc<i32>(l)"), 0);
}

#[test]
fn bytes_are_least_significant_first() {
    assert_eq!(value("store @x, 0x04030201:i32\nc = load @x + 1\ni = zext<i32>(c)"), 2);
    assert_eq!(value("store @x, -1:i32\nstore @x + 1, 0:i16\ni = load @x"), i64::from(0xff00_00ff_u32 as i32));
    // An integer of odd width takes whole bytes, the rest of the last one zero.
    assert_eq!(value("store @x, -1:i32\nstore @x, -1:i9\ni = load @x"), i64::from(0xffff_01ff_u32 as i32));
    assert_eq!(value("fill @x, 0xab, 3\ni = load @x"), 0x00ab_abab);
    assert_eq!(value("store @x, 0x3f800000:i32\ni = ftos<i32>(bitstof<f32>(0x40400000:i32))"), 3);
}

#[test]
fn the_long_double_has_its_integer_bit_in_memory() {
    assert_eq!(
        value("p = alloc heap f80\nf = 1.0\nstore p, f\nl = load p\ni = trunc<i32>(lshr(l, 32))"),
        i64::from(0x8000_0000_u32 as i32)
    );
    assert_eq!(value("p = alloc heap f80\nf = 2.5\nstore p, f\nf = 0.0\nf = load p\ni = ftos<i32>(fmul(f, f))"), 6);
}

#[test]
fn pointers_survive_being_copied_as_bytes() {
    let setup = "p = alloc heap struct node\nq = alloc heap struct node\nstore p, 7:i32\nstore q + 8, p\n";
    assert_eq!(value(&format!("{setup}r = load q + 8\ni = load r")), 7);
    assert_eq!(value(&format!("{setup}copy @word, q + 8, 8\nr = load @word\ni = load r")), 7);
    // Byte by byte through an integer, which observes the address and finds the object again.
    let bytes: String = (0..8).map(|n| format!("c = load q + {}\nstore @word + {n}, c\n", 8 + n)).collect();
    assert_eq!(value(&format!("{setup}{bytes}r = load @word\ni = load r")), 7);
    // Two copies of halves.
    assert_eq!(
        value(&format!("{setup}copy @word, q + 8, 3\ncopy @word + 3, q + 11, 5\nr = load @word\ni = load r")),
        7
    );
    // Overlapping by one byte: the pointer is cut, and its bytes are those of the address.
    assert_eq!(
        value(&format!(
            "{setup}l = load q + 8\nstore q + 8, 0:i8\nr = load q + 8\ni = zext<i32>(ptoi<i64>(r) == (l & -256))"
        )),
        1
    );
    assert_eq!(value(&format!("{setup}copy q + 7, q + 8, 8\nr = load q + 8\nb = r == p\ni = zext<i32>(b)")), 0);
}

#[test]
fn copies_may_overlap() {
    let setup = "a = alloc stack [5 x s32]\nstore a, 1:i32\nstore a + 4, 2:i32\nstore a + 8, 3:i32\n";
    assert_eq!(value(&format!("{setup}copy a + 4, a, 12\ni = load a + 12")), 3);
    assert_eq!(value(&format!("{setup}copy a, a + 4, 12\ni = load a")), 2);
    // Nothing is copied, so the pointers do not matter.
    assert_eq!(value("copy null, null, 0\nfill null, 1, 0\ni = 3"), 3);
}

#[test]
fn pointer_comparisons() {
    for (expr, want) in [
        ("@x == @x", 1),
        ("@x == (@x + 4)", 0),
        ("@x == @word", 0),
        ("@x == null", 0),
        ("null == null", 1),
        ("&callee == &callee", 1),
        ("&callee == &other", 0),
        ("&callee == @x", 0),
        ("&callee == null", 0),
        ("@x == itop<ptr>(ptoi<i64>(@x))", 1),
        ("&callee == itop<ptr>(ptoi<i64>(&callee))", 1),
        ("itop<ptr>(8:i64) == (null + 8)", 1),
        ("@x <u (@x + 4)", 1),
        ("@x <=u @x", 1),
        ("(@x + -4) <u @x", 1),
        ("(@x <u @word) ^ (@word <u @x)", 1),
        ("ptrdiff(@x + 4, @x) == 4", 1),
        ("ptrdiff(@x, @word) == neg(ptrdiff(@word, @x))", 1),
        ("(ptoi<i64>(@x + 4) - ptoi<i64>(@x)) == 4", 1),
        ("(ptoi<i64>(@word) & 7) == 0", 1),
        ("ptoi<i64>(null) == 0", 1),
    ] {
        assert_eq!(value(&format!("b = {expr}\ni = zext<i32>(b)")), want, "{expr}");
    }
}

#[test]
fn an_integer_finds_its_object_again() {
    assert_eq!(value("l = ptoi<i64>(@x)\np = itop<ptr>(l)\ni = load p"), 5);
    // One past the end, and back.
    assert_eq!(value("l = ptoi<i64>(@x + 4)\np = itop<ptr>(l)\ni = load p + -4"), 5);
    assert_eq!(value("l = ptoi<i64>(@text)\np = itop<ptr>(l + 1)\nc = load p\ni = zext<i32>(c)"), i64::from(b'b'));
    // An address that was made before the object is observed means the object that lies there when it is used.
    assert_eq!(value("l = ptoi<i64>(@x)\np = itop<ptr>(1:i64)\np = p + (l - 1)\ni = load p"), 5);
    assert_eq!(value("p = itop<ptr>(ptoi<i64>(&callee) - 1)\ni = call [p + 1](6:i32)"), 7);
    // Nobody asked for the address of this one, so no integer can find it.
    assert!(cause("p = alloc heap s32\nl = ptoi<i64>(@x)\nq = itop<ptr>(l + 4096)\ni = load q").contains("no object"));
}

#[test]
fn variables_begin_as_zero_and_inputs_are_asked_for() {
    assert_eq!(value("b = p == null\ni = zext<i32>(b)"), 1);
    let source = program(&main_with("havoc i\nhavoc b\ni = i + zext<i32>(b)"));
    let inputs = vec![Bits::from_u64(32, 40), Bits::from_u64(1, 1)];
    let result = run(&source, &mut Inputs(inputs, 0), Until::First, &Budget::unlimited());
    assert_eq!(result, Outcome::Ended(Some(Bits::from_u64(32, 41))));
    // An input of the wrong width is refused.
    let inputs = vec![Bits::from_u64(31, 40)];
    assert!(matches!(run(&source, &mut Inputs(inputs, 0), Until::First, &Budget::unlimited()), Outcome::Refused(..)));
}

#[test]
fn fresh_memory_holds_what_the_oracle_says() {
    struct Places(Vec<Place>);
    impl Oracle for Places {
        fn input(&mut self, width: u32) -> Result<Bits, String> {
            Ok(Bits::zero(width))
        }
        fn place(&mut self, _size: u64) -> Result<Place, String> {
            if self.0.is_empty() { Err("none left".into()) } else { Ok(self.0.remove(0)) }
        }
    }
    let source = "global @g: s32 = arbitrary\nfunc main() -> i32 {\n  var p: ptr\n  var i: s32\n  var j: s32\na:\n  \
                  i = load @g\n  p = alloc heap s32\n  j = load p\n  \
                  return (i + j) + trunc<i32>(ptoi<i64>(p))\n}\n";
    let place = |address, bytes: &[(u64, u8)]| Place { address, bytes: bytes.to_vec() };
    let go = |places: Vec<Place>| run(&program(source), &mut Places(places), Until::First, &Budget::unlimited());
    let ended = |n| Outcome::Ended(Some(Bits::from_u64(32, n)));
    assert_eq!(go(vec![place(None, &[(1, 1)]), place(Some(4096), &[(0, 3)])]), ended(256 + 3 + 4096));
    // Addresses must be possible.
    for (first, second, why) in [
        (Some(0), None, "address 0"),
        (Some(6), None, "multiple of 4"),
        (None, Some(24), "multiple of 16"),
        (Some(64), Some(64), "overlaps"),
        (Some(60), Some(48), ""),
        (None, Some(u64::MAX - 15), "address space"),
    ] {
        match go(vec![place(first, &[]), place(second, &[])]) {
            Outcome::Refused(_, reason) => assert!(!why.is_empty() && reason.contains(why), "{reason}"),
            other => assert_eq!((why, other), ("", ended(48)), "{first:?} {second:?}"),
        }
    }
    assert!(matches!(go(vec![place(None, &[(4, 1)]), place(None, &[])]), Outcome::Refused(..)), "a byte outside");
    assert!(matches!(go(vec![place(None, &[])]), Outcome::Refused(..)), "no place for the second");
}

#[test]
fn zeroed_memory_is_zero() {
    struct Dirty;
    impl Oracle for Dirty {
        fn input(&mut self, width: u32) -> Result<Bits, String> {
            Ok(Bits::zero(width))
        }
        fn place(&mut self, size: u64) -> Result<Place, String> {
            // Only the array of three is dirty.
            Ok(Place { address: None, bytes: if size == 12 { vec![(0, 7)] } else { vec![] } })
        }
    }
    let of = |zeroed: &str| program(&main_with(&format!("p = alloc heap s32, 3 {zeroed}\ni = load p")));
    let seven = Outcome::Ended(Some(Bits::from_u64(32, 7)));
    assert_eq!(run(&of(""), &mut Dirty, Until::First, &Budget::unlimited()), seven);
    assert!(matches!(run(&of("zeroed"), &mut Dirty, Until::First, &Budget::unlimited()), Outcome::Refused(..)));
}

#[test]
fn every_invalid_access_has_its_cause() {
    for (lines, want) in [
        ("i = load null check \"d\"", "null pointer dereferenced"),
        ("i = load null + 8 check \"d\"", "null pointer dereferenced at offset 8"),
        ("i = load itop<ptr>(0x123456:i64) check \"d\"", "there is no object at address 0x123456"),
        ("i = load &callee check \"d\"", "the code of function `callee` is not data"),
        ("store &callee, 1:i8 check \"d\"", "the code of function `callee` is not data"),
        ("i = load @x + 4 check \"d\"", "4 bytes at offset 4 are outside of `x` (4 bytes)"),
        ("i = load @x + 1 check \"d\"", "4 bytes at offset 1 are outside of `x` (4 bytes)"),
        ("c = load @x + -1 check \"d\"", "1 byte at offset -1 is outside of `x` (4 bytes)"),
        ("c = load @text + 4 check \"d\"", "index 4 is out of bounds of `text` (4 elements)"),
        ("a = alloc stack [5 x s32]\nstore a + 20, 1:i32 check \"d\"", "index 5 is out of bounds of `a` (5 elements)"),
        ("a = alloc stack [5 x s32]\nstore a + -4, 1:i32 check \"d\"", "index -1 is out of bounds of `a` (5 elements)"),
        ("p = alloc heap s32, 3\nfree heap p\ni = load p check \"d\"", "`malloc#1` is memory freed at t.hir:27"),
        ("a = alloc stack [5 x s32]\nfree stack a\ni = load a check \"d\"", "`a` went out of scope at t.hir:27"),
        ("p = alloc heap s32, 3\ni = load p + 12 check \"d\"", "index 3 is out of bounds of `malloc#1` (3 elements)"),
        ("p = alloc heap s32, 0\nc = load p check \"d\"", "index 0 is out of bounds of `malloc#1` (0 elements)"),
        ("store @text, 1:i8 check \"d\"", "`text` is constant and cannot be written"),
        ("copy @x, @text, 5 check \"d\"", "5 bytes at offset 0 are outside of `text` (4 bytes)"),
        ("copy @x + 1, @text, 4 check \"d\"", "4 bytes at offset 1 are outside of `x` (4 bytes)"),
        ("copy @text, @x, 4 check \"d\"", "`text` is constant and cannot be written"),
        ("fill @x, 0, 5 check \"d\"", "5 bytes at offset 0 are outside of `x` (4 bytes)"),
        ("fill @x, 0, -1 check \"d\"", "18446744073709551615 bytes at offset 0 are outside of `x` (4 bytes)"),
        ("free heap @x check \"f\"", "`x` is not memory that can be freed"),
        ("free heap &callee check \"f\"", "`callee` is not memory that can be freed"),
        ("free heap null + 1 check \"f\"", "there is no object at address 0x1 to free"),
        ("a = alloc stack s32\nfree heap a check \"f\"", "`a` is not memory that can be freed"),
        ("p = alloc heap s32\nfree heap p + 4 check \"f\"", "`malloc#1` is freed at offset 4 instead of its start"),
        ("p = alloc heap s32\nfree heap p\nfree heap p check \"f\"", "`malloc#1` was freed before at t.hir:27"),
        ("p = alloc heap s32\nfree stack p check \"f\"", "`malloc#1` is not memory that can be freed"),
        ("i = call [null](1:i32) check \"c\"", "NULL is not the address of a function"),
        ("i = call [@x](1:i32) check \"c\"", "&x is not the address of a function"),
        ("i = call [&callee + 1](1:i32) check \"c\"", "0xffffff0000000001 is not the address of a function"),
        ("i = call [&callee]() check \"c\"", "function `callee` is of another type than it is called with"),
        ("i = call [&callee](1:i64) check \"c\"", "function `callee` is of another type than it is called with"),
        ("i = call [&other]() check \"c\"", "function `other` is of another type than it is called with"),
        ("b = 0\nassert b \"a\"", "the condition does not hold"),
    ] {
        assert_eq!(cause(lines), want, "{lines}");
        // The same without a property is undefined.
        if let Some((unchecked, _)) = lines.split_once(" check \"") {
            assert_eq!(cause(unchecked), format!("undefined: {want}"), "{lines}");
        }
    }
    assert_eq!(value("free heap null\ni = 1"), 1, "freeing nothing is fine");
    assert_eq!(value("i = call [&callee](1:i32, 2:i32)"), 2, "more arguments are ignored");
}

#[test]
fn stack_objects_die_with_their_function() {
    let source = "func leak() -> ptr {\n  var a: ptr place s32\nx:\n  a = alloc stack s32\n  return a\n}\n\
                  func main() -> i32 {\n  var p: ptr\n  var i: s32\nx:\n  p = call leak()\n  i = load p check \"alive\"\n  return i\n}\n";
    match outcome(source) {
        Outcome::Violated(_, _, Cause::Dead { object, freed: false, at }) => {
            assert_eq!((object.as_str(), at.as_deref()), ("a", Some("t.hir:5")));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn leaks_are_found_at_the_end() {
    let of = |lines: &str, end: &str| {
        format!(
            "leak \"lost\"\ncleanup \"held\"\nglobal @g: ptr\nfunc main() {{\n  var p: ptr\n  var q: ptr\nx:\n{lines}\n  {end}\n}}\n"
        )
    };
    let found = |lines: &str, end: &str| match outcome(&of(lines, end)) {
        // Without where it was allocated.
        Outcome::Violated(_, _, cause) => {
            let text = cause.to_string();
            let allocated = text.find(" allocated at t.hir:").expect("the place");
            let rest = text[allocated + 1..].find(" was").map_or(text.len(), |at| allocated + 1 + at);
            format!("{}{}", &text[..allocated], &text[rest..])
        }
        Outcome::Ended(None) => "ended".to_string(),
        Outcome::Halted(Halt::Exit) => "exit".to_string(),
        Outcome::Halted(Halt::Abort) => "abort".to_string(),
        other => panic!("{other:?}"),
    };
    let two = "p = alloc heap [2 x ptr]\nq = alloc heap ptr\nstore p + 8, q\n";
    for (lines, end, want) in [
        ("p = alloc heap s32", "return", "nothing points any more to `malloc#1`"),
        // No call has returned: the variable still points to it.
        ("p = alloc heap s32", "exit", "`malloc#1` was never freed"),
        ("p = alloc heap s32", "abort", "`malloc#1` was never freed"),
        ("p = alloc heap s32\np = null", "exit", "nothing points any more to `malloc#1`"),
        ("p = alloc heap s32\np = null", "abort", "nothing points any more to `malloc#1`"),
        ("q = alloc stack ptr\np = alloc heap s32\nstore q, p\np = null", "exit", "`malloc#1` was never freed"),
        ("p = null", "abort", "abort"),
        ("p = alloc heap s32\nfree heap p", "return", "ended"),
        ("p = alloc heap s32\nfree heap p", "exit", "exit"),
        ("p = alloc heap s32\nstore @g, p", "return", "`malloc#1` was never freed"),
        ("p = alloc heap s32\nstore @g, p + 4", "return", "`malloc#1` was never freed"),
        ("p = alloc heap s32\nstore @g, ptoi<i64>(p)", "return", "nothing points any more to `malloc#1`"),
        ("p = alloc stack s32", "return", "ended"),
        // Cycles do not keep themselves alive.
        ("p = alloc heap ptr\nstore p, p", "return", "nothing points any more to `malloc#1`"),
        (&format!("{two}store @g, p"), "return", "`malloc#1` was never freed"),
        (&format!("{two}store @g, q"), "return", "nothing points any more to `malloc#1`"),
        (&format!("{two}store @g, p\nstore p + 8, null"), "return", "nothing points any more to `malloc#2`"),
        (&format!("{two}store @g, p\nstore p + 8, 0:i8"), "return", "`malloc#1` was never freed"),
    ] {
        assert_eq!(found(lines, end), want, "{lines} {end}");
    }
    // Looking for one only, the other is passed over.
    let held = program(&of("p = alloc heap s32", "return"));
    let cleanup = Until::Violated(held.cleanup.expect("declared"));
    let result = run(&held, &mut Inputs(vec![], 0), cleanup, &Budget::unlimited());
    assert!(matches!(result, Outcome::Violated(_, _, Cause::Held { .. })), "{result:?}");
    let result = run(&held, &mut Inputs(vec![], 0), Until::End, &Budget::unlimited());
    assert_eq!(result, Outcome::Ended(None));
}

#[test]
fn large_objects_cost_what_is_touched() {
    let lines = "p = alloc heap s8, 0x1000000000 zeroed\nstore p + 0xffffffffc, 5:i32\nstore p + 0x123fff, 0x1234:i16\n\
                 copy p + 0x200000, p + 0x123ffe, 4\ni = load p + 0x200000\nl = load p + 4096\ni = i + trunc<i32>(l)";
    assert_eq!(value(lines), 0x0012_3400);
    assert!(matches!(
        outcome(&main_with("p = alloc heap s8, 0x1000000000\nfill p, 1, 0x1000000000")),
        Outcome::Unsupported(..)
    ));
    assert!(matches!(outcome(&main_with("p = alloc heap s64, -1")), Outcome::Unsupported(..)));
    assert_eq!(value("p = alloc heap s8, -1\nstore p + 0x7fffffff00000000, 5:i32\ni = load p + 0x7fffffff00000000"), 5);
    assert!(matches!(outcome(&main_with("p = alloc heap s8, -1\nl = ptoi<i64>(p)")), Outcome::Unsupported(..)));
}

#[test]
fn many_large_objects_cost_what_is_touched() {
    // 128 gigabytes in pieces of 16 megabytes, one byte of each touched.
    let source = "func main() -> i32 {\n  var i: s32\n  var p: ptr\n  var c: u8\nhead:\n  branch i <s 8192 -> more, done\n\
                  more:\n  p = alloc heap s8, 0x1000000\n  store p + zext<i64>(i), trunc<i8>(i)\n  \
                  c = load p + zext<i64>(i)\n  assert c == trunc<i8>(i) \"kept\"\n  i = i + 1\n  goto head\n\
                  done:\n  return i\n}\n";
    assert_eq!(outcome(source), Outcome::Ended(Some(Bits::from_u64(32, 8_192))));
}

#[test]
fn other_ends_have_their_reasons() {
    assert!(matches!(outcome(&main_with("i = call ext()")), Outcome::MissingBody(..)));
    assert!(matches!(outcome(&main_with("unsupported \"asm\"")), Outcome::Unsupported(_, why) if why == "asm"));
    assert!(matches!(outcome(&main_with("await @x is (4:i32)")), Outcome::AssumeFailed(_)));
    assert!(matches!(outcome(&main_with("join 7")), Outcome::Unsupported(..)));
    assert_eq!(value("await @x not (4:i32, 6:i32)\n  atomic end\n  l = thread\n  i = trunc<i32>(l)"), 0);
    assert_eq!(value("l = spawn callee(1)\n  join l\n  i = trunc<i32>(l)"), 1);
    assert!(matches!(outcome(&main_with("assume 0")), Outcome::AssumeFailed(Loc { inst: 0, .. })));
    assert!(matches!(outcome(&main_with("unreachable\nmore:")), Outcome::Stopped(_, Stop::Bug(_))));
    assert_eq!(outcome(&main_with("log here\ni = 4")), Outcome::Ended(Some(Bits::from_u64(32, 4))));
}

#[test]
fn control_flow_and_deep_calls() {
    let source = "func down(n: s32) -> i32 {\n  var r: s32\na:\n  branch n == 0 -> zero, more\nzero:\n  return 0\nmore:\n  \
                  r = call down(n - 1)\n  return r + 1\n}\n\
                  func main() -> i32 {\n  var r: s32\na:\n  r = call down(200000)\n  return r\n}\n";
    assert_eq!(outcome(source), Outcome::Ended(Some(Bits::from_u64(32, 200_000))));
    let switch = |on: &str, ty: &str| {
        format!(
            "func main() -> i32 {{\n  var s: {ty}\na:\n  s = {on}\n  switch s [1 -> one, -2 -> two] else rest\none:\n  return 1\ntwo:\n  return 2\nrest:\n  return 3\n}}\n"
        )
    };
    for ty in ["s8", "s64", "s100"] {
        for (on, want) in [("1", 1), ("-2", 2), ("0", 3)] {
            assert_eq!(outcome(&switch(on, ty)), Outcome::Ended(Some(Bits::from_u64(32, want))), "{on} {ty}");
        }
    }
}

#[test]
fn the_budget_stops_a_loop() {
    let source = program("func main() {\na:\n  goto a\n}\n");
    let budget = Budget::unlimited().with_steps(100_000);
    let result = run(&source, &mut Inputs(vec![], 0), Until::First, &budget);
    assert!(matches!(result, Outcome::Stopped(_, Stop::Steps)), "{result:?}");
}

#[test]
fn pointers_of_32_bits() {
    let source = "target ILP32\nglobal @x: [2 x s32]\nglobal @p: ptr\nfunc main() -> i32 {\n  var q: ptr\n  var i: s32\na:\n  \
                  store @p, @x + 4\n  store @x + 4, 9:i32\n  q = load @p\n  i = load q + 0xfffffffc\n  assert i == 0 \"wraps\"\n  \
                  assert ptoi<i32>(@x + 4) == (ptoi<i32>(@x) + 4) \"addresses\"\n  i = load q\n  return i\n}\n";
    assert_eq!(outcome(source), Outcome::Ended(Some(Bits::from_u64(32, 9))));
}
