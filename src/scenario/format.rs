//! Formats scenario files: aligns the counts and the costs of consecutive lines in columns.
//!
//! Counts are aligned on their last digit. Nothing else changes.

use super::{
    parse::parse,
    record::{Record, Scenario},
    vocabulary::{PropertyIx, Vocabulary},
};
use crate::text::{SourceId, Span};

/// The maximum number of digits by which counts are aligned: with more blanks, Markdown would take
/// a line for code.
const WIDEST: usize = 3;

/// A line of a scenario file, with the places of its count and its cost, which are aligned with
/// those of the next lines.
struct AlignedLine {
    /// The bytes of the line without its line end.
    span: Span,
    /// The blanks between the marker and the count, and the width of the count in characters.
    count: Option<(Span, usize)>,
    /// The cost at the end of the line.
    cost: Option<LineCost>,
}

/// The cost at the end of a line: its property, the blanks before it, and its width.
struct LineCost {
    property: PropertyIx,
    /// The blanks in front of the cost.
    blanks: Span,
    /// The width of its integer part, in characters.
    width: usize,
}

/// Formats a scenario file. If the result would be parsed differently, the text is returned
/// unchanged.
pub fn format(text: &str, vocabulary: &Vocabulary) -> String {
    let scenario = parse(SourceId::default(), text, vocabulary);
    let lines: Vec<Option<AlignedLine>> = scenario
        .records
        .iter()
        .map(|record| align_line(text, record, vocabulary))
        .collect();
    let mut edits: Vec<(Span, usize)> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let mut end = at + 1;
        while is_next_line(text, &scenario, &lines, end) {
            end += 1;
        }
        align_group(text, &lines[at..end], &mut edits);
        at = end;
    }
    edits.sort_by_key(|(span, _)| *span);
    let mut out = String::with_capacity(text.len() + edits.len() * 4);
    let mut from = 0;
    for (span, blanks) in edits {
        out += text.get(from..span.start()).unwrap_or_default();
        out.extend(std::iter::repeat_n(' ', blanks));
        from = span.end();
    }
    out += text.get(from..).unwrap_or_default();
    if content(&parse(SourceId::default(), &out, vocabulary)) == content(&scenario) {
        out
    } else {
        text.to_owned()
    }
}

/// Returns the content of a file without its places in the text, for comparison.
fn content(scenario: &Scenario) -> Vec<String> {
    let record = |record: &Record| {
        let values: Vec<_> = record
            .values
            .iter()
            .map(|(property, value)| (property, &value.value))
            .collect();
        format!(
            "{:?} {:?} {} {:?} {values:?}",
            record.kind,
            record.parent,
            record.end,
            record.name.as_ref().map(|name| &name.value)
        )
    };
    let problems = scenario
        .diagnostics
        .iter()
        .map(|found| format!("{} {}", found.code, found.message));
    scenario
        .records
        .iter()
        .map(record)
        .chain(problems)
        .collect()
}

/// Returns what can be aligned in a record that is a list item on a single line.
fn align_line(text: &str, record: &Record, vocabulary: &Vocabulary) -> Option<AlignedLine> {
    let start = text[..record.span.start()]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let end = text[record.span.start()..]
        .find(['\n', '\r'])
        .map_or(text.len(), |at| record.span.start() + at);
    let whole = Span::new(start, end);
    let marker = Span::new(start, record.span.start()).of(text);
    let item = marker.trim_end();
    if record.span.end() > end
        || !item
            .trim_start()
            .chars()
            .all(|c| matches!(c, '-' | '*' | '+'))
        || item.trim().len() != 1
    {
        return None;
    }
    let blanks = Span::new(start + item.len(), record.span.start());
    // a tab has no width, and other control characters among the blanks are not to vanish unseen
    if whole.of(text).contains(char::is_control) {
        return None;
    }
    let kind = vocabulary.kind(record.kind);
    let first = kind
        .count
        .and_then(|count| record.value(count))
        .filter(|count| count.span.start() == record.span.start());
    let count = first.map(|count| (blanks, number_width(count.span.of(text))));
    let has_unit = |property: &PropertyIx| {
        let form = kind.properties.get(property);
        form.is_some_and(|form| form.unit().is_some())
    };
    let last = record.values.iter().filter(|(property, value)| {
        has_unit(property) && whole.start() <= value.span.start() && value.span.end() <= end
    });
    let cost = last
        .max_by_key(|(_, value)| value.span.start())
        .and_then(|(property, value)| {
            let before = Span::new(record.span.start(), value.span.start()).of(text);
            let sign = before.len() - before.trim_end_matches(['@', '=']).len();
            let before = &before[..before.len() - sign];
            let words = before.trim_end();
            let blanks = Span::new(record.span.start() + words.len(), value.span.start() - sign);
            let written = Span::new(value.span.start() - sign, value.span.end()).of(text);
            (!words.is_empty() && !blanks.is_empty()).then(|| LineCost {
                property: *property,
                blanks,
                width: number_width(written),
            })
        });
    Some(AlignedLine {
        span: whole,
        count,
        cost,
    })
}

/// Returns the width of the integer that a text begins with, in characters, including `@` or `=`.
fn number_width(text: &str) -> usize {
    text.chars()
        .take_while(|c| c.is_numeric() || matches!(c, '@' | '='))
        .count()
}

/// Returns whether a line directly follows the one before it, in the same record and of the same
/// kind.
fn is_next_line(text: &str, scenario: &Scenario, lines: &[Option<AlignedLine>], at: usize) -> bool {
    let (Some(Some(before)), Some(Some(own))) = (
        at.checked_sub(1).and_then(|at| lines.get(at)),
        lines.get(at),
    ) else {
        return false;
    };
    let (first, second) = (&scenario.records[at - 1], &scenario.records[at]);
    let between = text
        .get(before.span.end()..own.span.start())
        .unwrap_or_default();
    first.parent == second.parent && first.kind == second.kind && matches!(between, "\n" | "\r\n")
}

/// Aligns the counts and costs of consecutive lines.
fn align_group(text: &str, lines: &[Option<AlignedLine>], edits: &mut Vec<(Span, usize)>) {
    let lines: Vec<&AlignedLine> = lines.iter().flatten().collect();
    let most = lines
        .iter()
        .filter_map(|line| Some(line.count?.1))
        .filter(|width| *width <= WIDEST)
        .max()
        .unwrap_or_default();
    // the width of each line in front of its cost, once its count is aligned
    let mut fronts = Vec::with_capacity(lines.len());
    for line in &lines {
        let (from, pad) = match line.count {
            Some((blanks, width)) => {
                let pad = 1 + most.saturating_sub(width);
                edits.push((blanks, pad));
                (blanks.end(), blanks.start() - line.span.start() + pad)
            }
            None => (line.span.start(), 0),
        };
        fronts.push(line.cost.as_ref().map(|cost| {
            pad + Span::new(from, cost.blanks.start())
                .of(text)
                .chars()
                .count()
        }));
    }
    let column = fronts.iter().flatten().max().copied().unwrap_or_default();
    for (line, front) in lines.iter().zip(fronts) {
        let (Some(cost), Some(front)) = (&line.cost, front) else {
            continue;
        };
        let same = lines
            .iter()
            .filter_map(|line| line.cost.as_ref())
            .filter(|other| other.property == cost.property);
        let widest = same.map(|other| other.width).max().unwrap_or_default();
        edits.push((
            cost.blanks,
            1 + column - front + widest.saturating_sub(cost.width),
        ));
    }
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
    fn counts_and_costs_stand_below_each_other() {
        let text = "---\nruleset: game\n---\n\n# Army: Gauls\n- 1 Kn(O), 17 AP\n- 20 Wb(S), 5 AP: Arverni\n- Kn\n- 3 Kn(O)/Wb @5\n\n- 100 Wb\n";
        let formed = format(text, &vocabulary());
        assert_eq!(
            formed,
            "---\nruleset: game\n---\n\n# Army: Gauls\n-  1 Kn(O),   17 AP\n- 20 Wb(S),    5 AP: Arverni\n- Kn\n-  3 Kn(O)/Wb @5\n\n- 100 Wb\n"
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
