//! Returns the semantic tokens of a rules file: verbs, units, numbers, quotes, keys, ids, facts.

use super::token::{DECLARATION, DEPRECATED, SemanticToken, SemanticTokenKind, flatten};
use crate::{
    lint,
    lsp::{ResponseError, RulesDocument, Snapshot, navigation},
    resolve::{OccurrenceRole, Symbol},
    syntax::{
        Attributes, Command, Commentary, FRONT_KEYS, Inline, InstructionEntry, MarkKind,
        instruction::{self, InstructionPieceKind},
    },
    text::Span,
};

/// Returns the tokens of a rules file that overlap `part`.
pub(super) fn tokens(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    part: Span,
) -> Result<Vec<SemanticToken>, ResponseError> {
    let mut collector = TokenCollector {
        text: document.lines.text(),
        part,
        out: Vec::new(),
    };
    collector.file(document);
    let gone = deleted_names(snapshot, document, part)?;
    Ok(flatten(collector.out, &gone))
}

/// Returns the names of clauses that are no longer part of the text.
fn deleted_names(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    part: Span,
) -> Result<Vec<Span>, ResponseError> {
    let Some(view) = snapshot.view(document.db) else {
        return Ok(Vec::new());
    };
    let (_, names) = snapshot.names(document.source).unzip();
    let mut out = Vec::new();
    for occurrence in names.unwrap_or_default() {
        snapshot.check_cancelled()?;
        let overlaps = occurrence.span.start() < part.end() && part.start() < occurrence.span.end();
        if let Symbol::Clause(id) = &occurrence.symbol
            && overlaps
            && occurrence.role != OccurrenceRole::Declaration
            && navigation::is_gone(snapshot, document.db, id, &view)
        {
            out.push(occurrence.name);
        }
    }
    out.retain(|name| !name.is_empty());
    out.sort();
    Ok(out)
}

/// Collects the semantic tokens of a rules file, or of the requested part of it.
struct TokenCollector<'t> {
    text: &'t str,
    /// The span that is requested; tokens outside it are dropped.
    part: Span,
    out: Vec<SemanticToken>,
}

impl TokenCollector<'_> {
    fn put(&mut self, span: Span, kind: SemanticTokenKind, modifiers: u32) {
        if !span.is_empty() && span.start() < self.part.end() && self.part.start() < span.end() {
            self.out.push(SemanticToken {
                span,
                kind,
                modifiers,
            });
        }
    }

    fn file(&mut self, document: &RulesDocument<'_>) {
        self.front(document);
        for place in &document.file.places {
            self.attributes(&place.attrs);
            self.inline(&place.heading);
            self.commentary(&place.commentary);
            for entry in &place.entries {
                self.instruction(entry);
                self.commentary(&entry.commentary);
            }
        }
        for block in lint::rules_blocks(document.file) {
            self.attributes(&block.attrs);
            block.text().into_iter().for_each(|text| self.inline(text));
        }
    }

    fn front(&mut self, document: &RulesDocument<'_>) {
        let front = &document.file.front;
        for named in [&front.ruleset, &front.document].into_iter().flatten() {
            self.put(named.span, SemanticTokenKind::Id, 0);
        }
        for edition in [&front.edition, &front.frame].into_iter().flatten() {
            self.put(edition.span, SemanticTokenKind::Member, 0);
        }
        let mut at = front.span.start();
        for line in front.span.of(self.text).split_inclusive('\n') {
            let key = line
                .split_once(':')
                .map(|(key, _)| key)
                .filter(|key| FRONT_KEYS.iter().any(|(known, _)| known == key));
            key.iter().for_each(|key| {
                self.put(
                    Span::new(at, at + key.len()),
                    SemanticTokenKind::Property,
                    0,
                )
            });
            at += line.len();
        }
    }

    fn attributes(&mut self, attrs: &Attributes) {
        attrs
            .id
            .iter()
            .for_each(|id| self.put(id.span, SemanticTokenKind::Id, DECLARATION));
        attrs
            .classes
            .iter()
            .for_each(|class| self.put(class.span, SemanticTokenKind::Property, 0));
        for (key, value) in &attrs.pairs {
            self.put(key.span, SemanticTokenKind::Property, 0);
            let number = value.value.starts_with(|c: char| c.is_ascii_digit());
            let (kind, modifiers) = match &*key.value {
                "within" | "document" | "quoted" => (SemanticTokenKind::Id, 0),
                "effective" | "until" => (SemanticTokenKind::Member, 0),
                "term" => (SemanticTokenKind::Member, DECLARATION),
                _ if number => (SemanticTokenKind::Number, 0),
                _ => (SemanticTokenKind::String, 0),
            };
            self.put(value.span, kind, modifiers);
        }
    }

    fn instruction(&mut self, entry: &InstructionEntry) {
        self.attributes(&entry.attrs);
        for (piece, span) in instruction::pieces(self.text, entry.heading_span) {
            let kind = match piece {
                InstructionPieceKind::Verb | InstructionPieceKind::Keyword => {
                    SemanticTokenKind::Keyword
                }
                InstructionPieceKind::Unit => SemanticTokenKind::Unit,
                InstructionPieceKind::Number => SemanticTokenKind::Number,
                InstructionPieceKind::Quoted => SemanticTokenKind::String,
                InstructionPieceKind::Id => SemanticTokenKind::Id,
                InstructionPieceKind::Description => SemanticTokenKind::Comment,
                InstructionPieceKind::Word => continue,
            };
            self.put(span, kind, 0);
        }
        for frame in crate::resolve::targets(entry.command.as_ref())
            .into_iter()
            .filter_map(|target| target.frame.as_ref())
        {
            self.put(frame.span, SemanticTokenKind::Member, 0);
        }
        if let Some(Command::Withdraw { document, .. }) = &entry.command {
            self.put(document.span, SemanticTokenKind::Id, 0);
        }
    }

    fn commentary(&mut self, commentary: &[Commentary]) {
        for one in commentary {
            self.put(one.span, SemanticTokenKind::Comment, 0);
            self.inline(&one.text);
            one.items.iter().for_each(|item| self.inline(item));
        }
    }

    fn inline(&mut self, inline: &Inline) {
        for mark in &inline.marks {
            let (kind, modifiers) = match &mark.kind {
                MarkKind::Fact(_) => (SemanticTokenKind::Fact, 0),
                MarkKind::Term(_) => (SemanticTokenKind::Member, 0),
                MarkKind::Link(_) => (SemanticTokenKind::Id, 0),
                MarkKind::Strike => (SemanticTokenKind::Comment, DEPRECATED),
                MarkKind::Url(_) | MarkKind::Strong | MarkKind::Emphasis | MarkKind::Hole => {
                    continue;
                }
            };
            let words = inline.source_span(mark.span);
            self.put(words, kind, modifiers);
            // after the words comes `](fact:name)`
            let rest = self.text.get(words.end()..).unwrap_or_default();
            if kind != SemanticTokenKind::Comment
                && let Some(end) = rest.starts_with("](").then(|| rest.find(')')).flatten()
            {
                self.put(
                    Span::new(words.end() + 2, words.end() + end),
                    kind,
                    modifiers,
                );
            }
        }
    }
}
