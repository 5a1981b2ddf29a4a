//! Conditions over the integers of a program, for the domain of predicates: plain data, written with the expressions of
//! the IR. In a formula `Expr::Var` is the number of an atom, in a table that belongs to the formula.
//!
//! `fold` keeps formulas small and exactly what they were. `predicate` makes of a condition something that is worth knowing at a
//! place, and may change it on the way: any condition may be asked about, so it takes sums as if nothing overflowed, and
//! writes them in one way, that the same relation is found again.

use crate::affine::gcd;
use hecaton_base::{Bits, Id as _, WireError};
use hecaton_ir::scalar::{evaluate, mask, signed};
use hecaton_ir::typing::combine;
use hecaton_ir::{Binary, Cast, Expr, FuncId, GlobalId, Program, Scalar, Unary, VarId};
use serde::{Deserialize, Serialize};

/// Something that has an integer for its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Atom {
    /// A variable of the innermost call of a function.
    Var(FuncId, VarId),
    /// Some bytes of an object of which there is only one: object, offset, how many.
    Cell(u32, u64, u64),
    /// What the call of a function gave that has just returned.
    Result(FuncId),
    /// An arbitrary number.
    Input(u32),
}

/// Atoms by their numbers, with their widths in bits.
pub type Atoms = Vec<(Atom, u32)>;

/// A condition that may or may not hold at a place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Listed", try_from = "Listed")]
pub struct Predicate {
    /// Its atoms, in the order in which they occur in it.
    pub atoms: Atoms,
    /// The condition over them.
    pub expr: Expr,
}

/// A predicate with more nodes than this is none.
const MOST_NODES: usize = 24;
/// A formula with more nodes than this is an arbitrary number instead.
pub(crate) const LARGEST: usize = 120;
/// Factors up to this are taken for numbers and not for bits.
const MOST_FACTOR: i128 = 1 << 20;

/// Decides questions about formulas, of which `widths` are the atoms' widths by number. An answer that is not known is the
/// one that says less.
pub trait Judge: Send + Sync {
    /// Whether all facts can hold together.
    fn possible(&self, widths: &[u32], facts: &[Expr]) -> bool;
    /// What predicates can be where all facts hold.
    fn ways(&self, widths: &[u32], facts: &[Expr], predicates: &[Expr], most: usize) -> Ways;
    /// Some facts that cannot hold together, by their numbers; `None` if they can, or if that is not known.
    fn core(&self, widths: &[u32], facts: &[Expr]) -> Option<Vec<usize>>;
}

/// What predicates can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ways {
    /// The facts contradict each other.
    None,
    /// All combinations there are.
    These(Vec<Vec<bool>>),
    /// Too many: what each of them must be.
    Fixed(Vec<Option<bool>>),
}

/// How many nodes an expression has, counted up to a limit.
pub(crate) fn nodes(expr: &Expr, most: usize) -> usize {
    let (mut count, mut open) = (0, vec![expr]);
    while let Some(at) = open.pop() {
        count += 1;
        if count >= most {
            break;
        }
        open.extend(at.children());
    }
    count
}

/// The same formula with other leaves.
pub(crate) fn replace(expr: &Expr, leaf: &mut dyn FnMut(VarId) -> Expr) -> Expr {
    match expr {
        Expr::Var(number) => leaf(*number),
        Expr::Int(_) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) => expr.clone(),
        Expr::Unary(op, a) => fold(Expr::unary(*op, replace(a, leaf))),
        Expr::Binary(op, ab) => fold(Expr::binary(*op, replace(&ab[0], leaf), replace(&ab[1], leaf))),
        Expr::Select(abc) => fold(Expr::select(replace(&abc[0], leaf), replace(&abc[1], leaf), replace(&abc[2], leaf))),
        Expr::Cast(op, to, a) => fold(Expr::cast(*op, *to, replace(a, leaf))),
        Expr::Offset(ab) => Expr::offset(replace(&ab[0], leaf), replace(&ab[1], leaf)),
    }
}

/// The truth that a formula is.
pub(crate) fn truth(expr: &Expr) -> Option<bool> {
    match expr {
        Expr::Int(bits) if bits.width() == 1 => Some(bits.bit(0)),
        _ => None,
    }
}

fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Int(bits) => bits.width() == 1,
        Expr::Binary(op, ab) => {
            op.gives_truth() || matches!(op, Binary::And | Binary::Or | Binary::Xor) && is_truth(&ab[0])
        }
        Expr::Unary(Unary::Not, a) => is_truth(a),
        Expr::Select(abc) => is_truth(&abc[1]),
        Expr::Cast(_, to, _) => *to == Scalar::Int(1),
        _ => false,
    }
}

/// The negation of a condition.
pub(crate) fn negated(expr: Expr) -> Expr {
    fold(Expr::not(expr))
}

/// The same, smaller if it is seen at once how. Looks at the operator at the top; what is below was folded before.
pub(crate) fn fold(expr: Expr) -> Expr {
    if expr.children().iter().all(|child| matches!(child, Expr::Int(_)))
        && let Some(known) = evaluate(&expr)
    {
        return known;
    }
    match expr {
        Expr::Unary(Unary::Not, a) => match *a {
            Expr::Unary(Unary::Not, a) => *a,
            Expr::Binary(Binary::SLt, ab) => swapped(Binary::SLe, *ab),
            Expr::Binary(Binary::SLe, ab) => swapped(Binary::SLt, *ab),
            Expr::Binary(Binary::ULt, ab) => swapped(Binary::ULe, *ab),
            Expr::Binary(Binary::ULe, ab) => swapped(Binary::ULt, *ab),
            other => Expr::not(other),
        },
        Expr::Binary(op @ (Binary::And | Binary::Or), ab) => {
            let [a, b] = *ab;
            let keeps = op == Binary::And;
            match (truth(&a), truth(&b)) {
                (Some(truth), _) => {
                    if truth == keeps {
                        b
                    } else {
                        a
                    }
                }
                (_, Some(truth)) => {
                    if truth == keeps {
                        a
                    } else {
                        b
                    }
                }
                (None, None) => Expr::binary(op, a, b),
            }
        }
        Expr::Binary(Binary::Eq, ab) => {
            let [a, b] = *ab;
            equal(a, b)
        }
        // A comparison with a truth value as a number.
        Expr::Binary(op @ (Binary::SLt | Binary::SLe | Binary::ULt | Binary::ULe), ab) => {
            let [a, b] = *ab;
            match (of_truth(&a), of_truth(&b)) {
                (Some((cond, yes, no)), None) if matches!(b, Expr::Int(_)) => {
                    choose(cond.clone(), fold(Expr::binary(op, yes, b.clone())), fold(Expr::binary(op, no, b)))
                }
                (None, Some((cond, yes, no))) if matches!(a, Expr::Int(_)) => {
                    choose(cond.clone(), fold(Expr::binary(op, a.clone(), yes)), fold(Expr::binary(op, a, no)))
                }
                _ => Expr::binary(op, a, b),
            }
        }
        // Sums with constants, the constant last.
        Expr::Binary(Binary::Sub, ab) if matches!(ab[1], Expr::Int(_)) => {
            let [a, b] = *ab;
            let minus = fold(Expr::unary(Unary::Neg, b));
            fold(Expr::binary(Binary::Add, a, minus))
        }
        Expr::Binary(Binary::Add, ab) => match *ab {
            [a @ Expr::Int(_), b] => fold(Expr::binary(Binary::Add, b, a)),
            [a, Expr::Int(bits)] if bits.is_zero() => a,
            [Expr::Binary(Binary::Add, inner), Expr::Int(more)] if matches!(inner[1], Expr::Int(_)) => {
                let [a, b] = *inner;
                let sum = fold(Expr::binary(Binary::Add, b, Expr::Int(more)));
                fold(Expr::binary(Binary::Add, a, sum))
            }
            [a, b] => Expr::binary(Binary::Add, a, b),
        },
        Expr::Select(abc) => {
            let [cond, yes, no] = *abc;
            match truth(&cond) {
                Some(true) => yes,
                Some(false) => no,
                None if yes == no => yes,
                None if is_truth(&yes) => choose(cond, yes, no),
                None => Expr::select(cond, yes, no),
            }
        }
        Expr::Cast(Cast::Trunc, to, a) => match *a {
            Expr::Cast(Cast::ZExt | Cast::SExt, _, inner) if is_truth(&inner) && to == Scalar::Int(1) => *inner,
            other => Expr::cast(Cast::Trunc, to, other),
        },
        other => other,
    }
}

fn swapped(op: Binary, [a, b]: [Expr; 2]) -> Expr {
    Expr::binary(op, b, a)
}

/// `cond ? yes : no` of conditions.
fn choose(cond: Expr, yes: Expr, no: Expr) -> Expr {
    match (truth(&yes), truth(&no)) {
        (Some(true), Some(false)) => cond,
        (Some(false), Some(true)) => negated(cond),
        (Some(yes), Some(_)) => Expr::Int(Bits::from_bool(yes)),
        _ => Expr::select(cond, yes, no),
    }
}

/// A number that is one of two constants.
fn of_truth(expr: &Expr) -> Option<(&Expr, Expr, Expr)> {
    match expr {
        Expr::Cast(Cast::ZExt, Scalar::Int(width), a) if is_truth(a) => {
            Some((a, Expr::int(*width, 1), Expr::int(*width, 0)))
        }
        Expr::Select(abc) if matches!((&abc[1], &abc[2]), (Expr::Int(_), Expr::Int(_))) => {
            Some((&abc[0], abc[1].clone(), abc[2].clone()))
        }
        _ => None,
    }
}

fn equal(a: Expr, b: Expr) -> Expr {
    if a == b {
        return Expr::truth();
    }
    match (truth(&a), truth(&b)) {
        (Some(truth), _) => return if truth { b } else { negated(b) },
        (_, Some(truth)) => return if truth { a } else { negated(a) },
        (None, None) => {}
    }
    for (number, constant) in [(&a, &b), (&b, &a)] {
        if let (Some((cond, yes, no)), Expr::Int(_)) = (of_truth(number), constant) {
            return choose(
                cond.clone(),
                Expr::Int(Bits::from_bool(yes == *constant)),
                Expr::Int(Bits::from_bool(no == *constant)),
            );
        }
    }
    Expr::binary(Binary::Eq, a, b)
}

/// The conditions that a condition is made of.
pub(crate) fn parts(expr: &Expr) -> Vec<&Expr> {
    let (mut out, mut open) = (Vec::new(), vec![expr]);
    while let Some(at) = open.pop() {
        match at {
            Expr::Unary(Unary::Not, a) => open.push(a),
            Expr::Binary(Binary::And | Binary::Or | Binary::Xor, ab) if is_truth(at) => open.extend(&ab[..]),
            Expr::Select(abc) if is_truth(at) => open.extend(&abc[..]),
            Expr::Int(_) => {}
            _ => out.push(at),
        }
    }
    out
}

impl Predicate {
    /// What a condition over a table of atoms asks to know, without operators between conditions; `None` if that is
    /// nothing, or nothing that could be known elsewhere.
    pub fn of(table: &[(Atom, u32)], cond: &Expr) -> Option<Predicate> {
        if nodes(cond, MOST_NODES) >= MOST_NODES {
            return None;
        }
        let cond = normal(cond, table);
        let (mut atoms, mut known): (Atoms, bool) = (Vec::new(), true);
        let expr = replace(&cond, &mut |number| {
            let Some(atom) = table.get(number.index()).filter(|(atom, _)| !matches!(atom, Atom::Input(_))) else {
                known = false;
                return Expr::Var(number);
            };
            let at = atoms.iter().position(|known| known == atom).unwrap_or_else(|| {
                atoms.push(*atom);
                atoms.len() - 1
            });
            Expr::Var(VarId::new(at))
        });
        (known && !atoms.is_empty() && truth(&expr).is_none()).then_some(Predicate { atoms, expr })
    }
    /// Whether it is a condition about integers that a program has, of the widths that they have there. Only of globals:
    /// what other objects are is not asked.
    pub fn fits(&self, program: &Program) -> bool {
        let has = |(atom, width): &(Atom, u32)| match atom {
            Atom::Var(func, var) => program
                .functions
                .get(*func)
                .and_then(|function| program.types.scalar(function.vars.get(*var)?.ty))
                .is_some_and(|ty| ty == Scalar::Int(*width)),
            Atom::Cell(object, offset, bytes) => {
                program.globals.get(GlobalId::new(*object as usize)).is_some_and(|global| {
                    let size = program.types.size(global.ty, program.target);
                    !global.constant
                        && offset.checked_add(*bytes).is_some_and(|end| end <= size)
                        && bytes.checked_mul(8) == Some(u64::from(*width))
                })
            }
            Atom::Result(func) => {
                program.functions.get(*func).is_some_and(|function| function.result == Some(Scalar::Int(*width)))
            }
            Atom::Input(_) => false,
        };
        fn typed(word: Scalar, atoms: &[(Atom, u32)], expr: &Expr) -> Option<Scalar> {
            match expr {
                Expr::Var(number) => Some(Scalar::Int(atoms.get(number.index())?.1)),
                Expr::Int(bits) => Some(Scalar::Int(bits.width())),
                _ if is_formal(expr) => {
                    let below = expr.children().iter().map(|child| typed(word, atoms, child));
                    combine(word, expr, &below.collect::<Option<Vec<Scalar>>>()?)
                }
                _ => None,
            }
        }
        nodes(&self.expr, LARGEST) < LARGEST
            && self.atoms.iter().all(|atom| (1..=64).contains(&atom.1) && has(atom))
            && typed(program.word(), &self.atoms, &self.expr) == Some(Scalar::Int(1))
    }
    /// That a sum of multiples of atoms of one width is equal to a constant.
    pub(crate) fn equation(atoms: &[(Atom, u32)], factors: &[i128], constant: i128) -> Option<Predicate> {
        let width = atoms.first()?.1;
        let number = |value: i128| Some(Expr::Int(Bits::from_i64(width, i64::try_from(value).ok()?)));
        let mut sum = number(0)?;
        for (at, factor) in factors.iter().enumerate().filter(|(_, factor)| **factor != 0) {
            let one = Expr::binary(Binary::Mul, Expr::Var(VarId::new(at)), number(*factor)?);
            sum = Expr::binary(Binary::Add, sum, one);
        }
        Predicate::of(atoms, &Expr::binary(Binary::Eq, sum, number(constant)?))
    }
}

/// A sum of multiples of leaves and a constant, as if integers were unbounded.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sum {
    /// Each of them once, with its factor.
    pub leaves: Vec<(Expr, i128)>,
    /// The constant.
    pub constant: i128,
}

impl Sum {
    /// Adds a multiple of an integer of a width; `None` if that is too much.
    pub(crate) fn add(&mut self, expr: &Expr, factor: i128, width: u32) -> Option<()> {
        if factor.abs() > MOST_FACTOR {
            return None;
        }
        match expr {
            Expr::Int(bits) => self.constant += factor * i128::from(signed(width, bits.to_u64()?)),
            Expr::Binary(Binary::Add, ab) => {
                self.add(&ab[0], factor, width)?;
                self.add(&ab[1], factor, width)?;
            }
            Expr::Binary(Binary::Sub, ab) => {
                self.add(&ab[0], factor, width)?;
                self.add(&ab[1], -factor, width)?;
            }
            Expr::Unary(Unary::Neg, a) => self.add(a, -factor, width)?,
            Expr::Binary(Binary::Mul, ab) => match (&ab[0], &ab[1]) {
                (a, Expr::Int(bits)) | (Expr::Int(bits), a) => {
                    self.add(a, factor * i128::from(signed(width, bits.to_u64()?)), width)?;
                }
                _ => self.leaf(expr, factor),
            },
            _ => self.leaf(expr, factor),
        }
        Some(())
    }
    fn leaf(&mut self, expr: &Expr, factor: i128) {
        match self.leaves.iter_mut().find(|(leaf, _)| leaf == expr) {
            Some((_, known)) => *known += factor,
            None => self.leaves.push((expr.clone(), factor)),
        }
    }
    /// Without leaves that fall out; variables first, by their atoms.
    fn order(&mut self, rank: &dyn Fn(VarId) -> Option<Atom>) {
        self.leaves.retain(|(_, factor)| *factor != 0);
        self.leaves.sort_by_key(|(leaf, _)| match leaf {
            Expr::Var(number) => (false, rank(*number)),
            _ => (true, None),
        });
    }
    /// With factors that have no common divisor, for which the constant is rounded up, or `None` if it cannot be divided
    /// and must not be rounded.
    fn divide(&mut self, rounds: bool) -> Option<()> {
        let common = self.leaves.iter().fold(0i128, |common, (_, factor)| gcd(common, factor.abs()));
        if common > 1 {
            if self.constant % common != 0 && !rounds {
                return None;
            }
            self.constant = self.constant.div_euclid(common) + i128::from(self.constant.rem_euclid(common) != 0);
            self.leaves.iter_mut().for_each(|(_, factor)| *factor /= common);
        }
        Some(())
    }
    fn negate(&mut self) {
        self.constant = -self.constant;
        self.leaves.iter_mut().for_each(|(_, factor)| *factor = -*factor);
    }
    /// What is added and what is subtracted, as two expressions.
    fn sides(&self, width: u32) -> Option<[Expr; 2]> {
        let number = |value: i128| Some(Expr::Int(Bits::from_i64(width, i64::try_from(value).ok()?)));
        let side = |sign: i128| -> Option<Expr> {
            let mut all: Option<Expr> = None;
            let mut add = |one: Expr| {
                all = Some(match all.take() {
                    Some(before) => Expr::binary(Binary::Add, before, one),
                    None => one,
                });
            };
            for (leaf, factor) in self.leaves.iter().filter(|(_, factor)| factor.signum() == sign) {
                let factor = factor.abs();
                add(if factor == 1 { leaf.clone() } else { Expr::binary(Binary::Mul, leaf.clone(), number(factor)?) });
            }
            if self.constant.signum() == sign {
                add(number(self.constant.abs())?);
            }
            all.map_or_else(|| number(0), Some)
        };
        Some([side(1)?, side(-1)?])
    }
}

/// One way to write a comparison of sums, or its negation.
fn normal(cond: &Expr, table: &[(Atom, u32)]) -> Expr {
    let cond = match cond {
        Expr::Unary(Unary::Not, a) => a,
        other => other,
    };
    let Expr::Binary(op @ (Binary::Eq | Binary::SLt | Binary::SLe | Binary::ULt | Binary::ULe), ab) = cond else {
        return cond.clone();
    };
    let compared = || -> Option<Expr> {
        let width = width_of(&ab[0], &|number| table.get(number.index()).map(|(_, width)| *width))?;
        let mut sum = Sum::default();
        sum.add(&ab[0], 1, width)?;
        sum.add(&ab[1], -1, width)?;
        sum.order(&|number| table.get(number.index()).map(|(atom, _)| *atom));
        if *op == Binary::Eq {
            sum.divide(false)?;
            if sum.leaves.first()?.1 < 0 {
                sum.negate();
            }
            let [left, right] = sum.sides(width)?;
            return Some(Expr::binary(Binary::Eq, left, right));
        }
        // The sum is not above zero, or its negation.
        sum.constant += i128::from(matches!(op, Binary::SLt | Binary::ULt));
        if sum.leaves.first()?.1 < 0 {
            sum.negate();
            sum.constant += 1;
        }
        sum.divide(true)?;
        let op = if matches!(op, Binary::SLt | Binary::SLe) { Binary::SLe } else { Binary::ULe };
        let [left, right] = sum.sides(width)?;
        Some(Expr::binary(op, left, right))
    };
    compared().unwrap_or_else(|| cond.clone())
}

/// The width of an integer.
pub(crate) fn width_of(expr: &Expr, width: &dyn Fn(VarId) -> Option<u32>) -> Option<u32> {
    match expr {
        Expr::Int(bits) => Some(bits.width()),
        Expr::Var(number) => width(*number),
        Expr::Unary(Unary::Not | Unary::Neg, a) => width_of(a, width),
        Expr::Binary(op, ab) => {
            if op.gives_truth() {
                Some(1)
            } else {
                width_of(&ab[0], width)
            }
        }
        Expr::Select(abc) => width_of(&abc[1], width),
        Expr::Cast(_, Scalar::Int(width), _) => Some(*width),
        Expr::Unary(..)
        | Expr::Cast(..)
        | Expr::Float(..)
        | Expr::Null
        | Expr::Global(_)
        | Expr::Func(_)
        | Expr::Offset(_) => None,
    }
}

/// Where an integer is said to be in a range of words, as conditions.
pub(crate) fn within(expr: &Expr, range: &crate::range::Range, out: &mut Vec<Expr>) {
    let width = range.width();
    if range.is_all() || matches!(expr, Expr::Int(_)) || width == 0 {
        return;
    }
    let word = |value: u64| Expr::Int(Bits::from_u64(width, value & mask(width)));
    if let Some(single) = range.single() {
        out.push(fold(Expr::binary(Binary::Eq, expr.clone(), word(single))));
        return;
    }
    let all = crate::range::Range::all(width);
    let ((lo, hi), (least, most)) = (range.signed_bounds(), all.signed_bounds());
    let mut push = |holds: bool, op, a: Expr, b: Expr| {
        if holds {
            out.push(fold(Expr::binary(op, a, b)));
        }
    };
    push(lo > least, Binary::SLe, word(lo as u64), expr.clone());
    push(hi < most, Binary::SLe, expr.clone(), word(hi as u64));
    let ((lo, hi), (least, most)) = (range.unsigned_bounds(), all.unsigned_bounds());
    push(lo > least, Binary::ULe, word(lo), expr.clone());
    push(hi < most, Binary::ULe, expr.clone(), word(hi));
}

/// Operators that occur in predicates, by the codes they are written with.
const UNARY: [Unary; 2] = [Unary::Not, Unary::Neg];
const CASTS: [Cast; 3] = [Cast::Trunc, Cast::ZExt, Cast::SExt];
const BINARY: [Binary; 24] = Binary::INTEGER;

/// Whether an operator on integers can be part of a formula.
pub(crate) fn is_formal(expr: &Expr) -> bool {
    match expr {
        Expr::Int(bits) => bits.width() <= 64,
        Expr::Var(_) | Expr::Select(_) => true,
        Expr::Unary(op, _) => UNARY.contains(op),
        Expr::Binary(op, _) => BINARY.contains(op),
        Expr::Cast(op, to, _) => CASTS.contains(op) && matches!(to, Scalar::Int(width) if *width <= 64),
        Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) | Expr::Offset(_) => false,
    }
}

/// From the leaves up, each node behind its operands.
/// A predicate as data: its atoms, and the nodes of the condition in postfix order, each as its kind and two numbers.
type Listed = (Atoms, Vec<(u64, u64, u64)>);

impl From<Predicate> for Listed {
    fn from(predicate: Predicate) -> Self {
        fn code<T: PartialEq>(all: &[T], one: &T) -> u64 {
            all.iter().position(|known| known == one).map_or(u64::MAX, |at| at as u64)
        }
        fn walk(expr: &Expr, out: &mut Vec<(u64, u64, u64)>) {
            expr.children().iter().for_each(|child| walk(child, out));
            out.push(match expr {
                Expr::Int(bits) => (0, bits.width().into(), bits.to_u64().unwrap_or(0)),
                Expr::Var(number) => (1, number.index() as u64, 0),
                Expr::Unary(op, _) => (2, code(&UNARY, op), 0),
                Expr::Binary(op, _) => (3, code(&BINARY, op), 0),
                Expr::Select(_) => (4, 0, 0),
                Expr::Cast(op, Scalar::Int(width), _) => (5, code(&CASTS, op), (*width).into()),
                // Claims have no such parts; reading it back fails.
                Expr::Cast(..) | Expr::Float(..) | Expr::Null | Expr::Global(_) | Expr::Func(_) | Expr::Offset(_) => {
                    (6, 0, 0)
                }
            });
        }
        let mut nodes = Vec::new();
        walk(&predicate.expr, &mut nodes);
        (predicate.atoms, nodes)
    }
}

impl TryFrom<Listed> for Predicate {
    type Error = WireError;
    fn try_from((atoms, nodes): Listed) -> Result<Self, WireError> {
        let wrong = || WireError("not a predicate");
        let mut stack: Vec<Expr> = Vec::new();
        for (kind, a, b) in nodes {
            let made = {
                let mut pop = || stack.pop().ok_or_else(wrong);
                match kind {
                    0 if (1..=64).contains(&a) => Expr::Int(Bits::from_u64(a as u32, b & mask(a as u32))),
                    1 if (a as usize) < atoms.len() => Expr::Var(VarId::new(a as usize)),
                    2 => Expr::unary(*UNARY.get(a as usize).ok_or_else(wrong)?, pop()?),
                    3 => {
                        let (right, left) = (pop()?, pop()?);
                        Expr::binary(*BINARY.get(a as usize).ok_or_else(wrong)?, left, right)
                    }
                    4 => {
                        let (no, yes, cond) = (pop()?, pop()?, pop()?);
                        Expr::select(cond, yes, no)
                    }
                    5 if (1..=64).contains(&b) => {
                        Expr::cast(*CASTS.get(a as usize).ok_or_else(wrong)?, Scalar::Int(b as u32), pop()?)
                    }
                    _ => return Err(wrong()),
                }
            };
            stack.push(made);
        }
        let expr = stack.pop().filter(|_| stack.is_empty()).ok_or_else(wrong)?;
        Ok(Predicate { atoms, expr })
    }
}
