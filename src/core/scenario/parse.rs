//! `parse`: reads a file with front matter by the strict grammar, and any other text as a list.

use super::{
    limits::too_large,
    reader::{Costs, NoCosts, read_list},
    record::Scenario,
    strict::{parse_front, parse_strict},
    vocabulary::Vocabulary,
};
use crate::{diagnostic::without_conflicts, text::SourceId};

/// Parses a scenario file with the vocabulary of its ruleset. One without front matter is read as a list,
/// without known costs.
pub fn parse(source: SourceId, text: &str, vocabulary: &Vocabulary) -> Scenario {
    parse_with_costs(source, text, vocabulary, &NoCosts)
}

/// Parses a scenario file; the lines of a list are read with known costs.
pub(super) fn parse_with_costs(
    source: SourceId,
    text: &str,
    vocabulary: &Vocabulary,
    costs: &dyn Costs,
) -> Scenario {
    if let Some(scenario) = too_large(source, text) {
        return scenario;
    }
    let (text, conflicts) = without_conflicts(source, text.into());
    let mut scenario = match parse_front(source, &text).span.is_empty() {
        true => read_list(source, &text, vocabulary, costs),
        false => parse_strict(source, &text, vocabulary),
    };
    scenario.diagnostics.extend(conflicts);
    scenario
}
