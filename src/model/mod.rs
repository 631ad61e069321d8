//! The domain as data: rulesets with their editions, documents and profiles; units of rules text with their identities;
//! wordings with provenance; the tree of a section; patches.

mod date;
mod patch;
pub mod ruleset;
mod subject;
mod tree;
mod unit;
mod wording;

pub use date::PartialDate;
pub use patch::{BASE, Patch, PatchIx, Twin};
pub use ruleset::{Document, DocumentKind, Edition, EditionIx, Profile, Ruleset, document_names};
pub use subject::{Subject, Subjects};
pub use tree::{Conflict, Gone, Node, Side, Texts, Tree};
pub use unit::{Arena, Kind, UnitId};
pub use wording::{Cut, Wording};
