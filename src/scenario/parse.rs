//! `parse`: reads a file with front matter by the strict grammar, and any other text as a list.

use super::{
    limits::too_large,
    reader::{Costs, NoCosts, read_list},
    record::{Record, Scenario},
    strict::{parse_front, parse_strict},
    value::ScenarioValue,
    vocabulary::{PropertyIx, Vocabulary},
};
use crate::text::{SourceId, Spanned};

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
    match parse_front(source, text).span.is_empty() {
        true => read_list(source, text, vocabulary, costs),
        false => parse_strict(source, text, vocabulary),
    }
}

/// Returns how many lines of a list name troops of a ruleset with all that a line of it says: those without a
/// grade where the ruleset has grades do not count.
pub(super) fn complete_lines(source: SourceId, text: &str, vocabulary: &Vocabulary) -> usize {
    let scenario = parse(source, text, vocabulary);
    let is_complete = |record: &Record| {
        let kind = vocabulary.kind(record.kind);
        let has = |property: &PropertyIx| record.value(*property).is_some();
        let is_lone = |(_, own): &(PropertyIx, Spanned<ScenarioValue>)| matches!(&own.value, ScenarioValue::Word(word) if kind.lone_marks.contains(word));
        let has_type = match &kind.mark[..] {
            [_, grade, ..] => has(grade) || kind.front_properties.iter().any(has),
            _ => record
                .values
                .iter()
                .any(|(property, _)| Some(*property) != kind.count),
        };
        record.level == 0 && !record.misread && has_type && !record.values.iter().any(is_lone)
    };
    let lines = scenario.records.iter().skip(1);
    lines.filter(|record| is_complete(record)).count()
}
