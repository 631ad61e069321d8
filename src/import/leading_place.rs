//! Parses the place in front of a verb: a page, an address, a rule number, a name.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::{LAST, VerbKind},
    parsed_line::ParsedLine,
    place_name::parse_name,
    token::Lexeme,
};
use crate::syntax::UnitNoun;

/// Parses a part of the place in front of a verb: a page, an address, a rule number, a name.
pub(super) fn parse_leading_place(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back) = (reader.at, reader.checkpoint());
    if parse_leading_page(reader, parsed) {
        return true;
    }
    if parse_same_place(reader, parsed) {
        return true;
    }
    if reader.is_word(0, &["in", "under", "on", "at", "to", "from"]) && parsed.clauses.is_empty() {
        let place = reader.parse_containing_place();
        let is_fronted = reader.is_word(0, &["after", "before"]);
        // `In the table, …` is the place itself
        if (!place.is_empty() || reader.at > from + 1)
            && (is_fronted
                || reader.is_at_separator()
                || reader.is_demand()
                || reader.verb_at(0).is_some())
        {
            parsed.lead.narrow(place);
            reader.record(from, "the place");
            return true;
        }
        reader.rewind(back);
    }
    if parse_lost_place(reader, parsed)
        || parse_grade_label(reader, parsed)
        || parse_place_in_brackets(reader, parsed)
        || parse_rule_number(reader, parsed)
        || parse_quoted_label(reader, parsed)
        || parse_bracketed_name(reader, parsed)
    {
        return true;
    }
    if parse_quoted_entry(reader, parsed) {
        return true;
    }
    if parse_quoted_name(reader, parsed) || parse_row_name(reader, parsed) {
        return true;
    }
    if parsed.names.is_empty()
        && parsed.clauses.is_empty()
        && let Some(numbered) = reader.parse_numbered_section()
    {
        if reader.is_at_separator()
            || reader.is_demand()
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)))
            || continues_place(reader)
        {
            let heading = numbered.heading.clone().unwrap_or_default();
            reader.record(from, format!("section {heading}"));
            parsed.lead.narrow(numbered);
            return true;
        }
        reader.rewind(back);
    }
    if let Some(place) = reader.parse_address() {
        let is_fronted = reader.is_word(0, &["after", "before"]) && parsed.clauses.is_empty();
        if reader.is_at_separator()
            || is_fronted
            || reader.is_demand()
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)))
        {
            if parsed.clauses.is_empty() {
                parsed.lead.narrow(place);
            } else {
                // a new place after an instruction
                parsed.lead = PrintedAddress {
                    page: parsed.lead.page.clone(),
                    heading: parsed.lead.heading.clone(),
                    ..place
                };
            }
            return true;
        }
        reader.rewind(back);
    }
    parse_name(reader, parsed) || parse_small_name(reader, parsed)
}

/// Parses the quoted name of a place with its page: `Page 4, "Preparation", point 3: …`, `"Tolls" (p.
/// 52): …`.
fn parse_quoted_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back, start) = (reader.at, reader.checkpoint(), reader.offset());
    let Some(Lexeme::Quote(name, true)) = reader.peek(0) else {
        return false;
    };
    reader.at += 1;
    let end = reader.previous_end();
    let page = reader.eat_page_in_brackets();
    let first = parsed.names.is_empty() && parsed.clauses.is_empty();
    let paged = parsed.paged || page.is_some();
    if !first || !paged || !reader.is_mark(0, &[':', ',', '–', '.']) {
        reader.rewind(back);
        return false;
    }
    reader.record(from, format!("place {name}"));
    parsed.names.push((name.clone(), start, end));
    parsed.paged = true;
    parsed.lead.page = page.or(parsed.lead.page.take());
    true
}

/// Consumes `Same section,` or `In the same paragraph:`, which keeps the place of the instruction before.
fn parse_same_place(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    const PLACES: &[&str] = &[
        "section",
        "page",
        "rule",
        "heading",
        "place",
        "paragraph",
        "para",
        "chapter",
    ];
    let (from, back) = (reader.at, reader.checkpoint());
    reader.eat_word(&["in", "on", "under"]);
    reader.eat_word(&["the"]);
    let same = reader.eat_word(&["same"]) && reader.eat_word(PLACES);
    if !same || !reader.eat_mark(&[',', ':', '.', '–']) || !parsed.clauses.is_empty() {
        reader.rewind(back);
        return false;
    }
    reader.record(from, "the place before");
    true
}

/// Parses the name of a row in front of a verb: `For Camelry change “a” to “b”`.
fn parse_row_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    const LONGEST: usize = 5;
    let (from, back) = (reader.at, reader.checkpoint());
    let first = parsed.names.is_empty() && parsed.clauses.is_empty() && !parsed.paged;
    if !first || !reader.eat_word(&["for"]) {
        return false;
    }
    reader.eat_word(&["the"]);
    let (name, start) = (reader.at, reader.offset());
    while reader.at < name + LONGEST && reader.continues_name(name) {
        reader.at += 1;
    }
    let (last, end) = (reader.at, reader.previous_end());
    reader.eat_mark(&[',', ':']);
    if last == name || reader.verb_at(0).is_none() {
        reader.rewind(back);
        return false;
    }
    reader.record(from, format!("label {}", &reader.text[start..end]));
    parsed
        .names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

/// Parses the name of a place in small letters after its page: `page 21, morale table. …`.
fn parse_small_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    const LONGEST: usize = 5;
    let (from, back) = (reader.at, reader.checkpoint());
    let first = parsed.paged && parsed.names.is_empty() && parsed.lead.steps.is_empty();
    if !first || !parsed.clauses.is_empty() {
        return false;
    }
    reader.eat_word(&["the"]);
    let start = reader.offset();
    while reader.at < from + LONGEST && reader.word(0).is_some() && reader.verb_at(0).is_none() {
        reader.at += 1;
    }
    let end = reader.previous_end();
    let next = reader.text[end..].trim_start_matches(['.', ':', ' ']);
    let ends = reader.is_mark(0, &['.', ':'])
        && next.starts_with(|c: char| c.is_uppercase() || matches!(c, '"' | '“'))
        || reader.is_mark(0, &['.', ':', ',']) && reader.verb_at(1).is_some();
    if start >= end || !ends || reader.has_instruction_words(from..reader.at) {
        reader.rewind(back);
        return false;
    }
    let name = &reader.text[start..end];
    reader.record(from, format!("place {name}"));
    parsed.names.push((name.to_owned(), start, end));
    true
}

/// Parses a page in front of a clause, or after the last one.
fn parse_leading_page(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back, start) = (reader.at, reader.checkpoint(), reader.offset());
    if let (true, Some(Lexeme::Paren(words))) = (from == 0, reader.peek(0)) {
        // `(p. 41) Supply. …`
        if let Some(page) = reader.page_of(words) {
            reader.at += 1;
            parsed.paged = true;
            reader.record(from, format!("page {page}"));
            parsed.lead.page = Some(page);
            return true;
        }
    }
    let Some(page) = reader.parse_page() else {
        return false;
    };
    if !reader.is_at_separator() && !reader.is_sentence_start(from) {
        reader.rewind(back);
        return false;
    }
    parsed.paged |= parsed.names.is_empty();
    parsed.page_first |= parsed.names.is_empty() && parsed.unread.is_empty();
    reader.record(from, format!("page {page}"));
    if parsed.clauses.is_empty() {
        parsed.lead.page = Some(page);
        parsed.lead.unsupported.extend(reader.parse_further_pages());
    } else {
        parsed.trailing_page = Some((page, start));
    }
    true
}

/// Parses the place in `A paragraph was lost on page 18.`
fn parse_lost_place(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back) = (reader.at, reader.checkpoint());
    if !parsed.clauses.is_empty() || reader.eat_lost_unit().is_none() {
        return false;
    }
    let place = reader.parse_containing_place();
    if place.is_empty() || !reader.is_at_separator() {
        reader.rewind(back);
        return false;
    }
    reader.record(from, "the place");
    parsed.lead.narrow(place);
    true
}

/// Parses the quoted label of an entry after its page and section: `Page 44, Glossary, "Lee shore":
/// …`.
fn parse_quoted_entry(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let inside = parsed.paged && !parsed.names.is_empty() && parsed.clauses.is_empty();
    match reader.peek(0) {
        Some(Lexeme::Quote(label, true)) if inside && reader.is_mark(1, &[':', ',', '–', '.']) => {
            let from = reader.at;
            reader.at += 1;
            reader.record(from, format!("entry {label}"));
            let entry = PrintedAddress::of(PrintedStep::entry(label));
            parsed.lead.narrow(entry);
            true
        }
        _ => false,
    }
}

/// Parses the label of a grade after the name of its troops, perhaps with its page: `in Kn(X) (page
/// 6), …`.
fn parse_grade_label(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back) = (reader.at, reader.checkpoint());
    let inside = reader.eat_word(&["in", "under"]);
    let (Some(Lexeme::Word(_)), Some(Lexeme::Item(_))) = (reader.peek(0), reader.peek(1)) else {
        reader.rewind(back);
        return false;
    };
    let (start, end) = (reader.offset(), reader.tokens[reader.at + 1].end);
    let glued = reader.tokens[reader.at].end == reader.tokens[reader.at + 1].start;
    reader.at += 2;
    let page = match reader.peek(0) {
        Some(Lexeme::Paren(words)) => reader.page_of(words),
        _ => None,
    };
    reader.at += usize::from(page.is_some());
    let label = &reader.text[start..end];
    let is_label = glued && label.starts_with(char::is_uppercase) && reader.is_at_separator();
    if !inside || !is_label || parsed.names.is_empty() || !parsed.clauses.is_empty() {
        reader.rewind(back);
        return false;
    }
    reader.record(from, format!("label {label}"));
    parsed.label_page = page;
    parsed.names.push((label.to_owned(), start, end));
    true
}

/// Parses the name of a place in brackets after its page: `P. 23 (Wages table): …`.
fn parse_place_in_brackets(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let Some(Lexeme::Paren(name)) = reader.peek(0) else {
        return false;
    };
    let first = parsed.paged && parsed.names.is_empty() && parsed.clauses.is_empty();
    let named = name.starts_with(char::is_uppercase) && name.split_whitespace().count() <= 6;
    if !first || !named || !reader.is_mark(1, &[':']) {
        return false;
    }
    let (from, start) = (reader.at, reader.offset());
    reader.at += 1;
    reader.record(from, format!("place {name}"));
    parsed
        .names
        .push((name.clone(), start, reader.previous_end()));
    true
}

/// Parses a name in square brackets at the start of the line: `[Combat Results Table] …`.
fn parse_bracketed_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let Some(Lexeme::Bracket(name)) = reader.peek(0) else {
        return false;
    };
    let first = reader.at == 0 && parsed.names.is_empty() && parsed.clauses.is_empty();
    if !first || !name.starts_with(char::is_alphabetic) {
        return false;
    }
    reader.at += 1;
    reader.record(0, format!("place {name}"));
    let (start, end) = (reader.tokens[0].start, reader.previous_end());
    parsed.names.push((name.clone(), start, end));
    true
}

/// Parses the quoted label of a paragraph in front of a verb with an object of its own: `"Costs:"
/// Delete the last line.`
fn parse_quoted_label(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let Some(Lexeme::Quote(label, true)) = reader.peek(0) else {
        return false;
    };
    let ahead = 1 + usize::from(reader.is_mark(1, &['.', ':', ',']));
    let verb = reader.verb_at(ahead);
    let marked = ahead == 2 || label.ends_with(':');
    // `"Edge contact." 2nd sentence deleted.`
    let counted = matches!(reader.peek(ahead), Some(Lexeme::Nth(_))) || reader.is_word(ahead, LAST);
    let placed = counted && label.ends_with(['.', ':']) && {
        let back = reader.checkpoint();
        reader.at += ahead;
        let address = reader
            .parse_address()
            .filter(|place| !place.steps.is_empty());
        reader.rewind(back);
        address.is_some()
    };
    if verb.is_none() && !placed && !(marked && reader.is_word(ahead, &["in"])) {
        return false;
    }
    if parsed.paged
        || !parsed.names.is_empty()
        || !parsed.clauses.is_empty()
        || !parsed.lead.steps.is_empty()
    {
        return false;
    }
    let (from, back) = (reader.at, reader.checkpoint());
    reader.at += ahead + 1;
    let has_object = matches!(verb, None | Some(VerbKind::Insert))
        || matches!(reader.peek(0), Some(Lexeme::Quote(..)))
        || reader
            .parse_address()
            .is_some_and(|place| !place.steps.is_empty());
    reader.rewind(back);
    if !has_object {
        return false;
    }
    reader.at += ahead;
    let label = label.trim_end_matches([':', '.', ' ']);
    reader.record(from, format!("paragraph {label}"));
    parsed.lead.narrow(PrintedAddress::of(PrintedStep::quoted(
        UnitNoun::Paragraph,
        label,
    )));
    true
}

/// Parses a rule number in front of the place or the verb: `[16.3]`, `11.5`.
fn parse_rule_number(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back) = (reader.at, reader.checkpoint());
    reader.eat_mark(&['§']);
    let Some(Lexeme::Bracket(number) | Lexeme::Dotted(number)) = reader.peek(0) else {
        reader.rewind(back);
        return false;
    };
    let digits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() < 12;
    if digits && parsed.names.is_empty() && parsed.clauses.is_empty() {
        let number = number.clone();
        reader.at += 1;
        parsed.lead.further = reader.parse_further_rules();
        let next = reader.at_end()
            || reader.is_at_separator()
            || reader.verb_at(0).is_some()
            || reader.participle_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_) | Lexeme::Quote(..)));
        if next || continues_place(reader) {
            reader.record(from, format!("rule {number}"));
            parsed.lead.heading = Some(number);
            return true;
        }
        parsed.lead.further.clear();
    }
    reader.rewind(back);
    false
}

/// Whether the words after a rule number continue the place or demand something: `11.5 In the
/// second paragraph, …`.
fn continues_place(reader: &mut TokenCursor<'_>) -> bool {
    let back = reader.checkpoint();
    let start = reader.is_demand() || reader.is_word(0, &["after", "before"]);
    reader.eat_word(&["in", "under", "on", "at", "to", "from"]);
    let place = start
        || reader
            .parse_address()
            .is_some_and(|place| !place.steps.is_empty());
    reader.rewind(back);
    place
}
