//! The encoding of plain data that crosses a job's border. Little-endian, lengths as LEB128, no framing: the reader
//! knows what it reads. Reading never trusts a length: what is too short is an error, not a panic.

use crate::{Bits, Stop};

/// Bytes that are not an encoding of what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(pub &'static str);

impl std::fmt::Display for WireError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "malformed data: {}", self.0)
    }
}

impl std::error::Error for WireError {}

/// Plain data that can be sent: `read(write(x)) == x`.
pub trait Wire: Sized {
    /// Appends the encoding.
    fn write(&self, out: &mut Vec<u8>);
    /// Reads one value and advances the input behind it.
    fn read(input: &mut &[u8]) -> Result<Self, WireError>;

    /// The encoding as a fresh buffer.
    fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }
    /// Reads a value that must fill the whole input.
    fn from_bytes(mut input: &[u8]) -> Result<Self, WireError> {
        let value = Self::read(&mut input)?;
        if input.is_empty() { Ok(value) } else { Err(WireError("bytes left over")) }
    }
}

impl Wire for u8 {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let (first, rest) = input.split_first().ok_or(WireError("end of input"))?;
        *input = rest;
        Ok(*first)
    }
}

impl Wire for u64 {
    fn write(&self, out: &mut Vec<u8>) {
        let mut left = *self;
        while left >= 0x80 {
            out.push((left as u8) | 0x80);
            left >>= 7;
        }
        out.push(left as u8);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = u8::read(input)?;
            let part = u64::from(byte & 0x7f);
            if shift == 63 && part > 1 {
                return Err(WireError("number too large"));
            }
            value |= part << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(WireError("number too long"))
    }
}

impl Wire for u128 {
    fn write(&self, out: &mut Vec<u8>) {
        (*self as u64, (*self >> 64) as u64).write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let (low, high) = <(u64, u64)>::read(input)?;
        Ok(u128::from(high) << 64 | u128::from(low))
    }
}

impl Wire for u32 {
    fn write(&self, out: &mut Vec<u8>) {
        u64::from(*self).write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        u32::try_from(u64::read(input)?).map_err(|_| WireError("number too large"))
    }
}

impl Wire for i64 {
    fn write(&self, out: &mut Vec<u8>) {
        (((*self << 1) ^ (*self >> 63)) as u64).write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let coded = u64::read(input)?;
        Ok((coded >> 1) as i64 ^ -((coded & 1) as i64))
    }
}

impl Wire for bool {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        match u8::read(input)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(WireError("not a truth value")),
        }
    }
}

impl Wire for String {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u64).write(out);
        out.extend_from_slice(self.as_bytes());
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let len = usize::try_from(u64::read(input)?).map_err(|_| WireError("length"))?;
        let bytes = input.get(..len).ok_or(WireError("end of input"))?;
        *input = &input[len..];
        String::from_utf8(bytes.to_vec()).map_err(|_| WireError("not UTF-8"))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u64).write(out);
        for item in self {
            item.write(out);
        }
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let len = u64::read(input)?;
        (0..len).map(|_| T::read(input)).collect()
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(if bool::read(input)? { Some(T::read(input)?) } else { None })
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok((A::read(input)?, B::read(input)?))
    }
}

impl<A: Wire, B: Wire, C: Wire> Wire for (A, B, C) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok((A::read(input)?, B::read(input)?, C::read(input)?))
    }
}

impl Wire for () {
    fn write(&self, _: &mut Vec<u8>) {}
    fn read(_: &mut &[u8]) -> Result<Self, WireError> {
        Ok(())
    }
}

impl Wire for Stop {
    fn write(&self, out: &mut Vec<u8>) {
        let (tag, text) = match self {
            Stop::Time => (0, None),
            Stop::Memory => (1, None),
            Stop::Steps => (2, None),
            Stop::Cancelled => (3, None),
            Stop::Unsupported(text) => (4, Some(text)),
            Stop::Approximate(text) => (5, Some(text)),
            Stop::Solver(text) => (6, Some(text)),
            Stop::Bug(text) => (7, Some(text)),
            Stop::Partial(text) => (8, Some(text)),
            Stop::Full(text) => (9, Some(text)),
        };
        out.push(tag);
        if let Some(text) = text {
            text.write(out);
        }
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(match u8::read(input)? {
            0 => Stop::Time,
            1 => Stop::Memory,
            2 => Stop::Steps,
            3 => Stop::Cancelled,
            4 => Stop::Unsupported(String::read(input)?),
            5 => Stop::Approximate(String::read(input)?),
            6 => Stop::Solver(String::read(input)?),
            7 => Stop::Bug(String::read(input)?),
            8 => Stop::Partial(String::read(input)?),
            9 => Stop::Full(String::read(input)?),
            _ => return Err(WireError("not a reason to stop")),
        })
    }
}

impl Wire for Bits {
    fn write(&self, out: &mut Vec<u8>) {
        self.width().write(out);
        out.extend(self.to_le_bytes());
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let width = u32::read(input)?;
        if width == 0 {
            return Err(WireError("a value without bits"));
        }
        let len = width.div_ceil(8) as usize;
        let bytes = input.get(..len).ok_or(WireError("end of input"))?;
        let value = Bits::from_le_bytes(width, bytes);
        if !width.is_multiple_of(8) && bytes[len - 1] >> (width % 8) != 0 {
            return Err(WireError("bits beyond the width"));
        }
        *input = &input[len..];
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let value = (vec![Some(0u64), None, Some(u64::MAX)], vec![i64::MIN, -1, 0, 1, i64::MAX]);
        assert_eq!(Wire::from_bytes(&value.to_bytes()), Ok(value));
        let bits = Bits::from_u64(70, 5).neg();
        assert_eq!(Bits::from_bytes(&bits.to_bytes()), Ok(bits));
    }

    #[test]
    fn reasons_come_back_as_they_were() {
        let text = || "why".to_owned();
        let plain = vec![Stop::Time, Stop::Memory, Stop::Steps, Stop::Cancelled];
        let mut told = vec![Stop::Unsupported(text()), Stop::Approximate(text()), Stop::Solver(text())];
        told.extend([Stop::Bug(text()), Stop::Partial(text()), Stop::Full(text())]);
        let all = (plain, (), told);
        assert_eq!(Wire::from_bytes(&all.to_bytes()), Ok(all));
        assert!(Stop::from_bytes(&[8]).is_err() && Stop::from_bytes(&[7]).is_err());
    }

    #[test]
    fn broken_input_is_an_error() {
        assert!(String::from_bytes(&[200, 1, b'x']).is_err());
        assert!(Vec::<u64>::from_bytes(&[255; 9]).is_err());
        assert!(u64::from_bytes(&[1, 2]).is_err(), "left-over bytes");
        assert!(Bits::from_bytes(&[4, 0xff]).is_err(), "bits beyond the width");
        assert!(Bits::from_bytes(&[0]).is_err(), "no bits at all");
    }
}
