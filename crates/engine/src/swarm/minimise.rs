//! Simpler violations (swarm bounded model checking, section V): features are dropped from a violation one after the
//! other as long as there is still one without them.

use super::{Size, check, engines, is_out_of_time, sized, tried, variant};
use crate::event::{Event, Sink};
use crate::options::Plan;
use crate::task::Task;
use crate::verdict::{Outcome, Verdict, Violation};
use hecaton_base::Budget;
use hecaton_ir::{FeatureId, PropId};
use hecaton_jobs::Crew;
use std::sync::Arc;
use std::time::Instant;

/// Replaces the violations of an outcome by such with fewer features, as far as there are any, and says which of them
/// each one needs. Every question has the time of one configuration.
pub fn minimise(task: &Task, outcome: &mut Outcome, budget: &Budget, crew: &Crew, sink: &Sink) {
    let task = Task { program: task.original().clone(), whole: None, ..task.clone() };
    for (prop, verdict) in &mut outcome.verdicts {
        if let Verdict::Violated(violation) = verdict {
            drop_features(&task, *prop, violation, budget, crew, sink);
            sink(Event::Settled(*prop, verdict.clone()));
        }
    }
}

fn drop_features(task: &Task, prop: PropId, violation: &mut Violation, budget: &Budget, crew: &Crew, sink: &Sink) {
    let all = super::present(&task.program);
    let used = |violation: &Violation| -> Vec<FeatureId> {
        let names = violation.trace.features();
        all.iter().copied().filter(|id| names.contains(&task.program.features[*id].name.as_str())).collect()
    };
    let mut needs = used(violation);
    for feature in needs.clone() {
        if !needs.contains(&feature) || budget.poll().is_err() {
            continue;
        }
        let omitted: Vec<FeatureId> =
            all.iter().copied().filter(|other| *other == feature || !needs.contains(other)).collect();
        let (start, size) = (Instant::now(), Size::default());
        let part = variant(task, &omitted, vec![prop]);
        let Plan { each, inner, .. } = task.search.swarm;
        let quiet: Sink = Arc::new(|_| {});
        let turns = engines(inner).len();
        let mut found = Outcome::default();
        for turn in 0..turns {
            let time = budget.child().with_time(each / turns as u32);
            found = check(&part, turn, &time, crew, &sized(&quiet, &size));
            if !is_out_of_time(&found) {
                break;
            }
        }
        sink(Event::Tried(tried(omitted, start.elapsed(), &size, &found)));
        if let Some(Verdict::Violated(simpler)) = found.verdicts.remove(&prop) {
            let left = used(&simpler);
            needs.retain(|other| left.contains(other));
            *violation = *simpler;
        }
    }
    violation.needs = Some(needs.iter().map(|id| task.program.features[*id].name.clone()).collect());
}
