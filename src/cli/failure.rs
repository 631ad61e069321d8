use super::exit;
use crate::{
    analysis::RequestError,
    disk::{Question, Said, WriteFault},
    text::near::nearest,
};

/// What a command answers: words for standard output, and the exit code.
#[derive(Debug)]
pub(super) struct Answer {
    /// The words, with colour where it is wanted.
    pub(super) text: String,
    /// The exit code.
    pub(super) code: u8,
    /// Whether it is made for reading, so that a pager may show it.
    pub(super) pages: bool,
}

impl Answer {
    /// Something to read.
    pub(super) fn shown(text: String) -> Self {
        Self {
            text,
            code: exit::SHOWN,
            pages: true,
        }
    }

    /// Something for another program, or a word or two.
    pub(super) fn plain(text: String) -> Self {
        Self {
            text,
            code: exit::SHOWN,
            pages: false,
        }
    }

    /// The same with another exit code.
    #[must_use]
    pub(super) fn code(mut self, code: u8) -> Self {
        self.code = code;
        self
    }
}

/// Why a command answers nothing.
#[derive(Debug)]
pub(super) enum Failure {
    /// The arguments do not fit, or help was asked for.
    Usage(clap::Error),
    /// What is wrong, and what to do.
    Told {
        /// One sentence without a full stop.
        message: String,
        /// Lines of a list below it, ready to be printed.
        list: Vec<String>,
        /// What to do about it, a line each.
        help: Vec<String>,
        /// What programs that asked for JSON get all the same.
        json: Option<String>,
        /// The exit code.
        code: u8,
    },
}

impl Failure {
    /// The question makes no sense: exit code 2.
    pub(super) fn misuse(message: impl Into<String>) -> Self {
        Self::Told {
            message: message.into(),
            list: Vec::new(),
            help: Vec::new(),
            json: None,
            code: exit::MISUSE,
        }
    }

    /// There is nothing that was meant: exit code 1.
    pub(super) fn nothing(message: impl Into<String>) -> Self {
        Self::Told {
            message: message.into(),
            list: Vec::new(),
            help: Vec::new(),
            json: None,
            code: exit::NOTHING,
        }
    }

    /// Whether it says that there is nothing of that name.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(
            self,
            Self::Told {
                code: exit::NOTHING,
                ..
            }
        )
    }

    /// Whether it says that there is nothing of that name, and nothing that comes near.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self, Self::Told { code: exit::NOTHING, list, .. } if list.is_empty())
    }

    /// Adds a line to the list below it.
    #[must_use]
    pub(super) fn line(mut self, line: String) -> Self {
        if let Self::Told { list, .. } = &mut self {
            list.push(line);
        }
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub(super) fn help(mut self, line: impl Into<String>) -> Self {
        if let Self::Told { help, .. } = &mut self {
            help.push(line.into());
        }
        self
    }
}

impl Failure {
    /// What programs get all the same.
    #[must_use]
    pub(super) fn json(mut self, text: String) -> Self {
        if let Self::Told { json, .. } = &mut self {
            *json = Some(text);
        }
        self
    }

    /// A question that cannot be met: exit code 2. Tells who said what does not fit, if that was not the user here and now.
    pub(super) fn request(error: &RequestError, question: &Question) -> Self {
        let (said, known): (&Option<Said<String>>, &[String]) = match error {
            RequestError::NoRuleset(_, known) => (&question.ruleset, known),
            // editions are numbers: one is as near as the other
            RequestError::NoEdition(..) => (&question.edition, &[]),
            RequestError::NoProfile(_, _, known) => (&question.profile, known),
            RequestError::NotPublished { .. } => (&question.edition, &[]),
        };
        let mut failure = Self::misuse(error.to_string());
        if let Some(said) = said {
            if let Some(near) = nearest(&said.value, known.iter().map(String::as_str)) {
                failure = failure.help(format!("did you mean {near}?"));
            }
            if !said.by.is_empty() {
                failure = failure.help(format!("{} is {}", said.value, said.by));
            }
        }
        if let RequestError::NotPublished {
            until, in_force, ..
        } = error
        {
            failure = failure.help(match in_force {
                Some(edition) => format!(
                    "ask --as-of {} or later, or --at {edition}",
                    until.counts_from()
                ),
                None => format!("ask --as-of {} or later", until.counts_from()),
            });
        }
        failure
    }
}

impl From<WriteFault> for Failure {
    fn from(fault: WriteFault) -> Self {
        Self::misuse(fault.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::misuse(format!("the answer cannot be written as JSON: {error}"))
    }
}
