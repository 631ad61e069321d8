//! Tests the look of a line: ends a sentence, is numbered, in capitals, a factor, or a table row.

/// Whether the text ends a sentence.
pub(super) fn ends_sentence(text: &str) -> bool {
    let text = text
        .trim_end()
        .trim_end_matches(['"', '”', '’', '\'', ')', ']', '*', '_']);
    text.ends_with(['.', ':', ';', '!', '?', '…'])
}

/// Whether a line begins with a number or letter: `1)`, `2.3 `, `a)`.
pub(super) fn is_numbered(text: &str) -> bool {
    let head = text.split_whitespace().next().unwrap_or_default();
    let Some(label) = head.strip_suffix([')', '.']) else {
        return head.contains('.') && head.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    };
    !label.is_empty()
        && label.len() <= 5
        && (label.bytes().all(|b| b.is_ascii_digit() || b == b'.') || label.len() == 1)
}

/// Whether a line begins with a factor: `+1 If …`.
pub(super) fn is_factor(text: &str) -> bool {
    let value = text.split(' ').next().unwrap_or_default();
    value
        .strip_prefix(['+', '-', '−', '–'])
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        && text.len() > value.len()
}

/// Whether a line is in capitals, and not only single letters as in a diagram.
pub(super) fn is_caps(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic());
    let is_long = |word: &str| word.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
    text.split_whitespace().any(is_long) && letters.all(char::is_uppercase) && text.len() > 3
}

/// Whether a line is a row of a table, or the rule below its head.
pub(super) fn is_table(body: &str) -> bool {
    let body = body.trim();
    let rule = body.len() > 3
        && body.contains("--")
        && body
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'));
    rule || (body.starts_with('|') && body.len() > 1)
        || (body.contains('\t') && body.contains("</b>"))
}

/// Returns whether a word in front of a number says that this is a page.
pub(super) fn is_page_word(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "page" | "pages" | "p" | "pp" | "pg"
    )
}

/// Splits off a page at the end of a heading.
pub(super) fn split_page(rest: &str) -> (&str, bool) {
    let rest = rest.trim_end_matches(['.', ':', ' ']);
    let Some((before, number)) = rest.rsplit_once([' ', '.']) else {
        return (rest, false);
    };
    let is_number = number.starts_with(|c: char| c.is_ascii_digit())
        && number.len() <= 4
        && number.bytes().all(|b| b.is_ascii_alphanumeric());
    let before = before.trim_end_matches(['.', ' ']);
    let (name, word) = before.rsplit_once(' ').unwrap_or(("", before));
    if is_number && is_page_word(word) {
        (name.trim_end_matches([',', '.', ' ']), true)
    } else {
        (rest, false)
    }
}

/// Removes the number in front of a heading and the stops after it.
pub(super) fn trim_heading(name: &str) -> String {
    let name = name.trim().trim_end_matches(['.', ':', ' ']);
    let continued = ["(continued)", "(cont.)", "(cont'd)", "(contd)", "(cont)"];
    let lower = name.to_ascii_lowercase();
    let end = continued
        .iter()
        .find_map(|end| Some(lower.strip_suffix(end)?.len()));
    let name = name[..end.unwrap_or(name.len())].trim_end_matches([',', '.', ' ']);
    let digits = name.len() - name.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = name[digits..].trim_start_matches(['.', ')']);
    let words = rest.trim_start();
    let numbered = digits > 0 && words.len() < rest.len() && words.starts_with(char::is_alphabetic);
    if numbered { words } else { name }.to_owned()
}

/// Returns the length of `Q.`, `A:` or `Q*.` with the blanks after it.
pub(super) fn answer_mark(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(['Q', 'A'])?;
    let rest = rest.strip_prefix('*').unwrap_or(rest);
    let rest = rest.strip_prefix([':', '.', ')'])?;
    let words = rest.trim_start();
    (words.len() < rest.len()).then_some(text.len() - words.len())
}
