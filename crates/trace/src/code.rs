//! Functions made ready to run: every expression flattened into moves between numbered slots, with types resolved, so
//! that running it needs neither recursion nor type questions. The slots of a frame are the function's variables
//! followed by temporaries.

use crate::scalar::{Nan, mask};
use crate::value::Value;
use hecaton_base::{Bits, Id as _};
use hecaton_ir::{
    Aspect, Binary, Block, BlockId, Callee, Cast, End, Expr, FuncId, Function, Halt, Loc, Op, Program, PropId, Region,
    Scalar, Unary, VarId,
};
use std::cell::Cell;
use std::collections::HashMap;

/// Where an operand is: a slot of the frame, or a constant if the top bit is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub u32);

impl Slot {
    const CONSTANT: u32 = 1 << 31;
    fn constant(index: usize) -> Self {
        Slot(index as u32 | Self::CONSTANT)
    }
    /// The index of a constant.
    #[inline]
    pub fn as_constant(self) -> Option<usize> {
        if self.0 & Self::CONSTANT == 0 { None } else { Some((self.0 & !Self::CONSTANT) as usize) }
    }
}

/// One computation into a slot.
#[derive(Clone, Debug)]
pub(crate) enum Move {
    /// A copy.
    Copy { dst: u32, a: Slot },
    /// An operator on integers of at most 64 bits.
    Word { op: Binary, width: u8, dst: u32, a: Slot, b: Slot },
    /// Complement of an integer of at most 64 bits.
    Not { mask: u64, dst: u32, a: Slot },
    /// Negation of an integer of at most 64 bits.
    Neg { mask: u64, dst: u32, a: Slot },
    /// Cut to fewer bits.
    Cut { mask: u64, dst: u32, a: Slot },
    /// Sign extension.
    Extend { from: u8, mask: u64, dst: u32, a: Slot },
    /// `cond ? yes : no`.
    Select { dst: u32, cond: Slot, yes: Slot, no: Slot },
    /// Equality of pointers.
    PtrEq { dst: u32, a: Slot, b: Slot },
    /// Order of pointers; `strict` or not.
    PtrLess { strict: bool, dst: u32, a: Slot, b: Slot },
    /// Distance of pointers.
    PtrDiff { dst: u32, a: Slot, b: Slot },
    /// Distance of pointers that lie in one object.
    PtrGap { dst: u32, a: Slot, b: Slot },
    /// A pointer moved.
    Offset { dst: u32, a: Slot, by: Slot },
    /// The address of a pointer.
    Address { dst: u32, a: Slot },
    /// The pointer at an address.
    Pointer { dst: u32, a: Slot },
    /// An operator on anything wider, or on floats.
    Unary { op: Unary, ty: Scalar, dst: u32, a: Slot },
    /// An operator on anything wider, or on floats.
    Binary { op: Binary, ty: Scalar, dst: u32, a: Slot, b: Slot },
    /// A conversion of anything wider, or of floats.
    Cast { op: Cast, from: Scalar, to: Scalar, dst: u32, a: Slot },
}

/// What an instruction does once its operands are computed.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// The moves have done it.
    Assign,
    Load {
        dst: u32,
        ty: Scalar,
        ptr: Slot,
        check: Option<PropId>,
    },
    Store {
        ty: Scalar,
        ptr: Slot,
        value: Slot,
        check: Option<PropId>,
    },
    Copy {
        dst: Slot,
        src: Slot,
        size: Slot,
        check: Option<PropId>,
    },
    Fill {
        dst: Slot,
        byte: Slot,
        size: Slot,
        check: Option<PropId>,
    },
    Clobber {
        roots: Box<[Slot]>,
    },
    Alloc {
        dst: u32,
        region: Region,
        size: u64,
        /// The alignment that the type and the region ask for.
        least: u64,
        count: Slot,
        zeroed: bool,
        constant: bool,
        align: Option<Slot>,
        replaces: Option<Slot>,
    },
    Free {
        ptr: Slot,
        region: Region,
        check: Option<PropId>,
    },
    Havoc {
        dst: u32,
        ty: Scalar,
    },
    Inspect {
        dst: u32,
        ptr: Slot,
        aspect: Aspect,
    },
    Assume {
        cond: Slot,
    },
    Assert {
        cond: Slot,
        prop: PropId,
    },
    Call {
        dst: Option<(u32, Scalar)>,
        func: FuncId,
        args: Box<[Slot]>,
    },
    CallAt {
        dst: Option<(u32, Scalar)>,
        ptr: Slot,
        check: Option<PropId>,
        args: Box<[Slot]>,
        types: Box<[Scalar]>,
    },
    Spawn {
        dst: u32,
        /// How the function is called that it starts in.
        call: Box<Act>,
    },
    Join {
        thread: Slot,
    },
    Thread {
        dst: u32,
    },
    /// Begins an atomic section, or ends one.
    Atomic(bool),
    Await {
        ptr: Slot,
        ty: Scalar,
        values: Box<[Slot]>,
        one: bool,
        owned: bool,
        check: Option<PropId>,
    },
    Log,
    Unsupported(Box<str>),
    Goto(BlockId),
    Branch {
        cond: Slot,
        yes: BlockId,
        no: BlockId,
    },
    Switch {
        on: Slot,
        arms: HashMap<u64, BlockId>,
        other: BlockId,
    },
    WideSwitch {
        on: Slot,
        arms: Box<[(Bits, BlockId)]>,
        other: BlockId,
    },
    Return(Option<Slot>),
    Halt(Halt),
    Unreachable,
}

/// An instruction: moves `moves..next` of the function, then the act.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub moves: (u32, u32),
    pub act: Act,
}

/// A function ready to run.
#[derive(Debug)]
pub(crate) struct Code {
    pub steps: Vec<Step>,
    pub moves: Vec<Move>,
    pub constants: Vec<Value>,
    /// The index of the first step of each block.
    pub starts: Vec<u32>,
    /// The block of each step.
    pub blocks: Vec<BlockId>,
    /// How many slots a frame has.
    pub slots: usize,
}

impl Code {
    /// The location of a step.
    pub fn loc(&self, func: FuncId, step: usize) -> Loc {
        let block = self.blocks[step];
        Loc { func, block, inst: (step - self.starts[block.index()] as usize) as u32 }
    }
}

/// Makes a function ready. The error names what the verifier would have found.
pub(crate) fn compile(program: &Program, func: FuncId, nan: Nan, nan_made: &Cell<bool>) -> Result<Code, String> {
    let function = &program.functions[func];
    let code = Code {
        steps: Vec::new(),
        moves: Vec::new(),
        constants: Vec::new(),
        starts: Vec::new(),
        blocks: Vec::new(),
        slots: function.vars.len(),
    };
    let mut maker = Maker { program, func, function, code, constants: HashMap::new(), temps: 0, nan, nan_made };
    for (id, block) in function.blocks.iter() {
        maker.code.starts.push(maker.code.steps.len() as u32);
        maker.block(id, block)?;
    }
    Ok(maker.code)
}

struct Maker<'a> {
    program: &'a Program,
    func: FuncId,
    function: &'a Function,
    code: Code,
    constants: HashMap<Expr, Slot>,
    /// Temporaries in use by the current instruction.
    temps: usize,
    nan: Nan,
    nan_made: &'a Cell<bool>,
}

/// What is left to do for an expression: visit it, or combine operands that are done.
enum Todo<'a> {
    Visit(&'a Expr),
    Combine(&'a Expr),
}

impl<'a> Maker<'a> {
    fn block(&mut self, id: BlockId, block: &'a Block) -> Result<(), String> {
        for inst in &block.insts {
            let start = self.code.moves.len() as u32;
            self.temps = 0;
            let act = self.op(&inst.op)?;
            self.step(id, start, act);
        }
        let start = self.code.moves.len() as u32;
        self.temps = 0;
        let act = self.end(&block.end)?;
        self.step(id, start, act);
        Ok(())
    }

    fn step(&mut self, block: BlockId, start: u32, act: Act) {
        self.code.steps.push(Step { moves: (start, self.code.moves.len() as u32), act });
        self.code.blocks.push(block);
    }

    fn temp(&mut self) -> u32 {
        let slot = self.function.vars.len() + self.temps;
        self.temps += 1;
        self.code.slots = self.code.slots.max(slot + 1);
        slot as u32
    }

    fn constant(&mut self, expr: &Expr, value: Value) -> Slot {
        if let Some(slot) = self.constants.get(expr) {
            return *slot;
        }
        let slot = Slot::constant(self.code.constants.len());
        self.code.constants.push(value);
        self.constants.insert(expr.clone(), slot);
        slot
    }

    fn var(&self, var: VarId) -> Result<Scalar, String> {
        let ty = self.function.vars.get(var).and_then(|v| self.program.types.scalar(v.ty));
        ty.ok_or_else(|| format!("{var} is not a variable of scalar type"))
    }

    /// Emits the moves of an expression; gives where its value is, and its type.
    fn expr(&mut self, expr: &'a Expr) -> Result<(Slot, Scalar), String> {
        let mut done: Vec<(Slot, Scalar)> = Vec::new();
        let mut todo = vec![Todo::Visit(expr)];
        while let Some(next) = todo.pop() {
            let expr = match next {
                Todo::Visit(expr) if expr.children().is_empty() => {
                    done.push(self.leaf(expr)?);
                    continue;
                }
                Todo::Visit(expr) => {
                    todo.push(Todo::Combine(expr));
                    todo.extend(expr.children().iter().rev().map(Todo::Visit));
                    continue;
                }
                Todo::Combine(expr) => expr,
            };
            let operands = done.split_off(done.len() - expr.children().len());
            let result = self.combine(expr, &operands)?;
            done.push(result);
        }
        done.pop().ok_or_else(|| "an expression without a value".to_string())
    }

    fn leaf(&mut self, expr: &Expr) -> Result<(Slot, Scalar), String> {
        Ok(match expr {
            Expr::Int(bits) => (self.constant(expr, Value::of(bits.clone())), Scalar::Int(bits.width())),
            Expr::Float(format, bits) => {
                let ty = Scalar::Float(*format);
                if bits.width() != format.bits() {
                    return Err("a float constant of the wrong width".to_string());
                }
                (self.constant(expr, Value::of(self.nan.settle(ty, bits.clone(), self.nan_made))), ty)
            }
            Expr::Null => (self.constant(expr, Value::Word(0)), Scalar::Ptr),
            // The objects of the globals are made first, in order.
            Expr::Global(id) => (self.constant(expr, Value::Object(id.index() as u32, 0)), Scalar::Ptr),
            Expr::Func(id) => (self.constant(expr, Value::Func(id.index() as u32)), Scalar::Ptr),
            Expr::Var(id) => (Slot(id.index() as u32), self.var(*id)?),
            Expr::Unary(..) | Expr::Binary(..) | Expr::Select(_) | Expr::Cast(..) | Expr::Offset(_) => {
                return Err("an operator without operands".to_string());
            }
        })
    }

    fn combine(&mut self, expr: &'a Expr, operands: &[(Slot, Scalar)]) -> Result<(Slot, Scalar), String> {
        let (program, func) = (self.program, self.func);
        let wrong = || format!("ill-typed: {}", hecaton_ir::text::print_expr(program, func, expr));
        let Some(ty) = type_of(self.program, expr, operands) else { return Err(wrong()) };
        let dst = self.temp();
        let small = |ty: Scalar| matches!(ty, Scalar::Int(..=64));
        let step = match (expr, operands) {
            (Expr::Unary(op, _), [(a, from)]) => match (op, from) {
                (Unary::Not, Scalar::Int(width @ ..=64)) => Move::Not { mask: mask(*width), dst, a: *a },
                (Unary::Neg, Scalar::Int(width @ ..=64)) => Move::Neg { mask: mask(*width), dst, a: *a },
                (op, from) => Move::Unary { op: *op, ty: *from, dst, a: *a },
            },
            (Expr::Binary(op, _), [(a, from), (b, _)]) => match (op, from) {
                (Binary::Eq, Scalar::Ptr) => Move::PtrEq { dst, a: *a, b: *b },
                (Binary::ULt, Scalar::Ptr) => Move::PtrLess { strict: true, dst, a: *a, b: *b },
                (Binary::ULe, Scalar::Ptr) => Move::PtrLess { strict: false, dst, a: *a, b: *b },
                (Binary::PtrDiff, _) => Move::PtrDiff { dst, a: *a, b: *b },
                (Binary::PtrGap, _) => Move::PtrGap { dst, a: *a, b: *b },
                (op, Scalar::Int(width @ ..=64)) => Move::Word { op: *op, width: *width as u8, dst, a: *a, b: *b },
                (op, from) => Move::Binary { op: *op, ty: *from, dst, a: *a, b: *b },
            },
            (Expr::Select(_), [(cond, _), (yes, _), (no, _)]) => Move::Select { dst, cond: *cond, yes: *yes, no: *no },
            (Expr::Offset(_), [(a, _), (by, _)]) => Move::Offset { dst, a: *a, by: *by },
            (Expr::Cast(op, to, _), [(a, from)]) => match (op, *from, *to) {
                (Cast::PToI, _, _) => Move::Address { dst, a: *a },
                (Cast::IToP, _, _) => Move::Pointer { dst, a: *a },
                (Cast::Trunc, from, Scalar::Int(width)) if small(from) => Move::Cut { mask: mask(width), dst, a: *a },
                (Cast::ZExt, _, to) if small(to) => Move::Copy { dst, a: *a },
                (Cast::SExt, Scalar::Int(from), Scalar::Int(width @ ..=64)) => {
                    Move::Extend { from: from as u8, mask: mask(width), dst, a: *a }
                }
                (op, from, to) => Move::Cast { op: *op, from, to, dst, a: *a },
            },
            _ => return Err(wrong()),
        };
        self.code.moves.push(step);
        Ok((Slot(dst), ty))
    }

    /// An expression that must have a type.
    fn typed(&mut self, expr: &'a Expr, want: Scalar) -> Result<Slot, String> {
        let (slot, ty) = self.expr(expr)?;
        if ty == want { Ok(slot) } else { Err(format!("an operand of type {ty:?} where {want:?} is wanted")) }
    }

    fn word(&mut self, expr: &'a Expr) -> Result<Slot, String> {
        self.typed(expr, self.program.word())
    }

    fn op(&mut self, op: &'a Op) -> Result<Act, String> {
        Ok(match op {
            Op::Assign { dst, value } | Op::Approximate { dst, value, what: _ } => {
                let before = self.code.moves.len();
                let ty = self.var(*dst)?;
                let slot = self.typed(value, ty)?;
                let dst = dst.index() as u32;
                // The last move writes the variable itself; operands were read before.
                match self.code.moves[before..].last_mut() {
                    Some(last) => *dst_of(last) = dst,
                    None => self.code.moves.push(Move::Copy { dst, a: slot }),
                }
                Act::Assign
            }
            Op::Load { dst, ptr, check } => {
                let ty = self.var(*dst)?;
                Act::Load { dst: dst.index() as u32, ty, ptr: self.typed(ptr, Scalar::Ptr)?, check: *check }
            }
            Op::Store { ptr, value, check } => {
                let ptr = self.typed(ptr, Scalar::Ptr)?;
                let (value, ty) = self.expr(value)?;
                Act::Store { ty, ptr, value, check: *check }
            }
            Op::Copy { dst, src, size, check } => {
                let (dst, src) = (self.typed(dst, Scalar::Ptr)?, self.typed(src, Scalar::Ptr)?);
                Act::Copy { dst, src, size: self.word(size)?, check: *check }
            }
            Op::Fill { dst, byte, size, check } => {
                let (dst, byte) = (self.typed(dst, Scalar::Ptr)?, self.typed(byte, Scalar::Int(8))?);
                Act::Fill { dst, byte, size: self.word(size)?, check: *check }
            }
            Op::Clobber { roots } => {
                let roots: Result<Vec<Slot>, String> = roots.iter().map(|root| self.typed(root, Scalar::Ptr)).collect();
                Act::Clobber { roots: roots?.into() }
            }
            Op::Alloc { dst, region, ty, count, zeroed, constant, align, replaces } => {
                let (types, target) = (&self.program.types, self.program.target);
                if types.get(*ty).is_none() {
                    return Err(format!("{ty} is not a type"));
                }
                let least = match region {
                    Region::Stack => types.align(*ty, target),
                    Region::Heap => types.align(*ty, target).max(16),
                };
                let align = align.as_ref().map(|align| self.word(align)).transpose()?;
                let replaces = replaces.as_ref().map(|it| self.typed(it, Scalar::Ptr)).transpose()?;
                let (size, count, zeroed) = (types.size(*ty, target), self.word(count)?, *zeroed);
                let (dst, region, constant) = (dst.index() as u32, *region, *constant);
                Act::Alloc { dst, region, size, least, count, zeroed, constant, align, replaces }
            }
            Op::Free { ptr, region, check } => {
                Act::Free { ptr: self.typed(ptr, Scalar::Ptr)?, region: *region, check: *check }
            }
            Op::Inspect { dst, ptr, aspect } => {
                Act::Inspect { dst: dst.index() as u32, ptr: self.typed(ptr, Scalar::Ptr)?, aspect: *aspect }
            }
            Op::Havoc { dst } => Act::Havoc { dst: dst.index() as u32, ty: self.var(*dst)? },
            Op::Assume { cond } => Act::Assume { cond: self.typed(cond, Scalar::Int(1))? },
            Op::Assert { cond, prop } => Act::Assert { cond: self.typed(cond, Scalar::Int(1))?, prop: *prop },
            Op::Call { dst, callee, args } => {
                let dst = match dst {
                    Some(dst) => Some((dst.index() as u32, self.var(*dst)?)),
                    None => None,
                };
                self.call(dst, callee, args)?
            }
            Op::Spawn { dst, callee, args } => {
                let call = Box::new(self.call(None, callee, args)?);
                Act::Spawn { dst: dst.index() as u32, call }
            }
            Op::Join { thread } => Act::Join { thread: self.word(thread)? },
            Op::Thread { dst } => Act::Thread { dst: dst.index() as u32 },
            Op::Atomic { begin } => Act::Atomic(*begin),
            Op::Await { ptr, values, one, owned, check } => {
                let ptr = self.typed(ptr, Scalar::Ptr)?;
                let (values, types) = self.args(values)?;
                let ty = *types.first().ok_or_else(|| "nothing is waited for".to_string())?;
                Act::Await { ptr, ty, values, one: *one, owned: *owned, check: *check }
            }
            Op::Log(_) => Act::Log,
            Op::Unsupported(reason) => Act::Unsupported(reason.as_str().into()),
        })
    }

    fn call(&mut self, dst: Option<(u32, Scalar)>, callee: &'a Callee, args: &'a [Expr]) -> Result<Act, String> {
        Ok(match callee {
            Callee::Direct(func) => {
                let (args, types) = self.args(args)?;
                if !fits(self.program, *func, &types, dst.map(|(_, ty)| ty)) {
                    return Err(format!("a call that does not fit {func}"));
                }
                Act::Call { dst, func: *func, args }
            }
            Callee::Indirect { ptr, check } => {
                let ptr = self.typed(ptr, Scalar::Ptr)?;
                let (args, types) = self.args(args)?;
                Act::CallAt { dst, ptr, check: *check, args, types }
            }
        })
    }

    #[allow(clippy::type_complexity, reason = "slots beside their types")]
    fn args(&mut self, args: &'a [Expr]) -> Result<(Box<[Slot]>, Box<[Scalar]>), String> {
        let done: Vec<(Slot, Scalar)> = args.iter().map(|arg| self.expr(arg)).collect::<Result<_, _>>()?;
        Ok(done.into_iter().unzip::<_, _, Vec<_>, Vec<_>>()).map(|(slots, types)| (slots.into(), types.into()))
    }

    fn end(&mut self, end: &'a End) -> Result<Act, String> {
        Ok(match end {
            End::Goto(to) => Act::Goto(*to),
            End::Branch { cond, yes, no } => {
                Act::Branch { cond: self.typed(cond, Scalar::Int(1))?, yes: *yes, no: *no }
            }
            End::Switch { on, arms, other } => {
                let (on, ty) = self.expr(on)?;
                let Scalar::Int(width) = ty else { return Err("a switch on something else than an integer".into()) };
                if arms.iter().any(|(value, _)| value.width() != width) {
                    return Err("a switch with a value of another width".to_string());
                }
                let words: Option<HashMap<u64, BlockId>> = match width {
                    ..=64 => arms.iter().map(|(value, to)| Some((value.to_u64()?, *to))).collect(),
                    _ => None,
                };
                match words {
                    Some(arms) => Act::Switch { on, arms, other: *other },
                    None => Act::WideSwitch { on, arms: arms.clone().into(), other: *other },
                }
            }
            End::Return(None) => Act::Return(None),
            End::Return(Some(value)) => {
                let Some(ty) = self.function.result else {
                    return Err("a value returned by a function without result".into());
                };
                Act::Return(Some(self.typed(value, ty)?))
            }
            End::Halt(halt) => Act::Halt(*halt),
            End::Unreachable => Act::Unreachable,
        })
    }
}

/// Whether a function can be called with arguments of these types, for a result of that type if one is wanted: every
/// parameter has an argument of its type; further arguments are ignored.
pub(crate) fn fits(program: &Program, func: FuncId, args: &[Scalar], result: Option<Scalar>) -> bool {
    let Some(function) = program.functions.get(func) else { return false };
    let param = |var: &VarId| function.vars.get(*var).and_then(|v| program.types.scalar(v.ty));
    args.len() >= function.params.len()
        && function.params.iter().zip(args).all(|(var, arg)| param(var) == Some(*arg))
        && (result.is_none() || result == function.result)
}

/// The type of an operator's result from the types of its operands.
fn type_of(program: &Program, expr: &Expr, operands: &[(Slot, Scalar)]) -> Option<Scalar> {
    let types: Vec<Scalar> = operands.iter().map(|(_, ty)| *ty).collect();
    hecaton_ir::typing::combine(program.word(), expr, &types)
}

fn dst_of(step: &mut Move) -> &mut u32 {
    match step {
        Move::Copy { dst, .. }
        | Move::Word { dst, .. }
        | Move::Not { dst, .. }
        | Move::Neg { dst, .. }
        | Move::Cut { dst, .. }
        | Move::Extend { dst, .. }
        | Move::Select { dst, .. }
        | Move::PtrEq { dst, .. }
        | Move::PtrLess { dst, .. }
        | Move::PtrDiff { dst, .. }
        | Move::PtrGap { dst, .. }
        | Move::Offset { dst, .. }
        | Move::Address { dst, .. }
        | Move::Pointer { dst, .. }
        | Move::Unary { dst, .. }
        | Move::Binary { dst, .. }
        | Move::Cast { dst, .. } => dst,
    }
}
