//! MCP resources: lists sections in force, reads any clause, page or troop type: `rulebook://dbm/recoiling?at=3.4`.

use crate::{
    answer::{AnswerError, ErrorKind, Operation, QueryEngine},
    text::{join, prefixed},
};
use rmcp::{
    ErrorData,
    model::{
        ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
    },
};

/// The scheme of the addresses.
const SCHEME: &str = "rulebook://";

/// How many resources one page of the list has.
const PAGE: usize = 100;

/// The media type of a clause as text.
const MARKDOWN: &str = "text/markdown";

/// Returns the template of the addresses of all clauses.
pub(super) fn template() -> ResourceTemplate {
    let template = format!("{SCHEME}{{ruleset}}/{{clause}}{{?at,as_of,profile,wording}}");
    ResourceTemplate::new(template, "clause")
        .with_title("A clause at an edition")
        .with_description(
            "The text of a clause in force at the edition `at`, with its sources; the newest edition in force if `at` is left out",
        )
        .with_mime_type(MARKDOWN)
}

/// Lists the sections of all rulesets that are part of the text in force now, from `cursor` on.
pub(super) fn list(
    engine: &QueryEngine,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ErrorData> {
    let start: usize = match cursor {
        None => 0,
        Some(cursor) => cursor.parse().map_err(|_| {
            ErrorData::invalid_params(format!("`{cursor}` is no cursor of this list"), None)
        })?,
    };
    let mut all = Vec::new();
    for (key, _) in engine.analysis().ruleset_dbs() {
        let overview = engine.overview(key).map_err(|error| refusal(&error))?;
        let sections = overview.sections.into_iter();
        let sections = sections.filter(|section| section.state.is_in_text());
        all.extend(sections.map(|section| {
            let page = prefixed(", p. ", section.page);
            let edition = &overview.query.edition;
            Resource::new(format!("{SCHEME}{}", section.id), section.id)
                .with_title(section.heading)
                .with_description(format!("{} {edition}{page}", key.to_uppercase()))
                .with_mime_type(MARKDOWN)
        }));
    }
    let next = start.saturating_add(PAGE);
    let next_cursor = (next < all.len()).then(|| next.to_string());
    let page = all.into_iter().skip(start).take(PAGE).collect();
    Ok(ListResourcesResult {
        next_cursor,
        ..ListResourcesResult::with_all_items(page)
    })
}

/// Returns the answer of `show` as text, with edition, state and citations, and as JSON.
pub(super) fn read(engine: &QueryEngine, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let unknown = || {
        let message = format!(
            "`{uri}` is not the address of a clause: expected {SCHEME}RULESET/CLAUSE?at=EDITION"
        );
        ErrorData::resource_not_found(message, None)
    };
    let (clause, query) = match uri.strip_prefix(SCHEME) {
        Some(rest) => rest.split_once('?').unwrap_or((rest, "")),
        None => return Err(unknown()),
    };
    let show = Operation::named("show").ok_or_else(unknown)?;
    let own = std::iter::once(("clause".to_owned(), decode(clause)));
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(name), decode(value))
    });
    let answer = || -> Result<(String, String), AnswerError> {
        let query = show.query_of(own.chain(pairs))?;
        let answer = engine.ask(&query)?;
        if let Some(found) = answer.body.found_instead() {
            let message = format!("no clause matches \"{}\"", found.name);
            let hits = found.results.hits.iter().take(MAX_HITS);
            let ids = join(hits.map(|hit| &hit.id), ", ");
            let failure = AnswerError::not_found(message);
            return Err(failure.with_help(format!("search finds {ids}")));
        }
        let mut text = answer.markdown(&query);
        for reference in &answer.references {
            text += &format!("\nSource: {}\n", reference.citation);
        }
        Ok((text, answer.json()?))
    };
    let (text, json) = answer().map_err(|error| refusal(&error))?;
    Ok(ReadResourceResult::new(vec![
        ResourceContents::text(text, uri).with_mime_type(MARKDOWN),
        ResourceContents::text(json, uri).with_mime_type("application/json"),
    ]))
}

/// The most hits that an error names.
const MAX_HITS: usize = 5;

fn refusal(error: &AnswerError) -> ErrorData {
    let message = error.line();
    match error.kind {
        ErrorKind::NotFound => ErrorData::resource_not_found(message, None),
        ErrorKind::Invalid => ErrorData::invalid_params(message, None),
        ErrorKind::Failed => ErrorData::internal_error(message, None),
    }
}

/// Replaces `%2F` and the like by the characters that they stand for.
fn decode(text: &str) -> String {
    percent_encoding::percent_decode_str(text)
        .decode_utf8_lossy()
        .into_owned()
}
