//! Compares two texts by lines: returns edits from old to new, or hunks in `diff -u` format.

use super::Span;
use imara_diff::{Algorithm, Diff, InternedInput};
use std::{fmt::Write, ops::Range};

/// Lines shown before and after a change.
const CONTEXT: usize = 3;

/// Returns small edits that turn `old` into `new`, in order: the bytes of `old` to replace, and
/// their replacement.
///
/// Lines that are in both texts are not touched, nor are the characters that a change has in common
/// at either end.
pub fn edits(old: &str, new: &str) -> Vec<(Span, String)> {
    let starts = |text: &str| -> Vec<usize> {
        let ends = text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (olds, news) = (starts(old), starts(new));
    let span = |starts: &[usize], range: &Range<usize>| {
        let at = |line: usize| starts.get(line).or(starts.last()).copied().unwrap_or(0);
        Span::new(at(range.start), at(range.end))
    };
    let edit = |(removed, added): LineHunk| {
        let (gone, come) = (span(&olds, &removed), span(&news, &added));
        let (gone_text, come_text) = (gone.of(old), come.of(new));
        let same = |(a, b): &(char, char)| a == b;
        let mut head: usize = gone_text
            .chars()
            .zip(come_text.chars())
            .take_while(same)
            .map(|(c, _)| c.len_utf8())
            .sum();
        // no editor can point between the two characters of a line ending
        let splits = |at: usize| {
            old[..gone.start() + at].ends_with('\r') && old[gone.start() + at..].starts_with('\n')
        };
        head -= usize::from(head > 0 && splits(head));
        let (gone_rest, come_rest) = (&gone_text[head..], &come_text[head..]);
        let mut tail: usize = gone_rest
            .chars()
            .rev()
            .zip(come_rest.chars().rev())
            .take_while(same)
            .map(|(c, _)| c.len_utf8())
            .sum();
        tail -= usize::from(tail > 0 && splits(gone_text.len() - tail));
        (
            Span::new(gone.start() + head, gone.end() - tail),
            come_rest[..come_rest.len() - tail].to_owned(),
        )
    };
    hunks(old, new).into_iter().map(edit).collect()
}

fn hunks(old: &str, new: &str) -> Vec<LineHunk> {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let range = |range: Range<u32>| range.start as usize..range.end as usize;
    diff.hunks()
        .map(|hunk| (range(hunk.before), range(hunk.after)))
        .collect()
}

/// A change, as ranges of lines of both texts.
type LineHunk = (Range<usize>, Range<usize>);

/// Formats the differing lines as `diff -u` does, without a header of file names: marked `-` and
/// `+`, with three lines of context. Empty if there are none.
pub fn unified(old: &str, new: &str) -> String {
    let hunks = hunks(old, new);
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let near = |a: &LineHunk, b: &LineHunk| b.0.start - a.0.end <= 2 * CONTEXT;
    hunks
        .chunk_by(near)
        .map(|group| unified_section(group, &old, &new))
        .collect()
}

/// Formats changes close to each other, with the lines around them.
fn unified_section(group: &[LineHunk], old: &[&str], new: &[&str]) -> String {
    let (Some(first), Some(last)) = (group.first(), group.last()) else {
        return String::new();
    };
    let before = first.0.start.min(CONTEXT);
    let after = (old.len() - last.0.end.min(old.len())).min(CONTEXT);
    let (olds, news) = (
        first.0.start - before..last.0.end + after,
        first.1.start - before..last.1.end + after,
    );
    let mut out = String::new();
    let _ = writeln!(
        out,
        "@@ -{},{} +{},{} @@",
        olds.start + 1,
        olds.len(),
        news.start + 1,
        news.len()
    );
    let mut at = olds.start;
    let mut put = |mark: char, lines: &[&str], range: Range<usize>| {
        for line in lines.get(range).unwrap_or_default() {
            let _ = writeln!(out, "{mark}{line}");
        }
    };
    for (removed, added) in group {
        put(' ', old, at..removed.start);
        put('-', old, removed.clone());
        put('+', new, added.clone());
        at = removed.end;
    }
    put(' ', old, at..olds.end);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_near_a_change_is_shown() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        assert_eq!(unified(old, old), "");
        assert_eq!(
            unified(old, &old.replace('f', "F")),
            "@@ -3,6 +3,6 @@\n c\n d\n e\n-f\n+F\n g\n h\n"
        );
    }

    #[test]
    fn an_edit_is_as_small_as_can_be() {
        let edits = edits(
            "one\ntwo  dicé\nthree\nfour\r\n",
            "one\ntwo dicé\nthree\nfour\n",
        );
        let found: Vec<_> = edits
            .iter()
            .map(|(span, new)| (span.start(), span.end(), new.as_str()))
            .collect();
        assert_eq!(found, [(8, 9, ""), (25, 27, "\n")]);
    }

    #[test]
    fn changes_far_apart_stand_apart() {
        let old: String = (0..20).map(|n| format!("{n}\n")).collect();
        let new = old.replace("1\n2\n", "1\nb\n").replace("17\n", "");
        let headers: Vec<String> = unified(&old, &new)
            .lines()
            .filter(|line| line.starts_with('@'))
            .map(str::to_owned)
            .collect();
        assert_eq!(headers, ["@@ -1,6 +1,6 @@", "@@ -15,6 +15,5 @@"]);
    }
}
