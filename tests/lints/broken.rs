//! The shipped rules, broken on purpose: each id misspelt, each quotation one letter off, each old value
//! changed, each number of an instruction that names its clause one off. Every break is reported, and one of
//! the fixes restores the original text. Quotations from text that is not included are only reported as
//! pending, by a note; numbers without a name refer to text that is not included.

use rulebook::{
    analysis::{Analysis, SourceKind},
    diagnostic::{Diagnostic, Severity},
    disk, lint,
    syntax::{AddressStepKind, FileRole},
    text::{SourceId, Span},
};
use std::sync::Arc;

/// One thing to break in a source: the bytes, and what to write there.
struct Break {
    source: SourceId,
    span: Span,
    text: String,
}

/// Returns the diagnostics of a source with the break.
fn diagnostics_of(analysis: &mut Analysis, broken: &Break) -> Vec<Diagnostic> {
    let whole = Arc::clone(&analysis.source(broken.source).expect("a source").text);
    let mut text = whole.to_string();
    text.replace_range(broken.span.start()..broken.span.end(), &broken.text);
    analysis.update_source(broken.source, text.into());
    let waits = |f: &Diagnostic| f.code == "pending-edit";
    let found = lint::check_source(analysis, broken.source)
        .into_iter()
        .filter(|f| f.severity > Severity::Note || waits(f))
        .collect();
    analysis.update_source(broken.source, whole);
    found
}

/// Returns whether one of the first fixes restores the original text.
fn mended(analysis: &Analysis, broken: &Break, findings: &[Diagnostic]) -> bool {
    let whole = &analysis.source(broken.source).expect("a source").text;
    let mut text = whole.to_string();
    text.replace_range(broken.span.start()..broken.span.end(), &broken.text);
    findings.iter().flat_map(|f| &f.fixes).any(|fix| {
        let mut mended = text.clone();
        let mut edits: Vec<_> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.span.start()));
        for edit in edits {
            mended.replace_range(edit.at.span.start()..edit.at.span.end(), &edit.text);
        }
        mended == **whole
    })
}

/// Replaces a letter by another one.
fn other(text: &str) -> Option<String> {
    let at = text.rfind(|c: char| c.is_ascii_alphabetic())?;
    let letter = if &text[at..=at] == "q" { "z" } else { "q" };
    Some(format!("{}{letter}{}", &text[..at], &text[at + 1..]))
}

fn breaks(analysis: &Analysis, what: fn(&Analysis, SourceId) -> Vec<(Span, String)>) -> Vec<Break> {
    let rules = analysis
        .sources()
        .iter()
        .enumerate()
        .filter(|(_, source)| source.kind == SourceKind::Rules);
    rules
        .flat_map(|(at, _)| {
            let source = SourceId(at as u32);
            what(analysis, source)
                .into_iter()
                .map(move |(span, text)| Break { source, span, text })
        })
        .collect()
}

/// Breaks everything that `what` finds. Every break has to be reported, and at least `share` percent of them
/// have to have a fix that restores the text.
fn run(what: fn(&Analysis, SourceId) -> Vec<(Span, String)>, share: usize) {
    let mut analysis = Analysis::new(disk::shipped_sources());
    let all = breaks(&analysis, what);
    let (mut silent, mut unmended) = (String::new(), String::new());
    let mut missed = 0;
    for broken in &all {
        let findings = diagnostics_of(&mut analysis, broken);
        let source = analysis.source(broken.source).expect("a source");
        let line = source.text[..broken.span.start()].matches('\n').count() + 1;
        let name = format!(
            "{}:{line}: `{}` as `{}`\n",
            source.path,
            broken.span.of(&source.text),
            broken.text
        );
        if findings.is_empty() {
            silent += &name;
        } else if !mended(&analysis, broken, &findings)
            && findings.iter().any(|f| f.severity > Severity::Note)
        {
            missed += 1;
            unmended += &name;
            for f in &findings {
                unmended += &format!("    {} {}\n", f.code, f.message);
            }
        }
    }
    assert!(!all.is_empty());
    assert!(silent.is_empty(), "not reported:\n{silent}");
    assert!(
        missed * 100 <= all.len() * (100 - share),
        "{missed} of {} not mended:\n{unmended}",
        all.len()
    );
}

#[test]
fn ids() {
    run(
        |analysis, source| {
            let file = analysis.file(source).expect("a file");
            // in a clarify file a place declares its id, which may be any
            let amends = file
                .places
                .iter()
                .filter(|place| file.role == FileRole::Amend && !place.entries.is_empty());
            let places = amends
                .filter_map(|place| place.attrs.id.as_ref())
                .map(|id| id.span);
            places
                .filter_map(|span| Some((span, other(span.of(&analysis.source(source)?.text))?)))
                .collect()
        },
        90,
    );
}

#[test]
fn quotations() {
    run(
        |analysis, source| {
            let text = &analysis.source(source).expect("a source").text;
            let entries = analysis
                .file(source)
                .expect("a file")
                .places
                .iter()
                .flat_map(|place| &place.entries);
            let phrases = entries
                .filter_map(|entry| entry.command.as_ref()?.phrase.as_ref())
                .map(|phrase| phrase.quote.span);
            phrases
                .filter_map(|span| Some((span, other(span.of(text))?)))
                .collect()
        },
        90,
    );
}

#[test]
fn old_values() {
    run(
        |analysis, source| {
            let text = &analysis.source(source).expect("a source").text;
            let values = text.match_indices("| ~~").filter_map(|(at, _)| {
                let start = at + 4;
                let end = start + text[start..].find("~~")?;
                Some((Span::new(start, end), format!("{}1", &text[start..end])))
            });
            values.collect()
        },
        90,
    );
}

#[test]
fn numbers() {
    run(
        |analysis, source| {
            let text = &analysis.source(source).expect("a source").text;
            let mut found = Vec::new();
            for entry in analysis
                .file(source)
                .expect("a file")
                .places
                .iter()
                .flat_map(|place| &place.entries)
            {
                let Some(command) = &entry.command else {
                    continue;
                };
                // the base or another sheet declares the id, so that naming it is an assertion
                let named = |name: &str| {
                    // a subject index may name any clause
                    let other = |(at, other): (usize, &rulebook::analysis::Source)| {
                        at != source.0 as usize
                            && !other.name.ends_with(".index.md")
                            && other.text.contains(name)
                    };
                    analysis.sources().iter().enumerate().any(other)
                };
                if !entry
                    .attrs
                    .id
                    .as_ref()
                    .is_some_and(|id| named(&format!("{{#{}", id.value)))
                {
                    continue;
                }
                for target in rulebook::resolve::targets(Some(command)) {
                    for step in &target.steps {
                        if !matches!(step.kind, AddressStepKind::Ordinals { .. }) {
                            continue;
                        }
                        let words = step.span.of(text);
                        let Some(at) = words.rfind(' ') else { continue };
                        let Ok(number) = words[at + 1..].parse::<u32>() else {
                            continue;
                        };
                        let span = Span::new(step.span.start() + at + 1, step.span.end());
                        found.push((span, (number + 1).to_string()));
                    }
                }
            }
            found
        },
        80,
    );
}
