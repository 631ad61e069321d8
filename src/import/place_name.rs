//! Parses the name of a section or of a labelled unit in front of a verb: capitalised words.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::{ADVERBS, DEMANDS, EVERYWHERE, Naming, UNITS, VerbKind, is_counted_unit},
    parsed_line::ParsedLine,
    token::{Lexeme, SheetToken},
};
use crate::syntax::UnitNoun;

/// Words in front of a place that are no name.
const SMALL_WORDS: &[&str] = &[
    "in", "on", "at", "to", "from", "under", "of", "the", "after", "before", "for",
];

/// Parses capitalised words up to a mark or a page: the name of a section or of a labelled unit.
pub(super) fn parse_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let back = reader.checkpoint();
    let start = reader.offset();
    let large = reader.text[start..].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    if parse_small_label(reader, parsed) {
        return true;
    }
    if !large || parsed.names.len() > 3 || !parsed.clauses.is_empty() || reader.verb_at(0).is_some()
    {
        return false;
    }
    if parsed.paged && !parsed.names.is_empty() && parse_long_name(reader, parsed) {
        return true;
    }
    skip_preposition(reader);
    let (from, start) = (reader.at, reader.offset());
    let mut words = 0;
    let longest = if parsed.paged { 20 } else { 12 };
    while !reader.at_end() && !reader.is_at_separator() && words < longest {
        let page = reader.checkpoint();
        if reader.at > from
            && reader.parse_page().is_some()
            && (reader.is_at_separator() || reader.at_end())
        {
            reader.rewind(page);
            break;
        }
        reader.rewind(page);
        let counted = matches!(reader.unit_at(0), Some((_, Naming::Counted)))
            && matches!(reader.peek(1), Some(Lexeme::Number(..)));
        if reader.at > from && (counted || commands_inside_name(reader)) {
            break;
        }
        let part = matches!(
            reader.peek(0),
            Some(
                Lexeme::Word(_)
                    | Lexeme::Item(_)
                    | Lexeme::Paren(_)
                    | Lexeme::Number(..)
                    | Lexeme::Nth(_)
                    | Lexeme::Dotted(_)
            )
        ) || reader.is_mark(0, &['&', '/', '\'', '§']);
        if !part {
            break;
        }
        words += 1;
        reader.at += 1;
    }
    let page = page_in_brackets(reader, from);
    let end = match &page {
        Some((last, _)) => reader.tokens[last - 1].end,
        None => reader.previous_end(),
    };
    let preposition = reader.at == from + 1
        && matches!(&reader.tokens[from].kind, Lexeme::Word(word) if SMALL_WORDS.contains(&word.as_str()));
    let counted = reader.unit_at(0).is_some() && reader.at > from && !preposition;
    let commands = reader.at > from && reader.verb_at(0).is_some() && reader.is_mark(1, &[':']);
    let ended =
        reader.at_end() || reader.is_at_separator() || reader.is_page() || counted || commands;
    // a second name is short, or a whole heading before a place: `When no lamp is lit. Para 2: …`
    let leads = parsed.paged && reader.is_at_separator() && leads_to_address(reader);
    let inner = parsed.paged && (words <= 6 || leads) && reader.is_at_separator();
    let ended = ended
        && (parsed.names.is_empty()
            || inner
            || words <= 3
                && reader.is_mark(0, &[':', '.', '–'])
                && !reader.text[start..end].contains('.'));
    if reader.at == from || !ended || words >= longest || !leads && is_no_name(reader, from) {
        reader.rewind(back);
        return false;
    }
    if page.is_none() && parse_labelled_unit(reader, parsed, from) {
        return true;
    }
    reader.record(from, format!("place {}", &reader.text[start..end]));
    if let Some((_, page)) = page
        && parsed.names.is_empty()
    {
        parsed.paged = true;
        parsed.lead.page = Some(page);
    }
    parsed
        .names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

/// Skips the preposition in front of a name: `Under Double based elements, …`, `In the Cargo list, …`.
fn skip_preposition(reader: &mut TokenCursor<'_>) {
    let is_large = |at: usize| {
        let token = reader.tokens.get(at);
        token.is_some_and(|token| reader.text[token.start..].starts_with(char::is_uppercase))
    };
    let skipped = match reader.word(0) {
        Some("under" | "in") if is_large(reader.at + 1) => 1,
        Some("under" | "in") if reader.is_word(1, &["the"]) && is_large(reader.at + 2) => 2,
        _ => 0,
    };
    reader.at += skipped;
}

/// Whether a verb in small letters with its colon ends a name: `Late Ferrymen add: …`.
fn commands_inside_name(reader: &TokenCursor<'_>) -> bool {
    let verb = matches!(
        reader.verb_at(0),
        Some(VerbKind::Insert | VerbKind::Delete | VerbKind::Replace)
    );
    verb && reader.is_mark(1, &[':'])
        && reader.text[reader.offset()..].starts_with(char::is_lowercase)
}

/// Takes a name that ends with the word for a unit, in front of a verb, as the label of that unit:
/// `Camelry or Rafts line. Replace with: …`.
fn parse_labelled_unit(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine, from: usize) -> bool {
    let last = reader.at - 1;
    let Some(Lexeme::Word(word)) = reader.tokens.get(last).map(|token| &token.kind) else {
        return false;
    };
    let Some(row) = UNITS.iter().find(|row| row.words.contains(&word.as_str())) else {
        return false;
    };
    let labelled = matches!(
        row.unit,
        UnitNoun::Line | UnitNoun::Row | UnitNoun::Entry | UnitNoun::Bullet | UnitNoun::Paragraph
    );
    if last == from || !labelled || !reader.is_at_separator() || reader.verb_at(1).is_none() {
        return false;
    }
    let label = &reader.text[reader.tokens[from].start..reader.tokens[last - 1].end];
    let label = label.strip_prefix("The ").unwrap_or(label);
    reader.record(from, format!("{} {label}", row.unit.name().one));
    let step = PrintedStep::quoted(row.unit, label);
    parsed.lead.narrow(PrintedAddress::of(step));
    true
}

/// Parses the page in brackets at the end of a name, `Drowning (p. 74)`, and returns the token of the
/// brackets too.
fn page_in_brackets(reader: &TokenCursor<'_>, from: usize) -> Option<(usize, String)> {
    let last = reader.at.checked_sub(1).filter(|last| *last > from)?;
    let Lexeme::Paren(words) = &reader.tokens.get(last)?.kind else {
        return None;
    };
    Some((last, reader.page_of(words)?))
}

/// Whether an address follows the separating mark at the cursor.
fn leads_to_address(reader: &mut TokenCursor<'_>) -> bool {
    let here = reader.checkpoint();
    reader.at += 1;
    let leads = reader
        .parse_address()
        .is_some_and(|place| place.steps.iter().any(|step| !step.is_bare()));
    reader.rewind(here);
    leads
}

/// Whether the tokens from `from` up to the cursor are a place that was not understood, or a sentence
/// that demands something, and not a name.
fn is_no_name(reader: &TokenCursor<'_>, from: usize) -> bool {
    let (Some(first), rest) = (reader.tokens.get(from), from + 1..reader.at) else {
        return true;
    };
    if matches!(&first.kind, Lexeme::Word(word) if word == "throughout") {
        return true;
    }
    if reader.at == from + 1
        && matches!(&first.kind, Lexeme::Word(word) if EVERYWHERE.contains(&word.as_str()) || ADVERBS.contains(&word.as_str()) || ["yes", "no"].contains(&word.as_str()))
    {
        return true;
    }
    let word = |token: &SheetToken| match &token.kind {
        Lexeme::Word(word) => word.clone(),
        _ => String::new(),
    };
    let first_word = word(first);
    if rest.is_empty() && SMALL_WORDS.contains(&first_word.as_str()) {
        return true;
    }
    let is_first = |words: &[&str]| words.contains(&first_word.as_str());
    let several = !rest.is_empty();
    let all = || reader.tokens[from..reader.at].iter().map(word);
    let large = reader
        .tokens
        .get(rest)
        .unwrap_or_default()
        .iter()
        .any(|token| reader.text[token.start..].starts_with(char::is_uppercase));
    let placed = all().any(|word| is_counted_unit(&word));
    // `In the last paragraph but one`
    let beside = is_first(&["after", "before"]);
    let inside = beside || is_first(&["in", "on", "at", "to", "from", "under"]);
    // `Throughout this section`, `The closing words of the section`
    let general = inside || is_first(&["the", "throughout", "all", "each", "every", "of", "for"]);
    // `Paragraph 1 gains …`, `1st and last bullets`
    let next = reader.tokens.get(from + 1).map(|token| &token.kind);
    let numbered = is_counted_unit(&first_word) && matches!(next, Some(Lexeme::Number(..)));
    let counted = placed && matches!(first.kind, Lexeme::Nth(_));
    let demands = |word: String| {
        DEMANDS.contains(&word.as_str())
            || ["is", "are", "becomes", "become", "reads"].contains(&word.as_str())
    };
    placed && inside
        || several && (beside || general && !large)
        || numbered
        || counted
        || all().any(demands)
        || reader.has_instruction_words(from..reader.at)
}

/// Parses a heading that is a sentence with commas, in front of an address: `Night, When no
/// lamp is lit, and none was. Para 2: …`
fn parse_long_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    const LONGEST: usize = 30;
    let (back, from, start) = (reader.checkpoint(), reader.at, reader.offset());
    let mut commas = 0;
    while !reader.at_end() && reader.at < from + LONGEST && reader.verb_at(0).is_none() {
        if reader.is_mark(0, &['.', ':']) {
            let end = reader.previous_end();
            let after = reader.checkpoint();
            reader.at += 1;
            let placed = reader
                .parse_address()
                .is_some_and(|place| place.steps.iter().any(|step| !step.is_bare()));
            if !placed || commas == 0 {
                break;
            }
            reader.rewind(after);
            reader.record(from, format!("place {}", &reader.text[start..end]));
            parsed
                .names
                .push((reader.text[start..end].to_owned(), start, end));
            return true;
        }
        let named = matches!(
            reader.peek(0),
            Some(Lexeme::Word(_) | Lexeme::Item(_) | Lexeme::Paren(_))
        );
        commas += usize::from(reader.is_mark(0, &[',']));
        if !named && !reader.is_mark(0, &[',', '\'', '–']) || reader.unit_at(0).is_some() {
            break;
        }
        reader.at += 1;
    }
    reader.rewind(back);
    false
}

/// Parses words in lower case between the name of a place and a verb: `crossbowmen, change minimum
/// from 6 to 4`.
fn parse_small_label(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, from, start) = (reader.checkpoint(), reader.at, reader.offset());
    if parsed.names.is_empty()
        || parsed.names.len() > 3
        || !parsed.clauses.is_empty()
        || !reader.text[start..].starts_with(|c: char| c.is_lowercase())
    {
        return false;
    }
    while reader.at < from + 3
        && reader.word(0).is_some()
        && reader.verb_at(0).is_none()
        && reader.unit_at(0).is_none()
    {
        reader.at += 1;
    }
    if reader.at == from || !reader.is_mark(0, &[',', ':']) || reader.verb_at(1).is_none() {
        reader.rewind(back);
        return false;
    }
    let end = reader.previous_end();
    reader.record(from, format!("label {}", &reader.text[start..end]));
    parsed
        .names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

impl TokenCursor<'_> {
    fn is_page(&mut self) -> bool {
        let back = self.checkpoint();
        let page = self.parse_page().is_some();
        self.rewind(back);
        page
    }
}
