//! The operators against Rust's own integers and floats.

mod support;

use hecaton_base::{Bits, Budget};
use hecaton_trace::{Outcome, Until, run};
use support::{Inputs, program};

fn eval(program: &hecaton_ir::Program, inputs: &[Bits]) -> Bits {
    match run(program, &mut Inputs(inputs.to_vec(), 0), Until::First, &Budget::unlimited()) {
        Outcome::Ended(Some(value)) => value,
        other => panic!("{other:?}"),
    }
}

fn function(width: u32, result: u32, expr: &str) -> hecaton_ir::Program {
    program(&format!("func main(a: s{width}, b: s{width}) -> i{result} {{\nx:\n  return {expr}\n}}\n"))
}

macro_rules! against_native {
    ($name:ident, $signed:ty, $unsigned:ty, $width:literal) => {
        #[test]
        fn $name() {
            let edges: Vec<$signed> = vec![
                0,
                1,
                -1,
                2,
                -2,
                7,
                -13,
                <$signed>::MAX,
                <$signed>::MIN,
                <$signed>::MAX - 1,
                <$signed>::MIN + 1,
                $width,
                $width - 1,
                <$signed>::MAX / 3,
            ];
            let shift = |b: $signed| (b as $unsigned as u64).min(255) as u32;
            type Native = fn($signed, $signed, &dyn Fn($signed) -> u32) -> u64;
            let same: Vec<(&str, Native)> = vec![
                ("a + b", |a, b, _| a.wrapping_add(b) as $unsigned as u64),
                ("a - b", |a, b, _| a.wrapping_sub(b) as $unsigned as u64),
                ("a * b", |a, b, _| a.wrapping_mul(b) as $unsigned as u64),
                ("a & b", |a, b, _| (a & b) as $unsigned as u64),
                ("a | b", |a, b, _| (a | b) as $unsigned as u64),
                ("a ^ b", |a, b, _| (a ^ b) as $unsigned as u64),
                ("udiv(a, b)", |a, b, _| {
                    (a as $unsigned).checked_div(b as $unsigned).unwrap_or(<$unsigned>::MAX) as u64
                }),
                ("urem(a, b)", |a, b, _| (a as $unsigned).checked_rem(b as $unsigned).unwrap_or(a as $unsigned) as u64),
                ("sdiv(a, b)", |a, b, _| match b {
                    0 if a < 0 => 1,
                    0 => <$unsigned>::MAX as u64,
                    _ => a.wrapping_div(b) as $unsigned as u64,
                }),
                ("srem(a, b)", |a, b, _| if b == 0 { a } else { a.wrapping_rem(b) } as $unsigned as u64),
                ("shl(a, b)", |a, b, shift| (a as $unsigned).checked_shl(shift(b)).unwrap_or(0) as u64),
                ("lshr(a, b)", |a, b, shift| (a as $unsigned).checked_shr(shift(b)).unwrap_or(0) as u64),
                ("ashr(a, b)", |a, b, shift| {
                    a.checked_shr(shift(b)).unwrap_or(if a < 0 { -1 } else { 0 }) as $unsigned as u64
                }),
                ("not(a)", |a, _, _| !a as $unsigned as u64),
                ("neg(a)", |a, _, _| a.wrapping_neg() as $unsigned as u64),
                ("select(a <s b, a, b)", |a, b, _| a.min(b) as $unsigned as u64),
            ];
            let truths: Vec<(&str, fn($signed, $signed) -> bool)> = vec![
                ("a == b", |a, b| a == b),
                ("a <u b", |a, b| (a as $unsigned) < b as $unsigned),
                ("a <=u b", |a, b| a as $unsigned <= b as $unsigned),
                ("a <s b", |a, b| a < b),
                ("a <=s b", |a, b| a <= b),
                ("sadd_overflow(a, b)", |a, b| a.checked_add(b).is_none()),
                ("ssub_overflow(a, b)", |a, b| a.checked_sub(b).is_none()),
                ("smul_overflow(a, b)", |a, b| a.checked_mul(b).is_none()),
                ("uadd_overflow(a, b)", |a, b| (a as $unsigned).checked_add(b as $unsigned).is_none()),
                ("usub_overflow(a, b)", |a, b| (a as $unsigned).checked_sub(b as $unsigned).is_none()),
                ("umul_overflow(a, b)", |a, b| (a as $unsigned).checked_mul(b as $unsigned).is_none()),
            ];
            let pairs: Vec<($signed, $signed)> =
                edges.iter().flat_map(|a| edges.iter().map(move |b| (*a, *b))).collect();
            let bits = |v: $signed| Bits::from_i64($width, i64::from(v));
            for (expr, native) in &same {
                let program = function($width, $width, expr);
                for (a, b) in &pairs {
                    let want = Bits::from_u64($width, native(*a, *b, &shift));
                    assert_eq!(eval(&program, &[bits(*a), bits(*b)]), want, "{expr} with {a}, {b}");
                }
            }
            for (expr, native) in truths {
                let program = function($width, 1, expr);
                for (a, b) in &pairs {
                    let want = Bits::from_bool(native(*a, *b));
                    assert_eq!(eval(&program, &[bits(*a), bits(*b)]), want, "{expr} with {a}, {b}");
                }
            }
            if $width < 64 {
                let (zext, sext) = (function($width, 64, "zext<i64>(a)"), function($width, 64, "sext<i64>(a)"));
                for a in edges {
                    let inputs = [bits(a), bits(0)];
                    assert_eq!(eval(&zext, &inputs), Bits::from_u64(64, u64::from(a as $unsigned)));
                    assert_eq!(eval(&sext, &inputs), Bits::from_i64(64, i64::from(a)));
                }
            }
        }
    };
}

against_native!(eight_bits, i8, u8, 8);
against_native!(sixteen_bits, i16, u16, 16);
against_native!(thirty_two_bits, i32, u32, 32);
against_native!(sixty_four_bits, i64, u64, 64);

#[test]
fn wide_integers_agree_with_narrow_ones() {
    // The same operator at 40 bits in words and at 100 bits on the heap, on values that fit in 20.
    let values: [i64; 8] = [0, 1, -1, 3, -5, 1000, -4096, 524_287];
    for expr in
        ["a + b", "a - b", "a * b", "sdiv(a, b)", "srem(a, b)", "a & b", "a ^ b", "ashr(a, b)", "neg(a)", "not(b)"]
    {
        let (narrow, wide) = (function(40, 40, expr), function(100, 100, expr));
        for a in values {
            for b in values.iter().filter(|b| **b != 0) {
                let narrow = eval(&narrow, &[Bits::from_i64(40, a), Bits::from_i64(40, *b)]);
                let wide = eval(&wide, &[Bits::from_i64(100, a), Bits::from_i64(100, *b)]);
                // A shift by a negative amount is one beyond either width.
                assert_eq!(wide.resize(40), narrow, "{expr} with {a}, {b}");
            }
        }
    }
    for expr in ["a <s b", "a <=u b", "a == b", "smul_overflow(a, b)", "sadd_overflow(a, b)", "usub_overflow(a, b)"] {
        let (narrow, wide) = (function(40, 1, expr), function(100, 1, expr));
        for a in values {
            for b in values {
                let narrow = eval(&narrow, &[Bits::from_i64(40, a), Bits::from_i64(40, b)]);
                assert_eq!(
                    eval(&wide, &[Bits::from_i64(100, a), Bits::from_i64(100, b)]),
                    narrow,
                    "{expr} with {a}, {b}"
                );
            }
        }
    }
}

#[test]
fn overflow_of_wide_integers() {
    let (min, one) = (Bits::min_signed(128), Bits::one(128));
    let sub = function(128, 1, "ssub_overflow(a, b)");
    assert!(eval(&sub, &[min.clone(), one.clone()]).is_one());
    let add = function(128, 1, "uadd_overflow(a, b)");
    assert!(eval(&add, &[Bits::ones(128), one.clone()]).is_one());
    assert!(eval(&add, &[min.clone(), min.not()]).is_zero());
    let mul = function(128, 1, "umul_overflow(a, b)");
    assert!(eval(&mul, &[min.clone(), Bits::from_u64(128, 2)]).is_one());
    assert!(eval(&mul, &[min, one]).is_zero());
}

#[test]
fn doubles_agree_with_native_ones() {
    let values = [0.0, -0.0, 1.0, -1.5, 0.1, 1e300, -1e-300, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN, 3.7];
    let bits = |v: f64| Bits::from_u64(64, if v.is_nan() { 0x7ff8 << 48 } else { v.to_bits() });
    let of = |expr: &str, result: &str| {
        program(&format!("func main(a: f64, b: f64) -> {result} {{\nx:\n  return {expr}\n}}\n"))
    };
    type Same = fn(f64, f64) -> f64;
    type Truth = fn(f64, f64) -> bool;
    let same: [(&str, Same); 11] = [
        ("fadd(a, b)", |a, b| a + b),
        ("fsub(a, b)", |a, b| a - b),
        ("fmul(a, b)", |a, b| a * b),
        ("fdiv(a, b)", |a, b| a / b),
        ("fmod(a, b)", |a, b| a % b),
        ("fneg(a)", |a, _| -a),
        ("fabs(a)", |a, _| a.abs()),
        ("fsqrt(a)", |a, _| a.sqrt()),
        ("ffloor(a)", |a, _| a.floor()),
        ("frint(a)", |a, _| a.round_ties_even()),
        ("ftof<f64>(ftof<f32>(a))", |a, _| f64::from(a as f32)),
    ];
    for (expr, native) in same {
        let program = of(expr, "f64");
        for a in values {
            for b in values {
                let native = native(a, b);
                // Of a NaN that arithmetic makes the bits are ours; its sign is changed as that of others is.
                let sign_only = matches!(expr, "fneg(a)" | "fabs(a)");
                let wanted = if sign_only { Bits::from_u64(64, native.to_bits()) } else { bits(native) };
                assert_eq!(eval(&program, &[bits(a), bits(b)]), wanted, "{expr} with {a}, {b}");
            }
        }
    }
    let truths: [(&str, Truth); 8] = [
        ("feq(a, b)", |a, b| a == b),
        ("flt(a, b)", |a, b| a < b),
        ("fle(a, b)", |a, b| a <= b),
        ("isnan(a)", |a, _| a.is_nan()),
        ("isinf(a)", |a, _| a.is_infinite()),
        ("isneg(a)", |a, _| a.is_sign_negative()),
        ("isnormal(a)", |a, _| a.is_normal()),
        ("iszero(a)", |a, _| a == 0.0),
    ];
    for (expr, native) in truths {
        let program = of(expr, "i1");
        for a in values {
            for b in values {
                let want = Bits::from_bool(native(a, b));
                assert_eq!(eval(&program, &[bits(a), bits(b)]), want, "{expr} with {a}, {b}");
            }
        }
    }
    let to_int = of("ftos<i32>(a)", "i32");
    for (a, want) in [(1.9, 1), (-1.9, -1), (3e9, i64::from(i32::MIN)), (f64::NAN, i64::from(i32::MIN))] {
        assert_eq!(eval(&to_int, &[bits(a), bits(0.0)]), Bits::from_i64(32, want), "{a}");
    }
    let to_unsigned = of("ftou<i8>(a)", "i8");
    for (a, want) in [(255.5, 255), (256.0, 128), (-0.5, 0), (-1.0, 128)] {
        assert_eq!(eval(&to_unsigned, &[bits(a), bits(0.0)]), Bits::from_u64(8, want), "{a}");
    }
    let from_int = program("func main(a: s32) -> f64 {\nx:\n  return fadd(stof<f64>(a), utof<f64>(a))\n}\n");
    assert_eq!(eval(&from_int, &[Bits::from_i64(32, -1)]), bits(4294967294.0));
    let encoding = of("bitstof<f64>(ftobits<i64>(a) + 1)", "f64");
    assert_eq!(eval(&encoding, &[bits(1.0), bits(0.0)]), bits(1.0 + f64::EPSILON));
}
