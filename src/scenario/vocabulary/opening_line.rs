//! Resolves `begins-with` of a `scenario.toml`: words, such as a general's rank, by which a line
//! opens a record around it.

use super::{
    build::{VocabularyBuilder, span},
    definitions::{OpeningLinePattern, ValueType},
    ix::PropertyIx,
};
use crate::{scenario::value::ScenarioValue, text::Span};
use indexmap::IndexMap;
use toml::Spanned;

impl VocabularyBuilder<'_> {
    /// Resolves the property and words of `begins-with`; reports those that no line has.
    pub(super) fn resolve_opening_line(
        &mut self,
        kind: usize,
        property: &Spanned<String>,
        words: IndexMap<String, String>,
    ) -> Option<OpeningLinePattern> {
        let lines = self.vocabulary.kinds[kind].lines.clone();
        let own = lines.iter().find_map(|line| {
            let ix = self.vocabulary.property(property.get_ref())?;
            self.vocabulary.kind(*line).properties.get(&ix).cloned()
        });
        let Some(own) = own else {
            let name = property.get_ref();
            let message = format!("no line of this kind has a property `{name}`");
            self.report(span(property), message);
            return None;
        };
        let mut known = Vec::new();
        for (word, sets) in words {
            let ix = self.vocabulary.word(&word);
            let is_value = matches!((&own.value_type, ix), (ValueType::Word(all), Some(ix)) if all.contains(&ix));
            match ix.filter(|_| is_value) {
                Some(ix) => known.push((ix, self.resolve_sets(&sets))),
                None => {
                    let name = property.get_ref();
                    self.report(
                        span(property),
                        format!("`{word}` is not a word of `{name}`"),
                    );
                }
            }
        }
        Some(OpeningLinePattern {
            property: own.ix,
            words: known,
        })
    }

    /// Returns the value that `property=value` sets; nothing for an empty text.
    pub(super) fn resolve_sets(&mut self, sets: &str) -> Vec<(PropertyIx, ScenarioValue)> {
        let Some((property, value)) = sets.split_once('=') else {
            return Vec::new();
        };
        let value = toml::Value::String(value.trim().to_owned());
        self.resolve_value(Span::default(), property.trim(), &value)
            .into_iter()
            .collect()
    }
}
