//! The pieces of a rules file: sections, instructions and their words, units of rules text,
//! attributes, commentary.

use super::{PieceCollector, PieceKind, TokenKind};
use crate::{
    syntax::{
        Attributes, Block, BlockKind, Commentary, FRONT_KEYS, Inline, InstructionEntry, Key,
        MarkKind, RulesFile,
        instruction::{self, InstructionPieceKind},
    },
    text::Span,
};

/// The marks around quoted words.
const QUOTES: [char; 5] = ['"', '“', '”', '„', '`'];

impl<'f> PieceCollector<'_, 'f> {
    /// Adds the pieces of a rules file, except its names.
    pub(super) fn rules(&mut self, file: &'f RulesFile) {
        self.front(file.front.span);
        for place in &file.places {
            self.put(place.span, PieceKind::Section(place));
            self.put(place.heading_span, PieceKind::Text);
            self.inline(&place.heading);
            self.attributes(&place.attrs);
            self.payload(&place.blocks);
            self.commentary(&place.commentary);
            for entry in &place.entries {
                self.put(entry.span, PieceKind::Entry(entry));
                self.heading(entry);
                self.attributes(&entry.attrs);
                self.payload(&entry.payload);
                self.commentary(&entry.commentary);
            }
        }
    }

    fn front(&mut self, span: Span) {
        self.put(span, PieceKind::Front);
        let text = self.lines.text();
        let mut at = span.start();
        for line in span.of(text).split_inclusive('\n') {
            let key = line.split_once(':').map_or("", |(key, _)| key);
            if Key::find(FRONT_KEYS, key).is_some() {
                let key = Span::new(at, at + key.len());
                self.put(key, PieceKind::Token(TokenKind::Property));
            }
            at += line.len();
        }
    }

    fn attributes(&mut self, attrs: &Attributes) {
        self.put(attrs.span, PieceKind::Text);
        for class in &attrs.classes {
            self.put(class.span, PieceKind::Token(TokenKind::Property));
        }
        for (key, value) in &attrs.pairs {
            self.put(key.span.join(value.span), PieceKind::Text);
            self.put(key.span, PieceKind::Token(TokenKind::Property));
            let is_number = value.value.starts_with(|c: char| c.is_ascii_digit());
            let kind = if is_number {
                TokenKind::Number
            } else {
                TokenKind::String
            };
            self.put(value.span, PieceKind::Token(kind));
        }
    }

    fn heading(&mut self, entry: &InstructionEntry) {
        self.put(entry.heading_span, PieceKind::Text);
        for target in crate::resolve::targets(entry.command.as_ref()) {
            self.put(target.span, PieceKind::Text);
            for step in &target.steps {
                self.put(step.span, PieceKind::Text);
            }
        }
        let text = self.lines.text();
        for (piece, span) in instruction::pieces(text, entry.heading_span) {
            let kind = match piece {
                InstructionPieceKind::Verb | InstructionPieceKind::Keyword => TokenKind::Keyword,
                InstructionPieceKind::Unit => TokenKind::Unit,
                InstructionPieceKind::Number => TokenKind::Number,
                InstructionPieceKind::Quoted => TokenKind::String,
                InstructionPieceKind::Id => TokenKind::Id,
                InstructionPieceKind::Description => TokenKind::Comment,
                InstructionPieceKind::Word => {
                    self.put(span, PieceKind::Text);
                    continue;
                }
            };
            self.put(span, PieceKind::Token(kind));
            if piece == InstructionPieceKind::Quoted {
                // the words without their marks
                let words = span.of(text).trim_start_matches(QUOTES);
                let words = span.with_start(span.end() - words.len());
                let length = words.of(text).trim_end_matches(QUOTES).len();
                self.put(words.with_len(length), PieceKind::Text);
            }
        }
    }

    fn payload(&mut self, blocks: &'f [Block]) {
        if let (Some(first), Some(last)) = (blocks.first(), blocks.last()) {
            self.put(first.span.join(last.span), PieceKind::Payload);
        }
        self.blocks(blocks);
    }

    fn blocks(&mut self, blocks: &'f [Block]) {
        for (at, block) in blocks.iter().enumerate() {
            // the first row of a table names its columns
            let is_header = block.kind == BlockKind::Row && at == 0;
            let kind = PieceKind::Block(block);
            self.put(block.span, if is_header { PieceKind::Text } else { kind });
            self.attributes(&block.attrs);
            if let Some(label) = &block.label {
                self.put(label.span, PieceKind::Text);
            }
            if let Some(text) = block.text() {
                self.inline(text);
            }
            self.blocks(block.children());
        }
    }

    fn commentary(&mut self, commentary: &[Commentary]) {
        for one in commentary {
            self.put(one.span, PieceKind::Comment);
            self.inline(&one.text);
            for item in &one.items {
                self.inline(item);
            }
        }
    }

    fn inline(&mut self, text: &Inline) {
        let whole = Span::new(0, text.text.len());
        self.put(text.source_span(whole), PieceKind::Text);
        for mark in &text.marks {
            let kind = match mark.kind {
                MarkKind::Strike => PieceKind::Strike,
                MarkKind::Fact(_) => PieceKind::Token(TokenKind::Fact),
                MarkKind::Term(_) => PieceKind::Token(TokenKind::Member),
                MarkKind::Link(_) => PieceKind::Token(TokenKind::Id),
                MarkKind::Url(_) | MarkKind::Strong | MarkKind::Emphasis | MarkKind::Hole => {
                    PieceKind::Text
                }
            };
            self.put(text.source_span(mark.span), kind);
        }
    }
}
