//! Completes an open quote in an instruction: unique phrases of the addressed text, or labels.

use super::{CompletionContext, Item, ItemKind, ItemList, LineKind, ordinals};
use crate::{
    lsp::outline::shortened,
    resolve::targets,
    syntax::{
        Target,
        instruction::{self, Expectation, PartialAddress, parse_prefix},
    },
    text::{SourceId, Span, quote_completion::unique_phrases},
};

/// The maximum number of quotes.
const MAX_QUOTES: usize = 60;

/// Returns the start of the quotation that is open at the end of `words`.
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

/// Completes an open quotation with existing words or labels. New words are the author's.
pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    if context.line != LineKind::Entry || context.braces().is_some() {
        return None;
    }
    let words = context.before().get(2..)?.trim_start();
    let start = open_quote(words)?;
    let (before, typed) = words.split_at(start);
    let mark = typed.chars().next()?;
    let typed = &typed[mark.len_utf8()..];
    let known = parse_prefix(before);
    let from = context.byte - typed.len() - mark.len_utf8();
    let mut list = ItemList::new(from).rest(rest(context, mark)).whole();
    if known.expected.contains(&Expectation::Label) {
        if let Some(address) = &known.address {
            ordinals::labels(context, address, &mut list);
        }
    } else if known.quotes_existing_words {
        let searched = searched_addresses(context, from, words.len() - start);
        let searched = searched.unwrap_or_else(|| known.address.into_iter().collect());
        let sentences = ordinals::sentences(context, searched);
        let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
        let found = unique_phrases(&sentences, typed, MAX_QUOTES);
        list.more = found.len() == MAX_QUOTES || typed.is_empty();
        for phrase in found {
            let note = sentences.get(phrase.sentence).copied().unwrap_or_default();
            let item = Item::new(ItemKind::Text, instruction::quote_words(&phrase.words))
                .filter(format!("{mark}{}", phrase.words));
            let is_whole = phrase.words == note;
            list.push(item.note(if is_whole {
                String::new()
            } else {
                shortened(note)
            }));
        }
    }
    Some(list)
}

/// Returns the length of the quotation after the cursor, including its closing mark.
fn rest(context: &CompletionContext<'_>, mark: char) -> usize {
    let closing: &[char] = if mark == '`' { &['`'] } else { &['"', '”'] };
    let after = context.after().split('{').next().unwrap_or_default();
    let close = after.match_indices(closing).next();
    close.map_or(0, |(at, close)| at + close.len())
}

/// Returns the addresses in which the quotation at `from` is searched, as the text after it
/// determines.
fn searched_addresses(
    context: &CompletionContext<'_>,
    from: usize,
    typed: usize,
) -> Option<Vec<PartialAddress>> {
    let line = context.span.of(context.text());
    let open = from - context.span.start();
    let end = line
        .rfind(" {")
        .filter(|&at| at > open + typed)
        .unwrap_or(line.len());
    // the typed part is parsed as one closed word
    let mark = line[open..].chars().next()?;
    let rest = rest(context, mark);
    let close = if mark == '`' { '`' } else { '"' };
    let tail = line.get(context.byte - context.span.start() + rest..end)?;
    let text = format!("{}{mark}x{close}{tail}", &line[..open]);
    let (command, _) = instruction::parse(SourceId::default(), &text, Span::new(2, text.len()));
    let command = command?;
    command
        .phrase
        .as_ref()
        .filter(|phrase| phrase.quote.span.start() == open)?;
    let address = |target: &Target| PartialAddress {
        id: target.id.clone(),
        steps: target.steps.clone(),
        unit: None,
    };
    Some(targets(Some(&command)).into_iter().map(address).collect())
}
