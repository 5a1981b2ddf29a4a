//! Leaves out the checks of properties that nobody asks for.

use crate::program::{Op, Program, PropId};
use hecaton_base::Id as _;

/// Removes the assertions of other properties than these, and the questions at the end of the program. An access keeps
/// the property it would violate: that it ends the path there is the program's meaning, asked for or not.
pub fn select(program: &mut Program, props: &[PropId]) {
    let mut wanted = vec![false; program.props.len()];
    for prop in props {
        wanted[prop.index()] = true;
    }
    let wanted = |prop: PropId| wanted[prop.index()];
    program.leak = program.leak.filter(|prop| wanted(*prop));
    program.race = program.race.filter(|prop| wanted(*prop));
    program.deadlock = program.deadlock.filter(|prop| wanted(*prop));
    program.cleanup = program.cleanup.filter(|prop| wanted(*prop));
    for function in program.functions.values_mut() {
        for block in function.blocks.values_mut() {
            block.insts.retain(|inst| !matches!(inst.op, Op::Assert { prop, .. } if !wanted(prop)));
        }
    }
}
