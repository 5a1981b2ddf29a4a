//! Reading files that a project names, and remembering which, so that nothing is written in their place.

use std::collections::BTreeSet;
use std::fs::{Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Read as _, Result};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The content of a plain file of at most so many bytes. What is no plain file is refused: a device never ends, and a FIFO
/// waits for somebody who writes. The file is judged after it is opened, so that it cannot be exchanged in between.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    // Opening a FIFO without a writer must not wait.
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
    let metadata = file.metadata()?;
    let size = metadata.len();
    if let Some(what) = special(&metadata) {
        return Err(Error::new(ErrorKind::InvalidInput, format!("it is {what}, not a plain file")));
    }
    if size > most {
        return Err(too_large(most));
    }
    note(&metadata);
    let mut bytes = Vec::with_capacity(usize::try_from(size).map_err(|_| too_large(most))?);
    // It may grow while it is read, or say that it has no size, as those of `/proc` do.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The files that were read, each by its device and its number there.
static READ: Mutex<BTreeSet<(u64, u64)>> = Mutex::new(BTreeSet::new());

fn note(metadata: &Metadata) {
    READ.lock().unwrap_or_else(PoisonError::into_inner).insert((metadata.dev(), metadata.ino()));
}

/// Notes that a program which we have started has read a file.
pub fn note_read(path: &Path) {
    if let Ok(metadata) = path.metadata() {
        note(&metadata);
    }
}

/// Whether a file was read in this process, whatever its name was then.
pub fn was_read(metadata: &Metadata) -> bool {
    READ.lock().unwrap_or_else(PoisonError::into_inner).contains(&(metadata.dev(), metadata.ino()))
}

fn too_large(most: u64) -> Error {
    Error::new(ErrorKind::FileTooLarge, format!("it has more than {most} bytes"))
}

/// What something is that is not a plain file.
pub fn special(metadata: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = metadata.file_type();
    match () {
        () if kind.is_file() => None,
        () if kind.is_dir() => Some("a directory"),
        () if kind.is_symlink() => Some("a symbolic link"),
        () if kind.is_fifo() => Some("a FIFO"),
        () if kind.is_char_device() || kind.is_block_device() => Some("a device"),
        () if kind.is_socket() => Some("a socket"),
        () => Some("a special file"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;

    #[test]
    fn only_plain_files_are_read_and_only_up_to_the_limit() {
        let folder = Folder::new().expect("a folder");
        let file = folder.path().join("a");
        std::fs::write(&file, b"12345").expect("written");
        let metadata = file.metadata().expect("a file");
        assert!(!was_read(&metadata));
        assert_eq!(read(&file, 5).expect("a file"), b"12345");
        assert!(was_read(&metadata));
        assert_eq!(read(&file, 4).expect_err("too long").kind(), ErrorKind::FileTooLarge);
        assert!(read(folder.path(), 10).expect_err("a folder").to_string().contains("a directory"));
        assert!(read(Path::new("/dev/zero"), 10).expect_err("a device").to_string().contains("a device"));
        let fifo = folder.path().join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status().expect("mkfifo runs");
        assert!(made.success());
        assert!(read(&fifo, 10).expect_err("a FIFO").to_string().contains("a FIFO"));
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).expect("a link");
        assert!(read(&link, 10).expect_err("a device").to_string().contains("a device"));
    }
}
