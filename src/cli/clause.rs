//! From what is typed to a clause or page.

use super::{Context, Failure, options::Reading};
use crate::{
    disk::Defaults,
    world::{Candidate, Query, Sought, Unsought, World},
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

/// Finds what `typed` means: in the ruleset that it names, that the settings name, or in the only one that has it.
pub(super) fn find<'w>(
    context: &Context<'_>,
    world: &'w World,
    defaults: &Defaults,
    reading: &Reading,
    typed: &str,
) -> Result<Sought<'w>, Failure> {
    let asking = |ruleset: Option<&str>| defaults.question(ruleset).request();
    world.seek(typed, &asking, context.today).map_err(|unsought| match unsought {
        Unsought::Unnamed(ruleset) => {
            let example = ruleset.map_or_else(String::new, |key| format!("{key}/"));
            Failure::misuse("no clause is named")
                .help(format!("`rulebook show {example}p.22` shows a page, `rulebook show recoiling` a clause"))
        }
        Unsought::Request(error, key) => Failure::request(&error, &defaults.question(Some(&key))),
        Unsought::Rulesets(typed, keys) => {
            let names: Vec<String> = keys.iter().map(|key| format!("{key}/{typed}")).collect();
            Failure::misuse(format!("several rulesets have {typed}")).help(format!("name one: {}", names.join(", ")))
        }
        Unsought::NoPage(_) => Failure::nothing(unsought.to_string()),
        Unsought::Several(typed, query, several) => candidates(context, reading, query, &typed, several, Vec::new()),
        Unsought::Nothing(typed, query, near) => candidates(context, reading, query, &typed, Vec::new(), near),
    })
}

/// Several that fit, or none but some that come near.
fn candidates(
    context: &Context<'_>,
    reading: &Reading,
    query: Option<Box<Query>>,
    typed: &str,
    several: Vec<Candidate>,
    near: Vec<Candidate>,
) -> Failure {
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
