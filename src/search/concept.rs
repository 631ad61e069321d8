//! What a query looks for, concept by concept.

/// Words that may stand for a concept: all of them together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    /// The words, as the index has them.
    pub(super) words: Vec<String>,
    /// How good a match they are: 1 for what was said itself.
    pub(super) weight: f32,
}

/// One thing that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Concept {
    /// The words that may stand for it.
    pub(super) ways: Vec<Way>,
    /// How much it tells: the rarer, the more.
    pub(super) worth: f32,
}

/// A word that was taken for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// As typed.
    pub typed: String,
    /// As searched for.
    pub meant: Vec<String>,
}

/// What the words of a rule count where players say something else.
pub(super) const SAID_OTHERWISE: f32 = 0.75;
/// Something akin to what is asked for.
pub(super) const AKIN: f32 = 0.5;
/// The words of a term, where it does not stand together.
pub(super) const APART: f32 = 0.45;
/// A word that stands in fewer documents tells no more than one that stands in so many: it may stand there by chance.
pub(super) const RARE: f32 = 3.0;
/// Words together stand in so many documents, at a guess, for each in which the commonest of them does.
pub(super) const TOGETHER: f32 = 0.3;
/// A grade without its troops.
pub(super) const GRADE_ALONE: f32 = 0.3;
/// A word that begins as typed.
pub(super) const BEGINNING: f32 = 0.8;
/// A word that is like what was typed.
pub(super) const ALIKE: f32 = 0.6;
/// The figures by their names, for those who read questions elsewhere.
pub(super) const FIGURES: &[(&str, f32)] = &[
    ("said_otherwise", SAID_OTHERWISE),
    ("akin", AKIN),
    ("apart", APART),
    ("rare", RARE),
    ("together", TOGETHER),
    ("grade_alone", GRADE_ALONE),
    ("beginning", BEGINNING),
    ("alike", ALIKE),
    ("guesses", GUESSES as f32),
];

/// At most so many words are taken for one that is not there.
pub(super) const GUESSES: usize = 6;
