//! Splits a text into lines, and finds the markup in front of their words.

/// The markup in front of the words of a raw line: heading, block quote, bullet, indentation, and
/// its length in bytes.
pub(super) struct LinePrefix {
    pub(super) headed: bool,
    pub(super) block_quote: bool,
    pub(super) bullet: Option<usize>,
    pub(super) indent: usize,
    /// The length of the markup in bytes.
    pub(super) len: usize,
}

const SIGNS: [char; 9] = ['-', '*', '+', '•', '·', '◦', '▪', '‣', '\u{f0b7}'];

fn parse_prefix(raw: &str) -> LinePrefix {
    let mut prefix = LinePrefix {
        headed: false,
        block_quote: false,
        bullet: None,
        indent: 0,
        len: 0,
    };
    let mut rest = raw.trim_start_matches(['\u{feff}']);
    let indent = rest.len() - rest.trim_start().len();
    prefix.indent = indent;
    rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('>') {
        prefix.block_quote = true;
        rest = inner.trim_start();
    }
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && rest[hashes..].starts_with([' ', '\t']) {
        prefix.headed = true;
        rest = rest[hashes..].trim_start();
    }
    while let Some(after) = strip_bullet_sign(rest, prefix.bullet.is_some(), indent) {
        prefix.bullet = Some(indent / 2);
        rest = after.trim_start();
    }
    prefix.len = raw.len() - rest.len();
    prefix
}

/// Returns the text after a bullet sign in one of the forms that converters make.
///
/// The forms are `-`, `•`, `ullet`, after a sign (`again`) also `o` or a lone quotation mark, and
/// an indented `o` in front of a capital.
fn strip_bullet_sign(rest: &str, again: bool, indent: usize) -> Option<&str> {
    let blank = |after: &str| after.is_empty() || after.starts_with(char::is_whitespace);
    let own = rest
        .strip_prefix(SIGNS)
        .or_else(|| rest.strip_prefix("ullet"))
        .filter(|after| blank(after));
    own.or_else(|| {
        rest.strip_prefix(['o', 'O', '"'])
            .filter(|after| again && after.starts_with(char::is_whitespace))
    })
    .or_else(|| {
        rest.strip_prefix("o ")
            .filter(|after| indent > 1 && after.trim_start().starts_with(char::is_uppercase))
    })
}

/// A line of a text: its offset, its text, and the markup in front of its words.
pub(super) struct RawLine<'t> {
    pub(super) start: usize,
    pub(super) text: &'t str,
    pub(super) prefix: LinePrefix,
}

/// Splits a text into its lines.
pub(super) fn split_raw_lines(text: &str) -> Vec<RawLine<'_>> {
    let mut start = 0;
    let mut raws = Vec::new();
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        raws.push(RawLine {
            start,
            text: body,
            prefix: parse_prefix(body),
        });
        start += line.len();
    }
    raws
}
