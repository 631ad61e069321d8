//! Sheets out of sorted lines: their documents, operations, numbers and pieces.

use super::{
    command::{self, CommandText},
    exported_line::{ExportedLine, unquote_block},
    instruction_draft::{ClassifiedLines, DraftKind, InstructionDraft, PieceStart},
    joined_line::JoinedLine,
    known_rulesets::{KnownDocument, KnownRuleset, KnownRulesets, PassageNumbering},
    payload::{self, PayloadBlock, PayloadBlockKind, PrintedPayload},
    sheet::{
        Confidence, DecisionDate, ImportDoubt, Instruction, Operation, PrintedPassage,
        PrintedSheet, SheetKind, SheetPiece, SheetPieceKind,
    },
};
use crate::{
    diagnostic::Severity,
    model::PartialDate,
    syntax::{Command, instruction},
    text::{SourceId, Span},
};
use std::collections::HashSet;

/// Which document a sheet is.
#[derive(Clone, Copy)]
pub(super) struct SheetIdentity<'a> {
    pub(super) rules: Option<&'a KnownRuleset>,
    pub(super) document: Option<&'a KnownDocument>,
    pub(super) kind: SheetKind,
}

/// What a sheet is built from.
pub(super) struct SheetBuilder<'a> {
    pub(super) source: &'a str,
    pub(super) lines: &'a [JoinedLine],
    pub(super) known: &'a KnownRulesets,
    pub(super) identity: SheetIdentity<'a>,
}

impl SheetBuilder<'_> {
    /// A sheet, and the pieces of its part of the file.
    pub(super) fn build_sheet(
        &self,
        index: usize,
        title: String,
        span: Span,
        sorted: ClassifiedLines,
    ) -> (PrintedSheet, Vec<SheetPiece>) {
        let ClassifiedLines {
            drafts,
            mut cuts,
            dates,
            headings,
        } = sorted;
        let signed = drafts.iter().find_map(|draft| {
            draft
                .dated
                .filter(|(_, span)| span.is_empty())
                .map(|(date, _)| date)
        });
        let dated = signed.or(dates.last().copied());
        let mut instructions: Vec<Instruction> = Vec::with_capacity(drafts.len());
        for draft in &drafts {
            instructions.push(self.build_instruction(draft, dated));
        }
        self.number_instructions(&mut instructions, &drafts, &headings);
        let worded: HashSet<usize> = cuts
            .iter()
            .filter(|cut| cut.kind == SheetPieceKind::Instruction)
            .filter_map(|cut| cut.draft)
            .collect();
        for cut in &mut cuts {
            let failed = cut.draft.filter(|&draft| {
                instructions
                    .get(draft)
                    .is_some_and(|own| own.confidence == Confidence::NotUnderstood)
            });
            // where no word tells what to do, the text itself is what was not understood
            if failed.is_some_and(|draft| {
                cut.kind == SheetPieceKind::Instruction || !worded.contains(&draft)
            }) {
                cut.kind = SheetPieceKind::NotUnderstood;
            }
        }
        let pieces = build_pieces(&cuts, index, span, &mut instructions);
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

    /// An instruction that was read to the letter.
    fn build_exported_instruction(
        &self,
        draft: &InstructionDraft,
        exported: &ExportedLine,
        brought: Option<Span>,
    ) -> Instruction {
        let payload = brought
            .map(|span| unquote_block(span.of(self.source)))
            .unwrap_or_default();
        let command = exported.command(
            self.known,
            self.identity.rules.map(|rules| rules.key.as_str()),
        );
        let unknown_number = || ImportDoubt {
            span: draft.words,
            confidence: Confidence::NotUnderstood,
            message: "no instruction of that number is known".to_owned(),
        };
        let unknown: Vec<ImportDoubt> = if command.is_none() {
            vec![unknown_number()]
        } else {
            Vec::new()
        };
        let passage = |span| PrintedPassage {
            number: String::new(),
            operation: 0,
            span,
            heading: None,
            text: payload.clone(),
        };
        Instruction {
            number: String::new(),
            counted_in: None,
            printed_number: exported.field("n").map(str::to_owned),
            attributes: exported
                .fields
                .iter()
                .filter(|(key, _)| !matches!(*key, "n" | "page"))
                .cloned()
                .collect(),
            place: draft.place.clone(),
            span: draft.words.join(brought.unwrap_or(draft.words)),
            words: draft.words,
            printed: draft.words.of(self.source).to_owned(),
            found: command
                .iter()
                .flat_map(|command| exported.recognised_words(command))
                .collect(),
            passages: brought.map(passage).into_iter().collect(),
            operations: command
                .map(|command| Operation {
                    text: instruction::print(&command),
                    command,
                    payload,
                    payload_spans: brought.into_iter().collect(),
                })
                .into_iter()
                .collect(),
            dated: None,
            comments: Vec::new(),
            confidence: if unknown.is_empty() {
                Confidence::Sure
            } else {
                Confidence::NotUnderstood
            },
            doubts: unknown,
        }
    }

    fn build_instruction(
        &self,
        draft: &InstructionDraft,
        sheet_date: Option<PartialDate>,
    ) -> Instruction {
        if let DraftKind::Exported(exported, brought) = &draft.kind {
            return self.build_exported_instruction(draft, exported, *brought);
        }
        let mut payload = payload::build_payload(self.source, self.lines, &draft.parts);
        let mut doubts = draft.doubts.clone();
        let is_rules = !matches!(
            draft.kind,
            DraftKind::Note | DraftKind::Clarification | DraftKind::Text | DraftKind::Value(_)
        );
        for (value, part) in &payload.slipped {
            let span = self
                .lines
                .get(part.line)
                .map(|line| line.plain.span(part.start, part.end))
                .unwrap_or_default();
            doubts.push(ImportDoubt {
                span,
                confidence: Confidence::Likely,
                message: format!(
                    "a value, {value}, slipped out of its row: it stands behind the closing mark"
                ),
            });
        }
        let mended = draft
            .parts
            .iter()
            .filter_map(|part| self.lines.get(part.line))
            .any(|line| line.plain.mended);
        if mended || payload.mended {
            let message = "a word that the end of a line had cut was joined".to_owned();
            doubts.push(ImportDoubt {
                span: draft.words,
                confidence: Confidence::Likely,
                message,
            });
        }
        if is_rules {
            self.find_strayed_values(&payload, &mut doubts);
        }
        if draft.replaces_one_paragraph() {
            payload.join_around_list();
        }
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
        let shape = payload.counts();
        let ruleset = self.identity.rules.map(|rules| rules.key.as_str());
        let made = command::write_command(draft, &shape, &text, self.known, ruleset);
        let mut operations = Vec::new();
        let mut understood = true;
        if let Some(CommandText {
            text: command,
            payload: own,
            doubts: more,
        }) = made
        {
            doubts.extend(more.into_iter().map(|(confidence, message)| ImportDoubt {
                span: draft.words,
                confidence,
                message,
            }));
            match parse_command(&command) {
                Some((command, canonical)) => {
                    let inline = matches!(command, Command::ReplacePhrase { .. }) && own.is_none();
                    let brought =
                        own.unwrap_or_else(|| if inline { String::new() } else { text.clone() });
                    let payload_spans = self.payload_spans(draft);
                    operations.push(Operation {
                        command,
                        text: canonical,
                        payload: brought,
                        payload_spans,
                    });
                }
                None => {
                    understood = false;
                    doubts.push(ImportDoubt {
                        span: draft.words,
                        confidence: Confidence::NotUnderstood,
                        message: format!("it was read as `{command}`, which is no instruction"),
                    });
                }
            }
        }
        if let (true, Some(what)) = (understood, missing_payload(draft, &operations)) {
            doubts.push(ImportDoubt {
                span: draft.words,
                confidence: Confidence::NotUnderstood,
                message: what,
            });
        }
        let end = draft.parts.last().and_then(|part| {
            Some(
                self.lines
                    .get(part.line)?
                    .plain
                    .span(part.start, part.end)
                    .end(),
            )
        });
        let span = Span::new(
            draft.start,
            end.unwrap_or(draft.words.end())
                .max(draft.words.end())
                .max(draft.start),
        );
        let dated = draft
            .dated
            .filter(|(date, _)| sheet_date != Some(*date))
            .map(|(date, span)| DecisionDate {
                date,
                document: self.document_published_on(date),
                span,
            });
        Instruction {
            number: String::new(),
            counted_in: None,
            attributes: Vec::new(),
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
                .map(|(span, text)| PrintedPassage {
                    number: String::new(),
                    operation: 0,
                    span: *span,
                    heading: None,
                    text: text.clone(),
                })
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

    /// Values that were set into the middle of a sentence by a converter: `2nd -1 rank`.
    fn find_strayed_values(&self, payload: &PrintedPayload, doubts: &mut Vec<ImportDoubt>) {
        for block in &payload.blocks {
            let words: Vec<&str> = block.text.split_whitespace().collect();
            for three in words.windows(3) {
                let [before, value, behind] = three else {
                    continue;
                };
                let digits = value.strip_prefix(['-', '−']).unwrap_or_default();
                let number = !digits.is_empty()
                    && digits.len() < 3
                    && digits.bytes().all(|b| b.is_ascii_digit());
                let lower = behind.len() > 3 && behind.bytes().all(|b| b.is_ascii_lowercase());
                let counted = before.ends_with("nd")
                    || before.ends_with("rd")
                    || before.ends_with("th")
                    || before.ends_with("ing");
                if number && lower && counted {
                    let span = self
                        .lines
                        .get(block.part.line)
                        .map(|line| line.span)
                        .unwrap_or_default();
                    let message = format!(
                        "a value, {value}, may have slipped out of its row: it stands between `{before}` and `{behind}`"
                    );
                    doubts.push(ImportDoubt {
                        span,
                        confidence: Confidence::Likely,
                        message,
                    });
                }
            }
        }
    }

    fn payload_spans(&self, draft: &InstructionDraft) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let mut before = None;
        for part in &draft.parts {
            let Some(line) = self.lines.get(part.line) else {
                continue;
            };
            let span = line.plain.span(part.start, part.end);
            match spans
                .last_mut()
                .filter(|_| before == part.line.checked_sub(1))
            {
                Some(last) => *last = last.with_end(span.end().max(last.end())),
                None => spans.push(span),
            }
            before = Some(part.line);
        }
        spans
    }

    /// The document that was published on a day, of the sheet's ruleset.
    fn document_published_on(&self, date: PartialDate) -> Option<String> {
        let rules = self.identity.rules?;
        rules
            .documents
            .iter()
            .find(|document| document.published == date)
            .map(|document| document.key.clone())
    }

    /// The numbered parts of what is brought, without their numbers.
    fn build_passages(
        &self,
        draft: &InstructionDraft,
        payload: &PrintedPayload,
        text: &str,
    ) -> Vec<PrintedPassage> {
        let numbers = self.numbering();
        let whole =
            numbers != PassageNumbering::Letters || !matches!(draft.kind, DraftKind::Clause(_));
        let span_of = |blocks: &[PayloadBlock]| {
            blocks
                .iter()
                .filter_map(|block| {
                    Some(
                        self.lines
                            .get(block.part.line)?
                            .plain
                            .span(block.part.start, block.part.end),
                    )
                })
                .reduce(Span::join)
        };
        if whole {
            let Some(span) = span_of(&payload.blocks) else {
                return Vec::new();
            };
            return vec![PrintedPassage {
                number: String::new(),
                operation: 0,
                span,
                heading: None,
                text: text.to_owned(),
            }];
        }
        let mut passages: Vec<PrintedPassage> = Vec::new();
        let mut heading = None;
        let mut at = 0;
        while at < payload.blocks.len() {
            let block = &payload.blocks[at];
            if block.kind == PayloadBlockKind::Heading {
                heading = Some(block.text.clone());
                at += 1;
                continue;
            }
            let mut end = at + 1;
            while payload
                .blocks
                .get(end)
                .is_some_and(|next| continues_passage(&payload.blocks[end - 1], next))
            {
                end += 1;
            }
            let own = &payload.blocks[at..end];
            let label = block
                .text
                .get(..block.label)
                .and_then(|label| label.split('.').next())
                .filter(|label| {
                    !label.is_empty()
                        && label.len() < 3
                        && label.bytes().all(|b| b.is_ascii_digit())
                });
            passages.push(PrintedPassage {
                number: label.unwrap_or_default().to_owned(),
                operation: 0,
                span: span_of(own).unwrap_or_default(),
                heading: heading.take(),
                text: payload::markdown(own),
            });
            at = end;
        }
        passages
    }

    fn numbering(&self) -> PassageNumbering {
        match self.identity.document {
            Some(document) => document.shape.numbers,
            None if self.identity.kind == SheetKind::Text => PassageNumbering::Sections,
            None => PassageNumbering::Counted,
        }
    }

    /// Gives every instruction and passage its number.
    fn number_instructions(
        &self,
        instructions: &mut [Instruction],
        drafts: &[InstructionDraft],
        headings: &[usize],
    ) {
        let prefix = self
            .identity
            .document
            .map(|document| document.shape.prefix.as_str())
            .unwrap_or_default();
        let counted_in = self
            .identity
            .document
            .and_then(|document| document.shape.counted_in.clone());
        let numbers = self.numbering();
        let mut counted: u32 = 0;
        let mut letter = None;
        let (mut chapter, mut chapters, mut paragraph) = (None, 0, 0);
        for (at, own) in instructions.iter_mut().enumerate() {
            let draft = &drafts[at];
            let note = matches!(draft.kind, DraftKind::Note);
            own.number = match numbers {
                _ if matches!(draft.kind, DraftKind::Exported(..))
                    && own.printed_number.is_some() =>
                {
                    let exported = own.printed_number.clone().unwrap_or_default();
                    counted = exported.parse().unwrap_or(counted);
                    exported
                }
                PassageNumbering::Counted => match &own.printed_number {
                    Some(printed) => format!("{prefix}{printed}"),
                    None => {
                        counted += 1;
                        format!("{prefix}{counted}")
                    }
                },
                PassageNumbering::Paragraphs => {
                    counted += 1;
                    format!("{prefix}{counted}")
                }
                PassageNumbering::Letters if note => {
                    format!("{prefix}{}.c", letter_number(letter.unwrap_or(0)))
                }
                PassageNumbering::Letters => {
                    letter = Some(letter.map_or(0, |letter| letter + 1));
                    format!("{prefix}{}", letter_number(letter.unwrap_or(0)))
                }
                PassageNumbering::Sections => {
                    let heading = headings.get(at).copied();
                    if heading != chapter {
                        chapter = heading;
                        chapters += 1;
                        paragraph = 0;
                    }
                    match &draft.number {
                        Some(letter) if paragraph > 0 => {
                            format!("{prefix}{chapters}.{paragraph}{letter}")
                        }
                        _ => {
                            paragraph += 1;
                            format!("{prefix}{chapters}.{paragraph}")
                        }
                    }
                }
            };
            own.counted_in = counted_in.clone().or_else(|| {
                let other = own.dated.as_ref().and_then(|dated| dated.document.as_ref());
                let sheet = self.identity.document.map(|document| document.key.clone());
                other.and(sheet)
            });
            let number = own.number.clone();
            let several = own.passages.len() > 1 || numbers == PassageNumbering::Letters && !note;
            for (nth, passage) in own.passages.iter_mut().enumerate() {
                passage.number = match (several, passage.number.as_str()) {
                    (false, _) => number.clone(),
                    (true, "") => format!("{number}.{}", nth + 1),
                    (true, label) => format!("{number}.{label}"),
                };
            }
        }
    }
}

/// `A`, … `Z`, `AA`.
fn letter_number(mut at: usize) -> String {
    let mut out = String::new();
    loop {
        out.insert(0, char::from(b'A' + (at % 26) as u8));
        match (at / 26).checked_sub(1) {
            Some(next) => at = next,
            None => return out,
        }
    }
}

/// Whether a block goes on with the passage of the one before: a table below its rule, a broken sentence, captions of one picture.
fn continues_passage(before: &PayloadBlock, next: &PayloadBlock) -> bool {
    let broken = !super::joined_line::ends_sentence(&before.text)
        && next.text.starts_with(|c: char| c.is_lowercase())
        && before.kind != PayloadBlockKind::Table;
    let caption = |text: &str| {
        let first = text
            .split([' ', '–', ',', ':'])
            .next()
            .unwrap_or_default()
            .to_lowercase();
        ["top", "below", "above", "left", "right", "bottom"].contains(&first.as_str())
            && text[first.len()..]
                .trim_start()
                .starts_with(['–', '-', ':'])
    };
    next.kind == PayloadBlockKind::Table || broken || (caption(&before.text) && caption(&next.text))
}

/// The command that a line is, and the line as it is printed.
fn parse_command(text: &str) -> Option<(Command, String)> {
    let read = |text: &str| {
        let (command, faults) =
            instruction::parse(SourceId::default(), text, Span::new(0, text.len()));
        command.filter(|_| faults.iter().all(|fault| fault.severity != Severity::Error))
    };
    let canonical = instruction::print(&read(text)?);
    let command = read(&canonical)?;
    Some((command, canonical))
}

/// What an instruction promises to bring and does not.
fn missing_payload(draft: &InstructionDraft, operations: &[Operation]) -> Option<String> {
    let DraftKind::Clause(clause) = &draft.kind else {
        return None;
    };
    let promised = clause.payload != super::verb_clause::PayloadPlace::None;
    let empty = operations.iter().all(|operation| {
        operation.payload.is_empty() && !matches!(operation.command, Command::ReplacePhrase { .. })
    });
    (promised && empty).then(|| "text is announced, and none follows".to_owned())
}

/// Pieces that tile `span`, out of the places where they begin.
fn build_pieces(
    cuts: &[PieceStart],
    sheet: usize,
    span: Span,
    instructions: &mut [Instruction],
) -> Vec<SheetPiece> {
    let mut pieces: Vec<SheetPiece> = Vec::with_capacity(cuts.len());
    for cut in cuts {
        let at = cut.at.clamp(span.start(), span.end());
        let at = if pieces.is_empty() { span.start() } else { at };
        if let Some(last) = pieces.last_mut() {
            last.span = last.span.with_end(at);
        }
        if pieces.last().is_some_and(|last| last.span.is_empty()) {
            pieces.pop();
        }
        let at = pieces.last().map_or(span.start(), |last| last.span.end());
        let found = match cut.draft.and_then(|draft| instructions.get(draft)) {
            Some(own)
                if matches!(
                    cut.kind,
                    SheetPieceKind::Instruction | SheetPieceKind::NotUnderstood
                ) =>
            {
                own.found.clone()
            }
            _ => cut.found.clone(),
        };
        let instruction = cut.draft.filter(|&draft| draft < instructions.len());
        pieces.push(SheetPiece {
            kind: cut.kind,
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
