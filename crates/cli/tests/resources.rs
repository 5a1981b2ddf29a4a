//! What the system and the command line allow, one row a limit: the run ends in time, with a documented exit code and a message
//! that says which limit it was, and it has not used more than it may. Never a signal, a panic or a defect.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use run::{hecaton, stderr, stdout};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// However busy the machine is.
const LONGEST: Duration = Duration::from_secs(120);
/// A part of the limit that a run may be over.
const OVER: u64 = 10;
/// The limit of memory in the rows that have one, in MiB.
const MEMORY: u64 = 150;
/// Another user, who has no processes.
const NOBODY: &str = "54321";

/// A limit.
struct Row {
    name: &'static str,
    /// What the shell is told before.
    limit: &'static str,
    /// The command, with the names of files that [`Place`] has.
    args: &'static [&'static str],
    /// How it may end.
    codes: &'static [i32],
    /// One of these is said.
    says: &'static [&'static str],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A limit of the system.
    System,
    /// One that the system does not keep for root: the run is that of another user.
    ForUsers,
    /// `--memory`: what is used is measured.
    Memory,
    /// `--timeout`, in milliseconds: it is measured.
    Time(u64),
}

const fn row(
    name: &'static str,
    limit: &'static str,
    args: &'static [&'static str],
    codes: &'static [i32],
    says: &'static [&'static str],
    kind: Kind,
) -> Row {
    Row { name, limit, args, codes, says, kind }
}

const BMC: &[&str] = &["check", "--engine", "bmc", "-j2", "-p", "assertion", "many.c"];
const PATHS: &[&str] = &["check", "--engine", "paths", "-j2", "-p", "assertion", "many.c"];
const ENOUGH: &[&str] = &["HOLDS"];
const FEW: &[&str] = &["are too few"];
const FULL: &[&str] = &["memory limit reached"];
const NO_THREAD: &[&str] = &["the system gives us no thread", "Resource temporarily unavailable"];
const LATE: &[&str] = &["time limit reached"];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("addresses: too few", "ulimit -v 300000", &["check", "safe.c"], &[2], FEW, Kind::System),
    row("addresses: enough", "ulimit -v 600000", &["check", "safe.c"], &[0], ENOUGH, Kind::System),
    row("addresses: bmc", "ulimit -v 600000", BMC, &[5], FULL, Kind::System),
    row("addresses: paths", "ulimit -v 600000", PATHS, &[5], &["memory limit reached", "time limit reached"], Kind::System),
    row("addresses: a large input", "ulimit -v 600000", &["check", "large.i"], &[2, 5], FULL, Kind::System),
    row("addresses: a single allocation", "ulimit -v 600000", &["check", "sparse.i"], &[5], &["the system gives no more memory"], Kind::System),
    row("addresses: deep nesting", "ulimit -v 600000", &["check", "deep.c"], &[0, 2, 5], &["HOLDS", "error"], Kind::System),
    row("data: too few", "ulimit -d 300000", &["check", "safe.c"], &[2], FEW, Kind::System),
    row("data: bmc", "ulimit -d 600000", BMC, &[5], FULL, Kind::System),
    row("stack: small", "ulimit -s 128", &["check", "safe.c"], &[0], ENOUGH, Kind::System),
    row("stack: small, deep nesting", "ulimit -s 256", &["check", "deep.i"], &[0, 2, 5], &["HOLDS", "error"], Kind::System),
    row("stack: small, a long list", "ulimit -s 128", &["list", "properties", "safe.c"], &[0], &["main"], Kind::System),
    row("stack: unlimited", "ulimit -s unlimited", &["check", "safe.c"], &[0], ENOUGH, Kind::System),
    row("processes: none", "prlimit --pid $$ --nproc=1", &["check", "safe.c"], &[2], NO_THREAD, Kind::ForUsers),
    row("processes: a few", "prlimit --pid $$ --nproc=3", &["check", "safe.c"], &[2, 5], NO_THREAD, Kind::ForUsers),
    row("processes: no compiler", "prlimit --pid $$ --nproc=8", &["check", "-j2", "safe.c"], &[0, 2, 5], &["HOLDS", "unavailable"], Kind::ForUsers),
    row("processes: no engines", "prlimit --pid $$ --nproc=5", &["check", "-j2", "loop.i"], &[5, 10], &["threads that the system allows", "FAILED"], Kind::ForUsers),
    row("files: nothing can be written", "ulimit -f 0", &["check", "safe.i"], &[0], ENOUGH, Kind::System),
    row("files: the compiler's list", "ulimit -f 0", &["check", "safe.c"], &[0, 2], &["HOLDS", "error"], Kind::System),
    row("files: a witness", "ulimit -f 0", &["check", "--witness", "w.yml", "safe.i"], &[7], &["cannot write"], Kind::System),
    row("files: standard output", "ulimit -f 0", &["ir", "safe.i", ">out"], &[7], &["cannot write"], Kind::System),
    row("files: the cache", "ulimit -f 0", &["check", "--cache", "kept", "safe.i"], &[0], ENOUGH, Kind::System),
    row("descriptors: few", "ulimit -n 8", &["check", "safe.c"], &[0, 2], &["HOLDS", "Too many open files"], Kind::System),
    row("descriptors: none", "ulimit -n 4", &["check", "safe.c"], &[2], &["Too many open files"], Kind::System),
    row("memory: a large input", "", &["check", "large.i"], &[5], FULL, Kind::Memory),
    row("memory: many lines", "", &["check", "-p", "assertion,overflow", "lines.c"], &[5], FULL, Kind::Memory),
    row("memory: macros that double", "", &["check", "macros.c"], &[5], FULL, Kind::Memory),
    row("memory: a huge memset", "", &["check", "--engine", "bmc", "memset.c"], &[5], FULL, Kind::Memory),
    row("memory: a solver without end", "", &["check", "--engine", "bmc", "--solver", "z3", "safe.i"], &[5], FULL, Kind::Memory),
    row("time: a large input", "", &["check", "large.i"], &[0, 5], &["time limit reached", "HOLDS"], Kind::Time(400)),
    row("time: many lines", "", &["check", "lines.c"], &[5], LATE, Kind::Time(1000)),
    row("time: macros that double", "", &["check", "macros.c"], &[5], LATE, Kind::Time(300)),
    row("time: a huge memset", "", &["check", "--engine", "bmc", "memset.c"], &[5], LATE, Kind::Time(1000)),
    row("time: a solver without end", "", &["check", "--engine", "bmc", "--solver", "cvc5", "safe.i"], &[5], LATE, Kind::Time(500)),
];

/// A folder with what the rows need.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        // Another user must be able to come here.
        let folder = std::env::temp_dir().join(format!("hecaton-resources-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("bin")).expect("a folder");
        let place = Place(folder);
        let declared = "int nondet(void);\n";
        let safe = "int main(void) { int x = nondet(), y = 0; for (int i = 0; i < 3; i++) if (x > i) y++; __CPROVER_assert(y * y <= 9, \"\"); }\n";
        let looped = "int main(void) { unsigned n = nondet(), i = 0, s = 0; while (i != n) { i++; s += i; } __CPROVER_assert(2 * s == n * (n + 1), \"\"); }\n";
        let many = "int a[4000];\nint main(void) {\n  for (int i = 0; i < 4000; i++) {\n    int k = nondet();\n    \
                    if (k >= 0 && k < 4000) a[k] = a[k * 7 % 4000] + i;\n  }\n  __CPROVER_assert(a[7] * a[31] != 123457, \"\");\n}\n";
        let memset = "#include <string.h>\nstatic char a[1 << 24], b[1 << 24];\nint main(void) {\n  \
                      for (unsigned i = 0; i < (1u << 24); i++) { memset(a + i, nondet(), 16); memcpy(b, a, sizeof a); }\n  \
                      __CPROVER_assert(b[nondet() & 0xffff] != 77, \"\");\n}\n";
        let nested =
            |depth: usize| format!("int main(void) {{ return {}1{}; }}\n", "(1 + ".repeat(depth), ")".repeat(depth));
        let lines: String = (0..100_000).map(|i| format!("  if (x == {i}) y = y * 3 + {i};\n")).collect();
        let doubling: String = (1..40).map(|i| format!("#define A{i} A{} A{}\n", i - 1, i - 1)).collect();
        for (name, text) in [
            ("safe.c", format!("{declared}{safe}")),
            ("safe.i", format!("{declared}{safe}")),
            ("loop.i", format!("{declared}{looped}")),
            ("many.c", format!("{declared}{many}")),
            ("memset.c", format!("{declared}{memset}")),
            ("deep.c", nested(150)),
            ("deep.i", nested(100_000)),
            (
                "lines.c",
                format!(
                    "{declared}int main(void) {{\n  int x = nondet(), y = 1;\n{lines}  __CPROVER_assert(y != 77, \"\");\n}}\n"
                ),
            ),
            ("macros.c", format!("#define A0 1+\n{doubling}int main(void) {{ return A39 0; }}\n")),
            (
                "large.i",
                format!(
                    "int main(void) {{ int x = 0;\n{}return x; }}\n",
                    "x = x + 1; x = x * x; x = x & 7;\n".repeat(3_200_000)
                ),
            ),
        ] {
            place.write(name, &text, 0o644);
        }
        let version = "#!/bin/sh\n[ \"$1\" = --version ] && { echo version 1; exit; }\n";
        place.write("bin/z3", &format!("{version}printf '('\nexec yes 'x y z'\n"), 0o755);
        place.write("bin/cvc5", &format!("{version}printf '('\nwhile :; do echo x; sleep 0.01; done\n"), 0o755);
        std::fs::create_dir(place.0.join("kept")).expect("a folder");
        // It takes no room on the disk.
        let sparse = std::fs::File::create(place.0.join("sparse.i")).expect("a file");
        sparse.set_len(900 << 20).expect("a size");
        place
    }
    fn write(&self, name: &str, text: &str, mode: u32) {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("changed");
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn is_root(folder: &Path) -> bool {
    folder.metadata().expect("a folder").uid() == 0
}

/// The command of a row: the program under the limit, as another user where that is needed.
fn command(row: &Row, place: &Path) -> Command {
    let (out, args): (Vec<&str>, Vec<&str>) = row.args.iter().partition(|arg| arg.starts_with('>'));
    let limits: Vec<String> = match row.kind {
        Kind::Memory => vec!["--memory".into(), format!("{MEMORY}MiB"), "--timeout".into(), "40s".into()],
        Kind::Time(limit) => vec!["--timeout".into(), format!("{limit}ms")],
        _ if args[0] == "check" => vec!["--timeout".into(), "40s".into()],
        _ => vec![],
    };
    let limit = if row.limit.is_empty() { "true" } else { row.limit };
    let script = format!("{limit} && exec \"$@\" {}", out.concat());
    let hecaton = hecaton(&[]);
    let mut command = if row.kind == Kind::ForUsers && is_root(place) {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    let path = format!("{}:{}", place.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    command.args(["-c", &script, "sh"]).arg(hecaton.get_program()).arg(args[0]).args(limits).args(&args[1..]);
    command.current_dir(place).env("PATH", path).env("HECATON_CACHE", "off").stdin(Stdio::null());
    command
}

/// The most memory that a process had so far, in bytes.
fn highest(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Runs a row; gives the time and the most memory that it took.
fn measured(row: &Row, place: &Path) -> (Output, Duration, u64) {
    let begun = Instant::now();
    let mut process = command(row, place).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
    let id = process.id();
    let (stream, errors) = (process.stdout.take().expect("a pipe"), process.stderr.take().expect("a pipe"));
    let all = |mut stream: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            bytes
        })
    };
    let (output, errors) = (all(Box::new(stream)), all(Box::new(errors)));
    let mut most = 0;
    let status = loop {
        most = most.max(highest(id));
        if let Some(status) = process.try_wait().expect("waited for") {
            break status;
        }
        if begun.elapsed() > LONGEST {
            let _ = process.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let time = begun.elapsed();
    let (stdout, stderr) = (output.join().expect("read"), errors.join().expect("read"));
    (Output { status, stdout, stderr }, time, most)
}

fn complaint(row: &Row, place: &Path) -> Option<String> {
    let (output, time, most) = measured(row, place);
    let said = stdout(&output) + &stderr(&output);
    let wrong = match output.status.code() {
        None => format!("{:?}", output.status),
        Some(code) if !row.codes.contains(&code) => format!("exit code {code}"),
        Some(_) if time >= LONGEST => format!("it takes {time:?}"),
        Some(_) if !row.says.iter().any(|part| said.contains(part)) => format!("it does not say {:?}", row.says),
        Some(_) if ["internal error", "panicked", "overflowed"].iter().any(|word| said.contains(word)) => {
            "a defect".into()
        }
        Some(_) => match row.kind {
            Kind::Memory if most > (MEMORY << 20) * (100 + OVER) / 100 => format!("it takes {} MiB", most >> 20),
            // Nothing is known of the load of the machine: `bench/limits` measures how exactly the limit is kept.
            Kind::Time(limit) if time > Duration::from_millis(2 * limit + 3000) => format!("it takes {time:?}"),
            _ => return None,
        },
    };
    Some(format!("{}: {wrong}\n{}", row.name, said.chars().take(1500).collect::<String>()))
}

#[test]
fn every_limit_ends_in_a_message_and_a_documented_code() {
    let place = Place::new();
    let wanted = std::env::var("HECATON_ONLY").unwrap_or_default();
    let rows = ROWS.iter().filter(|row| row.name.contains(&wanted));
    let wrong: Vec<String> = rows.filter_map(|row| complaint(row, &place.0)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), ROWS.len(), wrong.join("\n"));
}
