use crate::{Crew, Executor, Fate, Job, Lane, Loop, Loss, Next, Ticket, Unfinished};
use hecaton_base::{Budget, Stop};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What the jobs of these tests do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Toy {
    /// Gives the shared number and this one.
    Add(u64),
    Panic,
    /// Panics the first time.
    PanicOnce,
    /// Sleeps until it is asked to stop.
    UntilCancelled,
    /// Sleeps for this many milliseconds, whatever is asked.
    Sleep(u64),
    /// Waits until the gate is open this far.
    UntilOpen(u64),
    /// Gives 1 as soon as its work is wanted, 0 if the gate is open this far before.
    UntilWanted(u64),
}

fn threads(workers: usize, budget: &Budget) -> Crew {
    Crew::threads(workers, budget).expect("threads")
}

/// What no gate opens to.
const NEVER: u64 = u64::MAX;

/// A test that waits longer than this waits for something that does not come.
const TOO_LONG: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Shared {
    base: u64,
    runs: AtomicUsize,
    /// What was started, in this order.
    started: Mutex<Vec<Toy>>,
    /// How far the gate is open: what the order of events hangs on, instead of times.
    gate: AtomicU64,
}

impl Shared {
    fn open(&self, until: u64) {
        self.gate.store(until, Ordering::SeqCst);
    }
    fn has_started(&self, toy: &Toy) -> bool {
        self.started.lock().expect("no panic while it is held").contains(toy)
    }
}

/// Waits for what other threads are about to bring.
fn until(mut there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !there() {
        assert!(start.elapsed() < TOO_LONG, "it does not come");
        std::thread::sleep(Duration::from_millis(1));
    }
}

impl Job for Toy {
    type Shared = Arc<Shared>;
    type Outcome = u64;
    fn run(self, shared: &Arc<Shared>, budget: &Budget) -> u64 {
        shared.started.lock().expect("no panic while it is held").push(self.clone());
        let before = shared.runs.fetch_add(1, Ordering::SeqCst);
        match self {
            Toy::Add(n) => shared.base + n,
            Toy::Panic => panic!("told to"),
            Toy::PanicOnce => {
                assert!(before > 0, "told to");
                7
            }
            Toy::UntilCancelled => {
                while budget.poll().is_ok() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                0
            }
            Toy::Sleep(milliseconds) => {
                std::thread::sleep(Duration::from_millis(milliseconds));
                milliseconds
            }
            Toy::UntilOpen(n) => {
                until(|| shared.gate.load(Ordering::SeqCst) >= n);
                n
            }
            Toy::UntilWanted(n) => {
                let mut wanted = false;
                until(|| {
                    wanted = budget.wanted();
                    wanted || shared.gate.load(Ordering::SeqCst) >= n
                });
                u64::from(wanted)
            }
        }
    }
    fn label(&self) -> String {
        format!("{self:?}")
    }
    fn bytes(&self) -> usize {
        match self {
            Toy::Add(n) => *n as usize,
            _ => 0,
        }
    }
}

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn shared() -> Arc<Shared> {
    Arc::default()
}

fn drain(lane: &mut Lane<Toy>) -> (BTreeSet<u64>, usize) {
    let (mut done, mut lost) = (BTreeSet::new(), 0);
    loop {
        match lane.wait(&unlimited()) {
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

/// Every kind of crew.
fn crews() -> Vec<Crew> {
    let mut crews: Vec<Crew> = [1, 2, 5].into_iter().map(|n| threads(n, &unlimited())).collect();
    crews.extend((0..20).map(Crew::inline));
    crews.extend((0..5).map(|seed| Crew::inline(seed).through_wire().losing(0.5, seed)));
    crews.extend((0..5).map(|seed| threads(3, &unlimited()).through_wire().losing(0.3, seed)));
    crews
}

#[test]
fn every_job_comes_back_once_whatever_runs_it() {
    let all: BTreeSet<u64> = (1000..1200).collect();
    for crew in crews() {
        let shared = Arc::new(Shared { base: 1000, ..Shared::default() });
        let mut lane = crew.lane::<Toy>("toy", shared.clone());
        for n in 0..200 {
            lane.submit(Toy::Add(n), (n % 3) as i64);
        }
        lane.submit(Toy::Panic, 1);
        assert_eq!(drain(&mut lane), (all.clone(), 1), "a panicking job is lost, not silent");
        let load = &crew.load().lanes[0];
        assert_eq!((load.done, load.running, load.queued), (200, 0, 0));
        let runs = shared.runs.load(Ordering::SeqCst) as u64;
        assert_eq!(runs, load.done + load.lost, "each loss is one more run");
        assert!(load.lost >= 2 && runs < 402, "{load:?}");
    }
}

#[test]
fn what_is_lost_once_is_run_again_and_on_record() {
    for crew in [threads(1, &unlimited()), Crew::inline(0)] {
        let crew = crew.recording();
        let mut lane = crew.lane::<Toy>("toy", shared());
        let ticket = lane.submit(Toy::PanicOnce, 0);
        assert!(matches!(lane.wait(&unlimited()), Next::Done(done, 7) if done == ticket));
        let fates: Vec<Fate> = crew.record().runs.into_iter().map(|ran| ran.fate).collect();
        assert_eq!(fates, [Fate::Lost("told to".into()), Fate::Done]);
        assert_eq!(crew.load().lanes[0].lost, 1);
        let loss = Loss { lane: "toy".into(), label: "PanicOnce".into(), text: "told to".into(), again: true };
        assert_eq!(crew.losses(), [loss]);
    }
}

#[test]
fn lower_ranks_start_first_and_seeds_change_the_order_of_equals() {
    let order = |seed| {
        let crew = Crew::inline(seed);
        let mut lane = crew.lane::<Toy>("toy", shared());
        for n in 0..20 {
            lane.submit(Toy::Add(n), i64::from(n < 10));
        }
        let mut out = Vec::new();
        while let Next::Done(_, n) = lane.wait(&unlimited()) {
            out.push(n);
        }
        out
    };
    let (one, two) = (order(3), order(4));
    assert!(one[..10].iter().all(|n| *n >= 10) && one[10..].iter().all(|n| *n < 10));
    assert_ne!(one, two);
    assert_eq!(one, order(3), "the same seed, the same order");
}

#[test]
fn threads_start_lower_ranks_first_also_from_the_queues_of_others() {
    let crew = threads(3, &unlimited());
    let shared = shared();
    let mut lane = crew.lane::<Toy>("toy", shared.clone());
    // Two workers are kept busy, so that the third has to take everything from their queues too.
    let busy: Vec<Ticket> = (0..2).map(|_| lane.submit(Toy::UntilCancelled, -1)).collect();
    lane.submit(Toy::UntilOpen(1), -1);
    for n in (0..30).rev() {
        lane.submit(Toy::Add(n), n as i64);
    }
    shared.open(1);
    for n in 0..31 {
        let next = lane.wait(&unlimited());
        assert!(matches!(next, Next::Done(..)), "{n}: {next:?}");
    }
    lane.revoke(&busy);
    assert!(matches!(lane.wait(&unlimited()), Next::Drained));
    let started = shared.started.lock().expect("not poisoned");
    let added: Vec<u64> =
        started.iter().filter_map(|toy| if let Toy::Add(n) = toy { Some(*n) } else { None }).collect();
    assert_eq!(added, (0..30).collect::<Vec<_>>());
}

#[test]
fn a_revoked_job_is_stopped_and_not_reported() {
    let crew = threads(1, &unlimited());
    let mut lane = crew.lane::<Toy>("toy", shared());
    let running = lane.submit(Toy::UntilCancelled, 0);
    let waiting = lane.submit(Toy::Add(7), 1);
    lane.submit(Toy::Add(8), 2);
    until(|| crew.load().busy == 1);
    lane.revoke(&[running, waiting]);
    assert_eq!(drain(&mut lane), (BTreeSet::from([8]), 0));
    // What is done and not yet heard of can be taken back too.
    let done = lane.submit(Toy::Add(9), 0);
    until(|| crew.load().lanes[0].done == 2);
    lane.revoke(&[done]);
    assert_eq!(drain(&mut lane), (BTreeSet::new(), 0));
}

#[test]
fn a_dropped_lane_takes_its_jobs_with_it() {
    let crew = threads(1, &unlimited());
    let mut gone = crew.lane::<Toy>("gone", shared());
    gone.submit(Toy::UntilCancelled, 0);
    gone.submit(Toy::UntilCancelled, 0);
    drop(gone);
    let mut lane = crew.lane::<Toy>("toy", shared());
    lane.submit(Toy::Add(1), 0);
    assert_eq!(drain(&mut lane), (BTreeSet::from([1]), 0));
}

#[test]
fn cancelling_reaches_every_worker_and_their_outcomes_still_come() {
    let budget = unlimited();
    let crew = threads(4, &budget);
    let mut lane = crew.lane::<Toy>("toy", shared());
    for _ in 0..4 {
        lane.submit(Toy::UntilCancelled, 0);
    }
    until(|| crew.load().busy == 4);
    lane.submit(Toy::Add(1), 0);
    budget.cancel_flag().cancel();
    for _ in 0..4 {
        let next = lane.wait(&budget);
        assert!(matches!(next, Next::Done(_, 0)), "{next:?}");
    }
    let next = lane.wait(&budget);
    assert!(matches!(next, Next::Stopped(Stop::Cancelled)), "nothing new is started: {next:?}");
}

#[test]
fn a_lane_has_its_own_budget_and_stops_alone() {
    let crew = threads(2, &unlimited());
    let budget = unlimited();
    let mut one = crew.lane::<Toy>("one", shared()).under(&budget);
    let mut two = crew.lane::<Toy>("two", shared());
    one.submit(Toy::UntilCancelled, 0);
    two.submit(Toy::Sleep(50), 0);
    budget.cancel_flag().cancel();
    assert!(matches!(one.wait(&budget), Next::Done(..) | Next::Stopped(Stop::Cancelled)));
    assert_eq!(drain(&mut two), (BTreeSet::from([50]), 0));
}

#[test]
fn a_job_that_does_not_listen_holds_nobody_up() {
    let budget = unlimited();
    let crew = threads(1, &budget);
    let shared = shared();
    let mut lane = crew.lane::<Toy>("toy", shared.clone());
    lane.submit(Toy::UntilOpen(1), 0);
    until(|| crew.load().busy == 1);
    budget.cancel_flag().cancel();
    assert!(matches!(lane.wait(&budget), Next::Stopped(Stop::Cancelled)));
    // The crew does not wait for it either: with the gate closed it would wait for ever.
    drop((lane, crew));
    shared.open(1);
}

#[test]
fn a_limit_leaves_time_to_return_what_there_is() {
    let budget = unlimited().with_time(Duration::from_millis(30));
    let crew = threads(1, &unlimited());
    let shared = shared();
    let mut lane = crew.lane::<Toy>("toy", shared.clone());
    lane.submit(Toy::UntilOpen(1), 0);
    until(|| crew.load().busy == 1);
    lane.submit(Toy::Add(1), 0);
    until(|| budget.poll().is_err());
    shared.open(1);
    assert!(matches!(lane.wait(&budget), Next::Done(_, 1)), "it comes although the time is up");
    let stopped = lane.wait(&budget);
    assert!(matches!(stopped, Next::Stopped(Stop::Time)), "{stopped:?}");
    assert_eq!(drain(&mut lane), (BTreeSet::from([1]), 0), "with another budget, it goes on");
}

#[test]
fn room_ends_with_jobs_and_with_bytes() {
    let crew = Crew::inline(0);
    let mut lane = crew.lane::<Toy>("toy", shared());
    for _ in 0..4 {
        assert!(lane.room());
        lane.submit(Toy::Add(0), 0);
    }
    assert!(!lane.room(), "four jobs for each worker");
    lane.set_room(100, 1000);
    lane.submit(Toy::Add(1000), 1);
    assert!(lane.room());
    let big = lane.submit(Toy::Add(1), 1);
    assert!(!lane.room(), "1001 bytes");
    lane.revoke(&[big]);
    assert!(lane.room());
    // A loop that produces more than it consumes: what is queued stays within bounds, whatever it produces.
    let crew = threads(2, &unlimited());
    let mut lane = crew.lane::<Toy>("toy", shared());
    let (mut submitted, mut done, mut most) = (0, 0, 0);
    while done < 500 {
        while submitted < 500 && lane.room() {
            lane.submit(Toy::Sleep(0), 0);
            submitted += 1;
            most = most.max(lane.pending().0);
        }
        assert!(matches!(lane.wait(&unlimited()), Next::Done(..)));
        done += 1;
    }
    assert!(most <= 8, "{most} queued");
}

#[test]
fn lanes_get_workers_by_their_share() {
    // With two workers and equal shares, each lane has one.
    let crew = threads(2, &unlimited());
    let mut lanes = [(); 2].map(|()| crew.lane::<Toy>("lane", shared()));
    for lane in &mut lanes {
        for _ in 0..3 {
            lane.submit(Toy::UntilCancelled, 0);
        }
    }
    until(|| crew.load().busy == 2);
    assert!(crew.load().lanes.iter().all(|lane| lane.running == 1), "{:?}", crew.load());
}

#[test]
fn work_is_wanted_while_a_worker_is_idle_and_nothing_is_queued() {
    let crew = threads(2, &unlimited());
    let shared = shared();
    let mut lane = crew.lane::<Toy>("toy", shared.clone());
    lane.submit(Toy::UntilWanted(NEVER), 0);
    assert!(matches!(lane.wait(&unlimited()), Next::Done(_, 1)), "the second worker is idle");
    // Both are busy, and whenever one is free there is more in the queue.
    lane.submit(Toy::UntilOpen(1), 0);
    lane.submit(Toy::UntilOpen(1), 0);
    until(|| crew.load().busy == 2);
    lane.submit(Toy::UntilWanted(2), 1);
    (0..3).for_each(|n| assert!(lane.submit(Toy::Add(10 + n), 2).number() > 0));
    lane.submit(Toy::UntilOpen(3), 3);
    shared.open(1);
    let mut results = BTreeSet::new();
    let mut next = |lane: &mut Lane<Toy>| match lane.wait(&unlimited()) {
        Next::Done(_, n) => assert!(results.insert(n) || n == 1, "{n} came twice"),
        other => panic!("{other:?}"),
    };
    (0..5).for_each(|_| next(&mut lane));
    until(|| crew.load().busy == 2);
    shared.open(2);
    next(&mut lane);
    shared.open(3);
    next(&mut lane);
    assert_eq!(results, BTreeSet::from([0, 1, 3, 10, 11, 12]));
    // A lane without a share is not asked; and a worker that does its jobs is as good as idle to the others.
    lane.set_share(0);
    lane.submit(Toy::UntilWanted(4), 0);
    until(|| shared.has_started(&Toy::UntilWanted(4)));
    std::thread::sleep(Duration::from_millis(20));
    shared.open(4);
    assert!(matches!(lane.wait(&unlimited()), Next::Done(_, 0)));
    lane.submit(Toy::UntilCancelled, 0);
    let mut other = crew.lane::<Toy>("other", shared.clone());
    other.submit(Toy::UntilWanted(NEVER), 0);
    assert!(matches!(other.wait(&unlimited()), Next::Done(_, 1)));
}

/// Three loops side by side, each with jobs that depend on what came before; gives the order of everything.
fn side_by_side(crew: &Crew) -> Vec<(u64, u64)> {
    let order = Mutex::new(Vec::new());
    let body = |me: u64| {
        let order = &order;
        let mut lane = crew.lane::<Toy>("toy", shared());
        let body: Loop<'_, u64> = Box::new(move || {
            assert!(me != 2, "told to");
            let mut sum = 0;
            for n in 0..3 {
                lane.submit(Toy::Add(n), 0);
            }
            while let Next::Done(_, n) = lane.wait(&unlimited()) {
                order.lock().expect("not poisoned").push((me, n));
                sum += n;
                if n < 20 {
                    lane.submit(Toy::Add(n + 10), 0);
                }
            }
            sum
        });
        body
    };
    let results = crew.side_by_side((0..3).map(body).collect());
    let sum = (0..3).map(|n| n + n + 10 + n + 20).sum();
    assert_eq!(results, [Ok(sum), Ok(sum), Err(Unfinished::Panicked("told to".into()))]);
    order.into_inner().expect("not poisoned")
}

#[test]
fn loops_run_side_by_side_and_inline_in_a_seeded_order() {
    side_by_side(&threads(2, &unlimited()));
    let orders: Vec<_> = (0..10).map(|seed| side_by_side(&Crew::inline(seed))).collect();
    for (seed, order) in orders.iter().enumerate() {
        assert_eq!(order, &side_by_side(&Crew::inline(seed as u64)), "seed {seed}");
        assert!(order.windows(2).filter(|pair| pair[0].0 != pair[1].0).count() > 1, "they alternate: {order:?}");
    }
    assert!(orders.iter().collect::<BTreeSet<_>>().len() > 5, "seeds differ");
}

#[test]
fn the_record_says_what_followed_from_what() {
    let crew = Crew::inline(0).recording();
    let mut lane = crew.lane::<Toy>("toy", shared());
    let first = lane.submit(Toy::Add(1), 0);
    lane.wait(&unlimited());
    let second = lane.submit(Toy::Add(2), 0);
    let kept_back = lane.submit_after(None, Toy::Add(3), 1);
    while let Next::Done(..) = lane.wait(&unlimited()) {}
    let record = crew.record();
    let causes: HashMap<Ticket, Option<Ticket>> = record.runs.iter().map(|ran| (ran.ticket, ran.cause)).collect();
    assert_eq!(causes, HashMap::from([(first, None), (second, Some(first)), (kept_back, None)]));
    assert_eq!(record.folds.iter().map(|fold| fold.ticket).take(2).collect::<Vec<_>>(), [None, Some(first)]);
    assert!(record.runs.iter().all(|ran| ran.end >= ran.start && &*record.lanes[ran.lane].name == "toy"));
    assert!(Crew::inline(0).record().runs.is_empty());
}

#[test]
fn a_crew_can_ask_for_more_work_than_it_has_workers_for() {
    let crew = threads(1, &unlimited()).as_if(3);
    let shared = shared();
    let mut lane = crew.lane::<Toy>("toy", shared.clone());
    assert_eq!(lane.idle(), 3);
    lane.submit(Toy::UntilWanted(NEVER), 0);
    assert_eq!(lane.idle(), 2);
    assert!(matches!(lane.wait(&unlimited()), Next::Done(_, 1)), "two more are asked for");
    lane.submit(Toy::UntilOpen(1), -1);
    lane.submit(Toy::UntilWanted(2), 0);
    (0..3).for_each(|n| assert!(lane.submit(Toy::Add(n), 1).number() > 0));
    shared.open(1);
    assert!(matches!(lane.wait(&unlimited()), Next::Done(_, 1)));
    until(|| shared.has_started(&Toy::UntilWanted(2)));
    std::thread::sleep(Duration::from_millis(20));
    shared.open(2);
    assert!(matches!(lane.wait(&unlimited()), Next::Done(_, 0)), "there is enough");
    assert_eq!(drain(&mut lane).0.len(), 3);
    for _ in 0..12 {
        assert!(lane.room());
        lane.submit(Toy::Sleep(20), 0);
    }
}

#[test]
fn what_is_predicted_for_the_workers_there_were_is_what_was_measured() {
    let crew = threads(3, &unlimited()).recording();
    let mut lane = crew.lane::<Toy>("toy", shared());
    let mut left = 20;
    for _ in 0..3 {
        lane.submit(Toy::Sleep(10), 0);
    }
    while let Next::Done(..) = lane.wait(&unlimited()) {
        if left > 0 {
            lane.submit(Toy::Sleep(10 + left % 7), 0);
            left -= 1;
        }
    }
    drop(lane);
    let scaling = crew.record().scaling(&[2, 4]);
    let (predicted, measured) = (scaling.rows[2].time, scaling.measured);
    assert_eq!((scaling.rows[2].workers, scaling.jobs), (3, 23));
    // A machine that is busy with other things adds to what is measured, not to what is predicted.
    let close = predicted < measured + measured / 5 && predicted >= scaling.work / 3;
    assert!(close, "{predicted:?} is not {measured:?}\n{scaling}");
    assert!(scaling.span <= predicted && scaling.speedup(&scaling.rows[2]) > 1.0, "{scaling}");
}

#[test]
fn a_lane_of_a_crew_that_is_gone_says_so() {
    let crew = threads(1, &unlimited());
    let mut lane = crew.lane::<Toy>("toy", shared());
    lane.submit(Toy::UntilCancelled, 0);
    drop(crew);
    lane.submit(Toy::Add(1), 0);
    assert!(matches!(lane.wait(&unlimited()), Next::Stopped(Stop::Cancelled)));
}
