//! Traces: what happened on the way to a violation, in the words of the source.

use crate::cause::Cause;
use crate::machine::{Event, Machine};
use crate::record::{Entry, Record};
use crate::schedule::{self, Moment, Party};
use crate::value::Value;
use crate::{show, slice};
use hecaton_ir::{End, FuncId, Loc, Op, PropId, Role, Scalar, Span, Type, VarId};

/// The way to a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What is violated.
    pub property: PropId,
    /// Where.
    pub loc: Loc,
    /// Where, in the source.
    pub span: Span,
    /// Why, in words: "index 64 is out of bounds of `stack` (64 elements)".
    pub cause: String,
    /// What happened; the last step is the failure.
    pub steps: Vec<Step>,
    /// The functions active at the end, outermost first, each with the place it is at.
    pub stack: Vec<Active>,
    /// With several threads: what they did to each other, in order; the last one is the failure.
    pub moments: Vec<Moment>,
    /// With several threads: how each of them stands.
    pub parties: Vec<Party>,
}

impl Trace {
    /// The features that took place, each once, in the order of their first time.
    pub fn features(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for step in &self.steps {
            if let What::Log { feature } = &step.what
                && !found.contains(&feature.as_str())
            {
                found.push(feature);
            }
        }
        found
    }
}

/// A function that is being executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Active {
    /// The function.
    pub func: FuncId,
    /// Its name.
    pub name: String,
    /// The call it is in, or the failure in the innermost one.
    pub span: Span,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where.
    pub loc: Loc,
    /// Where, in the source.
    pub span: Span,
    /// How many calls deep; 0 in the entry function.
    pub depth: u32,
    /// The thread that does it; 0 is that of the entry function.
    pub thread: u32,
    /// What.
    pub what: What,
    /// Whether the failure depends on it.
    pub relevant: bool,
}

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A variable took a value.
    Assign {
        /// The variable.
        name: String,
        /// The value.
        value: String,
    },
    /// A variable took an arbitrary value.
    Input {
        /// The variable, or empty for a temporary.
        name: String,
        /// The value.
        value: String,
        /// It has not been given one: this is its declaration.
        unset: bool,
    },
    /// Memory took a value.
    Store {
        /// The place: `a[3]`, `malloc#1.next`, `x+2`.
        name: String,
        /// The value.
        value: String,
    },
    /// Heap memory was allocated.
    Alloc {
        /// Its name from now on.
        name: String,
        /// How many bytes.
        size: u64,
    },
    /// Heap memory was freed.
    Free {
        /// Its name.
        name: String,
    },
    /// A function was called.
    Call {
        /// The function.
        func: String,
        /// Names and values of its parameters.
        args: Vec<(String, String)>,
    },
    /// A function returned.
    Return {
        /// The function.
        func: String,
        /// The value, if it has one.
        value: Option<String>,
    },
    /// A branch was taken.
    Branch {
        /// `true` or `false`; of a switch, the value.
        taken: String,
    },
    /// An assumption held.
    Assume,
    /// A feature took place.
    Log {
        /// Its name.
        feature: String,
    },
    /// So many steps are not kept.
    Omitted {
        /// How many.
        count: u64,
    },
    /// The violation.
    Failure {
        /// Why.
        cause: String,
    },
}

/// Makes the trace of a run that ended in a violation.
pub(crate) fn trace(machine: &Machine<'_>, record: Record, property: PropId, loc: Loc, cause: &Cause) -> Trace {
    let program = machine.program;
    let (entries, before, omitted) = record.into_entries();
    let relevant = slice::relevant(program, &entries);
    let mut steps = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        if i == before && omitted > 0 {
            let what = What::Omitted { count: omitted };
            let (loc, depth, thread) = (entry.loc, entry.depth, entry.thread);
            steps.push(Step { loc, span: Span::nowhere(), depth, thread, what, relevant: true });
        }
        if let Some(what) = what(machine, entry, cause) {
            let (loc, depth, thread) = (entry.loc, entry.depth, entry.thread);
            steps.push(Step { loc, span: program.span(loc), depth, thread, what, relevant: relevant[i] });
        }
        // Behind a return, what the caller does with the value.
        if let Event::Return { value: Some(value), to: Some(to) } = &entry.event
            && let Some(what) = assign(machine, to.call.func, to.var, value)
        {
            let (loc, depth, thread) = (to.call, entry.depth.saturating_sub(1), entry.thread);
            steps.push(Step { loc, span: program.span(loc), depth, thread, what, relevant: relevant[i] });
        }
    }
    let stack = machine
        .call_stack()
        .into_iter()
        .map(|loc| Active { func: loc.func, name: program.functions[loc.func].name.clone(), span: program.span(loc) })
        .collect();
    let (moments, parties) = schedule::tell(machine, &entries, &relevant, cause);
    let (mut span, mut stack): (Span, Vec<Active>) = (program.span(loc), stack);
    if let Some(first) = cause.standings().first() {
        span = first.span;
        stack = parties.get(first.thread as usize).map_or(stack, |party| party.stack.clone());
    }
    Trace { property, loc, span, cause: cause.to_string(), steps, stack, moments, parties }
}

/// A variable of the source took a value; addresses of objects and temporaries are not shown.
fn assign(machine: &Machine<'_>, func: FuncId, var: VarId, value: &Value) -> Option<What> {
    let program = machine.program;
    let var = Some(&program.functions[func].vars[var]).filter(|v| v.role == Role::Named)?;
    let value = show::value(program, &machine.memory, &program.types[var.ty], value);
    Some(What::Assign { name: var.name.clone(), value })
}

fn what(machine: &Machine<'_>, entry: &Entry, cause: &Cause) -> Option<What> {
    let (program, memory) = (machine.program, &machine.memory);
    let function = &program.functions[entry.loc.func];
    let op = function.blocks[entry.loc.block].insts.get(entry.loc.inst as usize).map(|inst| &inst.op);
    match &entry.event {
        Event::Assign { value } | Event::Load { value, .. } => assign(machine, entry.loc.func, op?.written()?, value),
        Event::Input { var, value } => {
            let var = &function.vars[*var];
            let unset = var.role == Role::Named && program.span(entry.loc) == var.span;
            let name = if var.role == Role::Temp { String::new() } else { var.name.clone() };
            let value = show::value(program, memory, &program.types[var.ty], value);
            Some(What::Input { name, value, unset })
        }
        Event::Store { value, ty, object, offset } => {
            let (name, value) = show::scalar_at(program, memory, (*object, *offset), *ty, value, op);
            Some(What::Store { name, value })
        }
        Event::Copy { to, from, len } => {
            let (name, _) = show::lvalue(program, memory, to.0, to.1, *len);
            let (source, _) = show::lvalue(program, memory, from.0, from.1, *len);
            Some(What::Store { name, value: format!("{len} bytes of {source}") })
        }
        Event::Fill { object, offset, byte, len } => {
            let (name, _) = show::lvalue(program, memory, *object, *offset, *len);
            Some(What::Store { name, value: format!("{len} bytes {byte:#04x}") })
        }
        Event::Content { object, first } => {
            let size = memory.objects[*object as usize].size;
            let (name, place) = show::lvalue(program, memory, *object, 0, size);
            let scalar = place.and_then(|ty| program.types.scalar(ty));
            let value = match (scalar, place) {
                (Some(Scalar::Int(width @ ..=64)), Some(ty)) => {
                    let value = Value::Word(first & crate::scalar::mask(width));
                    show::value(program, memory, &program.types[ty], &value)
                }
                _ => format!("{size} arbitrary bytes"),
            };
            Some(What::Store { name, value })
        }
        Event::Alloc { object } => match op? {
            Op::Alloc { region: hecaton_ir::Region::Heap, .. } => {
                let size = memory.objects[*object as usize].size;
                Some(What::Alloc { name: show::object(program, memory, *object), size })
            }
            _ => None,
        },
        Event::Free { object } => match op? {
            Op::Free { region: hecaton_ir::Region::Heap, .. } => {
                Some(What::Free { name: show::object(program, memory, *object) })
            }
            _ => None,
        },
        Event::Call { func, args, .. } => {
            let callee = &program.functions[*func];
            let arg = |(i, value)| match callee.params.get(i) {
                Some(param) => {
                    let var = &callee.vars[*param];
                    (var.name.clone(), show::value(program, memory, &program.types[var.ty], value))
                }
                None => ("...".to_string(), variadic(machine, entry.loc, i, value)),
            };
            Some(What::Call { func: callee.name.clone(), args: args.iter().enumerate().map(arg).collect() })
        }
        Event::Return { value, .. } => {
            let value = match (value, function.result) {
                (Some(value), Some(ty)) => Some(show::scalar_value(program, memory, ty, value)),
                (None, _) | (_, None) => None,
            };
            Some(What::Return { func: function.name.clone(), value })
        }
        Event::Branch { to } => match &function.blocks[entry.loc.block].end {
            End::Branch { yes, no, .. } if yes == no => None,
            End::Branch { yes, .. } => Some(What::Branch { taken: (to == yes).to_string() }),
            End::Switch { arms, other, .. } => {
                let arm = arms.iter().find(|(_, arm)| arm == to && to != other);
                Some(What::Branch {
                    taken: arm.map_or("default".to_string(), |(value, _)| value.to_bigint().to_string()),
                })
            }
            End::Goto(_) | End::Return(_) | End::Halt(_) | End::Unreachable => None,
        },
        Event::Assume => Some(What::Assume),
        Event::Log => match op? {
            Op::Log(feature) => Some(What::Log { feature: program.features[*feature].name.clone() }),
            _ => None,
        },
        Event::Failure { .. } => Some(What::Failure { cause: cause.to_string() }),
    }
}

/// An argument beyond the parameters, shown by the type of its expression.
fn variadic(machine: &Machine<'_>, loc: Loc, index: usize, value: &Value) -> String {
    let program = machine.program;
    let inst = program.functions[loc.func].blocks[loc.block].insts.get(loc.inst as usize);
    let ty = match inst.map(|inst| &inst.op) {
        Some(Op::Call { args, .. }) => args.get(index).and_then(|arg| program.type_of(loc.func, arg)),
        _ => None,
    };
    match ty {
        Some(ty @ (Scalar::Int(_) | Scalar::Float(_))) => show::scalar_value(program, &machine.memory, ty, value),
        Some(Scalar::Ptr) | None => show::value(program, &machine.memory, &Type::Ptr, value),
    }
}
