//! Divides the payloads of a sheet into passages, and numbers its instructions and passages by the
//! scheme of its document: the printed numbers, or counted.

use super::{
    instruction_draft::{DraftKind, InstructionDraft},
    payload::{self, PayloadBlock, PayloadBlockKind, PayloadDraft},
    sheet::{PrintedInstruction, PrintedPassage, SheetKind},
    sheet_builder::SheetBuilder,
};
use crate::{
    model::toml_file::PassageNumbering::{self, Counted, Letters, Paragraphs, Sections},
    text::Span,
};

impl SheetBuilder<'_> {
    /// Builds the numbered passages of a payload, still without the instruction's number.
    pub(super) fn build_passages(
        &self,
        draft: &InstructionDraft,
        payload: &PayloadDraft,
        text: &str,
    ) -> Vec<PrintedPassage> {
        let numbers = self.numbering();
        let whole = numbers != Letters || !matches!(draft.kind, DraftKind::Clause(_));
        let span_of = |blocks: &[PayloadBlock]| {
            blocks
                .iter()
                .filter_map(|block| self.part_span(&block.part))
                .reduce(Span::join)
        };
        if whole {
            let Some(span) = span_of(&payload.blocks) else {
                return Vec::new();
            };
            return vec![PrintedPassage::unnumbered(span, text.to_owned())];
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
            Some(document) => document.layout.numbers,
            None if self.identity.kind == SheetKind::Text => Sections,
            None => Counted,
        }
    }

    /// Assigns the numbers of all instructions and passages.
    pub(super) fn number_instructions(
        &self,
        instructions: &mut [PrintedInstruction],
        drafts: &[InstructionDraft],
        headings: &[usize],
    ) {
        let prefix = self
            .identity
            .document
            .map(|document| document.layout.prefix.as_str())
            .unwrap_or_default();
        let counted_in = self
            .identity
            .document
            .and_then(|document| document.layout.counted_in.clone());
        let numbers = self.numbering();
        let mut counted: u32 = 0;
        let mut letter = None;
        let (mut chapter, mut chapters, mut paragraph) = (None, 0, 0);
        for (at, own) in instructions.iter_mut().enumerate() {
            let draft = &drafts[at];
            let note = matches!(draft.kind, DraftKind::Note);
            own.number = match numbers {
                Counted => match &own.printed_number {
                    Some(printed) => format!("{prefix}{printed}"),
                    None => {
                        counted += 1;
                        format!("{prefix}{counted}")
                    }
                },
                Paragraphs => {
                    counted += 1;
                    format!("{prefix}{counted}")
                }
                Letters if note => {
                    format!("{prefix}{}.c", letter_number(letter.unwrap_or(0)))
                }
                Letters => {
                    letter = Some(letter.map_or(0, |letter| letter + 1));
                    format!("{prefix}{}", letter_number(letter.unwrap_or(0)))
                }
                Sections => {
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
            let several = own.passages.len() > 1 || numbers == Letters && !note;
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

/// Returns the letters for an index: `A`, … `Z`, `AA`.
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

/// Whether a block continues the passage before: a table below its rule, a broken sentence,
/// captions of one picture.
fn continues_passage(before: &PayloadBlock, next: &PayloadBlock) -> bool {
    let broken = !super::line_shape::ends_sentence(&before.text)
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
