//! The nouns by which instructions name units (`line`, `figure`, …), with plurals and synonyms.

use std::collections::HashSet;

/// A noun by which instructions name units, such as paragraph, bullet, labelled line or page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitNoun {
    /// A paragraph, with its list and table.
    Paragraph,
    /// A sentence of a paragraph or bullet.
    Sentence,
    /// A list item.
    Bullet,
    /// A labelled bullet or paragraph: `**+1** …`.
    Line,
    /// A labelled bullet, paragraph or table row.
    Row,
    /// A lettered or numbered bullet or paragraph: `**(b)** …`.
    Item,
    /// A labelled bullet or paragraph of a glossary.
    Entry,
    /// A section of class `.figure`.
    Figure,
    /// The sections of a printed page.
    Page,
    /// A table.
    Table,
    /// A section.
    Section,
    /// Words inside a sentence.
    Words,
}

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

/// The nouns for units in instructions. Parser, printer, completion and documentation use this
/// table.
pub const UNIT_NOUNS: &[UnitNounRow] = &[
    UnitNounRow {
        unit: UnitNoun::Paragraph,
        one: "paragraph",
        many: "paragraphs",
        also: &["para", "paras"],
        about: "a paragraph with the list that belongs to it",
    },
    UnitNounRow {
        unit: UnitNoun::Sentence,
        one: "sentence",
        many: "sentences",
        also: &[],
        about: "a sentence of a paragraph or bullet",
    },
    UnitNounRow {
        unit: UnitNoun::Bullet,
        one: "bullet",
        many: "bullets",
        also: &[],
        about: "a list item",
    },
    UnitNounRow {
        unit: UnitNoun::Line,
        one: "line",
        many: "lines",
        also: &[],
        about: "a labelled bullet or paragraph, such as `**+1** …`",
    },
    UnitNounRow {
        unit: UnitNoun::Row,
        one: "row",
        many: "rows",
        also: &[],
        about: "a row of a table by its first cell; also a labelled bullet or paragraph",
    },
    UnitNounRow {
        unit: UnitNoun::Item,
        one: "item",
        many: "items",
        also: &[],
        about: "a lettered or numbered bullet or paragraph, such as `**(b)** …`",
    },
    UnitNounRow {
        unit: UnitNoun::Entry,
        one: "entry",
        many: "entries",
        also: &[],
        about: "a labelled bullet or paragraph of a glossary",
    },
    UnitNounRow {
        unit: UnitNoun::Figure,
        one: "figure",
        many: "figures",
        also: &["fig", "figs"],
        about: "a section of class `.figure`",
    },
    UnitNounRow {
        unit: UnitNoun::Page,
        one: "page",
        many: "pages",
        also: &["pg"],
        about: "the sections of a printed page",
    },
    UnitNounRow {
        unit: UnitNoun::Table,
        one: "table",
        many: "tables",
        also: &[],
        about: "a table",
    },
    UnitNounRow {
        unit: UnitNoun::Section,
        one: "section",
        many: "sections",
        also: &[],
        about: "a section",
    },
    UnitNounRow {
        unit: UnitNoun::Words,
        one: "words",
        many: "words",
        also: &[],
        about: "words inside a sentence",
    },
];

impl UnitNoun {
    /// Returns its row of [`UNIT_NOUNS`].
    pub fn name(self) -> &'static UnitNounRow {
        UNIT_NOUNS
            .iter()
            .find(|row| row.unit == self)
            .unwrap_or(&UNIT_NOUNS[0])
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
