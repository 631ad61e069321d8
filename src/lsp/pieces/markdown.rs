//! The pieces of check files and scenarios: headings with their text, comments, records, words.

use super::{NamedPart, PieceCollector, PieceKind, TokenKind};
use crate::{
    scenario::{ClassifiedWord, RecordIx, ScenarioDocument, ScenarioValue, WordRole, lines_of},
    syntax::{MarkdownLineKind, parse_plain_markdown},
    text::{SourceId, Span},
};
use tower_lsp::gen_lsp_types::SymbolKind;

impl PieceCollector<'_, '_> {
    /// Adds the front matter, each heading with the text below it, and comments. The headings of a
    /// check file are in the outline; in that of a scenario are its records.
    pub(super) fn markdown(&mut self, is_check: bool) {
        let text = self.lines.text();
        let file = parse_plain_markdown(SourceId::default(), text);
        self.put(file.front, PieceKind::Front);
        let lines = match is_check {
            true => file.lines,
            false => lines_of(text),
        };
        let headings: Vec<(u8, Span)> = lines
            .into_iter()
            .filter_map(|line| match line.kind {
                MarkdownLineKind::Heading(level) => Some((level, line.span)),
                MarkdownLineKind::Item | MarkdownLineKind::Text => None,
            })
            .collect();
        let start = |span: Span| text[..span.start()].rfind('\n').map_or(0, |at| at + 1);
        for (at, &(level, head)) in headings.iter().enumerate() {
            let next = headings[at + 1..].iter().find(|(other, _)| *other <= level);
            let end = next.map_or(text.len(), |(_, next)| start(*next));
            let name = (is_check && !head.is_empty()).then(|| NamedPart {
                name: head.of(text).to_owned(),
                detail: String::new(),
                kind: match level {
                    1 => SymbolKind::Class,
                    _ => SymbolKind::Module,
                },
                head,
            });
            self.put(Span::new(start(head), end), PieceKind::Part(name));
        }
        for comment in file.comments {
            self.put(comment, PieceKind::Comment);
        }
    }

    /// Adds the records of a scenario, and its words by their roles.
    pub(super) fn scenario(&mut self, document: &ScenarioDocument) {
        let records = document
            .parsed()
            .map_or(&[][..], |(scenario, _)| &scenario.records);
        for (at, record) in records.iter().enumerate().skip(1) {
            let inside = records.get(at + 1..record.end as usize).unwrap_or_default();
            let last = inside.iter().map(|inside| inside.insert_at).max();
            // with those inside it, it is whole lines
            let whole = last.map_or(record.span, |last| {
                let line = self.lines.span(self.lines.line(record.span.start()));
                line.with_end(last.max(record.span.end()).min(document.text.len()))
            });
            self.put(whole, PieceKind::Record(RecordIx(at as u32)));
            self.put(record.span, PieceKind::Text);
        }
        for word in document.words() {
            self.put(word.span, PieceKind::Token(token_of(document, word)));
        }
    }
}

/// Returns how a word of a scenario is highlighted.
fn token_of(document: &ScenarioDocument, word: &ClassifiedWord) -> TokenKind {
    let (record, property) = match word.role {
        WordRole::Heading => return TokenKind::Keyword,
        WordRole::Key => return TokenKind::Property,
        WordRole::Setting => return TokenKind::Id,
        WordRole::Name(_) => return TokenKind::String,
        WordRole::Value(record, property) => (record, property),
    };
    let value = document
        .parsed()
        .and_then(|(scenario, _)| scenario.record(record).value(property))
        .map(|value| &value.value);
    match value {
        Some(ScenarioValue::Number(_) | ScenarioValue::Area(_)) => TokenKind::Number,
        Some(ScenarioValue::Word(_) | ScenarioValue::Words(_)) => TokenKind::Member,
        Some(ScenarioValue::Flag(_)) => TokenKind::Unit,
        Some(ScenarioValue::Text(_) | ScenarioValue::Missing(_)) | None => TokenKind::String,
    }
}
