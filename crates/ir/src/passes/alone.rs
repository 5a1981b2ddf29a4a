//! A program in which no thread is made needs none of the meaning of threads: the one that runs is number 0, atomic
//! sections mean nothing, and what is waited for must already be so. If it is not, the only thread waits for ever: an
//! assertion of the kind `Deadlock` says that this does not happen, and every engine for sequential programs decides it.

use crate::expr::{Binary, Expr, Unary};
use crate::program::{Inst, Op, Program, Prop, PropId, PropKind, Role, Span, Var};
use crate::types::Scalar;

/// What is said where a thread is waited for that there is not.
pub const NO_THREAD: &str = "waiting for a thread that there is not";

/// Whether any instruction makes a thread.
pub fn has_threads(program: &Program) -> bool {
    let mut blocks = program.functions.values().flat_map(|f| f.blocks.values());
    blocks.any(|block| block.insts.iter().any(|inst| matches!(inst.op, Op::Spawn { .. })))
}

/// Whether any instruction waits.
fn waits(program: &Program) -> bool {
    let insts = program.functions.values().flat_map(|f| f.blocks.values()).flat_map(|block| &block.insts);
    insts.into_iter().any(|inst| matches!(inst.op, Op::Await { .. } | Op::Join { .. }))
}

/// A condition without which the only thread waits for ever.
fn or_wait(prop: PropId, cond: Expr, span: Span) -> [Inst; 2] {
    [Inst { op: Op::Assert { cond: cond.clone(), prop }, span }, Inst { op: Op::Assume { cond }, span }]
}

/// Leaves out what has to do with threads, if none is made.
pub fn alone(program: &mut Program) {
    if has_threads(program) {
        return;
    }
    let zero = Expr::int(program.target.pointer_bits(), 0);
    let entry = &program.functions[program.entry];
    let (func, span) = (entry.name.clone(), entry.span);
    let prop = waits(program).then(|| {
        let text = "no deadlock".to_owned();
        program.props.push(Prop { kind: PropKind::Deadlock, text, func, span })
    });
    let funcs: Vec<_> = program.functions.keys().collect();
    for func in funcs {
        let blocks: Vec<_> = program.functions[func].blocks.keys().collect();
        for block in blocks {
            let about = |inst: &Inst| {
                matches!(inst.op, Op::Atomic { .. } | Op::Await { .. } | Op::Join { .. } | Op::Thread { .. })
            };
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
                        let (Some(Scalar::Int(width)), Some(prop)) = (ty, prop) else {
                            insts.push(Inst { op: Op::Await { ptr, values, one, owned, check }, span });
                            continue;
                        };
                        let ty = program.types.int(width, false);
                        let vars = &mut program.functions[func].vars;
                        let name = format!("awaited{}", vars.len());
                        let found = vars.push(Var { name, ty, role: Role::Temp, span });
                        insts.push(Inst { op: Op::Load { dst: found, ptr, check }, span });
                        insts.extend(or_wait(prop, awaited(Expr::Var(found), &values, one), span));
                    }
                    // The only thread that there is waits for its own end; any other number is that of no thread.
                    Op::Join { thread } => {
                        let itself = Expr::Binary(Binary::Eq, Box::new([thread, zero.clone()]));
                        let other = Expr::Unary(Unary::Not, Box::new(itself));
                        insts.extend(prop.into_iter().flat_map(|prop| or_wait(prop, other.clone(), span)));
                        insts.push(Inst { op: Op::Unsupported(NO_THREAD.into()), span });
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
