//! Resolves what the user typed to a clause, page or ruleset.

use super::{context::Context, header, options::ViewOptions, outcome::CommandError};
use crate::{
    analysis::{self, Analysis, Candidate, ResolvedTarget, TargetError, ViewQuery},
    disk::Defaults,
};
use serde::Serialize;

/// A failed lookup as JSON.
#[derive(Serialize)]
struct NoClauses<'a> {
    version: u32,
    query: Option<Box<ViewQuery>>,
    clauses: [(); 0],
    candidates: &'a [Candidate],
}

/// Resolves `typed`. If the target is not in the default ruleset, a notice is shown above the
/// answer.
pub(super) fn find_target<'w>(
    context: &mut Context<'_>,
    analysis: &'w Analysis,
    defaults: &Defaults,
    options: &ViewOptions,
    typed: &str,
) -> Result<ResolvedTarget<'w>, CommandError> {
    resolve_target(context, analysis, defaults, typed)
        .map_err(|error| target_error(context, defaults, options, error))
}

/// Does the same as [`find_target`] for commands that handle the error themselves.
pub(super) fn resolve_target<'w>(
    context: &mut Context<'_>,
    analysis: &'w Analysis,
    defaults: &Defaults,
    typed: &str,
) -> Result<ResolvedTarget<'w>, TargetError> {
    let request = |ruleset: Option<&str>| defaults.view_settings(ruleset).request();
    let found = analysis.resolve_target(typed, &request, context.today, &|index_key| {
        context.search_index(analysis, index_key)
    })?;
    context.notice = found.notice.clone();
    Ok(found)
}

/// Returns the error for people and programs.
pub(super) fn target_error(
    context: &Context<'_>,
    defaults: &Defaults,
    options: &ViewOptions,
    error: TargetError,
) -> CommandError {
    match error {
        TargetError::Unnamed(ruleset) => {
            let example = ruleset.map_or_else(String::new, |key| format!("{key}/"));
            CommandError::misuse("no clause named").with_help(format!(
                "`rulebook show {example}p.22` shows a page, `rulebook show recoiling` a clause"
            ))
        }
        TargetError::Request(error, key) => {
            CommandError::from_request(&error, &defaults.view_settings(Some(&key)))
        }
        TargetError::Rulesets(typed, keys) => {
            let names: Vec<String> = keys.iter().map(|key| format!("{key}/{typed}")).collect();
            CommandError::misuse(format!("{} rulesets match \"{typed}\"", keys.len()))
                .with_help(format!("name one: {}", names.join(", ")))
        }
        TargetError::NoPage(_) => CommandError::not_found(error.to_string()),
        TargetError::Index(fault) => CommandError::misuse(fault.to_string()),
        TargetError::Several(typed, query, several) => {
            let failure =
                CommandError::misuse(format!("{}:", analysis::count_matches(&typed, &several)));
            with_candidates(context, options, query, failure, &several)
        }
        TargetError::Words(typed, query, hits, others) => {
            let failure =
                CommandError::not_found(format!("no clause matches \"{typed}\"; search finds:"));
            let failure = with_candidates(context, options, query, failure, &hits);
            others.iter().fold(failure, |failure, key| {
                failure.with_help(format!("{key} has a match: `rulebook show {key}/{typed}`"))
            })
        }
        TargetError::Nothing(typed, query, near) if near.is_empty() => {
            let failure = CommandError::not_found(format!("no clause matches \"{typed}\""));
            let failure =
                failure.with_help("use words of its heading, or its page: `rulebook show p.22`");
            with_candidates(context, options, query, failure, &near)
        }
        TargetError::Nothing(typed, query, near) => {
            let failure =
                CommandError::not_found(format!("no clause matches \"{typed}\"; similar clauses:"));
            with_candidates(context, options, query, failure, &near)
        }
    }
}

/// Adds the clauses that may be meant to an error.
fn with_candidates(
    context: &Context<'_>,
    options: &ViewOptions,
    query: Option<Box<ViewQuery>>,
    failure: CommandError,
    shown: &[Candidate],
) -> CommandError {
    let width = shown
        .iter()
        .map(|candidate| candidate.id.chars().count())
        .max()
        .unwrap_or_default();
    let failure = shown
        .iter()
        .enumerate()
        .fold(failure, |failure, (at, candidate)| {
            let page = header::page_suffix(candidate.page.as_deref());
            failure.with_line(format!(
                "{:>3}  {:width$}  {}{page}",
                at + 1,
                candidate.id,
                candidate.words
            ))
        });
    if !options.format.is_json() {
        return failure;
    }
    match context.json_output(&NoClauses {
        version: 1,
        query,
        clauses: [],
        candidates: shown,
    }) {
        Ok(answer) => failure.with_json(answer.text),
        Err(failure) => failure,
    }
}
