//! From what a person asks for to a view: which ruleset, edition, day and profile.

use super::Analysis;
use crate::{
    model::{DocumentKind, EditionIx, PartialDate, Ruleset},
    resolve::{RulesetDb, View},
};
use jiff::civil::Date;
use serde::Serialize;
use std::{fmt, sync::Arc};

/// What was asked for; what is left out takes its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The ruleset; the [default](Analysis::default_ruleset_db) one.
    pub ruleset: Option<String>,
    /// Whether the question itself names the ruleset, so that no other one may answer. A ruleset that settings name is only asked first.
    pub is_named: bool,
    /// The edition; the newest published by the day.
    pub edition: Option<String>,
    /// The day; today.
    pub as_of: Option<PartialDate>,
    /// The profile; the ruleset's default.
    pub profile: Option<String>,
}

/// Why a request cannot be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// There is no ruleset of that name; there are these.
    NoRuleset(String, Vec<String>),
    /// There is no edition of that name in the ruleset; there are these.
    NoEdition(String, String, Vec<String>),
    /// There is no profile of that name in the ruleset; there are these.
    NoProfile(String, String, Vec<String>),
    /// The edition was not out on that day.
    NotPublished {
        /// The ruleset.
        ruleset: String,
        /// The edition.
        edition: String,
        /// When it came out.
        until: PartialDate,
        /// The day asked for.
        as_of: Date,
        /// The edition in force on that day.
        in_force: Option<String>,
    },
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRuleset(name, known) if known.is_empty() => {
                write!(f, "there is no ruleset `{name}`: no rules are loaded")
            }
            Self::NoRuleset(name, known) => write!(
                f,
                "there is no ruleset `{name}`; there are {}",
                known.join(", ")
            ),
            Self::NoEdition(ruleset, name, known) => write!(
                f,
                "there is no edition {name} of {ruleset}; there are {}",
                known.join(", ")
            ),
            Self::NoProfile(ruleset, name, known) => write!(
                f,
                "there is no profile `{name}` of {ruleset}; there are {}",
                known.join(", ")
            ),
            Self::NotPublished {
                ruleset,
                edition,
                until,
                as_of,
                in_force,
            } => {
                write!(f, "{ruleset} {edition} was not published until {until}")?;
                match in_force {
                    Some(edition) => write!(f, "; in force on {as_of}: {edition}"),
                    None => write!(f, "; on {as_of} no edition was in force"),
                }
            }
        }
    }
}

impl std::error::Error for RequestError {}

/// The question that an answer answers, as JSON gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Query {
    /// The ruleset.
    pub ruleset: String,
    /// The edition.
    pub edition: String,
    /// The day as of which.
    pub as_of: String,
    /// The profile.
    pub profile: String,
}

impl Query {
    /// The question behind a view.
    pub fn of(ruleset: &Ruleset, view: &View) -> Self {
        Self {
            ruleset: ruleset.key.clone(),
            edition: ruleset.edition_id(view.edition).to_owned(),
            as_of: view.as_of.to_string(),
            profile: view.profile.name.clone(),
        }
    }
}

impl Analysis {
    /// The ruleset that a request names, or the default one.
    pub fn requested_ruleset(&self, request: &Request) -> Result<&RulesetDb, RequestError> {
        let known = || self.ruleset_dbs().map(|(key, _)| key.to_owned()).collect();
        match &request.ruleset {
            Some(key) => self
                .ruleset_db(key)
                .ok_or_else(|| RequestError::NoRuleset(key.clone(), known())),
            None => self
                .default_ruleset_db()
                .ok_or_else(|| RequestError::NoRuleset(String::new(), known())),
        }
    }

    /// The view that a request asks for. `today` stands in where no day is named.
    pub fn view(
        &self,
        db: &RulesetDb,
        request: &Request,
        today: Date,
    ) -> Result<View, RequestError> {
        let ruleset = &db.ruleset;
        let as_of = request.as_of.map_or(today, PartialDate::counts_from);
        let profile = match &request.profile {
            Some(name) => match ruleset.profile(name) {
                Some(profile) => profile.clone(),
                None => {
                    let known = ruleset.profiles.iter().map(|p| p.name.clone()).collect();
                    return Err(RequestError::NoProfile(
                        ruleset.key.clone(),
                        name.clone(),
                        known,
                    ));
                }
            },
            None => ruleset.default_profile(),
        };
        let edition = match &request.edition {
            Some(id) => self.edition(ruleset, id, as_of)?,
            // who names no day may read a ruleset that is not out yet
            None if request.as_of.is_none() => ruleset.newest_on(as_of),
            None => self.edition(ruleset, ruleset.edition_id(ruleset.newest_on(as_of)), as_of)?,
        };
        Ok(View {
            edition,
            as_of,
            profile: Arc::new(profile),
        })
    }

    fn edition(&self, ruleset: &Ruleset, id: &str, as_of: Date) -> Result<EditionIx, RequestError> {
        let Some(edition) = ruleset.edition(id) else {
            let known = ruleset.editions.iter().map(|e| e.id.clone()).collect();
            return Err(RequestError::NoEdition(
                ruleset.key.clone(),
                id.to_owned(),
                known,
            ));
        };
        match ruleset.in_force_from(edition) {
            Some(until) if until.counts_from() > as_of => {
                let newest = ruleset.newest_on(as_of);
                let in_force = ruleset
                    .in_force_from(newest)
                    .is_none_or(|date| date.counts_from() <= as_of)
                    .then(|| ruleset.edition_id(newest).to_owned());
                Err(RequestError::NotPublished {
                    ruleset: ruleset.key.clone(),
                    edition: id.to_owned(),
                    until,
                    as_of,
                    in_force,
                })
            }
            Some(_) | None => Ok(edition),
        }
    }

    /// What must be said along with an answer at `view`: dates that are not known to the day, wordings that are not held.
    pub fn notices(&self, ruleset: &Ruleset, view: &View) -> Vec<String> {
        let mut out = Vec::new();
        let line = ruleset.line(view.edition);
        let rules = |d: &&crate::model::Document| match d.kind {
            DocumentKind::Amendment
            | DocumentKind::Clarification
            | DocumentKind::Guideline
            | DocumentKind::Notes => line.contains(&d.edition),
            DocumentKind::Base | DocumentKind::Data | DocumentKind::Book => false,
        };
        for document in ruleset.documents.values().filter(rules) {
            if document.published.is_uncertain_on(view.as_of) {
                out.push(format!(
                    "{} is dated {} and counts from its last day: on {} it may already have held",
                    document.title, document.published, view.as_of
                ));
            }
            if let Some(revised) = document.revised.filter(|r| {
                document.published.counts_from() <= view.as_of && view.as_of < r.counts_from()
            }) {
                out.push(format!(
                    "{} was in force from {}; its wording before the revision of {revised} is not held",
                    document.title, document.published
                ));
            }
        }
        out
    }
}
