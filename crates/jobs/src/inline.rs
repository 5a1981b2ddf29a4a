//! One job at a time, on the caller's thread, among those of the lowest rank in a seeded order: for tests.

use crate::{Executor, Job, Next, Ticket, guarded};
use hecaton_base::Budget;

/// Runs jobs inside `wait`.
pub struct Inline<J: Job> {
    shared: J::Shared,
    queue: Vec<(i64, Ticket, J)>,
    next: u64,
    random: u64,
}

impl<J: Job> Inline<J> {
    /// An executor whose order among equals depends on the seed.
    pub fn new(shared: J::Shared, seed: u64) -> Self {
        Inline { shared, queue: Vec::new(), next: 0, random: seed | 1 }
    }
    fn pick(&mut self) -> Option<(Ticket, J)> {
        let least = self.queue.iter().map(|(rank, ..)| *rank).min()?;
        let equals: Vec<usize> = (0..self.queue.len()).filter(|i| self.queue[*i].0 == least).collect();
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let (_, ticket, job) = self.queue.remove(equals[(self.random % equals.len() as u64) as usize]);
        Some((ticket, job))
    }
}

impl<J: Job> Executor<J> for Inline<J> {
    fn submit(&mut self, job: J, rank: i64) -> Ticket {
        let ticket = Ticket(self.next);
        self.next += 1;
        self.queue.push((rank, ticket, job));
        ticket
    }
    fn wait(&mut self, budget: &Budget) -> Next<J::Outcome> {
        if let Err(stop) = budget.poll() {
            return Next::Stopped(stop);
        }
        match self.pick() {
            None => Next::Drained,
            Some((ticket, job)) => match guarded(job, &self.shared, budget) {
                Ok(outcome) => Next::Done(ticket, outcome),
                Err(text) => Next::Lost(ticket, text),
            },
        }
    }
    fn idle(&self) -> usize {
        usize::from(self.queue.is_empty())
    }
    fn revoke(&mut self, tickets: &[Ticket]) {
        self.queue.retain(|(_, ticket, _)| !tickets.contains(ticket));
    }
}
