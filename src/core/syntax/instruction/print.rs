//! Prints the parts of commands, such as addresses, in their canonical form, which parses to the same.

use super::lexer::is_lettered;
use crate::syntax::{
    AddressStep, AddressStepKind, NewUnitCount, OccurrenceSelector, Phrase, QuotedText, RangeEnd,
    SpannedId, Target, UnitNoun,
};
use crate::text::join;
use std::fmt::Display;

/// Prints an address in its canonical form.
pub fn print_target(target: &Target) -> String {
    let mut parts: Vec<String> = target.id.iter().map(print_id).collect();
    parts.extend(target.steps.iter().map(print_step));
    if let Some(range) = &target.range {
        parts.push(format!(
            "from {} to {}",
            print_edge(&range.0),
            print_edge(&range.1)
        ));
    }
    let mut out = parts.join(", ");
    if let Some(frame) = &target.frame {
        out += &format!(" ({} numbering)", frame.value);
    }
    if let Some(line) = &target.printed_line {
        out += &format!(" (printed line {})", line.value);
    }
    out
}

/// Prints several addresses. Bare ids are separated by commas; if an address has more than an id,
/// `and` separates it from the next.
pub(super) fn print_targets(list: &[Target]) -> String {
    let printed: Vec<_> = list.iter().map(print_target).collect();
    if list.iter().all(|t| t.steps.is_empty() && t.range.is_none()) {
        enumeration(&printed)
    } else {
        printed.join(" and ")
    }
}

/// `a, b and c`.
fn enumeration<T: Display>(items: &[T]) -> String {
    let mut out = String::new();
    for (at, item) in items.iter().enumerate() {
        let before = match at {
            0 => "",
            _ if at + 1 == items.len() => " and ",
            _ => ", ",
        };
        out += &format!("{before}{item}");
    }
    out
}

fn print_steps(list: &[AddressStep]) -> String {
    join(list.iter().map(print_step), ", ")
}

fn print_edge(edge: &RangeEnd) -> String {
    match edge {
        RangeEnd::Phrase(words) => print_phrase(words),
        RangeEnd::Steps(list) => print_steps(list),
        RangeEnd::EndOf(list) if list.is_empty() => "the end".to_owned(),
        RangeEnd::EndOf(list) => format!("the end of {}", print_steps(list)),
    }
}

fn print_step(step: &AddressStep) -> String {
    match &step.kind {
        AddressStepKind::Heading => "heading".to_owned(),
        AddressStepKind::Text => "text".to_owned(),
        AddressStepKind::Section(names) if names.is_empty() => "section".to_owned(),
        AddressStepKind::Section(names) => {
            let names: Vec<_> = names.iter().map(print_id).collect();
            format!(
                "{} {}",
                print_unit(UnitNoun::Section, names.len() > 1),
                enumeration(&names)
            )
        }
        AddressStepKind::All {
            count: None,
            unit: kind,
        } => format!("all {}", print_unit(*kind, true)),
        AddressStepKind::All {
            count: Some(count),
            unit: kind,
        } => format!("all {count} {}", print_unit(*kind, *count != 1)),
        AddressStepKind::Last {
            count: 1,
            unit: kind,
        } => format!("last {}", print_unit(*kind, false)),
        AddressStepKind::Last { count, unit: kind } => {
            format!("last {count} {}", print_unit(*kind, true))
        }
        AddressStepKind::Ordinals {
            unit: kind,
            ordinals: list,
        } => print_counted(*kind, list),
        AddressStepKind::FromEnd {
            unit: kind,
            ordinals: list,
        } => format!("{} from the end", print_counted(*kind, list)),
        AddressStepKind::Labelled {
            last,
            unit: kind,
            labels,
            ordinals: list,
        } => {
            let last = if *last { "last " } else { "" };
            let which = if list.is_empty() {
                String::new()
            } else {
                format!(" {}", print_ordinals(list))
            };
            let kind = print_unit(*kind, labels.len() > 1 || is_plural(list));
            format!(
                "{last}{kind} {}{which}",
                enumeration(&labels.iter().map(print_quoted).collect::<Vec<_>>())
            )
        }
    }
}

fn print_counted(unit: UnitNoun, ordinals: &[(u32, u32)]) -> String {
    format!(
        "{} {}",
        print_unit(unit, is_plural(ordinals)),
        print_ordinals(ordinals)
    )
}

fn is_plural(ordinals: &[(u32, u32)]) -> bool {
    match ordinals {
        [] => false,
        [(from, to)] => from != to,
        [_, _, ..] => true,
    }
}

fn print_ordinals(list: &[(u32, u32)]) -> String {
    let one = |&(from, to): &(u32, u32)| {
        if from == to {
            from.to_string()
        } else {
            format!("{from}–{to}")
        }
    };
    enumeration(&list.iter().map(one).collect::<Vec<_>>())
}

fn print_unit(unit: UnitNoun, many: bool) -> &'static str {
    let name = unit.name();
    if many { name.many } else { name.one }
}

pub(super) fn print_id(name: &SpannedId) -> String {
    format!("#{}", name.value)
}

pub(super) fn print_quoted(words: &QuotedText) -> String {
    quote_words(&words.value)
}

/// Puts words into the first kind of quotation marks that they do not contain.
pub fn quote_words(words: &str) -> String {
    if !words.contains('"') {
        format!("\"{words}\"")
    } else if !words.contains('`') {
        format!("`{words}`")
    } else {
        format!("“{words}”")
    }
}

pub(super) fn print_phrase(phrase: &Phrase) -> String {
    let quote = print_quoted(&phrase.quote);
    match phrase.which {
        OccurrenceSelector::Exactly(1) => quote,
        OccurrenceSelector::Exactly(times) => format!("{quote} {times} times"),
        OccurrenceSelector::Nth(n) => format!("{n}{} {quote}", ordinal_suffix(n)),
        OccurrenceSelector::Last => format!("last {quote}"),
        OccurrenceSelector::Every => format!("every {quote}"),
    }
}

/// Returns the suffix of an ordinal number: `st` of `1st`.
pub fn ordinal_suffix(n: u32) -> &'static str {
    match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// Prints a count; the number one is left out.
pub(super) fn print_count(count: &NewUnitCount) -> String {
    let printed = print_numbered_count(count);
    printed
        .strip_prefix("1 ")
        .map_or_else(|| printed.clone(), str::to_owned)
}

pub(super) fn print_numbered_count(count: &NewUnitCount) -> String {
    let label = match &count.label {
        Some(label) if is_plain_label(&label.value) => format!(" {}", label.value),
        Some(label) => format!(" {}", print_quoted(label)),
        None => String::new(),
    };
    format!(
        "{} {}{label}",
        count.number,
        print_unit(count.unit, count.number != 1)
    )
}

/// Whether a label needs no quotation marks: a number, perhaps with a letter.
fn is_plain_label(label: &str) -> bool {
    is_lettered(label)
        || label
            .parse()
            .is_ok_and(|n: u32| n > 0 && n <= super::lexer::GREATEST && n.to_string() == label)
}
