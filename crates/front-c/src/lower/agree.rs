//! Calls by other types than those of the definition: of functions declared otherwise in another file, or not at all, and
//! through pointers. What the calling conventions of x86 make of them is what happens: the lower part of a number, or the
//! bytes of a pointer. Where more bits are wanted than there are, or an argument that there is not, nothing is known.

use super::{Lowering, Value};
use crate::ctype::{CType, CTypeId};
use crate::fold;
use hecaton_base::Map;
use hecaton_ir::{
    Binary, Block, BlockId, Callee, Cast, DataModel, End, Expr, FuncId, Function, Inst, Op, Program, Role, Scalar,
    Span, Type, Types, Var, VarId,
};

impl Lowering<'_> {
    /// Notes that a pointer becomes one to another type: if a function that gives no result is called as if it gave one,
    /// there must be one, whatever it is. One that gives a number may become the function of a thread, which gives a pointer.
    pub(super) fn note_pointer(&mut self, value: &Value, to: CTypeId) {
        let result = |this: &Self, ty: CTypeId| match this.ctypes.pointee(ty).map(|to| &this.ctypes[to]) {
            Some(CType::Func(signature)) => Some(signature.result),
            _ => None,
        };
        let Some(wanted) = result(self, to).and_then(|ty| self.ctypes.scalar(ty)) else { return };
        let threads = wanted == Scalar::Ptr && self.can_make_threads();
        let mut open = vec![&value.e];
        while let Some(e) = open.pop() {
            match e {
                Expr::Func(func) if self.gives_nothing(*func) || threads && self.gives_number(*func) => {
                    self.results.entry(*func).or_insert(wanted);
                }
                Expr::Select(parts) => open.extend([&parts[1], &parts[2]]),
                Expr::Func(_)
                | Expr::Var(_)
                | Expr::Int(_)
                | Expr::Float(..)
                | Expr::Null
                | Expr::Global(_)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Cast(..)
                | Expr::Offset(_) => {}
            }
        }
    }
    fn result_of(&self, func: FuncId) -> Option<CTypeId> {
        let id = self.linker.of_function(func)?;
        self.ctypes.signature(self.linker.type_of(id)).map(|signature| signature.result)
    }
    fn gives_nothing(&self, func: FuncId) -> bool {
        self.result_of(func).is_some_and(|result| self.ctypes.is_void(result))
    }
    fn gives_number(&self, func: FuncId) -> bool {
        let scalar = self.result_of(func).and_then(|result| self.ctypes.scalar(result));
        matches!(scalar, Some(Scalar::Int(bits)) if bits <= self.word_bits())
    }
}

/// Lets a function that gives no result give an arbitrary one.
pub(super) fn give_result(functions: &mut Map<FuncId, Function>, types: &mut Types, func: FuncId, result: Scalar) {
    let ty = match result {
        Scalar::Int(bits) => types.int(bits, false),
        Scalar::Float(format) => types.add(Type::Float(format)),
        Scalar::Ptr => types.ptr(),
    };
    let function = &mut functions[func];
    if !function.has_body() || function.result.is_some() {
        return;
    }
    function.result = Some(result);
    let (span, what) = (function.span, format!("the result of `{}`, which gives none", function.name));
    let temp = |name: &str| Var { name: name.to_owned(), ty, role: Role::Temp, span };
    let any = function.vars.push(temp("no.result"));
    let given = function.vars.push(temp("no.result.given"));
    for block in function.blocks.values_mut().filter(|block| matches!(block.end, End::Return(None))) {
        let stands_for = Op::Approximate { dst: given, value: Expr::Var(any), what: what.clone() };
        block.insts.extend([Op::Havoc { dst: any }, stands_for].map(|op| Inst { op, span: block.span }));
        block.end = End::Return(Some(Expr::Var(given)));
    }
}

/// Lets a function that gives a number give a pointer: the register that holds the number, of which the upper part is not
/// known.
pub(super) fn give_pointer(functions: &mut Map<FuncId, Function>, types: &mut Types, func: FuncId, word: u32) {
    let (pointer, integer) = (types.ptr(), types.int(word, false));
    let function = &mut functions[func];
    let Some(Scalar::Int(bits)) = function.result.filter(|_| function.has_body()) else { return };
    function.result = Some(Scalar::Ptr);
    let (span, what) = (function.span, format!("the upper part of the result of `{}`", function.name));
    let mut temp = |name: &str, ty| function.vars.push(Var { name: name.to_owned(), ty, role: Role::Temp, span });
    let any = temp("upper.result", integer);
    let upper = temp("upper.result.given", integer);
    let given = temp("result.as.pointer", pointer);
    for block in function.blocks.values_mut() {
        let End::Return(Some(value)) = &mut block.end else { continue };
        let low = fold::resize(std::mem::replace(value, Expr::Var(given)), bits, word, false);
        let mut ops = Vec::new();
        let whole = if bits == word {
            low
        } else {
            let stands_for = Op::Approximate { dst: upper, value: Expr::Var(any), what: what.clone() };
            ops.extend([Op::Havoc { dst: any }, stands_for]);
            let shifted = fold::binary(Binary::Shl, Expr::Var(upper), Expr::int(word, i64::from(bits)));
            fold::binary(Binary::Or, shifted, low)
        };
        ops.push(Op::Assign { dst: given, value: fold::cast(Cast::IToP, Scalar::Ptr, whole) });
        block.insts.extend(ops.into_iter().map(|op| Inst { op, span: block.span }));
    }
}

/// A call that does not fit the definition of what it calls.
struct Misfit {
    func: FuncId,
    block: BlockId,
    index: usize,
    callee: FuncId,
}

/// Mends the calls that do not fit the definitions.
pub(super) fn mend_calls(program: &mut Program) {
    let mut found = Vec::new();
    for (func, function) in program.functions.iter() {
        for (block, code) in function.blocks.iter() {
            // The last one first: an instruction more does not move those that are still to be mended.
            for (index, inst) in code.insts.iter().enumerate().rev() {
                if let Op::Call { dst, callee: Callee::Direct(callee), args } = &inst.op
                    && !fits(program, func, *dst, *callee, args)
                {
                    found.push(Misfit { func, block, index, callee: *callee });
                }
            }
        }
    }
    let mut mended: Vec<FuncId> = Vec::new();
    for misfit in found {
        let Misfit { func, block, index, callee } = misfit;
        let inst = program.functions[func].blocks[block].insts[index].clone();
        let insts = match adapted(program, func, callee, &inst) {
            Some(insts) => {
                if !mended.contains(&callee) {
                    mended.push(callee);
                }
                insts
            }
            None => {
                let name = &program.functions[callee].name;
                let reason = format!("a call of `{name}` that does not fit its definition");
                vec![Inst { op: Op::Unsupported(reason), span: inst.span }]
            }
        };
        let block: &mut Block = &mut program.functions[func].blocks[block];
        block.insts.splice(index..=index, insts);
    }
    for callee in mended {
        let name = &program.functions[callee].name;
        program.notes.push(format!(
            "calls of `{name}` by another type than that of its definition do what the calling conventions of x86 make \
             of them"
        ));
    }
}

/// A call in the types of the definition, if all that is wanted is there.
fn adapted(program: &mut Program, func: FuncId, callee: FuncId, inst: &Inst) -> Option<Vec<Inst>> {
    let Op::Call { dst, args, .. } = &inst.op else { return None };
    let span = inst.span;
    let wide = |program: &Program, scalar: Scalar| scalar.bytes(program.target) > 4;
    let mut passed = Vec::new();
    for (index, param) in program.functions[callee].params.iter().enumerate() {
        let to = program.scalar(callee, *param);
        let from = program.type_of(func, args.get(index)?)?;
        // On the stack of the 32-bit convention, what is wide takes two places.
        if program.target == DataModel::Ilp32 && wide(program, from) != wide(program, to) {
            return None;
        }
        passed.push(seen_as(program, args[index].clone(), from, to)?);
    }
    let direct = Callee::Direct(callee);
    let Some(dst) = *dst else {
        return Some(vec![Inst { op: Op::Call { dst: None, callee: direct, args: passed }, span }]);
    };
    let (wanted, given) = (program.scalar(func, dst), program.functions[callee].result?);
    let result = temp(program, func, given, span);
    let value = seen_as(program, Expr::Var(result), given, wanted)?;
    let ops = [Op::Call { dst: Some(result), callee: direct, args: passed }, Op::Assign { dst, value }];
    Some(ops.into_iter().map(|op| Inst { op, span }).collect())
}

/// What a register with a value holds for somebody who takes it for another type.
fn seen_as(program: &Program, value: Expr, from: Scalar, to: Scalar) -> Option<Expr> {
    let word = program.target.pointer_bits();
    match (from, to) {
        _ if from == to => Some(value),
        (Scalar::Int(a), Scalar::Int(b)) if a > b && b > 1 => Some(fold::resize(value, a, b, false)),
        (Scalar::Ptr, Scalar::Int(b)) if b <= word && b > 1 => {
            Some(fold::resize(fold::cast(Cast::PToI, Scalar::Int(word), value), word, b, false))
        }
        (Scalar::Int(a), Scalar::Ptr) if a >= word => {
            Some(fold::cast(Cast::IToP, Scalar::Ptr, fold::resize(value, a, word, false)))
        }
        (Scalar::Int(_) | Scalar::Float(_) | Scalar::Ptr, _) => None,
    }
}

fn temp(program: &mut Program, func: FuncId, scalar: Scalar, span: Span) -> VarId {
    let ty = match scalar {
        Scalar::Int(bits) => program.types.int(bits, false),
        Scalar::Float(format) => program.types.add(Type::Float(format)),
        Scalar::Ptr => program.types.ptr(),
    };
    let number = program.functions[func].vars.len();
    program.functions[func].vars.push(Var { name: format!("mended.{number}"), ty, role: Role::Temp, span })
}

fn fits(program: &Program, func: FuncId, dst: Option<VarId>, callee: FuncId, args: &[Expr]) -> bool {
    let function = &program.functions[callee];
    let result = dst.is_none_or(|dst| function.result == Some(program.scalar(func, dst)));
    // More arguments than parameters are dropped.
    let count = args.len() >= function.params.len();
    let types = || {
        let pairs = function.params.iter().zip(args);
        pairs.into_iter().all(|(param, arg)| program.type_of(func, arg) == Some(program.scalar(callee, *param)))
    };
    result && count && types()
}
