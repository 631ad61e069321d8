//! Adds lines to the payload of the instruction above, and finds where that payload ends.

use super::classifier::{LineClassifier, PendingPayload, SEARCH_LIMIT};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        clause::{ClauseAction, InsertionPoint, PayloadPlace, VerbClause},
        instruction_draft::DraftKind,
        plain_text::quote_depth,
        sheet::{Confidence, SheetPieceKind},
    },
    syntax::UnitNoun,
};

impl LineClassifier<'_> {
    /// Adds a line of quoted text; returns the next line.
    pub(super) fn add_quoted_line(&mut self, at: usize, until: usize) -> usize {
        let draft = self.last_draft();
        self.mark_line(at, SheetPieceKind::Payload, draft);
        self.push_part(at, 0, self.text(at).len());
        if at == until {
            self.pending = PendingPayload::Nothing;
            if let Some(next) = self.next_line(at)
                && self.lacks_units()
                && self.text(next).starts_with(['"', '“', '„'])
                && let Some(until) = self.closing_line(next, 0)
            {
                // each of the announced paragraphs has its own quotation marks
                self.pending = PendingPayload::Quoted(until);
                return at + 1;
            }
            // the closing mark is too early if the list continues
            let next = at + 1;
            let list = self.lines[at].bullet.is_some()
                && next < self.range.end
                && self.lines[next].bullet.is_some();
            if list && !self.announces(next) && !self.is_furniture(next) {
                self.pending = PendingPayload::Loose { wide: false };
                if let Some(draft) = draft {
                    let span = self.lines[at].span;
                    self.out.drafts[draft].add_doubt(
                        span,
                        Confidence::Unsure,
                        "the closing mark is before the end of the list",
                    );
                }
            }
        }
        at + 1
    }

    /// Whether the last instruction announced more units than its text has parts.
    fn lacks_units(&self) -> bool {
        let Some(draft) = self.out.drafts.last() else {
            return false;
        };
        let DraftKind::Clause(clause) = &draft.kind else {
            return false;
        };
        let announced = match &clause.action {
            ClauseAction::Add(insertion, _) | ClauseAction::Insert(insertion, ..) => {
                insertion.count
            }
            _ => None,
        };
        announced.is_some_and(|count| draft.parts.len() < count as usize)
    }

    /// Adds the line to the payload of the last instruction.
    pub(super) fn add_to_payload(&mut self, at: usize) {
        let draft = self.last_draft();
        if let Some(draft) = self.out.drafts.last_mut() {
            let pairs = matches!(&draft.kind, DraftKind::Clause(clause) if matches!(clause.action, ClauseAction::Pairs));
            let to = self.lines[at].text().trim().trim_end_matches(':');
            if pairs && draft.old.is_none() && to.eq_ignore_ascii_case("to") {
                draft.old = Some(draft.parts.len());
                self.mark_line(at, SheetPieceKind::Instruction, self.last_draft());
                return;
            }
        }
        self.mark_line(at, SheetPieceKind::Payload, draft);
        self.push_part(at, 0, self.text(at).len());
    }

    /// Begins the payload of a clause.
    pub(super) fn open_payload(&mut self, at: usize, clause: &VerbClause) {
        let line = &self.lines[at];
        let draft = self.last_draft();
        let wide = self
            .out
            .drafts
            .last()
            .is_some_and(|draft| allows_headings(clause, &draft.address));
        self.pending = match clause.payload {
            PayloadPlace::None => PendingPayload::Nothing,
            PayloadPlace::Inline(start, end, closed) => {
                self.start_piece(
                    line.plain.span(start, end).start(),
                    SheetPieceKind::Payload,
                    draft,
                );
                self.push_part(at, start, if closed { end } else { line.text().len() });
                if closed {
                    PendingPayload::Nothing
                } else {
                    match self.closing_line(at, start) {
                        Some(until) => PendingPayload::Quoted(until),
                        None => {
                            self.doubt_unclosed_quote();
                            PendingPayload::Loose { wide }
                        }
                    }
                }
            }
            PayloadPlace::Follows => match self.next_line(at) {
                Some(next) if self.text(next).starts_with(['"', '“', '„']) => {
                    match self.closing_line(next, 0) {
                        Some(until) => PendingPayload::Quoted(until),
                        None => {
                            self.doubt_unclosed_quote();
                            PendingPayload::Loose { wide }
                        }
                    }
                }
                Some(_) => PendingPayload::Loose { wide },
                None => PendingPayload::Nothing,
            },
        };
    }

    pub(super) fn doubt_unclosed_quote(&mut self) {
        if let Some(draft) = self.out.drafts.last_mut() {
            let span = draft.words;
            draft.add_doubt(
                span,
                Confidence::Unsure,
                "the closing mark is missing: the text ends before the next instruction",
            );
        }
    }

    /// Returns the line in which the quote that opens at byte `start` of line `at` is closed.
    pub(super) fn closing_line(&self, at: usize, start: usize) -> Option<usize> {
        let mut depth = 0;
        for line in at..self.range.end.min(at + SEARCH_LIMIT) {
            if line > at
                && (self.announces(line)
                    && !self.parsed[line].is_page()
                    && self.interrupts_quote(line)
                    || self.lines[line].headed && self.leads_to_instruction(line, 0) && depth == 0)
            {
                return None;
            }
            depth = quote_depth(
                &self.text(line)[if line == at { start } else { 0 }..],
                depth,
            );
            if depth <= 0 {
                return Some(line);
            }
        }
        None
    }

    pub(super) fn interrupts_quote(&self, at: usize) -> bool {
        let parsed = &self.parsed[at];
        parsed.is_address()
            || parsed.is_location()
            || parsed
                .clauses
                .iter()
                .any(|(clause, lead)| self.interrupts_payload(clause, lead, parsed))
    }
}

/// Whether the payload is whole sections, so that it may contain headings.
pub(super) fn allows_headings(clause: &VerbClause, address: &PrintedAddress) -> bool {
    let steps = &address.steps;
    let unit = steps.last().and_then(PrintedStep::unit);
    match &clause.action {
        ClauseAction::Replace => {
            steps.is_empty() || steps.iter().all(PrintedStep::is_all) || address.range.is_some()
        }
        ClauseAction::Insert(insertion, _, InsertionPoint::Section(_))
            if insertion.unit.is_none() =>
        {
            true
        }
        ClauseAction::Insert(insertion, ..) | ClauseAction::Add(insertion, _) => matches!(
            insertion.unit,
            Some(UnitNoun::Section | UnitNoun::Page | UnitNoun::Figure)
        ),
        ClauseAction::Clarify => true,
        _ => unit == Some(UnitNoun::Section),
    }
}
