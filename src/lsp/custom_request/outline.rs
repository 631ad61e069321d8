//! `rulebook/outline`: returns rulesets, editions, documents, their files and, if requested, their
//! instructions as a tree, with locations.

use crate::{
    diagnostic::Location,
    lsp::{HandlerResult, ResponseError, Snapshot, response_error::invalid},
    resolve::RulesetDb,
    syntax::RulesFile,
    text::{Span, join},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The parameters of `rulebook/outline`: ruleset, document, and whether to list instructions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct OutlineParams {
    /// One ruleset; the default is all.
    ruleset: Option<String>,
    /// One document, with its instructions.
    document: Option<String>,
    /// Whether to include the instructions of all documents.
    patches: bool,
}

/// Returns the tree: rulesets contain editions, editions documents, documents instructions.
pub(crate) fn outline(snapshot: &Snapshot<'_>, params: OutlineParams) -> HandlerResult<Value> {
    let analysis = snapshot.analysis();
    let unknown = params.ruleset.as_ref();
    if let Some(key) = unknown.filter(|key| analysis.ruleset_db(key).is_none()) {
        let known = join(analysis.ruleset_dbs().map(|(key, _)| key), ", ");
        return Err(invalid(format!("no ruleset `{key}`; rulesets: {known}")));
    }
    let is_wanted = |key: &str| params.ruleset.as_deref().is_none_or(|own| own == key);
    let mut rulesets = Vec::new();
    for (key, db) in analysis.ruleset_dbs().filter(|(key, _)| is_wanted(key)) {
        let start = Location::new(db.ruleset.source, Span::default());
        rulesets.push(json!({
            "id": key,
            "title": db.ruleset.title,
            "location": snapshot.location(start),
            "editions": editions(snapshot, db, &params)?,
        }));
    }
    Ok(Some(json!({"version": 1, "rulesets": rulesets})))
}

fn editions(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    params: &OutlineParams,
) -> Result<Vec<Value>, ResponseError> {
    let ruleset = &db.ruleset;
    let location = |span| snapshot.location(Location::new(ruleset.source, span));
    let named = params.document.as_ref();
    let mut out = Vec::new();
    for (at, edition) in ruleset.editions.iter().enumerate() {
        let mut own: Vec<_> = ruleset.documents.values().collect();
        own.retain(|document| usize::from(document.edition.0) == at);
        own.retain(|document| named.is_none_or(|key| document.key == *key));
        own.sort_by_key(|document| db.order.position(&document.key));
        let mut documents = Vec::new();
        for document in own {
            snapshot.check_cancelled()?;
            let files = db.files_of_document(&document.key);
            let files = files.filter(|file| file.document() == document.key);
            let files = files.filter_map(|file| self::file(snapshot, file, params));
            documents.push(json!({
                "id": document.key,
                "title": document.title,
                "kind": document.kind.name(),
                "location": location(document.span),
                "files": files.collect::<Vec<Value>>(),
            }));
        }
        out.push(json!({
            "id": edition.id,
            "status": edition.status,
            "location": location(edition.span),
            "documents": documents,
        }));
    }
    Ok(out)
}

/// Returns a file of a document, with its instructions if they are requested.
fn file(snapshot: &Snapshot<'_>, file: &RulesFile, params: &OutlineParams) -> Option<Value> {
    let uri = snapshot.openable_uri(file.source)?;
    let lines = snapshot.lines(file.source);
    let location = |span| json!({"uri": uri, "range": lines.range(span)});
    let mut patches = Vec::new();
    if params.patches || params.document.is_some() {
        for place in &file.places {
            for entry in &place.entries {
                patches.push(json!({
                    "place": place.heading.text.trim(),
                    "name": entry.heading_span.of(lines.text()).trim(),
                    "n": entry.attrs.get("n").map(|n| &n.value),
                    "id": entry.attrs.id.as_ref().map(|id| &id.value),
                    "location": location(entry.heading_span),
                }));
            }
        }
    }
    let source = snapshot.analysis().source(file.source);
    let name = source.map(|source| &source.name);
    Some(json!({"name": name, "location": location(file.front.span), "patches": patches}))
}
