//! The lint `instruction-numbers`: numbers of a sheet that are left out, or used twice in one file.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Command, FileRole, Layer, RulesFile},
};
use std::collections::BTreeMap;

pub(super) const LINT: Lint = Lint {
    code: "instruction-numbers",
    severity: Severity::Warning,
    title: "numbers of a sheet that are missing or used twice",
    page: include_str!("instruction_numbers.md"),
    passes: &[LintPass::File(check_gaps), LintPass::File(check_duplicates)],
};

/// Returns the files that restate passages of a document, with the plain numbers of these passages.
fn sheets<'w>(
    context: LintContext<'w>,
    document: &str,
) -> impl Iterator<Item = (&'w RulesFile, &'w [u32])> {
    let is_restated = |file: &RulesFile| {
        file.front.layer == Layer::Restated
            && matches!(file.role, FileRole::Amend | FileRole::Clarify)
    };
    context
        .db
        .passage_numbers(document)
        .map(|(file, numbers)| (&**file, numbers))
        .filter(move |(file, _)| is_restated(file))
}

/// Reports numbers between the first and the last that no file names; once, in the first file of
/// the document.
fn check_gaps(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let Some(document) = &file.front.document else {
        return;
    };
    let of_document = |(file, _): &(&RulesFile, &[u32])| {
        file.front
            .document
            .as_ref()
            .is_some_and(|other| other.value == document.value)
    };
    if sheets(context, &document.value)
        .find(of_document)
        .is_none_or(|(first, _)| first.source != file.source)
    {
        return;
    }
    let mut numbers: Vec<u32> = sheets(context, &document.value)
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
    // gaps are found as ranges, so that an absurdly high number costs nothing
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
        "instructions {first} to {last} of `{}`: {} {} not encoded",
        document.value,
        listed.join(", "),
        if runs.len() == 1 && runs[0].0 == runs[0].1 {
            "is"
        } else {
            "are"
        }
    );
    let mut diagnostic = LINT.diagnostic(Location::new(file.source, document.span), message);
    if sheets(context, &document.value)
        .filter(of_document)
        .any(|(file, _)| file.front.partial)
    {
        diagnostic.severity = Severity::Note;
    } else {
        diagnostic =
            diagnostic.help("write `partial: true` in the front matter if that is intended");
    }
    out.push(diagnostic);
}

/// Reports a number that two instructions of a file have.
fn check_duplicates(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    if file.role != FileRole::Amend {
        return;
    }
    let mut seen: BTreeMap<(Option<&str>, &str), Location> = BTreeMap::new();
    for entry in file.places.iter().flat_map(|place| &place.entries) {
        let Some(n) = entry.attrs.get("n") else {
            continue;
        };
        let here = Location::new(file.source, n.span);
        // a number with a letter, `E.c`, is a passage of the sheet, which may be several
        // instructions
        for passage in entry
            .attrs
            .passages()
            .filter(|(_, n)| n.bytes().all(|b| b.is_ascii_digit()))
        {
            match seen.get(&passage) {
                Some(&first) if !matches!(entry.command, Some(Command::Note { .. })) => {
                    let diagnostic = LINT.diagnostic(
                        here,
                        format!("another instruction also has the number {}", passage.1),
                    );
                    out.push(
                        diagnostic
                            .related(first, "the first")
                            .help("write one instruction of the sheet as one instruction here"),
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
