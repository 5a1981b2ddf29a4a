//! What states say about single places, as plain numbers: the stuff of invariants.

use crate::code::Code;
use crate::range::{Range, WIDEST};
use crate::state::State;
use crate::value::{Target, Value};
use hecaton_base::Id as _;
use hecaton_ir::{GlobalId, Init, Role, Type, VarId};
use std::collections::BTreeMap;

/// Something that holds an integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Holder {
    /// A variable.
    Var(VarId),
    /// Some bytes of a global.
    Global(GlobalId, u64),
    /// Some bytes of the object that a variable is the address of.
    Local(VarId, u64),
}

/// What is known of integers.
pub type Facts = BTreeMap<Holder, Range>;

/// What a state says about the integers of its innermost call and of globals.
pub fn facts(code: &Code, state: &State) -> Facts {
    let program = &code.program;
    let mut out = Facts::new();
    let frame = state.top();
    for (var, value) in &frame.vars {
        match value {
            Value::Int(range) => _ = out.insert(Holder::Var(*var), *range),
            Value::Ptr(pointer) => {
                let Role::Place(_) = program.functions[frame.func].vars[*var].role else { continue };
                let [(Target::Object(object), at)] = pointer.to.as_slice() else { continue };
                let one = state.memory.object(*object).is_some_and(|known| !known.maybe && !known.many && !known.stale);
                if at.single() == Some(0) && one {
                    add_cells(state, *object, &mut out, |offset| Holder::Local(*var, offset));
                }
            }
            Value::Any => {}
        }
    }
    for (object, known) in state.memory.objects.iter() {
        let id = GlobalId::new(*object as usize);
        let Some(global) = program.globals.get(id).filter(|global| !global.constant) else { continue };
        add_cells(state, *object, &mut out, |offset| Holder::Global(id, offset));
        // A number that was never written is what it was at first.
        let untouched = known.zero && state.memory.cells_of(*object).is_empty();
        match (program.types.get(global.ty), &global.init) {
            (Some(Type::Int { bits, .. }), Init::Values(_)) if untouched && *bits <= WIDEST => {
                out.insert(Holder::Global(id, 0), Range::constant(*bits, 0));
            }
            _ => {}
        }
    }
    out
}

fn add_cells(state: &State, object: u32, out: &mut Facts, holder: impl Fn(u64) -> Holder) {
    for cell in state.memory.cells_of(object) {
        match &cell.value {
            Value::Int(range) if u64::from(range.width()) == cell.bytes * 8 => {
                out.insert(holder(cell.offset), *range);
            }
            Value::Int(_) | Value::Ptr(_) | Value::Any => {}
        }
    }
}

/// What both say.
pub fn join(known: &mut Facts, other: &Facts) {
    known.retain(|holder, range| match other.get(holder) {
        Some(other) if other.width() == range.width() => {
            *range = range.join(other);
            true
        }
        _ => false,
    });
}
