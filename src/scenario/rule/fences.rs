//! Parses a check file as if its missing code fences and backticks were there, and reports these.

use super::diagnostics::{error_at, with_fix};
use crate::{
    diagnostic::{Diagnostic, Fix, Location},
    syntax::{PlainMarkdown, parse_plain_markdown},
    text::{SourceId, Span},
};

/// The kinds of blocks in a check file.
pub(super) const BLOCKS: &[&str] = &["rule", "scenario", "findings", "values"];

/// The number of backticks of a fence.
const TICKS: usize = 3;

/// A fenced block of code that is still open, while missing fences are looked for.
struct OpenFence {
    /// Its first line, without the line ending.
    line: Span,
    ticks: usize,
    /// The end of its last line with text before the first heading in it.
    end: usize,
    had_heading: bool,
}

/// Backticks, or a closing fence on a line of its own, that are missing at an offset of the text.
struct MissingMarks {
    place: usize,
    marks: String,
    /// The length of all marks that are missing before them.
    added: usize,
}

/// All missing backticks of a check file in the order of the text, and the diagnostics for them.
#[derive(Default)]
struct FenceScan {
    missing: Vec<MissingMarks>,
    problems: Vec<Diagnostic>,
}

/// Parses a check file. A block that is not closed before the next one or the end of the file, and
/// a fence with too few backticks, are reported with a fix, and read as if they were right.
pub(super) fn parse_with_closed_fences(
    source: SourceId,
    text: &str,
) -> (PlainMarkdown, Vec<Diagnostic>) {
    let plain = parse_plain_markdown(source, text);
    let FenceScan { missing, problems } = scan(source, text, plain.front.end());
    if missing.is_empty() {
        return (plain, problems);
    }
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for marks in &missing {
        mended.push_str(&text[from..marks.place]);
        mended.push_str(&marks.marks);
        from = marks.place;
    }
    mended.push_str(&text[from..]);
    let mut plain = parse_plain_markdown(source, &mended);
    let original = |span: Span| {
        let offset = |at: usize| original_offset(&missing, at);
        Span::new(offset(span.start()), offset(span.end()))
    };
    for fence in &mut plain.fences {
        fence.span = original(fence.span);
        fence.body = original(fence.body);
    }
    for line in &mut plain.lines {
        line.span = original(line.span);
    }
    for comment in &mut plain.comments {
        *comment = original(*comment);
    }
    (plain, problems)
}

/// Returns the offset in the text as written of an offset in the mended text.
fn original_offset(missing: &[MissingMarks], at: usize) -> usize {
    let before = missing.partition_point(|marks| marks.place + marks.added < at);
    let Some(last) = before.checked_sub(1).map(|before| &missing[before]) else {
        return at;
    };
    let behind = last.added + last.marks.len();
    (at - behind.min(at - last.place)).max(last.place)
}

/// Goes through the lines of a check file behind its front matter, which ends at `start`, and finds
/// the marks that its fences lack.
fn scan(source: SourceId, text: &str, mut start: usize) -> FenceScan {
    let mut out = FenceScan::default();
    let mut open: Option<OpenFence> = None;
    let mut after_blank = false;
    for whole in text[start..].split_inclusive('\n') {
        let line = Span::new(start, start + whole.trim_end().len());
        start += whole.len();
        let words = line.of(text);
        let ticks = words.len() - words.trim_start_matches('`').len();
        let info = words[ticks..].trim();
        let is_kind = BLOCKS.contains(&info);
        let begins = is_kind && (1..TICKS).contains(&ticks)
            || ticks >= TICKS && !info.is_empty() && !info.contains('`');
        match open.as_mut() {
            Some(block) if begins && ticks.max(TICKS) >= block.ticks => {
                out.close(source, text, block);
                open = None;
            }
            Some(block) if info.is_empty() && ticks >= block.ticks => open = None,
            // in a longer fence the shorter ones are text
            Some(block) if info.is_empty() && ticks + 1 == TICKS && block.ticks == TICKS => {
                out.lengthen(source, line, ticks);
                open = None;
            }
            Some(block) => {
                block.had_heading |= after_blank && words.starts_with('#');
                if !block.had_heading && !words.trim().is_empty() {
                    block.end = line.end();
                }
            }
            None if ticks >= TICKS && info.is_empty() => {
                open = Some(OpenFence::new(line, ticks));
            }
            None => {}
        }
        if begins && open.is_none() {
            if ticks < TICKS {
                out.lengthen(source, line, ticks);
            }
            open = Some(OpenFence::new(line, ticks.max(TICKS)));
        }
        after_blank = words.trim().is_empty();
    }
    if let Some(block) = open {
        out.close(source, text, &block);
    }
    out
}

impl OpenFence {
    fn new(line: Span, ticks: usize) -> Self {
        Self {
            line,
            ticks,
            end: line.end(),
            had_heading: false,
        }
    }
}

impl FenceScan {
    /// Reports a block that is not closed, and closes it behind its text. A block without text is
    /// left as it is.
    fn close(&mut self, source: SourceId, text: &str, block: &OpenFence) {
        if block.end == block.line.end() {
            return;
        }
        let marks = "`".repeat(block.ticks);
        let ending = if text[block.line.end()..].starts_with("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let mut error = error_at(source, block.line, "this block is not closed".to_owned()).help(
            format!("write {marks} on a line of its own below the block"),
        );
        error.fixes.push(Fix::new(
            format!("close it with {marks}"),
            Location::new(source, Span::new(block.end, block.end)),
            format!("{ending}{marks}"),
        ));
        self.problems.push(error.safe());
        self.add(block.end, format!("{ending}{marks}"));
    }

    /// Reports a fence with too few backticks, and adds the others.
    fn lengthen(&mut self, source: SourceId, line: Span, ticks: usize) {
        let more = "`".repeat(TICKS - ticks);
        let message = "a fence has three backticks".to_owned();
        let start = Span::new(line.start(), line.start());
        let error = error_at(source, line, message);
        self.problems.push(with_fix(error, start, &more));
        self.add(line.start(), more);
    }

    fn add(&mut self, place: usize, marks: String) {
        let last = self.missing.last();
        let added = last.map_or(0, |last| last.added + last.marks.len());
        self.missing.push(MissingMarks {
            place,
            marks,
            added,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_fence_contains_shorter_ones() {
        let text = "````rule\n```\nshorter\n```\n````\n";
        let (plain, problems) = parse_with_closed_fences(SourceId::default(), text);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(plain.fences.len(), 1);
    }

    #[test]
    fn a_longer_fence_that_is_closed_by_a_shorter_one_is_open() {
        let text = "`````rule\neach side\n````\n";
        let (_, problems) = parse_with_closed_fences(SourceId::default(), text);
        assert_eq!(problems.len(), 1, "{problems:?}");
    }
}
