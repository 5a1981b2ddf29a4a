//! The wire encoding of what crosses a job's border: ids, places and choices.

use crate::program::{BlockId, Choice, Content, FileId, FuncId, Loc, Place, PropId, Span};
use hecaton_base::{Bits, Id as _, Wire, WireError};

macro_rules! ids {
    ($($id:ident),+) => {$(
        impl Wire for $id {
            fn write(&self, out: &mut Vec<u8>) {
                (self.index() as u64).write(out);
            }
            fn read(input: &mut &[u8]) -> Result<Self, WireError> {
                Ok($id::new(u32::read(input)? as usize))
            }
        }
    )+};
}

ids!(PropId, FuncId, BlockId, FileId);

impl Wire for Loc {
    fn write(&self, out: &mut Vec<u8>) {
        self.func.write(out);
        self.block.write(out);
        self.inst.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Loc { func: Wire::read(input)?, block: Wire::read(input)?, inst: Wire::read(input)? })
    }
}

impl Wire for Span {
    fn write(&self, out: &mut Vec<u8>) {
        self.file.write(out);
        self.line.write(out);
        self.col.write(out);
        self.len.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Span {
            file: Wire::read(input)?,
            line: Wire::read(input)?,
            col: Wire::read(input)?,
            len: Wire::read(input)?,
        })
    }
}

impl Wire for Place {
    fn write(&self, out: &mut Vec<u8>) {
        self.address.write(out);
        self.bytes.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Place { address: Wire::read(input)?, bytes: Wire::read(input)? })
    }
}

impl Wire for Content {
    fn write(&self, out: &mut Vec<u8>) {
        self.object.write(out);
        self.bytes.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(Content { object: Wire::read(input)?, bytes: Wire::read(input)? })
    }
}

impl Wire for Choice {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Choice::Input(bits) => {
                out.push(0);
                bits.write(out);
            }
            Choice::Place(place) => {
                out.push(1);
                place.write(out);
            }
            Choice::Branch(taken) => {
                out.push(2);
                taken.write(out);
            }
            Choice::Switch(thread) => {
                out.push(3);
                thread.write(out);
            }
            Choice::Clobber(contents) => {
                out.push(4);
                contents.write(out);
            }
            Choice::Functions(functions) => {
                out.push(5);
                let functions: Vec<(u32, u64)> = functions.iter().map(|(f, at)| (f.index() as u32, *at)).collect();
                functions.write(out);
            }
        }
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        match u8::read(input)? {
            0 => {
                // A width of zero is not a value: `Bits` has at least one bit.
                let mut ahead = *input;
                if u32::read(&mut ahead)? == 0 {
                    return Err(WireError("a value without bits"));
                }
                Ok(Choice::Input(Bits::read(input)?))
            }
            1 => Ok(Choice::Place(Place::read(input)?)),
            2 => Ok(Choice::Branch(bool::read(input)?)),
            3 => Ok(Choice::Switch(u32::read(input)?)),
            4 => Ok(Choice::Clobber(Vec::read(input)?)),
            5 => {
                let functions: Vec<(u32, u64)> = Wire::read(input)?;
                Ok(Choice::Functions(functions.into_iter().map(|(f, at)| (FuncId::new(f as usize), at)).collect()))
            }
            _ => Err(WireError("not a choice")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_back_as_they_were() {
        let choices = vec![
            Choice::Input(Bits::from_i64(32, -7)),
            Choice::Input(Bits::from_u64(1, 1)),
            Choice::Input(Bits::from_i64(128, -1)),
            Choice::Place(Place { address: Some(u64::MAX), bytes: vec![(0, 1), (1 << 40, 255)] }),
            Choice::Place(Place::default()),
            Choice::Functions(vec![(FuncId::new(3), 0x1234), (FuncId::new(7), u64::MAX - 1)]),
            Choice::Branch(true),
            Choice::Switch(3),
            Choice::Clobber(vec![Content { object: 7, bytes: vec![(2, 9)] }, Content::default()]),
        ];
        assert_eq!(Wire::from_bytes(&choices.to_bytes()), Ok(choices));
    }

    #[test]
    fn broken_choices_are_errors() {
        for bytes in [&[5u8][..], &[4], &[0, 0], &[0, 0x80, 0], &[0, 8], &[1, 1], &[]] {
            assert!(Choice::from_bytes(bytes).is_err(), "{bytes:?}");
        }
    }
}
