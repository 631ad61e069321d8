//! Drafts instructions from lines of values below an announcement: `Camelry(S) from 11 to 10`.

use super::classifier::{LineClassifier, PendingPayload};
use crate::import::{
    address::{PrintedAddress, PrintedStep},
    clause::ValueChange,
    instruction_draft::DraftKind,
    line_reader::parse_value_rows,
    sheet::{Confidence, RecognisedWords, SheetPieceKind},
};
use crate::syntax::UnitNoun;

impl LineClassifier<'_> {
    /// Adds the label in front of a value to its row if the value names only its column.
    pub(super) fn with_row_label(
        &self,
        mut value: ValueChange,
        labels: &[String],
        lead: &PrintedAddress,
    ) -> ValueChange {
        // `In the row for Knights, change the value for S …`
        let row = lead
            .steps
            .last()
            .filter(|step| matches!(step.unit(), Some(UnitNoun::Row | UnitNoun::Entry)));
        let row = row.and_then(PrintedStep::name);
        let label = row.as_ref().or(labels.last());
        if let (Some(label), true) = (label, value.row.is_empty()) {
            let column = label.starts_with(char::is_lowercase);
            let outer = labels
                .iter()
                .rev()
                .nth(1)
                .filter(|_| row.is_none() && column);
            // `Spice, day: 5 → 6`
            value.row = outer.map_or_else(|| label.clone(), |outer| format!("{outer}({label})"));
        } else if let Some(label) = label.filter(|_| !value.row.contains('(')) {
            value.row = format!("{label}({})", value.row.trim_matches(['(', ')']));
        }
        value
    }

    /// Adds a line of values where rows are announced, or below another one.
    ///
    /// Returns whether it is one.
    pub(super) fn read_value_rows(&mut self, at: usize) -> bool {
        let loose = matches!(self.pending, PendingPayload::Loose { .. });
        let announced = self.pending == PendingPayload::Rows || loose && self.is_announcement();
        let continues = self.pending == PendingPayload::Nothing
            && self.parsed[at].clauses.is_empty()
            && self.out.drafts.last().is_some_and(|draft| {
                matches!(draft.kind, DraftKind::Value(_)) && draft.place == self.place
            });
        if !announced && !continues {
            return false;
        }
        let values = parse_value_rows(&self.lines[at], self.known);
        let Some(values) = values.filter(|_| !self.lines[at].headed) else {
            if !loose {
                self.pending = PendingPayload::Nothing;
            }
            return false;
        };
        if loose {
            self.drop_announcement();
            self.pending = PendingPayload::Rows;
        }
        for (of, value) in values.into_iter().enumerate() {
            self.add_value_row(at, of, value, announced);
        }
        true
    }

    fn add_value_row(&mut self, at: usize, of: usize, value: ValueChange, announced: bool) {
        let line = &self.lines[at];
        let place = self.place.clone();
        let span = line.plain.span(0, line.text().len());
        let start = if of == 0 {
            self.line_start(at)
        } else {
            line.plain.span(value.start, value.end).start()
        };
        let draft = self.add_draft(DraftKind::Value(value), place, start);
        let own = &mut self.out.drafts[draft];
        own.words = span;
        own.printed = line.text().to_owned();
        own.found.push(RecognisedWords {
            span,
            what: "a row of values".into(),
        });
        if !announced {
            let why = "it is taken as one of the values above it";
            own.add_doubt(span, Confidence::Unsure, why);
        }
        self.start_piece(start, SheetPieceKind::Instruction, Some(draft));
    }
}
