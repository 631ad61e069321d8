//! All documents of the shipped rulesets.

use super::round_trip::{first_difference, round_trip};
use rulebook::{
    analysis::Analysis,
    disk,
    model::{DocumentKind, EditionIx},
    printed,
    resolve::{RulesetDb, View},
    text::SourceId,
    verify,
};
use std::sync::Arc;

#[test]
fn every_document_survives_a_round_trip() {
    let analysis = Analysis::new(disk::shipped_sources());
    let mut seen = Vec::new();
    let mut wrong = String::new();
    for (ruleset, db) in analysis.ruleset_dbs() {
        for document in db.ruleset.documents.keys() {
            let Some(result) = round_trip(&analysis, ruleset, document, |sheet| sheet) else {
                continue;
            };
            seen.push(document.clone());
            if let Some(message) = first_difference(&result) {
                wrong += &format!("\n{ruleset}, {document}: {message}\n");
            }
        }
    }
    assert_eq!(wrong, "");
    for document in [
        "dbm-3.1",
        "dbm-3.2",
        "dbm-3.3",
        "dbm-3.3-update-2019",
        "dbm-lists-2018",
        "dbm-3.4",
        "dbm-3.4-poll-2023",
        "iwf-1.2",
        "iwf-1.2-guidelines",
        "warmaster-update",
    ] {
        assert!(
            seen.iter().any(|own| own == document),
            "{document} is not among {seen:?}"
        );
    }
}

/// The imported sheet has the same effect as the shipped instructions, unit by unit and word by
/// word.
#[test]
fn imported_sheets_make_the_same_rules() {
    let analysis = Analysis::new(disk::shipped_sources());
    for (ruleset, db) in analysis.ruleset_dbs() {
        let rules = &db.ruleset;
        let amendments = rules.documents.values().filter(|own| {
            let amends = rules
                .editions
                .get(usize::from(own.edition.0))
                .and_then(|edition| edition.amends);
            own.kind == DocumentKind::Amendment && own.after.is_empty() && amends.is_some()
        });
        for document in amendments {
            let result =
                round_trip(&analysis, ruleset, &document.key, |sheet| sheet).expect("instructions");
            let verification = verify_draft(&analysis, db, &document.key, &result.draft);
            assert_eq!(verification.differences, Vec::new(), "{}", document.key);
            assert!(verification.same > 0, "{}", document.key);
        }
    }
}

/// Compares the edition that a document makes with the one that its imported draft makes.
pub(super) fn verify_draft(
    analysis: &Analysis,
    db: &RulesetDb,
    document: &str,
    draft: &str,
) -> verify::Verification {
    let rules = &db.ruleset;
    let document = &rules.documents[document];
    let edition = &rules.editions[usize::from(document.edition.0)];
    // import the document under an unknown name
    let text = draft.replacen(
        &format!("document: {}", document.key),
        &format!("document: {}", printed::DOCUMENT),
        1,
    );
    let named = format!("edition: \"{}\"", rules.edition_id(document.edition));
    let bare = format!("edition: {}", rules.edition_id(document.edition));
    let made = format!("edition: \"{}\"", printed::EDITION);
    let text = text.replacen(&named, &made, 1).replacen(&bare, &made, 1);
    let as_of = document.revised.unwrap_or(document.published).counts_from();
    let compiled = printed::compile_document(
        db,
        &text,
        edition.amends.expect("an amended edition"),
        SourceId(analysis.sources().len() as u32),
        as_of,
    );
    let view = View {
        edition: EditionIx(document.edition.0),
        as_of,
        // the one in which most instructions apply
        profile: Arc::new(
            rules
                .profiles
                .iter()
                .max_by_key(|profile| profile.scopes.len())
                .cloned()
                .unwrap_or_default(),
        ),
    };
    verify::verify_document(&compiled, &view, true)
}

/// The comparison detects changes.
#[test]
fn a_changed_sheet_is_detected() {
    let analysis = Analysis::new(disk::shipped_sources());
    for (right, wrong) in [
        ("2nd sentence. Replace with:", "3rd sentence. Replace with:"),
        (
            "Last 3 sentences. Replace with:",
            "Last 2 sentences. Replace with:",
        ),
        (
            "Only baggage that is mobile can move.",
            "Only baggage that is motile can move.",
        ),
        (
            "Delete \"Baggage arrives last.\"",
            "Delete \"Baggage arrives first.\"",
        ),
        ("Page 9. Baggage.", "Page 10. Baggage."),
        (
            "> - Must lie parallel to the edges",
            "> Must lie parallel to the edges",
        ),
        ("Insert new sentence after", "Insert new sentence before"),
    ] {
        let edit = |sheet: String| {
            assert!(sheet.contains(right), "{right}");
            sheet.replacen(right, wrong, 1)
        };
        let result = round_trip(&analysis, "dbm", "dbm-3.1", edit).expect("instructions");
        assert!(first_difference(&result).is_some(), "{right} → {wrong}");
    }
}
