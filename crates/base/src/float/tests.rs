//! Exact arithmetic against three others: the processor, `rustc_apfloat`, and on a tiny format a slow reference that
//! looks for the answer among all data.

use super::*;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float as _, FloatConvert, Round};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// An encoding: specials and their neighbours, or random with exponents often close to each other.
    fn float(&mut self, format: Format) -> Float {
        let width = format.bits();
        let wide = Bits::from_u64(64, self.next()).concat(&Bits::from_u64(64, self.next())).resize(width);
        let bits = match self.next() % 8 {
            0 => {
                let bases = [
                    Float::zero(format, false),
                    Float::inf(format, false),
                    Float::from_signed(Rounding::Zero, format, &Bits::from_i64(8, 1)),
                    Float::encode(format, false, 1, &BigUint::ZERO),
                ];
                let base = &bases[(self.next() % 4) as usize];
                let near = base.bits.add(&Bits::from_i64(width, (self.next() % 5) as i64 - 2));
                if self.next().is_multiple_of(2) { near.xor(&Bits::min_signed(width)) } else { near }
            }
            1..=4 => {
                let field = (format.bias() as u64 + self.next() % 8).wrapping_sub(4);
                let head = Bits::from_u64(format.exp + 1, field | ((self.next() & 1) << format.exp));
                head.concat(&wide.resize(format.sig - 1))
            }
            5 => wide.and(&Bits::ones(width).shl(&Bits::from_u64(width, u64::from(format.sig / 2)))),
            _ => wide,
        };
        Float::new(format, bits)
    }
}

const EVEN: Rounding = Rounding::NearestEven;

#[test]
fn exact_arithmetic_agrees_with_the_processor_on_doubles() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..100_000 {
        let (x, y, z) = (random.float(Format::DOUBLE), random.float(Format::DOUBLE), random.float(Format::DOUBLE));
        let [a, b, c] = [&x, &y, &z].map(Float::to_f64);
        let same = |name: &str, ours: Float, native: f64| {
            assert_eq!(ours, Float::from_f64(native), "{name} {x:?} {y:?} {z:?}");
        };
        same("add", x.add_exact(EVEN, &y), a + b);
        same("sub", x.add_exact(EVEN, &y.neg()), a - b);
        same("mul", x.mul_exact(EVEN, &y), a * b);
        same("div", x.div_exact(EVEN, &y), a / b);
        same("sqrt", x.sqrt_exact(EVEN), a.sqrt());
        same("fma", x.fma(EVEN, &y, &z), a.mul_add(b, c));
        same("fmod", x.fmod(&y), a % b);
        same("floor", x.round_integral(Rounding::Down), a.floor());
        same("ceil", x.round_integral(Rounding::Up), a.ceil());
        same("trunc", x.round_integral(Rounding::Zero), a.trunc());
        same("rint", x.round_integral(EVEN), a.round_ties_even());
        same("round", x.round_integral(Rounding::NearestAway), a.round());
        assert_eq!(x.convert_exact(EVEN, Format::SINGLE), Float::from_f32(a as f32), "{x:?}");
        assert_eq!((x.eq_ieee(&y), x.lt(&y), x.le(&y)), (a == b, a < b, a <= b), "{x:?} {y:?}");
        assert_eq!((x.is_nan(), x.is_inf(), x.is_zero()), (a.is_nan(), a.is_infinite(), a == 0.0));
        assert_eq!((x.is_normal(), x.is_subnormal()), (a.is_normal(), a.is_subnormal()));
        let int = random.next();
        let bits = Bits::from_u64(64, int);
        assert_eq!(Float::from_unsigned(EVEN, Format::DOUBLE, &bits), Float::from_f64(int as f64));
        assert_eq!(Float::from_signed(EVEN, Format::SINGLE, &bits), Float::from_f32(int as i64 as f32));
        let fits = a > -9_223_372_036_854_777_000.0 && a < 9_223_372_036_854_775_808.0;
        assert_eq!(x.to_signed(Rounding::Zero, 64), fits.then(|| Bits::from_i64(64, a as i64)), "{x:?}");
        let fits = a > -1.0 && a < 256.0;
        assert_eq!(x.to_unsigned(Rounding::Zero, 8), fits.then(|| Bits::from_u64(8, u64::from(a as u8))), "{x:?}");
    }
}

#[test]
fn exact_arithmetic_agrees_with_the_processor_on_singles() {
    let mut random = Random(0xfeed_beef_1234_5679);
    for _ in 0..100_000 {
        let (x, y, z) = (random.float(Format::SINGLE), random.float(Format::SINGLE), random.float(Format::SINGLE));
        let [a, b, c] = [&x, &y, &z].map(Float::to_f32);
        let same = |name: &str, ours: Float, native: f32| {
            assert_eq!(ours, Float::from_f32(native), "{name} {x:?} {y:?} {z:?}");
        };
        same("add", x.add_exact(EVEN, &y), a + b);
        same("mul", x.mul_exact(EVEN, &y), a * b);
        same("div", x.div_exact(EVEN, &y), a / b);
        same("sqrt", x.sqrt_exact(EVEN), a.sqrt());
        same("fma", x.fma(EVEN, &y, &z), a.mul_add(b, c));
        same("fmod", x.fmod(&y), a % b);
        assert_eq!(x.convert_exact(EVEN, Format::DOUBLE), Float::from_f64(f64::from(a)), "{x:?}");
        assert_eq!((x.eq_ieee(&y), x.lt(&y), x.le(&y)), (a == b, a < b, a <= b), "{x:?} {y:?}");
    }
}

/// All operations against the other library, in one of its formats.
fn compare_with_apfloat<S>(format: Format, rounds: usize, seed: u64)
where
    S: rustc_apfloat::Float + FloatConvert<Single> + FloatConvert<Half> + FloatConvert<Quad>,
{
    let their = |x: &Float| S::from_bits(x.to_storage().to_u128().expect("at most 128 bits"));
    fn our<T: rustc_apfloat::Float>(format: Format, x: T) -> Float {
        Float::from_storage(format, &Bits::from_u128(format.storage_bits(), x.to_bits()))
    }
    let modes = [
        (Rounding::NearestEven, Round::NearestTiesToEven),
        (Rounding::NearestAway, Round::NearestTiesToAway),
        (Rounding::Up, Round::TowardPositive),
        (Rounding::Down, Round::TowardNegative),
        (Rounding::Zero, Round::TowardZero),
    ];
    let mut random = Random(seed);
    for _ in 0..rounds {
        let (x, y, z) = (random.float(format), random.float(format), random.float(format));
        let (a, b, c) = (their(&x), their(&y), their(&z));
        for (mode, round) in modes {
            let same = |name: &str, ours: Float, theirs: S| {
                assert_eq!(ours, our(format, theirs), "{name} {mode:?} {x:?} {y:?} {z:?}");
            };
            same("add", x.add(mode, &y), a.add_r(b, round).value);
            same("sub", x.sub(mode, &y), a.sub_r(b, round).value);
            same("mul", x.mul(mode, &y), a.mul_r(b, round).value);
            same("div", x.div(mode, &y), a.div_r(b, round).value);
            same("fma", x.fma(mode, &y, &z), a.mul_add_r(b, c, round).value);
            same("round", x.round_integral(mode), a.round_to_integral(round).value);
            let single: Single = a.convert_r(round, &mut false).value;
            assert_eq!(x.convert(mode, Format::SINGLE), our(Format::SINGLE, single), "to single {mode:?} {x:?}");
            let half: Half = a.convert_r(round, &mut false).value;
            assert_eq!(x.convert(mode, Format::HALF), our(Format::HALF, half), "to half {mode:?} {x:?}");
            let quad: Quad = a.convert_r(round, &mut false).value;
            assert_eq!(x.convert(mode, Format::QUAD), our(Format::QUAD, quad), "to quad {mode:?} {x:?}");
            let int = random.next();
            let bits = Bits::from_u64(64, int);
            same("from u64", Float::from_unsigned(mode, format, &bits), S::from_u128_r(int.into(), round).value);
            let signed = (int as i64).into();
            same("from i64", Float::from_signed(mode, format, &bits), S::from_i128_r(signed, round).value);
            let to = a.to_i128_r(40, round, &mut false);
            let fits = !to.status.contains(rustc_apfloat::Status::INVALID_OP);
            let expected = fits.then(|| Bits::from_i64(40, to.value as i64));
            assert_eq!(x.to_signed(mode, 40), expected, "to i40 {mode:?} {x:?}");
            let to = a.to_u128_r(33, round, &mut false);
            let fits = !to.status.contains(rustc_apfloat::Status::INVALID_OP);
            let expected = fits.then(|| Bits::from_u128(33, to.value));
            assert_eq!(x.to_unsigned(mode, 33), expected, "to u33 {mode:?} {x:?}");
        }
        assert_eq!(x.cmp_ieee(&y), a.partial_cmp(&b), "{x:?} {y:?}");
        assert_eq!(x.fmod(&y), our(format, a.c_fmod(b).value), "fmod {x:?} {y:?}");
        assert_eq!(x.rem(&y), our(format, a.ieee_rem(b).value), "rem {x:?} {y:?}");
    }
}

#[test]
fn all_modes_agree_with_apfloat() {
    compare_with_apfloat::<Half>(Format::HALF, 10_000, 3);
    compare_with_apfloat::<Single>(Format::SINGLE, 4_000, 5);
    compare_with_apfloat::<Double>(Format::DOUBLE, 4_000, 7);
    compare_with_apfloat::<X87DoubleExtended>(Format::X87, 4_000, 11);
    compare_with_apfloat::<Quad>(Format::QUAD, 4_000, 13);
}

/// The slow reference: a result is found by asking how it compares with every number of the format.
mod reference {
    use super::*;
    use std::cmp::Ordering::{Equal, Greater, Less};

    pub const TINY: Format = Format { exp: 3, sig: 3 };
    /// Numbers are counted in units of 1/UNIT, fine enough for all numbers of the format and the middles between.
    pub const UNIT: i64 = 32;

    pub fn data() -> Vec<Float> {
        let all: Vec<Float> = (0..64).map(|n| Float::new(TINY, Bits::from_u64(6, n))).collect();
        assert_eq!(all.iter().filter(|x| x.is_nan()).count(), 6);
        all.into_iter().filter(|x| x.is_nan() <= (x.bits.to_u64() == Some(0x1e))).collect()
    }

    /// The number in units; only for finite ones. Written out from the definition of the encoding.
    pub fn units(x: &Float) -> i64 {
        let code = x.bits.to_u64().unwrap();
        let (sign, exponent, fraction) = (code >> 5, (code >> 2 & 7) as i64, (code & 3) as i64);
        let magnitude = if exponent == 0 { fraction * 2 } else { ((4 + fraction) * 2) << (exponent - 1) };
        if sign == 1 { -magnitude } else { magnitude }
    }

    /// The rounding of the number that `against` compares with a count of units; `zero_neg` is the sign of an exact
    /// zero result.
    pub fn round(mode: Rounding, neg: bool, zero_neg: bool, against: impl Fn(i64) -> std::cmp::Ordering) -> Float {
        let code = |n: u64, neg: bool| Float::new(TINY, Bits::from_u64(6, n | u64::from(neg) << 5));
        let sign = if neg { -1 } else { 1 };
        // Magnitudes upwards: codes 0 to 27 are finite, 28 is infinity, standing for the next number would there be one.
        let size = |n: u64| if n == 28 { 16 * UNIT } else { units(&code(n, false)) };
        let beyond = |n: i64| if neg { against(-n).reverse() } else { against(n) };
        if against(0) == Equal {
            return code(0, zero_neg);
        }
        let low = (0..28).rev().find(|n| beyond(size(*n)) != Less).unwrap();
        let exact = beyond(size(low)) == Equal;
        let middle = if exact { Less } else { beyond((size(low) + size(low + 1)) / 2) };
        let up = !exact
            && match mode {
                Rounding::NearestEven => middle == Greater || middle == Equal && low % 2 == 1,
                Rounding::NearestAway => middle != Less,
                Rounding::Up => sign == 1,
                Rounding::Down => sign == -1,
                Rounding::Zero => false,
            };
        let directed = |r: Rounding| matches!(r, Rounding::Up | Rounding::Down | Rounding::Zero);
        // At or beyond 2^(emax+1): low is the greatest finite one, and only directed modes that point inwards stay there.
        if low == 27 && beyond(size(28)) != Less {
            let inwards = directed(mode) && !(mode == Rounding::Up && !neg || mode == Rounding::Down && neg);
            return code(if inwards { 27 } else { 28 }, neg);
        }
        code(low + u64::from(up), neg)
    }

    pub fn ratio(mode: Rounding, above: i64, below: i64, neg: bool, zero_neg: bool) -> Float {
        let (above, below) = if below < 0 { (-above, -below) } else { (above, below) };
        round(mode, neg, zero_neg, |n| (above * UNIT).cmp(&(n * below)))
    }
}

#[test]
fn tiny_format_agrees_with_the_slow_reference() {
    use reference::{TINY, UNIT, data, ratio, units};
    let (nan, inf, zero) = (Float::nan(TINY), |neg| Float::inf(TINY, neg), |neg| Float::zero(TINY, neg));
    let finite = |x: &Float| !x.is_nan() && !x.is_inf();
    for mode in Rounding::ALL {
        let down = mode == Rounding::Down;
        for x in &data() {
            let root = if !finite(x) || x.is_zero() || x.is_negative() {
                if x.is_zero() || *x == inf(false) { x.clone() } else { nan.clone() }
            } else {
                reference::round(mode, false, false, |n| {
                    if n < 0 { Ordering::Greater } else { (units(x) * UNIT).cmp(&(n * n)) }
                })
            };
            assert_eq!(x.sqrt(mode), root, "sqrt {mode:?} {x:?}");
            for y in &data() {
                let neg = x.is_negative() != y.is_negative();
                let divided = match (finite(x), finite(y)) {
                    _ if x.is_nan() || y.is_nan() => nan.clone(),
                    (false, false) => nan.clone(),
                    (false, true) => inf(neg),
                    (true, false) => zero(neg),
                    (true, true) if y.is_zero() => {
                        if x.is_zero() {
                            nan.clone()
                        } else {
                            inf(neg)
                        }
                    }
                    (true, true) => ratio(mode, units(x), units(y), neg, neg),
                };
                assert_eq!(x.div(mode, y), divided, "div {mode:?} {x:?} {y:?}");
                let timed = match (finite(x), finite(y)) {
                    _ if x.is_nan() || y.is_nan() => nan.clone(),
                    (true, true) => ratio(mode, units(x) * units(y), UNIT * UNIT, neg, neg),
                    _ if x.is_zero() || y.is_zero() => nan.clone(),
                    _ => inf(neg),
                };
                assert_eq!(x.mul(mode, y), timed, "mul {mode:?} {x:?} {y:?}");
                let zero_neg = if x.is_negative() == y.is_negative() { x.is_negative() } else { down };
                let added = match (finite(x), finite(y)) {
                    _ if x.is_nan() || y.is_nan() => nan.clone(),
                    (true, true) => {
                        let sum = units(x) + units(y);
                        let zero_neg = if x.is_zero() && y.is_zero() { zero_neg } else { down };
                        ratio(mode, sum, UNIT, sum < 0, zero_neg)
                    }
                    (false, false) => {
                        if neg {
                            nan.clone()
                        } else {
                            x.clone()
                        }
                    }
                    (false, true) => x.clone(),
                    (true, false) => y.clone(),
                };
                assert_eq!(x.add(mode, y), added, "add {mode:?} {x:?} {y:?}");
                for z in &data() {
                    let fused = match (finite(x) && finite(y), finite(z)) {
                        _ if x.is_nan() || y.is_nan() || z.is_nan() => nan.clone(),
                        (true, true) => {
                            let sum = units(x) * units(y) + units(z) * UNIT;
                            let product_zero = x.is_zero() || y.is_zero();
                            let same = product_zero && z.is_zero() && neg == z.is_negative();
                            ratio(mode, sum, UNIT * UNIT, sum < 0, if same { neg } else { down })
                        }
                        (true, false) => z.clone(),
                        (false, _) if x.is_zero() || y.is_zero() => nan.clone(),
                        (false, false) if neg != z.is_negative() => nan.clone(),
                        (false, _) => inf(neg),
                    };
                    assert_eq!(x.fma(mode, y, z), fused, "fma {mode:?} {x:?} {y:?} {z:?}");
                }
            }
        }
    }
    for x in &data() {
        for y in &data() {
            let rest = if !finite(x) || y.is_nan() || y.is_zero() {
                nan.clone()
            } else if !finite(y) {
                x.clone()
            } else {
                let (a, b) = (units(x), units(y).abs());
                let mut n = a.div_euclid(b);
                let twice = 2 * a.rem_euclid(b);
                n += i64::from(twice > b || twice == b && n % 2 != 0);
                let rest = a - n * b;
                ratio(Rounding::NearestEven, rest, UNIT, rest < 0, x.is_negative())
            };
            assert_eq!(x.rem(y), rest, "rem {x:?} {y:?}");
        }
    }
}

#[test]
fn literals_are_correctly_rounded() {
    let mut random = Random(77);
    for _ in 0..20_000 {
        let text = match random.next() % 3 {
            0 => format!("{}.{}e{}", random.next(), random.next(), (random.next() % 700) as i64 - 360),
            1 => format!("{}e-{}", random.next() % 1000, random.next() % 50),
            _ => format!("0.{:020}", random.next()),
        };
        let parse = |format| Float::parse(format, &text, EVEN).unwrap();
        assert_eq!(parse(Format::DOUBLE), Float::from_f64(text.parse().unwrap()), "{text}");
        assert_eq!(parse(Format::SINGLE), Float::from_f32(text.parse().unwrap()), "{text}");
    }
    for text in ["0.1", "3.14159265358979323846264338327950288", "1e4932", "3.6e-4951", "1e-5000", "1.19e4932"] {
        let modes = [(EVEN, Round::NearestTiesToEven), (Rounding::Up, Round::TowardPositive)];
        for (mode, round) in modes {
            let theirs = Quad::from_str_r(text, round).unwrap().value.to_bits();
            let ours = Float::parse(Format::QUAD, text, mode).unwrap();
            assert_eq!(ours.bits.to_u128(), Some(theirs), "{text} {mode:?}");
        }
    }
    let double = |text: &str| Float::parse(Format::DOUBLE, text, EVEN).map(|x| x.to_f64());
    assert_eq!(double("0x1.8p1"), Some(3.0));
    assert_eq!(double("0X.8P-1"), Some(0.25));
    assert_eq!(double("0x1.fffffffffffff8p0"), Some(2.0));
    assert_eq!(double("0x1.fffffffffffff7ffffffffffff1p0"), Some(1.9999999999999998));
    assert_eq!(double("-5."), Some(-5.0));
    assert_eq!(double("1e99999999999999999999999"), Some(f64::INFINITY));
    assert_eq!(double("1e-99999999999999999999999"), Some(0.0));
    assert_eq!(double("0e99999999999999999999999"), Some(0.0));
    // Halfway but for a digit far away.
    let halfway = format!("1.00000000000000011102230246251565404236316680908203125{}1", "0".repeat(5000));
    assert_eq!(double(&halfway), Some(1.0000000000000002));
    for bad in ["", ".", "e5", "1e", "1e+", "0x", "0x.p1", "1.2.3", "1f", "--1", "0x1e+1", "1_0", "½"] {
        assert_eq!(double(bad), None, "{bad}");
    }
}

#[test]
fn text_reads_back_as_the_same_datum() {
    let mut random = Random(99);
    for format in [Format::HALF, Format::SINGLE, Format::DOUBLE, Format::X87, Format::QUAD, reference::TINY] {
        for _ in 0..500 {
            let x = random.float(format);
            assert_eq!(Float::parse(format, &x.to_string(), EVEN).as_ref(), Some(&x), "{x}");
            assert_eq!(Float::from_storage(format, &x.to_storage()), x);
        }
    }
    let shown = |x: f64| Float::from_f64(x).to_string();
    let expected = [
        (0.1, "0.1"),
        (-1.0, "-1.0"),
        (1e300, "1e300"),
        (123456.789, "123456.789"),
        (5e-324, "5e-324"),
        (1.5e-7, "1.5e-7"),
        (-0.0, "-0.0"),
        (f64::NAN, "nan"),
        (f64::NEG_INFINITY, "-inf"),
        (100.0, "100.0"),
        (0.00012, "0.00012"),
    ];
    for (x, text) in expected {
        assert_eq!(shown(x), text);
    }
    for _ in 0..2000 {
        let x = random.float(Format::DOUBLE);
        if !x.is_nan() && !x.is_inf() && !x.is_zero() {
            let digits = |text: String| {
                let text = text.split('e').next().unwrap().replace(['.', '-'], "");
                text.trim_matches('0').to_owned()
            };
            assert_eq!(digits(x.to_string()), digits(format!("{:e}", x.to_f64())), "{x:?}");
        }
    }
}

#[test]
fn x87_storage_is_read_like_the_processor() {
    let x87 = |bits: u128| Float::from_storage(Format::X87, &Bits::from_u128(80, bits));
    assert_eq!(x87(0x3fff_8000_0000_0000_0000).to_f64(), 1.0);
    assert!(x87(0x3fff_0000_0000_0000_0001).is_nan(), "unnormal");
    assert!(x87(0x7fff_0000_0000_0000_0000).is_nan(), "pseudo-infinity");
    assert!(x87(0xffff_8000_0000_0000_0000).is_inf());
    assert_eq!(x87(0x0000_8000_0000_0000_0000), x87(0x0001_8000_0000_0000_0000), "pseudo-denormal");
    assert!(x87(0x0000_4000_0000_0000_0000).is_subnormal());
    assert_eq!(x87(0xbfff_c000_0000_0000_0000).to_storage().to_u128(), Some(0xbfff_c000_0000_0000_0000));
}
