//! Decides which ruleset, edition, day and profile a scenario is checked against.
//!
//! The options come first, then the front matter, then words in the text, then the defaults.

use super::{
    edition_in_words::{edition_in_words, ruleset_in_words, unknown_edition},
    reader::complete_marks,
    record::ScenarioFront,
    rule::PlayRules,
};
use crate::{
    analysis::{Analysis, Request, RequestError},
    diagnostic::{Diagnostic, Fix, Location, Severity},
    model::PartialDate,
    resolve::RulesetDb,
    syntax::front_matter_insertion,
    text::{SourceId, Span, Spanned, near::nearest},
};
use jiff::civil::Date;
use std::{collections::BTreeMap, sync::Arc};

/// The code of diagnostics of the front matter.
const FRONT_CODE: &str = "scenario-front";

/// The ruleset, edition, day and profile that a caller sets instead of those that a scenario names,
/// each optional, and today's date.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The ruleset, edition, day and profile that replace those of the front matter.
    pub request: Request,
    /// Today's date: the newest edition on that day is the default.
    pub today: Date,
}

/// What determined a scenario's edition when it was bound to its rules: options, front matter,
/// words in its text (by their bytes), or nothing that is known, so that it is the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditionSource {
    /// The options.
    Options,
    /// The front matter of the file.
    FrontMatter,
    /// Words at these bytes of the file: `DBM 3.2`.
    Words(Span),
    /// A number at these bytes of the file, which is none of the editions: it is the newest one.
    Unknown(Span),
    /// Nothing: it is the newest edition.
    Default,
}

/// Returns the ruleset of a scenario with its rules of play.
pub(super) fn resolve_ruleset<'w>(
    all_rules: &BTreeMap<String, Arc<PlayRules>>,
    analysis: &'w Analysis,
    source: SourceId,
    text: &str,
    front_matter: &ScenarioFront,
    options: &CheckOptions,
) -> Result<(&'w RulesetDb, Arc<PlayRules>), Box<Diagnostic>> {
    let error = |span, message| Box::new(front_error(source, span, message));
    let first = Span::new(front_matter.span.start(), front_matter.span.start());
    let named = options.request.ruleset.clone().map(|key| (key, first));
    let named = named.or_else(|| {
        front_matter
            .ruleset
            .as_ref()
            .map(|own| (own.value.clone(), own.span))
    });
    let named = named.or_else(|| {
        let is_list = front_matter.span.is_empty();
        let edition = options.request.edition.as_deref();
        let found = is_list.then(|| ruleset_of_list(all_rules, analysis, text, edition))??;
        Some((found, first))
    });
    let playable = || all_rules.keys().cloned().collect::<Vec<_>>().join(", ");
    let (db, span) = match &named {
        Some((key, span)) => match analysis.ruleset_db(key) {
            Some(db) => (db, *span),
            None => {
                let near =
                    nearest(key, analysis.ruleset_dbs().map(|(key, _)| key)).map(str::to_owned);
                let error = error(*span, format!("unknown ruleset `{key}`"));
                return Err(Box::new(match near {
                    Some(near) => error.did_you_mean(near).safe(),
                    None => error.help(format!("rulesets with scenarios: {}", playable())),
                }));
            }
        },
        None => match analysis.default_ruleset_db() {
            Some(db) => (db, first),
            None => return Err(error(first, "no rules are loaded".to_owned())),
        },
    };
    match all_rules.get(&db.ruleset.key) {
        Some(rules) => Ok((db, Arc::clone(rules))),
        None => {
            let message = format!(
                "the ruleset {} does not say how scenarios are written",
                db.ruleset.key
            );
            Err(Box::new(
                error(span, message).help("add a `scenario.toml` to it"),
            ))
        }
    }
}

/// Returns the ruleset that the words of a list name, or else the one of which it names troops completely;
/// `None` if that is the default ruleset, or nothing decides. Others than the default are asked only if they have
/// the `edition` that is required.
fn ruleset_of_list(
    all_rules: &BTreeMap<String, Arc<PlayRules>>,
    analysis: &Analysis,
    text: &str,
    edition: Option<&str>,
) -> Option<String> {
    let names = all_rules.keys().flat_map(|key| {
        let db = analysis.ruleset_db(key);
        let also = db.map_or(&[][..], |db| &db.ruleset.also);
        let own = key.as_str();
        std::iter::once((own, own)).chain(also.iter().map(move |name| (name.as_str(), own)))
    });
    if let Some(named) = ruleset_in_words(text, names) {
        return Some(named.to_owned());
    }
    let complete = |rules: &PlayRules| complete_marks(text, &rules.vocabulary);
    let default = &analysis.default_ruleset_db()?.ruleset.key;
    let usual = complete_marks(text, &all_rules.get(default)?.vocabulary);
    let has_edition = |key: &String| {
        let db = analysis.ruleset_db(key);
        db.is_some_and(|db| edition.is_none_or(|id| db.ruleset.edition(id).is_some()))
    };
    let others = all_rules
        .iter()
        .filter(|(key, _)| *key != default && has_edition(key));
    let others: Vec<(&String, usize)> = others.map(|(key, rules)| (key, complete(rules))).collect();
    let most = others.iter().map(|(_, count)| *count).max()?;
    // of games that share their classes the first one
    let (key, _) = others.iter().find(|(_, count)| count * 2 > most)?;
    (most >= MIN_COMPLETE && most > MAX_STRAY * usual).then(|| (*key).clone())
}

/// The fewest complete troops that show of which ruleset a list is.
const MIN_COMPLETE: usize = 3;

/// How many times more troops another ruleset has to explain than the default one.
const MAX_STRAY: usize = 4;

/// Returns the edition, day and profile of a scenario.
///
/// Fails if the scenario names no edition and there are several, or if its date is malformed.
pub(super) fn resolve_request(
    source: SourceId,
    text: &str,
    front_matter: &ScenarioFront,
    options: &CheckOptions,
    db: &RulesetDb,
) -> Result<(Request, EditionSource), (Box<Diagnostic>, EditionSource)> {
    let overrides = &options.request;
    let in_words = || {
        let found = edition_in_words(text, db).filter(|_| front_matter.span.is_empty())?;
        Some((found.value, EditionSource::Words(found.span)))
    };
    let (edition, by) = overrides
        .edition
        .clone()
        .map(|edition| (edition, EditionSource::Options))
        .or_else(|| {
            let own = front_matter.edition.as_ref()?;
            Some((own.value.clone(), EditionSource::FrontMatter))
        })
        .or_else(in_words)
        .map_or_else(
            || {
                let is_list = front_matter.span.is_empty();
                let unknown = is_list.then(|| unknown_edition(text, db)).flatten();
                let by = unknown.map_or(EditionSource::Default, EditionSource::Unknown);
                (None, by)
            },
            |(edition, by)| (Some(edition), by),
        );
    let newest = db
        .ruleset
        .edition_id(db.ruleset.newest_edition_on(options.today))
        .to_owned();
    if edition.is_none() && db.ruleset.editions.len() > 1 {
        let at = Span::new(
            front_matter.span.start(),
            front_matter.span.start() + 3.min(front_matter.span.len()),
        );
        let mut error = front_error(source, at, "no edition named".to_owned());
        error.help = Some(format!(
            "write `edition: \"{newest}\"` at the top; until then {newest} is used"
        ));
        let mut lines = vec![format!("edition: \"{newest}\"")];
        if front_matter.span.is_empty() {
            lines.insert(0, format!("ruleset: {}", db.ruleset.key));
        }
        let (place, inserted) = front_matter_insertion(text, front_matter.span, &lines);
        let at = Location::new(source, Span::new(place, place));
        let title = format!("name the edition {newest}");
        error.fixes.push(Fix::new(title, at, inserted));
        if front_matter.span.is_empty() {
            // a mail names none as often as not
            error.severity = Severity::Note;
            error.message = format!("no edition named: {newest} is used");
            if let EditionSource::Unknown(span) = by {
                error.at = Location::new(source, span);
                let own = span.of(text);
                error.message = format!("the edition {own} is not known: {newest} is used");
            }
        }
        return Err((Box::new(error), by));
    }
    let date = match (overrides.as_of, &front_matter.date) {
        (Some(date), _) => Some(date),
        (None, Some(date)) => match date.value.parse::<PartialDate>() {
            Ok(date) => Some(date),
            Err(_) => {
                let message = format!("`{}` is not a date", date.value);
                let error = front_error(source, date.span, message);
                let error = match PartialDate::normalized(&date.value) {
                    Some(date) => error.replace_with(format!("write {date}"), date),
                    None => error.help("write it as 2026-11-20"),
                };
                return Err((Box::new(error), by));
            }
        },
        (None, None) => None,
    };
    let profile = overrides
        .profile
        .clone()
        .or_else(|| front_matter.profile.as_ref().map(|own| own.value.clone()));
    let request = Request {
        ruleset: Some(db.ruleset.key.clone()),
        edition,
        as_of: date,
        profile,
        ..Request::default()
    };
    Ok((request, by))
}

/// Turns the error of a request into a diagnostic at the key of the front matter that caused it.
pub(super) fn request_error_diagnostic(
    source: SourceId,
    front_matter: &ScenarioFront,
    error: &RequestError,
    db: &RulesetDb,
) -> Diagnostic {
    let span = |own: &Option<Spanned<String>>| {
        own.as_ref().map_or(
            Span::new(front_matter.span.start(), front_matter.span.start()),
            |own| own.span,
        )
    };
    let (span, near) = match error {
        RequestError::NoProfile(_, name, known) => (
            span(&front_matter.profile),
            nearest(name, known.iter().map(String::as_str)),
        ),
        RequestError::NoEdition(_, name, _) => (
            span(&front_matter.edition),
            nearest(
                name,
                db.ruleset
                    .editions
                    .iter()
                    .map(|edition| edition.id.as_str()),
            ),
        ),
        RequestError::NoRuleset(..) => (span(&front_matter.ruleset), None),
        RequestError::NoProposal(..)
        | RequestError::Proposed(..)
        | RequestError::NotPublished { .. } => (span(&front_matter.edition), None),
    };
    let diagnostic = front_error(source, span, error.to_string());
    match near {
        Some(near) => diagnostic.did_you_mean_quoted(near).safe(),
        None => diagnostic,
    }
}

fn front_error(source: SourceId, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(
        FRONT_CODE,
        Severity::Error,
        Location::new(source, span),
        message,
    )
}
