//! Layout: any text as rows of cells. Markup becomes blanks and an entity the character that it means; a map
//! leads from the cleaned text back to the bytes of the file. Lines are joined and cut by changing line feeds.

use super::{
    lexer::{may_end, raw_words},
    lexicon::{Class, Lexicon, Meaning, Role},
    rows::{Cell, Row},
};
use crate::{
    scenario::{
        markup::{struck_length, tag_length},
        shared_words::{WordList, shared_words},
    },
    syntax::entity_char,
    text::Span,
};
use std::{borrow::Cow, collections::HashMap};

/// A text without markup, its rows, and where its bytes are in the file.
pub(super) struct Layout {
    pub(super) text: String,
    pub(super) rows: Vec<Row>,
    /// Quoted lines, remarks and struck text that name troops and are not read.
    pub(super) hidden: Vec<Span>,
    /// The first byte of the subject of a mail or post.
    pub(super) subject: Option<usize>,
    /// For each byte of the text the bytes of the file that it is read from.
    origins: Vec<(usize, usize)>,
}

impl Layout {
    /// Returns the bytes of the file that a part of the text is read from.
    pub(super) fn origin(&self, span: Span) -> Span {
        let last = self.origins.len().saturating_sub(1);
        let at = |byte: usize| {
            self.origins
                .get(byte.min(last))
                .copied()
                .unwrap_or_default()
        };
        let start = match span.start() > last {
            true => at(last).1,
            false => at(span.start()).0,
        };
        let end = match span.is_empty() {
            true => start,
            false => at(span.end() - 1).1,
        };
        Span::new(start, end.max(start))
    }
}

/// The most blanks between two cells of one column.
const GAP: usize = 2;

/// The most columns that a cell spans.
const MAX_SPAN: usize = 20;

/// The most bytes of a tag or a remark.
const MAX_MARKUP: usize = 300;

/// The tags that begin a line.
const LINES: [&str; 12] = [
    "tr", "br", "li", "p>", "/p>", "/tr", "/li", "/h", "/table", "div", "/div", "*",
];

/// Cleans a text and divides it into rows.
pub(super) fn lay_out(source: &str, lexicon: &Lexicon<'_>) -> Layout {
    let mut out = clean(source, lexicon);
    mend_scan(&mut out.text, lexicon);
    join_objects(&mut out.text);
    blank_quotes(&mut out, lexicon);
    join_prose(&mut out.text, lexicon);
    out.rows = rows_of(source, &out);
    out.rows = cut_columns(&out.text, std::mem::take(&mut out.rows), lexicon);
    name_columns(&out.text, &mut out.rows, lexicon);
    out
}

/// Replaces bytes of a text: those of whole characters by blanks, or signs of one byte by others.
fn edit(text: &mut String, change: impl FnOnce(&mut [u8])) {
    let mut bytes = std::mem::take(text).into_bytes();
    change(&mut bytes);
    *text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
}

/// Replaces the letters that a scan took for digits, and digits that it took for letters: `l2`, `2O`, `lrr`,
/// `Ps(0)`. Words are mended only where a number shows that the text is a scan.
fn mend_scan(text: &mut String, lexicon: &Lexicon<'_>) {
    let copy = text.clone();
    let is_letter = |c: char| "lIO".contains(c);
    let is_gap = |c: char| !c.is_alphanumeric();
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for part in copy.split_inclusive(is_gap) {
        words.push((at, part.trim_end_matches(is_gap)));
        at += part.len();
    }
    let is_number = |own: &str| {
        own.chars().all(|c| is_letter(c) || c.is_ascii_digit()) && own.contains(is_letter)
    };
    let is_known = |own: &str| !lexicon.word(&own.to_lowercase()).is_empty();
    let is_mixed = |own: &str| own.contains(|c: char| c.is_ascii_digit()) && !is_known(own);
    let is_scan = words.iter().any(|(_, own)| is_number(own) && is_mixed(own));
    edit(text, |bytes| {
        for (start, own) in words.into_iter().filter(|_| is_scan) {
            let behind = copy[start + own.len()..].chars().next();
            // a letter by itself may be a grade, a drill or an article
            let is_other = own == "I" || own == "O" || matches!(behind, Some('\'' | '’'));
            let is_roman = own.chars().all(|c| c == 'I');
            if is_number(own) && !is_other && !is_roman {
                for byte in &mut bytes[start..start + own.len()] {
                    *byte = match *byte {
                        b'l' | b'I' => b'1',
                        b'O' => b'0',
                        other => other,
                    };
                }
            } else if let Some(rest) = own.strip_prefix('l')
                && !is_known(own)
                && is_known(&format!("i{rest}"))
            {
                bytes[start] = b'I';
            }
        }
        for (at, _) in copy.match_indices("(0)") {
            let front = copy[..at].trim_end_matches(' ');
            if front.ends_with(char::is_alphabetic) {
                bytes[at + 1] = b'O';
            }
        }
    });
}

/// Returns a text without markup, and for each of its bytes those of the source.
fn clean(source: &str, lexicon: &Lexicon<'_>) -> Layout {
    let mut out = Layout {
        text: String::with_capacity(source.len()),
        rows: Vec::new(),
        hidden: Vec::new(),
        subject: None,
        origins: Vec::with_capacity(source.len()),
    };
    // the ends of what other people wrote
    let lower = source.to_ascii_lowercase();
    let ends = lower.match_indices("[/quote]");
    let mut quote_ends = ends.map(|(at, end)| at + end.len()).peekable();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        while quote_ends.next_if(|end| *end <= at).is_some() {}
        let is_quote = rest.starts_with("[quote") || rest.starts_with("[QUOTE");
        let (length, own) = match quote_ends.peek().filter(|_| is_quote) {
            Some(end) => (end - at, Cow::Borrowed(" ")),
            None if is_quote => (1, Cow::Borrowed(" ")),
            None => piece(rest, &out.text, lexicon),
        };
        if &*own == " " && length > 2 && names_troops(&source[at..at + length], lexicon) {
            out.hidden
                .push(Span::new(out.text.len(), out.text.len() + 1));
        }
        out.text.push_str(&own);
        out.origins.resize(out.text.len(), (at, at + length));
        at += length;
    }
    out
}

/// Returns whether a text names troops and has a number.
fn names_troops(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let words = raw_words(text);
    let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let is_troop = |at: usize| {
        let found = lexicon.longest(&words[at..]).map(|(_, found)| found);
        found.into_iter().flatten().any(|own| lexicon.is_type(&own))
            || lexicon.glued(words[at]).is_some()
    };
    text.contains(|c: char| c.is_ascii_digit()) && (0..words.len()).any(is_troop)
}

/// Returns the length of the character or markup at the front of a text, and what it is in the text `out`.
fn piece<'s>(rest: &'s str, out: &str, lexicon: &Lexicon<'_>) -> (usize, Cow<'s, str>) {
    let Some(c) = rest.chars().next() else {
        return (rest.len(), Cow::Borrowed(""));
    };
    let is_apart = out.is_empty() || out.ends_with(char::is_whitespace);
    let near = &rest[..rest.floor_char_boundary(MAX_MARKUP)];
    let line = near.split('\n').next().unwrap_or_default();
    // `Cv[S]` is no tag
    let is_grade = c == '['
        && (out.ends_with(char::is_alphabetic)
            || out.trim_end_matches(' ').ends_with(char::is_alphabetic)
                && rest.as_bytes().get(1).is_some_and(u8::is_ascii_uppercase))
        && rest.as_bytes().get(2) == Some(&b']')
        && rest.is_char_boundary(2)
        && !line.contains(&format!("[/{}]", &rest[1..2]));
    if is_grade {
        return (1, Cow::Borrowed("("));
    }
    let is_first = || out.trim_end_matches([' ', '\t']).ends_with('\n') || out.is_empty();
    if is_apart && rest.starts_with("// ") && !is_first() {
        // the remark of a programmer
        return (line.len(), Cow::Borrowed(" "));
    }
    if let Some(length) = struck_length(rest, is_apart) {
        return (length, Cow::Borrowed(" "));
    }
    if (is_apart || out.ends_with('|'))
        && let Some(length) = span_length(line)
    {
        return (length, Cow::Borrowed(" "));
    }
    if rest.starts_with("<!--") {
        // one that does not end hides nothing
        let length = rest.find("-->").map_or(4, |end| end + 3);
        return (length, Cow::Borrowed(" "));
    }
    if let Some(length) = tag_length(rest) {
        let tag = rest[..length].to_ascii_lowercase();
        let own = match tag.trim_start_matches(['<', '[']) {
            tag if tag.starts_with("/td") || tag.starts_with("/th>") => "|",
            tag if tag.starts_with("td") || tag.starts_with("th ") => {
                // the columns that a cell spans but its last
                let own = tag
                    .split_once("colspan=\"")
                    .and_then(|(_, own)| own.split_once('"'));
                let columns = own.and_then(|own| own.0.parse::<usize>().ok());
                let bars = columns.map_or(0, |own| own.clamp(1, MAX_SPAN) - 1);
                return (length, Cow::Owned("|".repeat(bars)));
            }
            tag if LINES.iter().any(|own| tag.starts_with(own)) => "\n",
            tag if tag.starts_with("h1") || tag.starts_with("h2") || tag.starts_with("h3") => "#",
            tag if tag.starts_with('&') => {
                let c = entity_char(&rest[..length]).map(|c| c.to_string());
                let c = c.filter(|own| own != "\u{a0}");
                return (length, Cow::Owned(c.unwrap_or_else(|| " ".to_owned())));
            }
            // a tag may be within a word
            _ if is_apart => "",
            _ => " ",
        };
        return (length, Cow::Borrowed(own));
    }
    if let Some((length, own)) = xml_tag(line) {
        return (length, Cow::Owned(own));
    }
    let own = match c {
        _ if !out.ends_with(char::is_alphanumeric)
            && let Some((length, own)) = spaced_word(rest, lexicon.longest_word)
            && !lexicon.word(&own.to_lowercase()).is_empty() =>
        {
            return (length, Cow::Owned(own));
        }
        '×' | '✕' | '✖' => "x",
        '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{2009}' | '*' | '`' | '_' => " ",
        '\u{feff}' | '\u{200b}' | '\u{ad}' | '\r' => "",
        '！'..='～' => {
            let own = char::from_u32(u32::from(c) - u32::from('！') + u32::from('!'));
            return (c.len_utf8(), Cow::Owned(own.unwrap_or(c).to_string()));
        }
        '–' | '—' | '−' | '‑' | '─' | '━' | '═' => "-",
        '│' | '┃' | '║' | '¦' => "|",
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '╔' | '╗' | '╚' | '╝' | '╠' | '╣'
        | '╦' | '╩' | '╬' => "+",
        _ => &rest[..c.len_utf8()],
    };
    (c.len_utf8(), Cow::Borrowed(own))
}

/// Returns the length of a word whose capitals are set apart, and the word: `D B M`, `A.P.`. One of more than
/// `most` letters is none.
fn spaced_word(text: &str, most: usize) -> Option<(usize, String)> {
    let mut own = String::new();
    let mut length = 0;
    let bytes = text.as_bytes();
    while bytes.get(length).is_some_and(u8::is_ascii_uppercase) {
        let sign = bytes.get(length + 1).copied().unwrap_or(b' ');
        let is_same = own.is_empty() || bytes[length - 1] == sign || sign != b'.';
        if !matches!(sign, b' ' | b'.' | b'\n') || !is_same {
            break;
        }
        if own.len() == most {
            return None;
        }
        own.push(char::from(bytes[length]));
        length += 2;
    }
    let has_points = text[..length.min(text.len())].contains('.');
    let is_word = own.len() >= if has_points { 2 } else { 3 };
    is_word.then(|| (length.min(text.len()) - usize::from(!has_points), own))
}

/// Returns the length of what says how many rows or columns a cell of a wiki spans: `rowspan="5" |`.
fn span_length(line: &str) -> Option<usize> {
    let rest = line
        .strip_prefix("rowspan=")
        .or_else(|| line.strip_prefix("colspan="))?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '"')?;
    let behind = rest[end..].trim_start_matches(' ');
    let is_bar = behind.starts_with('|') && !behind.starts_with("||");
    let bar = if is_bar {
        behind.len() - 1
    } else {
        rest.len() - end
    };
    Some(line.len() - bar)
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

/// Returns the length of a tag of XML, and what it says: `<n>` is `n: `, attributes stay as they are.
fn xml_tag(line: &str) -> Option<(usize, String)> {
    let inner = line.strip_prefix('<')?.split_once('>')?.0;
    let body = inner.trim_start_matches('/');
    if !body.starts_with(|c: char| c.is_alphabetic() || c == '?' || c == '!') {
        return None;
    }
    let is_name = |c: char| c.is_alphanumeric() || "-_?!".contains(c);
    let name = &body[..body.find(|c| !is_name(c)).unwrap_or(body.len())];
    let rest = body[name.len()..].trim_matches(['/', ' ']);
    if !rest.is_empty() && !rest.contains('=') && !body.starts_with(['?', '!']) {
        return None;
    }
    // the name of a speaker in front of a line of a chat: `<Omar> yep 3.2`
    let behind = line[inner.len() + 2..].trim();
    let is_speaker = !behind.is_empty() && !behind.contains("</") && rest.is_empty();
    let own = if body.len() < inner.len() || is_speaker {
        " ".to_owned()
    } else if body.contains('=') {
        body[name.len()..].trim_end_matches('/').replace('"', " ")
    } else {
        format!("{name}: ")
    };
    Some((inner.len() + 2, own))
}

/// Makes a line of each innermost object of JSON, and of each item of YAML or table of TOML with keys below it.
fn join_objects(text: &mut String) {
    let is_json = text.trim_start().starts_with(['{', '[']);
    edit(text, |bytes| {
        let mut open: Option<usize> = None;
        for at in 0..bytes.len() {
            match bytes[at] {
                b'{' => open = Some(at),
                b'}' => {
                    let Some(from) = open.take().filter(|from| at - from < MAX_OBJECT) else {
                        continue;
                    };
                    if !bytes[from..at].contains(&b':') {
                        continue;
                    }
                    for byte in &mut bytes[from..at] {
                        if matches!(*byte, b'\n' | b'"') {
                            *byte = b' ';
                        }
                    }
                    bytes[from] = if is_json { b'\n' } else { b' ' };
                    bytes[at] = bytes[from];
                }
                b'"' if is_json => bytes[at] = b' ',
                _ => {}
            }
        }
    });
    let copy = text.clone();
    let lines = lines_of(&copy);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let has_key = |line: &str| {
        let line = line.trim().trim_start_matches("- ");
        let pair = line.split_once(": ").or_else(|| line.split_once(" = "));
        pair.is_some_and(|(key, value)| {
            let is_key = !key.is_empty() && key.len() < 20 && !key.contains([' ', '(', ',']);
            is_key && !value.trim().is_empty() && value.len() < 80
        })
    };
    edit(text, |bytes| {
        for (at, &(start, line)) in lines.iter().enumerate() {
            let is_table = line.trim_start().starts_with("[[");
            let is_first = line.trim_start().starts_with("- ") && has_key(line);
            if !is_table && !is_first {
                continue;
            }
            let mut end = start + line.len();
            if is_table {
                bytes[start..end - 1].fill(b' ');
            }
            for (next, below) in &lines[at + 1..] {
                let is_item = below.trim_start().starts_with('-');
                let is_outside = !is_table && indent(below) <= indent(line);
                if is_outside || is_item || !has_key(below) {
                    break;
                }
                bytes[end - 1] = b' ';
                end = next + below.len();
                // a remark behind the value
                let remark = below.find(" # ").map_or(end, |at| next + at);
                bytes[remark..end.saturating_sub(1).max(remark)].fill(b' ');
            }
        }
    });
}

/// The most bytes of an object of JSON that is a line.
const MAX_OBJECT: usize = 600;

/// Returns the length of the stamp of a chat in front of a line: `[21:04] Omar: `, `29.11.26, 14:05 - Omar: `.
fn stamp_length(line: &str) -> Option<usize> {
    let is_stamp = |c: char| c.is_ascii_digit() || " ,.:/-[]".contains(c) || "AaPpMm".contains(c);
    let end = line.find(|c| !is_stamp(c)).unwrap_or(line.len());
    let stamp = &line[..end];
    let colon = stamp.find(':')?;
    let is_time = stamp[..colon].ends_with(|c: char| c.is_ascii_digit())
        && stamp[colon + 1..].starts_with(|c: char| c.is_ascii_digit())
        && stamp.starts_with(['[', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        && stamp.chars().filter(char::is_ascii_digit).count() >= 3;
    // the time, and the name behind it: `Omar:`, `<Omar>`
    let time = colon + 1 + stamp[colon + 1..].find(|c: char| !c.is_ascii_digit() && c != ':')?;
    let time = match stamp.find(']') {
        Some(bracket) if stamp.starts_with('[') => bracket + 1,
        _ => time,
    };
    let is_other = |c: char| c.is_ascii_digit() || "()".contains(c);
    let is_name = |name: &str| name.len() < 32 && !name.contains(is_other);
    let name = line[time..].find([':', '>']);
    let name = name.filter(|end| is_name(&line[time..time + end]));
    is_time.then(|| time + name.map_or(0, |end| end + 1))
}

/// Returns the unknown word in front of a line that may be the name of who speaks: `mattyp: 2 el`.
fn speaker<'l>(line: &'l str, lexicon: &Lexicon<'_>) -> Option<&'l str> {
    let (name, _) = line.trim_start().split_once(": ")?;
    let is_name = !name.is_empty() && name.chars().all(char::is_alphanumeric);
    (is_name && lexicon.word(&name.to_lowercase()).is_empty()).then_some(name)
}

/// Blanks the signs of quotes or quoted lines, the stamps of chats, the heads of mails and what is below a signature.
fn blank_quotes(layout: &mut Layout, lexicon: &Lexicon<'_>) {
    let names_troops = |line: &str| names_troops(line, lexicon);
    let is_quote = |line: &str| line.trim_start().starts_with('>');
    let copy = layout.text.clone();
    let (quotes, others): (Vec<_>, Vec<_>) = lines_of(&copy)
        .into_iter()
        .filter(|(_, line)| names_troops(line))
        .partition(|(_, line)| is_quote(line));
    let keeps_quotes = quotes.len() > others.len();
    let mut speakers: HashMap<&str, usize> = HashMap::new();
    for name in copy.lines().filter_map(|line| speaker(line, lexicon)) {
        *speakers.entry(name).or_default() += 1;
    }
    let mut is_over = false;
    let mut blank: Vec<(usize, usize)> = Vec::new();
    let mut stamps: Vec<usize> = Vec::new();
    for (start, line) in lines_of(&copy) {
        let trimmed = line.trim_start();
        let lead = line.len() - trimmed.len();
        let whole = line.trim_end_matches('\n').len();
        is_over |= line == "-- \n";
        // of the subject of a mail only the key is none of the list
        let subject = &mut layout.subject;
        let mut key_length = || {
            let words = shared_words();
            let key = trimmed.split_once(": ").map_or("", |(key, _)| key);
            let is_key = |words: &WordList| words.contains_in_any_case(key.trim_end());
            if is_key(&words.subjects) {
                *subject = Some(start);
                return lead + key.len() + 1;
            }
            // `On Tuesday Dave wrote:`
            let mut own = trimmed
                .trim_end()
                .strip_suffix(':')
                .unwrap_or_default()
                .split(' ');
            let is_head = is_key(&words.mail_keys) || own.any(|own| words.wrote.contains(own));
            match is_head && !names_troops(line) {
                true => whole,
                false => 0,
            }
        };
        let length = if is_over || is_quote(line) && !keeps_quotes {
            if names_troops(line) {
                layout
                    .hidden
                    .push(Span::new(start + lead, start + line.trim_end().len()));
            }
            whole
        } else if is_quote(line) {
            let signs = trimmed.find(|c: char| c != '>' && c != ' ');
            signs.map_or(whole, |signs| lead + signs)
        } else if let Some(length) = stamp_length(trimmed) {
            stamps.push(start + lead);
            lead + length
        } else if let Some(name) = speaker(line, lexicon)
            && speakers[name] > 2
        {
            stamps.push(start + lead);
            lead + name.len() + 1
        } else {
            key_length()
        };
        blank.push((start, start + length));
    }
    edit(&mut layout.text, |bytes| {
        for (from, to) in blank {
            bytes[from..to].fill(b' ');
        }
        // no sentence goes on behind a stamp
        stamps.into_iter().for_each(|stamp| bytes[stamp] = b'\n');
    });
}

/// The least characters of a line of prose, which may go on in the next one or have several sentences.
const MIN_PROSE: usize = 50;

/// Joins the lines of prose, and makes a line of each of its sentences.
fn join_prose(text: &mut String, lexicon: &Lexicon<'_>) {
    let copy = text.clone();
    let lines = lines_of(&copy);
    let has_class = |word: &str, classes: &[Class]| {
        let mut own = lexicon.word(word).into_iter();
        own.any(|own| matches!(own, Meaning::Class(class) if classes.contains(&class)))
    };
    let is_prose = |line: &str| {
        line.len() >= MIN_PROSE
            && line.split_whitespace().count() >= 8
            && !line.contains(['|', '\t', ';'])
            && !line.contains("  ")
            && !line.contains("....")
            && !line.starts_with(['#', '-', '*', '+'])
    };
    let goes_on = |own: &str, next: &str| {
        let is_open = own.matches('(').count() > own.matches(')').count()
            && next.find(')').is_some_and(|end| !next[..end].contains('('));
        let last = raw_words(own)
            .pop()
            .map(|(word, _)| word)
            .unwrap_or_default();
        let first = raw_words(next).into_iter().next().map(|(word, _)| word);
        let is_sum = first.is_some_and(|own| has_class(&own, &[Class::Sum, Class::Total]));
        let is_number = lexicon
            .word(&last)
            .iter()
            .any(|own| matches!(own, Meaning::Number(_)));
        let is_middle = own.ends_with([',', '+', '&', '/', '='])
            || next.starts_with(char::is_lowercase)
            || is_number
            || has_class(&last, &[Class::Filler, Class::Conjunction])
            || own.ends_with(char::is_alphabetic)
                && lexicon.word(&last).is_empty()
                && is_prose(next);
        is_open || is_middle && !is_sum && !own.ends_with(['.', ':', '!', '?'])
    };
    edit(text, |bytes| {
        for (at, &(start, line)) in lines.iter().enumerate() {
            let next = lines.get(at + 1).map_or("", |(_, next)| next.trim());
            let begins = next.starts_with(|c: char| c.is_alphanumeric() || c == '(' || c == '"');
            if begins && is_prose(line.trim()) && goes_on(line.trim_end(), next) {
                bytes[start + line.trim_end_matches('\n').len()] = b' ';
            }
        }
    });
    let copy = text.clone();
    edit(text, |bytes| {
        for (start, line) in lines_of(&copy) {
            if line.len() < MIN_PROSE || line.contains(['|', '\t']) {
                continue;
            }
            for (stop, _) in line.match_indices(". ") {
                let next = line[stop + 2..].trim_start();
                if may_end(&line[..stop])
                    && next.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
                {
                    bytes[start + stop + 1] = b'\n';
                }
            }
        }
    });
}

fn rows_of(source: &str, layout: &Layout) -> Vec<Row> {
    let text = &layout.text;
    let separator = separator_of(text);
    let is_wiki = text.contains("{|");
    let mut rows: Vec<Row> = Vec::new();
    let mut is_apart = true;
    for (start, line) in lines_of(text) {
        let own = line.trim_end();
        // in front of a tab may be an empty cell
        let body = own.trim_start_matches(|c: char| {
            c.is_whitespace() && (c != '\t' || separator != Some('\t'))
        });
        if !body.contains(char::is_alphanumeric) {
            // a line of tags, the rule of a table and the end of a line behind a tag are not blank
            let own = layout.origin(Span::new(start, start + line.len()));
            let is_line = source[..own.start()].ends_with('\n');
            let mut signs = own.of(source).chars();
            is_apart |= is_line && signs.all(|c| c.is_whitespace() || "-=_*~".contains(c));
            continue;
        }
        let signs = body
            .find(|c: char| !"#-+>=~•·‣◦● !*".contains(c))
            .unwrap_or(0);
        let front = &body[..signs];
        let is_heading = front.starts_with('#')
            || front.starts_with("==")
            || front.starts_with("--")
            || front.starts_with('=') && body.ends_with('=');
        // the sign of a sum stays
        let skip = if front.contains('=') && !is_heading {
            0
        } else {
            signs
        };
        let span = Span::new(start + own.len() - body.len() + skip, start + own.len());
        let (cells, is_table) = cells_of(text, span, separator, is_wiki);
        rows.push(Row {
            span,
            cells: cells.into_iter().map(Cell::new).collect(),
            is_heading,
            is_apart,
            is_table,
            is_head: false,
        });
        is_apart = false;
    }
    rows
}

/// Returns the columns at which each cell of a row begins and ends.
fn edges(text: &str, row: &Row) -> Vec<(usize, usize)> {
    let mut byte = text[..row.span.start()].rfind('\n').map_or(0, |at| at + 1);
    let mut column = 0;
    let mut column_of = |to: usize| {
        column += text[byte..to].chars().count();
        byte = to;
        column
    };
    let of_cell = |cell: &Cell| (column_of(cell.span.start()), column_of(cell.span.end()));
    row.cells.iter().map(of_cell).collect()
}

/// Puts the parts of an army that are side by side one below the other: several rows have troops in more than one
/// column. Where a cell goes over the edge of a column, nothing is cut.
fn cut_columns(text: &str, rows: Vec<Row>, lexicon: &Lexicon<'_>) -> Vec<Row> {
    let edges: Vec<Vec<(usize, usize)>> = rows.iter().map(|row| edges(text, row)).collect();
    let mut named: HashMap<Span, bool> = HashMap::new();
    // for the columns of a head the end of the rows that fit it and are cut nowhere: those of them that begin at
    // the same columns are no heads either
    let mut uncut: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut out: Vec<Row> = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let head = &rows[at];
        let starts: Vec<usize> = edges[at].iter().map(|own| own.0).collect();
        if uncut.get(&starts).is_some_and(|end| at < *end) {
            out.push(head.clone());
            at += 1;
            continue;
        }
        let column = |from: usize| {
            let places = starts.partition_point(|own| *own <= from + 1);
            places.saturating_sub(1)
        };
        let columns = |row: usize| edges[row].iter().map(|own| column(own.0));
        let fits = |row: &usize| {
            let is_in = |(from, to): &(usize, usize)| {
                let next = starts.get(column(*from) + 1);
                next.is_none_or(|next| to < next)
            };
            let is_below = rows[*row].is_apart && columns(*row).all(|own| own == 0);
            !rows[*row].is_table && edges[*row].iter().all(is_in) && !is_below
        };
        let mut has_troops = |row: usize| {
            if starts.len() < 2 {
                return false;
            }
            let columns: Vec<usize> = columns(row).collect();
            let mut from = 0;
            let mut of_column = |same: &[usize]| {
                let cells = &rows[row].cells[from..from + same.len()];
                from += same.len();
                let span = cells[0].span.join(cells[cells.len() - 1].span);
                let is_named = || names_troops(span.of(text), lexicon);
                *named.entry(span).or_insert_with(is_named)
            };
            let columns = columns.chunk_by(|one, other| one == other);
            columns.filter(|same| of_column(same)).count() > 1
        };
        let is_head = !head.is_table && starts.len() > 1 && !has_troops(at);
        let height = match is_head {
            true => 1 + (at + 1..rows.len()).take_while(fits).count(),
            false => 1,
        };
        let end = at + height;
        let is_head = is_head && (at..end).filter(|row| has_troops(*row)).count() > 1;
        let is_clear = rows.get(end).is_none_or(|own| own.is_apart);
        if !is_head || !is_clear || height < 3 {
            out.push(head.clone());
            uncut.insert(starts, end);
            at += 1;
            continue;
        }
        let columns: Vec<Vec<usize>> = (at..end).map(|row| columns(row).collect()).collect();
        for place in 0..starts.len() {
            for (row_at, (row, columns)) in rows[at..end].iter().zip(&columns).enumerate() {
                let from = columns.partition_point(|own| *own < place);
                let to = columns.partition_point(|own| *own <= place);
                let cells = row.cells[from..to].to_vec();
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
        at = end;
    }
    out
}

/// Returns the separator of the cells of most lines: comma, semicolon or tab.
fn separator_of(text: &str) -> Option<char> {
    let lines: Vec<&str> = text.lines().filter(|line| line.trim().len() > 3).collect();
    [';', '\t', ','].into_iter().find(|separator| {
        let count = |line: &&str| split_cells(line, *separator).len() - 1;
        let counts: Vec<usize> = lines.iter().map(count).collect();
        let mut sorted: Vec<usize> = counts.iter().copied().filter(|count| *count >= 2).collect();
        sorted.sort_unstable();
        let Some(&usual) = sorted.get(sorted.len() / 2) else {
            return false;
        };
        let same = counts
            .iter()
            .filter(|count| count.abs_diff(usual) < 2)
            .count();
        let is_tight =
            *separator != ',' || text.matches(", ").count() * 2 < text.matches(',').count();
        let least = if *separator == '\t' { 3 } else { 5 };
        is_tight && same * 10 >= lines.len() * least && same >= 4
    })
}

/// Returns the ranges of the cells of a line, quotation marks respected.
fn split_cells(line: &str, separator: char) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut in_quotes = false;
    for (at, c) in line.char_indices() {
        match c {
            // between bars it may be a sign for the same as above
            '"' if separator != '|' && (in_quotes || line[start..at].trim().is_empty()) => {
                in_quotes = !in_quotes;
            }
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
fn cells_of(text: &str, span: Span, separator: Option<char>, is_wiki: bool) -> (Vec<Span>, bool) {
    let line = span.of(text);
    let bars = line.matches('|').count();
    let sign = if bars >= 2 {
        Some('|')
    } else {
        let usual = separator.filter(|own| line.matches(*own).count() >= 2);
        usual.or_else(|| line.contains('\t').then_some('\t'))
    };
    let Some(sign) = sign else {
        return (spaced_cells(line, span.start()), false);
    };
    let mut cells = split_cells(line, sign);
    if sign == '|' && is_wiki {
        // `||` separates cells of a wiki once
        cells.retain(|(from, to)| from < to);
    }
    let trimmed = |(from, to): (usize, usize)| {
        let cell = &line[from..to];
        if cell.trim() == "\"" {
            // a sign for the same as above
            let at = span.start() + from + cell.len() - cell.trim_start().len();
            return Span::new(at, at + 1);
        }
        let own = line[from..to].trim_end_matches(|c: char| c.is_whitespace() || c == '"');
        let inner = own.trim_start_matches(|c: char| c.is_whitespace() || "\"!".contains(c));
        let end = span.start() + from + own.len();
        Span::new(end - inner.len(), end)
    };
    (cells.into_iter().map(trimmed).collect(), true)
}

/// Returns the cells between gaps of blanks, leaders of dots or a bar.
fn spaced_cells(line: &str, first: usize) -> Vec<Span> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < line.len() {
        let is_gap = |c: char| matches!(c, ' ' | '.' | '|');
        let gap = &line[at..];
        let gap = &gap[..gap.find(|c| !is_gap(c)).unwrap_or(gap.len())];
        if gap.is_empty() {
            at += line[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let dots = gap.matches('.').count();
        let divides =
            gap.len() >= GAP && dots == 0 || dots >= 2 && gap.len() > 2 || gap.contains('|');
        let end = at + gap.len();
        if divides && (end < line.len() || gap.contains('|')) {
            if at > start {
                out.push(Span::new(first + start, first + at));
            }
            start = end;
        }
        at = end;
    }
    if start < line.len() {
        out.push(Span::new(first + start, first + line.len()));
    }
    out
}

/// What the head of a column says of the cells below it.
#[derive(Clone, Debug)]
struct Column {
    /// The columns of characters at which it begins and ends.
    edges: (usize, usize),
    role: Option<Role>,
    flag: Vec<Meaning>,
}

/// Returns whether the cells below a head are numbers.
fn is_numeric(role: Option<Role>) -> bool {
    role.is_some_and(|own| !matches!(own, Role::Name | Role::Part(_) | Role::Other(_)))
}

/// Gives the cells below the head of a table their roles.
fn name_columns(text: &str, rows: &mut [Row], lexicon: &Lexicon<'_>) {
    let mut head: Option<(Vec<Column>, bool)> = None;
    for row in rows.iter_mut() {
        let edges = edges(text, row);
        let cells = row.cells.iter().zip(&edges);
        let mut own: Vec<Column> = cells
            .map(|(cell, edges)| column(text, cell, *edges, lexicon))
            .collect();
        // a cost next to that of one is that of all: `Coût unit.`, `Coût`
        let has = |role| own.iter().any(|own| own.role == Some(role));
        if has(Role::Each) && !has(Role::Total) {
            let costs = own.iter_mut().filter(|own| own.role == Some(Role::Amount));
            costs.for_each(|own| own.role = Some(Role::Total));
        }
        let filled = row
            .cells
            .iter()
            .filter(|cell| !cell.span.is_empty())
            .count();
        let known = own.iter().filter(|own| own.role.is_some()).count();
        let has_number = row.span.of(text).contains(|c: char| c.is_ascii_digit());
        let has_amount = own.iter().any(|own| is_numeric(own.role));
        if !has_number && known >= 2 && known * 2 >= filled && has_amount {
            row.is_head = true;
            head = Some((own, row.is_table));
            continue;
        }
        let Some((columns, is_table)) = &head else {
            continue;
        };
        if *is_table != row.is_table || row.cells.len() < 2 {
            continue;
        }
        // a first cell that spans several rows is missing in those below
        let lacking = columns.len().saturating_sub(row.cells.len());
        let fits = |shift: usize| {
            let cells = row.cells.iter().enumerate();
            let fitting = cells.filter(|(at, cell)| {
                let own = cell.span.of(text).trim();
                let is_number = own.chars().all(|c| c.is_ascii_digit() || ".,½".contains(c));
                let role = columns.get(at + shift).and_then(|own| own.role);
                is_number && !own.is_empty() && is_numeric(role)
            });
            fitting.count()
        };
        let shift = if *is_table && fits(lacking) > fits(0) {
            lacking
        } else {
            0
        };
        for (place, cell) in row.cells.iter_mut().enumerate() {
            let found = if *is_table {
                columns.get(place + shift)
            } else {
                let (from, to) = edges[place];
                let overlap = |own: &&Column| {
                    let (from, to) = (from.max(own.edges.0), to.min(own.edges.1));
                    to as i64 - from as i64
                };
                columns
                    .iter()
                    .max_by_key(overlap)
                    .filter(|own| overlap(own) >= -3)
            };
            cell.role = found.and_then(|own| own.role);
            cell.flag = found.map(|own| own.flag.clone()).unwrap_or_default();
        }
    }
    // a sum in most rows is one that goes on
    let cells = rows.iter_mut().flat_map(|row| &mut row.cells);
    let sums: Vec<&mut Cell> = cells.filter(|own| own.role == Some(Role::Sum)).collect();
    let has_number = |own: &&&mut Cell| own.span.of(text).contains(|c: char| c.is_ascii_digit());
    if sums.iter().filter(has_number).count() * 2 > sums.len() {
        sums.into_iter().for_each(|own| own.role = None);
    }
}

/// Returns what a cell with some edges says as the head of a column.
fn column(text: &str, cell: &Cell, edges: (usize, usize), lexicon: &Lexicon<'_>) -> Column {
    let words = raw_words(cell.span.of(text));
    let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let found = (1..=5)
        .contains(&words.len())
        .then(|| lexicon.longest(&words))
        .flatten();
    let meanings = found.filter(|(length, _)| *length == words.len());
    let meanings = meanings.map(|(_, own)| own).unwrap_or_default();
    let role = meanings.iter().find_map(|own| match own {
        Meaning::Column(_, role) => Some(*role),
        Meaning::Key(kind, Role::Total) if Some(*kind) == lexicon.part => Some(Role::Sum),
        Meaning::Heading(Some(kind), _) if Some(*kind) == lexicon.part || *kind == lexicon.side => {
            Some(Role::Part(*kind))
        }
        Meaning::Value(..) if lexicon.is_flag(own) => Some(Role::Name),
        _ => None,
    });
    let is_flag = |own: &&Meaning| lexicon.is_flag(own);
    Column {
        edges,
        role,
        flag: meanings.iter().filter(is_flag).cloned().collect(),
    }
}
