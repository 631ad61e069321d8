//! `Text`: words with roles, such as names and removed words, and the differences of two texts.

use crate::text::word_diff::{DiffRun, diff_with_holes};

/// What stands for words that are not included.
pub const HOLE: &str = "…";

/// Words with one role. A renderer chooses how they look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// Words without a role.
    Plain(String),
    /// A label or heading.
    Strong(String),
    /// Less important words, such as what is not included.
    Quiet(String),
    /// Words that need care.
    Warning(String),
    /// Words that report what is wrong.
    Error(String),
    /// The name of a clause, ruling or instruction, which can be typed.
    Name(String),
    /// Words that refer to a clause, ruling or entry of a glossary.
    Link {
        /// The words.
        words: String,
        /// The name.
        id: String,
    },
    /// Words that were searched.
    Hit(String),
    /// Words that a change added.
    Added(String),
    /// Words that a change removed.
    Removed(String),
    /// The state of a ruling or clause: `changed since`.
    State {
        /// Its words.
        words: String,
        /// Whether it needs care.
        care: bool,
    },
    /// What to type at a terminal; other renderers leave it out.
    Typed(String),
}

/// Words of an answer, in order; no part is escaped or wrapped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Vec<Run>);

/// Joins texts, runs and strings to a [`Text`].
macro_rules! text {
    ($($part:expr),+ $(,)?) => {
        [$($crate::doc::Text::from($part)),+].into_iter().collect::<$crate::doc::Text>()
    };
}
pub(crate) use text;

/// Returns a label or heading.
pub fn strong(words: impl Into<String>) -> Run {
    Run::Strong(words.into())
}

/// Returns less important words.
pub fn quiet(words: impl Into<String>) -> Run {
    Run::Quiet(words.into())
}

/// Returns words that need care.
pub fn warning(words: impl Into<String>) -> Run {
    Run::Warning(words.into())
}

/// Returns words that report what is wrong.
pub fn error(words: impl Into<String>) -> Run {
    Run::Error(words.into())
}

/// Returns the name of a clause, ruling or instruction.
pub fn name(words: impl Into<String>) -> Run {
    Run::Name(words.into())
}

/// Returns the state of a ruling or clause.
pub fn state(words: impl Into<String>, care: bool) -> Run {
    let words = words.into();
    Run::State { words, care }
}

/// Returns what to type at a terminal.
pub fn typed(words: impl Into<String>) -> Run {
    Run::Typed(words.into())
}

/// Returns words that refer to a clause, ruling or entry of a glossary.
pub fn link(words: impl Into<String>, id: impl Into<String>) -> Run {
    Run::Link {
        words: words.into(),
        id: id.into(),
    }
}

/// Returns words that were searched.
pub fn hit(words: impl Into<String>) -> Run {
    Run::Hit(words.into())
}

/// Returns words that a change added.
pub fn added(words: impl Into<String>) -> Run {
    Run::Added(words.into())
}

/// Returns words that a change removed.
pub fn removed(words: impl Into<String>) -> Run {
    Run::Removed(words.into())
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
        let words = self.0.iter().map(|run| match run {
            Run::Plain(words)
            | Run::Strong(words)
            | Run::Quiet(words)
            | Run::Warning(words)
            | Run::Error(words)
            | Run::Name(words)
            | Run::Hit(words)
            | Run::Added(words)
            | Run::Removed(words)
            | Run::State { words, .. }
            | Run::Link { words, .. }
            | Run::Typed(words) => words.as_str(),
        });
        words.collect()
    }

    /// Splits a title into the titles that contain it and the rest: `Outcome › Pikes, p. 23`. White
    /// space at its start is left out, as is the number of an entry of a list.
    pub fn split_path(&self) -> (Option<String>, Self) {
        let mut runs = self.0.as_slice();
        let is_margin = |run: &Run| match run {
            Run::Plain(words) => words.trim().chars().all(|c| c.is_ascii_digit()),
            _ => false,
        };
        while let [first, rest @ ..] = runs
            && is_margin(first)
        {
            runs = rest;
        }
        let mut own = Self(runs.to_vec());
        let Some(Run::Strong(words)) = own.0.first_mut() else {
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
                let run = |run| match run {
                    DiffRun::Same { new: span, .. } => Run::Plain(span.of(new).to_owned()),
                    DiffRun::Removed { old: span } => removed(span.of(old)),
                    DiffRun::Added { new: span } => added(span.of(new)),
                };
                Self(diff_with_holes(old, new).into_iter().map(run).collect())
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
                    left.0.push(Run::Plain(was.of(old).to_owned()));
                    right.0.push(Run::Plain(is.of(new).to_owned()));
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
        Self(vec![Run::Plain(words.to_owned())])
    }
}

impl From<&String> for Text {
    fn from(words: &String) -> Self {
        words.as_str().into()
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self(vec![Run::Plain(words)])
    }
}

impl FromIterator<Text> for Text {
    fn from_iter<T: IntoIterator<Item = Text>>(parts: T) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }
}
