//! Runs an engine on the part of a program that the properties depend on, and on the whole where that was not enough.
//!
//! A slice may have paths that the program has not, and leaves some things open that the whole would decide. What it
//! proves is proved, and what it violates was replayed on the whole program; everything else is asked again.

use super::settling::settled;
use super::{join, run, unraced};
use crate::board::Board;
use crate::engine::Engine;
use crate::event::{Event, Sink};
use crate::task::{Task, Whole};
use crate::verdict::{Outcome, Scope, Verdict};
use hecaton_base::{Budget, Stop};
use hecaton_ir::analysis::ahead::demanded;
use hecaton_ir::{End, FeatureId, Program, PropId, passes};
use hecaton_jobs::Crew;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Decides what a task asks on a slice of its program first. A task that names loops is not sliced: their lines are
/// those of the whole program.
pub fn run_sliced(engine: &dyn Engine, task: &Task, budget: &Budget, crew: &Crew, sink: &Sink) -> Outcome {
    // What is shown of the whole program needs no slice, and the slice for the rest is smaller.
    let shown = unraced(task);
    let props: Vec<PropId> = task.props.iter().copied().filter(|prop| Some(*prop) != shown).collect();
    if props.is_empty() {
        return run(engine, task, budget, crew, sink);
    }
    sink(Event::Phase("slicing"));
    let mut features: Vec<FeatureId> = task.search.restriction.values().flatten().flatten().copied().collect();
    features.sort();
    features.dedup();
    let named = !task.bounds.loops.is_empty();
    let cut = if named { None } else { passes::slice_with(&task.program, &props, &features) };
    let Some(slice) = cut else {
        return run(engine, task, budget, crew, sink);
    };
    debug_assert_eq!(hecaton_ir::verify(&slice.program), vec![], "a slice is a program");
    let (before, after) = (passes::size(&task.program), passes::size(&slice.program));
    sink(Event::Counts(BTreeMap::from([("instructions", before), ("instructions sliced", after)])));
    // What has all the decisions of the whole and is hardly smaller is no easier, and may have to be asked again.
    if after * 20 > before * 19 && decisions(&slice.program) == decisions(&task.program) {
        return run(engine, task, budget, crew, sink);
    }
    let whole = Whole { program: task.original().clone(), choices: Some(Arc::new(slice.choices)) };
    let mut part = Task { program: Arc::new(slice.program), whole: Some(whole), props, ..task.clone() };
    // What depends on features that the slice has lost is looked for everywhere.
    let kept = |set: &Vec<FeatureId>| set.iter().all(|feature| slice.features.contains(feature));
    let sets = |sets: &Vec<Vec<FeatureId>>| sets.iter().filter(|set| kept(set)).cloned().collect::<Vec<_>>();
    let restriction = &task.search.restriction;
    part.search.restriction = Arc::new(restriction.iter().map(|(prop, known)| (*prop, sets(known))).collect());
    // What may still be asked again is told at the end.
    let sure = {
        let sink = sink.clone();
        move |event: Event| match &event {
            Event::Settled(_, verdict) if !verdict.is_final() => {}
            _ => sink(event),
        }
    };
    let sure: Sink = Arc::new(sure);
    let board = Board::default();
    let mut outcome = join(engine, &part, budget, crew, &sure, &board);
    if let Some(prop) = shown {
        sink(Event::Settled(prop, Verdict::Holds(Scope::All)));
        outcome.verdicts.insert(prop, Verdict::Holds(Scope::All));
    }
    // Of the accesses that are left out nothing was seen.
    let (kept, mut doubtful) = (demanded(&part.program), board.doubtful());
    doubtful.extend(demanded(&task.program).difference(&kept));
    let mut outcome = settled(task, outcome, &doubtful, budget, sink);
    let mut again: Vec<PropId> = Vec::new();
    for (prop, verdict) in outcome.verdicts.iter().filter(|(_, verdict)| !verdict.is_final()) {
        match verdict {
            // A path that ends early in the whole may go on in the slice, beyond every bound.
            Verdict::Holds(_) | Verdict::Violated(_) => again.push(*prop),
            Verdict::Unknown(unknown) => match unknown.stop {
                Stop::Unsupported(_) | Stop::Bug(_) => again.push(*prop),
                Stop::Time
                | Stop::Memory
                | Stop::Full(_)
                | Stop::Steps
                | Stop::Cancelled
                | Stop::Approximate(_)
                | Stop::Solver(_)
                | Stop::Partial(_) => sink(Event::Settled(*prop, verdict.clone())),
            },
        }
    }
    if again.is_empty() {
        return outcome;
    }
    let rest = run(engine, &Task { props: again, ..task.clone() }, budget, crew, &sure);
    for (prop, verdict) in rest.verdicts {
        let known = matches!(outcome.verdicts.get(&prop), Some(Verdict::Holds(_)));
        if !(known && matches!(verdict, Verdict::Unknown(_))) {
            outcome.verdicts.insert(prop, verdict);
        }
        match outcome.verdicts.get(&prop) {
            Some(verdict) if !verdict.is_final() => sink(Event::Settled(prop, verdict.clone())),
            _ => {}
        }
    }
    outcome.notes.extend(rest.notes.into_iter().filter(|note| !outcome.notes.contains(note)).collect::<Vec<_>>());
    outcome
}

/// How many branches there are in the functions of a program.
fn decisions(program: &Program) -> usize {
    let blocks = program.functions.values().flat_map(|f| f.blocks.values());
    blocks.filter(|block| matches!(block.end, End::Branch { .. } | End::Switch { .. })).count()
}
