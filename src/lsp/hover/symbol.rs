//! Explains the symbol, instruction or key at a byte of a rules, check or TOML file;
//! also describes clauses for scenarios.

use crate::{
    analysis::WordingChoice,
    answer::{self, symbol_doc},
    doc::{Block, name, strong, text},
    lsp::{Snapshot, toml_shape::shape_of},
    model::toml_file,
    resolve::{RulesetDb, Symbol, View},
    text::{SourceId, Span},
};

/// What separates the explanations of several things.
pub(crate) const SEPARATOR: Block = Block::Rule(String::new());

/// Explains what is at a byte, and returns its span.
pub(crate) fn explain(
    snapshot: &Snapshot<'_>,
    source: SourceId,
    byte: usize,
) -> Option<(Vec<Block>, Span)> {
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
    let effects: Vec<Vec<Block>> = effects.iter().map(symbol_doc::effect).collect();
    (!effects.is_empty()).then(|| (effects.join(&SEPARATOR), entry.heading_span))
}

/// Describes the key at a byte of a TOML file, and returns its span.
fn describe_key(
    snapshot: &Snapshot<'_>,
    source: SourceId,
    byte: usize,
) -> Option<(Vec<Block>, Span)> {
    let own = snapshot.analysis().source(source)?;
    let keys = toml_file::toml_keys(&own.text, shape_of(own)?);
    let key = keys.into_iter().find(|key| key.span.touches(byte))?;
    let row = key.row?;
    let about = text![name(row.name), ": ", row.about];
    Some((vec![Block::Paragraph(about)], key.span))
}

/// Describes what a symbol names, as it is in force.
pub(crate) fn describe_symbol(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    symbol: &Symbol,
) -> Option<Vec<Block>> {
    let analysis = snapshot.analysis();
    let view = snapshot.view(db)?;
    match symbol {
        Symbol::Clause(id) => describe_clause(snapshot, db, &view, id),
        Symbol::Term(id) => describe_clause(snapshot, db, &view, &format!("term:{id}")),
        Symbol::Page(page) => {
            let errata = analysis.page_errata(db, page, &view, WordingChoice::Both);
            Some(answer::page(&db.ruleset, &errata))
        }
        Symbol::Fact(id) => Some(symbol_doc::fact(id, &analysis.fact_values(db, id, &view))),
        Symbol::Document(key) => db
            .ruleset
            .documents
            .get(&**key)
            .map(|document| symbol_doc::document(&db.ruleset, document)),
        Symbol::Edition(id) => db
            .ruleset
            .edition(id)
            .map(|edition| symbol_doc::edition(&db.ruleset, edition)),
        Symbol::Ruleset(key) => analysis
            .ruleset_db(key)
            .map(|db| vec![Block::paragraph(strong(&db.ruleset.title))]),
    }
}

/// Describes a clause; if it was deleted, also the clause that it moved to.
pub(crate) fn describe_clause(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    view: &View,
    id: &str,
) -> Option<Vec<Block>> {
    let analysis = snapshot.analysis();
    let clause_at = |id: &str| {
        let (section, unit) = analysis.resolve_id(db, id, view)?;
        let mut found = analysis.clause_view(db, &section, unit, view, WordingChoice::Both);
        // a hover is about the clause, not about the view
        found.notices.clear();
        let moved_to = found.clauses.first()?.moved_to.clone();
        Some((answer::clauses(&db.ruleset, &found), moved_to))
    };
    let (own, moved_to) = clause_at(id)?;
    match moved_to.and_then(|to| clause_at(&to)) {
        Some((moved, _)) => Some([own, moved].join(&SEPARATOR)),
        None => Some(own),
    }
}
