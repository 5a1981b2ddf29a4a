//! What the jobs of a run have settled so far. All engines of a run share one board: a property that one settles, the
//! others skip.

use crate::event::{Event, Sink};
use crate::gate::checked;
use crate::lock;
use crate::task::Task;
use crate::verdict::{Claim, Claims, Outcome, Unknown, Verdict};
use hecaton_base::{Budget, Stop};
use hecaton_ir::PropId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

/// What is settled: each job, of whatever engine, may settle what the others cannot.
#[derive(Clone, Default)]
pub struct Board {
    settled: Arc<Mutex<BTreeMap<PropId, Verdict>>>,
    /// Properties that nobody asks about, of accesses that may be invalid as far as was seen (see `settling`).
    doubtful: Arc<Mutex<BTreeSet<PropId>>>,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<PropId, Verdict>> {
        lock(&self.settled)
    }
    /// Takes note of properties that nobody asks about and that an access may violate. To be told before anything is
    /// settled by whoever saw it.
    pub(crate) fn doubt(&self, props: &BTreeSet<PropId>) {
        if !props.is_empty() {
            lock(&self.doubtful).extend(props);
        }
    }
    /// What was noted of those.
    pub(crate) fn doubtful(&self) -> BTreeSet<PropId> {
        lock(&self.doubtful).clone()
    }
    /// A sink that takes note of what is settled, and passes everything on but what was known.
    pub(crate) fn listen(&self, sink: &Sink) -> Sink {
        let (board, sink) = (self.clone(), sink.clone());
        Arc::new(move |event| {
            if let Event::Settled(prop, verdict) = &event
                && verdict.is_final()
                && !board.note(*prop, verdict)
            {
                return;
            }
            sink(event);
        })
    }
    /// Takes note of a final verdict; whether it is news. One that contradicts another makes neither.
    fn note(&self, prop: PropId, verdict: &Verdict) -> bool {
        let mut board = self.lock();
        let verdict = match (board.get(&prop), verdict) {
            (None, verdict) => verdict.clone(),
            (Some(Verdict::Violated(_)), Verdict::Holds(_)) | (Some(Verdict::Holds(_)), Verdict::Violated(_)) => {
                let stop = Stop::Bug("a property is proved and violated".into());
                Verdict::Unknown(Unknown { stop, span: None, known: None })
            }
            (Some(_), _) => return false,
        };
        board.insert(prop, verdict);
        true
    }
    /// Whether everything the task asks is settled.
    pub(crate) fn has_all(&self, task: &Task) -> bool {
        let board = self.lock();
        task.props.iter().all(|prop| board.contains_key(prop))
    }
    /// Whether a property is settled.
    pub(crate) fn has(&self, prop: PropId) -> bool {
        self.lock().contains_key(&prop)
    }
    /// The outcome: what is settled as it was, and what a job claims beyond that, checked.
    pub(crate) fn outcome(&self, task: &Task, claims: Claims, notes: Vec<String>, budget: &Budget) -> Outcome {
        let mut verdicts = self.lock().clone();
        for verdict in verdicts.values() {
            if let Verdict::Unknown(unknown) = verdict {
                budget.note_stop(&unknown.stop);
            }
        }
        for (prop, claim) in claims {
            // A job that is run once more may miss what it has settled itself.
            if let (Claim::Unknown(unknown), false) = (&claim, verdicts.contains_key(&prop)) {
                budget.note_stop(&unknown.stop);
            }
            verdicts.entry(prop).or_insert_with(|| checked(claim, task, budget));
        }
        Outcome { verdicts, notes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::replayed;
    use crate::verdict::Scope;
    use hecaton_base::Id as _;
    use hecaton_ir::text;
    use hecaton_trace::Counterexample;

    #[test]
    fn a_proof_and_a_violation_of_one_property_are_neither() {
        let source = "target LP64\nentry main\nprop p0 assertion \"never\" in main\nfunc main() -> i32 {\nb0:\n  \
                      assert 0 prop p0\n  return 0\n}\n";
        let program = text::parse("x.hir", source).unwrap_or_else(|e| panic!("{e}"));
        let prop = PropId::new(0);
        let claimed = Counterexample { property: prop, choices: vec![] };
        let violation = replayed(&program, claimed, &Budget::unlimited()).expect("it is violated");
        let (proof, violation) = (Verdict::Holds(Scope::All), Verdict::Violated(Box::new(violation)));
        for (first, second) in [(&proof, &violation), (&violation, &proof)] {
            let board = Board::default();
            assert!(board.note(prop, first) && board.note(prop, second));
            let said = board.lock().get(&prop).cloned();
            assert!(matches!(said, Some(Verdict::Unknown(Unknown { stop: Stop::Bug(_), .. }))));
        }
    }
}
