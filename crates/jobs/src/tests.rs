use crate::{Executor, Inline, Job, Next, Threads, Ticket};
use hecaton_base::{Budget, Stop};
use std::collections::BTreeSet;
use std::time::Duration;

/// Adds to the shared number; some inputs panic, some wait to be cancelled.
enum Sum {
    Add(u64),
    Panic,
    UntilCancelled,
}

impl Job for Sum {
    type Shared = u64;
    type Outcome = u64;
    fn run(self, shared: &u64, budget: &Budget) -> u64 {
        match self {
            Sum::Add(n) => shared + n,
            Sum::Panic => panic!("told to"),
            Sum::UntilCancelled => {
                while budget.poll().is_ok() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                0
            }
        }
    }
}

fn drain(executor: &mut dyn Executor<Sum>) -> (BTreeSet<u64>, usize) {
    let (mut done, mut lost) = (BTreeSet::new(), 0);
    loop {
        match executor.wait(&Budget::unlimited()) {
            Next::Done(_, n) => assert!(done.insert(n), "{n} came twice"),
            Next::Lost(_, text) => {
                assert_eq!(text, "told to");
                lost += 1;
            }
            Next::Drained => return (done, lost),
            Next::Stopped(stop) => panic!("{stop}"),
        }
    }
}

#[test]
fn every_job_comes_back_once_whatever_runs_it() {
    let all: BTreeSet<u64> = (1000..1200).collect();
    let budget = Budget::unlimited();
    let mut executors: Vec<Box<dyn Executor<Sum>>> = vec![
        Box::new(Inline::new(1000, 1)),
        Box::new(Inline::new(1000, 99)),
        Box::new(Threads::new(1000, 1, &budget)),
        Box::new(Threads::new(1000, 4, &budget)),
    ];
    for executor in &mut executors {
        for n in 0..200 {
            executor.submit(Sum::Add(n), 0);
        }
        executor.submit(Sum::Panic, 0);
        assert_eq!(drain(executor.as_mut()), (all.clone(), 1), "a panicking job is lost, not silent");
    }
}

#[test]
fn lower_ranks_start_first_and_seeds_change_the_order_of_equals() {
    let order = |seed| {
        let mut executor = Inline::new(0, seed);
        for n in 0..20 {
            executor.submit(Sum::Add(n), i64::from(n < 10));
        }
        let mut out = Vec::new();
        while let Next::Done(_, n) = executor.wait(&Budget::unlimited()) {
            out.push(n);
        }
        out
    };
    let (one, two) = (order(3), order(4));
    assert!(one[..10].iter().all(|n| *n >= 10) && one[10..].iter().all(|n| *n < 10));
    assert_ne!(one, two);
}

#[test]
fn a_revoked_job_is_stopped_and_not_reported() {
    let budget = Budget::unlimited();
    let mut executor = Threads::new(0, 1, &budget);
    let running = executor.submit(Sum::UntilCancelled, 0);
    let waiting = executor.submit(Sum::Add(7), 1);
    executor.submit(Sum::Add(8), 2);
    // Give the first job a chance to start; the outcome is the same if it did not.
    std::thread::sleep(Duration::from_millis(20));
    executor.revoke(&[running, waiting]);
    assert_eq!(drain(&mut executor), (BTreeSet::from([8]), 0));
}

#[test]
fn cancelling_reaches_a_running_job_and_its_outcome_still_comes() {
    let budget = Budget::unlimited();
    let mut executor = Threads::new(0, 2, &budget);
    let ticket: Ticket = executor.submit(Sum::UntilCancelled, 0);
    budget.cancel_flag().cancel();
    match executor.wait(&budget) {
        Next::Done(done, 0) => assert_eq!(done, ticket),
        // It had not started yet.
        Next::Stopped(stop) => assert_eq!(stop, Stop::Cancelled),
        other => panic!("{other:?}"),
    }
}
