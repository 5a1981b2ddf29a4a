//! The text form of a program, `.hir`: what `hecaton ir` prints, what tests compare, and a small guarded-command
//! language that can be written by hand.
//!
//! ```text
//! target LP64                                   // or ILP32; LP64 if left out
//! entry main                                    // `main` if left out
//! leak "no memory is lost"                      // also `cleanup`; a text, or the name of a declared property
//! type struct node size 16 align 8 { v: s32 @0; next: ptr @8; flag: u32 @12 bits 0 3 }
//! global @x: s32 = { 0: 5:i32 }                 // zero if left out; `= arbitrary`; `const` before the `=`
//! global @hello: [6 x s8] const = { 0: "hello" }
//! prop p0 assertion "x is positive" in main     // optional: properties can be made where they are used
//!
//! func half(n: u32) -> i32 {
//! b0:
//!   return udiv(n, 2)
//! }
//! func main() -> i32 {
//!   var i: s32                                  // shown as signed, `u32` as unsigned
//!   var t: ptr temp                             // made up, not shown in traces
//!   var a: ptr place [5 x s32]                  // the address of a source variable
//! start:
//!   a = alloc stack [5 x s32]                   // `alloc heap s32, n zeroed`; also `constant`
//!   havoc i
//!   clobber (a, t)                              // unknown code that has these pointers
//!   assume (0 <=s i) & (i <s 5)
//!   t = a + (zext<i64>(i) * 4)
//!   store t, 7:i32 check "a[i] is inside of a"
//!   i = load t check "a[i] is inside of a"
//!   branch i == 7 -> good, bad
//! good:
//!   i = call half(14)
//!   assert i == 7 "half of 14"
//!   return 0
//! bad:
//!   abort
//! }
//! ```
//!
//! A function without braces, or with nothing in them, has no body. Lines end instructions, except inside parentheses and
//! brackets; `//` begins a comment. The other instructions are `copy to, from, size`, `fill to, byte, size`, `free heap p`,
//! `call [p](args)` for a call at an address, `x = spawn f(args)`, `join t`, `lock p`, `unlock p`, `atomic begin` and `end`,
//! `log feature`, `unsupported "why"`; the other ends `goto b`, `switch x [1 -> b, 2 -> c] else d`, `exit`, `unreachable`.
//! `func f(...) from b` starts at another block than the first.
//!
//! Operators are written as functions (`names.rs` lists them), `+ - * & | ^ == != <u <=u <s <=s` also between their
//! operands; there is no precedence, each pair of parentheses holds one operator. A literal takes its type from the
//! operand beside it or from the instruction; elsewhere it is written behind, `5:i32`, `0.5:f64`; a float can be given
//! by its encoding, `0x7f800000:f32`. Names that are not made of letters, digits, `_ . $ %`, or that are words of the
//! language, stand in backquotes.
//!
//! A line may end in the place it comes from, `!file:line:col:len` with the number of a `file "name"` line, or `!-` for
//! nowhere; otherwise it comes from where it stands, and the text itself becomes the last file of the program. The texts
//! of other files are not part of the form.

mod body;
mod expr;
mod lex;
mod names;
mod parse;
mod print;

pub use parse::parse;
pub use print::{print, print_expr, print_plain, print_type};

/// How deep parentheses may be nested.
const MAX_NESTING: usize = 4_000;

/// Why a text is not a program, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub message: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub col: u32,
    /// How many characters.
    pub len: u32,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.col, self.message)
    }
}

impl std::error::Error for Error {}
