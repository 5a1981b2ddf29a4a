//! Signals: what ends a run and what only stops it for a while.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::heeded;
use run::{hecaton, scratch};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// However busy the machine is.
const LONGEST: Duration = Duration::from_secs(60);
/// How long a process is stopped: longer than its limit of time.
const STOPPED: Duration = Duration::from_secs(3);

fn send(signal: &str, process: &Child) {
    let sent = Command::new("kill").args(["-s", signal, &process.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Waits for its end, but not for ever.
fn ended(process: &mut Child, most: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    loop {
        let status = process.try_wait().expect("waited for");
        if status.is_some() || begun.elapsed() > most {
            return status;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads lines until one has this word.
fn read_until(word: &str, lines: &mut impl BufRead) {
    let mut line = String::new();
    while !line.contains(word) {
        line.clear();
        assert_ne!(lines.read_line(&mut line).expect("readable"), 0, "ended early");
    }
}

fn report(text: &str) -> serde_json::Value {
    let last = text.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// A run that nothing but a limit or a signal ends, and its output.
fn endless(args: &[&str]) -> (Child, BufReader<impl Read>) {
    let open = hecaton_testkit::root().join("examples/open.c").display().to_string();
    let args = [&["check", "--format", "jsonl"], args, &[&open]].concat();
    let mut process = hecaton(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
    let out = BufReader::new(process.stdout.take().expect("a pipe"));
    (process, out)
}

#[test]
fn the_time_of_a_stop_does_not_count() {
    let begun = Instant::now();
    let (mut process, mut out) = endless(&["--timeout", "2s"]);
    read_until("\"bound\"", &mut out);
    send("STOP", &process);
    std::thread::sleep(STOPPED);
    send("CONT", &process);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("readable");
    assert_eq!(process.wait().expect("ended").code(), Some(5), "{rest}");
    let report = report(&rest);
    assert_eq!((report["result"].as_str(), report["stopped"].as_str()), (Some("unknown"), Some("time limit reached")));
    // Nearly all of the two seconds were left to it.
    assert!(begun.elapsed() > STOPPED + Duration::from_millis(1800), "{:?}", begun.elapsed());
}

#[test]
fn a_run_that_is_stopped_has_the_verdict_of_one_that_is_not() {
    // A compiler that takes its time, so that there is some to stop in.
    let compiler = scratch("slow-cc", "#!/bin/sh\nsleep 0.5\nexec cc \"$@\"\n");
    assert!(Command::new("chmod").args(["+x", &compiler]).status().expect("chmod runs").success());
    for (file, expected) in [("tests/tasks/assert_safe.c", 0), ("tests/tasks/assert_unsafe.c", 10)] {
        let mut command = hecaton(&["check", "--timeout", "2s", file]);
        command.env("CC", &compiler).stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = command.spawn().expect("started");
        std::thread::sleep(Duration::from_millis(100));
        for _ in 0..2 {
            send("STOP", &process);
            std::thread::sleep(STOPPED / 2);
            send("CONT", &process);
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(process.wait().expect("ended").code(), Some(expected), "{file}");
    }
}

#[test]
fn each_signal_ends_a_run_with_the_results_so_far() {
    for signal in heeded(&["INT", "TERM", "HUP"]) {
        let (mut process, mut out) = endless(&[]);
        read_until("\"bound\"", &mut out);
        send(signal, &process);
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("readable");
        assert_eq!(process.wait().expect("ended").code(), Some(130), "SIG{signal}: {rest}");
        let report = report(&rest);
        assert_eq!(report["stopped"].as_str(), Some("interrupted"), "SIG{signal}");
        assert_eq!(report["properties"].as_array().map(Vec::len), Some(1), "SIG{signal}");
    }
}

/// A report that nobody reads holds a run up for ever: the second signal ends it all the same.
#[test]
fn the_second_signal_ends_a_run_at_once() {
    let sums: String = (0..1000).map(|i| format!("  s += n * {i};\n")).collect();
    let text = format!(
        "int nondet(void);\nint main(void) {{\n  int n = nondet(), s = 0;\n{sums}  unsigned i = 0, t = 0, m = n;\n  \
         while (i != m) {{ i++; t += i; }}\n  __CPROVER_assert(2 * t == m * (m + 1), \"sum\");\n}}\n"
    );
    let path = scratch("many-properties.c", text);
    let seconds = [("INT", "INT"), ("TERM", "INT"), ("HUP", "TERM")];
    let first = heeded(&seconds.map(|(first, _)| first));
    for (first, second) in seconds.into_iter().filter(|(signal, _)| first.contains(signal)) {
        let mut process = hecaton(&["check", "--format", "json", "--trace", "none", &path])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        assert!(ended(&mut process, Duration::from_millis(1500)).is_none(), "it ends by itself");
        send(first, &process);
        // The report does not fit into the pipe.
        assert!(ended(&mut process, Duration::from_secs(4)).is_none(), "it does not wait for its reader");
        let begun = Instant::now();
        send(second, &process);
        let status = ended(&mut process, LONGEST).expect("it ends");
        assert_eq!(status.code(), Some(130), "SIG{first}, SIG{second}");
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }
}

#[test]
fn a_signal_that_is_ignored_stays_so() {
    let mut command = Command::new("sh");
    let check = hecaton(&["check", "--format", "jsonl", "--timeout", "2s", "examples/open.c"]);
    command.args(["-c", "trap '' HUP && exec \"$@\"", "sh"]).arg(check.get_program()).args(check.get_args());
    command.current_dir(hecaton_testkit::root()).env("HECATON_CACHE", "off");
    let mut process = command.stdout(Stdio::piped()).spawn().expect("started");
    let mut out = BufReader::new(process.stdout.take().expect("a pipe"));
    read_until("\"bound\"", &mut out);
    send("HUP", &process);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("readable");
    assert_eq!(process.wait().expect("ended").code(), Some(5), "{rest}");
    assert_eq!(report(&rest)["stopped"].as_str(), Some("time limit reached"));
}
