//! Answers `search`: hits in the ruleset that a query names, else in the default, else in others.

use super::{Answer, AnswerError, QueryEngine, ViewRequest};
use crate::analysis::{
    IndexKey, NOT_INCLUDED, ParsedQuery, SearchError, SearchHit, SearchOptions, SearchResults,
};

/// The number of hits if no limit is given.
pub const DEFAULT_LIMIT: usize = 10;

/// The number of other hits if the text of the best one is not included and no limit is given.
const HITS_AFTER_MISSING: usize = 3;

/// Words that no text contains are named first if they are at least a third of the longer words.
const UNKNOWN_DIVISOR: usize = 3;

impl QueryEngine {
    /// Searches the ruleset that the query or the settings name, else the default one, else all.
    /// Without a limit, there are [`DEFAULT_LIMIT`] hits, or all if the query has only conditions.
    pub fn search(
        &self,
        request: &ViewRequest,
        text: &str,
        limit: Option<usize>,
        all_editions: bool,
    ) -> Result<Answer<SearchResults>, AnswerError> {
        let mut settings = self
            .layered_settings(request.settings())
            .view_settings(None);
        let ruleset = settings.ruleset.take().map(|setting| setting.value);
        let question = self.analysis.search_question(text, ruleset.as_deref());
        let request = request.with_question(&question)?;
        let options = SearchOptions {
            limit: limit.unwrap_or(DEFAULT_LIMIT),
            all_editions,
        };
        let answer = self.search_words(&request, &question.text, (options, limit.is_some()))?;
        Ok(answer.read(&question, self))
    }

    /// Searches for the words of a question that the request has. The limit is the greatest number of
    /// hits; if it `is_named` by the user, no rule shows fewer.
    pub(super) fn search_words(
        &self,
        request: &ViewRequest,
        query: &str,
        (options, is_named): (SearchOptions, bool),
    ) -> Result<Answer<SearchResults>, AnswerError> {
        let analysis = &self.analysis;
        let mut parsed = ParsedQuery::new(query);
        let context = analysis.query_context(&mut parsed);
        let mut settings = request.settings();
        settings.as_of = context.as_of.or(settings.as_of);
        settings.edition = context.edition.clone().or(settings.edition);
        let settings = self.layered_settings(settings);
        let view = |ruleset: Option<&str>| settings.view_settings(ruleset).request();
        let index = |key: &IndexKey| self.search_index(key);
        let results = analysis.search(&parsed, &context, (&view, self.today()), options, &index);
        let mut results = results.map_err(|error| match error {
            SearchError::Request(error) => AnswerError::from_request(
                &error,
                &settings.view_settings(context.ruleset.as_deref()),
            ),
            SearchError::Index(fault) => AnswerError::failed(fault.to_string()),
        })?;
        // after an answer that is not included, few other hits
        let is_missing = |hit: &SearchHit| hit.state.as_deref() == Some(NOT_INCLUDED);
        let is_ranked = results.matches > results.hits.len();
        let most = if !is_named && is_ranked && results.hits.first().is_some_and(is_missing) {
            HITS_AFTER_MISSING + 1
        } else if is_named || is_ranked {
            options.limit
        } else {
            // a query with nothing but conditions has all its hits
            usize::MAX
        };
        results.hits.truncate(most);
        let unknown = results.unknown_words.clone();
        let is_long = |word: &&str| word.chars().count() > 2;
        let words = query.split_whitespace().filter(is_long);
        let missing: Vec<&str> = unknown.iter().map(String::as_str).filter(is_long).collect();
        if !missing.is_empty() && missing.len() * UNKNOWN_DIVISOR >= words.count() {
            let message = format!("no text contains \"{}\"", missing.join("\", \""));
            results.notices.push(message);
        }
        let key = results.query.query.ruleset.clone();
        if let Ok((db, view)) = self.resolve_view(&settings.view_settings(Some(&key))) {
            analysis.add_troop_notices(db, &view, query, &mut results);
        }
        let mut answer = match analysis.ruleset_db(&key) {
            Some(db) => Answer::of(db, results),
            None => Answer::general(results),
        };
        answer.reading.not_used = unknown;
        Ok(answer)
    }
}
