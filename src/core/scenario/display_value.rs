//! Formats a `ScenarioValue` as text with the words of a vocabulary.

use super::{
    value::{ScenarioValue, format_number},
    vocabulary::Vocabulary,
};

impl ScenarioValue {
    /// Formats the value with the words of `vocabulary`: `6.5`, `yes`, `Kn, Wb`, `0,0 to 600,200`; `?` if it is
    /// missing.
    pub fn display(&self, vocabulary: &Vocabulary) -> String {
        let point = |x, y| format!("{},{}", format_number(x), format_number(y));
        match self {
            Self::Missing(_) => "?".to_owned(),
            Self::Number(number) => format_number(*number),
            Self::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            Self::Word(word) => vocabulary.word_text(*word).to_string(),
            Self::Words(words) => {
                let words: Vec<_> = words.iter().map(|own| vocabulary.word_text(*own)).collect();
                words.join(", ")
            }
            Self::Text(text) => text.to_string(),
            Self::Area(area) if area.is_point() => point(area.left, area.front),
            Self::Area(area) => {
                let from = point(area.left, area.front);
                format!("{from} to {}", point(area.right, area.back))
            }
        }
    }
}
