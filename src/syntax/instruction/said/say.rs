//! From a command to what a sheet says.

use super::{
    Names, SAID, SaidRow, hear,
    name::with_names,
    pattern::{Hole, fill, fit, masked},
};
use crate::{
    syntax::{
        Command, StepKind, Target, Unit,
        instruction::{print, print::suffix, print_target},
    },
    text::letters::capital,
};
use std::cell::RefCell;

/// Says a command, the plainest way that is heard as the same; `brings` tells whether text follows below.
pub fn say(command: &Command, brings: bool, names: Names<'_>) -> String {
    let canonical = print(command);
    let called = RefCell::new(Vec::new());
    let section = |id: &str| {
        (names.section)(id)
            .inspect(|heading| called.borrow_mut().push((heading.clone(), id.to_owned())))
    };
    let document = |key: &str| {
        (names.document)(key)
            .inspect(|title| called.borrow_mut().push((title.clone(), key.to_owned())))
    };
    let amendment = |key: &str, id: &str| {
        (names.amendment)(key, id)
            .inspect(|number| called.borrow_mut().push((number.clone(), id.to_owned())))
    };
    let saying = Names {
        section: &section,
        document: &document,
        amendment: &amendment,
    };
    let back = |name: &str| {
        called
            .borrow()
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, id)| id.clone())
    };
    let hearing = Names {
        section: &back,
        document: &back,
        amendment: &|_, number| back(number),
    };
    let stop = if brings { ":" } else { "." };
    let target = address(command);
    SAID.iter()
        .filter_map(|row| Some(said(row, &canonical, target, saying)? + stop))
        .find(|text| hear(text, hearing).is_some_and(|heard| print(&heard) == canonical))
        .unwrap_or_else(|| canonical.clone() + stop)
}

/// What a row makes of a command; none where the row does not fit.
fn said(
    row: &SaidRow,
    canonical: &str,
    target: Option<&Target>,
    names: Names<'_>,
) -> Option<String> {
    let target = if row.ours.contains('@') {
        Some(target?)
    } else {
        None
    };
    let lead = target
        .map(|target| in_steps(target) + ". ")
        .unwrap_or_default();
    let mut parts = fit(
        row.ours,
        target.map(print_target).as_deref(),
        canonical,
        &masked(canonical),
    )?;
    let key = parts
        .iter()
        .find(|(hole, _)| *hole == Hole::Document)
        .map(|(_, key)| key.clone())
        .unwrap_or_default();
    for (hole, words) in &mut parts {
        match hole {
            Hole::Amendment => *words = (names.amendment)(&key, words)?,
            Hole::New => *words = as_new(words),
            Hole::Document => {
                *words = (names.document)(words)
                    .filter(|title| !title.contains('"'))
                    .map_or_else(|| words.clone(), |title| format!("\"{title}\""))
            }
            Hole::Words(_) | Hole::Address => {}
        }
    }
    Some(with_names(&(lead + &fill(row.said, &parts)), names))
}

/// `2 new sentences`, `new bullet`; words stay as they are.
fn as_new(words: &str) -> String {
    let digits = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match words.split_at(digits) {
        ("", words) if words.starts_with(char::is_alphabetic) => format!("new {words}"),
        ("", words) => words.to_owned(),
        (number, unit) => format!("{number} new{unit}"),
    }
}

/// The one address of a command, if it is counted out under its place: such stands in front of what is done.
fn address(command: &Command) -> Option<&Target> {
    let targets = command.targets();
    let [target] = targets[..] else { return None };
    let counted = target
        .steps
        .first()
        .is_some_and(|step| !matches!(step.kind, StepKind::Text | StepKind::Section(_)));
    (counted && target.id.is_none() && target.range.is_none()).then_some(target)
}

/// `2nd paragraph. Last 3 sentences`.
fn in_steps(target: &Target) -> String {
    let mut parts: Vec<String> = target
        .steps
        .iter()
        .map(|step| match &step.kind {
            StepKind::Ordinals { unit, ordinals } if *unit != Unit::Page => {
                ordinal(*unit, ordinals)
            }
            StepKind::Ordinals { .. }
            | StepKind::Heading
            | StepKind::Text
            | StepKind::Section(_)
            | StepKind::All { .. }
            | StepKind::Last { .. }
            | StepKind::Labelled { .. } => print_target(&Target {
                id: None,
                steps: vec![step.clone()],
                range: None,
                frame: None,
                printed_line: None,
                span: step.span,
            }),
        })
        .map(|part| capital(&part))
        .collect();
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

/// `4th and 5th sentences`.
fn ordinal(unit: Unit, ordinals: &[(u32, u32)]) -> String {
    let nth = |n: u32| format!("{n}{}", suffix(n));
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
