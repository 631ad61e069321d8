//! The lint `instruction-numbers`: numbers of a sheet's instructions (`{n=4}`) that are missing,
//! repeated or out of order.

use super::context::LintContext;
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{FileRole, InstructionEntry, RulesFile, Verb, WordingLayer},
    text::Span,
};
use std::collections::BTreeMap;

/// Returns the files that restate passages of a document, with the plain numbers of these passages.
fn sheets<'w>(
    context: LintContext<'w>,
    document: &str,
) -> impl Iterator<Item = (&'w RulesFile, &'w [u32])> {
    let is_restated = |file: &RulesFile| {
        file.front.layer == WordingLayer::Restated
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
pub(super) fn check_gaps(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
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
    let entries = file.entries();
    let own: Vec<Option<u32>> = entries.map(plain_number).collect();
    // a number that is out of sequence makes no gap in front of itself
    if let Some(run) = runs.last()
        && let Some(at) = own.iter().position(|n| *n == Some(last))
        && free_number(&own, at).is_some()
        && run.1 + 1 == last
    {
        runs.pop();
    }
    // numbers that an instruction of this file should have are reported there
    runs.retain(|run| run.0 != run.1 || !is_reported_at_entry(file, run.0));
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
    let mut diagnostic =
        Diagnostic::warning("instruction-numbers", file.locate(document.span), message);
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

/// Returns whether an instruction of a file is reported because it should have a number.
fn is_reported_at_entry(file: &RulesFile, missing: u32) -> bool {
    let entries = file.entries();
    let numbers: Vec<Option<u32>> = entries.map(plain_number).collect();
    (0..numbers.len()).any(|at| free_number(&numbers, at) == Some(missing))
}

/// Returns the plain number of an instruction, if it has exactly one of the sheet itself.
fn plain_number(entry: &InstructionEntry) -> Option<u32> {
    let mut passages = entry.attrs.passages();
    let (document, n) = passages.next()?;
    let is_only = passages.next().is_none() && document.is_none();
    n.parse().ok().filter(|_| is_only)
}

/// Reports numbers that two instructions of a file have, that are out of sequence, or that an
/// instruction between two others lacks.
pub(super) fn check_order(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    if !matches!(file.role, FileRole::Amend | FileRole::Clarify) {
        return;
    }
    let entries: Vec<&InstructionEntry> = file.entries().collect();
    let numbers: Vec<Option<u32>> = entries.iter().map(|entry| plain_number(entry)).collect();
    check_end(context, file, &entries, out);
    let mut seen: BTreeMap<(Option<&str>, &str), Location> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let free = free_number(&numbers, at);
        let Some(n) = entry.attrs.get("n") else {
            out.extend(free.map(|free| missing_number(file, entry, free)));
            continue;
        };
        let here = file.locate(n.span);
        let mut is_reported = false;
        // a number with a letter, `E.c`, is a passage of a sheet, which may be several instructions
        let is_plain =
            |n: &str| n.bytes().all(|b| b.is_ascii_digit()) || file.role == FileRole::Clarify;
        for passage in entry.attrs.passages().filter(|(_, n)| is_plain(n)) {
            match seen.get(&passage) {
                Some(&first) if entry.verb() != Some(Verb::Note) => {
                    let message = format!("another instruction also has the number {}", passage.1);
                    let diagnostic = Diagnostic::warning("instruction-numbers", here, message)
                        .related(first, "the first")
                        .help("write one instruction of the sheet as one instruction here");
                    out.push(with_number(diagnostic, free));
                    is_reported = true;
                }
                Some(_) => {}
                None => {
                    seen.insert(passage, here);
                }
            }
        }
        if let (Some(free), Some(own)) = (free, numbers[at])
            && !is_reported
        {
            let message = format!("{own} is out of sequence");
            out.push(with_number(
                Diagnostic::warning("instruction-numbers", here, message),
                Some(free),
            ));
        }
    }
}

/// Returns the number that an instruction must have if all others are right: the only one that is
/// free between its neighbours. `None` if its own fits.
fn free_number(numbers: &[Option<u32>], at: usize) -> Option<u32> {
    let before = numbers[..at].last().copied().flatten();
    let after = numbers.get(at + 1).copied().flatten()?;
    let before = match before {
        Some(before) => before,
        None if at == 0 => 0,
        None => return None,
    };
    let free = before.checked_add(1)?;
    let fits = numbers[at].is_some_and(|own| before < own && own < after);
    (free.checked_add(1) == Some(after) && !fits && !numbers.contains(&Some(free))).then_some(free)
}

/// Adds the fix that writes the free number.
fn with_number(diagnostic: Diagnostic, free: Option<u32>) -> Diagnostic {
    match free {
        Some(free) => diagnostic.replace_with(format!("write `n={free}`"), free.to_string()),
        None => diagnostic,
    }
}

/// Notes the instructions at the end of a sheet that have no number yet, if those in front of them have, or the sheet is
/// a proposal: until it is published, its author may leave the numbers to `check --fix`.
fn check_end(
    context: LintContext<'_>,
    file: &RulesFile,
    entries: &[&InstructionEntry],
    out: &mut Vec<Diagnostic>,
) {
    let numbered = entries.iter().rposition(|own| own.attrs.get("n").is_some());
    let last = match numbered {
        Some(at) => plain_number(entries[at]),
        None => {
            let is_draft = context.db.ruleset.is_open_proposal(file.document());
            is_draft.then_some(0)
        }
    };
    let open = &entries[numbered.map_or(0, |at| at + 1)..];
    let Some(last) = last.filter(|_| !open.is_empty() && file.role == FileRole::Amend) else {
        return;
    };
    let mut files = context.db.files();
    if files.any(|own| own.source != file.source && own.document() == file.document()) {
        return;
    }
    for (entry, number) in open.iter().zip(last.saturating_add(1)..) {
        let message = "this instruction has no number yet".to_owned();
        let mut found = number_to_add(file, entry, number, message).safe();
        found.severity = Severity::Note;
        out.push(found);
    }
}

/// Reports an instruction without a number, where one is missing between its neighbours.
fn missing_number(file: &RulesFile, entry: &InstructionEntry, free: u32) -> Diagnostic {
    let message = format!("this instruction has no number, and {free} is missing here");
    number_to_add(file, entry, free, message)
}

/// Returns a diagnostic about an instruction with the fix that adds a number.
fn number_to_add(
    file: &RulesFile,
    entry: &InstructionEntry,
    free: u32,
    message: String,
) -> Diagnostic {
    let braces = entry.attrs.span;
    let (at, insert, text) = if braces.is_empty() {
        let end = entry.heading_span.end();
        (entry.heading_span, end, format!(" {{n={free}}}"))
    } else {
        (braces, braces.end() - 1, format!(" n={free}"))
    };
    let mut diagnostic = Diagnostic::warning("instruction-numbers", file.locate(at), message);
    let insert = file.locate(Span::new(insert, insert));
    diagnostic.add_fix(format!("add `n={free}`"), insert, text);
    diagnostic
}
