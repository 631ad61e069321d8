//! `rulebook/search`: runs a query on the search index and returns the hits as JSON.

use super::target::{ReadRequest, invalid, json};
use crate::{
    analysis::{Analysis, IndexKey, ParsedQuery, SearchError, SearchOptions, SearchResults},
    disk::{LayeredSettings, Settings},
    lsp::{HandlerResult, ResponseError, Snapshot, ViewParams},
};
use serde::Deserialize;
use serde_json::Value;

/// The parameters of `rulebook/search`: query, limit, whether all editions, and the view.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchParams {
    /// Words, "phrases in quotes", conditions such as `section:pip`.
    query: String,
    /// The maximum number of hits, from 1 to 1000. The default is ten, or all if the query has only
    /// conditions.
    #[serde(default)]
    limit: Option<usize>,
    /// Whether to include the wordings of all editions.
    #[serde(default)]
    all_editions: bool,
    #[serde(flatten)]
    view_params: ViewParams,
}

/// The default number of hits.
const DEFAULT_LIMIT: usize = 10;

/// The maximum number of hits.
const MAX_HITS: usize = 1000;

/// Returns what `rulebook search --format json` prints.
pub(crate) fn search(snapshot: &Snapshot<'_>, params: SearchParams) -> HandlerResult<Value> {
    let limit = params.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_HITS).contains(&limit) {
        return Err(invalid(format!("limit: {limit} is not in 1..{MAX_HITS}")));
    }
    let options = SearchOptions {
        limit,
        all_editions: params.all_editions,
    };
    let ReadRequest {
        question, settings, ..
    } = ReadRequest::new(
        snapshot,
        &params.query,
        params.view_params,
        Analysis::search_question,
    )?;
    let mut query = ParsedQuery::new(&question.text);
    let mut results = find(snapshot, &mut query, settings, options)?;
    results.hits.truncate(params.limit.unwrap_or(usize::MAX));
    let db = snapshot.analysis().ruleset_db(&results.query.query.ruleset);
    let reading = question.reading(db.map(|db| &*db.ruleset), snapshot.today());
    Ok(json(&results)?.map(|answer| reading.with_members(answer)))
}

/// Runs a query; `settings` supplies the ruleset, edition, day or profile if omitted.
pub(crate) fn find(
    snapshot: &Snapshot<'_>,
    query: &mut ParsedQuery,
    mut settings: LayeredSettings,
    options: SearchOptions,
) -> Result<SearchResults, ResponseError> {
    let analysis = snapshot.analysis();
    let query_context = analysis.query_context(query);
    let own = Settings {
        as_of: query_context.as_of,
        edition: query_context.edition.clone(),
        ..Settings::default()
    };
    settings.layers.insert(0, (String::new(), own));
    let request = |ruleset: Option<&str>| settings.view_settings(ruleset).request();
    let index = |key: &IndexKey| snapshot.index(key);
    let found = analysis.search(
        query,
        &query_context,
        (&request, snapshot.today()),
        options,
        &index,
    );
    found.map_err(|error| match error {
        SearchError::Request(error) => invalid(error),
        SearchError::Index(fault) => ResponseError::Failed(fault.to_string()),
    })
}
