//! Formats the value of a property or expression for people.

use super::{
    value::{ScenarioValue, format_number},
    vocabulary::Vocabulary,
};
use std::fmt;

impl ScenarioValue {
    /// Returns a form of the value for people.
    pub fn display<'v>(&'v self, vocabulary: &'v Vocabulary) -> DisplayValue<'v> {
        DisplayValue(self, vocabulary)
    }
}

/// A value with the vocabulary that has its words, to be formatted for people.
#[derive(Clone, Copy, Debug)]
pub struct DisplayValue<'v>(&'v ScenarioValue, &'v Vocabulary);

impl fmt::Display for DisplayValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ScenarioValue::Missing(_) => f.write_str("?"),
            ScenarioValue::Number(number) => f.write_str(&format_number(*number)),
            ScenarioValue::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            ScenarioValue::Word(word) => f.write_str(&self.1.word_text(*word)),
            ScenarioValue::Words(words) => {
                let words: Vec<_> = words.iter().map(|word| self.1.word_text(*word)).collect();
                f.write_str(&words.join(", "))
            }
            ScenarioValue::Text(text) => f.write_str(text),
            ScenarioValue::Area(area) if area.is_point() => {
                write!(
                    f,
                    "{},{}",
                    format_number(area.left),
                    format_number(area.front)
                )
            }
            ScenarioValue::Area(area) => {
                write!(
                    f,
                    "{},{} to {},{}",
                    format_number(area.left),
                    format_number(area.front),
                    format_number(area.right),
                    format_number(area.back)
                )
            }
        }
    }
}
