//! Collects the folds of a rules file: front matter, sections, instructions, quotes, commentary.

use super::collector::FoldCollector;
use crate::{
    syntax::{Block, BlockKind, Commentary, RulesFile},
    text::Span,
};

/// A quote of fewer lines gets no fold of its own.
const MIN_QUOTE_LINES: usize = 4;

impl FoldCollector<'_> {
    pub(super) fn file(&mut self, file: &RulesFile) {
        self.put(file.front.span, 0, false);
        for place in &file.places {
            self.put(place.span, 0, false);
            self.quote(&place.blocks, 2);
            self.commentary(&place.commentary);
            for entry in &place.entries {
                self.put(
                    Span::new(entry.heading_span.start(), entry.span.end()),
                    1,
                    false,
                );
                self.quote(&entry.payload, 2);
                self.commentary(&entry.commentary);
            }
        }
    }

    /// Folds the rules text below one heading, and the tables and units of several lines in it.
    fn quote(&mut self, blocks: &[Block], depth: usize) {
        if let (Some(first), Some(last)) = (blocks.first(), blocks.last()) {
            let whole = first.span.join(last.span);
            if self.lines.line(whole.end()) + 1 >= self.lines.line(whole.start()) + MIN_QUOTE_LINES
            {
                self.put(whole, depth, false);
            }
        }
        for block in crate::syntax::flatten_blocks(blocks) {
            let bullets = block
                .children()
                .iter()
                .any(|child| child.kind == BlockKind::Bullet);
            match block.kind {
                BlockKind::Table => self.put(block.span, depth + 1, false),
                BlockKind::Paragraph | BlockKind::Bullet if bullets => {
                    self.put(block.span, depth + 1, false)
                }
                BlockKind::Paragraph
                | BlockKind::Bullet
                | BlockKind::Heading
                | BlockKind::Sentence
                | BlockKind::Row
                | BlockKind::Cell => {}
            }
        }
    }

    fn commentary(&mut self, commentary: &[Commentary]) {
        for one in commentary {
            self.put(one.span, 2, true);
        }
    }
}
