//! What the page searches: the documents of the program's own index, as known on each day and for each set of scopes, with their texts as
//! numbered words.

use super::{
    Pools,
    pool::{repeats, row, runs},
    times::Times,
};
use crate::{
    analysis::{Analysis, IndexKey},
    model::Ruleset,
    resolve::RulesetDb,
    search::{Carrier, Doc, DocKind},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The documents of a ruleset: for each day, for each set of scopes that a profile has, which there are.
pub(super) fn documents(
    analysis: &Analysis,
    db: &RulesetDb,
    times: &Times,
    pools: &mut Pools,
    zones: &mut BTreeSet<usize>,
) -> Value {
    let ruleset = &db.ruleset;
    let scopes: Vec<Vec<String>> = ruleset
        .profiles
        .iter()
        .map(|profile| {
            let mut scopes = profile.scopes.clone();
            scopes.sort();
            scopes
        })
        .collect();
    let mut known: Vec<Value> = Vec::new();
    let mut vantages: Vec<(IndexKey, usize)> = Vec::new();
    // the newest first, so that what most people ask for is in one run
    let mut at = Vec::new();
    for &as_of in times.days.iter().rev() {
        let mut row = Vec::new();
        for scopes in &scopes {
            let index_key = IndexKey {
                as_of,
                scopes: scopes.clone(),
            };
            let same = vantages
                .iter()
                .find(|(known, _)| *known == index_key)
                .map(|(_, at)| *at);
            let place = same.unwrap_or_else(|| {
                let list = list(analysis, db, &index_key, pools, zones);
                let place = known
                    .iter()
                    .position(|other| *other == list)
                    .unwrap_or(known.len());
                if place == known.len() {
                    known.push(list);
                }
                vantages.push((index_key, place));
                place
            });
            row.push(place);
        }
        at.push(row);
    }
    at.reverse();
    json!({"lists": known, "at": at})
}

fn list(
    analysis: &Analysis,
    db: &RulesetDb,
    index_key: &IndexKey,
    pools: &mut Pools,
    zones: &mut BTreeSet<usize>,
) -> Value {
    let docs = analysis.documents(db, index_key);
    let bodies: Vec<usize> = docs.iter().map(|doc| body(doc, pools, zones)).collect();
    let standings: Vec<usize> = docs
        .iter()
        .map(|doc| standing(doc, &db.ruleset, pools))
        .collect();
    json!([runs(&bodies), repeats(&standings)])
}

/// What of a document is the same wherever one looks from. Its texts in which is searched are added to `zones`.
fn body(doc: &Doc, pools: &mut Pools, zones: &mut BTreeSet<usize>) -> usize {
    if let (DocKind::Change, Some(before)) = (doc.kind(), &doc.before) {
        pools.pack.differ(before, &doc.text);
    }
    let texts = &mut pools.pack.texts;
    let (path, labels) = (texts.all(&doc.path), texts.all(&doc.labels));
    let (asked, around) = (texts.all(&doc.asked), texts.all(&doc.asked_around));
    let mut zone = |text: &str| (!text.is_empty()).then(|| texts.put(text));
    let (text, lead) = (zone(&doc.text), zone(&doc.lead));
    let (restated, before) = (
        doc.restated.as_deref().and_then(&mut zone),
        doc.before.as_deref().and_then(&mut zone),
    );
    zones.extend(
        [&path, &labels, &asked, &around]
            .into_iter()
            .flatten()
            .copied(),
    );
    zones.extend([text, lead, restated, before].into_iter().flatten());
    pools.docs.put(&row(vec![
        json!(
            doc.id
                .split_once('/')
                .map_or(doc.id.as_str(), |(_, bare)| bare)
        ),
        json!(doc.section),
        json!(doc.kind().name()),
        json!(doc.page),
        json!(path),
        json!(labels),
        json!(lead),
        json!(text),
        json!(doc.wording),
        json!(doc.document),
        json!(doc.source),
        json!(doc.n),
        json!(doc.by),
        json!(asked),
        json!(around),
        json!(doc.cites),
        json!(doc.terms),
        json!(doc.facts),
        json!(doc.changed),
        json!(before),
        json!(restated),
        json!(doc.interprets),
        json!(doc.aside),
        json!(doc.unit),
        json!(doc.moved_to),
    ]))
}

/// In which editions a document holds, in which its clause is gone, whether it is of the newest, and how it stands in each; in which its
/// words are read, where these are others.
fn standing(doc: &Doc, ruleset: &Ruleset, pools: &mut Pools) -> usize {
    let numbers = |ids: &[String]| {
        ids.iter()
            .filter_map(|id| ruleset.edition(id))
            .map(|edition| edition.0)
            .collect::<Vec<_>>()
    };
    let contradicted = doc
        .contradicted
        .iter()
        .filter_map(|(id, layers)| Some((ruleset.edition(id)?.0, layers)));
    let reads = if doc.reads == doc.editions {
        Vec::new()
    } else {
        numbers(&doc.reads)
    };
    pools.standings.put(&row(vec![
        json!(numbers(&doc.editions)),
        json!(doc.current),
        json!(numbers(&doc.gone)),
        json!(doc.states),
        json!(reads),
        json!(numbers(&doc.repeated)),
        json!(contradicted.collect::<Vec<_>>()),
    ]))
}

/// The texts of `zones` as numbered words, by the numbers of all texts; nothing for the others.
pub(super) fn words(
    carrier: &mut Carrier,
    pools: &Pools,
    zones: &BTreeSet<usize>,
) -> Vec<Vec<i32>> {
    let texts = pools.pack.texts.list().iter().enumerate();
    texts
        .map(|(at, text)| {
            if zones.contains(&at) {
                carrier.text(text)
            } else {
                Vec::new()
            }
        })
        .collect()
}
