//! The kinds of changes and their names; finds a text's binding words, such as must and unless.

use serde::Serialize;

/// What a change alters for players: a value, a permission, the scope, the place, or only words; as
/// `kind=` of its instruction says, else inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// A number that play uses
    Value,
    /// What is required, allowed or forbidden
    Permission,
    /// To whom or what it applies
    Scope,
    /// A move to another place
    Move,
    /// Other words: what they change is not judged
    Wording,
    /// The text before or after is not included: what changed is not known
    Unknown,
}

impl ChangeKind {
    /// The kinds and their names, as in the `kind=` attribute of an instruction.
    pub const NAMES: &[(&str, Self)] = &[
        ("value", Self::Value),
        ("permission", Self::Permission),
        ("scope", Self::Scope),
        ("move", Self::Move),
        ("wording", Self::Wording),
    ];

    /// Returns the kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, kind)| kind)
    }
}

/// Binding words: what must, may or cannot be done, and exceptions.
const BINDING: &[&str] = &[
    "must",
    "may",
    "can",
    "cannot",
    "not",
    "never",
    "only",
    "unless",
    "except",
    "no",
    "need",
    "instead",
    "allowed",
    "permitted",
    "required",
];

/// Returns the binding words of a text in lower case, sorted, with repetitions.
pub(super) fn binding_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphabetic())
        .map(str::to_lowercase)
        .filter(|w| BINDING.contains(&w.as_str()))
        .collect();
    words.sort();
    words
}
