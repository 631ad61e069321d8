//! All documents of the shipped rulesets.

use crate::fuzz::sheet::check_tiling;
use rulebook::{
    analysis::Analysis,
    disk,
    export::sheet::{SheetWording, amendment_sheet},
    import::{self, KnownRulesets},
    model::{DocumentKind, EditionIx},
    printed,
    resolve::{RulesetDb, View},
    syntax::{FileRole, WordingLayer},
    text::SourceId,
    verify,
};
use std::sync::Arc;

/// Returns the instructions of a document as its file has them; `None` if it has no file of its own.
pub(super) fn notation(analysis: &Analysis, db: &RulesetDb, document: &str) -> Option<String> {
    let own = db.files_of_document(document).find(|file| {
        file.front.layer == WordingLayer::Restated
            && file.role == FileRole::Amend
            && file
                .front
                .document
                .as_ref()
                .is_some_and(|own| own.value == document)
    })?;
    Some(analysis.source(own.source)?.text.to_string())
}

/// The instructions of a document have the same effect as the shipped ones, unit by unit and word by
/// word, when they are compared as a document of their own.
#[test]
fn the_notation_of_a_document_makes_the_same_rules() {
    let analysis = Analysis::new(disk::shipped_sources());
    let mut seen = 0;
    for (_, db) in analysis.ruleset_dbs() {
        let rules = &db.ruleset;
        let amendments = rules.documents.values().filter(|own| {
            let amends = rules
                .editions
                .get(usize::from(own.edition.0))
                .and_then(|edition| edition.amends);
            own.kind == DocumentKind::Amendment && own.after.is_empty() && amends.is_some()
        });
        for document in amendments {
            let Some(text) = notation(&analysis, db, &document.key) else {
                continue;
            };
            let verification = verify_draft(&analysis, db, &document.key, &text);
            assert_eq!(verification.differences, Vec::new(), "{}", document.key);
            assert!(verification.same > 0, "{}", document.key);
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen} documents");
}

/// A sheet that `export sheet` writes has no form of its own for `import`: every byte of it is
/// accounted for, as in any sheet.
#[test]
fn exported_sheets_are_read_as_any_sheet() {
    let analysis = Analysis::new(disk::shipped_sources());
    let known = KnownRulesets::from_analysis(&analysis);
    let mut read = 0;
    for (_, db) in analysis.ruleset_dbs() {
        for document in db.ruleset.documents.keys() {
            let wording = SheetWording::Restated;
            let Some(sheet) = amendment_sheet(&analysis, db, document, wording) else {
                continue;
            };
            let parsed = import::parse_sheets(&sheet, &known);
            assert_eq!(check_tiling(&sheet, &parsed), Ok(()), "{document}");
            let instructions = parsed.sheets.iter().map(|sheet| sheet.instructions.len());
            read += instructions.sum::<usize>();
        }
    }
    assert!(read > 0);
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
