//! Formats scenario files: writes each line as it is understood, in the one form of `RecordWriter`.

use super::{
    parse::parse,
    record::{Record, Scenario},
    record_writer::RecordWriter,
    strict::parse_front,
    vocabulary::Vocabulary,
};
use crate::text::{SourceId, control::is_control_or_direction_mark};
use std::{collections::HashSet, fmt::Write as _};

/// Formats a scenario file: its lines are written in one form; headings and prose stay. A line that would be
/// read differently stays, too, and so does a text without front matter.
pub fn format(text: &str, vocabulary: &Vocabulary) -> String {
    let source = SourceId::default();
    if parse_front(source, text).span.is_empty() {
        return text.to_owned();
    }
    let scenario = parse(source, text, vocabulary);
    let before = content(&scenario);
    let mut kept = HashSet::new();
    // the second time without the lines that were read differently
    for _ in 0..2 {
        let formed = write_lines(text, &scenario, vocabulary, &kept);
        let after = content(&parse(source, &formed, vocabulary));
        if after == before {
            return formed;
        }
        let pairs = before.iter().zip(&after).enumerate();
        kept.extend(pairs.filter_map(|(at, (own, other))| (own != other).then_some(at)));
    }
    text.to_owned()
}

/// Returns the text with its lines in one form, but for those of the records in `kept`, and lines with comments.
fn write_lines(
    text: &str,
    scenario: &Scenario,
    vocabulary: &Vocabulary,
    kept: &HashSet<usize>,
) -> String {
    let writer = RecordWriter::new(vocabulary);
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, record) in scenario.records.iter().enumerate().skip(1) {
        let span = record.span;
        let line = span.of(text);
        // a character that cannot be seen stays, so that it is still reported
        let is_plain = !line.contains("<!--")
            && !line.contains(is_control_or_direction_mark)
            && !record.misread;
        if record.level == 0 && is_plain && !kept.contains(&at) {
            out += text.get(from..span.start()).unwrap_or_default();
            out += &writer.line(record);
            from = span.end();
        }
    }
    out + text.get(from..).unwrap_or_default()
}

/// Returns the content of a file without its places in the text, for comparison: of each record, and then its problems.
fn content(scenario: &Scenario) -> Vec<String> {
    let record = |record: &Record| {
        let name = record.name.as_ref().map(|name| &name.value);
        let mut values: Vec<_> = record.values.iter().collect();
        values.sort_by_key(|(property, _)| *property);
        let mut out = format!(
            "{:?} {:?} {} {name:?}",
            record.kind, record.parent, record.end
        );
        for (property, value) in values {
            write!(out, " {property:?} {:?}", value.value).ok();
        }
        out
    };
    let problems = scenario.diagnostics.iter();
    let problems = problems.map(|found| format!("{} {}", found.code, found.message));
    scenario
        .records
        .iter()
        .map(record)
        .chain(problems)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vocabulary() -> Vocabulary {
        Vocabulary::parse(
            SourceId::default(),
            r#"
            [kind.scenario]
            [kind.side]
            headings = { "" = ["army"] }
            lines = ["troop"]
            [kind.troop]
            count = "count"
            mark = ["type", "grade"]
            second = { after = ["/"], properties = { type = "rear-type" } }
            [kind.troop.property]
            count = { number = "", least = 1, most = 999 }
            type = { words = "troop" }
            rear-type = { words = "troop" }
            grade = { words = { S = ["(s)"], O = ["(o)"] } }
            ap = { number = "AP", keys = ["@"] }
            at = { place = true, keys = ["at"] }
            [words.troop]
            Kn = ["kn", "knights"]
            Wb = ["wb", "warband"]
            "#,
        )
    }

    #[test]
    fn lines_have_one_form() {
        let text = "---\nruleset: game\n---\n\n# Army: Gauls\n- 1 Kn(O), 17 AP\n- 20 Wb(S), 5 AP: Arverni\n- Kn\n- 3 Kn(O)/Wb @5\n\n- 100 Wb\n";
        let formed = format(text, &vocabulary());
        assert_eq!(
            formed,
            "---\nruleset: game\n---\n\n# Army: Gauls\n- 1 Kn(O), @17\n- 20 Wb(S), @5: Arverni\n- Kn\n- 3 Kn(O)/Wb, @5\n\n- 100 Wb\n"
        );
    }

    proptest! {
        #[test]
        fn what_is_read_stays_and_twice_is_once(
            lines in prop::collection::vec("(# Army|- |  - |\\* |-    |1\\. |)( ?[0-9]{1,4} ?)?(Kn|Wb|Wx|knights)?(\\(S\\)|/Wb| )?(,|, | @| )?([0-9]{1,3}( AP)?)?(: [a-zé]{1,3}| <!-- x -->)?[ \t]{0,2}", 0..9),
            end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let text = format!("---{end}ruleset: game{end}---{end}{end}{}", lines.join(end));
            let vocabulary = vocabulary();
            let formed = format(&text, &vocabulary);
            let source = SourceId::default();
            prop_assert_eq!(content(&parse(source, &formed, &vocabulary)), content(&parse(source, &text, &vocabulary)));
            prop_assert_eq!(format(&formed, &vocabulary), formed);
        }
    }
}
