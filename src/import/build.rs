//! Sheets out of sorted lines: their documents, operations, numbers and pieces.

use super::{
    command::{self, Made},
    draft::{Cut, Draft, Kind, Sorted},
    known::{Document, Known, Numbers, Rules},
    line::Line,
    payload::{self, Block, BlockKind, Payload},
    said::{Said, unquoted},
    sheet::{
        Dated, Doubt, Instruction, Operation, Passage, Piece, PieceKind, Sheet, SheetKind, Sureness,
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
pub(super) struct Which<'a> {
    pub(super) rules: Option<&'a Rules>,
    pub(super) document: Option<&'a Document>,
    pub(super) kind: SheetKind,
}

/// What a sheet is built from.
pub(super) struct Building<'a> {
    pub(super) source: &'a str,
    pub(super) lines: &'a [Line],
    pub(super) known: &'a Known,
    pub(super) which: Which<'a>,
}

impl Building<'_> {
    /// A sheet, and the pieces of its part of the file.
    pub(super) fn sheet(
        &self,
        index: usize,
        title: String,
        span: Span,
        sorted: Sorted,
    ) -> (Sheet, Vec<Piece>) {
        let Sorted {
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
            instructions.push(self.instruction(draft, dated));
        }
        self.number(&mut instructions, &drafts, &headings);
        let worded: HashSet<usize> = cuts
            .iter()
            .filter(|cut| cut.kind == PieceKind::Instruction)
            .filter_map(|cut| cut.draft)
            .collect();
        for cut in &mut cuts {
            let failed = cut.draft.filter(|&draft| {
                instructions
                    .get(draft)
                    .is_some_and(|own| own.sureness == Sureness::NotUnderstood)
            });
            // where no word tells what to do, the text itself is what was not understood
            if failed
                .is_some_and(|draft| cut.kind == PieceKind::Instruction || !worded.contains(&draft))
            {
                cut.kind = PieceKind::NotUnderstood;
            }
        }
        let pieces = pieces(&cuts, index, span, &mut instructions);
        let sheet = Sheet {
            title,
            ruleset: self.which.rules.map(|rules| rules.key.clone()),
            document: self.which.document.map(|document| document.key.clone()),
            edition: self.which.document.map(|document| document.edition.clone()),
            kind: self.which.kind,
            dated,
            span,
            instructions,
        };
        (sheet, pieces)
    }

    /// An instruction that was read to the letter.
    fn letter(&self, draft: &Draft, said: &Said, brought: Option<Span>) -> Instruction {
        let payload = brought
            .map(|span| unquoted(span.of(self.source)))
            .unwrap_or_default();
        let command = said.command(self.known, self.which.rules.map(|rules| rules.key.as_str()));
        let nobody = || Doubt {
            span: draft.words,
            sureness: Sureness::NotUnderstood,
            message: "no instruction of that number is known".to_owned(),
        };
        let unknown: Vec<Doubt> = if command.is_none() {
            vec![nobody()]
        } else {
            Vec::new()
        };
        let passage = |span| Passage {
            number: String::new(),
            operation: 0,
            span,
            heading: None,
            text: payload.clone(),
        };
        Instruction {
            number: String::new(),
            counted_in: None,
            printed_number: said.field("n").map(str::to_owned),
            attributes: said
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
                .flat_map(|command| said.found(command))
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
            sureness: if unknown.is_empty() {
                Sureness::Sure
            } else {
                Sureness::NotUnderstood
            },
            doubts: unknown,
        }
    }

    fn instruction(&self, draft: &Draft, sheet_date: Option<PartialDate>) -> Instruction {
        if let Kind::Said(said, brought) = &draft.kind {
            return self.letter(draft, said, *brought);
        }
        let mut payload = payload::payload(self.source, self.lines, &draft.parts);
        let mut doubts = draft.doubts.clone();
        let is_rules = !matches!(
            draft.kind,
            Kind::Note | Kind::Clarification | Kind::Text | Kind::Value(_)
        );
        for (value, part) in &payload.slipped {
            let span = self
                .lines
                .get(part.line)
                .map(|line| line.plain.span(part.start, part.end))
                .unwrap_or_default();
            doubts.push(Doubt {
                span,
                sureness: Sureness::Likely,
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
            doubts.push(Doubt {
                span: draft.words,
                sureness: Sureness::Likely,
                message,
            });
        }
        if is_rules {
            self.strayed(&payload, &mut doubts);
        }
        if draft.is_one_paragraph() {
            payload.join();
        }
        let pairs = draft.old.map(|old| old.min(payload.blocks.len()));
        let mut text = payload.markdown();
        if let Some(old) = pairs {
            let new = payload.blocks.split_off(old);
            let words = |blocks: &[Block]| {
                blocks
                    .iter()
                    .map(|block| block.text.as_str())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            text = format!("~~{}~~ {}", words(&payload.blocks), words(&new));
            payload.blocks.extend(new);
        }
        let shape = payload.shape();
        let ruleset = self.which.rules.map(|rules| rules.key.as_str());
        let made = command::made(draft, &shape, &text, self.known, ruleset);
        let mut operations = Vec::new();
        let mut understood = true;
        if let Some(Made {
            text: command,
            payload: own,
            doubts: more,
        }) = made
        {
            doubts.extend(more.into_iter().map(|(sureness, message)| Doubt {
                span: draft.words,
                sureness,
                message,
            }));
            match parsed(&command) {
                Some((command, canonical)) => {
                    let inline = matches!(command, Command::ReplacePhrase { .. }) && own.is_none();
                    let brought =
                        own.unwrap_or_else(|| if inline { String::new() } else { text.clone() });
                    let payload_spans = self.spans(draft);
                    operations.push(Operation {
                        command,
                        text: canonical,
                        payload: brought,
                        payload_spans,
                    });
                }
                None => {
                    understood = false;
                    doubts.push(Doubt {
                        span: draft.words,
                        sureness: Sureness::NotUnderstood,
                        message: format!("it was read as `{command}`, which is no instruction"),
                    });
                }
            }
        }
        if let (true, Some(what)) = (understood, missing(draft, &operations)) {
            doubts.push(Doubt {
                span: draft.words,
                sureness: Sureness::NotUnderstood,
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
            .map(|(date, span)| Dated {
                date,
                document: self.document_of(date),
                span,
            });
        Instruction {
            number: String::new(),
            counted_in: None,
            attributes: Vec::new(),
            printed_number: draft
                .number
                .clone()
                .filter(|_| matches!(draft.kind, Kind::Clarification)),
            place: draft.place.clone(),
            span,
            words: draft.words,
            printed: draft.printed.clone(),
            operations,
            passages: self.passages(draft, &payload, &text),
            dated,
            comments: draft
                .comments
                .iter()
                .map(|(span, text)| Passage {
                    number: String::new(),
                    operation: 0,
                    span: *span,
                    heading: None,
                    text: text.clone(),
                })
                .collect(),
            sureness: doubts
                .iter()
                .map(|doubt| doubt.sureness)
                .min()
                .unwrap_or_default(),
            doubts,
            found: draft.found.clone(),
        }
    }

    /// Values that were set into the middle of a sentence by a converter: `2nd -1 rank`.
    fn strayed(&self, payload: &Payload, doubts: &mut Vec<Doubt>) {
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
                    doubts.push(Doubt {
                        span,
                        sureness: Sureness::Likely,
                        message,
                    });
                }
            }
        }
    }

    fn spans(&self, draft: &Draft) -> Vec<Span> {
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
    fn document_of(&self, date: PartialDate) -> Option<String> {
        let rules = self.which.rules?;
        rules
            .documents
            .iter()
            .find(|document| document.published == date)
            .map(|document| document.key.clone())
    }

    /// The numbered parts of what is brought, without their numbers.
    fn passages(&self, draft: &Draft, payload: &Payload, text: &str) -> Vec<Passage> {
        let numbers = self.numbers();
        let whole = numbers != Numbers::Letters || !matches!(draft.kind, Kind::Clause(_));
        let span_of = |blocks: &[Block]| {
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
            return vec![Passage {
                number: String::new(),
                operation: 0,
                span,
                heading: None,
                text: text.to_owned(),
            }];
        }
        let mut passages: Vec<Passage> = Vec::new();
        let mut heading = None;
        let mut at = 0;
        while at < payload.blocks.len() {
            let block = &payload.blocks[at];
            if block.kind == BlockKind::Heading {
                heading = Some(block.text.clone());
                at += 1;
                continue;
            }
            let mut end = at + 1;
            while payload
                .blocks
                .get(end)
                .is_some_and(|next| belongs(&payload.blocks[end - 1], next))
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
            passages.push(Passage {
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

    fn numbers(&self) -> Numbers {
        match self.which.document {
            Some(document) => document.shape.numbers,
            None if self.which.kind == SheetKind::Text => Numbers::Sections,
            None => Numbers::Counted,
        }
    }

    /// Gives every instruction and passage its number.
    fn number(&self, instructions: &mut [Instruction], drafts: &[Draft], headings: &[usize]) {
        let prefix = self
            .which
            .document
            .map(|document| document.shape.prefix.as_str())
            .unwrap_or_default();
        let counted_in = self
            .which
            .document
            .and_then(|document| document.shape.counted_in.clone());
        let numbers = self.numbers();
        let mut counted: u32 = 0;
        let mut letter = None;
        let (mut chapter, mut chapters, mut paragraph) = (None, 0, 0);
        for (at, own) in instructions.iter_mut().enumerate() {
            let draft = &drafts[at];
            let note = matches!(draft.kind, Kind::Note);
            own.number = match numbers {
                _ if matches!(draft.kind, Kind::Said(..)) && own.printed_number.is_some() => {
                    let said = own.printed_number.clone().unwrap_or_default();
                    counted = said.parse().unwrap_or(counted);
                    said
                }
                Numbers::Counted => match &own.printed_number {
                    Some(printed) => format!("{prefix}{printed}"),
                    None => {
                        counted += 1;
                        format!("{prefix}{counted}")
                    }
                },
                Numbers::Paragraphs => {
                    counted += 1;
                    format!("{prefix}{counted}")
                }
                Numbers::Letters if note => format!("{prefix}{}.c", lettered(letter.unwrap_or(0))),
                Numbers::Letters => {
                    letter = Some(letter.map_or(0, |letter| letter + 1));
                    format!("{prefix}{}", lettered(letter.unwrap_or(0)))
                }
                Numbers::Sections => {
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
                let sheet = self.which.document.map(|document| document.key.clone());
                other.and(sheet)
            });
            let number = own.number.clone();
            let several = own.passages.len() > 1 || numbers == Numbers::Letters && !note;
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
fn lettered(mut at: usize) -> String {
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
fn belongs(before: &Block, next: &Block) -> bool {
    let broken = !super::line::ends(&before.text)
        && next.text.starts_with(|c: char| c.is_lowercase())
        && before.kind != BlockKind::Table;
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
    next.kind == BlockKind::Table || broken || (caption(&before.text) && caption(&next.text))
}

/// The command that a line is, and the line as it is printed.
fn parsed(text: &str) -> Option<(Command, String)> {
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
fn missing(draft: &Draft, operations: &[Operation]) -> Option<String> {
    let Kind::Clause(clause) = &draft.kind else {
        return None;
    };
    let promised = clause.payload != super::clause::Payload::None;
    let empty = operations.iter().all(|operation| {
        operation.payload.is_empty() && !matches!(operation.command, Command::ReplacePhrase { .. })
    });
    (promised && empty).then(|| "text is announced, and none follows".to_owned())
}

/// Pieces that tile `span`, out of the places where they begin.
fn pieces(cuts: &[Cut], sheet: usize, span: Span, instructions: &mut [Instruction]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::with_capacity(cuts.len());
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
            Some(own) if matches!(cut.kind, PieceKind::Instruction | PieceKind::NotUnderstood) => {
                own.found.clone()
            }
            _ => cut.found.clone(),
        };
        let instruction = cut.draft.filter(|&draft| draft < instructions.len());
        pieces.push(Piece {
            kind: cut.kind,
            span: Span::new(at, span.end()),
            sheet: Some(sheet),
            instruction,
            found,
        });
    }
    if pieces.is_empty() && !span.is_empty() {
        pieces.push(Piece {
            kind: PieceKind::Comment,
            span,
            sheet: Some(sheet),
            instruction: None,
            found: Vec::new(),
        });
    }
    pieces.retain(|piece| !piece.span.is_empty());
    pieces
}
