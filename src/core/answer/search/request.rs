//! Reads the ruleset, edition and day that a search query names, `at:3.3`, and runs the search: in
//! the ruleset that a query names, else in the default, else in others.

use crate::{
    analysis::{
        LayeredSettings, ParsedQuery, Request, SearchOptions, SearchResults, ViewDescription,
    },
    answer::{AnswerError, QueryEngine},
    resolve::{RulesetDb, View},
    search::{IndexError, query::QueryFault},
    text::join,
};

impl From<IndexError> for AnswerError {
    fn from(error: IndexError) -> Self {
        Self::failed(error.to_string())
    }
}

impl QueryEngine {
    /// Returns the ruleset, edition and day that the conditions of a query name, which override all
    /// settings. Invalid editions and days are added to its faults.
    pub(super) fn named_in(&self, query: &mut ParsedQuery) -> Request {
        let as_of = query.as_of();
        let analysis = &self.analysis;
        let mut edition = None;
        if let Some(named) = query.edition() {
            let known = |db: &RulesetDb| db.ruleset.edition_named(&named.value).is_some();
            if analysis.ruleset_dbs().any(|(_, db)| known(db)) {
                edition = Some(named.value);
            } else {
                let db = analysis.default_ruleset_db().into_iter();
                let editions = db.flat_map(|db| &db.ruleset.editions).map(|own| &own.id);
                let editions = join(editions, ", ");
                query.faults.push(QueryFault {
                    span: named.span,
                    message: format!("no edition {}; editions: {editions}", named.value),
                    help: None,
                });
            }
        }
        let ruleset = query
            .ruleset()
            .map(|named| named.value)
            .filter(|key| analysis.ruleset_db(key).is_some());
        Request {
            ruleset,
            edition,
            as_of,
            ..Request::default()
        }
    }

    /// Searches rulesets at views.
    pub(in crate::answer) fn find(
        &self,
        query: &ParsedQuery,
        views: &[(&RulesetDb, View)],
        options: SearchOptions,
    ) -> Result<SearchResults, AnswerError> {
        let index = self.search_index(&self.analysis.index_key(&views[0].1))?;
        Ok(self.analysis.find(&index, query, views, options)?)
    }

    /// Answers a query: in the ruleset `named`; if there is none, in the default one, and if that has
    /// no hits in the others. The settings are those with what the query names.
    pub(super) fn find_anywhere(
        &self,
        query: &ParsedQuery,
        named: Option<&str>,
        settings: &LayeredSettings,
        options: SearchOptions,
    ) -> Result<SearchResults, AnswerError> {
        let request = settings.request(named);
        let first = self.resolve_view(settings, &request)?;
        let results = self.find(query, std::slice::from_ref(&first), options)?;
        if !results.hits.is_empty() || request.is_named {
            return Ok(results);
        }
        let own = &first.0.ruleset.key;
        // a ruleset without that edition cannot answer
        let others = self
            .analysis
            .ruleset_dbs()
            .filter(|(key, _)| key != own)
            .filter_map(|(key, _)| {
                self.resolve_view(settings, &settings.request(Some(key)))
                    .ok()
            });
        let others: Vec<(&RulesetDb, View)> = others.collect();
        if others.is_empty() {
            return Ok(results);
        }
        let mut elsewhere = self.find(query, &others, options)?;
        let best = elsewhere.hits.first();
        let best = best.and_then(|best| best.id.split_once('/'));
        let of_best =
            |(db, _): &&(&RulesetDb, View)| best.is_some_and(|(key, _)| key == db.ruleset.key);
        let Some((db, view)) = others.iter().find(of_best) else {
            return Ok(results);
        };
        let notice = format!("no matches in {own}; these are from {}", db.ruleset.key);
        let notices = self.analysis.notices(&db.ruleset, view);
        elsewhere.query.query = ViewDescription::new(&db.ruleset, view);
        elsewhere.notices = [vec![notice], notices].concat();
        elsewhere.elsewhere = true;
        Ok(elsewhere)
    }
}
