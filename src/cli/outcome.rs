//! What a command returns: output with an exit code, or an error with candidates and remedies.

use super::exit;
use crate::{
    analysis::RequestError,
    disk::{ReadError, SettingValue, ViewSettings, WriteError},
    text::near::nearest,
};

/// The result of a command.
pub(super) type CommandResult = Result<CommandOutput, CommandError>;

/// The output of a command that succeeded.
#[derive(Debug)]
pub(super) struct CommandOutput {
    /// The text for standard output, with marks for colours if enabled.
    pub(super) text: String,
    /// The exit code.
    pub(super) code: u8,
    /// Whom the text is for.
    pub(super) audience: Audience,
}

/// Whom an output is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// People, who may read it in a pager.
    Reader,
    /// People or programs: a short message, JSON, or annotations.
    Either,
    /// Programs and files, which need every character as it is.
    Program,
}

impl CommandOutput {
    fn new(text: String, audience: Audience) -> Self {
        Self {
            text,
            code: exit::SUCCESS,
            audience,
        }
    }

    /// Creates output for people.
    pub(super) fn paged(text: String) -> Self {
        Self::new(text, Audience::Reader)
    }

    /// Creates a short message, or output without control characters for another program.
    pub(super) fn plain(text: String) -> Self {
        Self::new(text, Audience::Either)
    }

    /// Creates output for another program or a file.
    pub(super) fn data(text: String) -> Self {
        Self::new(text, Audience::Program)
    }

    /// Sets the exit code.
    #[must_use]
    pub(super) fn with_code(mut self, code: u8) -> Self {
        self.code = code;
        self
    }
}

/// The error of a command.
#[derive(Debug)]
pub(super) enum CommandError {
    /// The arguments are invalid, or help was requested.
    Usage(clap::Error),
    /// An error message with help.
    Message {
        /// One sentence without a full stop.
        message: String,
        /// Rendered lines of a list below the message.
        list: Vec<String>,
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

    /// Returns whether nothing matched.
    pub(super) fn is_not_found(&self) -> bool {
        matches!(
            self,
            Self::Message {
                code: exit::FAILURE,
                ..
            }
        )
    }

    /// Returns whether nothing matched and the error lists no candidates.
    pub(super) fn has_no_candidates(&self) -> bool {
        matches!(self, Self::Message { code: exit::FAILURE, list, .. } if list.is_empty())
    }

    /// Adds a line to the list below the message.
    #[must_use]
    pub(super) fn with_line(mut self, line: String) -> Self {
        if let Self::Message { list, .. } = &mut self {
            list.push(line);
        }
        self
    }

    /// Adds a remedy.
    #[must_use]
    pub(super) fn with_help(mut self, line: impl Into<String>) -> Self {
        if let Self::Message { help, .. } = &mut self {
            help.push(line.into());
        }
        self
    }

    /// Sets the output for programs that requested JSON.
    #[must_use]
    pub(super) fn with_json(mut self, text: String) -> Self {
        if let Self::Message { json, .. } = &mut self {
            *json = Some(text);
        }
        self
    }

    /// Creates the error for a request that cannot be answered: exit code 2. If the invalid value
    /// comes from a setting, the help names its origin.
    pub(super) fn from_request(error: &RequestError, settings: &ViewSettings) -> Self {
        let (setting, known): (&Option<SettingValue<String>>, &[String]) = match error {
            RequestError::NoRuleset(_, known) => (&settings.ruleset, known),
            // a similar number is not a useful suggestion for an edition
            RequestError::NoEdition(..) => (&settings.edition, &[]),
            RequestError::NoProfile(_, _, known) => (&settings.profile, known),
            RequestError::NotPublished { .. } => (&settings.edition, &[]),
        };
        let mut failure = Self::misuse(error.to_string());
        if let Some(setting) = setting {
            if let Some(near) = nearest(&setting.value, known.iter().map(String::as_str)) {
                failure = failure.with_help(format!("did you mean {near}?"));
            }
            if !setting.origin.is_empty() {
                failure = failure.with_help(format!("{} is {}", setting.value, setting.origin));
            }
        }
        if let RequestError::NotPublished {
            until, in_force, ..
        } = error
        {
            failure = failure.with_help(match in_force {
                Some(edition) => format!(
                    "use --as-of {} or later, or --at {edition}",
                    until.counts_from()
                ),
                None => format!("use --as-of {} or later", until.counts_from()),
            });
        }
        failure
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

impl From<serde_json::Error> for CommandError {
    fn from(error: serde_json::Error) -> Self {
        Self::misuse(format!("cannot write the answer as JSON: {error}"))
    }
}
