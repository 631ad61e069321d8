//! `ScenarioValue`: a number, word, text or area as value of a property or expression.

use super::vocabulary::WordIx;
use crate::text::{Span, Spanned};
use std::sync::Arc;

/// A rectangle or a point on the gaming table: its four sides, in the game's unit of distance.
///
/// The sides of a rectangle are parallel to those of the table. The origin is at the lower left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The side with the lowest distance from the left edge of the table.
    pub left: f64,
    /// The side with the lowest distance from the front edge of the table.
    pub front: f64,
    /// The side opposite `left`.
    pub right: f64,
    /// The side opposite `front`.
    pub back: f64,
}

impl Area {
    /// Returns the rectangle between two corners.
    pub fn between((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> Self {
        Self {
            left: x.min(to_x),
            front: y.min(to_y),
            right: x.max(to_x),
            back: y.max(to_y),
        }
    }

    /// Returns whether the area is a single point.
    pub fn is_point(&self) -> bool {
        self.left == self.right && self.front == self.back
    }

    /// Returns whether the two share inner points. Areas that only touch do not overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.front < other.back
            && other.front < self.back
    }

    /// Returns whether the area lies in the other one, edges included.
    pub fn inside(&self, other: &Self) -> bool {
        other.left <= self.left
            && self.right <= other.right
            && other.front <= self.front
            && self.back <= other.back
    }

    /// Returns the shortest distance between the two; 0 where they touch.
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

/// The value of a property or expression: number, flag, words, text, area, or missing.
#[derive(Clone, Debug, PartialEq)]
pub enum ScenarioValue {
    /// Not written, or unknown; if a rule value is to blame, its index in
    /// [`RuleValues`](super::RuleValues).
    Missing(Option<u16>),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A word of the vocabulary.
    Word(WordIx),
    /// Several words of the vocabulary.
    Words(Vec<WordIx>),
    /// Free text.
    Text(Arc<str>),
    /// A place on the table.
    Area(Area),
}

impl ScenarioValue {
    /// Returns whether the value is missing.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing(_))
    }

    /// Returns the number, if the value is one.
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
}

/// Returns a number as a value, with its bytes.
pub(super) fn number_value(number: f64, span: Span) -> Spanned<ScenarioValue> {
    Spanned::new(ScenarioValue::Number(number), span)
}

/// Formats a number with at most two decimals, without trailing zeros: `6`, `6.5`, `0.33`.
pub fn format_number(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // no "-0"
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}
