//! Numbers of one width between bounds: signed and unsigned bounds at the same time, and how many of the low bits are
//! known. The three are kept consistent, so that a comparison of either sign refines both, and `x += 2` keeps `x` even.
//!
//! Only widths up to 64 are followed; wider integers are never known.

use hecaton_base::WireError;
use hecaton_ir::scalar::{mask, signed, word_binary};
use hecaton_ir::{Binary, Cast, Unary};
use serde::{Deserialize, Serialize};

/// The widest integers that are followed.
pub const WIDEST: u32 = 64;

/// A set of numbers of one width, never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Range {
    width: u32,
    /// Unsigned bounds.
    ulo: u64,
    uhi: u64,
    /// Signed bounds.
    slo: i64,
    shi: i64,
    /// So many low bits are known.
    known: u32,
    /// These are they.
    low: u64,
}

/// The parts of a range as they are read, before anybody has looked whether they are one.
#[derive(Deserialize)]
struct Parts {
    width: u32,
    ulo: u64,
    uhi: u64,
    slo: i64,
    shi: i64,
    known: u32,
    low: u64,
}

impl TryFrom<Parts> for Range {
    type Error = WireError;
    fn try_from(Parts { width, ulo, uhi, slo, shi, known, low }: Parts) -> Result<Self, WireError> {
        if !(1..=WIDEST).contains(&width) || known > width || ulo > uhi || slo > shi {
            return Err(WireError("not a range"));
        }
        Ok(Range { width, ulo, uhi, slo, shi, known, low })
    }
}

fn smin(width: u32) -> i64 {
    signed(width, 1 << (width - 1))
}
fn smax(width: u32) -> i64 {
    !smin(width)
}
/// 2^width.
fn size(width: u32) -> i128 {
    1i128 << width
}

impl Range {
    /// All numbers of a width, which is at most `WIDEST`.
    pub fn all(width: u32) -> Self {
        debug_assert!((1..=WIDEST).contains(&width));
        Range { width, ulo: 0, uhi: mask(width), slo: smin(width), shi: smax(width), known: 0, low: 0 }
    }
    /// One number.
    pub fn constant(width: u32, value: u64) -> Self {
        let value = value & mask(width);
        let s = signed(width, value);
        Range { width, ulo: value, uhi: value, slo: s, shi: s, known: width, low: value }
    }
    /// A truth value, if it is known.
    pub fn truth(value: Option<bool>) -> Self {
        value.map_or(Range::all(1), |value| Range::constant(1, u64::from(value)))
    }
    /// Unsigned numbers between bounds, both included.
    pub fn unsigned(width: u32, lo: u64, hi: u64) -> Self {
        debug_assert!(lo <= hi && hi <= mask(width));
        Range { ulo: lo, uhi: hi, ..Range::all(width) }.reduced().expect("bounds in order")
    }
    /// Signed numbers between bounds, both included.
    pub fn signed(width: u32, lo: i64, hi: i64) -> Self {
        debug_assert!(lo <= hi && lo >= smin(width) && hi <= smax(width));
        Range { slo: lo, shi: hi, ..Range::all(width) }.reduced().expect("bounds in order")
    }
    /// The width.
    pub fn width(&self) -> u32 {
        self.width
    }
    /// The least and the greatest, as unsigned numbers.
    pub fn unsigned_bounds(&self) -> (u64, u64) {
        (self.ulo, self.uhi)
    }
    /// The least and the greatest, as signed numbers.
    pub fn signed_bounds(&self) -> (i64, i64) {
        (self.slo, self.shi)
    }
    /// How many low bits are known, and which number they are.
    pub fn low_bits(&self) -> (u32, u64) {
        (self.known, self.low)
    }
    /// The number, if there is only one.
    pub fn single(&self) -> Option<u64> {
        (self.ulo == self.uhi).then_some(self.ulo)
    }
    /// The truth value, if it is known.
    pub fn as_bool(&self) -> Option<bool> {
        self.single().map(|value| value == 1)
    }
    /// Whether nothing is known.
    pub fn is_all(&self) -> bool {
        *self == Range::all(self.width)
    }
    /// Whether a number, given by its word, is one of these.
    pub fn contains(&self, word: u64) -> bool {
        let s = signed(self.width, word);
        (self.ulo..=self.uhi).contains(&word)
            && (self.slo..=self.shi).contains(&s)
            && (word ^ self.low) & mask_or_zero(self.known) == 0
    }

    /// Makes the three views consistent; `None` if no number is left.
    fn reduced(mut self) -> Option<Self> {
        let width = self.width;
        if self.known >= width {
            return self.contains(self.low & mask(width)).then(|| Range::constant(width, self.low));
        }
        // The halves without and with the sign bit, as unsigned numbers.
        let half = size(width - 1);
        let (ulo, uhi) = (i128::from(self.ulo), i128::from(self.uhi));
        let (slo, shi) = (i128::from(self.slo), i128::from(self.shi));
        let plus = self.aligned(ulo.max(slo).max(0), uhi.min(shi).min(half - 1));
        let minus = self.aligned(
            ulo.max(half).max(if slo < 0 { slo + size(width) } else { size(width) }),
            uhi.min(if shi < 0 { shi + size(width) } else { size(width) - 1 }),
        );
        let (low, high) = match (plus, minus) {
            (None, None) => return None,
            (Some(plus), None) => (plus, plus),
            (None, Some(minus)) => (minus, minus),
            (Some(plus), Some(minus)) => (plus, minus),
        };
        self.ulo = low.0 as u64;
        self.uhi = high.1 as u64;
        let negative = |value: i128| (value - size(width)) as i64;
        (self.slo, self.shi) = match (plus, minus) {
            (Some(plus), None) => (plus.0 as i64, plus.1 as i64),
            (None, Some(minus)) => (negative(minus.0), negative(minus.1)),
            _ => (negative(high.0), low.1 as i64),
        };
        if self.ulo == self.uhi {
            return Some(Range::constant(width, self.ulo));
        }
        Some(self)
    }
    /// The bounds moved inwards to numbers whose low bits fit.
    fn aligned(&self, lo: i128, hi: i128) -> Option<(i128, i128)> {
        if lo > hi {
            return None;
        }
        let (step, low) = (1i128 << self.known, i128::from(self.low));
        let lo = lo + (low - lo).rem_euclid(step);
        let hi = hi - (hi - low).rem_euclid(step);
        (lo <= hi).then_some((lo, hi))
    }
    /// The numbers that an exact result between these bounds can be, modulo 2^width.
    fn wrapped(width: u32, lo: i128, hi: i128) -> Range {
        let mut all = Range::all(width);
        if hi - lo >= size(width) {
            return all;
        }
        let span = hi - lo;
        let u = lo.rem_euclid(size(width));
        if u + span < size(width) {
            (all.ulo, all.uhi) = (u as u64, (u + span) as u64);
        }
        let s = i128::from(signed(width, u as u64));
        if s + span <= i128::from(smax(width)) {
            (all.slo, all.shi) = (s as i64, (s + span) as i64);
        }
        all.reduced().expect("an exact result")
    }
    /// The numbers that are in both.
    pub fn meet(&self, other: &Range) -> Option<Range> {
        debug_assert_eq!(self.width, other.width);
        let (more, less) = if self.known >= other.known { (self, other) } else { (other, self) };
        if (more.low ^ less.low) & mask_or_zero(less.known) != 0 {
            return None;
        }
        let (ulo, uhi) = (self.ulo.max(other.ulo), self.uhi.min(other.uhi));
        let (slo, shi) = (self.slo.max(other.slo), self.shi.min(other.shi));
        if ulo > uhi || slo > shi {
            return None;
        }
        Range { width: self.width, ulo, uhi, slo, shi, known: more.known, low: more.low }.reduced()
    }
    /// Both sound for the same numbers, so there is something in both.
    fn and_also(self, other: Range) -> Range {
        self.meet(&other).unwrap_or(self)
    }
    /// At least the numbers of both.
    #[must_use]
    pub fn join(&self, other: &Range) -> Range {
        debug_assert_eq!(self.width, other.width);
        let known = self.known.min(other.known).min((self.low ^ other.low).trailing_zeros());
        Range {
            width: self.width,
            ulo: self.ulo.min(other.ulo),
            uhi: self.uhi.max(other.uhi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
            known,
            low: self.low & mask_or_zero(known),
        }
    }
    /// Whether these are all among the others.
    pub fn leq(&self, other: &Range) -> bool {
        self.width == other.width && self.join(other) == *other
    }
    /// The join with `new`, but bounds that grow go to the next threshold, so that a chain of them ends.
    #[must_use]
    pub fn widen(&self, new: &Range, thresholds: &[i128]) -> Range {
        let joined = self.join(new);
        if joined == *self {
            return joined;
        }
        let width = self.width;
        let (umax, smin, smax) = (i128::from(mask(width)), i128::from(smin(width)), i128::from(smax(width)));
        let below = |value: i128, least: i128| {
            let at = thresholds.partition_point(|t| *t <= value);
            at.checked_sub(1).map_or(least, |at| thresholds[at].max(least))
        };
        let above = |value: i128, most: i128| {
            let at = thresholds.partition_point(|t| *t < value);
            thresholds.get(at).map_or(most, |t| (*t).min(most))
        };
        let mut wide = joined;
        if joined.slo < self.slo {
            wide.slo = below(joined.slo.into(), smin) as i64;
        }
        if joined.shi > self.shi {
            wide.shi = above(joined.shi.into(), smax) as i64;
        }
        if joined.ulo < self.ulo {
            wide.ulo = below(joined.ulo.into(), 0) as u64;
        }
        if joined.uhi > self.uhi {
            wide.uhi = above(joined.uhi.into(), umax) as u64;
        }
        wide
    }

    /// What an operator gives; `None` for operators that are not about integers.
    pub fn binary(op: Binary, a: &Range, b: &Range) -> Option<Range> {
        let width = a.width;
        if let (Some(x), Some(y)) = (a.single(), b.single()) {
            let value = word_binary(op, width, x, y)?;
            let width = if op.gives_truth() { 1 } else { width };
            return Some(Range::constant(width, value));
        }
        let (au, bu) = ((i128::from(a.ulo), i128::from(a.uhi)), (i128::from(b.ulo), i128::from(b.uhi)));
        let (a_s, bs) = ((i128::from(a.slo), i128::from(a.shi)), (i128::from(b.slo), i128::from(b.shi)));
        let wrapped = |lo, hi| Range::wrapped(width, lo, hi);
        let low_known = a.known.min(b.known);
        let with_low = |range: Range, known: u32, low: u64| range.with_low(known, low);
        Some(match op {
            Binary::Add => {
                let exact = wrapped(au.0 + bu.0, au.1 + bu.1).and_also(wrapped(a_s.0 + bs.0, a_s.1 + bs.1));
                with_low(exact, low_known, a.low.wrapping_add(b.low))
            }
            Binary::Sub => {
                let exact = wrapped(au.0 - bu.1, au.1 - bu.0).and_also(wrapped(a_s.0 - bs.1, a_s.1 - bs.0));
                with_low(exact, low_known, a.low.wrapping_sub(b.low))
            }
            Binary::Mul => {
                let corners = [a_s.0 * bs.0, a_s.0 * bs.1, a_s.1 * bs.0, a_s.1 * bs.1];
                let exact = wrapped(least(&corners), most(&corners));
                let exact = match (au.0.checked_mul(bu.0), au.1.checked_mul(bu.1)) {
                    (Some(lo), Some(hi)) => exact.and_also(wrapped(lo, hi)),
                    _ => exact,
                };
                let zeros = |r: &Range| if r.low == 0 { r.known } else { r.low.trailing_zeros() };
                let known = (a.known + zeros(b)).min(b.known + zeros(a)).min(a.known + b.known).min(width);
                with_low(exact, known, a.low.wrapping_mul(b.low))
            }
            Binary::UDiv => {
                let mut parts = Vec::new();
                if bu.1 > 0 {
                    parts.push(Range::unsigned(width, (au.0 / bu.1) as u64, (au.1 / bu.0.max(1)) as u64));
                }
                if bu.0 == 0 {
                    parts.push(Range::constant(width, mask(width)));
                }
                joined(width, &parts)
            }
            Binary::SDiv => {
                let mut parts = Vec::new();
                for (lo, hi) in [(bs.0.max(1), bs.1), (bs.0, bs.1.min(-1))] {
                    if lo <= hi {
                        let corners = [a_s.0 / lo, a_s.0 / hi, a_s.1 / lo, a_s.1 / hi];
                        parts.push(wrapped(least(&corners), most(&corners)));
                    }
                }
                if bs.0 <= 0 && bs.1 >= 0 {
                    parts.push(Range::constant(width, mask(width)));
                    parts.push(Range::constant(width, 1));
                }
                joined(width, &parts)
            }
            Binary::URem => {
                if bu.0 > au.1 {
                    return Some(*a);
                }
                let hi = if bu.0 > 0 { au.1.min(bu.1 - 1) } else { au.1 };
                let rest = Range::unsigned(width, 0, hi as u64);
                match b.single().filter(|value| value.is_power_of_two()) {
                    Some(value) if a.known >= value.trailing_zeros() => Range::constant(width, a.low & (value - 1)),
                    _ => rest,
                }
            }
            Binary::SRem => {
                let largest = bs.0.abs().max(bs.1.abs());
                let (may_be_zero, magnitude) = (bs.0 <= 0 && bs.1 >= 0, (largest - 1).max(0));
                let bound = |value: i128| if may_be_zero { value } else { value.min(magnitude) };
                let lo = if a_s.0 < 0 { -bound(-a_s.0) } else { 0 };
                let hi = if a_s.1 > 0 { bound(a_s.1) } else { 0 };
                let rest = wrapped(lo, hi);
                match b.single().filter(|value| value.is_power_of_two() && signed(width, *value) > 0) {
                    Some(value) if a.known >= value.trailing_zeros() => {
                        let low = a.low & (value - 1);
                        if low == 0 || a_s.0 >= 0 { Range::constant(width, low) } else { rest }
                    }
                    _ => rest,
                }
            }
            Binary::And => {
                let hi = a.uhi.min(b.uhi);
                let mut range = Range::unsigned(width, 0, hi);
                for (x, y) in [(a, b), (b, a)] {
                    // All bits that can be set are kept.
                    if let Some(bits) = x.single()
                        && fill(y.uhi) & !bits == 0
                    {
                        range = range.and_also(*y);
                    }
                }
                let zeros = |r: &Range| if r.low == 0 { r.known } else { (r.low.trailing_zeros()).min(r.known) };
                let known = low_known.max(zeros(a)).max(zeros(b));
                let low = if known > low_known { low_and(a, b, known) } else { a.low & b.low };
                with_low(range, known, low)
            }
            Binary::Or => {
                let range = Range::unsigned(width, a.ulo.max(b.ulo), fill(a.uhi | b.uhi));
                with_low(range, low_known, a.low | b.low)
            }
            Binary::Xor => with_low(Range::unsigned(width, 0, fill(a.uhi | b.uhi)), low_known, a.low ^ b.low),
            Binary::Shl => match b.single() {
                Some(by) if by >= u64::from(width) => Range::constant(width, 0),
                Some(by) => {
                    let factor = 1i128 << by;
                    let (lo, hi) = (au.0.checked_mul(factor), au.1.checked_mul(factor));
                    let exact = match (lo, hi) {
                        (Some(lo), Some(hi)) => wrapped(lo, hi),
                        _ => Range::all(width),
                    };
                    let exact = match (a_s.0.checked_mul(factor), a_s.1.checked_mul(factor)) {
                        (Some(lo), Some(hi)) => exact.and_also(wrapped(lo, hi)),
                        _ => exact,
                    };
                    with_low(exact, (a.known + by as u32).min(width), a.low << by)
                }
                None => Range::all(width),
            },
            Binary::LShr => {
                let by = |amount: u64, value: u64| if amount >= u64::from(width) { 0 } else { value >> amount };
                Range::unsigned(width, by(b.uhi, a.ulo), by(b.ulo, a.uhi))
            }
            Binary::AShr => {
                let by = |amount: u64, value: i64| value >> amount.min(63);
                let corners = [by(b.ulo, a.slo), by(b.uhi, a.slo), by(b.ulo, a.shi), by(b.uhi, a.shi)];
                let (mut lo, mut hi) = (corners[0], corners[0]);
                for corner in corners {
                    (lo, hi) = (lo.min(corner), hi.max(corner));
                }
                Range::signed(width, lo, hi)
            }
            Binary::Eq => Range::truth(a.meet(b).is_none().then_some(false)),
            Binary::ULt => Range::truth(ordered(au, bu)),
            Binary::ULe => Range::truth(ordered(bu, au).map(|less| !less)),
            Binary::SLt => Range::truth(ordered(a_s, bs)),
            Binary::SLe => Range::truth(ordered(bs, a_s).map(|less| !less)),
            Binary::SAddOverflow => fits(a_s.0 + bs.0, a_s.1 + bs.1, smin(width).into(), smax(width).into()),
            Binary::SSubOverflow => fits(a_s.0 - bs.1, a_s.1 - bs.0, smin(width).into(), smax(width).into()),
            Binary::SMulOverflow => {
                let corners = [a_s.0 * bs.0, a_s.0 * bs.1, a_s.1 * bs.0, a_s.1 * bs.1];
                fits(least(&corners), most(&corners), smin(width).into(), smax(width).into())
            }
            Binary::UAddOverflow => fits(au.0 + bu.0, au.1 + bu.1, 0, mask(width).into()),
            Binary::USubOverflow => fits(au.0 - bu.1, au.1 - bu.0, 0, mask(width).into()),
            Binary::UMulOverflow => {
                let most = i128::MAX;
                let (lo, hi) = (au.0.checked_mul(bu.0), au.1.checked_mul(bu.1));
                fits(lo.unwrap_or(most), hi.unwrap_or(most), 0, mask(width).into())
            }
            Binary::FAdd(_)
            | Binary::FSub(_)
            | Binary::FMul(_)
            | Binary::FDiv(_)
            | Binary::FMod
            | Binary::FEq
            | Binary::FLt
            | Binary::FLe
            | Binary::PtrDiff
            | Binary::PtrGap => return None,
        })
    }
    fn with_low(self, known: u32, low: u64) -> Range {
        if known <= self.known {
            return self;
        }
        let known = known.min(self.width);
        Range { known, low: low & mask_or_zero(known), ..self }.reduced().unwrap_or(self)
    }
    /// What an operator gives; `None` for operators that are not about integers.
    pub fn unary(op: Unary, a: &Range) -> Option<Range> {
        let ones = Range::constant(a.width, mask(a.width));
        let zero = Range::constant(a.width, 0);
        match op {
            Unary::Not => Range::binary(Binary::Sub, &ones, a),
            Unary::Neg => Range::binary(Binary::Sub, &zero, a),
            Unary::FNeg
            | Unary::FAbs
            | Unary::FSqrt(_)
            | Unary::FRint
            | Unary::FFloor
            | Unary::FCeil
            | Unary::FTrunc
            | Unary::FIsNan
            | Unary::FIsInf
            | Unary::FIsNeg
            | Unary::FIsNormal
            | Unary::FIsZero => None,
        }
    }
    /// What a conversion to another width gives; `None` for conversions that are not between integers.
    pub fn cast(op: Cast, width: u32, a: &Range) -> Option<Range> {
        Some(match op {
            Cast::Trunc => {
                let exact = Range::wrapped(width, a.ulo.into(), a.uhi.into());
                let exact = exact.and_also(Range::wrapped(width, a.slo.into(), a.shi.into()));
                exact.with_low(a.known.min(width), a.low)
            }
            Cast::ZExt => Range::unsigned(width, a.ulo, a.uhi).with_low(a.known, a.low),
            Cast::SExt => Range::signed(width, a.slo, a.shi).with_low(a.known, a.low),
            Cast::FToF(_)
            | Cast::SToF(_)
            | Cast::UToF(_)
            | Cast::FToS
            | Cast::FToU
            | Cast::PToI
            | Cast::IToP
            | Cast::FToBits
            | Cast::BitsToF => return None,
        })
    }
    /// Without one number, where that is a bound.
    pub fn without(&self, word: u64) -> Option<Range> {
        if self.single() == Some(word) {
            return None;
        }
        let mut rest = *self;
        let s = signed(self.width, word);
        if rest.ulo == word {
            rest.ulo += 1;
        }
        if rest.uhi == word {
            rest.uhi -= 1;
        }
        if rest.slo == s {
            rest.slo += 1;
        }
        if rest.shi == s {
            rest.shi -= 1;
        }
        rest.reduced()
    }
}

fn mask_or_zero(bits: u32) -> u64 {
    if bits == 0 { 0 } else { mask(bits) }
}
/// All bits up to the highest one.
fn fill(value: u64) -> u64 {
    if value == 0 { 0 } else { u64::MAX >> value.leading_zeros() }
}
fn least(values: &[i128; 4]) -> i128 {
    values.iter().copied().fold(values[0], i128::min)
}
fn most(values: &[i128; 4]) -> i128 {
    values.iter().copied().fold(values[0], i128::max)
}
fn joined(width: u32, parts: &[Range]) -> Range {
    let mut parts = parts.iter();
    let first = parts.next().copied().unwrap_or_else(|| Range::all(width));
    parts.fold(first, |all, part| all.join(part))
}
/// Low bits of a conjunction where only one side is known, and zero there.
fn low_and(a: &Range, b: &Range, known: u32) -> u64 {
    let bits = |r: &Range| r.low | if r.known < known { !mask_or_zero(r.known) } else { 0 };
    bits(a) & bits(b) & mask_or_zero(known)
}
/// Whether all of one are less than all of the other, or none.
fn ordered(a: (i128, i128), b: (i128, i128)) -> Option<bool> {
    if a.1 < b.0 {
        Some(true)
    } else if a.0 >= b.1 {
        Some(false)
    } else {
        None
    }
}
/// Whether an exact result overflows.
fn fits(lo: i128, hi: i128, least: i128, most: i128) -> Range {
    Range::truth(if lo >= least && hi <= most {
        Some(false)
    } else if hi < least || lo > most {
        Some(true)
    } else {
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Wire as _;

    struct Dice(u64);
    impl Dice {
        fn next(&mut self, below: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % below
        }
        /// The join of some numbers, or what is between two of them.
        fn range(&mut self, width: u32) -> Range {
            let word = |dice: &mut Dice| match dice.next(3) {
                0 => dice.next(8),
                1 => mask(width).wrapping_sub(dice.next(8)),
                _ => dice.next(1 << width),
            };
            let mut range = Range::constant(width, word(self));
            for _ in 0..self.next(4) {
                range = range.join(&Range::constant(width, word(self)));
            }
            range
        }
    }
    fn members(range: &Range) -> Vec<u64> {
        (0..=mask(range.width)).filter(|word| range.contains(*word)).collect()
    }

    #[test]
    fn operators_give_at_least_what_they_give_on_numbers() {
        let mut dice = Dice(7);
        for _ in 0..150 {
            for width in [1, 4, 5] {
                let (a, b) = (dice.range(width), dice.range(width));
                for op in Binary::INTEGER {
                    let range = Range::binary(op, &a, &b).expect("about integers");
                    for x in members(&a) {
                        for y in members(&b) {
                            let exact = word_binary(op, width, x, y).expect("about integers");
                            assert!(
                                range.contains(exact),
                                "{op:?} {a:?} {b:?}: {x} {y} gives {exact}, not in {range:?}"
                            );
                        }
                    }
                }
                for op in [Unary::Not, Unary::Neg] {
                    let range = Range::unary(op, &a).expect("about integers");
                    for x in members(&a) {
                        let exact = if op == Unary::Not { !x } else { x.wrapping_neg() } & mask(width);
                        assert!(range.contains(exact), "{op:?} {a:?}");
                    }
                }
                for x in members(&a) {
                    assert!(Range::cast(Cast::ZExt, 9, &a).expect("integers").contains(x));
                    let sext = signed(width, x) as u64 & mask(9);
                    assert!(Range::cast(Cast::SExt, 9, &a).expect("integers").contains(sext));
                    let narrow = width.min(3);
                    assert!(Range::cast(Cast::Trunc, narrow, &a).expect("integers").contains(x & mask(narrow)));
                }
            }
        }
    }

    #[test]
    fn ranges_are_a_lattice() {
        let mut dice = Dice(3);
        for _ in 0..2000 {
            let (a, b, c) = (dice.range(5), dice.range(5), dice.range(5));
            let join = a.join(&b);
            assert!(a.leq(&a) && a.leq(&join) && b.leq(&join) && join == b.join(&a));
            assert!(a.leq(&a.widen(&b, &[0, 3])) && b.leq(&a.widen(&b, &[0, 3])));
            assert!(!(a.leq(&b) && b.leq(&c)) || a.leq(&c));
            assert!(!(a.leq(&b) && b.leq(&a)) || a == b);
            let both: Vec<u64> = members(&a).into_iter().filter(|word| b.contains(*word)).collect();
            match a.meet(&b) {
                None => assert!(both.is_empty(), "{a:?} {b:?}"),
                Some(meet) => assert!(both.iter().all(|word| meet.contains(*word)), "{a:?} {b:?} {meet:?}"),
            }
            for word in members(&a) {
                let rest = a.without(word);
                assert!(members(&a).iter().all(|x| *x == word || rest.is_some_and(|rest| rest.contains(*x))));
            }
            assert_eq!(Range::from_bytes(&a.to_bytes()), Ok(a));
        }
    }

    #[test]
    fn a_chain_of_widenings_ends() {
        let mut range = Range::constant(64, 5);
        let mut steps = 0;
        loop {
            let next = range.widen(&Range::binary(Binary::Add, &range, &Range::constant(64, 2)).expect("sum"), &[100]);
            if next == range {
                break;
            }
            (range, steps) = (next, steps + 1);
        }
        assert!(steps < 10 && range.low_bits() == (1, 1), "{range:?} after {steps}");
    }
}
