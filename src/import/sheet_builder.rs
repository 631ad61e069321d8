//! `SheetBuilder`: makes each draft of `LineClassifier` a `PrintedInstruction` of a `PrintedSheet`,
//! and tiles the sheet's part of the file with `SheetPiece`s.

use super::{
    command::CommandMaker,
    instruction_draft::{ClassifiedLines, DraftKind, InstructionDraft, PieceStart},
    known_rulesets::{KnownDocument, KnownRuleset, KnownRulesets},
    lines::JoinedLine,
    payload::{self, PayloadBlock, PayloadDraft, PayloadPart},
    sheet::{
        Confidence, DecisionDate, ImportDoubt, PrintedInstruction, PrintedPassage, PrintedSheet,
        SheetKind, SheetOperation, SheetPiece, SheetPieceKind,
    },
};
use crate::{
    model::PartialDate,
    syntax::{Verb, instruction},
    text::Span,
};
use std::collections::HashSet;

/// What a sheet was recognised as: its ruleset and document, if known, and its kind (amendments,
/// clarifications, …).
#[derive(Clone, Copy)]
pub(super) struct SheetIdentity<'a> {
    pub(super) rules: Option<&'a KnownRuleset>,
    pub(super) document: Option<&'a KnownDocument>,
    pub(super) kind: SheetKind,
}

/// Makes a `PrintedSheet`, and the `SheetPiece`s that tile its part of the file, in one call from
/// its `ClassifiedLines`; holds the file's text and lines, and what the sheet was recognised as.
pub(super) struct SheetBuilder<'a> {
    pub(super) source: &'a str,
    pub(super) lines: &'a [JoinedLine],
    pub(super) known: &'a KnownRulesets,
    pub(super) identity: SheetIdentity<'a>,
}

impl SheetBuilder<'_> {
    /// Builds a sheet, and the pieces of its part of the file.
    pub(super) fn build_sheet(
        &self,
        index: usize,
        title: String,
        span: Span,
        classified: ClassifiedLines,
    ) -> (PrintedSheet, Vec<SheetPiece>) {
        let ClassifiedLines {
            drafts,
            mut piece_starts,
            dates,
            headings,
        } = classified;
        let signed = drafts.iter().find_map(|draft| {
            draft
                .dated
                .filter(|(_, span)| span.is_empty())
                .map(|(date, _)| date)
        });
        let dated = signed.or(dates.into_iter().max_by_key(|date| date.counts_from()));
        let mut instructions: Vec<PrintedInstruction> = Vec::with_capacity(drafts.len());
        for draft in &drafts {
            instructions.push(self.build_instruction(draft, dated));
        }
        self.number_instructions(&mut instructions, &drafts, &headings);
        let drafts_with_words: HashSet<usize> = piece_starts
            .iter()
            .filter(|piece| piece.kind == SheetPieceKind::Instruction)
            .filter_map(|piece| piece.draft)
            .collect();
        for piece in &mut piece_starts {
            let failed = piece.draft.filter(|&draft| {
                instructions
                    .get(draft)
                    .is_some_and(|own| own.confidence == Confidence::NotUnderstood)
            });
            // a statement without instruction words fails as a whole
            if failed.is_some_and(|draft| {
                piece.kind == SheetPieceKind::Instruction || !drafts_with_words.contains(&draft)
            }) {
                piece.kind = SheetPieceKind::NotUnderstood;
            }
        }
        let pieces = build_pieces(&piece_starts, index, span, &mut instructions);
        let sheet = PrintedSheet {
            title,
            ruleset: self.identity.rules.map(|rules| rules.key.clone()),
            document: self.identity.document.map(|document| document.key.clone()),
            edition: self
                .identity
                .document
                .map(|document| document.edition.clone()),
            kind: self.identity.kind,
            dated,
            span,
            instructions,
        };
        (sheet, pieces)
    }

    fn build_instruction(
        &self,
        draft: &InstructionDraft,
        sheet_date: Option<PartialDate>,
    ) -> PrintedInstruction {
        let mut payload = payload::build_payload(self.source, self.lines, &draft.parts);
        let mut doubts = draft.doubts.clone();
        self.find_repairs(draft, &payload, &mut doubts);
        let pairs = draft.old.map(|old| old.min(payload.blocks.len()));
        let mut text = payload.markdown();
        if let Some(old) = pairs {
            let new = payload.blocks.split_off(old);
            let words = |blocks: &[PayloadBlock]| {
                blocks
                    .iter()
                    .map(|block| block.text.as_str())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            text = format!("~~{}~~ {}", words(&payload.blocks), words(&new));
            payload.blocks.extend(new);
        }
        let operations = self.build_operations(draft, &payload, &text, &mut doubts);
        let payload_end = draft.parts.last().and_then(|part| self.part_span(part));
        let end = payload_end.map_or(0, Span::end).max(draft.words.end());
        let span = Span::new(draft.start, end.max(draft.start));
        let dated = draft
            .dated
            .filter(|(date, _)| sheet_date != Some(*date))
            .map(|(date, span)| DecisionDate {
                date,
                document: self.document_published_on(date),
                span,
            });
        PrintedInstruction {
            number: String::new(),
            counted_in: None,
            printed_number: draft
                .number
                .clone()
                .filter(|_| matches!(draft.kind, DraftKind::Clarification)),
            place: draft.place.clone(),
            span,
            words: draft.words,
            printed: draft.printed.clone(),
            operations,
            passages: self.build_passages(draft, &payload, &text),
            dated,
            comments: draft
                .comments
                .iter()
                .map(|(span, text)| PrintedPassage::unnumbered(*span, text.clone()))
                .collect(),
            confidence: doubts
                .iter()
                .map(|doubt| doubt.confidence)
                .min()
                .unwrap_or_default(),
            doubts,
            found: draft.found.clone(),
        }
    }

    /// Reports what was repaired in the payload or its lines.
    fn find_repairs(
        &self,
        draft: &InstructionDraft,
        payload: &PayloadDraft,
        doubts: &mut Vec<ImportDoubt>,
    ) {
        for (value, part) in &payload.slipped {
            let span = self.part_span(part).unwrap_or_default();
            doubts.push(ImportDoubt::new(
                span,
                Confidence::Unsure,
                format!("the value {value} slipped out of its row: it is after the closing mark"),
            ));
        }
        let is_note = matches!(
            draft.kind,
            DraftKind::Note | DraftKind::Clarification | DraftKind::Text
        );
        if !is_note && payload.has_words_before_quotation() {
            let message = "the new text has words in front of a quotation";
            doubts.push(ImportDoubt::new(draft.words, Confidence::Unsure, message));
        }
        let mended = draft
            .parts
            .iter()
            .filter_map(|part| self.lines.get(part.line))
            .any(|line| line.plain.mended);
        if mended || payload.mended {
            let message = "a word split at the end of a line was joined";
            doubts.push(ImportDoubt::new(draft.words, Confidence::Unsure, message));
        }
    }

    /// Builds the operation of a draft, and reports why there is none or what it lacks.
    fn build_operations(
        &self,
        draft: &InstructionDraft,
        payload: &PayloadDraft,
        text: &str,
        doubts: &mut Vec<ImportDoubt>,
    ) -> Vec<SheetOperation> {
        let counts = payload.counts();
        let ruleset = self.identity.rules.map(|rules| rules.key.as_str());
        let maker = CommandMaker {
            draft,
            counts: &counts,
            text,
            known: self.known,
            ruleset,
        };
        let made = maker.make();
        let mut operations = Vec::new();
        match made {
            Ok(None) => {}
            Ok(Some(made)) => {
                let unsure = |why| ImportDoubt::new(draft.words, Confidence::Unsure, why);
                doubts.extend(made.doubts.into_iter().map(unsure));
                let inline = made.command.verb == Verb::Replace && made.command.phrase.is_some();
                let payload = made
                    .payload
                    .unwrap_or_else(|| if inline { "" } else { text }.to_owned());
                operations.push(SheetOperation {
                    text: instruction::print(&made.command),
                    command: made.command,
                    payload,
                });
            }
            Err(why) => {
                doubts.push(ImportDoubt::new(
                    draft.words,
                    Confidence::NotUnderstood,
                    why,
                ));
                return operations;
            }
        }
        if let Some(what) = missing_payload(draft, &operations) {
            doubts.push(ImportDoubt::new(
                draft.words,
                Confidence::NotUnderstood,
                what,
            ));
        }
        operations
    }

    /// Returns the span of a part of a line in the file.
    pub(super) fn part_span(&self, part: &PayloadPart) -> Option<Span> {
        let line = self.lines.get(part.line)?;
        Some(line.plain.span(part.start, part.end))
    }

    /// Returns the document of the sheet's ruleset that was published on `date`.
    fn document_published_on(&self, date: PartialDate) -> Option<String> {
        let rules = self.identity.rules?;
        rules
            .documents
            .iter()
            .find(|document| document.published == date)
            .map(|document| document.key.clone())
    }
}

/// Returns the message for an instruction that announces a payload but has none.
fn missing_payload(draft: &InstructionDraft, operations: &[SheetOperation]) -> Option<String> {
    let DraftKind::Clause(clause) = &draft.kind else {
        return None;
    };
    let promised = clause.payload != super::clause::PayloadPlace::None;
    let empty = operations.iter().all(|operation| {
        let command = &operation.command;
        let replaces_words = command.verb == Verb::Replace && command.phrase.is_some();
        operation.payload.is_empty() && !replaces_words
    });
    (promised && empty).then(|| "new text is announced, but none follows".to_owned())
}

/// Builds the pieces that tile `span` from the positions where they begin.
fn build_pieces(
    piece_starts: &[PieceStart],
    sheet: usize,
    span: Span,
    instructions: &mut [PrintedInstruction],
) -> Vec<SheetPiece> {
    let mut pieces: Vec<SheetPiece> = Vec::with_capacity(piece_starts.len());
    for piece in piece_starts {
        let at = piece.at.clamp(span.start(), span.end());
        let at = if pieces.is_empty() { span.start() } else { at };
        if let Some(last) = pieces.last_mut() {
            last.span = last.span.with_end(at);
        }
        if pieces.last().is_some_and(|last| last.span.is_empty()) {
            pieces.pop();
        }
        let at = pieces.last().map_or(span.start(), |last| last.span.end());
        let found = match piece.draft.and_then(|draft| instructions.get(draft)) {
            Some(own)
                if matches!(
                    piece.kind,
                    SheetPieceKind::Instruction | SheetPieceKind::NotUnderstood
                ) =>
            {
                own.found.clone()
            }
            _ => piece.found.clone(),
        };
        let instruction = piece.draft.filter(|&draft| draft < instructions.len());
        pieces.push(SheetPiece {
            kind: piece.kind,
            span: Span::new(at, span.end()),
            sheet: Some(sheet),
            instruction,
            found,
        });
    }
    if pieces.is_empty() && !span.is_empty() {
        pieces.push(SheetPiece {
            kind: SheetPieceKind::Comment,
            span,
            sheet: Some(sheet),
            instruction: None,
            found: Vec::new(),
        });
    }
    pieces.retain(|piece| !piece.span.is_empty());
    pieces
}
