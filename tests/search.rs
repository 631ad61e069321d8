//! What holds of every search: it answers whatever is typed, and agrees with what the other commands say.

use crate::support::cases::Cases;
use rayon::prelude::*;
use rulebook::{
    analysis::{
        Analysis, Clause, ClauseState, ComparedUnit, Fate, IndexKey, ParsedQuery, SearchHit,
        SearchIndexCache, SearchOptions, Source, SourceKind, SourceOrigin, WordingChoice,
    },
    cli::{self, Host, Terminal},
    disk,
    model::{DocumentKind, EditionIx, Profile, UnitId},
    resolve::{RulesetDb, Ruling, RulingState, Section, View},
    search::{DocKind, Index, query},
    text::SourceId,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

pub(crate) const ALL: SearchOptions = SearchOptions {
    limit: 10,
    all_editions: false,
};

pub(crate) fn shipped() -> &'static (Analysis, Index) {
    static SHIPPED: OnceLock<(Analysis, Index)> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let analysis = Analysis::new(disk::shipped_sources());
        let (_, view) = newest(&analysis);
        let index = analysis
            .build_index(&analysis.index_key(&view))
            .expect("an index");
        (analysis, index)
    })
}

pub(crate) fn newest(analysis: &Analysis) -> (&RulesetDb, View) {
    let db = analysis.ruleset_db("dbm").expect("the ruleset");
    let as_of = "2026-11-20".parse().expect("a day");
    let view = View {
        edition: db.ruleset.newest_edition_on(as_of),
        as_of,
        profile: db.ruleset.default_profile().into(),
    };
    (db, view)
}

#[test]
fn the_condition_changed_finds_what_the_command_changes_lists() {
    let (analysis, index) = shipped();
    let (db, view) = newest(analysis);
    for edition in db.ruleset.amendment_chain(view.edition).into_iter().skip(1) {
        let later = view.with_edition(edition);
        let older = db.ruleset.editions[usize::from(edition.0)]
            .amends
            .expect("an older edition");
        let changes = analysis.changes(db, &view.with_edition(older), &later);
        let listed: BTreeSet<String> = changes
            .sections
            .iter()
            .flat_map(|section| &section.changes)
            .map(|pair| pair.id.clone())
            .collect();
        let query = ParsedQuery::new(&format!("changed:{}", db.ruleset.edition_id(edition)));
        let found = analysis
            .find(index, &query, &[(db, view.clone())], ALL)
            .expect("an answer");
        let found: BTreeSet<String> = found.hits.into_iter().map(|hit| hit.id).collect();
        assert!(!listed.is_empty());
        assert_eq!(found, listed);
    }
}

#[test]
fn hits_that_are_not_in_force_come_last() {
    let (analysis, index) = shipped();
    let (db, view) = newest(analysis);
    for text in [
        "warband 3rd rank against mounted",
        "waterway compulsory dice",
        "rear support",
        "line up sideways shift",
        "cost bowmen (S)",
    ] {
        for edition in db.ruleset.amendment_chain(view.edition) {
            let found = analysis
                .find(
                    index,
                    &ParsedQuery::new(text),
                    &[(db, view.with_edition(edition))],
                    ALL,
                )
                .expect("an answer");
            assert!(found.hits.is_sorted_by_key(|hit| !hit.holds), "{text}");
            assert!(found.hits.len() <= 10);
        }
    }
}

/// The ids found at an edition, best first.
fn found(text: &str, edition: &str) -> Vec<String> {
    let (analysis, index) = shipped();
    let (db, view) = newest(analysis);
    let view = view.with_edition(db.ruleset.edition(edition).expect("an edition"));
    let found = analysis
        .find(index, &ParsedQuery::new(text), &[(db, view)], ALL)
        .expect("an answer");
    found.hits.into_iter().map(|hit| hit.id).collect()
}

/// An analysis of the shipped rules with an index of one's own.
fn with_index(text: &str) -> Analysis {
    let mut sources = disk::shipped_sources();
    let (name, ruleset, origin) = (
        "own.index.md".to_owned(),
        "dbm".to_owned(),
        SourceOrigin::Library,
    );
    sources.push(Source {
        path: "own.index.md".into(),
        name,
        ruleset,
        kind: SourceKind::Rules,
        origin,
        text: text.into(),
    });
    Analysis::new(sources)
}

#[test]
fn an_index_leads_to_clauses_and_is_not_shown() {
    let text = "# Fleeing {#fleeing}\n\n- skedaddle like a wombat\n\n# Warband {#outcome.warband until=3.4}\n\n- platypus\n";
    let analysis = with_index(text);
    let ask = |analysis: &Analysis, text: &str, edition: &str| {
        let (db, view) = newest(analysis);
        let view = view.with_edition(db.ruleset.edition(edition).expect("an edition"));
        let index = analysis.build_index(&analysis.index_key(&view));
        let index = index.expect("an index");
        let views = [(db, view)];
        let found = analysis.find(&index, &ParsedQuery::new(text), &views, ALL);
        found.expect("an answer")
    };
    let found = ask(&analysis, "a wombat that skedaddles", "3.4");
    let first = &found.hits[0];
    assert!(first.id.starts_with("dbm/fleeing"), "{first:?}");
    assert!(found.corrections.is_empty());
    let is_shown =
        |hit: &SearchHit| hit.snippet.text.contains("wombat") || hit.text.contains("wombat");
    assert!(!found.hits.iter().any(is_shown));
    let warband = "dbm/outcome.warband";
    assert_eq!(ask(&analysis, "platypus", "3.3").hits[0].id, warband);
    let without = Analysis::new(disk::shipped_sources());
    assert_eq!(ask(&without, "wombat platypus", "3.4").hits, []);
}

#[test]
fn rows_to_which_rules_refer_come_first() {
    let hits = found("pikes against elephants rear support", "3.3");
    assert!(
        hits[..4].iter().any(|hit| hit == "dbm/outcome.pikes"),
        "{hits:?}"
    );
    assert_eq!(
        found("warband 3rd rank against mounted", "3.4")[0],
        "dbm/outcome.warband"
    );
    assert_eq!(
        found("warband 3rd rank against mounted", "3.1")[0],
        "dbm/rear-support.warband"
    );
}

#[test]
fn an_index_in_a_folder_answers_alike() {
    let (analysis, index) = shipped();
    let views = [newest(analysis)];
    let folder = tempfile::tempdir().expect("a folder");
    analysis
        .build_index_in(folder.path(), &analysis.index_key(&views[0].1))
        .expect("an index");
    let mapped = Index::open(folder.path()).expect("an index");
    for text in [
        "Wb vs Kn rear support",
        "elefants march third time",
        "changed:3.4 -recoil*",
        "kind:note page:22..24",
    ] {
        let query = ParsedQuery::new(text);
        let expected = analysis
            .find(index, &query, &views, ALL)
            .expect("an answer");
        assert_eq!(
            analysis
                .find(&mapped, &query, &views, ALL)
                .expect("an answer"),
            expected
        );
    }
}

#[test]
fn long_and_broken_queries_are_answered() {
    let (analysis, index) = shipped();
    let views = [newest(analysis)];
    let long = [
        "knights ".repeat(12_500),
        "(".repeat(100_000),
        "-".repeat(100_000),
        "\"a b\" OR ".repeat(11_000),
        "é(S)".repeat(20_000),
    ];
    for text in long.iter().map(String::as_str).chain([
        "\"",
        "at:9.9 (",
        "",
        "*",
        ":",
        "page:..",
        "changed:..",
        "NOT NOT",
        "section:\"\"",
        "½",
        "\0",
        "\u{1b}[2J knights\u{7}",
        "\u{202e}",
    ]) {
        let found = analysis
            .find(index, &ParsedQuery::new(text), &views, ALL)
            .expect("an answer");
        assert!(found.hits.len() <= 1000, "{} bytes", text.len());
        for fault in found.faults {
            assert!(fault.span.start() <= fault.span.end() && fault.span.end() <= text.len());
        }
    }
}

#[test]
fn text_in_force_comes_before_deleted_text() {
    let (analysis, index) = shipped();
    for text in ["is:deleted \"\" OR \"22\"", "is:deleted OR knights"] {
        let query = ParsedQuery::new(text);
        let found = analysis
            .find(index, &query, &[newest(analysis)], ALL)
            .expect("an answer");
        assert!(found.hits.iter().any(|hit| hit.holds), "{text}");
        assert!(found.hits.iter().any(|hit| !hit.holds), "{text}");
        assert!(found.hits.is_sorted_by_key(|hit| !hit.holds), "{text}");
    }
}

#[test]
fn an_edit_is_found() {
    let mut analysis = Analysis::new(disk::shipped_sources());
    let cache = SearchIndexCache::default();
    let indexed = |analysis: &Analysis| {
        let key = analysis.index_key(&newest(analysis).1);
        let build = || analysis.build_index(&key);
        cache.get(analysis, &key, build).expect("an index")
    };
    let count = |analysis: &Analysis, index: &Index| {
        let query = ParsedQuery::new("zyzzyva");
        let found = analysis.find(index, &query, &[newest(analysis)], ALL);
        found.expect("an answer").hits.len()
    };
    let before = indexed(&analysis);
    assert!(Arc::ptr_eq(&before, &indexed(&analysis)));
    let mut sources = analysis.sources().iter();
    let sheet = sources.position(|own| own.ruleset == "dbm" && own.name == "3.4.amend.md");
    let sheet = SourceId(sheet.expect("a sheet") as u32);
    let text = analysis.sources()[sheet.0 as usize].text.to_string();
    let edited = text.replacen(".\n", ". Zyzzyva knights.\n", 400);
    analysis.update_source(sheet, edited.into());
    let after = indexed(&analysis);
    assert_eq!(count(&analysis, &before), 0);
    assert!(count(&analysis, &after) > 0);
    analysis.update_source(sheet, text.into());
    assert_eq!(count(&analysis, &indexed(&analysis)), 0);
}

/// What `rulebook search` writes about the shipped rules, with its cache in `cache`.
fn searched(cache: &std::path::Path, words: &str) -> String {
    searched_from("/", cache, words)
}

/// What `rulebook search` writes in the folder `current`, with its cache in `cache`.
fn searched_from(current: &str, cache: &std::path::Path, words: &str) -> String {
    let args = ["rulebook", "search", "--format", "json", "--", words]
        .map(Into::into)
        .to_vec();
    let env = [(
        "RULEBOOK_CACHE".to_owned(),
        cache.to_str().expect("UTF-8").to_owned(),
    )]
    .into();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let code = cli::run(&mut Host {
        args,
        env,
        current: current.into(),
        today: "2026-11-20".parse().expect("a day"),
        terminal: Terminal::default(),
        stdin: &mut std::io::empty(),
        stdout: &mut stdout,
        stderr: &mut stderr,
    });
    assert!(
        code < 2 && stderr.is_empty(),
        "{code}: {}",
        String::from_utf8_lossy(&stderr)
    );
    String::from_utf8(stdout).expect("UTF-8")
}

#[test]
fn the_questions_of_the_documentation_are_answered() {
    let page = include_str!("../docs/src/notation/search-queries.md");
    let folder = tempfile::tempdir().expect("a folder");
    let queries = page
        .split("```query\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .flat_map(str::lines);
    let (mut wrong, mut fields) = (String::new(), BTreeSet::<&str>::new());
    for line in queries {
        let (text, expected) = line.split_once(" → ").expect("a question and an answer");
        fields.extend(
            query::FILTERS
                .iter()
                .flat_map(|row| &row.names[..1])
                .filter(|name| text.contains(&format!("{name}:"))),
        );
        let answer: serde_json::Value =
            serde_json::from_str(&searched(folder.path(), text)).expect("JSON");
        let hits: Vec<&str> = answer["hits"]
            .as_array()
            .into_iter()
            .flatten()
            .take(5)
            .filter_map(|hit| hit["id"].as_str())
            .collect();
        if !hits.contains(&expected)
            || answer["faults"]
                .as_array()
                .is_none_or(|faults| !faults.is_empty())
        {
            wrong += &format!("{line}\n  {hits:?}\n  {}\n", answer["faults"]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(
        fields.len(),
        query::FILTERS.len(),
        "each condition has an example: {fields:?}"
    );
}

#[test]
fn a_damaged_cache_is_made_again_and_many_may_share_it() {
    try_damaged_caches(Cases::OneOf(99));
}

#[test]
#[ignore = "long"]
fn a_damaged_cache_is_made_again_and_many_may_share_it_all_cases() {
    try_damaged_caches(Cases::All);
}

fn try_damaged_caches(cases: Cases) {
    let folder = tempfile::tempdir().expect("a folder");
    // a small ruleset, because its index is made dozens of times
    let workspace = tempfile::tempdir().expect("a folder");
    let rules = workspace.path().join("rules/dba");
    std::fs::create_dir_all(&rules).expect("a folder");
    let shipped = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/dba");
    for name in ["ruleset.toml", "base.rules.md", "terms.rules.md"] {
        std::fs::copy(shipped.join(name), rules.join(name)).expect("copied");
    }
    let current = workspace.path().to_str().expect("UTF-8");
    let searched = |cache: &std::path::Path| searched_from(current, cache, "recoil elephants");
    let fresh = searched(folder.path());
    assert!(fresh.contains("lephants"), "{fresh}");
    let entries = |folder: &std::path::Path| {
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.retain(|path| path.extension().is_none_or(|extension| extension != "lock"));
        paths.sort();
        paths
    };
    let kept = entries(folder.path()).remove(0);
    assert_eq!(searched(folder.path()), fresh);
    let files = entries(&kept).len();
    assert!(files > 5, "{files}");
    for at in (0..files).filter(|file| cases.contain(*file)) {
        for damage in [
            |whole: &[u8]| whole[..whole.len() / 2].to_vec(),
            |whole: &[u8]| {
                whole
                    .iter()
                    .enumerate()
                    .map(|(at, byte)| {
                        if at == whole.len() / 3 {
                            byte ^ 4
                        } else {
                            *byte
                        }
                    })
                    .collect()
            },
            |_: &[u8]| Vec::new(),
        ] {
            let path = entries(&kept).remove(at);
            let whole = std::fs::read(&path).expect("readable");
            std::fs::write(&path, damage(&whole)).expect("written");
            assert_eq!(searched(folder.path()), fresh, "{}", path.display());
        }
        std::fs::remove_file(entries(&kept).remove(at)).expect("removed");
        assert_eq!(searched(folder.path()), fresh);
    }
    std::thread::scope(|scope| {
        std::fs::remove_dir_all(&kept).expect("removed");
        let runs: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| searched(folder.path())))
            .collect();
        runs.into_iter()
            .for_each(|run| assert_eq!(run.join().expect("no panic"), fresh));
    });
    assert_eq!(entries(folder.path()), [kept.as_path()]);
    // the rest of a writer that was killed is not an index, and does not block others
    std::fs::create_dir(folder.path().join(".rulebook-killed")).expect("made");
    std::fs::remove_dir_all(&kept).expect("removed");
    assert_eq!(searched(folder.path()), fresh);
    // a folder that is none
    let file = folder.path().join("file");
    std::fs::write(&file, "x").expect("written");
    assert_eq!(searched(&file), fresh);
}

/// What hits say of clauses, held against what the resolver says of them at one view.
struct Auditor<'w> {
    analysis: &'w Analysis,
    db: &'w RulesetDb,
    view: View,
    cards: HashMap<(String, Option<UnitId>, u16), Arc<Clause>>,
    pairs: HashMap<(String, String), Arc<[ComparedUnit]>>,
    /// The states of rulings, by document and number.
    states: HashMap<String, RulingState>,
    statements: usize,
}

impl<'w> Auditor<'w> {
    fn new(analysis: &'w Analysis, db: &'w RulesetDb, view: View) -> Self {
        let mut states: HashMap<String, RulingState> = HashMap::new();
        let layers = db.ruleset.documents.keys().cloned().collect();
        let all = View {
            profile: Arc::new(Profile {
                layers,
                ..(*view.profile).clone()
            }),
            ..view.clone()
        };
        for section in db.outline().iter().filter_map(|id| db.section(id)) {
            let line = db.ruleset.amendment_chain(view.edition);
            let out = |ruling: &Ruling| {
                section
                    .patch(ruling.patch)
                    .is_some_and(|patch| line.contains(&patch.own_edition))
            };
            for ruling in section.rulings(&all).into_iter().filter(out) {
                let state = states
                    .entry(analysis.origin(&section, ruling.patch).patch)
                    .or_insert(ruling.state);
                *state = (*state).max(ruling.state);
            }
        }
        Self {
            analysis,
            db,
            view,
            cards: HashMap::new(),
            pairs: HashMap::new(),
            states,
            statements: 0,
        }
    }

    fn card(&mut self, section: &Section, unit: Option<UnitId>, edition: u16) -> Arc<Clause> {
        let (analysis, db, view) = (
            self.analysis,
            self.db,
            self.view.with_edition(EditionIx(edition)),
        );
        let make = || Arc::new(analysis.clause(db, section, unit, &view, WordingChoice::Both));
        Arc::clone(
            self.cards
                .entry((section.id.clone(), unit, edition))
                .or_insert_with(make),
        )
    }

    /// The words that a unit has of itself at an edition; none where it is no part of the text.
    fn words(&mut self, section: &Section, unit: Option<UnitId>, edition: u16) -> Option<String> {
        let card = self.card(section, unit, edition);
        if !matches!(card.state, ClauseState::InForce | ClauseState::NotHeld) {
            return None;
        }
        let own = |id: &str| {
            id == card.id
                || id
                    .strip_prefix(card.id.as_str())
                    .is_some_and(|rest| rest.starts_with('/'))
        };
        let depth = card.blocks.iter().map(|block| block.depth).min();
        // sentences of a paragraph with which a named one goes on are shown with that
        let named = card.blocks.iter().filter(|block| !own(&block.id));
        let named: Vec<_> = named
            .filter_map(|block| {
                let (_, name) = block.id.split_once('/')?;
                Some((section.arena.unit_by_name(name)?, &block.id))
            })
            .collect();
        let mut continued = Vec::new();
        for (named, id) in named {
            let other = self.card(section, Some(named), edition);
            let blocks = other.blocks.iter().map(|block| block.id.clone());
            continued.extend(blocks.filter(|own| own != id && Some(named) != unit));
        }
        let mut out = Vec::new();
        for block in &card.blocks {
            match block.kind {
                "sentence" if continued.contains(&block.id) => {}
                "sentence"
                    if Some(block.depth) == depth
                        && (own(&block.id) || block.id.matches('/').count() > 1) =>
                {
                    out.push(block.text.clone())
                }
                "cell" if Some(&block.text) == block.row.as_ref() => out.push(block.text.clone()),
                "cell" if !["…", "–", ""].contains(&block.text.as_str()) => {
                    let column = block.label.as_deref().unwrap_or_default();
                    let column = if column.chars().count() == 1 {
                        format!("({column})")
                    } else {
                        column.to_owned()
                    };
                    out.push(format!("{column} {}", block.text));
                }
                _ => {}
            }
        }
        // a row of which nothing but the label is held says nothing
        let label = matches!(&card.blocks[..], [first, ..] if first.row.as_ref() == Some(&first.text))
            && out.len() == 1;
        Some(if label {
            String::new()
        } else {
            plain(&out.join(" "))
        })
    }

    /// The faults of a hit that was found by `filter`.
    fn faults(&mut self, filter: &str, hit: &SearchHit) -> Vec<String> {
        let mut out = Vec::new();
        let mut must = |right: bool, what: &str| {
            self.statements += 1;
            if !right {
                out.push(format!("{filter}: {what}: {hit:?}"));
            }
        };
        let ruleset = &self.db.ruleset;
        let (field, value) = filter.split_once(':').expect("a condition");
        let said = matches!(hit.kind, "clarification" | "guideline");
        must(field != "kind" || hit.kind == value, "its kind");
        must(field != "document" || hit.document == value, "its document");
        must(
            field != "changed" || hit.changed.as_deref() == Some(value),
            "its edition",
        );
        must(filter != "is:held" || !hit.text.is_empty(), "it is held");
        must(
            said || hit.kind == "note" || !hit.path[0].starts_with("Ruling "),
            "it is no ruling",
        );
        if field == "is" && said && value != "held" {
            must(hit.state.as_deref() == Some(value), "its state");
        }
        let counts = ruleset
            .documents
            .get(&hit.document)
            .is_some_and(|document| self.view.profile.layers.contains(&document.key));
        must(
            hit.uncounted.is_some() == (said && !counts),
            "whether it counts",
        );
        if said || hit.kind == "note" {
            let number = hit
                .n
                .first()
                .and_then(|n| n.rsplit_once(':'))
                .map_or("", |(_, n)| n);
            let short = &ruleset.documents[&hit.document].short;
            let title = &hit.path[0];
            must(
                title.contains(number) && title.contains(short.as_str()),
                "its title",
            );
            must(
                hit.state
                    .as_ref()
                    .is_none_or(|state| title.ends_with(RulingState::label_of(state))),
                "the state in its title",
            );
        }
        let edition = self.view.edition.0;
        let bare = hit.id.split_once('/').expect("a ruleset").1;
        if said {
            must(
                self.states.get(&hit.n[0]).map(|state| state.name()) == hit.state.as_deref(),
                "its state by the resolver",
            );
            return out;
        }
        if let Some(changed) = &hit.changed {
            let later = self
                .view
                .with_edition(ruleset.edition(changed).expect("an edition"));
            let older = ruleset.editions[usize::from(later.edition.0)]
                .amends
                .expect("an older edition");
            let section = bare
                .split('/')
                .next()
                .and_then(|id| self.db.section_of(id))
                .and_then(|id| self.db.section(id));
            let section = section.expect("its section");
            let (analysis, db, from) = (self.analysis, self.db, self.view.with_edition(older));
            let compare = || {
                analysis
                    .compare(db, &section, None, &from, &later)
                    .pairs
                    .into()
            };
            let pairs = self
                .pairs
                .entry((section.id.clone(), changed.clone()))
                .or_insert_with(compare);
            let pair = pairs
                .iter()
                .find(|pair| pair.id == hit.id && pair.fate != Fate::Same);
            must(
                pair.is_some_and(|pair| {
                    pair.before == hit.before
                        && pair.after.as_deref().unwrap_or_default() == hit.text
                }),
                "its change",
            );
            return out;
        }
        if hit.kind == "note" {
            return out;
        }
        // the unit: by its id where it reads so, which need not be here
        let text = plain(&hit.text);
        let place = |id: &Option<String>| {
            id.as_ref()
                .and_then(|id| ruleset.edition(id))
                .map(|edition| edition.0)
        };
        let newest = ruleset.newest_edition_on(self.view.as_of).0;
        let until = place(&hit.editions.until).unwrap_or(newest);
        // notes of this project, and a table of values before its own edition, do not say since when
        // they are true; such a table begins with its edition
        let from = place(&hit.editions.from);
        let kinds = || {
            ruleset
                .documents
                .values()
                .map(|own| (own.kind, own.edition.0))
        };
        let is_begin = |from| kinds().any(|own| own == (DocumentKind::Data, from));
        let is_table = hit.kind == "table";
        if from.is_none() {
            let is_notes = ruleset
                .documents
                .get(&hit.document)
                .is_some_and(|own| own.kind == DocumentKind::Notes);
            let is_earlier = kinds()
                .any(|(kind, begin)| kind == DocumentKind::Data && edition.min(until) < begin);
            assert!(
                is_notes || is_table && is_earlier,
                "a first edition: {hit:?}"
            );
        }
        let first = from.filter(|&from| !(is_table && is_begin(from)));
        let from = from.unwrap_or(if hit.holds { edition } else { until });
        let mut unit = None;
        for at in std::iter::once(edition)
            .filter(|_| hit.holds)
            .chain((from..=until).rev())
        {
            let view = self.view.with_edition(EditionIx(at));
            if let Some((section, own)) = self.analysis.resolve_id(self.db, bare, &view)
                && (text.is_empty()
                    || self.words(&section, own, at).as_deref() == Some(text.as_str()))
            {
                unit = Some((section, own));
                break;
            }
        }
        let Some((section, unit)) = unit else {
            let named =
                self.analysis
                    .resolve_id(self.db, bare, &self.view.with_edition(EditionIx(until)));
            let read = named.and_then(|(section, own)| self.words(&section, own, until));
            return vec![format!(
                "{filter}: it reads so in none of its editions: {hit:?}\n  by the resolver: {read:?}"
            )];
        };
        let here = self.words(&section, unit, edition);
        let card = self.card(&section, unit, edition);
        let around = [
            first.and_then(|first| first.checked_sub(1)),
            Some(until + 1).filter(|&at| at <= newest),
        ]
        .into_iter()
        .flatten();
        let around: Vec<Option<String>> = around.map(|at| self.words(&section, unit, at)).collect();
        let inside: Vec<Option<String>> = (from..=until)
            .map(|at| self.words(&section, unit, at))
            .collect();
        let mut must = |right: bool, what: &str| {
            self.statements += 1;
            if !right {
                out.push(format!(
                    "{filter}: {what}: {hit:?}\n  by the resolver: {here:?}"
                ));
            }
        };
        must(
            filter != "is:deleted"
                || matches!(card.state, ClauseState::Deleted | ClauseState::Moved),
            "it is deleted",
        );
        must(
            filter != "is:contradicted" || !card.contradictions.is_empty(),
            "it is contradicted",
        );
        must(
            hit.moved_to
                .as_ref()
                .is_none_or(|to| card.moved_to.as_ref() == Some(to)),
            "its new place",
        );
        if text.is_empty() {
            return out;
        }
        must(
            inside
                .iter()
                .all(|own| own.as_deref() == Some(text.as_str())),
            "its editions, each",
        );
        must(
            around
                .iter()
                .all(|own| own.as_deref() != Some(text.as_str())),
            "its editions, from first to last",
        );
        must(
            hit.holds == (here.as_deref() == Some(text.as_str())),
            "whether it holds",
        );
        must(
            hit.now.is_none() || hit.now.as_deref().map(plain) == here,
            "what it says now",
        );
        must(
            hit.holds || here.as_ref().is_none_or(String::is_empty) || hit.now.is_some(),
            "that it says something else now",
        );
        if hit.holds {
            let sources = card.blocks.iter().flat_map(|block| {
                block
                    .provenance
                    .iter()
                    .map(|own| &own.origin)
                    .chain(&block.cut)
            });
            must(
                sources
                    .into_iter()
                    .any(|origin| origin.document == hit.document),
                "its document",
            );
        }
        out
    }
}

/// Words without the placeholders of words that are not included.
fn plain(text: &str) -> String {
    text.split_whitespace()
        .filter(|word| *word != "…")
        .collect::<Vec<_>>()
        .join(" ")
}

/// Every condition that anything of a ruleset meets.
fn conditions(analysis: &Analysis, db: &RulesetDb, index_key: &IndexKey) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let states = [
        "deleted",
        "held",
        "changed-since",
        "undecided",
        "contradicted",
        "current",
        "confirmed",
        "narrowed",
        "absorbed",
    ];
    out.extend(states.map(|state| format!("is:{state}")));
    out.extend(
        DocKind::ALL
            .iter()
            .filter(|kind| **kind != DocKind::Change)
            .map(|kind| format!("kind:{}", kind.name())),
    );
    for doc in analysis.search_documents(db, index_key) {
        out.insert(format!("section:{}", doc.section));
        out.extend(doc.page.iter().map(|page| format!("page:{page}")));
        out.extend(
            Some(doc.document)
                .filter(|own| !own.is_empty())
                .map(|own| format!("document:{own}")),
        );
        out.extend(
            doc.changed
                .iter()
                .map(|edition| format!("changed:{edition}")),
        );
        out.extend(doc.by.iter().map(|own| format!("by:{own}")));
        for (field, list) in [
            ("cites", doc.cites),
            ("interprets", doc.interprets),
            ("term", doc.terms),
            ("fact", doc.facts),
        ] {
            // values with brackets and the like are for the parser of queries
            let typed = |value: &&String| {
                value
                    .chars()
                    .all(|c| c.is_alphanumeric() || ".-/".contains(c))
            };
            out.extend(
                list.iter()
                    .filter(typed)
                    .map(|value| format!("{field}:{value}")),
            );
        }
    }
    out
}

#[test]
fn hits_agree_with_the_views_of_their_clauses() {
    audit_hits(Cases::OneOf(4));
}

#[test]
#[ignore = "long"]
fn hits_agree_with_the_views_of_their_clauses_all_cases() {
    audit_hits(Cases::All);
}

/// Compares the hits of all conditions with the views of their clauses, on several days.
fn audit_hits(cases: Cases) {
    let (analysis, _) = shipped();
    let days = [
        ("2026-11-20", true),
        ("2023-01-15", false),
        ("2018-05-01", false),
        ("2005-04-01", false),
    ];
    let audit = |&(day, latest): &(&str, bool)| {
        let (mut faults, mut statements) = (Vec::new(), 0);
        let mut indexes: HashMap<IndexKey, Index> = HashMap::new();
        let as_of = day.parse().expect("a day");
        for (key, db) in analysis.ruleset_dbs() {
            let profiles = db.ruleset.profiles.iter().enumerate();
            for (_, profile) in profiles.filter(|(at, _)| cases.contain(*at)) {
                let newest = db.ruleset.newest_edition_on(as_of);
                let first = View {
                    edition: newest,
                    as_of,
                    profile: profile.clone().into(),
                };
                let index_key = analysis.index_key(&first);
                let index = indexes
                    .entry(index_key.clone())
                    .or_insert_with(|| analysis.build_index(&index_key).expect("an index"));
                let mut filters = conditions(analysis, db, &index_key);
                // what lies where is the same on each day, and for whomever
                let always = |filter: &String| {
                    ["is:", "kind:", "changed:"]
                        .iter()
                        .any(|field| filter.starts_with(field))
                };
                let default = *profile == db.ruleset.default_profile();
                filters.retain(|filter| always(filter) && (latest || default) || latest && default);
                for edition in db.ruleset.amendment_chain(newest) {
                    let view = first.with_edition(edition);
                    let mut auditor = Auditor::new(analysis, db, view.clone());
                    let mut known = BTreeSet::new();
                    for filter in filters
                        .iter()
                        .filter(|filter| edition == newest || always(filter))
                    {
                        for all_editions in
                            [false, true]
                                .into_iter()
                                .take(if filter == "is:held" { 2 } else { 1 })
                        {
                            let search_options = SearchOptions {
                                limit: 10,
                                all_editions,
                            };
                            let found = analysis
                                .find(
                                    index,
                                    &ParsedQuery::new(filter),
                                    &[(db, view.clone())],
                                    search_options,
                                )
                                .expect("an answer");
                            for hit in &found.hits {
                                // what the condition itself says is looked at each time, all else once
                                let filter_counts = ["is:", "kind:", "document:", "changed:"]
                                    .iter()
                                    .any(|field| filter.starts_with(field));
                                let hit_key = (
                                    hit.id.clone(),
                                    hit.text.clone(),
                                    hit.n.clone(),
                                    hit.changed.clone(),
                                    hit.holds,
                                );
                                if known.insert((filter_counts.then_some(filter), hit_key)) {
                                    let wrong = auditor.faults(filter, hit);
                                    faults.extend(wrong.into_iter().map(|wrong| {
                                        format!("{key} {day} {} {edition:?} {wrong}", profile.name)
                                    }));
                                }
                            }
                        }
                    }
                    statements += auditor.statements;
                }
            }
        }
        (faults, statements)
    };
    let audited: Vec<(Vec<String>, usize)> = days
        .par_iter()
        .enumerate()
        .filter(|(at, _)| cases.contain(*at))
        .map(|(_, day)| audit(day))
        .collect();
    let statements: usize = audited.iter().map(|(_, statements)| statements).sum();
    let faults: Vec<String> = audited.into_iter().flat_map(|(faults, _)| faults).collect();
    assert!(
        faults.is_empty(),
        "{} of {statements} statements are wrong\n{}",
        faults.len(),
        faults[..faults.len().min(12)].join("\n")
    );
    assert!(statements > 1_000, "{statements}");
}

#[test]
fn conditions_alone_give_all_matches() {
    let (analysis, index) = shipped();
    let (db, view) = newest(analysis);
    let edition = db.ruleset.edition_id(view.edition);
    let held = analysis
        .search_documents(db, &analysis.index_key(&view))
        .iter()
        .filter(|doc| doc.holds(edition) && doc.is_held() && doc.kind() != DocKind::Change)
        .count();
    let ask = |text: &str| {
        analysis
            .find(index, &ParsedQuery::new(text), &[(db, view.clone())], ALL)
            .expect("an answer")
            .hits
    };
    assert_eq!(ask("is:held").len(), held);
    assert_eq!(
        ask("is:held kind:clause").len() + ask("is:held -kind:clause").len(),
        held
    );
    let (each, both) = (
        ask("changed:3.3").len() + ask("changed:3.4").len(),
        ask("changed:3.3..3.4").len(),
    );
    assert_eq!(each, both);
}

#[test]
fn a_ruling_without_force_is_ranked_below_its_rule() {
    let (analysis, index) = shipped();
    let (db, view) = newest(analysis);
    let at = |edition: &str| view.with_edition(db.ruleset.edition(edition).expect("an edition"));
    for edition in ["3.2", "3.3", "3.4"] {
        let view = at(edition);
        for id in db.outline() {
            let heading = db.section_info(id).expect("a section").heading;
            let text: String = heading
                .chars()
                .map(|c| if c.is_alphanumeric() { c } else { ' ' })
                .collect();
            let found = analysis
                .find(index, &ParsedQuery::new(&text), &[(db, view.clone())], ALL)
                .expect("an answer");
            let Some(first) = found.hits.first() else {
                continue;
            };
            if first
                .state
                .as_deref()
                .is_some_and(|state| ["contradicted", "absorbed"].contains(&state))
            {
                let section = first.id.clone();
                let rules = found
                    .hits
                    .iter()
                    .filter(|hit| hit.holds && hit.state.is_none() && hit.heading == first.heading);
                assert_eq!(rules.count(), 0, "{text} at {edition}: {section}");
            }
        }
    }
}
