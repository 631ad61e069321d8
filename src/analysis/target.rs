//! From what a person types to a clause, whichever ruleset has it: the same answer wherever it is asked.

use super::{
    Analysis, CANDIDATES, Candidate, IndexKey, Located, ParsedQuery, Query, Request, RequestError,
    SearchOptions,
    locate::{page_of, words},
};
use crate::{
    model::UnitId,
    resolve::{RulesetDb, Section, View},
    search::{Index, IndexFault, query::Node},
    text::Span,
};
use jiff::civil::Date;
use serde_json::Value;
use std::{fmt, sync::Arc};

/// Makes a request of what settings and question say, for a ruleset where one is named.
pub type RequestFactory<'a> = &'a dyn Fn(Option<&str>) -> Request;

/// Gives the search index for an index key.
pub type IndexProvider<'a> = &'a dyn Fn(&IndexKey) -> Result<Arc<Index>, IndexFault>;

/// What was sought, with the view at which it is to be read.
#[derive(Clone, Debug)]
pub struct ResolvedTarget<'w> {
    /// The ruleset.
    pub db: &'w RulesetDb,
    /// The view.
    pub view: View,
    /// What it is.
    pub target: TargetKind,
    /// What says that it is not from the default ruleset, where it is from another one and the question names none.
    pub notice: Option<String>,
}

/// A clause, a page or a ruleset.
#[derive(Clone, Debug)]
pub enum TargetKind {
    /// A section, or a unit of it.
    Clause(Arc<Section>, Option<UnitId>),
    /// A page of the booklet.
    Page(String),
    /// The ruleset as a whole.
    Ruleset,
}

/// Why nothing was found.
#[derive(Clone, Debug)]
pub enum TargetError {
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
    /// None of the default ruleset fits, but these have the words in their text. Something fits in the other rulesets named behind them.
    Words(String, Option<Box<Query>>, Vec<Candidate>, Vec<String>),
    /// There is no search index.
    Index(IndexFault),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = |found: &[Candidate]| {
            found
                .iter()
                .map(|one| one.id.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        match self {
            Self::Unnamed(_) => write!(f, "no clause is named"),
            Self::Request(error, _) => write!(f, "{error}"),
            Self::Rulesets(typed, keys) => {
                let names: Vec<String> = keys.iter().map(|key| format!("{key}/{typed}")).collect();
                write!(
                    f,
                    "several rulesets have {typed}; name one: {}",
                    names.join(", ")
                )
            }
            Self::NoPage(page) => write!(f, "no page {page} of the booklet is known"),
            Self::Several(typed, _, found) => write!(
                f,
                "{typed} fits several clauses; name one of them: {}",
                ids(found)
            ),
            Self::Nothing(typed, _, near) if near.is_empty() => {
                write!(f, "there is no clause {typed}")
            }
            Self::Nothing(typed, _, near) => write!(
                f,
                "there is no clause {typed}; these come near: {}",
                ids(near)
            ),
            Self::Words(typed, _, found, _) => write!(
                f,
                "there is no clause {typed}; search finds: {}",
                ids(found)
            ),
            Self::Index(fault) => write!(f, "{fault}"),
        }
    }
}

impl Analysis {
    /// The ruleset and the view that a request means.
    pub fn resolve_request(
        &self,
        request: &Request,
        today: Date,
    ) -> Result<(&RulesetDb, View), RequestError> {
        let db = self.requested_ruleset(request)?;
        Ok((db, self.view(db, request, today)?))
    }

    /// Finds what `typed` means. A ruleset that it or the question names is the only one to answer. Where none is named, an id of the
    /// default ruleset or a term of its glossary comes first, then an id of another ruleset, then all else that has these words in the
    /// default ruleset, and at last what has them in the others.
    pub fn resolve_target(
        &self,
        typed: &str,
        request_for: RequestFactory<'_>,
        today: Date,
        index: IndexProvider<'_>,
    ) -> Result<ResolvedTarget<'_>, TargetError> {
        let (prefix, rest) = self.split_ruleset(typed.trim());
        let rest = rest.trim();
        let ask = |key: &str| {
            self.resolve_request(&request_for(Some(key)), today)
                .map_err(|error| TargetError::Request(error, key.to_owned()))
        };
        if let (Some(key), true) = (prefix, rest.is_empty()) {
            let (db, view) = ask(key)?;
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
        let here = ask(&first);
        let own = here
            .as_ref()
            .map_or(first.as_str(), |(db, _)| &db.ruleset.key);
        let others = || {
            self.ruleset_dbs()
                .filter(|(key, _)| *key != own && !request.is_named)
                .filter_map(|(key, _)| ask(key).ok())
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
            page_of(rest).is_some() || self.named(db, rest, view).is_some()
        };
        if !here
            .as_ref()
            .is_ok_and(|here| certain(here) || !self.terms(here.0, rest, &here.1).is_empty())
        {
            let mut named =
                others().filter_map(|(db, view)| Some((self.named(db, rest, &view)?, db, view)));
            if let (Some(((section, unit), db, view)), None) = (named.next(), named.next()) {
                return Ok(ResolvedTarget {
                    db,
                    view,
                    target: TargetKind::Clause(section, unit),
                    notice: other(db),
                });
            }
        }
        let (mut query, mut near, mut far) = (None, Vec::new(), Vec::new());
        if let Ok((db, view)) = &here {
            query = Some(Box::new(Query::of(&db.ruleset, view)));
            let target = match self.locate(db, rest, view) {
                Located::Clause(section, unit) => TargetKind::Clause(section, unit),
                Located::Page(page) => TargetKind::Page(page),
                Located::NoPage(page) => return Err(TargetError::NoPage(page)),
                Located::Several(several) => {
                    return Err(TargetError::Several(typed(), query, several));
                }
                Located::Nothing(candidates) => {
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
        let (mut found, mut several) = (Vec::new(), Vec::new());
        for (db, view) in others() {
            let target = match self.locate(db, rest, &view) {
                Located::Clause(section, unit) => TargetKind::Clause(section, unit),
                Located::Page(page) => TargetKind::Page(page),
                Located::NoPage(_) => continue,
                Located::Several(candidates) => {
                    several.extend(candidates);
                    continue;
                }
                Located::Nothing(candidates) => {
                    far = if far.is_empty() { candidates } else { far };
                    continue;
                }
            };
            found.push(ResolvedTarget {
                db,
                view,
                target,
                notice: other(db),
            });
        }
        let mut keys: Vec<String> = found
            .iter()
            .map(|found| found.db.ruleset.key.clone())
            .collect();
        // what comes near in the default ruleset is better than words of its clauses, and both are better than anything elsewhere
        if let Ok((db, view)) = &here
            && (near.is_empty() || !found.is_empty() || !several.is_empty())
            && !request.is_named
        {
            let hits = self
                .having_words(db, view, rest, index)
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
                several.truncate(CANDIDATES);
                Err(TargetError::Several(typed(), query, several))
            }
            None => {
                let near = if near.is_empty() { far } else { near };
                here.map_or_else(Err, |_| Err(TargetError::Nothing(typed(), query, near)))
            }
        }
    }

    /// The clauses of a ruleset that have all the words of `typed`, best first.
    fn having_words(
        &self,
        db: &RulesetDb,
        view: &View,
        typed: &str,
        index: IndexProvider<'_>,
    ) -> Result<Vec<Candidate>, IndexFault> {
        if typed.contains('/') {
            return Ok(Vec::new());
        }
        let node = Node::And(
            words(typed)
                .into_iter()
                .map(|word| Node::Words(word, Span::default()))
                .collect(),
        );
        let query = ParsedQuery {
            text: typed.to_owned(),
            node,
            faults: Vec::new(),
        };
        let options = SearchOptions {
            limit: CANDIDATES,
            all_editions: false,
        };
        let found = self.find(
            &*index(&self.index_key(view))?,
            &query,
            &[(db, view.clone())],
            options,
        )?;
        // a word that was taken for another one is not there
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

/// An answer as JSON with one more notice before its others.
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
