//! Parses a capitalised name before a verb, of a section or labelled unit; does not look it up.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::{ADVERBS, DEMANDS, EVERYWHERE, NumberMeaning, UNIT_WORDS, VerbKind, is_counted_unit},
    parsed_line::ParsedLine,
    token::{
        SheetToken,
        SheetTokenKind::{Dotted, Item, Nth, Number, Paren, Signed, Word},
    },
};
use crate::syntax::UnitNoun;

/// Words in front of a place that are no name.
const SMALL_WORDS: &[&str] = &[
    "in", "on", "at", "to", "from", "under", "of", "the", "after", "before", "for",
];

/// Words for an end of a place: `At the end of …`.
const EDGES: &[&str] = &["end", "bottom", "foot", "start", "beginning", "top", "head"];

/// Parses capitalised words up to a mark or a page: the name of a section or of a labelled unit.
pub(super) fn parse_name(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let back = cursor.checkpoint();
    let start = cursor.offset();
    let large = cursor.text[start..].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    if parse_small_label(cursor, parsed) {
        return true;
    }
    if !large || parsed.names.len() > 3 || !parsed.clauses.is_empty() || cursor.verb_at(0).is_some()
    {
        return false;
    }
    skip_preposition(cursor);
    let (from, start) = (cursor.at, cursor.offset());
    let mut words = 0;
    let longest = if parsed.paged { 20 } else { 12 };
    while !cursor.at_end() && !cursor.is_at_separator() && words < longest {
        let paged =
            cursor.look_ahead(|cursor| cursor.parse_page().is_some() && cursor.is_at_separator());
        if cursor.at > from && paged {
            break;
        }
        let counted =
            matches!(cursor.unit_at(0), Some((_, NumberMeaning::Counted))) && cursor.is_number(1);
        if cursor.at > from && (counted || commands_inside_name(cursor)) {
            break;
        }
        let part = matches!(
            cursor.peek(0),
            Some(Word(_) | Item(_) | Paren(_) | Number(..) | Nth(_) | Dotted(_))
        ) || cursor.is_mark(0, &['&', '/', '\'', '§']);
        if !part {
            break;
        }
        words += 1;
        cursor.at += 1;
    }
    let page = page_in_brackets(cursor, from);
    let end = match &page {
        Some((last, _)) => cursor.tokens[last - 1].end,
        None => cursor.previous_end(),
    };
    let preposition = cursor.at == from + 1 && cursor.tokens[from].is_word(SMALL_WORDS);
    let counted = cursor.unit_at(0).is_some() && cursor.at > from && !preposition;
    let commands = cursor.at > from && cursor.verb_at(0).is_some() && cursor.is_mark(1, &[':']);
    let ended =
        cursor.at_end() || cursor.is_at_separator() || cursor.is_page() || counted || commands;
    // a second name is short, or a whole heading before a place: `When no lamp is lit. Para 2: …`
    let leads = parsed.paged && cursor.is_at_separator() && leads_to_address(cursor);
    let inner = parsed.paged && (words <= 6 || leads) && cursor.is_at_separator();
    let ended = ended
        && (parsed.names.is_empty()
            || inner
            || words <= 3
                && cursor.is_mark(0, &[':', '.', '–'])
                && !cursor.text[start..end].contains('.'));
    if cursor.at == from || !ended || words >= longest || !leads && is_no_name(cursor, from, parsed)
    {
        cursor.rewind(back);
        return false;
    }
    if page.is_none() && parse_labelled_unit(cursor, parsed, from) {
        return true;
    }
    if let Some((_, page)) = page
        && parsed.names.is_empty()
    {
        parsed.paged = true;
        parsed.lead.page = Some(page);
    }
    parsed.push_name(cursor, from, "place", (start, end));
    true
}

/// Skips the preposition in front of a name: `Under Double based elements, …`, `In the Cargo list, …`.
fn skip_preposition(cursor: &mut TokenCursor<'_>) {
    let is_large = |at: usize| {
        let token = cursor.tokens.get(at);
        token.is_some_and(|token| cursor.text[token.start..].starts_with(char::is_uppercase))
    };
    let skipped = match cursor.word(0) {
        Some("under" | "in") if is_large(cursor.at + 1) => 1,
        Some("under" | "in") if cursor.is_word(1, &["the"]) && is_large(cursor.at + 2) => 2,
        _ => 0,
    };
    cursor.at += skipped;
}

/// Whether a verb in small letters with its colon ends a name: `Late Ferrymen add: …`.
fn commands_inside_name(cursor: &TokenCursor<'_>) -> bool {
    let verb = matches!(
        cursor.verb_at(0),
        Some(VerbKind::Insert | VerbKind::Delete | VerbKind::Replace)
    );
    verb && cursor.is_mark(1, &[':'])
        && cursor.text[cursor.offset()..].starts_with(char::is_lowercase)
}

/// Takes a name that ends with the word for a unit, in front of a verb, as the label of that unit:
/// `Camelry or Rafts line. Replace with: …`.
fn parse_labelled_unit(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine, from: usize) -> bool {
    let last = cursor.at - 1;
    let word = cursor.tokens[last].word().unwrap_or_default();
    let Some(row) = UNIT_WORDS.iter().find(|row| row.words.contains(&word)) else {
        return false;
    };
    let labelled = matches!(
        row.unit,
        UnitNoun::Line | UnitNoun::Row | UnitNoun::Entry | UnitNoun::Bullet | UnitNoun::Paragraph
    );
    // `TACTICAL FACTORS` is a heading
    let small = cursor.text[cursor.tokens[last].start..].starts_with(char::is_lowercase);
    if last == from
        || !small
        || !labelled
        || !cursor.is_at_separator()
        || cursor.verb_at(1).is_none()
    {
        return false;
    }
    let label = &cursor.text[cursor.tokens[from].start..cursor.tokens[last - 1].end];
    let label = label.strip_prefix("The ").unwrap_or(label);
    cursor.record(from, format!("{} {label}", row.unit.name().one));
    let step = PrintedStep::quoted(row.unit, label);
    parsed.lead.narrow(PrintedAddress::of(step));
    true
}

/// Parses the page in brackets at the end of a name, `Drowning (p. 74)`, and returns the token of
/// the brackets too.
fn page_in_brackets(cursor: &TokenCursor<'_>, from: usize) -> Option<(usize, String)> {
    let last = cursor.at.checked_sub(1).filter(|last| *last > from)?;
    let Paren(words) = &cursor.tokens.get(last)?.kind else {
        return None;
    };
    Some((last, cursor.page_of(words)?))
}

/// Whether an address follows the separating mark at the cursor.
fn leads_to_address(cursor: &mut TokenCursor<'_>) -> bool {
    let place = cursor.look_ahead(|cursor| {
        cursor.at += 1;
        cursor.parse_address()
    });
    place.is_some_and(|place| place.steps.iter().any(|step| !step.is_bare()))
}

/// Whether the tokens from `from` up to the cursor are a place that was not understood, or a
/// sentence that demands something, and not a name.
fn is_no_name(cursor: &TokenCursor<'_>, from: usize, parsed: &ParsedLine) -> bool {
    let (Some(first), rest) = (cursor.tokens.get(from), from + 1..cursor.at) else {
        return true;
    };
    let is_first = |words: &[&str]| first.is_word(words);
    let adverb = [EVERYWHERE, ADVERBS, SMALL_WORDS, &["yes", "no"]]
        .into_iter()
        .any(is_first);
    if is_first(&["throughout"]) || rest.is_empty() && adverb {
        return true;
    }
    let several = !rest.is_empty();
    let all = || cursor.tokens[from..cursor.at].iter();
    let large = cursor
        .tokens
        .get(rest)
        .unwrap_or_default()
        .iter()
        .any(|token| cursor.text[token.start..].starts_with(char::is_uppercase));
    let counted_unit = |token: &SheetToken| token.word().is_some_and(is_counted_unit);
    let placed = all().any(counted_unit);
    // `In the last paragraph but one`
    let beside = is_first(&["after", "before", "instead"]);
    let inside = beside || is_first(&["in", "on", "at", "to", "from", "under"]);
    // `Throughout this section`, `The closing words of the section`
    let general = inside || is_first(&["the", "throughout", "all", "each", "every", "of", "for"]);
    // `Page 5, The market: …`
    let behind_page = parsed.paged && parsed.names.is_empty() && cursor.is_mark(0, &[':']);
    let general = general && !(behind_page && is_first(&["the"]) && !placed);
    // `Paragraph 1 gains …`, `1st and last bullets`
    let next = cursor.tokens.get(from + 1);
    let numbered = counted_unit(first) && next.is_some_and(SheetToken::is_number);
    let counted = placed && matches!(first.kind, Nth(_));
    let is = |words: &[&str]| all().any(|token| token.is_word(words));
    let demands = is(DEMANDS)
        || is(&[
            "is", "are", "becomes", "become", "reads", "instead", "rather",
        ]);
    // `Leave out the first bullet`
    let acts = cursor.is_verb_phrase(from);
    // `At the end of Article 15(1) add: …`
    let edge = inside
        && cursor
            .tokens
            .get(from + 1)
            .is_some_and(|token| token.is_word(&["the"]))
        && cursor
            .tokens
            .get(from + 2)
            .is_some_and(|token| token.is_word(EDGES));
    // `A new bullet follows the first`
    let relates = is(&[
        "after", "before", "follows", "between", "new", "goes", "moves",
    ]);
    edge || acts && placed
        || placed && (inside || several && relates)
        || several && (beside || general && !large)
        || numbered
        || counted
        || demands
        || cursor.has_instruction_words(from..cursor.at)
}

/// Parses words in lower case between the name of a place and a verb: `crossbowmen, change minimum
/// from 6 to 4`.
fn parse_small_label(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, from, start) = (cursor.checkpoint(), cursor.at, cursor.offset());
    if parsed.names.is_empty()
        || parsed.names.len() > 3
        || !parsed.clauses.is_empty()
        || !cursor.text[start..].starts_with(|c: char| c.is_lowercase())
    {
        return false;
    }
    cursor.eat_while(3, |cursor| {
        cursor.word(0).is_some() && cursor.verb_at(0).is_none() && cursor.unit_at(0).is_none()
    });
    // `Spice, day: 5 → 6`
    let figure = matches!(cursor.peek(1), Some(Number(..) | Dotted(_) | Signed(_)))
        || cursor.is_word(1, &["was", "now", "from"]);
    let leads = cursor.verb_at(1).is_some() || figure && cursor.is_mark(0, &[':']);
    if cursor.at == from || !cursor.is_mark(0, &[',', ':']) || !leads {
        cursor.rewind(back);
        return false;
    }
    let end = cursor.previous_end();

    parsed.push_name(cursor, from, "label", (start, end));
    true
}

impl TokenCursor<'_> {
    fn is_page(&mut self) -> bool {
        self.look_ahead(|cursor| cursor.parse_page().is_some())
    }
}
