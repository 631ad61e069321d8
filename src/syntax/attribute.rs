//! The tables of keys, classes and values of `relation=` that `{key=value .class}` may contain.

/// The form of an attribute's value: a word, words joined by commas, or a number (`4`, `4+`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Any word without blanks.
    Word,
    /// Words joined by commas without blanks.
    Words,
    /// A number, or a least number with `+` after it.
    Count,
}

/// A key or class that may be in braces: its name, its meaning and the form of its value.
#[derive(Clone, Copy, Debug)]
pub struct AttributeRow {
    /// The key before `=`, or the class after `.`.
    pub name: &'static str,
    /// What it means, in a few words.
    pub about: &'static str,
    /// The form of its value; a class has none.
    pub value: ValueKind,
}

const fn key(name: &'static str, value: ValueKind, about: &'static str) -> AttributeRow {
    AttributeRow { name, about, value }
}

/// The keys of `{key=value}`, in the order in which the formatter writes them.
///
/// Parser, formatter, completion and documentation use this table.
pub const KEYS: &[AttributeRow] = &[
    key(
        "n",
        ValueKind::Words,
        "the numbers of the instruction in its sheet; `document:number` for another document",
    ),
    key(
        "page",
        ValueKind::Word,
        "the printed page on which it begins",
    ),
    key(
        "within",
        ValueKind::Word,
        "the section of which this is a part",
    ),
    key(
        "document",
        ValueKind::Word,
        "the document of a base section, if it is not the file's",
    ),
    key(
        "quoted",
        ValueKind::Words,
        "the documents that quote the words of a base section, where its own document is not included",
    ),
    key(
        "paragraphs",
        ValueKind::Count,
        "how many paragraphs it has in print; `4+` for at least four",
    ),
    key(
        "sentences",
        ValueKind::Count,
        "how many sentences it has in print; `4+` for at least four",
    ),
    key(
        "bullets",
        ValueKind::Count,
        "how many bullets it has in print; `4+` for at least four",
    ),
    key(
        "at",
        ValueKind::Word,
        "the unit whose text this is, in a book: the path at which the unit was first read",
    ),
    key(
        "opens",
        ValueKind::Words,
        "how many further sentences each open run of the unit has, in a book: `2,0`",
    ),
    key(
        "lines",
        ValueKind::Words,
        "the printed lines of the text, in a book: `12.3-4:9/11` are lines 3 and 4 of page 12, on which 9 and 11 words begin",
    ),
    key(
        "relation",
        ValueKind::Word,
        "how a clarification relates to what it names",
    ),
    key(
        "ruled",
        ValueKind::Words,
        "a person's verdict on a clarification, as `narrowed@3.4`",
    ),
    key(
        "scope",
        ValueKind::Words,
        "where the ruling applies; everywhere if none is named",
    ),
    key(
        "effective",
        ValueKind::Word,
        "the edition in which the change takes effect, if it is not the document's",
    ),
    key(
        "until",
        ValueKind::Word,
        "the first edition in which the change no longer applies",
    ),
    key(
        "known",
        ValueKind::Word,
        "the date of publication, if it is not the document's",
    ),
    key(
        "kind",
        ValueKind::Word,
        "what kind of change it is: value, permission, scope, move or wording",
    ),
    key(
        "term",
        ValueKind::Word,
        "the term that this labelled unit defines",
    ),
    key(
        "inferred",
        ValueKind::Words,
        "the attributes that are inferred: no source states them; `section` if none states that there is such a section; `verb` if the document gives words without saying what to do with them",
    ),
];

/// The classes of `{.class}`, in the order in which the formatter writes them.
pub const CLASSES: &[AttributeRow] = &[
    key(
        "cont",
        ValueKind::Word,
        "this text continues the paragraph before its list",
    ),
    key(
        "floating",
        ValueKind::Word,
        "known to exist at an unknown place",
    ),
    key("figure", ValueKind::Word, "the section is a figure"),
    key(
        "whole",
        ValueKind::Word,
        "a book prints the whole section: unknown units that it does not print do not exist",
    ),
];

/// The values of `relation=`: how a clarification relates to the clause that it names, each with
/// its meaning.
pub const RELATIONS: &[(&str, &str)] = &[
    ("interprets", "explains what the words mean"),
    ("restricts", "restricts what the words allow"),
    ("extends", "adds to what the words say"),
    ("example", "gives an example"),
    ("procedure", "lists the steps"),
];
