//! What a parsed rules file is made of. Every part knows the bytes it was read from.

use super::{Command, Inline};
use crate::{
    diagnostic::Diagnostic,
    text::{SourceId, Span, Spanned},
};
use std::{
    borrow::Cow,
    fmt,
    ops::{Deref, DerefMut},
    sync::Arc,
};

/// What a rules file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// `base.rules.md`: the skeleton that everything else is addressed against.
    Base,
    /// `*.amend.md`: instructions that change text.
    Amend,
    /// `*.clarify.md`: clarifications and guidelines, which change nothing.
    Clarify,
    /// `*.book.md`: text of some edition that somebody holds; it fills holes and changes nothing.
    Book,
    /// `*.index.md`: a subject index: in which words people ask for a clause. It holds no rules text and changes nothing.
    Index,
}

/// Which wording a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// This project's own plain words.
    #[default]
    Restated,
    /// The words in print, from the user's own library.
    Printed,
}

/// The YAML front matter of a rules file. Missing keys are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Front {
    /// The whole of it with its fences; empty at 0 where a file has none.
    pub span: Span,
    /// `ruleset:`, the folder name of the ruleset.
    pub ruleset: Option<Spanned<String>>,
    /// `document:`, a key of `ruleset.toml`.
    pub document: Option<Spanned<String>>,
    /// `edition:` that the document makes, or that a book prints.
    pub edition: Option<Spanned<String>>,
    /// `frame:`, the numbering in which addresses count, where it is not the edition that the document amends.
    pub frame: Option<Spanned<String>>,
    /// `wording: printed` in a user's library.
    pub layer: Layer,
    /// `partial: true`: not every instruction of the document is encoded.
    pub partial: bool,
}

/// A parsed rules file. Parsing never fails: what could not be read is told in `diagnostics`.
#[derive(Clone, Debug)]
pub struct File {
    /// The source it was read from.
    pub source: SourceId,
    /// What it is for.
    pub role: Role,
    /// Its front matter.
    pub front: Front,
    /// Its level-1 headings, in order.
    pub places: Vec<Place>,
    /// The faults of its notation.
    pub diagnostics: Vec<Diagnostic>,
    /// Its comments that allow findings, in order.
    pub allowances: Vec<Allowance>,
}

/// A comment that allows findings: `<!-- allow stale-value: the sheet itself says 3.5 -->`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The comment.
    pub span: Span,
    /// The kinds of finding, as written.
    pub codes: Vec<Spanned<String>>,
    /// Whether a colon stands behind them. Without one it may be a comment for people alone.
    pub has_colon: bool,
    /// Why; none where nothing is said.
    pub reason: Option<Spanned<String>>,
    /// What it bears on.
    pub within: Extent,
}

/// The part of a file in which something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// All of it: it stands in front of the first heading.
    File,
    /// A level-1 place with all its instructions.
    Place(usize),
    /// An instruction, by the indices of its place and itself.
    Entry(usize, usize),
}

impl File {
    /// The bytes of a part of a file of `length` bytes, up to where the next one begins.
    pub fn extent(&self, extent: Extent, length: usize) -> Span {
        let next = |at: usize| {
            self.places
                .get(at + 1)
                .map_or(length, |place| place.span.start())
        };
        let place = |at: usize| {
            self.places
                .get(at)
                .map(|place| Span::new(place.span.start(), next(at)))
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

    /// The smallest part of the file in which a byte stands.
    pub fn part_at(&self, byte: usize) -> Extent {
        let Some(place) = self
            .places
            .iter()
            .rposition(|place| place.span.start() <= byte)
        else {
            return Extent::File;
        };
        match self.places[place]
            .entries
            .iter()
            .rposition(|entry| entry.span.start() <= byte)
        {
            Some(entry) => Extent::Entry(place, entry),
            None => Extent::Place(place),
        }
    }
}

/// A level-1 heading and what follows it up to the next one.
#[derive(Clone, Debug)]
pub struct Place {
    /// All of it, heading included.
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
    pub entries: Vec<Entry>,
    /// A number that is the same for places whose source reads the same, its level-2 headings aside.
    pub fingerprint: u64,
}

/// A level-2 heading, an instruction, with its payload and commentary.
#[derive(Clone, Debug)]
pub struct Entry {
    /// All of it, heading included.
    pub span: Span,
    /// The instruction's words in the source, attributes excluded.
    pub heading_span: Span,
    /// What it says; none where it could not be understood (a diagnostic says why).
    pub command: Option<Command>,
    /// `{#id n=48 …}`.
    pub attrs: Attributes,
    /// The quoted rules text below it.
    pub payload: Vec<Block>,
    /// The unquoted paragraphs below it.
    pub commentary: Vec<Commentary>,
    /// A number that is the same for entries whose source reads the same.
    pub fingerprint: u64,
}

/// What an unquoted paragraph declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommentaryKind {
    /// Prose.
    Plain,
    /// `**Deviation:**` the encoding departs from the print, and why.
    Deviation,
    /// `**Contradiction:**` the sources disagree.
    Contradiction,
    /// `**Remark:**` something that a reader of the clause should know.
    Remark,
}

/// A clause that a paragraph of commentary links, and the words of it that the link's title quotes: `[3.4](#terrain.ww "4, 5 or 6")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The id of a clause or ruling.
    pub clause: String,
    /// Words that it must contain; `…` in them is a gap within one sentence.
    pub words: Option<String>,
    /// The link in the source.
    pub span: Span,
}

/// An unquoted paragraph: ours, never rules text.
#[derive(Clone, Debug)]
pub struct Commentary {
    /// The paragraph in the source.
    pub span: Span,
    /// What it declares.
    pub kind: CommentaryKind,
    /// Its words; the bold lead is dropped.
    pub text: Inline,
    /// The clauses that it links.
    pub cited: Vec<Cited>,
    /// The items of a list, each by itself; none where it is no list.
    pub items: Vec<Inline>,
}

/// The kinds of unit of which rules text is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockKind {
    /// `### …` inside a quote: a section's heading. Holds text.
    Heading,
    /// Holds sentences, bullets, tables.
    Paragraph,
    /// Holds text.
    Sentence,
    /// Holds sentences, bullets, tables.
    Bullet,
    /// Holds rows; the first is its header.
    Table,
    /// Holds cells.
    Row,
    /// Holds text.
    Cell,
}

/// A label with its place; the cells of a column share theirs.
pub type Label = Arc<Spanned<Arc<str>>>;

/// One unit of quoted rules text.
#[derive(Clone, Debug)]
pub struct Block {
    /// What unit it is.
    pub kind: BlockKind,
    /// Its bytes, children included.
    pub span: Span,
    /// Its label: the bold words at the start of a bullet or paragraph (`+1`, `Spears.`), the digits of `2.`, the
    /// first cell of a row, the column heading of a cell.
    pub label: Option<Label>,
    /// The attributes at the end of its own text.
    pub attrs: Attributes,
    /// What it holds, as its kind tells.
    pub content: Content,
}

/// What a unit holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// The text of a heading, sentence or cell.
    Text(Inline),
    /// The units inside any other, in order.
    Units(Vec<Block>),
}

impl Block {
    /// The text of a heading, sentence or cell.
    pub fn text(&self) -> Option<&Inline> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Units(_) => None,
        }
    }

    /// Adds units behind those inside; text has none.
    pub(super) fn extend(&mut self, units: impl IntoIterator<Item = Self>) {
        if let Content::Units(own) = &mut self.content {
            own.extend(units);
        }
    }

    /// The units inside, in order.
    pub fn children(&self) -> &[Self] {
        match &self.content {
            Content::Text(_) => &[],
            Content::Units(units) => units,
        }
    }
}

/// The attributes in braces of a heading or block. Most blocks have none, and then this takes no room.
#[derive(Clone, Default)]
pub struct Attributes(Option<Box<Braces>>);

/// What stands in braces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Braces {
    /// The braces and what is in them; empty where there are none.
    pub span: Span,
    /// `#id`.
    pub id: Option<Spanned<String>>,
    /// `.class`.
    pub classes: Vec<Spanned<Cow<'static, str>>>,
    /// `key=value`.
    pub pairs: Vec<(Spanned<Cow<'static, str>>, Spanned<String>)>,
}

static NO_BRACES: Braces = Braces {
    span: Span::new(0, 0),
    id: None,
    classes: Vec::new(),
    pairs: Vec::new(),
};

impl Deref for Attributes {
    type Target = Braces;

    fn deref(&self) -> &Braces {
        self.0.as_deref().unwrap_or(&NO_BRACES)
    }
}

impl DerefMut for Attributes {
    fn deref_mut(&mut self) -> &mut Braces {
        self.0.get_or_insert_default()
    }
}

impl From<Braces> for Attributes {
    fn from(braces: Braces) -> Self {
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

impl Braces {
    /// The value of `key`, the first where it stands twice.
    pub fn get(&self, key: &str) -> Option<&Spanned<String>> {
        self.pairs
            .iter()
            .find(|(k, _)| k.value == key)
            .map(|(_, v)| v)
    }

    /// The names that a block asks for: its id, and `term:kn` for `term=kn`.
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

    /// Whether `.class` stands in it.
    pub fn has_class(&self, class: &str) -> bool {
        self.classes.iter().any(|c| c.value == class)
    }

    /// The passages named by `n=`: a document where one is named (`n=dbm-3.3:23`), and the number as printed.
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

    /// The same with the document `own` where none is named: document and number.
    pub fn passages_in(&self, own: &str) -> impl Iterator<Item = (String, String)> {
        self.passages()
            .map(move |(document, n)| (document.unwrap_or(own).to_owned(), n.to_owned()))
    }
}

/// The plain text of blocks: labels, marks of bullets and words, in order.
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
