//! `Diagnostic`: a problem in a file, with location and fixes; also functions that render
//! diagnostics as text and apply fixes.

mod apply;
mod control_character;
mod merge_conflict;
mod render;
mod repair;

pub use apply::apply_fixes;
pub use apply::select_edits;
pub use control_character::{CONTROL_CHARACTER, control_characters};
pub use merge_conflict::without_conflicts;
pub use render::{RenderSource, RenderStyle, render};
pub use repair::Notation;

use crate::text::{SourceId, Span, join, near::nearest};
use serde::Serialize;
use std::borrow::Cow;

/// How serious a diagnostic is: a note, a warning, or an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; the resulting text is correct.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The resulting text is wrong or missing.
    Error,
}

impl Severity {
    /// The levels that users set for a lint, each with what it means.
    pub const LEVELS: &[(&str, &str)] = &[
        ("off", "not reported"),
        ("note", "reported as a note"),
        ("warning", "reported as a warning"),
        ("error", "reported as an error"),
    ];

    /// Returns the severity of a level that users set; `None` for a lint that is off, and for a word
    /// that is no level.
    pub fn of_level(level: &str) -> Option<Self> {
        let mut all = [Self::Note, Self::Warning, Self::Error].into_iter();
        all.find(|severity| severity.word() == level)
    }

    /// Returns the word for it: `warning`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A range of bytes in one of the sources of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The source.
    pub source: SourceId,
    /// The bytes in the source.
    pub span: Span,
}

impl Location {
    /// Creates the location of `span` in `source`.
    pub fn new(source: SourceId, span: Span) -> Self {
        Self { source, span }
    }
}

/// A second location that a diagnostic refers to, with a few words about the text there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedLocation {
    /// The location.
    pub at: Location,
    /// A few words about the text there.
    pub message: String,
}

/// A replacement of a byte range in a source by new text, as part of a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceEdit {
    /// The range that is replaced; empty for an insertion.
    pub at: Location,
    /// The new text.
    pub text: String,
}

impl SourceEdit {
    /// Creates an edit that replaces `span` of `source` by `text`.
    pub fn new(source: SourceId, span: Span, text: impl Into<String>) -> Self {
        Self {
            at: Location::new(source, span),
            text: text.into(),
        }
    }
}

/// A suggested change that fixes a problem, for `check --fix` and code actions: a title for people,
/// and edits of one or more sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the fix does, as an imperative: "write `#rear-support`".
    pub title: String,
    /// The edits; they do not overlap.
    pub edits: Vec<SourceEdit>,
}

impl Fix {
    /// Creates a fix that consists of one edit: `text` is written at a place.
    pub fn new(title: impl Into<String>, at: Location, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            title: title.into(),
            edits: vec![SourceEdit { at, text }],
        }
    }

    /// Returns whether an edit deletes text or replaces whole lines.
    pub fn removes_text(&self) -> bool {
        self.edits.iter().any(|edit| {
            let is_gone = edit.text.trim().is_empty() && !edit.at.span.is_empty();
            is_gone || edit.text.ends_with('\n') && !edit.at.span.is_empty()
        })
    }
}

/// A part of the rules that may be written where a file cannot be read; as long as there is such an
/// error, a diagnostic about that part is not reported. The filter is in `lint`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PossibleCause {
    /// This id, which seems to be declared nowhere.
    UnreadName(String),
    /// The text of a section, by an instruction of this edition (counted from zero) or of an earlier
    /// one.
    UnreadSection(String, usize),
    /// The `ruleset.toml` or `scenario.toml` of the ruleset cannot be parsed.
    UnreadTomlFile,
}

/// A problem that parsers, lints or rules of play find in a source: code, severity, message,
/// location, related locations, fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the lint, such as `dangling-address`, or of the rule of play: `dbm/baggage`;
    /// `rulebook explain` describes it.
    pub code: Cow<'static, str>,
    /// The severity.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop at its end.
    pub message: String,
    /// The characters at fault.
    pub at: Location,
    /// A few words to print below these characters; may be empty.
    pub label: String,
    /// Further locations.
    pub related: Vec<RelatedLocation>,
    /// What to do about it.
    pub help: Option<String>,
    /// Possible fixes, best first.
    pub fixes: Vec<Fix>,
    /// The index of the fix that may be applied without a person's decision; see
    /// [`safe_fix`](Self::safe_fix).
    pub safe: Option<usize>,
    /// The mistakes that may have caused it.
    pub causes: Vec<PossibleCause>,
}

impl Diagnostic {
    /// Creates a diagnostic without label, help or fix.
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
            safe: None,
            causes: Vec::new(),
        }
    }

    /// Creates an error without label, help or fix.
    pub fn error(
        code: impl Into<Cow<'static, str>>,
        at: Location,
        message: impl Into<String>,
    ) -> Self {
        Self::new(code, Severity::Error, at, message)
    }

    /// Creates a warning without label, help or fix.
    pub fn warning(
        code: impl Into<Cow<'static, str>>,
        at: Location,
        message: impl Into<String>,
    ) -> Self {
        Self::new(code, Severity::Warning, at, message)
    }

    /// Creates a note.
    pub fn note(
        code: impl Into<Cow<'static, str>>,
        at: Location,
        message: impl Into<String>,
    ) -> Self {
        Self::new(code, Severity::Note, at, message)
    }

    /// Adds a mistake that may have caused it; while that exists, this is not reported.
    #[must_use]
    pub fn unless(mut self, cause: PossibleCause) -> Self {
        self.causes.push(cause);
        self
    }

    /// Sets the words printed below the characters at fault.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a related location.
    #[must_use]
    pub fn related(mut self, at: Location, message: impl Into<String>) -> Self {
        self.related.push(RelatedLocation {
            at,
            message: message.into(),
        });
        self
    }

    /// Adds a fix that replaces the range at fault by `text`.
    #[must_use]
    pub fn replace_with(mut self, title: impl Into<String>, text: impl Into<String>) -> Self {
        self.fixes.push(Fix::new(title, self.at, text));
        self
    }

    /// Adds a fix that writes `text` in place of the range at fault, and says so.
    #[must_use]
    pub fn write(self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.replace_with(format!("write `{text}`"), text)
    }

    /// Adds the fix that writes `text`, if there is one.
    #[must_use]
    pub fn write_some(self, text: Option<impl Into<String>>) -> Self {
        match text {
            Some(text) => self.write(text),
            None => self,
        }
    }

    /// Suggests `near` in place of the range at fault.
    #[must_use]
    pub fn did_you_mean(self, near: impl Into<String>) -> Self {
        let near = near.into();
        self.help(format!("did you mean `{near}`?")).write(near)
    }

    /// Says which name may be meant, and adds the fix that writes it in quotation marks.
    #[must_use]
    pub fn did_you_mean_quoted(self, near: &str) -> Self {
        self.help(format!("did you mean `{near}`?"))
            .replace_with(format!("write \"{near}\""), format!("\"{near}\""))
    }

    /// Suggests the one of `names` that `word`, the range at fault, resembles, or lists them all.
    #[must_use]
    pub fn expected<'n>(self, word: &str, names: impl Iterator<Item = &'n str> + Clone) -> Self {
        match nearest(word, names.clone()) {
            Some(near) => self.did_you_mean(near),
            None => self.help(format!("expected one of {}", join(names, ", "))),
        }
    }

    /// Adds a fix that writes `text` at another place.
    pub fn add_fix(&mut self, title: impl Into<String>, at: Location, text: impl Into<String>) {
        self.fixes.push(Fix::new(title, at, text));
    }

    /// Marks the last fix as one that may be applied without a person's decision: it corrects the
    /// spelling of a word, or a number that the rules determine, and removes nothing.
    #[must_use]
    pub fn safe(mut self) -> Self {
        self.safe = self.fixes.len().checked_sub(1);
        self
    }

    /// Returns the fix that an editor may prefer and apply along with those of other problems.
    /// It is the safe one, else the only one, unless that deletes text or replaces whole lines.
    pub fn preferred_fix(&self) -> Option<&Fix> {
        let only = self
            .fixes
            .first()
            .filter(|fix| self.fixes.len() == 1 && !fix.removes_text());
        self.safe_fix().or(only)
    }

    /// Returns the fix that may be applied without a person's decision, if there is one.
    pub fn safe_fix(&self) -> Option<&Fix> {
        self.fixes.get(self.safe?)
    }
}
