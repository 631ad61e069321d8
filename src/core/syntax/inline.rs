//! `Inline`: plain text, its marks (facts, terms, links, …), and its map to bytes of the source.

use crate::text::Span;
use std::sync::Arc;

/// The kind of a mark: fact, term, link, web address, struck out, bold, italic, or missing words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A fact: `[6](fact:baggage.small)`. The marked characters are its value.
    Fact(Arc<str>),
    /// A term of the glossary: `[Kn](term:kn)`.
    Term(Arc<str>),
    /// A cross-reference to a clause: `[P.18](#movement-restrictions)`; without the `#`.
    Link(Arc<str>),
    /// Any other link, such as a web address.
    Url(Arc<str>),
    /// Struck out: `~~old~~`.
    Strike,
    /// Bold.
    Strong,
    /// Italic.
    Emphasis,
    /// `…`: words that exist in print but are not in this text.
    Hole,
}

/// A marked range of an [`Inline`]'s plain text, in bytes: a fact, a term, a link, bold words, ….
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The bytes of the plain text.
    pub span: Span,
    /// The kind of mark.
    pub kind: MarkKind,
}

impl Mark {
    /// Creates a mark of some bytes.
    pub fn new(span: Span, kind: MarkKind) -> Self {
        Self { span, kind }
    }

    /// Returns the id of the fact that it marks.
    pub fn fact(&self) -> Option<&str> {
        match &self.kind {
            MarkKind::Fact(id) => Some(id),
            _ => None,
        }
    }
}

/// Plain text without markup, the marks as ranges of it, and where each byte is in the source.
///
/// A line break or run of blanks becomes one blank; there are none at either end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inline {
    /// The plain characters, shared with the wordings that begin with them.
    pub text: Arc<str>,
    /// The markup, in order of start.
    pub marks: Box<[Mark]>,
    /// Where the plain text is in the source.
    pub map: SourceMap,
}

/// Where the bytes of a plain text are in its source file: ascending pairs of a byte offset in
/// each.
///
/// Between two entries both advance together. Where one offset in the text has several entries, the
/// text before it ends at the first one's source offset and the text after it begins at the last
/// one's: an entity or a line break is between them.
///
/// Most texts are in the source as they are: they have one entry, which needs no allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SourceMap {
    /// The text was not read from a source.
    #[default]
    Nowhere,
    /// The text is in the source as it is, from one entry on.
    Whole((u32, u32)),
    /// The text is in the source in pieces.
    Pieces(Box<OffsetPairs>),
}

/// The pairs of byte offsets of a [`SourceMap`] for a text that is in its source in several pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetPairs(Box<[(u32, u32)]>);

impl SourceMap {
    /// Creates a map with these entries.
    pub fn new(entries: &[(usize, usize)]) -> Self {
        // sources have less than 4 GB
        let small = |&(plain, source): &(usize, usize)| (plain as u32, source as u32);
        match entries {
            [] => Self::Nowhere,
            [only] => Self::Whole(small(only)),
            [..] => Self::Pieces(Box::new(OffsetPairs(entries.iter().map(small).collect()))),
        }
    }

    /// Returns the entries.
    pub fn entries(&self) -> &[(u32, u32)] {
        match self {
            Self::Nowhere => &[],
            Self::Whole(only) => std::slice::from_ref(only),
            Self::Pieces(pieces) => &pieces.0,
        }
    }
}

impl Inline {
    /// Returns the source bytes from which the bytes `plain` of the text were read.
    pub fn source_span(&self, plain: Span) -> Span {
        Span::new(
            self.source_offset(plain.start(), false),
            self.source_offset(plain.end(), true),
        )
    }

    fn source_offset(&self, plain: usize, end: bool) -> usize {
        let map = self.map.entries();
        let entry = |at: usize| {
            map.get(at)
                .map(|&(p, source)| (p as usize, source as usize))
        };
        let before = |p: u32| {
            if end && plain > 0 {
                (p as usize) < plain
            } else {
                p as usize <= plain
            }
        };
        let at = map.partition_point(|&(p, _)| before(p));
        let Some((p, source)) = at.checked_sub(1).and_then(entry) else {
            return entry(0).map_or(0, |(_, source)| source);
        };
        // What ends between two equal entries is a piece, such as an entity or a line break: no
        // offset inside it has a source offset of its own.
        if let (Some((q, behind)), Some((twin, _))) = (entry(at), entry(at + 1))
            && q == twin
        {
            match end {
                true if plain == q => return behind,
                true if q - p != behind - source => return behind,
                false if plain > p && q - p != behind - source => return source,
                true | false => {}
            }
        }
        source + (plain - p)
    }

    /// Returns a part of the text with the marks in it that `keeps` accepts, without a place in the
    /// source.
    pub fn part(&self, part: Span, keeps: impl Fn(&Mark) -> bool) -> Self {
        let is_inside =
            |mark: &&Mark| mark.span.start() >= part.start() && mark.span.end() <= part.end();
        let marks = self.marks.iter().filter(is_inside);
        let moved = |mark: &Mark| {
            Mark::new(
                Span::new(
                    mark.span.start() - part.start(),
                    mark.span.end() - part.start(),
                ),
                mark.kind.clone(),
            )
        };
        Self {
            text: part.of(&self.text).into(),
            marks: marks.filter(|mark| keeps(mark)).map(moved).collect(),
            map: SourceMap::Nowhere,
        }
    }

    /// Whether it is only `…`: the wording exists in print, and none of it is stored.
    pub fn is_hole(&self) -> bool {
        &*self.text == "…"
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}
