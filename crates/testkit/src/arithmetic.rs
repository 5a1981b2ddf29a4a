//! Random C programs without undefined behaviour, or with one undefined operation, in the style of YARPGen (Livinskii,
//! Babokin, Regehr 2020): the generator executes every
//! statement while it makes it, and keeps those in which nothing overflows, divides by zero, shifts too far or leaves
//! its array. It is a fourth judge beside two compilers and the tool: it knows the checksum that the program prints.
//!
//! Integers of all widths, bit-fields, arrays, pointers into arrays, loops, `switch`, calls. Expressions have no effects.

use crate::Random;
use std::fmt::Write as _;

/// A program and what it prints.
pub struct Program {
    /// The text. With `-DEXPECTED=SUM` it claims that its checksum is that ("as gcc"), and that it is not ("not as gcc");
    /// with `-DSYMBOLIC` its variables are inputs that are assumed to have their first values.
    pub text: String,
    /// The checksum; none if the program has an undefined operation.
    pub checksum: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Type {
    bits: u32,
    signed: bool,
}

const BOOL: Type = Type { bits: 1, signed: false };
const INT: Type = Type { bits: 32, signed: true };
const UNSIGNED: Type = Type { bits: 32, signed: false };
const LONG: Type = Type { bits: 64, signed: true };
const ALL: [Type; 9] = [
    BOOL,
    Type { bits: 8, signed: true },
    Type { bits: 8, signed: false },
    Type { bits: 16, signed: true },
    Type { bits: 16, signed: false },
    INT,
    UNSIGNED,
    LONG,
    Type { bits: 64, signed: false },
];

impl Type {
    fn name(self) -> &'static str {
        match (self.bits, self.signed) {
            (1, _) => "_Bool",
            (8, true) => "signed char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned",
            (_, true) => "long",
            (_, false) => "unsigned long",
        }
    }
    fn range(self) -> (i128, i128) {
        match self.signed {
            true => (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1),
            false => (0, (1 << self.bits) - 1),
        }
    }
    fn holds(self, value: i128) -> bool {
        let (low, high) = self.range();
        (low..=high).contains(&value)
    }
    /// The value converted to this type.
    fn convert(self, value: i128) -> i128 {
        if self.bits == 1 && !self.signed {
            return i128::from(value != 0);
        }
        self.cut(value)
    }
    /// The low bits of a value.
    fn cut(self, value: i128) -> i128 {
        let low = value & ((1 << self.bits) - 1);
        if self.signed && low >> (self.bits - 1) != 0 { low - (1 << self.bits) } else { low }
    }
    fn promoted(self) -> Type {
        if self.bits < 32 { INT } else { self }
    }
    /// The usual arithmetic conversions, where `long` is wider than `int`.
    fn common(self, other: Type) -> Type {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => Type { bits: a.bits, signed: a.signed && b.signed },
        }
    }
}

/// What is undefined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Undefined {
    Arithmetic,
    Bounds,
    /// An access through a pointer: sanitizers of arithmetic do not see it.
    Pointer,
}

#[derive(Clone)]
enum Place {
    Scalar(usize),
    Element(usize, Box<Expr>),
    Field(usize),
    Pointed(usize, Box<Expr>),
}

#[derive(Clone)]
enum Expr {
    Number(Type, i128),
    Read(Place),
    Counter(usize),
    Param(usize),
    Unary(char, Box<Expr>),
    Binary(&'static str, Box<[Expr; 2]>),
    Cast(Type, Box<Expr>),
    Cond(Box<[Expr; 3]>),
    Call(usize, Vec<Expr>),
}

#[derive(Clone)]
enum Stmt {
    Assign(Place, &'static str, Expr),
    Step(Place, bool, bool),
    Aim(usize, usize, i128),
    Move(usize, i128),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    For(usize, i128, Vec<Stmt>),
    /// Each case says whether it ends in `break`.
    Switch(Expr, Vec<(i128, Vec<Stmt>, bool)>, Vec<Stmt>),
}

struct Array {
    ty: Type,
    first: Vec<i128>,
}

struct Field {
    ty: Type,
    /// The bits of a bit-field.
    width: Option<u32>,
    first: i128,
}

struct Helper {
    params: Vec<Type>,
    result: Type,
    body: Expr,
}

/// What the program declares.
struct Shape {
    scalars: Vec<(Type, i128, &'static str)>,
    arrays: Vec<Array>,
    fields: Vec<Field>,
    pointers: Vec<(usize, usize)>,
    helpers: Vec<Helper>,
}

/// What its variables hold.
#[derive(Clone)]
struct State {
    scalars: Vec<i128>,
    arrays: Vec<Vec<i128>>,
    fields: Vec<i128>,
    /// The array and the element that a pointer leads to.
    pointers: Vec<(usize, i128)>,
    counters: Vec<i128>,
    /// The arguments of the call at hand.
    arguments: Vec<i128>,
}

type Outcome<T> = Result<T, Undefined>;

impl Shape {
    fn type_of(&self, place: &Place, state: &State) -> Type {
        match place {
            Place::Scalar(at) => self.scalars[*at].0,
            Place::Element(array, _) => self.arrays[*array].ty,
            Place::Field(at) => self.fields[*at].ty,
            Place::Pointed(at, _) => self.arrays[state.pointers[*at].0].ty,
        }
    }
    fn element(&self, place: &Place, state: &State) -> Outcome<(usize, usize)> {
        let (array, at, fault) = match place {
            Place::Element(array, index) => (*array, self.eval(index, state)?.1, Undefined::Bounds),
            Place::Pointed(pointer, index) => {
                let (array, at) = state.pointers[*pointer];
                (array, at + self.eval(index, state)?.1, Undefined::Pointer)
            }
            Place::Scalar(_) | Place::Field(_) => return Err(Undefined::Pointer),
        };
        let inside = (0..state.arrays[array].len() as i128).contains(&at);
        if inside { Ok((array, at as usize)) } else { Err(fault) }
    }
    fn read(&self, place: &Place, state: &State) -> Outcome<(Type, i128)> {
        Ok(match place {
            Place::Scalar(at) => (self.scalars[*at].0, state.scalars[*at]),
            Place::Field(at) => {
                let Field { ty, width, .. } = self.fields[*at];
                (if width.is_some() { INT } else { ty }, state.fields[*at])
            }
            Place::Element(..) | Place::Pointed(..) => {
                let (array, at) = self.element(place, state)?;
                (self.arrays[array].ty, state.arrays[array][at])
            }
        })
    }
    fn write(&self, place: &Place, value: i128, state: &mut State) -> Outcome<()> {
        let value = self.type_of(place, state).convert(value);
        match place {
            Place::Scalar(at) => state.scalars[*at] = value,
            Place::Field(at) => {
                let Field { ty, width, .. } = self.fields[*at];
                state.fields[*at] = width.map_or(value, |bits| Type { bits, signed: ty.signed }.cut(value));
            }
            Place::Element(..) | Place::Pointed(..) => {
                let (array, at) = self.element(place, state)?;
                state.arrays[array][at] = value;
            }
        }
        Ok(())
    }
    fn eval(&self, e: &Expr, state: &State) -> Outcome<(Type, i128)> {
        match e {
            Expr::Number(ty, value) => Ok((*ty, *value)),
            Expr::Read(place) => self.read(place, state),
            Expr::Counter(at) => Ok((INT, state.counters[*at])),
            // The helpers have one signature each, so a parameter is read in its own type.
            Expr::Param(at) => Ok((ALL[(state.arguments[2 * at]) as usize], state.arguments[2 * at + 1])),
            Expr::Unary(op, arg) => {
                let (ty, value) = self.eval(arg, state)?;
                let ty = ty.promoted();
                match op {
                    '!' => Ok((INT, i128::from(value == 0))),
                    '~' => Ok((ty, ty.cut(!value))),
                    _ => fitting(ty, -ty.convert(value)),
                }
            }
            Expr::Binary(op @ ("&&" | "||"), ab) => {
                let left = self.eval(&ab[0], state)?.1 != 0;
                if left == (*op == "||") {
                    return Ok((INT, i128::from(left)));
                }
                Ok((INT, i128::from(self.eval(&ab[1], state)?.1 != 0)))
            }
            Expr::Binary(op, ab) => {
                let (a, b) = (self.eval(&ab[0], state)?, self.eval(&ab[1], state)?);
                operation(op, a, b)
            }
            Expr::Cast(ty, arg) => Ok((*ty, ty.convert(self.eval(arg, state)?.1))),
            Expr::Cond(parts) => {
                let taken = if self.eval(&parts[0], state)?.1 != 0 { &parts[1] } else { &parts[2] };
                let value = self.eval(taken, state)?.1;
                let ty = self.static_type(&parts[1], state).common(self.static_type(&parts[2], state));
                Ok((ty, ty.convert(value)))
            }
            Expr::Call(at, args) => {
                let helper = &self.helpers[*at];
                let mut arguments = Vec::new();
                for (arg, ty) in args.iter().zip(&helper.params) {
                    let index = ALL.iter().position(|known| known == ty).unwrap_or(0);
                    arguments.extend([index as i128, ty.convert(self.eval(arg, state)?.1)]);
                }
                let inner = State { arguments, ..state.clone() };
                Ok((helper.result, helper.result.convert(self.eval(&helper.body, &inner)?.1)))
            }
        }
    }
    /// The type of an expression, whatever its value.
    fn static_type(&self, e: &Expr, state: &State) -> Type {
        match e {
            Expr::Number(ty, _) | Expr::Cast(ty, _) => *ty,
            Expr::Read(Place::Field(at)) if self.fields[*at].width.is_some() => INT,
            Expr::Read(place) => self.type_of(place, state),
            Expr::Counter(_) => INT,
            Expr::Param(at) => ALL[state.arguments[2 * at] as usize],
            Expr::Unary('!', _) => INT,
            Expr::Unary(_, arg) => self.static_type(arg, state).promoted(),
            Expr::Binary(op, ab) => match *op {
                "<<" | ">>" => self.static_type(&ab[0], state).promoted(),
                "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" => {
                    self.static_type(&ab[0], state).common(self.static_type(&ab[1], state))
                }
                _ => INT,
            },
            Expr::Cond(parts) => self.static_type(&parts[1], state).common(self.static_type(&parts[2], state)),
            Expr::Call(at, _) => self.helpers[*at].result,
        }
    }
    fn run(&self, stmts: &[Stmt], state: &mut State) -> Outcome<()> {
        stmts.iter().try_for_each(|s| self.step(s, state))
    }
    fn step(&self, s: &Stmt, state: &mut State) -> Outcome<()> {
        match s {
            Stmt::Assign(place, op, e) => {
                let right = self.eval(e, state)?;
                let value = match *op {
                    "" => right.1,
                    op => operation(op, self.read(place, state)?, right)?.1,
                };
                self.write(place, value, state)
            }
            Stmt::Step(place, up, _) => {
                let op = if *up { "+" } else { "-" };
                let value = operation(op, self.read(place, state)?, (INT, 1))?.1;
                self.write(place, value, state)
            }
            Stmt::Aim(pointer, array, at) => {
                state.pointers[*pointer] = (*array, *at);
                Ok(())
            }
            Stmt::Move(pointer, by) => {
                let (array, at) = state.pointers[*pointer];
                state.pointers[*pointer].1 = at + by;
                let inside = (0..=state.arrays[array].len() as i128).contains(&(at + by));
                if inside { Ok(()) } else { Err(Undefined::Pointer) }
            }
            Stmt::If(cond, yes, no) => {
                let taken = if self.eval(cond, state)?.1 != 0 { yes } else { no };
                self.run(taken, state)
            }
            Stmt::For(counter, count, body) => {
                for value in 0..*count {
                    state.counters[*counter] = value;
                    self.run(body, state)?;
                }
                Ok(())
            }
            Stmt::Switch(on, cases, other) => {
                let value = INT.convert(self.eval(on, state)?.1);
                let Some(start) = cases.iter().position(|(label, ..)| *label == value) else {
                    return self.run(other, state);
                };
                for (_, body, ends) in &cases[start..] {
                    self.run(body, state)?;
                    if *ends {
                        return Ok(());
                    }
                }
                self.run(other, state)
            }
        }
    }
    fn start(&self) -> State {
        State {
            scalars: self.scalars.iter().map(|(_, first, _)| *first).collect(),
            arrays: self.arrays.iter().map(|array| array.first.clone()).collect(),
            fields: self.fields.iter().map(|field| field.first).collect(),
            pointers: self.pointers.iter().map(|(array, at)| (*array, *at as i128)).collect(),
            counters: vec![0; DEPTH],
            arguments: Vec::new(),
        }
    }
}

/// A signed result has to fit its type; an unsigned one is cut.
fn fitting(ty: Type, value: i128) -> Outcome<(Type, i128)> {
    match ty.signed && !ty.holds(value) {
        true => Err(Undefined::Arithmetic),
        false => Ok((ty, ty.cut(value))),
    }
}

fn operation(op: &str, a: (Type, i128), b: (Type, i128)) -> Outcome<(Type, i128)> {
    if let "<<" | ">>" = op {
        let (ty, value, by) = (a.0.promoted(), a.1, b.1);
        if !(0..i128::from(ty.bits)).contains(&by) || op == "<<" && ty.signed && value < 0 {
            return Err(Undefined::Arithmetic);
        }
        return if op == "<<" { fitting(ty, value << by) } else { Ok((ty, value >> by)) };
    }
    let ty = a.0.common(b.0);
    let (a, b) = (ty.convert(a.1), ty.convert(b.1));
    let truth = |holds: bool| Ok((INT, i128::from(holds)));
    match op {
        "+" => fitting(ty, a + b),
        "-" => fitting(ty, a - b),
        "*" => match a.checked_mul(b) {
            Some(value) => fitting(ty, value),
            None => Ok((ty, ty.cut(a.wrapping_mul(b)))),
        },
        "/" | "%" if b == 0 => Err(Undefined::Arithmetic),
        // What the quotient does not fit, the remainder does not have.
        "/" | "%" if !ty.holds(a / b) => Err(Undefined::Arithmetic),
        "/" => Ok((ty, a / b)),
        "%" => Ok((ty, a % b)),
        "&" => Ok((ty, a & b)),
        "|" => Ok((ty, a | b)),
        "^" => Ok((ty, a ^ b)),
        "<" => truth(a < b),
        "<=" => truth(a <= b),
        ">" => truth(a > b),
        ">=" => truth(a >= b),
        "==" => truth(a == b),
        _ => truth(a != b),
    }
}

/// How deep loops nest.
const DEPTH: usize = 2;
/// How often a statement is tried before it is left out.
const TRIES: usize = 200;
const OPERATORS: [&str; 18] =
    ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&&", "||"];
const ASSIGNED: [&str; 11] = ["", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];

struct Maker {
    random: Random,
    shape: Shape,
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }
    /// A value of a type: small ones and the ends of the range are more frequent.
    fn number(&mut self, ty: Type) -> i128 {
        let (low, high) = ty.range();
        match self.below(6) {
            0 => low,
            1 => high,
            2 | 3 => ty.convert(self.below(17) as i128 - 4),
            4 => ty.convert(self.below(70_000) as i128 - 20_000),
            _ => ty.convert(i128::from(self.random.below(u64::MAX >> 12)) << self.below(12)),
        }
    }
    fn index(&mut self, len: usize, loops: usize, depth: usize) -> Expr {
        let len = len as i128;
        match self.below(4) {
            0 => Expr::Number(INT, self.below(len as usize) as i128),
            1 if loops > 0 => Expr::Counter(self.below(loops)),
            2 if depth == 0 => Expr::Read(Place::Scalar(self.below(self.shape.scalars.len()))),
            _ => {
                let e = self.expr(depth, loops, 0);
                Expr::Binary("%", Box::new([Expr::Cast(UNSIGNED, Box::new(e)), Expr::Number(UNSIGNED, len)]))
            }
        }
    }
    fn place(&mut self, loops: usize, depth: usize) -> Place {
        match self.below(6) {
            0 | 1 => Place::Scalar(self.below(self.shape.scalars.len())),
            2 => Place::Field(self.below(self.shape.fields.len())),
            3 => {
                let at = self.below(self.shape.pointers.len());
                let index = self.index(3, loops, depth / 2);
                Place::Pointed(at, Box::new(index))
            }
            _ => {
                let array = self.below(self.shape.arrays.len());
                let index = self.index(self.shape.arrays[array].first.len(), loops, depth / 2);
                Place::Element(array, Box::new(index))
            }
        }
    }
    /// An expression; with parameters it is the body of a helper, and reads nothing else.
    fn expr(&mut self, depth: usize, loops: usize, params: usize) -> Expr {
        if depth == 0 {
            return match self.below(4) {
                0 => {
                    let ty = [INT, INT, UNSIGNED, LONG][self.below(4)];
                    Expr::Number(ty, self.number(ty))
                }
                _ if params > 0 => Expr::Param(self.below(params)),
                1 if loops > 0 => Expr::Counter(self.below(loops)),
                _ => Expr::Read(self.place(loops, 0)),
            };
        }
        let sub = |this: &mut Self| {
            let less = this.below(depth);
            this.expr(less, loops, params)
        };
        match self.below(10) {
            0 => {
                let op = ['-', '~', '!'][self.below(3)];
                Expr::Unary(op, Box::new(sub(self)))
            }
            1 => {
                let ty = ALL[self.below(ALL.len())];
                Expr::Cast(ty, Box::new(sub(self)))
            }
            2 => Expr::Cond(Box::new([sub(self), sub(self), sub(self)])),
            3 if params == 0 => {
                let at = self.below(self.shape.helpers.len());
                let args = (0..self.shape.helpers[at].params.len()).map(|_| sub(self)).collect();
                Expr::Call(at, args)
            }
            _ => {
                let op = OPERATORS[self.below(OPERATORS.len())];
                Expr::Binary(op, Box::new([sub(self), sub(self)]))
            }
        }
    }
    fn stmts(&mut self, depth: usize, loops: usize) -> Vec<Stmt> {
        (0..=self.below(2)).map(|_| self.stmt(depth, loops)).collect()
    }
    fn stmt(&mut self, depth: usize, loops: usize) -> Stmt {
        match self.below(if depth == 0 { 7 } else { 12 }) {
            0 => Stmt::Step(self.place(loops, 1), self.below(2) == 0, self.below(2) == 0),
            1 => {
                let (pointer, array) = (self.below(self.shape.pointers.len()), self.below(self.shape.arrays.len()));
                // A pointer keeps its type.
                let ty = self.shape.arrays[self.shape.pointers[pointer].0].ty;
                let array = if self.shape.arrays[array].ty == ty { array } else { self.shape.pointers[pointer].0 };
                Stmt::Aim(pointer, array, self.below(self.shape.arrays[array].first.len()) as i128)
            }
            2 => Stmt::Move(self.below(self.shape.pointers.len()), self.below(5) as i128 - 2),
            7 => Stmt::If(self.expr(2, loops, 0), self.stmts(depth - 1, loops), self.stmts(depth - 1, loops)),
            8 | 9 if loops < DEPTH => {
                let count = self.below(5) as i128 + 1;
                Stmt::For(loops, count, self.stmts(depth - 1, loops + 1))
            }
            10 => {
                let on = self.expr(2, loops, 0);
                let on = Expr::Binary("&", Box::new([on, Expr::Number(INT, 3)]));
                let mut cases = Vec::new();
                for label in 0..self.below(4) as i128 {
                    cases.push((label, self.stmts(depth - 1, loops), self.below(3) > 0));
                }
                Stmt::Switch(Expr::Cast(INT, Box::new(on)), cases, self.stmts(depth - 1, loops))
            }
            _ => {
                let (place, op) = (self.place(loops, 1), ASSIGNED[self.below(ASSIGNED.len())]);
                let depth = self.below(4);
                Stmt::Assign(place, op, self.expr(depth, loops, 0))
            }
        }
    }
    /// A statement that does what is wanted in a state, and the state after it.
    fn fitting(&mut self, state: &State, wanted: impl Fn(Outcome<()>) -> bool) -> Option<(Stmt, State)> {
        (0..TRIES).find_map(|_| {
            let s = self.stmt(2, 0);
            let mut after = state.clone();
            let outcome = self.shape.step(&s, &mut after);
            wanted(outcome).then_some((s, after))
        })
    }
}

fn shape(random: Random) -> Maker {
    let empty = Vec::new;
    let shape =
        Shape { scalars: empty(), arrays: Vec::new(), fields: Vec::new(), pointers: Vec::new(), helpers: Vec::new() };
    let mut maker = Maker { random, shape };
    for _ in 0..4 + maker.below(4) {
        let ty = ALL[maker.below(ALL.len())];
        let how = ["", "static ", "volatile ", "static volatile "][maker.below(4)];
        let first = maker.number(ty);
        maker.shape.scalars.push((ty, first, how));
    }
    for _ in 0..2 + maker.below(2) {
        let ty = ALL[1 + maker.below(ALL.len() - 1)];
        let first = (0..3 + maker.below(5)).map(|_| maker.number(ty)).collect();
        maker.shape.arrays.push(Array { ty, first });
    }
    for _ in 0..2 + maker.below(4) {
        let field = match maker.below(3) {
            0 => {
                let ty = ALL[maker.below(ALL.len())];
                Field { ty, width: None, first: maker.number(ty) }
            }
            _ => {
                // Up to 31 bits, so that the value is an `int` for every compiler.
                let (ty, bits) = ([INT, UNSIGNED][maker.below(2)], 1 + maker.below(31) as u32);
                let first = Type { bits, signed: ty.signed }.cut(maker.number(ty));
                Field { ty, width: Some(bits), first }
            }
        };
        maker.shape.fields.push(field);
    }
    for _ in 0..2 {
        let array = maker.below(maker.shape.arrays.len());
        let at = maker.below(maker.shape.arrays[array].first.len());
        maker.shape.pointers.push((array, at));
    }
    for _ in 0..2 {
        let params: Vec<Type> = (0..=maker.below(3)).map(|_| ALL[maker.below(ALL.len())]).collect();
        let result = ALL[maker.below(ALL.len())];
        let body = maker.expr(3, 0, params.len());
        maker.shape.helpers.push(Helper { params, result, body });
    }
    maker
}

/// The program of a seed. With `undefined`, one statement of it does something undefined: arithmetic, or an access
/// outside of an array.
pub fn program(seed: u64, undefined: bool) -> Program {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let mut maker = shape(random);
    let mut state = maker.shape.start();
    let mut body = Vec::new();
    for _ in 0..12 + maker.below(12) {
        if let Some((s, after)) = maker.fitting(&state, |outcome| outcome.is_ok()) {
            body.push(s);
            state = after;
        }
    }
    let mut planted = false;
    while undefined && !planted {
        let seen = |outcome| matches!(outcome, Err(Undefined::Arithmetic | Undefined::Bounds));
        if let Some((s, _)) = maker.fitting(&state, seen) {
            body.push(s);
            planted = true;
        }
    }
    let checksum = (!undefined).then(|| checksum(&state));
    Program { text: text(&maker.shape, &body), checksum }
}

/// What `text` computes of the values at the end.
fn checksum(state: &State) -> u32 {
    let values = state.scalars.iter().chain(state.arrays.iter().flatten()).chain(&state.fields);
    let sum = values.fold(0u64, |sum, value| (sum ^ *value as u64).wrapping_mul(0x0100_0000_01B3));
    (sum ^ sum >> 32) as u32
}

fn text(shape: &Shape, body: &[Stmt]) -> String {
    let mut out = String::from(
        "extern int printf(const char *, ...);\nextern void __CPROVER_assert(_Bool, const char *);\n\
         extern void __CPROVER_assume(_Bool);\nextern unsigned long __VERIFIER_nondet_ulong(void);\n",
    );
    for (at, (ty, first, how)) in shape.scalars.iter().enumerate() {
        let _ = writeln!(out, "{how}{} x{at} = {};", ty.name(), number(*ty, *first));
    }
    for (at, Array { ty, first }) in shape.arrays.iter().enumerate() {
        let list: Vec<String> = first.iter().map(|value| number(*ty, *value)).collect();
        let _ = writeln!(out, "{} a{at}[{}] = {{ {} }};", ty.name(), first.len(), list.join(", "));
    }
    out.push_str("struct {");
    for (at, Field { ty, width, .. }) in shape.fields.iter().enumerate() {
        let _ = write!(out, " {} f{at}{};", ty.name(), width.map_or(String::new(), |width| format!(" : {width}")));
    }
    let list: Vec<String> = shape.fields.iter().map(|field| number(field.ty, field.first)).collect();
    let _ = writeln!(out, " }} s = {{ {} }};", list.join(", "));
    for (at, (array, element)) in shape.pointers.iter().enumerate() {
        let _ = writeln!(out, "{} *p{at} = &a{array}[{element}];", shape.arrays[*array].ty.name());
    }
    for (at, Helper { params, result, body }) in shape.helpers.iter().enumerate() {
        let list: Vec<String> = params.iter().enumerate().map(|(i, ty)| format!("{} y{i}", ty.name())).collect();
        let _ = writeln!(out, "static {} h{at}({}) {{ return {}; }}", result.name(), list.join(", "), written(body));
    }
    out.push_str("int main(void) {\n#if defined SYMBOLIC && defined EXPECTED\n");
    for (at, (ty, ..)) in shape.scalars.iter().enumerate() {
        let name = ty.name();
        let _ = writeln!(
            out,
            "    {{ {name} value = ({name})__VERIFIER_nondet_ulong(); __CPROVER_assume(value == x{at}); x{at} = value; }}"
        );
    }
    out.push_str("#endif\n");
    print_all(&mut out, body, 1);
    out.push_str("    unsigned long sum = 0;\n");
    let scalars = (0..shape.scalars.len()).map(|at| format!("x{at}"));
    let elements = shape.arrays.iter().enumerate();
    let elements = elements.flat_map(|(at, array)| (0..array.first.len()).map(move |i| format!("a{at}[{i}]")));
    for value in scalars.chain(elements).chain((0..shape.fields.len()).map(|at| format!("s.f{at}"))) {
        let _ = writeln!(out, "    sum = (sum ^ (unsigned long){value}) * 0x100000001B3ul;");
    }
    out.push_str(
        "    unsigned result = (unsigned)(sum ^ sum >> 32);\n#ifdef EXPECTED\n    __CPROVER_assert(result == EXPECTED, \
         \"as gcc\");\n    __CPROVER_assert(result != EXPECTED, \"not as gcc\");\n#else\n    \
         printf(\"checksum = %X\\n\", result);\n#endif\n    return 0;\n}\n",
    );
    out
}

fn print_all(out: &mut String, stmts: &[Stmt], indent: usize) {
    stmts.iter().for_each(|s| print(out, s, indent));
}

fn print(out: &mut String, s: &Stmt, indent: usize) {
    let pad = "    ".repeat(indent);
    let _ = match s {
        Stmt::Assign(place, op, e) => writeln!(out, "{pad}{} {op}= {};", spot(place), written(e)),
        Stmt::Step(place, up, before) => {
            let op = if *up { "++" } else { "--" };
            let place = spot(place);
            if *before { writeln!(out, "{pad}{op}{place};") } else { writeln!(out, "{pad}{place}{op};") }
        }
        Stmt::Aim(pointer, array, at) => writeln!(out, "{pad}p{pointer} = a{array} + {at};"),
        Stmt::Move(pointer, by) => writeln!(out, "{pad}p{pointer} += {by};"),
        Stmt::If(cond, yes, no) => {
            let _ = writeln!(out, "{pad}if ({}) {{", written(cond));
            print_all(out, yes, indent + 1);
            let _ = writeln!(out, "{pad}}} else {{");
            print_all(out, no, indent + 1);
            writeln!(out, "{pad}}}")
        }
        Stmt::For(at, count, body) => {
            let _ = writeln!(out, "{pad}for (int i{at} = 0; i{at} < {count}; i{at}++) {{");
            print_all(out, body, indent + 1);
            writeln!(out, "{pad}}}")
        }
        Stmt::Switch(on, cases, other) => {
            let _ = writeln!(out, "{pad}switch ({}) {{", written(on));
            for (label, body, ends) in cases {
                let _ = writeln!(out, "{pad}case {label}:");
                print_all(out, body, indent + 1);
                if *ends {
                    let _ = writeln!(out, "{pad}    break;");
                }
            }
            let _ = writeln!(out, "{pad}default:");
            print_all(out, other, indent + 1);
            writeln!(out, "{pad}}}")
        }
    };
}

fn spot(place: &Place) -> String {
    match place {
        Place::Scalar(at) => format!("x{at}"),
        Place::Element(array, index) => format!("a{array}[{}]", written(index)),
        Place::Field(at) => format!("s.f{at}"),
        Place::Pointed(at, index) => format!("p{at}[{}]", written(index)),
    }
}

fn written(e: &Expr) -> String {
    match e {
        Expr::Number(ty, value) => number(*ty, *value),
        Expr::Read(place) => spot(place),
        Expr::Counter(at) => format!("i{at}"),
        Expr::Param(at) => format!("y{at}"),
        Expr::Unary(op, arg) => format!("({op}{})", written(arg)),
        Expr::Binary(op, ab) => format!("({} {op} {})", written(&ab[0]), written(&ab[1])),
        Expr::Cast(ty, arg) => format!("(({}){})", ty.name(), written(arg)),
        Expr::Cond(parts) => format!("({} ? {} : {})", written(&parts[0]), written(&parts[1]), written(&parts[2])),
        Expr::Call(at, args) => format!("h{at}({})", args.iter().map(written).collect::<Vec<_>>().join(", ")),
    }
}

/// A constant of `int` or a larger type; the least values have no constant of their own.
fn number(ty: Type, value: i128) -> String {
    let end = match (ty.bits, ty.signed) {
        (64, true) => "l",
        (64, false) => "ul",
        (32, false) => "u",
        _ => "",
    };
    if value == ty.promoted().range().0 && ty.signed && ty.bits >= 32 {
        return format!("(-{}{end} - 1)", -(value + 1));
    }
    if value < 0 { format!("(-{}{end})", -value) } else { format!("{value}{end}") }
}
