//! `ruleset.toml`: the title, editions, documents and profiles of one ruleset.

mod definition;
mod names;
mod read;

pub use definition::{Document, DocumentKind, Edition, EditionIx, Profile, Ruleset};
pub use names::document_names;
