//! Folders for temporary files.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{ErrorKind, Result};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// A folder that is removed with all that is in it. Its name is random and it is made exclusively, so that nobody can put
/// a folder or a link of his own in its place beforehand; nobody else may look into it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A new one in the system's folder for temporary files.
    pub fn new() -> Result<Self> {
        const TRIES: u32 = 16;
        let mut last = ErrorKind::AlreadyExists.into();
        for attempt in 0..TRIES {
            // A fresh state has random keys.
            let name = format!("hecaton-{:016x}", RandomState::new().hash_one(attempt));
            let path = std::env::temp_dir().join(name);
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Folder { path }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // One that stays behind harms nobody.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_folder_is_private_and_goes_away() {
        let (one, other) = (Folder::new().expect("a folder"), Folder::new().expect("another"));
        assert_ne!(one.path(), other.path());
        assert_eq!(one.path().metadata().expect("there").permissions().mode() & 0o777, 0o700);
        std::fs::write(one.path().join("a"), "b").expect("written");
        let path = one.path().to_path_buf();
        drop(one);
        assert!(!path.exists());
    }
}
