//! Expressions: trees without side effects over the variables of one function. Memory is only touched by
//! instructions, so an expression can be evaluated at any time and in any order.

use crate::program::{FuncId, GlobalId, VarId};
use crate::types::{Format, Scalar};
use hecaton_base::Bits;
pub use hecaton_base::float::Rounding;

/// A pure expression of scalar type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// Integer constant.
    Int(Bits),
    /// Float constant by its encoding.
    Float(Format, Bits),
    /// The null pointer.
    Null,
    /// The address of a global.
    Global(GlobalId),
    /// The address of a function.
    Func(FuncId),
    /// The value of a variable.
    Var(VarId),
    /// One operand.
    Unary(Unary, Box<Expr>),
    /// Two operands.
    Binary(Binary, Box<[Expr; 2]>),
    /// `cond ? yes : no`; the condition is `Int(1)`.
    Select(Box<[Expr; 3]>),
    /// Conversion to another scalar type.
    Cast(Cast, Scalar, Box<Expr>),
    /// A pointer moved by a number of bytes; the second operand is a pointer-wide integer, taken as signed.
    Offset(Box<[Expr; 2]>),
}

/// Operators on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Bitwise complement of an integer; negation of a condition.
    Not,
    /// Two's complement negation.
    Neg,
    /// Float: sign flipped.
    FNeg,
    /// Float: sign cleared.
    FAbs,
    /// Float: square root, rounded like this.
    FSqrt(Rounding),
    /// Float: round to an integral value: to nearest even.
    FRint,
    /// Float: round to an integral value: towards −∞.
    FFloor,
    /// Float: round to an integral value: towards +∞.
    FCeil,
    /// Float: round to an integral value: towards zero.
    FTrunc,
    /// Float: is not a number. Gives `Int(1)`.
    FIsNan,
    /// Float: is infinite. Gives `Int(1)`.
    FIsInf,
    /// Float: sign bit set, also that of a NaN. Gives `Int(1)`.
    FIsNeg,
    /// Float: normal number (not zero, subnormal, infinite or NaN). Gives `Int(1)`.
    FIsNormal,
    /// Float: zero of either sign. Gives `Int(1)`.
    FIsZero,
}

/// Operators on two operands of the same type. Arithmetic is modulo 2^width; division by zero has the SMT-LIB
/// meaning (a front end guards it with an assertion); a shift amount not below the width gives zero or all sign bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    /// Equality of integers or pointers. Gives `Int(1)`, as do all comparisons.
    Eq,
    /// Unsigned order of integers; order of addresses for pointers.
    ULt,
    ULe,
    SLt,
    SLe,
    /// Whether the signed sum does not fit. Gives `Int(1)`, as do the other overflow predicates.
    SAddOverflow,
    SSubOverflow,
    SMulOverflow,
    UAddOverflow,
    USubOverflow,
    UMulOverflow,
    /// Float arithmetic, rounded like this.
    FAdd(Rounding),
    FSub(Rounding),
    FMul(Rounding),
    FDiv(Rounding),
    /// The remainder of the truncated quotient.
    FMod,
    /// IEEE equality: NaN equals nothing, zeros are equal.
    FEq,
    FLt,
    FLe,
    /// Distance of two pointers in bytes, as a pointer-wide integer.
    PtrDiff,
    /// How far the first pointer lies behind the second one: their `PtrDiff`, but the greatest number if they are known
    /// to belong to different objects, which do not depend on each other's addresses then. Only of accesses that are
    /// valid: two of so many bytes are apart if neither gap is smaller.
    PtrGap,
}

/// Conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cast {
    /// Integer to a narrower one.
    Trunc,
    /// Integer to a wider one, zero-extended.
    ZExt,
    /// Integer to a wider one, sign-extended.
    SExt,
    /// Float to float, rounded like this.
    FToF(Rounding),
    /// Signed integer to float, rounded like this.
    SToF(Rounding),
    /// Unsigned integer to float, rounded like this.
    UToF(Rounding),
    /// Float to signed integer, towards zero; what does not fit gives the x86 "indefinite" value (only the top bit set).
    FToS,
    /// Float to unsigned integer, towards zero; what does not fit gives that same value.
    FToU,
    /// Pointer to pointer-wide integer: its address.
    PToI,
    /// Pointer-wide integer to pointer.
    IToP,
    /// Float to the integer with the same encoding.
    FToBits,
    /// Integer to the float with that encoding.
    BitsToF,
}

impl Binary {
    /// The operators on integers: arithmetic first, then those that give a condition.
    pub const INTEGER: [Binary; 24] = [
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::UDiv,
        Binary::SDiv,
        Binary::URem,
        Binary::SRem,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::Shl,
        Binary::LShr,
        Binary::AShr,
        Binary::Eq,
        Binary::ULt,
        Binary::ULe,
        Binary::SLt,
        Binary::SLe,
        Binary::SAddOverflow,
        Binary::SSubOverflow,
        Binary::SMulOverflow,
        Binary::UAddOverflow,
        Binary::USubOverflow,
        Binary::UMulOverflow,
    ];
    /// Whether the result is a condition (`Int(1)`) whatever the operands are: comparisons and overflow predicates.
    pub fn gives_truth(self) -> bool {
        match self {
            Binary::Eq
            | Binary::ULt
            | Binary::ULe
            | Binary::SLt
            | Binary::SLe
            | Binary::SAddOverflow
            | Binary::SSubOverflow
            | Binary::SMulOverflow
            | Binary::UAddOverflow
            | Binary::USubOverflow
            | Binary::UMulOverflow
            | Binary::FEq
            | Binary::FLt
            | Binary::FLe => true,
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::UDiv
            | Binary::SDiv
            | Binary::URem
            | Binary::SRem
            | Binary::And
            | Binary::Or
            | Binary::Xor
            | Binary::Shl
            | Binary::LShr
            | Binary::AShr
            | Binary::FAdd(_)
            | Binary::FSub(_)
            | Binary::FMul(_)
            | Binary::FDiv(_)
            | Binary::FMod
            | Binary::PtrDiff
            | Binary::PtrGap => false,
        }
    }
}

impl Expr {
    /// The integer constant.
    pub fn int(width: u32, value: i64) -> Self {
        Expr::Int(Bits::from_i64(width, value))
    }
    /// The condition that always holds.
    pub fn truth() -> Self {
        Expr::int(1, 1)
    }
    /// An operator applied to one operand.
    pub fn unary(op: Unary, a: Expr) -> Self {
        Expr::Unary(op, Box::new(a))
    }
    /// An operator applied to two operands.
    pub fn binary(op: Binary, a: Expr, b: Expr) -> Self {
        Expr::Binary(op, Box::new([a, b]))
    }
    /// `cond ? yes : no`.
    pub fn select(cond: Expr, yes: Expr, no: Expr) -> Self {
        Expr::Select(Box::new([cond, yes, no]))
    }
    /// A conversion.
    pub fn cast(op: Cast, to: Scalar, a: Expr) -> Self {
        Expr::Cast(op, to, Box::new(a))
    }
    /// A pointer moved by bytes.
    pub fn offset(pointer: Expr, bytes: Expr) -> Self {
        Expr::Offset(Box::new([pointer, bytes]))
    }
    /// The negation of a condition.
    #[allow(clippy::should_implement_trait, reason = "takes part in a family of makers")]
    pub fn not(a: Expr) -> Self {
        Expr::unary(Unary::Not, a)
    }
    /// The direct sub-expressions.
    pub fn children(&self) -> &[Expr] {
        match self {
            Expr::Int(_) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) | Expr::Var(_) => &[],
            Expr::Unary(_, a) | Expr::Cast(_, _, a) => std::slice::from_ref(a),
            Expr::Binary(_, ab) | Expr::Offset(ab) => &ab[..],
            Expr::Select(abc) => &abc[..],
        }
    }
    /// Calls `f` with every variable that occurs.
    pub fn for_each_var(&self, f: &mut impl FnMut(VarId)) {
        if let Expr::Var(var) = self {
            f(*var);
        }
        for child in self.children() {
            child.for_each_var(f);
        }
    }
}
