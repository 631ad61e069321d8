//! From what a sheet says to a command.

use super::{
    Names, SAID, SaidRow,
    name::with_ids,
    pattern::{Hole, fill, fit, masked},
};
use crate::{
    syntax::{
        Command,
        instruction::{parse, print},
    },
    text::{SourceId, Span, letters::slug},
};

/// What goes without saying, and is not needed to hear an instruction.
const UNSAID: &str = " in text";

/// Hears what a sheet says, and tells it as a command whose spans are those of its printed form; none where it is nothing that `say`
/// could have said. A section that `names` does not know has the id that its words make.
pub fn hear(text: &str, names: Names<'_>) -> Option<Command> {
    let text = text.trim();
    let text = text.strip_suffix([':', '.'])?;
    // most lines are prose, and hold none of the words
    let begins = |pattern: &str| {
        pattern
            .split([' ', '{'])
            .next()
            .is_some_and(|word| !word.is_empty() && text.contains(word))
    };
    if !SAID.iter().any(|row| begins(row.said) || begins(row.ours)) {
        return None;
    }
    let masked = masked(text);
    let starts = std::iter::once(0).chain(masked.match_indices(". ").map(|(at, _)| at + 2));
    for start in starts {
        let lead = text[..start].trim_end_matches(['.', ' ']);
        let own =
            |row: &&SaidRow| row.ours.contains('@') == (start > 0) && !row.ours.ends_with(UNSAID);
        for row in SAID.iter().filter(own) {
            let Some(mut parts) = fit(row.said, None, &text[start..], &masked[start..]) else {
                continue;
            };
            if start > 0 {
                parts.push((Hole::Address, steps_in_one(lead)));
            }
            if !known(&mut parts, names) {
                continue;
            }
            let ours = with_ids(&fill(row.ours, &parts), names);
            let (command, faults) = parse(SourceId::default(), &ours, Span::new(0, ours.len()));
            if let Some(command) =
                command.filter(|_| faults.iter().all(|fault| fault.code == "address-restarts"))
            {
                return canonical(&command);
            }
        }
    }
    None
}

/// Puts the keys and ids for titles and numbers; false where a number is nobody's.
fn known(parts: &mut [(Hole, String)], names: Names<'_>) -> bool {
    let mut key = String::new();
    for (_, words) in parts.iter_mut().filter(|(hole, _)| *hole == Hole::Document) {
        let title = words.trim_matches('"');
        if title.len() < words.len() {
            *words = (names.document)(title).unwrap_or_else(|| slug(title));
        }
        key.clone_from(words);
    }
    parts
        .iter_mut()
        .filter(|(hole, _)| *hole == Hole::Amendment)
        .all(|(_, number)| match (names.amendment)(&key, number) {
            Some(id) => {
                *number = id;
                true
            }
            None => false,
        })
}

/// The command with the spans of its canonical form.
fn canonical(command: &Command) -> Option<Command> {
    let text = print(command);
    parse(SourceId::default(), &text, Span::new(0, text.len())).0
}

/// An address in sentences as one with commas.
fn steps_in_one(lead: &str) -> String {
    let masked = masked(lead);
    let mut out = String::with_capacity(lead.len());
    let mut at = 0;
    for (stop, _) in masked.match_indices(". ") {
        out += &lead[at..stop];
        out.push(',');
        at = stop + 1;
    }
    out + &lead[at..]
}
