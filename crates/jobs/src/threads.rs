//! Jobs on a fixed number of threads that share one queue by rank. Jobs are long (a whole deepening, ten thousand
//! steps), so one lock around the queue is not felt.

use crate::{Executor, Job, Next, Ticket, guarded};
use hecaton_base::{Budget, Cancel};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

/// Deep terms and deep calls are walked iteratively, but nested expressions are not; this is address space, not memory.
const STACK_BYTES: usize = 256 << 20;
/// How often a waiting loop looks at its budget.
const POLL: Duration = Duration::from_millis(20);

/// Runs jobs on threads.
pub struct Threads<J: Job> {
    inner: Arc<Inner<J>>,
    results: Receiver<(Ticket, Result<J::Outcome, String>)>,
    workers: Vec<JoinHandle<()>>,
    next: u64,
    revoked: HashSet<Ticket>,
}

struct Inner<J: Job> {
    shared: J::Shared,
    budget: Budget,
    queue: Mutex<Queue<J>>,
    changed: Condvar,
}

struct Queue<J> {
    waiting: BTreeMap<(i64, Ticket), J>,
    running: HashMap<Ticket, Cancel>,
    /// Submitted and not yet reported.
    open: usize,
    closed: bool,
}

impl<J: Job> Inner<J> {
    fn lock(&self) -> MutexGuard<'_, Queue<J>> {
        // No job runs while the lock is held, so it cannot be poisoned by one.
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl<J: Job> Threads<J> {
    /// An executor with that many threads. Every job's budget is a child of the one given here.
    pub fn new(shared: J::Shared, workers: usize, budget: &Budget) -> Self {
        let (sender, results) = channel();
        let queue = Queue { waiting: BTreeMap::new(), running: HashMap::new(), open: 0, closed: false };
        let inner =
            Arc::new(Inner { shared, budget: budget.clone(), queue: Mutex::new(queue), changed: Condvar::new() });
        let workers = (0..workers.max(1)).map(|i| spawn(i, inner.clone(), sender.clone())).collect();
        Threads { inner, results, workers, next: 0, revoked: HashSet::new() }
    }
}

fn spawn<J: Job>(
    index: usize,
    inner: Arc<Inner<J>>,
    sender: Sender<(Ticket, Result<J::Outcome, String>)>,
) -> JoinHandle<()> {
    let work = move || {
        loop {
            let (ticket, job, budget) = {
                let mut queue = inner.lock();
                loop {
                    if queue.closed {
                        return;
                    }
                    if let Some(((_, ticket), job)) = queue.waiting.pop_first() {
                        let budget = inner.budget.child();
                        queue.running.insert(ticket, budget.cancel_flag().clone());
                        break (ticket, job, budget);
                    }
                    queue = inner.changed.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
                }
            };
            let outcome = guarded(job, &inner.shared, &budget);
            inner.lock().running.remove(&ticket);
            if sender.send((ticket, outcome)).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new()
        .name(format!("worker-{index}"))
        .stack_size(STACK_BYTES)
        .spawn(work)
        .expect("the system refuses to start a thread")
}

impl<J: Job> Executor<J> for Threads<J> {
    fn submit(&mut self, job: J, rank: i64) -> Ticket {
        let ticket = Ticket(self.next);
        self.next += 1;
        let mut queue = self.inner.lock();
        queue.open += 1;
        queue.waiting.insert((rank, ticket), job);
        self.inner.changed.notify_one();
        ticket
    }
    fn wait(&mut self, budget: &Budget) -> Next<J::Outcome> {
        loop {
            if self.inner.lock().open == 0 {
                return Next::Drained;
            }
            match self.results.recv_timeout(POLL) {
                Ok((ticket, outcome)) => {
                    self.inner.lock().open -= 1;
                    if self.revoked.remove(&ticket) {
                        continue;
                    }
                    return match outcome {
                        Ok(outcome) => Next::Done(ticket, outcome),
                        Err(text) => Next::Lost(ticket, text),
                    };
                }
                // Jobs see the same limits and return what they have; only when somebody else asks to stop does the
                // loop go on without them.
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(stop) = budget.poll()
                        && self.inner.lock().running.is_empty()
                    {
                        return Next::Stopped(stop);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Next::Drained,
            }
        }
    }
    fn idle(&self) -> usize {
        let queue = self.inner.lock();
        self.workers.len().saturating_sub(queue.running.len() + queue.waiting.len())
    }
    fn revoke(&mut self, tickets: &[Ticket]) {
        let mut queue = self.inner.lock();
        for ticket in tickets {
            let waiting = queue.waiting.keys().find(|(_, t)| t == ticket).copied();
            if let Some(key) = waiting {
                queue.waiting.remove(&key);
                queue.open -= 1;
            } else if let Some(flag) = queue.running.get(ticket) {
                flag.cancel();
                self.revoked.insert(*ticket);
            }
        }
    }
}

impl<J: Job> Drop for Threads<J> {
    fn drop(&mut self) {
        let mut queue = self.inner.lock();
        queue.closed = true;
        queue.waiting.clear();
        for flag in queue.running.values() {
            flag.cancel();
        }
        drop(queue);
        self.inner.changed.notify_all();
        for worker in self.workers.drain(..) {
            // A worker that panicked outside a job has nothing more to say.
            let _ = worker.join();
        }
    }
}
