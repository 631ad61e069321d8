//! Composes a clause as a document: state, kind of wording, text with footnotes, and remarks.

use super::{
    Clause, ClauseBlock, ClauseState, RowStyle, WordingKinds,
    clause_rows::rows_and_tables,
    footnotes::{Footnotes, authors},
};
use crate::{
    doc::{Block, quiet, warning},
    model::{DocumentKind, Ruleset},
    text::slug::capitalize,
};

/// What to say of a restatement to a user who can add the printed wording.
pub const CAN_IMPORT: &str = " (add the printed wording with rulebook import)";

/// What to say of a restatement to other readers.
pub const NOT_OFFICIAL: &str = ", not official";

impl Clause {
    /// Returns the clause as a document, without its heading. `of_restatement` is what to say of a
    /// restatement: [`CAN_IMPORT`] or [`NOT_OFFICIAL`].
    pub fn doc(&self, ruleset: &Ruleset, of_restatement: &str) -> Vec<Block> {
        let mut notes = Footnotes::default();
        let mut out: Vec<Block> = self.state_line().into_iter().collect();
        out.extend(wording_line(ruleset, &self.blocks, of_restatement));
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

/// Returns a line that says whether blocks are printed wording, restatements or only notes; none for
/// words of a ruleset's own.
pub fn wording_line<'b>(
    ruleset: &Ruleset,
    blocks: impl IntoIterator<Item = &'b ClauseBlock> + Clone,
    of_restatement: &str,
) -> Option<Block> {
    let kinds = WordingKinds::of(blocks.clone());
    let line = match (notes_document(ruleset, blocks), kinds.restatement()) {
        (Some(notes), _) => format!("Notes, not rules: {notes}"),
        (None, restatement) if kinds.printed => {
            let place = if kinds.is_mixed() {
                " where a row says so"
            } else {
                ""
            };
            let rest = restatement.map(|words| format!("; the rest {words} by this project"));
            let rest = rest.unwrap_or_default();
            format!("Printed wording from your library{place}{rest}")
        }
        (None, restatement) => {
            let words = capitalize(restatement?);
            format!("{words} by this project{of_restatement}")
        }
    };
    Some(Block::Paragraph(quiet(line).into()))
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
