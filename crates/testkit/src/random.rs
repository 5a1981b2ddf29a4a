//! Numbers for random tests, from a seed.

/// A generator (xorshift). The seed is not 0: nothing else would ever come.
pub struct Random(pub u64);

impl Random {
    /// A number less than `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
    /// One of some words.
    pub fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}
