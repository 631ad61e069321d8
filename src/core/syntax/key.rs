//! `Key` and `ValueKind`: a schema, that is, the keys and values that a file may have: in front matter, in
//! the braces of attributes, in TOML files and settings.
//!
//! Parsers, checks, completion, hover and the JSON schemas read the same tables of keys.

/// A key that may be given in a file: its name, its values, what it means, and if it is required.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it means, in a few words.
    pub about: &'static str,
    /// Its values.
    pub value: ValueKind,
    /// Whether it must be given.
    pub required: bool,
}

/// The kind of thing that a name in a file refers to: an edition, document, clause, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A ruleset.
    Ruleset,
    /// An edition of the ruleset.
    Edition,
    /// A document of the ruleset.
    Document,
    /// A profile of the ruleset.
    Profile,
    /// A clause of the rules.
    Clause,
    /// A kind of record of scenarios.
    RecordKind,
    /// A property of a kind of record.
    Property,
    /// A list of words of scenarios.
    WordList,
}

/// A word that a value may be, with what it means.
pub type WordRow = (&'static str, &'static str);

/// The values that a key may have: a text, number, date, list, table with certain keys, ….
#[derive(Debug)]
pub enum ValueKind {
    /// A text; in braces one without blanks.
    Text,
    /// `true` or `false`.
    Flag,
    /// A number; in braces also the least one, with `+` after it.
    Number,
    /// A date, whose day or month may be left out.
    Date,
    /// A text, a number or a flag.
    Value,
    /// One of these words.
    OneOf(&'static [WordRow]),
    /// The name of something.
    Name(NameKind),
    /// A list of such values; in front matter and braces a text with commas.
    List(&'static Self),
    /// Such a value, or a list of them.
    OneOrMany(&'static Self),
    /// A table with any keys and such values.
    Map(&'static Self),
    /// A table whose keys are names, with such values.
    NameMap(NameKind, &'static Self),
    /// A table with these keys.
    Table(&'static [Key]),
    /// One of two kinds of value.
    Either(&'static Self, &'static Self),
}

impl Key {
    /// Creates a key that may be left out.
    pub const fn new(name: &'static str, value: ValueKind, about: &'static str) -> Self {
        Self {
            name,
            about,
            value,
            required: false,
        }
    }

    /// Returns the key of that name.
    pub fn find(keys: &'static [Self], name: &str) -> Option<&'static Self> {
        keys.iter().find(|key| key.name == name)
    }

    /// Returns the names of keys, in their order.
    pub fn names(keys: &[Self]) -> impl Iterator<Item = &str> + Clone {
        keys.iter().map(|key| key.name)
    }
}

impl ValueKind {
    /// Returns the words that the value may be; none if it is not one of certain words.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        let rows: &'static [WordRow] = match self {
            Self::OneOf(rows) => rows,
            _ => &[],
        };
        rows.iter().map(|(word, _)| *word)
    }

    /// Returns the kind of the values of a key of a table, and the key if the table has certain ones.
    pub fn of_key(&'static self, name: &str) -> Option<(&'static Self, Option<&'static Key>)> {
        match self {
            Self::Table(keys) => {
                let key = Key::find(keys, name)?;
                Some((&key.value, Some(key)))
            }
            Self::Map(value) | Self::NameMap(_, value) => Some((value, None)),
            Self::OneOrMany(one) | Self::List(one) => one.of_key(name),
            Self::Either(one, other) => one.of_key(name).or_else(|| other.of_key(name)),
            _ => None,
        }
    }

    /// Returns the one of two kinds that a value is meant to be, which is or is not a table.
    pub fn alternative(&'static self, is_table: bool) -> &'static Self {
        match self {
            Self::Either(one, other) => {
                let takes_table = matches!(one, Self::Map(_) | Self::Table(_));
                if is_table == takes_table { one } else { other }
            }
            kind => kind,
        }
    }

    /// Returns the keys of the table, if it has certain ones.
    pub fn keys(&self) -> &'static [Key] {
        match self {
            Self::Table(keys) => keys,
            Self::OneOrMany(one) | Self::List(one) => one.keys(),
            Self::Either(one, other) => match one.keys() {
                [] => other.keys(),
                keys => keys,
            },
            _ => &[],
        }
    }
}
