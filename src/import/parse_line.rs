//! Parses a line.

use super::{
    address::PrintedAddress,
    cursor::{Checkpoint, TokenCursor},
    grammar::REMARK_OPENERS,
    joined_line::JoinedLine,
    known_rulesets::KnownRulesets,
    leading_place::parse_leading_place,
    parsed_line::ParsedLine,
    token::{Lexeme, tokenize},
    verb_clause::{ClauseAction, FreeOrderContext, PayloadPlace, ValueChange, VerbClause},
};

/// Parses a line. Every line gives a result.
pub(super) fn parse_line(
    line: &JoinedLine,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> ParsedLine {
    let text = line.text();
    let tokens = tokenize(text);
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
    if let Some((end, _)) = known
        .rules
        .iter()
        .filter(|rules| ruleset.is_none_or(|key| rules.key == key))
        .find_map(|rules| rules.find_leading_place(text))
    {
        parsed.names.push((text[..end].to_owned(), 0, end));
        while reader.offset() < end && !reader.at_end() {
            reader.at += 1;
        }
    }
    parse_tokens(&mut reader, &mut parsed);
    parsed.join_listed_labels(text);
    let failed = parsed.clauses.is_empty() && reader.tried.len() > reader.found.len();
    parsed.found = if failed { reader.tried } else { reader.found };
    parsed
}

/// Parses a row of values where rows are expected: `Camelry(S) from 11 to 10 AP`.
pub(super) fn parse_value_row(line: &JoinedLine, known: &KnownRulesets) -> Option<ValueChange> {
    let tokens = tokenize(line.text());
    let mut reader = TokenCursor::new(&known.words, line.text(), &tokens);
    let value = reader.parse_value()?;
    reader.eat_mark(&['.', ',', ';']);
    reader.at_end().then_some(value)
}

fn parse_tokens(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    let mut follows = false;
    while !reader.at_end() {
        if reader.eat_mark(&['.', ',', ':', ';', '–', '!', '…']) {
            continue;
        }
        let from = reader.offset();
        if let Some(Lexeme::Paren(words)) = reader.peek(0) {
            let is_remark = reader.is_action_remark(words);
            if !is_remark {
                reader.at += 1;
                parsed.remarks.push((from, reader.previous_end()));
                continue;
            }
        }
        if follows
            || reader.is_word(0, REMARK_OPENERS) && (!parsed.clauses.is_empty() || reader.at == 0)
        {
            // words after an instruction whose payload follows below are a remark about it; a note
            // may itself change something: `Note that the 2 in bullet 3 is now 3.`
            let back = reader.checkpoint();
            if !follows && parse_free_order(reader, back, parsed) {
                continue;
            }
            reader.skip_sentence();
            parsed.remarks.push((from, reader.previous_end()));
            continue;
        }
        let back = reader.checkpoint();
        if reader.is_sentence_start(reader.at)
            || !parsed.clauses.is_empty()
            || !parsed.names.is_empty()
            || !parsed.lead.is_empty()
        {
            let at = reader.at;
            parsed.verb |= reader.verb_at(0).is_some();
            let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
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
            parsed.remarks.push((from, reader.previous_end()));
            continue;
        }
        let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
        if reader.is_word(0, &["new"]) && placed && parse_free_order(reader, back, parsed) {
            // `Para 2: new bullet`
            continue;
        }
        if parse_leading_place(reader, parsed) {
            continue;
        }
        reader.rewind(back);
        if parse_free_order(reader, back, parsed) {
            continue;
        }
        let sentence = reader.at;
        reader.skip_sentence();
        parsed.verb |= reader.has_instruction_words(sentence..reader.at);
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
}

/// Consumes `New or amended entries.`, which only announces the entries below.
fn skip_announced_entries(reader: &mut TokenCursor<'_>) -> bool {
    let (back, from) = (reader.checkpoint(), reader.at);
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
    };
    let mut clauses = reader.parse_free_order(context);
    let whole = parsed.clauses.is_empty() && parsed.names.is_empty() && parsed.unread.is_empty();
    if clauses.is_empty() && whole && !parsed.lead.steps.is_empty() {
        let found = std::mem::take(&mut reader.found);
        reader.at = 0;
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
