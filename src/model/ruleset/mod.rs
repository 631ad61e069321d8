//! Reads `ruleset.toml`: the title, editions, documents, profiles and troop types of one ruleset.

mod dates;
mod definition;
mod names;
mod read;
mod troops;

pub use definition::{Document, DocumentKind, Edition, EditionIx, Profile, Ruleset};
pub use names::document_names;
pub use read::RULESET_KEYS;
pub use troops::{TroopType, Troops};
