//! Builtins that count, find or swap bits, as expressions: so they are constants where their operands are.

use super::library::Use;
use super::{Lowering, Res, Value};
use crate::ctype::IntKind;
use crate::fold;
use hecaton_base::Bits;
use hecaton_ir::{Binary, Expr, Op, Span};

/// What is asked of the bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Leading,
    Trailing,
    Ones,
    Parity,
    /// The position of the lowest one, from 1; 0 if there is none.
    First,
    /// Bits after the sign that are equal to it.
    Redundant,
}

/// How Clang's builtins turn the bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Over,
    Left,
    Right,
}

impl Lowering<'_> {
    /// `__builtin_clz` and its relatives.
    pub(super) fn bit_function(&mut self, call: &Use<'_>, name: &str) -> Res<Option<Value>> {
        if let Some(width) = name.strip_prefix("__builtin_bswap") {
            let kind = match width {
                "16" => IntKind::UShort,
                "32" => IntKind::UInt,
                "64" => self.ctypes.word64(false),
                "128" => IntKind::UInt128,
                _ => return Ok(None),
            };
            return self.swapped(call, kind).map(Some);
        }
        for (stem, turn) in [("bitreverse", Turn::Over), ("rotateleft", Turn::Left), ("rotateright", Turn::Right)] {
            let width = name.strip_prefix("__builtin_").and_then(|base| base.strip_prefix(stem));
            let kind = match width {
                Some("8") => IntKind::UChar,
                Some("16") => IntKind::UShort,
                Some("32") => IntKind::UInt,
                Some("64") => self.ctypes.word64(false),
                _ => continue,
            };
            return self.turned(call, turn, kind).map(Some);
        }
        let base = match name.strip_prefix("__builtin_") {
            Some(base) => base,
            None if matches!(name, "ffs" | "ffsl" | "ffsll") => name,
            None => return Ok(None),
        };
        let (count, suffix) = [
            ("clz", Count::Leading),
            ("ctz", Count::Trailing),
            ("popcount", Count::Ones),
            ("parity", Count::Parity),
            ("ffs", Count::First),
            ("clrsb", Count::Redundant),
        ]
        .into_iter()
        .find_map(|(stem, count)| base.strip_prefix(stem).map(|suffix| (Some(count), suffix)))
        .unwrap_or((None, ""));
        let Some(count) = count else { return Ok(None) };
        let kind = match suffix {
            "" => IntKind::UInt,
            "l" => IntKind::ULong,
            "ll" => IntKind::ULongLong,
            "imax" => self.ctypes.word64(false),
            // Of the argument's own type.
            "g" => self.integer_argument_kind(call, 0)?.to_unsigned(),
            _ => return Ok(None),
        };
        self.counted(call, count, kind).map(Some)
    }
    /// An argument, as an integer of that type that may be used more than once.
    fn bits_argument(&mut self, call: &Use<'_>, index: usize, kind: IntKind) -> Res<Expr> {
        let arg = call.arg(index)?;
        let value = self.rvalue(arg)?;
        let ty = self.int_type(kind);
        let value = self.convert(value, ty, arg.span)?;
        Ok(self.share(value, arg.span).e)
    }
    fn counted(&mut self, call: &Use<'_>, count: Count, kind: IntKind) -> Res<Value> {
        let span = call.span();
        let x = self.bits_argument(call, 0, kind)?;
        let width = self.bits_of(kind);
        let int = self.int_type(IntKind::Int);
        let zero = fold::binary(Binary::Eq, x.clone(), Expr::Int(Bits::zero(width)));
        let number = match count {
            Count::Ones => self.ones(x, width, span),
            Count::Parity => {
                let ones = self.ones(x, width, span);
                fold::binary(Binary::And, ones, Expr::int(32, 1))
            }
            Count::First => {
                let lowest = self.zeros(x, width, false, span);
                let position = fold::binary(Binary::Add, lowest, Expr::int(32, 1));
                fold::select(zero, Expr::int(32, 0), position)
            }
            Count::Redundant => {
                // Without its sign, and with a one below so that zero needs no care.
                let by = |n: u32| Expr::Int(Bits::from_u64(width, u64::from(n)));
                let sign = fold::binary(Binary::AShr, x.clone(), by(width - 1));
                let rest = fold::binary(Binary::Shl, fold::binary(Binary::Xor, x, sign), by(1));
                let ty = self.types.int(width, false);
                let rest = self.share_expr(fold::binary(Binary::Or, rest, by(1)), ty, span);
                self.zeros(rest, width, true, span)
            }
            Count::Leading | Count::Trailing => {
                if let Some(other) = call.args.get(1) {
                    // The generic ones may be told what they give for zero.
                    let value = self.rvalue(other)?;
                    let value = self.convert(value, int, other.span)?;
                    let found = self.zeros(x, width, count == Count::Leading, span);
                    let value = self.value(int, fold::select(zero, value.e, found));
                    return Ok(self.share(value, span));
                }
                // Undefined for zero: any number.
                let words = self.words(call.e);
                let claim = fold::not(zero.clone());
                if claim != Expr::truth() {
                    self.assertion(claim, format!("the argument is not zero in `{words}`"), span);
                }
                let found = self.zeros(x, width, count == Count::Leading, span);
                if zero == Expr::int(1, 0) {
                    found
                } else {
                    let any = self.temp(int, span);
                    self.emit(Op::Havoc { dst: any }, span);
                    fold::select(zero, Expr::Var(any), found)
                }
            }
        };
        let value = self.value(int, number);
        let value =
            if matches!(value.e, Expr::Int(_)) { value } else { Value { range: (0, i128::from(width)), ..value } };
        // What is found for zero is arbitrary.
        let value = match count {
            Count::Leading | Count::Trailing => self.value(int, value.e),
            Count::Ones | Count::Parity | Count::First | Count::Redundant => value,
        };
        Ok(self.share(value, span))
    }
    /// How many zeros there are before the first one, from the top or from the bottom, by halves. Of zero, one less
    /// than the width.
    fn zeros(&mut self, x: Expr, width: u32, leading: bool, span: Span) -> Expr {
        let ty = self.types.int(width, false);
        let (away, back) = if leading { (Binary::LShr, Binary::Shl) } else { (Binary::Shl, Binary::LShr) };
        let by = |n: u32| Expr::Int(Bits::from_u64(width, u64::from(n)));
        let (mut rest, mut number) = (x, Expr::int(32, 0));
        let mut half = width / 2;
        while half > 0 {
            let outer = fold::binary(away, rest.clone(), by(width - half));
            let empty = fold::binary(Binary::Eq, outer, by(0));
            let truth = self.types.int(1, false);
            let empty = self.share_expr(empty, truth, span);
            let step = fold::select(empty.clone(), Expr::int(32, i64::from(half)), Expr::int(32, 0));
            number = fold::binary(Binary::Or, number, step);
            let moved = fold::binary(back, rest.clone(), by(half));
            rest = self.share_expr(fold::select(empty, moved, rest), ty, span);
            half /= 2;
        }
        number
    }
    /// The number of ones, by sums of neighbours.
    fn ones(&mut self, x: Expr, width: u32, span: Span) -> Expr {
        let ty = self.types.int(width, false);
        let mut sums = x;
        let mut field = 1;
        while field < width {
            // The lower field of every pair.
            let pattern = (0..width).filter(|i| i / field % 2 == 0).fold(Bits::zero(width), |bits, i| {
                let one = Bits::from_u64(width, 1);
                bits.or(&one.shl(&Bits::from_u64(width, u64::from(i))))
            });
            let by = Expr::Int(Bits::from_u64(width, u64::from(field)));
            let low = fold::binary(Binary::And, sums.clone(), Expr::Int(pattern.clone()));
            let high = fold::binary(Binary::And, fold::binary(Binary::LShr, sums, by), Expr::Int(pattern));
            sums = self.share_expr(fold::binary(Binary::Add, low, high), ty, span);
            field *= 2;
        }
        fold::resize(sums, width, 32, false)
    }
    /// The bits in the opposite order, or rotated by the second argument.
    fn turned(&mut self, call: &Use<'_>, turn: Turn, kind: IntKind) -> Res<Value> {
        let x = self.bits_argument(call, 0, kind)?;
        let (width, ty) = (self.bits_of(kind), self.int_type(kind));
        let number = |n: u32| Expr::Int(Bits::from_u64(width, u64::from(n)));
        let e = match turn {
            Turn::Over => (0..width).fold(number(0), |all, i| {
                let bit = fold::binary(Binary::And, fold::binary(Binary::LShr, x.clone(), number(i)), number(1));
                fold::binary(Binary::Or, all, fold::binary(Binary::Shl, bit, number(width - 1 - i)))
            }),
            Turn::Left | Turn::Right => {
                let by = self.bits_argument(call, 1, kind)?;
                let by = fold::binary(Binary::And, by, number(width - 1));
                // The other way by what is left; of nothing, all of it, which gives zero.
                let rest = fold::binary(Binary::Sub, number(width), by.clone());
                let (there, back) =
                    if turn == Turn::Left { (Binary::Shl, Binary::LShr) } else { (Binary::LShr, Binary::Shl) };
                fold::binary(Binary::Or, fold::binary(there, x.clone(), by), fold::binary(back, x, rest))
            }
        };
        let value = self.value(ty, e);
        Ok(self.limit(value, call.span()))
    }
    /// The bytes in the opposite order.
    fn swapped(&mut self, call: &Use<'_>, kind: IntKind) -> Res<Value> {
        let x = self.bits_argument(call, 0, kind)?;
        let width = self.bits_of(kind);
        let mut result = Expr::Int(Bits::zero(width));
        for low in (0..width).step_by(8) {
            let by = |n: u32| Expr::Int(Bits::from_u64(width, u64::from(n)));
            let byte = fold::binary(Binary::LShr, x.clone(), by(low));
            let byte = fold::binary(Binary::And, byte, by(255));
            result = fold::binary(Binary::Or, result, fold::binary(Binary::Shl, byte, by(width - 8 - low)));
        }
        let ty = self.int_type(kind);
        let value = self.value(ty, result);
        Ok(self.limit(value, call.span()))
    }
}
