//! What can be wrong with the cache, and what its user can do about it: one line.

use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// The longest text of the database or the system that a message repeats: both may speak of what is in the file.
const LONGEST: usize = 200;

/// Why there is no cache, or no longer one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    file: PathBuf,
    what: String,
    remedy: Remedy,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// The file is of no use to anybody.
    Clear,
    /// There is no room.
    Room,
    /// The file or the folder is not ours to change.
    Elsewhere,
    /// It may be better the next time.
    Without,
}

impl Trouble {
    pub(crate) fn new(file: &Path, what: impl Into<String>, remedy: Remedy) -> Self {
        Trouble { file: file.to_owned(), what: what.into(), remedy }
    }
    /// An error of the system.
    pub(crate) fn io(file: &Path, error: &std::io::Error) -> Self {
        Self::new(file, error.to_string(), Remedy::Elsewhere)
    }
    /// An error of the database.
    pub(crate) fn sql(file: &Path, error: &rusqlite::Error) -> Self {
        let text = || {
            let text = error.to_string();
            let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect();
            plain
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::locked(file),
            Some(ErrorCode::OperationInterrupted) => Self::new(file, "it took too long", Remedy::Without),
            Some(ErrorCode::DiskFull) => Self::new(file, "the disk is full", Remedy::Room),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::new(file, text(), Remedy::Elsewhere)
            }
            _ => Self::new(file, text(), Remedy::Clear),
        }
    }
    pub(crate) fn locked(file: &Path) -> Self {
        Self::new(file, "another process has locked it", Remedy::Without)
    }
}

/// Whether another process was in the way.
pub(crate) fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let remedy = match self.remedy {
            Remedy::Clear => "`hecaton cache clear` removes it",
            Remedy::Room => "`hecaton cache clear` makes room, `--no-cache` runs without a cache",
            Remedy::Elsewhere => "`--cache DIR` names another folder, `--no-cache` runs without a cache",
            Remedy::Without => "the run goes on without it; `--no-cache` does not even look at it",
        };
        write!(f, "{}: {}; {remedy}", self.file.display(), self.what)
    }
}

impl std::error::Error for Trouble {}
