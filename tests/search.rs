//! What holds of every search: it answers whatever is typed, and agrees with what the other commands say.

use proptest::prelude::*;
use rulebook::{
    cli::{self, Host, Terminal},
    disk,
    generate::{Shape, generate},
    resolve::{Corpus, View},
    search::{Index, Parts, query},
    text::SourceId,
    world::{Asked, Followed, Source, SourceKind, SourceOrigin, Wanted, World},
};
use std::{collections::BTreeSet, sync::OnceLock};

const ALL: Wanted = Wanted { limit: 10, all_editions: false };

fn shipped() -> &'static (World, Index) {
    static SHIPPED: OnceLock<(World, Index)> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let world = World::new(disk::shipped());
        let (_, view) = newest(&world);
        let index = world.index(&world.vantage(&view), Parts::ALL).expect("an index");
        (world, index)
    })
}

fn newest(world: &World) -> (&Corpus, View) {
    let corpus = world.corpus("dbm").expect("the ruleset");
    let as_of = "2026-11-20".parse().expect("a day");
    let view = View { edition: corpus.ruleset.newest_on(as_of), as_of, profile: corpus.ruleset.default_profile().into() };
    (corpus, view)
}

#[test]
fn what_changed_is_what_the_command_changes_tells() {
    let (world, index) = shipped();
    let (corpus, view) = newest(world);
    for edition in corpus.ruleset.line(view.edition).into_iter().skip(1) {
        let later = view.at(edition);
        let older = corpus.ruleset.editions[usize::from(edition.0)].amends.expect("an older edition");
        let changes = world.changes(corpus, &view.at(older), &later);
        let told: BTreeSet<String> = changes.sections.iter().flat_map(|section| &section.changes).map(|pair| pair.id.clone()).collect();
        let asked = Asked::new(&format!("changed:{}", corpus.ruleset.edition_id(edition)));
        let found = world.find(index, &asked, &[(corpus, view.clone())], ALL).expect("an answer");
        let found: BTreeSet<String> = found.hits.into_iter().map(|hit| hit.id).collect();
        assert!(!told.is_empty());
        assert_eq!(found, told);
    }
}

#[test]
fn what_does_not_hold_stands_behind_what_holds() {
    let (world, index) = shipped();
    let (corpus, view) = newest(world);
    for text in
        ["warband 3rd rank against mounted", "waterway compulsory dice", "rear support", "line up sideways shift", "cost bowmen (S)"]
    {
        for edition in corpus.ruleset.line(view.edition) {
            let found = world.find(index, &Asked::new(text), &[(corpus, view.at(edition))], ALL).expect("an answer");
            assert!(found.hits.is_sorted_by_key(|hit| !hit.holds), "{text}");
            assert!(found.hits.len() <= 10);
        }
    }
}

/// The ids found at an edition, best first.
fn found(text: &str, edition: &str) -> Vec<String> {
    let (world, index) = shipped();
    let (corpus, view) = newest(world);
    let view = view.at(corpus.ruleset.edition(edition).expect("an edition"));
    let found = world.find(index, &Asked::new(text), &[(corpus, view)], ALL).expect("an answer");
    found.hits.into_iter().map(|hit| hit.id).collect()
}

/// A world of the shipped rules with an index of one's own.
fn with_index(text: &str) -> World {
    let mut sources = disk::shipped();
    let (name, ruleset, origin) = ("own.index.md".to_owned(), "dbm".to_owned(), SourceOrigin::Library);
    sources.push(Source { path: "own.index.md".into(), name, ruleset, kind: SourceKind::Rules, origin, text: text.into() });
    World::new(sources)
}

#[test]
fn an_index_leads_to_clauses_and_is_not_shown() {
    let text = "# Fleeing {#fleeing}\n\n- skedaddle like a wombat\n\n# Warband {#outcome.warband until=3.4}\n\n- platypus\n";
    let world = with_index(text);
    let (corpus, view) = newest(&world);
    let ask = |text: &str, edition: &str, parts: Parts| {
        let view = view.at(corpus.ruleset.edition(edition).expect("an edition"));
        let index = world.index(&world.vantage(&view), parts).expect("an index");
        world.find(&index, &Asked::new(text), &[(corpus, view)], ALL).expect("an answer")
    };
    let found = ask("a wombat that skedaddles", "3.4", Parts::ALL);
    assert!(found.hits[0].id.starts_with("dbm/fleeing"), "{:?}", found.hits[0]);
    assert!(found.corrections.is_empty());
    assert!(found.hits.iter().all(|hit| !hit.snippet.text.contains("wombat") && !hit.text.contains("wombat")));
    assert_eq!(ask("platypus", "3.3", Parts::ALL).hits[0].id, "dbm/outcome.warband");
    let holds = |hits: Vec<rulebook::world::Finding>| hits.into_iter().any(|hit| hit.holds && hit.id == "dbm/outcome.warband");
    assert!(!holds(ask("platypus", "3.1", Parts { subjects: false, ..Parts::ALL }).hits));
    assert!(!ask("wombat", "3.4", Parts { subjects: false, ..Parts::ALL }).hits.iter().any(|hit| hit.id.starts_with("dbm/fleeing")));
}

#[test]
fn rows_to_which_rules_refer_come_first() {
    let hits = found("pikes against elephants rear support", "3.3");
    assert!(["dbm/outcome.pikes", "dbm/outcome.spears"].iter().all(|id| hits[..3].iter().any(|hit| hit == id)), "{hits:?}");
    assert_eq!(found("warband 3rd rank against mounted", "3.4")[0], "dbm/outcome.warband");
    assert_eq!(found("warband 3rd rank against mounted", "3.1")[0], "dbm/rear-support.warband");
}

#[test]
fn an_index_from_its_bytes_answers_alike() {
    let (world, index) = shipped();
    let again = Index::from_bytes(index.to_bytes().expect("bytes")).expect("an index");
    let views = [newest(world)];
    for text in ["Wb vs Kn rear support", "elefants march third time", "changed:3.4 -recoil*", "kind:note page:22..24"] {
        let asked = Asked::new(text);
        assert_eq!(world.find(index, &asked, &views, ALL), world.find(&again, &asked, &views, ALL));
    }
}

#[test]
fn long_and_broken_queries_are_answered() {
    let (world, index) = shipped();
    let views = [newest(world)];
    let long = ["knights ".repeat(12_500), "(".repeat(100_000), "-".repeat(100_000), "\"a b\" OR ".repeat(11_000), "é(S)".repeat(20_000)];
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
        let found = world.find(index, &Asked::new(text), &views, ALL).expect("an answer");
        assert!(found.hits.len() <= 1000, "{} bytes", text.len());
        for fault in found.faults {
            assert!(fault.start <= fault.end && fault.end <= text.len());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_typed_is_answered(text in r#"(knights|Kn\(X\)|rear|"|\(|\)|AND|OR|NOT|-|at:|3\.3|changed:|\.\.|is:deleted|page:|22|\*|½|\+1|200p| |[a-zé:.]){0,12}"#) {
        let (world, index) = shipped();
        let found = world.find(index, &Asked::new(&text), &[newest(world)], ALL).expect("an answer");
        prop_assert!(found.hits.is_sorted_by_key(|hit| !hit.holds));
        for hit in found.hits {
            for mark in hit.snippet.marks {
                prop_assert!(hit.snippet.text.get(mark.start()..mark.end()).is_some_and(|words| !words.is_empty()));
            }
        }
    }
}

/// Edits a source, and asks an index that follows edits and one made from nothing the same.
fn follows(world: &mut World, followed: &mut Followed, source: usize, text: String, questions: &[&str]) {
    let ruleset = world.sources()[source].ruleset.clone();
    let concerned = world.update(SourceId(source as u32), text.into());
    followed.note(&ruleset, concerned);
    let corpus = world.corpus(&ruleset).expect("the ruleset");
    let as_of = "2026-11-20".parse().expect("a day");
    let view = View { edition: corpus.ruleset.newest_on(as_of), as_of, profile: corpus.ruleset.default_profile().into() };
    let vantage = world.vantage(&view);
    let following = world.follow(followed, &vantage).expect("an index");
    let fresh = world.index(&vantage, Parts::ALL).expect("an index");
    assert_eq!(following.len(), fresh.len());
    for text in questions {
        for all_editions in [false, true] {
            let wanted = Wanted { limit: 10, all_editions };
            let ask = |index| world.find(index, &Asked::new(text), &[(corpus, view.clone())], wanted).expect("an answer");
            assert_eq!(ask(&following), ask(&fresh), "{text}");
        }
    }
}

/// A text with one line changed: another one in its place, or behind it, or a word more, or nothing.
fn edited(text: &str, at: usize, other: usize, way: usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return "# Rafts {#rafts}\n\n> Rafts moor.\n".into();
    }
    let (at, other) = (at % lines.len(), lines[other % lines.len()].clone());
    match way {
        0 => lines[at] = other,
        1 => lines.insert(at, other),
        2 => lines[at] += " Zyzzyva knights.",
        _ => drop(lines.remove(at)),
    }
    lines.join("\n") + "\n"
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, ..ProptestConfig::default() })]

    #[test]
    fn an_index_that_follows_edits_is_as_one_made_from_nothing(
        edits in proptest::collection::vec((any::<usize>(), any::<usize>(), any::<usize>(), 0..4_usize), 1..4),
        seed in 0..1000_u64,
    ) {
        let mut world = World::new(generate(Shape::Wide, 20, seed).sources);
        let mut followed = Followed::default();
        let questions = ["knights", "march river uphill", "zyzzyva", "\"the river\"", "kni* -foot", "changed:1.20", "section:s00001 hill", "facing OR recoil"];
        let rules: Vec<usize> = (0..world.sources().len()).filter(|&at| world.sources()[at].kind == SourceKind::Rules).collect();
        for (source, at, other, way) in edits {
            let source = rules[source % rules.len()];
            let text = edited(&world.sources()[source].text, at, other, way);
            follows(&mut world, &mut followed, source, text, &questions);
        }
    }
}

#[test]
fn an_index_of_the_shipped_rules_follows_edits() {
    let mut world = World::new(disk::shipped());
    let mut followed = Followed::default();
    let questions =
        ["knights recoil", "warband 3rd rank", "zyzzyva", "changed:3.4", "kind:clarification is:touched", "kind:note page:22..24"];
    let source = |world: &World, name: &str| {
        world.sources().iter().position(|source| source.ruleset == "dbm" && source.name == name).expect("a source")
    };
    let (amend, clarify) = (source(&world, "3.4.amend.md"), source(&world, "iwf-1.2.clarify.md"));
    let before = world.sources()[amend].text.to_string();
    let quoted = before.lines().position(|line| line.starts_with("> ") && line.ends_with('.')).expect("a sentence");
    follows(&mut world, &mut followed, amend, edited(&before, quoted, 0, 2), &questions);
    let text = world.sources()[clarify].text.to_string();
    let heading = text.lines().position(|line| line.starts_with("# ")).expect("a heading");
    follows(&mut world, &mut followed, clarify, edited(&text, heading + 3, heading, 3), &questions);
    follows(&mut world, &mut followed, amend, before, &questions);
    assert!(followed.step(&world, &world.vantage(&newest(&world).1)).is_some());
}

/// What `rulebook search` writes, with its cache in `cache`.
fn searched(cache: &std::path::Path, words: &str) -> String {
    let args = ["rulebook", "search", "--format", "json", "--", words].map(Into::into).to_vec();
    let env = [("RULEBOOK_CACHE".to_owned(), cache.to_str().expect("UTF-8").to_owned())].into();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let code = cli::run(&mut Host {
        args,
        env,
        current: "/".into(),
        today: "2026-11-20".parse().expect("a day"),
        terminal: Terminal::default(),
        stdin: &mut std::io::empty(),
        stdout: &mut stdout,
        stderr: &mut stderr,
    });
    assert!(code < 2 && stderr.is_empty(), "{code}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("UTF-8")
}

#[test]
fn the_questions_of_the_documentation_are_answered() {
    let page = include_str!("../grammar/README.md");
    let folder = tempfile::tempdir().expect("a folder");
    let queries = page.split("```query\n").skip(1).filter_map(|block| block.split("```").next()).flat_map(str::lines);
    let (mut wrong, mut fields) = (String::new(), BTreeSet::<&str>::new());
    for line in queries {
        let (text, wanted) = line.split_once(" → ").expect("a question and an answer");
        fields.extend(query::FIELDS.iter().flat_map(|row| &row.names[..1]).filter(|name| text.contains(&format!("{name}:"))));
        let answer: serde_json::Value = serde_json::from_str(&searched(folder.path(), text)).expect("JSON");
        let hits: Vec<&str> = answer["hits"].as_array().into_iter().flatten().take(5).filter_map(|hit| hit["id"].as_str()).collect();
        if !hits.contains(&wanted) || answer["faults"].as_array().is_none_or(|faults| !faults.is_empty()) {
            wrong += &format!("{line}\n  {hits:?}\n  {}\n", answer["faults"]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(fields.len(), query::FIELDS.len(), "each condition has an example: {fields:?}");
}

#[test]
fn a_damaged_cache_is_made_anew_and_many_may_share_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let fresh = searched(folder.path(), "recoiling elephants");
    let kept = || std::fs::read_dir(folder.path()).expect("a folder").next().expect("a file").expect("an entry").path();
    let whole = std::fs::read(kept()).expect("readable");
    let name = kept().file_name().expect("a name").to_owned();
    assert_eq!(searched(folder.path(), "recoiling elephants"), fresh);
    for length in [0, 7, 31, 200, whole.len() / 2, whole.len() - 1] {
        std::fs::write(kept(), &whole[..length]).expect("written");
        assert_eq!(searched(folder.path(), "recoiling elephants"), fresh, "{length}");
        assert_eq!(std::fs::read(kept()).expect("readable").len(), whole.len());
    }
    std::thread::scope(|scope| {
        std::fs::remove_file(kept()).expect("removed");
        let runs: Vec<_> = (0..3).map(|_| scope.spawn(|| searched(folder.path(), "recoiling elephants"))).collect();
        runs.into_iter().for_each(|run| assert_eq!(run.join().expect("no panic"), fresh));
    });
    // what a writer left that was killed is no index, and hinders nobody
    std::fs::write(folder.path().join(".rulebook-killed"), &whole[..whole.len() / 3]).expect("written");
    std::fs::remove_file(folder.path().join(name)).expect("removed");
    assert_eq!(searched(folder.path(), "recoiling elephants"), fresh);
    // a folder that is none
    let file = folder.path().join("file");
    std::fs::write(&file, "x").expect("written");
    assert_eq!(searched(&file, "recoiling elephants"), fresh);
}
