//! The difference of two texts, line by line.

use imara_diff::{Algorithm, Diff, InternedInput};
use std::{fmt::Write, ops::Range};

/// Lines shown before and behind a change.
const CONTEXT: usize = 3;

/// A change, as ranges of lines of both texts.
type Hunk = (Range<usize>, Range<usize>);

/// The lines that differ, marked `-` and `+`, with three lines around them, as `diff -u` writes them; empty where none does.
pub fn unified(old: &str, new: &str) -> String {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let range = |range: Range<u32>| range.start as usize..range.end as usize;
    let hunks: Vec<Hunk> = diff.hunks().map(|hunk| (range(hunk.before), range(hunk.after))).collect();
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let near = |a: &Hunk, b: &Hunk| b.0.start - a.0.end <= 2 * CONTEXT;
    hunks.chunk_by(near).map(|group| section(group, &old, &new)).collect()
}

/// Changes near each other, with the lines around them.
fn section(group: &[Hunk], old: &[&str], new: &[&str]) -> String {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return String::new() };
    let before = first.0.start.min(CONTEXT);
    let behind = (old.len() - last.0.end.min(old.len())).min(CONTEXT);
    let (olds, news) = (first.0.start - before..last.0.end + behind, first.1.start - before..last.1.end + behind);
    let mut out = String::new();
    let _ = writeln!(out, "@@ -{},{} +{},{} @@", olds.start + 1, olds.len(), news.start + 1, news.len());
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
        assert_eq!(unified(old, &old.replace('f', "F")), "@@ -3,6 +3,6 @@\n c\n d\n e\n-f\n+F\n g\n h\n");
    }

    #[test]
    fn changes_far_apart_stand_apart() {
        let old: String = (0..20).map(|n| format!("{n}\n")).collect();
        let new = old.replace("1\n2\n", "1\nb\n").replace("17\n", "");
        let headers: Vec<String> = unified(&old, &new).lines().filter(|line| line.starts_with('@')).map(str::to_owned).collect();
        assert_eq!(headers, ["@@ -1,6 +1,6 @@", "@@ -15,6 +15,5 @@"]);
    }
}
