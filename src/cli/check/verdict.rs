//! The verdict on a list: whether it obeys the rules, at which edition, and its totals.

use super::report::SourceLines;
use crate::{
    analysis::Analysis,
    cli::{plural::plural, styler::Styler, table},
    diagnostic::{Diagnostic, Severity},
    scenario::{BoundScenario, EditionSource, SumSection},
    text::SourceId,
};
use comfy_table::{CellAlignment, ContentArrangement};

/// Renders the verdict on a scenario with the problems that were found in it; nothing for one
/// without lines that are added up.
pub(super) fn render(
    styler: Styler,
    analysis: &Analysis,
    sources: &SourceLines<'_>,
    source: SourceId,
    bound: &BoundScenario,
    found: &[Diagnostic],
) -> String {
    let sums = bound.sums(&bound.rule_values.view.profile.name);
    let parts: Vec<&SumSection> = sums
        .parts
        .iter()
        .filter(|part| part.depth > 0 && !totals(part).is_empty())
        .collect();
    if parts.is_empty() {
        return String::new();
    }
    let edition = format!("{} {}", sums.ruleset.to_uppercase(), sums.edition);
    let by = match bound.edition_from {
        EditionSource::Options => "as asked".to_owned(),
        EditionSource::FrontMatter => "as the file says".to_owned(),
        EditionSource::Words(span) => {
            let line = sources.get(source).map_or(1, |(own, lines)| {
                lines.position(&own.text, span.start()).line + 1
            });
            format!("named on line {line}")
        }
        EditionSource::Default => "the newest; the list names none".to_owned(),
    };
    let own = |severity: Severity| {
        let found = found.iter().filter(|found| found.at.source == source);
        found.filter(|found| found.severity == severity).count()
    };
    let (errors, warnings) = (own(Severity::Error), own(Severity::Warning));
    let verdict = match (errors, warnings) {
        (0, 0) => styler.strong("obeys the rules that are checked"),
        (0, _) => styler.warning(&format!(
            "nothing wrong, but {} to look at",
            plural(warnings, "thing")
        )),
        _ => styler.error(&plural(errors, "mistake")),
    };
    let name = analysis.source(source).map_or("", |own| own.path.as_str());
    let mut out = format!("{}: {verdict}\n", styler.strong(name));
    out += &format!("{edition} ({by}), profile {}\n", sums.profile);
    let mut columns: Vec<&str> = Vec::new();
    for part in &parts {
        for (column, _) in totals(part) {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
    }
    let mut table = table::new(ContentArrangement::Disabled);
    let right = |text: String| table::cell(text).set_alignment(CellAlignment::Right);
    let head = columns.iter().map(|column| right(styler.dim(column)));
    table.set_header(std::iter::once(table::cell(String::new())).chain(head));
    for part in parts {
        let own = totals(part);
        let cells = columns.iter().map(|column| {
            let value = own.iter().find(|(own, _)| own == column);
            right(value.map_or_else(String::new, |(_, value)| value.clone()))
        });
        let indent = "  ".repeat(usize::from(part.depth));
        let heading: String = part.heading.chars().take(48).collect();
        table.add_row(std::iter::once(table::cell(format!("{indent}{heading}"))).chain(cells));
    }
    out + &table::text(&table)
}

/// Returns the totals of a part with the words for each; those of several tables are added.
fn totals(part: &SumSection) -> Vec<(&str, String)> {
    let mut out: Vec<(&str, String)> = Vec::new();
    let columns = part
        .tables
        .iter()
        .flat_map(|table| table.columns.iter().zip(&table.totals));
    for (column, total) in columns {
        let Some(total) = total else { continue };
        let value = total.value.clone().unwrap_or_else(|| "?".to_owned());
        match out.iter_mut().find(|(known, _)| known == column) {
            Some((_, known)) => *known = added(known, &value),
            None => out.push((column, value)),
        }
    }
    for row in &part.rows {
        let value = row.sum.value.clone().unwrap_or_else(|| "?".to_owned());
        match out.iter_mut().find(|(known, _)| *known == row.words) {
            Some((_, known)) => *known = value,
            None => out.push((&row.words, value)),
        }
    }
    out
}

/// Adds two numbers as they are shown; `?` if one is not known.
fn added(one: &str, other: &str) -> String {
    match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) => crate::scenario::format_number(one + other),
        _ => "?".to_owned(),
    }
}
