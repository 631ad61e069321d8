//! Splits a question into words and operators.

use super::grammar::PERIOD_PARTS;

/// A word of a question.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// As typed, with plain quotes.
    pub(super) typed: String,
    /// In lower case, without punctuation around it; empty for a part of a quotation.
    pub(super) bare: String,
}

/// Splits at spaces, before `@` and at the dots of `3.1..3.4`, with plain quotes.
pub(super) fn split_words(typed: &str) -> Vec<Word> {
    let plain: String = typed
        .chars()
        .map(|c| match c {
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' | '〟' | '＂' | '「' | '」'
            | '『' | '』' | '⹂' => '"',
            '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' | '＇' => '\'',
            c => c,
        })
        .collect();
    let mut out = Vec::new();
    let mut is_open = false;
    for typed in plain.split_whitespace() {
        let was_open = is_open;
        is_open ^= typed.matches('"').count() % 2 == 1;
        if was_open || typed.contains('"') {
            out.push(Word {
                typed: typed.to_owned(),
                bare: String::new(),
            });
            continue;
        }
        for part in split_operators(typed) {
            let bare = part.trim_start_matches('(');
            let bare = bare.trim_end_matches(['?', '!', ',', ';', '.', ':', ')']);
            let bare = if part == ".." { part } else { bare };
            out.push(Word {
                typed: part.to_owned(),
                bare: bare.to_lowercase(),
            });
        }
    }
    out
}

/// Splits `recoiling@3.3` and `3.1..3.4`: an operator is a word of its own. An arrow is `..`.
fn split_operators(word: &str) -> Vec<&str> {
    if ["→", "->", "..", "…"].contains(&word) {
        return vec![".."];
    }
    if let Some((target, edition)) = word.rsplit_once('@')
        && !edition.is_empty()
    {
        let mut out = Vec::from_iter(Some(target).filter(|target| !target.is_empty()));
        out.push("@");
        out.extend(split_operators(edition));
        return out;
    }
    // `mid-2015`
    if let Some((part, year)) = word.split_once('-')
        && PERIOD_PARTS
            .iter()
            .any(|own| part.eq_ignore_ascii_case(own.0))
        && year.starts_with(|c: char| c.is_ascii_digit())
    {
        return vec![part, year];
    }
    let is_point = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == 'v');
    for (operator, shown) in [
        ("..", ".."),
        ("…", ".."),
        ("→", ".."),
        ("-", "-"),
        ("–", "–"),
    ] {
        let Some((from, to)) = word.split_once(operator) else {
            continue;
        };
        let to = to.trim_start_matches('.');
        let both = is_point(from) && is_point(to);
        let is_name = |text: &str| !text.is_empty() && text.chars().all(char::is_alphanumeric);
        let names = operator == ".." && is_name(from) && is_name(to);
        let one =
            shown == ".." && (is_point(from) && to.is_empty() || from.is_empty() && is_point(to));
        // an ISO date contains hyphens, too
        let dotted = |text: &str| text.contains('.') || text.len() == 4 && shown != "..";
        if names
            || one
            || both && (shown == ".." || dotted(from) && dotted(to.trim_end_matches(',')))
        {
            let parts = [from, shown, to];
            return parts.into_iter().filter(|part| !part.is_empty()).collect();
        }
    }
    vec![word]
}
