use crate::text::Span;
use std::sync::Arc;

/// What a part of a text is, beyond its characters.
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
    /// `…`: words that exist in print and are not held.
    Hole,
}

/// A marked range of an [`Inline`]'s plain text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Which bytes of the plain text.
    pub span: Span,
    /// What they are.
    pub kind: MarkKind,
}

/// A run of text with its markup taken off and remembered.
///
/// Line breaks and runs of blanks are one blank; there is none at either end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inline {
    /// The plain characters, shared with the wordings that begin with them.
    pub text: Arc<str>,
    /// The markup, in order of start.
    pub marks: Box<[Mark]>,
    /// Where the plain text stands in the source.
    pub map: SourceMap,
}

/// Where a text stands in the source: (offset in the text, offset in the source), ascending.
///
/// Between two entries both advance together. Where one offset in the text has several entries, the text before it ends at the
/// first one's place and the text behind it begins at the last one's: what lies between is an entity or a line break.
///
/// Most texts stand in the source as they are: one entry, which needs no memory of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SourceMap {
    /// The text was not read from a source.
    #[default]
    Nowhere,
    /// It stands there as it is, from one entry on.
    Whole((u32, u32)),
    /// It stands there in pieces.
    Pieces(Box<Pieces>),
}

/// The entries of a text that stands in its source in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces(Box<[(u32, u32)]>);

impl SourceMap {
    /// The map of these entries.
    pub fn new(entries: &[(usize, usize)]) -> Self {
        // sources have less than 4 GB
        let small = |&(plain, source): &(usize, usize)| (plain as u32, source as u32);
        match entries {
            [] => Self::Nowhere,
            [only] => Self::Whole(small(only)),
            [..] => Self::Pieces(Box::new(Pieces(entries.iter().map(small).collect()))),
        }
    }

    /// Its entries.
    pub fn entries(&self) -> &[(u32, u32)] {
        match self {
            Self::Nowhere => &[],
            Self::Whole(only) => std::slice::from_ref(only),
            Self::Pieces(pieces) => &pieces.0,
        }
    }
}

impl Inline {
    /// The source bytes from which the bytes `plain` of the text were read.
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
        // What ends where two entries are alike is a piece: an entity, a line break. Its inside has no place of its own.
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

    /// Whether it is nothing but a hole: the wording exists and none of it is held.
    pub fn is_hole(&self) -> bool {
        &*self.text == "…"
    }

    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}
