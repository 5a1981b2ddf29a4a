//! Work that the machine may never finish, done by a thread of its own while others wait only as long as they want to.
//!
//! A read from a network file system, an `fsync` of a slow disk, a lock that another process holds: the system gives no way to
//! end such a call from outside. So whoever must not wait leaves the call to an [`Aside`], asks with a limit, and goes on
//! without an answer when the limit is reached. The thread ends when nobody can ask any more, and with the process at the
//! latest, in the middle of a call if need be.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// A thread that owns a state and does what it is told, one thing after the other.
pub struct Aside<S> {
    sender: Sender<Deed<S>>,
}

type Deed<S> = Box<dyn FnOnce(&mut S) + Send>;

/// There was no answer in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Late;

impl<S: 'static> Aside<S> {
    /// Starts the thread, which makes the state first.
    pub fn start(name: &str, make: impl FnOnce() -> S + Send + 'static) -> std::io::Result<Self> {
        let (sender, receiver) = mpsc::channel::<Deed<S>>();
        std::thread::Builder::new().name(name.into()).spawn(move || {
            let mut state = make();
            receiver.into_iter().for_each(|deed| deed(&mut state));
        })?;
        Ok(Aside { sender })
    }
    /// Leaves something to be done, whenever that may be.
    pub fn leave(&self, deed: impl FnOnce(&mut S) + Send + 'static) {
        // A thread that has panicked does nothing any more; `ask` tells.
        let _ = self.sender.send(Box::new(deed));
    }
    /// Has something done, and waits for what comes of it, but not longer than the limit. What is late is done all the same.
    pub fn ask<T: Send + 'static>(
        &self,
        limit: Duration,
        deed: impl FnOnce(&mut S) -> T + Send + 'static,
    ) -> Result<T, Late> {
        let (sender, receiver) = mpsc::channel();
        self.leave(move |state| {
            // Nobody may be waiting any more.
            let _ = sender.send(deed(state));
        });
        match receiver.recv_timeout(limit) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Err(Late),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn what_is_left_is_done_in_order_and_what_never_ends_is_not_waited_for() {
        let aside = Aside::start("aside", Vec::new).expect("a thread");
        aside.leave(|list| list.push(1));
        aside.leave(|list| list.push(2));
        assert_eq!(aside.ask(LONG, |list: &mut Vec<i32>| list.clone()), Ok(vec![1, 2]));
        let (hold, held) = mpsc::channel::<()>();
        let begun = Instant::now();
        assert_eq!(aside.ask(Duration::from_millis(20), move |_| held.recv().is_ok()), Err(Late));
        assert!(begun.elapsed() < LONG / 2);
        assert_eq!(aside.ask(Duration::ZERO, |list| list.len()), Err(Late));
        drop(hold);
        assert_eq!(aside.ask(LONG, |list| list.len()), Ok(2));
    }

    #[test]
    fn a_panic_is_no_answer() {
        let aside = Aside::start("aside", || 0).expect("a thread");
        assert_eq!(aside.ask(LONG, |_: &mut i32| -> i32 { panic!("on purpose") }), Err(Late));
        assert_eq!(aside.ask(LONG, |number| *number), Err(Late));
    }
}
