//! Words and values of a vocabulary, as an editor describes them.

use crate::{
    doc::{Text, name},
    scenario::{Property, ValueType, Vocabulary, WordIx},
};

/// Lists words of the vocabulary, shortened if there are many.
pub(crate) fn listed(vocabulary: &Vocabulary, words: &[WordIx]) -> Text {
    const MANY: usize = 24;
    let shown = words.iter().take(MANY).enumerate().flat_map(|(at, word)| {
        let comma = Text::from(if at > 0 { ", " } else { "" });
        [comma, name(&*vocabulary.word_text(*word)).into()]
    });
    let more = Text::from(if words.len() > MANY { " …" } else { "" });
    shown.chain([more]).collect()
}

/// Describes the values of a property.
pub(super) fn shape_of(property: &Property) -> String {
    match &property.value_type {
        ValueType::Number { unit, .. } if unit.is_empty() => "a number".to_owned(),
        ValueType::Number { unit, .. } => format!("a number of {unit}"),
        ValueType::Word(_) => "a word".to_owned(),
        ValueType::Words(_) => "words".to_owned(),
        ValueType::Flag => "given or not".to_owned(),
        ValueType::Place => "a place".to_owned(),
        ValueType::Text => "any text".to_owned(),
    }
}
