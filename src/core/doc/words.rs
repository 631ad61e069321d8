//! `Text`: words with roles, such as names and removed words, and the differences of two texts.

use crate::text::word_diff::{DiffRun, diff_with_holes};

/// What stands for words that are not included.
pub const HOLE: &str = "…";

/// Words with one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The words.
    pub words: String,
    /// Their role.
    pub role: Role,
}

/// What words are in an answer. A renderer chooses how they look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Words without a role.
    Plain,
    /// A label or heading.
    Strong,
    /// Less important words, such as what is not included.
    Quiet,
    /// Words that need care.
    Warning,
    /// Words that report what is wrong.
    Error,
    /// The name of a clause, ruling or instruction, which can be typed.
    Name,
    /// Words that refer to the clause, ruling or entry of a glossary with this name.
    Link(String),
    /// Words that were searched.
    Hit,
    /// Words that a change added.
    Added,
    /// Words that a change removed.
    Removed,
    /// The state of a ruling or clause, `changed since`, and whether it needs care.
    State(bool),
    /// What to type at a terminal; other renderers leave it out.
    Typed,
}

/// Words of an answer, in order; no part is escaped or wrapped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Vec<Run>);

/// Joins texts, runs and strings to a [`Text`].
#[macro_export]
macro_rules! joined_text {
    ($($part:expr),+ $(,)?) => {
        [$($crate::doc::Text::from($part)),+].into_iter().collect::<$crate::doc::Text>()
    };
}
pub use crate::joined_text as text;

/// Defines the functions that return words with a role.
macro_rules! roles {
    ($($name:ident: $role:ident, $about:literal;)+) => {
        $(#[doc = concat!("Returns ", $about, ".")]
        pub fn $name(words: impl Into<String>) -> Run {
            Run::new(words, Role::$role)
        })+
    };
}

roles! {
    strong: Strong, "a label or heading";
    quiet: Quiet, "less important words";
    warning: Warning, "words that need care";
    error: Error, "words that report what is wrong";
    name: Name, "the name of a clause, ruling or instruction";
    typed: Typed, "what to type at a terminal";
    hit: Hit, "words that were searched";
    added: Added, "words that a change added";
    removed: Removed, "words that a change removed";
}

/// Returns the state of a ruling or clause.
pub fn state(words: impl Into<String>, care: bool) -> Run {
    Run::new(words, Role::State(care))
}

/// Returns words that refer to a clause, ruling or entry of a glossary.
pub fn link(words: impl Into<String>, id: impl Into<String>) -> Run {
    Run::new(words, Role::Link(id.into()))
}

impl Run {
    fn new(words: impl Into<String>, role: Role) -> Self {
        let words = words.into();
        Self { words, role }
    }

    /// Returns words without a role.
    pub fn plain(words: impl Into<String>) -> Self {
        Self::new(words, Role::Plain)
    }
}

impl Text {
    /// Returns the parts in order.
    pub fn runs(&self) -> &[Run] {
        &self.0
    }

    /// Returns the parts.
    pub fn into_runs(self) -> Vec<Run> {
        self.0
    }

    /// Returns the words without their roles.
    pub fn plain(&self) -> String {
        self.0.iter().map(|run| run.words.as_str()).collect()
    }

    /// Splits a title into the titles that contain it and the rest: `Outcome › Pikes, p. 23`. White
    /// space at its start is left out, as is the number of an entry of a list.
    pub fn split_path(&self) -> (Option<String>, Self) {
        let mut runs = self.0.as_slice();
        let is_margin = |run: &Run| {
            let is_number = run.words.trim().chars().all(|c| c.is_ascii_digit());
            run.role == Role::Plain && is_number
        };
        while let [first, rest @ ..] = runs
            && is_margin(first)
        {
            runs = rest;
        }
        let mut own = Self(runs.to_vec());
        let first = own.0.first_mut().filter(|run| run.role == Role::Strong);
        let Some(Run { words, .. }) = first else {
            return (None, own);
        };
        let above = words.rsplit_once(" › ");
        let split = above.map(|(above, last)| (above.to_owned(), last.to_owned()));
        let above = split.map(|(above, last)| {
            *words = last;
            above
        });
        (above, own)
    }

    /// Returns whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.plain().is_empty()
    }

    /// Returns old and new words as one text with the differences marked. `None` is a unit that does
    /// not exist, [`HOLE`] one whose words are not included.
    pub fn change(old: Option<&str>, new: Option<&str>) -> Self {
        match (old, new) {
            (Some(old), Some(new)) if [old, new].contains(&HOLE) => {
                text![known_side(old), " → ", known_side(new)]
            }
            (Some(old), Some(new)) => {
                let runs = diff_with_holes(old, new);
                let run = |(at, run): (usize, &DiffRun)| match *run {
                    // the blanks in front of removed words are those of the old text
                    DiffRun::Same { old: was, new: is }
                        if !is.is_empty()
                            && matches!(runs.get(at + 1), Some(DiffRun::Removed { .. })) =>
                    {
                        Run::plain(was.of(old))
                    }
                    DiffRun::Same { new: span, .. } => Run::plain(span.of(new)),
                    DiffRun::Removed { old: span } => removed(span.of(old)),
                    DiffRun::Added { new: span } => added(span.of(new)),
                };
                Self(runs.iter().enumerate().map(run).collect())
            }
            (None, Some(new)) => added(new).into(),
            (Some(HOLE), None) => removed("[text not included]").into(),
            (Some(old), None) => removed(old).into(),
            (None, None) => Self::default(),
        }
    }

    /// Returns the old and the new words apart, with the differences marked in each.
    pub fn sides(old: &str, new: &str) -> (Self, Self) {
        if [old, new].contains(&HOLE) {
            return (known_side(old), known_side(new));
        }
        let (mut left, mut right) = (Self::default(), Self::default());
        for run in diff_with_holes(old, new) {
            match run {
                DiffRun::Same { old: was, new: is } => {
                    left.0.push(Run::plain(was.of(old)));
                    right.0.push(Run::plain(is.of(new)));
                }
                DiffRun::Removed { old: span } => left.0.push(removed(span.of(old))),
                DiffRun::Added { new: span } => right.0.push(added(span.of(new))),
            }
        }
        (left, right)
    }
}

/// Returns one of two texts of which at least one is not included.
fn known_side(words: &str) -> Text {
    match words {
        HOLE => quiet("[text not included]").into(),
        words => words.into(),
    }
}

impl From<Run> for Text {
    fn from(run: Run) -> Self {
        Self(vec![run])
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self(vec![Run::plain(words)])
    }
}

impl From<&String> for Text {
    fn from(words: &String) -> Self {
        words.as_str().into()
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self(vec![Run::plain(words)])
    }
}

impl FromIterator<Text> for Text {
    fn from_iter<T: IntoIterator<Item = Text>>(parts: T) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }
}
