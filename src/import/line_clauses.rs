//! Parses clauses whose place or verb is in the words before them in the line (`likewise`, `swap`,
//! `moved to 6.2.3`), new labels, and pairs: `"a" and "b" should read "c" and "d"`.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::{LAST, VerbKind},
    parsed_line::ParsedLine,
    token::{SheetTokenKind, tokenize},
    verb_clause::{
        ClauseAction::{Add, Delete, DeleteWords, MoveAway, Rename, Replace, ReplaceWords, Swap},
        PayloadPlace, QuotedWords, VerbClause,
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

/// Parses further units behind a replacement, each with its text: `…, and the third by “Foot can.”`
pub(super) fn parse_further_replacements(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    loop {
        let back = cursor.checkpoint();
        let Some((clause, lead)) = parsed.clauses.last().cloned() else {
            return;
        };
        let start = cursor.offset();
        let further = parse_further_replacement(cursor, &clause);
        let Some((place, payload)) = further else {
            cursor.rewind(back);
            return;
        };
        let end = match payload {
            PayloadPlace::Inline(from, ..) => from,
            _ => cursor.previous_end(),
        };
        let further = VerbClause {
            place,
            payload,
            start,
            end,
            ..clause
        };
        parsed.clauses.push((further, lead));
    }
}

/// Parses further texts that are added in the same way: `New entries: "a …" and "b …"`.
pub(super) fn parse_further_texts(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    while let Some((clause, lead)) = parsed.clauses.last().cloned() {
        let adds = matches!(&clause.action, Add(insertion, _) if insertion.unit.is_some());
        let quoted = matches!(clause.payload, PayloadPlace::Inline(_, _, true));
        let back = cursor.checkpoint();
        let mark = matches!(
            cursor.at.checked_sub(1).map(|at| &cursor.tokens[at].kind),
            Some(SheetTokenKind::Mark(',' | ';'))
        );
        let joined = adds && quoted && (cursor.eat_word(&["and"]) || mark);
        let text = match cursor.peek(0) {
            Some(SheetTokenKind::Quote(_, true)) if joined => &cursor.tokens[cursor.at],
            _ => {
                cursor.rewind(back);
                return;
            }
        };
        let (start, end) = (text.start, text.end);
        cursor.at += 1;
        let further = VerbClause {
            payload: PayloadPlace::Inline(start, end, true),
            start,
            end: start,
            ..clause
        };
        parsed.clauses.push((further, lead));
    }
}

fn parse_further_replacement(
    cursor: &mut TokenCursor<'_>,
    clause: &VerbClause,
) -> Option<(PrintedAddress, PayloadPlace)> {
    let quoted = matches!(clause.payload, PayloadPlace::Inline(_, _, true));
    (quoted && matches!(clause.action, Replace)).then_some(())?;
    let mark = cursor.eat_mark(&[',', ';']);
    (cursor.eat_word(&["and"]) | mark).then_some(())?;
    cursor.eat_word(&["the"]);
    let unit = clause.place.unit();
    let place = match unit.and_then(|unit| cursor.parse_number_in_front(unit)) {
        Some(step) => {
            let mut place = clause.place.clone();
            place.steps.pop();
            place.steps.push(step);
            place
        }
        None => cursor
            .parse_address()
            .filter(|place| !place.steps.is_empty())?,
    };
    cursor.eat_word(&["with", "by", "to"]).then_some(())?;
    let Some(SheetTokenKind::Quote(_, closed)) = cursor.peek(0) else {
        return None;
    };
    let token = &cursor.tokens[cursor.at];
    cursor.at += 1;
    Some((place, PayloadPlace::Inline(token.start, token.end, *closed)))
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

/// Parses `5th bullet: likewise`: what the clause before does, at the place in front of it.
pub(super) fn parse_repetition(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, start) = (cursor.checkpoint(), cursor.offset());
    cursor.eat_word(&["do", "make"]);
    let found = cursor.eat_word(&["likewise", "ditto", "similarly"])
        || cursor.eat_word(&["the"]) && cursor.eat_word(&["same"]);
    if !found || !cursor.ends_at(0, &['.', ';']) {
        // `Ditto the third bullet.` is an instruction too
        parsed.verb |= found && cursor.unit_at(0).is_none() && cursor.parse_address().is_some();
        cursor.rewind(back);
        return false;
    }
    let lead = &parsed.lead;
    let again = parsed.clauses.last().filter(|(clause, before)| {
        let of_words = matches!(clause.action, ReplaceWords(..) | DeleteWords(_));
        of_words && before != lead && !lead.steps.is_empty()
    });
    let Some((clause, _)) = again else {
        parsed.verb = true;
        cursor.rewind(back);
        return false;
    };
    cursor.record(back.token(), "the same again");
    let clause = VerbClause {
        place: PrintedAddress::default(),
        start,
        end: cursor.previous_end(),
        guessed: true,
        ..clause.clone()
    };
    parsed.clauses.push((clause, lead.clone()));
    true
}

/// Parses a verb behind the pair of units that it exchanges: `Para 4, bullets 5 and 6: swap.`
pub(super) fn parse_bare_swap(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let start = cursor.offset();
    let places = cursor.is_word(0, &["change", "swap", "trade", "exchange"])
        && cursor.is_word(1, &["places", "positions"]);
    let length = 1 + usize::from(places);
    let swaps = (places || cursor.verb_at(0) == Some(VerbKind::Swap))
        && cursor.ends_at(length, &['.', ';']);
    let pair = parsed.lead.steps.last().and_then(PrintedStep::split_pair);
    let Some((first, second)) = pair.filter(|_| swaps && parsed.clauses.is_empty()) else {
        return false;
    };
    cursor.at += length;
    cursor.record(cursor.at - length, "verb swap");
    let mut lead = parsed.lead.clone();
    lead.steps.pop();
    parsed.lead = lead.clone();
    let clause = VerbClause::new(
        Swap(vec![second]),
        PrintedAddress::of(first),
        start,
        cursor.previous_end(),
    );
    parsed.clauses.push((clause, lead));
    true
}

/// Parses the new labels of units: `(b) then becomes (c)`, `points 3 to 5 become 4 to 6`.
pub(super) fn parse_renumbering(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (start, lead) = (cursor.offset(), parsed.lead.clone());
    let Some(renamed) = cursor.parse_new_labels() else {
        return false;
    };
    let end = cursor.previous_end();
    let clauses = renamed.into_iter().map(|(step, label)| {
        let mut lead = lead.clone();
        lead.steps.retain(|own| *own != step);
        let clause = VerbClause::new(Rename(label), PrintedAddress::of(step), start, end);
        (clause, lead)
    });
    parsed.clauses.extend(clauses);
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
    /// Parses `"a" and "b"`.
    fn parse_two_quotes(&mut self) -> Option<[String; 2]> {
        let first = self.eat_quote()?;
        self.eat_and().then_some(())?;
        Some([first.to_owned(), self.eat_quote()?.to_owned()])
    }

    /// Parses the number of a unit whose kind was named before, in front of `with` or `by`.
    fn parse_number_in_front(&mut self, unit: UnitNoun) -> Option<PrintedStep> {
        let from = self.at;
        self.is_word(1, &["with", "by", "to"]).then_some(())?;
        let step = match self.peek(0)? {
            SheetTokenKind::Nth(number) => PrintedStep::nth(unit, *number),
            SheetTokenKind::Word(word) if LAST.contains(&word.as_str()) => PrintedStep::last(unit),
            _ => return None,
        };
        self.at += 1;
        self.record(from, "the unit of that number");
        Some(step)
    }

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

/// Parses `"a" and "b" should read "c" and "d"`: each of the old words has its new ones.
pub(super) fn parse_parallel_pairs(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let back = cursor.checkpoint();
    let (start, lead) = (cursor.offset(), parsed.lead.clone());
    let replaces = matches!(
        cursor.verb_at(0),
        Some(VerbKind::Replace | VerbKind::Change)
    );
    let exchanges = cursor.is_word(0, &["for"]);
    cursor.at += usize::from(replaces || exchanges);
    let old = cursor.parse_two_quotes();
    cursor.eat_mark(&[',']);
    let demands = cursor.eat_modals();
    let reads = cursor.eat_word(&["read", "reads", "become", "say", "with", "by", "to"]);
    let new = cursor.parse_two_quotes().filter(|_| demands || reads);
    let end = cursor.previous_end();
    cursor.eat_mark(&[',']);
    cursor.eat_word(&["respectively"]);
    let ends = cursor.ends_at(0, &['.', ';']);
    let (Some(old), Some(new), true) = (old, new, ends) else {
        cursor.rewind(back);
        return false;
    };
    cursor.record(back.token(), "old and new words");
    for (text, new) in old.into_iter().zip(new) {
        let words = QuotedWords::of(text);
        let clause = VerbClause::new(
            ReplaceWords(words, new),
            PrintedAddress::default(),
            start,
            end,
        );
        parsed.clauses.push((clause, lead.clone()));
    }
    true
}
