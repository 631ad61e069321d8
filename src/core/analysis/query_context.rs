//! Reads the ruleset, edition and day that a search query names, `at:3.3`, and runs the search.
//! The command line, assistants, the web and the language server all search by these methods.

use super::{
    Analysis, IndexProvider, ParsedQuery, Request, RequestError, RequestFactory, SearchOptions,
    SearchResults, ViewDescription,
};
use crate::{
    resolve::{RulesetDb, View},
    search::{IndexError, query::QueryFault},
};
use jiff::civil::Date;

/// Why a search fails: its request cannot be resolved (such as an unknown ruleset), or the search
/// index fails.
#[derive(Clone, Debug)]
pub enum SearchError {
    /// The request cannot be resolved.
    Request(RequestError),
    /// The index is not available.
    Index(IndexError),
}

impl std::fmt::Display for SearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Request(error) => write!(f, "{error}"),
            Self::Index(error) => write!(f, "{error}"),
        }
    }
}

impl Analysis {
    /// Returns the ruleset, edition and day that the conditions of a query name, which override all
    /// settings. Invalid editions and days are added to its faults.
    pub fn query_context(&self, query: &mut ParsedQuery) -> Request {
        let as_of = query.as_of();
        let mut edition = None;
        if let Some(named) = query.edition() {
            let known = |db: &RulesetDb| db.ruleset.edition_named(&named.value).is_some();
            if self.ruleset_dbs().any(|(_, db)| known(db)) {
                edition = Some(named.value);
            } else {
                let editions = self.default_ruleset_db().map(|db| {
                    db.ruleset
                        .editions
                        .iter()
                        .map(|e| e.id.clone())
                        .collect::<Vec<_>>()
                });
                let message = format!(
                    "no edition {}; editions: {}",
                    named.value,
                    editions.unwrap_or_default().join(", ")
                );
                query.faults.push(QueryFault {
                    span: named.span,
                    message,
                    help: None,
                });
            }
        }
        let ruleset = query
            .ruleset()
            .map(|named| named.value)
            .filter(|key| self.ruleset_db(key).is_some());
        Request {
            ruleset,
            edition,
            as_of,
            ..Request::default()
        }
    }

    /// Answers a query: in the ruleset that it names; if it names none, in the default one, and if
    /// that has no hits in the others. `request_for` must apply the `context`.
    pub fn search(
        &self,
        query: &ParsedQuery,
        context: &Request,
        (request_for, today): (RequestFactory<'_>, Date),
        options: SearchOptions,
        index: IndexProvider<'_>,
    ) -> Result<SearchResults, SearchError> {
        let request = request_for(context.ruleset.as_deref());
        let first = self
            .resolve_request(&request, today)
            .map_err(SearchError::Request)?;
        let answer = |views: &[(&RulesetDb, View)]| {
            let index_key = self.index_key(&views[0].1);
            let index = index(&index_key).map_err(SearchError::Index)?;
            self.find(&index, query, views, options)
                .map_err(SearchError::Index)
        };
        let results = answer(std::slice::from_ref(&first))?;
        if !results.hits.is_empty() || request.is_named {
            return Ok(results);
        }
        let own = &first.0.ruleset.key;
        // a ruleset without that edition cannot answer
        let others = self
            .ruleset_dbs()
            .filter(|(key, _)| key != own)
            .filter_map(|(key, _)| self.resolve_request(&request_for(Some(key)), today).ok());
        let others: Vec<(&RulesetDb, View)> = others.collect();
        if others.is_empty() {
            return Ok(results);
        }
        let mut elsewhere = answer(&others)?;
        let from = |id: &str| {
            others.iter().find(|(db, _)| {
                id.split_once('/')
                    .is_some_and(|(key, _)| key == db.ruleset.key)
            })
        };
        let Some((db, view)) = elsewhere.hits.first().and_then(|best| from(&best.id)) else {
            return Ok(results);
        };
        elsewhere.query.query = ViewDescription::new(&db.ruleset, view);
        elsewhere.notices = self.notices(&db.ruleset, view);
        elsewhere.notices.insert(
            0,
            format!("no matches in {own}; these are from {}", db.ruleset.key),
        );
        elsewhere.elsewhere = true;
        Ok(elsewhere)
    }
}
