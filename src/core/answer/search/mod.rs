//! `search`: hits in the ruleset that a query names, else in the default, else in others.

mod hits;
mod request;

use super::{
    Answer, AnswerResult, QueryEngine, Reference, reference,
    view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery, words},
};
use crate::{
    analysis::{
        NOT_INCLUDED, ParsedQuery, Question, SearchHit, SearchOptions, SearchResults, Settings,
    },
    doc::Block,
    search::{is_stop_word, query::filter_help},
};
use clap::Args;
use schemars::JsonSchema;
use serde::Deserialize;

pub use hits::FoundInstead;

/// Search the rules in the players' own words
#[derive(Clone, Debug, Args, Deserialize, JsonSchema)]
pub struct Search {
    /// Words, "phrases in quotes", conditions such as section:pip or page:22, AND OR NOT ( )
    #[arg(required = true, value_name = "QUERY")]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub query: Vec<String>,
    /// Show at most this many hits [default: 10; all hits if the query has only conditions]
    #[arg(long, short = 'n', value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1000))]
    #[schemars(range(min = 1, max = 1000))]
    pub limit: Option<u16>,
    /// Show the wordings of all editions side by side
    #[arg(long)]
    #[serde(default)]
    pub all_editions: bool,
    /// The view.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: Settings,
}

/// The number of hits if no limit is given.
pub const DEFAULT_LIMIT: usize = 10;

/// The number of other hits if the text of the best one is not included and no limit is given.
const HITS_AFTER_MISSING: usize = 3;

/// Words that no text contains are named first if they are at least a quarter of the longer words.
const UNKNOWN_DIVISOR: usize = 4;

impl QueryArgs for Search {
    const NAME: &'static str = "search";

    const EXAMPLES: &'static str = "Examples:
  rulebook search \"pikes against elephants rear support\" --at 3.3
  rulebook search \"how many baggage for 400 points\"
  rulebook search changed:3.4 section:recoiling
  rulebook search '\"line up\" (knights OR Cv) -naval'
  rulebook search is:changed-since interprets:movement-restrictions";

    fn after_help() -> String {
        format!("{}\n\nConditions:\n{}", Self::EXAMPLES, filter_help())
    }
}

impl ViewQuery for Search {
    type Reply = SearchResults;

    fn words(&self) -> (String, Settings) {
        (self.query.join(" "), self.settings.clone())
    }

    fn question(&self, engine: &QueryEngine, settings: &Settings, words: &str) -> Question {
        let ruleset = engine.ruleset(settings);
        engine.analysis.search_question(words, ruleset.as_deref())
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<SearchResults> {
        let options = SearchOptions {
            limit: self.limit.map_or(DEFAULT_LIMIT, usize::from),
            all_editions: self.all_editions,
        };
        context.search(&context.question.text, (options, self.limit.is_some()))
    }
}

impl Reply for SearchResults {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        hits::hits(drawing.ruleset, self, None)
    }

    fn references(&self) -> Vec<Reference> {
        reference::of_hits(self)
    }

    fn is_found(&self) -> bool {
        !self.hits.is_empty()
    }
}

/// Returns whether a hit says only that its text is not included.
fn is_missing(hit: &SearchHit) -> bool {
    hit.state.as_deref() == Some(NOT_INCLUDED)
}

/// Returns whether the text or a heading of a hit contains a word in lower case, or a form of it.
fn contains(hit: &SearchHit, word: &str) -> bool {
    let word = word.strip_suffix('s').unwrap_or(word);
    let mut texts = hit.path.iter().chain([&hit.text]);
    texts.any(|text| {
        let text = text.to_lowercase();
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|own| own.starts_with(word))
    })
}

/// Returns the words of a query in lower case, without those that most sentences have.
fn content_words(query: &str) -> Vec<String> {
    let words = query.split(|c: char| !c.is_alphanumeric());
    let words = words.map(str::to_lowercase);
    words
        .filter(|word| word.chars().count() > 2 && !is_stop_word(word))
        .collect()
}

/// Returns a notice of each word that no hit has, if only a text that is not included is about it: *fog*.
fn words_of_missing_text(
    words: &[String],
    hits: &[SearchHit],
    search: impl Fn(&str) -> Vec<SearchHit>,
) -> Vec<String> {
    if hits.iter().any(is_missing) {
        return Vec::new();
    }
    let is_open = |word: &&String| !hits.iter().any(|hit| contains(hit, word));
    let notice = |word: &String| {
        let found = search(word);
        let first = found.first().filter(|hit| is_missing(hit))?;
        let is_elsewhere = found.iter().any(|hit| contains(hit, word));
        let missing = first.missing_text().filter(|_| !is_elsewhere)?;
        Some(format!("\"{word}\": {missing}"))
    };
    words.iter().filter(is_open).filter_map(notice).collect()
}

/// Returns whether a query asks for the contents of army lists, or how many troops of a kind an army may have:
/// one that no text names, or any.
fn asks_for_lists(words: &[String], has_unknown: bool, names_troops: bool) -> bool {
    let has = |all: &[&str]| words.iter().any(|word| all.contains(&word.as_str()));
    let is_of_army = has_unknown || has(&["army", "take", "field"]);
    has(&["list", "lists"]) || has(&["many"]) && is_of_army && names_troops
}

impl AnswerContext<'_> {
    /// Searches the ruleset that the query or the settings name, else the default one, else all. The
    /// limit is the greatest number of hits; if it `is_named` by the user, no rule shows fewer. A query
    /// with nothing but conditions has all its hits.
    pub(super) fn search(
        &self,
        query: &str,
        (options, is_named): (SearchOptions, bool),
    ) -> AnswerResult<SearchResults> {
        let (engine, analysis) = (self.engine, self.analysis());
        let mut parsed = ParsedQuery::new(query);
        let named = engine.named_in(&mut parsed);
        let mut settings = self.settings.clone();
        settings.at.as_of = named.as_of.or(settings.at.as_of);
        settings.at.edition = named.edition.or(settings.at.edition);
        let settings = engine.layered_settings(settings);
        let key = named.ruleset.as_deref();
        let mut results = engine.find_anywhere(&parsed, key, &settings, options)?;
        let words = content_words(query);
        let is_ranked = results.matches > results.hits.len();
        if is_ranked && words.len() > 1 {
            let search = |word: &str| {
                let alone = ParsedQuery::new(word);
                let own = engine.find_anywhere(&alone, key, &settings, options);
                own.map(|own| own.hits).unwrap_or_default()
            };
            let missing = words_of_missing_text(&words, &results.hits, search);
            results.notices.extend(missing);
        }
        // after an answer that is not included, few other hits
        let is_doubtful = results.hits.first().is_some_and(is_missing);
        let most = if !is_named && is_ranked && is_doubtful {
            HITS_AFTER_MISSING + 1
        } else if is_named || is_ranked {
            options.limit
        } else {
            // a query with nothing but conditions has all its hits
            usize::MAX
        };
        results.hits.truncate(most);
        let unknown = results.unknown_words.clone();
        let is_long = |word: &&str| word.chars().count() > 2;
        let missing: Vec<&str> = unknown.iter().map(String::as_str).filter(is_long).collect();
        if !missing.is_empty() && missing.len() * UNKNOWN_DIVISOR >= words.len() {
            let message = format!("no text contains \"{}\"", missing.join("\", \""));
            results.notices.push(message);
        }
        let key = results.query.query.ruleset.clone();
        if let Ok((db, view)) = engine.resolve_view(&settings, &settings.request(Some(&key))) {
            let ruleset = &db.ruleset;
            let has_unknown = !missing.is_empty();
            let is_of_lists = asks_for_lists(&words, has_unknown, ruleset.names_troops(query));
            let books = ruleset.books_beside().filter(|_| is_of_lists);
            results.notices.extend(books.map(|books| {
                format!("{books} are not included, only what documents quote from them")
            }));
            analysis.add_troop_notices(db, &view, query, &mut results);
            analysis.put_own_cases_first(db, &view, query, &mut results);
        }
        let mut answer = match analysis.ruleset_db(&key) {
            Some(db) => Answer::of(db, results),
            None => Answer::general(results),
        };
        answer.reading.not_used = unknown;
        Ok(answer)
    }
}
