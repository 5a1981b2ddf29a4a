//! Code that could not be read, in a program without properties.
//!
//! An engine finds out whether unsupported code can be reached while it decides properties. Where there is none to
//! decide, none may be left because the code it stood in was not understood; then the program must not be said to hold.

use hecaton_base::Map;
use hecaton_ir::{Callee, Expr, FuncId, Init, Op, Program, Span};

/// The first piece of unsupported code in a function that may be called, with its place.
pub fn find(program: &Program) -> Option<(String, Span)> {
    let mut seen: Map<FuncId, bool> = Map::filled(program.functions.len(), false);
    let mut open = vec![program.entry];
    // A function in an initialiser may be called from anywhere.
    for global in program.globals.values() {
        match &global.init {
            Init::Values(values) => values.iter().for_each(|(_, value)| functions(value, &mut open)),
            Init::Arbitrary => {}
        }
    }
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id], true) {
            continue;
        }
        for block in program.functions[id].blocks.values() {
            for inst in &block.insts {
                match &inst.op {
                    Op::Unsupported(what) => return Some((what.clone(), inst.span)),
                    Op::Call { callee: Callee::Direct(to), .. } | Op::Spawn { callee: Callee::Direct(to), .. } => {
                        if !program.functions[*to].has_body() {
                            let what = format!("`{}` is called but has no body", program.functions[*to].name);
                            return Some((what, inst.span));
                        }
                        open.push(*to);
                    }
                    // What is called by its address is found where the address is taken.
                    Op::Call { callee: Callee::Indirect { .. }, .. }
                    | Op::Spawn { callee: Callee::Indirect { .. }, .. }
                    | Op::Assign { .. }
                    | Op::Load { .. }
                    | Op::Store { .. }
                    | Op::Copy { .. }
                    | Op::Fill { .. }
                    | Op::Clobber { .. }
                    | Op::Alloc { .. }
                    | Op::Free { .. }
                    | Op::Havoc { .. }
                    | Op::Approximate { .. }
                    | Op::Inspect { .. }
                    | Op::Assume { .. }
                    | Op::Assert { .. }
                    | Op::Join { .. }
                    | Op::Await { .. }
                    | Op::Thread { .. }
                    | Op::Atomic { .. }
                    | Op::Log(_) => {}
                }
                inst.op.operands().into_iter().for_each(|operand| functions(operand, &mut open));
            }
            if let Some(operand) = block.end.operand() {
                functions(operand, &mut open);
            }
        }
    }
    None
}

/// The functions whose address an expression takes.
fn functions(expr: &Expr, found: &mut Vec<FuncId>) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let Expr::Func(id) = expr {
            found.push(*id);
        }
        open.extend(expr.children());
    }
}
