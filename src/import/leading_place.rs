//! Parses the place in front of a verb: a page, an address, a rule number, a name.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    parsed_line::ParsedLine,
    place_name::parse_name,
    token::Lexeme,
};

/// Parses a part of the place in front of a verb: a page, an address, a rule number, a name.
pub(super) fn parse_leading_place(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back) = (reader.at, reader.checkpoint());
    if parse_leading_page(reader, parsed) {
        return true;
    }
    if reader.is_word(0, &["in", "under", "on", "at", "to", "from"]) && parsed.clauses.is_empty() {
        let place = reader.parse_containing_place();
        let is_fronted = reader.is_word(0, &["after", "before"]);
        if !place.is_empty()
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
    if parse_rule_number(reader, parsed) {
        return true;
    }
    if let (Some(Lexeme::Quote(label, true)), false, true) = (
        reader.peek(0),
        parsed.names.is_empty(),
        parsed.clauses.is_empty(),
    ) && parsed.paged
        && reader.is_mark(1, &[':', ',', '–', '.'])
    {
        // `Page 44, Glossary, "Lee shore": …`
        reader.at += 1;
        reader.record(from, format!("entry {label}"));
        parsed.lead.narrow(PrintedAddress {
            steps: vec![PrintedStep::entry(label)],
            ..PrintedAddress::default()
        });
        return true;
    }
    if let (Some(Lexeme::Quote(name, true)), true, true) = (
        reader.peek(0),
        parsed.names.is_empty() && parsed.clauses.is_empty(),
        parsed.paged && reader.is_mark(1, &[':', ',', '–', '.']),
    ) {
        // `Page 4, "Preparation", point 3: …`
        let start = reader.offset();
        reader.at += 1;
        reader.record(from, format!("place {name}"));
        parsed
            .names
            .push((name.clone(), start, reader.previous_end()));
        return true;
    }
    let rule = reader.is_word(
        0,
        &[
            "rule", "rules", "section", "sections", "article", "chapter", "case", "cases",
        ],
    );
    let number = match reader.peek(1) {
        Some(Lexeme::Dotted(number) | Lexeme::Bracket(number)) => Some(number.clone()),
        Some(Lexeme::Number(number, None)) => Some(number.to_string()),
        _ => None,
    };
    if let (true, Some(number)) = (
        rule && parsed.names.is_empty() && parsed.clauses.is_empty(),
        number,
    ) {
        reader.at += 2;
        parsed.lead.unsupported.extend(parse_further_rules(reader));
        if reader.is_at_separator()
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)))
            || continues_place(reader)
        {
            reader.record(from, format!("rule {number}"));
            parsed.lead.heading = Some(number);
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
    parse_name(reader, parsed)
}

/// Parses a page in front of a clause, or after the last one.
fn parse_leading_page(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (from, back, start) = (reader.at, reader.checkpoint(), reader.offset());
    let Some(page) = reader.parse_page() else {
        return false;
    };
    if !reader.is_at_separator() && !reader.is_sentence_start(from) {
        reader.rewind(back);
        return false;
    }
    parsed.paged |= parsed.names.is_empty();
    reader.record(from, format!("page {page}"));
    if parsed.clauses.is_empty() {
        parsed.lead.page = Some(page);
        parsed.lead.unsupported.extend(reader.parse_further_pages());
    } else {
        parsed.trailing_page = Some((page, start));
    }
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
        reader.at += 1;
        let next = reader.at_end()
            || reader.is_at_separator()
            || reader.verb_at(0).is_some()
            || reader.participle_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)));
        if next || continues_place(reader) {
            parsed.lead.heading = Some(number.clone());
            reader.record(from, format!("rule {number}"));
            return true;
        }
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

/// Parses `and 7.3` after a rule number; returns the message that these rules are left out.
fn parse_further_rules(reader: &mut TokenCursor<'_>) -> Option<String> {
    let from = reader.at;
    loop {
        let back = reader.checkpoint();
        if !(reader.eat_mark(&[',', '&']) | reader.eat_word(&["and"]))
            || !matches!(reader.peek(0), Some(Lexeme::Dotted(_) | Lexeme::Bracket(_)))
        {
            reader.rewind(back);
            break;
        }
        reader.at += 1;
    }
    let start = reader.tokens.get(from).map_or(0, |token| token.start);
    (reader.at > from).then(|| {
        format!(
            "it names further rules ({}); only the first is used",
            reader.text[start..reader.previous_end()].trim_matches([',', ' '])
        )
    })
}
