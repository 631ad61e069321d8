//! Compares two texts word by word: returns the runs that are the same, removed or added.

use super::Span;
use imara_diff::{Algorithm, Diff, InternedInput};

/// A run of words in both texts, only in the old one or only in the new one, as byte spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffRun {
    /// Is in both texts, perhaps with different blanks.
    Same {
        /// Its bytes in the old text.
        old: Span,
        /// Its bytes in the new text; `0..0` for a hole kept by [`diff_with_holes`].
        new: Span,
    },
    /// Is in the old text only.
    Removed {
        /// Its bytes in the old text.
        old: Span,
    },
    /// Is in the new text only.
    Added {
        /// Its bytes in the new text.
        new: Span,
    },
}

/// Returns the runs that lead from `old` to `new`, in order. Together they cover both texts; a text
/// of blanks alone has no runs. Where words were exchanged, the removed ones come first.
///
/// Words, numbers and punctuation marks are units of their own, each with the blanks after it. A
/// word or two alone between larger changes counts as exchanged too, because one change is easier
/// to read than three.
pub fn diff(old: &str, new: &str) -> Vec<DiffRun> {
    let (old, new) = (TokenizedText::new(old), TokenizedText::new(new));
    let mut input = InternedInput::default();
    input.update_before(old.iter());
    input.update_after(new.iter());
    let algorithm = if old.words.len() + new.words.len() < SMALL {
        Algorithm::MyersMinimal
    } else {
        Algorithm::Myers
    };
    let mut diff = Diff::compute(algorithm, &input);
    diff.postprocess_no_heuristic(&input);
    let range = |range: &std::ops::Range<u32>| (range.start as usize, range.end as usize);
    let hunks = diff
        .hunks()
        .map(|hunk| WordHunk {
            old: range(&hunk.before),
            new: range(&hunk.after),
        })
        .collect();
    diff_runs(&join_over_islands(hunks, &old, &new), &old, &new)
}

/// Like [`diff`], for texts with holes: `…` represents words that are not known.
///
/// While the new text has unknown words, removed runs do not include such words. They count as the
/// same, though one hole of the new text may represent two of the old.
pub fn diff_with_holes(old: &str, new: &str) -> Vec<DiffRun> {
    let runs = diff(old, new);
    if new.contains('…') {
        runs.into_iter()
            .flat_map(|run| keep_holes(run, old))
            .collect()
    } else {
        runs
    }
}

/// Splits the holes off a removed run: their words still exist, though one hole represents two.
fn keep_holes(run: DiffRun, old: &str) -> Vec<DiffRun> {
    let DiffRun::Removed { old: span } = run else {
        return vec![run];
    };
    let text = span.of(old);
    let mut out = Vec::new();
    let mut from = 0;
    for (at, hole) in text.match_indices('…') {
        let end = at + hole.len() + text[at + hole.len()..].len()
            - text[at + hole.len()..].trim_start().len();
        if at > from {
            out.push(DiffRun::Removed {
                old: Span::new(from, at).shifted(span.start()),
            });
        }
        out.push(DiffRun::Same {
            old: Span::new(at, end).shifted(span.start()),
            new: Span::new(0, 0),
        });
        from = end;
    }
    if from < text.len() {
        out.push(DiffRun::Removed {
            old: Span::new(from, text.len()).shifted(span.start()),
        });
    }
    out
}

/// Below this number of tokens the smallest difference is worth its cost.
const SMALL: usize = 2_000;

/// A text split into words, numbers and marks.
struct TokenizedText<'a> {
    text: &'a str,
    words: Vec<Span>,
    /// The start of each word's piece of the text, which includes the blanks after it, and the end
    /// of the text; the first is 0.
    bounds: Vec<usize>,
}

impl<'a> TokenizedText<'a> {
    fn new(text: &'a str) -> Self {
        let mut words = Vec::new();
        let mut rest = text.char_indices().peekable();
        while let Some((start, c)) = rest.next() {
            if c.is_whitespace() {
                continue;
            }
            let mut end = start + c.len_utf8();
            while let Some(&(at, next)) = rest.peek() {
                let after = text[at + next.len_utf8()..].chars().next();
                if !c.is_alphanumeric() || !(next.is_alphanumeric() || joins_words(c, next, after))
                {
                    break;
                }
                rest.next();
                end = at + next.len_utf8();
            }
            words.push(Span::new(start, end));
        }
        let starts = words.iter().skip(1).map(|word| word.start());
        let bounds = std::iter::once(0)
            .chain(starts)
            .chain((!words.is_empty()).then_some(text.len()))
            .collect();
        Self {
            text,
            words,
            bounds,
        }
    }

    fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.words.iter().map(|word| word.of(self.text))
    }

    /// Returns the bytes of the words `from..to` with their blanks.
    fn span(&self, (from, to): (usize, usize)) -> Span {
        Span::new(self.bounds[from], self.bounds[to])
    }

    /// Counts the letters and digits in the words `from..to`.
    fn letters(&self, (from, to): (usize, usize)) -> usize {
        self.words[from..to]
            .iter()
            .map(|word| {
                word.of(self.text)
                    .chars()
                    .filter(|c| c.is_alphanumeric())
                    .count()
            })
            .sum()
    }
}

/// Whether `mark` joins a word that began with `first` to one that begins with `after`: `2.5`,
/// `ferryman's`.
fn joins_words(first: char, mark: char, after: Option<char>) -> bool {
    match (mark, after) {
        ('.', Some(after)) => first.is_ascii_digit() && after.is_ascii_digit(),
        ('\'' | '’', Some(after)) => first.is_alphabetic() && after.is_alphabetic(),
        _ => false,
    }
}

/// A change: half-open ranges of token numbers on both sides.
#[derive(Clone, Copy)]
struct WordHunk {
    old: (usize, usize),
    new: (usize, usize),
}

/// The most letters and digits of an island.
const ISLAND: usize = 4;

/// Joins changes with only a short word or a mark between them, if they are much longer than it.
fn join_over_islands(
    hunks: Vec<WordHunk>,
    old: &TokenizedText<'_>,
    new: &TokenizedText<'_>,
) -> Vec<WordHunk> {
    let least = |hunk: &WordHunk| old.letters(hunk.old).min(new.letters(hunk.new));
    let mut joined: Vec<WordHunk> = Vec::with_capacity(hunks.len());
    for hunk in hunks {
        match joined.last_mut() {
            Some(last) => {
                let island = old.letters((last.old.1, hunk.old.0));
                if island <= ISLAND && least(last).min(least(&hunk)) >= 2 * island.max(2) {
                    last.old.1 = hunk.old.1;
                    last.new.1 = hunk.new.1;
                } else {
                    joined.push(hunk);
                }
            }
            None => joined.push(hunk),
        }
    }
    joined
}

fn diff_runs(hunks: &[WordHunk], old: &TokenizedText<'_>, new: &TokenizedText<'_>) -> Vec<DiffRun> {
    let mut runs = Vec::new();
    let same = |olds: (usize, usize), news: (usize, usize)| {
        (olds.0 < olds.1).then(|| DiffRun::Same {
            old: old.span(olds),
            new: new.span(news),
        })
    };
    let (mut old_at, mut new_at) = (0, 0);
    for hunk in hunks {
        runs.extend(same((old_at, hunk.old.0), (new_at, hunk.new.0)));
        runs.extend((hunk.old.0 < hunk.old.1).then(|| DiffRun::Removed {
            old: old.span(hunk.old),
        }));
        runs.extend((hunk.new.0 < hunk.new.1).then(|| DiffRun::Added {
            new: new.span(hunk.new),
        }));
        (old_at, new_at) = (hunk.old.1, hunk.new.1);
    }
    runs.extend(same((old_at, old.words.len()), (new_at, new.words.len())));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Formats a difference as `[-old-]` and `{+new+}` in the running text.
    fn marked(old: &str, new: &str) -> String {
        let show = |run: &DiffRun| match run {
            DiffRun::Same { new: span, .. } => span.of(new).to_owned(),
            DiffRun::Removed { old: span } => format!("[-{}-]", span.of(old)),
            DiffRun::Added { new: span } => format!("{{+{}+}}", span.of(new)),
        };
        diff(old, new).iter().map(show).collect()
    }

    #[test]
    fn numbers_and_marks_are_words() {
        assert_eq!(
            marked("He dices (5 or 6).", "He dices (4, 5 or 6)."),
            "He dices ({+4, +}5 or 6)."
        );
        assert_eq!(
            marked("costs 2.5 AP", "costs 3 AP"),
            "costs [-2.5 -]{+3 +}AP"
        );
        assert_eq!(
            marked("the ferryman's fare", "the ferrymen's fare"),
            "the [-ferryman's -]{+ferrymen's +}fare"
        );
        assert_eq!(marked("4, 5 or 6", "4, 5 or 6."), "4, 5 or 6{+.+}");
    }

    #[test]
    fn numbers_that_change_apart_stay_apart() {
        assert_eq!(marked("5 or 6", "4 or 3"), "[-5 -]{+4 +}or [-6-]{+3+}");
    }

    #[test]
    fn small_islands_are_joined() {
        let old = "Rafts moored upstream of bridges pay double.";
        let new = "Rafts anchored alongside of jetties pay double.";
        assert_eq!(
            marked(old, new),
            "Rafts [-moored upstream of bridges -]{+anchored alongside of jetties +}pay double."
        );
    }

    #[test]
    fn blanks_alone_are_no_change() {
        assert_eq!(marked(" two  rafts\n", "two rafts"), "two rafts");
        assert_eq!(marked("", "two rafts"), "{+two rafts+}");
        assert_eq!(marked("two rafts", " "), "[-two rafts-]");
        assert!(diff("", "").is_empty());
    }

    proptest! {
        #[test]
        fn runs_cover_both_texts(old in "([a-c]{1,3}|[0-9]|[ ,.]){0,40}", new in "([a-c]{1,3}|[0-9]|[ ,.]){0,40}") {
            let (mut old_at, mut new_at) = (0, 0);
            for run in diff(&old, &new) {
                if let DiffRun::Same { old: span, .. } | DiffRun::Removed { old: span } = run {
                    prop_assert_eq!(span.start(), old_at);
                    old_at = span.end();
                }
                if let DiffRun::Same { new: span, .. } | DiffRun::Added { new: span } = run {
                    prop_assert_eq!(span.start(), new_at);
                    new_at = span.end();
                }
                if let DiffRun::Same { old: before, new: after } = run {
                    prop_assert_eq!(TokenizedText::new(before.of(&old)).iter().collect::<Vec<_>>(), TokenizedText::new(after.of(&new)).iter().collect::<Vec<_>>());
                }
            }
            prop_assert!(old_at == old.len() || old.trim().is_empty());
            prop_assert!(new_at == new.len() || new.trim().is_empty());
        }
    }
}
