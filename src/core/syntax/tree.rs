//! The syntax tree of a rules file: sections, instructions, units, commentary, with byte spans.

use super::{Allowance, Command, Inline, Verb};
use crate::{
    diagnostic::{Diagnostic, Location},
    text::{SourceId, Span, Spanned},
};
use std::{
    borrow::Cow,
    fmt,
    ops::{Deref, DerefMut},
    sync::Arc,
};

/// The role of a rules file, by its name: base text, amendments, clarifications, book or index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileRole {
    /// `base.rules.md`: the base text that all addresses refer to.
    Base,
    /// `*.amend.md`: instructions that change text.
    Amend,
    /// `*.clarify.md`: clarifications and guidelines, which change nothing.
    Clarify,
    /// `*.book.md`: the text of an edition that a user owns; it fills holes and changes nothing.
    Book,
    /// `*.index.md`: a subject index, with the words in which people ask for a clause. It contains
    /// no rules text and changes nothing.
    Index,
}

/// Whether a wording, or the file that has it, is this project's own (restated) or the printed one
/// of the user's library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WordingLayer {
    /// This project's own words.
    #[default]
    Restated,
    /// The words in print, from the user's own library.
    Printed,
}

/// The YAML front matter of a rules file: ruleset, document, edition, numbering, wording, ….
/// Missing keys are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// The bytes of the front matter with its fences; empty at 0 if a file has none.
    pub span: Span,
    /// `ruleset:`, the folder name of the ruleset.
    pub ruleset: Option<Spanned<String>>,
    /// `document:`, a key of `ruleset.toml`.
    pub document: Option<Spanned<String>>,
    /// `edition:` that the document makes, or that a book prints.
    pub edition: Option<Spanned<String>>,
    /// `frame:`, the edition in whose numbering addresses count, where it is not the one that the
    /// document amends.
    pub frame: Option<Spanned<String>>,
    /// `wording: printed` in a user's library.
    pub layer: WordingLayer,
    /// `partial: true`: not every instruction of the document is encoded.
    pub partial: bool,
}

/// A parsed rules file: its role, front matter, sections, allowances and diagnostics.
/// Parsing never fails: errors are reported in `diagnostics`.
#[derive(Clone, Debug)]
pub struct RulesFile {
    /// The source it was read from.
    pub source: SourceId,
    /// The purpose of the file.
    pub role: FileRole,
    /// Its front matter.
    pub front: FrontMatter,
    /// Its level-1 headings with what follows them, in order.
    pub places: Vec<FileSection>,
    /// The errors in its notation.
    pub diagnostics: Vec<Diagnostic>,
    /// Its comments that allow diagnostics, in order, each with the part of the file to which it applies.
    pub allowances: Vec<(Extent, Allowance)>,
    /// What follows each `{#` in the text, with the offset: ids that an error may hide.
    pub written_ids: Vec<(usize, String)>,
}

/// A part of a rules file, to which an allowance or fix applies: the whole file, a section by its
/// index, or an instruction by its section's index and its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// The whole file: anything before the first heading belongs to it.
    File,
    /// A level-1 section with all its instructions, by index.
    Place(usize),
    /// An instruction, by the indices of its section and itself.
    Entry(usize, usize),
}

impl RulesFile {
    /// Iterates over the instructions of all sections.
    pub fn entries(&self) -> impl Iterator<Item = &InstructionEntry> {
        self.places.iter().flat_map(|place| &place.entries)
    }

    /// Returns the location of `span` in this file.
    pub fn locate(&self, span: Span) -> Location {
        Location::new(self.source, span)
    }

    /// Returns the key of its document; empty if its front matter names none.
    pub fn document(&self) -> &str {
        self.front
            .document
            .as_ref()
            .map_or("", |document| document.value.as_str())
    }

    /// Returns whether it has the printed words of a booklet that a user owns.
    pub fn is_printed_book(&self) -> bool {
        self.role == FileRole::Book && self.front.layer == WordingLayer::Printed
    }

    /// Returns the bytes of a part of a file of `length` bytes, up to the start of the next one.
    pub fn extent(&self, extent: Extent, length: usize) -> Span {
        let next = |at: usize| {
            self.places
                .get(at + 1)
                .map_or(length, |place| place.span.start())
        };
        let place = |at: usize| {
            self.places
                .get(at)
                .map(|place| place.span.with_end(next(at)))
        };
        let part = match extent {
            Extent::File => None,
            Extent::Place(at) => place(at),
            Extent::Entry(at, entry) => self.places.get(at).and_then(|own| {
                let start = own.entries.get(entry)?.span.start();
                Some(Span::new(
                    start,
                    own.entries
                        .get(entry + 1)
                        .map_or(next(at), |entry| entry.span.start()),
                ))
            }),
        };
        part.unwrap_or(Span::new(0, length))
    }

    /// Returns the smallest part of the file that contains a byte.
    pub fn part_at(&self, byte: usize) -> Extent {
        let places = &self.places;
        let Some(place) = places
            .partition_point(|place| place.span.start() <= byte)
            .checked_sub(1)
        else {
            return Extent::File;
        };
        let entries = &places[place].entries;
        match entries
            .partition_point(|entry| entry.span.start() <= byte)
            .checked_sub(1)
        {
            Some(entry) => Extent::Entry(place, entry),
            None => Extent::Place(place),
        }
    }

    /// Returns the instruction that contains a byte.
    pub fn entry_at(&self, byte: usize) -> Option<&InstructionEntry> {
        match self.part_at(byte) {
            Extent::Entry(place, entry) => self.places.get(place)?.entries.get(entry),
            Extent::File | Extent::Place(_) => None,
        }
    }

    /// Returns the errors in its notation that begin in a range.
    pub fn diagnostics_in(&self, span: Span) -> &[Diagnostic] {
        let first = |byte: usize| {
            self.diagnostics
                .partition_point(|found| found.at.span.start() < byte)
        };
        let start = first(span.start());
        &self.diagnostics[start..first(span.end()).max(start)]
    }
}

/// A level-1 heading of a rules file (also called a place) with its rules text, commentary and
/// instructions; a section can have one in each of several files.
#[derive(Clone, Debug)]
pub struct FileSection {
    /// Its bytes, heading included.
    pub span: Span,
    /// The heading's words without attributes.
    pub heading: Inline,
    /// The heading's line.
    pub heading_span: Span,
    /// `{#id page=22 …}`.
    pub attrs: Attributes,
    /// Quoted rules text directly below the heading (base and book files).
    pub blocks: Vec<Block>,
    /// Unquoted paragraphs directly below the heading.
    pub commentary: Vec<Commentary>,
    /// Its level-2 headings.
    pub entries: Vec<InstructionEntry>,
}

/// A level-2 heading of a rules file: its parsed instruction, its attributes, the quoted rules text
/// below it (the payload), and commentary.
#[derive(Clone, Debug)]
pub struct InstructionEntry {
    /// Its bytes, heading included.
    pub span: Span,
    /// The instruction's words in the source, attributes excluded.
    pub heading_span: Span,
    /// The parsed instruction; `None` if it could not be parsed (a diagnostic says why).
    pub command: Option<Command>,
    /// `{#id n=48 …}`.
    pub attrs: Attributes,
    /// The quoted rules text below it.
    pub payload: Vec<Block>,
    /// The unquoted paragraphs below it.
    pub commentary: Vec<Commentary>,
}

impl InstructionEntry {
    /// Returns its verb, if it can be parsed.
    pub fn verb(&self) -> Option<Verb> {
        self.command.as_ref().map(|command| command.verb)
    }

    /// Returns whether the instruction needs new text and has none.
    pub fn lacks_payload(&self) -> bool {
        let needs = self.command.as_ref().is_some_and(Command::needs_payload);
        needs && self.payload.is_empty()
    }
}

/// The kind of an unquoted paragraph, by the bold words at its start (`**Deviation:**`): deviation,
/// contradiction, remark, or plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommentaryKind {
    /// Prose.
    Plain,
    /// `**Deviation:**` how the encoding differs from the print, and why.
    Deviation,
    /// `**Contradiction:**` the sources disagree.
    Contradiction,
    /// `**Remark:**` information for a reader of the clause.
    Remark,
}

/// A clause or ruling to which commentary links, and the words, if any, that the link's title
/// quotes from it; they decide at which views a contradiction or remark is true.
///
/// `[3.4](#terrain.ww "4, 5 or 6")`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedClause {
    /// The id of a clause or ruling.
    pub clause: String,
    /// Words that it must contain; `…` in them is a gap within one sentence.
    pub words: Option<String>,
    /// The link in the source.
    pub span: Span,
}

/// An unquoted paragraph: a comment by the authors of the encoding, never rules text.
#[derive(Clone, Debug)]
pub struct Commentary {
    /// The paragraph in the source.
    pub span: Span,
    /// What it declares.
    pub kind: CommentaryKind,
    /// Its words, without the bold lead.
    pub text: Inline,
    /// The clauses that it links to.
    pub cited: Vec<CitedClause>,
    /// The items of a list; empty if the paragraph is not a list.
    pub items: Vec<Inline>,
}

/// The kind of a block of quoted rules text as parsed: heading, paragraph, sentence, bullet, table,
/// row or cell; in a section's tree it becomes a `UnitKind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockKind {
    /// A section's heading: `### …` inside a quote. Contains text.
    Heading,
    /// A paragraph. Contains sentences, bullets and tables.
    Paragraph,
    /// A sentence. Contains text.
    Sentence,
    /// A list item. Contains sentences, bullets and tables.
    Bullet,
    /// A table. Contains rows; the first is its header.
    Table,
    /// A table row. Contains cells.
    Row,
    /// A table cell. Contains text.
    Cell,
}

/// A label with its span; the cells of a column share theirs.
pub type Label = Arc<Spanned<Arc<str>>>;

/// A unit of quoted rules text as parsed: its kind, printed label (`+1`, `Spears.`), attributes
/// (`{#id}`), and the text or units inside it.
#[derive(Clone, Debug)]
pub struct Block {
    /// The kind of unit.
    pub kind: BlockKind,
    /// Its bytes, children included.
    pub span: Span,
    /// Its label: the bold words at the start of a bullet or paragraph (`+1`, `Spears.`), the
    /// digits of `2.`, the first cell of a row, the column heading of a cell.
    pub label: Option<Label>,
    /// The attributes at the end of its own text.
    pub attrs: Attributes,
    /// Its contents, depending on its kind.
    pub content: Content,
}

/// The contents of a unit: the text of a heading, sentence or cell, or else further units.
#[derive(Clone, Debug)]
pub enum Content {
    /// The text of a heading, sentence or cell.
    Text(Inline),
    /// The units inside any other unit, in order.
    Units(Vec<Block>),
}

impl Block {
    /// Returns the text of a heading, sentence or cell.
    pub fn text(&self) -> Option<&Inline> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Units(_) => None,
        }
    }

    /// Adds units to the contents; does nothing for text.
    pub(super) fn extend(&mut self, units: impl IntoIterator<Item = Self>) {
        if let Content::Units(own) = &mut self.content {
            own.extend(units);
        }
    }

    /// Returns the units inside, in order.
    pub fn children(&self) -> &[Self] {
        match &self.content {
            Content::Text(_) => &[],
            Content::Units(units) => units,
        }
    }
}

/// The attributes of a heading or block: a pointer to the `AttributeSet` of its braces; without
/// braces the set is empty.
///
/// Most blocks have none, which needs no allocation.
#[derive(Clone, Default)]
pub struct Attributes(Option<Box<AttributeSet>>);

/// What a pair of braces (`{#id key=value}`) contains: an id, classes, and pairs of key and value,
/// each with its bytes in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeSet {
    /// The bytes of the braces; empty if there are none.
    pub span: Span,
    /// `#id`.
    pub id: Option<Spanned<String>>,
    /// `.class`.
    pub classes: Vec<Spanned<Cow<'static, str>>>,
    /// `key=value`.
    pub pairs: Vec<(Spanned<Cow<'static, str>>, Spanned<String>)>,
}

static NO_BRACES: AttributeSet = AttributeSet {
    span: Span::new(0, 0),
    id: None,
    classes: Vec::new(),
    pairs: Vec::new(),
};

impl Deref for Attributes {
    type Target = AttributeSet;

    fn deref(&self) -> &AttributeSet {
        self.0.as_deref().unwrap_or(&NO_BRACES)
    }
}

impl DerefMut for Attributes {
    fn deref_mut(&mut self) -> &mut AttributeSet {
        self.0.get_or_insert_default()
    }
}

impl From<AttributeSet> for Attributes {
    fn from(braces: AttributeSet) -> Self {
        Self(Some(Box::new(braces)))
    }
}

impl fmt::Debug for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Attributes {}

impl AttributeSet {
    /// Returns the value of `key`, the first if there are several.
    pub fn get(&self, key: &str) -> Option<&Spanned<String>> {
        self.pairs
            .iter()
            .find(|(k, _)| k.value == key)
            .map(|(_, v)| v)
    }

    /// Returns the names that a block gives to its unit: its id, and `term:kn` for `term=kn`.
    pub fn names(&self) -> impl Iterator<Item = (String, Span)> {
        let term = self
            .get("term")
            .map(|term| (format!("term:{}", term.value), term.span));
        self.id
            .as_ref()
            .map(|id| (id.value.clone(), id.span))
            .into_iter()
            .chain(term)
    }

    /// Whether it contains `.class`.
    pub fn has_class(&self, class: &str) -> bool {
        self.classes.iter().any(|c| c.value == class)
    }

    /// Returns the instructions of sheets named by `n=`: a document if one is named
    /// (`n=dbm-3.3:23`), and the number as printed.
    pub fn passages(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        self.get("n")
            .into_iter()
            .flat_map(|n| n.value.split(','))
            .filter(|n| !n.is_empty())
            .map(|n| match n.split_once(':') {
                Some((document, n)) => (Some(document), n),
                None => (None, n),
            })
    }

    /// Returns the same as document and number, with the document `own` where none is named.
    pub fn passages_in(&self, own: &str) -> impl Iterator<Item = (String, String)> {
        self.passages()
            .map(move |(document, n)| (document.unwrap_or(own).to_owned(), n.to_owned()))
    }
}

/// Splits a value at its commas: each part with its bytes.
pub fn comma_parts(value: &Spanned<String>) -> impl Iterator<Item = (&str, Span)> {
    let mut start = value.span.start();
    value.value.split(',').map(move |part| {
        let span = Span::new(start, start + part.len());
        start += part.len() + 1;
        (part, span)
    })
}

/// Returns the plain text of blocks: labels, marks of bullets and words, in order.
pub fn plain_text(blocks: &[Block]) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut stack: Vec<&Block> = blocks.iter().rev().collect();
    while let Some(block) = stack.pop() {
        if block.kind == BlockKind::Bullet {
            out.push("•".to_owned());
        }
        let label = block
            .label
            .as_ref()
            .filter(|_| !matches!(block.kind, BlockKind::Row | BlockKind::Cell));
        out.extend(label.map(|label| label.value.to_string()));
        out.extend(block.text().map(|text| text.text.to_string()));
        stack.extend(block.children().iter().rev());
    }
    out.join(" ")
}

/// Returns `blocks` and all blocks inside them, in the order of the text.
pub fn flatten_blocks(blocks: &[Block]) -> Vec<&Block> {
    let mut out = Vec::new();
    let mut stack: Vec<&Block> = blocks.iter().rev().collect();
    while let Some(block) = stack.pop() {
        out.push(block);
        stack.extend(block.children().iter().rev());
    }
    out
}
