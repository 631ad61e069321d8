//! Places in a text: lines and columns as the protocol counts them, and the marks by which specifications name them.

use serde_json::{Value, json};

/// What columns count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// The one that a server's capabilities name.
    pub(crate) fn of(capabilities: &Value) -> Self {
        if capabilities["positionEncoding"] == "utf-8" {
            Self::Utf8
        } else {
            Self::Utf16
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
        }
    }
}

/// Where each line begins. Lines end at `\n`, `\r\n` or `\r`.
fn starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends =
        |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    std::iter::once(0)
        .chain((0..bytes.len()).filter(|&at| ends(at)).map(|at| at + 1))
        .collect()
}

/// A line without its end; empty behind the last.
pub(crate) fn line(text: &str, line: usize) -> &str {
    let starts = starts(text);
    let Some(&start) = starts.get(line) else {
        return "";
    };
    let end = starts.get(line + 1).copied().unwrap_or(text.len());
    text[start..end].trim_end_matches(['\n', '\r'])
}

/// The byte of a position; of one beyond the end of its line or of the text, that end.
pub(crate) fn byte(text: &str, position: &Value, encoding: Encoding) -> usize {
    let number = |key: &str| position[key].as_u64().unwrap_or_default() as usize;
    let Some(&start) = starts(text).get(number("line")) else {
        return text.len();
    };
    let mut left = number("character");
    let mut at = start;
    for c in line(text, number("line")).chars() {
        if left < encoding.width(c) {
            break;
        }
        left -= encoding.width(c);
        at += c.len_utf8();
    }
    at
}

/// The position of a byte.
pub(crate) fn position(text: &str, byte: usize, encoding: Encoding) -> Value {
    let starts = starts(text);
    let line = starts.partition_point(|&start| start <= byte) - 1;
    let character: usize = text[starts[line]..byte]
        .chars()
        .map(|c| encoding.width(c))
        .sum();
    json!({"line": line, "character": character})
}

/// Makes text edits in a text, as a client does.
pub(crate) fn edited(text: &str, edits: &[Value], encoding: Encoding) -> String {
    let span = |edit: &Value| {
        (
            byte(text, &edit["range"]["start"], encoding),
            byte(text, &edit["range"]["end"], encoding),
        )
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let (start, end) = span(edit);
            (start, end, edit["newText"].as_str().expect("a new text"))
        })
        .collect();
    edits.sort_by_key(|&(start, end, _)| (start, end));
    assert!(
        edits.windows(2).all(|pair| pair[0].1 <= pair[1].0),
        "edits overlap"
    );
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

/// What a block says: the bytes that it marks, and what it asks besides.
#[derive(Debug, Default)]
pub(crate) struct Marked {
    /// The bytes marked, first to last; none where nothing is.
    pub(crate) span: Option<(usize, usize)>,
    /// Lines `key: value` below the marks.
    pub(crate) params: Vec<(String, Value)>,
}

/// Reads a block: lines of `text`, marks below them, and lines `key: value`.
pub(crate) fn marked(text: &str, block: &str) -> Result<Marked, String> {
    let lines: Vec<&str> = block.lines().collect();
    let is_mark = |line: &str| {
        let sign = line.trim();
        sign == "|" || !sign.is_empty() && sign.chars().all(|c| c == '^')
    };
    let behind = lines
        .iter()
        .rposition(|line| is_mark(line))
        .map_or(0, |at| at + 1);
    let mut out = Marked::default();
    for line in &lines[behind..] {
        if line.trim().is_empty() {
            continue;
        }
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| format!("neither marked nor `key: value`: {line}"))?;
        let value = value.trim();
        out.params.push((
            key.trim().to_owned(),
            serde_json::from_str(value).unwrap_or_else(|_| value.into()),
        ));
    }
    if behind == 0 {
        return Ok(out);
    }
    let shown: Vec<&str> = lines[..behind]
        .iter()
        .copied()
        .filter(|line| !is_mark(line))
        .collect();
    let (first, indent) = find(text, &shown)?;
    let mut number = first;
    for (at, line_shown) in lines[..behind].iter().enumerate() {
        if !is_mark(line_shown) {
            number = first + lines[..at].iter().filter(|line| !is_mark(line)).count();
            continue;
        }
        let whole = line(text, number);
        let start_of_line = starts(text)[number];
        let blanks = line_shown.chars().take_while(|c| *c == ' ').count() + indent;
        let place = |chars: usize| {
            start_of_line + whole.chars().take(chars).map(char::len_utf8).sum::<usize>()
        };
        let width = line_shown.trim().chars().filter(|c| *c == '^').count();
        let (start, end) = (place(blanks), place(blanks + width));
        out.span = Some(out.span.map_or((start, end), |(from, _)| (from, end)));
    }
    Ok(out)
}

/// The line of `text` at which the lines `shown` begin, and the number of its characters before them. A single line may be a
/// piece that occurs only once.
fn find(text: &str, shown: &[&str]) -> Result<(usize, usize), String> {
    let lines: Vec<&str> = (0..starts(text).len())
        .map(|number| line(text, number))
        .collect();
    let whole: Vec<usize> = (0..lines.len())
        .filter(|&at| lines[at..].len() >= shown.len() && lines[at..at + shown.len()] == *shown)
        .collect();
    if let [at] = whole.as_slice() {
        return Ok((*at, 0));
    }
    if let ([piece], true) = (shown, whole.is_empty()) {
        let holds: Vec<usize> = (0..lines.len())
            .filter(|&at| lines[at].contains(piece))
            .collect();
        if let [at] = holds.as_slice() {
            let before = lines[*at].split(piece).next().unwrap_or_default();
            return Ok((*at, before.chars().count()));
        }
        return Err(format!("{} lines hold `{piece}`", holds.len()));
    }
    Err(format!("{} places read\n{}", whole.len(), shown.join("\n")))
}
