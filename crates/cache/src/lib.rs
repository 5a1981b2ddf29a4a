//! A cache on disk: what was computed once, by the key of everything it was computed from. It is shared by processes that
//! run at the same time, limited in size, and never believed without its checksum.
//!
//! One SQLite file in a folder, in WAL mode, so that readers never wait for the writer and a process that is killed in the
//! middle leaves what was committed before. Entries are written in groups. The build of the tool that wrote an entry is a
//! part of its key and stands beside it: an entry of another build is not found, and not used if it is found.
//!
//! The cache can only help. It costs a run a small part of its time at most ([`Patience`]), whoever else locks the file, however
//! slow the disk is and whatever is in the file; what goes wrong is told once ([`Cache::complaint`]), and then there are just no
//! hits. A file is used only if nobody else can write it, and only if its schema is the one that this crate makes.

mod database;
mod entry;
mod patience;
mod place;
mod store;
mod trouble;

pub use database::{Checked, Stats};
pub use entry::{Digest, Hasher, digest};
pub use patience::Patience;
pub use store::{Cache, Counts, clear};
pub use trouble::Trouble;
