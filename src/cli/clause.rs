//! From what is typed to a clause or page.

use super::{Context, Failure, options::Reading};
use crate::{
    disk::Defaults,
    model::UnitId,
    resolve::{Corpus, Section, View},
    world::{CANDIDATES, Candidate, Located, Query, World},
};
use serde::Serialize;
use std::sync::Arc;

/// What was found, with the view at which it is to be read.
pub(super) struct Found<'w> {
    /// The ruleset.
    pub(super) corpus: &'w Corpus,
    /// The view.
    pub(super) view: View,
    /// The clause or page.
    pub(super) target: Target,
}

/// A clause or page.
pub(super) enum Target {
    /// A section, or a unit of it.
    Clause(Arc<Section>, Option<UnitId>),
    /// A page of the booklet.
    Page(String),
}

/// No clauses, for programs.
#[derive(Serialize)]
struct Nothing<'a> {
    version: u32,
    query: Option<Query>,
    clauses: [(); 0],
    candidates: &'a [Candidate],
}

/// Finds what `typed` means: in the ruleset that it names, that the settings name, or in the only one that has it.
pub(super) fn find<'w>(
    context: &Context<'_>,
    world: &'w World,
    defaults: &Defaults,
    reading: &Reading,
    typed: &str,
) -> Result<Found<'w>, Failure> {
    let (prefix, rest) = world.split_ruleset(typed.trim());
    let rest = rest.trim();
    if rest.is_empty() {
        let example = prefix.map_or_else(String::new, |key| format!("{key}/"));
        return Err(Failure::misuse("no clause is named")
            .help(format!("`rulebook show {example}p.22` shows a page, `rulebook show recoiling` a clause")));
    }
    let question = defaults.question(prefix);
    let keys: Vec<String> = match &question.ruleset {
        Some(said) => vec![said.value.clone()],
        None => world.corpora().map(|(key, _)| key.to_owned()).collect(),
    };
    let (mut found, mut several, mut near) = (Vec::new(), Vec::new(), Vec::new());
    let (mut query, mut misfit, mut no_page) = (None, None, None);
    for key in &keys {
        let (corpus, view) = match context.ask(world, &defaults.question(Some(key))) {
            Ok(asked) => asked,
            Err(failure) => {
                misfit = Some(failure);
                continue;
            }
        };
        query.get_or_insert_with(|| Query::of(&corpus.ruleset, &view));
        match world.locate(corpus, rest, &view) {
            Located::Clause(section, unit) => found.push(Found { corpus, view, target: Target::Clause(section, unit) }),
            Located::NoPage(page) => no_page = Some(page),
            Located::Page(page) => found.push(Found { corpus, view, target: Target::Page(page) }),
            Located::Several(candidates) => several.extend(candidates),
            Located::Nothing(candidates) => near.extend(candidates),
        }
    }
    match (found.len(), misfit) {
        (1, _) => found.pop().ok_or_else(|| Failure::misuse("no clause is named")),
        (0, Some(failure)) if several.is_empty() => Err(failure),
        (0, None) if no_page.is_some() => {
            let page = no_page.unwrap_or_default();
            Err(Failure::nothing(format!("the booklet has no page {page}, as far as is known")))
        }
        (0, _) => Err(candidates(context, reading, query, rest, several, near)),
        (_, _) => {
            let names: Vec<String> = found.iter().map(|found| format!("{}/{rest}", found.corpus.ruleset.key)).collect();
            Err(Failure::misuse(format!("several rulesets have {rest}")).help(format!("name one: {}", names.join(", "))))
        }
    }
}

/// Several that fit, or none but some that come near.
fn candidates(
    context: &Context<'_>,
    reading: &Reading,
    query: Option<Query>,
    typed: &str,
    mut several: Vec<Candidate>,
    mut near: Vec<Candidate>,
) -> Failure {
    several.truncate(CANDIDATES);
    near.truncate(CANDIDATES);
    let (failure, shown) = match (several.is_empty(), near.is_empty()) {
        (false, _) => (Failure::misuse(format!("{typed} fits several clauses; name one of them")), several),
        (true, false) => (Failure::nothing(format!("there is no clause {typed}; these come near")), near),
        (true, true) => {
            let failure = Failure::nothing(format!("there is no clause {typed}"));
            (failure.help("name it by words of its heading, or its page by p. and the number: `rulebook show p.22`"), near)
        }
    };
    let width = shown.iter().map(|candidate| candidate.id.chars().count()).max().unwrap_or_default();
    let failure = shown.iter().enumerate().fold(failure, |failure, (at, candidate)| {
        let page = candidate.page.as_ref().map(|page| format!(", p. {page}")).unwrap_or_default();
        failure.line(format!("{:>3}  {:width$}  {}{page}", at + 1, candidate.id, candidate.words))
    });
    if !reading.format.is_json() {
        return failure;
    }
    match context.json(&Nothing { version: 1, query, clauses: [], candidates: &shown }) {
        Ok(answer) => failure.json(answer.text),
        Err(failure) => failure,
    }
}
