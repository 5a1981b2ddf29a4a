//! What tests share: golden files, random numbers and programs, signals, the files of the workspace, and the header of a task
//! file. The tidy tests of the whole workspace live in this crate's `tests` folder. Only ever a dev-dependency.

pub mod arithmetic;
pub mod golden;
pub mod order;
pub mod random;
pub mod signals;
pub mod task;
pub mod workspace;

pub use golden::expect_file;
pub use random::Random;
pub use signals::heeded;
pub use task::Header;
pub use workspace::root;
