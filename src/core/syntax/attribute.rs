//! The tables of keys, classes and values of `relation=` that `{key=value .class}` may contain.

use super::key::{
    Key, NameKind,
    ValueKind::{Date, List, Name, Number, OneOf, Text},
    WordRow,
};

/// The keys of `{key=value}`, in the order in which the formatter writes them.
///
/// Parser, formatter, completion and documentation use this table.
pub const KEYS: &[Key] = &[
    Key::new(
        "n",
        List(&Text),
        "the numbers of the instruction in its sheet; `document:number` for another document",
    ),
    Key::new("page", Text, "the printed page on which it begins"),
    Key::new(
        "within",
        Name(NameKind::Clause),
        "the section of which this is a part",
    ),
    Key::new(
        "document",
        Name(NameKind::Document),
        "the document of a base section, if it is not the file's",
    ),
    Key::new(
        "quoted",
        List(&Name(NameKind::Document)),
        "the documents that quote the words of a base section, where its own document is not included",
    ),
    Key::new(
        "paragraphs",
        Number,
        "how many paragraphs it has in print; `4+` for at least four",
    ),
    Key::new(
        "sentences",
        Number,
        "how many sentences it has in print; `4+` for at least four",
    ),
    Key::new(
        "bullets",
        Number,
        "how many bullets it has in print; `4+` for at least four",
    ),
    Key::new(
        "at",
        Text,
        "the unit whose text this is, in a book: the path at which the unit was first read",
    ),
    Key::new(
        "opens",
        List(&Text),
        "how many further sentences each open run of the unit has, in a book: `2,0`",
    ),
    Key::new(
        "lines",
        List(&Text),
        "the printed lines of the text, in a book: `12.3-4:9/11` are lines 3 and 4 of page 12, on which 9 and 11 words begin",
    ),
    Key::new(
        "relation",
        OneOf(RELATIONS),
        "how a clarification relates to what it names",
    ),
    Key::new(
        "ruled",
        List(&Text),
        "a person's verdict on a clarification, as `narrowed@3.4`",
    ),
    Key::new(
        "scope",
        List(&Text),
        "where the ruling applies; everywhere if none is named",
    ),
    Key::new(
        "effective",
        Name(NameKind::Edition),
        "the edition in which the change takes effect, if it is not the document's",
    ),
    Key::new(
        "until",
        Name(NameKind::Edition),
        "the first edition in which the change no longer applies",
    ),
    Key::new(
        "known",
        Date,
        "the date of publication, if it is not the document's",
    ),
    Key::new(
        "kind",
        Text,
        "what kind of change it is: value, permission, scope, move or wording",
    ),
    Key::new("term", Text, "the term that this labelled unit defines"),
    Key::new(
        "inferred",
        List(&Text),
        "the attributes that are inferred: no source states them; `section` if none states that there is such a section; `verb` if the document gives words without saying what to do with them",
    ),
];

/// The classes of `{.class}`, in the order in which the formatter writes them.
pub const CLASSES: &[Key] = &[
    Key::new(
        "cont",
        Text,
        "this text continues the paragraph before its list",
    ),
    Key::new("floating", Text, "known to exist at an unknown place"),
    Key::new("figure", Text, "the section is a figure"),
    Key::new(
        "whole",
        Text,
        "a book prints the whole section: unknown units that it does not print do not exist",
    ),
];

/// The values of `relation=`: how a clarification relates to the clause that it names, each with
/// its meaning.
pub const RELATIONS: &[WordRow] = &[
    ("interprets", "explains what the words mean"),
    ("restricts", "restricts what the words allow"),
    ("extends", "adds to what the words say"),
    ("example", "gives an example"),
    ("procedure", "lists the steps"),
];
