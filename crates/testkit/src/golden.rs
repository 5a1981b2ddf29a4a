//! Golden files: what a test computes is compared with a file beside its input. `UPDATE_EXPECT=1` rewrites the file.

use std::path::Path;

/// Compares a text with a file, or rewrites the file if `UPDATE_EXPECT` is set.
///
/// # Panics
/// If the two differ, with the first line that does, or if the file cannot be read or written.
pub fn expect_file(path: &Path, actual: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, actual).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        return;
    }
    let expected = std::fs::read_to_string(path)
        .unwrap_or_else(|e| panic!("{}: {e} (UPDATE_EXPECT=1 writes the file)", path.display()));
    if let Some((line, expected, actual)) = first_difference(&expected, actual) {
        panic!(
            "{}:{line}: differs (UPDATE_EXPECT=1 accepts it)\n  expected: {expected}\n  actual:   {actual}",
            path.display()
        );
    }
}

/// The first line that differs, from 1, with both versions; a missing line is shown as such.
fn first_difference<'a>(expected: &'a str, actual: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let (mut left, mut right) = (expected.lines(), actual.lines());
    for line in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => return Some((line, a.unwrap_or("<end of file>"), b.unwrap_or("<end of file>"))),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_found() {
        assert_eq!(first_difference("a\nb\n", "a\nb"), None);
        assert_eq!(first_difference("a\nb", "a\nc"), Some((2, "b", "c")));
        assert_eq!(first_difference("a", "a\nc"), Some((2, "<end of file>", "c")));
    }
}
