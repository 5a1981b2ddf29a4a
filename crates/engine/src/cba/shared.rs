//! Which accesses other threads could see: the places where a switch can matter.
//!
//! An access to a stack object whose address is used for nothing but accesses is a thread's own, and so is one to a
//! global that only the first thread's code names, and only to access it. Constants never change. What else no other
//! thread can see is found by following pointers (`analysis::unseen`). Everything else is taken to be shared. An access that
//! is invalid ends what all threads do, and others could do something before it: so who sees it depends on that.

use hecaton_ir::analysis::effects::{Act, Way};
use hecaton_ir::analysis::sharing::functions_as_values;
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
    let accesses = op.effects().accesses();
    for operand in op.operands() {
        f(operand, accesses.clone().any(|access| std::ptr::eq(access.ptr, operand)));
    }
}

fn for_each_global(expr: &Expr, f: &mut impl FnMut(GlobalId)) {
    if let Expr::Global(global) = expr {
        f(*global);
    }
    expr.children().iter().for_each(|child| for_each_global(child, f));
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
                block.end.operand().into_iter().for_each(|expr| other(expr, false));
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
        match inst.op.demands() {
            _ if self.is_shared(&inst.op, loc) => Seen::ByOthers,
            None => Seen::Never,
            Some(_) => Seen::Invalid,
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
        let effects = op.effects();
        let mut own_only = effects.act.is_none() && effects.accesses().next().is_some();
        for access in effects.accesses() {
            own_only &= match access.way {
                Way::Read | Way::Write(_) | Way::Free(Region::Stack) => known || own(access.ptr),
                // How much memory is left when the program ends, everybody can see.
                Way::Free(Region::Heap) | Way::Ask(_) => false,
            };
        }
        !own_only
    }
}

/// The functions that threads other than the first may execute: those that are spawned, what they call, and all whose
/// address is taken, if any of those calls through a pointer.
fn of_threads(program: &Program) -> BTreeSet<FuncId> {
    let taken = functions_as_values(program);
    let mut open: Vec<FuncId> = Vec::new();
    let insts = |f: &Function| f.blocks.values().flat_map(|block| block.insts.clone()).collect::<Vec<_>>();
    for inst in program.functions.values().flat_map(insts) {
        match inst.op.effects().act {
            Some(Act::Spawn(Callee::Direct(func), _)) => open.push(*func),
            Some(Act::Spawn(Callee::Indirect { .. }, _)) => open.extend(program.functions.keys()),
            Some(Act::Assume(_) | Act::Assert(..) | Act::Call(..) | Act::Join(_) | Act::Await(_)) => {}
            Some(Act::Begin | Act::End | Act::Clobber | Act::Log(_) | Act::Unsupported(_)) | None => {}
        }
    }
    let mut found = BTreeSet::new();
    while let Some(func) = open.pop() {
        if !found.insert(func) {
            continue;
        }
        for inst in insts(&program.functions[func]) {
            match inst.op.effects().call() {
                Some((Callee::Direct(func), _)) => open.push(*func),
                Some((Callee::Indirect { .. }, _)) => open.extend(taken.iter().copied()),
                None => {}
            }
        }
    }
    found
}
