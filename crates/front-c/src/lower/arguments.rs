//! The arguments of `main`: strings that are objects of their own, and a null pointer behind the last of them.
//!
//! Their number is arbitrary. A few are made; where there are more, what is not supported is to use `argv`.

use super::{Declared, Lowering, Res};
use crate::ast;
use crate::ctype::IntKind;
use crate::fold;
use hecaton_ir::{Binary, End, Expr, Halt, Op, Region, Role, Scalar, Span, VarId};

/// The most arguments that are made, the name of the program included.
const MOST: u64 = 4;
/// The most bytes of one of them with its zero, as in Linux.
const LONGEST: i64 = 1 << 17;

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
        let most = Expr::int(32, MOST as i64);
        let many = self.condition_temp(span);
        self.assign(many, fold::binary(Binary::SLt, most, count.clone()), span);
        let [few_block, many_block, join] = [(); 3].map(|()| self.body.block(span));
        self.body.branch(Expr::Var(many), many_block, few_block, span);
        self.body.current = many_block;
        self.emit(Op::Havoc { dst: vector }, span);
        let there = fold::not(fold::binary(Binary::Eq, Expr::Var(vector), Expr::Null));
        self.emit(Op::Assume { cond: there }, span);
        self.body.flow_to(join, span);
        self.body.current = few_block;
        self.few_arguments(count, vector, span);
        self.body.flow_to(join, span);
        self.body.arguments = Some((name.name, many));
        self.note(format!("no argument of `main` has more than {} characters", LONGEST - 1));
        let value = self.value(declared.ty, Expr::Var(vector));
        self.param_variable(name, declared, value)
    }
    fn few_arguments(&mut self, count: Expr, vector: VarId, span: Span) {
        let not_negative = fold::binary(Binary::SLe, Expr::int(32, 0), count.clone());
        self.emit(Op::Assume { cond: not_negative }, span);
        let pointer = self.types.ptr();
        let width = self.ctypes.target.pointer_bytes();
        let bits = self.word_bits();
        let elements = fold::binary(Binary::Add, fold::resize(count.clone(), 32, bits, false), self.word(1));
        self.emit(
            Op::Alloc {
                dst: vector,
                region: Region::Stack,
                ty: pointer,
                count: elements,
                zeroed: false,
                constant: false,
                align: None,
                replaces: None,
            },
            span,
        );
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
            self.emit(
                Op::Alloc {
                    dst: string,
                    region: Region::Stack,
                    ty: byte,
                    count: size,
                    zeroed: false,
                    constant: false,
                    align: None,
                    replaces: None,
                },
                span,
            );
            let zero = fold::offset(Expr::Var(string), length);
            self.emit(Op::Store { ptr: zero, value: Expr::int(8, 0), check: None }, span);
            self.emit(Op::Store { ptr: at, value: Expr::Var(string), check: None }, span);
        }
        let at = fold::offset(Expr::Var(vector), self.word(MOST * width));
        self.emit(Op::Store { ptr: at, value: Expr::Null, check: None }, span);
        self.body.flow_to(done, span);
    }
    /// Where a name is used: if it is that of the arguments, there must not be too many of them.
    pub(super) fn use_arguments(&mut self, name: ast::Symbol, span: Span) {
        if let Some((vector, many)) = self.body.arguments
            && vector == name
        {
            let (lost, fine) = (self.body.block(span), self.body.block(span));
            self.body.branch(Expr::Var(many), lost, fine, span);
            self.body.current = lost;
            self.emit(Op::Unsupported(format!("more than {MOST} arguments of `main`")), span);
            let from = self.body.current;
            self.body.end(from, End::Halt(Halt::Abort), span);
            self.body.current = fine;
        }
    }
}
