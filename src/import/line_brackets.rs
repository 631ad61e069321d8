//! Reads words in brackets within a line: a place, the kind of a change, an explanation, or a remark.

use super::{
    cursor::TokenCursor,
    grammar::{BRACKETED_CHANGES, PrintedVerb},
    parsed_line::ParsedLine,
    token::SheetTokenKind,
    verb_clause::{ClauseAction, PayloadPlace},
};

/// A function that parses the tokens at the cursor into a `ParsedLine`.
type ParseTokens = fn(&mut TokenCursor<'_>, &mut ParsedLine);

/// Whether a remark in brackets names a change and quotes words.
fn instructs_in_brackets(words: &str) -> bool {
    words.contains(['"', '“'])
        && words
            .split(|c: char| !c.is_alphabetic())
            .any(|word| PrintedVerb::find(&word.to_lowercase()).is_some())
}

/// Whether words in brackets name several kinds of change: `clarification and correction`.
fn names_several_changes(words: &str) -> bool {
    let lower = words.to_lowercase();
    let kind = |word: &str| {
        let own = BRACKETED_CHANGES.iter().find(|(name, _)| *name == word);
        own.map(|(_, kind)| *kind)
    };
    let mut kinds = lower.split_whitespace().filter_map(kind);
    let first = kinds.next();
    kinds.any(|kind| Some(kind) != first)
}

/// Consumes a remark in brackets that names no kind of change.
pub(super) fn skip_brackets(
    cursor: &mut TokenCursor<'_>,
    parsed: &mut ParsedLine,
    parse: ParseTokens,
) -> bool {
    let Some(SheetTokenKind::Paren(words)) = cursor.peek(0) else {
        return false;
    };
    let place = parsed.paged && parsed.names.is_empty() && parsed.clauses.is_empty();
    if place && words.starts_with(char::is_uppercase) && cursor.is_mark(1, &[':']) {
        // `P. 23 (Wages table): …`
        return false;
    }
    parsed.verb |= instructs_in_brackets(words);
    if cursor.is_action_remark(words) {
        return skip_kind_of_change(cursor, parsed, parse);
    }
    if parsed.clauses.is_empty()
        && (!parsed.lead.is_empty() || !parsed.names.is_empty())
        && let Some(place) = cursor.address_of(words)
    {
        // `4.2 (bullet 2) Omit.`
        cursor.at += 1;
        let named = place
            .steps
            .iter()
            .all(|step| parsed.lead.steps.contains(step));
        if !named {
            parsed.lead.narrow(place);
        }
        return true;
    }
    if let Some((clause, lead)) = parsed.clauses.last_mut()
        && clause.place.steps.is_empty()
        && lead.steps.is_empty()
        && let Some(place) = cursor.address_of(words)
    {
        // `"a raft" should be "a punt" (second paragraph)`
        cursor.at += 1;
        cursor.record(cursor.at - 1, "the place");
        clause.place.narrow(place);
        return true;
    }
    let from = cursor.offset();
    cursor.at += 1;
    parsed.remarks.push((from, cursor.previous_end()));
    true
}

/// Consumes the kind of a change in brackets if the words after it give the change itself: `7.1
/// (correction): in the first sentence, …`.
fn skip_kind_of_change(
    cursor: &mut TokenCursor<'_>,
    parsed: &ParsedLine,
    parse: ParseTokens,
) -> bool {
    let back = cursor.checkpoint();
    let several = matches!(cursor.peek(0), Some(SheetTokenKind::Paren(words)) if names_several_changes(words));
    cursor.at += 1;
    cursor.eat_mark(&[':', '.', '–']);
    if several && cursor.at_end() {
        cursor.record(back.token(), "the kinds of change");
        return true;
    }
    let mut rest = ParsedLine {
        lead: parsed.lead.clone(),
        names: parsed.names.clone(),
        ..ParsedLine::default()
    };
    parse(cursor, &mut rest);
    let instructs = rest.unread.is_empty()
        && !rest.clauses.is_empty()
        && rest.clauses.iter().all(|(clause, lead)| {
            let placed = *lead != parsed.lead && matches!(clause.action, ClauseAction::Delete);
            let given = clause.is_strong() || placed || clause.payload != PayloadPlace::None;
            !matches!(clause.action, ClauseAction::Clarify) && given
        });
    cursor.rewind(back);
    cursor.at += usize::from(instructs);
    if instructs {
        cursor.record(back.token(), "the kind of change");
    }
    instructs
}
