//! Questions in players' words with the clauses that answer them, and how well the hits of a search
//! answer them. The test and the benchmark of relevance share it.

use rulebook::{
    analysis::{Analysis, ParsedQuery, SearchOptions, SearchResults},
    resolve::{RulesetDb, View},
    search::Index,
};
use serde::Deserialize;

/// The questions of the project.
pub(crate) const QUESTIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/relevance/questions.jsonl"
);

/// A question with its answers.
#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) query: String,
    #[serde(default)]
    pub(crate) edition: String,
    ruleset: Option<String>,
    pub(crate) expected: Vec<Expected>,
    /// Words of the sentence that answers it, as this project restates it.
    answer: Option<String>,
}

/// A clause that rules on a question (2) or bears on it (1).
#[derive(Deserialize)]
pub(crate) struct Expected {
    pub(crate) id: String,
    pub(crate) relevance: u32,
}

/// How well the hits answer a question.
pub(crate) struct Score {
    /// The reciprocal rank of the first right hit.
    pub(crate) reciprocal: f64,
    /// The normalised discounted gain of the hits.
    pub(crate) gain: f64,
    /// Whether a wording that does not hold is before the first right answer.
    pub(crate) past_first: bool,
    /// Whether the words shown contain the answering sentence; none if it is not marked.
    pub(crate) is_shown: Option<bool>,
    pub(crate) found: Vec<String>,
    /// Words that were taken for others.
    pub(crate) read_as: Vec<String>,
}

/// How many hits count.
const TOP: usize = 10;
/// In how many hits the answering sentence is looked for.
const READ: usize = 5;

/// Reads questions, one a line.
pub(crate) fn read(text: &str) -> Result<Vec<Question>, String> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let read = |(at, line)| serde_json::from_str(line).map_err(|e| format!("{}: {e}", at + 1));
    lines.map(read).collect()
}

/// Returns the view of a ruleset at an edition, or at the newest.
pub(crate) fn view<'w>(
    analysis: &'w Analysis,
    ruleset: &str,
    edition: &str,
) -> Option<(&'w RulesetDb, View)> {
    let db = analysis.ruleset_db(ruleset)?;
    let as_of = jiff::civil::Date::MAX;
    let edition = db.ruleset.edition(edition);
    let edition = edition.unwrap_or_else(|| db.ruleset.newest_edition_on(as_of));
    let profile = db.ruleset.default_profile().into();
    Some((
        db,
        View {
            edition,
            as_of,
            profile,
        },
    ))
}

/// Asks a question and scores the hits.
pub(crate) fn ask(analysis: &Analysis, index: &Index, question: &Question) -> Option<Score> {
    let ruleset = question.ruleset.as_deref();
    let ruleset = ruleset.or_else(|| question.expected.first()?.id.split('/').next());
    let edition = question.edition.split_whitespace().next();
    let views = [view(
        analysis,
        ruleset.unwrap_or("dbm"),
        edition.unwrap_or_default(),
    )?];
    let options = SearchOptions {
        limit: TOP,
        all_editions: false,
    };
    let query = ParsedQuery::new(&question.query);
    let results = analysis.find(index, &query, &views, options).ok()?;
    Some(score(question, &results))
}

fn score(question: &Question, results: &SearchResults) -> Score {
    let mut left: Vec<&Expected> = question.expected.iter().collect();
    let read_as = results
        .corrections
        .iter()
        .map(|one| format!("{} as {}", one.typed, one.meant.join("/")));
    let is_shown = |answer: &String| {
        let mut read = results.hits.iter().take(READ);
        read.any(|hit| hit.snippet.text.contains(answer.as_str()))
    };
    let mut score = Score {
        reciprocal: 0.0,
        gain: 0.0,
        past_first: false,
        is_shown: question.answer.as_ref().map(is_shown),
        found: Vec::new(),
        read_as: read_as.collect(),
    };
    let mut past = false;
    for (at, hit) in results.hits.iter().take(TOP).enumerate() {
        past |= !hit.holds;
        score.found.push(hit.id.clone());
        // a clause answers for what is inside it, and that for the clause
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
    let mut ideal: Vec<u32> = question.expected.iter().map(|e| e.relevance).collect();
    ideal.sort_unstable_by_key(|&relevance| std::cmp::Reverse(relevance));
    let ideal = ideal.into_iter().take(TOP).enumerate();
    let best: f64 = ideal.map(|(at, relevance)| gain(relevance, at)).sum();
    score.gain /= best.max(f64::EPSILON);
    score
}

fn gain(relevance: u32, at: usize) -> f64 {
    (f64::from(2_u32.pow(relevance)) - 1.0) / ((at + 2) as f64).log2()
}

/// Returns the mean of a value of the scores.
pub(crate) fn mean(scores: &[Score], value: impl Fn(&Score) -> f64) -> f64 {
    scores.iter().map(value).sum::<f64>() / scores.len().max(1) as f64
}

/// Returns the share of the marked answering sentences that are shown.
pub(crate) fn shown_share(scores: &[Score]) -> f64 {
    let marked: Vec<bool> = scores.iter().filter_map(|score| score.is_shown).collect();
    marked.iter().filter(|shown| **shown).count() as f64 / marked.len().max(1) as f64
}
