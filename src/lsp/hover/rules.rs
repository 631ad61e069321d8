//! Explains the symbol or instruction at a byte of a rules file as Markdown; also describes symbols
//! and clauses for other features.

use crate::{
    analysis::WordingChoice,
    export::markdown,
    lsp::{RulesDocument, Snapshot},
    resolve::{RulesetDb, Symbol, View},
    text::Span,
};

/// Explains what is at a byte, and returns its span.
pub(crate) fn explain(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    byte: usize,
) -> Option<(String, Span)> {
    if let Some(found) = document.occurrence_at(byte)
        && let Some(text) = describe_symbol(snapshot, document.db, &found.symbol)
    {
        return Some((text, found.span));
    }
    let (at, entry) = document.entry_at(byte)?;
    if !entry.heading_span.touches(byte) {
        return None;
    }
    let effects = snapshot.analysis().effects(document.db, at);
    let text: Vec<String> = effects.iter().map(markdown::effect).collect();
    (!text.is_empty()).then(|| {
        (
            text.join(
                "
---

",
            ),
            entry.heading_span,
        )
    })
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
        Symbol::Page(page) => Some(markdown::page(&analysis.page_errata(
            db,
            page,
            &view,
            WordingChoice::Both,
        ))),
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
    let (section, unit) = analysis.resolve_id(db, id, view)?;
    let clause_view = analysis.clause_view(db, &section, unit, view, WordingChoice::Both);
    let clause = clause_view.clauses.first()?;
    let mut text = markdown::clause(&db.ruleset, clause, &clause_view.query);
    if let Some(to) = &clause.moved_to
        && let Some((section, unit)) = analysis.resolve_id(db, to, view)
    {
        let moved = analysis.clause_view(db, &section, unit, view, WordingChoice::Both);
        text += &moved
            .clauses
            .first()
            .map(|clause| {
                format!(
                    "\n---\n\n{}",
                    markdown::clause(&db.ruleset, clause, &moved.query)
                )
            })
            .unwrap_or_default();
    }
    Some(text)
}
