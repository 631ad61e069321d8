//! Resolves a typed name to a clause, page or ruleset: in the default ruleset, then in others.

use super::{Answer, AnswerError, QueryEngine};
use crate::{
    analysis::{
        Candidate, LayeredSettings, LookupResult, MAX_CANDIDATES, ParsedQuery, SearchOptions,
        Settings, ViewDescription, parse_page,
    },
    model::UnitId,
    resolve::{RulesetDb, Section, View},
    search::query::QueryNode,
    text::{Span, join, words},
};
use std::sync::Arc;

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

impl<T> Answer<T> {
    /// Creates the answer about a target.
    pub(super) fn about(found: &ResolvedTarget<'_>, body: T) -> Self {
        Self {
            notice: found.notice.clone(),
            ..Self::of(found.db, body)
        }
    }
}

/// Creates the error for a name that several clauses have; it says how many: `4 clauses match "pikes"`.
fn several(typed: &str, query: Option<Box<ViewDescription>>, found: Vec<Candidate>) -> AnswerError {
    let least = match found.len() < MAX_CANDIDATES {
        true => "",
        false => "at least ",
    };
    let message = format!("{least}{} clauses match \"{typed}\":", found.len());
    AnswerError::invalid(message).with_candidates(query, found)
}

/// What other rulesets have for a name: matches, and candidates to suggest.
#[derive(Default)]
struct OtherMatches<'w> {
    found: Vec<ResolvedTarget<'w>>,
    several: Vec<Candidate>,
    near: Vec<Candidate>,
}

impl QueryEngine {
    /// Resolves the clause, page or ruleset that `typed` names. If it or the request names a ruleset,
    /// only that one is searched. Otherwise the order is: an id or glossary term of the default
    /// ruleset, an id of another ruleset, any other match in the default ruleset, any other match in
    /// the other rulesets.
    pub fn resolve_target(
        &self,
        request: &Settings,
        typed: &str,
    ) -> Result<ResolvedTarget<'_>, AnswerError> {
        let settings = self.layered_settings(request.clone());
        self.find_target(&settings, typed).map_err(|error| {
            let (_, number) = self.analysis.split_ruleset(typed);
            let mut all = self.analysis.ruleset_dbs();
            let lost = all.find_map(|(_, db)| self.analysis.lost_ruling(db, number));
            lost.map_or(error, AnswerError::not_found)
        })
    }

    fn find_target(
        &self,
        settings: &LayeredSettings,
        typed: &str,
    ) -> Result<ResolvedTarget<'_>, AnswerError> {
        let analysis = &self.analysis;
        let (prefix, rest) = analysis.split_ruleset(typed.trim());
        let rest = rest.trim();
        let resolve = |key: &str| self.resolve_view(settings, &settings.request(Some(key)));
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
            return Err(AnswerError::invalid("no clause named").with_help(
                "`rulebook show p.22` shows a page, `rulebook show recoiling` a clause",
            ));
        }
        let request = settings.request(prefix);
        let first = request
            .ruleset
            .or_else(|| Some(analysis.default_ruleset_db()?.ruleset.key.clone()));
        let Some(first) = first else {
            return Err(AnswerError::no_match(rest, None, Vec::new()));
        };
        let here = resolve(&first);
        let own = here
            .as_ref()
            .map_or(first.as_str(), |(db, _)| &db.ruleset.key);
        let others = || {
            analysis
                .ruleset_dbs()
                .filter(|(key, _)| *key != own && !request.is_named)
                .filter_map(|(key, _)| resolve(key).ok())
        };
        let other = |db: &RulesetDb| {
            let lacking = here.as_ref().map_or_else(
                |error| error.message.clone(),
                |_| format!("no clause `{rest}` in {own}"),
            );
            Some(format!(
                "{lacking}; this is from {} ({})",
                db.ruleset.key, db.ruleset.title
            ))
        };
        let is_certain = |(db, view): &(&RulesetDb, View)| {
            parse_page(rest).is_some()
                || analysis.resolve_id(db, rest, view).is_some()
                || !analysis.glossary_entries(db, rest, view).is_empty()
        };
        if !here.as_ref().is_ok_and(is_certain) {
            let mut named = others()
                .filter_map(|(db, view)| Some((analysis.resolve_id(db, rest, &view)?, db, view)));
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
            let target = match analysis.locate(db, rest, view) {
                LookupResult::Clause(section, unit) => Some(TargetKind::Clause(section, unit)),
                LookupResult::Page(page) => Some(TargetKind::Page(page)),
                LookupResult::NoPage(page) => return Err(AnswerError::no_page(&page)),
                LookupResult::Several(found) => {
                    let query = Some(Box::new(ViewDescription::new(&db.ruleset, view)));
                    return Err(several(rest, query, found));
                }
                LookupResult::Nothing(candidates) => {
                    near = candidates;
                    None
                }
            };
            if let Some(target) = target {
                return Ok(ResolvedTarget {
                    db,
                    view: view.clone(),
                    target,
                    notice: None,
                });
            }
        }
        let matches = self.locate_in_others(rest, others(), other);
        self.choose_match(rest, here, near, matches, request.is_named)
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
            let target = match self.analysis.locate(db, name, &view) {
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
        here: Result<(&RulesetDb, View), AnswerError>,
        near: Vec<Candidate>,
        matches: OtherMatches<'w>,
        is_named: bool,
    ) -> Result<ResolvedTarget<'w>, AnswerError> {
        let OtherMatches {
            mut found,
            several: mut candidates,
            near: far,
        } = matches;
        let view = here.as_ref().ok();
        let query = view.map(|(db, view)| Box::new(ViewDescription::new(&db.ruleset, view)));
        let mut keys: Vec<String> = found
            .iter()
            .map(|found| found.db.ruleset.key.clone())
            .collect();
        // similar names in the default ruleset are better than words in its clauses, and both are
        // better than other rulesets
        if let Ok((db, view)) = &here
            && (near.is_empty() || !found.is_empty() || !candidates.is_empty())
            && !is_named
        {
            let hits = self.having_words(db, view, name)?;
            if !hits.is_empty() {
                let key = |own: &Candidate| Some(own.id.split_once('/')?.0.to_owned());
                keys.extend(candidates.iter().filter_map(key));
                keys.dedup();
                let message = format!("no clause matches \"{name}\"; search finds:");
                let error = AnswerError::not_found(message).with_candidates(query, hits);
                let other =
                    |key: &String| format!("{key} has a match: `rulebook show {key}/{name}`");
                return Err(AnswerError {
                    help: keys.iter().map(other).collect(),
                    elsewhere: keys,
                    ..error
                });
            }
        }
        match found.pop() {
            Some(only) if found.is_empty() => Ok(only),
            Some(_) => {
                let names = keys.iter().map(|key| format!("{key}/{name}"));
                let help = format!("name one: {}", join(names, ", "));
                let message = format!("{} rulesets match \"{name}\"", keys.len());
                Err(AnswerError::invalid(message).with_help(help))
            }
            None if !candidates.is_empty() => {
                candidates.truncate(MAX_CANDIDATES);
                Err(several(name, query, candidates))
            }
            None => {
                let near = if near.is_empty() { far } else { near };
                here.map_or_else(Err, |_| Err(AnswerError::no_match(name, query, near)))
            }
        }
    }

    /// Returns the clauses of a ruleset that contain all words of `typed`, best first.
    fn having_words(
        &self,
        db: &RulesetDb,
        view: &View,
        typed: &str,
    ) -> Result<Vec<Candidate>, AnswerError> {
        if typed.contains('/') {
            return Ok(Vec::new());
        }
        let words = words(typed).map(|word| QueryNode::Words(word.to_lowercase(), Span::default()));
        let query = ParsedQuery {
            text: typed.to_owned(),
            node: QueryNode::And(words.collect()),
            faults: Vec::new(),
        };
        let options = SearchOptions {
            limit: MAX_CANDIDATES,
            all_editions: false,
        };
        let found = self.find(&query, &[(db, view.clone())], options)?;
        // a corrected word is not contained
        let hits = found
            .hits
            .into_iter()
            .filter(|hit| hit.holds && found.corrections.is_empty());
        let candidate = |hit: crate::analysis::SearchHit| Candidate {
            id: hit.id,
            words: hit.path.join(" › "),
            page: hit.page,
        };
        Ok(hits.map(candidate).collect())
    }
}
