//! Everything that has a name, found by parts of it; and clauses, found by a query.

use super::{
    ask,
    client_capabilities::ClientCapabilities,
    mention::Thing,
    outline::shortened,
    request_error::{Answer, RequestError},
    snapshot::Snapshot,
    targets,
};
use crate::{
    analysis::{ParsedQuery, SearchHit, SearchOptions, SearchResults, SourceKind},
    diagnostic::Location,
    resolve::{RulesetDb, View},
    search::query::Node,
    text::SourceId,
};
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{AtomKind, CaseMatching, Normalization, Pattern},
};
use serde_json::{Value, json};
use std::{cmp::Reverse, collections::HashMap};
use tower_lsp::gen_lsp_types::{
    ServerCapabilities, SymbolKind, WorkspaceSymbolParams, WorkspaceSymbolProvider,
};

/// No more are told: who sees so many types on.
const MOST: usize = 100;

/// So many names are looked at before it is asked whether anybody still waits.
const STRETCH: usize = 4096;

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.workspace_symbol_provider = Some(WorkspaceSymbolProvider::Bool(true));
}

/// What a query finds, best first. One that begins with `?` or holds a condition of the query language (`changed:3.4`) is answered by
/// the search index; any other names things: ids, headings, terms, documents.
pub(super) fn symbols(snapshot: &Snapshot<'_>, params: WorkspaceSymbolParams) -> Answer<Value> {
    let query = params.query.trim();
    let asked = ParsedQuery::new(query.trim_start_matches('?').trim());
    let mut conditions = false;
    asked
        .node
        .walk(&mut |node| conditions |= matches!(node, Node::Condition(..)));
    if conditions || query.starts_with('?') {
        found(snapshot, asked)
    } else {
        named(snapshot, query)
    }
    .map(Some)
}

/// Something that has a name.
struct Named<'w> {
    db: &'w RulesetDb,
    name: &'w str,
    /// What it is, given its name.
    what: fn(String) -> Thing,
    /// The words of a heading or title; empty where it has none of its own.
    title: &'w str,
    score: u32,
}

impl Named<'_> {
    /// The better ones first; of equals sections before what is in them, then the shorter.
    fn rank(&self) -> impl Ord + use<'_> {
        (
            Reverse(self.score),
            self.title.is_empty(),
            self.name.len(),
            self.name,
        )
    }
}

fn named(snapshot: &Snapshot<'_>, query: &str) -> Result<Value, RequestError> {
    let pattern = Pattern::new(
        query,
        CaseMatching::Ignore,
        Normalization::Smart,
        AtomKind::Fuzzy,
    );
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut letters = Vec::new();
    let mut score = |text: &str| pattern.score(Utf32Str::new(text, &mut letters), &mut matcher);
    let mut all: Vec<Named<'_>> = Vec::new();
    for (_, db) in snapshot.analysis().ruleset_dbs() {
        for document in db.ruleset.documents.values() {
            if let Some(score) = score(&document.key).max(score(&document.title)) {
                all.push(Named {
                    db,
                    name: &document.key,
                    what: Thing::Document,
                    title: &document.title,
                    score,
                });
            }
        }
        for (at, (name, section)) in db.names().enumerate() {
            if at % STRETCH == 0 {
                snapshot.check_cancelled()?;
            }
            let title = if name == section {
                db.heading(section).unwrap_or_default()
            } else {
                ""
            };
            let Some(score) = score(name).max(score(title).filter(|_| !title.is_empty())) else {
                continue;
            };
            let (name, what): (&str, fn(String) -> Thing) = match name.strip_prefix("term:") {
                Some(term) => (term, Thing::Term),
                None => (name, Thing::Clause),
            };
            all.push(Named {
                db,
                name,
                what,
                title,
                score,
            });
        }
    }
    let mut plays: Vec<(u32, Value)> = Vec::new();
    for (at, source) in snapshot
        .analysis()
        .sources()
        .iter()
        .enumerate()
        .filter(|(_, source)| source.kind == SourceKind::Scenario)
    {
        snapshot.check_cancelled()?;
        let id = SourceId(at as u32);
        let Some(play) = snapshot.state.scenario(id, snapshot.session.around.today()) else {
            continue;
        };
        let Some((scenario, vocabulary)) = play.said() else {
            continue;
        };
        for record in scenario.records.iter().skip(1) {
            let Some(name) = &record.name else { continue };
            let Some(score) = score(&name.value) else {
                continue;
            };
            let what = format!("{} › {}", source.name, vocabulary.kind(record.kind).name);
            let place = Location::new(id, record.span);
            let place = snapshot.location(place);
            let told = json!({"name": name.value, "kind": SymbolKind::Object, "containerName": what, "location": place});
            plays.push((score, told));
        }
    }
    // letters that merely stand somewhere in a name are no match beside a real one
    let best = all
        .iter()
        .map(|one| one.score)
        .chain(plays.iter().map(|(score, _)| *score))
        .max()
        .unwrap_or_default();
    all.retain(|one| one.score * 3 >= best * 2);
    plays.retain(|(score, _)| score * 3 >= best * 2);
    plays.sort_by_key(|(score, _)| Reverse(*score));
    plays.truncate(MOST);
    if all.len() > MOST {
        all.select_nth_unstable_by(MOST, |a, b| a.rank().cmp(&b.rank()));
        all.truncate(MOST);
    }
    all.sort_by(|a, b| a.rank().cmp(&b.rank()));
    let mut views: HashMap<&str, Option<View>> = HashMap::new();
    let mut out = Vec::new();
    for one in &all {
        snapshot.check_cancelled()?;
        let view = views
            .entry(&one.db.ruleset.key)
            .or_insert_with(|| snapshot.view(one.db));
        out.extend(view.as_ref().and_then(|view| of_name(snapshot, one, view)));
    }
    out.extend(plays.into_iter().map(|(_, told)| told));
    Ok(Value::Array(out))
}

fn of_name(snapshot: &Snapshot<'_>, one: &Named<'_>, view: &View) -> Option<Value> {
    let (name, thing) = (one.name, (one.what)(one.name.to_owned()));
    let at = targets::places(snapshot, one.db, &thing, view)
        .first()
        .copied()?;
    let section = || {
        one.db
            .section_of(&format!("term:{name}"))
            .or_else(|| one.db.section_of(name))
    };
    let (shown, kind, container) = match thing {
        Thing::Document(_) => (format!("{name}: {}", one.title), SymbolKind::File, None),
        Thing::Term(_) => (format!("term:{name}"), SymbolKind::Constant, section()),
        Thing::Clause(_) if one.title.is_empty() => {
            (format!("#{name}"), SymbolKind::Field, section())
        }
        Thing::Clause(_) => (format!("{} #{name}", one.title), SymbolKind::Class, None),
        Thing::Fact(_) | Thing::Edition(_) | Thing::Page(_) | Thing::Ruleset(_) => return None,
    };
    let heading = container
        .and_then(|section| one.db.heading(section))
        .filter(|heading| !heading.is_empty());
    let game = &one.db.ruleset.key;
    let container = heading.map_or_else(|| game.clone(), |heading| format!("{game} › {heading}"));
    Some(
        json!({"name": shown, "kind": kind, "containerName": container, "location": snapshot.location(at)?}),
    )
}

/// What the search index finds: in the ruleset that the query or the settings name, else in the default one, else in all.
fn found(snapshot: &Snapshot<'_>, mut asked: ParsedQuery) -> Result<Value, RequestError> {
    let wanted = SearchOptions {
        limit: MOST,
        all_editions: false,
    };
    let findings = ask::find(
        snapshot,
        &mut asked,
        snapshot.state.defaults.clone(),
        wanted,
    )?;
    let mut out = Vec::new();
    for hit in findings.hits.iter().take(MOST) {
        snapshot.check_cancelled()?;
        out.extend(of_finding(snapshot, &findings, hit));
    }
    Ok(Value::Array(out))
}

fn of_finding(snapshot: &Snapshot<'_>, findings: &SearchResults, hit: &SearchHit) -> Option<Value> {
    let (game, id) = hit.id.split_once('/')?;
    let db = snapshot.analysis().ruleset_db(game)?;
    let own = snapshot.view(db)?;
    let asked = Some(&findings.query.query)
        .filter(|query| query.ruleset == game)
        .and_then(|query| db.ruleset.edition(&query.edition));
    let view = &own.with_edition(asked.unwrap_or(own.edition));
    // what has no place of its own stands where that stands in which it lies
    let places =
        std::iter::successors(Some(id), |id| id.rsplit_once('/').map(|(around, _)| around));
    let at = places
        .filter_map(|id| {
            targets::places(snapshot, db, &Thing::Clause(id.to_owned()), view)
                .first()
                .copied()
        })
        .next()?;
    let words = if hit.text.is_empty() {
        hit.before.as_deref().unwrap_or_default()
    } else {
        &hit.text
    };
    let name = if words.is_empty() {
        hit.path.last().unwrap_or(&hit.heading).clone()
    } else {
        shortened(words)
    };
    let name = if name.is_empty() {
        hit.id.clone()
    } else {
        name
    };
    Some(json!({
        "name": name,
        "kind": SymbolKind::Field,
        "containerName": format!("{} · #{id} · {}", hit.path.join(" › "), hit.source),
        "location": snapshot.location(at)?,
    }))
}
