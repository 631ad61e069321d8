use crate::text::Span;

/// What a part of a text is, beyond its characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A fact: `[6](fact:baggage.small)`. The marked characters are its value.
    Fact(String),
    /// A term of the glossary: `[Kn](term:kn)`.
    Term(String),
    /// A cross-reference to a clause: `[P.18](#movement-restrictions)`; without the `#`.
    Link(String),
    /// Any other link, such as a web address.
    Url(String),
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
    /// The plain characters.
    pub text: String,
    /// The markup, in order of start.
    pub marks: Vec<Mark>,
    /// Where the plain text stands in the source: (offset in `text`, offset in the source), ascending.
    /// Between two entries both advance together. Where one offset in `text` has several entries, the text before it ends at the
    /// first one's place and the text behind it begins at the last one's: what lies between is an entity or a line break.
    pub map: Vec<(usize, usize)>,
}

impl Inline {
    /// The source bytes from which the bytes `plain` of the text were read.
    pub fn source_span(&self, plain: Span) -> Span {
        Span::new(self.source_offset(plain.start, false), self.source_offset(plain.end, true))
    }

    fn source_offset(&self, plain: usize, end: bool) -> usize {
        let at = self.map.partition_point(|&(p, _)| if end && plain > 0 { p < plain } else { p <= plain });
        let Some(&(p, source)) = at.checked_sub(1).and_then(|at| self.map.get(at)) else {
            return self.map.first().map_or(0, |&(_, source)| source);
        };
        // What ends where two entries are alike is a piece: an entity, a line break. Its inside has no place of its own.
        if let (Some(&(q, behind)), Some(&(twin, _))) = (self.map.get(at), self.map.get(at + 1))
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
        self.text == "…"
    }

    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}
