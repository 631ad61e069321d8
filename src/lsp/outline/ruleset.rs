//! The outline of `ruleset.toml`: editions, documents and profiles as a flat list.

use super::item::OutlineItem;
use crate::{
    lsp::PositionMap,
    model::{Document, Edition, Profile, Ruleset},
    text::Span,
};
use tower_lsp::gen_lsp_types::SymbolKind;

pub(super) fn of_ruleset(ruleset: &Ruleset, lines: &PositionMap) -> Vec<OutlineItem> {
    let symbol = |name: &str, detail: String, kind, span: Span| {
        let head = lines.trimmed(span);
        let span = table(lines, head);
        (!span.is_empty() && !name.is_empty()).then(|| OutlineItem {
            name: name.to_owned(),
            detail,
            kind,
            span,
            head,
            children: Vec::new(),
        })
    };
    let edition = |edition: &Edition| {
        let amends = edition
            .amends
            .map(|older| format!("amends {}", ruleset.edition_id(older)));
        symbol(
            &edition.id,
            amends.unwrap_or_default(),
            SymbolKind::Constant,
            edition.span,
        )
    };
    let document = |document: &Document| {
        symbol(
            &document.key,
            document.title.clone(),
            SymbolKind::File,
            document.span,
        )
    };
    let profile = |profile: &Profile| {
        symbol(
            &profile.name,
            profile.scopes.join(", "),
            SymbolKind::Property,
            profile.span,
        )
    };
    let editions = ruleset.editions.iter().filter_map(edition);
    let documents = ruleset.documents.values().filter_map(document);
    let mut out: Vec<OutlineItem> = editions
        .chain(documents)
        .chain(ruleset.profiles.iter().filter_map(profile))
        .collect();
    out.sort_by_key(|symbol| symbol.span.start());
    out
}

/// Returns the span of a TOML table whose first line is known; other spans are returned unchanged.
fn table(lines: &PositionMap, head: Span) -> Span {
    let text = lines.text();
    if !head.of(text).starts_with('[') {
        return head;
    }
    let own = (lines.line(head.end()) + 1..lines.count()).map(|line| lines.span(line));
    let own = own.take_while(|line| !line.of(text).starts_with('['));
    // comments between two tables belong to the next one
    let says = |line: &Span| !line.of(text).trim().is_empty() && !line.of(text).starts_with('#');
    own.filter(says)
        .last()
        .map_or(head, |last| Span::new(head.start(), last.end()))
}
