//! The machine that we run on, as far as a hostile project could turn it against its user: starting other programs (the C
//! compiler, solvers), reading files that a project names, and folders for temporary files.
//!
//! `docs/security.md` says what is trusted. The rules that this crate keeps:
//! - A program is started only from an absolute path, found on `PATH` without its relative entries.
//! - Every program that we start, and all that it starts in turn, ends with us: after a limit, an interruption, or our own
//!   death ([`child`], [`guard`]). Its memory counts as ours.
//! - Only plain files are read: a device never ends, and a FIFO waits for ever ([`plain`]).
//! - What the system may never finish, such as a write to a slow disk, is waited for with a limit ([`aside`]).
//! - A temporary folder has a random name, is made exclusively and is for its owner alone ([`folder`]).

pub mod aside;
pub mod child;
pub mod folder;
pub mod guard;
pub mod path;
pub mod plain;

pub use aside::{Aside, Late};
pub use child::{Child, Finished, finish};
pub use folder::Folder;
