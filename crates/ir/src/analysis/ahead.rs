//! What can come up behind a place: by the code alone, and rather too much than too little.

use super::sharing::functions_as_values;
use crate::program::{BlockId, Callee, End, FuncId, Loc, Op, Program, PropId};
use hecaton_base::Map;
use std::collections::BTreeSet;

impl Op {
    /// The property that it violates where what it does to memory is invalid, or where what it calls is no function; the
    /// path ends there.
    pub fn demands(&self) -> Option<PropId> {
        match self {
            Op::Load { check, .. }
            | Op::Store { check, .. }
            | Op::Copy { check, .. }
            | Op::Fill { check, .. }
            | Op::Free { check, .. }
            | Op::Await { check, .. } => *check,
            Op::Call { callee, .. } | Op::Spawn { callee, .. } => match callee {
                Callee::Direct(_) => None,
                Callee::Indirect { check, .. } => *check,
            },
            Op::Assign { .. }
            | Op::Approximate { .. }
            | Op::Clobber { .. }
            | Op::Alloc { .. }
            | Op::Havoc { .. }
            | Op::Inspect { .. }
            | Op::Assume { .. }
            | Op::Assert { .. }
            | Op::Log(_)
            | Op::Thread { .. }
            | Op::Atomic { .. }
            | Op::Join { .. }
            | Op::Unsupported(_) => None,
        }
    }
}

/// The properties that are demanded by accesses and calls somewhere in a program.
pub fn demanded(program: &Program) -> BTreeSet<PropId> {
    program
        .functions
        .values()
        .flat_map(|f| f.blocks.values())
        .flat_map(|b| &b.insts)
        .filter_map(|i| i.op.demands())
        .collect()
}

/// The code of a program as far as one comes from one place to another.
pub struct Onward<'a> {
    program: &'a Program,
    /// Functions whose addresses are taken.
    taken: Vec<FuncId>,
    /// Where each function returns to.
    returns: Map<FuncId, Vec<Loc>>,
    /// There are threads: when one goes wrong, others can be anywhere.
    threads: bool,
}

/// What can come up behind some places.
pub enum Behind {
    /// Whatever there is.
    Anything,
    /// These.
    Props(BTreeSet<PropId>),
}

impl Behind {
    /// Whether a property can come up.
    pub fn has(&self, prop: PropId) -> bool {
        match self {
            Behind::Anything => true,
            Behind::Props(props) => props.contains(&prop),
        }
    }
}

impl<'a> Onward<'a> {
    /// Looks at a program.
    pub fn of(program: &'a Program) -> Self {
        let taken = functions_as_values(program);
        let mut returns: Map<FuncId, Vec<Loc>> = Map::filled(program.functions.len(), Vec::new());
        let mut threads = false;
        for (func, function) in program.functions.iter() {
            for (block, code) in function.blocks.iter() {
                for (i, inst) in code.insts.iter().enumerate() {
                    threads |= matches!(inst.op, Op::Spawn { .. });
                    let Op::Call { callee, .. } = &inst.op else { continue };
                    let back = Loc { func, block, inst: i as u32 + 1 };
                    match callee {
                        Callee::Direct(callee) => returns[*callee].push(back),
                        Callee::Indirect { .. } => taken.iter().for_each(|callee| returns[*callee].push(back)),
                    }
                }
            }
        }
        Onward { program, taken, returns, threads }
    }
    /// The places that demand a property.
    pub fn places(&self, prop: PropId) -> Vec<Loc> {
        let mut found = Vec::new();
        for (func, function) in self.program.functions.iter() {
            for (block, code) in function.blocks.iter() {
                let here = code.insts.iter().enumerate().filter(|(_, inst)| inst.op.demands() == Some(prop));
                found.extend(here.map(|(i, _)| Loc { func, block, inst: i as u32 }));
            }
        }
        found
    }
    /// What can come up where one goes on from some places, those included, back into their callers and on. What is asked
    /// at the end of the program, or of all threads together, always can.
    pub fn behind(&self, places: &[Loc]) -> Behind {
        let Program { functions, leak, cleanup, race, deadlock, .. } = self.program;
        if self.threads {
            return Behind::Anything;
        }
        let mut props: BTreeSet<PropId> = [*leak, *cleanup, *race, *deadlock].into_iter().flatten().collect();
        let mut seen: BTreeSet<(FuncId, BlockId)> = BTreeSet::new();
        let mut returned: BTreeSet<FuncId> = BTreeSet::new();
        let mut open: Vec<Loc> = places.to_vec();
        let enter =
            |func: FuncId| functions[func].has_body().then(|| Loc { func, block: functions[func].entry, inst: 0 });
        for place in places {
            let code = &functions[place.func].blocks[place.block];
            match code.insts.get(place.inst as usize).map(|inst| &inst.op) {
                // Who knows what it does.
                Some(Op::Unsupported(_)) => return Behind::Anything,
                // What is called is not known: it may be any function.
                Some(Op::Call { .. }) => {
                    let others = functions.keys().filter(|func| *func != self.program.entry);
                    open.extend(others.filter_map(enter));
                }
                _ => {}
            }
        }
        while let Some(Loc { func, block, inst }) = open.pop() {
            if inst == 0 && !seen.insert((func, block)) {
                continue;
            }
            let code = &functions[func].blocks[block];
            for inst in code.insts.iter().skip(inst as usize) {
                if let Op::Assert { prop, .. } = &inst.op {
                    props.insert(*prop);
                }
                props.extend(inst.op.demands());
                if let Op::Call { callee, .. } = &inst.op {
                    match callee {
                        Callee::Direct(callee) => open.extend(enter(*callee)),
                        Callee::Indirect { .. } => open.extend(self.taken.iter().copied().filter_map(enter)),
                    }
                }
            }
            match &code.end {
                End::Return(_) => {
                    if returned.insert(func) {
                        open.extend(&self.returns[func]);
                    }
                }
                End::Goto(_) | End::Branch { .. } | End::Switch { .. } | End::Halt(_) | End::Unreachable => {
                    open.extend(code.end.targets().into_iter().map(|block| Loc { func, block, inst: 0 }));
                }
            }
        }
        Behind::Props(props)
    }
}
