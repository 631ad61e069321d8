//! How well search finds what a question is about: `cargo bench --bench relevance`.
//!
//! Reads `tests/relevance/questions.jsonl` (or the file named behind `--`): a question a line, in players' words, with the edition and the
//! clauses that answer it, graded 2 (rules on it) or 1 (bears on it). Folders named there are laid over the shipped rules. Prints
//! the mean reciprocal rank of the first answer and the normalised discounted gain of the first ten, and the share of marked
//! answering sentences that the first hits show; then the questions that went wrong.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the figures are what the program is for"
)]

#[path = "../tests/support/relevance.rs"]
mod relevance;

use relevance::{QUESTIONS, Question, Score, ask, mean, shown_share, view};
use rulebook::{
    analysis::Analysis,
    disk::{self, SourceLocations},
};
use std::process::ExitCode;

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let (files, given): (Vec<String>, Vec<String>) = given
        .into_iter()
        .partition(|argument| argument.ends_with(".jsonl"));
    let named = files.into_iter().next();
    let path = named.unwrap_or_else(|| QUESTIONS.to_owned());
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("{path} cannot be read");
        return ExitCode::FAILURE;
    };
    let questions = match relevance::read(&text) {
        Ok(questions) => questions,
        Err(error) => {
            eprintln!("{path}:{error}");
            return ExitCode::FAILURE;
        }
    };
    let locations = SourceLocations {
        rules_folders: given.into_iter().map(Into::into).collect(),
        ..SourceLocations::default()
    };
    let analysis = Analysis::new(disk::load_sources(&locations).sources);
    println!(
        "{} questions\n\n{:<38}{:>8}{:>8}{:>8}{:>8}",
        questions.len(),
        "",
        "MRR@10",
        "nDCG@10",
        "first",
        "shown"
    );
    let Some(results) = run(&analysis, &questions) else {
        return ExitCode::FAILURE;
    };
    println!(
        "{:<38}{:>8.3}{:>8.3}{:>8.3}{:>8.3}",
        "",
        mean(&results, |s| s.reciprocal),
        mean(&results, |s| s.gain),
        mean(&results, |s| f64::from(u8::from(s.reciprocal == 1.0))),
        shown_share(&results)
    );
    let wrong = results.iter().filter(|score| score.past_first).count();
    println!("\nwording of another edition before the right one: {wrong}");
    println!("\nnot first:");
    for (question, score) in questions
        .iter()
        .zip(&results)
        .filter(|(_, score)| score.reciprocal < 1.0)
    {
        println!(
            "{:>6.2}  {}  [{}]",
            score.reciprocal, question.query, question.edition
        );
        println!(
            "        wanted {}",
            question
                .expected
                .iter()
                .map(|e| format!("{} ({})", e.id, e.relevance))
                .collect::<Vec<_>>()
                .join(", ")
        );
        if !score.read_as.is_empty() {
            println!("        read   {}", score.read_as.join(", "));
        }
        println!(
            "        found  {}",
            score
                .found
                .iter()
                .take(5)
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        );
    }
    ExitCode::SUCCESS
}

fn run(analysis: &Analysis, questions: &[Question]) -> Option<Vec<Score>> {
    let (_, view) = view(analysis, "dbm", "")?;
    let index = analysis.build_index(&analysis.index_key(&view)).ok()?;
    questions
        .iter()
        .map(|question| ask(analysis, &index, question))
        .collect()
}
