//! Names this build by the sum of everything it is made from: what one build has computed is not used by another.

use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let mut files = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
    let crates = std::fs::read_dir(root.join("crates")).into_iter().flatten().flatten().map(|entry| entry.path());
    for folder in crates {
        for part in ["Cargo.toml", "build.rs", "src", "models"] {
            list(&folder.join(part), &mut files);
        }
    }
    files.sort();
    let mut sum = Sha256::new();
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let Ok(content) = std::fs::read(&file) else { continue };
        let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        for part in [name.as_bytes(), &content] {
            sum.update((part.len() as u64).to_le_bytes());
            sum.update(part);
        }
    }
    for name in ["TARGET", "PROFILE", "CARGO_CFG_TARGET_FEATURE"] {
        sum.update(std::env::var(name).unwrap_or_default());
    }
    let hex: String = sum.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    println!("cargo::rustc-env=HECATON_BUILD={hex}");
}

/// All files in a folder, or the file itself. A folder is listed too: files may come and go.
fn list(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        println!("cargo::rerun-if-changed={}", path.display());
        std::fs::read_dir(path).into_iter().flatten().flatten().for_each(|entry| list(&entry.path(), files));
    } else if path.is_file() {
        files.push(path.to_owned());
    }
}
