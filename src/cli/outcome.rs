//! `CommandResult`: a command's output and exit code, or its error with candidates and remedies.

use super::{Format, display_width, exit, header, shorten};
use crate::{
    answer::{self, AnswerError, ErrorKind},
    disk::{ReadError, WriteError},
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

/// A clause that an ambiguous or misspelt name may mean, as a line below the error: number, padded
/// id, words and page.
#[derive(Debug)]
pub(super) struct CandidateLine {
    number: usize,
    /// The id, with blanks up to the width of the longest one.
    id: String,
    words: String,
    page: String,
}

/// The width in columns below which the words of a candidate are left out.
const MIN_WORDS: usize = 8;

impl CandidateLine {
    /// Returns the line, with the words shortened to a width. The id is never cut, because it is typed
    /// again.
    pub(super) fn render(&self, width: usize) -> String {
        let name = format!("{:>3}  {}", self.number, self.id);
        let room = width.saturating_sub(display_width(&name) + 2 + display_width(&self.page));
        if room > MIN_WORDS {
            format!("{name}  {}{}", shorten(&self.words, room), self.page)
        } else {
            name.trim_end().to_owned()
        }
    }
}

/// A failure: clap's error or requested help, or a message with candidates, remedies and code.
#[derive(Debug)]
pub(super) enum CommandError {
    /// The arguments are invalid, or help was requested.
    Usage(clap::Error),
    /// An error message with help.
    Message {
        /// One sentence without a full stop.
        message: String,
        /// The clauses that may be meant, listed below the message.
        list: Vec<CandidateLine>,
        /// The remedies, one for each line.
        help: Vec<String>,
        /// The output for programs that requested JSON.
        json: Option<String>,
        /// The exit code.
        code: u8,
    },
}

impl CommandError {
    fn new(message: String, code: u8) -> Self {
        Self::Message {
            message,
            list: Vec::new(),
            help: Vec::new(),
            json: None,
            code,
        }
    }

    /// Creates an error for an invalid request: exit code 2.
    pub(super) fn misuse(message: impl Into<String>) -> Self {
        Self::new(message.into(), exit::MISUSE)
    }

    /// Creates an error for a request without a match: exit code 1.
    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::new(message.into(), exit::FAILURE)
    }

    /// Adds a remedy.
    #[must_use]
    pub(super) fn with_help(mut self, line: impl Into<String>) -> Self {
        if let Self::Message { help, .. } = &mut self {
            help.push(line.into());
        }
        self
    }

    /// Creates the error for a request that cannot be answered. Programs that requested JSON get
    /// the clauses that may be meant.
    pub(super) fn from_answer(error: AnswerError, format: Format) -> Self {
        let candidates = error.candidates.as_deref().unwrap_or_default();
        let width = candidates
            .iter()
            .map(|candidate| candidate.id.chars().count())
            .max()
            .unwrap_or_default();
        let list = candidates.iter().zip(1..).map(|(candidate, at)| {
            let page = header::page_suffix(candidate.page.as_deref());
            CandidateLine {
                number: at,
                id: format!("{:width$}", candidate.id),
                words: candidate.words.clone(),
                page,
            }
        });
        let list = list.collect();
        let json = if format.is_json() && error.candidates.is_some() {
            answer::json(&error.as_json()).ok()
        } else {
            None
        };
        Self::Message {
            message: error.message,
            list,
            help: error.help,
            json,
            code: match error.kind {
                ErrorKind::NotFound => exit::FAILURE,
                ErrorKind::Invalid | ErrorKind::Failed => exit::MISUSE,
            },
        }
    }
}

impl From<AnswerError> for CommandError {
    fn from(error: AnswerError) -> Self {
        Self::from_answer(error, Format::Text)
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

