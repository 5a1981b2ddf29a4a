//! A cache on disk: what was computed once, by the key of everything it was computed from. It is shared by processes that
//! run at the same time, limited in size, and never believed without its checksum.
//!
//! One SQLite file in a folder, in WAL mode, so that readers never wait for the writer and a process that is killed in the
//! middle leaves what was committed before. Entries are written in groups. The build of the tool that wrote an entry is a
//! part of its key and stands beside it: an entry of another build is not found, and not used if it is found.
//!
//! Nothing here can make a run fail: whatever goes wrong with the file is told (`Cache::complaints`), and then there are
//! just no hits.

mod entry;
mod store;

pub use entry::{Digest, Hasher, digest};
pub use store::{Cache, Checked, Counts, Stats, Trouble, clear};
