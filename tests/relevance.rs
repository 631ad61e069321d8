//! Search finds what the questions of `tests/relevance` are about, and shows the answering sentence.

use crate::{
    search::shipped,
    support::relevance::{self, QUESTIONS, Score},
};

/// The least mean reciprocal rank of the first right hit.
const MIN_RANK: f64 = 0.90;
/// The least share of questions of which the answering sentence is shown.
const MIN_SHOWN: f64 = 0.85;

#[test]
fn questions_are_answered_and_the_answer_is_shown() {
    let text = std::fs::read_to_string(QUESTIONS).expect("the questions");
    let questions = relevance::read(&text).expect("questions");
    let (analysis, index) = shipped();
    let ask = |question| relevance::ask(analysis, index, question).expect("an answer");
    let scores: Vec<Score> = questions.iter().map(ask).collect();
    let rank = relevance::mean(&scores, |score| score.reciprocal);
    let shown = relevance::shown_share(&scores);
    let hidden = questions.iter().zip(&scores);
    let hidden: Vec<_> = hidden
        .filter(|(_, score)| score.is_shown == Some(false))
        .map(|(question, score)| (&question.query, &score.read_as))
        .collect();
    assert!(rank >= MIN_RANK, "MRR@10 {rank:.3}");
    assert!(shown >= MIN_SHOWN, "shown {shown:.3}; not: {hidden:#?}");
}
