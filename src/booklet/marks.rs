//! The marks by which PDF files and plain text are read alike: signs of bullets, captions, page numbers.

/// The signs of list items.
const SIGNS: &[char] = &[
    '•', '‣', '▪', '●', '◦', '○', '·', '■', '□', '➢', '➤', '✓', '–', '—', '-', '*', 'o',
    '\u{f0b7}', '\u{f0a7}',
];

/// Returns the bytes of a bullet's sign with the blank after it.
pub(super) fn bullet_sign(text: &str) -> Option<usize> {
    let sign = text.chars().next().filter(|c| SIGNS.contains(c))?;
    let rest = &text[sign.len_utf8()..];
    let sure = !matches!(sign, '–' | '—' | '-' | '*' | 'o');
    (rest.starts_with(' ') || sure).then(|| text.len() - rest.trim_start().len())
}

/// Whether a text begins like a caption: `Figure 3`.
pub(super) fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words
        .next()
        .unwrap_or_default()
        .trim_end_matches('.')
        .to_lowercase();
    let number = words
        .next()
        .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    number
        && ["figure", "fig", "table", "diagram", "plate", "illustration"].contains(&first.as_str())
}

/// Returns the number of a row that consists of nothing else: `12`, `- 12 -`, `Page 12`, `xii`.
pub(super) fn page_number(text: &str) -> Option<String> {
    let bare = text.trim_matches(|c: char| c.is_whitespace() || "-–—|[]()·.".contains(c));
    let lower = bare.to_lowercase();
    let bare = ["page ", "p. ", "p."]
        .iter()
        .find_map(|word| lower.starts_with(word).then(|| bare[word.len()..].trim()))
        .unwrap_or(bare);
    let roman = !bare.is_empty() && bare.len() <= 6 && bare.chars().all(|c| "ivxl".contains(c));
    (roman || is_page(bare)).then(|| bare.to_owned())
}

/// Whether a word is the number of a page.
pub(super) fn is_page(word: &str) -> bool {
    word.parse()
        .is_ok_and(|number| (0..10_000).contains(&number))
}
