//! What lies where the file of the cache is to be. Only plain files that nobody else can write are opened: from what they
//! say, a run takes that something is proved.

use crate::trouble::{Remedy, Trouble};
use hecaton_host::plain::special;
use std::fs::Metadata;
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

/// The name of the file in its folder.
const FILE: &str = "summaries.sqlite";
/// What a database in WAL mode has beside its file.
const BESIDE: [&str; 2] = ["-wal", "-shm"];
/// What it has in other modes: from one, content is rolled back, and files that it names are removed.
const JOURNAL: &str = "-journal";

pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// The file and all that may lie beside it.
pub(crate) fn parts(file: &Path) -> impl Iterator<Item = PathBuf> {
    [""].into_iter().chain(BESIDE).chain([JOURNAL]).map(|end| beside(file, end))
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Makes the folder if it is not there, and looks at what is.
pub(crate) fn prepare(file: &Path) -> Result<(), Trouble> {
    let folder = file.parent().unwrap_or(Path::new("."));
    // What is in it is believed: nobody else is to write there.
    let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(|error| Trouble::io(file, &error))?;
    let metadata = folder.metadata().map_err(|error| Trouble::io(folder, &error))?;
    // In a sticky folder, as `/tmp` is, others can make files, but not replace ours.
    const STICKY: u32 = 0o1000;
    own(folder, &metadata, metadata.mode() & STICKY == 0)?;
    inspect(file)
}

/// Looks at the file and what lies beside it; none of it has to be there.
pub(crate) fn inspect(file: &Path) -> Result<(), Trouble> {
    for part in parts(file) {
        let metadata = match part.symlink_metadata() {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(Trouble::io(&part, &error)),
        };
        if let Some(what) = special(&metadata) {
            let remedy = if metadata.is_dir() { Remedy::Elsewhere } else { Remedy::Clear };
            return Err(Trouble::new(&part, format!("it is {what}, not a plain file"), remedy));
        }
        own(&part, &metadata, true)?;
    }
    if has_journal(file) {
        let journal = beside(file, JOURNAL);
        return Err(Trouble::new(&journal, "a journal that this program does not write", Remedy::Clear));
    }
    Ok(())
}

/// Whether there is a journal, which this program never writes.
pub(crate) fn has_journal(file: &Path) -> bool {
    beside(file, JOURNAL).symlink_metadata().is_ok()
}

/// The application that an SQLite file says in its header that it belongs to; `None` if it is no such file.
pub(crate) fn application(file: &Path) -> Option<i32> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    const AT: usize = 68;
    if special(&file.symlink_metadata().ok()?).is_some() {
        return None;
    }
    let mut header = [0; 100];
    std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut header)).ok()?;
    header.starts_with(MAGIC).then(|| i32::from_be_bytes([header[AT], header[AT + 1], header[AT + 2], header[AT + 3]]))
}

/// Refuses what others could have written.
fn own(path: &Path, metadata: &Metadata, closed: bool) -> Result<(), Trouble> {
    const OTHERS_WRITE: u32 = 0o002;
    const ROOT: u32 = 0;
    let us = rustix::process::geteuid().as_raw();
    if closed && metadata.mode() & OTHERS_WRITE != 0 {
        return Err(Trouble::new(path, "everybody can write there, so it is not believed", Remedy::Elsewhere));
    }
    if closed && ![us, ROOT].contains(&metadata.uid()) {
        let what = format!("it belongs to another user ({}), so it is not believed", metadata.uid());
        return Err(Trouble::new(path, what, Remedy::Elsewhere));
    }
    Ok(())
}
