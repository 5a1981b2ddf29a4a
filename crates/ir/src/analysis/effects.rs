//! What an instruction consists of and what it does, said once for all who do not execute it.
//!
//! Who gives instructions their meaning (interpreter, symbolic execution, abstract steps) or their form (printer, parser,
//! verifier) looks at `Op` itself. Everybody else asks here: passes and analyses see an instruction as [`Effects`], in a
//! vocabulary that new instructions share with old ones. So one that does nothing unheard-of is described in this file,
//! and no analysis has to know of it; one that does gets a word here, and the compiler shows who has to understand it.
//!
//! All matches on `Op` and `End` in this file name every variant and every field.

use crate::expr::Expr;
use crate::program::{Aspect, BlockId, Callee, End, FeatureId, FuncId, Op, Program, PropId, Region, VarId};
use crate::types::TypeId;

/// A field of an instruction that refers to something; all others are plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// The variable it writes.
    Written(&'a VarId),
    /// An expression it evaluates.
    Operand(&'a Expr),
    /// The property it violates where an access is invalid, or where what it calls is no function.
    Check(&'a Option<PropId>),
    /// The property it asserts.
    Prop(&'a PropId),
    /// A function it calls by its name.
    Func(&'a FuncId),
    /// A type it names.
    Type(&'a TypeId),
    /// A feature it names.
    Feature(&'a FeatureId),
}

/// The same, to be changed.
#[derive(Debug)]
pub enum PartMut<'a> {
    /// The variable it writes.
    Written(&'a mut VarId),
    /// An expression it evaluates.
    Operand(&'a mut Expr),
    /// The property it violates where an access is invalid, or where what it calls is no function.
    Check(&'a mut Option<PropId>),
    /// The property it asserts.
    Prop(&'a mut PropId),
    /// A function it calls by its name.
    Func(&'a mut FuncId),
    /// A type it names.
    Type(&'a mut TypeId),
    /// A feature it names.
    Feature(&'a mut FeatureId),
}

/// Calls `f` with the parts of an instruction, operands in the order in which they are evaluated.
macro_rules! for_each_part {
    ($op:expr, $part:ident, $f:expr) => {{
        macro_rules! callee {
            ($callee:expr) => {
                match $callee {
                    Callee::Direct(func) => $f($part::Func(func)),
                    Callee::Indirect { ptr, check } => {
                        $f($part::Check(check));
                        $f($part::Operand(ptr));
                    }
                }
            };
        }
        match $op {
            Op::Assign { dst, value } | Op::Approximate { dst, value, what: _ } => {
                $f($part::Written(dst));
                $f($part::Operand(value));
            }
            Op::Load { dst, ptr, check } => {
                $f($part::Written(dst));
                $f($part::Check(check));
                $f($part::Operand(ptr));
            }
            Op::Store { ptr, value, check } => {
                $f($part::Check(check));
                $f($part::Operand(ptr));
                $f($part::Operand(value));
            }
            Op::Copy { dst, src, size, check } => {
                $f($part::Check(check));
                $f($part::Operand(dst));
                $f($part::Operand(src));
                $f($part::Operand(size));
            }
            Op::Fill { dst, byte, size, check } => {
                $f($part::Check(check));
                $f($part::Operand(dst));
                $f($part::Operand(byte));
                $f($part::Operand(size));
            }
            Op::Alloc { dst, region: _, ty, count, zeroed: _, constant: _, align, replaces } => {
                $f($part::Written(dst));
                $f($part::Type(ty));
                $f($part::Operand(count));
                align.into_iter().for_each(|align| $f($part::Operand(align)));
                replaces.into_iter().for_each(|replaced| $f($part::Operand(replaced)));
            }
            Op::Free { ptr, region: _, check } => {
                $f($part::Check(check));
                $f($part::Operand(ptr));
            }
            Op::Havoc { dst } | Op::Thread { dst } => $f($part::Written(dst)),
            Op::Clobber { roots } => roots.into_iter().for_each(|root| $f($part::Operand(root))),
            Op::Inspect { dst, ptr, aspect: _ } => {
                $f($part::Written(dst));
                $f($part::Operand(ptr));
            }
            Op::Assume { cond } => $f($part::Operand(cond)),
            Op::Assert { cond, prop } => {
                $f($part::Prop(prop));
                $f($part::Operand(cond));
            }
            Op::Call { dst, callee, args } => {
                dst.into_iter().for_each(|dst| $f($part::Written(dst)));
                callee!(callee);
                args.into_iter().for_each(|arg| $f($part::Operand(arg)));
            }
            Op::Spawn { dst, callee, args } => {
                $f($part::Written(dst));
                callee!(callee);
                args.into_iter().for_each(|arg| $f($part::Operand(arg)));
            }
            Op::Join { thread } => $f($part::Operand(thread)),
            Op::Await { ptr, values, one: _, owned: _, check } => {
                $f($part::Check(check));
                $f($part::Operand(ptr));
                values.into_iter().for_each(|value| $f($part::Operand(value)));
            }
            Op::Log(feature) => $f($part::Feature(feature)),
            Op::Atomic { begin: _ } | Op::Unsupported(_) => {}
        }
    }};
}

/// What an instruction does once its operands are evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Effects<'a> {
    /// The variable that it writes, and what that takes.
    pub takes: Option<(VarId, Taken<'a>)>,
    accesses: [Option<Access<'a>>; 2],
    /// The property that it violates, and with which the path ends, where an access is invalid or where what it calls is
    /// no function. Without one that is vouched for.
    pub check: Option<PropId>,
    /// What it does besides.
    pub act: Option<Act<'a>>,
}

/// What a variable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken<'a> {
    /// The value of an expression.
    Value(&'a Expr),
    /// A value that this one stands for.
    Near(&'a Expr),
    /// What the first access finds.
    Found,
    /// The address of an object that is made here: a choice says where it lies, and what it holds at first.
    Made(Region),
    /// An input: a choice.
    Arbitrary,
    /// A number that leads to no object and of which nothing more is said here.
    Number,
    /// The number of the thread that executes it.
    Thread,
    /// What the called function returns.
    Returned,
}

/// What is done with the memory, or the object, that a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access<'a> {
    /// One of the instruction's operands.
    pub ptr: &'a Expr,
    /// What is done.
    pub way: Way<'a>,
    /// With how many bytes from there on.
    pub extent: Extent<'a>,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way<'a> {
    /// Finds what is there.
    Read,
    /// Leaves something there.
    Write(Left<'a>),
    /// Ends the life of an object.
    Free(Region),
    /// Asks something about an object: no access to its memory.
    Ask(Aspect),
}

/// What a write leaves in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left<'a> {
    /// A value.
    Value(&'a Expr),
    /// A byte, everywhere.
    Byte(&'a Expr),
    /// What the instruction reads by its other access.
    Copy,
}

/// How many bytes are accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent<'a> {
    /// As many as a variable takes.
    OfVar(VarId),
    /// As many as the value of an expression takes.
    OfValue(&'a Expr),
    /// So many; none at all access nothing, whatever the pointer.
    Bytes(&'a Expr),
    /// The object, whatever its size.
    Object,
}

/// What an instruction does beside accesses and taking a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act<'a> {
    /// The path ends, or the thread stops, where this does not hold.
    Assume(&'a Expr),
    /// A property is violated where this does not hold.
    Assert(&'a Expr, PropId),
    /// A function is called.
    Call(&'a Callee, &'a [Expr]),
    /// A thread is made.
    Spawn(&'a Callee, &'a [Expr]),
    /// Waits for the end of the thread with this number.
    Join(&'a Expr),
    /// Waits until the first access finds one of some values, or none of them, and then begins an atomic section.
    Await(Awaited<'a>),
    /// Begins an atomic section.
    Begin,
    /// Ends an atomic section.
    End,
    /// Unknown code changes, by choice, all that it can reach from the operands and from what it reached before.
    Clobber,
    /// A feature takes place.
    Log(FeatureId),
    /// Nobody knows what it does.
    Unsupported(&'a str),
}

/// What is waited for: see `Op::Await`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awaited<'a> {
    /// Integers of one type.
    pub values: &'a [Expr],
    /// It must be one of them, else none.
    pub one: bool,
    /// It is a lock.
    pub owned: bool,
}

impl<'a> Effects<'a> {
    const NONE: Effects<'static> = Effects { takes: None, accesses: [None, None], check: None, act: None };

    /// Its accesses.
    pub fn accesses(&self) -> impl Iterator<Item = Access<'a>> + Clone + use<'a> {
        self.accesses.into_iter().flatten()
    }
    /// The functions that it calls, or starts a thread in, with the arguments.
    pub fn call(&self) -> Option<(&'a Callee, &'a [Expr])> {
        match self.act? {
            Act::Call(callee, args) | Act::Spawn(callee, args) => Some((callee, args)),
            Act::Assume(_)
            | Act::Assert(..)
            | Act::Join(_)
            | Act::Await(_)
            | Act::Begin
            | Act::End
            | Act::Clobber
            | Act::Log(_)
            | Act::Unsupported(_) => None,
        }
    }
    /// Whether it makes a choice of its own: see [`Choice`](crate::Choice).
    pub fn chooses(&self) -> bool {
        let value = self.takes.is_some_and(|(_, taken)| match taken {
            Taken::Made(_) | Taken::Arbitrary => true,
            Taken::Value(_) | Taken::Near(_) | Taken::Found | Taken::Number | Taken::Thread | Taken::Returned => false,
        });
        value || self.act == Some(Act::Clobber)
    }
    /// Whether it has to do with other threads: it makes one, waits, or keeps others from running.
    pub fn synchronises(&self) -> bool {
        self.act.is_some_and(|act| match act {
            Act::Spawn(..) | Act::Join(_) | Act::Await(_) | Act::Begin | Act::End => true,
            Act::Assume(_) | Act::Assert(..) | Act::Call(..) | Act::Clobber | Act::Log(_) | Act::Unsupported(_) => {
                false
            }
        })
    }
    /// Whether a thread may have to wait before it.
    pub fn waits(&self) -> bool {
        matches!(self.act, Some(Act::Join(_) | Act::Await(_)))
    }
    /// Whether other threads can run before it, outside of atomic sections: see [`Choice::Switch`](crate::Choice::Switch).
    pub fn is_visible(&self) -> bool {
        let about_threads = self.synchronises() && self.act != Some(Act::End);
        about_threads || self.act == Some(Act::Clobber) || self.accesses().any(|access| access.is_to_memory())
    }
}

impl Access<'_> {
    /// Whether it reads, writes or frees memory, and does not only ask about an object.
    pub fn is_to_memory(&self) -> bool {
        match self.way {
            Way::Read | Way::Write(_) | Way::Free(_) => true,
            Way::Ask(_) => false,
        }
    }
    /// Whether afterwards the object is not as it was.
    pub fn changes(&self) -> bool {
        match self.way {
            Way::Write(_) | Way::Free(_) => true,
            Way::Read | Way::Ask(_) => false,
        }
    }
    /// Whether two threads that do such a thing to the same memory race, if one of the two changes it. The end of a local
    /// object is none of those.
    pub fn can_race(&self) -> bool {
        match self.way {
            Way::Read | Way::Write(_) | Way::Free(Region::Heap) => true,
            Way::Free(Region::Stack) | Way::Ask(_) => false,
        }
    }
}

impl Op {
    /// What it does.
    pub fn effects(&self) -> Effects<'_> {
        let none = Effects::NONE;
        let takes = |dst: &VarId, taken| Effects { takes: Some((*dst, taken)), ..Effects::NONE };
        let acts = |act| Effects { act: Some(act), ..Effects::NONE };
        let single = |ptr, way, extent| [Some(Access { ptr, way, extent }), None];
        match self {
            Op::Assign { dst, value } => takes(dst, Taken::Value(value)),
            Op::Approximate { dst, value, what: _ } => takes(dst, Taken::Near(value)),
            Op::Load { dst, ptr, check } => {
                let accesses = single(ptr, Way::Read, Extent::OfVar(*dst));
                Effects { accesses, check: *check, ..takes(dst, Taken::Found) }
            }
            Op::Store { ptr, value, check } => {
                let accesses = single(ptr, Way::Write(Left::Value(value)), Extent::OfValue(value));
                Effects { accesses, check: *check, ..none }
            }
            Op::Copy { dst, src, size, check } => {
                let extent = Extent::Bytes(size);
                let to = Access { ptr: dst, way: Way::Write(Left::Copy), extent };
                let from = Access { ptr: src, way: Way::Read, extent };
                Effects { accesses: [Some(to), Some(from)], check: *check, ..none }
            }
            Op::Fill { dst, byte, size, check } => {
                let accesses = single(dst, Way::Write(Left::Byte(byte)), Extent::Bytes(size));
                Effects { accesses, check: *check, ..none }
            }
            Op::Alloc { dst, region, ty: _, count: _, zeroed: _, constant: _, align: _, replaces: _ } => {
                takes(dst, Taken::Made(*region))
            }
            Op::Free { ptr, region, check } => {
                let accesses = single(ptr, Way::Free(*region), Extent::Object);
                Effects { accesses, check: *check, ..none }
            }
            Op::Havoc { dst } => takes(dst, Taken::Arbitrary),
            Op::Clobber { roots: _ } => acts(Act::Clobber),
            Op::Inspect { dst, ptr, aspect } => {
                Effects { accesses: single(ptr, Way::Ask(*aspect), Extent::Object), ..takes(dst, Taken::Number) }
            }
            Op::Assume { cond } => acts(Act::Assume(cond)),
            Op::Assert { cond, prop } => acts(Act::Assert(cond, *prop)),
            Op::Call { dst, callee, args } => Effects {
                takes: dst.map(|dst| (dst, Taken::Returned)),
                check: callee.check(),
                ..acts(Act::Call(callee, args))
            },
            Op::Spawn { dst, callee, args } => {
                Effects { takes: Some((*dst, Taken::Number)), check: callee.check(), ..acts(Act::Spawn(callee, args)) }
            }
            Op::Join { thread } => acts(Act::Join(thread)),
            Op::Thread { dst } => takes(dst, Taken::Thread),
            Op::Atomic { begin } => acts(if *begin { Act::Begin } else { Act::End }),
            Op::Await { ptr, values, one, owned, check } => {
                let awaited = Awaited { values, one: *one, owned: *owned };
                let extent = values.first().map_or(Extent::Object, Extent::OfValue);
                Effects { accesses: single(ptr, Way::Read, extent), check: *check, ..acts(Act::Await(awaited)) }
            }
            Op::Log(feature) => acts(Act::Log(*feature)),
            Op::Unsupported(what) => acts(Act::Unsupported(what)),
        }
    }
    /// Calls `f` with its parts, operands in the order in which they are evaluated.
    pub fn for_each_part<'a>(&'a self, mut f: impl FnMut(Part<'a>)) {
        for_each_part!(self, Part, f);
    }
    /// Calls `f` with its parts, to change them.
    pub fn for_each_part_mut(&mut self, mut f: impl FnMut(PartMut<'_>)) {
        for_each_part!(self, PartMut, f);
    }
    /// The variable it writes, if any.
    pub fn written(&self) -> Option<VarId> {
        self.effects().takes.map(|(dst, _)| dst)
    }
    /// The expressions it evaluates, in order.
    pub fn operands(&self) -> Vec<&Expr> {
        let mut all = Vec::new();
        self.for_each_part(|part| {
            if let Part::Operand(operand) = part {
                all.push(operand);
            }
        });
        all
    }
    /// Calls `f` with the expressions it evaluates, to change them.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Expr)) {
        self.for_each_part_mut(|part| {
            if let PartMut::Operand(operand) = part {
                f(operand);
            }
        });
    }
    /// Calls `f` with every property it can violate, to change it.
    pub fn for_each_prop_mut(&mut self, mut f: impl FnMut(&mut PropId)) {
        self.for_each_part_mut(|part| match part {
            PartMut::Prop(prop) | PartMut::Check(Some(prop)) => f(prop),
            PartMut::Check(None) | PartMut::Written(_) | PartMut::Operand(_) => {}
            PartMut::Func(_) | PartMut::Type(_) | PartMut::Feature(_) => {}
        });
    }
    /// Calls `f` with every variable it reads.
    pub fn for_each_read(&self, f: &mut impl FnMut(VarId)) {
        self.for_each_part(|part| {
            if let Part::Operand(operand) = part {
                operand.for_each_var(f);
            }
        });
    }
    /// The same instruction with other variables and expressions.
    #[must_use]
    pub fn renamed(&self, var: &impl Fn(VarId) -> VarId, expr: &impl Fn(&Expr) -> Expr) -> Op {
        let mut op = self.clone();
        op.for_each_part_mut(|part| match part {
            PartMut::Written(dst) => *dst = var(*dst),
            PartMut::Operand(operand) => *operand = expr(operand),
            PartMut::Check(_) | PartMut::Prop(_) | PartMut::Func(_) | PartMut::Type(_) | PartMut::Feature(_) => {}
        });
        op
    }
    /// The same instruction vouched for, with other pointers for those accesses to which `to` gives one, by their numbers; where
    /// several go through one operand, the first counts.
    #[must_use]
    pub fn redirected(&self, mut to: impl FnMut(usize, Access<'_>) -> Option<Expr>) -> Op {
        let effects = self.effects();
        let mut other = |operand: &Expr| {
            let mut through = effects.accesses().enumerate().filter(|(_, access)| std::ptr::eq(access.ptr, operand));
            through.find_map(|(number, access)| to(number, access))
        };
        let ptrs: Vec<Option<Expr>> = self.operands().into_iter().map(&mut other).collect();
        let (mut op, mut ptrs) = (self.clone(), ptrs.into_iter());
        op.for_each_part_mut(|part| match part {
            PartMut::Operand(operand) => {
                if let Some(ptr) = ptrs.next().flatten() {
                    *operand = ptr;
                }
            }
            PartMut::Check(check) => *check = None,
            PartMut::Written(_) | PartMut::Prop(_) | PartMut::Func(_) | PartMut::Type(_) | PartMut::Feature(_) => {}
        });
        op
    }
    /// Whether other threads can run before it, outside of atomic sections: see [`Choice::Switch`](crate::Choice::Switch).
    pub fn is_visible(&self) -> bool {
        self.effects().is_visible()
    }
    /// The property that it violates where what it does to memory is invalid, or where what it calls is no function; the
    /// path ends there.
    pub fn demands(&self) -> Option<PropId> {
        self.effects().check
    }
}

impl Callee {
    fn check(&self) -> Option<PropId> {
        match self {
            Callee::Direct(_) => None,
            Callee::Indirect { ptr: _, check } => *check,
        }
    }
}

impl Program {
    /// How many bytes an access of a function extends over, if that is a constant.
    pub fn bytes(&self, func: FuncId, extent: Extent<'_>) -> Option<u64> {
        match extent {
            Extent::OfVar(var) => Some(self.scalar(func, var).bytes(self.target)),
            Extent::OfValue(value) => Some(self.type_of(func, value)?.bytes(self.target)),
            Extent::Bytes(Expr::Int(bits)) => bits.to_u64(),
            Extent::Bytes(_) | Extent::Object => None,
        }
    }
}

/// Calls `f` with the expression that the end of a block evaluates, if any, and `to` with the blocks it can lead to.
macro_rules! parts_of_end {
    ($end:expr, $f:expr, $to:expr) => {
        match $end {
            End::Goto(to) => $to(to),
            End::Branch { cond, yes, no } => {
                $f(cond);
                $to(yes);
                $to(no);
            }
            End::Switch { on, arms, other } => {
                $f(on);
                arms.into_iter().for_each(|(_, to)| $to(to));
                $to(other);
            }
            End::Return(value) => value.into_iter().for_each($f),
            End::Halt(_) | End::Unreachable => {}
        }
    };
}

impl End {
    /// The expression it evaluates, if any.
    pub fn operand(&self) -> Option<&Expr> {
        let mut found = None;
        parts_of_end!(self, |operand| found = Some(operand), |_: &BlockId| {});
        found
    }
    /// The blocks it can lead to; a block may be listed twice.
    pub fn targets(&self) -> Vec<BlockId> {
        let mut all = Vec::new();
        parts_of_end!(self, |_: &Expr| {}, |to: &BlockId| all.push(*to));
        all
    }
    /// Calls `f` with every variable it reads.
    pub fn for_each_read(&self, f: &mut impl FnMut(VarId)) {
        if let Some(expr) = self.operand() {
            expr.for_each_var(f);
        }
    }
    /// The same end with other expressions and targets.
    #[must_use]
    pub fn renamed(&self, expr: &impl Fn(&Expr) -> Expr, to: &impl Fn(BlockId) -> BlockId) -> End {
        let mut end = self.clone();
        parts_of_end!(&mut end, |operand: &mut Expr| *operand = expr(operand), |target: &mut BlockId| {
            *target = to(*target);
        });
        end
    }
}
