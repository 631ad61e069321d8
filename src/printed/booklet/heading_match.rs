//! Matches the headings of a booklet with the sections of a ruleset by words and page, in the order
//! of both; only a clear match may leave that order.

use crate::{
    import::overlap,
    printed::sequence::{Takings, best_sequence},
    text::similarity::normalized_words,
};

/// The heading of a section, to match with headings of a booklet: words, page, id of the section.
#[derive(Clone, Debug)]
pub(super) struct KnownHeading {
    pub(super) id: String,
    pub(super) page: Option<String>,
    pub(super) words: Vec<String>,
    /// The heading of the section that contains it, and the words after that: `Superior (S)` of
    /// `Knights, Superior (S)`.
    pub(super) short: Option<(String, Vec<String>)>,
}

/// A text of the booklet that may be a heading: its block, page, and how it is printed.
#[derive(Clone, Debug)]
pub(super) struct HeadingCandidate {
    /// The index of its block.
    pub(super) block: usize,
    pub(super) text: String,
    pub(super) page: Option<String>,
    /// Whether it is printed as a heading; otherwise only a clear match counts.
    pub(super) sure: bool,
    /// Whether it is only the bold start of a paragraph.
    pub(super) run_in: bool,
}

/// The least score of a match.
const LEAST: f64 = 0.62;
/// The least score of a text that is not printed as a heading.
const LEAST_UNSURE: f64 = 0.93;

/// Returns for each candidate the index of the section that it names.
///
/// The order of both is kept, except that a printed heading may name a section elsewhere in the
/// order if it matches clearly.
pub(super) fn match_headings(
    candidates: &[HeadingCandidate],
    known: &[KnownHeading],
) -> Vec<Option<usize>> {
    let words: Vec<Vec<String>> = candidates
        .iter()
        .map(|own| normalized_words(&own.text))
        .collect();
    let (n, m) = (candidates.len(), known.len());
    let mut scores = vec![0.0; n * m];
    for (c, candidate) in candidates.iter().enumerate() {
        let above = candidates[..c]
            .iter()
            .rev()
            .take(12)
            .map(|own| own.text.as_str());
        let above: Vec<&str> = above.collect();
        for (k, heading) in known.iter().enumerate() {
            let score = score(candidate, &words[c], heading, &above);
            let least = if candidate.sure { LEAST } else { LEAST_UNSURE };
            scores[c * m + k] = if score >= least { score } else { 0.0 };
        }
    }
    let mut out = best_in_order(&scores, n, m);
    // a section that is printed elsewhere than in the known order
    for c in 0..n {
        if out[c].is_some() || !candidates[c].sure {
            continue;
        }
        let free = (0..m).filter(|k| !out.contains(&Some(*k)) && scores[c * m + k] > 0.9);
        out[c] = free.max_by(|a, b| scores[c * m + a].total_cmp(&scores[c * m + b]));
    }
    out
}

/// Returns how well a candidate matches a section, from 0 to a little more than 1.
fn score(
    candidate: &HeadingCandidate,
    words: &[String],
    known: &KnownHeading,
    above: &[&str],
) -> f64 {
    // print may add a title: `Figure 5: Rafts at a bridge`
    let titled = candidate.text.split_once(':').map_or(0.0, |(head, _)| {
        0.95 * overlap(&normalized_words(head), &known.words)
    });
    let whole = overlap(words, &known.words).max(titled);
    // the short form counts only below the heading of the whole
    let short = known.short.as_ref().map_or(0.0, |(whole, short)| {
        let below = above
            .iter()
            .any(|text| overlap(&normalized_words(text), &normalized_words(whole)) > 0.8);
        f64::from(below) * overlap(words, short) * 0.97
    });
    let near = match (&candidate.page, &known.page) {
        (Some(page), Some(own)) if page == own => 0.06,
        (Some(_), Some(_)) => -0.03,
        (None, _) | (_, None) => 0.0,
    };
    let best = whole.max(short);
    // the label of a paragraph may be the name of a section on another page
    let elsewhere = candidate.run_in && near < 0.0;
    if best < 0.5 || elsewhere {
        0.0
    } else {
        best + near
    }
}

/// Returns the matches in ascending order of both whose scores have the greatest sum.
fn best_in_order(scores: &[f64], n: usize, m: usize) -> Vec<Option<usize>> {
    let mut takings = |known: usize, candidate: usize, out: &mut Takings| {
        out.push((0, 0.0));
        let score = (candidate < n).then(|| scores[candidate * m + known]);
        out.extend(score.filter(|score| *score > 0.0).map(|score| (1, score)));
    };
    let found = best_sequence(m, n, Some(0.0), &mut takings);
    found.map_or_else(|| vec![None; n], |found| found.units)
}
