//! Resolves a typed name to a clause, page or ruleset: in the default ruleset, then in others.
//! The command line, assistants, the web and the language server all resolve names by this.

use super::{
    Analysis, Candidate, IndexKey, LookupResult, MAX_CANDIDATES, ParsedQuery, Request,
    RequestError, SearchOptions, ViewDescription, lookup::query_words, page_line::parse_page,
};
use crate::{
    model::UnitId,
    resolve::{RulesetDb, Section, View},
    search::{Index, IndexError, query::QueryNode},
    text::{Span, join},
};
use jiff::civil::Date;
use serde_json::Value;
use std::{fmt, sync::Arc};

/// A function that makes a request from the settings, for the given ruleset if there is one.
pub type RequestFactory<'a> = &'a dyn Fn(Option<&str>) -> Request;

/// A function that returns the search index for a key.
pub type IndexProvider<'a> = &'a dyn Fn(&IndexKey) -> Result<Arc<Index>, IndexError>;

/// The clause, page or ruleset that a person named, with its ruleset and the view to read it at.
#[derive(Clone, Debug)]
pub struct ResolvedTarget<'w> {
    /// The ruleset.
    pub db: &'w RulesetDb,
    /// The view.
    pub view: View,
    /// The clause, page or ruleset.
    pub target: TargetKind,
    /// A notice that it is from another ruleset than the default one, if the request names none.
    pub notice: Option<String>,
}

/// What a person named: a clause (a section or a unit of it), a page, or a whole ruleset.
#[derive(Clone, Debug)]
pub enum TargetKind {
    /// A section, or a unit of it.
    Clause(Arc<Section>, Option<UnitId>),
    /// A page of the booklet.
    Page(String),
    /// The ruleset as a whole.
    Ruleset,
}

/// Why a typed name cannot be resolved, with clauses to suggest: no match, several, no such page,
/// an invalid request, or no search index.
#[derive(Clone, Debug)]
pub enum TargetError {
    /// No clause is named; a ruleset may be.
    Unnamed(Option<String>),
    /// The request cannot be resolved in its ruleset.
    Request(RequestError),
    /// Several rulesets have it; the list has their keys.
    Rulesets(String, Vec<String>),
    /// The booklet has no such page, as far as is known.
    NoPage(String),
    /// Several clauses match.
    Several(String, Option<Box<ViewDescription>>, Vec<Candidate>),
    /// No clause matches; the candidates are similar.
    Nothing(String, Option<Box<ViewDescription>>, Vec<Candidate>),
    /// No clause of the default ruleset matches, but the candidates contain the words. The other
    /// rulesets, listed last, have a match.
    Words(
        String,
        Option<Box<ViewDescription>>,
        Vec<Candidate>,
        Vec<String>,
    ),
    /// The search index is not available.
    Index(IndexError),
}

/// Returns `4 clauses match "pikes"`. A list of [`MAX_CANDIDATES`] may lack further matches.
pub fn count_matches(typed: &str, found: &[Candidate]) -> String {
    let least = if found.len() < MAX_CANDIDATES {
        ""
    } else {
        "at least "
    };
    format!("{least}{} clauses match \"{typed}\"", found.len())
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = |found: &[Candidate]| join(found.iter().map(|one| one.id.as_str()), ", ");
        match self {
            Self::Unnamed(_) => write!(f, "no clause named"),
            Self::Request(error) => write!(f, "{error}"),
            Self::Rulesets(typed, keys) => {
                let names: Vec<String> = keys.iter().map(|key| format!("{key}/{typed}")).collect();
                write!(
                    f,
                    "{} rulesets match \"{typed}\": {}",
                    keys.len(),
                    names.join(", ")
                )
            }
            Self::NoPage(page) => write!(f, "page {page} of the booklet is not known"),
            Self::Several(typed, _, found) => {
                write!(f, "{}: {}", count_matches(typed, found), ids(found))
            }
            Self::Nothing(typed, _, near) if near.is_empty() => {
                write!(f, "no clause matches \"{typed}\"")
            }
            Self::Nothing(typed, _, near) => write!(
                f,
                "no clause matches \"{typed}\"; similar clauses: {}",
                ids(near)
            ),
            Self::Words(typed, _, found, _) => write!(
                f,
                "no clause matches \"{typed}\"; search finds: {}",
                ids(found)
            ),
            Self::Index(error) => write!(f, "{error}"),
        }
    }
}

/// What a name matches in rulesets other than the default one: clauses, several clauses, or only
/// similar names.
#[derive(Default)]
struct OtherMatches<'w> {
    found: Vec<ResolvedTarget<'w>>,
    /// Clauses of rulesets in which several match.
    several: Vec<Candidate>,
    /// Similar names of the first ruleset that has any.
    near: Vec<Candidate>,
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

    /// Resolves `typed`. If it or the request names a ruleset, only that one is searched. Otherwise
    /// the order is: an id or glossary term of the default ruleset, an id of another ruleset, any
    /// other match in the default ruleset, any other match in the other rulesets.
    pub fn resolve_target(
        &self,
        typed: &str,
        request_for: RequestFactory<'_>,
        today: Date,
        index: IndexProvider<'_>,
    ) -> Result<ResolvedTarget<'_>, TargetError> {
        let (prefix, rest) = self.split_ruleset(typed.trim());
        let rest = rest.trim();
        let resolve = |key: &str| {
            self.resolve_request(&request_for(Some(key)), today)
                .map_err(TargetError::Request)
        };
        if let (Some(key), true) = (prefix, rest.is_empty()) {
            let (db, view) = resolve(key)?;
            return Ok(ResolvedTarget {
                db,
                view,
                target: TargetKind::Ruleset,
                notice: None,
            });
        }
        if rest.is_empty() {
            return Err(TargetError::Unnamed(prefix.map(str::to_owned)));
        }
        let typed = || rest.to_owned();
        let request = request_for(prefix);
        let first = request
            .ruleset
            .or_else(|| Some(self.default_ruleset_db()?.ruleset.key.clone()));
        let Some(first) = first else {
            return Err(TargetError::Nothing(typed(), None, Vec::new()));
        };
        let here = resolve(&first);
        let own = here
            .as_ref()
            .map_or(first.as_str(), |(db, _)| &db.ruleset.key);
        let others = || {
            self.ruleset_dbs()
                .filter(|(key, _)| *key != own && !request.is_named)
                .filter_map(|(key, _)| resolve(key).ok())
        };
        let other = |db: &RulesetDb| {
            let lacking = here.as_ref().map_or_else(TargetError::to_string, |_| {
                format!("no clause `{rest}` in {own}")
            });
            Some(format!(
                "{lacking}; this is from {} ({})",
                db.ruleset.key, db.ruleset.title
            ))
        };
        let certain = |(db, view): &(&RulesetDb, View)| {
            parse_page(rest).is_some() || self.resolve_id(db, rest, view).is_some()
        };
        if !here.as_ref().is_ok_and(|here| {
            certain(here) || !self.glossary_entries(here.0, rest, &here.1).is_empty()
        }) {
            let mut named = others()
                .filter_map(|(db, view)| Some((self.resolve_id(db, rest, &view)?, db, view)));
            if let (Some(((section, unit), db, view)), None) = (named.next(), named.next()) {
                return Ok(ResolvedTarget {
                    db,
                    view,
                    target: TargetKind::Clause(section, unit),
                    notice: other(db),
                });
            }
        }
        let mut near = Vec::new();
        if let Ok((db, view)) = &here {
            let target = match self.locate(db, rest, view) {
                LookupResult::Clause(section, unit) => TargetKind::Clause(section, unit),
                LookupResult::Page(page) => TargetKind::Page(page),
                LookupResult::NoPage(page) => return Err(TargetError::NoPage(page)),
                LookupResult::Several(several) => {
                    let query = Some(Box::new(ViewDescription::new(&db.ruleset, view)));
                    return Err(TargetError::Several(typed(), query, several));
                }
                LookupResult::Nothing(candidates) => {
                    near = candidates;
                    TargetKind::Ruleset
                }
            };
            if !matches!(target, TargetKind::Ruleset) {
                return Ok(ResolvedTarget {
                    db,
                    view: view.clone(),
                    target,
                    notice: None,
                });
            }
        }
        let matches = self.locate_in_others(rest, others(), other);
        self.choose_match(rest, here, near, matches, (request.is_named, index))
    }

    /// Looks a name up in several rulesets. `notice` names the ruleset of a match.
    fn locate_in_others<'w>(
        &self,
        name: &str,
        others: impl Iterator<Item = (&'w RulesetDb, View)>,
        notice: impl Fn(&RulesetDb) -> Option<String>,
    ) -> OtherMatches<'w> {
        let mut matches = OtherMatches::default();
        for (db, view) in others {
            let target = match self.locate(db, name, &view) {
                LookupResult::Clause(section, unit) => TargetKind::Clause(section, unit),
                LookupResult::Page(page) => TargetKind::Page(page),
                LookupResult::NoPage(_) => continue,
                LookupResult::Several(candidates) => {
                    matches.several.extend(candidates);
                    continue;
                }
                LookupResult::Nothing(candidates) => {
                    if matches.near.is_empty() {
                        matches.near = candidates;
                    }
                    continue;
                }
            };
            matches.found.push(ResolvedTarget {
                db,
                view,
                target,
                notice: notice(db),
            });
        }
        matches
    }

    /// Chooses between words in the clauses of the default ruleset (`here`), which has no match but
    /// the similar names `near`, and the matches in other rulesets.
    fn choose_match<'w>(
        &self,
        name: &str,
        here: Result<(&RulesetDb, View), TargetError>,
        near: Vec<Candidate>,
        matches: OtherMatches<'w>,
        (is_named, index): (bool, IndexProvider<'_>),
    ) -> Result<ResolvedTarget<'w>, TargetError> {
        let OtherMatches {
            mut found,
            mut several,
            near: far,
        } = matches;
        let typed = || name.to_owned();
        let query = here
            .as_ref()
            .ok()
            .map(|(db, view)| Box::new(ViewDescription::new(&db.ruleset, view)));
        let mut keys: Vec<String> = found
            .iter()
            .map(|found| found.db.ruleset.key.clone())
            .collect();
        // similar names in the default ruleset are better than words in its clauses, and both are
        // better than other rulesets
        if let Ok((db, view)) = &here
            && (near.is_empty() || !found.is_empty() || !several.is_empty())
            && !is_named
        {
            let hits = self
                .having_words(db, view, name, index)
                .map_err(TargetError::Index)?;
            if !hits.is_empty() {
                keys.extend(
                    several
                        .iter()
                        .filter_map(|candidate| Some(candidate.id.split_once('/')?.0.to_owned())),
                );
                keys.dedup();
                return Err(TargetError::Words(typed(), query, hits, keys));
            }
        }
        match found.pop() {
            Some(only) if found.is_empty() => Ok(only),
            Some(_) => Err(TargetError::Rulesets(typed(), keys)),
            None if !several.is_empty() => {
                several.truncate(MAX_CANDIDATES);
                Err(TargetError::Several(typed(), query, several))
            }
            None => {
                let near = if near.is_empty() { far } else { near };
                here.map_or_else(Err, |_| Err(TargetError::Nothing(typed(), query, near)))
            }
        }
    }

    /// Returns the clauses of a ruleset that contain all words of `typed`, best first.
    fn having_words(
        &self,
        db: &RulesetDb,
        view: &View,
        typed: &str,
        index: IndexProvider<'_>,
    ) -> Result<Vec<Candidate>, IndexError> {
        if typed.contains('/') {
            return Ok(Vec::new());
        }
        let node = QueryNode::And(
            query_words(typed)
                .into_iter()
                .map(|word| QueryNode::Words(word, Span::default()))
                .collect(),
        );
        let query = ParsedQuery {
            text: typed.to_owned(),
            node,
            faults: Vec::new(),
        };
        let options = SearchOptions {
            limit: MAX_CANDIDATES,
            all_editions: false,
        };
        let found = self.find(
            &*index(&self.index_key(view))?,
            &query,
            &[(db, view.clone())],
            options,
        )?;
        // a corrected word is not contained
        let hits = found
            .hits
            .into_iter()
            .filter(|hit| hit.holds && found.corrections.is_empty());
        Ok(hits
            .map(|hit| Candidate {
                id: hit.id,
                words: hit.path.join(" › "),
                page: hit.page,
            })
            .collect())
    }
}

/// Returns an answer in JSON with `notice` before its other notices.
pub fn with_notice(mut answer: Value, notice: &str) -> Value {
    if let Some(object) = answer.as_object_mut()
        && let Some(notices) = object
            .entry("notices")
            .or_insert_with(|| Value::Array(Vec::new()))
            .as_array_mut()
    {
        notices.insert(0, notice.into());
    }
    answer
}
