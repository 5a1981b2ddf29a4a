//! Everything that can be wrong with an output, one row a fault: exit code and message as documented, what was there before as it
//! was, nothing half-written beside it, and no waiting.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use run::{hecaton, stderr, stdout};
use std::fs::OpenOptions;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SAFE: &str = "int main(void) { int a[2] = {0}; for (int i = 0; i < 2; i++) { a[i] = i; } return a[1]; }\n";
const BAD: &str = "#include \"part.h\"\nextern int nondet_int(void);\nint main(void) { int a[2] = {0}; return a[nondet_int() & 3]; }\n";
/// What is there and is to stay.
const BEFORE: &str = "as it was\n";
/// The limit of a run, and how long it takes at most: what cannot be written is not waited for.
const LIMIT: &str = "5s";
const LONGEST: Duration = Duration::from_secs(5);

/// Where standard output goes.
#[derive(Clone, Copy)]
enum Out {
    /// To a reader.
    Read,
    /// To the full device.
    Full,
    /// Nowhere: it is closed.
    Closed,
    /// To a reader who has gone away.
    Gone,
}
use Out::{Closed, Full, Gone, Read};

/// Makes the fault in the folder of a row, or gives the reason why it cannot be made here.
type Fault = fn(&Path) -> Result<(), &'static str>;

struct Row {
    name: &'static str,
    args: &'static [&'static str],
    out: Out,
    fault: Fault,
    code: i32,
    /// A part of the messages.
    told: &'static str,
}

const fn row(
    name: &'static str,
    args: &'static [&'static str],
    out: Out,
    fault: Fault,
    code: i32,
    told: &'static str,
) -> Row {
    Row { name, args, out, fault, code, told }
}

const UNWRITTEN: &str = "error: cannot write standard output: No space left on device";

const ROWS: &[Row] = &[
    // Standard output.
    row("full, for a person", &["check", "safe.c"], Full, nothing, 7, UNWRITTEN),
    row("full, for a person, violated", &["check", "bad.c"], Full, nothing, 7, UNWRITTEN),
    row("full, JSON", &["check", "--format", "json", "bad.c"], Full, nothing, 7, UNWRITTEN),
    row("full, JSON lines", &["check", "--format", "jsonl", "safe.c"], Full, nothing, 7, UNWRITTEN),
    row("full, SV-COMP", &["check", "--sv-comp", "safe.c"], Full, nothing, 7, UNWRITTEN),
    row("full, no program", &["check", "--format", "json", "none.c"], Full, nothing, 7, UNWRITTEN),
    row("full, text form", &["ir", "safe.c"], Full, nothing, 7, UNWRITTEN),
    row("full, list", &["list", "properties", "safe.c"], Full, nothing, 7, UNWRITTEN),
    row("full, models", &["models"], Full, nothing, 7, UNWRITTEN),
    row("full, solvers", &["solvers"], Full, nothing, 7, UNWRITTEN),
    row("full, manual", &["man"], Full, nothing, 7, UNWRITTEN),
    row("full, completions", &["completions", "bash"], Full, nothing, 7, UNWRITTEN),
    row("full, help", &["--help"], Full, nothing, 7, UNWRITTEN),
    row("full, version", &["--version"], Full, nothing, 7, UNWRITTEN),
    row("full, cache", &["cache", "stats", "--cache", "kept"], Full, nothing, 7, UNWRITTEN),
    row("closed", &["check", "--format", "json", "bad.c"], Closed, nothing, 10, ""),
    row("closed, held", &["check", "safe.c"], Closed, nothing, 0, ""),
    row("gone", &["check", "--format", "json", "bad.c"], Gone, nothing, 10, ""),
    row("gone, JSON lines", &["check", "--format", "jsonl", "safe.c"], Gone, nothing, 0, ""),
    row("gone, text form", &["ir", "safe.c"], Gone, nothing, 0, ""),
    // A witness.
    row(
        "witness, a directory",
        &["check", "--witness", "out", "safe.c"],
        Read,
        a_directory,
        1,
        "is a directory and no plain file",
    ),
    row("witness, a FIFO", &["check", "--witness", "out", "safe.c"], Read, a_fifo, 1, "is a FIFO and no plain file"),
    row(
        "witness, a device",
        &["check", "--witness", "/dev/full", "safe.c"],
        Read,
        nothing,
        1,
        "is a device and no plain file",
    ),
    row(
        "witness, a link",
        &["check", "--witness", "out", "safe.c"],
        Read,
        a_link,
        1,
        "is a symbolic link and no plain file",
    ),
    row(
        "witness, a link to nothing",
        &["check", "--witness", "out", "safe.c"],
        Read,
        a_link_to_nothing,
        1,
        "is a symbolic link",
    ),
    row(
        "witness, a socket",
        &["check", "--witness", "out", "safe.c"],
        Read,
        a_socket,
        1,
        "is a socket and no plain file",
    ),
    row(
        "witness, no folder",
        &["check", "--witness", "no/such/out", "safe.c"],
        Read,
        nothing,
        1,
        "there is no folder `no/such`",
    ),
    row("witness, the input", &["check", "--witness", "safe.c", "safe.c"], Read, nothing, 1, "is an input"),
    row(
        "witness, the input by another name",
        &["check", "--witness", "./safe.c", "safe.c"],
        Read,
        nothing,
        1,
        "is an input",
    ),
    row(
        "witness, the input by a hard link",
        &["check", "--witness", "out", "safe.c"],
        Read,
        a_hard_link,
        1,
        "is an input",
    ),
    row("witness, the input of a task", &["check", "--witness", "safe.c", "task.yml"], Read, nothing, 1, "is an input"),
    row("witness, the task", &["check", "--witness", "task.yml", "task.yml"], Read, nothing, 1, "is an input"),
    row(
        "witness, the property",
        &["check", "--witness", "unreach.prp", "-p", "unreach.prp", "safe.c"],
        Read,
        nothing,
        1,
        "is an input",
    ),
    row(
        "witness, the property of a task",
        &["check", "--witness", "unreach.prp", "task.yml"],
        Read,
        nothing,
        1,
        "is an input",
    ),
    row("witness, a header", &["check", "--witness", "part.h", "bad.c"], Read, nothing, 1, "is an input"),
    row(
        "witness, the database",
        &["check", "--witness", "compile_commands.json", "--compdb", "."],
        Read,
        nothing,
        1,
        "is an input",
    ),
    row(
        "witness, an input of the database",
        &["check", "--witness", "safe.c", "--compdb", "."],
        Read,
        nothing,
        1,
        "is an input",
    ),
    row(
        "witness and timeline in one",
        &["check", "--witness", "out", "--chrome-trace", "./out", "safe.c"],
        Read,
        kept,
        1,
        "two outputs",
    ),
    row(
        "witness, a full disk",
        &["check", "--witness", "disk/out", "safe.c"],
        Read,
        a_full_disk,
        7,
        "disk/out`: No space left on device",
    ),
    row(
        "witness, a disk that is read only",
        &["check", "--witness", "disk/out", "safe.c"],
        Read,
        a_read_only_disk,
        7,
        "disk/out`: Read-only file system",
    ),
    row(
        "witness, no permission",
        &["check", "--witness", "out", "safe.c"],
        Read,
        no_permission,
        1,
        "cannot be written",
    ),
    row("witness, a long name", &["check", "--witness", LONG_NAME, "safe.c"], Read, nothing, 7, "File name too long"),
    row(REPLACED, &["check", "--witness", "out", "safe.c"], Read, kept_and_replaced, 0, ""),
    row(
        "witness of nothing",
        &["check", "--witness", "out", "bad.c"],
        Read,
        kept,
        10,
        "nothing is proved, so there is no correctness witness",
    ),
    // A timeline.
    row(
        "timeline, a directory",
        &["check", "--chrome-trace", "out", "safe.c"],
        Read,
        a_directory,
        1,
        "is a directory and no plain file",
    ),
    row(
        "timeline, a FIFO",
        &["check", "--chrome-trace", "out", "safe.c"],
        Read,
        a_fifo,
        1,
        "is a FIFO and no plain file",
    ),
    row(
        "timeline, a device",
        &["check", "--chrome-trace", "/dev/null", "safe.c"],
        Read,
        nothing,
        1,
        "is a device and no plain file",
    ),
    row(
        "timeline, a link",
        &["check", "--chrome-trace", "out", "safe.c"],
        Read,
        a_link,
        1,
        "is a symbolic link and no plain file",
    ),
    row(
        "timeline, the input of a task",
        &["check", "--chrome-trace", "safe.c", "task.yml"],
        Read,
        nothing,
        1,
        "is an input",
    ),
    row(
        "timeline, a full disk",
        &["check", "--chrome-trace", "disk/out", "bad.c"],
        Read,
        a_full_disk,
        7,
        "disk/out`: No space left on device",
    ),
    // A folder of tests.
    row("tests, a file", &["check", "--engine", "paths", "--tests", "out", "safe.c"], Read, kept, 1, "out: "),
    row("tests, a FIFO", &["check", "--engine", "paths", "--tests", "out", "safe.c"], Read, a_fifo, 1, "out: "),
    row(
        "tests, no permission",
        &["check", "--engine", "paths", "--tests", "/proc/none", "safe.c"],
        Read,
        nothing,
        1,
        "/proc/none: ",
    ),
    row(
        "tests, a directory in it",
        &["check", "--engine", "paths", "--tests", "tests", "safe.c"],
        Read,
        a_directory_for_a_test,
        7,
        "test-000001.c` is a directory",
    ),
    row(
        "tests, a link in it",
        &["check", "--engine", "paths", "--tests", "tests", "safe.c"],
        Read,
        a_link_for_a_test,
        7,
        "test-000001.json` is a symbolic link",
    ),
    row(
        "tests, a FIFO in it",
        &["check", "--engine", "paths", "--tests", "tests", "safe.c"],
        Read,
        a_fifo_for_a_test,
        7,
        "test-000001.json` is a FIFO",
    ),
    row(
        "tests, an input in it",
        &["check", "--engine", "paths", "--tests", "tests", "tests/test-000001.c"],
        Read,
        an_input_for_a_test,
        7,
        "is an input",
    ),
    row(
        "tests, a full disk",
        &["check", "--engine", "paths", "--tests", "disk", "safe.c"],
        Read,
        a_full_disk,
        7,
        "No space left on device",
    ),
];

/// The row whose output takes the place of what was there.
const REPLACED: &str = "witness, in the place of an older one";
const LONG_NAME: &str = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\
    nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\
    nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn";

fn nothing(_: &Path) -> Result<(), &'static str> {
    Ok(())
}

fn kept(folder: &Path) -> Result<(), &'static str> {
    std::fs::write(folder.join("out"), BEFORE).expect("written");
    Ok(())
}

/// What is complete takes the place of what was there.
fn kept_and_replaced(folder: &Path) -> Result<(), &'static str> {
    std::fs::write(folder.join("out"), "older\n").expect("written");
    Ok(())
}

fn a_directory(folder: &Path) -> Result<(), &'static str> {
    std::fs::create_dir(folder.join("out")).expect("made");
    Ok(())
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

fn a_fifo(folder: &Path) -> Result<(), &'static str> {
    mkfifo(&folder.join("out"));
    Ok(())
}

fn a_link(folder: &Path) -> Result<(), &'static str> {
    symlink("dear", folder.join("out")).expect("made");
    Ok(())
}

fn a_link_to_nothing(folder: &Path) -> Result<(), &'static str> {
    symlink("none", folder.join("out")).expect("made");
    Ok(())
}

fn a_socket(folder: &Path) -> Result<(), &'static str> {
    // A long path cannot be the name of a socket.
    let short = std::env::temp_dir().join(format!("hecaton-socket-{}", std::process::id()));
    drop(std::os::unix::net::UnixListener::bind(&short).expect("a socket"));
    std::fs::rename(&short, folder.join("out")).map_err(|_| "the temporary folder is on another disk")
}

fn a_hard_link(folder: &Path) -> Result<(), &'static str> {
    std::fs::hard_link(folder.join("safe.c"), folder.join("out")).expect("made");
    Ok(())
}

fn is_root(folder: &Path) -> bool {
    folder.metadata().expect("a folder").uid() == 0
}

fn no_permission(folder: &Path) -> Result<(), &'static str> {
    kept(folder)?;
    let path = folder.join("out");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o400)).expect("changed");
    if is_root(folder) { Err("root may do everything") } else { Ok(()) }
}

fn tests(folder: &Path) -> PathBuf {
    let tests = folder.join("tests");
    std::fs::create_dir(&tests).expect("made");
    tests
}

fn a_directory_for_a_test(folder: &Path) -> Result<(), &'static str> {
    std::fs::create_dir(tests(folder).join("test-000001.c")).expect("made");
    Ok(())
}

fn a_link_for_a_test(folder: &Path) -> Result<(), &'static str> {
    symlink("../dear", tests(folder).join("test-000001.json")).expect("made");
    Ok(())
}

fn a_fifo_for_a_test(folder: &Path) -> Result<(), &'static str> {
    mkfifo(&tests(folder).join("test-000001.json"));
    Ok(())
}

fn an_input_for_a_test(folder: &Path) -> Result<(), &'static str> {
    std::fs::write(tests(folder).join("test-000001.c"), SAFE).expect("written");
    Ok(())
}

fn a_disk(folder: &Path) -> Result<PathBuf, &'static str> {
    let disk = folder.join("disk");
    std::fs::create_dir(&disk).expect("made");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16k", "none"]).arg(&disk).output();
    mounted.is_ok_and(|output| output.status.success()).then_some(disk).ok_or("a file system cannot be mounted")
}

fn a_full_disk(folder: &Path) -> Result<(), &'static str> {
    let disk = a_disk(folder)?;
    std::fs::write(disk.join("out"), BEFORE).expect("written");
    let _ = std::fs::write(disk.join("ballast"), vec![0; 1 << 20]);
    Ok(())
}

fn a_read_only_disk(folder: &Path) -> Result<(), &'static str> {
    let disk = a_disk(folder)?;
    std::fs::write(disk.join("out"), BEFORE).expect("written");
    let done = Command::new("mount").args(["-o", "remount,ro"]).arg(&disk).status().expect("mount runs");
    done.success().then_some(()).ok_or("a file system cannot be made read only")
}

/// The folder of a row; with it goes what is mounted there.
struct Folder(PathBuf);

impl Folder {
    fn new(number: usize) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("output-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, content) in FILES {
            std::fs::write(folder.join(name), content).expect("written");
        }
        Folder(folder)
    }
    /// Everything in it, with the content of plain files.
    fn content(&self) -> Vec<(PathBuf, String)> {
        let mut found = Vec::new();
        let mut open = vec![self.0.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                let (path, kind) = (entry.path(), entry.file_type().expect("a kind"));
                let text = if kind.is_file() { std::fs::read(&path).expect("read") } else { vec![] };
                if kind.is_dir() {
                    open.push(path.clone());
                }
                found.push((path, format!("{kind:?} {}", String::from_utf8_lossy(&text))));
            }
        }
        found.sort();
        found
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let disk = self.0.join("disk");
        if disk.is_dir() {
            let _ = Command::new("umount").arg("-l").arg(disk).output();
        }
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const FILES: &[(&str, &str)] = &[
    ("safe.c", SAFE),
    ("bad.c", BAD),
    ("part.h", "/* a header */\n"),
    ("dear", BEFORE),
    ("unreach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
    ("task.yml", "format_version: '2.0'\ninput_files: 'safe.c'\nproperties:\n  - property_file: unreach.prp\n"),
    ("compile_commands.json", "[{ \"directory\": \".\", \"file\": \"safe.c\", \"command\": \"cc -c safe.c\" }]\n"),
];

fn complaint(number: usize, row: &Row) -> Option<String> {
    let folder = Folder::new(number);
    if let Err(reason) = (row.fault)(&folder.0) {
        println!("skipped: {}: {reason}", row.name);
        return None;
    }
    let before = folder.content();
    let limit: &[&str] = if row.args[0] == "check" { &["--timeout", LIMIT] } else { &[] };
    let mut command = hecaton(&[&row.args[..1], limit, &row.args[1..]].concat());
    match row.out {
        Read => command.stdout(Stdio::piped()),
        Full => command.stdout(OpenOptions::new().write(true).open("/dev/full").expect("the full device")),
        Closed => {
            let own = command.get_args().map(ToOwned::to_owned).collect::<Vec<_>>();
            let program = command.get_program().to_owned();
            command = Command::new("sh");
            command.args(["-c", "exec \"$0\" \"$@\" >&-"]).arg(program).args(own).env("HECATON_CACHE", "off");
            command.stdin(Stdio::null())
        }
        Gone => {
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            command.stdout(writer)
        }
    };
    let begun = Instant::now();
    let child = command.current_dir(&folder.0).stderr(Stdio::piped()).spawn().expect("started");
    let output = child.wait_with_output().expect("it ends");
    let time = begun.elapsed();
    let said = stderr(&output);
    let after = folder.content();
    // What was written whole: a new file, or one that is to be replaced.
    let replaced = row.name == REPLACED;
    let changed: Vec<&PathBuf> =
        before.iter().filter(|old| !after.contains(old)).map(|(path, _)| path).filter(|_| !replaced).collect();
    let part = after
        .iter()
        .map(|(path, _)| path)
        .find(|path| path.to_string_lossy().contains("part") && !path.ends_with("part.h"));
    let verdict = match row.code {
        0 => matches!(row.out, Closed | Gone) || stdout(&output).contains("HOLDS"),
        10 => matches!(row.out, Closed | Gone) || stdout(&output).contains("FAILED"),
        _ => true,
    };
    let what = match () {
        () if output.status.code() != Some(row.code) => format!("{:?} instead of {}", output.status, row.code),
        () if !said.contains(row.told) => format!("it does not say `{}`", row.told),
        () if row.told.is_empty() && !said.is_empty() => "it says something".to_owned(),
        () if row.code == 1 && !stdout(&output).is_empty() => "it ran".to_owned(),
        () if !changed.is_empty() => format!("{changed:?} changed"),
        () if part.is_some() => format!("{part:?} was left"),
        () if !verdict => "there is no verdict".to_owned(),
        () if time > LONGEST => format!("it takes {time:?}"),
        () => return None,
    };
    Some(format!("{}: {what}\n{}{said}", row.name, stdout(&output)))
}

#[test]
fn whatever_is_wrong_with_an_output_is_told_and_nothing_is_lost() {
    let complaints: Vec<String> = ROWS.iter().enumerate().filter_map(|(number, row)| complaint(number, row)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
