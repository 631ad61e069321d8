//! Prints a command in the first wording of sheets that parses back to the same command.

use super::{
    SheetNames,
    names::with_names,
    pattern::{Placeholder, fill_pattern, mask_quotes, match_pattern},
    read_sheet_wording, sheet_wordings,
};
use crate::{
    syntax::{
        AddressStep, AddressStepKind, Command, Target, UnitNoun,
        instruction::{parse, print, print::ordinal_suffix, print_target},
    },
    text::{SourceId, Span, leading_digits, slug::capitalize},
};
use std::cell::RefCell;

/// Writes a command in the first wording of the table that is read back as the same command.
/// `has_text` says whether text follows below; then it ends in a colon.
pub fn write_sheet_wording(command: &Command, has_text: bool, names: SheetNames<'_>) -> String {
    let canonical = print(command);
    let used = RefCell::new(Vec::new());
    let section = |id: &str| {
        (names.section)(id)
            .inspect(|heading| used.borrow_mut().push((heading.clone(), id.to_owned())))
    };
    let document = |key: &str| {
        (names.document)(key)
            .inspect(|title| used.borrow_mut().push((title.clone(), key.to_owned())))
    };
    let amendment = |key: &str, id: &str| {
        (names.amendment)(key, id)
            .inspect(|number| used.borrow_mut().push((number.clone(), id.to_owned())))
    };
    let recording_names = SheetNames {
        section: &section,
        document: &document,
        amendment: &amendment,
    };
    let back = |name: &str| {
        used.borrow()
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, id)| id.clone())
    };
    let reading_names = SheetNames {
        section: &back,
        document: &back,
        amendment: &|_, number| back(number),
    };
    let stop = if has_text { ":" } else { "." };
    let target = counted_address(command);
    sheet_wordings()
        .filter_map(|row| Some(apply_row(row, &canonical, target, recording_names)? + stop))
        .find(|text| {
            read_sheet_wording(text, reading_names)
                .is_some_and(|parsed| print(&parsed) == canonical)
        })
        .unwrap_or_else(|| canonical.clone() + stop)
}

/// Applies a row to a command; returns `None` if the row does not fit.
fn apply_row(
    (form, wording): (&str, &str),
    canonical: &str,
    target: Option<&Target>,
    names: SheetNames<'_>,
) -> Option<String> {
    let target = if form.contains('@') {
        Some(target?)
    } else {
        None
    };
    let lead = target
        .map(|target| address_prose(target) + ". ")
        .unwrap_or_default();
    let mut parts = match_pattern(
        form,
        target.map(print_target).as_deref(),
        canonical,
        &mask_quotes(canonical),
    )?;
    let key = parts
        .iter()
        .find(|(hole, _)| *hole == Placeholder::Document)
        .map(|(_, key)| key.clone())
        .unwrap_or_default();
    for (hole, words) in &mut parts {
        match hole {
            Placeholder::Amendment => *words = (names.amendment)(&key, words)?,
            Placeholder::New => *words = as_new(words),
            Placeholder::Document => {
                *words = (names.document)(words)
                    .filter(|title| !title.contains('"'))
                    .map_or_else(|| words.clone(), |title| format!("\"{title}\""))
            }
            Placeholder::Target(_) => *words = inner_address(words),
            Placeholder::Words(_) | Placeholder::Address => {}
        }
    }
    Some(with_names(&(lead + &fill_pattern(wording, &parts)), names))
}

/// Adds `new` as in `2 new sentences`, `new bullet`; returns words unchanged.
fn as_new(words: &str) -> String {
    let digits = leading_digits(words);
    match words.split_at(digits) {
        ("", words) if words.starts_with(char::is_alphabetic) => format!("new {words}"),
        ("", words) => words.to_owned(),
        (number, unit) => format!("{number} new{unit}"),
    }
}

/// Returns the only address of a command, if it consists of counted steps in its section: sheets
/// write such an address before the verb.
fn counted_address(command: &Command) -> Option<&Target> {
    let [target] = &command.targets[..] else {
        return None;
    };
    if command.anchor.is_some() {
        return None;
    }
    let counted = target.steps.first().is_some_and(|step| {
        !matches!(
            step.kind,
            AddressStepKind::Text | AddressStepKind::Section(_)
        )
    });
    (counted && target.id.is_none() && target.range.is_none()).then_some(target)
}

/// Writes an address as `2nd paragraph. Last 3 sentences`.
fn address_prose(target: &Target) -> String {
    let mut parts: Vec<String> = step_proses(target).map(|part| capitalize(&part)).collect();
    if let Some(last) = parts.last_mut() {
        let frame = target
            .frame
            .as_ref()
            .map(|frame| format!(" ({} numbering)", frame.value))
            .unwrap_or_default();
        let line = target
            .printed_line
            .as_ref()
            .map(|line| format!(" (printed line {})", line.value))
            .unwrap_or_default();
        *last += &(frame + &line);
    }
    parts.join(". ")
}

/// Writes each step of an address as words: `2nd paragraph`, `last 3 sentences`.
fn step_proses(target: &Target) -> impl DoubleEndedIterator<Item = String> + '_ {
    target.steps.iter().map(|step| match &step.kind {
        AddressStepKind::Ordinals { unit, ordinals } if *unit != UnitNoun::Page => {
            ordinal_prose(*unit, ordinals)
        }
        AddressStepKind::FromEnd { unit, ordinals } if *unit != UnitNoun::Page => {
            ordinal_prose(*unit, ordinals) + " from the end"
        }
        AddressStepKind::Ordinals { .. }
        | AddressStepKind::FromEnd { .. }
        | AddressStepKind::Heading
        | AddressStepKind::Text
        | AddressStepKind::Section(_)
        | AddressStepKind::All { .. }
        | AddressStepKind::Last { .. }
        | AddressStepKind::Labelled { .. } => print_target(&Target {
            steps: vec![step.clone()],
            ..Target::default()
        }),
    })
}

/// Writes an address inside a sentence as `the 2nd sentence of the 1st paragraph`; returns words
/// that are none unchanged.
fn inner_address(words: &str) -> String {
    let text = format!("Clarify {words}");
    let (command, _) = parse(SourceId::default(), &text, Span::new(0, text.len()));
    let targets = command.map(|command| command.targets).unwrap_or_default();
    let [target] = &targets[..] else {
        return words.to_owned();
    };
    let has_more = target.id.is_some()
        || target.range.is_some()
        || target.frame.is_some()
        || target.printed_line.is_some();
    let counted = |step: &AddressStep| {
        matches!(
            step.kind,
            AddressStepKind::Ordinals { .. }
                | AddressStepKind::FromEnd { .. }
                | AddressStepKind::Last { .. }
        )
    };
    if has_more || !target.steps.iter().all(counted) {
        return words.to_owned();
    }
    let steps: Vec<String> = step_proses(target)
        .rev()
        .map(|step| format!("the {step}"))
        .collect();
    steps.join(" of ")
}

/// Writes ordinals as `4th and 5th sentences`.
fn ordinal_prose(unit: UnitNoun, ordinals: &[(u32, u32)]) -> String {
    let nth = |n: u32| format!("{n}{}", ordinal_suffix(n));
    let each: Vec<String> = ordinals
        .iter()
        .map(|&(from, to)| {
            if from == to {
                nth(from)
            } else {
                format!("{} to {}", nth(from), nth(to))
            }
        })
        .collect();
    let list = match each.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => each.concat(),
    };
    let several = ordinals.len() > 1 || ordinals.iter().any(|(from, to)| from != to);
    format!(
        "{list} {}",
        if several {
            unit.name().many
        } else {
            unit.name().one
        }
    )
}
