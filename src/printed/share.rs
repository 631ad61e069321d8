//! Divides the sentences of a printed passage among the patches that restate parts of it.

use super::unit::{self, EditableUnit};
use crate::{
    syntax::BlockKind,
    text::{
        segment,
        similarity::{normalized_words, similarity},
    },
};

/// Returns the sentences of `print` that `own` restates at least as well as any of `others`.
///
/// The sentences are in print order. There is at least the most similar one, so that every patch
/// has printed words. A sentence that no patch restates goes with the sentence after it. All of
/// `print` is returned if it contains more than paragraphs, or if `own` is empty.
pub(super) fn restated_sentences(
    print: &[EditableUnit],
    own: &[EditableUnit],
    others: &[Vec<EditableUnit>],
) -> Vec<EditableUnit> {
    let prose = print.iter().all(|unit| {
        unit.kind == BlockKind::Paragraph
            && unit.children.iter().all(|c| c.kind == BlockKind::Sentence)
    });
    if !prose || own.is_empty() || others.iter().all(Vec::is_empty) {
        return print.to_vec();
    }
    let printed = collect_sentences(print);
    let mine = collect_sentences(own);
    let theirs: Vec<String> = others
        .iter()
        .flat_map(|other| collect_sentences(other))
        .collect();
    let best = |sentence: &str, sentences: &[String]| {
        sentences
            .iter()
            .map(|one| similarity(&significant_words(sentence), &significant_words(one)))
            .fold(0.0, f64::max)
    };
    let mut weighed: Vec<(f64, f64)> = printed
        .iter()
        .map(|sentence| (best(sentence, &mine), best(sentence, &theirs)))
        .collect();
    for at in (1..weighed.len()).rev() {
        // a sentence that no patch restates goes with the next one
        if weighed[at - 1] == (0.0, 0.0) {
            weighed[at - 1] = weighed[at];
        }
    }
    let mut kept: Vec<usize> = (0..printed.len())
        .filter(|&at| weighed[at].0 >= weighed[at].1)
        .collect();
    if kept.is_empty() {
        kept.extend((0..printed.len()).max_by(|&a, &b| weighed[a].0.total_cmp(&weighed[b].0)));
    }
    unit::parse_units(
        &kept
            .into_iter()
            .map(|at| printed[at].as_str())
            .collect::<Vec<_>>()
            .join("\n"),
    )
}

/// Returns the words with more than three letters; shorter ones occur in any sentence.
fn significant_words(sentence: &str) -> String {
    normalized_words(sentence)
        .into_iter()
        .filter(|word| word.chars().count() > 3)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the sentences of all units in our notation; a printed line may have several.
fn collect_sentences(units: &[EditableUnit]) -> Vec<String> {
    let mut out = Vec::new();
    let mut stack: Vec<&EditableUnit> = units.iter().rev().collect();
    while let Some(unit) = stack.pop() {
        out.extend(
            segment::sentences(&unit.source)
                .into_iter()
                .map(|span| span.of(&unit.source).trim().to_owned()),
        );
        stack.extend(unit.children.iter().rev());
    }
    out.retain(|sentence| !sentence.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINT: &str = "The toll was too high. Monks do sail free now. We may come back to barges, which are slow.";

    fn shared(own: &str, other: &str) -> String {
        unit::plain_words(&restated_sentences(
            &unit::parse_units(PRINT),
            &unit::parse_units(own),
            &[unit::parse_units(other)],
        ))
    }

    #[test]
    fn each_patch_gets_the_sentences_that_it_restates() {
        let (note, rule) = (
            "It was thought that the toll was too high.\nBarges, slow as they are, may come back.",
            "Monks sail free.",
        );
        assert_eq!(
            shared(note, rule),
            "The toll was too high. We may come back to barges, which are slow."
        );
        assert_eq!(shared(rule, note), "Monks do sail free now.");
    }

    #[test]
    fn a_patch_without_a_best_match_gets_the_nearest_sentence() {
        assert_eq!(
            shared(
                "Barges are slow.",
                "We may come back to barges, which are slow."
            ),
            "We may come back to barges, which are slow."
        );
        assert_eq!(
            shared("", "Monks sail free."),
            PRINT,
            "what adds nothing removes nothing"
        );
    }
}
