//! Parses the words of a line to a `ParsedLine`: clauses, places, remarks, words not understood.

use super::{
    address::PrintedAddress,
    cursor::{Checkpoint, TokenCursor},
    grammar::{FIRST, LAST, REMARK_OPENERS, UNIT_WORDS},
    joined_line::JoinedLine,
    known_rulesets::KnownRulesets,
    leading_place::parse_leading_place,
    line_brackets::skip_brackets,
    line_clauses::{parse_after_deletion, parse_transfer, with_unit_before},
    line_opening::{find_known_place, skip_answer},
    next_label::parse_next_label,
    parsed_line::ParsedLine,
    token::{
        SheetTokenKind::{Bracket, Dotted, Item, Nth, Number, Paren, Signed, Word},
        tokenize,
    },
    verb_clause::{PayloadPlace, SentenceContext, ValueChange, VerbClause},
};
use crate::syntax::UnitNoun;

/// Parses a line. Every line gives a result.
pub(super) fn parse_line(
    line: &JoinedLine,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> ParsedLine {
    let text = line.text();
    let mut tokens = tokenize(text);
    tokens.retain(|token| token.start >= line.mark);
    let mut cursor = TokenCursor::new(&known.words, text, &tokens);
    let mut parsed = ParsedLine::default();
    if let Some(Dotted(number)) = cursor.peek(0) {
        let words = cursor.tokens.get(1).map_or(text.len(), |token| token.start);
        parsed.number = number
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'.')
            .then(|| (number.clone(), words));
    }
    if cursor.is_number(0) && cursor.is_mark(1, &[')']) {
        // `4) p. 19: …`
        cursor.at = 2;
    }
    let number = match cursor.peek(0) {
        Some(Number(number, None)) if cursor.verb_at(1).is_some() => {
            Some(format!("section {number}"))
        }
        // `4.2.1 Range table, Heavy: was 3, is now 2`
        Some(Dotted(number)) if cursor.states_old_value() && text.contains(": ") => {
            Some(number.clone())
        }
        _ => None,
    };
    if let Some(number) = number
        && known.find_place(ruleset, &number).is_some()
    {
        // `5 Rename this section …`
        parsed.lead.heading = Some(number);
        cursor.at = 1;
    }
    skip_answer(&mut cursor, known, ruleset);
    let ahead = cursor.at;
    if cursor.is_word(
        0,
        &[
            "errata",
            "erratum",
            "correction",
            "corrigendum",
            "typo",
            "misprint",
        ],
    ) && cursor.is_mark(1, &[':', '–', '.', ','])
        && cursor.peek(2).is_some()
    {
        // `Erratum: page 14, …`
        cursor.at = ahead + 2;
    }
    if let Some(place) = find_known_place(text, known, ruleset) {
        enter_known_place(&mut cursor, &mut parsed, place);
    }
    parse_tokens(&mut cursor, &mut parsed);
    parsed.join_listed_labels(text);
    parsed.share_last_place(text);
    parsed.overlooked = find_overlooked(&cursor, &parsed);
    parsed.resumes = text.starts_with("and ") && cursor.has_participle(0..tokens.len());
    if parsed.clauses.is_empty() {
        // `Figure 3: the arrow should point left`
        let placed = parsed.lead.page.is_some()
            || !parsed.lead.steps.is_empty()
            || parsed.lead.heading.is_some();
        parsed.verb |= placed && cursor.says_becomes()
            || parsed.lead.page.is_some() && cursor.commands_after_mark()
            || placed && cursor.names_words_by_context();
        let numbered = cursor.demands_anything() && {
            cursor.at = 0;
            cursor.parse_numbered_section().is_some()
        } || parsed.number.is_some() && cursor.demands_quoted_words();
        parsed.verb |= placed && cursor.demands_anything() || numbered || cursor.states_old_value();
    }
    let failed = parsed.clauses.is_empty() && cursor.tried.len() > cursor.found.len();
    parsed.found = if failed { cursor.tried } else { cursor.found };
    parsed
}

/// Takes the bytes `place` as the place of the line if the words in front of it are only another place.
fn enter_known_place(
    cursor: &mut TokenCursor<'_>,
    parsed: &mut ParsedLine,
    (start, end): (usize, usize),
) {
    let first = cursor.tokens.partition_point(|token| token.start < start);
    let mut front = TokenCursor::new(cursor.words, cursor.text, &cursor.tokens[..first]);
    let mut outer = ParsedLine::default();
    parse_tokens(&mut front, &mut outer);
    if !outer.clauses.is_empty() || !outer.unread.is_empty() {
        return;
    }
    cursor.found.append(&mut front.found);
    parsed.lead.page = outer.lead.page;
    let name = cursor.text[start..end].to_owned();
    parsed.names.push((name, start, end));
    cursor.at = cursor.tokens.partition_point(|token| token.start < end);
}

/// Finds the words that count, name or limit units, and that nothing interpreted.
fn find_overlooked(cursor: &TokenCursor<'_>, parsed: &ParsedLine) -> Vec<(usize, usize)> {
    const LIMITS: &[&str] = &[
        "except",
        "only",
        "page",
        "heading",
        "title",
        "end",
        "beginning",
        "half",
    ];
    const CONDITIONS: &[&str] = &[
        "if",
        "only",
        "except",
        "unless",
        "not",
        "optional",
        "optionally",
        "when",
    ];
    let named = parsed.names.iter().map(|&(_, start, end)| (start, end));
    let mut read: Vec<(usize, usize)> = cursor
        .found
        .iter()
        .map(|&(start, end, _)| (start, end))
        .chain(named)
        .collect();
    read.sort_unstable();
    let mut next = read.iter().peekable();
    let mut until = 0;
    let mut out = Vec::new();
    for (at, token) in cursor.tokens.iter().enumerate() {
        while let Some((_, end)) = next.next_if(|(start, _)| *start <= token.start) {
            until = until.max(*end);
        }
        let counts = match &token.kind {
            Nth(_) | Signed(_) | Item(_) | Number(..) => true,
            Paren(words) => words
                .split_whitespace()
                .any(|word| CONDITIONS.contains(&word.to_lowercase().as_str())),
            Word(word) => {
                LIMITS.contains(&word.as_str())
                    || super::grammar::LAST.contains(&word.as_str())
                    || UNIT_WORDS.iter().any(|row| {
                        row.unit != UnitNoun::Section && row.words.contains(&word.as_str())
                    })
            }
            _ => false,
        };
        // `the following bullet`, `a new paragraph` announce the new text
        let announced = (1..=4).any(|before| {
            let word = at.checked_sub(before).map(|at| &cursor.tokens[at].kind);
            matches!(word, Some(Word(word)) if ["following", "new", "this", "that", "whole", "entire", "same"].contains(&word.as_str()))
        });
        if token.start >= until && counts && !announced {
            out.push((token.start, token.end));
        }
    }
    out
}

/// Parses a line of values where rows are expected: `Camelry(S) from 11 to 10 AP`.
pub(super) fn parse_value_rows(
    line: &JoinedLine,
    known: &KnownRulesets,
) -> Option<Vec<ValueChange>> {
    let tokens = tokenize(line.text());
    TokenCursor::new(&known.words, line.text(), &tokens).parse_value_rows()
}

fn parse_tokens(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    let mut follows = false;
    while !cursor.at_end() {
        if cursor.eat_mark(&['.', ',', ':', ';', '–', '!', '…']) {
            continue;
        }
        if !parsed.lead.is_empty() && cursor.eat_as_if() {
            continue;
        }
        let from = cursor.offset();
        if cursor.at == 0 && cursor.is_paren(0) && parse_leading_place(cursor, parsed) {
            continue;
        }
        if skip_brackets(cursor, parsed, parse_tokens) {
            continue;
        }
        if follows
            || cursor.is_word(0, REMARK_OPENERS) && (!parsed.clauses.is_empty() || cursor.at == 0)
        {
            parse_note(cursor, parsed, follows);
            continue;
        }
        let back = cursor.checkpoint();
        if cursor.is_sentence_start(cursor.at)
            || !parsed.clauses.is_empty()
            || !parsed.names.is_empty()
            || !parsed.lead.is_empty()
            // `In the table, change …`
            || parsed.unread.is_empty() && cursor.verb_at(0).is_some()
        {
            if let Some(below) = parse_clause_here(cursor, parsed, back) {
                follows = below;
                continue;
            }
            cursor.rewind(back);
        }
        if parse_next_label(cursor, parsed) {
            continue;
        }
        if skip_announced_entries(cursor) {
            parsed.verb = false;
            parsed.announces_entries = true;
            parsed.remarks.push((from, cursor.previous_end()));
            continue;
        }
        let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
        if adds_units(cursor, placed) && read_sentence(cursor, back, parsed) {
            // `Para 2: new bullet`
            continue;
        }
        let had_steps = !parsed.lead.steps.is_empty();
        if parse_leading_place(cursor, parsed) {
            if !had_steps && !parsed.lead.steps.is_empty() {
                parsed.lead_start = from;
            }
            continue;
        }
        cursor.rewind(back);
        if read_sentence(cursor, back, parsed) {
            continue;
        }
        skip_unread_sentence(cursor, parsed);
    }
}

/// Parses the clause at the cursor; returns whether its payload is in the lines below.
fn parse_clause_here(
    cursor: &mut TokenCursor<'_>,
    parsed: &mut ParsedLine,
    back: Checkpoint,
) -> Option<bool> {
    let at = cursor.at;
    parsed.verb |= cursor.verb_at(0).is_some();
    let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
    if placed && parsed.clauses.is_empty() && parse_transfer(cursor, parsed) {
        return Some(false);
    }
    let Some(clause) = cursor.parse_announced_change() else {
        let first = parsed.clauses.len();
        let found = cursor.verb_at(0).is_some() && read_sentence(cursor, back, parsed);
        let below =
            |(clause, _): &(VerbClause, PrintedAddress)| clause.payload == PayloadPlace::Follows;
        return found.then(|| parsed.clauses[first..].iter().any(below));
    };
    let lead = parsed.lead.clone();
    let follows = clause.payload == PayloadPlace::Follows;
    let open = matches!(clause.payload, PayloadPlace::Inline(_, _, false));
    let clause = with_unit_before(cursor, parsed, clause);
    parsed.clauses.push((clause, lead));
    parse_after_deletion(cursor, parsed);
    if open {
        cursor.at = cursor.tokens.len();
    }
    // a clause without tokens would never end the loop
    if cursor.at == at {
        cursor.at += 1;
    }
    Some(follows)
}

/// Whether the words at the cursor name units that are added, without a verb: `An extra bullet: …`.
fn adds_units(cursor: &TokenCursor<'_>, placed: bool) -> bool {
    let article = usize::from(cursor.is_word(0, &["a", "an"]));
    let extra = ["another", "further", "extra", "additional"];
    let edge = cursor.is_word(article + 1, LAST) || cursor.is_word(article + 1, FIRST);
    let listed = cursor.unit_at(article + 1).is_some() && cursor.is_mark(article + 2, &[':']);
    cursor.is_word(article, &["new"])
        && (placed || listed || edge)
        && (article == 0 || cursor.unit_at(article + 1 + usize::from(edge)).is_some())
        || cursor.is_word(article, &extra) && cursor.unit_at(article + 1).is_some()
}

/// Parses words after an instruction whose payload follows below, or a note, as a remark. A note
/// may itself change something: `Note that the 2 in bullet 3 is now 3.`
fn parse_note(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine, follows: bool) {
    let (back, from) = (cursor.checkpoint(), cursor.offset());
    if !follows && read_sentence(cursor, back, parsed) {
        return;
    }
    cursor.skip_sentence();
    parsed.remarks.push((from, cursor.previous_end()));
}

/// Skips a sentence that was not understood.
fn skip_unread_sentence(cursor: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    let (sentence, from) = (cursor.at, cursor.offset());
    cursor.skip_sentence();
    let instructs = cursor.has_instruction_words(sentence..cursor.at)
        || parsed.lead.heading.is_some() && cursor.has_participle(sentence..cursor.at);
    parsed.verb |= instructs;
    if instructs {
        parsed.failed.push((from, cursor.previous_end()));
    }
    parsed.failed_instruction |= sentence == 0 && cursor.instructs_about_unit(cursor.at);
    match parsed
        .unread
        .last_mut()
        .filter(|(_, end)| cursor.text[*end..from].trim().is_empty())
    {
        Some(last) => last.1 = cursor.previous_end(),
        None => parsed.unread.push((from, cursor.previous_end())),
    }
}

/// Consumes `New or amended entries.` or `Set the following entries:`, which only announces the
/// entries below.
fn skip_announced_entries(cursor: &mut TokenCursor<'_>) -> bool {
    let back = cursor.checkpoint();
    cursor.eat_word(&["set"]);
    cursor.eat_word(&["the"]);
    let from = cursor.at;
    cursor.eat_word(&["following"]);
    while cursor.is_word(
        0,
        &["new", "or", "and", "amended", "changed", "revised", "added"],
    ) {
        cursor.at += 1;
    }
    let entries = cursor.at > from && cursor.eat_word(&["entries", "definitions", "terms"]);
    if entries && (cursor.at_end() || cursor.eat_mark(&['.', ':'])) && cursor.at_end() {
        return true;
    }
    cursor.rewind(back);
    false
}

/// Parses the sentence at `start` in free order, or the line from its beginning if the place in
/// front of it is needed too. On failure the cursor stays where it is.
fn read_sentence(cursor: &mut TokenCursor<'_>, start: Checkpoint, parsed: &mut ParsedLine) -> bool {
    let (here, found_before) = (cursor.checkpoint(), cursor.found.clone());
    cursor.rewind(start);
    let before = parsed.clauses.last().map(|(clause, _)| clause);
    let before = before.filter(|before| {
        let between = cursor.text.get(before.end..cursor.offset());
        !between.is_some_and(|between| between.contains(['.', ';']))
    });
    let context = SentenceContext {
        before,
        labelled: !parsed.names.is_empty() && parsed.lead.steps.is_empty(),
        placed: !parsed.lead.is_empty(),
        unit: parsed.lead.unit(),
    };
    let mut clauses = cursor.parse_sentence(context);
    let whole = parsed.clauses.is_empty() && parsed.names.is_empty() && parsed.unread.is_empty();
    if clauses.is_empty() && whole && !parsed.lead.steps.is_empty() {
        let found = std::mem::take(&mut cursor.found);
        cursor.at = usize::from(parsed.number.is_some());
        clauses = cursor.parse_sentence(SentenceContext::default());
        if !clauses.is_empty() {
            parsed.lead = PrintedAddress {
                page: parsed.lead.page.take(),
                heading: parsed.lead.heading.take(),
                ..PrintedAddress::default()
            };
        } else {
            cursor.found = found;
        }
    }
    if clauses.is_empty() {
        cursor.at = here.token();
        cursor.found = found_before;
        return false;
    }
    let lead = parsed.lead.clone();
    parsed
        .clauses
        .extend(clauses.into_iter().map(|clause| (clause, lead.clone())));
    parse_after_deletion(cursor, parsed);
    true
}

impl TokenCursor<'_> {
    /// Consumes what circulars write before a change: `Schedule 2 shall have effect as if for …`.
    fn eat_as_if(&mut self) -> bool {
        const WORDS: &[&str] = &["shall", "have", "effect", "as", "if"];
        let found = WORDS
            .iter()
            .zip(0..)
            .all(|(word, at)| self.is_word(at, &[word]));
        self.at += if found { WORDS.len() } else { 0 };
        found
    }

    /// Whether an instruction begins at `ahead`.
    fn starts_instruction(&self, ahead: usize) -> bool {
        self.verb_at(ahead).is_some()
            || self.is_word(ahead, &["at", "after", "before", "in", "the"])
    }

    /// Whether words in brackets after a rule number name a change.
    pub(super) fn is_action_remark(&self, words: &str) -> bool {
        let first = words
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        self.at > 0
            && matches!(
                self.tokens[self.at - 1].kind,
                Bracket(_) | Dotted(_) | Number(..) | Word(_) | Item(_)
            )
            && super::grammar::BRACKETED_CHANGES
                .iter()
                .any(|(name, _)| *name == first)
            && (self.is_mark(1, &[':', '–', '.'])
                || self.peek(1).is_none()
                || matches!(self.tokens[self.at - 1].kind, Bracket(_) | Dotted(_))
                || self.starts_instruction(1))
    }
}
