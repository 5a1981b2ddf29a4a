//! The encoding of plain data that crosses the border of a job or goes to the cache: serde's data model in postcard's format.
//!
//! Types whose values obey invariants check them when they are read (`#[serde(try_from = ...)]`): bytes that were damaged or
//! forged are an error, never a panic or a value that cannot exist.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes that are not an encoding of what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(pub &'static str);

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "malformed data: {}", self.0)
    }
}

impl std::error::Error for WireError {}

impl From<postcard::Error> for WireError {
    fn from(error: postcard::Error) -> Self {
        WireError(match error {
            postcard::Error::DeserializeUnexpectedEnd => "end of input",
            postcard::Error::DeserializeBadVarint => "number too large",
            postcard::Error::DeserializeBadBool => "not a truth value",
            postcard::Error::DeserializeBadOption | postcard::Error::DeserializeBadEnum => "not a variant",
            postcard::Error::DeserializeBadUtf8 => "not UTF-8",
            _ => "not a value of this type",
        })
    }
}

/// Plain data that can be sent: `from_bytes(to_bytes(x)) == x`.
pub trait Wire: Serialize + DeserializeOwned {
    /// The encoding.
    fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("the length of every sequence is known")
    }
    /// Appends the encoding.
    fn write(&self, out: &mut Vec<u8>) {
        let extended = postcard::to_extend(self, std::mem::take(out));
        *out = extended.expect("the length of every sequence is known");
    }
    /// Reads a value and advances the input behind it.
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let (value, rest) = postcard::take_from_bytes(input)?;
        *input = rest;
        Ok(value)
    }
    /// Reads a value that must fill the whole input.
    fn from_bytes(mut input: &[u8]) -> Result<Self, WireError> {
        let value = Self::read(&mut input)?;
        if input.is_empty() { Ok(value) } else { Err(WireError("bytes left over")) }
    }
}

impl<T: Serialize + DeserializeOwned> Wire for T {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bits, Stop};

    #[test]
    fn what_is_written_is_read_back() {
        let value = (vec![Some(0u64), None, Some(u64::MAX)], vec![i64::MIN, -1, 0, 1, i64::MAX]);
        assert_eq!(Wire::from_bytes(&value.to_bytes()), Ok(value));
        for bits in [Bits::from_u64(70, 5).neg(), Bits::from_u64(64, u64::MAX), Bits::one(1), Bits::zero(65)] {
            assert_eq!(Bits::from_bytes(&bits.to_bytes()), Ok(bits));
        }
    }

    #[test]
    fn reasons_come_back_as_they_were() {
        let text = || "why".to_owned();
        let plain = vec![Stop::Time, Stop::Memory, Stop::Steps, Stop::Cancelled];
        let mut told = vec![Stop::Unsupported(text()), Stop::Approximate(text()), Stop::Solver(text())];
        told.extend([Stop::Bug(text()), Stop::Partial(text()), Stop::Full(text())]);
        let all = (plain, (), told);
        assert_eq!(Wire::from_bytes(&all.to_bytes()), Ok(all));
        assert!(Stop::from_bytes(&[200]).is_err(), "no such reason");
    }

    #[test]
    fn broken_input_is_an_error() {
        assert!(String::from_bytes(&[200, 1, b'x']).is_err());
        assert!(Vec::<u64>::from_bytes(&[255; 9]).is_err());
        assert_eq!(u64::from_bytes(&[1, 2]), Err(WireError("bytes left over")));
        let bits = |width: u32, words: &[u64]| Bits::from_bytes(&(width, words.to_vec()).to_bytes());
        assert_eq!(bits(4, &[15]), Ok(Bits::from_u64(4, 15)));
        assert!(bits(4, &[16]).is_err(), "bits beyond the width");
        assert!(bits(65, &[0, 2]).is_err(), "bits beyond the width");
        assert!(bits(0, &[]).is_err(), "no bits at all");
        assert!(bits(64, &[1, 1]).is_err(), "more words than the width has");
        assert!(bits(u32::MAX, &[1]).is_err(), "fewer words than the width has");
    }
}
