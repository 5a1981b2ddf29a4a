//! A guard is a process between us and a program that we start. It waits for the program, and if we are gone first it kills
//! its whole process group: the program, whatever that has started, and itself.
//!
//! Why a process: what ends with its parent by the system's own means (`PR_SET_PDEATHSIG`) is a single process, not the
//! compiler proper that the compiler's driver has started, and it ends with the *thread* that started it. A guard asks
//! every few milliseconds whether its parent is still the one that it had.
//!
//! The executable of the tool is its own guard: the command line calls [`arm`] with it, and [`run`] when it is started as
//! one. Where nobody has called [`arm`] (tests of single crates), programs are started without one.

use rustix::process::{Signal, getpid, getppid, kill_process, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the guard looks for its parent.
const PERIOD: Duration = Duration::from_millis(20);

/// The first argument of a guard. It is followed by the number of its parent, the program and its arguments.
const MARK: &str = "--guard-of";

static GUARD: OnceLock<PathBuf> = OnceLock::new();

/// From now on programs are started under this executable, which calls [`run`].
pub fn arm(executable: PathBuf) {
    let _ = GUARD.set(executable);
}

/// A command that runs the program, under a guard if there is one.
pub(crate) fn command(program: &OsStr) -> Command {
    let Some(guard) = GUARD.get() else { return Command::new(program) };
    let mut command = Command::new(guard);
    command.arg(MARK).arg(std::process::id().to_string()).arg(program);
    command
}

/// If these arguments (without the name of the executable) are those of a guard: does its work and gives the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Option<u8> {
    let mut arguments = arguments.into_iter();
    if arguments.next()? != MARK {
        return None;
    }
    let parent: i32 = arguments.next()?.to_str()?.parse().ok()?;
    let program = arguments.next()?;
    Some(guard(parent, &program, arguments))
}

/// What shells answer when a program cannot be started.
const NOT_STARTED: u8 = 127;

fn guard(parent: i32, program: &OsStr, arguments: impl Iterator<Item = OsString>) -> u8 {
    let (hand_over, handed) = channel::<Child>();
    let (sender, ended) = channel();
    // Waiting blocks, so another thread does it. It is there before the program, which would be alone without it.
    let waiting = std::thread::Builder::new().spawn(move || {
        if let Ok(mut child) = handed.recv() {
            let _ = sender.send(child.wait());
        }
    });
    let started = waiting.and_then(|_| Command::new(program).args(arguments).spawn());
    match started {
        Ok(child) => drop(hand_over.send(child)),
        Err(error) => {
            let mut err = std::io::stderr();
            let _ = writeln!(err, "cannot start {}: {error}", program.display());
            return NOT_STARTED;
        }
    }
    close_streams();
    loop {
        if getppid().is_none_or(|now| now.as_raw_nonzero().get() != parent) {
            // We lead the group: this ends us too.
            let _ = kill_process_group(getpid(), Signal::KILL);
        }
        match ended.recv_timeout(PERIOD) {
            Ok(Ok(status)) => return code(status),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return NOT_STARTED,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Leaves the streams to the program: when it closes its output, the reader shall see that, and nobody else reads its input.
fn close_streams() {
    let Ok(nothing) = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null") else { return };
    let _ = rustix::stdio::dup2_stdin(&nothing);
    let _ = rustix::stdio::dup2_stdout(&nothing);
    let _ = rustix::stdio::dup2_stderr(&nothing);
}

/// Ends as the program did: by its exit code, or by the same signal.
fn code(status: ExitStatus) -> u8 {
    if let Some(signal) = status.signal() {
        if let Some(signal) = Signal::from_named_raw(signal) {
            // The program has left its core file, if it is wanted; a second one would say nothing.
            let none = rustix::process::Rlimit { current: Some(0), maximum: Some(0) };
            let _ = rustix::process::setrlimit(rustix::process::Resource::Core, none);
            let _ = kill_process(getpid(), signal);
        }
        return 128u8.wrapping_add(signal as u8);
    }
    status.code().map_or(NOT_STARTED, |code| code as u8)
}
