//! From what is typed to a clause or page.

use super::{Context, Failure, options::Reading};
use crate::{
    analysis::{Analysis, Candidate, Query, ResolvedTarget, TargetError},
    disk::Defaults,
};
use serde::Serialize;

/// No clauses, for programs.
#[derive(Serialize)]
struct Nothing<'a> {
    version: u32,
    query: Option<Box<Query>>,
    clauses: [(); 0],
    candidates: &'a [Candidate],
}

/// Finds what `typed` means. That it is from another ruleset than the default one is said before the answer.
pub(super) fn find<'w>(
    context: &mut Context<'_>,
    analysis: &'w Analysis,
    defaults: &Defaults,
    reading: &Reading,
    typed: &str,
) -> Result<ResolvedTarget<'w>, Failure> {
    seek(context, analysis, defaults, typed)
        .map_err(|unsought| failure(context, defaults, reading, unsought))
}

/// The same, for commands that have something to say of what was not found.
pub(super) fn seek<'w>(
    context: &mut Context<'_>,
    analysis: &'w Analysis,
    defaults: &Defaults,
    typed: &str,
) -> Result<ResolvedTarget<'w>, TargetError> {
    let asking = |ruleset: Option<&str>| defaults.question(ruleset).request();
    let found = analysis.resolve_target(typed, &asking, context.today, &|index_key| {
        context.index(analysis, index_key)
    })?;
    context.notice = found.notice.clone();
    Ok(found)
}

/// Why nothing was found, for people and programs.
pub(super) fn failure(
    context: &Context<'_>,
    defaults: &Defaults,
    reading: &Reading,
    unsought: TargetError,
) -> Failure {
    match unsought {
        TargetError::Unnamed(ruleset) => {
            let example = ruleset.map_or_else(String::new, |key| format!("{key}/"));
            Failure::misuse("no clause is named").help(format!(
                "`rulebook show {example}p.22` shows a page, `rulebook show recoiling` a clause"
            ))
        }
        TargetError::Request(error, key) => {
            Failure::request(&error, &defaults.question(Some(&key)))
        }
        TargetError::Rulesets(typed, keys) => {
            let names: Vec<String> = keys.iter().map(|key| format!("{key}/{typed}")).collect();
            Failure::misuse(format!("several rulesets have {typed}"))
                .help(format!("name one: {}", names.join(", ")))
        }
        TargetError::NoPage(_) => Failure::nothing(unsought.to_string()),
        TargetError::Index(fault) => Failure::misuse(fault.to_string()),
        TargetError::Several(typed, query, several) => {
            let failure =
                Failure::misuse(format!("{typed} fits several clauses; name one of them"));
            candidates(context, reading, query, failure, &several)
        }
        TargetError::Words(typed, query, hits, others) => {
            let failure =
                Failure::nothing(format!("there is no clause {typed}; search finds these"));
            let failure = candidates(context, reading, query, failure, &hits);
            others.iter().fold(failure, |failure, key| {
                failure.help(format!("{key} has one: `rulebook show {key}/{typed}`"))
            })
        }
        TargetError::Nothing(typed, query, near) if near.is_empty() => {
            let failure = Failure::nothing(format!("there is no clause {typed}"));
            let failure = failure.help("name it by words of its heading, or its page by p. and the number: `rulebook show p.22`");
            candidates(context, reading, query, failure, &near)
        }
        TargetError::Nothing(typed, query, near) => {
            let failure = Failure::nothing(format!("there is no clause {typed}; these come near"));
            candidates(context, reading, query, failure, &near)
        }
    }
}

/// A failure with the clauses that may be meant.
fn candidates(
    context: &Context<'_>,
    reading: &Reading,
    query: Option<Box<Query>>,
    failure: Failure,
    shown: &[Candidate],
) -> Failure {
    let width = shown
        .iter()
        .map(|candidate| candidate.id.chars().count())
        .max()
        .unwrap_or_default();
    let failure = shown
        .iter()
        .enumerate()
        .fold(failure, |failure, (at, candidate)| {
            let page = candidate
                .page
                .as_ref()
                .map(|page| format!(", p. {page}"))
                .unwrap_or_default();
            failure.line(format!(
                "{:>3}  {:width$}  {}{page}",
                at + 1,
                candidate.id,
                candidate.words
            ))
        });
    if !reading.format.is_json() {
        return failure;
    }
    match context.json(&Nothing {
        version: 1,
        query,
        clauses: [],
        candidates: shown,
    }) {
        Ok(answer) => failure.json(answer.text),
        Err(failure) => failure,
    }
}
