use crate::{
    analysis::Analysis,
    diagnostic::Location,
    model::Patch,
    resolve::RulesetDb,
    syntax::{Block, Commentary, File, Inline},
    text::{SourceId, Span, near::nearest},
};

/// What a lint has at hand.
#[derive(Clone, Copy)]
pub(super) struct At<'w> {
    /// All sources.
    pub analysis: &'w Analysis,
    /// The ruleset that is looked at.
    pub db: &'w RulesetDb,
    /// The one source of which something is to be told; all, if none.
    pub only: Option<SourceId>,
}

impl<'w> At<'w> {
    /// Whether anything is to be told of a patch. A lint that is dear asks first.
    pub(super) fn wants(self, patch: &Patch) -> bool {
        self.only.is_none_or(|only| only == patch.file.source)
    }

    /// The text of a source.
    pub(super) fn text(self, source: SourceId) -> &'w str {
        self.analysis
            .source(source)
            .map_or("", |source| &source.text)
    }

    /// The characters of a range.
    pub(super) fn slice(self, at: Location) -> &'w str {
        at.span.of(self.text(at.source))
    }

    /// The name of a clause that was probably meant.
    pub(super) fn near_name(self, name: &str) -> Option<&'w str> {
        // of equals the first in the order of letters: names come in none
        let mut names: Vec<&str> = self
            .db
            .names()
            .map(|(name, _)| name)
            .filter(|name| !name.starts_with("term:"))
            .collect();
        names.sort_unstable();
        nearest(name, names)
    }

    /// The first line of a range: enough to recognise a block by.
    pub(super) fn first_line(self, at: Location) -> Location {
        let text = self.slice(at);
        let line = text.lines().next().unwrap_or_default().trim_end();
        Location::new(
            at.source,
            Span::new(at.span.start(), at.span.start() + line.len()),
        )
    }
}

/// An instruction as people name it: `river-1.1, instruction 4`.
pub(super) fn name_of(patch: &Patch) -> String {
    if !patch.is_instruction() {
        return format!("the text of {}", patch.document);
    }
    match patch.numbers().first() {
        Some(n) => format!("instruction {n} of {}", patch.document),
        None => format!("an instruction of {}", patch.document),
    }
}

/// Words in quotation marks, the rest of long ones left out.
pub(super) fn quoted(words: &str) -> String {
    const LONGEST: usize = 60;
    if words.chars().count() <= LONGEST {
        return format!("\"{words}\"");
    }
    let cut: String = words.chars().take(LONGEST).collect();
    let cut = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(before, _)| before);
    format!("\"{cut} …\"")
}

/// All blocks below `blocks`, in the order of the text.
pub fn deep(blocks: &[Block]) -> Vec<&Block> {
    let mut out = Vec::new();
    let mut stack: Vec<&Block> = blocks.iter().rev().collect();
    while let Some(block) = stack.pop() {
        out.push(block);
        stack.extend(block.children().iter().rev());
    }
    out
}

/// All blocks of rules text of a file, in order.
pub fn blocks(file: &File) -> Vec<&Block> {
    file.places
        .iter()
        .flat_map(|place| {
            deep(&place.blocks)
                .into_iter()
                .chain(place.entries.iter().flat_map(|e| deep(&e.payload)))
        })
        .collect()
}

/// All paragraphs of commentary of a file, in order.
pub(super) fn commentary(file: &File) -> impl Iterator<Item = &Commentary> {
    file.places.iter().flat_map(|place| {
        place
            .commentary
            .iter()
            .chain(place.entries.iter().flat_map(|entry| &entry.commentary))
    })
}

/// All texts of a file with their marks: headings, rules text, commentary.
pub fn inlines(file: &File) -> Vec<&Inline> {
    let headings = file.places.iter().map(|place| &place.heading);
    let texts = blocks(file).into_iter().filter_map(|block| block.text());
    headings
        .chain(texts)
        .chain(commentary(file).map(|one| &one.text))
        .collect()
}

/// The bytes of `word` in `text`, if it stands there once as a whole word.
pub(super) fn word(text: &str, word: &str) -> Option<Span> {
    let whole = |at: usize| {
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        apart(text[..at].chars().next_back()) && apart(text[at + word.len()..].chars().next())
    };
    let mut hits = text
        .match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| !word.is_empty() && whole(at));
    let at = hits.next()?;
    hits.next()
        .is_none()
        .then(|| Span::new(at, at + word.len()))
}
