//! The difference of two texts, word by word.

use super::Span;
use imara_diff::{Algorithm, Diff, InternedInput};

/// A piece of a difference, with its bytes in the old and in the new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// Stands in both, perhaps with other blanks.
    Same {
        /// In the old text.
        old: Span,
        /// In the new text.
        new: Span,
    },
    /// Stands in the old text only.
    Removed {
        /// In the old text.
        old: Span,
    },
    /// Stands in the new text only.
    Added {
        /// In the new text.
        new: Span,
    },
}

/// The runs that lead from `old` to `new`: together they cover both texts (one of nothing but blanks has no runs), in order; where words were exchanged, what was
/// removed comes first.
///
/// Words, numbers and punctuation marks are units of their own, each with the blanks behind it. A word or two left alone
/// between larger changes is taken as exchanged too, because the eye reads one change more easily than three.
pub fn diff(old: &str, new: &str) -> Vec<Run> {
    let (old, new) = (Words::new(old), Words::new(new));
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
        .map(|hunk| Hunk {
            old: range(&hunk.before),
            new: range(&hunk.after),
        })
        .collect();
    runs(&join_over_islands(hunks, &old, &new), &old, &new)
}

/// The same for texts of which some words, for which `…` stands, are not held: as long as any of the new text is not, what is removed
/// does not include such words. They count as the same, though one hole of the new text may stand for two of the old.
pub fn diff_held(old: &str, new: &str) -> Vec<Run> {
    let runs = diff(old, new);
    if new.contains('…') {
        runs.into_iter()
            .flat_map(|run| holes_kept(run, old))
            .collect()
    } else {
        runs
    }
}

/// What is removed between words that are not held, without these: they are still there, though one hole stands for two.
fn holes_kept(run: Run, old: &str) -> Vec<Run> {
    let Run::Removed { old: span } = run else {
        return vec![run];
    };
    let text = span.of(old);
    let mut out = Vec::new();
    let mut from = 0;
    for (at, hole) in text.match_indices('…') {
        let end = at + hole.len() + text[at + hole.len()..].len()
            - text[at + hole.len()..].trim_start().len();
        if at > from {
            out.push(Run::Removed {
                old: Span::new(from, at).shifted(span.start()),
            });
        }
        out.push(Run::Same {
            old: Span::new(at, end).shifted(span.start()),
            new: Span::new(0, 0),
        });
        from = end;
    }
    if from < text.len() {
        out.push(Run::Removed {
            old: Span::new(from, text.len()).shifted(span.start()),
        });
    }
    out
}

/// Below this number of tokens the smallest difference is worth its cost.
const SMALL: usize = 2_000;

/// A text cut into words, numbers and marks.
struct Words<'a> {
    text: &'a str,
    words: Vec<Span>,
    /// Where each word's piece of the text begins, its blanks following it, and the end of the text; the first begins at 0.
    bounds: Vec<usize>,
}

impl<'a> Words<'a> {
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
                if !c.is_alphanumeric() || !(next.is_alphanumeric() || joins(c, next, after)) {
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

    /// The bytes of the words `from..to` with their blanks.
    fn span(&self, (from, to): (usize, usize)) -> Span {
        Span::new(self.bounds[from], self.bounds[to])
    }

    /// How many letters and digits stand in the words `from..to`.
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

/// Whether `mark` holds a word that began with `first` together with what begins with `after`: `2.5`, `ferryman's`.
fn joins(first: char, mark: char, after: Option<char>) -> bool {
    match (mark, after) {
        ('.', Some(after)) => first.is_ascii_digit() && after.is_ascii_digit(),
        ('\'' | '’', Some(after)) => first.is_alphabetic() && after.is_alphabetic(),
        _ => false,
    }
}

/// A change: half-open ranges of token numbers on both sides.
#[derive(Clone, Copy)]
struct Hunk {
    old: (usize, usize),
    new: (usize, usize),
}

/// The most letters and digits of an island.
const ISLAND: usize = 4;

/// Joins changes with only a short word or a mark between them, if they are much longer than it.
fn join_over_islands(hunks: Vec<Hunk>, old: &Words<'_>, new: &Words<'_>) -> Vec<Hunk> {
    let least = |hunk: &Hunk| old.letters(hunk.old).min(new.letters(hunk.new));
    let mut joined: Vec<Hunk> = Vec::with_capacity(hunks.len());
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

fn runs(hunks: &[Hunk], old: &Words<'_>, new: &Words<'_>) -> Vec<Run> {
    let mut runs = Vec::new();
    let same = |olds: (usize, usize), news: (usize, usize)| {
        (olds.0 < olds.1).then(|| Run::Same {
            old: old.span(olds),
            new: new.span(news),
        })
    };
    let (mut old_at, mut new_at) = (0, 0);
    for hunk in hunks {
        runs.extend(same((old_at, hunk.old.0), (new_at, hunk.new.0)));
        runs.extend((hunk.old.0 < hunk.old.1).then(|| Run::Removed {
            old: old.span(hunk.old),
        }));
        runs.extend((hunk.new.0 < hunk.new.1).then(|| Run::Added {
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

    /// `[-old-]` and `{+new+}` in the running text.
    fn marked(old: &str, new: &str) -> String {
        let show = |run: &Run| match run {
            Run::Same { new: span, .. } => span.of(new).to_owned(),
            Run::Removed { old: span } => format!("[-{}-]", span.of(old)),
            Run::Added { new: span } => format!("{{+{}+}}", span.of(new)),
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
                if let Run::Same { old: span, .. } | Run::Removed { old: span } = run {
                    prop_assert_eq!(span.start(), old_at);
                    old_at = span.end();
                }
                if let Run::Same { new: span, .. } | Run::Added { new: span } = run {
                    prop_assert_eq!(span.start(), new_at);
                    new_at = span.end();
                }
                if let Run::Same { old: before, new: after } = run {
                    prop_assert_eq!(Words::new(before.of(&old)).iter().collect::<Vec<_>>(), Words::new(after.of(&new)).iter().collect::<Vec<_>>());
                }
            }
            prop_assert!(old_at == old.len() || old.trim().is_empty());
            prop_assert!(new_at == new.len() || new.trim().is_empty());
        }
    }
}
