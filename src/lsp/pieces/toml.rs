//! The pieces of a TOML file: its named tables; of `ruleset.toml` its editions, documents and
//! profiles.

use super::{NamedPart, PieceCollector, PieceKind};
use crate::{
    analysis::Source,
    lsp::toml_shape::shape_of,
    model::{Ruleset, toml_file},
    text::Span,
};
use tower_lsp::gen_lsp_types::SymbolKind;

impl PieceCollector<'_, '_> {
    /// Adds the editions, documents and profiles of a `ruleset.toml`.
    pub(super) fn ruleset(&mut self, ruleset: &Ruleset) {
        for edition in &ruleset.editions {
            let amends = edition
                .amends
                .map(|older| format!("amends {}", ruleset.edition_id(older)));
            let detail = amends.unwrap_or_default();
            self.table(&edition.id, detail, SymbolKind::Constant, edition.span);
        }
        for document in ruleset.documents.values() {
            let detail = document.title.clone();
            self.table(&document.key, detail, SymbolKind::File, document.span);
        }
        for profile in &ruleset.profiles {
            let detail = profile.scopes.join(", ");
            self.table(&profile.name, detail, SymbolKind::Property, profile.span);
        }
    }

    /// Adds the named tables of another TOML file.
    pub(super) fn toml(&mut self, source: &Source) {
        let keys = shape_of(source).map(|shape| toml_file::toml_keys(&source.text, shape));
        let mut keys = keys.unwrap_or_default();
        // names of things, not the keys that they have
        keys.retain(|key| key.row.is_none() && key.is_table);
        keys.sort_by_key(|key| key.span);
        keys.dedup_by_key(|key| key.span);
        for key in keys {
            self.table(
                &key.path.join("."),
                String::new(),
                SymbolKind::Class,
                key.span,
            );
        }
    }

    /// Adds a table by its header, its name in the header, or an inline table.
    fn table(&mut self, name: &str, detail: String, kind: SymbolKind, head: Span) {
        let (lines, text) = (self.lines, self.lines.text());
        let (line, head) = (lines.line(head.start()), lines.trimmed(head));
        let first = lines.span(line);
        let is_header = first.of(text).starts_with('[');
        let below = (line + 1..lines.count()).map(|line| lines.span(line));
        let below = below.take_while(|line| is_header && !line.of(text).starts_with('['));
        // comments between two tables belong to the next one
        let says =
            |line: &Span| !line.of(text).trim().is_empty() && !line.of(text).starts_with('#');
        let span = below
            .filter(says)
            .last()
            .map_or(head, |last| first.join(last));
        if !name.is_empty() {
            let name = name.to_owned();
            let part = NamedPart {
                name,
                detail,
                kind,
                head,
            };
            self.put(span, PieceKind::Part(Some(part)));
        }
    }
}
