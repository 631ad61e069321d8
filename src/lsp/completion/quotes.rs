//! Quotes out of the text in which an instruction looks for them, and labels.

use super::{
    item::{Item, List},
    ordinals,
    spot::{Line, Spot},
};
use crate::{
    resolve::targets,
    syntax::{
        Target,
        instruction::{self, Expectation, PartialAddress, parse_prefix},
    },
    text::{SourceId, Span, unique_phrase::unique_phrases},
};
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

/// At most so many quotes are offered.
const MOST: usize = 60;

/// Where the quotation that is open at the end of `words` begins.
fn open_quote(words: &str) -> Option<usize> {
    let mut open: Option<(usize, char)> = None;
    for (at, c) in words.char_indices() {
        open = match (open, c) {
            (None, '"' | '“' | '„' | '`') => Some((at, c)),
            (Some((_, '`')), '`') | (Some((_, '"' | '“' | '„')), '"' | '”') => None,
            (open, _) => open,
        };
    }
    open.map(|(at, _)| at)
}

/// Words of the text, or labels, where a quotation is open at the cursor. New words are for the author alone.
pub(super) fn items(spot: &Spot<'_>) -> Option<List> {
    if spot.line != Line::Entry || spot.braces().is_some() {
        return None;
    }
    let words = spot.before().get(2..)?.trim_start();
    let start = open_quote(words)?;
    let (before, typed) = words.split_at(start);
    let mark = typed.chars().next()?;
    let typed = &typed[mark.len_utf8()..];
    let known = parse_prefix(before);
    let from = spot.byte - typed.len() - mark.len_utf8();
    let mut list = List::new(from).rest(rest(spot, mark)).whole();
    if known.expected.contains(&Expectation::Label) {
        if let Some(address) = &known.address {
            ordinals::labels(spot, address, &mut list);
        }
    } else if known.quotes_existing_words {
        let sentences = ordinals::sentences(
            spot,
            &sought(spot, from, words.len() - start).unwrap_or(known.address.into_iter().collect()),
        );
        let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
        let found = unique_phrases(&sentences, typed, MOST);
        list.more = found.len() == MOST || typed.is_empty();
        for anchor in found {
            let note = sentences.get(anchor.sentence).copied().unwrap_or_default();
            let item = Item::new(Kind::Text, instruction::quote_words(&anchor.words))
                .filter(format!("{mark}{}", anchor.words));
            list.push(if anchor.words == note {
                item
            } else {
                item.note(shortened(note))
            });
        }
    }
    Some(list)
}

/// The bytes of the quotation behind the cursor, its closing mark among them.
fn rest(spot: &Spot<'_>, mark: char) -> usize {
    let closes = |c: char| {
        if mark == '`' {
            c == '`'
        } else {
            matches!(c, '"' | '”')
        }
    };
    let after = spot.after();
    let end = after.find('{').unwrap_or(after.len());
    after[..end]
        .char_indices()
        .find(|&(_, c)| closes(c))
        .map_or(0, |(at, c)| at + c.len_utf8())
}

/// The addresses in which the quotation at `from` is looked for, by what stands behind it.
fn sought(spot: &Spot<'_>, from: usize, typed: usize) -> Option<Vec<PartialAddress>> {
    let line = spot.span.of(spot.text());
    let open = from - spot.span.start();
    let end = line
        .rfind(" {")
        .filter(|&at| at > open + typed)
        .unwrap_or(line.len());
    // what is typed stands for some words, closed
    let mark = line[open..].chars().next()?;
    let rest = rest(spot, mark);
    let close = if mark == '`' { '`' } else { '"' };
    let tail = line.get(spot.byte - spot.span.start() + rest..end)?;
    let text = format!("{}{mark}x{close}{tail}", &line[..open]);
    let (command, _) = instruction::parse(SourceId::default(), &text, Span::new(2, text.len()));
    let command = command?;
    command
        .phrase()
        .filter(|phrase| phrase.quote.span.start() == open)?;
    let address = |target: &Target| PartialAddress {
        id: target.id.clone(),
        steps: target.steps.clone(),
        unit: None,
    };
    Some(targets(Some(&command)).into_iter().map(address).collect())
}

/// The beginning of a sentence.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let cut: String = text.chars().take(LONGEST).collect();
    format!(
        "{} …",
        cut.rsplit_once(' ')
            .map_or(cut.as_str(), |(before, _)| before)
    )
}
