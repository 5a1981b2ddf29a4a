//! What is done around any engine: a check goes to the cache first, then to a slice of the program, then to the engine, and
//! what the engine says is settled last.
//!
//! All engines are run by [`run`] and [`run_sliced`], those that check a part for another engine included, so that what is
//! said here is said once: that a program without heap loses no memory, that a run with a defect proves nothing, and that
//! nothing is claimed of code behind an access that is never valid.

mod proofs;
mod settling;
mod slicing;

pub use proofs::run_cached;
pub use slicing::run_sliced;

use crate::board::Board;
use crate::engine::Engine;
use crate::event::{Event, Sink};
use crate::task::Task;
use crate::verdict::{Outcome, Scope, Verdict};
use hecaton_base::Budget;
use hecaton_ir::analysis::ahead::demanded;
use hecaton_ir::analysis::effects::{Act, Taken};
use hecaton_ir::analysis::lockset;
use hecaton_ir::{Op, Program, PropId, Region};
use hecaton_jobs::Crew;
use settling::settled;

/// Decides what a task asks by one engine, on the program of the task.
pub fn run(engine: &dyn Engine, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink) -> Outcome {
    let board = Board::default();
    let outcome = join(engine, task, budget, crew, sink, &board);
    settled(task, outcome, &board.doubtful(), budget, sink)
}

/// Lets an engine decide what is not plain to see.
fn join(engine: &dyn Engine, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink, board: &Board) -> Outcome {
    let plain: Vec<PropId> = about_heap(task).into_iter().chain(unraced(task)).collect();
    if plain.is_empty() {
        return engine.join(task, budget, crew, sink, board);
    }
    let noted = board.listen(sink);
    for prop in &plain {
        noted(Event::Settled(*prop, Verdict::Holds(Scope::All)));
    }
    let mut task = task.clone();
    task.props.retain(|prop| !plain.contains(prop));
    let mut outcome = if task.props.is_empty() && !task.search.tests {
        // No engine looks at the program, so no access is seen to be valid.
        board.doubt(&demanded(&task.program));
        Outcome::default()
    } else {
        engine.join(&task, budget, crew, sink, board)
    };
    outcome.verdicts.extend(plain.into_iter().map(|prop| (prop, Verdict::Holds(Scope::All))));
    outcome
}

/// The property of data races, if it is asked and the locks of the whole program exclude them.
fn unraced(task: &Task) -> Option<PropId> {
    let race = task.program.race.filter(|race| task.props.contains(race) && task.whole.is_none())?;
    lockset::excludes_races(&task.program).then_some(race)
}

/// Those of the properties about lost memory that hold because the program never allocates, however long it runs.
fn about_heap(task: &Task) -> Vec<PropId> {
    let asked = [task.program.leak, task.program.cleanup].into_iter().flatten();
    let asked: Vec<PropId> = asked.filter(|prop| task.props.contains(prop)).collect();
    if asked.is_empty() || allocates(&task.simplified(&task.props)) { vec![] } else { asked }
}

/// Whether the program may allocate on the heap. What is not understood might.
fn allocates(program: &Program) -> bool {
    let allocates = |op: &Op| {
        let effects = op.effects();
        let on_heap = effects.takes.is_some_and(|(_, taken)| taken == Taken::Made(Region::Heap));
        on_heap || matches!(effects.act, Some(Act::Unsupported(_) | Act::Spawn(..)))
    };
    let mut insts = program.functions.values().flat_map(|f| f.blocks.values()).flat_map(|block| &block.insts);
    program.functions.values().any(|f| !f.has_body()) || insts.any(|inst| allocates(&inst.op))
}
