//! Parses a part of the place before a verb into a `ParsedLine`: page, address, rule, name.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::{GLOSSARIES, LAST, RULE_WORDS, VerbKind},
    parsed_line::ParsedLine,
    place_name::parse_name,
    token::SheetTokenKind,
};
use crate::syntax::UnitNoun;

/// Parses a part of the place in front of a verb: a page, an address, a rule number, a name.
pub(super) fn parse_leading_place(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    const PARSERS: &[fn(&mut TokenCursor<'_>, &mut ParsedLine) -> bool] = &[
        parse_leading_page,
        parse_fronted_place,
        parse_rule_number,
        parse_quoted_label,
        parse_bracketed_name,
        parse_quoted_entry,
        parse_quoted_name,
        parse_numbered_place,
        parse_place,
        parse_name,
    ];
    PARSERS
        .iter()
        .any(|parse| cursor.attempt_to_eat(|cursor| parse(cursor, parsed)))
}

/// Parses a place behind a preposition: `In the last paragraph, …`.
fn parse_fronted_place(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let from = cursor.at;
    if !cursor.is_word(0, &["in", "under", "on", "at", "to", "from"]) || !parsed.clauses.is_empty()
    {
        return false;
    }
    let place = cursor.parse_containing_place();
    // `In the table, …` is the place itself
    let found = (!place.is_empty() || cursor.at > from + 1)
        && (cursor.is_word(0, &["after", "before"]) || precedes_change(cursor));
    if found {
        parsed.lead.narrow(place);
        cursor.record(from, "the place");
    }
    found
}

/// Whether what follows a place may be a change of it: a mark, a demand or a verb.
fn precedes_change(cursor: &TokenCursor<'_>) -> bool {
    cursor.is_at_separator() || cursor.is_demand() || cursor.verb_at(0).is_some()
}

/// Parses the number of a section: `rule 4.2`.
fn parse_numbered_place(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let from = cursor.at;
    if parsed.names.is_empty()
        && parsed.clauses.is_empty()
        && let Some(numbered) = cursor.parse_numbered_section()
        && (precedes_change(cursor)
            || cursor.participle_at(0).is_some()
            || cursor.is_paren(0)
            || continues_place(cursor))
    {
        let heading = numbered.heading.clone().unwrap_or_default();
        cursor.record(from, format!("section {heading}"));
        parsed.lead.narrow(numbered);
        return true;
    }
    false
}

/// Parses an address.
fn parse_place(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let from = cursor.at;
    let Some(mut place) = cursor.parse_address() else {
        return false;
    };
    let first = parsed.clauses.is_empty();
    let is_fronted = first && cursor.is_word(0, &["after", "before"]);
    if !is_fronted && !precedes_change(cursor) && !cursor.is_paren(0) {
        return false;
    }
    if first {
        parsed.lead.narrow(place);
        return true;
    }
    // a new place after an instruction
    let semicolon = from > 0
        && matches!(
            cursor.tokens[from - 1].kind,
            SheetTokenKind::Mark(';' | ',')
        );
    let unit = place.steps.first().and_then(PrintedStep::unit);
    let mut outer = parsed.lead.steps.iter();
    if let Some(same) = outer
        .position(|step| step.unit() == unit)
        .filter(|_| semicolon)
    {
        // `para 2, bullet 4: …; bullet 5: …`
        place.steps.splice(0..0, parsed.lead.steps[..same].to_vec());
    }
    parsed.lead = PrintedAddress {
        page: parsed.lead.page.clone(),
        heading: parsed.lead.heading.clone(),
        ..place
    };
    true
}

/// Parses the quoted name of a place with its page or `section`: `Page 4, "Preparation", point 3: …`,
/// `"Tolls" (p. 52): …`, `Section "Tolls": …`.
fn parse_quoted_name(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let from = cursor.at;
    cursor.eat_word(&["the"]);
    let called_section = cursor.eat_word(RULE_WORDS);
    let start = cursor.offset();
    let Some(name) = cursor.eat_quote() else {
        return false;
    };
    let end = cursor.previous_end();
    let page = cursor.eat_page_in_brackets();
    let first = parsed.names.is_empty() && parsed.clauses.is_empty();
    let paged = parsed.paged || page.is_some() || called_section || parsed.lead.page.is_some();
    if !first || !paged || !cursor.is_mark(0, &[':', ',', '–', '.']) {
        return false;
    }
    cursor.record(from, format!("place {name}"));
    parsed.names.push((name.to_owned(), start, end));
    parsed.paged = true;
    parsed.lead.page = page.or(parsed.lead.page.take());
    true
}

/// Parses a page in front of a clause, or after the last one.
fn parse_leading_page(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, start) = (cursor.at, cursor.offset());
    if let (true, Some(SheetTokenKind::Paren(words))) = (from == 0, cursor.peek(0)) {
        // `(p. 41) Supply. …`
        if let Some(page) = cursor.page_of(words) {
            cursor.at += 1;
            parsed.paged = true;
            cursor.record(from, format!("page {page}"));
            parsed.lead.page = Some(page);
            return true;
        }
    }
    let Some(page) = cursor.parse_page() else {
        return false;
    };
    if !cursor.is_at_separator() && !cursor.is_sentence_start(from) {
        return false;
    }
    parsed.paged |= parsed.names.is_empty();
    parsed.page_first |= parsed.names.is_empty() && parsed.unread.is_empty();
    cursor.record(from, format!("page {page}"));
    if parsed.clauses.is_empty() {
        parsed.lead.page = Some(page);
        parsed.lead.unsupported.extend(cursor.parse_further_pages());
    } else {
        parsed.trailing_page = Some((page, start));
    }
    true
}

/// Parses a name in square brackets at the start of the line: `[Combat Results Table] …`.
fn parse_bracketed_name(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let Some(SheetTokenKind::Bracket(name)) = cursor.peek(0) else {
        return false;
    };
    let first = cursor.at == 0 && parsed.names.is_empty() && parsed.clauses.is_empty();
    if !first || !name.starts_with(char::is_alphabetic) {
        return false;
    }
    cursor.at += 1;
    cursor.record(0, format!("place {name}"));
    let (start, end) = (cursor.tokens[0].start, cursor.previous_end());
    parsed.names.push((name.clone(), start, end));
    true
}

/// Parses a rule number in front of the place or the verb: `[16.3]`, `11.5`.
fn parse_rule_number(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let from = cursor.at;
    cursor.eat_mark(&['§']);
    let Some(SheetTokenKind::Bracket(number) | SheetTokenKind::Dotted(number)) = cursor.peek(0)
    else {
        return false;
    };
    let digits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() < 12;
    if digits && parsed.names.is_empty() && parsed.clauses.is_empty() {
        let number = number.clone();
        cursor.at += 1;
        parsed.lead.further = cursor.parse_further_rules();
        let next = cursor.is_at_separator()
            || cursor.verb_at(0).is_some()
            || cursor.participle_at(0).is_some()
            || matches!(
                cursor.peek(0),
                Some(SheetTokenKind::Paren(_) | SheetTokenKind::Quote(..))
            );
        if next || continues_place(cursor) {
            cursor.record(from, format!("rule {number}"));
            parsed.lead.heading = Some(number);
            return true;
        }
        parsed.lead.further.clear();
    }
    false
}

/// Whether an address with steps is at `ahead`.
fn leads_to_steps(cursor: &mut TokenCursor<'_>, ahead: usize) -> bool {
    let place = cursor.look_ahead(|cursor| {
        cursor.at += ahead;
        cursor.parse_address()
    });
    place.is_some_and(|place| !place.steps.is_empty())
}

/// Whether the words after a rule number continue the place or demand something: `11.5 In the
/// second paragraph, …`.
fn continues_place(cursor: &mut TokenCursor<'_>) -> bool {
    let preposition = cursor.is_word(0, &["in", "under", "on", "at", "to", "from"]);
    cursor.is_demand()
        || cursor.is_word(0, &["after", "before"])
        || leads_to_steps(cursor, usize::from(preposition))
}

/// Parses the quoted label of an entry after its page and section: `Page 44, Glossary, "Lee shore":
/// …`.
fn parse_quoted_entry(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let glossary = matches!(&parsed.names[..], [(name, ..)] if GLOSSARIES.contains(&name.to_lowercase().as_str()));
    let inside =
        (parsed.paged || glossary) && !parsed.names.is_empty() && parsed.clauses.is_empty();
    match cursor.peek(0) {
        Some(SheetTokenKind::Quote(label, true))
            if inside && cursor.is_mark(1, &[':', ',', '–', '.']) =>
        {
            let from = cursor.at;
            cursor.at += 1;
            cursor.record(from, format!("entry {label}"));
            let entry = PrintedAddress::of(PrintedStep::entry(label));
            parsed.lead.narrow(entry);
            true
        }
        _ => false,
    }
}

/// Parses the quoted label of a paragraph in front of a verb with an object of its own: `"Costs:"
/// Delete the last line.`
fn parse_quoted_label(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let Some(SheetTokenKind::Quote(label, true)) = cursor.peek(0) else {
        return false;
    };
    let ahead = 1 + usize::from(cursor.is_mark(1, &['.', ':', ',', '–']));
    let phrase =
        cursor.is_word(ahead + 1, &["out"]) && cursor.is_word(ahead, &["take", "leave", "cross"]);
    let verb = cursor.verb_at(ahead).or(phrase.then_some(VerbKind::Delete));
    let marked = ahead == 2 || label.ends_with(':');
    // `"Edge contact." 2nd sentence deleted.`
    let counted =
        matches!(cursor.peek(ahead), Some(SheetTokenKind::Nth(_))) || cursor.is_word(ahead, LAST);
    let placed = counted && label.ends_with(['.', ':']) && leads_to_steps(cursor, ahead);
    let fronted = cursor.is_word(ahead, &["in", "for", "after", "before"]);
    if verb.is_none() && !placed && !(marked && fronted) {
        return false;
    }
    if parsed.paged
        || !parsed.names.is_empty()
        || !parsed.clauses.is_empty()
        || !parsed.lead.steps.is_empty()
    {
        return false;
    }
    let from = cursor.at;
    let object = ahead + 1 + usize::from(phrase);
    let has_object = matches!(verb, None | Some(VerbKind::Insert))
        || cursor.is_quote(object)
        || leads_to_steps(cursor, object);
    if !has_object {
        return false;
    }
    cursor.at += ahead;
    let label = label.trim_end_matches([':', '.', ' ']);
    cursor.record(from, format!("paragraph {label}"));
    parsed.lead.narrow(PrintedAddress::of(PrintedStep::quoted(
        UnitNoun::Paragraph,
        label,
    )));
    true
}
