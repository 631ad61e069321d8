//! The schemas of `ruleset.toml`, `scenario.toml`, `import.toml` and `thesaurus.toml`, as tables of
//! their keys with what each means.

use super::schema::{
    NameKind, TomlKey,
    TomlShape::{
        self, Date, Either, Flag, List, Map, Name, NameMap, Number, OneOf, OneOrMany, Table, Text,
        Value,
    },
};

/// The kinds of documents.
pub const DOCUMENT_KINDS: &[&str] = &[
    "base",
    "amendment",
    "clarification",
    "guideline",
    "notes",
    "data",
    "book",
];

const fn key(name: &'static str, shape: TomlShape, about: &'static str) -> TomlKey {
    TomlKey {
        name,
        required: false,
        shape,
        about,
    }
}

const fn required(name: &'static str, shape: TomlShape, about: &'static str) -> TomlKey {
    TomlKey {
        name,
        required: true,
        shape,
        about,
    }
}

/// The keys of `ruleset.toml`.
pub const RULESET: &TomlShape = &Table(&[
    key("title", Text, "the title of the game"),
    key(
        "default",
        Flag,
        "whether commands use this ruleset where none is named",
    ),
    key(
        "restated",
        Flag,
        "whether the words of its documents restate a printed text; answers say so",
    ),
    key(
        "editions",
        List(&Table(&[
            required("id", Text, "the name of the edition: `3.4`"),
            key(
                "amends",
                Name(NameKind::Edition),
                "the edition that this one amends; the first amends none",
            ),
            key(
                "date",
                Date,
                "when it was published, if that is not the date of its first document",
            ),
            key(
                "used",
                Date,
                "from when it was played, if that was before it was published",
            ),
            key("status", Text, "a remark on its standing"),
        ])),
        "the editions, the oldest first",
    ),
    key(
        "document",
        Map(&Table(&[
            required(
                "edition",
                Name(NameKind::Edition),
                "the edition that the document makes or is about",
            ),
            key(
                "kind",
                OneOf(DOCUMENT_KINDS),
                "what kind of document it is; an amendment if left out",
            ),
            key("title", Text, "its title"),
            key("short", Text, "a short title for narrow places"),
            key("published", Date, "the day from which it counts"),
            key(
                "revised",
                Date,
                "the day of the wording that is used here, if that is not the first one",
            ),
            key(
                "after",
                List(&Name(NameKind::Document)),
                "the documents of the same edition that it builds on",
            ),
            key("authors", List(&Text), "its authors"),
            key(
                "restated",
                Flag,
                "whether its words restate a printed text, if that differs from the ruleset's other documents",
            ),
            key(
                "counted",
                Flag,
                "whether the numbers of its instructions are not printed, but counted",
            ),
            key(
                "lost",
                List(&Text),
                "numbers of its passages that are lost from the text that is here",
            ),
        ])),
        "a document, by the key that files name it with",
    ),
    key(
        "profile",
        Map(&Table(&[
            key("also", List(&Text), "other words for it, as in questions"),
            key("scopes", List(&Text), "the scopes whose rulings apply"),
            key(
                "layers",
                List(&Name(NameKind::Document)),
                "the clarifications that are shown with the text",
            ),
            key("default", Flag, "whether it is used where none is named"),
        ])),
        "which rulings apply and what is shown with the text, by name",
    ),
    key(
        "abbreviations",
        Map(&Text),
        "abbreviations and what they stand for",
    ),
    key(
        "also",
        List(&Text),
        "what people write for the name of the game",
    ),
    key(
        "other_games",
        List(&Text),
        "names of other games that people may ask about, whose rules are not included",
    ),
    key(
        "troops",
        Table(&[
            key(
                "types",
                Map(&Table(&[
                    key("words", List(&Text), "further words for it in the rules"),
                    key("also", List(&Text), "what people write for it"),
                    key("in", List(&Text), "the classes of troops that include it"),
                ])),
                "the troop types, by their letters or names",
            ),
            key(
                "grades",
                Map(&List(&Text)),
                "what people write for each grade, by its letters",
            ),
            key(
                "groups",
                Map(&List(&Name(NameKind::Clause))),
                "the sections about troops, by the title of their group",
            ),
        ]),
        "troop types, and where the rules about them are",
    ),
]);

const PROPERTY: &TomlShape = &Table(&[
    key("number", Text, "a number, with the word written after it"),
    key(
        "words",
        Either(&Name(NameKind::WordList), &Map(&List(&Text))),
        "one of these words: a list of `[words]`, or words with their spellings",
    ),
    key(
        "flag",
        List(&Text),
        "said or not, in one of these spellings",
    ),
    key("place", Flag, "a position or an area"),
    key("text", Flag, "any text"),
    key("many", Flag, "whether it may have several words"),
    key(
        "keys",
        List(&Text),
        "the keys in front of its value, as in `key: value`",
    ),
    key("units", List(&Text), "further words after its number"),
    key("least", Number, "the lowest number allowed"),
    key("most", Number, "the highest number allowed"),
]);

const SECOND: &TomlShape = &Table(&[
    required(
        "after",
        List(&Text),
        "the words in front of the second value",
    ),
    required(
        "properties",
        NameMap(NameKind::Property, &Name(NameKind::Property)),
        "for each property the one that a second value sets",
    ),
]);

const KIND: &TomlShape = &Table(&[
    key(
        "plural",
        Text,
        "its name for rules of play: `count(troops)`",
    ),
    key(
        "in",
        List(&Name(NameKind::RecordKind)),
        "the kinds of record that it may be inside",
    ),
    key(
        "headings",
        Map(&List(&Text)),
        "the headings that begin one, by the `property=value` that they set",
    ),
    key(
        "lines",
        List(&Name(NameKind::RecordKind)),
        "the kinds of record that its lines are",
    ),
    key(
        "count",
        Name(NameKind::Property),
        "the property that a number at the start of the line sets",
    ),
    key(
        "second",
        OneOrMany(SECOND),
        "how a second value of the same kind is written",
    ),
    key(
        "needs",
        NameMap(NameKind::Property, &Text),
        "properties that each needs, with the message where one is missing",
    ),
    key("unique", Flag, "whether two may not have the same name"),
    key("implied", Flag, "whether one begins without a heading"),
    key(
        "begins-with",
        NameMap(NameKind::Property, &Map(&Text)),
        "lines that begin one without a heading",
    ),
    key(
        "mark",
        List(&Name(NameKind::Property)),
        "the properties that are written as one mark: `Kn(S)`",
    ),
    key("lone-marks", List(&Text), "words that are a mark alone"),
    key("free", List(&Text), "words for what costs nothing"),
    key(
        "shares",
        NameMap(NameKind::Property, &List(&Number)),
        "what one of them may count for, for numbers without a label",
    ),
    key(
        "for-all",
        List(&Text),
        "words that say that a value holds for all lines without one: `all Irr`",
    ),
    key(
        "asides",
        List(&Text),
        "words of a line that is about another list",
    ),
    key(
        "besides",
        List(&Text),
        "words between a number and what it does not count",
    ),
    key(
        "amounts",
        Table(&[
            required("each", Name(NameKind::Property), "an amount for each"),
            required("all", Name(NameKind::Property), "an amount for all"),
            required(
                "either",
                Name(NameKind::Property),
                "an amount that may be either",
            ),
        ]),
        "what numbers in brackets mean",
    ),
    key(
        "evidence",
        Table(&[
            required("each", Text, "the sum that is the cost of one"),
            key("share", Text, "the sum that is what one counts for"),
            key(
                "unless",
                Text,
                "the check that finds troops which there are not",
            ),
        ]),
        "the sums by which a reader of lists weighs the numbers of a line",
    ),
    key(
        "range",
        Table(&[
            required("least", Name(NameKind::Property), "the lower number"),
            required("most", Name(NameKind::Property), "the higher number"),
        ]),
        "what a range of numbers sets",
    ),
    key(
        "columns",
        NameMap(NameKind::Property, &List(&Text)),
        "the headings of the columns of tables, by property",
    ),
    key("property", Map(PROPERTY), "its properties, by name"),
]);

/// The keys of `scenario.toml`.
pub const SCENARIO: &TomlShape = &Table(&[
    key("title", Text, "what the scenarios are"),
    key(
        "not-checked",
        List(&Text),
        "what the verdict on a list names as not checked",
    ),
    key("kind", Map(KIND), "a kind of record, by its name"),
    key(
        "section",
        Map(&Table(&[
            required("headings", List(&Text), "the headings that begin it"),
            key(
                "lines",
                List(&Name(NameKind::RecordKind)),
                "the kinds of record that its lines are",
            ),
            key(
                "sets",
                Map(&Value),
                "the properties that it sets for its lines",
            ),
        ])),
        "a section that is no record itself",
    ),
    key(
        "words",
        Map(&Map(&List(&Text))),
        "lists of words, each word with its spellings",
    ),
    key("full-names", Map(&Text), "the full names of words"),
]);

/// The keys of the `import.toml` of a ruleset.
pub const IMPORT: &TomlShape = &Table(&[
    key(
        "document",
        NameMap(
            NameKind::Document,
            &Table(&[
                key(
                    "opens",
                    List(&Text),
                    "lines of which one must begin the document; `…` after one stands for the rest",
                ),
                key(
                    "holds",
                    List(&Text),
                    "lines that must follow, if the first one is not unique",
                ),
                key(
                    "numbers",
                    OneOf(&["counted", "sections", "letters", "paragraphs"]),
                    "how its passages are numbered",
                ),
                key("prefix", Text, "what its printed numbers begin with"),
                key(
                    "counted_in",
                    Name(NameKind::Document),
                    "the document in which its numbers are counted",
                ),
            ]),
        ),
        "how a printed document looks",
    ),
    key(
        "places",
        NameMap(NameKind::Clause, &List(&Text)),
        "the words of sheets for a clause that are no heading of the rules",
    ),
]);

/// The keys of the `import.toml` for all rulesets.
pub const SHEET_WORDS: &TomlShape = &Table(&[
    key(
        "furniture",
        List(&Text),
        "lines that web pages and converters add; `…` stands for the rest",
    ),
    key("notes", List(&Text), "headings above notes of the authors"),
    key("covers", List(&Text), "words of headings that name a sheet"),
    key(
        "note_openers",
        List(&Text),
        "beginnings of paragraphs that start a note",
    ),
    key("verbs", Map(&Text), "further words for verbs"),
    key("units", Map(&Text), "further words for units"),
]);

/// The keys of `thesaurus.toml`.
pub const THESAURUS: &TomlShape = &Table(&[
    key(
        "words",
        Map(&OneOrMany(&Text)),
        "players' words, with the words of the rules; `~` marks one that is only related",
    ),
    key(
        "grades",
        Map(&OneOrMany(&Text)),
        "words for grades, with the letter of the grade",
    ),
]);
