//! From what a person types to a clause, whichever ruleset has it: the same answer wherever it is asked.

use super::{CANDIDATES, Candidate, Located, Query, Request, RequestError, World};
use crate::{
    model::UnitId,
    resolve::{Corpus, Section, View},
};
use jiff::civil::Date;
use std::{fmt, sync::Arc};

/// Makes a request of what settings and question say, for a ruleset where one is named.
pub type Asking<'a> = &'a dyn Fn(Option<&str>) -> Request;

/// What was sought, with the view at which it is to be read.
#[derive(Clone, Debug)]
pub struct Sought<'w> {
    /// The ruleset.
    pub corpus: &'w Corpus,
    /// The view.
    pub view: View,
    /// What it is.
    pub target: Target,
}

/// A clause, a page or a ruleset.
#[derive(Clone, Debug)]
pub enum Target {
    /// A section, or a unit of it.
    Clause(Arc<Section>, Option<UnitId>),
    /// A page of the booklet.
    Page(String),
    /// The ruleset as a whole.
    Ruleset,
}

/// Why nothing was found.
#[derive(Clone, Debug)]
pub enum Unsought {
    /// No clause is named; perhaps a ruleset is.
    Unnamed(Option<String>),
    /// The question cannot be met in this ruleset.
    Request(RequestError, String),
    /// Several rulesets have it: these.
    Rulesets(String, Vec<String>),
    /// The booklet has no such page, as far as is known.
    NoPage(String),
    /// Several clauses fit.
    Several(String, Option<Box<Query>>, Vec<Candidate>),
    /// None fits; these come near.
    Nothing(String, Option<Box<Query>>, Vec<Candidate>),
}

impl fmt::Display for Unsought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = |found: &[Candidate]| found.iter().map(|one| one.id.as_str()).collect::<Vec<_>>().join(", ");
        match self {
            Self::Unnamed(_) => write!(f, "no clause is named"),
            Self::Request(error, _) => write!(f, "{error}"),
            Self::Rulesets(typed, keys) => {
                let names: Vec<String> = keys.iter().map(|key| format!("{key}/{typed}")).collect();
                write!(f, "several rulesets have {typed}; name one: {}", names.join(", "))
            }
            Self::NoPage(page) => write!(f, "the booklet has no page {page}, as far as is known"),
            Self::Several(typed, _, found) => write!(f, "{typed} fits several clauses; name one of them: {}", ids(found)),
            Self::Nothing(typed, _, near) if near.is_empty() => write!(f, "there is no clause {typed}"),
            Self::Nothing(typed, _, near) => write!(f, "there is no clause {typed}; these come near: {}", ids(near)),
        }
    }
}

impl World {
    /// The ruleset and the view that a request means.
    pub fn asked(&self, request: &Request, today: Date) -> Result<(&Corpus, View), RequestError> {
        let corpus = self.requested(request)?;
        Ok((corpus, self.view(corpus, request, today)?))
    }

    /// Finds what `typed` means: in the ruleset that it names, that the settings name, or in the only one that has it.
    pub fn seek(&self, typed: &str, asking: Asking<'_>, today: Date) -> Result<Sought<'_>, Unsought> {
        let (prefix, rest) = self.split_ruleset(typed.trim());
        let rest = rest.trim();
        let ask = |key: &str| self.asked(&asking(Some(key)), today).map_err(|error| Unsought::Request(error, key.to_owned()));
        if let (Some(key), true) = (prefix, rest.is_empty()) {
            let (corpus, view) = ask(key)?;
            return Ok(Sought { corpus, view, target: Target::Ruleset });
        }
        if rest.is_empty() {
            return Err(Unsought::Unnamed(prefix.map(str::to_owned)));
        }
        // the default ruleset first; the others where it has nothing of the kind
        let groups: Vec<Vec<String>> = match asking(prefix).ruleset {
            Some(key) => vec![vec![key]],
            None => {
                let default = self.default_corpus().map(|corpus| corpus.ruleset.key.clone());
                let others = self.corpora().map(|(key, _)| key.to_owned()).filter(|key| Some(key) != default.as_ref());
                vec![default.iter().cloned().collect(), others.collect()]
            }
        };
        let (mut query, mut misfit, mut near) = (None, None, Vec::new());
        for keys in groups {
            let (mut found, mut several, mut no_page) = (Vec::new(), Vec::new(), None);
            for key in &keys {
                let (corpus, view) = match ask(key) {
                    Ok(asked) => asked,
                    Err(fault) => {
                        misfit.get_or_insert(fault);
                        continue;
                    }
                };
                query.get_or_insert_with(|| Box::new(Query::of(&corpus.ruleset, &view)));
                match self.locate(corpus, rest, &view) {
                    Located::Clause(section, unit) => found.push(Sought { corpus, view, target: Target::Clause(section, unit) }),
                    Located::NoPage(page) => no_page = no_page.or(Some(page)),
                    Located::Page(page) => found.push(Sought { corpus, view, target: Target::Page(page) }),
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
                    let keys = found.iter().chain([&last]).map(|found| found.corpus.ruleset.key.clone());
                    return Err(Unsought::Rulesets(rest.to_owned(), keys.collect()));
                }
                (None, false) => {
                    several.truncate(CANDIDATES);
                    return Err(Unsought::Several(rest.to_owned(), query, several));
                }
                (None, true) => {}
            }
            if let Some(page) = no_page {
                return Err(Unsought::NoPage(page));
            }
        }
        match misfit.filter(|_| near.is_empty()) {
            Some(fault) => Err(fault),
            None => {
                near.truncate(CANDIDATES);
                Err(Unsought::Nothing(rest.to_owned(), query, near))
            }
        }
    }
}
