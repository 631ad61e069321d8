//! A name that is given and taken back leaves no trace, and what is wrong with the rules stays what it is.

use super::*;
use crate::{analysis::Source, disk, lint};
use proptest::prelude::*;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

/// A shipped ruleset, as if it lay in a folder.
fn sources(ruleset: &str) -> Vec<Source> {
    let own = disk::shipped_sources()
        .into_iter()
        .filter(|source| source.ruleset == ruleset);
    own.map(|source| Source {
        origin: SourceOrigin::Folder,
        ..source
    })
    .collect()
}

fn changed(sources: &[Source], edits: &[SourceEdit]) -> Vec<Source> {
    let mut out = sources.to_vec();
    let mut edits: Vec<&SourceEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.span));
    for edit in edits {
        let source = &mut out[edit.at.source.0 as usize];
        let mut text = source.text.to_string();
        text.replace_range(edit.at.span.start()..edit.at.span.end(), &edit.text);
        source.text = Arc::from(text);
    }
    out
}

/// Everything that has a name.
fn things(analysis: &Analysis, db: &RulesetDb) -> Vec<Thing> {
    let mut out = BTreeSet::new();
    for file in db.files() {
        let text = &analysis.source(file.source).expect("a source").text;
        out.extend(
            mention::mentions(file, text)
                .iter()
                .map(|found| plain(text, found).0),
        );
    }
    out.retain(|thing| {
        !matches!(
            thing,
            Thing::Edition(_) | Thing::Page(_) | Thing::Ruleset(_)
        )
    });
    out.into_iter().collect()
}

/// Findings without the names in their words.
fn findings(analysis: &Analysis, names: [&str; 2]) -> Vec<(String, String)> {
    let told = lint::check(analysis).into_iter().map(|one| {
        let message = names
            .iter()
            .fold(one.message, |message, name| message.replace(name, "*"));
        (one.code.to_string(), message)
    });
    let mut told: Vec<_> = told.collect();
    told.sort();
    told
}

struct Loaded {
    sources: Vec<Source>,
    analysis: Analysis,
    things: Vec<Thing>,
    key: &'static str,
}

static LOADED: LazyLock<Vec<Loaded>> = LazyLock::new(|| {
    let load = |key: &'static str| {
        let sources = sources(key);
        let analysis = Analysis::new(sources.clone());
        let things = things(&analysis, analysis.ruleset_db(key).expect("a ruleset"));
        assert!(things.len() > 20, "{key} has few names");
        Loaded {
            sources,
            analysis,
            things,
            key,
        }
    };
    vec![load("dba"), load("warmaster-ancients"), load("dbm")]
});

fn there_and_back(loaded: &Loaded, thing: &Thing) -> Result<(), TestCaseError> {
    let new = "zz-new";
    let db = loaded.analysis.ruleset_db(loaded.key).expect("a ruleset");
    let there = edits(&loaded.analysis, db, thing, new);
    let Ok(there) = there else { return Ok(()) };
    prop_assert!(!there.is_empty(), "{thing:?} is mentioned nowhere");
    let sources = changed(&loaded.sources, &there);
    let analysis = Analysis::new(sources.clone());
    let old = name_of(thing);
    prop_assert_eq!(
        findings(&analysis, [new, old]),
        findings(&loaded.analysis, [new, old]),
        "{:?}",
        thing
    );
    let renamed = match thing {
        Thing::Clause(_) => Thing::Clause(new.into()),
        Thing::Fact(_) => Thing::Fact(new.into()),
        Thing::Term(_) => Thing::Term(new.into()),
        Thing::Document(_) => Thing::Document(new.into()),
        other => other.clone(),
    };
    let back = edits(
        &analysis,
        analysis.ruleset_db(loaded.key).expect("a ruleset"),
        &renamed,
        old,
    )
    .map_err(TestCaseError::fail)?;
    for (before, after) in loaded.sources.iter().zip(changed(&sources, &back)) {
        prop_assert_eq!(&*before.text, &*after.text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_name_that_is_taken_back_leaves_no_trace(which in 0..3_usize, at in any::<prop::sample::Index>()) {
        let loaded = &LOADED[which];
        there_and_back(loaded, at.get(&loaded.things))?;
    }
}

#[test]
fn what_is_shipped_is_not_renamed() {
    let analysis = Analysis::new(disk::shipped_sources());
    let db = analysis.ruleset_db("dbm").expect("a ruleset");
    let told = edits(&analysis, db, &Thing::Clause("rear-support".into()), "rear");
    insta::assert_snapshot!(told.expect_err("refused"), @"`rear-support` stands in dbm/3.1.amend.md, which is shipped inside the program and cannot be changed: copy the ruleset into the folder rules/dbm of the workspace, and rename it there");
}
