//! The sheets as they are encoded.

use super::dump;
use rulebook::{
    analysis::Analysis,
    resolve::file_section_id,
    syntax::{FileRole, RulesFile, Verb},
};
use std::collections::{BTreeMap, BTreeSet};

fn files(analysis: &Analysis) -> impl Iterator<Item = &RulesFile> {
    analysis.files().map(AsRef::as_ref)
}

/// The numbers of the passages of a document that are encoded, from whatever file: instructions, and notes.
fn passages(analysis: &Analysis) -> BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> {
    let mut out: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for file in files(analysis).filter(|file| file.role == FileRole::Amend) {
        let own = file
            .front
            .document
            .as_ref()
            .map_or("", |document| &document.value);
        for entry in file.places.iter().flat_map(|place| &place.entries) {
            for (document, n) in entry.attrs.passages() {
                let (instructions, notes) =
                    out.entry(document.unwrap_or(own).to_owned()).or_default();
                let note = entry.verb() == Some(Verb::Note);
                let fresh = if note { notes } else { instructions }.insert(n.to_owned());
                assert!(fresh, "{own} encodes {document:?}:{n} twice");
            }
        }
    }
    out
}

#[test]
fn every_instruction_of_every_sheet_is_encoded_once() {
    let analysis = Analysis::new(dump::sources());
    let counts: Vec<_> = passages(&analysis)
        .into_iter()
        .map(|(document, (a, b))| (document, a.len(), b.len()))
        .collect();
    let expected = [
        ("dbm-3.1", 97, 0),
        ("dbm-3.2", 19, 11),
        ("dbm-3.3", 23, 0),
        ("dbm-3.4", 9, 2),
    ];
    assert_eq!(
        counts,
        expected.map(|(document, a, b)| (document.to_owned(), a, b))
    );
}

#[test]
fn every_place_that_a_sheet_names_is_in_the_skeleton_with_its_page() {
    let analysis = Analysis::new(dump::sources());
    let db = dump::ruleset_db(&analysis);
    let mut wrong = Vec::new();
    for file in files(&analysis).filter(|file| file.role == FileRole::Amend) {
        for place in &file.places {
            let id = file_section_id(place);
            let Some(info) = db.section_info(&id) else {
                wrong.push(format!("#{id} is no section"));
                continue;
            };
            let page = place.attrs.get("page").map(|page| page.value.to_string());
            if page.is_some() && page != info.page {
                wrong.push(format!(
                    "#{id}: page {page:?} in the sheet, {:?} in the skeleton",
                    info.page
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_address_reaches_something() {
    let analysis = Analysis::new(dump::sources());
    let db = dump::ruleset_db(&analysis);
    let mut wrong = Vec::new();
    for id in db.section_ids() {
        let section = db.section(id).expect("a section");
        assert!(
            !db.is_only_targeted(id),
            "#{id} exists only as the target of an instruction"
        );
        for (at, patch) in section
            .patches
            .iter()
            .enumerate()
            .filter(|(_, patch)| patch.is_instruction())
        {
            let lowered = section.lowered[at].as_ref();
            if lowered
                .is_none_or(|lowered| lowered.reached.is_empty() && lowered.results.is_empty())
            {
                wrong.push(format!("{}:{:?} in #{id}", patch.document, patch.numbers()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
