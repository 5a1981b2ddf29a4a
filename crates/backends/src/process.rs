//! A solver process and the talk with it. Whatever the process does (die, hang, print garbage, stop reading), a call
//! returns within the budget, and the process is killed and waited for when the value is dropped.
//!
//! Threads only move bytes between the pipes and channels: writing to a process that does not read, and reading from one that
//! does not write, would otherwise block the caller beyond its budget. They hold no state and end when the pipes close, which
//! killing the process brings about.

use crate::sexpr::{Reader, Sexpr, shorten};
use hecaton_base::{Budget, Stop};
use hecaton_host::child::{Child, Streams, pieces, thread};
use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How often the budget is looked at while waiting.
const PERIOD: Duration = Duration::from_millis(10);
/// How long to wait for the last words of a process that has closed its output.
const LAST: Duration = Duration::from_millis(100);
/// A line that is longer than this is none.
const LONGEST: usize = 1 << 16;
/// How much of the error output is kept.
const KEPT: usize = 4096;

/// A running solver.
pub struct Process {
    name: &'static str,
    child: Child,
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Closed when the error output is.
    errors_end: Receiver<()>,
    reader: Reader,
}

impl Process {
    /// Starts a solver.
    pub fn start(name: &'static str, path: &Path, args: &[&str]) -> Result<Self, Stop> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let refused = |e: std::io::Error| Stop::Solver(format!("{name}: cannot start {}: {e}", path.display()));
        let (child, Streams { input: mut stdin, output: stdout, errors: mut stderr }) =
            Child::start(path, &args, &[]).map_err(refused)?;
        let (input, to_write) = channel::<Vec<u8>>();
        thread(move || {
            while let Ok(bytes) = to_write.recv() {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        })
        .map_err(refused)?;
        let output = pieces(stdout).map_err(refused)?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&errors);
        let (end, errors_end) = channel::<()>();
        thread(move || {
            let _end = end;
            let mut buffer = [0; 1024];
            while let Ok(len @ 1..) = stderr.read(&mut buffer) {
                let Ok(mut kept) = kept.lock() else { return };
                let room = KEPT.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..len.min(room)]);
            }
        })
        .map_err(refused)?;
        Ok(Process { name, child, input, output, errors, errors_end, reader: Reader::default() })
    }
    /// Sends text. What happens to it shows in the answer.
    pub fn send(&self, text: String) {
        // The writer has gone only if the process has closed its input; the missing answer says so.
        let _ = self.input.send(text.into_bytes());
    }
    /// The next expression of the output, within the budget.
    pub fn receive(&mut self, budget: &Budget) -> Result<Sexpr, Stop> {
        loop {
            match self.reader.next() {
                Some(Ok(expr)) if expr.is_error() => {
                    let text = expr.list().and_then(|e| e.get(1)).and_then(Sexpr::atom).unwrap_or("error");
                    return Err(self.failed(&shorten(text)));
                }
                Some(Ok(expr)) => return Ok(expr),
                Some(Err(why)) => return Err(self.failed(&format!("cannot read its output: {why}"))),
                None => {}
            }
            budget.poll()?;
            // The text grows by doubling, and the old one is there until it is copied.
            if budget.bytes_left().is_some_and(|left| left < 2 * self.reader.kept() as u64) {
                return Err(Stop::Memory);
            }
            match self.output.recv_timeout(PERIOD) {
                Ok(bytes) => self.reader.feed(&bytes),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let rest = shorten(&self.reader.rest());
                    let how = self.end();
                    let rest = if rest.is_empty() { rest } else { format!(" after `{rest}`") };
                    return Err(self.failed(&format!("{how}{rest}")));
                }
            }
        }
    }
    /// How the process ended, after its output did: the rest of it follows a moment later.
    fn end(&mut self) -> String {
        let _ = self.errors_end.recv_timeout(LAST);
        for _ in 0..LAST.as_millis() {
            // Dead but not waited for; waiting at once would free its number before its group is killed.
            if self.child.has_ended() {
                return self.child.kill().map_or_else(|| "ended".to_string(), |status| format!("ended ({status})"));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        "closed its output".to_string()
    }
    /// The first line of the output that is not empty, within the budget.
    pub fn line(&mut self, budget: &Budget) -> Result<String, Stop> {
        let mut text = Vec::new();
        loop {
            let first = String::from_utf8_lossy(&text).lines().find(|l| !l.trim().is_empty()).map(str::to_string);
            if text.contains(&b'\n')
                && let Some(line) = first
            {
                return Ok(line);
            }
            budget.poll()?;
            if text.len() > LONGEST {
                return Err(self.failed("prints no line"));
            }
            match (self.output.recv_timeout(PERIOD), first) {
                (Ok(bytes), _) => text.extend(bytes),
                (Err(RecvTimeoutError::Timeout), _) => {}
                (Err(RecvTimeoutError::Disconnected), Some(line)) => return Ok(line),
                (Err(RecvTimeoutError::Disconnected), None) => return Err(self.failed("printed nothing")),
            }
        }
    }
    /// A failure of this solver, with what it printed to its error output.
    pub fn failed(&self, why: &str) -> Stop {
        let errors = self.errors.lock().map(|e| String::from_utf8_lossy(&e).into_owned()).unwrap_or_default();
        let errors = shorten(&errors);
        let errors = if errors.is_empty() { errors } else { format!(" [{errors}]") };
        Stop::Solver(format!("{}: {why}{errors}", self.name))
    }
}
