//! `AnswerError`: converts errors of lookups to a message with remedies and candidate clauses.

use crate::{
    analysis::{Candidate, LayeredSettings, RequestError, Settings, ViewDescription},
    text::{join, near::nearest},
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

/// The most clauses that an error in one line names.
const MAX_CANDIDATES: usize = 5;

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

    /// Returns the problem in one line, with the ids of the clauses that may be meant, and the remedies.
    pub fn line(&self) -> String {
        let candidates = self.candidates.iter().flatten().take(MAX_CANDIDATES);
        let ids = join(candidates.map(|own| &own.id), ", ");
        let problem = [&self.message, &ids].into_iter();
        let problem = join(problem.filter(|part| !part.is_empty()), " ");
        join([&problem].into_iter().chain(&self.help), "; ")
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

    /// Creates the error for a page, or a line of a page, that the booklet does not have.
    pub(super) fn no_page(page: &str) -> Self {
        let own = Self::not_found(format!("page {page} of the booklet is not known"));
        match page.contains("line") {
            true => own.with_help(
                "lines are known from a booklet in your library; `rulebook import --help` shows how to import it",
            ),
            false => own,
        }
    }

    /// Creates the error for a name that no clause has; the candidates have similar names.
    pub(super) fn no_match(
        typed: &str,
        query: Option<Box<ViewDescription>>,
        near: Vec<Candidate>,
    ) -> Self {
        let message = format!("no clause matches \"{typed}\"");
        let own = match near.is_empty() {
            true => Self::not_found(message)
                .with_help("use words of its heading, or its page: `rulebook show p.22`"),
            false => Self::not_found(message + "; similar clauses:"),
        };
        own.with_candidates(query, near)
    }

    pub(super) fn with_candidates(
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
