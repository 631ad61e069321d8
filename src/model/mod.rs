//! The domain model: rulesets, units of rules text, wordings, trees of sections, and patches.
//!
//! Rulesets have editions, documents and profiles; units have identities; wordings have provenance.

mod counted_units;
mod date;
mod patch;
pub mod ruleset;
mod subject;
pub mod toml_file;
mod tree;
mod unit;
mod wording;

pub use counted_units::{CountedUnit, CountedUnits};
pub use date::PartialDate;
pub use patch::{BASE, Patch, PatchIx, PrintedTwin};
pub use ruleset::{
    Document, DocumentKind, Edition, EditionIx, Profile, Ruleset, TroopType, Troops, document_names,
};
pub use subject::{Subject, SubjectIndex};
pub use tree::{Conflict, ConflictVersion, Node, NumberedUnits, Removal, Tree, Wordings};
pub use unit::{Arena, UnitId, UnitKind};
pub use wording::{CutFact, Wording};
