//! Parses an instruction worded as in an exported sheet, and returns its command; returns none for
//! any other wording of a printed sheet.

use super::{
    SheetNames,
    names::with_ids,
    pattern::{Placeholder, fill_pattern, mask_quotes, match_pattern},
    sheet_wordings,
};
use crate::{
    syntax::{
        Command,
        instruction::{parse, print},
    },
    text::{SourceId, Span, slug::slug},
};

/// The end of canonical forms that are not tried: without it the instruction means the same.
const UNSAID: &str = " in text";

/// Reads the wording of a sheet as a command, whose spans are those of its canonical form.
///
/// Returns `None` for anything that [`write_sheet_wording`](super::write_sheet_wording) cannot have
/// written. A section that `names` does not know gets an id made from its words.
pub fn read_sheet_wording(text: &str, names: SheetNames<'_>) -> Option<Command> {
    let text = text.trim();
    let text = text.strip_suffix([':', '.'])?;
    // most lines are prose, and contain none of the words
    let begins = |pattern: &str| {
        pattern
            .split([' ', '{'])
            .next()
            .is_some_and(|word| !word.is_empty() && text.contains(word))
    };
    if !sheet_wordings().any(|(canonical, wording)| begins(wording) || begins(canonical)) {
        return None;
    }
    let masked = mask_quotes(text);
    let starts = std::iter::once(0).chain(masked.match_indices(". ").map(|(at, _)| at + 2));
    for start in starts {
        let lead = text[..start].trim_end_matches(['.', ' ']);
        let own = |(canonical, _): &(&str, &str)| {
            canonical.contains('@') == (start > 0) && !canonical.ends_with(UNSAID)
        };
        for (canonical, wording) in sheet_wordings().filter(own) {
            let Some(mut parts) = match_pattern(wording, None, &text[start..], &masked[start..])
            else {
                continue;
            };
            if start > 0 {
                parts.push((Placeholder::Address, join_steps(lead)));
            }
            if !resolve_names(&mut parts, names) {
                continue;
            }
            let ours = with_ids(&fill_pattern(canonical, &parts), names);
            let (command, diagnostics) =
                parse(SourceId::default(), &ours, Span::new(0, ours.len()));
            if let Some(command) = command.filter(|_| {
                diagnostics
                    .iter()
                    .all(|diagnostic| diagnostic.code == "address-restarts")
            }) {
                return reparse_canonical(&command);
            }
        }
    }
    None
}

/// Replaces titles and numbers by keys and ids; returns false for an unknown number.
fn resolve_names(parts: &mut [(Placeholder, String)], names: SheetNames<'_>) -> bool {
    let mut key = String::new();
    for (_, words) in parts
        .iter_mut()
        .filter(|(hole, _)| *hole == Placeholder::Document)
    {
        let title = words.trim_matches('"');
        if title.len() < words.len() {
            *words = (names.document)(title).unwrap_or_else(|| slug(title));
        }
        key.clone_from(words);
    }
    parts
        .iter_mut()
        .filter(|(hole, _)| *hole == Placeholder::Amendment)
        .all(|(_, number)| match (names.amendment)(&key, number) {
            Some(id) => {
                *number = id;
                true
            }
            None => false,
        })
}

/// Returns the command with the spans of its canonical form.
fn reparse_canonical(command: &Command) -> Option<Command> {
    let text = print(command);
    parse(SourceId::default(), &text, Span::new(0, text.len())).0
}

/// Joins an address in sentences to one with commas.
fn join_steps(lead: &str) -> String {
    let masked = mask_quotes(lead);
    let mut out = String::with_capacity(lead.len());
    let mut at = 0;
    for (stop, _) in masked.match_indices(". ") {
        out += &lead[at..stop];
        out.push(',');
        at = stop + 1;
    }
    out + &lead[at..]
}
