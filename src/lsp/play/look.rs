//! What the cursor stands on in a scenario.

use crate::scenario::ScenarioDocument;
use crate::{
    resolve::RulesetDb,
    scenario::{ClassifiedWord, RecordIx, ScenarioValue, WordRole},
};

impl ScenarioDocument {
    /// The words at a byte that were read.
    pub(super) fn word(&self, byte: usize) -> Option<&ClassifiedWord> {
        let touching = self.words().iter().filter(|word| word.span.touches(byte));
        // of two that meet there, the one that begins
        touching.max_by_key(|word| word.span.start())
    }

    /// The record in whose line or heading a byte stands, or of which something is said there.
    pub(super) fn record(&self, byte: usize) -> Option<RecordIx> {
        let (scenario, _) = self.said()?;
        scenario
            .record_at(byte)
            .or_else(|| match self.word(byte)?.role {
                WordRole::Value(record, _) | WordRole::Name(record) if record.0 > 0 => Some(record),
                // a key speaks of what its value speaks of
                WordRole::Key => {
                    let behind = self
                        .words()
                        .iter()
                        .filter(|word| word.span.start() > byte)
                        .take(1)
                        .map(|word| word.role);
                    behind
                        .filter_map(|role| {
                            if let WordRole::Value(record, _) = role {
                                Some(record)
                            } else {
                                None
                            }
                        })
                        .next()
                }
                WordRole::Value(..) | WordRole::Name(_) | WordRole::Heading | WordRole::Setting => {
                    None
                }
            })
    }

    /// The entry of the glossary for a value at a byte: its id without `term:`. Of several values that one which is written there.
    pub(super) fn term(&self, db: &RulesetDb, word: &ClassifiedWord) -> Option<String> {
        let (scenario, vocabulary) = self.said()?;
        let WordRole::Value(record, property) = word.role else {
            return None;
        };
        let written = word.span.of(&self.text).to_lowercase();
        let known = |name: &str| {
            let id = name
                .split(|c: char| !c.is_alphanumeric())
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("-");
            db.section_of(&format!("term:{id}")).is_some().then_some(id)
        };
        let of_word = |ix| {
            let own = vocabulary.word_text(ix).to_lowercase();
            known(&own).or_else(|| vocabulary.spellings(ix).iter().find_map(|way| known(way)))
        };
        match &scenario.record(record).value(property)?.value {
            ScenarioValue::Word(ix) => of_word(*ix),
            ScenarioValue::Words(all) => all.iter().find_map(|ix| of_word(*ix)),
            ScenarioValue::Flag(_) => {
                known(vocabulary.property_name(property)).or_else(|| known(&written))
            }
            ScenarioValue::Missing(_)
            | ScenarioValue::Number(_)
            | ScenarioValue::Text(_)
            | ScenarioValue::Area(_) => None,
        }
    }
}

/// Words of the vocabulary, the first of many.
pub(super) fn listed(
    vocabulary: &crate::scenario::Vocabulary,
    words: &[crate::scenario::WordIx],
) -> String {
    const MANY: usize = 24;
    let shown: Vec<String> = words
        .iter()
        .take(MANY)
        .map(|word| format!("`{}`", vocabulary.word_text(*word)))
        .collect();
    format!(
        "{}{}",
        shown.join(", "),
        if words.len() > MANY { " …" } else { "" }
    )
}
