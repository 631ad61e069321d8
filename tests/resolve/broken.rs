//! One error in one instruction of the shipped sheets: it is reported at its very characters, and the correct text is offered first.

use super::dump;
use rulebook::{
    analysis::Analysis,
    op::{PatchError, PatchErrorKind, label_key},
    resolve::{file_section_id, targets},
    syntax::{self, AddressStepKind, Command, InstructionEntry, MarkKind, Phrase, Verb},
    text::{SourceId, Span},
};
use std::collections::BTreeSet;

/// What is changed in a file.
struct Break {
    /// The bytes that are exchanged.
    at: Span,
    /// For what.
    new: String,
    /// The bytes that a finding must point at, as they were.
    reported: Span,
    /// What was there.
    right: String,
}

/// The entries of all sheets: source, place, entry.
fn entries(analysis: &Analysis) -> Vec<(SourceId, usize, usize)> {
    let sheets = analysis
        .sources()
        .iter()
        .enumerate()
        .filter(|(_, source)| source.name.ends_with(".amend.md"));
    let mut out = Vec::new();
    for (at, _) in sheets {
        let id = SourceId(at as u32);
        let Some(file) = analysis.file(id) else {
            continue;
        };
        for (place_at, place) in file.places.iter().enumerate() {
            out.extend((0..place.entries.len()).map(|entry| (id, place_at, entry)));
        }
    }
    out
}

/// The errors of an instruction after it was broken, and whether its notation is wrong.
fn errors_of(
    analysis: &Analysis,
    (source, place, entry): (SourceId, usize, usize),
    sections: &BTreeSet<String>,
) -> (Vec<PatchError>, bool) {
    let db = dump::ruleset_db(analysis);
    let mut faults = Vec::new();
    for section in sections.iter().filter_map(|id| db.section(id)) {
        let own = |fault: &&PatchError| {
            section.patch(fault.patch).is_some_and(|p| {
                p.file.source == source && p.place == place && p.entry == Some(entry)
            })
        };
        faults.extend(section.errors.iter().filter(own).cloned());
    }
    let notation = analysis
        .file(source)
        .is_some_and(|file| !file.diagnostics.is_empty());
    (faults, notation)
}

/// Breaks every instruction in every way that `breaks` gives, and passes the reported errors to `check`.
fn break_all(
    breaks: impl Fn(&str, &InstructionEntry) -> Vec<Break>,
    mut check: impl FnMut(
        &Analysis,
        (SourceId, usize, usize),
        &Break,
        &[PatchError],
        bool,
    ) -> Result<(), String>,
) -> usize {
    let mut analysis = Analysis::new(dump::sources());
    let (mut count, mut wrong) = (0, Vec::new());
    for at in entries(&analysis) {
        let text = analysis.source(at.0).expect("a source").text.clone();
        let file = analysis.file(at.0).expect("a file").clone();
        let place = &file.places[at.1];
        let entry = &place.entries[at.2];
        let db = dump::ruleset_db(&analysis);
        let named = targets(entry.command.as_ref())
            .into_iter()
            .filter_map(|target| target.id.as_ref());
        let homes = named
            .filter_map(|id| db.section_of(&id.value))
            .chain(db.section_of(&file_section_id(place)));
        let sections: BTreeSet<String> = homes.map(str::to_owned).collect();
        for one in breaks(&text, entry) {
            let broken = format!(
                "{}{}{}",
                &text[..one.at.start()],
                one.new,
                &text[one.at.end()..]
            );
            analysis.update_source(at.0, broken.into());
            let (faults, notation) = errors_of(&analysis, at, &sections);
            if let Err(why) = check(&analysis, at, &one, &faults, notation) {
                wrong.push(format!(
                    "{} → {}: {why}\n  {faults:?}",
                    entry.heading_span.of(&text),
                    one.new
                ));
            }
            count += 1;
        }
        analysis.update_source(at.0, text);
    }
    assert!(
        wrong.is_empty(),
        "{} of {count} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    count
}

/// The span as it is after the exchange.
fn moved(one: &Break) -> Span {
    Span::new(
        one.reported.start(),
        one.reported.end() + one.new.len() - one.at.len(),
    )
}

/// Quoted words with one letter changed, in the middle.
fn misspelt(words: &str) -> Option<String> {
    let letters: Vec<(usize, char)> = words
        .char_indices()
        .filter(|(_, c)| c.is_ascii_lowercase())
        .collect();
    let &(at, c) = letters.get(letters.len() / 2)?;
    let new = if c == 'q' { 'z' } else { 'q' };
    Some(format!("{}{new}{}", &words[..at], &words[at + 1..]))
}

fn phrases(command: Option<&Command>) -> Vec<&Phrase> {
    command
        .and_then(|own| own.phrase.as_ref())
        .into_iter()
        .collect()
}

#[test]
fn a_quote_with_one_letter_off() {
    let breaks = |text: &str, entry: &InstructionEntry| {
        let one = |phrase: &Phrase| {
            let at = phrase.quote.span;
            Some(Break {
                at,
                new: misspelt(at.of(text))?,
                reported: at,
                right: phrase.quote.value.to_string(),
            })
        };
        phrases(entry.command.as_ref())
            .into_iter()
            .filter_map(one)
            .collect()
    };
    let count = break_all(breaks, |_, _, one, faults, _| {
        let at_quote: Vec<&PatchError> = faults
            .iter()
            .filter(|fault| fault.span == moved(one))
            .collect();
        for fault in &at_quote {
            if let PatchErrorKind::Quote { near, .. } = &fault.kind
                && !one.right.contains('…')
                && near.first() != Some(&one.right)
            {
                return Err(format!("{near:?} are offered for {}", one.right));
            }
        }
        // words that do not end a sentence any more leave no place for one
        let seam = faults
            .iter()
            .any(|fault| matches!(fault.kind, PatchErrorKind::Payload { .. }));
        if at_quote.is_empty() && !seam {
            Err("nothing is reported at the quote".into())
        } else {
            Ok(())
        }
    });
    assert!(count > 10, "{count}");
}

#[test]
fn an_id_that_is_misspelt() {
    let breaks = |text: &str, entry: &InstructionEntry| {
        let ids = targets(entry.command.as_ref())
            .into_iter()
            .filter_map(|target| target.id.as_ref());
        ids.filter_map(|id| {
            Some(Break {
                at: id.span,
                new: misspelt(id.span.of(text))?,
                reported: id.span,
                right: id.span.of(text).to_owned(),
            })
        })
        .collect()
    };
    let count = break_all(breaks, |analysis, at, one, faults, _| {
        let db = dump::ruleset_db(analysis);
        let place = analysis
            .file(at.0)
            .map(|file| file_section_id(&file.places[at.1]))
            .unwrap_or_default();
        let here = db.section_of(one.right.trim_start_matches('#')) == db.section_of(&place);
        let near = faults.iter().find_map(|fault| match &fault.kind {
            PatchErrorKind::Dangling { near, .. } if fault.span == moved(one) => Some(near),
            _ => None,
        });
        match near {
            // where a section goes is not the resolver's matter
            None if rulebook::lint::check_source(analysis, at.0)
                .iter()
                .any(|finding| finding.at.span == moved(one)) =>
            {
                Ok(())
            }
            None => Err("nothing is reported at the id".into()),
            Some(near) if here && near.first().is_none_or(|near| near.written != one.right) => {
                Err(format!("{near:?} are offered"))
            }
            Some(_) => Ok(()),
        }
    });
    assert!(count > 20, "{count}");
}

#[test]
fn an_old_value_that_is_another() {
    let breaks = |text: &str, entry: &InstructionEntry| {
        if entry.verb() != Some(Verb::SetValues) {
            return Vec::new();
        }
        let cells = entry
            .payload
            .iter()
            .flat_map(|table| table.children())
            .flat_map(|row| row.children());
        let one = |cell: &syntax::Block| {
            let inline = cell.text()?;
            let strike = inline
                .marks
                .iter()
                .find(|mark| mark.kind == MarkKind::Strike)?;
            let at = inline.source_span(strike.span);
            Some(Break {
                at,
                new: "97".into(),
                reported: cell.span,
                right: at.of(text).to_owned(),
            })
        };
        cells.filter_map(one).collect()
    };
    let count = break_all(breaks, |_, _, one, faults, _| {
        let found = faults.iter().any(|fault| match &fault.kind {
            PatchErrorKind::StaleValue {
                expected, found, ..
            } => expected == "97" && *found == one.right && fault.span.touches(one.at.start()),
            _ => false,
        });
        if found {
            Ok(())
        } else {
            Err(format!("{} is not reported", one.right))
        }
    });
    assert!(count >= 5, "{count}");
}

#[test]
fn words_to_be_substituted_with_one_letter_off() {
    let breaks = |text: &str, entry: &InstructionEntry| {
        if entry.verb() != Some(Verb::Substitute) {
            return Vec::new();
        }
        let sentences = entry
            .payload
            .iter()
            .flat_map(|block| block.children())
            .filter_map(|sentence| sentence.text());
        let strikes = sentences.flat_map(|inline| {
            inline
                .marks
                .iter()
                .filter(|mark| mark.kind == MarkKind::Strike)
                .map(|mark| inline.source_span(mark.span))
                .collect::<Vec<_>>()
        });
        strikes
            .filter_map(|at| {
                Some(Break {
                    at,
                    new: misspelt(at.of(text))?,
                    reported: at,
                    right: at.of(text).to_owned(),
                })
            })
            .collect()
    };
    let count = break_all(breaks, |_, _, one, faults, _| {
        let at = faults.iter().find(|fault| fault.span == moved(one));
        match at.map(|fault| &fault.kind) {
            Some(PatchErrorKind::Quote { near, .. }) if near.first() == Some(&one.right) => Ok(()),
            Some(PatchErrorKind::Pending { .. }) => Ok(()),
            _ => Err("it is not reported".into()),
        }
    });
    assert!(count >= 3, "{count}");
}

#[test]
fn an_ordinal_that_is_one_off() {
    let breaks = |text: &str, entry: &InstructionEntry| {
        let mut out = Vec::new();
        for step in targets(entry.command.as_ref())
            .into_iter()
            .flat_map(|target| &target.steps)
        {
            let single = matches!(&step.kind, AddressStepKind::Ordinals { ordinals, .. } | AddressStepKind::Labelled { ordinals, .. } if matches!(ordinals.as_slice(), [(a, b)] if a == b));
            let words = step.span.of(text);
            let digits = words.len() - words.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let Ok(n) = words[words.len() - digits..].parse::<u32>() else {
                continue;
            };
            if single {
                let at = Span::new(step.span.end() - digits, step.span.end());
                let new = [n.saturating_sub(1), n + 1];
                out.extend(new.map(|new| Break {
                    at,
                    new: new.to_string(),
                    reported: step.span,
                    right: words.to_owned(),
                }));
            }
        }
        out
    };
    let whole = Analysis::new(dump::sources());
    let mut silent = 0;
    let count = break_all(breaks, |_, at, one, faults, notation| {
        if let Some(fault) = faults.iter().find(|fault| fault.span == moved(one)) {
            return match &fault.kind {
                PatchErrorKind::Dangling { near, .. } => match near.first() {
                    Some(near) if label_key(&near.written) == label_key(&one.right) => Ok(()),
                    _ => Err(format!("{near:?} are offered for {}", one.right)),
                },
                _ => Ok(()),
            };
        }
        if notation || !faults.is_empty() {
            return Ok(());
        }
        // another unit is reached: only a name that an earlier sheet gave can show it
        let name = whole
            .file(at.0)
            .and_then(|file| file.places[at.1].entries[at.2].attrs.id.clone());
        let sheet = whole.source(at.0).map_or("", |source| &source.name);
        let earlier = |name: &str| {
            let given = |text: &str| {
                text.contains(&format!("{{#{name}}}")) || text.contains(&format!("{{#{name} "))
            };
            whole.sources().iter().any(|source| {
                let before = source.name == "base.rules.md"
                    || source.name.ends_with(".amend.md") && *source.name < *sheet;
                before && given(&source.text)
            })
        };
        let asserted = name
            .map(|name| name.value.to_string())
            .filter(|name| earlier(name));
        silent += 1;
        match asserted {
            Some(name) => Err(format!(
                "#{name} lived before, and it is not reported that the address leads to something else"
            )),
            None => Ok(()),
        }
    });
    assert!(
        count > 100 && silent < count,
        "{silent} of {count} are silent"
    );
}
