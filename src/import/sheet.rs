//! What a printed sheet says, as values.

use crate::{model::PartialDate, syntax::Command, text::Span};

/// A whole file, read. All spans of it are bytes of that file.
#[derive(Clone, Debug, Default)]
pub struct ParsedSheets {
    /// The documents found in it, in the order of the file.
    pub sheets: Vec<PrintedSheet>,
    /// What every byte is: they tile the file without gap or overlap, in order. Empty only for an empty file.
    pub pieces: Vec<SheetPiece>,
}

/// A run of lines, or a part of one, which is one thing. Blank lines belong to the piece before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPiece {
    /// What it is.
    pub kind: SheetPieceKind,
    /// Where it stands.
    pub span: Span,
    /// The sheet to which it belongs, by its index.
    pub sheet: Option<usize>,
    /// The instruction to which it belongs, by its index in the sheet.
    pub instruction: Option<usize>,
    /// What was recognised in it; the whole of it where it is understood.
    pub found: Vec<RecognisedWords>,
}

/// What a run of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SheetPieceKind {
    /// Tells what to do, and where.
    Instruction,
    /// What an instruction brings, a clarification's words, or the text of rules.
    Payload,
    /// Names a place of the rules, or a part of the sheet.
    Heading,
    /// Names a printed page.
    PageLabel,
    /// Speaks about the rules or the sheet: titles, authors, notes, dates, what a web page adds.
    Comment,
    /// Looks like an instruction and could not be read as one.
    NotUnderstood,
}

/// A few words of the text with what they were taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecognisedWords {
    /// Where they stand.
    pub span: Span,
    /// What they were taken for: `page 12`, `paragraph 6`, `verb Replace`.
    pub what: String,
}

/// One document of a file.
#[derive(Clone, Debug)]
pub struct PrintedSheet {
    /// Its title as printed, markup dropped; empty where none was found.
    pub title: String,
    /// Its ruleset's key, where it was recognised by a document or by the headings of its places.
    pub ruleset: Option<String>,
    /// Its key in `ruleset.toml`; none for a document that nobody has told of.
    pub document: Option<String>,
    /// The edition that the document makes or prints, where the document is known.
    pub edition: Option<String>,
    /// What kind of document it is.
    pub kind: SheetKind,
    /// The date printed in it: of several the last one.
    pub dated: Option<PartialDate>,
    /// From its title to its end.
    pub span: Span,
    /// What it tells, in the order of the file.
    pub instructions: Vec<Instruction>,
}

/// A kind of document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SheetKind {
    /// Instructions that change rules.
    #[default]
    Amendment,
    /// Numbered passages that interpret rules.
    Clarification,
    /// Numbered passages of advice.
    Guideline,
    /// Rules, without instructions: each paragraph is a passage.
    Text,
}

/// One instruction, clarification or note, or one passage of a text of rules.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// Its number, as a patch names it (`n=`): the printed one with the document's prefix, else counted through the document.
    pub number: String,
    /// The document in whose counting the number stands, where that is not the sheet's: a ruling dated later is a document of its own
    /// and is numbered in its sheet.
    pub counted_in: Option<String>,
    /// The number as printed, if one is: `5.7`, `[16.3]`.
    pub printed_number: Option<String>,
    /// What else is said of it: keys of attributes, `scope`, with their values.
    pub attributes: Vec<(&'static str, String)>,
    /// Where it applies.
    pub place: PrintedPlace,
    /// Everything of it: its words and what they bring. Headings and page labels between may lie inside.
    pub span: Span,
    /// Its words, without those of its place and of its payload; empty where nothing is said and an entry or passage just stands there.
    pub words: Span,
    /// Its words without markup and with single blanks.
    pub printed: String,
    /// What it tells to do, in order; none in a text of rules. A clarification and a note have one operation.
    pub operations: Vec<Operation>,
    /// What it brings, cut into the passages that are numbered: mostly one, with the instruction's own number; none where nothing is brought.
    pub passages: Vec<PrintedPassage>,
    /// When it was decided, where that is printed beside it and differs from the sheet's date.
    pub dated: Option<DecisionDate>,
    /// Commentary that belongs to it, each with its place and its words without markup.
    pub comments: Vec<PrintedPassage>,
    /// How sure its reading is.
    pub confidence: Confidence,
    /// What was inferred, repaired or left open.
    pub doubts: Vec<ImportDoubt>,
    /// How its words were read, in order.
    pub found: Vec<RecognisedWords>,
}

/// Where an instruction applies, as the sheet says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedPlace {
    /// The headings above it as printed, markup, page labels and final stops dropped, outermost first.
    pub path: Vec<String>,
    /// The clause or section, where `import.toml` says what the printed words of the place mean.
    pub id: Option<String>,
    /// The printed page, as said beside, above or behind the heading, or in the instruction itself: `22`, `39a`.
    pub page: Option<String>,
    /// Whether the page was said above another heading, so that this one may stand on a later page.
    pub page_carried: bool,
}

/// One thing to do.
#[derive(Clone, Debug)]
pub struct Operation {
    /// What, in the project's own language. Its spans are bytes of `text`. Addresses count under the place; they hold an id only where the
    /// sheet's own words name a section (`before …`), as the words made an id: lower case, blanks to `-`.
    pub command: Command,
    /// The same as one canonical line: what [`crate::syntax::instruction::print`] gives.
    pub text: String,
    /// What it brings, in the notation of rules text without `> `: paragraphs, `- ` bullets nested by two blanks, `### ` headings, tables, one
    /// sentence a line. Empty where it brings nothing but words that stand in the command.
    pub payload: String,
    /// Where that stands; several spans where headings of pages or comments lie between.
    pub payload_spans: Vec<Span>,
}

/// A numbered part of what an instruction brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedPassage {
    /// Its number as a patch names it: `47`, `A.3`, `C5.7`.
    pub number: String,
    /// The operation that brings it, by its index.
    pub operation: usize,
    /// Where it stands.
    pub span: Span,
    /// The heading that stands right above it in what is brought.
    pub heading: Option<String>,
    /// Its words in the notation of rules text, without the heading.
    pub text: String,
}

/// A date of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionDate {
    /// The day, month or year printed.
    pub date: PartialDate,
    /// The document of the ruleset that was published then, if it has one.
    pub document: Option<String>,
    /// Where it is printed.
    pub span: Span,
}

/// How sure a reading is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Something stands there and was not understood.
    NotUnderstood,
    /// What to do or where was inferred.
    Guess,
    /// Damage was repaired.
    Likely,
    /// Every word was read.
    #[default]
    Sure,
}

/// Something inferred, repaired or left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportDoubt {
    /// Where.
    pub span: Span,
    /// How sure that leaves the reading.
    pub confidence: Confidence,
    /// What, in one sentence without a full stop.
    pub message: String,
}
