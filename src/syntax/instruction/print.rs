use super::phrase::is_lettered;
use crate::syntax::{
    Command, Count, Deleted, Edge, End, Inserted, Name, Phrase, Point, Quoted, Side, Step,
    StepKind, Target, Unit, Which,
};
use std::fmt::Display;

/// Prints a command in its canonical form, on one line.
///
/// Reading the result gives the same command, spans apart, for every command that reading can give.
pub fn print(command: &Command) -> String {
    match command {
        Command::Replace {
            targets: list,
            with,
            except,
        } => {
            let with = with
                .as_ref()
                .map_or_else(String::new, |count| format!(" with {}", numbered(count)));
            let except = except
                .as_ref()
                .map_or_else(String::new, |word| format!(" except {}", word.value));
            format!("Replace {}{with}{except}", targets(list))
        }
        Command::ReplacePhrase {
            phrase: old,
            with,
            targets: list,
        } => {
            format!(
                "Replace {} with {} in {}",
                phrase(old),
                quoted(with),
                targets(list)
            )
        }
        Command::Delete { what, moved_to } => {
            let moved = moved_to
                .as_ref()
                .map_or_else(String::new, |to| format!(", moved to {}", name(to)));
            match what {
                Deleted::Units(list) => format!("Delete {}{moved}", targets(list)),
                Deleted::Phrase(old, list) => {
                    format!("Delete {} in {}{moved}", phrase(old), targets(list))
                }
                Deleted::Described(words) => format!("Delete [{}]{moved}", words.value),
            }
        }
        Command::Insert { what, side, point } => {
            let what = match what {
                Inserted::Words(words) => quoted(words),
                Inserted::Units(units) => count(units),
            };
            let side = match side {
                Side::Before => "before",
                Side::After => "after",
            };
            match point {
                Point::Phrase(beside, list) => format!(
                    "Insert {what} {side} {} in {}",
                    phrase(beside),
                    targets(list)
                ),
                Point::Unit(beside) => format!("Insert {what} {side} {}", target(beside)),
            }
        }
        Command::Add { what, end, of } => {
            let end = match end {
                End::Start => "start",
                End::End => "end",
            };
            let of = of
                .as_ref()
                .map_or_else(String::new, |of| format!(" of {}", target(of)));
            format!("Add {} at the {end}{of}", count(what))
        }
        Command::SetValues => "Set values".to_owned(),
        Command::SetEntries => "Set entries".to_owned(),
        Command::Substitute { targets: list } => format!("Substitute in {}", targets(list)),
        Command::Withdraw { document, clause } => {
            format!("Withdraw {} on {}", document.value, name(clause))
        }
        Command::Note { targets: list } if list.is_empty() => "Note on ruleset".to_owned(),
        Command::Note { targets: list } => format!("Note on {}", targets(list)),
        Command::Clarify { targets: list } => format!("Clarify {}", targets(list)),
    }
}

/// Prints an address in its canonical form.
pub fn target(target: &Target) -> String {
    let mut parts: Vec<String> = target.id.iter().map(name).collect();
    parts.extend(target.steps.iter().map(step));
    if let Some(range) = &target.range {
        parts.push(format!("from {} to {}", edge(&range.0), edge(&range.1)));
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

/// Bare ids in a row are parted by commas; where an address has more than an id, `and` keeps the parts of two apart.
fn targets(list: &[Target]) -> String {
    let printed: Vec<_> = list.iter().map(target).collect();
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

fn steps(list: &[Step]) -> String {
    list.iter().map(step).collect::<Vec<_>>().join(", ")
}

fn edge(edge: &Edge) -> String {
    match edge {
        Edge::Phrase(words) => phrase(words),
        Edge::Steps(list) => steps(list),
        Edge::EndOf(list) if list.is_empty() => "the end".to_owned(),
        Edge::EndOf(list) => format!("the end of {}", steps(list)),
    }
}

fn step(step: &Step) -> String {
    match &step.kind {
        StepKind::Heading => "heading".to_owned(),
        StepKind::Text => "text".to_owned(),
        StepKind::Section(names) if names.is_empty() => "section".to_owned(),
        StepKind::Section(names) => {
            let names: Vec<_> = names.iter().map(name).collect();
            format!(
                "{} {}",
                unit(Unit::Section, names.len() > 1),
                enumeration(&names)
            )
        }
        StepKind::All {
            count: None,
            unit: kind,
        } => format!("all {}", unit(*kind, true)),
        StepKind::All {
            count: Some(count),
            unit: kind,
        } => format!("all {count} {}", unit(*kind, *count != 1)),
        StepKind::Last {
            count: 1,
            unit: kind,
        } => format!("last {}", unit(*kind, false)),
        StepKind::Last { count, unit: kind } => format!("last {count} {}", unit(*kind, true)),
        StepKind::Ordinals {
            unit: kind,
            ordinals: list,
        } => format!("{} {}", unit(*kind, several(list)), ordinals(list)),
        StepKind::Labelled {
            last,
            unit: kind,
            labels,
            ordinals: list,
        } => {
            let last = if *last { "last " } else { "" };
            let which = if list.is_empty() {
                String::new()
            } else {
                format!(" {}", ordinals(list))
            };
            let kind = unit(*kind, labels.len() > 1 || several(list));
            format!(
                "{last}{kind} {}{which}",
                enumeration(&labels.iter().map(quoted).collect::<Vec<_>>())
            )
        }
    }
}

fn several(ordinals: &[(u32, u32)]) -> bool {
    match ordinals {
        [] => false,
        [(from, to)] => from != to,
        [_, _, ..] => true,
    }
}

fn ordinals(list: &[(u32, u32)]) -> String {
    let one = |&(from, to): &(u32, u32)| {
        if from == to {
            from.to_string()
        } else {
            format!("{from}–{to}")
        }
    };
    enumeration(&list.iter().map(one).collect::<Vec<_>>())
}

fn unit(unit: Unit, many: bool) -> &'static str {
    let name = unit.name();
    if many { name.many } else { name.one }
}

fn name(name: &Name) -> String {
    format!("#{}", name.value)
}

fn quoted(words: &Quoted) -> String {
    quote(&words.value)
}

/// Words in the first kind of quotation marks that they do not hold themselves.
pub fn quote(words: &str) -> String {
    if !words.contains('"') {
        format!("\"{words}\"")
    } else if !words.contains('`') {
        format!("`{words}`")
    } else {
        format!("“{words}”")
    }
}

fn phrase(phrase: &Phrase) -> String {
    let quote = quoted(&phrase.quote);
    match phrase.which {
        Which::Exactly(1) => quote,
        Which::Exactly(times) => format!("{quote} {times} times"),
        Which::Nth(n) => format!("{n}{} {quote}", suffix(n)),
        Which::Last => format!("last {quote}"),
        Which::Every => format!("every {quote}"),
    }
}

/// The end of an ordinal number: `st` of `1st`.
pub(super) fn suffix(n: u32) -> &'static str {
    match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// A count whose number goes without saying where it is one.
fn count(count: &Count) -> String {
    let printed = numbered(count);
    printed
        .strip_prefix("1 ")
        .map_or_else(|| printed.clone(), str::to_owned)
}

fn numbered(count: &Count) -> String {
    let label = match &count.label {
        Some(label) if is_plain(&label.value) => format!(" {}", label.value),
        Some(label) => format!(" {}", quoted(label)),
        None => String::new(),
    };
    format!(
        "{} {}{label}",
        count.number,
        unit(count.unit, count.number != 1)
    )
}

/// Whether a label can stand without quotation marks: a number, perhaps with a letter.
fn is_plain(label: &str) -> bool {
    is_lettered(label)
        || label
            .parse()
            .is_ok_and(|n: u32| n > 0 && n <= super::parser::GREATEST && n.to_string() == label)
}
