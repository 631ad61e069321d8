//! Splits the text of a scenario into lines without markers: of Markdown, mails, posts or chats.
//!
//! Quotation marks of mails, bullets of any kind and underlined titles are recognised.

use super::{boxes::checklist_mark_length, front_matter::body_start};
use crate::{
    scenario::token::{date_length, plain_name, tag_length},
    syntax::{MarkdownLine, MarkdownLineKind, parse_plain_markdown},
    text::{SourceId, Span},
};

/// Returns the lines of a scenario file below its front matter.
pub fn lines_of(text: &str) -> Vec<MarkdownLine> {
    let file = parse_plain_markdown(SourceId::default(), text);
    text_lines(text, body_start(&file, text))
}

/// Returns the lines of `text` from byte `from` on, without markers and surrounding blanks. Empty
/// lines, comments, fences and lines that are only drawn are left out.
pub(in crate::scenario) fn text_lines(text: &str, from: usize) -> Vec<MarkdownLine> {
    let mut out: Vec<MarkdownLine> = Vec::new();
    let mut comment_end = 0;
    let is_encoded = is_quoted_printable(&text[from.min(text.len())..]);
    let whole: Vec<Span> = physical_lines(text, from).collect();
    let mut lines: Vec<Span> = Vec::with_capacity(whole.len());
    for line in whole {
        let cells = cells_of_several_lines(text, line);
        // the heads of the columns are above the first such line
        if cells.len() > 1 && lines.len() == 1 {
            lines.clear();
        }
        lines.extend(cells);
    }
    let is_reply = is_reply(text, &lines);
    for whole in lines {
        let is_quoted = quote_end(text, whole) > whole.start();
        if whole.start() < comment_end || is_reply && is_quoted {
            continue;
        }
        let mut content = without_quote_marks(text, whole);
        if let Some(words) = content.of(text).strip_suffix(ENCODED_BLANK)
            && is_encoded
        {
            content = trimmed(
                text,
                Span::new(content.start(), content.start() + words.len()),
            );
        }
        let words = content.of(text);
        if let Some(at) = words.find("<!--")
            && !words.contains("-->")
            && let Some(end) = text[content.start() + at..].find("-->")
        {
            comment_end = content.start() + at + end + 3;
            if at == 0 {
                continue;
            }
        }
        if words.is_empty() || words.starts_with("```") || words.starts_with("~~~") {
            continue;
        }
        if let Some(level) = underline_level(words) {
            // a line of a list is not a title, even if a line is drawn below it; nor is `Player    : Ann`
            if let Some(title) = out.last_mut().filter(|title| {
                title.kind == MarkdownLineKind::Text
                    && !title.indented
                    && text[title.span.end()..whole.start()].matches('\n').count() == 1
                    && !title.span.of(text).starts_with(|c: char| c.is_numeric())
                    && !title.span.of(text).contains("  :")
            }) {
                title.kind = MarkdownLineKind::Heading(level);
            }
            continue;
        }
        if is_drawn(words) || is_decoration(words) {
            continue;
        }
        let indented = content.start() > quote_end(text, whole);
        out.push(classify(text, content, indented));
    }
    out
}

/// Returns the cells of a line of CSV in which a quoted cell of several lines begins or ends; else the
/// line: `6 Bg","Leon, sub-general","1 Reg Cv(O)`.
fn cells_of_several_lines(text: &str, line: Span) -> Vec<Span> {
    let words = line.of(text);
    let border = ["\",\"", "\";\""]
        .into_iter()
        .find(|own| words.contains(own));
    let cells: Vec<&str> = border.map_or(vec![words], |border| words.split(border).collect());
    // the quotation mark of the first or last cell is in another line
    let is_open =
        |cell: Option<&&str>| cell.is_some_and(|cell| cell.matches('"').count().is_multiple_of(2));
    if cells.len() < 2 || !is_open(cells.first()) && !is_open(cells.last()) {
        return vec![line];
    }
    cells.into_iter().map(|cell| place_in(text, cell)).collect()
}

/// Returns whether a text is a mail with a list in it, and quotes others without one: what they say is
/// not part of the list.
fn is_reply(text: &str, lines: &[Span]) -> bool {
    const MIN_LIST: usize = 6;
    let is_quoted = |line: &Span| quote_end(text, *line) > line.start();
    let counts = |line: &&Span| {
        let words = &text[quote_end(text, **line)..line.end()];
        let item = &words[marker_length(words).unwrap_or(0)..];
        item.trim_start().starts_with(|c: char| c.is_ascii_digit())
    };
    let (quoted, own): (Vec<&Span>, Vec<&Span>) = lines.iter().partition(|line| is_quoted(line));
    !quoted.is_empty()
        && !quoted.iter().any(counts)
        && own.iter().filter(|line| counts(line)).count() >= MIN_LIST
}

/// The blank at the end of a line of a mail in the encoding "quoted-printable".
const ENCODED_BLANK: &str = "=20";

/// Returns whether a text has encoded blanks behind other signs than words: `--=20`. In others, `= 20` is
/// what troops cost.
fn is_quoted_printable(text: &str) -> bool {
    text.lines().any(|line| {
        let before = line.trim_end().strip_suffix(ENCODED_BLANK);
        before.is_some_and(|before| {
            !before.is_empty() && !before.contains(|c: char| c.is_alphanumeric() || c == ' ')
        })
    })
}

/// The tags of HTML behind which a line ends.
const END_TAGS: &[&str] = &[
    "</tr>", "</p>", "</li>", "<br>", "<br/>", "<br />", "</h1>", "</h2>", "</h3>", "</h4>",
    "</div>",
];

/// Returns the bytes of each line without its line end.
fn physical_lines(text: &str, from: usize) -> impl Iterator<Item = Span> + '_ {
    let mut at = from.min(text.len());
    std::iter::from_fn(move || {
        (at < text.len()).then(|| {
            // a page may be written without line ends
            let end = text[at..]
                .match_indices(['\n', '\r', '<'])
                .find_map(|(place, sign)| {
                    let end = at + place;
                    if sign != "<" {
                        return Some((end, end + 1));
                    }
                    let tag = END_TAGS.iter().find(|tag| text[end..].starts_with(**tag));
                    // `…/><unit qty="10"`: a tag of XML begins a line
                    let name = &text[end + 1..];
                    let begins_tag = text[at..end].trim_end().ends_with('>')
                        && name
                            .trim_start_matches('/')
                            .starts_with(char::is_alphabetic)
                        && tag_length(&text[end..]).is_none();
                    match tag {
                        Some(tag) => Some((end + tag.len(), end + tag.len())),
                        None => begins_tag.then_some((end, end)),
                    }
                });
            let (end, next) = end.unwrap_or((text.len(), text.len()));
            let line = Span::new(at, end);
            at = next;
            line
        })
    })
}

/// Returns the bytes of a part of a text.
pub(super) fn place_in(text: &str, part: &str) -> Span {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    Span::new(start, start + part.len())
}

/// Returns whether a character separates the cells of a table or box.
pub(super) fn is_cell_border(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// Returns whether a character is a blank, or has no width.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}')
}

/// Returns the byte behind the `>` with which mails quote.
fn quote_end(text: &str, line: Span) -> usize {
    let mut rest = line.of(text);
    let mut end = line.start();
    while let Some(behind) = rest.trim_start_matches(is_blank).strip_prefix('>') {
        end = line.end() - behind.len();
        rest = behind;
    }
    // one blank behind the mark belongs to it
    end + usize::from(end > line.start() && rest.starts_with(' '))
}

fn without_quote_marks(text: &str, line: Span) -> Span {
    let content = trimmed(text, Span::new(quote_end(text, line), line.end()));
    let stamp = chat_stamp_length(content.of(text));
    trimmed(text, Span::new(content.start() + stamp, content.end()))
}

/// Returns the length of the time and name with which a chat writes a line: `[21:04] Omar: `,
/// `12/06/2024, 19:02 - Omar: `.
fn chat_stamp_length(words: &str) -> usize {
    /// The longest name of a person, in bytes.
    const MAX_NAME: usize = 30;
    let is_time = |time: &str| {
        let is_part = |c: char| c.is_ascii_digit() || ":/., -\u{202f}APMapm".contains(c);
        time.contains(':')
            && time.starts_with(|c: char| c.is_ascii_digit())
            && time.chars().all(is_part)
    };
    if let Some((time, rest)) = words.split_once(" - ")
        && is_time(time)
    {
        let name = rest.find(": ").filter(|end| *end <= MAX_NAME);
        return name.map_or(0, |end| time.len() + " - ".len() + end + ": ".len());
    }
    let stamp = words
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'));
    let Some((time, rest)) = stamp.filter(|(time, _)| is_time(time)) else {
        return 0;
    };
    let name = rest
        .find(": ")
        .filter(|end| *end <= MAX_NAME)
        .map_or(0, |end| end + 2);
    time.len() + 2 + name
}

fn trimmed(text: &str, span: Span) -> Span {
    let words = span.of(text);
    let start = span.end() - words.trim_start_matches(is_blank).len();
    let end = span.start() + words.trim_end_matches(is_blank).len();
    Span::new(start, end.max(start))
}

/// The most lines of a signature.
const MAX_SIGNATURE: usize = 6;

/// The least number of underscores in a line that forums put above a signature.
const MIN_RULE: usize = 8;

/// Returns the byte at which the signature at the end of a text begins: below `--` or a rule of
/// underscores.
pub(super) fn signature_start(text: &str) -> Option<usize> {
    let is_rule = |line: &str| {
        let line = line.trim_start_matches(['>', ' ']).trim_end();
        line == "--" || line.len() >= MIN_RULE && line.bytes().all(|own| own == b'_')
    };
    let mut end = text.len();
    let mut lines = 0;
    for line in text.trim_end().rsplit('\n') {
        if is_rule(line) {
            return Some(end);
        }
        lines += usize::from(!line.trim().is_empty());
        end = place_in(text, line).start();
        if lines > MAX_SIGNATURE {
            break;
        }
    }
    None
}

/// Returns the level of the heading that a line of `=` or `-` makes of the line above it.
fn underline_level(words: &str) -> Option<u8> {
    let first = words
        .chars()
        .next()
        .filter(|c| matches!(c, '=' | '-' | '~' | '_'))?;
    let drawn = words.len() >= 3 && words.chars().all(|c| c == first);
    drawn.then_some(if first == '=' { 1 } else { 2 })
}

/// Returns whether a line is only a rule or the border of a table.
fn is_drawn(words: &str) -> bool {
    words.chars().all(|c| {
        is_blank(c) || "-=_~*+|#.:/\\".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c)
    })
}

/// Returns whether a line consists of tags, pictures and what is struck through.
fn is_decoration(words: &str) -> bool {
    plain_name(words).is_empty() && !words.contains(char::is_control) || is_page_number(words)
}

/// Returns whether a line is the number of a page: `- 3 -`.
fn is_page_number(words: &str) -> bool {
    let is_dash = |c: char| matches!(c, '-' | '–' | '—');
    let inner = words.trim_matches(|c: char| is_dash(c) || c.is_whitespace());
    words.starts_with(is_dash)
        && words.ends_with(is_dash)
        && !inner.is_empty()
        && inner.chars().all(|c| c.is_ascii_digit())
}

/// Returns the content of a line of a box that has one cell: `| HANNIBAL   |`, `! colspan="5" | HANNIBAL`.
fn without_box(text: &str, content: Span) -> Span {
    let words = content.of(text);
    let is_empty = |cell: &str| {
        let cell = cell.trim_matches(|c| is_blank(c) || c == '!');
        cell.is_empty() || !cell.contains("!!") && columns_of_attributes(cell).is_some()
    };
    let mut cells = words.split(is_cell_border).filter(|cell| !is_empty(cell));
    match (words.contains(is_cell_border), cells.next(), cells.next()) {
        (true, Some(cell), None) if !cell.contains("!!") => trimmed(text, place_in(text, cell)),
        _ => content,
    }
}

/// The most columns or rows that a cell takes.
const MAX_CELL_SIZE: usize = 40;

/// Returns for how many columns the attributes of a cell in MediaWiki say that it is: `colspan="2"`;
/// `None` if words are not attributes.
pub(super) fn columns_of_attributes(words: &str) -> Option<usize> {
    const NAMES: [&str; 6] = ["colspan", "rowspan", "style", "align", "class", "scope"];
    let words = words.trim();
    let is_named = NAMES.iter().any(|name| {
        let rest = words.strip_prefix(name);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    });
    is_named.then(|| size_of_cell(words, "colspan").unwrap_or(1))
}

/// Returns the number of columns or rows that the attributes of a cell give.
pub(super) fn size_of_cell(attributes: &str, name: &str) -> Option<usize> {
    let (_, behind) = attributes.split_once(name)?;
    let behind = behind.trim_start_matches(['=', '"', '\'', ' ']);
    let digits = behind.split(|c: char| !c.is_ascii_digit()).next()?;
    let size = digits.parse::<usize>().ok()?;
    Some(size.clamp(1, MAX_CELL_SIZE))
}

/// Returns a line or a part of one without its markers, with what these say it is.
pub(super) fn classify(text: &str, content: Span, indented: bool) -> MarkdownLine {
    let content = without_box(text, content);
    let words = content.of(text);
    let hashes = words.len() - words.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && words[hashes..].starts_with(is_blank) {
        let inner = words.trim_end_matches('#');
        let closed = inner.ends_with(is_blank) && inner.len() > hashes;
        let end = content.start() + if closed { inner.len() } else { words.len() };
        return MarkdownLine {
            kind: MarkdownLineKind::Heading(hashes as u8),
            span: trimmed(text, Span::new(content.start() + hashes, end)),
            indented: false,
        };
    }
    let heading = decorated_heading(text, content).or_else(|| ruled_heading(text, content));
    if let Some(line) = heading {
        return line;
    }
    let marker = marker_length(words);
    let rest = &words[marker.unwrap_or(0)..];
    let item = rest.trim_start_matches(is_blank);
    let checked = checklist_mark_length(item).map(|length| words.len() - item.len() + length);
    match checked.or(marker) {
        Some(length) => MarkdownLine {
            kind: MarkdownLineKind::Item,
            span: trimmed(text, Span::new(content.start() + length, content.end())),
            indented,
        },
        None => MarkdownLine {
            kind: MarkdownLineKind::Text,
            span: content,
            indented,
        },
    }
}

/// The least length of the line that is drawn behind a heading.
const MIN_DRAWN: usize = 5;

/// Returns a line of words that a drawn line ends as a heading: `HANNIBAL - C-in-C --------`.
fn ruled_heading(text: &str, content: Span) -> Option<MarkdownLine> {
    let words = content.of(text);
    let rule = ["--", "=="].into_iter().find(|own| words.ends_with(own))?;
    let name = words.trim_end_matches(&rule[1..]);
    let is_ruled = words.len() - name.len() >= MIN_DRAWN
        && name.ends_with(is_blank)
        && name.starts_with(char::is_alphabetic)
        && !name.contains(['|', '\t'])
        && !name.contains(rule);
    is_ruled.then(|| MarkdownLine {
        kind: MarkdownLineKind::Heading(3),
        span: trimmed(
            text,
            Span::new(content.start(), content.start() + name.len()),
        ),
        indented: false,
    })
}

/// Returns a line between drawn lines as a heading: `=== ARMY A ===`, `-- Bob (C-in-C) --`; also one
/// behind several stars, as outlines have them: `** Bob`.
fn decorated_heading(text: &str, content: Span) -> Option<MarkdownLine> {
    let words = content.of(text);
    let first = words
        .chars()
        .next()
        .filter(|c| matches!(c, '=' | '-' | '~' | '*'))?;
    let front = words.len() - words.trim_start_matches(first).len();
    let back = words.len() - words.trim_end_matches(first).len();
    let is_outline = first == '*' && front > 1 && back == 0 && words[front..].starts_with(' ');
    let start = content.start() + front;
    let inner = trimmed(text, Span::new(start, (content.end() - back).max(start)));
    // `=== 1. Left wing ===`
    let marker = marker_length(inner.of(text)).filter(|_| first == '=');
    let name = trimmed(
        text,
        Span::new(inner.start() + marker.unwrap_or(0), inner.end()),
    );
    let is_named = inner.start() > start && name.of(text).starts_with(char::is_alphabetic);
    let is_framed = front > 1 && back > 1 && first != '*';
    // pages of wikis have `== army ==` and `=== command ===`
    let level = match (first, front) {
        ('=', 2) => 1,
        ('=', _) => 2,
        _ => 3,
    };
    (is_named && (is_framed || is_outline)).then_some(MarkdownLine {
        kind: MarkdownLineKind::Heading(level),
        span: name,
        indented: false,
    })
}

/// Returns whether a word has more digits than a number of troops: `07700 900142` is a telephone.
fn is_long_number(word: &str) -> bool {
    word.len() > 3 && word.chars().all(|c| c.is_ascii_digit())
}

/// Words that number the rows of a table.
const ITEM_WORDS: &[&str] = &["unit", "item", "line", "row", "entry", "no", "nr"];

/// Returns whether a word of a line is a number behind an `x`, with a zero in front if the number of the
/// row has none: `x009`.
fn has_factor(words: &str, is_padded: bool) -> bool {
    words.split_whitespace().any(|word| {
        let number = word.strip_prefix(['x', 'X']).unwrap_or_default();
        let is_number = !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
        is_number && (is_padded || number.starts_with('0'))
    })
}

/// Returns the length in bytes of the marker of a list item: `-`, `•`, `1.`, `001`
fn marker_length(words: &str) -> Option<usize> {
    // `(1) C-in-C Irr Kn(S)`
    if let Some((number, _)) = words
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'))
        && number.len() == 1
        && number.chars().all(|c| c.is_ascii_alphanumeric())
        && words[3..].starts_with(is_blank)
    {
        return Some(3);
    }
    // `【1】 Takauji - C-in-C`
    if let Some((number, rest)) = words
        .strip_prefix('【')
        .and_then(|rest| rest.split_once('】'))
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
        && !rest.contains('(')
    {
        return rest.starts_with(is_blank).then(|| words.len() - rest.len());
    }
    // `1.2. Irr Cv(O)`
    let outline = words.len()
        - words
            .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
            .len();
    let number = &words[..outline];
    if number.ends_with('.')
        && number.matches('.').count() > 1
        && !number.contains("..")
        && words[outline..].starts_with(is_blank)
    {
        return Some(outline);
    }
    // `unit 01 | Reg Cv(S) | 4`
    if let Some((head, _)) = words.split_once('|')
        && let Some((word, number)) = head.trim_end().split_once(' ')
        && ITEM_WORDS.contains(&word.to_lowercase().as_str())
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
    {
        return Some(head.len() + 1);
    }
    let digits = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    // `#01  Cv/O  IRR  x009`
    if let Some(rest) = words.strip_prefix('#')
        && let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit())
        && behind.len() < rest.len()
        && behind.starts_with(is_blank)
        && has_factor(behind, rest.starts_with('0'))
    {
        return Some(words.len() - behind.len());
    }
    // `10. 11. 2026`
    if date_length(words).is_some() {
        return None;
    }
    // `2nd) Togodumnus`
    let ordinal = ["st)", "nd)", "rd)", "th)"]
        .into_iter()
        .find(|ending| digits > 0 && words[digits..].starts_with(ending));
    let length = if let Some(ending) = ordinal {
        digits + ending.len()
    } else if (1..=9).contains(&digits) && words[digits..].starts_with(['.', ')']) {
        digits + 1
    } else if digits > 1
        && words.starts_with('0')
        && words.contains(char::is_alphabetic)
        && !is_long_number(
            words[digits..]
                .split_whitespace()
                .next()
                .unwrap_or_default(),
        )
    {
        // `001  C-in-C  Reg Cv(O)`: no number of troops begins with a zero
        digits
    } else {
        let first = words.chars().next()?;
        "-*+•·–—▪●◦‣»→".contains(first).then(|| first.len_utf8())?
    };
    words[length..].starts_with(is_blank).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_bullets_and_underlined_titles_are_lines() {
        let render = |text: &str| {
            let line = |line: MarkdownLine| format!("{:?} {}", line.kind, line.span.of(text));
            text_lines(text, 0)
                .into_iter()
                .map(line)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            render(
                "> Hi\r\n>\r\n> > Army\n> > ====\n• 8 Wb\n 2) Kn\n-----\n## Left ##\n+---+\n<!-- no\nno --> \n8Ax\n---\n"
            ),
            [
                "Text Hi",
                "Heading(1) Army",
                "Item 8 Wb",
                "Item Kn",
                "Heading(2) Left",
                "Text 8Ax",
            ]
        );
    }
}
