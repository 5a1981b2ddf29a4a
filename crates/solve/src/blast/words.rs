//! Words: rows of literals, the lowest bit first, and the arithmetic on them.
//!
//! A word has at least one literal; operands of one operation are equally wide unless said otherwise. Division and
//! remainder have the SMT-LIB meaning: by zero, the quotient is all ones and the remainder is the dividend.

use super::gates::{Gates, Lit};
use hecaton_base::Bits;

/// A bit-vector of literals, the lowest bit first.
pub type Word = Vec<Lit>;

/// The word of a constant.
pub fn constant(bits: &Bits) -> Word {
    (0..bits.width()).map(|i| Lit::constant(bits.bit(i))).collect()
}
/// The constant a word is, if all its bits are.
pub fn as_const(word: &[Lit]) -> Option<Bits> {
    let mut bytes = vec![0u8; word.len().div_ceil(8)];
    for (i, lit) in word.iter().enumerate() {
        bytes[i / 8] |= u8::from(lit.as_const()?) << (i % 8);
    }
    Some(Bits::from_le_bytes(word.len() as u32, &bytes))
}
/// Every bit negated.
pub fn not(a: &[Lit]) -> Word {
    a.iter().map(|l| !*l).collect()
}
/// Zero-extended or cut to a width.
pub fn zext(a: &[Lit], width: usize) -> Word {
    let mut word = a.to_vec();
    word.resize(width, Lit::FALSE);
    word
}
/// Sign-extended or cut to a width.
pub fn sext(a: &[Lit], width: usize) -> Word {
    let mut word = a.to_vec();
    word.resize(width, a[a.len() - 1]);
    word
}

/// Word arithmetic.
impl Gates {
    /// A word of free inputs.
    pub fn input_word(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.input()).collect()
    }
    /// Bitwise conjunction.
    pub fn and_words(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(x, y)| self.and(*x, *y)).collect()
    }
    /// Bitwise disjunction.
    pub fn or_words(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(x, y)| self.or(*x, *y)).collect()
    }
    /// Bitwise exclusive or.
    pub fn xor_words(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(x, y)| self.xor(*x, *y)).collect()
    }
    /// `cond ? yes : no`.
    pub fn mux_words(&mut self, cond: Lit, yes: &[Lit], no: &[Lit]) -> Word {
        yes.iter().zip(no).map(|(x, y)| self.mux(cond, *x, *y)).collect()
    }
    /// Every bit and `cond`.
    pub fn mask(&mut self, cond: Lit, a: &[Lit]) -> Word {
        a.iter().map(|x| self.and(cond, *x)).collect()
    }
    /// Whether the words are equal.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        let mut same = Vec::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            match self.iff(*x, *y) {
                Lit::FALSE => return Lit::FALSE,
                Lit::TRUE => {}
                lit => same.push(lit),
            }
        }
        self.all(&same)
    }
    /// Whether the word is zero.
    pub fn is_zero(&mut self, a: &[Lit]) -> Lit {
        !self.any(a)
    }

    /// `a + b + carry` and the carry out.
    pub fn add_carry(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        debug_assert_eq!(a.len(), b.len());
        let mut sum = Vec::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            sum.push(self.xor3(*x, *y, carry));
            carry = self.maj(*x, *y, carry);
        }
        (sum, carry)
    }
    /// Sum.
    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add_carry(a, b, Lit::FALSE).0
    }
    /// Difference.
    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add_carry(a, &not(b), Lit::TRUE).0
    }
    /// `a + 1` if `by` holds, else `a`.
    pub fn increment(&mut self, a: &[Lit], by: Lit) -> Word {
        let mut carry = by;
        a.iter()
            .map(|x| {
                let sum = self.xor(*x, carry);
                carry = self.and(*x, carry);
                sum
            })
            .collect()
    }
    /// Negation in two's complement.
    pub fn negate(&mut self, a: &[Lit]) -> Word {
        self.increment(&not(a), Lit::TRUE)
    }
    /// `-a` if `cond` holds, else `a`.
    pub fn negate_if(&mut self, cond: Lit, a: &[Lit]) -> Word {
        let flipped: Word = a.iter().map(|x| self.xor(cond, *x)).collect();
        self.increment(&flipped, cond)
    }

    /// Unsigned less: the borrow of `a - b`.
    pub fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        a.iter().zip(b).fold(Lit::FALSE, |below, (x, y)| self.maj(!*x, *y, below))
    }
    /// Unsigned less or equal.
    pub fn ule(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        !self.ult(b, a)
    }
    /// Signed less.
    pub fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (a, b) = (bias(a), bias(b));
        self.ult(&a, &b)
    }
    /// Signed less or equal.
    pub fn sle(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (a, b) = (bias(a), bias(b));
        self.ule(&a, &b)
    }
    /// Shifted left by a word of any width, zeros coming in.
    pub fn shl(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let reversed: Word = a.iter().rev().copied().collect();
        let mut word = self.shift_down(&reversed, by, Lit::FALSE);
        word.reverse();
        word
    }
    /// Shifted right by a word of any width, zeros coming in.
    pub fn lshr(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        self.shift_down(a, by, Lit::FALSE)
    }
    /// Shifted right by a word of any width, the sign coming in.
    pub fn ashr(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        self.shift_down(a, by, a[a.len() - 1])
    }
    fn shift_down(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        // Stages for the amounts below the width; any higher bit of the amount shifts everything out.
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let mut word = a.to_vec();
        for (stage, cond) in by.iter().take(stages).enumerate() {
            let step = 1usize << stage;
            word = (0..width)
                .map(|i| {
                    let from = word.get(i + step).copied().unwrap_or(fill);
                    self.mux(*cond, from, word[i])
                })
                .collect();
        }
        let all_out = self.any(by.get(stages..).unwrap_or(&[]));
        word.iter().map(|x| self.mux(all_out, fill, *x)).collect()
    }

    /// Product, cut to the width of the operands.
    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        match (as_const(a), as_const(b)) {
            (Some(x), Some(y)) => constant(&x.mul(&y)),
            (Some(x), None) => self.mul_const(b, &x),
            (None, Some(y)) => self.mul_const(a, &y),
            (None, None) => {
                // Rows by the operand with more constant bits: each known bit is a row less.
                let known = |w: &[Lit]| w.iter().filter(|l| l.as_const().is_some()).count();
                let (rows, row) = if known(a) > known(b) { (a, b) } else { (b, a) };
                self.mul_rows(row, rows).0
            }
        }
    }
    /// `a * b` by shift and add from the lowest bit of `b`, and whether the product does not fit the width. A bit
    /// chooses between the sum with its row and without, as a program does it: then both are one circuit.
    fn mul_rows(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
        let width = a.len();
        let mut lost = Vec::new();
        let mut sum = vec![Lit::FALSE; width];
        for (i, bit) in b.iter().enumerate() {
            if *bit == Lit::FALSE {
                continue;
            }
            let (more, carry) = self.add_carry(&sum[i..], &a[..width - i], Lit::FALSE);
            let high = self.mux_words(*bit, &more, &sum[i..]);
            sum.truncate(i);
            sum.extend(high);
            lost.push(self.and(*bit, carry));
            let above = self.any(&a[width - i..]);
            lost.push(self.and(*bit, above));
        }
        let lost = self.any(&lost);
        (sum, lost)
    }
    /// Product with a constant: a row for each non-zero digit of its canonical signed-digit form.
    fn mul_const(&mut self, a: &[Lit], by: &Bits) -> Word {
        let width = a.len();
        let mut sum = vec![Lit::FALSE; width];
        for (shift, minus) in signed_digits(by) {
            let mut row = vec![Lit::FALSE; shift];
            row.extend_from_slice(&a[..width - shift]);
            sum = if minus { self.sub(&sum, &row) } else { self.add(&sum, &row) };
        }
        sum
    }

    /// Unsigned quotient and remainder: free words held to `q·d + r = n` without overflow and `r < d`.
    pub fn udivrem(&mut self, n: &[Lit], d: &[Lit]) -> (Word, Word) {
        let width = n.len();
        let power = |d: &Bits| d.log2().map(|k| k as usize);
        match (as_const(n), as_const(d)) {
            (Some(n), Some(d)) => return (constant(&n.udiv(&d)), constant(&n.urem(&d))),
            (None, Some(d)) if d.is_zero() => return (vec![Lit::TRUE; width], n.to_vec()),
            (None, Some(d)) if power(&d).is_some() => {
                let k = power(&d).expect("just seen");
                return (zext(&n[k..], width), zext(&n[..k], width));
            }
            _ => {}
        }
        let key = (n.to_vec(), d.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let (q, r) = (self.input_word(width), self.input_word(width));
        let (product, lost) = self.mul_rows(d, &q);
        let (sum, carry) = self.add_carry(&product, &r, Lit::FALSE);
        let exact = self.equal(&sum, n);
        let zero = self.is_zero(d);
        let less = self.ult(&r, d);
        let ones = self.all(&q);
        let bounded = self.mux(zero, ones, less);
        let constraint = self.all(&[exact, !lost, !carry, bounded]);
        let inputs: Word = q.iter().chain(&r).copied().collect();
        self.define(&inputs, constraint);
        self.divisions.insert(key, (q.clone(), r.clone()));
        (q, r)
    }
    /// Signed quotient, rounded towards zero.
    pub fn sdiv(&mut self, n: &[Lit], d: &[Lit]) -> Word {
        let (n_neg, d_neg) = (n[n.len() - 1], d[d.len() - 1]);
        let (n, d) = (self.negate_if(n_neg, n), self.negate_if(d_neg, d));
        let (q, _) = self.udivrem(&n, &d);
        let flip = self.xor(n_neg, d_neg);
        self.negate_if(flip, &q)
    }
    /// Signed remainder, with the dividend's sign.
    pub fn srem(&mut self, n: &[Lit], d: &[Lit]) -> Word {
        let (n_neg, d_neg) = (n[n.len() - 1], d[d.len() - 1]);
        let (n, d) = (self.negate_if(n_neg, n), self.negate_if(d_neg, d));
        let (_, r) = self.udivrem(&n, &d);
        self.negate_if(n_neg, &r)
    }
}

/// The top bit flipped, so that signed order becomes unsigned order.
fn bias(a: &[Lit]) -> Word {
    let mut word = a.to_vec();
    let top = word.len() - 1;
    word[top] = !word[top];
    word
}

/// The non-zero digits of the canonical signed-digit form, as (position, is minus one), lowest first.
fn signed_digits(by: &Bits) -> Vec<(usize, bool)> {
    let width = by.width() as usize;
    let mut digits = Vec::new();
    let mut carry = false;
    for i in 0..width {
        let bit = by.bit(i as u32);
        if bit == carry {
            // 0 + no carry, or 1 + carry: digit 0, the carry stays.
            continue;
        }
        let next = i + 1 < width && by.bit(i as u32 + 1);
        digits.push((i, next));
        carry = next;
    }
    digits
}
