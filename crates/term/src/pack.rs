//! A closed cone of terms with its own numbering: what crosses a job's border.
//!
//! A pack is data. Reading one from bytes checks it completely, sorts included: importing it cannot panic, whatever the
//! bytes were. Importing makes the terms anew, so that they are simplified and shared with those already there; free
//! constants are identified by name.

use crate::builder::Builder;
use crate::dag::{Dag, Op, Sort, Term};
use hashbrown::HashMap;
use hecaton_base::float::Format;
use hecaton_base::{Bits, Wire, WireError};
use rustc_hash::FxBuildHasher;

/// Terms and all they are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Free constants by name.
    symbols: Vec<(String, Sort)>,
    consts: Vec<Bits>,
    /// In an order in which arguments come first.
    nodes: Vec<Packed>,
    roots: Vec<u32>,
}

/// A term of a pack. Constants and symbols are numbered within the pack.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Packed {
    Const(u32),
    Var(u32),
    /// Any other operator, with arguments by number.
    Node(Op, Vec<u32>),
}

/// Two free constants of one name but different sorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash(pub String);

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` has two sorts", self.0)
    }
}

impl std::error::Error for Clash {}

impl Pack {
    /// The cone of some terms.
    pub fn of(dag: &Dag, roots: &[Term]) -> Pack {
        let mut pack = Pack { symbols: Vec::new(), consts: Vec::new(), nodes: Vec::new(), roots: Vec::new() };
        let mut numbers: HashMap<Term, u32, FxBuildHasher> = HashMap::default();
        for term in dag.cone(roots) {
            let packed = match dag.op(term) {
                Op::Const(id) => {
                    pack.consts.push(dag.constant(id).clone());
                    Packed::Const(pack.consts.len() as u32 - 1)
                }
                Op::Var(symbol) => {
                    pack.symbols.push((dag.symbol_name(symbol).to_string(), dag.sort(term)));
                    Packed::Var(pack.symbols.len() as u32 - 1)
                }
                op => Packed::Node(op, dag.args(term).iter().map(|a| numbers[a]).collect()),
            };
            numbers.insert(term, pack.nodes.len() as u32);
            pack.nodes.push(packed);
        }
        pack.roots = roots.iter().map(|root| numbers[root]).collect();
        pack
    }
    /// How many terms there are, arguments included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Checks that numbers are in range and sorts fit.
    fn check(&self) -> Result<(), WireError> {
        let mut names: HashMap<&str, (), FxBuildHasher> = HashMap::default();
        if !self.symbols.iter().all(|(name, _)| names.insert(name, ()).is_none()) {
            return Err(WireError("a free constant declared twice"));
        }
        let mut sorts: Vec<Sort> = Vec::new();
        for node in &self.nodes {
            let sort = match node {
                Packed::Const(id) => self.consts.get(*id as usize).map(|value| Sort::Bits(value.width())),
                Packed::Var(id) => self.symbols.get(*id as usize).map(|(_, sort)| *sort),
                Packed::Node(op, args) => {
                    let args: Option<Vec<Sort>> = args.iter().map(|a| sorts.get(*a as usize).copied()).collect();
                    args.and_then(|args| op.result(&args))
                }
            };
            sorts.push(sort.ok_or(WireError("an ill-sorted term"))?);
        }
        match self.roots.iter().all(|root| (*root as usize) < sorts.len()) {
            true => Ok(()),
            false => Err(WireError("a root that is not there")),
        }
    }
}

impl Dag {
    /// The terms that some terms are made of, themselves included, arguments first.
    pub fn cone(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen: hashbrown::HashSet<Term, FxBuildHasher> = roots.iter().copied().collect();
        let mut cone: Vec<Term> = seen.iter().copied().collect();
        let mut next = 0;
        while next < cone.len() {
            let new = self.args(cone[next]).iter().filter(|arg| seen.insert(**arg));
            cone.extend(new);
            next += 1;
        }
        cone.sort_unstable();
        cone
    }
}

impl Builder {
    /// The roots of a pack, made anew. An error if a free constant exists with another sort; some terms may have been
    /// made then.
    pub fn try_import(&mut self, pack: &Pack) -> Result<Vec<Term>, Clash> {
        for (name, sort) in &pack.symbols {
            if self.symbol_sort(name).is_some_and(|existing| existing != *sort) {
                return Err(Clash(name.clone()));
            }
        }
        let mut terms: Vec<Term> = Vec::with_capacity(pack.nodes.len());
        let mut args: Vec<Term> = Vec::new();
        for node in &pack.nodes {
            let term = match node {
                Packed::Const(id) => self.bits(pack.consts[*id as usize].clone()),
                Packed::Var(id) => {
                    let (name, sort) = &pack.symbols[*id as usize];
                    self.var(name, *sort)
                }
                Packed::Node(op, numbers) => {
                    args.clear();
                    args.extend(numbers.iter().map(|n| terms[*n as usize]));
                    self.mk(*op, &args)
                }
            };
            terms.push(term);
        }
        Ok(pack.roots.iter().map(|root| terms[*root as usize]).collect())
    }
    /// The roots of a pack, made anew. Panics if a free constant exists with another sort: within one task, names are
    /// given out once.
    pub fn import(&mut self, pack: &Pack) -> Vec<Term> {
        self.try_import(pack).unwrap_or_else(|clash| panic!("{clash}"))
    }
}

impl Wire for Sort {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Sort::Bool => out.push(0),
            Sort::Bits(width) => {
                out.push(1);
                width.write(out);
            }
            Sort::Float(format) => {
                out.push(2);
                write_format(*format, out);
            }
            Sort::Array { index, elem } => {
                out.push(3);
                (*index, *elem).write(out);
            }
        }
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let sort = match u8::read(input)? {
            0 => Sort::Bool,
            1 => Sort::Bits(u32::read(input)?),
            2 => Sort::Float(read_format(input)?),
            3 => Sort::Array { index: u32::read(input)?, elem: u32::read(input)? },
            _ => return Err(WireError("not a sort")),
        };
        if sort.is_valid() { Ok(sort) } else { Err(WireError("a sort that does not exist")) }
    }
}

fn write_format(format: Format, out: &mut Vec<u8>) {
    (format.exp, format.sig).write(out);
}
fn read_format(input: &mut &[u8]) -> Result<Format, WireError> {
    let (exp, sig) = Wire::read(input)?;
    let format = Format { exp, sig };
    if Sort::Float(format).is_valid() { Ok(format) } else { Err(WireError("a float format that does not exist")) }
}

/// The operators without parameters, by their number on the wire.
const PLAIN: [Op; 49] = [
    Op::True,
    Op::False,
    Op::Not,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Eq,
    Op::Ite,
    Op::BvNot,
    Op::BvNeg,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
    Op::BvConcat,
    Op::Select,
    Op::Store,
    Op::FpToBits,
    Op::FpNeg,
    Op::FpAbs,
    Op::FpAdd,
    Op::FpMul,
    Op::FpDiv,
    Op::FpFma,
    Op::FpSqrt,
    Op::FpRem,
    Op::FpMod,
    Op::FpRoundIntegral,
    Op::FpEq,
    Op::FpLt,
    Op::FpLe,
    Op::FpIsNan,
    Op::FpIsInf,
    Op::FpIsZero,
    Op::FpIsNormal,
    Op::FpIsSubnormal,
    Op::FpIsNeg,
];

/// Numbers of the operators with parameters, of constants and of free constants.
mod tag {
    pub const CONST: u8 = 100;
    pub const VAR: u8 = 101;
    pub const EXTRACT: u8 = 102;
    pub const ZEXT: u8 = 103;
    pub const SEXT: u8 = 104;
    pub const ARRAY_CONST: u8 = 105;
    pub const FROM_BITS: u8 = 106;
    pub const TO_FP: u8 = 107;
    pub const FROM_SIGNED: u8 = 108;
    pub const FROM_UNSIGNED: u8 = 109;
    pub const TO_SIGNED: u8 = 110;
    pub const TO_UNSIGNED: u8 = 111;
}

fn write_op(op: Op, out: &mut Vec<u8>) {
    let number = |tag: u8, value: u32, out: &mut Vec<u8>| {
        out.push(tag);
        value.write(out);
    };
    let format = |tag: u8, format: Format, out: &mut Vec<u8>| {
        out.push(tag);
        write_format(format, out);
    };
    match op {
        Op::BvExtract { hi, lo } => {
            out.push(tag::EXTRACT);
            (hi, lo).write(out);
        }
        Op::BvZext(by) => number(tag::ZEXT, by, out),
        Op::BvSext(by) => number(tag::SEXT, by, out),
        Op::ArrayConst(index) => number(tag::ARRAY_CONST, index, out),
        Op::FpToSigned(width) => number(tag::TO_SIGNED, width, out),
        Op::FpToUnsigned(width) => number(tag::TO_UNSIGNED, width, out),
        Op::FpFromBits(f) => format(tag::FROM_BITS, f, out),
        Op::FpToFp(f) => format(tag::TO_FP, f, out),
        Op::FpFromSigned(f) => format(tag::FROM_SIGNED, f, out),
        Op::FpFromUnsigned(f) => format(tag::FROM_UNSIGNED, f, out),
        plain => {
            let number = PLAIN.iter().position(|op| *op == plain).unwrap_or_else(|| panic!("{plain:?} has no number"));
            out.push(number as u8);
        }
    }
}

fn read_op(number: u8, input: &mut &[u8]) -> Result<Op, WireError> {
    Ok(match number {
        tag::EXTRACT => Op::BvExtract { hi: u32::read(input)?, lo: u32::read(input)? },
        tag::ZEXT => Op::BvZext(u32::read(input)?),
        tag::SEXT => Op::BvSext(u32::read(input)?),
        tag::ARRAY_CONST => Op::ArrayConst(u32::read(input)?),
        tag::TO_SIGNED => Op::FpToSigned(u32::read(input)?),
        tag::TO_UNSIGNED => Op::FpToUnsigned(u32::read(input)?),
        tag::FROM_BITS => Op::FpFromBits(read_format(input)?),
        tag::TO_FP => Op::FpToFp(read_format(input)?),
        tag::FROM_SIGNED => Op::FpFromSigned(read_format(input)?),
        tag::FROM_UNSIGNED => Op::FpFromUnsigned(read_format(input)?),
        plain => PLAIN.get(usize::from(plain)).copied().ok_or(WireError("not an operator"))?,
    })
}

impl Wire for Packed {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Packed::Const(id) => {
                out.push(tag::CONST);
                id.write(out);
            }
            Packed::Var(id) => {
                out.push(tag::VAR);
                id.write(out);
            }
            Packed::Node(op, args) => {
                write_op(*op, out);
                args.write(out);
            }
        }
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        Ok(match u8::read(input)? {
            tag::CONST => Packed::Const(u32::read(input)?),
            tag::VAR => Packed::Var(u32::read(input)?),
            number => Packed::Node(read_op(number, input)?, Wire::read(input)?),
        })
    }
}

impl Wire for Pack {
    fn write(&self, out: &mut Vec<u8>) {
        self.symbols.write(out);
        self.consts.write(out);
        self.nodes.write(out);
        self.roots.write(out);
    }
    fn read(input: &mut &[u8]) -> Result<Self, WireError> {
        let symbols = Wire::read(input)?;
        let count = u64::read(input)?;
        let consts = (0..count).map(|_| read_bits(input)).collect::<Result<_, _>>()?;
        let pack = Pack { symbols, consts, nodes: Wire::read(input)?, roots: Wire::read(input)? };
        pack.check()?;
        Ok(pack)
    }
}

/// A constant whose width is checked first.
fn read_bits(input: &mut &[u8]) -> Result<Bits, WireError> {
    let width = u32::read(&mut &**input)?;
    if Sort::Bits(width).is_valid() { Bits::read(input) } else { Err(WireError("a width that does not exist")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Maker, Random};
    use crate::{Level, eval};
    use std::collections::BTreeMap;

    fn random_terms(seed: u64) -> (Builder, Vec<Term>) {
        let width = [1, 3, 8, 32, 70][seed as usize % 5];
        let mut b = Builder::with_level(Level::None);
        let mut maker = Maker::new(seed, width);
        let roots =
            (0..4).map(|i| maker.term(&mut b, if i % 2 == 0 { Sort::Bool } else { Sort::Bits(width) }, 4)).collect();
        (b, roots)
    }

    #[test]
    fn a_pack_survives_the_wire_and_keeps_its_meaning() {
        for seed in 0..200 {
            let (b, roots) = random_terms(seed);
            let pack = Pack::of(&b, &roots);
            let again = Pack::from_bytes(&pack.to_bytes()).expect("what was written");
            assert_eq!(again, pack);
            let mut other = Builder::new();
            other.var("something else", Sort::Bool);
            let imported = other.import(&again);
            let mut random = Random::new(seed);
            for _ in 0..4 {
                let values: BTreeMap<String, crate::Value> = b
                    .symbols()
                    .map(|s| (b.symbol_name(s).to_string(), random.value(b.sort(b.symbol_term(s)))))
                    .collect();
                let of = |dag: &Dag, roots: &[Term]| {
                    eval::eval(dag, &|symbol| values.get(dag.symbol_name(symbol)).cloned(), roots)
                };
                assert_eq!(of(&b, &roots), of(&other, &imported), "seed {seed}");
            }
        }
    }

    #[test]
    fn broken_bytes_are_an_error_or_another_pack() {
        let mut random = Random::new(7);
        let mut accepted = 0;
        for seed in 0..60 {
            let (b, roots) = random_terms(seed);
            let bytes = Pack::of(&b, &roots).to_bytes();
            for _ in 0..60 {
                let mut broken = bytes.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(broken.len());
                    broken[at] = random.next() as u8;
                }
                if random.chance(30) {
                    broken.truncate(random.below(broken.len()));
                }
                if let Ok(pack) = Pack::from_bytes(&broken) {
                    accepted += 1;
                    let _ = Builder::new().try_import(&pack);
                }
            }
        }
        assert!(accepted > 0);
    }

    #[test]
    fn every_operator_has_its_number() {
        for (number, op) in PLAIN.iter().enumerate() {
            let mut out = Vec::new();
            write_op(*op, &mut out);
            assert_eq!(out, [number as u8]);
        }
    }

    #[test]
    fn clashing_names_are_an_error() {
        let mut b = Builder::new();
        let x = b.var("x", Sort::Bool);
        let pack = Pack::of(&b, &[x]);
        let mut other = Builder::new();
        other.var("x", Sort::Bits(8));
        assert_eq!(other.try_import(&pack), Err(Clash("x".to_string())));
    }
}
