//! The domain model: rulesets with their editions, documents and profiles; units of rules text with
//! their identities; wordings with provenance; the tree of a section; patches.

mod date;
mod patch;
pub mod ruleset;
mod subject;
mod tree;
mod unit;
mod wording;

pub use date::PartialDate;
pub use patch::{BASE, Patch, PatchIx, PrintedTwin};
pub use ruleset::{Document, DocumentKind, Edition, EditionIx, Profile, Ruleset, document_names};
pub use subject::{Subject, SubjectIndex};
pub use tree::{Conflict, ConflictVersion, Node, NumberedUnits, Removal, Tree, Wordings};
pub use unit::{Arena, UnitId, UnitKind};
pub use wording::{CutFact, Wording};
