//! Float circuits against the concrete operations, by fixing the inputs of one circuit with assumptions; and laws that
//! hold for all inputs, by unsatisfiability.

use hecaton_backends::cadical::{Cadical, Config};
use hecaton_base::float::{Float, Format, Rounding};
use hecaton_base::{Bits, Budget, Stop};
use hecaton_solve::blast::Blaster;
use hecaton_solve::blast::gates::{Cnf, Lit};
use hecaton_solve::{Answer, Blasted, Query, Sat, SatAnswer, Solver};
use hecaton_term::{Builder, Op, Sort, Term};

const TINY: Format = Format { exp: 3, sig: 3 };
/// Subnormal numbers reach up to one.
const FLAT: Format = Format { exp: 2, sig: 4 };

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn bits(&mut self, width: u32) -> Bits {
        Bits::from_u64(64, self.next()).concat(&Bits::from_u64(64, self.next())).resize(width)
    }
    /// An encoding: near a special one, of moderate size, or any.
    fn float(&mut self, format: Format) -> Bits {
        let width = format.bits();
        let one = Float::from_unsigned(Rounding::Zero, format, &Bits::one(8));
        match self.next() % 6 {
            0 => {
                let near = [Float::zero(format, false), Float::inf(format, false), one][(self.next() % 3) as usize]
                    .bits()
                    .add(&Bits::from_i64(width, (self.next() % 5) as i64 - 2));
                if self.next().is_multiple_of(2) { near.xor(&Bits::min_signed(width)) } else { near }
            }
            1 => self.bits(width).and(&Bits::ones(width).lshr(&Bits::from_u64(width, u64::from(format.exp) + 1))),
            2 | 3 => {
                let scale = Bits::from_u64(format.exp, self.next() % 10);
                let scale =
                    one.bits().extract(width - 2, format.sig - 1).add(&scale).sub(&Bits::from_u64(format.exp, 5));
                self.bits(1).concat(&scale).concat(&self.bits(format.sig - 1))
            }
            _ => self.bits(width),
        }
    }
}

/// A circuit with free inputs, asked for its output under values of these.
struct Circuit {
    sat: Cadical,
    inputs: Vec<Vec<i32>>,
    output: Vec<i32>,
}

impl Circuit {
    fn new(inputs: &[Sort], make: impl Fn(&mut Builder, &[Term]) -> Term) -> Result<Self, Stop> {
        let mut terms = Builder::new();
        let vars: Vec<Term> = inputs.iter().enumerate().map(|(i, sort)| terms.var(&format!("x{i}"), *sort)).collect();
        let result = make(&mut terms, &vars);
        let output = terms.var("result", terms.sort(result));
        let same = terms.eq(output, result);
        let (mut blaster, mut cnf) = (Blaster::new(), Cnf::new());
        let mut sat = Cadical::new(&Config::default()).expect("no options");
        let budget = Budget::unlimited();
        let fact = blaster.literal(&terms, same, &budget)?;
        cnf.require(&blaster.gates, &mut sat, fact, &budget)?;
        let mut words = Vec::new();
        for var in vars.iter().chain([&output]) {
            let found = blaster.symbols().find(|(symbol, _)| terms.symbol_term(*symbol) == *var);
            let word: Vec<Lit> = found.map(|(_, word)| word.to_vec()).unwrap_or_default();
            let lits = word.iter().map(|lit| cnf.lit(&blaster.gates, &mut sat, *lit, &budget));
            words.push(lits.collect::<Result<Vec<i32>, Stop>>()?);
        }
        let output = words.pop().expect("the output is last");
        Ok(Circuit { sat, inputs: words, output })
    }
    fn run(&mut self, values: &[&Bits]) -> Bits {
        let mut assume = Vec::new();
        for (word, value) in self.inputs.iter().zip(values) {
            assume.extend(word.iter().enumerate().map(|(i, lit)| if value.bit(i as u32) { *lit } else { -lit }));
        }
        match self.sat.solve(&assume, &self.output, &Budget::unlimited()) {
            SatAnswer::Sat(bits) => {
                let bytes: Vec<u8> = bits
                    .chunks(8)
                    .map(|byte| byte.iter().enumerate().map(|(i, bit)| u8::from(*bit) << i).sum())
                    .collect();
                Bits::from_le_bytes(bits.len() as u32, &bytes)
            }
            other => panic!("a circuit has one output for every input: {other:?} for {values:?}"),
        }
    }
}

/// A float operation: its operands besides a rounding mode, the term and the concrete meaning.
struct Operation {
    name: &'static str,
    floats: usize,
    op: fn(Format) -> Op,
    rounds: bool,
    run: fn(Rounding, &[Float]) -> Bits,
}

fn truth(value: bool) -> Bits {
    Bits::from_bool(value)
}

const NEXT: Format = Format { exp: 4, sig: 5 };

fn operations() -> Vec<Operation> {
    macro_rules! op {
        ($name:literal, $floats:literal, $rounds:literal, $op:expr, $run:expr) => {
            Operation { name: $name, floats: $floats, op: $op, rounds: $rounds, run: $run }
        };
    }
    vec![
        op!("add", 2, true, |_| Op::FpAdd, |r, x| x[0].add(r, &x[1]).into_bits()),
        op!("mul", 2, true, |_| Op::FpMul, |r, x| x[0].mul(r, &x[1]).into_bits()),
        op!("div", 2, true, |_| Op::FpDiv, |r, x| x[0].div(r, &x[1]).into_bits()),
        op!("fma", 3, true, |_| Op::FpFma, |r, x| x[0].fma(r, &x[1], &x[2]).into_bits()),
        op!("sqrt", 1, true, |_| Op::FpSqrt, |r, x| x[0].sqrt(r).into_bits()),
        op!("rem", 2, false, |_| Op::FpRem, |_, x| x[0].rem(&x[1]).into_bits()),
        op!("mod", 2, false, |_| Op::FpMod, |_, x| x[0].fmod(&x[1]).into_bits()),
        op!("round", 1, true, |_| Op::FpRoundIntegral, |r, x| x[0].round_integral(r).into_bits()),
        op!("neg", 1, false, |_| Op::FpNeg, |_, x| x[0].neg().into_bits()),
        op!("abs", 1, false, |_| Op::FpAbs, |_, x| x[0].abs().into_bits()),
        op!("eq", 2, false, |_| Op::FpEq, |_, x| truth(x[0].eq_ieee(&x[1]))),
        op!("lt", 2, false, |_| Op::FpLt, |_, x| truth(x[0].lt(&x[1]))),
        op!("le", 2, false, |_| Op::FpLe, |_, x| truth(x[0].le(&x[1]))),
        op!("same", 2, false, |_| Op::Eq, |_, x| truth(x[0] == x[1])),
        op!("nan", 1, false, |_| Op::FpIsNan, |_, x| truth(x[0].is_nan())),
        op!("inf", 1, false, |_| Op::FpIsInf, |_, x| truth(x[0].is_inf())),
        op!("zero", 1, false, |_| Op::FpIsZero, |_, x| truth(x[0].is_zero())),
        op!("normal", 1, false, |_| Op::FpIsNormal, |_, x| truth(x[0].is_normal())),
        op!("subnormal", 1, false, |_| Op::FpIsSubnormal, |_, x| truth(x[0].is_subnormal())),
        op!("negative", 1, false, |_| Op::FpIsNeg, |_, x| truth(x[0].is_negative())),
        op!("bits", 1, false, |_| Op::FpToBits, |_, x| x[0].bits().clone()),
        op!("to tiny", 1, true, |_| Op::FpToFp(TINY), |r, x| x[0].convert(r, TINY).into_bits()),
        op!("to next", 1, true, |_| Op::FpToFp(NEXT), |r, x| x[0].convert(r, NEXT).into_bits()),
        op!("to half", 1, true, |_| Op::FpToFp(Format::HALF), |r, x| x[0].convert(r, Format::HALF).into_bits()),
        op!("to single", 1, true, |_| Op::FpToFp(Format::SINGLE), |r, x| x[0].convert(r, Format::SINGLE).into_bits()),
        op!("to double", 1, true, |_| Op::FpToFp(Format::DOUBLE), |r, x| x[0].convert(r, Format::DOUBLE).into_bits()),
        op!("to i1", 1, true, |_| Op::FpToSigned(1), |r, x| signed(r, x, 1)),
        op!("to i4", 1, true, |_| Op::FpToSigned(4), |r, x| signed(r, x, 4)),
        op!("to i32", 1, true, |_| Op::FpToSigned(32), |r, x| signed(r, x, 32)),
        op!("to i64", 1, true, |_| Op::FpToSigned(64), |r, x| signed(r, x, 64)),
        op!("to u1", 1, true, |_| Op::FpToUnsigned(1), |r, x| unsigned(r, x, 1)),
        op!("to u3", 1, true, |_| Op::FpToUnsigned(3), |r, x| unsigned(r, x, 3)),
        op!("to u8", 1, true, |_| Op::FpToUnsigned(8), |r, x| unsigned(r, x, 8)),
        op!("to u64", 1, true, |_| Op::FpToUnsigned(64), |r, x| unsigned(r, x, 64)),
    ]
}

fn signed(mode: Rounding, x: &[Float], width: u32) -> Bits {
    x[0].to_signed(mode, width).unwrap_or_else(|| Bits::min_signed(width))
}
fn unsigned(mode: Rounding, x: &[Float], width: u32) -> Bits {
    x[0].to_unsigned(mode, width).unwrap_or_else(|| Bits::min_signed(width))
}

/// Runs the operation's circuit on inputs; `mode` is its rounding mode, or an input of its own if there is none.
fn compare(operation: &Operation, format: Format, mode: Option<Rounding>, inputs: &mut dyn Iterator<Item = Vec<Bits>>) {
    // Encodings come in as bits, so that every NaN is met.
    let mut sorts = vec![Sort::Bits(3)];
    sorts.resize(1 + operation.floats, Sort::Bits(format.bits()));
    let circuit = Circuit::new(&sorts, |terms, vars| {
        let mut args = Vec::new();
        if operation.rounds {
            args.push(mode.map_or(vars[0], |mode| terms.rounding(mode)));
        }
        args.extend(vars[1..].iter().map(|bits| terms.mk(Op::FpFromBits(format), &[*bits])));
        let result = terms.mk((operation.op)(format), &args);
        match terms.sort(result) {
            Sort::Float(_) => terms.mk(Op::FpToBits, &[result]),
            _ => result,
        }
    });
    let mut circuit = circuit.expect("no limit is reached");
    let modes: Vec<u64> = match (operation.rounds, mode) {
        (true, None) => (0..8).collect(),
        (true, Some(mode)) => vec![mode as u64],
        (false, _) => vec![0],
    };
    for (number, values) in inputs.enumerate() {
        let floats: Vec<Float> = values.iter().map(|bits| Float::new(format, bits.clone())).collect();
        // All modes where the inputs are few, else one after the other.
        let few = operation.floats as u32 * format.bits() <= 12;
        let modes = if few { &modes[..] } else { &modes[number % modes.len()..][..1] };
        for mode in modes {
            let mode_bits = Bits::from_u64(3, *mode);
            let found = circuit.run(&[&[&mode_bits], &values.iter().collect::<Vec<_>>()[..]].concat());
            let expected = (operation.run)(Rounding::from_number(*mode), &floats);
            assert_eq!(found, expected, "{} {floats:?} mode {mode} in {format:?}", operation.name);
        }
    }
}

/// All tuples of encodings.
fn all(format: Format, floats: usize) -> impl Iterator<Item = Vec<Bits>> {
    let width = format.bits();
    (0..1u64 << (width * floats as u32))
        .map(move |n| (0..floats as u32).map(|i| Bits::from_u64(width, n >> (i * width))).collect())
}
fn some(random: &mut Random, format: Format, floats: usize, count: usize) -> impl Iterator<Item = Vec<Bits>> {
    (0..count).map(move |_| (0..floats).map(|_| random.float(format)).collect())
}

#[test]
fn tiny_formats_agree_with_the_concrete_operations() {
    let mut random = Random(42);
    for format in [TINY, FLAT] {
        for operation in operations() {
            match operation.floats {
                1 | 2 => compare(&operation, format, None, &mut all(format, operation.floats)),
                _ => compare(&operation, format, None, &mut some(&mut random, format, operation.floats, 3000)),
            }
        }
    }
}

#[test]
fn constant_modes_fold_to_the_same() {
    let mut random = Random(43);
    for mode in Rounding::ALL {
        for operation in operations().iter().filter(|operation| operation.rounds) {
            compare(operation, TINY, Some(mode), &mut some(&mut random, TINY, operation.floats, 250));
        }
    }
}

#[test]
fn half_agrees_with_the_concrete_operations() {
    let mut random = Random(44);
    for operation in operations() {
        compare(&operation, Format::HALF, None, &mut some(&mut random, Format::HALF, operation.floats, 200));
    }
}

#[test]
fn single_agrees_with_the_concrete_operations() {
    let mut random = Random(45);
    for operation in operations() {
        compare(&operation, Format::SINGLE, None, &mut some(&mut random, Format::SINGLE, operation.floats, 100));
    }
}

#[test]
fn wide_formats_agree_with_the_concrete_operations() {
    let mut random = Random(46);
    for format in [Format::DOUBLE, Format::X87, Format::QUAD] {
        for operation in operations() {
            if !matches!(operation.name, "rem" | "mod") {
                compare(&operation, format, None, &mut some(&mut random, format, operation.floats, 15));
            }
        }
    }
}

#[test]
fn double_remainders_agree_with_the_concrete_operations() {
    let mut random = Random(47);
    for operation in operations().iter().filter(|operation| matches!(operation.name, "rem" | "mod")) {
        compare(operation, Format::DOUBLE, None, &mut some(&mut random, Format::DOUBLE, operation.floats, 4));
    }
}

#[test]
fn a_remainder_of_a_wide_format_is_unsupported() {
    for format in [Format::X87, Format::QUAD] {
        let sorts = [Sort::Float(format); 2];
        for op in [Op::FpRem, Op::FpMod] {
            let circuit = Circuit::new(&sorts, |terms, vars| terms.mk(op, vars));
            assert!(matches!(circuit.err(), Some(Stop::Unsupported(_))));
        }
    }
}

#[test]
fn integers_become_floats_as_the_concrete_operations_say() {
    let mut random = Random(48);
    for format in [TINY, FLAT, Format::HALF, Format::SINGLE, Format::DOUBLE, Format::X87, Format::QUAD] {
        for width in [1, 5, 12, 32, 64, 128] {
            for is_signed in [false, true] {
                let circuit = Circuit::new(&[Sort::Bits(3), Sort::Bits(width)], |terms, vars| {
                    let op = if is_signed { Op::FpFromSigned(format) } else { Op::FpFromUnsigned(format) };
                    let float = terms.mk(op, vars);
                    terms.mk(Op::FpToBits, &[float])
                });
                let mut circuit = circuit.expect("no limit is reached");
                for round in 0..20u64 {
                    let number = match round % 4 {
                        0 => Bits::from_i64(width, random.next() as i64 % 20),
                        1 => Bits::min_signed(width).add(&Bits::from_u64(width, random.next() % 2)),
                        2 => random.bits(width).lshr(&Bits::from_u64(width, random.next() % u64::from(width))),
                        _ => random.bits(width),
                    };
                    let mode = random.next() % 8;
                    let found = circuit.run(&[&Bits::from_u64(3, mode), &number]);
                    let rounding = Rounding::from_number(mode);
                    let expected = match is_signed {
                        true => Float::from_signed(rounding, format, &number),
                        false => Float::from_unsigned(rounding, format, &number),
                    };
                    assert_eq!(&found, expected.bits(), "{number:?} signed {is_signed} mode {mode} to {format:?}");
                }
            }
        }
    }
}

/// Asks whether the claim about free floats `x`, `y`, `z` and a rounding mode can fail.
fn law(format: Format, name: &str, claim: impl Fn(&mut Builder, Term, [Term; 3]) -> Term) {
    let mut terms = Builder::new();
    let mode = terms.var("mode", Sort::Bits(3));
    let floats = ["x", "y", "z"].map(|name| terms.var(name, Sort::Float(format)));
    let claim = claim(&mut terms, mode, floats);
    let fails = terms.not(claim);
    let mut solver = Blasted::new(Cadical::new(&Config::default()).expect("no options"));
    solver.assert(&terms, fails);
    let answer = solver.check(&terms, &Query::new(&[], &Budget::unlimited()));
    assert!(matches!(answer, Answer::Unsat(_)), "{name}: {answer:?}");
}

#[test]
fn laws_hold_for_all_inputs() {
    fn one(terms: &mut Builder, format: Format) -> Term {
        terms.float(format, Float::from_unsigned(Rounding::Zero, format, &Bits::one(8)).into_bits())
    }
    fn is(terms: &mut Builder, op: Op, x: Term) -> Term {
        terms.mk(op, &[x])
    }
    for format in [TINY, FLAT] {
        for op in [Op::FpAdd, Op::FpMul] {
            law(format, "commutative", |t, m, [x, y, _]| {
                let (a, b) = (t.mk(op, &[m, x, y]), t.mk(op, &[m, y, x]));
                t.eq(a, b)
            });
        }
        law(format, "x·1 + y is x + y", |t, m, [x, y, _]| {
            let one = one(t, format);
            let (fused, sum) = (t.mk(Op::FpFma, &[m, x, one, y]), t.mk(Op::FpAdd, &[m, x, y]));
            t.eq(fused, sum)
        });
        law(format, "x·y + −0 is x·y but for the sign of zero", |t, m, [x, y, _]| {
            let zero = t.float(format, Float::zero(format, true).into_bits());
            let (fused, product) = (t.mk(Op::FpFma, &[m, x, y, zero]), t.mk(Op::FpMul, &[m, x, y]));
            let (same, zero) = (t.eq(fused, product), is(t, Op::FpIsZero, product));
            t.or(same, zero)
        });
        law(format, "x / 1 is x", |t, m, [x, _, _]| {
            let one = one(t, format);
            let quotient = t.mk(Op::FpDiv, &[m, x, one]);
            t.eq(quotient, x)
        });
        law(format, "sums keep the order", |t, m, [x, y, z]| {
            let (a, b) = (t.mk(Op::FpAdd, &[m, x, z]), t.mk(Op::FpAdd, &[m, y, z]));
            let (before, after) = (t.mk(Op::FpLe, &[x, y]), t.mk(Op::FpLe, &[a, b]));
            let nan_a = is(t, Op::FpIsNan, a);
            let nan_b = is(t, Op::FpIsNan, b);
            let kept = t.any(&[after, nan_a, nan_b]);
            t.implies(before, kept)
        });
        law(format, "order is total but for NaN", |t, _, [x, y, _]| {
            let (nan_x, nan_y) = (is(t, Op::FpIsNan, x), is(t, Op::FpIsNan, y));
            let (less, rest) = (t.mk(Op::FpLt, &[x, y]), t.mk(Op::FpLe, &[y, x]));
            let one_of = t.mk(Op::Xor, &[less, rest]);
            t.any(&[nan_x, nan_y, one_of])
        });
        law(format, "a root is not negative", |t, m, [x, _, _]| {
            let root = t.mk(Op::FpSqrt, &[m, x]);
            let zero = t.float(format, Float::zero(format, false).into_bits());
            let (nan, right) = (is(t, Op::FpIsNan, root), t.mk(Op::FpLe, &[zero, root]));
            t.or(nan, right)
        });
        law(format, "rounding to an integral value twice is once", |t, m, [x, _, _]| {
            let once = t.mk(Op::FpRoundIntegral, &[m, x]);
            let twice = t.mk(Op::FpRoundIntegral, &[m, once]);
            t.eq(once, twice)
        });
        law(format, "a remainder is at most half the divisor", |t, _, [x, y, _]| {
            let exact = t.rounding(Rounding::Zero);
            let rest = t.mk(Op::FpRem, &[x, y]);
            let rest = t.mk(Op::FpAbs, &[rest]);
            let wide = Format { exp: 5, sig: 8 };
            let (rest, divisor) = (t.mk(Op::FpToFp(wide), &[exact, rest]), t.mk(Op::FpToFp(wide), &[exact, y]));
            let twice = t.mk(Op::FpAdd, &[exact, rest, rest]);
            let divisor = t.mk(Op::FpAbs, &[divisor]);
            let (nan, bounded) = (is(t, Op::FpIsNan, rest), t.mk(Op::FpLe, &[twice, divisor]));
            t.or(nan, bounded)
        });
        law(format, "a wider format and back", |t, m, [x, _, _]| {
            let wide = t.mk(Op::FpToFp(Format::HALF), &[m, x]);
            let back = t.mk(Op::FpToFp(format), &[m, wide]);
            t.eq(back, x)
        });
        law(format, "bits and back", |t, _, [x, _, _]| {
            let bits = t.mk(Op::FpToBits, &[x]);
            let back = t.mk(Op::FpFromBits(format), &[bits]);
            t.eq(back, x)
        });
        law(format, "identity is IEEE equality but for zeros and NaN", |t, _, [x, y, _]| {
            let (same, equal) = (t.eq(x, y), t.mk(Op::FpEq, &[x, y]));
            let (zero, nan) = (is(t, Op::FpIsZero, x), is(t, Op::FpIsNan, x));
            let agree = t.eq(same, equal);
            t.any(&[agree, zero, nan])
        });
    }
    law(Format::HALF, "half sums commute", |t, m, [x, y, _]| {
        let (a, b) = (t.mk(Op::FpAdd, &[m, x, y]), t.mk(Op::FpAdd, &[m, y, x]));
        t.eq(a, b)
    });
    law(Format::HALF, "an integer of eleven bits survives half", |t, m, [x, _, _]| {
        let bits = t.mk(Op::FpToBits, &[x]);
        let number = t.extract(10, 0, bits);
        let float = t.mk(Op::FpFromSigned(Format::HALF), &[m, number]);
        let back = t.mk(Op::FpToSigned(11), &[m, float]);
        t.eq(back, number)
    });
}
