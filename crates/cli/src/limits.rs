//! How the main thread keeps the limits of a run.
//!
//! Engines look at the limits themselves, and stop with what they have. The main thread waits for that, but not beyond the
//! limit: then it reports what is known so far, while the engine still works. To have both the engine's results and the report
//! when the time is over, engines are told a little less than there is. What a report of many properties takes counts, and so
//! does the time that the system needs to take the memory back.

use crate::args::CheckArgs;
use crate::supervise::Wait;
use hecaton_base::budget::{Excess, address_limit, resident_bytes};
use hecaton_base::{Budget, Stop};
use std::time::{Duration, Instant};

/// This part of the time, but no more than that, is left to engines for stopping, and to the report.
const PART: u32 = 20;
const MOST: Duration = Duration::from_secs(1);
/// How long the system needs to take back so many bytes when the process ends, with other work beside it.
const TAKING_BACK: (u64, Duration) = (1 << 30, Duration::from_millis(300));
/// What the report of a property takes, open or not, in time and in memory.
const REPORTING: (Duration, u64) = (Duration::from_micros(5), 2 << 10);
/// How long engines may take to stop that were cancelled.
const GRACE: Duration = Duration::from_secs(2);
/// With fewer addresses not even a small program can be checked.
const LEAST_ADDRESSES: u64 = 512 << 20;
/// An engine that is over the limit of memory by more than one part of so many is not waited for; what it does till then may
/// free some.
const OVER: u64 = 32;
/// The same for addresses, of which what engines are told leaves much more.
const OVER_ADDRESSES: u64 = 4;

/// The limits of a run, and how it stands with them.
pub struct Limits {
    /// What engines are told.
    pub budget: Budget,
    /// All the time that there is.
    time: Budget,
    /// When it was seen that everybody was asked to stop.
    cancelled: Option<Instant>,
    /// The memory is why the work was left alone.
    full: bool,
}

impl Limits {
    /// Those of the command line and of the system. The system may leave too little for any work.
    pub fn of(args: &CheckArgs) -> Result<Self, String> {
        let (mut budget, mut time) = (Budget::unlimited(), Budget::unlimited());
        if let Some(limit) = args.timeout {
            budget = budget.with_time(limit - (limit / PART).min(MOST));
            time = time.with_time(limit);
        }
        if let Some(limit) = args.memory {
            budget = budget.with_bytes(limit);
        }
        if let Some(limit) = address_limit() {
            if limit < LEAST_ADDRESSES {
                let (least, limit) = (LEAST_ADDRESSES >> 20, limit >> 20);
                let what = format!("{limit} MiB of addresses (ulimit -v, ulimit -d) are too few");
                return Err(format!("{what}: at least {least} MiB are needed"));
            }
            // An allocation that fails ends the process; what grows by doubling must still find some room.
            budget = budget.with_addresses(limit / 3 * 2);
        }
        Ok(Limits { budget, time, cancelled: None, full: false })
    }
    /// What an engine is told that is asked for so many properties.
    pub fn told(budget: &Budget, properties: usize) -> Budget {
        let (time, bytes) = reporting(properties);
        budget.clone().leaving(time, bytes)
    }
    /// Whether to wait for the work any longer; the number of properties is known once the program is read. Who reads it has
    /// nothing to give.
    pub fn look(&mut self, properties: Option<usize>) -> Wait {
        let reading = properties.is_none();
        let (reporting, room) = reporting(properties.unwrap_or(0));
        let (bytes, addresses) = self.budget.clone().leaving(Duration::ZERO, room).excess();
        let over = |excess: Option<Excess>, part: u64| {
            excess.is_some_and(|Excess { over, limit }| over > if reading { 0 } else { limit / part })
        };
        self.full = over(bytes, OVER) || over(addresses, OVER_ADDRESSES);
        let left = if reading { self.budget.time_left() } else { self.time.time_left() };
        let (much, time) = TAKING_BACK;
        let taking_back = || time.mul_f64(resident_bytes() as f64 / much as f64);
        let late = left.is_some_and(|left| left <= reporting + taking_back());
        let stopped = self.budget.is_cancelled() && {
            let grace = if reading { Duration::ZERO } else { GRACE };
            self.cancelled.get_or_insert_with(Instant::now).elapsed() >= grace
        };
        if self.full || late || stopped { Wait::NoLonger } else { Wait::On }
    }
    /// Why the work was left alone.
    pub fn stop(&self) -> Stop {
        match () {
            () if self.budget.is_cancelled() => Stop::Cancelled,
            () if self.full => Stop::Memory,
            () => Stop::Time,
        }
    }
}

fn reporting(properties: usize) -> (Duration, u64) {
    let (time, bytes) = REPORTING;
    (time.saturating_mul(u32::try_from(properties).unwrap_or(u32::MAX)), bytes.saturating_mul(properties as u64))
}
