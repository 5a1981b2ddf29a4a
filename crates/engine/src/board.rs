//! What the jobs of a run have settled so far.

use crate::task::{Event, Sink, Task};
use crate::verdict::{Claims, Outcome, Unknown, Verdict};
use hecaton_base::{Budget, Stop};
use hecaton_ir::PropId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// What is settled: each job may settle what the others cannot.
#[derive(Clone, Default)]
pub(crate) struct Board(Arc<Mutex<BTreeMap<PropId, Verdict>>>);

impl Board {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<PropId, Verdict>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
    /// A sink that takes note of what is settled, and passes everything on.
    pub fn listen(&self, sink: &Sink) -> Sink {
        let (board, sink) = (self.clone(), sink.clone());
        Arc::new(move |event| {
            if let Event::Settled(prop, verdict) = &event
                && verdict.is_final()
            {
                board.note(*prop, verdict);
            }
            sink(event);
        })
    }
    /// Takes note of a final verdict. One that contradicts another makes neither.
    pub fn note(&self, prop: PropId, verdict: &Verdict) {
        let mut board = self.lock();
        let verdict = match (board.get(&prop), verdict) {
            (Some(Verdict::Violated(_)), Verdict::Holds(_)) | (Some(Verdict::Holds(_)), Verdict::Violated(_)) => {
                let stop = Stop::Bug("a property is proved and violated".into());
                Verdict::Unknown(Unknown { stop, span: None, known: None })
            }
            (_, verdict) => verdict.clone(),
        };
        board.insert(prop, verdict);
    }
    /// Whether everything the task asks is settled.
    pub fn has_all(&self, task: &Task) -> bool {
        let board = self.lock();
        task.props.iter().all(|prop| board.contains_key(prop))
    }
    /// Whether a property is settled.
    pub fn has(&self, prop: PropId) -> bool {
        self.lock().contains_key(&prop)
    }
    /// The outcome: what is settled as it was, and what a job claims beyond that, checked.
    pub fn outcome(&self, task: &Task, claims: Claims, notes: Vec<String>, budget: &Budget) -> Outcome {
        let mut verdicts = self.lock().clone();
        for (prop, claim) in claims {
            verdicts.entry(prop).or_insert_with(|| claim.check(task, budget));
        }
        Outcome { verdicts, notes }
    }
}
