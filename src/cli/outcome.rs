//! `CommandResult`: a command's output and exit code, or its error with candidates and remedies.

use super::{Format, display_width, exit, shorten};
use crate::{
    analysis::Candidate,
    answer::AnswerError,
    disk::{ReadError, WriteError},
    text::prefixed,
};

/// The result of a command.
pub(super) type CommandResult = Result<CommandOutput, CommandError>;

/// A command's text for standard output, how to write it (`OutputMode`), and the exit code.
#[derive(Debug)]
pub(super) struct CommandOutput {
    /// The text for standard output, with marks for colours if enabled.
    pub(super) text: String,
    /// The exit code.
    pub(super) code: u8,
    /// How the text is written.
    pub(super) mode: OutputMode,
}

/// How output is written: in a pager, without one, or byte for byte if it is not to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputMode {
    /// People: on a terminal in a pager, with control characters made visible.
    Paged,
    /// People or programs: a short message, JSON or annotations, with control characters made
    /// visible.
    Plain,
    /// Programs and files, which get every byte as it is. On a terminal, control characters are
    /// made visible.
    Data,
}

impl CommandOutput {
    fn new(text: String, mode: OutputMode) -> Self {
        Self {
            text,
            code: exit::SUCCESS,
            mode,
        }
    }

    /// Creates output for people.
    pub(super) fn paged(text: String) -> Self {
        Self::new(text, OutputMode::Paged)
    }

    /// Creates a short message, or output without control characters for another program.
    pub(super) fn plain(text: String) -> Self {
        Self::new(text, OutputMode::Plain)
    }

    /// Creates output for another program or a file.
    pub(super) fn data(text: String) -> Self {
        Self::new(text, OutputMode::Data)
    }

    /// Adds lines above the text.
    #[must_use]
    pub(super) fn above(mut self, lines: &str) -> Self {
        self.text.insert_str(0, lines);
        self
    }

    /// Sets the exit code.
    #[must_use]
    pub(super) fn with_code(mut self, code: u8) -> Self {
        self.code = code;
        self
    }
}

/// The width in columns below which the words of a candidate are left out.
const MIN_WORDS: usize = 8;

/// A failure: clap's error or requested help, or an error with candidates and remedies.
#[derive(Debug)]
pub(super) enum CommandError {
    /// The arguments are invalid, or help was requested.
    Usage(clap::Error),
    /// Why there is no answer. Programs that requested JSON get the clauses that may be meant.
    Refused(AnswerError, Format),
}

impl CommandError {
    /// Creates an error for an invalid request: exit code 2.
    pub(super) fn misuse(message: impl Into<String>) -> Self {
        AnswerError::invalid(message).into()
    }

    /// Creates an error for a request without a match: exit code 1.
    pub(super) fn not_found(message: impl Into<String>) -> Self {
        AnswerError::not_found(message).into()
    }

    /// Adds a remedy.
    #[must_use]
    pub(super) fn with_help(self, line: impl Into<String>) -> Self {
        match self {
            Self::Usage(error) => Self::Usage(error),
            Self::Refused(error, format) => Self::Refused(error.with_help(line), format),
        }
    }
}

/// Returns the lines of the clauses that may be meant: number, id, words and page. The words are
/// shortened to the width; the id is never cut, because it is typed again.
pub(super) fn candidate_lines(error: &AnswerError, width: usize) -> String {
    let candidates = error.candidates.as_deref().unwrap_or_default();
    let ids = candidates.iter().map(|own| own.id.chars().count());
    let longest = ids.max().unwrap_or_default();
    let line = |(candidate, number): (&Candidate, usize)| {
        let page = prefixed(", p. ", candidate.page.as_ref());
        let name = format!("{number:>3}  {:longest$}", candidate.id);
        let room = width.saturating_sub(display_width(&name) + 2 + display_width(&page));
        if room > MIN_WORDS {
            format!("{name}  {}{page}\n", shorten(&candidate.words, room))
        } else {
            format!("{}\n", name.trim_end())
        }
    };
    candidates.iter().zip(1..).map(line).collect()
}

impl From<AnswerError> for CommandError {
    fn from(error: AnswerError) -> Self {
        Self::Refused(error, Format::Text)
    }
}

impl From<ReadError> for CommandError {
    fn from(error: ReadError) -> Self {
        Self::misuse(error.to_string())
    }
}

impl From<WriteError> for CommandError {
    fn from(error: WriteError) -> Self {
        Self::misuse(error.to_string())
    }
}
