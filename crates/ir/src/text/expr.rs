//! Reading expressions. They are typed while they are read, from the leaves up; a literal takes its type from the operand
//! beside it or from the instruction. An explicit stack keeps the nesting, so that it can be deep.

use super::lex::Kind;
use super::names;
use super::parse::{Parser, Scope};
use super::{Error, MAX_NESTING};
use crate::expr::{Binary, Cast, Expr, Unary};
use crate::types::Scalar;
use crate::typing;
use hecaton_base::Bits;
use hecaton_base::float::{Float, Rounding};
use num_bigint::BigInt;

/// What was read: an expression, or a literal whose type is not known yet; and the token it begins at.
pub(super) struct Value {
    what: What,
    at: usize,
}

enum What {
    Typed(Expr, Scalar),
    Integer(BigInt),
    Decimal(String),
}

/// An operator that is waiting for operands.
#[derive(Clone, Copy)]
enum Head {
    Unary(Unary),
    Binary(Binary),
    Cast(Cast, Scalar),
    Select,
    Offset,
}

impl Head {
    fn arity(self) -> usize {
        match self {
            Head::Unary(_) | Head::Cast(..) => 1,
            Head::Binary(_) | Head::Offset => 2,
            Head::Select => 3,
        }
    }
}

/// An operator between its operands.
#[derive(Clone, Copy)]
enum Infix {
    /// Sum, or a pointer moved.
    Plus,
    Op(Binary),
    /// Not equal.
    Differ,
    /// The operator with its operands swapped.
    Swapped(Binary),
}

fn infix(sign: &str) -> Option<Infix> {
    Some(match sign {
        "+" => Infix::Plus,
        "-" => Infix::Op(Binary::Sub),
        "*" => Infix::Op(Binary::Mul),
        "&" => Infix::Op(Binary::And),
        "|" => Infix::Op(Binary::Or),
        "^" => Infix::Op(Binary::Xor),
        "==" => Infix::Op(Binary::Eq),
        "!=" => Infix::Differ,
        "<u" => Infix::Op(Binary::ULt),
        "<=u" => Infix::Op(Binary::ULe),
        "<s" => Infix::Op(Binary::SLt),
        "<=s" => Infix::Op(Binary::SLe),
        ">u" => Infix::Swapped(Binary::ULt),
        ">=u" => Infix::Swapped(Binary::ULe),
        ">s" => Infix::Swapped(Binary::SLt),
        ">=s" => Infix::Swapped(Binary::SLe),
        _ => return None,
    })
}

/// One level of nesting.
struct Level {
    /// The operator whose arguments are read, with the token it begins at; none in plain parentheses and outside.
    head: Option<(Head, usize)>,
    args: Vec<Value>,
    /// The left operand of an operator whose right one is read.
    left: Option<(Value, Infix)>,
    /// An operator stood here already.
    closed: bool,
}

impl Level {
    fn new(head: Option<(Head, usize)>) -> Self {
        Level { head, args: Vec::new(), left: None, closed: false }
    }
}

impl Parser<'_> {
    /// An expression of the wanted type.
    pub(super) fn expr(&mut self, scope: &Scope, want: Scalar) -> Result<Expr, Error> {
        let value = self.value(scope)?;
        let (expr, found) = self.settle(value, Some(want))?;
        debug_assert_eq!(found, want);
        Ok(expr)
    }

    /// An expression of any type, which its literals must say.
    pub(super) fn any_expr(&mut self, scope: &Scope) -> Result<(Expr, Scalar), Error> {
        let value = self.value(scope)?;
        self.settle(value, None)
    }

    /// Gives a value its type.
    fn settle(&self, value: Value, want: Option<Scalar>) -> Result<(Expr, Scalar), Error> {
        let at = value.at;
        match (value.what, want) {
            (What::Typed(expr, ty), None) => Ok((expr, ty)),
            (What::Typed(expr, ty), Some(want)) if ty == want => Ok((expr, ty)),
            (What::Typed(_, ty), Some(want)) => {
                let (ty, want) = (names::scalar(ty), names::scalar(want));
                Err(self.error_at(at, format!("this is {ty}, but {want} is wanted")))
            }
            (What::Integer(number), Some(Scalar::Int(width))) => {
                Ok((self.integer(&number, width, at)?, Scalar::Int(width)))
            }
            (What::Integer(number), Some(Scalar::Float(format))) => {
                // An integer as a float is its encoding.
                let Expr::Int(bits) = self.integer(&number, format.bits(), at)? else {
                    return Err(self.error_at(at, "not an encoding".to_string()));
                };
                Ok((Expr::Float(format, bits), Scalar::Float(format)))
            }
            (What::Decimal(text), Some(Scalar::Float(format))) => {
                match Float::parse(format, &text, Rounding::NearestEven) {
                    Some(float) => Ok((Expr::Float(format, float.into_bits()), Scalar::Float(format))),
                    None => Err(self.error_at(at, "not a number".to_string())),
                }
            }
            (What::Integer(_) | What::Decimal(_), Some(want)) => {
                Err(self.error_at(at, format!("a number, but {} is wanted", names::scalar(want))))
            }
            (What::Integer(_), None) => {
                Err(self.error_at(at, "the type is not known; write it behind, `5:i32`".into()))
            }
            (What::Decimal(_), None) => {
                Err(self.error_at(at, "the type is not known; write it behind, `0.5:f64`".into()))
            }
        }
    }

    /// A number of a width, as signed or unsigned.
    pub(super) fn integer(&self, number: &BigInt, width: u32, at: usize) -> Result<Expr, Error> {
        let (low, high) = (-(BigInt::from(1) << (width - 1)), BigInt::from(1) << width);
        if *number < low || *number >= high {
            return Err(self.error_at(at, format!("{number} does not fit in {width} bits")));
        }
        Ok(Expr::Int(Bits::from_bigint(width, number)))
    }

    fn value(&mut self, scope: &Scope) -> Result<Value, Error> {
        let mut levels = vec![Level::new(None)];
        'operand: loop {
            if levels.len() > 1 {
                self.skip_lines();
            }
            if levels.len() > MAX_NESTING {
                return Err(self.error("an expression nested too deeply"));
            }
            let mut value = match self.operand(scope)? {
                Operand::Value(value) => value,
                Operand::Open(head) => {
                    levels.push(Level::new(head));
                    continue 'operand;
                }
            };
            // What follows a value, until another operand must follow.
            loop {
                let nested = levels.len() > 1;
                let Some(level) = levels.last_mut() else { return Ok(value) };
                if let Some((left, op)) = level.left.take() {
                    value = self.between(left, op, value)?;
                    level.closed = true;
                }
                if nested {
                    self.skip_lines();
                }
                let sign = self.sign();
                if let Some(op) = sign.and_then(infix) {
                    if level.closed {
                        return Err(self.error("more than one operator without parentheses"));
                    }
                    self.advance();
                    level.left = Some((value, op));
                    continue 'operand;
                }
                if !nested {
                    return Ok(value);
                }
                match (sign, level.head) {
                    (Some(","), Some((head, _))) if level.args.len() + 1 < head.arity() => {
                        self.advance();
                        level.args.push(value);
                        level.closed = false;
                        continue 'operand;
                    }
                    (Some(")"), head) => {
                        self.advance();
                        let mut args = std::mem::take(&mut level.args);
                        levels.pop();
                        if let Some((head, at)) = head {
                            args.push(value);
                            value = self.apply(head, args, at)?;
                        }
                    }
                    _ => return Err(self.error("an operator, `,` or `)` is wanted")),
                }
            }
        }
    }

    /// A leaf, or the opening of a level.
    fn operand(&mut self, scope: &Scope) -> Result<Operand, Error> {
        let at = self.at();
        let typed = |expr, ty| Ok(Operand::Value(Value { what: What::Typed(expr, ty), at }));
        match self.kind().clone() {
            Kind::Number(_) | Kind::Decimal(_) | Kind::Sign("-") => self.literal().map(Operand::Value),
            Kind::Sign("(") => {
                self.advance();
                Ok(Operand::Open(None))
            }
            Kind::Sign("@") => {
                self.advance();
                let name = self.name("a global")?;
                match self.globals.get(&name) {
                    Some(id) => typed(Expr::Global(*id), Scalar::Ptr),
                    None => Err(self.error_at(at, format!("there is no global `{name}`"))),
                }
            }
            Kind::Sign("&") => {
                self.advance();
                let id = self.func("a function")?;
                typed(Expr::Func(id), Scalar::Ptr)
            }
            Kind::Name(word, false) if word == "null" => {
                self.advance();
                typed(Expr::Null, Scalar::Ptr)
            }
            Kind::Name(word, false) if self.sign_at(1) == Some("(") => {
                let head = match word.as_str() {
                    "select" => Some(Head::Select),
                    "offset" => Some(Head::Offset),
                    _ => names::find_unary(&word)
                        .map(Head::Unary)
                        .or_else(|| names::find_binary(&word).map(Head::Binary)),
                };
                let Some(head) = head else { return Err(self.error(format!("there is no operator `{word}`"))) };
                self.advance();
                self.advance();
                Ok(Operand::Open(Some((head, at))))
            }
            Kind::Name(word, false) if self.sign_at(1) == Some("<") => {
                let Some(op) = names::find_cast(&word) else {
                    return Err(self.error(format!("there is no conversion `{word}`; comparisons are `<s` and `<u`")));
                };
                self.advance();
                self.advance();
                let to = self.scalar()?;
                self.expect(">")?;
                self.expect("(")?;
                Ok(Operand::Open(Some((Head::Cast(op, to), at))))
            }
            Kind::Name(..) => {
                let name = self.name("an operand")?;
                match scope.vars.get(&name) {
                    Some((id, ty)) => typed(Expr::Var(*id), *ty),
                    None => Err(self.error_at(at, format!("there is no variable `{name}`"))),
                }
            }
            Kind::Text(_) | Kind::Sign(_) | Kind::Line | Kind::End => Err(self.error("an expression is wanted")),
        }
    }

    fn literal(&mut self) -> Result<Value, Error> {
        let at = self.at();
        let negative = self.accept("-");
        let what = match self.kind().clone() {
            Kind::Number(text) => {
                let number = self.big(&text)?;
                What::Integer(if negative { -number } else { number })
            }
            Kind::Decimal(text) => What::Decimal(if negative { format!("-{text}") } else { text }),
            Kind::Name(..) | Kind::Text(_) | Kind::Sign(_) | Kind::Line | Kind::End => {
                return Err(self.error("a number is wanted"));
            }
        };
        self.advance();
        let value = Value { what, at };
        if !self.accept(":") {
            return Ok(value);
        }
        let ty = self.scalar()?;
        let (expr, ty) = self.settle(value, Some(ty))?;
        Ok(Value { what: What::Typed(expr, ty), at })
    }

    /// Two operands of the same type, one of which says it.
    fn pair(&self, a: Value, b: Value) -> Result<[(Expr, Scalar); 2], Error> {
        if let What::Typed(..) = a.what {
            let a = self.settle(a, None)?;
            let b = self.settle(b, Some(a.1))?;
            return Ok([a, b]);
        }
        let b = self.settle(b, None)?;
        Ok([self.settle(a, Some(b.1))?, b])
    }

    fn between(&self, a: Value, op: Infix, b: Value) -> Result<Value, Error> {
        let at = a.at;
        match op {
            Infix::Plus => match a.what {
                What::Typed(_, Scalar::Ptr) => self.apply(Head::Offset, vec![a, b], at),
                What::Typed(..) | What::Integer(_) | What::Decimal(_) => {
                    self.apply(Head::Binary(Binary::Add), vec![a, b], at)
                }
            },
            Infix::Op(op) => self.apply(Head::Binary(op), vec![a, b], at),
            Infix::Swapped(op) => self.apply(Head::Binary(op), vec![b, a], at),
            Infix::Differ => {
                let equal = self.apply(Head::Binary(Binary::Eq), vec![a, b], at)?;
                self.apply(Head::Unary(Unary::Not), vec![equal], at)
            }
        }
    }

    fn apply(&self, head: Head, args: Vec<Value>, at: usize) -> Result<Value, Error> {
        let (given, wanted) = (args.len(), head.arity());
        let count = || self.error_at(at, format!("{given} operands where {wanted} are wanted"));
        let mut args = args.into_iter();
        let mut next = || args.next().ok_or_else(count);
        let (expr, types) = match head {
            Head::Unary(op) => {
                let (a, ty) = self.settle(next()?, None)?;
                (Expr::unary(op, a), vec![ty])
            }
            Head::Cast(op, to) => {
                let (a, ty) = self.settle(next()?, None)?;
                (Expr::cast(op, to, a), vec![ty])
            }
            Head::Binary(op) => {
                let [(a, x), (b, y)] = self.pair(next()?, next()?)?;
                (Expr::binary(op, a, b), vec![x, y])
            }
            Head::Offset => {
                let (a, x) = self.settle(next()?, Some(Scalar::Ptr))?;
                let (b, y) = self.settle(next()?, Some(self.word()))?;
                (Expr::offset(a, b), vec![x, y])
            }
            Head::Select => {
                let (cond, c) = self.settle(next()?, Some(Scalar::Int(1)))?;
                let [(a, x), (b, y)] = self.pair(next()?, next()?)?;
                (Expr::select(cond, a, b), vec![c, x, y])
            }
        };
        match typing::combine(self.word(), &expr, &types) {
            Some(ty) => Ok(Value { what: What::Typed(expr, ty), at }),
            None => {
                let types: Vec<String> = types.into_iter().map(names::scalar).collect();
                Err(self.error_at(at, format!("this operator does not apply to {}", types.join(", "))))
            }
        }
    }
}

enum Operand {
    Value(Value),
    Open(Option<(Head, usize)>),
}
