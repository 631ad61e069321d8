use crate::{
    model::{Document, DocumentKind, Edition, EditionIx, PartialDate},
    resolve::{Kept, RulesetDb},
    syntax::{self, File},
    text::{SourceId, Span},
};
use jiff::civil::Date;
use std::sync::Arc;

/// The document's name in the ruleset that it is compiled into.
pub const DOCUMENT: &str = "proof-sheet";

/// The edition that it makes there.
pub const EDITION: &str = "as the document has it";

/// A ruleset once more, with the document as an edition of its own beside the others.
#[derive(Debug)]
pub struct Compiled {
    /// The ruleset with all its files, and the document's.
    pub db: RulesetDb,
    /// The edition that the document makes out of the older one.
    pub edition: EditionIx,
    /// The document's instructions.
    pub file: Arc<File>,
}

/// Compiles `text`, instructions in our notation whose front matter names [`DOCUMENT`], against the numbering of `against`. `source` is a number
/// that no other source has. The ruleset given stays as it is.
///
/// It knows what was published before the day `known`, on which it counts as published itself.
pub fn compile(
    db: &RulesetDb,
    text: &str,
    against: EditionIx,
    source: SourceId,
    known: Date,
) -> Compiled {
    let mut ruleset = (*db.ruleset).clone();
    let edition = EditionIx(u16::try_from(ruleset.editions.len()).unwrap_or(u16::MAX));
    ruleset.editions.push(Edition {
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
            authors: Vec::new(),
            span: Span::default(),
        },
    );
    let file = Arc::new(syntax::parse(source, "proof-sheet.amend.md", text));
    let files = db
        .files()
        .cloned()
        .chain(std::iter::once(Arc::clone(&file)));
    let (db, _) = RulesetDb::new(ruleset, files.collect::<Vec<_>>(), Kept::default());
    Compiled { db, edition, file }
}
