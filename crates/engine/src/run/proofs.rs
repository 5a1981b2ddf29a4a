//! Proofs of whole programs, kept from one run to the next.
//!
//! If everything that was asked of a program holds on all executions, that is kept under the sum of the whole program,
//! what was asked and how. Asked again, it is known. Nothing else is kept: what is open may be settled another time, and
//! a violation is to be shown with its trace.

use crate::event::{Event, Sink};
use crate::task::Task;
use crate::verdict::{Outcome, Scope, Verdict};
use hecaton_base::{Id as _, Wire};
use hecaton_cache::{Cache, Digest, digest};
use hecaton_ir::PropId;
use hecaton_ir::text::print_plain;
use std::collections::BTreeMap;

/// Decides what a task asks, unless it is known. `how` names everything besides the task that a proof might depend on.
pub fn run_cached(task: &Task, how: &str, sink: &Sink, decide: impl FnOnce(&Task) -> Outcome) -> Outcome {
    let Some(cache) = &task.cache else { return decide(task) };
    let key = key(task, how);
    if let Some(known) = recall(cache, &key, task) {
        for (prop, verdict) in &known.verdicts {
            sink(Event::Settled(*prop, verdict.clone()));
        }
        sink(Event::Counts(BTreeMap::from([("properties from the cache", known.verdicts.len() as u64)])));
        cache.write();
        return known;
    }
    let outcome = decide(task);
    let holds = |verdict: &Verdict| matches!(verdict, Verdict::Holds(Scope::All));
    if task.props.iter().all(|prop| outcome.verdicts.get(prop).is_some_and(holds)) {
        cache.put(&key, outcome.notes.to_bytes());
    }
    cache.write();
    outcome
}

fn recall(cache: &Cache, key: &Digest, task: &Task) -> Option<Outcome> {
    let notes = Wire::from_bytes(&cache.get(key)?).ok()?;
    let verdicts = task.props.iter().map(|prop| (*prop, Verdict::Holds(Scope::All))).collect();
    Some(Outcome { verdicts, notes })
}

fn key(task: &Task, how: &str) -> Digest {
    let Task {
        program,
        whole: _,
        props,
        asked,
        bounds,
        solver: _,
        others: _,
        normalize,
        induction,
        analysis,
        search,
        invariants: _,
        cache: _,
    } = task;
    let how = format!("{:?}", (how, bounds, normalize, induction, analysis, search));
    let numbers = |props: &mut dyn Iterator<Item = &PropId>| -> Vec<u8> {
        props.flat_map(|prop| (prop.index() as u64).to_le_bytes()).collect()
    };
    let (props, asked) = (numbers(&mut props.iter()), numbers(&mut asked.iter()));
    digest(&[b"proof", how.as_bytes(), &props, &asked, print_plain(program).as_bytes()])
}
