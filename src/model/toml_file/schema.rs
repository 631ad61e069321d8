//! `TomlShape` and `TomlKey`: a schema, that is, the keys and values that a TOML file may have.

/// A key that a TOML table may have: its name, its values, what it means, and if it is required.
#[derive(Debug)]
pub struct TomlKey {
    /// Its name.
    pub name: &'static str,
    /// Whether the table needs it.
    pub required: bool,
    /// Its value.
    pub shape: TomlShape,
    /// What it means, in a few words.
    pub about: &'static str,
}

/// The kind of thing that a name in a TOML file refers to: an edition, document, clause, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// An edition of the ruleset.
    Edition,
    /// A document of the ruleset.
    Document,
    /// A clause of the rules.
    Clause,
    /// A kind of record of scenarios.
    RecordKind,
    /// A property of a kind of record.
    Property,
    /// A list of words of scenarios.
    WordList,
}

/// The values that a TOML key may have: a text, number, date, list, table with certain keys, ….
#[derive(Debug)]
pub enum TomlShape {
    /// A text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A date, whose day or month may be left out.
    Date,
    /// A text, a number or a flag.
    Value,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The name of something.
    Name(NameKind),
    /// A list of such values.
    List(&'static TomlShape),
    /// Such a value, or a list of them.
    OneOrMany(&'static TomlShape),
    /// A table with any keys and such values.
    Map(&'static TomlShape),
    /// A table whose keys are names, with such values.
    NameMap(NameKind, &'static TomlShape),
    /// A table with these keys.
    Table(&'static [TomlKey]),
    /// One of two kinds of value.
    Either(&'static TomlShape, &'static TomlShape),
}

impl TomlShape {
    /// Returns the kinds of value that the shape has, for messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Text | Self::Name(_) => "text in quotation marks".into(),
            Self::Flag => "`true` or `false`".into(),
            Self::Number => "a number".into(),
            Self::Date => "a date, such as 2005-02-27 or \"2005-02\"".into(),
            Self::Value => "a text, a number, or `true` or `false`".into(),
            Self::OneOf(words) => format!("one of {}", words.join(", ")),
            Self::List(_) => "a list in square brackets".into(),
            Self::OneOrMany(one) => format!("{}, or a list", one.describe()),
            Self::Map(_) | Self::NameMap(..) | Self::Table(_) => "a table".into(),
            Self::Either(one, other) => format!("{} or {}", one.describe(), other.describe()),
        }
    }

    /// Returns the shape of the values of a key of a table, with the key's row if it has one.
    pub fn of_key(
        &'static self,
        name: &str,
    ) -> Option<(&'static TomlShape, Option<&'static TomlKey>)> {
        match self {
            Self::Table(keys) => {
                let key = keys.iter().find(|key| key.name == name)?;
                Some((&key.shape, Some(key)))
            }
            Self::Map(value) | Self::NameMap(_, value) => Some((value, None)),
            Self::OneOrMany(one) | Self::List(one) => one.of_key(name),
            Self::Either(one, other) => one.of_key(name).or_else(|| other.of_key(name)),
            _ => None,
        }
    }

    /// Returns the keys of the table, if it has certain ones.
    pub fn keys(&self) -> &'static [TomlKey] {
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
