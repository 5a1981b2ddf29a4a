//! The arguments of `main`: strings that are objects of their own, and a null pointer behind the last of them.
//!
//! Their number is arbitrary. A few strings are made; where there are more arguments, what is not supported is to use one
//! of the others, or `argv` in another way than by an index.

use super::body::stack_object;
use super::place::{Place, Where};
use super::{Declared, Lowering, Res};
use crate::ast::{self, BinaryOp, ExprKind, UnaryOp};
use crate::ctype::IntKind;
use crate::fold;
use hecaton_ir::{Binary, End, Expr, Halt, Op, Role, Scalar, Span, VarId};

/// The most arguments that are made, the name of the program included.
const MOST: u64 = 4;
/// The most bytes of one of them with its zero, as in Linux.
const LONGEST: i64 = 1 << 17;

/// The arguments of `main` in its body.
#[derive(Clone, Debug)]
pub(super) struct Arguments {
    /// The name of the array.
    vector: ast::Symbol,
    /// Whether there are more than are made.
    many: VarId,
    /// How many there are.
    count: Expr,
    /// Where there are many, what lies behind the last one: apart from the array, so that this keeps its strings at places
    /// that are known.
    behind: VarId,
}

impl Lowering<'_> {
    /// Whether a parameter of `main`, the next, is the array of its arguments, and is used.
    pub(super) fn is_argument_vector(&self, declared: &Declared) -> bool {
        let element = self.ctypes.pointee(declared.ty).and_then(|string| self.ctypes.pointee(string));
        let strings = element.and_then(|element| self.ctypes.int_kind(element)) == Some(IntKind::Char);
        let counted = match self.body.params[..] {
            [count] => self.types.scalar(self.body.vars[count].ty) == Some(Scalar::Int(32)),
            _ => false,
        };
        self.body.name == "main" && self.body.facts.watched_used && strings && counted
    }
    /// Makes the arguments and the variable that holds them, and remembers where there are too many.
    pub(super) fn argument_vector(&mut self, name: ast::Ident, declared: Declared) -> Res<()> {
        let span = name.span;
        let pointer = self.types.ptr();
        let argument = self.body.var("arg", pointer, Role::Temp, span);
        let count = Expr::Var(self.body.params[0]);
        self.body.params.push(argument);
        let vector = self.pointer_temp(span);
        // The program may change the variable.
        let number = self.types.int(32, true);
        let count = {
            let copy = self.temp_of(number, span);
            self.assign(copy, count, span);
            Expr::Var(copy)
        };
        let most = Expr::int(32, MOST as i64);
        let many = self.condition_temp(span);
        self.assign(many, fold::binary(Binary::SLt, most, count.clone()), span);
        self.strings(count.clone(), vector, span);
        let behind = self.pointer_temp(span);
        let one = self.word(1);
        self.emit(stack_object(behind, pointer, one), span);
        self.emit(Op::Store { ptr: Expr::Var(behind), value: Expr::Null, check: None }, span);
        self.body.arguments = Some(Arguments { vector: name.name, many, count, behind });
        self.note(format!("no argument of `main` has more than {} characters", LONGEST - 1));
        let value = self.value(declared.ty, Expr::Var(vector));
        self.param_variable(name, declared, value)
    }
    /// The array with the first few strings, and the null pointer behind them if there are no more. What else there is is
    /// never looked at.
    fn strings(&mut self, count: Expr, vector: VarId, span: Span) {
        let not_negative = fold::binary(Binary::SLe, Expr::int(32, 0), count.clone());
        self.emit(Op::Assume { cond: not_negative }, span);
        let pointer = self.types.ptr();
        let width = self.ctypes.target.pointer_bytes();
        let bits = self.word_bits();
        let elements = fold::binary(Binary::Add, fold::resize(count.clone(), 32, bits, false), self.word(1));
        self.emit(stack_object(vector, pointer, elements), span);
        let done = self.body.block(span);
        let byte = self.types.int(8, true);
        for index in 0..MOST {
            let at = fold::offset(Expr::Var(vector), self.word(index * width));
            let (last, more) = (self.body.block(span), self.body.block(span));
            let end = fold::binary(Binary::Eq, count.clone(), Expr::int(32, index as i64));
            self.body.branch(end, last, more, span);
            self.body.current = last;
            self.emit(Op::Store { ptr: at.clone(), value: Expr::Null, check: None }, span);
            self.body.flow_to(done, span);
            self.body.current = more;
            let number = self.types.int(32, false);
            let length = self.temp_of(number, span);
            self.emit(Op::Havoc { dst: length }, span);
            let fits = fold::binary(Binary::ULt, Expr::Var(length), Expr::int(32, LONGEST));
            self.emit(Op::Assume { cond: fits }, span);
            let length = fold::resize(Expr::Var(length), 32, bits, false);
            let string = self.pointer_temp(span);
            let size = fold::binary(Binary::Add, length.clone(), self.word(1));
            self.emit(stack_object(string, byte, size), span);
            let zero = fold::offset(Expr::Var(string), length);
            self.emit(Op::Store { ptr: zero, value: Expr::int(8, 0), check: None }, span);
            self.emit(Op::Store { ptr: at, value: Expr::Var(string), check: None }, span);
        }
        let last = self.body.block(span);
        let end = fold::binary(Binary::Eq, count, Expr::int(32, MOST as i64));
        self.body.branch(end, last, done, span);
        self.body.current = last;
        let at = fold::offset(Expr::Var(vector), self.word(MOST * width));
        self.emit(Op::Store { ptr: at, value: Expr::Null, check: None }, span);
        self.body.flow_to(done, span);
    }
    /// Whether a name is that of the arguments of `main`.
    pub(super) fn names_arguments(&self, name: ast::Symbol) -> bool {
        self.body.arguments.as_ref().is_some_and(|arguments| arguments.vector == name)
    }
    /// Where a name is used: if it is that of the arguments, there must not be too many of them.
    pub(super) fn use_arguments(&mut self, name: ast::Symbol, span: Span) {
        if let Some(arguments) = &self.body.arguments
            && arguments.vector == name
        {
            let lost = Expr::Var(arguments.many);
            self.stop_where(lost, span);
        }
    }
    /// The index of an expression that is an element of the arguments: `argv[i]`, `*argv` and `*(argv + i)`; the inner
    /// value is none for the first.
    pub(super) fn argument_index<'e>(&self, e: &'e ast::Expr) -> Option<(&'e ast::Expr, Option<&'e ast::Expr>)> {
        let arguments = self.body.arguments.as_ref()?;
        let is_vector = |e: &ast::Expr| matches!(e.kind, ExprKind::Name(name) if name == arguments.vector);
        match &e.kind {
            ExprKind::Index { base, index } if is_vector(base) => Some((base, Some(index))),
            ExprKind::Unary { op: UnaryOp::Deref, arg } => match &arg.kind {
                ExprKind::Name(_) if is_vector(arg) => Some((arg, None)),
                ExprKind::Binary { first, rest } if is_vector(first) => match &rest[..] {
                    [step] if step.op == BinaryOp::Add => Some((first, Some(&step.arg))),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
    /// The place of an argument: one of the first, the null pointer behind the last, or nothing at all.
    pub(super) fn main_argument(&mut self, e: &ast::Expr, vector: &ast::Expr, index: Option<&ast::Expr>) -> Res<Place> {
        let Some(arguments) = self.body.arguments.take() else { return self.place(vector, false) };
        let pointer = self.rvalue(vector);
        self.body.arguments = Some(arguments.clone());
        let pointer = pointer?;
        let index = match index {
            Some(index) => self.rvalue(index)?,
            None => self.int_value(IntKind::Int, 0),
        };
        let index = self.share(index, e.span);
        let Some(kind) = self.ctypes.int_kind(index.ty) else { return self.by_pointer(e, pointer, index, false) };
        let (from, bits) = (self.bits_of(kind), self.word_bits());
        let at = fold::resize(index.e.clone(), from, bits, kind.signed());
        let count = fold::resize(arguments.count, 32, bits, false);
        let beyond = fold::and(Expr::Var(arguments.many), fold::binary(Binary::SLe, self.word(MOST), at.clone()));
        let lost = fold::and(beyond.clone(), fold::binary(Binary::SLt, at.clone(), count.clone()));
        self.stop_where(lost, e.span);
        let last = fold::and(beyond, fold::binary(Binary::Eq, at, count));
        let place = self.by_pointer(e, pointer, index, false)?;
        let at = match place.at {
            Where::Memory(at) => Where::Memory(fold::select(last, Expr::Var(arguments.behind), at)),
            register @ Where::Register(_) => register,
        };
        Ok(Place { at, ..place })
    }
    /// Nothing is known where one of the arguments is used that are not made.
    fn stop_where(&mut self, lost: Expr, span: Span) {
        if lost == Expr::int(1, 0) {
            return;
        }
        let (stuck, fine) = (self.body.block(span), self.body.block(span));
        self.body.branch(lost, stuck, fine, span);
        self.body.current = stuck;
        self.emit(Op::Unsupported(format!("more than {MOST} arguments of `main`")), span);
        let from = self.body.current;
        self.body.end(from, End::Halt(Halt::Abort), span);
        self.body.current = fine;
    }
}
