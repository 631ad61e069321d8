use super::{At, Check, Lint};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Command, File, Layer, Role},
};
use std::collections::BTreeMap;

pub(super) const LINT: Lint = Lint {
    code: "instruction-numbers",
    severity: Severity::Warning,
    title: "numbers of a sheet that are missing or used twice",
    page: include_str!("instruction_numbers.md"),
    checks: &[Check::File(gaps), Check::File(twice)],
};

/// The files that speak in this project's words of a document's passages, with the plain numbers of these.
fn sheets<'w>(at: At<'w>, document: &str) -> impl Iterator<Item = (&'w File, &'w [u32])> {
    let speaks = |file: &File| {
        file.front.layer == Layer::Restated && matches!(file.role, Role::Amend | Role::Clarify)
    };
    at.db
        .numbers(document)
        .map(|(file, numbers)| (&**file, numbers))
        .filter(move |(file, _)| speaks(file))
}

/// Plain numbers between the first and the last that no file names. Told once, in the first file of the document.
fn gaps(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    let Some(document) = &file.front.document else {
        return;
    };
    let of_document = |(file, _): &(&File, &[u32])| {
        file.front
            .document
            .as_ref()
            .is_some_and(|other| other.value == document.value)
    };
    if sheets(at, &document.value)
        .find(of_document)
        .is_none_or(|(first, _)| first.source != file.source)
    {
        return;
    }
    let mut numbers: Vec<u32> = sheets(at, &document.value)
        .flat_map(|(_, numbers)| numbers)
        .copied()
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else {
        return;
    };
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let mut next = first;
    // from one number that is there to the next: a wild number costs nothing
    for &n in &numbers {
        if n > next {
            runs.push((next, n - 1));
        }
        next = n.saturating_add(1);
    }
    if runs.is_empty() {
        return;
    }
    let listed: Vec<String> = runs
        .iter()
        .map(|(from, to)| {
            if from == to {
                from.to_string()
            } else {
                format!("{from}–{to}")
            }
        })
        .collect();
    let message = format!(
        "of the instructions {first} to {last} of `{}`, {} {} not encoded",
        document.value,
        listed.join(", "),
        if runs.len() == 1 && runs[0].0 == runs[0].1 {
            "is"
        } else {
            "are"
        }
    );
    let mut finding = LINT.find(Location::new(file.source, document.span), message);
    if sheets(at, &document.value)
        .filter(of_document)
        .any(|(file, _)| file.front.partial)
    {
        finding.severity = Severity::Note;
    } else {
        finding = finding.help("write `partial: true` in the front matter if that is meant");
    }
    out.push(finding);
}

/// A number that two instructions of one file bear.
fn twice(_: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    if file.role != Role::Amend {
        return;
    }
    let mut seen: BTreeMap<(Option<&str>, &str), Location> = BTreeMap::new();
    for entry in file.places.iter().flat_map(|place| &place.entries) {
        let Some(n) = entry.attrs.get("n") else {
            continue;
        };
        let here = Location::new(file.source, n.span);
        // a number with a letter, `E.c`, names a stretch of the sheet, which may ask for several things
        for passage in entry
            .attrs
            .passages()
            .filter(|(_, n)| n.bytes().all(|b| b.is_ascii_digit()))
        {
            match seen.get(&passage) {
                Some(&first) if !matches!(entry.command, Some(Command::Note { .. })) => {
                    let finding = LINT.find(
                        here,
                        format!("another instruction has the number {} too", passage.1),
                    );
                    out.push(
                        finding
                            .related(first, "the first")
                            .help("one instruction of the sheet is one instruction here"),
                    );
                }
                Some(_) => {}
                None => {
                    seen.insert(passage, here);
                }
            }
        }
    }
}
