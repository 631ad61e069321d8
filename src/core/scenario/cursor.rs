//! What is at a byte of a scenario file: the word, the record, and the glossary entry of a word.

use super::{ClassifiedWord, RecordIx, ScenarioDocument, ScenarioValue, WordRole};
use crate::resolve::RulesetDb;

impl ScenarioDocument {
    /// Returns the recognized word at a byte.
    pub fn word(&self, byte: usize) -> Option<&ClassifiedWord> {
        let touching = self.words().iter().filter(|word| word.span.touches(byte));
        // of two adjacent words, the one that begins there
        touching.max_by_key(|word| word.span.start())
    }

    /// Returns the record whose line or heading contains a byte, or whose property is given there.
    pub fn record(&self, byte: usize) -> Option<RecordIx> {
        let (scenario, _) = self.parsed()?;
        scenario
            .record_at(byte)
            .or_else(|| match self.word(byte)?.role {
                WordRole::Value(record, _) | WordRole::Name(record) if record.0 > 0 => Some(record),
                // a key belongs to the record of its value
                WordRole::Key => {
                    let next_role = self
                        .words()
                        .iter()
                        .filter(|word| word.span.start() > byte)
                        .take(1)
                        .map(|word| word.role);
                    next_role
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

    /// Returns the glossary entry of the value at a word: its id without `term:`. Of several values
    /// it is the one that is written there.
    pub fn term(&self, db: &RulesetDb, word: &ClassifiedWord) -> Option<String> {
        let (scenario, vocabulary) = self.parsed()?;
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
