//! Messages to the user about the source: what is wrong, where, and what may help. They are plain data; the command
//! line renders them with snippets.

use hecaton_ir::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The input can be used.
    Warning,
    /// The input cannot be used.
    Error,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diag {
    /// How bad it is.
    pub severity: Severity,
    /// One sentence without a full stop, lower case.
    pub message: String,
    /// The place; `None` where there is none, as for a file that does not exist.
    pub span: Option<Span>,
    /// Related places and explanations.
    pub notes: Vec<(String, Option<Span>)>,
    /// What the user can do.
    pub help: Option<String>,
}

impl Diag {
    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, Some(span), message.into())
    }
    /// An error without a place in a source file.
    pub fn error_nowhere(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, None, message.into())
    }
    /// A warning at a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, Some(span), message.into())
    }
    /// A warning without a place in a source file.
    pub fn warning_nowhere(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, None, message.into())
    }
    fn new(severity: Severity, span: Option<Span>, message: String) -> Self {
        Diag { severity, message, span, notes: Vec::new(), help: None }
    }
    /// The same with an explanation, possibly at another place.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>, span: Option<Span>) -> Self {
        self.notes.push((text.into(), span));
        self
    }
    /// The same with advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}
