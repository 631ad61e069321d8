/// A kind of unit that an instruction can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// A paragraph, with the list and table that belong to it.
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

/// A row of the table of units.
#[derive(Clone, Copy, Debug)]
pub struct UnitName {
    /// The unit.
    pub unit: Unit,
    /// Its name for one.
    pub one: &'static str,
    /// Its name for several.
    pub many: &'static str,
    /// Further words understood for it, in lower case, which `fmt` rewrites.
    pub also: &'static [&'static str],
    /// What it is, in a few words.
    pub about: &'static str,
}

/// The units that instructions can name, with their words. Parser, printer, completion and documentation read this table.
pub const UNITS: &[UnitName] = &[
    UnitName {
        unit: Unit::Paragraph,
        one: "paragraph",
        many: "paragraphs",
        also: &["para", "paras"],
        about: "a paragraph with the list that belongs to it",
    },
    UnitName {
        unit: Unit::Sentence,
        one: "sentence",
        many: "sentences",
        also: &[],
        about: "a sentence of a paragraph or bullet",
    },
    UnitName {
        unit: Unit::Bullet,
        one: "bullet",
        many: "bullets",
        also: &[],
        about: "a list item",
    },
    UnitName {
        unit: Unit::Line,
        one: "line",
        many: "lines",
        also: &[],
        about: "a labelled bullet or paragraph, such as `**+1** …`",
    },
    UnitName {
        unit: Unit::Row,
        one: "row",
        many: "rows",
        also: &[],
        about: "a row of a table by its first cell; also a labelled bullet or paragraph",
    },
    UnitName {
        unit: Unit::Item,
        one: "item",
        many: "items",
        also: &[],
        about: "a lettered or numbered bullet or paragraph, such as `**(b)** …`",
    },
    UnitName {
        unit: Unit::Entry,
        one: "entry",
        many: "entries",
        also: &[],
        about: "a labelled bullet or paragraph of a glossary",
    },
    UnitName {
        unit: Unit::Figure,
        one: "figure",
        many: "figures",
        also: &["fig", "figs"],
        about: "a section of class `.figure`",
    },
    UnitName {
        unit: Unit::Page,
        one: "page",
        many: "pages",
        also: &["pg"],
        about: "the sections that stand on a printed page",
    },
    UnitName {
        unit: Unit::Table,
        one: "table",
        many: "tables",
        also: &[],
        about: "a table",
    },
    UnitName {
        unit: Unit::Section,
        one: "section",
        many: "sections",
        also: &[],
        about: "a section",
    },
    UnitName {
        unit: Unit::Words,
        one: "words",
        many: "words",
        also: &[],
        about: "words inside a sentence",
    },
];

impl Unit {
    /// Its row of [`UNITS`].
    pub fn name(self) -> &'static UnitName {
        UNITS
            .iter()
            .find(|row| row.unit == self)
            .unwrap_or(&UNITS[0])
    }

    /// The unit of that name, singular, plural or abbreviated, in any case.
    pub fn named(word: &str) -> Option<Self> {
        let is = |name: &str| name.eq_ignore_ascii_case(word);
        UNITS
            .iter()
            .find(|row| is(row.one) || is(row.many) || row.also.iter().any(|also| is(also)))
            .map(|row| row.unit)
    }
}
