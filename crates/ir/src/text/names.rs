//! The words of the text form: one table per family, read by both the printer and the parser.

use crate::expr::{Binary, Cast, Rounding, Unary};
use crate::types::{Format, Scalar};

/// One table gives the exhaustive match and its inverse.
macro_rules! names {
    ($ty:ident, $name:ident, $find:ident, $($variant:ident $(($mode:ident))? = $text:literal),+ $(,)?) => {
        pub(super) fn $name(op: $ty) -> &'static str {
            match op { $($ty::$variant $((Rounding::$mode))? => $text),+ }
        }
        pub(super) fn $find(name: &str) -> Option<$ty> {
            match name { $($text => Some($ty::$variant $((Rounding::$mode))?),)+ _ => None }
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
    FSqrt(NearestEven) = "fsqrt",
    FSqrt(NearestAway) = "fsqrt_away",
    FSqrt(Up) = "fsqrt_up",
    FSqrt(Down) = "fsqrt_down",
    FSqrt(Zero) = "fsqrt_zero",
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
    FAdd(NearestEven) = "fadd",
    FAdd(NearestAway) = "fadd_away",
    FAdd(Up) = "fadd_up",
    FAdd(Down) = "fadd_down",
    FAdd(Zero) = "fadd_zero",
    FSub(NearestEven) = "fsub",
    FSub(NearestAway) = "fsub_away",
    FSub(Up) = "fsub_up",
    FSub(Down) = "fsub_down",
    FSub(Zero) = "fsub_zero",
    FMul(NearestEven) = "fmul",
    FMul(NearestAway) = "fmul_away",
    FMul(Up) = "fmul_up",
    FMul(Down) = "fmul_down",
    FMul(Zero) = "fmul_zero",
    FDiv(NearestEven) = "fdiv",
    FDiv(NearestAway) = "fdiv_away",
    FDiv(Up) = "fdiv_up",
    FDiv(Down) = "fdiv_down",
    FDiv(Zero) = "fdiv_zero",
    FMod = "fmod",
    FEq = "feq",
    FLt = "flt",
    FLe = "fle",
    PtrDiff = "ptrdiff",
    PtrGap = "ptrgap",
);

names!(
    Cast,
    cast,
    find_cast,
    Trunc = "trunc",
    ZExt = "zext",
    SExt = "sext",
    FToF(NearestEven) = "ftof",
    FToF(NearestAway) = "ftof_away",
    FToF(Up) = "ftof_up",
    FToF(Down) = "ftof_down",
    FToF(Zero) = "ftof_zero",
    SToF(NearestEven) = "stof",
    SToF(NearestAway) = "stof_away",
    SToF(Up) = "stof_up",
    SToF(Down) = "stof_down",
    SToF(Zero) = "stof_zero",
    UToF(NearestEven) = "utof",
    UToF(NearestAway) = "utof_away",
    UToF(Up) = "utof_up",
    UToF(Down) = "utof_down",
    UToF(Zero) = "utof_zero",
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
        | Binary::FAdd(_)
        | Binary::FSub(_)
        | Binary::FMul(_)
        | Binary::FDiv(_)
        | Binary::FMod
        | Binary::FEq
        | Binary::FLt
        | Binary::FLe
        | Binary::PtrDiff
        | Binary::PtrGap => None,
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
const RESERVED: [&str; 34] = [
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
    "approximate",
    "inspect",
    "join",
    "thread",
    "await",
    "atomic",
    "log",
    "unsupported",
    "goto",
    "branch",
    "switch",
    "return",
    "exit",
    "abort",
    "exit_thread",
    "unreachable",
    "check",
    "prop",
    "else",
    "not",
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
