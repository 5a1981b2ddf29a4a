//! Which accesses other threads could see: the places where a switch can matter.
//!
//! An access to a stack object whose address is used for nothing but accesses is a thread's own, and so is one to a
//! global that only the first thread's code names, and only to access it. Constants never change. What else no other
//! thread can see is found by following pointers (`analysis::unseen`). Everything else is taken to be shared. An access that
//! is invalid ends what all threads do, and others could do something before it: so who sees it depends on that.

use hecaton_ir::analysis::unseen;
use hecaton_ir::{Callee, Expr, FuncId, Function, GlobalId, Init, Loc, Op, Program, Region, Role, VarId};
use std::collections::BTreeSet;

/// Who sees an access, or could do something before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Other threads.
    ByOthers,
    /// Nobody, if it is valid.
    Invalid,
    /// Nobody.
    Never,
}

/// The accesses that are a thread's own.
pub(crate) struct Own {
    vars: BTreeSet<(FuncId, VarId)>,
    globals: BTreeSet<GlobalId>,
    accesses: BTreeSet<Loc>,
}

/// What an address is based on, if that can be read off.
fn base(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Global(_) | Expr::Var(_) => Some(expr),
        Expr::Offset(parts) => base(&parts[0]),
        _ => None,
    }
}

/// Calls `f` with every expression of an instruction, and whether it is an address that is accessed.
fn operands(op: &Op, f: &mut impl FnMut(&Expr, bool)) {
    match op {
        Op::Assign { value, .. } | Op::Approximate { value, .. } => f(value, false),
        Op::Load { ptr, .. } => f(ptr, true),
        Op::Store { ptr, value, .. } => {
            f(ptr, true);
            f(value, false);
        }
        Op::Copy { dst, src, size, .. } => {
            f(dst, true);
            f(src, true);
            f(size, false);
        }
        Op::Fill { dst, byte, size, .. } => {
            f(dst, true);
            f(byte, false);
            f(size, false);
        }
        Op::Alloc { count, align, replaces, .. } => {
            [count].into_iter().chain(align).chain(replaces).for_each(|operand| f(operand, false));
        }
        Op::Free { ptr, .. } => f(ptr, true),
        Op::Clobber { roots } => roots.iter().for_each(|root| f(root, false)),
        Op::Inspect { ptr, .. } => f(ptr, true),
        Op::Assume { cond } | Op::Assert { cond, .. } => f(cond, false),
        Op::Call { callee, args, .. } | Op::Spawn { callee, args, .. } => {
            if let Callee::Indirect { ptr, .. } = callee {
                f(ptr, false);
            }
            args.iter().for_each(|arg| f(arg, false));
        }
        Op::Join { thread } => f(thread, false),
        Op::Await { ptr, values, .. } => {
            f(ptr, true);
            values.iter().for_each(|value| f(value, false));
        }
        Op::Havoc { .. } | Op::Thread { .. } | Op::Atomic { .. } | Op::Log(_) | Op::Unsupported(_) => {}
    }
}

/// Whether an access is one that the front end vouches for.
fn is_taken_for_valid(op: &Op) -> bool {
    match op {
        Op::Load { check, .. }
        | Op::Store { check, .. }
        | Op::Copy { check, .. }
        | Op::Fill { check, .. }
        | Op::Free { check, .. } => check.is_none(),
        _ => false,
    }
}

fn for_each_global(expr: &Expr, f: &mut impl FnMut(GlobalId)) {
    if let Expr::Global(global) = expr {
        f(*global);
    }
    expr.children().iter().for_each(|child| for_each_global(child, f));
}
fn for_each_func(expr: &Expr, f: &mut impl FnMut(FuncId)) {
    if let Expr::Func(func) = expr {
        f(*func);
    }
    expr.children().iter().for_each(|child| for_each_func(child, f));
}

impl Own {
    /// Finds them.
    pub fn of(program: &Program) -> Self {
        let mut places = BTreeSet::new();
        let mut other_vars = BTreeSet::new();
        let mut globals: BTreeSet<GlobalId> = program.globals.keys().collect();
        let threads = of_threads(program);
        for global in program.globals.values() {
            if let Init::Values(values) = &global.init {
                values.iter().for_each(|(_, value)| {
                    for_each_global(value, &mut |id| {
                        globals.remove(&id);
                    })
                });
            }
        }
        for (id, function) in program.functions.iter() {
            for (var, info) in function.vars.iter() {
                if matches!(info.role, Role::Place(_)) && !function.params.contains(&var) {
                    places.insert((id, var));
                }
            }
            let mut other = |expr: &Expr, accessed: bool| {
                match base(expr) {
                    Some(Expr::Var(_)) if accessed => {}
                    Some(Expr::Global(global)) if accessed => {
                        if threads.contains(&id) {
                            globals.remove(global);
                        }
                    }
                    _ => {
                        expr.for_each_var(&mut |var| {
                            other_vars.insert((id, var));
                        });
                        for_each_global(expr, &mut |global| {
                            globals.remove(&global);
                        });
                    }
                }
                // What an address is moved by is no address that is accessed.
                if let (true, Expr::Offset(parts)) = (accessed, expr) {
                    for_each_global(&parts[1], &mut |global| {
                        globals.remove(&global);
                    });
                }
            };
            for block in function.blocks.values() {
                block.insts.iter().for_each(|inst| operands(&inst.op, &mut other));
                each_of_end(&block.end, &mut |expr| other(expr, false));
            }
        }
        let vars = places.difference(&other_vars).copied().collect();
        let constant = program.globals.iter().filter(|(_, global)| global.constant).map(|(id, _)| id);
        globals.extend(constant);
        Own { vars, globals, accesses: unseen(program, &threads) }
    }
    /// Who sees what an instruction does.
    pub fn seen(&self, program: &Program, loc: Loc) -> Seen {
        let block = &program.functions[loc.func].blocks[loc.block];
        let Some(inst) = block.insts.get(loc.inst as usize) else { return Seen::ByOthers };
        match &inst.op {
            _ if self.is_shared(&inst.op, loc) => Seen::ByOthers,
            op if is_taken_for_valid(op) => Seen::Never,
            _ => Seen::Invalid,
        }
    }
    /// Whether what an instruction accesses may be shared.
    fn is_shared(&self, op: &Op, loc: Loc) -> bool {
        let own = |ptr: &Expr| match base(ptr) {
            Some(Expr::Var(var)) => self.vars.contains(&(loc.func, *var)),
            Some(Expr::Global(global)) => self.globals.contains(global),
            _ => false,
        };
        let known = self.accesses.contains(&loc);
        match op {
            Op::Load { ptr, .. } | Op::Store { ptr, .. } => !(known || own(ptr)),
            Op::Fill { dst, .. } => !(known || own(dst)),
            Op::Copy { dst, src, .. } => !(known || own(dst) && own(src)),
            Op::Free { ptr, region: Region::Stack, .. } => !(known || own(ptr)),
            // How much memory is left when the program ends, everybody can see.
            Op::Free { region: Region::Heap, .. } => true,
            Op::Assign { .. }
            | Op::Alloc { .. }
            | Op::Havoc { .. }
            | Op::Clobber { .. }
            | Op::Approximate { .. }
            | Op::Inspect { .. }
            | Op::Assume { .. }
            | Op::Assert { .. }
            | Op::Call { .. }
            | Op::Spawn { .. }
            | Op::Join { .. }
            | Op::Thread { .. }
            | Op::Atomic { .. }
            | Op::Await { .. }
            | Op::Log(_)
            | Op::Unsupported(_) => true,
        }
    }
}

fn each_of_end(end: &hecaton_ir::End, f: &mut impl FnMut(&Expr)) {
    use hecaton_ir::End;
    match end {
        End::Branch { cond, .. } => f(cond),
        End::Switch { on, .. } => f(on),
        End::Return(Some(value)) => f(value),
        End::Goto(_) | End::Return(None) | End::Halt(_) | End::Unreachable => {}
    }
}

/// The functions that threads other than the first may execute: those that are spawned, what they call, and all whose
/// address is taken, if any of those calls through a pointer.
fn of_threads(program: &Program) -> BTreeSet<FuncId> {
    let mut taken = BTreeSet::new();
    for global in program.globals.values() {
        if let Init::Values(values) = &global.init {
            values.iter().for_each(|(_, value)| {
                for_each_func(value, &mut |func| {
                    taken.insert(func);
                })
            });
        }
    }
    let mut open: Vec<FuncId> = Vec::new();
    let insts = |f: &Function| f.blocks.values().flat_map(|block| block.insts.clone()).collect::<Vec<_>>();
    for function in program.functions.values() {
        for inst in insts(function) {
            operands(&inst.op, &mut |expr, _| {
                for_each_func(expr, &mut |func| {
                    taken.insert(func);
                })
            });
            if let Op::Spawn { callee, .. } = &inst.op {
                match callee {
                    Callee::Direct(func) => open.push(*func),
                    Callee::Indirect { .. } => open.extend(program.functions.keys()),
                }
            }
        }
        for block in function.blocks.values() {
            each_of_end(&block.end, &mut |expr| {
                for_each_func(expr, &mut |func| {
                    taken.insert(func);
                })
            });
        }
    }
    let mut found = BTreeSet::new();
    while let Some(func) = open.pop() {
        if !found.insert(func) {
            continue;
        }
        for inst in insts(&program.functions[func]) {
            match &inst.op {
                Op::Call { callee: Callee::Direct(func), .. } => open.push(*func),
                Op::Call { callee: Callee::Indirect { .. }, .. } => open.extend(taken.iter().copied()),
                _ => {}
            }
        }
    }
    found
}
