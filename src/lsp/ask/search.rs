//! Search.

use super::{Reading, invalid, json};
use crate::{
    analysis::{IndexKey, ParsedQuery, SearchError, SearchOptions, SearchResults},
    disk::{Defaults, Settings},
    lsp::{
        request_error::{Answer, RequestError},
        snapshot::Snapshot,
    },
};
use serde::Deserialize;
use serde_json::Value;

/// A query.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct Params {
    /// Words, "phrases in quotes", conditions such as `section:pip`.
    query: String,
    /// At most so many hits; 1 to 1000. Without it, ten, or all there are where the query has conditions alone.
    #[serde(default)]
    limit: Option<usize>,
    /// Whether wordings of all editions stand side by side.
    #[serde(default)]
    all_editions: bool,
    #[serde(flatten)]
    reading: Reading,
}

/// How many hits there are where nobody says.
const LIMIT: usize = 10;

/// No more hits are given.
const MOST: usize = 1000;

/// What `rulebook search --format json` prints.
pub(in crate::lsp) fn search(snapshot: &Snapshot<'_>, params: Params) -> Answer<Value> {
    let limit = params.limit.unwrap_or(LIMIT);
    if !(1..=MOST).contains(&limit) {
        return Err(invalid(format!("limit: {limit} is not in 1..{MOST}")));
    }
    let wanted = SearchOptions {
        limit,
        all_editions: params.all_editions,
    };
    let mut findings = find(
        snapshot,
        &mut ParsedQuery::new(&params.query),
        params.reading.defaults(snapshot)?,
        wanted,
    )?;
    findings.hits.truncate(params.limit.unwrap_or(usize::MAX));
    json(&findings)
}

/// What a query finds, read as the settings `defaults` say where it does not say so itself.
pub(in crate::lsp) fn find(
    snapshot: &Snapshot<'_>,
    asked: &mut ParsedQuery,
    mut defaults: Defaults,
    wanted: SearchOptions,
) -> Result<SearchResults, RequestError> {
    let analysis = snapshot.analysis();
    let query_context = analysis.query_context(asked);
    let own = Settings {
        as_of: query_context.as_of,
        edition: query_context.edition.clone(),
        ..Settings::default()
    };
    defaults.layers.insert(0, (String::new(), own));
    let asking = |ruleset: Option<&str>| defaults.view_settings(ruleset).request();
    let index = |key: &IndexKey| snapshot.index(key);
    let found = analysis.search(
        asked,
        &query_context,
        (&asking, snapshot.session.around.today()),
        wanted,
        &index,
    );
    found.map_err(|error| match error {
        SearchError::Request(error) => invalid(error),
        SearchError::Index(fault) => RequestError::Failed(fault.to_string()),
    })
}
