//! Programs that we start.

use crate::guard;
use hecaton_base::budget::{Counted, count};
use hecaton_base::{Budget, Stop};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::io::{Error, Read, Result};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// How often the budget is looked at while a program runs.
const PERIOD: Duration = Duration::from_millis(5);

/// A program that was started: in a process group of its own, with all that it starts in turn; its memory counts as ours. It
/// is killed with its group when this value is dropped.
#[derive(Debug)]
pub struct Child {
    process: std::process::Child,
    /// The process was waited for: its number may be another's now.
    waited: bool,
    _memory: Counted,
}

/// The three streams of a program.
#[derive(Debug)]
pub struct Streams {
    /// What it reads.
    pub input: ChildStdin,
    /// What it prints.
    pub output: ChildStdout,
    /// What it complains about.
    pub errors: ChildStderr,
}

impl Child {
    /// Starts a program with pipes to its streams.
    pub fn start(program: &Path, args: &[OsString], environment: &[(&str, &str)]) -> Result<(Self, Streams)> {
        let mut process = guard::command(program.as_os_str())
            .args(args)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let memory = count(process.id());
        let (Some(input), Some(output), Some(errors)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(Error::other("the streams of a program are not there"));
        };
        Ok((Child { process, waited: false, _memory: memory }, Streams { input, output, errors }))
    }
    /// Whether the process has ended; it is not waited for, so its number is still its own.
    pub fn has_ended(&self) -> bool {
        let stat = format!("/proc/{}/stat", self.process.id());
        std::fs::read_to_string(stat).is_ok_and(|stat| stat.contains(") Z "))
    }
    /// Kills the process with its group and waits for it; its status, the first time.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.waited, true) {
            return None;
        }
        // The number is that of the group, since the process leads it; it has not been waited for, so it is still its own.
        if let Some(group) = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.process.kill();
        self.process.wait().ok()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a program that came to its end has left.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// What it printed.
    pub output: Vec<u8>,
    /// The first of what it complained about.
    pub errors: Vec<u8>,
}

/// Why a program has no result.
#[derive(Debug)]
pub enum Failed {
    /// It could not be started.
    Start(Error),
    /// It was killed, since we have to stop.
    Stopped(Stop),
}

/// How much of the complaints is kept.
const KEPT: u64 = 1 << 20;

/// Runs a program without input to its end, within the budget.
pub fn finish(
    program: &Path,
    args: &[impl AsRef<OsStr>],
    environment: &[(&str, &str)],
    budget: &Budget,
) -> std::result::Result<Finished, Failed> {
    let args: Vec<OsString> = args.iter().map(|arg| arg.as_ref().to_owned()).collect();
    let (mut child, streams) = Child::start(program, &args, environment).map_err(Failed::Start)?;
    drop(streams.input);
    // Both streams come through one channel: whoever waits for the end of one holds up a program that writes to the other.
    let (sender, receiver) = sync_channel(AHEAD);
    let other = sender.clone();
    thread(move || move_pieces(streams.output, u64::MAX, &sender, |piece| (false, piece))).map_err(Failed::Start)?;
    thread(move || move_pieces(streams.errors, KEPT, &other, |piece| (true, piece))).map_err(Failed::Start)?;
    let (mut printed, mut complaints) = (Vec::new(), Vec::new());
    loop {
        budget.poll().map_err(Failed::Stopped)?;
        match receiver.recv_timeout(PERIOD) {
            Ok((true, piece)) => complaints.extend(piece),
            Ok((false, piece)) => printed.extend(piece),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    while !child.has_ended() {
        budget.poll().map_err(Failed::Stopped)?;
        std::thread::sleep(Duration::from_micros(100));
    }
    match child.kill() {
        Some(status) => Ok(Finished { status, output: printed, errors: complaints }),
        None => Err(Failed::Start(Error::other("its end was not noticed"))),
    }
}

/// The pieces of a stream as they come, from a thread that only moves bytes: reading from a program that does not write would
/// block the caller beyond its budget. A reader who is slow holds the program up, so that nothing piles up in between.
pub fn pieces(stream: impl Read + Send + 'static) -> Result<Receiver<Vec<u8>>> {
    let (sender, receiver) = sync_channel(AHEAD);
    thread(move || move_pieces(stream, u64::MAX, &sender, |piece| piece))?;
    Ok(receiver)
}

/// Starts a thread that only moves bytes. The system may refuse it (`ulimit -u`).
pub fn thread(work: impl FnOnce() + Send + 'static) -> Result<()> {
    std::thread::Builder::new().name("moving bytes".into()).spawn(work).map(drop)
}

/// How many pieces may wait for their reader.
const AHEAD: usize = 16;

/// Moves a stream to its end, but no more than so many bytes of it to the reader.
fn move_pieces<T>(mut stream: impl Read, kept: u64, sender: &SyncSender<T>, piece: impl Fn(Vec<u8>) -> T) {
    let mut buffer = vec![0; 1 << 16];
    let mut left = kept;
    while let Ok(len @ 1..) = stream.read(&mut buffer) {
        let wanted = len.min(usize::try_from(left).unwrap_or(usize::MAX));
        left -= wanted as u64;
        if wanted > 0 && sender.send(piece(buffer[..wanted].to_vec())).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn shell(script: &str, budget: &Budget) -> std::result::Result<Finished, Failed> {
        finish(Path::new("/bin/sh"), &["-c", script], &[("WORD", "here")], budget)
    }

    #[test]
    fn output_complaints_and_status_are_those_of_the_program() {
        let run = shell("echo $WORD; echo bad >&2; exit 3", &Budget::unlimited()).expect("it ends");
        assert_eq!((run.output.as_slice(), run.errors.as_slice()), (b"here\n".as_slice(), b"bad\n".as_slice()));
        assert_eq!(run.status.code(), Some(3));
        let missing = finish(Path::new("/no/such/program"), &["x"], &[], &Budget::unlimited());
        assert!(matches!(missing, Err(Failed::Start(_))));
    }

    #[test]
    fn much_output_does_not_block() {
        // In small pieces, first to one stream and then to the other, in both orders.
        let small = "dd if=/dev/zero bs=512 count=4000 status=none";
        for script in [format!("{small}; {small} >&2"), format!("{small} >&2; {small}")] {
            let run = shell(&script, &Budget::unlimited().with_time(Duration::from_secs(60))).expect("it ends");
            assert_eq!((run.output.len(), run.errors.len()), (2_048_000, KEPT as usize), "{script}");
        }
    }

    #[test]
    fn a_limit_ends_the_program_and_all_it_has_started() {
        let start = Instant::now();
        let budget = Budget::unlimited().with_time(Duration::from_millis(200));
        let run = shell("sleep 61.5 & sleep 61.5", &budget);
        assert!(matches!(run, Err(Failed::Stopped(Stop::Time))), "{run:?}");
        assert!(start.elapsed() < Duration::from_secs(5));
        let sleeping = |entry: std::fs::DirEntry| {
            std::fs::read(entry.path().join("cmdline")).is_ok_and(|line| line.starts_with(b"sleep\x0061.5"))
        };
        std::thread::sleep(Duration::from_millis(50));
        let left = std::fs::read_dir("/proc").expect("processes").flatten().filter(|e| e.path().is_dir());
        assert_eq!(left.map(sleeping).filter(|found| *found).count(), 0);
    }

    #[test]
    fn the_memory_of_a_program_counts_as_ours() {
        let budget = Budget::unlimited().with_bytes(hecaton_base::budget::resident_bytes() + (100 << 20));
        let start = Instant::now();
        // A text of some hundred MiB in the memory of a process that the shell starts.
        let run = shell("head -c 400000000 /dev/zero | tail -c 400000000 | sleep 20", &budget);
        assert!(matches!(run, Err(Failed::Stopped(Stop::Memory))), "{run:?}");
        assert!(start.elapsed() < Duration::from_secs(15));
    }
}
