//! Parses what may open a line: the words of an answer, or a place whose words `import.toml` gives.

use super::{
    cursor::TokenCursor, known_rulesets::KnownRulesets, parse_line::parse_tokens,
    parsed_line::ParsedLine, token::Lexeme,
};

/// Consumes the words of an answer in front of its instruction: `A: No, the book is wrong. On page 4, …`.
pub(super) fn skip_answer(
    cursor: &mut TokenCursor<'_>,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) {
    const SHORT: &[&str] = &["yes", "no", "nothing", "neither", "both", "none"];
    let lower = cursor.text.trim_start().to_lowercase();
    let marked = lower.starts_with("a:") || lower.starts_with("answer:");
    if !marked && !lower.starts_with("a. ") {
        return;
    }
    let mark = cursor.text.find([':', '.']).unwrap_or_default();
    cursor.at = cursor.tokens.partition_point(|token| token.start <= mark);
    while !cursor.at_end() {
        let (back, start) = (cursor.checkpoint(), cursor.offset());
        cursor.skip_sentence();
        let sentence = &cursor.tokens[back.token()..cursor.at];
        let words = &cursor.text[start..cursor.previous_end()];
        let ends =
            matches!(sentence.last(), Some(last) if matches!(last.kind, Lexeme::Mark('.' | '!')));
        let plain = sentence.iter().all(|token| {
            matches!(
                token.kind,
                Lexeme::Word(_) | Lexeme::Mark(_) | Lexeme::Number(..)
            )
        });
        // below `A.` a single word may be a heading
        let first = words
            .split(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or_default();
        let names = known.find_place(ruleset, words).is_some()
            || !marked && sentence.len() < 4 && !SHORT.contains(&first.to_lowercase().as_str());
        let places = cursor.has_instruction_words(back.token()..cursor.at)
            || sentence
                .iter()
                .any(|token| matches!(&token.kind, Lexeme::Word(word) if word == "page"));
        if !ends || !plain || names || places || cursor.at_end() {
            cursor.rewind(back);
            return;
        }
        cursor.record(back.token(), "an answer");
    }
}

/// Parses a place whose words `import.toml` gives, at the start of the line or after another place:
/// `Under Tolls on page 3, if the sun has set: …`.
pub(super) fn parse_known_place(
    cursor: &mut TokenCursor<'_>,
    parsed: &mut ParsedLine,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) {
    let text = cursor.text;
    let rules = || {
        known
            .rules
            .iter()
            .filter(|rules| ruleset.is_none_or(|key| rules.key == key))
    };
    let after_mark = text.match_indices([',', ':']).map(|(at, _)| at + 1);
    let starts = std::iter::once(0)
        .chain(after_mark)
        .map(|at| at + text[at..].len() - text[at..].trim_start().len());
    let found = starts.take(4).find_map(|start| {
        let place = rules().find_map(|rules| rules.find_leading_place(&text[start..]));
        place.map(|(length, _)| (start, start + length))
    });
    let Some((start, end)) = found else {
        return;
    };
    let first = cursor.tokens.partition_point(|token| token.start < start);
    let mut front = TokenCursor::new(cursor.words, text, &cursor.tokens[..first]);
    let mut outer = ParsedLine::default();
    parse_tokens(&mut front, &mut outer);
    if !outer.clauses.is_empty() || !outer.unread.is_empty() {
        return;
    }
    cursor.found.append(&mut front.found);
    parsed.lead.page = outer.lead.page;
    parsed.names.push((text[start..end].to_owned(), start, end));
    cursor.at = cursor.tokens.partition_point(|token| token.start < end);
}
