//! Domains that run beside the values: what each of them knows of a state, and how they tell each other.
//!
//! The location, the calls and the values (ranges and targets) are one struct, `State`, since every instruction is about all
//! of them. Whatever else is to be known is a `Domain` in a file of its own, and the product of several is their tuple.
//! Facts go both ways: a domain sees the values through `Seen`, and what it `says` of a place narrows the values; where
//! one of them knows that a condition cannot be, nothing goes on.
//!
//! A new domain is a file and its place in `Beside`. `tests/domains.rs` checks the lattice laws and that nothing the
//! interpreter does is missed, for all that is in `Beside`.

use crate::code::Code;
use crate::eval::{eval, type_of};
use crate::formula::Atom;
use crate::predicates::Predicates;
use crate::range::Range;
use crate::related::Related;
use crate::state::{Link, State};
use crate::value::Value;
use hecaton_base::Wire;
use hecaton_ir::{Expr, FuncId, Op, Scalar, VarId};
use std::fmt::Debug;
use std::hash::Hash;

/// All domains that run beside the values.
pub type Beside = (Related, (Predicates, ()));

/// What is known of memory besides the values.
pub trait Domain: Clone + Eq + Hash + Debug + Wire + Send + Sync {
    /// At least what a state can be of which only the values are known.
    fn start(code: &Code, values: &State) -> Self;
    /// Whether it says at least as much.
    fn leq(&self, other: &Self) -> bool;
    /// At least what either can be. With `widen`, such that a chain of joins ends.
    #[must_use]
    fn join(&self, new: &Self, code: &Code, widen: bool) -> Self;
    /// Goes on only where a condition has a value; `false` if that is nowhere.
    fn assume(&mut self, seen: &mut Seen<'_>, cond: &Expr, wanted: bool) -> bool;
    /// Something is written: the values are still those from before.
    fn change(&mut self, seen: &mut Seen<'_>, change: &Change<'_>);
    /// The state is about to be kept: what was put off is done now. `false` if it turns out that there is no such state.
    fn settle(&mut self, seen: &mut Seen<'_>) -> bool;
    /// What it knows of the integer in some bytes of an object.
    fn says(&self, code: &Code, object: u32, offset: u64, bytes: u64) -> Option<Range>;
    /// What is left in a block.
    #[must_use]
    fn reduce(&self, code: &Code, block: &Touches<'_>) -> Self;
    /// What is known behind a block that began with what `reduce` left of this, or with more, and ended with `inner`; if
    /// it is `wild`, it may have written to objects that it does not have.
    #[must_use]
    fn expand(&self, inner: &Self, wild: bool) -> Self;
    /// Whether it is what it is because of constants somewhere in the program, since the block was entered.
    fn depends_on_bounds(&self) -> bool;
}

/// What can be kept for other programs, where objects have other numbers.
pub trait Portable: Domain {
    /// Writes it, with `number` for each object that it says something of; `None` if one has no number. Equal ones are
    /// written in the same way where `number` keeps the order.
    fn pack(&self, code: &Code, number: &mut dyn FnMut(u32) -> Option<u32>, out: &mut Vec<u8>) -> Option<()>;
    /// Reads it again, with the objects that have the numbers here; `None` if it cannot be said here.
    fn unpack(input: &mut &[u8], code: &Code, object: &dyn Fn(u32) -> Option<u32>) -> Option<Self>;
}

/// What a block has to do with objects.
pub struct Touches<'a> {
    /// The objects that it has.
    pub keeps: &'a dyn Fn(u32) -> bool,
    /// Those of them that it may write, as far as its code tells: a guess, which nothing but precision may depend on.
    pub writes: &'a dyn Fn(u32) -> bool,
}

/// A change of memory.
#[derive(Clone, Copy)]
pub enum Change<'a> {
    /// These bytes are surely replaced by the value of an expression.
    Cell {
        /// The object.
        object: u32,
        /// The first byte.
        offset: u64,
        /// How many.
        bytes: u64,
        /// The expression.
        value: &'a Expr,
    },
    /// Something in these bytes of an object may change.
    Bytes {
        /// The object.
        object: u32,
        /// The first byte.
        from: u64,
        /// The first byte behind.
        to: u64,
    },
    /// Anything in memory may change.
    Anything,
    /// A variable of the innermost call is written; told only if somebody follows variables (`Code::judge`), as are those
    /// below.
    Var {
        /// The variable.
        var: VarId,
        /// What it is then.
        to: Written<'a>,
    },
    /// A function is called from the innermost call, which it is not yet.
    Enter {
        /// The function.
        func: FuncId,
        /// The values of its parameters, in the caller's variables.
        args: &'a [Expr],
    },
    /// The innermost call is about to end.
    Leave {
        /// What it returns, if anything; `None` if that was told before.
        value: Option<Option<&'a Expr>>,
    },
}

/// What a variable is when it is written.
#[derive(Clone, Copy)]
pub enum Written<'a> {
    /// The value of an expression, with variables from before.
    Value(&'a Expr),
    /// What an object holds: object, offset, how many bytes.
    Cell(u32, u64, u64),
    /// What a function returned to the innermost call.
    Result(FuncId),
    /// Not known.
    Unknown,
}

/// What a domain sees of the rest of a state.
pub struct Seen<'a> {
    /// The program.
    pub code: &'a Code,
    state: &'a mut State,
}

impl Seen<'_> {
    /// What an expression can be.
    pub fn eval(&self, expr: &Expr) -> Value {
        eval(self.code, self.state, expr)
    }
    /// The function of the innermost call.
    pub fn func(&self) -> FuncId {
        self.state.top().func
    }
    /// The type of an expression of the innermost call.
    pub fn type_of(&self, expr: &Expr) -> Scalar {
        type_of(self.code, self.state, expr)
    }
    /// What the values say of an atom of a width.
    pub(crate) fn range(&self, atom: Atom, width: u32) -> Option<Range> {
        let range = match atom {
            Atom::Var(func, var) if func == self.func() => self.state.top().get(var)?.range(width),
            Atom::Cell(object, offset, bytes) => {
                let at = Range::constant(self.code.word, offset);
                self.state.memory.read(self.code, object, &at, bytes, Scalar::Int(width)).range(width)
            }
            Atom::Var(..) | Atom::Result(_) | Atom::Input(_) => return None,
        };
        (!range.is_all()).then_some(range)
    }
    /// Whether a variable of a function is not read any more before it is written.
    pub(crate) fn is_dead(&self, func: FuncId, var: VarId) -> bool {
        let frame = self.state.top();
        frame.func == func && frame.inst == 0 && self.code.shape(func).live[frame.block].binary_search(&var).is_err()
    }
    /// The bytes in memory that a variable is equal to: object, offset, how many.
    pub fn cell(&self, var: VarId) -> Option<(u32, u64, u64)> {
        match self.state.top().link(var)? {
            Link::Cell(object, offset, bytes) => Some((*object, *offset, *bytes)),
            Link::Assigned(..) => None,
        }
    }
    /// The expression that a variable is equal to.
    pub fn assigned(&self, var: VarId) -> Option<Expr> {
        let frame = self.state.top();
        match frame.link(var)? {
            Link::Cell(..) => None,
            Link::Assigned(block, inst) => {
                match &self.code.program.functions[frame.func].blocks[*block].insts[*inst as usize].op {
                    Op::Assign { value, .. } => Some(value.clone()),
                    _ => None,
                }
            }
        }
    }
    /// What an expression can be if some variables are in these ranges; `None` if one of them cannot be.
    pub fn eval_with(&mut self, vars: &[(VarId, Range)], expr: &Expr) -> Option<Value> {
        let frame = self.state.top_mut();
        let before = frame.vars.clone();
        for (var, range) in vars {
            let now = match frame.get(*var) {
                Some(Value::Int(now)) if now.width() == range.width() => now.meet(range),
                _ => Some(*range),
            };
            let Some(now) = now else {
                frame.vars = before;
                return None;
            };
            frame.learn(*var, Value::Int(now));
        }
        let value = eval(self.code, self.state, expr);
        self.state.top_mut().vars = before;
        Some(value)
    }
}

impl State {
    /// Lets the domains that run beside the values do something, while they see the values.
    pub fn beside<T>(&mut self, code: &Code, f: impl FnOnce(&mut Beside, &mut Seen<'_>) -> T) -> T {
        let mut beside = std::mem::take(&mut self.beside);
        let result = f(&mut beside, &mut Seen { code, state: self });
        self.beside = beside;
        result
    }
    /// The domains do what they put off, for the state is kept; `false` if there is no such state.
    pub fn settle(&mut self, code: &Code) -> bool {
        code.judge().is_none() || self.beside(code, |beside, seen| beside.settle(seen))
    }
    /// Tells the domains that follow variables of a change.
    pub(crate) fn tell(&mut self, code: &Code, change: &Change<'_>) {
        if code.judge().is_some() {
            self.beside(code, |beside, seen| beside.change(seen, change));
        }
    }
}

impl Domain for () {
    fn start(_: &Code, _: &State) -> Self {}
    fn leq(&self, (): &Self) -> bool {
        true
    }
    fn join(&self, (): &Self, _: &Code, _: bool) -> Self {}
    fn assume(&mut self, _: &mut Seen<'_>, _: &Expr, _: bool) -> bool {
        true
    }
    fn change(&mut self, _: &mut Seen<'_>, _: &Change<'_>) {}
    fn settle(&mut self, _: &mut Seen<'_>) -> bool {
        true
    }
    fn says(&self, _: &Code, _: u32, _: u64, _: u64) -> Option<Range> {
        None
    }
    fn reduce(&self, _: &Code, _: &Touches<'_>) -> Self {}
    fn expand(&self, (): &Self, _: bool) -> Self {}
    fn depends_on_bounds(&self) -> bool {
        false
    }
}

impl Portable for () {
    fn pack(&self, _: &Code, _: &mut dyn FnMut(u32) -> Option<u32>, _: &mut Vec<u8>) -> Option<()> {
        Some(())
    }
    fn unpack(_: &mut &[u8], _: &Code, _: &dyn Fn(u32) -> Option<u32>) -> Option<Self> {
        Some(())
    }
}

/// Where one of them goes on nowhere, both do; what both say is said.
impl<A: Domain, B: Domain> Domain for (A, B) {
    fn start(code: &Code, values: &State) -> Self {
        (A::start(code, values), B::start(code, values))
    }
    fn leq(&self, other: &Self) -> bool {
        self.0.leq(&other.0) && self.1.leq(&other.1)
    }
    fn join(&self, new: &Self, code: &Code, widen: bool) -> Self {
        (self.0.join(&new.0, code, widen), self.1.join(&new.1, code, widen))
    }
    fn assume(&mut self, seen: &mut Seen<'_>, cond: &Expr, wanted: bool) -> bool {
        self.0.assume(seen, cond, wanted) && self.1.assume(seen, cond, wanted)
    }
    fn change(&mut self, seen: &mut Seen<'_>, change: &Change<'_>) {
        self.0.change(seen, change);
        self.1.change(seen, change);
    }
    fn settle(&mut self, seen: &mut Seen<'_>) -> bool {
        self.0.settle(seen) && self.1.settle(seen)
    }
    fn says(&self, code: &Code, object: u32, offset: u64, bytes: u64) -> Option<Range> {
        let (a, b) = (self.0.says(code, object, offset, bytes), self.1.says(code, object, offset, bytes));
        match (a, b) {
            (Some(a), Some(b)) => a.meet(&b).or(Some(a)),
            (only, None) | (None, only) => only,
        }
    }
    fn reduce(&self, code: &Code, block: &Touches<'_>) -> Self {
        (self.0.reduce(code, block), self.1.reduce(code, block))
    }
    fn expand(&self, inner: &Self, wild: bool) -> Self {
        (self.0.expand(&inner.0, wild), self.1.expand(&inner.1, wild))
    }
    fn depends_on_bounds(&self) -> bool {
        self.0.depends_on_bounds() || self.1.depends_on_bounds()
    }
}

impl<A: Portable, B: Portable> Portable for (A, B) {
    fn pack(&self, code: &Code, number: &mut dyn FnMut(u32) -> Option<u32>, out: &mut Vec<u8>) -> Option<()> {
        self.0.pack(code, number, out)?;
        self.1.pack(code, number, out)
    }
    fn unpack(input: &mut &[u8], code: &Code, object: &dyn Fn(u32) -> Option<u32>) -> Option<Self> {
        Some((A::unpack(input, code, object)?, B::unpack(input, code, object)?))
    }
}
