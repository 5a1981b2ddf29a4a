//! What if there were more workers? The recorded jobs are scheduled again, greedily, on any number of them.
//!
//! A job is ready when its cause is done, its outcome has been folded by its loop, and the loop has spent as much time
//! on it as it did then; loops handle one outcome after the other, in order. Ready jobs start in the order they had.
//! Jobs that nobody wanted in the end keep workers busy but are not waited for.
//!
//! What is predicted is the time for the same work. A search that ends with the first violation does other work with
//! more workers; and jobs that share a machine's memory and caches take longer than alone.

use crate::Ticket;
use crate::record::{Fate, Record};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::Duration;

/// What a record says about more workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaling {
    /// How many jobs there were.
    pub jobs: usize,
    /// The time in jobs, all workers together.
    pub work: Duration,
    /// The time before there was a lane: nothing could be done by workers.
    pub before: Duration,
    /// The time that loops worked, outside of jobs.
    pub loops: Duration,
    /// The longest chain of jobs that follow from each other, with the time between them: from the first lane on, no
    /// number of workers is faster.
    pub span: Duration,
    /// How many workers there were.
    pub workers: usize,
    /// How long it took with them.
    pub measured: Duration,
    /// What is predicted, by the number of workers; the first row is one worker.
    pub rows: Vec<Row>,
}

/// The prediction for a number of workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How many.
    pub workers: usize,
    /// How long it would take.
    pub time: Duration,
}

impl Scaling {
    /// How much faster than one worker.
    pub fn speedup(&self, row: &Row) -> f64 {
        ratio(self.rows.first().map_or(row.time, |one| one.time), row.time)
    }
    /// Which part of the workers' time would be spent in jobs.
    pub fn utilisation(&self, row: &Row) -> f64 {
        ratio(self.work, row.time) / row.workers as f64
    }
    /// By how many workers jobs could be done at once, on average, if there were enough.
    pub fn parallelism(&self) -> f64 {
        ratio(self.work, self.span)
    }
}

fn ratio(of: Duration, to: Duration) -> f64 {
    if to.is_zero() { 1.0 } else { of.as_secs_f64() / to.as_secs_f64() }
}

impl std::fmt::Display for Scaling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Scaling { jobs, work, before, loops, span, workers, measured, rows } = self;
        let plural = if *jobs == 1 { "" } else { "s" };
        writeln!(
            f,
            "Scaling: {jobs} job{plural}, work {work:.3?}, span {span:.3?}, parallelism {:.1}",
            self.parallelism()
        )?;
        writeln!(
            f,
            "  measured, workers: {workers}, time: {measured:.3?}, before jobs: {before:.3?}, loops: {loops:.3?}"
        )?;
        writeln!(f, "  {:>7}  {:>12}  {:>8}  {:>5}", "workers", "predicted", "speed-up", "busy")?;
        for row in rows {
            let (time, busy) = (format!("{:.3?}", row.time), 100.0 * self.utilisation(row));
            writeln!(f, "  {:>7}  {time:>12}  {:>7.2}x  {busy:>4.0}%", row.workers, self.speedup(row))?;
        }
        Ok(())
    }
}

impl Record {
    /// What is predicted for one worker, for as many as there were, and for these.
    pub fn scaling(&self, workers: &[usize]) -> Scaling {
        let graph = Graph::new(self);
        let mut counts: Vec<usize> = workers.iter().copied().chain([1, self.workers.max(1)]).collect();
        counts.sort_unstable();
        counts.dedup();
        let free = self.lanes.iter().filter(|lane| lane.cause.is_none());
        let before = free.map(|lane| lane.lag).min().unwrap_or_default();
        let ends = self.runs.iter().filter(|ran| ran.fate == Fate::Done).map(|ran| ran.end);
        Scaling {
            jobs: graph.nodes.len(),
            work: graph.nodes.iter().map(|node| node.length).sum(),
            loops: graph.lanes.iter().map(|lane| lane.start).sum::<Duration>()
                + graph.nodes.iter().map(|node| node.fold).sum::<Duration>(),
            before,
            span: graph.span().saturating_sub(before),
            workers: self.workers,
            measured: ends.chain(self.folds.iter().map(|fold| fold.end)).max().unwrap_or_default(),
            rows: counts.into_iter().map(|workers| Row { workers, time: graph.schedule(workers) }).collect(),
        }
    }
}

/// The recorded jobs, in the order they were started.
struct Graph {
    nodes: Vec<Node>,
    lanes: Vec<Lane>,
}

struct Node {
    lane: usize,
    /// All runs of the job.
    length: Duration,
    /// How long the loop took over its outcome.
    fold: Duration,
    /// The run is over only when this one is.
    awaited: bool,
    after: After,
}

struct Lane {
    /// What its loop does at first.
    start: Duration,
    after: After,
}

/// What follows from a job or from the start of a lane, with the lag.
#[derive(Default)]
struct After {
    jobs: Vec<(Duration, usize)>,
    lanes: Vec<(Duration, usize)>,
}

impl Graph {
    fn new(record: &Record) -> Self {
        let mut index: HashMap<Ticket, usize> = HashMap::new();
        let mut firsts: Vec<_> = record.runs.iter().collect();
        firsts.sort_by_key(|ran| (ran.start, ran.ticket));
        let mut nodes: Vec<Node> = Vec::new();
        let mut causes = Vec::new();
        for ran in firsts {
            let node = *index.entry(ran.ticket).or_insert_with(|| {
                let (length, fold, after) = (Duration::ZERO, Duration::ZERO, After::default());
                causes.push((ran.cause, ran.lag));
                nodes.push(Node { lane: ran.lane, length, fold, awaited: false, after });
                nodes.len() - 1
            });
            nodes[node].length += ran.end.saturating_sub(ran.start);
            nodes[node].awaited |= ran.fate != Fate::Revoked;
        }
        let mut lanes: Vec<Lane> =
            record.lanes.iter().map(|_| Lane { start: Duration::ZERO, after: After::default() }).collect();
        for fold in &record.folds {
            let length = fold.end.saturating_sub(fold.start);
            match fold.ticket.and_then(|ticket| index.get(&ticket)) {
                Some(node) => nodes[*node].fold += length,
                None => lanes[fold.lane].start += length,
            }
        }
        // What follows from a job that has not ended, or of a lane that is not known, follows from the lane's start.
        for (node, (cause, lag)) in causes.into_iter().enumerate() {
            match cause.and_then(|cause| index.get(&cause)).filter(|cause| **cause != node) {
                Some(cause) => nodes[*cause].after.jobs.push((lag, node)),
                None => lanes[nodes[node].lane].after.jobs.push((lag, node)),
            }
        }
        let mut graph = Graph { nodes, lanes };
        for (lane, opened) in record.lanes.iter().enumerate() {
            if let Some(cause) = opened.cause.and_then(|cause| index.get(&cause)) {
                graph.nodes[*cause].after.lanes.push((opened.lag, lane));
            }
        }
        graph.open(record, &index);
        graph
    }
    /// Lanes that follow from no job are there from the start: they are put after an empty first one.
    fn open(&mut self, record: &Record, index: &HashMap<Ticket, usize>) {
        let free = |opened: &crate::record::Opened| opened.cause.is_none_or(|cause| !index.contains_key(&cause));
        let lanes = record.lanes.iter().enumerate().filter(|(_, opened)| free(opened));
        let after = After { jobs: Vec::new(), lanes: lanes.map(|(i, opened)| (opened.lag, i)).collect() };
        self.lanes.push(Lane { start: Duration::ZERO, after });
    }

    /// The longest chain.
    fn span(&self) -> Duration {
        let mut latest = Duration::ZERO;
        let mut todo = vec![(Duration::ZERO, &self.lanes[self.lanes.len() - 1].after)];
        // Everything has one cause, so this is a tree.
        while let Some((at, after)) = todo.pop() {
            todo.extend(after.lanes.iter().map(|(lag, lane)| (at + *lag, &self.lanes[*lane].after)));
            for (lag, node) in &after.jobs {
                let node = &self.nodes[*node];
                let end = at + *lag + node.length;
                if node.awaited {
                    latest = latest.max(end);
                }
                todo.push((end, &node.after));
            }
        }
        latest
    }

    /// The time until the last outcome that was awaited is folded.
    fn schedule(&self, workers: usize) -> Duration {
        let mut run = Schedule { events: BinaryHeap::new(), serial: 0, ready: BinaryHeap::new(), free: workers.max(1) };
        let mut loops: Vec<Loop> = self.lanes.iter().map(|_| Loop::default()).collect();
        let mut latest = Duration::ZERO;
        run.at(Duration::ZERO, Event::Opened(self.lanes.len() - 1));
        while let Some(Reverse((now, _, event))) = run.events.pop() {
            match event {
                Event::Opened(lane) => {
                    loops[lane].inbox.push_back(None);
                    self.turn(&mut run, &mut loops[lane], lane, now);
                }
                Event::Ready(node) => run.ready.push(Reverse(node)),
                Event::Done(node) => {
                    run.free += 1;
                    let lane = self.nodes[node].lane;
                    if self.nodes[node].awaited {
                        loops[lane].inbox.push_back(Some(node));
                        self.turn(&mut run, &mut loops[lane], lane, now);
                    }
                }
                Event::Folded(lane) => {
                    latest = latest.max(now);
                    loops[lane].busy = false;
                    self.turn(&mut run, &mut loops[lane], lane, now);
                }
            }
            // All that happens at this time comes first, so that the order of the record decides.
            if run.events.peek().is_none_or(|Reverse((next, ..))| *next > now) {
                while run.free > 0
                    && let Some(Reverse(node)) = run.ready.pop()
                {
                    run.free -= 1;
                    run.at(now + self.nodes[node].length, Event::Done(node));
                }
            }
        }
        latest
    }
    /// Lets a loop take the next outcome, if it is free.
    fn turn(&self, run: &mut Schedule, state: &mut Loop, lane: usize, now: Duration) {
        if state.busy {
            return;
        }
        let Some(item) = state.inbox.pop_front() else { return };
        state.busy = true;
        let (length, after) = match item {
            Some(node) => (self.nodes[node].fold, &self.nodes[node].after),
            None => (self.lanes[lane].start, &self.lanes[lane].after),
        };
        run.at(now + length, Event::Folded(lane));
        after.jobs.iter().for_each(|(lag, node)| run.at(now + *lag, Event::Ready(*node)));
        after.lanes.iter().for_each(|(lag, lane)| run.at(now + *lag, Event::Opened(*lane)));
    }
}

/// A schedule in the making.
struct Schedule {
    /// By time, then in the order they were put here.
    events: BinaryHeap<Reverse<(Duration, u64, Event)>>,
    serial: u64,
    ready: BinaryHeap<Reverse<usize>>,
    free: usize,
}

impl Schedule {
    fn at(&mut self, time: Duration, event: Event) {
        self.serial += 1;
        self.events.push(Reverse((time, self.serial, event)));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A lane is there.
    Opened(usize),
    /// A job can start.
    Ready(usize),
    /// A job has ended.
    Done(usize),
    /// A loop is free again.
    Folded(usize),
}

#[derive(Default)]
struct Loop {
    busy: bool,
    inbox: VecDeque<Option<usize>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Fold, Opened, Ran};

    const UNIT: Duration = Duration::from_millis(10);

    /// A record of jobs of one unit each, by their causes, on one worker.
    fn record(causes: &[Option<u64>]) -> Record {
        let run = |(i, cause): (usize, &Option<u64>)| Ran {
            lane: 0,
            label: String::new(),
            ticket: Ticket(i as u64),
            worker: 0,
            start: UNIT * i as u32,
            end: UNIT * (i as u32 + 1),
            cause: cause.map(Ticket),
            lag: Duration::ZERO,
            fate: Fate::Done,
        };
        let lanes = vec![Opened { name: "a".into(), cause: None, lag: Duration::ZERO }];
        Record { workers: 1, lanes, runs: causes.iter().enumerate().map(run).collect(), folds: vec![] }
    }
    fn speedups(record: &Record, workers: &[usize]) -> Vec<f64> {
        let scaling = record.scaling(workers);
        scaling.rows.iter().map(|row| (scaling.speedup(row) * 1000.0).round() / 1000.0).collect()
    }

    #[test]
    fn independent_jobs_scale_and_chains_do_not() {
        let independent = record(&[None; 64]);
        assert_eq!(speedups(&independent, &[2, 4, 64, 1024]), [1.0, 2.0, 4.0, 64.0, 64.0]);
        let scaling = independent.scaling(&[2]);
        assert_eq!((scaling.work, scaling.span, scaling.measured), (UNIT * 64, UNIT, UNIT * 64));
        assert_eq!((scaling.jobs, scaling.parallelism()), (64, 64.0));
        assert_eq!(scaling.utilisation(&scaling.rows[1]), 1.0);
        let chain = record(&[None, Some(0), Some(1), Some(2)]);
        assert_eq!(speedups(&chain, &[2, 1024]), [1.0, 1.0, 1.0]);
        assert_eq!(chain.scaling(&[]).span, UNIT * 4);
    }

    #[test]
    fn a_tree_scales_up_to_its_width() {
        // One, then four, then one after the last of them: 6 units of work, a span of 3.
        let tree = record(&[None, Some(0), Some(0), Some(0), Some(0), Some(4)]);
        assert_eq!(speedups(&tree, &[2, 4, 8]), [1.0, 1.5, 2.0, 2.0]);
        assert_eq!(tree.scaling(&[]).span, UNIT * 3);
    }

    #[test]
    fn loops_are_serial() {
        // Each outcome keeps the loop busy for one unit: with workers enough, that is what it takes.
        let mut folding = record(&[None; 8]);
        let fold = |i| Fold { lane: 0, ticket: Some(Ticket(i)), start: UNIT, end: UNIT * 2 };
        folding.folds = (0..8).map(fold).collect();
        let scaling = folding.scaling(&[8]);
        let times: Vec<Duration> = scaling.rows.iter().map(|row| row.time).collect();
        assert_eq!(times, [UNIT * 9, UNIT * 9]);
        assert_eq!((scaling.loops, scaling.span), (UNIT * 8, UNIT));
        // And jobs that take the loop one unit each to make cannot start earlier.
        let mut produced = record(&[None; 8]);
        produced.runs.iter_mut().enumerate().for_each(|(i, ran)| ran.lag = UNIT * (i as u32 + 1));
        produced.folds = vec![Fold { lane: 0, ticket: None, start: Duration::ZERO, end: UNIT * 8 }];
        assert_eq!(produced.scaling(&[8]).rows[1].time, UNIT * 9);
    }

    #[test]
    fn jobs_run_twice_are_work_and_unwanted_ones_are_not_waited_for() {
        let mut lost = record(&[None, None]);
        (lost.runs[0].fate, lost.runs[1].ticket) = (Fate::Lost(String::new()), Ticket(0));
        let scaling = lost.scaling(&[2]);
        assert_eq!((scaling.jobs, scaling.rows[1].time), (1, UNIT * 2));
        let mut unwanted = record(&[None, None]);
        (unwanted.runs[1].fate, unwanted.runs[1].end) = (Fate::Revoked, UNIT * 100);
        assert_eq!(unwanted.scaling(&[2]).rows[1].time, UNIT);
    }

    #[test]
    fn a_lane_that_follows_waits_and_lanes_beside_each_other_do_not() {
        let lane = |cause: Option<u64>| Opened { name: "b".into(), cause: cause.map(Ticket), lag: UNIT };
        let mut two = record(&[None, None]);
        two.runs[1].lane = 1;
        two.lanes.push(lane(Some(0)));
        assert_eq!(two.scaling(&[2]).rows[1].time, UNIT * 3);
        two.lanes[1] = lane(None);
        assert_eq!(two.scaling(&[2]).rows[1].time, UNIT * 2);
        two.lanes[0].lag = UNIT * 5;
        let scaling = two.scaling(&[2]);
        assert_eq!((scaling.before, scaling.span, scaling.rows[1].time), (UNIT, UNIT * 5, UNIT * 6));
    }

    #[test]
    fn nothing_is_predicted_from_nothing() {
        let scaling = Record { workers: 2, ..Record::default() }.scaling(&[4]);
        assert_eq!(scaling.rows.iter().map(|row| row.workers).collect::<Vec<_>>(), [1, 2, 4]);
        assert!(scaling.to_string().contains("0 jobs"));
    }
}
