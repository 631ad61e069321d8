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
    /// The ruleset as a whole.
    Ruleset,
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
    if let (Some(key), true) = (prefix, rest.is_empty()) {
        let (corpus, view) = context.ask(world, &defaults.question(Some(key)))?;
        return Ok(Found { corpus, view, target: Target::Ruleset });
    }
    if rest.is_empty() {
        let example = prefix.map_or_else(String::new, |key| format!("{key}/"));
        return Err(Failure::misuse("no clause is named")
            .help(format!("`rulebook show {example}p.22` shows a page, `rulebook show recoiling` a clause")));
    }
    let question = defaults.question(prefix);
    // the default ruleset first; the others where it has nothing of the kind
    let groups: Vec<Vec<String>> = match &question.ruleset {
        Some(said) => vec![vec![said.value.clone()]],
        None => {
            let default = world.default_corpus().map(|corpus| corpus.ruleset.key.clone());
            let others = world.corpora().map(|(key, _)| key.to_owned()).filter(|key| Some(key) != default.as_ref());
            vec![default.iter().cloned().collect(), others.collect()]
        }
    };
    let (mut query, mut misfit, mut near) = (None, None, Vec::new());
    for keys in groups {
        let (mut found, mut several, mut no_page) = (Vec::new(), Vec::new(), None);
        for key in &keys {
            let (corpus, view) = match context.ask(world, &defaults.question(Some(key))) {
                Ok(asked) => asked,
                Err(failure) => {
                    misfit.get_or_insert(failure);
                    continue;
                }
            };
            query.get_or_insert_with(|| Query::of(&corpus.ruleset, &view));
            match world.locate(corpus, rest, &view) {
                Located::Clause(section, unit) => found.push(Found { corpus, view, target: Target::Clause(section, unit) }),
                Located::NoPage(page) => no_page = no_page.or(Some(page)),
                Located::Page(page) => found.push(Found { corpus, view, target: Target::Page(page) }),
                Located::Several(candidates) => several.extend(candidates),
                // what comes near in the default ruleset is nearer than anything elsewhere
                Located::Nothing(candidates) if near.is_empty() => near = candidates,
                Located::Nothing(_) => {}
            }
        }
        match (found.pop(), several.is_empty()) {
            (Some(found), _) if keys.len() == 1 => return Ok(found),
            (Some(only), true) if found.is_empty() => return Ok(only),
            (Some(last), _) => {
                let keys = found.iter().chain([&last]).map(|found| found.corpus.ruleset.key.as_str());
                let names: Vec<String> = keys.map(|key| format!("{key}/{rest}")).collect();
                return Err(Failure::misuse(format!("several rulesets have {rest}")).help(format!("name one: {}", names.join(", "))));
            }
            (None, false) => return Err(candidates(context, reading, query, rest, several, near)),
            (None, true) => {}
        }
        if let Some(page) = no_page {
            return Err(Failure::nothing(format!("the booklet has no page {page}, as far as is known")));
        }
    }
    match misfit.filter(|_| near.is_empty()) {
        Some(failure) => Err(failure),
        None => Err(candidates(context, reading, query, rest, Vec::new(), near)),
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
