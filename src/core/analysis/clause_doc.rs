//! Composes a clause as a document: state, text with footnotes, and remarks.

use super::{
    Clause, ClauseBlock, ClauseState, RowStyle, WordingKinds,
    clause_rows::rows_and_tables,
    footnotes::{Footnotes, authors},
};
use crate::{
    doc::{Block, warning},
    model::{DocumentKind, Ruleset},
};

impl Clause {
    /// Returns the clause as a document, without its heading.
    pub fn doc(&self) -> Vec<Block> {
        let mut notes = Footnotes::default();
        let mut out: Vec<Block> = self.state_line().into_iter().collect();
        let mut blocks = self.blocks.iter();
        let is_touched =
            |block: &ClauseBlock| block.kind != "heading" && authors(block).next().is_some();
        if self.state != ClauseState::NotHeld || blocks.any(is_touched) {
            out.extend(rows_and_tables(&self.blocks, RowStyle::Clause, &mut notes));
        }
        out.extend(notes.blocks());
        out.extend(self.remark_blocks());
        out
    }

    /// Returns the state of the clause, unless it is in force.
    pub fn state_line(&self) -> Option<Block> {
        let by = self.state_by.as_ref().map(|origin| origin.citation());
        let by = by.unwrap_or_default();
        let state = match self.state {
            ClauseState::InForce => return None,
            ClauseState::Deleted => format!("Deleted: {by}."),
            ClauseState::Moved => {
                let to = self.moved_to.as_deref().unwrap_or("another clause");
                format!("Moved to {to}: {by}.")
            }
            ClauseState::NotHeld | ClauseState::NotYet | ClauseState::Unknown => {
                self.state_text.clone().unwrap_or_default()
            }
        };
        Some(Block::Paragraph(warning(state).into()))
    }
}

/// Describes whose words blocks have: `restated, not official`; `None` for words of a ruleset's own.
pub fn wording<'b>(
    ruleset: &Ruleset,
    blocks: impl IntoIterator<Item = &'b ClauseBlock> + Clone,
) -> Option<String> {
    let kinds = WordingKinds::of(blocks.clone());
    match notes_document(ruleset, blocks) {
        Some(notes) => Some(format!("Notes, not rules: {notes}")),
        None if kinds.is_mixed() => {
            Some("Printed wording from your library where a row says so".to_owned())
        }
        None if kinds.printed => Some("Printed wording from your library".to_owned()),
        None => kinds.label(),
    }
}

/// Returns the name of the document of notes from which all words are; such words restate nothing
/// printed.
fn notes_document<'r, 'b>(
    ruleset: &'r Ruleset,
    blocks: impl IntoIterator<Item = &'b ClauseBlock>,
) -> Option<&'r str> {
    let mut written = blocks
        .into_iter()
        .filter(|block| block.kind != "heading")
        .flat_map(|block| &block.provenance);
    let document = ruleset.documents.get(&written.next()?.origin.document)?;
    let same = document.kind == DocumentKind::Notes
        && written.all(|run| run.origin.document == document.key);
    same.then_some(document.short.as_str())
}
