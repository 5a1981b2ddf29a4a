//! How a command runs: its work on a thread with a large stack, while the main thread shows progress, watches for
//! Ctrl-C and never waits longer than it was told to. It keeps the clock of time limits, which stands still while the process
//! is stopped.
//!
//! This is the one thread that is not started by `jobs`: deep recursion in a program must not be limited by the stack
//! the shell happens to give us, and somebody has to be left to speak when a worker panics or does not stop.

use hecaton_base::budget::stack_bytes;
use hecaton_base::clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

/// How often the main thread looks at limits.
const TICK: Duration = Duration::from_millis(5);

/// How the work ended.
pub enum End<T> {
    /// With a result.
    Done(T),
    /// With a panic, its message and place.
    Panicked(String),
    /// It is still running, but we no longer wait.
    Abandoned,
    /// The system gives it no thread.
    NotStarted(std::io::Error),
}

/// Whether to go on waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Yes.
    On,
    /// No: report what there is.
    NoLonger,
}

/// Runs the work, calling `tick` on this thread several times a second.
pub fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static, mut tick: impl FnMut() -> Wait) -> End<T> {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new().name("main work".into()).stack_size(stack_bytes()).spawn(move || {
        let result = work();
        // Nobody listens any more if we were abandoned.
        let _ = sender.send(result);
    });
    let thread = match thread {
        Ok(thread) => thread,
        Err(error) => return End::NotStarted(error),
    };
    let continued = Arc::new(AtomicBool::new(false));
    // Where the signal cannot be caught, the time of a stop counts.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGCONT, Arc::clone(&continued));
    let mut last = Instant::now();
    loop {
        let received = receiver.recv_timeout(TICK);
        // The signal comes before anything else that this thread does after a stop.
        if continued.swap(false, Ordering::Relaxed) {
            clock::stood_still(last.elapsed().saturating_sub(TICK));
        }
        last = Instant::now();
        clock::beat();
        match received {
            Ok(result) => return End::Done(result),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                if tick() == Wait::NoLonger {
                    return End::Abandoned;
                }
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let _ = thread.join();
                return End::Panicked(panic_message().unwrap_or_else(|| "a thread ended without a result".into()));
            }
        }
    }
}

/// The first panic of the process. Panics are not printed when they happen but reported once, by whoever ends the run.
static FIRST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics quiet and remembers the first one.
pub fn remember_panics() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".into());
        let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
        let mut first = FIRST_PANIC.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        first.get_or_insert(format!("{text}{place}"));
    }));
}

/// The first panic so far.
pub fn panic_message() -> Option<String> {
    FIRST_PANIC.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
}

/// A flag that Ctrl-C, SIGTERM and SIGHUP set. The second time the process ends at once. A SIGHUP that is ignored (`nohup`)
/// stays so; the others are heeded even in the background of a shell, which ignores SIGINT there.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let outlives_terminal = is_ignored(signal_hook::consts::SIGHUP);
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        if signal == signal_hook::consts::SIGHUP && outlives_terminal {
            continue;
        }
        // The order matters: the second signal finds the flag set by the first. Where a signal cannot be caught, it
        // ends the process as it always does.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag));
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    flag
}

/// Whether whoever started us wants a signal to be ignored; `false` where that cannot be read.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// A file beyond `ulimit -f` is an error of the write, which is told, rather than the end of the process.
pub fn survive_full_files() {
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Whether the flag is set.
pub fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_panics_and_endless_work_are_told_apart() {
        assert!(matches!(run(|| 7, || Wait::On), End::Done(7)));
        assert!(matches!(run(|| -> i32 { panic!("oh") }, || Wait::On), End::Panicked(_)));
        let (hold, held) = mpsc::channel::<()>();
        assert!(matches!(run(move || held.recv(), || Wait::NoLonger), End::Abandoned));
        drop(hold);
    }

    #[test]
    fn the_stack_is_deep() {
        fn depth(n: u64) -> u64 {
            let array = std::hint::black_box([n; 64]);
            if n == 0 { 0 } else { 1 + depth(array[7] - 1) }
        }
        assert!(matches!(run(|| depth(100_000), || Wait::On), End::Done(100_000)));
    }
}
