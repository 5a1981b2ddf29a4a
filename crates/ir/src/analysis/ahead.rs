//! What can come up behind a place: by the code alone, and rather too much than too little.

use super::effects::Act;
use super::sharing::functions_as_values;
use crate::program::{BlockId, Callee, End, FuncId, Loc, Program, PropId};
use hecaton_base::Map;
use std::collections::BTreeSet;

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
                    let act = inst.op.effects().act;
                    threads |= matches!(act, Some(Act::Spawn(..)));
                    let Some(Act::Call(callee, _)) = act else { continue };
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
            match code.insts.get(place.inst as usize).and_then(|inst| inst.op.effects().act) {
                // Who knows what it does.
                Some(Act::Unsupported(_)) => return Behind::Anything,
                // What is called is not known: it may be any function.
                Some(Act::Call(..)) => {
                    let others = functions.keys().filter(|func| *func != self.program.entry);
                    open.extend(others.filter_map(enter));
                }
                // Threads are no matter here.
                Some(Act::Spawn(..) | Act::Join(_) | Act::Await(_) | Act::Begin | Act::End) => {}
                Some(Act::Assume(_) | Act::Assert(..) | Act::Clobber | Act::Log(_)) | None => {}
            }
        }
        while let Some(Loc { func, block, inst }) = open.pop() {
            if inst == 0 && !seen.insert((func, block)) {
                continue;
            }
            let code = &functions[func].blocks[block];
            for inst in code.insts.iter().skip(inst as usize) {
                let effects = inst.op.effects();
                props.extend(effects.check);
                match effects.act {
                    Some(Act::Assert(_, prop)) => _ = props.insert(prop),
                    Some(Act::Call(callee, _) | Act::Spawn(callee, _)) => match callee {
                        Callee::Direct(callee) => open.extend(enter(*callee)),
                        Callee::Indirect { .. } => open.extend(self.taken.iter().copied().filter_map(enter)),
                    },
                    Some(Act::Assume(_) | Act::Clobber | Act::Log(_) | Act::Unsupported(_)) | None => {}
                    Some(Act::Join(_) | Act::Await(_) | Act::Begin | Act::End) => {}
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
