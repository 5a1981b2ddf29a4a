//! A program in which no thread is made needs none of the meaning of threads: the one that runs is number 0, atomic
//! sections mean nothing, and what is waited for must already be so.

use crate::expr::{Binary, Expr, Unary};
use crate::program::{Inst, Op, Program, Role, Var};
use crate::types::Scalar;

/// Whether any instruction makes a thread.
pub fn has_threads(program: &Program) -> bool {
    let mut blocks = program.functions.values().flat_map(|f| f.blocks.values());
    blocks.any(|block| block.insts.iter().any(|inst| matches!(inst.op, Op::Spawn { .. })))
}

/// Leaves out what has to do with threads, if none is made.
pub fn alone(program: &mut Program) {
    if has_threads(program) {
        return;
    }
    let zero = Expr::int(program.target.pointer_bits(), 0);
    let funcs: Vec<_> = program.functions.keys().collect();
    for func in funcs {
        let blocks: Vec<_> = program.functions[func].blocks.keys().collect();
        for block in blocks {
            let about = |inst: &Inst| matches!(inst.op, Op::Atomic { .. } | Op::Await { .. } | Op::Thread { .. });
            if !program.functions[func].blocks[block].insts.iter().any(about) {
                continue;
            }
            let old = std::mem::take(&mut program.functions[func].blocks[block].insts);
            let mut insts = Vec::with_capacity(old.len());
            for Inst { op, span } in old {
                match op {
                    Op::Atomic { .. } => {}
                    Op::Thread { dst } => insts.push(Inst { op: Op::Assign { dst, value: zero.clone() }, span }),
                    Op::Await { ptr, values, one, owned, check } => {
                        let ty = values.first().and_then(|value| program.type_of(func, value));
                        let Some(Scalar::Int(width)) = ty else {
                            insts.push(Inst { op: Op::Await { ptr, values, one, owned, check }, span });
                            continue;
                        };
                        let ty = program.types.int(width, false);
                        let vars = &mut program.functions[func].vars;
                        let name = format!("awaited{}", vars.len());
                        let found = vars.push(Var { name, ty, role: Role::Temp, span });
                        insts.push(Inst { op: Op::Load { dst: found, ptr, check }, span });
                        insts.push(Inst { op: Op::Assume { cond: awaited(Expr::Var(found), &values, one) }, span });
                    }
                    op => insts.push(Inst { op, span }),
                }
            }
            program.functions[func].blocks[block].insts = insts;
        }
    }
}

/// Whether a number is one of some values, or none of them: what `Await` waits for.
pub fn awaited(found: Expr, values: &[Expr], one: bool) -> Expr {
    let equal = |value: &Expr| Expr::Binary(Binary::Eq, Box::new([found.clone(), value.clone()]));
    let any = values.iter().map(equal).reduce(|a, b| Expr::Binary(Binary::Or, Box::new([a, b])));
    let any = any.unwrap_or_else(|| Expr::int(1, 0));
    if one { any } else { Expr::Unary(Unary::Not, Box::new(any)) }
}
