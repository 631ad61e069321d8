//! The values of properties and expressions.

use super::vocabulary::{Vocabulary, WordIx};
use std::{fmt, sync::Arc};

/// A rectangle with its sides along the table's, or a point, in the game's unit of distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The side nearest the origin's short edge.
    pub left: f64,
    /// The side nearest the origin's long edge.
    pub front: f64,
    /// The side opposite `left`.
    pub right: f64,
    /// The side opposite `front`.
    pub back: f64,
}

impl Area {
    /// The rectangle between two corners.
    pub fn between((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> Self {
        Self {
            left: x.min(to_x),
            front: y.min(to_y),
            right: x.max(to_x),
            back: y.max(to_y),
        }
    }

    /// Whether it is a single point.
    pub fn is_point(&self) -> bool {
        self.left == self.right && self.front == self.back
    }

    /// Whether inner points are in both: touching is not.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.front < other.back
            && other.front < self.back
    }

    /// Whether it lies in the other, edges included.
    pub fn inside(&self, other: &Self) -> bool {
        other.left <= self.left
            && self.right <= other.right
            && other.front <= self.front
            && self.back <= other.back
    }

    /// The shortest way between the two; 0 where they touch.
    pub fn distance(&self, other: &Self) -> f64 {
        let across = (other.left - self.right)
            .max(self.left - other.right)
            .max(0.0);
        let along = (other.front - self.back)
            .max(self.front - other.back)
            .max(0.0);
        across.hypot(along)
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not said, or not to be known; perhaps because of this number of the rules.
    Missing(Option<u16>),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A word of the vocabulary.
    Word(WordIx),
    /// Several of them.
    Words(Vec<WordIx>),
    /// Any text.
    Text(Arc<str>),
    /// A place.
    Area(Area),
}

impl Value {
    /// Whether it is missing.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing(_))
    }

    /// The number that it is.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Missing(_)
            | Self::Flag(_)
            | Self::Word(_)
            | Self::Words(_)
            | Self::Text(_)
            | Self::Area(_) => None,
        }
    }

    /// For people.
    pub fn shown<'v>(&'v self, vocabulary: &'v Vocabulary) -> Shown<'v> {
        Shown(self, vocabulary)
    }
}

/// A value that is being shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'v>(&'v Value, &'v Vocabulary);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Missing(_) => f.write_str("?"),
            Value::Number(number) => f.write_str(&plain(*number)),
            Value::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Value::Word(word) => f.write_str(&self.1.word_text(*word)),
            Value::Words(words) => {
                let words: Vec<_> = words.iter().map(|word| self.1.word_text(*word)).collect();
                f.write_str(&words.join(", "))
            }
            Value::Text(text) => f.write_str(text),
            Value::Area(area) if area.is_point() => {
                write!(f, "{},{}", plain(area.left), plain(area.front))
            }
            Value::Area(area) => {
                write!(
                    f,
                    "{},{} to {},{}",
                    plain(area.left),
                    plain(area.front),
                    plain(area.right),
                    plain(area.back)
                )
            }
        }
    }
}

/// A number without needless decimals: `6`, `6.5`, `0.33`.
pub fn plain(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // no "-0"
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}
