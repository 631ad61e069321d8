//! `LintContext`: all sources and the ruleset that a lint checks; also functions on names, quotes
//! and blocks that several lints use.

use crate::{
    analysis::Analysis,
    diagnostic::Location,
    model::{Patch, Profile},
    resolve::{IndexedNameKind, RulesetDb, Section},
    syntax::{Block, Commentary, Inline, RulesFile, flatten_blocks},
    text::{SourceId, Span, near::nearest, slug::slug},
};

/// What lints of files, sections and patch errors get: all sources, the ruleset, and as a hint the
/// only source whose diagnostics are needed (`None` for all).
#[derive(Clone, Copy)]
pub(super) struct LintContext<'w> {
    /// All sources.
    pub analysis: &'w Analysis,
    /// The ruleset that is checked.
    pub db: &'w RulesetDb,
    /// The only source whose diagnostics are needed; all sources if `None`. A lint may return
    /// diagnostics of other sources; the caller drops them.
    pub only: Option<SourceId>,
}

impl<'w> LintContext<'w> {
    /// Returns whether the diagnostics of a patch are needed. Expensive lints check this first.
    pub(super) fn includes(self, patch: &Patch) -> bool {
        self.only.is_none_or(|only| only == patch.file.source)
    }

    /// Returns whether a section or unit has a name.
    pub(super) fn has_name(self, name: &str) -> bool {
        self.db.section_of(name).is_some()
    }

    /// Returns the text of a source.
    pub(super) fn text(self, source: SourceId) -> &'w str {
        self.analysis
            .source(source)
            .map_or("", |source| &source.text)
    }

    /// Returns the text of a range.
    pub(super) fn slice(self, at: Location) -> &'w str {
        at.span.of(self.text(at.source))
    }

    /// Returns the name of a clause that a misspelt one probably means.
    pub(super) fn near_name(self, name: &str) -> Option<&'w str> {
        let names = self.db.names().map(|(name, _)| name);
        nearest_similar(name, names.filter(|name| !name.starts_with("term:")))
    }

    /// Returns the address of a link that a misspelt one probably means: `#id`, `term:x` or `fact:x`.
    pub(super) fn near_address(self, address: &str) -> Option<String> {
        let (facts, _) = self
            .db
            .names_matching(IndexedNameKind::Fact, "", usize::MAX);
        let facts = facts.iter().map(|name| format!("fact:{name}"));
        let terms = self.db.ruleset.abbreviations.keys();
        let terms = terms.map(|short| format!("term:{}", slug(short)));
        let names = self.db.names().map(|(name, _)| match name.contains(':') {
            true => name.to_owned(),
            false => format!("#{name}"),
        });
        let known: Vec<String> = facts.chain(terms).chain(names).collect();
        nearest_similar(address, known.iter().map(String::as_str)).map(str::to_owned)
    }

    /// Returns the location of the address of the link whose words are at `words`.
    pub(super) fn address_location(self, words: Location, address: &str) -> Option<Location> {
        let rest = self.text(words.source).get(words.span.end()..)?;
        let start = words.span.end() + rest.find(&format!("({address}"))? + 1;
        let span = Span::new(start, start + address.len());
        Some(Location::new(words.source, span))
    }

    /// Returns the first line of a range, which is enough to recognise a block.
    pub(super) fn first_line(self, at: Location) -> Location {
        let text = self.slice(at);
        let line = text.lines().next().unwrap_or_default().trim_end();
        Location::new(at.source, at.span.with_len(line.len()))
    }
}

/// Returns the name that a misspelt one probably means.
fn nearest_similar<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    // a misspelt name mostly has its first or last letter; only such names are compared, because a
    // file may misspell as many names as there are
    let ends = |name: &str| [name.bytes().next(), name.bytes().next_back()];
    let own = ends(&name.to_lowercase());
    let is_similar = |name: &&str| ends(name)[0] == own[0] || ends(name)[1] == own[1];
    let mut names: Vec<&str> = names.filter(is_similar).collect();
    // sorted, so that the first of equally near names does not depend on the order in the table
    names.sort_unstable();
    nearest(name, names)
}

/// Describes an instruction for messages: `instruction 4 of river-1.1`.
pub(super) fn describe_patch(patch: &Patch) -> String {
    if !patch.is_instruction() {
        return format!("the text of {}", patch.document);
    }
    match patch.numbers().first() {
        Some(n) => format!("instruction {n} of {}", patch.document),
        None => format!("an instruction of {}", patch.document),
    }
}

/// Puts words in quotation marks, cut to 60 characters.
pub(super) fn quote_words(words: &str) -> String {
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

/// Returns all blocks of rules text in a file, in its order.
pub fn rules_blocks(file: &RulesFile) -> Vec<&Block> {
    file.places
        .iter()
        .flat_map(|place| {
            flatten_blocks(&place.blocks).into_iter().chain(
                place
                    .entries
                    .iter()
                    .flat_map(|e| flatten_blocks(&e.payload)),
            )
        })
        .collect()
}

/// Returns the rules texts of a file: sentences, headings and cells.
pub(super) fn rules_texts(file: &RulesFile) -> impl Iterator<Item = &Inline> {
    rules_blocks(file).into_iter().filter_map(Block::text)
}

/// Returns all paragraphs of commentary in a file, in its order.
pub(super) fn commentary(file: &RulesFile) -> impl Iterator<Item = &Commentary> {
    file.places.iter().flat_map(|place| {
        place
            .commentary
            .iter()
            .chain(place.entries.iter().flat_map(|entry| &entry.commentary))
    })
}

/// Returns all inline texts of a file: headings, rules text, commentary.
pub fn file_inlines(file: &RulesFile) -> Vec<&Inline> {
    let headings = file.places.iter().map(|place| &place.heading);
    let texts = rules_texts(file);
    headings
        .chain(texts)
        .chain(commentary(file).map(|one| &one.text))
        .collect()
}

/// Returns the byte range of `word` in `text` if it occurs exactly once as a whole word.
pub(super) fn find_word(text: &str, word: &str) -> Option<Span> {
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

/// Returns a profile with all scopes that instructions of a section have.
pub(super) fn all_scopes(section: &Section) -> Profile {
    let patches = section.patches.iter();
    Profile {
        scopes: patches.filter_map(|patch| patch.scope.clone()).collect(),
        ..Profile::default()
    }
}
