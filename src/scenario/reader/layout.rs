//! Layout: any text as rows of cells. The text is rewritten in place, byte by byte, so that what is read keeps
//! its bytes in the file; lines are joined and cut by changing line feeds.

use super::{
    lexer::raw_words,
    lexicon::{Class, Lexicon, Meaning, Role},
    rows::{Cell, Row},
};
use crate::{
    scenario::{
        markup::{struck_length, tag_length},
        shared_words::shared_words,
    },
    text::Span,
};

/// A text whose markup is blanked out, with the same bytes in the same places, and its rows.
pub(super) struct Layout {
    pub(super) text: String,
    pub(super) rows: Vec<Row>,
}

/// The most blanks between two cells of one column.
const GAP: usize = 2;

/// The tags that begin a line.
const LINES: [&str; 12] = [
    "tr", "br", "li", "p>", "/p>", "/tr", "/li", "/h", "/table", "div", "/div", "*",
];

/// Rewrites a text and divides it into rows.
pub(super) fn lay_out(source: &str, lexicon: &Lexicon<'_>) -> Layout {
    let mut bytes = blank_markup(source).into_bytes();
    join_objects(&mut bytes);
    let mut text = into_text(bytes);
    text = blank_quotes(&text, lexicon);
    let mut bytes = text.clone().into_bytes();
    join_cells(&text, &mut bytes, lexicon);
    let text = into_text(bytes);
    let mut bytes = text.clone().into_bytes();
    cut_sentences(&text, &mut bytes, lexicon);
    let text = into_text(bytes);
    let rows = rows_of(source, &text);
    let mut rows = cut_columns(source, &text, rows, lexicon);
    name_columns(&text, &mut rows, lexicon);
    Layout { text, rows }
}

fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Adds a text in the place of `length` bytes, filled up with blanks.
fn put(out: &mut String, own: &str, length: usize) {
    if own.len() <= length {
        out.push_str(own);
        out.extend(std::iter::repeat_n(' ', length - own.len()));
    } else {
        out.extend(std::iter::repeat_n(' ', length));
    }
}

/// Blanks tags, entities, comments and struck text; turns cells of HTML into cells.
fn blank_markup(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let is_apart = out.ends_with(|c: char| c.is_whitespace()) || out.is_empty();
        // `Cv[S]` is no tag
        let is_grade = out.ends_with(char::is_alphabetic)
            && rest.starts_with('[')
            && rest[1..].find(']') == Some(1)
            && !rest
                .split('\n')
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase()
                .contains(&format!("[/{}]", rest[1..2].to_ascii_lowercase()));
        let length = if is_grade {
            out.push('(');
            1
        } else if is_apart
            && (rest.starts_with("// ")
                || rest.starts_with("# ") && (out.ends_with("  ") || out.ends_with("} ")))
            && !out.ends_with("\n  ")
        {
            // the remark of a programmer
            let length = rest.find('\n').unwrap_or(rest.len());
            let is_first = out
                .rsplit('\n')
                .next()
                .unwrap_or_default()
                .trim()
                .is_empty();
            if is_first {
                out.push_str(&rest[..length]);
            } else {
                put(&mut out, "", length);
            }
            length
        } else if let Some(length) = struck_length(rest, is_apart) {
            put(&mut out, "", length);
            length
        } else if let Some(length) = span_length(rest).filter(|_| is_apart || out.ends_with('|')) {
            put(&mut out, "", length);
            length
        } else if rest.starts_with("<!--") {
            let length = rest.find("-->").map_or(rest.len(), |end| end + 3);
            for c in rest[..length].chars() {
                put(&mut out, if c == '\n' { "\n" } else { "" }, c.len_utf8());
            }
            length
        } else if let Some(length) = tag_length(rest) {
            let tag = rest[..length].to_ascii_lowercase();
            let own = match tag.trim_start_matches(['<', '[']) {
                tag if tag.starts_with("/td") || tag.starts_with("/th>") => "|",
                tag if LINES.iter().any(|own| tag.starts_with(own)) => "\n",
                tag if tag.starts_with("h1") || tag.starts_with("h2") || tag.starts_with("h3") => {
                    "#"
                }
                tag if tag.starts_with("&frac12") => "½",
                _ => "",
            };
            // a tag may stand within a word: it leaves no gap there
            put(&mut out, own, length);
            length
        } else if let Some(length) = nick_length(source, rest, &out) {
            put(&mut out, "", length);
            length
        } else if rest.starts_with("<") && xml_tag(rest).is_some() {
            let (length, own) = xml_tag(rest).unwrap_or((1, String::new()));
            put(&mut out, &own, length);
            length
        } else {
            let own = match c {
                '×' | '✕' | '✖' => "x",
                '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{2009}' | '\u{feff}' | '\u{200b}'
                | '\u{ad}' => "",
                '–' | '—' | '−' | '‑' => "-",
                '│' | '┃' | '║' | '¦' => "|",
                '─' | '━' | '═' => "-",
                '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '╔' | '╗' | '╚' | '╝'
                | '╠' | '╣' | '╦' | '╩' | '╬' => "+",
                '\r' | '*' | '`' => "",
                '_' if rest.starts_with("__") => "",
                '_' => " ",
                _ => "\0",
            };
            if own == "\0" {
                out.push(c);
            } else {
                put(&mut out, own, c.len_utf8());
            }
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    out
}

/// Returns the length of what says how many rows or columns a cell of a wiki spans: `rowspan="5" |`.
fn span_length(text: &str) -> Option<usize> {
    let rest = text
        .strip_prefix("rowspan=")
        .or_else(|| text.strip_prefix("colspan="))?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '"')?;
    let behind = rest[end..].trim_start_matches(' ');
    let gap = rest.len() - end - behind.len();
    let bar = usize::from(behind.starts_with('|') && !behind.starts_with("||"));
    Some(text.len() - rest.len() + end + (gap + bar) * bar)
}

/// Returns the length of the name of who speaks in a log, in front of a line: `<Omar> `.
fn nick_length(source: &str, rest: &str, out: &str) -> Option<usize> {
    if !rest.starts_with('<') || !(out.is_empty() || out.ends_with('\n')) {
        return None;
    }
    let name = &rest[1..rest.find('>')?];
    let is_name = !name.is_empty()
        && !name.contains([' ', '=', '/', '\n', '!', '?'])
        && rest[name.len() + 2..].starts_with(' ');
    (is_name && !source.contains(&format!("</{name}>"))).then_some(name.len() + 2)
}

/// Returns the lines of a text with their ends, each with the byte at which it begins.
fn lines_of(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let line = |line| {
        let start = at;
        at += str::len(line);
        (start, line)
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Joins cells that are lines of their own, below heads of columns that are, too.
fn join_cells(text: &str, bytes: &mut [u8], lexicon: &Lexicon<'_>) {
    let lines = lines_of(text);
    let is_head = |at: usize| {
        lines.get(at).is_some_and(|(_, line)| {
            column_role(line.trim(), lexicon).is_some()
                && !line.contains(|c: char| c.is_ascii_digit())
        })
    };
    let is_number = |at: usize| {
        lines.get(at).is_some_and(|(_, line)| {
            line.trim().starts_with(|c: char| c.is_ascii_digit()) && line.trim().len() < 5
        })
    };
    let join = |bytes: &mut [u8], at: usize| {
        let (start, line) = lines[at];
        if line.ends_with('\n') {
            bytes[start + line.len() - 1] = b'\t';
        }
    };
    let mut at = 0;
    while at < lines.len() {
        let width = (at..lines.len()).take_while(|at| is_head(*at)).count();
        if width < 3 {
            at += 1;
            continue;
        }
        (at..at + width - 1).for_each(|at| join(bytes, at));
        at += width;
        // headings and sums between the rows stay lines of their own
        while at < lines.len() && !is_head(at) {
            let is_row = is_number(at) && is_number(at + width - 1) && !is_number(at + 1);
            if is_row {
                (at..at + width - 1).for_each(|at| join(bytes, at));
            }
            at += if is_row { width } else { 1 };
        }
    }
}

/// Returns the length of a tag of XML, and what it says: `<n>` is `n: `, attributes stay as they are.
fn xml_tag(text: &str) -> Option<(usize, String)> {
    let end = text.find(['>', '\n'])?;
    if !text[end..].starts_with('>') {
        return None;
    }
    let inner = &text[1..end];
    let is_close = inner.starts_with('/');
    let name_end = inner
        .trim_start_matches('/')
        .find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
    let body = inner.trim_start_matches('/');
    if !body.starts_with(|c: char| c.is_alphabetic() || c == '?' || c == '!') {
        return None;
    }
    let name = &body[..name_end.unwrap_or(body.len())];
    let own = if is_close {
        String::new()
    } else if body.contains('=') {
        let attributes = body[name.len()..].trim_end_matches('/').replace('"', " ");
        format!(" {}{attributes}", " ".repeat(name.len()))
    } else {
        format!("{name}: ")
    };
    Some((end + 1, own))
}

/// Joins the lines of the innermost objects of JSON, and of items of YAML with keys below them.
fn join_objects(bytes: &mut [u8]) {
    let mut open: Option<usize> = None;
    for at in 0..bytes.len() {
        match bytes[at] {
            b'{' => open = Some(at),
            b'}' => {
                if let Some(from) = open.take() {
                    let inner = String::from_utf8_lossy(&bytes[from..at]);
                    if inner.contains(':') && inner.len() < 600 {
                        for byte in &mut bytes[from..=at] {
                            if matches!(*byte, b'\n' | b'{' | b'}' | b'"') {
                                *byte = b' ';
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let text = into_text(bytes.to_vec());
    let lines = lines_of(&text);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let key_of = |line: &str| {
        let line = line.trim().trim_start_matches("- ");
        let (key, value) = line.split_once(": ")?;
        let is_key = !key.is_empty() && key.len() < 20 && !key.contains([' ', '(', ',']);
        (is_key && !value.trim().is_empty() && value.len() < 80).then_some(())
    };
    for at in 0..lines.len() {
        let (start, line) = lines[at];
        if !line.trim_start().starts_with("- ") || key_of(line).is_none() {
            continue;
        }
        let depth = indent(line);
        let mut end = start + line.len();
        for (next, below) in &lines[at + 1..] {
            if indent(below) <= depth
                || below.trim_start().starts_with('-')
                || key_of(below).is_none()
            {
                break;
            }
            bytes[end - 1] = b' ';
            end = next + below.len();
        }
    }
}

/// Returns the length of the stamp of a chat in front of a line: `[21:04] Omar: `.
fn stamp_length(line: &str) -> Option<usize> {
    let bracketed = line
        .strip_prefix('[')
        .and_then(|rest| rest.find(']').map(|end| end + 2));
    let digits = line.starts_with(|c: char| c.is_ascii_digit());
    let length = match bracketed {
        Some(length) => length,
        None if digits => {
            let head: String = line.chars().take(24).collect();
            let colon = head.find(':')?;
            let is_time = line[..colon].ends_with(|c: char| c.is_ascii_digit())
                && line[colon + 1..].starts_with(|c: char| c.is_ascii_digit());
            let end = line[colon..].find(|c: char| !c.is_ascii_digit() && c != ':')?;
            if !is_time {
                return None;
            }
            colon + end
        }
        None => return None,
    };
    let stamp = &line[..length];
    let times = stamp.bytes().filter(|c| *c == b':').count();
    let is_time = (1..=3).contains(&times)
        && stamp.chars().filter(char::is_ascii_digit).count() >= 3
        && !stamp
            .chars()
            .any(|c| c.is_alphabetic() && !"AaPpMm".contains(c));
    if !is_time {
        return None;
    }
    let behind = &line[length..];
    let name = behind.trim_start_matches([' ', '-']);
    let skipped = behind.len() - name.len();
    let end = name
        .find([':', '>'])
        .filter(|end| *end < 32 && !name[..*end].contains(|c: char| c.is_ascii_digit()));
    // `<Omar>` and `Omar:`
    let name_length = end.map_or(0, |end| end + 1);
    Some(length + skipped + name_length)
}

/// Blanks the signs of quotes, the stamps of chats and the heads of mails.
fn blank_quotes(text: &str, lexicon: &Lexicon<'_>) -> String {
    let names_troops = |line: &str| {
        let words = raw_words(line);
        let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
        line.contains(|c: char| c.is_ascii_digit())
            && (0..words.len()).any(|at| {
                lexicon.glued(words[at]).is_some()
                    || lexicon
                        .longest(&words[at..])
                        .is_some_and(|(_, found)| found.iter().any(|own| lexicon.is_type(own)))
            })
    };
    let is_quote = |line: &str| line.trim_start().starts_with('>');
    let count = |in_quote: bool| {
        let lines = text.lines().filter(|line| is_quote(line) == in_quote);
        lines.filter(|line| names_troops(line)).count()
    };
    let keeps_quotes = count(true) > count(false);
    let mut out = String::with_capacity(text.len());
    let mut is_over = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let lead = line.len() - trimmed.len();
        let mut blank = 0;
        if is_over || line == "-- \n" {
            is_over = true;
            blank = line.trim_end_matches('\n').len();
        } else if is_quote(line) {
            let signs = trimmed
                .find(|c: char| c != '>' && c != ' ')
                .unwrap_or(trimmed.trim_end().len());
            blank = if keeps_quotes {
                lead + signs
            } else {
                line.trim_end_matches('\n').len()
            };
        } else if let Some(length) = stamp_length(trimmed) {
            blank = lead + length;
        } else if trimmed.split_once(':').is_some_and(|(key, value)| {
            value.starts_with(' ') && shared_words().mail_keys.contains_in_any_case(key)
        }) && !names_troops(line)
        {
            blank = line.trim_end_matches('\n').len();
        }
        out.extend(std::iter::repeat_n(' ', blank));
        out.push_str(&line[blank..]);
    }
    out
}

/// Joins wrapped prose and cuts it where an entry or a sentence ends.
fn cut_sentences(text: &str, bytes: &mut [u8], lexicon: &Lexicon<'_>) {
    // a line that ends in the middle of an entry goes on in the next one
    let lines = lines_of(text);
    let is_prose = |line: &str| {
        let own = line.trim();
        own.len() >= MIN_PROSE
            && own.split_whitespace().count() >= 8
            && !own.contains(['|', '\t', ';'])
            && !own.contains("  ")
            && !own.contains("....")
            && !own.starts_with(['#', '-', '*', '+'])
    };
    for (at, &(start, line)) in lines.iter().enumerate() {
        let own = line.trim_end();
        let Some((_, next)) = lines.get(at + 1) else {
            break;
        };
        let next = next.trim_start();
        let begins = next.starts_with(|c: char| c.is_alphanumeric() || c == '(' || c == '"');
        let words = raw_words(own);
        let ends_open = own.ends_with([',', '+', '&', '/', '='])
            || own.ends_with(" x")
            || own.ends_with(" @")
            || words.last().is_some_and(|(word, _)| {
                lexicon
                    .word(word)
                    .iter()
                    .any(|own| matches!(own, Meaning::Class(Class::Conjunction)))
            });
        let is_csv = own.matches([';', '\t', '|']).count() > 2
            || own.ends_with(",,")
            || own.matches(',').count() > 3 && !own.contains(", ");
        let is_sum = |word: &str| {
            let mut meanings = lexicon.word(word).into_iter();
            meanings.any(|own| matches!(own, Meaning::Class(Class::Sum | Class::Total)))
        };
        let goes_on = is_prose(line)
            && !raw_words(next)
                .first()
                .is_some_and(|(word, _)| is_sum(word))
            && own.ends_with(|c: char| c.is_alphanumeric() || c == ',' || c == ')')
            && !next.is_empty()
            && {
                let last = words
                    .last()
                    .map(|(word, _)| lexicon.word(word))
                    .unwrap_or_default();
                let is_small = last
                    .iter()
                    .any(|own| matches!(own, Meaning::Class(Class::Filler) | Meaning::Number(_)));
                let is_unknown =
                    last.is_empty() && is_prose(next) && own.ends_with(char::is_alphabetic);
                own.ends_with(',') || next.starts_with(char::is_lowercase) || is_small || is_unknown
            };
        let is_open = own.matches('(').count() > own.matches(')').count()
            && next.find(')').is_some_and(|end| !next[..end].contains('('))
            && own.len() > 20;
        if begins && (goes_on || is_open || ends_open && own.len() > 45 && !is_csv) {
            bytes[start + line.trim_end_matches('\n').len()] = b' ';
        }
    }
    // sentences of long lines are rows of their own
    let joined = into_text(bytes.to_vec());
    for (start, line) in lines_of(&joined) {
        if line.len() < MIN_SENTENCES || line.contains(['|', '\t']) {
            continue;
        }
        for (stop, _) in line.match_indices(". ") {
            let before = &line[..stop];
            let word = before.len() - before.trim_end_matches(char::is_alphabetic).len();
            let next = line[stop + 2..].trim_start();
            let ends = before.ends_with(|c: char| c.is_ascii_digit() || c == ')') || word > 3;
            if ends && next.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) {
                bytes[start + stop + 1] = b'\n';
            }
        }
    }
}

/// The least characters of a line that goes on in the next one.
const MIN_PROSE: usize = 50;

/// The least characters of a line whose sentences are read by themselves.
const MIN_SENTENCES: usize = 60;

fn rows_of(source: &str, text: &str) -> Vec<Row> {
    let separator = separator_of(text);
    let mut rows: Vec<Row> = Vec::new();
    let mut is_apart = true;
    for (start, line) in lines_of(text) {
        let at = start + line.len();
        let own = line.trim_end();
        let body = own.trim_start();
        if !body.contains(char::is_alphanumeric) {
            // a line of tags and the rule of a table are not blank
            let is_line = source.as_bytes()[at - 1] == b'\n' && !body.starts_with(['|', '+']);
            let is_tag = || {
                source
                    .get(start..at)
                    .is_some_and(|own| own.contains(['<', '[']))
            };
            is_apart |= is_line && !is_tag();
            continue;
        }
        let indent = own.len() - body.len();
        let signs = body
            .find(|c: char| !"#-+>=~•·‣◦● !*".contains(c))
            .unwrap_or(0);
        let front = &body[..signs];
        let is_heading = front.starts_with('#')
            || front.starts_with("==")
            || front.starts_with("--")
            || front.starts_with('=') && body.trim_end().ends_with('=');
        let from = start
            + indent
            + if front.contains('=') && !is_heading {
                0
            } else {
                signs
            };
        let span = Span::new(from, start + own.len());
        let cells = cells_of(text, span, separator, body.starts_with('|'));
        let is_table = cells.1;
        let cells: Vec<Cell> = cells
            .0
            .into_iter()
            .map(|span| Cell { span, role: None })
            .collect();
        rows.push(Row {
            span,
            cells,
            is_heading,
            is_apart,
            is_table,
            is_head: false,
        });
        is_apart = false;
    }
    rows
}

/// Puts the parts of an army that are side by side one below the other: below a line with several headings each
/// column has its rows and its total. Where a cell goes over the edge of a column, nothing is cut.
fn cut_columns(source: &str, text: &str, rows: Vec<Row>, lexicon: &Lexicon<'_>) -> Vec<Row> {
    let is_heading = |cell: &Cell| {
        let words = raw_words(cell.span.of(text));
        let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
        let is_part = |at: usize| {
            let found = lexicon.longest(&words[at..]).map(|(_, found)| found);
            found.into_iter().flatten().any(|own| lexicon.is_part(&own))
        };
        let is_sum = |word: &&str| {
            let mut own = lexicon.word(word).into_iter();
            own.any(|own| matches!(own, Meaning::Class(Class::Total)))
        };
        words.len() > 1 && (0..2).any(is_part) && !words.iter().any(is_sum)
    };
    let edges = |row: &Row, cell: &Cell| {
        let line = text[..row.span.start()].rfind('\n').map_or(0, |at| at + 1);
        let at = |byte| columns(source, line, byte);
        (at(cell.span.start()), at(cell.span.end()))
    };
    let mut out: Vec<Row> = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let head = &rows[at];
        let starts: Vec<usize> = head.cells.iter().map(|cell| edges(head, cell).0).collect();
        let is_head = !head.is_table && starts.len() > 1 && head.cells.iter().all(is_heading);
        let column = |from: usize| starts.iter().rposition(|own| *own <= from + 1).unwrap_or(0);
        let fits = |row: &&Row| {
            let is_in = |cell: &Cell| {
                let (from, to) = edges(row, cell);
                starts.get(column(from) + 1).is_none_or(|next| to < *next)
            };
            let is_below = |cell: &Cell| column(edges(row, cell).0) == 0;
            !row.is_table
                && row.cells.iter().all(is_in)
                && !(row.is_apart && row.cells.iter().all(is_below))
        };
        let height = 1 + rows[at + 1..].iter().take_while(fits).count();
        let block = &rows[at..at + height];
        let is_clear = is_head && rows.get(at + height).is_none_or(|own| own.is_apart);
        if !is_clear || height < 3 {
            out.push(head.clone());
            at += 1;
            continue;
        }
        for place in 0..starts.len() {
            for (row_at, row) in block.iter().enumerate() {
                let own = row.cells.iter();
                let cells: Vec<Cell> = own
                    .filter(|cell| column(edges(row, cell).0) == place)
                    .cloned()
                    .collect();
                if let [first, .., last] | [first @ last] = &cells[..] {
                    out.push(Row {
                        span: first.span.join(last.span),
                        is_apart: row.is_apart || row_at == 0,
                        cells,
                        ..row.clone()
                    });
                }
            }
        }
        at += height;
    }
    out
}

/// Returns the separator of the cells of most lines: comma, semicolon or tab.
fn separator_of(text: &str) -> Option<char> {
    let lines: Vec<&str> = text.lines().filter(|line| line.trim().len() > 3).collect();
    [';', '\t', ','].into_iter().find(|separator| {
        let counts: Vec<usize> = lines
            .iter()
            .map(|line| split_cells(line, *separator).len() - 1)
            .collect();
        let mut sorted: Vec<usize> = counts.iter().copied().filter(|count| *count >= 2).collect();
        sorted.sort_unstable();
        let Some(&usual) = sorted.get(sorted.len() / 2) else {
            return false;
        };
        let same = counts
            .iter()
            .filter(|count| **count == usual || **count + 1 == usual || **count == usual + 1)
            .count();
        let tight = *separator != ',' || {
            let commas = text.matches(',').count();
            let loose = text.matches(", ").count();
            loose * 2 < commas
        };
        tight && same * 10 >= lines.len() * if *separator == '\t' { 3 } else { 5 } && same >= 4
    })
}

/// Returns the ranges of the cells of a line, quotation marks respected.
fn split_cells(line: &str, separator: char) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut in_quotes = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' if in_quotes || line[start..at].trim().is_empty() => in_quotes = !in_quotes,
            c if c == separator && !in_quotes => {
                out.push((start, at));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    out.push((start, line.len()));
    out
}

/// Returns the cells of a row, and whether signs or tabs separate them.
fn cells_of(text: &str, span: Span, separator: Option<char>, has_bar: bool) -> (Vec<Span>, bool) {
    let line = span.of(text);
    let bars = line.matches('|').count();
    let tabs = line.matches('\t').count();
    let sign = if bars >= 2 || has_bar && bars > 0 {
        Some('|')
    } else if let Some(own) = separator.filter(|own| line.matches(*own).count() >= 2) {
        Some(own)
    } else if tabs >= 1 {
        Some('\t')
    } else {
        None
    };
    if let Some(sign) = sign {
        let mut cells: Vec<(usize, usize)> = split_cells(line, sign);
        if sign == '|' {
            // `||` separates cells of a wiki once
            let is_wiki = text.contains("{|");
            if is_wiki {
                cells.retain(|(from, to)| !line[*from..*to].is_empty());
            }
        }
        let trimmed = |(from, to): (usize, usize)| {
            let own = &line[from..to];
            let lead = own.len()
                - own
                    .trim_start_matches(|c: char| c.is_whitespace() || c == '"' || c == '!')
                    .len();
            let own = own.trim_end_matches(|c: char| c.is_whitespace() || c == '"');
            Span::new(
                span.start() + from + lead.min(own.len()),
                span.start() + from + own.len().max(lead.min(own.len())),
            )
        };
        return (cells.into_iter().map(trimmed).collect(), true);
    }
    // two blanks or leaders of dots
    let mut out = Vec::new();
    let bytes = line.as_bytes();
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b' ' || bytes[at] == b'.' {
            let mut end = at;
            while end < bytes.len() && (bytes[end] == b' ' || bytes[end] == b'.') {
                end += 1;
            }
            let gap = &line[at..end];
            let blanks = gap.matches(' ').count();
            let dots = gap.matches('.').count();
            if (blanks >= GAP && dots == 0 || dots >= 2 && gap.len() > 2)
                && end < bytes.len()
                && at > start
            {
                out.push(Span::new(span.start() + start, span.start() + at));
                start = end;
            }
            at = end;
        } else {
            at += 1;
        }
    }
    out.push(Span::new(span.start() + start, span.end()));
    (out, false)
}

/// Gives the cells below the head of a table their roles.
fn name_columns(text: &str, rows: &mut [Row], lexicon: &Lexicon<'_>) {
    enum Head {
        Cells(Vec<Option<Role>>, usize),
        Aligned(Vec<(Span, Option<Role>)>),
    }
    let mut head: Option<Head> = None;
    for at in 0..rows.len() {
        let row = &rows[at];
        let roles: Vec<Option<Role>> = row
            .cells
            .iter()
            .map(|cell| column_role(cell.span.of(text), lexicon))
            .collect();
        // a cost next to that of one is that of all: `Coût unit.`, `Coût`
        let has_each = roles.contains(&Some(Role::Each)) && !roles.contains(&Some(Role::Total));
        let all = |own: Option<Role>| match own {
            Some(Role::Amount) if has_each => Some(Role::Total),
            own => own,
        };
        let roles: Vec<Option<Role>> = roles.into_iter().map(all).collect();
        let filled = row
            .cells
            .iter()
            .filter(|cell| !cell.span.is_empty())
            .count();
        let known = roles.iter().flatten().count();
        let has_number = row.span.of(text).chars().any(|c| c.is_ascii_digit());
        let numeric = roles
            .iter()
            .flatten()
            .filter(|role| !matches!(role, Role::Name | Role::Part | Role::Other(_)))
            .count();
        if !has_number && known >= 2 && known * 2 >= filled && numeric > 0 {
            head = Some(if row.is_table {
                Head::Cells(roles, row.cells.len())
            } else {
                let line_start = text[..row.span.start()].rfind('\n').map_or(0, |at| at + 1);
                let cells = row.cells.iter().zip(&roles).map(|(cell, role)| {
                    (
                        Span::new(
                            columns(text, line_start, cell.span.start()),
                            columns(text, line_start, cell.span.end()),
                        ),
                        *role,
                    )
                });
                Head::Aligned(cells.collect())
            });
            rows[at].is_head = true;
            continue;
        }
        match &head {
            Some(Head::Cells(roles, width)) if rows[at].is_table => {
                // a first cell that spans several rows is missing in those below
                let count = rows[at].cells.len();
                let shift = if count < *width {
                    spanned(text, &rows[at], roles, *width - count)
                } else {
                    0
                };
                for (place, cell) in rows[at].cells.iter_mut().enumerate() {
                    cell.role = roles.get(place + shift).copied().flatten();
                }
            }
            Some(Head::Aligned(heads)) if !rows[at].is_table && rows[at].cells.len() > 1 => {
                let line_start = text[..rows[at].span.start()]
                    .rfind('\n')
                    .map_or(0, |at| at + 1);
                let cells: Vec<(usize, usize)> = rows[at]
                    .cells
                    .iter()
                    .map(|cell| {
                        (
                            columns(text, line_start, cell.span.start()),
                            columns(text, line_start, cell.span.end()),
                        )
                    })
                    .collect();
                for (cell, (from, to)) in rows[at].cells.iter_mut().zip(cells) {
                    let overlap = |own: &&(Span, Option<Role>)| {
                        let (a, b) = (from.max(own.0.start()), to.min(own.0.end()));
                        if a < b {
                            (b - a) as i64
                        } else {
                            -((a - b) as i64)
                        }
                    };
                    let best = heads.iter().max_by_key(overlap);
                    cell.role = best.filter(|own| overlap(own) >= -3).and_then(|own| own.1);
                }
            }
            _ => {}
        }
    }
}

/// Returns how many of the first columns a row lacks, by where its numbers are.
fn spanned(text: &str, row: &Row, roles: &[Option<Role>], lacking: usize) -> usize {
    let is_numeric = |role: Option<Role>| {
        role.is_some_and(|role| !matches!(role, Role::Name | Role::Part | Role::Other(_)))
    };
    let fits = |shift: usize| {
        row.cells
            .iter()
            .enumerate()
            .filter(|(at, cell)| {
                let own = cell.span.of(text).trim();
                let is_number =
                    !own.is_empty() && own.chars().all(|c| c.is_ascii_digit() || ".,½".contains(c));
                is_number && is_numeric(roles.get(at + shift).copied().flatten())
            })
            .count()
    };
    if fits(lacking) > fits(0) { lacking } else { 0 }
}

/// Returns the number of characters between two bytes of a line.
fn columns(text: &str, from: usize, to: usize) -> usize {
    text.get(from..to)
        .map_or(to - from, |own| own.chars().count())
}

/// Returns the role of a head of a column.
fn column_role(cell: &str, lexicon: &Lexicon<'_>) -> Option<Role> {
    let words = raw_words(cell);
    let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    if words.is_empty() || words.len() > 5 {
        return None;
    }
    let role = |words: &[&str]| {
        let (length, found) = lexicon.longest(words)?;
        let column = found.iter().find_map(|own| match own {
            Meaning::Column(_, role) => Some(*role),
            Meaning::Heading(Some(kind), _)
                if Some(*kind) == lexicon.part || *kind == lexicon.side =>
            {
                Some(Role::Part)
            }
            _ => None,
        })?;
        (length == words.len()).then_some(column)
    };
    role(&words)
}
