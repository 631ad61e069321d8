//! Resolves a requested ruleset, edition, day and profile, or defaults, to a ruleset and a view.
//! Also returns the notices of a view: uncertain dates of documents, and missing wordings.

use super::Analysis;
use crate::{
    model::{DocumentKind, EditionIx, PartialDate, Ruleset},
    resolve::{RulesetDb, View},
};
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use std::{fmt, str::FromStr, sync::Arc};

/// A requested ruleset, edition, day and profile by name, not yet resolved to a view; what is left
/// out has a default. The comments of the fields are their help and their description for programs.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    clap::Args,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(default)]
pub struct Request {
    /// The edition, such as 3.4 [default: the one that is named, else the newest in force]
    #[arg(long = "at", value_name = "EDITION", visible_alias = "edition")]
    #[serde(rename = "at", alias = "edition", deserialize_with = "optional")]
    pub edition: Option<String>,
    /// Use only what was published up to this day, such as 2022-01-01 [default: today]
    #[arg(long, value_name = "DATE", visible_alias = "known")]
    #[serde(alias = "asOf", alias = "as-of", deserialize_with = "optional_day")]
    #[schemars(with = "Option<String>")]
    pub as_of: Option<PartialDate>,
    /// The profile whose rulings apply, such as iwf
    #[arg(long, value_name = "PROFILE")]
    #[serde(deserialize_with = "optional")]
    pub profile: Option<String>,
    /// The ruleset, by its key [default: the one that is named, else the one in use]
    #[arg(long, value_name = "RULESET")]
    #[serde(deserialize_with = "optional")]
    pub ruleset: Option<String>,
    /// Also use this proposal, by the key of its document; several are separated by commas
    #[arg(long, value_name = "PROPOSAL")]
    #[serde(deserialize_with = "optional")]
    pub with: Option<String>,
    /// Whether the request itself names the ruleset, so that no other ruleset may answer. A ruleset
    /// from the settings is only the first to be tried.
    #[arg(skip)]
    #[serde(skip)]
    pub is_named: bool,
}

impl Request {
    /// Returns the request with what it leaves out from `other`.
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        Self {
            ruleset: self.ruleset.or_else(|| other.ruleset.clone()),
            edition: self.edition.or_else(|| other.edition.clone()),
            as_of: self.as_of.or(other.as_of),
            profile: self.profile.or_else(|| other.profile.clone()),
            with: self.with.or_else(|| other.with.clone()),
            is_named: self.is_named,
        }
    }
}

/// Deserializes a value from its text; an empty one counts as left out.
pub fn optional<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    let text = text.filter(|text| !text.is_empty());
    let value = text.map(|text| text.parse().map_err(D::Error::custom));
    value.transpose()
}

/// Deserializes a day from its text or a date of TOML; an empty text counts as left out.
fn optional_day<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<PartialDate>, D::Error> {
    /// A day, or another text.
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Day(PartialDate),
        Text(String),
    }
    match Option::<Written>::deserialize(deserializer)? {
        Some(Written::Day(day)) => Ok(Some(day)),
        Some(Written::Text(text)) if !text.is_empty() => {
            text.parse().map(Some).map_err(D::Error::custom)
        }
        Some(Written::Text(_)) | None => Ok(None),
    }
}

/// Why a request cannot be resolved: no such ruleset, edition or profile, or not yet published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// There is no ruleset of that name; the list has the known ones.
    NoRuleset(String, Vec<String>),
    /// There is no edition of that name in the ruleset; the list has the known ones.
    NoEdition(String, String, Vec<String>),
    /// There is no profile of that name in the ruleset; the list has the known ones.
    NoProfile(String, String, Vec<String>),
    /// There is no proposal of that name; the list has the known ones.
    NoProposal(String, Vec<String>),
    /// The edition of the ruleset is only proposed, by these documents.
    Proposed(String, String, Vec<String>),
    /// The edition was not published by that day.
    NotPublished {
        /// The ruleset.
        ruleset: Box<str>,
        /// The edition.
        edition: Box<str>,
        /// The date of its publication.
        until: PartialDate,
        /// What its ruleset says of its use: `played in competitions 2014-15; …`.
        status: Option<Box<str>>,
        /// The requested day.
        as_of: Date,
        /// The edition in force on that day.
        in_force: Option<Box<str>>,
    },
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRuleset(name, known) if known.is_empty() => {
                write!(f, "no ruleset `{name}`: no rules are loaded")
            }
            Self::NoRuleset(name, known) => {
                write!(f, "no ruleset `{name}`; rulesets: {}", known.join(", "))
            }
            Self::NoEdition(ruleset, name, known) => write!(
                f,
                "no edition {name} of {ruleset}; editions: {}",
                known.join(", ")
            ),
            Self::NoProfile(ruleset, name, known) => write!(
                f,
                "no profile `{name}` of {ruleset}; profiles: {}",
                known.join(", ")
            ),
            Self::NoProposal(name, known) if known.is_empty() => {
                write!(
                    f,
                    "no proposal `{name}`: no document of these rules is proposed"
                )
            }
            Self::NoProposal(name, known) => {
                write!(f, "no proposal `{name}`; proposals: {}", known.join(", "))
            }
            Self::Proposed(ruleset, edition, proposals) => write!(
                f,
                "{ruleset} {edition} is only proposed, by {}",
                proposals.join(", ")
            ),
            Self::NotPublished {
                ruleset,
                edition,
                until,
                status,
                as_of,
                in_force,
            } => {
                let day = PartialDate::day(*as_of);
                if until.is_uncertain_on(*as_of) {
                    write!(
                        f,
                        "{ruleset} {edition} was published in {until}, on a day that is not known, and counts from the last; on {day} it may not have been in force"
                    )?;
                } else {
                    write!(f, "{ruleset} {edition} was not published until {until}")?;
                }
                if let Some(status) = status {
                    write!(f, " ({status})")?;
                }
                match in_force {
                    None if until.is_uncertain_on(*as_of) => Ok(()),
                    Some(edition) => write!(f, "; in force on {day}: {edition}"),
                    None => write!(f, "; on {day} no edition was in force"),
                }
            }
        }
    }
}

impl std::error::Error for RequestError {}

/// The ruleset, edition, day and profile of an answer, after defaults, as strings for JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ViewDescription {
    /// The ruleset.
    pub ruleset: String,
    /// The edition.
    pub edition: String,
    /// The day.
    pub as_of: String,
    /// The profile.
    pub profile: String,
}

impl ViewDescription {
    /// Describes a view.
    pub fn new(ruleset: &Ruleset, view: &View) -> Self {
        Self {
            ruleset: ruleset.key.clone(),
            edition: ruleset.edition_id(view.edition).to_owned(),
            as_of: view.as_of.to_string(),
            profile: view.profile.name.clone(),
        }
    }

    /// Returns the day in the form for people: `20 Nov 2026`.
    pub fn day(&self) -> String {
        PartialDate::words_of_iso(&self.as_of)
    }
}

impl Analysis {
    /// Returns the ruleset and the view that a request names, or the defaults.
    pub fn resolve_request(
        &self,
        request: &Request,
        today: Date,
    ) -> Result<(&RulesetDb, View), RequestError> {
        let db = self.requested_ruleset(request)?;
        Ok((db, self.view(db, request, today)?))
    }

    /// Returns the ruleset that a request names, or the default one.
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

    /// Adds the proposals that a request names to the rulesets, from its day on.
    pub fn with_proposals(mut self, request: &Request, today: Date) -> Result<Self, RequestError> {
        let names = request.with.iter().flat_map(|names| names.split(','));
        let names: Arc<[String]> = names.map(|name| name.trim().to_owned()).collect();
        let known = self
            .ruleset_dbs()
            .flat_map(|(_, db)| db.ruleset.proposals());
        let known: Vec<String> = known.map(str::to_owned).collect();
        if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
            return Err(RequestError::NoProposal(unknown.clone(), known));
        }
        if !names.is_empty() {
            let day = request.as_of.map_or(today, PartialDate::counts_from);
            self.include_proposals(names, day);
        }
        Ok(self)
    }

    /// Returns the view that a request names. `today` is used if it names no day.
    pub fn view(
        &self,
        db: &RulesetDb,
        request: &Request,
        today: Date,
    ) -> Result<View, RequestError> {
        let ruleset = &db.ruleset;
        let as_of = request.as_of.map_or(today, PartialDate::counts_from);
        let profile = match &request.profile {
            Some(name) => match ruleset.profile_named(name) {
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
            // without a day, a ruleset that is not published yet may be read
            None if request.as_of.is_none() => ruleset.newest_edition_on(as_of),
            None => self.edition(
                ruleset,
                ruleset.edition_id(ruleset.newest_edition_on(as_of)),
                as_of,
            )?,
        };
        Ok(View {
            edition,
            as_of,
            profile: Arc::new(profile),
        })
    }

    fn edition(&self, ruleset: &Ruleset, id: &str, as_of: Date) -> Result<EditionIx, RequestError> {
        let Some(edition) = ruleset.edition_named(id) else {
            let known = ruleset.editions.iter().map(|e| e.id.clone()).collect();
            return Err(RequestError::NoEdition(
                ruleset.key.clone(),
                id.to_owned(),
                known,
            ));
        };
        match ruleset.in_force_from(edition) {
            Some(until) if until.is_proposed() && until.counts_from() > as_of => {
                let documents = ruleset.documents.values();
                let proposed =
                    documents.filter(|own| own.edition == edition && own.published.is_proposed());
                let keys = proposed.map(|own| own.key.clone()).collect();
                let (ruleset, id) = (&ruleset.key, ruleset.edition_id(edition));
                Err(RequestError::Proposed(ruleset.clone(), id.to_owned(), keys))
            }
            Some(until) if until.counts_from() > as_of => {
                let newest = ruleset.newest_edition_on(as_of);
                let status = &ruleset.editions[usize::from(edition.0)].status;
                let in_force = ruleset
                    .is_in_force(newest, as_of)
                    .then(|| ruleset.edition_id(newest).into());
                Err(RequestError::NotPublished {
                    ruleset: ruleset.key.as_str().into(),
                    edition: ruleset.edition_id(edition).into(),
                    until,
                    status: status.as_deref().map(Into::into),
                    as_of,
                    in_force,
                })
            }
            Some(_) | None => Ok(edition),
        }
    }

    /// Returns the notices to show with an answer at `view`: dates that are not known to the day,
    /// wordings that are missing.
    pub fn notices(&self, ruleset: &Ruleset, view: &View) -> Vec<String> {
        let mut out = Vec::new();
        let chain = ruleset.amendment_chain(view.edition);
        let rules = |d: &&crate::model::Document| match d.kind {
            DocumentKind::Amendment
            | DocumentKind::Clarification
            | DocumentKind::Guideline
            | DocumentKind::Notes => chain.contains(&d.edition),
            DocumentKind::Base | DocumentKind::Data | DocumentKind::Book => false,
        };
        for document in ruleset.documents.values().filter(rules) {
            if document.published.is_uncertain_on(view.as_of) {
                out.push(format!(
                    "{} is dated {} and is applied from the last day of that date; on {} it may already have been in force",
                    document.title, document.published, PartialDate::day(view.as_of)
                ));
            }
            if let Some(revised) = document.next_revision(view.as_of) {
                out.push(format!(
                    "{} was in force from {}; its wording before the revision of {revised} is not included",
                    document.title, document.published
                ));
            }
        }
        let proposals = ruleset.included_proposals(view.as_of);
        out.extend(proposals.map(|own| format!("{} is a proposal and not in force", own.title)));
        for edition in &ruleset.editions {
            let is_used = edition.used.is_some_and(|used| {
                used.is_uncertain_on(view.as_of) || used.counts_from() <= view.as_of
            });
            let index = ruleset.edition(&edition.id);
            if is_used && index.is_some_and(|index| !ruleset.is_in_force(index, view.as_of)) {
                let status = edition.status.as_deref();
                let status = status.map(|status| format!(": {status}"));
                out.push(format!(
                    "on {}, {} was not published yet, but was played{}",
                    PartialDate::day(view.as_of),
                    edition.id,
                    status.unwrap_or_default()
                ));
            }
        }
        out
    }
}
