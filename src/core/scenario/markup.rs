//! Finds the tags of HTML and forums and the text that is struck through in what players paste.

use crate::syntax::entity_char;

/// Returns the length of a tag or entity of HTML or of a forum that `text` begins with: `<b>`,
/// `&nbsp;`, `[/b]`, `[color=red]`, `[*]`.
pub(super) fn tag_length(text: &str) -> Option<usize> {
    const NAMES: &[&str] = &[
        "*", "b", "i", "u", "s", "list", "quote", "size", "color", "colour", "url", "img",
        "center", "font", "code", "spoiler", "table", "tr", "td", "th", "li", "ul", "ol", "p",
        "br", "hr", "div", "span", "strong", "em", "pre", "h1", "h2", "h3", "h4", "del", "strike",
        "ins", "small", "thead", "tbody", "tfoot", "body", "html", "head", "article", "section",
    ];
    // `&ndash;`, `&#8211;`
    if let Some(entity) = text.strip_prefix('&') {
        let length = entity.find(';').filter(|length| (2..=8).contains(length))?;
        let is_entity = entity[..length]
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '#');
        return is_entity.then_some(length + 2);
    }
    let (open, close) = match text.chars().next()? {
        '[' => ('[', ']'),
        '<' => ('<', '>'),
        _ => return None,
    };
    // no further than the next tag, so that a line of them is read once
    let (inner, behind) = text[1..].split_at(text[1..].find([open, close, '\n'])?);
    let name = inner
        .trim_start_matches('/')
        .split(['=', ' ', '/'])
        .next()?;
    let is_tag = behind.starts_with(close) && NAMES.contains(&name.to_ascii_lowercase().as_str());
    is_tag.then_some(inner.len() + 2)
}

/// What begins and ends text that is struck through, in Markdown, HTML and forums.
const STRUCK: &[(&str, &str)] = &[
    ("~~", "~~"),
    ("<s>", "</s>"),
    ("<del>", "</del>"),
    ("<strike>", "</strike>"),
    ("[s]", "[/s]"),
    ("[del]", "[/del]"),
    ("[strike]", "[/strike]"),
];

/// The longest text that is struck through, in bytes.
const MAX_STRUCK: usize = 300;

/// Returns the length of the text that is struck through at the front of `text`: `~~8 Kn~~`, and
/// `~8 Kn~` or `--8 Kn--` as chats and letters write it. `is_apart` says that a blank or nothing is in front of it.
pub(super) fn struck_length(text: &str, is_apart: bool) -> Option<usize> {
    let is_opened = text.starts_with(['~', '<', '[']) || is_apart && text.starts_with("--");
    if !is_opened {
        return None;
    }
    let near = &text[..text.floor_char_boundary(MAX_STRUCK)];
    let line = near.split('\n').next().unwrap_or_default();
    let whole = STRUCK.iter().find_map(|(open, close)| {
        let inner = line.strip_prefix(open)?;
        let end = inner.find(close)?;
        Some(open.len() + end + close.len())
    });
    whole.or_else(|| {
        ["~", "--"]
            .into_iter()
            .filter(|_| is_apart)
            .find_map(|sign| {
                let inner = line.strip_prefix(sign)?;
                let end = inner.find(sign).filter(|end| *end > 0)?;
                let (own, behind) = (&inner[..end], &inner[end + sign.len()..]);
                let is_edge = |c: char| c.is_whitespace() || sign.contains(c) || c == '>';
                let is_tight = !own.starts_with(is_edge) && !own.ends_with(is_edge);
                let next = behind.chars().next();
                let is_last = next.is_none_or(|c| !c.is_alphanumeric() && !sign.contains(c));
                (is_tight && is_last).then_some(end + 2 * sign.len())
            })
    })
}

/// Returns a name without what only decorates it: tags, stars, boxes, pictures.
pub(super) fn plain_name(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_apart = plain.chars().next_back().is_none_or(char::is_whitespace);
        let length = struck_length(rest, is_apart).or_else(|| tag_length(rest));
        let length = length.unwrap_or(0);
        if length == 0 {
            plain.push(c);
        }
        plain.extend(entity_char(&rest[..length]));
        rest = &rest[length.max(c.len_utf8())..];
    }
    let is_edge =
        |c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')' | '[' | ']' | '"' | '\'');
    let name = plain.trim_matches(is_edge);
    // a bracket that opens nothing
    let name = name.strip_suffix(['(', '[']).unwrap_or(name);
    // the bold marks of MediaWiki
    name.replace("'''", "").trim().to_owned()
}
