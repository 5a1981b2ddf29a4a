//! Exit codes.

use std::process::ExitCode;

/// How the process ends; documented in the help text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All properties hold, or the command did its work.
    Success,
    /// A property is violated.
    Violated,
    /// Something is unknown or only known up to a bound.
    Inconclusive,
    /// Wrong use of the command line.
    Usage,
    /// The input cannot be read, is wrong, or is not supported.
    Input,
    /// A defect of this tool.
    Internal,
    /// A report or a file could not be written whole.
    Unwritten,
    /// Stopped by the user.
    Interrupted,
}

impl Exit {
    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Violated => 10,
            Exit::Inconclusive => 5,
            Exit::Usage => 1,
            Exit::Input => 2,
            Exit::Internal => 6,
            Exit::Unwritten => 7,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
