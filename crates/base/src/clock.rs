//! The clock of time limits. It stands still while the process is stopped (Ctrl-Z, SIGSTOP), so that a run which goes on after
//! that has the time that it had.
//!
//! Whoever watches the run says every few milliseconds that it goes on ([`beat`]), and how long it was stopped
//! ([`stood_still`]) once the system has told that it was continued. Other threads may run a moment before the watcher does: one
//! that finds a limit reached while the watcher has been silent gives it that moment.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A watcher that is silent for so long was stopped with the process, is about to speak, or has ended.
const SILENT: Duration = Duration::from_millis(100);
/// How long it is given then.
const MOMENT: Duration = Duration::from_millis(20);

static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::new);

/// The time on the clock.
pub fn now() -> Instant {
    CLOCK.now()
}

/// Says that the process runs.
pub fn beat() {
    CLOCK.beat();
}

/// Says that the process was stopped for so long.
pub fn stood_still(time: Duration) {
    CLOCK.stood_still(time);
}

/// Whether a time on the clock has come.
pub fn has_come(time: Instant) -> bool {
    CLOCK.has_come(time)
}

struct Clock {
    /// Before all other times.
    start: Instant,
    /// Nanoseconds that the process was stopped.
    stood: AtomicU64,
    /// Nanoseconds from the start to the last beat; 0 if nobody watches.
    last: AtomicU64,
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl Clock {
    fn new() -> Self {
        Clock { start: Instant::now(), stood: AtomicU64::new(0), last: AtomicU64::new(0) }
    }
    fn now(&self) -> Instant {
        let stood = Duration::from_nanos(self.stood.load(Ordering::Relaxed));
        Instant::now().checked_sub(stood).map_or(self.start, |now| now.max(self.start))
    }
    fn beat(&self) {
        self.last.store(nanos(self.start.elapsed()).max(1), Ordering::Relaxed);
    }
    fn stood_still(&self, time: Duration) {
        self.stood.fetch_add(nanos(time), Ordering::Relaxed);
    }
    fn has_come(&self, time: Instant) -> bool {
        if self.now() < time {
            return false;
        }
        let last = self.last.load(Ordering::Relaxed);
        if last == 0 || self.start.elapsed() <= Duration::from_nanos(last) + SILENT {
            return true;
        }
        std::thread::sleep(MOMENT);
        self.now() >= time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_still_with_the_process() {
        let clock = Clock::new();
        let (before, hour) = (clock.now(), Duration::from_secs(3600));
        assert!(clock.has_come(before) && !clock.has_come(before + hour));
        std::thread::sleep(SILENT);
        let then = clock.now();
        clock.stood_still(SILENT / 2);
        assert!(clock.now() < then && clock.has_come(before));
        std::thread::sleep(SILENT / 2);
        assert!(clock.has_come(then), "it goes on");
    }

    #[test]
    fn a_watcher_that_is_silent_is_given_a_moment_and_no_more() {
        let clock = Clock::new();
        clock.beat();
        std::thread::sleep(SILENT + MOMENT);
        let begun = Instant::now();
        assert!(clock.has_come(clock.now()));
        assert!(begun.elapsed() >= MOMENT, "it is waited for");
        // What it says in that moment counts.
        let soon = clock.now();
        std::thread::scope(|scope| {
            scope.spawn(|| clock.stood_still(Duration::from_secs(3600)));
            let mut come = clock.has_come(soon);
            while come && begun.elapsed() < Duration::from_secs(10) {
                come = clock.has_come(soon);
            }
            assert!(!come);
        });
    }
}
