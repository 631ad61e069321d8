//! The domain model: rulesets, units, wordings, trees of sections, patches and subjects; and
//! `toml_file`, the schemas and readers of all TOML files of a ruleset.
//!
//! Rulesets have editions, documents and profiles; units have identities; wordings have provenance.

mod date;
mod ordinal_units;
mod patch;
pub mod ruleset;
mod subject;
pub mod toml_file;
mod tree;
mod unit;
mod wording;

pub use date::{MONTHS, PartialDate};
pub use ordinal_units::{OrdinalUnit, OrdinalUnits};
pub use patch::{BASE, Patch, PatchIx, PrintedInstructionRef, SectionAction, WHOLE_PAYLOAD};
pub use ruleset::{
    Document, DocumentKind, Edition, EditionIx, OWN_RULINGS, Profile, RULESET_KEYS, Ruleset,
    TroopType, Troops,
};
pub use subject::{Subject, SubjectIndex};
pub use tree::{Conflict, ConflictVersion, Removal, SectionTree, UnitState, Wordings};
pub use unit::{UnitId, UnitKind, UnitRegistry};
pub use wording::{LostFact, Wording};
