//! How long a run waits for its cache.

use std::time::{Duration, Instant};

/// A run waits for so long at most, however short it is, if its time limit does not make that a larger part than [`PART`].
const LEAST: Duration = Duration::from_millis(200);
/// One part of so many of its time may go to the cache.
const PART: u32 = 20;

/// The time that a process spends waiting for the cache, all in all: 5 % of the time that it has taken so far, or 200 ms where
/// that is more; with a time limit never more than 5 % of it.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    begun: Instant,
    least: Duration,
    grows: bool,
}

impl Patience {
    /// That of a run that began at some time and has a limit or none.
    pub fn of_run(begun: Instant, limit: Option<Duration>) -> Self {
        let least = limit.map_or(LEAST, |limit| LEAST.min(limit / PART));
        Patience { begun, least, grows: true }
    }
    /// That of somebody who wants to know what is in the cache.
    pub fn fixed(time: Duration) -> Self {
        Patience { begun: Instant::now(), least: time, grows: false }
    }
    /// As it is now.
    pub(crate) fn now(&self) -> Duration {
        if self.grows { self.least.max(self.begun.elapsed() / PART) } else { self.least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_small_part_of_the_run() {
        let now = Instant::now();
        assert_eq!(Patience::of_run(now, None).now(), LEAST);
        assert_eq!(Patience::of_run(now, Some(Duration::from_secs(900))).now(), LEAST);
        let short = Patience::of_run(now, Some(Duration::from_secs(1))).now();
        assert!(short >= Duration::from_millis(50) && short < Duration::from_millis(100), "{short:?}");
        let Some(before) = now.checked_sub(Duration::from_secs(40)) else { return };
        let long = Patience::of_run(before, Some(Duration::from_secs(900))).now();
        assert!(long >= Duration::from_secs(2) && long < Duration::from_secs(3), "{long:?}");
    }
}
