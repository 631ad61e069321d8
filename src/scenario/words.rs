//! Which words of a scenario file were read, and as what.

use super::{
    record::{RecordIx, Scenario},
    token::tokens,
    vocabulary::{KindIx, Meaning, NAME, PropertyIx, Vocabulary, phrase_matched},
};
use crate::{
    syntax::{LineKind, plain},
    text::Span,
};

/// What a word is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It begins a heading, and says which part of the file it opens.
    Heading,
    /// A key of the front matter or of a property, or the unit of one.
    Key,
    /// A value of the front matter that says where the scenario is played.
    Played,
    /// A value of a property of a record.
    Value(RecordIx, PropertyIx),
    /// What a record is called.
    Name(RecordIx),
}

/// Words of a file that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where they stand.
    pub span: Span,
    /// What they are read as.
    pub role: Role,
}

/// All words of a file that were read, in the order of the file; no two share a byte. Prose is not among them.
pub fn words(scenario: &Scenario, text: &str, vocabulary: &Vocabulary) -> Vec<Word> {
    let file = plain(scenario.source, text);
    let mut out: Vec<Word> = Vec::new();
    for (key, value) in &file.entries {
        out.push(Word {
            span: key.span,
            role: Role::Key,
        });
        if vocabulary.property(&key.value).is_none() && value.value.is_some() {
            out.push(Word {
                span: value.span,
                role: Role::Played,
            });
        }
    }
    // by which kind what stands at a byte was read
    let mut kinds: Vec<(usize, KindIx)> = Vec::new();
    for (at, record) in scenario.records.iter().enumerate() {
        let ix = RecordIx(at as u32);
        if at > 0 {
            kinds.push((record.span.start(), record.kind));
        }
        for (property, value) in &record.values {
            // what a section says of all its lines stands nowhere in them
            if value.span != record.span && *property != NAME {
                out.push(Word {
                    span: value.span,
                    role: Role::Value(ix, *property),
                });
                kinds.push((value.span.start(), record.kind));
            }
        }
        out.extend(record.name.iter().map(|name| Word {
            span: name.span,
            role: Role::Name(ix),
        }));
    }
    kinds.sort_by_key(|(at, _)| *at);
    for line in &file.lines {
        let mut all = tokens(text, line.span);
        if let LineKind::Heading(_) = line.kind {
            let headings = vocabulary.kinds.iter().flat_map(|kind| &kind.headings);
            let headings = headings.chain(
                vocabulary
                    .sections
                    .iter()
                    .flat_map(|section| &section.headings),
            );
            let length = headings
                .filter_map(|heading| phrase_matched(&all, &heading.words))
                .max()
                .unwrap_or_default();
            if let (Some(first), Some(last)) = (
                all.first(),
                length.checked_sub(1).and_then(|last| all.get(last)),
            ) {
                out.push(Word {
                    span: first.span.join(last.span),
                    role: Role::Heading,
                });
            }
            all.drain(..length.min(all.len()));
        }
        let near = kinds.partition_point(|(at, _)| *at < line.span.start());
        let Some(kind) = kinds
            .get(near)
            .filter(|(at, _)| *at <= line.span.end())
            .map(|(_, kind)| vocabulary.kind(*kind))
        else {
            continue;
        };
        let mut at = 0;
        while at < all.len() {
            let Some((length, meanings)) = kind.phrases.at(&all[at..]) else {
                at += 1;
                continue;
            };
            if meanings
                .iter()
                .all(|meaning| matches!(meaning, Meaning::Key(_) | Meaning::Unit(_)))
            {
                let last = (at + length - 1).min(all.len() - 1);
                out.push(Word {
                    span: all[at].span.join(all[last].span),
                    role: Role::Key,
                });
            }
            at += length.max(1);
        }
    }
    flat(out)
}

/// Side by side: what begins a heading goes before what it sets, and a value before the unit in it.
fn flat(mut words: Vec<Word>) -> Vec<Word> {
    let turn = |role: Role| match role {
        Role::Heading => 0,
        Role::Value(..) | Role::Played => 1,
        Role::Key => 2,
        Role::Name(_) => 3,
    };
    words.retain(|word| !word.span.is_empty());
    words.sort_by_key(|word| {
        (
            word.span.start(),
            turn(word.role),
            std::cmp::Reverse(word.span.end()),
        )
    });
    let mut out: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        match out.last() {
            Some(last) if word.span.start() < last.span.end() => {}
            _ => out.push(word),
        }
    }
    out
}
