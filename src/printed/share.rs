//! A printed passage shared out among the patches that restate parts of it.

use super::unit::{self, Unit};
use crate::{
    syntax::BlockKind,
    text::{
        bare::{bare, likeness},
        segment,
    },
};

/// The sentences of `print` that `own` restates no worse than any of `others` does, in the order of print; at least the one that comes nearest, so
/// that no patch stands without printed words. What nobody restates goes with the sentence behind it. All of it where it holds more than paragraphs, or where `own` brings nothing.
pub(super) fn share(print: &[Unit], own: &[Unit], others: &[Vec<Unit>]) -> Vec<Unit> {
    let prose = print.iter().all(|unit| {
        unit.kind == BlockKind::Paragraph
            && unit.children.iter().all(|c| c.kind == BlockKind::Sentence)
    });
    if !prose || own.is_empty() || others.iter().all(Vec::is_empty) {
        return print.to_vec();
    }
    let printed = said(print);
    let mine = said(own);
    let theirs: Vec<String> = others.iter().flat_map(|other| said(other)).collect();
    let best = |sentence: &str, said: &[String]| {
        said.iter()
            .map(|one| likeness(&telling(sentence), &telling(one)))
            .fold(0.0, f64::max)
    };
    let mut weighed: Vec<(f64, f64)> = printed
        .iter()
        .map(|sentence| (best(sentence, &mine), best(sentence, &theirs)))
        .collect();
    for at in (1..weighed.len()).rev() {
        // what nobody restates goes with what it opens
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
    unit::units(
        &kept
            .into_iter()
            .map(|at| printed[at].as_str())
            .collect::<Vec<_>>()
            .join("\n"),
    )
}

/// The words of a sentence that tell what it is about: the short ones stand in any.
fn telling(sentence: &str) -> String {
    bare(sentence)
        .into_iter()
        .filter(|word| word.chars().count() > 3)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Every sentence of the units, in the notation; a printed line may hold several.
fn said(units: &[Unit]) -> Vec<String> {
    let mut out = Vec::new();
    let mut stack: Vec<&Unit> = units.iter().rev().collect();
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
        unit::plain(&share(
            &unit::units(PRINT),
            &unit::units(own),
            &[unit::units(other)],
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
    fn a_patch_to_which_nothing_is_nearest_gets_what_is_near() {
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
            "what brings nothing takes nothing away"
        );
    }
}
