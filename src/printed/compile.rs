//! Applies the drafted instructions of a document to a copy of a ruleset, as a new edition, for
//! `verify` and the dry run of `import`.

use crate::{
    model::{Document, DocumentKind, Edition, EditionIx, PartialDate},
    resolve::RulesetDb,
    syntax::{self, RulesFile},
    text::{SourceId, Span},
};
use jiff::civil::Date;
use std::sync::Arc;

/// The key of the document in the ruleset that it is compiled into.
pub const DOCUMENT: &str = "proof-sheet";

/// The id of the edition that the document makes in that ruleset.
pub const EDITION: &str = "as the document has it";

/// A copy of a ruleset with a document applied as a new edition, and the document's parsed file.
#[derive(Debug)]
pub struct CompiledDocument {
    /// The ruleset with all its files and the document.
    pub db: RulesetDb,
    /// The edition that the document makes from the older one.
    pub edition: EditionIx,
    /// The instructions of the document.
    pub file: Arc<RulesFile>,
}

/// Compiles `text` against the numbering of the edition `against`.
///
/// `text` is instructions in our notation whose front matter names [`DOCUMENT`]. No other source
/// may have the id `source`. `db` is not changed.
///
/// The document counts as published on the day `known`, after what was published before that day.
pub fn compile_document(
    db: &RulesetDb,
    text: &str,
    against: EditionIx,
    source: SourceId,
    known: Date,
) -> CompiledDocument {
    let mut ruleset = (*db.ruleset).clone();
    let edition = EditionIx(u16::try_from(ruleset.editions.len()).unwrap_or(u16::MAX));
    ruleset.editions.push(Edition {
        used: None,
        id: EDITION.into(),
        amends: Some(against),
        date: None,
        status: None,
        span: Span::default(),
    });
    ruleset.documents.insert(
        DOCUMENT.into(),
        Document {
            key: DOCUMENT.into(),
            title: "the document".into(),
            short: "the document".into(),
            edition,
            kind: DocumentKind::Amendment,
            published: PartialDate::day(known),
            revised: None,
            after: Vec::new(),
            names_edition: true,
            authors: Vec::new(),
            restated: false,
            counted: false,
            lost: Vec::new(),
            span: Span::default(),
        },
    );
    let file = Arc::new(syntax::parse(source, "proof-sheet.amend.md", text));
    let files = db
        .files()
        .cloned()
        .chain(std::iter::once(Arc::clone(&file)));
    let (db, _) = RulesetDb::new(ruleset, files.collect::<Vec<_>>());
    CompiledDocument { db, edition, file }
}
