//! The result of parsing a file: its sheets with their instructions, and its pieces: spans that say
//! what each byte of the file is.

use crate::{model::PartialDate, syntax::Command, text::Span};

/// The result of `parse_sheets`: the sheets found in a file, and its pieces, which say what each
/// byte of the file is. Spans are bytes of the file.
#[derive(Clone, Debug, Default)]
pub struct ParsedSheets {
    /// The documents found, in file order.
    pub sheets: Vec<PrintedSheet>,
    /// The pieces, which tile the file without gap or overlap, in order. Empty only for an empty
    /// file.
    pub pieces: Vec<SheetPiece>,
}

/// A span of the file of one kind (instruction, payload, heading, …), with the indices of its sheet
/// and its instruction.
///
/// Blank lines belong to the piece before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPiece {
    /// Its kind.
    pub kind: SheetPieceKind,
    /// Its position in the file.
    pub span: Span,
    /// The index of its sheet.
    pub sheet: Option<usize>,
    /// The index of its instruction in the sheet.
    pub instruction: Option<usize>,
    /// The words recognised in it; all of them if it is understood.
    pub found: Vec<RecognisedWords>,
}

/// What a piece of a file is: instruction, payload, heading, page, comment, or not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SheetPieceKind {
    /// The words of an instruction: what to do, and where.
    Instruction,
    /// A payload, the words of a clarification, or text of rules.
    Payload,
    /// The name of a place of the rules, or of a part of the sheet.
    Heading,
    /// The name of a printed page.
    PageLabel,
    /// Text about the rules or the sheet: titles, authors, notes, dates, additions of a web page.
    Comment,
    /// Text that looks like an instruction but could not be understood.
    NotUnderstood,
}

/// A few words of the file and what they were understood as: `page 12`, `verb Replace`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecognisedWords {
    /// Their position in the file.
    pub span: Span,
    /// Their meaning: `page 12`, `paragraph 6`, `verb Replace`.
    pub what: String,
}

/// A document found in a file: its title, ruleset, kind, date, and instructions in order.
#[derive(Clone, Debug)]
pub struct PrintedSheet {
    /// The printed title without markup; empty if none was found.
    pub title: String,
    /// The key of the ruleset, if a document or the headings of places identify it.
    pub ruleset: Option<String>,
    /// The key in `ruleset.toml`; `None` for an unknown document.
    pub document: Option<String>,
    /// The edition that the document makes or prints, if the document is known.
    pub edition: Option<String>,
    /// The kind of document.
    pub kind: SheetKind,
    /// The date printed in it, the latest one if there are several.
    pub dated: Option<PartialDate>,
    /// From the title to the end.
    pub span: Span,
    /// The instructions, in file order.
    pub instructions: Vec<PrintedInstruction>,
}

/// What a document is: amendments, clarifications, guidelines, or text of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SheetKind {
    /// Instructions that change rules.
    #[default]
    Amendment,
    /// Numbered passages that interpret rules.
    Clarification,
    /// Numbered passages of advice.
    Guideline,
    /// Rules without instructions: each paragraph is a passage.
    Text,
}

/// A printed instruction or ruling: number, place, commands, payload, comments and confidence.
///
/// It may also be a note, or a passage of a text of rules.
#[derive(Clone, Debug)]
pub struct PrintedInstruction {
    /// The number, as in a patch (`n=`): the printed number with the document's prefix, or a count
    /// through the document.
    pub number: String,
    /// The document in which the number is counted, if that is not the sheet's: a ruling with a
    /// later date is a document of its own, but numbered in its sheet.
    pub counted_in: Option<String>,
    /// The printed number, if any: `5.7`, `[16.3]`.
    pub printed_number: Option<String>,
    /// Where it applies.
    pub place: PrintedPlace,
    /// The words and the payload. Headings and page labels may be in between.
    pub span: Span,
    /// The words without their place and payload; empty for an entry or passage without instruction
    /// words.
    pub words: Span,
    /// The words without markup and with single blanks.
    pub printed: String,
    /// The operations in order; none in a text of rules. A clarification and a note have one.
    pub operations: Vec<SheetOperation>,
    /// The payload as numbered passages: mostly one with the instruction's number; none without a
    /// payload.
    pub passages: Vec<PrintedPassage>,
    /// The date of the decision, if one is printed with it that differs from the sheet's.
    pub dated: Option<DecisionDate>,
    /// Commentary on it, each with its position and its words without markup.
    pub comments: Vec<PrintedPassage>,
    /// The confidence of its interpretation.
    pub confidence: Confidence,
    /// What was inferred, repaired or left open.
    pub doubts: Vec<ImportDoubt>,
    /// How its words were interpreted, in order.
    pub found: Vec<RecognisedWords>,
}

/// Where a sheet says an instruction applies: headings, page, and id of the section if known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedPlace {
    /// The printed headings above it without markup, page labels and final stops, outermost first.
    pub path: Vec<String>,
    /// The id of the clause or section, if the headings or `import.toml` of a ruleset have one for
    /// the printed words.
    pub id: Option<String>,
    /// The printed page, named next to the heading or in the instruction: `22`, `39a`.
    pub page: Option<String>,
    /// Where the sheet names the page.
    pub page_source: PageSource,
}

/// Where a sheet names the page of a place, as seen from the heading of the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageSource {
    /// Next to the heading: the section begins on that page, or on the one before.
    #[default]
    Heading,
    /// At another heading above it: the section may be on a later page.
    Above,
    /// Below it, such as in an instruction: the heading is carried over from another line, and counts
    /// only if its section is on that page.
    Below,
}

/// A command parsed from an instruction, as data and as text, with its payload as rules text.
#[derive(Clone, Debug)]
pub struct SheetOperation {
    /// The operation in the project's instruction language.
    ///
    /// Its spans are empty. Addresses are relative to the place. They contain an id only if the
    /// sheet names another section (`before …`): that of the known section, or one made from the
    /// words, in lower case with `-` for blanks.
    pub command: Command,
    /// The canonical line of the command, as [`crate::syntax::instruction::print`] returns it.
    pub text: String,
    /// The payload in the notation of rules text without `> `.
    ///
    /// It has paragraphs, `- ` bullets nested by two blanks, `### ` headings and tables, with one
    /// sentence per line. Empty if there are no words besides those in the command.
    pub payload: String,
}

/// A numbered part of a payload, or a comment: its number as in a patch (`47`, `C5.7`), its span in
/// the file, heading and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedPassage {
    /// The number as in a patch: `47`, `A.3`, `C5.7`.
    pub number: String,
    /// The index of its operation.
    pub operation: usize,
    /// Its position in the file.
    pub span: Span,
    /// The heading right above it in the payload.
    pub heading: Option<String>,
    /// Its words in the notation of rules text, without the heading.
    pub text: String,
}

/// A date printed with a ruling that differs from its sheet's, and the document of the ruleset
/// published on that date, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionDate {
    /// The printed day, month or year.
    pub date: PartialDate,
    /// The document of the ruleset published on that date, if any.
    pub document: Option<String>,
    /// The position of the date in the file.
    pub span: Span,
}

/// How sure `import` is of an instruction, from its words and from whether it fits the rules: sure,
/// unsure or not understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Some words were not understood.
    NotUnderstood,
    /// The operation or the place was inferred, damage was repaired, or something was not found in
    /// the rules.
    Unsure,
    /// Every word was understood, and if the ruleset is known, the place and the old words were
    /// found in it.
    #[default]
    Sure,
}

/// A reason to doubt an instruction, from the parser or from the dry run on the rules: a span of
/// the file, a message, and the confidence left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportDoubt {
    /// The position in the file.
    pub span: Span,
    /// The confidence that remains.
    pub confidence: Confidence,
    /// The explanation, in one sentence without a full stop.
    pub message: String,
}

impl PrintedPassage {
    /// Makes a passage of the first operation that has no number yet.
    pub(super) fn unnumbered(span: Span, text: String) -> Self {
        Self {
            number: String::new(),
            operation: 0,
            span,
            heading: None,
            text,
        }
    }
}

impl ImportDoubt {
    pub(super) fn new(span: Span, confidence: Confidence, message: impl Into<String>) -> Self {
        Self {
            span,
            confidence,
            message: message.into(),
        }
    }
}

impl PrintedInstruction {
    /// Adds a doubt about the whole instruction, once.
    pub fn add_doubt(&mut self, message: String) {
        let doubt = ImportDoubt::new(self.words, Confidence::Unsure, message);
        if !self.doubts.contains(&doubt) {
            self.confidence = self.confidence.min(doubt.confidence);
            self.doubts.push(doubt);
        }
    }
}
