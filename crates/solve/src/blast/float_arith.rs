//! Float arithmetic: sum, product, quotient, fused sum, root and remainders.

use super::float::{
    Fields, Mode, Signed, Unpacked, greatest, least, normalise, normalise_within, shift_sticky, sign, unpack, width,
};
use super::float_round::{Found, assemble, round, with_sticky};
use super::gates::{Gates, Lit};
use super::words::{self, Word};
use hecaton_base::Stop;
use hecaton_base::float::Format;

/// Circuits beyond this many gates are not built.
const MOST_GATES: u64 = 5_000_000;

/// Sum. The operand of smaller magnitude is moved to the other's scale, three bits below the significand being kept:
/// if it moves by more than one place the result loses at most one leading bit, else nothing is cut.
pub(super) fn add(g: &mut Gates, format: Format, mode: &[Lit], x: &[Lit], y: &[Lit]) -> Word {
    let mode = &Mode::new(g, mode);
    let (x, y) = sorted(x, y);
    let top = x.len() - 1;
    let swap = g.ult(&x[..top], &y[..top]);
    let (x, y) = (g.mux_words(swap, y, x), g.mux_words(swap, x, y));
    let (big, small) = (Fields::new(g, format, &x), Fields::new(g, format, &y));
    let (scale, small_scale) = (big.scale(g), small.scale(g));
    let distance = g.sub(&scale, &small_scale);
    let extended = |sig: Word| [vec![Lit::FALSE; 3], sig].concat();
    let moved = shift_sticky(g, &extended(small.significand()), &distance);
    let subtract = g.xor(big.neg, small.neg);
    let sum = signed_sum(g, &extended(big.significand()), &moved, subtract);
    // The sum has one bit more, so its top bit stands for the next exponent.
    let (sig, base) = normalise_within(g, &sum, &scale);
    let sig = with_sticky(g, &sig, format.sig as usize + 2);
    let none = g.is_zero(&sum);
    let cancelled = g.and(none, subtract);
    let neg = g.mux(cancelled, mode.down, big.neg);
    let magnitude = assemble(g, format, mode, neg, &base, 2 * greatest(format), &sig);
    let opposite = g.all(&[big.inf, small.inf, subtract]);
    let nan = g.any(&[big.nan, small.nan, opposite]);
    Found { nan, inf: big.inf, zero: none, neg, magnitude }.pack(g, format)
}

/// Operands of a commutative operation in the one order that makes equal circuits the same gates.
fn sorted<'a>(x: &'a [Lit], y: &'a [Lit]) -> (&'a [Lit], &'a [Lit]) {
    if x <= y { (x, y) } else { (y, x) }
}

/// `big + small` or `big - small` with a bit for the carry; `big` is not the smaller.
fn signed_sum(g: &mut Gates, big: &[Lit], small: &[Lit], subtract: Lit) -> Word {
    let wide = big.len() + 1;
    let other: Word = words::zext(small, wide).iter().map(|x| g.xor(subtract, *x)).collect();
    g.add_carry(&words::zext(big, wide), &other, subtract).0
}

/// The significand with the leading one it has in all cases that matter.
fn leading_one(sig: &[Lit]) -> Word {
    let mut sig = sig.to_vec();
    *sig.last_mut().expect("not empty") = Lit::TRUE;
    sig
}

/// The exact product of two numbers: exponent and significand of twice the bits, with the leading one at the top.
fn product(g: &mut Gates, a: &Unpacked, b: &Unpacked) -> (Signed, Word) {
    let wide = 2 * a.sig.len();
    let (p, q) = (words::zext(&leading_one(&a.sig), wide), words::zext(&leading_one(&b.sig), wide));
    let sig = g.mul(&p, &q);
    let high = sig[wide - 1];
    let low: Word = [&[Lit::FALSE], &sig[..wide - 1]].concat();
    let exp = a.exp.add(g, &b.exp, high);
    (exp, leading_one(&g.mux_words(high, &sig, &low)))
}

/// Class of a product: NaN, infinite, zero, negative.
fn product_class(g: &mut Gates, a: &Unpacked, b: &Unpacked) -> (Lit, Lit, Lit, Lit) {
    let inf = g.or(a.inf, b.inf);
    let zero = g.or(a.zero, b.zero);
    let undefined = g.and(inf, zero);
    let nan = g.any(&[a.nan, b.nan, undefined]);
    (nan, inf, zero, g.xor(a.neg, b.neg))
}

/// Product.
pub(super) fn mul(g: &mut Gates, format: Format, mode: &[Lit], x: &[Lit], y: &[Lit]) -> Word {
    let mode = &Mode::new(g, mode);
    let (x, y) = sorted(x, y);
    let (a, b) = (unpack(g, format, x), unpack(g, format, y));
    let (nan, inf, zero, neg) = product_class(g, &a, &b);
    let (exp, sig) = product(g, &a, &b);
    let magnitude = round(g, format, mode, neg, &exp, &sig);
    Found { nan, inf, zero, neg, magnitude }.pack(g, format)
}

/// Quotient: one bit a step, by subtracting the divisor where it fits.
pub(super) fn div(g: &mut Gates, format: Format, mode: &[Lit], x: &[Lit], y: &[Lit]) -> Word {
    let mode = &Mode::new(g, mode);
    let (a, b) = (unpack(g, format, x), unpack(g, format, y));
    let bits = a.sig.len();
    let divisor = words::zext(&leading_one(&b.sig), bits + 1);
    // Twice the divisor is always more than the rest.
    let mut rest = words::zext(&leading_one(&a.sig), bits + 1);
    let mut quotient = Vec::new();
    for _ in 0..bits + 2 {
        let (fits, left) = subtract_if_fits(g, &rest, &divisor);
        quotient.push(fits);
        rest = [&[Lit::FALSE], &left[..bits]].concat();
    }
    let sticky = g.any(&rest);
    quotient.push(sticky);
    quotient.reverse();
    // The quotient is more than a half: its leading one is first or second.
    let first = sign(&quotient);
    let second: Word = [&[Lit::FALSE], &quotient[..bits + 2]].concat();
    let sig = leading_one(&g.mux_words(first, &quotient, &second));
    let less = a.exp.sub(g, &b.exp).add(g, &Signed::constant(-1), first);
    let neg = g.xor(a.neg, b.neg);
    let magnitude = round(g, format, mode, neg, &less, &sig);
    let infs = g.and(a.inf, b.inf);
    let zeros = g.and(a.zero, b.zero);
    let nan = g.any(&[a.nan, b.nan, infs, zeros]);
    let inf = g.or(a.inf, b.zero);
    let zero = g.or(a.zero, b.inf);
    Found { nan, inf, zero, neg, magnitude }.pack(g, format)
}

/// Whether `b` is at most `a`, and `a` less `b` if so, else `a`.
fn subtract_if_fits(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Lit, Word) {
    let (less, fits) = g.add_carry(a, &words::not(b), Lit::TRUE);
    (fits, g.mux_words(fits, &less, a))
}

/// `x · y + z`, rounded once: the exact product has twice the bits, and the sum is made as in [`add`].
pub(super) fn fma(g: &mut Gates, format: Format, mode: &[Lit], x: &[Lit], y: &[Lit], z: &[Lit]) -> Word {
    let mode = &Mode::new(g, mode);
    let (x, y) = sorted(x, y);
    let (a, b, c) = (unpack(g, format, x), unpack(g, format, y), unpack(g, format, z));
    let (product_nan, product_inf, product_zero, product_neg) = product_class(g, &a, &b);
    let (exp, sig) = product(g, &a, &b);
    let sig = g.mask(!product_zero, &sig);
    let addend = with_sticky(g, &c.sig, sig.len());
    // A zero gets an exponent below all others, so that it is the smaller operand.
    let nowhere = Signed::constant(2 * least(format) - 1);
    let exp = nowhere.mux(g, product_zero, &exp);
    let addend_exp = nowhere.mux(g, c.zero, &c.exp);
    let wide = width(exp.lo, exp.hi);
    let order = |exp: &Signed, sig: &[Lit]| {
        let mut key = [sig, &exp.at(wide)].concat();
        let top = key.len() - 1;
        key[top] = !key[top];
        key
    };
    let swap = g.ult(&order(&exp, &sig), &order(&addend_exp, &addend));
    let big_exp = addend_exp.mux(g, swap, &exp);
    let small_exp = exp.mux(g, swap, &addend_exp);
    let (big, small) = (g.mux_words(swap, &addend, &sig), g.mux_words(swap, &sig, &addend));
    let big_neg = g.mux(swap, c.neg, product_neg);
    let distance = g.sub(&big_exp.at(wide), &small_exp.at(wide));
    let extended = |sig: Word| [vec![Lit::FALSE; 3], sig].concat();
    let moved = shift_sticky(g, &extended(small), &distance);
    let subtract = g.xor(product_neg, c.neg);
    let sum = signed_sum(g, &extended(big), &moved, subtract);
    let none = g.is_zero(&sum);
    let (sig, shift) = normalise(g, &sum);
    let shift = Signed::unsigned(&shift, 0, sum.len() as i64 - 1);
    let mut exp = big_exp.add(g, &Signed::constant(1), Lit::FALSE).sub(g, &shift);
    // Both operands are multiples of the product of two least numbers, and so is what is left of them.
    exp.lo = exp.lo.max(2 * least(format));
    let cancelled = g.and(none, subtract);
    let neg = g.mux(cancelled, mode.down, big_neg);
    let magnitude = round(g, format, mode, neg, &exp, &sig);
    let opposite = g.all(&[product_inf, c.inf, subtract]);
    let nan = g.any(&[product_nan, c.nan, opposite]);
    let inf = g.or(product_inf, c.inf);
    let inf_neg = g.mux(c.inf, c.neg, product_neg);
    let neg = g.mux(inf, inf_neg, neg);
    Found { nan, inf, zero: none, neg, magnitude }.pack(g, format)
}

/// Square root: one bit a step, by the school's method for pairs of digits.
pub(super) fn sqrt(g: &mut Gates, format: Format, mode: &[Lit], x: &[Lit]) -> Word {
    let mode = &Mode::new(g, mode);
    let a = unpack(g, format, x);
    let bits = a.sig.len();
    // The radicand is 1.f or, if the exponent is odd, twice that; as a word with two bits before the point.
    let odd = a.exp.word[0];
    let sig = leading_one(&a.sig);
    let even_sig: Word = [&sig[..], &[Lit::FALSE]].concat();
    let odd_sig: Word = [&[Lit::FALSE], &sig[..]].concat();
    let mut radicand = g.mux_words(odd, &odd_sig, &even_sig);
    let mut root: Word = Vec::new();
    let mut rest: Word = Vec::new();
    for _ in 0..bits + 1 {
        let pair = [radicand.pop().unwrap_or(Lit::FALSE), radicand.pop().unwrap_or(Lit::FALSE)];
        rest.splice(0..0, [pair[1], pair[0]]);
        let trial = [&[Lit::TRUE, Lit::FALSE], &root[..]].concat();
        let wide = trial.len().max(rest.len());
        let (fits, left) = subtract_if_fits(g, &words::zext(&rest, wide), &words::zext(&trial, wide));
        root.insert(0, fits);
        // The rest is at most twice the root.
        rest = words::zext(&left, root.len() + 1);
    }
    let sticky = g.any(&rest);
    root.insert(0, sticky);
    let magnitude = round(g, format, mode, Lit::FALSE, &a.exp.half(), &leading_one(&root));
    let negative = g.and(a.neg, !a.zero);
    let nan = g.or(a.nan, negative);
    Found { nan, inf: a.inf, zero: a.zero, neg: a.neg, magnitude }.pack(g, format)
}

/// What is left of `x` after taking `y` a whole number of times: to nearest (IEEE remainder), or truncated (`fmod`).
/// Long division over all distances two exponents can have, of which the first steps do nothing if the distance is
/// less: one subtraction for each, so the circuit of a wide format is not built.
pub(super) fn rem(g: &mut Gates, format: Format, x: &[Lit], y: &[Lit], nearest: bool) -> Result<Word, Stop> {
    let steps = (greatest(format) - least(format) + 1) as u64;
    if steps.saturating_mul(5 * u64::from(format.sig)) > MOST_GATES {
        return Err(Stop::Unsupported(format!(
            "remainder of floats with {} exponent and {} significand bits",
            format.exp, format.sig
        )));
    }
    let (a, b) = (unpack(g, format, x), unpack(g, format, y));
    let bits = a.sig.len();
    let distance = a.exp.sub(g, &b.exp);
    let divisor = words::zext(&leading_one(&b.sig), bits + 1);
    // The rest counts in half units of the divisor's last place when all steps are done, and so it does without any
    // step if the distance is -1.
    let mut rest = words::zext(&leading_one(&a.sig), bits + 1);
    let mut odd = Lit::FALSE;
    for step in (0..=distance.hi).rev() {
        let reached = !distance.sub(g, &Signed::constant(step)).is_negative();
        let (fits, left) = subtract_if_fits(g, &rest, &divisor);
        let doubled: Word = [&[Lit::FALSE], &left[..bits]].concat();
        rest = g.mux_words(reached, &doubled, &rest);
        odd = g.and(reached, fits);
    }
    let mut neg = a.neg;
    let close = if nearest {
        let more = g.ult(&divisor, &rest);
        let tie = g.equal(&divisor, &rest);
        let tie = g.and(tie, odd);
        let up = g.or(more, tie);
        let twice: Word = [&[Lit::FALSE], &divisor[..bits]].concat();
        let other = g.sub(&twice, &rest);
        rest = g.mux_words(up, &other, &rest);
        neg = g.xor(neg, up);
        Signed::constant(-1)
    } else {
        Signed::constant(0)
    };
    let none = g.is_zero(&rest);
    let (sig, shift) = normalise(g, &rest);
    let shift = Signed::unsigned(&shift, 0, bits as i64);
    let mut exp = b.exp.sub(g, &shift);
    exp.lo = exp.lo.max(least(format));
    let magnitude = round(g, format, &Mode::ZERO, neg, &exp, &sig);
    let neg = g.mux(none, a.neg, neg);
    let nan = g.any(&[a.nan, a.inf, b.nan, b.zero]);
    let divided = Found { nan, inf: Lit::FALSE, zero: none, neg, magnitude }.pack(g, format);
    let far = distance.sub(g, &close).is_negative();
    let whole = g.any(&[far, b.inf, a.zero]);
    let whole = g.and(whole, !nan);
    Ok(g.mux_words(whole, x, &divided))
}
