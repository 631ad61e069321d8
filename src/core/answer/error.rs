//! `AnswerError`: converts errors of lookups to a message with remedies and candidate clauses.

use crate::{
    analysis::{
        Candidate, LayeredSettings, RequestError, Settings, TargetError, ViewDescription,
        count_matches,
    },
    text::near::nearest,
};
use serde::Serialize;

/// The kind of an error, which determines the HTTP status: an invalid or ambiguous request, no
/// match, or an answer that cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request makes no sense, or matches several clauses.
    Invalid,
    /// Nothing matches.
    NotFound,
    /// The answer cannot be computed here, such as for lack of space.
    Failed,
}

/// The error of a request without an answer: message, remedies, and clauses that may be meant.
#[derive(Clone, Debug)]
pub struct AnswerError {
    /// The kind of error, which determines the HTTP status.
    pub kind: ErrorKind,
    /// The problem, without a full stop.
    pub message: String,
    /// The remedies.
    pub help: Vec<String>,
    /// The view at which a clause was looked up, if it was.
    pub query: Option<Box<ViewDescription>>,
    /// The clauses that may be meant; `None` if the error is not about finding a clause.
    pub candidates: Option<Vec<Candidate>>,
    /// Other rulesets that have a match.
    pub elsewhere: Vec<String>,
}

impl From<serde_json::Error> for AnswerError {
    fn from(error: serde_json::Error) -> Self {
        Self::failed(format!("cannot write the answer as JSON: {error}"))
    }
}

/// An error as JSON. A lookup that failed has the members of an answer, without clauses.
#[derive(Serialize)]
struct ErrorJson<'a> {
    version: u32,
    error: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    help: &'a [String],
    #[serde(flatten)]
    lookup: Option<FailedLookup<'a>>,
}

/// The members that the JSON of an error has after a failed lookup: the view, no clauses, and those
/// that may be meant.
#[derive(Serialize)]
struct FailedLookup<'a> {
    query: &'a Option<Box<ViewDescription>>,
    clauses: [(); 0],
    candidates: &'a [Candidate],
}

impl AnswerError {
    fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            help: Vec::new(),
            query: None,
            candidates: None,
            elsewhere: Vec::new(),
        }
    }

    /// Creates an error for an invalid request.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message)
    }

    /// Creates an error for a request without a match.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// Creates an error for an answer that cannot be computed.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Failed, message)
    }

    /// Adds a remedy.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Returns the error as it is written as JSON.
    pub fn as_json(&self) -> impl Serialize + '_ {
        let lookup = self.candidates.as_ref().map(|candidates| FailedLookup {
            query: &self.query,
            clauses: [],
            candidates,
        });
        ErrorJson {
            version: 1,
            error: &self.message,
            help: &self.help,
            lookup,
        }
    }

    /// Creates the error for a request that cannot be resolved. If the invalid value comes from a
    /// setting, the help names its origin.
    pub fn from_request(error: &RequestError, settings: &LayeredSettings) -> Self {
        type Field = fn(&Settings) -> Option<&String>;
        let (ruleset, edition, profile): (Field, Field, Field) = (
            |own| own.at.ruleset.as_ref(),
            |own| own.at.edition.as_ref(),
            |own| own.at.profile.as_ref(),
        );
        let (value, known, field): (&str, &[String], Field) = match error {
            RequestError::NoRuleset(name, known) => (name, known, ruleset),
            // a similar number is not a useful suggestion for an edition
            RequestError::NoEdition(_, name, _) => (name, &[], edition),
            RequestError::NoProfile(_, name, known) => (name, known, profile),
            RequestError::NoProposal(name, known) => (name, known, |own| own.at.with.as_ref()),
            RequestError::Proposed(_, name, _) => (name, &[], edition),
            RequestError::NotPublished { edition: name, .. } => (name, &[], edition),
        };
        let mut failure = Self::invalid(error.to_string());
        if let Some(near) = nearest(value, known.iter().map(String::as_str)) {
            failure = failure.with_help(format!("did you mean {near}?"));
        }
        let origin = settings.origin(|own| field(own).is_some_and(|own| own == value));
        if !origin.is_empty() {
            failure = failure.with_help(format!("{value} is {origin}"));
        }
        if let RequestError::Proposed(_, _, proposals) = error {
            let names = proposals.join(",");
            failure = failure.with_help(format!("use --with {names} to read it"));
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

    /// Creates the error for a target that cannot be resolved. [`TargetError::Request`] loses its
    /// settings here: use [`from_request`](Self::from_request).
    pub(super) fn from_target(error: TargetError) -> Self {
        match error {
            TargetError::Unnamed(ruleset) => {
                let example = ruleset.map_or_else(String::new, |key| format!("{key}/"));
                Self::invalid("no clause named").with_help(format!(
                    "`rulebook show {example}p.22` shows a page, `rulebook show recoiling` a clause"
                ))
            }
            TargetError::Request(error) => Self::from_request(&error, &LayeredSettings::default()),
            TargetError::Rulesets(typed, keys) => {
                let names: Vec<String> = keys.iter().map(|key| format!("{key}/{typed}")).collect();
                Self::invalid(format!("{} rulesets match \"{typed}\"", keys.len()))
                    .with_help(format!("name one: {}", names.join(", ")))
            }
            TargetError::NoPage(ref page) => {
                let is_line = page.contains("line");
                let own = Self::not_found(error.to_string());
                match is_line {
                    true => own.with_help(
                        "lines are known from a booklet in your library; `rulebook import --help` shows how to import it",
                    ),
                    false => own,
                }
            }
            TargetError::Index(fault) => Self::failed(fault.to_string()),
            TargetError::Several(typed, query, several) => {
                let message = format!("{}:", count_matches(&typed, &several));
                Self::invalid(message).with_candidates(query, several)
            }
            TargetError::Words(typed, query, hits, elsewhere) => {
                let message = format!("no clause matches \"{typed}\"; search finds:");
                let failure = Self::not_found(message).with_candidates(query, hits);
                let other =
                    |key: &String| format!("{key} has a match: `rulebook show {key}/{typed}`");
                Self {
                    help: elsewhere.iter().map(other).collect(),
                    elsewhere,
                    ..failure
                }
            }
            TargetError::Nothing(typed, query, near) if near.is_empty() => {
                Self::not_found(format!("no clause matches \"{typed}\""))
                    .with_help("use words of its heading, or its page: `rulebook show p.22`")
                    .with_candidates(query, near)
            }
            TargetError::Nothing(typed, query, near) => {
                let message = format!("no clause matches \"{typed}\"; similar clauses:");
                Self::not_found(message).with_candidates(query, near)
            }
        }
    }

    fn with_candidates(
        mut self,
        query: Option<Box<ViewDescription>>,
        candidates: Vec<Candidate>,
    ) -> Self {
        self.query = query;
        self.candidates = Some(candidates);
        self
    }
}

impl AnswerError {
    /// Creates the error of a command that works on clauses only.
    pub fn not_a_clause(command: &str) -> Self {
        Self::invalid(format!(
            "{command} works on clauses, not on pages or rulesets"
        ))
        .with_help("`rulebook show` lists the clauses on a page")
    }
}
