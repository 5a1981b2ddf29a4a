//! What the process writes: standard output, messages, and files.
//!
//! An output that could not be written whole is told, and ends the process with a code of its own ([`Exit::Unwritten`]),
//! whatever was found: who reads a report by a program must not take half of one for all of it. A file appears under its name
//! when it is complete. What names and texts of a program bring along cannot do anything to a terminal.

use crate::exit::Exit;
use hecaton_host::plain;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether something could not be written.
static UNWRITTEN: AtomicBool = AtomicBool::new(false);

/// Writes a text for a person to standard output.
pub fn print(text: &str) {
    emit(&harmless(text));
}

/// Writes a text for a program to standard output.
pub fn emit(text: &str) {
    finish(std::io::stdout().lock().write_all(text.as_bytes()));
}

/// Ends a write to standard output. A reader who has gone away is no error: there is nobody left to tell.
pub fn finish(written: std::io::Result<()>) {
    if let Err(error) = written.and_then(|()| std::io::stdout().lock().flush())
        && error.kind() != ErrorKind::BrokenPipe
    {
        unwritten(&format!("standard output: {error}"));
    }
}

/// Writes to standard error, in one piece.
pub fn complain(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(harmless(text).as_bytes()).and_then(|()| err.flush());
}

/// Tells that an output could not be written: the first time, since the same is often true of the next.
pub fn unwritten(what: &str) {
    if !UNWRITTEN.swap(true, Ordering::Relaxed) {
        complain(&format!("error: cannot write {what}\n"));
    }
}

/// How the process ends that would end so.
pub fn ending(exit: Exit) -> Exit {
    if UNWRITTEN.load(Ordering::Relaxed) { Exit::Unwritten } else { exit }
}

/// Whether a file can be made or replaced, asked before there is anything to write: nobody wants to wait for a run to hear that
/// it cannot. What is there and is no plain file stays, be it a link that somebody has put in the way, and so does what the run
/// reads.
pub fn writable(path: &Path, inputs: &[PathBuf]) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("`{}` {what}", path.display()));
    if let Ok(there) = path.symlink_metadata() {
        if let Some(what) = plain::special(&there) {
            return wrong(&format!("is {what} and no plain file: it is not replaced"));
        }
        let same = |input: &PathBuf| {
            input.metadata().is_ok_and(|input| (input.dev(), input.ino()) == (there.dev(), there.ino()))
        };
        if plain::was_read(&there) || inputs.iter().any(same) {
            return wrong("is an input: it is not replaced");
        }
        return if there.permissions().readonly() { wrong("cannot be written") } else { Ok(()) };
    }
    let folder = folder(path);
    if folder.is_dir() { Ok(()) } else { Err(format!("there is no folder `{}`", folder.display())) }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file: under a name of its own first, so that nobody ever sees a half of it.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), String> {
    writable(path, &[])?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let part = folder(path).join(format!(".{name}.{}.part", std::process::id()));
    let write = || {
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&part)?;
        file.write_all(content)?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&part);
        format!("`{}`: {error}", path.display())
    })
}

/// The text without anything that a terminal would obey but colours: control characters are shown, and so are those that turn
/// the direction of writing.
fn harmless(text: &str) -> Cow<'_, str> {
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let colour = colour(rest);
        if colour > 0 {
            out.push_str(&rest[..colour]);
            rest = &rest[colour..];
            continue;
        }
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        match c {
            '\n' | '\t' => out.push(c),
            c if c.is_control() || turns => drop(write!(out, "<U+{:04X}>", c as u32)),
            c => out.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    Cow::Owned(out)
}

/// The length of a sequence at the start of the text that only chooses a colour or a weight; 0 if there is none. Hidden and
/// blinking text is nothing that we write.
fn colour(text: &str) -> usize {
    let Some(body) = text.strip_prefix("\u{1b}[") else { return 0 };
    let Some(len) = body.find(|c: char| !c.is_ascii_digit() && c != ';').filter(|at| body[*at..].starts_with('m'))
    else {
        return 0;
    };
    let known = |code: &str| matches!(code.parse(), Ok(0..=4 | 22 | 30..=39 | 90..=97)) || code.is_empty();
    if body[..len].split(';').all(known) { 2 + len + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_colours_alone() {
        for (given, shown) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("\u{1b}[1;31mred\u{1b}[0m", "\u{1b}[1;31mred\u{1b}[0m"),
            ("\u{1b}[8mhidden", "<U+001B>[8mhidden"),
            ("\u{1b}]0;title\u{7}", "<U+001B>]0;title<U+0007>"),
            ("\u{1b}[2J", "<U+001B>[2J"),
            ("a\rb\u{8}\u{7f}\u{9b}1m", "a<U+000D>b<U+0008><U+007F><U+009B>1m"),
            ("\u{202e}evil", "<U+202E>evil"),
            ("\u{1b}[1", "<U+001B>[1"),
            ("größer", "größer"),
        ] {
            assert_eq!(harmless(given), shown);
        }
    }
}
