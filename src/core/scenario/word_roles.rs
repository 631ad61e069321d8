//! Finds the roles of the understood words of a scenario, for highlighting, hover, completion.

use super::{
    record::{RecordIx, Scenario},
    strict::body_lines,
    token::tokenize,
    vocabulary::{KindIx, NAME, PhraseMeaning, PropertyIx, Vocabulary, match_phrase},
};
use crate::{
    syntax::{MarkdownLineKind, parse_plain_markdown},
    text::Span,
};

/// The role that the parser gives a word: heading, key, setting, value of a property, or name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordRole {
    /// The beginning of a heading, which determines what it opens.
    Heading,
    /// A key of the front matter or of a property, or the unit of one.
    Key,
    /// The ruleset, edition, profile or date in the front matter.
    Setting,
    /// A value of a property of a record.
    Value(RecordIx, PropertyIx),
    /// The name of a record.
    Name(RecordIx),
}

/// A span of one or more words of a scenario file, with the role that the parser gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassifiedWord {
    /// The bytes of the words.
    pub span: Span,
    /// Their role.
    pub role: WordRole,
}

/// Returns all words of a file that the parser understood, in the order of the file. The spans do
/// not overlap; prose is left out.
pub fn classify_words(
    scenario: &Scenario,
    text: &str,
    vocabulary: &Vocabulary,
) -> Vec<ClassifiedWord> {
    let file = parse_plain_markdown(scenario.source, text);
    let mut out: Vec<ClassifiedWord> = Vec::new();
    let mut add = |span, role| out.push(ClassifiedWord { span, role });
    for (key, value) in &file.entries {
        add(key.span, WordRole::Key);
        if vocabulary.property(&key.value).is_none() && value.value.is_some() {
            add(value.span, WordRole::Setting);
        }
    }
    // the kind of the record that the parser read at a byte
    let mut kinds: Vec<(usize, KindIx)> = Vec::new();
    for (at, record) in scenario.records.iter().enumerate() {
        let ix = RecordIx(at as u32);
        if at > 0 {
            kinds.push((record.span.start(), record.kind));
        }
        for (property, value) in &record.values {
            // a value that a section sets for all its lines is not written in them
            if value.span != record.span && *property != NAME {
                add(value.span, WordRole::Value(ix, *property));
                kinds.push((value.span.start(), record.kind));
            }
        }
        if let Some(name) = &record.name {
            add(name.span, WordRole::Name(ix));
        }
    }
    kinds.sort_by_key(|(at, _)| *at);
    for line in body_lines(text, file.front.end()) {
        let mut all = tokenize(text, line.span);
        if let MarkdownLineKind::Heading(_) = line.kind {
            let lengths = vocabulary
                .headings()
                .flatten()
                .filter_map(|heading| match_phrase(&all, &heading.words));
            let length = lengths.max().unwrap_or_default();
            if let (Some(first), Some(last)) = (all.first(), all[..length].last()) {
                add(first.span.join(last.span), WordRole::Heading);
            }
            all.drain(..length);
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
            let Some((length, meanings)) = kind.phrases.longest_match(&all[at..]) else {
                at += 1;
                continue;
            };
            if meanings
                .iter()
                .all(|meaning| matches!(meaning, PhraseMeaning::Key(_) | PhraseMeaning::Unit(_)))
            {
                let last = (at + length - 1).min(all.len() - 1);
                add(all[at].span.join(all[last].span), WordRole::Key);
            }
            at += length.max(1);
        }
    }
    remove_overlaps(out)
}

/// Sorts words by place and removes overlaps: the beginning of a heading takes precedence over the
/// value that it sets, and a value over its unit.
fn remove_overlaps(mut words: Vec<ClassifiedWord>) -> Vec<ClassifiedWord> {
    let precedence = |role: WordRole| match role {
        WordRole::Heading => 0,
        WordRole::Value(..) | WordRole::Setting => 1,
        WordRole::Key => 2,
        WordRole::Name(_) => 3,
    };
    words.retain(|word| !word.span.is_empty());
    words.sort_by_key(|word| {
        (
            word.span.start(),
            precedence(word.role),
            std::cmp::Reverse(word.span.end()),
        )
    });
    let mut out: Vec<ClassifiedWord> = Vec::with_capacity(words.len());
    for word in words {
        match out.last() {
            Some(last) if word.span.start() < last.span.end() => {}
            _ => out.push(word),
        }
    }
    out
}
