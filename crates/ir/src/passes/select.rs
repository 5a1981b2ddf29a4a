//! Leaves out the checks of properties that nobody asks for.

use crate::program::{Callee, Op, Program, PropId};

/// Removes what checks other properties than these. The properties themselves stay, with their ids, and so does what an
/// invalid access means for the path.
pub fn select(program: &mut Program, props: &[PropId]) {
    let mut wanted = vec![false; program.props.len()];
    for prop in props {
        wanted[hecaton_base::Id::index(*prop)] = true;
    }
    let wanted = |prop: PropId| wanted[hecaton_base::Id::index(prop)];
    program.leak = program.leak.filter(|prop| wanted(*prop));
    program.cleanup = program.cleanup.filter(|prop| wanted(*prop));
    for function in program.functions.values_mut() {
        for block in function.blocks.values_mut() {
            block.insts.retain(|inst| !matches!(inst.op, Op::Assert { prop, .. } if !wanted(prop)));
            for inst in &mut block.insts {
                match &mut inst.op {
                    Op::Load { check, .. }
                    | Op::Store { check, .. }
                    | Op::Copy { check, .. }
                    | Op::Fill { check, .. }
                    | Op::Free { check, .. }
                    | Op::Call { callee: Callee::Indirect { check, .. }, .. }
                    | Op::Spawn { callee: Callee::Indirect { check, .. }, .. } => {
                        *check = check.filter(|prop| wanted(*prop));
                    }
                    Op::Call { callee: Callee::Direct(_), .. }
                    | Op::Spawn { callee: Callee::Direct(_), .. }
                    | Op::Assign { .. }
                    | Op::Alloc { .. }
                    | Op::Havoc { .. }
                    | Op::Assume { .. }
                    | Op::Assert { .. }
                    | Op::Join { .. }
                    | Op::Lock { .. }
                    | Op::Unlock { .. }
                    | Op::Atomic { .. }
                    | Op::Log(_)
                    | Op::Unsupported(_) => {}
                }
            }
        }
    }
}
