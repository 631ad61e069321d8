//! Finds the kinds of record that the next line of a scenario may be, for completion.

use super::{lines::lines_of, parser::ScenarioParser};
use crate::{
    scenario::{
        limits::MAX_FILE_BYTES,
        token::tokenize,
        vocabulary::{KindIx, Vocabulary},
    },
    syntax::MarkdownLineKind,
    text::SourceId,
};

/// The kinds that a line added to the end of a text may have, with the kind of the record and the
/// level of the heading above it; for completion.
#[derive(Clone, Debug)]
pub struct NextLineContext {
    /// The kind of the record that the line would be in.
    pub around: KindIx,
    /// The level of the heading above the line; 0 if there is none.
    pub level: u8,
    /// The kinds that the line may have.
    pub lines: Vec<KindIx>,
}

/// Returns what a line after `text` may be. `text` has to end at the end of a line.
pub fn context_at_end(text: &str, vocabulary: &Vocabulary) -> NextLineContext {
    let text = text
        .get(..text.len().min(MAX_FILE_BYTES))
        .unwrap_or_default();
    let mut parser = ScenarioParser::new(text, vocabulary, SourceId::default());
    for line in lines_of(text) {
        // only headings matter here
        if let MarkdownLineKind::Heading(level) = line.kind {
            let tokens = tokenize(text, line.span);
            parser.parse_heading(level, line.span, &tokens);
        }
    }
    let open = parser.open();
    NextLineContext {
        around: parser.scenario.record(open.record).kind,
        level: open.level,
        lines: open.lines.clone(),
    }
}
