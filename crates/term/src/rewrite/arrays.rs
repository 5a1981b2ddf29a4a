//! Reading and writing arrays.

use super::{Rule, rules};
use crate::builder::Builder;
use crate::dag::{Op, Term};

pub(super) const SELECT: &[Rule] = rules![
    Fold "select.filled" select_filled,
    Local "select.store" select_store,
    Local "select.choice" select_choice,
];
pub(super) const STORE: &[Rule] = rules![
    Local "store.read-back" store_read_back,
    Local "store.filled" store_filled,
    Local "store.store" store_store,
];

/// How many stores a read looks through.
const REACH: usize = 256;

fn select_filled(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    matches!(b.op(args[0]), Op::ArrayConst(_)).then(|| b.args(args[0])[0])
}

/// What a read finds.
enum Read {
    /// This value.
    Value(Term),
    /// What this array, below the stores that do not matter, holds.
    From(Term),
}

/// Looks through stores at indices that cannot be the one that is read.
fn look(b: &mut Builder, array: Term, index: Term) -> Read {
    let mut at = array;
    for _ in 0..REACH {
        match b.op(at) {
            Op::ArrayConst(_) => return Read::Value(b.args(at)[0]),
            Op::Store => {
                let (below, written, value) = (b.args(at)[0], b.args(at)[1], b.args(at)[2]);
                if written == index {
                    return Read::Value(value);
                }
                if !b.distinct(written, index) {
                    break;
                }
                at = below;
            }
            _ => break,
        }
    }
    Read::From(at)
}

fn select_store(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    match look(b, args[0], args[1]) {
        Read::Value(value) => Some(value),
        Read::From(array) => (array != args[0]).then(|| b.select(array, args[1])),
    }
}

/// From a choice of arrays, if both reads are settled or go to the same array.
fn select_choice(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    let (cond, yes, no) = b.as_ite(args[0])?;
    match (look(b, yes, args[1]), look(b, no, args[1])) {
        (Read::Value(yes), Read::Value(no)) => Some(b.ite(cond, yes, no)),
        (Read::From(yes), Read::From(no)) => (yes == no).then(|| b.select(yes, args[1])),
        (Read::Value(yes), Read::From(array)) => {
            let no = b.select(array, args[1]);
            Some(b.ite(cond, yes, no))
        }
        (Read::From(array), Read::Value(no)) => {
            let yes = b.select(array, args[1]);
            Some(b.ite(cond, yes, no))
        }
    }
}

/// Writing what is there already.
fn store_read_back(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (b.as_binary(Op::Select, args[2]) == Some((args[0], args[1]))).then_some(args[0])
}

fn store_filled(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    (matches!(b.op(args[0]), Op::ArrayConst(_)) && b.args(args[0])[0] == args[2]).then_some(args[0])
}

/// Writing twice to one place.
fn store_store(b: &mut Builder, _: Op, args: &[Term]) -> Option<Term> {
    if b.op(args[0]) != Op::Store || b.args(args[0])[1] != args[1] {
        return None;
    }
    let below = b.args(args[0])[0];
    Some(b.store(below, args[1], args[2]))
}
