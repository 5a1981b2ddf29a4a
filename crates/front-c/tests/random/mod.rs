//! Random C programs that compute with numbers and mix all results into what `main` returns: floats of all types with
//! their conversions, bit-fields, and arithmetic with overflow.

use std::fmt::Write as _;

/// A small generator of random numbers.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
    fn choose<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Which bits a NaN has is not modelled.
const HEAD: &str = r"
static unsigned hash = 17;
static void mix(const void *p, unsigned n) {
  for (unsigned i = 0; i < n; i++) hash = hash * 31 + ((const unsigned char *)p)[i];
}
#define INT(type, e) { type v = (e); mix(&v, sizeof v); }
#define FLOAT(type, n, e) { type v = (e); if (v != v) hash = hash * 31 + 7; else mix(&v, n); }
int main(void) {
";
const TAIL: &str = "  return (int)(hash & 0x7fffffff);\n}\n";

/// Float types with their bytes and the suffix of their constants.
const FLOATS: [(&str, u32, &str); 4] =
    [("float", 4, "f"), ("double", 8, ""), ("long double", 10, "L"), ("_Float128", 16, "f128")];
const NUMBERS: [&str; 20] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.5",
    "0.1",
    "3.3333333333333333333",
    "1e10",
    "1e-40",
    "4.9e-324",
    "1.17549435e-38",
    "3.4028234e38",
    "2.2250738585072014e-308",
    "9007199254740993.0",
    "16777217.0",
    "0.5",
    "-7.25",
    "65504.0",
    "-2147483649.0",
    "4294967295.5",
    "1.8446744073709552e19",
];
/// Integer types with their bits; negative if signed.
const INTS: [(&str, i32); 13] = [
    ("char", -8),
    ("unsigned char", 8),
    ("short", -16),
    ("unsigned short", 16),
    ("int", -32),
    ("unsigned", 32),
    ("long", -64),
    ("unsigned long", 64),
    ("long long", -64),
    ("unsigned long long", 64),
    ("__int128", -128),
    ("unsigned __int128", 128),
    ("_Bool", 1),
];

fn integer(random: &mut Random) -> String {
    let text = random.choose(&[
        "0",
        "1",
        "-1",
        "7",
        "127",
        "-128",
        "255",
        "32767",
        "65535",
        "2147483647",
        "-2147483647 - 1",
        "4294967295u",
        "16777217",
        "9223372036854775807",
        "-9223372036854775807 - 1",
        "18446744073709551615u",
        "-9007199254740995",
        "123456789012345",
    ]);
    format!("({text})")
}

/// A floating expression; variables are `f0...` and `i0...`, as many as there are types and numbers.
fn float(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        return match random.below(4) {
            0 => {
                let (_, _, suffix) = FLOATS[random.below(4)];
                // Not every number fits every type; but all fit a double.
                let suffix = if suffix == "f" { "" } else { suffix };
                format!("({}{suffix})", random.choose(&NUMBERS))
            }
            _ => format!("f{}", random.below(FLOATS.len() * NUMBERS.len())),
        };
    }
    let next = depth - 1;
    let (name, _, _) = FLOATS[random.below(4)];
    match random.below(10) {
        0..5 => format!("({} {} {})", float(random, next), random.choose(&["+", "-", "*", "/"]), float(random, next)),
        5 => format!("(({name}){})", float(random, next)),
        6 => format!("(-{})", float(random, next)),
        7 => format!("(({name})i{})", random.below(INTS.len() * 4)),
        8 => format!("({} {} i{})", float(random, next), random.choose(&["+", "*"]), random.below(INTS.len() * 4)),
        _ => {
            let op = random.choose(&["<", "<=", "==", "!=", ">", ">="]);
            let (a, b) = (float(random, next), float(random, next));
            format!("({a} {op} {b} ? {} : {})", float(random, next), float(random, next))
        }
    }
}

/// Floats: arithmetic, conversions, comparisons, compound assignments.
pub fn floats(random: &mut Random, count: usize) -> String {
    let mut text = String::new();
    for (t, (ty, _, suffix)) in FLOATS.into_iter().enumerate() {
        for (n, number) in NUMBERS.into_iter().enumerate() {
            writeln!(text, "static {ty} f{} = {number}{suffix};", t * NUMBERS.len() + n).expect("text");
        }
    }
    for (t, (ty, _)) in INTS.into_iter().enumerate() {
        for n in 0..4 {
            writeln!(text, "static {ty} i{} = {};", t * 4 + n, integer(random)).expect("text");
        }
    }
    text += HEAD;
    for _ in 0..count {
        let (ty, bytes, _) = FLOATS[random.below(4)];
        match random.below(8) {
            // What does not fit is undefined.
            0 | 1 => {
                let (int, bits) = INTS[random.below(INTS.len())];
                let x = format!("f{}", random.below(FLOATS.len() * NUMBERS.len()));
                let (low, high) = if bits < 0 { (-bits - 1, -bits - 1) } else { (-999, bits) };
                let low = if low < 0 { "0.0L".into() } else { format!("-0x1p{low}L") };
                let e = format!("{x} >= {low} && {x} < 0x1p{high}L ? ({int}){x} : 0");
                writeln!(text, "  INT({int}, {e})").expect("text");
            }
            2 => {
                let op = random.choose(&["+=", "-=", "*=", "/="]);
                let (a, b) = (float(random, 0), float(random, 1));
                writeln!(text, "  {{ {ty} a = {a}; a {op} {b}; FLOAT({ty}, {bytes}, a) }}").expect("text");
            }
            _ => {
                let depth = 1 + random.below(3) as u32;
                writeln!(text, "  FLOAT({ty}, {bytes}, {})", float(random, depth)).expect("text");
            }
        }
    }
    text + TAIL
}

/// Bit-fields of all types and widths in expressions.
pub fn bit_fields(random: &mut Random, count: usize) -> String {
    let (mut text, mut body) = (String::from("enum eu { A, B = 70000 };\nenum es { C = -1, D };\n"), String::new());
    let types = [("enum eu", 32), ("enum es", -32)];
    for index in 0..count {
        let (mut fields, mut values) = (String::new(), Vec::new());
        let members = 1 + random.below(4);
        for field in 0..members {
            let choice = random.below(INTS.len() + types.len());
            let (ty, bits) = INTS.get(choice).copied().unwrap_or(types[choice % 2]);
            let (ty, bits) = if bits.abs() == 128 { ("int", 32) } else { (ty, bits.unsigned_abs()) };
            write!(fields, "{ty} f{field} : {}; ", 1 + random.below(bits as usize)).expect("text");
            values.push(integer(random));
        }
        writeln!(text, "static struct {{ {fields}}} s{index} = {{{}}};", values.join(", ")).expect("text");
        let (a, b) = (format!("s{index}.f{}", random.below(members)), format!("s{index}.f{}", random.below(members)));
        let e = match random.below(20) {
            0 => format!("{a} + 1u"),
            1 => format!("-(unsigned long)-{a}"),
            2 => format!("~{a}"),
            3 => format!("(unsigned){a} << 3"),
            4 => format!("{a} >> 1"),
            5 => format!("{a} & {b}"),
            6 => format!("({a} ^ {b}) | 1"),
            7 => format!("{a} < {b}"),
            8 => format!("{a} < -1"),
            9 => format!("{a} / 3 + {a} % 3"),
            10 => format!("sizeof({a} + 1) * 8 + sizeof({a} = 1)"),
            11 => format!("sizeof(0, {a}) + sizeof(1 ? {a} : {b}) * 8"),
            12 => format!("{a} = 77"),
            13 => format!("{a} += 99"),
            14 => format!("{a}++ * 2ull + {a}"),
            15 => format!("--{a}"),
            16 => format!("1 ? {a} : {b}"),
            17 => format!("_Generic(+{a}, int: 1, unsigned: 2, long: 3, unsigned long: 4, default: 5)"),
            18 => format!("_Generic(({a} = 1), int: 1, unsigned: 2, signed char: 3, short: 4, default: 5)"),
            _ => format!("{a} == {b} || !{a}"),
        };
        writeln!(body, "  INT(long long, {e})").expect("text");
    }
    text + HEAD + &body + TAIL
}

/// `__builtin_..._overflow` on operands of mixed types.
pub fn overflow(random: &mut Random, count: usize) -> String {
    let (mut text, mut body) = (String::new(), String::new());
    let int = |random: &mut Random| INTS[random.below(INTS.len() - 1)].0;
    for index in 0..count {
        let (a, b, result) = (int(random), int(random), int(random));
        let (x, y) = (integer(random), integer(random));
        writeln!(text, "static {a} x{index} = ({a}){x} * 3; static {b} y{index} = {y};").expect("text");
        let op = random.choose(&["add", "sub", "mul"]);
        let (x, y) = if random.below(3) == 0 { (x, y) } else { (format!("x{index}"), format!("y{index}")) };
        writeln!(body, "  {{ {result} r; INT(int, __builtin_{op}_overflow({x}, {y}, &r)) INT({result}, r) }}")
            .expect("text");
        writeln!(body, "  INT(int, __builtin_{op}_overflow_p({x}, {y}, ({result})0))").expect("text");
    }
    text + HEAD + &body + TAIL
}
