//! One kind of message for terminal and editor: what is wrong, where, and how to mend it.

mod draw;

pub use draw::{Style, draw};

use crate::text::{SourceId, Span};
use serde::Serialize;
use std::borrow::Cow;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is wrong with the text that results.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The resulting text is wrong or missing.
    Error,
}

impl Severity {
    /// Its word: `warning`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A range in one of the sources of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Which source.
    pub source: SourceId,
    /// Which bytes of it.
    pub span: Span,
}

impl Location {
    /// The range `span` of `source`.
    pub fn new(source: SourceId, span: Span) -> Self {
        Self { source, span }
    }
}

/// A second place that a finding speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub at: Location,
    /// What stands there, in a few words.
    pub message: String,
}

/// New text for a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub at: Location,
    /// What stands there afterwards.
    pub text: String,
}

/// A change of the source that cures a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an imperative: "write `#rear-support`".
    pub title: String,
    /// The changes; they do not overlap.
    pub edits: Vec<Edit>,
}

/// A finding: one fault of the input, pointed at, with its cure where one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the lint, such as `dangling-address`, or of the rule of play: `dbm/baggage`; `rulebook explain` tells more.
    pub code: Cow<'static, str>,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop at its end.
    pub message: String,
    /// The very characters at fault.
    pub at: Location,
    /// A few words to print below these characters; may be empty.
    pub label: String,
    /// Further places.
    pub related: Vec<Related>,
    /// What to do about it.
    pub help: Option<String>,
    /// Ways to mend it, best first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A finding without label, help or fix.
    pub fn new(
        code: impl Into<Cow<'static, str>>,
        severity: Severity,
        at: Location,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code: code.into(),
            severity,
            message: message.into(),
            at,
            label: String::new(),
            related: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// Words printed below the characters at fault.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn related(mut self, at: Location, message: impl Into<String>) -> Self {
        self.related.push(Related {
            at,
            message: message.into(),
        });
        self
    }

    /// Adds a cure that replaces the range at fault by `text`.
    #[must_use]
    pub fn replace_with(mut self, title: impl Into<String>, text: impl Into<String>) -> Self {
        let edits = vec![Edit {
            at: self.at,
            text: text.into(),
        }];
        self.fixes.push(Fix {
            title: title.into(),
            edits,
        });
        self
    }
}
