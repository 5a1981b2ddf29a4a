//! The words of the text form: one table per family, read by both the printer and the parser.

use crate::expr::{Binary, Cast, Unary};
use crate::types::{Format, Scalar};

/// One table gives the exhaustive match and its inverse.
macro_rules! names {
    ($ty:ident, $name:ident, $find:ident, $($variant:ident = $text:literal),+ $(,)?) => {
        pub(super) fn $name(op: $ty) -> &'static str {
            match op { $($ty::$variant => $text),+ }
        }
        pub(super) fn $find(name: &str) -> Option<$ty> {
            match name { $($text => Some($ty::$variant),)+ _ => None }
        }
    };
}

names!(
    Unary,
    unary,
    find_unary,
    Not = "not",
    Neg = "neg",
    FNeg = "fneg",
    FAbs = "fabs",
    FSqrt = "fsqrt",
    FRint = "frint",
    FFloor = "ffloor",
    FCeil = "fceil",
    FTrunc = "ftrunc",
    FIsNan = "isnan",
    FIsInf = "isinf",
    FIsNeg = "isneg",
    FIsNormal = "isnormal",
    FIsZero = "iszero",
);

names!(
    Binary,
    binary,
    find_binary,
    Add = "add",
    Sub = "sub",
    Mul = "mul",
    UDiv = "udiv",
    SDiv = "sdiv",
    URem = "urem",
    SRem = "srem",
    And = "and",
    Or = "or",
    Xor = "xor",
    Shl = "shl",
    LShr = "lshr",
    AShr = "ashr",
    Eq = "eq",
    ULt = "ult",
    ULe = "ule",
    SLt = "slt",
    SLe = "sle",
    SAddOverflow = "sadd_overflow",
    SSubOverflow = "ssub_overflow",
    SMulOverflow = "smul_overflow",
    UAddOverflow = "uadd_overflow",
    USubOverflow = "usub_overflow",
    UMulOverflow = "umul_overflow",
    FAdd = "fadd",
    FSub = "fsub",
    FMul = "fmul",
    FDiv = "fdiv",
    FMod = "fmod",
    FEq = "feq",
    FLt = "flt",
    FLe = "fle",
    PtrDiff = "ptrdiff",
);

names!(
    Cast,
    cast,
    find_cast,
    Trunc = "trunc",
    ZExt = "zext",
    SExt = "sext",
    FToF = "ftof",
    SToF = "stof",
    UToF = "utof",
    FToS = "ftos",
    FToU = "ftou",
    PToI = "ptoi",
    IToP = "itop",
    FToBits = "ftobits",
    BitsToF = "bitstof",
);

/// The sign, with spaces, of an operator that is written between its operands; the others are written as functions.
pub(super) fn infix(op: Binary) -> Option<&'static str> {
    match op {
        Binary::Add => Some(" + "),
        Binary::Sub => Some(" - "),
        Binary::Mul => Some(" * "),
        Binary::And => Some(" & "),
        Binary::Or => Some(" | "),
        Binary::Xor => Some(" ^ "),
        Binary::Eq => Some(" == "),
        Binary::ULt => Some(" <u "),
        Binary::ULe => Some(" <=u "),
        Binary::SLt => Some(" <s "),
        Binary::SLe => Some(" <=s "),
        Binary::UDiv
        | Binary::SDiv
        | Binary::URem
        | Binary::SRem
        | Binary::Shl
        | Binary::LShr
        | Binary::AShr
        | Binary::SAddOverflow
        | Binary::SSubOverflow
        | Binary::SMulOverflow
        | Binary::UAddOverflow
        | Binary::USubOverflow
        | Binary::UMulOverflow
        | Binary::FAdd
        | Binary::FSub
        | Binary::FMul
        | Binary::FDiv
        | Binary::FMod
        | Binary::FEq
        | Binary::FLt
        | Binary::FLe
        | Binary::PtrDiff => None,
    }
}

/// The name of a scalar type.
pub(super) fn scalar(ty: Scalar) -> String {
    match ty {
        Scalar::Int(bits) => format!("i{bits}"),
        Scalar::Float(format) => float(format),
        Scalar::Ptr => "ptr".to_string(),
    }
}

/// The name of a float format.
pub(super) fn float(format: Format) -> String {
    match FLOATS.iter().find(|(_, known)| *known == format) {
        Some((name, _)) => name.to_string(),
        None => format!("float({}, {})", format.exp, format.sig),
    }
}

/// The float formats that have a name.
pub(super) const FLOATS: [(&str, Format); 5] = [
    ("f16", Format::HALF),
    ("f32", Format::SINGLE),
    ("f64", Format::DOUBLE),
    ("f80", Format::X87),
    ("f128", Format::QUAD),
];

/// Words that a name must be quoted to equal: those that can stand where a name can.
const RESERVED: [&str; 30] = [
    "clobber",
    "null",
    "var",
    "load",
    "store",
    "copy",
    "fill",
    "alloc",
    "free",
    "havoc",
    "assume",
    "assert",
    "call",
    "spawn",
    "join",
    "lock",
    "unlock",
    "atomic",
    "log",
    "unsupported",
    "goto",
    "branch",
    "switch",
    "return",
    "exit",
    "abort",
    "unreachable",
    "check",
    "prop",
    "else",
];

/// Whether a name means something of its own when it is not quoted.
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// Whether a character can begin a name that is not quoted.
pub(super) fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '%' || c == '$' || c == '.'
}

/// Whether a character can go on in a name that is not quoted.
pub(super) fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '%' || c == '$' || c == '.'
}
