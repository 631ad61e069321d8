//! Scenario files in columns: the counts of lines that follow each other end below one another, and so do the costs that are declared behind
//! them. Nothing else is touched.

use super::{
    read::read,
    record::{Record, Scenario},
    vocabulary::{PropertyIx, Shape, Vocabulary},
};
use crate::text::{SourceId, Span};

/// No count is moved further in, for Markdown would take the line for code.
const WIDEST: usize = 3;

/// A line of the file with its columns.
struct Line {
    /// The bytes of the line without its end.
    span: Span,
    /// Between the marker and the number: the blanks, and how wide the number is.
    count: Option<(Span, usize)>,
    /// In front of a declared value: the blanks.
    cost: Option<Cost>,
}

/// A value in a column of its own.
struct Cost {
    property: PropertyIx,
    /// The blanks in front of it.
    blanks: Span,
    /// How wide its whole number is.
    width: usize,
}

/// The file in its one form. What is read from it stays the same; where that could not be, the text stays as it is.
pub fn format(text: &str, vocabulary: &Vocabulary) -> String {
    let scenario = read(SourceId::default(), text, vocabulary);
    let lines: Vec<Option<Line>> = scenario
        .records
        .iter()
        .map(|record| line(text, record, vocabulary))
        .collect();
    let mut edits: Vec<(Span, usize)> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let mut end = at + 1;
        while follows(text, &scenario, &lines, end) {
            end += 1;
        }
        group(text, &lines[at..end], &mut edits);
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
    if says(&read(SourceId::default(), &out, vocabulary)) == says(&scenario) {
        out
    } else {
        text.to_owned()
    }
}

/// What a file says, wherever it stands.
fn says(scenario: &Scenario) -> Vec<String> {
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
    let faults = scenario
        .faults
        .iter()
        .map(|fault| format!("{} {}", fault.code, fault.message));
    scenario.records.iter().map(record).chain(faults).collect()
}

/// The columns of a record that is an item on a single line.
fn line(text: &str, record: &Record, vocabulary: &Vocabulary) -> Option<Line> {
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
    if whole.of(text).contains('\t') {
        return None;
    }
    let kind = vocabulary.kind(record.kind);
    let first = kind
        .count
        .and_then(|count| record.value(count))
        .filter(|count| count.span.start() == record.span.start());
    let count = first.map(|count| (blanks, width(count.span.of(text))));
    let unit = |property: PropertyIx| match kind
        .properties
        .get(&property)
        .map(|property| &property.shape)
    {
        Some(Shape::Number { unit, .. }) => !unit.is_empty(),
        Some(Shape::Word(_) | Shape::Words(_) | Shape::Flag | Shape::Place | Shape::Text)
        | None => false,
    };
    let last = record.values.iter().filter(|(property, value)| {
        unit(*property) && whole.start() <= value.span.start() && value.span.end() <= end
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
            (!words.is_empty() && !blanks.is_empty()).then(|| Cost {
                property: *property,
                blanks,
                width: width(written),
            })
        });
    Some(Line {
        span: whole,
        count,
        cost,
    })
}

/// How many characters the whole number has with which a text begins, its sign included.
fn width(text: &str) -> usize {
    text.chars()
        .take_while(|c| c.is_numeric() || matches!(c, '@' | '='))
        .count()
}

/// Whether a line stands right below the one before it, in the same place.
fn follows(text: &str, scenario: &Scenario, lines: &[Option<Line>], at: usize) -> bool {
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

fn group(text: &str, lines: &[Option<Line>], edits: &mut Vec<(Span, usize)>) {
    let lines: Vec<&Line> = lines.iter().flatten().collect();
    let most = lines
        .iter()
        .filter_map(|line| Some(line.count?.1))
        .filter(|width| *width <= WIDEST)
        .max()
        .unwrap_or_default();
    // how wide each line is in front of its cost, its count in place
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
        let text = "# Army: Gauls\n- 1 Kn(O), 17 AP\n- 20 Wb(S), 5 AP: Arverni\n- Kn\n- 3 Kn(O)/Wb @5\n\n- 100 Wb\n";
        let formed = format(text, &vocabulary());
        assert_eq!(
            formed,
            "# Army: Gauls\n-  1 Kn(O),   17 AP\n- 20 Wb(S),    5 AP: Arverni\n- Kn\n-  3 Kn(O)/Wb @5\n\n- 100 Wb\n"
        );
    }

    proptest! {
        #[test]
        fn what_is_read_stays_and_twice_is_once(
            lines in prop::collection::vec("(# Army|- |  - |\\* |-    |1\\. |)( ?[0-9]{1,4} ?)?(Kn|Wb|Wx|knights)?(\\(S\\)|/Wb| )?(,|, | @| )?([0-9]{1,3}( AP)?)?(: [a-zé]{1,3}| <!-- x -->)?[ \t]{0,2}", 0..9),
            end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let (text, vocabulary) = (lines.join(end), vocabulary());
            let formed = format(&text, &vocabulary);
            let source = SourceId::default();
            prop_assert_eq!(says(&read(source, &formed, &vocabulary)), says(&read(source, &text, &vocabulary)));
            prop_assert_eq!(format(&formed, &vocabulary), formed);
        }
    }
}
