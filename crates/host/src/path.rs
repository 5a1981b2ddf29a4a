//! Names of files as arguments of other programs, and programs on `PATH`.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// A file name that another program cannot take for anything else: not for an option (`-B./evil`), nor for a response file
/// with further options (`@file`), which compilers expand wherever an argument begins with it.
pub fn argument(path: &Path) -> PathBuf {
    let bytes = path.as_os_str().as_bytes();
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_');
    if bytes.first().copied().is_some_and(harmless) { path.to_path_buf() } else { Path::new(".").join(path) }
}

/// The executable of this name. A name with a slash is taken as it is; else the absolute entries of `PATH` are searched: a
/// relative one, or an empty one, would run whatever the project under check has put there.
pub fn program(name: &OsStr) -> Option<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        let path = PathBuf::from(name);
        return is_executable(&path).then_some(path);
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_never_an_option() {
        for (given, safe) in [
            ("a.c", "a.c"),
            ("/tmp/a.c", "/tmp/a.c"),
            ("../a.c", "../a.c"),
            ("_a.c", "_a.c"),
            ("@x.c", "./@x.c"),
            ("-Bevil.c", "./-Bevil.c"),
            ("é.c", "./é.c"),
            (" a.c", "./ a.c"),
            ("%s.c", "./%s.c"),
            ("", "./"),
        ] {
            assert_eq!(argument(Path::new(given)), Path::new(safe), "{given}");
        }
    }

    #[test]
    fn programs_are_found_by_absolute_folders_alone() {
        assert!(program(OsStr::new("sh")).is_some_and(|path| path.is_absolute()));
        assert_eq!(program(OsStr::new("no-such-program")), None);
        assert!(program(OsStr::new("/bin/sh")).is_some());
        assert_eq!(program(OsStr::new("/etc/passwd")), None, "what cannot be executed is no program");
    }
}
