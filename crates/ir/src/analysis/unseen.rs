//! Accesses that other threads cannot see, by what pointers can point to: to an object that only code of the first thread
//! accesses, or to a global that nobody writes. Who runs next does not matter there.
//!
//! Where a pointer that other threads follow may mean anything, where unknown code runs, or where there is memory outside
//! of the program, nothing is said.

use super::cfg::reachable;
use super::points::{Object, Points};
use crate::program::{FuncId, Loc, Program};
use std::collections::BTreeSet;

/// The accesses that no thread but the one that makes them can see; `threads` are the functions that others than the
/// first thread may execute.
pub fn unseen(program: &Program, threads: &BTreeSet<FuncId>) -> BTreeSet<Loc> {
    let found = || {
        let points = Points::of(program).filter(|points| points.clobbers.is_empty() && !program.outside)?;
        let count = points.objects.len();
        let (mut by_others, mut written) = (vec![false; count], vec![false; count]);
        let mut all: Vec<(Loc, Vec<u32>)> = Vec::new();
        for (func, function) in program.functions.iter().filter(|(func, f)| points.called[*func] && f.has_body()) {
            for block in reachable(function) {
                for (i, inst) in function.blocks[block].insts.iter().enumerate() {
                    let (loc, mut objects, mut open) = (Loc { func, block, inst: i as u32 }, Vec::new(), false);
                    for (number, access) in inst.op.effects().accesses().enumerate() {
                        let node = points.node(loc, number);
                        open |= points.is_open(node);
                        for place in points.places(node) {
                            written[place.object as usize] |= access.changes();
                            objects.push(place.object);
                        }
                    }
                    if threads.contains(&func) {
                        if open {
                            return None;
                        }
                        objects.iter().for_each(|object| by_others[*object as usize] = true);
                    }
                    if !open && !objects.is_empty() {
                        all.push((loc, objects));
                    }
                }
            }
        }
        let own = |object: u32| {
            let at = object as usize;
            match points.objects[at] {
                // Stack objects die without being written.
                Object::Made(_) => !by_others[at],
                Object::Global(_) => !by_others[at] || !written[at],
                Object::Outside | Object::Func(_) => false,
            }
        };
        all.retain(|(_, objects)| objects.iter().all(|object| own(*object)));
        Some(all.into_iter().map(|(loc, _)| loc).collect())
    };
    found().unwrap_or_default()
}
