//! Skips the words of an answer at the start of a line (`A: No, …`); finds a place there by words
//! that `import.toml` gives.

use super::{
    cursor::TokenCursor,
    known_rulesets::{KnownRuleset, KnownRulesets},
    token::SheetTokenKind,
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
        let ends = matches!(sentence.last(), Some(last) if matches!(last.kind, SheetTokenKind::Mark('.' | '!')));
        let plain = sentence.iter().all(|token| {
            matches!(
                token.kind,
                SheetTokenKind::Word(_) | SheetTokenKind::Mark(_) | SheetTokenKind::Number(..)
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
            || sentence.iter().any(|token| token.is_word(&["page"]));
        let after = cursor.at;
        cursor.rewind(back);
        // `The last sentence was written long ago. It should read: …`
        let unit = cursor
            .parse_address()
            .is_some_and(|place| place.steps.iter().any(|step| !step.is_bare()));
        cursor.rewind(back);
        cursor.at = after;
        if !ends || !plain || names || places || unit || cursor.at_end() {
            cursor.rewind(back);
            return;
        }
        cursor.record(back.token(), "an answer");
    }
}

/// Returns where the place begins and ends whose words `import.toml` gives, at the start of the line or
/// after another place: `Under Tolls on page 3, if the sun has set: …`.
pub(super) fn find_known_place(
    text: &str,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> Option<(usize, usize)> {
    let rules = || {
        let mine = |rules: &&KnownRuleset| ruleset.is_none_or(|key| rules.key == key);
        known.rules.iter().filter(mine)
    };
    let after_mark = text.match_indices([',', ':']).map(|(at, _)| at + 1);
    let starts = std::iter::once(0).chain(after_mark);
    let mut starts = starts.map(|at| at + text[at..].len() - text[at..].trim_start().len());
    starts.by_ref().take(4).find_map(|start| {
        let place = rules().find_map(|rules| rules.find_leading_place(&text[start..]));
        place.map(|(length, _)| (start, start + length))
    })
}
