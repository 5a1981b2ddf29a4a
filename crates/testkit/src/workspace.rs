//! The files of the workspace.

use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/testkit has two parents").to_owned()
}

/// All files below a folder in the order of their names, without `target` and hidden folders but with hidden files.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if path.is_dir() {
                if name != "target" && (!name.starts_with('.') || name == ".ci") {
                    open.push(path);
                }
            } else if name != ".git" {
                // In a second work tree that is a file, which says where the first one is.
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// All Rust files with their text.
pub fn rust_files() -> Vec<(PathBuf, String)> {
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|e| e == "rs");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (path, text)
    };
    files(&root().join("crates")).into_iter().filter(is_rust).map(read).collect()
}
