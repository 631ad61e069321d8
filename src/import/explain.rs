//! Renders for people how `import` interpreted each instruction; counts the characters of a file by
//! kind of piece (`ImportCoverage`).

use super::sheet::{
    Confidence, PageSource, ParsedSheets, PrintedInstruction, PrintedSheet, SheetKind, SheetPiece,
    SheetPieceKind,
};
use crate::text::LineIndex;
use serde::Serialize;
use std::fmt::Write;

/// How much of a file `import` understood, for its reports and its exit code: characters by kind of
/// piece, and the numbers of instructions and of those understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportCoverage {
    /// All characters of the file, including blanks and line ends.
    pub characters: usize,
    /// The words of instructions.
    pub instruction: usize,
    /// Payloads, clarifications and text of rules.
    pub payload: usize,
    /// Headings.
    pub heading: usize,
    /// Page labels.
    pub page_label: usize,
    /// Titles, notes, additions of a web page.
    pub comment: usize,
    /// Text that looks like an instruction and was not understood.
    pub not_understood: usize,
    /// The number of pieces that were not understood.
    pub not_understood_pieces: usize,
    /// The number of instructions, clarifications, notes and passages.
    pub instructions: usize,
    /// The number of them that are understood.
    pub understood: usize,
    /// The number of them that are understood, and not surely.
    pub unsure: usize,
    /// The number of instructions and other pieces that are not understood; the exit code of
    /// `import` is 0 only if this is 0.
    pub left: usize,
}

impl ImportCoverage {
    /// Returns the number of characters in pieces, including those not understood.
    pub fn accounted(&self) -> usize {
        self.instruction
            + self.payload
            + self.heading
            + self.page_label
            + self.comment
            + self.not_understood
    }

    /// Adds the numbers of another file.
    #[must_use]
    pub fn plus(self, other: &Self) -> Self {
        Self {
            characters: self.characters + other.characters,
            instruction: self.instruction + other.instruction,
            payload: self.payload + other.payload,
            heading: self.heading + other.heading,
            page_label: self.page_label + other.page_label,
            comment: self.comment + other.comment,
            not_understood: self.not_understood + other.not_understood,
            not_understood_pieces: self.not_understood_pieces + other.not_understood_pieces,
            instructions: self.instructions + other.instructions,
            understood: self.understood + other.understood,
            unsure: self.unsure + other.unsure,
            left: self.left + other.left,
        }
    }
}

impl SheetPieceKind {
    /// Returns the name shown to people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Instruction => "instruction",
            Self::Payload => "text",
            Self::Heading => "heading",
            Self::PageLabel => "page",
            Self::Comment => "comment",
            Self::NotUnderstood => "not understood",
        }
    }
}

impl SheetKind {
    /// Returns the name shown to people and programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Amendment => "amendments",
            Self::Clarification => "clarifications",
            Self::Guideline => "guidelines",
            Self::Text => "text of rules",
        }
    }
}

impl Confidence {
    /// Returns the name shown to people and programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotUnderstood => "not understood",
            Self::Unsure => "unsure",
            Self::Sure => "sure",
        }
    }
}

impl ParsedSheets {
    /// Returns how much of the file is of which kind; `text` is the text of the file.
    pub fn coverage(&self, text: &str) -> ImportCoverage {
        let mut coverage = ImportCoverage {
            characters: text.chars().count(),
            ..ImportCoverage::default()
        };
        for piece in &self.pieces {
            let count = piece.span.of(text).chars().count();
            match piece.kind {
                SheetPieceKind::Instruction => coverage.instruction += count,
                SheetPieceKind::Payload => coverage.payload += count,
                SheetPieceKind::Heading => coverage.heading += count,
                SheetPieceKind::PageLabel => coverage.page_label += count,
                SheetPieceKind::Comment => coverage.comment += count,
                SheetPieceKind::NotUnderstood => {
                    coverage.not_understood += count;
                    coverage.not_understood_pieces += 1;
                }
            }
        }
        let all = || self.sheets.iter().flat_map(|sheet| &sheet.instructions);
        coverage.instructions = all().count();
        coverage.understood = all()
            .filter(|own| own.confidence > Confidence::NotUnderstood)
            .count();
        coverage.unsure = all()
            .filter(|own| own.confidence == Confidence::Unsure)
            .count();
        let alone = self
            .not_understood()
            .filter(|piece| piece.instruction.is_none())
            .count();
        coverage.left = coverage.instructions - coverage.understood + alone;
        coverage
    }

    /// Returns the pieces that were not understood.
    pub fn not_understood(&self) -> impl Iterator<Item = &SheetPiece> {
        self.pieces
            .iter()
            .filter(|piece| piece.kind == SheetPieceKind::NotUnderstood)
    }

    /// Explains to people how every instruction was understood.
    pub fn explain(&self, text: &str) -> String {
        let index = LineIndex::new(text);
        let mut out = String::new();
        for sheet in &self.sheets {
            if !out.is_empty() {
                out.push('\n');
            }
            out += &sheet.describe();
            out.push('\n');
            for own in &sheet.instructions {
                own.explain(&index, &mut out);
            }
        }
        for piece in self
            .not_understood()
            .filter(|piece| piece.instruction.is_none())
        {
            let line = index.line(piece.span.start()) + 1;
            let words = super::plain_text::strip_markup(piece.span.of(text));
            let _ = writeln!(
                out,
                "\n  line {line}: not understood: {}",
                truncate(words.trim(), 100)
            );
            for found in &piece.found {
                let _ = writeln!(
                    out,
                    "    “{}”: {}",
                    truncate(found.span.of(text).trim(), 60),
                    found.what
                );
            }
            if piece.found.is_empty() {
                let _ = writeln!(out, "    no part of it was recognised");
            }
        }
        out
    }
}

/// Truncates `words` to `most` characters, the last of them `…`.
pub fn truncate(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let mut out: String = words.chars().take(most.saturating_sub(1)).collect();
    out.truncate(out.trim_end().len());
    out + "…"
}

impl PrintedSheet {
    /// Describes the sheet in a line.
    pub fn describe(&self) -> String {
        let name = match (&self.document, &self.ruleset) {
            (Some(document), _) => document.clone(),
            (None, Some(ruleset)) => format!("an unknown sheet of {ruleset}"),
            (None, None) => "an unknown sheet".to_owned(),
        };
        let title = if self.title.is_empty() {
            String::new()
        } else {
            format!(", “{}”", self.title)
        };
        let edition = self
            .edition
            .as_ref()
            .map(|edition| format!(", edition {edition}"))
            .unwrap_or_default();
        let dated = self
            .dated
            .map(|date| format!(", dated {date}"))
            .unwrap_or_default();
        format!("{name}{title}: {}{edition}{dated}", self.kind.name())
    }
}

impl PrintedInstruction {
    /// Describes the place: `Rear support, p. 22`.
    pub fn describe_place(&self) -> String {
        let mut out = self.place.path.join(" › ");
        if let Some(page) = &self.place.page {
            let carried = if self.place.page_source == PageSource::Above {
                "?"
            } else {
                ""
            };
            out += &format!(
                "{}p. {page}{carried}",
                if out.is_empty() { "" } else { ", " }
            );
        }
        out
    }

    fn explain(&self, index: &LineIndex, out: &mut String) {
        let place = self.describe_place();
        let line = index.line(self.span.start()) + 1;
        let _ = writeln!(
            out,
            "\n  {} (line {line}){}{place}",
            self.number,
            if place.is_empty() { "" } else { ": " }
        );
        if !self.printed.is_empty() {
            let _ = writeln!(out, "    printed: {}", truncate(&self.printed, 160));
        }
        for operation in &self.operations {
            let _ = writeln!(out, "    read: {}", operation.text);
        }
        if self.operations.is_empty() {
            let _ = writeln!(out, "    read: text, no instruction");
        }
        let payloads: Vec<&str> = self
            .operations
            .iter()
            .map(|operation| operation.payload.as_str())
            .filter(|text| !text.is_empty())
            .collect();
        for text in payloads {
            for line in text.lines() {
                let _ = writeln!(out, "    > {}", truncate(line, 120));
            }
        }
        if self.operations.is_empty() {
            for line in self
                .passages
                .iter()
                .flat_map(|passage| passage.text.lines())
            {
                let _ = writeln!(out, "    > {}", truncate(line, 120));
            }
        }
        if self.passages.len() > 1 {
            let numbers: Vec<&str> = self
                .passages
                .iter()
                .map(|passage| passage.number.as_str())
                .collect();
            let _ = writeln!(out, "    passages: {}", numbers.join(", "));
        }
        for comment in &self.comments {
            let _ = writeln!(out, "    remark: {}", truncate(&comment.text, 120));
        }
        if let Some(dated) = &self.dated {
            let document = dated
                .document
                .as_ref()
                .map(|document| format!(", the document {document}"))
                .unwrap_or_default();
            let _ = writeln!(out, "    dated: {}{document}", dated.date);
        }
        for doubt in &self.doubts {
            let _ = writeln!(out, "    {}: {}", doubt.confidence.name(), doubt.message);
        }
    }
}
