//! The nouns by which instructions name units (`line`, `figure`, …), with plurals and synonyms.

use std::collections::HashSet;

/// A noun of [`UNIT_NOUNS`]: singular, plural, synonyms that `fmt` rewrites, and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct UnitNounRow {
    /// The noun.
    pub unit: UnitNoun,
    /// The singular.
    pub one: &'static str,
    /// The plural.
    pub many: &'static str,
    /// Further words with the same meaning, in lower case, which `fmt` rewrites.
    pub also: &'static [&'static str],
    /// What it means, in a few words.
    pub about: &'static str,
}

/// Declares [`UnitNoun`] and [`UNIT_NOUNS`].
macro_rules! unit_nouns {
    ($($unit:ident { $one:literal, $many:literal, $also:tt, $about:literal })+) => {
        /// A noun by which instructions name units, such as paragraph, bullet, labelled line or page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum UnitNoun {
            $(
                #[doc = $about]
                $unit,
            )+
        }

        /// The nouns for units in instructions. Parser, printer, completion and documentation use
        /// this table.
        pub const UNIT_NOUNS: &[UnitNounRow] = &[$(UnitNounRow {
            unit: UnitNoun::$unit,
            one: $one,
            many: $many,
            also: &$also,
            about: $about,
        },)+];
    };
}

unit_nouns! {
    Paragraph { "paragraph", "paragraphs", ["para", "paras"], "a paragraph with the list that belongs to it" }
    Sentence { "sentence", "sentences", [], "a sentence of a paragraph or bullet" }
    Bullet { "bullet", "bullets", [], "a list item" }
    Line { "line", "lines", [], "a labelled bullet or paragraph, such as `**+1** …`" }
    Row { "row", "rows", [], "a row of a table by its first cell; also a labelled bullet or paragraph" }
    Item { "item", "items", [], "a lettered or numbered bullet or paragraph, such as `**(b)** …`" }
    Entry { "entry", "entries", [], "a labelled bullet or paragraph of a glossary" }
    Figure { "figure", "figures", ["fig", "figs"], "a section of class `.figure`" }
    Page { "page", "pages", ["pg"], "the sections of a printed page" }
    Table { "table", "tables", [], "a table" }
    Section { "section", "sections", [], "a section" }
    Words { "words", "words", [], "words inside a sentence" }
}

impl UnitNoun {
    /// Returns its row of [`UNIT_NOUNS`].
    pub fn name(self) -> &'static UnitNounRow {
        &UNIT_NOUNS[self as usize]
    }

    /// Returns the noun for a word, which may be singular, plural or abbreviated, in any case.
    pub fn named(word: &str) -> Option<Self> {
        let is = |name: &str| name.eq_ignore_ascii_case(word);
        UNIT_NOUNS
            .iter()
            .find(|row| is(row.one) || is(row.many) || row.also.iter().any(|also| is(also)))
            .map(|row| row.unit)
    }
}

/// Returns the letter or number of the label of an item: `a` of `(a)`.
pub fn item_mark(label: &str) -> Option<&str> {
    let mark = label.strip_prefix('(')?.strip_suffix(')')?;
    let is_short = (1..=3).contains(&mark.len());
    (is_short && mark.bytes().all(|b| b.is_ascii_alphanumeric())).then_some(mark)
}

/// Returns the first label behind `label` in the order of letters that is not among `used`: `(b)` for
/// `(a)`.
pub fn next_item_label(label: &str, used: &HashSet<&str>) -> Option<String> {
    let mark = item_mark(label)?;
    let labels: Vec<String> = match (mark.parse::<u16>(), mark.as_bytes()) {
        (Ok(number), _) => (number + 1..=999).map(|next| format!("({next})")).collect(),
        (_, &[letter]) => {
            let last = if letter.is_ascii_lowercase() {
                b'z'
            } else {
                b'Z'
            };
            (letter + 1..=last)
                .map(|next| format!("({})", char::from(next)))
                .collect()
        }
        _ => return None,
    };
    labels
        .into_iter()
        .find(|label| !used.contains(label.as_str()))
}
