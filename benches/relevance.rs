//! How well search finds what a question is about: `cargo bench --bench relevance`.
//!
//! Reads `tests/relevance/questions.jsonl` (or the file named behind `--`): a question a line, in players' words, with the edition and the
//! clauses that answer it, graded 2 (rules on it) or 1 (bears on it). Folders named there are laid over
//! the shipped rules; other words choose rows: those whose name has one of them. Prints the mean reciprocal rank of the first answer and the normalised
//! discounted gain of the first ten, beside plain BM25 and with each part of the analysis switched off; then the questions that went wrong.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the figures are what the program is for"
)]

use rulebook::{
    analysis::{Analysis, ParsedQuery, SearchOptions, SearchResults},
    disk::{self, SourceLocations},
    resolve::{RulesetDb, View},
    search::{Index, SearchSteps},
};
use serde::Deserialize;
use std::process::ExitCode;

/// A question with its answers.
#[derive(Deserialize)]
struct Question {
    query: String,
    #[serde(default)]
    edition: String,
    ruleset: Option<String>,
    expected: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    id: String,
    relevance: u32,
}

/// How many hits are looked at.
const TOP: usize = 10;

/// A name for what is switched off, and the switch.
type Variant = (&'static str, fn(&mut SearchSteps));

const VARIANTS: &[Variant] = &[
    ("all parts", |_| {}),
    ("plain BM25", |parts| *parts = SearchSteps::NONE),
    ("without stems", |parts| parts.stems = false),
    ("without stop words", |parts| parts.stop = false),
    ("without abbreviations", |parts| parts.abbreviations = false),
    ("without thesaurus", |parts| parts.thesaurus = false),
    ("without mistakes", |parts| parts.mistakes = false),
    ("without headings, labels, lead-ins", |parts| {
        parts.surroundings = false
    }),
    ("without subject index", |parts| parts.subjects = false),
    ("without reranking", |parts| parts.reranked = false),
];

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let (files, given): (Vec<String>, Vec<String>) = given
        .into_iter()
        .partition(|argument| argument.ends_with(".jsonl"));
    let (folders, rows): (Vec<String>, Vec<String>) = given
        .into_iter()
        .partition(|argument| argument.contains('/'));
    let named = files.into_iter().next();
    let path = named.unwrap_or_else(|| {
        concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/relevance/questions.jsonl"
        )
        .to_owned()
    });
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("{path} cannot be read");
        return ExitCode::FAILURE;
    };
    let mut questions: Vec<Question> = Vec::new();
    for (at, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        match serde_json::from_str(line) {
            Ok(question) => questions.push(question),
            Err(error) => {
                eprintln!("{path}:{}: {error}", at + 1);
                return ExitCode::FAILURE;
            }
        }
    }
    let locations = SourceLocations {
        rules_folders: folders.into_iter().map(Into::into).collect(),
        ..SourceLocations::default()
    };
    let analysis = Analysis::new(disk::load_sources(&locations).sources);
    println!(
        "{} questions\n\n{:<38}{:>8}{:>8}{:>8}",
        questions.len(),
        "",
        "MRR@10",
        "nDCG@10",
        "first"
    );
    let mut misses = Vec::new();
    let chosen = |name: &str| rows.is_empty() || rows.iter().any(|row| name.contains(row.as_str()));
    for (at, (name, switch)) in VARIANTS.iter().filter(|(name, _)| chosen(name)).enumerate() {
        let mut parts = SearchSteps::ALL;
        switch(&mut parts);
        let Some(results) = run(&analysis, parts, &questions) else {
            return ExitCode::FAILURE;
        };
        let mean = |value: fn(&Score) -> f64| {
            results.iter().map(value).sum::<f64>() / results.len().max(1) as f64
        };
        println!(
            "{name:<38}{:>8.3}{:>8.3}{:>8.3}",
            mean(|s| s.reciprocal),
            mean(|s| s.gain),
            mean(|s| f64::from(u8::from(s.reciprocal == 1.0)))
        );
        if at == 0 {
            misses = results;
        }
    }
    let wrong = misses.iter().filter(|score| score.past_first).count();
    println!("\nwording of another edition before the right one: {wrong}");
    println!("\nnot first:");
    for (question, score) in questions
        .iter()
        .zip(&misses)
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

struct Score {
    reciprocal: f64,
    gain: f64,
    /// Whether a wording that does not hold stands before the first right answer.
    past_first: bool,
    found: Vec<String>,
    /// Words that were taken for others.
    read_as: Vec<String>,
}

fn run(analysis: &Analysis, parts: SearchSteps, questions: &[Question]) -> Option<Vec<Score>> {
    let (_, view) = view(analysis, "dbm", "")?;
    let index = analysis
        .build_index(&analysis.index_key(&view), parts)
        .ok()?;
    questions
        .iter()
        .map(|question| ask(analysis, &index, question))
        .collect()
}

fn view<'w>(analysis: &'w Analysis, ruleset: &str, edition: &str) -> Option<(&'w RulesetDb, View)> {
    let db = analysis.ruleset_db(ruleset)?;
    let as_of = jiff::civil::Date::MAX;
    let edition = db
        .ruleset
        .edition(edition)
        .unwrap_or_else(|| db.ruleset.newest_edition_on(as_of));
    Some((
        db,
        View {
            edition,
            as_of,
            profile: db.ruleset.default_profile().into(),
        },
    ))
}

fn ask(analysis: &Analysis, index: &Index, question: &Question) -> Option<Score> {
    let ruleset = question
        .ruleset
        .as_deref()
        .or_else(|| question.expected.first()?.id.split('/').next())
        .unwrap_or("dbm");
    let edition = question
        .edition
        .split_whitespace()
        .next()
        .unwrap_or_default();
    let views = [view(analysis, ruleset, edition)?];
    let wanted = SearchOptions {
        limit: TOP,
        all_editions: false,
    };
    let findings = analysis
        .find(index, &ParsedQuery::new(&question.query), &views, wanted)
        .ok()?;
    Some(score(question, &findings))
}

fn score(question: &Question, findings: &SearchResults) -> Score {
    let mut left: Vec<&Expected> = question.expected.iter().collect();
    let mut score = Score {
        reciprocal: 0.0,
        gain: 0.0,
        past_first: false,
        found: Vec::new(),
        read_as: Vec::new(),
    };
    score.read_as.extend(
        findings
            .corrections
            .iter()
            .map(|one| format!("{} as {}", one.typed, one.meant.join("/"))),
    );
    let mut past = false;
    for (at, hit) in findings.hits.iter().take(TOP).enumerate() {
        past |= !hit.holds;
        score.found.push(hit.id.clone());
        // a clause answers for what lies in it, and what lies in it for the clause
        let same = |a: &str, b: &str| {
            a == b || a.strip_prefix(b).is_some_and(|rest| rest.starts_with('/'))
        };
        let found = left
            .iter()
            .position(|e| same(&hit.id, &e.id) || same(&e.id, &hit.id));
        if let Some(place) = found {
            let expected = left.remove(place);
            if score.reciprocal == 0.0 {
                score.reciprocal = 1.0 / (at + 1) as f64;
                score.past_first = past && hit.holds;
            }
            score.gain += gain(expected.relevance, at);
        }
    }
    let mut ideal: Vec<u32> = question
        .expected
        .iter()
        .map(|expected| expected.relevance)
        .collect();
    ideal.sort_unstable_by_key(|&relevance| std::cmp::Reverse(relevance));
    let best: f64 = ideal
        .into_iter()
        .take(TOP)
        .enumerate()
        .map(|(at, relevance)| gain(relevance, at))
        .sum();
    score.gain /= best.max(f64::EPSILON);
    score
}

fn gain(relevance: u32, at: usize) -> f64 {
    (f64::from(2_u32.pow(relevance)) - 1.0) / ((at + 2) as f64).log2()
}
