//! Formats a `ScenarioValue` as text: `6.5`, `yes`, `Kn, Wb`, `0,0 to 600,200`; `?` if missing.

use super::{
    value::{ScenarioValue, format_number},
    vocabulary::Vocabulary,
};
use std::fmt;

impl ScenarioValue {
    /// Returns a value that formats this one with the words of `vocabulary`.
    pub fn display<'v>(&'v self, vocabulary: &'v Vocabulary) -> DisplayValue<'v> {
        DisplayValue(self, vocabulary)
    }
}

/// A `ScenarioValue` with the vocabulary that has its words; implements `Display`.
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
