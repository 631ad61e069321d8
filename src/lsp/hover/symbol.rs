//! Explains the symbol, instruction or key at a byte of a rules, check or TOML file as Markdown;
//! also describes clauses for scenarios.

use crate::{
    analysis::WordingChoice,
    answer,
    doc::markdown::render,
    export::markdown,
    lsp::{Snapshot, toml_shape::shape_of},
    model::toml_file,
    resolve::{RulesetDb, Symbol, View},
    text::{SourceId, Span},
};

/// Explains what is at a byte, and returns its span.
pub(crate) fn explain(
    snapshot: &Snapshot<'_>,
    source: SourceId,
    byte: usize,
) -> Option<(String, Span)> {
    if let Some((db, found)) = snapshot.name_at(source, byte)
        && let Some(text) = describe_symbol(snapshot, db, &found.symbol)
    {
        return Some((text, found.span));
    }
    let Some(document) = snapshot.rules_document_of(source) else {
        return describe_key(snapshot, source, byte);
    };
    let (at, entry) = document.entry_at(byte)?;
    if !entry.heading_span.touches(byte) {
        return None;
    }
    let effects = snapshot.analysis().effects(document.db, at);
    let text: Vec<String> = effects.iter().map(markdown::effect).collect();
    (!text.is_empty()).then(|| (text.join("\n---\n\n"), entry.heading_span))
}

/// Describes the key at a byte of a TOML file, and returns its span.
fn describe_key(snapshot: &Snapshot<'_>, source: SourceId, byte: usize) -> Option<(String, Span)> {
    let own = snapshot.analysis().source(source)?;
    let keys = toml_file::toml_keys(&own.text, shape_of(own)?);
    let key = keys.into_iter().find(|key| key.span.touches(byte))?;
    let row = key.row?;
    let (name, about) = (markdown::code(row.name), markdown::escape(row.about));
    Some((format!("{name}: {about}\n"), key.span))
}

/// Describes what a symbol names, as it is in force.
pub(crate) fn describe_symbol(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    symbol: &Symbol,
) -> Option<String> {
    let analysis = snapshot.analysis();
    let view = snapshot.view(db)?;
    match symbol {
        Symbol::Clause(id) => describe_clause(snapshot, db, &view, id),
        Symbol::Term(id) => describe_clause(snapshot, db, &view, &format!("term:{id}")),
        Symbol::Page(page) => {
            let errata = analysis.page_errata(db, page, &view, WordingChoice::Both);
            Some(render(&answer::page(&db.ruleset, &errata), true))
        }
        Symbol::Fact(id) => Some(markdown::fact(id, &analysis.fact_values(db, id, &view))),
        Symbol::Document(key) => db
            .ruleset
            .documents
            .get(&**key)
            .map(|document| markdown::document(&db.ruleset, document)),
        Symbol::Edition(id) => db
            .ruleset
            .edition(id)
            .map(|edition| markdown::edition(&db.ruleset, edition)),
        Symbol::Ruleset(key) => analysis
            .ruleset_db(key)
            .map(|db| format!("**{}**\n", markdown::escape(&db.ruleset.title))),
    }
}

/// Describes a clause; if it was deleted, also the clause that it moved to.
pub(crate) fn describe_clause(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    view: &View,
    id: &str,
) -> Option<String> {
    let analysis = snapshot.analysis();
    let clause_at = |id: &str| {
        let (section, unit) = analysis.resolve_id(db, id, view)?;
        let mut found = analysis.clause_view(db, &section, unit, view, WordingChoice::Both);
        // a hover is about the clause, not about the view
        found.notices.clear();
        let moved_to = found.clauses.first()?.moved_to.clone();
        let text = render(&answer::clauses(&db.ruleset, &found), true);
        Some((text, moved_to))
    };
    let (text, moved_to) = clause_at(id)?;
    match moved_to.and_then(|to| clause_at(&to)) {
        Some((moved, _)) => Some(format!("{text}\n---\n\n{moved}")),
        None => Some(text),
    }
}
