//! Conversions: between formats, from and to integers, to an integral value.

use super::float::{Fields, Mode, Signed, fraction_bits, least, least_normal, normalise, shift_sticky, sign, unpack};
use super::float_round::{Found, round, with_sticky};
use super::gates::{Gates, Lit};
use super::words::{self, Word};
use hecaton_base::Bits;
use hecaton_base::float::{Float, Format, Rounding};

/// The value in another format.
pub(super) fn to_float(g: &mut Gates, from: Format, to: Format, mode: &[Lit], x: &[Lit]) -> Word {
    let mode = &Mode::new(g, mode);
    if from == to {
        return x.to_vec();
    }
    if least_normal(from) < least(to) - 2 {
        // Subnormal numbers become no more than a sticky bit: they need not be normalised.
        let a = Fields::new(g, from, x);
        let exp = a.exponent(g, from);
        let magnitude = round(g, to, mode, a.neg, &exp, &a.significand());
        return Found { nan: a.nan, inf: a.inf, zero: a.zero, neg: a.neg, magnitude }.pack(g, to);
    }
    let a = unpack(g, from, x);
    let magnitude = round(g, to, mode, a.neg, &a.exp, &a.sig);
    Found { nan: a.nan, inf: a.inf, zero: a.zero, neg: a.neg, magnitude }.pack(g, to)
}

/// An integer, rounded.
pub(super) fn from_integer(g: &mut Gates, to: Format, mode: &[Lit], word: &[Lit], signed: bool) -> Word {
    let mode = &Mode::new(g, mode);
    let neg = if signed { sign(word) } else { Lit::FALSE };
    let size = g.negate_if(neg, word);
    let zero = g.is_zero(&size);
    let (sig, shift) = normalise(g, &size);
    let top = word.len() as i64 - 1;
    let shift = Signed::unsigned(&shift, 0, top);
    let exp = Signed::constant(top).sub(g, &shift);
    let magnitude = round(g, to, mode, neg, &exp, &sig);
    Found { nan: Lit::FALSE, inf: Lit::FALSE, zero, neg, magnitude }.pack(g, to)
}

/// The value rounded to an integer of `width` bits; NaN, infinities and what does not fit give only the top bit set.
pub(super) fn to_integer(g: &mut Gates, format: Format, mode: &[Lit], x: &[Lit], width: usize, signed: bool) -> Word {
    let mode = &Mode::new(g, mode);
    let fields = Fields::new(g, format, x);
    // The significand with its top bit at the integer's, and below the integer a rounding and a sticky bit. A number
    // below one half is a sticky bit however it is scaled: subnormal ones need no care.
    let word = with_sticky(g, &fields.significand(), width + 2);
    let exp = fields.exponent(g, format);
    let by = Signed::constant(width as i64 - 1).sub(g, &exp);
    let too_large = by.is_negative();
    let word = shift_sticky(g, &word, &by.word[..by.word.len() - 1]);
    let up = mode.rounds_up(g, fields.neg, word[2], word[1], word[0]);
    let size = g.increment(&words::zext(&word[2..], width + 1), up);
    let fits = if signed {
        // Up to 2^(width-1) if negative, less otherwise.
        let low = g.is_zero(&size[..width - 1]);
        let least = g.all(&[size[width - 1], low, fields.neg]);
        let small = g.or(!size[width - 1], least);
        g.and(small, !size[width])
    } else {
        let none = g.is_zero(&size);
        let negative = g.and(fields.neg, !none);
        g.and(!negative, !size[width])
    };
    let fits = g.all(&[fits, !too_large, !fields.nan, !fields.inf]);
    let value = if signed { g.negate_if(fields.neg, &size[..width]) } else { size[..width].to_vec() };
    let indefinite = words::constant(&Bits::min_signed(width as u32));
    g.mux_words(fits, &value, &indefinite)
}

/// The value rounded to an integral one, in place: the fraction's bits below the point are cleared, and rounding up
/// adds one at the place of the point, from where the carry runs into the exponent.
pub(super) fn round_integral(g: &mut Gates, format: Format, mode: &[Lit], x: &[Lit]) -> Word {
    let mode = &Mode::new(g, mode);
    let bits = fraction_bits(format);
    let fields = Fields::new(g, format, x);
    let exp = fields.exponent(g, format);
    // How many bits of the fraction are below the point; negative: none, and the number is large.
    let below = Signed::constant(bits as i64).sub(g, &exp);
    let integral = below.is_negative();
    let below_one = exp.is_negative();
    // A row of ones below the point, for numbers from one upwards.
    let by = &below.word[..below.word.len() - 1];
    let above = g.shl(&vec![Lit::TRUE; bits + 1], by);
    let sig = fields.significand();
    let unit: Word = (0..=bits).map(|i| g.and(above[i], if i == 0 { Lit::TRUE } else { !above[i - 1] })).collect();
    let at_unit = g.and_words(&unit, &sig);
    let odd = g.any(&at_unit);
    let at_half = g.and_words(&unit[1..], &sig[..bits]);
    let half = g.any(&at_half);
    let at_rest: Word = (2..=bits).map(|i| g.and(!above[i - 1], sig[i - 2])).collect();
    let rest = g.any(&at_rest);
    let up = mode.rounds_up(g, fields.neg, odd, half, rest);
    let cleared = g.and_words(&above[..bits], &x[..bits]);
    let kept: Word = [&cleared[..], &x[bits..x.len() - 1]].concat();
    let one = g.mask(up, &words::zext(&unit, kept.len()));
    let rounded = g.add(&kept, &one);
    // Below one the result is zero or one. (In a format whose subnormal numbers reach up to one they stand at the
    // exponent of one, and the above does for them.)
    let from_half = exp.add(g, &Signed::constant(1), Lit::FALSE);
    let from_half = !from_half.is_negative();
    let less = g.any(&sig[..bits]);
    let low = g.and(!from_half, !fields.zero);
    let past = g.or(low, less);
    let up = mode.rounds_up(g, fields.neg, Lit::FALSE, from_half, past);
    let unity = Float::from_signed(Rounding::Zero, format, &Bits::from_u64(8, 1));
    let unity = g.mask(up, &words::constant(unity.bits()));
    let small = g.mux_words(below_one, &unity[..kept.len()], &rounded);
    let whole = g.any(&[integral, fields.nan, fields.inf, fields.zero]);
    let mut word = g.mux_words(whole, &x[..kept.len()], &small);
    word.push(fields.neg);
    word
}
