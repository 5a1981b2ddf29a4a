//! The DAG: nodes in the order of their making, so that a term's arguments have smaller numbers than the term.

use hecaton_base::float::Format;
use hecaton_base::{Bits, Map, id};
use serde::{Deserialize, Serialize};

id!(
    /// A term of one DAG. Arguments have smaller numbers.
    Term,
    "t"
);
id!(
    /// A free constant ("variable") of one DAG.
    #[derive(Serialize, Deserialize)]
    Symbol,
    "y"
);
id!(
    /// A bit-vector constant of one DAG.
    #[derive(Serialize, Deserialize)]
    ConstId,
    "c"
);

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width of at least 1.
    Bits(u32),
    /// IEEE floats.
    Float(Format),
    /// Total maps from bit-vectors of one width to bit-vectors of another.
    Array {
        /// Width of the index.
        index: u32,
        /// Width of the element.
        elem: u32,
    },
}

/// The operators, with the meaning of the SMT-LIB theories of the same name.
///
/// Rounding modes are bit-vectors of width 3 with the numbers of `hecaton_base::float::Rounding`; 5, 6 and 7 mean
/// towards zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the theories")]
pub enum Op {
    // Leaves.
    True,
    False,
    /// A bit-vector constant. Its number means nothing to another DAG: packs have numbers of their own.
    Const(ConstId),
    /// A free constant of any sort. Its number means nothing to another DAG either.
    Var(Symbol),

    // Core. `And` and `Or` take two arguments; `Eq` and `Ite` any sort. Float `Eq` is identity of values (NaN = NaN,
    // +0 ≠ −0); IEEE equality is `FpEq`.
    Not,
    And,
    Or,
    Xor,
    Eq,
    Ite,

    // Bit-vectors. There is no subtraction: `a - b` is `a + -b`.
    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    BvAdd,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    /// First argument high.
    BvConcat,
    BvExtract {
        hi: u32,
        lo: u32,
    },
    /// Extended by that many bits.
    BvZext(u32),
    BvSext(u32),

    // Arrays.
    /// The array that holds its argument everywhere; the field is the index width.
    ArrayConst(u32),
    Select,
    Store,

    // Floats. Those that round take the mode first.
    /// The float with this encoding; all NaN encodings give the one NaN.
    FpFromBits(Format),
    /// The encoding; of NaN, the canonical one (sign 0, top fraction bit 1).
    FpToBits,
    FpNeg,
    FpAbs,
    FpAdd,
    FpMul,
    FpDiv,
    /// `FpFma(rm, a, b, c)` is `a·b + c` rounded once.
    FpFma,
    FpSqrt,
    /// IEEE remainder: quotient rounded to nearest even. Exact, no mode.
    FpRem,
    /// C's `fmod`: quotient truncated. Exact, no mode.
    FpMod,
    FpRoundIntegral,
    FpEq,
    FpLt,
    FpLe,
    FpIsNan,
    FpIsInf,
    FpIsZero,
    FpIsNormal,
    FpIsSubnormal,
    /// Sign bit set and not NaN.
    FpIsNeg,
    /// To another float format.
    FpToFp(Format),
    FpFromSigned(Format),
    FpFromUnsigned(Format),
    /// To a signed bit-vector of that width; NaN, infinities and what does not fit give only the top bit set.
    FpToSigned(u32),
    /// To an unsigned bit-vector of that width; the rest as for `FpToSigned`.
    FpToUnsigned(u32),
}

/// The widest bit-vector there is. Wide enough for any object, and sums of widths do not overflow.
pub const MAX_WIDTH: u32 = 1 << 26;

impl Sort {
    /// Whether there are values of this sort: widths are from 1 to `MAX_WIDTH`, formats are IEEE-like.
    pub fn is_valid(self) -> bool {
        let width = |w: u32| (1..=MAX_WIDTH).contains(&w);
        match self {
            Sort::Bool => true,
            Sort::Bits(w) => width(w),
            Sort::Float(Format { exp, sig }) => (2..=19).contains(&exp) && (2..=512).contains(&sig),
            Sort::Array { index, elem } => width(index) && width(elem),
        }
    }
}

impl Op {
    /// The sort of the operator's result; `None` if the arguments do not fit, or if it is a constant or free constant,
    /// whose sort only their owner knows.
    pub fn result(self, sorts: &[Sort]) -> Option<Sort> {
        use Sort::{Array, Bits, Bool, Float};
        let rm = Bits(3);
        let found = match (self, sorts) {
            (Op::True | Op::False, []) => Some(Bool),
            (Op::Not, [Bool]) | (Op::And | Op::Or | Op::Xor, [Bool, Bool]) => Some(Bool),
            (Op::Eq, [a, b]) if a == b => Some(Bool),
            (Op::Ite, [Bool, a, b]) if a == b => Some(*a),
            (Op::BvNot | Op::BvNeg, [Bits(w)]) => Some(Bits(*w)),
            (
                Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::BvAdd
                | Op::BvMul
                | Op::BvUdiv
                | Op::BvUrem
                | Op::BvSdiv
                | Op::BvSrem
                | Op::BvShl
                | Op::BvLshr
                | Op::BvAshr,
                [Bits(a), Bits(b)],
            ) if a == b => Some(Bits(*a)),
            (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, [Bits(a), Bits(b)]) if a == b => Some(Bool),
            (Op::BvConcat, [Bits(a), Bits(b)]) => Some(Bits(a + b)),
            (Op::BvExtract { hi, lo }, [Bits(w)]) if lo <= hi && hi < *w => Some(Bits(hi - lo + 1)),
            (Op::BvZext(by) | Op::BvSext(by), [Bits(w)]) => Some(Bits(w.saturating_add(by))),
            (Op::ArrayConst(index), [Bits(elem)]) => Some(Array { index, elem: *elem }),
            (Op::Select, [Array { index, elem }, Bits(i)]) if index == i => Some(Bits(*elem)),
            (Op::Store, [Array { index, elem }, Bits(i), Bits(e)]) if index == i && elem == e => Some(sorts[0]),
            (Op::FpFromBits(format), [Bits(w)]) if format.bits() == *w => Some(Float(format)),
            (Op::FpToBits, [Float(format)]) => Some(Bits(format.bits())),
            (Op::FpNeg | Op::FpAbs, [Float(_)]) => Some(sorts[0]),
            (Op::FpAdd | Op::FpMul | Op::FpDiv, [m, Float(a), Float(b)]) if *m == rm && a == b => Some(sorts[1]),
            (Op::FpFma, [m, Float(a), Float(b), Float(c)]) if *m == rm && a == b && b == c => Some(sorts[1]),
            (Op::FpSqrt | Op::FpRoundIntegral, [m, Float(_)]) if *m == rm => Some(sorts[1]),
            (Op::FpRem | Op::FpMod, [Float(a), Float(b)]) if a == b => Some(sorts[0]),
            (Op::FpEq | Op::FpLt | Op::FpLe, [Float(a), Float(b)]) if a == b => Some(Bool),
            (
                Op::FpIsNan | Op::FpIsInf | Op::FpIsZero | Op::FpIsNormal | Op::FpIsSubnormal | Op::FpIsNeg,
                [Float(_)],
            ) => Some(Bool),
            (Op::FpToFp(format), [m, Float(_)]) if *m == rm => Some(Float(format)),
            (Op::FpFromSigned(format) | Op::FpFromUnsigned(format), [m, Bits(_)]) if *m == rm => Some(Float(format)),
            (Op::FpToSigned(w) | Op::FpToUnsigned(w), [m, Float(_)]) if *m == rm => Some(Bits(w)),
            _ => None,
        };
        found.filter(|sort| sort.is_valid())
    }
}

/// An operator applied to arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub op: Op,
    pub sort: Sort,
    pub start: u32,
    pub len: u8,
    /// For the rewriter: how many constants a tree of choices has.
    pub leaves: u8,
}

/// A free constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SymbolData {
    pub name: String,
    pub term: Term,
}

/// All terms of one builder, to be read.
#[derive(Clone, Debug, Default)]
pub struct Dag {
    pub(crate) nodes: Map<Term, Node>,
    pub(crate) args: Vec<Term>,
    pub(crate) consts: Map<ConstId, Bits>,
    pub(crate) symbols: Map<Symbol, SymbolData>,
}

impl Dag {
    /// The operator of a term.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term].op
    }
    /// The arguments of a term.
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term];
        &self.args[node.start as usize..node.start as usize + usize::from(node.len)]
    }
    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term].sort
    }
    /// The width of a bit-vector term.
    pub fn width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::Bits(width) => width,
            other => panic!("{other:?} has no width"),
        }
    }
    /// How many terms there are; they are numbered from 0.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    /// The value of a bit-vector constant.
    pub fn as_bits(&self, term: Term) -> Option<&Bits> {
        match self.op(term) {
            Op::Const(id) => Some(&self.consts[id]),
            _ => None,
        }
    }
    /// The value of a Boolean constant.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.op(term) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }
    /// The value of a bit-vector constant, if it fits.
    pub fn as_u64(&self, term: Term) -> Option<u64> {
        self.as_bits(term).and_then(Bits::to_u64)
    }
    /// The encoding of a float constant, which is written `FpFromBits` of a constant.
    pub fn as_float(&self, term: Term) -> Option<(Format, &Bits)> {
        match self.op(term) {
            Op::FpFromBits(format) => self.as_bits(self.args(term)[0]).map(|bits| (format, bits)),
            _ => None,
        }
    }
    /// The constant behind an id.
    pub fn constant(&self, id: ConstId) -> &Bits {
        &self.consts[id]
    }
    /// The name of a free constant.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol].name
    }
    /// The term of a free constant.
    pub fn symbol_term(&self, symbol: Symbol) -> Term {
        self.symbols[symbol].term
    }
    /// All free constants.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        self.symbols.keys()
    }
}
