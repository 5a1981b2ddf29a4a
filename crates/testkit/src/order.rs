//! Random C expressions whose operands call functions that see each other's effects: what they give depends on the order of
//! evaluation, and every order that a compiler chooses is one that C allows. All effects are in functions, so that none of
//! them is unsequenced; all arithmetic is unsigned, so that nothing is undefined.

use crate::Random;
use std::fmt::Write as _;

/// What stands before the expressions: the objects that they are about, and the functions that they call.
pub const BEFORE: &str = "\
static unsigned r, x, y, a[4];
static unsigned char c;
static unsigned long l;
static double d;
static struct s { unsigned v, b : 5; } s;
static unsigned f(void) { return x = x * 2 + 1; }
static unsigned g(void) { y += x + 1; a[0] ^= y; return y & 15; }
static unsigned h(unsigned i) { x ^= i; a[i & 3] += x; return a[i + 1 & 3]; }
static unsigned *p(void) { x += 3; return &a[x & 3]; }
static struct s *q(void) { y = 2 * y + 1; s.v += x; s.b ^= 3; return &s; }
static double *e(void) { y += x; return &d; }
static unsigned two(unsigned i, unsigned j) { return 5 * i + j; }
static void begin(void) {
  r = 0; x = 1; y = 2; c = 250; l = 7; d = 2; s.v = 4; s.b = 9;
  a[0] = 5; a[1] = 6; a[2] = 8; a[3] = 3;
}
static unsigned sum(void) {
  unsigned all = 37 * r + x + 3 * y + 5 * a[0] + 7 * a[1] + 11 * a[2] + 13 * a[3];
  return all + 17 * c + 19 * (unsigned)l + 23 * (unsigned)(long)d + 29 * s.v + 31 * s.b;
}
";

/// An expression.
pub fn expression(random: &mut Random) -> String {
    let mut text = String::new();
    let place = place(random);
    match random.below(8) {
        0 => {
            let step = random.pick(&["++", "--"]);
            // Nothing but calls is sequenced with the step.
            let other = random.pick(&["f()", "g()", "h(2)", "two(g(), f())"]);
            _ = match random.below(2) {
                0 => write!(text, "r = ({place}){step} + {other}"),
                _ => write!(text, "r = two({other}, {step}{place})"),
            };
        }
        // Real numbers know fewer operators, and their sums are small and exact.
        1 => {
            let (op, value) = (random.pick(&["+=", "-="]), operand(random));
            _ = write!(text, "*e() {op} ({value}) & 255");
        }
        2 | 3 => {
            let (op, value) = (random.pick(&["<<=", ">>="]), operand(random));
            _ = write!(text, "{place} {op} ({value}) & 7");
        }
        4 => {
            let (op, value) = (random.pick(&["/=", "%="]), operand(random));
            _ = write!(text, "{place} {op} ({value}) | 1");
        }
        _ => {
            let (op, value) = (random.pick(&["=", "+=", "-=", "*=", "&=", "|=", "^="]), operand(random));
            _ = write!(text, "{place} {op} {value}");
        }
    }
    text
}

fn place(random: &mut Random) -> String {
    let place =
        random.pick(&["x", "y", "a[f() & 3]", "a[g() & 3]", "*p()", "p()[0]", "q()->v", "q()->b", "s.b", "c", "l"]);
    place.to_owned()
}

fn operand(random: &mut Random) -> String {
    let simple = ["x", "y", "a[1]", "s.v", "s.b", "f()", "g()", "h(2)", "*p()", "q()->v", "c"];
    match random.below(4) {
        0 | 1 => random.pick(&simple).to_owned(),
        2 => {
            let (left, op, right) =
                (random.pick(&simple), random.pick(&["+", "-", "*", "^", "<"]), random.pick(&simple));
            format!("{left} {op} {right}")
        }
        _ => format!("two({}, {})", random.pick(&simple), random.pick(&simple)),
    }
}
