//! Rounding and packing: the last step of every float operation.
//!
//! The exponent field is made as `base + hidden`, where `base` is one less than the field of a normal number and zero
//! for a subnormal one, and the carry of rounding runs from the fraction into it. So a subnormal number that rounds up
//! to a normal one, a binade that rounds up to the next, and the greatest number that rounds up to infinity need no
//! case of their own.

use super::float::{Mode, Signed, fraction_bits, least_normal, shift_sticky, sign};
use super::gates::{Gates, Lit};
use super::words::{self, Word};
use hecaton_base::float::{Float, Format};

/// What an operation found: a class, and for numbers the magnitude.
pub(super) struct Found {
    pub nan: Lit,
    /// Unless NaN.
    pub inf: Lit,
    /// Unless NaN or infinite.
    pub zero: Lit,
    pub neg: Lit,
    /// Exponent and fraction fields, from [`round`] or [`assemble`].
    pub magnitude: Word,
}

impl Found {
    /// The encoding.
    pub fn pack(self, g: &mut Gates, format: Format) -> Word {
        let special = g.or(self.nan, self.inf);
        let plain = g.and(!special, !self.zero);
        let fraction = fraction_bits(format);
        let mut word = g.mask(plain, &self.magnitude);
        for bit in &mut word[fraction..] {
            *bit = g.or(*bit, special);
        }
        word[fraction - 1] = g.or(word[fraction - 1], self.nan);
        word.push(g.and(self.neg, !self.nan));
        word
    }
}

/// The exponent and fraction fields of the magnitude `sig` · 2^`exp`, rounded; `sig` has its leading one at the top,
/// which counts as 1, and its lowest bit may be sticky if it is below the rounding bit.
pub(super) fn round(g: &mut Gates, format: Format, mode: &Mode, neg: Lit, exp: &Signed, sig: &[Lit]) -> Word {
    let base = exp.sub(g, &Signed::constant(least_normal(format)));
    let mut sig = with_sticky(g, sig, format.sig as usize + 2);
    let mut field = base.word.clone();
    field.pop();
    if base.lo < 0 {
        let below = sign(&base.word);
        let by = g.negate(&base.word);
        let by = g.mask(below, &by);
        sig = shift_sticky(g, &sig, &by);
        field = g.mask(!below, &field);
    }
    assemble(g, format, mode, neg, &field, base.hi, &sig)
}

/// The fields of a magnitude whose significand (with two bits more: rounding bit and sticky bit) is scaled by the
/// exponent field `base` + 1; `base` is zero if the significand has no leading one, and is at most `most`.
pub(super) fn assemble(
    g: &mut Gates,
    format: Format,
    mode: &Mode,
    neg: Lit,
    base: &[Lit],
    most: i64,
    sig: &[Lit],
) -> Word {
    debug_assert_eq!(sig.len(), format.sig as usize + 2);
    let up = mode.rounds_up(g, neg, sig[2], sig[1], sig[0]);
    let fraction = &sig[2..sig.len() - 1];
    let nothing = vec![Lit::FALSE; fraction.len()];
    let (mut word, carry) = g.add_carry(fraction, &nothing, up);
    let bits = format.exp as usize;
    let wide = bits.max(base.len()) + 1;
    let hidden = words::zext(&sig[sig.len() - 1..], wide);
    let (exponent, _) = g.add_carry(&words::zext(base, wide), &hidden, carry);
    word.extend_from_slice(&exponent[..bits]);
    if most + 2 < (1 << bits) - 1 {
        return word;
    }
    let special = g.all(&exponent[..bits]);
    let beyond = g.any(&exponent[bits..]);
    let overflow = g.or(special, beyond);
    let to_inf = mode.overflows_to_inf(g, neg);
    let (inf, max) = (Float::inf(format, false), Float::max_finite(format, false));
    let (inf, max) = (words::constant(inf.bits()), words::constant(max.bits()));
    let limit = g.mux_words(to_inf, &inf, &max);
    g.mux_words(overflow, &limit[..word.len()], &word)
}

/// The top `len` bits, the lowest of them set if anything below is; or as many, zeros coming in below.
pub(super) fn with_sticky(g: &mut Gates, sig: &[Lit], len: usize) -> Word {
    if sig.len() <= len {
        let mut word = vec![Lit::FALSE; len - sig.len()];
        word.extend_from_slice(sig);
        return word;
    }
    let (low, high) = sig.split_at(sig.len() - len);
    let mut word = high.to_vec();
    let lost = g.any(low);
    word[0] = g.or(word[0], lost);
    word
}
