//! Parses a label behind an instruction that is the place of the next one: `Camelry` in
//! `Bowmen, change …; Camelry, change …`.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::MODALS,
    parsed_line::ParsedLine,
    token::SheetTokenKind,
};

/// The most words of a label.
const LONGEST: usize = 4;

/// Parses a label at the beginning of a sentence behind an instruction, in front of a place or a verb.
pub(super) fn parse_next_label(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, from, start) = (cursor.checkpoint(), cursor.at, cursor.offset());
    let labelled = matches!(parsed.names.len(), 1 | 2) && !parsed.clauses.is_empty();
    // `Bowmen, change …; Camelry, change …`
    let listed = from > 0 && matches!(cursor.tokens[from - 1].kind, SheetTokenKind::Mark(';'));
    if !labelled || !(listed || cursor.is_sentence_start(from)) || cursor.unit_at(0).is_some() {
        return false;
    }
    while cursor.continues_name(from) && cursor.at < from + LONGEST {
        cursor.at += 1;
    }
    let end = cursor.previous_end();
    let comma = listed && cursor.is_mark(0, &[',']) && cursor.verb_at(1).is_some();
    cursor.at += usize::from(cursor.at > from && comma);
    let marked = cursor.at > from && (comma || cursor.eat_mark(&['.', ':', '–']));
    let leads = marked
        && cursor.look_ahead(|cursor| {
            let quoted = matches!(cursor.peek(0), Some(SheetTokenKind::Quote(_, true)));
            let changes = cursor.is_word(1, &["becomes"])
                || cursor.is_word(1, MODALS)
                || cursor.is_mark(1, &['→']);
            cursor.verb_at(0).is_some()
                || quoted && changes
                || cursor
                    .parse_address()
                    .is_some_and(|place| !place.steps.is_empty())
        });
    if !leads {
        cursor.rewind(back);
        return false;
    }
    let label = &cursor.text[start..end];
    cursor.record(from, format!("label {label}"));
    parsed.lead = PrintedAddress {
        page: parsed.lead.page.take(),
        heading: parsed.lead.heading.take(),
        ..PrintedAddress::of(PrintedStep::labelled(label, true))
    };
    true
}
