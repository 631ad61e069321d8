//! Answers `workspace/symbol`: finds documents, clauses, terms and scenario records by fuzzy name.

use super::{HandlerResult, ResponseError, Snapshot, navigation};
use crate::{
    analysis::{SourceKind, SourceOrigin},
    diagnostic::Location,
    resolve::{RulesetDb, Symbol, View},
    text::{SourceId, prefixed},
};
use serde_json::{Value, json};
use std::{cmp::Reverse, collections::HashMap, sync::Arc};
use tower_lsp::gen_lsp_types::{SymbolKind, WorkspaceSymbolParams};

/// The maximum number of symbols: with more, the user types on.
const MAX_SYMBOLS: usize = 100;

/// The number of names between two checks whether the request was cancelled.
const CANCEL_INTERVAL: usize = 4096;

/// A name in the rules that matches a query, with its score and title.
struct NameMatch<'w> {
    db: &'w RulesetDb,
    name: &'w str,
    /// Creates the symbol from its name.
    what: fn(Arc<str>) -> Symbol,
    /// The words of a heading or title; empty if it has none of its own.
    title: &'w str,
    score: u32,
}

impl NameMatch<'_> {
    /// Orders by score; of equals sections before their contents, then the shorter.
    fn rank(&self) -> impl Ord + use<'_> {
        (
            Reverse(self.score),
            self.title.is_empty(),
            self.name.len(),
            self.name,
        )
    }
}

/// Scores names by how well they match a query: each word of it is letters of the name, in their order.
struct NameMatcher {
    words: Vec<Vec<char>>,
    letters: Vec<char>,
}

impl NameMatcher {
    fn new(query: &str) -> Self {
        let words = query.split_whitespace();
        let words = words.map(|word| word.to_lowercase().chars().collect());
        Self {
            words: words.collect(),
            letters: Vec::new(),
        }
    }

    fn score(&mut self, text: &str) -> Option<u32> {
        self.letters.clear();
        let letters = text.chars().flat_map(char::to_lowercase);
        self.letters.extend(letters);
        let words = self.words.iter();
        words.map(|word| best_score(word, &self.letters)).sum()
    }
}

/// Returns the best score of a word in a name, over all letters where it may begin.
fn best_score(word: &[char], name: &[char]) -> Option<u32> {
    let first = word.first()?;
    let starts = (0..name.len()).filter(|&at| name[at] == *first);
    let scores = starts.filter_map(|start| score_from(word, name, start));
    scores.max()
}

/// Scores a word that begins at a letter: each letter counts, more at the start of a word of the name or
/// directly behind the one before it, less behind others.
fn score_from(word: &[char], name: &[char], start: usize) -> Option<u32> {
    const LETTER: u32 = 16;
    const WORD_START: u32 = 8;
    const NEXT: u32 = 4;
    let mut score = 0_u32;
    let mut next = start;
    for letter in word {
        let gap = name[next..].iter().position(|own| own == letter)?;
        let at = next + gap;
        let is_start = at == 0 || !name[at - 1].is_alphanumeric();
        score += LETTER + if is_start { WORD_START } else { 0 };
        score = match u32::try_from(gap) {
            Ok(0) if at > start => score + NEXT,
            Ok(0) => score,
            Ok(gap) => score.saturating_sub(2 + gap),
            Err(_) => return None,
        };
        next = at + 1;
    }
    Some(score)
}

/// Returns the symbols whose names match a query, best first: ids, headings, terms, documents, and
/// records of scenarios.
pub(super) fn symbols(
    snapshot: &Snapshot<'_>,
    params: WorkspaceSymbolParams,
) -> HandlerResult<Value> {
    let mut matcher = NameMatcher::new(params.query.trim());
    let mut all = rules_names(snapshot, &mut matcher)?;
    let mut scenario_names = scenario_names(snapshot, &mut matcher)?;
    // scattered letters of a name do not match if another name matches well
    let scores = all.iter().map(|one| one.score);
    let scores = scores.chain(scenario_names.iter().map(|(score, _)| *score));
    let best = scores.max().unwrap_or_default();
    all.retain(|one| one.score * 5 >= best * 4);
    scenario_names.retain(|(score, _)| score * 5 >= best * 4);
    scenario_names.sort_by_key(|(score, _)| Reverse(*score));
    scenario_names.truncate(MAX_SYMBOLS);
    // the user's own rulesets come first
    let is_shipped = |one: &NameMatch<'_>| {
        let source = snapshot.analysis().source(one.db.ruleset.source);
        source.is_none_or(|source| source.origin == SourceOrigin::Shipped)
    };
    let order = |a: &NameMatch<'_>, b: &NameMatch<'_>| {
        (is_shipped(a).cmp(&is_shipped(b))).then_with(|| a.rank().cmp(&b.rank()))
    };
    if all.len() > MAX_SYMBOLS {
        all.select_nth_unstable_by(MAX_SYMBOLS, order);
        all.truncate(MAX_SYMBOLS);
    }
    all.sort_by(order);
    let mut views: HashMap<&str, Option<View>> = HashMap::new();
    let mut out = Vec::new();
    for one in &all {
        snapshot.check_cancelled()?;
        let view = views.entry(&one.db.ruleset.key);
        let view = view.or_insert_with(|| snapshot.view(one.db)).as_ref();
        out.extend(view.and_then(|view| name_symbol(snapshot, one, view)));
    }
    out.extend(scenario_names.into_iter().map(|(_, symbol)| symbol));
    Ok(Some(Value::Array(out)))
}

/// Returns the documents, clauses and terms of all rulesets that match.
fn rules_names<'a>(
    snapshot: &Snapshot<'a>,
    matcher: &mut NameMatcher,
) -> Result<Vec<NameMatch<'a>>, ResponseError> {
    let mut all: Vec<NameMatch<'a>> = Vec::new();
    for (_, db) in snapshot.analysis().ruleset_dbs() {
        for document in db.ruleset.documents.values() {
            let score = matcher.score(&document.key);
            if let Some(score) = score.max(matcher.score(&document.title)) {
                all.push(NameMatch {
                    db,
                    name: &document.key,
                    what: Symbol::Document,
                    title: &document.title,
                    score,
                });
            }
        }
        for (at, (name, section)) in db.names().enumerate() {
            if at % CANCEL_INTERVAL == 0 {
                snapshot.check_cancelled()?;
            }
            let title = if name == section {
                db.heading(section).unwrap_or_default()
            } else {
                ""
            };
            let title_score = matcher.score(title).filter(|_| !title.is_empty());
            let Some(score) = matcher.score(name).max(title_score) else {
                continue;
            };
            let (name, what): (&str, fn(Arc<str>) -> Symbol) = match name.strip_prefix("term:") {
                Some(term) => (term, Symbol::Term),
                None => (name, Symbol::Clause),
            };
            all.push(NameMatch {
                db,
                name,
                what,
                title,
                score,
            });
        }
    }
    Ok(all)
}

/// Returns the named records of all scenarios that match, each with its score.
fn scenario_names(
    snapshot: &Snapshot<'_>,
    matcher: &mut NameMatcher,
) -> Result<Vec<(u32, Value)>, ResponseError> {
    let mut names = Vec::new();
    let sources = snapshot
        .analysis()
        .sources()
        .iter()
        .zip((0..).map(SourceId));
    for (source, id) in sources.filter(|(source, _)| source.kind == SourceKind::Scenario) {
        snapshot.check_cancelled()?;
        let Some(document) = snapshot.scenario_of(id) else {
            continue;
        };
        let Some((scenario, vocabulary)) = document.parsed() else {
            continue;
        };
        for record in scenario.records.iter().skip(1) {
            let Some(name) = &record.name else { continue };
            let Some(score) = matcher.score(&name.value) else {
                continue;
            };
            let container = format!("{} › {}", source.name, vocabulary.kind(record.kind).name);
            let at = Location::new(id, record.span);
            let symbol = symbol(snapshot, &name.value, SymbolKind::Object, &container, at);
            names.extend(symbol.map(|symbol| (score, symbol)));
        }
    }
    Ok(names)
}

fn name_symbol(snapshot: &Snapshot<'_>, one: &NameMatch<'_>, view: &View) -> Option<Value> {
    let (name, named) = (one.name, (one.what)(one.name.into()));
    let at = *navigation::locations(snapshot, one.db, &named, view).first()?;
    let section = || {
        let of_term = one.db.section_of(&format!("term:{name}"));
        of_term.or_else(|| one.db.section_of(name))
    };
    let (shown, kind, container) = match named {
        Symbol::Document(_) => (format!("{name}: {}", one.title), SymbolKind::File, None),
        Symbol::Term(_) => (format!("term:{name}"), SymbolKind::Constant, section()),
        Symbol::Clause(_) if one.title.is_empty() => {
            (format!("#{name}"), SymbolKind::Field, section())
        }
        Symbol::Clause(_) => (format!("{} #{name}", one.title), SymbolKind::Class, None),
        Symbol::Fact(_) | Symbol::Edition(_) | Symbol::Page(_) | Symbol::Ruleset(_) => return None,
    };
    let heading = container.and_then(|section| one.db.heading(section));
    let heading = prefixed(" › ", heading.filter(|heading| !heading.is_empty()));
    let container = format!("{}{heading}", one.db.ruleset.key);
    symbol(snapshot, &shown, kind, &container, at)
}

/// Returns a symbol; none if a client cannot open its document.
fn symbol(
    snapshot: &Snapshot<'_>,
    name: &str,
    kind: SymbolKind,
    container: &str,
    at: Location,
) -> Option<Value> {
    Some(json!({
        "name": name,
        "kind": kind,
        "containerName": container,
        "location": snapshot.location(at)?,
    }))
}
