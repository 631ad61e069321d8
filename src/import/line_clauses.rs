//! Parses clauses whose place or verb is in the words before them in the line: `moved to 6.2.3`, `It
//! should read: …`, further units of a deletion.

use super::{
    address::PrintedAddress,
    cursor::TokenCursor,
    parsed_line::ParsedLine,
    token::{SheetTokenKind, tokenize},
    verb_clause::{
        ClauseAction::{Delete, DeleteWords, MoveAway, ReplaceWords},
        VerbClause,
    },
};
use crate::syntax::UnitNoun;

/// Parses what belongs to a deletion after it: further units, `and the last line`, or where the text
/// goes, `; it is moved to page 25, after LOSSES`.
pub(super) fn parse_after_deletion(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    let lead = parsed.lead.clone();
    let Some((clause, _)) = parsed.clauses.last_mut() else {
        return;
    };
    let back = cursor.checkpoint();
    let is_unit = matches!(clause.action, Delete);
    while let Some(SheetTokenKind::Paren(words)) = cursor.peek(0) {
        cursor.at += 1;
        if is_unit && says_moved(words) {
            // `is deleted (it moves to page 25, LOSSES)`
            let tokens = tokenize(words);
            let mut inner = TokenCursor::new(cursor.words, words, &tokens);
            match inner.parse_new_section() {
                Some(section) => clause.action = MoveAway(section),
                None => clause.passed_over = Some(words.clone()),
            }
            clause.end = cursor.previous_end();
            return;
        }
    }
    let is_sign = matches!(&clause.action, ReplaceWords(words, _) if words.text.ends_with('*'));
    if is_unit && let Some(section) = cursor.parse_new_section() {
        clause.action = MoveAway(section);
        clause.end = cursor.previous_end();
        return;
    }
    cursor.rewind(back);
    if !is_unit && !is_sign && !matches!(clause.action, DeleteWords(_)) {
        return;
    }
    cursor.eat_mark(&[',', ';']);
    let start = cursor.offset();
    let joined = cursor.eat_word(&["and"]) && cursor.is_word(0, &["the"]);
    match joined.then(|| cursor.parse_address()).flatten() {
        Some(place) if cursor.ends_at(0, &['.']) => {
            let further = VerbClause {
                action: Delete,
                place,
                start,
                end: cursor.previous_end(),
                ..clause.clone()
            };
            parsed.clauses.push((further, lead));
        }
        _ => cursor.rewind(back),
    }
}

/// Whether words in brackets say that a text goes elsewhere.
fn says_moved(words: &str) -> bool {
    words
        .split(|c: char| !c.is_alphabetic())
        .any(|word| MOVED.contains(&word.to_lowercase().as_str()))
}

/// Verbs of a text that goes elsewhere.
const MOVED: &[&str] = &["moved", "moves", "transferred", "goes", "shifted"];

/// Parses `5.4.1 moved to 6.2.3`: the text of the place in front of it goes to another section.
pub(super) fn parse_transfer(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, start) = (cursor.checkpoint(), cursor.offset());
    let Some(section) = cursor.parse_new_section() else {
        cursor.rewind(back);
        return false;
    };
    cursor.record(back.token(), format!("it goes to {section}"));
    let clause = VerbClause::new(
        MoveAway(section),
        PrintedAddress::default(),
        start,
        cursor.previous_end(),
    );
    parsed.clauses.push((clause, parsed.lead.clone()));
    true
}

/// Gives a clause the unit that the sentence before it is about: `The last sentence was written long
/// ago. It should read: …`, `The last sentence is incomplete. After "a raft" it continues: …`
pub(super) fn with_unit_before(
    cursor: &mut TokenCursor<'_>,
    parsed: &mut ParsedLine,
    mut clause: VerbClause,
) -> VerbClause {
    const BACK: &[&str] = &["it", "they", "this"];
    let words = cursor.text.get(clause.start..clause.end);
    let mut words = words
        .unwrap_or_default()
        .split(|c: char| !c.is_alphabetic());
    let refers = words.any(|word| BACK.contains(&word.to_lowercase().as_str()));
    let bare = clause.place.is_empty() && parsed.lead.steps.is_empty();
    let paragraph = parsed.lead.unit() == Some(UnitNoun::Paragraph) && clause.place.is_empty();
    let before = parsed
        .unread
        .last()
        .filter(|_| refers && (bare || paragraph));
    let Some(&(start, end)) = before else {
        return clause;
    };
    let text = &cursor.text[start..end];
    let tokens = tokenize(text);
    let place = TokenCursor::new(cursor.words, text, &tokens).parse_address();
    let named = |place: &PrintedAddress| place.steps.iter().any(|step| !step.is_bare());
    if let Some(mut place) = place.filter(named) {
        let why = "the unit is that of the sentence before it";
        place.unsupported.push(why.to_owned());
        clause.place = place;
        parsed.unread.pop();
        cursor.found.push((start, end, "what it is about".into()));
    }
    clause
}

impl TokenCursor<'_> {
    /// Parses the section to which a deleted text goes: `; it is moved to page 25, after LOSSES`.
    fn parse_new_section(&mut self) -> Option<String> {
        self.eat_mark(&[',', ';', '.']);
        self.eat_word(&["and", "as"]);
        self.eat_word(&["it", "they", "this", "which"]);
        self.eat_modals();
        self.eat_word(MOVED).then_some(())?;
        self.eat_word(&["to", "into", "under"]);
        let mut place = PrintedAddress::default();
        let page = self.parse_page().is_some();
        self.eat_mark(&[',']);
        self.eat_word(&["after", "before", "under", "in", "of"]);
        let named = self.parse_section_name(&mut place);
        if let (Some(name), true) = (&mut place.heading, self.eat_word(&["as"])) {
            // `to CODE as §5`
            self.eat_mark(&['§']);
            name.push_str(&format!(" §{}", self.parse_label()?));
        }
        let ends = self.ends_at(0, &['.', ';']);
        (named && (page || ends)).then_some(place.heading).flatten()
    }
}
