//! Tests that renaming there and back changes nothing, and that the diagnostics stay the same.

use super::*;
use crate::{analysis::Source, disk, lint};
use proptest::prelude::*;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

/// The sources of a shipped ruleset, as if they were in a folder.
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

/// Returns all symbols of a ruleset.
fn symbols(analysis: &Analysis, db: &RulesetDb) -> Vec<Symbol> {
    let mut out = BTreeSet::new();
    for file in db.files() {
        let text = &analysis.source(file.source).expect("a source").text;
        let (_, found) = names(analysis, file.source).expect("a file of rules");
        out.extend(found.iter().map(|found| plain_symbol(text, found).0));
    }
    out.retain(|symbol| {
        !matches!(
            symbol,
            Symbol::Edition(_) | Symbol::Page(_) | Symbol::Ruleset(_)
        )
    });
    out.into_iter().collect()
}

/// Returns the diagnostics without the names in their messages.
fn findings(analysis: &Analysis, names: [&str; 2]) -> Vec<(String, String)> {
    let found = lint::check(analysis).into_iter().map(|one| {
        let message = names
            .iter()
            .fold(one.message, |message, name| message.replace(name, "*"));
        (one.code.to_string(), message)
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}

struct Loaded {
    sources: Vec<Source>,
    analysis: Analysis,
    symbols: Vec<Symbol>,
    key: &'static str,
}

static LOADED: LazyLock<Vec<Loaded>> = LazyLock::new(|| {
    let load = |key: &'static str| {
        let sources = sources(key);
        let analysis = Analysis::new(sources.clone());
        let symbols = symbols(&analysis, analysis.ruleset_db(key).expect("a ruleset"));
        assert!(symbols.len() > 20, "{key} has few names");
        Loaded {
            sources,
            analysis,
            symbols,
            key,
        }
    };
    vec![load("dba"), load("warmaster-ancients"), load("dbm")]
});

fn there_and_back(loaded: &Loaded, symbol: &Symbol) -> Result<(), TestCaseError> {
    let new = "zz-new";
    let db = loaded.analysis.ruleset_db(loaded.key).expect("a ruleset");
    let there = edits(&loaded.analysis, db, symbol, new);
    let Ok(there) = there else { return Ok(()) };
    prop_assert!(!there.is_empty(), "{symbol:?} is mentioned nowhere");
    let sources = changed(&loaded.sources, &there);
    let analysis = Analysis::new(sources.clone());
    let old = symbol.name();
    prop_assert_eq!(
        findings(&analysis, [new, old]),
        findings(&loaded.analysis, [new, old]),
        "{:?}",
        symbol
    );
    let renamed = match symbol {
        Symbol::Clause(_) => Symbol::Clause(new.into()),
        Symbol::Fact(_) => Symbol::Fact(new.into()),
        Symbol::Term(_) => Symbol::Term(new.into()),
        Symbol::Document(_) => Symbol::Document(new.into()),
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
    fn renaming_back_changes_nothing(which in 0..3_usize, at in any::<prop::sample::Index>()) {
        let loaded = &LOADED[which];
        there_and_back(loaded, at.get(&loaded.symbols))?;
    }
}

#[test]
fn shipped_rules_are_not_renamed() {
    let analysis = Analysis::new(disk::shipped_sources());
    let db = analysis.ruleset_db("dbm").expect("a ruleset");
    let found = edits(
        &analysis,
        db,
        &Symbol::Clause("rear-support".into()),
        "rear",
    );
    insta::assert_snapshot!(found.expect_err("refused"), @"`rear-support` is in dbm/3.1.amend.md, which is part of the program and cannot be changed: copy the ruleset into the folder rules/dbm of the workspace, and rename it there");
}
