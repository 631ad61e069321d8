//! Drafts instructions from lines in the format of `export sheet` and the quotes below them.

use super::classifier::{LineClassifier, PendingPayload};
use crate::{
    import::{
        address::PrintedAddress, date, exported_line::ExportedLine, instruction_draft::DraftKind,
        sheet::SheetPieceKind,
    },
    text::Span,
};

impl LineClassifier<'_> {
    /// Adds an instruction with its payload in the block quote below; returns the next line.
    pub(super) fn add_exported(&mut self, at: usize, exported: &ExportedLine) -> usize {
        let mut place = exported.place();
        if place.id.is_none() {
            place.id = place
                .path
                .last()
                .and_then(|name| self.known.find_place(self.ruleset, name))
                .map(|(_, id)| id.to_owned());
        }
        self.pending = PendingPayload::Nothing;
        self.context = PrintedAddress::default();
        self.place = place.clone();
        self.headings += 1;
        let end = (at + 1..self.range.end)
            .find(|&next| !self.lines[next].block_quote)
            .unwrap_or(self.range.end);
        let payload_span = (end > at + 1)
            .then(|| Span::new(self.line_start(at + 1), self.lines[end - 1].span.end()));
        let draft = self.add_draft(
            DraftKind::Exported(Box::new(exported.clone()), payload_span),
            place,
            self.line_start(at),
        );
        self.out.drafts[draft].words = exported.words;
        self.mark_line(at, SheetPieceKind::Instruction, Some(draft));
        if end > at + 1 {
            self.mark_line(at + 1, SheetPieceKind::Payload, Some(draft));
        }
        end
    }

    /// Whether the line is above the first instruction of an exported sheet and contains no
    /// instruction.
    pub(super) fn is_sheet_head(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        let silent = !parsed.verb && parsed.clauses.is_empty() && parsed.lead.is_empty();
        silent
            && self.out.drafts.is_empty()
            && self
                .last_exported
                .is_some_and(|last| last >= self.range.start)
    }

    /// Adds a line with the author or date of the sheet; returns the next line.
    pub(super) fn add_sheet_head(&mut self, at: usize) -> usize {
        if let Some((date, ..)) = date::find_last_date(self.text(at)) {
            self.out.dates.push(date);
        }
        self.mark_line(at, SheetPieceKind::Comment, None);
        at + 1
    }
}
