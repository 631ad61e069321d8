//! Parses the words of a line to clauses, places and remarks, and notes which are not understood.

use super::{
    address::PrintedAddress,
    cursor::{Checkpoint, TokenCursor},
    grammar::{PrintedVerb, REMARK_OPENERS, UNITS},
    joined_line::JoinedLine,
    known_rulesets::KnownRulesets,
    leading_place::parse_leading_place,
    line_clauses::{
        parse_after_deletion, parse_bare_swap, parse_renumbering, parse_repetition, parse_transfer,
    },
    line_opening::{find_known_place, skip_answer},
    parsed_line::ParsedLine,
    token::{Lexeme, tokenize},
    verb_clause::{ClauseAction, FreeOrderContext, PayloadPlace, ValueChange, VerbClause},
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
    let mut reader = TokenCursor::new(&known.words, text, &tokens);
    let mut parsed = ParsedLine::default();
    if let Some(Lexeme::Dotted(number)) = reader.peek(0) {
        let words = reader.tokens.get(1).map_or(text.len(), |token| token.start);
        parsed.number = number
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'.')
            .then(|| (number.clone(), words));
    }
    if matches!(reader.peek(0), Some(Lexeme::Number(..))) && reader.is_mark(1, &[')']) {
        // `4) p. 19: …`
        reader.at = 2;
    }
    skip_answer(&mut reader, known, ruleset);
    let ahead = reader.at;
    if reader.is_word(
        0,
        &[
            "errata",
            "erratum",
            "correction",
            "corrigendum",
            "typo",
            "misprint",
        ],
    ) && reader.is_mark(1, &[':', '–', '.', ','])
        && reader.peek(2).is_some()
    {
        // `Erratum: page 14, …`
        reader.at = ahead + 2;
    }
    if let Some(place) = find_known_place(text, known, ruleset) {
        enter_known_place(&mut reader, &mut parsed, place);
    }
    parse_tokens(&mut reader, &mut parsed);
    parsed.join_listed_labels(text);
    parsed.overlooked = find_overlooked(&reader, &parsed);
    parsed.resumes = text.starts_with("and ") && reader.has_participle(0..tokens.len());
    if parsed.clauses.is_empty() {
        // `Figure 3: the arrow should point left`
        let placed = parsed.lead.page.is_some()
            || !parsed.lead.steps.is_empty()
            || parsed.lead.heading.is_some();
        parsed.verb |= placed && reader.says_becomes()
            || parsed.lead.page.is_some() && reader.commands_after_mark()
            || placed && reader.names_words_by_context();
        let numbered = reader.demands_anything() && {
            reader.at = 0;
            reader.parse_numbered_section().is_some()
        } || parsed.number.is_some() && reader.demands_quoted_words();
        parsed.verb |= placed && reader.demands_anything() || numbered || reader.states_old_value();
    }
    let failed = parsed.clauses.is_empty() && reader.tried.len() > reader.found.len();
    parsed.found = if failed { reader.tried } else { reader.found };
    parsed
}

/// Takes the bytes `place` as the place of the line if the words in front of it are only another place.
fn enter_known_place(
    reader: &mut TokenCursor<'_>,
    parsed: &mut ParsedLine,
    (start, end): (usize, usize),
) {
    let first = reader.tokens.partition_point(|token| token.start < start);
    let mut front = TokenCursor::new(reader.words, reader.text, &reader.tokens[..first]);
    let mut outer = ParsedLine::default();
    parse_tokens(&mut front, &mut outer);
    if !outer.clauses.is_empty() || !outer.unread.is_empty() {
        return;
    }
    reader.found.append(&mut front.found);
    parsed.lead.page = outer.lead.page;
    let name = reader.text[start..end].to_owned();
    parsed.names.push((name, start, end));
    reader.at = reader.tokens.partition_point(|token| token.start < end);
}

/// Finds the words that count, name or limit units, and that nothing interpreted.
fn find_overlooked(reader: &TokenCursor<'_>, parsed: &ParsedLine) -> Vec<(usize, usize)> {
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
    let mut read: Vec<(usize, usize)> = reader
        .found
        .iter()
        .map(|&(start, end, _)| (start, end))
        .chain(named)
        .collect();
    read.sort_unstable();
    let mut next = read.iter().peekable();
    let mut until = 0;
    let mut out = Vec::new();
    for (at, token) in reader.tokens.iter().enumerate() {
        while let Some((_, end)) = next.next_if(|(start, _)| *start <= token.start) {
            until = until.max(*end);
        }
        let counts = match &token.kind {
            Lexeme::Nth(_) | Lexeme::Signed(_) | Lexeme::Item(_) => true,
            Lexeme::Paren(words) => words
                .split_whitespace()
                .any(|word| CONDITIONS.contains(&word.to_lowercase().as_str())),
            Lexeme::Word(word) => {
                LIMITS.contains(&word.as_str())
                    || super::grammar::LAST.contains(&word.as_str())
                    || UNITS.iter().any(|row| {
                        row.unit != UnitNoun::Section && row.words.contains(&word.as_str())
                    })
            }
            _ => false,
        };
        // `the following bullet`, `a new paragraph` announce the new text
        let announced = (1..=4).any(|before| {
            let word = at.checked_sub(before).map(|at| &reader.tokens[at].kind);
            matches!(word, Some(Lexeme::Word(word)) if ["following", "new", "this", "that", "whole", "entire", "same"].contains(&word.as_str()))
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

/// Whether a remark in brackets names a change and quotes words.
fn instructs_in_brackets(words: &str) -> bool {
    words.contains(['"', '“'])
        && words
            .split(|c: char| !c.is_alphabetic())
            .any(|word| PrintedVerb::find(&word.to_lowercase()).is_some())
}

fn parse_tokens(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    let mut follows = false;
    while !reader.at_end() {
        if reader.eat_mark(&['.', ',', ':', ';', '–', '!', '…']) {
            continue;
        }
        if !parsed.lead.is_empty() && reader.eat_as_if() {
            continue;
        }
        let from = reader.offset();
        if reader.at == 0
            && matches!(reader.peek(0), Some(Lexeme::Paren(_)))
            && parse_leading_place(reader, parsed)
        {
            continue;
        }
        if skip_brackets(reader, parsed) {
            continue;
        }
        if parse_repetition(reader, parsed)
            || parse_renumbering(reader, parsed)
            || parse_bare_swap(reader, parsed)
        {
            continue;
        }
        if follows
            || reader.is_word(0, REMARK_OPENERS) && (!parsed.clauses.is_empty() || reader.at == 0)
        {
            parse_note(reader, parsed, follows);
            continue;
        }
        let back = reader.checkpoint();
        if reader.is_sentence_start(reader.at)
            || !parsed.clauses.is_empty()
            || !parsed.names.is_empty()
            || !parsed.lead.is_empty()
            // `In the table, change …`
            || parsed.unread.is_empty() && reader.verb_at(0).is_some()
        {
            let at = reader.at;
            parsed.verb |= reader.verb_at(0).is_some();
            let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
            if placed && parsed.clauses.is_empty() && parse_transfer(reader, parsed) {
                continue;
            }
            let clause = reader.parse_clause().filter(|clause| {
                placed || !matches!(clause.action, ClauseAction::Delete) || !clause.place.is_empty()
            });
            if let Some(clause) = clause {
                if stops_early(reader, &clause) && parse_free_order(reader, back, parsed) {
                    continue;
                }
                let lead = parsed.lead.clone();
                follows = clause.payload == PayloadPlace::Follows;
                let open = matches!(clause.payload, PayloadPlace::Inline(_, _, false));
                parsed.clauses.push((clause, lead));
                parse_after_deletion(reader, parsed);
                if open {
                    reader.at = reader.tokens.len();
                }
                // a clause without tokens would never end the loop
                if reader.at == at {
                    reader.at += 1;
                }
                continue;
            }
            reader.rewind(back);
        }
        if skip_announced_entries(reader) {
            parsed.verb = false;
            parsed.announces_entries = true;
            parsed.remarks.push((from, reader.previous_end()));
            continue;
        }
        let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
        if reader.is_word(0, &["new"]) && placed && parse_free_order(reader, back, parsed) {
            // `Para 2: new bullet`
            continue;
        }
        let had_steps = !parsed.lead.steps.is_empty();
        if parse_leading_place(reader, parsed) {
            if !had_steps && !parsed.lead.steps.is_empty() {
                parsed.lead_start = from;
            }
            continue;
        }
        reader.rewind(back);
        if parse_free_order(reader, back, parsed) {
            continue;
        }
        skip_unread_sentence(reader, parsed);
    }
}

/// Parses words after an instruction whose payload follows below, or a note, as a remark. A note may
/// itself change something: `Note that the 2 in bullet 3 is now 3.`
fn parse_note(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine, follows: bool) {
    let (back, from) = (reader.checkpoint(), reader.offset());
    if !follows && parse_free_order(reader, back, parsed) {
        return;
    }
    reader.skip_sentence();
    parsed.remarks.push((from, reader.previous_end()));
}

/// Skips a sentence that was not understood.
fn skip_unread_sentence(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    let (sentence, from) = (reader.at, reader.offset());
    reader.skip_sentence();
    let instructs = reader.has_instruction_words(sentence..reader.at)
        || parsed.lead.heading.is_some() && reader.has_participle(sentence..reader.at);
    parsed.verb |= instructs;
    if instructs {
        parsed.failed.push((from, reader.previous_end()));
    }
    parsed.failed_instruction |= sentence == 0 && reader.instructs_about_unit(reader.at);
    match parsed
        .unread
        .last_mut()
        .filter(|(_, end)| reader.text[*end..from].trim().is_empty())
    {
        Some(last) => last.1 = reader.previous_end(),
        None => parsed.unread.push((from, reader.previous_end())),
    }
}

/// Consumes a remark in brackets that names no kind of change.
fn skip_brackets(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let Some(Lexeme::Paren(words)) = reader.peek(0) else {
        return false;
    };
    let place = parsed.paged && parsed.names.is_empty() && parsed.clauses.is_empty();
    if place && words.starts_with(char::is_uppercase) && reader.is_mark(1, &[':']) {
        // `P. 23 (Wages table): …`
        return false;
    }
    parsed.verb |= instructs_in_brackets(words);
    if reader.is_action_remark(words) {
        return skip_kind_of_change(reader, parsed);
    }
    let from = reader.offset();
    reader.at += 1;
    parsed.remarks.push((from, reader.previous_end()));
    true
}

/// Consumes the kind of a change in brackets if the words after it give the change itself: `7.1
/// (correction): in the first sentence, …`.
fn skip_kind_of_change(reader: &mut TokenCursor<'_>, parsed: &ParsedLine) -> bool {
    let back = reader.checkpoint();
    reader.at += 1;
    reader.eat_mark(&[':', '.', '–']);
    let mut rest = ParsedLine {
        lead: parsed.lead.clone(),
        names: parsed.names.clone(),
        ..ParsedLine::default()
    };
    parse_tokens(reader, &mut rest);
    let instructs = rest.unread.is_empty()
        && !rest.clauses.is_empty()
        && rest.clauses.iter().all(|(clause, lead)| {
            let placed = *lead != parsed.lead && matches!(clause.action, ClauseAction::Delete);
            !matches!(clause.action, ClauseAction::Clarify) && (clause.is_strong() || placed)
        });
    reader.rewind(back);
    reader.at += usize::from(instructs);
    if instructs {
        reader.record(back.token(), "the kind of change");
    }
    instructs
}

/// Consumes `New or amended entries.` or `Set the following entries:`, which only announces the
/// entries below.
fn skip_announced_entries(reader: &mut TokenCursor<'_>) -> bool {
    let back = reader.checkpoint();
    reader.eat_word(&["set"]);
    reader.eat_word(&["the"]);
    let from = reader.at;
    reader.eat_word(&["following"]);
    while reader.is_word(
        0,
        &["new", "or", "and", "amended", "changed", "revised", "added"],
    ) {
        reader.at += 1;
    }
    let entries = reader.at > from && reader.eat_word(&["entries", "definitions", "terms"]);
    if entries && (reader.at_end() || reader.eat_mark(&['.', ':'])) && reader.at_end() {
        return true;
    }
    reader.rewind(back);
    false
}

/// Whether a clause describes what it changes, or ends in the middle of a sentence.
fn stops_early(reader: &TokenCursor<'_>, clause: &VerbClause) -> bool {
    let described = matches!(
        clause.action,
        ClauseAction::DeleteDescribed(_) | ClauseAction::Paraphrase(_)
    );
    described
        || clause.payload != PayloadPlace::Follows
            && matches!(reader.peek(0), Some(Lexeme::Word(_)))
            && !reader.is_word(0, &["and", "then", "but", "so", "to", "because"])
}

/// Parses the sentence at `start` in free order, or the line from its beginning if the place in
/// front of it is needed too. On failure the cursor stays where it is.
fn parse_free_order(
    reader: &mut TokenCursor<'_>,
    start: Checkpoint,
    parsed: &mut ParsedLine,
) -> bool {
    let here = reader.checkpoint();
    reader.rewind(start);
    let before = parsed.clauses.last().map(|(clause, _)| clause);
    let before = before.filter(|before| {
        let between = reader.text.get(before.end..reader.offset());
        !between.is_some_and(|between| between.contains(['.', ';']))
    });
    let context = FreeOrderContext {
        before,
        labelled: !parsed.names.is_empty() && parsed.lead.steps.is_empty(),
        placed: !parsed.lead.is_empty(),
        unit: parsed.lead.unit(),
    };
    let mut clauses = reader.parse_free_order(context);
    let whole = parsed.clauses.is_empty() && parsed.names.is_empty() && parsed.unread.is_empty();
    if clauses.is_empty() && whole && !parsed.lead.steps.is_empty() {
        let found = std::mem::take(&mut reader.found);
        reader.at = usize::from(parsed.number.is_some());
        clauses = reader.parse_free_order(FreeOrderContext::default());
        if !clauses.is_empty() {
            parsed.lead = PrintedAddress {
                page: parsed.lead.page.take(),
                heading: parsed.lead.heading.take(),
                ..PrintedAddress::default()
            };
        } else {
            reader.found = found;
        }
    }
    if clauses.is_empty() {
        reader.at = here.token();
        return false;
    }
    let lead = parsed.lead.clone();
    parsed
        .clauses
        .extend(clauses.into_iter().map(|clause| (clause, lead.clone())));
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
    fn is_action_remark(&self, words: &str) -> bool {
        let first = words
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        self.at > 0
            && matches!(
                self.tokens[self.at - 1].kind,
                Lexeme::Bracket(_)
                    | Lexeme::Dotted(_)
                    | Lexeme::Number(..)
                    | Lexeme::Word(_)
                    | Lexeme::Item(_)
            )
            && super::grammar::REMARKS
                .iter()
                .any(|(name, _)| *name == first)
            && (self.is_mark(1, &[':', '–', '.'])
                || self.peek(1).is_none()
                || matches!(
                    self.tokens[self.at - 1].kind,
                    Lexeme::Bracket(_) | Lexeme::Dotted(_)
                )
                || self.starts_instruction(1))
    }
}
