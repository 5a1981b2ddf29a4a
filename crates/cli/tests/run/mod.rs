//! Runs the program that is tested.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The command, from the folder of the workspace, without anything to read.
pub fn hecaton(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hecaton"));
    command.args(args).current_dir(hecaton_testkit::root()).stdin(Stdio::null());
    // A test sees its own run, and leaves nothing in the folders of the user.
    command.env("HECATON_CACHE", "off");
    command
}

/// Runs it to its end.
pub fn run(args: &[&str]) -> Output {
    hecaton(args).output().expect("the program can be started")
}

/// The exit code; a panic if it was killed.
pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("killed: {}", stderr(output)))
}

/// Standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are UTF-8")
}

/// Writes a file into a folder of this test run and gives its path.
pub fn scratch(name: &str, content: impl AsRef<[u8]>) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("scratch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a file for the test");
    path.display().to_string()
}
